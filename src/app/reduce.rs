//! What each action makes of the state. Pure: the same state and action give the same state.
//!
//! Deliberately absent: effects. Playing, storing and copying are done at the edge, which watches the state.

mod cursor;
mod travel;

use std::rc::Rc;

use super::faults;
use super::lab::{Deed, Lab};
use super::lessons::{self, Part};
use super::scene::{Layout, Scene};
use super::sentences;
use super::state::{AppState, History, Moment, Notice, Place, Selection, Speed, Stage, Theme};
use super::text::Language;
use super::{HAS_LAB, address, further, handover, open, share};
use crate::sim::parse::parse;
use crate::sim::run::Run;
use crate::sim::scenario::{Fault, Scenario};
use crate::sim::time::Millis;
pub(super) use travel::travel_to;
use travel::{forget_link, remember, travel};

/// What happened.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Action {
    /// The reader chose a language.
    LanguageChosen(Language),
    /// The reader chose light or dark.
    ThemeChosen(Theme),
    /// The reader opened a lesson or the lab.
    PlaceOpened(Place),
    /// The reader guessed.
    Guessed(u8),
    /// The reader asked for the answer without a guess.
    AnswerAsked,
    /// The reader opened a part of the lesson.
    PartOpened(Part),
    /// The reader followed a link to a run of this lesson.
    RunFollowed(u8),
    /// The reader carried the lesson's last world on in the lab.
    CarriedOn,
    /// The reader did something in the lab.
    Did(Deed),
    /// The reader switched a fault in a world of the figure.
    FaultSwitched { world: u8, fault: Fault },
    /// Undo.
    Undone,
    /// Redo.
    Redone,
    /// The reader started over: the lab's first scenario, or the lesson's own run.
    StartedOver,
    /// The reader opened a scenario's text in the lab.
    ScenarioOpened(String),
    /// The page was opened by a link; whether its language gives way to the page's.
    LinkOpened { text: String, keeps_language: bool },
    /// The reader wants what could be read of a link.
    RestOpened,
    /// The browser went back, forward or to another fragment: the number of a visit, if it has one, and the fragment.
    Went { visit: Option<u32>, fragment: String },
    /// The cursor has come to rest: its place goes into the address, which is the edge's.
    Settled,
    /// The cursor moved to after this many rows.
    CursorMoved(u32),
    /// The reader asked for the verdict, which is given at the end.
    VerdictAsked,
    /// One step on or back.
    Stepped { forward: bool, by_attempt: bool },
    /// The play button.
    PlayToggled,
    /// Time for the next row while playing.
    Ticked,
    /// The page was hidden or the reader took over.
    Paused,
    /// The reader chose a speed.
    SpeedChosen(Speed),
    /// The reader switched between compressed and true scale.
    ScaleSwitched,
    /// The reader chose something in the figure or the list.
    Selected(Selection),
    /// The reader followed a link to an event: selected, and the cursor is there.
    EventFollowed(Selection),
    /// Nothing is chosen any more.
    Unselected,
    /// The window's width class changed.
    WidthChanged { compact: bool },
    /// The reader has read the notice.
    NoticeClosed,
    /// The reader opened a tab of the lab's sheet, or closed it.
    SheetToggled(u8),
    /// The reader edited the text in the JSON box.
    DraftEdited(String),
    /// The reader asked for a text to be copied, which the edge does.
    CopyAsked(String),
    /// Copying worked, or did not.
    CopyEnded(bool),
    /// The reader opened or closed the list of keys.
    HelpToggled,
    /// The edge supplied keys.
    KeysSupplied(Vec<String>),
    /// The reader shares a run, or a file came. Counted, not copied: the first visit's program carries no copying of it.
    Share(Rc<share::Act>),
    /// The reader did something on one of the further pages, or what one of them had asked for has come.
    Further(further::Act),
}

impl From<share::Act> for Action {
    fn from(act: share::Act) -> Action {
        Action::Share(Rc::new(act))
    }
}

/// Changes the state by an action. `false` where nothing is to be drawn again.
pub fn reduce(state: &mut AppState, action: Action) -> bool {
    let before = (state.stage().cursor, state.stage().selection, state.is_playing);
    let only_moves = matches!(
        action,
        Action::CursorMoved(_)
            | Action::Stepped { .. }
            | Action::Selected(_)
            | Action::Unselected
            | Action::Paused
    );
    let is_silent = match &action {
        Action::KeysSupplied(_) | Action::Settled => true,
        Action::Share(act) if HAS_LAB => {
            matches!(**act, share::Act::Dragged(is_dragged) if is_dragged == state.share.is_dragged)
        }
        _ => false,
    };
    let is_gone_to = matches!(action, Action::Went { .. });
    let was = (HAS_LAB && !is_gone_to).then(|| address::Visit::of(state));
    apply(state, action);
    if HAS_LAB && let Some(was) = was {
        address::follow(state, was);
    }
    let after = (state.stage().cursor, state.stage().selection, state.is_playing);
    !is_silent && (!only_moves || before != after)
}

fn apply(state: &mut AppState, action: Action) {
    match action {
        Action::LanguageChosen(language) => {
            state.language = language;
            lay_out_again(state);
        }
        Action::ThemeChosen(theme) => state.theme = theme,
        Action::PlaceOpened(place) => open_place(state, place),
        Action::Guessed(option) => reveal(state, Some(option)),
        Action::AnswerAsked => reveal(state, None),
        Action::PartOpened(part) => open_part(state, part),
        Action::RunFollowed(file) => {
            if let Some((lesson, _)) = state.lesson()
                && let Some(part) = lessons::part_showing(lesson, file)
            {
                open_part(state, part);
            }
        }
        Action::CarriedOn => carry_on(state),
        Action::Did(deed) => act(state, &deed),
        Action::FaultSwitched { world, fault } => switch_fault(state, world, fault),
        Action::Undone => travel(state, true),
        Action::Redone => travel(state, false),
        Action::StartedOver => start_over(state),
        Action::ScenarioOpened(text) => open_scenario(state, &text),
        Action::LinkOpened { text, keeps_language } => open::open_link(state, &text, keeps_language),
        Action::RestOpened if HAS_LAB => open::open_rest(state),
        Action::Went { visit, fragment } => address::go(state, visit, &fragment),
        Action::WidthChanged { compact } => {
            state.layout.compact = compact;
            lay_out_again(state);
            if HAS_LAB && state.place == Place::Failures {
                super::failures::open(state);
            }
        }
        Action::ScaleSwitched => {
            state.layout.true_scale = !state.layout.true_scale;
            lay_out_again(state);
        }
        Action::NoticeClosed => state.notice = None,
        Action::SheetToggled(tab) if HAS_LAB => {
            state.sheet = if state.sheet == Some(tab) { None } else { Some(tab) };
        }
        Action::DraftEdited(text) if HAS_LAB => {
            state.draft = Some(text);
            state.copied = None;
        }
        Action::CopyEnded(worked) if HAS_LAB => state.copied = Some(worked),
        Action::HelpToggled => state.is_help_open = !state.is_help_open,
        Action::KeysSupplied(keys) if HAS_LAB => state.pool.extend(keys),
        Action::Share(act) if HAS_LAB => share::apply(state, &act),
        Action::Share(_) => leave(state, state.place),
        // Of the lab alone; a copy is the edge's.
        Action::SheetToggled(_)
        | Action::DraftEdited(_)
        | Action::CopyAsked(_)
        | Action::CopyEnded(_)
        | Action::RestOpened
        | Action::Settled
        | Action::KeysSupplied(_) => {}
        Action::Further(act) => further::apply(state, act),
        Action::PlayToggled => {
            let stage = stage_mut(state);
            if stage.cursor >= stage.end() {
                stage.cursor = 0;
            }
            stage.selection = None;
            state.is_playing = !state.is_playing;
        }
        Action::SpeedChosen(speed) => state.speed = speed,
        Action::Paused => state.is_playing = false,
        Action::Ticked => {
            let stage = stage_mut(state);
            stage.cursor = (stage.cursor + 1).min(stage.end());
            if stage.cursor == stage.end() {
                state.is_playing = false;
            }
        }
        Action::CursorMoved(_)
        | Action::VerdictAsked
        | Action::Stepped { .. }
        | Action::Selected(_)
        | Action::EventFollowed(_)
        | Action::Unselected => {
            state.is_playing = false;
            cursor::move_cursor(stage_mut(state), action);
        }
    }
}

const fn stage_mut(state: &mut AppState) -> &mut Stage {
    match state.place {
        Place::Lab => &mut state.lab_stage,
        _ => &mut state.lesson_stage,
    }
}

/// A figure of these runs with its cursor at an instant, or at the end.
pub(super) fn stage(
    language: Language,
    layout: Layout,
    runs: Vec<Rc<Run>>,
    opens_at: Option<Millis>,
) -> Stage {
    let scene = Rc::new(scene(language, layout, &runs));
    let until = |at: Millis| scene.rows.iter().take_while(|row| row.at <= at).count() as u32;
    let cursor = opens_at.map_or(scene.rows.len() as u32, until);
    Stage { runs, scene, stamp: 0, cursor, selection: None, history: History::default() }
}

pub(super) fn lesson_stage(language: Language, layout: Layout, lesson: u8, part: Part) -> Stage {
    let view = lessons::view_of(lesson, part);
    stage(language, layout, lessons::runs_of(view), view.opens_at)
}

fn scene(language: Language, layout: Layout, runs: &[Rc<Run>]) -> Scene {
    let runs: Vec<&Run> = runs.iter().map(Rc::as_ref).collect();
    Scene::of(&runs, layout, &|events| sentences::lines(language, &runs, events))
}

pub(super) fn lay_out_again(state: &mut AppState) {
    for stage in [&mut state.lesson_stage, &mut state.lab_stage] {
        stage.scene = Rc::new(scene(state.language, state.layout, &stage.runs));
        state.stamp += 1;
        stage.stamp = state.stamp;
    }
}

/// Puts a lesson's figure in place.
pub(super) fn show(state: &mut AppState, stage: Stage) {
    state.stamp += 1;
    state.lesson_stage = Stage { stamp: state.stamp, ..stage };
}

pub(super) fn open_place(state: &mut AppState, place: Place) {
    if place == state.place {
        if HAS_LAB && place == Place::Cases {
            super::cases::apply(state, super::cases::Act::Closed);
        }
        return;
    }
    if !HAS_LAB && place.is_further() {
        state.is_playing = false;
        state.handover = Some(handover::write(place, &state.lessons, 0, &[]));
        return;
    }
    state.is_playing = false;
    state.place = place;
    if HAS_LAB {
        forget_link(state);
        match place {
            Place::Gap => super::gap::open(state),
            Place::Failures => super::failures::open(state),
            Place::Contracts => super::contracts::open(state),
            Place::Cases => super::cases::open(state),
            Place::Lesson(_) | Place::Lab => {}
        }
    }
    if let Some((lesson, memory)) = state.lesson() {
        state.last_lesson = lesson;
        show(state, lesson_stage(state.language, state.layout, lesson, memory.part));
    }
}

fn open_part(state: &mut AppState, part: Part) {
    let Place::Lesson(lesson) = state.place else { return };
    state.is_playing = false;
    state.lessons[usize::from(lesson)].part = part;
    show(state, lesson_stage(state.language, state.layout, lesson, part));
}

fn reveal(state: &mut AppState, guess: Option<u8>) {
    let Place::Lesson(lesson) = state.place else { return };
    let memory = &mut state.lessons[usize::from(lesson)];
    memory.guess = guess.or(memory.guess);
    memory.is_revealed = true;
    open_part(state, Part::Answer);
}

/// Hands a lesson's runs over to the lab's program: for the lab, or for taking them home from the lesson itself.
fn leave(state: &mut AppState, place: Place) {
    let Some((lesson, memory)) = state.lesson() else { return };
    let worlds = lessons::view_of(lesson, memory.part).worlds.iter().zip(&state.lesson_stage.runs);
    let runs: Vec<_> = worlds.map(|(source, run)| (*source, run.scenario.faults.clone())).collect();
    state.is_playing = false;
    state.handover = Some(handover::write(place, &state.lessons, state.lesson_stage.cursor, &runs));
}

fn carry_on(state: &mut AppState) {
    if !HAS_LAB {
        return leave(state, Place::Lab);
    }
    let Some(run) = state.lesson_stage.runs.last().cloned() else { return };
    let lab = Lab::of((*run.scenario).clone());
    state.place = Place::Lab;
    state.is_playing = false;
    enter_lab(state, lab);
}

/// Puts a lab in place of the one that was, which an undo brings back.
pub(super) fn enter_lab(state: &mut AppState, mut lab: Lab) {
    if !HAS_LAB {
        return;
    }
    let run = lab.run(&mut state.pool);
    let mut history = std::mem::take(&mut state.lab_stage.history);
    remember(&mut history, Moment::Lab(Rc::new(state.lab.clone())));
    let keeps_cursor = state.lab_stage.runs.first().is_some_and(|known| known.trace == run.trace);
    let cursor = state.lab_stage.cursor;
    state.lab = lab;
    state.stamp += 1;
    let stamp = state.stamp;
    state.lab_stage = Stage { history, stamp, ..stage(state.language, state.layout, vec![run], None) };
    state.draft = None;
    state.copied = None;
    if keeps_cursor {
        state.lab_stage.cursor = cursor;
    }
}

fn act(state: &mut AppState, deed: &Deed) {
    if !HAS_LAB {
        return;
    }
    let Some(run) = state.lab_stage.runs.first().cloned() else { return };
    let next = state.lab.after(deed, &run, &mut state.pool);
    if next == state.lab {
        return;
    }
    state.is_playing = false;
    state.notice = None;
    enter_lab(state, next);
}

fn switch_fault(state: &mut AppState, world: u8, fault: Fault) {
    match state.place {
        Place::Lab => act(state, &Deed::Fault(fault)),
        _ => {
            let stage = &mut state.lesson_stage;
            let mut scenarios = stage.scenarios();
            let Some(changed) = scenarios.get_mut(usize::from(world)) else { return };
            let before = Moment::Worlds(stage.scenarios());
            *changed = Rc::new(faults::toggle(changed, fault));
            remember(&mut stage.history, before);
            show_worlds(state, scenarios);
        }
    }
}

fn show_worlds(state: &mut AppState, scenarios: Vec<Rc<Scenario>>) {
    let history = std::mem::take(&mut state.lesson_stage.history);
    let runs = scenarios.into_iter().map(|scenario| Rc::new(Run::of(scenario))).collect();
    show(state, Stage { history, ..stage(state.language, state.layout, runs, None) });
    state.is_playing = false;
}

fn start_over(state: &mut AppState) {
    match state.place {
        Place::Lab if !HAS_LAB => {}
        Place::Lab => {
            let lab = Lab::new(&mut state.pool);
            enter_lab(state, lab);
        }
        Place::Lesson(lesson) => {
            let part = state.lessons[usize::from(lesson)].part;
            open_part(state, part);
        }
        _ if !HAS_LAB => {}
        Place::Gap => super::gap::open(state),
        Place::Failures => super::failures::open(state),
        Place::Cases => super::cases::open(state),
        Place::Contracts => {}
    }
}

fn open_scenario(state: &mut AppState, scenario_text: &str) {
    if !HAS_LAB {
        return;
    }
    match parse(scenario_text) {
        Ok(scenario) => {
            state.notice = None;
            state.place = Place::Lab;
            enter_lab(state, Lab::of(scenario));
        }
        Err(problem) => state.notice = Some(Notice::BadScenario(problem)),
    }
}
