//! What the fixture makes of a body's text (`rules.md` §4.9): a table of corner cases, each with its answer.

use std::rc::Rc;

use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use serde_json::json;

use crate::support::answers;

/// Sends these bodies one after another under one key and says what came back.
fn send(bodies: &[&str]) -> Vec<String> {
    let steps = bodies.iter().enumerate().map(|(n, body)| {
        json!({"at": format!("{n}s"), "client": "c1", "do": "send", "intent": "i1", "body_text": body})
    });
    let script: Vec<_> = steps.collect();
    let file = json!({
        "v": 1,
        "service": {"contract": "fixture", "write_order": "one-transaction"},
        "clients": {"c1": {"key": "per-intent", "keep": "durable"}},
        "script": script,
    });
    answers(&Run::of(Rc::new(parse(&file.to_string()).expect("valid"))))
}

#[test]
fn valid_bodies() {
    let digits = "9".repeat(10_000);
    let large = format!(r#"{{"product":"pen","quantity":{digits}}}"#);
    let long = format!(r#"{{"product":"{}","quantity":1}}"#, "笔".repeat(5_000));
    let rows = [
        ("the least", r#"{"product":"p","quantity":1}"#),
        ("fields swapped", r#"{"quantity":1,"product":"p"}"#),
        ("beyond 32 bits", r#"{"product":"p","quantity":4294967296}"#),
        ("beyond 64 bits", r#"{"product":"p","quantity":18446744073709551616}"#),
        ("ten thousand digits", &large),
        ("a long product", &long),
        ("repeated field: the last counts, and it is valid", r#"{"quantity":0,"product":"p","quantity":1}"#),
        ("repeated product", r#"{"product":"","quantity":1,"product":"p"}"#),
        ("whitespace around everything", " \t\r\n{ \"product\" : \"p\" ,\n\"quantity\" : 1 } \n"),
        ("escape in a field's name", r#"{"\u0070roduct":"p","quantity":1}"#),
        ("escapes in the product", r#"{"product":"\"\\\/\b\f\n\r\t\u00e9","quantity":1}"#),
        ("a surrogate pair, escaped", r#"{"product":"\ud83d\udcd3","quantity":1}"#),
        ("beyond the basic plane, raw", r#"{"product":"📓","quantity":1}"#),
        ("a product that looks like a number", r#"{"product":"2","quantity":1}"#),
        ("a product of one blank", r#"{"product":" ","quantity":1}"#),
        ("a product of one escaped NUL", r#"{"product":"\u0000","quantity":1}"#),
    ];
    for (what, body) in rows {
        assert_eq!(send(&[body]), ["#1"], "{what}");
    }
}

#[test]
fn bodies_that_are_refused() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_value = format!(r#"{{"product":"p","quantity":{}1{}}}"#, "[".repeat(200), "]".repeat(200));
    let rows = [
        ("zero", r#"{"product":"p","quantity":0}"#),
        ("negative", r#"{"product":"p","quantity":-1}"#),
        ("minus zero", r#"{"product":"p","quantity":-0}"#),
        ("leading zero", r#"{"product":"p","quantity":02}"#),
        ("leading plus", r#"{"product":"p","quantity":+2}"#),
        ("2.0 is no integer", r#"{"product":"p","quantity":2.0}"#),
        ("1e2 is no integer", r#"{"product":"p","quantity":1e2}"#),
        ("1E400, beyond any float", r#"{"product":"p","quantity":1E400}"#),
        ("2. is no JSON", r#"{"product":"p","quantity":2.}"#),
        ("true", r#"{"product":"p","quantity":true}"#),
        ("\"2\"", r#"{"product":"p","quantity":"2"}"#),
        ("null", r#"{"product":"p","quantity":null}"#),
        ("a list", r#"{"product":"p","quantity":[2]}"#),
        ("an object", r#"{"product":"p","quantity":{"n":2}}"#),
        ("NaN", r#"{"product":"p","quantity":NaN}"#),
        ("Infinity", r#"{"product":"p","quantity":Infinity}"#),
        ("hexadecimal", r#"{"product":"p","quantity":0x2}"#),
        ("full-width digits", r#"{"product":"p","quantity":２}"#),
        ("empty product", r#"{"product":"","quantity":1}"#),
        ("product not a string", r#"{"product":7,"quantity":1}"#),
        ("product null", r#"{"product":null,"quantity":1}"#),
        ("product a list", r#"{"product":["p"],"quantity":1}"#),
        (
            "repeated field: the last counts, and it is not valid",
            r#"{"quantity":1,"product":"p","quantity":0}"#,
        ),
        ("repeated by an escaped name", r#"{"quantity":1,"product":"p","quantit\u0079":0}"#),
        ("extra field", r#"{"product":"p","quantity":1,"note":""}"#),
        ("extra field of the same name in capitals", r#"{"product":"p","quantity":1,"Product":"p"}"#),
        ("no quantity", r#"{"product":"p"}"#),
        ("no product", r#"{"quantity":1}"#),
        ("no field", "{}"),
        ("a name with a blank", r#"{"product ":"p","quantity":1}"#),
        ("not an object: list", r#"["p",1]"#),
        ("not an object: string", r#""p""#),
        ("not an object: number", "1"),
        ("not an object: null", "null"),
        ("lone leading surrogate", r#"{"product":"\ud800","quantity":1}"#),
        ("lone trailing surrogate", r#"{"product":"\udc00","quantity":1}"#),
        ("lone surrogate in a name", r#"{"product":"p","quantity":1,"\ud800":1}"#),
        ("surrogates the wrong way round", r#"{"product":"\udcd3\ud83d","quantity":1}"#),
        ("raw control character", "{\"product\":\"a\nb\",\"quantity\":1}"),
        ("unknown escape", r#"{"product":"\q","quantity":1}"#),
        ("single quotes", r"{'product':'p','quantity':1}"),
        ("trailing comma", r#"{"product":"p","quantity":1,}"#),
        ("comment", r#"{"product":"p","quantity":1}/* */"#),
        ("text after the object", r#"{"product":"p","quantity":1}{}"#),
        ("cut off", r#"{"product":"p","quantity":1"#),
        ("byte order mark", "\u{feff}{\"product\":\"p\",\"quantity\":1}"),
        ("no-break space", "\u{a0}{\"product\":\"p\",\"quantity\":1}"),
        ("empty", ""),
        ("blanks only", "  \n"),
        ("nested ten thousand deep", &deep),
        ("nested in a parameter", &deep_value),
    ];
    for (what, body) in rows {
        assert_eq!(send(&[body]), ["400"], "{what}");
    }
}

/// Fingerprints compare the two values by meaning: the second body is sent under the first one's key.
#[test]
fn same_meaning_replays_and_other_meaning_conflicts() {
    let pen = r#"{"product":"pen","quantity":1}"#;
    let rows = [
        ("the same text", pen, pen, "#1r"),
        ("fields swapped", pen, r#"{"quantity":1,"product":"pen"}"#, "#1r"),
        ("whitespace", pen, "{ \"product\": \"pen\",\n \"quantity\": 1 }", "#1r"),
        ("escapes", pen, r#"{"product":"p\u0065n","quantity":1}"#, "#1r"),
        ("a repeated field", pen, r#"{"product":"pencil","product":"pen","quantity":1}"#, "#1r"),
        (
            "a pair, raw or escaped",
            r#"{"product":"📓","quantity":1}"#,
            r#"{"product":"\uD83D\uDCD3","quantity":1}"#,
            "#1r",
        ),
        ("another quantity", pen, r#"{"product":"pen","quantity":2}"#, "other"),
        ("another product", pen, r#"{"product":"pencil","quantity":1}"#, "other"),
        ("capitals", pen, r#"{"product":"Pen","quantity":1}"#, "other"),
        ("a blank at the end", pen, r#"{"product":"pen ","quantity":1}"#, "other"),
        (
            "composed and decomposed",
            r#"{"product":"caf\u00e9","quantity":1}"#,
            r#"{"product":"cafe\u0301","quantity":1}"#,
            "other",
        ),
        (
            "large numbers that are one float",
            r#"{"product":"pen","quantity":9007199254740992}"#,
            r#"{"product":"pen","quantity":9007199254740993}"#,
            "other",
        ),
        (
            "values that would be one text if they were joined",
            r#"{"product":"pen1","quantity":1}"#,
            r#"{"product":"pen","quantity":11}"#,
            "other",
        ),
        ("not valid", pen, r#"{"product":"pen","quantity":1.0}"#, "400"),
    ];
    for (what, first, second, wanted) in rows {
        assert_eq!(send(&[first, second]), ["#1", wanted], "{what}");
        assert_eq!(send(&[first, second, first])[2], "#1r", "{what}: the stored answer is untouched");
    }
}
