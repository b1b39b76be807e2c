//! Files: saved as downloads, and given by a file field, by dropping and by pasting.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, BlobPropertyBag, ClipboardEvent, DragEvent, Element, Event, File, FileList, HtmlAnchorElement,
    HtmlInputElement, Url,
};

/// What a reader gives.
#[derive(Clone, Debug)]
pub enum Given {
    /// A file is held over the page, or no more.
    Dragged(bool),
    /// A file by its name, or a text that was pasted.
    Text {
        /// The file's name.
        name: Option<String>,
        /// Its text.
        said: Result<String, Refused>,
    },
}

/// Why a file was not read.
#[derive(Clone, Debug)]
pub enum Refused {
    /// It has this many bytes, more than are wanted.
    TooLarge(u64),
    /// It is not UTF-8.
    NoText,
    /// There are several.
    Several,
    /// The browser could not read it.
    NotRead,
}

/// For how long the address of a download stands.
const STANDS_MS: u32 = 60_000;

/// Saves a text as a download. `false` where the browser does not allow it.
#[must_use]
pub fn save(name: &str, media_type: &str, text: &str) -> bool {
    saved(name, media_type, text).is_some()
}

fn saved(name: &str, media_type: &str, text: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let link: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    super::ticker::Timeout::new(STANDS_MS, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Some(())
}

/// Calls back with what a reader gives, for as long as the page lives: the files of the field with this id, files that are
/// dropped anywhere, and texts that are pasted anywhere but in a field. Of a file, at most so many bytes are read; of
/// pasted texts only those that begin with a brace or hold a `#` are meant for the page.
pub fn watch(field: &'static str, most: u32, given: impl Fn(Given) + Clone + 'static) {
    let on = |name: &str, does: Box<dyn FnMut(Event)>| {
        let listener = Closure::<dyn FnMut(Event)>::new(does);
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            let function = listener.into_js_value();
            let _ = document.add_event_listener_with_callback(name, function.unchecked_ref());
        }
    };
    let give = given.clone();
    on(
        "change",
        Box::new(move |event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input.filter(|input| input.id() == field) {
                read(input.files(), most, &give);
                // The same file can be chosen again.
                input.set_value("");
            }
        }),
    );
    for name in ["dragover", "dragleave", "drop"] {
        let give = given.clone();
        on(name, Box::new(move |event| dragged(&event, most, &give)));
    }
    on("paste", Box::new(move |event| pasted(&event, most, &given)));
}

fn dragged(event: &Event, most: u32, give: &(impl Fn(Given) + Clone + 'static)) {
    let Some(data) = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) else { return };
    if !data.types().iter().any(|kind| kind.as_string().as_deref() == Some("Files")) {
        return;
    }
    event.prevent_default();
    match event.type_().as_str() {
        "dragover" => {
            data.set_drop_effect("copy");
            give(Given::Dragged(true));
        }
        "drop" => {
            give(Given::Dragged(false));
            read(data.files(), most, give);
        }
        // From one element of the page to the next it is held over the page still.
        _ => {
            let to = js_sys::Reflect::get(event, &"relatedTarget".into()).unwrap_or(JsValue::NULL);
            if to.is_null() {
                give(Given::Dragged(false));
            }
        }
    }
}

fn pasted(event: &Event, most: u32, give: &(impl Fn(Given) + Clone + 'static)) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_field = target.is_some_and(|target| {
        matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA")
            && target.get_attribute("readonly").is_none()
    });
    let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
    let Some(data) = data.filter(|_| !is_field) else { return };
    if data.files().is_some_and(|files| files.length() > 0) {
        event.prevent_default();
        return read(data.files(), most, give);
    }
    let text = data.get_data("text/plain").unwrap_or_default();
    let is_link = !text.trim().contains(char::is_whitespace) && text.contains('#');
    if text.trim_start().starts_with('{') || is_link {
        event.prevent_default();
        let bytes = text.len() as u64;
        let said = if bytes > most.into() { Err(Refused::TooLarge(bytes)) } else { Ok(text) };
        give(Given::Text { name: None, said });
    }
}

fn read(files: Option<FileList>, most: u32, give: &(impl Fn(Given) + Clone + 'static)) {
    let Some(files) = files else { return };
    let Some(file) = files.get(0) else { return };
    let name = Some(file.name());
    if files.length() > 1 {
        return give(Given::Text { name, said: Err(Refused::Several) });
    }
    let bytes = file.size() as u64;
    if bytes > most.into() {
        return give(Given::Text { name, said: Err(Refused::TooLarge(bytes)) });
    }
    let give = give.clone();
    spawn_local(async move {
        let said = text_of(&file).await;
        give(Given::Text { name, said });
    });
}

async fn text_of(file: &File) -> Result<String, Refused> {
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| Refused::NotRead)?;
    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
    String::from_utf8(bytes).map_err(|_| Refused::NoText)
}
