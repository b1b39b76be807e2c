//! A request with all its parts, as a program would send it.
//!
//! Adds to [`crate::app::wire`], which shows where the key stands, what a sender needs: names and values apart, and
//! for a directive the query that it stands in. Decided here:
//!
//! - A question carries its key as a header where the contract's keys are headers, else in the query; one by order
//!   carries the reference that every order has, its intent.
//! - Where a run has several tenants, each has a token of its own, a variable named after its place among them.
//! - A directive stands in a mutation, the body is the mutation's variable.

use crate::app::wire;
use crate::sim::contract::CarrierKind;
use crate::sim::json::write_text;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::{Action, AskBy, AttemptId, Endpoint, Step};

/// A request's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its method.
    pub method: &'static str,
    /// Its path.
    pub path: String,
    /// Names and values of its query, not encoded.
    pub query: Vec<(String, String)>,
    /// Names and values of its headers.
    pub headers: Vec<(String, String)>,
    /// Its body; none where it has none.
    pub body: Option<String>,
}

/// The request of an attempt.
#[must_use]
pub fn request(run: &Run, attempt: &AttemptState) -> Request {
    let contract = &run.scenario.service.contract;
    let wire = wire::request(run, attempt);
    let (method, target) = wire.line.split_once(' ').unwrap_or(("POST", "/orders"));
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let method = if method == "GET" { "GET" } else { "POST" };
    let key = attempt.key.map(|key| run.trace.key_text(key).to_owned());
    let mut request = Request { method, path, query: Vec::new(), headers: Vec::new(), body: None };
    request.headers.extend(token(run, attempt.id).map(|token| ("Authorization".to_owned(), token)));
    if attempt.to == Endpoint::Ask {
        ask(run, attempt, &mut request);
        return request;
    }
    request.headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    request.body = Some(wire.body);
    let name = contract.carrier.name.to_string();
    match (contract.carrier.kind, key) {
        (CarrierKind::Param, Some(key)) => request.query.push((name, key)),
        (CarrierKind::Directive, Some(key)) => {
            let body = attempt.body_text.as_ref();
            request.body = Some(mutation(attempt.to, &name, Some(&key), body));
        }
        (CarrierKind::Directive, None) => {
            request.body = Some(mutation(attempt.to, &name, None, &attempt.body_text));
        }
        (CarrierKind::Header | CarrierKind::Derived, Some(_)) => {
            let line = wire.key.as_deref().and_then(|line| line.split_once(": "));
            request.headers.extend(line.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
        _ => {}
    }
    request
}

fn ask(run: &Run, attempt: &AttemptState, request: &mut Request) {
    let contract = &run.scenario.service.contract;
    let is_by_order =
        step_of(run, attempt).is_some_and(|step| matches!(step.action, Action::Ask { by: AskBy::Order, .. }));
    if is_by_order {
        let intent = run.trace.intents.get(usize::from(attempt.intent)).cloned().unwrap_or_default();
        request.query.push(("reference".to_owned(), intent));
        return;
    }
    let Some(key) = attempt.key.map(|key| run.trace.key_text(key).to_owned()) else { return };
    let name = contract.carrier.name.to_string();
    match contract.carrier.kind {
        CarrierKind::Header => {
            let wire = wire::request(run, attempt);
            let line = wire.key.as_deref().and_then(|line| line.split_once(": "));
            request.headers.extend(line.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
        CarrierKind::Param | CarrierKind::BodyField => request.query.push((name, key)),
        CarrierKind::Directive | CarrierKind::Derived => request.query.push(("key".to_owned(), key)),
    }
}

/// The script's step that an attempt goes back to: the last one for its intent that its client had begun.
#[must_use]
pub(super) fn step_of<'a>(run: &'a Run, attempt: &AttemptState) -> Option<&'a Step> {
    let sent = run.trace.event(attempt.sent)?.at;
    let intent = run.trace.intents.get(usize::from(attempt.intent))?;
    let is_question = attempt.to == Endpoint::Ask;
    let fits = |step: &&Step| {
        let is_of = match &step.action {
            Action::Send { intent: of, .. } => of == intent && !is_question,
            Action::Ask { intent: of, .. } => of == intent && is_question,
            _ => false,
        };
        is_of && step.client == attempt.id.client && step.at <= sent
    };
    run.scenario.script.iter().rev().find(fits)
}

/// The token of an attempt's tenant, a variable; none where all clients are of one.
fn token(run: &Run, attempt: AttemptId) -> Option<String> {
    let mut tenants: Vec<&str> = Vec::new();
    for client in &run.scenario.clients {
        if !tenants.contains(&client.who.tenant.as_str()) {
            tenants.push(&client.who.tenant);
        }
    }
    let own = &run.scenario.clients.get(usize::from(attempt.client))?.who.tenant;
    let place = tenants.iter().position(|tenant| tenant == own)?;
    (tenants.len() > 1).then(|| format!("Bearer {{{{token_{}}}}}", place + 1))
}

fn mutation(to: Endpoint, directive: &str, key: Option<&str>, body: &str) -> String {
    let (name, kind) = match to {
        Endpoint::Confirm => ("orderConfirm", "OrderChange"),
        Endpoint::Cancel => ("orderCancel", "OrderChange"),
        Endpoint::Create | Endpoint::Ask => ("orderCreate", "OrderInput"),
    };
    let directive = key.map(|key| {
        let mut quoted = String::new();
        write_text(key, &mut quoted);
        format!(" {directive}(key: {quoted})")
    });
    let query = format!(
        "mutation($order: {kind}!) {{ {name}(order: $order){} {{ order_id }} }}",
        directive.unwrap_or_default()
    );
    let mut quoted = String::new();
    write_text(&query, &mut quoted);
    format!("{{\"query\":{quoted},\"variables\":{{\"order\":{body}}}}}")
}

/// The words that go with a status on the wire.
pub(super) const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        400 => "Bad Request",
        402 => "Payment Required",
        404 => "Not Found",
        409 => "Conflict",
        412 => "Precondition Failed",
        422 => "Unprocessable Content",
        425 => "Too Early",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ if status < 500 => "Client Error",
        _ => "Server Error",
    }
}
