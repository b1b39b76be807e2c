//! What another page needs to show the same: a frame's markup, or the custom element's, with the address in it.
//!
//! The address names what is on view: a lesson or an incident as it opens by its name, any other run by its link. Deliberately
//! absent: the frame itself, which is `ui/embed` and `static/embed-page.js`; `docs/embedding.md` tells of both.

use super::run;
use crate::app::address::CASE;
use crate::app::lessons::{Part, scenario_of, view_of};
use crate::app::link::{self, TooLong};
use crate::app::state::{AppState, Place};
use crate::app::svg::escape;
use crate::app::text::lab_texts;

/// How the figure gets into the other page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snippet {
    /// An `iframe`, nothing else.
    Frame,
    /// The custom element with its script.
    Element,
}

impl Snippet {
    /// Both.
    pub const ALL: [Snippet; 2] = [Snippet::Frame, Snippet::Element];

    /// The id of the field that shows it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Snippet::Frame => "share-frame",
            Snippet::Element => "share-element",
        }
    }
}

/// What names the figure on view in an address: a lesson's own figure or an incident's, shown as it opens, else the run's
/// link.
///
/// # Errors
/// Where the link would be too long.
#[must_use]
pub fn embedded(state: &AppState) -> Option<Result<String, TooLong>> {
    if let Some(own) = lesson(state).or_else(|| case(state)) {
        return Some(Ok(own));
    }
    let (world, run) = run(state)?;
    let cursor = state.stage().scene.events_before(world, state.stage().cursor);
    Some(link::write(&run, cursor, state.language))
}

fn lesson(state: &AppState) -> Option<String> {
    let (number, _) = state.lesson()?;
    let own = view_of(number, Part::Opening).worlds.iter().map(|source| scenario_of(*source));
    let shown = state.stage().runs.iter().map(|run| &*run.scenario);
    own.eq(shown.cloned()).then(|| format!("lesson-{}", number + 1))
}

fn case(state: &AppState) -> Option<String> {
    let cases = &state.further.cases;
    let open = cases.open.as_ref().filter(|_| state.place == Place::Cases)?;
    let seen = cases.seen.iter().find(|seen| seen.id == open.id)?;
    let shown = state.stage().runs.iter().map(|run| &run.scenario);
    shown.eq(seen.runs.iter().map(|run| &run.scenario)).then(|| [CASE, &open.id].concat())
}

/// The markup for another page.
///
/// # Errors
/// Where the link would be too long.
#[must_use]
pub fn snippet(state: &AppState, snippet: Snippet) -> Option<Result<String, TooLong>> {
    let named = embedded(state)?;
    Some(named.map(|named| markup(state, snippet, &named)))
}

fn markup(state: &AppState, snippet: Snippet, named: &str) -> String {
    // The page of a lesson has an address of its own in the same folder.
    let folder = state.share.page.rfind('/').map_or("", |at| &state.share.page[..=at]);
    let (folder, named, language) = (attribute(folder), attribute(named), state.language.code());
    let title = lab_texts(state.language).share.embed_title;
    match snippet {
        Snippet::Frame => format!(
            "<iframe title=\"{title}\" loading=\"lazy\" width=\"100%\" height=\"800\" frameborder=\"0\"\n  src=\"{folder}?embed=1&amp;lang={language}#{named}\"></iframe>"
        ),
        Snippet::Element => format!(
            "<script async src=\"{folder}embed.js\"></script>\n<idempotency-explainer lesson=\"{named}\" lang=\"{language}\">\n  <a href=\"{folder}?lang={language}#{named}\">{title}</a>\n</idempotency-explainer>"
        ),
    }
}

/// A text as an attribute's value between double quotes.
fn attribute(text: &str) -> String {
    let mut value = String::new();
    escape(&mut value, text);
    value
}

/// A picture's file as the address of an image.
#[must_use]
pub fn data_address(svg: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@=+$, ".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let digit = |number: u8| char::from(b"0123456789ABCDEF"[usize::from(number)]);
            address.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    address
}
