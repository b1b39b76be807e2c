//! Bugs of the wider world that reading its rules for the second time found, in the smallest files that showed them
//! (`second_reading`): what came of each, who was answered how (a proxy's answers included), in the mended engine.

use std::fs;
use std::path::Path;

use expect_test::expect;
use idempotency_explainer::app::knows::lines;
use idempotency_explainer::app::scene::{Layout, RecordLook, Scene, Shape};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::project::Standing;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::trace::EventKind;

use crate::support::{outcome, run};

fn told(run: &Run) -> String {
    let answers = run.trace.events.iter().filter_map(|event| match &event.kind {
        EventKind::Replied { answer, .. } => Some(answer.status.to_string()),
        _ => None,
    });
    answers.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_the_second_reading_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/second_reading");
    let files = fs::read_dir(&folder).expect("the folder").map(|file| file.expect("a file").path());
    let mut lines: Vec<String> = files
        .map(|path| {
            let scenario = parse(&fs::read_to_string(&path).expect("a text")).expect("a scenario");
            let run = Run::of(scenario.into());
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            format!("{name}\n    {}\n    told: {}", outcome(&run), told(&run))
        })
        .collect();
    lines.sort();
    expect![[r#"
        commit-ack-unstored-500-counts-as-final
            0  500 not-foundr  c1/x1=?  never-finishes
            told: 500 404
        dead-call-provider-check-then-act
            0+1  500 - -  c1/i1=? c2/i2=?
            told: 500
        dead-call-provider-claim-first
            0+1  500 - -  c1/i1=? c2/i2=?
            told: 500
        dead-call-provider-one-transaction
            0+1  #1 - -  c1/i1=#1 c2/i2=?
            told: 201
        failed-claim-left-404-claim-then-commit
            0  not-found other  c1/x1=no:409  never-finishes
            told: 404 409
        failed-claim-left-after-success
            2  bad-key bad-key bad-key bad-key bad-key #1  c1/i1=#1  effect-twice two-final-outcomes
            told: 400 400 400 400 400 201 201
        failed-claim-left-not-stuck
            1  500  c1/i1=?  stuck
            told: 500
        failed-claim-left-stuck-only-with-crash
            0  500  c1/i1=?  stuck
            told: 500
        loses-boundary
            2-1  #1 #2  c1/i1=#1 c2/i1=#2  effect-lost
            told: 201 201
        loses-recovery-point
            0+1  -  c2/i1=?
            told: 
        loses-recovery-point-retry
            0+2  - #2  c2/i1=#2  effect-twice
            told: 201
        lost-order-refused-false-belief
            2-1  400 #1 -  c1/i1=no:400 c1/i2=#1
            told: 400 201
        needs-client-answer-replaced-503
            0  -  c1/i2=?
            told: 503
        needs-client-answer-replaced-charge
            0+1  -  c1/i1=?
            told: 201
        needs-client-failed-claim-left
            4  - - - -  c2/i1=?  effect-twice two-final-outcomes
            told: 201 201 201 201
        needs-client-unstored-500-counts-as-final
            1  - -  c1/i1=?
            told: 500 201
        outbox-message-survives-rollback
            0+3m2  #1 500 #3  c1/i2=#1 c1/i1=#3  effect-twice
            told: 201 500 201
        outbox-message-survives-unique-rollback
            0+2m1  #1 #1r  c2/i1=#1 c3/i1=#1  effect-twice
            told: 201 201
        outbox-relayed-before-commit-crash
            0+2m1  #1 -  c1/i1=#1 c2/i1=?  effect-twice stuck
            told: 201
        outbox-relayed-before-rollback
            0+2  - -  c1/i1=?  effect-twice two-final-outcomes
            told: 201 201
        park-known-both
            1+1  - - - -  c1/i2=?
            told: 409 409 409 201
        park-known-charge-claim-then-commit
            0+1  500 - #1  c2/i1=#1
            told: 500 201
        park-known-charge-one-transaction
            0+1  - -  c1/i1=?
            told: 201 201
        proxy-gives-up-on-answered-copy
            2  #2  c1/i1=#2  effect-twice two-final-outcomes
            told: 201 201
        resume-mails-again-claim-first
            1m1  #1 #1  c1/i1=#1
            told: 201 201
        resume-mails-again-one-transaction
            1m1  #1 #1  c1/i1=#1
            told: 201 201
        unique-loser-unstored-500-counts-as-final
            1  - -  c1/i1=?
            told: 201 500
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
}

/// What an earlier request left in the store is there again when the transaction that took it over is rolled back: in
/// the state after the run, at each look-up, and in the figure.
#[test]
fn what_a_transaction_had_taken_over_stands_again_when_it_is_rolled_back() {
    use RecordLook::{Ghost, Open};
    let of = |script: &str, faults: &str| {
        let built =
            "one-transaction over.stores={\"ok\":\"drop\",\"server_error\":\"drop\"} over.failed_work=resume";
        run(&format!("{built} | {script} | {faults}"))
    };
    let standing = |run: &Run| run.end.records.values().map(|record| record.standing).collect::<Vec<_>>();
    let looks = |run: &Run| {
        let scene = Scene::of(&[run], Layout { compact: false, true_scale: false }, &|_| 1);
        let marks = scene.worlds[0].marks.iter().filter_map(|mark| match mark.shape {
            Shape::Record { look, .. } => Some(look),
            _ => None,
        });
        marks.collect::<Vec<_>>()
    };
    for (what, script, faults) in [
        ("a crash", "0 i1 2; 10s i1", "crash after-claim c1#2 1s"),
        ("a failure that is not stored", "0 i1 2; 10s i1", "fail before-effect c1#2"),
    ] {
        let once = of(script, faults);
        assert_eq!(standing(&once), [Standing::Open], "{what}");
        assert_eq!(looks(&once), [Ghost, Open, Ghost, Open], "{what}");
        let again = of(&format!("{script}; 20s i1"), faults);
        assert_eq!(
            outcome(&again).split_whitespace().next(),
            Some("1"),
            "{what}: the order is not made again"
        );
        assert_eq!(standing(&again), [Standing::Open], "{what}");
    }
}

/// "What each side knows" tells of a record that was there and is gone, and of one that says that the work failed.
#[test]
fn what_happened_to_an_attempt_names_its_record_as_it_is() {
    let rows = [
        ("it stands", "claim-then-commit | 0 i1 2", "Order 1 made, recorded"),
        (
            "it was overwritten",
            "transaction-only | 0 i1 2; 10ms i1",
            "Order 1 made, was recorded; that record is gone",
        ),
        (
            "the store forgot it",
            "one-transaction build.forgets_after=5s | 0 i1 2; 9s wait",
            "Order 1 made, was recorded; that record is gone",
        ),
        (
            "it holds a failure",
            "claim-first | 0 i1 2 | fail after-effect c1#1",
            "Order 1 made, recorded as failed",
        ),
        (
            "there never was one",
            "claim-first released | 0 i1 2 | fail after-effect c1#1",
            "Order 1 made, no record",
        ),
    ];
    for (what, line, wanted) in rows {
        let run = run(line);
        let events = run.trace.events.len() as u32;
        let lines = lines(Language::En, &run, &run.end, events);
        assert_eq!(lines[0].happened, wanted, "{what}");
    }
}
