//! The world: clock, queue, clients, service, ledger, provider and trace in one place, run one entry at a time.
//!
//! Owns all simulated state and the order of things. What a client does is in [`super::client`], what the service
//! does in [`super::service`]; both are written as methods of [`World`], so that no second copy of the state
//! exists. Deliberately absent: wall time, randomness, I/O, and any judgement of the outcome (see
//! [`super::audit`]).
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - Every point is an entry of the queue, also one that takes no time: two requests at one instant take turns
//!   point by point, in the order in which they were scheduled. Those that wait are woken by a record or a release in the
//!   order of their arrival, by the end of a lease in the order in which they began to wait. A request that arrives in
//!   the millisecond of a restart finds the service down if its arrival was scheduled before the restart was, at the
//!   crash.
//! - The end of a lease or a retention is drawn when the run is still going at that instant and does not keep the
//!   run going.
//! - A message that is both delayed and lost is lost at two thirds of its delayed way, rounded down.
//! - A second copy arrives `after` later than the first one would, delays included, also when the first is lost.

use super::IS_WHOLE;
use super::chooser::Chooser;
use super::client::{ClientState, Series};
use super::limits;
use super::queue::Queue;
use super::scenario::{Action, AttemptId, Direction, Scenario};
use super::service::{Message, Request, Service};
use super::time::Millis;
use super::trace::{Answer, Event, EventKind, EventSeq, IntentId, KeyId, Limit, RecordKey, ScopeId, Trace};

/// What a queue entry will do.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Step(u32),
    Retry { series: u32, cause: EventSeq },
    Timeout(AttemptId),
    RequestArrives { attempt: AttemptId, second_copy: bool, sent: EventSeq },
    MessageLost { attempt: AttemptId, message: Direction, sent: EventSeq },
    ResponseArrives { attempt: AttemptId, answer: Answer, replayed: bool, sent: EventSeq },
    Point { request: u32, point: super::scenario::Point },
    Wake { request: u32 },
    WaitOver { request: u32 },
    Restart { crash: EventSeq, down: Millis },
    LeaseEnds { key: RecordKey, claim: EventSeq },
    PromiseEnds { key: RecordKey, record: EventSeq },
    RecordGone { key: RecordKey, record: EventSeq },
    Evict { key: RecordKey, record: EventSeq },
    Sweep { key: RecordKey, claim: EventSeq },
    ConnectionRefused(AttemptId),
    ProxyOver { request: u32, sent: EventSeq, after: Millis },
    HangUp(AttemptId),
    GoOn { request: u32 },
    Relay { message: Message, cause: EventSeq },
    Series { series: u32, cause: EventSeq },
}

/// Whom an event concerns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct About {
    pub(crate) cause: Option<EventSeq>,
    pub(crate) from: Option<EventSeq>,
    pub(crate) attempt: Option<AttemptId>,
    pub(crate) key: Option<KeyId>,
    pub(crate) scope: ScopeId,
    pub(crate) request: Option<u32>,
}

impl About {
    /// What names the record that it concerns.
    pub(crate) fn record(&self) -> Option<RecordKey> {
        self.key.map(|key| RecordKey { scope: self.scope, key })
    }
}

/// A running world. Make it with [`World::new`], call [`World::step`] until it says `false`.
#[derive(Clone, Debug)]
pub struct World<'a, C: Chooser> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) chooser: C,
    pub(crate) now: Millis,
    pub(crate) queue: Queue<Task>,
    pub(crate) trace: Trace,
    pub(crate) clients: Vec<ClientState>,
    pub(crate) series: Vec<Series>,
    pub(crate) service: Service,
    pub(crate) requests: Vec<Request>,
    /// Effects in the ledger per intent, for the events' `nth`; the provider counts its own.
    pub(crate) effects: Vec<u32>,
    /// Local side effects per intent.
    pub(crate) side_effects: Vec<u32>,
    pub(crate) keys_made: u32,
    attempts: u32,
    step: Option<u32>,
    stopped: Option<Limit>,
}

impl<'a, C: Chooser> World<'a, C> {
    /// A world at time zero with the script scheduled, in file order.
    #[must_use]
    pub fn new(scenario: &'a Scenario, chooser: C) -> World<'a, C> {
        let mut trace = Trace::default();
        let mut queue = Queue::new();
        for (index, step) in scenario.script.iter().enumerate() {
            queue.schedule(step.at, Task::Step(index as u32));
            if let Action::Send { intent, .. } | Action::Ask { intent, .. } = &step.action
                && !trace.intents.contains(intent)
            {
                trace.intents.push(intent.clone());
            }
        }
        World {
            scenario,
            chooser,
            now: Millis::ZERO,
            queue,
            effects: vec![0; trace.intents.len()],
            side_effects: vec![0; trace.intents.len()],
            trace,
            clients: scenario.clients.iter().map(|_| ClientState::default()).collect(),
            series: Vec::new(),
            service: Service::default(),
            requests: Vec::new(),
            keys_made: 0,
            attempts: 0,
            step: None,
            stopped: None,
        }
    }

    /// Runs the next entry. `false` when the run is over.
    pub fn step(&mut self) -> bool {
        if self.stopped.is_some() {
            return false;
        }
        if !self.queue.any(|task| self.is_left(task)) {
            return false;
        }
        let ready = self.queue.ready();
        if self.queue.next_due() > Some(limits::HORIZON) {
            self.stop(Limit::Horizon);
            return false;
        }
        let nth = if ready > 1 { self.chooser.first(ready) } else { 0 };
        let Some((due, task)) = self.queue.pop(nth) else {
            return false;
        };
        self.now = due;
        self.perform(task);
        if let Some(limit) = self.stopped {
            self.close(limit);
            return false;
        }
        true
    }

    /// What has happened so far.
    #[must_use]
    pub const fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Ends the world and hands out its trace and its chooser.
    #[must_use]
    pub fn finish(self) -> (Trace, C) {
        (self.trace, self.chooser)
    }

    /// Whether a task keeps the run going (`rules.md` §1.2): the end of a lease or a retention does not, nor does a
    /// timer whose attempt, wait or series is over.
    fn is_left(&self, task: &Task) -> bool {
        match task {
            Task::LeaseEnds { .. }
            | Task::PromiseEnds { .. }
            | Task::RecordGone { .. }
            | Task::Evict { .. }
            | Task::Sweep { .. } => false,
            Task::GoOn { request } | Task::ProxyOver { request, .. } => self.is_alive(*request),
            Task::HangUp(attempt) => self.is_in_process(*attempt),
            Task::Series { series, .. } => self.may_retry(*series),
            Task::Timeout(attempt) => self.is_listening(*attempt),
            Task::Retry { series, .. } => self.may_retry(*series),
            Task::Wake { request } | Task::WaitOver { request } => self.is_waiting(*request),
            Task::Point { request, point } => self.is_at_work(*request, *point),
            _ => true,
        }
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Step(index) => {
                self.step = Some(index);
                self.run_step(index);
            }
            Task::Timeout(attempt) => self.timed_out(attempt),
            Task::RequestArrives { attempt, second_copy, sent } => {
                self.request_arrives(attempt, second_copy, sent);
            }
            Task::MessageLost { attempt, message, sent } => {
                let key = self.attempt_key(attempt);
                let about = About { cause: Some(sent), attempt: Some(attempt), key, ..About::default() };
                self.emit(about, EventKind::Lost { message });
            }
            Task::ResponseArrives { attempt, answer, replayed, sent } => {
                self.response_arrives(attempt, answer, replayed, sent);
            }
            Task::Point { request, point } => self.point_over(request, point),
            Task::Wake { request } => self.wake(request),
            Task::WaitOver { request } => self.wait_over(request),
            Task::Restart { crash, down } => self.restart(crash, down),
            Task::PromiseEnds { key, record } => self.promise_ends(key, record),
            Task::RecordGone { key, record } => self.record_gone(key, record),
            _ if IS_WHOLE => self.perform_wider(task),
            _ => {}
        }
    }

    fn perform_wider(&mut self, task: Task) {
        match task {
            Task::Retry { series, cause } => self.retry(series, cause),
            Task::LeaseEnds { key, claim } => self.lease_ends(key, claim),
            Task::Evict { key, record } => self.evict(key, record),
            Task::Sweep { key, claim } => self.sweep(key, claim),
            Task::ConnectionRefused(attempt) => self.connection_refused(attempt),
            Task::ProxyOver { request, sent, after } => self.proxy_over(request, sent, after),
            Task::HangUp(attempt) => self.hang_up(attempt),
            Task::GoOn { request } => self.go_on(request),
            Task::Relay { message, cause } => self.relay(message, cause),
            Task::Series { series, cause } => self.begin_again(series, cause),
            _ => {}
        }
    }

    /// Appends an event. Once [`limits::EVENTS`] are there, the run stops instead.
    pub(crate) fn emit(&mut self, about: About, kind: EventKind) -> EventSeq {
        let seq = self.trace.events.len() as EventSeq;
        if seq >= limits::EVENTS {
            self.stopped.get_or_insert(Limit::Events);
            return seq.saturating_sub(1);
        }
        let About { cause, from, attempt, key, scope, request } = about;
        self.trace.events.push(Event { seq, at: self.now, cause, from, attempt, key, scope, request, kind });
        seq
    }

    /// Counts one more attempt; `false` where the run has to stop instead.
    pub(crate) fn count_attempt(&mut self) -> bool {
        if self.attempts >= limits::ATTEMPTS {
            self.stopped.get_or_insert(Limit::Attempts);
            return false;
        }
        self.attempts += 1;
        true
    }

    /// The id of a key's text, known or new.
    pub(crate) fn intern(&mut self, text: &str) -> KeyId {
        let known = self.trace.keys.iter().position(|key| key == text);
        known.unwrap_or_else(|| {
            self.trace.keys.push(text.to_owned());
            self.trace.keys.len() - 1
        }) as KeyId
    }

    /// The id of an intent of the script.
    pub(crate) fn intent_id(&self, name: &str) -> IntentId {
        self.trace.intents.iter().position(|intent| intent == name).unwrap_or(0) as IntentId
    }

    fn stop(&mut self, limit: Limit) {
        self.stopped = Some(limit);
        self.close(limit);
    }

    fn close(&mut self, limit: Limit) {
        let seq = self.trace.events.len() as EventSeq;
        let kind = EventKind::LimitReached { limit, step: self.step };
        let About { cause, from, attempt, key, scope, request } = About::default();
        self.trace.events.push(Event { seq, at: self.now, cause, from, attempt, key, scope, request, kind });
    }
}
