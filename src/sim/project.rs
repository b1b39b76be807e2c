//! The state of the world at a cursor, as a fold of the trace's prefix.
//!
//! Owns what a viewer may say "is so now": attempts, beliefs, records, ledger, provider. It deliberately re-derives
//! nothing that the trace does not state; the state after the last event is the outcome of the run.

use std::rc::Rc;

use super::IS_WHOLE;
use super::body::Fingerprint;
use super::limits::HORIZON;
use super::scenario::{AttemptId, Endpoint};
use super::table::Table;
use super::time::Millis;
use super::trace::{
    Answer, Belief, Event, EventKind, EventSeq, IntentId, KeyId, OrderState, RecordKey, Trace, Wider,
};

/// The world after some prefix of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Time of the last event folded in.
    pub now: Millis,
    /// Attempts in send order.
    pub attempts: Vec<AttemptState>,
    /// What each client thinks, per client index and intent.
    pub beliefs: Table<(u8, IntentId), Belief>,
    /// Records by scope and key, expired ones included.
    pub records: Table<RecordKey, RecordState>,
    /// What stands in the store while an open transaction has taken it over, and again when that is rolled back.
    pub beneath: Table<RecordKey, RecordState>,
    /// The ledger, in order of commit, lost orders included.
    pub orders: Vec<EffectState>,
    /// The provider's charges, in order.
    pub charges: Vec<EffectState>,
    /// Changes of orders, in order; their number is the order's.
    pub changes: Vec<EffectState>,
    /// Mails, in order: for which intent, and the event.
    pub mails: Vec<(IntentId, EventSeq)>,
    /// Answers that were taken from a record and sent.
    pub replays: u32,
    /// 400s and 409s that were sent, whatever their cause.
    pub refusals: u32,
    /// Whether the service is up.
    pub is_up: bool,
}

/// One attempt so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptState {
    /// Which.
    pub id: AttemptId,
    /// For which intent.
    pub intent: IntentId,
    /// Under which key, if any.
    pub key: Option<KeyId>,
    /// Where to.
    pub to: Endpoint,
    /// The body on the wire.
    pub body_text: Rc<str>,
    /// Its `Sent` event.
    pub sent: EventSeq,
    /// What the client heard, and whether it was replayed.
    pub heard: Option<(Answer, bool)>,
    /// Whether the client gave up waiting.
    pub timed_out: bool,
    /// What the service sent first, heard or not.
    pub replied: Option<Answer>,
    /// Effects it made.
    pub effects: u32,
}

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Claimed; `uncommitted` while only its own transaction can see it.
    InFlight {
        /// Inside an open transaction.
        uncommitted: bool,
    },
    /// Finished with a success.
    Completed,
    /// Finished with a stored error.
    Failed,
    /// Its work failed part of the way; the next request goes on.
    Open,
    /// Gone: its retention is over.
    Expired,
}

/// One record so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordState {
    /// Where it stands.
    pub standing: Standing,
    /// What it compares.
    pub fingerprint: Rc<Fingerprint>,
    /// The stored answer of a finished record.
    pub answer: Option<Answer>,
    /// Whose request made it what it is.
    pub by: AttemptId,
    /// The request (arrival number) that did.
    pub request: u32,
    /// When the key's first request arrived.
    pub first_seen: Millis,
    /// When a claim stops blocking; `None` without a lease.
    pub lease_until: Option<Millis>,
    /// When the promise to keep a finished record ends.
    pub promised_until: Option<Millis>,
    /// When the record is really removed.
    pub gone_at: Option<Millis>,
    /// The event that last changed it.
    pub changed: EventSeq,
    /// When that was.
    pub changed_at: Millis,
    /// Where it stood before that change.
    pub was: Option<Standing>,
}

/// An order or a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectState {
    /// Its number, from 1.
    pub number: u32,
    /// For which intent.
    pub intent: IntentId,
    /// Made by which attempt.
    pub by: AttemptId,
    /// The event that made it.
    pub made: EventSeq,
    /// Which effect of its intent it is, from 1.
    pub nth: u32,
    /// When.
    pub at: Millis,
    /// What an order is like by now.
    pub state: OrderState,
    /// Whether a fail-over lost it.
    pub is_lost: bool,
}

impl Default for State {
    fn default() -> State {
        State {
            now: Millis::ZERO,
            attempts: Vec::new(),
            beliefs: Table::default(),
            records: Table::default(),
            beneath: Table::default(),
            orders: Vec::new(),
            charges: Vec::new(),
            changes: Vec::new(),
            mails: Vec::new(),
            replays: 0,
            refusals: 0,
            is_up: true,
        }
    }
}

impl State {
    /// The state after the first `events` events.
    #[must_use]
    pub fn after(trace: &Trace, events: u32) -> State {
        let mut state = State::default();
        for event in trace.events.iter().take(events as usize) {
            state.apply(event);
        }
        state
    }

    /// Everything that was ever made: orders, charges, changes.
    pub fn made(&self) -> impl Iterator<Item = &EffectState> {
        self.orders.iter().chain(&self.charges).chain(&self.changes)
    }

    /// What of it still stands.
    pub fn standing(&self) -> impl Iterator<Item = &EffectState> {
        self.made().filter(|effect| !effect.is_lost)
    }

    /// The number of effects of one intent, ledger and provider together.
    #[must_use]
    pub fn effects_of(&self, intent: IntentId) -> u32 {
        self.standing().filter(|effect| effect.intent == intent).count() as u32
    }

    /// The number of local side effects of one intent.
    #[must_use]
    pub fn side_effects_of(&self, intent: IntentId) -> u32 {
        self.mails.iter().filter(|(of, _)| *of == intent).count() as u32
    }

    /// The number of orders in the ledger that were not lost.
    #[must_use]
    pub fn orders_standing(&self) -> u32 {
        self.orders.iter().filter(|order| !order.is_lost).count() as u32
    }

    /// How many intents were sent so far.
    #[must_use]
    pub fn meant(&self) -> u32 {
        let is_new = |(n, attempt): &(usize, &AttemptState)| {
            self.attempts[..*n].iter().all(|before| before.intent != attempt.intent)
        };
        self.attempts.iter().enumerate().filter(is_new).count() as u32
    }

    /// The attempt with this identity, if it was sent yet.
    #[must_use]
    pub fn attempt(&self, id: AttemptId) -> Option<&AttemptState> {
        self.attempts.iter().find(|attempt| attempt.id == id)
    }

    /// Folds the next event in.
    pub fn apply(&mut self, event: &Event) {
        self.now = event.at;
        match &event.kind {
            EventKind::Sent { intent, body_text, to, .. } => self.sent(event, *intent, *to, body_text),
            EventKind::Believed { intent, belief } => {
                if let Some(attempt) = event.attempt {
                    self.beliefs.insert((attempt.client, *intent), *belief);
                }
            }
            EventKind::IntentForgotten { client, intent } => {
                self.beliefs.remove(&(*client, *intent));
            }
            EventKind::TimedOut { .. } => self.with_attempt(event, |attempt| attempt.timed_out = true),
            EventKind::Heard { answer, replayed } => {
                self.with_attempt(event, |attempt| attempt.heard = Some((answer.clone(), *replayed)));
            }
            EventKind::Replied { answer, replay_of, .. } => {
                self.replays += u32::from(replay_of.is_some());
                let refused = (400..500).contains(&answer.status) && answer.meaning.order().is_none();
                self.refusals += u32::from(refused);
                self.with_attempt(event, |attempt| {
                    attempt.replied.get_or_insert_with(|| answer.clone());
                });
            }
            EventKind::EffectMade { intent, order, nth } => self.order(event, *intent, *order, *nth),
            EventKind::ProviderEffect { intent, charge, nth } => {
                self.with_attempt(event, |attempt| attempt.effects += 1);
                self.charges.extend(effect(event, *intent, *charge, *nth));
            }
            EventKind::Crashed { .. } => self.is_up = false,
            EventKind::Restarted { .. } => self.is_up = true,
            EventKind::Wider(wider) if IS_WHOLE => self.apply_wider(event, wider),
            _ => self.apply_to_records(event),
        }
    }

    fn apply_to_records(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Claimed { fingerprint, in_transaction, first_seen, lease_until, .. } => {
                let standing = Standing::InFlight { uncommitted: *in_transaction };
                let record = self.record(event, standing, fingerprint, None, *first_seen);
                if IS_WHOLE && *in_transaction {
                    self.cover(event);
                }
                self.put(event, record.map(|record| RecordState { lease_until: *lease_until, ..record }));
            }
            EventKind::Recorded { fingerprint, answer, first_seen, promised_until, gone_at, .. }
            | EventKind::Committed { fingerprint, answer, first_seen, promised_until, gone_at, .. } => {
                if let EventKind::Committed { intent, order: Some(order), nth, .. } = &event.kind {
                    self.order(event, *intent, *order, *nth);
                }
                let failed = answer.meaning.is_failure();
                let standing = if failed { Standing::Failed } else { Standing::Completed };
                // The horizon stands for a promise without an end.
                let until = |at: Millis| Some(at).filter(|at| !IS_WHOLE || *at < HORIZON);
                let (promised_until, gone_at) = (until(*promised_until), until(*gone_at));
                let record = self.record(event, standing, fingerprint, Some(answer.clone()), *first_seen);
                self.put(event, record.map(|record| RecordState { promised_until, gone_at, ..record }));
            }
            EventKind::Released | EventKind::RolledBack { whole: true } => {
                if let Some(key) = event.record() {
                    self.records.remove(&key);
                    if IS_WHOLE && let Some(under) = self.beneath.remove(&key) {
                        self.records.insert(key, under);
                    }
                }
            }
            EventKind::Expired => {
                if let Some(record) = event.record().and_then(|key| self.records.get_mut(&key)) {
                    record.was = Some(record.standing);
                    record.standing = Standing::Expired;
                    (record.changed, record.changed_at) = (event.seq, event.at);
                }
            }
            _ => {}
        }
    }

    fn apply_wider(&mut self, event: &Event, wider: &Wider) {
        match wider {
            Wider::StateChanged { intent, order, state, nth } => {
                self.changes.extend(effect(event, *intent, *order, *nth));
                if let Some(known) = self.orders.iter_mut().find(|known| known.number == *order) {
                    known.state = *state;
                }
                self.with_attempt(event, |attempt| attempt.effects += 1);
            }
            Wider::Mailed { intent, .. } => self.mails.push((*intent, event.seq)),
            Wider::PhaseDone { is_open: true, fingerprint, first_seen, .. } => {
                let record = self.record(event, Standing::Open, fingerprint, None, *first_seen);
                self.put(event, record);
            }
            Wider::PhaseDone { is_open: false, .. } => {
                if let Some(record) = event.record().and_then(|key| self.records.get_mut(&key)) {
                    record.was = Some(record.standing);
                    (record.changed, record.changed_at) = (event.seq, event.at);
                }
            }
            Wider::LostInFailover { since, .. } => {
                for order in self.orders.iter_mut().filter(|order| order.at > *since) {
                    order.is_lost = true;
                }
                self.records.retain(|record| record.changed_at <= *since);
            }
            Wider::PromiseBegins { promised_until, gone_at } => {
                if let Some(record) = event.record().and_then(|key| self.records.get_mut(&key)) {
                    (record.promised_until, record.gone_at) = (Some(*promised_until), Some(*gone_at));
                }
            }
            Wider::BeliefForgotten { client, intent } => {
                self.beliefs.insert((*client, *intent), Belief::Unknown);
            }
            Wider::Forgotten { .. } => self.records.clear(),
            Wider::Evicted | Wider::Swept { .. } => {
                if let Some(key) = event.record() {
                    self.records.remove(&key);
                }
            }
            _ => {}
        }
    }

    fn sent(&mut self, event: &Event, intent: IntentId, to: Endpoint, body_text: &Rc<str>) {
        let Some(id) = event.attempt else {
            return;
        };
        if !self.beliefs.contains_key(&(id.client, intent)) {
            self.beliefs.insert((id.client, intent), Belief::Unknown);
        }
        self.attempts.push(AttemptState {
            id,
            intent,
            key: event.key,
            to,
            body_text: body_text.clone(),
            sent: event.seq,
            heard: None,
            timed_out: false,
            replied: None,
            effects: 0,
        });
    }

    fn with_attempt(&mut self, event: &Event, change: impl FnOnce(&mut AttemptState)) {
        if let Some(attempt) = self.attempts.iter_mut().find(|known| Some(known.id) == event.attempt) {
            change(attempt);
        }
    }

    fn order(&mut self, event: &Event, intent: IntentId, number: u32, nth: u32) {
        self.with_attempt(event, |attempt| attempt.effects += 1);
        self.orders.extend(effect(event, intent, number, nth));
    }

    fn record(
        &self,
        event: &Event,
        standing: Standing,
        fingerprint: &Rc<Fingerprint>,
        answer: Option<Answer>,
        first_seen: Millis,
    ) -> Option<RecordState> {
        let was = event.record().and_then(|key| self.records.get(&key)).map(|record| record.standing);
        Some(RecordState {
            standing,
            fingerprint: fingerprint.clone(),
            answer,
            by: event.attempt?,
            request: event.request?,
            first_seen,
            lease_until: None,
            promised_until: None,
            gone_at: None,
            changed: event.seq,
            changed_at: event.at,
            was,
        })
    }

    /// Keeps what stands in the store under the claim of an open transaction.
    fn cover(&mut self, event: &Event) {
        let Some(key) = event.record() else {
            return;
        };
        let under = self.records.get(&key).filter(|record| record.standing != Standing::Expired).cloned();
        self.beneath.remove(&key);
        if let Some(under) = under {
            self.beneath.insert(key, under);
        }
    }

    fn put(&mut self, event: &Event, record: Option<RecordState>) {
        if let (Some(key), Some(record)) = (event.record(), record) {
            self.records.insert(key, record);
        }
    }
}

/// The effect that an event made.
fn effect(event: &Event, intent: IntentId, number: u32, nth: u32) -> Option<EffectState> {
    let (made, at, state) = (event.seq, event.at, OrderState::Created);
    event.attempt.map(|by| EffectState { number, intent, by, made, nth, at, state, is_lost: false })
}
