//! A tree of statements as one line of JSON, with the way back from a column to its statement.

use crate::sim::json::{Located, Node, write_text};

/// A document of one line, and where in it each statement begins.
pub(super) struct Document {
    /// The JSON.
    pub(super) text: String,
    /// Columns, from 1 in characters, with the statements from there on.
    starts: Vec<(u32, u32)>,
}

impl Document {
    /// The statement of what stands at a column; 0 for the link as a whole.
    pub(super) fn statement_at(&self, column: u32) -> u32 {
        let start = self.starts.iter().rev().find(|(start, _)| *start <= column);
        start.map_or(0, |(_, statement)| *statement)
    }
}

/// The JSON of a tree of statements, in one line.
pub(super) fn document(root: &Located) -> Document {
    let mut out = Writer { document: Document { text: String::new(), starts: Vec::new() }, column: 1 };
    out.value(root);
    out.document
}

struct Writer {
    document: Document,
    column: u32,
}

impl Writer {
    fn raw(&mut self, text: &str) {
        self.document.text.push_str(text);
        self.column += text.chars().count() as u32;
    }

    fn value(&mut self, value: &Located) {
        self.document.starts.push((self.column, value.offset));
        match &value.node {
            Node::Object(members) => {
                self.raw("{");
                for (n, member) in members.iter().enumerate() {
                    self.raw(if n > 0 { "," } else { "" });
                    self.document.starts.push((self.column, member.offset));
                    let mut name = String::new();
                    write_text(&member.name, &mut name);
                    self.raw(&name);
                    self.raw(":");
                    self.value(&member.value);
                }
                self.raw("}");
            }
            Node::List(items) => {
                self.raw("[");
                for (n, item) in items.iter().enumerate() {
                    self.raw(if n > 0 { "," } else { "" });
                    self.value(item);
                }
                self.raw("]");
            }
            leaf => {
                let mut text = String::new();
                leaf.write(&mut text);
                self.raw(&text);
            }
        }
    }
}
