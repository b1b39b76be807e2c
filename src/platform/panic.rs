//! The last notice: what the reader sees when the program stops on an error.
//!
//! The notice stands in the page's static part, outside what Yew draws, so that it can be shown when Yew cannot.

use std::cell::RefCell;

thread_local! {
    static SCENARIO: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Remembers the scenario that the notice offers for copying.
pub fn remember_scenario(text: &str) {
    SCENARIO.with(|scenario| {
        if let Ok(mut kept) = scenario.try_borrow_mut() {
            text.clone_into(&mut kept);
        }
    });
}

/// Shows the notice with its message; called from the panic hook.
pub fn show(message: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let set = |id: &str, text: &str| {
        if let Some(element) = document.get_element_by_id(id) {
            element.set_text_content(Some(text));
        }
    };
    set("stopped-reason", message);
    SCENARIO.with(|scenario| {
        if let Ok(kept) = scenario.try_borrow() {
            set("stopped-scenario", &kept);
        }
    });
    if let Some(notice) = document.get_element_by_id("stopped") {
        let _ = notice.remove_attribute("hidden");
    }
}
