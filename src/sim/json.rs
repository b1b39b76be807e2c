//! JSON with places: the tree of a document in which every value knows where it stands.
//!
//! Reads RFC 8259 and nothing more: no `NaN`, no lone surrogate, no control character in a string, no text after the
//! value. Numbers keep their spelling, objects their order and repetitions. A test holds that it accepts exactly what
//! `serde_json` accepts; that crate itself would be a tenth of the page's download and knows no places. Deliberately
//! absent: anything about scenarios.

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
    /// Byte offset of the name's opening quote.
    pub offset: u32,
    /// The value.
    pub value: Located,
}

/// Where a document stops being JSON, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset.
    pub offset: u32,
    /// What should stand there.
    pub wanted: Syntax,
}

/// What JSON has in the place where a document stops being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Any value.
    Value,
    /// A member's name.
    Name,
    /// What separates a member's name from its value.
    Colon,
    /// The next entry of an array, or its end.
    CommaOrBracket,
    /// The next member of an object, or its end.
    CommaOrBrace,
    /// A digit of a number.
    Digit,
    /// The end of a string.
    Quote,
    /// A string without raw control characters.
    NoControl,
    /// A known escape after `\\`.
    Escape,
    /// Four hexadecimal digits after `\\u`.
    Hexadecimal,
    /// Both halves of a surrogate pair.
    SurrogatePair,
    /// No more values inside each other than [`DEPTH`].
    LessDepth,
    /// Nothing after the value.
    End,
}

/// Reads a whole document.
///
/// # Errors
/// Where the text is not JSON, or is nested deeper than [`DEPTH`].
pub fn read(text: &str) -> Result<Located, SyntaxError> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.rest().is_empty() { Ok(value) } else { reader.fail(Syntax::End) }
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
    let line = before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
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
    out.push('"');
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                out.push_str("\\u00");
                let digit = |number: u32| char::from_digit(number, 16).unwrap_or('0');
                out.push(digit(control as u32 / 16));
                out.push(digit(control as u32 % 16));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

type Read<T> = Result<T, SyntaxError>;

struct Reader<'a> {
    text: &'a str,
    /// The byte offset that is read next.
    at: u32,
}

impl Reader<'_> {
    fn fail<T>(&self, wanted: Syntax) -> Read<T> {
        Err(SyntaxError { offset: self.at, wanted })
    }

    /// What is not read yet, in bytes: the place can be in the middle of a character.
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at as usize..]
    }

    /// The text from an offset up to the place. Both stand before an ASCII character or at an end.
    fn since(&self, start: u32) -> &str {
        &self.text[start as usize..self.at as usize]
    }

    fn peek(&self) -> u8 {
        self.rest().first().copied().unwrap_or(0)
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word.as_bytes());
        self.at += if found { word.len() as u32 } else { 0 };
        found
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: u32) -> Read<Located> {
        self.blanks();
        if depth > DEPTH {
            return self.fail(Syntax::LessDepth);
        }
        let offset = self.at;
        let node = match self.peek() {
            b'{' => self.object(depth)?,
            b'[' => self.list(depth)?,
            b'"' => Node::Text(self.string()?),
            b'-' | b'0'..=b'9' => Node::Number(self.number()?),
            _ if self.eat("true") => Node::Bool(true),
            _ if self.eat("false") => Node::Bool(false),
            _ if self.eat("null") => Node::Null,
            _ => return self.fail(Syntax::Value),
        };
        Ok(Located { offset, node })
    }

    /// After an entry: `true` where another follows.
    fn goes_on(&mut self, end: &str, wanted: Syntax) -> Read<bool> {
        self.blanks();
        if self.eat(",") {
            return Ok(true);
        }
        if self.eat(end) { Ok(false) } else { self.fail(wanted) }
    }

    fn list(&mut self, depth: u32) -> Read<Node> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if !self.eat("]") {
            loop {
                items.push(self.value(depth + 1)?);
                if !self.goes_on("]", Syntax::CommaOrBracket)? {
                    break;
                }
            }
        }
        Ok(Node::List(items))
    }

    fn object(&mut self, depth: u32) -> Read<Node> {
        self.at += 1;
        let mut members = Vec::new();
        self.blanks();
        if !self.eat("}") {
            loop {
                self.blanks();
                let offset = self.at;
                if self.peek() != b'"' {
                    return self.fail(Syntax::Name);
                }
                let name = self.string()?;
                self.blanks();
                if !self.eat(":") {
                    return self.fail(Syntax::Colon);
                }
                members.push(Member { name, offset, value: self.value(depth + 1)? });
                if !self.goes_on("}", Syntax::CommaOrBrace)? {
                    break;
                }
            }
        }
        Ok(Node::Object(members))
    }

    fn digits(&mut self) -> Read<()> {
        if !self.peek().is_ascii_digit() {
            return self.fail(Syntax::Digit);
        }
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Read<String> {
        let start = self.at;
        self.eat("-");
        if !self.eat("0") {
            self.digits()?;
        }
        if self.eat(".") {
            self.digits()?;
        }
        if self.eat("e") || self.eat("E") {
            let _ = self.eat("+") || self.eat("-");
            self.digits()?;
        }
        Ok(self.since(start).to_owned())
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), b'"' | b'\\' | 0..=0x1f) {
                self.at += 1;
            }
            out.push_str(self.since(start));
            if self.eat("\"") {
                return Ok(out);
            }
            if !self.eat("\\") {
                let is_open = self.rest().is_empty();
                return self.fail(if is_open { Syntax::Quote } else { Syntax::NoControl });
            }
            out.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Read<char> {
        let letter = self.peek();
        let found = match letter {
            b'"' | b'\\' | b'/' => letter as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return self.fail(Syntax::Escape),
        };
        self.at += 1;
        Ok(found)
    }

    fn unicode(&mut self) -> Read<char> {
        let first = self.hex()?;
        let code = if (0xd800..0xdc00).contains(&first) {
            if !self.eat("\\u") {
                return self.fail(Syntax::SurrogatePair);
            }
            let second = self.hex()?;
            if !(0xdc00..0xe000).contains(&second) {
                return self.fail(Syntax::SurrogatePair);
            }
            0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        } else {
            first
        };
        char::from_u32(code).map_or_else(|| self.fail(Syntax::SurrogatePair), Ok)
    }

    fn hex(&mut self) -> Read<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = (self.peek() as char).to_digit(16) else {
                return self.fail(Syntax::Hexadecimal);
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}
