//! "Retry without repeating": an interactive explainer of idempotency keys.
//!
//! Modules in reading order; each may use only what stands above it. `ui` and `platform` exist in the browser, and
//! with the feature `still` where the pages are made that stand before WebAssembly runs.

pub mod sim;

pub mod app;

#[cfg(target_arch = "wasm32")]
pub mod platform;

/// What the views ask of a browser, where there is none: pages are made at build time with the same views.
#[cfg(all(not(target_arch = "wasm32"), feature = "still"))]
#[path = "platform/absent.rs"]
pub mod platform;

#[cfg(any(target_arch = "wasm32", feature = "still"))]
pub mod ui;

/// Mounts the page. If it ever panics, the script in `index.html` says so. The first visit's program and the lab's program, which takes
/// its place, differ only in what they were built with.
#[cfg(target_arch = "wasm32")]
pub fn start() {
    if ui::leaves_at_once() {
        return;
    }
    platform::document::style(include_str!("../static/css/later.css"));
    #[cfg(feature = "lab")]
    platform::document::style(include_str!("../static/css/ladder.css"));
    #[cfg(feature = "lab")]
    platform::document::style(include_str!("../static/css/lab.css"));
    #[cfg(feature = "lab")]
    platform::document::style(include_str!("../static/css/gap.css"));
    #[cfg(feature = "lab")]
    platform::document::style(include_str!("../static/css/failures.css"));
    #[cfg(feature = "lab")]
    platform::document::style(include_str!("../static/css/cases.css"));
    #[cfg(feature = "lab")]
    platform::document::style(include_str!("../static/css/contracts.css"));
    if let Some(root) = platform::document::fresh_root() {
        yew::Renderer::<ui::app::App>::with_root(root).render();
    }
}
