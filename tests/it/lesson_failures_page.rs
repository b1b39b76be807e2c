//! Lesson 7's page: what opens, what each press makes of it, which key the runs speak for, and its words in both languages.

use std::rc::Rc;

use idempotency_explainer::app::failures::runs::{File, under};
use idempotency_explainer::app::failures::{Act, Advice, Case, Moment, Of, PROVIDERS, advice, world_name};
use idempotency_explainer::app::further;
use idempotency_explainer::app::open::{Restored, open};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::scene::Layout;
use idempotency_explainer::app::state::{AppState, Place};
use idempotency_explainer::app::text::failures::{figure_title, provider};
use idempotency_explainer::app::text::template::{Piece, lesson};
use idempotency_explainer::app::text::{Language, lab_texts, names};
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;

use crate::lesson_failures::{answers, short};

fn state(language: Language) -> AppState {
    let layout = Layout { compact: false, true_scale: false };
    let pool = (0..24).map(|n| format!("pool-{n}")).collect();
    let mut state = open(language, layout, pool, Restored::default());
    reduce(&mut state, Action::PlaceOpened(Place::Failures));
    state
}

fn press(state: &mut AppState, act: Act) {
    reduce(state, Action::Further(further::Act::Failures(act)));
}

fn revealed(language: Language) -> AppState {
    let mut state = state(language);
    press(&mut state, Act::AnswerAsked);
    state
}

/// The outcomes of the worlds on view.
fn on_view(state: &AppState) -> Vec<String> {
    state.lesson_stage.runs.iter().map(|run| short(run)).collect()
}

/// `contracts.md` §2.1 and pitfall 6: a new key is right after a definite failure, and doubles after an unknown one,
/// which 409 in use and a 429 that follows an unknown attempt are too.
#[test]
fn which_key_is_read_off_the_runs() {
    let wanted = [
        (Case::Invalid, Advice::Either),
        (Case::Declined, Advice::New),
        (Case::Limited, Advice::Either),
        (Case::UnknownLimited, Advice::Same),
        (Case::InUse, Advice::Same),
        (Case::Stored, Advice::Same),
        (Case::Timeout, Advice::Same),
    ];
    let mut state = revealed(Language::En);
    press(&mut state, Act::Moment(Some(Moment::WhichKey)));
    let lines = &state.further.failures.lines;
    let got = lines.iter().map(|line| match line.of {
        Of::Case(case) => (case, advice(&line.runs[0], &line.runs[1])),
        Of::Provider(_) => panic!("a failure"),
    });
    assert_eq!(got.collect::<Vec<_>>(), wanted.to_vec());
    for line in lines.iter() {
        let keys = |run: &Run| run.trace.keys.len();
        assert_eq!((keys(&line.runs[0]), keys(&line.runs[1])), (1, 2), "{:?}", line.of);
    }
}

#[test]
fn it_opens_on_a_finished_picture_and_reveals_the_first_moment() {
    let mut state = state(Language::En);
    let failures = &state.further.failures;
    assert_eq!((failures.guess, failures.is_revealed, failures.moment), (None, false, None));
    assert!(failures.lines.is_empty());
    assert_eq!(on_view(&state), ["2 #2"]);
    assert_eq!(state.lesson_stage.cursor, state.lesson_stage.end());
    assert!(!state.is_playing);
    press(&mut state, Act::Guessed(2));
    let failures = &state.further.failures;
    assert_eq!((failures.guess, failures.is_revealed), (Some(2), true));
    assert_eq!(failures.moment, Some(Moment::Answered));
    assert_eq!(on_view(&state), ["1 500r", "1 #1"]);
    let is_right = lab_texts(Language::En).failures.lesson.options.iter().map(|option| option.is_right);
    assert_eq!(is_right.collect::<Vec<_>>(), [false, true, false]);
    // What was revealed stays so while the reader is elsewhere.
    reduce(&mut state, Action::PlaceOpened(Place::Lesson(0)));
    reduce(&mut state, Action::PlaceOpened(Place::Failures));
    assert_eq!(on_view(&state), ["1 500r", "1 #1"]);
    press(&mut state, Act::Moment(None));
    assert_eq!(on_view(&state), ["2 #2"]);
}

#[test]
fn every_moment_shows_its_worlds() {
    let wanted = [
        (Moment::Answered, ["1 500r", "1 #1"], 13),
        (Moment::Unhandled, ["1 500r", "2 #2"], 13),
        (Moment::Invalid, ["1 #1", "1 #1"], 0),
        (Moment::Limited, ["1 #1", "1 #1r"], 0),
        (Moment::Declined, ["0 402r", "1 #1"], 13),
        (Moment::Late, ["1 #1r", "1 #1:cancelledr"], 13),
        (Moment::NewKey, ["1 #1:created", "2 #2"], 0),
        (Moment::WhichKey, ["1 #1r", "2 #2"], 7),
    ];
    let mut state = revealed(Language::Zh);
    for (moment, worlds, lines) in wanted {
        press(&mut state, Act::Moment(Some(moment)));
        assert_eq!(on_view(&state), worlds, "{moment:?}");
        let failures = &state.further.failures;
        assert_eq!(failures.lines.len(), lines, "{moment:?}");
        let pair = failures.contracts();
        assert!(!moment.has_pair() || pair.is_some(), "{moment:?}");
        for line in failures.lines.iter() {
            let Of::Provider(preset) = line.of else { continue };
            // The figure shows the runs of the table.
            let Some(world) = pair.and_then(|pair| pair.iter().position(|known| *known == preset)) else {
                continue;
            };
            let world = if moment == Moment::Unhandled { 1 } else { world };
            assert_eq!(line.runs[moment.column()].trace, state.lesson_stage.runs[world].trace, "{moment:?}");
        }
    }
}

#[test]
fn contracts_builds_and_failures_are_chosen() {
    let mut state = revealed(Language::En);
    press(&mut state, Act::Contract(1, Preset::AzureAcsEmail));
    assert_eq!(on_view(&state), ["1 500r", "2 #2"]);
    press(&mut state, Act::Stays(false));
    assert_eq!(on_view(&state), ["0 500r", "1 #1"]);
    press(&mut state, Act::Contract(7, Preset::Adyen));
    assert_eq!(on_view(&state), ["0 500r", "1 #1"], "there is no eighth world");
    // A choice of a contract is an answer to “returned beside raised”: the two chosen ones are shown instead.
    press(&mut state, Act::Stays(true));
    press(&mut state, Act::Moment(Some(Moment::Unhandled)));
    assert_eq!(on_view(&state), ["1 500r", "2 #2"]);
    press(&mut state, Act::Contract(0, Preset::RocketRidesAtomic));
    assert_eq!(on_view(&state), ["1 #1", "2 #2"]);
    press(&mut state, Act::Beside);
    assert_eq!(state.further.failures.contracts(), Some([Preset::LambdaPowertools; 2]));
    // The late retry has two contracts of its own.
    press(&mut state, Act::Moment(Some(Moment::Late)));
    press(&mut state, Act::Contract(0, Preset::Gocardless));
    assert_eq!(on_view(&state), ["1 ->#1r", "1 #1:cancelledr"]);
    press(&mut state, Act::Moment(Some(Moment::Answered)));
    assert_eq!(state.further.failures.contracts(), Some([Preset::RocketRidesAtomic, Preset::AzureAcsEmail]));
    for case in Case::ALL {
        press(&mut state, Act::Case(case));
        let failures = &state.further.failures;
        assert_eq!((failures.moment, failures.case), (Some(Moment::WhichKey), case));
        let line = failures.lines.iter().find(|line| line.of == Of::Case(case)).expect("its line");
        let traces = |runs: &[Rc<Run>]| runs.iter().map(|run| run.digest()).collect::<Vec<_>>();
        assert_eq!(traces(&line.runs), traces(&state.lesson_stage.runs));
    }
}

/// Every contract can stand in either world of every moment that lets it.
#[test]
fn every_contract_can_stand_on_either_side() {
    let mut state = revealed(Language::En);
    for moment in Moment::ALL.into_iter().filter(|moment| moment.has_pair()) {
        press(&mut state, Act::Moment(Some(moment)));
        for preset in PROVIDERS {
            for world in [0, 1] {
                press(&mut state, Act::Contract(world, *preset));
                let shown = &state.lesson_stage.runs[usize::from(world)].scenario.service.contract;
                assert_eq!((shown.preset, shown.own), (*preset, 0), "{moment:?}");
                let name = world_name(&state, world.into());
                assert_eq!(name.as_deref(), Some(provider(Language::En, *preset)));
            }
        }
    }
}

/// A narrow figure shows one of two worlds, and turns to the one that the reader chooses or changes.
#[test]
fn a_narrow_figure_shows_one_world_at_a_time() {
    let mut state = revealed(Language::En);
    press(&mut state, Act::Contract(1, Preset::AwsEc2));
    press(&mut state, Act::Side(0));
    assert_eq!(on_view(&state), ["1 500r", "2 #2"], "a wide figure has both");
    reduce(&mut state, Action::WidthChanged { compact: true });
    assert_eq!(on_view(&state), ["1 500r"]);
    assert_eq!(world_name(&state, 0).as_deref(), Some("Stripe v1"));
    press(&mut state, Act::Side(1));
    assert_eq!(on_view(&state), ["2 #2"]);
    assert_eq!(world_name(&state, 0).as_deref(), Some("Amazon EC2"));
    press(&mut state, Act::Contract(0, Preset::Gocardless));
    assert_eq!(on_view(&state), ["2 #2"]);
    assert_eq!(world_name(&state, 0).as_deref(), Some("GoCardless"));
    press(&mut state, Act::Moment(Some(Moment::NewKey)));
    assert_eq!(on_view(&state), ["1 #1:created"]);
    press(&mut state, Act::Side(9));
    assert_eq!(on_view(&state), ["2 #2"]);
    reduce(&mut state, Action::CarriedOn);
    assert_eq!(state.lab.scenario.script.len(), 2, "what is on view is carried on");
    reduce(&mut state, Action::PlaceOpened(Place::Failures));
    press(&mut state, Act::Moment(None));
    assert_eq!(on_view(&state), ["2 #2"]);
    reduce(&mut state, Action::WidthChanged { compact: false });
    press(&mut state, Act::Moment(Some(Moment::NewKey)));
    assert_eq!(on_view(&state), ["1 #1:created", "2 #2"]);
}

#[test]
fn the_last_world_is_carried_on_and_faults_are_undone() {
    let mut state = revealed(Language::En);
    press(&mut state, Act::Moment(Some(Moment::NewKey)));
    let of = state.lesson_stage.runs[1].scenario.faults[0];
    reduce(&mut state, Action::FaultSwitched { world: 1, fault: of });
    assert_eq!(on_view(&state)[1], "2 #2", "without the failure both orders are answered");
    assert_eq!(answers(&state.lesson_stage.runs[1]), ["#1", "#2"]);
    reduce(&mut state, Action::StartedOver);
    assert_eq!(answers(&state.lesson_stage.runs[1]), ["500", "#2"]);
    let last = state.lesson_stage.runs[1].scenario.clone();
    reduce(&mut state, Action::CarriedOn);
    assert_eq!(state.place, Place::Lab);
    assert_eq!(state.lab.scenario.script, last.script);
    assert_eq!(state.lab.scenario.faults, last.faults);
    assert_eq!(state.lab.scenario.service, last.service);
    assert!(world_name(&state, 0).is_none());
}

#[test]
fn worlds_and_figures_have_names_in_both_languages() {
    for language in Language::ALL {
        let mut state = revealed(language);
        let mut titles = Vec::new();
        for moment in [None].into_iter().chain(Moment::ALL.map(Some)) {
            press(&mut state, Act::Moment(moment));
            titles.push(figure_title(language, &state.further.failures));
            let worlds = state.lesson_stage.runs.len();
            let names: Vec<String> = (0..worlds).filter_map(|world| world_name(&state, world)).collect();
            assert!(
                names.len() == worlds && names.iter().all(|name| !name.is_empty()),
                "{moment:?}: {names:?}"
            );
            assert!(worlds < 2 || names[0] != names[1], "{moment:?}: {names:?}");
        }
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), 9, "{titles:?}");
    }
}

#[test]
fn texts_are_equal_in_both_languages() {
    let [zh, en] = [Language::Zh, Language::En].map(|language| lab_texts(language).failures.list());
    let paths = |texts: &[(String, &str)]| texts.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&zh), paths(&en));
    for ((path, zh), (_, en)) in zh.iter().zip(&en) {
        assert!(!zh.is_empty() && !en.is_empty(), "{path}");
        let marks = |text: &str| {
            let pieces = lesson(Language::En, text, None, &|seq| seq);
            let mut keys: Vec<_> = pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Key(key) => Some(format!("key {key}")),
                    Piece::Code(code) => Some(code.clone()),
                    _ => None,
                })
                .collect();
            keys.sort();
            keys.dedup();
            keys
        };
        assert_eq!(marks(zh), marks(en), "{path}");
        // Nothing is left unfilled but the words' own slots.
        let is_open = ["orders", "returned", "raised", "side"].contains(&path.as_str());
        let unfilled = |text: &str| {
            lesson(Language::En, text, None, &|seq| seq)
                .iter()
                .any(|piece| matches!(piece, Piece::Text(words) if words.contains('{')))
        };
        assert!(is_open || !(unfilled(zh) || unfilled(en)), "{path}");
    }
}

/// Copy deck: a 409 names its cause. So do the statuses that the tables show.
#[test]
fn a_409_is_never_bare() {
    let causes = |language| match language {
        Language::En => ["in use", "in progress", "other parameters", "made before", "is never bare", "_"],
        Language::Zh => ["处理中", "参数不同", "已经做过", "必说缘由", "处理中", "_"],
    };
    for language in Language::ALL {
        let mut seen = 0;
        for (path, text) in lab_texts(language).failures.list() {
            for (at, _) in text.match_indices("409") {
                seen += 1;
                let next: String = text[at..].chars().take(40).collect();
                assert!(causes(language).iter().any(|cause| next.contains(cause)), "{path}: {next}");
            }
        }
        assert!(seen > 5, "{seen}");
        for (file, preset) in [(File::InUseSame, Preset::StripeV1), (File::LateRetry, Preset::Gocardless)] {
            let run = under(file, preset, true);
            let told = run.end.attempts.iter().filter_map(|attempt| attempt.heard.as_ref());
            let told = told.filter(|(answer, _)| answer.status == 409);
            let told: Vec<String> = told.map(|(answer, _)| names::answer(language, &run, answer)).collect();
            assert!(!told.is_empty() && told.iter().all(|answer| answer.chars().count() > 5), "{told:?}");
        }
    }
}

/// `contracts.md` §2.1 as the page has it: Stripe's advice, and the exception that this page adds to it.
#[test]
fn the_advice_stands_with_its_exception() {
    let statements = |language| lab_texts(language).failures.statements[Moment::WhichKey as usize];
    let [advice, exception, retry, _] = statements(Language::En) else { panic!("four statements") };
    assert_eq!(*advice, "Stripe’s advice after any 4xx: a new key.");
    assert_eq!(
        *exception,
        "The exception that this page adds: after 409 `idempotency_key_in_use`, or after a 429 that follows an unknown attempt, a new key can charge twice."
    );
    assert_eq!(*retry, "Stripe’s SDKs retry a 409 in use with the same key.");
    let [advice, exception, retry, _] = statements(Language::Zh) else { panic!("four statements") };
    assert_eq!(*advice, "Stripe的建议：任何4xx之后，换新键。");
    assert_eq!(
        *exception,
        "本页补上的例外：409`idempotency_key_in_use`（处理中）之后，或者结果未知之后的429，换新键可能扣两次款。"
    );
    assert_eq!(*retry, "Stripe的SDK遇到409处理中，用同键重试。");
}
