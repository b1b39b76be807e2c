//! The words of lesson 6 beyond those that every lesson has.

use super::lessons::LessonTexts;
use super::{Language, lab_texts};
use crate::app::gap::Trial;

table! {
    /// Lesson 6's own words.
    pub struct GapWords {
        /// A trial.
        lost_response,
        /// A trial.
        two_at_once,
        /// A trial.
        crash_claim,
        /// A trial.
        crash_effect,
        /// A trial.
        crash_record,
        /// A trial.
        crash_commit,
        /// A trial.
        short_lease,
        /// A trial.
        stall,
        /// A label.
        ladder,
        /// A label.
        break_it,
        /// A label.
        lease,
        /// A label.
        next_rung,
        /// A label.
        top,
        /// A label.
        outside,
        /// A group of the second part.
        g_keys,
        /// A group of the second part.
        g_unknown,
        /// A group of the second part.
        g_fence,
        /// A group of the second part.
        g_outbox,
        /// A group of the second part.
        g_commit,
        /// A group of the second part.
        g_ask,
        /// A label.
        holds,
        /// A label.
        twice,
        /// A label. `{n}`.
        mails,
        /// A label.
        stuck,
        /// A label.
        other,
        /// A label.
        what_came_out,
    }
}

/// Lesson 6's texts.
#[derive(Debug)]
pub struct GapTexts {
    /// The lesson. Its changes are the runs of the second part.
    pub lesson: LessonTexts,
    /// Its own words.
    pub words: GapWords,
}

/// A trial's name.
#[must_use]
pub fn trial(language: Language, trial: Trial) -> &'static str {
    let words = &lab_texts(language).gap.words;
    match trial {
        Trial::LostResponse => words.lost_response,
        Trial::TwoAtOnce => words.two_at_once,
        Trial::CrashAfterClaim => words.crash_claim,
        Trial::CrashAfterEffect => words.crash_effect,
        Trial::CrashAfterRecord => words.crash_record,
        Trial::CrashAfterCommit => words.crash_commit,
        Trial::ShortLease => words.short_lease,
        Trial::Stall => words.stall,
    }
}
