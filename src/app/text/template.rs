//! Templates with slots, and what they become: pieces that a view can mark up.
//!
//! A slot is `{name}`; `{Name}` capitalises the first letter of what fills it, `{@name}` is a link or a list of
//! links, `{n:order/orders}` a number with its English form. Deliberately absent: escaping, nesting and logic; the
//! code that fills a template chooses the right one.

use super::{Language, texts};
use crate::sim::run::Run;
use crate::sim::scenario::AttemptId;
use crate::sim::trace::{EventKind, EventSeq, KeyId};

/// A part of a rendered text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A key's mark, read “key A”.
    Key(KeyId),
    /// A link to an event.
    Event {
        /// Which.
        seq: EventSeq,
        /// The link's words.
        text: String,
    },
    /// A link to a scenario.
    Run {
        /// The number that its file's name begins with.
        file: u8,
        /// The link's words.
        text: String,
    },
    /// What is on the wire, or in code.
    Code(String),
}

/// What fills a slot.
#[derive(Debug)]
pub enum Value {
    /// Words, capitalised where a sentence begins with them.
    Text(String),
    /// A name such as `c1#2`, never capitalised.
    Name(String),
    /// A key's mark.
    Key(KeyId),
    /// A number.
    Count(u32),
    /// Links that are part of the sentence.
    Links(Vec<(EventSeq, String)>),
    /// Events that the sentence rests on, in brackets after it; nothing where there are none.
    Proof(Vec<EventSeq>),
    /// A text that is rendered already.
    Pieces(Vec<Piece>),
}

/// Slots by name, the name in lower case and without `@`.
pub type Slots<'a> = [(&'a str, Value)];

/// The number that readers see: events count from 1.
#[must_use]
pub const fn event_number(seq: EventSeq) -> u32 {
    seq + 1
}

/// Fills a template. A slot that nothing fills stays as it is written, which a test looks for.
#[must_use]
pub fn render(language: Language, template: &str, slots: &Slots<'_>) -> Vec<Piece> {
    render_both(language, template, slots, &[])
}

/// Fills a template from two lists of slots; where both have a slot, the first list's is taken.
#[must_use]
pub fn render_both(language: Language, template: &str, slots: &Slots<'_>, more: &Slots<'_>) -> Vec<Piece> {
    walk(template, |slot, out| {
        let bare = slot.trim_start_matches('@');
        let (name, forms) = bare.split_once(':').map_or((bare, None), |(name, forms)| (name, Some(forms)));
        let is_capital = name.starts_with(|letter: char| letter.is_ascii_uppercase());
        let known = slots.iter().chain(more).find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((_, value)) = known else { return false };
        fill(language, value, forms, is_capital, out);
        true
    })
}

/// Fills a lesson's template. `run` is the run on view, which `{@look-up …}` points into; `row_of` the row from 0 of one
/// of its events in the figure's list, which may show another run beside it.
#[must_use]
pub fn lesson(
    language: Language,
    template: &str,
    run: Option<&Run>,
    row_of: &dyn Fn(EventSeq) -> u32,
) -> Vec<Piece> {
    walk(template, |slot, out| {
        if let [letter @ b'A'..=b'Z'] = slot.as_bytes() {
            out.push(Piece::Key(KeyId::from(letter - b'A')));
            return true;
        }
        let Some((what, which)) = slot.trim_start_matches('@').split_once(' ') else { return false };
        let is_capital = what.starts_with(|letter: char| letter.is_ascii_uppercase());
        match what.to_ascii_lowercase().as_str() {
            "run" => out.push(run_link(language, which, is_capital)),
            "look-up" => out.push(look_up(language, which, is_capital, run, row_of)),
            _ => return false,
        }
        true
    })
}

/// A link to a scenario, by the two digits that its file's name begins with.
fn run_link(language: Language, file: &str, is_capital: bool) -> Piece {
    let number = [("n", Value::Name(file.to_owned()))];
    let text = plain(&render(language, texts(language).names.run, &number), language);
    let text = if is_capital { capitalised(&text) } else { text };
    Piece::Run { file: file.parse().unwrap_or(0), text }
}

/// A link to an attempt's last look-up; words alone where the run has none.
fn look_up(
    language: Language,
    attempt: &str,
    is_capital: bool,
    run: Option<&Run>,
    row_of: &dyn Fn(EventSeq) -> u32,
) -> Piece {
    let names = &texts(language).names;
    let seq = run.and_then(|run| {
        let is_it = |of: AttemptId| run.scenario.attempt_name(of) == attempt;
        let mut look_ups = run.trace.events.iter().filter(|event| {
            matches!(event.kind, EventKind::LookedUp { .. }) && event.attempt.is_some_and(is_it)
        });
        look_ups.next_back().map(|event| event.seq)
    });
    let Some(seq) = seq else {
        let text = names.look_up.to_owned();
        return Piece::Text(if is_capital { capitalised(&text) } else { text });
    };
    let number = [("n", Value::Count(event_number(row_of(seq))))];
    let text = plain(&render(language, names.look_up_event, &number), language);
    Piece::Event { seq, text: if is_capital { capitalised(&text) } else { text } }
}

/// The words of a text without its marks and links. In English a key that begins a sentence is capitalised.
#[must_use]
pub fn plain(pieces: &[Piece], language: Language) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) | Piece::Event { text, .. } | Piece::Run { text, .. } | Piece::Code(text) => {
                out.push_str(text);
            }
            Piece::Key(key) => {
                let begins = out.is_empty() || out.ends_with(". ");
                let key = super::names::key(language, *key);
                out.push_str(&if begins { capitalised(&key) } else { key });
            }
        }
    }
    out
}

/// The text with a capital first letter.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase()).chain(letters).collect()
    })
}

/// Goes through a template: words, code in backticks, and slots, which `fill` fills or refuses.
fn walk(template: &str, mut fill: impl FnMut(&str, &mut Vec<Piece>) -> bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '`']) {
        push_text(&mut pieces, &rest[..at]);
        let is_code = rest[at..].starts_with('`');
        let inside = &rest[at + 1..];
        let Some(end) = inside.find(if is_code { '`' } else { '}' }) else {
            rest = &rest[at..];
            break;
        };
        let (part, after) = (&inside[..end], &inside[end + 1..]);
        if is_code {
            pieces.push(Piece::Code(part.to_owned()));
        } else if !fill(part, &mut pieces) {
            push_text(&mut pieces, &rest[at..at + end + 2]);
        }
        rest = after;
    }
    push_text(&mut pieces, rest);
    pieces
}

/// Appends words, to the last piece where that is words too.
fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last)) => last.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

fn fill(language: Language, value: &Value, forms: Option<&str>, is_capital: bool, out: &mut Vec<Piece>) {
    match value {
        Value::Text(text) if is_capital => push_text(out, &capitalised(text)),
        Value::Text(text) | Value::Name(text) => push_text(out, text),
        Value::Key(key) => out.push(Piece::Key(*key)),
        Value::Count(count) => {
            push_text(out, &count.to_string());
            if let Some((one, many)) = forms.and_then(|forms| forms.split_once('/')) {
                push_text(out, " ");
                push_text(out, if *count == 1 { one } else { many });
            }
        }
        Value::Links(links) => push_links(language, links, out),
        Value::Proof(events) => push_proof(language, events, out),
        Value::Pieces(pieces) => {
            for piece in pieces {
                match piece {
                    Piece::Text(text) => push_text(out, text),
                    other => out.push(other.clone()),
                }
            }
        }
    }
}

fn push_links(language: Language, links: &[(EventSeq, String)], out: &mut Vec<Piece>) {
    for (n, (seq, text)) in links.iter().enumerate() {
        if n > 0 {
            push_text(out, texts(language).names.list_comma);
        }
        out.push(Piece::Event { seq: *seq, text: text.clone() });
    }
}

/// Most events that a sentence names; of more it names the first ones and the last.
const MOST_PROOFS: usize = 6;

/// “ (event 7, event 10)” in place of the blank before the slot; without events the blank goes too.
fn push_proof(language: Language, events: &[EventSeq], out: &mut Vec<Piece>) {
    let names = &texts(language).names;
    if events.is_empty() {
        if let Some(Piece::Text(text)) = out.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
        }
        return;
    }
    let link = |seq: &EventSeq| (*seq, super::names::event(language, *seq));
    push_text(out, names.bracket_open);
    match events {
        [first @ .., last] if events.len() > MOST_PROOFS => {
            let first: Vec<_> = first.iter().take(MOST_PROOFS - 1).map(link).collect();
            push_links(language, &first, out);
            push_text(out, names.list_comma);
            push_text(out, names.list_gap);
            push_links(language, &[link(last)], out);
        }
        all => push_links(language, &all.iter().map(link).collect::<Vec<_>>(), out),
    }
    push_text(out, names.bracket_close);
}
