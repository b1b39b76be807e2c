//! Scenario files, written: a [`Scenario`] as the JSON text that [`super::parse`] reads back to an equal value.
//!
//! Writes what differs from the defaults and what the format requires, with one client, step or fault a line; in one
//! line where the file would else be too long to be read again. `expect` is not written: it is a file's own claim
//! about a run, and an edited scenario makes no claim.

use super::json::{read, write_text};
use super::limits::FILE_BYTES;
use super::scenario::{
    Action, Client, Direction, EffectPlace, Failures, Fault, FaultKind, InFlight, Keep, Point, Scenario,
    Service, Step,
};
use super::time::Millis;

/// The scenario as indented JSON with a line break at its end.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    let mut out = Writer { out: "{\n  \"v\": 1".to_owned(), is_first: false };
    if !scenario.title.is_empty() {
        out.out.push_str(",\n  \"title\": ");
        out.object(|out| scenario.title.iter().for_each(|(tag, words)| out.text(tag, words)));
    }
    out.out.push_str(",\n  \"service\": ");
    out.object(|out| service(out, &scenario.service));
    out.out.push_str(",\n  \"clients\": {");
    for (n, known) in scenario.clients.iter().enumerate() {
        out.line(n);
        write_text(&known.id, &mut out.out);
        out.out.push_str(": ");
        out.object(|out| client(out, known));
    }
    out.out.push_str("\n  },\n  \"script\": [");
    for (n, known) in scenario.script.iter().enumerate() {
        out.line(n);
        out.object(|out| step(out, scenario, known));
    }
    out.out.push_str(if scenario.script.is_empty() { "]" } else { "\n  ]" });
    if !scenario.faults.is_empty() {
        out.out.push_str(",\n  \"faults\": [");
        for (n, known) in scenario.faults.iter().enumerate() {
            out.line(n);
            out.object(|out| fault(out, scenario, *known));
        }
        out.out.push_str("\n  ]");
    }
    out.out.push_str("\n}\n");
    compact_if_long(out.out)
}

fn compact_if_long(text: String) -> String {
    if text.len() <= FILE_BYTES as usize {
        return text;
    }
    let mut compact = String::new();
    if let Ok(root) = read(&text) {
        root.node.write(&mut compact);
    }
    compact
}

struct Writer {
    out: String,
    /// Whether the next field is its object's first.
    is_first: bool,
}

impl Writer {
    fn line(&mut self, n: usize) {
        self.out.push_str(if n > 0 { ",\n    " } else { "\n    " });
    }

    fn object(&mut self, fields: impl FnOnce(&mut Writer)) {
        self.out.push('{');
        self.is_first = true;
        fields(self);
        self.out.push('}');
        self.is_first = false;
    }

    fn name(&mut self, name: &str) {
        if !self.is_first {
            self.out.push_str(", ");
        }
        self.is_first = false;
        write_text(name, &mut self.out);
        self.out.push_str(": ");
    }

    fn text(&mut self, name: &str, words: &str) {
        self.name(name);
        write_text(words, &mut self.out);
    }

    fn number(&mut self, name: &str, number: u64) {
        self.name(name);
        self.out.push_str(&number.to_string());
    }

    fn time(&mut self, name: &str, millis: Millis) {
        self.text(name, &millis.to_string());
    }

    fn time_unless(&mut self, name: &str, millis: Millis, default: Millis) {
        if millis != default {
            self.time(name, millis);
        }
    }

    fn list<'a>(&mut self, name: &str, words: impl Iterator<Item = &'a str>) {
        self.name(name);
        self.out.push('[');
        for (n, word) in words.enumerate() {
            if n > 0 {
                self.out.push_str(", ");
            }
            write_text(word, &mut self.out);
        }
        self.out.push(']');
    }
}

fn service(out: &mut Writer, service: &Service) {
    out.text("contract", "fixture");
    out.text("write_order", service.write_order.name());
    if let EffectPlace::Provider { forwarded } = service.effect {
        out.name("effect");
        out.object(|out| {
            out.text("at", "provider");
            out.text("key", if forwarded { "forwarded" } else { "none" });
        });
    }
    if let Some(lease) = service.lease {
        out.time("lease", lease);
    }
    let plain = Service::plain(service.write_order);
    let is_plain = service.retention == plain.retention
        && service.kept_longer == plain.kept_longer
        && service.in_flight == plain.in_flight
        && service.failures == plain.failures;
    if !is_plain {
        out.name("overrides");
        out.object(|out| {
            out.time_unless("retention", service.retention, plain.retention);
            out.time_unless("kept_longer", service.kept_longer, plain.kept_longer);
            if let InFlight::Wait(at_most) = service.in_flight {
                out.name("in_flight");
                out.object(|out| out.time("wait", at_most));
            }
            if service.failures == Failures::Released {
                out.text("failures", "released");
            }
        });
    }
    if service.takes != plain.takes {
        out.name("takes");
        out.object(|out| {
            out.time_unless("network", service.takes.network, plain.takes.network);
            for point in Point::ALL {
                out.time_unless(point.name(), service.takes.at(point), plain.takes.at(point));
            }
        });
    }
}

fn client(out: &mut Writer, client: &Client) {
    out.text("key", client.key.name());
    out.text("keep", if client.keep == Keep::Durable { "durable" } else { "memory" });
    if !client.keys.is_empty() {
        out.list("keys", client.keys.iter().map(String::as_str));
    }
    out.time_unless("timeout", client.timeout, Client::TIMEOUT);
    if let Some(retry) = &client.retry {
        out.name("retry");
        out.object(|out| {
            out.number("attempts", retry.attempts.into());
            out.time("backoff", retry.backoff);
            out.number("factor", retry.factor);
            out.list("on", retry.on.iter().map(|reason| reason.name()));
            if retry.jitter != Millis::ZERO {
                out.time("jitter", retry.jitter);
                out.number("seed", retry.seed);
            }
        });
    }
}

fn step(out: &mut Writer, scenario: &Scenario, step: &Step) {
    out.time("at", step.at);
    out.text("client", scenario.client_id(step.client));
    match &step.action {
        Action::Reload => out.text("do", "reload"),
        Action::Wait => out.text("do", "wait"),
        Action::Send { intent, body, key } => {
            out.text("do", "send");
            out.text("intent", intent);
            match body {
                Some(body) if body.verbatim => out.text("body_text", &body.text),
                Some(body) => {
                    out.name("body");
                    out.out.push_str(&body.text);
                }
                None => {}
            }
            if let Some(key) = key {
                out.text("key", key);
            }
        }
    }
}

fn fault(out: &mut Writer, scenario: &Scenario, fault: Fault) {
    let of = scenario.attempt_name(fault.of);
    match fault.kind {
        FaultKind::Lose(message) => {
            out.text("lose", message.name());
            out.text("of", &of);
        }
        FaultKind::Delay { message, by } => {
            out.text("delay", message.name());
            out.text("of", &of);
            out.time("by", by);
        }
        FaultKind::Duplicate { after } => {
            out.text("duplicate", Direction::Request.name());
            out.text("of", &of);
            out.time("after", after);
        }
        FaultKind::Fail { at, status } => {
            out.text("fail", &at.to_string());
            out.text("of", &of);
            out.number("status", status.into());
        }
        FaultKind::Crash { after, restart } => {
            out.text("crash", &["after-", after.name()].concat());
            out.text("of", &of);
            out.time("restart", restart);
        }
    }
}
