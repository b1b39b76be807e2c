//! What holds of every run, on random valid scenarios.

use std::rc::Rc;

use idempotency_explainer::sim::audit::audit;
use idempotency_explainer::sim::build::RecordStore;
use idempotency_explainer::sim::chooser::{Chooser, Fate};
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::project::{Standing, State};
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{
    AttemptId, ClientMoment, Direction, EffectPlace, FailAt, Finding, Point, Provider, ProviderKey, Scenario,
    Service, WriteOrder,
};
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::{EventKind, Found, Trace};
use idempotency_explainer::sim::world::World;
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;

use crate::generator::{plain_scenarios, scenarios, scenarios_of};
use crate::replay::{causes_precede, stepped};

fn run(scenario: Scenario) -> Run {
    Run::of(Rc::new(scenario))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_run_ends_within_the_limits(scenario in scenarios()) {
        let run = run(scenario);
        let events = run.trace.events.len() as u32;
        prop_assert!(events <= limits::EVENTS + 1);
        prop_assert!(run.end.attempts.len() as u32 <= limits::ATTEMPTS);
        prop_assert!(run.trace.events.iter().all(|event| event.at <= limits::HORIZON));
        let is_limit = |kind: &EventKind| matches!(kind, EventKind::LimitReached { .. });
        prop_assert!(run.trace.events.iter().rev().skip(1).all(|event| !is_limit(&event.kind)), "said last");
        prop_assert_eq!(run.struck.len(), run.scenario.faults.len());
        causes_precede(&run.trace);
    }

    /// Not only what a file can script: whatever a chooser decides, the run ends, is told by its events and audited.
    #[test]
    fn so_does_every_other_one(scenario in scenarios(), seed in any::<u64>()) {
        let scenario = Rc::new(scenario);
        let mut world = World::new(&scenario, Wild(seed));
        while world.step() {}
        let (trace, _) = world.finish();
        causes_precede(&trace);
        prop_assert!(trace.events.len() as u32 <= limits::EVENTS + 1);
        let end = State::after(&trace, trace.events.len() as u32);
        let run = Run { scenario: scenario.clone(), trace, end, found: Vec::new(), struck: Vec::new() };
        for found in audit(&run) {
            prop_assert!(!found.proof.is_empty());
            prop_assert!(found.proof.iter().chain(&found.deciding).all(|seq| run.trace.event(*seq).is_some()));
        }
    }

    #[test]
    fn written_scenarios_are_read_back(scenario in scenarios()) {
        let text = write(&scenario);
        match parse(&text) {
            Ok(read) => prop_assert_eq!(read, scenario),
            Err(problem) => prop_assert!(false, "{}\n{}", problem, text),
        }
    }

    #[test]
    fn stepped_or_whole_twice_the_same(scenario in scenarios()) {
        let run = run(scenario);
        prop_assert_eq!(run.digest(), Run::of(run.scenario.clone()).digest());
        prop_assert_eq!(&stepped(&run.scenario), &run.trace);
    }

    /// The projection says no more and no less than the trace; orders and charges are numbered without gaps.
    #[test]
    fn the_state_is_the_fold_of_its_events(scenario in scenarios()) {
        let run = run(scenario);
        let mut state = State::default();
        for (k, event) in run.trace.events.iter().enumerate() {
            if k % 7 == 0 {
                prop_assert_eq!(&State::after(&run.trace, k as u32), &state);
            }
            state.apply(event);
        }
        prop_assert_eq!(&state, &run.end);
        for effects in [&run.end.orders, &run.end.charges] {
            let numbers: Vec<_> = effects.iter().map(|effect| effect.number).collect();
            prop_assert_eq!(numbers, (1..=effects.len() as u32).collect::<Vec<_>>());
        }
        let heard = run.end.attempts.iter().filter(|attempt| attempt.heard.is_some() && attempt.timed_out);
        prop_assert_eq!(heard.count(), 0, "an attempt is answered or timed out, never both");
    }

    /// What a look-up finds is what the projection says is there, where all see the same store.
    #[test]
    fn the_state_knows_what_a_look_up_finds(scenario in scenarios()) {
        if matches!(scenario.service.build.store, RecordStore::Lagging(_)) {
            return Ok(());
        }
        let run = run(scenario);
        let mut state = State::default();
        for event in &run.trace.events {
            if let EventKind::LookedUp { found, .. } = event.kind {
                let standing = event.record().and_then(|name| state.records.get(&name)).map(|record| record.standing);
                let fits = match found {
                    Found::Nothing => matches!(standing, None | Some(Standing::Expired | Standing::InFlight { uncommitted: true })),
                    Found::Finished => matches!(standing, Some(Standing::Completed | Standing::Failed)),
                    Found::InFlight => standing == Some(Standing::InFlight { uncommitted: false }),
                    Found::LeaseOver => standing == Some(Standing::InFlight { uncommitted: false }),
                    Found::Interrupted => standing == Some(Standing::Open),
                    Found::Locked => standing == Some(Standing::InFlight { uncommitted: true }),
                    Found::OtherParameters => standing.is_some_and(|standing| standing != Standing::Expired),
                };
                prop_assert!(fits, "{} meets {:?}", event, standing);
            }
            state.apply(event);
        }
    }

    /// Findings name events that are there.
    #[test]
    fn findings_are_proved(scenario in scenarios()) {
        let run = run(scenario);
        for found in &run.found {
            prop_assert!(!found.proof.is_empty());
            prop_assert!(found.proof.iter().chain(&found.deciding).all(|seq| run.trace.event(*seq).is_some()));
            prop_assert_eq!(found.why.is_some(), found.finding == Finding::EffectTwice);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8_000))]

    /// The first lessons' world knows one tenant, one endpoint, no fail-over and no mail.
    #[test]
    fn some_findings_are_of_the_wider_world_only(scenario in plain_scenarios()) {
        use Finding as F;
        for found in &run(scenario).found {
            let wider = [F::EffectLost, F::ForeignAnswer, F::SideEffectTwice, F::WrongOperation];
            prop_assert!(!wider.contains(&found.finding), "{:?}", found);
        }
    }

    #[test]
    fn one_transaction_is_sound(scenario in scenarios_of(WriteOrder::OneTransaction, EffectPlace::Ledger)) {
        is_sound(&run(scenario).trace)?;
    }

    #[test]
    fn claim_then_commit_is_sound(scenario in scenarios_of(WriteOrder::ClaimThenCommit, EffectPlace::Ledger)) {
        is_sound(&run(scenario).trace)?;
    }

    /// Not only what a file can script: whatever a chooser decides, at every point where it is asked.
    #[test]
    fn sound_builds_are_sound_under_any_choice(
        order in prop::sample::select(&[WriteOrder::ClaimThenCommit, WriteOrder::OneTransaction][..]),
        scenario in plain_scenarios(),
        seed in any::<u64>(),
    ) {
        let service = Service { write_order: order, effect: EffectPlace::Ledger, ..scenario.service };
        let scenario = Scenario { service, ..scenario };
        let mut world = World::new(&scenario, Wild(seed));
        while world.step() {}
        let (trace, _) = world.finish();
        causes_precede(&trace);
        is_sound(&trace)?;
    }

    /// A provider that honours keys makes one effect per key, whatever the service does.
    #[test]
    fn a_forwarded_key_pays_once(order in prop::sample::select(&WriteOrder::ALL[..]), scenario in plain_scenarios()) {
        let effect = EffectPlace::Provider(Provider { key: ProviderKey::Forwarded, ..Provider::PLAIN });
        let service = Service { write_order: order, effect, ..scenario.service };
        let run = run(Scenario { service, ..scenario });
        let keys = |seq| run.trace.event(seq).and_then(|event| event.key);
        let mut paid: Vec<_> = run.end.charges.iter().map(|charge| keys(charge.made)).collect();
        let charges = paid.len();
        paid.sort_unstable();
        paid.dedup();
        prop_assert_eq!(paid.len(), charges);
    }
}

/// No two local effects for one key inside one retention: the request of a later one claimed the key only after the
/// promise of the earlier one's record had ended.
fn is_sound(trace: &Trace) -> Result<(), TestCaseError> {
    let events = &trace.events;
    for (n, later) in events.iter().enumerate() {
        if !matches!(later.kind, EventKind::Committed { order: Some(_), .. }) {
            continue;
        }
        let is_claim = |kind: &EventKind| matches!(kind, EventKind::Claimed { .. });
        let claim =
            events[..n].iter().rev().find(|event| event.request == later.request && is_claim(&event.kind));
        let claimed_at = claim.map(|claim| claim.at);
        for earlier in &events[..n] {
            if let EventKind::Committed { order: Some(_), promised_until, .. } = earlier.kind
                && earlier.key == later.key
            {
                prop_assert!(claimed_at >= Some(promised_until), "{} and {}", earlier, later);
            }
        }
    }
    Ok(())
}

/// Decides everything by chance, from a seed (SplitMix64).
pub(crate) struct Wild(pub(crate) u64);

impl Wild {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

impl Chooser for Wild {
    fn message(&mut self, _: AttemptId, _: Direction) -> Fate {
        let delay = if self.one_in(3) { Millis(self.below(500)) } else { Millis::ZERO };
        Fate { lost: self.one_in(6), delay, copy_after: self.one_in(4).then(|| Millis(self.below(500))) }
    }

    fn crash(&mut self, _: AttemptId, _: Point) -> Option<(Millis, Millis)> {
        self.one_in(30).then(|| (Millis(self.below(2_000)), Millis::ZERO))
    }

    fn fail(&mut self, _: AttemptId, _: FailAt) -> Option<(u16, bool)> {
        self.one_in(12).then(|| (400 + self.below(200) as u16, self.one_in(2)))
    }

    fn refuse(&mut self, _: AttemptId) -> Option<Millis> {
        self.one_in(20).then(|| Millis(self.below(500)))
    }

    fn limit(&mut self, _: AttemptId) -> bool {
        self.one_in(20)
    }

    fn stall(&mut self, _: AttemptId, _: Point) -> Option<Millis> {
        self.one_in(30).then(|| Millis(self.below(2_000)))
    }

    fn commit_ack_lost(&mut self, _: AttemptId) -> bool {
        self.one_in(12)
    }

    fn client_crash(&mut self, _: AttemptId, _: ClientMoment) -> bool {
        self.one_in(40)
    }

    fn redeliver(&mut self, _: AttemptId) -> Option<Millis> {
        self.one_in(6).then(|| Millis(self.below(500)))
    }

    fn kept_longer(&mut self, said: Millis) -> Millis {
        if self.one_in(4) { said.plus(Millis(self.below(500))) } else { said }
    }

    fn jitter(&mut self, _: u64, _: u32, at_most: Millis) -> Millis {
        Millis(self.below(at_most.0 + 1))
    }

    fn first(&mut self, ready: u32) -> u32 {
        self.below(ready.into()) as u32
    }
}
