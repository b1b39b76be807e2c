//! Answers: what went over the wire, and why the service said so.

use std::fmt;
use std::rc::Rc;

use crate::sim::contract::{Refusal, spelled};

/// A stored or sent answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The body, byte for byte.
    pub body_text: Rc<str>,
    /// Why the service gave it.
    pub meaning: Meaning,
}

/// Why the service gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// 201 with this order number.
    Created(u32),
    /// 400, before execution.
    InvalidParameters,
    /// The key is in flight: 409 unless the contract says otherwise.
    InProgress,
    /// The key stands for other parameters: 409 unless the contract says otherwise.
    OtherParameters,
    /// 5xx: the handler failed.
    Failed,
    /// What this order is like now.
    Current(u32, OrderState),
    /// A conflict that points to the order that the key made.
    Pointer(u32),
    /// Still at work, said without a refusal.
    Pending,
    /// 4xx of the endpoint, on purpose.
    Declined,
    /// 429.
    RateLimited,
    /// The key is missing.
    KeyMissing,
    /// The key is too short, too long or malformed.
    KeyMalformed,
    /// The key's time is over, and it never runs again.
    KeyExpired,
    /// There is no such order.
    NotFound,
    /// 504 of a proxy: the service goes on.
    Gateway,
    /// The outcome is left for a person to find out.
    Parked,
}

spelled! {
    /// What an order is like.
    OrderState {
        /// As it was made.
        Created = "created",
        /// Confirmed.
        Confirmed = "confirmed",
        /// Cancelled.
        Cancelled = "cancelled",
    }
}

impl Meaning {
    /// The order that the answer names.
    #[must_use]
    pub const fn order(self) -> Option<u32> {
        match self {
            Meaning::Created(order) | Meaning::Current(order, _) | Meaning::Pointer(order) => Some(order),
            _ => None,
        }
    }

    /// Whether it refuses its request for good, so that this request has no effect and never will
    /// (`rules.md` §3.2). [`Meaning::NotFound`] does so for a change; to a question it says nothing of the intent.
    #[must_use]
    pub const fn refuses(self) -> bool {
        matches!(
            self,
            Meaning::InvalidParameters
                | Meaning::OtherParameters
                | Meaning::Declined
                | Meaning::KeyMissing
                | Meaning::KeyMalformed
                | Meaning::KeyExpired
                | Meaning::NotFound
        )
    }

    /// Whether a finished record may hold it as a failure.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Meaning::Failed
                | Meaning::Declined
                | Meaning::InvalidParameters
                | Meaning::RateLimited
                | Meaning::NotFound
                | Meaning::Parked
        )
    }
}

impl Answer {
    /// The fixture's answer for a meaning (`rules.md` §4.8). `status` matters where the meaning leaves it open.
    #[must_use]
    pub fn fixture(meaning: Meaning, status: u16) -> Answer {
        let error = |status: u16, words: &str| (status, format!("{{\"error\":\"{words}\"}}"));
        let (status, body_text) = match meaning {
            Meaning::Created(order) => (201, format!("{{\"order_id\":{order}}}")),
            Meaning::InvalidParameters => error(400, "invalid parameters"),
            Meaning::InProgress => error(409, "request in progress"),
            Meaning::OtherParameters => error(409, "key reused with other parameters"),
            Meaning::Failed => error(status, "internal error"),
            _ if !crate::sim::IS_WHOLE => error(status, ""),
            Meaning::Current(order, state) => {
                (status, format!("{{\"order_id\":{order},\"status\":\"{}\"}}", state.name()))
            }
            Meaning::Pointer(order) => {
                (409, format!("{{\"error\":\"already created\",\"order_id\":{order}}}"))
            }
            Meaning::Pending => (202, "{\"status\":\"pending\"}".to_owned()),
            Meaning::Declined => error(status, "declined"),
            Meaning::RateLimited => error(429, "too many requests"),
            Meaning::KeyMissing => error(400, "idempotency key missing"),
            Meaning::KeyMalformed => error(400, "idempotency key malformed"),
            Meaning::KeyExpired => error(412, "key expired"),
            Meaning::NotFound => error(404, "no such order"),
            Meaning::Gateway => error(504, "gateway timeout"),
            Meaning::Parked => error(409, "outcome unknown, being checked"),
        };
        Answer { status, body_text: body_text.into(), meaning }
    }

    /// A refusal in the contract's terms, the fixture's where they say nothing.
    #[must_use]
    pub fn refusal(meaning: Meaning, terms: &Refusal) -> Answer {
        let plain = Answer::fixture(meaning, 0);
        let body_text = match (&terms.code, meaning) {
            (None, _) => plain.body_text,
            (Some(code), Meaning::Pointer(order)) => {
                format!("{{\"error\":{},\"order_id\":{order}}}", quoted(code)).into()
            }
            (Some(code), _) => format!("{{\"error\":{}}}", quoted(code)).into(),
        };
        Answer { status: terms.status.unwrap_or(plain.status), body_text, meaning }
    }

    /// Whether two answers are the same on the wire.
    #[must_use]
    pub fn same_bytes(&self, other: &Answer) -> bool {
        self.status == other.status && self.body_text == other.body_text
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    crate::sim::json::write_text(text, &mut out);
    out
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status, self.body_text)
    }
}
