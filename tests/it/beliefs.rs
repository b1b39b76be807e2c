//! What clients believe (`rules.md` §3), and what they do with answers that come late or twice.

use idempotency_explainer::sim::scenario::AttemptId;
use idempotency_explainer::sim::trace::{EventKind, Resend};

use crate::support::{answers, belief_word, outcome, run};

/// Every belief that client 0 went through for the intent `i1`.
fn beliefs(line: &str) -> String {
    let run = run(line);
    let i1 = run.trace.intents.iter().position(|intent| intent == "i1").expect("i1") as u16;
    let steps = run.trace.events.iter().filter_map(|event| match &event.kind {
        EventKind::Sent { intent, resend: Resend::First, .. }
            if *intent == i1 && event.attempt?.client == 0 =>
        {
            Some("?".to_owned())
        }
        EventKind::Believed { intent, belief } if *intent == i1 && event.attempt?.client == 0 => {
            Some(belief_word(*belief))
        }
        EventKind::NotSettled { intent, .. } if *intent == i1 && event.attempt?.client == 0 => {
            Some("·".to_owned())
        }
        _ => None,
    });
    steps.collect::<Vec<_>>().join(" ")
}

/// `?` unknown, `#n` done, `no:status` refused, `·` an answer that settled nothing.
#[test]
fn beliefs_change_as_the_table_says() {
    let rows = [
        ("unknown from the first send", "one-transaction | 0 i1 2 | lose request c1#1", "?"),
        ("2xx: done", "one-transaction | 0 i1 2", "? #1"),
        ("400, nothing else open: refused", "one-transaction | 0 i1 0", "? no:400"),
        (
            "409 other parameters, nothing else open: refused",
            "one-transaction | 0 i2 2; 1s i1 3 key=key-1",
            "? no:409",
        ),
        ("409 in progress settles nothing", "claim-first effect=9s | 0 i2 2; 10ms i1 2 key=key-1", "? ·"),
        ("5xx settles nothing", "claim-first | 0 i1 2 | fail before-effect c1#1 503", "? ·"),
        ("nor does its replay", "claim-first | 0 i1 2; 1s i1 | fail before-effect c1#1 503", "? · ·"),
        ("timeout: still unknown", "one-transaction | 0 i1 2 | lose response c1#1", "?"),
        (
            "400 while an earlier attempt is open: nothing",
            "one-transaction | 0 i1 2; 5s i1 0 | lose response c1#1",
            "? ·",
        ),
        (
            "409 other while an earlier one is open: nothing",
            "one-transaction | 0 i1 2; 5s i1 3 | lose response c1#1",
            "? ·",
        ),
        ("a 5xx leaves its attempt open", "claim-first | 0 i1 2; 5s i1 0 | fail after-effect c1#1", "? · ·"),
        (
            "so does a 409 in progress",
            "claim-first effect=9s | 0 i2 2; 10ms i1 2 key=key-1; 1s i1 0",
            "? · ·",
        ),
        (
            "a later open attempt does not hold it",
            "one-transaction | 0 i1 0; 10ms i1 2 | lose request c1#2",
            "? no:400",
        ),
        ("refused, then done", "one-transaction | 0 i1 0; 1s i1 1", "? no:400 #1"),
        (
            "refused, then refused otherwise",
            "one-transaction | 0 i2 2; 1s i1 3 key=key-1; 2s i1 0",
            "? no:409 no:400",
        ),
        (
            "refused, then open: it stays refused",
            "one-transaction | 0 i1 0; 1s i1 1 | lose request c1#2",
            "? no:400",
        ),
        ("done is never replaced by 400", "one-transaction | 0 i1 2; 1s i1 0", "? #1"),
        ("nor by 409", "one-transaction | 0 i1 2; 1s i1 3", "? #1"),
        ("nor by 5xx", "ignore | 0 i1 2; 1s i1 | fail before-effect c1#2", "? #1"),
        ("but by another 201", "ignore | 0 i1 2; 1s i1", "? #1 #2"),
        ("the same answer again is no news", "one-transaction | 0 i1 2; 1s i1", "? #1"),
        (
            "an answer to an earlier attempt counts as well",
            "claim-first effect=1s | 0 i1 2; 10ms i1",
            "? · #1",
        ),
        (
            "each client believes for itself",
            "one-transaction | 0 i1 2; 1s c2 i1 0 | lose response c1#1 | c1 per-intent durable; c2 per-intent durable",
            "?",
        ),
    ];
    for (what, line, wanted) in rows {
        assert_eq!(beliefs(line), wanted, "{what}\n{line}");
    }
}

#[test]
fn a_late_answer_changes_nothing() {
    let rows = [
        ("after the timeout", "one-transaction | 0 i1 2 | delay response c1#1 5s", "1  -  c1/i1=?"),
        ("after a reload", "one-transaction | 0 i1 2; 50ms reload", "1  -  c1/i1=?"),
        (
            "while the retry has its answer already",
            "one-transaction | 0 i1 2; 3s i1 | delay response c1#1 5s",
            "1  - #1r  c1/i1=#1",
        ),
    ];
    for (what, line, wanted) in rows {
        let run = run(line);
        assert_eq!(outcome(&run), wanted, "{what}");
        let late = run.trace.events.iter().find(|event| matches!(event.kind, EventKind::HeardTooLate { .. }));
        let late = late.unwrap_or_else(|| panic!("{what}: drawn as arriving unheard"));
        assert_eq!(late.attempt, Some(AttemptId { client: 0, number: 1 }), "{what}");
    }
}

/// A second copy is the same attempt; its client hears the first answer that comes, whichever copy's it is.
#[test]
fn the_first_answer_to_an_attempt_is_heard() {
    let rows = [
        (
            "the first copy's, and the second is replayed unheard",
            "one-transaction | 0 i1 2 | duplicate c1#1 1s",
            "#1",
        ),
        (
            "the refusal of the second copy, where it is faster",
            "claim-first effect=1s | 0 i1 2 | duplicate c1#1 10ms",
            "busy",
        ),
        (
            "the second copy's, where the first one's answer is lost",
            "one-transaction | 0 i1 2 | duplicate c1#1 1s; lose response c1#1",
            "#1r",
        ),
        (
            "the second copy's, where the first copy is lost",
            "one-transaction | 0 i1 2 | duplicate c1#1 1s; lose request c1#1",
            "#1",
        ),
        (
            "the second copy's, where the first one crashes",
            "one-transaction | 0 i1 2 | duplicate c1#1 1s; crash after-effect c1#1 500ms",
            "#1",
        ),
        (
            "nobody's, where the second copy comes while the service is down",
            "one-transaction | 0 i1 2 | duplicate c1#1 1s; crash after-effect c1#1 2s",
            "-",
        ),
    ];
    for (what, line, wanted) in rows {
        assert_eq!(answers(&run(line)), [wanted], "{what}");
    }
}
