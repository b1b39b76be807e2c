//! What clients do: make keys, send, listen, time out, retry, believe, reload (`rules.md` §§2–3).
//!
//! A client sees answers and its own clock, never the service. Deliberately absent: anything it could not know.
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - The counter behind `keys` is one for all clients, so that two clients never make the same key.
//! - A literal key is used for its send and that send's retries and leaves the policy's own key alone.
//! - An automatic retry repeats the body of its own series, whatever was sent in between.
//! - `unknown` is set by the first send only: a send after a refusal does not reopen the belief.
//! - A client that lost its memory also forgot its earlier attempts: they no longer hold a refusal open.
//! - A planned retry is dropped, without an event, when the belief was resolved meanwhile.

use std::rc::Rc;

use super::body;
use super::chooser::Chooser;
use super::scenario::{Action, AttemptId, Direction, Keep, KeyPolicy, RetryOn};
use super::table::Table;
use super::time::Millis;
use super::trace::{Answer, Belief, EventKind, EventSeq, IntentId, KeyId, Meaning, Resend, hash_text};
use super::world::{About, Task, World};

/// One client's memory and its open attempts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientState {
    intents: Table<IntentId, IntentMemory>,
    attempts: Vec<Attempt>,
    listed_keys_used: u32,
}

/// What a client remembers of an intent.
#[derive(Clone, Debug)]
struct IntentMemory {
    own_key: Option<KeyId>,
    last: Option<(KeyId, Rc<str>)>,
    body_text: Option<Rc<str>>,
    belief: Belief,
    /// Numbers of its attempts and whether an answer settled them.
    attempts: Vec<(u32, bool)>,
}

/// One send.
#[derive(Clone, Debug)]
struct Attempt {
    intent: IntentId,
    key: KeyId,
    body_text: Rc<str>,
    series: u32,
    sent: EventSeq,
    listening: bool,
}

/// One script send and its automatic retries.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    client: u8,
    intent: IntentId,
    body_text: Rc<str>,
    literal_key: Option<KeyId>,
    sends: u32,
    dropped: bool,
}

impl<C: Chooser> World<'_, C> {
    pub(crate) fn run_step(&mut self, index: u32) {
        let scenario = self.scenario;
        let Some(step) = scenario.script.get(index as usize) else {
            return;
        };
        match &step.action {
            Action::Reload => self.reload(step.client),
            Action::Wait => {
                self.emit(About::default(), EventKind::TimePassed);
            }
            Action::Send { intent, body, key } => {
                let intent = self.intent_id(intent);
                let known = || self.clients[usize::from(step.client)].intents.get(&intent)?.body_text.clone();
                // The parser refuses a send without any body, so the fallback is never on the wire.
                let body_text =
                    body.as_ref().map(|body| body.text.clone()).or_else(known).unwrap_or_else(|| "".into());
                let literal_key = key.as_ref().map(|text| self.intern(text));
                let series = self.series.len() as u32;
                let client = step.client;
                self.series.push(Series { client, intent, body_text, literal_key, sends: 0, dropped: false });
                self.send(series, None);
            }
        }
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
        let line = &mut self.series[series as usize];
        line.sends += 1;
        let (client, intent, literal_key) = (line.client, line.intent, line.literal_key);
        let body_text = line.body_text.clone();
        let number = self.clients[usize::from(client)].attempts.len() as u32 + 1;
        let attempt = AttemptId { client, number };
        self.clients[usize::from(client)].memory(intent);
        let mut about = About { cause, attempt: Some(attempt), ..About::default() };
        let key = match literal_key {
            Some(key) => key,
            None => self.policy_key(&mut about, intent, &body_text),
        };
        about.key = Some(key);
        let durable = self.scenario.clients[usize::from(client)].keep == Keep::Durable;
        let memory = self.clients[usize::from(client)].memory(intent);
        let resend = resend(memory.last.as_ref(), key, &body_text);
        let is_news = memory.last.as_ref() != Some(&(key, body_text.clone()));
        memory.last = Some((key, body_text.clone()));
        memory.body_text = Some(body_text.clone());
        memory.attempts.push((number, false));
        if durable && is_news {
            about.cause = Some(self.emit(about, EventKind::KeyStored { intent }));
        }
        let automatic = cause.is_some();
        let fate = self.chooser.message(attempt, Direction::Request);
        let travel = self.scenario.service.takes.network.plus(fate.delay);
        let due = self.now.plus(travel);
        let kind = EventKind::Sent { intent, body_text: body_text.clone(), resend, automatic, due };
        let sent = self.emit(about, kind);
        let listening = true;
        self.clients[usize::from(client)].attempts.push(Attempt {
            intent,
            key,
            body_text,
            series,
            sent,
            listening,
        });
        about.cause = Some(sent);
        self.travel(about, Direction::Request, fate.delay);
        let second_copy = false;
        if fate.lost {
            let lost_at = self.now.plus(Millis(travel.0 * 2 / 3));
            self.queue.schedule(lost_at, Task::MessageLost { attempt, message: Direction::Request, sent });
        } else {
            self.queue.schedule(due, Task::RequestArrives { attempt, second_copy, sent });
        }
        if let Some(after) = fate.copy_after {
            let second_copy = true;
            self.queue.schedule(due.plus(after), Task::RequestArrives { attempt, second_copy, sent });
        }
        let timeout = self.scenario.clients[usize::from(client)].timeout;
        self.queue.schedule(self.now.plus(timeout), Task::Timeout(attempt));
    }

    /// Says that the network holds a message up, if it does.
    pub(crate) fn travel(&mut self, about: About, message: Direction, by: Millis) {
        if by > Millis::ZERO {
            self.emit(about, EventKind::Delayed { message, by });
        }
    }

    /// The key that the client's policy gives this attempt, made now if need be.
    fn policy_key(&mut self, about: &mut About, intent: IntentId, body_text: &str) -> KeyId {
        let Some(attempt) = about.attempt else { return 0 };
        let client = usize::from(attempt.client);
        let policy = self.scenario.clients[client].key;
        let own_key = self.clients[client].memory(intent).own_key;
        let (text, for_attempt) = match policy {
            KeyPolicy::PerIntent | KeyPolicy::BusinessId if own_key.is_some() => return own_key.unwrap_or(0),
            KeyPolicy::PerIntent => (self.new_key(client), false),
            KeyPolicy::PerAttempt => (self.new_key(client), true),
            KeyPolicy::BodyHash => (format!("body-{:016x}", hash_text(body_text)), true),
            KeyPolicy::BusinessId => (format!("intent-{}", self.trace.intents[usize::from(intent)]), false),
        };
        let key = self.intern(&text);
        let memory = self.clients[client].memory(intent);
        let is_same = memory.last.as_ref().is_some_and(|(last, _)| *last == key);
        if !for_attempt {
            memory.own_key = Some(key);
        }
        if !is_same {
            about.key = Some(key);
            about.cause = Some(self.emit(*about, EventKind::KeyMade { intent, for_attempt }));
        }
        key
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
        self.attempt(attempt).map(|attempt| attempt.key)
    }

    /// The body and the intent of an attempt.
    pub(crate) fn attempt_body(&self, attempt: AttemptId) -> (Rc<str>, IntentId) {
        self.attempt(attempt).map_or_else(|| ("".into(), 0), |known| (known.body_text.clone(), known.intent))
    }

    fn attempt(&self, attempt: AttemptId) -> Option<&Attempt> {
        let index = (attempt.number as usize).checked_sub(1)?;
        self.clients.get(usize::from(attempt.client))?.attempts.get(index)
    }

    pub(crate) fn timed_out(&mut self, attempt: AttemptId) {
        let client = usize::from(attempt.client);
        let open = &mut self.clients[client].attempts[attempt.number as usize - 1];
        if !open.listening {
            return;
        }
        open.listening = false;
        let (series, sent, key) = (open.series, open.sent, open.key);
        let after = self.scenario.clients[client].timeout;
        let about = About { cause: Some(sent), attempt: Some(attempt), key: Some(key), ..About::default() };
        let timed_out = self.emit(about, EventKind::TimedOut { after });
        self.plan_retry(series, About { cause: Some(timed_out), ..about }, RetryOn::Timeout);
    }

    pub(crate) fn response_arrives(
        &mut self,
        attempt: AttemptId,
        answer: Answer,
        replayed: bool,
        sent: EventSeq,
    ) {
        let client = usize::from(attempt.client);
        let open = &mut self.clients[client].attempts[attempt.number as usize - 1];
        let (series, intent, key) = (open.series, open.intent, open.key);
        let mut about =
            About { cause: Some(sent), attempt: Some(attempt), key: Some(key), ..About::default() };
        if !open.listening {
            self.emit(about, EventKind::HeardTooLate { answer });
            return;
        }
        open.listening = false;
        about.cause = Some(self.emit(about, EventKind::Heard { answer: answer.clone(), replayed }));
        self.believe(about, attempt, intent, &answer);
        let reason = match answer.meaning {
            Meaning::InProgress => RetryOn::InFlight409,
            Meaning::Failed => RetryOn::ServerError,
            Meaning::Created(_) | Meaning::InvalidParameters | Meaning::OtherParameters => return,
        };
        self.plan_retry(series, about, reason);
    }

    /// Draws the client's conclusion from an answer (`rules.md` §3).
    fn believe(&mut self, about: About, attempt: AttemptId, intent: IntentId, answer: &Answer) {
        let memory = self.clients[usize::from(attempt.client)].memory(intent);
        let settles = matches!(
            answer.meaning,
            Meaning::Created(_) | Meaning::InvalidParameters | Meaning::OtherParameters
        );
        for (number, settled) in &mut memory.attempts {
            *settled |= settles && *number == attempt.number;
        }
        let earlier_open =
            memory.attempts.iter().any(|(number, settled)| *number < attempt.number && !settled);
        let next = match answer.meaning {
            Meaning::Created(order) => Belief::Done(order),
            Meaning::InvalidParameters | Meaning::OtherParameters
                if !earlier_open && !matches!(memory.belief, Belief::Done(_)) =>
            {
                Belief::Refused(answer.status)
            }
            _ => {
                if memory.belief == Belief::Unknown {
                    self.emit(about, EventKind::NotSettled { intent, answer: answer.clone() });
                }
                return;
            }
        };
        if memory.belief != next {
            memory.belief = next;
            self.emit(about, EventKind::Believed { intent, belief: next });
        }
    }

    fn plan_retry(&mut self, series: u32, about: About, reason: RetryOn) {
        let line = &self.series[series as usize];
        let client = usize::from(line.client);
        let Some(retry) = &self.scenario.clients[client].retry else {
            return;
        };
        if !self.may_retry(series) || line.sends >= retry.attempts || !retry.on.contains(&reason) {
            return;
        }
        let (intent, sends) = (line.intent, line.sends);
        let mut pause = retry.backoff;
        for _ in 1..sends {
            pause = pause.times(retry.factor);
        }
        if retry.jitter > Millis::ZERO {
            pause = pause.plus(self.chooser.jitter(retry.seed, series * 64 + sends, retry.jitter));
        }
        let kind = EventKind::RetryPlanned { intent, pause, number: sends + 1, most: retry.attempts };
        let cause = self.emit(About { request: None, ..about }, kind);
        self.queue.schedule(self.now.plus(pause), Task::Retry { series, cause });
    }

    fn reload(&mut self, client: u8) {
        let keep = self.scenario.clients[usize::from(client)].keep;
        let cause = Some(self.emit(About::default(), EventKind::Reloaded { client }));
        for series in self.series.iter_mut().filter(|series| series.client == client) {
            series.dropped = true;
        }
        let state = &mut self.clients[usize::from(client)];
        for attempt in &mut state.attempts {
            attempt.listening = false;
        }
        let known: Vec<_> = state.intents.iter().map(|(intent, m)| (*intent, m.own_key)).collect();
        if keep == Keep::Memory {
            state.intents.clear();
        }
        for (intent, key) in known {
            let kind = match keep {
                Keep::Durable => EventKind::IntentRecovered { client, intent },
                Keep::Memory => EventKind::IntentForgotten { client, intent },
            };
            self.emit(About { cause, key, ..About::default() }, kind);
        }
    }
}

impl ClientState {
    /// What it remembers of an intent; room is made for one it does not know.
    fn memory(&mut self, intent: IntentId) -> &mut IntentMemory {
        if !self.intents.contains_key(&intent) {
            self.intents.insert(intent, IntentMemory::default());
        }
        match self.intents.get_mut(&intent) {
            Some(memory) => memory,
            None => unreachable!("room was made above"),
        }
    }
}

impl Default for IntentMemory {
    fn default() -> IntentMemory {
        IntentMemory {
            own_key: None,
            last: None,
            body_text: None,
            belief: Belief::Unknown,
            attempts: Vec::new(),
        }
    }
}

fn resend(last: Option<&(KeyId, Rc<str>)>, key: KeyId, body_text: &Rc<str>) -> Resend {
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
