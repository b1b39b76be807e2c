//! Links: a scenario, a cursor and a language as a short text for an address's fragment, written and read.
//!
//! ```text
//! r1~en~at12~d0b36bec04d4a331f~m.1.5c0…~end.1.1~w.fixture.claim-then-commit~c.c1.per-intent.durable.K1
//!   ~s.0.c1.send.i1.order.notebook.2~s.30s.c1.send.i1~f.lose.response.c1-1
//! ```
//!
//! Statements stand between `~`, their tokens between `.`; a token has letters, digits and `-`, and `_` begins an escape
//! ([`tokens`]). So a link holds only what an address leaves alone (RFC 3986, unreserved characters) and what messengers do
//! not cut. `docs/links.md` has the whole grammar. Statements of a version are never given another meaning; a reader that
//! does not know one says so. `b` is kept for branches of a run.
//!
//! A link is read by rebuilding the scenario's JSON and giving it to [`parse`], so that one set of rules judges both; what
//! is wrong is told by statement. Nothing is left out in silence: what cannot be read is a [`Fault`], and beside the faults
//! stands what the rest alone would open, for the reader to choose. Beyond [`MOST`] characters nothing is written: a file
//! is the better carrier. Deliberately absent: the address, and any wording.

mod decode;
mod document;
mod encode;
mod made;
mod tokens;

pub use made::{Difference, End, Made, Marks};

use super::text::Language;
use crate::sim::json::Syntax;
use crate::sim::limits;
use crate::sim::parse::parse;
use crate::sim::problem::Problem;
use crate::sim::run::Run;
use crate::sim::scenario::Scenario;

/// Longest link that is written, in characters. Some messengers and older servers cut what is longer.
pub const MOST: u32 = 2_000;
/// Longest link that is read, in bytes: what came through whole is worth reading.
pub const MOST_READ: u32 = limits::FILE_BYTES;
/// What every link of this version begins with.
pub const VERSION: &str = "r1";
/// Most faults that are told of one link.
const FAULTS: usize = 8;

/// What a link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// What runs.
    pub scenario: Scenario,
    /// After how many events the cursor stands; at the end where the link does not say.
    pub cursor: Option<u32>,
    /// The language of the page where the link was made.
    pub language: Option<Language>,
    /// What the run came to there.
    pub made: Made,
}

/// A link that is longer than [`MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Its length, in characters.
    pub characters: u32,
}

/// A link that could not be read as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkProblem {
    /// What is wrong, in the order of the statements; never empty.
    pub faults: Vec<Fault>,
    /// What the statements without a fault open, if they open anything.
    pub rest: Option<Box<Opened>>,
}

/// One thing that is wrong with a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The statement, from 1 (the version is statement 1); 0 for the link as a whole.
    pub statement: u32,
    /// The statement as it stands in the link; empty for the whole.
    pub text: String,
    /// What is wrong with it.
    pub trouble: Trouble,
}

/// What can be wrong with a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It does not begin with a version that is known here.
    Version,
    /// The link is longer than [`MOST_READ`].
    TooLong,
    /// A character that no link has.
    Character(char),
    /// An escape that stands for no character.
    Escape,
    /// No statement of this version.
    Unknown,
    /// Kept for branches, which this version does not have.
    Branch,
    /// It lacks something, or has too much: what it looks like.
    Shape(&'static str),
    /// It says again what an earlier one has said.
    Twice,
    /// The JSON in it is none.
    Json(Syntax),
    /// The scenario that it makes is not allowed.
    Scenario(Problem),
}

/// Whether a fragment claims to be a link of any version.
#[must_use]
pub fn is_link(fragment: &str) -> bool {
    let Some(rest) = fragment.strip_prefix('r') else { return false };
    let after = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let ends = matches!(after.as_bytes().first(), None | Some(b'~' | b'%'));
    after.len() < rest.len() && ends
}

/// The link to a run, its cursor and a language, without the scenario's title and `expect`.
///
/// # Errors
/// Where the link would be longer than [`MOST`] characters.
pub fn write(run: &Run, cursor: u32, language: Language) -> Result<String, TooLong> {
    // The lab that opens it has no title and makes no claim.
    let is_of_lab = |statement: &&str| !["title.", "expect."].iter().any(|head| statement.starts_with(head));
    let whole = write_any(run, cursor, language);
    let link = whole.split('~').filter(is_of_lab).collect::<Vec<_>>().join("~");
    let characters = link.len() as u32;
    if characters > MOST { Err(TooLong { characters }) } else { Ok(link) }
}

/// The same with all of the scenario, however long it is.
#[must_use]
pub fn write_any(run: &Run, cursor: u32, language: Language) -> String {
    let mut statements = vec![VERSION.to_owned(), language.code().to_owned()];
    if cursor < run.trace.events.len() as u32 {
        statements.push(format!("at{cursor}"));
    }
    statements.extend(made::statements(run));
    statements.extend(encode::statements(&run.scenario));
    statements.join("~")
}

/// Reads a link: a fragment without its `#`.
///
/// # Errors
/// What is wrong, with the statement where it stands, and what the rest would open.
pub fn read(link: &str) -> Result<Opened, LinkProblem> {
    let whole = |trouble| LinkProblem {
        faults: vec![Fault { statement: 0, text: String::new(), trouble }],
        rest: None,
    };
    if link.len() as u64 > u64::from(MOST_READ) {
        return Err(whole(Trouble::TooLong));
    }
    let link = decode::unescaped(link);
    let statements: Vec<&str> = link.split('~').collect();
    let mut left_out = Vec::new();
    let mut faults: Vec<Fault> = Vec::new();
    loop {
        let (statement, trouble) = match opened(&statements, &left_out) {
            Ok(opened) if faults.is_empty() => return Ok(opened),
            Ok(opened) => return Err(LinkProblem { faults, rest: Some(Box::new(opened)) }),
            Err(fault) => fault,
        };
        if statement == 0 && !faults.is_empty() {
            // What the rest lacks was in what is left out.
            return Err(LinkProblem { faults, rest: None });
        }
        let text = (statement as usize).checked_sub(1).and_then(|at| statements.get(at));
        faults.push(Fault { statement, text: text.copied().unwrap_or_default().to_owned(), trouble });
        if statement <= 1 || faults.len() == FAULTS || left_out.contains(&statement) {
            return Err(LinkProblem { faults, rest: None });
        }
        left_out.push(statement);
    }
}

/// What the statements open that are not left out, or the first fault with its statement.
fn opened(statements: &[&str], left_out: &[u32]) -> Result<Opened, (u32, Trouble)> {
    let read = decode::read(statements, left_out)?;
    let document = document::document(&read.root);
    let scenario = parse(&document.text)
        .map_err(|problem| (document.statement_at(problem.column), Trouble::Scenario(problem)))?;
    Ok(Opened { scenario, cursor: read.cursor, language: read.language, made: read.made })
}
