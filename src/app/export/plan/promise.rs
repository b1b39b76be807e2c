//! What the engine says of a run's requests when they come one after another and nothing goes wrong: under the contract,
//! soundly built, and in the run's own build.

use std::rc::Rc;

use super::{Judged, LONGEST_PAUSE, pause, step};
use crate::sim::build::{Build, Recipe};
use crate::sim::contract::{Knob, RetentionKind};
use crate::sim::limits::HORIZON;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::{Client, EffectPlace, Keep, KeyPolicy, Scenario, Service, WriteOrder};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, Event, EventKind, Meaning, Wider};

/// How often it is looked again which requests depend on a long pause.
const ROUNDS: u32 = 8;

/// What the engine says of the same requests, one after another.
pub(super) struct Promises {
    /// What the contract promises, per sent request.
    pub(super) promised: Vec<Option<(Answer, bool)>>,
    /// What the run's own service answers.
    own: Vec<Option<(Answer, bool)>>,
    /// Which requests depend on a long pause.
    pub(super) needs_pause: Vec<usize>,
}

impl Promises {
    pub(super) fn of(run: &Run, sent: &[(usize, Millis)]) -> Promises {
        let sound = sound(run);
        let times = spread(run, sent);
        let all: Vec<usize> = (0..sent.len()).collect();
        let promised_run = sequence(run, sent, &all, &times, sound.clone());
        let mut promised = answers(&promised_run, &all);
        for other in as_sound(run, &sound) {
            let others = answers(&sequence(run, sent, &all, &times, other), &all);
            let pairs = promised.iter_mut().zip(others);
            pairs.filter(|(promise, other)| **promise != *other).for_each(|(promise, _)| *promise = None);
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

    /// How each sent attempt's answer is judged; `at_once` says of each whether another was at work.
    pub(super) fn judged(&self, attempts: &[(&AttemptState, bool)]) -> Vec<Judged> {
        let (mut of_run, mut of_own) = (Orders::default(), Orders::default());
        let mut judged = Vec::new();
        for (place, (attempt, at_once)) in attempts.iter().enumerate() {
            let promise = self.promised.get(place).and_then(Option::as_ref);
            let own = self.own.get(place).and_then(Option::as_ref);
            let keeps = own.zip(promise).is_none_or(|(own, promise)| of_own.are_same(own, promise));
            // A proxy or a limiter in front speaks for itself, not for the contract.
            let is_its_own =
                own.is_some_and(|own| !matches!(own.0.meaning, Meaning::Gateway | Meaning::RateLimited));
            judged.push(match (&attempt.heard, promise) {
                (None, _) => Judged::Unheard,
                (_, None) => Judged::Undocumented,
                (Some(heard), Some(promise)) if of_run.are_same(heard, promise) => Judged::AsHeard,
                _ if !keeps && is_its_own => Judged::AsPromised,
                _ if *at_once => Judged::AtOnce,
                _ => Judged::Fault,
            });
        }
        judged
    }
}

/// Which order of one run is which of another: requests that are not sent make no orders, so that numbers shift.
#[derive(Default)]
struct Orders {
    pairs: Vec<(u32, u32)>,
}

impl Orders {
    /// Whether two answers say the same, the numbers of orders apart: an order is always the same other one.
    fn are_same(&mut self, one: &(Answer, bool), other: &(Answer, bool)) -> bool {
        if one.0.status != other.0.status || one.1 != other.1 {
            return false;
        }
        let (Some(a), Some(b)) = (one.0.meaning.order(), other.0.meaning.order()) else {
            return one.0.same_bytes(&other.0);
        };
        let is_kind = std::mem::discriminant(&one.0.meaning) == std::mem::discriminant(&other.0.meaning);
        let is_state = match (one.0.meaning, other.0.meaning) {
            (Meaning::Current(_, a), Meaning::Current(_, b)) => a == b,
            _ => true,
        };
        if self.pairs.iter().all(|(known_a, known_b)| *known_a != a && *known_b != b) {
            self.pairs.push((a, b));
        }
        is_kind && is_state && self.pairs.contains(&(a, b))
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

/// Services that keep the contract as well and may answer otherwise: one that never drops a record where the retention
/// is a floor, and one for which a field that is left out has its default.
fn as_sound(run: &Run, sound: &Service) -> Vec<Service> {
    let mut others = Vec::new();
    if run.scenario.service.contract.retention.kind != RetentionKind::Fixed {
        others.push(Service { kept_longer: HORIZON, ..sound.clone() });
    }
    if !sound.build.fields.is_empty() {
        let build = Build { recipe: Recipe::Filled, ..sound.build.clone() };
        others.push(Service { build, ..sound.clone() });
    }
    others
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
    // Not settled: all from the last one on are left to the reader.
    let last = needs.last().copied().unwrap_or(0);
    let before = needs.iter().copied().filter(|place| *place < last);
    before.chain(last..sent.len()).collect()
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
