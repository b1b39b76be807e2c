//! What clients do: keys, timeouts, retries, reloads (`rules.md` §2).

use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::trace::EventKind;

use crate::support::{answers, count_events, outcome, run};

/// `attempt time key` of every send, `*` where it is automatic.
fn sends(run: &Run) -> String {
    let sent = run.trace.events.iter().filter_map(|event| match &event.kind {
        EventKind::Sent { automatic, .. } => {
            let name = run.scenario.attempt_name(event.attempt?);
            let mark = if *automatic { "*" } else { "" };
            Some(format!("{name}{mark} {} {}", event.at.0, run.trace.key_text(event.key?)))
        }
        _ => None,
    });
    sent.collect::<Vec<_>>().join(", ")
}

fn check_sends(rows: &[(&str, &str, &str)]) {
    for (what, line, wanted) in rows {
        assert_eq!(sends(&run(line)), *wanted, "{what}\n{line}");
    }
}

#[test]
fn key_policies() {
    let three = "ignore | 0 i1 2; 1s i1 2; 2s i2 2";
    check_sends(&[
        (
            "one key per intent",
            &format!("{three} | | c1 per-intent durable"),
            "c1#1 0 key-1, c1#2 1000 key-1, c1#3 2000 key-2",
        ),
        (
            "one key per attempt",
            &format!("{three} | | c1 per-attempt durable"),
            "c1#1 0 key-1, c1#2 1000 key-2, c1#3 2000 key-3",
        ),
        (
            "the intent's own id",
            &format!("{three} | | c1 business-id durable"),
            "c1#1 0 intent-i1, c1#2 1000 intent-i1, c1#3 2000 intent-i2",
        ),
        (
            "a hash of the text: another field order is another key, another intent is not",
            "ignore | 0 i1 2; 1s i1 ~2; 2s i2 2 | | c1 body-hash durable",
            "c1#1 0 body-49ab91db54951c3a, c1#2 1000 body-5a3d08262ea0c628, c1#3 2000 body-49ab91db54951c3a",
        ),
        (
            "listed keys first, then the counter",
            &format!("{three}; 3s i3 2 | | c1 per-intent durable keys=a,b"),
            "c1#1 0 a, c1#2 1000 a, c1#3 2000 b, c1#4 3000 key-1",
        ),
        (
            "one counter for all clients",
            "ignore | 0 i1 2; 1s c2 i1 2; 2s c2 i2 2; 3s i2 2 | | c1 per-intent durable; c2 per-intent durable",
            "c1#1 0 key-1, c2#1 1000 key-2, c2#2 2000 key-3, c1#2 3000 key-4",
        ),
        (
            "a business id is equal in every client",
            "ignore | 0 i1 2; 1s c2 i1 2 | | c1 business-id durable; c2 business-id durable",
            "c1#1 0 intent-i1, c2#1 1000 intent-i1",
        ),
        (
            "a literal key replaces the policy for one send and takes nothing from the list",
            "ignore | 0 i1 2 key=x; 1s i1 2; 2s i1 2 key=y; 3s i1 2 | | c1 per-intent durable keys=a,b",
            "c1#1 0 x, c1#2 1000 a, c1#3 2000 y, c1#4 3000 a",
        ),
        (
            "and for its automatic retries",
            "ignore effect=5s | 0 i1 2 key=x | | c1 per-attempt durable timeout=1s retry=3,1s,1,timeout",
            "c1#1 0 x, c1#2* 2000 x, c1#3* 4000 x",
        ),
        (
            "automatic retries under a key per attempt",
            "ignore effect=5s | 0 i1 2 | | c1 per-attempt durable timeout=1s retry=3,1s,1,timeout",
            "c1#1 0 key-1, c1#2* 2000 key-2, c1#3* 4000 key-3",
        ),
    ]);
}

#[test]
fn timeouts_count_from_the_send() {
    let client = "| | c1 per-intent durable timeout=110ms";
    let rows = [
        (
            "the answer comes in its last millisecond",
            "one-transaction effect=29ms | 0 i1 2",
            "1  #1  c1/i1=#1",
        ),
        (
            "at the very millisecond: the timeout was scheduled first",
            "one-transaction | 0 i1 2",
            "1  -  c1/i1=?",
        ),
        ("one millisecond late", "one-transaction effect=31ms | 0 i1 2", "1  -  c1/i1=?"),
    ];
    for (what, line, wanted) in rows {
        let run = run(&format!("{line} {client}"));
        assert_eq!(outcome(&run), wanted, "{what}");
        let late = count_events(&run, |kind| matches!(kind, EventKind::HeardTooLate { .. }));
        assert_eq!(late, usize::from(wanted.contains('-')), "{what}: drawn as arriving unheard");
    }
    assert_eq!(outcome(&run("one-transaction | 0 i1 2 | delay response c1#1 1889ms")), "1  #1  c1/i1=#1");
    assert_eq!(
        outcome(&run("one-transaction | 0 i1 2 | delay response c1#1 1890ms")),
        "1  -  c1/i1=?",
        "default: 2 s"
    );
}

/// The pause is `backoff × factor^(n−1)` after the n-th attempt's answer or timeout.
#[test]
fn retry_series() {
    check_sends(&[
        (
            "backoff × factor after each timeout, up to the limit",
            "ignore network=9h | 0 i1 2 | | c1 per-intent durable timeout=1s retry=4,1s,3,timeout",
            "c1#1 0 key-1, c1#2* 2000 key-1, c1#3* 6000 key-1, c1#4* 16000 key-1",
        ),
        (
            "after each answer",
            "claim-first effect=1m | 0 i1 2; 100ms i1 | | c1 per-intent durable timeout=50s retry=3,1s,2,409-in-flight",
            "c1#1 0 key-1, c1#2 100 key-1, c1#3* 1180 key-1, c1#4* 3260 key-1",
        ),
        (
            "one attempt is no retry",
            "ignore network=9h | 0 i1 2 | | c1 per-intent durable timeout=1s retry=1,1s,1,timeout",
            "c1#1 0 key-1",
        ),
        (
            "no pause",
            "ignore network=9h | 0 i1 2 | | c1 per-intent durable timeout=1s retry=2,0ms,9,timeout",
            "c1#1 0 key-1, c1#2* 1000 key-1",
        ),
        (
            "it stops when the intent is done",
            "one-transaction | 0 i1 2 | lose response c1#1 | c1 per-intent durable timeout=1s retry=9,1s,1,timeout",
            "c1#1 0 key-1, c1#2* 2000 key-1",
        ),
        (
            "and when it is refused",
            "one-transaction | 0 i1 0 | | c1 per-intent durable timeout=1s retry=9,1s,1,timeout+5xx+409-in-flight",
            "c1#1 0 key-1",
        ),
        (
            "a planned retry is dropped when another send has settled the intent meanwhile",
            "one-transaction | 0 i1 2; 5s i1 | lose request c1#1 | c1 per-intent durable retry=9,1m,1,timeout",
            "c1#1 0 key-1, c1#2 5000 key-1",
        ),
        (
            "a timeout is not retried unless the series says so",
            "ignore network=9h | 0 i1 2 | | c1 per-intent durable timeout=1s retry=9,1s,1,5xx+409-in-flight",
            "c1#1 0 key-1",
        ),
        (
            "a 5xx is retried where it says so",
            "claim-first released | 0 i1 2 | fail before-effect c1#1 599 | c1 per-intent durable retry=9,1s,1,5xx",
            "c1#1 0 key-1, c1#2* 1080 key-1",
        ),
        (
            "and not otherwise",
            "claim-first released | 0 i1 2 | fail before-effect c1#1 | c1 per-intent durable retry=9,1s,1,timeout",
            "c1#1 0 key-1",
        ),
        (
            "every send starts a series of its own, with its own body",
            "claim-first effect=3s | 0 i1 2; 100ms i1 ~2 | | c1 per-intent durable timeout=1s retry=2,1s,1,timeout+409-in-flight",
            "c1#1 0 key-1, c1#2 100 key-1, c1#3* 1180 key-1, c1#4* 2000 key-1",
        ),
    ]);
    let run = run(
        "claim-first effect=3s | 0 i1 2; 100ms i1 ~2 | | c1 per-intent durable timeout=1s retry=2,1s,1,timeout+409-in-flight",
    );
    let bodies: Vec<_> =
        run.end.attempts.iter().map(|attempt| attempt.body_text.starts_with("{\"quantity")).collect();
    assert_eq!(bodies, [false, true, true, false], "a retry repeats its series' body");
}

#[test]
fn reloads() {
    let rows = [
        (
            "durable: key, body and belief are read back",
            "one-transaction | 0 i1 2; 10s reload; 20s i1 | lose response c1#1",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "memory: the intent is a new one to it",
            "one-transaction | 0 i1 2; 10s reload; 20s i1 2 | lose response c1#1 | c1 per-intent memory",
            "2  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "memory and a business id: the key survives because it is not remembered",
            "one-transaction | 0 i1 2; 10s reload; 20s i1 2 | lose response c1#1 | c1 business-id memory",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "memory: a belief is forgotten",
            "one-transaction | 0 i1 2; 10s reload | | c1 per-intent memory",
            "1  #1",
        ),
        ("durable: it is not", "one-transaction | 0 i1 2; 10s reload", "1  #1  c1/i1=#1"),
        (
            "connections drop: the answer on its way is not heard",
            "one-transaction | 0 i1 2; 100ms reload; 20s i1",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "planned retries drop",
            "one-transaction | 0 i1 2; 2500ms reload | lose request c1#1 | c1 per-intent durable retry=9,1s,1,timeout",
            "0  -  c1/i1=?",
        ),
        (
            "and so do retries of a series whose answer was still to come",
            "claim-first released | 0 i1 2; 60ms reload | fail before-effect c1#1 | c1 per-intent durable retry=9,1s,1,5xx+timeout",
            "0  -  c1/i1=?",
        ),
        (
            "another client's reload is none of its business",
            "one-transaction | 0 i1 2; 100ms c2 reload | | c1 per-intent durable; c2 per-intent memory",
            "1  #1  c1/i1=#1",
        ),
        (
            "memory: an attempt from before the reload no longer holds a refusal open",
            "one-transaction | 0 i1 2; 10s reload; 20s i1 0 | lose request c1#1 | c1 per-intent memory",
            "0  - 400  c1/i1=no:400",
        ),
        (
            "durable: it does",
            "one-transaction | 0 i1 2; 10s reload; 20s i1 0 | lose request c1#1",
            "0  - 400  c1/i1=?",
        ),
    ];
    for (what, line, wanted) in rows {
        assert_eq!(outcome(&run(line)), wanted, "{what}\n{line}");
    }
}

/// Listed keys are not given out again after a reload, though the client forgot what it used them for.
#[test]
fn a_reload_does_not_reuse_listed_keys() {
    let run = run("one-transaction | 0 i1 2; 10s reload; 20s i1 2 | | c1 per-intent memory keys=a,b");
    assert_eq!(sends(&run), "c1#1 0 a, c1#2 20000 b");
    assert_eq!(answers(&run), ["#1", "#2"]);
}

/// A step that only lets time pass: what would end later is drawn, and nobody did anything.
#[test]
fn a_wait_lets_time_pass() {
    let rows = [
        ("a lease", "claim-first lease=1h | 0 i1 2; 2h wait | crash after-claim c1#1 1s", 1, 0, 0),
        ("a retention", "one-transaction retention=1h | 0 i1 2; 2h wait", 0, 0, 1),
        ("a promise", "one-transaction retention=1h kept=3h | 0 i1 2; 2h wait", 0, 1, 0),
        ("a promise and the record", "one-transaction retention=1h kept=3h | 0 i1 2; 5h wait", 0, 1, 1),
        ("not yet", "one-transaction retention=1h | 0 i1 2; 3600039ms wait", 0, 0, 0),
        (
            "just now: the step was scheduled first",
            "one-transaction retention=1h | 0 i1 2; 3600040ms wait",
            0,
            0,
            0,
        ),
        ("nothing waits without it", "one-transaction retention=1h | 0 i1 2", 0, 0, 0),
    ];
    for (what, line, leases, promises, expiries) in rows {
        let run = run(line);
        let count = |fits: fn(&EventKind) -> bool| count_events(&run, fits);
        assert_eq!(count(|kind| matches!(kind, EventKind::LeaseEnded { .. })), leases, "{what}");
        assert_eq!(count(|kind| *kind == EventKind::KeptLonger), promises, "{what}");
        assert_eq!(count(|kind| *kind == EventKind::Expired), expiries, "{what}");
        assert_eq!(count(|kind| *kind == EventKind::TimePassed), line.matches("wait").count(), "{what}");
        assert_eq!(run.end.attempts.len(), 1, "{what}");
    }
}
