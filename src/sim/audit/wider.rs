//! Findings of the wider world: foreign answers, wrong operations, lost effects, intents that no retry finishes, and
//! side effects made twice.
//!
//! Decided here:
//!
//! - A foreign answer is a replay of an attempt of another tenant, a provider's known charge that another tenant's attempt
//!   made, or what a question found of another tenant's; once an answer was sent that says so, heard or not.
//! - A wrong operation is a replay of an attempt that went to another endpoint.
//! - An effect is lost where a client believes in an order of its intent that a fail-over took.
//! - An intent never finishes where nothing of it was ever made, one client sent it twice or more, and the last answer
//!   that this client heard to a send came from a record that the same key cannot get past: a replayed failure, other
//!   parameters, or in progress under a claim that still stands at the end of the run and whose owner was answered, or
//!   died. A key that expires later, or a lease that ends later, ends this, but not in the run. What is `stuck` already
//!   is not told twice.

use super::{Found, plain};
use crate::sim::project::{AttemptState, Standing};
use crate::sim::run::Run;
use crate::sim::scenario::{AttemptId, Endpoint, Finding};
use crate::sim::table::order_by;
use crate::sim::trace::{Belief, Event, EventKind, EventSeq, IntentId, Meaning, Wider};

pub(super) fn audit(run: &Run, found: &mut Vec<Found>) {
    found.extend(foreign_answers(run));
    found.extend(wrong_operations(run));
    found.extend(effects_lost(run));
    for intent in 0..run.trace.intents.len() as IntentId {
        let is_stuck = |one: &Found| {
            found.iter().any(|known| known.finding == Finding::Stuck && known.intent == one.intent)
        };
        let more: Vec<Found> = never_finishes(run, intent).into_iter().filter(|one| !is_stuck(one)).collect();
        found.extend(more);
        found.extend(side_effects_twice(run, intent));
    }
}

fn tenant(run: &Run, attempt: AttemptId) -> &str {
    run.scenario.clients.get(usize::from(attempt.client)).map_or("", |client| &client.who.tenant)
}

/// The attempt whose work an event hands to its own attempt, if that is another's.
fn taken_from(run: &Run, event: &Event) -> Option<(AttemptId, EventSeq)> {
    let effects = || run.end.orders.iter().chain(&run.end.charges);
    match &event.kind {
        EventKind::Replied { replay_of: Some(by), .. } => {
            // What the look-up met, which an answer does not say itself.
            let own = run.trace.events[..event.seq as usize].iter().rev();
            let met = own.filter(|earlier| earlier.request == event.request).find_map(|earlier| earlier.from);
            Some((*by, met.unwrap_or(event.seq)))
        }
        EventKind::ProviderKnewKey { charge } => {
            let known = run.end.charges.iter().find(|known| known.number == *charge);
            known.map(|known| (known.by, known.made))
        }
        EventKind::Wider(Wider::Looked { found: Some(order), .. }) => {
            effects().find(|known| known.number == *order).map(|known| (known.by, known.made))
        }
        _ => None,
    }
}

fn foreign_answers(run: &Run) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for event in &run.trace.events {
        let (Some(attempt), Some((by, made))) = (event.attempt, taken_from(run, event)) else {
            continue;
        };
        let known = |known: &Found| known.client == Some(attempt.client);
        if tenant(run, attempt) != tenant(run, by) && !found.iter().any(known) && is_told(run, event) {
            let intent = run.end.attempt(attempt).map(|attempt| attempt.intent);
            let proof = vec![made, event.seq];
            let client = Some(attempt.client);
            found.push(Found { key: event.key, client, intent, ..plain(Finding::ForeignAnswer, proof) });
        }
    }
    found
}

/// Whether an answer was sent with what an event found: by its own request, or by one that its record went to.
fn is_told(run: &Run, event: &Event) -> bool {
    let of = |event: &Event| event.attempt.map(|attempt| tenant(run, attempt));
    let is_kept = matches!(event.kind, EventKind::ProviderKnewKey { .. }) && event.record().is_some();
    run.trace.events[event.seq as usize..].iter().any(|later| match &later.kind {
        EventKind::Replied { answer, .. } => {
            let is_heir = is_kept && later.record() == event.record() && of(later) == of(event);
            later.seq == event.seq
                || (answer.meaning.order().is_some() && (later.request == event.request || is_heir))
        }
        _ => false,
    })
}

fn wrong_operations(run: &Run) -> Vec<Found> {
    let to = |attempt: AttemptId| run.end.attempt(attempt).map(|attempt| attempt.to);
    let wrong = |event: &&Event| match (&event.kind, event.attempt) {
        (EventKind::Replied { replay_of: Some(by), .. }, Some(attempt)) => to(*by) != to(attempt),
        _ => false,
    };
    let wrong = run.trace.events.iter().find(wrong);
    let of = |event: &Event| {
        let intent = event.attempt.and_then(|id| run.end.attempt(id)).map(|attempt| attempt.intent);
        Found { key: event.key, intent, ..plain(Finding::WrongOperation, vec![event.seq]) }
    };
    wrong.map(of).into_iter().collect()
}

fn effects_lost(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for ((client, intent), belief) in run.end.beliefs.iter() {
        let Belief::Done(number) = belief else { continue };
        let lost = run
            .end
            .orders
            .iter()
            .find(|order| order.intent == *intent && order.number == *number && order.is_lost);
        let Some(lost) = lost else { continue };
        let took = run.trace.events.iter().find(|event| {
            event.seq > lost.made && matches!(event.kind, EventKind::Wider(Wider::LostInFailover { .. }))
        });
        let mut proof = vec![lost.made];
        proof.extend(took.map(|event| event.seq));
        let (client, intent) = (Some(*client), Some(*intent));
        found.push(Found { client, intent, ..plain(Finding::EffectLost, proof) });
    }
    found
}

fn never_finishes(run: &Run, intent: IntentId) -> Vec<Found> {
    if run.end.made().any(|effect| effect.intent == intent) {
        return Vec::new();
    }
    let clients = 0..run.scenario.clients.len() as u8;
    clients.filter_map(|client| never_finishes_for(run, intent, client)).collect()
}

fn never_finishes_for(run: &Run, intent: IntentId, client: u8) -> Option<Found> {
    let is_own = |attempt: &&AttemptState| {
        attempt.intent == intent && attempt.id.client == client && attempt.to != Endpoint::Ask
    };
    let sends: Vec<&AttemptState> = run.end.attempts.iter().filter(is_own).collect();
    let is_heard = |event: &&Event| {
        matches!(event.kind, EventKind::Heard { .. })
            && event.attempt.is_some_and(|attempt| sends.iter().any(|send| send.id == attempt))
    };
    let last = run.trace.events.iter().rev().find(is_heard).filter(|_| sends.len() > 1)?;
    let EventKind::Heard { answer, replayed } = &last.kind else { return None };
    let is_blocked = match answer.meaning {
        Meaning::OtherParameters => true,
        Meaning::InProgress => is_abandoned(run, last),
        meaning => *replayed && meaning.is_failure(),
    };
    let finding = plain(Finding::NeverFinishes, vec![last.seq]);
    let (intent, client) = (Some(intent), Some(client));
    // A key that the service made of the body is on its own events alone.
    let key = last.key.or_else(|| run.trace.event(last.cause?)?.key);
    is_blocked.then_some(Found { key, intent, client, ..finding })
}

/// Whether the claim that an answer "in progress" spoke of still stands at the end, with nobody at work.
fn is_abandoned(run: &Run, heard: &Event) -> bool {
    run.end.records.iter().any(|(name, record)| {
        let is_claim = matches!(record.standing, Standing::InFlight { uncommitted: false });
        let stands = record.lease_until.is_none_or(|until| until > run.end.now);
        let ends_work = |event: &Event| {
            let is_own_answer =
                event.request == Some(record.request) && matches!(event.kind, EventKind::Replied { .. });
            is_own_answer || (event.seq > record.changed && matches!(event.kind, EventKind::Crashed { .. }))
        };
        let replied = heard.cause.and_then(|cause| run.trace.event(cause));
        // The key as the service read or made it, which need not be the client's.
        Some(*name) == replied.and_then(Event::record)
            && is_claim
            && stands
            && run.trace.events.iter().any(ends_work)
    })
}

fn side_effects_twice(run: &Run, intent: IntentId) -> Option<Found> {
    let mut proof: Vec<EventSeq> =
        run.end.mails.iter().filter(|(of, _)| *of == intent).map(|(_, seq)| *seq).collect();
    order_by(&mut proof, |seq| *seq);
    let finding = Finding::SideEffectTwice;
    (proof.len() > 1).then(|| Found { intent: Some(intent), ..plain(finding, proof) })
}
