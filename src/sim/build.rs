//! How a service was really built, apart from what it promises: the places where real ones differ, as switches.
//!
//! Owns the vocabulary of `service.build` in scenario files. Every default changes nothing. It deliberately holds no
//! write order (see [`super::scenario::WriteOrder`]) and no promise (see [`super::contract`]).
//!
//! What each switch does is decided where it acts: [`super::service`] and the modules below it, and the outbox in
//! `super::delivery`.

use super::contract::spelled;
use super::time::Millis;

/// The switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// "Still running" is looked at before the fingerprint is.
    pub running_first: bool,
    /// Where the rate limiter stands.
    pub limiter: Limiter,
    /// What a failure that is not stored leaves of the claim.
    pub failed_claim: FailedClaim,
    /// Where `one-transaction` meets its unique rule.
    pub unique: Unique,
    /// What becomes of the request that the unique rule turns back at its commit.
    pub loser: Loser,
    /// The record is written only while the client's connection is open; where it is not, the claim goes.
    pub record_needs_client: bool,
    /// Of what the fingerprint is made.
    pub recipe: Recipe,
    /// Fields that the body may have beside `product` and `quantity`.
    pub fields: Vec<Field>,
    /// When two keys are one.
    pub key_form: KeyForm,
    /// How many replicas serve; requests are dealt out in turn unless a step says which.
    pub replicas: u8,
    /// Which records a replica sees.
    pub store: RecordStore,
    /// Records live in a process's memory and are gone with it.
    pub volatile: bool,
    /// The store drops a finished record this long after it was written, whatever is promised.
    pub forgets_after: Option<Millis>,
    /// A job removes claims that are this old, whoever holds them.
    pub sweeper: Option<Millis>,
    /// A proxy in front answers 504 after this long and listens no longer.
    pub proxy: Option<Millis>,
    /// A mail that goes with each order.
    pub mail: Option<Mail>,
}

/// A field of the body that may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// It changes from send to send and is not compared.
    pub volatile: bool,
    /// What leaving it out means, as compact JSON.
    pub default: Option<String>,
}

/// A local side effect that goes with each order: counted apart from effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mail {
    /// From where it is sent.
    pub from: MailFrom,
    /// What the consumer of an outbox does with a message that it has had.
    pub inbox: Inbox,
    /// How long that consumer remembers messages; `None` is for ever.
    pub remembers: Option<Millis>,
    /// How long the relay takes to pick a message up and to carry it.
    pub relay: Millis,
}

spelled! {
    /// Where the rate limiter stands.
    Limiter {
        /// In front: a 429 is answered before the key is looked at.
        InFront = "in-front",
        /// Behind the claim: a 429 is one more 4xx of the endpoint, and stored where those are.
        BehindRecord = "behind-record",
    }
}
spelled! {
    /// What a failure that is not stored leaves of the claim.
    FailedClaim {
        /// Nothing.
        Removed = "removed",
        /// All of it: retries meet a request in progress that nobody works on.
        Left = "left",
    }
}
spelled! {
    /// Where `one-transaction` meets its unique rule.
    Unique {
        /// At the claim: the second waits for the lock or finds it taken.
        AtClaim = "at-claim",
        /// At the commit: both work, the second is turned back.
        AtCommit = "at-commit",
    }
}
spelled! {
    /// What becomes of the request that the unique rule turns back.
    Loser {
        /// It looks again and answers from the record.
        Rereads = "re-reads",
        /// The collision surfaces as a 500.
        Errors = "errors",
    }
}
spelled! {
    /// Of what the fingerprint is made.
    Recipe {
        /// Of the values as given, whatever their order.
        Given = "given",
        /// Of the values with defaults filled in.
        Filled = "filled",
        /// Of the text, byte for byte.
        Text = "text",
    }
}
spelled! {
    /// When two keys are one.
    KeyForm {
        /// When their bytes are equal.
        Bytes = "bytes",
        /// Also when only letter case differs (ASCII).
        CaseFolded = "case-folded",
        /// Also when only blanks around them differ.
        Trimmed = "trimmed",
        /// Of a list joined by commas, the first counts.
        FirstListed = "first-listed",
    }
}
spelled! {
    /// From where a mail is sent.
    MailFrom {
        /// By the handler at its effect, in no transaction.
        Handler = "handler",
        /// By a relay, from a row that commits with the order.
        Outbox = "outbox",
    }
}
spelled! {
    /// What a consumer does with a message that it has had.
    Inbox {
        /// Nothing: it acts again.
        Nothing = "none",
        /// It knows it: effect and inbox row commit together.
        WithEffect = "with-effect",
        /// It knows it once the row is written, which is after the effect.
        Apart = "apart",
    }
}

/// Which records a replica sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordStore {
    /// All.
    Shared,
    /// Its own.
    PerReplica,
    /// Its own at once, the others' after this long; claims are checked where they are written.
    Lagging(Millis),
}

impl Default for Build {
    fn default() -> Build {
        Build {
            running_first: false,
            limiter: Limiter::InFront,
            failed_claim: FailedClaim::Removed,
            unique: Unique::AtClaim,
            loser: Loser::Rereads,
            record_needs_client: false,
            recipe: Recipe::Given,
            fields: Vec::new(),
            key_form: KeyForm::Bytes,
            replicas: 1,
            store: RecordStore::Shared,
            volatile: false,
            forgets_after: None,
            sweeper: None,
            proxy: None,
            mail: None,
        }
    }
}

impl Mail {
    /// How long a relay takes where the file does not say.
    pub const RELAY: Millis = Millis(100);
}
