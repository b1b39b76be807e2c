//! The lab's session: undo, redo, start over, and the scenario as JSON to copy or to open.

use yew::prelude::*;
use yew::platform::spawn_local;

use crate::app::reduce::Action;
use crate::app::state::History;
use crate::app::text::problems::problem;
use crate::app::text::{Language, texts};
use crate::platform::{clipboard, input};
use crate::sim::problem::Problem;

pub(super) fn tools(language: Language, history: &History, act: &Callback<Action>) -> Html {
    let words = &texts(language).lab;
    let on = |action: Action| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(action.clone()))
    };
    html! {
        <>
            <div class="seg">
                <button type="button" disabled={history.past.is_empty()} onclick={on(Action::Undone)}>{ words.undo }</button>
                <button type="button" disabled={history.future.is_empty()} onclick={on(Action::Redone)}>{ words.redo }</button>
            </div>
            <button type="button" class="plain" onclick={on(Action::StartedOver)}>{ words.start_over }</button>
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct JsonProps {
    pub(super) language: Language,
    /// The scenario's text.
    pub(super) text: AttrValue,
    /// What was wrong with the text that was opened last.
    pub(super) wrong: Option<Problem>,
    pub(super) act: Callback<Action>,
}

#[component]
pub(super) fn JsonBox(props: &JsonProps) -> Html {
    let words = &texts(props.language).lab;
    let draft = use_state(|| None::<String>);
    let copied = use_state(|| None::<bool>);
    {
        let (draft, copied) = (draft.setter(), copied.setter());
        use_effect_with(props.text.clone(), move |_| {
            draft.set(None);
            copied.set(None);
        });
    }
    let shown = (*draft).clone().unwrap_or_else(|| props.text.to_string());
    let oninput = {
        let draft = draft.setter();
        move |event: InputEvent| draft.set(input::value(&event))
    };
    let copy = {
        let (text, copied) = (shown.clone(), copied.setter());
        move |_| {
            let (text, copied) = (text.clone(), copied.clone());
            spawn_local(async move { copied.set(Some(clipboard::copy(&text).await)) });
        }
    };
    let open = {
        let (act, text) = (props.act.clone(), shown.clone());
        move |_| act.emit(Action::ScenarioOpened(text.clone()))
    };
    let said = match *copied {
        Some(true) => words.copied,
        Some(false) => words.cannot_copy,
        None => "",
    };
    html! {
        <details class="json-box">
            <summary>{ words.scenario_json }</summary>
            <textarea aria-label={words.scenario_json} spellcheck="false" value={shown} {oninput} />
            <div class="json-acts">
                <button type="button" class="act act-1" onclick={copy}>{ words.copy_json }</button>
                <button type="button" class="act" disabled={draft.is_none()} onclick={open}>{ words.open_json }</button>
                <span role="status">{ said }</span>
            </div>
            if let Some(wrong) = &props.wrong { <p class="error" role="alert">{ problem(props.language, wrong) }</p> }
        </details>
    }
}
