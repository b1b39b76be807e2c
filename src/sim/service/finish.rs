//! How execution ends: in failure, in the record, in the commit. What is decided is said in [`super::work`].

use crate::sim::IS_WHOLE;
use crate::sim::build::{FailedClaim, Loser};
use crate::sim::chooser::Chooser;
use crate::sim::scenario::{Endpoint, Point, WriteOrder};
use crate::sim::trace::{Answer, EventKind, Meaning, RecordKey, Wider};
use crate::sim::world::World;

use super::Failure;
use super::crash::Then;
use super::store::{Record, RecordState};

impl<C: Chooser> World<'_, C> {
    /// Whether a failure becomes the record, by its class.
    fn stores_failure(&mut self, id: u32, failure: Failure, raised: bool) -> bool {
        let stores = self.scenario.service.contract.stores;
        let said = if raised {
            stores.unhandled
        } else if failure.status < 500 {
            stores.client_error
        } else {
            stores.server_error
        };
        self.keeps(id, said)
    }

    /// Ends the handler in an error: stored at `record` like any answer, or the claim is removed and the error
    /// goes out.
    pub(super) fn fail(&mut self, id: u32, failure: Failure, raised: bool) {
        let keeps = !IS_WHOLE || self.stores_failure(id, failure, raised);
        let stored = keeps && self.uses_record(id);
        self.tell(id, None, EventKind::Failed { status: failure.status, stored });
        let key = self.record_key(id);
        let holds_lock = self.uses_record(id) && self.service.locks.get(&key) == Some(&id);
        let request = self.request(id);
        request.failed = Some(failure);
        if request.roll_back() || (!keeps && holds_lock) {
            self.tell(id, None, EventKind::RolledBack { whole: !keeps && holds_lock });
        }
        if stored {
            return self.enter(id, Point::Record);
        }
        self.own_answer(id, None);
        if !keeps && self.uses_record(id) {
            self.release(id, key, holds_lock, self.leaves_claim(id));
        }
        self.enter(id, Point::Respond);
    }

    /// Whether the service was built so that the claim of a failure that is not stored stays.
    fn leaves_claim(&self, id: u32) -> bool {
        let answer = self.requests[id as usize].answer.as_ref();
        IS_WHOLE
            && self.scenario.service.build.failed_claim == FailedClaim::Left
            && answer.is_none_or(|(answer, _)| answer.meaning.order().is_none())
    }

    /// Lets go of the key after a failure, and wakes those who wait for it, if there is anything to let go of.
    fn release(&mut self, id: u32, key: RecordKey, holds_lock: bool, is_left: bool) {
        if self.is_released(id, key, holds_lock, is_left) {
            self.wake_waiting(key);
        }
    }

    /// Removes the claim, as far as this write order may, or leaves what was made so far. `true` where something was
    /// removed or left.
    fn is_released(&mut self, id: u32, key: RecordKey, holds_lock: bool, is_left: bool) -> bool {
        if holds_lock {
            self.service.locks.remove(&key);
            return true;
        }
        if IS_WHOLE && self.leaves_progress(id, key) {
            return true;
        }
        let may = match self.scenario.service.write_order {
            WriteOrder::ClaimFirst => true,
            WriteOrder::ClaimThenCommit => self.owns_claim(id),
            _ => false,
        };
        let record = self.service.records.get(&key);
        let is_claim = matches!(record.map(|r| &r.state), Some(RecordState::Claimed { .. }));
        if may && is_claim && !is_left {
            self.service.records.remove(&key);
            self.tell(id, None, EventKind::Released);
        }
        may && is_claim && !is_left
    }

    /// Under `resume` and the like, leaves an order or a charge that stands for the next request, where nothing stands
    /// that is more than that.
    fn leaves_progress(&mut self, id: u32, key: RecordKey) -> bool {
        let request = &self.requests[id as usize];
        let (Some(progress), Some(fingerprint)) = (request.progress(), request.fingerprint.clone()) else {
            return false;
        };
        let order = progress.order;
        let (first_seen, replica, written) = (request.first_seen, request.replica, self.now);
        if !self.goes_on_after_failure() || !self.may_leave_progress(id, key) {
            return false;
        }
        let made_by = self.tell_wider(
            id,
            Wider::PhaseDone { order, is_open: true, fingerprint: fingerprint.clone(), first_seen },
        );
        let state = RecordState::Open { owner: id };
        let progress = Some(progress);
        let record =
            Record { fingerprint, first_seen, made_by, state, written, changed: written, replica, progress };
        self.service.records.insert(key, record);
        true
    }

    /// Whether a recovery point may take the place of what stands under the key.
    fn may_leave_progress(&mut self, id: u32, key: RecordKey) -> bool {
        self.expire_if_due(key);
        let write_order = self.scenario.service.write_order;
        match self.service.records.get(&key).map(|record| &record.state) {
            Some(RecordState::Finished { .. } | RecordState::Spent) => false,
            _ if write_order == WriteOrder::ClaimThenCommit => self.owns_claim(id),
            _ => true,
        }
    }

    /// The answer that this request's own work leads to; `order` where the commit gives one now.
    fn own_answer(&mut self, id: u32, order: Option<u32>) -> Answer {
        let request = self.request(id);
        let answer = match (request.failed, order.or(request.order)) {
            (Some(failure), _) => Answer::fixture(failure.meaning, failure.status),
            (None, order) => match &request.answer {
                Some((answer, None)) if IS_WHOLE && request.to != Endpoint::Create => answer.clone(),
                _ => Answer::fixture(Meaning::Created(order.unwrap_or(0)), 201),
            },
        };
        request.answer = Some((answer.clone(), None));
        answer
    }

    pub(super) fn record(&mut self, id: u32) {
        let write_order = self.scenario.service.write_order;
        let in_transaction = write_order.has_transaction();
        if IS_WHOLE && self.is_record_cancelled(id) {
            return self.pass(id, Point::Commit, Point::Respond);
        }
        if in_transaction {
            if self.uses_record(id) {
                self.tell(id, None, EventKind::RecordWritten);
            }
        } else {
            let answer = self.own_answer(id, None);
            if self.uses_record(id) {
                if self.stores_answer(id, &answer) {
                    self.store(id, answer);
                } else {
                    self.release(id, self.record_key(id), false, self.leaves_claim(id));
                }
            }
        }
        if self.crash_after(id, Point::Record) {
            return;
        }
        if in_transaction {
            self.enter(id, Point::Commit);
        } else {
            self.pass(id, Point::Commit, Point::Respond);
        }
    }

    /// Whether an answer of the handler's is one that the contract keeps. Failures were asked about when they came.
    fn stores_answer(&mut self, id: u32, answer: &Answer) -> bool {
        let stores = self.scenario.service.contract.stores;
        match answer.meaning {
            _ if !IS_WHOLE => true,
            Meaning::NotFound => self.keeps(id, stores.client_error),
            meaning if meaning.order().is_some() => self.keeps(id, stores.ok),
            _ => true,
        }
    }

    /// Where the record needs the client and the client is gone, nothing is recorded and the claim goes.
    fn is_record_cancelled(&mut self, id: u32) -> bool {
        let request = &self.requests[id as usize];
        if !self.scenario.service.build.record_needs_client || !request.client_gone || !self.uses_record(id) {
            return false;
        }
        let key = self.record_key(id);
        let was_uncommitted = self.request(id).roll_back();
        let holds_lock = self.service.locks.get(&key) == Some(&id);
        self.tell_wider(id, Wider::RecordCancelled);
        if was_uncommitted || holds_lock {
            self.tell(id, None, EventKind::RolledBack { whole: holds_lock });
        }
        if was_uncommitted {
            // There is no order any more that the answer could tell of.
            self.request(id).failed.get_or_insert(Failure { status: 500, meaning: Meaning::Failed });
        }
        self.own_answer(id, None);
        self.release(id, key, holds_lock, false);
        true
    }

    pub(super) fn owns_claim(&self, id: u32) -> bool {
        let record = self.service.records.get(&self.record_key(id));
        matches!(record.map(|r| &r.state), Some(RecordState::Claimed { owner, .. }) if *owner == id)
    }

    fn fence_out(&mut self, id: u32) {
        let record = self.service.records.get(&self.record_key(id));
        let owner = record.and_then(|record| match &record.state {
            RecordState::Claimed { owner, .. } | RecordState::Open { owner } => self.owner_attempt(*owner),
            RecordState::Finished { by, .. } => Some(*by),
            RecordState::Spent => None,
        });
        let from = record.map(|record| record.made_by);
        let request = self.request(id);
        request.roll_back();
        request.fenced = true;
        self.tell(id, from, EventKind::FencedOut { owner });
    }

    /// Writes a finished record that stands at once, whatever was there.
    fn store(&mut self, id: u32, answer: Answer) {
        let request = &self.requests[id as usize];
        let first_seen = request.first_seen;
        let Some(fingerprint) = request.fingerprint.clone() else {
            return;
        };
        let replaced = self.replaces(id);
        let kept = self.kept_until(id, &answer);
        let kind = EventKind::Recorded {
            fingerprint: fingerprint.clone(),
            answer: answer.clone(),
            replaced,
            first_seen,
            promised_until: kept.0,
            gone_at: kept.1,
        };
        let made_by = self.tell(id, None, kind);
        self.finish_record(id, fingerprint, answer, made_by, kept);
    }

    /// Whether another request's record stands where this one's goes.
    fn replaces(&self, id: u32) -> bool {
        match self.service.records.get(&self.record_key(id)).map(|record| &record.state) {
            Some(RecordState::Claimed { owner, .. }) => *owner != id,
            Some(RecordState::Finished { .. } | RecordState::Spent) => true,
            Some(RecordState::Open { .. }) | None => false,
        }
    }

    pub(super) fn commit(&mut self, id: u32) {
        let write_order = self.scenario.service.write_order;
        let uses_record = self.uses_record(id);
        if write_order == WriteOrder::ClaimThenCommit && uses_record && !self.owns_claim(id) {
            self.fence_out(id);
            if !self.crash_after(id, Point::Commit) {
                self.act_once_it_goes_on(id, Then::LookAgain);
            }
            return;
        }
        if IS_WHOLE && uses_record && self.collides(id) {
            return;
        }
        let request = &self.requests[id as usize];
        let (intent, first_seen) = (request.intent, request.first_seen);
        let Some(fingerprint) = request.fingerprint.clone() else {
            return;
        };
        let is_change = IS_WHOLE && request.to != Endpoint::Create && request.uncommitted;
        let made = (request.uncommitted && !is_change).then(|| self.next_order(intent));
        self.request(id).uncommitted = false;
        let (order, nth) = (made.map(|(order, _)| order), made.map_or(0, |(_, nth)| nth));
        let answer = if is_change { self.change_now(id) } else { self.own_answer(id, order) };
        if IS_WHOLE && !(uses_record && self.stores_answer(id, &answer)) {
            return self.commit_without_record(id, (intent, order, nth));
        }
        let key = self.record_key(id);
        self.service.locks.remove(&key);
        let replaced = IS_WHOLE && write_order == WriteOrder::TransactionOnly && self.replaces(id);
        let kept = self.kept_until(id, &answer);
        let kind = EventKind::Committed {
            intent,
            order,
            nth,
            fingerprint: fingerprint.clone(),
            answer: answer.clone(),
            first_seen,
            promised_until: kept.0,
            gone_at: kept.1,
            replaced,
        };
        let made_by = self.tell(id, None, kind);
        self.finish_record(id, fingerprint, answer, made_by, kept);
        self.after_commit(id);
    }

    /// What a transaction without a record leaves: its order, and under `resume` the way back to it.
    fn commit_without_record(&mut self, id: u32, (intent, order, nth): (u16, Option<u32>, u32)) {
        if let Some(order) = order {
            self.request(id).order = Some(order);
            self.tell(id, None, EventKind::EffectMade { intent, order, nth });
        }
        if self.uses_record(id) {
            let key = self.record_key(id);
            self.service.locks.remove(&key);
            if !self.leaves_progress(id, key) && self.owns_claim(id) && !self.leaves_claim(id) {
                self.service.records.remove(&key);
                self.tell(id, None, EventKind::Released);
            }
            self.wake_waiting(key);
        }
        self.after_commit(id);
    }

    fn after_commit(&mut self, id: u32) {
        if IS_WHOLE {
            self.outbox_committed(id);
            let attempt = self.requests[id as usize].attempt;
            if self.chooser.commit_ack_lost(attempt) {
                self.tell_wider(id, Wider::CommitUnknown);
                self.answer(id, Meaning::Failed, 500);
            }
        }
        self.pass(id, Point::Commit, Point::Respond);
    }

    /// Where the unique rule bites at the commit, turns the second back.
    fn collides(&mut self, id: u32) -> bool {
        let is_late = self.scenario.service.write_order == WriteOrder::OneTransaction && !self.locks_key();
        let key = self.record_key(id);
        self.expire_if_due(key);
        let took_over = self.requests[id as usize].took_over;
        let is_own = |record: &Record| took_over && matches!(record.state, RecordState::Open { .. });
        let Some(record) = self.service.records.get(&key).filter(|record| is_late && !is_own(record)) else {
            return false;
        };
        let owner = match &record.state {
            RecordState::Finished { by, .. } => Some(*by),
            _ => None,
        };
        let from = record.made_by;
        self.request(id).roll_back();
        self.request(id).failed = None;
        self.tell(id, Some(from), EventKind::Wider(Wider::Collided { owner }));
        self.tell(id, None, EventKind::RolledBack { whole: false });
        if self.crash_after(id, Point::Commit) {
            return true;
        }
        match self.scenario.service.build.loser {
            Loser::Rereads => {
                self.request(id).fenced = true;
                self.act_once_it_goes_on(id, Then::LookAgain);
            }
            Loser::Errors => self.act_once_it_goes_on(id, Then::GiveUp),
        }
        true
    }
}
