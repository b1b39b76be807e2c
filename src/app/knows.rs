//! "The client knows | what happened": one line per attempt, each side from what it can see.
//!
//! The left cell is made from the client's own events alone; the right one from the service's. Deliberately absent:
//! any conclusion beyond the cursor.

use super::HAS_LAB;
use super::text::template::{Value, plain, render};
use super::text::{Language, lab_texts, names, texts};
use crate::sim::project::{AttemptState, Standing, State};
use crate::sim::run::Run;
use crate::sim::trace::{Event, EventKind, Meaning};

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose line it is: an attempt or an intent.
    pub who: String,
    /// What its client knows.
    pub known: String,
    /// What happened.
    pub happened: String,
    /// Whether more happened than was meant.
    pub is_bad: bool,
}

/// The lines after the first `events` events of a run.
#[must_use]
pub fn lines(language: Language, run: &Run, state: &State, events: u32) -> Vec<Line> {
    let past = &run.trace.events[..(events as usize).min(run.trace.events.len())];
    let attempt = |attempt: &AttemptState| Line {
        who: names::attempt(language, run, attempt.id),
        known: known(language, run, attempt, past),
        happened: happened(language, run, state, attempt, past),
        is_bad: false,
    };
    let mut lines: Vec<Line> = state.attempts.iter().map(attempt).collect();
    for ((client, intent), belief) in state.beliefs.iter() {
        let made = state.effects_of(*intent);
        let who = if run.scenario.clients.len() > 1 || run.trace.intents.len() > 1 {
            format!("{} · {}", run.scenario.client_id(*client), run.trace.intents[usize::from(*intent)])
        } else {
            names::intent(language, run, *intent)
        };
        let effects = render(language, texts(language).knows.effects, &[("n", Value::Count(made))]);
        let known = names::belief(language, run, *belief);
        lines.push(Line { who, known, happened: plain(&effects, language), is_bad: made > 1 });
    }
    lines
}

fn known(language: Language, run: &Run, attempt: &AttemptState, past: &[Event]) -> String {
    let words = &texts(language).knows;
    let reloaded = past.iter().any(|event| {
        event.seq > attempt.sent
            && matches!(event.kind, EventKind::Reloaded { client } if client == attempt.id.client)
    });
    match &attempt.heard {
        Some((answer, _)) => names::answer(language, run, answer),
        None if attempt.timed_out => words.no_answer.to_owned(),
        None if reloaded => words.dropped.to_owned(),
        None => words.waiting.to_owned(),
    }
}

fn happened(language: Language, run: &Run, state: &State, attempt: &AttemptState, past: &[Event]) -> String {
    let words = &texts(language).knows;
    let filled = |template: &str, name: &str, value: Value| {
        plain(&render(language, template, &[(name, value)]), language)
    };
    let of_attempt = || past.iter().filter(|event| event.attempt == Some(attempt.id));
    let has = |fits: fn(&EventKind) -> bool| of_attempt().any(|event| fits(&event.kind));
    let effect = state.orders.iter().chain(&state.charges).find(|effect| effect.by == attempt.id);
    let replay = of_attempt().find_map(|event| match &event.kind {
        EventKind::Replied { replay_of: Some(of), .. } => Some(*of),
        _ => None,
    });
    if let Some(effect) = effect {
        let record = state
            .records
            .values()
            .find(|record| record.by == attempt.id && !matches!(record.standing, Standing::InFlight { .. }));
        let was_recorded =
            || has(|kind| matches!(kind, EventKind::Recorded { .. } | EventKind::Committed { .. }));
        let template = match record {
            Some(record) if HAS_LAB && record.standing == Standing::Failed => {
                lab_texts(language).wider.made_recorded_failed
            }
            Some(_) => words.made_recorded,
            None if HAS_LAB && was_recorded() => lab_texts(language).wider.made_record_gone,
            None => words.made_no_record,
        };
        return filled(template, "order", Value::Text(names::order(language, run, effect.number)));
    }
    if let Some(of) = replay {
        return filled(words.replayed, "attempt", Value::Name(names::attempt(language, run, of)));
    }
    match &attempt.replied {
        Some(answer) if answer.meaning == Meaning::Failed => {
            return filled(words.failed, "answer", Value::Name(names::answer(language, run, answer)));
        }
        Some(answer) if answer.meaning.order().is_none() => {
            return filled(words.refused, "answer", Value::Name(names::answer(language, run, answer)));
        }
        Some(_) => return words.nothing.to_owned(),
        None => {}
    }
    if has(|kind| matches!(kind, EventKind::RolledBack { .. })) {
        return words.rolled_back.to_owned();
    }
    let arrived = of_attempt().find(|event| matches!(event.kind, EventKind::Arrived { .. }));
    let died = arrived.is_some_and(|arrived| {
        past.iter().any(|event| event.seq > arrived.seq && matches!(event.kind, EventKind::Crashed { .. }))
    });
    if died {
        return words.died.to_owned();
    }
    if has(|kind| matches!(kind, EventKind::ArrivedWhileDown { .. })) {
        return words.down.to_owned();
    }
    if has(|kind| matches!(kind, EventKind::EffectWritten { .. })) {
        return words.uncommitted.to_owned();
    }
    match (arrived, of_attempt().any(|event| matches!(event.kind, EventKind::Lost { .. }))) {
        (Some(_), _) => words.at_work.to_owned(),
        (None, true) => words.nothing_arrived.to_owned(),
        (None, false) => words.on_its_way.to_owned(),
    }
}
