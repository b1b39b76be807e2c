//! Files beside the page, fetched when they are asked for.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// The text of a file, by its address relative to the page.
///
/// # Errors
/// What the browser says where there is no answer; the status where it is not a success.
pub async fn text(path: &str) -> Result<String, String> {
    let said = |error: wasm_bindgen::JsValue| {
        error.dyn_ref::<js_sys::Error>().map_or_else(|| "?".to_owned(), |error| String::from(error.message()))
    };
    let window = web_sys::window().ok_or_else(|| "no window".to_owned())?;
    let response = JsFuture::from(window.fetch_with_str(path)).await.map_err(said)?;
    let response: web_sys::Response = response.dyn_into().map_err(said)?;
    if !response.ok() {
        return Err(response.status().to_string());
    }
    let text = JsFuture::from(response.text().map_err(said)?).await.map_err(said)?;
    text.as_string().ok_or_else(|| "no text".to_owned())
}
