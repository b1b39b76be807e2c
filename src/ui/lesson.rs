//! A lesson beside its figure: story, prediction, reason, one thing to change, what is so in the end.

use std::rc::Rc;

use yew::prelude::*;

use super::pieces::Voice;
use crate::app::lessons::{LESSONS, Part};
use crate::app::reduce::Action;
use crate::app::state::{LessonState, Place};
use crate::app::text::{Language, texts};
use crate::sim::run::Run;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct LessonProps {
    pub(super) language: Language,
    pub(super) lesson: u8,
    pub(super) memory: LessonState,
    pub(super) runs: Vec<Rc<Run>>,
    pub(super) act: Callback<Action>,
}

#[component]
pub(super) fn Lesson(props: &LessonProps) -> Html {
    let all = texts(props.language);
    let words = &all.page;
    let lesson = &all.lessons[usize::from(props.lesson.min(LESSONS - 1))];
    let run = props.runs.last().map(Rc::as_ref);
    let world = props.runs.len().saturating_sub(1) as u8;
    let voice = Voice { language: props.language, world, act: props.act.clone() };
    let on = |action: Action| {
        let act = props.act.clone();
        Callback::from(move |_: MouseEvent| act.emit(action.clone()))
    };
    let memory = props.memory;
    let story = lesson.story.iter().map(|paragraph| html! { <p key={*paragraph}>{ voice.lesson(paragraph, run) }</p> });
    let options = lesson.options.iter().enumerate().map(|(n, option)| {
        let is_guess = memory.guess == Some(n as u8);
        let is_truth = memory.is_revealed && option.is_right;
        let class = classes!("opt", is_guess.then_some("is-guess"), is_truth.then_some("is-truth"));
        let note = match (is_guess, is_truth) {
            (true, true) => format!("{} · {}", words.your_guess, words.actual),
            (true, false) => words.your_guess.to_owned(),
            (false, true) => words.actual.to_owned(),
            (false, false) => String::new(),
        };
        let shows_response = memory.is_revealed && (is_guess || (is_truth && memory.guess.is_none()));
        html! {
            <div key={n}>
                <button type="button" {class} aria-pressed={is_guess.to_string()} onclick={on(Action::Guessed(n as u8))}>
                    <span class="opt-dot" aria-hidden="true"></span><span>{ voice.lesson(option.label, run) }</span><span class="opt-note">{ note }</span>
                </button>
                if shows_response { <p class="response">{ voice.lesson(option.response, run) }</p> }
            </div>
        }
    });
    let nav = all.lessons.iter().enumerate().map(|(n, other)| {
        let current = (n == usize::from(props.lesson)).then_some("page");
        html! {
            <li key={n}><button type="button" aria-current={current} onclick={on(Action::PlaceOpened(Place::Lesson(n as u8)))}>
                <span aria-hidden="true">{ n + 1 }</span><span>{ other.title }</span>
            </button></li>
        }
    });
    let changes = lesson.changes.iter().enumerate().map(|(n, change)| {
        let part = Part::Change(n as u8);
        let is_on = memory.part == part;
        html! {
            <div key={n}>
                <button type="button" class="primary" aria-pressed={is_on.to_string()} onclick={on(Action::PartOpened(part))}>{ voice.lesson(change.button, run) }</button>
                if is_on { <p>{ voice.lesson(change.text, run) }</p> }
            </div>
        }
    });
    let next = props.lesson + 1;
    html! {
        <section class="story" aria-label={words.story} id="story">
            <nav class="chapters" aria-label={words.all_lessons}><ol>{ for nav }</ol></nav>
            <h2 class="lesson-title">{ lesson.title }</h2>
            <div class="prose">{ for story }</div>
            <fieldset class="predict">
                <legend><span class="predict-tag">{ words.predict }</span>{ voice.lesson(lesson.predict, run) }</legend>
                <div>{ for options }</div>
                if !memory.is_revealed { <button type="button" class="plain" onclick={on(Action::AnswerAsked)}>{ words.show_answer }</button> }
            </fieldset>
            if memory.is_revealed {
                <div class="part"><h3>{ words.why }</h3><p>{ voice.lesson(lesson.why, run) }</p></div>
                <div class="part"><h3>{ words.change_one_thing }</h3>{ for changes }
                    if memory.part != Part::Opening {
                        <button type="button" class="plain" onclick={on(Action::PartOpened(Part::Opening))}>{ words.back_to_run }</button>
                    }
                </div>
                { for lesson.notes.iter().map(|note| html! { <div key={*note} class="part part-fine"><p>{ voice.lesson(note, run) }</p></div> }) }
                <div class="part"><h3>{ words.in_the_end }</h3><p>{ voice.lesson(lesson.truth, run) }</p></div>
                <div class="part part-fine"><h3>{ words.not_shown_here }</h3><p>{ voice.lesson(lesson.not_shown, run) }</p></div>
            }
            <div class="part stage-tools">
                <button type="button" class="act" onclick={on(Action::CarriedOn)}>{ words.carry_on_in_lab }</button>
                if next < LESSONS {
                    <button type="button" class="plain" onclick={on(Action::PlaceOpened(Place::Lesson(next)))}>{ words.next_lesson }</button>
                }
            </div>
        </section>
    }
}
