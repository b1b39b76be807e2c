//! The wider world's findings, each shown by one scenario and missed, rightly, by a near one; and the further reasons for
//! two effects.

use idempotency_explainer::sim::audit::Why;
use idempotency_explainer::sim::scenario::Finding;
use idempotency_explainer::sim::trace::{EventKind, Found as Looked, Wider};

use crate::audit::check;
use crate::support::{found, run};

const TENANTS: &str = "c1 per-intent durable; c2 per-intent durable tenant=t2";

#[test]
fn effect_lost() {
    let crash = |loses: &str| {
        format!(
            "0 i1 2; 5s c2 i2 1 | crash after-receive c2#1 1s {loses} | c1 per-intent durable; c2 per-intent durable"
        )
    };
    check(
        Finding::EffectLost,
        &[
            (
                "a client believes in an order that is gone",
                true,
                &format!("one-transaction | {}", crash("10s")),
            ),
            ("it was copied in time", false, &format!("one-transaction | {}", crash("1s"))),
            (
                "nobody has heard of it",
                false,
                "one-transaction | 0 i1 2 | lose response c1#1; crash after-respond c1#1 1s 10s",
            ),
            (
                "made again, and believed so",
                false,
                "one-transaction | 0 i1 2; 5s c2 i2 1; 9s i1 | crash after-receive c2#1 1s 10s \
                 | c1 per-intent durable; c2 per-intent durable",
            ),
            (
                "a charge is not the service's to lose",
                false,
                &format!("one-transaction provider | {}", crash("10s")),
            ),
            (
                "a belief that a reload forgot",
                false,
                "one-transaction | 0 i1 2; 1s reload; 5s c2 i2 1 | crash after-receive c2#1 1s 10s \
                 | c1 per-intent memory; c2 per-intent durable",
            ),
        ],
    );
}

#[test]
fn foreign_answer() {
    let shared = "over.scope=[]";
    check(
        Finding::ForeignAnswer,
        &[
            (
                "a replay of another tenant's record",
                true,
                &format!("one-transaction {shared} | 0 i1 2 key=k; 5s c2 i2 2 key=k | | {TENANTS}"),
            ),
            (
                "of another client's of the same tenant",
                false,
                "one-transaction | 0 i1 2 key=k; 5s c2 i2 2 key=k | | c1 per-intent durable; c2 per-intent durable",
            ),
            (
                "a refusal hands nothing out",
                false,
                &format!("one-transaction {shared} | 0 i1 2 key=k; 5s c2 i2 3 key=k | | {TENANTS}"),
            ),
            (
                "nor does one in flight",
                false,
                &format!("claim-first effect=1s {shared} | 0 i1 2 key=k; 100ms c2 i2 2 key=k | | {TENANTS}"),
            ),
            (
                "a stored failure is an answer, too",
                true,
                &format!(
                    "one-transaction {shared} | 0 i1 2 key=k; 5s c2 i2 2 key=k | fail before-effect c1#1 | {TENANTS}"
                ),
            ),
            (
                "a charge that the provider knows under a forwarded key",
                true,
                &format!("one-transaction forwarded | 0 i1 2 key=k; 5s c2 i2 2 key=k | | {TENANTS}"),
            ),
            (
                "under a derived one",
                false,
                &format!("one-transaction derived | 0 i1 2 key=k; 5s c2 i2 2 key=k | | {TENANTS}"),
            ),
            (
                "an order that a question found",
                true,
                &format!("one-transaction | 0 i1 2; 5s c2 ask i1 order | | {TENANTS}"),
            ),
            (
                "one that it did not find",
                false,
                &format!("one-transaction | 0 i1 2; 5s c2 ask i1 key | | {TENANTS}"),
            ),
        ],
    );
    let line = format!("one-transaction {shared} | 0 i1 2 key=k; 5s c2 i2 2 key=k; 6s c2 i2 | | {TENANTS}");
    let run = run(&line);
    let foreign = found(&run, Finding::ForeignAnswer);
    assert_eq!(foreign.len(), 1, "one finding per client");
    let told = foreign[0].proof.iter().map(|seq| &run.trace.events[*seq as usize].kind);
    assert!(matches!(
        told.collect::<Vec<_>>()[..],
        [EventKind::Committed { .. }, EventKind::Replied { replay_of: Some(_), .. }]
    ));
}

#[test]
fn wrong_operation() {
    let nothing = "one-transaction over.fingerprint=none";
    check(
        Finding::WrongOperation,
        &[
            (
                "a change gets the answer of the order's making",
                true,
                &format!("{nothing} | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k"),
            ),
            ("the same operation", false, &format!("{nothing} | 0 i1 2 key=k; 5s i2 2 key=k")),
            ("the endpoint is compared", false, "one-transaction | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k"),
            (
                "the endpoint names the record",
                false,
                &format!("{nothing} over.scope=[\"api\"] | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k"),
            ),
            ("a question is no operation", false, &format!("{nothing} | 0 i1 2 key=k; 5s ask i1 key")),
        ],
    );
}

#[test]
fn never_finishes() {
    let failed = "| fail before-effect c1#1 503";
    check(
        Finding::NeverFinishes,
        &[
            ("a stored failure comes back", true, &format!("one-transaction | 0 i1 2; 5s i1 {failed}")),
            ("it was heard once only", false, &format!("one-transaction | 0 i1 2 {failed}")),
            (
                "it is let go: the retry gets through",
                false,
                &format!("one-transaction released | 0 i1 2; 5s i1 {failed}"),
            ),
            (
                "the effect stands all the same",
                false,
                "claim-first | 0 i1 2; 5s i1 | fail after-effect c1#1 503",
            ),
            (
                "another key gets past it",
                false,
                &format!("one-transaction | 0 i1 2; 5s i1; 9s i1 2 key=new {failed}"),
            ),
            (
                "an answer that was not heard counts for nothing",
                false,
                "one-transaction | 0 i1 2; 5s i1 | fail before-effect c1#1 503; lose response c1#2",
            ),
            (
                "two clients, one send each",
                false,
                "one-transaction | 0 i1 2 key=k; 5s c2 i1 2 key=k | fail before-effect c1#1 503 \
                 | c1 per-intent durable; c2 per-intent durable",
            ),
            (
                "the key stands for other parameters",
                true,
                "one-transaction | 0 i1 2 key=k; 5s i2 3 key=k; 9s i2 3 key=k",
            ),
            (
                "a claim that a failure left is stuck, and not told twice",
                false,
                &format!("claim-first released build.failed_claim=left | 0 i1 2; 5s i1 {failed}"),
            ),
            (
                "whose lease ends, but not in the run",
                true,
                &format!("claim-first lease=1h released build.failed_claim=left | 0 i1 2; 5s i1 {failed}"),
            ),
            (
                "whose lease ends in it",
                false,
                &format!(
                    "claim-first lease=10s released build.failed_claim=left | 0 i1 2; 5s i1; 20s i2 2 {failed}"
                ),
            ),
            (
                "a claim whose owner died, with a lease",
                true,
                "claim-first lease=1h | 0 i1 2; 20s i1 | crash after-claim c1#1 1s",
            ),
            (
                "without one it is stuck, and not told twice",
                false,
                "claim-first | 0 i1 2; 20s i1 | crash after-claim c1#1 1s",
            ),
            ("a claim that is at work finishes", false, "claim-first effect=3s | 0 i1 2; 1s i1"),
            (
                "a 429 in front and a timeout come from no record",
                false,
                "one-transaction | 0 i1 2; 5s i1 | limit c1#1; lose request c1#2",
            ),
            (
                "left for a person",
                true,
                "claim-then-commit lease=10s provider effect.unknown=park | 0 i1 2; 30s i1; 40s i1 | crash after-claim c1#1 2s",
            ),
            (
                "a question after it changes nothing",
                true,
                &format!("one-transaction | 0 i1 2; 5s i1; 9s ask i1 key {failed}"),
            ),
        ],
    );
}

#[test]
fn side_effect_twice() {
    let handler = "build.mail={\"from\":\"handler\"}";
    check(
        Finding::SideEffectTwice,
        &[
            (
                "two mails for one intent",
                true,
                &format!("one-transaction {handler} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s"),
            ),
            ("one each for two", false, &format!("one-transaction {handler} | 0 i1 2; 5s i2 2")),
            ("a replay sends none", false, &format!("one-transaction {handler} | 0 i1 2; 5s i1")),
            ("three are one finding", true, &format!("ignore {handler} | 0 i1 2; 5s i1; 9s i1")),
        ],
    );
    let three = run(&format!("ignore {handler} | 0 i1 2; 5s i1; 9s i1"));
    let sizes: Vec<_> =
        found(&three, Finding::SideEffectTwice).iter().map(|found| found.proof.len()).collect();
    assert_eq!(sizes, [3]);
}

/// A crash is not the reason where a key is missing, a scope is another or a record was lost.
#[test]
fn further_reasons() {
    let rows = [
        (
            "no key",
            Why::Keyless,
            "keyless",
            "one-transaction over.key_policy.presence=optional | 0 i1 2; 5s i1 | | c1 none durable",
        ),
        (
            "given keys",
            Why::Keyless,
            "given",
            "one-transaction over.key_policy.presence=auto | 0 i1 2; 5s i1 | | c1 none durable",
        ),
        (
            "other parameters that count as new",
            Why::Keyless,
            "as new",
            "one-transaction over.mismatch.do=treat-as-new | 0 i1 2; 5s i1 3",
        ),
        (
            "another region",
            Why::OtherScope,
            "committed",
            "one-transaction over.scope=[\"region\"] | 0 i1 2 region=eu; 5s i1 2 region=us",
        ),
        (
            "another replica's store",
            Why::Replica,
            "committed",
            "one-transaction build.replicas=2 build.store=per-replica | 0 i1 2; 5s i1",
        ),
        (
            "a replica that lags",
            Why::Replica,
            "looked up",
            "check-then-act build.replicas=2 build.store={\"lag\":\"9s\"} | 0 i1 2; 5s i1",
        ),
        (
            "the client was gone",
            Why::HungUp,
            "cancelled",
            "claim-first effect=3s build.record_needs_client=true | 0 i1 2; 500ms reload; 9s i1 | | c1 per-intent durable timeout=1m",
        ),
        (
            "the store forgot",
            Why::Forgotten,
            "evicted",
            "one-transaction build.forgets_after=5s | 0 i1 2; 9s i1",
        ),
        (
            "the process forgot",
            Why::Forgotten,
            "forgotten",
            "claim-first build.volatile=true | 0 i1 2; 9s i1 | crash after-respond c1#1 1s",
        ),
        (
            "a job removed the claim",
            Why::Swept,
            "swept",
            "claim-first effect=3s build.sweeper=1s | 0 i1 2; 2s i1 | | c1 per-intent durable timeout=1m",
        ),
        (
            "another owner took over, and the first one came back",
            Why::Late,
            "claimed",
            "claim-first lease=30s | 0 i1 2; 35s i1 | stall after-claim c1#1 45s | c1 per-intent durable timeout=2m",
        ),
        (
            "a new key is a new key still",
            Why::NewKey,
            "looked up",
            "one-transaction build.forgets_after=5s | 0 i1 2; 9s i1 2 key=new",
        ),
        (
            "an expiry that was promised is an expiry",
            Why::Expiry,
            "expired",
            "one-transaction retention=5s build.replicas=2 | 0 i1 2; 9s i1",
        ),
    ];
    for (what, why, decided, line) in rows {
        let run = run(line);
        let twice = found(&run, Finding::EffectTwice);
        assert_eq!(twice.first().map(|found| found.why), Some(Some(why)), "{what}");
        let kinds = twice[0].deciding.iter().map(|seq| match &run.trace.events[*seq as usize].kind {
            EventKind::Wider(Wider::Keyless) => "keyless",
            EventKind::Wider(Wider::KeyGiven) => "given",
            EventKind::Wider(Wider::TreatedAsNew) => "as new",
            EventKind::Wider(Wider::RecordCancelled) => "cancelled",
            EventKind::Wider(Wider::Evicted) => "evicted",
            EventKind::Wider(Wider::Forgotten { .. }) => "forgotten",
            EventKind::Wider(Wider::Swept { .. }) => "swept",
            EventKind::LookedUp { found: Looked::Nothing, .. } => "looked up",
            EventKind::Committed { .. } => "committed",
            EventKind::Expired => "expired",
            EventKind::Claimed { .. } => "claimed",
            _ => "something else",
        });
        assert_eq!(kinds.collect::<Vec<_>>(), [decided], "{what}");
    }
}
