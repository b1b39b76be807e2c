//! The table of contracts against `contracts.md`, cell by cell. The facts stand here, written by hand from the document
//! and apart from the code.
//!
//! A fact: status, error code or header line (`-` where the contract names none), effects of the last request's intent
//! in the end, `again` for a replay, and what it rests on: `V` the provider's own text, `S` somebody's note on it, `I`
//! inferred from it, `A` assumed, since the document says nothing (`null`, or `assumed` in its §3, or U).

use std::rc::Rc;

use idempotency_explainer::app::contracts::{Cell, Moment, cell, scenario, table};
use idempotency_explainer::sim::contract::Certainty;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::write::write;

/// A contract and its cells, in the order of [`MOMENTS`].
type Facts = (&'static str, [&'static str; 9]);

const MOMENTS: [Moment; 9] = [
    Moment::ReplayAfterSuccess,
    Moment::OtherParameters,
    Moment::StillRunning,
    Moment::AnsweredError,
    Moment::UnhandledError,
    Moment::ValidationError,
    Moment::AfterExpiry,
    Moment::OtherEndpoint,
    Moment::KeyMissing,
];

const FACTS: [Facts; 14] = [
    // The page's own: seed 000 with `model.md`'s switches.
    (
        "fixture",
        [
            "201 - 1 again V",
            "409 - 1 V",
            "409 - 1 V",
            "500 - 0 again V",
            "500 - 0 again V",
            "201 - 1 V",
            "201 - 2 V",
            "409 - 0 V",
            "400 - 0 V",
        ],
    ),
    // §2.1: any outcome once execution began, 500 too; the endpoint is part of the comparison; a header on every replay.
    (
        "stripe-v1",
        [
            "201 Idempotent-Replayed: true 1 again V",
            "400 idempotency_error 1 V",
            "409 idempotency_key_in_use 1 V",
            "500 Idempotent-Replayed: true 0 again V",
            "500 Idempotent-Replayed: true 0 again V",
            "201 - 1 V",
            "201 - 2 V",
            "400 idempotency_error 0 V",
            "201 - 2 V",
        ],
    ),
    // §2.2: mismatch and in flight are U; failed work runs again, so that failures are not pinned is concluded; the API
    // is part of the scope, so that another one is independent is concluded.
    (
        "stripe-v2",
        [
            "201 - 1 again A",
            "409 - 1 A",
            "409 - 1 A",
            "201 - 1 I",
            "201 - 1 I",
            "201 - 1 A",
            "201 - 2 A",
            "200 - 1 I",
            "201 - 2 V",
        ],
    ),
    // §2.3: 4xx for a mismatch, 400 assumed; nothing on true concurrency; errors not pinned by the retry table;
    // retention from old editions; nothing on a token that goes to another action.
    (
        "aws-ec2",
        [
            "201 - 1 again V",
            "400 IdempotentParameterMismatch 1 A",
            "202 - 1 A",
            "201 - 1 I",
            "201 - 1 I",
            "201 - 1 I",
            "201 - 2 A",
            "200 - 0 again A",
            "201 - 2 V",
        ],
    ),
    // §2.5: 422 and 409 are SHOULD; a result, success or error, SHOULD come back; nothing on exceptions, validation,
    // scope, or what follows expiry.
    (
        "ietf-draft-07",
        [
            "201 - 1 again A",
            "422 - 1 V",
            "409 - 1 V",
            "500 - 0 again V",
            "500 - 0 again A",
            "201 - 1 A",
            "201 - 2 A",
            "200 - 0 again A",
            "400 - 0 V",
        ],
    ),
    // §2.6: a returned error is saved, an exception deletes the record; no HTTP status for "in progress"; a key is of
    // one function; one hour from completion.
    (
        "lambda-powertools",
        [
            "201 - 1 again V",
            "201 - 1 again V",
            "409 IdempotencyAlreadyInProgressError 1 A",
            "500 - 0 again V",
            "201 - 1 V",
            "201 - 1 A",
            "201 - 2 V",
            "200 - 1 V",
            "201 - 2 V",
        ],
    ),
    // §2.7: 409 for a mismatch and for a young lock; deliberate 5xx pinned, an exception not; path stored, not compared.
    (
        "rocket-rides-atomic",
        [
            "201 - 1 again V",
            "409 - 1 V",
            "409 - 1 V",
            "500 - 0 again V",
            "201 - 1 V",
            "201 - 1 V",
            "201 - 2 V",
            "200 - 0 again V",
            "400 - 0 V",
        ],
    ),
    // §2.7: only a successful creation, and the repeat is a 409 that points to it.
    (
        "gocardless",
        [
            "409 idempotent_creation_conflict 1 again V",
            "409 idempotent_creation_conflict 1 again A",
            "409 - 1 A",
            "201 - 1 I",
            "201 - 1 I",
            "201 - 1 I",
            "201 - 2 A",
            "409 idempotent_creation_conflict 0 again A",
            "201 - 2 V",
        ],
    ),
    // §2.7: 400 rejected, 409, 5xx re-executed, 412 after five minutes; without the headers accepted by inference.
    (
        "azure-acs-email",
        [
            "201 Repeatability-Result: accepted 1 again A",
            "400 Repeatability-Result: rejected 1 V",
            "409 - 1 V",
            "201 - 1 V",
            "201 - 1 V",
            "201 - 1 A",
            "412 - 1 V",
            "200 Repeatability-Result: accepted 0 again A",
            "201 - 2 I",
        ],
    ),
    // §2.7: 200 for the repeat of a 201; the 409 is Payments v2's; mismatch not in public documents.
    (
        "paypal-orders-v2",
        [
            "200 - 1 again V",
            "409 - 1 A",
            "409 PREVIOUS_REQUEST_IN_PROGRESS 1 A",
            "201 - 1 I",
            "201 - 1 I",
            "201 - 1 A",
            "201 - 2 A",
            "409 - 0 A",
            "201 - 2 V",
        ],
    ),
    // §2.7: 422 or 409 with 704; mismatch and stored errors U; the key is echoed wherever an answer comes from its record.
    (
        "adyen",
        [
            "201 idempotency-key 1 again A",
            "409 - 1 A",
            "422 704 1 A",
            "500 idempotency-key 0 again A",
            "500 idempotency-key 0 again A",
            "201 - 1 A",
            "201 - 2 A",
            "409 - 0 A",
            "201 - 2 V",
        ],
    ),
    // §2.7: the first successful response; 400 for a changed request from a secondary source; the rest U.
    (
        "square-create-payment",
        [
            "201 - 1 again V",
            "400 IDEMPOTENCY_KEY_REUSED 1 S",
            "409 - 1 A",
            "500 - 0 again A",
            "500 - 0 again A",
            "201 - 1 A",
            "201 - 2 A",
            "200 - 0 again A",
            "400 - 0 A",
        ],
    ),
    // §2.7: the previous success, or current state; mismatch, concurrency, errors, scope unspecified.
    (
        "google-aip-155",
        [
            "201 - 1 again V",
            "409 - 1 A",
            "409 - 1 A",
            "500 - 0 again A",
            "500 - 0 again A",
            "201 - 1 A",
            "201 - 2 A",
            "409 - 0 A",
            "201 - 2 V",
        ],
    ),
    // §2.7: codes in userErrors, the HTTP status assumed; 24 h and "rebuilt" from notes; a missing key is an error whose
    // status is assumed.
    (
        "shopify-admin",
        [
            "201 - 1 again S",
            "200 IDEMPOTENCY_KEY_PARAMETER_MISMATCH 1 A",
            "200 IDEMPOTENCY_CONCURRENT_REQUEST 1 A",
            "500 - 0 again A",
            "500 - 0 again A",
            "201 - 1 A",
            "201 - 2 S",
            "200 - 0 again A",
            "400 - 0 A",
        ],
    ),
];

/// A cell in the spelling of [`FACTS`].
fn spelled(cell: &Cell) -> String {
    let code = cell.code.as_deref().or(cell.marker.as_deref()).unwrap_or("-");
    let sure = match (cell.assumed.is_empty(), cell.certainty) {
        (false, _) | (_, Certainty::NotDocumented) => "A",
        (_, Certainty::Verified) => "V",
        (_, Certainty::Secondary) => "S",
        (_, Certainty::Inferred) => "I",
    };
    let again = if cell.is_replay { " again" } else { "" };
    format!("{} {code} {}{again} {sure}", cell.status, cell.effects)
}

#[test]
fn every_cell_is_as_documented() {
    assert_eq!(FACTS.map(|(preset, _)| preset).to_vec(), Preset::NAMES);
    assert_eq!(MOMENTS, Moment::ALL);
    let mut wrong = Vec::new();
    for (row, (name, facts)) in table().rows.iter().zip(FACTS) {
        assert_eq!(row.preset.name(), name);
        for ((cell, fact), moment) in row.cells.iter().zip(facts).zip(MOMENTS) {
            let found = cell.as_ref().map_or_else(|| "no cell".to_owned(), spelled);
            if found != fact {
                wrong.push(format!("{name} {moment:?}: wanted {fact}, found {found}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The page says what it assumes: so does the run that a press on the cell opens.
#[test]
fn the_run_of_an_assumed_cell_says_so() {
    for row in &table().rows {
        for (moment, cell) in MOMENTS.into_iter().zip(row.cells.iter().flatten()) {
            let run = Run::of(Rc::new(scenario(&row.preset.contract(), moment).expect("a run")));
            let said: Vec<String> = run.trace.events.iter().map(ToString::to_string).collect();
            for knob in &cell.assumed {
                let wanted = format!("assumed: {}", knob.name());
                let is_said = said.iter().any(|line| line.ends_with(&wanted));
                assert!(is_said, "{:?} {moment:?}: {wanted}", row.preset);
            }
        }
    }
}

#[test]
fn every_run_is_a_file() {
    for row in &table().rows {
        for moment in MOMENTS {
            let scenario = scenario(&row.preset.contract(), moment).expect("within a run");
            let text = write(&scenario);
            assert_eq!(parse(&text).as_ref(), Ok(&scenario), "{text}");
        }
    }
}

/// A promise that outlasts a run has no cell, and says so.
#[test]
fn a_promise_beyond_a_run_has_no_cell() {
    let mut contract = Preset::Fixture.contract();
    let days = |days: u64| Some(Millis(days * 86_400_000));
    contract.retention.keeps = days(59);
    assert!(cell(&contract, Moment::AfterExpiry).is_some());
    contract.retention.keeps = days(60);
    assert_eq!(cell(&contract, Moment::AfterExpiry), None);
    assert!(cell(&contract, Moment::ReplayAfterSuccess).is_some());
}
