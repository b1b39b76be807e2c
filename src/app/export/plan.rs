//! What a test outside the simulation can do of a run, and what it may demand of the answers.
//!
//! A test sends requests one after another over a network that works, to a service that nobody crashes. So of a run's
//! attempts some are not sent (they were lost on their way there), and of those that are sent some answers are not judged
//! (the run's client never heard them, or they hang on what a test cannot make happen). Whatever is demanded is what the
//! run's **contract** promises: the engine gives the same requests, one after another, to a service that is soundly
//! built under that contract. Deliberately absent: any text.
//!
//! Decided here:
//!
//! - A retention that is a floor promises nothing about what comes after it, and whether a field that is left out is its
//!   default is nobody's promise: an answer is demanded only where all services that keep the contract give the same.
//! - An answer that rests on what the contract does not document is not demanded.
//! - Where the run's own service, given the same requests one after another, answers otherwise than the contract
//!   promises, the promise is demanded all the same: the test is there to find that.
//! - A short pause is waited for. A long one is not; a request whose promised answer depends on it is left to the reader,
//!   who can move a service's clock.

mod promise;

use super::request::{request, step_of};
use crate::sim::contract::CarrierKind;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::{Action, AskBy, AttemptId, Body, Direction, Endpoint, Step};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, EventKind, EventSeq, Wider};
use promise::Promises;

/// The longest pause that a test waits for.
pub const LONGEST_PAUSE: Millis = Millis(1_000);

/// One attempt of the run, in send order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which.
    pub attempt: AttemptId,
    /// What a test does about it.
    pub part: Part,
}

/// What a test does about an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is not sent.
    Left(Left),
    /// It is sent.
    Sent(Sent),
}

/// Why an attempt is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// The request was lost on its way.
    Lost,
    /// The connection was refused.
    Refused,
    /// The service was down.
    Down,
    /// It had not arrived when the run ended.
    Underway,
    /// Its key or its header cannot stand in an HTTP message as it is.
    Unspeakable,
}

/// A request that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// When it arrived in the run.
    pub arrived: Millis,
    /// How long the run paused between the end of the request before and this one.
    pub pause: Millis,
    /// Whether another request of the run was at work when it arrived.
    pub at_once: bool,
    /// Whether the promised answer depends on a pause that a test does not wait for.
    pub needs_pause: bool,
    /// What the contract promises, and whether it is a replay.
    pub promise: Option<(Answer, bool)>,
    /// How the answer is judged.
    pub judged: Judged,
}

/// How an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It must be what is promised, as it was in the run.
    AsHeard,
    /// It must be what is promised; the run's service answers otherwise.
    AsPromised,
    /// Not at all: the client heard nothing.
    Unheard,
    /// Not at all: the run's answer hangs on two requests at once.
    AtOnce,
    /// Not at all: the run's answer hangs on something that went wrong inside the service.
    Fault,
    /// Not at all: the contract does not say.
    Undocumented,
}

impl Judged {
    /// Whether anything is demanded of the answer.
    #[must_use]
    pub const fn is_demanded(self) -> bool {
        matches!(self, Judged::AsHeard | Judged::AsPromised)
    }
}

/// What a test can do of a run.
#[must_use]
pub fn of(run: &Run) -> Vec<Entry> {
    let parts: Vec<Result<Millis, Left>> =
        run.end.attempts.iter().map(|attempt| arrives(run, attempt)).collect();
    let sent: Vec<(usize, Millis)> =
        parts.iter().enumerate().filter_map(|(n, part)| Some((n, part.ok()?))).collect();
    let at_once = at_once(run);
    let promises = Promises::of(run, &sent);
    let attempts: Vec<_> = sent.iter().map(|(n, _)| (&run.end.attempts[*n], at_once[*n])).collect();
    let judged = promises.judged(&attempts);
    let mut entries = Vec::new();
    let mut place = 0;
    let mut before: Option<&AttemptState> = None;
    for ((attempt, part), at_once) in run.end.attempts.iter().zip(parts).zip(at_once) {
        let part = match part {
            Err(left) => Part::Left(left),
            Ok(arrived) => {
                let sent = Sent {
                    arrived,
                    pause: pause(run, before, attempt),
                    at_once,
                    needs_pause: promises.needs_pause.contains(&place),
                    promise: promises.promised.get(place).cloned().flatten(),
                    judged: judged[place],
                };
                place += 1;
                before = Some(attempt);
                Part::Sent(sent)
            }
        };
        entries.push(Entry { attempt: attempt.id, part });
    }
    entries
}

/// When an attempt's request first came to a service that is up, or why a test does not send it.
fn arrives(run: &Run, attempt: &AttemptState) -> Result<Millis, Left> {
    if !is_speakable(run, attempt) {
        return Err(Left::Unspeakable);
    }
    let of_attempt = || run.trace.events.iter().filter(|event| event.attempt == Some(attempt.id));
    if let Some(event) = of_attempt().find(|event| matches!(event.kind, EventKind::Arrived { .. })) {
        return Ok(event.at);
    }
    let has = |fits: fn(&EventKind) -> bool| of_attempt().any(|event| fits(&event.kind));
    Err(if has(|kind| matches!(kind, EventKind::Wider(Wider::ConnectionRefused))) {
        Left::Refused
    } else if has(|kind| matches!(kind, EventKind::ArrivedWhileDown { .. })) {
        Left::Down
    } else if has(|kind| matches!(kind, EventKind::Lost { message: Direction::Request })) {
        Left::Lost
    } else {
        Left::Underway
    })
}

/// Whether a request can be sent as it is: names of headers and parameters are tokens, header values have no control characters and no
/// blank at an end, and a key that stands in the body has a body that it can stand in.
fn is_speakable(run: &Run, attempt: &AttemptState) -> bool {
    let request = request(run, attempt);
    let is_token = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let is_value = |value: &str| value.trim() == value && !value.contains(|c: char| c.is_control());
    let headers = request.headers.iter().all(|(name, value)| is_token(name) && is_value(value));
    let is_json = || crate::sim::json::read(&attempt.body_text).is_ok();
    let body = match run.scenario.service.contract.carrier.kind {
        CarrierKind::BodyField if attempt.to != Endpoint::Ask && attempt.key.is_some() => {
            is_json() && attempt.body_text.starts_with('{')
        }
        CarrierKind::Directive if attempt.to != Endpoint::Ask => is_json(),
        _ => true,
    };
    headers && request.query.iter().all(|(name, _)| is_token(name)) && body
}

/// Of each attempt whether an earlier one had no answer yet when this one arrived, and got one later.
fn at_once(run: &Run) -> Vec<bool> {
    let mut spans: Vec<(Option<EventSeq>, Option<EventSeq>)> = vec![(None, None); run.end.attempts.len()];
    for event in &run.trace.events {
        let place = run.end.attempts.iter().position(|attempt| Some(attempt.id) == event.attempt);
        let Some(span) = place.and_then(|place| spans.get_mut(place)) else { continue };
        match event.kind {
            EventKind::Arrived { .. } => span.0 = span.0.or(Some(event.seq)),
            EventKind::Replied { .. } => span.1 = span.1.or(Some(event.seq)),
            _ => {}
        }
    }
    let is_within = |arrived: EventSeq| {
        let mut others = spans.iter().filter_map(|(came, replied)| Some(((*came)?, (*replied)?)));
        others.any(|(came, replied)| came < arrived && arrived < replied)
    };
    spans.iter().map(|(came, _)| came.is_some_and(is_within)).collect()
}

/// From when the client was done with the request before until this one was sent.
fn pause(run: &Run, before: Option<&AttemptState>, attempt: &AttemptState) -> Millis {
    let Some(before) = before else { return Millis::ZERO };
    let is_end = |kind: &EventKind| matches!(kind, EventKind::Heard { .. } | EventKind::TimedOut { .. });
    let mut events = run.trace.events.iter().filter(|event| event.attempt == Some(before.id));
    let end = events.find(|event| is_end(&event.kind)).map_or(before.sent, |event| event.seq);
    let at = |seq| run.trace.event(seq).map_or(Millis::ZERO, |event| event.at);
    at(attempt.sent).minus(at(end))
}

/// An attempt as a step of its own, with everything that it carries.
#[must_use]
pub fn step(run: &Run, attempt: &AttemptState, at: Millis) -> Step {
    let intent = run.trace.intents.get(usize::from(attempt.intent)).cloned().unwrap_or_default();
    let step = step_of(run, attempt).map(|step| &step.action);
    let action = match step {
        _ if attempt.to == Endpoint::Ask => {
            let by = if let Some(Action::Ask { by, .. }) = step { *by } else { AskBy::Key };
            Action::Ask { intent, by }
        }
        _ => {
            let (replica, region) = match step {
                Some(Action::Send { replica, region, .. }) => (*replica, region.clone()),
                _ => (None, None),
            };
            let body = Some(Body { text: attempt.body_text.clone(), verbatim: true });
            let key = attempt.key.map(|key| run.trace.key_text(key).to_owned());
            Action::Send { intent, body, key, to: attempt.to, replica, region }
        }
    };
    Step { at, client: attempt.id.client, action }
}
