//! One token of a link: text in the characters that an address leaves alone, and what a token stands for.
//!
//! Letters, digits and `-` stand for themselves. `_` and the hexadecimal bytes of one character stand for that character.
//! `__` stands for nothing: it is how an empty text is written, and it keeps `__200` a text where `200` is a number.

use crate::sim::json::{Located, Node};

/// The token of an object without members.
pub(super) const EMPTY_OBJECT: &str = "_z";

/// Names of the format that hold a hyphen themselves; in every other name it stands for `_`.
const HYPHENED: [&str; 1] = ["look-up"];

/// Writes a text.
pub(super) fn put(out: &mut String, text: &str) {
    if text.is_empty() {
        out.push_str("__");
    }
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || character == '-' {
            out.push(character);
            continue;
        }
        out.push('_');
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            for half in [byte >> 4, byte & 15] {
                out.push(char::from_digit(half.into(), 16).unwrap_or('0'));
            }
        }
    }
}

/// Writes a text so that it is read as a text where numbers and truth values can stand too.
pub(super) fn put_value(out: &mut String, text: &str) {
    if !text.is_empty() && !matches!(plain(text), Node::Text(_)) {
        out.push_str("__");
    }
    put(out, text);
}

/// Writes a name of the format.
pub(super) fn put_name(out: &mut String, name: &str) {
    put(out, &name.replace('_', "-"));
}

/// The text of a token, and whether it holds an escape. `None` where an escape is broken.
pub(super) fn text(token: &str) -> Option<(String, bool)> {
    let mut out = String::new();
    let mut rest = token;
    let mut escaped = false;
    while let Some(at) = rest.find('_') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        escaped = true;
        if let Some(after) = rest.strip_prefix('_') {
            rest = after;
            continue;
        }
        let mut bytes = vec![byte(rest, 0)?];
        let length = match bytes[0] {
            0..=0x7f => 1,
            0xc0..=0xdf => 2,
            0xe0..=0xef => 3,
            _ => 4,
        };
        for n in 1..length {
            bytes.push(byte(rest, n)?);
        }
        out.push_str(std::str::from_utf8(&bytes).ok()?);
        rest = &rest[2 * length..];
    }
    out.push_str(rest);
    Some((out, escaped))
}

/// The byte that the n-th pair of hexadecimal digits spells.
fn byte(digits: &str, n: usize) -> Option<u8> {
    let pair = digits.get(2 * n..2 * n + 2)?;
    pair.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u8::from_str_radix(pair, 16).ok())?
}

/// What a token stands for where anything can stand: a number, a truth value, an empty object, else a text.
pub(super) fn value(token: &str) -> Option<Node> {
    if token == EMPTY_OBJECT {
        return Some(Node::Object(Vec::new()));
    }
    let (text, escaped) = text(token)?;
    Some(if escaped { Node::Text(text) } else { plain(&text) })
}

/// What a token without escapes stands for.
fn plain(text: &str) -> Node {
    match text {
        "true" => Node::Bool(true),
        "false" => Node::Bool(false),
        digits if is_whole(digits) => Node::Number(digits.to_owned()),
        _ => Node::Text(text.to_owned()),
    }
}

/// Whether JSON has a number that is spelled so, without sign, fraction and exponent.
pub(super) fn is_whole(digits: &str) -> bool {
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

/// The name of the format that a token stands for.
pub(super) fn name(token: &str) -> Option<String> {
    let (name, _) = text(token)?;
    Some(if HYPHENED.contains(&name.as_str()) { name } else { name.replace('-', "_") })
}

/// The client's attempt that a token such as `c1-2` names, as the format spells it.
pub(super) fn attempt(token: &str) -> Option<String> {
    let (name, _) = text(token)?;
    Some(name.rsplit_once('-').map_or(name.clone(), |(client, number)| [client, "#", number].concat()))
}

/// Writes the name of an attempt.
pub(super) fn put_attempt(out: &mut String, name: &str) {
    match name.rsplit_once('#') {
        Some((client, number)) => {
            put(out, client);
            out.push('-');
            put(out, number);
        }
        None => put(out, name),
    }
}

/// Whose names the members of an object have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// The format's.
    Format,
    /// The reader's own ids.
    Own,
    /// Attempts.
    Attempts,
    /// A client and an intent.
    Beliefs,
}

impl Names {
    /// Of the members of what stands at a path.
    pub(super) fn at(path: &[String]) -> Names {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["title"]
            | ["clients"]
            | ["service", "build", "fields"]
            | ["expect", "effects" | "side_effects"] => Names::Own,
            ["expect", "answers"] => Names::Attempts,
            ["expect", "beliefs"] => Names::Beliefs,
            _ => Names::Format,
        }
    }
}

/// Whether what stands at a path is any JSON at all.
pub(super) fn is_any_json(path: &[String]) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    matches!(path[..], ["service", "build", "fields", _, "default"] | ["expect", "answers", _, "body"])
}

/// A value that a statement put there. What it holds has the statement's number where a document has an offset.
pub(super) fn of_statement(node: Node, statement: u32) -> Located {
    let node = match node {
        Node::List(items) => {
            Node::List(items.into_iter().map(|item| of_statement(item.node, statement)).collect())
        }
        Node::Object(mut members) => {
            for member in &mut members {
                let value = std::mem::replace(&mut member.value.node, Node::Null);
                member.offset = statement;
                member.value = of_statement(value, statement);
            }
            Node::Object(members)
        }
        leaf => leaf,
    };
    Located { offset: statement, node }
}
