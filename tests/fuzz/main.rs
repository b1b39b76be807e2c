//! Whatever comes from outside makes nothing panic: the texts of files and links, and what storage and the first visit's
//! program leave behind, in any state. A seeded campaign of mutated texts, and a table of those that were once at fault.
//!
//! `scripts/fuzz` runs the long campaign; here each kind gets some thousands of cases. `FUZZ_CASES` and `FUZZ_SEED` choose.
//! Not here: messages, whose reader is JavaScript (`scripts/fuzz-messages.mjs`); what valid runs are like (`tests/it`).

// Only the engine and the page's layers are driven, natively.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod checks;
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use mutate::{Corpus, Random};

/// How many cases of a kind the native layer runs; `FUZZ_CASES` says another number.
const CASES: u64 = 3_000;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().expect("FUZZ_CASES and FUZZ_SEED are numbers"))
}

/// Runs a campaign: `make` a case from a seed, `check` it. `check` says whether the case was valid.
/// A panic is told with the case that led to it, ready for the table of [`checks::KNOWN`].
fn campaign<T: std::fmt::Debug>(kind: &str, make: fn(&Corpus, &mut Random) -> T, check: fn(&T) -> bool) {
    let (cases, seed) = (setting("FUZZ_CASES", CASES), setting("FUZZ_SEED", 1));
    let corpus = Corpus::of_files();
    let workers = thread::available_parallelism().map_or(1, |n| n.get() as u64).min(cases);
    let run = |worker: u64| {
        let (mut valid, mut bad) = (0, Vec::new());
        for number in (worker..cases).step_by(workers as usize) {
            let case = make(&corpus, &mut Random::of(seed, number));
            match catch_unwind(AssertUnwindSafe(|| check(&case))) {
                Ok(is_valid) => valid += u64::from(is_valid),
                Err(_) => bad.push(format!("{kind}, seed {seed}, case {number}: {case:?}")),
            }
        }
        (valid, bad)
    };
    let (valid, bad) = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        let ended = threads.into_iter().map(|thread| thread.join().expect("a worker catches what panics"));
        ended.fold((0, Vec::new()), |(sum, mut all), (valid, bad)| {
            all.extend(bad);
            (sum + valid, all)
        })
    });
    #[allow(clippy::print_stdout, reason = "scripts/fuzz shows it")]
    {
        println!("fuzz: {kind}: {cases} cases, seed {seed}: {valid} valid, {} at fault", bad.len());
    }
    assert!(bad.is_empty(), "{} of {cases} cases:\n{}", bad.len(), bad[..bad.len().min(5)].join("\n"));
    assert!(
        valid * 50 > cases,
        "of {cases} cases only {valid} get past the reader: the campaign misses what is behind it"
    );
}

#[test]
fn files() {
    campaign("file", |corpus, random| corpus.mutated(random), |text| checks::file(text));
}

#[test]
fn links() {
    campaign("link", Corpus::mutated_link, |text| checks::link(text));
}

#[test]
fn storage() {
    campaign("storage", checks::Stored::random, checks::storage);
}

#[test]
fn what_was_once_at_fault() {
    for text in checks::KNOWN {
        checks::file(text);
        checks::link(text);
        for intents in [None, Some(*text), Some("drafted "), Some("drafted k")] {
            checks::storage(&checks::Stored {
                head: "255 4294967295".to_owned(),
                world: (*text).to_owned(),
                intents: intents.map(str::to_owned),
                handed_over: intents.map(|_| (*text).to_owned()),
            });
        }
    }
}
