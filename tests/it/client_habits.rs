//! Clients' habits: programs that die, keys that are thrown away, layers above, queues, refused connections.

use crate::support::{check_facts, check_outcomes, outcome, run};

/// A first send that dies, and a second one with its body. Each row: what the client keeps, then what comes of a death
/// after it has persisted, after the send, and after the answer.
fn check_deaths(rows: &[(&str, [&str; 3])]) {
    for (client, wanted) in rows {
        for (moment, wanted) in ["after-persist", "after-send", "after-answer"].into_iter().zip(wanted) {
            let line =
                format!("one-transaction | 0 i1 2; 5s i1 2 | die {moment} c1#1 | c1 per-intent {client}");
            assert_eq!(outcome(&run(&line)), *wanted, "{line}");
        }
    }
}

#[test]
fn what_a_death_leaves() {
    // Nothing was sent: the next send is the client's first.
    let unsent = "1  #1  c1/i1=#1";
    let [known, heard] = ["1  - #1r  c1/i1=#1", "1  #1 #1r  c1/i1=#1"];
    let [twice, heard_twice] = ["2  - #2  c1/i1=#2  effect-twice", "2  #1 #2  c1/i1=#2  effect-twice"];
    check_deaths(&[
        ("durable", [unsent, known, heard]),
        ("durable persists=after-send", [unsent, twice, heard]),
        ("durable persists=after-answer", [unsent, twice, heard_twice]),
        ("memory", [unsent, twice, heard_twice]),
    ]);
}

/// A death is a reload at the worst moment; what was persisted before it is all there is.
#[test]
fn what_is_persisted_when() {
    let of =
        |client: &str, script: &str| format!("one-transaction | {script} | | c1 per-intent durable {client}");
    let rows = [
        (
            "after the answer, and answered: the key is back",
            of("persists=after-answer", "0 i1 2; 5s reload; 9s i1 2"),
            "1  #1 #1r  c1/i1=#1",
        ),
        (
            "after the answer, and reloaded before it came",
            of("persists=after-answer", "0 i1 2; 50ms reload; 9s i1 2"),
            "2  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "after the send, and reloaded before the answer",
            of("persists=after-send", "0 i1 2; 50ms reload; 9s i1 2"),
            "1  - #1r  c1/i1=#1",
        ),
        (
            "after the answer: the belief itself is not persisted, and open again",
            of("persists=after-answer", "0 i1 2; 5s reload"),
            "1  #1  c1/i1=?",
        ),
        ("before the send it keeps its beliefs too", of("", "0 i1 2; 5s reload"), "1  #1  c1/i1=#1"),
    ];
    let rows: Vec<_> = rows.iter().map(|(what, line, wanted)| (*what, &line[..], *wanted)).collect();
    check_outcomes(&rows);
    check_facts(&[
        (
            "told when",
            "one-transaction | 0 i1 2; 5s i1 2 | die after-send c1#1 | c1 per-intent memory",
            "client 0 crashed after-send",
        ),
        (
            "the second client's program",
            "one-transaction | 0 i1 2; 5s c2 i2 2 | die after-answer c2#1 | c1 per-intent durable; c2 per-intent durable",
            "client 1 crashed after-answer",
        ),
    ]);
}

/// A queue keeps planned retries and the intent's identity, whatever its client kept.
#[test]
fn a_job_queue() {
    let of = |more: &str, script: &str, client: &str| {
        format!("one-transaction | {script} | {more} | c1 per-intent {client} retry=3,1s,1,timeout+5xx queue")
    };
    let rows = [
        (
            "cut off by a death: taken for a timeout, under the same key",
            of("die after-send c1#1", "0 i1 2", "memory"),
            "1  - #1r  c1/i1=#1",
        ),
        ("by a reload, alike", of("", "0 i1 2; 50ms reload", "memory"), "1  - #1r  c1/i1=#1"),
        (
            "a retry that was planned stays planned",
            of("lose response c1#1", "0 i1 2; 2500ms reload", "memory"),
            "1  - #1r  c1/i1=#1",
        ),
        (
            "also for a client that would have persisted the answer",
            of("lose response c1#1", "0 i1 2; 2500ms reload", "durable persists=after-answer"),
            "1  - #1r  c1/i1=#1",
        ),
        (
            "durable clients have it, too",
            of("die after-send c1#1", "0 i1 2", "durable"),
            "1  - #1r  c1/i1=#1",
        ),
        (
            "answered before: there is nothing to do again",
            of("", "0 i1 2; 5s reload", "durable"),
            "1  #1  c1/i1=#1",
        ),
    ];
    let rows: Vec<_> = rows.iter().map(|(what, line, wanted)| (*what, &line[..], *wanted)).collect();
    check_outcomes(&rows);
    check_outcomes(&[
        (
            "a job without a try left is over: its client begins anew",
            "one-transaction | 0 i1 2; 50ms reload; 9s i1 2 | | c1 per-intent memory retry=1,1s,1,timeout queue",
            "2  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "so is one that does not retry what cut it off",
            "one-transaction | 0 i1 2; 50ms reload; 9s i1 2 | | c1 per-intent memory retry=3,1s,1,5xx queue",
            "2  - #2  c1/i1=#2  effect-twice",
        ),
        (
            "the time of its first send is the job's own",
            "one-transaction over.retention={\"for\":\"5m\",\"clock\":\"client-timestamp\"} | 3m i1 2; 182500ms reload; 6m i1 2 | lose request c1#1 | c1 per-intent memory retry=3,1s,1,timeout queue",
            "1  - #1 #1r  c1/i1=#1",
        ),
        (
            "without a queue a death ends it",
            "one-transaction | 0 i1 2 | die after-send c1#1 | c1 per-intent memory retry=3,1s,1,timeout",
            "1  -",
        ),
        (
            "for a durable client, too: it knows its intent, and nobody tries again",
            "one-transaction | 0 i1 2 | die after-send c1#1 | c1 per-intent durable retry=3,1s,1,timeout",
            "1  -  c1/i1=?",
        ),
    ]);
}

/// The series is at its end, and a layer above begins it again: anew for a library that makes a key per call.
#[test]
fn a_layer_above() {
    let lost = "lose response c1#1; lose response c1#2; lose response c1#3";
    let of = |policy: &str, faults: &str| {
        format!("one-transaction | 0 i1 2 | {faults} | c1 {policy} durable retry=2,1s,1,timeout outer=2,5s")
    };
    check_outcomes(&[
        ("one key per intent: one order", &of("per-intent", lost), "1  - - - #1r  c1/i1=#1"),
        (
            "one key per call: one order per series",
            &of("per-call", lost),
            "2  - - - #2r  c1/i1=#2  effect-twice",
        ),
        ("one key per attempt", &of("per-attempt", lost), "4  - - - #4  c1/i1=#4  effect-twice"),
        (
            "no more series than it has",
            &of("per-intent", &format!("{lost}; lose response c1#4")),
            "1  - - - -  c1/i1=?",
        ),
        ("not after a result", &of("per-intent", "lose response c1#1"), "1  - #1r  c1/i1=#1"),
        (
            "not after what is not retried",
            "one-transaction | 0 i1 2 | fail before-effect c1#1 | c1 per-intent durable retry=2,1s,1,timeout outer=2,5s",
            "0  500  c1/i1=?",
        ),
        (
            "without inner retries",
            "one-transaction | 0 i1 2 | lose request c1#1 | c1 per-call durable retry=1,1s,1,timeout outer=3,5s",
            "1  - #1  c1/i1=#1",
        ),
    ]);
    check_facts(&[("planned", &of("per-intent", lost), "series of intent 0 again in 5s, 2 of 2")]);
    // Sent at 0 and 3 s, given up at 5 s; five seconds later again.
    let sends =
        run(&of("per-intent", lost)).end.attempts.iter().map(|attempt| attempt.sent).collect::<Vec<_>>();
    let run = run(&of("per-intent", lost));
    let at: Vec<_> = sends.iter().filter_map(|seq| run.trace.event(*seq)).map(|event| event.at.0).collect();
    assert_eq!(at, [0, 3_000, 10_000, 13_000]);
}

/// A library that makes its own key per call keeps it for that call's retries only.
#[test]
fn a_key_per_call() {
    let client = "c1 per-call durable retry=2,1s,1,timeout";
    check_outcomes(&[
        (
            "its own retries are recognised",
            &format!("one-transaction | 0 i1 2 | lose response c1#1 | {client}"),
            "1  - #1r  c1/i1=#1",
        ),
        (
            "the application's are not",
            &format!("one-transaction | 0 i1 2; 9s i1 | lose response c1#1; lose response c1#2 | {client}"),
            "2  - - #2  c1/i1=#2  effect-twice",
        ),
        (
            "a literal key takes its place",
            &format!(
                "one-transaction | 0 i1 2 key=k; 9s i1 key=k | lose response c1#1; lose response c1#2 | {client}"
            ),
            "1  - - #1r  c1/i1=#1",
        ),
        (
            "listed keys are used one a call",
            "one-transaction | 0 i1 2; 9s i2 2; 19s i1 2 key=a | | c1 per-call durable keys=a,b",
            "2  #1 #2 #1r  c1/i1=#1 c1/i2=#2",
        ),
    ]);
}

/// A client that throws an intent's own key away makes another for the next send.
#[test]
fn keys_that_are_thrown_away() {
    let of = |drops: &str, service: &str, faults: &str| {
        format!("{service} | 0 i1 2; 5s i1 | {faults} | c1 per-intent durable drops={drops}")
    };
    let rows = [
        (
            "on a timeout",
            of("timeout", "one-transaction", "lose response c1#1"),
            "2  - #2  c1/i1=#2  effect-twice",
        ),
        ("on what is none", of("5xx", "one-transaction", "lose response c1#1"), "1  - #1r  c1/i1=#1"),
        (
            "on a 4xx: a stored refusal is got past",
            of("4xx", "one-transaction", "fail before-effect c1#1 402"),
            "1  declined402 #1  c1/i1=#1",
        ),
        (
            "on a 5xx: a stored failure, too",
            of("5xx", "one-transaction", "fail before-effect c1#1 503"),
            "1  503 #1  c1/i1=#1",
        ),
        (
            "on a 5xx whose order stands",
            of("5xx", "claim-first", "fail after-effect c1#1 503"),
            "2  503 #2  c1/i1=#2  effect-twice",
        ),
        (
            "on a 5xx of a proxy",
            of("5xx", "claim-first effect=3s build.proxy=1s", "lose request c1#9"),
            "2  gateway gateway  c1/i1=?  effect-twice",
        ),
        ("on success", of("success", "one-transaction", ""), "2  #1 #2  c1/i1=#2  effect-twice"),
        ("a 429 is a 4xx", of("4xx", "one-transaction", "limit c1#1"), "1  limited #1  c1/i1=#1"),
    ];
    let rows: Vec<_> = rows.iter().map(|(what, line, wanted)| (*what, &line[..], *wanted)).collect();
    check_outcomes(&rows);
    let busy = |drops: &str| {
        format!(
            "claim-then-commit effect=1s | 0 i1 2; 100ms i1; 5s i1 | | c1 per-intent durable drops={drops}"
        )
    };
    check_outcomes(&[
        ("on a 409 in progress", &busy("409-in-flight"), "2  #1 busy #2  c1/i1=#2  effect-twice"),
        ("which is no 4xx", &busy("4xx"), "1  #1 busy #1r  c1/i1=#1"),
        (
            "a key that follows from the intent comes back all the same",
            "one-transaction | 0 i1 2; 5s i1 | lose response c1#1 | c1 business-id durable drops=timeout",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "one that follows from the body is not its own",
            "one-transaction | 0 i1 2; 5s i1 | lose response c1#1 | c1 body-hash durable drops=timeout",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "a literal key is not its own either",
            "one-transaction | 0 i1 2 key=k; 5s i1 key=k | lose response c1#1 | c1 per-intent durable drops=timeout",
            "1  - #1r  c1/i1=#1",
        ),
        (
            "its automatic retries have the new one",
            "one-transaction | 0 i1 2 | lose response c1#1 | c1 per-intent durable drops=timeout retry=2,1s,1,timeout",
            "2  - #2  c1/i1=#2  effect-twice",
        ),
    ]);
    check_facts(&[(
        "and it is told",
        "one-transaction | 0 i1 2; 5s i1 | lose response c1#1 | c1 per-intent durable drops=timeout",
        "key of intent 0 thrown away",
    )]);
}

/// Known not applied: that attempt is settled, and no belief changes.
#[test]
fn a_refused_connection() {
    check_outcomes(&[
        ("nothing was sent", "one-transaction | 0 i1 2; 5s i1 | refuse c1#1", "1  - #1  c1/i1=#1"),
        ("it settles nothing by itself", "one-transaction | 0 i1 2 | refuse c1#1", "0  -  c1/i1=?"),
        (
            "a refusal after it settles the intent",
            "one-transaction | 0 i1 2; 5s i1 0 | refuse c1#1",
            "0  - 400  c1/i1=no:400",
        ),
        (
            "after a request that was lost, nobody knows",
            "one-transaction | 0 i1 2; 5s i1 0 | lose request c1#1",
            "0  - 400  c1/i1=?",
        ),
        (
            "it is retried where a client retries it",
            "one-transaction | 0 i1 2 | refuse c1#1 | c1 per-intent durable retry=2,1s,1,refused",
            "1  - #1  c1/i1=#1",
        ),
        (
            "it is no timeout",
            "one-transaction | 0 i1 2 | refuse c1#1 | c1 per-intent durable retry=2,1s,1,timeout",
            "0  -  c1/i1=?",
        ),
        (
            "nor does it make one throw its key away",
            "one-transaction | 0 i1 2; 5s i1; 9s i1 | refuse c1#1 | c1 per-intent durable drops=timeout+4xx+5xx",
            "1  - #1 #1r  c1/i1=#1",
        ),
    ]);
    let run = run("one-transaction | 0 i1 2 | refuse c1#1");
    let last = run.trace.events.last().map(|event| event.at.0);
    assert_eq!(last, Some(40), "known when it would have arrived, and nothing is waited for");
    check_facts(&[(
        "it is told",
        "one-transaction | 0 i1 2 | refuse c1#1",
        "connection refused: nothing sent",
    )]);
}
