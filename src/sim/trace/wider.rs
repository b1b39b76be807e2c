//! Facts of the wider world, which the first lessons never reach: what contracts, builds, providers, proxies, mails and
//! further client habits add.

use std::fmt;
use std::rc::Rc;

use super::answer::OrderState;
use super::{Answer, IntentId, owner};
use crate::sim::body::Fingerprint;
use crate::sim::build::Recipe;
use crate::sim::contract::Knob;
use crate::sim::scenario::{AttemptId, ClientMoment, Point};
use crate::sim::time::{Millis, Reading};

/// The facts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields of a documented variant say what they hold by name")]
pub enum Wider {
    /// What follows rests on something that the provider does not document.
    Assumed { knob: Knob },
    /// A client threw its own key for an intent away.
    KeyDropped { intent: IntentId },
    /// A client had not persisted a result, and does not know any more.
    BeliefForgotten { client: u8, intent: IntentId },
    /// A client's program died.
    ClientCrashed { client: u8, moment: ClientMoment },
    /// A layer above will begin the series again.
    SeriesPlanned { intent: IntentId, pause: Millis, number: u32, most: u32 },
    /// The connection was refused: nothing was sent.
    ConnectionRefused,
    /// A proxy answers in the service's place.
    GatewayTimeout { after: Millis },
    /// An answer came to a proxy that no longer listened.
    GatewayTooLate { answer: Answer },
    /// The service sees that the client's connection is closed.
    HungUp,
    /// A key came that is missing (no key) or malformed.
    KeyRefused { is_missing: bool },
    /// A request came without a key and runs without a record.
    Keyless,
    /// The service gave a request a key of its own.
    KeyGiven,
    /// The rate limiter turned a request away. `behind` where it had been claimed.
    RateLimited { behind: bool },
    /// The client's own first-sent time lies outside the window.
    OutsideWindow { first_sent: Reading, window: Millis },
    /// The key's record has expired, and the contract refuses it.
    Spent,
    /// The key counts for nothing: the request runs as if it had none.
    TreatedAsNew,
    /// A question was answered from what is there.
    Looked { found: Option<u32>, pending: bool },
    /// An order's state changed. `nth` effect of the intent, from 1.
    StateChanged { intent: IntentId, order: u32, state: OrderState, nth: u32 },
    /// An order was in that state already.
    NothingToChange { order: u32, state: OrderState },
    /// There is no such order.
    NoSuchOrder { order: u32 },
    /// A request stands still.
    Stalled { after: Point, length: Millis },
    /// It goes on.
    GoesOn,
    /// The commit's acknowledgement was lost: the service does not know.
    CommitUnknown,
    /// The record was not written because the client is gone; the claim is removed.
    RecordCancelled,
    /// The unique rule turned a commit back.
    Collided { owner: Option<AttemptId> },
    /// The work goes on after what was made already.
    Resumed { order: u32 },
    /// An order or a charge stands, and the record says so: the work can go on from here. `is_open` where nobody works
    /// on it.
    PhaseDone { order: u32, is_open: bool, fingerprint: Rc<Fingerprint>, first_seen: Millis },
    /// The provider was asked about an earlier call.
    ProviderAsked { charge: Option<u32> },
    /// The intent is left for a person.
    ParkedForPerson,
    /// The provider refused an older claim's number.
    ProviderFenced { number: u32, newest: u32 },
    /// What had not been copied yet is gone with the one that died: so many orders and records, all from `since` on.
    LostInFailover { orders: u32, records: u32, since: Millis },
    /// Records in memory are gone with the process.
    Forgotten { records: u32 },
    /// A promise that had no end while its order stood has one now.
    PromiseBegins { promised_until: Millis, gone_at: Millis },
    /// The store dropped a record before its time.
    Evicted,
    /// A job removed an old claim.
    Swept { owner: AttemptId },
    /// The service was deployed anew.
    Deployed { recipe: Recipe },
    /// A message to send was written inside the transaction.
    OutboxWritten,
    /// The relay carries a message. `again` where it did before.
    Relayed { again: bool },
    /// A mail went out. `nth` of the intent, from 1.
    Mailed { intent: IntentId, nth: u32 },
    /// The consumer knew the message and did nothing.
    InboxKnew,
}

impl fmt::Display for Wider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Wider as W;
        match self {
            W::Assumed { knob } => write!(f, "assumed: {}", knob.name()),
            W::KeyDropped { intent } => write!(f, "key of intent {intent} thrown away"),
            W::BeliefForgotten { client, intent } => {
                write!(f, "client {client} does not know of intent {intent} any more")
            }
            W::ClientCrashed { client, moment } => write!(f, "client {client} crashed {}", moment.name()),
            W::SeriesPlanned { intent, pause, number, most } => {
                write!(f, "series of intent {intent} again in {pause}, {number} of {most}")
            }
            W::ConnectionRefused => f.write_str("connection refused: nothing sent"),
            W::GatewayTimeout { after } => write!(f, "proxy gave up after {after}"),
            W::GatewayTooLate { answer } => write!(f, "proxy no longer listens: {answer}"),
            W::HungUp => f.write_str("client hung up"),
            W::KeyRefused { is_missing } => f.write_str(if *is_missing { "no key" } else { "malformed key" }),
            W::Keyless => f.write_str("no key: runs without a record"),
            W::KeyGiven => f.write_str("no key: given one"),
            W::RateLimited { behind } => {
                f.write_str(if *behind { "rate limited behind the claim" } else { "rate limited in front" })
            }
            W::OutsideWindow { first_sent, window } => {
                write!(f, "first sent {}, outside the window of {window}", first_sent.0)
            }
            W::Spent => f.write_str("key expired, refused"),
            W::TreatedAsNew => f.write_str("other parameters: runs as new"),
            W::Looked { found, pending } => match found {
                Some(order) => write!(f, "asked: order {order}"),
                None => f.write_str(if *pending { "asked: still at work" } else { "asked: nothing" }),
            },
            W::StateChanged { intent, order, state, nth } => {
                write!(f, "order {order} {}, effect {nth} of intent {intent}", state.name())
            }
            W::NothingToChange { order, state } => write!(f, "order {order} is {} already", state.name()),
            W::NoSuchOrder { order } => write!(f, "no order {order}"),
            W::Stalled { after, length } => write!(f, "stands still after {} for {length}", after.name()),
            W::GoesOn => f.write_str("goes on"),
            W::CommitUnknown => f.write_str("commit acknowledgement lost: unknown"),
            W::RecordCancelled => f.write_str("record not written, claim removed: client gone"),
            W::Collided { owner: who } => write!(f, "unique rule: the key is {}", owner(*who)),
            W::Resumed { order } => write!(f, "goes on after order {order}"),
            W::PhaseDone { order, is_open, .. } => {
                write!(f, "recovery point: order {order} made{}", if *is_open { ", open" } else { "" })
            }
            W::ProviderAsked { charge } => match charge {
                Some(charge) => write!(f, "provider asked: charge {charge}"),
                None => f.write_str("provider asked: nothing"),
            },
            W::ParkedForPerson => f.write_str("parked as unknown"),
            W::ProviderFenced { number, newest } => {
                write!(f, "provider refused claim {number}, newest {newest}")
            }
            W::LostInFailover { orders, records, since } => {
                write!(f, "fail-over lost {orders} orders, {records} records since {}", since.0)
            }
            W::Forgotten { records } => write!(f, "{records} records gone with the process"),
            W::PromiseBegins { gone_at, .. } => write!(f, "the order has ended: record until {}", gone_at.0),
            W::Evicted => f.write_str("record dropped before its time"),
            W::Swept { owner: who } => write!(f, "claim of {} swept", owner(Some(*who))),
            W::Deployed { recipe } => write!(f, "deployed: fingerprint {}", recipe.name()),
            W::OutboxWritten => f.write_str("message written, uncommitted"),
            W::Relayed { again } => f.write_str(if *again { "relayed again" } else { "relayed" }),
            W::Mailed { intent, nth } => write!(f, "mail {nth} of intent {intent}"),
            W::InboxKnew => f.write_str("consumer knew the message"),
        }
    }
}
