//! The frame of the page: its names, the parts of a lesson, notices, glossary terms.

table! {
    /// The frame of the page and the parts of a lesson.
    pub struct PageTexts {
        /// The page's name.
        title,
        /// The document's title. `{page}`: a lesson's title, or the lab.
        document_title,
        /// The home page's description.
        description,
        /// The lab's description.
        lab_description,
        /// The lessons.
        lessons,
        /// The lab.
        lab,
        /// Which lesson. `{n}`, `{m}`.
        lesson_of,
        /// The list of lessons.
        all_lessons,
        /// To the lesson before.
        previous_lesson,
        /// To the lesson after.
        next_lesson,
        /// Accessible name of the navigation.
        pages,
        /// The language switch.
        language,
        /// The colour switch.
        colours,
        /// Light colours.
        light,
        /// Dark colours.
        dark,
        /// Colours as the system has them.
        as_system,
        /// Opens the keyboard help.
        keyboard,
        /// Opens the list of what the model leaves out.
        not_shown,
        /// Opens the glossary.
        glossary,
        /// Closes what was opened.
        close,
        /// Skip link.
        skip_to_content,
        /// Skip link.
        skip_to_figure,
        /// While the program loads.
        loading,
        /// The line under every figure.
        footer,
        /// A lesson's first part, for readers who cannot see its place.
        story,
        /// The question.
        predict,
        /// Beside the chosen answer.
        your_guess,
        /// Beside the answer that the run shows.
        actual,
        /// Shows the answer to those who would not guess.
        show_answer,
        /// Takes the guess back.
        guess_again,
        /// The reason.
        why,
        /// The event that decided it.
        deciding_step,
        /// What to change.
        change_one_thing,
        /// Above the text of a change.
        what_to_notice,
        /// Back from a change.
        back_to_run,
        /// Marks the change that is on view.
        on_view,
        /// What is so in the end.
        in_the_end,
        /// What this lesson leaves out.
        not_shown_here,
        /// Opens the run in the lab.
        carry_on_in_lab,
        /// The first lines of the home page.
        home_intro,
    }
}

table! {
    /// What a visitor is told when something is unusual.
    pub struct NoticeTexts {
        /// The browser denies storage.
        storage_denied,
        /// The browser has no room left.
        storage_full,
        /// WebAssembly does not run. `{reason}`.
        no_wasm,
        /// The program stopped.
        panic,
        /// Above the scenario's text.
        panic_scenario,
        /// Copies the scenario.
        panic_copy,
        /// Reloads the page.
        panic_reload,
        /// After a real reload with a durable key.
        reloaded_durable,
        /// After a real reload with the key in memory.
        reloaded_memory,
        /// Beside the ledger where a transaction was rolled back.
        order_numbers,
        /// A link that names nothing here. `{what}`.
        bad_link,
        /// Above a run that stopped at a limit.
        cut_short,
        /// Takes a notice away.
        dismiss,
    }
}

/// A term of the glossary.
#[derive(Debug)]
pub struct Term {
    /// The word.
    pub word: &'static str,
    /// What it means here.
    pub meaning: &'static str,
}
