//! The fixture contract: seed 000's own assertions step by step, and random calls against a reference of its own.

use std::collections::BTreeMap;

use idempotency_explainer::sim::project::State;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::AttemptId;
use idempotency_explainer::sim::trace::EventKind;
use proptest::prelude::*;

use crate::support::run;

/// What the client heard of its `number`-th attempt, and the orders that stood then.
fn after_attempt(run: &Run, number: u32) -> (Option<(u16, &str)>, usize) {
    let id = AttemptId { client: 0, number };
    let ends = |kind: &EventKind| matches!(kind, EventKind::Heard { .. } | EventKind::TimedOut { .. });
    let end = run.trace.events.iter().find(|event| event.attempt == Some(id) && ends(&event.kind));
    let end = end.expect("an answer or a timeout");
    let heard = match &end.kind {
        EventKind::Heard { answer, .. } => Some((answer.status, &*answer.body_text)),
        _ => None,
    };
    (heard, State::after(&run.trace, end.seq + 1).orders.len())
}

/// `intent_check.py`, line by line: `deliver` is a send, the file of the intent a durable client that reloads,
/// `new_intent` a new key.
#[test]
fn the_seeds_own_assertions_hold() {
    let run = run("one-transaction | 0 i1 2; 5s reload; 10s i1; 20s i1; 30s i1 ~2; 40s i1 3; 50s i1 2; \
         60s i1 key=mistaken; 70s i2 0; 80s i2 1 | lose response c1#1 | \
         c1 per-intent durable keys=7c9e6679-7425-40de-944b-e07fc1f90ae7,550e8400-e29b-41d4-a716-446655440000");
    let first_known_result = Some((201, "{\"order_id\":1}"));
    let rows = [
        ("raise TimeoutError after the fixture saved its result", 1, None, 1),
        ("first_known_result == (201, order 1)", 2, first_known_result, 1),
        ("deliver(api, recovered) == first_known_result", 3, first_known_result, 1),
        ("deliver(api, reordered) == first_known_result", 4, first_known_result, 1),
        ("changed is 409", 5, Some((409, "{\"error\":\"key reused with other parameters\"}")), 1),
        ("deliver(api, recovered) == first_known_result again", 6, first_known_result, 1),
        ("mistaken_retry == (201, order 2)", 7, Some((201, "{\"order_id\":2}")), 2),
        ("invalid is 400", 8, Some((400, "{\"error\":\"invalid parameters\"}")), 2),
        ("corrected == (201, order 3)", 9, Some((201, "{\"order_id\":3}")), 3),
    ];
    for (assertion, number, heard, orders) in rows {
        assert_eq!(after_attempt(&run, number), (heard, orders), "{assertion}");
    }
    let keys: Vec<_> = run
        .end
        .attempts
        .iter()
        .map(|attempt| attempt.key.map_or("", |key| run.trace.key_text(key)))
        .collect();
    assert_eq!(keys[..6], ["7c9e6679-7425-40de-944b-e07fc1f90ae7"; 6], "one persisted intent, one key");
    assert_eq!(
        keys[6..],
        ["mistaken", "550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"]
    );
    assert_eq!(run.end.attempts.len(), rows.len());
    let recovered = |kind: &EventKind| matches!(kind, EventKind::IntentRecovered { .. });
    assert!(run.trace.events.iter().any(|event| recovered(&event.kind)), "recovered == intent");
}

/// "invalid["key"] not in api.saved": the record appears with the corrected request only.
#[test]
fn a_refused_validation_saves_nothing() {
    let run = run("one-transaction | 0 i1 0; 10s i1 1");
    let claimed = run.trace.events.iter().filter(|event| matches!(event.kind, EventKind::Claimed { .. }));
    let by: Vec<_> = claimed.map(|event| event.attempt.map(|attempt| attempt.number)).collect();
    assert_eq!(by, [Some(2)]);
}

/// The whole contract for calls one after another: the reference that the engine is held against.
#[derive(Default)]
struct Reference {
    saved: BTreeMap<&'static str, (Parameters, String)>,
    orders: u32,
}

type Parameters = (&'static str, &'static str);

impl Reference {
    /// Status, body and whether it comes from the record. `None` is a body that is not valid.
    fn execute(&mut self, key: &'static str, parameters: Option<Parameters>) -> (u16, String, bool) {
        let Some(parameters) = parameters else {
            return (400, "{\"error\":\"invalid parameters\"}".to_owned(), false);
        };
        match self.saved.get(key) {
            Some((original, _)) if *original != parameters => {
                (409, "{\"error\":\"key reused with other parameters\"}".to_owned(), false)
            }
            Some((_, response)) => (201, response.clone(), true),
            None => {
                self.orders += 1;
                let response = format!("{{\"order_id\":{}}}", self.orders);
                self.saved.insert(key, (parameters, response.clone()));
                (201, response, false)
            }
        }
    }
}

const KEYS: [&str; 3] = ["k1", "k2", "k3"];

/// Bodies as they are spelled, and what they mean.
const BODIES: [(&str, Option<Parameters>); 10] = [
    (r#"{"product":"pen","quantity":1}"#, Some(("pen", "1"))),
    (r#"{"quantity":1,"product":"pen"}"#, Some(("pen", "1"))),
    (r#"{"product":"\u0070en","quantity":1}"#, Some(("pen", "1"))),
    (r#"{"quantity":9,"product":"pen","quantity":1}"#, Some(("pen", "1"))),
    (r#"{"product":"pen","quantity":2}"#, Some(("pen", "2"))),
    (r#"{"product":"Pen","quantity":1}"#, Some(("Pen", "1"))),
    (r#"{"product":"笔","quantity":18446744073709551617}"#, Some(("笔", "18446744073709551617"))),
    (r#"{"product":"pen","quantity":0}"#, None),
    (r#"{"product":"pen","quantity":1.0}"#, None),
    (r#"{"product":"pen"}"#, None),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Long random sequences of calls, one after another, in every write order that keeps records.
    #[test]
    fn random_calls_answer_as_the_reference(
        calls in prop::collection::vec((0..KEYS.len(), 0..BODIES.len()), 1..=64),
        order in prop::sample::select(vec!["check-then-act", "claim-first", "claim-then-commit", "one-transaction"]),
    ) {
        let script = calls.iter().enumerate().map(|(n, (key, body))| {
            format!("{n}s i1 {} key={}", BODIES[*body].0, KEYS[*key])
        });
        let run = run(&format!("{order} | {}", script.collect::<Vec<_>>().join(";")));
        let mut reference = Reference::default();
        for (call, attempt) in calls.iter().zip(&run.end.attempts) {
            let wanted = reference.execute(KEYS[call.0], BODIES[call.1].1);
            let (heard, replayed) = attempt.heard.as_ref().expect("an answer to each call");
            prop_assert_eq!((heard.status, heard.body_text.to_string(), *replayed), wanted);
        }
        prop_assert_eq!(run.end.attempts.len(), calls.len());
        prop_assert_eq!(run.end.orders.len() as u32, reference.orders);
    }
}
