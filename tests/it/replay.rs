//! The same scenario gives the same trace: twice, stepped or run whole, from a copy made half-way, and on every
//! platform (the constants below are compared in the browser too).

use idempotency_explainer::sim::chooser::Scripted;
use idempotency_explainer::sim::project::State;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::Scenario;
use idempotency_explainer::sim::trace::Trace;
use idempotency_explainer::sim::world::World;

use crate::support::{numbered, scenario_files};

/// The trace of a world that is stepped one entry at a time and carried on by a copy half-way. After each step
/// what had happened before still stands.
pub(crate) fn stepped(scenario: &Scenario) -> Trace {
    let mut world = World::new(scenario, Scripted::new(&scenario.faults));
    let mut before = 0;
    let mut halfway = None;
    while world.step() {
        assert!(world.trace().events.len() >= before);
        before = world.trace().events.len();
        if before > 10 && halfway.is_none() {
            halfway = Some(world.clone());
        }
    }
    assert!(!world.step(), "over is over");
    let (trace, _) = world.finish();
    if let Some(mut copy) = halfway {
        while copy.step() {}
        assert_eq!(copy.finish().0, trace, "a copy carries on alike");
    }
    trace
}

/// Numbers are positions, time never goes back, and whatever an event points at came before it.
pub(crate) fn causes_precede(trace: &Trace) {
    let mut now = Default::default();
    for (n, event) in trace.events.iter().enumerate() {
        assert_eq!(event.seq as usize, n, "{event}");
        assert!(event.at >= now, "{event}");
        assert!(event.cause.is_none_or(|cause| cause < event.seq), "{event}");
        assert!(event.from.is_none_or(|from| from < event.seq), "{event}");
        assert!(event.key.is_none_or(|key| usize::from(key) < trace.keys.len()), "{event}");
        now = event.at;
    }
}

#[test]
fn twice_and_stepped() {
    for (number, _) in scenario_files().iter().map(|(name, text)| (&name[..2], text)) {
        let run = numbered(number);
        assert_eq!(run.digest(), Run::of(run.scenario.clone()).digest(), "{number}");
        let trace = stepped(&run.scenario);
        assert_eq!(trace, run.trace, "{number}");
        assert_eq!(trace.digest(), run.digest(), "{number}");
        causes_precede(&trace);
    }
}

#[test]
fn the_state_at_a_cursor_is_the_fold_of_its_prefix() {
    for (name, _) in scenario_files() {
        let run = numbered(&name[..2]);
        let mut state = State::default();
        for (k, event) in run.trace.events.iter().enumerate() {
            assert_eq!(State::after(&run.trace, k as u32), state, "{name} after {k}");
            state.apply(event);
        }
        assert_eq!(state, run.end, "{name}");
        assert_eq!(State::after(&run.trace, u32::MAX), run.end, "{name}: beyond the end");
    }
}

/// Everything that was made to happen says by what: only steps, and what a step begins with, have no cause.
#[test]
fn only_steps_have_no_cause() {
    use idempotency_explainer::sim::trace::EventKind as K;
    for (name, _) in scenario_files() {
        for event in &numbered(&name[..2]).trace.events {
            let begins = matches!(
                event.kind,
                K::KeyMade { .. }
                    | K::KeyStored { .. }
                    | K::Sent { automatic: false, .. }
                    | K::Reloaded { .. }
                    | K::TimePassed
            );
            assert!(event.cause.is_some() || begins, "{name}: {event}");
        }
    }
}

/// A change here is a change of what the engine does, or of how it says it.
#[test]
fn digests() {
    let rows = [
        ("01", "0b36bec04d4a331f"),
        ("06", "48e6980ffbf360d2"),
        ("09", "74d81af1785fd320"),
        ("20", "677731be47b42524"),
        ("23", "1570e55712127a69"),
        ("34", "0e1db26ed6bd85a8"),
        ("41", "1e04762f7e69a620"),
    ];
    let got: Vec<_> =
        rows.iter().map(|(number, _)| (*number, format!("{:016x}", numbered(number).digest()))).collect();
    let wanted: Vec<_> = rows.iter().map(|(number, digest)| (*number, (*digest).to_owned())).collect();
    assert_eq!(got, wanted);
}

/// The digest sees a single event, a single key and their order.
#[test]
fn the_digest_sees_every_change() {
    let trace = numbered("03").trace;
    let mut changed = vec![trace.clone(); 5];
    changed[1].events.pop();
    changed[2].events.swap(0, 1);
    changed[3].keys[1].push('x');
    changed[4].events[3].at.0 += 1;
    let mut digests: Vec<_> = changed.iter().map(Trace::digest).collect();
    assert_eq!(digests[0], trace.digest());
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), changed.len());
}
