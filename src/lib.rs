//! "Retry without repeating": an interactive explainer of idempotency keys.
//!
//! Modules in reading order; each may use only what stands above it.

pub mod sim;
