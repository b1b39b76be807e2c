//! Bugs that were found and mended: each with a test of its kind.

use idempotency_explainer::sim::audit::Why;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::scenario::Finding;
use idempotency_explainer::sim::trace::EventKind;
use idempotency_explainer::sim::write::write;

use crate::support::{count_events, found, run};

/// The timer of an attempt that was answered is no timer that is left (`rules.md` §1.2).
#[test]
fn an_answered_attempt_does_not_keep_the_run_going() {
    let past_the_horizon = run("one-transaction | 1ms i1 2 | | c1 per-intent durable timeout=60d");
    assert_eq!(past_the_horizon.cut_short(), None);
    let late = run("one-transaction retention=1h | 0 i1 2 | | c1 per-intent durable timeout=2h");
    assert_eq!(count_events(&late, |kind| *kind == EventKind::Expired), 0);
    let waited = run("one-transaction effect=1s wait=2h retention=1h | 0 i1 2; 10ms i1");
    assert_eq!(count_events(&waited, |kind| *kind == EventKind::Expired), 0);
}

/// What came after the second request had looked cannot be why it ran.
#[test]
fn the_reason_came_before_the_second_look() {
    let rows = [
        (
            "an old crash of another intent",
            Why::Race,
            "check-then-act effect=200ms record=200ms | 0 i2 1; 10s i1 2; 10020ms i1 \
             | crash after-validate c1#1 1s; crash after-effect c1#3 1s",
        ),
        (
            "a release after the claim was taken over",
            Why::Lease,
            "claim-first released lease=1s effect=3s | 0 i1 2; 2500ms i1 | fail after-effect c1#1 \
             | c1 per-intent durable timeout=1m",
        ),
        (
            "a failure after both had looked",
            Why::Race,
            "check-then-act effect=1s released | 0 i1 2; 10ms i1 | fail after-effect c1#1",
        ),
        (
            "a crash after both calls were out",
            Why::Race,
            "check-then-act provider effect=200ms | 0 i1 2; 20ms i1 | crash after-effect c1#1 1s",
        ),
    ];
    for (what, why, line) in rows {
        let run = run(line);
        assert_eq!(found(&run, Finding::EffectTwice)[0].why, Some(why), "{what}");
    }
}

#[test]
fn a_line_break_after_a_wide_character_is_found() {
    let problem = parse("{\"v\":\"笔\n\"}").expect_err("a raw line break");
    assert_ne!(problem.found, "the end of the file");
}

#[test]
fn a_problem_is_one_line() {
    let problem = parse("{\"v\":1,\"title\":{\"a\\nb\":1}}").expect_err("not a string");
    assert_eq!(problem.to_string().lines().count(), 1);
}

/// A file that is compact and nearly 64 KiB long is longer when it is written.
#[test]
fn the_largest_file_survives_writing() {
    let step = |n| {
        let body = "x".repeat(n);
        format!(r#"{{"at":"0ms","client":"c","do":"send","intent":"i","body":"{body}"}}"#)
    };
    let file = |n| {
        let script = vec![step(n); 64].join(",");
        format!(
            r#"{{"v":1,"service":{{"contract":"fixture","write_order":"ignore"}},"clients":{{"c":{{"key":"per-intent","keep":"durable"}}}},"script":[{script}]}}"#
        )
    };
    let longest = (0..1_024).rev().find_map(|n| parse(&file(n)).ok()).expect("a valid file");
    assert_eq!(parse(&write(&longest)).as_ref(), Ok(&longest));
}
