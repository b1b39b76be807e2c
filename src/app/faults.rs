//! Faults by tap: what a reader can do to the message or the point that an event stands for.

use crate::sim::run::Run;
use crate::sim::scenario::{Direction, FailAt, Fault, FaultKind, Point, Scenario};
use crate::sim::time::Millis;
use crate::sim::trace::{Event, EventKind, EventSeq};

/// How much a tapped message is delayed.
pub const DELAY: Millis = Millis(3_000);
/// How much later a tapped request's second copy arrives.
pub const COPY_AFTER: Millis = Millis(5_000);
/// How long a crashed service is down.
pub const RESTART: Millis = Millis(2_000);

/// One thing that can be done, and whether it is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The fault.
    pub fault: Fault,
    /// Whether the scenario has it.
    pub is_on: bool,
}

/// The chips for an event: for a message lose, delay, duplicate; for a point in the service crash and fail.
#[must_use]
pub fn chips(run: &Run, seq: EventSeq) -> Vec<Chip> {
    let Some(event) = run.trace.event(seq) else { return Vec::new() };
    let Some(of) = event.attempt else { return Vec::new() };
    let known = &run.scenario.faults;
    let chip = |kind: FaultKind| {
        let same = |fault: &&Fault| fault.of == of && same_kind(fault.kind, kind);
        let found = known.iter().find(same);
        Chip { fault: found.copied().unwrap_or(Fault { of, kind }), is_on: found.is_some() }
    };
    kinds(event).into_iter().map(chip).collect()
}

fn kinds(event: &Event) -> Vec<FaultKind> {
    let crash = |after: Point| FaultKind::Crash { after, restart: RESTART, loses: Millis::ZERO };
    let fail = |at: FailAt| FaultKind::Fail { at, status: 500, raised: false };
    match &event.kind {
        EventKind::Sent { .. } | EventKind::Delayed { message: Direction::Request, .. } => vec![
            FaultKind::Lose(Direction::Request),
            FaultKind::Delay { message: Direction::Request, by: DELAY },
            FaultKind::Duplicate { after: COPY_AFTER },
        ],
        EventKind::Lost { message: Direction::Request } => vec![FaultKind::Lose(Direction::Request)],
        EventKind::Arrived { .. } => vec![
            FaultKind::Lose(Direction::Request),
            FaultKind::Delay { message: Direction::Request, by: DELAY },
            FaultKind::Duplicate { after: COPY_AFTER },
            crash(Point::Receive),
        ],
        EventKind::Validated { .. } => vec![crash(Point::Validate)],
        EventKind::LookedUp { .. } => vec![crash(Point::LookUp)],
        EventKind::Claimed { .. } => vec![crash(Point::Claim), fail(FailAt::BeforeEffect)],
        EventKind::EffectWritten { .. }
        | EventKind::EffectMade { .. }
        | EventKind::ProviderEffect { .. }
        | EventKind::ProviderKnewKey { .. } => vec![crash(Point::Effect), fail(FailAt::AfterEffect)],
        EventKind::RecordWritten | EventKind::Recorded { .. } => vec![crash(Point::Record)],
        EventKind::Committed { .. } => vec![crash(Point::Commit)],
        EventKind::Replied { .. } => vec![
            FaultKind::Lose(Direction::Response),
            FaultKind::Delay { message: Direction::Response, by: DELAY },
            crash(Point::Respond),
        ],
        EventKind::Heard { .. }
        | EventKind::HeardTooLate { .. }
        | EventKind::Lost { .. }
        | EventKind::Delayed { .. } => vec![
            FaultKind::Lose(Direction::Response),
            FaultKind::Delay { message: Direction::Response, by: DELAY },
        ],
        EventKind::Crashed { after, .. } => vec![crash(*after)],
        EventKind::Failed { .. } => vec![fail(FailAt::BeforeEffect), fail(FailAt::AfterEffect)],
        _ => Vec::new(),
    }
}

/// Whether two faults are the same switch, whatever their amounts.
fn same_kind(one: FaultKind, other: FaultKind) -> bool {
    match (one, other) {
        (FaultKind::Lose(a), FaultKind::Lose(b)) => a == b,
        (FaultKind::Delay { message: a, .. }, FaultKind::Delay { message: b, .. }) => a == b,
        (FaultKind::Duplicate { .. }, FaultKind::Duplicate { .. }) => true,
        (FaultKind::Fail { at: a, .. }, FaultKind::Fail { at: b, .. }) => a == b,
        (FaultKind::Crash { after: a, .. }, FaultKind::Crash { after: b, .. }) => a == b,
        _ => false,
    }
}

/// The scenario with the fault switched on, or off where it is on.
#[must_use]
pub fn toggle(scenario: &Scenario, fault: Fault) -> Scenario {
    let mut next = Scenario { expect: None, ..scenario.clone() };
    let known = next.faults.len();
    next.faults.retain(|other| !(other.of == fault.of && same_kind(other.kind, fault.kind)));
    if next.faults.len() == known && known < crate::sim::limits::FAULTS as usize {
        next.faults.push(fault);
    }
    next
}
