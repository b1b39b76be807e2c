//! What lies outside the service: the provider's book, mails with their outbox and their consumer, and the other ends
//! of its connections.
//!
//! Decided here where `rules.md` §4.6 leaves it open:
//!
//! - A provider that is sent a key makes one charge per key while it remembers it, counted from the charge. A
//!   forwarded key is the request's as it came, so that two tenants can meet in it; a derived one is made from scope
//!   and key.
//! - Every charge carries a reference, the derived key, whatever the provider does with it. A service that asks before
//!   it repeats finds a charge by it, however old; it asks only when it took a claim over, when the effect's time is
//!   over, and answers as if the call had just come back.
//! - A provider that checks claims refuses a number below the newest that it has seen for the same reference. The
//!   request is then fenced out, as at a commit.
//! - A mail that the handler sends goes out at the effect and is never rolled back. One from an outbox is a row that
//!   commits with the order (at the effect, where there is no transaction); the relay takes `relay` from the commit to
//!   the consumer, survives crashes of the service, and sends again if a fault says that it did not hear.
//! - With an order that was known before, no mail goes again, but for an outbox's row that was rolled back with its
//!   transaction while the provider's charge stayed. A row of a transaction waits for its commit, wherever the effect is.
//! - A call whose outcome the service knows, from a recovery point, is neither made again for a dead caller nor parked.
//! - A proxy waits for each copy of a request on its own, from that copy's arrival.
//! - A consumer with an inbox row per message does not act on one that it knows. With the effect in one transaction it
//!   knows it at once, apart from it only `relay` later. It forgets after `remembers`, counted from the row.

use crate::sim::IS_WHOLE;
use crate::sim::build::{Inbox, MailFrom};
use crate::sim::chooser::Chooser;
use crate::sim::scenario::{AttemptId, EffectPlace, Endpoint, Point, ProviderKey, UnknownCall};
use crate::sim::table::Table;
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, EventKind, EventSeq, IntentId, KeyId, Meaning, RecordKey, ScopeId, Wider};
use crate::sim::world::{About, Task, World};

/// What the provider remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct ProviderBook {
    charges: Vec<Charge>,
    /// Keys by name, their charges and since when.
    keys: Table<(Option<ScopeId>, KeyId), (u32, Millis)>,
    /// The newest claim's number by reference.
    newest: Table<RecordKey, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Charge {
    intent: IntentId,
    reference: Option<RecordKey>,
}

/// A message of the outbox on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    /// The request whose order it goes with.
    pub(crate) request: u32,
    /// Whether the relay carried it before.
    pub(crate) again: bool,
}

impl ProviderBook {
    /// Whether there is a charge with this number.
    pub(super) fn has(&self, charge: u32) -> bool {
        (1..=self.charges.len() as u32).contains(&charge)
    }

    /// The first charge of an intent.
    pub(super) fn charge_of(&self, intent: IntentId) -> Option<u32> {
        self.charges.iter().position(|charge| charge.intent == intent).map(|index| index as u32 + 1)
    }
}

impl<C: Chooser> World<'_, C> {
    pub(super) fn provider_effect(&mut self, id: u32) {
        let Some(provider) = self.scenario.service.effect.provider().copied() else {
            return;
        };
        let request = &self.requests[id as usize];
        let (intent, key, number, is_second) =
            (request.intent, request.about.key, request.claim, request.phase == 2);
        let reference = request.about.record().filter(|_| !(IS_WHOLE && request.unkeyed));
        if IS_WHOLE && self.is_stopped_at_provider(id, reference, number) {
            return;
        }
        let name = match (provider.key, reference) {
            (ProviderKey::Forwarded, _) => key.map(|key| (None, key)),
            (ProviderKey::Derived, Some(reference)) => Some((Some(reference.scope), reference.key)),
            _ => None,
        };
        let lasts = |since: Millis| provider.remembers.is_none_or(|length| self.now < since.plus(length));
        let known = name.and_then(|name| self.service.provider.keys.get(&name)).copied();
        if let Some((charge, _)) = known.filter(|(_, since)| lasts(*since)) {
            self.come_back(id, charge, is_second);
            self.tell(id, None, EventKind::ProviderKnewKey { charge });
            return;
        }
        self.service.provider.charges.push(Charge { intent, reference });
        let charge = self.service.provider.charges.len() as u32;
        let of_intent = self.service.provider.charges.iter().filter(|charge| charge.intent == intent);
        let nth = of_intent.count() as u32;
        if let Some(name) = name {
            self.service.provider.keys.insert(name, (charge, self.now));
        }
        self.come_back(id, charge, is_second);
        self.tell(id, None, EventKind::ProviderEffect { intent, charge, nth });
    }

    /// The provider's number is the answer's, but where the ledger has given one before.
    fn come_back(&mut self, id: u32, charge: u32, is_second: bool) {
        self.request(id).charged = true;
        if !is_second {
            self.request(id).order = Some(charge);
        }
    }

    /// Whether the provider's check of claims, or its answer to a question, leaves nothing to be called for.
    fn is_stopped_at_provider(&mut self, id: u32, reference: Option<RecordKey>, number: u32) -> bool {
        let (Some(provider), Some(reference)) = (self.scenario.service.effect.provider().copied(), reference)
        else {
            return false;
        };
        if provider.fenced && number > 0 {
            let newest = self.service.provider.newest.get(&reference).copied().unwrap_or(0);
            if number < newest {
                self.tell_wider(id, Wider::ProviderFenced { number, newest });
                if self.requests[id as usize].alive {
                    self.request(id).fenced = true;
                    self.look_up(id, Point::Effect, true);
                }
                return true;
            }
            self.service.provider.newest.insert(reference, number);
        }
        let request = &self.requests[id as usize];
        let (took_over, is_second) = (request.took_over, request.phase == 2);
        if provider.unknown == UnknownCall::Ask && took_over {
            let found = |charge: &Charge| charge.reference == Some(reference);
            let charge = self.service.provider.charges.iter().position(found).map(|index| index as u32 + 1);
            self.tell_wider(id, Wider::ProviderAsked { charge });
            if let Some(charge) = charge {
                self.come_back(id, charge, is_second);
                return true;
            }
        }
        false
    }

    /// The mail that goes with an order, at its effect. Where that was known before, the mail went with it, unless its row
    /// was rolled back in a transaction that the provider's charge outlived.
    pub(super) fn mail(&mut self, id: u32, was_known: bool) {
        if !IS_WHOLE {
            return;
        }
        let Some(mail) = self.scenario.service.build.mail else {
            return;
        };
        let in_transaction = self.scenario.service.write_order.has_transaction();
        let can_lose_row = in_transaction && self.scenario.service.effect != EffectPlace::Ledger;
        let went = was_known && !(can_lose_row && mail.from == MailFrom::Outbox);
        if self.requests[id as usize].to != Endpoint::Create || went {
            return;
        }
        match mail.from {
            MailFrom::Handler => self.send_mail(id),
            MailFrom::Outbox => {
                self.request(id).mail = true;
                self.tell_wider(id, Wider::OutboxWritten);
                if !in_transaction {
                    self.outbox_committed(id);
                }
            }
        }
    }

    fn send_mail(&mut self, id: u32) {
        let intent = self.requests[id as usize].intent;
        self.side_effects[usize::from(intent)] += 1;
        let nth = self.side_effects[usize::from(intent)];
        self.tell_wider(id, Wider::Mailed { intent, nth });
    }

    /// The outbox's row stands: the relay will find it.
    pub(super) fn outbox_committed(&mut self, id: u32) {
        let Some(mail) = self.scenario.service.build.mail else {
            return;
        };
        if !std::mem::take(&mut self.request(id).mail) {
            return;
        }
        let (attempt, due) = (self.requests[id as usize].attempt, self.now.plus(mail.relay));
        let cause = self.requests[id as usize].about.cause.unwrap_or(0);
        self.queue.schedule(due, Task::Relay { message: Message { request: id, again: false }, cause });
        if let Some(after) = self.chooser.redeliver(attempt) {
            let message = Message { request: id, again: true };
            self.queue.schedule(due.plus(after), Task::Relay { message, cause });
        }
    }

    /// A message comes to the consumer.
    pub(crate) fn relay(&mut self, message: Message, cause: EventSeq) {
        let Some(mail) = self.scenario.service.build.mail else {
            return;
        };
        let Message { request, again } = message;
        let about = About { cause: Some(cause), request: None, ..self.requests[request as usize].about };
        let about =
            About { cause: Some(self.emit(about, EventKind::Wider(Wider::Relayed { again }))), ..about };
        let since = self.service.inbox.get(&request).copied();
        let remembers = |since: Millis| mail.remembers.is_none_or(|length| self.now < since.plus(length));
        if since.is_some_and(|since| since <= self.now && remembers(since)) {
            self.emit(about, EventKind::Wider(Wider::InboxKnew));
            return;
        }
        let intent = self.requests[request as usize].intent;
        self.side_effects[usize::from(intent)] += 1;
        let nth = self.side_effects[usize::from(intent)];
        self.emit(about, EventKind::Wider(Wider::Mailed { intent, nth }));
        match mail.inbox {
            Inbox::Nothing => {}
            Inbox::WithEffect => self.service.inbox.insert(request, self.now),
            Inbox::Apart => self.service.inbox.insert(request, self.now.plus(mail.relay)),
        }
    }

    /// A proxy stops waiting for a request, one copy of an attempt, and answers in the service's place.
    pub(crate) fn proxy_over(&mut self, request: u32, sent: EventSeq, after: Millis) {
        let attempt = self.requests[request as usize].attempt;
        if self.service.given_up.contains(&attempt) || !self.is_alive(request) {
            return;
        }
        self.service.given_up.push(attempt);
        let key = self.attempt_key(attempt);
        let mut about = About { cause: Some(sent), attempt: Some(attempt), key, ..About::default() };
        about.cause = Some(self.emit(about, EventKind::Wider(Wider::GatewayTimeout { after })));
        let answer = Answer::fixture(Meaning::Gateway, 504);
        let due = self.now.plus(self.scenario.service.takes.network);
        let kind = EventKind::Replied { answer: answer.clone(), replay_of: None, due };
        let sent = self.emit(about, kind);
        self.queue.schedule(due, Task::ResponseArrives { attempt, answer, replayed: false, sent });
    }

    /// The client's end of an attempt's connection is closed.
    pub(crate) fn hang_up(&mut self, attempt: AttemptId) {
        for id in 0..self.requests.len() as u32 {
            let request = &self.requests[id as usize];
            if request.attempt == attempt && request.alive && !request.client_gone {
                self.request(id).client_gone = true;
                self.tell_wider(id, Wider::HungUp);
            }
        }
    }
}
