//! Small worlds, all of them: which builds make two effects for one key inside one retention, and that the audit
//! says so each time.

use expect_test::expect;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{Finding, WriteOrder};
use idempotency_explainer::sim::trace::EventKind;

use crate::support::{found, run};

/// One intent under one key, sent twice: every pause, lease, duration and fault of a small space.
fn small_worlds(order: WriteOrder, effect: &str) -> Vec<(String, Run)> {
    let crashes = ["receive", "validate", "look-up", "claim", "effect", "record", "commit", "respond"];
    let mut faults: Vec<_> = crashes.iter().map(|point| format!("crash after-{point} c1#1 1s")).collect();
    let others = [
        "",
        "lose request c1#1",
        "lose response c1#1",
        "duplicate c1#1 20ms",
        "fail before-effect c1#1",
        "fail after-effect c1#1",
    ];
    faults.extend(others.map(str::to_owned));
    let mut worlds = Vec::new();
    for pause in ["20ms", "2500ms", "30s"] {
        for lease in ["", "lease=1s", "lease=10s"] {
            for takes in
                ["effect=30ms", "effect=200ms", "effect=3s", "effect=3s released", "effect=200ms wait=5s"]
            {
                for fault in &faults {
                    let line = format!(
                        "{} {lease} {takes} {effect} | 0 i1 2; {pause} i1 | {fault} | c1 per-intent durable timeout=20s",
                        order.name()
                    );
                    worlds.push((line.clone(), run(&line)));
                }
            }
        }
    }
    worlds
}

/// Whether two effects stand that were made under one key inside one retention, read from the trace alone.
fn makes_two(run: &Run) -> bool {
    let effect = |kind: &EventKind| {
        matches!(
            kind,
            EventKind::EffectMade { .. }
                | EventKind::ProviderEffect { .. }
                | EventKind::Committed { order: Some(_), .. }
        )
    };
    let made: Vec<_> = run.trace.events.iter().filter(|event| effect(&event.kind)).collect();
    let retention = run.scenario.service.contract.promised();
    made.iter()
        .enumerate()
        .any(|(n, two)| made[..n].iter().any(|one| one.key == two.key && two.at.minus(one.at) < retention))
}

#[test]
fn which_builds_make_two_effects_and_are_caught() {
    let mut table = String::new();
    for effect in ["", "provider", "forwarded"] {
        for order in WriteOrder::ALL {
            let worlds = small_worlds(order, effect);
            let twice: Vec<_> = worlds.iter().filter(|(_, run)| makes_two(run)).collect();
            for (line, run) in &worlds {
                assert_eq!(
                    makes_two(run),
                    !found(run, Finding::EffectTwice).is_empty(),
                    "the audit sees it: {line}"
                );
            }
            let first =
                twice.first().map_or("", |(line, _)| line.split('|').nth(2).unwrap_or_default().trim());
            let place = if effect.is_empty() { "ledger" } else { effect };
            table +=
                &format!("{place:9} {:17} {:3} of {}  {first}\n", order.name(), twice.len(), worlds.len());
            let is_sound = match (place, order) {
                ("forwarded", _) => true,
                ("ledger", order) => order.has_transaction() && order.claims(),
                _ => false,
            };
            assert_eq!(twice.is_empty(), is_sound, "{place}, {}", order.name());
        }
    }
    expect![[r#"
        ledger    ignore            276 of 630  
        ledger    check-then-act    135 of 630  
        ledger    transaction-only   87 of 630  
        ledger    claim-first        24 of 630  crash after-effect c1#1 1s
        ledger    claim-then-commit   0 of 630  
        ledger    one-transaction     0 of 630  
        provider  ignore            360 of 630  crash after-effect c1#1 1s
        provider  check-then-act    219 of 630  crash after-effect c1#1 1s
        provider  transaction-only  243 of 630  crash after-effect c1#1 1s
        provider  claim-first        32 of 630  crash after-effect c1#1 1s
        provider  claim-then-commit  45 of 630  crash after-effect c1#1 1s
        provider  one-transaction    51 of 630  crash after-effect c1#1 1s
        forwarded ignore              0 of 630  
        forwarded check-then-act      0 of 630  
        forwarded transaction-only    0 of 630  
        forwarded claim-first         0 of 630  
        forwarded claim-then-commit   0 of 630  
        forwarded one-transaction     0 of 630  
    "#]]
    .assert_eq(&table);
}
