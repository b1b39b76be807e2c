//! A request as it would stand on the wire under its contract: where the key goes, and what is beside it.
//!
//! Owns the wire form of `contracts.md` (header, body field, parameter, directive, quoted string). It deliberately
//! sends nothing; the engine compares keys and bodies, not this text.

use std::borrow::Cow;

use super::HAS_LAB;
use crate::sim::contract::{CarrierKind, Contract, KeyFormat};
use crate::sim::json::write_text;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::Endpoint;

/// A request's text in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Method and target.
    pub line: Cow<'static, str>,
    /// The header line that carries the key, or another part of the request that does, as it stands there.
    pub key: Option<String>,
    /// Whether that part is a header line.
    pub is_header: bool,
    /// The body.
    pub body: String,
}

/// The request of an attempt.
#[must_use]
pub fn request(run: &Run, attempt: &AttemptState) -> Wire {
    let contract = &run.scenario.service.contract;
    let key = attempt.key.map(|key| run.trace.key_text(key));
    let body = attempt.body_text.to_string();
    if !HAS_LAB {
        let key = key.map(|key| ["Idempotency-Key: ", key].concat());
        return Wire { line: Cow::Borrowed("POST /orders"), key, is_header: true, body };
    }
    let line: Cow<'static, str> = match attempt.to {
        Endpoint::Create => Cow::Borrowed("POST /orders"),
        Endpoint::Confirm => Cow::Borrowed("POST /orders/confirm"),
        Endpoint::Cancel => Cow::Borrowed("POST /orders/cancel"),
        Endpoint::Ask => Cow::Borrowed("GET /orders"),
    };
    let Some(key) = key else {
        return Wire { line, key: None, is_header: true, body };
    };
    carried(contract, line, key, body)
}

fn carried(contract: &Contract, line: Cow<'static, str>, key: &str, body: String) -> Wire {
    let name = contract.carrier.name.as_ref();
    let mut quoted = String::new();
    write_text(key, &mut quoted);
    match contract.carrier.kind {
        CarrierKind::Header => {
            let value = if contract.key_policy.format == KeyFormat::SfString { quoted.as_str() } else { key };
            Wire { line, key: Some(format!("{name}: {value}")), is_header: true, body }
        }
        CarrierKind::BodyField => {
            let field = format!("\"{name}\":{quoted}");
            let inside = body.strip_prefix('{').map(|rest| {
                let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
                format!("{{{field}{comma}{rest}")
            });
            Wire { line, key: Some(field), is_header: false, body: inside.unwrap_or(body) }
        }
        CarrierKind::Param => {
            let line = format!("{line}?{name}={key}");
            Wire { line: Cow::Owned(line), key: Some(format!("{name}={key}")), is_header: false, body }
        }
        CarrierKind::Directive => {
            Wire { line, key: Some(format!("{name}(key: {quoted})")), is_header: true, body }
        }
        CarrierKind::Derived if name == "body" => Wire { line, key: None, is_header: true, body },
        CarrierKind::Derived => Wire { line, key: Some(format!("{name}: {key}")), is_header: true, body },
    }
}

/// The header line of an answer that says that it is a replay, or that it is of a keyed request.
#[must_use]
pub fn marker(run: &Run, attempt: &AttemptState, is_replay: bool) -> Option<String> {
    let contract = &run.scenario.service.contract;
    let marker = contract.marker(is_replay)?;
    let key = attempt.key.map(|key| run.trace.key_text(key))?;
    // A marker without a value echoes the key.
    Some(if marker.contains(':') { marker.to_owned() } else { format!("{marker}: {key}") })
}
