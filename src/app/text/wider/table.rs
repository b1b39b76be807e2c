//! The templates and words of the wider world.

table! {
    /// Words of the wider world.
    pub struct WiderTexts {
        /// `{knob}`.
        assumed,
        /// `{client}`, `{key}`, `{intent}`.
        key_dropped,
        /// `{client}`, `{intent}`.
        belief_forgotten,
        /// `{client}`.
        died_after_persist,
        /// `{client}`.
        died_after_send,
        /// `{client}`.
        died_after_answer,
        /// `{client}`, `{dur}`, `{n}`, `{max}`.
        series_planned,
        /// `{attempt}`, `{client}`.
        connection_refused,
        /// `{attempt}`, `{dur}`.
        gateway_timeout,
        /// `{attempt}`, `{answer}`.
        gateway_too_late,
        /// `{attempt}`.
        hung_up,
        /// `{attempt}`.
        key_missing,
        /// `{attempt}`, `{key}`.
        key_malformed,
        /// `{attempt}`.
        keyless,
        /// `{attempt}`, `{key}`.
        key_given,
        /// `{attempt}`.
        limited_front,
        /// `{attempt}`.
        limited_behind,
        /// `{attempt}`, `{dur}`.
        outside_window,
        /// `{key}`.
        spent,
        /// `{attempt}`, `{key}`.
        as_new,
        /// `{attempt}`, `{order}`.
        asked_found,
        /// `{attempt}`.
        asked_pending,
        /// `{attempt}`.
        asked_nothing,
        /// `{order}`, `{state}`.
        state_changed,
        /// `{order}`, `{state}`.
        nothing_to_change,
        /// `{order}`.
        no_such_order,
        /// `{attempt}`, `{point}`, `{dur}`.
        stalled,
        /// `{attempt}`.
        goes_on,
        /// `{attempt}`.
        commit_unknown,
        /// `{attempt}`, `{key}`.
        record_cancelled,
        /// `{attempt}`, `{key}`, `{owner}`.
        collided,
        /// `{attempt}`, `{order}`.
        resumed,
        /// `{order}`, `{key}`.
        phase_done,
        /// `{order}`, `{key}`.
        phase_open,
        /// `{order}`.
        provider_asked_found,
        /// No slots.
        provider_asked_nothing,
        /// `{attempt}`, `{key}`.
        parked,
        /// `{attempt}`.
        provider_fenced,
        /// `{n}`, `{m}`.
        failover,
        /// `{n}`.
        forgotten_records,
        /// `{key}`, `{dur}`.
        promise_begins,
        /// `{key}`, `{owner}`.
        looked_interrupted,
        /// `{attempt}`, `{key}`, `{owner}`.
        taken_up,
        /// `{attempt}`.
        change_written,
        /// `{key}`.
        evicted,
        /// `{key}`, `{owner}`.
        swept,
        /// No slots.
        deployed,
        /// `{attempt}`.
        outbox_written,
        /// No slots.
        relayed,
        /// No slots.
        relayed_again,
        /// `{intent}`.
        mailed,
        /// `{intent}`, `{n}`.
        mailed_again,
        /// No slots.
        inbox_knew,
        /// `{client}`, `{attempt}`, `{intent}`.
        sent_question,
        /// `{client}`.
        stored_keyless,
        /// `{attempt}`.
        arrived_keyless,
        /// `{attempt}`, `{says}`.
        failed_keyless,
        /// `{client}`, `{attempt}`, `{intent}`.
        sent_keyless,
        /// `{client}`, `{attempt}`, `{key}`, `{endpoint}`.
        sent_change,
        /// A name of two or three words.
        n_assumed,
        /// A name of two or three words.
        n_key_dropped,
        /// A name of two or three words.
        n_belief_forgotten,
        /// A name of two or three words.
        n_died,
        /// A name of two or three words.
        n_series_planned,
        /// A name of two or three words.
        n_refused,
        /// A name of two or three words.
        n_gateway,
        /// A name of two or three words.
        n_too_late,
        /// A name of two or three words.
        n_hung_up,
        /// A name of two or three words.
        n_key_refused,
        /// A name of two or three words.
        n_keyless,
        /// A name of two or three words.
        n_key_given,
        /// A name of two or three words.
        n_limited,
        /// A name of two or three words.
        n_window,
        /// A name of two or three words.
        n_spent,
        /// A name of two or three words.
        n_as_new,
        /// A name of two or three words.
        n_asked,
        /// A name of two or three words.
        n_changed,
        /// A name of two or three words.
        n_unchanged,
        /// A name of two or three words.
        n_no_order,
        /// A name of two or three words.
        n_stalled,
        /// A name of two or three words.
        n_goes_on,
        /// A name of two or three words.
        n_commit_unknown,
        /// A name of two or three words.
        n_cancelled,
        /// A name of two or three words.
        n_collided,
        /// A name of two or three words.
        n_resumed,
        /// A name of two or three words.
        n_phase,
        /// A name of two or three words.
        n_provider_asked,
        /// A name of two or three words.
        n_parked,
        /// A name of two or three words.
        n_fenced,
        /// A name of two or three words.
        n_failover,
        /// A name of two or three words.
        n_forgotten,
        /// A name of two or three words.
        n_promise,
        /// A name of two or three words.
        n_interrupted,
        /// A name of two or three words.
        n_evicted,
        /// A name of two or three words.
        n_swept,
        /// A name of two or three words.
        n_deployed,
        /// A name of two or three words.
        n_outbox,
        /// A name of two or three words.
        n_relayed,
        /// A name of two or three words.
        n_mailed,
        /// A name of two or three words.
        n_inbox,
        /// An answer. `{status}`, `{order}`, `{state}`.
        answer_current,
        /// An answer. `{status}`, `{order}`.
        answer_pointer,
        /// An answer. `{status}`.
        answer_pending,
        /// An answer. `{status}`.
        answer_declined,
        /// An answer. `{status}`.
        answer_limited,
        /// An answer. `{status}`.
        answer_no_key,
        /// An answer. `{status}`.
        answer_bad_key,
        /// An answer. `{status}`.
        answer_key_expired,
        /// An answer. `{status}`.
        answer_not_found,
        /// An answer. `{status}`.
        answer_gateway,
        /// An answer. `{status}`.
        answer_parked,
        /// An order's state.
        created,
        /// An order's state.
        confirmed,
        /// An order's state.
        cancelled,
        /// A record's state.
        open,
        /// An endpoint, in a sentence.
        to_confirm,
        /// An endpoint, in a sentence.
        to_cancel,
        /// `{intent}`, `{key}`, `{@last}`.
        never_finishes,
        /// `{intent}`, `{n}`, `{@mails}`.
        side_effect_twice,
        /// `{attempt}`, `{key}`, `{@answer}`.
        wrong_operation,
        /// Why. `{@decided}`.
        why_keyless,
        /// Why. `{@decided}`.
        why_other_scope,
        /// Why. `{@decided}`.
        why_hung_up,
        /// Why. `{@decided}`.
        why_forgotten,
        /// Why. `{@decided}`.
        why_swept,
        /// Why. `{@decided}`.
        why_replica,
        /// Why. `{@decided}`.
        why_late,
        /// What happened. `{order}`.
        made_recorded_failed,
        /// What happened. `{order}`.
        made_record_gone,
        /// A write order.
        transaction_only,
        /// What it means.
        transaction_only_hint,
        /// A key policy.
        per_call,
        /// What it means.
        per_call_hint,
        /// A key policy.
        no_key,
        /// What it means.
        no_key_hint,
        /// What is retried.
        on_refused,
        /// What is retried.
        on_limited,
        /// Where the effect is.
        both,
        /// What a duplicate meets.
        current_state,
        /// What a duplicate meets.
        may_fail,
        /// What becomes of failures.
        failures_differ,
        /// A fault. `{attempt}`.
        refuse_name,
        /// A fault. `{attempt}`.
        limit_name,
        /// A fault. `{attempt}`, `{point}`, `{dur}`.
        stall_name,
        /// A fault. `{attempt}`.
        commit_ack_name,
        /// A fault. `{attempt}`.
        client_crash_name,
        /// A fault. `{attempt}`, `{dur}`.
        redeliver_name,
        /// What is wrong with a file.
        floor,
    }
}
