//! Mails that go with orders: sent by the handler, or by a relay from an outbox, to a consumer with or without an inbox.

use idempotency_explainer::sim::trace::{EventKind, Wider};

use crate::support::{check_facts, check_outcomes, run};

const HANDLER: &str = "build.mail={\"from\":\"handler\"}";
const OUTBOX: &str = "build.mail={\"from\":\"outbox\"}";

/// A mail that the handler sends goes out at the effect and is never rolled back.
#[test]
fn from_the_handler() {
    check_outcomes(&[
        (
            "one order, one mail",
            &format!("one-transaction {HANDLER} | 0 i1 2; 5s i1"),
            "1m1  #1 #1r  c1/i1=#1",
        ),
        (
            "rolled back by a crash, the mail is out: the retry sends another",
            &format!("one-transaction {HANDLER} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s"),
            "1m2  - #1  c1/i1=#1  side-effect-twice",
        ),
        (
            "by a failure that is not stored",
            &format!("one-transaction released {HANDLER} | 0 i1 2; 5s i1 | fail after-effect c1#1"),
            "1m2  500 #1  c1/i1=#1  side-effect-twice",
        ),
        (
            "a failure that is stored leaves a mail about nothing",
            &format!("one-transaction {HANDLER} | 0 i1 2; 5s i1 | fail after-effect c1#1"),
            "0m1  500 500r  c1/i1=?  never-finishes",
        ),
        (
            "failed before the effect there is none",
            &format!("one-transaction released {HANDLER} | 0 i1 2; 5s i1 | fail before-effect c1#1"),
            "1m1  500 #1  c1/i1=#1",
        ),
        (
            "a late owner that is fenced out has sent it",
            &format!(
                "claim-then-commit lease=1s effect=3s {HANDLER} | 0 i1 2; 2500ms i1 | | c1 per-intent durable timeout=1m"
            ),
            "1m2  busy #1  c1/i1=#1  side-effect-twice",
        ),
        (
            "two orders, two mails",
            &format!("ignore {HANDLER} | 0 i1 2; 5s i1"),
            "2m2  #1 #2  c1/i1=#2  effect-twice side-effect-twice two-final-outcomes",
        ),
        (
            "each intent its own",
            &format!("one-transaction {HANDLER} | 0 i1 2; 5s i2 2"),
            "2m2  #1 #2  c1/i1=#1 c1/i2=#2",
        ),
        (
            "a change sends none",
            &format!("one-transaction {HANDLER} | 0 i1 2; 5s i2 #1 to=confirm"),
            "1~1m1  #1 #1:confirmed  c1/i1=#1 c1/i2=#1",
        ),
    ]);
}

/// A row that commits with the order: no order, no mail; and no order without its mail.
#[test]
fn from_an_outbox() {
    check_outcomes(&[
        (
            "one order, one mail",
            &format!("one-transaction {OUTBOX} | 0 i1 2; 5s i1"),
            "1m1  #1 #1r  c1/i1=#1",
        ),
        (
            "rolled back with the order",
            &format!("one-transaction {OUTBOX} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s"),
            "1m1  - #1  c1/i1=#1",
        ),
        (
            "a failure that is not stored takes it back",
            &format!("claim-then-commit released {OUTBOX} | 0 i1 2; 5s i1 | fail after-effect c1#1"),
            "1m1  500 #1  c1/i1=#1",
        ),
        (
            "one that is stored, too",
            &format!("one-transaction {OUTBOX} | 0 i1 2; 5s i1 | fail after-effect c1#1"),
            "0  500 500r  c1/i1=?  never-finishes",
        ),
        (
            "a late owner that is fenced out sends none",
            &format!(
                "claim-then-commit lease=1s effect=3s {OUTBOX} | 0 i1 2; 2500ms i1 | | c1 per-intent durable timeout=1m"
            ),
            "1m1  busy #1  c1/i1=#1",
        ),
        (
            "it survives the service",
            &format!("one-transaction {OUTBOX} | 0 i1 2 | crash after-commit c1#1 1s"),
            "1m1  -  c1/i1=?",
        ),
        (
            "where there is no transaction the row stands with the order, and so does its mail",
            &format!("claim-first lease=1s {OUTBOX} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s"),
            "2m2  - #2  c1/i1=#2  effect-twice side-effect-twice",
        ),
    ]);
    check_facts(&[
        (
            "written, relayed, mailed",
            &format!("one-transaction {OUTBOX} | 0 i1 2"),
            "message written, uncommitted; relayed; mail 1 of intent 0",
        ),
        (
            "the handler says no more than that it mailed",
            &format!("one-transaction {HANDLER} | 0 i1 2"),
            "mail 1 of intent 0",
        ),
    ]);
}

#[test]
fn when_it_goes_out() {
    let mailed = |service: &str| {
        let run = run(&format!("{service} | 0 i1 2"));
        let at = run
            .trace
            .events
            .iter()
            .find(|event| matches!(event.kind, EventKind::Wider(Wider::Mailed { .. })));
        at.map(|event| event.at.0)
    };
    let rows = [
        ("at the effect", format!("one-transaction commit=50ms {HANDLER}"), 70),
        ("a tenth of a second after the commit", format!("one-transaction commit=50ms {OUTBOX}"), 220),
        (
            "as the relay takes",
            "one-transaction build.mail={\"from\":\"outbox\",\"relay\":\"1s\"}".to_owned(),
            1_070,
        ),
        ("after the effect, where nothing commits", format!("claim-first {OUTBOX}"), 170),
    ];
    for (what, service, at) in rows {
        assert_eq!(mailed(&service), Some(at), "{what}");
    }
}

/// The relay that did not hear that its message was taken brings it again.
#[test]
fn brought_again() {
    let of = |inbox: &str, again: &str| {
        let mail = format!("build.mail={{\"from\":\"outbox\"{inbox}}}");
        format!("one-transaction {mail} | 0 i1 2 | redeliver c1#1 {again}")
    };
    let twice = "1m2  #1  c1/i1=#1  side-effect-twice";
    let once = "1m1  #1  c1/i1=#1";
    check_outcomes(&[
        ("nobody remembers", &of("", "1s"), twice),
        ("the row commits with the effect", &of(",\"inbox\":\"with-effect\"", "1s"), once),
        ("known at once", &of(",\"inbox\":\"with-effect\"", "0ms"), once),
        ("the row is written apart, a relay's time later", &of(",\"inbox\":\"apart\"", "100ms"), once),
        ("before that it is not known", &of(",\"inbox\":\"apart\"", "99ms"), twice),
        ("remembered for a while", &of(",\"inbox\":\"with-effect\",\"remembers\":\"5s\"", "4999ms"), once),
        ("and forgotten", &of(",\"inbox\":\"with-effect\",\"remembers\":\"5s\"", "5s"), twice),
        (
            "apart, remembered from the row on",
            &of(",\"inbox\":\"apart\",\"remembers\":\"5s\"", "5099ms"),
            once,
        ),
        ("and forgotten as late", &of(",\"inbox\":\"apart\",\"remembers\":\"5s\"", "5100ms"), twice),
        ("a handler has no relay", &format!("one-transaction {HANDLER} | 0 i1 2 | redeliver c1#1 1s"), once),
    ]);
    check_facts(&[(
        "it says so",
        &of(",\"inbox\":\"with-effect\"", "1s"),
        "message written, uncommitted; relayed; mail 1 of intent 0; relayed again; consumer knew the message",
    )]);
}
