//! The address: what it asks for, and keeping it in step with the page.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;

/// The value of a query parameter, as it stands (no decoding: values here are short names).
#[must_use]
pub fn query(name: &str) -> Option<String> {
    let search = web_sys::window()?.location().search().ok()?;
    let pairs = search.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// What the page says of itself: the `data-…` attribute of its root element.
#[must_use]
pub fn own(name: &str) -> Option<String> {
    let root = web_sys::window()?.document()?.document_element()?;
    root.get_attribute(&format!("data-{name}"))
}

/// The place that the address names: the fragment without its `#`, else the query's `lesson`, which an embedding page can
/// change so that the frame loads anew, else the place that the page is of.
#[must_use]
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let fragment = hash.trim_start_matches('#');
    if !fragment.is_empty() {
        return fragment.to_owned();
    }
    query("lesson").or_else(|| own("place")).unwrap_or_default()
}

/// Whether the page stands in another page's frame as one figure: `embed=1`.
#[must_use]
pub fn is_embedded() -> bool {
    query("embed").as_deref() == Some("1")
}

/// Writes language and fragment into the address, and a note into the history's entry: a new one, or the one that is
/// there. What else the query says stays. Where that is denied, nothing happens.
pub fn show(language: &str, fragment: &str, note: &str, is_new: bool) {
    let Some(window) = web_sys::window() else { return };
    let search = window.location().search().unwrap_or_default();
    let mut url = ["?lang=", language].concat();
    for pair in search.trim_start_matches('?').split('&') {
        if !pair.is_empty() && !pair.starts_with("lang=") {
            url.push('&');
            url.push_str(pair);
        }
    }
    url.push('#');
    url.push_str(fragment);
    if let Ok(history) = window.history() {
        let note = JsValue::from_str(note);
        let _ = if is_new {
            history.push_state_with_url(&note, "", Some(&url))
        } else {
            history.replace_state_with_url(&note, "", Some(&url))
        };
    }
}

/// Calls back whenever the browser goes to another entry of its history or another fragment, with the entry's note. For as
/// long as the page lives.
pub fn watch(mut went: impl FnMut(Option<String>) + 'static) {
    let note = |event: &Event| js_sys::Reflect::get(event, &"state".into()).ok()?.as_string();
    let listener = Closure::<dyn FnMut(Event)>::new(move |event: Event| went(note(&event)));
    if let Some(window) = web_sys::window() {
        let _ = window.add_event_listener_with_callback("popstate", listener.into_js_value().unchecked_ref());
    }
}

/// The address of the page itself, without query and fragment.
#[must_use]
pub fn page() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
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
