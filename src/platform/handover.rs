//! From the first visit's program to the lab's: a text left on the window, and the page's script that loads the lab.

use wasm_bindgen::{JsCast, JsValue};

const NOTE: &str = "retryHandover";
const OPEN: &str = "retryOpenLab";

/// Leaves the text for the lab's program and has it loaded. `false` where the page has no such script.
pub fn leave(text: &str) -> bool {
    let window = js_sys::global();
    let _ = js_sys::Reflect::set(&window, &NOTE.into(), &text.into());
    let open = js_sys::Reflect::get(&window, &OPEN.into())
        .ok()
        .and_then(|open| open.dyn_into::<js_sys::Function>().ok());
    open.is_some_and(|open| open.call0(&JsValue::NULL).is_ok())
}

/// Takes the text that the first visit's program left, once.
#[must_use]
pub fn take() -> Option<String> {
    let window = js_sys::global();
    let text = js_sys::Reflect::get(&window, &NOTE.into()).ok()?.as_string();
    let _ = js_sys::Reflect::delete_property(&window, &NOTE.into());
    text
}
