//! Services that are not built as one would think: records that need their client, jobs and stores that remove too much,
//! memory in processes, replicas, fail-over, proxies.

use idempotency_explainer::sim::audit::Why;
use idempotency_explainer::sim::scenario::Finding;

use crate::support::{check_facts, check_outcomes, found, run};

const PATIENT: &str = "| | c1 per-intent durable timeout=1m";

/// Why the second effect was made.
fn check_why(rows: &[(&str, Why)]) {
    for (line, why) in rows {
        let run = run(line);
        let twice = found(&run, Finding::EffectTwice);
        assert_eq!(twice.first().map(|found| found.why), Some(Some(*why)), "{line}");
    }
}

/// The client hangs up at 500 ms, which the service sees at 540; the work is done at 3,040.
#[test]
fn a_record_that_needs_its_client() {
    let hung_up = |order: &str| {
        format!("{order} effect=3s build.record_needs_client=true | 0 i1 2; 500ms reload; 10s i1 {PATIENT}")
    };
    // The answer of the first went out all the same, to nobody.
    let twice = "2  - #2  c1/i1=#2  effect-twice two-final-outcomes";
    check_outcomes(&[
        ("a claim alone: the order stays, the record does not", &hung_up("claim-first"), twice),
        ("looked before it acted: alike", &hung_up("check-then-act"), twice),
        ("in a transaction all of it is rolled back", &hung_up("one-transaction"), "1  - #1  c1/i1=#1"),
        ("after a claim, too", &hung_up("claim-then-commit"), "1  - #1  c1/i1=#1"),
        (
            "a timeout hangs up as a reload does",
            "claim-first effect=3s build.record_needs_client=true | 0 i1 2; 10s i1",
            "2  - -  c1/i1=?  effect-twice two-final-outcomes",
        ),
        (
            "a client that stays has its record",
            &format!("claim-first effect=3s build.record_needs_client=true | 0 i1 2; 10s i1 {PATIENT}"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "built as one would think, nobody asks for the client",
            &format!("claim-first effect=3s | 0 i1 2; 500ms reload; 10s i1 {PATIENT}"),
            "1  - #1r  c1/i1=#1",
        ),
        (
            "hung up when the record is written already",
            &format!("claim-first build.record_needs_client=true | 0 i1 2; 50ms reload; 10s i1 {PATIENT}"),
            "1  - #1r  c1/i1=#1",
        ),
    ]);
    check_facts(&[(
        "what it sees and does",
        &format!("claim-first effect=3s build.record_needs_client=true | 0 i1 2; 500ms reload {PATIENT}"),
        "client hung up; record not written, claim removed: client gone",
    )]);
    check_why(&[(&hung_up("claim-first"), Why::HungUp)]);
}

/// A job that removes claims by their age, whoever holds them. The work is done at 3,040.
#[test]
fn a_sweeper_of_claims() {
    let swept = |order: &str| format!("{order} effect=3s build.sweeper=1s | 0 i1 2; 2s i1 {PATIENT}");
    check_outcomes(&[
        ("both work, no fence", &swept("claim-first"), "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes"),
        (
            "no commit finds its claim: a sweeper that is faster than the work lets nothing be done",
            &swept("claim-then-commit"),
            "0  busy busy  c1/i1=?",
        ),
        ("a transaction has no claim to sweep", &swept("one-transaction"), "1  #1 busy  c1/i1=#1"),
        (
            "a claim that nobody holds any more",
            "claim-then-commit build.sweeper=10s | 0 i1 2; 5s i1; 30s i1 | crash after-claim c1#1 1s",
            "1  - busy #1  c1/i1=#1",
        ),
        (
            "one that waits runs when it is swept",
            &format!("claim-first effect=3s wait=9s build.sweeper=1s | 0 i1 2; 500ms i1 {PATIENT}"),
            "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        ("finished records stay", "claim-first build.sweeper=1s | 0 i1 2; 30s i1", "1  #1 #1r  c1/i1=#1"),
        (
            "its owner alone finds the claim gone, and does not run again",
            &format!("claim-then-commit effect=3s build.sweeper=1s | 0 i1 2; 10s i1 {PATIENT}"),
            "0  busy busy  c1/i1=?",
        ),
    ]);
    check_facts(&[("it is told", &swept("claim-first"), "claim of 0.1 swept; claim of 0.2 swept")]);
    check_why(&[(&swept("claim-first"), Why::Swept)]);
}

/// A store that drops a finished record some time after it was written (at 70), whatever is promised.
#[test]
fn a_store_that_forgets() {
    let forgets = "one-transaction build.forgets_after=10s";
    check_outcomes(&[
        ("before that", &format!("{forgets} | 0 i1 2; 10029ms i1"), "1  #1 #1r  c1/i1=#1"),
        (
            "then",
            &format!("{forgets} | 0 i1 2; 10030ms i1"),
            "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "the work takes long: counted from the record",
            &format!("{forgets} effect=20s | 0 i1 2; 29s i1 {PATIENT}"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "a claim is no finished record",
            "claim-then-commit build.forgets_after=10s | 0 i1 2; 30s i1 | crash after-claim c1#1 1s",
            "0  - busy  c1/i1=?  stuck",
        ),
        (
            "a stored failure is one",
            &format!("{forgets} | 0 i1 2; 30s i1 | fail before-effect c1#1"),
            "1  500 #1  c1/i1=#1  two-final-outcomes",
        ),
    ]);
    check_why(&[(&format!("{forgets} | 0 i1 2; 30s i1"), Why::Forgotten)]);
}

/// Records in a process's memory: a crash forgets them, and the ledger stays.
#[test]
fn records_in_memory() {
    check_outcomes(&[
        (
            "a finished record",
            "claim-first build.volatile=true | 0 i1 2; 30s i1 | crash after-respond c1#1 1s",
            "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes",
        ),
        (
            "its order is still there to be asked for",
            "claim-first build.volatile=true | 0 i1 2; 30s ask i1 key; 31s ask i1 order | crash after-respond c1#1 1s",
            "1  #1 not-found #1:created  c1/i1=#1",
        ),
        (
            "a claim, so that nothing is stuck",
            "claim-then-commit build.volatile=true | 0 i1 2; 30s i1 | crash after-claim c1#1 1s",
            "1  - #1  c1/i1=#1",
        ),
        (
            "somebody else's, too",
            "claim-first build.volatile=true | 0 i1 2; 5s c2 i2 1; 30s i1 | crash after-receive c2#1 1s \
             | c1 per-intent durable; c2 per-intent durable",
            "2  #1 - #2  c1/i1=#2 c2/i2=?  effect-twice two-final-outcomes",
        ),
        (
            "without a crash they are as good as any",
            "claim-first build.volatile=true | 0 i1 2; 30s i1",
            "1  #1 #1r  c1/i1=#1",
        ),
    ]);
    check_facts(&[(
        "and how many",
        "claim-first build.volatile=true | 0 i1 2 | crash after-respond c1#1 1s",
        "1 records gone with the process",
    )]);
}

/// Requests are dealt out in turn, by arrival, unless their step names a replica.
#[test]
fn a_store_per_replica() {
    let two = "one-transaction build.replicas=2 build.store=per-replica";
    check_outcomes(&[
        (
            "the second is dealt to the other one",
            &format!("{two} | 0 i1 2; 5s i1"),
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "the third to the first one again",
            &format!("{two} | 0 i1 2; 5s i1; 10s i1"),
            "2  #1 #2 #1r  c1/i1=#1  effect-twice",
        ),
        (
            "named, it is the same one",
            &format!("{two} | 0 i1 2 replica=1; 5s i1 replica=1"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "naming deals nobody on",
            &format!("{two} | 0 i1 2; 5s i1 replica=1; 10s i1; 15s i1"),
            "2  #1 #1r #2 #1r  c1/i1=#1  effect-twice",
        ),
        (
            "a replica that is not there is the last one",
            &format!("{two} | 0 i1 2 replica=2; 5s i1 replica=8"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "nothing is shared, claims included",
            "claim-then-commit effect=1s build.replicas=2 build.store=per-replica | 0 i1 2; 100ms i1",
            "2  #1 #2  c1/i1=#2  effect-twice",
        ),
        (
            "shared, one replica is as good as another",
            "one-transaction build.replicas=2 | 0 i1 2; 5s i1; 10s i1",
            "1  #1 #1r #1r  c1/i1=#1",
        ),
        (
            "a second copy is dealt out, too",
            &format!("{two} | 0 i1 2 | duplicate c1#1 5s"),
            "2  #1  c1/i1=#1  effect-twice",
        ),
    ]);
    check_why(&[(&format!("{two} | 0 i1 2; 5s i1"), Why::Replica)]);
}

/// Others' records are seen as late as the lag; a claim is checked where it is written.
#[test]
fn a_store_that_lags() {
    let lag = |order: &str| format!("{order} build.replicas=2 build.store={{\"lag\":\"5s\"}}");
    let twice = "2  #1 #2  c1/i1=#2  effect-twice two-final-outcomes";
    check_outcomes(&[
        (
            "a claim is exclusive",
            &format!("{} | 0 i1 2; 1s i1", lag("claim-then-commit")),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "also while it is at work",
            &format!("{} effect=1s | 0 i1 2; 100ms i1", lag("claim-first")),
            "1  #1 busy  c1/i1=#1",
        ),
        ("a look alone is not", &format!("{} | 0 i1 2; 1s i1", lag("check-then-act")), twice),
        ("nor is a commit without a rule", &format!("{} | 0 i1 2; 1s i1", lag("transaction-only")), twice),
        (
            "a unique rule bites where it is written",
            &format!("{} build.unique=at-commit | 0 i1 2; 1s i1", lag("one-transaction")),
            "1  #1 #1r  c1/i1=#1",
        ),
        // Written at 70, seen elsewhere from 5,070 on.
        ("the last millisecond of the lag", &format!("{} | 0 i1 2; 5029ms i1", lag("check-then-act")), twice),
        ("its end", &format!("{} | 0 i1 2; 5030ms i1", lag("check-then-act")), "1  #1 #1r  c1/i1=#1"),
        (
            "its own a replica sees at once",
            &format!("{} | 0 i1 2 replica=1; 1s i1 replica=1", lag("check-then-act")),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "a question by key is answered from what is seen",
            &format!("{} | 0 i1 2; 1s ask i1 key; 10s ask i1 key", lag("claim-then-commit")),
            "1  #1 not-found #1:created  c1/i1=#1",
        ),
    ]);
    check_why(&[(&format!("{} | 0 i1 2; 1s i1", lag("check-then-act")), Why::Replica)]);
}

/// A fail-over to a copy that lagged behind: what was committed within that long before the crash is gone.
#[test]
fn a_fail_over_that_loses() {
    let crash = |loses: &str| {
        format!("crash after-receive c2#1 1s {loses} | c1 per-intent durable; c2 per-intent durable")
    };
    check_outcomes(&[
        (
            "an order that was answered",
            &format!("one-transaction | 0 i1 2; 5s c2 i2 1 | {}", crash("10s")),
            "1-1  #1 -  c1/i1=#1 c2/i2=?  effect-lost",
        ),
        (
            "longer ago than the lag it stays",
            &format!("one-transaction | 0 i1 2; 5s c2 i2 1; 30s i1 | {}", crash("4s")),
            "1  #1 - #1r  c1/i1=#1 c2/i2=?",
        ),
        (
            "its record is gone with it: a retry makes it again, under a number of its own",
            &format!("one-transaction | 0 i1 2; 5s c2 i2 1; 30s i1 | {}", crash("10s")),
            "2-1  #1 - #2  c1/i1=#2 c2/i2=?  two-final-outcomes",
        ),
        (
            "a claim goes whole: nothing is stuck",
            "claim-then-commit | 0 i1 2; 30s i1 | crash after-claim c1#1 1s 1s",
            "1  - #1  c1/i1=#1",
        ),
        (
            "a record that was written since goes whole, with the claim that it had been; its order is older",
            "claim-first record=3s | 0 i1 2; 30s i1 | crash after-record c1#1 1s 1s | c1 per-intent durable timeout=9s",
            "2  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "nobody believes in what is lost",
            "one-transaction | 0 i1 2 | lose response c1#1; crash after-respond c1#1 1s 1s",
            "1-1  -  c1/i1=?",
        ),
        (
            "a lost order is not to be found",
            &format!("one-transaction | 0 i1 2; 5s c2 i2 1; 30s ask i1 order | {}", crash("10s")),
            "1-1  #1 - not-found  c1/i1=#1 c2/i2=?  effect-lost",
        ),
        (
            "nor to be confirmed",
            &format!("one-transaction | 0 i1 2; 5s c2 i2 1; 30s i3 #1 to=confirm | {}", crash("10s")),
            "1-1  #1 - not-found  c1/i1=#1 c1/i3=no:404 c2/i2=?  effect-lost",
        ),
        (
            "a charge is out of its reach",
            &format!("one-transaction provider | 0 i1 2; 5s c2 i2 1; 30s i1 | {}", crash("10s")),
            "0+2  #1 - #2  c1/i1=#2 c2/i2=?  effect-twice two-final-outcomes",
        ),
    ]);
    check_facts(&[(
        "and says what went",
        &format!("one-transaction | 0 i1 2; 5s c2 i2 1 | {}", crash("10s")),
        "fail-over lost 1 orders, 1 records since 0",
    )]);
}

/// A proxy in front answers 504 after a second, at 1,040; the service goes on, until 3,040.
#[test]
fn a_proxy_in_front() {
    let proxy = "effect=3s build.proxy=1s";
    check_outcomes(&[
        (
            "a retry that comes when it is done",
            &format!("claim-then-commit {proxy} | 0 i1 2; 5s i1"),
            "1  gateway #1r  c1/i1=#1",
        ),
        (
            "a retry that comes before",
            &format!("claim-then-commit {proxy} | 0 i1 2; 2s i1; 5s i1"),
            "1  gateway busy #1r  c1/i1=#1",
        ),
        (
            "nothing is settled by a 504",
            &format!("claim-then-commit {proxy} | 0 i1 2"),
            "1  gateway  c1/i1=?",
        ),
        (
            "retries that pile up where keys are ignored: the proxy cannot stop what it let in",
            &format!("ignore {proxy} | 0 i1 2 | | c1 per-intent durable retry=3,100ms,1,5xx"),
            "3  gateway gateway gateway  c1/i1=?  effect-twice",
        ),
        (
            "and where they are not",
            &format!(
                "claim-then-commit {proxy} | 0 i1 2 | | c1 per-intent durable retry=9,500ms,1,5xx+409-in-flight"
            ),
            "1  gateway busy busy busy #1r  c1/i1=#1",
        ),
        ("what is fast enough passes", "claim-then-commit build.proxy=1s | 0 i1 2", "1  #1  c1/i1=#1"),
        (
            "its patience begins at the arrival",
            "claim-then-commit effect=999ms build.proxy=1s | 0 i1 2 | delay request c1#1 900ms",
            "1  #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[(
        "the answer of the service comes too late",
        &format!("claim-then-commit {proxy} | 0 i1 2"),
        "proxy gave up after 1s; proxy no longer listens: 201 {\"order_id\":1}",
    )]);
}
