//! What is wrong with a scenario file, said on the page.
//!
//! The engine's own English wording of the same values is for `simulate`; this one is for both languages of the
//! page. What stands in the file is shown as it is.

use crate::sim::json::Syntax;
use crate::sim::problem::{Problem, Wanted};

use super::template::{Value, plain, render};
use super::{Language, lab_texts, texts};

table! {
    /// What is wrong with a file.
    pub struct ProblemTexts {
        /// `{line}`, `{col}`, `{path}`, `{found}`, `{wanted}`.
        problem,
        /// The last sentence.
        unchanged,
        /// The known name that is near. `{name}`.
        nearest,
        /// The path of the file itself.
        whole_file,
        /// Found.
        found_object,
        /// Found.
        found_list,
        /// Found.
        found_end,
        /// Found.
        found_without,
        /// Found.
        found_both,
        /// Found.
        found_no_kind,
        /// Found. `{n}`.
        found_bytes,
        /// Found. `{n}`.
        found_entries,
        /// Found. `{name}`.
        found_again,
        /// Found. `{name}`.
        found_no_body,
        /// Wanted. `{message}`.
        json,
        /// In JSON.
        json_value,
        /// In JSON.
        json_name,
        /// In JSON.
        json_colon,
        /// In JSON.
        json_comma_or_bracket,
        /// In JSON.
        json_comma_or_brace,
        /// In JSON.
        json_digit,
        /// In JSON.
        json_end_quote,
        /// In JSON.
        json_no_control,
        /// In JSON.
        json_escape,
        /// In JSON.
        json_hexadecimal,
        /// In JSON.
        json_surrogate_pair,
        /// In JSON.
        json_less_depth,
        /// In JSON.
        json_end,
        /// Wanted. `{n}`.
        file_size,
        /// Wanted.
        object,
        /// Wanted.
        list,
        /// Wanted.
        text,
        /// Wanted.
        bool,
        /// Wanted.
        duration,
        /// Wanted. `{least}`, `{most}`.
        whole,
        /// Wanted. `{n}`.
        text_of_at_most,
        /// Wanted. `{n}`.
        id,
        /// Wanted. `{names}`.
        one_of,
        /// Wanted. `{names}`.
        field,
        /// Wanted. `{name}`.
        missing,
        /// Wanted.
        once,
        /// Wanted. `{one}`, `{other}`.
        not_both,
        /// Wanted. `{names}`.
        known_client,
        /// Wanted. `{example}`, `{names}`.
        attempt_name,
        /// Wanted. `{example}`, `{names}`.
        belief_name,
        /// Wanted.
        time_order,
        /// Wanted.
        body_for_intent,
        /// Wanted. `{n}`.
        at_most,
        /// Wanted.
        not_empty,
        /// A name in a list. `{name}`.
        quote,
    }
}

/// The same as [`located`], and that the page's scenario is as it was.
#[must_use]
pub fn problem(language: Language, problem: &Problem) -> String {
    let unchanged = lab_texts(language).problems.unchanged;
    [located(language, problem).as_str(), unchanged].join(texts(language).names.between)
}

/// Where, what was found, what was wanted, and the known name that is near.
#[must_use]
pub fn located(language: Language, problem: &Problem) -> String {
    let words = &lab_texts(language).problems;
    let (path, found, wanted) = parts(language, problem);
    let slots = [
        ("line", Value::Count(problem.line)),
        ("col", Value::Count(problem.column)),
        ("path", Value::Name(path)),
        ("found", Value::Name(found)),
        ("wanted", Value::Name(wanted)),
    ];
    let mut sentences = vec![said(language, words.problem, &slots)];
    if let Some(name) = problem.nearest() {
        sentences.push(said(language, words.nearest, &[("name", Value::Name(name.to_owned()))]));
    }
    sentences.join(texts(language).names.between)
}

/// The path, what was found, what was wanted.
pub(super) fn parts(language: Language, problem: &Problem) -> (String, String, String) {
    let words = &lab_texts(language).problems;
    let path = if problem.path == "(file)" { words.whole_file } else { &problem.path };
    (path.to_owned(), found(language, &problem.found), wanted(language, &problem.wanted))
}

/// What JSON has where a text stops being JSON.
pub(super) fn syntax(language: Language, wanted: Syntax) -> &'static str {
    json(&lab_texts(language).problems, wanted)
}

fn said(language: Language, template: &str, slots: &[(&str, Value)]) -> String {
    plain(&render(language, template, slots), language)
}

/// The parser's phrase for what stands there, in this language; the file's own text otherwise.
fn found(language: Language, found: &str) -> String {
    let words = &lab_texts(language).problems;
    let count = |number: &str| number.parse().ok().map(|number| ("n", Value::Count(number)));
    let name = |name: &str| [("name", Value::Name(name.to_owned()))];
    if let Some(count) = found.strip_suffix(" bytes").and_then(count) {
        return said(language, words.found_bytes, &[count]);
    }
    if let Some(count) = found.strip_suffix(" entries").and_then(count) {
        return said(language, words.found_entries, &[count]);
    }
    if let Some(twice) = found.strip_suffix(" again") {
        return said(language, words.found_again, &name(twice));
    }
    let send = found.strip_prefix("a send of ").and_then(|rest| rest.strip_suffix(" without a body"));
    if let Some(intent) = send {
        return said(language, words.found_no_body, &name(intent));
    }
    match found {
        "an object" => words.found_object,
        "an array" => words.found_list,
        "the end of the file" => words.found_end,
        "an object without it" => words.found_without,
        "both" => words.found_both,
        "a fault without a kind" => words.found_no_kind,
        text if text.starts_with('"') => text,
        other => return said(language, words.quote, &name(other)),
    }
    .to_owned()
}

fn wanted(language: Language, wanted: &Wanted) -> String {
    let words = &lab_texts(language).problems;
    let number = |n: u32| [("n", Value::Count(n))];
    let quoted = |name: &str| said(language, words.quote, &[("name", Value::Name(name.to_owned()))]);
    let list = |names: &[String]| {
        let quoted: Vec<_> = names.iter().map(|name| quoted(name)).collect();
        ("names", Value::Name(quoted.join(texts(language).names.list_comma)))
    };
    let example = |ids: &[String], rest: &str| {
        let id = ids.first().map_or("c1", String::as_str);
        ("example", Value::Name(quoted(&format!("{id}{rest}"))))
    };
    match wanted {
        Wanted::Json(message) => {
            said(language, words.json, &[("message", Value::Name(json(words, *message).to_owned()))])
        }
        Wanted::FileOfAtMost(bytes) => said(language, words.file_size, &number(*bytes)),
        Wanted::Object => words.object.to_owned(),
        Wanted::List => words.list.to_owned(),
        Wanted::Text => words.text.to_owned(),
        Wanted::Bool => words.bool.to_owned(),
        Wanted::Duration => words.duration.to_owned(),
        Wanted::Whole { least, most } => {
            let slots = [("least", Value::Name(least.to_string())), ("most", Value::Name(most.to_string()))];
            said(language, words.whole, &slots)
        }
        Wanted::TextOfAtMost { most } => said(language, words.text_of_at_most, &number(*most)),
        Wanted::Id { most } => said(language, words.id, &number(*most)),
        Wanted::OneOf(names) => said(language, words.one_of, &[list(names)]),
        Wanted::Field(names) => said(language, words.field, &[list(names)]),
        Wanted::Missing(name) => said(language, words.missing, &[("name", Value::Name(quoted(name)))]),
        Wanted::Once => words.once.to_owned(),
        Wanted::NotBoth(one, other) => {
            let slots = [("one", Value::Name(quoted(one))), ("other", Value::Name(quoted(other)))];
            said(language, words.not_both, &slots)
        }
        Wanted::KnownClient(ids) => said(language, words.known_client, &[list(ids)]),
        Wanted::AttemptName(ids) => said(language, words.attempt_name, &[example(ids, "#1"), list(ids)]),
        Wanted::BeliefName(ids) => said(language, words.belief_name, &[example(ids, "/i1"), list(ids)]),
        Wanted::TimeOrder => words.time_order.to_owned(),
        Wanted::BodyForIntent => words.body_for_intent.to_owned(),
        Wanted::AtMost(most) => said(language, words.at_most, &number(*most)),
        Wanted::NotEmpty => words.not_empty.to_owned(),
        Wanted::Floor => super::lab_texts(language).wider.floor.to_owned(),
    }
}

const fn json(words: &ProblemTexts, wanted: Syntax) -> &'static str {
    match wanted {
        Syntax::Value => words.json_value,
        Syntax::Name => words.json_name,
        Syntax::Colon => words.json_colon,
        Syntax::CommaOrBracket => words.json_comma_or_bracket,
        Syntax::CommaOrBrace => words.json_comma_or_brace,
        Syntax::Digit => words.json_digit,
        Syntax::Quote => words.json_end_quote,
        Syntax::NoControl => words.json_no_control,
        Syntax::Escape => words.json_escape,
        Syntax::Hexadecimal => words.json_hexadecimal,
        Syntax::SurrogatePair => words.json_surrogate_pair,
        Syntax::LessDepth => words.json_less_depth,
        Syntax::End => words.json_end,
    }
}
