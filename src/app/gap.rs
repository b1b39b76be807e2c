//! Lesson 6: the ladder of write orders, and what breaks each rung.

use super::state::AppState;

/// What the page remembers.
#[derive(Clone, Debug, Default)]
pub struct Gap {}

/// What a reader does.
#[derive(Clone, Debug)]
pub enum Act {}

/// The page was opened.
pub fn open(_state: &mut AppState) {}

/// Changes the state by an action.
pub fn apply(_state: &mut AppState, act: Act) {
    match act {}
}
