//! Effects at an outside provider: keys that go along, calls whose outcome is unknown, claims that it checks, and effects
//! in two phases that go on where they stopped.

use crate::support::{check_facts, check_outcomes, outcome, run};

/// A crash that falls after the call, and a retry that takes the claim over.
const CRASHED: &str = "0 i1 2; 30s i1 | crash after-effect c1#1 2s";
const SLOW: &str = "| | c1 per-intent durable timeout=2m";

#[test]
fn which_key_goes_along() {
    let at = |effect: &str| format!("claim-then-commit lease=10s {effect} | {CRASHED}");
    check_outcomes(&[
        ("none: it makes another charge", &at("provider"), "0+2  - #2  c1/i1=#2  effect-twice"),
        ("the request's own: it knows it", &at("forwarded"), "0+1  - #1  c1/i1=#1"),
        ("one made from scope and key: it knows it", &at("derived"), "0+1  - #1  c1/i1=#1"),
        (
            "its memory is shorter than the pause",
            &at("forwarded effect.remembers=29s"),
            "0+2  - #2  c1/i1=#2  effect-twice",
        ),
        ("its memory is longer", &at("derived effect.remembers=31s"), "0+1  - #1  c1/i1=#1"),
        // The charge at 70 is remembered for 30 s; the retry's call ends at 30,070.
        (
            "counted from the charge: its end",
            &at("forwarded effect.remembers=30s"),
            "0+2  - #2  c1/i1=#2  effect-twice",
        ),
        ("its last millisecond", &at("forwarded effect.remembers=30001ms"), "0+1  - #1  c1/i1=#1"),
    ]);
}

#[test]
fn two_tenants_under_one_key() {
    let two = "0 i1 2 key=k; 5s c2 i2 2 key=k | | c1 per-intent durable; c2 per-intent durable tenant=t2";
    check_outcomes(&[
        (
            "forwarded, they meet at the provider",
            &format!("one-transaction forwarded | {two}"),
            "0+1  #1 #1  c1/i1=#1 c2/i2=#1  false-belief foreign-answer",
        ),
        (
            "derived, they do not",
            &format!("one-transaction derived | {two}"),
            "0+2  #1 #2  c1/i1=#1 c2/i2=#2",
        ),
        ("no key, no meeting", &format!("one-transaction provider | {two}"), "0+2  #1 #2  c1/i1=#1 c2/i2=#2"),
        (
            "nor where the regions differ",
            "one-transaction derived over.scope=[\"caller\",\"region\"] | 0 i1 2 key=k region=eu; 5s i2 2 key=k region=us",
            "0+2  #1 #2  c1/i1=#1 c1/i2=#2",
        ),
        (
            "forwarded, they do",
            "one-transaction forwarded over.scope=[\"caller\",\"region\"] | 0 i1 2 key=k region=eu; 5s i2 2 key=k region=us",
            "0+1  #1 #1  c1/i1=#1 c1/i2=#1  false-belief",
        ),
    ]);
}

/// What a request that takes a claim over does about the call that the first may have made.
#[test]
fn a_call_whose_outcome_is_unknown() {
    let of = |unknown: &str, point: &str| {
        format!(
            "claim-then-commit lease=10s provider effect.unknown={unknown} | 0 i1 2; 30s i1; 40s i1 | crash after-{point} c1#1 2s"
        )
    };
    check_outcomes(&[
        ("repeated, it had gone through", &of("repeat", "effect"), "0+2  - #2 #2r  c1/i1=#2  effect-twice"),
        ("repeated, it had not", &of("repeat", "claim"), "0+1  - #1 #1r  c1/i1=#1"),
        ("asked, it had gone through", &of("ask", "effect"), "0+1  - #1 #1r  c1/i1=#1"),
        ("asked, it had not", &of("ask", "claim"), "0+1  - #1 #1r  c1/i1=#1"),
        ("parked, it had gone through", &of("park", "effect"), "0+1  - parked parkedr  c1/i1=?"),
        ("parked, it had not", &of("park", "claim"), "0  - parked parkedr  c1/i1=?  never-finishes"),
    ]);
    check_facts(&[
        ("found by the reference that went along", &of("ask", "effect"), "provider asked: charge 1"),
        ("not found", &of("ask", "claim"), "provider asked: nothing"),
        ("left for a person", &of("park", "effect"), "parked as unknown"),
        ("repeated without a word", &of("repeat", "effect"), ""),
        (
            "the first request asks nobody",
            "claim-then-commit lease=10s provider effect.unknown=ask | 0 i1 2",
            "",
        ),
        (
            "however old the charge is, and whatever the provider does with keys",
            "claim-then-commit lease=10s forwarded effect.unknown=ask effect.remembers=1s | 0 i1 2; 50h i1 \
             | crash after-effect c1#1 2s",
            "provider asked: charge 1",
        ),
        (
            "another tenant's charge under the same key is another reference",
            "claim-then-commit lease=10s provider effect.unknown=ask | 0 c2 i2 2 key=k; 5s i1 2 key=k; 40s i1 2 key=k \
             | crash after-claim c1#1 2s | c1 per-intent durable; c2 per-intent durable tenant=t2",
            "provider asked: nothing",
        ),
    ]);
}

/// A request that stood still while its claim was taken over. The call ends at 45,070, that of the retry at 20,070.
#[test]
fn a_provider_that_checks_claims() {
    let stalled = |more: &str| {
        format!(
            "claim-then-commit lease=10s {more} | 0 i1 2; 20s i1 | stall after-claim c1#1 45s | c1 per-intent durable timeout=2m"
        )
    };
    check_outcomes(&[
        (
            "it does not check: two charges, and the commit keeps the first out",
            &stalled("provider"),
            "0+2  #1r #1  c1/i1=#1  effect-twice",
        ),
        ("it refuses the older claim", &stalled("provider effect.fenced=true"), "0+1  #1r #1  c1/i1=#1"),
        ("with a key it makes one anyway", &stalled("derived"), "0+1  #1r #1  c1/i1=#1"),
        (
            "claim-first has no fence of its own, the provider has",
            &stalled("provider effect.fenced=true").replace("claim-then-commit", "claim-first"),
            "0+1  #1r #1  c1/i1=#1",
        ),
        (
            "without it, it has two",
            &stalled("provider").replace("claim-then-commit", "claim-first"),
            "0+2  #2 #1  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "an older claim whose call comes first is not refused: the newer one has not called yet",
            "claim-then-commit lease=10s effect=30s provider effect.fenced=true | 0 i1 2; 20s i1 \
             | stall after-claim c1#1 1s | c1 per-intent durable timeout=2m",
            "0+2  busy #2  c1/i1=#2  effect-twice",
        ),
        (
            "a request without a claim has no number to check",
            "check-then-act provider effect.fenced=true effect=1s | 0 i1 2; 100ms i1",
            "0+2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
    ]);
    check_facts(&[(
        "numbers are claims, in order",
        &stalled("provider effect.fenced=true"),
        "stands still after claim for 45s; goes on; provider refused claim 1, newest 2",
    )]);
}

/// The order first, committed alone, then the charge; each takes the effect's time, and the order's number is the
/// answer's.
#[test]
fn an_effect_in_two_phases() {
    let both = "claim-then-commit lease=10s effect.at=both";
    check_outcomes(&[
        ("both, and one answer", &format!("{both} | 0 i1 2; 5s i1"), "1+1  #1 #1r  c1/i1=#1"),
        (
            "a crash between them: all of it runs again",
            &format!("{both} | {CRASHED}"),
            "2+1  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "resumed: the order is not made again",
            &format!("{both} over.failed_work=resume | {CRASHED}"),
            "1+1  - #1  c1/i1=#1",
        ),
        (
            "what failed runs again, what was done does not",
            &format!("{both} over.failed_work=reexecute-failed-parts | {CRASHED}"),
            "1+1  - #1  c1/i1=#1",
        ),
        (
            "a crash after the charge: it had come back, and is not called again",
            &format!("{both} over.failed_work=resume | 0 i1 2; 30s i1 | crash after-record c1#1 2s"),
            "1+1  - #1  c1/i1=#1",
        ),
        (
            "not resumed, it is",
            &format!("{both} | 0 i1 2; 30s i1 | crash after-record c1#1 2s"),
            "2+2  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "a failure after the effect falls between the phases",
            &format!("{both} released | 0 i1 2; 30s i1 | fail after-effect c1#1 503"),
            "2+1  503 #2  c1/i1=#2  effect-twice",
        ),
        (
            "and is gone on from",
            &format!("{both} released over.failed_work=resume | 0 i1 2; 30s i1 | fail after-effect c1#1 503"),
            "1+1  503 #1  c1/i1=#1",
        ),
        (
            "under a derived key",
            &format!(
                "{both} effect.key=derived over.failed_work=resume | 0 i1 2; 30s i1 | crash after-record c1#1 2s"
            ),
            "1+1  - #1  c1/i1=#1",
        ),
        (
            "asked first, alike",
            &format!(
                "{both} effect.unknown=ask over.failed_work=resume | 0 i1 2; 30s i1 | crash after-record c1#1 2s"
            ),
            "1+1  - #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[(
        "a recovery point, and going on from there",
        &format!("{both} over.failed_work=resume | {CRASHED}"),
        "recovery point: order 1 made; goes on after order 1; recovery point: order 1 made",
    )]);
    let run = run(&format!("{both} | 0 i1 2"));
    let made = [run.end.orders[0].at.0, run.end.charges[0].at.0];
    assert_eq!(made, [70, 100], "each phase takes the effect's time");
}

/// Where a failure is dropped and the contract goes on, the next request does what is missing; the lease has no say.
#[test]
fn a_dropped_failure_that_is_resumed() {
    let charged = "claim-then-commit provider lease=1h over.stores.server_error=drop";
    let failed = "0 i1 2; 5s i1; 6s i1 | fail after-effect c1#1 503";
    check_outcomes(&[
        (
            "rerun: a second charge",
            &format!("{charged} over.failed_work=rerun | {failed}"),
            "0+2  503 #2 #2r  c1/i1=#2  effect-twice",
        ),
        (
            "resumed: the known charge stands for it",
            &format!("{charged} over.failed_work=resume | {failed}"),
            "0+1  503 #1 #1r  c1/i1=#1",
        ),
        (
            "failed before the effect, nothing was made: it runs",
            &format!("{charged} over.failed_work=resume | 0 i1 2; 5s i1 | fail before-effect c1#1 503"),
            "0+1  503 #1  c1/i1=#1",
        ),
        (
            "an order that was rolled back is not gone on from",
            "claim-then-commit over.stores.server_error=drop over.failed_work=resume | 0 i1 2; 5s i1 | fail after-effect c1#1 503",
            "1  503 #1  c1/i1=#1",
        ),
        (
            "one that stands alone is",
            "claim-first over.stores.server_error=drop over.failed_work=resume | 0 i1 2; 5s i1 | fail after-effect c1#1 503",
            "1  503 #1  c1/i1=#1",
        ),
        (
            "check-then-act goes on from it, too",
            "check-then-act over.stores.server_error=drop over.failed_work=resume | 0 i1 2; 5s i1 | fail after-effect c1#1 503",
            "1  503 #1  c1/i1=#1",
        ),
        (
            "stored, nothing is gone on from",
            "claim-first over.failed_work=resume | 0 i1 2; 5s i1 | fail after-effect c1#1 503",
            "1  503 503r  c1/i1=?",
        ),
        (
            "other parameters do not go on from it",
            &format!(
                "{charged} over.failed_work=resume | 0 i1 2; 5s i1 3; 6s i1 2 | fail after-effect c1#1 503"
            ),
            "0+1  503 other #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[(
        "what stands is open to the next one",
        &format!("{charged} over.failed_work=resume | 0 i1 2; 5s i1 | fail after-effect c1#1 503"),
        "recovery point: order 1 made; recovery point: order 1 made, open; goes on after order 1",
    )]);
}

/// A call that was begun goes through, whatever became of the caller; it does so in its second phase only.
#[test]
fn a_call_outlives_its_service() {
    let two = "0 i1 2; 0 c2 i2 1 | crash after-claim c2#1 2s | c1 per-intent durable; c2 per-intent durable";
    assert_eq!(
        outcome(&run(&format!("one-transaction effect=1s provider | {two}"))),
        "0+1  - -  c1/i1=? c2/i2=?"
    );
    assert_eq!(outcome(&run(&format!("one-transaction effect=1s | {two}"))), "0  - -  c1/i1=? c2/i2=?");
    // The crash falls into the first phase, where there is no call yet.
    assert_eq!(
        outcome(&run(&format!("one-transaction effect=1s effect.at=both | {two}"))),
        "0  - -  c1/i1=? c2/i2=?"
    );
    assert_eq!(outcome(&run(&format!("claim-then-commit provider | 0 i1 2 {SLOW}"))), "0+1  #1  c1/i1=#1");
}
