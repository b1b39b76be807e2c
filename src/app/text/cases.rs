//! The incidents: the list, one of them, and what stands there while files are on their way. Stories are not here: they
//! come with the list.

use super::{Language, lab_texts};
use crate::app::cases::{Confidence, Evidence, Kind};

table! {
    /// The incidents.
    pub struct CasesTexts {
        /// The list's heading.
        heading,
        /// What they are. `{n}`.
        intro,
        /// The heading of what the evidence words mean.
        evidence,
        /// An evidence word.
        incident,
        /// What it means.
        incident_means,
        /// An evidence word.
        bug,
        /// What it means.
        bug_means,
        /// An evidence word.
        review,
        /// What it means.
        review_means,
        /// An evidence word.
        design,
        /// What it means.
        design_means,
        /// How sure the mechanism is. `{level}`.
        confidence,
        /// That word alone.
        sure,
        /// What its levels mean.
        confidence_means,
        /// A level.
        high,
        /// A level.
        medium,
        /// A level.
        low,
        /// The project carries no weight.
        small,
        /// What that means.
        small_means,
        /// The group of filters.
        filter,
        /// No filter.
        all_kinds,
        /// A kind.
        key_per_attempt,
        /// A kind.
        client_persistence,
        /// A kind.
        body_hash,
        /// A kind.
        mismatch,
        /// A kind.
        scope,
        /// A kind.
        race,
        /// A kind.
        gap_crash,
        /// A kind.
        stored_failure,
        /// A kind.
        validation_stored,
        /// A kind.
        expiry,
        /// A kind.
        canonicalisation,
        /// A kind.
        retry_storm,
        /// How many are shown. `{n}`.
        shown,
        /// The list has none of a kind. `{kind}`.
        none_of_kind,
        /// The address asks for one that is not there. `{id}`.
        missing,
        /// The list is on its way.
        loading_index,
        /// An incident's runs are on their way.
        loading_runs,
        /// They are there, said to those who cannot see it.
        runs_there,
        /// A file did not come. `{file}`, `{reason}`.
        not_come,
        /// A status, as a reason. `{status}`.
        status,
        /// A file cannot be read. `{file}`, `{problem}`.
        unreadable,
        /// Asks again.
        retry,
        /// Accessible name of the way back and of turning over.
        turning,
        /// Back to the list.
        back,
        /// The one before.
        previous,
        /// The one after.
        next,
        /// Accessible name of the one before.
        previous_name,
        /// Accessible name of the one after.
        next_name,
        /// Before the source's name.
        source,
        /// After a link that opens elsewhere, for those who cannot see it.
        new_tab,
        /// The left world, where it did happen.
        as_happened,
        /// The left world, where it was worked out.
        worked_out,
        /// The right world.
        built_right,
        /// What a run comes to. `{meant}`, `{made}`, `{replays}`, `{refused}`, `{n}`.
        count,
        /// Carries a run on. `{run}`.
        carry_on,
        /// What is ours and what is the source’s.
        ours,
    }
}

fn words(language: Language) -> &'static CasesTexts {
    &lab_texts(language).cases
}

/// What a kind is called.
#[must_use]
pub fn kind(language: Language, kind: Kind) -> &'static str {
    let words = words(language);
    match kind {
        Kind::KeyPerAttempt => words.key_per_attempt,
        Kind::ClientPersistence => words.client_persistence,
        Kind::BodyHash => words.body_hash,
        Kind::Mismatch => words.mismatch,
        Kind::Scope => words.scope,
        Kind::Race => words.race,
        Kind::GapCrash => words.gap_crash,
        Kind::StoredFailure => words.stored_failure,
        Kind::ValidationStored => words.validation_stored,
        Kind::Expiry => words.expiry,
        Kind::Canonicalisation => words.canonicalisation,
        Kind::RetryStorm => words.retry_storm,
    }
}

/// An evidence word and what it means.
#[must_use]
pub fn evidence(language: Language, evidence: Evidence) -> (&'static str, &'static str) {
    let words = words(language);
    match evidence {
        Evidence::Incident => (words.incident, words.incident_means),
        Evidence::Bug => (words.bug, words.bug_means),
        Evidence::Review => (words.review, words.review_means),
        Evidence::Design => (words.design, words.design_means),
    }
}

/// A level of confidence.
#[must_use]
pub fn confidence(language: Language, confidence: Confidence) -> &'static str {
    let words = words(language);
    match confidence {
        Confidence::High => words.high,
        Confidence::Medium => words.medium,
        Confidence::Low => words.low,
    }
}

/// What the left and the right world are called. What was found by reading code, or is a design, did not happen.
#[must_use]
pub fn worlds(language: Language, evidence: Evidence) -> [&'static str; 2] {
    let words = words(language);
    let left = match evidence {
        Evidence::Incident | Evidence::Bug => words.as_happened,
        Evidence::Review | Evidence::Design => words.worked_out,
    };
    [left, words.built_right]
}
