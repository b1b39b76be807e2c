//! Knobs of a file over a preset's: field by field; and what is written is read back to the same.

use idempotency_explainer::sim::contract::Knob;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::scenario::Scenario;
use idempotency_explainer::sim::write::write;
use serde_json::{Value, json};

use crate::parse_errors::check_of;
use crate::support::{EVERY_FEATURE, EVERY_WIDER_FEATURE, text};

/// A scenario of a preset with these overrides.
fn over(preset: &str, overrides: &Value) -> Scenario {
    let line = format!("ignore as={preset} | 0 i1 2");
    let mut file: Value = serde_json::from_str(&text(&line)).expect("JSON");
    file["service"]["overrides"] = overrides.clone();
    parse(&file.to_string()).unwrap_or_else(|problem| panic!("{preset} {overrides}: {problem}"))
}

/// Equal, but for the claim that a file makes about its run.
fn is_read_back(what: &str, scenario: &Scenario) {
    let written = write(scenario);
    let wanted = Scenario { expect: None, ..scenario.clone() };
    assert_eq!(parse(&written).as_ref(), Ok(&wanted), "{what}\n{written}");
}

#[test]
fn each_field_stands_over_the_presets() {
    type Edit = fn(&mut idempotency_explainer::sim::contract::Contract);
    use idempotency_explainer::sim::contract as c;
    use idempotency_explainer::sim::time::Millis;
    let rows: [(&str, Value, Knob, Edit); 16] = [
        ("adyen", json!({"in_flight": {"do": "current-state"}}), Knob::InFlight, |contract| {
            contract.in_flight.as_mut().expect("stated").does = c::InFlight::CurrentState;
        }),
        ("adyen", json!({"in_flight": {"wait": "5s"}}), Knob::InFlight, |contract| {
            contract.in_flight.as_mut().expect("stated").does = c::InFlight::Wait(Millis(5_000));
        }),
        ("lambda-powertools", json!({"in_flight": "reject"}), Knob::InFlight, |_| {}),
        ("gocardless", json!({"in_flight": {"do": "may-fail", "code": "x"}}), Knob::InFlight, |contract| {
            let answer = c::Refusal { status: None, code: Some("x".into()) };
            contract.in_flight = Some(c::InFlightRule { does: c::InFlight::MayFail, answer, lease: None });
        }),
        ("stripe-v1", json!({"mismatch": {"status": 409}}), Knob::Mismatch, |contract| {
            contract.mismatch.as_mut().expect("stated").answer.status = Some(409);
        }),
        ("stripe-v2", json!({"mismatch": {}}), Knob::Mismatch, |contract| {
            let answer = c::Refusal::default();
            contract.mismatch = Some(c::Mismatch { does: c::MismatchDoes::Reject, answer });
        }),
        ("aws-ec2", json!({"stores": {"server_error": "pin"}}), Knob::Stores, |contract| {
            contract.stores.server_error = Some(c::Store::Pin);
        }),
        ("aws-ec2", json!({"failures": "stored"}), Knob::Stores, |contract| {
            let pin = Some(c::Store::Pin);
            let stores = &mut contract.stores;
            (stores.client_error, stores.server_error, stores.unhandled) = (pin, pin, pin);
        }),
        ("rocket-rides-atomic", json!({"key_policy": {"max": 30}}), Knob::KeyPolicy, |contract| {
            contract.key_policy.max = Some(30);
        }),
        ("gocardless", json!({"replay": {"status": 303}}), Knob::Replay, |contract| {
            contract.replay.status = Some(303);
        }),
        ("adyen", json!({"replay": {"marks_first": false}}), Knob::Replay, |contract| {
            contract.replay.marks_first = false;
        }),
        ("lambda-powertools", json!({"retention": "2h"}), Knob::Retention, |contract| {
            contract.retention.keeps = Some(Millis(7_200_000));
        }),
        ("lambda-powertools", json!({"retention": {"clock": "first-seen"}}), Knob::Retention, |contract| {
            contract.retention.clock = Some(c::Clock::FirstSeen);
        }),
        ("square-create-payment", json!({"retention": {"for": "1h"}}), Knob::Retention, |contract| {
            contract.retention.keeps = Some(Millis(3_600_000));
        }),
        ("google-aip-155", json!({"carrier": {"name": "id"}}), Knob::Carrier, |contract| {
            contract.carrier.name = "id".into();
        }),
        ("azure-acs-email", json!({"after_expiry": "reject"}), Knob::AfterExpiry, |contract| {
            contract.after_expiry = Some(c::AfterExpiry::Reject(None));
        }),
    ];
    for (preset, overrides, knob, edit) in rows {
        let scenario = over(preset, &overrides);
        let mut wanted = scenario.service.contract.preset.contract();
        wanted.make_own(knob);
        edit(&mut wanted);
        assert_eq!(scenario.service.contract, wanted, "{preset} {overrides}");
        is_read_back(preset, &scenario);
    }
}

/// Stating what the preset says anyway is stating it: nobody assumes it any more.
#[test]
fn a_knob_that_is_stated_is_the_files_own() {
    for (name, value) in [
        ("scope", json!([])),
        ("fingerprint", json!("params")),
        ("failed_work", json!("rerun")),
        ("methods", json!(["POST"])),
        ("mismatch", json!({})),
        ("replay", json!({})),
        ("retention", json!({})),
        ("key_policy", json!({})),
        ("carrier", json!({})),
        ("stores", json!({})),
        ("in_flight", json!("reject")),
        ("after_expiry", json!("execute-as-new")),
    ] {
        for preset in ["fixture", "gocardless", "stripe-v2", "azure-acs-email"] {
            let scenario = over(preset, &json!({ name: value }));
            let own = Knob::ALL.map(|knob| scenario.service.contract.is_own(knob).then_some(knob.name()));
            assert_eq!(own.into_iter().flatten().collect::<Vec<_>>(), [name], "{preset}");
            is_read_back(&format!("{preset}, {name}"), &scenario);
        }
    }
}

/// A preset that names a lease gives it to its service; a file may name another, and not unsay it.
#[test]
fn leases() {
    let lease = |line: &str| parse(&text(line)).expect("valid").service.lease.map(|lease| lease.0);
    assert_eq!(lease("claim-first as=lambda-powertools | 0 i1 2"), Some(30_000));
    assert_eq!(lease("claim-first as=rocket-rides-atomic | 0 i1 2"), Some(90_000));
    assert_eq!(lease("claim-first as=lambda-powertools lease=5s | 0 i1 2"), Some(5_000));
    assert_eq!(lease("claim-first as=stripe-v1 | 0 i1 2"), None);
    for line in [
        "claim-first as=lambda-powertools lease=30s | 0 i1 2",
        "claim-first as=lambda-powertools lease=5s | 0 i1 2",
    ] {
        is_read_back(line, &parse(&text(line)).expect("valid"));
    }
}

#[test]
fn whole_files_are_read_back() {
    for file in [EVERY_FEATURE, EVERY_WIDER_FEATURE] {
        is_read_back("every feature", &parse(file).expect("valid"));
    }
}

#[test]
fn one_more_than_the_limit() {
    let fields = |count: usize| (0..count).map(|n| format!("\"f{n}\": {{}}")).collect::<Vec<_>>().join(", ");
    let known = "{\"note\": {\"volatile\": true}, \"colour\": {\"default\": \"red\"}, \"tag\": {}}";
    let file = EVERY_WIDER_FEATURE.replacen(known, &format!("{{{}}}", fields(8)), 1);
    assert!(parse(&file).is_ok(), "the limit itself is allowed");
    check_of(
        EVERY_WIDER_FEATURE,
        &[
            (known, &format!("{{{}}}", fields(9))),
            ("[\"POST\", \"PATCH\"]", &format!("[{}]", ["\"M\""; 9].join(", "))),
            ("\"replicas\": 2", "\"replicas\": 9"),
            ("\"replica\": 2", "\"replica\": 9"),
            ("\"code\": \"busy\"", &format!("\"code\": \"{}\"", "b".repeat(256))),
        ],
        expect_test::expect![[r#"
            line 26, column 17, service.build.fields: found 9 entries, wanted at most 8 entries
            line 10, column 18, service.overrides.methods: found 9 entries, wanted at most 8 entries
            line 27, column 42, service.build.replicas: found 9, wanted a whole number from 1 to 8
            line 41, column 147, script[0].replica: found 9, wanted a whole number from 1 to 8
            line 15, column 67, service.overrides.in_flight.code: found "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…, wanted a string of 1 to 255 characters
        "#]],
    );
}
