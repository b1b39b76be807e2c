//! What is wrong with the wider world's fields, word for word.

use expect_test::{Expect, expect};
use idempotency_explainer::sim::contract::Knob;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;

use crate::parse_errors::check_of;
use crate::support::{EVERY_WIDER_FEATURE, text};

fn check(edits: &[(&str, &str)], wanted: Expect) {
    check_of(EVERY_WIDER_FEATURE, edits, wanted);
}

#[test]
fn presets_and_providers() {
    check(
        &[
            ("\"stripe-v1\"", "\"stripe\""),
            ("\"stripe-v1\"", "\"stripe-v3\""),
            ("\"stripe-v1\"", "\"ietf\""),
            ("\"at\": \"both\"", "\"at\": \"ledger\""),
            ("\"at\": \"both\"", "\"at\": \"outside\""),
            ("\"key\": \"derived\"", "\"key\": \"drived\""),
            ("\"unknown\": \"ask\"", "\"unknown\": \"wait\""),
            ("\"remembers\": \"1h\"", "\"remembers\": \"1 h\""),
            ("\"fenced\": true", "\"fenced\": \"yes\""),
            ("\"fenced\": true", "\"fence\": true"),
        ],
        expect![[r#"
            line 5, column 17, service.contract: found "stripe", wanted one of "fixture", "stripe-v1", "stripe-v2", "aws-ec2", "ietf-draft-07", "lambda-powertools", "rocket-rides-atomic", "gocardless", "azure-acs-email", "paypal-orders-v2", "adyen", "square-create-payment", "google-aip-155", "shopify-admin" (did you mean "stripe-v1"?)
            line 5, column 17, service.contract: found "stripe-v3", wanted one of "fixture", "stripe-v1", "stripe-v2", "aws-ec2", "ietf-draft-07", "lambda-powertools", "rocket-rides-atomic", "gocardless", "azure-acs-email", "paypal-orders-v2", "adyen", "square-create-payment", "google-aip-155", "shopify-admin" (did you mean "stripe-v1"?)
            line 5, column 17, service.contract: found "ietf", wanted one of "fixture", "stripe-v1", "stripe-v2", "aws-ec2", "ietf-draft-07", "lambda-powertools", "rocket-rides-atomic", "gocardless", "azure-acs-email", "paypal-orders-v2", "adyen", "square-create-payment", "google-aip-155", "shopify-admin"
            line 7, column 32, service.effect: found "key", wanted a known field: "at"
            line 7, column 22, service.effect.at: found "outside", wanted one of "ledger", "provider", "both"
            line 7, column 37, service.effect.key: found "drived", wanted one of "none", "forwarded", "derived" (did you mean "derived"?)
            line 7, column 59, service.effect.unknown: found "wait", wanted one of "repeat", "ask", "park"
            line 7, column 79, service.effect.remembers: found "1 h", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 7, column 95, service.effect.fenced: found "yes", wanted true or false
            line 7, column 85, service.effect: found "fence", wanted a known field: "at", "key", "unknown", "remembers", "fenced" (did you mean "fenced"?)
        "#]],
    );
    let problem = parse(&EVERY_WIDER_FEATURE.replacen("stripe-v1", "paypal", 1)).expect_err("no preset");
    assert_eq!(problem.wanted.names(), Preset::NAMES, "all presets are listed");
}

#[test]
fn knobs() {
    check(
        &[
            ("\"carrier\": {", "\"carriers\": {"),
            ("\"kind\": \"derived\"", "\"kind\": \"cookie\""),
            ("\"name\": \"event_id\"", "\"name\": \"\""),
            ("\"name\": \"event_id\"", "\"name\": \"a\\tb\""),
            ("[\"POST\", \"PATCH\"]", "[]"),
            ("[\"POST\", \"PATCH\"]", "\"POST\""),
            ("[\"POST\", \"PATCH\"]", "[\"POST\", \"\"]"),
            ("\"presence\": \"required\"", "\"presence\": \"requires\""),
            ("\"min\": 2", "\"min\": 0"),
            ("\"max\": 40", "\"max\": 256"),
            ("\"format\": \"ascii\"", "\"format\": \"uuid\""),
            ("\"missing_status\": 401", "\"missing_status\": 500"),
            ("\"bad_status\": 422", "\"bad_status\": 399"),
            ("\"bad_status\": 422", "\"malformed\": 422"),
            ("\"company\", \"region\"", "\"caller\", \"region\""),
            ("\"company\", \"region\"", "\"tenant\", \"region\""),
            ("\"fingerprint\": \"params\"", "\"fingerprint\": \"body\""),
            ("\"do\": \"treat-as-new\"", "\"do\": \"run\""),
            ("\"status\": 422, \"code\": \"other\"", "\"status\": 600, \"code\": \"other\""),
            ("\"code\": \"other\"", "\"code\": \"\""),
        ],
        expect![[r#"
            line 9, column 7, service.overrides: found "carriers", wanted a known field: "carrier", "methods", "key_policy", "scope", "fingerprint", "mismatch", "in_flight", "stores", "failed_work", "replay", "retention", "after_expiry", "kept_longer", "failures" (did you mean "carrier"?)
            line 9, column 27, service.overrides.carrier.kind: found "cookie", wanted one of "header", "body-field", "param", "directive", "derived"
            line 9, column 46, service.overrides.carrier.name: found "", wanted a string of 1 to 255 characters
            line 9, column 46, service.overrides.carrier.name: found "a\tb", wanted a string of 1 to 255 characters
            line 10, column 18, service.overrides.methods: found 0 entries, wanted at least one entry
            line 10, column 18, service.overrides.methods: found "POST", wanted an array
            line 10, column 27, service.overrides.methods[1]: found "", wanted a string of 1 to 255 characters
            line 11, column 34, service.overrides.key_policy.presence: found "requires", wanted one of "required", "optional", "auto" (did you mean "required"?)
            line 11, column 53, service.overrides.key_policy.min: found 0, wanted a whole number from 1 to 255
            line 11, column 63, service.overrides.key_policy.max: found 256, wanted a whole number from 1 to 255
            line 11, column 77, service.overrides.key_policy.format: found "uuid", wanted one of "opaque", "ascii", "uuid4", "guid", "sf-string", "md5" (did you mean "uuid4"?)
            line 11, column 104, service.overrides.key_policy.missing_status: found 500, wanted a whole number from 400 to 499
            line 11, column 123, service.overrides.key_policy.bad_status: found 399, wanted a whole number from 400 to 499
            line 11, column 109, service.overrides.key_policy: found "malformed", wanted a known field: "presence", "min", "max", "format", "missing_status", "bad_status"
            line 12, column 27, service.overrides.scope[1]: found "caller", wanted each name once
            line 12, column 27, service.overrides.scope[1]: found "tenant", wanted one of "caller", "account", "company", "user", "sandbox", "region", "zone", "api", "function"
            line 13, column 22, service.overrides.fingerprint: found "body", wanted one of "params", "endpoint-params", "selected-fields", "implementation-defined", "none"
            line 14, column 26, service.overrides.mismatch.do: found "run", wanted one of "reject", "replay-original", "same-as-duplicate", "treat-as-new"
            line 14, column 52, service.overrides.mismatch.status: found 600, wanted a whole number from 200 to 599
            line 14, column 65, service.overrides.mismatch.code: found "", wanted a string of 1 to 255 characters
        "#]],
    );
    let problem =
        parse(&EVERY_WIDER_FEATURE.replacen("\"replay\":", "\"replays\":", 1)).expect_err("no knob");
    let names = problem.wanted.names();
    assert!(Knob::NAMES.iter().all(|knob| names.iter().any(|name| name == knob)), "all knobs are listed");
}

#[test]
fn further_knobs() {
    check(
        &[
            ("\"do\": \"current-state\"", "\"do\": \"wait\""),
            ("\"do\": \"current-state\", ", ""),
            ("\"do\": \"current-state\"", "\"wait\": \"5s\", \"do\": \"reject\""),
            ("\"do\": \"current-state\"", "\"wait\": 5"),
            ("\"validation\": \"pin\"", "\"validation\": \"keep\""),
            ("\"validation\": \"pin\"", "\"valid\": \"pin\""),
            ("\"failed_work\": \"resume\"", "\"failures\": \"stored\", \"failed_work\": \"resume\""),
            ("\"failed_work\": \"resume\"", "\"failed_work\": \"retry\""),
            ("\"mode\": \"conflict-pointer\"", "\"mode\": \"pointer\""),
            ("\"marker\": \"Replayed: 1\"", "\"marker\": 1"),
            ("\"marks_first\": true", "\"marks_first\": 1"),
            ("\"kind\": \"per-api\"", "\"kind\": \"per-call\""),
            ("\"for\": \"12h\"", "\"for\": \"12\""),
            ("\"clock\": \"completed\"", "\"clock\": \"created\""),
            ("\"clock\": \"completed\"", "\"starts\": \"completed\""),
            ("\"kind\": \"per-api\"", "\"kind\": \"fixed\""),
            ("{\"reject\": 410}", "{}"),
            ("{\"reject\": 410}", "{\"reject\": 300}"),
            ("{\"reject\": 410}", "\"refuse\""),
        ],
        expect![[r#"
            line 15, column 27, service.overrides.in_flight.do: found "wait", wanted one of "reject", "current-state", "may-fail"
            line 15, column 20, service.overrides.in_flight: found an object without it, wanted the field "do"
            line 15, column 41, service.overrides.in_flight.do: found both, wanted "wait" or "do", not both
            line 15, column 29, service.overrides.in_flight.wait: found 5, wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 16, column 32, service.overrides.stores.validation: found "keep", wanted one of "pin", "drop"
            line 16, column 18, service.overrides.stores: found "valid", wanted a known field: "validation", "ok", "client_error", "server_error", "unhandled", "crash"
            line 16, column 17, service.overrides.stores: found both, wanted "stores" or "failures", not both
            line 17, column 22, service.overrides.failed_work: found "retry", wanted one of "replay-error", "rerun", "resume", "reexecute-failed-parts"
            line 18, column 26, service.overrides.replay.mode: found "pointer", wanted one of "verbatim", "updated-state", "stored-or-current", "conflict-pointer"
            line 18, column 87, service.overrides.replay.marker: found 1, wanted a string
            line 18, column 117, service.overrides.replay.marks_first: found 1, wanted true or false
            line 19, column 29, service.overrides.retention.kind: found "per-call", wanted one of "at-least", "fixed", "per-api", "resource-lifetime-plus", "published-by-server", "unpublished"
            line 19, column 47, service.overrides.retention.for: found "12", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 19, column 63, service.overrides.retention.clock: found "created", wanted one of "first-seen", "completed", "client-timestamp"
            line 19, column 54, service.overrides.retention: found "starts", wanted a known field: "kind", "for", "clock"
            line 20, column 22, service.overrides.kept_longer: found "1h", wanted no "kept_longer": this contract's retention is fixed
            line 21, column 23, service.overrides.after_expiry: found an object without it, wanted the field "reject"
            line 21, column 34, service.overrides.after_expiry.reject: found 300, wanted a whole number from 400 to 499
            line 21, column 23, service.overrides.after_expiry: found "refuse", wanted one of "execute-as-new", "reject"
        "#]],
    );
}

/// A retention that is fixed, by the preset or by the file, is kept no longer.
#[test]
fn kept_longer_than_fixed() {
    let file = |preset: &str, overrides: &str| {
        let line = format!("ignore as={preset} {overrides} | 0 i1 2");
        parse(&text(&line)).err().map(|problem| problem.to_string())
    };
    assert_eq!(file("rocket-rides-atomic", "over.kept_longer=0ms"), None, "no longer is no longer");
    assert_eq!(file("stripe-v1", "over.kept_longer=1s"), None, "a floor may be kept longer");
    assert_eq!(
        file("stripe-v2", "over.retention.kind=at-least over.kept_longer=1s"),
        None,
        "as the file has it"
    );
    let words = ["stripe-v2", "lambda-powertools", "rocket-rides-atomic", "azure-acs-email", "shopify-admin"]
        .map(|preset| format!("{}\n", file(preset, "over.kept_longer=1s").expect(preset)));
    expect![[r#"
        line 1, column 69, service.overrides.kept_longer: found "1s", wanted no "kept_longer": this contract's retention is fixed
        line 1, column 77, service.overrides.kept_longer: found "1s", wanted no "kept_longer": this contract's retention is fixed
        line 1, column 79, service.overrides.kept_longer: found "1s", wanted no "kept_longer": this contract's retention is fixed
        line 1, column 75, service.overrides.kept_longer: found "1s", wanted no "kept_longer": this contract's retention is fixed
        line 1, column 73, service.overrides.kept_longer: found "1s", wanted no "kept_longer": this contract's retention is fixed
    "#]].assert_eq(&words.concat());
    let own = file("fixture", "over.retention.kind=fixed over.kept_longer=1s").expect("fixed");
    expect![[r#"line 1, column 67, service.overrides.kept_longer: found "1s", wanted no "kept_longer": this contract's retention is fixed"#]].assert_eq(&own);
}

#[test]
fn builds() {
    check(
        &[
            ("\"running_first\": true", "\"running_first\": 1"),
            ("\"running_first\": true", "\"running_last\": true"),
            ("\"limiter\": \"behind-record\"", "\"limiter\": \"behind\""),
            ("\"failed_claim\": \"left\"", "\"failed_claim\": \"kept\""),
            ("\"unique\": \"at-commit\"", "\"unique\": \"commit\""),
            ("\"loser\": \"errors\"", "\"loser\": \"retries\""),
            ("\"record_needs_client\": true", "\"record_needs_client\": null"),
            ("\"recipe\": \"filled\"", "\"recipe\": \"full\""),
            ("\"note\": {", "\"product\": {"),
            ("\"note\": {", "\"quantity\": {"),
            ("\"note\": {", "\"a note\": {"),
            ("\"note\": {", "\"tag\": {"),
            ("\"volatile\": true}, \"colour\"", "\"changes\": true}, \"colour\""),
            ("\"default\": \"red\"", "\"default\": {\"a\": 1, \"a\": 2}"),
            ("\"tag\": {}", "\"tag\": true"),
            ("\"key_form\": \"trimmed\"", "\"key_form\": \"lower\""),
            ("\"replicas\": 2", "\"replicas\": 9"),
            ("\"replicas\": 2", "\"replicas\": 0"),
            ("{\"lag\": \"200ms\"}", "{}"),
            ("{\"lag\": \"200ms\"}", "\"lagging\""),
            ("\"volatile\": true,\n", "\"volatile\": \"true\",\n"),
            ("\"forgets_after\": \"6h\"", "\"forgets_after\": 6"),
            ("\"sweeper\": \"5m\"", "\"sweeper\": true"),
            ("\"proxy\": \"3s\"", "\"proxies\": \"3s\""),
            ("\"from\": \"outbox\"", "\"from\": \"inbox\""),
            ("\"from\": \"outbox\", ", ""),
            ("\"from\": \"outbox\"", "\"from\": \"handler\""),
            ("\"inbox\": \"with-effect\"", "\"inbox\": \"yes\""),
            ("\"relay\": \"150ms\"", "\"relay\": \"61d\""),
        ],
        expect![[r#"
            line 24, column 24, service.build.running_first: found 1, wanted true or false
            line 24, column 7, service.build: found "running_last", wanted a known field: "running_first", "limiter", "failed_claim", "unique", "loser", "record_needs_client", "recipe", "fields", "key_form", "replicas", "store", "volatile", "forgets_after", "sweeper", "proxy", "mail" (did you mean "running_first"?)
            line 24, column 41, service.build.limiter: found "behind", wanted one of "in-front", "behind-record"
            line 24, column 74, service.build.failed_claim: found "kept", wanted one of "removed", "left"
            line 24, column 92, service.build.unique: found "commit", wanted one of "at-claim", "at-commit" (did you mean "at-commit"?)
            line 24, column 114, service.build.loser: found "retries", wanted one of "re-reads", "errors"
            line 25, column 30, service.build.record_needs_client: found null, wanted true or false
            line 25, column 46, service.build.recipe: found "full", wanted one of "given", "filled", "text"
            line 26, column 18, service.build.fields: found "product", wanted each name once
            line 26, column 18, service.build.fields: found "quantity", wanted each name once
            line 26, column 18, service.build.fields.a note: found "a note", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 26, column 75, service.build.fields: found "tag" again, wanted each name once
            line 26, column 27, service.build.fields.note: found "changes", wanted a known field: "volatile", "default"
            line 26, column 77, service.build.fields.colour.default: found "a" again, wanted each name once
            line 26, column 83, service.build.fields.tag: found true, wanted an object
            line 27, column 19, service.build.key_form: found "lower", wanted one of "bytes", "case-folded", "trimmed", "first-listed"
            line 27, column 42, service.build.replicas: found 9, wanted a whole number from 1 to 8
            line 27, column 42, service.build.replicas: found 0, wanted a whole number from 1 to 8
            line 27, column 54, service.build.store: found an object without it, wanted the field "lag"
            line 27, column 54, service.build.store: found "lagging", wanted one of "shared", "per-replica"
            line 27, column 84, service.build.volatile: found "true", wanted true or false
            line 28, column 24, service.build.forgets_after: found 6, wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 28, column 41, service.build.sweeper: found true, wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 28, column 47, service.build: found "proxies", wanted a known field: "running_first", "limiter", "failed_claim", "unique", "loser", "record_needs_client", "recipe", "fields", "key_form", "replicas", "store", "volatile", "forgets_after", "sweeper", "proxy", "mail"
            line 29, column 24, service.build.mail.from: found "inbox", wanted one of "handler", "outbox"
            line 29, column 15, service.build.mail: found an object without it, wanted the field "from"
            line 29, column 35, service.build.mail: found "inbox", wanted a known field: "from"
            line 29, column 43, service.build.mail.inbox: found "yes", wanted one of "none", "with-effect", "apart"
            line 29, column 86, service.build.mail.relay: found "61d", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
        "#]],
    );
}

#[test]
fn clients() {
    check(
        &[
            ("\"per-call\"", "\"per-send\""),
            ("\"tenant\": \"t2\"", "\"tenant\": \"\""),
            ("\"tenant\": \"t2\"", "\"tenant\": 2"),
            ("\"company\": \"k1\"", "\"company\": \"k 1\""),
            ("\"clock_ahead\": \"5s\"", "\"clock_ahead\": \"-5s\""),
            ("\"clock_behind\": \"1s\"", "\"clock_slow\": \"1s\""),
            ("\"persists\": \"after-send\"", "\"persists\": \"never\""),
            ("[\"timeout\", \"4xx\"]", "[\"timeout\", \"timeout\"]"),
            ("[\"timeout\", \"4xx\"]", "[\"429\"]"),
            ("[\"timeout\", \"4xx\"]", "\"timeout\""),
            ("[\"refused\", \"429\"]", "[\"refused\", \"428\"]"),
            ("\"survives_reload\": true", "\"survives_reload\": \"yes\""),
            ("{\"attempts\": 2, \"backoff\": \"20s\"}", "{\"backoff\": \"20s\"}"),
            ("{\"attempts\": 2, \"backoff\": \"20s\"}", "{\"attempts\": 0}"),
            ("{\"attempts\": 2, \"backoff\": \"20s\"}", "{\"attempts\": 2, \"factor\": 2}"),
        ],
        expect![[r#"
            line 34, column 14, clients.c1.key: found "per-send", wanted one of "per-intent", "per-attempt", "body-hash", "business-id", "per-call", "none"
            line 34, column 55, clients.c1.tenant: found "", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 34, column 55, clients.c1.tenant: found 2, wanted a string
            line 34, column 72, clients.c1.company: found "k 1", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 34, column 93, clients.c1.clock_ahead: found "-5s", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 34, column 99, clients.c1: found "clock_slow", wanted a known field: "key", "keep", "keys", "timeout", "retry", "tenant", "company", "clock_ahead", "clock_behind", "persists", "drops_key_on"
            line 35, column 19, clients.c1.persists: found "never", wanted one of "before-send", "after-send", "after-answer"
            line 35, column 61, clients.c1.drops_key_on[1]: found "timeout", wanted each name once
            line 35, column 50, clients.c1.drops_key_on[0]: found "429", wanted one of "timeout", "4xx", "409-in-flight", "5xx", "success"
            line 35, column 49, clients.c1.drops_key_on: found "timeout", wanted an array
            line 36, column 50, clients.c1.retry.on[1]: found "428", wanted one of "timeout", "409-in-flight", "5xx", "refused", "429" (did you mean "429"?)
            line 36, column 77, clients.c1.retry.survives_reload: found "yes", wanted true or false
            line 36, column 92, clients.c1.retry.outer: found an object without it, wanted the field "attempts"
            line 36, column 105, clients.c1.retry.outer.attempts: found 0, wanted a whole number from 1 to 64
            line 36, column 108, clients.c1.retry.outer: found "factor", wanted a known field: "attempts", "backoff"
        "#]],
    );
}

/// A step has the fields of its kind and no others.
#[test]
fn steps() {
    check(
        &[
            ("\"to\": \"create\"", "\"to\": \"ask\""),
            ("\"replica\": 2", "\"replica\": 0"),
            ("\"region\": \"eu\"", "\"region\": \"\""),
            ("\"region\": \"eu\"", "\"by\": \"key\""),
            ("\"region\": \"eu\"", "\"recipe\": \"text\""),
            ("\"by\": \"key\"", "\"by\": \"intent\""),
            (", \"by\": \"key\"", ""),
            ("\"by\": \"key\"", "\"by\": \"key\", \"body\": {}"),
            ("\"by\": \"key\"", "\"by\": \"key\", \"region\": \"eu\""),
            ("\"client\": \"c1\", \"do\": \"ask\"", "\"do\": \"ask\""),
            ("\"recipe\": \"text\"", "\"recipe\": \"hash\""),
            (", \"recipe\": \"text\"", ""),
            ("\"do\": \"deploy\"", "\"client\": \"c1\", \"do\": \"deploy\""),
            ("\"do\": \"deploy\"", "\"do\": \"deploys\""),
            ("\"do\": \"ask\", \"intent\": \"i1\"", "\"do\": \"ask\", \"intent\": \"i 1\""),
        ],
        expect![[r#"
            line 41, column 126, script[0].to: found "ask", wanted one of "create", "confirm", "cancel"
            line 41, column 147, script[0].replica: found 0, wanted a whole number from 1 to 8
            line 41, column 160, script[0].region: found "", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 41, column 150, script[0]: found "by", wanted a known field: "at", "client", "do", "intent", "body", "body_text", "key", "to", "replica", "region"
            line 41, column 150, script[0]: found "recipe", wanted a known field: "at", "client", "do", "intent", "body", "body_text", "key", "to", "replica", "region"
            line 42, column 70, script[1].by: found "intent", wanted one of "key", "order"
            line 42, column 5, script[1]: found an object without it, wanted the field "by"
            line 42, column 77, script[1]: found "body", wanted a known field: "at", "client", "do", "intent", "by"
            line 42, column 77, script[1]: found "region", wanted a known field: "at", "client", "do", "intent", "by"
            line 42, column 5, script[1]: found an object without it, wanted the field "client"
            line 43, column 45, script[2].recipe: found "hash", wanted one of "given", "filled", "text"
            line 43, column 5, script[2]: found an object without it, wanted the field "recipe"
            line 43, column 19, script[2]: found "client", wanted a known field: "at", "do", "recipe"
            line 43, column 25, script[2].do: found "deploys", wanted one of "send", "reload", "wait", "ask", "deploy" (did you mean "deploy"?)
            line 42, column 58, script[1].intent: found "i 1", wanted an id of 1 to 32 letters, digits, "-" or "_"
        "#]],
    );
}

/// A fault has the fields of its kind and no others.
#[test]
fn faults() {
    check(
        &[
            ("\"lose\": \"commit-ack\"", "\"lose\": \"commit\""),
            ("\"lose\": \"commit-ack\"", "\"lose\": \"commit-ack\", \"loses\": \"1s\""),
            ("\"status\": 422, \"raised\"", "\"status\": 200, \"raised\""),
            ("\"raised\": true", "\"raised\": \"true\""),
            ("\"loses\": \"1s\"", "\"loses\": true"),
            ("\"refuse\": \"connection\"", "\"refuse\": \"request\""),
            ("\"refuse\": \"connection\"", "\"refuse\": \"connection\", \"after\": \"1s\""),
            ("\"limit\": \"request\"", "\"limit\": \"response\""),
            ("\"stall\": \"after-claim\"", "\"stall\": \"after-authenticate\""),
            (", \"for\": \"45s\"", ""),
            ("\"for\": \"45s\"", "\"by\": \"45s\""),
            ("\"crash_client\": \"after-answer\"", "\"crash_client\": \"before-send\""),
            ("\"crash_client\": \"after-answer\"", "\"crash_client\": \"after-answer\", \"restart\": \"1s\""),
            ("\"redeliver\": \"message\"", "\"redeliver\": \"mail\""),
            (", \"after\": \"1s\"", ""),
            ("\"crash_client\": \"after-answer\"", "\"crash_clients\": \"after-answer\""),
            ("\"limit\": \"request\"", "\"limit\": \"request\", \"lose\": \"request\""),
        ],
        expect![[r#"
            line 48, column 14, faults[0].lose: found "commit", wanted one of "request", "response", "commit-ack"
            line 48, column 28, faults[0]: found "loses", wanted a known field: "lose", "of" (did you mean "lose"?)
            line 49, column 55, faults[1].status: found 200, wanted a whole number from 400 to 599
            line 49, column 70, faults[1].raised: found "true", wanted true or false
            line 50, column 71, faults[2].loses: found true, wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 51, column 16, faults[3].refuse: found "request", wanted one of "connection"
            line 51, column 30, faults[3]: found "after", wanted a known field: "refuse", "of"
            line 52, column 15, faults[4].limit: found "response", wanted one of "request"
            line 53, column 15, faults[5].stall: found "after-authenticate", wanted one of "after-receive", "after-validate", "after-look-up", "after-claim", "after-effect", "after-record", "after-commit", "after-respond"
            line 53, column 5, faults[5]: found an object without it, wanted the field "for"
            line 53, column 44, faults[5]: found "by", wanted a known field: "stall", "of", "for"
            line 54, column 22, faults[6].crash_client: found "before-send", wanted one of "after-persist", "after-send", "after-answer"
            line 54, column 38, faults[6]: found "restart", wanted a known field: "crash_client", "of"
            line 55, column 19, faults[7].redeliver: found "mail", wanted one of "message"
            line 55, column 5, faults[7]: found an object without it, wanted the field "after"
            line 54, column 6, faults[6]: found "crash_clients", wanted a known field: "lose", "delay", "duplicate", "fail", "crash", "refuse", "limit", "stall", "crash_client", "redeliver", "of", "by", "after", "status", "restart", "raised", "loses", "for" (did you mean "crash_client"?)
            line 52, column 6, faults[4]: found "limit", wanted a known field: "lose", "of"
        "#]],
    );
}

#[test]
fn expectations() {
    check(
        &[
            ("{\"i1\": 1, \"i2\": 0}", "{\"i1\": -1}"),
            ("{\"i1\": 1, \"i2\": 0}", "1"),
            ("\"side_effects\"", "\"side_effect\""),
            ("\"wrong-operation\"", "\"wrong-operations\""),
        ],
        expect![[r#"
            line 58, column 28, expect.side_effects.i1: found -1, wanted a whole number from 0 to 4096
            line 58, column 21, expect.side_effects: found 1, wanted an object
            line 58, column 5, expect: found "side_effect", wanted a known field: "orders", "effects", "side_effects", "answers", "beliefs", "findings" (did you mean "side_effects"?)
            line 59, column 57, expect.findings[2]: found "wrong-operations", wanted one of "effect-lost", "effect-twice", "false-belief", "foreign-answer", "never-finishes", "replay-differs", "side-effect-twice", "stuck", "two-final-outcomes", "wrong-operation" (did you mean "wrong-operation"?)
        "#]],
    );
}
