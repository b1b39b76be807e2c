//! The document: title, language, theme, focus and scrolling.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Sets the document's title and language.
pub fn name(title: &str, language_tag: &str) {
    if let Some(document) = document() {
        document.set_title(title);
        if let Some(root) = document.document_element() {
            let _ = root.set_attribute("lang", language_tag);
        }
    }
}

/// Sets the theme of the page, `None` for the system's.
pub fn theme(name: Option<&str>) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        let _ = match name {
            Some(name) => root.set_attribute("data-theme", name),
            None => root.remove_attribute("data-theme"),
        };
    }
}

/// The element that the page is mounted on.
#[must_use]
pub fn root() -> Option<Element> {
    document()?.get_element_by_id("app")
}

/// Moves the focus to an element by its id.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Scrolls an element into view, if it is not.
pub fn reveal(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        let options = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&options, &"block".into(), &"nearest".into());
        if let Ok(scroll) = js_sys::Reflect::get(&element, &"scrollIntoView".into())
            && let Ok(scroll) = scroll.dyn_into::<js_sys::Function>()
        {
            let _ = scroll.call1(&element, &options);
        }
    }
}

/// Whether the page is hidden.
#[must_use]
pub fn is_hidden() -> bool {
    document().is_some_and(|document| document.hidden())
}
