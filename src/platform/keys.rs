//! Idempotency keys from the browser's random source.

/// A fresh UUIDv4.
#[must_use]
pub fn fresh() -> String {
    uuid::Uuid::new_v4().to_string()
}
