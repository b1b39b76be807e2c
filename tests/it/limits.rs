//! The limits of a run: it stops there, says so in its last event, and what ran until then stands.

use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::{EventKind, Limit};

use crate::support::{run, text};

/// The limit that cut a run short and the step it names; panics unless it is said once, last, and in time.
fn limit(run: &Run) -> Option<(Limit, Option<u32>)> {
    let events = &run.trace.events;
    let said = events.iter().filter(|event| matches!(event.kind, EventKind::LimitReached { .. }));
    assert_eq!(said.count(), usize::from(run.cut_short().is_some()), "said once, and last");
    assert!(events.iter().all(|event| event.at <= limits::HORIZON));
    assert!(run.end.attempts.len() as u32 <= limits::ATTEMPTS);
    match run.cut_short() {
        Some(EventKind::LimitReached { limit, step }) => Some((*limit, *step)),
        _ => None,
    }
}

fn sends(count: usize) -> String {
    (0..count).map(|n| format!("{n}s i1 2")).collect::<Vec<_>>().join(";")
}

#[test]
fn attempts() {
    let at_the_limit = run(&format!("ignore | {}", sends(64)));
    assert_eq!(limit(&at_the_limit), None);
    assert_eq!((at_the_limit.end.attempts.len(), at_the_limit.end.orders.len()), (64, 64));

    let retry = "| lose request c1#1 | c1 per-intent durable timeout=500ms retry=2,1s,1,timeout";
    let one_more = run(&format!("ignore | 0 i9 2; {} {retry}", sends(63)));
    assert_eq!(limit(&one_more), Some((Limit::Attempts, Some(63))));
    assert_eq!(one_more.end.attempts.len(), 64, "what ran until then stands");

    let by_series = run(
        "ignore network=9h | 0 i1 2; 1ms i2 2 | | c1 per-intent durable timeout=1ms retry=64,1ms,1,timeout",
    );
    assert_eq!(limit(&by_series), Some((Limit::Attempts, Some(1))));
    let one_series =
        run("ignore network=9h | 0 i1 2 | | c1 per-intent durable timeout=1ms retry=64,1ms,1,timeout");
    assert_eq!(limit(&one_series), None);
    assert_eq!(one_series.end.attempts.len(), 64);
}

/// Sixty-four attempts, each delivered twice, all under one key, wait for an owner whose lease ends long before
/// its work: whenever it does, all of them wake, one takes over and the others wait again. Only that passes 4,096
/// events: 128 requests that each go their way once cannot.
fn stampede(leases: &str) -> String {
    let script: Vec<_> = (0..64).map(|n| format!("{n}ms i1 2")).collect();
    let faults: Vec<_> = (1..=64).map(|n| format!("duplicate c1#{n} 100ms")).collect();
    format!("claim-then-commit {leases} | {} | {}", script.join(";"), faults.join(";"))
}

#[test]
fn events() {
    let run = run(&stampede("lease=10ms effect=9h wait=8h"));
    assert_eq!(limit(&run), Some((Limit::Events, Some(63))));
    assert_eq!(run.trace.events.len() as u32, limits::EVENTS + 1, "the last event comes on top");
    let text = text(&stampede("lease=10ms effect=9h wait=8h"));
    let again = Run::of(parse(&text).expect("valid").into());
    assert_eq!(again.digest(), run.digest());
    assert_eq!(
        limit(&crate::support::run(&stampede("effect=9h wait=8h"))),
        None,
        "without leases nobody wakes"
    );
}

#[test]
fn horizon() {
    let day_60 = limits::HORIZON.0;
    let rows = [
        (
            "the last instant is inside",
            "ignore network=0ms effect=0ms | 5183999999ms i1 2 | | c1 per-intent durable timeout=1ms",
            None,
        ),
        (
            "a step at it",
            "ignore network=0ms effect=0ms | 60d i1 2 | | c1 per-intent durable timeout=0ms",
            None,
        ),
        ("a message beyond it", "ignore | 60d i1 2", Some((Limit::Horizon, Some(0)))),
        ("work beyond it", "ignore effect=60d | 0 i1 2", Some((Limit::Horizon, Some(0)))),
        (
            "a retry beyond it, however large the pause",
            "ignore network=1d | 0 i1 2; 1s i1 | | c1 per-intent durable timeout=1ms retry=64,60d,100,timeout",
            Some((Limit::Horizon, Some(1))),
        ),
        (
            "a restart beyond it",
            "ignore | 1s i1 2 | crash after-claim c1#1 60d",
            Some((Limit::Horizon, Some(0))),
        ),
        (
            "leases and retentions beyond it are not waited for",
            "claim-first lease=60d retention=60d | 1s i1 2",
            None,
        ),
        ("nothing at all", "ignore | ", None),
    ];
    for (what, line, wanted) in rows {
        let run = run(line);
        assert_eq!(limit(&run), wanted, "{what}");
        let is_late = run.trace.events.last().is_some_and(|event| event.at > Millis(day_60));
        assert!(!is_late, "{what}");
    }
}

/// The largest pauses, factors and durations neither overflow nor run for long.
#[test]
fn extremes_terminate() {
    let line = "claim-first lease=60d effect=60d network=60d wait=60d retention=60d kept=60d | 60d i1 2; 60d i1 \
                | delay request c1#1 60d; duplicate c1#1 60d; crash after-claim c1#1 60d \
                | c1 per-intent durable timeout=60d retry=64,60d,100,timeout";
    assert_eq!(limit(&run(line)), Some((Limit::Horizon, Some(1))));
}
