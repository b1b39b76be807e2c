//! What only the whole file shows: sends without a body, too many of anything, nesting, size.

use expect_test::expect;
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::problem::Wanted;
use idempotency_explainer::sim::time::Millis;

use crate::support::{EVERY_FEATURE, text};

/// A send without a body, by which client has one for which intent at that step.
#[test]
fn a_send_needs_a_body() {
    let rows = [
        ("ignore | 0 i1", Some(0)),
        ("ignore | 0 i1 2; 1s i1", None),
        ("ignore | 0 i1 2; 1s i2", Some(1)),
        ("ignore | 0 i1 2; 1s c2 i1 | | c1 per-intent durable; c2 per-intent durable", Some(1)),
        ("ignore | 0 i1 2; 1s reload; 2s i1", None),
        ("ignore | 0 i1 2; 1s reload; 2s i1 | | c1 per-intent memory", Some(2)),
        ("ignore | 0 i1 2; 1s reload; 2s i1 2; 3s i1 | | c1 per-intent memory", None),
        ("ignore | 0 i1 2; 1s c2 reload; 2s i1 | | c1 per-intent durable; c2 per-intent memory", None),
        ("ignore | 0 i1 0; 1s i1", None),
        ("ignore | 0 i1 2; 1s wait; 2s i1 | | c1 per-intent memory", None),
    ];
    for (line, wanted) in rows {
        let problem = parse(&text(line)).err();
        assert_eq!(
            problem.as_ref().map(|problem| problem.path.clone()),
            wanted.map(|n| format!("script[{n}]")),
            "{line}"
        );
        assert!(problem.is_none_or(|problem| problem.wanted == Wanted::BodyForIntent));
    }
    let words = parse(&text("ignore | 0 i1")).expect_err("no body").to_string();
    expect![[r#"line 1, column 129, script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step"#]].assert_eq(&words);
}

#[test]
fn one_more_than_the_limit() {
    let list = |item: &str, count: u32| vec![item; count as usize].join(",");
    let clients = |count| {
        (0..count)
            .map(|n| format!("\"c{n}\":{{\"key\":\"per-intent\",\"keep\":\"durable\"}}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    let file = |clients: &str, script: &str, faults: &str| {
        format!(
            "{{\"v\":1,\"service\":{{\"contract\":\"fixture\",\"write_order\":\"ignore\"}},\"clients\":{{{clients}}},\"script\":[{script}],\"faults\":[{faults}]}}"
        )
    };
    let client =
        |keys: &str| format!("\"c0\":{{\"key\":\"per-intent\",\"keep\":\"durable\",\"keys\":[{keys}]}}");
    let (step, fault) =
        ("{\"at\":\"0ms\",\"client\":\"c0\",\"do\":\"reload\"}", "{\"lose\":\"request\",\"of\":\"c0#1\"}");
    let key = |characters: u32| format!("\"{}\"", "钥".repeat(characters as usize));
    let cases = |more: u32| {
        [
            file(&clients(limits::CLIENTS + more), "", ""),
            file(&clients(1), &list(step, limits::STEPS + more), ""),
            file(&clients(1), "", &list(fault, limits::FAULTS + more)),
            file(&client(&list("\"k\"", limits::ATTEMPTS + more)), "", ""),
            file(&client(&key(limits::KEY_CHARACTERS + more)), "", ""),
            file(
                &format!(
                    "\"{}\":{{\"key\":\"per-intent\",\"keep\":\"durable\"}}",
                    "c".repeat((limits::ID_CHARACTERS + more) as usize)
                ),
                "",
                "",
            ),
        ]
    };
    for text in cases(0) {
        assert_eq!(parse(&text).err(), None, "the limit itself is allowed");
    }
    let problems = cases(1).map(|text| format!("{}\n", parse(&text).expect_err("one too many")));
    expect![[r#"
        line 1, column 74, clients: found 9 entries, wanted at most 8 entries
        line 1, column 128, script: found 65 entries, wanted at most 64 entries
        line 1, column 140, faults: found 65 entries, wanted at most 64 entries
        line 1, column 124, clients.c0.keys: found 65 entries, wanted at most 64 entries
        line 1, column 125, clients.c0.keys[0]: found "钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥钥…, wanted a string of 1 to 255 characters
        line 1, column 75, clients.ccccccccccccccccccccccccccccccccc: found "ccccccccccccccccccccccccccccccccc", wanted an id of 1 to 32 letters, digits, "-" or "_"
    "#]].assert_eq(&problems.concat());
    let none = parse(&file("", "", "")).expect_err("no client").to_string();
    expect!["line 1, column 74, clients: found 0 entries, wanted at least one entry"].assert_eq(&none);
}

#[test]
fn bombs() {
    let of = |open: &str, close: &str, depth: usize| {
        let body = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        EVERY_FEATURE.replacen("\"quantity\": 2", &format!("\"quantity\": {body}"), 1)
    };
    let most = limits::DEPTH as usize - 4;
    assert_eq!(parse(&of("[", "]", most)).err(), None);
    for text in [
        of("[", "]", most + 1),
        of("{\"a\":", "}", most + 1),
        of("[", "]", 15_000),
        of("{\"a\":", "}", 9_000),
    ] {
        let problem = parse(&text).expect_err("too deep").to_string();
        assert!(problem.ends_with("wanted JSON: at most 64 values inside each other"), "{problem}");
    }
    let full = format!("{EVERY_FEATURE}{}", " ".repeat(limits::FILE_BYTES as usize - EVERY_FEATURE.len()));
    assert_eq!(parse(&full).err(), None);
    let problem = parse(&format!("{full} ")).expect_err("too large").to_string();
    assert_eq!(problem, "line 1, column 1, (file): found 65537 bytes, wanted a file of at most 65536 bytes");
}

#[test]
fn durations() {
    let rows = [
        ("0ms", Some(0)),
        ("0d", Some(0)),
        ("007s", Some(7_000)),
        ("1ms", Some(1)),
        ("1s", Some(1_000)),
        ("1m", Some(60_000)),
        ("1h", Some(3_600_000)),
        ("1d", Some(86_400_000)),
        ("60d", Some(limits::HORIZON.0)),
        ("18446744073709551615ms", Some(u64::MAX)),
        ("18446744073709551616ms", None),
        ("213503982335d", None),
        ("", None),
        ("5", None),
        ("ms", None),
        ("1 s", None),
        ("+1s", None),
        ("1.0s", None),
        ("1S", None),
        ("1min", None),
        ("1s1ms", None),
        ("١s", None),
    ];
    for (text, wanted) in rows {
        assert_eq!(Millis::parse(text), wanted.map(Millis), "{text}");
        let again = Millis::parse(text).and_then(|millis| Millis::parse(&millis.to_string()));
        assert_eq!(again, wanted.map(Millis), "{text}, written and read");
    }
    let words =
        [0, 1, 999, 1_000, 1_001, 60_000, 90_000, 3_600_000, 86_400_000].map(|n| Millis(n).to_string());
    assert_eq!(words, ["0ms", "1ms", "999ms", "1s", "1001ms", "1m", "90s", "1h", "24h"]);
}
