//! The `script` and `faults` of a scenario file.

use super::fields::{
    Fields, Parsed, attempt, client, duration, found, id, key, list, name, no_repeats, text, whole, wrong,
};
use crate::sim::json::Located;
use crate::sim::limits;
use crate::sim::problem::Wanted;
use crate::sim::scenario::{Action, Body, Client, Direction, FailAt, Fault, FaultKind, Keep, Point, Step};
use crate::sim::time::Millis;

/// Points that a crash can follow (`rules.md` §5), as files spell them.
const CRASHES: [(&str, Point); 8] = [
    ("after-receive", Point::Receive),
    ("after-validate", Point::Validate),
    ("after-look-up", Point::LookUp),
    ("after-claim", Point::Claim),
    ("after-effect", Point::Effect),
    ("after-record", Point::Record),
    ("after-commit", Point::Commit),
    ("after-respond", Point::Respond),
];

pub(super) fn script(value: &Located, clients: &[Client]) -> Parsed<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut with_body: Vec<(u8, String)> = Vec::new();
    for item in list(value, 0, limits::STEPS)? {
        let not_before = steps.last().map_or(Millis::ZERO, |step| step.at);
        let step = step(item, clients, not_before)?;
        match &step.action {
            Action::Send { intent, body, .. } => {
                let known = (step.client, intent.clone());
                if !with_body.contains(&known) {
                    if body.is_none() {
                        let said = format!("a send of \"{intent}\" without a body");
                        return found(item.offset, said, Wanted::BodyForIntent);
                    }
                    with_body.push(known);
                }
            }
            Action::Reload if clients[usize::from(step.client)].keep == Keep::Memory => {
                with_body.retain(|(client, _)| *client != step.client);
            }
            Action::Reload | Action::Wait => {}
        }
        steps.push(step);
    }
    Ok(steps)
}

fn step(item: &Located, clients: &[Client], not_before: Millis) -> Parsed<Step> {
    let fields = Fields::of(item, &["at", "client", "do", "intent", "body", "body_text", "key"])?;
    let at_value = fields.required("at")?;
    let at = duration(at_value)?;
    if at < not_before {
        return wrong(at_value.offset, Wanted::TimeOrder);
    }
    let client = client(fields.required("client")?, clients)?;
    let kind = name(fields.required("do")?, &["send", "reload", "wait"])?;
    if kind > 0 {
        Fields::of(item, &["at", "client", "do"])?;
        return Ok(Step { at, client, action: if kind == 1 { Action::Reload } else { Action::Wait } });
    }
    let intent_value = fields.required("intent")?;
    let intent = text(intent_value)?;
    id(intent_value.offset, intent)?;
    let mut literal_key = None;
    if let Some(value) = fields.get("key") {
        literal_key = Some(key(value)?);
    }
    let body = body_text(&fields)?.map(|(text, verbatim)| Body { text: text.into(), verbatim });
    Ok(Step { at, client, action: Action::Send { intent: intent.to_owned(), body, key: literal_key } })
}

/// The text that `body` (compact) or `body_text` stands for, and whether it was given as text.
pub(super) fn body_text(fields: &Fields<'_>) -> Parsed<Option<(String, bool)>> {
    match (fields.get("body"), fields.get("body_text")) {
        (Some(_), Some(value)) => {
            found(value.offset, "both".to_owned(), Wanted::NotBoth("body", "body_text"))
        }
        (Some(value), None) => {
            no_repeats(value)?;
            let mut compact = String::new();
            value.node.write(&mut compact);
            Ok(Some((compact, false)))
        }
        (None, Some(value)) => Ok(Some((text(value)?.to_owned(), true))),
        (None, None) => Ok(None),
    }
}

pub(super) fn fault(item: &Located, clients: &[Client]) -> Parsed<Fault> {
    const ALL: [&str; 10] =
        ["lose", "delay", "duplicate", "fail", "crash", "of", "by", "after", "status", "restart"];
    /// The further field of each kind, in the order of `ALL`.
    const MORE: [&str; 5] = ["of", "by", "after", "status", "restart"];
    let fields = Fields::of(item, &ALL)?;
    let kind = ALL[..5].iter().position(|name| fields.get(name).is_some());
    let Some(kind) = kind else {
        let kinds = ALL[..5].iter().map(|name| (*name).to_owned()).collect();
        return found(item.offset, "a fault without a kind".to_owned(), Wanted::Field(kinds));
    };
    let mut known = vec![ALL[kind], "of"];
    if kind > 0 {
        known.push(MORE[kind]);
    }
    let fields = Fields::of(item, &known)?;
    let of_value = fields.required("of")?;
    let of = attempt(of_value.offset, text(of_value)?, clients)?;
    let value = fields.required(ALL[kind])?;
    let message = |value: &Located| -> Parsed<Direction> {
        let is_response = name(value, &["request", "response"])? == 1;
        Ok(if is_response { Direction::Response } else { Direction::Request })
    };
    let kind = match kind {
        0 => FaultKind::Lose(message(value)?),
        1 => FaultKind::Delay { message: message(value)?, by: duration(fields.required("by")?)? },
        2 => {
            name(value, &["request"])?;
            FaultKind::Duplicate { after: duration(fields.required("after")?)? }
        }
        3 => {
            let is_after = name(value, &["before-effect", "after-effect"])? == 1;
            let at = if is_after { FailAt::AfterEffect } else { FailAt::BeforeEffect };
            let mut status = 500;
            if let Some(value) = fields.get("status") {
                status = whole(value, 500, 599)? as u16;
            }
            FaultKind::Fail { at, status }
        }
        _ => {
            let after = CRASHES[name(value, &CRASHES.map(|(name, _)| name))?].1;
            FaultKind::Crash { after, restart: duration(fields.required("restart")?)? }
        }
    };
    Ok(Fault { of, kind })
}
