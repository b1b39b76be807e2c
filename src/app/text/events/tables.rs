//! The templates of [`super::sentence`] and the words of [`super::name`].

table! {
    /// One sentence per event.
    pub struct EventTexts {
        /// `{client}`, `{key}`, `{intent}`.
        key_made,
        /// `{client}`, `{key}`, `{attempt}`.
        key_made_attempt,
        /// `{client}`, `{key}`, `{attempt}`.
        key_hashed,
        /// `{client}`, `{key}`, `{intent}`.
        key_from_id,
        /// `{client}`, `{key}`.
        key_stored,
        /// `{client}`, `{attempt}`, `{key}`, `{intent}`.
        sent_first,
        /// `{client}`, `{attempt}`, `{key}`, `{intent}`. Another client sent it before.
        sent_own_first,
        /// `{client}`, `{attempt}`, `{key}`, `{intent}`. It forgot earlier sends.
        sent_forgot,
        /// `{client}`, `{attempt}`, `{key}`.
        sent_same,
        /// `{client}`, `{attempt}`, `{key}`.
        sent_new_key,
        /// `{client}`, `{attempt}`, `{key}`.
        sent_other_order,
        /// `{client}`, `{attempt}`, `{key}`.
        sent_other_text,
        /// `{client}`, `{attempt}`, `{key}`.
        sent_other_parameters,
        /// `{attempt}`.
        lost_request,
        /// `{attempt}`. A second copy is still on its way.
        lost_first_copy,
        /// `{attempt}`. It was a success that the client does not hear otherwise.
        lost_response,
        /// `{attempt}`, `{answer}`.
        lost_answer,
        /// `{attempt}`, `{message}`, `{dur}`.
        delayed,
        /// `{attempt}`, `{key}`.
        arrived,
        /// `{attempt}`.
        arrived_down,
        /// `{attempt}`.
        second_copy,
        /// `{attempt}`. The first was lost.
        second_copy_only,
        /// `{attempt}`.
        second_copy_down,
        /// `{attempt}`.
        validated,
        /// `{says}`.
        invalid,
        /// `{status}`.
        says,
        /// `{status}`. The answer never went out.
        says_not,
        /// `{key}`.
        looked_nothing,
        /// `{key}`.
        looked_finished,
        /// `{key}`, `{attempt}`. It executed, and its work was dropped.
        looked_finished_fenced,
        /// `{key}`, `{owner}`.
        looked_in_flight,
        /// `{key}`, `{owner}`.
        looked_lease_over,
        /// `{attempt}`, `{key}`, `{owner}`, `{says}`.
        looked_locked,
        /// `{key}`, `{says}`.
        looked_other,
        /// `{attempt}`, `{key}`.
        claimed,
        /// `{attempt}`, `{key}`.
        claimed_in_transaction,
        /// `{attempt}`, `{key}`, `{owner}`.
        taken_over,
        /// `{attempt}`, `{owner}`, `{dur}`.
        waiting,
        /// `{attempt}`, `{dur}`, `{says}`.
        waited_out,
        /// `{order}`, `{intent}`.
        effect,
        /// `{order}`, `{intent}`, `{n}`.
        effect_again,
        /// `{attempt}`.
        effect_written,
        /// `{order}`.
        provider_effect,
        /// `{order}`, `{intent}`, `{n}`.
        provider_again,
        /// `{key}`, `{order}`.
        provider_knew,
        /// `{key}`.
        record_written,
        /// `{answer}`, `{key}`, `{state}`.
        recorded,
        /// `{attempt}`, `{key}`.
        replaced,
        /// `{order}`, `{key}`.
        committed,
        /// `{order}`, `{key}`, `{intent}`, `{n}`.
        committed_again,
        /// `{key}`.
        committed_record,
        /// `{attempt}`.
        rolled_back,
        /// `{attempt}`, `{order}`. The provider made something.
        rolled_back_provider,
        /// `{attempt}`, `{reason}`, `{loss}`.
        fenced,
        /// `{key}`, `{owner}`.
        fenced_by_claim,
        /// `{key}`, `{owner}`.
        fenced_by_record,
        /// `{key}`.
        fenced_by_nothing,
        /// No slots.
        work_dropped,
        /// `{order}`.
        charge_stays,
        /// `{attempt}`, `{status}`, `{key}`.
        failed_stored,
        /// `{attempt}`, `{status}`. A crash came before the record.
        failed_unstored,
        /// `{attempt}`, `{says}`, `{key}`.
        failed_freed,
        /// `{attempt}`, `{says}`, `{key}`.
        failed_no_record,
        /// `{key}`.
        released,
        /// `{attempt}`, `{answer}`.
        replied,
        /// `{attempt}`, `{answer}`.
        replayed,
        /// `{attempt}`, `{answer}`, `{order}`. It had called the provider before it was fenced out.
        replayed_after_work,
        /// `{client}`, `{attempt}`, `{answer}`.
        heard,
        /// `{client}`, `{attempt}`.
        heard_too_late,
        /// `{client}`, `{attempt}`, `{dur}`.
        timed_out,
        /// `{client}`, `{attempt}`, `{dur}`, `{belief}`. It knew already.
        timed_out_known,
        /// `{client}`, `{intent}`.
        believed_unknown,
        /// `{client}`, `{intent}`, `{order}`.
        believed_done,
        /// `{client}`, `{intent}`, `{status}`.
        believed_refused,
        /// `{client}`, `{intent}`, `{status}`. It forgot earlier attempts.
        believed_refused_forgot,
        /// `{answer}`, `{intent}`.
        not_settled,
        /// `{client}`, `{dur}`, `{n}`, `{max}`.
        retry_planned,
        /// `{point}`, `{n}`.
        crashed,
        /// `{point}`.
        crashed_idle,
        /// `{dur}`.
        restarted,
        /// `{key}`.
        lease_ended,
        /// `{key}`.
        kept_longer,
        /// `{key}`.
        expired,
        /// `{client}`.
        reloaded,
        /// `{client}`, `{intent}`.
        recovered,
        /// `{client}`, `{intent}`. It has no key of its own.
        recovered_no_key,
        /// `{client}`, `{intent}`.
        forgotten,
        /// `{client}`, `{intent}`. The key can be derived again.
        forgotten_derivable,
        /// No slots.
        time_passed,
        /// `{limit}`, `{max}`, `{step}`.
        limit_reached,
        /// `{limit}`, `{max}`. No step had begun.
        limit_at_once,
    }
}

table! {
    /// Two or three words per event.
    pub struct EventNameTexts {
        /// A key was made.
        key_made,
        /// A key was stored.
        key_stored,
        /// A first send.
        sent,
        /// A later send.
        sent_again,
        /// A request was lost.
        request_lost,
        /// A response was lost.
        response_lost,
        /// A message is delayed.
        delayed,
        /// A request arrived.
        arrived,
        /// A second copy arrived.
        second_copy,
        /// Nobody took it.
        arrived_down,
        /// Valid.
        validated,
        /// Not valid.
        invalid,
        /// A look-up.
        looked_nothing,
        /// A look-up.
        looked_finished,
        /// A look-up.
        looked_in_flight,
        /// A look-up.
        looked_lease_over,
        /// A look-up.
        looked_locked,
        /// A look-up.
        looked_other,
        /// A claim.
        claimed,
        /// A take-over.
        taken_over,
        /// A wait.
        waiting,
        /// A wait that was too long.
        waited_out,
        /// An order.
        effect,
        /// An order, not committed.
        effect_written,
        /// A charge.
        provider_effect,
        /// No charge.
        provider_knew,
        /// A record, not committed.
        record_written,
        /// A record.
        recorded,
        /// A record replaced another.
        replaced,
        /// A commit.
        committed,
        /// A roll-back.
        rolled_back,
        /// A fence.
        fenced,
        /// A failure.
        failed,
        /// A claim was removed.
        released,
        /// An answer was sent.
        replied,
        /// A refusal was sent.
        refused,
        /// A replay was sent.
        replayed,
        /// An answer was heard.
        heard,
        /// An answer was not heard.
        too_late,
        /// A timeout.
        timed_out,
        /// A belief.
        unknown,
        /// A belief.
        done,
        /// A belief.
        believed_refused,
        /// No belief changed.
        not_settled,
        /// A retry was planned.
        retry_planned,
        /// A crash.
        crashed,
        /// A restart.
        restarted,
        /// A lease ended.
        lease_ended,
        /// A promise ended.
        kept_longer,
        /// A record is gone.
        expired,
        /// A reload.
        reloaded,
        /// An intent came back.
        recovered,
        /// An intent is gone.
        forgotten,
        /// Time moved on.
        time_passed,
        /// A limit.
        limit_reached,
    }
}

// No lease, no reload, no client that waits for its turn, no provider, no run as long as a limit; a claim is never removed
// before its result.
beyond! {
    EventTexts:
    key_from_id, sent_forgot, looked_lease_over, taken_over, provider_effect, provider_again, provider_knew,
    rolled_back_provider, charge_stays, released, believed_refused_forgot, retry_planned, lease_ended,
    reloaded, recovered, recovered_no_key, forgotten, forgotten_derivable, time_passed, limit_reached, limit_at_once,
}
beyond! {
    EventNameTexts:
    looked_lease_over, taken_over, provider_effect, provider_knew, released, retry_planned, lease_ended,
    reloaded, recovered, forgotten, time_passed, limit_reached,
}
