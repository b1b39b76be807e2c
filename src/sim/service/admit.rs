//! Before the look-up: the rate limiter, the rules for keys, the scope, the client's own time; and questions.
//!
//! Decided here, where `contracts.md` names the knobs only. After `authenticate`, in this order:
//!
//! 1. A rate limiter in front answers 429 whatever the request holds.
//! 2. The service reads the key: of a list joined by commas the first, without blanks around it, or in one letter case,
//!    where it is built so. A key of blanks alone is none.
//! 3. A carrier that derives the key from the body makes it from what the fingerprint is made of; the client's own is
//!    not looked at.
//! 4. No key: refused where one is required, given one where the contract says so, else the request runs unkeyed.
//! 5. A key that is too short, too long or malformed is refused. A UUID is 32 hexadecimal digits in groups of 8, 4, 4, 4
//!    and 12; no version is looked at.
//! 6. The scope is made of the parts that the contract names; where it names none, of the caller. A part is its name: a
//!    company that is named like a tenant is the same scope as that tenant's own.
//!
//! The client's own time is looked at after validation: where the window counts from it and it lies a window or more
//! back, or a window or more ahead, a contract that refuses after expiry refuses; no other looks.

use crate::sim::IS_WHOLE;
use crate::sim::build::{KeyForm, Limiter, RecordStore};
use crate::sim::chooser::Chooser;
use crate::sim::contract::{
    AfterExpiry, CarrierKind, Clock, KeyFormat, KeyRules, Knob, Presence, Refusal, ScopePart,
};
use crate::sim::scenario::{AskBy, EffectPlace, Endpoint, Point};
use crate::sim::trace::{Answer, Meaning, OrderState, RecordKey, ScopeId, Wider, hash_text};
use crate::sim::world::World;

use super::store::RecordState;

impl<C: Chooser> World<'_, C> {
    pub(super) fn admit(&mut self, id: u32) {
        if !IS_WHOLE {
            self.intern_scope(id);
            return self.pass(id, Point::Authenticate, Point::Validate);
        }
        let next =
            if self.requests[id as usize].to == Endpoint::Ask { Point::LookUp } else { Point::Validate };
        let attempt = self.requests[id as usize].attempt;
        if self.scenario.service.build.limiter == Limiter::InFront && self.chooser.limit(attempt) {
            self.tell_wider(id, Wider::RateLimited { behind: false });
            self.answer(id, Meaning::RateLimited, 429);
            return self.pass(id, Point::Authenticate, Point::Respond);
        }
        self.read_key(id);
        if next == Point::Validate && !self.takes_key(id) {
            return self.pass(id, Point::Authenticate, Point::Respond);
        }
        self.intern_scope(id);
        self.pass(id, Point::Authenticate, next);
    }

    /// Puts the key as the service reads it in the place of the one that came.
    fn read_key(&mut self, id: u32) {
        let Some(key) = self.key_of(id) else { return };
        let text = self.trace.key_text(key).to_owned();
        let read = match self.scenario.service.build.key_form {
            KeyForm::Bytes => text.clone(),
            KeyForm::CaseFolded => text.to_ascii_lowercase(),
            KeyForm::Trimmed => text.trim().to_owned(),
            KeyForm::FirstListed => text.split(',').next().unwrap_or("").trim().to_owned(),
        };
        self.request(id).about.key = if read.trim().is_empty() { None } else { Some(self.intern(&read)) };
    }

    /// Whether the request may go on with the key that it has, or without one. `false` after a refusal.
    fn takes_key(&mut self, id: u32) -> bool {
        let scenario = self.scenario;
        let contract = &scenario.service.contract;
        if contract.carrier.kind == CarrierKind::Derived && contract.carrier.name == "body" {
            let text = || self.requests[id as usize].body_text.to_string();
            let canonical = self.read_body(id).map_or_else(text, |read| read.to_string());
            let key = self.intern(&format!("body-{:016x}", hash_text(&canonical)));
            self.request(id).about.key = Some(key);
            return true;
        }
        let rules = contract.key_policy;
        let Some(key) = self.key_of(id) else {
            return self.goes_without_key(id, &rules);
        };
        if fits(self.trace.key_text(key), &rules) {
            return true;
        }
        self.tell_wider(id, Wider::KeyRefused { is_missing: false });
        let terms = Refusal { status: rules.bad_status, code: None };
        if rules.bad_status.is_none() {
            self.assume(id, Knob::KeyPolicy);
        }
        self.request(id).answer = Some((Answer::refusal(Meaning::KeyMalformed, &terms), None));
        false
    }

    fn goes_without_key(&mut self, id: u32, rules: &KeyRules) -> bool {
        match rules.presence {
            Presence::Required => {
                self.tell_wider(id, Wider::KeyRefused { is_missing: true });
                if rules.missing_status.is_none() {
                    self.assume(id, Knob::KeyPolicy);
                }
                let terms = Refusal { status: rules.missing_status, code: None };
                self.request(id).answer = Some((Answer::refusal(Meaning::KeyMissing, &terms), None));
                false
            }
            Presence::Optional => {
                self.request(id).unkeyed = true;
                self.tell_wider(id, Wider::Keyless);
                true
            }
            Presence::Auto => {
                self.service.keys_given += 1;
                let key = self.intern(&format!("given-{}", self.service.keys_given));
                self.request(id).about.key = Some(key);
                self.tell_wider(id, Wider::KeyGiven);
                true
            }
        }
    }

    /// Names the scope in which the request's key counts.
    fn intern_scope(&mut self, id: u32) {
        if !IS_WHOLE {
            if self.trace.scopes.is_empty() {
                self.trace.scopes.push(crate::sim::scenario::Who::TENANT.to_owned());
            }
            return;
        }
        let request = &self.requests[id as usize];
        let who = &self.scenario.clients[usize::from(request.attempt.client)].who;
        let stated = self.scenario.service.contract.scope.as_deref();
        let mut parts: Vec<&str> = Vec::new();
        for part in stated.unwrap_or(&[ScopePart::Caller]) {
            let name = match part {
                ScopePart::Caller | ScopePart::Account | ScopePart::User => who.tenant.as_str(),
                ScopePart::Company => who.company.as_deref().unwrap_or(&who.tenant),
                ScopePart::Sandbox => continue,
                ScopePart::Region | ScopePart::Zone => match request.region.as_deref() {
                    Some(region) => region,
                    None => continue,
                },
                // A question is asked about what another endpoint made.
                ScopePart::Api | ScopePart::Function if request.to == Endpoint::Ask => {
                    Endpoint::Create.name()
                }
                ScopePart::Api | ScopePart::Function => request.to.name(),
            };
            if !parts.contains(&name) {
                parts.push(name);
            }
        }
        let mut name = parts.join(" · ");
        if IS_WHOLE && self.scenario.service.build.store == RecordStore::PerReplica {
            name.push_str(&format!(" · #{}", request.replica));
        }
        let known = self.trace.scopes.iter().position(|known| *known == name);
        let scope = known.unwrap_or_else(|| {
            self.trace.scopes.push(name);
            self.trace.scopes.len() - 1
        });
        self.request(id).about.scope = scope as ScopeId;
        if stated.is_none() && IS_WHOLE {
            self.assume_scope(id);
        }
    }

    /// A scope that is not documented matters once a key comes again from elsewhere or to elsewhere.
    fn assume_scope(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        let clients = &self.scenario.clients;
        let tenant =
            |attempt: crate::sim::scenario::AttemptId| &clients[usize::from(attempt.client)].who.tenant;
        let differs = |other: &super::Request| {
            other.about.key.is_some()
                && other.about.key == request.about.key
                && (tenant(other.attempt) != tenant(request.attempt)
                    || (other.to != request.to && other.to != Endpoint::Ask && request.to != Endpoint::Ask)
                    || other.region != request.region)
        };
        if self.requests[..id as usize].iter().any(differs) {
            self.assume(id, Knob::Scope);
        }
    }

    /// Whether the time at which the client says it first sent lies outside the window; then the request is answered.
    pub(super) fn is_outside_window(&mut self, id: u32) -> bool {
        let contract = &self.scenario.service.contract;
        let (Some(Clock::ClientTimestamp), Some(AfterExpiry::Reject(status))) =
            (contract.retention.clock, contract.after_expiry)
        else {
            return false;
        };
        if !self.uses_record(id) {
            return false;
        }
        let (first_sent, window) = (self.requests[id as usize].first_sent, contract.promised());
        let now = self.now.reading();
        let is_inside = now < first_sent.plus(window) && first_sent < now.plus(window);
        if is_inside {
            return false;
        }
        self.tell_wider(id, Wider::OutsideWindow { first_sent, window });
        let answer = Answer::refusal(Meaning::KeyExpired, &Refusal { status, code: None });
        self.request(id).answer = Some((answer, None));
        true
    }

    /// Answers a question from what is there: by key from its record, by order from the ledger or the provider's book.
    pub(super) fn answer_question(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        let intent = request.intent;
        let (found, pending) = match request.by {
            AskBy::Key => self.asked_by_key(id),
            AskBy::Order => match request.believed {
                Some(order) => {
                    let is_there = match self.scenario.service.effect {
                        EffectPlace::Provider(_) => self.service.provider.has(order),
                        _ => self.ledger_row(order).is_some(),
                    };
                    (Some(order).filter(|_| is_there), false)
                }
                None => {
                    let is_of = |row: &super::LedgerRow| row.intent == intent && !row.is_lost;
                    let order = self.service.ledger.iter().position(is_of).map(|index| index as u32 + 1);
                    (order.or_else(|| self.service.provider.charge_of(intent)), false)
                }
            },
        };
        self.tell_wider(id, Wider::Looked { found, pending });
        match found {
            Some(order) => {
                let state = self.ledger_row(order).map_or(OrderState::Created, |row| row.state);
                self.answer(id, Meaning::Current(order, state), 200);
            }
            None if pending => self.answer(id, Meaning::Pending, 202),
            None => self.answer(id, Meaning::NotFound, 404),
        }
        self.pass(id, Point::LookUp, Point::Respond);
    }

    fn asked_by_key(&mut self, id: u32) -> (Option<u32>, bool) {
        if self.key_of(id).is_none() {
            return (None, false);
        }
        let key: RecordKey = self.record_key(id);
        self.expire_if_due(key);
        match self.seen_record(id, false).map(|record| &record.state) {
            Some(RecordState::Finished { answer, .. }) => (answer.meaning.order(), false),
            Some(RecordState::Claimed { .. } | RecordState::Open { .. }) => (None, true),
            Some(RecordState::Spent) => (None, false),
            None => (None, self.service.locks.contains_key(&key)),
        }
    }
}

fn fits(key: &str, rules: &KeyRules) -> bool {
    let length = key.chars().count();
    let is_long_enough = rules.min.is_none_or(|min| length >= usize::from(min));
    let is_short_enough = rules.max.is_none_or(|max| length <= usize::from(max));
    is_long_enough && is_short_enough && has_format(key, rules.format)
}

fn has_format(key: &str, format: KeyFormat) -> bool {
    match format {
        KeyFormat::Opaque | KeyFormat::Md5 => true,
        KeyFormat::Ascii => key.is_ascii(),
        KeyFormat::SfString => key.bytes().all(|byte| (0x20..0x7f).contains(&byte)),
        KeyFormat::Uuid4 | KeyFormat::Guid => {
            let groups: Vec<&str> = key.split('-').collect();
            groups.len() == 5
                && groups.iter().zip([8, 4, 4, 4, 12]).all(|(group, length)| {
                    group.len() == length && group.bytes().all(|byte| byte.is_ascii_hexdigit())
                })
        }
    }
}
