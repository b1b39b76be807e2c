//! Lesson 7: each file shows what it is there for, and each contract's line and statement is what `contracts.md` says.

use idempotency_explainer::app::failures::basis::{basis_of, statements};
use idempotency_explainer::app::failures::runs::{File, plain, scenario, under};
use idempotency_explainer::app::failures::{Moment, PROVIDERS, outcome};
use idempotency_explainer::app::text::{Language, lab_texts};
use idempotency_explainer::sim::contract::{Certainty, Knob};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::report::{finding_names, unmet};
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{FailAt, FaultKind, Scenario};
use idempotency_explainer::sim::trace::{Belief, EventKind, Meaning, OrderState, Wider};

use crate::support::count_events;

/// Lesson 7 fails past the effect and the table of contracts before it: both say so where their results stand, since the
/// same contract then comes to another number of orders.
#[test]
fn a_500_is_named_after_the_side_of_the_effect_on_which_it_came() {
    use idempotency_explainer::app::contracts::{Moment as Column, scenario as column_of};
    use idempotency_explainer::app::text::contracts::moment;
    let fails = |scenario: &Scenario| -> Vec<FailAt> {
        let at = scenario.faults.iter().filter_map(|fault| match fault.kind {
            FaultKind::Fail { at, .. } => Some(at),
            _ => None,
        });
        at.collect()
    };
    for file in [File::Answered, File::Unhandled] {
        assert_eq!(fails(&scenario(file)), [FailAt::AfterEffect]);
    }
    let columns = [Column::AnsweredError, Column::UnhandledError];
    let stripe = Preset::StripeV1.contract();
    for column in columns {
        assert_eq!(fails(&column_of(&stripe, column).expect("a run")), [FailAt::BeforeEffect]);
    }
    for (language, before, past) in
        [(Language::Zh, "效果前", "效果之后"), (Language::En, "before the effect", "past the effect")]
    {
        let words = &lab_texts(language).failures.words;
        for said in [words.answered, words.unhandled] {
            assert!(said.contains(past), "{said}");
        }
        for column in columns {
            let [said, _] = moment(language, column);
            assert!(said.contains(before), "{said}");
        }
    }
}

/// One line per contract: an answered 500 and an unhandled one, where the order stays and where it is undone.
///
/// By hand from `contracts.md` §§2 and 3: `stores.server_error` and `stores.unhandled` say whether the 500 is replayed,
/// `failed_work` what runs of what was dropped. `!` is a run that says “assumed”.
const FAILED: [(&str, [&str; 4]); 13] = [
    ("stripe-v1", ["1 500r", "0 500r", "1 500r", "0 500r"]),
    ("stripe-v2", ["1 #1", "1 #1", "1 #1", "1 #1"]),
    ("aws-ec2", ["2 #2", "1 #1", "2 #2", "1 #1"]),
    ("ietf-draft-07", ["1 500r", "0 500r", "1 500r !", "0 500r !"]),
    ("lambda-powertools", ["1 500r", "0 500r", "2 #2", "1 #1"]),
    ("rocket-rides-atomic", ["1 500r", "0 500r", "1 #1", "1 #1"]),
    ("gocardless", ["2 #2", "1 #1", "2 #2", "1 #1"]),
    ("azure-acs-email", ["2 #2", "1 #1", "2 #2", "1 #1"]),
    ("paypal-orders-v2", ["2 #2", "1 #1", "2 #2", "1 #1"]),
    ("adyen", ["1 500r !", "0 500r !", "1 500r !", "0 500r !"]),
    ("square-create-payment", ["1 500r !", "0 500r !", "1 500r !", "0 500r !"]),
    ("google-aip-155", ["1 500r !", "0 500r !", "1 500r !", "0 500r !"]),
    ("shopify-admin", ["1 500r !", "0 500r !", "1 500r !", "0 500r !"]),
];

/// One line per contract: the retry after a declined card (`stores.client_error`), and the late one (`replay`).
const DECLINED_AND_LATE: [(&str, [&str; 2]); 13] = [
    ("stripe-v1", ["0 402r", "1 #1r"]),
    ("stripe-v2", ["1 #1", "1 #1:cancelledr !"]),
    ("aws-ec2", ["1 #1", "1 #1:cancelledr"]),
    ("ietf-draft-07", ["0 402r", "1 #1r !"]),
    ("lambda-powertools", ["0 402r", "1 #1r"]),
    ("rocket-rides-atomic", ["0 402r", "1 #1r"]),
    ("gocardless", ["1 #1", "1 ->#1r"]),
    ("azure-acs-email", ["0 402r", "1 #1r !"]),
    ("paypal-orders-v2", ["0 402r !", "1 #1:cancelledr"]),
    ("adyen", ["0 402r !", "1 #1r !"]),
    ("square-create-payment", ["0 402r !", "1 #1r"]),
    ("google-aip-155", ["0 402r !", "1 #1:cancelledr"]),
    ("shopify-admin", ["0 402r !", "1 #1:cancelledr"]),
];

/// What each line rests on: after an answered 500, after an unhandled one, after the decline, the late retry.
const BASIS: [(&str, [(Knob, Certainty); 4]); 13] = {
    use Certainty::{Inferred as I, NotDocumented as U, Secondary as S, Verified as V};
    use Knob::{FailedWork as F, Replay as R, Stores as W};
    [
        ("stripe-v1", [(W, V), (W, V), (W, I), (R, V)]),
        ("stripe-v2", [(F, V), (F, V), (W, I), (R, V)]),
        ("aws-ec2", [(F, I), (F, I), (W, I), (R, V)]),
        ("ietf-draft-07", [(W, V), (W, U), (W, V), (R, V)]),
        ("lambda-powertools", [(W, V), (F, V), (W, V), (R, V)]),
        ("rocket-rides-atomic", [(W, V), (F, V), (W, V), (R, V)]),
        ("gocardless", [(F, I), (F, I), (W, I), (R, V)]),
        ("azure-acs-email", [(F, V), (F, V), (W, V), (R, V)]),
        ("paypal-orders-v2", [(F, I), (F, I), (W, U), (R, V)]),
        ("adyen", [(W, U), (W, U), (W, U), (R, V)]),
        ("square-create-payment", [(W, U), (W, U), (W, U), (R, V)]),
        ("google-aip-155", [(W, U), (W, U), (W, U), (R, V)]),
        ("shopify-admin", [(W, U), (W, U), (W, U), (R, S)]),
    ]
};

/// What each attempt heard, in send order: `#1` an order, `#1:cancelled` what it is like, `->#1` a pointer to it, `busy`
/// in use, else the status; `r` where it was replayed.
pub(crate) fn answers(run: &Run) -> Vec<String> {
    let heard = run.end.attempts.iter().map(|attempt| match &attempt.heard {
        None => "-".to_owned(),
        Some((answer, replayed)) => {
            let word = match answer.meaning {
                Meaning::Created(order) => format!("#{order}"),
                Meaning::Current(order, state) => format!("#{order}:{}", state.name()),
                Meaning::Pointer(order) => format!("->#{order}"),
                Meaning::InProgress => "busy".to_owned(),
                _ => answer.status.to_string(),
            };
            word + if *replayed { "r" } else { "" }
        }
    });
    heard.collect()
}

/// `orders  answers heard  beliefs  findings`.
fn line(run: &Run) -> String {
    let beliefs = run.end.beliefs.iter().map(|((client, intent), belief)| {
        let intent = &run.trace.intents[usize::from(*intent)];
        let word = match belief {
            Belief::Unknown => "?".to_owned(),
            Belief::Done(order) => format!("#{order}"),
            Belief::Refused(status) => format!("no:{status}"),
        };
        format!("{}/{intent}={word}", run.scenario.client_id(*client))
    });
    let beliefs = beliefs.collect::<Vec<_>>().join(" ");
    let parts =
        [run.end.orders.len().to_string(), answers(run).join(" "), beliefs, finding_names(run).join(" ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
}

/// Effects of the first intent, the last answer to it, and whether the run says “assumed”.
pub(crate) fn short(run: &Run) -> String {
    let came = outcome(run);
    let last = run.end.attempts.iter().rposition(|attempt| attempt.intent == 0).expect("a send");
    let assumed = if came.is_assumed { " !" } else { "" };
    format!("{} {}{assumed}", came.effects, answers(run)[last])
}

#[test]
fn every_file_is_valid_strikes_and_comes_out_as_it_expects() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/lessons/");
    let entries = std::fs::read_dir(folder).expect("the lessons' files");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("7-")).collect();
    names.sort();
    let mut known: Vec<&str> = File::ALL.iter().map(|file| file.name()).collect();
    known.sort_unstable();
    assert_eq!(names, known);
    for file in File::ALL {
        let text = std::fs::read_to_string(format!("{folder}{}", file.name())).expect("readable");
        assert_eq!(parse(&text).as_ref(), Ok(&scenario(*file)), "{file:?}");
        let run = plain(*file);
        assert_eq!(unmet(&run), Vec::<String>::new(), "{file:?}");
        assert!(run.scenario.expect.is_some() && run.scenario.title.len() == 2, "{file:?}");
        assert!(run.struck.iter().all(|struck| *struck) && run.cut_short().is_none(), "{file:?}");
        assert_eq!(run.scenario.service.contract.preset, Preset::StripeV1, "{file:?}");
    }
}

/// What each file is there to show, by hand: effects, answers, beliefs, findings.
#[test]
fn every_file_shows_what_it_is_there_for() {
    let rows = [
        (File::Answered, "1  500 500r  c1/i1=?"),
        (File::Unhandled, "1  500 500r  c1/i1=?"),
        (File::InvalidSame, "1  400 #1  c1/i1=#1"),
        (File::InvalidNew, "1  400 #1  c1/i1=#1"),
        (File::DeclinedSame, "0  402 402r  c1/i1=no:402  never-finishes"),
        (File::DeclinedNew, "1  402 #1  c1/i1=#1"),
        (File::LimitedSame, "1  429 #1  c1/i1=#1"),
        (File::LimitedNew, "1  429 #1  c1/i1=#1"),
        (File::UnknownLimitedSame, "1  - 429 #1r  c1/i1=#1"),
        (File::UnknownLimitedNew, "2  - 429 #2  c1/i1=#2  effect-twice"),
        (File::InUseSame, "1  - busy #1r  c1/i1=#1"),
        (File::InUseNew, "2  - busy #2  c1/i1=#2  effect-twice"),
        (File::TimeoutSame, "1  - #1r  c1/i1=#1"),
        (File::TimeoutNew, "2  - #2  c1/i1=#2  effect-twice"),
        (File::StoredAsk, "1  500 500r #1:created  c1/i1=#1"),
        (File::StoredNew, "2  500 #2  c1/i1=#2  effect-twice"),
        (File::LateRetry, "1  - #1:cancelled #1r  c1/i1=#1 c2/i2=#1"),
    ];
    assert_eq!(rows.map(|(file, _)| file), File::ALL);
    let got = File::ALL.iter().map(|file| (*file, line(&plain(*file))));
    let wanted = rows.map(|(file, outcome)| (file, outcome.to_owned()));
    assert_eq!(got.collect::<Vec<_>>(), wanted.to_vec());
}

#[test]
fn every_contract_comes_out_as_documented() {
    assert_eq!(FAILED.map(|(name, _)| name).to_vec(), PROVIDERS.iter().map(|p| p.name()).collect::<Vec<_>>());
    for ((preset, (name, failed)), (other, rest)) in PROVIDERS.iter().zip(FAILED).zip(DECLINED_AND_LATE) {
        assert_eq!(name, other);
        let got = [
            (File::Answered, true),
            (File::Answered, false),
            (File::Unhandled, true),
            (File::Unhandled, false),
        ];
        let got = got.map(|(file, stays)| short(&under(file, *preset, stays)));
        assert_eq!(got, failed, "{name}: a 500");
        let got = [File::DeclinedSame, File::LateRetry].map(|file| short(&under(file, *preset, true)));
        assert_eq!(got, rest, "{name}: declined, late");
    }
}

/// The first answer is the failure itself under every contract: what differs is the retry.
#[test]
fn the_same_failure_is_heard_under_every_contract() {
    for preset in PROVIDERS {
        for stays in [true, false] {
            for file in [File::Answered, File::Unhandled] {
                assert_eq!(answers(&under(file, *preset, stays))[0], "500", "{preset:?}");
            }
        }
        assert_eq!(answers(&under(File::DeclinedSame, *preset, true))[0], "402", "{preset:?}");
        assert_eq!(answers(&under(File::LateRetry, *preset, true))[0], "-", "{preset:?}");
    }
}

/// Facts that must happen somewhere, or the lesson would show nothing.
#[test]
fn what_the_lesson_tells_of_does_happen() {
    let is_replayed_500 = |kind: &EventKind| matches!(kind, EventKind::Heard { answer, replayed: true } if answer.status == 500);
    assert_eq!(count_events(&plain(File::Answered), is_replayed_500), 1, "a stored 500 was replayed");
    assert_eq!(plain(File::StoredNew).end.effects_of(0), 2, "a new key doubled it");
    let rerun = under(File::Answered, Preset::AzureAcsEmail, true);
    let made = |kind: &EventKind| matches!(kind, EventKind::EffectMade { nth: 2, .. });
    assert_eq!(count_events(&rerun, made), 1, "dropped work ran again");
    let resumed = |kind: &EventKind| matches!(kind, EventKind::Wider(Wider::Resumed { .. }));
    for preset in [Preset::StripeV2, Preset::RocketRidesAtomic] {
        assert_eq!(count_events(&under(File::Unhandled, preset, true), resumed), 1, "{preset:?} went on");
    }
    let undone = |kind: &EventKind| matches!(kind, EventKind::RolledBack { .. });
    assert_eq!(count_events(&under(File::Answered, Preset::AwsEc2, false), undone), 1, "an order was undone");
    let limited = |kind: &EventKind| matches!(kind, EventKind::Wider(Wider::RateLimited { behind: false }));
    for file in [File::LimitedSame, File::UnknownLimitedSame, File::UnknownLimitedNew] {
        assert_eq!(count_events(&plain(file), limited), 1, "{file:?}: the limiter is in front");
    }
    let claimed = |kind: &EventKind| matches!(kind, EventKind::Claimed { .. });
    assert_eq!(count_events(&plain(File::InvalidSame), claimed), 1, "a 400 claims nothing");
    let cancelled = |kind: &EventKind| {
        let is_cancelled = |meaning| matches!(meaning, Meaning::Current(1, OrderState::Cancelled));
        matches!(kind, EventKind::Heard { answer, replayed: true } if is_cancelled(answer.meaning))
    };
    let late = under(File::LateRetry, Preset::AwsEc2, true);
    assert_eq!(count_events(&late, cancelled), 1, "the answer of the present differs from the first");
    let pointer = under(File::LateRetry, Preset::Gocardless, true);
    let heard = outcome(&pointer).heard.map(|(answer, _)| (answer.status, answer.body_text.to_string()));
    let body = r#"{"error":"idempotent_creation_conflict","order_id":1}"#;
    assert_eq!(heard, Some((409, body.to_owned())));
    let in_use = |kind: &EventKind| {
        matches!(kind, EventKind::Heard { answer, .. }
            if answer.status == 409 && &*answer.body_text == r#"{"error":"idempotency_key_in_use"}"#)
    };
    assert_eq!(count_events(&plain(File::InUseSame), in_use), 1);
}

#[test]
fn every_line_rests_on_what_contracts_md_says() {
    for (preset, (name, wanted)) in PROVIDERS.iter().zip(BASIS) {
        assert_eq!(name, preset.name());
        let rows = [
            (Moment::Answered, File::Answered),
            (Moment::Unhandled, File::Unhandled),
            (Moment::Declined, File::DeclinedSame),
            (Moment::Late, File::LateRetry),
        ];
        let got = rows.map(|(moment, file)| {
            let basis = basis_of(moment, *preset, &under(file, *preset, true));
            assert!(usize::from(basis.source) < preset.sources().len(), "{name}");
            (basis.knob, basis.certainty)
        });
        assert_eq!(got, wanted, "{name}");
    }
}

#[test]
fn every_statement_has_its_words_and_its_page() {
    for language in Language::ALL {
        let texts = &lab_texts(language).failures;
        assert_eq!(texts.lesson.changes.len(), Moment::ALL.len());
        for moment in Moment::ALL {
            let told = statements(moment);
            assert_eq!(told.len(), texts.statements[moment as usize].len(), "{moment:?}");
            for basis in told.iter().flatten() {
                let source = basis.preset.sources().get(usize::from(basis.source)).expect("a source");
                assert!(source.url.starts_with("https://"), "{moment:?}");
            }
        }
    }
    // The pages that the statements name, by hand.
    let url = |moment, n: usize| {
        statements(moment)[n].map(|basis| basis.preset.sources()[usize::from(basis.source)].url)
    };
    let error_guide = Some("https://docs.stripe.com/error-low-level");
    for moment in [Moment::Invalid, Moment::Limited, Moment::Declined, Moment::NewKey, Moment::WhichKey] {
        assert_eq!(url(moment, 0), error_guide, "{moment:?}");
    }
    let article = "https://aws.amazon.com/builders-library/making-retries-safe-with-idempotent-APIs/";
    let errors = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html";
    assert_eq!([url(Moment::Late, 0), url(Moment::Late, 1)], [Some(article), Some(errors)]);
    let which = [1, 2, 3].map(|n| url(Moment::WhichKey, n));
    let blog = "https://gocardless.com/blog/idempotency-keys";
    assert_eq!(which, [None, Some("https://github.com/stripe/stripe-node"), Some(blog)]);
    assert_eq!(statements(Moment::Declined)[0].map(|basis| basis.certainty), Some(Certainty::Inferred));
}
