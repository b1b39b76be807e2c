//! What only the whole file shows of the wider world: bodies that may be lost, and which of two problems is told.

use expect_test::expect;
use idempotency_explainer::sim::parse::parse;

use crate::support::{EVERY_WIDER_FEATURE, text};

/// A client that may have lost a body in a way that a reader of the file cannot foresee says it at each send.
#[test]
fn bodies_that_may_be_lost() {
    let rows = [
        ("persists before the send", "0 i1 2; 5s i1 | | c1 per-intent durable", None),
        ("after the send", "0 i1 2; 5s i1 | | c1 per-intent durable persists=after-send", Some(1)),
        ("after the answer", "0 i1 2; 5s i1 | | c1 per-intent durable persists=after-answer", Some(1)),
        ("and says it", "0 i1 2; 5s i1 2 | | c1 per-intent durable persists=after-send", None),
        ("memory only", "0 i1 2; 5s i1 | | c1 per-intent memory", None),
        ("memory only, and may die", "0 i1 2; 5s i1 | die after-send c1#1 | c1 per-intent memory", Some(1)),
        ("durable, and may die", "0 i1 2; 5s i1 | die after-send c1#1 | c1 per-intent durable", None),
        (
            "another client may die",
            "0 i1 2; 5s i1 | die after-send c2#1 | c1 per-intent memory; c2 per-intent memory",
            None,
        ),
        (
            "a question has none to say",
            "0 i1 2; 5s ask i1 key | die after-send c1#1 | c1 per-intent memory",
            None,
        ),
        ("the first send without one", "0 i1 | | c1 per-intent durable persists=after-send", Some(0)),
    ];
    for (what, rest, wanted) in rows {
        let problem = parse(&text(&format!("ignore | {rest}"))).err();
        let path = problem.as_ref().map(|problem| problem.path.clone());
        assert_eq!(path, wanted.map(|n| format!("script[{n}]")), "{what}");
    }
    let words = parse(&text("ignore | 0 i1 2; 5s i1 | die after-send c1#1 | c1 per-intent memory"));
    expect![[r#"line 1, column 224, script[1]: found a send without a body, wanted a "body" or "body_text": this client has no body for this intent at this step"#]].assert_eq(&words.expect_err("no body").to_string());
}

/// Of two problems the first in the order of reading is told: service, clients, script, faults, expectations; in the
/// service contract, write order, effect, lease, durations, overrides, build; in the overrides the knobs in their order,
/// then `failures` and `kept_longer`.
#[test]
fn which_of_two_is_told() {
    let order = [
        ("service.contract", "\"contract\": \"stripe-v1\"", "\"contract\": 1"),
        ("service.write_order", "\"write_order\": \"claim-then-commit\"", "\"write_order\": 1"),
        ("service.effect.at", "\"at\": \"both\"", "\"at\": 1"),
        ("service.overrides.carrier.kind", "\"kind\": \"derived\"", "\"kind\": 1"),
        ("service.overrides.methods", "[\"POST\", \"PATCH\"]", "1"),
        ("service.overrides.key_policy.presence", "\"presence\": \"required\"", "\"presence\": 1"),
        ("service.overrides.mismatch.do", "\"do\": \"treat-as-new\"", "\"do\": 1"),
        ("service.overrides.in_flight.do", "\"do\": \"current-state\"", "\"do\": 1"),
        ("service.overrides.stores.ok", "\"ok\": \"pin\"", "\"ok\": 1"),
        ("service.overrides.failed_work", "\"failed_work\": \"resume\"", "\"failed_work\": 1"),
        ("service.overrides.replay.mode", "\"mode\": \"conflict-pointer\"", "\"mode\": 1"),
        ("service.overrides.retention.kind", "\"kind\": \"per-api\"", "\"kind\": 1"),
        ("service.overrides.after_expiry.reject", "\"reject\": 410", "\"reject\": 1"),
        ("service.overrides.kept_longer", "\"kept_longer\": \"1h\"", "\"kept_longer\": 1"),
        ("service.build.limiter", "\"limiter\": \"behind-record\"", "\"limiter\": 1"),
        ("service.build.mail.from", "\"from\": \"outbox\"", "\"from\": 1"),
        ("clients.c1.key", "\"key\": \"per-call\"", "\"key\": 1"),
        ("script[0].to", "\"to\": \"create\"", "\"to\": 1"),
        ("faults[0].lose", "\"lose\": \"commit-ack\"", "\"lose\": 1"),
        ("expect.side_effects", "{\"i1\": 1, \"i2\": 0}", "1"),
    ];
    for (n, (path, from, to)) in order.iter().enumerate() {
        let mut file = EVERY_WIDER_FEATURE.to_owned();
        for (_, from, to) in &order[n..] {
            assert!(file.contains(from), "{from}");
            file = file.replacen(from, to, 1);
        }
        assert_eq!(parse(&file).expect_err("problems").path, *path, "{from} {to}");
    }
}
