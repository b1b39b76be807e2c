//! The page's views, in page order. They draw what `app` says and report what the reader did.
//!
//! Deliberately absent: rules, positions, words. Browser APIs are reached through `platform` only. Elements are made
//! by [`markup`], not by `html!`: see there why.

pub mod app;
mod cases;
mod contracts;
mod deck;
mod effects;
mod embed;
mod failures;
mod frame;
mod gap;
mod inspector;
mod lesson;
mod markup;
mod stage;
mod talk;
mod trail;
mod transport;
