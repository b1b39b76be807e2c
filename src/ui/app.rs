//! The root: one reducer, the page's landmarks, and the effects that watch the state.

use std::rc::Rc;

use yew::prelude::*;

use super::deck::LabDeck;
use super::effects;
use super::footer::Footer;
use super::header::Header;
use super::inspector::Inspector;
use super::lesson::Lesson;
use super::session::{JsonBox, tools};
use super::shapes::Defs;
use super::stage::Stage;
use super::store::Store;
use crate::app::reduce::{Action, open};
use crate::app::state::{AppState, Notice, Place};
use crate::app::text::problems::problem;
use crate::app::text::texts;
use crate::platform::document;
use crate::sim::write::write;

fn first_state() -> AppState {
    let mut state = open(effects::language(), effects::layout(), effects::fresh_keys(), effects::restored());
    state.theme = effects::theme();
    state.has_storage = effects::has_storage();
    let reloaded = matches!(state.notice, Some(Notice::ReloadedDurable | Notice::ReloadedMemory));
    let place = effects::place();
    if reloaded && place != Some(Place::Lab) {
        // What happened to the lab is said when the reader is there.
        state.notice = None;
    }
    match place {
        Some(place) => (*crate::app::reduce::reduce(Rc::new(state), Action::PlaceOpened(place))).clone(),
        None => state,
    }
}

/// The page.
#[component]
pub fn App() -> Html {
    let store = use_reducer_eq(|| Store(Rc::new(first_state())));
    let state = store.0.clone();
    let act = {
        let dispatcher = store.dispatcher();
        use_callback((), move |action: Action, ()| dispatcher.dispatch(action))
    };
    effects::use_page(&state);
    effects::use_clock(&state, &act);
    let lab_run = state.lab_stage.runs[0].clone();
    effects::use_memory(&state.lab, &lab_run);
    let help = use_state(|| false);
    let on_help = {
        let help = help.setter();
        use_callback((), move |is_open: bool, ()| {
            help.set(is_open);
            if is_open {
                document::reveal("keyboard");
            }
        })
    };
    let open_help = on_help.reform(|()| true);
    let all = texts(state.language);
    let lesson = match state.place {
        Place::Lesson(lesson) => lesson,
        Place::Lab => 0,
    };
    let side = match state.lesson() {
        Some((lesson, memory)) => html! {
            <Lesson language={state.language} {lesson} {memory} runs={state.lesson_stage.runs.clone()} act={act.clone()} />
        },
        None => html! {
            <LabDeck language={state.language} lab={state.lab.clone()} run={lab_run.clone()} act={act.clone()} has_storage={state.has_storage} />
        },
    };
    html! {
        <>
            <a class="skip" href="#board">{ all.page.skip_to_figure }</a>
            <Defs />
            <Header language={state.language} theme={state.theme} place={state.place} {lesson} act={act.clone()} />
            { notice(&state, &act) }
            <main class={classes!("page", (state.place == Place::Lab).then_some("lab"))}>
                { side }
                { stage(&state, &act, open_help) }
                <Inspector language={state.language} stage={state.stage().clone()} act={act.clone()} />
            </main>
            <Footer language={state.language} has_storage={state.has_storage} is_help_open={*help} on_help={on_help} />
        </>
    }
}

fn stage(state: &Rc<AppState>, act: &Callback<Action>, on_help: Callback<()>) -> Html {
    let all = texts(state.language);
    let stage = state.stage().clone();
    let figure = &all.figure;
    let code = state.language.code();
    let titles = stage.runs.iter().map(|run| {
        let found = run.scenario.title.iter().find(|(tag, _)| tag == code).or(run.scenario.title.first());
        AttrValue::from(found.map_or_else(String::new, |(_, title)| title.clone()))
    });
    let mut names: Vec<AttrValue> = titles.collect();
    let (title, guess, stage_tools, json) = match state.lesson() {
        Some((lesson, memory)) => {
            let texts = &all.lessons[usize::from(lesson)];
            if lesson == 0 {
                names = vec![figure.request_lost.into(), figure.response_lost.into()];
            }
            let title: AttrValue = match (memory.part, names.last()) {
                (crate::app::lessons::Part::Opening, _) => texts.figure.into(),
                (_, Some(name)) if stage.runs.len() == 1 => name.clone(),
                _ => texts.figure.into(),
            };
            let guess = memory.guess.and_then(|guess| texts.options.get(usize::from(guess)));
            let guess = guess.filter(|_| memory.part == crate::app::lessons::Part::Answer).map(|o| AttrValue::from(o.label));
            let has_history = !(stage.history.past.is_empty() && stage.history.future.is_empty());
            let tools = if has_history { tools(state.language, &stage.history, act) } else { Html::default() };
            (title, guess, tools, Html::default())
        }
        None => {
            let wrong = match &state.notice {
                Some(Notice::BadScenario(problem)) => Some(problem.clone()),
                _ => None,
            };
            let text = AttrValue::from(write(&state.lab.scenario));
            let json = html! { <JsonBox language={state.language} {text} {wrong} act={act.clone()} /> };
            (lab_title(state), None, tools(state.language, &stage.history, act), json)
        }
    };
    html! {
        <div class="stage-column">
            <Stage language={state.language} {stage} layout={state.layout} is_playing={state.is_playing} speed={state.speed}
                {title} {names} {guess} tools={stage_tools} act={act.clone()} {on_help} />
            { json }
        </div>
    }
}

/// "Meant 1 · made 2": what the lab's run came to.
fn lab_title(state: &Rc<AppState>) -> AttrValue {
    use crate::app::text::template::{Value, plain, render};
    let run = &state.lab_stage.runs[0];
    let mut intents: Vec<_> = run.end.attempts.iter().map(|attempt| attempt.intent).collect();
    intents.sort_unstable();
    intents.dedup();
    let made = run.end.orders.len() + run.end.charges.len();
    let slots = [("meant", Value::Count(intents.len() as u32)), ("made", Value::Count(made as u32))];
    let text = plain(&render(state.language, texts(state.language).tally.meant_made, &slots), state.language);
    crate::app::text::template::capitalised(&text).into()
}

fn notice(state: &Rc<AppState>, act: &Callback<Action>) -> Html {
    let all = texts(state.language);
    let said = match &state.notice {
        Some(Notice::ReloadedDurable) => all.notices.reloaded_durable.to_owned(),
        Some(Notice::ReloadedMemory) => all.notices.reloaded_memory.to_owned(),
        Some(Notice::BadStorage(wrong)) => problem(state.language, wrong),
        Some(Notice::BadScenario(_)) | None => return Html::default(),
    };
    let act = act.clone();
    let close = move |_| act.emit(Action::NoticeClosed);
    html! {
        <div class="notice" role="status"><p>{ said }</p><button type="button" class="plain" onclick={close}>{ all.notices.dismiss }</button></div>
    }
}
