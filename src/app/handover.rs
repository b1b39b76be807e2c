//! What goes over from the first visit's program to the lab's: where to, how far the lessons are, and the runs that are
//! carried on.
//!
//! A run is named by its source and its faults, since nothing else of a lesson's run can be changed. The text is
//! short-lived and never stored; what cannot be read is left out.

use super::lessons::{LESSONS, Part, Source, scenario_of};
use super::state::{LessonState, Place};
use crate::sim::scenario::{AttemptId, Direction, FailAt, Fault, FaultKind, Point, Scenario};
use crate::sim::time::Millis;

/// The places that the lab's program alone has, by the number that names them here. A lesson's number comes after them.
const PLACES: [Place; 5] = [Place::Lab, Place::Gap, Place::Failures, Place::Contracts, Place::Cases];

/// What was handed over, as far as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOver {
    /// Where to. A lesson: to take its runs home.
    pub place: Place,
    /// The lessons' states, in order.
    pub lessons: Vec<LessonState>,
    /// The cursor in the figure of what is carried on.
    pub cursor: u32,
    /// The scenarios that are carried on: of two runs side by side both.
    pub carried: Vec<Scenario>,
}

/// Writes where to, the lessons' states, the cursor and, of what is carried on, each run's source, the number of its faults,
/// and these.
#[must_use]
pub fn write(place: Place, lessons: &[LessonState], cursor: u32, carried: &[(Source, Vec<Fault>)]) -> String {
    let mut out = String::new();
    let place = match place {
        Place::Lesson(lesson) => PLACES.len() + usize::from(lesson),
        place => PLACES.iter().position(|known| *known == place).unwrap_or(0),
    };
    number(&mut out, place as u64);
    for lesson in lessons {
        let guess = lesson.guess.map_or(9, u32::from);
        let part = match lesson.part {
            Part::Opening => 0,
            Part::Answer => 1,
            Part::Change(index) => 2 + u32::from(index),
        };
        number(&mut out, u64::from(part * 20 + guess * 2 + u32::from(lesson.is_revealed)));
    }
    number(&mut out, cursor.into());
    for (source, faults) in carried {
        number(&mut out, source.number().into());
        number(&mut out, faults.len() as u64);
        for fault in faults {
            let (kind, more, amount) = match fault.kind {
                FaultKind::Lose(message) => (0, message as u64, 0),
                FaultKind::Delay { message, by } => (1, message as u64, by.0),
                FaultKind::Duplicate { after } => (2, 0, after.0),
                FaultKind::Fail { at, status, .. } => {
                    (3, u64::from(at == FailAt::AfterEffect), status.into())
                }
                FaultKind::Crash { after, restart, .. } => (4, after as u64, restart.0),
                // No figure of a lesson offers any other; five numbers that are no fault stand for it.
                _ => (5, 0, 0),
            };
            for part in [kind, fault.of.client.into(), fault.of.number.into(), more, amount] {
                number(&mut out, part);
            }
        }
    }
    out
}

fn number(out: &mut String, number: u64) {
    out.push_str(&number.to_string());
    out.push(' ');
}

/// Reads what [`write`] wrote.
#[must_use]
pub fn read(text: &str) -> HandedOver {
    let numbers: Vec<u64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
    let place = numbers.first().and_then(|number| {
        let lesson = number.checked_sub(PLACES.len() as u64).filter(|lesson| *lesson < LESSONS.into());
        lesson.map(|lesson| Place::Lesson(lesson as u8)).or_else(|| PLACES.get(*number as usize).copied())
    });
    let numbers = numbers.get(1..).unwrap_or(&[]);
    let (lessons, carried) = numbers.split_at((LESSONS as usize).min(numbers.len()));
    let lesson = |number: &u64| LessonState {
        guess: Some((number % 20 / 2) as u8).filter(|guess| *guess < 9),
        is_revealed: number % 2 == 1,
        part: match number / 20 {
            0 => Part::Opening,
            1 => Part::Answer,
            index => Part::Change((index - 2).min(9) as u8),
        },
    };
    let (cursor, carried) = carried.split_first().map_or((0, carried), |(cursor, rest)| (*cursor, rest));
    HandedOver {
        place: place.unwrap_or(Place::Lab),
        lessons: lessons.iter().map(lesson).collect(),
        cursor: u32::try_from(cursor).unwrap_or(u32::MAX),
        carried: scenarios(carried),
    }
}

fn scenarios(mut numbers: &[u64]) -> Vec<Scenario> {
    let mut all = Vec::new();
    // No figure of a lesson has more runs.
    while all.len() < 2
        && let [source, count, rest @ ..] = numbers
        && let Some(source) = Source::of_number(*source as u8).filter(|_| *source <= u8::MAX.into())
    {
        let (faults, rest) = rest.split_at(rest.len().min((*count).min(99) as usize * 5));
        let faults = faults.chunks_exact(5).filter_map(fault).collect();
        all.push(Scenario { faults, ..scenario_of(source) });
        numbers = rest;
    }
    all
}

fn fault(parts: &[u64]) -> Option<Fault> {
    let [kind, client, attempt, more, amount] = *parts else { return None };
    let message = if more == 0 { Direction::Request } else { Direction::Response };
    let at = if more == 0 { FailAt::BeforeEffect } else { FailAt::AfterEffect };
    let kind = match kind {
        0 => FaultKind::Lose(message),
        1 => FaultKind::Delay { message, by: Millis(amount) },
        2 => FaultKind::Duplicate { after: Millis(amount) },
        3 => FaultKind::Fail { at, status: amount as u16, raised: false },
        4 => {
            let after = *Point::ALL.get(more as usize)?;
            FaultKind::Crash { after, restart: Millis(amount), loses: Millis::ZERO }
        }
        _ => return None,
    };
    Some(Fault { of: AttemptId { client: client as u8, number: attempt as u32 }, kind })
}
