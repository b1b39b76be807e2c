//! The page's state: where the reader is, what runs, and where the cursor stands.
//!
//! Ground state only: runs and scenes are derived from it by [`super::reduce`] and kept because drawing needs them
//! whole. Deliberately absent: anything of the browser, and any wording.

use std::rc::Rc;

use super::address::Trail;
use super::contracts::Moment as Column;
use super::further::Further;
use super::lab::Lab;
use super::lessons::{LESSONS, Part};
use super::link::{Difference, LinkProblem};
use super::scene::{Layout, Scene, row_of};
use super::share::{BadFile, Share};
use super::text::Language;
use crate::sim::presets::Preset;
use crate::sim::problem::Problem;
use crate::sim::run::Run;
use crate::sim::scenario::Scenario;
use crate::sim::trace::{Event, EventKind, EventSeq};

/// Where the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a lesson, from 0.
    Lesson(u8),
    /// In the lab.
    Lab,
    /// In lesson 6, the gap.
    Gap,
    /// In lesson 7, failures.
    Failures,
    /// Among the contracts.
    Contracts,
    /// Among the incidents.
    Cases,
}

impl Place {
    /// Whether only the lab's program has it.
    #[must_use]
    pub const fn is_further(self) -> bool {
        !matches!(self, Place::Lesson(_))
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How fast a run plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// A quarter.
    Quarter,
    /// A half.
    Half,
    /// As it is.
    One,
    /// Twice.
    Two,
}

impl Speed {
    /// All of them.
    pub const ALL: [Speed; 4] = [Speed::Quarter, Speed::Half, Speed::One, Speed::Two];

    /// Wall milliseconds from one row to the next.
    #[must_use]
    pub const fn step_ms(self) -> u32 {
        match self {
            Speed::Quarter => 2_800,
            Speed::Half => 1_400,
            Speed::One => 700,
            Speed::Two => 350,
        }
    }
}

/// What a lesson remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonState {
    /// The option the reader chose, from 0.
    pub guess: Option<u8>,
    /// Whether the answer is shown.
    pub is_revealed: bool,
    /// Which part's figure is shown.
    pub part: Part,
}

/// An event of one of the figure's worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// From 0, from left to right.
    pub world: u8,
    /// The event.
    pub event: EventSeq,
}

/// A figure and where its cursor stands.
#[derive(Clone, Debug)]
pub struct Stage {
    /// One run, or two side by side.
    pub runs: Vec<Rc<Run>>,
    /// Where everything stands.
    pub scene: Rc<Scene>,
    /// Which laying-out this is: two stages with one stamp show the same picture.
    pub stamp: u32,
    /// How many rows have happened.
    pub cursor: u32,
    /// What the reader looks at; the newest event at the cursor where nothing is chosen.
    pub selection: Option<Selection>,
    /// What the reader undid or can undo: scenarios of a lesson's worlds, or the lab.
    pub history: History,
}

/// Undo and redo.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// What came before, oldest first.
    pub past: Vec<Moment>,
    /// What was undone, next first at the end.
    pub future: Vec<Moment>,
}

/// What an undo brings back.
#[derive(Clone, Debug)]
pub enum Moment {
    /// A lesson's worlds.
    Worlds(Vec<Rc<Scenario>>),
    /// The lab.
    Lab(Rc<Lab>),
}

/// Something the page has to say once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The page was reloaded and intents came back from storage.
    ReloadedDurable,
    /// The page was reloaded and the intents were in memory only.
    ReloadedMemory,
    /// A scenario could not be read; the one on the page is unchanged.
    BadScenario(Problem),
    /// What storage held could not be read; it was put aside.
    BadStorage(Problem),
    /// A link could not be read as it stands; the lab is as it was.
    BadLink(Box<LinkProblem>),
    /// The run of a link comes out otherwise than where the link was made.
    LinkDiffers(Box<Difference>),
    /// A link was read without what could not be read of it.
    LinkInPart,
    /// The lab shows the run of a cell of the contracts: which contract, and which column.
    OfCell(Preset, Column),
    /// A file was not opened; the scenario in hand is unchanged.
    BadFile(Box<BadFile>),
}

/// The whole page.
#[derive(Clone, Debug)]
pub struct AppState {
    /// Chinese or English.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// Whether the page is one figure in another page's frame.
    pub is_embedded: bool,
    /// Where the reader is.
    pub place: Place,
    /// What the pages beyond the first lessons remember.
    pub further: Further,
    /// The lesson that was open last.
    pub last_lesson: u8,
    /// What each lesson remembers.
    pub lessons: [LessonState; LESSONS as usize],
    /// The figure of the lesson, or of the further page, that was last open.
    pub lesson_stage: Stage,
    /// The lab.
    pub lab: Lab,
    /// Its figure.
    pub lab_stage: Stage,
    /// How figures are laid out.
    pub layout: Layout,
    /// Whether the run plays.
    pub is_playing: bool,
    /// How fast.
    pub speed: Speed,
    /// What the page has to say.
    pub notice: Option<Notice>,
    /// Whether the browser remembers; `false` is said in a quiet line.
    pub has_storage: bool,
    /// UUIDv4s for keys to come, made at the edge.
    pub pool: Vec<String>,
    /// The tab of the lab's sheet that is open on a narrow screen.
    pub sheet: Option<u8>,
    /// The text in the lab's JSON box, where it was edited.
    pub draft: Option<String>,
    /// Whether the last copying worked, if there was one.
    pub copied: Option<bool>,
    /// Whether the list of keys is open.
    pub is_help_open: bool,
    /// What goes over to the lab's program, once the reader wants the lab and this program has none.
    pub handover: Option<String>,
    /// The stamp of the newest laying-out.
    pub stamp: u32,
    /// Sharing, and files that come in.
    pub share: Share,
    /// Deliberate changes, for the browser's Back and Forward.
    pub trail: Trail,
}

impl AppState {
    /// The figure of the place where the reader is.
    #[must_use]
    pub const fn stage(&self) -> &Stage {
        match self.place {
            Place::Lab => &self.lab_stage,
            _ => &self.lesson_stage,
        }
    }

    /// What the open lesson remembers.
    #[must_use]
    pub fn lesson(&self) -> Option<(u8, LessonState)> {
        match self.place {
            Place::Lesson(lesson) => Some((lesson, self.lessons[usize::from(lesson.min(LESSONS - 1))])),
            _ => None,
        }
    }
}

impl Stage {
    /// The world and event that the page speaks of: the chosen one, else the newest at the cursor, of the last world
    /// that has one there.
    #[must_use]
    pub fn focus(&self) -> Option<Selection> {
        self.selection.or_else(|| self.newest())
    }

    /// The newest event at the cursor, of the last world that has one there.
    #[must_use]
    pub fn newest(&self) -> Option<Selection> {
        let row = self.scene.rows.get((self.cursor as usize).checked_sub(1)?)?;
        let newest = row.events.iter().enumerate().rev().find_map(|(world, event)| Some((world, (*event)?)));
        newest.map(|(world, event)| Selection { world: world as u8, event })
    }

    /// Whether the clients of two worlds have seen the same so far: sends, answers and timeouts at the same instants.
    #[must_use]
    pub fn clients_agree(&self) -> bool {
        let seen = |world: usize| {
            let events = self.scene.events_before(world as u8, self.cursor) as usize;
            let run = &self.runs[world];
            let sees = |event: &&Event| {
                matches!(
                    event.kind,
                    EventKind::Sent { .. } | EventKind::Heard { .. } | EventKind::TimedOut { .. }
                )
            };
            run.trace.events[..events].iter().filter(sees)
        };
        let (mut left, mut right) = (seen(0), seen(1));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if one.at == other.at && looks_the_same(&one.kind, &other.kind) => {}
                _ => return false,
            }
        }
    }

    /// What the worlds on view run.
    #[must_use]
    pub fn scenarios(&self) -> Vec<Rc<Scenario>> {
        self.runs.iter().map(|run| run.scenario.clone()).collect()
    }

    /// The row of an event of a world.
    #[must_use]
    pub fn row(&self, selection: Selection) -> Option<u32> {
        row_of(&self.scene.rows, usize::from(selection.world), selection.event)
    }

    /// The number of rows.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.scene.rows.len() as u32
    }
}

/// Whether two of a client's own events look the same to it.
fn looks_the_same(one: &EventKind, other: &EventKind) -> bool {
    match (one, other) {
        (EventKind::Heard { answer: one, .. }, EventKind::Heard { answer: other, .. }) => {
            one.same_bytes(other)
        }
        (EventKind::Sent { .. }, EventKind::Sent { .. }) => true,
        (EventKind::TimedOut { .. }, EventKind::TimedOut { .. }) => true,
        _ => false,
    }
}
