//! The inspector, what each side knows, and the counts.

table! {
    /// Messages, records and their states.
    pub struct InspectorTexts {
        /// The panel.
        inspector,
        /// Drops the selection.
        clear_selection,
        /// The panel of the two messages. `{attempt}`.
        exchange,
        /// The raw messages.
        raw_http,
        /// A message.
        request,
        /// A message.
        response,
        /// A time. `{time}`.
        arrived_at,
        /// A time. `{time}`.
        heard_at,
        /// A time. `{time}`.
        lost_at,
        /// A message before its end.
        on_its_way,
        /// A time. `{time}`.
        unheard_at,
        /// A time. `{time}`.
        not_taken_at,
        /// The table of records.
        key_records,
        /// A column.
        key,
        /// A column.
        fingerprint,
        /// A column.
        state,
        /// A column.
        stored_answer,
        /// A column.
        time_left,
        /// A column.
        made_by,
        /// A time.
        first_seen,
        /// A time.
        lease_until,
        /// A time.
        promised_until,
        /// A time.
        gone_at,
        /// A claim without a lease has no end.
        no_limit,
        /// An empty cell.
        nothing_stored,
        /// The diagram's accessible name. `{key}`, `{state}`.
        state_now,
        /// A value before the change. `{old}`.
        was,
        /// Below the table. `{@event}`.
        changed_at,
        /// Where the last event changed no record.
        nothing_changed,
        /// A column.
        the_client_knows,
        /// A column.
        what_happened,
        /// The table's heading.
        both_sides,
        /// The ledger's heading.
        ledger,
        /// The provider's heading.
        provider,
        /// Empty state.
        no_events,
        /// Empty state.
        no_records,
        /// Empty state.
        no_answer,
        /// Empty state.
        no_selection,
        /// Empty state.
        no_attempts,
        /// The verdict's heading.
        verdict,
        /// Before the end of the run.
        verdict_later,
    }
}

// As in the figure; a claim has no lease.
beyond! {
    InspectorTexts: provider, lease_until
}

table! {
    /// “The client knows | what happened”, cell by cell.
    pub struct KnowsTexts {
        /// The client: it still listens.
        waiting,
        /// The client: it gave up.
        no_answer,
        /// The client: what it heard. `{answer}`.
        heard,
        /// The client: it reloaded while it waited.
        dropped,
        /// The client: it no longer knows the intent.
        forgotten,
        /// What happened: not there yet.
        on_its_way,
        /// What happened: it never arrived.
        nothing_arrived,
        /// What happened: the service was down.
        down,
        /// What happened: not finished.
        at_work,
        /// What happened: written, not committed.
        uncommitted,
        /// What happened. `{order}`.
        made_recorded,
        /// What happened. `{order}`.
        made_no_record,
        /// What happened. `{attempt}`.
        replayed,
        /// What happened. `{answer}`.
        refused,
        /// What happened. `{answer}`.
        failed,
        /// What happened.
        rolled_back,
        /// What happened.
        died,
        /// What happened.
        nothing,
        /// What happened to an intent. `{n}`.
        effects,
    }
}

// No client of a lesson reloads.
beyond! {
    KnowsTexts: dropped, forgotten
}

table! {
    /// The counts.
    pub struct TallyTexts {
        /// The heading.
        tally,
        /// Intents.
        meant,
        /// Attempts.
        attempts,
        /// Effects.
        made,
        /// Replays.
        replays,
        /// Refusals.
        refused,
        /// The line that matters. `{meant}`, `{made}`.
        meant_made,
        /// Beside a count that is off. `{n}`.
        should_be,
        /// Beside a count. `{guess}`.
        your_guess,
    }
}
