//! Lesson 7: the moments of a failure, two contracts side by side, and below the figure every contract's line.

use yew::Html;

use super::lesson::{chapters, closing, prediction, reason};
use super::markup::{Hole, fill, text};
use super::talk::Talk;
use super::whole::{inspected, stage};
use crate::app::failures::basis::{Basis, basis_of, statements};
use crate::app::failures::{Act, Failures, Line, Moment, Of, PROVIDERS, advice, has_one_side, outcome};
use crate::app::further;
use crate::app::reduce::Action;
use crate::app::state::{AppState, Place};
use crate::app::text::failures::{self as words, FailuresTexts, FailuresWords};
use crate::app::text::template::Value;
use crate::app::text::{Language, lab_texts, names};
use crate::platform::input;
use crate::sim::presets::Preset;
use crate::sim::run::Run;

/// The page's main part.
pub(super) fn view(talk: &Talk, state: &AppState) -> Html {
    let texts = &lab_texts(talk.language).failures;
    let lesson = Lesson { talk, state, failures: &state.further.failures, texts };
    let table = lesson.table();
    // The failures with two ways on are chosen in their table, so that it stands above what it changes.
    let (above, below) =
        if lesson.failures.moment == Some(Moment::WhichKey) { (table, None) } else { (None, table) };
    let column = [
        lesson.failures.is_revealed.then(|| lesson.moments()),
        lesson.controls(),
        above,
        lesson.sides(),
        Some(stage(talk, state)),
        below,
        lesson.failures.is_revealed.then(|| lesson.closing()),
    ];
    fill!(
        "<main class=page>{}<div class=failures>{}</div>{}</main>",
        lesson.side(),
        column.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>(),
        inspected(talk, state)
    )
}

fn act(act: Act) -> Action {
    Action::Further(further::Act::Failures(act))
}

struct Lesson<'a> {
    talk: &'a Talk,
    state: &'a AppState,
    failures: &'a Failures,
    texts: &'static FailuresTexts,
}

impl Lesson<'_> {
    const fn words(&self) -> &'static FailuresWords {
        &self.texts.words
    }

    fn say(&self, template: &str) -> Html {
        let runs = &self.state.lesson_stage.runs;
        self.talk.lesson(template, runs.len().saturating_sub(1) as u8, runs.last().map(AsRef::as_ref))
    }

    fn side(&self) -> Html {
        let page = &self.talk.all.page;
        let lesson = &self.texts.lesson;
        let say = |template: &str| self.say(template);
        let story = lesson.story.iter().map(|text| fill!("<p key={}>{}</p>", *text, say(text)));
        let known = (self.failures.guess, self.failures.is_revealed);
        let guessed = |option| act(Act::Guessed(option));
        let prediction = prediction(self.talk, lesson, known, &guessed, act(Act::AnswerAsked), &say);
        let reason = self.failures.is_revealed.then(|| reason(self.talk, lesson, &say));
        let onwards = [
            self.talk.button("act", page.carry_on_in_lab, Action::CarriedOn),
            self.talk.button("plain", page.contracts, Action::PlaceOpened(Place::Contracts)),
        ];
        fill!(
            "<section class=story aria-label={} id=story><nav class=chapters aria-label={}><ol>{}</ol></nav><h2 class=lesson-title id=title tabindex=-1>{}</h2><div class=prose>{}</div>{}{}<div class='part stage-tools'>{}</div></section>",
            page.story,
            page.all_lessons,
            chapters(self.talk, Some(Place::Failures)),
            lesson.title,
            story.collect::<Vec<_>>(),
            prediction,
            reason,
            Vec::from(onwards)
        )
    }

    /// The moments to choose from, and what the chosen one is about.
    fn moments(&self) -> Html {
        let moments = Moment::ALL.iter().zip(self.texts.lesson.changes).map(|(moment, change)| {
            let open = act(Act::Moment(Some(*moment)));
            self.button(change.button, self.failures.moment == Some(*moment), open)
        });
        let moments: Vec<Html> = moments.collect();
        let told = self.failures.moment.map(|moment| {
            let change = &self.texts.lesson.changes[moment as usize];
            let back = self.talk.button("plain", self.talk.all.page.back_to_run, act(Act::Moment(None)));
            let template = "<div key={} class=moment><p>{}</p>{}{}</div>";
            fill!(template, change.button, self.say(change.text), self.statements(moment), back)
        });
        fill!(
            "<section class='part moments' aria-label={}><h3>{}</h3><div class=choices role=group aria-label={}>{}</div><div aria-live=polite>{}</div></section>",
            self.words().moments,
            self.words().moments,
            self.words().moments,
            moments,
            told
        )
    }

    fn button(&self, words: &'static str, is_on: bool, does: Action) -> Html {
        let template = "<button type=button class=act key={} aria-pressed={} @click={}>{}</button>";
        fill!(template, words, is_on, self.talk.on(does), words)
    }

    fn closing(&self) -> Html {
        let parts = closing(self.talk, &self.texts.lesson, &|template| self.say(template));
        fill!("<section class=closing aria-label={}>{}</section>", self.talk.all.page.in_the_end, parts)
    }

    /// What is said of providers in words, each statement with what it rests on.
    fn statements(&self, moment: Moment) -> Option<Html> {
        let texts = self.texts.statements[moment as usize];
        let said = texts.iter().zip(statements(moment)).map(|(text, basis)| {
            let rests = basis.map_or_else(
                || fill!("<span class=sure>{}</span>", self.words().this_page),
                |basis| self.basis(basis),
            );
            fill!("<li key={}>{} {}</li>", *text, self.say(text), rests)
        });
        (!texts.is_empty()).then(|| fill!("<ul class=statements>{}</ul>", said.collect::<Vec<_>>()))
    }

    /// How sure it is, and the page where it can be read.
    fn basis(&self, basis: Basis) -> Html {
        let source = basis.preset.sources().get(usize::from(basis.source));
        let link = source.map(|source| {
            let template = "<a href={} target=_blank rel='noopener noreferrer' lang=en>{}</a>";
            fill!(template, source.url, source.title)
        });
        let sure = words::certainty(self.talk.language, basis.certainty);
        fill!("<span class=basis><span class=sure>{}</span> {}</span>", sure, link)
    }

    /// What the reader chooses of the two worlds.
    fn controls(&self) -> Option<Html> {
        let moment = self.failures.moment?;
        if !moment.has_pair() {
            return None;
        }
        let words = self.words();
        let pair = self.failures.contracts()?;
        let picks = [words.left, words.right].into_iter().zip(pair).enumerate();
        let picks = picks.map(|(world, (name, preset))| self.pick(world as u8, name, preset));
        let mut controls: Vec<Html> = picks.collect();
        if moment == Moment::Unhandled {
            controls.push(self.button(words.beside, self.failures.is_beside, act(Act::Beside)));
        }
        if moment.has_build() {
            let builds = [(words.stays, true), (words.undone, false)].map(|(name, stays)| {
                self.talk.choice(name.to_owned(), stays == self.failures.stays, act(Act::Stays(stays)))
            });
            let template = "<div class=set key=build><span>{}</span><div class=seg role=group aria-label={}>{}</div></div>";
            controls.push(fill!(template, words.build, words.build, Vec::from(builds)));
        }
        Some(fill!("<div class=pair>{}</div>", controls))
    }

    /// On a narrow screen, which of two worlds is on view.
    fn sides(&self) -> Option<Html> {
        if !has_one_side(self.state) {
            return None;
        }
        let words = self.words();
        let sides = [words.left, words.right].into_iter().enumerate().map(|(side, which)| {
            let name = words::world_name(self.talk.language, self.failures, side);
            let slots = [("side", Value::Name(which.to_owned())), ("name", Value::Name(name))];
            let is_on = usize::from(self.failures.side) == side;
            self.talk.choice(self.talk.say(words.side, &slots), is_on, act(Act::Side(side as u8)))
        });
        let template = "<div class='seg sides' role=group aria-label={}>{}</div>";
        Some(fill!(template, words.which_side, sides.collect::<Vec<_>>()))
    }

    fn pick(&self, world: u8, name: &'static str, chosen: Preset) -> Html {
        let options = PROVIDERS.iter().map(|preset| {
            let is_on = (*preset == chosen).then_some("");
            let (id, name) = (preset.name(), words::provider(self.talk.language, *preset));
            fill!("<option key={} value={} selected={}>{}</option>", id, id, is_on, name)
        });
        let changed: Hole = self.talk.with(move |event| {
            let id = input::value(event)?;
            let preset = PROVIDERS.iter().find(|preset| preset.name() == id)?;
            Some(act(Act::Contract(world, *preset)))
        });
        let template = "<label class=set key={}><span>{}</span><select @change={}>{}</select></label>";
        fill!(template, name, name, changed, options.collect::<Vec<_>>())
    }

    /// Every contract's line, or every failure's two ways on.
    fn table(&self) -> Option<Html> {
        let moment = self.failures.moment?;
        if self.failures.lines.is_empty() {
            return None;
        }
        let words = self.words();
        let (name, heads): (&'static str, Vec<&'static str>) = match moment {
            Moment::WhichKey => {
                (words.two_ways_on, vec![words.failure, words.same_key, words.new_key, words.so])
            }
            Moment::Late => (words.every_contract, vec![words.contract, words.late, words.rests_on]),
            Moment::Declined => (words.every_contract, vec![words.contract, words.declined, words.rests_on]),
            _ => {
                (words.every_contract, vec![words.contract, words.answered, words.unhandled, words.rests_on])
            }
        };
        let shown = (moment != Moment::WhichKey).then(|| moment.column() + 1);
        let head = |(n, head): (usize, &&'static str)| {
            let class = if Some(n) == shown { "is-shown" } else { "" };
            fill!("<th scope=col key={} class={}>{}</th>", *head, class, *head)
        };
        let head: Vec<Html> = heads.iter().enumerate().map(head).collect();
        let rows = self.failures.lines.iter().map(|line| match line.of {
            Of::Provider(preset) => self.provider_row(moment, preset, line, &heads),
            Of::Case(case) => {
                let is_on = self.failures.case == case;
                let name = words::case(self.talk.language, case);
                let template = "<button type=button class=link aria-pressed={} @click={}>{}</button>";
                let first = fill!(template, is_on, self.talk.on(act(Act::Case(case))), name);
                let so = advice(&line.runs[0], &line.runs[1]);
                let so = fill!("<b>{}</b>", words::advice(self.talk.language, so));
                self.row(name, is_on, first, line, &heads, (None, so))
            }
        });
        let rows: Vec<Html> = rows.collect();
        let class = if moment == Moment::WhichKey { "lines two-ways" } else { "lines" };
        Some(fill!(
            "<table class={} id=lines><caption>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
            class,
            name,
            head,
            rows
        ))
    }

    fn provider_row(&self, moment: Moment, preset: Preset, line: &Line, heads: &[&'static str]) -> Html {
        let language = self.talk.language;
        let name = words::provider(language, preset);
        let is_on = self.failures.contracts().is_some_and(|pair| pair.contains(&preset));
        let rests = line.runs.get(moment.column()).map(|run| {
            let basis = basis_of(moment, preset, run);
            let [zh, en] = preset.citation(basis.knob).note;
            let note = if language == Language::Zh { zh } else { en };
            let note = (!note.is_empty()).then(|| fill!("<span class=note>{}</span>", note));
            fill!("<div>{}{}</div>", self.basis(basis), note)
        });
        let first = fill!("<span>{}</span>", name);
        let shown = Some(moment.column());
        self.row(name, is_on, first, line, heads, (shown, rests.unwrap_or_default()))
    }

    /// A line: its name, what each run came to, and last what follows or what it rests on.
    fn row(
        &self,
        key: &'static str,
        is_on: bool,
        first: Html,
        line: &Line,
        heads: &[&'static str],
        (shown, last): (Option<usize>, Html),
    ) -> Html {
        let cell = |(n, run): (usize, &std::rc::Rc<Run>)| {
            let class = if shown == Some(n) { "is-shown" } else { "" };
            let head = heads.get(n + 1).copied().unwrap_or_default();
            fill!("<td key={} data-l={} class={}>{}</td>", head, head, class, self.came_to(run))
        };
        let cells: Vec<Html> = line.runs.iter().enumerate().map(cell).collect();
        let class = if is_on { "is-on" } else { "" };
        let head = heads.last().copied().unwrap_or_default();
        fill!(
            "<tr key={} class={}><th scope=row>{}</th>{}<td data-l={}>{}</td></tr>",
            key,
            class,
            first,
            cells,
            head,
            last
        )
    }

    /// The answer that was heard, and below it “replayed · 1 order · assumed”.
    fn came_to(&self, run: &Run) -> Html {
        let words = self.words();
        let came = outcome(run);
        let heard = came.heard.as_ref();
        let answer = heard.map_or_else(
            || words.no_answer.to_owned(),
            |(answer, _)| names::answer(self.talk.language, run, answer),
        );
        let is_replayed = heard.is_some_and(|(_, replayed)| *replayed);
        let count = self.talk.say(words.orders, &[("n", Value::Count(came.effects))]);
        let class = if came.effects > 1 { "is-bad" } else { "" };
        let mut more = Vec::new();
        if is_replayed {
            more.push(text([words.replayed, " · "].concat()));
        }
        more.push(fill!("<span class={}>{}</span>", class, count));
        if came.is_assumed {
            more.push(text(" · "));
            more.push(fill!("<em>{}</em>", words.assumed));
        }
        fill!("<div><b>{}</b><span class=more>{}</span></div>", answer, more)
    }
}
