//! Typed reading of one located value at a time. Every method's error says where the value stands.

use super::Parsed;
use super::script::ids;
use crate::sim::json::{self, Located, Member, Node};
use crate::sim::limits;
use crate::sim::problem::{Problem, Wanted};
use crate::sim::scenario::{AttemptId, Client};
use crate::sim::time::Millis;

/// Reads values of one document and words their problems.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
}

/// An object whose field names are all known and given once.
pub(super) struct Fields<'a> {
    reader: &'a Reader<'a>,
    path: String,
    offset: u32,
    members: &'a [Member],
}

impl<'a> Fields<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a Located> {
        self.members.iter().find(|member| member.name == name).map(|member| &member.value)
    }

    pub(super) fn required(&self, name: &'static str) -> Parsed<&'a Located> {
        self.get(name).ok_or_else(|| {
            let path = if self.path.is_empty() { "(file)" } else { &self.path };
            self.reader.problem(self.offset, path, "an object without it", Wanted::Missing(name))
        })
    }

    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn problem(&self, offset: u32, path: &str, found: &str, wanted: Wanted) -> Problem {
        let (line, column) = json::place(self.text, offset);
        Problem { line, column, path: path.to_owned(), found: found.to_owned(), wanted }
    }

    /// The first characters of what stands at an offset, up to where it would end.
    pub(super) fn glimpse(&self, offset: u32) -> String {
        const MOST: usize = 40;
        let rest = self.text.get(offset as usize..).unwrap_or("");
        let end_of_value = |c: char| matches!(c, '\n' | ',' | '}' | ']');
        let value = match rest.strip_prefix('"') {
            Some(inside) => inside.find('"').map_or(rest, |end| &rest[..end + 2]),
            None if rest.starts_with('{') => "an object",
            None if rest.starts_with('[') => "an array",
            None => &rest[..rest.find(end_of_value).unwrap_or(rest.len())],
        };
        match value.trim() {
            "" if rest.is_empty() => "the end of the file".to_owned(),
            "" => rest.chars().take(1).collect(),
            value if value.chars().count() > MOST => value.chars().take(MOST).chain(['…']).collect(),
            value => value.to_owned(),
        }
    }

    fn wrong<T>(&self, path: &str, value: &Located, wanted: Wanted) -> Parsed<T> {
        Err(self.problem(value.offset, path, &self.glimpse(value.offset), wanted))
    }

    pub(super) fn members<'v>(&self, path: &str, value: &'v Located) -> Parsed<&'v [Member]> {
        let Node::Object(members) = &value.node else {
            return self.wrong(path, value, Wanted::Object);
        };
        self.once(path, members)?;
        Ok(members)
    }

    fn once(&self, path: &str, members: &[Member]) -> Parsed<()> {
        for (n, member) in members.iter().enumerate() {
            if members[..n].iter().any(|before| before.name == member.name) {
                let found = format!("\"{}\" again", member.name);
                let path = if path.is_empty() { "(file)" } else { path };
                return Err(self.problem(member.offset, path, &found, Wanted::Once));
            }
        }
        Ok(())
    }

    /// Refuses a name that is repeated anywhere inside: `body` is JSON with each field once.
    pub(super) fn no_repeats(&self, path: &str, value: &Located) -> Parsed<()> {
        match &value.node {
            Node::Object(members) => {
                self.once(path, members)?;
                members.iter().try_for_each(|member| self.no_repeats(path, &member.value))
            }
            Node::List(items) => items.iter().try_for_each(|item| self.no_repeats(path, item)),
            _ => Ok(()),
        }
    }

    pub(super) fn fields(&'a self, path: &str, value: &'a Located, known: &[&str]) -> Parsed<Fields<'a>> {
        let shown = if path.is_empty() { "(file)" } else { path };
        let members = self.members(shown, value)?;
        if let Some(member) = members.iter().find(|member| !known.contains(&member.name.as_str())) {
            let names = known.iter().map(|name| (*name).to_owned()).collect();
            let found = format!("\"{}\"", member.name);
            return Err(self.problem(member.offset, shown, &found, Wanted::Field(names)));
        }
        Ok(Fields { reader: self, path: path.to_owned(), offset: value.offset, members })
    }

    pub(super) fn list<'v>(&self, path: &str, value: &'v Located) -> Parsed<&'v [Located]> {
        match &value.node {
            Node::List(items) => Ok(items),
            _ => self.wrong(path, value, Wanted::List),
        }
    }

    pub(super) fn text<'v>(&self, path: &str, value: &'v Located) -> Parsed<&'v str> {
        match &value.node {
            Node::Text(text) => Ok(text),
            _ => self.wrong(path, value, Wanted::Text),
        }
    }

    pub(super) fn bool(&self, path: &str, value: &Located) -> Parsed<bool> {
        match value.node {
            Node::Bool(truth) => Ok(truth),
            _ => self.wrong(path, value, Wanted::Bool),
        }
    }

    pub(super) fn name<T: Copy>(&self, path: &str, value: &Located, names: &[(&str, T)]) -> Parsed<T> {
        let found = match &value.node {
            Node::Text(text) => names.iter().find(|(name, _)| name == text),
            _ => None,
        };
        match found {
            Some((_, meaning)) => Ok(*meaning),
            None => {
                let names = names.iter().map(|(name, _)| (*name).to_owned()).collect();
                self.wrong(path, value, Wanted::OneOf(names))
            }
        }
    }

    pub(super) fn whole(&self, path: &str, value: &Located, least: u64, most: u64) -> Parsed<u64> {
        let number = match &value.node {
            Node::Number(spelling) => spelling.parse::<u64>().ok(),
            _ => None,
        };
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number),
            None => self.wrong(path, value, Wanted::Whole { least, most }),
        }
    }

    pub(super) fn duration(&self, path: &str, value: &Located) -> Parsed<Millis> {
        let millis = match &value.node {
            Node::Text(text) => Millis::parse(text),
            _ => None,
        };
        match millis.filter(|millis| *millis <= limits::HORIZON) {
            Some(millis) => Ok(millis),
            None => self.wrong(path, value, Wanted::Duration),
        }
    }

    pub(super) fn key(&self, path: &str, value: &Located) -> Parsed<String> {
        let most = limits::KEY_CHARACTERS;
        match &value.node {
            Node::Text(text) if (1..=most as usize).contains(&text.chars().count()) => Ok(text.clone()),
            _ => self.wrong(path, value, Wanted::TextOfAtMost { most }),
        }
    }

    pub(super) fn id(&self, path: &str, offset: u32, id: &str) -> Parsed<()> {
        let most = limits::ID_CHARACTERS;
        let is_id_character = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !id.is_empty() && id.len() <= most as usize && id.chars().all(is_id_character) {
            return Ok(());
        }
        Err(self.problem(offset, path, &self.glimpse(offset), Wanted::Id { most }))
    }

    pub(super) fn client(&self, path: &str, value: &Located, clients: &[Client]) -> Parsed<u8> {
        let id = self.text(path, value)?;
        match clients.iter().position(|client| client.id == id) {
            Some(index) => Ok(index as u8),
            None => self.wrong(path, value, Wanted::KnownClient(ids(clients))),
        }
    }

    pub(super) fn attempt(
        &self,
        path: &str,
        offset: u32,
        name: &str,
        clients: &[Client],
    ) -> Parsed<AttemptId> {
        let split = name.rsplit_once('#').and_then(|(id, number)| {
            let client = clients.iter().position(|client| client.id == id)? as u8;
            let is_plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
            let number = number.parse().ok().filter(|number| is_plain && *number <= limits::ATTEMPTS)?;
            Some(AttemptId { client, number })
        });
        split.ok_or_else(|| {
            self.problem(offset, path, &format!("\"{name}\""), Wanted::AttemptName(ids(clients)))
        })
    }

    pub(super) fn count(
        &self,
        path: &str,
        value: &Located,
        count: usize,
        least: usize,
        most: u32,
    ) -> Parsed<()> {
        let found = format!("{count} entries");
        if count < least {
            return Err(self.problem(value.offset, path, &found, Wanted::NotEmpty));
        }
        if count > most as usize {
            return Err(self.problem(value.offset, path, &found, Wanted::AtMost(most)));
        }
        Ok(())
    }
}
