//! Links, files and what can be taken home: the panel's words, and what is wrong with a link or a file.

use crate::app::export::Format;
use crate::app::link::{Difference, End, Fault, LinkProblem, MOST, TooLong, Trouble};
use crate::app::share::{BadFile, Ended, Shown, Snippet, Why};
use crate::sim::limits;

use super::template::{Value, plain, render};
use super::{Language, lab_texts, problems, texts};

table! {
    /// Sharing, and opening what was shared.
    pub struct ShareTexts {
        /// Which of two runs.
        which_run,
        /// The link's heading, and the accessible name of its text.
        link,
        /// What is in it.
        link_holds,
        /// Copies it.
        copy_link,
        /// It is too long. `{n}`, `{most}`.
        link_too_long,
        /// The heading of the files.
        files,
        /// Copies one.
        copy,
        /// Saves one.
        save,
        /// Shows one, or shows it no more.
        show,
        /// It was copied.
        copied,
        /// It could not be copied.
        cannot_copy,
        /// It was saved. `{name}`.
        saved,
        /// The browser does not save it.
        cannot_save,
        /// In an incident report, values are shown.
        show_values,
        /// What stands without them.
        show_values_hint,
        /// Only its beginning is shown. `{n}`, `{all}`.
        shown_in_part,
        /// A form.
        http,
        /// What it is.
        http_hint,
        /// A form.
        hurl,
        /// What it is.
        hurl_hint,
        /// A form.
        markdown,
        /// What it is.
        markdown_hint,
        /// What it is where it has values.
        markdown_valued,
        /// A form.
        mermaid,
        /// What it is.
        mermaid_hint,
        /// A form.
        svg,
        /// What it is.
        svg_hint,
        /// A form.
        json,
        /// What it is.
        json_hint,
        /// What the picture is, for those who cannot see it.
        svg_image,
        /// The heading of the markup for another page.
        embed,
        /// What it shows there.
        embed_holds,
        /// What the figure is called there; no quotes in it.
        embed_title,
        /// A frame's markup.
        embed_frame,
        /// What it is.
        embed_frame_hint,
        /// The custom element's markup.
        embed_element,
        /// What it is.
        embed_element_hint,
        /// Copies one.
        copy_code,
        /// The run is too long for an address.
        embed_too_long,
        /// What the name of a run's file begins with.
        run_file,
        /// What the name of a scenario's file begins with.
        scenario_file,
        /// Opens a file.
        open_file,
        /// How else one is opened.
        open_hint,
        /// While a file is held over the lab.
        drop_here,
        /// A file is opened. `{name}`.
        opened,
        /// A text that was pasted, in place of a file's name.
        pasted,
        /// A file was not opened. `{name}`.
        not_opened,
        /// It is too large. `{n}`, `{most}`.
        too_large,
        /// It is no text.
        no_text,
        /// Several were dropped.
        one_at_a_time,
        /// The browser could not read it.
        not_read,
        /// What the lines are.
        line_shown,
        /// A link is wrong: the notice's first sentence.
        bad_link,
        /// One statement is. `{n}`, `{text}`, `{what}`.
        statement,
        /// The whole is. `{what}`.
        whole_link,
        /// What else does not stand. `{list}`.
        falls_with,
        /// What is open instead.
        lab_as_it_was,
        /// Opens what could be read.
        open_rest,
        /// What that is.
        rest_hint,
        /// It is open.
        in_part,
        /// In a statement.
        version,
        /// In a statement.
        too_long,
        /// In a statement. `{found}`.
        character,
        /// In a statement.
        escape,
        /// In a statement.
        unknown,
        /// In a statement.
        branch,
        /// In a statement. `{shape}`.
        shape,
        /// In a statement.
        twice,
        /// In a statement. `{message}`.
        no_json,
        /// In a statement. `{path}`, `{found}`, `{wanted}`.
        not_allowed,
        /// Another engine: the notice's first sentence.
        differs,
        /// Where. `{n}`, `{by}`.
        differs_from,
        /// Where, at once. `{by}`.
        differs_at_once,
        /// Not said where.
        differs_somewhere,
        /// The ends. `{was}`, `{is}`.
        ends,
        /// The ends are alike. `{is}`.
        ends_alike,
        /// An end. `{o}`, `{e}`, `{findings}`.
        end,
        /// No findings.
        no_findings,
    }
}

fn said(language: Language, template: &str, slots: &[(&str, Value)]) -> String {
    plain(&render(language, template, slots), language)
}

fn name(words: &str) -> Value {
    Value::Name(words.to_owned())
}

/// Most characters of a statement that are shown.
const SHOWN: usize = 60;

/// What is wrong with a link, and what is open instead.
#[must_use]
pub fn link_problem(language: Language, problem: &LinkProblem) -> String {
    let words = &lab_texts(language).share;
    let mut sentences = vec![words.bad_link.to_owned()];
    let (first, others) =
        problem.faults.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
    sentences.extend(first.map(|fault| of_fault(language, fault)));
    if !others.is_empty() {
        let numbers: Vec<String> = others.iter().map(|fault| fault.statement.to_string()).collect();
        let list = numbers.join(texts(language).names.list_comma);
        sentences.push(said(language, words.falls_with, &[("list", Value::Name(list))]));
    }
    sentences.push(words.lab_as_it_was.to_owned());
    if problem.rest.is_some() {
        sentences.push(words.rest_hint.to_owned());
    }
    sentences.join(texts(language).names.between)
}

fn of_fault(language: Language, fault: &Fault) -> String {
    let words = &lab_texts(language).share;
    let what = ("what", Value::Name(trouble(language, &fault.trouble)));
    if fault.statement == 0 {
        return said(language, words.whole_link, &[what]);
    }
    let mut text: String = fault.text.chars().take(SHOWN).collect();
    if fault.text.chars().count() > SHOWN {
        text.push('…');
    }
    let slots = [("n", Value::Count(fault.statement)), ("text", Value::Name(text)), what];
    said(language, words.statement, &slots)
}

fn trouble(language: Language, trouble: &Trouble) -> String {
    let words = &lab_texts(language).share;
    match trouble {
        Trouble::Version => words.version.to_owned(),
        Trouble::TooLong => words.too_long.to_owned(),
        Trouble::Character(found) => {
            said(language, words.character, &[("found", Value::Name(found.to_string()))])
        }
        Trouble::Escape => words.escape.to_owned(),
        Trouble::Unknown => words.unknown.to_owned(),
        Trouble::Branch => words.branch.to_owned(),
        Trouble::Shape(shape) => said(language, words.shape, &[("shape", name(shape))]),
        Trouble::Twice => words.twice.to_owned(),
        Trouble::Json(syntax) => {
            said(language, words.no_json, &[("message", name(problems::syntax(language, *syntax)))])
        }
        Trouble::Scenario(problem) => {
            let (path, found, wanted) = problems::parts(language, problem);
            let slots =
                [("path", Value::Name(path)), ("found", Value::Name(found)), ("wanted", Value::Name(wanted))];
            said(language, words.not_allowed, &slots)
        }
    }
}

/// How a run differs from the one of its link, and where.
#[must_use]
pub fn difference(language: Language, difference: &Difference) -> String {
    let words = &lab_texts(language).share;
    let at = match difference.between {
        None => words.differs_somewhere.to_owned(),
        Some((0, by)) => said(language, words.differs_at_once, &[("by", Value::Count(by))]),
        Some((sure, by)) => {
            said(language, words.differs_from, &[("n", Value::Count(sure)), ("by", Value::Count(by))])
        }
    };
    let mut sentences = vec![words.differs.to_owned(), at];
    if let Some(was) = &difference.was {
        let is = ("is", Value::Name(end(language, &difference.is)));
        sentences.push(if *was == difference.is {
            said(language, words.ends_alike, &[is])
        } else {
            said(language, words.ends, &[("was", Value::Name(end(language, was))), is])
        });
    }
    sentences.join(texts(language).names.between)
}

fn end(language: Language, end: &End) -> String {
    let words = &lab_texts(language).share;
    let findings = if end.findings.is_empty() {
        words.no_findings.to_owned()
    } else {
        end.findings.join(texts(language).names.list_comma)
    };
    let slots = [
        ("o", Value::Count(end.orders)),
        ("e", Value::Count(end.effects)),
        ("findings", Value::Name(findings)),
    ];
    said(language, words.end, &slots)
}

/// Why a file was not opened, without its line.
#[must_use]
pub fn bad_file(language: Language, file: &BadFile) -> String {
    let words = &lab_texts(language).share;
    let name = match &file.name {
        Some(name) => Value::Name(name.clone()),
        None => Value::Text(words.pasted.to_owned()),
    };
    let mut sentences = vec![said(language, words.not_opened, &[("name", name)])];
    sentences.push(match &file.why {
        Why::TooLarge(bytes) => {
            let slots = [
                ("n", Value::Name(bytes.to_string())),
                ("most", Value::Name(limits::FILE_BYTES.to_string())),
            ];
            said(language, words.too_large, &slots)
        }
        Why::NoText => words.no_text.to_owned(),
        Why::Several => words.one_at_a_time.to_owned(),
        Why::NotRead => words.not_read.to_owned(),
        Why::Problem { problem, .. } => {
            return [sentences.remove(0), problems::problem(language, problem)]
                .join(texts(language).names.between);
        }
    });
    sentences.push(lab_texts(language).problems.unchanged.to_owned());
    sentences.join(texts(language).names.between)
}

/// A form's name, and what it is; of an incident report, whether it has values.
#[must_use]
pub fn form(language: Language, format: Format, has_values: bool) -> (&'static str, &'static str) {
    let words = &lab_texts(language).share;
    match format {
        Format::Http => (words.http, words.http_hint),
        Format::Hurl => (words.hurl, words.hurl_hint),
        Format::Markdown if has_values => (words.markdown, words.markdown_valued),
        Format::Markdown => (words.markdown, words.markdown_hint),
        Format::Mermaid => (words.mermaid, words.mermaid_hint),
        Format::Svg => (words.svg, words.svg_hint),
        Format::Json => (words.json, words.json_hint),
    }
}

/// The name of markup for another page, and what it is.
#[must_use]
pub fn markup(language: Language, snippet: Snippet) -> (&'static str, &'static str) {
    let words = &lab_texts(language).share;
    match snippet {
        Snippet::Frame => (words.embed_frame, words.embed_frame_hint),
        Snippet::Element => (words.embed_element, words.embed_element_hint),
    }
}

/// What became of copying or saving.
#[must_use]
pub fn ended(language: Language, ended: &Ended) -> String {
    let words = &lab_texts(language).share;
    match ended {
        Ended::Copied => words.copied.to_owned(),
        Ended::NotCopied => words.cannot_copy.to_owned(),
        Ended::Saved(file) => said(language, words.saved, &[("name", name(file))]),
        Ended::NotSaved => words.cannot_save.to_owned(),
    }
}

/// That a run is too long for a link.
#[must_use]
pub fn too_long(language: Language, length: TooLong) -> String {
    let slots = [("n", Value::Count(length.characters)), ("most", Value::Count(MOST))];
    said(language, lab_texts(language).share.link_too_long, &slots)
}

/// That only the beginning of a text is shown, where that is so.
#[must_use]
pub fn in_part(language: Language, shown: &Shown) -> Option<String> {
    let slots = [("n", Value::Count(shown.shown)), ("all", Value::Count(shown.lines))];
    (shown.shown < shown.lines).then(|| said(language, lab_texts(language).share.shown_in_part, &slots))
}

/// The name of the file that is open.
#[must_use]
pub fn open_file(language: Language, file: &str) -> String {
    said(language, lab_texts(language).share.opened, &[("name", name(file))])
}
