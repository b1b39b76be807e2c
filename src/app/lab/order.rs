//! The body of the next request: what the client in hand stored for the intent in hand, until the reader turns a control.
//!
//! A retry repeats that, whatever it is, so that only a deliberate change makes it a request with other parameters. The
//! controls change what they know of a body, its quantity and the order of its fields, and leave the rest as it stands.

use crate::app::HAS_LAB;
use crate::sim::json::{Member, Node, read};
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::{Action, Body, Endpoint, Scenario, Step};

use super::Lab;

/// The order that an empty lab begins with.
const FIRST: &str = r#"{"product":"notebook","quantity":2}"#;
/// The largest quantity that the controls make.
const MOST: u32 = 9_999;

/// The order that an empty lab begins with. The first visit's program, which has no lab, has no text for it.
pub(super) fn first() -> Body {
    Body { text: if HAS_LAB { FIRST } else { "" }.into(), verbatim: false }
}

/// Whose turn it is in a scenario, and the number of the intent that this client sent last: that can be retried.
pub(super) fn in_hand(scenario: &Scenario) -> (u8, u32) {
    let number = |step: &Step| match &step.action {
        Action::Send { intent, .. } => intent.strip_prefix('i').and_then(|digits| digits.parse().ok()),
        _ => None,
    };
    let client = scenario.script.last().map_or(0, |step| step.client);
    let own = scenario.script.iter().rev().filter(|step| step.client == client).find_map(number);
    (client, own.or_else(|| scenario.script.iter().filter_map(number).max()).unwrap_or(1))
}

fn members(text: &str) -> Option<Vec<Member>> {
    match read(text).ok()?.node {
        Node::Object(members) => Some(members),
        _ => None,
    }
}

fn position(members: &[Member], name: &str) -> Option<usize> {
    members.iter().position(|member| member.name == name)
}

fn quantity(members: &[Member]) -> Option<u32> {
    match &members[position(members, "quantity")?].value.node {
        Node::Number(spelled) => spelled.parse().ok(),
        _ => None,
    }
}

impl Lab {
    /// The quantity of the next request, where its body has one that the controls can change.
    #[must_use]
    pub fn quantity(&self) -> Option<u32> {
        quantity(&members(&self.body.text)?)
    }

    /// Whether the next request names the quantity before the product.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        let is_swapped =
            |members: Vec<Member>| Some(position(&members, "quantity")? < position(&members, "product")?);
        members(&self.body.text).and_then(is_swapped).unwrap_or(false)
    }

    /// Orders this many from now on. A body without a quantity becomes an order.
    pub(super) fn order(&mut self, count: u32) {
        let wanted = Node::Number(count.min(MOST).to_string());
        let orders = |text: &str| members(text).filter(|members| quantity(members).is_some());
        let Some(mut members) = orders(&self.body.text).or_else(|| orders(FIRST)) else { return };
        if let Some(index) = position(&members, "quantity") {
            members[index].value.node = wanted;
        }
        self.write_body(members);
    }

    /// Turns the order of the fields round.
    pub(super) fn swap_fields(&mut self) {
        if let Some(mut members) = members(&self.body.text) {
            members.reverse();
            self.write_body(members);
        }
    }

    fn write_body(&mut self, members: Vec<Member>) {
        let mut text = String::new();
        Node::Object(members).write(&mut text);
        self.body = Body { text: text.into(), verbatim: false };
    }

    /// Takes up the body that the client in hand stored for the intent in hand; where it has none, another client's for the
    /// same intent; else the body stays as it is.
    pub fn take_stored_body(&mut self) {
        if !HAS_LAB {
            return;
        }
        let id = self.intent_id();
        let stored = |step: &&Step| matches!(&step.action, Action::Send { intent, body: Some(_), .. } if *intent == id);
        let mut sends = self.scenario.script.iter().rev().filter(stored);
        let own = sends.clone().find(|step| step.client == self.client);
        if let Some(Step { action: Action::Send { body: Some(body), .. }, .. }) = own.or_else(|| sends.next())
        {
            self.body = body.clone();
        }
    }

    /// A new intent is an order: what is no order, such as a cancellation, is not carried over to it.
    pub(super) fn begin_order(&mut self) {
        if self.quantity().is_none() {
            self.body = first();
        }
    }

    /// Where a send of the intent in hand goes: where its last one went, this client's before any other's.
    pub(super) fn endpoint(&self, run: &Run) -> Endpoint {
        let Some(intent) = self.known_intent(run) else { return Endpoint::Create };
        let is_it = |attempt: &&AttemptState| attempt.intent == intent && attempt.to != Endpoint::Ask;
        let mut attempts = run.end.attempts.iter().rev().filter(is_it);
        let own = attempts.clone().find(|attempt| attempt.id.client == self.client);
        own.or_else(|| attempts.next()).map_or(Endpoint::Create, |attempt| attempt.to)
    }
}
