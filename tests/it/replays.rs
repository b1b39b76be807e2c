//! What a replay gives back, by mode, and what confirming and cancelling an order does to it.

use idempotency_explainer::sim::presets::Preset;

use crate::support::{answers, check_facts, check_outcomes, outcome, run};

/// An order, a replay, its confirmation, a replay, its cancellation, a replay.
const LIFE: &str = "0 i1 2; 10s i1; 20s i2 #1 to=confirm; 30s i1; 40s i3 #1 to=cancel; 50s i1";

/// The three replays of an order: as it was made, confirmed, cancelled.
fn check_replays(rows: &[(&str, [&str; 3])]) {
    for (service, wanted) in rows {
        let run = run(&format!("one-transaction {service} | {LIFE}"));
        let answers = answers(&run);
        assert_eq!([&answers[1], &answers[3], &answers[5]], wanted.each_ref(), "{service}");
        assert_eq!(
            [&answers[0], &answers[2], &answers[4]],
            ["#1", "#1:confirmed", "#1:cancelled"],
            "{service}"
        );
    }
}

#[test]
fn each_mode() {
    check_replays(&[
        ("over.replay.mode=verbatim", ["#1r", "#1r", "#1r"]),
        ("over.replay.mode=verbatim over.replay.status=200", ["#1@200r", "#1@200r", "#1@200r"]),
        ("over.replay.mode=updated-state", ["#1:created@201r", "#1:confirmed@201r", "#1:cancelled@201r"]),
        (
            "over.replay.mode=updated-state over.replay.status=200",
            ["#1:createdr", "#1:confirmedr", "#1:cancelledr"],
        ),
        ("over.replay.mode=stored-or-current", ["#1r", "#1:confirmed@201r", "#1:cancelled@201r"]),
        ("over.replay.mode=conflict-pointer", ["->#1r", "->#1r", "->#1r"]),
        ("over.replay.mode=conflict-pointer over.replay.status=303", ["->#1@303r", "->#1@303r", "->#1@303r"]),
    ]);
}

/// The preset's own mode; its scope may count the endpoint or not, the keys differ anyway.
#[test]
fn of_each_preset() {
    const KEYS: [&str; 3] = [
        "01234567-89ab-cdef-0123-456789abcde1",
        "01234567-89ab-cdef-0123-456789abcde2",
        "01234567-89ab-cdef-0123-456789abcde3",
    ];
    let [verbatim, updated] = [["#1r"; 3], ["#1:created@201r", "#1:confirmed@201r", "#1:cancelled@201r"]];
    let rows = [
        ("fixture", verbatim),
        ("stripe-v1", verbatim),
        ("stripe-v2", updated),
        ("aws-ec2", updated),
        ("ietf-draft-07", verbatim),
        ("lambda-powertools", verbatim),
        ("rocket-rides-atomic", verbatim),
        ("gocardless", ["->#1r"; 3]),
        ("azure-acs-email", verbatim),
        ("paypal-orders-v2", ["#1:createdr", "#1:confirmedr", "#1:cancelledr"]),
        ("adyen", verbatim),
        ("square-create-payment", verbatim),
        ("google-aip-155", ["#1r", "#1:confirmed@201r", "#1:cancelled@201r"]),
        ("shopify-admin", updated),
    ];
    assert_eq!(rows.map(|(preset, _)| preset)[..], *Preset::NAMES);
    for (preset, wanted) in rows {
        let keys = KEYS.join(",");
        let line = format!("one-transaction as={preset} | {LIFE} | | c1 per-intent durable keys={keys}");
        let answers = answers(&run(&line));
        assert_eq!([&answers[1], &answers[3], &answers[5]], wanted.each_ref(), "{preset}");
    }
}

/// The bytes of a replay.
#[test]
fn on_the_wire() {
    let rows = [
        ("", "201 {\"order_id\":1}"),
        ("over.replay.mode=updated-state", "201 {\"order_id\":1,\"status\":\"created\"}"),
        ("over.replay.mode=conflict-pointer", "409 {\"error\":\"already created\",\"order_id\":1}"),
        ("as=gocardless", "409 {\"error\":\"idempotent_creation_conflict\",\"order_id\":1}"),
        (
            "over.replay.mode=conflict-pointer over.replay.code={\"quoted\"}",
            "409 {\"error\":\"{\\\"quoted\\\"}\",\"order_id\":1}",
        ),
    ];
    for (service, wanted) in rows {
        // A code that begins with a bracket is JSON to the notation: it is given as a text in quotes.
        let service = service.replace("{\"quoted\"}", "\"{\\\"quoted\\\"}\"");
        let run = run(&format!("one-transaction {service} | 0 i1 2; 10s i1"));
        let heard = run.end.attempts[1].heard.as_ref().map(|(answer, _)| answer.to_string());
        assert_eq!(heard.as_deref(), Some(wanted), "{service}");
    }
}

/// A stored failure comes back as it is, whatever the mode; a status for replays is a success's.
#[test]
fn of_a_stored_failure() {
    for mode in ["verbatim", "updated-state", "stored-or-current", "conflict-pointer"] {
        for status in ["", "over.replay.status=200"] {
            let line = format!(
                "one-transaction over.replay.mode={mode} {status} | 0 i1 2; 5s i1 | fail before-effect c1#1 503"
            );
            assert_eq!(outcome(&run(&line)), "0  503 503r  c1/i1=?  never-finishes", "{line}");
        }
    }
}

/// A replay of whatever kind settles the intent: it names the order.
#[test]
fn every_replay_is_believed() {
    let lost = "| lose response c1#1";
    check_outcomes(&[
        ("verbatim", &format!("one-transaction | 0 i1 2; 5s i1 {lost}"), "1  - #1r  c1/i1=#1"),
        (
            "as it is now",
            &format!("one-transaction as=shopify-admin | 0 i1 2; 5s i1 {lost}"),
            "1  - #1:created@201r  c1/i1=#1",
        ),
        (
            "a pointer",
            &format!("one-transaction as=gocardless | 0 i1 2; 5s i1 {lost}"),
            "1  - ->#1r  c1/i1=#1",
        ),
        (
            "cancelled meanwhile: it had been made",
            &format!(
                "one-transaction as=shopify-admin | 0 i1 2; 5s c2 i2 #1 to=cancel; 9s i1 {lost} | c1 per-intent durable; c2 per-intent durable"
            ),
            "1~1  - #1:cancelled #1:cancelled@201r  c1/i1=#1 c2/i2=#1",
        ),
    ]);
}

/// What the same key with other parameters meets.
#[test]
fn other_parameters() {
    let of = |knob: &str, script: &str| format!("one-transaction {knob} | {script}");
    let rows = [
        (
            "refused in the contract's words",
            of("over.mismatch.status=422 over.mismatch.code=reused", "0 i1 2; 5s i1 3"),
            "1  #1 other@422  c1/i1=#1",
        ),
        (
            "the first answer, without a word",
            of("over.mismatch.do=replay-original", "0 i1 2; 5s i1 3"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "as a duplicate, finished: its pointer",
            of("as=gocardless", "0 i1 2; 5s i1 3"),
            "1  #1 ->#1r  c1/i1=#1",
        ),
        (
            "as a duplicate, at work: refused in flight",
            of("over.mismatch.do=same-as-duplicate effect=1s", "0 i1 2; 100ms i1 3"),
            "1  #1 busy  c1/i1=#1",
        ),
        (
            "as new: it runs, and the record stays the first one's",
            of("over.mismatch.do=treat-as-new", "0 i1 2; 5s i1 3; 6s i1 2; 7s i1 3"),
            "3  #1 #2 #1r #3  c1/i1=#3  effect-twice",
        ),
        ("nothing is compared", of("over.fingerprint=none", "0 i1 2; 5s i1 3"), "1  #1 #1r  c1/i1=#1"),
        (
            "shopify's is a 200, and settles",
            of("as=shopify-admin", "0 i1 2; 5s i2 3 key=key-1"),
            "1  #1 other@200  c1/i1=#1 c1/i2=no:200",
        ),
    ];
    let rows: Vec<_> = rows.iter().map(|(what, line, wanted)| (*what, &line[..], *wanted)).collect();
    check_outcomes(&rows);
    check_facts(&[(
        "as new, and it says so",
        "one-transaction over.mismatch.do=treat-as-new | 0 i1 2; 5s i1 3",
        "other parameters: runs as new",
    )]);
}

/// A change that changes nothing makes no effect; a change is an effect of its own intent.
#[test]
fn changes_of_an_order() {
    check_outcomes(&[
        (
            "confirmed, and once more under the same key",
            "one-transaction | 0 i1 2; 5s i2 #1 to=confirm; 6s i2 to=confirm",
            "1~1  #1 #1:confirmed #1:confirmedr  c1/i1=#1 c1/i2=#1",
        ),
        (
            "once more under another key: nothing to change",
            "one-transaction | 0 i1 2; 5s i2 #1 to=confirm; 6s i2 #1 to=confirm key=other",
            "1~1  #1 #1:confirmed #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
        (
            "a service that ignores keys confirms once all the same",
            "ignore | 0 i1 2; 5s i2 #1 to=confirm; 6s i2 to=confirm",
            "1~1  #1 #1:confirmed #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
        (
            "cancelled after confirmed",
            "one-transaction | 0 i1 2; 5s i2 #1 to=confirm; 6s i3 #1 to=cancel",
            "1~2  #1 #1:confirmed #1:cancelled  c1/i1=#1 c1/i2=#1 c1/i3=#1",
        ),
        (
            "a cancelled order stays cancelled, and whoever asked to confirm it is wrong to think it done",
            "one-transaction | 0 i1 2; 5s i2 #1 to=cancel; 6s i3 #1 to=confirm",
            "1~1  #1 #1:cancelled #1:cancelled  c1/i1=#1 c1/i2=#1 c1/i3=#1  false-belief",
        ),
        (
            "there is no such order: refused for good",
            "one-transaction | 0 i2 #1 to=confirm",
            "0  not-found  c1/i2=no:404",
        ),
        (
            "a body that is not a change's",
            "one-transaction | 0 i1 2; 5s i2 2 to=confirm; 6s i2 #0 to=confirm",
            "1  #1 400 400  c1/i1=#1 c1/i2=no:400",
        ),
        ("an order's endpoint takes no change", "one-transaction | 0 i1 #1", "0  400  c1/i1=no:400"),
        (
            "a replay of the change is what was stored",
            "one-transaction | 0 i1 2; 5s i2 #1 to=confirm; 6s i3 #1 to=cancel; 7s i2 #1 to=confirm",
            "1~2  #1 #1:confirmed #1:cancelled #1:confirmedr  c1/i1=#1 c1/i2=#1 c1/i3=#1",
        ),
        (
            "or what the order is like now",
            "one-transaction over.replay.mode=updated-state | 0 i1 2; 5s i2 #1 to=confirm; 6s i3 #1 to=cancel; \
             7s i2 #1 to=confirm",
            "1~2  #1 #1:confirmed #1:cancelled #1:cancelledr  c1/i1=#1 c1/i2=#1 c1/i3=#1",
        ),
    ]);
}

/// A 404 of a change is a 4xx that the endpoint answers on purpose.
#[test]
fn a_change_without_its_order_is_a_client_error() {
    let script = "0 i2 #1 to=confirm key=k; 5s i1 2; 10s i2 #1 to=confirm key=k";
    check_outcomes(&[
        (
            "pinned",
            &format!("one-transaction | {script}"),
            "1  not-found #1 not-foundr  c1/i2=no:404 c1/i1=#1  never-finishes",
        ),
        (
            "dropped",
            &format!("one-transaction over.stores.client_error=drop | {script}"),
            "1~1  not-found #1 #1:confirmed  c1/i2=#1 c1/i1=#1",
        ),
        (
            "dropped, with a claim",
            &format!("claim-then-commit over.stores.client_error=drop | {script}"),
            "1~1  not-found #1 #1:confirmed  c1/i2=#1 c1/i1=#1",
        ),
        (
            "dropped, claim first",
            &format!("claim-first over.stores.client_error=drop | {script}"),
            "1~1  not-found #1 #1:confirmed  c1/i2=#1 c1/i1=#1",
        ),
    ]);
}

/// Where an order is made, its state is changed: alone or with the commit.
#[test]
fn a_change_commits_as_an_order_does() {
    let script = "0 i1 2; 5s i2 #1 to=confirm; 30s i2 to=confirm | crash after-effect c1#2 1s";
    for (order, wanted) in [
        ("check-then-act", "1~1  #1 - #1:confirmed  c1/i1=#1 c1/i2=#1"),
        ("transaction-only", "1~1  #1 - #1:confirmed  c1/i1=#1 c1/i2=#1"),
        ("claim-then-commit lease=10s", "1~1  #1 - #1:confirmed  c1/i1=#1 c1/i2=#1"),
        ("one-transaction", "1~1  #1 - #1:confirmed  c1/i1=#1 c1/i2=#1"),
    ] {
        assert_eq!(outcome(&run(&format!("{order} | {script}"))), wanted, "{order}");
    }
    check_facts(&[
        (
            "alone it was changed before the crash",
            &format!("check-then-act | {script}"),
            "order 1 confirmed, effect 1 of intent 1; order 1 is confirmed already",
        ),
        (
            "with the commit it was rolled back",
            &format!("one-transaction | {script}"),
            "order 1 confirmed, effect 1 of intent 1",
        ),
    ]);
}
