//! Lesson 6: the ladder to climb, what breaks each rung, and the effect at an outside provider.

use yew::Html;

use super::lesson::{chapters, closing, prediction, reason};
use super::markup::{Hole, fill, list, raw};
use super::talk::Talk;
use super::whole::with_figure;
use crate::app::further;
use crate::app::gap::{Act, Gap, Outcome, View, next_rung};
use crate::app::reduce::Action;
use crate::app::state::{AppState, Place};
use crate::app::text::gap::{GapTexts, trial};
use crate::app::text::{lab_texts, names, verdict};
use crate::sim::scenario::WriteOrder;

/// The page's main part.
pub(super) fn view(talk: &Talk, state: &AppState) -> Html {
    let texts = &lab_texts(talk.language).gap;
    let lesson = Lesson { talk, state, gap: &state.further.gap, texts };
    with_figure(talk, state, lesson.side())
}

fn act(act: Act) -> Action {
    Action::Further(further::Act::Gap(act))
}

struct Lesson<'a> {
    talk: &'a Talk,
    state: &'a AppState,
    gap: &'a Gap,
    texts: &'static GapTexts,
}

impl Lesson<'_> {
    fn say(&self, template: &str) -> Html {
        self.talk.lesson(template, 0, self.state.lesson_stage.runs.first().map(AsRef::as_ref))
    }

    fn side(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = &self.texts.lesson;
        let story = lesson.story.iter().map(|text| fill!("<p key={}>{}</p>", *text, self.say(text)));
        let prediction = prediction(
            self.talk,
            lesson,
            (self.gap.guess, self.gap.is_revealed),
            &|option| act(Act::Guessed(option)),
            act(Act::AnswerAsked),
            &|template| self.say(template),
        );
        let onwards = [
            self.talk.button("act", page.carry_on_in_lab, Action::CarriedOn),
            self.talk.button("plain", page.next_lesson, Action::PlaceOpened(Place::Failures)),
        ];
        fill!(
            "<section class='story climb' aria-label={} id=story><nav class=chapters aria-label={}><ol>{}</ol></nav><h2 class=lesson-title id=title tabindex=-1>{}</h2><div class=prose>{}</div>{}{}{}{}{}<div class='part stage-tools'>{}</div></section>",
            page.story,
            page.all_lessons,
            chapters(self.talk, Some(Place::Gap)),
            lesson.title,
            story.collect::<Vec<_>>(),
            prediction,
            self.gap.is_revealed.then(|| reason(self.talk, lesson, &|template| self.say(template))),
            self.ladder(),
            self.gap.is_revealed.then(|| self.outside()),
            self.gap.is_revealed.then(|| list(closing(self.talk, lesson, &|template| self.say(template)))),
            Vec::from(onwards)
        )
    }

    fn ladder(&self) -> Html {
        let words = &self.texts.words;
        let rungs: Vec<Html> = WriteOrder::ALL.iter().rev().map(|order| self.rung(*order)).collect();
        let trials = self.gap.outcomes.iter().map(|(of, outcome)| {
            let is_on = self.gap.view == View::Trial(*of);
            let template =
                "<button type=button class=trial key={} aria-pressed={} @click={}><span>{}</span>{}</button>";
            let name = trial(self.talk.language, *of);
            fill!(template, name, is_on, self.talk.on(act(Act::Trial(*of))), name, self.outcome(*outcome))
        });
        let trials: Vec<Html> = trials.collect();
        let lease = self.gap.rung.claims() && self.gap.rung != WriteOrder::OneTransaction;
        let lease = lease.then(|| {
            let switch = self.talk.on(act(Act::Lease(!self.gap.has_lease)));
            let template = "<button type=button class=toggle aria-pressed={} @click={}>{}</button>";
            fill!(template, self.gap.has_lease, switch, words.lease)
        });
        let onwards = match next_rung(self.gap.rung) {
            Some(rung) => {
                let name = names::write_order(self.talk.language, rung).to_owned();
                let label = self.talk.say_with(words.next_rung, "name", name);
                let step: Hole = self.talk.on(act(Act::Rung(rung)));
                fill!("<button type=button class=primary @click={}>{}</button>", step, label)
            }
            None => fill!("<p class=note>{}</p>", words.top),
        };
        fill!(
            "<div class='part ladder-part'><h3>{}</h3><div class=ladder role=group aria-label={}>{}</div><h4>{}</h4><div class=trials role=group aria-label={}>{}</div>{}{}{}</div>",
            words.ladder,
            words.ladder,
            rungs,
            words.break_it,
            words.break_it,
            trials,
            lease,
            matches!(self.gap.view, View::Trial(_)).then(|| self.verdict()),
            onwards
        )
    }

    fn rung(&self, order: WriteOrder) -> Html {
        let is_on = self.gap.rung == order;
        let why = is_on.then(|| {
            fill!("<span class=rung-why>{}</span>", names::write_order_hint(self.talk.language, order))
        });
        fill!(
            "<button type=button class=rung key={} aria-pressed={} @click={}><span class=rung-n>{}</span>{}{}</button>",
            order.name(),
            is_on,
            self.talk.on(act(Act::Rung(order))),
            names::write_order(self.talk.language, order),
            raw(super::deck::glyphs(order, false)),
            why
        )
    }

    fn outcome(&self, outcome: Outcome) -> Html {
        let words = &self.texts.words;
        let (class, said) = match outcome {
            Outcome::Holds => ("outcome", words.holds.to_owned()),
            Outcome::Twice(effects) => {
                ("outcome is-bad", self.talk.say_with(words.twice, "n", effects.to_string()))
            }
            Outcome::Mails(mails) => {
                ("outcome is-bad", self.talk.say_with(words.mails, "n", mails.to_string()))
            }
            Outcome::Stuck => ("outcome is-bad", words.stuck.to_owned()),
            Outcome::Unknown => ("outcome", self.talk.all.names.unknown.to_owned()),
            Outcome::Other => ("outcome is-bad", words.other.to_owned()),
        };
        fill!("<span class={}>{}</span>", class, said)
    }

    /// What came out of the run on view.
    fn verdict(&self) -> Option<Html> {
        let run = self.state.lesson_stage.runs.first()?;
        let lines = verdict::verdict(self.talk.language, run).into_iter().enumerate().map(|(n, line)| {
            let class = if line.is_bad { "is-bad" } else { "" };
            fill!("<p key={} class={}>{}</p>", n as u32, class, self.talk.pieces(0, &line.pieces))
        });
        Some(fill!("<div class=came-out aria-live=polite>{}</div>", lines.collect::<Vec<_>>()))
    }

    fn outside(&self) -> Html {
        let words = &self.texts.words;
        let groups = [
            (words.g_keys, 0..5_u8),
            (words.g_unknown, 5..7),
            (words.g_fence, 7..9),
            (words.g_outbox, 9..13),
            (words.g_commit, 13..15),
            (words.g_ask, 15..17),
        ];
        let groups = groups.into_iter().map(|(name, range)| {
            let runs: Vec<Html> = range.filter_map(|n| self.outside_run(n)).collect();
            fill!(
                "<div key={} class=outside role=group aria-label={}><h4>{}</h4>{}</div>",
                name,
                name,
                name,
                runs
            )
        });
        let groups: Vec<Html> = groups.collect();
        fill!("<div class='part ladder-part'><h3>{}</h3>{}</div>", words.outside, groups)
    }

    fn outside_run(&self, n: u8) -> Option<Html> {
        let change = self.texts.lesson.changes.get(usize::from(n))?;
        let is_on = self.gap.view == View::Outside(n);
        // What came out belongs to the run that was pressed, not to the rung that is still chosen above.
        let told =
            is_on.then(|| fill!("<div><p class=told>{}</p>{}</div>", self.say(change.text), self.verdict()));
        let outcome = self.gap.outside.get(usize::from(n)).map(|outcome| self.outcome(*outcome));
        let open = self.talk.on(act(Act::Outside(n)));
        let template = "<div key={}><button type=button class=trial aria-pressed={} @click={}><span>{}</span>{}</button>{}</div>";
        Some(fill!(template, change.button, is_on, open, change.button, outcome, told))
    }
}
