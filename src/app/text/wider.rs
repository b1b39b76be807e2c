//! Words of the wider world: what contracts, builds, providers and further habits add to sentences, names and
//! verdicts.
//!
//! They belong to the lab's texts, so that the first visit's program, whose lessons never reach them, does not carry
//! them. Each function gives a template or a word; filling it is its caller's.

use crate::sim::audit::Why;
use crate::sim::scenario::{ClientMoment, Endpoint};
use crate::sim::trace::{Meaning, OrderState, Wider};

use super::{Language, lab_texts};

mod table;

pub use table::WiderTexts;

fn words(language: Language) -> &'static WiderTexts {
    &lab_texts(language).wider
}

/// The template of an event's sentence.
pub(super) fn sentence(language: Language, wider: &Wider) -> &'static str {
    let words = words(language);
    match wider {
        Wider::Assumed { .. } => words.assumed,
        Wider::KeyDropped { .. } => words.key_dropped,
        Wider::BeliefForgotten { .. } => words.belief_forgotten,
        Wider::ClientCrashed { moment, .. } => match moment {
            ClientMoment::AfterPersist => words.died_after_persist,
            ClientMoment::AfterSend => words.died_after_send,
            ClientMoment::AfterAnswer => words.died_after_answer,
        },
        Wider::SeriesPlanned { .. } => words.series_planned,
        Wider::ConnectionRefused => words.connection_refused,
        Wider::GatewayTimeout { .. } => words.gateway_timeout,
        Wider::GatewayTooLate { .. } => words.gateway_too_late,
        Wider::HungUp => words.hung_up,
        Wider::KeyRefused { is_missing: true } => words.key_missing,
        Wider::KeyRefused { is_missing: false } => words.key_malformed,
        Wider::Keyless => words.keyless,
        Wider::KeyGiven => words.key_given,
        Wider::RateLimited { behind: false } => words.limited_front,
        Wider::RateLimited { behind: true } => words.limited_behind,
        Wider::OutsideWindow { .. } => words.outside_window,
        Wider::Spent => words.spent,
        Wider::TreatedAsNew => words.as_new,
        Wider::Looked { found: Some(_), .. } => words.asked_found,
        Wider::Looked { pending: true, .. } => words.asked_pending,
        Wider::Looked { .. } => words.asked_nothing,
        Wider::StateChanged { .. } => words.state_changed,
        Wider::NothingToChange { .. } => words.nothing_to_change,
        Wider::NoSuchOrder { .. } => words.no_such_order,
        Wider::Stalled { .. } => words.stalled,
        Wider::GoesOn => words.goes_on,
        Wider::CommitUnknown => words.commit_unknown,
        Wider::RecordCancelled => words.record_cancelled,
        Wider::Collided { .. } => words.collided,
        Wider::Resumed { .. } => words.resumed,
        Wider::PhaseDone { is_open: false, .. } => words.phase_done,
        Wider::PhaseDone { is_open: true, .. } => words.phase_open,
        Wider::ProviderAsked { charge: Some(_) } => words.provider_asked_found,
        Wider::ProviderAsked { charge: None } => words.provider_asked_nothing,
        Wider::ParkedForPerson => words.parked,
        Wider::ProviderFenced { .. } => words.provider_fenced,
        Wider::LostInFailover { .. } => words.failover,
        Wider::Forgotten { .. } => words.forgotten_records,
        Wider::PromiseBegins { .. } => words.promise_begins,
        Wider::Evicted => words.evicted,
        Wider::Swept { .. } => words.swept,
        Wider::Deployed { .. } => words.deployed,
        Wider::OutboxWritten => words.outbox_written,
        Wider::Relayed { again: false } => words.relayed,
        Wider::Relayed { again: true } => words.relayed_again,
        Wider::Mailed { nth: 0 | 1, .. } => words.mailed,
        Wider::Mailed { .. } => words.mailed_again,
        Wider::InboxKnew => words.inbox_knew,
    }
}

/// Two or three words for an event.
pub(super) fn name(language: Language, wider: &Wider) -> &'static str {
    let words = words(language);
    match wider {
        Wider::Assumed { .. } => words.n_assumed,
        Wider::KeyDropped { .. } => words.n_key_dropped,
        Wider::BeliefForgotten { .. } => words.n_belief_forgotten,
        Wider::ClientCrashed { .. } => words.n_died,
        Wider::SeriesPlanned { .. } => words.n_series_planned,
        Wider::ConnectionRefused => words.n_refused,
        Wider::GatewayTimeout { .. } => words.n_gateway,
        Wider::GatewayTooLate { .. } => words.n_too_late,
        Wider::HungUp => words.n_hung_up,
        Wider::KeyRefused { .. } => words.n_key_refused,
        Wider::Keyless => words.n_keyless,
        Wider::KeyGiven => words.n_key_given,
        Wider::RateLimited { .. } => words.n_limited,
        Wider::OutsideWindow { .. } => words.n_window,
        Wider::Spent => words.n_spent,
        Wider::TreatedAsNew => words.n_as_new,
        Wider::Looked { .. } => words.n_asked,
        Wider::StateChanged { .. } => words.n_changed,
        Wider::NothingToChange { .. } => words.n_unchanged,
        Wider::NoSuchOrder { .. } => words.n_no_order,
        Wider::Stalled { .. } => words.n_stalled,
        Wider::GoesOn => words.n_goes_on,
        Wider::CommitUnknown => words.n_commit_unknown,
        Wider::RecordCancelled => words.n_cancelled,
        Wider::Collided { .. } => words.n_collided,
        Wider::Resumed { .. } => words.n_resumed,
        Wider::PhaseDone { .. } => words.n_phase,
        Wider::ProviderAsked { .. } => words.n_provider_asked,
        Wider::ParkedForPerson => words.n_parked,
        Wider::ProviderFenced { .. } => words.n_fenced,
        Wider::LostInFailover { .. } => words.n_failover,
        Wider::Forgotten { .. } => words.n_forgotten,
        Wider::PromiseBegins { .. } => words.n_promise,
        Wider::Evicted => words.n_evicted,
        Wider::Swept { .. } => words.n_swept,
        Wider::Deployed { .. } => words.n_deployed,
        Wider::OutboxWritten => words.n_outbox,
        Wider::Relayed { .. } => words.n_relayed,
        Wider::Mailed { .. } => words.n_mailed,
        Wider::InboxKnew => words.n_inbox,
    }
}

/// The template of an answer of the wider world.
pub(super) fn answer(language: Language, meaning: Meaning) -> &'static str {
    let words = words(language);
    match meaning {
        Meaning::Current(..) => words.answer_current,
        Meaning::Pointer(_) => words.answer_pointer,
        Meaning::Pending => words.answer_pending,
        Meaning::Declined => words.answer_declined,
        Meaning::RateLimited => words.answer_limited,
        Meaning::KeyMissing => words.answer_no_key,
        Meaning::KeyMalformed => words.answer_bad_key,
        Meaning::KeyExpired => words.answer_key_expired,
        Meaning::NotFound => words.answer_not_found,
        Meaning::Gateway => words.answer_gateway,
        Meaning::Parked => words.answer_parked,
        Meaning::Created(_)
        | Meaning::InvalidParameters
        | Meaning::InProgress
        | Meaning::OtherParameters
        | Meaning::Failed => "",
    }
}

/// An order's state, in a sentence.
#[must_use]
pub fn order_state(language: Language, state: OrderState) -> &'static str {
    let words = words(language);
    match state {
        OrderState::Created => words.created,
        OrderState::Confirmed => words.confirmed,
        OrderState::Cancelled => words.cancelled,
    }
}

/// What a change asks for, in a sentence.
#[must_use]
pub fn endpoint(language: Language, to: Endpoint) -> &'static str {
    let words = words(language);
    if to == Endpoint::Confirm { words.to_confirm } else { words.to_cancel }
}

/// The template of a reason.
pub(super) fn why(language: Language, why: Why) -> &'static str {
    let words = words(language);
    match why {
        Why::Keyless => words.why_keyless,
        Why::OtherScope => words.why_other_scope,
        Why::HungUp => words.why_hung_up,
        Why::Forgotten => words.why_forgotten,
        Why::Swept => words.why_swept,
        Why::Late => words.why_late,
        _ => words.why_replica,
    }
}
