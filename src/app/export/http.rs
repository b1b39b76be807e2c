//! A transcript as an `.http` file: every request in the order of sending, and in comments, at their time, what became of
//! it on the network and the answer that was heard.
//!
//! Editors that send what stands in such a file can send it again: requests stand as they are, everything else in
//! comments, and a body that would not be read back as one stands in a comment too. Deliberately absent: what happens
//! inside the service, which no transcript sees.

use super::request::{Request, reason, request};
use super::{one_line, title};
use crate::app::text::events::sentence;
use crate::app::text::export::ExportTexts;
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, contracts, lab_texts, names};
use crate::app::wire;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::Endpoint;
use crate::sim::trace::{Answer, Event, EventKind, Wider};

/// The run as an `.http` file.
pub(super) fn write(language: Language, run: &Run) -> String {
    let words = &lab_texts(language).export;
    let mut file = File { language, run, words, out: String::new(), is_open: false };
    file.head();
    for event in &run.trace.events {
        file.event(event);
    }
    if run.end.attempts.is_empty() {
        file.comment(words.http_nothing);
    }
    file.out
}

struct File<'a> {
    language: Language,
    run: &'a Run,
    words: &'static ExportTexts,
    out: String,
    /// Whether the last thing written is a request, so that a comment would be taken for its body.
    is_open: bool,
}

impl File<'_> {
    fn say(&self, template: &str, slots: &[(&str, Value)]) -> String {
        plain(&render(self.language, template, slots), self.language)
    }

    fn comment(&mut self, words: &str) {
        if std::mem::take(&mut self.is_open) {
            self.out.push_str("\n###\n");
        }
        self.out.push_str(format!("# {}", one_line(words)).trim_end());
        self.out.push('\n');
    }

    /// What happened at a time, apart from what stands before it.
    fn timed(&mut self, event: &Event) {
        let told = plain(&sentence(self.language, self.run, event), self.language);
        let line = format!("{}  {told}", names::instant(self.language, event.at));
        if !self.is_open {
            self.out.push('\n');
        }
        self.comment(&line);
    }

    fn head(&mut self) {
        let words = self.words;
        if let Some(title) = title(self.language, self.run) {
            self.comment(&title);
        }
        let contract = contracts::preset(self.language, self.run.scenario.service.contract.preset);
        let name = [("contract", Value::Name(contract.to_owned()))];
        self.comment(&self.say(words.http_about, &name));
        self.comment(words.http_times);
        self.out.push_str("\n@base_url = http://127.0.0.1:8080\n");
    }

    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Sent { .. } => {
                let attempt = event.attempt.and_then(|attempt| self.run.end.attempt(attempt)).cloned();
                if let Some(attempt) = attempt {
                    self.sent(event, &attempt);
                }
            }
            EventKind::Heard { answer, replayed } => self.heard(event, answer, *replayed),
            kind if is_outside(kind) => self.timed(event),
            _ => {}
        }
    }

    fn sent(&mut self, event: &Event, attempt: &AttemptState) {
        let head = [
            ("n", Value::Count(attempt.id.number)),
            ("attempt", Value::Name(names::attempt(self.language, self.run, attempt.id))),
            ("time", Value::Name(names::instant(self.language, event.at))),
        ];
        let head = self.say(self.words.http_entry, &head);
        self.is_open = false;
        self.out.push_str(&format!("\n### {}\n", one_line(&head)));
        let told = plain(&sentence(self.language, self.run, event), self.language);
        self.comment(&told);
        let wire = request(self.run, attempt);
        let body = wire.body.clone();
        if let Some(body) = body.as_deref().filter(|body| !is_plain_body(body)) {
            let said = format!("{}: {}", self.words.body, body.escape_debug());
            self.comment(&said);
        }
        self.request(&wire);
        self.is_open = true;
    }

    fn request(&mut self, wire: &Request) {
        let query: Vec<String> =
            wire.query.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        self.out.push_str(&format!("{} {{{{base_url}}}}{}{query} HTTP/1.1\n", wire.method, wire.path));
        for (name, value) in &wire.headers {
            self.out.push_str(&header(name, value));
        }
        if let Some(body) = wire.body.as_deref().filter(|body| is_plain_body(body)) {
            self.out.push_str(&format!("\n{body}\n"));
        }
    }

    fn heard(&mut self, event: &Event, answer: &Answer, replayed: bool) {
        self.timed(event);
        self.comment(&format!("HTTP/1.1 {} {}", answer.status, reason(answer.status)));
        self.comment("Content-Type: application/json");
        let attempt = event.attempt.and_then(|attempt| self.run.end.attempt(attempt));
        let attempt = attempt.filter(|attempt| attempt.to != Endpoint::Ask);
        if let Some(marker) = attempt.and_then(|attempt| wire::marker(self.run, attempt, replayed)) {
            self.comment(&marker);
        }
        self.comment("");
        self.comment(&answer.body_text);
    }
}

/// Whether a fact shows on the network or to a client.
fn is_outside(kind: &EventKind) -> bool {
    match kind {
        EventKind::Lost { .. }
        | EventKind::Delayed { .. }
        | EventKind::Arrived { second_copy: true }
        | EventKind::ArrivedWhileDown { .. }
        | EventKind::HeardTooLate { .. }
        | EventKind::TimedOut { .. }
        | EventKind::RetryPlanned { .. }
        | EventKind::Crashed { .. }
        | EventKind::Restarted { .. }
        | EventKind::Reloaded { .. }
        | EventKind::LimitReached { .. } => true,
        EventKind::Wider(wider) => matches!(
            wider,
            Wider::ClientCrashed { .. }
                | Wider::SeriesPlanned { .. }
                | Wider::ConnectionRefused
                | Wider::GatewayTimeout { .. }
                | Wider::GatewayTooLate { .. }
                | Wider::Deployed { .. }
        ),
        _ => false,
    }
}

/// A header line. Characters that no header can have are written as escapes.
fn header(name: &str, value: &str) -> String {
    let safe = |words: &str| -> String {
        let letters = words
            .chars()
            .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() });
        letters.collect()
    };
    format!("{}: {}\n", safe(name), safe(value))
}

/// Percent-encodes what a query cannot hold.
fn encoded(words: &str) -> String {
    let letter = |byte: u8| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    words.bytes().map(letter).collect()
}

/// Whether a body is read back from such a file as it stands: one line of JSON that no editor takes for its own syntax.
fn is_plain_body(body: &str) -> bool {
    let is_json = body.starts_with(['{', '[']) && crate::sim::json::read(body).is_ok();
    is_json && one_line(body) == body && !body.contains("{{") && !body.contains("{%")
}
