//! The lessons' runs: each sketch is its normative file, each part opens where it says, each link leads somewhere.

use idempotency_explainer::app::handover::{self, HandedOver};
use idempotency_explainer::app::lessons::{
    LESSONS, Part, Source, changes_of, files, part_showing, runs_of, scenario_of, view_of,
};
use idempotency_explainer::app::state::{LessonState, Place};
use idempotency_explainer::app::text::{Language, texts};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::scenario::{AttemptId, Direction, FailAt, Fault, FaultKind, Point, Scenario};
use idempotency_explainer::sim::time::Millis;

fn file(number: u8) -> Scenario {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/scenarios");
    let entries = std::fs::read_dir(folder).expect("the scenarios");
    let path = entries.map(|entry| entry.expect("an entry").path());
    let named = |path: &std::path::PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&format!("{number:02}-")))
    };
    let path = path.into_iter().find(named).expect("the file");
    let scenario = parse(&std::fs::read_to_string(path).expect("readable")).expect("valid");
    Scenario { title: Vec::new(), expect: None, ..scenario }
}

#[test]
fn each_sketch_is_its_normative_file() {
    assert_eq!(files().count(), 19);
    for number in files() {
        assert_eq!(scenario_of(Source::File(number)), file(number), "file {number:02}");
    }
}

#[test]
fn every_part_of_every_lesson_runs_to_its_end_and_has_words() {
    for lesson in 0..LESSONS {
        let words = &texts(Language::En).lessons[usize::from(lesson)];
        assert_eq!(words.changes.len(), usize::from(changes_of(lesson)), "lesson {lesson}");
        assert_eq!(words.options.iter().filter(|option| option.is_right).count(), 1, "lesson {lesson}");
        let changes = (0..changes_of(lesson)).map(Part::Change);
        for part in [Part::Opening, Part::Answer].into_iter().chain(changes) {
            for run in runs_of(view_of(lesson, part)) {
                assert!(run.cut_short().is_none());
                assert!(!run.trace.events.is_empty());
            }
        }
    }
}

#[test]
fn every_run_that_a_lesson_links_to_is_one_of_its_own() {
    for language in Language::ALL {
        for (lesson, words) in texts(language).lessons.iter().enumerate() {
            for (field, text) in words.list() {
                for link in text.split("{run ").skip(1) {
                    let number = link[..2].parse().expect("a number");
                    assert!(part_showing(lesson as u8, number).is_some(), "{lesson} {field}: {number}");
                }
            }
        }
    }
}

#[test]
fn what_is_handed_over_to_the_lab_comes_out_again() {
    let lesson = |guess, is_revealed, part| LessonState { guess, is_revealed, part };
    let lessons = [
        lesson(None, false, Part::Opening),
        lesson(Some(2), true, Part::Answer),
        lesson(None, true, Part::Change(0)),
        lesson(Some(0), true, Part::Change(2)),
        lesson(None, false, Part::Opening),
    ];
    let of = AttemptId { client: 0, number: 2 };
    let kinds = [
        FaultKind::Lose(Direction::Response),
        FaultKind::Delay { message: Direction::Request, by: Millis(3_000) },
        FaultKind::Duplicate { after: Millis(5_000) },
        FaultKind::Fail { at: FailAt::AfterEffect, status: 503, raised: false },
        FaultKind::Crash { after: Point::Commit, restart: Millis(2_000), loses: Millis::ZERO },
    ];
    let faults = kinds.map(|kind| Fault { of, kind });
    for source in files().map(Source::File).chain([Source::RequestLostNewKey, Source::AskForTwoAgain]) {
        let carried = [(source, faults.to_vec()), (source, Vec::new()), (source, faults[1..].to_vec())];
        let scenarios = carried.clone().map(|(source, faults)| Scenario { faults, ..scenario_of(source) });
        for (place, runs) in [(Place::Lab, 1), (Place::Lesson(0), 2), (Place::Lesson(4), 0)] {
            let written = handover::write(place, &lessons, 14, &carried[3 - runs..]);
            let carried = scenarios[3 - runs..].to_vec();
            assert_eq!(
                handover::read(&written),
                HandedOver { place, lessons: lessons.to_vec(), cursor: 14, carried }
            );
        }
    }
    for place in [Place::Lab, Place::Gap, Place::Failures, Place::Contracts, Place::Cases, Place::Lesson(1)] {
        let nothing = HandedOver { place, lessons: lessons.to_vec(), cursor: 0, carried: Vec::new() };
        assert_eq!(handover::read(&handover::write(place, &lessons, 0, &[])), nothing);
    }
    let nothing = HandedOver { place: Place::Lab, lessons: Vec::new(), cursor: 0, carried: Vec::new() };
    assert_eq!(handover::read("nonsense"), nothing);
    let lessons = handover::read("0 1 2 3 4 5").lessons;
    assert_eq!(handover::read("10 1 2 3 4 5 77 77"), HandedOver { lessons, cursor: 77, ..nothing });
}
