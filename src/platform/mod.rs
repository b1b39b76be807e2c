//! The browser's edge: the only place that names `web_sys`, `js_sys` or a timer.
//!
//! Every function returns an `Option`, a `Result` or a plain value and works where the API is denied. Deliberately
//! absent: any decision about what to do with it.

pub mod clipboard;
pub mod document;
pub mod fetch;
pub mod files;
pub mod handover;
pub mod input;
pub mod keys;
pub mod location;
pub mod media;
pub mod panic;
pub mod storage;
pub mod ticker;
