//! Lesson 7: what providers promise about failures, side by side.

use yew::Html;

use super::talk::Talk;
use crate::app::state::AppState;

/// The page's main part.
pub(super) fn view(_talk: &Talk, _state: &AppState) -> Html {
    Html::default()
}
