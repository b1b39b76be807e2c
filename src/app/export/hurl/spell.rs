//! How hurl's own grammar spells words and bodies, so that they are read back as they were.

use crate::sim::json;

/// Whether a key stands for itself in every place of a file.
pub(super) fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// Words as hurl reads them back in a value. Blanks at an end would be taken off.
pub(super) fn value(words: &str) -> String {
    let (begin, end) = (words.len() - words.trim_start().len(), words.trim_end().len());
    let mut out = String::new();
    for (at, c) in words.char_indices() {
        let is_odd = matches!(c, '#' | '\\' | '{' | '}' | '`') || c.is_control() || at < begin || at >= end;
        if is_odd {
            out.push_str(&format!("\\u{{{:x}}}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
}

/// Words as hurl reads them back between quotes.
pub(super) fn quoted(words: &str) -> String {
    value(words).replace('"', "\\u{22}")
}

/// Whether hurl sends a body byte for byte where it stands as JSON: on one line, in ASCII, without what would be taken for
/// a variable.
pub(super) fn is_sent_unchanged(body: &str) -> bool {
    let is_json = body.starts_with(['{', '[']) && json::read(body).is_ok();
    let is_safe = body.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    is_json && is_safe && !body.contains("{{") && !has_odd_escape(body)
}

/// Whether a JSON text has an escape but those of quotes and backslashes.
fn has_odd_escape(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('\\') {
        if !after.starts_with(['"', '\\']) {
            return true;
        }
        rest = &after[1..];
    }
    false
}

/// RFC 4648's Base64.
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let of = |n: usize| u32::from(chunk.get(n).copied().unwrap_or(0));
        let group = of(0) << 16 | of(1) << 8 | of(2);
        for n in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * n)) as usize & 63];
            out.push(if n <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}
