//! The clipboard.

use wasm_bindgen_futures::JsFuture;

/// Copies a text. `false` where the browser does not allow it: the text is then shown for copying by hand.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else { return false };
    let navigator = window.navigator();
    let has_clipboard =
        js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|value| value.is_object());
    has_clipboard && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}
