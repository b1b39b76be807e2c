//! The look-up: what the store says of a request's key now, and what follows from it (`rules.md` §§4.2–4.3).
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - The claim checks again what the look-up saw, since another request may have come between (insert if absent).
//! - The wait limit counts from the first time a request has to wait, also when it loses a race in between, or takes a
//!   claim over and is fenced out later.
//! - A late owner that is fenced out never executes again: it is answered from the record if there is a finished
//!   one, else as `in_flight` says. It waits only for a claim that stands: where none does, or where the claim goes or
//!   its lease ends meanwhile, it gets 409 in progress.
//!
//! And for contracts:
//!
//! - A spent key is refused before anything else is compared.
//! - Where a service looks at "running" first, a standing claim answers before the fingerprint is compared.
//! - A request that counts as new because of its parameters goes on to the claim, which it passes without a record; one
//!   that finds that out at the claim only passes the claim again and takes its time there twice.
//! - What is compared is the fingerprint, and the endpoint too where the rule says so (`endpoint-params`, and where
//!   nothing is stated). With `none` nothing differs.
//! - A replay under `updated-state` shows the order as it is now, under `conflict-pointer` it points to it; under
//!   `stored-or-current` it is the stored answer until the order has changed. Stored failures come back as they are.
//! - A replay's own status, where the contract has one, stands for a success only.
//! - `current-state` while the first is at work answers 202: there is no order to show yet.

use crate::sim::IS_WHOLE;
use crate::sim::chooser::Chooser;
use crate::sim::contract::{AfterExpiry, FingerprintRule, InFlight, Knob, MismatchDoes, Refusal, ReplayMode};
use crate::sim::scenario::{AttemptId, Point};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, EventKind, EventSeq, Found, Meaning, OrderState, RecordKey, Wider};
use crate::sim::world::{Task, World};

use super::store::{Progress, Record, RecordState};

/// What the checks of `rules.md` §4.2 say about a request's key now.
pub(super) enum Verdict {
    New,
    /// Other parameters, and they count as another request.
    AsNew,
    TakeOver {
        owner: u32,
        first_seen: Millis,
        from: EventSeq,
        progress: Option<Progress>,
        is_open: bool,
    },
    Replay {
        answer: Answer,
        by: AttemptId,
        from: EventSeq,
    },
    OtherParameters {
        from: EventSeq,
    },
    InFlight {
        owner: u32,
        from: Option<EventSeq>,
        lease_until: Option<Millis>,
    },
    Spent {
        from: EventSeq,
    },
}

impl<C: Chooser> World<'_, C> {
    /// The checks of `rules.md` §4.2 after validation, in their order. `at_source` where the record is written.
    pub(super) fn verdict(&mut self, id: u32, at_source: bool) -> Verdict {
        if !self.uses_record(id) {
            return Verdict::New;
        }
        let key = self.record_key(id);
        self.expire_if_due(key);
        let Some(record) = self.seen_record(id, at_source).cloned() else {
            return self.held(id, key).unwrap_or(Verdict::New);
        };
        let from = record.made_by;
        if matches!(record.state, RecordState::Spent) {
            return Verdict::Spent { from };
        }
        let running_first = IS_WHOLE && self.scenario.service.build.running_first;
        if running_first && let Some(verdict) = self.still_running(&record) {
            return verdict;
        }
        if self.differs(id, &record) {
            if !IS_WHOLE {
                return Verdict::OtherParameters { from };
            }
            let mismatch = self.scenario.service.contract.mismatch.as_ref();
            if mismatch.is_none() {
                self.assume(id, Knob::Mismatch);
            }
            match mismatch.map_or(MismatchDoes::Reject, |mismatch| mismatch.does) {
                MismatchDoes::Reject => return Verdict::OtherParameters { from },
                MismatchDoes::TreatAsNew if IS_WHOLE => return Verdict::AsNew,
                _ => self.assume(id, Knob::Mismatch),
            }
        }
        match &record.state {
            RecordState::Finished { answer, by, .. } => {
                Verdict::Replay { answer: answer.clone(), by: *by, from }
            }
            RecordState::Claimed { owner, .. } | RecordState::Open { owner } => {
                let (owner, first_seen, progress) = (*owner, record.first_seen, record.progress);
                let is_open = matches!(record.state, RecordState::Open { .. });
                match self.still_running(&record).or_else(|| self.held(id, key)) {
                    Some(verdict) => verdict,
                    None if IS_WHOLE => Verdict::TakeOver { owner, first_seen, from, progress, is_open },
                    None => Verdict::New,
                }
            }
            RecordState::Spent => Verdict::Spent { from },
        }
    }

    /// That a claim stands, if it does.
    fn still_running(&self, record: &Record) -> Option<Verdict> {
        let RecordState::Claimed { owner, lease_until } = record.state else {
            return None;
        };
        let is_over = IS_WHOLE && lease_until.is_some_and(|until| until <= self.now);
        (!is_over).then_some(Verdict::InFlight { owner, from: Some(record.made_by), lease_until })
    }

    /// That another request's transaction holds the key, if one does.
    fn held(&self, id: u32, key: RecordKey) -> Option<Verdict> {
        let owner = *self.service.locks.get(&key).filter(|owner| **owner != id)?;
        Some(Verdict::InFlight { owner, from: None, lease_until: None })
    }

    /// Whether a request asks for something else than the record holds.
    fn differs(&mut self, id: u32, record: &Record) -> bool {
        let Some(asked) = self.requests[id as usize].fingerprint.clone() else {
            return false;
        };
        if !IS_WHOLE {
            return *record.fingerprint != *asked;
        }
        let rule = self.scenario.service.contract.fingerprint;
        if IS_WHOLE && rule == Some(FingerprintRule::Nothing) {
            return false;
        }
        let same_parameters = record.fingerprint.same_parameters(&asked);
        let with_endpoint = matches!(rule, None | Some(FingerprintRule::EndpointParams));
        let differs = !same_parameters || (with_endpoint && record.fingerprint.to != asked.to);
        // Whether another endpoint is another request is part of what a provider may leave out.
        let is_elsewhere = same_parameters && record.fingerprint.to != asked.to;
        if (differs && rule.is_none()) || is_elsewhere {
            self.assume(id, Knob::Fingerprint);
        }
        differs
    }

    /// Acts on what the store says: at the look-up, at the claim when it lost a race, and after a wait.
    pub(super) fn look_up(&mut self, id: u32, at: Point, again: bool) {
        let verdict = self.verdict(id, at != Point::LookUp);
        let said = |found, owner| EventKind::LookedUp { found, owner, again };
        let is_fenced = self.requests[id as usize].fenced;
        match verdict {
            Verdict::New | Verdict::TakeOver { .. } | Verdict::AsNew if is_fenced => {
                self.answer_in_flight(id);
                self.leave(id, at);
            }
            Verdict::New => {
                if self.uses_record(id) {
                    self.assume_expiry(id);
                    self.tell(id, None, said(Found::Nothing, None));
                }
                self.pass(id, Point::LookUp, Point::Claim);
            }
            Verdict::AsNew => {
                self.tell_wider(id, Wider::TreatedAsNew);
                self.request(id).unkeyed = true;
                self.pass(id, Point::LookUp, Point::Claim);
            }
            Verdict::TakeOver { owner, from, is_open, .. } => {
                let owner = self.owner_attempt(owner);
                let found = if is_open { Found::Interrupted } else { Found::LeaseOver };
                self.tell(id, Some(from), said(found, owner));
                self.pass(id, Point::LookUp, Point::Claim);
            }
            Verdict::Replay { answer, by, from } => {
                self.tell(id, Some(from), said(Found::Finished, Some(by)));
                let answer = self.replayed(id, answer);
                self.request(id).answer = Some((answer, Some(by)));
                self.leave(id, at);
            }
            Verdict::OtherParameters { from } => {
                self.tell(id, Some(from), said(Found::OtherParameters, None));
                let mismatch = self.scenario.service.contract.mismatch.as_ref();
                let terms = mismatch.map(|mismatch| &mismatch.answer);
                if mismatch.is_some() {
                    self.assume(id, Knob::Mismatch);
                }
                self.refuse(id, Meaning::OtherParameters, terms);
                self.leave(id, at);
            }
            Verdict::InFlight { owner, from, lease_until } => {
                self.meet_in_flight(id, at, again, (owner, from, lease_until));
            }
            Verdict::Spent { from } => {
                self.tell(id, Some(from), EventKind::Wider(Wider::Spent));
                let status = match self.scenario.service.contract.after_expiry {
                    Some(AfterExpiry::Reject(status)) => status,
                    _ => None,
                };
                self.refuse(id, Meaning::KeyExpired, Some(&Refusal { status, code: None }));
                self.leave(id, at);
            }
        }
    }

    fn meet_in_flight(
        &mut self,
        id: u32,
        at: Point,
        again: bool,
        (owner, from, lease_until): (u32, Option<EventSeq>, Option<Millis>),
    ) {
        let found = if from.is_some() { Found::InFlight } else { Found::Locked };
        let owner = self.owner_attempt(owner);
        self.assume(id, Knob::InFlight);
        match self.scenario.service.contract.in_flight() {
            InFlight::Wait(at_most) => self.wait(id, from, owner, lease_until, at_most),
            _ => {
                self.tell(id, from, EventKind::LookedUp { found, owner, again });
                self.answer_in_flight(id);
                self.leave(id, at);
            }
        }
    }

    fn refuse(&mut self, id: u32, meaning: Meaning, terms: Option<&Refusal>) {
        if !IS_WHOLE {
            return self.answer(id, meaning, 0);
        }
        let plain = Refusal::default();
        let answer = Answer::refusal(meaning, terms.unwrap_or(&plain));
        self.request(id).answer = Some((answer, None));
    }

    /// What the contract answers while another request is at work, where nobody waits.
    fn answer_in_flight(&mut self, id: u32) {
        if IS_WHOLE && self.scenario.service.contract.in_flight() == InFlight::CurrentState {
            self.answer(id, Meaning::Pending, 202);
        } else {
            self.refuse_in_flight(id);
        }
    }

    fn refuse_in_flight(&mut self, id: u32) {
        let terms = self.scenario.service.contract.in_flight.as_ref().map(|rule| &rule.answer);
        self.refuse(id, Meaning::InProgress, terms);
    }

    /// The answer that a replay of a stored one gives.
    fn replayed(&mut self, id: u32, stored: Answer) -> Answer {
        if !IS_WHOLE {
            return stored;
        }
        let scenario = self.scenario;
        let replay = &scenario.service.contract.replay;
        let Some(order) = stored.meaning.order() else {
            if stored.meaning.is_failure() {
                self.assume(id, Knob::FailedWork);
            }
            return stored;
        };
        self.assume(id, Knob::Replay);
        let state = self.ledger_row(order).map_or(OrderState::Created, |row| row.state);
        let status = replay.status.unwrap_or(stored.status);
        let current = Answer::fixture(Meaning::Current(order, state), status);
        match replay.mode {
            ReplayMode::Verbatim => Answer { status, ..stored },
            ReplayMode::StoredOrCurrent if state == OrderState::Created => Answer { status, ..stored },
            ReplayMode::StoredOrCurrent | ReplayMode::UpdatedState => current,
            ReplayMode::ConflictPointer => {
                let terms = Refusal { status: replay.status, code: replay.code.clone() };
                Answer::refusal(Meaning::Pointer(order), &terms)
            }
        }
    }

    /// On to the answer from the point that gave it.
    pub(super) fn leave(&mut self, id: u32, at: Point) {
        self.request(id).is_waiting = false;
        self.pass(id, at, Point::Respond);
    }

    /// Waits, or is refused where it has waited as long as it may. A request that leaves, loses the race for the
    /// claim and comes back waits on with what is left.
    fn wait(
        &mut self,
        id: u32,
        from: Option<EventSeq>,
        owner: Option<AttemptId>,
        lease_until: Option<Millis>,
        at_most: Millis,
    ) {
        let now = self.now;
        let is_first = self.requests[id as usize].wait.is_none();
        let (since, until) = *self.request(id).wait.get_or_insert((now, now.plus(at_most)));
        if now >= until && !is_first {
            return self.waited_out(id, since);
        }
        self.request(id).is_waiting = true;
        self.tell(id, from, EventKind::Waiting { owner, at_most: until.minus(now) });
        if is_first {
            self.queue.schedule(until, Task::WaitOver { request: id });
        }
        if let Some(lease_until) = lease_until {
            self.queue.schedule(lease_until, Task::Wake { request: id });
        }
    }

    fn waited_out(&mut self, id: u32, since: Millis) {
        let waited = self.now.minus(since);
        self.tell(id, None, EventKind::WaitedOut { waited });
        self.refuse_in_flight(id);
        self.leave(id, Point::LookUp);
    }

    pub(crate) fn wake(&mut self, id: u32) {
        if self.is_waiting(id) {
            self.look_again(id);
        }
    }

    /// Looks again while waiting; stays where the key is still in flight.
    fn look_again(&mut self, id: u32) {
        if let Verdict::InFlight { lease_until, .. } = self.verdict(id, false) {
            if let Some(until) = lease_until.filter(|until| *until > self.now) {
                self.queue.schedule(until, Task::Wake { request: id });
            }
            return;
        }
        self.request(id).is_waiting = false;
        self.look_up(id, Point::LookUp, true);
    }

    pub(crate) fn wait_over(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        let Some((since, until)) = request.wait else {
            return;
        };
        if !request.alive || !request.is_waiting || self.now < until {
            return;
        }
        self.look_again(id);
        if self.requests[id as usize].is_waiting {
            self.waited_out(id, since);
        }
    }

    pub(super) fn wake_waiting(&mut self, key: RecordKey) {
        for request in 0..self.requests.len() as u32 {
            if self.is_waiting(request) && self.record_key(request) == key {
                self.queue.schedule(self.now, Task::Wake { request });
            }
        }
    }
}
