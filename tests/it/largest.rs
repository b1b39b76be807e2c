//! The largest allowed scenario: eight clients, 64 steps, 64 attempts, 64 faults. It is kept as a file, so that the
//! benchmark and the browser run the same.

use expect_test::expect_file;
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::write::write;

use crate::support::scenario;

/// Eight rounds. In each, one client reloads and seven send for one intent under one key: the first to come fails and
/// is released, the next one works, the others wait; one answer is lost and asked for again.
fn largest() -> String {
    let (mut script, mut faults) = (Vec::new(), Vec::new());
    let mut sent = [0; 8];
    for round in 0..8 {
        for turn in 0..8 {
            let client = (round + turn) % 8;
            let (at, name) = (60_000 * round + 10 * turn, client + 1);
            if turn == 0 {
                script.push(format!("{at}ms c{name} reload"));
                continue;
            }
            sent[client] += 1;
            script.push(format!("{at}ms c{name} i{round} {}", round + 1));
            let of = format!("c{name}#{}", sent[client]);
            match turn {
                1 => faults.push(format!("fail before-effect {of} 503")),
                2 | 3 => faults.push(format!("duplicate {of} 15ms")),
                4 | 5 => faults.push(format!("delay request {of} 300ms")),
                6 => faults.push(format!("delay response {of} 100ms")),
                _ => {
                    faults.push(format!("lose response {of}"));
                    sent[client] += 1;
                }
            }
            if turn == 1 {
                faults.push(format!("delay response {of} 10ms"));
            }
        }
    }
    let client = |n| format!("c{n} business-id durable retry=2,1s,2,timeout");
    let clients: Vec<_> = (1..=8).map(client).collect();
    format!(
        "claim-then-commit lease=1s effect=200ms wait=5s released look-up=1ms | {} | {} | {}",
        script.join(";"),
        faults.join(";"),
        clients.join(";")
    )
}

#[test]
fn the_largest_scenario() {
    let scenario = scenario(&largest());
    expect_file!["../scenarios-extra/largest.json"].assert_eq(&write(&scenario));
    let run = Run::of(scenario.clone());
    let sizes =
        [scenario.clients.len(), scenario.script.len(), run.end.attempts.len(), scenario.faults.len()];
    assert_eq!(
        sizes.map(|size| size as u32),
        [limits::CLIENTS, limits::STEPS, limits::ATTEMPTS, limits::FAULTS]
    );
    assert!(run.struck.iter().all(|struck| *struck), "{:?}", run.struck);
    assert_eq!(run.cut_short(), None);
    assert_eq!((run.end.orders.len(), run.found.len()), (8, 0), "a sound build all the same");
    assert_eq!(run.trace.events.len(), 812);
}
