//! The page without a browser: state, what changes it, the scene it draws and the words it says.
//!
//! Uses `sim` and nothing below. No Yew, no `web_sys`: everything here runs natively in tests.

pub mod faults;
pub mod knows;
pub mod lab;
pub mod lessons;
pub mod reduce;
pub mod scene;
pub mod sentences;
pub mod state;
pub mod svg;
pub mod text;
