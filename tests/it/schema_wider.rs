//! The JSON Schema and the parser agree on the wider world's fields: a table of edits of a file that has them all.

use idempotency_explainer::sim::build::{
    FailedClaim, Inbox, KeyForm, Limiter, Loser, MailFrom, Recipe, Unique,
};
use idempotency_explainer::sim::contract::{
    CarrierKind, Clock, FailedWork, FingerprintRule, KeyFormat, Knob, MismatchDoes, Presence, ReplayMode,
    RetentionKind, ScopePart, Store,
};
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::scenario::{
    AskBy, ClientMoment, DropOn, Endpoint, Finding, KeyPolicy, Persists, ProviderKey, RetryOn, UnknownCall,
    WriteOrder,
};
use serde_json::{Map, Value, json};

use crate::schema::agree;
use crate::support::EVERY_WIDER_FEATURE;

fn base() -> Value {
    serde_json::from_str(EVERY_WIDER_FEATURE).expect("JSON")
}

/// Every name of the code is taken, in both, and no other.
#[test]
fn enums_are_spelled_as_in_the_code() {
    let orders = WriteOrder::ALL.map(WriteOrder::name);
    let lists: [(&str, &[&str]); 36] = [
        ("/service/contract", Preset::NAMES),
        ("/service/write_order", &orders),
        ("/service/effect/at", &["provider", "both"]),
        ("/service/effect/key", ProviderKey::NAMES),
        ("/service/effect/unknown", UnknownCall::NAMES),
        ("/service/overrides/carrier/kind", CarrierKind::NAMES),
        ("/service/overrides/key_policy/presence", Presence::NAMES),
        ("/service/overrides/key_policy/format", KeyFormat::NAMES),
        ("/service/overrides/scope/0", &["caller", "account", "user", "sandbox", "zone", "function"]),
        ("/service/overrides/fingerprint", FingerprintRule::NAMES),
        ("/service/overrides/mismatch/do", MismatchDoes::NAMES),
        ("/service/overrides/in_flight/do", &["reject", "current-state", "may-fail"]),
        ("/service/overrides/stores/validation", Store::NAMES),
        ("/service/overrides/stores/ok", Store::NAMES),
        ("/service/overrides/stores/client_error", Store::NAMES),
        ("/service/overrides/stores/server_error", Store::NAMES),
        ("/service/overrides/stores/unhandled", Store::NAMES),
        ("/service/overrides/stores/crash", Store::NAMES),
        ("/service/overrides/failed_work", FailedWork::NAMES),
        ("/service/overrides/replay/mode", ReplayMode::NAMES),
        ("/service/overrides/retention/clock", Clock::NAMES),
        ("/service/build/limiter", Limiter::NAMES),
        ("/service/build/failed_claim", FailedClaim::NAMES),
        ("/service/build/unique", Unique::NAMES),
        ("/service/build/loser", Loser::NAMES),
        ("/service/build/recipe", Recipe::NAMES),
        ("/service/build/key_form", KeyForm::NAMES),
        ("/service/build/store", &["shared", "per-replica"]),
        ("/service/build/mail/inbox", Inbox::NAMES),
        ("/clients/c1/key", KeyPolicy::NAMES),
        ("/clients/c1/persists", Persists::NAMES),
        ("/clients/c1/drops_key_on/0", &["timeout", "409-in-flight", "5xx", "success"]),
        ("/clients/c1/retry/on/0", &["timeout", "409-in-flight", "5xx", "refused"]),
        ("/script/1/by", AskBy::NAMES),
        ("/script/2/recipe", Recipe::NAMES),
        ("/faults/6/crash_client", ClientMoment::NAMES),
    ];
    for (pointer, names) in lists {
        let accepted: Vec<_> = names.iter().map(|name| (pointer, Some(json!(name)))).collect();
        let refused = [json!(""), json!("other"), json!(names[0].to_uppercase()), json!(1), json!(null)];
        agree(&base(), &accepted, &refused.map(|value| (pointer, Some(value))));
    }
    let all = |names: &[&str]| Some(json!(names));
    let whole_lists = [
        ("/service/overrides/scope", all(ScopePart::NAMES)),
        ("/service/overrides/scope", Some(json!([]))),
        ("/clients/c1/drops_key_on", all(DropOn::NAMES)),
        ("/clients/c1/retry/on", all(RetryOn::NAMES)),
        ("/expect/findings", all(Finding::NAMES)),
    ];
    agree(&base(), &whole_lists, &[]);
    let own = base();
    for name in Knob::NAMES {
        assert!(own["service"]["overrides"].get(name).is_some(), "the file has {name}");
    }
}

/// A retention that is fixed ends when it says: what is kept longer has to go first.
#[test]
fn kinds_of_retention() {
    let mut own = base();
    if let Some(overrides) = own["service"]["overrides"].as_object_mut() {
        overrides.remove("kept_longer");
    }
    let kinds =
        RetentionKind::NAMES.iter().map(|name| ("/service/overrides/retention/kind", Some(json!(name))));
    agree(
        &own,
        &kinds.collect::<Vec<_>>(),
        &[("/service/overrides/retention/kind", Some(json!("for-ever")))],
    );
}

/// Endpoints and the mail's source, which take other fields along.
#[test]
fn names_that_decide_what_else_may_stand() {
    let set = |pointer, value| (pointer, Some(value));
    assert_eq!(MailFrom::NAMES, ["handler", "outbox"]);
    assert_eq!(Endpoint::NAMES, ["create", "confirm", "cancel", "ask"]);
    agree(
        &base(),
        &[
            set("/service/build/mail", json!({"from": "handler"})),
            set("/service/build/mail", json!({"from": "outbox"})),
            set("/script/0/to", json!("confirm")),
            set("/script/0/to", json!("cancel")),
            set("/service/effect", json!({"at": "ledger"})),
        ],
        &[
            set("/service/build/mail", json!({})),
            set("/service/build/mail", json!({"inbox": "apart"})),
            set("/service/build/mail/from", json!("handler")),
            set("/service/build/mail/from", json!("relay")),
            set("/script/0/to", json!("ask")),
            set("/script/0/to", json!("orders")),
            set("/service/effect/at", json!("ledger")),
        ],
    );
}

#[test]
fn numbers_texts_and_lists() {
    let set = |pointer, value| (pointer, Some(value));
    let mut many = Map::new();
    for n in 0..limits::FIELDS {
        many.insert(format!("f{n}"), json!({}));
    }
    let most = Value::Object(many.clone());
    many.insert("one-more".to_owned(), json!({}));
    let words = |characters: usize| json!("键".repeat(characters));
    agree(
        &base(),
        &[
            set("/service/overrides/key_policy", json!({})),
            set("/service/overrides/key_policy/min", json!(255)),
            set("/service/overrides/key_policy/max", json!(1)),
            set("/service/overrides/key_policy/missing_status", json!(499)),
            set("/service/overrides/mismatch", json!({})),
            set("/service/overrides/mismatch/status", json!(200)),
            set("/service/overrides/mismatch/code", words(255)),
            set("/service/overrides/in_flight", json!("reject")),
            set("/service/overrides/in_flight", json!({"wait": "1s"})),
            set("/service/overrides/in_flight", json!({"wait": "1s", "status": 503, "code": "x"})),
            set("/service/overrides/in_flight/status", json!(599)),
            set("/service/overrides/replay", json!({})),
            set("/service/overrides/replay/marker", json!(" ")),
            set("/service/overrides/retention", json!("0ms")),
            set("/service/overrides/retention", json!({})),
            set("/service/overrides/after_expiry", json!("execute-as-new")),
            set("/service/overrides/after_expiry", json!("reject")),
            set("/service/overrides/after_expiry", json!({"reject": 400})),
            set("/service/overrides/methods", json!(vec!["POST"; 8])),
            set("/service/build", json!({})),
            set("/service/build/fields", json!({})),
            set("/service/build/fields", most),
            set("/service/build/fields/tag/default", json!({"any": [null]})),
            set("/service/build/replicas", json!(8)),
            set("/service/build/store", json!("per-replica")),
            set("/clients/c1/retry/outer", json!({"attempts": 64})),
            set("/clients/c1/drops_key_on", json!([])),
            set("/script/0/replica", json!(8)),
            set("/faults/1/status", json!(400)),
            ("/faults/1/raised", None),
            ("/faults/2/loses", None),
            set("/expect/side_effects", json!({})),
        ],
        &[
            set("/service/overrides/key_policy/min", json!(0)),
            set("/service/overrides/key_policy/max", json!(256)),
            set("/service/overrides/key_policy/missing_status", json!(399)),
            set("/service/overrides/key_policy/bad_status", json!(500)),
            set("/service/overrides/key_policy/length", json!(1)),
            set("/service/overrides/carrier", json!("header")),
            set("/service/overrides/carrier/name", json!("")),
            set("/service/overrides/carrier/name", words(256)),
            set("/service/overrides/carrier/name", json!("a\nb")),
            set("/service/overrides/carrier/name", json!("a\u{85}b")),
            set("/service/overrides/methods", json!([])),
            set("/service/overrides/methods", json!(vec!["POST"; 9])),
            set("/service/overrides/scope", json!(["caller", "caller"])),
            set("/service/overrides/mismatch", json!("reject")),
            set("/service/overrides/mismatch/status", json!(199)),
            set("/service/overrides/mismatch/status", json!(600)),
            set("/service/overrides/in_flight", json!({"status": 409})),
            set("/service/overrides/in_flight", json!({"wait": "1s", "do": "reject"})),
            set("/service/overrides/in_flight", json!({"do": "wait"})),
            set("/service/overrides/stores/timeouts", json!("pin")),
            set("/service/overrides/stores/ok", json!("keep")),
            set("/service/overrides/failures", json!("stored")),
            set("/service/overrides/replay/status", json!(100)),
            set("/service/overrides/replay/marks_first", json!("yes")),
            set("/service/overrides/retention", json!("1w")),
            set("/service/overrides/retention/keeps", json!("1h")),
            set("/service/overrides/after_expiry", json!({})),
            set("/service/overrides/after_expiry", json!({"reject": 500})),
            set("/service/overrides/after_expiry", json!(412)),
            set("/service/build/fields", Value::Object(many)),
            set("/service/build/fields/product", json!({})),
            set("/service/build/fields/quantity", json!({})),
            set("/service/build/fields/a b", json!({})),
            set("/service/build/fields/tag", json!(true)),
            set("/service/build/fields/tag/volatile", json!(1)),
            set("/service/build/replicas", json!(0)),
            set("/service/build/replicas", json!(9)),
            set("/service/build/store", json!({})),
            set("/service/build/store", json!({"lag": 1})),
            set("/service/build/volatile", json!("true")),
            set("/service/build/sweeper", json!(true)),
            set("/service/build/cache", json!(true)),
            set("/service/effect/fenced", json!(1)),
            set("/service/effect/remembers", json!(null)),
            set("/clients/c1/tenant", json!("")),
            set("/clients/c1/tenant", json!("t 1")),
            set("/clients/c1/company", json!("k".repeat(33))),
            set("/clients/c1/clock_ahead", json!(5)),
            set("/clients/c1/drops_key_on", json!(["4xx", "4xx"])),
            set("/clients/c1/retry/survives_reload", json!(1)),
            set("/clients/c1/retry/outer", json!({})),
            set("/clients/c1/retry/outer/attempts", json!(0)),
            set("/clients/c1/retry/outer/attempts", json!(65)),
            set("/clients/c1/retry/outer/factor", json!(2)),
            set("/script/0/replica", json!(0)),
            set("/script/0/replica", json!(9)),
            set("/script/0/region", json!("eu/1")),
            set("/script/0/by", json!("key")),
            ("/script/1/by", None),
            set("/script/1/body", json!({})),
            ("/script/1/client", None),
            ("/script/2/recipe", None),
            set("/script/2/intent", json!("i1")),
            set("/script/2/by", json!("key")),
            set("/faults/0/for", json!("1s")),
            set("/faults/1/status", json!(399)),
            set("/faults/1/raised", json!(1)),
            set("/faults/2/loses", json!(1)),
            set("/faults/3/refuse", json!("request")),
            set("/faults/3/after", json!("1s")),
            set("/faults/4/limit", json!("connection")),
            set("/faults/5/stall", json!("after-authenticate")),
            ("/faults/5/for", None),
            set("/faults/6/restart", json!("1s")),
            set("/faults/7/redeliver", json!("mail")),
            ("/faults/7/after", None),
            set("/expect/side_effects/i1", json!(-1)),
            set("/expect/side_effects/i 1", json!(1)),
        ],
    );
}
