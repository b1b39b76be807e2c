//! Runs taken home: what holds of every form, for the scenario files, the incidents, and generated runs.

use std::rc::Rc;

use idempotency_explainer::app::export::{Exported, Format, Values, export};
use idempotency_explainer::app::text::events::sentence;
use idempotency_explainer::app::text::template::{event_number, plain};
use idempotency_explainer::app::text::{Language, names};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::trace::Event;
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;

use crate::generator::scenarios;
use crate::support::{incident_files, run, scenario_files};

const LARGEST: &str = include_str!("../scenarios-extra/largest.json");

pub(crate) fn of(text: &str) -> Run {
    Run::of(Rc::new(parse(text).unwrap_or_else(|problem| panic!("{problem}"))))
}

pub(crate) fn text(format: Format, language: Language, run: &Run) -> String {
    export(format, language, run, Values::Redacted).text
}

/// Words without blanks, since forms break lines.
pub(crate) fn bare(words: &str) -> String {
    words.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}

/// An event's number and sentence, as forms with a line per event have it.
fn told(language: Language, run: &Run, event: &Event) -> (u32, String) {
    (event_number(event.seq), bare(&plain(&sentence(language, run, event), language)))
}

/// What holds of every form of a run.
fn check(name: &str, language: Language, run: &Run) {
    for format in Format::ALL {
        let Exported { file_name, media_type, text } = export(*format, language, run, Values::Redacted);
        let what = format!("{name}, {}, {}", format.name(), language.code());
        assert!(text.ends_with('\n') && !text.contains('\r'), "{what}: lines");
        let (stem, extension) = file_name.split_once('.').expect("one dot");
        assert!(stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{file_name}");
        assert_eq!((extension, media_type), (format.extension(), format.media_type()));
        let plain = bare(&text);
        let names = run.end.attempts.iter().map(|attempt| bare(&names::attempt(language, run, attempt.id)));
        for attempt in names.filter(|_| matches!(format, Format::Http | Format::Hurl | Format::Markdown)) {
            assert!(plain.contains(&attempt), "{what}: {attempt}");
        }
        match format {
            Format::Markdown => {
                for event in &run.trace.events {
                    let (n, told) = told(language, run, event);
                    let rows = text.lines().filter(|line| line.starts_with(&format!("| {n} | ")));
                    assert!(rows.map(bare).any(|row| row.contains(&told)), "{what}: {n} {told}");
                }
            }
            Format::Mermaid => {
                let lines: Vec<&str> = text.lines().filter(|line| line.contains(" · ")).collect();
                let is_whole = lines.len() == run.trace.events.len();
                let is_cut = text.len() > 45_000 && lines.len() < run.trace.events.len();
                assert!(is_whole || is_cut, "{what}: {} lines of {}", lines.len(), run.trace.events.len());
                let numbered =
                    lines.iter().enumerate().all(|(n, line)| line.contains(&format!(": {} · ", n + 1)));
                assert!(numbered, "{what}: numbers");
            }
            Format::Json => assert_eq!(text, write(&run.scenario), "{what}"),
            Format::Http | Format::Hurl | Format::Svg => {}
        }
    }
}

#[test]
fn every_file_has_every_form() {
    for (name, text) in scenario_files().into_iter().chain(incident_files()) {
        let run = of(&text);
        Language::ALL.into_iter().for_each(|language| check(&name, language, &run));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_run_has_every_form(scenario in scenarios(), n in 0..2_usize) {
        check("generated", Language::ALL[n], &Run::of(Rc::new(scenario)));
    }
}

/// The largest scenario, and the largest run: forms stay of a size that can be saved and sent.
#[test]
fn sizes_are_bounded() {
    let largest = of(LARGEST);
    // A claim that nothing ends, asked about to the limit of attempts.
    let busy = run(
        "claim-first | 0 i1 2 | crash after-claim c1#1 1s | c1 per-intent durable retry=64,1s,1,timeout+409-in-flight",
    );
    for (name, run) in [("largest", &largest), ("busy", &busy)] {
        check(name, Language::En, run);
        for (format, most) in [
            (Format::Http, 64_000),
            (Format::Hurl, 64_000),
            (Format::Markdown, 256_000),
            (Format::Mermaid, 50_000),
            (Format::Svg, 1_000_000),
            (Format::Json, 64 * 1_024),
        ] {
            let length = text(format, Language::En, run).len();
            assert!(length <= most, "{name}, {}: {length} bytes", format.name());
        }
    }
    assert!(largest.trace.events.len() > 800 && busy.end.attempts.len() == 64);
}

/// A form is named as the command line spells it, and only so.
#[test]
fn forms_have_names() {
    for format in Format::ALL {
        assert_eq!(Format::named(format.name()), Some(*format));
    }
    assert_eq!([Format::named("HTTP"), Format::named(""), Format::named("pdf")], [None; 3]);
}

/// The same run has the same names and texts, another one others.
#[test]
fn file_names_follow_the_run() {
    let name = |run: &Run, language| export(Format::Svg, language, run, Values::Redacted).file_name;
    let (one, other) = (run("one-transaction | 0 i1 2"), run("one-transaction | 0 i1 3"));
    assert_eq!(name(&one, Language::En), name(&one, Language::Zh));
    assert_ne!(name(&one, Language::En), name(&other, Language::En));
}
