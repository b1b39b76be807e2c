//! Scenario files, written: a [`Scenario`] as the JSON text that [`super::parse`] reads back to an equal value.
//!
//! Writes what differs from the defaults and what the format requires, with one step or fault a line. `expect` is
//! not written: it is a file's own claim about a run, and an edited scenario makes no claim.

use super::json::write_text;
use super::scenario::{
    Action, Client, Direction, EffectPlace, Failures, Fault, FaultKind, InFlight, Keep, Point, Scenario,
    Service, Step, Takes,
};
use super::time::Millis;

/// The scenario as indented JSON with a line break at its end.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    let mut fields = vec!["  \"v\": 1".to_owned()];
    if !scenario.title.is_empty() {
        let titles = scenario.title.iter().map(|(tag, text)| format!("{}: {}", quoted(tag), quoted(text)));
        fields.push(format!("  \"title\": {{{}}}", titles.collect::<Vec<_>>().join(", ")));
    }
    fields.push(format!("  \"service\": {}", service(&scenario.service)));
    let clients =
        scenario.clients.iter().map(|known| format!("    {}: {}", quoted(&known.id), client(known)));
    fields.push(format!("  \"clients\": {{\n{}\n  }}", clients.collect::<Vec<_>>().join(",\n")));
    fields.push(list("script", scenario.script.iter().map(|known| step(scenario, known))));
    if !scenario.faults.is_empty() {
        fields.push(list("faults", scenario.faults.iter().map(|known| fault(scenario, *known))));
    }
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

fn list(name: &str, items: impl Iterator<Item = String>) -> String {
    let lines: Vec<_> = items.map(|item| format!("\n    {item}")).collect();
    let end = if lines.is_empty() { "" } else { "\n  " };
    format!("  \"{name}\": [{}{end}]", lines.join(","))
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_text(text, &mut out);
    out
}

fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<_> = fields.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

fn time(millis: Millis) -> String {
    format!("\"{millis}\"")
}

fn service(service: &Service) -> String {
    let mut fields =
        vec![("contract", quoted("fixture")), ("write_order", quoted(service.write_order.name()))];
    if let EffectPlace::Provider { forwarded } = service.effect {
        let key = if forwarded { "forwarded" } else { "none" };
        fields.push(("effect", object(&[("at", quoted("provider")), ("key", quoted(key))])));
    }
    if let Some(lease) = service.lease {
        fields.push(("lease", time(lease)));
    }
    let mut overrides = Vec::new();
    if service.retention != Millis(24 * 3_600_000) {
        overrides.push(("retention", time(service.retention)));
    }
    if service.kept_longer != Millis::ZERO {
        overrides.push(("kept_longer", time(service.kept_longer)));
    }
    if let InFlight::Wait(at_most) = service.in_flight {
        overrides.push(("in_flight", object(&[("wait", time(at_most))])));
    }
    if service.failures == Failures::Released {
        overrides.push(("failures", quoted("released")));
    }
    if !overrides.is_empty() {
        fields.push(("overrides", object(&overrides)));
    }
    let mut takes = Vec::new();
    if service.takes.network != Takes::DEFAULT.network {
        takes.push(("network", time(service.takes.network)));
    }
    for point in Point::ALL {
        if service.takes.at(point) != Takes::DEFAULT.at(point) {
            takes.push((point.name(), time(service.takes.at(point))));
        }
    }
    if !takes.is_empty() {
        fields.push(("takes", object(&takes)));
    }
    object(&fields)
}

fn client(client: &Client) -> String {
    let keep = if client.keep == Keep::Durable { "durable" } else { "memory" };
    let mut fields = vec![("key", quoted(client.key.name())), ("keep", quoted(keep))];
    if !client.keys.is_empty() {
        let keys: Vec<_> = client.keys.iter().map(|key| quoted(key)).collect();
        fields.push(("keys", format!("[{}]", keys.join(", "))));
    }
    if client.timeout != Millis(2_000) {
        fields.push(("timeout", time(client.timeout)));
    }
    if let Some(retry) = &client.retry {
        let on: Vec<_> = retry.on.iter().map(|reason| quoted(reason.name())).collect();
        let mut retries = vec![
            ("attempts", retry.attempts.to_string()),
            ("backoff", time(retry.backoff)),
            ("factor", retry.factor.to_string()),
            ("on", format!("[{}]", on.join(", "))),
        ];
        if retry.jitter != Millis::ZERO {
            retries.push(("jitter", time(retry.jitter)));
            retries.push(("seed", retry.seed.to_string()));
        }
        fields.push(("retry", object(&retries)));
    }
    object(&fields)
}

fn step(scenario: &Scenario, step: &Step) -> String {
    let mut fields = vec![("at", time(step.at)), ("client", quoted(scenario.client_id(step.client)))];
    match &step.action {
        Action::Reload => fields.push(("do", quoted("reload"))),
        Action::Wait => fields.push(("do", quoted("wait"))),
        Action::Send { intent, body, key } => {
            fields.push(("do", quoted("send")));
            fields.push(("intent", quoted(intent)));
            match body {
                Some(body) if body.verbatim => fields.push(("body_text", quoted(&body.text))),
                Some(body) => fields.push(("body", body.text.to_string())),
                None => {}
            }
            if let Some(key) = key {
                fields.push(("key", quoted(key)));
            }
        }
    }
    object(&fields)
}

fn fault(scenario: &Scenario, fault: Fault) -> String {
    let of = ("of", quoted(&scenario.attempt_name(fault.of)));
    let message = |direction: Direction| quoted(direction.name());
    let fields = match fault.kind {
        FaultKind::Lose(direction) => vec![("lose", message(direction)), of],
        FaultKind::Delay { message: direction, by } => {
            vec![("delay", message(direction)), of, ("by", time(by))]
        }
        FaultKind::Duplicate { after } => {
            vec![("duplicate", message(Direction::Request)), of, ("after", time(after))]
        }
        FaultKind::Fail { at, status } => {
            vec![("fail", quoted(&at.to_string())), of, ("status", status.to_string())]
        }
        FaultKind::Crash { after, restart } => {
            vec![("crash", quoted(&format!("after-{}", after.name()))), of, ("restart", time(restart))]
        }
    };
    object(&fields)
}
