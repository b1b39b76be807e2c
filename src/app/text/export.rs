//! What stands in the files that a run can be taken home in, apart from what the page says as well.

table! {
    /// The files of a run.
    pub struct ExportTexts {
        /// A run without a title.
        untitled,
        /// Heads an attempt. `{n}`, `{attempt}`, `{time}`.
        entry,
        /// Before a body.
        body,
        /// The counts in a sentence. `{meant}`, `{attempts}`, `{made}`, `{replays}`, `{refused}`.
        counts,
        /// What the transcript is. `{contract}`.
        http_about,
        /// Its times.
        http_times,
        /// Heads a request. `{attempt}`, `{time}`.
        http_entry,
        /// Nothing was sent.
        http_nothing,
        /// What the test is. `{contract}`.
        hurl_about,
        /// What it demands.
        hurl_demands,
        /// Before the command.
        hurl_run,
        /// Tenants' tokens.
        hurl_tokens,
        /// Nothing is sent.
        hurl_nothing,
        /// Why an attempt is not sent.
        left_lost,
        /// Why an attempt is not sent.
        left_refused,
        /// Why an attempt is not sent.
        left_down,
        /// Why an attempt is not sent.
        left_underway,
        /// Why an attempt is not sent.
        left_unspeakable,
        /// A long pause that matters. `{dur}`.
        pause_needed,
        /// A long pause that does not. `{dur}`.
        pause_left_out,
        /// A long pause before an answer of which nothing is promised. `{dur}`.
        pause_unwaited,
        /// Two requests at once.
        at_once,
        /// An answer. `{answer}`.
        fresh,
        /// A replay. `{answer}`.
        replay_of_record,
        /// Judged. `{heard}`.
        as_heard,
        /// Judged. `{heard}`, `{promised}`.
        as_promised,
        /// Not judged.
        unheard,
        /// Not judged. `{heard}`, `{promised}`.
        judged_at_once,
        /// Not judged. `{heard}`, `{promised}`.
        judged_fault,
        /// Not judged. `{heard}`.
        undocumented,
        /// The end of a diagram that is left out. `{n}`.
        mermaid_cut,
        /// The report's heading. `{title}`.
        report_of,
        /// The same without a title.
        report,
        /// What it rests on.
        report_about,
        /// Values are left out.
        redacted,
        /// A heading.
        summary,
        /// A heading.
        findings,
        /// A heading.
        timeline,
        /// A column.
        time,
        /// A column.
        heard,
        /// The mark of a body. `{letter}`.
        body_mark,
        /// A heading.
        contract,
        /// A column.
        knob,
        /// A column.
        value,
        /// A column.
        rests_on,
        /// How the service is built. `{order}`, `{effect}`, `{lease}`.
        built,
        /// A heading.
        again,
        /// Before the scenario.
        again_how,
        /// There is no scenario without values.
        again_without,
        /// `{digest}`.
        digest,
    }
}
