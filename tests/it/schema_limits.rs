//! The JSON Schema against the parser on thousands of generated edits, and what a schema cannot say.

use std::collections::BTreeMap;

use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::problem::Wanted;
use serde_json::{Value, json};

use crate::schema::{base, edited, validator};
use crate::support::{EVERY_FEATURE, EVERY_WIDER_FEATURE};

/// Pointers to every value below a document's root.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.replace('/', "~1"), value)).collect()
        }
        Value::Array(items) => items.iter().enumerate().map(|(n, value)| (n.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (name, value) in below {
        found.push(format!("{at}/{name}"));
        pointers(value, &format!("{at}/{name}"), found);
    }
}

/// Problems that only the whole file, or the size of a number in a text, can show.
const fn is_beyond_a_schema(wanted: &Wanted) -> bool {
    matches!(
        wanted,
        Wanted::BodyForIntent
            | Wanted::TimeOrder
            | Wanted::KnownClient(_)
            | Wanted::AttemptName(_)
            | Wanted::BeliefName(_)
            | Wanted::Duration
            | Wanted::Floor
    )
}

/// Each value of the base removed, replaced by values of every type, and given a field or an entry more: the schema
/// never refuses what the parser accepts, and accepts what the parser refuses only for reasons out of its reach.
#[test]
fn generated_edits() {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(64),
        json!(500),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(""),
        json!("x"),
        json!("1s"),
        json!("61d"),
        json!("c1"),
        json!("c9"),
        json!("c1#1"),
        json!("c9#1"),
        json!("request"),
        json!("none"),
        json!("reject"),
        json!("wait"),
        json!("per-intent"),
        json!("stored"),
        json!("drop"),
        json!("fixed"),
        json!("a\u{7f}b"),
        json!([]),
        json!([1]),
        json!(["x"]),
        json!({}),
        json!({"wait": "1s"}),
        json!({"at": "ledger"}),
        json!({"done": 1}),
        json!({"x": 1}),
        json!({"lag": "1s"}),
        json!({"reject": 410}),
        json!({"from": "handler"}),
    ];
    let wider = serde_json::from_str(EVERY_WIDER_FEATURE).expect("JSON");
    let validator = validator();
    let (mut edits, mut accepted, mut beyond) = (0, 0, BTreeMap::new());
    let mut places = Vec::new();
    for base in [base(), wider] {
        let mut of_base = Vec::new();
        pointers(&base, "", &mut of_base);
        places.extend(of_base.into_iter().map(|place| (base.clone(), place)));
    }
    for (base, place) in &places {
        let mut documents = vec![edited(base, place, None)];
        documents.extend(values.iter().map(|value| edited(base, place, Some(value.clone()))));
        match base.pointer(place) {
            Some(Value::Object(_)) => {
                documents.push(edited(base, &format!("{place}/unknown"), Some(json!(1))))
            }
            Some(Value::Array(items)) => {
                let first = items.first().cloned().unwrap_or_default();
                documents.push(edited(base, &format!("{place}/{}", items.len()), Some(first)));
            }
            _ => {}
        }
        for document in documents {
            let by_schema = validator.is_valid(&document);
            edits += 1;
            match parse(&document.to_string()) {
                Ok(_) => {
                    accepted += 1;
                    assert!(by_schema, "{place}: only the schema refuses {document}");
                }
                Err(problem) if by_schema => {
                    assert!(
                        is_beyond_a_schema(&problem.wanted),
                        "{place}: only the parser refuses: {problem}\n{document}"
                    );
                    *beyond.entry(problem.wanted.to_string()).or_insert(0) += 1;
                }
                Err(_) => {}
            }
        }
    }
    assert!(edits > 9_000 && accepted > 900, "{edits} edits, {accepted} accepted");
    assert!(beyond.len() >= 6, "each kind occurs: {beyond:?}");
}

/// The schema accepts and the parser refuses, each for the reason given.
#[test]
fn what_a_schema_cannot_say() {
    let document = |pointer: &str, value: Option<Value>| edited(&base(), pointer, value).to_string();
    let text = |from: &str, to: &str| EVERY_FEATURE.replacen(from, to, 1);
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let send = json!({"at": "3d", "client": "c2", "do": "send", "intent": "i2"});
    let reload = json!({"at": "3d", "client": "c2", "do": "reload"});
    let after_reload = |steps: &[&Value]| {
        let steps = steps.iter().enumerate();
        steps
            .fold(base(), |file, (n, step)| {
                edited(&file, &format!("/script/{}", 5 + n), Some((*step).clone()))
            })
            .to_string()
    };
    assert!(parse(&after_reload(&[&send])).is_ok(), "the client has the body");
    let rows = [
        ("depends on earlier steps", "a send without a body", document("/script/0/body", None), "script[0]"),
        ("depends on a client's memory", "after a reload", after_reload(&[&reload, &send]), "script[6]"),
        (
            "depends on a client's memory",
            "persisted after the send",
            document("/clients/c1/persists", Some(json!("after-send"))),
            "script[2]",
        ),
        (
            "depends on the preset",
            "a fixed retention is kept no longer",
            document("/service/contract", Some(json!("stripe-v2"))),
            "service.overrides.kept_longer",
        ),
        (
            "depends on another knob",
            "one that the file makes fixed",
            document("/service/overrides/retention", Some(json!({"kind": "fixed"}))),
            "service.overrides.kept_longer",
        ),
        ("compares two steps", "time order", document("/script/1/at", Some(json!("1h"))), "script[2].at"),
        (
            "names are data",
            "a step's client",
            document("/script/0/client", Some(json!("c9"))),
            "script[0].client",
        ),
        ("names are data", "a fault's client", document("/faults/0/of", Some(json!("c9#1"))), "faults[0].of"),
        (
            "names are data",
            "an answer's client",
            document("/expect/answers/c9#1", Some(json!("none"))),
            "expect.answers.c9#1",
        ),
        (
            "names are data",
            "a belief's client",
            document("/expect/beliefs/c9~1i1", Some(json!("unknown"))),
            "expect.beliefs.c9/i1",
        ),
        ("a number in a text", "above 60d", document("/service/lease", Some(json!("61d"))), "service.lease"),
        (
            "a number in a text",
            "one millisecond above",
            document("/service/lease", Some(json!("5184000001ms"))),
            "service.lease",
        ),
        (
            "a number in a text",
            "beyond 64 bits",
            document("/service/lease", Some(json!("99999999999999999999ms"))),
            "service.lease",
        ),
        (
            "gone before a schema sees it",
            "a name given twice",
            text("\"v\": 1", "\"v\": 2, \"v\": 1"),
            "(file)",
        ),
        (
            "gone before a schema sees it",
            "a client given twice",
            text("\"c2\": {", "\"c1\": {\"key\": \"per-intent\", \"keep\": \"memory\"}, \"c2\": {"),
            "clients",
        ),
        (
            "gone before a schema sees it",
            "a body's field given twice",
            text("\"quantity\": 2}", "\"quantity\": 2, \"quantity\": 2}"),
            "script[0].body",
        ),
        (
            "1.0 is the integer 1 to a schema",
            "a whole number with a fraction",
            text("\"v\": 1", "\"v\": 1.0"),
            "v",
        ),
        (
            "1e0 is the integer 1 to a schema",
            "a whole number with an exponent",
            text("\"factor\": 2", "\"factor\": 2e0"),
            "clients.c1.retry.factor",
        ),
        (
            "-0 is the integer 0 to a schema",
            "minus zero",
            text("\"orders\": 0", "\"orders\": -0"),
            "expect.orders",
        ),
        (
            "depth is no keyword",
            "nesting",
            text("\"quantity\": 2", &format!("\"quantity\": {}", nested(62))),
            "(file)",
        ),
        (
            "the text is gone",
            "file size",
            format!("{EVERY_FEATURE}{}", " ".repeat(limits::FILE_BYTES as usize)),
            "(file)",
        ),
    ];
    let validator = validator();
    for (reason, what, text, path) in rows {
        let document = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(validator.is_valid(&document), "schema: {what} ({reason})");
        let problem = parse(&text).err().unwrap_or_else(|| panic!("parser: {what} ({reason})"));
        assert_eq!(problem.path, path, "{what}: {problem}");
    }
}
