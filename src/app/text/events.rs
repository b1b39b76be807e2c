//! One sentence per event, and a name of two or three words.
//!
//! Owns the choice of the sentence that is true: where a template would claim more than this run shows (an answer
//! that never went out, a send that only its own client calls the first), another one is taken. Deliberately
//! absent: full stops; the text version of the figure adds them.

mod tables;

pub use tables::{EventNameTexts, EventTexts};

use crate::app::{HAS_LAB, first_use};
use crate::sim::json::{self, Node};
use crate::sim::limits;
use crate::sim::run::Run;
use crate::sim::scenario::{AttemptId, Direction, Endpoint, FaultKind, KeyPolicy};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, Belief, Event, EventKind, Found, IntentId, Limit, Meaning, Resend, Wider};

use super::template::{Piece, Value, render, render_both};
use super::{Language, knobs, lab_texts, names, texts, wider};

/// What happened, who did it and why, without a full stop.
#[must_use]
pub fn sentence(language: Language, run: &Run, event: &Event) -> Vec<Piece> {
    let teller = Teller { language, run, event, words: &texts(language).events };
    match &event.kind {
        EventKind::KeyMade { .. }
        | EventKind::KeyStored { .. }
        | EventKind::Sent { .. }
        | EventKind::Heard { .. }
        | EventKind::HeardTooLate { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Believed { .. }
        | EventKind::NotSettled { .. }
        | EventKind::RetryPlanned { .. }
        | EventKind::Reloaded { .. }
        | EventKind::IntentRecovered { .. }
        | EventKind::IntentForgotten { .. } => teller.client_side(),
        EventKind::Lost { .. }
        | EventKind::Delayed { .. }
        | EventKind::Arrived { .. }
        | EventKind::ArrivedWhileDown { .. } => teller.network(),
        EventKind::Crashed { .. }
        | EventKind::Restarted { .. }
        | EventKind::LeaseEnded { .. }
        | EventKind::KeptLonger
        | EventKind::Expired
        | EventKind::TimePassed
        | EventKind::LimitReached { .. } => teller.world(),
        EventKind::Validated { .. }
        | EventKind::Invalid
        | EventKind::LookedUp { .. }
        | EventKind::Claimed { .. }
        | EventKind::Waiting { .. }
        | EventKind::WaitedOut { .. } => teller.before_execution(),
        EventKind::EffectWritten { .. }
        | EventKind::EffectMade { .. }
        | EventKind::ProviderEffect { .. }
        | EventKind::ProviderKnewKey { .. }
        | EventKind::RecordWritten
        | EventKind::Recorded { .. }
        | EventKind::Committed { .. }
        | EventKind::RolledBack { .. }
        | EventKind::FencedOut { .. }
        | EventKind::Failed { .. }
        | EventKind::Released
        | EventKind::Replied { .. } => teller.execution(),
        EventKind::Wider(wider) if HAS_LAB => teller.wider(wider),
        EventKind::Wider(_) => Vec::new(),
    }
}

/// The event and its run, while a sentence about it is made.
struct Teller<'a> {
    language: Language,
    run: &'a Run,
    event: &'a Event,
    words: &'static EventTexts,
}

impl Teller<'_> {
    /// Fills a template. Client, attempt and key are the event's own.
    fn tell(&self, template: &str, more: &[(&str, Value)]) -> Vec<Piece> {
        let mut slots = Vec::with_capacity(3);
        if let Some(attempt) = self.event.attempt {
            slots.push(("attempt", self.attempt(attempt)));
            slots.push(("client", self.client(attempt.client)));
        }
        slots.extend(self.event.key.map(|key| ("key", Value::Key(key))));
        render_both(self.language, template, &slots, more)
    }

    fn attempt(&self, attempt: AttemptId) -> Value {
        names::attempt_value(self.language, self.run, attempt)
    }

    fn owner(&self, owner: Option<AttemptId>) -> (&'static str, Value) {
        let unnamed = || Value::Text(texts(self.language).names.other_attempt.to_owned());
        ("owner", owner.map_or_else(unnamed, |owner| self.attempt(owner)))
    }

    fn client(&self, client: u8) -> Value {
        Value::Text(names::client(self.language, self.run, client))
    }

    fn intent(&self, intent: IntentId) -> (&'static str, Value) {
        ("intent", Value::Text(names::intent(self.language, self.run, intent)))
    }

    fn order(&self, number: u32) -> (&'static str, Value) {
        ("order", Value::Text(names::order(self.language, self.run, number)))
    }

    fn answer(&self, answer: &Answer) -> (&'static str, Value) {
        ("answer", Value::Text(names::answer(self.language, self.run, answer)))
    }

    fn dur(&self, length: Millis) -> (&'static str, Value) {
        ("dur", Value::Text(names::duration(self.language, length)))
    }

    fn earlier(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.run.trace.events[..self.event.seq as usize].iter()
    }

    /// Later events of the same request.
    fn later(&self) -> impl Iterator<Item = &Event> {
        let rest = &self.run.trace.events[self.event.seq as usize + 1..];
        rest.iter().filter(|event| self.event.request.is_some() && event.request == self.event.request)
    }

    /// “the API answers 409”, if this request was answered at all.
    fn says(&self, status: u16) -> (&'static str, Value) {
        let went_out = self.later().any(|event| matches!(event.kind, EventKind::Replied { .. }));
        let template = if went_out { self.words.says } else { self.words.says_not };
        let status = [("status", Value::Text(status.to_string()))];
        ("says", Value::Pieces(render(self.language, template, &status)))
    }

    /// What the client believed of an intent just before. Its first send makes it unknown.
    fn belief_before(&self, client: u8, of: IntentId) -> Option<Belief> {
        for event in self.earlier().rev() {
            let is_own = event.attempt.is_some_and(|attempt| attempt.client == client);
            match &event.kind {
                EventKind::Believed { intent, belief } if *intent == of && is_own => return Some(*belief),
                EventKind::Sent { intent, resend: Resend::First, .. } if *intent == of && is_own => {
                    return Some(Belief::Unknown);
                }
                EventKind::IntentForgotten { client: who, intent } if *who == client && *intent == of => {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    fn forgot(&self, client: u8, of: IntentId) -> bool {
        self.earlier().any(|event| {
            matches!(&event.kind, EventKind::IntentForgotten { client: who, intent } if *who == client && *intent == of)
        })
    }

    /// The charge that this request has at the provider so far.
    fn charge(&self) -> Option<u32> {
        let request = self.event.request?;
        self.earlier().rev().filter(|event| event.request == Some(request)).find_map(|event| {
            match &event.kind {
                EventKind::ProviderEffect { charge, .. } | EventKind::ProviderKnewKey { charge } => {
                    Some(*charge)
                }
                _ => None,
            }
        })
    }

    fn client_side(&self) -> Vec<Piece> {
        let words = self.words;
        match &self.event.kind {
            EventKind::KeyMade { intent, for_attempt } => {
                let template = match self.key_policy() {
                    Some(KeyPolicy::BodyHash) => words.key_hashed,
                    Some(KeyPolicy::BusinessId) => words.key_from_id,
                    _ if *for_attempt => words.key_made_attempt,
                    _ => words.key_made,
                };
                self.tell(template, &[self.intent(*intent)])
            }
            EventKind::KeyStored { .. } if HAS_LAB && self.event.key.is_none() => {
                self.tell(lab_texts(self.language).wider.stored_keyless, &[])
            }
            EventKind::KeyStored { .. } => self.tell(words.key_stored, &[]),
            EventKind::Sent { intent, to, .. }
                if HAS_LAB && self.event.key.is_none() && *to != Endpoint::Ask =>
            {
                self.tell(lab_texts(self.language).wider.sent_keyless, &[self.intent(*intent)])
            }
            EventKind::Sent { intent, to, .. } if HAS_LAB && *to != Endpoint::Create => {
                self.sent_elsewhere(*intent, *to)
            }
            EventKind::Sent { intent, body_text, resend, .. } => {
                self.tell(self.sent_template(*intent, body_text, *resend), &[self.intent(*intent)])
            }
            EventKind::Heard { answer, .. } => self.tell(words.heard, &[self.answer(answer)]),
            EventKind::HeardTooLate { .. } => self.tell(words.heard_too_late, &[]),
            EventKind::TimedOut { after } => self.timed_out(*after),
            EventKind::Believed { intent, belief } => self.believed(*intent, *belief),
            EventKind::NotSettled { intent, answer } => {
                self.tell(words.not_settled, &[self.answer(answer), self.intent(*intent)])
            }
            EventKind::RetryPlanned { pause, number, most, .. } => {
                let counts = [self.dur(*pause), ("n", Value::Count(*number)), ("max", Value::Count(*most))];
                self.tell(words.retry_planned, &counts)
            }
            EventKind::Reloaded { client } => self.tell(words.reloaded, &[("client", self.client(*client))]),
            EventKind::IntentRecovered { client, intent } => {
                let has_key =
                    self.event.key.is_some() || self.policy_of(*client) == Some(KeyPolicy::BodyHash);
                let template = if has_key { words.recovered } else { words.recovered_no_key };
                self.tell(template, &[("client", self.client(*client)), self.intent(*intent)])
            }
            EventKind::IntentForgotten { client, intent } => {
                let template = match self.policy_of(*client) {
                    Some(KeyPolicy::BodyHash | KeyPolicy::BusinessId) => words.forgotten_derivable,
                    _ => words.forgotten,
                };
                self.tell(template, &[("client", self.client(*client)), self.intent(*intent)])
            }
            _ => Vec::new(),
        }
    }

    fn sent_elsewhere(&self, intent: IntentId, to: Endpoint) -> Vec<Piece> {
        let words = &lab_texts(self.language).wider;
        let endpoint = ("endpoint", Value::Text(wider::endpoint(self.language, to).to_owned()));
        let template = if to == Endpoint::Ask { words.sent_question } else { words.sent_change };
        self.tell(template, &[self.intent(intent), endpoint])
    }

    /// A fact of the wider world.
    fn wider(&self, wider: &Wider) -> Vec<Piece> {
        let text = |name: &'static str, text: &str| (name, Value::Text(text.to_owned()));
        let mut slots = Vec::new();
        match wider {
            Wider::Assumed { knob } => slots.push(text("knob", knobs::knob(self.language, *knob))),
            Wider::KeyDropped { intent } => slots.push(self.intent(*intent)),
            Wider::ClientCrashed { client, .. } => slots.push(("client", self.client(*client))),
            Wider::BeliefForgotten { client, intent } => {
                slots.extend([("client", self.client(*client)), self.intent(*intent)]);
            }
            Wider::SeriesPlanned { pause, number, most, .. } => {
                slots.extend([self.dur(*pause), ("n", Value::Count(*number)), ("max", Value::Count(*most))]);
            }
            Wider::GatewayTimeout { after } => slots.push(self.dur(*after)),
            Wider::GatewayTooLate { answer } => slots.push(self.answer(answer)),
            Wider::OutsideWindow { window, .. } => slots.push(self.dur(*window)),
            Wider::PromiseBegins { promised_until, .. } => {
                slots.push(self.dur(promised_until.minus(self.event.at)));
            }
            Wider::Looked { found, .. } => slots.extend(found.map(|order| self.order(order))),
            Wider::StateChanged { order, state, .. } | Wider::NothingToChange { order, state } => {
                slots.extend([self.order(*order), text("state", wider::order_state(self.language, *state))]);
            }
            Wider::NoSuchOrder { order } | Wider::Resumed { order } | Wider::PhaseDone { order, .. } => {
                slots.push(self.order(*order));
            }
            Wider::Stalled { after, length } => {
                slots.extend([text("point", names::point(self.language, *after)), self.dur(*length)]);
            }
            Wider::Collided { owner } => slots.push(self.owner(*owner)),
            Wider::Swept { owner } => slots.push(self.owner(Some(*owner))),
            Wider::ProviderAsked { charge } => slots.extend(charge.map(|charge| self.order(charge))),
            Wider::LostInFailover { orders, records, .. } => {
                slots.extend([("n", Value::Count(*orders)), ("m", Value::Count(*records))]);
            }
            Wider::Forgotten { records } => slots.push(("n", Value::Count(*records))),
            Wider::Mailed { intent, nth } => {
                slots.extend([self.intent(*intent), ("n", Value::Count(*nth))]);
            }
            _ => {}
        }
        self.tell(wider::sentence(self.language, wider), &slots)
    }

    fn policy_of(&self, client: u8) -> Option<KeyPolicy> {
        self.run.scenario.clients.get(usize::from(client)).map(|client| client.key)
    }

    fn key_policy(&self) -> Option<KeyPolicy> {
        self.event.attempt.and_then(|attempt| self.policy_of(attempt.client))
    }

    fn sent_template(&self, of: IntentId, body_text: &str, resend: Resend) -> &'static str {
        let words = self.words;
        let earlier = self.earlier().filter_map(|event| match &event.kind {
            EventKind::Sent { intent, .. } if *intent == of => event.attempt.map(|attempt| attempt.client),
            _ => None,
        });
        let mut earlier = earlier.collect::<Vec<_>>().into_iter();
        let own = self.event.attempt.map(|attempt| attempt.client);
        match resend {
            Resend::First if earlier.len() == 0 => words.sent_first,
            Resend::First if earlier.any(|client| Some(client) == own) => words.sent_forgot,
            Resend::First => words.sent_own_first,
            Resend::NewKey => words.sent_new_key,
            _ => match first_use::first_body(self.run, self.event) {
                first if first == body_text => words.sent_same,
                first if first_use::is_other(first, body_text) => words.sent_other_parameters,
                first if is_reordered(first, body_text) => words.sent_other_order,
                _ => words.sent_other_text,
            },
        }
    }

    fn timed_out(&self, after: Millis) -> Vec<Piece> {
        let sent = self.event.cause.and_then(|cause| self.run.trace.event(cause));
        let known = match (self.event.attempt, sent.map(|sent| &sent.kind)) {
            (Some(attempt), Some(EventKind::Sent { intent, .. })) => {
                self.belief_before(attempt.client, *intent)
            }
            _ => None,
        };
        match known {
            Some(belief @ (Belief::Done(_) | Belief::Refused(_))) => {
                let belief = uncapitalised(&names::belief(self.language, self.run, belief));
                self.tell(self.words.timed_out_known, &[self.dur(after), ("belief", Value::Name(belief))])
            }
            _ => self.tell(self.words.timed_out, &[self.dur(after)]),
        }
    }

    fn believed(&self, intent: IntentId, belief: Belief) -> Vec<Piece> {
        let words = self.words;
        match belief {
            Belief::Unknown => self.tell(words.believed_unknown, &[self.intent(intent)]),
            Belief::Done(order) => self.tell(words.believed_done, &[self.intent(intent), self.order(order)]),
            Belief::Refused(status) => {
                let forgot = self.event.attempt.is_some_and(|attempt| self.forgot(attempt.client, intent));
                let template = if forgot { words.believed_refused_forgot } else { words.believed_refused };
                self.tell(template, &[self.intent(intent), ("status", Value::Text(status.to_string()))])
            }
        }
    }

    fn network(&self) -> Vec<Piece> {
        let words = self.words;
        let attempt = self.event.attempt;
        match &self.event.kind {
            EventKind::Lost { message: Direction::Request } => {
                let copy = self.run.scenario.faults.iter().zip(&self.run.struck).any(|(fault, struck)| {
                    *struck && Some(fault.of) == attempt && matches!(fault.kind, FaultKind::Duplicate { .. })
                });
                self.tell(if copy { words.lost_first_copy } else { words.lost_request }, &[])
            }
            EventKind::Lost { message: Direction::Response } => self.lost_response(),
            EventKind::Delayed { message, by } => {
                let message = Value::Text(names::message(self.language, *message).to_owned());
                self.tell(words.delayed, &[("message", message), self.dur(*by)])
            }
            EventKind::Arrived { second_copy: false } if HAS_LAB && self.event.key.is_none() => {
                self.tell(lab_texts(self.language).wider.arrived_keyless, &[])
            }
            EventKind::Arrived { second_copy: false } => self.tell(words.arrived, &[]),
            EventKind::Arrived { second_copy: true } => {
                let came = self.earlier().any(|event| {
                    event.attempt == attempt
                        && matches!(
                            event.kind,
                            EventKind::Arrived { .. } | EventKind::ArrivedWhileDown { .. }
                        )
                });
                self.tell(if came { words.second_copy } else { words.second_copy_only }, &[])
            }
            EventKind::ArrivedWhileDown { second_copy } => {
                self.tell(if *second_copy { words.second_copy_down } else { words.arrived_down }, &[])
            }
            _ => Vec::new(),
        }
    }

    /// The lost answer, if it was a success, leaves the client in the dark; others are named.
    fn lost_response(&self) -> Vec<Piece> {
        let replied = self.event.cause.and_then(|cause| self.run.trace.event(cause));
        let Some(EventKind::Replied { answer, .. }) = replied.map(|replied| &replied.kind) else {
            return self.tell(self.words.lost_response, &[]);
        };
        let of = self.event.attempt;
        let sent =
            self.earlier().find(|event| event.attempt == of && matches!(event.kind, EventKind::Sent { .. }));
        let belief = match (of, sent.map(|sent| &sent.kind)) {
            (Some(of), Some(EventKind::Sent { intent, .. })) => self.belief_before(of.client, *intent),
            _ => None,
        };
        let hears = |event: &Event| event.attempt == of && matches!(event.kind, EventKind::Heard { .. });
        let leaves_unknown = matches!(answer.meaning, Meaning::Created(_))
            && belief == Some(Belief::Unknown)
            && !self.run.trace.events.iter().any(hears);
        if leaves_unknown {
            self.tell(self.words.lost_response, &[])
        } else {
            self.tell(self.words.lost_answer, &[self.answer(answer)])
        }
    }

    fn world(&self) -> Vec<Piece> {
        let words = self.words;
        match &self.event.kind {
            EventKind::Crashed { after, requests, .. } => {
                let point = ("point", Value::Text(names::point(self.language, *after).to_owned()));
                match requests {
                    0 => self.tell(words.crashed_idle, &[point]),
                    _ => self.tell(words.crashed, &[point, ("n", Value::Count(*requests))]),
                }
            }
            EventKind::Restarted { down } => self.tell(words.restarted, &[self.dur(*down)]),
            EventKind::LeaseEnded { .. } => self.tell(words.lease_ended, &[]),
            EventKind::KeptLonger => self.tell(words.kept_longer, &[]),
            EventKind::Expired => self.tell(words.expired, &[]),
            EventKind::TimePassed => self.tell(words.time_passed, &[]),
            EventKind::LimitReached { limit, step } => {
                let max = match limit {
                    Limit::Attempts => Value::Count(limits::ATTEMPTS),
                    Limit::Events => Value::Count(limits::EVENTS),
                    Limit::Horizon => Value::Text(names::duration(self.language, limits::HORIZON)),
                };
                let limit = Value::Text(names::limit(self.language, *limit).to_owned());
                let slots =
                    [("limit", limit), ("max", max), ("step", Value::Count(step.map_or(0, |step| step + 1)))];
                self.tell(if step.is_some() { words.limit_reached } else { words.limit_at_once }, &slots)
            }
            _ => Vec::new(),
        }
    }

    fn before_execution(&self) -> Vec<Piece> {
        let words = self.words;
        match &self.event.kind {
            EventKind::Validated { .. } => self.tell(words.validated, &[]),
            EventKind::Invalid => self.tell(words.invalid, &[self.says(400)]),
            EventKind::LookedUp { found, owner, .. } => {
                let owner = self.owner(*owner);
                match found {
                    Found::Nothing => self.tell(words.looked_nothing, &[]),
                    Found::Finished if self.is_fenced() => self.tell(words.looked_finished_fenced, &[]),
                    Found::Finished => self.tell(words.looked_finished, &[]),
                    Found::InFlight => self.tell(words.looked_in_flight, &[owner]),
                    Found::LeaseOver => self.tell(words.looked_lease_over, &[owner]),
                    Found::Interrupted if HAS_LAB => {
                        self.tell(lab_texts(self.language).wider.looked_interrupted, &[owner])
                    }
                    Found::Interrupted => Vec::new(),
                    Found::Locked => self.tell(words.looked_locked, &[owner, self.says(409)]),
                    Found::OtherParameters => self.tell(words.looked_other, &[self.says(409)]),
                }
            }
            EventKind::Claimed { took_over: Some(owner), .. } => {
                let met =
                    self.event.from.and_then(|from| self.run.trace.event(from)).map(|event| &event.kind);
                let is_open = matches!(met, Some(EventKind::Wider(Wider::PhaseDone { is_open: true, .. })));
                let template = if HAS_LAB && is_open {
                    lab_texts(self.language).wider.taken_up
                } else {
                    words.taken_over
                };
                self.tell(template, &[self.owner(Some(*owner))])
            }
            EventKind::Claimed { in_transaction: true, .. } => self.tell(words.claimed_in_transaction, &[]),
            EventKind::Claimed { .. } => self.tell(words.claimed, &[]),
            EventKind::Waiting { owner, at_most } => {
                self.tell(words.waiting, &[self.owner(*owner), self.dur(*at_most)])
            }
            EventKind::WaitedOut { waited } => {
                self.tell(words.waited_out, &[self.dur(*waited), self.says(409)])
            }
            _ => Vec::new(),
        }
    }

    fn is_fenced(&self) -> bool {
        let is_it = |event: &Event| {
            event.request == self.event.request && matches!(event.kind, EventKind::FencedOut { .. })
        };
        self.earlier().any(is_it)
    }

    /// Whether the event's attempt changes an order rather than makes one.
    fn is_change(&self) -> bool {
        let attempt = self.event.attempt.and_then(|attempt| self.run.end.attempt(attempt));
        attempt.is_some_and(|attempt| attempt.to != Endpoint::Create)
    }

    fn execution(&self) -> Vec<Piece> {
        let words = self.words;
        let counted = |once: &'static str, again: &'static str, intent: IntentId, order: u32, nth: u32| {
            let slots = [self.order(order), self.intent(intent), ("n", Value::Count(nth))];
            self.tell(if nth > 1 { again } else { once }, &slots)
        };
        match &self.event.kind {
            EventKind::EffectWritten { .. } if HAS_LAB && self.is_change() => {
                self.tell(lab_texts(self.language).wider.change_written, &[])
            }
            EventKind::EffectWritten { .. } => self.tell(words.effect_written, &[]),
            EventKind::EffectMade { intent, order, nth } => {
                counted(words.effect, words.effect_again, *intent, *order, *nth)
            }
            EventKind::ProviderEffect { intent, charge, nth } => {
                counted(words.provider_effect, words.provider_again, *intent, *charge, *nth)
            }
            EventKind::ProviderKnewKey { charge } => self.tell(words.provider_knew, &[self.order(*charge)]),
            EventKind::RecordWritten => self.tell(words.record_written, &[]),
            EventKind::Recorded { replaced: true, .. } => self.tell(words.replaced, &[]),
            EventKind::Recorded { answer, .. } => {
                let names = &texts(self.language).names;
                let state = if answer.meaning.is_failure() { names.failed } else { names.completed };
                let state = ("state", Value::Text(uncapitalised(state)));
                self.tell(words.recorded, &[self.answer(answer), state])
            }
            EventKind::Committed { intent, order: Some(order), nth, .. } => {
                counted(words.committed, words.committed_again, *intent, *order, *nth)
            }
            EventKind::Committed { order: None, .. } => self.tell(words.committed_record, &[]),
            EventKind::RolledBack { .. } => match self.charge() {
                Some(charge) => self.tell(words.rolled_back_provider, &[self.order(charge)]),
                None => self.tell(words.rolled_back, &[]),
            },
            EventKind::FencedOut { owner } => self.fenced(*owner),
            EventKind::Failed { status, stored } => self.failed(*status, *stored),
            EventKind::Released => self.tell(words.released, &[]),
            EventKind::Replied { answer, replay_of: None, .. } => {
                self.tell(words.replied, &[self.answer(answer)])
            }
            EventKind::Replied { answer, .. } => match self.charge() {
                Some(charge) if !matches!(answer.meaning, Meaning::Created(number) if number == charge) => {
                    self.tell(words.replayed_after_work, &[self.answer(answer), self.order(charge)])
                }
                _ => self.tell(words.replayed, &[self.answer(answer)]),
            },
            _ => Vec::new(),
        }
    }

    fn fenced(&self, owner: Option<AttemptId>) -> Vec<Piece> {
        let words = self.words;
        let met = self.event.from.and_then(|from| self.run.trace.event(from));
        let reason = match met.map(|met| &met.kind) {
            Some(EventKind::Claimed { .. }) => words.fenced_by_claim,
            Some(_) => words.fenced_by_record,
            None => words.fenced_by_nothing,
        };
        let loss = match self.charge() {
            Some(charge) => self.tell(words.charge_stays, &[self.order(charge)]),
            None => self.tell(words.work_dropped, &[]),
        };
        let reason = self.tell(reason, &[self.owner(owner)]);
        self.tell(words.fenced, &[("reason", Value::Pieces(reason)), ("loss", Value::Pieces(loss))])
    }

    fn failed(&self, status: u16, stored: bool) -> Vec<Piece> {
        let words = self.words;
        let is_kept =
            |kind: &EventKind| matches!(kind, EventKind::Recorded { .. } | EventKind::Committed { .. });
        let is_freed =
            |kind: &EventKind| matches!(kind, EventKind::Released | EventKind::RolledBack { whole: true });
        let number = ("status", Value::Text(status.to_string()));
        if stored {
            let kept = self.later().any(|event| is_kept(&event.kind));
            return self.tell(if kept { words.failed_stored } else { words.failed_unstored }, &[number]);
        }
        if HAS_LAB && self.event.key.is_none() {
            return self.tell(lab_texts(self.language).wider.failed_keyless, &[self.says(status)]);
        }
        let freed = self.later().any(|event| is_freed(&event.kind));
        self.tell(if freed { words.failed_freed } else { words.failed_no_record }, &[self.says(status)])
    }
}

/// Whether two bodies have the same members with the same values in another order, and as many characters.
fn is_reordered(before: &str, now: &str) -> bool {
    let members = |text: &str| match json::read(text).ok()?.node {
        Node::Object(members) => {
            Some(members.into_iter().map(|member| (member.name, member.value.node)).collect::<Vec<_>>())
        }
        _ => None,
    };
    let (Some(one), Some(two)) = (members(before), members(now)) else { return false };
    let is_same_set = one.len() == two.len() && one.iter().all(|member| two.contains(member));
    let is_same_order = one.iter().zip(&two).all(|(a, b)| a.0 == b.0);
    is_same_set && !is_same_order && before.len() == now.len()
}

/// The text with a small first letter.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_lowercase()).chain(letters).collect()
    })
}

/// Two or three words for the event, without names.
#[must_use]
pub fn name(language: Language, event: &Event) -> &'static str {
    let words = &texts(language).event_names;
    match &event.kind {
        EventKind::KeyMade { .. } => words.key_made,
        EventKind::KeyStored { .. } => words.key_stored,
        EventKind::Sent { resend: Resend::First, .. } => words.sent,
        EventKind::Sent { .. } => words.sent_again,
        EventKind::Lost { message: Direction::Request } => words.request_lost,
        EventKind::Lost { message: Direction::Response } => words.response_lost,
        EventKind::Delayed { .. } => words.delayed,
        EventKind::Arrived { second_copy: false } => words.arrived,
        EventKind::Arrived { second_copy: true } => words.second_copy,
        EventKind::ArrivedWhileDown { .. } => words.arrived_down,
        EventKind::Validated { .. } => words.validated,
        EventKind::Invalid => words.invalid,
        EventKind::LookedUp { found, .. } => match found {
            Found::Nothing => words.looked_nothing,
            Found::Finished => words.looked_finished,
            Found::InFlight => words.looked_in_flight,
            Found::LeaseOver => words.looked_lease_over,
            Found::Interrupted if HAS_LAB => lab_texts(language).wider.n_interrupted,
            Found::Interrupted => "",
            Found::Locked => words.looked_locked,
            Found::OtherParameters => words.looked_other,
        },
        EventKind::Claimed { took_over: Some(_), .. } => words.taken_over,
        EventKind::Claimed { took_over: None, .. } => words.claimed,
        EventKind::Waiting { .. } => words.waiting,
        EventKind::WaitedOut { .. } => words.waited_out,
        EventKind::EffectWritten { .. } => words.effect_written,
        EventKind::EffectMade { .. } => words.effect,
        EventKind::ProviderEffect { .. } => words.provider_effect,
        EventKind::ProviderKnewKey { .. } => words.provider_knew,
        EventKind::RecordWritten => words.record_written,
        EventKind::Recorded { replaced: true, .. } => words.replaced,
        EventKind::Recorded { replaced: false, .. } => words.recorded,
        EventKind::Committed { .. } => words.committed,
        EventKind::RolledBack { .. } => words.rolled_back,
        EventKind::FencedOut { .. } => words.fenced,
        EventKind::Failed { .. } => words.failed,
        EventKind::Released => words.released,
        EventKind::Replied { replay_of: Some(_), .. } => words.replayed,
        EventKind::Replied { answer, .. } => match answer.meaning {
            Meaning::Created(_) | Meaning::Failed => words.replied,
            _ if (400..500).contains(&answer.status) => words.refused,
            _ => words.replied,
        },
        EventKind::Heard { .. } => words.heard,
        EventKind::HeardTooLate { .. } => words.too_late,
        EventKind::TimedOut { .. } => words.timed_out,
        EventKind::Believed { belief: Belief::Unknown, .. } => words.unknown,
        EventKind::Believed { belief: Belief::Done(_), .. } => words.done,
        EventKind::Believed { belief: Belief::Refused(_), .. } => words.believed_refused,
        EventKind::NotSettled { .. } => words.not_settled,
        EventKind::RetryPlanned { .. } => words.retry_planned,
        EventKind::Crashed { .. } => words.crashed,
        EventKind::Restarted { .. } => words.restarted,
        EventKind::LeaseEnded { .. } => words.lease_ended,
        EventKind::KeptLonger => words.kept_longer,
        EventKind::Expired => words.expired,
        EventKind::TimePassed => words.time_passed,
        EventKind::Reloaded { .. } => words.reloaded,
        EventKind::IntentRecovered { .. } => words.recovered,
        EventKind::IntentForgotten { .. } => words.forgotten,
        EventKind::LimitReached { .. } => words.limit_reached,
        EventKind::Wider(fact) if HAS_LAB => wider::name(language, fact),
        EventKind::Wider(_) => "",
    }
}
