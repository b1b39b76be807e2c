//! An incident report in Markdown: what was meant and made, the timeline with a sentence per event, what the client knew
//! against what happened, the findings with their reasons, the contract with what it rests on, and the run to try again.
//!
//! Values that may be private are marks unless they are asked for ([`super::redact`]). Whatever a scenario says stays
//! words: no markup, no link, no HTML comes of it.

use super::redact::redacted;
use super::{Values, one_line, title};
use crate::app::knows;
use crate::app::text::events::sentence;
use crate::app::text::export::ExportTexts;
use crate::app::text::template::{Piece, Value, event_number, plain, render};
use crate::app::text::verdict::verdict;
use crate::app::text::{Language, contracts, knobs, lab_texts, names, texts};
use crate::sim::contract::Knob;
use crate::sim::project::AttemptState;
use crate::sim::run::Run;
use crate::sim::write;

/// The run as an incident report.
pub(super) fn write(language: Language, run: &Run, values: Values) -> String {
    let words = &lab_texts(language).export;
    let redacted = if values == Values::Redacted { redacted(language, run) } else { None };
    let is_whole = values == Values::Shown || redacted.is_some();
    let run = redacted.as_ref().unwrap_or(run);
    let mut report = Report { language, run, words, values, out: String::new() };
    report.head();
    report.summary();
    report.findings();
    report.timeline();
    report.both_sides();
    report.attempts();
    report.contract();
    report.again(is_whole);
    report.out
}

struct Report<'a> {
    language: Language,
    run: &'a Run,
    words: &'static ExportTexts,
    values: Values,
    out: String,
}

impl Report<'_> {
    fn say(&self, template: &str, slots: &[(&str, Value)]) -> String {
        plain(&render(self.language, template, slots), self.language)
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn heading(&mut self, words: &str) {
        self.line("");
        self.line(&format!("## {}", inert(words)));
        self.line("");
    }

    fn row(&mut self, cells: &[String]) {
        self.line(&format!("| {} |", cells.join(" | ")));
    }

    fn table(&mut self, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let heads: Vec<String> = heads.iter().map(|head| inert(head)).collect();
        self.row(&heads);
        self.row(&vec!["---".to_owned(); heads.len()]);
        for row in rows {
            self.row(&row);
        }
    }

    fn head(&mut self) {
        let words = self.words;
        let title = title(self.language, self.run);
        let head = match title {
            Some(title) => self.say(words.report_of, &[("title", Value::Name(title))]),
            None => words.report.to_owned(),
        };
        self.line(&format!("# {}", inert(&head)));
        self.line("");
        self.line(&inert(words.report_about));
        if self.values == Values::Redacted {
            self.line("");
            self.line(&inert(words.redacted));
        }
    }

    fn summary(&mut self) {
        let (end, tally) = (&self.run.end, &texts(self.language).tally);
        let heads = [tally.meant, tally.attempts, tally.made, tally.replays, tally.refused];
        let counts = [
            end.meant(),
            end.attempts.len() as u32,
            end.standing().count() as u32,
            end.replays,
            end.refusals,
        ];
        self.heading(self.words.summary);
        let rows = [counts.map(|count| count.to_string()).to_vec()];
        self.table(&heads, rows);
    }

    fn findings(&mut self) {
        self.heading(self.words.findings);
        for line in verdict(self.language, self.run) {
            let said = self.linked(&line.pieces);
            let mark = if line.is_bad { "**✗** " } else { "" };
            self.line(&format!("- {mark}{said}"));
        }
    }

    /// Pieces as Markdown. Events are rows of the timeline, which has no anchors: their numbers stand alone.
    fn linked(&self, pieces: &[Piece]) -> String {
        inert(&plain(pieces, self.language))
    }

    fn timeline(&mut self) {
        let figure = &texts(self.language).figure;
        self.heading(self.words.timeline);
        let rows = self.run.trace.events.iter().map(|event| {
            let told = self.linked(&sentence(self.language, self.run, event));
            vec![event_number(event.seq).to_string(), inert(&names::instant(self.language, event.at)), told]
        });
        let rows: Vec<_> = rows.collect();
        self.table(&["#", self.words.time, figure.events], rows);
    }

    fn both_sides(&mut self) {
        let inspector = &texts(self.language).inspector;
        self.heading(inspector.both_sides);
        let events = self.run.trace.events.len() as u32;
        let lines = knows::lines(self.language, self.run, &self.run.end, events);
        let rows = lines.into_iter().map(|line| {
            let happened = inert(&line.happened);
            let happened = if line.is_bad { format!("**{happened}**") } else { happened };
            vec![inert(&line.who), inert(&line.known), happened]
        });
        let rows: Vec<_> = rows.collect();
        self.table(&["", inspector.the_client_knows, inspector.what_happened], rows);
    }

    fn attempts(&mut self) {
        let words = self.words;
        self.heading(texts(self.language).tally.attempts);
        let mut bodies: Vec<&str> = Vec::new();
        let mut rows = Vec::new();
        for attempt in &self.run.end.attempts {
            let known = bodies.iter().position(|body| *body == attempt.body_text.as_ref());
            let place = known.unwrap_or_else(|| {
                bodies.push(&attempt.body_text);
                bodies.len() - 1
            });
            rows.push(self.attempt(attempt, place));
        }
        let inspector = &texts(self.language).inspector;
        self.table(&["", words.time, inspector.request, inspector.key, words.body, words.heard], rows);
    }

    fn attempt(&self, attempt: &AttemptState, body: usize) -> Vec<String> {
        let at = self
            .run
            .trace
            .event(attempt.sent)
            .map_or_else(String::new, |sent| names::instant(self.language, sent.at));
        let shown = self.values == Values::Shown;
        let key = attempt.key.map_or_else(String::new, |key| {
            let name = names::key(self.language, key);
            let text = if shown { self.run.trace.key_text(key) } else { "…" };
            format!("{}: {}", inert(&name), inert(text))
        });
        let mark = self.say(self.words.body_mark, &[("letter", Value::Name(names::key_letter(body as u16)))]);
        let text = if shown { &attempt.body_text } else { "…" };
        let heard = attempt.heard.as_ref().map_or_else(
            || texts(self.language).knows.no_answer.to_owned(),
            |(answer, _)| names::answer(self.language, self.run, answer),
        );
        let line = super::request(self.run, attempt);
        vec![
            inert(&names::attempt(self.language, self.run, attempt.id)),
            inert(&at),
            inert(&format!("{} {}", line.method, line.path)),
            key,
            format!("{}: {}", inert(&mark), inert(text)),
            inert(&heard),
        ]
    }

    fn contract(&mut self) {
        let contract = &self.run.scenario.service.contract;
        let service = &self.run.scenario.service;
        self.heading(self.words.contract);
        let named = contracts::preset(self.language, contract.preset);
        let colon = lab_texts(self.language).contracts.colon;
        let about = contracts::about(self.language, contract.preset);
        self.line(&inert(&format!("{named}{colon}{about}")));
        self.line("");
        let rows = Knob::ALL.into_iter().map(|knob| {
            let value = knobs::value(self.language, contract, knob);
            vec![inert(knobs::knob(self.language, knob)), inert(&value), self.rests_on(knob)]
        });
        let rows: Vec<_> = rows.collect();
        self.table(&[self.words.knob, self.words.value, self.words.rests_on], rows);
        self.line("");
        let built = [
            ("order", Value::Name(names::write_order(self.language, service.write_order).to_owned())),
            ("effect", Value::Name(names::effect_place(self.language, service.effect).to_owned())),
            ("lease", Value::Name(names::lease(self.language, service.lease))),
        ];
        let built = self.say(self.words.built, &built);
        self.line(&inert(&built));
    }

    /// How sure a knob's value is, and where it can be read.
    fn rests_on(&self, knob: Knob) -> String {
        let contract = &self.run.scenario.service.contract;
        if contract.is_own(knob) {
            return inert(lab_texts(self.language).contracts.yours);
        }
        let citation = contract.preset.citation(knob);
        let sure = inert(contracts::certainty(self.language, citation.certainty));
        let sources = contract.preset.sources();
        let source = &sources[usize::from(citation.source).min(sources.len() - 1)];
        let link = if source.url.is_empty() {
            inert(source.title)
        } else {
            format!("[{}](<{}>)", inert(source.title), source.url)
        };
        let note = citation.note[usize::from(self.language == Language::En)];
        let note = if note.is_empty() { String::new() } else { format!(" · {}", inert(note)) };
        format!("{sure} · {link}{note}")
    }

    fn again(&mut self, is_whole: bool) {
        let words = self.words;
        self.heading(words.again);
        if !is_whole {
            self.line(&inert(words.again_without));
            return;
        }
        self.line(&inert(words.again_how));
        let text = write::write(&self.run.scenario);
        let fence = fence(&text);
        self.line("");
        self.line(&format!("{fence}json"));
        self.out.push_str(&text);
        self.line(&fence);
        self.line("");
        self.line("```sh");
        self.line("simulate run.json");
        self.line("simulate --export hurl run.json > run.hurl");
        self.line("```");
        self.line("");
        let digest = [("digest", Value::Name(format!("{:016x}", self.run.digest())))];
        let digest = self.say(words.digest, &digest);
        self.line(&inert(&digest));
    }
}

/// A fence longer than any run of backticks in a text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// Words that stay words: on one line, with everything escaped that Markdown or HTML would take for its own.
fn inert(words: &str) -> String {
    let words = one_line(words);
    let mut out = String::new();
    let mut letters = words.chars().peekable();
    while let Some(c) = letters.next() {
        let begins = out.is_empty();
        let ends_number = !begins && out.bytes().all(|byte| byte.is_ascii_digit());
        let is_active = match c {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' | '!'
            | '@' | '^' => true,
            // What begins a block.
            '#' | '+' | '-' | '=' => begins,
            // A number that would begin a list; an address that some renderers link by themselves.
            '.' | ')' => {
                (ends_number && letters.peek().is_none_or(|next| *next == ' '))
                    || out.to_ascii_lowercase().ends_with("www")
            }
            ':' => letters.peek() == Some(&'/') || out.to_ascii_lowercase().ends_with("mailto"),
            _ => false,
        };
        if is_active {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
