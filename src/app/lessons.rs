//! The five lessons as data: which runs each part shows, and where it opens.
//!
//! The runs are the normative scenario files, or one of them with one stated change. The words are in
//! [`super::text`]; this module deliberately has none.

use std::rc::Rc;

use crate::sim::parse::parse;
use crate::sim::run::Run;
use crate::sim::scenario::{Action, Body, KeyPolicy, Scenario, Step};
use crate::sim::time::Millis;

/// Number of lessons.
pub const LESSONS: u8 = 5;

/// The parts of a lesson that show a figure of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the lesson opens with.
    Opening,
    /// What answers the prediction.
    Answer,
    /// One thing changed, by index.
    Change(u8),
}

/// What a part shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// One run, or two side by side.
    pub worlds: &'static [Source],
    /// Where the cursor starts; `None` is the end of the run.
    pub opens_at: Option<Millis>,
}

/// Where a run comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A normative file, by number.
    File(u8),
    /// File 02 with a key per attempt.
    RequestLostNewKey,
    /// File 02 with the first send only.
    RequestLostGivenUp,
    /// File 29 with the first quantity again at 60 s.
    AskForTwoAgain,
}

struct Plan {
    opening: View,
    answer: View,
    changes: &'static [View],
}

const fn view(worlds: &'static [Source]) -> View {
    View { worlds, opens_at: None }
}

const TWO_WORLDS: &[Source] = &[Source::File(2), Source::File(1)];

const PLANS: [Plan; LESSONS as usize] = [
    Plan {
        opening: View { worlds: TWO_WORLDS, opens_at: Some(Millis(2_000)) },
        answer: View { worlds: TWO_WORLDS, opens_at: Some(Millis(30_080)) },
        changes: &[
            view(TWO_WORLDS),
            view(&[Source::RequestLostNewKey, Source::File(3)]),
            view(&[Source::RequestLostGivenUp, Source::File(32)]),
        ],
    },
    Plan {
        opening: view(&[Source::File(3)]),
        answer: view(&[Source::File(5)]),
        changes: &[view(&[Source::File(4)]), view(&[Source::File(33)])],
    },
    Plan {
        opening: view(&[Source::File(6)]),
        answer: view(&[Source::File(29)]),
        changes: &[view(&[Source::AskForTwoAgain]), view(&[Source::File(7)])],
    },
    Plan {
        opening: view(&[Source::File(10)]),
        answer: view(&[Source::File(8)]),
        changes: &[view(&[Source::File(9)]), view(&[Source::File(25)]), view(&[Source::File(24)])],
    },
    Plan {
        opening: view(&[Source::File(12)]),
        answer: view(&[Source::File(12), Source::File(41)]),
        changes: &[view(&[Source::File(11)]), view(&[Source::File(40)])],
    },
];

macro_rules! files {
    ($($number:literal => $name:literal),+ $(,)?) => {
        /// The text of a normative file that a lesson shows.
        #[must_use]
        pub fn file_text(number: u8) -> Option<&'static str> {
            match number {
                $($number => Some(include_str!(concat!("../../static/scenarios/", $name, ".json"))),)+
                _ => None,
            }
        }
    };
}

files! {
    1 => "01-response-lost-same-key",
    2 => "02-request-lost-same-key",
    3 => "03-uncertain-retry-new-key",
    4 => "04-two-real-purchases",
    5 => "05-body-hash-swallows",
    6 => "06-same-key-other-parameters",
    7 => "07-invalid-then-corrected",
    8 => "08-two-at-once-rejected",
    9 => "09-two-at-once-wait",
    10 => "10-two-at-once-check-then-act",
    11 => "11-retry-inside-retention",
    12 => "12-retry-after-expiry",
    24 => "24-two-at-once-one-transaction-waits",
    25 => "25-two-at-once-one-transaction-try-lock",
    29 => "29-other-parameters-while-unknown",
    32 => "32-giving-up",
    33 => "33-body-hash-misses-a-retry",
    40 => "40-the-last-millisecond-of-retention",
    41 => "41-after-retention-still-there",
}

/// What a part of a lesson (from 0) shows. A part that the lesson does not have shows its opening.
#[must_use]
pub fn view_of(lesson: u8, part: Part) -> View {
    let plan = &PLANS[usize::from(lesson.min(LESSONS - 1))];
    match part {
        Part::Opening => plan.opening,
        Part::Answer => plan.answer,
        Part::Change(index) => plan.changes.get(usize::from(index)).copied().unwrap_or(plan.opening),
    }
}

/// The number of things that a lesson changes.
#[must_use]
pub fn changes_of(lesson: u8) -> u8 {
    PLANS[usize::from(lesson.min(LESSONS - 1))].changes.len() as u8
}

/// The part of a lesson that shows a file, its answer first, if one does.
#[must_use]
pub fn part_showing(lesson: u8, file: u8) -> Option<Part> {
    let changes = (0..changes_of(lesson)).map(Part::Change);
    let shows = |part: &Part| view_of(lesson, *part).worlds.contains(&Source::File(file));
    [Part::Answer, Part::Opening].into_iter().chain(changes).find(shows)
}

/// The scenario behind a source.
#[must_use]
pub fn scenario_of(source: Source) -> Scenario {
    match source {
        Source::File(number) => read(number),
        Source::RequestLostNewKey => {
            let mut scenario = read(2);
            scenario.clients.iter_mut().for_each(|client| client.key = KeyPolicy::PerAttempt);
            Scenario { expect: None, ..scenario }
        }
        Source::RequestLostGivenUp => {
            let mut scenario = read(2);
            scenario.script.truncate(1);
            Scenario { expect: None, ..scenario }
        }
        Source::AskForTwoAgain => {
            let mut scenario = read(29);
            let text = r#"{"product":"notebook","quantity":2}"#.into();
            let action = Action::Send {
                intent: "i1".to_owned(),
                body: Some(Body { text, verbatim: false }),
                key: None,
            };
            scenario.script.push(Step { at: Millis(60_000), client: 0, action });
            Scenario { expect: None, ..scenario }
        }
    }
}

/// The runs of a view, from left to right.
#[must_use]
pub fn runs_of(view: View) -> Vec<Rc<Run>> {
    let run = |source: &Source| Rc::new(Run::of(Rc::new(scenario_of(*source))));
    view.worlds.iter().map(run).collect()
}

/// Reads an embedded file. A test reads every one of them, so the empty scenario never shows.
fn read(number: u8) -> Scenario {
    let parsed = file_text(number).and_then(|text| parse(text).ok());
    parsed.unwrap_or_else(super::lab::empty_scenario)
}
