//! The knobs that a file states itself.

use super::Writer;
use crate::sim::contract::{AfterExpiry, Contract, InFlight, Knob, Refusal, Replay, Store, Stores};

pub(super) fn knobs(out: &mut Writer, contract: &Contract, preset: &Contract) {
    for knob in Knob::ALL.into_iter().filter(|knob| contract.is_own(*knob)) {
        one(out, knob, contract, preset);
    }
}

fn one(out: &mut Writer, knob: Knob, contract: &Contract, preset: &Contract) {
    let name = knob.name();
    match knob {
        Knob::Carrier => {
            out.name(name);
            out.object(|out| {
                out.text("kind", contract.carrier.kind.name());
                out.text("name", &contract.carrier.name);
            });
        }
        Knob::Methods => out.list(name, contract.methods.iter().map(AsRef::as_ref)),
        Knob::KeyPolicy => key_policy(out, contract),
        Knob::Scope => {
            out.list(name, contract.scope.iter().flat_map(|parts| parts.iter()).map(|part| part.name()));
        }
        Knob::Fingerprint => {
            if let Some(rule) = contract.fingerprint {
                out.text(name, rule.name());
            }
        }
        Knob::Mismatch => {
            if let Some(mismatch) = &contract.mismatch {
                out.name(name);
                out.object(|out| {
                    out.text("do", mismatch.does.name());
                    refusal(out, &mismatch.answer);
                });
            }
        }
        Knob::InFlight => in_flight(out, contract, preset),
        Knob::Stores => stores(out, &contract.stores, &preset.stores),
        Knob::FailedWork => {
            if let Some(work) = contract.failed_work {
                out.text(name, work.name());
            }
        }
        Knob::Replay => replay(out, &contract.replay, &preset.replay),
        Knob::Retention => retention(out, contract, preset),
        Knob::AfterExpiry => match contract.after_expiry {
            Some(AfterExpiry::Reject(Some(status))) => {
                out.name(name);
                out.object(|out| out.number("reject", status.into()));
            }
            Some(AfterExpiry::Reject(None)) => out.text(name, "reject"),
            _ => out.text(name, "execute-as-new"),
        },
    }
}

fn refusal(out: &mut Writer, terms: &Refusal) {
    if let Some(status) = terms.status {
        out.number("status", status.into());
    }
    if let Some(code) = &terms.code {
        out.text("code", code);
    }
}

fn key_policy(out: &mut Writer, contract: &Contract) {
    let rules = contract.key_policy;
    out.name(Knob::KeyPolicy.name());
    out.object(|out| {
        out.text("presence", rules.presence.name());
        let numbers = [("min", rules.min), ("max", rules.max)];
        let statuses = [("missing_status", rules.missing_status), ("bad_status", rules.bad_status)];
        for (name, number) in numbers.into_iter().chain(statuses) {
            if let Some(number) = number {
                out.number(name, number.into());
            }
        }
        out.text("format", rules.format.name());
    });
}

fn in_flight(out: &mut Writer, contract: &Contract, preset: &Contract) {
    let Some(rule) = &contract.in_flight else {
        return;
    };
    let is_plain = preset.in_flight.as_ref().is_some_and(|preset| preset.answer == rule.answer);
    let name = Knob::InFlight.name();
    match rule.does {
        InFlight::Reject if is_plain => out.text(name, "reject"),
        does => {
            out.name(name);
            out.object(|out| {
                match does {
                    InFlight::Reject => out.text("do", "reject"),
                    InFlight::CurrentState => out.text("do", "current-state"),
                    InFlight::MayFail => out.text("do", "may-fail"),
                    InFlight::Wait(at_most) => out.time("wait", at_most),
                }
                if !is_plain {
                    refusal(out, &rule.answer);
                }
            });
        }
    }
}

fn stores(out: &mut Writer, stores: &Stores, preset: &Stores) {
    let failures = stores.server_error;
    let short = Stores { client_error: failures, server_error: failures, unhandled: failures, ..*preset };
    if let Some(kept) = failures.filter(|_| *stores == short) {
        return out.text("failures", if kept == Store::Pin { "stored" } else { "released" });
    }
    out.name(Knob::Stores.name());
    out.object(|out| {
        let classes = [
            ("validation", stores.validation),
            ("ok", stores.ok),
            ("client_error", stores.client_error),
            ("server_error", stores.server_error),
            ("unhandled", stores.unhandled),
            ("crash", stores.crash),
        ];
        for (name, kept) in classes {
            if let Some(kept) = kept {
                out.text(name, kept.name());
            }
        }
    });
}

fn replay(out: &mut Writer, replay: &Replay, preset: &Replay) {
    out.name(Knob::Replay.name());
    out.object(|out| {
        out.text("mode", replay.mode.name());
        refusal(out, &Refusal { status: replay.status, code: replay.code.clone() });
        if let Some(marker) = &replay.marker {
            out.text("marker", marker);
        }
        if replay.marks_first != preset.marks_first {
            out.name("marks_first");
            out.out.push_str(if replay.marks_first { "true" } else { "false" });
        }
    });
}

fn retention(out: &mut Writer, contract: &Contract, preset: &Contract) {
    let (own, preset) = (contract.retention, preset.retention);
    let name = Knob::Retention.name();
    if let Some(keeps) = own.keeps.filter(|_| own.kind == preset.kind && own.clock == preset.clock) {
        return out.time(name, keeps);
    }
    out.name(name);
    out.object(|out| {
        out.text("kind", own.kind.name());
        if let Some(keeps) = own.keeps {
            out.time("for", keeps);
        }
        if let Some(clock) = own.clock {
            out.text("clock", clock.name());
        }
    });
}
