//! Which sentences a row of the figure carries, and how much room they need.

use super::text::Language;
use super::text::events::sentence;
use super::text::template::{Piece, plain};
use crate::sim::run::Run;
use crate::sim::trace::EventSeq;

/// A sentence of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSentence {
    /// The world it is true of; `None` where it is the same in every world of the figure.
    pub world: Option<u8>,
    /// The event it tells, in that world or in the last one.
    pub event: EventSeq,
    /// Its words.
    pub pieces: Vec<Piece>,
}

/// Room of the sentence column, in units of half a CJK character.
const UNITS_ONE_WORLD: u32 = 41;
const UNITS_TWO_WORLDS: u32 = 36;

/// The sentences of a row: one where all worlds say the same, else one for each world that has an event there.
#[must_use]
pub fn of_row(language: Language, runs: &[&Run], events: &[Option<EventSeq>]) -> Vec<RowSentence> {
    let told = runs.iter().zip(events).enumerate().filter_map(|(world, (run, event))| {
        let event = run.trace.event((*event)?)?;
        let world = (runs.len() > 1).then_some(world as u8);
        Some(RowSentence { world, event: event.seq, pieces: sentence(language, run, event) })
    });
    let mut told: Vec<RowSentence> = told.collect();
    if told.len() == runs.len() && told.windows(2).all(|pair| pair[0].pieces == pair[1].pieces) {
        told.drain(..told.len() - 1);
        told.iter_mut().for_each(|only| only.world = None);
    }
    told
}

/// How many lines the sentences of a row take.
#[must_use]
pub fn lines(language: Language, runs: &[&Run], events: &[Option<EventSeq>]) -> u32 {
    let room = if runs.len() > 1 { UNITS_TWO_WORLDS } else { UNITS_ONE_WORLD };
    let needed = |told: &RowSentence| {
        let marker = if told.world.is_some() { 7 } else { 0 };
        let width: u32 = plain(&told.pieces, language).chars().map(units).sum();
        // Words do not break, so lines of Latin text are seldom full, the less so the shorter they are; beside Chinese
        // they keep a little distance.
        let lost = match language {
            Language::En if runs.len() > 1 => 6,
            Language::En => 4,
            Language::Zh => 3,
        };
        (width + marker).div_ceil(room - lost).max(1)
    };
    of_row(language, runs, events).iter().map(needed).sum()
}

const fn units(character: char) -> u32 {
    if (character as u32) < 0x2000 { 1 } else { 2 }
}
