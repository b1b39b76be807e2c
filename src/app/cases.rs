//! Incidents: public failures as two runs each, as reported and built right.
//!
//! Owns the list, the filter, the open incident and what is being loaded. Files are asked for by number and come as
//! actions; an answer whose number is no longer waited for changes nothing. Deliberately absent: fetching, which the
//! edge does, and words, which are in the list itself and in [`super::text`].

mod index;

use std::rc::Rc;

use super::HAS_LAB;
use super::lab::Lab;
use super::reduce::{enter_lab, show, stage};
use super::state::{AppState, Place};
use super::text::Language;
use crate::sim::parse::parse;
use crate::sim::problem::Problem;
use crate::sim::run::Run;

pub use index::{Both, Case, Confidence, Evidence, Kind, read};

/// Where the list lies, relative to the page.
const INDEX: &str = "incidents/index.json";
/// How the names of an incident's two files end, from left to right.
const ENDINGS: [&str; 2] = ["-as-reported.json", "-built-right.json"];
/// Most characters of an unknown incident's name that are shown.
const SHOWN: usize = 40;

/// What the page remembers.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// The list.
    pub index: Index,
    /// The kind that is shown alone.
    pub kind: Option<Kind>,
    /// The incident that is open.
    pub open: Option<Open>,
    /// What the address asked for, where the list has no such incident.
    pub missing: Option<String>,
    /// The runs of the incidents that were opened so far.
    pub seen: Vec<Seen>,
    /// The number of the newest loading, opening or closing.
    pub turn: u32,
    /// The element that the focus goes to with this turn; none where it stays.
    pub focus: Option<String>,
}

/// The list of incidents.
#[derive(Clone, Debug, Default)]
pub enum Index {
    /// Nobody has asked for it.
    #[default]
    NotAsked,
    /// It was asked for under this number.
    Loading(u32),
    /// It did not come, or cannot be read.
    Failed(Failure),
    /// Here it is, in the order of kinds.
    Ready(Rc<[Case]>),
}

/// An open incident.
#[derive(Clone, Debug)]
pub struct Open {
    /// Which.
    pub id: String,
    /// How far its runs are.
    pub runs: Runs,
}

/// How far the two runs of the open incident are.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Runs {
    /// The list comes first.
    Waiting,
    /// Both files were asked for under this number.
    Loading { turn: u32, come: [Option<Rc<Run>>; 2] },
    /// One did not come, or cannot be read.
    Failed(Failure),
    /// They are among those that were seen.
    Ready,
}

/// The runs of an incident that was opened, from left to right.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Which incident.
    pub id: String,
    /// Its runs, as their files have them.
    pub runs: [Rc<Run>; 2],
}

/// A file that is not there, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its address, relative to the page.
    pub file: String,
    /// Why.
    pub why: Why,
}

/// Why a file is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It did not come; with what the browser says, or the status.
    NotCome(String),
    /// It came and cannot be read.
    Unreadable(Problem),
}

/// What a reader does, or what comes.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Act {
    /// The reader wants one kind alone, or all of them.
    Filtered(Option<Kind>),
    /// The reader opened an incident by its card, or its address did.
    Opened(String),
    /// The reader went on to another from an open one.
    Turned(String),
    /// The reader went back to the list.
    Closed,
    /// The reader asked again for what did not come.
    Retried,
    /// The reader carries the run of a world on in the lab.
    CarriedOn(u8),
    /// A file came, or did not.
    Came { turn: u32, file: u8, said: Result<String, String> },
}

/// A file that is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number under which its answer is waited for.
    pub turn: u32,
    /// Which of the files of this number.
    pub file: u8,
    /// Its address, relative to the page.
    pub path: String,
}

/// What a run comes to, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Intents.
    pub meant: u32,
    /// Orders and charges, as the figure counts them.
    pub made: u32,
    /// Answers taken from a record.
    pub replays: u32,
    /// Refusals.
    pub refused: u32,
    /// What the audit found.
    pub found: u32,
}

impl Count {
    /// What a run comes to.
    #[must_use]
    pub fn of(run: &Run) -> Count {
        let made = run.end.standing().count() as u32;
        let (replays, refused) = (run.end.replays, run.end.refusals);
        Count { meant: run.end.meant(), made, replays, refused, found: run.found.len() as u32 }
    }
}

impl Cases {
    /// The list, where it is there.
    #[must_use]
    pub fn all(&self) -> &[Case] {
        if let Index::Ready(all) = &self.index { all } else { &[] }
    }

    /// The open incident's entry, where the list is there.
    #[must_use]
    pub fn case(&self) -> Option<&Case> {
        self.entry(&self.open.as_ref()?.id)
    }

    fn entry(&self, id: &str) -> Option<&Case> {
        self.all().iter().find(|case| case.id == id)
    }

    /// The runs of an incident that was opened.
    #[must_use]
    pub fn runs(&self, id: &str) -> Option<&[Rc<Run>; 2]> {
        self.seen.iter().find(|seen| seen.id == id).map(|seen| &seen.runs)
    }

    /// Whether the open incident's figure is there.
    #[must_use]
    pub const fn has_figure(&self) -> bool {
        matches!(self.open, Some(Open { runs: Runs::Ready, .. }))
    }

    /// The incidents that the filter lets through.
    pub fn shown(&self) -> impl Iterator<Item = &Case> {
        self.all().iter().filter(|case| self.kind.is_none_or(|kind| kind == case.kind))
    }

    /// Those among which the reader turns over: the filtered ones, or all where the open one is not among them.
    #[must_use]
    pub fn row(&self) -> Vec<&Case> {
        let shown: Vec<&Case> = self.shown().collect();
        let is_open = |case: &&Case| self.open.as_ref().is_some_and(|open| open.id == case.id);
        if shown.iter().any(is_open) { shown } else { self.all().iter().collect() }
    }

    /// The files that are waited for.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        if let Index::Loading(turn) = self.index {
            return vec![Request { turn, file: 0, path: INDEX.to_owned() }];
        }
        let Some(Open { id, runs: Runs::Loading { turn, .. } }) = &self.open else { return Vec::new() };
        let request = |file: u8| Request { turn: *turn, file, path: path(id, file) };
        vec![request(0), request(1)]
    }

    fn next_turn(&mut self, focus: Option<String>) -> u32 {
        self.focus = focus;
        self.turn += 1;
        self.turn
    }

    fn load_index(&mut self, focus: Option<String>) {
        self.index = Index::Loading(self.next_turn(focus));
    }

    /// Has the incident's runs loaded, if the list knows it and they are not there yet.
    fn open(&mut self, id: String, focus: Option<String>) {
        let turn = self.next_turn(focus);
        let runs = match &self.index {
            Index::Ready(_) if self.entry(&id).is_none() => {
                self.missing = Some(id.chars().take(SHOWN).collect());
                self.open = None;
                return;
            }
            Index::Ready(_) if self.runs(&id).is_some() => Runs::Ready,
            Index::Ready(_) => Runs::Loading { turn, come: [None, None] },
            _ => Runs::Waiting,
        };
        self.open = Some(Open { id, runs });
    }

    fn index_came(&mut self, said: Result<String, String>) {
        let why = match said {
            Ok(text) => match read(&text) {
                Ok(all) => {
                    self.index = Index::Ready(all.into());
                    if let Some(Open { id, .. }) = self.open.take() {
                        self.open(id, None);
                    }
                    return;
                }
                Err(problem) => Why::Unreadable(problem),
            },
            Err(reason) => Why::NotCome(reason),
        };
        self.index = Index::Failed(Failure { file: INDEX.to_owned(), why });
    }

    /// `true` where the open incident is complete with this.
    fn run_came(&mut self, turn: u32, file: u8, said: Result<String, String>) -> bool {
        let Some(Open { id, runs }) = &mut self.open else { return false };
        let Runs::Loading { turn: wanted, come } = runs else { return false };
        let Some(place) = come.get_mut(usize::from(file)).filter(|_| *wanted == turn) else { return false };
        let why = match said {
            Ok(text) => match parse(&text) {
                Ok(scenario) => {
                    *place = Some(Rc::new(Run::of(Rc::new(scenario))));
                    let [Some(left), Some(right)] = come else { return false };
                    let both = [left.clone(), right.clone()];
                    self.seen.push(Seen { id: id.clone(), runs: both });
                    *runs = Runs::Ready;
                    return true;
                }
                Err(problem) => Why::Unreadable(problem),
            },
            Err(reason) => Why::NotCome(reason),
        };
        *runs = Runs::Failed(Failure { file: path(id, file), why });
        false
    }
}

fn path(id: &str, file: u8) -> String {
    ["incidents/", id, ENDINGS[usize::from(file.min(1))]].concat()
}

/// The id of the heading that takes the focus.
pub const HEADING: &str = "cases-title";

/// The id of what opens an incident in the list.
#[must_use]
pub fn card(id: &str) -> String {
    ["card-", id].concat()
}

/// What the document is named after where an incident is open: its source.
#[must_use]
pub fn title(state: &AppState) -> Option<&str> {
    state.further.cases.case().map(|case| case.source.as_str())
}

/// What a figure is named after: the title of its left world, as the file has it.
#[must_use]
pub fn figure_title(language: Language, run: &Run) -> Option<&str> {
    let title = run.scenario.title.iter().find(|(code, _)| code == language.code());
    title.map(|(_, words)| words.as_str())
}

/// The page was opened, or the open incident is started over.
pub fn open(state: &mut AppState) {
    if matches!(state.further.cases.index, Index::NotAsked | Index::Failed(_)) {
        state.further.cases.load_index(None);
    }
    show_open(state);
}

/// Puts the open incident's two runs in place, its cursor at the end.
fn show_open(state: &mut AppState) {
    let cases = &state.further.cases;
    if state.place != Place::Cases || !cases.has_figure() {
        return;
    }
    let Some(runs) = cases.open.as_ref().and_then(|open| cases.runs(&open.id)) else { return };
    let stage = stage(state.language, state.layout, runs.to_vec(), None);
    show(state, stage);
}

/// Changes the state by an action.
pub fn apply(state: &mut AppState, act: Act) {
    if !HAS_LAB {
        return;
    }
    let cases = &mut state.further.cases;
    match act {
        Act::Came { turn, file, said } => {
            if matches!(cases.index, Index::Loading(wanted) if wanted == turn) {
                cases.index_came(said);
            } else if cases.run_came(turn, file, said) {
                show_open(state);
            }
        }
        Act::CarriedOn(world) => carry_on(state, world),
        Act::Filtered(kind) => {
            cases.missing = None;
            cases.kind = kind;
        }
        Act::Opened(id) => open_case(state, id, Some(HEADING.to_owned())),
        Act::Turned(id) => open_case(state, id, None),
        Act::Closed => {
            state.is_playing = false;
            if let Some(Open { id, .. }) = cases.open.take() {
                cases.next_turn(Some(card(&id)));
            }
        }
        Act::Retried => {
            let focus = Some(HEADING.to_owned());
            match (&cases.index, &cases.open) {
                (Index::Failed(_), _) => cases.load_index(focus),
                (_, Some(Open { id, runs: Runs::Failed(_) })) => {
                    let id = id.clone();
                    cases.open(id, focus);
                }
                _ => {}
            }
        }
    }
}

fn open_case(state: &mut AppState, id: String, focus: Option<String>) {
    state.is_playing = false;
    state.further.cases.missing = None;
    state.further.cases.open(id, focus);
    show_open(state);
}

fn carry_on(state: &mut AppState, world: u8) {
    if state.place != Place::Cases || !state.further.cases.has_figure() {
        return;
    }
    let Some(run) = state.lesson_stage.runs.get(usize::from(world)) else { return };
    let lab = Lab::of((*run.scenario).clone());
    state.is_playing = false;
    state.notice = None;
    state.place = Place::Lab;
    enter_lab(state, lab);
}
