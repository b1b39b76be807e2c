//! Of what a fingerprint is made: further fields, defaults, the text; and a deploy that changes it.

use idempotency_explainer::sim::limits;

use crate::support::{answers, check_facts, check_outcomes, run};

/// One body after the other under one key: `same` is a replay.
fn check_bodies(rows: &[(&str, [&str; 2], bool)]) {
    for (build, [one, other], is_same) in rows {
        let line = format!("one-transaction {build} | 0 i1 {one}; 5s i1 {other}");
        let wanted = if *is_same { "#1 #1r" } else { "#1 other" };
        assert_eq!(answers(&run(&line)).join(" "), wanted, "{line}");
    }
}

#[test]
fn values_as_given() {
    let tag = "build.fields={\"tag\":{}}";
    let red = "build.fields={\"tag\":{\"default\":\"red\"}}";
    check_bodies(&[
        (tag, ["+{\"tag\":\"a\"}", "+{\"tag\":\"a\"}"], true),
        (tag, ["+{\"tag\":\"a\"}", "+{\"tag\":\"b\"}"], false),
        (tag, ["+{\"tag\":\"a\"}", "2"], false),
        (tag, ["2", "+{\"tag\":null}"], false),
        (tag, ["+{\"tag\":[1,2]}", "+{\"tag\":[1,2]}"], true),
        (tag, ["+{\"tag\":1}", "+{\"tag\":1.0}"], false),
        (red, ["2", "+{\"tag\":\"red\"}"], false),
        ("build.fields={\"a\":{},\"b\":{}}", ["+{\"a\":1,\"b\":2}", "+{\"b\":2,\"a\":1}"], true),
        ("build.fields={\"a\":{},\"b\":{}}", ["+{\"a\":1}", "+{\"b\":1}"], false),
    ]);
}

#[test]
fn with_defaults_filled_in() {
    let red = "build.recipe=filled build.fields={\"tag\":{\"default\":\"red\"}}";
    let none = "build.recipe=filled build.fields={\"tag\":{}}";
    check_bodies(&[
        (red, ["2", "+{\"tag\":\"red\"}"], true),
        (red, ["2", "+{\"tag\":null}"], true),
        (red, ["+{\"tag\":null}", "+{\"tag\":\"red\"}"], true),
        (red, ["2", "+{\"tag\":\"blue\"}"], false),
        (none, ["2", "+{\"tag\":null}"], true),
        (none, ["2", "+{\"tag\":\"\"}"], false),
        (red, ["2", "3"], false),
        (red, ["2", "~2"], true),
    ]);
}

#[test]
fn what_changes_from_send_to_send() {
    let stamp = "build.fields={\"at\":{\"volatile\":true}}";
    check_bodies(&[
        (stamp, ["+{\"at\":1}", "+{\"at\":2}"], true),
        (stamp, ["+{\"at\":1}", "2"], true),
        (stamp, ["+{\"at\":1}", "3"], false),
        ("build.fields={\"at\":{}}", ["+{\"at\":1}", "+{\"at\":2}"], false),
        (
            "build.recipe=filled build.fields={\"at\":{\"volatile\":true,\"default\":0}}",
            ["+{\"at\":1}", "2"],
            true,
        ),
    ]);
}

#[test]
fn by_the_text() {
    let stamp = "build.recipe=text build.fields={\"at\":{\"volatile\":true}}";
    check_bodies(&[
        ("build.recipe=text", ["2", "2"], true),
        ("build.recipe=text", ["2", "~2"], false),
        ("build.recipe=text", ["2", "3"], false),
        (stamp, ["+{\"at\":1}", "+{\"at\":2}"], false),
        (stamp, ["+{\"at\":1}", "+{\"at\":1}"], true),
    ]);
}

#[test]
fn fields_that_are_not_known() {
    check_outcomes(&[
        ("refused", "one-transaction | 0 i1 +{\"tag\":1}", "0  400  c1/i1=no:400"),
        (
            "also where another one is known",
            "one-transaction build.fields={\"tag\":{}} | 0 i1 +{\"tga\":1}",
            "0  400  c1/i1=no:400",
        ),
        (
            "a further field makes no order valid",
            "one-transaction build.fields={\"tag\":{}} | 0 i1 {\"tag\":1}",
            "0  400  c1/i1=no:400",
        ),
        (
            "a change has none",
            "one-transaction build.fields={\"tag\":{}} | 0 i1 2; 5s i2 {\"order_id\":1,\"tag\":1} to=confirm",
            "1  #1 400  c1/i1=#1 c1/i2=no:400",
        ),
    ]);
    assert_eq!(limits::FIELDS, 8);
}

/// From the deploy on fingerprints are made otherwise, and those in old records are compared with them.
#[test]
fn a_deploy_in_between() {
    let red = "build.fields={\"tag\":{\"default\":\"red\"}}";
    check_outcomes(&[
        (
            "to the text: an unchanged retry looks like another request",
            "one-transaction | 0 i1 2; 5s deploy text; 9s i1",
            "1  #1 other  c1/i1=#1",
        ),
        (
            "new records are compared among themselves",
            "one-transaction | 0 deploy text; 5s i1 2; 9s i1; 12s i1 ~2",
            "1  #1 #1r other  c1/i1=#1",
        ),
        (
            "to defaults: what left a field out looks like another request",
            &format!("one-transaction {red} | 0 i1 2; 5s deploy filled; 9s i1"),
            "1  #1 other  c1/i1=#1",
        ),
        (
            "what said it does not",
            &format!("one-transaction {red} | 0 i1 +{{\"tag\":\"red\"}}; 5s deploy filled; 9s i1"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "to the same: nothing changes",
            "one-transaction | 0 i1 2; 5s deploy given; 9s i1",
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "and back",
            "one-transaction | 0 i1 2; 5s deploy text; 9s i1; 12s deploy given; 15s i1",
            "1  #1 other #1r  c1/i1=#1",
        ),
        (
            "a key that is made from the body is another one: a second order",
            "one-transaction over.carrier={\"kind\":\"derived\",\"name\":\"body\"} | 0 i1 2; 5s deploy text; 9s i1",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "one with other parameters as new",
            "one-transaction over.mismatch.do=treat-as-new | 0 i1 2; 5s deploy text; 9s i1",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
    ]);
    check_facts(&[("it is told", "one-transaction | 0 deploy text", "deployed: fingerprint text")]);
}
