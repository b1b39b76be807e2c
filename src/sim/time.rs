//! Virtual time: whole milliseconds and their text forms.
//!
//! Owns the one clock unit of the simulated world. It deliberately knows nothing of wall clocks: no value here
//! was ever measured.

use std::fmt;

/// A point in, or a stretch of, virtual time, in whole milliseconds. A world starts at zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// The start of every run.
    pub const ZERO: Millis = Millis(0);

    /// The sum, stopping at the largest value instead of wrapping.
    #[must_use]
    pub const fn plus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }

    /// The difference, zero where `other` is the larger one.
    #[must_use]
    pub const fn minus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// The product, stopping at the largest value instead of wrapping.
    #[must_use]
    pub const fn times(self, factor: u64) -> Millis {
        Millis(self.0.saturating_mul(factor))
    }

    /// Reads a duration as scenario files spell it: digits and one unit of `ms`, `s`, `m`, `h`, `d`.
    ///
    /// Returns `None` for anything else, a sign, a fraction or blanks included, and for what overflows.
    #[must_use]
    pub fn parse(text: &str) -> Option<Millis> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = text.split_at(digits);
        let (_, size) = UNITS.iter().find(|(name, _)| *name == unit)?;
        number.parse::<u64>().ok()?.checked_mul(*size).map(Millis)
    }
}

/// What a clock in the world says, in whole milliseconds: a client's may be behind, and so say a time before the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reading(pub i64);

impl Millis {
    /// This time on the world's own clock.
    #[must_use]
    pub fn reading(self) -> Reading {
        Reading(i64::try_from(self.0).unwrap_or(i64::MAX))
    }
}

impl Reading {
    /// So much later.
    #[must_use]
    pub fn plus(self, length: Millis) -> Reading {
        Reading(self.0.saturating_add(length.reading().0))
    }

    /// So much earlier.
    #[must_use]
    pub fn minus(self, length: Millis) -> Reading {
        Reading(self.0.saturating_sub(length.reading().0))
    }

    /// The time in the world when its own clock says this, the start for what lies before it.
    #[must_use]
    pub fn millis(self) -> Millis {
        Millis(u64::try_from(self.0).unwrap_or_default())
    }
}

/// Units from large to small, in milliseconds.
const UNITS: [(&str, u64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// The spelling that scenario files use, in the largest unit up to hours that leaves no fraction; days are
/// read, never written, since retentions are named in hours everywhere.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = UNITS.iter().skip(1);
        let (name, size) =
            units.into_iter().find(|(_, size)| self.0.is_multiple_of(*size)).unwrap_or(&UNITS[4]);
        if self.0 == 0 {
            return f.write_str("0ms");
        }
        write!(f, "{}{name}", self.0 / size)
    }
}
