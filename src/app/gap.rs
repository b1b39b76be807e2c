//! Lesson 6, the gap: the ladder of write orders, what breaks each rung, and the effect at an outside provider.
//!
//! Owns where the reader stands on the ladder and which run is on view; every result shown is read off its run. The
//! scenarios are in [`runs`]; the words in [`super::text::gap`].

pub mod runs;

use std::rc::Rc;

use super::reduce::{show, stage};
use super::state::AppState;
use crate::sim::run::Run;
use crate::sim::scenario::{Finding, WriteOrder};
use crate::sim::trace::Belief;

pub use runs::{OUTSIDE, Trial};

/// What lesson 6 remembers.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The option the reader chose, from 0.
    pub guess: Option<u8>,
    /// Whether the answer is shown.
    pub is_revealed: bool,
    /// The rung the reader stands on.
    pub rung: WriteOrder,
    /// What is on view.
    pub view: View,
    /// Whether claims have a lease.
    pub has_lease: bool,
    /// What each trial does to this rung, with its outcome.
    pub outcomes: Rc<[(Trial, Outcome)]>,
    /// How the runs of the second part came out, in order; empty until the page was opened.
    pub outside: Rc<[Outcome]>,
}

/// What is on view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A trial of the rung.
    Trial(Trial),
    /// A run at an outside provider, by index.
    Outside(u8),
}

/// How a trial came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One effect, and the client knows it.
    Holds,
    /// So many effects of one intent.
    Twice(u32),
    /// So many local side effects of one intent.
    Mails(u32),
    /// A claim stands for good.
    Stuck,
    /// Sound, and the client does not know.
    Unknown,
    /// Something else was found.
    Other,
}

/// What a reader does.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Guesses.
    Guessed(u8),
    /// Asks for the answer.
    AnswerAsked,
    /// Steps on a rung.
    Rung(WriteOrder),
    /// Breaks the rung.
    Trial(Trial),
    /// Gives claims a lease, or takes it away.
    Lease(bool),
    /// Opens a run at an outside provider.
    Outside(u8),
}

impl Default for Gap {
    fn default() -> Gap {
        Gap {
            guess: None,
            is_revealed: false,
            rung: WriteOrder::CheckThenAct,
            view: View::Trial(Trial::CrashAfterEffect),
            has_lease: false,
            outcomes: Rc::new([]),
            outside: Rc::new([]),
        }
    }
}

/// The page was opened.
pub fn open(state: &mut AppState) {
    let runs = 0..OUTSIDE.len() as u8;
    state.further.gap.outside = runs.map(|n| outcome(&Run::of(Rc::new(runs::outside(n))))).collect();
    show_view(state);
}

/// Changes the state by an action.
pub fn apply(state: &mut AppState, act: Act) {
    let gap = &mut state.further.gap;
    match act {
        Act::Guessed(option) => {
            gap.guess = Some(option);
            gap.is_revealed = true;
        }
        Act::AnswerAsked => gap.is_revealed = true,
        Act::Rung(rung) => {
            gap.rung = rung;
            let trials = runs::trials_of(rung);
            let same = match gap.view {
                View::Trial(trial) if trials.contains(&trial) => trial,
                _ => trials.first().copied().unwrap_or(Trial::TwoAtOnce),
            };
            gap.view = View::Trial(same);
        }
        Act::Trial(trial) => gap.view = View::Trial(trial),
        Act::Lease(has_lease) => {
            gap.has_lease = has_lease;
            if let View::Outside(_) = gap.view {
                gap.view = View::Trial(Trial::CrashAfterEffect);
            }
        }
        Act::Outside(index) => gap.view = View::Outside(index),
    }
    show_view(state);
}

/// The next rung up, if there is one.
#[must_use]
pub fn next_rung(rung: WriteOrder) -> Option<WriteOrder> {
    WriteOrder::ALL.into_iter().find(|order| *order > rung)
}

fn show_view(state: &mut AppState) {
    let gap = &mut state.further.gap;
    let (rung, has_lease) = (gap.rung, gap.has_lease);
    let trials = runs::trials_of(rung).iter();
    gap.outcomes =
        trials.map(|trial| (*trial, outcome(&run_of(rung, has_lease, View::Trial(*trial))))).collect();
    let run = Rc::new(run_of(rung, has_lease, gap.view));
    state.is_playing = false;
    let stage = stage(state.language, state.layout, vec![run], None);
    show(state, stage);
}

fn run_of(rung: WriteOrder, has_lease: bool, view: View) -> Run {
    Run::of(Rc::new(match view {
        View::Trial(trial) => runs::scenario(rung, trial, has_lease),
        View::Outside(index) => runs::outside(index),
    }))
}

/// How a run came out.
#[must_use]
pub fn outcome(run: &Run) -> Outcome {
    let has = |finding| run.found.iter().any(|found| found.finding == finding);
    match () {
        () if has(Finding::EffectTwice) => Outcome::Twice(run.end.effects_of(0)),
        () if has(Finding::SideEffectTwice) => Outcome::Mails(run.end.side_effects_of(0)),
        () if has(Finding::Stuck) => Outcome::Stuck,
        () if run.found.is_empty() && run.end.beliefs.values().any(|belief| *belief == Belief::Unknown) => {
            Outcome::Unknown
        }
        () if run.found.is_empty() => Outcome::Holds,
        () => Outcome::Other,
    }
}
