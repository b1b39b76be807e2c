//! The stage: the figure with its rows, sentences and cursor, what can be done to a tapped thing, and below it the
//! transport, the counts, the verdict and the legend.

use std::rc::Rc;

use yew::Html;

use super::cases;
use super::markup::{Hole, fill, list, raw};
use super::talk::Talk;
use super::transport::transport;
use crate::app::HAS_LAB;
use crate::app::cases::figure_title;
use crate::app::failures;
use crate::app::faults::chips;
use crate::app::lessons::Part;
use crate::app::reduce::Action;
use crate::app::scene::LaneKind;
use crate::app::state::{AppState, Place, Selection, Stage};
use crate::app::svg;
use crate::app::text::template::{Value, capitalised};
use crate::app::text::verdict::verdict;
use crate::app::text::{events, names};
use crate::platform::input;
use crate::sim::project::State;
use crate::sim::run::Run;
use crate::sim::scenario::{FailAt, FaultKind};

/// A figure in its place.
pub(super) struct Figure<'a> {
    pub(super) talk: &'a Talk,
    pub(super) state: &'a AppState,
    pub(super) stage: &'a Stage,
}

impl Figure<'_> {
    fn is_list(&self) -> bool {
        self.state.layout.compact || self.state.layout.true_scale
    }

    fn has_two(&self) -> bool {
        self.stage.runs.len() > 1
    }

    /// Names of the worlds: what was lost in lesson 1, else the scenarios' own titles.
    pub(super) fn name(&self, world: usize) -> String {
        let words = &self.talk.all.figure;
        if HAS_LAB && self.state.place == Place::Cases {
            return cases::world(self.talk, self.state, world).to_owned();
        }
        if HAS_LAB && let Some(name) = failures::world_name(self.state, world) {
            return name;
        }
        if self.has_two() && self.state.lesson().is_some_and(|(lesson, _)| lesson == 0) {
            return (if world == 0 { words.request_lost } else { words.response_lost }).to_owned();
        }
        match (self.has_two(), self.state.lesson()) {
            (true, _) => {
                (if world == 0 { words.record_removed } else { words.record_still_there }).to_owned()
            }
            (false, Some((lesson, memory))) => {
                let lesson = &self.talk.all.lessons[usize::from(lesson)];
                match memory.part {
                    Part::Change(n) => {
                        lesson.changes.get(usize::from(n)).map_or(lesson.title, |change| change.button)
                    }
                    Part::Opening | Part::Answer => lesson.title,
                }
                .to_owned()
            }
            (false, None) => self.talk.all.page.lab.to_owned(),
        }
    }

    fn title(&self) -> String {
        let Some((lesson, memory)) = self.state.lesson() else {
            let run = &self.stage.runs[0];
            if HAS_LAB
                && self.state.place == Place::Cases
                && let Some(title) = figure_title(self.talk.language, run)
            {
                return title.to_owned();
            }
            if HAS_LAB && let Some(title) = failures::figure_title(self.state) {
                return title.to_owned();
            }
            let made = run.end.standing().count() as u32;
            let slots = [("meant", Value::Count(run.end.meant())), ("made", Value::Count(made))];
            return capitalised(&self.talk.say(self.talk.all.tally.meant_made, &slots));
        };
        if memory.part == Part::Opening || self.has_two() {
            return self.talk.all.lessons[usize::from(lesson)].figure.to_owned();
        }
        self.name(0)
    }

    pub(super) fn view(&self, tools: Vec<Html>) -> Html {
        let words = &self.talk.all.transport;
        let scale = self.talk.choice(
            words.true_scale.to_owned(),
            self.state.layout.true_scale,
            Action::ScaleSwitched,
        );
        let language = self.talk.language;
        let legend = self.talk.picture(0, 0, &|| svg::legend(language));
        fill!(
            "<section class=stage id=stage aria-labelledby=stage-title><div class=stage-head><h2 id=stage-title>{}</h2><div class=stage-tools>{}<div class=seg>{}</div></div></div>{}{}{}{}<p class=legend aria-label={}>{}</p></section>",
            self.title(),
            tools,
            scale,
            self.board(),
            transport(self.talk, self.state),
            self.tally(),
            self.verdict(),
            self.talk.all.figure.legend,
            legend
        )
    }

    fn board(&self) -> Html {
        let scene = &self.stage.scene;
        let words = &self.talk.all.figure;
        let mut class = "board".to_owned();
        let classes = [
            (self.has_two(), " two"),
            (self.is_list(), " compact"),
            (self.state.layout.true_scale, " true-scale"),
        ];
        classes.iter().filter(|(is_on, _)| *is_on).for_each(|(_, name)| class.push_str(name));
        let line = scene.line(self.stage.cursor);
        let row = self.stage.focus().and_then(|selection| self.stage.row(selection));
        let band = row.and_then(|row| scene.rows.get(row as usize)).map(|row| {
            let style = format!("transform:translateY({}px) scaleY({})", row.top, row.height.max(4));
            fill!("<div class=band style={}></div>", style)
        });
        let folds = scene.folds.iter().map(|fold| {
            let length = names::duration(self.talk.language, fold.wait);
            let style = format!("top:{}px;height:{}px", fold.top, fold.height);
            let words = self.talk.say_with(words.folded, "dur", length);
            fill!("<div class=fold key={} style={}><span>{}</span></div>", fold.top, style, words)
        });
        let at =
            (self.stage.cursor as usize).checked_sub(1).and_then(|row| scene.rows.get(row)).map(|row| row.at);
        let sentences = self.sentences();
        let (beside, below) = if self.is_list() { (None, Some(sentences)) } else { (Some(sentences), None) };
        let empty = scene.rows.is_empty();
        let empty = empty.then(|| fill!("<p class=empty>{}</p>", self.talk.all.inspector.no_events));
        let worlds = (0..self.stage.runs.len()).map(|world| self.world(world as u8));
        let ruler = self.talk.picture(2, self.stage.stamp, &|| format!("<div>{}</div>", svg::ruler(scene)));
        fill!(
            "<div class={} id=board role=group tabindex=0 aria-label={} @keydown={}>{}{}<div class=body>{}{}<div class=ruler aria-hidden=true>{}</div><div class=worlds>{}</div>{}<div class=playhead style={}><b>{}</b></div><i class=here style={}></i></div>{}</div>",
            class,
            words.scroll_hint,
            self.keys(),
            self.heads(),
            empty,
            band,
            folds.collect::<Vec<_>>(),
            ruler,
            worlds.collect::<Vec<_>>(),
            beside,
            format!("transform:translateY({line}px)"),
            at.map(names::clock).unwrap_or_default(),
            format!("top:{line}px"),
            below
        )
    }

    /// The keys that work while the figure has the focus.
    fn keys(&self) -> Hole {
        let (end, focus) = (self.stage.end(), self.stage.focus());
        self.talk.with(move |event| {
            let (key, shift) = input::key(event)?;
            let step = |forward: bool| Action::Stepped { forward, by_attempt: shift };
            let action = match key.as_str() {
                " " => Action::PlayToggled,
                "ArrowLeft" => step(false),
                "ArrowRight" => step(true),
                "Home" => Action::CursorMoved(0),
                "End" => Action::CursorMoved(end),
                "Enter" => Action::Selected(focus?),
                "Escape" => Action::Unselected,
                "?" => Action::HelpToggled,
                _ => return None,
            };
            event.prevent_default();
            Some(action)
        })
    }

    fn heads(&self) -> Html {
        let words = &self.talk.all.figure;
        let world = |(world, picture): (usize, &crate::app::scene::WorldScene)| {
            let title = self.has_two().then(|| fill!("<p class=head-title>{}</p>", self.name(world)));
            let run = &self.stage.runs[world];
            let lanes = picture.lanes.iter().map(|lane| {
                let name = match lane.kind {
                    LaneKind::Client(client) if run.scenario.clients.len() > 1 => {
                        run.scenario.client_id(client)
                    }
                    LaneKind::Client(_) => words.client,
                    LaneKind::Api => words.api,
                    LaneKind::Records => words.key_records,
                    LaneKind::Ledger => words.ledger,
                    LaneKind::Provider => words.provider,
                };
                let style = format!("left:{}.{}%", lane.x / 10, lane.x % 10);
                fill!("<span key={} style={}>{}</span>", lane.x, style, name.to_owned())
            });
            let lanes: Vec<Html> = lanes.collect();
            let key = world as u32;
            fill!("<div key={}>{}<p class=head-lanes aria-hidden=true>{}</p></div>", key, title, lanes)
        };
        let worlds: Vec<Html> = self.stage.scene.worlds.iter().enumerate().map(world).collect();
        let events = (!self.is_list()).then(|| fill!("<div class=head-events>{}</div>", words.events));
        fill!(
            "<div class=heads><div class=head-sec aria-hidden=true>{}</div><div class=head-worlds>{}</div>{}</div>",
            words.seconds,
            worlds,
            events
        )
    }

    fn world(&self, world: u8) -> Html {
        let name = if self.has_two() { self.name(usize::from(world)) } else { self.title() };
        let picture = self.talk.picture(10 + u32::from(world), self.stage.stamp, &|| {
            let name = self.talk.say_with(self.talk.all.figure.timeline_of, "title", name.clone());
            svg::world(
                self.talk.language,
                &self.stage.runs[usize::from(world)],
                &self.stage.scene,
                world,
                &name,
            )
        });
        let select = self.talk.with(move |event| {
            let event = input::data(event, "e")?.parse().ok()?;
            Some(Action::Selected(Selection { world, event }))
        });
        fill!(
            "<div class=world key={} data-world={}><div @click={}>{}</div>{}</div>",
            u32::from(world),
            u32::from(world),
            select,
            picture,
            self.chips(world)
        )
    }

    /// What can be done to the selected thing, beside it.
    fn chips(&self, world: u8) -> Option<Html> {
        let selection = self.stage.selection.filter(|selection| selection.world == world)?;
        let run = self.stage.runs.get(usize::from(world))?;
        let row = self.stage.scene.rows.get(self.stage.row(selection)? as usize)?;
        let words = &self.talk.all.faults;
        let chip = |chip: crate::app::faults::Chip| {
            let name = match chip.fault.kind {
                FaultKind::Lose(_) => words.lose.to_owned(),
                FaultKind::Delay { by, .. } => {
                    self.talk.say_with(words.delay_by, "dur", names::duration(self.talk.language, by))
                }
                FaultKind::Duplicate { .. } => words.duplicate.to_owned(),
                FaultKind::Fail { at: FailAt::BeforeEffect, .. } => words.fail_before.to_owned(),
                FaultKind::Fail { at: FailAt::AfterEffect, .. } => words.fail_after.to_owned(),
                FaultKind::Crash { .. } => words.crash_here.to_owned(),
                // The figure offers no other, but shows what the file has.
                _ => names::fault(self.talk.language, run, &chip.fault),
            };
            self.talk.choice(name, chip.is_on, Action::FaultSwitched { world, fault: chip.fault })
        };
        let found: Vec<Html> = chips(run, selection.event).into_iter().map(chip).collect();
        if found.is_empty() {
            return None;
        }
        let name = run.trace.event(selection.event).map(|event| events::name(self.talk.language, event));
        let what = Value::Text(name.unwrap_or_default().to_owned());
        let group = self.talk.say(self.talk.all.figure.chips_of, &[("what", what)]);
        let style = format!("top:{}px", row.top + row.height.min(34) + 2);
        let template = "<div class=chips role=group aria-label={} style={}>{}</div>";
        Some(fill!(template, group, style, found))
    }

    /// The same rows as an ordered list: what a screen reader walks, and what stands beside the picture. Which one is
    /// current is marked by the effects after drawing, so that a step touches two rows and not the list.
    fn sentences(&self) -> Html {
        let is_list = self.is_list();
        let list = self.talk.picture(3, self.stage.stamp, &|| {
            let runs: Vec<&Run> = self.stage.runs.iter().map(Rc::as_ref).collect();
            let sides = [self.talk.all.figure.left, self.talk.all.figure.right];
            svg::sentences(self.talk.language, &self.stage.scene, &runs, sides, is_list)
        });
        let (rows, runs) = (self.stage.scene.clone(), self.stage.runs.len());
        let follow = self.talk.with(move |event| {
            let row = input::data(event, "row")?.parse::<usize>().ok()?;
            let events = &rows.rows.get(row)?.events;
            let world = (0..runs).rev().find(|world| events.get(*world).is_some_and(Option::is_some))?;
            Some(Action::EventFollowed(Selection { world: world as u8, event: events[world]? }))
        });
        fill!("<div class=twin @click={}>{}</div>", follow, list)
    }

    fn tally(&self) -> Html {
        let words = &self.talk.all.tally;
        let worlds: Vec<Html> = (0..self.stage.runs.len()).map(|world| self.tally_row(world)).collect();
        let heads = [words.meant, words.attempts, words.made, words.replays, words.refused];
        let mut heads: Vec<Html> =
            heads.iter().map(|head| fill!("<th scope=col key={}>{}</th>", *head, *head)).collect();
        if self.has_two() {
            heads.insert(0, fill!("<td key=none></td>"));
        }
        let is_same = self.has_two() && self.stage.clients_agree();
        let same = is_same.then(|| fill!("<p class=same>= {}</p>", self.talk.all.figure.same_for_client));
        fill!(
            "<div><table class=tally aria-label={}><thead><tr>{}</tr></thead><tbody>{}</tbody></table>{}</div>",
            words.tally,
            heads,
            worlds,
            same
        )
    }

    fn tally_row(&self, world: usize) -> Html {
        use svg::Counted;
        let words = &self.talk.all.tally;
        let run = &self.stage.runs[world];
        let state = State::after(&run.trace, self.stage.scene.events_before(world as u8, self.stage.cursor));
        let meant = state.meant();
        let made = state.standing().count() as u32;
        let is_twice = state.orders.iter().chain(&state.charges).any(|effect| effect.nth > 1);
        let should = is_twice.then(|| {
            fill!(
                "<span class=should>{}</span>",
                self.talk.say(words.should_be, &[("n", Value::Count(meant))])
            )
        });
        let guess = self.guess().filter(|_| world + 1 == self.stage.runs.len());
        let guess = guess.map(|guess| {
            fill!(
                "<span class=ghost>{}</span>",
                self.talk.say_with(words.your_guess, "guess", guess.to_owned())
            )
        });
        let cell = |counted: Counted, name: &'static str, count: u32, more: Vec<Html>| {
            let class = if counted == Counted::Made { "t-made" } else { "" };
            let template = "<td data-l={} class={}>{}<b>{}</b>{}</td>";
            let objects = raw(svg::tally_objects(&state, counted, count));
            fill!(template, name, class, objects, count, more)
        };
        let name = self.has_two().then(|| fill!("<th scope=row>{}</th>", self.name(world)));
        let cells = [
            name.unwrap_or_default(),
            cell(Counted::Meant, words.meant, meant, Vec::new()),
            cell(Counted::Attempts, words.attempts, state.attempts.len() as u32, Vec::new()),
            cell(Counted::Made, words.made, made, should.into_iter().chain(guess).collect()),
            cell(Counted::Replays, words.replays, state.replays, Vec::new()),
            cell(Counted::Refused, words.refused, state.refusals, Vec::new()),
        ];
        let key = world as u32;
        fill!("<tr key={} data-tally={}>{}</tr>", key, key, Vec::from(cells))
    }

    /// The reader's guess, beside what the answer's figure made.
    fn guess(&self) -> Option<&'static str> {
        let (lesson, memory) = self.state.lesson()?;
        let options = self.talk.all.lessons[usize::from(lesson)].options;
        options
            .get(usize::from(memory.guess?))
            .filter(|_| memory.part == Part::Answer)
            .map(|option| option.label)
    }

    /// What came out, with the events that prove it one press away. It is on the whole run, and gives nothing away
    /// before the cursor is at its end.
    fn verdict(&self) -> Html {
        let words = &self.talk.all.inspector;
        let mut parts = Vec::new();
        if self.stage.cursor < self.stage.end() {
            parts.push(self.talk.button("link", words.verdict_later, Action::VerdictAsked));
        } else {
            for (world, run) in self.stage.runs.iter().enumerate() {
                if self.has_two() {
                    parts.push(fill!("<h4>{}</h4>", self.name(world)));
                }
                let lines = verdict(self.talk.language, run).into_iter().map(|line| {
                    let (class, sign) = if line.is_bad {
                        ("is-bad", "<use href='#tri' transform='translate(8 8)'/>")
                    } else {
                        ("", "<circle class='tk-coin' cx='8' cy='8' r='3'/>")
                    };
                    let sign = raw(format!("<svg viewBox='0 0 16 16' aria-hidden='true'>{sign}</svg>"));
                    let said = self.talk.pieces(world as u8, &line.pieces);
                    fill!("<li class={}>{}{}</li>", class, sign, said)
                });
                let lines: Vec<Html> = lines.collect();
                parts.push(fill!("<ul data-verdict={}>{}</ul>", world as u32, lines));
            }
        }
        fill!(
            "<section class=verdict aria-label={}><h3>{}</h3>{}</section>",
            words.verdict,
            words.verdict,
            list(parts)
        )
    }
}
