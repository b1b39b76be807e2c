//! What is wrong with a scenario file, word for word: place, path, what was found and what was wanted. Here the
//! grammar, titles, service and clients.

use expect_test::{Expect, expect};
use idempotency_explainer::sim::parse::parse;

use crate::support::EVERY_FEATURE;

/// Problems of a valid file after one edit each, one a line.
pub(crate) fn check(edits: &[(&str, &str)], wanted: Expect) {
    check_of(EVERY_FEATURE, edits, wanted);
}

/// The same of any valid file.
pub(crate) fn check_of(file: &str, edits: &[(&str, &str)], wanted: Expect) {
    assert!(parse(file).is_ok());
    let problem = |(from, to): &(&str, &str)| {
        let edited = file.replacen(from, to, 1);
        assert_ne!(edited, file, "{from} is in the file");
        format!("{}\n", parse(&edited).expect_err(to))
    };
    wanted.assert_eq(&edits.iter().map(problem).collect::<String>());
}

#[test]
fn top_level_and_title() {
    check(
        &[
            ("\"v\": 1", "\"v\": 2"),
            ("\"v\": 1", "\"v\": 1.0"),
            ("\"v\": 1", "\"v\": \"1\""),
            ("\"v\": 1,", ""),
            ("\"v\": 1", "\"v\": 1, \"v\": 1"),
            ("\"v\": 1", "\"version\": 1"),
            ("\"script\"", "\"scripts\""),
            ("\"title\": {", "\"title\": [{"),
            ("\"Every field is used\"", "true"),
            ("\"en\": \"E", "\"zh\": \"E"),
        ],
        expect![[r#"
            line 2, column 8, v: found 2, wanted a whole number from 1 to 1
            line 2, column 8, v: found 1.0, wanted a whole number from 1 to 1
            line 2, column 8, v: found "1", wanted a whole number from 1 to 1
            line 1, column 1, (file): found an object without it, wanted the field "v"
            line 2, column 11, (file): found "v" again, wanted each name once
            line 2, column 3, (file): found "version", wanted a known field: "v", "title", "service", "clients", "script", "faults", "expect"
            line 22, column 3, (file): found "scripts", wanted a known field: "v", "title", "service", "clients", "script", "faults", "expect" (did you mean "script"?)
            line 4, column 12, (file): found : {, wanted JSON: "," or "]"
            line 3, column 36, title.en: found true, wanted a string
            line 3, column 30, title: found "zh" again, wanted each name once
        "#]],
    );
}

#[test]
fn service() {
    check(
        &[
            ("\"fixture\"", "\"fixtures\""),
            ("\"contract\": \"fixture\",", ""),
            ("\"claim-then-commit\"", "\"claim-then-comit\""),
            ("\"claim-then-commit\"", "\"two-phase\""),
            ("\"provider\"", "\"ledger\""),
            ("\"forwarded\"", "\"derive\""),
            ("\"lease\": \"30s\"", "\"lease\": 30"),
            ("\"lease\"", "\"leases\""),
            ("\"kept_longer\"", "\"keptlonger\""),
            ("{\"wait\": \"5s\"}", "\"wait\""),
            ("{\"wait\": \"5s\"}", "{}"),
            ("{\"wait\": \"5s\"}", "{\"wait\": \"5s\", \"then\": 1}"),
            ("\"released\"", "\"stores\""),
            ("\"look-up\"", "\"lookup\""),
            ("\"network\": \"40ms\"", "\"network\": \"40\""),
        ],
        expect![[r#"
            line 5, column 17, service.contract: found "fixtures", wanted one of "fixture", "stripe-v1", "stripe-v2", "aws-ec2", "ietf-draft-07", "lambda-powertools", "rocket-rides-atomic", "gocardless", "azure-acs-email", "paypal-orders-v2", "adyen", "square-create-payment", "google-aip-155", "shopify-admin" (did you mean "fixture"?)
            line 4, column 14, service: found an object without it, wanted the field "contract"
            line 6, column 20, service.write_order: found "claim-then-comit", wanted one of "ignore", "check-then-act", "transaction-only", "claim-first", "claim-then-commit", "one-transaction" (did you mean "claim-then-commit"?)
            line 6, column 20, service.write_order: found "two-phase", wanted one of "ignore", "check-then-act", "transaction-only", "claim-first", "claim-then-commit", "one-transaction"
            line 7, column 32, service.effect: found "key", wanted a known field: "at"
            line 7, column 41, service.effect.key: found "derive", wanted one of "none", "forwarded", "derived" (did you mean "derived"?)
            line 8, column 14, service.lease: found 30, wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 8, column 5, service: found "leases", wanted a known field: "contract", "write_order", "effect", "lease", "takes", "overrides", "build" (did you mean "lease"?)
            line 9, column 39, service.overrides: found "keptlonger", wanted a known field: "carrier", "methods", "key_policy", "scope", "fingerprint", "mismatch", "in_flight", "stores", "failed_work", "replay", "retention", "after_expiry", "kept_longer", "failures" (did you mean "kept_longer"?)
            line 9, column 73, service.overrides.in_flight: found "wait", wanted one of "reject"
            line 9, column 73, service.overrides.in_flight: found an object without it, wanted the field "do"
            line 9, column 88, service.overrides.in_flight: found "then", wanted a known field: "wait", "do", "status", "code"
            line 9, column 101, service.overrides.failures: found "stores", wanted one of "stored", "released" (did you mean "stored"?)
            line 11, column 86, service.takes: found "lookup", wanted a known field: "network", "receive", "authenticate", "validate", "look-up", "claim", "effect", "record", "commit", "respond" (did you mean "look-up"?)
            line 11, column 18, service.takes.network: found "40", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
        "#]],
    );
}

#[test]
fn clients() {
    check(
        &[
            ("\"c2\": {", "\"c1\": {"),
            ("\"c2\": {", "\"\": {"),
            ("\"c2\": {", "\"c 2\": {"),
            ("\"c2\": {", "\"客户\": {"),
            ("\"c2\": {", "\"abcdefghijklmnopqrstuvwxyz0123456\": {"),
            ("\"per-intent\"", "\"per-intend\""),
            ("\"durable\"", "\"durably\""),
            ("\"durable\"", "null"),
            ("\"keep\": \"durable\", ", ""),
            ("[\"k-1\", \"钥匙\"]", "\"k-1\""),
            ("\"钥匙\"]", "\"钥匙\", 7]"),
            ("\"钥匙\"]", "\"钥匙\", \"\"]"),
            ("\"timeout\": \"2s\"", "\"timeout\": \"2 s\""),
            ("\"attempts\": 3", "\"attempts\": 0"),
            ("\"attempts\": 3", "\"attempts\": 65"),
            ("\"attempts\": 3, ", ""),
            ("\"factor\": 2", "\"factor\": 101"),
            ("\"seed\": 7", "\"seed\": -7"),
            ("\"5xx\"", "\"500\""),
            ("\"5xx\"", "\"timeout\""),
            ("\"jitter\"", "\"jiter\""),
        ],
        expect![[r#"
            line 20, column 5, clients: found "c1" again, wanted each name once
            line 20, column 5, clients.: found "", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 20, column 5, clients.c 2: found "c 2", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 20, column 5, clients.客户: found "客户", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 20, column 5, clients.abcdefghijklmnopqrstuvwxyz0123456: found "abcdefghijklmnopqrstuvwxyz0123456", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 17, column 14, clients.c1.key: found "per-intend", wanted one of "per-intent", "per-attempt", "body-hash", "business-id", "per-call", "none" (did you mean "per-intent"?)
            line 17, column 36, clients.c1.keep: found "durably", wanted one of "durable", "memory" (did you mean "durable"?)
            line 17, column 36, clients.c1.keep: found null, wanted one of "durable", "memory"
            line 16, column 11, clients.c1: found an object without it, wanted the field "keep"
            line 17, column 55, clients.c1.keys: found "k-1", wanted an array
            line 17, column 69, clients.c1.keys[2]: found 7, wanted a string of 1 to 255 characters
            line 17, column 69, clients.c1.keys[2]: found "", wanted a string of 1 to 255 characters
            line 17, column 81, clients.c1.timeout: found "2 s", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 18, column 29, clients.c1.retry.attempts: found 0, wanted a whole number from 1 to 64
            line 18, column 29, clients.c1.retry.attempts: found 65, wanted a whole number from 1 to 64
            line 18, column 16, clients.c1.retry: found an object without it, wanted the field "attempts"
            line 18, column 59, clients.c1.retry.factor: found 101, wanted a whole number from 1 to 100
            line 18, column 115, clients.c1.retry.seed: found -7, wanted a whole number from 0 to 4294967295
            line 18, column 80, clients.c1.retry.on[1]: found "500", wanted one of "timeout", "409-in-flight", "5xx", "refused", "429"
            line 18, column 80, clients.c1.retry.on[1]: found "timeout", wanted each name once
            line 18, column 88, clients.c1.retry: found "jiter", wanted a known field: "attempts", "backoff", "factor", "on", "jitter", "seed", "survives_reload", "outer" (did you mean "jitter"?)
        "#]],
    );
}

#[test]
fn not_json() {
    check(
        &[
            ("\"v\": 1,", "\"v\": 1"),
            ("\"v\": 1", "\"v\": 01"),
            ("\"v\": 1", "\"v\": NaN"),
            ("\"title\"", "title"),
            ("\"笔\"", "\"笔\n\""),
            ("\"笔\"", "\"\\ud800\""),
            ("\"quantity\": 2}}", "\"quantity\": 2}, }"),
            ("\"findings\": [\"effect-twice\", \"stuck\"]\n  }\n}", "\"findings\": ["),
            ("\"findings\": [\"effect-twice\", \"stuck\"]\n  }\n}", "\"findings\": []}} true"),
            ("{\n  \"v\"", "\u{feff}{\n  \"v\""),
        ],
        expect![[r#"
            line 3, column 3, (file): found "title", wanted JSON: "," or "}"
            line 2, column 9, (file): found 1, wanted JSON: "," or "}"
            line 2, column 8, (file): found NaN, wanted JSON: a value
            line 3, column 3, (file): found title: {"zh": "每个字段都用到", wanted JSON: a name in quotes
            line 23, column 87, (file): found  , wanted JSON: no control character in a string
            line 23, column 92, (file): found ", ", wanted JSON: both halves of a surrogate pair
            line 23, column 106, (file): found }, wanted JSON: a name in quotes
            line 42, column 1, (file): found the end of the file, wanted JSON: a value
            line 41, column 22, (file): found true, wanted JSON: nothing after the value
            line 1, column 1, (file): found ﻿{, wanted JSON: a value
        "#]],
    );
    let whole = ["", "   ", "[]", "null", "\"v\"", "{}", "{\"v\":1}", "\u{feff}", "@"];
    let problems = whole.map(|text| format!("{}\n", parse(text).expect_err(text)));
    expect![[r#"
        line 1, column 1, (file): found the end of the file, wanted JSON: a value
        line 1, column 4, (file): found the end of the file, wanted JSON: a value
        line 1, column 1, (file): found an array, wanted an object
        line 1, column 1, (file): found null, wanted an object
        line 1, column 1, (file): found "v", wanted an object
        line 1, column 1, (file): found an object without it, wanted the field "v"
        line 1, column 1, (file): found an object without it, wanted the field "service"
        line 1, column 1, (file): found ﻿, wanted JSON: a value
        line 1, column 1, (file): found @, wanted JSON: a value
    "#]]
    .assert_eq(&problems.concat());
}
