//! The `overrides` of a service: the contract's knobs, each over the preset's, and the short forms of older files.

use std::borrow::Cow;

use super::fields::{Fields, Parsed, boolean, duration, found, list, name, text, whole};
use crate::sim::contract::{
    AfterExpiry, CarrierKind, Clock, Contract, FailedWork, FingerprintRule, InFlight, InFlightRule,
    KeyFormat, Knob, Mismatch, MismatchDoes, Presence, Refusal, ReplayMode, RetentionKind, ScopePart, Store,
    Words,
};
use crate::sim::json::{Located, Node};
use crate::sim::limits;
use crate::sim::problem::Wanted;
use crate::sim::scenario::Service;
use crate::sim::time::Millis;

/// Longest name, code or header line, in characters.
const WORDS: u32 = limits::KEY_CHARACTERS;

pub(super) fn overrides(value: &Located, service: &mut Service) -> Parsed<()> {
    let mut known = Knob::NAMES.to_vec();
    known.extend(["kept_longer", "failures"]);
    let fields = Fields::of(value, &known)?;
    for knob in Knob::ALL {
        if let Some(value) = fields.get(knob.name()) {
            service.contract.make_own(knob);
            one(value, knob, &mut service.contract)?;
        }
    }
    if let Some(value) = fields.get("failures") {
        if let Some(both) = fields.get("stores") {
            return found(both.offset, "both".to_owned(), Wanted::NotBoth("stores", "failures"));
        }
        let kept = Some([Store::Pin, Store::Drop][name(value, &["stored", "released"])?]);
        service.contract.make_own(Knob::Stores);
        let stores = &mut service.contract.stores;
        (stores.client_error, stores.server_error, stores.unhandled) = (kept, kept, kept);
    }
    if let Some(value) = fields.get("kept_longer") {
        service.kept_longer = duration(value)?;
        let is_floor = service.contract.retention.kind != RetentionKind::Fixed;
        if !is_floor && service.kept_longer > Millis::ZERO {
            return super::fields::wrong(value.offset, Wanted::Floor);
        }
    }
    Ok(())
}

fn one(value: &Located, knob: Knob, contract: &mut Contract) -> Parsed<()> {
    match knob {
        Knob::Carrier => {
            let fields = Fields::of(value, &["kind", "name"])?;
            if let Some(value) = fields.get("kind") {
                contract.carrier.kind = CarrierKind::ALL[name(value, CarrierKind::NAMES)?];
            }
            if let Some(value) = fields.get("name") {
                contract.carrier.name = words(value)?;
            }
        }
        Knob::Methods => {
            let mut methods = Vec::new();
            for item in list(value, 1, limits::CLIENTS)? {
                methods.push(words(item)?);
            }
            contract.methods = Cow::Owned(methods);
        }
        Knob::KeyPolicy => key_policy(value, contract)?,
        Knob::Scope => {
            let indexes = super::fields::names(value, ScopePart::NAMES)?;
            contract.scope = Some(indexes.into_iter().map(|index| ScopePart::ALL[index]).collect());
        }
        Knob::Fingerprint => {
            contract.fingerprint = Some(FingerprintRule::ALL[name(value, FingerprintRule::NAMES)?]);
        }
        Knob::Mismatch => mismatch(value, contract)?,
        Knob::InFlight => in_flight(value, contract)?,
        Knob::Stores => stores(value, contract)?,
        Knob::FailedWork => contract.failed_work = Some(FailedWork::ALL[name(value, FailedWork::NAMES)?]),
        Knob::Replay => replay(value, contract)?,
        Knob::Retention => retention(value, contract)?,
        Knob::AfterExpiry => after_expiry(value, contract)?,
    }
    Ok(())
}

fn words(value: &Located) -> Parsed<Words> {
    let text = text(value)?;
    let is_line = (1..=WORDS as usize).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if is_line {
        Ok(Cow::Owned(text.to_owned()))
    } else {
        super::fields::wrong(value.offset, Wanted::TextOfAtMost { most: WORDS })
    }
}

fn status(value: &Located) -> Parsed<u16> {
    Ok(whole(value, 200, 599)? as u16)
}

/// Puts a refusal's `status` and `code` over what is there.
fn refusal(fields: &Fields<'_>, terms: &mut Refusal) -> Parsed<()> {
    if let Some(value) = fields.get("status") {
        terms.status = Some(status(value)?);
    }
    if let Some(value) = fields.get("code") {
        terms.code = Some(words(value)?);
    }
    Ok(())
}

fn key_policy(value: &Located, contract: &mut Contract) -> Parsed<()> {
    let known = ["presence", "min", "max", "format", "missing_status", "bad_status"];
    let fields = Fields::of(value, &known)?;
    let rules = &mut contract.key_policy;
    if let Some(value) = fields.get("presence") {
        rules.presence = Presence::ALL[name(value, Presence::NAMES)?];
    }
    let most = u64::from(limits::KEY_CHARACTERS);
    if let Some(value) = fields.get("min") {
        rules.min = Some(whole(value, 1, most)? as u16);
    }
    if let Some(value) = fields.get("max") {
        rules.max = Some(whole(value, 1, most)? as u16);
    }
    if let Some(value) = fields.get("format") {
        rules.format = KeyFormat::ALL[name(value, KeyFormat::NAMES)?];
    }
    if let Some(value) = fields.get("missing_status") {
        rules.missing_status = Some(whole(value, 400, 499)? as u16);
    }
    if let Some(value) = fields.get("bad_status") {
        rules.bad_status = Some(whole(value, 400, 499)? as u16);
    }
    Ok(())
}

fn mismatch(value: &Located, contract: &mut Contract) -> Parsed<()> {
    let fields = Fields::of(value, &["do", "status", "code"])?;
    let plain = Mismatch { does: MismatchDoes::Reject, answer: Refusal::default() };
    let mismatch = contract.mismatch.get_or_insert(plain);
    if let Some(value) = fields.get("do") {
        mismatch.does = MismatchDoes::ALL[name(value, MismatchDoes::NAMES)?];
    }
    refusal(&fields, &mut mismatch.answer)
}

fn in_flight(value: &Located, contract: &mut Contract) -> Parsed<()> {
    let plain = InFlightRule { does: InFlight::Reject, answer: Refusal::default(), lease: None };
    let rule = contract.in_flight.get_or_insert(plain);
    let Node::Object(_) = value.node else {
        name(value, &["reject"])?;
        rule.does = InFlight::Reject;
        return Ok(());
    };
    let fields = Fields::of(value, &["wait", "do", "status", "code"])?;
    if let Some(value) = fields.get("wait") {
        if let Some(both) = fields.get("do") {
            return found(both.offset, "both".to_owned(), Wanted::NotBoth("wait", "do"));
        }
        rule.does = InFlight::Wait(duration(value)?);
    } else {
        const DOES: [InFlight; 3] = [InFlight::Reject, InFlight::CurrentState, InFlight::MayFail];
        rule.does = DOES[name(fields.required("do")?, &["reject", "current-state", "may-fail"])?];
    }
    refusal(&fields, &mut rule.answer)
}

fn stores(value: &Located, contract: &mut Contract) -> Parsed<()> {
    let known = ["validation", "ok", "client_error", "server_error", "unhandled", "crash"];
    let fields = Fields::of(value, &known)?;
    let stores = &mut contract.stores;
    let classes = [
        &mut stores.validation,
        &mut stores.ok,
        &mut stores.client_error,
        &mut stores.server_error,
        &mut stores.unhandled,
        &mut stores.crash,
    ];
    for (field, class) in known.into_iter().zip(classes) {
        if let Some(value) = fields.get(field) {
            *class = Some(Store::ALL[name(value, Store::NAMES)?]);
        }
    }
    Ok(())
}

fn replay(value: &Located, contract: &mut Contract) -> Parsed<()> {
    let fields = Fields::of(value, &["mode", "status", "code", "marker", "marks_first"])?;
    let replay = &mut contract.replay;
    if let Some(value) = fields.get("mode") {
        replay.mode = ReplayMode::ALL[name(value, ReplayMode::NAMES)?];
    }
    if let Some(value) = fields.get("status") {
        replay.status = Some(status(value)?);
    }
    if let Some(value) = fields.get("code") {
        replay.code = Some(words(value)?);
    }
    if let Some(value) = fields.get("marker") {
        replay.marker = Some(words(value)?);
    }
    if let Some(value) = fields.get("marks_first") {
        replay.marks_first = boolean(value)?;
    }
    Ok(())
}

fn retention(value: &Located, contract: &mut Contract) -> Parsed<()> {
    let retention = &mut contract.retention;
    let Node::Object(_) = value.node else {
        retention.keeps = Some(duration(value)?);
        return Ok(());
    };
    let fields = Fields::of(value, &["kind", "for", "clock"])?;
    if let Some(value) = fields.get("kind") {
        retention.kind = RetentionKind::ALL[name(value, RetentionKind::NAMES)?];
    }
    if let Some(value) = fields.get("for") {
        retention.keeps = Some(duration(value)?);
    }
    if let Some(value) = fields.get("clock") {
        retention.clock = Some(Clock::ALL[name(value, Clock::NAMES)?]);
    }
    Ok(())
}

fn after_expiry(value: &Located, contract: &mut Contract) -> Parsed<()> {
    contract.after_expiry = Some(if let Node::Object(_) = value.node {
        let fields = Fields::of(value, &["reject"])?;
        AfterExpiry::Reject(Some(whole(fields.required("reject")?, 400, 499)? as u16))
    } else {
        [AfterExpiry::ExecuteAsNew, AfterExpiry::Reject(None)][name(value, &["execute-as-new", "reject"])?]
    });
    Ok(())
}
