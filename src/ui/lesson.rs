//! A lesson beside its figure: story, prediction, reason, one thing to change, what is so in the end.

use std::rc::Rc;

use yew::Html;

use super::markup::{fill, list};
use super::talk::Talk;
use crate::app::lessons::{LESSONS, Part};
use crate::app::reduce::Action;
use crate::app::state::{LessonState, Place};
use crate::app::text::lessons::LessonTexts;
use crate::sim::run::Run;

/// The lessons that only the lab's program has, as chapters.
pub(super) fn further_chapters(talk: &Talk, here: Option<Place>) -> [Html; 2] {
    let page = &talk.all.page;
    [(page.gap, Place::Gap, 6_u32), (page.failures, Place::Failures, 7)].map(|(title, place, number)| {
        let current = (here == Some(place)).then_some("page");
        let template = "<li key={}><button type=button aria-current={} @click={}><span aria-hidden=true>{}</span><span>{}</span></button></li>";
        fill!(template, title, current, talk.on(Action::PlaceOpened(place)), number, title)
    })
}

/// A lesson and what it remembers.
pub(super) struct Lesson<'a> {
    pub(super) talk: &'a Talk,
    pub(super) number: u8,
    pub(super) memory: LessonState,
    pub(super) runs: &'a [Rc<Run>],
}

impl Lesson<'_> {
    fn words(&self) -> &'static LessonTexts {
        &self.talk.all.lessons[usize::from(self.number.min(LESSONS - 1))]
    }

    /// A template of this lesson; its links point into the last world.
    fn say(&self, template: &str) -> Html {
        self.talk.lesson(template, self.runs.len().saturating_sub(1) as u8, self.runs.last().map(Rc::as_ref))
    }

    fn part(&self, class: &'static str, heading: &'static str, body: Html) -> Html {
        fill!("<div class={}><h3>{}</h3>{}</div>", class, heading, body)
    }

    fn paragraphs(&self, texts: &[&'static str]) -> Html {
        list(texts.iter().map(|text| fill!("<p key={}>{}</p>", *text, self.say(text))).collect())
    }

    pub(super) fn view(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = self.words();
        let next = self.number + 1;
        let onwards = [
            Some(self.talk.button("act", page.carry_on_in_lab, Action::CarriedOn)),
            Some({
                let next = if next < LESSONS { Place::Lesson(next) } else { Place::Gap };
                self.talk.button("plain", page.next_lesson, Action::PlaceOpened(next))
            }),
        ];
        fill!(
            "<section class=story aria-label={} id=story><nav class=chapters aria-label={}><ol>{}</ol></nav><h2 class=lesson-title>{}</h2><div class=prose>{}</div>{}{}<div class='part stage-tools'>{}</div></section>",
            page.story,
            page.all_lessons,
            self.chapters(),
            lesson.title,
            self.paragraphs(lesson.story),
            self.prediction(),
            self.memory.is_revealed.then(|| self.reasons()),
            onwards.into_iter().flatten().collect::<Vec<_>>()
        )
    }

    fn chapters(&self) -> Vec<Html> {
        let chapter = |(n, other): (usize, &LessonTexts)| {
            let current = (n == usize::from(self.number)).then_some("page");
            let open = self.talk.on(Action::PlaceOpened(Place::Lesson(n as u8)));
            let template = "<li key={}><button type=button aria-current={} @click={}><span aria-hidden=true>{}</span><span>{}</span></button></li>";
            fill!(template, other.title, current, open, n as u32 + 1, other.title)
        };
        let mut chapters: Vec<Html> = self.talk.all.lessons.iter().enumerate().map(chapter).collect();
        chapters.extend(further_chapters(self.talk, None));
        chapters
    }

    fn prediction(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = self.words();
        let memory = self.memory;
        let option = |(n, option): (usize, &crate::app::text::lessons::OptionTexts)| {
            let is_guess = memory.guess == Some(n as u8);
            let is_truth = memory.is_revealed && option.is_right;
            let (class, note) = match (is_guess, is_truth) {
                (true, true) => ("opt is-guess is-truth", format!("{} · {}", page.your_guess, page.actual)),
                (true, false) => ("opt is-guess", page.your_guess.to_owned()),
                (false, true) => ("opt is-truth", page.actual.to_owned()),
                (false, false) => ("opt", String::new()),
            };
            let is_told = memory.is_revealed && (is_guess || (is_truth && memory.guess.is_none()));
            let response = is_told.then(|| fill!("<p class=response>{}</p>", self.say(option.response)));
            let template = "<div key={}><button type=button class={} aria-pressed={} @click={}><span class=opt-dot aria-hidden=true></span><span>{}</span><span class=opt-note>{}</span></button>{}</div>";
            fill!(
                template,
                option.label,
                class,
                is_guess,
                self.talk.on(Action::Guessed(n as u8)),
                self.say(option.label),
                note,
                response
            )
        };
        let options: Vec<Html> = lesson.options.iter().enumerate().map(option).collect();
        let skip =
            (!memory.is_revealed).then(|| self.talk.button("plain", page.show_answer, Action::AnswerAsked));
        fill!(
            "<fieldset class=predict><legend><span class=predict-tag>{}</span>{}</legend><div>{}</div>{}</fieldset>",
            page.predict,
            self.say(lesson.predict),
            options,
            skip
        )
    }

    fn reasons(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = self.words();
        let paragraph = |text: &'static str| fill!("<p>{}</p>", self.say(text));
        let changes = lesson.changes.iter().enumerate().map(|(n, change)| {
            let part = Part::Change(n as u8);
            let is_on = self.memory.part == part;
            let told = is_on.then(|| paragraph(change.text));
            let template =
                "<div key={}><button type=button class=primary aria-pressed={} @click={}>{}</button>{}</div>";
            let open = self.talk.on(Action::PartOpened(part));
            fill!(template, change.button, is_on, open, self.say(change.button), told)
        });
        let mut changes: Vec<Html> = changes.collect();
        if self.memory.part != Part::Opening {
            changes.push(self.talk.button("plain", page.back_to_run, Action::PartOpened(Part::Opening)));
        }
        let mut parts = vec![
            self.part("part", page.why, paragraph(lesson.why)),
            self.part("part", page.change_one_thing, list(changes)),
        ];
        if !lesson.notes.is_empty() {
            parts.push(fill!("<div class='part part-fine'>{}</div>", self.paragraphs(lesson.notes)));
        }
        parts.push(self.part("part", page.in_the_end, paragraph(lesson.truth)));
        parts.push(self.part("part part-fine", page.not_shown_here, paragraph(lesson.not_shown)));
        list(parts)
    }
}
