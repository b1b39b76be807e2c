//! The contracts: the same moments under every one of them, and each one's knobs.

use yew::Html;

use super::talk::Talk;
use crate::app::state::AppState;

/// The page's main part.
pub(super) fn view(_talk: &Talk, _state: &AppState) -> Html {
    Html::default()
}
