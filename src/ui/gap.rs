//! Lesson 6: the ladder of write orders, and what breaks each rung.

use yew::Html;

use super::talk::Talk;
use crate::app::state::AppState;

/// The page's main part.
pub(super) fn view(_talk: &Talk, _state: &AppState) -> Html {
    Html::default()
}
