//! What the sources must not name, held by reading them: the invariants about absences of ARCHITECTURE.md.

use std::path::{Path, PathBuf};

/// Longest file, in lines.
const LINES: usize = 450;

/// Files that are longer, each with the reason why it is one file.
const LONGER: [(&str, &str); 5] = [
    ("src/sim/scenario.rs", "the format's types with their spellings, a flat list without logic"),
    (
        "src/app/scene/marks.rs",
        "one short drawing pass per kind of mark, all over one picture's columns and rows",
    ),
    ("src/app/text/events.rs", "one choice of a true sentence per event, told against the same run"),
    ("src/app/text/names.rs", "one short function per kind of thing that has a name, a flat list"),
    ("tests/it/app_texts.rs", "half of it is sentences of whole runs in both languages, as snapshots"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source below a folder, with its path from the root.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root()).expect("inside").display().to_string();
            found.push((name, std::fs::read_to_string(&path).expect("readable")));
        }
    }
    found.sort();
    found
}

/// A line without its comment. Two slashes after a colon are an address in a text.
fn code(line: &str) -> &str {
    let comment = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'));
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Whether `word` stands in `line` as a word of its own, or as the beginning of a path.
fn names(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let after = &line[at + word.len()..];
        !line[..at].ends_with(is_part) && (word.ends_with(['_', ':']) || !after.starts_with(is_part))
    })
}

/// No code line below `folder` names any of these.
fn check(folder: &str, words: &[&str]) {
    let mut offences = Vec::new();
    for (name, text) in sources(folder) {
        for (n, line) in text.lines().enumerate() {
            let bad = words.iter().filter(|word| names(code(line), word));
            offences.extend(bad.map(|word| format!("{name}:{} names {word}: {}", n + 1, line.trim())));
        }
    }
    assert_eq!(offences, Vec::<String>::new());
}

const BROWSER: [&str; 8] = [
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "gloo",
    "gloo_timers",
    "gloo_events",
    "uuid",
];

#[test]
fn the_engine_depends_on_nothing_but_its_scenario() {
    assert!(sources("src/sim").len() >= 20, "the engine is found");
    check("src/sim", &BROWSER);
    check("src/sim", &["yew", "std::time", "Instant", "SystemTime", "HashMap", "HashSet", "RandomState"]);
    for (name, text) in sources("src/sim") {
        let floats = text.lines().map(code).filter(|line| line.contains("f32") || line.contains("f64"));
        assert_eq!(floats.collect::<Vec<_>>(), Vec::<&str>::new(), "{name} computes with floats");
    }
    check(
        "src/sim",
        &["println", "eprintln", "print", "dbg", "std::fs", "std::io", "std::net", "std::env", "std::thread"],
    );
    check(
        "src/sim",
        &["std::process", "static mut", "thread_local", "rand", "getrandom", "chrono", "futures", "async"],
    );
    check("src/sim", &["crate::app", "crate::ui", "crate::platform", "unsafe"]);
}

#[test]
fn the_page_is_layered() {
    check("src/app", &BROWSER);
    check("src/app", &["yew", "crate::ui", "crate::platform", "std::time", "HashMap", "HashSet", "println"]);
    check("src/ui", &BROWSER);
    check("src/platform", &["crate::ui", "crate::app"]);
    let rest: Vec<_> =
        sources("src").into_iter().filter(|(name, _)| name.matches('/').count() == 1).collect();
    for (name, text) in rest {
        let bad = BROWSER.iter().find(|word| text.lines().any(|line| names(code(line), word)));
        assert_eq!(bad, None, "{name}");
    }
}

/// `usize` is 32 bits in the browser and 64 here: no type of the engine holds one.
#[test]
fn no_type_of_the_engine_holds_a_usize() {
    let mut types = 0;
    for (name, text) in sources("src/sim") {
        let mut inside = false;
        for line in text.lines() {
            let declared = code(line).trim_start();
            let word = declared
                .trim_start_matches("pub(crate) ")
                .trim_start_matches("pub(super) ")
                .trim_start_matches("pub ");
            if word.starts_with("struct ") || word.starts_with("enum ") {
                inside = true;
                types += 1;
            }
            assert!(!inside || !names(code(line), "usize"), "{name}: {line}");
            inside &= !(line.starts_with('}') || declared.ends_with(';'));
        }
    }
    assert!(types > 40, "{types} types were read");
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let all = [sources("src"), sources("tests/it"), sources("benches")].concat();
    let mut offences = Vec::new();
    for (name, text) in &all {
        let (lines, reason) = (text.lines().count(), LONGER.iter().find(|(longer, _)| longer == name));
        match (lines > LINES, reason) {
            (true, None) => {
                offences.push(format!("{name}: {lines} lines, wanted at most {LINES} or a reason"))
            }
            (false, Some(_)) => {
                offences.push(format!("{name}: {lines} lines, the reason is not needed any more"))
            }
            _ => {}
        }
        if !text.starts_with("//! ") {
            offences.push(format!("{name}: does not begin with what it is"));
        }
    }
    assert_eq!(offences, Vec::<String>::new());
    for (longer, reason) in LONGER {
        assert!(all.iter().any(|(name, _)| name == longer), "{longer} exists");
        assert!(reason.split(' ').count() >= 6, "{longer}: a reason is a sentence");
    }
}

/// A file that main.rs does not list would never run.
#[test]
fn every_test_module_is_listed() {
    let all = sources("tests/it");
    let main = all.iter().find(|(name, _)| name == "tests/it/main.rs").map(|(_, text)| text.as_str());
    let listed =
        |name: &str| main.is_some_and(|main| main.lines().any(|line| line == format!("mod {name};")));
    let stem = |path: &str| path.trim_start_matches("tests/it/").trim_end_matches(".rs").to_owned();
    let unlisted: Vec<_> = all.iter().map(|(path, _)| stem(path)).filter(|name| !listed(name)).collect();
    assert_eq!(unlisted, ["main"]);
}

#[test]
fn the_architecture_fits_on_two_pages() {
    let path: PathBuf = root().join("ARCHITECTURE.md");
    if let Ok(text) = std::fs::read_to_string(path) {
        assert!(text.lines().count() <= 120, "{} lines", text.lines().count());
    }
}

/// The reader of sources itself: it would see what it looks for.
#[test]
fn names_are_seen() {
    let rows = [
        ("use std::collections::HashMap;", "HashMap", true),
        ("let map = HashMap::new();", "HashMap", true),
        ("struct MyHashMap;", "HashMap", false),
        ("struct HashMaps;", "HashMap", false),
        ("use std::time::Duration;", "std::time", true),
        ("use super::time::Millis;", "std::time", false),
        ("println!(\"x\");", "println", true),
        ("use web_sys::Window;", "web_sys", true),
    ];
    for (line, word, wanted) in rows {
        assert_eq!(names(line, word), wanted, "{line}");
    }
    assert_eq!(code("let a = 1; // HashMap"), "let a = 1; ");
    assert_eq!(code("\"https://example.org\""), "\"https://example.org\"");
}

/// A rule for an attribute that no view writes would never apply: what is chosen would look like the rest.
#[test]
fn styles_speak_of_attributes_that_views_write() {
    let mut views = sources("src").into_iter().map(|(_, text)| text).collect::<String>();
    for document in ["index.html", "scripts/pages.mjs"] {
        views.push_str(&std::fs::read_to_string(root().join(document)).expect("readable"));
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("static/css");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).expect("styles") {
        let file = file.expect("a file").path();
        let style = std::fs::read_to_string(&file).expect("readable");
        for selector in style.split('[').skip(1) {
            let attribute = selector.split(['=', ']', '~', '^']).next().unwrap_or_default();
            seen += 1;
            assert!(views.contains(attribute), "{}: [{attribute}]", file.display());
        }
    }
    assert!(seen > 5, "{seen} selectors were read");
}
