//! The lesson scenarios: their traces line by line, and what each is there to show.

use expect_test::expect_file;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{Direction, Finding};
use idempotency_explainer::sim::trace::{EventKind, Meaning, Resend};

use crate::support::{count_events, found, numbered, outcome};

/// A name and whether it holds of a run.
type Fact = (&'static str, fn(&Run) -> bool);

/// Every fact that some lesson turns on.
const FACTS: [Fact; 17] = [
    ("request-lost", |run| any(run, |kind| *kind == EventKind::Lost { message: Direction::Request })),
    ("response-lost", |run| any(run, |kind| *kind == EventKind::Lost { message: Direction::Response })),
    ("timed-out", |run| any(run, |kind| matches!(kind, EventKind::TimedOut { .. }))),
    ("new-key", |run| any(run, |kind| matches!(kind, EventKind::Sent { resend: Resend::NewKey, .. }))),
    ("other-text", |run| any(run, |kind| matches!(kind, EventKind::Sent { resend: Resend::OtherText, .. }))),
    ("replay", |run| run.end.replays > 0),
    ("refused-400", |run| heard(run, |meaning| meaning == Meaning::InvalidParameters)),
    ("busy", |run| heard(run, |meaning| meaning == Meaning::InProgress)),
    ("conflict", |run| heard(run, |meaning| meaning == Meaning::OtherParameters)),
    ("waited", |run| any(run, |kind| matches!(kind, EventKind::Waiting { .. }))),
    ("not-settled", |run| any(run, |kind| matches!(kind, EventKind::NotSettled { .. }))),
    ("expired", |run| any(run, |kind| *kind == EventKind::Expired)),
    ("kept-longer", |run| any(run, |kind| *kind == EventKind::KeptLonger)),
    ("two-intents", |run| run.trace.intents.len() > 1),
    ("effect-twice", |run| !found(run, Finding::EffectTwice).is_empty()),
    ("swallowed", |run| !found(run, Finding::FalseBelief).is_empty()),
    ("replay-differs", |run| !found(run, Finding::ReplayDiffers).is_empty()),
];

fn any(run: &Run, fits: fn(&EventKind) -> bool) -> bool {
    count_events(run, fits) > 0
}

fn heard(run: &Run, fits: fn(Meaning) -> bool) -> bool {
    count_events(run, |kind| matches!(kind, EventKind::Heard { answer, .. } if fits(answer.meaning))) > 0
}

/// Each lesson scenario and exactly the facts that it shows.
const LESSONS: [(&str, &str); 20] = [
    ("01", "response-lost timed-out replay"),
    ("02", "request-lost timed-out"),
    ("03", "response-lost timed-out new-key effect-twice"),
    ("04", "two-intents"),
    ("05", "replay two-intents swallowed"),
    ("06", "other-text replay conflict"),
    ("07", "refused-400"),
    ("08", "replay busy not-settled"),
    ("09", "replay waited"),
    ("10", "effect-twice"),
    ("11", "response-lost timed-out replay"),
    ("12", "response-lost timed-out expired effect-twice"),
    ("24", "replay waited"),
    ("25", "busy not-settled"),
    ("29", "response-lost timed-out conflict not-settled"),
    ("32", "response-lost timed-out"),
    ("33", "response-lost timed-out new-key effect-twice"),
    ("36", "replay effect-twice replay-differs"),
    ("40", "replay expired effect-twice"),
    ("41", "response-lost timed-out replay kept-longer"),
];

#[test]
fn every_lesson_shows_what_it_is_there_for() {
    for (number, wanted) in LESSONS {
        let run = numbered(number);
        let shown = FACTS.iter().filter(|(_, holds)| holds(&run)).map(|(name, _)| *name);
        let shown = shown.collect::<Vec<_>>().join(" ");
        assert!(!wanted.is_empty(), "{number} is there for something");
        assert_eq!(shown, wanted, "{number}");
    }
}

#[test]
fn every_fact_is_shown_by_some_lesson() {
    for (fact, _) in FACTS {
        let is_shown = LESSONS.iter().any(|(_, shown)| shown.split(' ').any(|word| word == fact));
        assert!(is_shown, "{fact}");
    }
}

#[test]
fn every_lesson_leaves_its_golden_trace() {
    for (number, _) in LESSONS {
        let run = numbered(number);
        let mut lines = String::new();
        for (n, key) in run.trace.keys.iter().enumerate() {
            lines += &format!("key @{n} = {key}\n");
        }
        for event in &run.trace.events {
            lines += &format!("{event}\n");
        }
        lines += &format!("= {}\n", outcome(&run));
        expect_file![format!("golden/{number}.txt")].assert_eq(&lines);
    }
}
