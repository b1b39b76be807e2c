//! The `simulate` binary: exit codes, messages, and the shape of what it prints.

use std::path::PathBuf;
use std::process::Command;

use idempotency_explainer::app::export::{Format, Values, export};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::limits;
use serde_json::{Value, json};

use crate::support::{numbered, run, text};

const GOOD: &str = "tests/scenarios/01-response-lost-same-key.json";

const USAGE: &str = "usage: simulate [--json] FILE…
       simulate --export http|hurl|markdown|mermaid|svg|json [--lang zh|en] [--show-values] FILE
";

/// Exit code, lines of standard output, standard error.
fn simulate(arguments: &[&str]) -> (i32, Vec<String>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simulate"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("simulate runs");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = out.lines().map(str::to_owned).collect();
    (output.status.code().expect("a code"), lines, String::from_utf8(output.stderr).expect("UTF-8"))
}

fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("written");
    path.display().to_string()
}

fn unmet() -> String {
    let good = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/scenarios/01-response-lost-same-key.json"
    ));
    file("unmet.json", good.expect("readable").replace("\"orders\": 1", "\"orders\": 7"))
}

fn cut_short() -> String {
    file("cut-short.json", text("ignore effect=60d | 1s i1 2"))
}

#[test]
fn exit_codes() {
    let (unmet, invalid, cut_short) = (unmet(), file("invalid.json", "{\"v\":2}"), cut_short());
    let rows: [(&str, &[&str], i32); 9] = [
        ("all hold", &[GOOD, "tests/scenarios/40-the-last-millisecond-of-retention.json"], 0),
        ("without expect", &[&file("no-expect.json", text("ignore | 0 i1 2; 1s i1"))], 0),
        ("one does not hold", &[GOOD, &unmet], 1),
        ("one is not valid", &[&invalid], 2),
        ("one reaches a limit", &[&cut_short], 2),
        ("2 beats 1", &[&unmet, &invalid], 2),
        ("2 beats 1 the other way round", &[&invalid, &unmet, GOOD], 2),
        ("no file", &[], 2),
        ("a file that does not exist", &["no-such-file.json"], 2),
    ];
    for (what, arguments, code) in rows {
        assert_eq!(simulate(arguments).0, code, "{what}");
        let as_json: Vec<_> = ["--json"].into_iter().chain(arguments.iter().copied()).collect();
        assert_eq!(simulate(&as_json).0, code, "{what}, --json");
    }
}

#[test]
fn messages() {
    let (latin, invalid, cut_short) = (
        file("latin.json", b"{\"v\":1,\"title\":{\"en\":\"caf\xe9\"}}"),
        file("invalid2.json", "{\n  \"v\": 2\n}"),
        cut_short(),
    );
    let large = file("large.json", " ".repeat(limits::FILE_BYTES as usize + 1));
    let last = run("ignore effect=60d | 1s i1 2").trace.events.len() - 1;
    let usage = USAGE.to_owned();
    let export = |what: &str| format!("simulate: {what}\n{usage}");
    let rows: [(&str, &[&str], String); 16] = [
        ("no file", &[], usage.clone()),
        ("help", &["--help", GOOD], usage.clone()),
        (
            "an unknown option, wherever it stands",
            &[GOOD, "--jsn"],
            format!("simulate: unknown option --jsn\n{usage}"),
        ),
        (
            "an unknown form",
            &["--export", "pdf", GOOD],
            export("--export: found \"pdf\", wanted one of http, hurl, markdown, mermaid, svg, json"),
        ),
        (
            "no form",
            &["--export"],
            export("--export: found \"\", wanted one of http, hurl, markdown, mermaid, svg, json"),
        ),
        (
            "an unknown language",
            &["--export", "http", "--lang", "fr", GOOD],
            export("--lang: found \"fr\", wanted zh or en"),
        ),
        ("two files", &["--export", "http", GOOD, GOOD], export("--export takes one file")),
        (
            "two outputs",
            &["--json", "--export", "http", GOOD],
            export("--json and --export exclude each other"),
        ),
        ("a language alone", &["--lang", "zh", GOOD], export("--lang and --show-values belong to --export")),
        ("values alone", &["--show-values", GOOD], export("--lang and --show-values belong to --export")),
        (
            "missing",
            &["no-such-file.json"],
            "no-such-file.json: cannot be read: No such file or directory (os error 2)\n".to_owned(),
        ),
        ("a folder", &["tests"], "tests: cannot be read: Is a directory (os error 21)\n".to_owned()),
        (
            "not UTF-8",
            &[&latin],
            format!("{latin}: byte 25: found a byte that is not UTF-8, wanted a UTF-8 text file\n"),
        ),
        (
            "not valid",
            &[&invalid],
            format!("{invalid}: line 2, column 8, v: found 2, wanted a whole number from 1 to 1\n"),
        ),
        (
            "a limit",
            &[&cut_short],
            format!("{cut_short}: limit reached: Horizon at event {last}, script[0]\n"),
        ),
        (
            "too large",
            &[&large],
            format!(
                "{large}: line 1, column 1, (file): found 65537 bytes, wanted a file of at most 65536 bytes\n"
            ),
        ),
    ];
    for (what, arguments, wanted) in rows {
        assert_eq!(simulate(arguments).2, wanted, "{what}");
    }
    assert_eq!(simulate(&[GOOD]).2, "", "nothing to say");
}

/// An invalid file prints no object, the others still run, in argument order.
#[test]
fn objects_come_in_argument_order() {
    let (unmet, invalid) = (unmet(), file("invalid3.json", "[]"));
    let (_, lines, _) = simulate(&["--json", GOOD, &invalid, &unmet, GOOD]);
    let files: Vec<_> = lines.iter().map(|line| parse(line)["file"].clone()).collect();
    assert_eq!(files, [json!(GOOD), json!(unmet), json!(GOOD)]);
    let (_, behind, _) = simulate(&[GOOD, "--json"]);
    assert_eq!(behind, [lines[0].clone()], "the option may stand behind");
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn the_shape_of_an_object() {
    let (_, lines, _) = simulate(&["--json", GOOD, "tests/scenarios/36-race-then-replay.json", &unmet()]);
    let [first, race, unmet] = [0, 1, 2].map(|n| parse(&lines[n]));
    let digest = first["digest"].as_str().expect("a digest");
    assert!(digest.len() == 16 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')));
    let wanted = json!({
        "file": GOOD, "ok": true, "orders": 1, "effects": {"i1": 1},
        "answers": {
            "c1#1": "none",
            "c1#2": {"status": 201, "body_text": "{\"order_id\":1}", "replayed": true},
            "c1#3": {"status": 201, "body_text": "{\"order_id\":1}", "replayed": true},
        },
        "beliefs": {"c1/i1": {"done": 1}}, "findings": [], "digest": digest, "unmet": [],
    });
    assert_eq!(first, wanted);
    assert_eq!(race["findings"], json!(["effect-twice", "replay-differs", "two-final-outcomes"]), "sorted");
    assert_eq!((&unmet["ok"], &unmet["unmet"]), (&json!(false), &json!(["orders: wanted 7, got 1"])));

    let other = file(
        "other.json",
        text(
            "ignore | 0 i1 0; 1s i2 2; 2s c2 reload | lose response c1#2 | c1 per-intent durable; c2 per-intent memory",
        ),
    );
    let (_, lines, _) = simulate(&["--json", &other]);
    let object = parse(&lines[0]);
    assert_eq!(object["beliefs"], json!({"c1/i1": {"refused": 400}, "c1/i2": "unknown"}));
    assert_eq!((&object["ok"], &object["orders"]), (&json!(true), &json!(1)), "ok without expect");
    let provider = file("provider.json", text("ignore provider | 0 i1 2"));
    let object = parse(&simulate(&["--json", &provider]).1[0]);
    assert_eq!(
        (&object["orders"], &object["effects"]),
        (&json!(0), &json!({"i1": 1})),
        "orders counts the ledger only"
    );
}

#[test]
fn a_file_name_may_hold_anything() {
    let odd = file("odd \"名\" name.json", text("ignore | 0 i1 2"));
    let object = parse(&simulate(&["--json", &odd]).1[0]);
    assert_eq!(object["file"], json!(odd));
}

/// One line per event, then the verdict, then what is not as expected.
#[test]
fn the_text_form() {
    let unmet = unmet();
    let (_, lines, _) = simulate(&[GOOD, &unmet]);
    let second = lines.iter().position(|line| *line == unmet).expect("each file is headed by its name");
    assert_eq!((lines[0].as_str(), lines[1].as_str()), (GOOD, "  key @0 = key-1"));
    assert!(lines[2].starts_with("  #0 0 0.1@0 key made for intent 0"));
    assert!(
        lines[second - 1].starts_with("  verdict: nothing found; 1 orders; digest "),
        "{}",
        lines[second - 1]
    );
    assert_eq!(lines.last().map(String::as_str), Some("  not as expected: orders: wanted 7, got 1"));
    let events = lines[..second].iter().filter(|line| line.starts_with("  #")).count();
    assert_eq!(events, numbered("01").trace.events.len());
}

/// The bytes are those of the page's own function; an option of the report changes nothing else.
#[test]
fn exported_bytes() {
    let run = numbered("01");
    for format in Format::ALL {
        for (language, values) in [(Language::En, Values::Redacted), (Language::Zh, Values::Shown)] {
            let mut arguments = vec!["--export", format.name(), "--lang", language.code(), GOOD];
            arguments.extend((values == Values::Shown).then_some("--show-values"));
            let (code, lines, said) = simulate(&arguments);
            assert_eq!((code, said.as_str()), (0, ""), "{arguments:?}");
            let wanted = export(*format, language, &run, values).text;
            assert_eq!(lines.join("\n") + "\n", wanted, "{arguments:?}");
        }
    }
    let (unmet, cut_short) = (unmet(), cut_short());
    assert_eq!(simulate(&["--export", "http", &unmet]).0, 1, "the same exit codes");
    assert_eq!(simulate(&["--export", "svg", &cut_short]).0, 2);
    assert!(!simulate(&["--export", "svg", &cut_short]).1.is_empty(), "what ran is there");
}
