//! The document: title, language, theme, focus and scrolling.

use js_sys::{Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, HtmlElement};

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

/// Gives an element the focus, if it is there.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Calls an element's method with one option.
fn call(element: &Element, method: &str, option: &str, value: &JsValue) {
    let options = js_sys::Object::new();
    let _ = Reflect::set(&options, &option.into(), value);
    let method = Reflect::get(element, &method.into()).ok().and_then(|it| it.dyn_into::<Function>().ok());
    let _ = method.map(|method| method.call1(element, &options));
}

/// Gives an element the focus where it stands: the page does not move.
pub fn focus_still(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        call(&element, "focus", "preventScroll", &JsValue::TRUE);
    }
}

/// Brings as much of an element into view as there is room for, and no more.
pub fn reveal(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        call(&element, "scrollIntoView", "block", &"nearest".into());
    }
}

/// Brings what is opened inside an element into view, whenever something is. For as long as the page lives.
pub fn reveal_what_opens(inside: &'static str) {
    let opened = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        let opened = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let opened = opened.filter(|opened| opened.has_attribute("open"));
        if let Some(opened) = opened.filter(|it| matches!(it.closest(inside), Ok(Some(_)))) {
            call(&opened, "scrollIntoView", "block", &"nearest".into());
        }
    });
    if let Some(document) = document() {
        let opened = opened.into_js_value();
        let _ = document.add_event_listener_with_callback_and_bool("toggle", opened.unchecked_ref(), true);
    }
}

/// Whether the focus is in an element; with `body`, whether nothing has it.
#[must_use]
pub fn has_focus(selector: &str) -> bool {
    let focused = document().and_then(|document| document.active_element());
    match selector {
        "body" => focused.is_none_or(|focused| focused.tag_name() == "BODY"),
        _ => focused.is_some_and(|focused| matches!(focused.closest(selector), Ok(Some(_)))),
    }
}

/// Gives a text field the focus and selects all of it, to be copied by hand.
pub fn select(id: &str) {
    focus(id);
    let element = document().and_then(|document| document.get_element_by_id(id));
    let select = element.as_ref().and_then(|element| js_sys::Reflect::get(element, &"select".into()).ok());
    if let (Some(element), Some(select)) =
        (&element, select.and_then(|select| select.dyn_into::<js_sys::Function>().ok()))
    {
        let _ = select.call0(element);
    }
}

/// Opens a dialog above the page, which cannot be reached meanwhile. However the browser closes it (Escape, the system's
/// way back), that is a press on the button that closes it.
pub fn open_dialog(id: &str, closes: &'static str) {
    let by_id = |id: &str| document()?.get_element_by_id(id);
    let Some(dialog) = by_id(id).filter(|dialog| !dialog.has_attribute("open")) else { return };
    let close = Closure::<dyn FnMut()>::new(move || {
        if let Some(button) = by_id(closes).and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
            button.click();
        }
    });
    let _ = dialog.add_event_listener_with_callback("close", close.into_js_value().unchecked_ref());
    let show = Reflect::get(&dialog, &"showModal".into());
    if let Some(show) = show.ok().and_then(|show| show.dyn_into::<Function>().ok()) {
        let _ = show.call0(&dialog);
    }
}

/// Brings an element into the clear part of the window, if it is not there; the style sheet says how far from the edges.
/// `only_near` leaves alone what is out of the window.
pub fn into_view(selector: &str, only_near: bool) {
    let Some(window) = web_sys::window() else { return };
    let Some(element) = document().and_then(|document| document.query_selector(selector).ok().flatten())
    else {
        return;
    };
    let height = window.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    let top = element.get_bounding_client_rect().y();
    if only_near && !(0.0..height).contains(&top) {
        return;
    }
    call(&element, "scrollIntoView", "block", &"nearest".into());
}

/// Scrolls to the page's top.
pub fn to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// Adds a style sheet to the page: one that is constructed, since the page's Content-Security-Policy forbids elements.
pub fn style(rules: &str) {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).ok();
    let call = |of: &JsValue, name: &str, with: &JsValue| {
        let function = get(of, name).and_then(|it| it.dyn_into::<Function>().ok());
        let _ = function.map(|function| function.call1(of, with));
    };
    let kind = get(&js_sys::global(), "CSSStyleSheet").and_then(|it| it.dyn_into::<Function>().ok());
    let sheet = kind.and_then(|kind| Reflect::construct(&kind, &js_sys::Array::new()).ok());
    let sheets = document().and_then(|document| get(&document, "adoptedStyleSheets"));
    if let (Some(sheet), Some(sheets)) = (sheet, sheets) {
        call(&sheet, "replaceSync", &rules.into());
        call(&sheets, "push", &sheet);
    }
}

/// Sets an element's style as a property, which the page's Content-Security-Policy allows.
fn set_style(element: &Element, style: &str) {
    let _ = Reflect::set(element, &"style".into(), &style.into());
}

/// Whether the page is hidden.
#[must_use]
pub fn is_hidden() -> bool {
    document().is_some_and(|document| document.hidden())
}

/// Inks a world's picture but for so many pixels at its bottom. A clip is paint alone: no style but its own, no layout.
pub fn ink(world: usize, rest: u32) {
    if let Some(ink) = document().and_then(|document| document.get_element_by_id(&format!("ink-{world}"))) {
        set_style(&ink, &format!("clip-path:inset(-40px -99em {rest}px) view-box"));
    }
}

/// Marks the rows of the event list: the one before the cursor is current, which the style sheet tells from the later
/// ones after it; the focused one is the list's tab stop. `from` is the cursor that is marked now, if any is.
pub fn mark_rows(from: Option<u32>, cursor: u32, was: Option<u32>, focus: Option<u32>) {
    let row = |row: u32| document()?.get_element_by_id(&format!("row-{row}"));
    let is_start = |cursor: Option<u32>| cursor == Some(0);
    let list = row(0).and_then(|first| first.parent_element());
    if let Some(list) = list.filter(|_| is_start(from) != is_start(Some(cursor))) {
        let _ = list.set_attribute("class", if cursor == 0 { "events is-start" } else { "events" });
    }
    let set = |cursor: Option<u32>, class: &str, current: &str| {
        let item = cursor.and_then(|cursor| row(cursor.checked_sub(1)?));
        if let Some(item) = item {
            let _ = item.set_attribute("class", class);
            if let Some(button) = item.last_element_child() {
                let _ = button.set_attribute("aria-current", current);
            }
        }
    };
    set(from, "", "false");
    set(Some(cursor), "is-now", "step");
    let stop = |index: Option<u32>, value: &str| {
        if let Some(button) = index.and_then(row).and_then(|item| item.last_element_child()) {
            let _ = button.set_attribute("tabindex", value);
        }
    };
    stop(was, "-1");
    stop(focus, "0");
}
