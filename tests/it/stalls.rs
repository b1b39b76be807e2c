//! A request that stands still after a point and goes on then, unaware: the lease runs on meanwhile.
//!
//! Every point takes no time here but the effect, 30 ms; the stalled attempt is the first, for 45 s.

use idempotency_explainer::sim::scenario::WriteOrder;
use idempotency_explainer::sim::trace::EventKind;

use crate::support::{check_facts, check_outcomes, facts, first_event, outcome, run};

const POINTS: [&str; 8] =
    ["receive", "validate", "look-up", "claim", "effect", "record", "commit", "respond"];

fn stalled(service: &str, point: &str) -> String {
    format!("{service} | 0 i1 2; 20s i1 | stall after-{point} c1#1 45s | c1 per-intent durable timeout=2m")
}

/// Each write order with a lease of 10 s, and a retry at 20 s.
fn check_points(order: WriteOrder, wanted: [&str; 8]) {
    for (point, wanted) in POINTS.into_iter().zip(wanted) {
        let line = stalled(&format!("{} lease=10s", order.name()), point);
        assert_eq!(outcome(&run(&line)), wanted, "{line}");
    }
}

/// Before the look-up it comes late and finds the other one's record; after the answer it changes nothing.
const LATE: &str = "1  #1r #1  c1/i1=#1";
const FIRST: &str = "1  #1 #1r  c1/i1=#1";
/// It goes on as if nothing had been, and makes a second order; its answer is heard last.
const TWICE: &str = "2  #2 #1  c1/i1=#2  effect-twice two-final-outcomes";

#[test]
fn without_a_fence() {
    check_points(
        WriteOrder::CheckThenAct,
        [
            LATE,
            LATE,
            TWICE,
            TWICE,
            "2  #1 #2  c1/i1=#1  effect-twice two-final-outcomes",
            FIRST,
            FIRST,
            FIRST,
        ],
    );
    // The claim looks once more at what the look-up saw.
    check_points(
        WriteOrder::ClaimFirst,
        [LATE, LATE, LATE, TWICE, "2  #1 #2  c1/i1=#1  effect-twice two-final-outcomes", FIRST, FIRST, FIRST],
    );
    check_points(WriteOrder::TransactionOnly, [LATE, LATE, TWICE, TWICE, TWICE, TWICE, FIRST, FIRST]);
}

/// The commit asks whose the claim is: the late one is answered from the record.
#[test]
fn with_a_fence() {
    check_points(WriteOrder::ClaimThenCommit, [LATE, LATE, LATE, LATE, LATE, LATE, FIRST, FIRST]);
}

/// The lock lasts as long as the transaction: a retry is refused, whatever the lease.
#[test]
fn inside_a_transaction() {
    let locked = "1  #1 busy  c1/i1=#1";
    check_points(WriteOrder::OneTransaction, [LATE, LATE, LATE, locked, locked, locked, FIRST, FIRST]);
}

#[test]
fn the_lease_and_the_stall() {
    let order = "claim-then-commit";
    check_outcomes(&[
        ("no lease: the claim blocks until it is done", &stalled(order, "claim"), "1  #1 busy  c1/i1=#1"),
        (
            "a lease longer than the stall",
            &stalled(&format!("{order} lease=60s"), "claim"),
            "1  #1 busy  c1/i1=#1",
        ),
        (
            "a lease that ends meanwhile, and nobody takes over: the claim is still its own",
            &format!(
                "{order} lease=10s | 0 i1 2; 50s i1 | stall after-claim c1#1 45s | c1 per-intent durable timeout=2m"
            ),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "one that waits takes over when the lease ends",
            &format!(
                "{order} lease=10s wait=30s | 0 i1 2; 5s i1 | stall after-claim c1#1 45s | c1 per-intent durable timeout=2m"
            ),
            "1  #1r #1  c1/i1=#1",
        ),
        (
            "a crash ends it as it ends any request",
            &format!(
                "{order} lease=10s | 0 i1 2; 5s c2 i2 1; 20s i1 | stall after-claim c1#1 45s; crash after-receive c2#1 1s | c1 per-intent durable timeout=2m; c2 per-intent durable"
            ),
            "1  - - #1  c1/i1=#1 c2/i2=?",
        ),
        (
            "one after another",
            &format!(
                "{order} | 0 i1 2 | stall after-claim c1#1 1s; stall after-effect c1#1 500ms | c1 per-intent durable timeout=9s"
            ),
            "1  #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[
        (
            "told twice",
            &stalled(&format!("{order} lease=10s"), "claim"),
            "stands still after claim for 45s; goes on",
        ),
        (
            "a question can stand still, too",
            "one-transaction | 0 i1 2; 5s ask i1 key | stall after-look-up c1#2 1s",
            "asked: order 1; stands still after look-up for 1s; goes on",
        ),
    ]);
    let late = run(&format!(
        "{order} | 0 i1 2 | stall after-claim c1#1 1s; stall after-effect c1#1 500ms | c1 per-intent durable timeout=9s"
    ));
    let heard = late.trace.events.iter().rev().find(|event| event.attempt.is_some());
    assert_eq!(heard.map(|event| event.at.0), Some(40 + 1_000 + 30 + 500 + 40), "each adds to the way");
}

/// Two stalls at one instant add up, in whatever order and length, and the request goes on once.
#[test]
fn stalls_at_one_instant() {
    let twice = |order: &str, record: u64, commit: u64| {
        format!("{order} | 0 i1 2 | stall after-record c1#1 {record}ms; stall after-commit c1#1 {commit}ms")
    };
    for order in ["ignore", "check-then-act", "claim-first"] {
        for (record, commit) in [(20, 10), (10, 20), (20, 20), (0, 20), (20, 0)] {
            let line = twice(order, record, commit);
            let run = run(&line);
            let replied =
                run.trace.events.iter().find(|event| matches!(event.kind, EventKind::Replied { .. }));
            assert_eq!(replied.map(|event| event.at.0), Some(70 + record + commit), "{line}");
            let told = facts(&run);
            assert_eq!(told.iter().filter(|fact| *fact == "goes on").count(), 1, "{line}: {told:?}");
            assert_eq!(told.last().map(String::as_str), Some("goes on"), "{line}");
        }
    }
}

/// A request that stands still neither fails, nor lets go of its claim, nor looks again.
#[test]
fn a_request_that_stands_still_does_nothing() {
    let fenced =
        "claim-then-commit lease=50ms effect=100ms wait=5s | 0 i1 2; 90ms i1 | stall after-commit c1#1 500ms";
    check_outcomes(&[
        ("fenced out, it looks when it goes on, and finds the record", fenced, "1  #1r #1  c1/i1=#1"),
        (
            "turned back by the unique rule, too",
            "one-transaction effect=100ms build.unique=at-commit | 0 i1 2; 10ms i1 | stall after-commit c1#2 500ms",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "and where the loser gives up",
            "one-transaction effect=100ms build.unique=at-commit build.loser=errors \
             | 0 i1 2; 10ms i1 | stall after-commit c1#2 500ms",
            "1  #1 500  c1/i1=#1",
        ),
    ]);
    let failing = |order: &str, point: &str, at: &str| {
        format!(
            "{order} lease=10s released | 0 i1 2; 1s i1; 9s i1 | stall after-{point} c1#1 5s; fail {at} c1#1 \
             | c1 per-intent durable timeout=1m"
        )
    };
    check_outcomes(&[
        (
            "its claim stands",
            &failing("claim-then-commit", "claim", "before-effect"),
            "1  500 busy #1  c1/i1=#1",
        ),
        (
            "after the effect, too",
            &failing("claim-then-commit", "effect", "after-effect"),
            "1  500 busy #1  c1/i1=#1",
        ),
        (
            "where the claim commits alone",
            &failing("claim-first", "effect", "after-effect"),
            "2  500 busy #2  c1/i1=#2  effect-twice",
        ),
        (
            "its lock is held",
            &failing("one-transaction", "claim", "before-effect"),
            "1  500 busy #1  c1/i1=#1",
        ),
        (
            "behind the limiter, too",
            "claim-then-commit build.limiter=behind-record released | 0 i1 2; 1s i1; 9s i1 \
             | stall after-claim c1#1 5s; limit c1#1 | c1 per-intent durable timeout=1m",
            "1  limited busy #1  c1/i1=#1",
        ),
        (
            "a crash meanwhile ends it",
            "claim-then-commit lease=10s released | 0 i1 2; 1s c2 i2 2; 20s i1 \
             | stall after-claim c1#1 5s; fail before-effect c1#1; crash after-receive c2#1 1s \
             | c1 per-intent durable timeout=1m; c2 per-intent durable",
            "1  - - #1  c1/i1=#1 c2/i2=?",
        ),
    ]);
    let at = |line: &str, fits: fn(&EventKind) -> bool| {
        let run = run(line);
        first_event(&run, fits).map(|event| event.at.0)
    };
    let failed = |kind: &EventKind| matches!(kind, EventKind::Failed { .. });
    assert_eq!(at(&failing("claim-first", "claim", "before-effect"), failed), Some(40 + 5_000));
    assert_eq!(at(&failing("claim-first", "effect", "after-effect"), failed), Some(70 + 5_000));
}
