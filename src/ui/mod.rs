//! The page's views, in page order. They draw what `app` says and report what the reader did.
//!
//! Deliberately absent: rules, positions, words. Browser APIs are reached through `platform` only.

pub mod app;
mod deck;
mod effects;
pub mod figure;
mod footer;
mod header;
mod inspector;
mod labels;
mod lesson;
mod pieces;
mod session;
pub mod shapes;
pub mod stage;
pub mod store;
mod tally;
mod transport;
mod verdict;
