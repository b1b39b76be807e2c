//! Typed reading of one located value at a time. Every fault says where the value stands; its path is found from there.

use crate::sim::json::{self, Located, Member, Node};
use crate::sim::limits;
use crate::sim::problem::{Problem, Wanted};
use crate::sim::scenario::{AttemptId, Client};
use crate::sim::time::Millis;

/// What is wrong at an offset.
pub(super) struct Fault {
    offset: u32,
    /// What was found, where that is not what stands at the offset.
    found: Option<String>,
    wanted: Wanted,
}

/// Boxed: most calls succeed, and what they hand up should be small.
pub(super) type Parsed<T> = Result<T, Box<Fault>>;

pub(super) fn wrong<T>(offset: u32, wanted: Wanted) -> Parsed<T> {
    Err(Box::new(Fault { offset, found: None, wanted }))
}

pub(super) fn found<T>(offset: u32, found: String, wanted: Wanted) -> Parsed<T> {
    Err(Box::new(Fault { offset, found: Some(found), wanted }))
}

impl Fault {
    /// The problem with its line, column and path.
    pub(super) fn locate(self, text: &str, root: Option<&Located>) -> Problem {
        let (line, column) = json::place(text, self.offset);
        let path = root.and_then(|root| path_to(root, &self, String::new())).unwrap_or_default();
        let path = if path.is_empty() { "(file)".to_owned() } else { path.replace(['\n', '\r'], " ") };
        let found = self.found.unwrap_or_else(|| glimpse(text, self.offset));
        Problem { line, column, path, found: found.replace(['\n', '\r'], " "), wanted: self.wanted }
    }
}

/// The path of what stands at a fault's offset. A fault with an object's name lies in the object; one with an id that
/// is a name lies in what the name names.
fn path_to(value: &Located, fault: &Fault, path: String) -> Option<String> {
    if value.offset == fault.offset {
        return Some(path);
    }
    match &value.node {
        Node::Object(members) => members.iter().find_map(|member| {
            let dot = if path.is_empty() { "" } else { "." };
            let inside = format!("{path}{dot}{}", member.name);
            if member.offset != fault.offset {
                return path_to(&member.value, fault, inside);
            }
            let is_of_object = matches!(fault.wanted, Wanted::Field(_) | Wanted::Once);
            Some(if is_of_object { path.clone() } else { inside })
        }),
        Node::List(items) => {
            items.iter().enumerate().find_map(|(n, item)| path_to(item, fault, format!("{path}[{n}]")))
        }
        _ => None,
    }
}

/// The first characters of what stands at an offset, up to where it would end.
fn glimpse(text: &str, offset: u32) -> String {
    const MOST: usize = 40;
    let mut start = (offset as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = &text[start..];
    let value = match rest.strip_prefix('"') {
        Some(inside) => inside.find('"').map_or(rest, |end| &rest[..end + 2]),
        None if rest.starts_with('{') => "an object",
        None if rest.starts_with('[') => "an array",
        None => &rest[..rest.find(['\n', ',', '}', ']']).unwrap_or(rest.len())],
    };
    match value.trim() {
        "" if rest.trim().is_empty() => "the end of the file".to_owned(),
        "" => rest.chars().take(1).collect(),
        value if value.chars().count() > MOST => value.chars().take(MOST).chain(['…']).collect(),
        value => value.to_owned(),
    }
}

fn own(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub(super) fn members(value: &Located) -> Parsed<&[Member]> {
    let Node::Object(members) = &value.node else { return wrong(value.offset, Wanted::Object) };
    for (n, member) in members.iter().enumerate() {
        if members[..n].iter().any(|before| before.name == member.name) {
            return found(member.offset, format!("\"{}\" again", member.name), Wanted::Once);
        }
    }
    Ok(members)
}

/// An object whose field names are all known and given once.
pub(super) struct Fields<'a> {
    pub(super) offset: u32,
    members: &'a [Member],
}

impl<'a> Fields<'a> {
    pub(super) fn of(value: &'a Located, known: &[&str]) -> Parsed<Fields<'a>> {
        let members = members(value)?;
        if let Some(member) = members.iter().find(|member| !known.contains(&member.name.as_str())) {
            let wanted = Wanted::Field(own(known));
            return found(member.offset, format!("\"{}\"", member.name), wanted);
        }
        Ok(Fields { offset: value.offset, members })
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Located> {
        self.members.iter().find(|member| member.name == name).map(|member| &member.value)
    }

    pub(super) fn required(&self, name: &'static str) -> Parsed<&'a Located> {
        match self.get(name) {
            Some(value) => Ok(value),
            None => found(self.offset, "an object without it".to_owned(), Wanted::Missing(name)),
        }
    }

    pub(super) fn duration(&self, name: &str, default: Millis) -> Parsed<Millis> {
        self.get(name).map_or(Ok(default), duration)
    }

    pub(super) fn boolean(&self, name: &str) -> Parsed<bool> {
        self.get(name).map_or(Ok(false), boolean)
    }

    /// One of the names, as its index; the first where the field is not given.
    pub(super) fn one_of(&self, field: &str, names: &[&str]) -> Parsed<usize> {
        self.get(field).map_or(Ok(0), |value| name(value, names))
    }

    pub(super) fn whole(&self, name: &str, default: u64, least: u64, most: u64) -> Parsed<u64> {
        self.get(name).map_or(Ok(default), |value| whole(value, least, most))
    }
}

/// Refuses a name that is repeated anywhere inside: `body` is JSON with each field once.
pub(super) fn no_repeats(value: &Located) -> Parsed<()> {
    match &value.node {
        Node::Object(_) => members(value)?.iter().try_for_each(|member| no_repeats(&member.value)),
        Node::List(items) => items.iter().try_for_each(no_repeats),
        _ => Ok(()),
    }
}

pub(super) fn list(value: &Located, least: usize, most: u32) -> Parsed<&[Located]> {
    let Node::List(items) = &value.node else { return wrong(value.offset, Wanted::List) };
    count(value, items.len(), least, most)?;
    Ok(items)
}

pub(super) fn count(value: &Located, entries: usize, least: usize, most: u32) -> Parsed<()> {
    let said = || format!("{entries} entries");
    if entries < least {
        return found(value.offset, said(), Wanted::NotEmpty);
    }
    if entries > most as usize { found(value.offset, said(), Wanted::AtMost(most)) } else { Ok(()) }
}

pub(super) fn text(value: &Located) -> Parsed<&str> {
    match &value.node {
        Node::Text(text) => Ok(text),
        _ => wrong(value.offset, Wanted::Text),
    }
}

pub(super) fn boolean(value: &Located) -> Parsed<bool> {
    match value.node {
        Node::Bool(truth) => Ok(truth),
        _ => wrong(value.offset, Wanted::Bool),
    }
}

/// The index of a name among those allowed.
pub(super) fn name(value: &Located, names: &[&str]) -> Parsed<usize> {
    let index = match &value.node {
        Node::Text(text) => names.iter().position(|name| name == text),
        _ => None,
    };
    index.map_or_else(|| wrong(value.offset, Wanted::OneOf(own(names))), Ok)
}

/// Entries of a list, each one of the names and none twice, as indexes.
pub(super) fn names(value: &Located, allowed: &[&str]) -> Parsed<Vec<usize>> {
    let mut indexes = Vec::new();
    for item in list(value, 0, limits::ATTEMPTS)? {
        let index = name(item, allowed)?;
        if indexes.contains(&index) {
            return wrong(item.offset, Wanted::Once);
        }
        indexes.push(index);
    }
    Ok(indexes)
}

pub(super) fn whole(value: &Located, least: u64, most: u64) -> Parsed<u64> {
    let number = match &value.node {
        Node::Number(spelling) => spelling.parse::<u64>().ok(),
        _ => None,
    };
    match number.filter(|number| (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None => wrong(value.offset, Wanted::Whole { least, most }),
    }
}

pub(super) fn duration(value: &Located) -> Parsed<Millis> {
    let millis = match &value.node {
        Node::Text(text) => Millis::parse(text),
        _ => None,
    };
    match millis.filter(|millis| *millis <= limits::HORIZON) {
        Some(millis) => Ok(millis),
        None => wrong(value.offset, Wanted::Duration),
    }
}

pub(super) fn key(value: &Located) -> Parsed<String> {
    let most = limits::KEY_CHARACTERS;
    match &value.node {
        Node::Text(text) if (1..=most as usize).contains(&text.chars().count()) => Ok(text.clone()),
        _ => wrong(value.offset, Wanted::TextOfAtMost { most }),
    }
}

pub(super) fn id(offset: u32, id: &str) -> Parsed<()> {
    let most = limits::ID_CHARACTERS;
    let is_id_character = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !id.is_empty() && id.len() <= most as usize && id.chars().all(is_id_character) {
        return Ok(());
    }
    wrong(offset, Wanted::Id { most })
}

fn ids(clients: &[Client]) -> Vec<String> {
    clients.iter().map(|client| client.id.clone()).collect()
}

pub(super) fn client(value: &Located, clients: &[Client]) -> Parsed<u8> {
    let id = text(value)?;
    match clients.iter().position(|client| client.id == id) {
        Some(index) => Ok(index as u8),
        None => wrong(value.offset, Wanted::KnownClient(ids(clients))),
    }
}

pub(super) fn attempt(offset: u32, name: &str, clients: &[Client]) -> Parsed<AttemptId> {
    let split = name.rsplit_once('#').and_then(|(id, number)| {
        let client = clients.iter().position(|client| client.id == id)? as u8;
        let is_plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|number| is_plain && *number <= limits::ATTEMPTS)?;
        Some(AttemptId { client, number })
    });
    split.map_or_else(|| found(offset, format!("\"{name}\""), Wanted::AttemptName(ids(clients))), Ok)
}

/// `CLIENT/INTENT`, split.
pub(super) fn belief_name<'a>(offset: u32, name: &'a str, clients: &[Client]) -> Parsed<(u8, &'a str)> {
    let split = name.split_once('/').and_then(|(id, intent)| {
        clients.iter().position(|client| client.id == id).map(|index| (index as u8, intent))
    });
    split.map_or_else(|| found(offset, format!("\"{name}\""), Wanted::BeliefName(ids(clients))), Ok)
}
