//! Statements as a scenario's JSON, in which every value knows its statement.

use super::made::{End, Made, marks};
use super::tokens::{self, Names, is_any_json, of_statement};
use super::{Trouble, VERSION};
use crate::app::text::Language;
use crate::sim::json::{self, Located, Member, Node};

/// Longest path, in names; the format's own are shorter. What is read here is walked by recursion.
const DEEPEST: usize = 8;

/// What statements say.
pub(super) struct Said {
    /// The scenario's JSON; statement numbers stand where a document has offsets.
    pub(super) root: Located,
    /// The cursor.
    pub(super) cursor: Option<u32>,
    /// The language.
    pub(super) language: Option<Language>,
    /// What the run came to.
    pub(super) made: Made,
}

/// What is wrong, and in which statement.
type Read<T> = Result<T, (u32, Trouble)>;

/// A link with its percent signs read: some programs escape `~`, `_` or `.` in an address.
pub(super) fn unescaped(link: &str) -> String {
    let mut out = String::new();
    let mut parts = link.split('%');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let spelled = part.get(..2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match spelled.map(char::from).filter(|c| c.is_ascii_alphanumeric() || "-._~".contains(*c)) {
            Some(character) => {
                out.push(character);
                out.push_str(&part[2..]);
            }
            None => {
                out.push('%');
                out.push_str(part);
            }
        }
    }
    out
}

/// Reads all statements but those that are left out.
pub(super) fn read(statements: &[&str], left_out: &[u32]) -> Read<Said> {
    let mut said = Said {
        root: of_statement(Node::Object(Vec::new()), 0),
        cursor: None,
        language: None,
        made: Made::default(),
    };
    if statements.first() != Some(&VERSION) {
        return Err((1, Trouble::Version));
    }
    let version = of_statement(Node::Number("1".to_owned()), 1);
    put(&mut said.root, &["v".to_owned()], version)?;
    // A run without steps or faults has no statement for them.
    put(&mut said.root, &["script".to_owned()], of_statement(Node::List(Vec::new()), 0))?;
    put(&mut said.root, &["faults".to_owned()], of_statement(Node::List(Vec::new()), 0))?;
    for (n, text) in statements.iter().enumerate().skip(1) {
        let number = n as u32 + 1;
        if !left_out.contains(&number) {
            statement(&mut said, text, number).map_err(|trouble| match trouble {
                Stop::At(of, trouble) => (of, trouble),
                Stop::Here(trouble) => (number, trouble),
            })?;
        }
    }
    Ok(said)
}

/// Why a statement is not taken.
enum Stop {
    /// For what stands in it.
    Here(Trouble),
    /// For what stands in another.
    At(u32, Trouble),
}

impl From<(u32, Trouble)> for Stop {
    fn from((statement, trouble): (u32, Trouble)) -> Stop {
        Stop::At(statement, trouble)
    }
}

fn here<T>(trouble: Trouble) -> Result<T, Stop> {
    Err(Stop::Here(trouble))
}

fn statement(said: &mut Said, text: &str, number: u32) -> Result<(), Stop> {
    let is_known = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    if let Some(character) = text.chars().find(|character| !is_known(*character)) {
        return here(Trouble::Character(character));
    }
    let tokens: Vec<&str> = text.split('.').collect();
    let root = &mut said.root;
    match tokens[0] {
        "w" => service(root, &tokens, number),
        "c" => client(root, &tokens, number),
        "s" => append(root, "script", step(&tokens, number)?),
        "f" => append(root, "faults", fault(&tokens, number)?),
        "title" | "service" | "clients" | "expect" => path(root, &tokens, number),
        "b" => here(Trouble::Branch),
        "m" => {
            let [_, stretch, digits] = tokens[..] else { return here(Trouble::Shape("m.EVENTS.SUMS")) };
            let Some(marks) = marks(stretch, digits) else { return here(Trouble::Shape("m.EVENTS.SUMS")) };
            once(&mut said.made.marks, marks)
        }
        "end" => once(&mut said.made.end, end(&tokens)?),
        _ if tokens.len() == 1 => head(said, text),
        _ => here(Trouble::Unknown),
    }
}

fn once<T>(slot: &mut Option<T>, value: T) -> Result<(), Stop> {
    if slot.is_some() {
        return here(Trouble::Twice);
    }
    *slot = Some(value);
    Ok(())
}

/// A statement of one token: language, cursor, digest.
fn head(said: &mut Said, text: &str) -> Result<(), Stop> {
    if let Some(language) = Language::ALL.into_iter().find(|language| language.code() == text) {
        return once(&mut said.language, language);
    }
    if let Some(digits) = text.strip_prefix("at").filter(|digits| tokens::is_whole(digits)) {
        return match digits.parse() {
            Ok(cursor) => once(&mut said.cursor, cursor),
            Err(_) => here(Trouble::Shape("atEVENTS")),
        };
    }
    let is_hex = |digits: &&str| digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    match text.strip_prefix('d').filter(is_hex).and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
        Some(digest) => once(&mut said.made.digest, digest),
        None => here(Trouble::Unknown),
    }
}

fn end(tokens: &[&str]) -> Result<End, Stop> {
    const SHAPE: Trouble = Trouble::Shape("end.ORDERS.EFFECTS.FINDING…");
    let [_, orders, effects, findings @ ..] = tokens else { return here(SHAPE) };
    let (Ok(orders), Ok(effects)) = (orders.parse(), effects.parse()) else { return here(SHAPE) };
    let findings = findings.iter().map(|token| text(token)).collect::<Result<_, Stop>>()?;
    Ok(End { orders, effects, findings })
}

fn text(token: &str) -> Result<String, Stop> {
    tokens::text(token).map_or_else(|| here(Trouble::Escape), |(text, _)| Ok(text))
}

fn word(token: &str) -> Result<Node, Stop> {
    text(token).map(Node::Text)
}

fn name(token: &str) -> Result<String, Stop> {
    tokens::name(token).map_or_else(|| here(Trouble::Escape), Ok)
}

/// JSON that stands in one token.
fn any_json(token: &str) -> Result<Node, Stop> {
    json::read(&text(token)?).map(|value| value.node).or_else(|error| here(Trouble::Json(error.wanted)))
}

fn own(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn service(root: &mut Located, tokens: &[&str], number: u32) -> Result<(), Stop> {
    let [_, contract, order] = *tokens else { return here(Trouble::Shape("w.CONTRACT.WRITE-ORDER")) };
    put(root, &own(&["service", "contract"]), of_statement(word(contract)?, number))?;
    put(root, &own(&["service", "write_order"]), of_statement(word(order)?, number))?;
    Ok(())
}

fn client(root: &mut Located, tokens: &[&str], number: u32) -> Result<(), Stop> {
    let [_, id, key, keep, ref keys @ ..] = *tokens else {
        return here(Trouble::Shape("c.CLIENT.KEYS-MADE.KEPT.KEY…"));
    };
    let id = text(id)?;
    put(root, &own(&["clients", &id, "key"]), of_statement(word(key)?, number))?;
    put(root, &own(&["clients", &id, "keep"]), of_statement(word(keep)?, number))?;
    if !keys.is_empty() {
        put(root, &own(&["clients", &id, "keys"]), of_statement(texts(keys)?, number))?;
    }
    Ok(())
}

fn texts(tokens: &[&str]) -> Result<Node, Stop> {
    let items = tokens.iter().map(|token| Ok(of_statement(word(token)?, 0)));
    Ok(Node::List(items.collect::<Result<_, Stop>>()?))
}

/// A path, and its value as the last token or, after an empty one, as a list.
fn path(root: &mut Located, tokens: &[&str], number: u32) -> Result<(), Stop> {
    const SHAPE: Trouble = Trouble::Shape("FIELD.FIELD.VALUE");
    let (steps, list) = match tokens.iter().position(|token| token.is_empty()) {
        Some(at) => (&tokens[..at], Some(&tokens[at + 1..])),
        None => (&tokens[..tokens.len() - 1], None),
    };
    let mut names: Vec<String> = Vec::new();
    let mut steps = steps.iter();
    while let Some(token) = steps.next() {
        names.push(match Names::at(&names) {
            Names::Format => name(token)?,
            Names::Own => text(token)?,
            Names::Attempts => tokens::attempt(token).map_or_else(|| here(Trouble::Escape), Ok)?,
            Names::Beliefs => {
                let Some(intent) = steps.next() else { return here(SHAPE) };
                [text(token)?, text(intent)?].join("/")
            }
        });
    }
    if !(2..=DEEPEST).contains(&names.len()) {
        return here(SHAPE);
    }
    let value = match (list, tokens.last()) {
        (Some(items), _) => texts(items)?,
        (None, Some(token)) if is_any_json(&names) => any_json(token)?,
        (None, Some(token)) => value(token)?,
        (None, None) => return here(SHAPE),
    };
    put(root, &names, of_statement(value, number))?;
    Ok(())
}

fn value(token: &str) -> Result<Node, Stop> {
    tokens::value(token).map_or_else(|| here(Trouble::Escape), Ok)
}

/// Puts a value where a path of names leads. The objects on the way are of the statement that came there first.
fn put(place: &mut Located, names: &[String], value: Located) -> Read<()> {
    let number = value.offset;
    let (Node::Object(members), Some((name, rest))) = (&mut place.node, names.split_first()) else {
        return Err((number, Trouble::Twice));
    };
    let known = members.iter().position(|member| member.name == *name);
    match (known, rest.is_empty()) {
        (Some(_), true) => Err((number, Trouble::Twice)),
        (Some(at), false) => put(&mut members[at].value, rest, value),
        (None, true) => {
            members.push(Member { name: name.clone(), offset: number, value });
            Ok(())
        }
        (None, false) => {
            let mut inside = of_statement(Node::Object(Vec::new()), number);
            put(&mut inside, rest, value)?;
            members.push(Member { name: name.clone(), offset: number, value: inside });
            Ok(())
        }
    }
}

/// Puts an entry at the end of a list of the scenario.
fn append(root: &mut Located, list: &str, entry: Located) -> Result<(), Stop> {
    let Node::Object(members) = &mut root.node else { return Ok(()) };
    if let Some(Node::List(items)) =
        members.iter_mut().find(|member| member.name == list).map(|member| &mut member.value.node)
    {
        items.push(entry);
    }
    Ok(())
}

/// The fields of a step or a fault, as they are found.
struct Fields {
    members: Vec<Member>,
}

impl Fields {
    fn add(&mut self, name: &str, node: Node) {
        let value = of_statement(node, 0);
        self.members.push(Member { name: name.to_owned(), offset: 0, value });
    }

    fn done(self, number: u32) -> Located {
        of_statement(Node::Object(self.members), number)
    }
}

fn step(tokens: &[&str], number: u32) -> Result<Located, Stop> {
    let [_, at, client, does, ref more @ ..] = *tokens else {
        return here(Trouble::Shape("s.TIME.CLIENT.DO…"));
    };
    let mut fields = Fields { members: Vec::new() };
    fields.add("at", word(if at == "0" { "0ms" } else { at })?);
    if !client.is_empty() {
        fields.add("client", word(client)?);
    }
    fields.add("do", word(does)?);
    let (placed, shape): (&[&str], _) = match does {
        "send" => (&["intent"], "s.TIME.CLIENT.send.INTENT…"),
        "ask" => (&["intent", "by"], "s.TIME.CLIENT.ask.INTENT.BY"),
        "deploy" => (&["recipe"], "s.TIME..deploy.RECIPE"),
        _ => (&[], ""),
    };
    if more.len() < placed.len() {
        return here(Trouble::Shape(shape));
    }
    let (first, more) = more.split_at(placed.len());
    for (name, token) in placed.iter().zip(first) {
        fields.add(name, word(token)?);
    }
    options(&mut fields, more)?;
    Ok(fields.done(number))
}

/// Bodies, and what goes by its name.
fn options(fields: &mut Fields, mut tokens: &[&str]) -> Result<(), Stop> {
    while let Some((option, more)) = tokens.split_first() {
        let taken = match (*option, more) {
            ("order", [product, quantity, ..]) => {
                fields.add("body", order(&[("product", product), ("quantity", quantity)])?);
                2
            }
            ("swapped", [quantity, product, ..]) => {
                fields.add("body", order(&[("quantity", quantity), ("product", product)])?);
                2
            }
            ("order", _) => return here(Trouble::Shape("order.PRODUCT.QUANTITY")),
            ("swapped", _) => return here(Trouble::Shape("swapped.QUANTITY.PRODUCT")),
            ("json", [token, ..]) => {
                fields.add("body", any_json(token)?);
                1
            }
            ("text", [token, ..]) => {
                fields.add("body_text", word(token)?);
                1
            }
            (option, [token, ..]) => {
                fields.add(&name(option)?, value(token)?);
                1
            }
            _ => return here(Trouble::Shape("NAME.VALUE")),
        };
        tokens = &more[taken..];
    }
    Ok(())
}

/// A body of two values by name.
fn order(parts: &[(&str, &str)]) -> Result<Node, Stop> {
    let mut fields = Fields { members: Vec::new() };
    for (name, token) in parts {
        let node = if *name == "product" { word(token)? } else { value(token)? };
        fields.add(name, node);
    }
    Ok(Node::Object(fields.members))
}

fn fault(tokens: &[&str], number: u32) -> Result<Located, Stop> {
    let [_, kind, what, of, ref more @ ..] = *tokens else {
        return here(Trouble::Shape("f.FAULT.WHAT.CLIENT-ATTEMPT…"));
    };
    let mut fields = Fields { members: Vec::new() };
    fields.add(&name(kind)?, word(what)?);
    let of = tokens::attempt(of).map_or_else(|| here(Trouble::Escape), Ok)?;
    fields.add("of", Node::Text(of));
    options(&mut fields, more)?;
    Ok(fields.done(number))
}
