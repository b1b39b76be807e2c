//! Bugs of the wider world that reading its rules for the second time found, in the smallest files that showed them
//! (`second_reading`): what came of each, who was answered how (a proxy's answers included), in the mended engine.

use std::fs;
use std::path::Path;

use expect_test::expect;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::trace::EventKind;

use crate::support::outcome;

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
