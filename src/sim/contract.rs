//! What a service promises about keys: twelve knobs in one struct, and where their values come from.
//!
//! Owns the vocabulary of contracts (`contracts.md` §3) and what holds where a provider says nothing. It deliberately
//! holds no provider: those are in [`super::presets`]. How a service is *built* is [`super::build`].
//!
//! Decided here where `contracts.md` leaves it open:
//!
//! - `None` means "not documented". The engine then does what the fixture does, and the run says "assumed" once, at
//!   the first moment that depends on it ([`super::trace::Wider::Assumed`]).
//! - A knob that a file states itself is the reader's own and assumed by nobody.
//! - A status that a refusal does not state is the fixture's: 409 for other parameters and for one in flight, 400 for
//!   a key that is missing or malformed, 412 for one that has expired.
//! - A code, where there is one, is the `error` of the refusal's body; without one the fixture's words stand.
//! - `may-fail` is `reject`: of two at once the second fails.

use std::borrow::Cow;

use super::presets::Preset;
use super::time::Millis;

/// Text that a preset holds and a file may replace.
pub type Words = Cow<'static, str>;

/// The twelve knobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Where the values come from that the file does not state.
    pub preset: Preset,
    /// Which knobs the file states itself, one bit for each in [`Knob::ALL`] order.
    pub own: u16,
    /// How a request carries its key.
    pub carrier: Carrier,
    /// Which methods take keys; for display, the endpoints of this world are all `POST`.
    pub methods: Cow<'static, [Words]>,
    /// What a key must be like, and whether there must be one.
    pub key_policy: KeyRules,
    /// Within what a key names one thing.
    pub scope: Option<Cow<'static, [ScopePart]>>,
    /// What is compared when a key comes back.
    pub fingerprint: Option<FingerprintRule>,
    /// What the same key with other parameters meets.
    pub mismatch: Option<Mismatch>,
    /// What a duplicate meets while the first is in flight.
    pub in_flight: Option<InFlightRule>,
    /// Which outcomes become the record.
    pub stores: Stores,
    /// What a same-key retry does after work that failed.
    pub failed_work: Option<FailedWork>,
    /// What a replay gives back.
    pub replay: Replay,
    /// How long a finished record is promised.
    pub retention: Retention,
    /// What a key meets when its record is gone.
    pub after_expiry: Option<AfterExpiry>,
}

/// The knobs by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the fields of Contract say what each is")]
pub enum Knob {
    Carrier,
    Methods,
    KeyPolicy,
    Scope,
    Fingerprint,
    Mismatch,
    InFlight,
    Stores,
    FailedWork,
    Replay,
    Retention,
    AfterExpiry,
}

/// How sure a value is (`contracts.md`, confidence tags).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Read in the provider's own text or source.
    Verified,
    /// Read in somebody's note on it.
    Secondary,
    /// Follows from verified text, but is not said there.
    Inferred,
    /// Not found.
    NotDocumented,
}

/// How a request carries its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// In what part of the request.
    pub kind: CarrierKind,
    /// Under what name. For `derived`, what it is derived from: `body` is the whole body; any other name selects the
    /// client's key, and a request without one has none.
    pub name: Words,
}

/// What is compared when a key comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What happens.
    pub does: MismatchDoes,
    /// The refusal's answer, where it refuses.
    pub answer: Refusal,
}

/// What a duplicate meets while the first is in flight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InFlightRule {
    /// What happens.
    pub does: InFlight,
    /// The refusal's answer, where it refuses.
    pub answer: Refusal,
    /// The lease that the contract names, as the default of the service's own.
    pub lease: Option<Millis>,
}

/// The answer of a refusal, as far as it is stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status.
    pub status: Option<u16>,
    /// Error code.
    pub code: Option<Words>,
}

/// What a key must be like. Lengths in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyRules {
    /// Whether there must be one.
    pub presence: Presence,
    /// The shortest that is taken.
    pub min: Option<u16>,
    /// The longest that is taken.
    pub max: Option<u16>,
    /// What it must look like.
    pub format: KeyFormat,
    /// The status where a required one is missing.
    pub missing_status: Option<u16>,
    /// The status where one is too short, too long or malformed.
    pub bad_status: Option<u16>,
}

/// Which outcomes become the record. `None` is not documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stores {
    /// Rejected before execution.
    pub validation: Option<Store>,
    /// Done.
    pub ok: Option<Store>,
    /// The endpoint ran and answered 4xx on purpose.
    pub client_error: Option<Store>,
    /// The endpoint ran and answered 5xx on purpose.
    pub server_error: Option<Store>,
    /// It raised, and the framework made a 500 of it.
    pub unhandled: Option<Store>,
    /// No answer was produced. What a crash really leaves follows from how the service is built.
    pub crash: Option<Store>,
}

/// What a replay gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Which answer.
    pub mode: ReplayMode,
    /// The status; `None` is the first answer's.
    pub status: Option<u16>,
    /// The error code, for a pointer.
    pub code: Option<Words>,
    /// The header line that says so.
    pub marker: Option<Words>,
    /// Whether the first answer carries it too, so that it tells nothing.
    pub marks_first: bool,
}

/// How long a finished record is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// What kind of promise it is.
    pub kind: RetentionKind,
    /// How long, where it is said.
    pub keeps: Option<Millis>,
    /// Where the window starts, where it is said.
    pub clock: Option<Clock>,
}

/// What a key meets when its record is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterExpiry {
    /// It runs as new.
    ExecuteAsNew,
    /// It is refused and never runs again.
    Reject(Option<u16>),
}

/// What a duplicate meets while the first is in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFlight {
    /// A refusal at once.
    Reject,
    /// Waits at the look-up for at most this long, then a refusal.
    Wait(Millis),
    /// An answer that says how far the first is.
    CurrentState,
    /// As `Reject`; the provider only says that it may fail.
    MayFail,
}

/// Makes an enum of spelled values: the variants, all of them in order, and the spelling in scenario files.
macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($(#[$say:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($(#[$say])* $variant,)+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant,)+];
            /// Their spellings in scenario files, in order.
            pub const NAMES: &[&str] = &[$($text,)+];

            /// The spelling in scenario files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                $name::NAMES[self as usize]
            }
        }
    };
}
pub(crate) use spelled;

mod values;

pub use values::{
    CarrierKind, Clock, FailedWork, FingerprintRule, KeyFormat, MismatchDoes, Presence, ReplayMode,
    RetentionKind, ScopePart, Store,
};

impl Knob {
    /// All of them, in the order of [`Contract`]'s fields.
    pub const ALL: [Knob; 12] = [
        Knob::Carrier,
        Knob::Methods,
        Knob::KeyPolicy,
        Knob::Scope,
        Knob::Fingerprint,
        Knob::Mismatch,
        Knob::InFlight,
        Knob::Stores,
        Knob::FailedWork,
        Knob::Replay,
        Knob::Retention,
        Knob::AfterExpiry,
    ];
    /// Their names in scenario files, in order.
    pub const NAMES: [&str; 12] = [
        "carrier",
        "methods",
        "key_policy",
        "scope",
        "fingerprint",
        "mismatch",
        "in_flight",
        "stores",
        "failed_work",
        "replay",
        "retention",
        "after_expiry",
    ];

    /// The name in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Knob::NAMES[self as usize]
    }
}

impl Contract {
    /// Whether the file states this knob itself.
    #[must_use]
    pub const fn is_own(&self, knob: Knob) -> bool {
        self.own & (1 << knob as u16) != 0
    }

    /// Marks a knob as stated by the file.
    pub const fn make_own(&mut self, knob: Knob) {
        self.own |= 1 << knob as u16;
    }

    /// Whether a run that needs this knob rests on what nobody documents: it is not the file's own, and the preset's
    /// citation does not cover it.
    #[must_use]
    pub fn is_assumed(&self, knob: Knob) -> bool {
        let citation = self.preset.citation(knob);
        let is_documented = matches!(citation.certainty, Certainty::Verified | Certainty::Secondary);
        !self.is_own(knob) && (!is_documented || citation.assumes)
    }

    /// How long a finished record is promised; a day where nobody says.
    #[must_use]
    pub fn promised(&self) -> Millis {
        self.retention.keeps.unwrap_or(Millis(24 * 3_600_000))
    }

    /// What a duplicate meets, stated or assumed.
    #[must_use]
    pub fn in_flight(&self) -> InFlight {
        self.in_flight.as_ref().map_or(InFlight::Reject, |rule| rule.does)
    }

    /// Whether failures after execution began are stored, both kinds alike; `None` where they differ.
    #[must_use]
    pub fn failures(&self) -> Option<Store> {
        let kept = |kept: Option<Store>| kept.unwrap_or(Store::Pin);
        let (answered, raised) = (kept(self.stores.server_error), kept(self.stores.unhandled));
        (answered == raised).then_some(answered)
    }

    /// The header line of an answer that says whether it was replayed, if there is one.
    #[must_use]
    pub fn marker(&self, is_replay: bool) -> Option<&str> {
        self.replay.marker.as_deref().filter(|_| is_replay || self.replay.marks_first)
    }
}
