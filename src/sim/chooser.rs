//! The one source of nondeterminism: every point where a run could go either way asks a [`Chooser`].
//!
//! The page and the files use [`Scripted`], which answers from the scenario's faults; an explorer can enumerate
//! instead. Deliberately absent: randomness. Jitter is drawn from the seed that the scenario names.

use super::scenario::{AttemptId, ClientMoment, Direction, FailAt, Fault, FaultKind, Point};
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
    /// Whether the service dies after this point of a request of this attempt: for how long, and how much of what
    /// was committed last it loses.
    fn crash(&mut self, attempt: AttemptId, after: Point) -> Option<(Millis, Millis)>;
    /// Whether the handler fails here, with which status, and whether it raised.
    fn fail(&mut self, attempt: AttemptId, at: FailAt) -> Option<(u16, bool)>;
    /// Whether the connection for this attempt is refused, and how much later than usual the client learns it. Nothing
    /// else becomes of a request that is not sent.
    fn refuse(&mut self, attempt: AttemptId) -> Option<Millis>;
    /// Whether the rate limiter turns this attempt away.
    fn limit(&mut self, attempt: AttemptId) -> bool;
    /// Whether a request of this attempt stands still after this point, and for how long.
    fn stall(&mut self, attempt: AttemptId, after: Point) -> Option<Millis>;
    /// Whether the acknowledgement of this attempt's commit is lost.
    fn commit_ack_lost(&mut self, attempt: AttemptId) -> bool;
    /// Whether the client's program dies at this moment of this attempt.
    fn client_crash(&mut self, attempt: AttemptId, moment: ClientMoment) -> bool;
    /// Whether the relay carries this attempt's message again, and how much later.
    fn redeliver(&mut self, attempt: AttemptId) -> Option<Millis>;
    /// How much longer than promised a record is really kept. A retention that is a floor leaves this open: pruned,
    /// or still there. `said` is what the scenario says.
    fn kept_longer(&mut self, said: Millis) -> Millis;
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

    fn delay(&mut self, attempt: AttemptId, direction: Direction) -> Millis {
        let delay = self.strike(attempt, |kind| match kind {
            FaultKind::Delay { message, by } if message == direction => Some(by),
            _ => None,
        });
        delay.unwrap_or_default()
    }

    fn strikes(&mut self, of: AttemptId, wanted: FaultKind) -> bool {
        self.strike(of, |kind| (kind == wanted).then_some(())).is_some()
    }
}

impl Chooser for Scripted {
    fn message(&mut self, attempt: AttemptId, direction: Direction) -> Fate {
        let lost = self.strike(attempt, |kind| (kind == FaultKind::Lose(direction)).then_some(()));
        let delay = self.delay(attempt, direction);
        let copy_after = self.strike(attempt, |kind| match kind {
            FaultKind::Duplicate { after } if direction == Direction::Request => Some(after),
            _ => None,
        });
        Fate { lost: lost.is_some(), delay, copy_after }
    }

    fn crash(&mut self, attempt: AttemptId, point: Point) -> Option<(Millis, Millis)> {
        self.strike(attempt, |kind| match kind {
            FaultKind::Crash { after, restart, loses } if after == point => Some((restart, loses)),
            _ => None,
        })
    }

    fn fail(&mut self, attempt: AttemptId, moment: FailAt) -> Option<(u16, bool)> {
        self.strike(attempt, |kind| match kind {
            FaultKind::Fail { at, status, raised } if at == moment => Some((status, raised)),
            _ => None,
        })
    }

    fn refuse(&mut self, attempt: AttemptId) -> Option<Millis> {
        self.strikes(attempt, FaultKind::Refuse).then(|| self.delay(attempt, Direction::Request))
    }

    fn limit(&mut self, attempt: AttemptId) -> bool {
        self.strikes(attempt, FaultKind::Limit)
    }

    fn stall(&mut self, attempt: AttemptId, point: Point) -> Option<Millis> {
        self.strike(attempt, |kind| match kind {
            FaultKind::Stall { after, length } if after == point => Some(length),
            _ => None,
        })
    }

    fn commit_ack_lost(&mut self, attempt: AttemptId) -> bool {
        self.strikes(attempt, FaultKind::LoseCommitAck)
    }

    fn client_crash(&mut self, attempt: AttemptId, moment: ClientMoment) -> bool {
        self.strikes(attempt, FaultKind::ClientCrash(moment))
    }

    fn redeliver(&mut self, attempt: AttemptId) -> Option<Millis> {
        self.strike(attempt, |kind| match kind {
            FaultKind::Redeliver { after } => Some(after),
            _ => None,
        })
    }

    fn kept_longer(&mut self, said: Millis) -> Millis {
        said
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
