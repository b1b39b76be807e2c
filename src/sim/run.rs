//! A run: a scenario, its whole trace, the state at its end and what the audit found.
//!
//! Computed whole whenever the scenario changes; a cursor into it is a number. It deliberately keeps no snapshots:
//! [`State::after`] folds a prefix.

use std::rc::Rc;

use super::audit::{Found, audit};
use super::chooser::Scripted;
use super::project::State;
use super::scenario::Scenario;
use super::trace::{EventKind, Trace};
use super::world::World;

/// A finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What was run.
    pub scenario: Rc<Scenario>,
    /// What happened.
    pub trace: Trace,
    /// The state after the last event.
    pub end: State,
    /// What the audit found, sorted by name.
    pub found: Vec<Found>,
    /// Which of the scenario's faults struck, in file order.
    pub struck: Vec<bool>,
}

impl Run {
    /// Runs a scenario to its end.
    #[must_use]
    pub fn of(scenario: Rc<Scenario>) -> Run {
        let mut world = World::new(&scenario, Scripted::new(&scenario.faults));
        while world.step() {}
        let (trace, chooser) = world.finish();
        let end = State::after(&trace, trace.events.len() as u32);
        let mut run =
            Run { scenario: scenario.clone(), trace, end, found: Vec::new(), struck: chooser.struck() };
        run.found = audit(&run);
        run
    }

    /// The trace's digest.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.trace.digest()
    }

    /// The limit that cut the run short, as its event, if one did.
    #[must_use]
    pub fn cut_short(&self) -> Option<&EventKind> {
        let last = self.trace.events.last().map(|event| &event.kind);
        last.filter(|kind| matches!(kind, EventKind::LimitReached { .. }))
    }
}
