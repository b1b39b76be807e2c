//! The pages beyond the first lessons, which only the lab's program has: the gap (lesson 6), failures (lesson 7), the
//! contracts, the incidents.
//!
//! Owns what they remember and hands each its own actions; deliberately decides nothing itself.

use super::state::AppState;
use super::{HAS_LAB, cases, contracts, failures, gap};

/// What the further pages remember.
#[derive(Clone, Debug, Default)]
pub struct Further {
    /// Lesson 6.
    pub gap: gap::Gap,
    /// Lesson 7.
    pub failures: failures::Failures,
    /// The contracts.
    pub contracts: contracts::Contracts,
    /// The incidents.
    pub cases: cases::Cases,
}

/// What a reader does there.
#[derive(Clone, Debug)]
pub enum Act {
    /// In lesson 6.
    Gap(gap::Act),
    /// In lesson 7.
    Failures(failures::Act),
    /// Among the contracts.
    Contracts(contracts::Act),
    /// Among the incidents.
    Cases(cases::Act),
}

/// Changes the state by an action.
pub fn apply(state: &mut AppState, act: Act) {
    if !HAS_LAB {
        return;
    }
    match act {
        Act::Gap(act) => gap::apply(state, act),
        Act::Failures(act) => failures::apply(state, act),
        Act::Contracts(act) => contracts::apply(state, act),
        Act::Cases(act) => cases::apply(state, act),
    }
}
