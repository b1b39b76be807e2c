//! The simulated world: one deterministic engine, drawn by the page, driven by the tests, replayed by `simulate`.
//!
//! Contract of this module and all below it: no web type, no wall clock, no ambient randomness, no I/O, no floating
//! point, no `HashMap`, no `usize` in anything that is stored or hashed. A test reads the sources and holds that.
//! The rules are those of the project's design (`rules.md`), named by section where they are implemented.

pub mod audit;
pub mod body;
pub mod build;
pub mod chooser;
mod client;
pub mod contract;
pub mod json;
pub mod limits;
pub mod parse;
pub mod presets;
pub mod problem;
pub mod project;
mod queue;
pub mod report;
pub mod run;
pub mod scenario;
mod service;
pub mod table;
pub mod time;
pub mod trace;
pub mod world;
pub mod write;

/// Whether this program has the whole world: every contract, every build, every fault. The first visit's program has
/// what its lessons need, of the same engine: what they never reach is compiled out.
pub const IS_WHOLE: bool = cfg!(feature = "lab");
