//! Every write order through failing handlers, leases that are too short and effects elsewhere; cells as in
//! [`crate::write_orders`].

use expect_test::expect;

use crate::support::{outcome, run};
use crate::write_orders::check;

#[test]
fn a_failing_handler_and_a_retry() {
    check(
        &[
            ("before the effect, stored", "ORDER | 0 i1 2; 30s i1 | fail before-effect c1#1 503"),
            ("before the effect, released", "ORDER released | 0 i1 2; 30s i1 | fail before-effect c1#1 503"),
            ("after the effect, stored", "ORDER | 0 i1 2; 30s i1 | fail after-effect c1#1"),
            ("after the effect, released", "ORDER released | 0 i1 2; 30s i1 | fail after-effect c1#1"),
        ],
        expect![[r#"
            before the effect, stored
            ignore             | 1  503 #1  c1/i1=#1
            check-then-act     | 0  503 503r  c1/i1=?  never-finishes
            transaction-only   | 0  503 503r  c1/i1=?  never-finishes
            claim-first        | 0  503 503r  c1/i1=?  never-finishes
            claim-then-commit  | 0  503 503r  c1/i1=?  never-finishes
            one-transaction    | 0  503 503r  c1/i1=?  never-finishes
            before the effect, released
            ignore             | 1  503 #1  c1/i1=#1
            check-then-act     | 1  503 #1  c1/i1=#1
            transaction-only   | 1  503 #1  c1/i1=#1
            claim-first        | 1  503 #1  c1/i1=#1
            claim-then-commit  | 1  503 #1  c1/i1=#1
            one-transaction    | 1  503 #1  c1/i1=#1
            after the effect, stored
            ignore             | 2  500 #2  c1/i1=#2  effect-twice
            check-then-act     | 1  500 500r  c1/i1=?
            transaction-only   | 0  500 500r  c1/i1=?  never-finishes
            claim-first        | 1  500 500r  c1/i1=?
            claim-then-commit  | 0  500 500r  c1/i1=?  never-finishes
            one-transaction    | 0  500 500r  c1/i1=?  never-finishes
            after the effect, released
            ignore             | 2  500 #2  c1/i1=#2  effect-twice
            check-then-act     | 2  500 #2  c1/i1=#2  effect-twice
            transaction-only   | 1  500 #1  c1/i1=#1
            claim-first        | 2  500 #2  c1/i1=#2  effect-twice
            claim-then-commit  | 1  500 #1  c1/i1=#1
            one-transaction    | 1  500 #1  c1/i1=#1
        "#]],
    );
}

#[test]
fn a_lease_shorter_than_the_work() {
    check(
        &[
            (
                "refused in flight",
                "ORDER lease=1s effect=3s | 0 i1 2; 2500ms i1; 10s i1 | | c1 per-intent durable timeout=1m",
            ),
            (
                "waiting in flight",
                "ORDER lease=1s effect=3s wait=9s | 0 i1 2; 500ms i1; 10s i1 | | c1 per-intent durable timeout=1m",
            ),
            (
                "its release frees whoever's claim stands, or only its own: a third request tells",
                "ORDER lease=1s effect=3s released | 0 i1 2; 2500ms i1; 3100ms i1 | fail after-effect c1#1 | c1 per-intent durable timeout=1m",
            ),
            (
                "the late owner fails and is released",
                "ORDER lease=1s effect=3s released | 0 i1 2; 2500ms i1; 10s i1 | fail after-effect c1#1 | c1 per-intent durable timeout=1m",
            ),
        ],
        expect![[r#"
            refused in flight
            ignore             | 3  #1 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            transaction-only   | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-first        | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-then-commit  | 1  busy #1 #1r  c1/i1=#1
            one-transaction    | 1  #1 busy #1r  c1/i1=#1
            waiting in flight
            ignore             | 3  #1 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            transaction-only   | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-first        | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-then-commit  | 1  busy #1 #1r  c1/i1=#1
            one-transaction    | 1  #1 #1r #1r  c1/i1=#1
            its release frees whoever's claim stands, or only its own: a third request tells
            ignore             | 3  500 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 3  500 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            transaction-only   | 2  500 #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            claim-first        | 3  500 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            claim-then-commit  | 1  500 #1 busy  c1/i1=#1
            one-transaction    | 1  500 busy #1  c1/i1=#1
            the late owner fails and is released
            ignore             | 3  500 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  500 #2 #2r  c1/i1=#2  effect-twice
            transaction-only   | 1  500 #1 #1r  c1/i1=#1
            claim-first        | 2  500 #2 #2r  c1/i1=#2  effect-twice
            claim-then-commit  | 1  500 #1 #1r  c1/i1=#1
            one-transaction    | 1  500 busy #1  c1/i1=#1
        "#]],
    );
}

#[test]
fn an_effect_at_a_provider() {
    check(
        &[
            (
                "forgets keys; a crash after the effect",
                "ORDER lease=10s provider | 0 i1 2; 30s i1 | crash after-effect c1#1 2s",
            ),
            (
                "keeps keys; a crash after the effect",
                "ORDER lease=10s forwarded | 0 i1 2; 30s i1 | crash after-effect c1#1 2s",
            ),
            (
                "forgets keys; a crash before the call",
                "ORDER lease=10s provider | 0 i1 2; 30s i1 | crash after-claim c1#1 2s",
            ),
            (
                "forgets keys; released after the effect",
                "ORDER released provider | 0 i1 2; 30s i1 | fail after-effect c1#1",
            ),
            (
                "keeps keys; released after the effect",
                "ORDER released forwarded | 0 i1 2; 30s i1 | fail after-effect c1#1",
            ),
            (
                "forgets keys; a lease shorter than the call",
                "ORDER lease=1s effect=3s provider | 0 i1 2; 2500ms i1 | | c1 per-intent durable timeout=1m",
            ),
        ],
        expect![[r#"
            forgets keys; a crash after the effect
            ignore             | 0+2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 0+2  - #2  c1/i1=#2  effect-twice
            transaction-only   | 0+2  - #2  c1/i1=#2  effect-twice
            claim-first        | 0+2  - #2  c1/i1=#2  effect-twice
            claim-then-commit  | 0+2  - #2  c1/i1=#2  effect-twice
            one-transaction    | 0+2  - #2  c1/i1=#2  effect-twice
            keeps keys; a crash after the effect
            ignore             | 0+1  - #1  c1/i1=#1
            check-then-act     | 0+1  - #1  c1/i1=#1
            transaction-only   | 0+1  - #1  c1/i1=#1
            claim-first        | 0+1  - #1  c1/i1=#1
            claim-then-commit  | 0+1  - #1  c1/i1=#1
            one-transaction    | 0+1  - #1  c1/i1=#1
            forgets keys; a crash before the call
            ignore             | 0+1  - #1  c1/i1=#1
            check-then-act     | 0+1  - #1  c1/i1=#1
            transaction-only   | 0+1  - #1  c1/i1=#1
            claim-first        | 0+1  - #1  c1/i1=#1
            claim-then-commit  | 0+1  - #1  c1/i1=#1
            one-transaction    | 0+1  - #1  c1/i1=#1
            forgets keys; released after the effect
            ignore             | 0+2  500 #2  c1/i1=#2  effect-twice
            check-then-act     | 0+2  500 #2  c1/i1=#2  effect-twice
            transaction-only   | 0+2  500 #2  c1/i1=#2  effect-twice
            claim-first        | 0+2  500 #2  c1/i1=#2  effect-twice
            claim-then-commit  | 0+2  500 #2  c1/i1=#2  effect-twice
            one-transaction    | 0+2  500 #2  c1/i1=#2  effect-twice
            keeps keys; released after the effect
            ignore             | 0+1  500 #1  c1/i1=#1
            check-then-act     | 0+1  500 #1  c1/i1=#1
            transaction-only   | 0+1  500 #1  c1/i1=#1
            claim-first        | 0+1  500 #1  c1/i1=#1
            claim-then-commit  | 0+1  500 #1  c1/i1=#1
            one-transaction    | 0+1  500 #1  c1/i1=#1
            forgets keys; a lease shorter than the call
            ignore             | 0+2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            check-then-act     | 0+2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            transaction-only   | 0+2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            claim-first        | 0+2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            claim-then-commit  | 0+2  busy #2  c1/i1=#2  effect-twice
            one-transaction    | 0+1  #1 busy  c1/i1=#1
        "#]],
    );
}

/// A call that was begun goes through although the service died meanwhile: another request's crash cuts it.
#[test]
fn a_provider_call_outlives_the_service() {
    let line = "one-transaction effect=1s provider | 0 i1 2; 0 c2 i2 1; 30s i1 | crash after-claim c2#1 2s \
                | c1 per-intent durable; c2 per-intent durable";
    assert_eq!(outcome(&run(line)), "0+2  - - #2  c1/i1=#2 c2/i2=?  effect-twice");
}
