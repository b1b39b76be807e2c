//! Moving through a run: words for buttons, a native range for the scrubber, marks of what happens when.

use std::rc::Rc;

use yew::Html;

use super::markup::fill;
use super::talk::Talk;
use crate::app::reduce::Action;
use crate::app::state::{AppState, Selection, Speed, Stage};
use crate::app::svg::scrub_marks;
use crate::app::text::template::Value;
use crate::app::text::{events, names};
use crate::platform::input;
use crate::sim::run::Run;

/// The name of the newest event at the cursor.
fn event_name(talk: &Talk, stage: &Stage) -> Option<&'static str> {
    let Selection { world, event } = stage.newest()?;
    let event = stage.runs.get(usize::from(world))?.trace.event(event)?;
    Some(events::name(talk.language, event))
}

pub(super) fn transport(talk: &Talk, state: &AppState) -> Html {
    let words = &talk.all.transport;
    let stage = state.stage();
    let (cursor, end) = (stage.cursor, stage.end());
    let name = event_name(talk, stage);
    let at = (cursor as usize).checked_sub(1).and_then(|row| stage.scene.rows.get(row)).map(|row| row.at);
    let n = || ("n", Value::Count(cursor));
    let m = || ("m", Value::Count(end));
    let spoken = match (name, at) {
        (Some(name), Some(at)) => {
            let time = names::instant(talk.language, at);
            let slots = [n(), m(), ("event", Value::Name(name.to_owned())), ("time", Value::Name(time))];
            talk.say(words.scrubber_spoken, &slots)
        }
        _ => talk.say(words.scrubber_start, &[m()]),
    };
    let position = talk.say(words.position, &[n(), m()]);
    let step = |forward: bool| Action::Stepped { forward, by_attempt: false };
    let button = |name: &'static str, action: Action, is_off: bool| {
        let template = "<button type=button aria-disabled={} @click={}>{}</button>";
        fill!(template, is_off, talk.on(action), name)
    };
    let speeds = Speed::ALL.map(|choice| {
        let factor = match choice {
            Speed::Quarter => "¼",
            Speed::Half => "½",
            Speed::One => "1",
            Speed::Two => "2",
        };
        let name = talk.say_with(words.speed_of, "factor", factor.to_owned());
        let template = "<button type=button key={} aria-label={} aria-pressed={} @click={}>{}</button>";
        let choose = talk.on(Action::SpeedChosen(choice));
        fill!(template, factor, name, choice == state.speed, choose, factor)
    });
    let moved = talk.with(|event| input::value(event)?.parse().ok().map(Action::CursorMoved));
    let marks = talk.picture(1, stage.stamp, &|| {
        let runs: Vec<&Run> = stage.runs.iter().map(Rc::as_ref).collect();
        scrub_marks(&stage.scene, &runs)
    });
    fill!(
        "<div class=transport role=group aria-label={}><div class=buttons>{}{}<button type=button class=play @click={}>{}</button>{}{}</div><p class=now><b>{}</b><span>{}</span></p><div class='seg speed' role=group aria-label={}>{}</div><div class=scrub>{}<input type=range id=scrubber min=0 max={} step=1 value={} @input={} aria-label={} aria-valuetext={}/></div></div>",
        words.transport,
        button(words.start, Action::CursorMoved(0), cursor == 0),
        button(words.back, step(false), cursor == 0),
        talk.on(Action::PlayToggled),
        if state.is_playing { words.pause } else { words.play },
        button(words.next, step(true), cursor == end),
        button(words.end, Action::CursorMoved(end), cursor == end),
        position,
        name.unwrap_or_default(),
        words.speed,
        Vec::from(speeds),
        marks,
        end,
        cursor,
        moved,
        words.scrubber,
        spoken
    )
}
