//! A lesson beside its figure: story, prediction, reason, one thing to change, what is so in the end.

use std::rc::Rc;

use yew::Html;

use super::markup::{fill, list};
use super::talk::Talk;
use crate::app::lessons::{LESSONS, Part, view_of};
use crate::app::reduce::Action;
use crate::app::state::{LessonState, Place};
use crate::app::text::lessons::{LessonTexts, OptionTexts};
use crate::sim::run::Run;

/// All lessons, to go to: numbers with their names, on a phone the numbers alone.
pub(super) fn chapters(talk: &Talk, here: Option<Place>) -> Vec<Html> {
    let page = &talk.all.page;
    let first = talk.all.lessons.iter().enumerate().map(|(n, lesson)| (lesson.title, Place::Lesson(n as u8)));
    let all = first.chain([(page.gap, Place::Gap), (page.failures, Place::Failures)]);
    let chapter = |(n, (title, place)): (usize, (&'static str, Place))| {
        let current = (here == Some(place)).then_some("page");
        let open = talk.on(Action::PlaceOpened(place));
        let template = "<li key={}><button type=button aria-label={} aria-current={} @click={}><span>{}</span><span>{}</span></button></li>";
        fill!(template, title, title, current, open, n as u32 + 1, title)
    };
    all.enumerate().map(chapter).collect()
}

/// The question with its answers; `guess` and whether the truth is shown.
pub(super) fn prediction(
    talk: &Talk,
    lesson: &LessonTexts,
    (guess, is_revealed): (Option<u8>, bool),
    guessed: &dyn Fn(u8) -> Action,
    asked: Action,
    say: &dyn Fn(&str) -> Html,
) -> Html {
    let page = &talk.all.page;
    let option = |(n, option): (usize, &OptionTexts)| {
        let is_guess = guess == Some(n as u8);
        let is_truth = is_revealed && option.is_right;
        let (class, note) = match (is_guess, is_truth) {
            (true, true) => ("opt is-guess is-truth", format!("{} · {}", page.your_guess, page.actual)),
            (true, false) => ("opt is-guess", page.your_guess.to_owned()),
            (false, true) => ("opt is-truth", page.actual.to_owned()),
            (false, false) => ("opt", String::new()),
        };
        let is_told = is_revealed && (is_guess || (is_truth && guess.is_none()));
        let response = is_told.then(|| fill!("<p class=response>{}</p>", say(option.response)));
        let template = "<div key={}><button type=button class={} aria-pressed={} @click={}><span class=opt-dot aria-hidden=true></span><span>{}</span><span class=opt-note>{}</span></button>{}</div>";
        let choose = talk.on(guessed(n as u8));
        fill!(template, option.label, class, is_guess, choose, say(option.label), note, response)
    };
    let options: Vec<Html> = lesson.options.iter().enumerate().map(option).collect();
    let skip = (!is_revealed).then(|| talk.button("plain", page.show_answer, asked));
    fill!(
        "<fieldset class=predict><legend><span class=predict-tag>{}</span>{}</legend><div>{}</div>{}</fieldset>",
        page.predict,
        say(lesson.predict),
        options,
        skip
    )
}

fn part(class: &'static str, heading: &'static str, body: Html) -> Html {
    fill!("<div class={}><h3>{}</h3>{}</div>", class, heading, body)
}

fn paragraphs(texts: &[&'static str], say: &dyn Fn(&str) -> Html) -> Html {
    list(texts.iter().map(|text| fill!("<p key={}>{}</p>", *text, say(text))).collect())
}

/// The reason, and then what goes with it.
pub(super) fn reason(talk: &Talk, lesson: &LessonTexts, say: &dyn Fn(&str) -> Html) -> Html {
    part("part", talk.all.page.why, fill!("<p>{}</p>", say(lesson.why)))
}

/// Notes, what is so in the end, and what is not shown.
pub(super) fn closing(talk: &Talk, lesson: &LessonTexts, say: &dyn Fn(&str) -> Html) -> Vec<Html> {
    let page = &talk.all.page;
    let paragraph = |text: &'static str| fill!("<p>{}</p>", say(text));
    let notes = (!lesson.notes.is_empty())
        .then(|| fill!("<div class='part part-fine'>{}</div>", paragraphs(lesson.notes, say)));
    let rest = [
        part("part", page.in_the_end, paragraph(lesson.truth)),
        part("part part-fine", page.not_shown_here, paragraph(lesson.not_shown)),
    ];
    notes.into_iter().chain(rest).collect()
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

    /// A template of this lesson; events in it are of the last world, where the answer's run is on view.
    fn say(&self, template: &str) -> Html {
        let world = self.runs.len().saturating_sub(1) as u8;
        self.talk.lesson(template, world, self.runs.last().map(Rc::as_ref).filter(|_| self.is_answered()))
    }

    /// Whether the figure shows the runs that the reason speaks of.
    fn is_answered(&self) -> bool {
        view_of(self.number, self.memory.part).worlds == view_of(self.number, Part::Answer).worlds
    }

    pub(super) fn view(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = self.words();
        let say = |template: &str| self.say(template);
        let next = self.number + 1;
        let onwards = [
            Some(self.talk.button("act", page.carry_on_in_lab, Action::CarriedOn)),
            Some({
                let next = if next < LESSONS { Place::Lesson(next) } else { Place::Gap };
                self.talk.button("plain", page.next_lesson, Action::PlaceOpened(next))
            }),
        ];
        fill!(
            "<section class=story aria-label={} id=story><nav class=chapters aria-label={}><ol>{}</ol></nav><h2 class=lesson-title id=title tabindex=-1>{}</h2><div class=prose>{}</div>{}{}<div class='part stage-tools'>{}</div></section>",
            page.story,
            page.all_lessons,
            chapters(self.talk, Some(Place::Lesson(self.number))),
            lesson.title,
            paragraphs(lesson.story, &say),
            prediction(
                self.talk,
                lesson,
                (self.memory.guess, self.memory.is_revealed),
                &Action::Guessed,
                Action::AnswerAsked,
                &say
            ),
            self.memory.is_revealed.then(|| self.reasons()),
            onwards.into_iter().flatten().collect::<Vec<_>>()
        )
    }

    fn reasons(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = self.words();
        let say = |template: &str| self.say(template);
        let changes = lesson.changes.iter().enumerate().map(|(n, change)| {
            let part = Part::Change(n as u8);
            let is_on = self.memory.part == part;
            let told = is_on.then(|| fill!("<p>{}</p>", say(change.text)));
            let template =
                "<div key={}><button type=button class=primary aria-pressed={} @click={}>{}</button>{}</div>";
            let open = self.talk.on(Action::PartOpened(part));
            fill!(template, change.button, is_on, open, say(change.button), told)
        });
        let mut changes: Vec<Html> = changes.collect();
        if self.memory.part != Part::Opening {
            changes.push(self.talk.button("plain", page.back_to_run, Action::PartOpened(Part::Opening)));
        }
        let mut parts = vec![reason(self.talk, lesson, &say)];
        if !self.is_answered() {
            parts.push(self.talk.button("plain", page.to_answer, Action::PartOpened(Part::Answer)));
        }
        parts.push(part("part", page.change_one_thing, list(changes)));
        parts.extend(closing(self.talk, lesson, &say));
        list(parts)
    }
}
