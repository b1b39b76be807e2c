//! The page's views, in page order. They draw what `app` says and report what the reader did.
//!
//! Deliberately absent: rules, positions, words. Browser APIs are reached through `platform` only. Elements are made
//! by [`markup`], not by `html!`: see there why.

#[cfg(target_arch = "wasm32")]
pub mod app;
#[cfg(target_arch = "wasm32")]
mod attention;
mod cases;
mod contracts;
mod deck;
#[cfg(target_arch = "wasm32")]
mod effects;
#[cfg(target_arch = "wasm32")]
mod embed;
mod failures;
mod frame;
mod gap;
mod inspector;
mod lesson;
mod markup;
mod share;
mod stage;
#[cfg(not(target_arch = "wasm32"))]
pub mod still;
mod talk;
#[cfg(target_arch = "wasm32")]
mod trail;
mod transport;
mod whole;

#[cfg(target_arch = "wasm32")]
pub use effects::leaves_at_once;
