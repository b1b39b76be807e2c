//! "Retry without repeating": an interactive explainer of idempotency keys.
//!
//! Modules in reading order; each may use only what stands above it. `ui` and `platform` exist in the browser only.

pub mod sim;

pub mod app;

#[cfg(target_arch = "wasm32")]
pub mod platform;

#[cfg(target_arch = "wasm32")]
pub mod ui;
