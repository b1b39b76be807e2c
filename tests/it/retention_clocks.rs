//! How long a finished record is there: clocks, kinds of promise, what comes after, and the client's own time.
//!
//! The network takes 40 ms, an effect 30 ms: a send at t arrives at t + 40 ms and is done at t + 70 ms.

use idempotency_explainer::sim::trace::EventKind;

use crate::support::{check_facts, check_outcomes, count_events, outcome, run};

/// The last send that meets the record, in milliseconds, and the first one that does not.
fn check_end(rows: &[(&str, u64)]) {
    for (service, last) in rows {
        for (at, wanted) in [(*last, "1  #1 #1r  c1/i1=#1"), (last + 1, "2  #1 #2  c1/i1=#2  effect-twice")] {
            let line = format!("{service} | 0 i1 2; {at}ms i1 | | c1 per-intent durable timeout=1h");
            assert_eq!(outcome(&run(&line)), wanted, "{line}");
        }
    }
}

#[test]
fn where_the_window_starts() {
    let hour = |clock: &str| format!("over.retention={{\"for\":\"1h\",\"clock\":\"{clock}\"}}");
    let [seen, done] = ["first-seen", "completed"].map(hour);
    check_end(&[
        // First seen at 40, gone at 3,600,040; a send at 3,599,999 arrives one millisecond before.
        (&format!("one-transaction {seen}"), 3_599_999),
        (&format!("one-transaction {seen} effect=1m"), 3_599_999),
        // Done at 70, or at 60,040.
        (&format!("one-transaction {done}"), 3_600_029),
        (&format!("one-transaction {done} effect=1m"), 3_659_999),
        (&format!("claim-first {done} effect=1m"), 3_659_999),
        (&format!("claim-then-commit {done} effect=1m kept=1s"), 3_660_999),
        ("one-transaction over.retention={\"for\":\"1h\"}", 3_599_999),
    ]);
}

#[test]
fn of_each_preset() {
    let day = 24 * 3_600_000;
    let rows = [
        ("fixture", day - 1),
        ("stripe-v1", day - 1),
        ("ietf-draft-07", day - 1),
        ("lambda-powertools", 3_600_029),
        ("rocket-rides-atomic", 3 * day - 1),
        ("square-create-payment", day - 1),
        ("google-aip-155", 3_599_999),
        ("adyen", 7 * day - 1),
    ];
    for (preset, last) in rows {
        let key = "01234567-89ab-cdef-0123-456789abcdef";
        for (at, wanted) in [(last, 1), (last + 1, 2)] {
            let line = format!("one-transaction as={preset} | 0 i1 2 key={key}; {at}ms i1 key={key}");
            assert_eq!(run(&line).end.orders.len(), wanted, "{line}");
        }
    }
}

/// A replay does not start the window again; what is kept longer than promised is met longer, and says so.
#[test]
fn a_window_is_not_moved() {
    check_outcomes(&[
        (
            "a replay within it",
            "one-transaction retention=1h | 0 i1 2; 50m i1; 70m i1",
            "2  #1 #1r #2  c1/i1=#2  effect-twice",
        ),
        (
            "the second order begins the next one",
            "one-transaction retention=1h | 0 i1 2; 70m i1; 110m i1; 130m i1",
            "3  #1 #2 #2r #3  c1/i1=#3  effect-twice",
        ),
        (
            "kept longer",
            "one-transaction retention=1h kept=1h | 0 i1 2; 70m i1; 130m i1",
            "2  #1 #1r #2  c1/i1=#2  effect-twice",
        ),
        (
            "a promise of no time at all",
            "one-transaction retention=0ms | 0 i1 2; 5s i1",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
    ]);
    let kept = run("one-transaction retention=1h kept=1h | 0 i1 2; 3h i1 2 key=other");
    let ends = [EventKind::KeptLonger, EventKind::Expired];
    assert_eq!(ends.map(|end| count_events(&kept, |kind| *kind == end)), [1, 1]);
}

#[test]
fn a_key_that_is_refused_after_its_time() {
    let spent = "one-transaction retention=1h over.after_expiry={\"reject\":410}";
    check_outcomes(&[
        ("within it, a replay", &format!("{spent} | 0 i1 2; 59m i1"), "1  #1 #1r  c1/i1=#1"),
        (
            "after it, a refusal",
            &format!("{spent} | 0 i1 2; 61m i1; 50h i1"),
            "1  #1 expired@410 expired@410  c1/i1=#1",
        ),
        (
            "in the fixture's words",
            "one-transaction retention=1h over.after_expiry=reject | 0 i1 2; 61m i1",
            "1  #1 expired  c1/i1=#1",
        ),
        (
            "before anything else is compared",
            &format!("{spent} | 0 i1 2; 61m i1 3"),
            "1  #1 expired@410  c1/i1=#1",
        ),
        ("but after validation", &format!("{spent} | 0 i1 2; 61m i1 0"), "1  #1 400  c1/i1=#1"),
        (
            "it settles an intent that had no other hope",
            &format!("{spent} | 0 i1 2; 61m i2 2 key=key-1"),
            "1  #1 expired@410  c1/i1=#1 c1/i2=no:410",
        ),
        (
            "not one with an open attempt",
            &format!("{spent} | 0 i1 2; 61m i1 | lose response c1#1"),
            "1  - expired@410  c1/i1=?",
        ),
        (
            "while it is kept longer it is replayed",
            &format!("{spent} kept=1h | 0 i1 2; 61m i1; 121m i1"),
            "1  #1 #1r expired@410  c1/i1=#1",
        ),
        (
            "a stored failure's key is spent, too",
            &format!("{spent} | 0 i1 2; 61m i1 | fail before-effect c1#1"),
            "0  500 expired@410  c1/i1=?",
        ),
        (
            "another key is free",
            &format!("{spent} | 0 i1 2; 61m i1 key=other"),
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
    ]);
    check_facts(&[("and it says so", &format!("{spent} | 0 i1 2; 61m i1"), "key expired, refused")]);
}

/// As long as the order lives, and then some: the then some begins when it is cancelled.
#[test]
fn as_long_as_the_order() {
    let day = "one-transaction over.retention={\"kind\":\"resource-lifetime-plus\",\"for\":\"24h\"}";
    check_outcomes(&[
        ("after fifty days", &format!("{day} | 0 i1 2; 50d i1"), "1  #1 #1r  c1/i1=#1"),
        (
            "a confirmation ends nothing",
            &format!("{day} | 0 i1 2; 1h i2 #1 to=confirm; 50d i1"),
            "1~1  #1 #1:confirmed #1r  c1/i1=#1 c1/i2=#1",
        ),
        (
            "a day after the cancellation, to the millisecond",
            &format!("{day} | 0 i1 2; 10s i2 #1 to=cancel; 86410029ms i1"),
            "1~1  #1 #1:cancelled #1r  c1/i1=#1 c1/i2=#1",
        ),
        (
            "then it runs as new",
            &format!("{day} | 0 i1 2; 10s i2 #1 to=cancel; 86410030ms i1"),
            "2~1  #1 #1:cancelled #2  c1/i1=#2 c1/i2=#1  effect-twice",
        ),
        (
            "a stored failure has no order that could end",
            &format!("{day} | 0 i1 2; 50d i1 | fail before-effect c1#1"),
            "0  500 500r  c1/i1=?  never-finishes",
        ),
        (
            "a preset that promises it",
            "one-transaction as=aws-ec2 | 0 i1 2; 10s i2 #1 to=cancel; 20h i1; 25h i1",
            "2~1  #1 #1:cancelled #1:cancelled@201r #2  c1/i1=#2 c1/i2=#1  effect-twice",
        ),
    ]);
}

/// The window counts from the client's clock at its first send under the key, wherever that clock stands; a contract
/// that runs as new after expiry refuses nobody.
#[test]
fn a_window_that_the_client_dates() {
    let of = |habit: &str, start: u64, last: u64, is_first: bool| {
        let at = if is_first { last } else { last + 1 };
        let line = format!(
            "one-transaction over.retention={{\"for\":\"5m\",\"clock\":\"client-timestamp\"}} \
             | {start}ms i1 2; {at}ms i1 | | c1 per-intent durable {habit}"
        );
        outcome(&run(&line))
    };
    let minute = 60_000;
    let rows = [
        // First sent at the client's 0: the record goes at 300,000; the last send arrives one millisecond before.
        ("", 0, 299_959),
        ("ahead=1m", 0, 359_959),
        ("behind=1m", 2 * minute, 359_959),
        ("ahead=1m behind=1m", 0, 299_959),
        ("ahead=10m", 0, 899_959),
    ];
    for (habit, start, last) in rows {
        assert_eq!(of(habit, start, last, true), "1  #1 #1r  c1/i1=#1", "{habit}");
        assert_eq!(of(habit, start, last, false), "2  #1 #2  c1/i1=#2  effect-twice", "{habit}");
    }
}

/// A contract that refuses after expiry looks at the client's time before it looks the key up.
#[test]
fn a_client_time_outside_the_window() {
    let key = "key=01234567-89ab-cdef-0123-456789abcdef";
    let of = |script: &str, habit: &str| {
        format!("one-transaction as=azure-acs-email | {script} | | c1 per-intent durable {habit}")
            .replace("KEY", key)
    };
    let rows = [
        ("in its last millisecond", of("0 i1 2 KEY; 299959ms i1 KEY", ""), "1  #1 #1r  c1/i1=#1"),
        ("at its end", of("0 i1 2 KEY; 299960ms i1 KEY", ""), "1  #1 expired  c1/i1=#1"),
        (
            "a clock that is a window behind: nothing ever runs",
            of("10m i1 2 KEY; 11m i1 KEY", "behind=5m"),
            "0  expired expired  c1/i1=no:412",
        ),
        (
            "just less than a window behind: the first arrives, a retry does not",
            of("10m i1 2 KEY; 601s i1 KEY", "behind=299s"),
            "1  #1 expired  c1/i1=#1",
        ),
        ("a window ahead when it arrives", of("0 i1 2 KEY", "ahead=301s"), "0  expired  c1/i1=no:412"),
        (
            "just less: it runs, and the record stays longer by as much",
            of("0 i1 2 KEY; 9m i1 KEY", "ahead=299s"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "without a key nobody looks",
            of("10m i1 2", "behind=1h").replace("per-intent", "none"),
            "1  #1  c1/i1=#1",
        ),
    ];
    let rows: Vec<_> = rows.iter().map(|(what, line, wanted)| (*what, &line[..], *wanted)).collect();
    check_outcomes(&rows);
    check_outcomes(&[
        (
            "another client under the same key, with a date of its own: the key is spent",
            &of("0 i1 2 KEY; 10m c2 i2 2 KEY", "").replace("durable ", "durable; c2 per-intent durable"),
            "1  #1 expired  c1/i1=#1 c2/i2=no:412",
        ),
        (
            "a window ahead to the millisecond is outside",
            &of("0 i1 2 KEY", "ahead=5m").replace("azure-acs-email", "azure-acs-email network=0ms"),
            "0  expired  c1/i1=no:412",
        ),
        (
            "one millisecond less is not",
            &of("0 i1 2 KEY", "ahead=299999ms").replace("azure-acs-email", "azure-acs-email network=0ms"),
            "1  #1  c1/i1=#1",
        ),
        ("validation goes first", &of("10m i1 0 KEY", "behind=1h"), "0  400  c1/i1=no:400"),
    ]);
    check_facts(&[(
        "and it says so",
        &of("10m i1 2 KEY", "behind=5m"),
        "first sent 300000, outside the window of 5m",
    )]);
}

/// A clock that is behind is so from the start on, when it says a time before the world's.
#[test]
fn a_clock_behind_at_the_start() {
    let key = "key=01234567-89ab-cdef-0123-456789abcdef";
    let reject = |script: &str, behind: &str| {
        let line =
            format!("one-transaction as=azure-acs-email | {script} | | c1 per-intent durable {behind}");
        line.replace("KEY", key)
    };
    check_outcomes(&[
        ("two windows", &reject("0 i1 2 KEY; 20m i1 KEY", "behind=10m"), "0  expired expired  c1/i1=no:412"),
        ("a window, on its way", &reject("0 i1 2 KEY", "behind=5m"), "0  expired  c1/i1=no:412"),
        ("a window but the way", &reject("0 i1 2 KEY", "behind=299960ms"), "0  expired  c1/i1=no:412"),
        ("less", &reject("0 i1 2 KEY", "behind=299959ms"), "1  #1  c1/i1=#1"),
        (
            "a minute: the window ends a minute sooner",
            &reject("0 i1 2 KEY; 239959ms i1 KEY; 239960ms i1 KEY", "behind=1m"),
            "1  #1 #1r expired  c1/i1=#1",
        ),
        (
            "as far ahead as it is behind",
            &reject("0 i1 2 KEY; 299959ms i1 KEY; 299960ms i1 KEY", "ahead=10m behind=10m"),
            "1  #1 #1r expired  c1/i1=#1",
        ),
    ]);
    let dated = "one-transaction over.retention={\"for\":\"5m\",\"clock\":\"client-timestamp\"}";
    check_outcomes(&[
        (
            "a record is dated so, too",
            &format!("{dated} | 0 i1 2; 239959ms i1; 239960ms i1 | | c1 per-intent durable behind=1m"),
            "2  #1 #1r #2  c1/i1=#2  effect-twice",
        ),
        (
            "and kept longer from there",
            &format!(
                "{dated} kept=1m | 0 i1 2; 299959ms i1; 299960ms i1 | | c1 per-intent durable behind=1m"
            ),
            "2  #1 #1r #2  c1/i1=#2  effect-twice",
        ),
        (
            "gone when it is written",
            &format!("{dated} | 0 i1 2; 5s i1 | | c1 per-intent durable behind=10m"),
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
    ]);
    check_facts(&[(
        "it says so",
        &reject("0 i1 2 KEY", "behind=10m"),
        "first sent -600000, outside the window of 5m",
    )]);
}
