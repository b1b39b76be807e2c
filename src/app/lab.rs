//! The lab: a scenario that grows by what the reader does, and the intent that a client has in hand.
//!
//! Every action edits the scenario (the world) and runs it again; nothing is animated by hand. Keys are taken from a
//! pool of UUIDv4s that the edge supplies, and a key is made when its intent is, before the first send. Deliberately
//! absent: storage. [`Lab::intents`] says what a client keeps; the platform keeps it.

mod fresh;
mod order;

use std::rc::Rc;

use crate::sim::contract::{InFlight, RetentionKind, Store};
use crate::sim::limits;
use crate::sim::presets::Preset;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::scenario::{
    Action, Body, Client, EffectPlace, Endpoint, Fault, FaultKind, Keep, KeyPolicy, Scenario, Step,
    WriteOrder,
};
use crate::sim::time::Millis;
use crate::sim::trace::{Belief, EventKind, IntentId};
use crate::sim::write::write;

use super::HAS_LAB;
use super::contracts::{Turn, adopt};
use super::wire::request;
use fresh::new_client;
pub use fresh::{By, IntentRecord, auto_retry, empty_scenario};

/// Most clients that the lab's figure has room for.
pub const CLIENTS: usize = 3;
/// How far apart the two sends of "twice at once" are.
const AT_ONCE: Millis = Millis(20);
/// Where an order goes, as the intent record names it.
pub const TARGET: &str = "POST /orders";

/// The lab's state apart from the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lab {
    /// The world.
    pub scenario: Rc<Scenario>,
    /// Whose turn it is.
    pub client: u8,
    /// The number of the intent in hand: `i1` is 1.
    pub intent: u32,
    /// The key made for the intent in hand while it has not been sent yet.
    pub drafted_key: Option<String>,
    /// The body of the next request.
    pub body: Body,
    /// How it came here.
    pub by: By,
    /// The name of the file that was opened, if one was.
    pub file: Option<Rc<str>>,
}

/// What a reader can do in the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Take a new intent in hand, with a new key.
    NewIntent,
    /// Send the intent in hand for the first time, as far as this client remembers.
    Send,
    /// Send again under the same key.
    RetrySameKey,
    /// Send again under a new key.
    RetryNewKey,
    /// Send two requests 20 ms apart.
    SendTwice,
    /// Add a client.
    AddClient,
    /// Act as this client from now on.
    ChooseClient(u8),
    /// Order this many from now on.
    Quantity(u32),
    /// Swap the order of the fields from now on.
    SwapFields,
    /// Let time pass.
    Wait(Millis),
    /// Let time pass until the newest record's promise, and what it is kept longer, is over.
    PastRetention,
    /// Reload the client in hand.
    Reload,
    /// Change how the client keeps its keys.
    Keep(Keep),
    /// Change how the client makes its keys.
    Policy(KeyPolicy),
    /// Switch automatic retries.
    AutoRetry(bool),
    /// Change what it promises, and the lease that goes with that.
    Contract(Preset),
    /// Turn one of its knobs.
    Knob(Turn),
    /// Change how the service is built.
    WriteOrder(WriteOrder),
    /// Change where the effect happens.
    Effect(EffectPlace),
    /// Change what a duplicate meets.
    InFlight(InFlight),
    /// Change what becomes of failures.
    Failures(Store),
    /// Change the lease.
    Lease(Option<Millis>),
    /// Change the promise.
    Retention(Millis),
    /// Change how much longer records are kept.
    KeptLonger(Millis),
    /// Change how long the effect takes.
    EffectTakes(Millis),
    /// Switch a fault.
    Fault(Fault),
}

impl Lab {
    /// A lab in which one send was made and its response was lost: the reader decides what comes next.
    #[must_use]
    pub fn new(pool: &mut Vec<String>) -> Lab {
        let mut lab = Lab::of(empty_scenario());
        lab.draft(pool);
        let run = lab.run(pool);
        let mut next = lab.after(&Deed::Send, &run, pool);
        let of = crate::sim::scenario::AttemptId { client: 0, number: 1 };
        let kind = FaultKind::Lose(crate::sim::scenario::Direction::Response);
        Rc::make_mut(&mut next.scenario).faults.push(Fault { of, kind });
        next
    }

    /// A lab that carries a scenario on.
    #[must_use]
    pub fn of(scenario: Scenario) -> Lab {
        let (client, intent) = if HAS_LAB { order::in_hand(&scenario) } else { (0, 1) };
        let scenario = Rc::new(Scenario { title: Vec::new(), expect: None, ..scenario });
        let mut lab = Lab {
            scenario,
            client,
            intent,
            drafted_key: None,
            body: order::first(),
            by: By::Hand,
            file: None,
        };
        lab.take_stored_body();
        lab
    }

    /// The id of the intent in hand.
    #[must_use]
    pub fn intent_id(&self) -> String {
        format!("i{}", self.intent)
    }

    /// The client in hand.
    #[must_use]
    pub fn acting(&self) -> &Client {
        &self.scenario.clients[usize::from(self.client).min(self.scenario.clients.len() - 1)]
    }

    /// The intent in hand as the run knows it, if it was ever sent.
    #[must_use]
    pub fn known_intent(&self, run: &Run) -> Option<IntentId> {
        run.trace.intents.iter().position(|name| *name == self.intent_id()).map(|index| index as IntentId)
    }

    /// What the client in hand believes of the intent in hand; `None` where it has not sent it, or forgot it.
    #[must_use]
    pub fn belief(&self, run: &Run) -> Option<Belief> {
        run.end.beliefs.get(&(self.client, self.known_intent(run)?)).copied()
    }

    /// The key of the last attempt of the client in hand at the intent in hand that it still remembers.
    #[must_use]
    pub fn last_key(&self, run: &Run) -> Option<String> {
        self.belief(run)?;
        let intent = self.known_intent(run)?;
        let last = run.end.attempts.iter().rfind(|a| a.id.client == self.client && a.intent == intent)?;
        Some(run.trace.key_text(last.key?).to_owned())
    }

    /// When the next step happens: as soon as nothing is under way, on a whole second.
    #[must_use]
    pub fn next_at(&self, run: &Run) -> Millis {
        let last_step = self.scenario.script.last().map_or(Millis::ZERO, |step| step.at);
        let end = run.trace.events.last().map_or(Millis::ZERO, |event| event.at).max(last_step);
        let has_waited =
            self.scenario.script.last().is_some_and(|step| step.action == Action::Wait && step.at >= end);
        if self.scenario.script.is_empty() || has_waited {
            return end;
        }
        Millis(end.plus(Millis(500)).0.div_ceil(1_000) * 1_000)
    }

    /// Whether one more step fits into the scenario's limits.
    #[must_use]
    pub fn has_room(&self, run: &Run, steps: usize) -> bool {
        self.scenario.script.len() + steps <= limits::STEPS as usize
            && run.cut_short().is_none()
            && self.next_at(run) < limits::HORIZON
    }

    /// Whether a deed can be done now.
    #[must_use]
    pub fn can(&self, deed: &Deed, run: &Run) -> bool {
        match deed {
            Deed::Send => self.belief(run).is_none() && self.has_room(run, 1),
            Deed::RetrySameKey | Deed::RetryNewKey => self.belief(run).is_some() && self.has_room(run, 1),
            Deed::SendTwice => self.has_room(run, 2) && self.next_at(run).plus(AT_ONCE) <= limits::HORIZON,
            Deed::NewIntent => self.known_intent(run).is_some(),
            Deed::AddClient => self.scenario.clients.len() < CLIENTS,
            Deed::Wait(by) => {
                self.has_room(run, 1) && self.next_at(run).plus(*by).plus(Millis(10_000)) <= limits::HORIZON
            }
            Deed::PastRetention => {
                self.has_room(run, 1) && self.past_retention(run).plus(Millis(10_000)) <= limits::HORIZON
            }
            Deed::Reload => self.has_room(run, 1),
            _ => true,
        }
    }

    /// The instant one second after every record that stands now is gone.
    fn past_retention(&self, run: &Run) -> Millis {
        let gone = run.end.records.values().filter_map(|record| record.gone_at).max();
        let service = &self.scenario.service;
        let from_now = self.next_at(run).plus(service.contract.promised()).plus(service.kept_longer);
        gone.unwrap_or(from_now).max(self.next_at(run)).plus(Millis(1_000))
    }

    /// Runs the lab's scenario. Where a key would come from the counter, one of the pool takes its place, but not in what
    /// came by a link and is looked at.
    #[must_use]
    pub fn run(&mut self, pool: &mut Vec<String>) -> Rc<Run> {
        loop {
            let run = Run::of(self.scenario.clone());
            let counted = run.trace.events.iter().find_map(|event| match event.kind {
                EventKind::KeyMade { .. } => {
                    let text = run.trace.key_text(event.key?);
                    text.starts_with("key-").then_some(event.attempt?.client)
                }
                _ => None,
            });
            let Some(client) = counted.filter(|_| self.by != By::Link) else { return Rc::new(run) };
            let Some(key) = pool.pop() else { return Rc::new(run) };
            Rc::make_mut(&mut self.scenario).clients[usize::from(client)].keys.push(key);
        }
    }

    /// Makes the key of the intent in hand, if the client makes its keys per intent.
    pub fn draft(&mut self, pool: &mut Vec<String>) {
        self.drafted_key = match self.acting().key {
            KeyPolicy::PerIntent => pool.pop(),
            _ => None,
        };
    }

    /// The lab after a deed. A deed that cannot be done changes nothing.
    #[must_use]
    pub fn after(&self, deed: &Deed, run: &Run, pool: &mut Vec<String>) -> Lab {
        let mut next = self.clone();
        let (at, to) = (self.next_at(run), self.endpoint(run));
        if !self.can(deed, run) {
            return next;
        }
        match deed {
            Deed::NewIntent => {
                let used = || {
                    run.trace.intents.iter().filter_map(|name| name.strip_prefix('i')?.parse::<u32>().ok())
                };
                let after_all = used().max().unwrap_or(0).checked_add(1);
                // A file may use the largest number: then the first free one comes next.
                let first_free = || (1..u32::MAX).find(|n| used().all(|of| of != *n));
                next.intent = after_all.or_else(first_free).unwrap_or(1);
                next.begin_order();
                next.draft(pool);
            }
            Deed::Send => next.send(at, None, to),
            Deed::RetrySameKey => {
                let key = self.last_key(run).filter(|key| !self.policy_keeps(run, key));
                next.send(at, key, to);
            }
            Deed::RetryNewKey => {
                let key = pool.pop();
                next.send(at, key, to);
            }
            Deed::SendTwice => {
                next.send(at, None, to);
                next.send(at.plus(AT_ONCE), None, to);
            }
            Deed::Wait(by) => next.step(at.plus(*by), Action::Wait),
            Deed::PastRetention => next.step(self.past_retention(run), Action::Wait),
            Deed::Reload => next.step(at, Action::Reload),
            Deed::ChooseClient(client) if usize::from(*client) < self.scenario.clients.len() => {
                next.client = *client;
                next.drafted_key = None;
                next.take_stored_body();
            }
            Deed::ChooseClient(_) => {}
            Deed::Quantity(quantity) => next.order(*quantity),
            Deed::SwapFields => next.swap_fields(),
            _ => next.configure(deed),
        }
        if next.by == By::Link && next.scenario != self.scenario {
            next.by = By::LinkAndHand;
        }
        if next.fits_a_file() { next } else { self.clone() }
    }

    /// Whether the world can be stored and read back.
    fn fits_a_file(&self) -> bool {
        write(&self.scenario).len() <= limits::FILE_BYTES as usize
    }

    fn configure(&mut self, deed: &Deed) {
        let client = usize::from(self.client);
        let scenario = Rc::make_mut(&mut self.scenario);
        let service = &mut scenario.service;
        match deed {
            Deed::AddClient => {
                let (key, keep) = scenario
                    .clients
                    .first()
                    .map_or((KeyPolicy::PerIntent, Keep::Durable), |c| (c.key, c.keep));
                let ids = (1..=CLIENTS + 1).map(|n| format!("c{n}"));
                let is_free = |id: &String| scenario.clients.iter().all(|client| client.id != *id);
                let Some(id) = ids.into_iter().find(is_free) else { return };
                scenario.clients.push(new_client(&id, key, keep));
                self.client = scenario.clients.len() as u8 - 1;
                self.drafted_key = None;
            }
            Deed::Keep(keep) => scenario.clients[client].keep = *keep,
            Deed::Policy(policy) => scenario.clients[client].key = *policy,
            Deed::AutoRetry(is_on) => scenario.clients[client].retry = is_on.then(auto_retry),
            Deed::WriteOrder(write_order) => service.write_order = *write_order,
            Deed::Effect(effect) => service.effect = *effect,
            Deed::Contract(preset) => adopt(*preset, service),
            Deed::Knob(turn) => turn.apply(service),
            Deed::InFlight(in_flight) => service.meet(*in_flight),
            Deed::Failures(kept) => service.keep_failures(*kept),
            Deed::Lease(lease) => service.lease = *lease,
            Deed::Retention(retention) => service.promise(*retention),
            Deed::KeptLonger(kept_longer) if service.contract.retention.kind != RetentionKind::Fixed => {
                service.kept_longer = *kept_longer;
            }
            Deed::EffectTakes(takes) => {
                service.takes.points[crate::sim::scenario::Point::Effect as usize] = *takes;
            }
            Deed::Fault(fault) => self.scenario = Rc::new(super::faults::toggle(&self.scenario, *fault)),
            _ => {}
        }
        self.give_bodies();
    }

    /// A send that repeats a body its client would have forgotten carries the body itself.
    pub(super) fn give_bodies(&mut self) {
        let scenario = Rc::make_mut(&mut self.scenario);
        let mut last: Vec<(u8, String, Body)> = Vec::new();
        for step in &mut scenario.script {
            if let Action::Send { intent, body, .. } = &mut step.action {
                let known = last.iter().position(|(client, of, _)| *client == step.client && of == intent);
                match (&body, known) {
                    (Some(body), Some(index)) => last[index].2 = body.clone(),
                    (Some(body), None) => last.push((step.client, intent.clone(), body.clone())),
                    (None, Some(index)) => *body = Some(last[index].2.clone()),
                    (None, None) => {}
                }
            }
        }
    }

    /// Whether the client's own policy would send this key again.
    fn policy_keeps(&self, run: &Run, key: &str) -> bool {
        match self.acting().key {
            KeyPolicy::BusinessId => key == format!("intent-{}", self.intent_id()),
            KeyPolicy::PerAttempt | KeyPolicy::BodyHash | KeyPolicy::PerCall | KeyPolicy::Nothing => false,
            KeyPolicy::PerIntent => {
                let intent = self.known_intent(run);
                let made = run.trace.events.iter().rev().find(|event| {
                    matches!(event.kind, EventKind::KeyMade { intent: of, .. } if Some(of) == intent)
                        && event.attempt.is_some_and(|attempt| attempt.client == self.client)
                });
                made.and_then(|event| event.key).is_some_and(|made| run.trace.key_text(made) == key)
            }
        }
    }

    fn send(&mut self, at: Millis, key: Option<String>, to: Endpoint) {
        let body = Some(self.body.clone());
        if let Some(drafted) = self.drafted_key.take() {
            let client = usize::from(self.client);
            Rc::make_mut(&mut self.scenario).clients[client].keys.push(drafted);
        }
        let intent = self.intent_id();
        self.step(at, Action::Send { intent, body, key, to, replica: None, region: None });
    }

    fn step(&mut self, at: Millis, action: Action) {
        let client = self.client;
        Rc::make_mut(&mut self.scenario).script.push(Step { at, client, action });
    }

    /// What the clients with durable memory keep: every intent they know, and the one in hand before its send.
    #[must_use]
    pub fn intents(&self, run: &Run) -> Vec<IntentRecord> {
        let mut kept: Vec<IntentRecord> = Vec::new();
        let is_durable = |client: u8| self.scenario.clients[usize::from(client)].keep == Keep::Durable;
        let is_kept = |attempt: &&AttemptState| is_durable(attempt.id.client) && attempt.key.is_some();
        for attempt in run.end.attempts.iter().filter(is_kept) {
            let record = IntentRecord {
                client: self.scenario.client_id(attempt.id.client).to_owned(),
                intent: run.trace.intents[usize::from(attempt.intent)].clone(),
                key: attempt.key.map_or("", |key| run.trace.key_text(key)).to_owned(),
                parameters: attempt.body_text.to_string(),
                target: request(run, attempt).line.into_owned(),
            };
            kept.retain(|known| (&known.client, &known.intent) != (&record.client, &record.intent));
            kept.push(record);
        }
        if let Some(key) = self.drafted_key.as_ref().filter(|_| is_durable(self.client)) {
            kept.push(IntentRecord {
                client: self.acting().id.clone(),
                intent: self.intent_id(),
                key: key.clone(),
                parameters: self.body.text.to_string(),
                target: TARGET.to_owned(),
            });
        }
        kept
    }
}
