//! A validated scenario: everything a run depends on, as data.
//!
//! Values of these types are in range and consistent; [`super::parse`] makes them from text and
//! [`super::write`] turns them back. Deliberately absent: anything a run computes, and any default that the
//! rules do not state.

use std::fmt;
use std::rc::Rc;

use super::time::Millis;

/// A scenario, format version 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Titles per language tag, in file order. The page knows `zh` and `en`.
    pub title: Vec<(String, String)>,
    /// How the service is built and what it promises.
    pub service: Service,
    /// The clients, in file order; at most [`super::limits::CLIENTS`].
    pub clients: Vec<Client>,
    /// Timed steps, in time order; at most [`super::limits::STEPS`].
    pub script: Vec<Step>,
    /// Faults, each aimed at one attempt; at most [`super::limits::FAULTS`].
    pub faults: Vec<Fault>,
    /// What the file says must come out, if it says so.
    pub expect: Option<Expect>,
}

/// How the service is built, and the contract's knobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// The contract preset. One exists so far.
    pub contract: Contract,
    /// What commits together with what.
    pub write_order: WriteOrder,
    /// Where the effect happens.
    pub effect: EffectPlace,
    /// How long a claim blocks others; `None` blocks for ever.
    pub lease: Option<Millis>,
    /// How long a finished record is kept at least, from the first arrival.
    pub retention: Millis,
    /// How much longer than `retention` this service really keeps it.
    pub kept_longer: Millis,
    /// What a duplicate meets while the first is in flight.
    pub in_flight: InFlight,
    /// What becomes of a failure after execution began.
    pub failures: Failures,
    /// Durations of the points and of the network.
    pub takes: Takes,
}

impl Service {
    /// A service of this write order with the format's defaults for everything else, which a file need not say
    /// (`rules.md` §4).
    #[must_use]
    pub const fn plain(write_order: WriteOrder) -> Service {
        Service {
            contract: Contract::Fixture,
            write_order,
            effect: EffectPlace::Ledger,
            lease: None,
            retention: Millis(24 * 3_600_000),
            kept_longer: Millis::ZERO,
            in_flight: InFlight::Reject,
            failures: Failures::Stored,
            takes: Takes::DEFAULT,
        }
    }
}

/// Contract presets by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// Seed 000's `FixtureAPI`.
    Fixture,
}

/// The five rungs (`rules.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WriteOrder {
    /// No look-up, no record.
    Ignore,
    /// Look up, then effect, then record, each committed alone.
    CheckThenAct,
    /// Claim, effect and record each commit alone; no fence.
    ClaimFirst,
    /// The claim commits alone; effect and record together, by the claim's owner only.
    ClaimThenCommit,
    /// Claim, effect and record commit together.
    OneTransaction,
}

impl WriteOrder {
    /// All of them, from the lowest rung up.
    pub const ALL: [WriteOrder; 5] = [
        WriteOrder::Ignore,
        WriteOrder::CheckThenAct,
        WriteOrder::ClaimFirst,
        WriteOrder::ClaimThenCommit,
        WriteOrder::OneTransaction,
    ];

    /// The spelling in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WriteOrder::Ignore => "ignore",
            WriteOrder::CheckThenAct => "check-then-act",
            WriteOrder::ClaimFirst => "claim-first",
            WriteOrder::ClaimThenCommit => "claim-then-commit",
            WriteOrder::OneTransaction => "one-transaction",
        }
    }

    /// Whether a local effect waits for a commit before others can see it.
    #[must_use]
    pub const fn has_transaction(self) -> bool {
        matches!(self, WriteOrder::ClaimThenCommit | WriteOrder::OneTransaction)
    }

    /// Whether a claim keeps duplicates out while the work goes on.
    #[must_use]
    pub const fn claims(self) -> bool {
        matches!(self, WriteOrder::ClaimFirst | WriteOrder::ClaimThenCommit | WriteOrder::OneTransaction)
    }
}

/// Where the effect happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectPlace {
    /// A row in the service's own ledger.
    Ledger,
    /// At an outside provider, which honours the key if it is `forwarded` and forgets it otherwise.
    Provider {
        /// Whether the request's key goes along to the provider.
        forwarded: bool,
    },
}

/// What a duplicate meets while the first request is in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFlight {
    /// 409 in progress at once.
    Reject,
    /// Waits at the look-up for at most this long, then 409 in progress.
    Wait(Millis),
}

/// What becomes of a failure after execution began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failures {
    /// The error is the finished record and is replayed.
    Stored,
    /// The claim is removed and a retry runs.
    Released,
}

/// The named points of a request's way through the service, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// The request is taken in.
    Receive,
    /// The caller is known. In this model it always is.
    Authenticate,
    /// The parameters are checked.
    Validate,
    /// The record is looked for.
    LookUp,
    /// The key is claimed. Execution begins after it.
    Claim,
    /// The effect is made.
    Effect,
    /// The answer is stored.
    Record,
    /// What is in a transaction takes effect.
    Commit,
    /// The answer is sent.
    Respond,
}

impl Point {
    /// All of them, in order.
    pub const ALL: [Point; 9] = [
        Point::Receive,
        Point::Authenticate,
        Point::Validate,
        Point::LookUp,
        Point::Claim,
        Point::Effect,
        Point::Record,
        Point::Commit,
        Point::Respond,
    ];

    /// The spelling in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Point::Receive => "receive",
            Point::Authenticate => "authenticate",
            Point::Validate => "validate",
            Point::LookUp => "look-up",
            Point::Claim => "claim",
            Point::Effect => "effect",
            Point::Record => "record",
            Point::Commit => "commit",
            Point::Respond => "respond",
        }
    }
}

/// How long things take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// One way through the network.
    pub network: Millis,
    /// Each point, in [`Point::ALL`] order.
    pub points: [Millis; 9],
}

impl Takes {
    /// `rules.md` §4.1: network 40 ms each way, effect 30 ms, others 0.
    pub const DEFAULT: Takes = {
        let mut points = [Millis::ZERO; 9];
        points[Point::Effect as usize] = Millis(30);
        Takes { network: Millis(40), points }
    };

    /// How long one point takes.
    #[must_use]
    pub const fn at(&self, point: Point) -> Millis {
        self.points[point as usize]
    }
}

/// One client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// Its id, such as `c1`.
    pub id: String,
    /// How it names intents on the wire.
    pub key: KeyPolicy,
    /// What a reload leaves it.
    pub keep: Keep,
    /// Keys to use for new keys, in order, before the counter.
    pub keys: Vec<String>,
    /// How long it listens after a send.
    pub timeout: Millis,
    /// Its automatic retries, if any.
    pub retry: Option<Retry>,
}

impl Client {
    /// How long a client listens where its file does not say.
    pub const TIMEOUT: Millis = Millis(2_000);
}

/// How a client names intents on the wire (`rules.md` §2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPolicy {
    /// One key per intent, made before its first send.
    PerIntent,
    /// A new key for every attempt.
    PerAttempt,
    /// A hash of the text as sent.
    BodyHash,
    /// The intent's own id, equal in every client.
    BusinessId,
}

impl KeyPolicy {
    /// All of them.
    pub const ALL: [KeyPolicy; 4] =
        [KeyPolicy::PerIntent, KeyPolicy::PerAttempt, KeyPolicy::BodyHash, KeyPolicy::BusinessId];

    /// The spelling in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            KeyPolicy::PerIntent => "per-intent",
            KeyPolicy::PerAttempt => "per-attempt",
            KeyPolicy::BodyHash => "body-hash",
            KeyPolicy::BusinessId => "business-id",
        }
    }
}

/// What a reload leaves a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Keys, bodies and beliefs survive.
    Durable,
    /// They are gone.
    Memory,
}

/// Automatic retries (`rules.md` §2.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Sends of one series, the first included.
    pub attempts: u32,
    /// The pause after the first attempt's answer or timeout.
    pub backoff: Millis,
    /// The n-th pause is `backoff × factor^(n−1)`.
    pub factor: u64,
    /// What is retried.
    pub on: Vec<RetryOn>,
    /// Up to this much is added to each pause, drawn from `seed`; zero without jitter.
    pub jitter: Millis,
    /// Seed of the jitter's draws.
    pub seed: u64,
}

/// What a retry series retries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryOn {
    /// No answer within the timeout.
    Timeout,
    /// 409 in progress.
    InFlight409,
    /// Any 5xx.
    ServerError,
}

impl RetryOn {
    /// All of them.
    pub const ALL: [RetryOn; 3] = [RetryOn::Timeout, RetryOn::InFlight409, RetryOn::ServerError];

    /// The spelling in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RetryOn::Timeout => "timeout",
            RetryOn::InFlight409 => "409-in-flight",
            RetryOn::ServerError => "5xx",
        }
    }
}

/// One timed action of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When.
    pub at: Millis,
    /// Whose: an index into [`Scenario::clients`].
    pub client: u8,
    /// What.
    pub action: Action,
}

/// What a client does at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sends a request for an intent: the first time, or again.
    Send {
        /// The intent's id.
        intent: String,
        /// The body, or `None` to repeat the intent's last body in this client.
        body: Option<Body>,
        /// A literal key that replaces the policy for this send and its automatic retries.
        key: Option<String>,
    },
    /// Does nothing: the run goes on until then, so that what ends meanwhile is seen to end. Not in the normative
    /// files; the lab's "move time" needs it.
    Wait,
    /// Reloads: connections and planned retries are gone, and with [`Keep::Memory`] all memory.
    Reload,
}

/// A body as the file spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The text that goes on the wire.
    pub text: Rc<str>,
    /// Whether the file gave it as `body_text` rather than as JSON in `body`.
    pub verbatim: bool,
}

/// An attempt, by identity: the `number`-th send (from 1) of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptId {
    /// Index into [`Scenario::clients`].
    pub client: u8,
    /// From 1, per client, in send order.
    pub number: u32,
}

/// Which of an attempt's two messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From client to service.
    Request,
    /// From service to client.
    Response,
}

impl Direction {
    /// The spelling in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Request => "request",
            Direction::Response => "response",
        }
    }
}

/// When a handler fails, relative to the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailAt {
    /// After the claim, before the effect is begun.
    BeforeEffect,
    /// After the effect.
    AfterEffect,
}

/// A fault, aimed at one attempt. Each strikes at most once; one that never strikes is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The attempt it is aimed at.
    pub of: AttemptId,
    /// What it does.
    pub kind: FaultKind,
}

/// What a fault does (`rules.md` §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The message ends two thirds of its way.
    Lose(Direction),
    /// The message takes `by` longer.
    Delay {
        /// Which message.
        message: Direction,
        /// How much longer.
        by: Millis,
    },
    /// A second copy of the request arrives `after` later than the first.
    Duplicate {
        /// How much later.
        after: Millis,
    },
    /// The handler ends in an error.
    Fail {
        /// When.
        at: FailAt,
        /// With which status, 500 to 599.
        status: u16,
    },
    /// The service dies after a point and is back after `restart`.
    Crash {
        /// After which point.
        after: Point,
        /// How long until it is back.
        restart: Millis,
    },
}

/// What a file says must come out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// Orders in the ledger.
    pub orders: Option<u32>,
    /// Effects per intent id, ledger and provider together.
    pub effects: Vec<(String, u32)>,
    /// The answer heard by each attempt.
    pub answers: Vec<(AttemptId, ExpectedAnswer)>,
    /// Beliefs at the end, per client index and intent id.
    pub beliefs: Vec<(u8, String, ExpectedBelief)>,
    /// Findings as a set, by name.
    pub findings: Option<Vec<Finding>>,
}

/// What an attempt is expected to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// Nothing.
    None,
    /// An answer with these properties; what is `None` may be anything.
    Some {
        /// The status.
        status: Option<u16>,
        /// The body's exact text; `body` in a file is its compact text.
        body_text: Option<String>,
        /// Whether it was taken from the record.
        replayed: Option<bool>,
    },
}

/// What a client is expected to believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedBelief {
    /// It does not know.
    Unknown,
    /// Done, with this order number.
    Done(u32),
    /// Refused, with this status.
    Refused(u16),
}

/// What the audit can find (`rules.md` §6), in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// A success was heard whose effect no longer exists. Unreachable in this model.
    EffectLost,
    /// An intent has more than one effect.
    EffectTwice,
    /// A client believes what is not so.
    FalseBelief,
    /// An answer made from another tenant's record. Unreachable in this model.
    ForeignAnswer,
    /// A replay differs from the first final answer under its key.
    ReplayDiffers,
    /// A claim stands that nothing will end, and a client does not know.
    Stuck,
    /// One key, two final answers within one retention.
    TwoFinalOutcomes,
}

impl Finding {
    /// All of them, sorted by name.
    pub const ALL: [Finding; 7] = [
        Finding::EffectLost,
        Finding::EffectTwice,
        Finding::FalseBelief,
        Finding::ForeignAnswer,
        Finding::ReplayDiffers,
        Finding::Stuck,
        Finding::TwoFinalOutcomes,
    ];

    /// The spelling in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Finding::EffectLost => "effect-lost",
            Finding::EffectTwice => "effect-twice",
            Finding::FalseBelief => "false-belief",
            Finding::ForeignAnswer => "foreign-answer",
            Finding::ReplayDiffers => "replay-differs",
            Finding::Stuck => "stuck",
            Finding::TwoFinalOutcomes => "two-final-outcomes",
        }
    }
}

impl Scenario {
    /// The attempt as scenario files spell it, such as `c1#2`.
    #[must_use]
    pub fn attempt_name(&self, attempt: AttemptId) -> String {
        format!("{}#{}", self.client_id(attempt.client), attempt.number)
    }

    /// A client's id, or `?` for an index out of range.
    #[must_use]
    pub fn client_id(&self, client: u8) -> &str {
        self.clients.get(usize::from(client)).map_or("?", |client| client.id.as_str())
    }
}

impl fmt::Display for FailAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FailAt::BeforeEffect => "before-effect",
            FailAt::AfterEffect => "after-effect",
        })
    }
}
