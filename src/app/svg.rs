//! Pictures as SVG text: the figure's worlds, key tags, counts, the legend, the record's states.
//!
//! Pure text from a scene, so that it is tested natively and drawn by the browser in one go. Every word that comes from
//! a scenario is escaped on its way in. Deliberately absent: colours (classes carry roles, the style sheet has the
//! hues) and anything that depends on the cursor.

mod hits;
mod labels;
mod marks;
mod place;
mod signs;

use crate::sim::trace::KeyId;

pub use labels::label_text;
pub use marks::{given_way, still, world};
pub use signs::{Counted, DEFS, diagram, key_in_text, legend, ruler, scrub_marks, sentences, tally_objects};

/// What fills a hole of a template.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fill<'a> {
    /// Words, escaped.
    Words(&'a str),
    /// Markup as it stands.
    Markup(&'a str),
    /// A number.
    Number(i64),
    /// A share in permille, written as a percentage.
    Permille(u32),
}

/// Appends a template with its `{}` filled in order.
pub(super) fn put(out: &mut String, template: &str, fills: &[Fill<'_>]) {
    let mut fills = fills.iter();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{}") {
        out.push_str(before);
        rest = after;
        match fills.next() {
            Some(Fill::Words(words)) => escape(out, words),
            Some(Fill::Markup(markup)) => out.push_str(markup),
            Some(Fill::Number(number)) => out.push_str(&number.to_string()),
            Some(Fill::Permille(share)) => {
                out.push_str(&(share / 10).to_string());
                out.push('.');
                out.push_str(&(share % 10).to_string());
                out.push('%');
            }
            None => {}
        }
    }
    out.push_str(rest);
}

/// Adds words to markup, as text or as a quoted attribute's value.
pub(super) fn escape(out: &mut String, words: &str) {
    for character in words.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            // XML forbids `]]>` in words.
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
}

/// The class that gives a key its hue: letter, hue and shape go together everywhere.
#[must_use]
pub const fn key_class(key: Option<KeyId>) -> &'static str {
    match key {
        Some(key) => match key % 3 {
            0 => "key-a",
            1 => "key-b",
            _ => "key-c",
        },
        None => "key-none",
    }
}

/// A key's mark around its own origin: circle, square or diamond with the key's letter.
pub(super) fn key_tag(out: &mut String, key: Option<KeyId>) {
    let Some(id) = key else { return };
    let shape = match id % 3 {
        0 => "<circle class='tag-shape {}' r='8'/>",
        1 => "<rect class='tag-shape {}' x='-7.5' y='-7.5' width='15' height='15' rx='1.5'/>",
        _ => "<path class='tag-shape {}' d='M0-10 10 0 0 10-10 0Z'/>",
    };
    out.push_str("<g class='tag-mark'>");
    put(out, shape, &[Fill::Markup(key_class(key))]);
    let letter = super::text::names::key_letter(id);
    let small = if letter.len() > 1 { "tag-small" } else { "" };
    put(
        out,
        "<text class='tag-letter {}' y='3.6'>{}</text></g>",
        &[Fill::Markup(small), Fill::Words(&letter)],
    );
}
