//! The document: title, language, theme, focus and scrolling.

use web_sys::{Document, Element};

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

/// A new, empty element in place of the one that the page stands in: what stood there before, the boot text or the
/// first visit's program, hears nothing any more.
#[must_use]
pub fn fresh_root() -> Option<Element> {
    let document = document()?;
    let before = document.get_element_by_id("app")?;
    let root = document.create_element("div").ok()?;
    before.replace_with_with_node_1(&root).ok()?;
    root.set_id("app");
    Some(root)
}

/// Whether the page is hidden.
#[must_use]
pub fn is_hidden() -> bool {
    document().is_some_and(|document| document.hidden())
}
