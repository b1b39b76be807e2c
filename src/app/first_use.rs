//! What a key was first used for, and whether a send under it asks for the same.
//!
//! The service compares a request with what it keeps under the key, never with the request before: so does the figure's
//! "≠ body", and so do the sentences. (A trace's [`Resend`](crate::sim::trace::Resend) is the client's own view: against
//! its last send.) Keys of two tenants, or of two endpoints, are not one key.

use super::HAS_LAB;
use crate::sim::body::fingerprint;
use crate::sim::run::Run;
use crate::sim::trace::{Event, EventKind};

/// The body of the first attempt under the key of a send, that send included.
#[must_use]
pub fn first_body<'a>(run: &'a Run, sent: &Event) -> &'a str {
    let of = |event: &'a Event| match &event.kind {
        EventKind::Sent { to, body_text, .. } => Some((to, body_text.as_ref())),
        _ => None,
    };
    let own = run.trace.event(sent.seq).and_then(of);
    let tenant =
        |event: &Event| event.attempt.map(|one| &run.scenario.clients[usize::from(one.client)].who.tenant);
    let first = run.trace.events.iter().find_map(|event| {
        let (to, body) = of(event).filter(|_| event.key == sent.key)?;
        let is_own = !HAS_LAB || Some(to) == own.map(|own| own.0) && tenant(event) == tenant(sent);
        is_own.then_some(body)
    });
    first.unwrap_or_default()
}

/// Whether two bodies ask for different things, however they are spelled.
#[must_use]
pub fn is_other(one: &str, two: &str) -> bool {
    one != two && fingerprint(one).is_none_or(|one| Some(one) != fingerprint(two))
}
