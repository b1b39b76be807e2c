//! A validated scenario: everything a run depends on, as data.
//!
//! Values of these types are in range and consistent; [`super::parse`] makes them from text and
//! [`super::write`] turns them back. Deliberately absent: anything a run computes, and any default that the
//! rules do not state.

use std::fmt;
use std::rc::Rc;

use super::build::{Build, Recipe};
use super::contract::{Contract, InFlight, InFlightRule, Knob, Refusal, Store, spelled};
use super::presets::Preset;
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
    /// What it promises.
    pub contract: Contract,
    /// What commits together with what.
    pub write_order: WriteOrder,
    /// Where the effect happens.
    pub effect: EffectPlace,
    /// How long a claim blocks others; `None` blocks for ever.
    pub lease: Option<Millis>,
    /// How much longer than promised this service really keeps a finished record.
    pub kept_longer: Millis,
    /// Durations of the points and of the network.
    pub takes: Takes,
    /// Where it was built otherwise than one would think.
    pub build: Build,
}

impl Service {
    /// A service of this write order with the format's defaults for everything else, which a file need not say
    /// (`rules.md` §4), under the fixture's contract.
    #[must_use]
    pub fn plain(write_order: WriteOrder) -> Service {
        Service::of(Preset::Fixture, write_order)
    }

    /// The same under a preset's contract, with the lease that it names.
    #[must_use]
    pub fn of(preset: Preset, write_order: WriteOrder) -> Service {
        let contract = preset.contract();
        Service {
            lease: contract.in_flight.as_ref().and_then(|rule| rule.lease),
            contract,
            write_order,
            effect: EffectPlace::Ledger,
            kept_longer: Millis::ZERO,
            takes: Takes::DEFAULT,
            build: Build::default(),
        }
    }

    /// Promises this long, as the file's own.
    pub fn promise(&mut self, keeps: Millis) {
        self.contract.retention.keeps = Some(keeps);
        self.contract.make_own(Knob::Retention);
    }

    /// Has duplicates meet this, as the file's own.
    pub fn meet(&mut self, does: InFlight) {
        let plain = InFlightRule { does, answer: Refusal::default(), lease: None };
        self.contract.in_flight.get_or_insert(plain).does = does;
        self.contract.make_own(Knob::InFlight);
    }

    /// Stores failures after execution began, or lets them go, as the file's own.
    pub fn keep_failures(&mut self, kept: Store) {
        let stores = &mut self.contract.stores;
        (stores.client_error, stores.server_error, stores.unhandled) = (Some(kept), Some(kept), Some(kept));
        self.contract.make_own(Knob::Stores);
    }
}

/// The six rungs (`rules.md` §4, and `transaction-only`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WriteOrder {
    /// No look-up, no record.
    Ignore,
    /// Look up, then effect, then record, each committed alone.
    CheckThenAct,
    /// Effect and record commit together, with no unique rule and no lock: two at once both commit.
    TransactionOnly,
    /// Claim, effect and record each commit alone; no fence.
    ClaimFirst,
    /// The claim commits alone; effect and record together, by the claim's owner only.
    ClaimThenCommit,
    /// Claim, effect and record commit together.
    OneTransaction,
}

impl WriteOrder {
    /// All of them, from the lowest rung up.
    pub const ALL: [WriteOrder; 6] = [
        WriteOrder::Ignore,
        WriteOrder::CheckThenAct,
        WriteOrder::TransactionOnly,
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
            WriteOrder::TransactionOnly => "transaction-only",
            WriteOrder::ClaimFirst => "claim-first",
            WriteOrder::ClaimThenCommit => "claim-then-commit",
            WriteOrder::OneTransaction => "one-transaction",
        }
    }

    /// Whether a local effect waits for a commit before others can see it.
    #[must_use]
    pub const fn has_transaction(self) -> bool {
        matches!(self, WriteOrder::TransactionOnly | WriteOrder::ClaimThenCommit | WriteOrder::OneTransaction)
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
    /// At an outside provider.
    Provider(Provider),
    /// An order in the ledger first, in a transaction of its own, then a charge at an outside provider: two phases.
    Both(Provider),
}

/// An outside provider, as the service uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provider {
    /// Which key goes along.
    pub key: ProviderKey,
    /// What the service does about an earlier call whose outcome it does not know.
    pub unknown: UnknownCall,
    /// How long the provider remembers keys; `None` is for ever.
    pub remembers: Option<Millis>,
    /// Whether it checks the claim's number and refuses an older one.
    pub fenced: bool,
}

impl Provider {
    /// A provider that is sent no key and repeats what it is told.
    pub const PLAIN: Provider =
        Provider { key: ProviderKey::Nothing, unknown: UnknownCall::Repeat, remembers: None, fenced: false };
}

spelled! {
    /// Which key goes along to the provider.
    ProviderKey {
        /// None: it forgets.
        Nothing = "none",
        /// The request's own, as it came.
        Forwarded = "forwarded",
        /// One made from the record's scope and key.
        Derived = "derived",
    }
}
spelled! {
    /// What a service that takes a claim over does about a provider call that may have gone through.
    UnknownCall {
        /// Calls again.
        Repeat = "repeat",
        /// Asks the provider first, by the reference that went along with the call.
        Ask = "ask",
        /// Leaves the intent as unknown for a person: an answer that says so, and no call.
        Park = "park",
    }
}

impl EffectPlace {
    /// The outside provider, if there is one.
    #[must_use]
    pub const fn provider(&self) -> Option<&Provider> {
        match self {
            EffectPlace::Ledger => None,
            EffectPlace::Provider(provider) | EffectPlace::Both(provider) => Some(provider),
        }
    }
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
    /// Who it is to the service.
    pub who: Who,
    /// When a durable client persists an intent.
    pub persists: Persists,
    /// What makes it throw its key away.
    pub drops_key_on: Vec<DropOn>,
}

/// Who a client is to the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Its tenant's id.
    pub tenant: String,
    /// The company that the tenant belongs to; the tenant's own unless given.
    pub company: Option<String>,
    /// How far its clock is ahead of the world's.
    pub clock_ahead: Millis,
    /// How far it is behind.
    pub clock_behind: Millis,
}

impl Default for Who {
    fn default() -> Who {
        Who {
            tenant: Who::TENANT.to_owned(),
            company: None,
            clock_ahead: Millis::ZERO,
            clock_behind: Millis::ZERO,
        }
    }
}

impl Who {
    /// The tenant of every client that names none.
    pub const TENANT: &'static str = "t1";
}

spelled! {
    /// When a durable client persists an intent's key, parameters and target.
    Persists {
        /// Before the send.
        BeforeSend = "before-send",
        /// Right after it.
        AfterSend = "after-send",
        /// When an answer has been heard.
        AfterAnswer = "after-answer",
    }
}
spelled! {
    /// What makes a client throw an intent's own key away, so that the next send makes another.
    DropOn {
        /// No answer in time.
        Timeout = "timeout",
        /// A 4xx that is no 409 in progress.
        Refusal = "4xx",
        /// A 409 in progress.
        InFlight409 = "409-in-flight",
        /// Any 5xx.
        ServerError = "5xx",
        /// A success.
        Success = "success",
    }
}

impl Client {
    /// How long a client listens where its file does not say.
    pub const TIMEOUT: Millis = Millis(2_000);
}

spelled! {
    /// How a client names intents on the wire (`rules.md` §2.2).
    KeyPolicy {
        /// One key per intent, made before its first send.
        PerIntent = "per-intent",
        /// A new key for every attempt.
        PerAttempt = "per-attempt",
        /// A hash of the text as sent.
        BodyHash = "body-hash",
        /// The intent's own id, equal in every client.
        BusinessId = "business-id",
        /// A new key for every script send, kept for its automatic retries: a library that makes its own.
        PerCall = "per-call",
        /// None at all.
        Nothing = "none",
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
    /// Whether planned retries survive a reload: a job queue keeps them, with the intent's identity.
    pub survives_reload: bool,
    /// A layer above, which begins the whole series again.
    pub outer: Option<Outer>,
}

/// A retry layer above another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outer {
    /// Series in all, the first included.
    pub attempts: u32,
    /// The pause after a series that ended without a result.
    pub backoff: Millis,
}

spelled! {
    /// What a retry series retries.
    RetryOn {
        /// No answer within the timeout.
        Timeout = "timeout",
        /// 409 in progress.
        InFlight409 = "409-in-flight",
        /// Any 5xx.
        ServerError = "5xx",
        /// A refused connection.
        Refused = "refused",
        /// 429.
        RateLimited = "429",
    }
}

impl RetryOn {
    /// What is retried where a file does not say.
    pub const USUAL: [RetryOn; 3] = [RetryOn::Timeout, RetryOn::InFlight409, RetryOn::ServerError];
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
        /// Where it goes.
        to: Endpoint,
        /// Which replica takes it, from 1; `None` deals it out in turn.
        replica: Option<u8>,
        /// The region that it goes to.
        region: Option<String>,
    },
    /// Asks what became of an intent, and changes nothing.
    Ask {
        /// The intent's id.
        intent: String,
        /// By what.
        by: AskBy,
    },
    /// The service is deployed anew and makes fingerprints so from now on.
    Deploy(Recipe),
    /// Does nothing: the run goes on until then, so that what ends meanwhile is seen to end. Not in the normative
    /// files; the lab's "move time" needs it.
    Wait,
    /// Reloads: connections and planned retries are gone, and with [`Keep::Memory`] all memory.
    Reload,
}

spelled! {
    /// Where a request goes.
    Endpoint {
        /// Makes an order.
        Create = "create",
        /// Confirms one.
        Confirm = "confirm",
        /// Cancels one.
        Cancel = "cancel",
        /// Reads what is there; takes no key and makes no record. A step's `do` is then `ask`.
        Ask = "ask",
    }
}
spelled! {
    /// By what a client asks.
    AskBy {
        /// The key.
        Key = "key",
        /// The order that it believes in, or else the reference that every order carries: its intent.
        Order = "order",
    }
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
        /// With which status, 400 to 599.
        status: u16,
        /// Whether it raised, rather than answered so on purpose.
        raised: bool,
    },
    /// The service dies after a point and is back after `restart`.
    Crash {
        /// After which point.
        after: Point,
        /// How long until it is back.
        restart: Millis,
        /// What was committed within this long before is gone: the one that takes over lagged behind.
        loses: Millis,
    },
    /// The connection is refused: nothing was sent, and the client knows it.
    Refuse,
    /// The rate limiter answers 429.
    Limit,
    /// The request stands still after a point, and goes on then as if nothing had been.
    Stall {
        /// After which point.
        after: Point,
        /// For how long.
        length: Millis,
    },
    /// The commit goes through and its acknowledgement is lost: the service does not know.
    LoseCommitAck,
    /// The client's program dies; what it had persisted is all that it has.
    ClientCrash(ClientMoment),
    /// The outbox's relay does not hear that its message was taken, and sends it again this much later.
    Redeliver {
        /// How much later.
        after: Millis,
    },
}

spelled! {
    /// When a client's program dies.
    ClientMoment {
        /// After it has persisted the intent, before the send.
        AfterPersist = "after-persist",
        /// After the send, and before it has persisted anything that it would persist then.
        AfterSend = "after-send",
        /// When it has heard the answer, before it could act on it.
        AfterAnswer = "after-answer",
    }
}

/// What a file says must come out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// Orders in the ledger.
    pub orders: Option<u32>,
    /// Effects per intent id, ledger and provider together.
    pub effects: Vec<(String, u32)>,
    /// Local side effects per intent id.
    pub side_effects: Vec<(String, u32)>,
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

spelled! {
    /// What the audit can find (`rules.md` §6), in the order of their names.
    Finding {
        /// A success was heard whose effect no longer exists.
        EffectLost = "effect-lost",
        /// An intent has more than one effect.
        EffectTwice = "effect-twice",
        /// A client believes what is not so.
        FalseBelief = "false-belief",
        /// An answer made from another tenant's record.
        ForeignAnswer = "foreign-answer",
        /// An intent that no retry can finish while its record stands.
        NeverFinishes = "never-finishes",
        /// A replay differs from the first final answer under its key.
        ReplayDiffers = "replay-differs",
        /// An intent has more than one local side effect.
        SideEffectTwice = "side-effect-twice",
        /// A claim stands that nothing will end, and a client does not know.
        Stuck = "stuck",
        /// One key, two final answers within one retention.
        TwoFinalOutcomes = "two-final-outcomes",
        /// An answer made from the record of another operation.
        WrongOperation = "wrong-operation",
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
