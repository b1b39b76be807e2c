//! What a duplicate meets while the first is at work: the contract's rule, the order of the checks, and services that
//! meet only at their commit.

use crate::support::{answers, check_facts, check_outcomes, count_events, run};
use idempotency_explainer::sim::trace::EventKind;

/// The second of two at once, by the rule: its answer and its bytes.
fn check_second(rows: &[(&str, &str, &str)]) {
    for (rule, answer, body) in rows {
        let run = run(&format!("claim-then-commit effect=1s {rule} | 0 i1 2; 100ms i1"));
        assert_eq!(answers(&run), ["#1", answer], "{rule}");
        let heard = run.end.attempts[1].heard.as_ref().map(|(answer, _)| answer.body_text.as_ref());
        assert_eq!(heard, Some(*body), "{rule}");
    }
}

#[test]
fn the_rule_and_its_words() {
    let plain = "{\"error\":\"request in progress\"}";
    check_second(&[
        ("", "busy", plain),
        ("over.in_flight=reject", "busy", plain),
        ("over.in_flight.do=may-fail", "busy", plain),
        ("over.in_flight.do=reject over.in_flight.status=425", "busy@425", plain),
        (
            "over.in_flight.do=reject over.in_flight.status=503 over.in_flight.code=later",
            "busy@503",
            "{\"error\":\"later\"}",
        ),
        ("over.in_flight.do=current-state", "pending", "{\"status\":\"pending\"}"),
        ("over.in_flight.do=current-state over.in_flight.status=409", "pending", "{\"status\":\"pending\"}"),
        (
            "wait=500ms over.in_flight.status=425 over.in_flight.code=later",
            "busy@425",
            "{\"error\":\"later\"}",
        ),
    ]);
}

#[test]
fn of_each_preset() {
    let plain = "{\"error\":\"request in progress\"}";
    let rows = [
        ("stripe-v1", "busy", "{\"error\":\"idempotency_key_in_use\"}"),
        ("stripe-v2", "busy", plain),
        ("aws-ec2", "pending", "{\"status\":\"pending\"}"),
        ("ietf-draft-07", "busy", plain),
        ("lambda-powertools", "busy", "{\"error\":\"IdempotencyAlreadyInProgressError\"}"),
        ("gocardless", "busy", plain),
        ("paypal-orders-v2", "busy", "{\"error\":\"PREVIOUS_REQUEST_IN_PROGRESS\"}"),
        ("adyen", "busy@422", "{\"error\":\"704\"}"),
        ("square-create-payment", "busy", plain),
        ("shopify-admin", "busy@200", "{\"error\":\"IDEMPOTENCY_CONCURRENT_REQUEST\"}"),
    ];
    let rows = rows.map(|(preset, answer, body)| (format!("as={preset}"), answer, body));
    let rows: Vec<_> = rows.iter().map(|(rule, answer, body)| (&rule[..], *answer, *body)).collect();
    check_second(&rows);
}

/// No answer to a duplicate settles anything: neither a refusal, whatever its status, nor a pending.
#[test]
fn nothing_is_settled() {
    let slow = "| lose response c1#1 | c1 per-intent durable";
    check_outcomes(&[
        ("a 409", &format!("claim-then-commit effect=1s | 0 i1 2; 100ms i1 {slow}"), "1  - busy  c1/i1=?"),
        (
            "a 200 that is a refusal",
            &format!("claim-then-commit effect=1s as=shopify-admin | 0 i1 2; 100ms i1 {slow}"),
            "1  - busy@200  c1/i1=?",
        ),
        (
            "a 422",
            &format!("claim-then-commit effect=1s as=adyen | 0 i1 2; 100ms i1 {slow}"),
            "1  - busy@422  c1/i1=?",
        ),
        (
            "a pending",
            &format!("claim-then-commit effect=1s over.in_flight.do=current-state | 0 i1 2; 100ms i1 {slow}"),
            "1  - pending  c1/i1=?",
        ),
    ]);
    check_outcomes(&[(
        "a series that retries 409 in flight retries it under any status",
        "claim-then-commit effect=1s as=adyen | 0 i1 2; 100ms i1 | lose response c1#1 \
         | c1 per-intent durable retry=3,1s,1,409-in-flight",
        "1  - busy@422 #1r  c1/i1=#1",
    )]);
}

/// Whether "still running" is looked at before the fingerprint.
#[test]
fn running_first() {
    check_outcomes(&[
        (
            "other parameters while the first is at work: the fingerprint is first",
            "claim-then-commit effect=1s | 0 i1 2; 100ms i1 3",
            "1  #1 other  c1/i1=#1",
        ),
        (
            "built otherwise: still running",
            "claim-then-commit effect=1s build.running_first=true | 0 i1 2; 100ms i1 3; 5s i1 3",
            "1  #1 busy other  c1/i1=#1",
        ),
        (
            "a claim whose lease is over does not run any more",
            "claim-first lease=1s build.running_first=true | 0 i1 2; 20s i1 3 | crash after-claim c1#1 2s",
            "0  - other  c1/i1=?  never-finishes",
        ),
        (
            "nor does a finished one",
            "claim-then-commit build.running_first=true | 0 i1 2; 5s i1",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "waiting, it finds other parameters in the end",
            "claim-then-commit effect=1s wait=5s build.running_first=true | 0 i1 2; 100ms i1 3",
            "1  #1 other  c1/i1=#1",
        ),
    ]);
}

/// Effect and record commit together, with no unique rule and no lock.
#[test]
fn two_that_only_commit_together() {
    let race = "transaction-only effect=1s";
    check_outcomes(&[
        ("one after the other", &format!("{race} | 0 i1 2; 5s i1"), "1  #1 #1r  c1/i1=#1"),
        (
            "both at once: two orders, and the last record stands",
            &format!("{race} | 0 i1 2; 100ms i1; 5s i1"),
            "2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes",
        ),
        (
            "with other parameters",
            &format!("{race} | 0 i1 2; 100ms i1 3; 5s i1 2"),
            "2  #1 #2 other  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "a lease changes nothing",
            &format!("{race} lease=10s | 0 i1 2; 100ms i1"),
            "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "nobody is refused in flight, nobody waits",
            &format!("{race} wait=5s | 0 i1 2; 100ms i1"),
            "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "the last one failed and was dropped: the first record stays",
            &format!("{race} released | 0 i1 2; 100ms i1; 5s i1 | fail after-effect c1#2"),
            "1  #1 500 #1r  c1/i1=#1",
        ),
        (
            "the last one failed and was stored: over the order's record",
            &format!("{race} | 0 i1 2; 100ms i1; 5s i1 | fail after-effect c1#2"),
            "1  #1 500 500r  c1/i1=#1  replay-differs two-final-outcomes",
        ),
        (
            "a crash before the commit leaves nothing",
            &format!("{race} | 0 i1 2; 5s i1 | crash after-record c1#1 1s"),
            "1  - #1  c1/i1=#1",
        ),
    ]);
    let run = run(&format!("{race} | 0 i1 2; 100ms i1"));
    let replaced = |kind: &EventKind| matches!(kind, EventKind::Committed { replaced: true, .. });
    assert_eq!(count_events(&run, replaced), 1, "the second says that it took the first one's place");
    assert_eq!(count_events(&run, |kind| matches!(kind, EventKind::Claimed { .. })), 0);
}

/// A unique rule at the commit: both work, the second is turned back.
#[test]
fn a_unique_rule_at_the_commit() {
    let race = "one-transaction build.unique=at-commit effect=1s";
    let errs = "one-transaction build.unique=at-commit build.loser=errors effect=1s";
    check_outcomes(&[
        ("the loser re-reads", &format!("{race} | 0 i1 2; 100ms i1"), "1  #1 #1r  c1/i1=#1"),
        ("other parameters", &format!("{race} | 0 i1 2; 100ms i1 3"), "1  #1 other  c1/i1=#1"),
        ("the collision surfaces", &format!("{errs} | 0 i1 2; 100ms i1; 5s i1"), "1  #1 500 #1r  c1/i1=#1"),
        ("other parameters surface alike", &format!("{errs} | 0 i1 2; 100ms i1 3"), "1  #1 500  c1/i1=#1"),
        ("nobody waits for a lock", &format!("{race} wait=5s | 0 i1 2; 100ms i1"), "1  #1 #1r  c1/i1=#1"),
        (
            "the first failed and was dropped: the second commits",
            &format!("{race} released | 0 i1 2; 100ms i1 | fail after-effect c1#1"),
            "1  500 #1  c1/i1=#1",
        ),
        (
            "the first failed and was stored: the second is turned back to that",
            &format!("{race} | 0 i1 2; 100ms i1 | fail after-effect c1#1"),
            "0  500 500r  c1/i1=?  never-finishes",
        ),
        (
            "the second failed and would be stored: it is turned back, too",
            &format!("{race} | 0 i1 2; 100ms i1 | fail after-effect c1#2"),
            "1  #1 #1r  c1/i1=#1",
        ),
        ("one after the other never collide", &format!("{errs} | 0 i1 2; 5s i1"), "1  #1 #1r  c1/i1=#1"),
        (
            "a roll-back does not reach a provider",
            &format!("{race} provider | 0 i1 2; 100ms i1"),
            "0+2  #1 #1r  c1/i1=#1  effect-twice",
        ),
        (
            "the first one dies: its key is free",
            &format!("{race} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s"),
            "1  - #1  c1/i1=#1",
        ),
        (
            "in other write orders there is no such place",
            "claim-then-commit build.unique=at-commit build.loser=errors effect=1s | 0 i1 2; 100ms i1",
            "1  #1 busy  c1/i1=#1",
        ),
    ]);
    check_facts(&[
        ("it is told", &format!("{race} | 0 i1 2; 100ms i1"), "unique rule: the key is 0.1"),
        ("at the claim there is nothing to tell", "one-transaction effect=1s | 0 i1 2; 100ms i1", ""),
    ]);
}
