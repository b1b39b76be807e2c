//! What the service does with a request, point by point (`rules.md` §4).
//!
//! Owns requests in process and their way through the points. What they find and leave is in [`store`], what admits
//! them in [`admit`], the look-up in [`look`], execution in [`work`] and [`finish`], what lies outside in [`outside`], and how the
//! service dies in [`crash`]. It deliberately never looks at a client: it sees a key, a body and its own store, and
//! whether a connection is still open where it was built to ask.
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - A point acts when its time is over. Every request passes every point and takes its time there; the write
//!   order only says what happens. Outside a transaction `commit` takes no time of its own.
//! - A refusal, a replay and a 409 go straight to `respond`.
//! - A crash after a point strikes before the request goes on; after `look-up` once the request leaves it, after
//!   `claim` also where the claim was not got.
//! - A stall after a point adds to the time of what comes next, two at one instant both; the claim's lease runs on
//!   meanwhile, and the request does nothing: it neither fails nor looks again before it goes on.
//! - A question goes from `authenticate` to `look-up` and from there to `respond`: it has no parameters, needs no key
//!   and leaves nothing.
//! - Requests are dealt out to replicas in turn, by arrival, unless their step names one.

mod admit;
mod crash;
mod finish;
mod look;
mod outside;
mod store;
mod work;

use std::rc::Rc;

use super::IS_WHOLE;
use super::body::{self, Fingerprint};
use super::chooser::Chooser;
use super::contract::{Knob, Store};
use super::scenario::{AskBy, AttemptId, Direction, EffectPlace, Endpoint, Point, WriteOrder};
use super::table::Table;
use super::time::{Millis, Reading};
use super::trace::{Answer, EventKind, EventSeq, IntentId, KeyId, Meaning, RecordKey, Wider};
use super::world::{About, Task, World};

use crash::Then;
pub(crate) use outside::Message;
use outside::ProviderBook;
use store::{LedgerRow, Progress, Record};

/// The service's memory and state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Service {
    records: Table<RecordKey, Record>,
    /// Keys held by an open transaction, and by which request.
    locks: Table<RecordKey, u32>,
    ledger: Vec<LedgerRow>,
    provider: ProviderBook,
    /// Mails that a consumer remembers: by request, and from when it knows them.
    inbox: Table<u32, Millis>,
    is_down: bool,
    /// Claims so far: each has its number.
    claims: u32,
    /// Requests dealt out so far.
    dealt: u32,
    keys_given: u32,
    /// What fingerprints are made of, if a deploy has changed it.
    recipe: Option<super::build::Recipe>,
    /// Which knobs the run has said that it assumes.
    assumed: u16,
    /// Records that went because of their age.
    expired: Vec<RecordKey>,
    /// Attempts that a proxy has answered.
    given_up: Vec<AttemptId>,
}

/// One delivered copy of an attempt, at the service.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    about: About,
    attempt: AttemptId,
    intent: IntentId,
    to: Endpoint,
    by: AskBy,
    believed: Option<u32>,
    body_text: Rc<str>,
    fingerprint: Option<Rc<Fingerprint>>,
    /// What the client's clock said at the first send under this key.
    first_sent: Reading,
    region: Option<String>,
    replica: u8,
    /// Its own arrival, or that of the claim it took over.
    first_seen: Millis,
    alive: bool,
    is_waiting: bool,
    /// When it first had to wait, and until when it may.
    wait: Option<(Millis, Millis)>,
    fenced: bool,
    /// It uses no record: no key, or one that counts for nothing.
    unkeyed: bool,
    /// Its parameters are invalid, and the contract stores that.
    invalid: bool,
    took_over: bool,
    /// Its claim's number.
    claim: u32,
    /// It stands still for this long before what comes next, and until when it does so now.
    stall: Millis,
    stands_until: Option<Millis>,
    /// What it does then, where that is not to go on to its next point.
    then: Option<Then>,
    client_gone: bool,
    /// A local effect written in an open transaction.
    uncommitted: bool,
    /// An order made in an earlier phase, or by an earlier request that this one goes on from.
    order: Option<u32>,
    phase: u8,
    charged: bool,
    mail: bool,
    failed: Option<Failure>,
    answer: Option<(Answer, Option<AttemptId>)>,
}

/// How a handler ended other than well.
#[derive(Clone, Copy, Debug)]
struct Failure {
    status: u16,
    meaning: Meaning,
}

impl Request {
    /// Drops what was written in an open transaction, a message to send included. `true` where there was an effect.
    fn roll_back(&mut self) -> bool {
        let had_effect = std::mem::take(&mut self.uncommitted);
        self.mail = false;
        had_effect
    }

    /// What this request's work has come to.
    fn progress(&self) -> Option<Progress> {
        self.order.map(|order| Progress { order, is_charged: self.charged })
    }

    /// Takes over what an earlier request's work has come to.
    fn go_on_from(&mut self, progress: Option<Progress>) {
        self.order = progress.map(|progress| progress.order);
        self.charged = progress.is_some_and(|progress| progress.is_charged);
        self.took_over = true;
    }
}

impl<C: Chooser> World<'_, C> {
    pub(crate) fn request_arrives(&mut self, attempt: AttemptId, second_copy: bool, sent: EventSeq) {
        let id = self.requests.len() as u32;
        let sending = self.sending(attempt);
        let mut about = About {
            cause: Some(sent),
            attempt: Some(attempt),
            key: sending.key,
            request: Some(id),
            ..About::default()
        };
        if self.service.is_down {
            about.request = None;
            self.emit(about, EventKind::ArrivedWhileDown { second_copy });
            return;
        }
        about.cause = Some(self.emit(about, EventKind::Arrived { second_copy }));
        let replica = self.deal(sending.replica);
        self.requests.push(Request {
            about,
            attempt,
            intent: sending.intent,
            to: sending.to,
            by: sending.by,
            believed: sending.believed,
            body_text: sending.body_text,
            fingerprint: None,
            first_sent: sending.first_sent,
            region: sending.region,
            replica,
            first_seen: self.now,
            alive: true,
            is_waiting: false,
            wait: None,
            fenced: false,
            unkeyed: false,
            invalid: false,
            took_over: false,
            claim: 0,
            stall: Millis::ZERO,
            stands_until: None,
            then: None,
            client_gone: false,
            uncommitted: false,
            order: None,
            phase: 1,
            charged: false,
            mail: false,
            failed: None,
            answer: None,
        });
        if IS_WHOLE && let Some(after) = self.scenario.service.build.proxy {
            self.queue.schedule(self.now.plus(after), Task::ProxyOver { request: id, sent, after });
        }
        self.enter(id, Point::Receive);
    }

    /// Which replica takes the next request.
    fn deal(&mut self, named: Option<u8>) -> u8 {
        let replicas = if IS_WHOLE { self.scenario.service.build.replicas.max(1) } else { 1 };
        let next = (self.service.dealt % u32::from(replicas)) as u8 + 1;
        self.service.dealt += u32::from(named.is_none());
        named.unwrap_or(next).min(replicas)
    }

    /// Whether a request is in process.
    pub(crate) fn is_alive(&self, id: u32) -> bool {
        self.requests[id as usize].alive
    }

    /// Whether any copy of an attempt is in process.
    pub(crate) fn is_in_process(&self, attempt: AttemptId) -> bool {
        self.requests.iter().any(|request| request.alive && request.attempt == attempt)
    }

    /// Whether a request waits at the look-up.
    pub(crate) fn is_waiting(&self, id: u32) -> bool {
        let request = &self.requests[id as usize];
        request.alive && request.is_waiting
    }

    /// Whether a request's point still comes: it is in process, or its provider call is out.
    pub(crate) fn is_at_work(&self, id: u32, point: Point) -> bool {
        let request = &self.requests[id as usize];
        request.alive || (point == Point::Effect && self.is_call_out(request))
    }

    /// Whether a request that is at its effect has a call to the provider under way.
    fn is_call_out(&self, request: &Request) -> bool {
        if !IS_WHOLE || request.to != Endpoint::Create || self.knows_effect(request) {
            return false;
        }
        match self.scenario.service.effect {
            EffectPlace::Ledger => false,
            EffectPlace::Provider(_) => true,
            EffectPlace::Both(_) => request.phase == 2,
        }
    }

    /// Whether a request knows that all of its effect was made, by itself or by what it goes on from.
    fn knows_effect(&self, request: &Request) -> bool {
        match self.scenario.service.effect {
            EffectPlace::Both(_) => request.charged,
            EffectPlace::Ledger | EffectPlace::Provider(_) => request.order.is_some(),
        }
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

    fn tell_wider(&mut self, id: u32, wider: Wider) -> EventSeq {
        self.tell(id, None, EventKind::Wider(wider))
    }

    fn enter(&mut self, id: u32, point: Point) {
        let stall = std::mem::take(&mut self.request(id).stall);
        let due = self.now.plus(stall).plus(self.scenario.service.takes.at(point));
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
            Point::Authenticate => self.admit(id),
            Point::Validate => self.validate(id),
            Point::LookUp if self.requests[id as usize].to == Endpoint::Ask => self.answer_question(id),
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

    fn answer(&mut self, id: u32, meaning: Meaning, status: u16) {
        self.request(id).answer = Some((Answer::fixture(meaning, status), None));
    }

    /// Says, once a run, that what follows rests on a knob that the provider does not document.
    fn assume(&mut self, id: u32, knob: Knob) {
        if !IS_WHOLE {
            return;
        }
        if self.is_news(knob) {
            self.tell_wider(id, Wider::Assumed { knob });
        }
    }

    /// Whether a knob is assumed, and the run has not said so yet.
    fn is_news(&mut self, knob: Knob) -> bool {
        let bit = 1 << knob as u16;
        let is_news = self.service.assumed & bit == 0 && self.scenario.service.contract.is_assumed(knob);
        self.service.assumed |= if is_news { bit } else { 0 };
        is_news
    }

    /// A key that comes again after its record has gone by age rests on what the contract says of that.
    fn assume_expiry(&mut self, id: u32) {
        if IS_WHOLE && self.service.expired.contains(&self.record_key(id)) {
            self.assume(id, Knob::AfterExpiry);
        }
    }

    /// Whether the contract keeps an outcome, and says "assumed" where it does not say.
    fn keeps(&mut self, id: u32, said: Option<Store>) -> bool {
        if said.is_none() {
            self.assume(id, Knob::Stores);
        }
        said.unwrap_or(Store::Pin) == Store::Pin
    }

    /// What the endpoint makes of a request's body, as the service reads bodies now.
    fn read_body(&self, id: u32) -> Option<Fingerprint> {
        let request = &self.requests[id as usize];
        let build = &self.scenario.service.build;
        let recipe = self.service.recipe.unwrap_or(build.recipe);
        body::read(&request.body_text, request.to, &build.fields, recipe)
    }

    fn validate(&mut self, id: u32) {
        match self.read_body(id).map(Rc::new) {
            Some(fingerprint) => {
                self.request(id).fingerprint = Some(fingerprint.clone());
                self.tell(id, None, EventKind::Validated { fingerprint });
                if IS_WHOLE && self.is_outside_window(id) {
                    self.pass(id, Point::Validate, Point::Respond);
                } else {
                    self.pass(id, Point::Validate, Point::LookUp);
                }
            }
            None => {
                let text = self.requests[id as usize].body_text.clone();
                self.tell(id, None, EventKind::Invalid);
                let said = self.scenario.service.contract.stores.validation;
                // What is refused before execution is stored only where the contract says so.
                if IS_WHOLE && said == Some(Store::Pin) && self.uses_record(id) {
                    let request = self.request(id);
                    request.invalid = true;
                    request.fingerprint = Some(Rc::new(Fingerprint::of_text(request.to, &text)));
                    return self.pass(id, Point::Validate, Point::LookUp);
                }
                if said.is_none() {
                    self.assume(id, Knob::Stores);
                }
                self.answer(id, Meaning::InvalidParameters, 400);
                self.pass(id, Point::Validate, Point::Respond);
            }
        }
    }

    /// Whether a request looks for a record and leaves one.
    fn uses_record(&self, id: u32) -> bool {
        let request = &self.requests[id as usize];
        self.scenario.service.write_order != WriteOrder::Ignore
            && !(IS_WHOLE && (request.unkeyed || request.about.key.is_none()))
    }

    /// What names the record of a request. Only for those that use one.
    fn record_key(&self, id: u32) -> RecordKey {
        let about = &self.requests[id as usize].about;
        RecordKey { scope: about.scope, key: about.key.unwrap_or(0) }
    }

    fn respond(&mut self, id: u32) {
        let request = self.request(id);
        let attempt = request.attempt;
        let Some((answer, replay_of)) = request.answer.clone() else {
            return;
        };
        if IS_WHOLE && self.service.given_up.contains(&attempt) {
            self.request(id).alive = false;
            self.tell_wider(id, Wider::GatewayTooLate { answer });
            self.crash_after(id, Point::Respond);
            return;
        }
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

    /// The service makes fingerprints otherwise from now on.
    pub(crate) fn deploy(&mut self, recipe: super::build::Recipe) {
        self.service.recipe = Some(recipe);
        self.emit(About::default(), EventKind::Wider(Wider::Deployed { recipe }));
    }

    /// The key id of a request, for requests that have one.
    fn key_of(&self, id: u32) -> Option<KeyId> {
        self.requests[id as usize].about.key
    }
}
