//! What came out, with the events that prove it one press away.

use std::rc::Rc;

use yew::prelude::*;

use super::pieces::Voice;
use crate::app::reduce::Action;
use crate::app::text::verdict::verdict;
use crate::app::text::{Language, texts};
use crate::sim::run::Run;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct VerdictProps {
    pub(super) language: Language,
    pub(super) runs: Vec<Rc<Run>>,
    pub(super) names: Vec<AttrValue>,
    /// Whether the cursor is at the end: the verdict is on the whole run, and gives nothing away before.
    pub(super) is_end: bool,
    pub(super) act: Callback<Action>,
}

#[component]
pub(super) fn Verdict(props: &VerdictProps) -> Html {
    let words = &texts(props.language).inspector;
    let to_end = {
        let act = props.act.clone();
        move |_| act.emit(Action::CursorMoved(u32::MAX))
    };
    if !props.is_end {
        return html! {
            <section class="verdict" aria-label={words.verdict}><h3>{ words.verdict }</h3>
                <button type="button" class="link" onclick={to_end}>{ words.verdict_later }</button></section>
        };
    }
    let worlds = props.runs.iter().enumerate().map(|(world, run)| {
        let voice = Voice { language: props.language, world: world as u8, act: props.act.clone() };
        let lines = verdict(props.language, run).into_iter().enumerate().map(|(n, line)| {
            let sign = if line.is_bad {
                html! { <use href="#tri" transform="translate(8 8)" /> }
            } else {
                html! { <circle class="tk-coin" cx="8" cy="8" r="3" /> }
            };
            html! {
                <li key={n} class={line.is_bad.then_some("is-bad")}>
                    <svg viewBox="0 0 16 16" aria-hidden="true">{ sign }</svg>{ voice.say(&line.pieces) }
                </li>
            }
        });
        let name = props.names.get(world).filter(|_| props.runs.len() > 1);
        html! {
            <div key={world} data-verdict={world.to_string()}>
                if let Some(name) = name { <h4>{ name }</h4> }
                <ul>{ for lines }</ul>
            </div>
        }
    });
    html! { <section class="verdict" aria-label={words.verdict}><h3>{ words.verdict }</h3>{ for worlds }</section> }
}
