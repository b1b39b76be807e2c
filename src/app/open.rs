//! How a page begins: freshly opened, reloaded with the lab's world from storage, or taken over from the program of the
//! first visit. Deliberately absent: reading storage, which the edge does.

use std::rc::Rc;

use super::HAS_LAB;
use super::address::Trail;
use super::further::Further;
use super::handover::{self, HandedOver};
use super::lab::{By, Deed, Lab, empty_scenario};
use super::lessons::{LESSONS, Part, runs_of, view_of};
use super::link::{self, Opened};
use super::reduce::{enter_lab, lay_out_again, lesson_stage, open_place, show, stage};
use super::scene::Layout;
use super::share::Share;
use super::state::{AppState, LessonState, Notice, Place, Speed, Stage, Theme};
use super::text::Language;
use crate::sim::limits;
use crate::sim::parse::parse;
use crate::sim::run::Run;
use crate::sim::scenario::{Action as StepAction, Keep, Scenario};
use crate::sim::write::write;

/// Takes over what the first visit's program handed over: guesses, and the run to carry on.
pub fn take_over(state: &mut AppState, text: &str) {
    if !HAS_LAB {
        return;
    }
    let HandedOver { place, lessons, cursor, carried } = handover::read(text);
    for (known, lesson) in state.lessons.iter_mut().zip(lessons) {
        *known = lesson;
    }
    // What was tampered with can name a client that is not there: only readable worlds are carried on.
    let is_readable = |scenario: &Scenario| parse(&write(scenario)).as_ref() == Ok(scenario);
    let carried = if carried.iter().all(is_readable) { carried } else { Vec::new() };
    match (place, carried.last()) {
        (Place::Lesson(lesson), _) => take_home(state, lesson, cursor, carried),
        (_, Some(scenario)) => {
            state.place = Place::Lab;
            state.notice = None;
            enter_lab(state, Lab::of(scenario.clone()));
        }
        (place, None) => open_place(state, place),
    }
}

/// A lesson as it was left, with its runs' faults, and the panel that takes them home.
fn take_home(state: &mut AppState, lesson: u8, cursor: u32, carried: Vec<Scenario>) {
    state.place = Place::Lesson(lesson);
    state.last_lesson = lesson;
    state.share.is_open = true;
    let part = state.lessons[usize::from(lesson)].part;
    let view = view_of(lesson, part);
    let runs = if carried.len() == view.worlds.len() {
        carried.into_iter().map(|scenario| Rc::new(Run::of(Rc::new(scenario)))).collect()
    } else {
        runs_of(view)
    };
    let stage = stage(state.language, state.layout, runs, None);
    show(state, Stage { cursor: cursor.min(stage.end()), ..stage });
}

/// What the edge found in storage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// The lab's scenario as text.
    pub scenario: Option<String>,
    /// Whether the client's intent record was there.
    pub has_intents: bool,
    /// The intent in hand.
    pub intent: u32,
    /// The client in hand.
    pub client: u8,
    /// The key of an intent that was made and not sent yet.
    pub drafted_key: Option<String>,
}

impl Restored {
    /// Reads the two entries that the edge stores: the world, numbers of client and intent on its first line, and the
    /// client's intent record. What is no number there is as good as missing.
    #[must_use]
    pub fn read(world: &str, intents: Option<&str>) -> Restored {
        let (head, scenario) = world.split_once('\n').unwrap_or_default();
        let mut numbers = head.split(' ').filter_map(|number| number.parse::<u32>().ok());
        let drafted = intents.and_then(|text| text.lines().find_map(|line| line.strip_prefix("drafted ")));
        Restored {
            scenario: Some(scenario.to_owned()),
            client: numbers.next().unwrap_or(0) as u8,
            intent: numbers.next().unwrap_or(1),
            has_intents: intents.is_some(),
            drafted_key: drafted.map(str::to_owned),
        }
    }
}

/// The state of a freshly opened page.
#[must_use]
pub fn open(language: Language, layout: Layout, mut pool: Vec<String>, restored: Restored) -> AppState {
    let mut notice = None;
    let (lab, lab_stage) = if HAS_LAB {
        let mut restored_lab = None;
        if let Some(scenario_text) = &restored.scenario {
            match parse(scenario_text) {
                Ok(scenario) => restored_lab = Some(reloaded(scenario, &restored, &mut notice, &mut pool)),
                Err(problem) => notice = Some(Notice::BadStorage(problem)),
            }
        }
        let mut lab = restored_lab.unwrap_or_else(|| Lab::new(&mut pool));
        let run = lab.run(&mut pool);
        (lab, stage(language, layout, vec![run], None))
    } else {
        (Lab::of(empty_scenario()), stage(language, layout, Vec::new(), None))
    };
    let lesson = LessonState { guess: None, is_revealed: false, part: Part::Opening };
    let lesson_stage = Stage { stamp: 1, ..lesson_stage(language, layout, 0, Part::Opening) };
    let mut state = AppState {
        language,
        theme: Theme::System,
        is_embedded: false,
        place: Place::Lesson(0),
        further: Further::default(),
        last_lesson: 0,
        lessons: [lesson; LESSONS as usize],
        lesson_stage,
        lab,
        lab_stage,
        sheet: None,
        draft: None,
        copied: None,
        is_help_open: false,
        handover: None,
        stamp: 2,
        layout,
        is_playing: false,
        speed: Speed::One,
        notice,
        has_storage: true,
        pool,
        share: Share::default(),
        trail: Trail::default(),
    };
    Trail::begin(&mut state);
    state
}

/// Where the page has opened as the edge found it: the way back begins here.
pub fn opened(state: &mut AppState) {
    Trail::begin(state);
}

/// Opens a link in the lab. One that cannot be read opens the lab as it was, and says what is wrong.
pub(super) fn open_link(state: &mut AppState, link: &str, keeps_language: bool) {
    if !HAS_LAB {
        return;
    }
    match link::read(link) {
        Ok(opened) => show_link(state, opened, keeps_language),
        Err(problem) => {
            open_place(state, Place::Lab);
            state.notice = Some(Notice::BadLink(Box::new(problem)));
        }
    }
}

/// Opens what could be read of a link.
pub(super) fn open_rest(state: &mut AppState) {
    let Some(Notice::BadLink(problem)) = &mut state.notice else { return };
    let Some(rest) = problem.rest.take() else { return };
    show_link(state, *rest, true);
    if state.notice.is_none() {
        state.notice = Some(Notice::LinkInPart);
    }
}

fn show_link(state: &mut AppState, opened: Opened, keeps_language: bool) {
    if let Some(language) = opened.language.filter(|language| !keeps_language && *language != state.language)
    {
        state.language = language;
        lay_out_again(state);
    }
    state.is_playing = false;
    state.place = Place::Lab;
    enter_lab(state, Lab { by: By::Link, ..Lab::of(opened.scenario) });
    let stage = &mut state.lab_stage;
    stage.cursor = opened.cursor.map_or(stage.end(), |cursor| cursor.min(stage.end()));
    let difference = stage.runs.first().and_then(|run| opened.made.differs(run));
    state.notice = difference.map(|difference| Notice::LinkDiffers(Box::new(difference)));
}

/// The lab after the page was really reloaded: its world as stored, with a `reload` step of the client in hand.
fn reloaded(
    scenario: Scenario,
    restored: &Restored,
    notice: &mut Option<Notice>,
    pool: &mut Vec<String>,
) -> Lab {
    let mut lab = Lab::of(scenario);
    lab.client = restored.client.min(lab.scenario.clients.len() as u8 - 1);
    lab.intent = restored.intent.max(1);
    lab.take_stored_body();
    let client = usize::from(lab.client);
    if lab.acting().keep == Keep::Durable && !restored.has_intents && !lab.scenario.script.is_empty() {
        // The world is there and the intent record is not: what the client held is as good as in memory.
        Rc::make_mut(&mut lab.scenario).clients[client].keep = Keep::Memory;
        lab.give_bodies();
    }
    let is_durable = lab.acting().keep == Keep::Durable;
    // A key that no file could hold would be stored in a world that is not read again.
    let is_key = |key: &String| (1..=limits::KEY_CHARACTERS as usize).contains(&key.chars().count());
    lab.drafted_key = restored.drafted_key.clone().filter(|key| is_durable && is_key(key));
    let sends = lab.scenario.script.iter().any(|step| matches!(step.action, StepAction::Send { .. }));
    if sends {
        let run = lab.run(pool);
        lab = lab.after(&Deed::Reload, &run, pool);
        *notice = Some(if is_durable { Notice::ReloadedDurable } else { Notice::ReloadedMemory });
    }
    lab
}
