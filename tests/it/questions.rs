//! Asking what became of an intent: by key from the record, by order from the ledger.

use crate::support::{check_facts, check_outcomes};

#[test]
fn by_key() {
    check_outcomes(&[
        ("it was made", "one-transaction | 0 i1 2; 5s ask i1 key", "1  #1 #1:created  c1/i1=#1"),
        (
            "its answer was lost: the question settles it",
            "one-transaction | 0 i1 2; 5s ask i1 key | lose response c1#1",
            "1  - #1:created  c1/i1=#1",
        ),
        (
            "it was confirmed meanwhile",
            "one-transaction | 0 i1 2; 5s i2 #1 to=confirm; 6s ask i1 key",
            "1~1  #1 #1:confirmed #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
        (
            "whatever replays look like",
            "one-transaction over.replay.mode=conflict-pointer | 0 i1 2; 5s ask i1 key",
            "1  #1 #1:created  c1/i1=#1",
        ),
        (
            "a claim is at work: pending, and nothing is settled",
            "claim-then-commit effect=3s | 0 i1 2; 1s ask i1 key",
            "1  - pending  c1/i1=?",
        ),
        (
            "so is an open transaction",
            "one-transaction effect=3s | 0 i1 2; 1s ask i1 key",
            "1  - pending  c1/i1=?",
        ),
        (
            "one that claims nothing cannot be seen at work",
            "check-then-act effect=3s | 0 i1 2; 1s ask i1 key",
            "1  - not-found  c1/i1=?",
        ),
        (
            "a claim whose lease is over is pending still",
            "claim-then-commit lease=5s | 0 i1 2; 20s ask i1 key | crash after-claim c1#1 1s",
            "0  - pending  c1/i1=?",
        ),
        (
            "not found, while the original is on its way: it settles nothing",
            "one-transaction | 0 i1 2; 1s ask i1 key; 20s ask i1 key | delay request c1#1 5s",
            "1  - not-found #1:created  c1/i1=#1",
        ),
        (
            "a stored failure names no order",
            "one-transaction | 0 i1 2; 5s ask i1 key | fail before-effect c1#1",
            "0  500 not-found  c1/i1=?",
        ),
        (
            "its record is gone",
            "one-transaction retention=1h | 0 i1 2; 2h ask i1 key",
            "1  #1 not-found  c1/i1=#1",
        ),
        (
            "its key is spent",
            "one-transaction retention=1h over.after_expiry=reject | 0 i1 2; 2h ask i1 key",
            "1  #1 not-found  c1/i1=#1",
        ),
        ("where no records are kept", "ignore | 0 i1 2; 5s ask i1 key", "1  #1 not-found  c1/i1=#1"),
        ("by a client that never sent it", "one-transaction | 0 ask i1 key", "0  not-found  c1/i1=?"),
        (
            "the key is the one of the last send",
            "one-transaction | 0 i1 2; 5s i1; 9s ask i1 key | lose request c1#2 | c1 per-attempt durable",
            "1  #1 - not-found  c1/i1=#1",
        ),
        (
            "another tenant's record is out of its scope",
            "one-transaction | 0 i1 2 key=k; 5s c2 i2 2 key=k; 6s c2 ask i2 key | lose request c2#1 \
             | c1 per-intent durable; c2 per-intent durable tenant=t2",
            "1  #1 - not-found  c1/i1=#1 c2/i2=?",
        ),
        (
            "one scope for all, and it is handed out",
            "one-transaction over.scope=[] | 0 i1 2 key=k; 5s c2 i2 2 key=k; 6s c2 ask i2 key | lose request c2#1 \
             | c1 per-intent durable; c2 per-intent durable tenant=t2",
            "1  #1 - #1:created  c1/i1=#1 c2/i2=#1  false-belief foreign-answer",
        ),
    ]);
}

/// By the order that carries the intent as its reference, whatever the keys were.
#[test]
fn by_order() {
    check_outcomes(&[
        (
            "found",
            "one-transaction | 0 i1 2; 5s ask i1 order | lose response c1#1",
            "1  - #1:created  c1/i1=#1",
        ),
        (
            "found where no records are kept",
            "ignore | 0 i1 2; 5s ask i1 order | lose response c1#1",
            "1  - #1:created  c1/i1=#1",
        ),
        (
            "found when its record is gone",
            "one-transaction retention=1h | 0 i1 2; 2h ask i1 order | lose response c1#1",
            "1  - #1:created  c1/i1=#1",
        ),
        (
            "found under other keys: the first of them",
            "one-transaction | 0 i1 2; 5s i1; 9s ask i1 order | lose response c1#1; lose response c1#2 | c1 per-attempt durable",
            "2  - - #1:created  c1/i1=#1  effect-twice",
        ),
        (
            "not while it is at work",
            "claim-then-commit effect=3s | 0 i1 2; 1s ask i1 order",
            "1  - not-found  c1/i1=?",
        ),
        (
            "not another intent's",
            "one-transaction | 0 i1 2; 5s ask i2 order",
            "1  #1 not-found  c1/i1=#1 c1/i2=?",
        ),
        (
            "another client's of the same intent",
            "one-transaction | 0 i1 2; 5s c2 ask i1 order | | c1 per-intent durable; c2 per-intent durable",
            "1  #1 #1:created  c1/i1=#1 c2/i1=#1",
        ),
        (
            "another tenant's: a foreign answer",
            "one-transaction | 0 i1 2; 5s c2 ask i1 order | | c1 per-intent durable; c2 per-intent durable tenant=t2",
            "1  #1 #1:created  c1/i1=#1 c2/i1=#1  foreign-answer",
        ),
        (
            "a charge at the provider",
            "one-transaction provider | 0 i1 2; 5s ask i1 order | lose response c1#1",
            "0+1  - #1:created  c1/i1=#1",
        ),
        (
            "cancelled, it is found all the same",
            "one-transaction | 0 i1 2; 5s i2 #1 to=cancel; 9s ask i1 order",
            "1~1  #1 #1:cancelled #1:cancelled  c1/i1=#1 c1/i2=#1",
        ),
    ]);
}

/// A question is an attempt like any other: it has a number, faults can be aimed at it, and nobody retries it.
#[test]
fn an_attempt_like_any_other() {
    check_outcomes(&[
        (
            "its answer can be lost",
            "one-transaction | 0 i1 2; 5s ask i1 key | lose response c1#2",
            "1  #1 -  c1/i1=#1",
        ),
        (
            "it is not retried",
            "one-transaction | 0 ask i1 key | lose response c1#1 | c1 per-intent durable retry=3,1s,1,timeout",
            "0  -  c1/i1=?",
        ),
        (
            "nor where its connection is refused",
            "one-transaction | 0 ask i1 key | refuse c1#1 | c1 per-intent durable retry=3,1s,1,refused",
            "0  -  c1/i1=?",
        ),
        (
            "nor after a 429 or a 504",
            "one-transaction look-up=3s build.proxy=1s | 0 ask i1 key; 9s ask i1 key | limit c1#1 \
             | c1 per-intent durable retry=3,1s,1,429+5xx",
            "0  limited gateway  c1/i1=?",
        ),
        (
            "it needs no key where one is required",
            "one-transaction | 0 i1 2; 5s ask i1 order | lose response c1#1 | c1 none durable",
            "0  - not-found  c1/i1=?",
        ),
        (
            "it does not count as a send that never finishes",
            "one-transaction | 0 i1 2; 5s ask i1 key | fail before-effect c1#1",
            "0  500 not-found  c1/i1=?",
        ),
        (
            "a proxy can lose its patience with it",
            "one-transaction look-up=3s build.proxy=1s | 0 ask i1 key",
            "0  gateway  c1/i1=?",
        ),
        (
            "it takes no part in the client's earlier attempts: a refusal after it settles",
            "one-transaction | 0 ask i1 key; 5s i1 0 | lose response c1#1",
            "0  - 400  c1/i1=no:400",
        ),
        (
            "a crash takes it",
            "one-transaction | 0 i1 2; 5s ask i1 key | crash after-look-up c1#2 1s",
            "1  #1 -  c1/i1=#1",
        ),
    ]);
    check_facts(&[
        ("found", "one-transaction | 0 i1 2; 5s ask i1 key", "asked: order 1"),
        ("at work", "claim-first effect=3s | 0 i1 2; 1s ask i1 key", "asked: still at work"),
        ("not found", "one-transaction | 0 ask i1 order", "asked: nothing"),
        (
            "what is asked leaves nothing: the send after it is the first",
            "one-transaction as=gocardless | 0 ask i1 key; 5s i1 2",
            "asked: nothing",
        ),
    ]);
}
