//! No text makes the parser panic, and what it accepts runs: random edits of valid files.

use std::rc::Rc;

use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use proptest::prelude::*;

use crate::support::{EVERY_FEATURE, scenario_files};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn edits_never_panic(file in 0..42_usize, edits in prop::collection::vec(edit(), 1..4)) {
        let files = scenario_files();
        let text = files.get(file).map_or(EVERY_FEATURE, |(_, text)| text);
        let edited = apply(text, &edits);
        match parse(&edited) {
            Ok(scenario) => drop(Run::of(Rc::new(scenario))),
            Err(problem) => {
                let lines: Vec<_> = edited.split('\n').collect();
                prop_assert!((1..=lines.len()).contains(&(problem.line as usize)), "{problem}");
                let length = lines[problem.line as usize - 1].chars().count();
                prop_assert!((1..=length + 1).contains(&(problem.column as usize)), "{problem}");
            }
        }
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
    for (end, _) in EVERY_FEATURE.trim_end().char_indices() {
        let problem = parse(&EVERY_FEATURE[..end]).expect_err("cut off");
        assert_eq!(problem.path, "(file)");
    }
}
