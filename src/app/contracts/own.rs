//! "Your API": one knob of a contract turned, as the reader's own.
//!
//! Owns which values a reader can choose. What a turn leaves can be written to a file and read back: a part that the
//! preset states can be replaced there and not taken away, so that a turn states the part that it needs.

use crate::sim::contract::{
    AfterExpiry, Clock, Contract, FailedWork, FingerprintRule, InFlight, Knob, Mismatch, MismatchDoes,
    Presence, Refusal, ReplayMode, RetentionKind, ScopePart, Store,
};
use crate::sim::presets::Preset;
use crate::sim::scenario::Service;
use crate::sim::time::Millis;

/// Puts a service under a preset's contract, with the lease that it names; a lease that another contract named goes.
pub fn adopt(preset: Preset, service: &mut Service) {
    let lease = |service: &Service| service.contract.in_flight.as_ref().and_then(|rule| rule.lease);
    let before = lease(service);
    service.contract = preset.contract();
    let after = lease(service);
    if service.lease == before || after.is_some() {
        service.lease = after;
    }
    if service.contract.retention.kind == RetentionKind::Fixed {
        service.kept_longer = Millis::ZERO;
    }
}

/// A class of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Rejected before execution.
    Validation,
    /// Done.
    Ok,
    /// 4xx on purpose.
    ClientError,
    /// 5xx on purpose.
    ServerError,
    /// Raised.
    Unhandled,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 5] =
        [Class::Validation, Class::Ok, Class::ClientError, Class::ServerError, Class::Unhandled];

    /// What a contract says of it.
    #[must_use]
    pub const fn of(self, contract: &Contract) -> Option<Store> {
        let stores = &contract.stores;
        match self {
            Class::Validation => stores.validation,
            Class::Ok => stores.ok,
            Class::ClientError => stores.client_error,
            Class::ServerError => stores.server_error,
            Class::Unhandled => stores.unhandled,
        }
    }

    /// What a run does where the contract says nothing of it.
    #[must_use]
    pub const fn assumed(self) -> Store {
        if matches!(self, Class::Validation) { Store::Drop } else { Store::Pin }
    }
}

/// A knob and its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The preset's own value again.
    Back(Knob),
    /// Whether a request must have a key.
    Presence(Presence),
    /// A part of the scope in or out.
    Scope(ScopePart),
    /// What is compared.
    Fingerprint(FingerprintRule),
    /// What other parameters meet.
    Mismatch(MismatchDoes),
    /// What a duplicate meets.
    InFlight(InFlight),
    /// Whether a class of outcomes is stored.
    Stores(Class, Store),
    /// What a retry does after failed work.
    FailedWork(FailedWork),
    /// What a replay gives back.
    Replay(ReplayMode),
    /// What kind of promise the retention is.
    Retention(RetentionKind),
    /// Where it starts.
    Clock(Clock),
    /// What comes after it.
    AfterExpiry(AfterExpiry),
}

impl Turn {
    /// The knob that it turns.
    #[must_use]
    pub const fn knob(self) -> Knob {
        match self {
            Turn::Back(knob) => knob,
            Turn::Presence(_) => Knob::KeyPolicy,
            Turn::Scope(_) => Knob::Scope,
            Turn::Fingerprint(_) => Knob::Fingerprint,
            Turn::Mismatch(_) => Knob::Mismatch,
            Turn::InFlight(_) => Knob::InFlight,
            Turn::Stores(..) => Knob::Stores,
            Turn::FailedWork(_) => Knob::FailedWork,
            Turn::Replay(_) => Knob::Replay,
            Turn::Retention(_) | Turn::Clock(_) => Knob::Retention,
            Turn::AfterExpiry(_) => Knob::AfterExpiry,
        }
    }

    /// Turns it. A knob that comes to stand where the preset has it is the preset's again.
    pub fn apply(self, service: &mut Service) {
        let contract = &mut service.contract;
        let preset = contract.preset.contract();
        match self {
            Turn::Back(knob) => put(contract, &preset, knob),
            Turn::Presence(presence) => contract.key_policy.presence = presence,
            Turn::Scope(part) => {
                let stated = contract.scope.as_deref().unwrap_or(&[ScopePart::Caller]);
                let had = stated.contains(&part);
                let holds = |known: &ScopePart| if *known == part { !had } else { stated.contains(known) };
                contract.scope = Some(ScopePart::ALL.iter().copied().filter(holds).collect());
            }
            Turn::Fingerprint(rule) => contract.fingerprint = Some(rule),
            Turn::Mismatch(does) => {
                contract.mismatch.get_or_insert(Mismatch { does, answer: Refusal::default() }).does = does;
            }
            Turn::InFlight(does) => {
                service.meet(does);
            }
            Turn::Stores(class, kept) => {
                let stores = &mut contract.stores;
                let stored = match class {
                    Class::Validation => &mut stores.validation,
                    Class::Ok => &mut stores.ok,
                    Class::ClientError => &mut stores.client_error,
                    Class::ServerError => &mut stores.server_error,
                    Class::Unhandled => &mut stores.unhandled,
                };
                *stored = Some(kept);
            }
            Turn::FailedWork(work) => contract.failed_work = Some(work),
            Turn::Replay(mode) => {
                let replay = &mut contract.replay;
                // A pointer is a conflict, and what was one has to say that it is none any more.
                match (replay.mode, mode) {
                    (ReplayMode::ConflictPointer, ReplayMode::ConflictPointer) => {}
                    (_, ReplayMode::ConflictPointer) => replay.status = Some(409),
                    (ReplayMode::ConflictPointer, _) => replay.status = Some(201),
                    _ => {}
                }
                replay.mode = mode;
                if mode == preset.replay.mode {
                    replay.status = preset.replay.status;
                }
            }
            Turn::Retention(kind) => {
                contract.retention.kind = kind;
                if kind == RetentionKind::Fixed {
                    service.kept_longer = Millis::ZERO;
                }
            }
            Turn::Clock(clock) => contract.retention.clock = Some(clock),
            Turn::AfterExpiry(rule) => contract.after_expiry = Some(rule),
        }
        let knob = self.knob();
        let contract = &mut service.contract;
        if is_same(contract, &preset, knob) {
            contract.own &= !(1 << knob as u16);
        } else {
            contract.make_own(knob);
        }
    }
}

/// Gives a knob another contract's value.
fn put(contract: &mut Contract, from: &Contract, knob: Knob) {
    let from = from.clone();
    match knob {
        Knob::Carrier => contract.carrier = from.carrier,
        Knob::Methods => contract.methods = from.methods,
        Knob::KeyPolicy => contract.key_policy = from.key_policy,
        Knob::Scope => contract.scope = from.scope,
        Knob::Fingerprint => contract.fingerprint = from.fingerprint,
        Knob::Mismatch => contract.mismatch = from.mismatch,
        Knob::InFlight => contract.in_flight = from.in_flight,
        Knob::Stores => contract.stores = from.stores,
        Knob::FailedWork => contract.failed_work = from.failed_work,
        Knob::Replay => contract.replay = from.replay,
        Knob::Retention => contract.retention = from.retention,
        Knob::AfterExpiry => contract.after_expiry = from.after_expiry,
    }
}

/// Whether a knob stands alike in two contracts.
fn is_same(one: &Contract, other: &Contract, knob: Knob) -> bool {
    let mut same = one.clone();
    put(&mut same, other, knob);
    same == *one
}
