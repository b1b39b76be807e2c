//! The scene: one or two runs as rows, lanes and marks, ready to be drawn, stepped through or read out.
//!
//! Owns where things stand: `x` in permille of a world's width, `y` in pixels from the figure's top. Every mark
//! names the event it shows, and every event has its row, so that picture and list carry the same facts. The scene
//! does not depend on the cursor: what lies above the cursor's line is inked, the rest pencilled. It deliberately
//! holds no words but the names of labels, no colours and no markup.

mod marks;
mod rows;

use crate::sim::run::Run;
use crate::sim::scenario::{AttemptId, Direction};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, Belief, EventSeq, KeyId};

pub use rows::{Fold, Layout, Row, row_of};

/// Everything a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Rows from the top, in the order of events.
    pub rows: Vec<Row>,
    /// Long waits, folded.
    pub folds: Vec<Fold>,
    /// Height of the whole figure.
    pub height: u32,
    /// One entry per world, from left to right.
    pub worlds: Vec<WorldScene>,
    /// Whether heights follow time alone.
    pub is_true_scale: bool,
    /// Whether it stands in a narrow column.
    pub is_compact: bool,
}

/// One world of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldScene {
    /// Lanes from left to right.
    pub lanes: Vec<Lane>,
    /// What is drawn, from back to front.
    pub marks: Vec<Mark>,
}

/// A lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Which.
    pub kind: LaneKind,
    /// Where, in permille of the width.
    pub x: u32,
}

/// What a lane is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneKind {
    /// A client, by index.
    Client(u8),
    /// The service.
    Api,
    /// Its key records.
    Records,
    /// Its ledger.
    Ledger,
    /// The outside provider.
    Provider,
}

/// How a message's line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageEnd {
    /// Taken in.
    Arrived,
    /// Two thirds of its way.
    Lost,
    /// At a client that no longer listens.
    Unheard,
    /// At a service that is down.
    Down,
}

/// How a span ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanEnd {
    /// With what comes next.
    Plain,
    /// By a timeout.
    TimedOut,
    /// By a crash or a reload.
    Cut,
    /// The lease is over; the claim still stands.
    LeaseOver,
    /// The promise is over; the record is still there.
    PromiseOver,
    /// The record is gone by its age.
    Expired,
    /// The claim was taken away.
    Removed,
    /// It goes on after the end of the run.
    Open,
}

/// What a record's span shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordLook {
    /// A claim that only its own transaction sees.
    Ghost,
    /// A claim.
    Claim,
    /// A claim whose lease is over.
    ClaimOver,
    /// Work that failed part of the way.
    Open,
    /// A finished record.
    Completed,
    /// A finished record of an error.
    Failed,
    /// A finished record past its promise.
    PastPromise,
}

/// What a thin line from the API to another lane means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// A look that found nothing.
    LookNothing,
    /// A look that found something in the way.
    LookBlocked,
    /// A look that found a finished record: its answer comes back.
    Replay,
    /// Writes a claim.
    Claim,
    /// Writes an order, or calls the provider.
    Effect,
    /// Writes a record.
    Record,
    /// Makes all of a transaction stand.
    Commit,
}

/// Words beside a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Label {
    /// The attempt's number, and whether its body asks for something else than the first one under its key.
    Attempt { id: AttemptId, other_body: bool },
    /// A refusal or an order on its way.
    Answer(Answer),
    /// Taken from the record of this attempt.
    ReplayOf(AttemptId),
    /// This message was lost.
    Lost(Direction),
    /// This message is late.
    Delayed(Millis),
    /// A second copy of a request.
    SecondCopy,
    /// Nobody listens any more.
    Unheard,
    /// The service is down.
    Down,
    /// How long the client waited.
    Timeout(Millis),
    /// What the client believes now.
    Belief(Belief),
    /// Where a record stands.
    Record(RecordLook),
    /// When a record or a claim that outlives the run is due to end.
    Until(Millis),
    /// The record is gone.
    Expired,
    /// The promise is over.
    PromiseOver,
    /// The lease is over.
    LeaseOver,
    /// A second effect of one intent.
    Twice,
    /// Work that nobody else can see yet.
    Uncommitted,
    /// Work that was undone.
    RolledBack,
    /// The claim is another's by now.
    FencedOut,
    /// The handler failed with this status.
    Failed(u16),
    /// The service died.
    Crash,
    /// It is back after this long.
    Back(Millis),
    /// Execution begins here.
    Execution,
    /// From the first send to the last.
    RetryWindow(Millis),
    /// How long the record is promised.
    Promise(Millis),
    /// The client reloaded.
    Reload,
    /// A key was made.
    KeyMade,
    /// The request waits at the look-up.
    Waits,
    /// What the event itself is called: a fact of the wider world.
    Named(EventSeq),
}

/// One thing that is drawn. `event` is the event it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The event that a click on it selects.
    pub event: EventSeq,
    /// The key whose colour and shape it carries.
    pub key: Option<KeyId>,
    /// What it is.
    pub shape: Shape,
    /// Words beside it.
    pub label: Option<Label>,
}

/// The shapes. `x` in permille, `dx` in pixels beside it, `y` in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Shape {
    /// A sloping message.
    Message {
        message: Direction,
        x1: u32,
        y1: u32,
        x2: u32,
        y2: u32,
        end: MessageEnd,
        is_replay: bool,
        copy: bool,
    },
    /// A client waiting for an answer.
    Wait { x: u32, dx: i32, y1: u32, y2: u32, end: SpanEnd },
    /// A client that does not know.
    Unknown { x: u32, y1: u32, y2: u32 },
    /// The start of an attempt.
    Node { x: u32, dx: i32, y: u32, number: u32 },
    /// A point on a lane that only carries words.
    Note { x: u32, y: u32 },
    /// A request at work in the service.
    Work { x: u32, dx: i32, y1: u32, y2: u32, end: SpanEnd },
    /// The part of it that waits.
    Hold { x: u32, dx: i32, y1: u32, y2: u32 },
    /// A thin line from the API to another lane.
    Call { x1: u32, dx1: i32, x2: u32, dx2: i32, y: u32, kind: CallKind },
    /// A stretch of a record's life.
    Record { x: u32, dx: i32, y1: u32, y2: u32, look: RecordLook, end: SpanEnd, starts: bool },
    /// An order or a charge; `number` is none while uncommitted.
    Coin { x: u32, y: u32, number: Option<u32>, twice: bool, struck: bool },
    /// A service that died, until it is back.
    Crash { x: u32, y1: u32, y2: u32 },
    /// The line after the claim.
    Execution { x1: u32, x2: u32, y: u32 },
    /// A span of time beside a lane.
    Span { x: u32, dx: i32, y1: u32, y2: u32, is_broken: bool },
}

impl Scene {
    /// Lays out one or two runs on shared rows. `lines` says how many lines of text a row's sentences need.
    #[must_use]
    pub fn of(runs: &[&Run], layout: Layout, lines: &dyn Fn(&[Option<EventSeq>]) -> u32) -> Scene {
        let (rows, folds, height) = rows::lay_out(runs, layout, lines);
        let world = |(n, run): (usize, &&Run)| {
            let lanes = lanes(run);
            let marks = marks::marks(run, &lanes, &rows, n, height);
            WorldScene { lanes, marks }
        };
        let worlds = runs.iter().enumerate().map(world).collect();
        Scene { rows, folds, height, worlds, is_true_scale: layout.true_scale, is_compact: layout.compact }
    }

    /// How many of a world's events lie in the first `cursor` rows.
    #[must_use]
    pub fn events_before(&self, world: u8, cursor: u32) -> u32 {
        let shown = self.rows.iter().take(cursor as usize);
        shown.filter(|row| row.events.get(usize::from(world)).is_some_and(Option::is_some)).count() as u32
    }

    /// Height of the line between what has happened and what has not, after `cursor` rows.
    #[must_use]
    pub fn line(&self, cursor: u32) -> u32 {
        match (cursor as usize).checked_sub(1).and_then(|index| self.rows.get(index)) {
            Some(row) => row.top + row.height,
            None => 0,
        }
    }
}

/// The lanes of a run's world.
#[must_use]
pub fn lanes(run: &Run) -> Vec<Lane> {
    let clients = run.scenario.clients.len() as u32;
    let at_provider = run.scenario.service.effect.provider().is_some();
    let (first, api) = if at_provider { (110, 420) } else { (120, 480) };
    let step = if clients > 1 { (api - first - 130) / (clients - 1) } else { 0 };
    let client = |n: u32| Lane { kind: LaneKind::Client(n as u8), x: first + n * step };
    let mut lanes: Vec<Lane> = (0..clients).map(client).collect();
    let rest: &[(LaneKind, u32)] = if at_provider {
        &[(LaneKind::Api, 420), (LaneKind::Records, 590), (LaneKind::Ledger, 760), (LaneKind::Provider, 915)]
    } else {
        &[(LaneKind::Api, 480), (LaneKind::Records, 690), (LaneKind::Ledger, 905)]
    };
    lanes.extend(rest.iter().map(|(kind, x)| Lane { kind: *kind, x: *x }));
    lanes
}
