//! Why an effect was made twice: every reason the audit gives, and the event it points at.

use idempotency_explainer::sim::audit::Why;
use idempotency_explainer::sim::scenario::Finding;
use idempotency_explainer::sim::trace::{EventKind, Found};

use crate::support::{found, run};

/// The kind of the event that decided it.
fn kind_word(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::LookedUp { found: Found::Nothing, .. } => "looked up: nothing",
        EventKind::LookedUp { .. } => "looked up",
        EventKind::Expired => "expired",
        EventKind::Failed { stored: false, .. } => "failed, released",
        EventKind::Crashed { .. } => "crashed",
        EventKind::Claimed { took_over: Some(_), .. } => "taken over",
        EventKind::EffectMade { .. } => "effect",
        EventKind::ProviderEffect { .. } => "charge",
        _ => "something else",
    }
}

#[test]
fn every_reason() {
    use Why as W;
    let two = "| c1 per-intent durable; c2 per-intent durable";
    let slow = "| | c1 per-intent durable timeout=1m";
    let rows = [
        ("the service ignores keys", W::Ignored, "effect", "ignore | 0 i1 2; 1s i1".to_owned()),
        (
            "also after a crash",
            W::Ignored,
            "effect",
            "ignore | 0 i1 2; 30s i1 | crash after-effect c1#1 1s".to_owned(),
        ),
        (
            "a key per attempt",
            W::NewKey,
            "looked up: nothing",
            "one-transaction | 0 i1 2; 5s i1 | lose response c1#1 | c1 per-attempt durable".to_owned(),
        ),
        ("a literal key", W::NewKey, "looked up: nothing", "claim-first | 0 i1 2; 5s i1 key=new".to_owned()),
        (
            "a body hash and another field order",
            W::NewKey,
            "looked up: nothing",
            "one-transaction | 0 i1 2; 5s i1 ~2 | | c1 body-hash durable".to_owned(),
        ),
        (
            "memory lost in a reload",
            W::NewKey,
            "looked up: nothing",
            "one-transaction | 0 i1 2; 5s reload; 9s i1 2 | | c1 per-intent memory".to_owned(),
        ),
        (
            "two clients, each with its key",
            W::OwnKeys,
            "looked up: nothing",
            format!("one-transaction | 0 i1 2; 1s c2 i1 2 | {two}"),
        ),
        (
            "the record expired",
            W::Expiry,
            "expired",
            "one-transaction retention=1h | 0 i1 2; 1h i1".to_owned(),
        ),
        (
            "the record expired, under check-then-act",
            W::Expiry,
            "expired",
            "check-then-act retention=1h | 0 i1 2; 2h i1".to_owned(),
        ),
        (
            "the record expired, at the provider",
            W::Expiry,
            "expired",
            "claim-first provider retention=1h | 0 i1 2; 2h i1".to_owned(),
        ),
        (
            "the failure freed the key",
            W::Released,
            "failed, released",
            "claim-first released | 0 i1 2; 5s i1 | fail after-effect c1#1".to_owned(),
        ),
        (
            "freed, with the charge out of reach",
            W::Released,
            "failed, released",
            "one-transaction released provider | 0 i1 2; 5s i1 | fail after-effect c1#1".to_owned(),
        ),
        (
            "crash between effect and record",
            W::Crash,
            "crashed",
            "check-then-act | 0 i1 2; 30s i1 | crash after-effect c1#1 1s".to_owned(),
        ),
        (
            "and a claim with a lease",
            W::Crash,
            "crashed",
            "claim-first lease=10s | 0 i1 2; 30s i1 | crash after-effect c1#1 1s".to_owned(),
        ),
        (
            "the provider, out of reach of a roll-back",
            W::Provider,
            "charge",
            "one-transaction provider | 0 i1 2; 30s i1 | crash after-effect c1#1 1s".to_owned(),
        ),
        (
            "the same, claimed with a lease",
            W::Provider,
            "charge",
            "claim-then-commit provider lease=10s | 0 i1 2; 30s i1 | crash after-effect c1#1 1s".to_owned(),
        ),
        (
            "a bystander's crash, the call was out",
            W::Provider,
            "charge",
            format!(
                "one-transaction provider effect=1s | 0 i1 2; 0 c2 i2 1; 30s i1 | crash after-claim c2#1 1s {two}"
            ),
        ),
        (
            "a lease shorter than the work",
            W::Lease,
            "taken over",
            format!("claim-first lease=1s effect=3s | 0 i1 2; 2500ms i1 {slow}"),
        ),
        (
            "a lease shorter than the call",
            W::Lease,
            "taken over",
            format!("claim-then-commit provider lease=1s effect=3s | 0 i1 2; 2500ms i1 {slow}"),
        ),
        (
            "both looked before either recorded",
            W::Race,
            "looked up: nothing",
            "check-then-act effect=1s | 0 i1 2; 10ms i1".to_owned(),
        ),
        (
            "delivered twice at once",
            W::Race,
            "looked up: nothing",
            "check-then-act effect=1s | 0 i1 2 | duplicate c1#1 10ms".to_owned(),
        ),
    ];
    for (what, why, decided_by, line) in rows {
        let run = run(&line);
        let twice = found(&run, Finding::EffectTwice);
        assert_eq!(twice.len(), 1, "{what}\n{line}");
        assert_eq!(twice[0].why, Some(why), "{what}\n{line}");
        assert!(!twice[0].deciding.is_empty(), "{what}");
        for seq in &twice[0].deciding {
            let event = run.trace.event(*seq).expect("an event");
            assert_eq!(kind_word(&event.kind), decided_by, "{what}: {event}");
        }
    }
}

/// Where two reasons could be told, the one that a repair would have to begin with.
#[test]
fn mixed_reasons() {
    let rows = [
        (
            "a crash long before and somewhere else is not the reason",
            Why::Race,
            "check-then-act effect=1s | 0 i2 1; 10s i1 2; 10010ms i1 | crash after-validate c1#1 1s",
        ),
        (
            "a crash after the answer is not the reason",
            Why::Expiry,
            "one-transaction retention=1h | 0 i1 2; 2h i1 | crash after-respond c1#1 1s",
        ),
        (
            "an expiry of another key is not the reason",
            Why::NewKey,
            "one-transaction retention=1h | 0 i2 2; 50m i1 2; 90m i1 key=new",
        ),
        (
            "a new key after an expiry is still a new key",
            Why::NewKey,
            "one-transaction retention=1h | 0 i1 2; 2h i1 key=new",
        ),
        (
            "released before the effect, then a lease",
            Why::Lease,
            "claim-first released lease=1s effect=3s | 0 i1 2; 1s i1; 3500ms i1 | fail before-effect c1#1 | c1 per-intent durable timeout=1m",
        ),
        (
            "a crash of someone else while a lease ran out on work that went on elsewhere in time",
            Why::Lease,
            "claim-first lease=1s effect=3s | 0 i2 1; 10s i1 2; 12500ms i1 | crash after-validate c1#1 1s | c1 per-intent durable timeout=1m",
        ),
        (
            "a race, and a crash before the first was answered",
            Why::Race,
            "check-then-act effect=200ms respond=200ms | 0 i1 2; 20ms i1 | crash after-record c1#2 1s",
        ),
        (
            "a race, and both die before either records",
            Why::Race,
            "check-then-act effect=200ms record=200ms | 0 i1 2; 20ms i1 | crash after-effect c1#2 1s",
        ),
    ];
    for (what, why, line) in rows {
        let run = run(line);
        let twice = found(&run, Finding::EffectTwice);
        assert_eq!(twice.first().and_then(|twice| twice.why), Some(why), "{what}\n{line}");
    }
}
