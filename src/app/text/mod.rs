//! Everything the page says, in two languages.
//!
//! Each table is a struct and each language one `static` of it, so that a missing text does not compile. Owns the
//! wording and the choice of the sentence that is true of an event, a finding or a problem; it deliberately
//! knows no markup: what is more than text (key marks, links, code) leaves as [`template::Piece`]s.
//!
//! Event numbers in texts count from 1, as the scrubber does; see [`template::event_number`].

/// Declares a flat table of texts. `list` hands out every text with its field's name, for the tests.
macro_rules! table {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* $field:ident,)+ }) => {
        $(#[$about])*
        #[derive(Debug)]
        pub struct $name {
            $($(#[$doc])* pub $field: &'static str,)+
        }

        impl $name {
            /// Every text with its field's name.
            #[must_use]
            pub fn list(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), self.$field)),+]
            }
        }
    };
}

/// Names the texts of a table that no run of the first visit's program needs (`tests/it/first_visit.rs`): that program is
/// built without them.
macro_rules! beyond {
    ($name:ident: $($field:ident),+ $(,)?) => {
        impl $name {
            /// The table as this program has it.
            pub(in crate::app::text) const fn near(mut self) -> Self {
                if !crate::app::HAS_LAB {
                    $(self.$field = "";)+
                }
                self
            }

            /// What only the whole program says, with its field's name.
            #[must_use]
            pub fn beyond(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), self.$field)),+]
            }
        }
    };
}

pub mod cases;
pub mod contracts;
mod en;
pub mod events;
pub mod export;
pub mod failures;
pub mod figure;
pub mod gap;
pub mod inspector;
pub mod knobs;
pub mod lab;
pub mod lessons;
pub mod names;
pub mod page;
pub mod problems;
pub mod share;
pub mod template;
pub mod verdict;
pub mod wider;
mod zh;

use cases::CasesTexts;
use contracts::ContractsTexts;
use events::{EventNameTexts, EventTexts};
use export::ExportTexts;
use failures::FailuresTexts;
use figure::{FigureTexts, HelpTexts, LegendTexts, TransportTexts};
use gap::GapTexts;
use inspector::{InspectorTexts, KnowsTexts, TallyTexts};
use knobs::KnobTexts;
use lab::{ChoiceTexts, FaultTexts, HintTexts, LabTexts};
use lessons::LessonTexts;
use names::NameTexts;
use page::{NoticeTexts, PageTexts, Term};
use problems::ProblemTexts;
use share::ShareTexts;
use verdict::VerdictTexts;
use wider::WiderTexts;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Chinese, simplified.
    Zh,
    /// English.
    En,
}

impl Language {
    /// Both, in the order in which the switch offers them.
    pub const ALL: [Language; 2] = [Language::Zh, Language::En];

    /// The short code, as in `?lang=` and in scenario titles.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::Zh => "zh",
            Language::En => "en",
        }
    }

    /// The value of the document's `lang` attribute.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::Zh => "zh-Hans",
            Language::En => "en",
        }
    }

    /// The language's name in itself, for the switch.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::Zh => "中文",
            Language::En => "English",
        }
    }

    /// The language that a tag such as `zh-CN` or `en-GB` asks for, if it is one of ours.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or("");
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(primary))
    }
}

/// All texts of one language.
#[derive(Debug)]
pub struct Texts {
    /// The frame of the page and the parts of a lesson.
    pub page: PageTexts,
    /// What a visitor is told when something is unusual.
    pub notices: NoticeTexts,
    /// What the model does not show, one sentence or two each.
    pub limits: [&'static str; 6],
    /// Labels in the figure.
    pub figure: FigureTexts,
    /// What the marks in the figure mean.
    pub legend: LegendTexts,
    /// Moving through a run.
    pub transport: TransportTexts,
    /// What the keyboard does.
    pub help: HelpTexts,
    /// Messages, records and their states.
    pub inspector: InspectorTexts,
    /// “The client knows | what happened”, cell by cell.
    pub knows: KnowsTexts,
    /// The counts.
    pub tally: TallyTexts,
    /// Faults: chips and names.
    pub faults: FaultTexts,
    /// Names of things in sentences.
    pub names: NameTexts,
    /// One sentence per event.
    pub events: EventTexts,
    /// Two or three words per event.
    pub event_names: EventNameTexts,
    /// What came out.
    pub verdict: VerdictTexts,
    /// The lessons, in order.
    pub lessons: [LessonTexts; 5],
}

/// The texts of the lab. They stand apart so that the first visit's program, which has no lab, does not carry them.
#[derive(Debug)]
pub struct LabTextsAll {
    /// Terms and what they mean here.
    pub glossary: [Term; 28],
    /// The lab's controls.
    pub lab: LabTexts,
    /// The options of the lab's controls.
    pub choices: ChoiceTexts,
    /// What a choice means and what still breaks it.
    pub hints: HintTexts,
    /// What is wrong with a file.
    pub problems: ProblemTexts,
    /// Words of the wider world.
    pub wider: WiderTexts,
    /// Lesson 6.
    pub gap: GapTexts,
    /// The contracts.
    pub contracts: ContractsTexts,
    /// Their knobs.
    pub knobs: KnobTexts,
    /// Lesson 7.
    pub failures: FailuresTexts,
    /// The incidents.
    pub cases: CasesTexts,
    /// The files of a run.
    pub export: ExportTexts,
    /// Links and files.
    pub share: ShareTexts,
}

/// The lab's texts of a language.
#[must_use]
pub fn lab_texts(language: Language) -> &'static LabTextsAll {
    match language {
        Language::Zh => &zh::LAB_TEXTS,
        Language::En => &en::LAB_TEXTS,
    }
}

/// The texts of a language.
#[must_use]
pub fn texts(language: Language) -> &'static Texts {
    match language {
        Language::Zh => &zh::TEXTS,
        Language::En => &en::TEXTS,
    }
}

impl LabTextsAll {
    /// Every text of every table, with a path that names it, for the tests.
    #[must_use]
    pub fn list(&self) -> Vec<(String, &'static str)> {
        let tables = [
            ("lab", self.lab.list()),
            ("choices", self.choices.list()),
            ("hints", self.hints.list()),
            ("problems", self.problems.list()),
            ("wider", self.wider.list()),
            ("cases", self.cases.list()),
            ("gap", self.gap.words.list()),
            ("contracts", self.contracts.list()),
            ("knobs", self.knobs.list()),
            ("export", self.export.list()),
            ("share", self.share.list()),
        ];
        let mut all = Vec::new();
        for (table, texts) in tables {
            all.extend(texts.into_iter().map(|(field, text)| (format!("{table}.{field}"), text)));
        }
        let failures = self.failures.list().into_iter();
        all.extend(failures.map(|(field, text)| (format!("failures.{field}"), text)));
        let lesson = self.gap.lesson.list().into_iter();
        all.extend(lesson.map(|(field, text)| (format!("gap.{field}"), text)));
        for (n, term) in self.glossary.iter().enumerate() {
            all.push((format!("glossary.{n}.word"), term.word));
            all.push((format!("glossary.{n}.meaning"), term.meaning));
        }
        all
    }
}

impl Texts {
    /// Every text of every table, with a path that names it, for the tests.
    #[must_use]
    pub fn list(&self) -> Vec<(String, &'static str)> {
        let flat = [
            ("page", self.page.list()),
            ("notices", self.notices.list()),
            ("figure", self.figure.list()),
            ("legend", self.legend.list()),
            ("transport", self.transport.list()),
            ("help", self.help.list()),
            ("inspector", self.inspector.list()),
            ("knows", self.knows.list()),
            ("tally", self.tally.list()),
            ("faults", self.faults.list()),
            ("names", self.names.list()),
            ("events", self.events.list()),
            ("event_names", self.event_names.list()),
            ("verdict", self.verdict.list()),
        ];
        let mut all = Vec::new();
        for (table, texts) in flat {
            all.extend(texts.into_iter().map(|(field, text)| (format!("{table}.{field}"), text)));
        }
        all.extend(self.limits.iter().enumerate().map(|(n, text)| (format!("limits.{n}"), *text)));
        for (n, lesson) in self.lessons.iter().enumerate() {
            let texts = lesson.list().into_iter();
            all.extend(texts.map(|(field, text)| (format!("lessons.{n}.{field}"), text)));
        }
        all
    }
}
