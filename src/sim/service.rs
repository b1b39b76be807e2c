//! What the service does with a request, point by point (`rules.md` §4), and how it dies (§5).
//!
//! Owns requests in process, the record store, open transactions, the ledger and the provider's book. It
//! deliberately never looks at a client: it sees a key, a body and its own store.
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - A point acts when its time is over. Every request passes every point and takes its time there; the write
//!   order only says what happens. Outside a transaction `commit` takes no time of its own.
//! - A refusal, a replay and a 409 go straight to `respond`.
//! - A crash after a point strikes before the request goes on; after `look-up` once the request leaves it, after
//!   `claim` also where the claim was not got.
//! - The claim checks again what the look-up saw, since another request may have come between (insert if absent).
//! - A handler whose error is stored goes on to `record`; otherwise the claim is removed at once and the error goes
//!   straight to `respond`. `before-effect` fails as soon as execution begins, before the effect's time.
//! - The wait limit counts from the first time a request has to wait, also when it loses a race in between.
//! - A release removes a claim only: in `claim-first` whoever's it is by now (no fence), in `claim-then-commit`
//!   the owner's own; a late owner's
//!   error then goes out as it is.
//! - A late owner that is fenced out never executes again: it is answered from the record if there is a finished
//!   one, else as `in_flight` says; if it waits and the claim goes, it gets 409 in progress.

use std::rc::Rc;

use super::body::{self, Fingerprint};
use super::chooser::Chooser;
use super::scenario::{AttemptId, Direction, EffectPlace, FailAt, Failures, InFlight, Point, WriteOrder};
use super::table::Table;
use super::time::Millis;
use super::trace::{Answer, EventKind, EventSeq, Found, IntentId, KeyId, Meaning};
use super::world::{About, Task, World};

/// The service's memory and state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Service {
    records: Table<KeyId, Record>,
    /// Keys held by an open transaction, and by which request.
    locks: Table<KeyId, u32>,
    orders: u32,
    charges: u32,
    /// Forwarded keys that the provider knows, and their charges.
    provider_keys: Table<KeyId, u32>,
    is_down: bool,
}

/// What the service remembers under a key.
#[derive(Clone, Debug)]
struct Record {
    fingerprint: Rc<Fingerprint>,
    first_seen: Millis,
    /// The event that made it what it is now.
    made_by: EventSeq,
    state: RecordState,
}

#[derive(Clone, Debug)]
enum RecordState {
    Claimed { owner: u32, lease_until: Option<Millis> },
    Finished { answer: Answer, by: AttemptId },
}

/// One delivered copy of an attempt, at the service.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    about: About,
    attempt: AttemptId,
    intent: IntentId,
    key: KeyId,
    body_text: Rc<str>,
    fingerprint: Option<Rc<Fingerprint>>,
    /// Its own arrival, or that of the claim it took over.
    first_seen: Millis,
    alive: bool,
    is_waiting: bool,
    /// When it first had to wait, and until when it may.
    wait: Option<(Millis, Millis)>,
    fenced: bool,
    /// A local effect written in an open transaction.
    uncommitted: bool,
    order: Option<u32>,
    failed: Option<u16>,
    answer: Option<(Answer, Option<AttemptId>)>,
}

/// What the checks of `rules.md` §4.2 say about a request's key now.
enum Verdict {
    New,
    TakeOver { owner: u32, first_seen: Millis, from: EventSeq },
    Replay { answer: Answer, by: AttemptId, from: EventSeq },
    OtherParameters { from: EventSeq },
    InFlight { owner: u32, from: Option<EventSeq>, lease_until: Option<Millis> },
}

impl<C: Chooser> World<'_, C> {
    pub(crate) fn request_arrives(&mut self, attempt: AttemptId, second_copy: bool, sent: EventSeq) {
        let Some(key) = self.attempt_key(attempt) else {
            return;
        };
        let id = self.requests.len() as u32;
        let mut about = About {
            cause: Some(sent),
            from: None,
            attempt: Some(attempt),
            key: Some(key),
            request: Some(id),
        };
        if self.service.is_down {
            about.request = None;
            self.emit(about, EventKind::ArrivedWhileDown { second_copy });
            return;
        }
        about.cause = Some(self.emit(about, EventKind::Arrived { second_copy }));
        let (body_text, intent) = self.attempt_body(attempt);
        self.requests.push(Request {
            about,
            attempt,
            intent,
            key,
            body_text,
            fingerprint: None,
            first_seen: self.now,
            alive: true,
            is_waiting: false,
            wait: None,
            fenced: false,
            uncommitted: false,
            order: None,
            failed: None,
            answer: None,
        });
        self.enter(id, Point::Receive);
    }

    /// Whether a request waits at the look-up.
    pub(crate) fn is_waiting(&self, id: u32) -> bool {
        let request = &self.requests[id as usize];
        request.alive && request.is_waiting
    }

    /// Whether a request's point still comes: it is in process, or its provider call is out.
    pub(crate) fn is_at_work(&self, id: u32, point: Point) -> bool {
        let at_provider = matches!(self.scenario.service.effect, EffectPlace::Provider { .. });
        self.requests[id as usize].alive || (point == Point::Effect && at_provider)
    }

    fn request(&mut self, id: u32) -> &mut Request {
        &mut self.requests[id as usize]
    }

    /// Appends an event of a request and makes it the cause of the request's next one.
    fn tell(&mut self, id: u32, from: Option<EventSeq>, kind: EventKind) -> EventSeq {
        let about = About { from, ..self.requests[id as usize].about };
        let seq = self.emit(about, kind);
        self.request(id).about.cause = Some(seq);
        seq
    }

    fn enter(&mut self, id: u32, point: Point) {
        let due = self.now.plus(self.scenario.service.takes.at(point));
        self.queue.schedule(due, Task::Point { request: id, point });
    }

    pub(crate) fn point_over(&mut self, id: u32, point: Point) {
        if !self.requests[id as usize].alive {
            // A provider call that was begun goes through, whatever became of the caller.
            if self.is_at_work(id, point) {
                self.provider_effect(id);
            }
            return;
        }
        match point {
            Point::Receive => self.pass(id, Point::Receive, Point::Authenticate),
            Point::Authenticate => self.pass(id, Point::Authenticate, Point::Validate),
            Point::Validate => self.validate(id),
            Point::LookUp => self.look_up(id, Point::LookUp, false),
            Point::Claim => self.claim(id),
            Point::Effect => self.effect(id),
            Point::Record => self.record(id),
            Point::Commit => self.commit(id),
            Point::Respond => self.respond(id),
        }
    }

    /// Leaves a point for the next one, unless the service dies in between.
    fn pass(&mut self, id: u32, point: Point, next: Point) {
        if !self.crash_after(id, point) {
            self.enter(id, next);
        }
    }

    fn answer(&mut self, id: u32, meaning: Meaning, status: u16, replay_of: Option<AttemptId>) {
        self.request(id).answer = Some((Answer::fixture(meaning, status), replay_of));
    }

    fn validate(&mut self, id: u32) {
        let fingerprint = body::fingerprint(&self.requests[id as usize].body_text).map(Rc::new);
        match fingerprint {
            Some(fingerprint) => {
                self.request(id).fingerprint = Some(fingerprint.clone());
                self.tell(id, None, EventKind::Validated { fingerprint });
                self.pass(id, Point::Validate, Point::LookUp);
            }
            None => {
                self.tell(id, None, EventKind::Invalid);
                self.answer(id, Meaning::InvalidParameters, 400, None);
                self.pass(id, Point::Validate, Point::Respond);
            }
        }
    }

    /// The checks of `rules.md` §4.2 after validation, in their order.
    fn verdict(&mut self, id: u32) -> Verdict {
        let request = &self.requests[id as usize];
        let (key, fingerprint) = (request.key, request.fingerprint.clone());
        if self.scenario.service.write_order == WriteOrder::Ignore {
            return Verdict::New;
        }
        self.expire_if_due(key);
        let Some(record) = self.service.records.get(&key) else {
            return match self.service.locks.get(&key) {
                Some(owner) if *owner != id => {
                    Verdict::InFlight { owner: *owner, from: None, lease_until: None }
                }
                _ => Verdict::New,
            };
        };
        let from = record.made_by;
        if Some(&record.fingerprint) != fingerprint.as_ref() {
            return Verdict::OtherParameters { from };
        }
        match &record.state {
            RecordState::Finished { answer, by } => Verdict::Replay { answer: answer.clone(), by: *by, from },
            RecordState::Claimed { owner, lease_until } => match lease_until {
                Some(until) if *until <= self.now => {
                    Verdict::TakeOver { owner: *owner, first_seen: record.first_seen, from }
                }
                _ => Verdict::InFlight { owner: *owner, from: Some(from), lease_until: *lease_until },
            },
        }
    }

    fn owner_attempt(&self, owner: u32) -> Option<AttemptId> {
        self.requests.get(owner as usize).map(|request| request.attempt)
    }

    /// Acts on what the store says: at the look-up, at the claim when it lost a race, and after a wait.
    fn look_up(&mut self, id: u32, at: Point, again: bool) {
        let verdict = self.verdict(id);
        let said = |found, owner| EventKind::LookedUp { found, owner, again };
        let is_fenced = self.requests[id as usize].fenced;
        match verdict {
            Verdict::New | Verdict::TakeOver { .. } if is_fenced => {
                self.answer(id, Meaning::InProgress, 409, None);
                self.leave(id, at);
            }
            Verdict::New => {
                if self.scenario.service.write_order != WriteOrder::Ignore {
                    self.tell(id, None, said(Found::Nothing, None));
                }
                self.pass(id, Point::LookUp, Point::Claim);
            }
            Verdict::TakeOver { owner, from, .. } => {
                let owner = self.owner_attempt(owner);
                self.tell(id, Some(from), said(Found::LeaseOver, owner));
                self.pass(id, Point::LookUp, Point::Claim);
            }
            Verdict::Replay { answer, by, from } => {
                self.tell(id, Some(from), said(Found::Finished, Some(by)));
                self.request(id).answer = Some((answer, Some(by)));
                self.leave(id, at);
            }
            Verdict::OtherParameters { from } => {
                self.tell(id, Some(from), said(Found::OtherParameters, None));
                self.answer(id, Meaning::OtherParameters, 409, None);
                self.leave(id, at);
            }
            Verdict::InFlight { owner, from, lease_until } => {
                let found = if from.is_some() { Found::InFlight } else { Found::Locked };
                let owner = self.owner_attempt(owner);
                match self.scenario.service.in_flight {
                    InFlight::Reject => {
                        self.tell(id, from, said(found, owner));
                        self.answer(id, Meaning::InProgress, 409, None);
                        self.leave(id, at);
                    }
                    InFlight::Wait(at_most) => self.wait(id, from, owner, lease_until, at_most),
                }
            }
        }
    }

    /// On to the answer from the point that gave it.
    fn leave(&mut self, id: u32, at: Point) {
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
        self.answer(id, Meaning::InProgress, 409, None);
        self.leave(id, Point::LookUp);
    }

    pub(crate) fn wake(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        if request.alive && request.is_waiting {
            self.look_again(id);
        }
    }

    /// Looks again while waiting; stays where the key is still in flight.
    fn look_again(&mut self, id: u32) {
        if let Verdict::InFlight { lease_until, .. } = self.verdict(id) {
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

    fn wake_waiting(&mut self, key: KeyId) {
        let waiting = |request: &&Request| request.alive && request.key == key && request.is_waiting;
        let ids: Vec<_> = self.requests.iter().filter(waiting).filter_map(|r| r.about.request).collect();
        for request in ids {
            self.queue.schedule(self.now, Task::Wake { request });
        }
    }

    fn claim(&mut self, id: u32) {
        let write_order = self.scenario.service.write_order;
        if write_order.claims() {
            let (took_over, from) = match self.verdict(id) {
                Verdict::New => (None, None),
                Verdict::TakeOver { owner, first_seen, from } => {
                    self.request(id).first_seen = first_seen;
                    (self.owner_attempt(owner), Some(from))
                }
                Verdict::Replay { .. } | Verdict::OtherParameters { .. } | Verdict::InFlight { .. } => {
                    self.look_up(id, Point::Claim, true);
                    return;
                }
            };
            self.take_claim(id, took_over, from);
        }
        if self.crash_after(id, Point::Claim) {
            return;
        }
        let attempt = self.requests[id as usize].attempt;
        match self.chooser.fail(attempt, FailAt::BeforeEffect) {
            Some(status) => self.fail(id, status),
            None => self.enter(id, Point::Effect),
        }
    }

    fn take_claim(&mut self, id: u32, took_over: Option<AttemptId>, from: Option<EventSeq>) {
        let request = &self.requests[id as usize];
        let (key, first_seen) = (request.key, request.first_seen);
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
        if in_transaction {
            self.service.locks.insert(key, id);
            return;
        }
        let state = RecordState::Claimed { owner: id, lease_until };
        self.service.records.insert(key, Record { fingerprint, first_seen, made_by, state });
        if let Some(until) = lease_until {
            self.queue.schedule(until, Task::LeaseEnds { key, claim: made_by });
        }
    }

    fn effect(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        let (intent, attempt) = (request.intent, request.attempt);
        match self.scenario.service.effect {
            EffectPlace::Provider { .. } => self.provider_effect(id),
            EffectPlace::Ledger if self.scenario.service.write_order.has_transaction() => {
                self.request(id).uncommitted = true;
                self.tell(id, None, EventKind::EffectWritten { intent });
            }
            EffectPlace::Ledger => {
                let (order, nth) = self.next_order(intent);
                self.request(id).order = Some(order);
                self.tell(id, None, EventKind::EffectMade { intent, order, nth });
            }
        }
        if self.crash_after(id, Point::Effect) {
            return;
        }
        match self.chooser.fail(attempt, FailAt::AfterEffect) {
            Some(status) => self.fail(id, status),
            None => self.enter(id, Point::Record),
        }
    }

    fn next_order(&mut self, intent: IntentId) -> (u32, u32) {
        self.service.orders += 1;
        self.effects[usize::from(intent)] += 1;
        (self.service.orders, self.effects[usize::from(intent)])
    }

    fn provider_effect(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        let (intent, key) = (request.intent, request.key);
        let forwarded = self.scenario.service.effect == EffectPlace::Provider { forwarded: true };
        if let Some(charge) = self.service.provider_keys.get(&key).copied().filter(|_| forwarded) {
            self.request(id).order = Some(charge);
            self.tell(id, None, EventKind::ProviderKnewKey { charge });
            return;
        }
        self.service.charges += 1;
        let charge = self.service.charges;
        self.effects[usize::from(intent)] += 1;
        let nth = self.effects[usize::from(intent)];
        if forwarded {
            self.service.provider_keys.insert(key, charge);
        }
        self.request(id).order = Some(charge);
        self.tell(id, None, EventKind::ProviderEffect { intent, charge, nth });
    }

    /// Ends the handler in an error: stored at `record` like any answer, or the claim is removed and the error
    /// goes out.
    fn fail(&mut self, id: u32, status: u16) {
        let write_order = self.scenario.service.write_order;
        let released = self.scenario.service.failures == Failures::Released;
        let stored = !released && write_order != WriteOrder::Ignore;
        self.tell(id, None, EventKind::Failed { status, stored });
        let key = self.requests[id as usize].key;
        let holds_lock = self.service.locks.get(&key) == Some(&id);
        let request = self.request(id);
        request.failed = Some(status);
        if std::mem::take(&mut request.uncommitted) || (released && holds_lock) {
            self.tell(id, None, EventKind::RolledBack { whole: released && holds_lock });
        }
        if stored {
            return self.enter(id, Point::Record);
        }
        self.own_answer(id, None);
        if released && self.release(id, key, holds_lock) {
            self.wake_waiting(key);
        }
        self.enter(id, Point::Respond);
    }

    /// Removes the claim after a failure, as far as this write order may. `true` where something was removed.
    fn release(&mut self, id: u32, key: KeyId, holds_lock: bool) -> bool {
        if holds_lock {
            self.service.locks.remove(&key);
            return true;
        }
        let may = match self.scenario.service.write_order {
            WriteOrder::Ignore | WriteOrder::CheckThenAct | WriteOrder::OneTransaction => false,
            WriteOrder::ClaimFirst => true,
            WriteOrder::ClaimThenCommit => self.owns_claim(id),
        };
        let record = self.service.records.get(&key);
        let is_claim = matches!(record.map(|r| &r.state), Some(RecordState::Claimed { .. }));
        if may && is_claim {
            self.service.records.remove(&key);
            self.tell(id, None, EventKind::Released);
        }
        may && is_claim
    }

    /// The answer that this request's own work leads to; `order` where the commit gives one now.
    fn own_answer(&mut self, id: u32, order: Option<u32>) -> Answer {
        let request = self.request(id);
        let answer = match (request.failed, order.or(request.order)) {
            (Some(status), _) => Answer::fixture(Meaning::Failed, status),
            (None, order) => Answer::fixture(Meaning::Created(order.unwrap_or(0)), 201),
        };
        request.answer = Some((answer.clone(), None));
        answer
    }

    fn record(&mut self, id: u32) {
        let write_order = self.scenario.service.write_order;
        match write_order {
            WriteOrder::Ignore => {
                self.own_answer(id, None);
            }
            WriteOrder::CheckThenAct | WriteOrder::ClaimFirst => {
                let answer = self.own_answer(id, None);
                self.store(id, answer);
            }
            WriteOrder::ClaimThenCommit | WriteOrder::OneTransaction => {
                self.tell(id, None, EventKind::RecordWritten);
            }
        }
        if self.crash_after(id, Point::Record) {
            return;
        }
        if write_order.has_transaction() {
            self.enter(id, Point::Commit);
        } else {
            self.pass(id, Point::Commit, Point::Respond);
        }
    }

    fn owns_claim(&self, id: u32) -> bool {
        let record = self.service.records.get(&self.requests[id as usize].key);
        matches!(record.map(|r| &r.state), Some(RecordState::Claimed { owner, .. }) if *owner == id)
    }

    fn fence_out(&mut self, id: u32) {
        let record = self.service.records.get(&self.requests[id as usize].key);
        let owner = record.and_then(|record| match &record.state {
            RecordState::Claimed { owner, .. } => self.owner_attempt(*owner),
            RecordState::Finished { by, .. } => Some(*by),
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
        let (key, first_seen) = (request.key, request.first_seen);
        let Some(fingerprint) = request.fingerprint.clone() else {
            return;
        };
        let replaced = match self.service.records.get(&key).map(|record| &record.state) {
            Some(RecordState::Claimed { owner, .. }) => *owner != id,
            Some(RecordState::Finished { .. }) => true,
            None => false,
        };
        let (promised_until, gone_at) = self.kept_until(first_seen);
        let kind = EventKind::Recorded {
            fingerprint: fingerprint.clone(),
            answer: answer.clone(),
            replaced,
            first_seen,
            promised_until,
            gone_at,
        };
        let made_by = self.tell(id, None, kind);
        self.finish_record(id, fingerprint, answer, made_by);
    }

    fn kept_until(&self, first_seen: Millis) -> (Millis, Millis) {
        let promised_until = first_seen.plus(self.scenario.service.retention);
        (promised_until, promised_until.plus(self.scenario.service.kept_longer))
    }

    fn finish_record(&mut self, id: u32, fingerprint: Rc<Fingerprint>, answer: Answer, made_by: EventSeq) {
        let request = &self.requests[id as usize];
        let (key, first_seen, by) = (request.key, request.first_seen, request.attempt);
        let state = RecordState::Finished { answer, by };
        self.service.records.insert(key, Record { fingerprint, first_seen, made_by, state });
        let (promised_until, gone_at) = self.kept_until(first_seen);
        if gone_at > promised_until {
            let due = promised_until.max(self.now);
            self.queue.schedule(due, Task::PromiseEnds { key, record: made_by });
        }
        let due = gone_at.max(self.now);
        self.queue.schedule(due, Task::RecordGone { key, record: made_by });
        self.wake_waiting(key);
    }

    fn commit(&mut self, id: u32) {
        if self.scenario.service.write_order == WriteOrder::ClaimThenCommit && !self.owns_claim(id) {
            self.fence_out(id);
            if !self.crash_after(id, Point::Commit) {
                self.look_up(id, Point::Commit, true);
            }
            return;
        }
        let request = &self.requests[id as usize];
        let (key, intent, first_seen) = (request.key, request.intent, request.first_seen);
        let Some(fingerprint) = request.fingerprint.clone() else {
            return;
        };
        let made = request.uncommitted.then(|| self.next_order(intent));
        self.request(id).uncommitted = false;
        let (order, nth) = (made.map(|(order, _)| order), made.map_or(0, |(_, nth)| nth));
        let answer = self.own_answer(id, order);
        self.service.locks.remove(&key);
        let (promised_until, gone_at) = self.kept_until(first_seen);
        let kind = EventKind::Committed {
            intent,
            order,
            nth,
            fingerprint: fingerprint.clone(),
            answer: answer.clone(),
            first_seen,
            promised_until,
            gone_at,
        };
        let made_by = self.tell(id, None, kind);
        self.finish_record(id, fingerprint, answer, made_by);
        self.pass(id, Point::Commit, Point::Respond);
    }

    fn respond(&mut self, id: u32) {
        let request = self.request(id);
        let attempt = request.attempt;
        let Some((answer, replay_of)) = request.answer.clone() else {
            return;
        };
        let fate = self.chooser.message(attempt, Direction::Response);
        let travel = self.scenario.service.takes.network.plus(fate.delay);
        let due = self.now.plus(travel);
        let sent = self.tell(id, None, EventKind::Replied { answer: answer.clone(), replay_of, due });
        let about = About { request: None, ..self.requests[id as usize].about };
        self.travel(about, Direction::Response, fate.delay);
        if fate.lost {
            let lost_at = self.now.plus(Millis(travel.0 * 2 / 3));
            self.queue.schedule(lost_at, Task::MessageLost { attempt, message: Direction::Response, sent });
        } else {
            let replayed = replay_of.is_some();
            self.queue.schedule(due, Task::ResponseArrives { attempt, answer, replayed, sent });
        }
        self.request(id).alive = false;
        self.crash_after(id, Point::Respond);
    }

    /// Asks whether the service dies after this point of this request, and lets it die.
    fn crash_after(&mut self, id: u32, after: Point) -> bool {
        let request = &self.requests[id as usize];
        let Some(restart) = self.chooser.crash(request.attempt, after) else {
            return false;
        };
        let about = About { from: None, ..request.about };
        let requests = self.requests.iter().filter(|request| request.alive).count() as u32;
        let until = self.now.plus(restart);
        let crash = self.emit(about, EventKind::Crashed { after, requests, until });
        for dying in 0..self.requests.len() as u32 {
            if !self.requests[dying as usize].alive {
                continue;
            }
            let key = self.requests[dying as usize].key;
            let whole = self.service.locks.get(&key) == Some(&dying);
            let request = self.request(dying);
            request.alive = false;
            request.is_waiting = false;
            if std::mem::take(&mut request.uncommitted) || whole {
                request.about.cause = Some(crash);
                self.tell(dying, None, EventKind::RolledBack { whole });
            }
        }
        self.service.locks.clear();
        self.service.is_down = true;
        self.queue.schedule(until, Task::Restart { crash, down: restart });
        true
    }

    pub(crate) fn restart(&mut self, crash: EventSeq, down: Millis) {
        self.service.is_down = false;
        self.emit(About { cause: Some(crash), ..About::default() }, EventKind::Restarted { down });
    }

    pub(crate) fn lease_ends(&mut self, key: KeyId, claim: EventSeq) {
        let Some(record) = self.service.records.get(&key).filter(|record| record.made_by == claim) else {
            return;
        };
        if let RecordState::Claimed { owner, .. } = record.state
            && let Some(owner) = self.owner_attempt(owner)
        {
            let about = About { cause: Some(claim), key: Some(key), ..About::default() };
            self.emit(about, EventKind::LeaseEnded { owner });
        }
    }

    pub(crate) fn promise_ends(&mut self, key: KeyId, record: EventSeq) {
        if self.service.records.get(&key).is_some_and(|known| known.made_by == record) {
            let about = About { cause: Some(record), key: Some(key), ..About::default() };
            self.emit(about, EventKind::KeptLonger);
        }
    }

    pub(crate) fn record_gone(&mut self, key: KeyId, record: EventSeq) {
        if self.service.records.get(&key).is_some_and(|known| known.made_by == record) {
            self.expire_if_due(key);
        }
    }

    fn expire_if_due(&mut self, key: KeyId) {
        let Some(record) = self.service.records.get(&key) else {
            return;
        };
        let (_, gone_at) = self.kept_until(record.first_seen);
        if matches!(record.state, RecordState::Finished { .. }) && gone_at <= self.now {
            let about = About { cause: Some(record.made_by), key: Some(key), ..About::default() };
            self.service.records.remove(&key);
            self.emit(about, EventKind::Expired);
        }
    }
}
