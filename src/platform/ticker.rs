//! Timers. They end when they are dropped.

pub use gloo_timers::callback::{Interval, Timeout};
