//! No text makes the parser panic, and what it accepts runs: random edits of valid files.

use std::fs;
use std::rc::Rc;

use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;

use crate::support::{EVERY_FEATURE, EVERY_WIDER_FEATURE, scenario_files};

#[derive(Clone, Debug)]
enum Edit {
    Delete {
        at: usize,
        count: usize,
    },
    Insert {
        at: usize,
        text: String,
    },
    /// Copies a stretch to another place.
    Copy {
        from: usize,
        count: usize,
        to: usize,
    },
}

fn edit() -> impl Strategy<Value = Edit> {
    const PIECES: [&str; 18] = [
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\\",
        "0",
        "-",
        "1e9",
        "null",
        "钥",
        "\u{0}",
        "\n",
        "\"at\": \"0ms\"",
        "60d",
        "\\ud800",
    ];
    let text = prop_oneof![
        prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        any::<char>().prop_map(String::from)
    ];
    prop_oneof![
        (any::<usize>(), 1..40_usize).prop_map(|(at, count)| Edit::Delete { at, count }),
        (any::<usize>(), text).prop_map(|(at, text)| Edit::Insert { at, text }),
        (any::<usize>(), 1..200_usize, any::<usize>()).prop_map(|(from, count, to)| Edit::Copy {
            from,
            count,
            to
        }),
    ]
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = characters.len().max(1);
        let stretch = |at: usize, count: usize| at % length..(at % length + count).min(characters.len());
        match edit {
            Edit::Delete { at, count } => drop(characters.drain(stretch(*at, *count))),
            Edit::Insert { at, text } => drop(characters.splice(at % length..at % length, text.chars())),
            Edit::Copy { from, count, to } => {
                let copied: Vec<char> = characters[stretch(*from, *count)].to_vec();
                drop(characters.splice(to % length..to % length, copied));
            }
        }
    }
    characters.into_iter().collect()
}

/// Whether an edited file runs, is written and read back, or is refused at a place that it has.
fn check_edited(edited: &str) -> Result<(), TestCaseError> {
    match parse(edited) {
        Ok(scenario) => {
            let written = write(&scenario);
            let run = Run::of(Rc::new(scenario));
            prop_assert!(!run.trace.events.is_empty() || run.scenario.script.is_empty());
            let again = parse(&written).map(|again| Run::of(Rc::new(again)).digest());
            prop_assert_eq!(again, Ok(run.digest()), "{}", written);
        }
        Err(problem) => {
            let lines: Vec<_> = edited.split('\n').collect();
            prop_assert!((1..=lines.len()).contains(&(problem.line as usize)), "{problem}");
            let length = lines[problem.line as usize - 1].chars().count();
            prop_assert!((1..=length + 1).contains(&(problem.column as usize)), "{problem}");
        }
    }
    Ok(())
}

/// The incidents' files.
fn incident_files() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/incidents");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let scenarios = paths.iter().filter(|path| !path.ends_with("index.json"));
    scenarios.map(|path| fs::read_to_string(path).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn edits_never_panic(file in 0..42_usize, edits in prop::collection::vec(edit(), 1..4)) {
        let files = scenario_files();
        let text = files.get(file).map_or(EVERY_FEATURE, |(_, text)| text);
        check_edited(&apply(text, &edits))?;
    }

    /// The same of the wider format: every feature of it, and the incidents.
    #[test]
    fn edits_of_the_wider_format_never_panic(
        file in 0..60_usize,
        edits in prop::collection::vec(edit(), 1..4),
    ) {
        let files = incident_files();
        let text = files.get(file).map_or(EVERY_WIDER_FEATURE, String::as_str);
        check_edited(&apply(text, &edits))?;
    }

    /// Bytes that are no scenario at all.
    #[test]
    fn noise_is_refused_politely(text in "[\\[\\]{}\",:0-9a-z\\\\ ]{0,60}") {
        prop_assert!(parse(&text).is_err());
    }
}

/// Every prefix of a valid file is refused where it ends, or where it is last whole.
#[test]
fn prefixes_are_refused() {
    for file in [EVERY_FEATURE, EVERY_WIDER_FEATURE] {
        for (end, _) in file.trim_end().char_indices() {
            let problem = parse(&file[..end]).expect_err("cut off");
            assert_eq!(problem.path, "(file)");
        }
    }
}
