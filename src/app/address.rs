//! The address: which place a fragment names, which fragment names the place where the reader is, and the trail of
//! deliberate changes along which the browser's Back and Forward go.
//!
//! A *visit* is one entry of the browser's history: a place and, in the lab, its scenario. A new one begins with every
//! deed that changes the scenario, every scenario that is opened, undone or redone, and every change of place; moving the
//! cursor stays in one. Going back to a visit brings back its lab along the lab's own undo history, so that Back is undo
//! where that leads there, and what was there can be undone to where it does not. Deliberately absent: the browser's
//! history, which the edge keeps in step.

use std::rc::Rc;

use super::cases;
use super::lab::{By, Lab};
use super::lessons::LESSONS;
use super::link;
use super::open::open_link;
use super::reduce::{open_place, travel_to};
use super::state::{AppState, Notice, Place};
use super::{HAS_LAB, further};

/// What an address that opens an incident begins with.
pub const CASE: &str = "case-";
/// How many visits can be gone back to as they were; for older ones their address has to do.
const VISITS: usize = 200;

/// The place that a fragment names, if it names one. A link is of the lab.
#[must_use]
pub fn place_of(fragment: &str) -> Option<Place> {
    match fragment {
        "lab" => Some(Place::Lab),
        "lesson-6" => Some(Place::Gap),
        "lesson-7" => Some(Place::Failures),
        "contracts" => Some(Place::Contracts),
        "cases" => Some(Place::Cases),
        fragment if fragment.starts_with(CASE) => Some(Place::Cases),
        fragment if link::is_link(fragment) => Some(Place::Lab),
        fragment => {
            let number: u8 = fragment.strip_prefix("lesson-")?.parse().ok()?;
            (1..=LESSONS).contains(&number).then(|| Place::Lesson(number - 1))
        }
    }
}

/// How an address names the place where the reader is.
#[must_use]
pub fn place_name(state: &AppState) -> String {
    if HAS_LAB
        && state.place == Place::Cases
        && let Some(open) = &state.further.cases.open
    {
        return [CASE, &open.id].concat();
    }
    name_of(state.place)
}

/// How an address names a place.
#[must_use]
pub fn name_of(place: Place) -> String {
    match place {
        Place::Lab => "lab".to_owned(),
        Place::Gap => "lesson-6".to_owned(),
        Place::Failures => "lesson-7".to_owned(),
        Place::Contracts => "contracts".to_owned(),
        Place::Cases => "cases".to_owned(),
        Place::Lesson(lesson) => format!("lesson-{}", lesson + 1),
    }
}

/// Whether the address is a link to what the lab shows: where a link was opened, and what became of that since.
#[must_use]
pub fn is_linked(state: &AppState) -> bool {
    HAS_LAB && state.place == Place::Lab && state.lab.by != By::Hand
}

/// The whole fragment: the place, or the link to what an opened link shows now. What is too long for a link is the lab.
/// `None` leaves the address as it is: what is wrong with a link is told beside that link.
#[must_use]
pub fn fragment(state: &AppState) -> Option<String> {
    if !HAS_LAB {
        return Some(place_name(state));
    }
    if matches!(state.notice, Some(Notice::BadLink(_))) {
        return None;
    }
    let link = || {
        let run = state.lab_stage.runs.first().filter(|_| is_linked(state))?;
        link::write(run, state.lab_stage.cursor, state.language).ok()
    };
    Some(link().unwrap_or_else(|| place_name(state)))
}

/// Deliberate changes, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    visits: Vec<Visit>,
    /// The number of the first of them.
    first: u32,
    /// The number of the visit where the reader is.
    now: u32,
}

/// One of them, as the reader left it.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    place: Place,
    case: Option<String>,
    lab: Rc<Lab>,
    cursor: u32,
}

impl Visit {
    pub(super) fn of(state: &AppState) -> Visit {
        let open = state.further.cases.open.as_ref().filter(|_| state.place == Place::Cases);
        Visit {
            place: state.place,
            case: open.map(|open| open.id.clone()),
            lab: Rc::new(state.lab.clone()),
            cursor: state.lab_stage.cursor,
        }
    }
}

impl Trail {
    /// The number of the visit where the reader is.
    #[must_use]
    pub const fn now(&self) -> u32 {
        self.now
    }

    /// The trail begins where the reader is.
    pub(super) fn begin(state: &mut AppState) {
        let visits = if HAS_LAB { vec![Visit::of(state)] } else { Vec::new() };
        state.trail = Trail { visits, first: 0, now: 0 };
    }

    fn at(&mut self, number: u32) -> Option<&mut Visit> {
        self.visits.get_mut(number.checked_sub(self.first)? as usize)
    }

    fn push(&mut self, visit: Visit) {
        self.visits.push(visit);
        if self.visits.len() > VISITS {
            self.visits.remove(0);
            self.first += 1;
        }
        self.now = self.first + self.visits.len() as u32 - 1;
    }
}

/// Begins a visit where an action has led somewhere else, and keeps how the reader left the one before.
pub(super) fn follow(state: &mut AppState, was: Visit) {
    let is = Visit::of(state);
    let is_same = is.place == was.place
        && is.case == was.case
        && (is.place != Place::Lab || is.lab.scenario == was.lab.scenario && is.lab.by == was.lab.by);
    if is_same {
        return;
    }
    leave(state, was);
    state.trail.push(is);
}

fn leave(state: &mut AppState, was: Visit) {
    let now = state.trail.now;
    if let Some(visit) = state.trail.at(now) {
        *visit = was;
    }
}

/// The browser went to another entry of its history: to a visit that is known by number, else to what its address says.
pub(super) fn go(state: &mut AppState, visit: Option<u32>, fragment: &str) {
    if !HAS_LAB {
        if let Some(place) = place_of(fragment) {
            open_place(state, place);
        }
        return;
    }
    leave(state, Visit::of(state));
    if let Some((number, to)) = visit.and_then(|number| Some((number, state.trail.at(number)?.clone()))) {
        state.trail.now = number;
        state.notice = None;
        return go_to(state, &to);
    }
    let Some(place) = place_of(fragment) else { return };
    if link::is_link(fragment) {
        open_link(state, fragment, false);
    } else {
        state.notice = None;
        show_place(state, place, fragment.strip_prefix(CASE));
    }
    let visit = Visit::of(state);
    state.trail.push(visit);
}

fn show_place(state: &mut AppState, place: Place, case: Option<&str>) {
    if state.place != place {
        open_place(state, place);
    }
    let open = state.further.cases.open.as_ref().map(|open| open.id.as_str());
    if place == Place::Cases && open != case {
        let act = case.map_or(cases::Act::Closed, |case| cases::Act::Opened(case.to_owned()));
        further::apply(state, further::Act::Cases(act));
    }
}

fn go_to(state: &mut AppState, visit: &Visit) {
    state.is_playing = false;
    show_place(state, visit.place, visit.case.as_deref());
    if visit.place == Place::Lab {
        travel_to(state, &visit.lab);
        let stage = &mut state.lab_stage;
        (stage.cursor, stage.selection) = (visit.cursor.min(stage.end()), None);
    }
}
