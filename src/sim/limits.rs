//! Every bound of the simulated world, as named constants (`model.md`, "Scenario format").
//!
//! A run that would pass one of the run limits stops with a `limit reached` event; a file that passes one of the
//! file limits is refused with its place.

use super::time::Millis;

/// Longest scenario file, in bytes.
pub const FILE_BYTES: u32 = 64 * 1024;
/// Most clients in one scenario.
pub const CLIENTS: u32 = 8;
/// Most script steps in one scenario.
pub const STEPS: u32 = 64;
/// Most faults in one scenario: one of each kind for each possible attempt would never all be needed.
pub const FAULTS: u32 = 64;
/// Most attempts in one run, all clients together.
pub const ATTEMPTS: u32 = 64;
/// Most attempts of one retry series, the first send included.
pub const SERIES_ATTEMPTS: u32 = 64;
/// Most events in one trace, the `limit reached` event not counted.
pub const EVENTS: u32 = 4_096;
/// Latest virtual time at which anything may happen, and the longest duration a file may name.
pub const HORIZON: Millis = Millis(60 * 86_400_000);
/// Longest idempotency key, in characters.
pub const KEY_CHARACTERS: u32 = 255;
/// Longest client or intent id, in characters.
pub const ID_CHARACTERS: u32 = 32;
/// Deepest nesting that is read in a file or a body.
pub const DEPTH: u32 = 64;
/// Largest factor of a retry series.
pub const FACTOR: u64 = 100;
/// Most replicas of a service.
pub const REPLICAS: u32 = 8;
/// Most further fields of an order's body.
pub const FIELDS: u32 = 8;
