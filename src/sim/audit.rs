//! The audit: what went wrong, found from the trace and the scenario alone, at the end of the run (`rules.md` §6).
//!
//! It never sees the service's state. Decided here where `rules.md` leaves it open: one retention begins with the
//! arrival of the first request under a key that left something standing (a claim, effect, change or record); such a
//! request that arrives a retention later or after begins the next one, and a replay to a request that arrived in
//! none counts for none. An error is stored only once it stands in a record. The owner of a claim is gone when it was
//! answered, or with a crash, and a belief that an intent was refused is false while an effect of it stands. A claim that is taken over
//! keeps its first arrival: where that lies a retention back already when the record is written, the promise is over at
//! once, and what the two owners answered is not compared. `stuck` asks whether a client that sent a request under the key
//! still does not know, not whether anybody will use the key again: a key of one attempt, or one that the service made,
//! can be stuck, too.
//!
//! And for the wider world, in [`wider`] what has a module of its own:
//!
//! - Its findings are looked for in every run, one of the plain fixture too: a stored 500 that a retry meets is
//!   `never-finishes`, and a file that lists its findings lists it.
//! - Effects are counted apart in the ledger and at the provider, and changes apart from both: an effect in two phases
//!   has one of each, and an intent that makes an order and confirms it has one of each, too. A lost order is not an effect
//!   any more.
//! - A replay that the contract makes of the order's present state, or a pointer, differs where it names another order;
//!   its bytes are the contract's own affair. So is a status that the contract gives replays.
//! - A belief is false from the later of two moments on: when it arose, and when what contradicts it was made.

mod twice;
mod wider;

use super::IS_WHOLE;
use super::contract::{ReplayMode, RetentionKind};
use super::limits::HORIZON;
use super::project::{Standing, State};
use super::run::Run;
use super::scenario::{Endpoint, Finding};
use super::table::order_by;
use super::time::Millis;
use super::trace::{
    Answer, Belief, Event, EventKind, EventSeq, IntentId, KeyId, OrderState, RecordKey, Trace, Wider,
};

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
    /// The event that decided it, for [`Why`]; for a false belief, the moment from which it was false.
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
    /// The lease ended before the work did, another owner did it, and then the first one did, too.
    Late,
    /// Both looked before either recorded.
    Race,
    /// A request came without a key, or with one that counted for nothing.
    Keyless,
    /// The same key counted in another scope.
    OtherScope,
    /// The client had hung up, and so the record was not written.
    HungUp,
    /// The store no longer had the record, or the process had lost it.
    Forgotten,
    /// A job had removed the claim.
    Swept,
    /// Another replica did not see the record yet.
    Replica,
}

/// Everything the audit finds, sorted by name, then by intent or key.
#[must_use]
pub fn audit(run: &Run) -> Vec<Found> {
    let mut found = twice::effects_twice(run);
    found.extend(false_beliefs(run));
    found.extend(stuck(run));
    let answers = final_answers(run);
    let mut names: Vec<RecordKey> = Vec::new();
    for outcome in &answers {
        if !names.contains(&outcome.name) {
            names.push(outcome.name);
        }
    }
    order_by(&mut names, |name| u32::from(name.key) << 8 | u32::from(name.scope));
    for name in names {
        found.extend(answers_of_key(run, name, &answers));
    }
    if IS_WHOLE {
        wider::audit(run, &mut found);
    }
    order_by(&mut found, |found| found.finding as u32);
    found
}

fn plain(finding: Finding, proof: Vec<EventSeq>) -> Found {
    Found { finding, intent: None, key: None, client: None, why: None, proof, deciding: Vec::new() }
}

fn false_beliefs(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for ((client, intent), belief) in run.end.beliefs.iter() {
        let made = || run.end.made().filter(|effect| effect.intent == *intent);
        let is_false = match belief {
            Belief::Unknown => false,
            Belief::Done(order) => {
                !made().any(|effect| effect.number == *order) && !was_so(run, *intent, *order)
            }
            Belief::Refused(_) => made().any(|effect| !effect.is_lost),
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
            proof.extend(made().find(|effect| !effect.is_lost).map(|effect| effect.made));
        }
        let deciding = proof.iter().max().copied().into_iter().collect();
        let (client, intent) = (Some(*client), Some(*intent));
        found.push(Found { client, intent, deciding, ..plain(Finding::FalseBelief, proof) });
    }
    found
}

/// Whether an intent asked for a change that had been made already: that is no effect, and true all the same. Where
/// another change stood in the way, it was never made.
fn was_so(run: &Run, intent: IntentId, order: u32) -> bool {
    let had_been = |event: &Event| {
        let attempt = event.attempt.and_then(|attempt| run.end.attempt(attempt));
        let Some(attempt) = attempt.filter(|attempt| attempt.intent == intent) else {
            return false;
        };
        let asked =
            if attempt.to == Endpoint::Cancel { OrderState::Cancelled } else { OrderState::Confirmed };
        run.trace.events[..event.seq as usize].iter().any(|earlier| match &earlier.kind {
            EventKind::Wider(Wider::StateChanged { order: of, state, .. }) => *of == order && *state == asked,
            _ => false,
        })
    };
    let nothing = |kind: &EventKind| match kind {
        EventKind::Wider(Wider::NothingToChange { order: of, .. }) => *of == order,
        _ => false,
    };
    IS_WHOLE && run.trace.events.iter().any(|event| nothing(&event.kind) && had_been(event))
}

fn stuck(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for (key, record) in run.end.records.iter() {
        if record.standing != (Standing::InFlight { uncommitted: false }) || record.lease_until.is_some() {
            continue;
        }
        let after_claim = &run.trace.events[record.changed as usize..];
        let owner = after_claim.first().and_then(|claim| claim.request);
        // A claim can outlive a crash, and the answer of an owner that leaves it.
        let end = after_claim.iter().find(|event| match event.kind {
            EventKind::Crashed { .. } => true,
            EventKind::Replied { .. } | EventKind::Wider(Wider::GatewayTooLate { .. }) => {
                event.request.is_some() && event.request == owner
            }
            _ => false,
        });
        let does_not_know = run.end.attempts.iter().find(|attempt| {
            let belief = run.end.beliefs.get(&(attempt.id.client, attempt.intent));
            let is_of_key = |event: &Event| event.attempt == Some(attempt.id) && event.record() == Some(*key);
            let met = attempt.key == Some(key.key) || (IS_WHOLE && run.trace.events.iter().any(is_of_key));
            met && belief == Some(&Belief::Unknown)
        });
        if let (Some(end), Some(attempt)) = (end, does_not_know) {
            let (key, client, intent) = (Some(key.key), Some(attempt.id.client), Some(attempt.intent));
            let proof = vec![record.changed, end.seq];
            found.push(Found { key, client, intent, ..plain(Finding::Stuck, proof) });
        }
    }
    found
}

/// What one request left standing or was finally answered.
struct Outcome<'a> {
    name: RecordKey,
    arrived: Millis,
    stands: bool,
    /// Until when the record that it wrote is promised, and the order that it holds.
    promised: Option<(Millis, Option<u32>)>,
    /// The `Replied` event, if the answer sent was final.
    sent: Option<(EventSeq, &'a Answer)>,
    is_replay: bool,
}

/// Outcomes of all requests that left something standing or were answered finally, by arrival.
fn final_answers(run: &Run) -> Vec<Outcome<'_>> {
    let mut outcomes: Vec<(Outcome<'_>, Option<&Answer>)> = Vec::new();
    let mut apart: Vec<bool> = Vec::new();
    for event in &run.trace.events {
        let Some(request) = event.request else {
            continue;
        };
        let name = event.record();
        if matches!(event.kind, EventKind::Arrived { .. }) {
            // A question executes nothing and repeats nothing.
            let is_question = IS_WHOLE
                && event
                    .attempt
                    .and_then(|attempt| run.end.attempt(attempt))
                    .is_some_and(|a| a.to == Endpoint::Ask);
            let name = name.filter(|_| !is_question).unwrap_or(RecordKey { scope: 0, key: KeyId::MAX });
            apart.push(is_question);
            let outcome = Outcome {
                name,
                arrived: event.at,
                stands: false,
                promised: None,
                sent: None,
                is_replay: false,
            };
            outcomes.push((outcome, None));
            continue;
        }
        let Some((outcome, stored)) = outcomes.get_mut(request as usize) else {
            continue;
        };
        // The scope, and a key that the service makes or reads otherwise, are known after the arrival only.
        if !apart[request as usize] {
            outcome.name = name.unwrap_or(outcome.name);
        }
        match &event.kind {
            EventKind::Recorded { answer, promised_until, .. }
            | EventKind::Committed { answer, promised_until, .. } => {
                outcome.stands = true;
                outcome.promised = Some((*promised_until, answer.meaning.order()));
                *stored = Some(answer);
            }
            EventKind::Claimed { in_transaction: false, .. }
            | EventKind::EffectMade { .. }
            | EventKind::ProviderEffect { .. } => outcome.stands = true,
            EventKind::Wider(Wider::StateChanged { .. }) if IS_WHOLE => outcome.stands = true,
            EventKind::Wider(Wider::Keyless | Wider::TreatedAsNew) => {
                apart[request as usize] = true;
                outcome.name.key = KeyId::MAX;
            }
            EventKind::Replied { answer, replay_of, .. } => {
                let is_replay = replay_of.is_some();
                let is_final = answer.meaning.order().is_some()
                    || (answer.meaning.is_failure()
                        && (is_replay || stored.is_some_and(|it| it.same_bytes(answer))));
                outcome.is_replay = replay_of.is_some();
                outcome.sent = is_final.then_some((event.seq, answer));
            }
            _ => {}
        }
    }
    let counts =
        |outcome: &Outcome<'_>| outcome.name.key != KeyId::MAX && (outcome.stands || outcome.sent.is_some());
    outcomes.into_iter().map(|(outcome, _)| outcome).filter(counts).collect()
}

/// When the retention ends that began with a request: as its record's promise says, counted from its arrival where it
/// left no record of its own, and a retention after the order's end where the promise lasts as long as the order.
fn end_of_retention(run: &Run, first: &Outcome<'_>) -> Millis {
    let contract = &run.scenario.service.contract;
    let from_arrival = first.arrived.plus(contract.promised());
    let Some((promised_until, order)) = first.promised.filter(|_| IS_WHOLE) else {
        return from_arrival;
    };
    if contract.retention.kind != RetentionKind::ResourceLifetimePlus || promised_until < HORIZON {
        return promised_until;
    }
    let ends = |event: &&Event| match &event.kind {
        EventKind::Wider(Wider::StateChanged { order: of, state: OrderState::Cancelled, .. }) => {
            Some(*of) == order
        }
        _ => false,
    };
    let ended = run.trace.events.iter().find(ends);
    ended.map_or(HORIZON, |event| event.at.plus(contract.promised()))
}

fn answers_of_key(run: &Run, name: RecordKey, outcomes: &[Outcome<'_>]) -> Vec<Found> {
    let key = name.key;

    let mut found: Vec<Found> = Vec::new();
    let of_key: Vec<_> = outcomes.iter().filter(|outcome| outcome.name == name).collect();
    let mut rest = &of_key[..];
    while let Some(first) = rest.first() {
        if !first.stands {
            rest = &rest[1..];
            continue;
        }
        let end = end_of_retention(run, first);
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
            let other = sent.iter().find(|(two, is_replay)| *is_replay && replay_differs(run, one.1, two.1));
            if let Some((two, _)) = other {
                push_once(&mut found, key, plain(Finding::ReplayDiffers, vec![one.0, two.0]));
            }
        }
    }
    found
}

/// Whether a replay differs from the first answer otherwise than its contract says.
fn replay_differs(run: &Run, first: &Answer, replay: &Answer) -> bool {
    let contract = &run.scenario.service.contract.replay;
    match contract.mode {
        _ if !IS_WHOLE => !first.same_bytes(replay),
        _ if first.meaning.is_failure() => !first.same_bytes(replay),
        ReplayMode::UpdatedState | ReplayMode::ConflictPointer | ReplayMode::StoredOrCurrent => {
            first.meaning.order() != replay.meaning.order()
        }
        ReplayMode::Verbatim if contract.status.is_some() => first.body_text != replay.body_text,
        ReplayMode::Verbatim => !first.same_bytes(replay),
    }
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
    let mut effects: Vec<_> = end.standing().map(|effect| effect.made).collect();
    order_by(&mut effects, |seq| *seq);
    let is_replay = |event: &&Event| matches!(event.kind, EventKind::Replied { replay_of: Some(_), .. });
    (effects, trace.events.iter().filter(is_replay).map(|event| event.seq).collect())
}
