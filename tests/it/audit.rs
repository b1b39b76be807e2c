//! The audit (`rules.md` §6): each finding is shown by one scenario and missed, rightly, by a near one.

use idempotency_explainer::sim::audit::evidence;
use idempotency_explainer::sim::scenario::Finding;
use idempotency_explainer::sim::trace::{Event, EventKind, Wider};

use crate::support::{found, run};

/// Rows of a scenario and whether it shows the finding.
pub(crate) fn check(finding: Finding, rows: &[(&str, bool, &str)]) {
    for (what, wanted, line) in rows {
        let run = run(line);
        assert_eq!(!found(&run, finding).is_empty(), *wanted, "{}: {what}\n{line}", finding.name());
        for found in found(&run, finding) {
            let proof: Vec<_> = found.proof.iter().filter_map(|seq| run.trace.event(*seq)).collect();
            assert_eq!(proof.len(), found.proof.len(), "{what}: proofs are events");
            assert!(is_proof(finding, &proof), "{}: {what}: {proof:?}", finding.name());
        }
    }
    assert!(
        rows.iter().any(|(_, wanted, _)| *wanted) && rows.iter().any(|(_, wanted, _)| !wanted),
        "both sides"
    );
}

/// Whether these are the events that prove such a finding.
fn is_proof(finding: Finding, proof: &[&Event]) -> bool {
    use EventKind as K;
    let is_effect = |event: &&Event| {
        matches!(
            event.kind,
            K::EffectMade { .. }
                | K::ProviderEffect { .. }
                | K::Committed { order: Some(_), .. }
                | K::Wider(Wider::StateChanged { .. })
        )
    };
    let is_answer = |event: &&Event| matches!(event.kind, K::Replied { .. });
    match finding {
        Finding::EffectTwice => proof.len() >= 2 && proof.iter().all(is_effect),
        Finding::TwoFinalOutcomes => proof.len() == 2 && proof.iter().all(is_answer),
        Finding::ReplayDiffers => {
            let is_replay = |event: &Event| matches!(event.kind, K::Replied { replay_of: Some(_), .. });
            proof.len() == 2 && proof.iter().all(is_answer) && is_replay(proof[1])
        }
        Finding::FalseBelief => {
            matches!(proof[0].kind, K::Believed { .. })
                && proof[1..].iter().all(is_effect)
                && proof.len() <= 2
        }
        Finding::Stuck => {
            let [claim, crash] = proof else { return false };
            matches!(claim.kind, K::Claimed { .. }) && matches!(crash.kind, K::Crashed { .. })
        }
        Finding::EffectLost => {
            let [effect, loss] = proof else { return false };
            is_effect(effect) && matches!(loss.kind, K::Wider(Wider::LostInFailover { .. }))
        }
        Finding::ForeignAnswer => proof.len() == 2,
        Finding::NeverFinishes => proof.len() == 1 && matches!(proof[0].kind, K::Heard { .. }),
        Finding::SideEffectTwice => {
            proof.len() > 1 && proof.iter().all(|event| matches!(event.kind, K::Wider(Wider::Mailed { .. })))
        }
        Finding::WrongOperation => {
            proof.len() == 1 && matches!(proof[0].kind, K::Replied { replay_of: Some(_), .. })
        }
    }
}

#[test]
fn effect_twice() {
    check(
        Finding::EffectTwice,
        &[
            ("two orders for one intent", true, "ignore | 0 i1 2; 1s i1"),
            ("two intents, one order each", false, "ignore | 0 i1 2; 1s i2 2"),
            (
                "two orders by two clients for one intent",
                true,
                "ignore | 0 i1 2; 1s c2 i1 2 | | c1 per-intent durable; c2 per-intent durable",
            ),
            ("two charges", true, "ignore provider | 0 i1 2; 1s i1"),
            ("one charge and the provider knew the key", false, "ignore forwarded | 0 i1 2; 1s i1"),
            (
                "an order that was rolled back does not count",
                false,
                "one-transaction | 0 i1 2; 30s i1 | crash after-effect c1#1 1s",
            ),
            ("expiry is no excuse", true, "one-transaction retention=1h | 0 i1 2; 1h i1"),
            ("three effects are one finding", true, "ignore | 0 i1 2; 1s i1; 2s i1"),
        ],
    );
    let three = run("ignore | 0 i1 2; 1s i1; 2s i1; 3s i2 1; 4s i2");
    let sizes: Vec<_> =
        found(&three, Finding::EffectTwice).iter().map(|f| (f.intent, f.proof.len())).collect();
    assert_eq!(sizes, [(Some(0), 3), (Some(1), 2)], "one finding per intent, with all its effects");
}

#[test]
fn two_final_outcomes() {
    check(
        Finding::TwoFinalOutcomes,
        &[
            ("two orders under one key", true, "ignore | 0 i1 2; 1s i1"),
            ("under two keys", false, "ignore | 0 i1 2; 1s i1 | | c1 per-attempt durable"),
            ("in one retention", true, "ignore retention=1h | 0 i1 2; 3599999ms i1"),
            ("in two", false, "ignore retention=1h | 0 i1 2; 1h i1"),
            (
                "the window opens with the first one executed, not with a refusal",
                true,
                "ignore retention=1h | 0 i1 0; 30m i1 2; 80m i1",
            ),
            (
                "the second window opens with the first request outside",
                true,
                "ignore retention=1h | 0 i1 2; 90m i1; 140m i1",
            ),
            ("and not with the window's grid", false, "ignore retention=1h | 0 i1 2; 90m i1; 150m i1"),
            ("a 201 and a 400", false, "ignore | 0 i1 2; 1s i1 0"),
            ("a 201 and a 409 in progress", false, "claim-first effect=1s | 0 i1 2; 10ms i1"),
            ("a 201 and a 409 other parameters", false, "claim-first | 0 i1 2; 1s i1 3"),
            (
                "a 201 and a stored 500, both executed",
                true,
                "check-then-act effect=1s | 0 i1 2; 10ms i1 | fail after-effect c1#1",
            ),
            (
                "a 201 and a released 500",
                false,
                "check-then-act effect=1s released | 0 i1 2; 10ms i1 | fail after-effect c1#1",
            ),
            (
                "a 201 and a 500 that ignore cannot store",
                false,
                "ignore | 0 i1 2; 1s i1 | fail after-effect c1#1",
            ),
            (
                "two executions answered in the same bytes",
                false,
                "claim-first forwarded lease=1s effect=3s | 0 i1 2; 2500ms i1 | | c1 per-intent durable timeout=1m",
            ),
            ("an answer that is lost was sent", true, "ignore | 0 i1 2; 1s i1 | lose response c1#1"),
            (
                "an answer that a crash swallowed was not",
                false,
                "check-then-act | 0 i1 2; 30s i1 | crash after-effect c1#1 1s",
            ),
            ("a replay is no second execution", false, "one-transaction | 0 i1 2; 1s i1"),
        ],
    );
}

#[test]
fn replay_differs() {
    let race = "check-then-act effect=200ms";
    check(
        Finding::ReplayDiffers,
        &[
            (
                "the later record replaced the first",
                true,
                "check-then-act effect=200ms | 0 i1 2; 20ms i1; 5s i1",
            ),
            ("nobody asks again", false, "check-then-act effect=200ms | 0 i1 2; 20ms i1"),
            (
                "asked again after the retention",
                false,
                &format!("{race} retention=1h kept=9h | 0 i1 2; 20ms i1; 2h i1"),
            ),
            (
                "asked again in its last millisecond",
                true,
                &format!("{race} retention=1h kept=9h | 0 i1 2; 20ms i1; 3599999ms i1"),
            ),
            ("replays that agree", false, "one-transaction | 0 i1 2; 1s i1; 2s i1"),
            (
                "a replay after the promise that agrees",
                false,
                "one-transaction retention=1h kept=9h | 0 i1 2; 2h i1",
            ),
            (
                "a new order after the expiry is a new first answer",
                false,
                "one-transaction retention=1h | 0 i1 2; 2h i1; 150m i1",
            ),
            (
                "the first final answer was a stored error, the replay is an order",
                true,
                &format!("{race} | 0 i1 2; 20ms i1; 5s i1 | fail after-effect c1#1"),
            ),
            (
                "a released error is no final answer",
                false,
                &format!("{race} released | 0 i1 2; 20ms i1; 5s i1 | fail after-effect c1#1"),
            ),
            (
                "the first answer was swallowed by a crash",
                false,
                &format!("{race} | 0 i1 2; 10ms i1; 30s i1 | crash after-effect c1#1 1s"),
            ),
        ],
    );
}

#[test]
fn false_belief() {
    check(
        Finding::FalseBelief,
        &[
            (
                "done with another intent's order",
                true,
                "one-transaction | 0 i1 2; 1s i2 2 | | c1 body-hash durable",
            ),
            ("done with its own", false, "one-transaction | 0 i1 2; 1s i1 2 | | c1 body-hash durable"),
            ("refused though it has an effect", true, "ignore | 0 i1 0; 1s i1 2 | lose response c1#2"),
            ("refused, and it has none", false, "ignore | 0 i1 0; 1s i1 2 | lose request c1#2"),
            (
                "refused here, done by another client",
                true,
                "ignore | 0 i1 0; 1s c2 i1 2 | | c1 per-intent durable; c2 per-intent durable",
            ),
            ("unknown is never false", false, "ignore | 0 i1 2 | lose response c1#1"),
            ("what was false once and was put right", false, "ignore | 0 i1 0; 1s i1 2"),
            ("done(2) where the intent has both 1 and 2", false, "ignore | 0 i1 2; 1s i1"),
            (
                "a belief forgotten in a reload",
                false,
                "ignore | 0 i1 0; 1s i1 2; 1020ms reload | | c1 per-intent memory",
            ),
        ],
    );
}

#[test]
fn stuck() {
    let crash = "| crash after-claim c1#1 1s";
    check(
        Finding::Stuck,
        &[
            ("a claim without an owner or a lease", true, &format!("claim-first | 0 i1 2 {crash}")),
            ("with a lease, however long", false, &format!("claim-first lease=60d | 0 i1 2 {crash}")),
            ("a claim that is rolled back", false, &format!("one-transaction | 0 i1 2 {crash}")),
            ("no claim at all", false, &format!("check-then-act | 0 i1 2 {crash}")),
            ("claim-then-commit alike", true, "claim-then-commit | 0 i1 2 | crash after-record c1#1 1s"),
            ("finished before the crash", false, "claim-then-commit | 0 i1 2 | crash after-commit c1#1 1s"),
            (
                "the bystander's claim counts",
                true,
                "claim-first effect=1s | 0 i1 2; 0 c2 i2 2 | crash after-claim c2#1 1s | c1 per-intent durable; c2 per-intent durable",
            ),
            (
                "nobody believes unknown: done under another key",
                false,
                &format!("claim-first | 0 i1 2; 30s i1 key=new {crash}"),
            ),
            (
                "nobody believes unknown: the client forgot",
                false,
                "claim-first | 0 i1 2; 30s reload | crash after-claim c1#1 1s | c1 per-intent memory",
            ),
            (
                "a released failure removed it",
                false,
                "claim-first released | 0 i1 2 | fail before-effect c1#1",
            ),
        ],
    );
}

#[test]
fn findings_are_listed_by_name() {
    let names = Finding::NAMES;
    assert!(names.is_sorted());
    let run = run("check-then-act effect=200ms | 0 i1 2; 20ms i1; 5s i1; 6s i2 2; 7s i2 3 key=new");
    assert!(run.found.len() >= 3 && run.found.is_sorted_by_key(|found| found.finding));
}

/// What an all-is-well verdict points at: the effects and the replays.
#[test]
fn evidence_of_a_good_run() {
    let run = run("one-transaction | 0 i1 2; 10s i1; 20s i1; 30s i2 1 | lose response c1#1");
    let (effects, replays) = evidence(&run.trace, &run.end);
    let kinds =
        |seqs: &[u32]| -> Vec<_> { seqs.iter().map(|seq| &run.trace.events[*seq as usize].kind).collect() };
    assert!(matches!(
        kinds(&effects)[..],
        [EventKind::Committed { order: Some(1), .. }, EventKind::Committed { order: Some(2), .. }]
    ));
    let is_replay = |kind: &&EventKind| matches!(kind, EventKind::Replied { replay_of: Some(_), .. });
    assert_eq!((replays.len(), kinds(&replays).iter().all(is_replay)), (2, true));
}
