//! A scenario without the values that may be private: the same run, with marks in the place of keys, products, further
//! fields and tenants.
//!
//! The same value gets the same mark everywhere, so that what happens stays as it was. That is checked, not hoped for:
//! where the redacted scenario runs otherwise (a contract wants keys of a form that no mark has, or a key is a hash of
//! its body), there is none. Quantities and ids are numbered anew or kept: ids are names of the file's own.

use std::rc::Rc;

use crate::app::text::Language;
use crate::app::text::events::sentence;
use crate::app::text::names::key_letter;
use crate::sim::json::{Located, Node, read};
use crate::sim::run::Run;
use crate::sim::scenario::{Action, Body, Scenario};
use crate::sim::trace::{Event, EventKind};

/// The run of the scenario with marks for values, if it is the same run.
pub(super) fn redacted(language: Language, run: &Run) -> Option<Run> {
    let mut marks =
        Marks { keys: run.trace.keys.clone(), words: Vec::new(), numbers: Vec::new(), tenants: Vec::new() };
    let redacted = Run::of(Rc::new(marks.scenario(&run.scenario)));
    let same =
        redacted.trace.events.len() == run.trace.events.len()
            && redacted.trace.events.iter().zip(&run.trace.events).all(|(a, b)| {
                is_like(a, b) && sentence(language, &redacted, a) == sentence(language, run, b)
            })
            && redacted.found.len() == run.found.len();
    same.then_some(redacted)
}

/// Whether two events are the same but for values.
fn is_like(a: &Event, b: &Event) -> bool {
    let bare = |event: &Event| {
        let mut event = event.clone();
        match &mut event.kind {
            EventKind::Sent { body_text, .. } => *body_text = "".into(),
            EventKind::Validated { fingerprint } | EventKind::Claimed { fingerprint, .. } => {
                *fingerprint = Rc::default();
            }
            EventKind::Recorded { fingerprint, .. } | EventKind::Committed { fingerprint, .. } => {
                *fingerprint = Rc::default();
            }
            _ => {}
        }
        event.to_string()
    };
    bare(a) == bare(b)
}

struct Marks {
    keys: Vec<String>,
    words: Vec<String>,
    numbers: Vec<String>,
    tenants: Vec<String>,
}

fn place(known: &mut Vec<String>, value: &str) -> usize {
    known.iter().position(|other| other == value).unwrap_or_else(|| {
        known.push(value.to_owned());
        known.len() - 1
    })
}

impl Marks {
    fn scenario(&mut self, scenario: &Scenario) -> Scenario {
        let mut scenario = scenario.clone();
        scenario.expect = None;
        for client in &mut scenario.clients {
            for key in &mut client.keys {
                *key = self.key(key);
            }
            client.who.tenant = self.tenant(&client.who.tenant);
            client.who.company = client.who.company.as_ref().map(|company| self.tenant(company));
        }
        for step in &mut scenario.script {
            if let Action::Send { key, body, .. } = &mut step.action {
                *key = key.as_ref().map(|key| self.key(key));
                *body = body.as_ref().map(|body| self.body(body));
            }
        }
        scenario
    }

    fn key(&mut self, key: &str) -> String {
        let letter = key_letter(place(&mut self.keys, key) as u16);
        let is_uuid = key.len() == 36 && key.bytes().filter(|byte| *byte == b'-').count() == 4;
        if is_uuid {
            let number = place(&mut self.keys, key) + 0xa;
            return format!("00000000-0000-4000-8000-{number:012x}");
        }
        // As long as it was, so that it is neither too short nor too long if it was not.
        let mark = format!("key-{letter}");
        let missing = key.chars().count().saturating_sub(mark.len());
        mark + &"-".repeat(missing)
    }

    fn tenant(&mut self, tenant: &str) -> String {
        if tenant == crate::sim::scenario::Who::TENANT {
            return tenant.to_owned();
        }
        format!("tenant-{}", key_letter(place(&mut self.tenants, tenant) as u16))
    }

    /// The body with marks for its words and numbers, all else as it is spelled.
    fn body(&mut self, body: &Body) -> Body {
        let Ok(root) = read(&body.text) else {
            return Body { text: "…".into(), verbatim: true };
        };
        let mut marked = String::new();
        let mut done = 0;
        self.values(&root, "", &mut |offset, mark: String| {
            let offset = offset as usize;
            marked.push_str(&body.text[done..offset]);
            marked.push_str(&mark);
            done = offset + length(&body.text[offset..]);
        });
        marked.push_str(&body.text[done..]);
        Body { text: marked.into(), verbatim: body.verbatim }
    }

    /// Hands out where each word and number begins and what stands for it, in order.
    fn values(&mut self, value: &Located, name: &str, put: &mut dyn FnMut(u32, String)) {
        match &value.node {
            Node::Text(text) if !text.is_empty() => {
                put(value.offset, format!("\"word-{}\"", key_letter(place(&mut self.words, text) as u16)));
            }
            // What names an order is the run's own. A number that is no quantity stays none.
            Node::Number(number) if name != "order_id" && number != "0" => {
                let sign = if number.bytes().all(|byte| byte.is_ascii_digit()) { "" } else { "-" };
                put(value.offset, format!("{sign}{}", place(&mut self.numbers, number) + 1));
            }
            Node::List(items) => items.iter().for_each(|item| self.values(item, "", put)),
            Node::Object(members) => {
                members.iter().for_each(|member| self.values(&member.value, &member.name, put));
            }
            _ => {}
        }
    }
}

/// How long the string or the number is that a text begins with.
fn length(text: &str) -> usize {
    let Some(inside) = text.strip_prefix('"') else {
        return text.find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c)).unwrap_or(text.len());
    };
    let mut is_escaped = false;
    let end = inside.find(|c: char| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}
