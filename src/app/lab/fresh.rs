//! What the lab starts from: a service, one client that keeps its keys, no steps; and the retries that its switch turns
//! on; and small things that it is made of. Deliberately absent: anything that changes.

use crate::sim::scenario::{
    Client, Keep, KeyPolicy, Persists, Retry, RetryOn, Scenario, Service, Who, WriteOrder,
};
use crate::sim::time::Millis;

/// How the lab's world came here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The reader made or opened it.
    Hand,
    /// A link was opened, and nothing was done to it: it is looked at, and not kept.
    Link,
    /// A link was opened, and the reader has gone on from there.
    LinkAndHand,
}

/// What a client with durable memory keeps of an intent: key, parameters and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntentRecord {
    /// The client's id.
    pub client: String,
    /// The intent's id.
    pub intent: String,
    /// Its key.
    pub key: String,
    /// The body of its requests.
    pub parameters: String,
    /// Where they go.
    pub target: String,
}

/// A scenario without clients' deeds: what the lab starts from.
#[must_use]
pub fn empty_scenario() -> Scenario {
    Scenario {
        title: Vec::new(),
        service: Service::plain(WriteOrder::OneTransaction),
        clients: vec![new_client("c1", KeyPolicy::PerIntent, Keep::Durable)],
        script: Vec::new(),
        faults: Vec::new(),
        expect: None,
    }
}

pub(super) fn new_client(id: &str, key: KeyPolicy, keep: Keep) -> Client {
    Client {
        id: id.to_owned(),
        key,
        keep,
        keys: Vec::new(),
        timeout: Client::TIMEOUT,
        retry: None,
        who: Who::default(),
        persists: Persists::BeforeSend,
        drops_key_on: Vec::new(),
    }
}

/// The retries that the lab's switch turns on.
#[must_use]
pub fn auto_retry() -> Retry {
    Retry {
        attempts: 4,
        backoff: Millis(1_000),
        factor: 2,
        on: RetryOn::USUAL.to_vec(),
        jitter: Millis::ZERO,
        seed: 0,
        survives_reload: false,
        outer: None,
    }
}
