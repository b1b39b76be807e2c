//! Sharing a run and taking it home, and opening what was shared: the panel's state, and files that come in.
//!
//! Everything is made when it is asked for: the link while the panel is open, a file's text when it is shown, copied or
//! saved. What is shown is the beginning of long texts; Copy and Save take all. A file that cannot be opened leaves the
//! scenario in hand alone and is told with its place. Deliberately absent: clipboard, saving and reading, which the edge
//! does, and links themselves ([`super::link`]).

use std::rc::Rc;

use super::HAS_LAB;
use super::export::{Exported, Format, Values, export};
use super::lab::Lab;
use super::link::{self, TooLong};
use super::open::open_link;
use super::reduce::enter_lab;
use super::state::{AppState, Notice, Place};
use super::text::lab_texts;
use crate::sim::parse::parse;
use crate::sim::problem::Problem;
use crate::sim::run::Run;
use crate::sim::scenario::Scenario;

mod embed;

pub use embed::{Snippet, data_address, embedded, snippet};

/// Most bytes of a text that are shown.
pub const SHOWN: usize = 24_000;

/// The panel's state.
#[derive(Clone, Debug, Default)]
pub struct Share {
    /// The page's own address, which every link begins with.
    pub page: String,
    /// Whether the panel is open.
    pub is_open: bool,
    /// Which of two runs, from 0; the last where the reader has not chosen.
    pub world: Option<u8>,
    /// Whether an incident report has values.
    pub has_values: bool,
    /// The text that is shown.
    pub shown: Option<Shown>,
    /// What became of the last copying or saving.
    pub ended: Option<(What, Ended)>,
    /// Whether a file is held over the page.
    pub is_dragged: bool,
}

/// A text that is shown, as far as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its form.
    pub format: Format,
    /// The text or its beginning.
    pub text: String,
    /// Its lines, and how many of them are shown where not all are.
    pub lines: u32,
    /// How many of them are shown.
    pub shown: u32,
    /// Where it is a picture: the address of the whole of it, as an image.
    pub image: Option<Rc<str>>,
    /// The picture that it was made of: another one needs another text.
    stamp: u32,
}

/// What is copied or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The link.
    Link,
    /// A file of this form.
    File(Format),
    /// The markup for another page.
    Embed(Snippet),
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was copied.
    Copied,
    /// The browser does not copy.
    NotCopied,
    /// It was saved under this name.
    Saved(String),
    /// The browser does not save.
    NotSaved,
}

/// A file that was given and not opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFile {
    /// Its name; none for a text that was pasted.
    pub name: Option<String>,
    /// Why.
    pub why: Why,
}

/// Why a file was not opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has this many bytes, more than a scenario file may have.
    TooLarge(u64),
    /// It is no text in UTF-8.
    NoText,
    /// Several were given at once.
    Several,
    /// The browser could not read it.
    NotRead,
    /// It is no scenario; with the line where that shows.
    Problem {
        /// What is wrong.
        problem: Problem,
        /// The line in question.
        line: Line,
    },
}

/// A line of a text with the place of a problem in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What stands before the place, shortened at its beginning.
    pub before: String,
    /// What stands there and after it, shortened at its end.
    pub after: String,
}

/// What a reader does, or what comes.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Act {
    /// The reader opened or closed the panel.
    Toggled,
    /// The reader chose one of two runs.
    WorldChosen(u8),
    /// The reader wants to see a text, or no more.
    Show(Format),
    /// The reader wants values in incident reports, or no more.
    ValuesSwitched,
    /// The reader wants something copied, which the edge does.
    Copy(What),
    /// The reader wants something saved, which the edge does.
    Save(Format),
    /// That has ended.
    Done { what: What, ended: Ended },
    /// A file is held over the page, or no more.
    Dragged(bool),
    /// A file came, by its name, or a text that was pasted.
    Came { name: Option<String>, said: Result<String, Why> },
}

/// Whether the page where the reader is shows a run that can be taken home from here.
#[must_use]
pub fn has_panel(state: &AppState) -> bool {
    let is_place = match state.place {
        Place::Lesson(_) | Place::Lab | Place::Gap | Place::Failures => true,
        Place::Cases => HAS_LAB && state.further.cases.has_figure(),
        Place::Contracts => false,
    };
    is_place && !state.is_embedded
}

/// The run that is shared, and which of the figure's it is.
#[must_use]
pub fn run(state: &AppState) -> Option<(u8, Rc<Run>)> {
    let runs = &state.stage().runs;
    let last = runs.len().checked_sub(1)?;
    let world = state.share.world.map_or(last, |world| usize::from(world).min(last));
    Some((world as u8, runs[world].clone()))
}

/// The address of the run that is shared: its link, at the cursor, on this page.
///
/// # Errors
/// Where the link would be too long.
#[must_use]
pub fn link(state: &AppState) -> Option<Result<String, TooLong>> {
    let (world, run) = run(state)?;
    let stage = state.stage();
    let cursor = stage.scene.events_before(world, stage.cursor);
    let link = link::write(&run, cursor, state.language);
    Some(link.map(|fragment| [&state.share.page, "#", &fragment].concat()))
}

/// A run in a form, with its file's name in the page's language.
#[must_use]
pub fn file(state: &AppState, format: Format) -> Option<Exported> {
    let (_, run) = run(state)?;
    let values = if state.share.has_values { Values::Shown } else { Values::Redacted };
    let mut exported = export(format, state.language, &run, values);
    let name = if format == Format::Json {
        lab_texts(state.language).share.scenario_file
    } else {
        lab_texts(state.language).share.run_file
    };
    if let Some((_, rest)) = exported.file_name.split_once('-') {
        exported.file_name = [name, "-", rest].concat();
    }
    Some(exported)
}

impl Share {
    /// The text that is shown, where it is still of what is on view.
    #[must_use]
    pub fn shown(&self, stamp: u32) -> Option<&Shown> {
        self.shown.as_ref().filter(|shown| shown.stamp == stamp)
    }
}

/// Changes the state by an action.
pub fn apply(state: &mut AppState, act: &Act) {
    match act {
        Act::Toggled => state.share.is_open = !state.share.is_open,
        Act::WorldChosen(world) => {
            state.share = Share { world: Some(*world), shown: None, ended: None, ..state.share.clone() };
        }
        Act::Show(format) => {
            let stamp = state.stage().stamp;
            let is_shown = state.share.shown(stamp).is_some_and(|shown| shown.format == *format);
            state.share.ended = None;
            state.share.shown = None;
            if !is_shown {
                show(state, *format);
            }
        }
        Act::ValuesSwitched => {
            state.share.has_values = !state.share.has_values;
            state.share.ended = None;
            let stamp = state.stage().stamp;
            let is_report = |shown: &&Shown| shown.format == Format::Markdown;
            if state.share.shown(stamp).filter(is_report).is_some() {
                show(state, Format::Markdown);
            }
        }
        Act::Copy(_) | Act::Save(_) => state.share.ended = None,
        Act::Done { what, ended } => {
            if let (What::File(format), Ended::NotCopied | Ended::NotSaved) = (what, ended) {
                // What cannot be copied is shown, to be copied by hand.
                show(state, *format);
            }
            state.share.ended = Some((*what, ended.clone()));
        }
        Act::Dragged(is_dragged) => state.share.is_dragged = *is_dragged,
        Act::Came { name, said } => {
            state.share.is_dragged = false;
            came(state, name.clone(), said.clone());
        }
    }
}

fn show(state: &mut AppState, format: Format) {
    let Some(Exported { mut text, .. }) = file(state, format) else { return };
    let lines = text.lines().count() as u32;
    let image = (format == Format::Svg).then(|| data_address(&text).into());
    if text.len() > SHOWN {
        let mut end = SHOWN;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        // Whole lines, where there are any.
        text.truncate(text[..end].rfind('\n').map_or(end, |at| at + 1));
    }
    let shown = text.lines().count() as u32;
    state.share.shown = Some(Shown { format, text, lines, shown, image, stamp: state.stage().stamp });
}

fn came(state: &mut AppState, name: Option<String>, said: Result<String, Why>) {
    let why = match said {
        Err(why) => why,
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let address = text.trim().rsplit('#').next().unwrap_or_default();
            if name.is_none() && link::is_link(address) {
                return open_link(state, address, false);
            }
            if name.is_none() && !text.trim_start().starts_with('{') {
                // Pasted for something else.
                return;
            }
            match parse(text) {
                Ok(scenario) => return open(state, scenario, name),
                Err(problem) => {
                    let line = line(text, &problem);
                    Why::Problem { problem, line }
                }
            }
        }
    };
    state.notice = Some(Notice::BadFile(Box::new(BadFile { name, why })));
}

fn open(state: &mut AppState, scenario: Scenario, name: Option<String>) {
    state.is_playing = false;
    state.notice = None;
    state.place = Place::Lab;
    enter_lab(state, Lab { file: name.map(Rc::from), ..Lab::of(scenario) });
}

/// The line of a text where a problem is, around its place.
#[must_use]
pub fn line(text: &str, problem: &Problem) -> Line {
    const BEFORE: usize = 60;
    const AFTER: usize = 100;
    let whole = text.lines().nth(problem.line.saturating_sub(1) as usize).unwrap_or_default();
    let at = problem.column.saturating_sub(1) as usize;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let (mut before, mut after): (String, String) = (String::new(), String::new());
    let skipped = at.saturating_sub(BEFORE);
    if skipped > 0 {
        before.push('…');
    }
    before.extend(whole.chars().take(at).skip(skipped).map(plain));
    let mut rest = whole.chars().skip(at).map(plain);
    after.extend(rest.by_ref().take(AFTER));
    if rest.next().is_some() {
        after.push('…');
    }
    Line { before: before.trim_start().to_owned(), after }
}
