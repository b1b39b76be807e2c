//! The address: what it asks for, and keeping it in step with the page.

/// The value of a query parameter, as it stands (no decoding: values here are short names).
#[must_use]
pub fn query(name: &str) -> Option<String> {
    let search = web_sys::window()?.location().search().ok()?;
    let pairs = search.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// The place that the address names: the fragment without its `#`, else the query's `lesson`, which an embedding page can
/// change so that the frame loads anew.
#[must_use]
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let fragment = hash.trim_start_matches('#');
    if fragment.is_empty() { query("lesson").unwrap_or_default() } else { fragment.to_owned() }
}

/// Whether the page stands in another page's frame as one figure: `embed=1`.
#[must_use]
pub fn is_embedded() -> bool {
    query("embed").as_deref() == Some("1")
}

/// Writes language and place into the address without a new history entry; where that is denied, nothing happens.
pub fn show(language: &str, place: &str) {
    let Some(window) = web_sys::window() else { return };
    if let Ok(history) = window.history() {
        let url = format!("?lang={language}#{place}");
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url));
    }
}

/// The languages that the browser asks for, first choice first.
#[must_use]
pub fn languages() -> Vec<String> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    window.navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// Loads the page anew.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        let _ = window.location().reload();
    }
}
