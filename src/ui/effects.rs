//! What happens outside the state: timers, storage, the address, the document. Each hook watches one part of the
//! state; none decides anything.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::lab::Lab;
use crate::app::reduce::{Action, Restored};
use crate::app::scene::Layout;
use crate::app::state::{AppState, Place, Theme};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, texts};
use crate::platform::{document, keys, location, media, panic, storage, ticker};
use crate::sim::run::Run;
use crate::sim::write::write;

/// Below this width sentences stand below the figure.
const COMPACT: &str = "(max-width: 759.98px), (min-width: 1100px) and (max-width: 1179.98px)";
const WORLD: &str = "retry-without-repeating.world";
const INTENTS: &str = "retry-without-repeating.intents";
const CHOICES: &str = "retry-without-repeating.choices";
const PROBE: &str = "retry-without-repeating.probe";
/// How many keys are kept ready.
const POOL: usize = 24;

/// A pool of fresh keys.
pub(super) fn fresh_keys() -> Vec<String> {
    (0..POOL).map(|_| keys::fresh()).collect()
}

/// The language that the address, else the last visit, else the browser asks for, else Chinese.
pub(super) fn language() -> Language {
    let asked = location::query("lang").and_then(|tag| Language::from_tag(&tag));
    let chosen = || choice("language").and_then(|tag| Language::from_tag(&tag));
    let spoken = || location::languages().iter().find_map(|tag| Language::from_tag(tag));
    asked.or_else(chosen).or_else(spoken).unwrap_or(Language::Zh)
}

fn choice(name: &str) -> Option<String> {
    let stored = storage::read(CHOICES)?;
    let pairs = stored.split(';').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

pub(super) fn theme() -> Theme {
    match choice("theme").as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    }
}

/// The place that the address names, if it names one.
pub(super) fn place() -> Option<Place> {
    match location::fragment().as_str() {
        "lab" => Some(Place::Lab),
        fragment => {
            let number: u8 = fragment.strip_prefix("lesson-")?.parse().ok()?;
            (1..=crate::app::lessons::LESSONS).contains(&number).then(|| Place::Lesson(number - 1))
        }
    }
}

pub(super) fn layout() -> Layout {
    Layout { compact: media::matches(COMPACT), true_scale: false }
}

pub(super) fn has_storage() -> bool {
    let works = storage::write(PROBE, "1");
    storage::remove(PROBE);
    works
}

/// What storage holds of the last visit. The world and the intent record are apart, as a real client's would be.
pub(super) fn restored() -> Restored {
    let Some(world) = storage::read(WORLD) else { return Restored::default() };
    let mut lines = world.splitn(2, '\n');
    let head = lines.next().unwrap_or_default();
    let mut numbers = head.split(' ').filter_map(|number| number.parse().ok());
    let intents = storage::read(INTENTS);
    let drafted = intents.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("drafted ")));
    Restored {
        scenario: lines.next().map(str::to_owned),
        client: numbers.next().unwrap_or(0),
        intent: numbers.next().unwrap_or(1).into(),
        has_intents: intents.is_some(),
        drafted_key: drafted.map(str::to_owned),
    }
}

#[hook]
pub(super) fn use_page(state: &Rc<AppState>) {
    let words = texts(state.language);
    let page = match state.place {
        Place::Lab => words.page.lab,
        Place::Lesson(lesson) => words.lessons[usize::from(lesson)].title,
    };
    let title = plain(&render(state.language, words.page.document_title, &[("page", Value::Name(page.to_owned()))]), state.language);
    let (language, place, theme) = (state.language, state.place, state.theme);
    use_effect_with((title, language, place), move |(title, language, place)| {
        document::name(title, language.tag());
        let place = match place {
            Place::Lab => "lab".to_owned(),
            Place::Lesson(lesson) => format!("lesson-{}", lesson + 1),
        };
        location::show(language.code(), &place);
    });
    use_effect_with((language, theme), move |(language, theme)| {
        let name = match theme {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        };
        document::theme(name);
        storage::write(CHOICES, &format!("language={};theme={}", language.code(), name.unwrap_or("system")));
    });
}

/// Keeps the lab's world and the clients' intent record in storage.
#[hook]
pub(super) fn use_memory(lab: &Lab, run: &Rc<Run>) {
    let key = (lab.clone(), run.clone());
    use_effect_with(key, |(lab, run)| {
        let scenario = write(&lab.scenario);
        panic::remember_scenario(&scenario);
        storage::write(WORLD, &format!("{} {}\n{scenario}", lab.client, lab.intent));
        let kept = lab.intents(run);
        if kept.is_empty() {
            storage::remove(INTENTS);
            return;
        }
        let mut lines: Vec<String> = kept
            .iter()
            .map(|r| format!("{} {} {} {} {}", r.client, r.intent, r.key, r.target.replace(' ', "+"), r.parameters))
            .collect();
        if let Some(drafted) = &lab.drafted_key {
            lines.push(format!("drafted {drafted}"));
        }
        storage::write(INTENTS, &lines.join("\n"));
    });
}

/// Plays, pauses when the page is hidden, and follows the window's width class.
#[hook]
pub(super) fn use_clock(state: &Rc<AppState>, act: &Callback<Action>) {
    {
        let act = act.clone();
        let step = state.is_playing.then(|| state.speed.step_ms());
        use_effect_with(step, move |step| {
            let interval = step.map(|step| {
                ticker::Interval::new(step, move || {
                    act.emit(if document::is_hidden() { Action::Paused } else { Action::Ticked });
                })
            });
            move || drop(interval)
        });
    }
    {
        let act = act.clone();
        use_effect_with((), move |()| {
            let watch = media::watch(COMPACT, move |compact| act.emit(Action::WidthChanged { compact }));
            move || drop(watch)
        });
    }
    {
        let act = act.clone();
        let is_low = state.pool.len() < POOL / 2;
        use_effect_with(is_low, move |is_low| {
            if *is_low {
                act.emit(Action::KeysSupplied(fresh_keys()));
            }
        });
    }
}
