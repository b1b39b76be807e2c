//! The runs of lesson 6: a trial of each kind for each rung, and the files of the second part.
//!
//! Every trial sends one intent under one key: two notebooks. Deliberately absent: any claim of how a run comes out.

use crate::app::lab::empty_scenario;
use crate::sim::parse::parse;
use crate::sim::scenario::{
    Action, AttemptId, Body, Direction, Endpoint, Fault, FaultKind, Point, Scenario, Step, WriteOrder,
};
use crate::sim::time::Millis;

/// What a rung is put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// The response is lost, and the client tries again.
    LostResponse,
    /// Two sends 20 ms apart.
    TwoAtOnce,
    /// The service dies when the key is claimed.
    CrashAfterClaim,
    /// It dies when the effect is made.
    CrashAfterEffect,
    /// It dies when the record is written.
    CrashAfterRecord,
    /// It dies when all is committed.
    CrashAfterCommit,
    /// The lease is shorter than the work.
    ShortLease,
    /// The owner stands still for longer than its lease, and comes back.
    Stall,
}

/// The lease that the ladder's switch gives.
const LEASE: Millis = Millis(30_000);
const BODY: &str = r#"{"product":"notebook","quantity":2}"#;

/// The trials that say something of a rung, in their order.
#[must_use]
pub fn trials_of(rung: WriteOrder) -> &'static [Trial] {
    use Trial as T;
    match rung {
        WriteOrder::Ignore => &[T::LostResponse],
        WriteOrder::CheckThenAct => {
            &[T::LostResponse, T::TwoAtOnce, T::CrashAfterEffect, T::CrashAfterRecord]
        }
        WriteOrder::TransactionOnly => {
            &[T::LostResponse, T::CrashAfterEffect, T::CrashAfterCommit, T::TwoAtOnce]
        }
        WriteOrder::ClaimFirst => {
            &[T::TwoAtOnce, T::CrashAfterClaim, T::CrashAfterEffect, T::ShortLease, T::Stall]
        }
        WriteOrder::ClaimThenCommit => &[
            T::TwoAtOnce,
            T::CrashAfterClaim,
            T::CrashAfterEffect,
            T::CrashAfterCommit,
            T::ShortLease,
            T::Stall,
        ],
        WriteOrder::OneTransaction => {
            &[T::TwoAtOnce, T::CrashAfterClaim, T::CrashAfterEffect, T::CrashAfterCommit, T::Stall]
        }
    }
}

/// The run of a trial.
#[must_use]
pub fn scenario(rung: WriteOrder, trial: Trial, has_lease: bool) -> Scenario {
    let mut scenario = empty_scenario();
    let service = &mut scenario.service;
    service.write_order = rung;
    if rung.claims() && rung != WriteOrder::OneTransaction {
        service.lease = match trial {
            Trial::ShortLease => Some(Millis(100)),
            Trial::Stall => Some(LEASE),
            _ => has_lease.then_some(LEASE),
        };
    }
    let (again, effect) = match trial {
        Trial::TwoAtOnce => (Millis(20), Millis(200)),
        Trial::ShortLease => (Millis(150), Millis(200)),
        Trial::Stall => (Millis(35_000), Millis(30)),
        _ => (Millis(60_000), Millis(30)),
    };
    service.takes.points[Point::Effect as usize] = effect;
    scenario.script = vec![send(Millis::ZERO, Some(BODY)), send(again, None)];
    let crash = |after| FaultKind::Crash { after, restart: Millis(1_000), loses: Millis::ZERO };
    let kind = match trial {
        Trial::TwoAtOnce | Trial::ShortLease => None,
        Trial::LostResponse => Some(FaultKind::Lose(Direction::Response)),
        Trial::CrashAfterClaim => Some(crash(Point::Claim)),
        Trial::CrashAfterEffect => Some(crash(Point::Effect)),
        Trial::CrashAfterRecord => Some(crash(Point::Record)),
        Trial::CrashAfterCommit => Some(crash(Point::Commit)),
        Trial::Stall => Some(FaultKind::Stall { after: Point::Claim, length: Millis(40_000) }),
    };
    let of = AttemptId { client: 0, number: 1 };
    scenario.faults.extend(kind.map(|kind| Fault { of, kind }));
    scenario
}

fn send(at: Millis, body: Option<&str>) -> Step {
    let body = body.map(|text| Body { text: text.into(), verbatim: false });
    let (intent, to) = ("i1".to_owned(), Endpoint::Create);
    Step { at, client: 0, action: Action::Send { intent, body, key: None, to, replica: None, region: None } }
}

/// The files of the second part, in the order of its texts.
pub const OUTSIDE: [&str; 17] = [
    include_str!("../../../static/lessons/6-01-pays-twice.json"),
    include_str!("../../../static/lessons/6-02-forwarded.json"),
    include_str!("../../../static/lessons/6-03-forwarded-mixes.json"),
    include_str!("../../../static/lessons/6-04-derived.json"),
    include_str!("../../../static/lessons/6-05-forgets.json"),
    include_str!("../../../static/lessons/6-06-ask.json"),
    include_str!("../../../static/lessons/6-07-park.json"),
    include_str!("../../../static/lessons/6-08-stalled.json"),
    include_str!("../../../static/lessons/6-09-fenced.json"),
    include_str!("../../../static/lessons/6-10-outbox.json"),
    include_str!("../../../static/lessons/6-11-inbox.json"),
    include_str!("../../../static/lessons/6-12-inbox-apart.json"),
    include_str!("../../../static/lessons/6-13-inbox-forgets.json"),
    include_str!("../../../static/lessons/6-14-commit-ack.json"),
    include_str!("../../../static/lessons/6-15-commit-ack-new-key.json"),
    include_str!("../../../static/lessons/6-16-ask.json"),
    include_str!("../../../static/lessons/6-17-ask-trap.json"),
];

/// The scenario of a file of the second part. A test holds that all can be read.
#[must_use]
pub fn outside(index: u8) -> Scenario {
    let text = OUTSIDE.get(usize::from(index)).unwrap_or(&OUTSIDE[0]);
    parse(text).unwrap_or_else(|_| empty_scenario())
}
