//! What a run says of facts that nobody documents: once, at the first moment that depends on one, and not where the file
//! states it itself.

use idempotency_explainer::sim::contract::{Certainty, Knob};
use idempotency_explainer::sim::presets::Preset;

use crate::support::{check, facts};

/// The knobs that a run says it assumes, in order.
fn check_assumed(rows: &[(&str, &str, &str)]) {
    check(rows, |run| {
        let facts = facts(run);
        let assumed = facts.iter().filter_map(|fact| fact.strip_prefix("assumed: "));
        assumed.collect::<Vec<_>>().join(" ")
    });
}

/// The fixture and what a file states itself are nobody's assumptions.
#[test]
fn what_is_known() {
    for knob in Knob::ALL {
        assert!(!Preset::Fixture.contract().is_assumed(knob), "{}", knob.name());
        for preset in Preset::ALL {
            let mut contract = preset.contract();
            let citation = preset.citation(knob);
            let is_documented = matches!(citation.certainty, Certainty::Verified | Certainty::Secondary);
            assert_eq!(contract.is_assumed(knob), !is_documented || citation.assumes);
            contract.make_own(knob);
            assert!(!contract.is_assumed(knob), "{}, {}: the file says so", preset.name(), knob.name());
        }
    }
}

#[test]
fn at_the_first_moment_that_depends_on_it() {
    let all = "as=stripe-v2 effect=1s";
    check_assumed(&[
        (
            "nothing depends on anything",
            "claim-then-commit as=google-aip-155 | 0 i1 2 key=01234567-89ab-cdef-0123-456789abcdef",
            "",
        ),
        (
            "other parameters: what is compared, and what follows",
            "claim-then-commit as=stripe-v2 | 0 i1 2; 5s i1 3",
            "fingerprint mismatch",
        ),
        ("while the first is at work", &format!("claim-then-commit {all} | 0 i1 2; 100ms i1"), "in_flight"),
        (
            "once each",
            &format!("claim-then-commit {all} | 0 i1 2; 100ms i1; 200ms i1; 300ms i1 3; 400ms i1 3"),
            "in_flight fingerprint mismatch",
        ),
        (
            "not what the file states",
            &format!(
                "claim-then-commit {all} over.in_flight=reject over.mismatch.do=reject | 0 i1 2; 100ms i1; 300ms i1 3"
            ),
            "fingerprint",
        ),
        (
            "nor what the provider does",
            "claim-then-commit as=stripe-v1 effect=1s | 0 i1 2; 100ms i1; 200ms i1 3",
            "",
        ),
        (
            "a status that is assumed, of a knob that is documented: the refusal needs it",
            "claim-then-commit as=aws-ec2 | 0 i1 2; 5s i1 3",
            "mismatch",
        ),
        (
            "which failures are stored",
            "claim-then-commit as=adyen | 0 i1 2; 5s i1 | fail before-effect c1#1 402",
            "stores failed_work",
        ),
        (
            "what is documented of them",
            "claim-then-commit as=stripe-v1 | 0 i1 2; 5s i1 | fail before-effect c1#1 402",
            "",
        ),
        ("a success is documented everywhere", "claim-then-commit as=adyen | 0 i1 2", ""),
        ("what a replay looks like", "claim-then-commit as=ietf-draft-07 | 0 i1 2; 5s i1", "replay"),
        (
            "where the draft says it of one in flight",
            "claim-then-commit as=ietf-draft-07 effect=1s | 0 i1 2; 100ms i1",
            "",
        ),
    ]);
}

/// Where nobody says how long a record is kept, or what comes after, the run rests on a day and on running as new.
#[test]
fn how_long_and_what_then() {
    check_assumed(&[
        (
            "a record that goes after a day that nobody promised; and its key runs as new",
            "one-transaction as=gocardless | 0 i1 2; 25h i1",
            "retention after_expiry",
        ),
        (
            "a floor that is documented, and what comes after it is not",
            "one-transaction as=google-aip-155 | 0 i1 2 key=01234567-89ab-cdef-0123-456789abcdef; 2h i1 2 key=01234567-89ab-cdef-0123-456789abcdef",
            "after_expiry",
        ),
        ("both are documented", "one-transaction as=stripe-v1 | 0 i1 2; 25h i1", ""),
        (
            "both are stated",
            "one-transaction as=gocardless over.retention=24h over.after_expiry=execute-as-new | 0 i1 2; 25h i1",
            "",
        ),
        ("nothing expires: nothing is assumed of it", "one-transaction as=gocardless | 0 i1 2; 2h i2 2", ""),
    ]);
}
