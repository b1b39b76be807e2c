//! Which outcomes become the record: the classes of a handler's end, what is stored of each, and what a retry under the
//! same key then meets.

use idempotency_explainer::sim::scenario::WriteOrder;

use crate::support::{check_facts, check_outcomes, outcome, run};

/// How a class ends, and its field in `stores`.
const CLASSES: [(&str, &str, &str); 4] = [
    ("client_error", "fail before-effect c1#1 402", "declined402"),
    ("server_error", "fail before-effect c1#1 503", "503"),
    ("unhandled", "fail before-effect c1#1 raised", "500"),
    ("unhandled", "fail before-effect c1#1 422 raised", "declined422"),
];

/// In every write order that keeps records: pinned, the answer comes back and the intent never finishes; dropped, the
/// retry runs.
#[test]
fn failures_by_class() {
    for (class, fault, answer) in CLASSES {
        let settled = answer.strip_prefix("declined");
        let refused = settled.map_or("?".to_owned(), |status| format!("no:{status}"));
        for order in WriteOrder::ALL.into_iter().filter(|order| *order != WriteOrder::Ignore) {
            let line = |kept| {
                let others =
                    "over.stores.client_error=drop over.stores.server_error=drop over.stores.unhandled=drop";
                let pinned = others.replace(&format!("{class}=drop"), &format!("{class}={kept}"));
                format!("{} {pinned} | 0 i1 2; 5s i1 | {fault}", order.name())
            };
            let kept = format!("0  {answer} {answer}r  c1/i1={refused}  never-finishes");
            assert_eq!(outcome(&run(&line("pin"))), kept, "{}", line("pin"));
            assert_eq!(outcome(&run(&line("drop"))), format!("1  {answer} #1  c1/i1=#1"), "{}", line("drop"));
        }
    }
}

/// A raised error is unhandled, whatever its status; one that was answered on purpose goes by its status.
#[test]
fn a_class_is_the_raising_first_and_then_the_status() {
    check_outcomes(&[
        (
            "a 4xx that was raised is no client error",
            "one-transaction over.stores.unhandled=drop | 0 i1 2; 5s i1 | fail before-effect c1#1 422 raised",
            "1  declined422 #1  c1/i1=#1",
        ),
        (
            "a 5xx that was answered is not unhandled",
            "one-transaction over.stores.server_error=drop | 0 i1 2; 5s i1 | fail before-effect c1#1 503",
            "1  503 #1  c1/i1=#1",
        ),
        (
            "a 400 on purpose is a client error and no refusal of validation",
            "one-transaction over.stores.client_error=drop over.stores.validation=pin | 0 i1 2; 5s i1 \
             | fail before-effect c1#1 400",
            "1  declined400 #1  c1/i1=#1",
        ),
    ]);
}

/// After the effect: a dropped failure takes back what its transaction held, and nothing else.
#[test]
fn what_a_dropped_failure_leaves() {
    let rows = [
        ("ignore", "2  503 #2  c1/i1=#2  effect-twice"),
        ("check-then-act", "2  503 #2  c1/i1=#2  effect-twice"),
        ("transaction-only", "1  503 #1  c1/i1=#1"),
        ("claim-first", "2  503 #2  c1/i1=#2  effect-twice"),
        ("claim-then-commit", "1  503 #1  c1/i1=#1"),
        ("one-transaction", "1  503 #1  c1/i1=#1"),
    ];
    assert_eq!(rows.map(|(order, _)| order), WriteOrder::ALL.map(WriteOrder::name));
    for (order, wanted) in rows {
        let line =
            format!("{order} over.stores.server_error=drop | 0 i1 2; 5s i1 | fail after-effect c1#1 503");
        assert_eq!(outcome(&run(&line)), wanted, "{line}");
    }
    check_outcomes(&[
        (
            "the claim stays where the service was built so: nobody works on it",
            "claim-then-commit build.failed_claim=left over.stores.server_error=drop | 0 i1 2; 5s i1 \
             | fail before-effect c1#1 503",
            "0  503 busy  c1/i1=?  stuck",
        ),
        (
            "until its lease ends",
            "claim-then-commit lease=10s build.failed_claim=left over.stores.server_error=drop | 0 i1 2; 5s i1; 11s i1 \
             | fail before-effect c1#1 503",
            "1  503 busy #1  c1/i1=#1",
        ),
        (
            "claim-first alike",
            "claim-first build.failed_claim=left over.stores.server_error=drop | 0 i1 2; 5s i1 \
             | fail before-effect c1#1 503",
            "0  503 busy  c1/i1=?  stuck",
        ),
        (
            "a claim inside the transaction is rolled back all the same",
            "one-transaction build.failed_claim=left over.stores.server_error=drop | 0 i1 2; 5s i1 \
             | fail before-effect c1#1 503",
            "1  503 #1  c1/i1=#1",
        ),
        (
            "a stored failure does not care",
            "claim-then-commit build.failed_claim=left | 0 i1 2; 5s i1 | fail before-effect c1#1 503",
            "0  503 503r  c1/i1=?  never-finishes",
        ),
    ]);
}

#[test]
fn a_refusal_of_validation() {
    let pinned = "over.stores.validation=pin";
    check_outcomes(&[
        ("dropped: the key is free", "one-transaction | 0 i1 0; 5s i1 2", "1  400 #1  c1/i1=#1"),
        (
            "pinned: the 400 is the record",
            &format!("one-transaction {pinned} | 0 i1 0; 5s i1"),
            "0  400 400r  c1/i1=no:400  never-finishes",
        ),
        (
            "pinned: put right it is another request under the same key",
            &format!("one-transaction {pinned} | 0 i1 0; 5s i1 2"),
            "0  400 other  c1/i1=no:409  never-finishes",
        ),
        (
            "pinned: what is compared is the text",
            &format!("one-transaction {pinned} | 0 i1 {{}}; 5s i1 {{\"a\":1}}"),
            "0  400 other  c1/i1=no:409  never-finishes",
        ),
        (
            "pinned, with a claim",
            &format!("claim-then-commit {pinned} | 0 i1 0; 5s i1"),
            "0  400 400r  c1/i1=no:400  never-finishes",
        ),
        (
            "pinned, and what is invalid comes second",
            &format!("one-transaction {pinned} | 0 i1 2; 5s i1 0"),
            "1  #1 other  c1/i1=#1",
        ),
        (
            "pinned, without a record of its own",
            &format!(
                "one-transaction {pinned} over.key_policy.presence=optional | 0 i1 0; 5s i1 2 | | c1 none durable"
            ),
            "1  400 #1  c1/i1=#1",
        ),
        (
            "pinned, where nothing is kept",
            &format!("ignore {pinned} | 0 i1 0; 5s i1 2"),
            "1  400 #1  c1/i1=#1",
        ),
        (
            "not documented: as the fixture, dropped",
            "one-transaction as=stripe-v2 | 0 i1 0; 5s i1 2",
            "1  400 #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[
        ("not documented, and said so", "one-transaction as=stripe-v2 | 0 i1 0", "assumed: stores"),
        ("documented", "one-transaction as=rocket-rides-atomic | 0 i1 0 key=twenty_characters_long", ""),
    ]);
}

/// A success that is not kept leaves its effect and nothing else.
#[test]
fn a_success_that_is_dropped() {
    let twice = "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes";
    for order in WriteOrder::ALL {
        let line = format!("{} over.stores.ok=drop | 0 i1 2; 5s i1", order.name());
        assert_eq!(outcome(&run(&line)), twice, "{line}");
    }
    check_outcomes(&[
        (
            "while it is at work a claim keeps duplicates out all the same",
            "claim-then-commit effect=1s over.stores.ok=drop | 0 i1 2; 100ms i1",
            "1  #1 busy  c1/i1=#1",
        ),
        (
            "one that waits for it runs then",
            "claim-then-commit effect=1s wait=5s over.stores.ok=drop | 0 i1 2; 100ms i1 | | c1 per-intent durable timeout=9s",
            "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "failures are kept all the same",
            "one-transaction over.stores.ok=drop | 0 i1 2; 5s i1 | fail before-effect c1#1",
            "0  500 500r  c1/i1=?  never-finishes",
        ),
    ]);
}

/// What a crash leaves follows from how the service is built, whatever is promised.
#[test]
fn a_crash_is_no_class_of_its_own() {
    for kept in ["pin", "drop"] {
        let line = format!(
            "claim-then-commit lease=10s over.stores.crash={kept} | 0 i1 2; 30s i1 | crash after-claim c1#1 1s"
        );
        assert_eq!(outcome(&run(&line)), "1  - #1  c1/i1=#1", "{line}");
    }
}

#[test]
fn where_the_limiter_stands() {
    check_outcomes(&[
        (
            "in front: nothing was touched",
            "one-transaction | 0 i1 2; 5s i1 | limit c1#1",
            "1  limited #1  c1/i1=#1",
        ),
        (
            "in front: even of a record",
            "one-transaction | 0 i1 2; 5s i1; 6s i1 | limit c1#2",
            "1  #1 limited #1r  c1/i1=#1",
        ),
        (
            "behind: a client error like any other, and pinned",
            "one-transaction build.limiter=behind-record | 0 i1 2; 5s i1 | limit c1#1",
            "0  limited limitedr  c1/i1=?  never-finishes",
        ),
        (
            "behind: dropped",
            "claim-then-commit build.limiter=behind-record over.stores.client_error=drop | 0 i1 2; 5s i1 | limit c1#1",
            "1  limited #1  c1/i1=#1",
        ),
        (
            "behind: the server's errors do not count for it",
            "one-transaction build.limiter=behind-record over.stores.server_error=drop | 0 i1 2; 5s i1 | limit c1#1",
            "0  limited limitedr  c1/i1=?  never-finishes",
        ),
        (
            "behind: a replay is not limited",
            "one-transaction build.limiter=behind-record | 0 i1 2; 5s i1 | limit c1#2",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "in front, of a question too",
            "one-transaction | 0 i1 2; 5s ask i1 key | limit c1#2",
            "1  #1 limited  c1/i1=#1",
        ),
        (
            "not settling: a refusal after it does not settle either",
            "one-transaction | 0 i1 2; 5s i1 0 | limit c1#1",
            "0  limited 400  c1/i1=?",
        ),
        (
            "retried where a client retries it",
            "one-transaction | 0 i1 2 | limit c1#1 | c1 per-intent durable retry=2,1s,1,429",
            "1  limited #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[
        ("in front", "one-transaction | 0 i1 2 | limit c1#1", "rate limited in front"),
        (
            "behind",
            "one-transaction build.limiter=behind-record | 0 i1 2 | limit c1#1",
            "rate limited behind the claim",
        ),
    ]);
}

/// What was committed stands; the service does not know, says 500 and stores nothing of that.
#[test]
fn a_commit_whose_acknowledgement_is_lost() {
    check_outcomes(&[
        ("one transaction", "one-transaction | 0 i1 2; 5s i1 | lose commit-ack c1#1", "1  500 #1r  c1/i1=#1"),
        ("after a claim", "claim-then-commit | 0 i1 2; 5s i1 | lose commit-ack c1#1", "1  500 #1r  c1/i1=#1"),
        ("without one", "transaction-only | 0 i1 2; 5s i1 | lose commit-ack c1#1", "1  500 #1r  c1/i1=#1"),
        (
            "no transaction, nothing to lose",
            "claim-first | 0 i1 2; 5s i1 | lose commit-ack c1#1",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "the client stops at the 500: unknown, and not wrong",
            "one-transaction | 0 i1 2 | lose commit-ack c1#1",
            "1  500  c1/i1=?",
        ),
        (
            "the 500 is retried by itself",
            "one-transaction | 0 i1 2 | lose commit-ack c1#1 | c1 per-intent durable retry=2,1s,1,5xx",
            "1  500 #1r  c1/i1=#1",
        ),
        (
            "under another key it is another order",
            "one-transaction | 0 i1 2; 5s i1 | lose commit-ack c1#1 | c1 per-attempt durable",
            "2  500 #2  c1/i1=#2  effect-twice",
        ),
    ]);
    check_facts(&[(
        "and it says so",
        "one-transaction | 0 i1 2 | lose commit-ack c1#1",
        "commit acknowledgement lost: unknown",
    )]);
}
