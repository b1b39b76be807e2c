//! The frame of the page: its names, the parts of a lesson, notices, glossary terms.

table! {
    /// The frame of the page and the parts of a lesson.
    pub struct PageTexts {
        /// The page's name.
        title,
        /// The document's title. `{page}`: a lesson's title, or the lab.
        document_title,
        /// The lessons.
        lessons,
        /// The title of lesson 6.
        gap,
        /// The title of lesson 7.
        failures,
        /// A page.
        contracts,
        /// A page.
        cases,
        /// The lab.
        lab,
        /// The list of lessons.
        all_lessons,
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
        /// Opens the list of what the model leaves out.
        not_shown,
        /// Opens the glossary.
        glossary,
        /// Closes what was opened.
        close,
        /// Skip link.
        skip_to_figure,
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
        /// The reason.
        why,
        /// What to change.
        change_one_thing,
        /// Back from a change.
        back_to_run,
        /// From a change to the run that the reason speaks of.
        to_answer,
        /// What is so in the end.
        in_the_end,
        /// What this lesson leaves out.
        not_shown_here,
        /// From an embedded figure to the whole page.
        open_full,
        /// Which of two runs a narrow embedded figure shows.
        which_world,
        /// Opens the run in the lab.
        carry_on_in_lab,
        /// Opens the panel: link, exports, code for embedding.
        share,
    }
}

table! {
    /// What a visitor is told when something is unusual.
    pub struct NoticeTexts {
        /// The browser denies storage.
        storage_denied,
        /// Beside the ledger where a transaction was rolled back.
        order_numbers,
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
