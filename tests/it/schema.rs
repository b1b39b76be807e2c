//! The JSON Schema and the parser agree, on every valid file and on a table of edits.

use idempotency_explainer::sim::parse::parse;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::{EVERY_FEATURE, EVERY_WIDER_FEATURE, scenario_files};

pub(crate) fn validator() -> Validator {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/static/scenario.schema.json"));
    let schema: Value = serde_json::from_str(&text.expect("readable")).expect("JSON");
    assert!(jsonschema::draft202012::meta::is_valid(&schema), "the schema is one");
    jsonschema::draft202012::new(&schema).expect("a usable schema")
}

pub(crate) fn base() -> Value {
    serde_json::from_str(EVERY_FEATURE).expect("JSON")
}

/// The incident files, with their names.
fn incidents() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/incidents");
    let entries = std::fs::read_dir(folder).expect("the folder of incidents");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_scenario = |path: &std::path::PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.ends_with("-as-reported.json") || name.ends_with("-built-right.json")
    };
    let read = |path: std::path::PathBuf| {
        (path.display().to_string(), std::fs::read_to_string(&path).expect("readable"))
    };
    paths.filter(is_scenario).map(read).collect()
}

/// One edit of a document at a JSON pointer: `None` removes the value, `Some` sets or adds it.
pub(crate) fn edited(document: &Value, pointer: &str, value: Option<Value>) -> Value {
    let mut document = document.clone();
    let (parent, name) = pointer.rsplit_once('/').expect("not the root");
    let name = name.replace("~1", "/").replace("~0", "~");
    match (document.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer}")), value) {
        (Value::Object(members), Some(value)) => drop(members.insert(name, value)),
        (Value::Object(members), None) => drop(members.remove(&name)),
        (Value::Array(items), Some(value)) => {
            let at: usize = name.parse().expect("an index");
            if at < items.len() { items[at] = value } else { items.push(value) }
        }
        (Value::Array(items), None) => drop(items.remove(name.parse().expect("an index"))),
        _ => panic!("{pointer} has no parent"),
    }
    document
}

#[test]
fn every_valid_file_is_valid() {
    let validator = validator();
    let further = [("every feature", EVERY_FEATURE), ("every wider feature", EVERY_WIDER_FEATURE)];
    let further = further.map(|(name, text)| (name.to_owned(), text.to_owned()));
    for (name, text) in scenario_files().into_iter().chain(incidents()).chain(further) {
        let document = serde_json::from_str(&text).expect("JSON");
        let errors: Vec<_> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{name}");
        assert!(parse(&text).is_ok(), "{name}");
    }
}

/// Both accept, or both refuse.
#[test]
fn both_say_the_same_of_each_edit() {
    let set = |pointer, value| (pointer, Some(value));
    let accepted = [
        ("/title", None),
        ("/faults", None),
        ("/expect", None),
        set("/title/fr", json!("Tous")),
        set("/service/effect", json!({"at": "ledger"})),
        set("/service/effect", json!({"at": "provider"})),
        ("/service/lease", None),
        ("/service/overrides", None),
        ("/service/takes", None),
        set("/service/overrides/in_flight", json!("reject")),
        set("/service/overrides/retention", json!("0060d")),
        set("/clients/c1/keys", json!([])),
        set("/clients/c1/keys/0", json!("键".repeat(255))),
        set("/clients/c1/retry", json!({"attempts": 1})),
        set("/clients/c1/retry/on", json!([])),
        set("/clients/c1/retry/attempts", json!(64)),
        set("/clients/c1/retry/seed", json!(4_294_967_295_u32)),
        set("/script/0/body", json!([null, {"any": [1.5, true]}])),
        set("/script/0/body", json!(null)),
        set("/script", json!([])),
        set("/faults", json!([])),
        set("/faults/0/of", json!("c1#64")),
        ("/faults/3/status", None),
        set("/expect", json!({})),
        set("/expect/answers/c1#1", json!({})),
        set("/expect/beliefs/c1~1i1", json!({"refused": 409})),
        set("/expect/findings", json!([])),
        set("/expect/orders", json!(4096)),
    ];
    let refused = [
        ("/v", None),
        ("/service", None),
        ("/clients", None),
        ("/script", None),
        set("/v", json!(2)),
        set("/v", json!("1")),
        set("/extra", json!(1)),
        set("/title", json!("text")),
        set("/title/en", json!(null)),
        ("/service/contract", None),
        ("/service/write_order", None),
        set("/service/contract", json!("stripe")),
        set("/service/write_order", json!("Ignore")),
        set("/service/replicas", json!(2)),
        set("/service/lease", json!("30")),
        set("/service/lease", json!("30 s")),
        set("/service/lease", json!("-1s")),
        set("/service/lease", json!("1.5s")),
        set("/service/lease", json!("1w")),
        set("/service/lease", json!("1S")),
        set("/service/lease", json!("s")),
        set("/service/lease", json!(" 1s")),
        set("/service/lease", json!("1s\n")),
        set("/service/lease", json!("１s")),
        set("/service/lease", json!(null)),
        ("/service/effect/at", None),
        set("/service/effect/at", json!("ledger")),
        set("/service/effect/key", json!("derive")),
        set("/service/effect", json!("provider")),
        set("/service/overrides/retain", json!("1h")),
        set("/service/overrides/in_flight", json!("wait")),
        set("/service/overrides/in_flight", json!({})),
        set("/service/overrides/in_flight/then", json!("x")),
        set("/service/overrides/failures", json!("kept")),
        set("/service/takes/lookup", json!("1ms")),
        set("/clients", json!({})),
        set("/clients/c 3", json!({"key": "per-intent", "keep": "memory"})),
        set("/clients/", json!({"key": "per-intent", "keep": "memory"})),
        set("/clients/c1/key", json!("per-page")),
        ("/clients/c1/keep", None),
        set("/clients/c1/keys/0", json!("")),
        set("/clients/c1/keys/0", json!("键".repeat(256))),
        set("/clients/c1/keys", json!(vec!["k"; 65])),
        ("/clients/c1/retry/attempts", None),
        set("/clients/c1/retry/attempts", json!(0)),
        set("/clients/c1/retry/attempts", json!(65)),
        set("/clients/c1/retry/factor", json!(101)),
        set("/clients/c1/retry/factor", json!(1.5)),
        set("/clients/c1/retry/on", json!(["5xx", "5xx"])),
        set("/clients/c1/retry/on", json!(["4xx"])),
        set("/clients/c1/retry/seed", json!(4_294_967_296_u64)),
        ("/script/0/at", None),
        ("/script/0/intent", None),
        set("/script/0/do", json!("resend")),
        set("/script/0/body_text", json!("{}")),
        set("/script/0/intent", json!("i".repeat(33))),
        set("/script/1/intent", json!("i1")),
        set("/script/4/key", json!("k")),
        set("/script", json!(vec![json!({"at": "0ms", "client": "c1", "do": "wait"}); 65])),
        ("/faults/0/of", None),
        ("/faults/0/lose", None),
        set("/faults/0/by", json!("1s")),
        set("/faults/0/of", json!("c1#0")),
        set("/faults/0/of", json!("c1#65")),
        set("/faults/0/of", json!("c1#01")),
        set("/faults/0/of", json!("c1")),
        set("/faults/2/duplicate", json!("response")),
        set("/faults/3/status", json!(399)),
        set("/faults/4/crash", json!("after-authenticate")),
        ("/faults/4/restart", None),
        set("/faults/4/fail", json!("before-effect")),
        set("/faults", json!(vec![json!({"lose": "request", "of": "c1#1"}); 65])),
        set("/expect/effects/i 1", json!(1)),
        set("/expect/effects/i1", json!(4097)),
        set("/expect/answers/c1#1", json!("nothing")),
        set("/expect/answers/c2#1/body_text", json!("{}")),
        set("/expect/answers/c2#1/status", json!(600)),
        set("/expect/answers/c2#1/replayed", json!("false")),
        set("/expect/beliefs/c1", json!("unknown")),
        set("/expect/beliefs/c1~1i1~1x", json!("unknown")),
        set("/expect/beliefs/c2~1i2/refused", json!(400)),
        set("/expect/beliefs/c2~1i2/done", json!(0)),
        set("/expect/findings/2", json!("stuck")),
        set("/expect/findings/2", json!("slow")),
    ];
    assert!(accepted.len() + refused.len() >= 50);
    agree(&base(), &accepted, &refused);
}

/// Parser and schema both accept, or both refuse, a document after each edit.
pub(crate) fn agree(base: &Value, accepted: &[(&str, Option<Value>)], refused: &[(&str, Option<Value>)]) {
    let validator = validator();
    let rows = accepted.iter().map(|row| (row, true)).chain(refused.iter().map(|row| (row, false)));
    for ((pointer, value), wanted) in rows {
        let document = edited(base, pointer, value.clone());
        let problem = parse(&document.to_string()).err();
        assert_eq!(problem.is_none(), wanted, "parser, {pointer}: {value:?}: {problem:?}");
        assert_eq!(validator.is_valid(&document), wanted, "schema, {pointer}: {value:?}");
    }
}
