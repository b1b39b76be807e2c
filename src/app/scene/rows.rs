//! Rows: where each event stands, from the top.
//!
//! One row per event; two worlds share a row where both have an event at that instant. Heights are a monotone warp
//! of virtual time: an instant takes the room its sentences need, a long wait is folded to a band that says its
//! length. In true scale heights follow time alone.

use crate::sim::run::Run;
use crate::sim::time::Millis;
use crate::sim::trace::EventSeq;

/// How rows are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Without sentences beside the rows.
    pub compact: bool,
    /// Heights follow time alone.
    pub true_scale: bool,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its instant.
    pub at: Millis,
    /// Its upper edge.
    pub top: u32,
    /// Its height.
    pub height: u32,
    /// The height at which its marks stand.
    pub y: u32,
    /// Whether it is the first of its instant and names it on the ruler.
    pub has_tick: bool,
    /// The event of each world, if that world has one here.
    pub events: Vec<Option<EventSeq>>,
}

/// A folded wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its upper edge.
    pub top: u32,
    /// Its height.
    pub height: u32,
    /// How long the wait is.
    pub wait: Millis,
}

/// Waits from this length on are folded.
const FOLD_FROM: Millis = Millis(400);
const FOLD_HEIGHT: u32 = 24;
const MARGIN: u32 = 8;
/// Marks stand this far below a row's upper edge.
const MARK: u32 = 17;
const LINE: u32 = 18;
/// What a row needs for its marks alone.
const LEAST: u32 = 34;
const TRUE_SCALE_HEIGHT: u64 = 560;

/// The index of the row that shows an event of a world.
#[must_use]
pub fn row_of(rows: &[Row], world: usize, event: EventSeq) -> Option<u32> {
    let shows = |row: &Row| row.events.get(world).copied().flatten() == Some(event);
    rows.iter().position(shows).map(|index| index as u32)
}

pub(super) fn lay_out(
    runs: &[&Run],
    layout: Layout,
    lines: &dyn Fn(&[Option<EventSeq>]) -> u32,
) -> (Vec<Row>, Vec<Fold>, u32) {
    let mut rows = merge(runs);
    if layout.true_scale {
        let height = stretch(&mut rows);
        return (rows, Vec::new(), height);
    }
    let mut folds = Vec::new();
    let mut top = MARGIN;
    let mut before: Option<Millis> = None;
    for row in &mut rows {
        let wait = before.map_or(Millis::ZERO, |before| row.at.minus(before));
        if wait >= FOLD_FROM {
            folds.push(Fold { top: top + MARGIN, height: FOLD_HEIGHT, wait });
            top += FOLD_HEIGHT + 2 * MARGIN;
        } else if wait > Millis::ZERO {
            top += MARGIN;
        }
        let text = if layout.compact { 0 } else { lines(&row.events) * LINE + 8 };
        row.top = top;
        row.height = LEAST.max(text);
        row.y = top + MARK;
        top += row.height;
        before = Some(row.at);
    }
    (rows, folds, top + 3 * MARGIN)
}

/// One row per event, in time order; the n-th event of an instant shares its row with the other world's n-th.
fn merge(runs: &[&Run]) -> Vec<Row> {
    let mut next = vec![0_usize; runs.len()];
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let due = |(n, run): (usize, &&Run)| run.trace.events.get(next[n]).map(|event| event.at);
        let Some(at) = runs.iter().enumerate().filter_map(due).min() else { return rows };
        let mut events = vec![None; runs.len()];
        for (n, run) in runs.iter().enumerate() {
            if let Some(event) = run.trace.events.get(next[n]).filter(|event| event.at == at) {
                events[n] = Some(event.seq);
                next[n] += 1;
            }
        }
        let has_tick = rows.last().is_none_or(|row| row.at < at);
        rows.push(Row { at, top: 0, height: 0, y: 0, has_tick, events });
    }
}

/// Gives each row the height of its time, and returns the whole height.
fn stretch(rows: &mut [Row]) -> u32 {
    let whole = rows.last().map_or(1, |row| row.at.0.max(1));
    let mut last_tick = None;
    for row in rows.iter_mut() {
        row.y = MARK + (row.at.0.saturating_mul(TRUE_SCALE_HEIGHT) / whole) as u32;
        row.top = row.y;
        row.height = 0;
        let is_clear = last_tick.is_none_or(|y| row.y >= y + MARK);
        row.has_tick &= is_clear;
        if row.has_tick {
            last_tick = Some(row.y);
        }
    }
    TRUE_SCALE_HEIGHT as u32 + 3 * MARK
}
