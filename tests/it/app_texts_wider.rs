//! What is said of the wider world: every fact has a sentence in both languages, every sentence is said somewhere, and
//! every finding and reason has a line.

use std::collections::BTreeSet;
use std::rc::Rc;

use idempotency_explainer::app::text::template::plain;
use idempotency_explainer::app::text::verdict::verdict;
use idempotency_explainer::app::text::{Language, events, lab_texts, names};
use idempotency_explainer::sim::audit::Why;
use idempotency_explainer::sim::contract::Knob;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::Finding;
use idempotency_explainer::sim::trace::{Answer, EventKind, Meaning, OrderState};

use crate::app_texts::{check_every_sentence, check_verdict, is_cjk, misspelt};
use crate::support::{EVERY_WIDER_FEATURE, found, run};

const TENANTS: &str = "c1 per-intent durable; c2 per-intent durable tenant=t2";

/// Runs that come to every fact of the wider world.
fn runs() -> Vec<(String, Run)> {
    let mail = "build.mail={\"from\":\"outbox\",\"inbox\":\"with-effect\"}";
    let lines = [
        "one-transaction as=gocardless | 0 i1 2; 25h i1; 26h i1 3".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 | lose response c1#1 | c1 per-intent durable drops=timeout".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 2 | die after-persist c1#1; die after-answer c1#1 | c1 per-intent durable".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 2 | die after-send c1#1 | c1 per-intent memory".to_owned(),
        "one-transaction | 0 i1 2; 5s reload | | c1 per-intent durable persists=after-answer".to_owned(),
        "one-transaction | 0 i1 2 | lose request c1#1; lose request c1#2 | c1 per-call durable retry=1,1s,1,timeout outer=3,5s".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 | refuse c1#1".to_owned(),
        "claim-then-commit effect=3s build.proxy=1s | 0 i1 2; 2s i1; 5s i1".to_owned(),
        "claim-first effect=3s build.record_needs_client=true | 0 i1 2; 500ms reload | | c1 per-intent durable timeout=1m".to_owned(),
        "one-transaction over.key_policy.min=9 | 0 i1 2; 5s c2 i1 2 | | c1 per-intent durable; c2 none durable".to_owned(),
        "one-transaction over.key_policy.presence=optional | 0 i1 2; 5s i1 | | c1 none durable".to_owned(),
        "one-transaction over.key_policy.presence=optional | 0 i1 2 | fail before-effect c1#1 503 | c1 none durable".to_owned(),
        "one-transaction over.key_policy.presence=auto | 0 i1 2; 5s i1 | | c1 none durable".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 | limit c1#1".to_owned(),
        "one-transaction build.limiter=behind-record | 0 i1 2; 5s i1 | limit c1#1".to_owned(),
        "one-transaction as=azure-acs-email | 10m i1 2 key=01234567-89ab-cdef-0123-456789abcdef | | c1 per-intent durable behind=5m".to_owned(),
        "one-transaction retention=1h over.after_expiry=reject | 0 i1 2; 2h i1".to_owned(),
        "one-transaction over.mismatch.do=treat-as-new | 0 i1 2; 5s i1 3".to_owned(),
        "claim-then-commit effect=3s | 0 i1 2; 1s ask i1 key; 5s ask i1 key; 6s ask i2 order".to_owned(),
        "one-transaction over.replay.mode=updated-state | 0 i1 2; 5s i2 #1 to=confirm; 6s i1; 7s i3 #1 to=cancel; 8s i3 #1 to=cancel key=k; 9s i4 #7 to=confirm".to_owned(),
        "one-transaction as=gocardless | 0 i1 2; 5s i1".to_owned(),
        "claim-then-commit lease=10s provider effect.fenced=true | 0 i1 2; 20s i1 | stall after-claim c1#1 45s | c1 per-intent durable timeout=2m".to_owned(),
        "claim-first lease=30s | 0 i1 2; 35s i1 | stall after-claim c1#1 45s | c1 per-intent durable timeout=2m".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 | lose commit-ack c1#1".to_owned(),
        "one-transaction build.unique=at-commit effect=1s | 0 i1 2; 100ms i1".to_owned(),
        "claim-then-commit lease=10s effect.at=both over.failed_work=resume | 0 i1 2; 30s i1 | crash after-effect c1#1 2s".to_owned(),
        "claim-first over.stores.server_error=drop over.failed_work=resume | 0 i1 2; 5s i1 | fail after-effect c1#1 503".to_owned(),
        "claim-then-commit lease=10s provider effect.unknown=ask | 0 i1 2; 30s i1 | crash after-effect c1#1 2s".to_owned(),
        "claim-then-commit lease=10s provider effect.unknown=ask | 0 i1 2; 30s i1 | crash after-claim c1#1 2s".to_owned(),
        "claim-then-commit lease=10s provider effect.unknown=park | 0 i1 2; 30s i1; 40s i1 | crash after-effect c1#1 2s".to_owned(),
        "one-transaction | 0 i1 2; 5s i2 1 | crash after-respond c1#2 1s 9s".to_owned(),
        "claim-first build.volatile=true | 0 i1 2; 5s i1 | crash after-respond c1#1 1s".to_owned(),
        "one-transaction build.forgets_after=5s | 0 i1 2; 9s i1".to_owned(),
        "claim-first effect=3s build.sweeper=1s | 0 i1 2; 2s i1 | | c1 per-intent durable timeout=1m".to_owned(),
        "one-transaction | 0 i1 2; 5s deploy text; 9s i1".to_owned(),
        format!("one-transaction {mail} | 0 i1 2 | redeliver c1#1 1s"),
        "one-transaction build.mail={\"from\":\"handler\"} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s".to_owned(),
        "one-transaction | 0 i1 2; 5s i1 | fail before-effect c1#1 402".to_owned(),
        "claim-then-commit effect=1s over.in_flight.do=current-state | 0 i1 2; 100ms i1".to_owned(),
        "one-transaction over.retention={\"kind\":\"resource-lifetime-plus\",\"for\":\"1h\"} | 0 i1 2; 5s i2 #1 to=cancel; 2h i1".to_owned(),
        format!("one-transaction forwarded | 0 i1 2 key=k; 5s c2 i2 2 key=k | | {TENANTS}"),
        format!("one-transaction over.scope=[] | 0 i1 2 key=k; 5s c2 i2 2 key=k | | {TENANTS}"),
        "one-transaction over.fingerprint=none | 0 i1 2 key=k; 5s i2 #1 to=confirm key=k".to_owned(),
        "one-transaction over.scope=[\"region\"] | 0 i1 2 region=eu; 5s i1 2 region=us".to_owned(),
        "one-transaction build.replicas=2 build.store=per-replica | 0 i1 2; 5s i1".to_owned(),
        "claim-first effect=3s build.record_needs_client=true | 0 i1 2; 500ms reload; 9s i1 | | c1 per-intent durable timeout=1m".to_owned(),
    ];
    let mut runs: Vec<_> = lines.into_iter().map(|line| (line.clone(), run(&line))).collect();
    runs.push(("every feature".to_owned(), Run::of(Rc::new(parse(EVERY_WIDER_FEATURE).expect("valid")))));
    runs
}

#[test]
fn every_fact_has_a_sentence() {
    for (line, run) in runs() {
        check_every_sentence(&line, &run);
    }
}

/// Templates that belong to sentences.
fn sentences() -> Vec<(&'static str, &'static str)> {
    let texts = lab_texts(Language::En).wider.list();
    texts.into_iter().take_while(|(name, _)| !name.starts_with("n_")).collect()
}

#[test]
fn every_sentence_is_said_somewhere() {
    let mut said = BTreeSet::new();
    for (_, run) in runs() {
        let say = |event| plain(&events::sentence(Language::En, &run, event), Language::En).to_lowercase();
        said.extend(run.trace.events.iter().map(say));
    }
    let says = |sentence: &String, template: &str| {
        let lower = template.to_lowercase();
        let mut stretches = lower.split(['{', '}']).step_by(2);
        stretches.try_fold(&sentence[..], |rest, stretch| Some(rest.split_once(stretch)?.1)).is_some()
    };
    let unsaid: Vec<_> = sentences()
        .into_iter()
        .filter(|(_, template)| !said.iter().any(|sentence| says(sentence, template)))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(unsaid, Vec::<&str>::new());
    assert!(sentences().len() > 50);
}

/// A sentence without a full stop, a name of a few words, an answer that begins with its status, a verdict with one.
#[test]
fn each_kind_of_text_is_of_its_kind() {
    let mut wrong = Vec::new();
    for language in Language::ALL {
        for (name, text) in lab_texts(language).wider.list() {
            let ends = text.ends_with(['.', '。']);
            let is_verdict = name.starts_with("why_")
                || name.ends_with("_hint")
                || ["never_finishes", "side_effect_twice", "wrong_operation"].contains(&name);
            let mut say = |why: &str| wrong.push(format!("{} {name}: {why}: {text}", language.code()));
            if ends != is_verdict {
                say("a full stop where a line ends, and nowhere else");
            }
            let words =
                if language == Language::En { text.split(' ').count() } else { text.chars().count() / 4 };
            if name.starts_with("n_") && words > 3 {
                say("a name is short");
            }
            if name.starts_with("answer_") && !text.starts_with("{status}") {
                say("an answer begins with its status");
            }
            if text.trim() != text || text.contains("  ") {
                say("blanks");
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_answer_is_worded() {
    let run = run("one-transaction | 0 i1 2");
    let meanings = [
        Meaning::Current(1, OrderState::Created),
        Meaning::Current(1, OrderState::Confirmed),
        Meaning::Current(1, OrderState::Cancelled),
        Meaning::Pointer(1),
        Meaning::Pending,
        Meaning::Declined,
        Meaning::RateLimited,
        Meaning::KeyMissing,
        Meaning::KeyMalformed,
        Meaning::KeyExpired,
        Meaning::NotFound,
        Meaning::Gateway,
        Meaning::Parked,
    ];
    for language in Language::ALL {
        let worded = meanings.map(|meaning| {
            names::answer(language, &run, &Answer { status: 499, ..Answer::fixture(meaning, 499) })
        });
        let all: BTreeSet<_> = worded.iter().collect();
        assert_eq!(all.len(), meanings.len(), "each its own words: {worded:?}");
        for words in &worded {
            assert!(words.starts_with("499") && !words.contains(['{', '}']), "{words}");
            assert_eq!(misspelt(language, words), None, "{words}");
            assert_eq!(words.chars().any(is_cjk), language == Language::Zh, "{words}");
        }
    }
}

#[test]
fn every_finding_and_reason_has_a_line() {
    let (mut findings, mut reasons) = (BTreeSet::new(), Vec::new());
    for (line, run) in runs() {
        check_verdict(&line, &run);
        findings.extend(run.found.iter().map(|found| found.finding));
        reasons.extend(found(&run, Finding::EffectTwice).iter().filter_map(|found| found.why));
    }
    use Finding as F;
    for finding in [F::EffectLost, F::ForeignAnswer, F::NeverFinishes, F::SideEffectTwice, F::WrongOperation]
    {
        assert!(findings.contains(&finding), "{} is among the runs", finding.name());
    }
    for why in
        [Why::Keyless, Why::OtherScope, Why::HungUp, Why::Forgotten, Why::Swept, Why::Replica, Why::Late]
    {
        assert!(reasons.contains(&why), "{why:?} is among the runs");
    }
}

/// The knob that a run assumes is named, in the page's words.
#[test]
fn an_assumption_names_its_knob() {
    let run = run("one-transaction as=stripe-v2 | 0 i1 2; 5s i1 3");
    let told = |language| {
        let assumed = run.trace.events.iter().filter(|event| {
            matches!(&event.kind, EventKind::Wider(idempotency_explainer::sim::trace::Wider::Assumed { .. }))
        });
        assumed.map(|event| plain(&events::sentence(language, &run, event), language)).collect::<Vec<_>>()
    };
    for language in Language::ALL {
        let told = told(language);
        assert_eq!(told.len(), 2);
        assert!(told[0] != told[1], "{told:?}");
        let ids = Knob::NAMES.iter().filter(|name| name.contains('_'));
        assert!(ids.into_iter().all(|id| !told.concat().contains(id)), "{told:?}");
    }
}

/// What a verdict says of the new findings, once in each language.
#[test]
fn verdicts_read_as_they_should() {
    let say = |language, line: &str| {
        let lines = verdict(language, &run(line));
        lines.iter().map(|line| plain(&line.pieces, language)).collect::<Vec<_>>().join("\n")
    };
    let never = "one-transaction | 0 i1 2; 5s i1 | fail before-effect c1#1 503";
    let mail =
        "one-transaction build.mail={\"from\":\"handler\"} | 0 i1 2; 5s i1 | crash after-effect c1#1 1s";
    expect_test::expect![[r#"
        The intent cannot finish: while the record of key A stands, no retry under it gets past it (event 19).
        这个意图做不成：键A的记录在，同键怎么重试都过不去（事件19）。
        The intent has 2 local side effects (event 9, event 20).
        这个意图有2个本地副作用（事件9、事件20）。"#]]
    .assert_eq(
        &[
            say(Language::En, never),
            say(Language::Zh, never),
            say(Language::En, mail),
            say(Language::Zh, mail),
        ]
        .join("\n"),
    );
}
