//! The record store and the ledger: what stands, what a replica sees of it, and how it goes.
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - A replica of a lagging store sees others' records once they are as old as the lag; a claim is checked where it is
//!   written, so that it is always exclusive. With a store per replica nothing is shared, claims included: the replica
//!   is part of the scope.
//! - The window of a retention starts as the contract's clock says: at the first arrival (as in `rules.md` §4.4), when
//!   the record was finished, or at the time that the client says it first sent.
//! - A promise that lasts as long as the order and then some has no end while the order stands; its time begins when
//!   the order is cancelled, or when the record is written where the order is over by then. A stored failure holds no
//!   order that could end, and is kept for good.
//! - A record that a contract refuses after its time leaves its key behind as spent, and that for good.
//! - A store that forgets drops finished records only; a sweeper removes claims only.

use std::rc::Rc;

use crate::sim::IS_WHOLE;
use crate::sim::body::Fingerprint;
use crate::sim::build::RecordStore;
use crate::sim::chooser::Chooser;
use crate::sim::contract::{AfterExpiry, Clock, Knob, RetentionKind};
use crate::sim::limits::HORIZON;
use crate::sim::scenario::AttemptId;
use crate::sim::time::{Millis, Reading};
use crate::sim::trace::{Answer, EventKind, EventSeq, IntentId, OrderState, RecordKey, Wider};
use crate::sim::world::{About, Task, World};

/// What the service remembers under a key.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) fingerprint: Rc<Fingerprint>,
    pub(super) first_seen: Millis,
    /// The event that made it what it is now.
    pub(super) made_by: EventSeq,
    pub(super) state: RecordState,
    /// When, and on which replica.
    pub(super) written: Millis,
    /// When it was written to last, its recovery point included.
    pub(super) changed: Millis,
    pub(super) replica: u8,
    /// What the work has come to already.
    pub(super) progress: Option<Progress>,
}

/// What work has come to: an order or a charge, and whether both phases of two are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) order: u32,
    pub(super) is_charged: bool,
}

#[derive(Clone, Debug)]
pub(super) enum RecordState {
    Claimed {
        owner: u32,
        lease_until: Option<Millis>,
    },
    /// Work that failed and may go on where it stopped.
    Open {
        owner: u32,
    },
    Finished {
        answer: Answer,
        by: AttemptId,
        gone_at: Millis,
    },
    /// Its time is over, and the contract refuses it.
    Spent,
}

/// An order.
#[derive(Clone, Copy, Debug)]
pub(super) struct LedgerRow {
    pub(super) intent: IntentId,
    pub(super) state: OrderState,
    pub(super) at: Millis,
    pub(super) is_lost: bool,
}

impl<C: Chooser> World<'_, C> {
    /// The record that a request sees, if there is one; `at_source` where it is written.
    pub(super) fn seen_record(&self, id: u32, at_source: bool) -> Option<&Record> {
        let record = self.service.records.get(&self.record_key(id))?;
        let RecordStore::Lagging(lag) = self.scenario.service.build.store else {
            return Some(record);
        };
        let is_own = record.replica == self.requests[id as usize].replica;
        let has_come = record.written.plus(lag) <= self.now;
        (!IS_WHOLE || at_source || is_own || has_come).then_some(record)
    }

    pub(super) fn owner_attempt(&self, owner: u32) -> Option<AttemptId> {
        self.requests.get(owner as usize).map(|request| request.attempt)
    }

    pub(super) fn next_order(&mut self, intent: IntentId) -> (u32, u32) {
        let state = OrderState::Created;
        self.service.ledger.push(LedgerRow { intent, state, at: self.now, is_lost: false });
        self.effects[usize::from(intent)] += 1;
        (self.service.ledger.len() as u32, self.effects[usize::from(intent)])
    }

    /// An order that stands.
    pub(super) fn ledger_row(&mut self, order: u32) -> Option<&mut LedgerRow> {
        let row = self.service.ledger.get_mut((order as usize).checked_sub(1)?)?;
        (!row.is_lost).then_some(row)
    }

    /// When the promise of a request's finished record ends, and when the record really goes.
    pub(super) fn kept_until(&mut self, id: u32, answer: &Answer) -> (Millis, Millis) {
        let request = &self.requests[id as usize];
        let (first_sent, first_seen) = (request.first_sent, request.first_seen);
        let retention = self.scenario.service.contract.retention;
        if IS_WHOLE && retention.kind == RetentionKind::ResourceLifetimePlus {
            let row = answer.meaning.order().and_then(|order| self.ledger_row(order));
            let is_over = row.is_some_and(|row| row.state == OrderState::Cancelled);
            return if is_over { self.kept_from(self.now.reading()) } else { (HORIZON, HORIZON) };
        }
        self.kept_from(match retention.clock {
            Some(Clock::Completed) if IS_WHOLE => self.now.reading(),
            Some(Clock::ClientTimestamp) if IS_WHOLE => first_sent,
            _ => first_seen.reading(),
        })
    }

    /// When a promise ends whose time begins then, and when the record really goes.
    fn kept_from(&mut self, start: Reading) -> (Millis, Millis) {
        let promised_until = start.plus(self.scenario.service.contract.promised());
        let longer = self.chooser.kept_longer(self.scenario.service.kept_longer);
        (promised_until.millis(), promised_until.plus(longer).millis())
    }

    pub(super) fn finish_record(
        &mut self,
        id: u32,
        fingerprint: Rc<Fingerprint>,
        answer: Answer,
        made_by: EventSeq,
        kept: (Millis, Millis),
    ) {
        let key = self.record_key(id);
        let request = &self.requests[id as usize];
        let (first_seen, by, replica) = (request.first_seen, request.attempt, request.replica);
        let state = RecordState::Finished { answer, by, gone_at: kept.1 };
        let written = self.now;
        let record = Record {
            fingerprint,
            first_seen,
            made_by,
            state,
            written,
            changed: written,
            replica,
            progress: None,
        };
        self.service.records.insert(key, record);
        self.schedule_end(key, made_by, kept);
        if IS_WHOLE && let Some(after) = self.scenario.service.build.forgets_after {
            self.queue.schedule(self.now.plus(after), Task::Evict { key, record: made_by });
        }
        self.wake_waiting(key);
    }

    fn schedule_end(
        &mut self,
        key: RecordKey,
        record: EventSeq,
        (promised_until, gone_at): (Millis, Millis),
    ) {
        if gone_at > promised_until {
            self.queue.schedule(promised_until.max(self.now), Task::PromiseEnds { key, record });
        }
        self.queue.schedule(gone_at.max(self.now), Task::RecordGone { key, record });
    }

    fn about_record(key: RecordKey, cause: EventSeq) -> About {
        About { cause: Some(cause), key: Some(key.key), scope: key.scope, ..About::default() }
    }

    pub(crate) fn lease_ends(&mut self, key: RecordKey, claim: EventSeq) {
        let Some(record) = self.service.records.get(&key).filter(|record| record.made_by == claim) else {
            return;
        };
        if let RecordState::Claimed { owner, .. } = record.state
            && let Some(owner) = self.owner_attempt(owner)
        {
            self.emit(Self::about_record(key, claim), EventKind::LeaseEnded { owner });
        }
    }

    pub(crate) fn promise_ends(&mut self, key: RecordKey, record: EventSeq) {
        if self.service.records.get(&key).is_some_and(|known| known.made_by == record) {
            self.emit(Self::about_record(key, record), EventKind::KeptLonger);
        }
    }

    pub(crate) fn record_gone(&mut self, key: RecordKey, record: EventSeq) {
        if self.service.records.get(&key).is_some_and(|known| known.made_by == record) {
            self.expire_if_due(key);
        }
    }

    /// The store drops a finished record before its time.
    pub(crate) fn evict(&mut self, key: RecordKey, record: EventSeq) {
        let Some(known) = self.service.records.get(&key).filter(|known| known.made_by == record) else {
            return;
        };
        if matches!(known.state, RecordState::Finished { .. }) {
            self.service.records.remove(&key);
            self.emit(Self::about_record(key, record), EventKind::Wider(Wider::Evicted));
        }
    }

    /// A job removes a claim that is old by its own rule.
    pub(crate) fn sweep(&mut self, key: RecordKey, claim: EventSeq) {
        let Some(record) = self.service.records.get(&key).filter(|record| record.made_by == claim) else {
            return;
        };
        if let RecordState::Claimed { owner, .. } = record.state
            && let Some(owner) = self.owner_attempt(owner)
        {
            self.service.records.remove(&key);
            self.emit(Self::about_record(key, claim), EventKind::Wider(Wider::Swept { owner }));
            self.wake_waiting(key);
        }
    }

    pub(super) fn expire_if_due(&mut self, key: RecordKey) {
        let Some(record) = self.service.records.get(&key) else {
            return;
        };
        let RecordState::Finished { gone_at, .. } = record.state else {
            return;
        };
        if gone_at > self.now {
            return;
        }
        let about = Self::about_record(key, record.made_by);
        if IS_WHOLE && self.is_news(Knob::Retention) {
            self.emit(about, EventKind::Wider(Wider::Assumed { knob: Knob::Retention }));
        }
        let Some(record) = self.service.records.get(&key) else {
            return;
        };
        let spent = Record { state: RecordState::Spent, ..record.clone() };
        self.service.records.remove(&key);
        let made_by = self.emit(about, EventKind::Expired);
        if IS_WHOLE {
            self.service.expired.push(key);
        }
        if IS_WHOLE && matches!(self.scenario.service.contract.after_expiry, Some(AfterExpiry::Reject(_))) {
            self.service.records.insert(key, Record { made_by, ..spent });
        }
    }

    /// Where the promise lasts as long as the order and then some, the "then some" begins when the order ends.
    pub(super) fn order_ended(&mut self, order: u32) {
        if self.scenario.service.contract.retention.kind != RetentionKind::ResourceLifetimePlus {
            return;
        }
        let holds = |record: &Record| match &record.state {
            RecordState::Finished { answer, .. } => answer.meaning.order() == Some(order),
            _ => false,
        };
        let held = self.service.records.iter().filter(|(_, record)| holds(record));
        let held: Vec<_> = held.map(|(key, record)| (*key, record.made_by)).collect();
        for (key, record) in held {
            let (promised_until, ends) = self.kept_from(self.now.reading());
            if let Some(Record { state: RecordState::Finished { gone_at, .. }, .. }) =
                self.service.records.get_mut(&key)
            {
                *gone_at = ends;
            }
            self.schedule_end(key, record, (promised_until, ends));
            let wider = Wider::PromiseBegins { promised_until, gone_at: ends };
            self.emit(Self::about_record(key, record), EventKind::Wider(wider));
        }
    }
}
