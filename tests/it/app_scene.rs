//! What holds of every figure: rows, marks, sentences and pictures carry what the run has, each in its place.

use std::collections::BTreeSet;
use std::rc::Rc;

use idempotency_explainer::app::lessons::{LESSONS, Part, changes_of, runs_of, view_of};
use idempotency_explainer::app::scene::{Label, Layout, Mark, MessageEnd, Scene, Shape};
use idempotency_explainer::app::sentences::{lines, of_row};
use idempotency_explainer::app::svg::{self, Counted};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::events::sentence;
use idempotency_explainer::app::text::template::{Piece, plain};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::project::State;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{Action, Direction};
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::{Event, EventKind, EventSeq, Wider};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::generator::scenarios;
use crate::support::scenario_files;

pub(crate) const LAYOUTS: [Layout; 3] = [
    Layout { compact: false, true_scale: false },
    Layout { compact: true, true_scale: false },
    Layout { compact: false, true_scale: true },
];
const LARGEST: &str = include_str!("../scenarios-extra/largest.json");

/// Every scenario file, every part of every lesson, and random runs, alone and side by side.
pub(crate) fn figures() -> Vec<(String, Vec<Rc<Run>>)> {
    let run = |text: &str| Rc::new(Run::of(Rc::new(parse(text).expect("valid"))));
    let files = scenario_files();
    let mut figures: Vec<_> = files.into_iter().map(|(name, text)| (name, vec![run(&text)])).collect();
    assert_eq!(figures.len(), 41);
    for lesson in 0..LESSONS {
        let changes = (0..changes_of(lesson)).map(Part::Change);
        for part in [Part::Opening, Part::Answer].into_iter().chain(changes) {
            figures.push((format!("lesson {lesson} {part:?}"), runs_of(view_of(lesson, part))));
        }
    }
    let mut runner = TestRunner::deterministic();
    let mut random = || {
        let scenario = scenarios().new_tree(&mut runner).expect("a scenario").current();
        Rc::new(Run::of(Rc::new(scenario)))
    };
    for n in 0..150 {
        let runs = if n % 3 == 0 { vec![random(), random()] } else { vec![random()] };
        figures.push((format!("random {n}"), runs));
    }
    figures
}

pub(crate) fn scene(language: Language, layout: Layout, runs: &[&Run]) -> Scene {
    Scene::of(runs, layout, &|events| lines(language, runs, events))
}

/// Looks at every figure in every layout, and at the largest file in one.
pub(crate) fn each(look: impl Fn(&str, &[&Run], &Scene)) {
    for (name, runs) in figures() {
        let runs: Vec<&Run> = runs.iter().map(Rc::as_ref).collect();
        for layout in LAYOUTS {
            look(&format!("{name} {layout:?}"), &runs, &scene(Language::En, layout, &runs));
        }
    }
    let largest = Run::of(Rc::new(parse(LARGEST).expect("valid")));
    look("largest", &[&largest], &scene(Language::Zh, LAYOUTS[1], &[&largest]));
}

#[test]
fn every_event_has_one_row_in_time_order() {
    each(|name, runs, scene| {
        for (world, run) in runs.iter().enumerate() {
            let listed: Vec<EventSeq> = scene.rows.iter().filter_map(|row| row.events[world]).collect();
            assert_eq!(listed, (0..run.trace.events.len() as u32).collect::<Vec<_>>(), "{name} {world}");
        }
        let mut before = (None, 0);
        for row in &scene.rows {
            assert_eq!(row.events.len(), runs.len(), "{name}");
            let events = runs.iter().zip(&row.events).filter_map(|(run, seq)| run.trace.event((*seq)?));
            let times: Vec<Millis> = events.map(|event| event.at).collect();
            assert!(!times.is_empty() && times.iter().all(|at| *at == row.at), "{name}: {row:?}");
            assert!(before.0.is_none_or(|at| at <= row.at), "{name}: {row:?}");
            if !scene.is_true_scale {
                assert_eq!(row.has_tick, before.0.is_none_or(|at| at < row.at), "{name}: {row:?}");
            }
            assert!(before.1 <= row.top, "{name}: {row:?} stands on the row above");
            assert!(row.top <= row.y && row.y <= row.top + row.height.max(1), "{name}: {row:?}");
            assert!(row.top + row.height <= scene.height, "{name}: {row:?} in {}", scene.height);
            before = (Some(row.at), row.top + row.height);
        }
        for fold in &scene.folds {
            let clear = |top: u32, height: u32| top + height <= fold.top || fold.top + fold.height <= top;
            assert!(scene.rows.iter().all(|row| clear(row.top, row.height)), "{name}: {fold:?}");
        }
        let waits = scene.rows.windows(2).map(|pair| pair[1].at.minus(pair[0].at));
        let folded: Vec<Millis> = scene.folds.iter().map(|fold| fold.wait).collect();
        let long = waits.filter(|wait| !scene.is_true_scale && *wait >= Millis(400));
        assert_eq!(folded, long.collect::<Vec<_>>(), "{name}");
    });
}

/// From where to where a mark stretches, across and down.
const fn extent(shape: &Shape) -> ([u32; 2], [u32; 2]) {
    match *shape {
        Shape::Message { x1, y1, x2, y2, .. } => ([x1, x2], [y1, y2]),
        Shape::Wait { x, y1, y2, .. }
        | Shape::Unknown { x, y1, y2 }
        | Shape::Work { x, y1, y2, .. }
        | Shape::Hold { x, y1, y2, .. }
        | Shape::Record { x, y1, y2, .. }
        | Shape::Crash { x, y1, y2 }
        | Shape::Span { x, y1, y2, .. } => ([x, x], [y1, y2]),
        Shape::Node { x, y, .. } | Shape::Note { x, y } | Shape::Coin { x, y, .. } => ([x, x], [y, y]),
        Shape::Call { x1, x2, y, .. } | Shape::Execution { x1, x2, y } => ([x1, x2], [y, y]),
    }
}

/// Whether this kind of event is drawn in this shape.
const fn fits(mark: &Mark, kind: &EventKind) -> bool {
    use EventKind as K;
    match &mark.shape {
        Shape::Message { message: Direction::Response, .. } => matches!(kind, K::Replied { .. }),
        Shape::Message { .. } | Shape::Wait { .. } | Shape::Node { .. } => matches!(kind, K::Sent { .. }),
        Shape::Unknown { .. } => matches!(kind, K::TimedOut { .. }),
        Shape::Work { .. } => matches!(kind, K::Arrived { .. }),
        Shape::Hold { .. } => matches!(kind, K::Waiting { .. }),
        Shape::Crash { .. } => matches!(kind, K::Crashed { .. }),
        Shape::Execution { .. } => matches!(kind, K::Claimed { .. }),
        Shape::Coin { number: None, .. } => matches!(kind, K::EffectWritten { .. }),
        Shape::Coin { .. } => made(kind).is_some(),
        Shape::Record { .. } => matches!(
            kind,
            K::Claimed { .. }
                | K::Recorded { .. }
                | K::Committed { .. }
                | K::LeaseEnded { .. }
                | K::KeptLonger
                | K::Wider(Wider::PhaseDone { is_open: true, .. })
        ),
        Shape::Note { .. } | Shape::Call { .. } | Shape::Span { .. } => true,
    }
}

/// The intent, the number and the how-manieth of an effect that an event makes.
const fn made(kind: &EventKind) -> Option<(u16, u32, u32)> {
    match kind {
        EventKind::EffectMade { intent, order, nth }
        | EventKind::Committed { intent, order: Some(order), nth, .. } => Some((*intent, *order, *nth)),
        EventKind::ProviderEffect { intent, charge, nth } => Some((*intent, *charge, *nth)),
        _ => None,
    }
}

#[test]
fn every_mark_stands_where_its_event_does() {
    each(|name, runs, scene| {
        assert_eq!(scene.worlds.len(), runs.len(), "{name}");
        for (world, (run, picture)) in runs.iter().zip(&scene.worlds).enumerate() {
            let lanes: Vec<u32> = picture.lanes.iter().map(|lane| lane.x).collect();
            assert!(
                lanes.windows(2).all(|pair| pair[0] < pair[1]) && lanes.iter().all(|x| *x <= 1_000),
                "{name}"
            );
            let heights: Vec<u32> =
                scene.rows.iter().filter(|row| row.events[world].is_some()).map(|row| row.y).collect();
            for mark in &picture.marks {
                let event = run.trace.event(mark.event);
                let event = event.unwrap_or_else(|| panic!("{name}: {mark:?} has no event"));
                assert_eq!(mark.key, event.key, "{name}: {mark:?}");
                assert!(fits(mark, &event.kind), "{name}: {mark:?} of {event}");
                let (xs, ys) = extent(&mark.shape);
                let on_lanes = xs.iter().all(|x| lanes.contains(x));
                let is_lost = matches!(mark.label, Some(Label::Lost(_)));
                assert!(on_lanes || is_lost && xs[0] <= 1_000, "{name}: {mark:?}");
                assert!(ys[0] <= ys[1] && ys[1] <= scene.height, "{name}: {mark:?} in {}", scene.height);
                let wanted = heights[mark.event as usize];
                match (&mark.shape, &mark.label) {
                    (_, Some(Label::Until(_))) => assert!(ys[0] >= wanted, "{name}: {mark:?}"),
                    (_, Some(Label::RetryWindow(_))) => assert_eq!(ys[1], wanted, "{name}: {mark:?}"),
                    (Shape::Execution { .. }, _) => assert_eq!(ys[0], wanted + 15, "{name}: {mark:?}"),
                    _ => assert_eq!(ys[0], wanted, "{name}: {mark:?}"),
                }
            }
        }
    });
}

/// What can be counted in events is there as often in marks: nothing is left out and nothing drawn twice.
#[test]
fn nothing_is_left_out_of_the_picture() {
    each(|name, runs, scene| {
        for (run, picture) in runs.iter().zip(&scene.worlds) {
            let events = |fits: fn(&Event) -> bool| run.trace.events.iter().filter(|e| fits(e)).count();
            let marks = |fits: fn(&Mark) -> bool| picture.marks.iter().filter(|mark| fits(mark)).count();
            let lost = |mark: &Mark| matches!(mark.shape, Shape::Message { end: MessageEnd::Lost, .. });
            let rows = [
                (
                    events(|e| matches!(e.kind, EventKind::Sent { .. })),
                    marks(|m| matches!(m.shape, Shape::Node { .. })),
                ),
                (
                    events(|e| matches!(e.kind, EventKind::Arrived { .. })),
                    marks(|m| matches!(m.shape, Shape::Work { .. })),
                ),
                (
                    events(|e| matches!(e.kind, EventKind::Crashed { .. })),
                    marks(|m| matches!(m.shape, Shape::Crash { .. })),
                ),
                (events(|e| matches!(e.kind, EventKind::Lost { .. })), marks(lost)),
                (
                    events(|e| made(&e.kind).is_some()),
                    marks(|m| matches!(m.shape, Shape::Coin { number: Some(_), .. })),
                ),
                (
                    events(|e| matches!(e.kind, EventKind::Believed { .. })),
                    marks(|m| matches!((&m.shape, &m.label), (Shape::Note { .. }, Some(Label::Belief(_))))),
                ),
            ];
            for (n, (events, marks)) in rows.into_iter().enumerate() {
                assert_eq!(events, marks, "{name}, row {n}");
            }
        }
    });
}

#[test]
fn no_two_keys_look_the_same() {
    for language in Language::ALL {
        let looks: BTreeSet<String> = (0..200).map(|key| svg::key_in_text(language, key)).collect();
        assert_eq!(looks.len(), 200);
    }
    let classes: BTreeSet<_> = [None, Some(0), Some(1), Some(2)].map(svg::key_class).into();
    assert_eq!(classes.len(), 4, "the first three keys differ in hue, too");
    each(|name, _, scene| {
        for picture in &scene.worlds {
            let places = picture.marks.iter().filter_map(|mark| match mark.shape {
                Shape::Record { dx, .. } => Some((dx, mark.key)),
                _ => None,
            });
            let places: BTreeSet<_> = places.collect();
            let columns: BTreeSet<_> = places.iter().map(|(dx, _)| dx).collect();
            assert_eq!(columns.len(), places.len(), "{name}: two keys' records in one column");
        }
    });
}

/// The texts that a scenario itself wrote, and the answers, which have braces of their own.
fn own_words(run: &Run) -> Vec<&str> {
    let bodies = run.scenario.script.iter().filter_map(|step| match &step.action {
        Action::Send { body: Some(body), .. } => Some(body.text.as_ref()),
        _ => None,
    });
    let answers = run.trace.events.iter().filter_map(|event| match &event.kind {
        EventKind::Replied { answer, .. } => Some(answer.body_text.as_ref()),
        _ => None,
    });
    let mut words: Vec<&str> =
        bodies.chain(answers).chain(run.trace.keys.iter().map(String::as_str)).collect();
    words.sort_by_key(|text| std::cmp::Reverse(text.len()));
    words.dedup();
    words
}

fn check_sentence(name: &str, run: &Run, language: Language, pieces: &[Piece]) -> String {
    let text = plain(pieces, language);
    let mut bare = text.clone();
    if bare.contains(['{', '}']) {
        own_words(run).iter().for_each(|words| bare = bare.replace(words, ""));
    }
    assert!(!bare.contains(['{', '}']), "{name}: unfilled: {text}");
    assert!(!text.trim().is_empty(), "{name}: says nothing");
    for piece in pieces {
        match piece {
            Piece::Event { seq, .. } => assert!(run.trace.event(*seq).is_some(), "{name}: {text}"),
            Piece::Key(key) => assert!(usize::from(*key) < run.trace.keys.len(), "{name}: {text}"),
            _ => {}
        }
    }
    text
}

#[test]
fn every_row_is_told_in_both_languages() {
    for (name, runs) in figures() {
        let runs: Vec<&Run> = runs.iter().map(Rc::as_ref).collect();
        for row in &scene(Language::En, LAYOUTS[1], &runs).rows {
            let mut told: Vec<Vec<String>> = vec![Vec::new(); runs.len()];
            for language in Language::ALL {
                let shown = of_row(language, &runs, &row.events);
                let present = row.events.iter().flatten().count();
                assert_eq!(
                    shown.len(),
                    if shown[0].world.is_some() || runs.len() == 1 { present } else { 1 }
                );
                assert!(lines(language, &runs, &row.events) >= shown.len() as u32, "{name}");
                for (world, (run, seq)) in runs.iter().zip(&row.events).enumerate() {
                    let Some(event) = seq.and_then(|seq| run.trace.event(seq)) else { continue };
                    let of_world = |said: &&idempotency_explainer::app::sentences::RowSentence| {
                        said.world.is_none_or(|side| usize::from(side) == world)
                    };
                    let said = shown.iter().find(of_world).expect("a sentence for each world");
                    assert_eq!(said.pieces, sentence(language, run, event), "{name}: {event}");
                    told[world].push(check_sentence(&name, run, language, &said.pieces));
                }
            }
            for texts in told.iter().filter(|texts| !texts.is_empty()) {
                assert_ne!(texts[0], texts[1], "{name}: not translated");
            }
        }
    }
}

/// The picture, the list and the tally against the engine's own fold of the same prefix.
#[test]
fn picture_list_and_tally_carry_the_engines_facts() {
    each(|name, runs, scene| {
        let end = scene.rows.len() as u32;
        for cursor in [0, 1, end / 3, end / 2, end * 3 / 4, end.saturating_sub(1), end] {
            for (world, run) in runs.iter().enumerate() {
                let before = scene.events_before(world as u8, cursor);
                let state = State::after(&run.trace, before);
                check_facts(&format!("{name} {world} at {cursor}"), run, scene, world, cursor, &state);
            }
        }
    });
}

fn check_facts(name: &str, run: &Run, scene: &Scene, world: usize, cursor: u32, state: &State) {
    let listed: Vec<EventSeq> =
        scene.rows.iter().take(cursor as usize).filter_map(|row| row.events[world]).collect();
    let kinds: Vec<&EventKind> = listed.iter().map(|seq| &run.trace.events[*seq as usize].kind).collect();
    let drawn = || scene.worlds[world].marks.iter().filter(|mark| listed.contains(&mark.event));
    let coins: Vec<_> = drawn()
        .filter_map(|mark| match mark.shape {
            Shape::Coin { number: Some(number), twice, .. } => Some((mark.event, number, twice)),
            _ => None,
        })
        .collect();
    for intent in 0..run.trace.intents.len() as u16 {
        let is_of = |kind: &EventKind| made(kind).is_some_and(|(of, ..)| of == intent);
        // What stands in the ledger or at the provider; a change of state is a row without a coin.
        let made_so_far = state.orders.iter().chain(&state.charges);
        let wanted = made_so_far.filter(|effect| effect.intent == intent).count();
        assert_eq!(kinds.iter().filter(|kind| is_of(kind)).count(), wanted, "{name}: the list's effects");
        let coins = coins.iter().filter(|(event, ..)| is_of(&run.trace.events[*event as usize].kind));
        assert_eq!(coins.count(), wanted, "{name}: the picture's effects");
    }
    let effects = || state.orders.iter().chain(&state.charges);
    for (event, number, twice) in &coins {
        let effect = effects().find(|effect| effect.made == *event).expect("made");
        assert_eq!((*number, *twice), (effect.number, effect.nth > 1), "{name}");
    }
    let replays = kinds.iter().filter(|kind| matches!(kind, EventKind::Replied { replay_of: Some(_), .. }));
    assert_eq!(replays.count() as u32, state.replays, "{name}: the list's replays");
    if run.cut_short().is_none() {
        let replays = drawn().filter(|mark| matches!(mark.shape, Shape::Message { is_replay: true, .. }));
        assert_eq!(replays.count() as u32, state.replays, "{name}: the picture's replays");
    }
    // What was made and stands: a lost order is gone, a change counts with its order's number.
    let made = state.standing().count() as u32;
    let rings = state.standing().take(6).filter(|effect| effect.nth > 1).count();
    let rows = [
        (Counted::Made, made, "#coin-s", made.min(6) as usize),
        (Counted::Made, made, "class='ring'", rings),
        (Counted::Replays, state.replays, "#loop", state.replays.min(6) as usize),
        (Counted::Meant, state.meant(), "#intent", state.meant().min(6) as usize),
        (Counted::Attempts, state.attempts.len() as u32, "tag-mark", state.attempts.len().min(6)),
        (Counted::Refused, state.refusals, "pill", usize::from(state.refusals > 0)),
        (Counted::Refused, state.refusals, "coin-none", usize::from(state.refusals == 0)),
    ];
    for (counted, count, sign, wanted) in rows {
        let picture = svg::tally_objects(state, counted, count);
        assert_eq!(picture.matches(sign).count(), wanted, "{name}: {counted:?} {count}: {picture}");
    }
}
