//! What a run came to where its link was made, and how it differs from the run that the link makes here.
//!
//! The digest says that a run differs, the end says in what it ends otherwise, and the marks say where it sets off: each is
//! twelve bits of a running sum over the events up to there, so that one in 4,096 changes is found a stretch too late.

use std::fmt;

use crate::sim::report::finding_names;
use crate::sim::run::Run;

/// Most marks in one link.
const MARKS: u32 = 16;
/// Hexadecimal digits of one mark.
const DIGITS: usize = 3;

/// What a link says of its run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The trace's digest.
    pub digest: Option<u64>,
    /// Sums of the events up to every so many.
    pub marks: Option<Marks>,
    /// How it ended.
    pub end: Option<End>,
}

/// Sums over the events of a run, one for each stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Events in a stretch.
    pub stretch: u32,
    /// The sums at the ends of the stretches; the last stretch can be shorter.
    pub sums: Vec<u16>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Orders in the ledger.
    pub orders: u32,
    /// Effects that stand.
    pub effects: u32,
    /// What the audit found, by name.
    pub findings: Vec<String>,
}

/// How a run differs from the one of its link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How many events are known to be as they were, and by which event, counted from 1, the run is another. `None`
    /// where the link has no marks, or every event is as it was and a key or a scope is named otherwise.
    pub between: Option<(u32, u32)>,
    /// How it ended where the link was made, where the link says so.
    pub was: Option<End>,
    /// How it ends here.
    pub is: End,
}

impl End {
    fn of(run: &Run) -> End {
        End {
            orders: run.end.orders_standing(),
            effects: run.end.standing().count() as u32,
            findings: finding_names(run).into_iter().map(str::to_owned).collect(),
        }
    }
}

impl Marks {
    fn of(run: &Run) -> Marks {
        let stretch = (run.trace.events.len() as u32).div_ceil(MARKS).max(1);
        Marks { stretch, sums: sums(run, stretch) }
    }
}

/// A 32-bit FNV-1a sum, of which a mark is what twelve bits hold when all of it is folded in.
struct Sum(u32);

impl fmt::Write for Sum {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
        Ok(())
    }
}

fn sums(run: &Run, stretch: u32) -> Vec<u16> {
    let mut sum = Sum(0x811c_9dc5);
    let mut sums = Vec::new();
    for events in run.trace.events.chunks(stretch.max(1) as usize) {
        for event in events {
            // Summing cannot fail; the writer only carries the bytes.
            let _ = fmt::Write::write_fmt(&mut sum, format_args!("{event}\n"));
        }
        sums.push(((sum.0 ^ (sum.0 >> 12) ^ (sum.0 >> 24)) & 0xfff) as u16);
    }
    sums
}

/// The statements that say what a run came to.
pub(super) fn statements(run: &Run) -> Vec<String> {
    let marks = Marks::of(run);
    let mut line = format!("m.{}.", marks.stretch);
    marks.sums.iter().for_each(|sum| line.push_str(&format!("{sum:03x}")));
    let end = End::of(run);
    let mut tally = format!("end.{}.{}", end.orders, end.effects);
    for finding in &end.findings {
        tally.push('.');
        super::tokens::put(&mut tally, finding);
    }
    let mut out = vec![format!("d{:016x}", run.digest())];
    if !marks.sums.is_empty() {
        out.push(line);
    }
    out.push(tally);
    out
}

/// Reads the digits of a mark statement.
pub(super) fn marks(stretch: &str, digits: &str) -> Option<Marks> {
    let stretch = stretch.parse().ok().filter(|stretch| *stretch > 0)?;
    let is_sums = digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        && digits.len().is_multiple_of(DIGITS)
        && !digits.is_empty();
    if !is_sums {
        return None;
    }
    let one = |at: usize| u16::from_str_radix(digits.get(at..at + DIGITS)?, 16).ok();
    let sums = (0..digits.len()).step_by(DIGITS).map(one).collect::<Option<Vec<_>>>()?;
    Some(Marks { stretch, sums })
}

impl Made {
    /// How a run differs from this, if it does. A link without a digest claims nothing of its run.
    #[must_use]
    pub fn differs(&self, run: &Run) -> Option<Difference> {
        if self.digest? == run.digest() {
            return None;
        }
        let between = self.marks.as_ref().and_then(|marks| marks.leaves(run));
        Some(Difference { between, was: self.end.clone(), is: End::of(run) })
    }
}

impl Marks {
    /// The events, from 1, between which a run leaves what was summed here: those before are the same.
    fn leaves(&self, run: &Run) -> Option<(u32, u32)> {
        let now = sums(run, self.stretch);
        let same = self.sums.iter().zip(&now).take_while(|(was, is)| was == is).count() as u32;
        let events = run.trace.events.len() as u32;
        if same as usize == self.sums.len() && same as usize == now.len() {
            return None;
        }
        let sure = same.saturating_mul(self.stretch).min(events);
        Some((sure, sure.saturating_add(self.stretch).min(events.max(sure + 1))))
    }
}
