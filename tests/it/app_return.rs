//! How the lab comes back: from storage after a reload, and from what the first visit's program hands over.

use std::rc::Rc;

use expect_test::expect;
use idempotency_explainer::app::handover;
use idempotency_explainer::app::lab::{Deed, empty_scenario};
use idempotency_explainer::app::lessons::{Part, Source, scenario_of, view_of};
use idempotency_explainer::app::open::{Restored, open, take_over};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::share::has_panel;
use idempotency_explainer::app::state::{AppState, LessonState, Notice, Place};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::project::AttemptState;
use idempotency_explainer::sim::scenario::{Action as Does, Direction, FaultKind, Keep, Scenario};
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;

use crate::app_lab::{
    C1, LAYOUT, SEND, after, check_readable, empty, fault, fresh, pool, run, scenario_text, told,
};

/// What storage holds of a page: its world and, if the clients keep any, the intents.
fn stored(state: &AppState) -> Restored {
    Restored {
        scenario: Some(write(&state.lab.scenario)),
        has_intents: !state.lab.intents(run(state)).is_empty(),
        intent: state.lab.intent,
        client: state.lab.client,
        drafted_key: state.lab.drafted_key.clone(),
    }
}

/// The page opened again from what a page with these deeds stored. New keys are called `new-…`.
fn reopened(deeds: &[Deed], change: impl FnOnce(&mut Restored)) -> (AppState, AppState) {
    let before = after(empty(), deeds);
    let mut restored = stored(&before);
    change(&mut restored);
    let keys = (1..=9).rev().map(|n| format!("new-{n}")).collect();
    (before, open(Language::En, LAYOUT, keys, restored))
}

#[test]
fn a_durable_client_has_its_key_after_a_reload_and_a_forgetful_one_has_not() {
    for keep in [Keep::Durable, Keep::Memory] {
        let (before, state) = reopened(&[Deed::Keep(keep), Deed::Send], |_| {});
        let first = before.lab.last_key(run(&before)).expect("a key");
        assert_eq!(state.lab.scenario.script.len(), 2);
        assert_eq!(state.lab.scenario.script[1].action, Does::Reload);
        check_readable("reloaded", &state.lab);
        let [again, anew] = [Deed::RetrySameKey, Deed::Send].map(|deed| state.lab.can(&deed, run(&state)));
        let mut state = state;
        state.place = Place::Lab;
        let (deed, notice, keys) = match keep {
            Keep::Durable => (Deed::RetrySameKey, Notice::ReloadedDurable, [true, true]),
            Keep::Memory => (Deed::Send, Notice::ReloadedMemory, [true, false]),
        };
        assert_eq!((again, anew), (keep == Keep::Durable, keep == Keep::Memory));
        assert_eq!(state.notice, Some(notice));
        let state = after(state, &[deed]);
        let is_first = |attempt: &AttemptState| {
            attempt.key.map(|key| run(&state).trace.key_text(key)) == Some(&first[..])
        };
        assert_eq!(run(&state).end.attempts.iter().map(is_first).collect::<Vec<_>>(), keys);
        assert_eq!(run(&state).end.orders.len(), if keep == Keep::Durable { 1 } else { 2 });
    }
}

#[test]
fn what_else_comes_back() {
    // The world without the intents: the client knows no more than one with memory only.
    let (_, state) = reopened(&[Deed::Send], |restored| restored.has_intents = false);
    assert_eq!(state.notice, Some(Notice::ReloadedMemory));
    assert_eq!((state.lab.acting().keep, state.lab.last_key(run(&state))), (Keep::Memory, None));
    // A key that was made and not sent.
    let (before, state) = reopened(&[Deed::Send, Deed::NewIntent], |_| {});
    assert!(before.lab.drafted_key.is_some());
    assert_eq!((state.lab.drafted_key, state.lab.intent), (before.lab.drafted_key, 2));
    let (_, state) = reopened(&[Deed::Keep(Keep::Memory), Deed::Send, Deed::NewIntent], |_| {});
    assert_eq!((state.lab.drafted_key, state.lab.intent), (None, 2));
    for (key, is_kept) in [("", false), ("k", true), (&*"k".repeat(255), true), (&*"k".repeat(256), false)] {
        let (_, state) = reopened(&[Deed::Send], |restored| restored.drafted_key = Some(key.to_owned()));
        assert_eq!(state.lab.drafted_key.is_some(), is_kept, "{} characters", key.len());
    }
    // Nothing was sent: nothing to reload.
    let (_, state) = reopened(&[], |_| {});
    assert_eq!((state.notice, state.lab.scenario.script.len()), (None, 0));
    // The client in hand, and no other.
    let (_, state) = reopened(&[Deed::Send, Deed::AddClient, Deed::Send], |_| {});
    assert_eq!(
        state.lab.scenario.script.last().map(|step| (step.client, &step.action)),
        Some((1, &Does::Reload))
    );
    // Numbers out of range.
    let (_, state) = reopened(&[Deed::Send], |restored| (restored.client, restored.intent) = (9, 0));
    assert_eq!((state.lab.client, state.lab.intent), (0, 1));
}

/// A file whose sends repeat a body after a reload, opened again where the intents are gone.
#[test]
fn a_world_without_its_intents_stays_readable() {
    let script = format!(
        r#"{SEND},{{"at":"5s","client":"c1","do":"reload"}},{{"at":"9s","client":"c1","do":"send","intent":"i1"}}"#
    );
    let scenario = Some(scenario_text(C1, &script));
    let state = open(Language::En, LAYOUT, pool(), Restored { scenario, ..Restored::default() });
    check_readable("reloaded without intents", &state.lab);
}

#[test]
fn broken_storage_is_said_and_the_lab_is_fresh() {
    let valid = write(&empty_scenario());
    for text in ["", "{", "[]", "no JSON", "{\"v\":2}", &valid[1..], &valid.replace("\"c1\"", "\"c 1\"")] {
        let restored =
            Restored { scenario: Some(text.to_owned()), intent: 7, client: 3, ..Restored::default() };
        let state = open(Language::En, LAYOUT, pool(), restored);
        let problem = parse(text).expect_err("broken");
        assert_eq!(state.notice, Some(Notice::BadStorage(problem)), "{text}");
        assert_eq!(state.lab, fresh().lab, "{text}");
        assert_eq!(told(&state), told(&fresh()), "{text}");
    }
    expect!["c1@0ms i1 · A · 1  -  c1/i1=?"].assert_eq(&told(&fresh()));
}

#[test]
fn what_the_first_program_hands_over_is_taken_over() {
    let lesson = |guess, is_revealed| LessonState { guess, is_revealed, part: Part::Opening };
    let lessons = [
        lesson(Some(1), true),
        lesson(None, true),
        lesson(None, false),
        lesson(Some(0), true),
        lesson(None, false),
    ];
    let faults =
        [fault(1, FaultKind::Lose(Direction::Response)), fault(2, FaultKind::Duplicate { after: Millis(9) })];
    let mut state = open(Language::Zh, LAYOUT, pool(), Restored::default());
    state.notice = Some(Notice::ReloadedMemory);
    take_over(&mut state, &handover::write(Place::Lab, &lessons, 0, &[(Source::File(5), faults.to_vec())]));
    assert_eq!((state.lessons, state.place, &state.notice), (lessons, Place::Lab, &None));
    let Scenario { faults: known, script, service, .. } = (*state.lab.scenario).clone();
    let source = scenario_of(Source::File(5));
    assert_eq!((known, script, service), (faults.to_vec(), source.script, source.service));
    assert_eq!(Rc::as_ptr(&run(&state).scenario), Rc::as_ptr(&state.lab.scenario));
    check_readable("taken over", &state.lab);
    // A lesson that is taken home stays as it was left, with its faults, beside the open panel; the lab is not touched.
    let changed = LessonState { part: Part::Answer, ..lessons[1] };
    let left = [lessons[0], changed, lessons[2], lessons[3], lessons[4]];
    let worlds = view_of(1, Part::Answer).worlds;
    let carried: Vec<_> = worlds.iter().map(|source| (*source, faults.to_vec())).collect();
    let mut state = open(Language::Zh, LAYOUT, pool(), Restored::default());
    take_over(&mut state, &handover::write(Place::Lesson(1), &left, 3, &carried));
    assert_eq!((state.lessons, state.place, &state.lab), (left, Place::Lesson(1), &fresh().lab));
    assert!(has_panel(&state) && state.share.is_open);
    assert_eq!(state.stage().cursor, 3);
    let shown: Vec<_> = state.stage().runs.iter().map(|run| (*run.scenario).clone()).collect();
    let wanted = worlds.iter().map(|source| Scenario { faults: faults.to_vec(), ..scenario_of(*source) });
    assert_eq!(shown, wanted.collect::<Vec<_>>());
    // Guesses alone leave the lab as it is.
    let mut state = open(Language::Zh, LAYOUT, pool(), Restored::default());
    take_over(&mut state, &handover::write(Place::Lab, &lessons, 0, &[]));
    assert_eq!((state.lessons, state.place, &state.lab), (lessons, Place::Lab, &fresh().lab));
}

/// Text that has numbers in the right places, but not of a run.
#[test]
fn a_handover_of_wrong_numbers_leaves_a_readable_lab() {
    let rows = [
        ("no such file", "0 1 1 1 1 1 0 77 0"),
        ("a number too large for a file", "0 1 1 1 1 1 0 257 0"),
        ("a client that is not there", "0 1 1 1 1 1 0 1 1 0 7 1 0 0"),
        ("attempt 0", "0 1 1 1 1 1 0 1 1 0 0 0 0 0"),
        ("a status that is none", "0 1 1 1 1 1 0 1 1 3 0 1 0 200"),
        ("a delay beyond the horizon", "0 1 1 1 1 1 0 1 1 1 0 1 0 9999999999999"),
        ("a crash at a point that has none", "0 1 1 1 1 1 0 1 1 4 0 1 1 0"),
        ("half a fault", "0 1 1 1 1 1 0 1 1 0 0"),
        ("more faults than there are", "5 1 1 1 1 1 0 1 18446744073709551615 0 0 1 0 0"),
        ("a fault of no kind", "0 1 1 1 1 1 0 1 1 5 0 1 0 0"),
        ("a third run", "5 1 1 1 1 1 0 1 0 1 0 1 0"),
        ("a change that is not there", "6 1 1999 1 1 1 0 1 0"),
    ];
    let broken = rows.iter().filter_map(|(name, text)| {
        let mut state = fresh();
        take_over(&mut state, text);
        parse(&write(&state.lab.scenario)).err().map(|problem| format!("{name}: {problem}"))
    });
    assert_eq!(broken.collect::<Vec<_>>(), Vec::<String>::new());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever lies where the first program leaves its text.
    #[test]
    fn a_garbled_handover_does_no_harm(text in "([0-9]{1,3} |[a-z<\u{4e00}] |-1 |18446744073709551616 ){0,24}") {
        let mut state = fresh();
        take_over(&mut state, &text);
        for lesson in 0..5 {
            reduce(&mut state, Action::PlaceOpened(Place::Lesson(lesson)));
        }
        reduce(&mut state, Action::PlaceOpened(Place::Lab));
        reduce(&mut state, Action::Did(Deed::RetrySameKey));
        prop_assert!(usize::from(state.lab.client) < state.lab.scenario.clients.len());
    }
}
