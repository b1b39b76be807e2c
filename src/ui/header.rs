//! The page's head: name, depth, language, colours.

use yew::prelude::*;

use crate::app::reduce::Action;
use crate::app::state::{Place, Theme};
use crate::app::text::{Language, texts};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct HeaderProps {
    pub(super) language: Language,
    pub(super) theme: Theme,
    pub(super) place: Place,
    /// The lesson that the lessons' link goes back to.
    pub(super) lesson: u8,
    pub(super) act: Callback<Action>,
}

#[component]
pub(super) fn Header(props: &HeaderProps) -> Html {
    let words = &texts(props.language).page;
    let open = |place: Place| {
        let act = props.act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Action::PlaceOpened(place)))
    };
    let is_lab = props.place == Place::Lab;
    let here = |is_here: bool| is_here.then_some("page");
    let language = Language::ALL.map(|language| {
        let act = props.act.clone();
        let onclick = move |_| act.emit(Action::LanguageChosen(language));
        let pressed = (language == props.language).to_string();
        html! {
            <button key={language.code()} type="button" lang={language.tag()} aria-pressed={pressed} {onclick}>
                { language.own_name() }
            </button>
        }
    });
    let themes = [(Theme::System, words.as_system), (Theme::Light, words.light), (Theme::Dark, words.dark)];
    let themes = themes.map(|(theme, name)| {
        let act = props.act.clone();
        let onclick = move |_| act.emit(Action::ThemeChosen(theme));
        html! { <button key={name} type="button" aria-pressed={(theme == props.theme).to_string()} {onclick}>{ name }</button> }
    });
    html! {
        <header class="top">
            <div class="brand">
                <svg class="mark" viewBox="0 0 28 24" aria-hidden="true"><path d="M2 4 17 12M2 20 17 12" /><circle cx="21.5" cy="12" r="4.75" /></svg>
                <h1>{ words.title }</h1>
            </div>
            <nav class="depths" aria-label={words.pages}>
                <button type="button" aria-current={here(!is_lab)} onclick={open(Place::Lesson(props.lesson))}>{ words.lessons }</button>
                <button type="button" aria-current={here(is_lab)} onclick={open(Place::Lab)}>{ words.lab }</button>
            </nav>
            <div class="top-tools">
                <div class="seg" role="group" aria-label={words.language}>{ for language }</div>
                <div class="seg" role="group" aria-label={words.colours}>{ for themes }</div>
            </div>
        </header>
    }
}
