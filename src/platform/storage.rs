//! `localStorage`, which may be denied, full, or cleared at any moment. An embedded page has none: what it would keep
//! belongs to readers of the page around it.

use web_sys::Storage;

use super::location;

fn storage() -> Option<Storage> {
    if location::is_embedded() {
        return None;
    }
    web_sys::window()?.local_storage().ok()?
}

/// Reads an entry.
#[must_use]
pub fn read(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Writes an entry. `false` where it could not be written.
pub fn write(name: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, value).is_ok())
}

/// Removes an entry.
pub fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}
