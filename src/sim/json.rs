//! JSON with places: the tree of a document in which every value knows where it stands.
//!
//! `serde_json` owns the grammar; this module only walks its raw values, so that number spelling, field order and
//! repeated fields survive, and turns byte offsets into lines and columns. It deliberately knows nothing of
//! scenarios.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::limits::DEPTH;

/// A value and the byte offset of its first character in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// Byte offset in the document.
    pub offset: u32,
    /// The value itself.
    pub node: Node,
}

/// One JSON value. Numbers keep their spelling; objects keep order and repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it is spelled.
    Number(String),
    /// A string, unescaped.
    Text(String),
    /// An array.
    List(Vec<Located>),
    /// An object's members in file order, repetitions included.
    Object(Vec<Member>),
}

/// A name and its value in an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name, unescaped.
    pub name: String,
    /// Byte offset of the name's opening quote, or of the value where the name is written with escapes.
    pub offset: u32,
    /// The value.
    pub value: Located,
}

/// Where a document stops being JSON, and why in the grammar's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset.
    pub offset: u32,
    /// What is wrong, without the place.
    pub message: String,
}

/// Reads a whole document.
///
/// # Errors
/// Where the text is not JSON (RFC 8259: no `NaN`, no lone surrogates, no text after the value) or is nested
/// deeper than [`DEPTH`].
pub fn read(text: &str) -> Result<Located, SyntaxError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| SyntaxError {
        offset: offset_of(text, error.line(), error.column()),
        message: without_place(&error),
    })?;
    walk(text, raw, 0)
}

/// One-based line and column (in characters) of a byte offset.
#[must_use]
pub fn place(text: &str, offset: u32) -> (u32, u32) {
    let mut end = (offset as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() as u32 + 1;
    (line, before[line_start..].chars().count() as u32 + 1)
}

impl Node {
    /// Writes the value compactly: field order and number spelling as they were read.
    pub fn write(&self, out: &mut String) {
        match self {
            Node::Null => out.push_str("null"),
            Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Node::Number(spelling) => out.push_str(spelling),
            Node::Text(value) => write_text(value, out),
            Node::List(items) => {
                out.push('[');
                for (n, item) in items.iter().enumerate() {
                    if n > 0 {
                        out.push(',');
                    }
                    item.node.write(out);
                }
                out.push(']');
            }
            Node::Object(members) => {
                out.push('{');
                for (n, member) in members.iter().enumerate() {
                    if n > 0 {
                        out.push(',');
                    }
                    write_text(&member.name, out);
                    out.push(':');
                    member.value.node.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// Writes a JSON string with its quotes.
pub fn write_text(value: &str, out: &mut String) {
    // Writing a string to memory cannot fail; were it to, an empty string is still JSON.
    out.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "\"\"".to_owned()));
}

fn walk(text: &str, raw: &RawValue, depth: u32) -> Result<Located, SyntaxError> {
    let source = raw.get();
    // Raw values are borrowed from the document, so the distance of the two is the place.
    let offset = (source.as_ptr() as usize).saturating_sub(text.as_ptr() as usize) as u32;
    let failed = |error: &serde_json::Error| SyntaxError { offset, message: without_place(error) };
    if depth > DEPTH {
        return Err(SyntaxError { offset, message: format!("nested deeper than {DEPTH}") });
    }
    let node = match source.as_bytes().first() {
        Some(b'{') => {
            let members: Members<'_> = serde_json::from_str(source).map_err(|e| failed(&e))?;
            let mut walked = Vec::with_capacity(members.0.len());
            for (name, value) in members.0 {
                let value = walk(text, value, depth + 1)?;
                walked.push(Member { offset: name_offset(text, &name, value.offset), name, value });
            }
            Node::Object(walked)
        }
        Some(b'[') => {
            let items: Items<'_> = serde_json::from_str(source).map_err(|e| failed(&e))?;
            Node::List(items.0.into_iter().map(|item| walk(text, item, depth + 1)).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Node::Text(serde_json::from_str(source).map_err(|e| failed(&e))?),
        Some(b't') => Node::Bool(true),
        Some(b'f') => Node::Bool(false),
        Some(b'n') => Node::Null,
        _ => Node::Number(source.to_owned()),
    };
    Ok(Located { offset, node })
}

fn name_offset(text: &str, name: &str, value_offset: u32) -> u32 {
    let before = text[..value_offset as usize].trim_end().trim_end_matches(':').trim_end();
    let quoted = name.len() + 2;
    match before.len().checked_sub(quoted) {
        Some(start) if before.is_char_boundary(start) && before[start..].starts_with('"') => start as u32,
        _ => value_offset,
    }
}

fn offset_of(text: &str, line: usize, column: usize) -> u32 {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column.saturating_sub(1)).min(text.len()) as u32
}

fn without_place(error: &serde_json::Error) -> String {
    let full = error.to_string();
    full.rsplit_once(" at line ").map_or(full.clone(), |(what, _)| what.to_owned())
}

struct Members<'a>(Vec<(String, &'a RawValue)>);
struct Items<'a>(Vec<&'a RawValue>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Walk;
        impl<'de> Visitor<'de> for Walk {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    members.push(entry);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Walk)
    }
}

impl<'de> Deserialize<'de> for Items<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Walk;
        impl<'de> Visitor<'de> for Walk {
            type Value = Items<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Items(items))
            }
        }
        deserializer.deserialize_seq(Walk)
    }
}
