//! Execution: claim, effect, record, commit, and how a handler fails (`rules.md` §4, table of write orders).
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - A handler whose error is stored goes on to `record`; otherwise the claim is removed at once and the error goes
//!   straight to `respond`. `before-effect` fails as soon as execution begins, before the effect's time.
//! - A release removes a claim only: in `claim-first` whoever's it is by now (no fence), in `claim-then-commit`
//!   the owner's own; a late owner's error then goes out as it is.
//!
//! And for contracts and builds:
//!
//! - `transaction-only` claims nothing and locks nothing; its commit writes over whatever record stands.
//! - `one-transaction` with its unique rule `at-commit` takes no lock either: both work, and the commit of the second is
//!   rolled back. It then looks again, or answers 500 where it was built so; that 500 is never stored.
//! - A failure is a `client_error` with a 4xx, a `server_error` with a 5xx answered on purpose, `unhandled` where it
//!   was raised. A refusal of validation that is stored ends after the claim, like a failure before the effect. So
//!   does a 429 of a limiter behind the claim, which is a `client_error`.
//! - What is not stored leaves nothing of the claim, or all of it where the service was built so. Under `resume` and
//!   `reexecute-failed-parts` it leaves what was made: an order that stands (not one that was rolled back) or a charge
//!   that the service knows of. The next request takes it over and makes only what is missing; the lease has no say.
//! - A taken-over claim keeps its progress too. A phase's order and its recovery point commit together, so that a
//!   crash between them does not exist; a charge's recovery point is written when the call has come back.
//! - An effect in two phases makes the order first, in a transaction of its own, then charges; each takes the effect's
//!   time, and `after-effect` strikes after the first. A rolled-back transaction does not undo the first phase.
//! - A record that needs the client is not written once the service knows that the client is gone; the claim goes, what
//!   was committed before stays, and in a transaction all of it is rolled back. The answer goes out all the same.
//! - Where a commit's acknowledgement is lost, what was committed stands; the service answers 500 and stores nothing.
//! - `confirm` and `cancel` change an order's state where an order is made: alone or with the commit.

use crate::sim::IS_WHOLE;
use crate::sim::build::{FailedClaim, Limiter, Loser, Unique};
use crate::sim::chooser::Chooser;
use crate::sim::contract::{FailedWork, Knob};
use crate::sim::scenario::{AttemptId, EffectPlace, Endpoint, FailAt, Point, UnknownCall, WriteOrder};
use crate::sim::trace::{Answer, EventKind, EventSeq, Meaning, OrderState, RecordKey, Wider};
use crate::sim::world::{Task, World};

use super::Failure;
use super::look::Verdict;
use super::store::{Record, RecordState};

impl<C: Chooser> World<'_, C> {
    /// Whether the service's transaction holds the key from the claim to the commit.
    fn locks_key(&self) -> bool {
        self.scenario.service.write_order == WriteOrder::OneTransaction
            && !(IS_WHOLE && self.scenario.service.build.unique == Unique::AtCommit)
    }

    pub(super) fn claim(&mut self, id: u32) {
        let claims = self.scenario.service.write_order.claims() && self.uses_record(id);
        let is_late = self.scenario.service.write_order == WriteOrder::OneTransaction && !self.locks_key();
        if claims {
            let (took_over, from) = match self.verdict(id, true) {
                Verdict::New => (None, None),
                Verdict::TakeOver { owner, first_seen, from, progress } => {
                    let request = self.request(id);
                    request.first_seen = first_seen;
                    request.order = progress;
                    request.took_over = true;
                    (self.owner_attempt(owner), Some(from))
                }
                _ if is_late => (None, None),
                _ => {
                    self.look_up(id, Point::Claim, true);
                    return;
                }
            };
            self.take_claim(id, took_over, from);
        } else if IS_WHOLE {
            self.go_on_without_claim(id);
        }
        if self.crash_after(id, Point::Claim) {
            return;
        }
        self.begin_execution(id);
    }

    /// `check-then-act` and `transaction-only` claim nothing but go on from what an earlier failure left.
    fn go_on_without_claim(&mut self, id: u32) {
        if !self.uses_record(id) {
            return;
        }
        if let Verdict::TakeOver { progress, .. } = self.verdict(id, true) {
            self.request(id).order = progress;
            self.request(id).took_over = true;
        }
    }

    fn begin_execution(&mut self, id: u32) {
        if IS_WHOLE {
            let attempt = self.requests[id as usize].attempt;
            if self.requests[id as usize].invalid {
                let failure = Failure { status: 400, meaning: Meaning::InvalidParameters };
                self.request(id).failed = Some(failure);
                return self.enter(id, Point::Record);
            }
            let behind = self.scenario.service.build.limiter == Limiter::BehindRecord;
            if behind && self.chooser.limit(attempt) {
                self.tell_wider(id, Wider::RateLimited { behind: true });
                return self.fail(id, Failure { status: 429, meaning: Meaning::RateLimited }, false);
            }
            let unknown = self.scenario.service.effect.provider().map(|provider| provider.unknown);
            let took_over = self.requests[id as usize].took_over;
            if took_over
                && unknown == Some(UnknownCall::Park)
                && self.requests[id as usize].to == Endpoint::Create
            {
                self.tell_wider(id, Wider::ParkedForPerson);
                self.request(id).failed = Some(Failure { status: 409, meaning: Meaning::Parked });
                return self.enter(id, Point::Record);
            }
        }
        match self.failure(id, FailAt::BeforeEffect) {
            Some((failure, raised)) => self.fail(id, failure, raised),
            None => self.enter(id, Point::Effect),
        }
    }

    /// Whether the handler fails here, and how.
    fn failure(&mut self, id: u32, at: FailAt) -> Option<(Failure, bool)> {
        let attempt = self.requests[id as usize].attempt;
        self.chooser.fail(attempt, at).map(|(status, raised)| {
            let meaning = if IS_WHOLE && status < 500 { Meaning::Declined } else { Meaning::Failed };
            (Failure { status, meaning }, raised)
        })
    }

    fn take_claim(&mut self, id: u32, took_over: Option<AttemptId>, from: Option<EventSeq>) {
        let key = self.record_key(id);
        let request = &self.requests[id as usize];
        let (first_seen, progress, replica) = (request.first_seen, request.order, request.replica);
        let Some(fingerprint) = request.fingerprint.clone() else {
            return;
        };
        let in_transaction = self.scenario.service.write_order == WriteOrder::OneTransaction;
        let lease = self.scenario.service.lease.filter(|_| !in_transaction);
        let lease_until = lease.map(|lease| self.now.plus(lease));
        let kind = EventKind::Claimed {
            fingerprint: fingerprint.clone(),
            in_transaction,
            took_over,
            first_seen,
            lease_until,
        };
        let made_by = self.tell(id, from, kind);
        self.service.claims += 1;
        self.request(id).claim = self.service.claims;
        if IS_WHOLE && let Some(order) = progress {
            self.assume(id, Knob::FailedWork);
            self.tell_wider(id, Wider::Resumed { order });
        }
        if in_transaction {
            if self.locks_key() {
                self.service.locks.insert(key, id);
            }
            return;
        }
        let state = RecordState::Claimed { owner: id, lease_until };
        let written = self.now;
        let record = Record { fingerprint, first_seen, made_by, state, written, replica, progress };
        self.service.records.insert(key, record);
        if let Some(until) = lease_until {
            self.queue.schedule(until, Task::LeaseEnds { key, claim: made_by });
        }
        if IS_WHOLE && let Some(age) = self.scenario.service.build.sweeper {
            self.queue.schedule(self.now.plus(age), Task::Sweep { key, claim: made_by });
        }
    }

    pub(super) fn effect(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        let (intent, is_made) = (request.intent, IS_WHOLE && request.order.is_some());
        let in_transaction = self.scenario.service.write_order.has_transaction();
        let place = self.scenario.service.effect;
        if IS_WHOLE && self.requests[id as usize].to != Endpoint::Create {
            self.change(id, in_transaction);
        } else {
            match place {
                EffectPlace::Both(_) if self.requests[id as usize].phase == 1 => {
                    return self.first_phase(id, is_made);
                }
                EffectPlace::Ledger if is_made => {}
                EffectPlace::Provider(_) if is_made => {}
                EffectPlace::Provider(_) | EffectPlace::Both(_) => {
                    self.provider_effect(id);
                    if self.requests[id as usize].fenced {
                        return;
                    }
                    self.mark_progress(id);
                }
                EffectPlace::Ledger if in_transaction => {
                    self.request(id).uncommitted = true;
                    self.tell(id, None, EventKind::EffectWritten { intent });
                }
                EffectPlace::Ledger => {
                    let (order, nth) = self.next_order(intent);
                    self.request(id).order = Some(order);
                    self.tell(id, None, EventKind::EffectMade { intent, order, nth });
                    self.mark_progress(id);
                }
            }
            self.mail(id);
        }
        if self.crash_after(id, Point::Effect) {
            return;
        }
        match self.failure(id, FailAt::AfterEffect) {
            Some((failure, raised)) => self.fail(id, failure, raised),
            None => self.enter(id, Point::Record),
        }
    }

    /// The order of an effect in two phases: it commits alone, and the charge comes next.
    fn first_phase(&mut self, id: u32, is_made: bool) {
        let intent = self.requests[id as usize].intent;
        self.request(id).phase = 2;
        if !is_made {
            let (order, nth) = self.next_order(intent);
            self.request(id).order = Some(order);
            self.tell(id, None, EventKind::EffectMade { intent, order, nth });
            self.mark_progress(id);
        }
        if !self.crash_after(id, Point::Effect) {
            self.enter(id, Point::Effect);
        }
    }

    fn goes_on_after_failure(&self) -> bool {
        matches!(
            self.scenario.service.contract.failed_work,
            Some(FailedWork::Resume | FailedWork::ReexecuteFailedParts)
        )
    }

    /// Writes down, beside the claim, what the work has come to.
    fn mark_progress(&mut self, id: u32) {
        if !IS_WHOLE || !self.goes_on_after_failure() || !self.owns_claim(id) {
            return;
        }
        let (key, order) = (self.record_key(id), self.requests[id as usize].order);
        if let (Some(record), Some(order)) = (self.service.records.get_mut(&key), order) {
            record.progress = Some(order);
            self.tell_wider(id, Wider::PhaseDone { order, is_open: false });
        }
    }

    /// What `confirm` and `cancel` do to an order.
    fn change(&mut self, id: u32, in_transaction: bool) {
        if in_transaction {
            let intent = self.requests[id as usize].intent;
            self.request(id).uncommitted = true;
            self.tell(id, None, EventKind::EffectWritten { intent });
        } else {
            self.change_now(id);
        }
    }

    fn change_now(&mut self, id: u32) -> Answer {
        let request = &self.requests[id as usize];
        let intent = request.intent;
        let order = request.fingerprint.as_ref().and_then(|fingerprint| fingerprint.order).unwrap_or(0);
        let state =
            if request.to == Endpoint::Cancel { OrderState::Cancelled } else { OrderState::Confirmed };
        let answer = match self.ledger_row(order) {
            None => {
                self.tell_wider(id, Wider::NoSuchOrder { order });
                Answer::fixture(Meaning::NotFound, 404)
            }
            Some(row) if row.state == state || row.state == OrderState::Cancelled => {
                let state = row.state;
                self.tell_wider(id, Wider::NothingToChange { order, state });
                Answer::fixture(Meaning::Current(order, state), 200)
            }
            Some(row) => {
                row.state = state;
                self.effects[usize::from(intent)] += 1;
                let nth = self.effects[usize::from(intent)];
                self.tell_wider(id, Wider::StateChanged { intent, order, state, nth });
                if state == OrderState::Cancelled {
                    self.order_ended(order);
                }
                Answer::fixture(Meaning::Current(order, state), 200)
            }
        };
        self.request(id).answer = Some((answer.clone(), None));
        answer
    }

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
        let keeps = self.stores_failure(id, failure, raised);
        let stored = keeps && self.uses_record(id);
        self.tell(id, None, EventKind::Failed { status: failure.status, stored });
        let key = self.record_key(id);
        let holds_lock = self.uses_record(id) && self.service.locks.get(&key) == Some(&id);
        let request = self.request(id);
        request.failed = Some(failure);
        if std::mem::take(&mut request.uncommitted) || (!keeps && holds_lock) {
            self.tell(id, None, EventKind::RolledBack { whole: !keeps && holds_lock });
        }
        if stored {
            return self.enter(id, Point::Record);
        }
        self.own_answer(id, None);
        if !keeps && self.uses_record(id) && self.release(id, key, holds_lock) {
            self.wake_waiting(key);
        }
        self.enter(id, Point::Respond);
    }

    /// Removes the claim after a failure, as far as this write order may, or leaves what was made so far. `true`
    /// where something was removed.
    fn release(&mut self, id: u32, key: RecordKey, holds_lock: bool) -> bool {
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
        let is_left = IS_WHOLE && self.scenario.service.build.failed_claim == FailedClaim::Left;
        if may && is_claim && !is_left {
            self.service.records.remove(&key);
            self.tell(id, None, EventKind::Released);
        }
        may && is_claim && !is_left
    }

    /// Under `resume` and the like, leaves an order or a charge that stands for the next request.
    fn leaves_progress(&mut self, id: u32, key: RecordKey) -> bool {
        let request = &self.requests[id as usize];
        let (Some(order), Some(fingerprint)) = (request.order, request.fingerprint.clone()) else {
            return false;
        };
        if !self.goes_on_after_failure() {
            return false;
        }
        let (first_seen, replica, written) = (request.first_seen, request.replica, self.now);
        let made_by = self.tell_wider(id, Wider::PhaseDone { order, is_open: true });
        let state = RecordState::Open { owner: id };
        let progress = Some(order);
        let record = Record { fingerprint, first_seen, made_by, state, written, replica, progress };
        self.service.records.insert(key, record);
        true
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
            self.tell(id, None, EventKind::RecordWritten);
        } else {
            let answer = self.own_answer(id, None);
            if self.uses_record(id) && self.stores_answer(id, &answer) {
                self.store(id, answer);
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

    /// Whether an answer of the handler's is one that the contract keeps; only successes can be not kept here.
    fn stores_answer(&mut self, id: u32, answer: &Answer) -> bool {
        if !IS_WHOLE || answer.meaning.order().is_none() {
            return true;
        }
        let said = self.scenario.service.contract.stores.ok;
        self.keeps(id, said)
    }

    /// Where the record needs the client and the client is gone, nothing is recorded and the claim goes.
    fn is_record_cancelled(&mut self, id: u32) -> bool {
        let request = &self.requests[id as usize];
        if !self.scenario.service.build.record_needs_client || !request.client_gone || !self.uses_record(id) {
            return false;
        }
        let key = self.record_key(id);
        let was_uncommitted = std::mem::take(&mut self.request(id).uncommitted);
        let holds_lock = self.service.locks.get(&key) == Some(&id);
        self.tell_wider(id, Wider::RecordCancelled);
        if was_uncommitted || holds_lock {
            self.tell(id, None, EventKind::RolledBack { whole: holds_lock });
            self.request(id).failed = Some(Failure { status: 500, meaning: Meaning::Failed });
        }
        self.own_answer(id, None);
        if self.release(id, key, holds_lock) {
            self.wake_waiting(key);
        }
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
        request.uncommitted = false;
        request.fenced = true;
        request.wait = None;
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
        let kept = self.kept_until(id);
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
                self.look_up(id, Point::Commit, true);
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
        let kept = self.kept_until(id);
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

    /// What a transaction without a record leaves: its order.
    fn commit_without_record(&mut self, id: u32, (intent, order, nth): (u16, Option<u32>, u32)) {
        if let Some(order) = order {
            self.tell(id, None, EventKind::EffectMade { intent, order, nth });
        }
        if self.uses_record(id) {
            let key = self.record_key(id);
            self.service.locks.remove(&key);
            if self.owns_claim(id) {
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
        let Some(record) = self.service.records.get(&key).filter(|_| is_late) else {
            return false;
        };
        let owner = match &record.state {
            RecordState::Finished { by, .. } => Some(*by),
            _ => None,
        };
        let from = record.made_by;
        self.request(id).uncommitted = false;
        self.request(id).failed = None;
        self.tell(id, Some(from), EventKind::Wider(Wider::Collided { owner }));
        self.tell(id, None, EventKind::RolledBack { whole: false });
        if self.crash_after(id, Point::Commit) {
            return true;
        }
        match self.scenario.service.build.loser {
            Loser::Rereads => {
                self.request(id).fenced = true;
                self.look_up(id, Point::Commit, true);
            }
            Loser::Errors => {
                self.tell(id, None, EventKind::Failed { status: 500, stored: false });
                self.answer(id, Meaning::Failed, 500);
                self.enter(id, Point::Respond);
            }
        }
        true
    }
}
