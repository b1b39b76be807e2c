//! The service's checks by precedence (`rules.md` §4.2–4.4): where two could answer, the earlier one does.

use idempotency_explainer::sim::scenario::WriteOrder;

use crate::support::{answers, outcome, run};

/// Each row: what it is about, the line, the outcome.
fn check(rows: &[(&str, &str, &str)]) {
    for (what, line, wanted) in rows {
        assert_eq!(outcome(&run(line)), *wanted, "{what}\n{line}");
    }
}

/// A one-hour retention that is kept no longer; the first record under the key is gone at 1 h + 40 ms.
#[test]
fn an_earlier_check_wins() {
    check(&[
        (
            "validation before a finished record",
            "claim-first | 0 i1 2; 1s i1 0; 2s i1 2",
            "1  #1 400 #1r  c1/i1=#1",
        ),
        (
            "validation before in flight",
            "claim-first effect=1s | 0 i1 2; 10ms i1 0 key=key-1",
            "1  #1 400  c1/i1=#1",
        ),
        (
            "validation before a lease that is over",
            "claim-first lease=1s | 0 i1 2; 20s i1 0; 30s i1 2 | crash after-claim c1#1 2s",
            "1  - 400 #1  c1/i1=#1",
        ),
        (
            "validation before expiry: the record is not looked at",
            "claim-first retention=1h kept=1h | 0 i1 2; 90m i1 0; 91m i1 2",
            "1  #1 400 #1r  c1/i1=#1",
        ),
        (
            "expiry before fingerprint: other parameters run as new",
            "claim-first retention=1h | 0 i1 2; 1h i1 3",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "fingerprint while the record stands one more millisecond",
            "claim-first retention=1h | 0 i1 2; 3599999ms i1 3",
            "1  #1 other  c1/i1=#1",
        ),
        (
            "fingerprint before replay, and the answer stays",
            "claim-first | 0 i1 2; 1s i1 3; 2s i1 2",
            "1  #1 other #1r  c1/i1=#1",
        ),
        (
            "fingerprint before replay of a stored error",
            "claim-first | 0 i1 2; 1s i1 3; 2s i1 2 | fail after-effect c1#1",
            "1  500 other 500r  c1/i1=?",
        ),
        (
            "fingerprint before in flight",
            "claim-first effect=1s | 0 i1 2; 10ms i1 3; 5s i1 2",
            "1  #1 other #1r  c1/i1=#1",
        ),
        (
            "fingerprint before waiting",
            "claim-then-commit effect=1s wait=5s | 0 i1 2; 10ms i1 3; 5s i1 2",
            "1  #1 other #1r  c1/i1=#1",
        ),
        (
            "fingerprint before the lease: a claim that is over still says for what it was",
            "claim-first lease=1s | 0 i1 2; 20s i1 3; 30s i1 2 | crash after-claim c1#1 2s",
            "1  - other #1  c1/i1=#1",
        ),
        (
            "but inside an open transaction other parameters cannot be seen yet",
            "one-transaction effect=1s | 0 i1 2; 10ms i1 3; 5s i1 3",
            "1  #1 busy other  c1/i1=#1",
        ),
        (
            "and are seen after its commit by one that waits",
            "one-transaction effect=1s wait=5s | 0 i1 2; 10ms i1 3",
            "1  #1 other  c1/i1=#1",
        ),
        (
            "finished before the lease: a record does not end with the lease of its claim",
            "claim-first lease=1s | 0 i1 2; 20s i1 2",
            "1  #1 #1r  c1/i1=#1",
        ),
    ]);
}

#[test]
fn ends_count_to_the_millisecond() {
    check(&[
        (
            "the last millisecond of a retention",
            "claim-first retention=1h | 0 i1 2; 3599999ms i1",
            "1  #1 #1r  c1/i1=#1",
        ),
        ("its end", "claim-first retention=1h | 0 i1 2; 1h i1", "2  #1 #2  c1/i1=#2  effect-twice"),
        (
            "it counts from the arrival, not from the commit",
            "one-transaction retention=1h effect=1m | 0 i1 2; 1h i1 | | c1 per-intent durable timeout=5m",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "kept longer: the last millisecond",
            "claim-first retention=1h kept=1h | 0 i1 2; 7199999ms i1",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "kept longer: the end",
            "claim-first retention=1h kept=1h | 0 i1 2; 2h i1",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "a lease's last millisecond",
            "claim-first lease=10s | 0 i1 2; 9999ms i1 | crash after-claim c1#1 2s",
            "0  - busy  c1/i1=?",
        ),
        (
            "its end: taken over",
            "claim-first lease=10s | 0 i1 2; 10s i1 | crash after-claim c1#1 2s",
            "1  - #1  c1/i1=#1",
        ),
        (
            "a claim does not end with the retention",
            "claim-first retention=1m | 0 i1 2; 1h i1 | crash after-claim c1#1 2s",
            "0  - busy  c1/i1=?  stuck",
        ),
        (
            "a take-over keeps first seen: the record ends counted from the first claim",
            "claim-first lease=10m retention=1h | 0 i1 2; 30m i1; 1h i1 | crash after-claim c1#1 2s",
            "2  - #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "a record that is finished after its end is gone at once",
            "claim-then-commit retention=1m effect=2m | 0 i1 2; 121s i1 | | c1 per-intent durable timeout=10m",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
    ]);
}

#[test]
fn waiting_ends_in_one_of_four_ways() {
    check(&[
        (
            "the record is finished",
            "claim-then-commit effect=1s wait=5s | 0 i1 2; 10ms i1",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "with an error",
            "claim-then-commit effect=1s wait=5s | 0 i1 2; 10ms i1 | fail after-effect c1#1",
            "0  500 500r  c1/i1=?  never-finishes",
        ),
        (
            "the claim vanishes",
            "claim-then-commit effect=1s wait=5s released | 0 i1 2; 100ms i1 | fail after-effect c1#1 | c1 per-intent durable timeout=1m",
            "1  500 #1  c1/i1=#1",
        ),
        (
            "the claim's lease ends",
            "claim-then-commit effect=900ms wait=5s lease=500ms | 0 i1 2; 10ms i1",
            "1  busy #1  c1/i1=#1",
        ),
        (
            "it has waited long enough",
            "claim-then-commit effect=1s wait=500ms | 0 i1 2; 10ms i1",
            "1  #1 busy  c1/i1=#1",
        ),
        (
            "finished in its last millisecond",
            "claim-then-commit effect=1s wait=991ms | 0 i1 2; 10ms i1",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "finished when it is over: its end was scheduled first",
            "claim-then-commit effect=1s wait=990ms | 0 i1 2; 10ms i1",
            "1  #1 busy  c1/i1=#1",
        ),
        (
            "waiting for no time at all",
            "claim-then-commit effect=1s wait=0ms | 0 i1 2; 10ms i1",
            "1  #1 busy  c1/i1=#1",
        ),
        (
            "of several that wait for a claim that vanishes, the first one runs",
            "claim-then-commit effect=1s wait=5s released | 0 i1 2; 10ms i1; 20ms i1 | fail after-effect c1#1 \
             | c1 per-intent durable timeout=1m",
            "1  500 #1 #1r  c1/i1=#1",
        ),
        (
            "a waiting request cannot outlive a crash",
            "claim-then-commit effect=1s wait=5s | 0 i1 2; 10ms i1 | crash after-effect c1#1 1s",
            "0  - -  c1/i1=?  stuck",
        ),
        (
            "a transaction that is rolled back lets the next one run",
            "one-transaction effect=1s wait=5s released | 0 i1 2; 100ms i1 | fail after-effect c1#1 | c1 per-intent durable timeout=1m",
            "1  500 #1  c1/i1=#1",
        ),
    ]);
}

/// The second request differs from the first in one thing only; its answer, in every write order.
#[test]
fn one_field_different_at_a_time() {
    let rows = [
        ("nothing", "i1", ["#2", "#1r", "#1r", "#1r", "#1r", "#1r"]),
        ("field order", "i1 ~2", ["#2", "#1r", "#1r", "#1r", "#1r", "#1r"]),
        ("quantity", "i1 3", ["#2", "other", "other", "other", "other", "other"]),
        (
            "product",
            "i1 {\"product\":\"pen\",\"quantity\":2}",
            ["#2", "other", "other", "other", "other", "other"],
        ),
        ("a field more", "i1 {\"product\":\"notebook\",\"quantity\":2,\"x\":1}", ["400"; 6]),
        ("quantity not valid", "i1 0", ["400"; 6]),
        ("key", "i1 key=other", ["#2"; 6]),
        ("key in capitals", "i1 key=KEY-1", ["#2"; 6]),
        ("intent", "i2 2 key=key-1", ["#2", "#1r", "#1r", "#1r", "#1r", "#1r"]),
        ("key and quantity", "i1 3 key=other", ["#2"; 6]),
    ];
    for (what, second, wanted) in rows {
        for (order, wanted) in WriteOrder::ALL.into_iter().zip(wanted) {
            let run = run(&format!("{} | 0 i1 2; 10s {second}", order.name()));
            assert_eq!(answers(&run), ["#1", wanted], "{what}, {}", order.name());
        }
    }
}

/// A late owner whose claim was taken over keeps nothing and answers as a duplicate would.
#[test]
fn a_fenced_owner_answers_as_a_duplicate() {
    let slow = "| | c1 per-intent durable timeout=1m";
    check(&[
        (
            "the other one is still at it",
            &format!("claim-then-commit lease=1s effect=3s | 0 i1 2; 2500ms i1 {slow}"),
            "1  busy #1  c1/i1=#1",
        ),
        (
            "it waits for the other one",
            "claim-then-commit lease=2500ms effect=2s record=1s wait=10s | 0 i1 2; 2600ms i1 | fail before-effect c1#2 \
             | c1 per-intent durable timeout=1m",
            "0  500r 500  c1/i1=?  never-finishes",
        ),
        (
            "it waits, but that one's lease ends too: it does not run again",
            &format!("claim-then-commit lease=1s effect=3s wait=10s | 0 i1 2; 2500ms i1 {slow}"),
            "1  busy #1  c1/i1=#1",
        ),
        (
            "the other one is done",
            "claim-then-commit lease=1s effect=3s | 0 i1 2; 2s i1 | fail before-effect c1#2 | c1 per-intent durable timeout=1m",
            "0  500r 500  c1/i1=?  never-finishes",
        ),
        (
            "the other one failed and was released: it does not run again",
            "claim-then-commit lease=1s effect=3s released | 0 i1 2; 2s i1 | fail before-effect c1#2 \
             | c1 per-intent durable timeout=1m",
            "0  busy 500  c1/i1=?",
        ),
        (
            "nobody took over: the claim is still its own, lease or not",
            &format!("claim-then-commit lease=1s effect=3s | 0 i1 2 {slow}"),
            "1  #1  c1/i1=#1",
        ),
    ]);
}
