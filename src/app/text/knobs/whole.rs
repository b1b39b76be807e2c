//! A knob's whole value in words.

use super::{
    after_expiry, class, clock, failed_work, fingerprint, in_flight, mismatch, presence, replay, scope_part,
    with, words,
};
use crate::app::contracts::Class;
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, names};
use crate::sim::contract::{CarrierKind, Contract, KeyFormat, KeyRules, Knob, RetentionKind, Store};
use crate::sim::presets::Preset;

/// A knob's value under a contract, in words.
#[must_use]
pub fn value(language: Language, contract: &Contract, knob: Knob) -> String {
    said(language, contract, knob).unwrap_or_else(|| {
        let assumed = said(language, &Preset::Fixture.contract(), knob).unwrap_or_default();
        with(language, words(language).unsaid, "value", assumed)
    })
}

/// A knob's value, if the contract has one.
fn said(language: Language, contract: &Contract, knob: Knob) -> Option<String> {
    let words = words(language);
    Some(match knob {
        Knob::Carrier => {
            let template = match contract.carrier.kind {
                CarrierKind::Header => words.header,
                CarrierKind::BodyField => words.body_field,
                CarrierKind::Param => words.param,
                CarrierKind::Directive => words.directive,
                CarrierKind::Derived => words.derived,
            };
            with(language, template, "name", &contract.carrier.name)
        }
        Knob::Methods => {
            let method = |method: &str| match method {
                "listed actions" => words.listed_actions.to_owned(),
                "any invocation" => words.any_invocation.to_owned(),
                "any request message" => words.any_request_message.to_owned(),
                "listed mutations" => words.listed_mutations.to_owned(),
                other => other.to_owned(),
            };
            contract.methods.iter().map(|it| method(it)).collect::<Vec<_>>().join(words.plus)
        }
        Knob::KeyPolicy => key_policy(language, &contract.key_policy),
        Knob::Scope => {
            let parts = contract.scope.as_ref()?.iter().map(|part| scope_part(language, *part));
            let parts: Vec<_> = parts.collect();
            if parts.is_empty() { words.one_scope.to_owned() } else { parts.join(words.plus) }
        }
        Knob::Fingerprint => fingerprint(language, contract.fingerprint?).to_owned(),
        Knob::Mismatch => {
            let rule = contract.mismatch.as_ref()?;
            mismatch(language, rule.does, &rule.answer)
        }
        Knob::InFlight => {
            let rule = contract.in_flight.as_ref()?;
            let mut parts = vec![in_flight(language, rule.does, &rule.answer)];
            let lease = rule.lease.map(|lease| names::duration(language, lease));
            parts.extend(lease.map(|lease| with(language, words.lease, "dur", lease)));
            parts.join(words.list_comma)
        }
        Knob::Stores => stores(language, contract),
        Knob::FailedWork => failed_work(language, contract.failed_work?).to_owned(),
        Knob::Replay => {
            let rule = &contract.replay;
            let mut parts = vec![replay(language, rule.mode).to_owned()];
            parts.extend(rule.status.map(|status| with(language, words.with_status, "status", status)));
            parts.extend(rule.code.as_ref().map(|code| with(language, words.with_code, "code", code)));
            parts.extend(rule.marker.as_ref().map(|marker| with(language, words.marked, "marker", marker)));
            parts.extend((rule.marks_first && rule.marker.is_some()).then(|| words.marks_first.to_owned()));
            parts.join(words.list_comma)
        }
        Knob::Retention => retention(language, contract),
        Knob::AfterExpiry => after_expiry(language, contract.after_expiry?),
    })
}

fn key_policy(language: Language, rules: &KeyRules) -> String {
    let words = words(language);
    let mut parts = vec![presence(language, rules.presence).to_owned()];
    let number = |name: &'static str, number: u16| (name, Value::Count(number.into()));
    parts.extend(match (rules.min.filter(|min| *min > 1), rules.max) {
        (None, None) => None,
        (Some(min), None) => Some(plain(&render(language, words.at_least, &[number("min", min)]), language)),
        (None, Some(max)) => Some(with(language, words.at_most, "max", max)),
        (Some(min), Some(max)) => {
            let slots = [number("min", min), number("max", max)];
            Some(plain(&render(language, words.between, &slots), language))
        }
    });
    let format = match rules.format {
        KeyFormat::Opaque => words.opaque,
        KeyFormat::Ascii => words.ascii,
        KeyFormat::Uuid4 => words.uuid4,
        KeyFormat::Guid => words.guid,
        KeyFormat::SfString => words.sf_string,
        KeyFormat::Md5 => words.md5,
    };
    parts.push(format.to_owned());
    parts.extend(rules.missing_status.map(|status| with(language, words.missing_status, "status", status)));
    parts.extend(rules.bad_status.map(|status| with(language, words.bad_status, "status", status)));
    parts.join(words.list_comma)
}

/// What is stored, what is not, and what nobody says, with what runs do then.
fn stores(language: Language, contract: &Contract) -> String {
    let words = words(language);
    let of = |wanted: &dyn Fn(Class, Option<Store>) -> bool| -> Vec<&'static str> {
        let classes = Class::ALL.into_iter().filter(|it| wanted(*it, it.of(contract)));
        classes.map(|it| class(language, it)).collect()
    };
    let crash = contract.stores.crash;
    let mut pinned = of(&|_, said| said == Some(Store::Pin));
    let mut dropped = of(&|_, said| said == Some(Store::Drop));
    match crash {
        Some(Store::Pin) => pinned.push(words.crash),
        Some(Store::Drop) => dropped.push(words.crash),
        None => {}
    }
    let groups = [
        (words.pinned, pinned),
        (words.dropped, dropped),
        (words.assumed_pinned, of(&|it, said| said.is_none() && it.assumed() == Store::Pin)),
        (words.assumed_dropped, of(&|it, said| said.is_none() && it.assumed() == Store::Drop)),
        (words.unsaid_classes, if crash.is_none() { vec![words.crash] } else { Vec::new() }),
    ];
    let groups = groups.into_iter().filter(|(_, classes)| !classes.is_empty());
    let groups =
        groups.map(|(template, classes)| with(language, template, "classes", classes.join(words.plus)));
    groups.collect::<Vec<_>>().join(words.list_comma)
}

fn retention(language: Language, contract: &Contract) -> String {
    let words = words(language);
    let rule = contract.retention;
    let promised = names::duration(language, contract.promised());
    let template = match rule.kind {
        RetentionKind::AtLeast => words.r_at_least,
        RetentionKind::Fixed => words.r_fixed,
        RetentionKind::PerApi => words.r_per_api,
        RetentionKind::ResourceLifetimePlus => words.r_lifetime,
        RetentionKind::PublishedByServer => words.r_published,
        RetentionKind::Unpublished => words.r_unpublished,
    };
    let is_open = matches!(rule.kind, RetentionKind::PublishedByServer | RetentionKind::Unpublished);
    let mut parts = vec![with(language, template, "dur", &promised)];
    match rule.keeps {
        Some(_) if is_open => parts.push(with(language, words.r_fixed, "dur", &promised)),
        None => parts.push(with(language, words.r_assumed, "dur", &promised)),
        Some(_) => {}
    }
    match rule.clock {
        Some(start) => parts.push(clock(language, start).to_owned()),
        None if rule.kind == RetentionKind::ResourceLifetimePlus => {}
        None => parts.push(words.clock_unsaid.to_owned()),
    }
    parts.join(words.list_comma)
}
