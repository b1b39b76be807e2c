//! From the first visit's program to the lab's: a text left on the window, and the page's script that loads the lab.

use wasm_bindgen::{JsCast, JsValue};

const NOTE: &str = "retryHandover";
const OPEN: &str = "retryOpenLab";
/// The fragment that the page's script left from, with its `#`.
const LEFT: &str = "retryLeft";

fn global(name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(&js_sys::global(), &name.into()).ok()
}

/// Leaves the text for the lab's program and has it loaded. `false` where the page has no such script.
pub fn leave(text: &str) -> bool {
    let _ = js_sys::Reflect::set(&js_sys::global(), &NOTE.into(), &text.into());
    let open = global(OPEN).and_then(|open| open.dyn_into::<js_sys::Function>().ok());
    open.is_some_and(|open| open.call0(&JsValue::NULL).is_ok())
}

/// Takes the text that the first visit's program left, once.
#[must_use]
pub fn take() -> Option<String> {
    let text = global(NOTE)?.as_string();
    let _ = js_sys::Reflect::set(&js_sys::global(), &NOTE.into(), &JsValue::NULL);
    text
}

/// Whether the lab's program has taken the text: the page is its own.
#[must_use]
pub fn is_taken() -> bool {
    global(NOTE).is_some_and(|note| note.is_null())
}

/// Whether the address has become another one since the lab's program was asked for.
#[must_use]
pub fn is_overtaken() -> bool {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    global(LEFT).and_then(|left| left.as_string()).is_some_and(|left| hash.as_ref() != Some(&left))
}
