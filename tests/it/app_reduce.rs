//! The reducer: what each action changes and what it leaves alone, and where steps lead.

use std::rc::Rc;

use expect_test::expect;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::lessons::{LESSONS, Part, changes_of, view_of};
use idempotency_explainer::app::open::{Restored, open};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::state::{AppState, Place, Selection, Speed, Stage, Theme};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::scenario::{Direction, FaultKind, Scenario};
use idempotency_explainer::sim::trace::EventKind;
use idempotency_explainer::sim::write::write;

use crate::app_lab::{LAYOUT, fault, pool};
use crate::support::numbered;

pub(crate) const NEXT: Action = Action::Stepped { forward: true, by_attempt: false };
pub(crate) const BACK: Action = Action::Stepped { forward: false, by_attempt: false };
pub(crate) const NEXT_ATTEMPT: Action = Action::Stepped { forward: true, by_attempt: true };
pub(crate) const LAST_ATTEMPT: Action = Action::Stepped { forward: false, by_attempt: true };
pub(crate) const LAB: Action = Action::PlaceOpened(Place::Lab);

/// The page in its first lesson, after these actions.
pub(crate) fn page(actions: &[Action]) -> AppState {
    let mut state = open(Language::Zh, LAYOUT, pool(), Restored::default());
    actions.iter().for_each(|action| _ = reduce(&mut state, action.clone()));
    state
}

pub(crate) const fn at(world: u8, event: u32) -> Selection {
    Selection { world, event }
}

pub(crate) fn scenarios(stage: &Stage) -> Vec<Rc<Scenario>> {
    stage.runs.iter().map(|run| run.scenario.clone()).collect()
}

/// The names of what differs, each with what it is now where that is short.
pub(crate) fn changes(before: &AppState, after: &AppState) -> String {
    let mut seen = Vec::new();
    let mut note = |name: &str, differs: bool, now: String| {
        if differs {
            seen.push(if now.is_empty() { name.to_owned() } else { format!("{name}={now}") });
        }
    };
    note("language", before.language != after.language, format!("{:?}", after.language));
    note("theme", before.theme != after.theme, format!("{:?}", after.theme));
    note("place", before.place != after.place, format!("{:?}", after.place));
    note("last_lesson", before.last_lesson != after.last_lesson, after.last_lesson.to_string());
    for (n, (old, new)) in before.lessons.iter().zip(&after.lessons).enumerate() {
        let now = format!("{:?}/{}/{:?}", new.guess, new.is_revealed, new.part);
        note(&format!("lesson{n}"), old != new, now);
    }
    for (name, old, new) in
        [("", &before.lesson_stage, &after.lesson_stage), ("lab.", &before.lab_stage, &after.lab_stage)]
    {
        note(&format!("{name}worlds"), scenarios(old) != scenarios(new), String::new());
        note(&format!("{name}stamp"), old.stamp != new.stamp, String::new());
        note(&format!("{name}cursor"), old.cursor != new.cursor, format!("{}/{}", new.cursor, new.end()));
        let selected = new.selection.map_or("none".to_owned(), |s| format!("{}.{}", s.world, s.event));
        note(&format!("{name}selection"), old.selection != new.selection, selected);
        let (past, future) = (new.history.past.len(), new.history.future.len());
        let differs = (old.history.past.len(), old.history.future.len()) != (past, future);
        note(&format!("{name}history"), differs, format!("{past}+{future}"));
    }
    note("lab", before.lab != after.lab, String::new());
    note("layout", before.layout != after.layout, String::new());
    note("playing", before.is_playing != after.is_playing, after.is_playing.to_string());
    note("speed", before.speed != after.speed, format!("{:?}", after.speed));
    note("notice", before.notice != after.notice, after.notice.is_some().to_string());
    note("storage", before.has_storage != after.has_storage, String::new());
    note("keys", after.pool.len() > before.pool.len(), String::new());
    note("sheet", before.sheet != after.sheet, format!("{:?}", after.sheet));
    note("draft", before.draft != after.draft, format!("{:?}", after.draft));
    note("copied", before.copied != after.copied, format!("{:?}", after.copied));
    note("help", before.is_help_open != after.is_help_open, after.is_help_open.to_string());
    note("handover", before.handover != after.handover, String::new());
    seen.join(" ")
}

#[test]
fn what_each_action_changes() {
    use Action as A;
    let lost = fault(1, FaultKind::Lose(Direction::Request));
    let text = write(&numbered("05").scenario);
    let rows: Vec<(&str, Vec<Action>, Action)> = vec![
        ("language", vec![], A::LanguageChosen(Language::En)),
        ("theme", vec![], A::ThemeChosen(Theme::Dark)),
        ("lesson 2", vec![A::PlayToggled], A::PlaceOpened(Place::Lesson(1))),
        ("lab", vec![A::PlayToggled], LAB),
        ("where it is", vec![A::PlayToggled], A::PlaceOpened(Place::Lesson(0))),
        ("lesson as it was left", vec![A::Guessed(1), LAB], A::PlaceOpened(Place::Lesson(0))),
        ("guess", vec![A::PlayToggled], A::Guessed(1)),
        ("guess in the lab", vec![LAB], A::Guessed(1)),
        ("answer", vec![], A::AnswerAsked),
        ("answer keeps a guess", vec![A::Guessed(2), A::PartOpened(Part::Opening)], A::AnswerAsked),
        ("part", vec![], A::PartOpened(Part::Change(1))),
        ("part in the lab", vec![LAB], A::PartOpened(Part::Answer)),
        ("run", vec![], A::RunFollowed(3)),
        ("run of another lesson", vec![], A::RunFollowed(12)),
        ("carried on", vec![A::FaultSwitched { world: 1, fault: lost }], A::CarriedOn),
        ("did", vec![LAB, A::PlayToggled], A::Did(Deed::RetrySameKey)),
        ("did what cannot be done", vec![LAB, A::PlayToggled], A::Did(Deed::Send)),
        ("fault", vec![A::PlayToggled], A::FaultSwitched { world: 1, fault: lost }),
        ("fault in no world", vec![], A::FaultSwitched { world: 2, fault: lost }),
        ("fault in the lab", vec![LAB], A::FaultSwitched { world: 0, fault: lost }),
        ("undo without a past", vec![], A::Undone),
        ("undo a fault", vec![A::FaultSwitched { world: 1, fault: lost }], A::Undone),
        ("redo a fault", vec![A::FaultSwitched { world: 1, fault: lost }, A::Undone], A::Redone),
        ("undo a deed", vec![LAB, A::Did(Deed::RetryNewKey)], A::Undone),
        ("redo a deed", vec![LAB, A::Did(Deed::RetryNewKey), A::Undone], A::Redone),
        ("redo without a future", vec![LAB], A::Redone),
        ("start over", vec![A::FaultSwitched { world: 0, fault: lost }], A::StartedOver),
        ("start the lab over", vec![LAB, A::Did(Deed::RetryNewKey)], A::StartedOver),
        ("open", vec![], A::ScenarioOpened(text)),
        ("open what is broken", vec![], A::ScenarioOpened("{".to_owned())),
        ("cursor", vec![A::PlayToggled], A::CursorMoved(3)),
        ("cursor beyond the end", vec![], A::CursorMoved(9_999)),
        ("next", vec![A::Selected(at(0, 1))], NEXT),
        ("previous", vec![], BACK),
        ("play", vec![A::Selected(at(0, 1))], A::PlayToggled),
        ("play at the end", vec![A::CursorMoved(9_999)], A::PlayToggled),
        ("play off", vec![A::PlayToggled], A::PlayToggled),
        ("tick", vec![A::PlayToggled], A::Ticked),
        ("last tick", vec![A::CursorMoved(9_999), BACK, A::PlayToggled], A::Ticked),
        ("pause", vec![A::PlayToggled], A::Paused),
        ("speed", vec![], A::SpeedChosen(Speed::Two)),
        ("scale", vec![], A::ScaleSwitched),
        ("select", vec![A::PlayToggled], A::Selected(at(1, 4))),
        ("follow", vec![A::PlayToggled], A::EventFollowed(at(1, 4))),
        ("follow to nowhere", vec![], A::EventFollowed(at(1, 4_000))),
        ("unselect", vec![A::Selected(at(1, 4))], A::Unselected),
        ("narrow", vec![], A::WidthChanged { compact: true }),
        ("notice read", vec![A::ScenarioOpened(String::new())], A::NoticeClosed),
        ("sheet", vec![], A::SheetToggled(2)),
        ("other tab", vec![A::SheetToggled(2)], A::SheetToggled(1)),
        ("same tab", vec![A::SheetToggled(2)], A::SheetToggled(2)),
        ("draft", vec![A::CopyEnded(true)], A::DraftEdited("{".to_owned())),
        ("a deed drops the draft", vec![LAB, A::DraftEdited("{".to_owned())], A::Did(Deed::RetrySameKey)),
        ("copy", vec![], A::CopyAsked("x".to_owned())),
        ("copied", vec![], A::CopyEnded(true)),
        ("help", vec![], A::HelpToggled),
        ("keys", vec![], A::KeysSupplied(vec!["k".to_owned()])),
    ];
    let say = |(name, setup, action): &(&str, Vec<Action>, Action)| {
        let before = page(setup);
        let mut after = before.clone();
        let drawn = if reduce(&mut after, action.clone()) { "" } else { "not drawn " };
        format!("{name}: {drawn}{}\n", changes(&before, &after))
    };
    expect![[r#"
        language: language=En stamp lab.stamp
        theme: theme=Dark
        lesson 2: place=Lesson(1) last_lesson=1 worlds stamp cursor=26/26 playing=false
        lab: place=Lab playing=false
        where it is: 
        lesson as it was left: place=Lesson(0) stamp
        guess: lesson0=Some(1)/true/Answer stamp cursor=27/33 playing=false
        guess in the lab: 
        answer: lesson0=None/true/Answer stamp cursor=27/33
        answer keeps a guess: lesson0=Some(2)/true/Answer stamp cursor=27/33
        part: lesson0=None/false/Change(1) worlds stamp cursor=27/27
        part in the lab: 
        run: lesson0=None/false/Change(1) worlds stamp cursor=27/27
        run of another lesson: 
        carried on: place=Lab lab.worlds lab.stamp lab.cursor=22/22 lab.history=1+0 lab
        did: lab.worlds lab.stamp lab.cursor=20/20 lab.history=1+0 lab playing=false
        did what cannot be done: 
        fault: worlds stamp cursor=22/22 history=1+0 playing=false
        fault in no world: 
        fault in the lab: lab.worlds lab.stamp lab.cursor=5/5 lab.history=1+0 lab
        undo without a past: 
        undo a fault: worlds stamp cursor=33/33 history=0+1
        redo a fault: worlds stamp cursor=22/22 history=1+0
        undo a deed: lab.worlds lab.stamp lab.cursor=13/13 lab.history=0+1 lab
        redo a deed: lab.worlds lab.stamp lab.cursor=25/25 lab.history=1+0 lab
        redo without a future: 
        start over: worlds stamp cursor=14/33 history=0+0
        start the lab over: lab.worlds lab.stamp lab.cursor=13/13 lab.history=2+0 lab
        open: place=Lab lab.worlds lab.stamp lab.cursor=22/22 lab.history=1+0 lab
        open what is broken: notice=true
        cursor: cursor=3/33 playing=false
        cursor beyond the end: cursor=33/33
        next: cursor=15/33 selection=none
        previous: cursor=13/33
        play: selection=none playing=true
        play at the end: cursor=0/33 playing=true
        play off: playing=false
        tick: cursor=15/33
        last tick: cursor=33/33 playing=false
        pause: playing=false
        speed: speed=Two
        scale: stamp lab.stamp layout
        select: selection=1.4 playing=false
        follow: cursor=6/33 selection=1.4 playing=false
        follow to nowhere: 
        unselect: selection=none
        narrow: stamp lab.stamp layout
        notice read: notice=false
        sheet: sheet=Some(2)
        other tab: sheet=Some(1)
        same tab: sheet=None
        draft: draft=Some("{") copied=None
        a deed drops the draft: lab.worlds lab.stamp lab.cursor=20/20 lab.history=1+0 lab draft=None
        copy: 
        copied: copied=Some(true)
        help: help=true
        keys: not drawn keys
    "#]]
    .assert_eq(&rows.iter().map(say).collect::<String>());
}

/// Only moves that move nothing, and keys, need no drawing.
#[test]
fn what_moves_nothing_is_not_drawn() {
    use Action as A;
    let rows: [(&[Action], Action, bool); 11] = [
        (&[A::CursorMoved(3)], A::CursorMoved(3), false),
        (&[A::CursorMoved(3), A::PlayToggled], A::CursorMoved(3), true),
        (&[A::CursorMoved(3), A::Selected(at(0, 1))], A::CursorMoved(3), true),
        (&[A::CursorMoved(0)], BACK, false),
        (&[A::CursorMoved(0)], LAST_ATTEMPT, false),
        (&[A::CursorMoved(9_999)], NEXT, false),
        (&[A::CursorMoved(9_999)], NEXT_ATTEMPT, false),
        (&[A::Selected(at(0, 1))], A::Selected(at(0, 1)), false),
        (&[A::Selected(at(0, 1))], A::Selected(at(1, 1)), true),
        (&[], A::Unselected, false),
        (&[], A::Paused, false),
    ];
    for (setup, action, wanted) in rows {
        assert_eq!(reduce(&mut page(setup), action.clone()), wanted, "{setup:?} {action:?}");
    }
}

#[test]
fn a_guess_reveals_the_answer_of_its_lesson() {
    for lesson in 0..LESSONS {
        for option in 0..3 {
            let state = page(&[Action::PlaceOpened(Place::Lesson(lesson)), Action::Guessed(option)]);
            let known = state.lessons[usize::from(lesson)];
            assert_eq!((known.guess, known.is_revealed, known.part), (Some(option), true, Part::Answer));
            let others = state.lessons.iter().enumerate().filter(|(n, _)| *n != usize::from(lesson));
            assert!(others.into_iter().all(|(_, other)| !other.is_revealed && other.guess.is_none()));
            let opens_at = view_of(lesson, Part::Answer).opens_at;
            let rows = &state.lesson_stage.scene.rows;
            let shown = rows.iter().filter(|row| opens_at.is_none_or(|at| row.at <= at)).count();
            assert_eq!(state.lesson_stage.cursor as usize, shown, "lesson {lesson}");
        }
    }
}

/// Every part of every lesson, gone through by rows and by attempts, there and back.
#[test]
fn steps_go_by_rows_and_by_attempts() {
    for lesson in 0..LESSONS {
        let changes = (0..changes_of(lesson)).map(Part::Change);
        for part in [Part::Opening, Part::Answer].into_iter().chain(changes) {
            let state = page(&[
                Action::PlaceOpened(Place::Lesson(lesson)),
                Action::PartOpened(part),
                Action::CursorMoved(0),
            ]);
            let stage = &state.lesson_stage;
            let sends = |row: &usize| {
                let events = stage.runs.iter().zip(&stage.scene.rows[*row].events);
                let mut events = events.filter_map(|(run, seq)| run.trace.event((*seq)?));
                events.any(|event| matches!(event.kind, EventKind::Sent { .. }))
            };
            let end = stage.end();
            let rows: Vec<u32> = (0..=end).collect();
            let mut attempts: Vec<u32> = (0..end as usize).filter(sends).map(|row| row as u32 + 1).collect();
            assert!(!attempts.is_empty() && attempts.last() < Some(&end), "lesson {lesson} {part:?}");
            attempts.insert(0, 0);
            attempts.push(end);
            for (wanted, on, back) in [(rows, NEXT, BACK), (attempts, NEXT_ATTEMPT, LAST_ATTEMPT)] {
                let mut state = state.clone();
                let mut walk = |action: Action| {
                    let mut seen = vec![state.lesson_stage.cursor];
                    while reduce(&mut state, action.clone()) {
                        seen.push(state.lesson_stage.cursor);
                    }
                    seen
                };
                assert_eq!(walk(on), wanted, "lesson {lesson} {part:?}");
                let reversed: Vec<u32> = wanted.into_iter().rev().collect();
                assert_eq!(walk(back), reversed, "lesson {lesson} {part:?}");
            }
        }
    }
}
