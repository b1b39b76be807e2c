//! The audit: what went wrong, found from the trace and the scenario alone, at the end of the run (`rules.md` §6).
//!
//! It never sees the service's state. Decided here where `rules.md` leaves it open: one retention begins with the
//! arrival of the first request under a key that left something standing (a claim, an effect, a record); such a
//! request that arrives a retention later or after begins the next one, and a replay to a request that arrived in
//! none counts for none. An error is stored only where the write order keeps records at all.

use super::project::{Standing, State};
use super::run::Run;
use super::scenario::{Finding, WriteOrder};
use super::table::order_by;
use super::time::Millis;
use super::trace::{Answer, Belief, Event, EventKind, EventSeq, IntentId, KeyId, Meaning, Trace};

/// One finding with the events that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name.
    pub finding: Finding,
    /// The intent it is about, if it is about one.
    pub intent: Option<IntentId>,
    /// The key it is about, if it is about one.
    pub key: Option<KeyId>,
    /// The client it is about, if it is about one.
    pub client: Option<u8>,
    /// Why an effect was made twice.
    pub why: Option<Why>,
    /// The events that prove it, in the order in which a sentence would name them. Never empty.
    pub proof: Vec<EventSeq>,
    /// The event that decided it, for [`Why`].
    pub deciding: Vec<EventSeq>,
}

/// Why an intent has more than one effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The service ignores keys.
    Ignored,
    /// The second request came under a key the service had not seen.
    NewKey,
    /// Two clients made their own keys for one intent.
    OwnKeys,
    /// The record had expired: no contract was broken.
    Expiry,
    /// The effect was made, then the failure freed the key.
    Released,
    /// A crash fell between effect and record.
    Crash,
    /// The effect was at a provider, out of reach of a roll-back.
    Provider,
    /// The lease ended before the work did.
    Lease,
    /// Both looked before either recorded.
    Race,
}

/// Everything the audit finds, sorted by name, then by intent or key.
#[must_use]
pub fn audit(run: &Run) -> Vec<Found> {
    let mut found = effects_twice(run);
    found.extend(false_beliefs(run));
    found.extend(stuck(run));
    let answers = final_answers(run);
    for key in 0..run.trace.keys.len() as KeyId {
        found.extend(answers_of_key(run, key, &answers));
    }
    order_by(&mut found, |found| found.finding as u32);
    found
}

fn plain(finding: Finding, proof: Vec<EventSeq>) -> Found {
    Found { finding, intent: None, key: None, client: None, why: None, proof, deciding: Vec::new() }
}

fn effects_twice(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for intent in 0..run.trace.intents.len() as IntentId {
        let effects = run.end.orders.iter().chain(&run.end.charges).filter(|effect| effect.intent == intent);
        let mut proof: Vec<EventSeq> = effects.map(|effect| effect.made).collect();
        order_by(&mut proof, |seq| *seq);
        if let [first, second, ..] = proof[..] {
            let (why, deciding) = why_twice(run, first, second);
            let intent = Some(intent);
            found.push(Found { intent, why, deciding, ..plain(Finding::EffectTwice, proof) });
        }
    }
    found
}

/// Names the reason for the second of two effects, and the events that decided it.
fn why_twice(run: &Run, first: EventSeq, second: EventSeq) -> (Option<Why>, Vec<EventSeq>) {
    let events = &run.trace.events;
    let (one, two) = (&events[first as usize], &events[second as usize]);
    let of = |request: Option<u32>| events.iter().filter(move |event| event.request == request);
    let look_up = |request| {
        let is_look_up = |event: &&Event| matches!(event.kind, EventKind::LookedUp { .. });
        of(request).filter(is_look_up).map(|event| event.seq).next_back()
    };
    let between = |want: fn(&EventKind) -> bool, key: Option<KeyId>| {
        let fits = |event: &&Event| want(&event.kind) && event.key == key;
        events[..second as usize].iter().filter(fits).map(|event| event.seq).next_back()
    };
    let service = &run.scenario.service;
    if service.write_order == WriteOrder::Ignore {
        return (Some(Why::Ignored), vec![second]);
    }
    if one.key != two.key {
        let own = one.attempt.map(|a| a.client) != two.attempt.map(|a| a.client);
        let why = if own { Why::OwnKeys } else { Why::NewKey };
        return (Some(why), look_up(two.request).into_iter().collect());
    }
    let expired = between(|kind| matches!(kind, EventKind::Expired), two.key).filter(|seq| *seq > first);
    if let Some(expired) = expired {
        return (Some(Why::Expiry), vec![expired]);
    }
    // A cause of the second effect lies after the first request's arrival and before the second one's decision.
    let arrived = of(one.request).next().map_or(0, |event| event.seq);
    let decided = look_up(two.request).unwrap_or(second);
    let is_cause = |event: &&Event| (arrived..decided).contains(&event.seq);
    let freed = |event: &&Event| matches!(event.kind, EventKind::Failed { stored: false, .. });
    if let Some(released) = of(one.request).filter(is_cause).find(freed) {
        return (Some(Why::Released), vec![released.seq]);
    }
    let crashed = |event: &&Event| matches!(event.kind, EventKind::Crashed { .. });
    let answered = of(one.request).any(|event| matches!(event.kind, EventKind::Replied { .. }));
    if let Some(crash) = events.iter().filter(is_cause).rfind(crashed).filter(|_| !answered) {
        let out_of_reach = service.write_order.has_transaction() && !run.end.charges.is_empty();
        let (why, seq) = if out_of_reach { (Why::Provider, first) } else { (Why::Crash, crash.seq) };
        return (Some(why), vec![seq]);
    }
    let took_over = |event: &&Event| matches!(event.kind, EventKind::Claimed { took_over: Some(_), .. });
    if let Some(claim) = of(two.request).find(took_over) {
        return (Some(Why::Lease), vec![claim.seq]);
    }
    let looks: Vec<_> = [one.request, two.request].into_iter().filter_map(look_up).collect();
    (Some(Why::Race), looks)
}

fn false_beliefs(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for ((client, intent), belief) in run.end.beliefs.iter() {
        let mut effects = run.end.orders.iter().chain(&run.end.charges).filter(|e| e.intent == *intent);
        let is_false = match belief {
            Belief::Unknown => false,
            Belief::Done(order) => !effects.clone().any(|effect| effect.number == *order),
            Belief::Refused(_) => effects.clone().next().is_some(),
        };
        if !is_false {
            continue;
        }
        let heard = run.trace.events.iter().rev().find(|event| {
            event.attempt.is_some_and(|attempt| attempt.client == *client)
                && matches!(&event.kind, EventKind::Believed { intent: of, .. } if of == intent)
        });
        let mut proof: Vec<_> = heard.map(|event| event.seq).into_iter().collect();
        if matches!(belief, Belief::Refused(_)) {
            proof.extend(effects.next().map(|effect| effect.made));
        }
        let (client, intent) = (Some(*client), Some(*intent));
        found.push(Found { client, intent, ..plain(Finding::FalseBelief, proof) });
    }
    found
}

fn stuck(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for (key, record) in run.end.records.iter() {
        if record.standing != (Standing::InFlight { uncommitted: false }) || record.lease_until.is_some() {
            continue;
        }
        let after_claim = &run.trace.events[record.changed as usize..];
        let crash = after_claim.iter().find(|event| matches!(event.kind, EventKind::Crashed { .. }));
        let does_not_know = run.end.attempts.iter().find(|attempt| {
            let belief = run.end.beliefs.get(&(attempt.id.client, attempt.intent));
            attempt.key == *key && belief == Some(&Belief::Unknown)
        });
        if let (Some(crash), Some(attempt)) = (crash, does_not_know) {
            let (key, client, intent) = (Some(*key), Some(attempt.id.client), Some(attempt.intent));
            let proof = vec![record.changed, crash.seq];
            found.push(Found { key, client, intent, ..plain(Finding::Stuck, proof) });
        }
    }
    found
}

/// What one request left standing or was finally answered.
struct Outcome<'a> {
    key: KeyId,
    arrived: Millis,
    stands: bool,
    /// The `Replied` event, if the answer sent was final.
    sent: Option<(EventSeq, &'a Answer)>,
    is_replay: bool,
}

/// Outcomes of all requests that left something standing or were answered finally, by arrival.
fn final_answers(run: &Run) -> Vec<Outcome<'_>> {
    let mut outcomes: Vec<(Outcome<'_>, bool)> = Vec::new();
    for event in &run.trace.events {
        let (Some(request), Some(key)) = (event.request, event.key) else {
            continue;
        };
        if matches!(event.kind, EventKind::Arrived { .. }) {
            let outcome = Outcome { key, arrived: event.at, stands: false, sent: None, is_replay: false };
            outcomes.push((outcome, false));
            continue;
        }
        let Some((outcome, stored)) = outcomes.get_mut(request as usize) else {
            continue;
        };
        match &event.kind {
            EventKind::Claimed { in_transaction: false, .. }
            | EventKind::EffectMade { .. }
            | EventKind::ProviderEffect { .. }
            | EventKind::Recorded { .. }
            | EventKind::Committed { .. } => outcome.stands = true,
            EventKind::Failed { stored: true, .. } => *stored = true,
            EventKind::Replied { answer, replay_of, .. } => {
                let is_final = match answer.meaning {
                    Meaning::Created(_) => true,
                    Meaning::Failed => replay_of.is_some() || *stored,
                    Meaning::InvalidParameters | Meaning::InProgress | Meaning::OtherParameters => false,
                };
                outcome.is_replay = replay_of.is_some();
                outcome.sent = is_final.then_some((event.seq, answer));
            }
            _ => {}
        }
    }
    let counts = |outcome: &Outcome<'_>| outcome.stands || outcome.sent.is_some();
    outcomes.into_iter().map(|(outcome, _)| outcome).filter(counts).collect()
}

fn answers_of_key(run: &Run, key: KeyId, outcomes: &[Outcome<'_>]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let of_key: Vec<_> = outcomes.iter().filter(|outcome| outcome.key == key).collect();
    let mut rest = &of_key[..];
    while let Some(first) = rest.first() {
        if !first.stands {
            rest = &rest[1..];
            continue;
        }
        let end = first.arrived.plus(run.scenario.service.retention);
        let (within, later) = rest.split_at(rest.iter().take_while(|o| o.arrived < end).count().max(1));
        rest = later;
        let mut sent: Vec<_> = within.iter().filter_map(|o| o.sent.map(|sent| (sent, o.is_replay))).collect();
        order_by(&mut sent, |((seq, _), _)| *seq);
        let executed = || sent.iter().filter(|(_, is_replay)| !is_replay).map(|(sent, _)| *sent);
        let differs = |from: (EventSeq, &Answer), to: (EventSeq, &Answer)| !from.1.same_bytes(to.1);
        let pair = executed().next().and_then(|one| Some((one, executed().find(|two| differs(one, *two))?)));
        if let Some((one, two)) = pair {
            push_once(&mut found, key, plain(Finding::TwoFinalOutcomes, vec![one.0, two.0]));
        }
        if let Some((one, _)) = sent.first() {
            let other = sent.iter().find(|(two, is_replay)| *is_replay && differs(*one, *two));
            if let Some((two, _)) = other {
                push_once(&mut found, key, plain(Finding::ReplayDiffers, vec![one.0, two.0]));
            }
        }
    }
    found
}

/// One finding of a kind per key is enough: the first.
fn push_once(found: &mut Vec<Found>, key: KeyId, next: Found) {
    if !found.iter().any(|known| known.finding == next.finding) {
        found.push(Found { key: Some(key), ..next });
    }
}

/// The events that show an all-is-well verdict: the effects, and the replays that were sent.
#[must_use]
pub fn evidence(trace: &Trace, end: &State) -> (Vec<EventSeq>, Vec<EventSeq>) {
    let mut effects: Vec<_> = end.orders.iter().chain(&end.charges).map(|effect| effect.made).collect();
    order_by(&mut effects, |seq| *seq);
    let is_replay = |event: &&Event| matches!(event.kind, EventKind::Replied { replay_of: Some(_), .. });
    (effects, trace.events.iter().filter(is_replay).map(|event| event.seq).collect())
}
