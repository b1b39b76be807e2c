//! The figure, its legend, its transport and its keys.

table! {
    /// Labels in the figure.
    pub struct FigureTexts {
        /// The figure's accessible name. `{title}`: what it shows.
        timeline_of,
        /// The figure's accessible description.
        scroll_hint,
        /// The list of sentences.
        events,
        /// The list as text.
        text_version,
        /// What the marks mean.
        legend,
        /// Head of the time ruler.
        seconds,
        /// A lane.
        client,
        /// A lane.
        network,
        /// A lane.
        api,
        /// A lane.
        key_records,
        /// A lane.
        ledger,
        /// A lane.
        provider,
        /// The line after the claim.
        execution_begins,
        /// The left one of two worlds.
        left,
        /// The right one of two worlds.
        right,
        /// The left world of lesson 1.
        request_lost,
        /// The right world of lesson 1.
        response_lost,
        /// Beside the clients of two worlds.
        same_for_client,
        /// A message's fate. `{dur}`.
        delayed_by,
        /// A message's second copy.
        second_copy,
        /// A late answer.
        nobody_listens,
        /// A request to a service that is down.
        not_taken,
        /// A replay's label. `{attempt}`.
        replay_of,
        /// Same key, another body.
        other_body,
        /// A request that waits.
        waits,
        /// An order's state.
        uncommitted,
        /// An order's state.
        rolled_back,
        /// A second order for one intent.
        twice,
        /// A crash.
        crash,
        /// Below a crash. `{dur}`.
        back_in,
        /// A reload.
        reload,
        /// A folded stretch. `{dur}`.
        folded,
        /// A bar that ends after the run. `{time}`.
        still_open,
        /// The end of a retention.
        promise_ends,
        /// A record goes.
        record_removed,
        /// A record stays after its promise.
        record_still_there,
        /// The bar of the retention.
        promise,
        /// The bar of the client's retries.
        retry_window,
        /// Below the last event shown. `{time}`.
        next_step_at,
        /// What lies after the playhead.
        not_yet,
        /// Accessible name of the chips at a thing. `{what}`.
        chips_of,
        /// Accessible name of a thing to select. `{what}`.
        select,
    }
}

// Lessons 1 to 5 have no provider, and no client of theirs reloads.
beyond! {
    FigureTexts: provider, reload
}

table! {
    /// What the marks in the figure mean.
    pub struct LegendTexts {
        /// Solid line, filled head.
        request,
        /// Dashed line, open head.
        response,
        /// A cross.
        lost,
        /// Double line.
        replay,
        /// Hatched bar.
        claim,
        /// Solid bar.
        completed,
        /// Ghosted.
        uncommitted,
        /// A coin.
        order,
        /// A ringed coin.
        twice,
        /// An unheard answer.
        too_late,
        /// A jagged cut.
        crash,
        /// Pale.
        not_yet,
    }
}

table! {
    /// Moving through a run.
    pub struct TransportTexts {
        /// Undoes.
        undo,
        /// Redoes.
        redo,
        /// Starts anew.
        start_over,
        /// Accessible name of the group.
        transport,
        /// To the start.
        start,
        /// One event back.
        back,
        /// Plays.
        play,
        /// Pauses.
        pause,
        /// One event on.
        next,
        /// To the end.
        end,
        /// The speed.
        speed,
        /// A speed's accessible name. `{factor}`.
        speed_of,
        /// The axis, at true scale.
        true_scale,
        /// The scrubber's accessible name.
        scrubber,
        /// The scrubber, spoken. `{n}`, `{m}`, `{event}`, `{time}`.
        scrubber_spoken,
        /// The scrubber before the first event. `{m}`.
        scrubber_start,
        /// Beside the scrubber. `{n}`, `{m}`.
        position,
    }
}

table! {
    /// What the keyboard does.
    pub struct HelpTexts {
        /// The help's heading.
        heading,
        /// When the keys work.
        note,
        /// A key.
        space_key,
        /// What it does.
        space,
        /// Two keys.
        arrows_key,
        /// What they do.
        arrows,
        /// Two keys.
        shift_arrows_key,
        /// What they do.
        shift_arrows,
        /// Two keys.
        home_end_key,
        /// What they do.
        home_end,
        /// A key.
        enter_key,
        /// What it does.
        enter,
        /// A key.
        help_key,
        /// What it does.
        help,
        /// A key.
        escape_key,
        /// What it does.
        escape,
    }
}
