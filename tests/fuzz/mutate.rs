//! Texts that are nearly scenarios: the project's own files, changed here and there. Most edits keep to the grammar, so
//! that what lies behind the reader is reached too. The same of links.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use idempotency_explainer::app::link::write_any;
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;

/// A small generator of numbers (SplitMix64): a case is what its seed and number make of it, on any machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn of(seed: u64, case: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn range(&mut self, length: usize, longest: usize) -> Range<usize> {
        let start = self.below(length);
        start..(start + 1 + self.below(longest)).min(length)
    }
}

/// What files do not say of themselves: edges of numbers and durations, and texts that are a nuisance elsewhere.
const NUISANCES: [&str; 36] = [
    "0",
    "1",
    "2",
    "-1",
    "9",
    "63",
    "64",
    "255",
    "256",
    "65535",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "0.5",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"0ms\"",
    "\"1ms\"",
    "\"60d\"",
    "\"61d\"",
    "\"99999999999999999999d\"",
    "\"18446744073709551615ms\"",
    "\"c1#0\"",
    "\"c9#1\"",
    "\"c1#4294967295\"",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"</script><img src=x onerror=alert(1)>\"",
    "\"\u{202e}钥\"",
    "\"a'b&amp;c\"",
    "\"__proto__\"",
];

const LINK_NUISANCES: [&str; 20] = [
    "0",
    "-",
    "_",
    "__",
    "_0",
    "_ffff",
    "_110000",
    "%",
    "%7e",
    "%zz",
    "~",
    ".",
    "b",
    "b.1",
    "r2",
    "end.9.9",
    "at4294967296",
    "18446744073709551616",
    "钥",
    "zh",
];

/// Valid texts, in pieces.
pub(crate) struct Corpus {
    files: Vec<Vec<String>>,
    /// The same scenarios as links.
    links: Vec<Vec<String>>,
    /// Every string, number and word of them, once.
    values: Vec<String>,
}

impl Corpus {
    pub(crate) fn of_files() -> Corpus {
        let mut paths = Vec::new();
        for folder in ["static/scenarios", "static/incidents", "static/lessons", "tests/it"] {
            collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut paths);
        }
        paths.sort();
        let texts: Vec<String> =
            paths.iter().map(|path| fs::read_to_string(path).expect("a readable file")).collect();
        let files: Vec<Vec<String>> = texts.iter().map(|text| pieces(text)).collect();
        let links = texts
            .iter()
            .filter_map(|text| parse(text).ok())
            .map(|scenario| link_pieces(&write_any(&Run::of(Rc::new(scenario)), 3, Language::En)));
        let links = links.collect();
        assert!(files.len() > 90, "the project's scenario files: {}", files.len());
        let mut values: Vec<String> =
            files.iter().flatten().filter(|piece| is_value(piece)).cloned().collect();
        values.extend(NUISANCES.map(str::to_owned));
        values.sort();
        values.dedup();
        Corpus { files, links, values }
    }

    /// A file, edited up to five times.
    pub(crate) fn mutated(&self, random: &mut Random) -> String {
        let mut pieces = random.pick(&self.files).clone();
        for _ in 0..random.below(6) {
            self.edit(&mut pieces, random);
        }
        let mut text = pieces.concat();
        if random.chance(12) {
            text = garbled(&text, random);
        }
        text
    }

    /// A link, edited up to five times: a token for another's, a statement gone, doubled or out of place.
    pub(crate) fn mutated_link(&self, random: &mut Random) -> String {
        let mut pieces = random.pick(&self.links).clone();
        for _ in 0..random.below(6) {
            let at = random.below(pieces.len());
            match random.below(10) {
                0 => drop(pieces.drain(random.range(pieces.len(), 8))),
                1 => {
                    let other = random.pick(&self.links);
                    let copied = other[random.range(other.len(), 16)].to_vec();
                    drop(pieces.splice(at..at, copied));
                }
                2 => pieces[at] = random.pick(&LINK_NUISANCES).to_string(),
                3 => pieces[at] = garbled(&pieces[at], random),
                _ => {
                    let other = random.pick(&self.links);
                    let token = random.pick(other).clone();
                    let is_sign = |piece: &str| piece == "~" || piece == ".";
                    if !is_sign(&token) && !is_sign(&pieces[at]) {
                        pieces[at] = token;
                    }
                }
            }
            if pieces.is_empty() {
                pieces.push("r1".to_owned());
            }
        }
        let text = pieces.concat();
        if random.chance(12) { garbled(&text, random) } else { text }
    }

    fn edit(&self, pieces: &mut Vec<String>, random: &mut Random) {
        match random.below(16) {
            0 => drop(pieces.drain(random.range(pieces.len(), 12))),
            1 => {
                let copied = pieces[random.range(pieces.len(), 60)].to_vec();
                let at = random.below(pieces.len());
                drop(pieces.splice(at..at, copied));
            }
            2 => {
                let other = random.pick(&self.files);
                let copied = other[random.range(other.len(), 40)].to_vec();
                let at = random.range(pieces.len(), 40);
                drop(pieces.splice(at, copied));
            }
            3 => {
                let (one, other) = (random.below(pieces.len()), random.below(pieces.len()));
                pieces.swap(one, other);
            }
            kind => {
                // A value in the place of a value; mostly of the same kind, which is mostly still a scenario.
                let places: Vec<usize> = (0..pieces.len()).filter(|at| is_value(&pieces[*at])).collect();
                let Some(at) = places.get(random.below(places.len())) else { return };
                let mut value = random.pick(&self.values);
                for _ in 0..40 {
                    if kind > 4 && class(value) != class(&pieces[*at]) {
                        value = random.pick(&self.values);
                    }
                }
                pieces[*at].clone_from(value);
            }
        }
        if pieces.is_empty() {
            pieces.push(random.pick(&NUISANCES).to_string());
        }
    }
}

/// Characters gone, doubled or come from nowhere.
pub(crate) fn garbled(text: &str, random: &mut Random) -> String {
    const STRAY: [&str; 14] =
        ["\"", "{", "}", "[", "]", ",", ":", "\\", "\u{0}", "\u{feff}", "\n", "钥", "😀", "\u{202e}"];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len());
        match random.below(4) {
            0 if !characters.is_empty() => drop(characters.drain(random.range(characters.len(), 30))),
            1 => characters.truncate(at),
            2 => {
                let end = (at + 30).min(characters.len());
                let copied = characters[at..end].to_vec();
                drop(characters.splice(at..at, copied));
            }
            _ => drop(characters.splice(at..at, random.pick(&STRAY).chars())),
        }
    }
    characters.into_iter().collect()
}

fn collect(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of scenarios") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "json") {
            into.push(path);
        }
    }
}

/// What a value is where it stands: text by its first letter's kind (a duration, a word), a number, another word.
fn class(value: &str) -> u8 {
    match value.as_bytes() {
        [b'"', b'0'..=b'9', ..] => 0,
        [b'"', b'c', b'0'..=b'9', b'#', ..] => 1,
        [b'"', ..] => 2,
        [b'0'..=b'9', ..] => 3,
        _ => 4,
    }
}

fn is_value(piece: &str) -> bool {
    piece.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_alphanumeric())
}

/// The tokens of a link and the signs between them.
fn link_pieces(link: &str) -> Vec<String> {
    link.split_inclusive(['~', '.'])
        .flat_map(|piece| {
            let (token, sign) = piece.split_at(piece.trim_end_matches(['~', '.']).len());
            [token.to_owned(), sign.to_owned()]
        })
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// The tokens of a JSON text and the space between them; together they are the text.
fn pieces(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => {
                let mut is_escaped = false;
                let closing = rest[1..].find(|c| {
                    let closes = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    closes
                });
                closing.map_or(rest.len(), |at| at + 2)
            }
            c if is_value(&rest[..c.len_utf8()]) => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))).unwrap_or(rest.len())
            }
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        out.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    assert_eq!(out.concat(), text);
    out
}
