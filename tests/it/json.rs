//! The JSON reader accepts what `serde_json` accepts and reads the same values.

use idempotency_explainer::sim::json::{Node, read};
use idempotency_explainer::sim::limits::DEPTH;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::scenario_files;

/// The same value, told by the other library. Objects are compared as lists, the last of equal names wins there.
fn told(node: &Node) -> Value {
    match node {
        Node::Null => Value::Null,
        Node::Bool(value) => Value::Bool(*value),
        Node::Number(spelling) => serde_json::from_str(spelling).expect("a number"),
        Node::Text(text) => Value::String(text.clone()),
        Node::List(items) => items.iter().map(|item| told(&item.node)).collect(),
        Node::Object(members) => {
            members.iter().map(|member| (member.name.clone(), told(&member.value.node))).collect()
        }
    }
}

/// Two differences are meant: numbers out of the other's range and depth, which each limits elsewhere.
fn check(text: &str) {
    let theirs = serde_json::from_str::<Value>(text);
    match (read(text), theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(told(&ours.node), theirs, "{text}"),
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => assert!(error.to_string().contains("out of range"), "{text}: {error}"),
        (Err(error), Ok(_)) => panic!("{text}: {error:?}"),
    }
}

#[test]
fn rows() {
    for text in [
        "",
        " ",
        "0",
        "-0",
        "00",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1.5",
        "1e",
        "1e5",
        "1E+5",
        "1e-5",
        "1e999",
        "0x1",
        "NaN",
        "Infinity",
        "nul",
        "null",
        "nulls",
        "true",
        "truefalse",
        "[]",
        "[,]",
        "[1,]",
        "[1 2]",
        "[1",
        "{",
        "{}",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1}}",
        "\"",
        "\"a",
        "\"\\",
        "\"\\u",
        "\"\\u12",
        "\"\\u12G4\"",
        "\"\\u0041\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "\"\\x\"",
        "\"\t\"",
        "\"\u{7f}\"",
        "\"\0\"",
        "\0",
        "\u{feff}1",
        "1 // a",
        "\u{a0}1",
        "\"笔\"",
        "[\"笔\", {\"本\": [1, 2.50, null]}]",
        "\r\n\t 1 \r\n",
    ] {
        check(text);
    }
}

#[test]
fn depth() {
    let nested = |depth: u32| format!("{}1{}", "[".repeat(depth as usize), "]".repeat(depth as usize));
    assert!(read(&nested(DEPTH)).is_ok());
    assert!(read(&nested(DEPTH + 1)).is_err());
    assert!(read(&"[".repeat(65_536)).is_err());
}

#[test]
fn files_and_their_prefixes() {
    for (_, file) in scenario_files() {
        check(&file);
        file.char_indices().step_by(23).for_each(|(at, _)| check(&file[..at]));
    }
}

proptest! {
    #[test]
    fn noise(text in r#"[\[\]{}:,"\\/u0-9a-f.eE+\-tnl 笔]{0,24}"#) {
        check(&text);
    }
}
