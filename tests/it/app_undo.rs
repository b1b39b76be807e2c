//! What holds across actions: undo and redo, what looks leave alone, and a sound page after any actions at all.

use std::rc::Rc;

use idempotency_explainer::app::faults::chips;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::lessons::{LESSONS, Part};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::state::{AppState, Notice, Place, Speed, Theme};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::scenario::{Direction, FaultKind};
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;
use proptest::sample::select;

use crate::app_lab::{check_readable, deeds, fault};
use crate::app_reduce::{BACK, LAB, LAST_ATTEMPT, NEXT, NEXT_ATTEMPT, at, changes, page, scenarios};
use crate::support::numbered;

#[test]
fn undo_brings_back_what_was_and_redo_what_came() {
    let settings = [
        Deed::RetrySameKey,
        Deed::RetryNewKey,
        Deed::NewIntent,
        Deed::SendTwice,
        Deed::AddClient,
        Deed::Quantity(7),
        Deed::PastRetention,
        Deed::Reload,
        Deed::AutoRetry(true),
        Deed::Fault(fault(1, FaultKind::Lose(Direction::Request))),
    ];
    for deed in settings {
        let before = page(&[LAB]);
        let mut state = before.clone();
        reduce(&mut state, Action::Did(deed.clone()));
        let done = state.clone();
        assert_ne!(done.lab, before.lab, "{deed:?}");
        for (action, wanted) in
            [(Action::Undone, &before), (Action::Redone, &done), (Action::Undone, &before)]
        {
            reduce(&mut state, action);
            assert_eq!(state.lab, wanted.lab, "{deed:?}");
            assert_eq!(state.lab_stage.runs, wanted.lab_stage.runs, "{deed:?}");
            assert_eq!(state.lab_stage.scene, wanted.lab_stage.scene, "{deed:?}");
            assert_eq!(state.lab_stage.cursor, wanted.lab_stage.cursor, "{deed:?}");
        }
        reduce(&mut state, Action::Did(Deed::Quantity(9)));
        let anew = state.lab.clone();
        reduce(&mut state, Action::Redone);
        assert_eq!(state.lab, anew, "{deed:?}: a new deed drops what was undone");
    }
}

#[test]
fn undo_goes_fifty_steps_back() {
    let mut state = page(&[LAB]);
    (10..70).for_each(|n| _ = reduce(&mut state, Action::Did(Deed::Quantity(n))));
    let back: Vec<u32> = std::iter::repeat_with(|| {
        reduce(&mut state, Action::Undone);
        state.lab.quantity().expect("an order")
    })
    .take(55)
    .collect();
    assert_eq!(back[..50], (19..69).rev().collect::<Vec<_>>());
    assert_eq!(back[50..], [19; 5], "no further");
    (0..55).for_each(|_| _ = reduce(&mut state, Action::Redone));
    assert_eq!((state.lab.quantity(), state.lab_stage.history.past.len()), (Some(69), 50));
}

#[test]
fn a_fault_switched_twice_changes_nothing() {
    for lesson in 0..LESSONS {
        let state = page(&[Action::PlaceOpened(Place::Lesson(lesson))]);
        for (world, run) in state.lesson_stage.runs.iter().enumerate() {
            let world = world as u8;
            for chip in (0..run.trace.events.len() as u32).flat_map(|seq| chips(run, seq)) {
                let mut state = state.clone();
                let switch = Action::FaultSwitched { world, fault: chip.fault };
                reduce(&mut state, switch.clone());
                let once = scenarios(&state.lesson_stage);
                let is_on = once[usize::from(world)].faults.contains(&chip.fault);
                assert_eq!(is_on, !chip.is_on, "lesson {lesson}: {chip:?}");
                reduce(&mut state, switch);
                assert_eq!(state.lesson_stage.runs.len(), state.lesson_stage.scene.worlds.len());
                assert_eq!(scenarios(&state.lesson_stage)[usize::from(world)], run.scenario, "{chip:?}");
            }
        }
    }
}

#[test]
fn looks_keep_cursor_and_selection() {
    use Action as A;
    let rows = [
        A::LanguageChosen(Language::En),
        A::ThemeChosen(Theme::Light),
        A::ScaleSwitched,
        A::WidthChanged { compact: true },
        A::HelpToggled,
        A::SpeedChosen(Speed::Half),
    ];
    for place in [Place::Lesson(0), Place::Lesson(1), Place::Lab] {
        let before = page(&[A::PlaceOpened(place), A::CursorMoved(5), A::Selected(at(0, 2))]);
        let mut state = before.clone();
        for action in rows.clone() {
            assert!(reduce(&mut state, action.clone()), "{action:?} is drawn");
            let (old, new) = (before.stage(), state.stage());
            assert_eq!((new.cursor, new.selection), (5, Some(at(0, 2))), "{action:?}");
            assert_eq!(scenarios(new), scenarios(old), "{action:?}");
        }
    }
}

#[test]
fn a_scenario_that_cannot_be_read_changes_nothing_but_the_notice() {
    let valid = write(&numbered("01").scenario);
    let rows = [
        ("", 1),
        ("{", 1),
        ("\n\n[]", 3),
        (&valid.replace("\"c1\": {", "\"c1\": {\"kept\":1,"), 6),
        (&valid.replace("\"v\": 1", "\"v\": 3"), 2),
        (&format!("{valid}x"), valid.lines().count() as u32 + 1),
    ];
    for place in [Place::Lesson(2), Place::Lab] {
        for (text, line) in rows {
            let before = page(&[Action::PlaceOpened(place), Action::CursorMoved(2)]);
            let mut state = before.clone();
            reduce(&mut state, Action::ScenarioOpened(text.to_owned()));
            assert_eq!(changes(&before, &state), "notice=true", "{text}");
            let problem = parse(text).expect_err(text);
            assert_eq!(problem.line, line, "{text}");
            assert_eq!(state.notice, Some(Notice::BadScenario(problem)));
            reduce(&mut state, Action::ScenarioOpened(valid.clone()));
            assert_eq!((state.notice, state.place), (None, Place::Lab), "a good one after it is opened");
        }
    }
}

fn actions() -> impl Strategy<Value = Action> {
    use Action as A;
    let selection = || (0..3_u8, 0..60_u32).prop_map(|(world, event)| at(world, event));
    let places = [Place::Lab, Place::Lab, Place::Lesson(0), Place::Lesson(1), Place::Lesson(4)];
    let parts = [Part::Opening, Part::Answer, Part::Change(0), Part::Change(1), Part::Change(9)];
    let plain = vec![
        A::AnswerAsked,
        A::CarriedOn,
        A::Undone,
        A::Undone,
        A::Redone,
        A::StartedOver,
        A::PlayToggled,
        A::Ticked,
        A::Paused,
        A::ScaleSwitched,
        A::Unselected,
        A::NoticeClosed,
        A::LanguageChosen(Language::En),
        A::LanguageChosen(Language::Zh),
        A::WidthChanged { compact: true },
        A::DraftEdited("{".to_owned()),
        A::ScenarioOpened("{".to_owned()),
        A::ScenarioOpened(write(&numbered("18").scenario)),
        A::KeysSupplied(vec!["spare".to_owned()]),
        NEXT,
        BACK,
        NEXT_ATTEMPT,
        LAST_ATTEMPT,
    ];
    prop_oneof![
        6 => select(plain),
        4 => deeds().prop_map(A::Did),
        2 => select(places.to_vec()).prop_map(A::PlaceOpened),
        1 => select(parts.to_vec()).prop_map(A::PartOpened),
        1 => (0..4_u8).prop_map(A::Guessed),
        1 => (0..42_u8).prop_map(A::RunFollowed),
        1 => (0..80_u32).prop_map(A::CursorMoved),
        1 => selection().prop_map(A::Selected),
        1 => selection().prop_map(A::EventFollowed),
        2 => (0..3_u8, 1..3_u32, select(vec![Direction::Request, Direction::Response]))
            .prop_map(|(world, number, message)| A::FaultSwitched { world, fault: fault(number, FaultKind::Lose(message)) }),
    ]
}

fn check_state(state: &AppState, before: &AppState) {
    for (stage, old) in [(&state.lesson_stage, &before.lesson_stage), (&state.lab_stage, &before.lab_stage)] {
        assert!(stage.cursor <= stage.end());
        assert_eq!(stage.runs.len(), stage.scene.worlds.len());
        if let Some(focus) = stage.focus() {
            assert!(stage.row(focus).is_some(), "{focus:?} is not in the figure");
        }
        assert!(stage.history.past.len() + stage.history.future.len() <= 50);
        assert!(stage.stamp != old.stamp || Rc::ptr_eq(&stage.scene, &old.scene), "one stamp, two pictures");
    }
    assert_ne!(state.lesson_stage.stamp, state.lab_stage.stamp);
    assert!(usize::from(state.lab.client) < state.lab.scenario.clients.len() && state.lab.intent > 0);
    assert_eq!(state.lab_stage.runs[0].scenario, state.lab.scenario);
    check_readable("the lab", &state.lab);
    if let Place::Lesson(lesson) = state.place {
        assert_eq!(lesson, state.last_lesson);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_actions_leave_a_sound_page(actions in prop::collection::vec(actions(), 1..40)) {
        let mut state = page(&[]);
        for mut action in actions {
            // What is pressed is in the figure.
            if let Action::Selected(selection) = &mut action {
                let stage = state.stage();
                selection.world %= stage.runs.len() as u8;
                selection.event %= (stage.runs[usize::from(selection.world)].trace.events.len() as u32).max(1);
                if stage.row(*selection).is_none() {
                    continue;
                }
            }
            let before = state.clone();
            let is_drawn = reduce(&mut state, action.clone());
            check_state(&state, &before);
            prop_assert!(is_drawn || changes(&before, &state).trim_start_matches("keys").is_empty(), "{:?}", action);
        }
    }
}
