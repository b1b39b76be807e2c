//! A `.hurl` file: the run's requests, one after another, as a test of an API of the reader's own.
//!
//! What is sent and what is demanded is decided in [`super::plan`]; here it is spelled. Decided here:
//!
//! - Keys are variables of the first request, so that a second test run can have others; a key that a variable cannot
//!   hold plainly stands where it is used, escaped.
//! - The number of an order is whatever the API gives: it is taken from the first answer that has it and demanded of
//!   every later answer that must name the same order.
//! - A replay that must repeat the first answer's bytes is compared with what the file itself received first.
//! - A body is written as it is where hurl sends such text unchanged, else in Base64.

mod spell;

use super::plan::{self, Entry, Judged, LONGEST_PAUSE, Left, Part, Sent};
use super::request::{Request, request};
use super::{one_line, title};
use crate::app::text::export::ExportTexts;
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, contracts, lab_texts, names};
use crate::sim::contract::{CarrierKind, ReplayMode};
use crate::sim::presets::Preset;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::Endpoint;
use crate::sim::trace::{Answer, KeyId, Meaning};

/// The run as a `.hurl` file.
pub(super) fn write(language: Language, run: &Run) -> String {
    let words = &lab_texts(language).export;
    let mut file = File {
        language,
        run,
        words,
        out: String::new(),
        orders: Vec::new(),
        bodies: Vec::new(),
        has_keys: false,
    };
    file.head();
    let entries = plan::of(run);
    for (n, entry) in entries.iter().enumerate() {
        file.entry(n + 1, entry);
    }
    if !entries.iter().any(|entry| matches!(entry.part, Part::Sent(_))) {
        file.out.push('\n');
        file.comment(words.hurl_nothing);
    }
    file.out
}

struct File<'a> {
    language: Language,
    run: &'a Run,
    words: &'static ExportTexts,
    out: String,
    /// Orders whose numbers have been taken.
    orders: Vec<u32>,
    /// Keys whose first answer's bytes have been taken, with the key's id in the scope of a client.
    bodies: Vec<(u8, KeyId)>,
    /// Whether the keys' variables have been set.
    has_keys: bool,
}

impl File<'_> {
    fn say(&self, template: &str, slots: &[(&str, Value)]) -> String {
        plain(&render(self.language, template, slots), self.language)
    }

    fn comment(&mut self, words: &str) {
        for line in words.lines() {
            self.line(format!("# {}", one_line(line)).trim_end());
        }
    }

    fn line(&mut self, words: &str) {
        self.out.push_str(words);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let words = self.words;
        if let Some(title) = title(self.language, self.run) {
            self.comment(&title);
        }
        let contract = contracts::preset(self.language, self.run.scenario.service.contract.preset);
        let name = [("contract", Value::Name(contract.to_owned()))];
        self.comment(&self.say(words.hurl_about, &name));
        self.comment(words.hurl_demands);
        self.comment("");
        self.comment(words.hurl_run);
        self.comment("  hurl --test --variable base_url=http://127.0.0.1:8080 run.hurl");
        let tokens = self.run.end.attempts.iter().any(|attempt| {
            request(self.run, attempt).headers.iter().any(|(name, _)| name == "Authorization")
        });
        if tokens {
            self.comment(words.hurl_tokens);
        }
    }

    fn entry(&mut self, n: usize, entry: &Entry) {
        let Some(attempt) = self.run.end.attempt(entry.attempt).cloned() else { return };
        let at = self
            .run
            .trace
            .event(attempt.sent)
            .map_or_else(String::new, |sent| names::instant(self.language, sent.at));
        let name = names::attempt(self.language, self.run, attempt.id);
        self.out.push('\n');
        let head = [("n", Value::Count(n as u32)), ("attempt", Value::Name(name)), ("time", Value::Name(at))];
        self.comment(&self.say(self.words.entry, &head));
        match &entry.part {
            Part::Left(left) => self.comment(self.left(*left)),
            Part::Sent(sent) => self.sent(&attempt, sent),
        }
    }

    const fn left(&self, left: Left) -> &'static str {
        match left {
            Left::Lost => self.words.left_lost,
            Left::Refused => self.words.left_refused,
            Left::Down => self.words.left_down,
            Left::Underway => self.words.left_underway,
            Left::Unspeakable => self.words.left_unspeakable,
        }
    }

    fn sent(&mut self, attempt: &AttemptState, sent: &Sent) {
        let words = self.words;
        let pause = [("dur", Value::Name(names::duration(self.language, sent.pause)))];
        if sent.needs_pause {
            self.comment(&self.say(words.pause_needed, &pause));
        } else if sent.pause > LONGEST_PAUSE {
            let template = if sent.promise.is_some() { words.pause_left_out } else { words.pause_unwaited };
            self.comment(&self.say(template, &pause));
        }
        if sent.at_once {
            self.comment(words.at_once);
        }
        self.comment(&self.judged(attempt, sent));
        let wire = request(self.run, attempt);
        self.request(attempt, &wire, sent);
        self.answer(attempt, sent);
    }

    /// What the run's client heard, and how the answer is judged here.
    fn judged(&self, attempt: &AttemptState, sent: &Sent) -> String {
        let words = self.words;
        let named = |answer: &Answer, is_replay: bool| {
            let name = names::answer(self.language, self.run, answer);
            let template = if is_replay { words.replay_of_record } else { words.fresh };
            Value::Name(self.say(template, &[("answer", Value::Name(name))]))
        };
        let heard = attempt.heard.as_ref().map(|(answer, is_replay)| named(answer, *is_replay));
        let promised = sent.promise.as_ref().map(|(answer, is_replay)| named(answer, *is_replay));
        let mut slots = Vec::new();
        slots.extend(heard.map(|heard| ("heard", heard)));
        slots.extend(promised.map(|promised| ("promised", promised)));
        let template = match sent.judged {
            Judged::AsHeard => words.as_heard,
            Judged::AsPromised => words.as_promised,
            Judged::Unheard => words.unheard,
            Judged::AtOnce => words.judged_at_once,
            Judged::Fault => words.judged_fault,
            Judged::Undocumented => words.undocumented,
        };
        self.say(template, &slots)
    }

    fn request(&mut self, attempt: &AttemptState, wire: &Request, sent: &Sent) {
        self.line(&format!("{} {{{{base_url}}}}{}", wire.method, wire.path));
        for (name, value) in &wire.headers {
            let value = if name == "Authorization" { value.clone() } else { self.with_key(attempt, value) };
            self.line(&format!("{name}: {value}"));
        }
        if !wire.query.is_empty() {
            self.line("[Query]");
            for (name, value) in &wire.query {
                let value = self.with_key(attempt, value);
                self.line(&format!("{}: {value}", spell::value(name)));
            }
        }
        self.options(sent);
        if let Some(body) = &wire.body {
            self.body(attempt, body);
        }
    }

    fn options(&mut self, sent: &Sent) {
        let mut options = Vec::new();
        if !self.has_keys {
            self.has_keys = true;
            let is_carried = |id: KeyId| self.run.end.attempts.iter().any(|attempt| attempt.key == Some(id));
            let keys = self.run.trace.keys.iter().enumerate().map(|(id, key)| (id as KeyId, key));
            let keys = keys.filter(|(id, key)| spell::is_plain(key) && is_carried(*id));
            options.extend(keys.map(|(id, key)| format!("variable: {}=\"{key}\"", variable(id))));
        }
        if sent.needs_pause {
            options.push("skip: true".to_owned());
        } else if sent.pause.0 > 0 && sent.pause <= LONGEST_PAUSE {
            options.push(format!("delay: {}ms", sent.pause.0));
        }
        if !options.is_empty() {
            self.line("[Options]");
            options.iter().for_each(|option| self.line(option));
        }
    }

    /// The attempt's key, if a variable holds it.
    fn plain_key(&self, attempt: &AttemptState) -> Option<KeyId> {
        attempt.key.filter(|key| spell::is_plain(self.run.trace.key_text(*key)))
    }

    /// A header's or parameter's value, its key's variable where it is the key.
    fn with_key(&self, attempt: &AttemptState, value: &str) -> String {
        let Some(id) = self.plain_key(attempt) else { return spell::value(value) };
        let key = self.run.trace.key_text(id);
        if value == key {
            format!("{{{{{}}}}}", variable(id))
        } else if value == format!("\"{key}\"") {
            format!("\"{{{{{}}}}}\"", variable(id))
        } else {
            spell::value(value)
        }
    }

    /// A body as it stands where hurl sends it unchanged, else in Base64 with the text in a comment. The key and the number
    /// that the API gave to the order are variables in it.
    fn body(&mut self, attempt: &AttemptState, body: &str) {
        if !spell::is_sent_unchanged(body) {
            let said = format!("{}: {}", self.words.body, body.escape_debug());
            self.comment(&said);
            self.line(&format!("base64,{};", spell::base64(body.as_bytes())));
            return;
        }
        let carrier = self.run.scenario.service.contract.carrier.kind;
        let mut text = body.to_owned();
        if let (Some(id), CarrierKind::BodyField | CarrierKind::Directive) =
            (self.plain_key(attempt), carrier)
        {
            let key = self.run.trace.key_text(id);
            // In a query the quotes around it are escaped.
            let quote = if carrier == CarrierKind::Directive { "\\\"" } else { "\"" };
            let own = format!("{quote}{{{{{}}}}}{quote}", variable(id));
            text = text.replacen(&format!("{quote}{key}{quote}"), &own, 1);
        }
        let is_change = matches!(attempt.to, Endpoint::Confirm | Endpoint::Cancel);
        for order in self.orders.iter().filter(|_| is_change) {
            if attempt.body_text.as_ref() == format!("{{\"order_id\":{order}}}") {
                // A key may stand before it.
                let own = format!("\"order_id\":{{{{order_{order}}}}}}}");
                text = text.replacen(&format!("\"order_id\":{order}}}"), &own, 1);
            }
        }
        self.line(&text);
    }

    fn answer(&mut self, attempt: &AttemptState, sent: &Sent) {
        let is_demanded = sent.judged.is_demanded();
        let promise = sent.promise.as_ref();
        match promise.filter(|_| is_demanded) {
            Some((answer, _)) => self.line(&format!("HTTP {}", answer.status)),
            None => self.line("HTTP *"),
        }
        let Some((answer, is_replay)) = promise else { return };
        let was_answered = attempt.replied.as_ref().is_some_and(|replied| replied.meaning.order().is_some());
        let is_told = is_demanded || (sent.judged == Judged::Unheard && was_answered);
        if !is_told {
            return;
        }
        let mut asserts = Vec::new();
        let mut captures = Vec::new();
        if let Some(order) = answer.meaning.order() {
            if self.orders.contains(&order) {
                asserts.push(format!("jsonpath \"$.order_id\" == {{{{order_{order}}}}}"));
            } else {
                captures.push(format!("order_{order}: jsonpath \"$.order_id\""));
                let others = self.orders.iter();
                asserts
                    .extend(others.map(|other| format!("jsonpath \"$.order_id\" != {{{{order_{other}}}}}")));
                self.orders.push(order);
            }
        }
        self.bytes(attempt, *is_replay, &mut captures, &mut asserts);
        self.words_of(answer, &mut asserts);
        self.marker(attempt, *is_replay, &mut asserts);
        if !captures.is_empty() {
            self.line("[Captures]");
            captures.iter().for_each(|capture| self.line(capture));
        }
        if is_demanded && !asserts.is_empty() {
            self.line("[Asserts]");
            asserts.iter().for_each(|assert| self.line(assert));
        }
    }

    /// A replay of the first answer's bytes is compared with what came first.
    fn bytes(
        &mut self,
        attempt: &AttemptState,
        is_replay: bool,
        captures: &mut Vec<String>,
        asserts: &mut Vec<String>,
    ) {
        let mode = self.run.scenario.service.contract.replay.mode;
        let Some(key) = attempt.key.filter(|_| mode == ReplayMode::Verbatim && attempt.to != Endpoint::Ask)
        else {
            return;
        };
        let slot = (attempt.id.client, key);
        let name = format!("answer_{}_{}", attempt.id.client + 1, variable(key));
        if is_replay && self.bodies.contains(&slot) {
            asserts.push(format!("body == \"{{{{{name}}}}}\""));
        } else if !is_replay && !captures.is_empty() {
            captures.push(format!("{name}: body"));
            self.bodies.retain(|known| *known != slot);
            self.bodies.push(slot);
        }
    }

    /// What the contract says of the body, numbers of orders apart.
    fn words_of(&self, answer: &Answer, asserts: &mut Vec<String>) {
        if let Meaning::Current(_, state) = answer.meaning {
            asserts.push(format!("jsonpath \"$.status\" == \"{}\"", state.name()));
        }
        let plain = Answer::fixture(answer.meaning, answer.status);
        let is_own = answer.body_text != plain.body_text;
        let is_said = is_own || self.run.scenario.service.contract.preset == Preset::Fixture;
        let error = answer.body_text.strip_prefix("{\"error\":").filter(|_| is_said);
        let error = error.and_then(|_| match crate::sim::json::read(&answer.body_text).ok()?.node {
            crate::sim::json::Node::Object(members) => {
                members.into_iter().find(|member| member.name == "error").map(|member| member.value.node)
            }
            _ => None,
        });
        if let Some(crate::sim::json::Node::Text(words)) = error {
            asserts.push(format!("jsonpath \"$.error\" == \"{}\"", spell::quoted(&words)));
        }
    }

    fn marker(&self, attempt: &AttemptState, is_replay: bool, asserts: &mut Vec<String>) {
        if attempt.to == Endpoint::Ask {
            return;
        }
        let contract = &self.run.scenario.service.contract;
        let name = |marker: &str| marker.split(':').next().unwrap_or_default().trim().to_owned();
        let line = crate::app::wire::marker(self.run, attempt, is_replay);
        match line.as_deref().and_then(|line| line.split_once(':')) {
            Some((name, value)) => {
                let value = self.with_key(attempt, value.trim()).replace('"', "\\u{22}");
                asserts.push(format!("header \"{}\" == \"{value}\"", spell::quoted(name.trim())));
            }
            None => {
                let absent = contract.marker(true).filter(|_| !is_replay && contract.marker(false).is_none());
                asserts.extend(
                    absent.map(|marker| format!("header \"{}\" not exists", spell::quoted(&name(marker)))),
                );
            }
        }
    }
}

/// The variable of a key.
fn variable(key: KeyId) -> String {
    format!("key_{}", names::key_letter(key).to_ascii_lowercase())
}
