//! What contracts promise, on random schedules: no second effect within the promise, and replays by their mode.
//!
//! A sound service is one whose write order is `claim-then-commit` or `one-transaction`, whose effect is in its own
//! ledger and that is built as one would think. Under any contract, whatever the network, its own crashes, stalls and
//! failures do, it makes a second local effect under one key in one scope only after the promise for the first one's
//! record has ended. That is promised neither to requests without a key (nor to those that were given one: it is
//! nobody's second time), nor to a key whose other parameters the contract treats as new, nor where it does not keep
//! successes; and no longer once a fail-over has lost what was committed.

use std::rc::Rc;

use idempotency_explainer::sim::build::{Build, Unique};
use idempotency_explainer::sim::contract::{AfterExpiry, ReplayMode, RetentionKind, Store};
use idempotency_explainer::sim::limits::HORIZON;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{EffectPlace, FaultKind, Scenario, Service, WriteOrder};
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::{Answer, Event, EventKind, Found, Meaning, OrderState, Trace, Wider};
use idempotency_explainer::sim::world::World;
use proptest::prelude::*;
use proptest::sample::select;

use crate::generator::{plain_scenarios, scenarios};
use crate::properties::Wild;
use crate::replay::causes_precede;

const SOUND: [WriteOrder; 2] = [WriteOrder::ClaimThenCommit, WriteOrder::OneTransaction];
/// A key that every contract takes.
const KEY: &str = "01234567-89ab-4def-8123-456789abcdef";

/// Any scenario with a sound service, and no fail-over.
fn sound() -> impl Strategy<Value = Scenario> {
    (select(&SOUND[..]), select(Unique::ALL), scenarios()).prop_map(|(write_order, unique, scenario)| {
        let build = Build { unique, fields: scenario.service.build.fields, ..Build::default() };
        let service = Service { write_order, effect: EffectPlace::Ledger, build, ..scenario.service };
        without_fail_over(Scenario { service, ..scenario })
    })
}

/// Few intents under one key each, by a preset, with everything that can go wrong on the way.
fn one_key() -> impl Strategy<Value = Scenario> {
    (select(&SOUND[..]), select(Preset::ALL), plain_scenarios(), scenarios()).prop_map(
        |(write_order, preset, plain, wider)| {
            let service = Service::of(preset, write_order);
            let mut scenario = Scenario {
                service: Service {
                    lease: plain.service.lease.or(service.lease),
                    takes: plain.service.takes,
                    ..service
                },
                ..plain
            };
            for client in &mut scenario.clients {
                client.keys = vec![KEY.to_owned(); 4];
            }
            let clients = scenario.clients.len() as u8;
            scenario.faults.extend(wider.faults.into_iter().filter(|fault| fault.of.client < clients));
            without_fail_over(scenario)
        },
    )
}

fn without_fail_over(mut scenario: Scenario) -> Scenario {
    for fault in &mut scenario.faults {
        if let FaultKind::Crash { loses, .. } = &mut fault.kind {
            *loses = Millis::ZERO;
        }
    }
    scenario
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn no_second_effect_within_the_promise(scenario in sound()) {
        let run = Run::of(Rc::new(scenario));
        keeps_its_promise(&run.scenario, &run.trace)?;
    }

    #[test]
    fn nor_under_any_preset(scenario in one_key()) {
        let run = Run::of(Rc::new(scenario));
        keeps_its_promise(&run.scenario, &run.trace)?;
    }

    /// Not only what a file can script: whatever a chooser decides, at every point where it is asked.
    #[test]
    fn nor_under_any_choice(scenario in one_key(), seed in any::<u64>()) {
        let mut world = World::new(&scenario, Wild(seed));
        while world.step() {}
        let (trace, _) = world.finish();
        causes_precede(&trace);
        keeps_its_promise(&scenario, &trace)?;
    }

    #[test]
    fn a_finished_record_replays_as_its_contract_says(scenario in scenarios()) {
        let run = Run::of(Rc::new(scenario));
        for event in &run.trace.events {
            if let EventKind::Replied { answer, replay_of: Some(_), .. } = &event.kind {
                let wanted = replayed(&run, event);
                prop_assert_eq!(Some(answer), wanted.as_ref(), "{}", event);
            }
        }
    }

    /// A provider that is sent a key makes one charge for it while it remembers it, whatever the service does: for a
    /// forwarded one by itself, for a derived one by its scope too.
    #[test]
    fn a_provider_charges_a_key_once(scenario in scenarios()) {
        use idempotency_explainer::sim::scenario::ProviderKey;
        let run = Run::of(Rc::new(scenario));
        let Some(provider) = run.scenario.service.effect.provider() else { return Ok(()) };
        let charged = |event: &Event| matches!(event.kind, EventKind::ProviderEffect { .. });
        let charges: Vec<_> = run.trace.events.iter().filter(|event| charged(event)).collect();
        let name = |event: &Event| match provider.key {
            ProviderKey::Nothing => None,
            ProviderKey::Forwarded => event.key.map(|key| (0, key)),
            ProviderKey::Derived if counts_for_nothing(&run.trace, event.request) => None,
            ProviderKey::Derived => event.key.map(|key| (event.scope, key)),
        };
        for (n, later) in charges.iter().enumerate() {
            let same = |earlier: &&&Event| name(later).is_some() && name(earlier) == name(later);
            if let Some(earlier) = charges[..n].iter().rfind(same) {
                let remembers = provider.remembers.unwrap_or(HORIZON);
                prop_assert!(later.at >= earlier.at.plus(remembers), "{} and {}", earlier, later);
            }
        }
    }
}

/// Whether a request's key counted for nothing.
fn counts_for_nothing(trace: &Trace, request: Option<u32>) -> bool {
    let is_so = |event: &Event| {
        event.request == request
            && matches!(event.kind, EventKind::Wider(Wider::Keyless | Wider::TreatedAsNew))
    };
    trace.events.iter().any(is_so)
}

/// An effect of a request that used its record: when it was decided, when it stands, and until when the promise for
/// its record is.
struct Made<'a> {
    event: &'a Event,
    decided: Millis,
    promised_until: Millis,
}

/// No two local effects for one key in one scope within one promise.
fn keeps_its_promise(scenario: &Scenario, trace: &Trace) -> Result<(), TestCaseError> {
    let contract = &scenario.service.contract;
    if contract.stores.ok == Some(Store::Drop) {
        return Ok(());
    }
    let is_late = scenario.service.write_order == WriteOrder::OneTransaction
        && scenario.service.build.unique == Unique::AtCommit;
    let claim_of = |request: Option<u32>| {
        let is_claim =
            |event: &&Event| event.request == request && matches!(event.kind, EventKind::Claimed { .. });
        trace.events.iter().rfind(is_claim)
    };
    let mut all: Vec<Made<'_>> = Vec::new();
    for event in &trace.events {
        let (order, promised_until) = match event.kind {
            EventKind::Committed { order: Some(order), promised_until, .. } => (order, promised_until),
            EventKind::EffectMade { .. } => {
                prop_assert!(
                    counts_for_nothing(trace, event.request),
                    "an effect without a record: {}",
                    event
                );
                continue;
            }
            _ => continue,
        };
        let claim = claim_of(event.request);
        // Where the unique rule bites at the commit, the commit is the claim.
        prop_assert!(claim.is_some() != is_late, "claim or commit: {}", event);
        let decided = if is_late { event.at } else { claim.map_or(event.at, |claim| claim.at) };
        let ended = trace.events.iter().find(|known| {
            matches!(known.kind, EventKind::Wider(Wider::StateChanged { order: of, state: OrderState::Cancelled, .. }) if of == order)
        });
        let promised_until = match (contract.retention.kind, ended) {
            (RetentionKind::ResourceLifetimePlus, Some(ended)) => ended.at.plus(contract.promised()),
            _ => promised_until,
        };
        all.push(Made { event, decided, promised_until });
    }
    let refuses_after = matches!(contract.after_expiry, Some(AfterExpiry::Reject(_)));
    for (n, later) in all.iter().enumerate() {
        for earlier in all[..n].iter().filter(|earlier| earlier.event.record() == later.event.record()) {
            prop_assert!(
                !refuses_after,
                "an expired key never runs again: {} and {}",
                earlier.event,
                later.event
            );
            prop_assert!(later.decided >= earlier.promised_until, "{} and {}", earlier.event, later.event);
        }
    }
    Ok(())
}

/// What a replay should say, from the record that its look-up met and from what became of the order since.
fn replayed(run: &Run, replied: &Event) -> Option<Answer> {
    let before = &run.trace.events[..replied.seq as usize];
    let met = before.iter().rev().find_map(|event| match event.kind {
        EventKind::LookedUp { found: Found::Finished, .. } if event.request == replied.request => event.from,
        _ => None,
    });
    let (EventKind::Recorded { answer: stored, .. } | EventKind::Committed { answer: stored, .. }) =
        &run.trace.event(met?)?.kind
    else {
        return None;
    };
    let Some(order) = stored.meaning.order() else {
        return Some(stored.clone());
    };
    let looked_up = before.iter().rev().find(|event| event.request == replied.request && event.from == met);
    let until = looked_up.map_or(0, |event| event.seq) as usize;
    let mut state = OrderState::Created;
    for event in &run.trace.events[..until] {
        match event.kind {
            EventKind::Wider(Wider::StateChanged { order: of, state: now, .. }) if of == order => state = now,
            _ => {}
        }
    }
    let lost = run.end.orders.iter().any(|known| {
        let fell = |event: &Event| {
            matches!(event.kind, EventKind::Wider(Wider::LostInFailover { since, .. }) if known.at >= since)
        };
        known.number == order && run.trace.events[known.made as usize..until].iter().any(fell)
    });
    let state = if lost { OrderState::Created } else { state };
    let replay = &run.scenario.service.contract.replay;
    let status = replay.status.unwrap_or(stored.status);
    let current = Answer::fixture(Meaning::Current(order, state), status);
    let pointer = match &replay.code {
        Some(code) => {
            format!("{{\"error\":{},\"order_id\":{order}}}", serde_json::Value::from(code.as_ref()))
        }
        None => format!("{{\"error\":\"already created\",\"order_id\":{order}}}"),
    };
    Some(match replay.mode {
        ReplayMode::Verbatim => Answer { status, ..stored.clone() },
        ReplayMode::StoredOrCurrent if state == OrderState::Created => Answer { status, ..stored.clone() },
        ReplayMode::StoredOrCurrent | ReplayMode::UpdatedState => current,
        ReplayMode::ConflictPointer => Answer {
            status: replay.status.unwrap_or(409),
            body_text: pointer.into(),
            meaning: Meaning::Pointer(order),
        },
    })
}
