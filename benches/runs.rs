//! Runs per second: normative scenario 01 and the largest allowed one, each parsed before and run whole (world,
//! projection, audit, digest). `cargo bench` prints elements per second; an element is one run.

#![allow(missing_docs, reason = "criterion's macros write functions without any")]

use std::rc::Rc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;

const FILES: [(&str, &str); 2] = [
    ("scenario 01", "tests/scenarios/01-response-lost-same-key.json"),
    // 812 events, as tests/it/largest.rs asserts.
    ("largest scenario", "tests/scenarios-extra/largest.json"),
];

fn runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("runs");
    group.throughput(Throughput::Elements(1));
    for (name, file) in FILES {
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let scenario = Rc::new(parse(&text).unwrap_or_else(|problem| panic!("{path}: {problem}")));
        group.bench_function(name, |bencher| bencher.iter(|| Run::of(scenario.clone())));
    }
    group.finish();
}

criterion_group!(benches, runs);
criterion_main!(benches);
