//! Lesson 6: what each trial does to each rung, worked out by hand from `rules.md` §4; and the runs of its second part.

use std::rc::Rc;

use idempotency_explainer::app::gap::runs::{OUTSIDE, Trial, outside, scenario, trials_of};
use idempotency_explainer::app::gap::{Act, Outcome, View, apply, next_rung, outcome};
use idempotency_explainer::app::lessons::{LESSONS, Part, changes_of, runs_of, view_of};
use idempotency_explainer::app::open::{Restored, open};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::scene::Layout;
use idempotency_explainer::app::state::{AppState, Place};
use idempotency_explainer::app::text::{Language, lab_texts};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::report::unmet;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::WriteOrder;
use idempotency_explainer::sim::trace::EventKind;
use idempotency_explainer::sim::write::write;

use Outcome::{Holds, Stuck, Twice, Unknown};
use Trial as T;
use WriteOrder as W;

/// Rung, whether claims have a lease, trial, outcome.
const LADDER: [(W, bool, T, Outcome); 32] = [
    (W::Ignore, false, T::LostResponse, Twice(2)),
    (W::CheckThenAct, false, T::LostResponse, Holds),
    (W::CheckThenAct, false, T::TwoAtOnce, Twice(2)),
    (W::CheckThenAct, false, T::CrashAfterEffect, Twice(2)),
    (W::CheckThenAct, false, T::CrashAfterRecord, Holds),
    (W::TransactionOnly, false, T::LostResponse, Holds),
    (W::TransactionOnly, false, T::CrashAfterEffect, Holds),
    (W::TransactionOnly, false, T::CrashAfterCommit, Holds),
    (W::TransactionOnly, false, T::TwoAtOnce, Twice(2)),
    (W::ClaimFirst, false, T::TwoAtOnce, Holds),
    (W::ClaimFirst, false, T::CrashAfterClaim, Stuck),
    (W::ClaimFirst, false, T::CrashAfterEffect, Stuck),
    (W::ClaimFirst, false, T::ShortLease, Twice(2)),
    (W::ClaimFirst, false, T::Stall, Twice(2)),
    (W::ClaimFirst, true, T::CrashAfterClaim, Holds),
    (W::ClaimFirst, true, T::CrashAfterEffect, Twice(2)),
    (W::ClaimThenCommit, false, T::TwoAtOnce, Holds),
    (W::ClaimThenCommit, false, T::CrashAfterClaim, Stuck),
    (W::ClaimThenCommit, false, T::CrashAfterEffect, Stuck),
    (W::ClaimThenCommit, false, T::CrashAfterCommit, Holds),
    (W::ClaimThenCommit, false, T::ShortLease, Holds),
    (W::ClaimThenCommit, false, T::Stall, Holds),
    (W::ClaimThenCommit, true, T::TwoAtOnce, Holds),
    (W::ClaimThenCommit, true, T::CrashAfterClaim, Holds),
    (W::ClaimThenCommit, true, T::CrashAfterEffect, Holds),
    (W::ClaimThenCommit, true, T::CrashAfterCommit, Holds),
    (W::OneTransaction, false, T::TwoAtOnce, Holds),
    (W::OneTransaction, false, T::CrashAfterClaim, Holds),
    (W::OneTransaction, false, T::CrashAfterEffect, Holds),
    (W::OneTransaction, false, T::CrashAfterCommit, Holds),
    // One order, at 40 s, when nobody listens any more; the retry at 35 s met the lock.
    (W::OneTransaction, false, T::Stall, Unknown),
    (W::OneTransaction, true, T::CrashAfterClaim, Holds),
];

/// The text's claims of the two upper rungs, held against their trials.
#[test]
fn what_the_text_claims_of_the_upper_rungs_is_what_their_trials_show() {
    let run = |rung, has_lease, trial: &T| Run::of(Rc::new(scenario(rung, *trial, has_lease)));
    let crashes = [T::CrashAfterClaim, T::CrashAfterEffect, T::CrashAfterCommit];
    // "One transaction: 1 order in every trial", and the stalled owner's client stays at "unknown".
    for trial in trials_of(W::OneTransaction) {
        let run = run(W::OneTransaction, false, trial);
        assert_eq!(run.end.orders.len(), 1, "{trial:?}");
        assert_eq!(outcome(&run) == Unknown, *trial == T::Stall, "{trial:?}");
    }
    // "With a lease 1 order after a crash; without, a crash before the commit leaves it stuck, with none."
    for trial in crashes {
        assert_eq!(run(W::ClaimThenCommit, true, &trial).end.orders.len(), 1, "{trial:?}");
        let without = run(W::ClaimThenCommit, false, &trial);
        let is_stuck = trial != T::CrashAfterCommit;
        assert_eq!(outcome(&without) == Stuck, is_stuck, "{trial:?}");
        assert_eq!(without.end.orders.is_empty(), is_stuck, "{trial:?}");
    }
    // No number of trials stands in the text: the page counts them by showing them.
    for language in Language::ALL {
        let lesson = &lab_texts(language).gap.lesson;
        assert!(!["五", "六", "6"].iter().any(|number| lesson.truth.contains(number)), "{}", lesson.truth);
        let right = lesson.options.iter().find(|option| option.is_right).expect("one is right");
        assert!(right.response.contains("租约") || right.response.contains("lease"), "{}", right.response);
    }
}

/// "In lessons 1 to 5 only look-then-act, in lesson 4, commits order and record apart."
#[test]
fn only_lesson_four_writes_order_and_record_apart_before_this_one() {
    let mut apart = Vec::new();
    for lesson in 0..LESSONS {
        let changes = (0..changes_of(lesson)).map(Part::Change);
        for part in [Part::Opening, Part::Answer].into_iter().chain(changes) {
            for run in runs_of(view_of(lesson, part)) {
                let is_apart =
                    run.trace.events.iter().any(|e| matches!(e.kind, EventKind::EffectMade { .. }));
                let order = run.scenario.service.write_order;
                if is_apart && !apart.contains(&(lesson, order)) {
                    apart.push((lesson, order));
                }
            }
        }
    }
    assert_eq!(apart, [(3, W::CheckThenAct)]);
}

fn opened() -> AppState {
    let layout = Layout { compact: false, true_scale: false };
    let mut state = open(Language::En, layout, Vec::new(), Restored::default());
    reduce(&mut state, Action::PlaceOpened(Place::Gap));
    state
}

#[test]
fn each_rung_breaks_where_it_must_and_only_there() {
    for (rung, has_lease, trial, wanted) in LADDER {
        let run = Run::of(Rc::new(scenario(rung, trial, has_lease)));
        assert_eq!(outcome(&run), wanted, "{} {trial:?}, lease {has_lease}", rung.name());
    }
}

#[test]
fn every_trial_of_every_rung_stands_in_the_table() {
    for rung in WriteOrder::ALL {
        for trial in trials_of(rung) {
            assert!(
                LADDER.iter().any(|(of, _, known, _)| *of == rung && known == trial),
                "{} {trial:?}",
                rung.name()
            );
        }
    }
}

#[test]
fn the_runs_of_the_second_part_hold_and_have_their_words() {
    for language in Language::ALL {
        assert_eq!(lab_texts(language).gap.lesson.changes.len(), OUTSIDE.len());
    }
    for (n, text) in OUTSIDE.iter().enumerate() {
        let scenario = parse(text).unwrap_or_else(|problem| panic!("{n}: {problem}"));
        assert_eq!(outside(n as u8), scenario);
        assert_eq!(unmet(&Run::of(Rc::new(scenario))), Vec::<String>::new(), "{n}");
    }
}

#[test]
fn the_ladder_is_climbed_rung_by_rung() {
    let climbed: Vec<&str> =
        std::iter::successors(Some(W::Ignore), |rung| next_rung(*rung)).map(W::name).collect();
    let all: Vec<&str> = WriteOrder::ALL.iter().map(|rung| rung.name()).collect();
    assert_eq!(climbed, all);
}

#[test]
fn what_the_reader_does_changes_the_run_on_view() {
    let mut state = opened();
    assert_eq!(state.further.gap.view, View::Trial(T::CrashAfterEffect));
    assert_eq!(state.lesson_stage.runs[0].end.orders.len(), 2, "the lesson opens with the gap");
    apply(&mut state, Act::Rung(W::ClaimThenCommit));
    assert_eq!(state.further.gap.view, View::Trial(T::CrashAfterEffect), "the same trial, one rung up");
    assert!(state.further.gap.outcomes.contains(&(T::CrashAfterEffect, Stuck)));
    apply(&mut state, Act::Lease(true));
    assert!(state.further.gap.outcomes.contains(&(T::CrashAfterEffect, Holds)));
    assert_eq!(state.lesson_stage.runs[0].end.orders.len(), 1);
    apply(&mut state, Act::Outside(0));
    assert_eq!(state.lesson_stage.runs[0].end.charges.len(), 2);
    apply(&mut state, Act::Rung(W::Ignore));
    assert_eq!(state.further.gap.view, View::Trial(T::LostResponse), "a trial that this rung has");
    apply(&mut state, Act::Guessed(2));
    assert_eq!((state.further.gap.guess, state.further.gap.is_revealed), (Some(2), true));
}

#[test]
fn a_run_of_the_ladder_goes_on_in_the_lab_and_can_be_stored() {
    for (rung, has_lease, trial, _) in LADDER {
        let mut state = opened();
        apply(&mut state, Act::Rung(rung));
        apply(&mut state, Act::Lease(has_lease));
        apply(&mut state, Act::Trial(trial));
        let run = state.lesson_stage.runs[0].clone();
        reduce(&mut state, Action::CarriedOn);
        assert_eq!(state.place, Place::Lab);
        let stored = parse(&write(&state.lab.scenario)).unwrap();
        assert_eq!(Run::of(Rc::new(stored)).digest(), run.digest(), "{} {trial:?}", rung.name());
    }
}
