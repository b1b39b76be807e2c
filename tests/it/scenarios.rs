//! The 41 normative files: each runs, holds, and survives being written and read back.

use std::rc::Rc;

use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::report::unmet;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::Scenario;
use idempotency_explainer::sim::write::write;

use crate::support::scenario_files;

#[test]
fn all_41_files_hold() {
    let files = scenario_files();
    assert_eq!(files.len(), 41);
    for (name, text) in files {
        let scenario = parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert!(scenario.expect.is_some(), "{name} expects nothing");
        let run = Run::of(Rc::new(scenario));
        assert_eq!(unmet(&run), Vec::<String>::new(), "{name}");
        assert_eq!(run.cut_short(), None, "{name}");
    }
}

#[test]
fn all_files_survive_writing() {
    for (name, text) in scenario_files() {
        let read = parse(&text).expect("valid");
        let written = write(&read);
        let again = parse(&written).unwrap_or_else(|problem| panic!("{name}: {problem}\n{written}"));
        assert_eq!(again, Scenario { expect: None, ..read }, "{name}");
        assert_eq!(write(&again), written, "{name}: writing is stable");
    }
}

#[test]
fn an_expectation_that_does_not_hold_is_named() {
    let (_, text) = scenario_files().swap_remove(0);
    let edits = [
        ("\"orders\": 1", "\"orders\": 2", "orders: wanted 2, got 1"),
        ("\"i1\": 1", "\"i9\": 1", "effects.i9: wanted 1, got 0"),
        ("\"c1#1\": \"none\"", "\"c1#1\": {\"status\": 201}", "answers.c1#1: wanted an answer, got none"),
        ("\"c1#1\": \"none\"", "\"c1#4\": \"none\"", "answers.c1#4: the attempt was never made"),
        ("\"status\": 201", "\"status\": 200", "answers.c1#2.status: wanted 200, got 201"),
        ("\"replayed\": true", "\"replayed\": false", "answers.c1#2.replayed: wanted false, got true"),
        (
            "\"order_id\": 1",
            "\"order_id\": 2",
            "answers.c1#2.body: wanted {\"order_id\":2}, got {\"order_id\":1}",
        ),
        ("\"done\": 1", "\"done\": 2", "beliefs.c1/i1: wanted Done(2), got {\"done\":1}"),
        ("\"c1/i1\"", "\"c1/i2\"", "beliefs.c1/i2: wanted Done(1), got no belief"),
        ("\"findings\": []", "\"findings\": [\"stuck\"]", "findings: wanted [stuck], got []"),
    ];
    for (from, to, wanted) in edits {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from} is in the file");
        let run = Run::of(Rc::new(parse(&edited).expect("valid")));
        assert_eq!(unmet(&run), [wanted], "{to}");
    }
}
