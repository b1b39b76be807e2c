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
//! - What is not stored leaves nothing of the claim; a failure leaves all of it where the service was built so. Under
//!   `resume` and `reexecute-failed-parts` it leaves what was made: an order that stands (not one that was rolled back)
//!   or a charge that the service knows of. The next request takes it over and makes only what is missing; the lease has no say. So
//!   does a success that is not stored, in every write order.
//! - What is left so takes the place of nothing, of what was left before, or of a claim that a release may remove; never
//!   of a finished record or a spent key.
//! - Where a transaction holds the key, a dropped failure rolls its recovery point back with it, a charge's too, which the
//!   next request then makes again. `transaction-only`, and `claim-then-commit` beside its claim, write the recovery point
//!   in a transaction of its own.
//! - A taken-over claim keeps its progress too. A phase's order and its recovery point commit together, so that a
//!   crash between them does not exist; a charge's recovery point is written when the call has come back.
//! - An effect in two phases makes the order first, in a transaction of its own, then charges; each takes the effect's
//!   time, and `after-effect` strikes after the first. A rolled-back transaction does not undo the first phase.
//! - A record that needs the client is not written once the service knows that the client is gone; the claim goes, what
//!   was committed before stays, and in a transaction all of it is rolled back. The answer goes out all the same; where an
//!   order that it would tell of was rolled back, it is 500.
//! - Where a commit's acknowledgement is lost, what was committed stands; the service answers 500 and stores nothing.
//! - `confirm` and `cancel` change an order's state where an order is made: alone or with the commit. Where there is no such order their
//!   404 is a `client_error`.

use crate::sim::IS_WHOLE;
use crate::sim::build::{Limiter, Unique};
use crate::sim::chooser::Chooser;
use crate::sim::contract::{FailedWork, Knob};
use crate::sim::scenario::{AttemptId, EffectPlace, Endpoint, FailAt, Point, UnknownCall, WriteOrder};
use crate::sim::trace::{Answer, EventKind, EventSeq, Meaning, OrderState, Wider};
use crate::sim::world::{Task, World};

use super::Failure;
use super::crash::Then;
use super::look::Verdict;
use super::store::{Progress, Record, RecordState};

impl<C: Chooser> World<'_, C> {
    /// Whether the service's transaction holds the key from the claim to the commit.
    pub(super) fn locks_key(&self) -> bool {
        self.scenario.service.write_order == WriteOrder::OneTransaction
            && !(IS_WHOLE && self.scenario.service.build.unique == Unique::AtCommit)
    }

    pub(super) fn claim(&mut self, id: u32) {
        let claims = self.scenario.service.write_order.claims() && self.uses_record(id);
        let is_late = self.scenario.service.write_order == WriteOrder::OneTransaction && !self.locks_key();
        if claims {
            let (took_over, from) = match self.verdict(id, true) {
                Verdict::New => (None, None),
                Verdict::TakeOver { owner, first_seen, from, progress, .. } => {
                    let request = self.request(id);
                    request.first_seen = first_seen;
                    request.go_on_from(progress);
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
            self.request(id).go_on_from(progress);
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
                let failure = Failure { status: 429, meaning: Meaning::RateLimited };
                return self.act_once_it_goes_on(id, Then::Fail(failure, false));
            }
            let unknown = self.scenario.service.effect.provider().map(|provider| provider.unknown);
            let request = &self.requests[id as usize];
            let is_unknown = request.took_over && !self.knows_effect(request);
            if is_unknown && unknown == Some(UnknownCall::Park) && request.to == Endpoint::Create {
                self.tell_wider(id, Wider::ParkedForPerson);
                self.request(id).failed = Some(Failure { status: 409, meaning: Meaning::Parked });
                return self.enter(id, Point::Record);
            }
        }
        match self.failure(id, FailAt::BeforeEffect) {
            Some((failure, raised)) => self.act_once_it_goes_on(id, Then::Fail(failure, raised)),
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
        let (first_seen, progress, replica) = (request.first_seen, request.progress(), request.replica);
        let Some(fingerprint) = request.fingerprint.clone() else {
            return;
        };
        let in_transaction = self.scenario.service.write_order == WriteOrder::OneTransaction;
        if IS_WHOLE && in_transaction && !self.locks_key() {
            // The key is taken at the commit; until then there is nothing that anybody could see or meet.
            return;
        }
        let lease = self.scenario.service.lease.filter(|_| IS_WHOLE && !in_transaction);
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
        if IS_WHOLE && let Some(Progress { order, .. }) = progress {
            self.assume(id, Knob::FailedWork);
            self.tell_wider(id, Wider::Resumed { order });
        }
        if in_transaction {
            self.service.locks.insert(key, id);
            return;
        }
        let state = RecordState::Claimed { owner: id, lease_until };
        let written = self.now;
        let record =
            Record { fingerprint, first_seen, made_by, state, written, changed: written, replica, progress };
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
        let was_known = IS_WHOLE && self.knows_effect(request);
        let in_transaction = self.scenario.service.write_order.has_transaction();
        let place = if IS_WHOLE { self.scenario.service.effect } else { EffectPlace::Ledger };
        if IS_WHOLE && self.requests[id as usize].to != Endpoint::Create {
            self.change(id, in_transaction);
        } else {
            match place {
                EffectPlace::Both(_) if self.requests[id as usize].phase == 1 => {
                    return self.first_phase(id, is_made);
                }
                EffectPlace::Ledger if is_made => {}
                EffectPlace::Provider(_) if is_made => {}
                EffectPlace::Both(_) if self.requests[id as usize].charged => {}
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
            self.mail(id, was_known);
        }
        if self.crash_after(id, Point::Effect) {
            return;
        }
        match self.failure(id, FailAt::AfterEffect) {
            Some((failure, raised)) => self.act_once_it_goes_on(id, Then::Fail(failure, raised)),
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
        if self.crash_after(id, Point::Effect) {
            return;
        }
        match self.failure(id, FailAt::AfterEffect) {
            Some((failure, raised)) => self.act_once_it_goes_on(id, Then::Fail(failure, raised)),
            None => self.enter(id, Point::Effect),
        }
    }

    pub(super) fn goes_on_after_failure(&self) -> bool {
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
        let (key, progress) = (self.record_key(id), self.requests[id as usize].progress());
        if let (Some(record), Some(Progress { order, .. })) = (self.service.records.get_mut(&key), progress) {
            record.progress = progress;
            record.changed = self.now;
            let (fingerprint, first_seen) = (record.fingerprint.clone(), record.first_seen);
            self.tell_wider(id, Wider::PhaseDone { order, is_open: false, fingerprint, first_seen });
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

    pub(super) fn change_now(&mut self, id: u32) -> Answer {
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
}
