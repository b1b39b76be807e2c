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
//! - A retention that is a floor promises nothing about what comes after it: an answer is demanded only where a service
//!   that keeps its records for ever gives the same.
//! - An answer that rests on what the contract does not document is not demanded.
//! - Where the run's own service, given the same requests one after another, answers otherwise than the contract
//!   promises, the promise is demanded all the same: the test is there to find that.
//! - A short pause is waited for. A long one is not; a request whose promised answer depends on it is left to the reader,
//!   who can move a service's clock.

use std::rc::Rc;

use super::request::{request, step_of};
use crate::sim::build::Build;
use crate::sim::contract::{CarrierKind, Knob, RetentionKind};
use crate::sim::limits::HORIZON;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::{
    Action, AskBy, AttemptId, Body, Client, Direction, EffectPlace, Endpoint, Keep, KeyPolicy, Scenario,
    Service, Step, WriteOrder,
};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, Event, EventKind, EventSeq, Meaning, Wider};

/// The longest pause that a test waits for.
pub const LONGEST_PAUSE: Millis = Millis(1_000);
/// How often it is looked again which requests depend on a long pause.
const ROUNDS: u32 = 8;

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
    let runs = Promises::of(run, &sent);
    let mut entries = Vec::new();
    let mut place = 0;
    let mut before: Option<&AttemptState> = None;
    for (attempt, part) in run.end.attempts.iter().zip(parts) {
        let part = match part {
            Err(left) => Part::Left(left),
            Ok(arrived) => {
                let sent = Sent {
                    arrived,
                    pause: pause(run, before, attempt),
                    at_once: at_once(run, attempt),
                    needs_pause: runs.needs_pause.contains(&place),
                    promise: runs.promised.get(place).cloned().flatten(),
                    judged: runs.judged(run, attempt, place),
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

/// Whether a request can be sent as it is: header names are tokens, header values have no control characters and no
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
    headers && body
}

fn seq_of(run: &Run, attempt: AttemptId, fits: fn(&EventKind) -> bool) -> Option<EventSeq> {
    let event = run.trace.events.iter().find(|event| event.attempt == Some(attempt) && fits(&event.kind));
    event.map(|event| event.seq)
}

/// Whether an earlier attempt had no answer yet when this one arrived, and got one later.
fn at_once(run: &Run, attempt: &AttemptState) -> bool {
    let arrived = seq_of(run, attempt.id, |kind| matches!(kind, EventKind::Arrived { .. }));
    let Some(arrived) = arrived else { return false };
    run.end.attempts.iter().filter(|other| other.id != attempt.id).any(|other| {
        let came = seq_of(run, other.id, |kind| matches!(kind, EventKind::Arrived { .. }));
        let replied = seq_of(run, other.id, |kind| matches!(kind, EventKind::Replied { .. }));
        came.is_some_and(|came| came < arrived) && replied.is_some_and(|replied| replied > arrived)
    })
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

/// What the engine says of the same requests, one after another.
struct Promises {
    /// What the contract promises, per sent request.
    promised: Vec<Option<(Answer, bool)>>,
    /// What the run's own service answers.
    own: Vec<Option<(Answer, bool)>>,
    /// Which requests depend on a long pause.
    needs_pause: Vec<usize>,
}

impl Promises {
    fn of(run: &Run, sent: &[(usize, Millis)]) -> Promises {
        let sound = sound(run);
        let times = spread(run, sent);
        let all: Vec<usize> = (0..sent.len()).collect();
        let promised_run = sequence(run, sent, &all, &times, sound.clone());
        let mut promised = answers(&promised_run, &all);
        let kind = run.scenario.service.contract.retention.kind;
        if kind != RetentionKind::Fixed {
            let kept = Service { kept_longer: HORIZON, ..sound.clone() };
            let for_ever = answers(&sequence(run, sent, &all, &times, kept), &all);
            for (promise, other) in promised.iter_mut().zip(for_ever) {
                if *promise != other {
                    *promise = None;
                }
            }
        }
        let own = run.scenario.service.clone();
        let own = answers(&sequence(run, sent, &all, &times, own), &all);
        let needs_pause = needs_pause(run, sent, &promised, &sound);
        for (n, promise) in promised.iter_mut().enumerate() {
            if promise.as_ref().is_some_and(|promise| is_assumed(&promised_run, n, promise)) {
                *promise = None;
            }
        }
        Promises { promised, own, needs_pause }
    }

    fn judged(&self, run: &Run, attempt: &AttemptState, place: usize) -> Judged {
        let Some(heard) = &attempt.heard else { return Judged::Unheard };
        let Some(Some(promise)) = self.promised.get(place) else { return Judged::Undocumented };
        let same = |a: &(Answer, bool), b: &(Answer, bool)| a.0.same_bytes(&b.0) && a.1 == b.1;
        if same(promise, heard) {
            return Judged::AsHeard;
        }
        match self.own.get(place) {
            Some(Some(own)) if !same(own, promise) => Judged::AsPromised,
            _ if at_once(run, attempt) => Judged::AtOnce,
            _ => Judged::Fault,
        }
    }
}

/// The run's contract, soundly built. What the endpoint takes stays.
fn sound(run: &Run) -> Service {
    let own = &run.scenario.service;
    let build = Build { fields: own.build.fields.clone(), ..Build::default() };
    Service {
        write_order: WriteOrder::ClaimThenCommit,
        effect: EffectPlace::Ledger,
        lease: None,
        kept_longer: Millis::ZERO,
        build,
        ..own.clone()
    }
}

/// The longest that one request takes where nothing is in its way.
fn longest(run: &Run) -> Millis {
    let takes = &run.scenario.service.takes;
    let points = takes.points.iter().fold(Millis::ZERO, |sum, point| sum.plus(*point));
    takes.network.times(2).plus(points).plus(Millis(1))
}

/// When each request is sent: as in the run, or when the one before is done for sure.
fn spread(run: &Run, sent: &[(usize, Millis)]) -> Vec<Millis> {
    let (network, longest) = (run.scenario.service.takes.network, longest(run));
    let mut free = Millis::ZERO;
    let time = |(_, arrived): &(usize, Millis)| {
        let at = arrived.minus(network).max(free);
        free = at.plus(longest);
        at
    };
    sent.iter().map(time).collect()
}

/// Which requests' promised answers depend on pauses that a test does not wait for: with those left out too.
fn needs_pause(
    run: &Run,
    sent: &[(usize, Millis)],
    promised: &[Option<(Answer, bool)>],
    service: &Service,
) -> Vec<usize> {
    let longest = longest(run);
    let mut needs: Vec<usize> = Vec::new();
    for _ in 0..ROUNDS {
        let kept: Vec<usize> = (0..sent.len()).filter(|place| !needs.contains(place)).collect();
        let mut at = Millis::ZERO;
        let mut times = vec![Millis::ZERO; sent.len()];
        let mut before: Option<&AttemptState> = None;
        for place in &kept {
            let attempt = &run.end.attempts[sent[*place].0];
            let pause = pause(run, before, attempt);
            at = at.plus(if pause <= LONGEST_PAUSE { pause } else { Millis::ZERO });
            times[*place] = at;
            at = at.plus(longest);
            before = Some(attempt);
        }
        let hurried = answers(&sequence(run, sent, &kept, &times, service.clone()), &kept);
        let differs = kept
            .iter()
            .zip(hurried)
            .filter(|(place, answer)| promised[**place].is_some() && promised[**place] != *answer);
        let more: Vec<usize> = differs.map(|(place, _)| *place).collect();
        if more.is_empty() {
            return needs;
        }
        // Those behind it may only differ because of it.
        needs.push(more[0]);
        needs.sort_unstable();
    }
    needs
}

/// These requests to a service, one after another, without any fault.
fn sequence(run: &Run, sent: &[(usize, Millis)], which: &[usize], times: &[Millis], service: Service) -> Run {
    let client = |known: &Client| Client {
        key: KeyPolicy::Nothing,
        keep: Keep::Durable,
        keys: Vec::new(),
        timeout: HORIZON,
        retry: None,
        drops_key_on: Vec::new(),
        ..known.clone()
    };
    let script = which.iter().map(|place| step(run, &run.end.attempts[sent[*place].0], times[*place]));
    Run::of(Rc::new(Scenario {
        title: Vec::new(),
        service,
        clients: run.scenario.clients.iter().map(client).collect(),
        script: script.collect(),
        faults: Vec::new(),
        expect: None,
    }))
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

/// What each of these requests was answered. Attempts stand in the order of the script.
fn answers(run: &Run, which: &[usize]) -> Vec<Option<(Answer, bool)>> {
    let answer = |n: usize| {
        let attempt = run.end.attempts.get(n)?;
        run.trace.events.iter().find_map(|event| match &event.kind {
            EventKind::Replied { answer, replay_of, .. } if event.attempt == Some(attempt.id) => {
                Some((answer.clone(), replay_of.is_some()))
            }
            _ => None,
        })
    };
    (0..which.len()).map(answer).collect()
}

/// Whether what this attempt met rests on what nobody documents. A run says so once, so that later answers are judged by
/// the knob that they show.
fn is_assumed(run: &Run, place: usize, promise: &(Answer, bool)) -> bool {
    let Some(attempt) = run.end.attempts.get(place) else { return false };
    let says = |event: &Event| {
        event.attempt == Some(attempt.id) && matches!(event.kind, EventKind::Wider(Wider::Assumed { .. }))
    };
    let had_expired = || {
        let before = run.trace.events.iter().take(attempt.sent as usize);
        before.filter(|event| event.key == attempt.key).any(|event| matches!(event.kind, EventKind::Expired))
    };
    let knobs: &[Knob] = match promise {
        (_, true) => &[Knob::Replay],
        (answer, _) => match answer.meaning {
            Meaning::OtherParameters => &[Knob::Mismatch, Knob::Fingerprint],
            Meaning::InProgress => &[Knob::InFlight],
            Meaning::KeyMissing | Meaning::KeyMalformed => &[Knob::KeyPolicy],
            Meaning::KeyExpired => &[Knob::AfterExpiry],
            Meaning::Created(_) if attempt.key.is_some() && had_expired() => {
                &[Knob::AfterExpiry, Knob::Retention]
            }
            _ => &[],
        },
    };
    let contract = &run.scenario.service.contract;
    run.trace.events.iter().any(says) || knobs.iter().any(|knob| contract.is_assumed(*knob))
}
