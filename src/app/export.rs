//! A run to take home: as HTTP, as a `.hurl` test, as an incident report, as sequence text, as a picture, as its scenario.
//!
//! Pure: a run and a language in, a text and a name for its file out; the page and `simulate --export` give the same
//! bytes. What each form can say, and what it must leave to a comment, is decided in its own module. Deliberately
//! absent: saving, copying and printing.

use super::HAS_LAB;
use super::text::Language;
use crate::sim::contract::spelled;
use crate::sim::run::Run;
use crate::sim::write::write;

mod http;
mod hurl;
mod markdown;
mod mermaid;
pub mod plan;
mod redact;
mod request;
mod svg;

pub use request::{Request, request};

spelled! {
    /// A form in which a run can be taken home.
    Format {
        /// Every request, and every answer heard, in order: a file for editors that send what stands in it.
        Http = "http",
        /// A test that runs against an API of the reader's own.
        Hurl = "hurl",
        /// An incident report.
        Markdown = "markdown",
        /// Text of which Mermaid draws a sequence diagram.
        Mermaid = "mermaid",
        /// The figure as a picture of its own.
        Svg = "svg",
        /// The scenario, to be opened here again.
        Json = "json",
    }
}

/// Whether values that may be private (keys, parameters, tenants) stand in an incident report. The other forms cannot
/// do without keys and parameters, or do not show them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// Marks stand in their place, the same mark for the same value.
    #[default]
    Redacted,
    /// As they are.
    Shown,
}

/// A text and what a file of it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Its file's name: ASCII letters, digits, `-` and one dot.
    pub file_name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// All of it; the last line ends with a line break.
    pub text: String,
}

impl Format {
    /// The ending of its file names.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Http => "http",
            Format::Hurl => "hurl",
            Format::Markdown => "md",
            Format::Mermaid => "mmd",
            Format::Svg => "svg",
            Format::Json => "json",
        }
    }

    /// Its media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Http | Format::Hurl | Format::Mermaid => "text/plain;charset=utf-8",
            Format::Markdown => "text/markdown;charset=utf-8",
            Format::Svg => "image/svg+xml",
            Format::Json => "application/json",
        }
    }

    /// The format with this spelling.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.iter().copied().find(|format| format.name() == name)
    }
}

/// A run in this form. Empty in the first visit's program, which has none of them.
#[must_use]
pub fn export(format: Format, language: Language, run: &Run, values: Values) -> Exported {
    let text = match format {
        _ if !HAS_LAB => String::new(),
        Format::Http => http::write(language, run),
        Format::Hurl => hurl::write(language, run),
        Format::Markdown => markdown::write(language, run, values),
        Format::Mermaid => mermaid::write(language, run),
        Format::Svg => svg::write(language, run),
        Format::Json => write(&run.scenario),
    };
    // The digest's first half tells runs apart well enough for a name.
    let file_name = format!("run-{:08x}.{}", run.digest() >> 32, format.extension());
    Exported { file_name, media_type: format.media_type(), text }
}

/// The run's title in a language, or in the other one; none where the scenario has none.
fn title(language: Language, run: &Run) -> Option<String> {
    let titles = &run.scenario.title;
    let own = titles.iter().find(|(tag, _)| Language::from_tag(tag) == Some(language));
    own.or(titles.first()).map(|(_, words)| one_line(words)).filter(|words| !words.is_empty())
}

/// Words from outside on one line: no control characters, and none that turn the direction of what follows.
fn one_line(words: &str) -> String {
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let words: String = words.chars().map(|c| if is_odd(c) { ' ' } else { c }).collect();
    words.trim().to_owned()
}

/// Lines of at most this width, in units of half a CJK character, broken at blanks and beside Chinese characters. A word
/// that is longer has a line of its own.
fn wrapped(words: &str, most: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut width = 0;
    for word in words.split_inclusive(|c: char| c == ' ' || c as u32 >= 0x2e80) {
        let length: u32 = word.chars().map(|c| if (c as u32) < 0x2000 { 1 } else { 2 }).sum();
        if width > 0 && width + length > most {
            lines.push(String::new());
            width = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
        }
        width += length;
    }
    lines.iter().map(|line| line.trim().to_owned()).collect()
}
