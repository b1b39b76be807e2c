//! The table: nine moments under fourteen contracts, each cell read off a run.
//!
//! Decided here:
//!
//! - One client whose keys are UUIDs, since some contracts take nothing else; claim-then-commit, with the lease that the
//!   contract names or 30 s. The last attempt of a run decides its cell.
//! - Effects are those of the deciding attempt's intent, by the end of the run.
//! - A failure strikes before the effect: what differs is whether a retry may still make it.
//! - The other endpoint gets the same body under the same key (an order is confirmed, then cancelled), so that nothing
//!   differs but the endpoint.
//! - A promise that lasts as long as the order and then some is over after the order was cancelled, and then some. One
//!   that outlasts a run has no cell.
//! - A cell is assumed where its run says so; it is inferred where its knob's citation or one of [`INFERRED`] is.

use std::rc::Rc;
use std::sync::OnceLock;

use crate::app::text::{Language, names};
use crate::sim::contract::{Certainty, Contract, InFlightRule, Knob, RetentionKind, ScopePart};
use crate::sim::limits::HORIZON;
use crate::sim::presets::Preset;
use crate::sim::run::Run;
use crate::sim::scenario::{
    Action, AttemptId, Body, Client, Endpoint, FailAt, Fault, FaultKind, Finding, Keep, KeyPolicy, Persists,
    Point, Scenario, Service, Step, Who, WriteOrder,
};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, EventKind, Wider};

/// The client's keys: version 4 UUIDs, fixed so that a cell is the same run at every visit.
const KEYS: [&str; 2] = ["8e03978e-40d5-43e8-bc93-6894a57f9324", "c56a4180-65aa-42ec-a945-5fd21dec0538"];
/// When a request comes again, unless the moment says otherwise.
const AGAIN: Millis = Millis(10_000);
/// The lease where the contract names none.
const LEASE: Millis = Millis(30_000);
/// Cells that `contracts.md` infers although the knob they rest on is verified.
const INFERRED: [(Preset, Moment); 2] =
    [(Preset::StripeV2, Moment::OtherEndpoint), (Preset::AzureAcsEmail, Moment::KeyMissing)];

/// A moment at which contracts differ: a column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The same request again after a success.
    ReplayAfterSuccess,
    /// The same key with other parameters.
    OtherParameters,
    /// The same request again while the first is in flight.
    StillRunning,
    /// After the endpoint answered 500 on purpose.
    AnsweredError,
    /// After the endpoint raised.
    UnhandledError,
    /// The corrected request after one that did not validate.
    ValidationError,
    /// After the promise.
    AfterExpiry,
    /// The same key and body to another endpoint.
    OtherEndpoint,
    /// Twice without a key.
    KeyMissing,
}

impl Moment {
    /// All of them, in the table's order.
    pub const ALL: [Moment; 9] = [
        Moment::ReplayAfterSuccess,
        Moment::OtherParameters,
        Moment::StillRunning,
        Moment::AnsweredError,
        Moment::UnhandledError,
        Moment::ValidationError,
        Moment::AfterExpiry,
        Moment::OtherEndpoint,
        Moment::KeyMissing,
    ];

    /// The knob that decides it under a contract.
    #[must_use]
    pub fn rests_on(self, contract: &Contract) -> Knob {
        match self {
            Moment::ReplayAfterSuccess => Knob::Replay,
            Moment::OtherParameters => Knob::Mismatch,
            Moment::StillRunning => Knob::InFlight,
            Moment::AnsweredError | Moment::UnhandledError | Moment::ValidationError => Knob::Stores,
            Moment::AfterExpiry => Knob::AfterExpiry,
            Moment::OtherEndpoint => {
                let is_api = |part: &ScopePart| matches!(part, ScopePart::Api | ScopePart::Function);
                let is_scoped = contract.scope.as_ref().is_some_and(|scope| scope.iter().any(is_api));
                if is_scoped { Knob::Scope } else { Knob::Fingerprint }
            }
            Moment::KeyMissing => Knob::KeyPolicy,
        }
    }
}

/// What a moment comes to under a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The status of the deciding answer.
    pub status: u16,
    /// The answer in words, per language in [`Language::ALL`] order.
    pub said: [String; 2],
    /// The contract's own error code, where the answer has one.
    pub code: Option<String>,
    /// The contract's own header line, where the answer is a replay and has one.
    pub marker: Option<String>,
    /// How many effects the intent has in the end.
    pub effects: u32,
    /// Whether the answer was taken from the record.
    pub is_replay: bool,
    /// What the run rests on that nobody documents, in the knobs' order.
    pub assumed: Vec<Knob>,
    /// The knob that decides this moment.
    pub rests_on: Knob,
    /// How sure that is; where something is assumed, that counts instead.
    pub certainty: Certainty,
    /// What the audit found.
    pub findings: Vec<Finding>,
    /// How long the promise was, where its end is the moment.
    pub promised: Option<Millis>,
    /// Whether it began with the end of the order.
    pub is_from_end_of_order: bool,
}

impl Cell {
    /// Whether two cells say the same to a client and leave the same behind.
    #[must_use]
    pub fn is_like(&self, other: &Cell) -> bool {
        let seen = |cell: &Cell| {
            (cell.said.clone(), cell.code.clone(), cell.marker.clone(), cell.effects, cell.is_replay)
        };
        seen(self) == seen(other)
    }
}

/// A contract's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The contract.
    pub preset: Preset,
    /// One per moment, in [`Moment::ALL`] order; `None` where the promise outlasts a run.
    pub cells: [Option<Cell>; 9],
}

/// The whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// One per preset, in [`Preset::ALL`] order.
    pub rows: Vec<Row>,
}

/// The table. It depends on nothing and is computed when it is first wanted.
#[must_use]
pub fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let row = |preset: &Preset| {
            let contract = preset.contract();
            Row { preset: *preset, cells: Moment::ALL.map(|moment| cell(&contract, moment)) }
        };
        Table { rows: Preset::ALL.iter().map(row).collect() }
    })
}

/// The run of a moment under a contract. `None` where the moment lies beyond what a run can last.
#[must_use]
pub fn scenario(contract: &Contract, moment: Moment) -> Option<Scenario> {
    let lease = contract.in_flight.as_ref().and_then(|rule: &InFlightRule| rule.lease);
    let plain = Service::plain(WriteOrder::ClaimThenCommit);
    let mut service = Service { contract: contract.clone(), lease: lease.or(Some(LEASE)), ..plain };
    if moment == Moment::StillRunning {
        service.takes.points[Point::Effect as usize] = Millis(200);
    }
    let script = script(contract, moment);
    if script.last().is_some_and(|step| step.at.plus(AGAIN) > HORIZON) {
        return None;
    }
    let fail = |raised| {
        let kind = FaultKind::Fail { at: FailAt::BeforeEffect, status: 500, raised };
        vec![Fault { of: AttemptId { client: 0, number: 1 }, kind }]
    };
    let faults = match moment {
        Moment::AnsweredError => fail(false),
        Moment::UnhandledError => fail(true),
        _ => Vec::new(),
    };
    let key = if moment == Moment::KeyMissing { KeyPolicy::Nothing } else { KeyPolicy::PerIntent };
    let keys = if key == KeyPolicy::PerIntent { KEYS.map(str::to_owned).to_vec() } else { Vec::new() };
    let client = Client {
        id: "c1".to_owned(),
        key,
        keep: Keep::Durable,
        keys,
        timeout: Client::TIMEOUT,
        retry: None,
        who: Who::default(),
        persists: Persists::BeforeSend,
        drops_key_on: Vec::new(),
    };
    Some(Scenario { title: Vec::new(), service, clients: vec![client], script, faults, expect: None })
}

fn script(contract: &Contract, moment: Moment) -> Vec<Step> {
    let order = |at: Millis, quantity: u32| {
        let body = format!(r#"{{"product":"notebook","quantity":{quantity}}}"#);
        send(at, "i1", &body, Endpoint::Create, None)
    };
    let change = |at: Millis, intent: &str, to: Endpoint, key: Option<&str>| {
        send(at, intent, r#"{"order_id":1}"#, to, key)
    };
    let first = order(Millis::ZERO, if moment == Moment::ValidationError { 0 } else { 2 });
    match moment {
        Moment::ReplayAfterSuccess
        | Moment::AnsweredError
        | Moment::UnhandledError
        | Moment::ValidationError
        | Moment::KeyMissing => vec![first, order(AGAIN, 2)],
        Moment::OtherParameters => vec![first, order(AGAIN, 3)],
        Moment::StillRunning => vec![first, order(Millis(50), 2)],
        Moment::AfterExpiry if lasts_with_order(contract) => {
            let cancelled = change(AGAIN, "i2", Endpoint::Cancel, None);
            vec![first, cancelled, order(AGAIN.plus(contract.promised()).plus(Millis(1_000)), 2)]
        }
        Moment::AfterExpiry => vec![first, order(contract.promised().plus(Millis(1_000)), 2)],
        Moment::OtherEndpoint => vec![
            first,
            change(AGAIN, "i2", Endpoint::Confirm, None),
            change(AGAIN.plus(AGAIN), "i3", Endpoint::Cancel, Some(KEYS[1])),
        ],
    }
}

fn lasts_with_order(contract: &Contract) -> bool {
    contract.retention.kind == RetentionKind::ResourceLifetimePlus
}

fn send(at: Millis, intent: &str, body: &str, to: Endpoint, key: Option<&str>) -> Step {
    let body = Some(Body { text: body.into(), verbatim: false });
    let (intent, key) = (intent.to_owned(), key.map(str::to_owned));
    Step { at, client: 0, action: Action::Send { intent, body, key, to, replica: None, region: None } }
}

/// A cell, read off its run.
#[must_use]
pub fn cell(contract: &Contract, moment: Moment) -> Option<Cell> {
    let run = Run::of(Rc::new(scenario(contract, moment)?));
    let last = run.end.attempts.last()?;
    let (answer, is_replay) = last.heard.as_ref()?;
    let plain = Answer::fixture(answer.meaning, answer.status);
    let has_own_words = answer.body_text != plain.body_text;
    let code = if has_own_words { error(&answer.body_text) } else { None };
    let rests_on = moment.rests_on(contract);
    let is_end = moment == Moment::AfterExpiry;
    let place = (contract.preset, moment);
    let certainty = if INFERRED.contains(&place) {
        Certainty::Inferred
    } else if contract.is_own(rests_on) {
        Certainty::Verified
    } else {
        contract.preset.citation(rests_on).certainty
    };
    Some(Cell {
        status: answer.status,
        said: Language::ALL.map(|language| names::answer(language, &run, answer)),
        code,
        marker: contract.marker(*is_replay).filter(|_| *is_replay).map(str::to_owned),
        effects: run.end.effects_of(last.intent),
        is_replay: *is_replay,
        assumed: assumed(&run),
        rests_on,
        certainty,
        findings: run.found.iter().map(|found| found.finding).collect(),
        promised: is_end.then(|| contract.promised()),
        is_from_end_of_order: is_end && lasts_with_order(contract),
    })
}

/// The knobs that a run says it rests on and nobody documents.
fn assumed(run: &Run) -> Vec<Knob> {
    let said = |knob: &Knob| {
        run.trace
            .events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::Wider(Wider::Assumed { knob: of }) if of == knob))
    };
    Knob::ALL.into_iter().filter(said).collect()
}

/// The `error` of a compact JSON body.
fn error(body: &str) -> Option<String> {
    let rest = body.strip_prefix("{\"error\":\"")?;
    rest.split_once('"').map(|(code, _)| code.to_owned())
}
