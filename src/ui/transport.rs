//! Moving through a run: words for buttons, a native range for the scrubber, marks of what happens when.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::reduce::Action;
use crate::app::scene::Scene;
use crate::app::state::{Selection, Speed, Stage};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, events, names, texts};
use crate::platform::input;
use crate::sim::run::Run;
use crate::sim::trace::EventKind;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct TransportProps {
    pub(super) language: Language,
    pub(super) stage: Stage,
    pub(super) is_playing: bool,
    pub(super) speed: Speed,
    pub(super) act: Callback<Action>,
}

/// The name of the newest event at the cursor.
fn event_name(language: Language, stage: &Stage) -> Option<String> {
    let Selection { world, event } = Stage { selection: None, ..stage.clone() }.focus()?;
    let event = stage.runs.get(usize::from(world))?.trace.event(event)?;
    Some(events::name(language, event).to_owned())
}

#[component]
pub(super) fn Transport(props: &TransportProps) -> Html {
    let TransportProps { language, stage, is_playing, speed, act } = props;
    let words = &texts(*language).transport;
    let (cursor, end) = (stage.cursor, stage.end());
    let filled = |template: &str, slots: &[(&str, Value)]| plain(&render(*language, template, slots), *language);
    let name = event_name(*language, stage);
    let at = (cursor as usize).checked_sub(1).and_then(|row| stage.scene.rows.get(row)).map(|row| row.at);
    let spoken = match (&name, at) {
        (Some(name), Some(at)) => filled(
            words.scrubber_spoken,
            &[
                ("n", Value::Count(cursor)),
                ("m", Value::Count(end)),
                ("event", Value::Name(name.clone())),
                ("time", Value::Name(names::instant(*language, at))),
            ],
        ),
        _ => filled(words.scrubber_start, &[("m", Value::Count(end))]),
    };
    let position = filled(words.position, &[("n", Value::Count(cursor)), ("m", Value::Count(end))]);
    let button = |name: &'static str, action: Action, is_off: bool| {
        let act = act.clone();
        let onclick = move |_| act.emit(action.clone());
        html! { <button type="button" aria-disabled={is_off.to_string()} {onclick}>{ name }</button> }
    };
    let step = |forward: bool| Action::Stepped { forward, by_attempt: false };
    let play = {
        let act = act.clone();
        move |_| act.emit(Action::PlayToggled)
    };
    let oninput = {
        let act = act.clone();
        move |event: InputEvent| {
            if let Some(cursor) = input::value(&event).and_then(|value| value.parse().ok()) {
                act.emit(Action::CursorMoved(cursor));
            }
        }
    };
    let speeds = Speed::ALL.map(|choice| {
        let act = act.clone();
        let onclick = move |_| act.emit(Action::SpeedChosen(choice));
        let factor = match choice {
            Speed::Quarter => "¼",
            Speed::Half => "½",
            Speed::One => "1",
            Speed::Two => "2",
        };
        let name = filled(words.speed_of, &[("factor", Value::Name(factor.to_owned()))]);
        html! { <button key={factor} type="button" aria-label={name} aria-pressed={(choice == *speed).to_string()} {onclick}>{ factor }</button> }
    });
    html! {
        <div class="transport" role="group" aria-label={words.transport}>
            <div class="buttons">
                { button(words.start, Action::CursorMoved(0), cursor == 0) }
                { button(words.back, step(false), cursor == 0) }
                <button type="button" class="play" onclick={play}>{ if *is_playing { words.pause } else { words.play } }</button>
                { button(words.next, step(true), cursor == end) }
                { button(words.end, Action::CursorMoved(end), cursor == end) }
            </div>
            <p class="now"><b>{ position }</b><span>{ name.unwrap_or_default() }</span></p>
            <div class="seg speed" role="group" aria-label={words.speed}>{ for speeds }</div>
            <div class="scrub">
                <Marks scene={stage.scene.clone()} runs={stage.runs.clone()} />
                <input type="range" min="0" max={end.to_string()} step="1" value={cursor.to_string()} {oninput}
                    aria-label={words.scrubber} aria-valuetext={spoken} />
            </div>
        </div>
    }
}

#[derive(Clone, Properties)]
struct MarksProps {
    scene: Rc<Scene>,
    runs: Vec<Rc<Run>>,
}

impl PartialEq for MarksProps {
    fn eq(&self, other: &MarksProps) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
    }
}

/// The marks above the scrubber: what was lost, made, made twice, not known.
#[component]
fn Marks(props: &MarksProps) -> Html {
    let count = props.scene.rows.len().max(1) as u32;
    let marks = props.scene.rows.iter().enumerate().filter_map(|(n, row)| {
        let kinds = props.runs.iter().zip(&row.events).filter_map(|(run, seq)| run.trace.event((*seq)?));
        let shape = kinds.filter_map(|event| shape(&event.kind)).next_back()?;
        let x = (n as u32 + 1) * 1_000 / count;
        Some(html! { <svg key={n} x={format!("{}.{}%", x / 10, x % 10)} class="at">{ shape }</svg> })
    });
    html! { <svg class="scrub-marks" width="100%" height="18" aria-hidden="true">{ for marks }</svg> }
}

fn shape(kind: &EventKind) -> Option<Html> {
    Some(match kind {
        EventKind::EffectMade { nth, .. } | EventKind::ProviderEffect { nth, .. } | EventKind::Committed { order: Some(_), nth, .. } => {
            html! { <>if *nth > 1 { <circle class="tk-ring" cy="9" r="7" /> }<circle class="tk-coin" cy="9" r="4" /></> }
        }
        EventKind::Lost { .. } => html! { <path class="tk-x" d="M-4 5 4 13M4 5-4 13" /> },
        EventKind::TimedOut { .. } => html! { <text class="tk-q" y="13">{ "?" }</text> },
        EventKind::Crashed { .. } => html! { <path class="tk-x" d="M-5 9l3 -5 3 9 3 -8" /> },
        EventKind::Replied { replay_of: Some(_), .. } => html! { <use href="#loop" transform="translate(0 9) scale(.8)" /> },
        EventKind::Sent { .. } => html! { <path class="tk" d="M0 10v8" /> },
        _ => return None,
    })
}
