//! Text of which Mermaid draws a sequence diagram: a participant per lane, an arrow per message and per call, a note for
//! every other event, and one for every long wait.
//!
//! Every event has one line of its own, in the order of the run, so that diagram and trace carry the same facts.
//! Decided here: of a run whose sentences would be longer than Mermaid takes ([`MOST`] characters), events have their
//! short names; of one that is still too long, the end is left out, and the last note says so. What a scenario says
//! is written as character codes wherever Mermaid could take it for its own.

use super::{one_line, title, wrapped};
use crate::app::scene::{LaneKind, lanes};
use crate::app::text::events::{name, sentence};
use crate::app::text::export::ExportTexts;
use crate::app::text::template::{Value, event_number, plain, render};
use crate::app::text::{Language, lab_texts, names, texts};
use crate::sim::run::Run;
use crate::sim::scenario::{AttemptId, Direction};
use crate::sim::time::Millis;
use crate::sim::trace::{Event, EventKind, Wider};

/// Most characters that Mermaid takes unless it is told otherwise.
pub(super) const MOST: usize = 50_000;
/// Room for what is said where the end is left out.
const RESERVE: usize = 400;
/// Waits from this length on have a note.
const WAIT: Millis = Millis(400);
/// Width of a line in a note, in units of half a CJK character.
const LINE: u32 = 44;

/// The run as Mermaid text.
pub(super) fn write(language: Language, run: &Run) -> String {
    let whole = Diagram::of(language, run, false).whole();
    if whole.len() <= MOST {
        return whole;
    }
    Diagram::of(language, run, true).shortened()
}

struct Diagram<'a> {
    language: Language,
    run: &'a Run,
    words: &'static ExportTexts,
    is_short: bool,
    head: String,
    /// One entry per event.
    lines: Vec<String>,
}

impl<'a> Diagram<'a> {
    fn of(language: Language, run: &'a Run, is_short: bool) -> Diagram<'a> {
        let words = &lab_texts(language).export;
        let mut diagram = Diagram { language, run, words, is_short, head: String::new(), lines: Vec::new() };
        diagram.head();
        let mut before = None;
        for event in &run.trace.events {
            let mut line = diagram.wait(before, event.at);
            line.push_str(&diagram.event(event));
            diagram.lines.push(line);
            before = Some(event.at);
        }
        diagram
    }

    fn whole(&self) -> String {
        self.head.clone() + &self.lines.concat()
    }

    fn shortened(&self) -> String {
        let mut out = self.head.clone();
        for (n, line) in self.lines.iter().enumerate() {
            if out.len() + line.len() > MOST - RESERVE {
                let left = [("n", Value::Count((self.lines.len() - n) as u32))];
                let said = plain(&render(self.language, self.words.mermaid_cut, &left), self.language);
                out.push_str(&self.note_over_all(&said));
                break;
            }
            out.push_str(line);
        }
        out
    }

    fn head(&mut self) {
        let name = title(self.language, self.run);
        self.head.push_str("sequenceDiagram\n");
        if let Some(name) = name {
            self.head.push_str(&format!("  accTitle: {}\n  title: {}\n", coded(&name), coded(&name)));
        }
        let figure = &texts(self.language).figure;
        for lane in lanes(self.run) {
            let is_alone = self.run.scenario.clients.len() == 1;
            let words = match lane.kind {
                LaneKind::Client(_) if is_alone => figure.client,
                LaneKind::Client(client) => self.run.scenario.client_id(client),
                LaneKind::Api => figure.api,
                LaneKind::Records => figure.key_records,
                LaneKind::Ledger => figure.ledger,
                LaneKind::Provider => figure.provider,
            };
            self.head.push_str(&format!("  participant {} as {}\n", id(lane.kind), coded(words)));
        }
    }

    fn wait(&self, before: Option<Millis>, at: Millis) -> String {
        let wait = before.map_or(Millis::ZERO, |before| at.minus(before));
        if wait < WAIT {
            return String::new();
        }
        let length = [("dur", Value::Name(names::duration(self.language, wait)))];
        let said = plain(&render(self.language, texts(self.language).figure.folded, &length), self.language);
        format!("  rect rgb(128, 128, 128, 0.12)\n  {}  end\n", self.note_over_all(&said))
    }

    fn note_over_all(&self, words: &str) -> String {
        let lanes = lanes(self.run);
        let (first, last) = (lanes.first().map(|lane| lane.kind), lanes.last().map(|lane| lane.kind));
        let first = id(first.unwrap_or(LaneKind::Api));
        let last = id(last.unwrap_or(LaneKind::Api));
        format!("  Note over {first},{last}: {}\n", coded(words))
    }

    /// The event's words: its number, its sentence or its name, and of a second effect that it is one.
    fn told(&self, event: &Event) -> String {
        let words = if self.is_short {
            name(self.language, event).to_owned()
        } else {
            plain(&sentence(self.language, self.run, event), self.language)
        };
        let twice = if nth(&event.kind) > 1 { texts(self.language).figure.twice } else { "" };
        let mark = if twice.is_empty() { String::new() } else { format!("⚠ {twice}: ") };
        let at = names::clock(event.at);
        let words = format!("{} · {at} · {mark}{}", event_number(event.seq), one_line(&words));
        wrapped(&words, LINE).iter().map(|line| coded(line)).collect::<Vec<_>>().join("<br/>")
    }

    fn event(&self, event: &Event) -> String {
        let told = self.told(event);
        let client = event.attempt.map(|attempt| id(LaneKind::Client(attempt.client)));
        let client = client.unwrap_or_else(|| id(self.at(event)));
        let api = id(LaneKind::Api);
        let effects = if self.has_provider() { LaneKind::Provider } else { LaneKind::Ledger };
        let arrow = |from: &str, arrow: &str, to: &str| format!("  {from}{arrow}{to}: {told}\n");
        match &event.kind {
            EventKind::Sent { .. } => {
                let is_lost = self.is_lost(event.attempt, Direction::Request);
                arrow(&client, if is_lost { "-x" } else { "->>" }, &api)
            }
            EventKind::Arrived { second_copy: true } => arrow(&client, "->>", &api),
            EventKind::ArrivedWhileDown { .. } => arrow(&client, "-x", &api),
            EventKind::Replied { .. } => {
                let is_lost = self.is_lost(event.attempt, Direction::Response);
                arrow(&api, if is_lost { "--x" } else { "-->>" }, &client)
            }
            EventKind::Wider(Wider::GatewayTimeout { .. }) => arrow(&api, "-->>", &client),
            EventKind::LookedUp { .. } => arrow(&api, "->>", &id(LaneKind::Records)),
            EventKind::Claimed { .. } | EventKind::Recorded { .. } => {
                arrow(&api, "->>", &id(LaneKind::Records))
            }
            EventKind::EffectMade { .. } => arrow(&api, "->>", &id(LaneKind::Ledger)),
            EventKind::ProviderEffect { .. } | EventKind::ProviderKnewKey { .. } => {
                arrow(&api, "->>", &id(effects))
            }
            EventKind::Committed { order: Some(_), .. } => arrow(&api, "->>", &id(LaneKind::Ledger)),
            EventKind::Committed { order: None, .. } => arrow(&api, "->>", &id(LaneKind::Records)),
            _ => format!("  Note over {}: {told}\n", id(self.at(event))),
        }
    }

    fn has_provider(&self) -> bool {
        self.run.scenario.service.effect.provider().is_some()
    }

    fn is_lost(&self, attempt: Option<AttemptId>, of: Direction) -> bool {
        let events = self.run.trace.events.iter().filter(|event| event.attempt == attempt);
        let lost =
            events.filter(|event| matches!(event.kind, EventKind::Lost { message } if message == of)).count();
        lost > 0
    }

    /// The lane that a note stands on.
    fn at(&self, event: &Event) -> LaneKind {
        let client = event.attempt.map_or(0, |attempt| attempt.client);
        match &event.kind {
            EventKind::Reloaded { client }
            | EventKind::IntentRecovered { client, .. }
            | EventKind::IntentForgotten { client, .. } => LaneKind::Client(*client),
            EventKind::Wider(Wider::ClientCrashed { client, .. } | Wider::BeliefForgotten { client, .. }) => {
                LaneKind::Client(*client)
            }
            EventKind::KeyMade { .. }
            | EventKind::KeyStored { .. }
            | EventKind::Lost { .. }
            | EventKind::Delayed { .. }
            | EventKind::Heard { .. }
            | EventKind::HeardTooLate { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Believed { .. }
            | EventKind::NotSettled { .. }
            | EventKind::RetryPlanned { .. }
            | EventKind::Wider(
                Wider::KeyDropped { .. } | Wider::SeriesPlanned { .. } | Wider::ConnectionRefused,
            ) => LaneKind::Client(client),
            EventKind::RecordWritten
            | EventKind::Released
            | EventKind::LeaseEnded { .. }
            | EventKind::KeptLonger
            | EventKind::Expired
            | EventKind::Wider(Wider::Evicted | Wider::Swept { .. } | Wider::PromiseBegins { .. }) => {
                LaneKind::Records
            }
            EventKind::EffectWritten { .. } => LaneKind::Ledger,
            _ => LaneKind::Api,
        }
    }
}

/// Which effect of its intent an event made, from 1; 0 where it made none.
const fn nth(kind: &EventKind) -> u32 {
    match kind {
        EventKind::EffectMade { nth, .. }
        | EventKind::ProviderEffect { nth, .. }
        | EventKind::Committed { order: Some(_), nth, .. }
        | EventKind::Wider(Wider::StateChanged { nth, .. } | Wider::Mailed { nth, .. }) => *nth,
        _ => 0,
    }
}

fn id(lane: LaneKind) -> String {
    match lane {
        LaneKind::Client(client) => format!("C{}", u32::from(client) + 1),
        LaneKind::Api => "A".to_owned(),
        LaneKind::Records => "K".to_owned(),
        LaneKind::Ledger => "L".to_owned(),
        LaneKind::Provider => "P".to_owned(),
    }
}

/// Words as Mermaid shows them and never obeys them: all but letters, digits and plain marks as character codes.
fn coded(words: &str) -> String {
    let mut out = String::new();
    for c in one_line(words).chars() {
        let is_plain = c.is_alphanumeric()
            || matches!(
                c,
                ' ' | ','
                    | '.'
                    | '·'
                    | '/'
                    | '('
                    | ')'
                    | '’'
                    | '='
                    | '，'
                    | '。'
                    | '：'
                    | '；'
                    | '（'
                    | '）'
                    | '「'
                    | '」'
                    | '、'
                    | '…'
                    | '×'
                    | '⋯'
                    | '⚠'
            );
        if is_plain {
            out.push(c);
        } else {
            out.push_str(&format!("#{};", c as u32));
        }
    }
    // A word of Mermaid's own ends a block wherever it stands alone.
    out.split(' ')
        .map(|word| {
            if word.eq_ignore_ascii_case("end") { word.replace(['n', 'N'], "#110;") } else { word.to_owned() }
        })
        .collect::<Vec<_>>()
        .join(" ")
}
