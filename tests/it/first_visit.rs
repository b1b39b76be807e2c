//! What the first visit's program can be asked to run. It is built without what lies beyond (`sim::IS_WHOLE`), so that no run
//! of a lesson, with any faults that taps can add, may need it.

use std::rc::Rc;

use idempotency_explainer::app::faults::{chips, toggle};
use idempotency_explainer::app::lessons::{LESSONS, Part, Source, changes_of, scenario_of, view_of};
use idempotency_explainer::app::text::template::plain;
use idempotency_explainer::app::text::{Language, events, texts, verdict};
use idempotency_explainer::sim::build::Build;
use idempotency_explainer::sim::contract::{Contract, InFlight};
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{
    Action, EffectPlace, Endpoint, FaultKind, Keep, KeyPolicy, Persists, Scenario, Who,
};
use idempotency_explainer::sim::trace::{EventKind, Found, Meaning};

/// Every source that some lesson shows.
fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    for lesson in 0..LESSONS {
        let changes = (0..changes_of(lesson)).map(Part::Change);
        for part in [Part::Opening, Part::Answer].into_iter().chain(changes) {
            for source in view_of(lesson, part).worlds {
                if !all.contains(source) {
                    all.push(*source);
                }
            }
        }
    }
    all
}

/// Whether a scenario keeps to what the first visit's engine has.
fn check_scenario(scenario: &Scenario) {
    let service = &scenario.service;
    let fixture = Preset::Fixture.contract();
    let own = service.contract.own;
    let in_flight = service.contract.in_flight.clone();
    assert_eq!(service.contract, Contract { own, in_flight, ..fixture.clone() }, "the fixture's contract");
    assert!(matches!(service.contract.in_flight(), InFlight::Reject | InFlight::Wait(_)));
    assert_eq!(
        service.contract.in_flight.as_ref().map(|rule| &rule.answer),
        fixture.in_flight.as_ref().map(|r| &r.answer)
    );
    assert_eq!((service.effect, service.lease), (EffectPlace::Ledger, None));
    assert_eq!(service.build, Build::default());
    for client in &scenario.clients {
        assert_eq!(
            (client.keep, client.persists, &client.who),
            (Keep::Durable, Persists::BeforeSend, &Who::default())
        );
        assert!(client.retry.is_none() && client.drops_key_on.is_empty());
        assert!(!matches!(client.key, KeyPolicy::Nothing | KeyPolicy::PerCall));
    }
    for step in &scenario.script {
        let Action::Send { to: Endpoint::Create, replica: None, region: None, .. } = &step.action else {
            panic!("not a plain send: {step:?}");
        };
    }
    for fault in &scenario.faults {
        assert!(
            !matches!(
                fault.kind,
                FaultKind::Refuse
                    | FaultKind::Limit
                    | FaultKind::Stall { .. }
                    | FaultKind::LoseCommitAck
                    | FaultKind::ClientCrash(_)
                    | FaultKind::Redeliver { .. }
                    | FaultKind::Fail { status: ..500, .. }
            ),
            "{fault:?}"
        );
    }
}

/// Whether a run shows nothing that the first visit's engine has not.
fn check_run(run: &Run) {
    let beyond = |kind: &EventKind| match kind {
        EventKind::Wider(_)
        | EventKind::LeaseEnded { .. }
        | EventKind::Released
        | EventKind::RetryPlanned { .. }
        | EventKind::Reloaded { .. }
        | EventKind::TimePassed
        | EventKind::LimitReached { .. }
        | EventKind::ProviderEffect { .. }
        | EventKind::ProviderKnewKey { .. }
        | EventKind::LookedUp { found: Found::LeaseOver, .. } => true,
        EventKind::Replied { answer, .. } => !matches!(
            answer.meaning,
            Meaning::Created(_)
                | Meaning::InvalidParameters
                | Meaning::InProgress
                | Meaning::OtherParameters
                | Meaning::Failed
        ),
        _ => false,
    };
    let event = run.trace.events.iter().find(|event| beyond(&event.kind));
    assert!(event.is_none(), "{}", event.map_or_else(String::new, ToString::to_string));
    assert_eq!(run.trace.scopes.iter().filter(|scope| *scope != Who::TENANT).count(), 0);
}

/// Whether a text can be a template filled: all that stands between the template's slots stands in it, in order.
fn is_of(text: &str, template: &str) -> bool {
    let mut fixed = template.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    fixed.try_fold(text, |rest, part| rest.split_once(part).map(|(_, rest)| rest)).is_some()
}

/// Whether a run says nothing that the first visit's program is built without.
fn check_texts(run: &Run) {
    for language in Language::ALL {
        let all = texts(language);
        let told = |event| plain(&events::sentence(language, run, event), language);
        let said: Vec<String> = run.trace.events.iter().map(told).collect();
        let names: Vec<&str> = run.trace.events.iter().map(|event| events::name(language, event)).collect();
        let judged: Vec<String> =
            verdict::verdict(language, run).iter().map(|line| plain(&line.pieces, language)).collect();
        let beyond = all.events.beyond();
        let is_said = |(_, text): &&(&str, &str)| said.iter().any(|said| is_of(said, text));
        assert_eq!(beyond.iter().find(is_said), None, "{said:#?}");
        assert_eq!(all.event_names.beyond().iter().find(|(_, name)| names.contains(name)), None);
        let beyond = all.verdict.beyond();
        assert_eq!(
            beyond.iter().find(|(_, text)| judged.iter().any(|line| is_of(line, text))),
            None,
            "{judged:#?}"
        );
    }
}

#[test]
fn the_lessons_need_no_more_than_the_first_visits_engine_has() {
    for source in sources() {
        let scenario = Rc::new(scenario_of(source));
        check_scenario(&scenario);
        let run = Run::of(scenario.clone());
        check_run(&run);
        check_texts(&run);
        for event in &run.trace.events {
            for chip in chips(&run, event.seq) {
                let once = Rc::new(toggle(&scenario, chip.fault));
                check_scenario(&once);
                let tapped = Run::of(once.clone());
                check_run(&tapped);
                check_texts(&tapped);
                for second in tapped.trace.events.iter().flat_map(|event| chips(&tapped, event.seq)) {
                    let twice = Rc::new(toggle(&once, second.fault));
                    check_scenario(&twice);
                    check_run(&Run::of(twice));
                }
            }
        }
    }
}
