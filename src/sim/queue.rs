//! The clock and the queue: what is due when, and what goes first.
//!
//! Order is `(due, seq)`: events at one instant run in the order in which they were scheduled (`rules.md` §1.1).
//! Time jumps to the next entry. The queue deliberately has no policy: what happens is the caller's business.

use super::time::Millis;

/// Entries by due time and order of scheduling.
#[derive(Clone, Debug)]
pub(crate) struct Queue<T> {
    /// The first one due stands last.
    entries: Vec<Entry<T>>,
    next_seq: u32,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    due: Millis,
    seq: u32,
    task: T,
}

impl<T> Queue<T> {
    pub(crate) const fn new() -> Queue<T> {
        Queue { entries: Vec::new(), next_seq: 0 }
    }

    /// Adds an entry.
    pub(crate) fn schedule(&mut self, due: Millis, task: T) {
        let seq = self.next_seq;
        self.next_seq += 1;
        let later = self.entries.iter().take_while(|entry| (entry.due, entry.seq) > (due, seq)).count();
        self.entries.insert(later, Entry { due, seq, task });
    }

    /// Whether any entry is of a kind.
    pub(crate) fn any(&self, is: impl Fn(&T) -> bool) -> bool {
        self.entries.iter().any(|entry| is(&entry.task))
    }

    /// How many entries are due first, at one instant: those among which a chooser may pick.
    pub(crate) fn ready(&self) -> u32 {
        let due = self.next_due();
        self.entries.iter().rev().take_while(|entry| Some(entry.due) == due).count() as u32
    }

    /// When the next entry is due.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        self.entries.last().map(|entry| entry.due)
    }

    /// Takes the `nth` (from 0) of the entries that are due first.
    pub(crate) fn pop(&mut self, nth: u32) -> Option<(Millis, T)> {
        let at = self.entries.len().checked_sub(1 + nth as usize)?;
        let entry = self.entries.remove(at);
        Some((entry.due, entry.task))
    }
}
