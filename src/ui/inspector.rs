//! The inspector: the raw messages of what is selected, the key records, and what each side knows.

use std::rc::Rc;

use yew::Html;

use super::markup::{fill, list, raw};
use super::talk::Talk;
use crate::app::HAS_LAB;
use crate::app::knows;
use crate::app::reduce::Action;
use crate::app::state::{Selection, Stage};
use crate::app::svg;
use crate::app::text::names;
use crate::app::text::template::{Value, render};
use crate::app::wire;
use crate::sim::project::{AttemptState, RecordState, Standing, State};
use crate::sim::run::Run;
use crate::sim::scenario::Direction;
use crate::sim::trace::{Event, EventKind, KeyId, RecordKey};

/// What the panes are about.
struct View<'a> {
    talk: &'a Talk,
    world: u8,
    run: &'a Rc<Run>,
    state: State,
    past: &'a [Event],
    focus: Option<&'a Event>,
}

/// The panes of a stage; `name` names its worlds, which is told where there are several.
pub(super) fn inspector(talk: &Talk, stage: &Stage, name: &dyn Fn(usize) -> String) -> Html {
    let words = &talk.all.inspector;
    let selection = stage.focus();
    let world = selection.map_or(stage.runs.len().saturating_sub(1) as u8, |selection| selection.world);
    let Some(run) = stage.runs.get(usize::from(world)) else { return Html::default() };
    let events = stage.scene.events_before(world, stage.cursor);
    let view = View {
        talk,
        world,
        run,
        state: State::after(&run.trace, events),
        past: &run.trace.events[..events as usize],
        focus: selection.and_then(|Selection { event, .. }| run.trace.event(event)),
    };
    let sides = [talk.all.figure.left, talk.all.figure.right];
    let side = sides[usize::from(world.min(1))];
    let world = (stage.runs.len() > 1)
        .then(|| fill!("<p class=of-world><b>{}</b>{}</p>", side, name(usize::from(world))));
    let clear =
        stage.selection.is_some().then(|| talk.button("plain", words.clear_selection, Action::Unselected));
    fill!(
        "<aside class=inspect aria-label={}>{}<div class=panes><section class=pane id=exchange>{}{}</section><section class=pane id=records>{}</section><section class=pane id=knows>{}</section></div></aside>",
        words.inspector,
        world,
        view.exchange(),
        clear,
        view.records(),
        view.knows()
    )
}

fn pane(heading: String, aside: String, body: Vec<Html>) -> Html {
    list(vec![fill!("<h3>{}<span>{}</span></h3>", heading, aside), list(body)])
}

fn note(words: &'static str) -> Html {
    fill!("<p class=note>{}</p>", words)
}

impl View<'_> {
    fn exchange(&self) -> Html {
        let words = &self.talk.all.inspector;
        let attempt = self.focus.and_then(|event| event.attempt).and_then(|id| self.state.attempt(id));
        let Some(attempt) = attempt else {
            return pane(words.raw_http.to_owned(), String::new(), vec![note(words.no_selection)]);
        };
        let name = names::attempt(self.talk.language, self.run, attempt.id);
        let heading = self.talk.say_with(words.exchange, "attempt", name);
        let mut messages = vec![self.request(attempt)];
        let replies = self.past.iter().filter(|event| event.attempt == Some(attempt.id));
        messages.extend(replies.filter_map(|event| self.response(attempt, event)));
        if messages.len() == 1 {
            messages.push(note(words.no_answer));
        }
        pane(heading, String::new(), messages)
    }

    /// How the message that an event sent has fared so far.
    fn way(&self, cause: u32) -> String {
        let words = &self.talk.all.inspector;
        let end = self.past.iter().filter(|event| event.cause == Some(cause)).find_map(|event| {
            let template = match event.kind {
                EventKind::Lost { .. } => words.lost_at,
                EventKind::Heard { .. } => words.heard_at,
                EventKind::HeardTooLate { .. } => words.unheard_at,
                EventKind::ArrivedWhileDown { .. } => words.not_taken_at,
                EventKind::Arrived { .. } => words.arrived_at,
                _ => return None,
            };
            Some(self.talk.say_with(template, "time", names::instant(self.talk.language, event.at)))
        });
        end.unwrap_or_else(|| words.on_its_way.to_owned())
    }

    fn http(&self, attempt: &AttemptState, direction: Direction, way: String, message: Vec<Html>) -> Html {
        let key = svg::key_class(attempt.key);
        let reply = if direction == Direction::Response { "http reply " } else { "http " };
        let name = names::message(self.talk.language, direction);
        fill!(
            "<div class={}><p class=http-cap><span>{}</span><span>{}</span></p><pre><code>{}</code></pre></div>",
            format!("{reply}{key}"),
            name,
            way,
            message
        )
    }

    fn request(&self, attempt: &AttemptState) -> Html {
        let wire = wire::request(self.run, attempt);
        let mark = attempt.key.map(|key| raw(format!(" {}", svg::key_in_text(self.talk.language, key))));
        let message = vec![
            fill!("<b>{}</b>", wire.line.into_owned()),
            super::markup::text(" HTTP/1.1\nHost: shop.example\nContent-Type: application/json\n"),
            wire.key
                .filter(|_| wire.is_header)
                .map(|key| fill!("<span class=hl>{}</span>", key))
                .unwrap_or_default(),
            mark.unwrap_or_default(),
            super::markup::text(format!("\n\n{}", wire.body)),
        ];
        self.http(attempt, Direction::Request, self.way(attempt.sent), message)
    }

    fn response(&self, attempt: &AttemptState, event: &Event) -> Option<Html> {
        let EventKind::Replied { answer, replay_of, .. } = &event.kind else { return None };
        let reason = match answer.status {
            201 => " Created",
            400 => " Bad Request",
            409 => " Conflict",
            200 if HAS_LAB => " OK",
            202 if HAS_LAB => " Accepted",
            402 if HAS_LAB => " Payment Required",
            404 if HAS_LAB => " Not Found",
            412 if HAS_LAB => " Precondition Failed",
            422 if HAS_LAB => " Unprocessable Content",
            429 if HAS_LAB => " Too Many Requests",
            504 if HAS_LAB => " Gateway Timeout",
            500 => " Internal Server Error",
            503 => " Service Unavailable",
            _ => "",
        };
        let marker = if HAS_LAB { wire::marker(self.run, attempt, replay_of.is_some()) } else { None };
        let marker = marker.map_or_else(String::new, |marker| ["\n", &marker].concat());
        let message = vec![
            super::markup::text("HTTP/1.1 "),
            fill!("<b>{}</b>", format!("{}{reason}", answer.status)),
            super::markup::text(format!("\nContent-Type: application/json{marker}\n\n{}", answer.body_text)),
        ];
        Some(self.http(attempt, Direction::Response, self.way(event.seq), message))
    }

    fn records(&self) -> Html {
        let words = &self.talk.all.inspector;
        let now = names::instant(self.talk.language, self.state.now);
        let newest = self.past.last().map(|event| event.seq);
        let focus_key = self.focus.and_then(|event| event.key);
        let mut body = Vec::new();
        if self.state.records.is_empty() {
            body.push(note(words.no_records));
        } else {
            let rows = self.state.records.iter().map(|(key, record)| self.record(*key, record, newest));
            let heads = [words.key, words.fingerprint, words.state, words.stored_answer, words.time_left];
            let heads = heads.map(|head| fill!("<th scope=col>{}</th>", head));
            body.push(fill!(
                "<table class=records><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
                Vec::from(heads),
                rows.collect::<Vec<_>>()
            ));
            let changed = self.state.records.values().find(|record| Some(record.changed) == newest);
            body.push(match changed {
                None => note(words.nothing_changed),
                Some(record) => {
                    let name = names::event(self.talk.language, record.changed);
                    let link = Value::Links(vec![(record.changed, name)]);
                    let pieces = render(self.talk.language, words.changed_at, &[("event", link)]);
                    fill!("<p class=note>{}</p>", self.talk.pieces(self.world, &pieces))
                }
            });
        }
        let key = focus_key.or_else(|| self.state.records.keys().next().map(|name| name.key));
        body.extend(key.map(|key| self.diagram(key)));
        pane(words.key_records.to_owned(), now, body)
    }

    fn record(&self, name: RecordKey, record: &RecordState, newest: Option<u32>) -> Html {
        let words = &self.talk.all.inspector;
        let language = self.talk.language;
        let is_changed = Some(record.changed) == newest;
        let changed = if is_changed { "changed" } else { "" };
        let was = record.was.filter(|_| is_changed).map(|was| names::standing(language, Some(was)));
        let was = was.map(|was| fill!("<del>{}</del>", was));
        let now = self.state.now;
        let until = match record.standing {
            Standing::InFlight { .. } => record.lease_until,
            Standing::Completed | Standing::Failed => record.gone_at,
            Standing::Open => None,
            Standing::Expired => Some(now),
        };
        let left = until.map(|until| names::duration(language, until.minus(now)));
        let answer = record.answer.as_ref().map(|answer| names::answer(language, self.run, answer));
        fill!(
            "<tr key={}><th scope=row>{}</th><td>{}</td><td class={}>{}{}</td><td class={}>{}</td><td>{}</td></tr>",
            u32::from(name.key) * 256 + u32::from(name.scope),
            self.record_name(name),
            record.fingerprint.to_string(),
            changed,
            was,
            names::record_state(language, record, now),
            changed,
            answer.unwrap_or_else(|| words.nothing_stored.to_owned()),
            left.unwrap_or_else(|| words.no_limit.to_owned())
        )
    }

    /// The key, and its scope where the run has several.
    fn record_name(&self, name: RecordKey) -> Html {
        let key = raw(svg::key_in_text(self.talk.language, name.key));
        let scope = self.run.trace.scopes.get(usize::from(name.scope));
        let scope = scope.filter(|_| HAS_LAB && self.run.trace.scopes.len() > 1);
        let scope = scope.map(|scope| fill!("<span class=scope> {}</span>", scope.clone()));
        list(vec![key, scope.unwrap_or_default()])
    }

    fn diagram(&self, key: KeyId) -> Html {
        let language = self.talk.language;
        let record = self.state.records.iter().find(|(name, _)| name.key == key).map(|(_, record)| record);
        let state = record.map_or(self.talk.all.names.no_record, |record| {
            names::record_state(language, record, self.state.now)
        });
        let slots = [("key", Value::Key(key)), ("state", Value::Name(state.to_owned()))];
        let name = self.talk.say(self.talk.all.inspector.state_now, &slots);
        raw(svg::diagram(language, record.map(|record| record.standing), &name))
    }

    fn knows(&self) -> Html {
        let words = &self.talk.all.inspector;
        let lines = knows::lines(self.talk.language, self.run, &self.state, self.past.len() as u32);
        if lines.is_empty() {
            return pane(words.both_sides.to_owned(), String::new(), vec![note(words.no_attempts)]);
        }
        let rows = lines.into_iter().map(|line| {
            let class = if line.is_bad { "is-bad" } else { "" };
            fill!(
                "<tr><th scope=row>{}</th><td>{}</td><td class={}>{}</td></tr>",
                line.who,
                line.known,
                class,
                line.happened
            )
        });
        let table = fill!(
            "<table class=knows><thead><tr><td></td><th scope=col>{}</th><th scope=col>{}</th></tr></thead><tbody>{}</tbody></table>",
            words.the_client_knows,
            words.what_happened,
            rows.collect::<Vec<_>>()
        );
        pane(words.both_sides.to_owned(), String::new(), vec![table])
    }
}
