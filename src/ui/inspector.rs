//! The inspector: the raw messages of what is selected, the key records, and what each side knows.

use std::rc::Rc;

use yew::prelude::*;

use super::pieces::Voice;
use super::shapes::{key_class, key_in_text};
use crate::app::knows;
use crate::app::reduce::Action;
use crate::app::state::{Selection, Stage};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, names, texts};
use crate::sim::project::{AttemptState, RecordState, Standing, State};
use crate::sim::run::Run;
use crate::sim::scenario::Direction;
use crate::sim::trace::{Event, EventKind, KeyId};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct InspectorProps {
    pub(super) language: Language,
    pub(super) stage: Stage,
    pub(super) act: Callback<Action>,
}

/// What the panes are about.
struct View<'a> {
    language: Language,
    run: &'a Rc<Run>,
    state: State,
    past: &'a [Event],
    focus: Option<&'a Event>,
    voice: Voice,
}

#[component]
pub(super) fn Inspector(props: &InspectorProps) -> Html {
    let words = &texts(props.language).inspector;
    let stage = &props.stage;
    let selection = stage.focus();
    let world = selection.map_or(stage.runs.len().saturating_sub(1) as u8, |selection| selection.world);
    let Some(run) = stage.runs.get(usize::from(world)) else { return Html::default() };
    let events = stage.scene.events_before(world, stage.cursor);
    let view = View {
        language: props.language,
        run,
        state: State::after(&run.trace, events),
        past: &run.trace.events[..events as usize],
        focus: selection.and_then(|Selection { event, .. }| run.trace.event(event)),
        voice: Voice { language: props.language, world, act: props.act.clone() },
    };
    let clear = {
        let act = props.act.clone();
        move |_| act.emit(Action::Unselected)
    };
    html! {
        <aside class="inspect" aria-label={words.inspector}>
            <div class="panes">
                <section class="pane" id="exchange">
                    { view.exchange() }
                    if stage.selection.is_some() { <button type="button" class="plain" onclick={clear}>{ words.clear_selection }</button> }
                </section>
                <section class="pane" id="records">{ view.records() }</section>
                <section class="pane" id="knows">{ view.knows() }</section>
            </div>
        </aside>
    }
}

impl View<'_> {
    fn filled(&self, template: &str, name: &str, value: Value) -> String {
        plain(&render(self.language, template, &[(name, value)]), self.language)
    }

    fn exchange(&self) -> Html {
        let words = &texts(self.language).inspector;
        let attempt = self.focus.and_then(|event| event.attempt).and_then(|id| self.state.attempt(id));
        let Some(attempt) = attempt else {
            return html! { <><h3>{ words.raw_http }</h3><p class="note">{ words.no_selection }</p></> };
        };
        let heading = self.filled(words.exchange, "attempt", Value::Name(names::attempt(self.language, self.run, attempt.id)));
        html! { <><h3>{ heading }</h3>{ self.request(attempt) }{ self.response(attempt) }</> }
    }

    fn time(&self, template: &str, event: &Event) -> String {
        self.filled(template, "time", Value::Name(names::instant(self.language, event.at)))
    }

    /// The first event so far that a message led to.
    fn end_of(&self, cause: u32) -> Option<&Event> {
        self.past.iter().find(|event| {
            event.cause == Some(cause)
                && matches!(
                    event.kind,
                    EventKind::Arrived { .. }
                        | EventKind::ArrivedWhileDown { .. }
                        | EventKind::Lost { .. }
                        | EventKind::Heard { .. }
                        | EventKind::HeardTooLate { .. }
                )
        })
    }

    fn way(&self, cause: u32) -> String {
        let words = &texts(self.language).inspector;
        let Some(end) = self.end_of(cause) else { return words.on_its_way.to_owned() };
        let template = match end.kind {
            EventKind::Lost { .. } => words.lost_at,
            EventKind::Heard { .. } => words.heard_at,
            EventKind::HeardTooLate { .. } => words.unheard_at,
            EventKind::ArrivedWhileDown { .. } => words.not_taken_at,
            _ => words.arrived_at,
        };
        self.time(template, end)
    }

    fn request(&self, attempt: &AttemptState) -> Html {
        let key = self.run.trace.key_text(attempt.key).to_owned();
        let mark = key_in_text(attempt.key, names::key(self.language, attempt.key));
        html! {
            <div class={classes!("http", key_class(Some(attempt.key)))}>
                <p class="http-cap"><span>{ names::message(self.language, Direction::Request) }</span><span>{ self.way(attempt.sent) }</span></p>
                <pre><code>
                    <b>{ "POST /orders" }</b>{ " HTTP/1.1\nHost: shop.example\nContent-Type: application/json\n" }
                    <span class="hl">{ format!("Idempotency-Key: {key}") }</span>{ " " }{ mark }
                    { format!("\n\n{}", attempt.body_text) }
                </code></pre>
            </div>
        }
    }

    fn response(&self, attempt: &AttemptState) -> Html {
        let words = &texts(self.language).inspector;
        let replies = self.past.iter().filter_map(|event| match &event.kind {
            EventKind::Replied { answer, .. } if event.attempt == Some(attempt.id) => Some((event, answer)),
            _ => None,
        });
        let replies: Vec<Html> = replies
            .map(|(event, answer)| {
                let reason = match answer.status {
                    201 => "Created",
                    400 => "Bad Request",
                    409 => "Conflict",
                    500 => "Internal Server Error",
                    503 => "Service Unavailable",
                    _ => "",
                };
                html! {
                    <div key={event.seq} class={classes!("http", "reply", key_class(Some(attempt.key)))}>
                        <p class="http-cap"><span>{ names::message(self.language, Direction::Response) }</span><span>{ self.way(event.seq) }</span></p>
                        <pre><code>
                            { "HTTP/1.1 " }<b>{ format!("{} {reason}", answer.status) }</b>
                            { format!("\nContent-Type: application/json\n\n{}", answer.body_text) }
                        </code></pre>
                    </div>
                }
            })
            .collect();
        if replies.is_empty() {
            return html! { <p class="note">{ words.no_answer }</p> };
        }
        html! { <>{ for replies }</> }
    }

    fn records(&self) -> Html {
        let words = &texts(self.language).inspector;
        let now = names::instant(self.language, self.state.now);
        let heading = html! { <h3>{ words.key_records }<span>{ now }</span></h3> };
        let newest = self.past.last().map(|event| event.seq);
        let focus_key = self.focus.and_then(|event| event.key);
        if self.state.records.is_empty() {
            let diagram = focus_key.map(|key| self.diagram(key));
            return html! { <>{ heading }<p class="note">{ words.no_records }</p>{ diagram }</> };
        }
        let rows = self.state.records.iter().map(|(key, record)| self.record(*key, record, newest));
        let key = focus_key.or_else(|| self.state.records.keys().next().copied());
        let changed = self.state.records.values().find(|record| Some(record.changed) == newest);
        let note = changed.map_or_else(
            || html! { words.nothing_changed },
            |record| {
                let link = Value::Links(vec![(record.changed, names::event(self.language, record.changed))]);
                self.voice.say(&render(self.language, words.changed_at, &[("event", link)]))
            },
        );
        html! {
            <>
                { heading }
                <table class="records">
                    <thead><tr>
                        <th scope="col">{ words.key }</th><th scope="col">{ words.fingerprint }</th><th scope="col">{ words.state }</th>
                        <th scope="col">{ words.stored_answer }</th><th scope="col">{ words.time_left }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                <p class="note">{ note }</p>
                { for key.map(|key| self.diagram(key)) }
            </>
        }
    }

    fn record(&self, key: KeyId, record: &RecordState, newest: Option<u32>) -> Html {
        let words = &texts(self.language).inspector;
        let is_changed = (Some(record.changed) == newest).then_some("changed");
        let was = record.was.filter(|_| is_changed.is_some()).map(|was| names::standing(self.language, Some(was)));
        let now = self.state.now;
        let until = match record.standing {
            Standing::InFlight { .. } => record.lease_until,
            Standing::Completed | Standing::Failed => record.gone_at,
            Standing::Expired => Some(now),
        };
        let left = until.map_or_else(|| words.no_limit.to_owned(), |until| names::duration(self.language, until.minus(now)));
        let answer = record.answer.as_ref().map_or_else(|| words.nothing_stored.to_owned(), |a| names::answer(self.language, self.run, a));
        html! {
            <tr key={key}>
                <th scope="row">{ key_in_text(key, names::key(self.language, key)) }</th>
                <td>{ format!("{} × {}", record.fingerprint.product, record.fingerprint.quantity) }</td>
                <td class={is_changed}>
                    if let Some(was) = was { <del>{ was }</del> }
                    { names::record_state(self.language, record, now) }
                </td>
                <td class={is_changed}>{ answer }</td>
                <td class="mono">{ left }</td>
            </tr>
        }
    }

    /// The record's states with the current one lit.
    fn diagram(&self, key: KeyId) -> Html {
        let all = texts(self.language);
        let words = &all.inspector;
        let record = self.state.records.get(&key);
        let now = record.map(|record| record.standing);
        let boxes = [
            (0, 34, None, all.names.no_record),
            (1, 34, Some(0), all.names.in_flight),
            (2, 8, Some(1), all.names.completed),
            (2, 60, Some(2), all.names.failed),
            (3, 34, Some(3), all.names.expired),
        ];
        let current = now.map(|standing| match standing {
            Standing::InFlight { .. } => 0,
            Standing::Completed => 1,
            Standing::Failed => 2,
            Standing::Expired => 3,
        });
        let boxes = boxes.map(|(column, y, state, name)| {
            let x = column * 78;
            html! {
                <g key={name} class={(state == current).then_some("is-on")} transform={format!("translate({x} {y})")}>
                    <rect width="64" height="24" rx="3" /><text x="32" y="16">{ name }</text>
                </g>
            }
        });
        let state = record.map_or(all.names.no_record, |record| names::record_state(self.language, record, self.state.now));
        let slots = [("key", Value::Key(key)), ("state", Value::Name(state.to_owned()))];
        let name = plain(&render(self.language, words.state_now, &slots), self.language);
        html! {
            <svg class="diagram" viewBox="-1 0 300 92" role="img" aria-label={name}>
                <path d="M64 46h14M142 42l14 -18M142 50l14 18M220 20l14 18M220 72l14 -18" />
                { for boxes }
            </svg>
        }
    }

    fn knows(&self) -> Html {
        let words = &texts(self.language).inspector;
        let lines = knows::lines(self.language, self.run, &self.state, self.past.len() as u32);
        if lines.is_empty() {
            return html! { <><h3>{ words.both_sides }</h3><p class="note">{ words.no_attempts }</p></> };
        }
        let rows = lines.into_iter().enumerate().map(|(n, line)| {
            html! {
                <tr key={n}><th scope="row">{ line.who }</th><td>{ line.known }</td><td class={line.is_bad.then_some("is-bad")}>{ line.happened }</td></tr>
            }
        });
        html! {
            <>
                <h3>{ words.both_sides }</h3>
                <table class="knows">
                    <thead><tr><td></td><th scope="col">{ words.the_client_knows }</th><th scope="col">{ words.what_happened }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </>
        }
    }
}
