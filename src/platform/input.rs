//! Values off form controls and keys off the keyboard.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

/// The value of the input, select or text area that an event came from.
#[must_use]
pub fn value(event: &Event) -> Option<String> {
    js_sys::Reflect::get(event.target()?.as_ref(), &"value".into()).ok()?.as_string()
}

/// A pressed key: its name, and whether Shift is down. `None` with another modifier, or where the focus is in a
/// control that uses keys itself.
#[must_use]
pub fn key(event: &Event) -> Option<(String, bool)> {
    let event = event.dyn_ref::<KeyboardEvent>()?;
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let name = target.map(|target| target.tag_name()).unwrap_or_default();
    let key = event.key();
    let is_typing = matches!(name.as_str(), "INPUT" | "SELECT" | "TEXTAREA");
    let is_button = matches!(name.as_str(), "BUTTON" | "A" | "SUMMARY");
    let presses = matches!(key.as_str(), " " | "Enter");
    (!(is_typing || is_button && presses)).then(|| (key, event.shift_key()))
}

/// The value of the nearest `data-…` attribute around what an event came from.
#[must_use]
pub fn data(event: &Event, name: &str) -> Option<String> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let attribute = format!("data-{name}");
    element.closest(&format!("[{attribute}]")).ok()??.get_attribute(&attribute)
}
