//! The incidents, the further lessons and every preset: their runs hold, and their traces are kept line by line.

use std::fmt::Write as _;
use std::fs;
use std::rc::Rc;

use expect_test::expect_file;
use idempotency_explainer::app::contracts::{Moment, scenario};
use idempotency_explainer::sim::json::{Node, read};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::report::{finding_names, unmet};
use idempotency_explainer::sim::run::Run;

/// Names and runs of the scenario files in a folder below `static`, in the order of their names.
fn runs_in(folder: &str) -> Vec<(String, Run)> {
    let path = format!("{}/static/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let scenarios = files.iter().filter(|path| !path.ends_with("index.json"));
    let run = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(path).unwrap();
        let scenario = parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert!(scenario.expect.is_some(), "{name} says what must come out");
        (name, Run::of(Rc::new(scenario)))
    };
    scenarios.map(run).collect()
}

/// A run's trace, as `simulate` prints it.
fn trace(out: &mut String, name: &str, run: &Run) {
    writeln!(out, "{name}").unwrap();
    run.trace.keys.iter().enumerate().for_each(|(n, key)| writeln!(out, "  key @{n} = {key}").unwrap());
    run.trace.events.iter().for_each(|event| writeln!(out, "  {event}").unwrap());
    writeln!(out, "  found: {}", finding_names(run).join(", ")).unwrap();
}

fn check_kept(folder: &str) {
    let mut all = String::new();
    for (name, run) in runs_in(folder) {
        assert_eq!(unmet(&run), Vec::<String>::new(), "{name}");
        trace(&mut all, &name, &run);
    }
    expect_file![format!("golden/{folder}.txt")].assert_eq(&all);
}

#[test]
fn every_incident_runs_as_its_file_says() {
    check_kept("incidents");
}

#[test]
fn every_run_of_the_further_lessons_is_as_its_file_says() {
    check_kept("lessons");
}

#[test]
fn an_incident_shows_as_reported_and_holds_built_right() {
    let runs = runs_in("incidents");
    assert_eq!(runs.len(), 48);
    for (name, run) in &runs {
        if name.ends_with("built-right") {
            assert_eq!(finding_names(run), Vec::<&str>::new(), "{name}");
        }
        let id = name.split('-').next().unwrap();
        let twins = runs.iter().filter(|(other, _)| other.starts_with(&format!("{id}-")));
        let digests: Vec<u64> = twins.map(|(_, run)| run.digest()).collect();
        assert!(digests.len() == 2 && digests[0] != digests[1], "{id}: two runs that differ");
    }
}

#[test]
fn every_incident_has_its_entry() {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/static/incidents/index.json")).unwrap();
    let Node::List(entries) = read(&text).unwrap().node else { panic!("a list") };
    let ids: Vec<String> = entries
        .iter()
        .map(|entry| {
            let Node::Object(members) = &entry.node else { panic!("an object") };
            let id = members.iter().find(|member| member.name == "id").unwrap();
            let Node::Text(id) = &id.value.node else { panic!("a text") };
            id.clone()
        })
        .collect();
    let mut known: Vec<String> =
        runs_in("incidents").iter().map(|(name, _)| name.split('-').next().unwrap().to_owned()).collect();
    known.dedup();
    assert_eq!(ids, known);
}

#[test]
fn every_preset_meets_every_moment_as_it_did() {
    for preset in Preset::ALL {
        let mut all = String::new();
        for moment in Moment::ALL {
            if let Some(scenario) = scenario(&preset.contract(), moment) {
                trace(&mut all, &format!("{moment:?}"), &Run::of(Rc::new(scenario)));
            }
        }
        expect_file![format!("golden/presets/{}.txt", preset.name())].assert_eq(&all);
    }
}
