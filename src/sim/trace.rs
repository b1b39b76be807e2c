//! The trace: one typed event per visible fact, each with its time and its cause.
//!
//! Owns what can be known of a run afterwards: the audit, the projection, the figure and the texts read nothing
//! else. It deliberately holds no engine state and no wording for readers; [`std::fmt::Display`] gives the one
//! technical line per event that `simulate` prints and the digest is made of.
//!
//! Legend of a line: `#seq time attempt@key <cause(~from) fact`.

use std::fmt;
use std::rc::Rc;

mod answer;
mod wider;

pub use answer::{Answer, Meaning, OrderState};
pub use wider::Wider;

use super::body::Fingerprint;
use super::scenario::{AttemptId, Direction, Endpoint, Point};
use super::time::Millis;

/// Position of an event in its trace, from 0.
pub type EventSeq = u32;
/// Index into [`Trace::keys`].
pub type KeyId = u16;
/// Index into [`Trace::intents`].
pub type IntentId = u16;
/// Index into [`Trace::scopes`].
pub type ScopeId = u8;

/// What names a record: the scope in which its key counts, and the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKey {
    /// The scope.
    pub scope: ScopeId,
    /// The key.
    pub key: KeyId,
}

/// Everything a run left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Events in the order in which they happened; an event's `seq` is its index.
    pub events: Vec<Event>,
    /// Every key that was ever made, in order of appearance.
    pub keys: Vec<String>,
    /// Every intent of the script, in order of appearance.
    pub intents: Vec<String>,
    /// Every scope that a record was looked for in, in order of appearance: its parts, joined by ` · `.
    pub scopes: Vec<String>,
}

/// One visible fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its index in the trace.
    pub seq: EventSeq,
    /// When it happened.
    pub at: Millis,
    /// The event that made this one happen, if one did.
    pub cause: Option<EventSeq>,
    /// An earlier event whose result this one met: the claim or the record that a look-up found.
    pub from: Option<EventSeq>,
    /// The attempt it concerns.
    pub attempt: Option<AttemptId>,
    /// The key it concerns.
    pub key: Option<KeyId>,
    /// The scope in which the service takes that key; 0 also where there is none yet.
    pub scope: ScopeId,
    /// The request (one delivered copy of an attempt) at the service, by arrival order.
    pub request: Option<u32>,
    /// The fact.
    pub kind: EventKind,
}

impl Event {
    /// What names the record that it concerns.
    #[must_use]
    pub fn record(&self) -> Option<RecordKey> {
        self.key.map(|key| RecordKey { scope: self.scope, key })
    }
}

/// What a client thinks happened to an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// It does not know.
    Unknown,
    /// Carried out, as this order.
    Done(u32),
    /// Refused with this status.
    Refused(u16),
}

/// How a send's key and body relate to the intent's previous send by the same client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resend {
    /// This is the intent's first send by this client.
    First,
    /// Same key, same text.
    Unchanged,
    /// Another key.
    NewKey,
    /// Same key, other text, same parameters.
    OtherText,
    /// Same key, other parameters.
    OtherParameters,
}

/// What a look-up found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// No record: the request runs.
    Nothing,
    /// A finished record with the same fingerprint.
    Finished,
    /// A claim of another request that still stands.
    InFlight,
    /// A claim whose lease is over: it may be taken over.
    LeaseOver,
    /// Work that failed part of the way: it may go on.
    Interrupted,
    /// An open transaction of another request holds the key.
    Locked,
    /// A record with another fingerprint.
    OtherParameters,
}

/// A limit that a run can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`super::limits::ATTEMPTS`].
    Attempts,
    /// [`super::limits::EVENTS`].
    Events,
    /// [`super::limits::HORIZON`].
    Horizon,
}

/// The facts. Where an owner is named, it is the attempt whose request holds, or held, the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum EventKind {
    /// A client made a key, before the send.
    KeyMade { intent: IntentId, for_attempt: bool },
    /// A client with durable memory stored key, parameters and target, before the send.
    KeyStored { intent: IntentId },
    /// An attempt left its client.
    Sent { intent: IntentId, to: Endpoint, body_text: Rc<str>, resend: Resend, automatic: bool, due: Millis },
    /// A message ended two thirds of its way.
    Lost { message: Direction },
    /// The network holds a message up.
    Delayed { message: Direction, by: Millis },
    /// A request reached the service.
    Arrived { second_copy: bool },
    /// A request reached a service that is down.
    ArrivedWhileDown { second_copy: bool },
    /// The parameters are valid.
    Validated { fingerprint: Rc<Fingerprint> },
    /// The parameters are not valid: 400, no record.
    Invalid,
    /// The record was looked for. `again` where a wait or a lost race led to another look.
    LookedUp { found: Found, owner: Option<AttemptId>, again: bool },
    /// The key is claimed for this request.
    Claimed {
        fingerprint: Rc<Fingerprint>,
        in_transaction: bool,
        took_over: Option<AttemptId>,
        first_seen: Millis,
        lease_until: Option<Millis>,
    },
    /// The request waits at the look-up.
    Waiting { owner: Option<AttemptId>, at_most: Millis },
    /// The wait was as long as it may be.
    WaitedOut { waited: Millis },
    /// An order was written inside an open transaction.
    EffectWritten { intent: IntentId },
    /// An order stands in the ledger. `nth` effect of the intent, from 1.
    EffectMade { intent: IntentId, order: u32, nth: u32 },
    /// The provider made a charge. `nth` effect of the intent, from 1.
    ProviderEffect { intent: IntentId, charge: u32, nth: u32 },
    /// The provider knew the forwarded key and made nothing.
    ProviderKnewKey { charge: u32 },
    /// The answer was stored inside an open transaction.
    RecordWritten,
    /// A finished record stands under the key. `replaced` where it took the place of another request's.
    Recorded {
        fingerprint: Rc<Fingerprint>,
        answer: Answer,
        replaced: bool,
        first_seen: Millis,
        promised_until: Millis,
        gone_at: Millis,
    },
    /// A transaction took effect: the order, if it made one, and the record. `nth` and `replaced` as above.
    Committed {
        intent: IntentId,
        order: Option<u32>,
        nth: u32,
        fingerprint: Rc<Fingerprint>,
        answer: Answer,
        first_seen: Millis,
        promised_until: Millis,
        gone_at: Millis,
        replaced: bool,
    },
    /// An open transaction's work is undone. `whole` where the claim was part of it.
    RolledBack { whole: bool },
    /// The claim is no longer this request's: its work is dropped.
    FencedOut { owner: Option<AttemptId> },
    /// The handler ended in an error.
    Failed { status: u16, stored: bool },
    /// The claim was removed after a failure.
    Released,
    /// The service sent an answer; `replay_of` is the attempt whose stored answer it is.
    Replied { answer: Answer, replay_of: Option<AttemptId>, due: Millis },
    /// The client heard the answer.
    Heard { answer: Answer, replayed: bool },
    /// An answer came when the client no longer listened for it.
    HeardTooLate { answer: Answer },
    /// No answer within the client's timeout.
    TimedOut { after: Millis },
    /// A client's belief is now this. The first send makes it `Unknown` without an event of its own.
    Believed { intent: IntentId, belief: Belief },
    /// An answer came that does not settle the intent.
    NotSettled { intent: IntentId, answer: Answer },
    /// The next attempt of a series is planned.
    RetryPlanned { intent: IntentId, pause: Millis, number: u32, most: u32 },
    /// The service died after a point.
    Crashed { after: Point, requests: u32, until: Millis },
    /// It is back.
    Restarted { down: Millis },
    /// A claim's lease is over.
    LeaseEnded { owner: AttemptId },
    /// The promise has ended and the record is still there.
    KeptLonger,
    /// The record is gone.
    Expired,
    /// Time has passed without anything else.
    TimePassed,
    /// A client reloaded.
    Reloaded { client: u8 },
    /// A client read an intent back after a reload.
    IntentRecovered { client: u8, intent: IntentId },
    /// A client lost an intent in a reload.
    IntentForgotten { client: u8, intent: IntentId },
    /// The run stopped at a limit while `step` (from 0) was the last script step begun.
    LimitReached { limit: Limit, step: Option<u32> },
    /// A fact of the wider world: contracts, builds, providers and mails beyond the first lessons'.
    Wider(Wider),
}

impl Trace {
    /// A 64-bit FNV-1a digest of all lines, equal on every platform and however the run was stepped.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        for event in &self.events {
            // Hashing cannot fail; the writer only carries the bytes.
            let _ = fmt::Write::write_fmt(&mut hasher, format_args!("{event}\n"));
        }
        for name in self.keys.iter().chain(self.scopes.iter().skip(1)) {
            let _ = fmt::Write::write_fmt(&mut hasher, format_args!("{name}\n"));
        }
        hasher.0
    }

    /// The event with this number.
    #[must_use]
    pub fn event(&self, seq: EventSeq) -> Option<&Event> {
        self.events.get(seq as usize)
    }

    /// The key's text.
    #[must_use]
    pub fn key_text(&self, key: KeyId) -> &str {
        self.keys.get(usize::from(key)).map_or("", String::as_str)
    }
}

struct Fnv(u64);

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

/// FNV-1a of one text, as the body-hash key policy uses it.
#[must_use]
pub fn hash_text(text: &str) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    let _ = fmt::Write::write_str(&mut hasher, text);
    hasher.0
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} {}", self.seq, self.at.0)?;
        match self.attempt {
            Some(attempt) => write!(f, " {}.{}", attempt.client, attempt.number)?,
            None => f.write_str(" -")?,
        }
        if let Some(key) = self.key {
            write!(f, "@{key}")?;
        }
        if self.scope > 0 {
            write!(f, "/{}", self.scope)?;
        }
        if let Some(cause) = self.cause {
            write!(f, " <{cause}")?;
        }
        if let Some(from) = self.from {
            write!(f, "~{from}")?;
        }
        write!(f, " {}", self.kind)
    }
}

pub(super) fn owner(owner: Option<AttemptId>) -> String {
    owner.map_or_else(|| "?".to_owned(), |attempt| format!("{}.{}", attempt.client, attempt.number))
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use EventKind as K;
        match self {
            K::KeyMade { intent, for_attempt } => {
                write!(f, "key made for {} {intent}", if *for_attempt { "an attempt at" } else { "intent" })
            }
            K::KeyStored { intent } => write!(f, "key, parameters and target of intent {intent} stored"),
            K::Sent { intent, to, body_text, resend, automatic, due } => {
                let how = if *automatic { "retried" } else { "sent" };
                write!(f, "{how} for intent {intent} ({resend:?}), due {}: {body_text}", due.0)?;
                if *to == Endpoint::Create { Ok(()) } else { write!(f, " to {}", to.name()) }
            }
            K::Lost { message } => write!(f, "{} lost", message.name()),
            K::Delayed { message, by } => write!(f, "{} delayed by {by}", message.name()),
            K::Arrived { second_copy } => {
                f.write_str(if *second_copy { "second copy arrived" } else { "arrived" })
            }
            K::ArrivedWhileDown { second_copy } => {
                let what = if *second_copy { "second copy arrived" } else { "arrived" };
                write!(f, "{what} while the service is down")
            }
            K::Validated { fingerprint } => {
                write!(f, "valid: {fingerprint}")
            }
            K::Invalid => f.write_str("invalid parameters"),
            K::LookedUp { found, owner: who, again } => {
                write!(f, "looked up{}: {found:?}", if *again { " again" } else { "" })?;
                who.map_or(Ok(()), |who| write!(f, " by {}", owner(Some(who))))
            }
            K::Claimed { in_transaction, took_over, first_seen, lease_until, .. } => {
                write!(f, "claimed, first seen {}", first_seen.0)?;
                if *in_transaction {
                    f.write_str(", in transaction")?;
                }
                if let Some(from) = took_over {
                    write!(f, ", taken over from {}", owner(Some(*from)))?;
                }
                lease_until.map_or(Ok(()), |until| write!(f, ", lease until {}", until.0))
            }
            K::Waiting { owner: who, at_most } => {
                write!(f, "waits for {}, at most {at_most}", owner(*who))
            }
            K::WaitedOut { waited } => write!(f, "waited {waited}, no result"),
            K::EffectWritten { intent } => write!(f, "order for intent {intent} written, uncommitted"),
            K::EffectMade { intent, order, nth } => {
                write!(f, "order {order} made, effect {nth} of intent {intent}")
            }
            K::ProviderEffect { intent, charge, nth } => {
                write!(f, "charge {charge} made at the provider, effect {nth} of intent {intent}")
            }
            K::ProviderKnewKey { charge } => write!(f, "provider knows the key: charge {charge}, none made"),
            K::RecordWritten => f.write_str("record written, uncommitted"),
            K::Recorded { answer, replaced, first_seen, gone_at, .. } => {
                let how = if *replaced { "record replaced" } else { "recorded" };
                write!(f, "{how}: {answer}, first seen {}, until {}", first_seen.0, gone_at.0)
            }
            K::Committed { order, nth, intent, answer, first_seen, gone_at, replaced, .. } => {
                f.write_str("committed: ")?;
                if let Some(order) = order {
                    write!(f, "order {order}, effect {nth} of intent {intent}; ")?;
                }
                write!(f, "record {answer}, first seen {}, until {}", first_seen.0, gone_at.0)?;
                f.write_str(if *replaced { ", in place of another" } else { "" })
            }
            K::RolledBack { whole } => {
                f.write_str(if *whole { "rolled back, claim included" } else { "rolled back" })
            }
            K::FencedOut { owner: who } => write!(f, "fenced out: the claim is {}", owner(*who)),
            K::Failed { status, stored } => {
                write!(f, "failed {status}, {}", if *stored { "stored" } else { "released" })
            }
            K::Released => f.write_str("claim removed"),
            K::Replied { answer, replay_of, due } => {
                write!(f, "replied {answer}, due {}", due.0)?;
                replay_of.map_or(Ok(()), |of| write!(f, ", replay of {}", owner(Some(of))))
            }
            K::Heard { answer, replayed } => {
                write!(f, "heard {answer}{}", if *replayed { ", replayed" } else { "" })
            }
            K::HeardTooLate { answer } => write!(f, "nobody listens: {answer}"),
            K::TimedOut { after } => write!(f, "timed out after {after}: unknown"),
            K::Believed { intent, belief } => write!(f, "believes intent {intent} {belief:?}"),
            K::NotSettled { intent, answer } => {
                write!(f, "{} does not settle intent {intent}", answer.status)
            }
            K::RetryPlanned { intent, pause, number, most } => {
                write!(f, "retry of intent {intent} in {pause}, {number} of {most}")
            }
            K::Crashed { after, requests, until } => {
                write!(f, "crashed after {}, {requests} in process, back at {}", after.name(), until.0)
            }
            K::Restarted { down } => write!(f, "restarted after {down}"),
            K::LeaseEnded { owner: who } => write!(f, "lease of {} over", owner(Some(*who))),
            K::KeptLonger => f.write_str("retention over, record still there"),
            K::Expired => f.write_str("record gone"),
            K::TimePassed => f.write_str("time has passed"),
            K::Reloaded { client } => write!(f, "client {client} reloaded"),
            K::IntentRecovered { client, intent } => write!(f, "client {client} recovered intent {intent}"),
            K::IntentForgotten { client, intent } => write!(f, "client {client} forgot intent {intent}"),
            K::LimitReached { limit, step } => {
                write!(f, "limit reached: {limit:?}, step {}", step.map_or(-1, i64::from))
            }
            K::Wider(wider) => write!(f, "{wider}"),
        }
    }
}
