//! What a test outside can do of a run: which attempts it sends, what it demands of the answers, and what it leaves to the
//! reader. Decided in `app/export/plan.rs`.

use idempotency_explainer::app::export::plan::{self, Entry, Judged, Left, Part};
use idempotency_explainer::sim::run::Run;

use crate::support::{answer_word, check};

/// One word per attempt: `-lost` and so on where it is not sent; else the promised answer (`?` where there is none, `r`
/// after a replay) behind `=` where it is demanded as heard, `!` where it is demanded though the run's service answers
/// otherwise, `*` where nothing is demanded because nobody heard it, `&` because two came at once, `x` because something
/// went wrong inside, `~` because nothing is promised. Then `@` where two were at work, and `…` where a pause is needed.
fn word(entry: &Entry) -> String {
    let sent = match &entry.part {
        Part::Left(left) => {
            return match left {
                Left::Lost => "-lost",
                Left::Refused => "-refused",
                Left::Down => "-down",
                Left::Underway => "-underway",
                Left::Unspeakable => "-unspeakable",
            }
            .to_owned();
        }
        Part::Sent(sent) => sent,
    };
    let mark = match sent.judged {
        Judged::AsHeard => '=',
        Judged::AsPromised => '!',
        Judged::Unheard => '*',
        Judged::AtOnce => '&',
        Judged::Fault => 'x',
        Judged::Undocumented => '~',
    };
    let promise = sent.promise.as_ref().map_or("?".to_owned(), |(answer, is_replay)| {
        format!("{}{}", answer_word(answer), if *is_replay { "r" } else { "" })
    });
    let at_once = if sent.at_once { "@" } else { "" };
    let pause = if sent.needs_pause { "…" } else { "" };
    format!("{mark}{promise}{at_once}{pause}")
}

fn words(run: &Run) -> String {
    plan::of(run).iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_sent() {
    check(
        &[
            (
                "a request that is lost is not sent",
                "one-transaction | 0 i1 2; 5s i1 | lose request c1#1",
                "-lost =#1",
            ),
            (
                "its second copy came: it is",
                "one-transaction | 0 i1 2; 5s i1 | lose request c1#1; duplicate c1#1 1s",
                "=#1 =#1r",
            ),
            ("a refused connection", "one-transaction | 0 i1 2; 5s i1 | refuse c1#1", "-refused =#1"),
            (
                "a service that is down",
                "one-transaction | 0 i1 2; 1s i2 3 | crash after-commit c1#1 9s",
                "*#1 -down",
            ),
            (
                "a response that is lost: sent, and not judged",
                "one-transaction | 0 i1 2; 5s i1 | lose response c1#1",
                "*#1 =#1r",
            ),
            ("an answer that comes too late", "one-transaction effect=3s | 0 i1 2; 9s i1", "*#1 =#1r"),
            (
                "a key that no header can carry",
                "one-transaction | 0 i1 2 key=_k; 5s i2 2",
                "-unspeakable =#1",
            ),
            ("the same in a body", "one-transaction as=google-aip-155 | 0 i1 2 key=_k", "~?"),
            (
                "a body that no key can stand in",
                "one-transaction as=square-create-payment | 0 i1 {nonsense key=k1; 5s i2 2",
                "-unspeakable =#1",
            ),
        ],
        words,
    );
}

#[test]
fn what_is_demanded() {
    check(
        &[
            (
                "what the contract promises and the client heard",
                "one-transaction | 0 i1 2; 5s i1; 9s i1 3; 12s i2 0",
                "=#1 =#1r =other =400",
            ),
            (
                "a build that ignores keys: the promise all the same",
                "ignore | 0 i1 2; 5s i1 | lose response c1#1",
                "*#1 !#1r",
            ),
            ("look, then act: sound while one comes at a time", "check-then-act | 0 i1 2; 5s i1", "=#1 =#1r"),
            (
                "two at once: nothing, since one at a time is another run",
                "check-then-act effect=200ms | 0 i1 2; 50ms i1",
                "=#1 &#1r@",
            ),
            (
                "the same refused by a sound build",
                "claim-then-commit lease=30s effect=200ms | 0 i1 2; 50ms i1",
                "=#1 &#1r@",
            ),
            (
                "a failure inside, and what follows from it",
                "one-transaction | 0 i1 2; 5s i1 | fail before-effect c1#1",
                "x#1 x#1r",
            ),
            (
                "a crash between effect and record",
                "check-then-act | 0 i1 2; 30s i1 | crash after-effect c1#1 2s",
                "*#1 x#1r",
            ),
            (
                "a limiter in front speaks for itself",
                "one-transaction | 0 i1 2; 5s i1 | limit c1#1",
                "x#1 x#1r",
            ),
            ("what nobody documents", "claim-then-commit as=stripe-v2 | 0 i1 2; 5s i1 3", "=#1 ~?"),
            (
                "a field that is left out may be its default or another order",
                r#"one-transaction build.fields={"note":{"default":""}} | 0 i1 2; 5s i1 +{"note":""}"#,
                "=#1 ~?",
            ),
        ],
        words,
    );
}

#[test]
fn what_pauses_do() {
    check(
        &[
            ("a pause within the retention changes nothing", "one-transaction | 0 i1 2; 23h i1", "=#1 =#1r"),
            ("after a floor nothing is promised", "one-transaction retention=1h | 0 i1 2; 2h i1", "=#1 ~?"),
            (
                "after a fixed one it is, and needs the pause",
                "one-transaction over.retention.kind=fixed over.retention.for=1h | 0 i1 2; 2h i1; 150m i1",
                "=#1 =#2… =#2r…",
            ),
        ],
        words,
    );
}
