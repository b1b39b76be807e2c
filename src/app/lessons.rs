//! The five lessons as data: which runs each part shows, and where it opens.
//!
//! The runs are the normative scenario files, in short, or one of them with one stated change; a test holds that each
//! sketch is its file. The words are in [`super::text`]; this module deliberately has none.

use std::rc::Rc;

use crate::sim::contract::InFlight;
use crate::sim::run::Run;
use crate::sim::scenario::{
    Action, AttemptId, Body, Direction, Endpoint, Fault, FaultKind, KeyPolicy, Point, Scenario, Step,
    WriteOrder,
};
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

impl Source {
    const DERIVED: [Source; 3] =
        [Source::RequestLostNewKey, Source::RequestLostGivenUp, Source::AskForTwoAgain];

    /// A number that names it.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Source::File(number) => number,
            derived => 100 + Source::DERIVED.iter().position(|known| *known == derived).unwrap_or(0) as u8,
        }
    }

    /// The source that a number names.
    #[must_use]
    pub fn of_number(number: u8) -> Option<Source> {
        match number.checked_sub(100) {
            Some(index) => Source::DERIVED.get(usize::from(index)).copied(),
            None => sketch(number).map(|_| Source::File(number)),
        }
    }
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
        answer: View { worlds: TWO_WORLDS, opens_at: Some(Millis(30_110)) },
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

/// A normative file in short: one durable client that sends notebooks; all else as the rules' defaults are.
struct Sketch {
    file: u8,
    write_order: WriteOrder,
    key: KeyPolicy,
    /// Milliseconds that the effect takes, where not 30.
    effect_ms: u64,
    /// Milliseconds that a duplicate waits; 0 rejects.
    wait_ms: u64,
    kept_longer_ms: u64,
    /// Whether the file says the promise, which is the default's.
    says_promise: bool,
    lose: Option<Direction>,
    /// When, for which intent, and with which body; none repeats the last.
    sends: &'static [(u64, u8, Option<&'static str>)],
    /// Whether bodies are given as text.
    is_verbatim: bool,
}

const TWO: Option<&str> = Some(r#"{"product":"notebook","quantity":2}"#);
const TWO_SWAPPED: Option<&str> = Some(r#"{"quantity":2,"product":"notebook"}"#);
const THREE: Option<&str> = Some(r#"{"product":"notebook","quantity":3}"#);
const ONE: Option<&str> = Some(r#"{"product":"notebook","quantity":1}"#);
const NO: Option<&str> = Some(r#"{"product":"notebook","quantity":0}"#);
const SAME: Option<&str> = None;
const HOUR: u64 = 3_600_000;

const PLAIN: Sketch = Sketch {
    file: 0,
    write_order: WriteOrder::OneTransaction,
    key: KeyPolicy::PerIntent,
    effect_ms: 30,
    wait_ms: 0,
    kept_longer_ms: 0,
    says_promise: false,
    lose: None,
    sends: &[(0, 1, TWO)],
    is_verbatim: false,
};
const LOST: Sketch = Sketch { lose: Some(Direction::Response), ..PLAIN };
const LATER: &[(u64, u8, Option<&str>)] = &[(0, 1, TWO), (30_000, 1, SAME)];
const AGAIN: &[(u64, u8, Option<&str>)] = &[(0, 1, TWO), (10_000, 2, TWO)];
const AT_ONCE: &[(u64, u8, Option<&str>)] = &[(0, 1, TWO), (20, 1, SAME)];

const SKETCHES: [Sketch; 19] = [
    Sketch { file: 1, sends: &[(0, 1, TWO), (30_000, 1, SAME), (60_000, 1, SAME)], ..LOST },
    Sketch { file: 2, lose: Some(Direction::Request), sends: LATER, ..PLAIN },
    Sketch { file: 3, key: KeyPolicy::PerAttempt, sends: LATER, ..LOST },
    Sketch { file: 4, sends: AGAIN, ..PLAIN },
    Sketch { file: 5, key: KeyPolicy::BodyHash, sends: AGAIN, ..PLAIN },
    Sketch {
        file: 6,
        sends: &[(0, 1, TWO), (1_000, 1, TWO_SWAPPED), (2_000, 1, THREE), (3_000, 1, TWO)],
        is_verbatim: true,
        ..PLAIN
    },
    Sketch { file: 7, sends: &[(0, 1, NO), (1_000, 1, ONE)], ..PLAIN },
    Sketch {
        file: 8,
        write_order: WriteOrder::ClaimThenCommit,
        effect_ms: 200,
        sends: &[(0, 1, TWO), (20, 1, SAME), (5_000, 1, SAME)],
        ..PLAIN
    },
    Sketch {
        file: 9,
        write_order: WriteOrder::ClaimThenCommit,
        effect_ms: 200,
        wait_ms: 5_000,
        sends: AT_ONCE,
        ..PLAIN
    },
    Sketch { file: 10, write_order: WriteOrder::CheckThenAct, effect_ms: 200, sends: AT_ONCE, ..PLAIN },
    Sketch { file: 11, says_promise: true, sends: &[(0, 1, TWO), (23 * HOUR, 1, SAME)], ..LOST },
    Sketch { file: 12, says_promise: true, sends: &[(0, 1, TWO), (26 * HOUR, 1, SAME)], ..LOST },
    Sketch { file: 24, effect_ms: 200, wait_ms: 5_000, sends: AT_ONCE, ..PLAIN },
    Sketch { file: 25, effect_ms: 200, sends: AT_ONCE, ..PLAIN },
    Sketch { file: 29, sends: &[(0, 1, TWO), (30_000, 1, THREE)], ..LOST },
    Sketch { file: 32, ..LOST },
    Sketch {
        file: 33,
        key: KeyPolicy::BodyHash,
        sends: &[(0, 1, TWO), (30_000, 1, TWO_SWAPPED)],
        is_verbatim: true,
        ..LOST
    },
    Sketch { file: 40, sends: &[(0, 1, TWO), (24 * HOUR - 1, 1, SAME), (24 * HOUR, 1, SAME)], ..PLAIN },
    Sketch {
        file: 41,
        says_promise: true,
        kept_longer_ms: 6 * HOUR,
        sends: &[(0, 1, TWO), (26 * HOUR, 1, SAME)],
        ..LOST
    },
];

/// The numbers of the files that the lessons show.
pub fn files() -> impl Iterator<Item = u8> {
    SKETCHES.iter().map(|sketch| sketch.file)
}

fn sketch(file: u8) -> Option<&'static Sketch> {
    SKETCHES.iter().find(|sketch| sketch.file == file)
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
    let file = match source {
        Source::File(file) => file,
        Source::AskForTwoAgain => 29,
        Source::RequestLostNewKey | Source::RequestLostGivenUp => 2,
    };
    let mut scenario = draw(sketch(file).unwrap_or(&PLAIN));
    match source {
        Source::File(_) => {}
        Source::RequestLostNewKey => scenario.clients[0].key = KeyPolicy::PerAttempt,
        Source::RequestLostGivenUp => scenario.script.truncate(1),
        Source::AskForTwoAgain => scenario.script.push(send((60_000, 1, TWO), false)),
    }
    scenario
}

fn send((at, intent, body): (u64, u8, Option<&'static str>), verbatim: bool) -> Step {
    let body = body.map(|text| Body { text: text.into(), verbatim });
    let (intent, to) = (format!("i{intent}"), Endpoint::Create);
    let action = Action::Send { intent, body, key: None, to, replica: None, region: None };
    Step { at: Millis(at), client: 0, action }
}

fn draw(sketch: &Sketch) -> Scenario {
    let mut scenario = super::lab::empty_scenario();
    let service = &mut scenario.service;
    service.write_order = sketch.write_order;
    service.takes.points[Point::Effect as usize] = Millis(sketch.effect_ms);
    service.kept_longer = Millis(sketch.kept_longer_ms);
    if sketch.says_promise {
        service.promise(service.contract.promised());
    }
    if sketch.wait_ms > 0 {
        service.meet(InFlight::Wait(Millis(sketch.wait_ms)));
    }
    scenario.clients[0].key = sketch.key;
    scenario.script = sketch.sends.iter().map(|sends| send(*sends, sketch.is_verbatim)).collect();
    let of = AttemptId { client: 0, number: 1 };
    scenario.faults.extend(sketch.lose.map(|message| Fault { of, kind: FaultKind::Lose(message) }));
    scenario
}

/// The runs of a view, from left to right.
#[must_use]
pub fn runs_of(view: View) -> Vec<Rc<Run>> {
    let run = |source: &Source| Rc::new(Run::of(Rc::new(scenario_of(*source))));
    view.worlds.iter().map(run).collect()
}
