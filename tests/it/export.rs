//! Runs taken home: what holds of every form, for the scenario files and for generated runs.

use std::rc::Rc;

use idempotency_explainer::app::export::{Exported, Format, Values, export};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::events::sentence;
use idempotency_explainer::app::text::names;
use idempotency_explainer::app::text::template::plain;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;

use crate::generator::scenarios;
use crate::support::{numbered, scenario_files};

const LARGEST: &str = include_str!("../scenarios-extra/largest.json");

/// What holds of every form of a run.
fn check(name: &str, language: Language, run: &Run) {
    for format in Format::ALL {
        let Exported { file_name, media_type, text } = export(*format, language, run, Values::Redacted);
        let what = format!("{name}, {}, {}", format.name(), language.code());
        assert!(text.ends_with('\n') && !text.contains('\r'), "{what}");
        assert!(text.len() <= 600_000, "{what}: {} bytes", text.len());
        assert!(
            file_name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)),
            "{file_name}"
        );
        assert!(media_type.contains('/'), "{media_type}");
        let attempts = run.end.attempts.iter().map(|attempt| names::attempt(language, run, attempt.id));
        for attempt in attempts.filter(|_| matches!(format, Format::Http | Format::Hurl | Format::Markdown)) {
            assert!(
                text.contains(&attempt.replace('_', "\\_")) || text.contains(&attempt),
                "{what}: {attempt}"
            );
        }
        assert_eq!(*format == Format::Json, text == write(&run.scenario), "{what}");
    }
}

#[test]
fn every_run_has_every_form() {
    for (name, text) in scenario_files() {
        let run = Run::of(Rc::new(parse(&text).expect("valid")));
        Language::ALL.into_iter().for_each(|language| check(&name, language, &run));
    }
    check("largest", Language::En, &Run::of(Rc::new(parse(LARGEST).expect("valid"))));
}

#[test]
fn a_report_has_a_sentence_for_every_event() {
    let run = numbered("15");
    let report = export(Format::Markdown, Language::En, &run, Values::Shown).text;
    for event in &run.trace.events {
        let told = plain(&sentence(Language::En, &run, event), Language::En);
        assert!(report.contains(&told), "{told}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_run_is_without_a_form(scenario in scenarios(), n in 0..2_usize) {
        check("generated", Language::ALL[n], &Run::of(Rc::new(scenario)));
    }
}
