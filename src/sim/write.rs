//! Scenario files, written: a [`Scenario`] as the JSON text that [`super::parse`] reads back to an equal value.
//!
//! Writes what differs from the defaults and what the format requires, with one client, step or fault a line; in one
//! line where the file would else be too long to be read again. `expect` is a file's own claim about a run, and an edited
//! scenario makes no claim: only [`write_whole`] writes it.

use super::json::{read, write_text};
use super::limits::FILE_BYTES;
use super::scenario::{
    Action, Client, Direction, EffectPlace, Endpoint, Expect, Fault, FaultKind, Keep, Persists, Point,
    Scenario, Service, Step, UnknownCall, Who,
};
use super::time::Millis;

mod build;
mod expect;
mod knobs;

/// The scenario as indented JSON with a line break at its end.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    lines(scenario, None)
}

/// The same with the scenario's `expect`, if it has one.
#[must_use]
pub fn write_whole(scenario: &Scenario) -> String {
    lines(scenario, scenario.expect.as_ref())
}

fn lines(scenario: &Scenario, claim: Option<&Expect>) -> String {
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
    if let Some(claim) = claim {
        out.out.push_str(",\n  \"expect\": ");
        out.object(|out| expect::expect(out, scenario, claim));
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

    /// A field that is written only where it is true.
    fn truth(&mut self, name: &str, is: bool) {
        if is {
            self.name(name);
            self.out.push_str("true");
        }
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
    out.text("contract", service.contract.preset.name());
    out.text("write_order", service.write_order.name());
    effect(out, &service.effect);
    let plain = Service::of(service.contract.preset, service.write_order);
    if let Some(lease) = service.lease.filter(|lease| Some(*lease) != plain.lease) {
        out.time("lease", lease);
    }
    if service.contract.own != 0 || service.kept_longer != plain.kept_longer {
        out.name("overrides");
        out.object(|out| {
            knobs::knobs(out, &service.contract, &plain.contract);
            out.time_unless("kept_longer", service.kept_longer, plain.kept_longer);
        });
    }
    if service.build != plain.build {
        out.name("build");
        out.object(|out| build::build(out, &service.build));
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

fn effect(out: &mut Writer, place: &EffectPlace) {
    let Some(provider) = place.provider() else {
        return;
    };
    out.name("effect");
    out.object(|out| {
        out.text("at", if matches!(place, EffectPlace::Both(_)) { "both" } else { "provider" });
        out.text("key", provider.key.name());
        if provider.unknown != UnknownCall::Repeat {
            out.text("unknown", provider.unknown.name());
        }
        if let Some(length) = provider.remembers {
            out.time("remembers", length);
        }
        out.truth("fenced", provider.fenced);
    });
}

fn client(out: &mut Writer, client: &Client) {
    out.text("key", client.key.name());
    out.text("keep", if client.keep == Keep::Durable { "durable" } else { "memory" });
    if !client.keys.is_empty() {
        out.list("keys", client.keys.iter().map(String::as_str));
    }
    out.time_unless("timeout", client.timeout, Client::TIMEOUT);
    if client.who.tenant != Who::TENANT {
        out.text("tenant", &client.who.tenant);
    }
    if let Some(company) = &client.who.company {
        out.text("company", company);
    }
    out.time_unless("clock_ahead", client.who.clock_ahead, Millis::ZERO);
    out.time_unless("clock_behind", client.who.clock_behind, Millis::ZERO);
    if client.persists != Persists::BeforeSend {
        out.text("persists", client.persists.name());
    }
    if !client.drops_key_on.is_empty() {
        out.list("drops_key_on", client.drops_key_on.iter().map(|reason| reason.name()));
    }
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
            out.truth("survives_reload", retry.survives_reload);
            if let Some(outer) = retry.outer {
                out.name("outer");
                out.object(|out| {
                    out.number("attempts", outer.attempts.into());
                    out.time("backoff", outer.backoff);
                });
            }
        });
    }
}

fn step(out: &mut Writer, scenario: &Scenario, step: &Step) {
    out.time("at", step.at);
    if let Action::Deploy(recipe) = step.action {
        out.text("do", "deploy");
        return out.text("recipe", recipe.name());
    }
    out.text("client", scenario.client_id(step.client));
    match &step.action {
        Action::Reload => out.text("do", "reload"),
        Action::Wait | Action::Deploy(_) => out.text("do", "wait"),
        Action::Ask { intent, by } => {
            out.text("do", "ask");
            out.text("intent", intent);
            out.text("by", by.name());
        }
        Action::Send { intent, body, key, to, replica, region } => {
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
            if *to != Endpoint::Create {
                out.text("to", to.name());
            }
            if let Some(replica) = replica {
                out.number("replica", (*replica).into());
            }
            if let Some(region) = region {
                out.text("region", region);
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
        FaultKind::Fail { at, status, raised } => {
            out.text("fail", &at.to_string());
            out.text("of", &of);
            out.number("status", status.into());
            out.truth("raised", raised);
        }
        FaultKind::Crash { after, restart, loses } => {
            out.text("crash", &["after-", after.name()].concat());
            out.text("of", &of);
            out.time("restart", restart);
            out.time_unless("loses", loses, Millis::ZERO);
        }
        FaultKind::Refuse => {
            out.text("refuse", "connection");
            out.text("of", &of);
        }
        FaultKind::Limit => {
            out.text("limit", Direction::Request.name());
            out.text("of", &of);
        }
        FaultKind::Stall { after, length } => {
            out.text("stall", &["after-", after.name()].concat());
            out.text("of", &of);
            out.time("for", length);
        }
        FaultKind::LoseCommitAck => {
            out.text("lose", "commit-ack");
            out.text("of", &of);
        }
        FaultKind::ClientCrash(moment) => {
            out.text("crash_client", moment.name());
            out.text("of", &of);
        }
        FaultKind::Redeliver { after } => {
            out.text("redeliver", "message");
            out.text("of", &of);
            out.time("after", after);
        }
    }
}
