//! What clients do: make keys, send, listen, time out, retry, believe, reload (`rules.md` §§2–3).
//!
//! A client sees answers and its own clock, never the service. Owns sends, keys and series here; what it makes of
//! answers is in [`hearing`], what it remembers in [`memory`]. Deliberately absent: anything it could not know.
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - The counter behind `keys` is one for all clients, so that two clients never make the same key.
//! - A literal key is used for its send and that send's retries and leaves the policy's own key alone.
//! - An automatic retry repeats the body of its own series, whatever was sent in between.
//! - `unknown` is set by the first send only: a send after a refusal does not reopen the belief.
//! - A planned retry is dropped, without an event, when the belief was resolved meanwhile.
//!
//! And for further habits:
//!
//! - `per-call` makes a key for every script send and keeps it for that series' automatic retries; a layer above that
//!   begins the series again calls anew. `none` sends none.
//! - A question carries no key of its own: by key it asks for the one that the intent was last sent under, by order for
//!   the order that the client believes in when it asks, where it believes in one. It is an attempt like any other, has no
//!   body, and is not retried.
//! - The client's clock at the first send under a key goes along with every send under it, ahead or behind as the
//!   client's clock is. A clock that is behind says times before the world's start.
//! - A refused connection is known at the instant at which the request would have arrived: that attempt is settled as
//!   not applied, and no belief changes. What was never sent can be held up, but not be lost or come twice.

mod hearing;
mod memory;

use std::rc::Rc;

use super::IS_WHOLE;
use super::body;
use super::chooser::{Chooser, Fate};
use super::scenario::{
    Action, AskBy, AttemptId, ClientMoment, Direction, Endpoint, Keep, KeyPolicy, Persists,
};
use super::table::Table;
use super::time::{Millis, Reading};
use super::trace::{Belief, EventKind, EventSeq, IntentId, KeyId, Resend, Wider, hash_text};
use super::world::{About, Task, World};

use memory::IntentMemory;

/// One client's memory and its open attempts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientState {
    intents: Table<IntentId, IntentMemory>,
    attempts: Vec<Attempt>,
    listed_keys_used: u32,
}

/// One send.
#[derive(Clone, Debug)]
struct Attempt {
    series: u32,
    sent: EventSeq,
    listening: bool,
    sending: Sending,
}

/// What goes over the wire with an attempt.
#[derive(Clone, Debug)]
pub(crate) struct Sending {
    pub(crate) intent: IntentId,
    pub(crate) key: Option<KeyId>,
    pub(crate) to: Endpoint,
    /// By what a question asks, and the order that its client believes in.
    pub(crate) by: AskBy,
    pub(crate) believed: Option<u32>,
    pub(crate) body_text: Rc<str>,
    pub(crate) replica: Option<u8>,
    pub(crate) region: Option<String>,
    /// The client's clock at the first send under this key.
    pub(crate) first_sent: Reading,
}

/// One script send and its automatic retries.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    client: u8,
    step: u32,
    intent: IntentId,
    body_text: Rc<str>,
    literal_key: Option<KeyId>,
    /// The key of a call, kept for its retries.
    call_key: Option<KeyId>,
    sends: u32,
    /// Which series of its outer layer it is, from 1.
    number: u32,
    dropped: bool,
}

impl<C: Chooser> World<'_, C> {
    pub(crate) fn run_step(&mut self, index: u32) {
        let scenario = self.scenario;
        let Some(step) = scenario.script.get(index as usize) else {
            return;
        };
        match &step.action {
            Action::Reload if IS_WHOLE => self.reload(step.client),
            Action::Wait if IS_WHOLE => {
                self.emit(About::default(), EventKind::TimePassed);
            }
            Action::Deploy(recipe) if IS_WHOLE => self.deploy(*recipe),
            Action::Ask { intent, .. } if IS_WHOLE => {
                let intent = self.intent_id(intent);
                self.begin_series(step.client, index, intent, "".into(), None);
            }
            Action::Reload | Action::Wait | Action::Deploy(_) | Action::Ask { .. } => {}
            Action::Send { intent, body, key, .. } => {
                let intent = self.intent_id(intent);
                let known = || self.clients[usize::from(step.client)].intents.get(&intent)?.body_text.clone();
                // The parser refuses a send without any body, so the fallback is never on the wire.
                let body_text =
                    body.as_ref().map(|body| body.text.clone()).or_else(known).unwrap_or_else(|| "".into());
                let literal_key = key.as_ref().map(|text| self.intern(text));
                self.begin_series(step.client, index, intent, body_text, literal_key);
            }
        }
    }

    fn begin_series(
        &mut self,
        client: u8,
        step: u32,
        intent: IntentId,
        body_text: Rc<str>,
        literal_key: Option<KeyId>,
    ) {
        let series = self.series.len() as u32;
        self.series.push(Series {
            client,
            step,
            intent,
            body_text,
            literal_key,
            call_key: None,
            sends: 0,
            number: 1,
            dropped: false,
        });
        self.send(series, None);
    }

    /// Begins a series again, for the layer above it.
    pub(crate) fn begin_again(&mut self, series: u32, cause: EventSeq) {
        if !self.may_retry(series) {
            return;
        }
        let line = self.series[series as usize].clone();
        let next = self.series.len() as u32;
        self.series.push(Series { call_key: None, sends: 0, number: line.number + 1, ..line });
        self.send(next, Some(cause));
    }

    /// Whether a series may send again: it was not dropped, and the belief is open.
    pub(crate) fn may_retry(&self, series: u32) -> bool {
        let line = &self.series[series as usize];
        let memory = self.clients[usize::from(line.client)].intents.get(&line.intent);
        !line.dropped && memory.is_some_and(|memory| memory.belief == Belief::Unknown)
    }

    /// Whether the client still waits for an answer to an attempt.
    pub(crate) fn is_listening(&self, attempt: AttemptId) -> bool {
        self.attempt(attempt).is_some_and(|attempt| attempt.listening)
    }

    pub(crate) fn retry(&mut self, series: u32, cause: EventSeq) {
        if self.may_retry(series) {
            self.send(series, Some(cause));
        }
    }

    fn send(&mut self, series: u32, cause: Option<EventSeq>) {
        if !self.count_attempt() {
            return;
        }
        let (attempt, about, sending, resend) = self.prepare(series, cause);
        if IS_WHOLE && self.client_dies(attempt, ClientMoment::AfterPersist) {
            return;
        }
        let client = usize::from(attempt.client);
        let (intent, to, body_text) = (sending.intent, sending.to, sending.body_text.clone());
        if to != Endpoint::Ask {
            self.clients[client].memory(intent).attempts.push((attempt.number, false));
        }
        let automatic = cause.is_some();
        let refused = if IS_WHOLE { self.chooser.refuse(attempt) } else { None };
        let fate = match refused {
            Some(delay) => Fate { delay, ..Fate::default() },
            None => self.chooser.message(attempt, Direction::Request),
        };
        let travel = self.scenario.service.takes.network.plus(fate.delay);
        let due = self.now.plus(travel);
        let sent = self.emit(about, EventKind::Sent { intent, to, body_text, resend, automatic, due });
        self.clients[client].attempts.push(Attempt { series, sent, listening: true, sending });
        let about = About { cause: Some(sent), ..about };
        self.travel(about, Direction::Request, fate.delay);
        let timeout = self.scenario.clients[client].timeout;
        if IS_WHOLE && refused.is_some() {
            self.queue.schedule(due, Task::ConnectionRefused(attempt));
        } else if fate.lost {
            let lost_at = self.now.plus(Millis(travel.0 * 2 / 3));
            self.queue.schedule(lost_at, Task::MessageLost { attempt, message: Direction::Request, sent });
        } else {
            self.queue.schedule(due, Task::RequestArrives { attempt, second_copy: false, sent });
        }
        if let Some(after) = fate.copy_after {
            self.queue.schedule(due.plus(after), Task::RequestArrives { attempt, second_copy: true, sent });
        }
        self.queue.schedule(self.now.plus(timeout), Task::Timeout(attempt));
        if IS_WHOLE && !self.client_dies(attempt, ClientMoment::AfterSend) {
            self.persist_if(Persists::AfterSend, attempt, Some(sent));
        }
    }

    /// All that happens at the client before a request leaves it: its key, what is remembered, what is persisted.
    fn prepare(&mut self, series: u32, cause: Option<EventSeq>) -> (AttemptId, About, Sending, Resend) {
        let scenario = self.scenario;
        let line = &mut self.series[series as usize];
        line.sends += 1;
        let (client, intent, literal_key) = (line.client, line.intent, line.literal_key);
        let (body_text, step) = (line.body_text.clone(), line.step);
        let number = self.clients[usize::from(client)].attempts.len() as u32 + 1;
        let attempt = AttemptId { client, number };
        self.clients[usize::from(client)].memory(intent);
        let mut about = About { cause, attempt: Some(attempt), ..About::default() };
        let action = scenario.script.get(step as usize).map(|step| &step.action);
        if IS_WHOLE && let Some(Action::Ask { by, .. }) = action {
            let memory = self.clients[usize::from(client)].memory(intent);
            let key = memory.last.as_ref().and_then(|last| last.0);
            let believed = if let Belief::Done(order) = memory.belief { Some(order) } else { None };
            about.key = key;
            let sending = Sending {
                intent,
                key,
                to: Endpoint::Ask,
                by: *by,
                believed,
                body_text,
                replica: None,
                region: None,
                first_sent: self.now.reading(),
            };
            return (attempt, about, sending, Resend::First);
        }
        let key = match literal_key {
            Some(key) => Some(key),
            None => self.policy_key(&mut about, series, intent, &body_text),
        };
        about.key = key;
        let durable = scenario.clients[usize::from(client)].keep == Keep::Durable;
        let clock = self.clock_of(client);
        let memory = self.clients[usize::from(client)].memory(intent);
        let resend = resend(memory.last.as_ref(), key, &body_text);
        let is_news = memory.last.as_ref() != Some(&(key, body_text.clone()));
        if memory.last.as_ref().is_none_or(|(last, _)| *last != key) {
            memory.first_sent = clock;
        }
        memory.last = Some((key, body_text.clone()));
        memory.body_text = Some(body_text.clone());
        let first_sent = memory.first_sent;
        let is_early = !IS_WHOLE || scenario.clients[usize::from(client)].persists == Persists::BeforeSend;
        if durable && is_news && is_early {
            about.cause = Some(self.emit(about, EventKind::KeyStored { intent }));
        }
        let (to, replica, region) = match action {
            Some(Action::Send { to, replica, region, .. }) => (*to, *replica, region.clone()),
            _ => (Endpoint::Create, None, None),
        };
        let (by, believed) = (AskBy::Key, None);
        let sending = Sending { intent, key, to, by, believed, body_text, replica, region, first_sent };
        (attempt, about, sending, resend)
    }

    /// What a client's own clock says now.
    fn clock_of(&self, client: u8) -> Reading {
        let who = &self.scenario.clients[usize::from(client)].who;
        self.now.plus(who.clock_ahead).reading().minus(who.clock_behind)
    }

    /// Says that the network holds a message up, if it does.
    pub(crate) fn travel(&mut self, about: About, message: Direction, by: Millis) {
        if by > Millis::ZERO {
            self.emit(about, EventKind::Delayed { message, by });
        }
    }

    /// The key that the client's policy gives this attempt, made now if need be.
    fn policy_key(
        &mut self,
        about: &mut About,
        series: u32,
        intent: IntentId,
        body_text: &str,
    ) -> Option<KeyId> {
        let client = usize::from(about.attempt?.client);
        let policy = self.scenario.clients[client].key;
        let own_key = self.clients[client].memory(intent).own_key;
        let call_key = self.series[series as usize].call_key;
        let (text, for_attempt) = match policy {
            KeyPolicy::PerIntent | KeyPolicy::BusinessId if own_key.is_some() => return own_key,
            KeyPolicy::PerCall if call_key.is_some() => return call_key,
            KeyPolicy::Nothing => return None,
            KeyPolicy::PerIntent => (self.new_key(client), false),
            KeyPolicy::PerAttempt | KeyPolicy::PerCall => (self.new_key(client), true),
            KeyPolicy::BodyHash => (format!("body-{:016x}", hash_text(body_text)), true),
            KeyPolicy::BusinessId => (format!("intent-{}", self.trace.intents[usize::from(intent)]), false),
        };
        let key = self.intern(&text);
        let memory = self.clients[client].memory(intent);
        let is_same = memory.last.as_ref().is_some_and(|(last, _)| *last == Some(key));
        if !for_attempt {
            memory.own_key = Some(key);
        }
        if policy == KeyPolicy::PerCall {
            self.series[series as usize].call_key = Some(key);
        }
        if !is_same {
            about.key = Some(key);
            about.cause = Some(self.emit(*about, EventKind::KeyMade { intent, for_attempt }));
        }
        Some(key)
    }

    fn new_key(&mut self, client: usize) -> String {
        let state = &mut self.clients[client];
        let listed = self.scenario.clients[client].keys.get(state.listed_keys_used as usize);
        if let Some(key) = listed {
            state.listed_keys_used += 1;
            return key.clone();
        }
        self.keys_made += 1;
        format!("key-{}", self.keys_made)
    }

    /// The key that an attempt carries.
    pub(crate) fn attempt_key(&self, attempt: AttemptId) -> Option<KeyId> {
        self.attempt(attempt).and_then(|attempt| attempt.sending.key)
    }

    /// What an attempt carries.
    pub(crate) fn sending(&self, attempt: AttemptId) -> Sending {
        let nothing = || Sending {
            intent: 0,
            key: None,
            to: Endpoint::Create,
            by: AskBy::Key,
            believed: None,
            body_text: "".into(),
            replica: None,
            region: None,
            first_sent: Reading::default(),
        };
        self.attempt(attempt).map_or_else(nothing, |known| known.sending.clone())
    }

    fn attempt(&self, attempt: AttemptId) -> Option<&Attempt> {
        let index = (attempt.number as usize).checked_sub(1)?;
        self.clients.get(usize::from(attempt.client))?.attempts.get(index)
    }

    /// The connection was refused: this attempt was not applied, and the client knows it.
    pub(crate) fn connection_refused(&mut self, attempt: AttemptId) {
        let Some(open) = self.end_listening(attempt) else {
            return;
        };
        let about = open.about(attempt);
        let seq = self.emit(about, EventKind::Wider(Wider::ConnectionRefused));
        let memory = self.clients[usize::from(attempt.client)].memory(open.sending.intent);
        memory.settle(attempt.number);
        let about = About { cause: Some(seq), ..about };
        self.plan_retry(open.series, about, Some(super::scenario::RetryOn::Refused));
    }
}

impl Attempt {
    /// Whom an event of this attempt concerns, caused by its send.
    fn about(&self, attempt: AttemptId) -> About {
        About { cause: Some(self.sent), attempt: Some(attempt), key: self.sending.key, ..About::default() }
    }
}

fn resend(last: Option<&(Option<KeyId>, Rc<str>)>, key: Option<KeyId>, body_text: &Rc<str>) -> Resend {
    match last {
        None => Resend::First,
        Some((last_key, _)) if *last_key != key => Resend::NewKey,
        Some((_, text)) if text == body_text => Resend::Unchanged,
        Some((_, text)) => match (body::fingerprint(text), body::fingerprint(body_text)) {
            (Some(before), Some(now)) if before == now => Resend::OtherText,
            _ => Resend::OtherParameters,
        },
    }
}
