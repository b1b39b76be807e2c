//! Small shapes that several views share: key tags, status pills, the definitions that SVGs refer to.

use yew::prelude::*;

use crate::app::scene::SpanEnd;
use crate::app::text::names::key_letter;
use crate::sim::trace::KeyId;

/// The class that gives a key its hue: letter, hue and shape go together everywhere.
#[must_use]
pub fn key_class(key: Option<KeyId>) -> &'static str {
    match key.map(|key| key % 3) {
        Some(0) => "key-a",
        Some(1) => "key-b",
        Some(_) => "key-c",
        None => "key-none",
    }
}

/// A key's mark around its own origin: circle, square or diamond with the key's letter.
#[must_use]
pub fn key_tag(key: Option<KeyId>) -> Html {
    let Some(id) = key else { return Html::default() };
    let class = classes!("tag-shape", key_class(key));
    let shape = match id % 3 {
        0 => html! { <circle {class} r="8" /> },
        1 => html! { <rect {class} x="-7.5" y="-7.5" width="15" height="15" rx="1.5" /> },
        _ => html! { <path {class} d="M0-10 10 0 0 10-10 0Z" /> },
    };
    let letter = key_letter(id);
    let small = (letter.len() > 1).then_some("tag-small");
    html! { <g class="tag-mark">{ shape }<text class={classes!("tag-letter", small)} y="3.6">{ letter }</text></g> }
}

/// A key's mark in running text, with its name for those who hear it.
#[must_use]
pub fn key_in_text(key: KeyId, name: String) -> Html {
    html! { <svg class="tag" viewBox="-9 -9 18 18" role="img" aria-label={name}>{ key_tag(Some(key)) }</svg> }
}

/// The class of a span's end.
#[must_use]
pub fn span_class(end: SpanEnd) -> Option<&'static str> {
    matches!(end, SpanEnd::Cut).then_some("is-cut")
}

/// What the figures' SVGs refer to by id.
#[component]
pub fn Defs() -> Html {
    let marker = |id: &'static str, reference: &'static str, inside: Html| {
        html! {
            <marker {id} class="tip" viewBox="0 0 10 10" refX={reference} refY="5" markerWidth="10" markerHeight="10"
                markerUnits="userSpaceOnUse" orient="auto">{ inside }</marker>
        }
    };
    let solid = || html! { <path class="tip-solid" d="M0 .8 10 5 0 9.2Z" /> };
    html! {
        <svg class="defs" aria-hidden="true" focusable="false">
            <defs>
                { marker("tip", "15", solid()) }
                { marker("tip-record", "16", solid()) }
                { marker("tip-coin", "23", solid()) }
                { marker("tip-open", "13", html! { <path class="tip-line" d="M1 1 9 5 1 9" /> }) }
                { marker("tip-none", "14", html! { <path class="tip-line" d="M5 1V9" /> }) }
                <g id="coin"><circle class="coin-face" r="12.5" /><circle class="coin-rim" r="9.5" /></g>
                <g id="coin-s"><circle class="coin-face" r="9.5" /><circle class="coin-rim" r="7" /></g>
                <g id="tri"><path class="fill-bad" d="M0-7.2 7.6 5.8H-7.6Z" /><path class="tri-bang" d="M0-3V1.6M0 3.4V4.4" /></g>
                <g id="loop"><path class="loop-arc" d="M3.1-4.3A5.3 5.3 0 1 0 5.3.3" /><path class="loop-tip" d="M.4-6.7 5.6-4.4 1.6-.6Z" /></g>
                <g id="cross"><path class="cross" d="M-5-5 5 5M5-5-5 5" /></g>
                <g id="intent"><circle class="intent-dot" r="3.2" /><circle class="intent-ring" r="8.6" /></g>
            </defs>
        </svg>
    }
}
