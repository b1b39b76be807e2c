//! The incidents: a list by kind, and one of them beside the figure of its two runs.
//!
//! What is loading is said where it will stand, and what did not come can be asked for again. Deliberately absent:
//! fetching, which the effects do.

use std::rc::Rc;

use yew::Html;

use super::markup::{Hole, fill, list, raw};
use super::talk::Talk;
use super::whole::with_figure;
use crate::app::cases::{
    Act, Case, Cases, Count, Evidence, Failure, HEADING, Index, Kind, Open, Runs, Why, card,
};
use crate::app::further;
use crate::app::reduce::Action;
use crate::app::state::AppState;
use crate::app::text::cases::{CasesTexts, confidence, evidence, kind, worlds};
use crate::app::text::lab_texts;
use crate::app::text::problems::located;
use crate::app::text::template::Value;
use crate::app::text::verdict::verdict;
use crate::sim::run::Run;

/// The page's main part.
pub(super) fn view(talk: &Talk, state: &AppState) -> Html {
    let page = Page { talk, state, cases: &state.further.cases, words: &lab_texts(talk.language).cases };
    match (&page.cases.index, &page.cases.open, page.cases.case()) {
        (Index::Ready(_), Some(open), Some(case)) => page.case(open, case),
        (Index::Ready(_), ..) => page.list(),
        (Index::Failed(failure), ..) => page.alone("", Some(page.failed(failure))),
        (Index::NotAsked | Index::Loading(_), ..) => page.alone(page.words.loading_index, None),
    }
}

/// What a world of the open incident's figure is called.
pub(super) fn world(talk: &Talk, state: &AppState, world: usize) -> &'static str {
    let evidence = state.further.cases.case().map_or(Evidence::Incident, |case| case.evidence);
    worlds(talk.language, evidence)[world.min(1)]
}

fn does(act: Act) -> Action {
    Action::Further(further::Act::Cases(act))
}

struct Page<'a> {
    talk: &'a Talk,
    state: &'a AppState,
    cases: &'a Cases,
    words: &'static CasesTexts,
}

impl Page<'_> {
    fn on(&self, act: Act) -> Hole {
        self.talk.on(does(act))
    }

    /// What is going on, said politely.
    fn status(&self, class: &'static str, said: String) -> Html {
        fill!("<p class={} role=status aria-live=polite>{}</p>", class, said)
    }

    /// What did not come, why, and a way to ask again.
    fn failed(&self, failure: &Failure) -> Html {
        let file = || ("file", Value::Name(failure.file.clone()));
        let said = match &failure.why {
            Why::NotCome(reason) => {
                let is_status = reason.parse::<u16>().is_ok();
                let status = || self.talk.say_with(self.words.status, "status", reason.clone());
                let reason = if is_status { status() } else { reason.clone() };
                self.talk.say(self.words.not_come, &[file(), ("reason", Value::Name(reason))])
            }
            Why::Unreadable(problem) => {
                let problem = located(self.talk.language, problem);
                self.talk.say(self.words.unreadable, &[file(), ("problem", Value::Name(problem))])
            }
        };
        let retry = self.talk.button("act act-1", self.words.retry, does(Act::Retried));
        fill!("<div class='error case-failed' role=alert><p>{}</p>{}</div>", said, retry)
    }

    fn heading(&self) -> Html {
        let template = "<h2 id={} class=cases-heading tabindex=-1>{}</h2>";
        fill!(template, HEADING, self.words.heading)
    }

    /// The list's part of the page. Nodes are matched by their place from the end, so every view has as many on each
    /// level, down to status and heading: what is spoken of and what has the focus stays the same element.
    fn part(&self, status: Html, rest: Html) -> Html {
        fill!(
            "<main class='page cases'><section aria-labelledby={}>{}<div>{}{}</div></section>{}{}</main>",
            HEADING,
            status,
            self.heading(),
            rest,
            Html::default(),
            Html::default()
        )
    }

    /// The page without its list.
    fn alone(&self, loading: &'static str, failed: Option<Html>) -> Html {
        let rest = fill!("<div>{}</div>", failed);
        self.part(self.status("cases-status", loading.to_owned()), rest)
    }

    // The list.

    fn list(&self) -> Html {
        let all = self.cases.all();
        let count = |n: usize| ("n", Value::Count(n as u32));
        let shown = self.cases.shown().count();
        let missing = self.cases.missing.as_ref().map(|id| {
            let said = self.talk.say_with(self.words.missing, "id", id.clone());
            fill!("<p class=error role=alert>{}</p>", said)
        });
        let none = self.cases.kind.filter(|_| shown == 0).map(|of| {
            let name = kind(self.talk.language, of).to_owned();
            let said = self.talk.say_with(self.words.none_of_kind, "kind", name);
            let all = self.talk.button("act", self.words.all_kinds, does(Act::Filtered(None)));
            fill!("<div class=cases-none><p>{}</p>{}</div>", said, all)
        });
        let groups = Kind::ALL.iter().filter_map(|kind| self.group(*kind)).collect::<Vec<_>>();
        let rest = fill!(
            "<div>{}<p class=cases-intro>{}</p>{}{}{}<div class=case-groups>{}</div></div>",
            missing,
            self.talk.say(self.words.intro, &[count(all.len())]),
            self.evidence_words(),
            self.filter(),
            none,
            groups
        );
        self.part(self.status("vh", self.talk.say(self.words.shown, &[count(shown)])), rest)
    }

    fn evidence_words(&self) -> Html {
        let of = |evidence_word: &Evidence| {
            let (word, means) = evidence(self.talk.language, *evidence_word);
            (self.evidence_tag(*evidence_word), word, means)
        };
        let mut rows: Vec<_> = Evidence::ALL.iter().map(of).collect();
        let tag = |word: &'static str| fill!("<span class=case-tag>{}</span>", word);
        rows.push((tag(self.words.small), self.words.small, self.words.small_means));
        let rows = rows
            .into_iter()
            .map(|(tag, word, means)| fill!("<div key={}><dt>{}</dt><dd>{}</dd></div>", word, tag, means));
        fill!(
            "<div class=evidence-words><h3>{}</h3><dl>{}<div><dt>{}</dt><dd>{}</dd></div></dl></div>",
            self.words.evidence,
            list(rows.collect()),
            self.words.sure,
            self.words.confidence_means
        )
    }

    fn filter(&self) -> Html {
        let chip = |of: Option<Kind>| {
            let name = of.map_or(self.words.all_kinds, |of| kind(self.talk.language, of));
            let count = self.cases.all().iter().filter(|case| of.is_none_or(|of| of == case.kind)).count();
            let template = "<button type=button class=chip key={} aria-pressed={} @click={}>{}<span class=chip-n>{}</span></button>";
            let is_on = self.cases.kind == of;
            fill!(template, name, is_on, self.on(Act::Filtered(of)), name, count as u32)
        };
        let chips = std::iter::once(None).chain(Kind::ALL.iter().copied().map(Some)).map(chip);
        let chips: Vec<Html> = chips.collect();
        fill!("<div class=case-filter role=group aria-label={}>{}</div>", self.words.filter, chips)
    }

    fn group(&self, of: Kind) -> Option<Html> {
        let cards: Vec<Html> =
            self.cases.shown().filter(|case| case.kind == of).map(|case| self.card(case)).collect();
        if cards.is_empty() {
            return None;
        }
        let name = kind(self.talk.language, of);
        let count = cards.len() as u32;
        let template =
            "<section class=case-group key={} aria-label={}><h3>{}<span>{}</span></h3><ul>{}</ul></section>";
        Some(fill!(template, name, name, name, count, cards))
    }

    fn card(&self, case: &Case) -> Html {
        let story = case.story.of(self.talk.language).to_owned();
        let runs = self.cases.runs(&case.id).map(|runs| self.counts(case.evidence, runs));
        fill!(
            "<li class=case-card key={}><p class=case-meta>{}</p><button type=button id={} @click={}>{}</button>{}<p class=case-source>{}</p></li>",
            case.id.clone(),
            self.meta(case, None),
            card(&case.id),
            self.on(Act::Opened(case.id.clone())),
            story,
            runs,
            self.source(case)
        )
    }

    /// What both runs came to, where they were opened.
    fn counts(&self, evidence: Evidence, runs: &[Rc<Run>; 2]) -> Html {
        let names = worlds(self.talk.language, evidence);
        let rows = names.into_iter().zip(runs).map(|(name, run)| {
            let bad = (!run.found.is_empty()).then(|| sign(true));
            fill!("<div key={}><dt>{}</dt><dd>{}{}</dd></div>", name, name, bad, self.count(run))
        });
        fill!("<dl class=case-counts>{}</dl>", list(rows.collect()))
    }

    fn count(&self, run: &Run) -> String {
        let Count { meant, made, replays, refused, found } = Count::of(run);
        let counts =
            [("meant", meant), ("made", made), ("replays", replays), ("refused", refused), ("n", found)];
        self.talk.say(self.words.count, &counts.map(|(slot, count)| (slot, Value::Count(count))))
    }

    fn evidence_tag(&self, of: Evidence) -> Html {
        let class = match of {
            Evidence::Incident => "case-tag is-incident",
            Evidence::Bug => "case-tag is-bug",
            Evidence::Review => "case-tag is-review",
            Evidence::Design => "case-tag is-design",
        };
        fill!("<span class={}>{}</span>", class, evidence(self.talk.language, of).0)
    }

    /// The evidence word and what it means, whether the project is small, and how sure the mechanism is.
    fn meta(&self, case: &Case, means: Option<&'static str>) -> Html {
        let level = confidence(self.talk.language, case.confidence).to_owned();
        let level = self.talk.say_with(self.words.confidence, "level", level);
        let small = case.small.then(|| fill!("<span class=case-tag>{}</span>", self.words.small));
        list(vec![
            self.evidence_tag(case.evidence),
            means.map(|means| fill!("<span>{}</span>", means)).unwrap_or_default(),
            small.unwrap_or_default(),
            fill!("<span>{}</span>", level),
        ])
    }

    fn source(&self, case: &Case) -> Html {
        let template = "<span>{}<a href={} target=_blank rel='noopener noreferrer'>{}<span class=vh>{}</span></a></span>";
        fill!(template, self.words.source, case.url.clone(), case.source.clone(), self.words.new_tab)
    }

    // One incident.

    fn case(&self, open: &Open, case: &Case) -> Html {
        let side = |said: &'static str, body| self.side(case, self.status("vh", said.to_owned()), body);
        match &open.runs {
            Runs::Ready => {
                with_figure(self.talk, self.state, side(self.words.runs_there, Some(self.both(case))))
            }
            Runs::Failed(failure) => self.without_figure(side("", None), self.failed(failure)),
            Runs::Waiting | Runs::Loading { .. } => {
                let loading = self.words.loading_runs;
                let said = fill!("<p class=cases-status aria-hidden=true>{}</p>", loading);
                self.without_figure(side(loading, None), said)
            }
        }
    }

    /// Where the figure will be: the names of its worlds, and what keeps it.
    fn without_figure(&self, side: Html, said: Html) -> Html {
        let names = [0, 1].map(|n| fill!("<p key={}>{}</p>", n, world(self.talk, self.state, n as usize)));
        fill!(
            "<main class=page>{}<div class=case-wait><div class=case-names aria-hidden=true>{}</div>{}</div>{}</main>",
            side,
            Vec::from(names),
            said,
            Html::default()
        )
    }

    fn side(&self, case: &Case, status: Html, body: Option<Html>) -> Html {
        let language = self.talk.language;
        let means = evidence(language, case.evidence).1;
        fill!(
            "<section class='story case' id=story aria-labelledby={}>{}<div>{}<p class=case-kind>{}</p><h2 id={} class=lesson-title tabindex=-1>{}</h2><p class=case-meta>{}</p><p class=case-source>{}</p><div class=part><h3>{}</h3><p>{}</p></div>{}<p class='part part-fine'>{}</p></div></section>",
            HEADING,
            status,
            self.turning(case),
            kind(language, case.kind),
            HEADING,
            case.story.of(language).to_owned(),
            self.meta(case, Some(means)),
            self.source(case),
            self.words.built_right,
            case.fix.of(language).to_owned(),
            body,
            self.words.ours
        )
    }

    /// Back to the list, and to the incidents before and after.
    fn turning(&self, case: &Case) -> Html {
        let row = self.cases.row();
        let at = row.iter().position(|known| known.id == case.id).unwrap_or(0);
        let other = |at: Option<usize>| at.and_then(|at| row.get(at)).map(|other| other.id.clone());
        let turn = |words: &'static str, name: &'static str, to: Option<String>| {
            let is_off = to.is_none();
            let does = to.map_or(Hole::Nothing, |id| self.on(Act::Turned(id)));
            let template = "<button type=button aria-label={} aria-disabled={} @click={}>{}</button>";
            fill!(template, name, is_off, does, words)
        };
        let slots = [("n", Value::Count(at as u32 + 1)), ("m", Value::Count(row.len() as u32))];
        fill!(
            "<nav class=case-nav aria-label={}>{}<div class=buttons>{}{}</div><span>{}</span></nav>",
            self.words.turning,
            self.talk.button("plain", self.words.back, does(Act::Closed)),
            turn(self.words.previous, self.words.previous_name, other(at.checked_sub(1))),
            turn(self.words.next, self.words.next_name, other(Some(at + 1))),
            self.talk.say(self.talk.all.transport.position, &slots)
        )
    }

    /// What each world on view comes to, and a way to carry it on. After a fault was switched, that is what it is now.
    fn both(&self, case: &Case) -> Html {
        let names = worlds(self.talk.language, case.evidence);
        let sides = [self.talk.all.figure.left, self.talk.all.figure.right];
        let runs = &self.state.lesson_stage.runs;
        let rows = names.into_iter().zip(sides).zip(runs).enumerate().map(|(n, ((name, side), run))| {
            let world = n as u8;
            let lines = verdict(self.talk.language, run).into_iter().map(|line| {
                let said = self.talk.pieces(world, &line.pieces);
                fill!("<li class={}>{}{}</li>", if line.is_bad { "is-bad" } else { "" }, sign(line.is_bad), said)
            });
            let lines: Vec<Html> = lines.collect();
            let carry_on = self.talk.say_with(self.words.carry_on, "run", name.to_owned());
            fill!(
                "<section class='part case-run' key={} aria-label={}><h3><span class=side>{}</span>{}</h3><p>{}</p><ul class=verdict>{}</ul><button type=button class=act @click={}>{}</button></section>",
                side,
                name,
                side,
                name,
                self.count(run),
                lines,
                self.on(Act::CarriedOn(world)),
                carry_on
            )
        });
        list(rows.collect())
    }
}

/// The sign before a finding, or before what is well.
fn sign(is_bad: bool) -> Html {
    let sign = if is_bad {
        "<use href='#tri' transform='translate(8 8)'/>"
    } else {
        "<circle class='tk-coin' cx='8' cy='8' r='3'/>"
    };
    raw(format!("<svg viewBox='0 0 16 16' aria-hidden='true'>{sign}</svg>"))
}
