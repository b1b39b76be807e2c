//! How a page begins: freshly opened, reloaded with the lab's world from storage, or taken over from the program of the
//! first visit. Deliberately absent: reading storage, which the edge does.

use std::rc::Rc;

use super::further::Further;
use super::lab::{Deed, Lab, empty_scenario};
use super::lessons::{LESSONS, Part};
use super::reduce::{enter_lab, lesson_stage, open_place, stage};
use super::scene::Layout;
use super::state::{AppState, LessonState, Notice, Place, Speed, Stage, Theme};
use super::text::Language;
use super::{HAS_LAB, handover};
use crate::sim::parse::parse;
use crate::sim::scenario::{Action as StepAction, Keep, Scenario};
use crate::sim::write::write;

/// Takes over what the first visit's program handed over: guesses, and the run to carry on.
pub fn take_over(state: &mut AppState, text: &str) {
    if !HAS_LAB {
        return;
    }
    let (place, lessons, scenario) = handover::read(text);
    for (known, lesson) in state.lessons.iter_mut().zip(lessons) {
        *known = lesson;
    }
    // What was tampered with can name a client that is not there: only a readable world is carried on.
    if let Some(scenario) = scenario.filter(|scenario| parse(&write(scenario)).as_ref() == Ok(scenario)) {
        state.place = Place::Lab;
        state.notice = None;
        enter_lab(state, Lab::of(scenario));
    } else {
        open_place(state, place);
    }
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
    AppState {
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
    }
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
    let client = usize::from(lab.client);
    if lab.acting().keep == Keep::Durable && !restored.has_intents && !lab.scenario.script.is_empty() {
        // The world is there and the intent record is not: what the client held is as good as in memory.
        Rc::make_mut(&mut lab.scenario).clients[client].keep = Keep::Memory;
        lab.give_bodies();
    }
    let is_durable = lab.acting().keep == Keep::Durable;
    lab.drafted_key = restored.drafted_key.clone().filter(|_| is_durable);
    let sends = lab.scenario.script.iter().any(|step| matches!(step.action, StepAction::Send { .. }));
    if sends {
        let run = lab.run(pool);
        lab = lab.after(&Deed::Reload, &run, pool);
        *notice = Some(if is_durable { Notice::ReloadedDurable } else { Notice::ReloadedMemory });
    }
    lab
}
