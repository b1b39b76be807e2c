//! The `script` and `faults` of a scenario file.

use std::collections::BTreeSet;

use super::fields::{Fields, Reader};
use super::{Parsed, client_ids};
use crate::sim::json::Located;
use crate::sim::limits;
use crate::sim::problem::Wanted;
use crate::sim::scenario::{Action, Body, Client, Direction, FailAt, Fault, FaultKind, Keep, Point, Step};
use crate::sim::time::Millis;

/// Points that a crash can follow (`rules.md` §5).
const CRASH_POINTS: [(&str, Point); 8] = [
    ("after-receive", Point::Receive),
    ("after-validate", Point::Validate),
    ("after-look-up", Point::LookUp),
    ("after-claim", Point::Claim),
    ("after-effect", Point::Effect),
    ("after-record", Point::Record),
    ("after-commit", Point::Commit),
    ("after-respond", Point::Respond),
];

pub(super) fn script(reader: &Reader<'_>, value: &Located, clients: &[Client]) -> Parsed<Vec<Step>> {
    let items = reader.list("script", value)?;
    reader.count("script", value, items.len(), 0, limits::STEPS)?;
    let mut steps: Vec<Step> = Vec::with_capacity(items.len());
    let mut with_body: BTreeSet<(u8, String)> = BTreeSet::new();
    for (n, item) in items.iter().enumerate() {
        let not_before = steps.last().map_or(Millis::ZERO, |step| step.at);
        let step = step(reader, &format!("script[{n}]"), item, clients, not_before)?;
        match &step.action {
            Action::Send { intent, body, .. } => {
                let is_known = !with_body.insert((step.client, intent.clone()));
                if body.is_none() && !is_known {
                    let found = format!("a send of \"{intent}\" without a body");
                    let path = format!("script[{n}]");
                    return Err(reader.problem(item.offset, &path, &found, Wanted::BodyForIntent));
                }
            }
            Action::Wait => {}
            Action::Reload => {
                if clients[usize::from(step.client)].keep == Keep::Memory {
                    with_body.retain(|(client, _)| *client != step.client);
                }
            }
        }
        steps.push(step);
    }
    Ok(steps)
}

fn step(
    reader: &Reader<'_>,
    path: &str,
    item: &Located,
    clients: &[Client],
    not_before: Millis,
) -> Parsed<Step> {
    let all = ["at", "client", "do", "intent", "body", "body_text", "key"];
    let fields = reader.fields(path, item, &all)?;
    let at_value = fields.required("at")?;
    let at = reader.duration(&fields.path("at"), at_value)?;
    if at < not_before {
        let found = reader.glimpse(at_value.offset);
        return Err(reader.problem(at_value.offset, &fields.path("at"), &found, Wanted::TimeOrder));
    }
    let client = reader.client(&fields.path("client"), fields.required("client")?, clients)?;
    let names = [("send", None), ("reload", Some(false)), ("wait", Some(true))];
    if let Some(is_wait) = reader.name(&fields.path("do"), fields.required("do")?, &names)? {
        reader.fields(path, item, &["at", "client", "do"])?;
        return Ok(Step { at, client, action: if is_wait { Action::Wait } else { Action::Reload } });
    }
    let intent_value = fields.required("intent")?;
    let intent = reader.text(&fields.path("intent"), intent_value)?;
    reader.id(&fields.path("intent"), intent_value.offset, intent)?;
    let key = fields.get("key").map(|value| reader.key(&fields.path("key"), value)).transpose()?;
    let body = match body_text(reader, &fields)? {
        Some((text, verbatim)) => Some(Body { text: text.into(), verbatim }),
        None => None,
    };
    Ok(Step { at, client, action: Action::Send { intent: intent.to_owned(), body, key } })
}

/// The text that `body` (compact) or `body_text` stands for, and whether it was given as text.
pub(super) fn body_text(reader: &Reader<'_>, fields: &Fields<'_>) -> Parsed<Option<(String, bool)>> {
    let (body, text) = (fields.get("body"), fields.get("body_text"));
    match (body, text) {
        (Some(_), Some(value)) => {
            let wanted = Wanted::NotBoth("body", "body_text");
            Err(reader.problem(value.offset, &fields.path("body_text"), "both", wanted))
        }
        (Some(value), None) => {
            reader.no_repeats(&fields.path("body"), value)?;
            let mut compact = String::new();
            value.node.write(&mut compact);
            Ok(Some((compact, false)))
        }
        (None, Some(value)) => Ok(Some((reader.text(&fields.path("body_text"), value)?.to_owned(), true))),
        (None, None) => Ok(None),
    }
}

pub(super) fn faults(reader: &Reader<'_>, value: &Located, clients: &[Client]) -> Parsed<Vec<Fault>> {
    let items = reader.list("faults", value)?;
    reader.count("faults", value, items.len(), 0, limits::FAULTS)?;
    let read = |(n, item)| fault(reader, &format!("faults[{n}]"), item, clients);
    items.iter().enumerate().map(read).collect()
}

fn fault(reader: &Reader<'_>, path: &str, item: &Located, clients: &[Client]) -> Parsed<Fault> {
    const ALL: [&str; 10] =
        ["lose", "delay", "duplicate", "fail", "crash", "of", "by", "after", "status", "restart"];
    let fields = reader.fields(path, item, &ALL)?;
    let kinds = &ALL[..5];
    let Some(kind_name) = kinds.iter().find(|name| fields.get(name).is_some()) else {
        return Err(reader.problem(item.offset, path, "a fault without a kind", Wanted::Field(own(kinds))));
    };
    let extra: &[&str] = match *kind_name {
        "delay" => &["by"],
        "duplicate" => &["after"],
        "fail" => &["status"],
        "crash" => &["restart"],
        _ => &[],
    };
    let mut known = vec![*kind_name, "of"];
    known.extend(extra);
    let fields = reader.fields(path, item, &known)?;
    let of_value = fields.required("of")?;
    let of_text = reader.text(&fields.path("of"), of_value)?;
    let of = reader.attempt(&fields.path("of"), of_value.offset, of_text, clients)?;
    let kind_path = fields.path(kind_name);
    let kind_value = fields.required(kind_name)?;
    let messages = [("request", Direction::Request), ("response", Direction::Response)];
    let duration = |name: &'static str| reader.duration(&fields.path(name), fields.required(name)?);
    let kind = match *kind_name {
        "lose" => FaultKind::Lose(reader.name(&kind_path, kind_value, &messages)?),
        "delay" => {
            FaultKind::Delay { message: reader.name(&kind_path, kind_value, &messages)?, by: duration("by")? }
        }
        "duplicate" => {
            reader.name(&kind_path, kind_value, &messages[..1])?;
            FaultKind::Duplicate { after: duration("after")? }
        }
        "fail" => {
            let moments = [("before-effect", FailAt::BeforeEffect), ("after-effect", FailAt::AfterEffect)];
            let at = reader.name(&kind_path, kind_value, &moments)?;
            let status = match fields.get("status") {
                Some(value) => reader.whole(&fields.path("status"), value, 500, 599)? as u16,
                None => 500,
            };
            FaultKind::Fail { at, status }
        }
        _ => FaultKind::Crash {
            after: reader.name(&kind_path, kind_value, &CRASH_POINTS)?,
            restart: duration("restart")?,
        },
    };
    Ok(Fault { of, kind })
}

/// The ids of a file's clients, for messages.
pub(super) fn ids(clients: &[Client]) -> Vec<String> {
    client_ids(clients)
}

fn own(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
