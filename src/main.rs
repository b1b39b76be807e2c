//! The page's binary: mounts the page, and shows a notice if it ever panics.

#[cfg(target_arch = "wasm32")]
fn main() {
    use idempotency_explainer::{platform, ui::app::App};

    yew::set_custom_panic_hook(Box::new(|info| platform::panic::show(&info.to_string())));
    if let Some(root) = platform::document::root() {
        root.set_inner_html("");
        yew::Renderer::<App>::with_root(root).render();
    }
}

/// The page only runs in a browser; the engine runs natively as `simulate`.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
