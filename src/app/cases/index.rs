//! The list of incidents, read: JSON text in, entries in the order of their kinds or one located [`Problem`] out.
//!
//! Fields that the page does not know are left alone, since the list may grow. Deliberately absent: the runs, which are
//! files of their own, and the page's words for kinds and evidence.

use crate::app::text::Language;
use crate::sim::json::{self, Located, Member, Node};
use crate::sim::problem::{Problem, Wanted};
use crate::sim::table::order_by;

/// Longest list that is read.
const BYTES: u32 = 256 * 1024;
/// Most incidents.
const CASES: u32 = 200;
/// Longest id.
const ID: u32 = 32;

/// An incident.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its short name, of which the names of its files are made.
    pub id: String,
    /// What goes wrong.
    pub kind: Kind,
    /// What its source is.
    pub evidence: Evidence,
    /// How sure its mechanism is.
    pub confidence: Confidence,
    /// Whether the project is a hobby, student or test project.
    pub small: bool,
    /// What the source is called.
    pub source: String,
    /// Where it is.
    pub url: String,
    /// What happened, in a sentence.
    pub story: Both,
    /// What is otherwise where it is built right.
    pub fix: Both,
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    zh: String,
    en: String,
}

impl Both {
    /// The text in a language.
    #[must_use]
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::Zh => &self.zh,
            Language::En => &self.en,
        }
    }
}

/// Declares an enum whose variants have names in the list.
macro_rules! named {
    ($(#[$about:meta])* pub enum $kind:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $($(#[$doc])* $variant,)+
        }

        impl $kind {
            /// All of them, in the order in which the page has them.
            pub const ALL: &'static [$kind] = &[$($kind::$variant),+];
            /// Their names in the list.
            const NAMES: &'static [&'static str] = &[$($name),+];
        }
    };
}

named! {
    /// What goes wrong in an incident.
    pub enum Kind {
        /// Every attempt has a key of its own.
        KeyPerAttempt = "key-per-attempt",
        /// The client does not keep its key.
        ClientPersistence = "client-persistence",
        /// The key is a hash of the body.
        BodyHash = "body-hash",
        /// The same key comes with other parameters.
        Mismatch = "mismatch",
        /// The key counts too widely, or not widely enough.
        Scope = "scope",
        /// Two requests at once.
        Race = "race",
        /// A crash between effect and record.
        GapCrash = "gap-crash",
        /// What becomes of a failure.
        StoredFailure = "stored-failure",
        /// A refusal before any work is stored.
        ValidationStored = "validation-stored",
        /// The retry comes after the retention.
        Expiry = "expiry",
        /// What counts as the same parameters.
        Canonicalisation = "canonicalisation",
        /// Retries upon retries.
        RetryStorm = "retry-storm",
    }
}

named! {
    /// What the source of an incident is.
    pub enum Evidence {
        /// It happened to users.
        Incident = "incident",
        /// A reported defect with its mechanism.
        Bug = "bug",
        /// Found by reading code.
        Review = "review",
        /// A specification, or a discussion of a design.
        Design = "design",
    }
}

named! {
    /// How sure the mechanism is.
    pub enum Confidence {
        /// The source states it.
        High = "high",
        /// The source suspects it, or is cut off.
        Medium = "medium",
        /// The source has symptoms only.
        Low = "low",
    }
}

/// Reads the list.
///
/// # Errors
/// The first problem in the order of reading, with its place.
pub fn read(text: &str) -> Result<Vec<Case>, Problem> {
    let reader = Reader { text };
    reader.list().map_err(|fault| reader.locate(*fault))
}

/// What is wrong, where.
struct Fault {
    offset: u32,
    path: String,
    found: String,
    wanted: Wanted,
}

type Parsed<T> = Result<T, Box<Fault>>;

struct Reader<'a> {
    text: &'a str,
}

/// A value and its path.
struct Field<'a> {
    value: &'a Located,
    path: String,
}

impl Reader<'_> {
    fn locate(&self, fault: Fault) -> Problem {
        let (line, column) = json::place(self.text, fault.offset);
        let path = if fault.path.is_empty() { "(file)".to_owned() } else { fault.path };
        Problem { line, column, path, found: fault.found, wanted: fault.wanted }
    }

    fn list(&self) -> Parsed<Vec<Case>> {
        let whole = |offset, found, wanted| Box::new(Fault { offset, path: String::new(), found, wanted });
        if self.text.len() as u64 > u64::from(BYTES) {
            return Err(whole(0, format!("{} bytes", self.text.len()), Wanted::FileOfAtMost(BYTES)));
        }
        let root = json::read(self.text).map_err(|error| {
            let rest = self.text.as_bytes().get(error.offset as usize..).unwrap_or_default();
            let rest = String::from_utf8_lossy(rest);
            let found = rest.chars().next().map_or("the end of the file".to_owned(), String::from);
            whole(error.offset, found, Wanted::Json(error.wanted))
        })?;
        let root = Field { value: &root, path: String::new() };
        let entries = root.entries()?;
        let mut cases: Vec<Case> = Vec::new();
        for (n, value) in entries.iter().enumerate() {
            let entry = Field { value, path: format!("[{n}]") };
            let case = entry.case()?;
            if cases.iter().any(|known| known.id == case.id) {
                let id = entry.field("id")?;
                let again = format!("\"{}\" again", case.id);
                return Err(id.fault(again, Wanted::Once));
            }
            cases.push(case);
        }
        order_by(&mut cases, |case| case.kind as u32);
        Ok(cases)
    }
}

impl<'a> Field<'a> {
    fn fault(&self, found: String, wanted: Wanted) -> Box<Fault> {
        Box::new(Fault { offset: self.value.offset, path: self.path.clone(), found, wanted })
    }

    fn wrong<T>(&self, wanted: Wanted) -> Parsed<T> {
        const MOST: usize = 40;
        let found = match &self.value.node {
            Node::Object(_) => "an object".to_owned(),
            Node::List(_) => "an array".to_owned(),
            Node::Text(text) => {
                let is_long = text.chars().count() > MOST;
                let shown: String = text.chars().take(MOST).collect();
                format!("\"{}{}\"", shown.replace(['\n', '\r'], " "), if is_long { "…" } else { "" })
            }
            Node::Number(spelling) => spelling.chars().take(MOST).collect(),
            Node::Bool(true) => "true".to_owned(),
            Node::Bool(false) => "false".to_owned(),
            Node::Null => "null".to_owned(),
        };
        Err(self.fault(found, wanted))
    }

    fn entries(&self) -> Parsed<&'a [Located]> {
        let Node::List(items) = &self.value.node else { return self.wrong(Wanted::List) };
        let said = || format!("{} entries", items.len());
        match items.len() as u64 {
            0 => Err(self.fault(said(), Wanted::NotEmpty)),
            entries if entries > u64::from(CASES) => Err(self.fault(said(), Wanted::AtMost(CASES))),
            _ => Ok(items),
        }
    }

    fn members(&self) -> Parsed<&'a [Member]> {
        match &self.value.node {
            Node::Object(members) => Ok(members),
            _ => self.wrong(Wanted::Object),
        }
    }

    fn maybe(&self, name: &str) -> Parsed<Option<Field<'a>>> {
        let member = self.members()?.iter().find(|member| member.name == name);
        let dot = if self.path.is_empty() { "" } else { "." };
        let path = || [self.path.as_str(), dot, name].concat();
        Ok(member.map(|member| Field { value: &member.value, path: path() }))
    }

    fn field(&self, name: &'static str) -> Parsed<Field<'a>> {
        let missing = || self.fault("an object without it".to_owned(), Wanted::Missing(name));
        self.maybe(name)?.ok_or_else(missing)
    }

    fn text(&self) -> Parsed<&'a str> {
        match &self.value.node {
            Node::Text(text) => Ok(text),
            _ => self.wrong(Wanted::Text),
        }
    }

    fn words(&self, name: &'static str) -> Parsed<String> {
        self.field(name)?.text().map(str::to_owned)
    }

    fn both(&self, name: &'static str) -> Parsed<Both> {
        let field = self.field(name)?;
        Ok(Both { zh: field.words("zh")?, en: field.words("en")? })
    }

    fn one_of<T: Copy>(&self, name: &'static str, names: &[&str], all: &[T]) -> Parsed<T> {
        let field = self.field(name)?;
        let text = field.text()?;
        let index = names.iter().position(|known| *known == text);
        match index.and_then(|index| all.get(index)) {
            Some(it) => Ok(*it),
            None => field.wrong(Wanted::OneOf(names.iter().map(|name| (*name).to_owned()).collect())),
        }
    }

    fn id(&self) -> Parsed<String> {
        let field = self.field("id")?;
        let id = field.text()?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if id.is_empty() || id.len() > ID as usize || !id.bytes().all(is_plain) {
            return field.wrong(Wanted::Id { most: ID });
        }
        Ok(id.to_owned())
    }

    fn url(&self) -> Parsed<String> {
        let field = self.field("url")?;
        let url = field.text()?;
        // Nothing that a link could run.
        if url.starts_with("https://") {
            return Ok(url.to_owned());
        }
        field.wrong(Wanted::OneOf(vec!["https://…".to_owned()]))
    }

    fn small(&self) -> Parsed<bool> {
        match self.maybe("small")? {
            None => Ok(false),
            Some(field) => match field.value.node {
                Node::Bool(is_small) => Ok(is_small),
                _ => field.wrong(Wanted::Bool),
            },
        }
    }

    fn case(&self) -> Parsed<Case> {
        let id = self.id()?;
        let kind = self.one_of("kind", Kind::NAMES, Kind::ALL)?;
        let evidence = self.one_of("evidence", Evidence::NAMES, Evidence::ALL)?;
        let confidence = self.one_of("confidence", Confidence::NAMES, Confidence::ALL)?;
        let small = self.small()?;
        let source = self.field("source")?;
        let (name, url) = (source.words("text")?, source.url()?);
        let (story, fix) = (self.both("story")?, self.both("fix")?);
        Ok(Case { id, kind, evidence, confidence, small, source: name, url, story, fix })
    }
}
