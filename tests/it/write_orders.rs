//! Every write order through duplicates and crashes: orders, effects, answers and findings in one table each.
//!
//! A cell reads `orders[+charges]  answers, in send order  belief  findings`; `#1` is an order's 201, `r` a replay,
//! `busy` a 409 in progress, `-` no answer, `?` a belief that nothing has settled.

use expect_test::{Expect, expect};
use idempotency_explainer::sim::scenario::WriteOrder;

use crate::support::{outcome, run, table};

/// One block per row of trouble, one line per write order. `ORDER` in a line stands for the order's name.
pub(crate) fn check(rows: &[(&str, &str)], wanted: Expect) {
    let block = |(what, line): &(&str, &str)| {
        let cells = WriteOrder::ALL.map(|order| (order.name(), line.replace("ORDER", order.name())));
        format!("{what}\n{}", table(&cells, |line| format!("| {}", outcome(&run(line)))))
    };
    wanted.assert_eq(&rows.iter().map(block).collect::<String>());
}

#[test]
fn two_at_once() {
    check(
        &[
            ("the second is refused", "ORDER effect=200ms | 0 i1 2; 20ms i1; 5s i1"),
            ("the second waits", "ORDER effect=200ms wait=5s | 0 i1 2; 20ms i1; 5s i1"),
            ("at the very same instant", "ORDER | 0 i1 2; 0 i1; 5s i1"),
            ("delivered twice", "ORDER effect=200ms | 0 i1 2; 5s i1 | duplicate c1#1 20ms"),
            ("two keys", "ORDER effect=200ms | 0 i1 2; 20ms i1; 5s i1 | | c1 per-attempt durable"),
        ],
        expect![[r#"
            the second is refused
            ignore             | 3  #1 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            transaction-only   | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-first        | 1  #1 busy #1r  c1/i1=#1
            claim-then-commit  | 1  #1 busy #1r  c1/i1=#1
            one-transaction    | 1  #1 busy #1r  c1/i1=#1
            the second waits
            ignore             | 3  #1 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            transaction-only   | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-first        | 1  #1 #1r #1r  c1/i1=#1
            claim-then-commit  | 1  #1 #1r #1r  c1/i1=#1
            one-transaction    | 1  #1 #1r #1r  c1/i1=#1
            at the very same instant
            ignore             | 3  #1 #2 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            transaction-only   | 2  #1 #2 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-first        | 1  #1 busy #1r  c1/i1=#1
            claim-then-commit  | 1  #1 busy #1r  c1/i1=#1
            one-transaction    | 1  #1 busy #1r  c1/i1=#1
            delivered twice
            ignore             | 3  #1 #3  c1/i1=#3  effect-twice two-final-outcomes
            check-then-act     | 2  #1 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            transaction-only   | 2  #1 #2r  c1/i1=#2  effect-twice replay-differs two-final-outcomes
            claim-first        | 1  busy #1r  c1/i1=#1
            claim-then-commit  | 1  busy #1r  c1/i1=#1
            one-transaction    | 1  busy #1r  c1/i1=#1
            two keys
            ignore             | 3  #1 #2 #3  c1/i1=#3  effect-twice
            check-then-act     | 3  #1 #2 #3  c1/i1=#3  effect-twice
            transaction-only   | 3  #1 #2 #3  c1/i1=#3  effect-twice
            claim-first        | 3  #1 #2 #3  c1/i1=#3  effect-twice
            claim-then-commit  | 3  #1 #2 #3  c1/i1=#3  effect-twice
            one-transaction    | 3  #1 #2 #3  c1/i1=#3  effect-twice
        "#]],
    );
}

#[test]
fn a_crash_after_each_point_and_a_retry() {
    let points = ["receive", "validate", "look-up", "claim", "effect", "record", "commit", "respond"];
    let lines = points.map(|point| format!("ORDER | 0 i1 2; 30s i1 | crash after-{point} c1#1 2s"));
    let rows: Vec<_> = points.into_iter().zip(lines.iter().map(String::as_str)).collect();
    check(
        &rows,
        expect![[r#"
            receive
            ignore             | 1  - #1  c1/i1=#1
            check-then-act     | 1  - #1  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - #1  c1/i1=#1
            claim-then-commit  | 1  - #1  c1/i1=#1
            one-transaction    | 1  - #1  c1/i1=#1
            validate
            ignore             | 1  - #1  c1/i1=#1
            check-then-act     | 1  - #1  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - #1  c1/i1=#1
            claim-then-commit  | 1  - #1  c1/i1=#1
            one-transaction    | 1  - #1  c1/i1=#1
            look-up
            ignore             | 1  - #1  c1/i1=#1
            check-then-act     | 1  - #1  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - #1  c1/i1=#1
            claim-then-commit  | 1  - #1  c1/i1=#1
            one-transaction    | 1  - #1  c1/i1=#1
            claim
            ignore             | 1  - #1  c1/i1=#1
            check-then-act     | 1  - #1  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 0  - busy  c1/i1=?  stuck
            claim-then-commit  | 0  - busy  c1/i1=?  stuck
            one-transaction    | 1  - #1  c1/i1=#1
            effect
            ignore             | 2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 2  - #2  c1/i1=#2  effect-twice
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - busy  c1/i1=?  stuck
            claim-then-commit  | 0  - busy  c1/i1=?  stuck
            one-transaction    | 1  - #1  c1/i1=#1
            record
            ignore             | 2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 1  - #1r  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - #1r  c1/i1=#1
            claim-then-commit  | 0  - busy  c1/i1=?  stuck
            one-transaction    | 1  - #1  c1/i1=#1
            commit
            ignore             | 2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 1  - #1r  c1/i1=#1
            transaction-only   | 1  - #1r  c1/i1=#1
            claim-first        | 1  - #1r  c1/i1=#1
            claim-then-commit  | 1  - #1r  c1/i1=#1
            one-transaction    | 1  - #1r  c1/i1=#1
            respond
            ignore             | 2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            check-then-act     | 1  #1 #1r  c1/i1=#1
            transaction-only   | 1  #1 #1r  c1/i1=#1
            claim-first        | 1  #1 #1r  c1/i1=#1
            claim-then-commit  | 1  #1 #1r  c1/i1=#1
            one-transaction    | 1  #1 #1r  c1/i1=#1
        "#]],
    );
}

#[test]
fn a_crash_after_each_point_with_a_lease() {
    let points = ["claim", "effect", "record", "commit", "respond"];
    let lines = points.map(|point| format!("ORDER lease=10s | 0 i1 2; 30s i1 | crash after-{point} c1#1 2s"));
    let rows: Vec<_> = points.into_iter().zip(lines.iter().map(String::as_str)).collect();
    check(
        &rows,
        expect![[r#"
            claim
            ignore             | 1  - #1  c1/i1=#1
            check-then-act     | 1  - #1  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - #1  c1/i1=#1
            claim-then-commit  | 1  - #1  c1/i1=#1
            one-transaction    | 1  - #1  c1/i1=#1
            effect
            ignore             | 2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 2  - #2  c1/i1=#2  effect-twice
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 2  - #2  c1/i1=#2  effect-twice
            claim-then-commit  | 1  - #1  c1/i1=#1
            one-transaction    | 1  - #1  c1/i1=#1
            record
            ignore             | 2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 1  - #1r  c1/i1=#1
            transaction-only   | 1  - #1  c1/i1=#1
            claim-first        | 1  - #1r  c1/i1=#1
            claim-then-commit  | 1  - #1  c1/i1=#1
            one-transaction    | 1  - #1  c1/i1=#1
            commit
            ignore             | 2  - #2  c1/i1=#2  effect-twice
            check-then-act     | 1  - #1r  c1/i1=#1
            transaction-only   | 1  - #1r  c1/i1=#1
            claim-first        | 1  - #1r  c1/i1=#1
            claim-then-commit  | 1  - #1r  c1/i1=#1
            one-transaction    | 1  - #1r  c1/i1=#1
            respond
            ignore             | 2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes
            check-then-act     | 1  #1 #1r  c1/i1=#1
            transaction-only   | 1  #1 #1r  c1/i1=#1
            claim-first        | 1  #1 #1r  c1/i1=#1
            claim-then-commit  | 1  #1 #1r  c1/i1=#1
            one-transaction    | 1  #1 #1r  c1/i1=#1
        "#]],
    );
}
