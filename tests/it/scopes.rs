//! Within what a key names one thing: the same key from elsewhere, or to elsewhere.
//!
//! `apart` is two orders, `shared` one order and a replay of it to whoever came second.

use crate::support::{check_facts, check_outcomes, outcome, run};

const APART: &str = "2  #1 #2  c1/i1=#1 c2/i2=#2";
/// Another client of the same tenant: its belief in an order that is not its intent's is false.
const SHARED: &str = "1  #1 #1r  c1/i1=#1 c2/i2=#1  false-belief";
/// Another tenant: it was given what is not its own.
const FOREIGN: &str = "1  #1 #1r  c1/i1=#1 c2/i2=#1  false-belief foreign-answer";

/// Two clients send the same body under the same key. Each row: the scope, how the clients differ, where they send.
fn check_two(rows: &[(&str, &str, [&str; 2], &str)]) {
    for (scope, second, [here, there], wanted) in rows {
        let line = format!(
            "one-transaction over.scope={scope} | 0 i1 2 key=k {here}; 5s c2 i2 2 key=k {there} | \
             | c1 per-intent durable; c2 per-intent durable {second}"
        );
        assert_eq!(outcome(&run(&line)), *wanted, "{line}");
    }
}

#[test]
fn who_calls() {
    const HERE: [&str; 2] = ["", ""];
    check_two(&[
        ("[\"caller\"]", "", HERE, SHARED),
        ("[\"caller\"]", "tenant=t2", HERE, APART),
        ("[\"account\"]", "tenant=t2", HERE, APART),
        ("[\"user\"]", "tenant=t2", HERE, APART),
        ("[\"caller\"]", "tenant=t2 company=t1", HERE, APART),
        ("[\"company\"]", "tenant=t2", HERE, APART),
        ("[\"company\"]", "tenant=t2 company=t1", HERE, FOREIGN),
        ("[\"company\"]", "company=other", HERE, APART),
        ("[\"sandbox\"]", "tenant=t2", HERE, FOREIGN),
        ("[\"function\"]", "tenant=t2", HERE, FOREIGN),
        ("[]", "tenant=t2", HERE, FOREIGN),
        ("[\"caller\",\"company\"]", "tenant=t2 company=t1", HERE, APART),
    ]);
}

#[test]
fn where_to() {
    check_two(&[
        ("[\"region\"]", "", ["region=eu", "region=us"], APART),
        ("[\"region\"]", "", ["region=eu", "region=eu"], SHARED),
        ("[\"region\"]", "", ["region=eu", ""], APART),
        ("[\"region\"]", "", ["", ""], SHARED),
        ("[\"region\"]", "tenant=t2", ["region=eu", "region=eu"], FOREIGN),
        ("[\"zone\"]", "", ["region=eu", "region=us"], APART),
        ("[\"zone\"]", "", ["region=eu", "region=eu"], SHARED),
        ("[\"caller\"]", "", ["region=eu", "region=us"], SHARED),
        ("[\"caller\",\"region\"]", "", ["region=eu", "region=us"], APART),
        ("[\"caller\",\"region\"]", "tenant=t2", ["region=eu", "region=eu"], APART),
    ]);
}

#[test]
fn to_which_endpoint() {
    check_outcomes(&[
        (
            "the endpoint is part of the scope: the same key confirms",
            "one-transaction over.scope=[\"caller\",\"api\"] | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k",
            "1~1  #1 #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
        (
            "a function is an endpoint",
            "one-transaction over.scope=[\"function\"] | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k",
            "1~1  #1 #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
        (
            "it is not, and what is compared differs",
            "one-transaction | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k",
            "1  #1 other  c1/i1=#1 c1/i2=no:409",
        ),
        (
            "it is not, and nothing is compared: the answer of another operation",
            "one-transaction over.fingerprint=none | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k",
            "1  #1 #1r  c1/i1=#1 c1/i2=#1  false-belief wrong-operation",
        ),
        (
            "confirm and cancel with the same body: the endpoint counts",
            "one-transaction | 0 i1 2; 5s i2 #1 to=confirm key=k; 6s i3 #1 to=cancel key=k",
            "1~1  #1 #1:confirmed other  c1/i1=#1 c1/i2=#1 c1/i3=no:409",
        ),
        (
            "confirm and cancel with the same body: parameters alone do not tell them apart",
            "one-transaction over.fingerprint=params | 0 i1 2; 5s i2 #1 to=confirm key=k; 6s i3 #1 to=cancel key=k",
            "1~1  #1 #1:confirmed #1:confirmedr  c1/i1=#1 c1/i2=#1 c1/i3=#1  false-belief wrong-operation",
        ),
        (
            "a question is asked about what the other endpoint made",
            "one-transaction over.scope=[\"caller\",\"api\"] | 0 i1 2 key=k; 5s ask i1 key",
            "1  #1 #1:created  c1/i1=#1",
        ),
    ]);
}

#[test]
fn of_each_preset() {
    let key = "01234567-89ab-cdef-0123-456789abcdef";
    let other_tenant = [
        ("fixture", false),
        ("stripe-v1", false),
        ("stripe-v2", false),
        ("aws-ec2", false),
        ("ietf-draft-07", false),
        ("lambda-powertools", true),
        ("rocket-rides-atomic", false),
        ("gocardless", false),
        ("azure-acs-email", false),
        ("paypal-orders-v2", false),
        ("adyen", false),
        ("square-create-payment", false),
        ("google-aip-155", false),
        ("shopify-admin", false),
    ];
    let clients = "c1 per-intent durable; c2 per-intent durable tenant=t2";
    for (preset, is_shared) in other_tenant {
        let line =
            format!("one-transaction as={preset} | 0 i1 2 key={key}; 5s c2 i2 2 key={key} | | {clients}");
        assert_eq!(run(&line).end.orders.len(), if is_shared { 1 } else { 2 }, "{preset}");
    }
    let company = "c1 per-intent durable company=k; c2 per-intent durable tenant=t2 company=k";
    let line = format!("one-transaction as=adyen | 0 i1 2 key=k; 5s c2 i2 2 key=k | | {company}");
    assert_eq!(outcome(&run(&line)), FOREIGN, "adyen counts keys in the company");
}

/// A scope that nobody documents is the caller, and the run says so once it matters: when a key comes again from
/// elsewhere or to elsewhere.
#[test]
fn a_scope_that_is_assumed() {
    let two = "| | c1 per-intent durable; c2 per-intent durable tenant=t2";
    check_facts(&[
        (
            "from another tenant",
            &format!(
                "one-transaction as=gocardless over.replay.mode=verbatim | 0 i1 2 key=k; 5s c2 i2 2 key=k {two}"
            ),
            "assumed: scope",
        ),
        (
            "again from the same: it does not matter",
            "one-transaction as=gocardless over.replay.mode=verbatim | 0 i1 2 key=k; 5s i1 2 key=k",
            "",
        ),
        (
            "another key from another tenant: nor here",
            &format!(
                "one-transaction as=gocardless over.replay.mode=verbatim | 0 i1 2 key=k; 5s c2 i2 2 key=l {two}"
            ),
            "",
        ),
        (
            "to another region",
            "one-transaction as=gocardless over.replay.mode=verbatim | 0 i1 2 key=k; 5s i1 2 key=k region=eu",
            "assumed: scope",
        ),
        (
            "once",
            &format!(
                "one-transaction as=gocardless over.replay.mode=verbatim | 0 i1 2 key=k; 5s c2 i2 2 key=k; \
                 6s c2 i3 2 key=k {two}"
            ),
            "assumed: scope",
        ),
        (
            "not where the file states it",
            &format!(
                "one-transaction as=gocardless over.replay.mode=verbatim over.scope=[] | 0 i1 2 key=k; 5s c2 i2 2 key=k {two}"
            ),
            "",
        ),
    ]);
}
