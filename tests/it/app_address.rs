//! The address: places by name, links that are opened, and the browser's Back and Forward along deliberate changes.

use idempotency_explainer::app::address::{fragment, is_linked, place_name, place_of};
use idempotency_explainer::app::lab::{By, Deed, Lab};
use idempotency_explainer::app::link::{self, Trouble};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::state::{AppState, Notice, Place};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::share::{difference, link_problem};
use idempotency_explainer::sim::time::Millis;
use proptest::prelude::*;
use proptest::sample::select;

use crate::app_lab::deeds;
use crate::app_reduce::{LAB, page};
use crate::link_problems::SOUND;
use crate::support::numbered;

fn go(state: &mut AppState, visit: Option<u32>, fragment: &str) {
    reduce(state, Action::Went { visit, fragment: fragment.to_owned() });
}

fn open(state: &mut AppState, text: &str) {
    reduce(state, Action::LinkOpened { text: text.to_owned(), keeps_language: false });
}

/// The page with a link opened, and the page as it was before.
fn linked(text: &str) -> (AppState, AppState) {
    let before = page(&[LAB, Action::Did(Deed::RetryNewKey)]);
    let mut state = before.clone();
    open(&mut state, text);
    (state, before)
}

#[test]
fn every_place_has_a_name_that_names_it() {
    for place in [
        Place::Lesson(0),
        Place::Lesson(4),
        Place::Gap,
        Place::Failures,
        Place::Contracts,
        Place::Cases,
        Place::Lab,
    ] {
        let state = page(&[Action::PlaceOpened(place)]);
        assert_eq!(place_of(&place_name(&state)), Some(place));
        assert_eq!(fragment(&state), Some(place_name(&state)));
    }
    for (name, place) in [
        ("case-c05", Some(Place::Cases)),
        ("r1~en", Some(Place::Lab)),
        ("r7~x", Some(Place::Lab)),
        ("lesson-0", None),
        ("lesson-8", None),
        ("lesson-x", None),
        ("board", None),
        ("", None),
    ] {
        assert_eq!(place_of(name), place, "{name}");
    }
}

#[test]
fn a_link_opens_in_the_lab_at_its_cursor_and_undo_brings_back_what_was() {
    let (mut state, before) = linked(SOUND);
    assert_eq!((state.place, state.language, state.notice.clone()), (Place::Lab, Language::En, None));
    assert_eq!(state.lab_stage.cursor, 3);
    assert_eq!(state.lab.scenario.clients[0].keys, ["K1"]);
    assert!(is_linked(&state));
    reduce(&mut state, Action::Undone);
    assert_eq!(state.lab, before.lab);
    assert!(!is_linked(&state), "the reader's own lab is no link");
    assert_eq!(fragment(&state).as_deref(), Some("lab"));
    reduce(&mut state, Action::Redone);
    assert!(is_linked(&state));
}

#[test]
fn a_link_speaks_its_language_unless_the_address_asks_for_another() {
    for (keeps_language, wanted) in [(false, Language::Zh), (true, Language::En)] {
        let mut state = page(&[Action::LanguageChosen(Language::En)]);
        let text = SOUND.replace("~en", "~zh");
        reduce(&mut state, Action::LinkOpened { text, keeps_language });
        assert_eq!(state.language, wanted);
    }
}

/// What the address of an opened link says is what is on view: cursor, language, and what the reader does.
#[test]
fn the_address_of_an_opened_link_follows() {
    let (mut state, _) = linked(SOUND);
    let check = |state: &AppState, by: By| {
        let opened = link::read(&fragment(state).expect("an address")).expect("a link");
        let end = state.lab_stage.end();
        assert_eq!(opened.scenario, *state.lab.scenario);
        assert_eq!(opened.cursor.unwrap_or(end), state.lab_stage.cursor);
        assert_eq!(opened.language, Some(state.language));
        assert_eq!(opened.made.differs(&state.lab_stage.runs[0]), None);
        assert_eq!(state.lab.by, by);
    };
    check(&state, By::Link);
    for (action, by) in [
        (Action::CursorMoved(9), By::Link),
        (Action::LanguageChosen(Language::Zh), By::Link),
        (Action::Did(Deed::Quantity(7)), By::Link),
        (Action::Did(Deed::RetrySameKey), By::LinkAndHand),
        (Action::Did(Deed::Wait(Millis(30_000))), By::LinkAndHand),
        (Action::Undone, By::LinkAndHand),
        (Action::Undone, By::Link),
    ] {
        reduce(&mut state, action.clone());
        check(&state, by);
    }
    reduce(&mut state, Action::StartedOver);
    assert_eq!(fragment(&state).as_deref(), Some("lab"), "a lab of the reader's own");
}

#[test]
fn what_is_too_long_for_a_link_is_the_lab() {
    let (mut state, _) = linked(SOUND);
    (0..60).for_each(|_| _ = reduce(&mut state, Action::Did(Deed::RetryNewKey)));
    assert!(state.lab.scenario.script.len() > 50);
    assert!(is_linked(&state));
    assert_eq!(fragment(&state).as_deref(), Some("lab"));
}

#[test]
fn a_bad_link_leaves_the_lab_alone_and_says_what_is_wrong() {
    let text = SOUND.replace("~f.lose", "~x.new~f.lose");
    let (mut state, before) = linked(&text);
    assert_eq!((state.lab.clone(), state.place), (before.lab.clone(), Place::Lab));
    assert_eq!(fragment(&state), None, "the link stays in the address while the notice stands");
    let Some(Notice::BadLink(problem)) = &state.notice else { panic!("{:?}", state.notice) };
    assert_eq!((problem.faults[0].statement, &problem.faults[0].trouble), (8, &Trouble::Unknown));
    assert_eq!(
        link_problem(Language::En, problem),
        "This link cannot be read as it stands. Statement 8, “x.new”: this version does not know it. The lab is open as it was. What can be read of it is another run: what is left out does not happen there."
    );
    reduce(&mut state, Action::RestOpened);
    assert_eq!(state.notice, Some(Notice::LinkInPart));
    assert_eq!(*state.lab.scenario, link::read(SOUND).expect("sound").scenario);
    reduce(&mut state, Action::Undone);
    assert_eq!((state.lab, state.notice), (before.lab, None));
    // Without a rest nothing can be opened.
    let (mut state, before) = linked("r2~en");
    reduce(&mut state, Action::RestOpened);
    assert_eq!(state.lab, before.lab);
    assert!(matches!(state.notice, Some(Notice::BadLink(_))));
}

#[test]
fn a_run_that_comes_out_otherwise_is_told() {
    let sound = link::write_any(&numbered("01"), 5, Language::En);
    for (from, to, told) in [
        (
            "~f.lose.response.c1-1",
            "",
            "Here this run comes out otherwise than where its link was made. Up to event 10 it is the same; by event 12 it is another. It ends alike: 1 order, 1 effect, nothing found.",
        ),
        (
            "c1.per-intent",
            "c1.per-attempt",
            "Here this run comes out otherwise than where its link was made. It is another within the first 2 events. There: 1 order, 1 effect, nothing found. Here: 3 orders, 3 effects, effect-twice.",
        ),
        ("~m.2.b", "~m.2.c", ""),
        (
            "~d0b",
            "~d1b",
            "Here this run comes out otherwise than where its link was made. Where it sets off, the link does not say. It ends alike: 1 order, 1 effect, nothing found.",
        ),
    ] {
        let text = sound.replacen(from, to, 1);
        assert_ne!(text, sound, "{from}");
        let (state, _) = linked(&text);
        let how = match &state.notice {
            Some(Notice::LinkDiffers(how)) => difference(Language::En, how),
            other => format!("{other:?}").replace("None", ""),
        };
        assert_eq!(how, told, "{from}");
    }
}

/// What Back and Forward come to: the numbers of the visits, and the lab at each.
fn walk(state: &mut AppState, actions: &[Action]) -> Vec<(u32, Lab, u32)> {
    let mut visits = Vec::new();
    for action in actions {
        reduce(state, action.clone());
        visits.push((state.trail.now(), state.lab.clone(), state.lab_stage.cursor));
    }
    visits
}

#[test]
fn one_entry_per_deliberate_change() {
    let mut state = page(&[]);
    let text = idempotency_explainer::sim::write::write(&numbered("18").scenario);
    for (action, is_new) in [
        (Action::PlaceOpened(Place::Lesson(1)), true),
        (Action::PlaceOpened(Place::Lesson(1)), false),
        (Action::Guessed(0), false),
        (Action::CursorMoved(3), false),
        (Action::CarriedOn, true),
        (Action::CursorMoved(3), false),
        (Action::PlayToggled, false),
        (Action::Ticked, false),
        (Action::Did(Deed::Quantity(5)), false),
        (Action::Did(Deed::RetrySameKey), true),
        (Action::Undone, true),
        (Action::Redone, true),
        (Action::LanguageChosen(Language::En), false),
        (Action::ScenarioOpened("{".to_owned()), false),
        (Action::ScenarioOpened(text), true),
        (Action::StartedOver, true),
        (Action::PlaceOpened(Place::Contracts), true),
        (Action::PlaceOpened(Place::Lab), true),
    ] {
        let before = state.trail.now();
        reduce(&mut state, action.clone());
        assert_eq!(state.trail.now() - before, u32::from(is_new), "{action:?}");
    }
}

#[test]
fn back_is_undo_and_forward_is_redo_where_they_lead_there() {
    let mut state = page(&[LAB]);
    let first = (state.trail.now(), state.lab.clone(), state.lab_stage.cursor);
    let deeds = [Deed::RetrySameKey, Deed::Wait(Millis(30_000)), Deed::RetryNewKey].map(Action::Did);
    let mut visits = vec![first];
    visits.extend(walk(&mut state, &deeds));
    reduce(&mut state, Action::CursorMoved(2));
    for (at, past) in [(2, 2), (1, 1), (0, 0), (1, 1), (3, 3), (0, 0), (3, 3)] {
        let (number, lab, _) = &visits[at];
        go(&mut state, Some(*number), "lab");
        assert_eq!(&state.lab, lab);
        assert_eq!(state.trail.now(), *number);
        let history = &state.lab_stage.history;
        assert_eq!((history.past.len(), history.future.len()), (past, 3 - past));
    }
    assert_eq!(state.lab_stage.cursor, 2, "the cursor stands where the reader left it");
}

#[test]
fn back_from_an_opened_link_is_the_lab_that_was() {
    let (mut state, before) = linked(SOUND);
    let visit = state.trail.now();
    reduce(&mut state, Action::CursorMoved(1));
    go(&mut state, Some(before.trail.now()), "lab");
    assert_eq!(state.lab, before.lab);
    go(&mut state, Some(visit), "r1~en");
    assert!(is_linked(&state));
    assert_eq!(state.lab_stage.cursor, 1);
}

#[test]
fn an_entry_of_an_earlier_opening_goes_by_its_address() {
    let before = page(&[LAB, Action::Did(Deed::RetryNewKey)]);
    for (fragment, place) in [
        ("lesson-2", Place::Lesson(1)),
        ("contracts", Place::Contracts),
        ("case-c05", Place::Cases),
        ("board", Place::Lab),
        ("", Place::Lab),
        (SOUND, Place::Lab),
    ] {
        let mut state = before.clone();
        go(&mut state, None, fragment);
        assert_eq!(state.place, place, "{fragment}");
        assert_eq!(is_linked(&state), fragment == SOUND);
        let is_known = place_of(fragment).is_some();
        assert_eq!(state.trail.now(), before.trail.now() + u32::from(is_known), "{fragment}");
        assert_eq!(state.further.cases.open.is_some(), fragment == "case-c05");
        go(&mut state, Some(before.trail.now()), "lab");
        assert_eq!((state.place, &state.lab), (Place::Lab, &before.lab), "{fragment}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// However one gets there: a visit that is gone back to is as it was left, and nothing of the lab is lost for good.
    #[test]
    fn any_walk_leads_back(steps in prop::collection::vec(prop_oneof![
        4 => deeds().prop_map(Action::Did),
        2 => select(vec![
            Action::Undone,
            Action::Redone,
            Action::StartedOver,
            Action::PlaceOpened(Place::Lab),
            Action::PlaceOpened(Place::Lesson(2)),
            Action::CursorMoved(2),
            Action::LinkOpened { text: SOUND.to_owned(), keeps_language: true },
            Action::LinkOpened { text: "r9".to_owned(), keeps_language: true },
            Action::Went { visit: None, fragment: SOUND.to_owned() },
            Action::Went { visit: None, fragment: "lesson-4".to_owned() },
            Action::Went { visit: Some(4_000), fragment: "lab".to_owned() },
        ]),
        3 => (0..12_u32).prop_map(|visit| Action::Went { visit: Some(visit), fragment: "lab".to_owned() }),
    ], 1..25)) {
        let mut state = page(&[LAB]);
        for step in steps {
            let left = (state.trail.now(), state.place, state.lab.clone());
            reduce(&mut state, step);
            if state.trail.now() == left.0 {
                continue;
            }
            let came = (state.trail.now(), state.place, state.lab.clone());
            let mut back = state.clone();
            go(&mut back, Some(left.0), "");
            prop_assert_eq!(back.place, left.1);
            if left.1 == Place::Lab {
                prop_assert_eq!(&back.lab, &left.2);
            }
            go(&mut back, Some(came.0), "");
            prop_assert_eq!(back.place, came.1);
            if came.1 == Place::Lab {
                prop_assert_eq!(&back.lab, &came.2);
            }
        }
    }
}
