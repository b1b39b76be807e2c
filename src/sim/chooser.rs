//! The one source of nondeterminism: every point where a run could go either way asks a [`Chooser`].
//!
//! The page and the files use [`Scripted`], which answers from the scenario's faults; an explorer can enumerate
//! instead. Deliberately absent: randomness. Jitter is drawn from the seed that the scenario names.

use super::scenario::{AttemptId, Direction, FailAt, Fault, FaultKind, Point};
use super::time::Millis;

/// What becomes of one message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// It ends two thirds of its way.
    pub lost: bool,
    /// It takes this much longer.
    pub delay: Millis,
    /// A second copy arrives this much later than the first would.
    pub copy_after: Option<Millis>,
}

/// Decides what the world leaves open.
pub trait Chooser {
    /// What becomes of this message.
    fn message(&mut self, attempt: AttemptId, direction: Direction) -> Fate;
    /// Whether the service dies after this point of a request of this attempt, and for how long.
    fn crash(&mut self, attempt: AttemptId, after: Point) -> Option<Millis>;
    /// Whether the handler fails here, and with which status.
    fn fail(&mut self, attempt: AttemptId, at: FailAt) -> Option<u16>;
    /// A value from 0 to `at_most` for a retry's jitter.
    fn jitter(&mut self, seed: u64, draw: u32, at_most: Millis) -> Millis;
    /// Which of `ready` entries that are due at one instant goes first, from 0.
    fn first(&mut self, ready: u32) -> u32;
}

/// Answers from the scenario's faults; each strikes once.
#[derive(Clone, Debug)]
pub struct Scripted {
    faults: Vec<(Fault, bool)>,
}

impl Scripted {
    /// A chooser for these faults, none of which has struck.
    #[must_use]
    pub fn new(faults: &[Fault]) -> Scripted {
        Scripted { faults: faults.iter().map(|fault| (*fault, false)).collect() }
    }

    /// Which faults have struck, in file order.
    #[must_use]
    pub fn struck(&self) -> Vec<bool> {
        self.faults.iter().map(|(_, struck)| *struck).collect()
    }

    fn strike<T>(&mut self, of: AttemptId, what: impl Fn(FaultKind) -> Option<T>) -> Option<T> {
        let hit = |(fault, struck): &mut (Fault, bool)| {
            let found = if fault.of == of && !*struck { what(fault.kind) } else { None };
            *struck |= found.is_some();
            found
        };
        self.faults.iter_mut().find_map(hit)
    }
}

impl Chooser for Scripted {
    fn message(&mut self, attempt: AttemptId, direction: Direction) -> Fate {
        let lost = self.strike(attempt, |kind| (kind == FaultKind::Lose(direction)).then_some(()));
        let delay = self.strike(attempt, |kind| match kind {
            FaultKind::Delay { message, by } if message == direction => Some(by),
            _ => None,
        });
        let copy_after = self.strike(attempt, |kind| match kind {
            FaultKind::Duplicate { after } if direction == Direction::Request => Some(after),
            _ => None,
        });
        Fate { lost: lost.is_some(), delay: delay.unwrap_or_default(), copy_after }
    }

    fn crash(&mut self, attempt: AttemptId, point: Point) -> Option<Millis> {
        self.strike(attempt, |kind| match kind {
            FaultKind::Crash { after, restart } if after == point => Some(restart),
            _ => None,
        })
    }

    fn fail(&mut self, attempt: AttemptId, moment: FailAt) -> Option<u16> {
        self.strike(attempt, |kind| match kind {
            FaultKind::Fail { at, status } if at == moment => Some(status),
            _ => None,
        })
    }

    /// The `draw`-th output of SplitMix64 from `seed`, reduced to `0..=at_most`.
    fn jitter(&mut self, seed: u64, draw: u32, at_most: Millis) -> Millis {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(u64::from(draw) + 1));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        Millis(z % at_most.0.saturating_add(1))
    }

    fn first(&mut self, _ready: u32) -> u32 {
        0
    }
}
