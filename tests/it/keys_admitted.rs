//! What the service makes of a key, or of none, before it looks anything up.

use idempotency_explainer::sim::presets::Preset;

use crate::support::{answers, check, check_facts, check_outcomes, facts, run};

/// One send under a key (`-` for none) to a service; its answer.
fn check_key(rows: &[(&str, &str, &str)]) {
    let lines = rows.iter().map(|(service, key, wanted)| {
        let line = match *key {
            "-" => format!("one-transaction {service} | 0 i1 2 | | c1 none durable"),
            key => format!("one-transaction {service} | 0 i1 2 key={key}"),
        };
        (format!("{service} · {key}"), line, *wanted)
    });
    let lines: Vec<_> = lines.collect();
    let rows: Vec<_> = lines.iter().map(|(what, line, wanted)| (&what[..], &line[..], *wanted)).collect();
    check(&rows, |run| answers(run).join(" "));
}

const UUID: &str = "01234567-89ab-cdef-0123-456789abcdef";

#[test]
fn lengths_count_characters() {
    let long = |characters: usize| "k".repeat(characters);
    check_key(&[
        ("", "k", "#1"),
        ("", &long(255), "#1"),
        ("over.key_policy.min=3", "ab", "bad-key"),
        ("over.key_policy.min=3", "abc", "#1"),
        ("over.key_policy.max=3", "abc", "#1"),
        ("over.key_policy.max=3", "abcd", "bad-key"),
        ("over.key_policy.max=3", "钥匙键", "#1"),
        ("over.key_policy.min=3", "钥匙", "bad-key"),
        ("over.key_policy.min=5 over.key_policy.max=4", "abcd", "bad-key"),
    ]);
}

#[test]
fn formats() {
    let upper = UUID.to_uppercase();
    check_key(&[
        ("over.key_policy.format=opaque", "钥匙", "#1"),
        ("over.key_policy.format=md5", "钥匙", "#1"),
        ("over.key_policy.format=ascii", "a_b~", "#1"),
        ("over.key_policy.format=ascii", "钥匙", "bad-key"),
        ("over.key_policy.format=sf-string", "a_b~", "#1"),
        ("over.key_policy.format=sf-string", "钥匙", "bad-key"),
        ("over.key_policy.format=uuid4", UUID, "#1"),
        ("over.key_policy.format=uuid4", &upper, "#1"),
        ("over.key_policy.format=uuid4", "0123456789abcdef0123456789abcdef", "bad-key"),
        ("over.key_policy.format=uuid4", "01234567-89ab-cdef-0123-456789abcdeg", "bad-key"),
        ("over.key_policy.format=uuid4", "01234567-89ab-cdef-0123-456789abcde", "bad-key"),
        ("over.key_policy.format=uuid4", "0123456-789ab-cdef-0123-456789abcdef", "bad-key"),
        ("over.key_policy.format=guid", UUID, "#1"),
        ("over.key_policy.format=guid", "k", "bad-key"),
    ]);
}

#[test]
fn none_at_all() {
    check_key(&[
        ("", "-", "no-key"),
        ("over.key_policy.presence=optional", "-", "#1"),
        ("over.key_policy.presence=auto", "-", "#1"),
        ("over.key_policy.missing_status=428", "-", "no-key@428"),
        ("over.key_policy.bad_status=422 over.key_policy.min=2", "k", "bad-key@422"),
    ]);
    check_outcomes(&[
        ("a key of blanks alone is none", "one-transaction | 0 i1 2 key=__", "0  no-key  c1/i1=no:400"),
        (
            "and runs unprotected where none does",
            "one-transaction over.key_policy.presence=optional | 0 i1 2 key=_; 5s i1 2 key=_",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "required also where keys are ignored",
            "ignore | 0 i1 2 | | c1 none durable",
            "0  no-key  c1/i1=no:400",
        ),
        (
            "a refusal settles: with a key it is another attempt",
            "one-transaction | 0 i1 2 key=_; 5s i1 2 key=k; 6s i1 2 key=k",
            "1  no-key #1 #1r  c1/i1=#1",
        ),
        (
            "given one: a retry is given another",
            "one-transaction over.key_policy.presence=auto | 0 i1 2; 5s i1 | | c1 none durable",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "a refusal leaves the key free",
            "one-transaction over.key_policy.min=2 | 0 i1 2 key=k; 5s i1 2 key=kk; 6s i1 2 key=k",
            "1  bad-key #1 bad-key  c1/i1=#1",
        ),
    ]);
    check_facts(&[
        ("refused", "one-transaction | 0 i1 2 | | c1 none durable", "no key"),
        ("malformed", "one-transaction over.key_policy.min=9 | 0 i1 2", "malformed key"),
        (
            "unprotected",
            "one-transaction over.key_policy.presence=optional | 0 i1 2 | | c1 none durable",
            "no key: runs without a record",
        ),
        (
            "given one",
            "one-transaction over.key_policy.presence=auto | 0 i1 2 | | c1 none durable",
            "no key: given one",
        ),
    ]);
}

#[test]
fn what_goes_first() {
    check_outcomes(&[
        (
            "a limiter in front answers before the key is looked at",
            "one-transaction | 0 i1 2 | limit c1#1 | c1 none durable",
            "0  limited  c1/i1=?",
        ),
        (
            "a missing key before validation",
            "one-transaction | 0 i1 0 | | c1 none durable",
            "0  no-key  c1/i1=no:400",
        ),
        (
            "a malformed key before validation",
            "one-transaction over.key_policy.min=9 | 0 i1 0",
            "0  bad-key  c1/i1=no:400",
        ),
        (
            "validation before the look-up",
            "one-transaction over.key_policy.presence=optional | 0 i1 0 | | c1 none durable",
            "0  400  c1/i1=no:400",
        ),
        (
            "the rules look at the key as the service reads it",
            "one-transaction build.key_form=trimmed over.key_policy.min=3 | 0 i1 2 key=_k_",
            "0  bad-key  c1/i1=no:400",
        ),
        (
            "of a list the first",
            "one-transaction build.key_form=first-listed over.key_policy.max=3 | 0 i1 2 key=abc,defg",
            "1  #1  c1/i1=#1",
        ),
        (
            "a list that begins with nothing has no key",
            "one-transaction build.key_form=first-listed | 0 i1 2 key=,b",
            "0  no-key  c1/i1=no:400",
        ),
    ]);
}

/// Two sends of one intent under two spellings of a key: `#1r` where the service reads them as one.
#[test]
fn when_two_keys_are_one() {
    let rows = [
        ("bytes", "k", "K", false),
        ("bytes", "k", "_k_", false),
        ("bytes", "k", "k,b", false),
        ("case-folded", "k", "K", true),
        ("case-folded", "é", "É", false),
        ("case-folded", "k", "_k_", false),
        ("trimmed", "k", "_k_", true),
        ("trimmed", "k", "K", false),
        ("trimmed", "a_b", "ab", false),
        ("first-listed", "k", "k,b", true),
        ("first-listed", "k", "_k_,b,c", true),
        ("first-listed", "k", "b,k", false),
        ("first-listed", "k", "K", false),
    ];
    for (form, one, other, is_one) in rows {
        let line = format!("one-transaction build.key_form={form} | 0 i1 2 key={one}; 5s i1 2 key={other}");
        let wanted = if is_one { "#1 #1r" } else { "#1 #2" };
        assert_eq!(answers(&run(&line)).join(" "), wanted, "{line}");
    }
}

/// The service makes the key from the body, of what the fingerprint is made of; what the client sends is not looked at.
#[test]
fn a_key_derived_from_the_body() {
    let of = |more: &str, script: &str| {
        format!("one-transaction over.carrier={{\"kind\":\"derived\",\"name\":\"body\"}} {more} | {script}")
    };
    let rows = [
        ("no key is needed", of("", "0 i1 2; 5s i1 | | c1 none durable"), "1  #1 #1r  c1/i1=#1"),
        ("two keys, one body", of("", "0 i1 2 key=a; 5s i1 2 key=b"), "1  #1 #1r  c1/i1=#1"),
        ("one key, two bodies", of("", "0 i1 2 key=a; 5s i1 3 key=a"), "2  #1 #2  c1/i1=#2  effect-twice"),
        ("fields swapped", of("", "0 i1 2; 5s i1 ~2"), "1  #1 #1r  c1/i1=#1"),
        (
            "fields swapped, by the text",
            of("build.recipe=text", "0 i1 2; 5s i1 ~2"),
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "two intents that ask for the same are one",
            of("", "0 i1 2; 5s i2 2"),
            "1  #1 #1r  c1/i1=#1 c1/i2=#1  false-belief",
        ),
        ("what is not valid is refused", of("", "0 i1 0"), "0  400  c1/i1=no:400"),
    ];
    let rows: Vec<_> = rows.iter().map(|(what, line, wanted)| (*what, &line[..], *wanted)).collect();
    check_outcomes(&rows);
}

/// Any other name selects the client's key; a request without one has none.
#[test]
fn a_key_selected_from_the_request() {
    check_outcomes(&[
        (
            "the client's own",
            "one-transaction as=lambda-powertools | 0 i1 2 key=a; 5s i1 2 key=a; 6s i1 2 key=b",
            "2  #1 #1r #2  c1/i1=#2  effect-twice",
        ),
        (
            "none: unprotected",
            "one-transaction as=lambda-powertools | 0 i1 2; 5s i1 | | c1 none durable",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
    ]);
}

/// Each preset against the same six requests: no key, one character, a UUID, 65, 109 and 256 characters would be too long
/// for a file, so 255; and two that are not ASCII.
#[test]
fn every_preset() {
    const REFUSED: &str = "bad-key";
    let rows = [
        ("fixture", ["no-key", "#1", "#1", "#1", "#1", "#1", "#1"]),
        ("stripe-v1", ["#1"; 7]),
        ("stripe-v2", ["#1"; 7]),
        ("aws-ec2", ["#1", "#1", "#1", REFUSED, REFUSED, REFUSED, REFUSED]),
        ("ietf-draft-07", ["no-key", "#1", "#1", "#1", "#1", "#1", REFUSED]),
        ("lambda-powertools", ["#1"; 7]),
        ("rocket-rides-atomic", ["no-key", REFUSED, "#1", "#1", REFUSED, REFUSED, REFUSED]),
        ("gocardless", ["#1"; 7]),
        ("azure-acs-email", ["#1", REFUSED, "#1", REFUSED, REFUSED, REFUSED, REFUSED]),
        ("paypal-orders-v2", ["#1", "#1", "#1", "#1", REFUSED, REFUSED, "#1"]),
        ("adyen", ["#1", "#1", "#1", REFUSED, REFUSED, REFUSED, "#1"]),
        ("square-create-payment", ["no-key", "#1", "#1", REFUSED, REFUSED, REFUSED, "#1"]),
        ("google-aip-155", ["#1", REFUSED, "#1", REFUSED, REFUSED, REFUSED, REFUSED]),
        ("shopify-admin", ["no-key", "#1", "#1", "#1", "#1", "#1", "#1"]),
    ];
    assert_eq!(rows.map(|(preset, _)| preset)[..], *Preset::NAMES);
    let long = [65, 109, 255].map(|characters| "k".repeat(characters));
    let keys = ["-", "k", UUID, &long[0], &long[1], &long[2], "钥匙"];
    for (preset, wanted) in rows {
        let service = format!("as={preset}");
        let rows: Vec<_> =
            keys.iter().zip(wanted).map(|(key, wanted)| (&service[..], *key, wanted)).collect();
        check_key(&rows);
    }
}

/// A status that the provider does not document is the fixture's, and the run says that it is assumed.
#[test]
fn statuses_that_are_assumed() {
    let rows = [
        ("a missing key's, shopify", "as=shopify-admin", "-", "no key; assumed: key_policy"),
        ("a missing key's, stated by the draft", "as=ietf-draft-07", "-", "no key"),
        ("a bad key's, aws", "as=aws-ec2", "钥匙", "malformed key; assumed: key_policy"),
        ("a bad key's, stated by azure", "as=azure-acs-email", "k", "malformed key"),
        (
            "a bad key's, stated by the file",
            "as=aws-ec2 over.key_policy.bad_status=400",
            "钥匙",
            "malformed key",
        ),
    ];
    for (what, service, key, wanted) in rows {
        let line = match key {
            "-" => format!("one-transaction {service} | 0 i1 2 | | c1 none durable"),
            key => format!("one-transaction {service} | 0 i1 2 key={key}"),
        };
        assert_eq!(facts(&run(&line)).join("; "), wanted, "{what}");
    }
}
