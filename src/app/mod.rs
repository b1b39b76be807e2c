//! The page without a browser: state, what changes it, the scene it draws and the words it says.
//!
//! Uses `sim` and nothing below. No Yew, no `web_sys`: everything here runs natively in tests.

/// Whether this program has the lab. The first visit's has not and has it loaded when it is asked for.
pub const HAS_LAB: bool = cfg!(feature = "lab");

pub mod address;
pub mod cases;
pub mod contracts;
pub mod export;
pub mod failures;
pub mod faults;
pub mod first_use;
pub mod further;
pub mod gap;
pub mod handover;
pub mod knows;
pub mod lab;
pub mod lessons;
pub mod link;
pub mod open;
pub mod reduce;
pub mod scene;
pub mod sentences;
pub mod share;
pub mod state;
pub mod svg;
pub mod text;
pub mod wire;
