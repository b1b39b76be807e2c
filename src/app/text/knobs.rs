//! The knobs of a contract in words: their names, and the values that each can have.
//!
//! A value is said whole, with what a run does where a part of it is not documented: no reader should take the engine's
//! assumption for a provider's promise. Whose statement it is, and where it stands, is said beside it.

use crate::app::contracts::Class;
use crate::sim::contract::{
    AfterExpiry, Clock, FailedWork, FingerprintRule, InFlight, Knob, MismatchDoes, Presence, Refusal,
    ReplayMode, RetentionKind, ScopePart, Store,
};

use super::template::{Value, plain, render};
use super::{Language, lab_texts, names};

mod whole;

pub use whole::value;

table! {
    /// The knobs and their values.
    pub struct KnobTexts {
        /// A knob.
        k_carrier,
        /// A knob.
        k_methods,
        /// A knob.
        k_key_policy,
        /// A knob.
        k_scope,
        /// A knob.
        k_fingerprint,
        /// A knob.
        k_mismatch,
        /// A knob.
        k_in_flight,
        /// A knob.
        k_stores,
        /// A knob.
        k_failed_work,
        /// A knob.
        k_replay,
        /// A knob.
        k_retention,
        /// A knob.
        k_after_expiry,
        /// A knob that nobody documents, with what a run assumes. `{value}`.
        unsaid,
        /// Between parts of a value.
        list_comma,
        /// A carrier. `{name}`.
        header,
        /// A carrier. `{name}`.
        body_field,
        /// A carrier. `{name}`.
        param,
        /// A carrier. `{name}`.
        directive,
        /// A carrier. `{name}`.
        derived,
        /// Requests.
        listed_actions,
        /// Requests.
        any_invocation,
        /// Requests.
        any_request_message,
        /// Requests.
        listed_mutations,
        /// Whether there must be a key.
        required,
        /// Whether there must be a key.
        optional,
        /// Whether there must be a key.
        auto,
        /// A length. `{min}`, `{max}`.
        between,
        /// A length. `{min}`.
        at_least,
        /// A length. `{max}`.
        at_most,
        /// A form.
        opaque,
        /// A form.
        ascii,
        /// A form.
        uuid4,
        /// A form.
        guid,
        /// A form.
        sf_string,
        /// A form.
        md5,
        /// `{status}`.
        missing_status,
        /// `{status}`.
        bad_status,
        /// A part of the scope.
        caller,
        /// A part of the scope.
        account,
        /// A part of the scope.
        company,
        /// A part of the scope.
        user,
        /// A part of the scope.
        sandbox,
        /// A part of the scope.
        region,
        /// A part of the scope.
        zone,
        /// A part of the scope.
        api,
        /// A part of the scope.
        function,
        /// No part at all.
        one_scope,
        /// Between parts.
        plus,
        /// A fingerprint.
        params,
        /// A fingerprint.
        endpoint_params,
        /// A fingerprint.
        selected_fields,
        /// A fingerprint.
        implementation_defined,
        /// A fingerprint.
        nothing,
        /// A refusal. `{answer}`.
        reject,
        /// In place of a status.
        status_unsaid,
        /// On other parameters.
        replay_original,
        /// On other parameters.
        same_as_duplicate,
        /// On other parameters.
        treat_as_new,
        /// On a duplicate. `{dur}`.
        wait,
        /// On a duplicate.
        current_state,
        /// On a duplicate. `{answer}`.
        may_fail,
        /// `{dur}`.
        lease,
        /// `{classes}`.
        pinned,
        /// `{classes}`.
        dropped,
        /// `{classes}`.
        assumed_pinned,
        /// `{classes}`.
        assumed_dropped,
        /// `{classes}`.
        unsaid_classes,
        /// A class.
        validation,
        /// A class.
        ok,
        /// A class.
        client_error,
        /// A class.
        server_error,
        /// A class.
        unhandled,
        /// A class.
        crash,
        /// A choice.
        pin,
        /// A choice.
        drop,
        /// After failed work.
        replay_error,
        /// After failed work.
        rerun,
        /// After failed work.
        resume,
        /// After failed work.
        reexecute,
        /// A replay.
        verbatim,
        /// A replay.
        updated_state,
        /// A replay.
        stored_or_current,
        /// A replay.
        conflict_pointer,
        /// `{status}`.
        with_status,
        /// `{code}`.
        with_code,
        /// `{marker}`.
        marked,
        /// Beside the marker.
        marks_first,
        /// `{dur}`.
        r_at_least,
        /// `{dur}`.
        r_fixed,
        /// `{dur}`.
        r_per_api,
        /// `{dur}`.
        r_lifetime,
        /// A retention.
        r_published,
        /// A retention.
        r_unpublished,
        /// `{dur}`.
        r_assumed,
        /// Where it starts.
        first_seen,
        /// Where it starts.
        completed,
        /// Where it starts.
        client_timestamp,
        /// Where it starts.
        clock_unsaid,
        /// After expiry.
        as_new,
        /// After expiry. `{answer}`.
        refused,
    }
}

fn words(language: Language) -> &'static KnobTexts {
    &lab_texts(language).knobs
}

/// A template with one slot, filled.
fn with(language: Language, template: &str, slot: &str, value: impl ToString) -> String {
    plain(&render(language, template, &[(slot, Value::Name(value.to_string()))]), language)
}

/// A knob's name, in a sentence.
#[must_use]
pub fn knob(language: Language, knob: Knob) -> &'static str {
    let words = words(language);
    match knob {
        Knob::Carrier => words.k_carrier,
        Knob::Methods => words.k_methods,
        Knob::KeyPolicy => words.k_key_policy,
        Knob::Scope => words.k_scope,
        Knob::Fingerprint => words.k_fingerprint,
        Knob::Mismatch => words.k_mismatch,
        Knob::InFlight => words.k_in_flight,
        Knob::Stores => words.k_stores,
        Knob::FailedWork => words.k_failed_work,
        Knob::Replay => words.k_replay,
        Knob::Retention => words.k_retention,
        Knob::AfterExpiry => words.k_after_expiry,
    }
}

/// A part of a scope.
#[must_use]
pub fn scope_part(language: Language, part: ScopePart) -> &'static str {
    let words = words(language);
    match part {
        ScopePart::Caller => words.caller,
        ScopePart::Account => words.account,
        ScopePart::Company => words.company,
        ScopePart::User => words.user,
        ScopePart::Sandbox => words.sandbox,
        ScopePart::Region => words.region,
        ScopePart::Zone => words.zone,
        ScopePart::Api => words.api,
        ScopePart::Function => words.function,
    }
}

/// What is compared.
#[must_use]
pub fn fingerprint(language: Language, rule: FingerprintRule) -> &'static str {
    let words = words(language);
    match rule {
        FingerprintRule::Params => words.params,
        FingerprintRule::EndpointParams => words.endpoint_params,
        FingerprintRule::SelectedFields => words.selected_fields,
        FingerprintRule::ImplementationDefined => words.implementation_defined,
        FingerprintRule::Nothing => words.nothing,
    }
}

/// Whether there must be a key.
#[must_use]
pub fn presence(language: Language, presence: Presence) -> &'static str {
    let words = words(language);
    match presence {
        Presence::Required => words.required,
        Presence::Optional => words.optional,
        Presence::Auto => words.auto,
    }
}

/// What other parameters meet; of a refusal its answer.
#[must_use]
pub fn mismatch(language: Language, does: MismatchDoes, answer: &Refusal) -> String {
    let words = words(language);
    match does {
        MismatchDoes::Reject => with(language, words.reject, "answer", refusal(language, answer, 409)),
        MismatchDoes::ReplayOriginal => words.replay_original.to_owned(),
        MismatchDoes::SameAsDuplicate => words.same_as_duplicate.to_owned(),
        MismatchDoes::TreatAsNew => words.treat_as_new.to_owned(),
    }
}

/// What a duplicate meets; of a refusal its answer.
#[must_use]
pub fn in_flight(language: Language, does: InFlight, answer: &Refusal) -> String {
    let words = words(language);
    match does {
        InFlight::Reject => with(language, words.reject, "answer", refusal(language, answer, 409)),
        InFlight::Wait(most) => with(language, words.wait, "dur", names::duration(language, most)),
        InFlight::CurrentState => words.current_state.to_owned(),
        InFlight::MayFail => with(language, words.may_fail, "answer", refusal(language, answer, 409)),
    }
}

/// A class of outcomes.
#[must_use]
pub fn class(language: Language, class: Class) -> &'static str {
    let words = words(language);
    match class {
        Class::Validation => words.validation,
        Class::Ok => words.ok,
        Class::ClientError => words.client_error,
        Class::ServerError => words.server_error,
        Class::Unhandled => words.unhandled,
    }
}

/// Whether a class is stored.
#[must_use]
pub fn store(language: Language, store: Store) -> &'static str {
    let words = words(language);
    if store == Store::Pin { words.pin } else { words.drop }
}

/// What a retry does after failed work.
#[must_use]
pub fn failed_work(language: Language, work: FailedWork) -> &'static str {
    let words = words(language);
    match work {
        FailedWork::ReplayError => words.replay_error,
        FailedWork::Rerun => words.rerun,
        FailedWork::Resume => words.resume,
        FailedWork::ReexecuteFailedParts => words.reexecute,
    }
}

/// What a replay gives back.
#[must_use]
pub fn replay(language: Language, mode: ReplayMode) -> &'static str {
    let words = words(language);
    match mode {
        ReplayMode::Verbatim => words.verbatim,
        ReplayMode::UpdatedState => words.updated_state,
        ReplayMode::StoredOrCurrent => words.stored_or_current,
        ReplayMode::ConflictPointer => words.conflict_pointer,
    }
}

/// What kind of promise a retention is.
#[must_use]
pub fn retention_kind(language: Language, kind: RetentionKind) -> &'static str {
    let words = &lab_texts(language).contracts;
    match kind {
        RetentionKind::AtLeast => words.kind_at_least,
        RetentionKind::Fixed => words.kind_fixed,
        RetentionKind::PerApi => words.kind_per_api,
        RetentionKind::ResourceLifetimePlus => words.kind_lifetime,
        RetentionKind::PublishedByServer => words.kind_published,
        RetentionKind::Unpublished => words.kind_unpublished,
    }
}

/// Where a retention starts.
#[must_use]
pub fn clock(language: Language, clock: Clock) -> &'static str {
    let words = words(language);
    match clock {
        Clock::FirstSeen => words.first_seen,
        Clock::Completed => words.completed,
        Clock::ClientTimestamp => words.client_timestamp,
    }
}

/// What comes after the retention.
#[must_use]
pub fn after_expiry(language: Language, rule: AfterExpiry) -> String {
    let words = words(language);
    match rule {
        AfterExpiry::ExecuteAsNew => words.as_new.to_owned(),
        AfterExpiry::Reject(status) => {
            let answer = refusal(language, &Refusal { status, code: None }, 412);
            with(language, words.refused, "answer", answer)
        }
    }
}

/// A refusal's status and code. What it does not state is the fixture's; a code without a status says that too.
fn refusal(language: Language, answer: &Refusal, status: u16) -> String {
    match (answer.status, &answer.code) {
        (Some(status), Some(code)) => format!("{status} {code}"),
        (None, Some(code)) => {
            format!("{code}{}{}", words(language).list_comma, words(language).status_unsaid)
        }
        (stated, None) => stated.unwrap_or(status).to_string(),
    }
}
