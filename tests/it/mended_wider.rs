//! Bugs of the wider world that a second reading of its rules found, each with a test of its kind.

use idempotency_explainer::sim::scenario::{Finding, WriteOrder};
use idempotency_explainer::sim::trace::{Event, EventKind};

use crate::audit;
use crate::support::{check_facts, check_outcomes, count_events, outcome, run};

/// Every write order that keeps records.
fn orders() -> impl Iterator<Item = &'static str> {
    WriteOrder::ALL.into_iter().filter(|order| *order != WriteOrder::Ignore).map(WriteOrder::name)
}

#[track_caller]
fn check_each(rows: impl IntoIterator<Item = (String, String)>) {
    let rows: Vec<_> = rows.into_iter().map(|(line, wanted)| (String::new(), line, wanted)).collect();
    check_outcomes(
        &rows.iter().map(|(what, line, wanted)| (&what[..], &line[..], &wanted[..])).collect::<Vec<_>>(),
    );
}

/// The first works until 140 and its record stands; the second, which took over or ran too, fails at 200 and leaves an
/// order. What is finished stays: the last two are told the same.
#[test]
fn a_dropped_failure_leaves_what_is_finished() {
    let of = |order: &str, mode: &str| {
        format!(
            "{order} lease=50ms effect=100ms released over.failed_work={mode} \
             | 0 i1 2; 60ms i1; 150ms i1; 1s i1 | fail after-effect c1#2"
        )
    };
    let rows = [
        ("ignore", "4  #1 500 #3 #4  c1/i1=#4  effect-twice two-final-outcomes"),
        ("check-then-act", "2  #1 500 #1r #1r  c1/i1=#1  effect-twice"),
        ("transaction-only", "1  #1 500 #1r #1r  c1/i1=#1"),
        ("claim-first", "2  #1 500 #1r #1r  c1/i1=#1  effect-twice"),
        ("claim-then-commit", "1  busy 500 #1 #1r  c1/i1=#1"),
        ("one-transaction", "1  #1 busy #1r #1r  c1/i1=#1"),
    ];
    assert_eq!(rows.map(|(order, _)| order), WriteOrder::ALL.map(WriteOrder::name));
    for mode in ["replay-error", "rerun", "resume", "reexecute-failed-parts"] {
        check_each(rows.map(|(order, wanted)| (of(order, mode), wanted.to_owned())));
    }
    check_outcomes(&[
        (
            "nor does it free a spent key",
            "claim-first lease=50ms effect=1s retention=200ms released over.failed_work=resume over.after_expiry=reject \
             | 0 i1 2; 100ms i1; 5s i1 | fail after-effect c1#2",
            "2  #1 500 expired  c1/i1=#1  effect-twice",
        ),
        (
            "what nobody has finished goes on",
            "claim-first lease=50ms effect=100ms released over.failed_work=resume \
             | 0 i1 2; 60ms i1; 1s i1 | fail after-effect c1#1; crash after-effect c1#2 100ms",
            "2  500 - #1  c1/i1=#1  effect-twice",
        ),
        (
            "a late owner leaves nothing where another one holds the claim",
            "claim-then-commit provider lease=50ms effect=100ms released over.failed_work=resume \
             | 0 i1 2; 60ms i1; 1s i1 | fail after-effect c1#1",
            "0+2  500 #2 #2r  c1/i1=#2  effect-twice",
        ),
    ]);
}

/// A success that is not stored leaves its order to go on from, as a failure does.
#[test]
fn a_dropped_success_is_gone_on_from() {
    let of = |order: &str, more: &str| {
        format!("{order} over.stores.ok=drop {more} | 0 i1 2; 5s i1; 9s i1 | lose response c1#1")
    };
    let rerun = "3  - #2 #3  c1/i1=#3  effect-twice two-final-outcomes";
    for order in orders() {
        for mode in ["resume", "reexecute-failed-parts"] {
            let mode = format!("over.failed_work={mode}");
            let provider = format!("provider {mode}");
            check_each([
                (of(order, &mode), "1  - #1 #1  c1/i1=#1".to_owned()),
                (of(order, &provider), "0+1  - #1 #1  c1/i1=#1".to_owned()),
            ]);
        }
        check_each([(of(order, "over.failed_work=rerun"), rerun.to_owned())]);
    }
    check_outcomes(&[
        (
            "two that go on at once: the second meets the lock",
            "one-transaction effect=1s over.stores.ok=drop over.failed_work=resume \
             | 0 i1 2; 5s i1; 5100ms i1 | lose response c1#1",
            "1  - #1 busy  c1/i1=#1",
        ),
        (
            "or the unique rule at the commit",
            "one-transaction build.unique=at-commit over.stores.ok=drop over.failed_work=resume \
             | 0 i1 2; 5s i1; 9s i1 | lose response c1#1",
            "1  - #1 #1  c1/i1=#1",
        ),
        (
            "a change has no order of its own to go on from: it finds its change made",
            "claim-then-commit over.stores.ok=drop over.failed_work=resume \
             | 0 i1 2; 5s i2 #1 to=confirm; 9s i2 #1 to=confirm",
            "1~1  #1 #1:confirmed #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
    ]);
}

/// What was never sent is not copied and not lost, and those faults say that they did not strike.
#[test]
fn a_refused_connection_delivers_nothing() {
    let rows = [
        ("duplicate c1#1 20ms", false),
        ("duplicate c1#1 0ms", false),
        ("lose request c1#1", false),
        ("delay request c1#1 100ms", true),
    ];
    for (fault, strikes) in rows {
        for order in WriteOrder::ALL.map(WriteOrder::name) {
            for faults in [format!("refuse c1#1; {fault}"), format!("{fault}; refuse c1#1")] {
                let run = run(&format!("{order} | 0 i1 2; 1s i1 0 | {faults}"));
                assert_eq!(outcome(&run), "0  - 400  c1/i1=no:400", "{order} {faults}");
                assert_eq!(run.struck.iter().all(|struck| *struck), strikes, "{order} {faults}");
            }
        }
    }
    check_outcomes(&[(
        "the next attempt's copy is its own",
        "one-transaction | 0 i1 2; 1s i1 | refuse c1#1; duplicate c1#2 200ms",
        "1  - #1  c1/i1=#1",
    )]);
}

/// The order is cancelled at 1,070; the promise is a day from then, and the record is there for an hour more. So is that
/// of the cancellation itself.
#[test]
fn a_record_is_kept_longer_than_its_order_and_the_day() {
    for order in orders() {
        let of = |kept: &str, at: u64| {
            format!(
                "{order} over.retention={{\"kind\":\"resource-lifetime-plus\",\"for\":\"24h\"}} {kept} \
                 | 0 i1 2; 1s i2 #1 to=cancel; {at}ms i1; {at}ms i2 #1 to=cancel"
            )
        };
        let there = "1~1  #1 #1:cancelled #1r #1:cancelledr  c1/i1=#1 c1/i2=#1".to_owned();
        let gone = "2~1  #1 #1:cancelled #2 #1:cancelled  c1/i1=#2 c1/i2=#1  effect-twice".to_owned();
        let (day, hour) = (86_401_070 - 40, 3_600_000);
        check_each([
            (of("", day - 1), there.clone()),
            (of("", day), gone.clone()),
            (of("kept=1h", day + hour - 1), there),
            (of("kept=1h", day + hour), gone),
        ]);
        let kept = run(&of("kept=1h", day + hour));
        let ends = [EventKind::KeptLonger, EventKind::Expired];
        assert_eq!(ends.map(|end| count_events(&kept, |kind| *kind == end)), [2, 2], "{order}");
        let late = format!(
            "{order} over.retention={{\"kind\":\"resource-lifetime-plus\",\"for\":\"24h\"}} \
             | 0 i1 2; 1s i2 #1 to=cancel; 2d i3 #1 to=cancel; 71h i3 #1 to=cancel; 73h i3 #1 to=cancel"
        );
        let wanted =
            "1~1  #1 #1:cancelled #1:cancelled #1:cancelledr #1:cancelled  c1/i1=#1 c1/i2=#1 c1/i3=#1";
        check_each([(late, wanted.to_owned())]);
    }
    check_facts(&[(
        "and it says so",
        "one-transaction as=aws-ec2 kept=1h | 0 i1 2; 1s i2 #1 to=cancel",
        "order 1 cancelled, effect 1 of intent 1; the order has ended: record until 90001070",
    )]);
}

#[test]
fn two_changes_of_one_intent() {
    let keys = "| | c1 per-attempt durable";
    for order in WriteOrder::ALL.map(WriteOrder::name) {
        audit::check(
            Finding::EffectTwice,
            &[
                (
                    "confirmed and cancelled",
                    true,
                    &format!("{order} | 0 i1 2; 1s x1 #1 to=confirm; 5s x1 #1 to=cancel {keys}"),
                ),
                (
                    "of two orders",
                    true,
                    &format!("{order} | 0 i1 2; 1s i2 2; 5s x1 #1 to=confirm; 9s x1 #2 to=confirm {keys}"),
                ),
                (
                    "the same once more",
                    false,
                    &format!("{order} | 0 i1 2; 1s x1 #1 to=confirm; 5s x1 #1 to=confirm {keys}"),
                ),
                (
                    "of two intents",
                    false,
                    &format!("{order} | 0 i1 2; 1s x1 #1 to=confirm; 5s x2 #1 to=cancel {keys}"),
                ),
                (
                    "of the order that it made",
                    false,
                    &format!("{order} | 0 i1 2; 1s i1 #1 to=confirm {keys}"),
                ),
            ],
        );
    }
    let two = "0 i1 2; 1s x1 #1 to=confirm; 1010ms x1 #1 to=cancel";
    let both = "1~2  #1 #1:confirmed #1:cancelled  c1/i1=#1 c1/x1=#1  effect-twice two-final-outcomes";
    check_outcomes(&[
        ("under one key that nobody reads", &format!("ignore | {two}"), both),
        ("under one key, both at once", &format!("check-then-act | {two}"), both),
        ("in transactions without a lock", &format!("transaction-only | {two}"), both),
        (
            "under one key that is claimed",
            &format!("claim-first | {two}"),
            "1~1  #1 #1:confirmed other  c1/i1=#1 c1/x1=#1",
        ),
    ]);
}

#[test]
fn a_foreign_answer_was_sent() {
    let tenants = "c1 per-intent durable; c2 per-intent durable tenant=t2";
    let asked = |fault: &str| format!("one-transaction | 0 i1 2; 5s c2 ask i1 order | {fault} | {tenants}");
    let known = |service: &str, fault: &str| {
        format!("{service} forwarded | 0 i1 2 key=k; 5s c2 i2 2 key=k | {fault} | {tenants}")
    };
    let again = |service: &str, fault: &str| {
        known(service, fault).replace("c2 i2 2 key=k", "c2 i2 2 key=k; 30s c2 i2 key=k")
    };
    audit::check(
        Finding::ForeignAnswer,
        &[
            ("found, and the service died", false, &asked("crash after-look-up c2#1 1s")),
            ("found, sent and lost", true, &asked("lose response c2#1")),
            ("it died when it had sent", true, &asked("crash after-respond c2#1 1s")),
            ("known, and the service died", false, &known("claim-first", "crash after-effect c2#1 1s")),
            ("known, and an error was sent", false, &known("claim-first", "fail after-effect c2#1")),
            ("known, sent and lost", true, &known("claim-first", "lose response c2#1")),
            ("recorded and not sent", false, &known("claim-first", "crash after-record c2#1 1s")),
            ("recorded, and replayed to its own", true, &again("claim-first", "crash after-record c2#1 1s")),
            (
                "left as a recovery point, and gone on from",
                true,
                &again("claim-first released over.failed_work=resume", "fail after-effect c2#1"),
            ),
        ],
    );
}

/// A change that had been made already is true, though no effect; one that another change stands in the way of is not.
#[test]
fn a_change_that_was_never_made() {
    for order in WriteOrder::ALL.map(WriteOrder::name) {
        audit::check(
            Finding::FalseBelief,
            &[
                (
                    "confirmed after it was cancelled",
                    true,
                    &format!("{order} | 0 i1 2; 1s x1 #1 to=cancel; 5s x2 #1 to=confirm"),
                ),
                (
                    "cancelled after it was cancelled",
                    false,
                    &format!("{order} | 0 i1 2; 1s x1 #1 to=cancel; 5s x2 #1 to=cancel"),
                ),
                (
                    "confirmed after it was confirmed",
                    false,
                    &format!("{order} | 0 i1 2; 1s x1 #1 to=confirm; 5s x2 #1 to=confirm"),
                ),
                (
                    "and after it was confirmed and cancelled",
                    false,
                    &format!(
                        "{order} | 0 i1 2; 1s x1 #1 to=confirm; 5s x2 #1 to=cancel; 9s x3 #1 to=confirm"
                    ),
                ),
                (
                    "another order was",
                    true,
                    &format!(
                        "{order} | 0 i1 2; 1s i2 2; 5s x1 #2 to=confirm; 9s x2 #1 to=cancel; 15s x3 #1 to=confirm"
                    ),
                ),
            ],
        );
    }
}

#[test]
fn a_question_about_the_order_that_is_believed() {
    check_outcomes(&[
        (
            "the second of two",
            "one-transaction | 0 i1 2; 5s i1; 10s ask i1 order | lose response c1#1 | c1 per-attempt durable",
            "2  - #2 #2:created  c1/i1=#2  effect-twice",
        ),
        (
            "the first of two",
            "one-transaction | 0 i1 2; 5s i1; 10s ask i1 order | lose response c1#2 | c1 per-attempt durable",
            "2  #1 - #1:created  c1/i1=#1  effect-twice",
        ),
        (
            "none: the first that carries the reference",
            "one-transaction | 0 i1 2; 5s i1; 10s ask i1 order | lose response c1#1; lose response c1#2 \
             | c1 per-attempt durable",
            "2  - - #1:created  c1/i1=#1  effect-twice",
        ),
        (
            "what a change was about",
            "one-transaction | 0 i1 2; 5s x1 #1 to=confirm; 9s ask x1 order",
            "1~1  #1 #1:confirmed #1:confirmed  c1/i1=#1 c1/x1=#1",
        ),
        (
            "a charge",
            "one-transaction provider | 0 i1 2; 5s i1; 10s ask i1 order | lose response c1#1 | c1 per-attempt durable",
            "0+2  - #2 #2:created  c1/i1=#2  effect-twice",
        ),
        (
            "another intent's, by mistake",
            "one-transaction over.fingerprint=none | 0 i1 2 key=k; 5s i2 3 key=k; 9s ask i2 order",
            "1  #1 #1r #1:created  c1/i1=#1 c1/i2=#1  false-belief",
        ),
        (
            "one that a fail-over took",
            "one-transaction | 0 i1 2; 5s c2 i2 2; 9s ask i1 order | crash after-receive c2#1 1s 10s \
             | c1 per-intent durable; c2 per-intent durable",
            "1-1  #1 - not-found  c1/i1=#1 c2/i2=?  effect-lost",
        ),
        (
            "a reload forgets what was believed",
            "one-transaction | 0 i1 2; 5s i1; 9s reload; 10s ask i1 order | lose response c1#1 | c1 per-attempt memory",
            "2  - #2 #1:created  c1/i1=#1  effect-twice",
        ),
    ]);
}

/// What a fenced-out owner is told where no record is finished: what its contract says of requests at work. The limit of
/// its wait counts from its first wait.
#[test]
fn a_late_owner_that_is_fenced_out() {
    let late = |does: &str| {
        format!(
            "claim-then-commit lease=20ms effect=100ms over.in_flight={does} | 0 i1 2; 50ms i1 \
             | | c1 per-intent durable timeout=20s"
        )
    };
    let stands = |does: &str| late(does).replace("lease=20ms", "lease=80ms").replace("50ms i1", "90ms i1");
    check_outcomes(&[
        (
            "current state, the new lease is over",
            &late("{\"do\":\"current-state\"}"),
            "1  pending #1  c1/i1=#1",
        ),
        ("current state, it is not", &stands("{\"do\":\"current-state\"}"), "1  pending #1  c1/i1=#1"),
        ("rejected, the new lease is over", &late("reject"), "1  busy #1  c1/i1=#1"),
        ("rejected, it is not", &stands("reject"), "1  busy #1  c1/i1=#1"),
        ("may fail", &late("{\"do\":\"may-fail\"}"), "1  busy #1  c1/i1=#1"),
        ("waits for what nobody holds: not at all", &late("{\"wait\":\"5s\"}"), "1  busy #1  c1/i1=#1"),
        ("waits for a claim whose lease ends", &stands("{\"wait\":\"5s\"}"), "1  busy #1  c1/i1=#1"),
        (
            "waits for a record",
            "claim-then-commit lease=200ms effect=100ms wait=5s | 0 i1 2; 300ms i1 | stall after-claim c1#1 250ms",
            "1  #1r #1  c1/i1=#1",
        ),
    ]);
    let waits = |most: &str| {
        format!(
            "claim-then-commit lease=500ms effect=1s wait={most} | 0 i1 2; 20ms i1; 1400ms i1 \
             | | c1 per-intent durable timeout=20s"
        )
    };
    // The second waits from 60 on, takes over at 540 and is fenced out at 1,540; the third one's lease ends at 1,940.
    for (most, replied) in [("600ms", 1_540), ("1700ms", 1_760), ("20s", 1_940)] {
        let run = run(&waits(most));
        assert_eq!(outcome(&run), "1  busy busy #1  c1/i1=#1", "{most}");
        let of_second = |event: &&Event| {
            event.attempt.is_some_and(|attempt| attempt.number == 2)
                && matches!(event.kind, EventKind::Replied { .. })
        };
        assert_eq!(run.trace.events.iter().find(of_second).map(|event| event.at.0), Some(replied), "{most}");
    }
}
