//! The `script` and `faults` of a scenario file.

use super::fields::{
    Fields, Parsed, attempt, client, duration, found, id, key, list, name, no_repeats, text, whole, wrong,
};
use crate::sim::build::Recipe;
use crate::sim::json::{Located, Node};
use crate::sim::limits;
use crate::sim::problem::Wanted;
use crate::sim::scenario::{
    Action, AskBy, Body, Client, ClientMoment, Direction, Endpoint, FailAt, Fault, FaultKind, Keep, Persists,
    Point, Step,
};
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
            _ => {}
        }
        steps.push(step);
    }
    says_bodies(value, clients, &|index| clients[index].persists != Persists::BeforeSend)?;
    Ok(steps)
}

fn step(item: &Located, clients: &[Client], not_before: Millis) -> Parsed<Step> {
    const SEND: [&str; 10] =
        ["at", "client", "do", "intent", "body", "body_text", "key", "to", "replica", "region"];
    const DOES: [&str; 5] = ["send", "reload", "wait", "ask", "deploy"];
    let mut known = SEND.to_vec();
    known.extend(["by", "recipe"]);
    let fields = Fields::of(item, &known)?;
    let at_value = fields.required("at")?;
    let at = duration(at_value)?;
    if at < not_before {
        return wrong(at_value.offset, Wanted::TimeOrder);
    }
    let does = name(fields.required("do")?, &DOES)?;
    let known: &[&str] = match does {
        0 => &SEND,
        3 => &["at", "client", "do", "intent", "by"],
        4 => &["at", "do", "recipe"],
        _ => &SEND[..3],
    };
    let fields = Fields::of(item, known)?;
    if does == 4 {
        let recipe = Recipe::ALL[name(fields.required("recipe")?, Recipe::NAMES)?];
        return Ok(Step { at, client: 0, action: Action::Deploy(recipe) });
    }
    let client = client(fields.required("client")?, clients)?;
    let action = match does {
        1 => Action::Reload,
        2 => Action::Wait,
        3 => {
            let by = AskBy::ALL[name(fields.required("by")?, AskBy::NAMES)?];
            Action::Ask { intent: intent(&fields)?, by }
        }
        _ => send(&fields)?,
    };
    Ok(Step { at, client, action })
}

fn intent(fields: &Fields<'_>) -> Parsed<String> {
    let value = fields.required("intent")?;
    let intent = text(value)?;
    id(value.offset, intent)?;
    Ok(intent.to_owned())
}

fn send(fields: &Fields<'_>) -> Parsed<Action> {
    let intent = intent(fields)?;
    let mut literal_key = None;
    if let Some(value) = fields.get("key") {
        literal_key = Some(key(value)?);
    }
    let body = body_text(fields)?.map(|(text, verbatim)| Body { text: text.into(), verbatim });
    // A question is a step of its own, so that the last endpoint cannot be sent to.
    let to = Endpoint::ALL[fields.one_of("to", &Endpoint::NAMES[..3])?];
    let mut replica = None;
    if let Some(value) = fields.get("replica") {
        replica = Some(whole(value, 1, u64::from(limits::REPLICAS))? as u8);
    }
    let mut region = None;
    if let Some(value) = fields.get("region") {
        id(value.offset, text(value)?)?;
        region = Some(text(value)?.to_owned());
    }
    Ok(Action::Send { intent, body, key: literal_key, to, replica, region })
}

/// Refuses a send without a body of a client that may have lost it in a way that [`script`] cannot foresee.
pub(super) fn bodies_after_deaths(value: &Located, clients: &[Client], faults: &[Fault]) -> Parsed<()> {
    let may_die = |index: usize| {
        let is_aimed = |fault: &Fault| {
            usize::from(fault.of.client) == index && matches!(fault.kind, FaultKind::ClientCrash(_))
        };
        clients[index].keep == Keep::Memory && faults.iter().any(is_aimed)
    };
    says_bodies(value, clients, &may_die)
}

/// Refuses a send without a body of these clients.
fn says_bodies(value: &Located, clients: &[Client], must: &dyn Fn(usize) -> bool) -> Parsed<()> {
    for item in list(value, 0, limits::STEPS)? {
        let Node::Object(members) = &item.node else { continue };
        let get =
            |name: &str| members.iter().find(|member| member.name == name).map(|member| &member.value.node);
        let sends = matches!(get("do"), Some(Node::Text(does)) if does == "send");
        let is_said = get("body").is_some() || get("body_text").is_some();
        let who = match get("client") {
            Some(Node::Text(id)) => clients.iter().position(|client| client.id == *id),
            _ => None,
        };
        if sends && !is_said && who.is_some_and(must) {
            let said = "a send without a body".to_owned();
            return found(item.offset, said, Wanted::BodyForIntent);
        }
    }
    Ok(())
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

/// The kinds of faults by the field that names them, with the further fields of each.
const FAULTS: [(&str, &[&str]); 10] = [
    ("lose", &[]),
    ("delay", &["by"]),
    ("duplicate", &["after"]),
    ("fail", &["status", "raised"]),
    ("crash", &["restart", "loses"]),
    ("refuse", &[]),
    ("limit", &[]),
    ("stall", &["for"]),
    ("crash_client", &[]),
    ("redeliver", &["after"]),
];

pub(super) fn fault(item: &Located, clients: &[Client]) -> Parsed<Fault> {
    const MORE: [&str; 8] = ["of", "by", "after", "status", "restart", "raised", "loses", "for"];
    let mut all = FAULTS.map(|(name, _)| name).to_vec();
    all.extend(MORE);
    let fields = Fields::of(item, &all)?;
    let kind = FAULTS.iter().position(|(name, _)| fields.get(name).is_some());
    let Some(kind) = kind else {
        let kinds = FAULTS.iter().map(|(name, _)| (*name).to_owned()).collect();
        return found(item.offset, "a fault without a kind".to_owned(), Wanted::Field(kinds));
    };
    let (kind_name, more) = FAULTS[kind];
    let mut known = vec![kind_name, "of"];
    known.extend(more);
    let fields = Fields::of(item, &known)?;
    let of_value = fields.required("of")?;
    let of = attempt(of_value.offset, text(of_value)?, clients)?;
    let value = fields.required(kind_name)?;
    Ok(Fault { of, kind: fault_kind(kind_name, value, &fields)? })
}

fn fault_kind(kind: &str, value: &Located, fields: &Fields<'_>) -> Parsed<FaultKind> {
    const MESSAGES: [Direction; 2] = [Direction::Request, Direction::Response];
    let message_names = MESSAGES.map(Direction::name);
    let point =
        |value: &Located| -> Parsed<Point> { Ok(CRASHES[name(value, &CRASHES.map(|(name, _)| name))?].1) };
    Ok(match kind {
        "lose" => {
            let lost = name(value, &[message_names[0], message_names[1], "commit-ack"])?;
            MESSAGES.get(lost).map_or(FaultKind::LoseCommitAck, |message| FaultKind::Lose(*message))
        }
        "delay" => {
            let message = MESSAGES[name(value, &message_names)?];
            FaultKind::Delay { message, by: duration(fields.required("by")?)? }
        }
        "duplicate" => {
            name(value, &["request"])?;
            FaultKind::Duplicate { after: duration(fields.required("after")?)? }
        }
        "fail" => {
            let is_after = name(value, &["before-effect", "after-effect"])? == 1;
            let at = if is_after { FailAt::AfterEffect } else { FailAt::BeforeEffect };
            let status = fields.whole("status", 500, 400, 599)? as u16;
            FaultKind::Fail { at, status, raised: fields.boolean("raised")? }
        }
        "refuse" => name(value, &["connection"]).map(|_| FaultKind::Refuse)?,
        "limit" => name(value, &["request"]).map(|_| FaultKind::Limit)?,
        "stall" => FaultKind::Stall { after: point(value)?, length: duration(fields.required("for")?)? },
        "crash_client" => FaultKind::ClientCrash(ClientMoment::ALL[name(value, ClientMoment::NAMES)?]),
        "redeliver" => {
            name(value, &["message"])?;
            FaultKind::Redeliver { after: duration(fields.required("after")?)? }
        }
        _ => FaultKind::Crash {
            after: point(value)?,
            restart: duration(fields.required("restart")?)?,
            loses: fields.duration("loses", Millis::ZERO)?,
        },
    })
}
