//! Media queries: width classes and reduced motion.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryList;

/// A media query that is watched until it is dropped.
pub struct Watch {
    list: MediaQueryList,
    on_change: Closure<dyn FnMut()>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let function = self.on_change.as_ref().unchecked_ref();
        let _ = self.list.remove_event_listener_with_callback("change", function);
    }
}

fn list(query: &str) -> Option<MediaQueryList> {
    web_sys::window()?.match_media(query).ok()?
}

/// Whether a media query holds now.
#[must_use]
pub fn matches(query: &str) -> bool {
    list(query).is_some_and(|list| list.matches())
}

/// Calls back with whether the query holds, at every change.
#[must_use]
pub fn watch(query: &str, mut changed: impl FnMut(bool) + 'static) -> Option<Watch> {
    let list = list(query)?;
    let watched = list.clone();
    let on_change = Closure::<dyn FnMut()>::new(move || changed(watched.matches()));
    list.add_event_listener_with_callback("change", on_change.as_ref().unchecked_ref()).ok()?;
    Some(Watch { list, on_change })
}
