//! Faults (`rules.md` §5): what each does, that it strikes once, and that one may never strike.

use idempotency_explainer::sim::scenario::Direction;
use idempotency_explainer::sim::trace::EventKind;

use crate::support::{answers, count_events, first_event, outcome, run};

#[test]
fn each_fault_does_what_it_says() {
    let rows = [
        ("lose request", "one-transaction | 0 i1 2; 5s i1 | lose request c1#1", "1  - #1  c1/i1=#1"),
        ("lose response", "one-transaction | 0 i1 2; 5s i1 | lose response c1#1", "1  - #1r  c1/i1=#1"),
        ("delay request", "one-transaction | 0 i1 2; 10ms i1 | delay request c1#1 1s", "1  #1r #1  c1/i1=#1"),
        ("delay response", "one-transaction | 0 i1 2; 5s i1 | delay response c1#1 3s", "1  - #1r  c1/i1=#1"),
        (
            "duplicate",
            "ignore | 0 i1 2 | duplicate c1#1 1s",
            "2  #1  c1/i1=#1  effect-twice two-final-outcomes",
        ),
        ("fail before", "ignore | 0 i1 2 | fail before-effect c1#1 503", "0  503  c1/i1=?"),
        ("fail after", "ignore | 0 i1 2 | fail after-effect c1#1 599", "1  599  c1/i1=?"),
        ("fail without a status", "ignore | 0 i1 2 | fail after-effect c1#1", "1  500  c1/i1=?"),
        ("crash", "ignore | 0 i1 2; 5s i1 | crash after-claim c1#1 2s", "1  - #1  c1/i1=#1"),
        (
            "several on one attempt",
            "one-transaction | 0 i1 2; 60s i1 | delay request c1#1 1s; duplicate c1#1 5s; lose response c1#1",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "fail and crash after the effect: the crash comes first",
            "claim-first | 0 i1 2 | fail after-effect c1#1; crash after-effect c1#1 1s",
            "1  -  c1/i1=?  stuck",
        ),
        (
            "crash after the claim and fail before the effect: the crash comes first",
            "claim-first | 0 i1 2 | fail before-effect c1#1; crash after-claim c1#1 1s",
            "0  -  c1/i1=?  stuck",
        ),
    ];
    for (what, line, wanted) in rows {
        let run = run(line);
        assert_eq!(outcome(&run), wanted, "{what}\n{line}");
        let is_struck = |(n, struck): (usize, &bool)| *struck || (n == 0 && what.contains("comes first"));
        assert!(run.struck.iter().enumerate().all(is_struck), "{what}: {:?}", run.struck);
    }
}

/// Both copies of an attempt pass the same points; only the first of them is struck. Two equal faults strike twice.
#[test]
fn a_fault_strikes_once() {
    let twice = "| 0 i1 2 | duplicate c1#1 1s";
    let rows = [
        ("fail", format!("claim-first released {twice}; fail before-effect c1#1"), "1  500  c1/i1=?"),
        (
            "fail, twice",
            format!("claim-first released {twice}; fail before-effect c1#1; fail before-effect c1#1"),
            "0  500  c1/i1=?",
        ),
        ("crash", format!("one-transaction {twice}; crash after-effect c1#1 100ms"), "1  #1  c1/i1=#1"),
        (
            "crash, twice",
            format!("one-transaction {twice}; crash after-effect c1#1 100ms; crash after-effect c1#1 100ms"),
            "0  -  c1/i1=?",
        ),
        ("lose response", format!("one-transaction {twice}; lose response c1#1"), "1  #1r  c1/i1=#1"),
        (
            "lose response, twice",
            format!("one-transaction {twice}; lose response c1#1; lose response c1#1"),
            "1  -  c1/i1=?",
        ),
    ];
    for (what, line, wanted) in rows {
        let run = run(&line);
        assert_eq!(outcome(&run), wanted, "{what}\n{line}");
        assert!(run.struck.iter().all(|struck| *struck), "{what}");
    }
}

#[test]
fn a_fault_that_never_strikes_is_valid_and_said() {
    let rows = [
        ("the attempt is never made", "one-transaction | 0 i1 2 | lose request c1#2"),
        (
            "the attempt is another client's",
            "one-transaction | 0 i1 2 | lose request c2#1 | c1 per-intent durable; c2 per-intent durable",
        ),
        ("the point is not passed", "one-transaction | 0 i1 0 | crash after-claim c1#1 1s"),
        (
            "a replay has no effect to fail at",
            "one-transaction | 0 i2 2; 1s i1 2 key=key-1 | fail after-effect c1#2",
        ),
        (
            "before a failure before the effect",
            "one-transaction | 0 i1 2 | fail before-effect c1#1; fail after-effect c1#1",
        ),
        ("an answer that is never sent", "one-transaction | 0 i1 2 | lose request c1#1; lose response c1#1"),
        (
            "a copy of a request has no response of its own",
            "one-transaction | 0 i1 2 | lose response c1#1; lose response c1#1",
        ),
    ];
    for (what, line) in rows {
        assert_eq!(run(line).struck.last(), Some(&false), "{what}");
    }
}

#[test]
fn a_lost_message_ends_two_thirds_of_its_way() {
    let rows = [
        ("one-transaction network=40ms | 0 i1 2 | lose request c1#1", Direction::Request, 26),
        ("one-transaction network=30ms | 0 i1 2 | lose request c1#1", Direction::Request, 20),
        ("one-transaction network=0ms | 0 i1 2 | lose request c1#1", Direction::Request, 0),
        ("one-transaction network=40ms | 0 i1 2 | lose response c1#1", Direction::Response, 70 + 26),
        (
            "one-transaction network=40ms | 0 i1 2 | delay request c1#1 50ms; lose request c1#1",
            Direction::Request,
            60,
        ),
    ];
    for (line, message, at) in rows {
        let run = run(line);
        let lost = first_event(&run, |kind| *kind == EventKind::Lost { message }).expect("lost");
        assert_eq!(lost.at.0, at, "{line}");
    }
}

/// What a crash ends, and what it does not.
#[test]
fn a_crash_takes_what_is_in_process() {
    let two = "c1 per-intent durable; c2 per-intent durable";
    let rows = [
        (
            "a bystander in process",
            format!("one-transaction effect=1s | 0 i1 2; 0 c2 i2 1 | crash after-effect c1#1 1s | {two}"),
            "- -",
            1,
        ),
        (
            "not one that is answered",
            format!(
                "one-transaction | 0 c2 i2 1; 10ms i1 2 | delay response c2#1 1s; crash after-effect c1#1 1s | {two}"
            ),
            "#1 -",
            1,
        ),
        (
            "not one still on its way that comes after the restart",
            format!(
                "one-transaction | 0 i1 2; 0 c2 i2 1 | delay request c2#1 1s; crash after-effect c1#1 500ms | {two}"
            ),
            "- #1",
            1,
        ),
        (
            "one that comes while it is down gets no answer",
            format!("one-transaction | 0 i1 2; 100ms c2 i2 1 | crash after-effect c1#1 500ms | {two}"),
            "- -",
            1,
        ),
        (
            "nor at the last millisecond",
            format!("one-transaction | 0 i1 2; 529ms c2 i2 1 | crash after-effect c1#1 500ms | {two}"),
            "- -",
            1,
        ),
        (
            "but at the restart",
            format!("one-transaction | 0 i1 2; 531ms c2 i2 1 | crash after-effect c1#1 500ms | {two}"),
            "- #1",
            1,
        ),
        (
            "after respond: the answer is out",
            format!("one-transaction | 0 i1 2; 1ms c2 i2 1 | crash after-respond c1#1 500ms | {two}"),
            "#1 -",
            1,
        ),
        (
            "a second crash while it is down cannot happen",
            format!(
                "one-transaction | 0 i1 2; 0 c2 i2 1 | crash after-effect c1#1 1s; crash after-effect c2#1 1s | {two}"
            ),
            "- -",
            1,
        ),
        (
            "down for no time at all",
            "one-transaction | 0 i1 2; 1s i1 | crash after-effect c1#1 0ms".to_owned(),
            "- #1",
            1,
        ),
    ];
    for (what, line, wanted, crashes) in rows {
        let run = run(&line);
        assert_eq!(answers(&run).join(" "), wanted, "{what}\n{line}");
        let count = count_events(&run, |kind| matches!(kind, EventKind::Crashed { .. }));
        assert_eq!(count, crashes, "{what}");
        assert_eq!(count_events(&run, |kind| matches!(kind, EventKind::Restarted { .. })), crashes, "{what}");
        assert!(run.end.is_up, "{what}");
    }
}

/// Open transactions roll back, committed claims stay.
#[test]
fn what_a_crash_rolls_back() {
    let rows = [
        ("one-transaction, after the claim", "one-transaction", "claim", vec![true]),
        ("one-transaction, after the effect", "one-transaction", "effect", vec![true]),
        ("claim-then-commit, after the claim: nothing was open", "claim-then-commit", "claim", vec![]),
        ("claim-then-commit, after the effect: the effect only", "claim-then-commit", "effect", vec![false]),
        ("claim-first: nothing is ever open", "claim-first", "effect", vec![]),
        ("one-transaction, after the commit: nothing is open any more", "one-transaction", "commit", vec![]),
    ];
    for (what, order, point, wanted) in rows {
        let run = run(&format!("{order} | 0 i1 2 | crash after-{point} c1#1 1s"));
        let back = run.trace.events.iter().filter_map(|event| match event.kind {
            EventKind::RolledBack { whole } => Some(whole),
            _ => None,
        });
        assert_eq!(back.collect::<Vec<_>>(), wanted, "{what}");
    }
}
