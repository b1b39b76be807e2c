//! The contracts: the same moments under every one of them, and each one's knobs.
//!
//! Owns the table (every cell is read off a run, never written down), which rows of it are on view, and what a reader
//! makes of a contract as "your API". It deliberately knows no provider: what they promise is in [`crate::sim::presets`].
//! The table depends on nothing, so that it is computed once for the whole program.

use super::HAS_LAB;
use super::lab::{Deed, Lab};
use super::reduce::enter_lab;
use super::state::{AppState, Notice, Place, Selection, Stage};
use crate::sim::presets::Preset;
use crate::sim::trace::{Event, EventKind};

mod choose;
mod own;
mod table;

pub use choose::{Column, Kind, Sort, Support, rows};
pub use own::{Class, Turn, adopt};
pub use table::{Cell, Moment, Row, Table, cell, scenario, table};

/// The tab of the lab's sheet with the service's settings.
const SERVICE_TAB: u8 = 3;

/// What the page remembers.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    /// The contract whose sheet is open.
    pub sheet: Option<Preset>,
    /// What is looked for in names, codes and statuses.
    pub query: String,
    /// The kind of service on view; `None` for all.
    pub kind: Option<Kind>,
    /// Whether rows with or without assumptions are on view.
    pub support: Support,
    /// The one moment that cards show; `None` for all. A table shows all.
    pub moment: Option<Moment>,
    /// Whether cells that equal the example API's step back.
    pub only_differences: bool,
    /// The order of the rows.
    pub sort: Sort,
    /// Counts up whenever the focus has to move.
    pub turn: u32,
    /// Where to.
    pub focus: Focus,
}

/// Where the focus goes when what had it is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// Into the open sheet; nowhere where there is none.
    #[default]
    Sheet,
    /// To the name of a contract.
    Name(Preset),
    /// To the figure of the run that was opened, at the page's top.
    Run,
}

/// What a reader does.
#[derive(Clone, Debug)]
pub enum Act {
    /// Opens a contract's sheet.
    SheetOpened(Preset),
    /// Closes it.
    SheetClosed,
    /// Opens a cell's run in the lab.
    RunOpened(Preset, Moment),
    /// Starts an API of their own from a contract.
    ApiStarted(Preset),
    /// Looks for something.
    Searched(String),
    /// Chooses a kind of service.
    KindChosen(Option<Kind>),
    /// Chooses rows by what they rest on.
    SupportChosen(Support),
    /// Chooses the moment that cards show.
    MomentChosen(Option<Moment>),
    /// Wants to see differences only, or everything.
    DifferencesToggled,
    /// Sorts by a column, or the other way round where it is sorted by it.
    SortedBy(Column),
    /// Chooses column and direction.
    SortChosen(Sort),
    /// Takes every filter away.
    FiltersCleared,
}

/// The page was opened.
pub fn open(state: &mut AppState) {
    if HAS_LAB {
        let _ = table();
        state.further.contracts.sheet = None;
    }
}

/// Changes the state by an action.
pub fn apply(state: &mut AppState, act: Act) {
    if !HAS_LAB {
        return;
    }
    let view = &mut state.further.contracts;
    match act {
        Act::SheetOpened(preset) => {
            super::reduce::open_place(state, Place::Contracts);
            state.further.contracts.sheet = Some(preset);
            moves_focus(state, Focus::Sheet);
        }
        Act::SheetClosed => {
            if let Some(preset) = view.sheet.take() {
                moves_focus(state, Focus::Name(preset));
            }
        }
        Act::RunOpened(preset, moment) => {
            if let Some(scenario) = scenario(&preset.contract(), moment) {
                enter(state, Lab::of(scenario));
                show_last_answer(&mut state.lab_stage);
                state.notice = Some(Notice::OfCell(preset, moment));
            }
        }
        Act::ApiStarted(preset) => {
            let mut lab = Lab::new(&mut state.pool);
            let run = lab.run(&mut state.pool);
            let lab = lab.after(&Deed::Contract(preset), &run, &mut state.pool);
            enter(state, lab);
            state.sheet = Some(SERVICE_TAB);
        }
        Act::Searched(query) => view.query = query,
        Act::KindChosen(kind) => view.kind = kind,
        Act::SupportChosen(support) => view.support = support,
        Act::MomentChosen(moment) => view.moment = moment,
        Act::DifferencesToggled => view.only_differences = !view.only_differences,
        Act::SortedBy(column) => view.sort = view.sort.by(column),
        Act::SortChosen(sort) => view.sort = sort,
        Act::FiltersCleared => {
            view.query.clear();
            view.kind = None;
            view.support = Support::Any;
        }
    }
}

/// Shows a lab with its whole run.
fn enter(state: &mut AppState, lab: Lab) {
    state.further.contracts.sheet = None;
    state.place = Place::Lab;
    state.is_playing = false;
    state.notice = None;
    enter_lab(state, lab);
    state.lab_stage.cursor = state.lab_stage.end();
    state.lab_stage.selection = None;
    moves_focus(state, Focus::Run);
}

/// Puts the cursor where the client hears the answer that the cell tells: what ends later, such as a record, is still to come.
fn show_last_answer(stage: &mut Stage) {
    let Some(run) = stage.runs.first() else { return };
    let told = run.end.attempts.last().map(|attempt| attempt.id);
    let is_heard = |event: &&Event| event.attempt == told && matches!(event.kind, EventKind::Heard { .. });
    let heard = run.trace.events.iter().rfind(is_heard).map(|event| event.seq);
    if let Some(row) = heard.and_then(|event| stage.row(Selection { world: 0, event })) {
        stage.cursor = row + 1;
    }
}

const fn moves_focus(state: &mut AppState, focus: Focus) {
    state.further.contracts.focus = focus;
    state.further.contracts.turn += 1;
}
