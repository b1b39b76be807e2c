//! The clock and the queue: what is due when, and what goes first.
//!
//! Order is `(due, seq)`: events at one instant run in the order in which they were scheduled (`rules.md` §1.1).
//! Time jumps to the next entry. The queue deliberately has no policy: what happens is the caller's business.

use std::collections::BTreeMap;

use super::time::Millis;

/// Entries by due time and order of scheduling.
#[derive(Clone, Debug)]
pub(crate) struct Queue<T> {
    entries: BTreeMap<(Millis, u32), (T, bool)>,
    next_seq: u32,
    foreground: u32,
}

impl<T> Queue<T> {
    pub(crate) const fn new() -> Queue<T> {
        Queue { entries: BTreeMap::new(), next_seq: 0, foreground: 0 }
    }

    /// Adds an entry that keeps the run going until it has happened.
    pub(crate) fn schedule(&mut self, due: Millis, task: T) {
        self.foreground += 1;
        self.insert(due, task, true);
    }

    /// Adds an entry that happens only if the run is still going then: the end of a lease or a retention
    /// (`rules.md` §1.2).
    pub(crate) fn schedule_in_background(&mut self, due: Millis, task: T) {
        self.insert(due, task, false);
    }

    /// How many entries are due first, at one instant: those among which a chooser may pick. Zero when only
    /// background entries are left.
    pub(crate) fn ready(&self) -> u32 {
        if self.foreground == 0 {
            return 0;
        }
        let due = self.entries.keys().next().map(|(due, _)| *due);
        self.entries.keys().take_while(|(at, _)| Some(*at) == due).count() as u32
    }

    /// When the next entry is due.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        self.entries.keys().next().map(|(due, _)| *due)
    }

    /// Takes the `nth` (from 0) of the entries that are due first.
    pub(crate) fn pop(&mut self, nth: u32) -> Option<(Millis, T)> {
        let key = *self.entries.keys().nth(nth as usize).or_else(|| self.entries.keys().next())?;
        let (task, foreground) = self.entries.remove(&key)?;
        self.foreground -= u32::from(foreground);
        Some((key.0, task))
    }

    fn insert(&mut self, due: Millis, task: T, foreground: bool) {
        self.entries.insert((due, self.next_seq), (task, foreground));
        self.next_seq += 1;
    }
}
