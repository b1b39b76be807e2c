//! What can be wrong with a scenario file: where, what was found, what was wanted.
//!
//! Owns the shape of these messages and their English text, which `simulate` prints; the page words the same
//! values in both languages. It deliberately does not decide what is wrong: [`super::parse`] does.

use std::fmt;

use super::json::Syntax;

/// One located problem. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line of the value or name at fault.
    pub line: u32,
    /// Column of its first character.
    pub column: u32,
    /// The field's path, such as `script[2].at`; `(file)` for the document itself.
    pub path: String,
    /// What stands there, shortened.
    pub found: String,
    /// What should.
    pub wanted: Wanted,
}

/// What a place in a scenario file should hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Wanted {
    /// Valid JSON; with the parser's own words.
    Json(Syntax),
    /// At most this many bytes.
    FileOfAtMost(u32),
    /// An object.
    Object,
    /// An array.
    List,
    /// A string.
    Text,
    /// `true` or `false`.
    Bool,
    /// A duration within the horizon, such as `30s`.
    Duration,
    /// A whole number in a range, both ends included.
    Whole { least: u64, most: u64 },
    /// A string of 1 to `most` characters.
    TextOfAtMost { most: u32 },
    /// An id of letters, digits, `-` and `_`, of at most `most` characters.
    Id { most: u32 },
    /// One of these strings.
    OneOf(Vec<String>),
    /// One of these field names.
    Field(Vec<String>),
    /// A field that is missing.
    Missing(&'static str),
    /// A name that is not given twice.
    Once,
    /// Only one of two fields.
    NotBoth(&'static str, &'static str),
    /// The id of one of the file's clients.
    KnownClient(Vec<String>),
    /// An attempt such as `c1#2` of one of the file's clients.
    AttemptName(Vec<String>),
    /// `CLIENT/INTENT` with one of the file's clients.
    BeliefName(Vec<String>),
    /// A time not before that of the step above.
    TimeOrder,
    /// A body: the client has none for this intent yet, or has forgotten it.
    BodyForIntent,
    /// At most this many entries.
    AtMost(u32),
    /// At least one entry.
    NotEmpty,
    /// Nothing here: a fixed retention ends when it says.
    Floor,
}

impl Wanted {
    /// The names among which the found one was looked for, if there are such.
    #[must_use]
    pub fn names(&self) -> &[String] {
        match self {
            Wanted::OneOf(names) | Wanted::Field(names) | Wanted::KnownClient(names) => names,
            _ => &[],
        }
    }
}

impl Problem {
    /// The known name nearest to what was found, where one is near enough to be meant.
    #[must_use]
    pub fn nearest(&self) -> Option<&str> {
        let found = self.found.trim_matches('"');
        let near = |name: &&String| distance(found, name) <= (name.chars().count() as u32 / 3).max(1);
        let names = self.wanted.names();
        names.iter().filter(near).min_by_key(|name| distance(found, name)).map(String::as_str)
    }
}

/// Edits (insert, delete, replace) from one word to the other.
fn distance(from: &str, to: &str) -> u32 {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<u32> = (0..=to.len() as u32).collect();
    for (i, have) in from.chars().enumerate() {
        let mut corner = i as u32;
        row[0] = corner + 1;
        for (j, want) in to.iter().enumerate() {
            let replaced = corner + u32::from(have != *want);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[to.len()]
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { line, column, path, found, wanted } = self;
        write!(f, "line {line}, column {column}, {path}: found {found}, wanted {wanted}")?;
        self.nearest().map_or(Ok(()), |name| write!(f, " (did you mean \"{name}\"?)"))
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Json(syntax) => write!(f, "JSON: {}", json(*syntax)),
            Wanted::FileOfAtMost(bytes) => write!(f, "a file of at most {bytes} bytes"),
            Wanted::Object => f.write_str("an object"),
            Wanted::List => f.write_str("an array"),
            Wanted::Text => f.write_str("a string"),
            Wanted::Bool => f.write_str("true or false"),
            Wanted::Duration => {
                f.write_str("a duration such as \"250ms\", \"30s\", \"10m\", \"24h\" or \"60d\", at most 60d")
            }
            Wanted::Whole { least, most } => write!(f, "a whole number from {least} to {most}"),
            Wanted::TextOfAtMost { most } => write!(f, "a string of 1 to {most} characters"),
            Wanted::Id { most } => write!(f, "an id of 1 to {most} letters, digits, \"-\" or \"_\""),
            Wanted::OneOf(names) => write!(f, "one of \"{}\"", names.join("\", \"")),
            Wanted::Field(names) => write!(f, "a known field: \"{}\"", names.join("\", \"")),
            Wanted::Missing(name) => write!(f, "the field \"{name}\""),
            Wanted::Once => f.write_str("each name once"),
            Wanted::NotBoth(one, other) => write!(f, "\"{one}\" or \"{other}\", not both"),
            Wanted::KnownClient(ids) => write!(f, "a client of this file: \"{}\"", ids.join("\", \"")),
            Wanted::AttemptName(ids) => {
                write!(
                    f,
                    "an attempt such as \"{}#1\" (clients: \"{}\")",
                    ids.first().map_or("c1", |id| id),
                    ids.join("\", \"")
                )
            }
            Wanted::BeliefName(ids) => {
                write!(
                    f,
                    "CLIENT/INTENT such as \"{}/i1\" (clients: \"{}\")",
                    ids.first().map_or("c1", |id| id),
                    ids.join("\", \"")
                )
            }
            Wanted::TimeOrder => f.write_str("a time not before that of the step above"),
            Wanted::BodyForIntent => f.write_str(
                "a \"body\" or \"body_text\": this client has no body for this intent at this step",
            ),
            Wanted::AtMost(most) => write!(f, "at most {most} entries"),
            Wanted::NotEmpty => f.write_str("at least one entry"),
            Wanted::Floor => f.write_str("no \"kept_longer\": this contract's retention is fixed"),
        }
    }
}

const fn json(wanted: Syntax) -> &'static str {
    match wanted {
        Syntax::Value => "a value",
        Syntax::Name => "a name in quotes",
        Syntax::Colon => "\":\"",
        Syntax::CommaOrBracket => "\",\" or \"]\"",
        Syntax::CommaOrBrace => "\",\" or \"}\"",
        Syntax::Digit => "a digit",
        Syntax::Quote => "the closing quote",
        Syntax::NoControl => "no control character in a string",
        Syntax::Escape => "an escape that JSON knows",
        Syntax::Hexadecimal => "four hexadecimal digits",
        Syntax::SurrogatePair => "both halves of a surrogate pair",
        Syntax::LessDepth => "at most 64 values inside each other",
        Syntax::End => "nothing after the value",
    }
}
