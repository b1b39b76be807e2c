//! The contracts: the same moments under every one of them, and each one's knobs.
//!
//! A table on a wide screen and cards on a phone are one markup; the roles are written out, since a style that makes
//! cards of rows takes them away. Every statement on a provider stands beside the link to its source. Deliberately
//! absent: what a cell says, which its run decides.

use yew::Html;

use super::markup::{Hole, fill, list, raw, text};
use super::talk::Talk;
use crate::app::contracts::{Act, Cell, Column, Contracts, Kind, Moment, Row, Sort, Support, rows, table};
use crate::app::further;
use crate::app::reduce::Action;
use crate::app::state::AppState;
use crate::app::text::contracts::{ContractsTexts, certainty, finding, kind, moment, preset};
use crate::app::text::knobs::knob;
use crate::app::text::template::{Value, capitalised};
use crate::app::text::{Language, lab_texts, names};
use crate::platform::input;
use crate::sim::contract::{Certainty, Knob};
use crate::sim::presets::{Citation, Preset, Source};
use crate::sim::scenario::Finding;

mod knobs;
mod sheet;

pub(super) use knobs::{choose, turns};

/// What the audit found, the worst first; a cell names one of them.
const WORST: [Finding; 4] =
    [Finding::EffectTwice, Finding::WrongOperation, Finding::NeverFinishes, Finding::FalseBelief];

/// The page's main part.
pub(super) fn view(talk: &Talk, state: &AppState) -> Html {
    let view = &state.further.contracts;
    let page = Page { talk, view, words: &lab_texts(talk.language).contracts };
    let shown = rows(view, talk.language);
    let sheet = view.sheet.map(|of| sheet::view(talk, of));
    let body = if shown.is_empty() { page.nothing() } else { page.table(&shown) };
    fill!(
        "<main class=contracts>{}{}<div class=ct-scroll id=contracts tabindex=-1>{}</div>{}</main>",
        page.intro(),
        page.tools(shown.len()),
        body,
        sheet
    )
}

/// The link over the page's head to the table.
pub(super) fn skip(talk: &Talk) -> Html {
    fill!("<a class=skip href='#contracts'>{}</a>", lab_texts(talk.language).contracts.skip)
}

fn does(act: Act) -> Action {
    Action::Further(further::Act::Contracts(act))
}

/// The id of a contract's name in the table.
pub(super) fn name_id(preset: Preset) -> String {
    format!("contract-{}", preset.name())
}

/// A mark that says how sure something is, by its form alone.
fn mark(of: Certainty) -> Html {
    let inner = match of {
        Certainty::Verified => "<circle class='m-ink' cx='6' cy='6' r='4.5'/>",
        Certainty::Secondary => {
            "<circle class='m-line' cx='6' cy='6' r='4.5'/><path class='m-ink' d='M6 1.5a4.5 4.5 0 0 0 0 9z'/>"
        }
        Certainty::Inferred => "<circle class='m-line' cx='6' cy='6' r='4.5'/>",
        Certainty::NotDocumented => "<circle class='m-dash' cx='6' cy='6' r='4.5'/>",
    };
    raw(format!("<svg class='ct-mark' viewBox='0 0 12 12' aria-hidden='true'>{inner}</svg>"))
}

/// The mark of what is the reader's own.
fn own_mark() -> Html {
    raw("<svg class='ct-mark' viewBox='0 0 12 12' aria-hidden='true'><path class='m-ink' d='M6 .5 11.5 6 6 11.5 .5 6z'/></svg>".to_owned())
}

/// The page where a citation can be read.
fn source_of(of: Preset, citation: Citation) -> Source {
    let sources = of.sources();
    sources[usize::from(citation.source).min(sources.len() - 1)]
}

/// Words that lead to their source in one press; plain words where the source has no address.
fn cited(talk: &Talk, words: String, source: Source) -> Html {
    if source.url.is_empty() {
        return fill!("<span>{}</span>", words);
    }
    let told = talk.say_with(lab_texts(talk.language).contracts.source, "title", source.title.to_owned());
    fill!(
        "<a href={} target=_blank rel='noopener noreferrer'>{}<span class=vh>{}{}</span></a>",
        source.url,
        words,
        lab_texts(talk.language).contracts.gap,
        told
    )
}

struct Page<'a> {
    talk: &'a Talk,
    view: &'a Contracts,
    words: &'static ContractsTexts,
}

impl Page<'_> {
    const fn language(&self) -> Language {
        self.talk.language
    }

    fn on(&self, act: Act) -> Hole {
        self.talk.on(does(act))
    }

    fn intro(&self) -> Html {
        let words = self.words;
        let columns = Moment::ALL.map(|of| {
            let [name, what] = moment(self.language(), of);
            fill!("<div key={}><dt>{}</dt><dd>{}</dd></div>", name, name, what)
        });
        let marks = [
            (Certainty::Verified, words.verified, words.verified_means),
            (Certainty::Secondary, words.secondary, words.secondary_means),
            (Certainty::Inferred, words.inferred, words.inferred_means),
            (Certainty::NotDocumented, words.assumed, words.assumed_means),
        ];
        let marks = marks.map(|(of, name, means)| {
            fill!("<div key={}><dt>{}{}</dt><dd>{}</dd></div>", name, mark(of), name, means)
        });
        fill!(
            "<section class=ct-intro aria-labelledby=contracts-h><h2 id=contracts-h>{}</h2><p>{}</p><p class=ct-fine>{}</p><div class=ct-more><details><summary>{}</summary><dl class=ct-terms>{}</dl></details><details><summary>{}</summary><dl class=ct-terms>{}</dl></details></div></section>",
            words.heading,
            words.intro,
            words.caveat,
            words.columns,
            Vec::from(columns),
            words.marks,
            Vec::from(marks)
        )
    }

    // The filter and the order.

    fn tools(&self, shown: usize) -> Html {
        let words = self.words;
        let kinds = [None].into_iter().chain(Kind::ALL.map(Some));
        let kinds = kinds.map(|of| {
            let name = of.map_or(words.any, |of| kind(self.language(), of));
            self.talk.choice(name.to_owned(), self.view.kind == of, does(Act::KindChosen(of)))
        });
        let supports = Support::ALL.into_iter().map(|of| {
            let name = self.support(of);
            self.talk.choice(name.to_owned(), self.view.support == of, does(Act::SupportChosen(of)))
        });
        let count = |name: &'static str, n: usize| (name, Value::Count(n as u32));
        let counted = self.talk.say(words.count, &[count("n", shown), count("m", table().rows.len())]);
        fill!(
            "<section class=ct-tools aria-label={}><label class=ct-find><span>{}</span><input type=search autocomplete=off spellcheck=false value={} @input={}/></label><div class=ct-set role=group aria-label={}><span aria-hidden=true>{}</span><div class='seg ct-seg'>{}</div></div><div class=ct-set role=group aria-label={}><span aria-hidden=true>{}</span><div class='seg ct-seg'>{}</div></div>{}<button type=button class=act aria-pressed={} @click={}>{}</button><p class=ct-count role=status>{}</p></section>",
            words.tools,
            words.find,
            self.view.query.clone(),
            self.talk.with(|event| input::value(event).map(|query| does(Act::Searched(query)))),
            words.kind,
            words.kind,
            kinds.collect::<Vec<_>>(),
            words.support,
            words.support,
            supports.collect::<Vec<_>>(),
            self.order(),
            self.view.only_differences,
            self.on(Act::DifferencesToggled),
            words.differences,
            counted
        )
    }

    const fn support(&self, of: Support) -> &'static str {
        match of {
            Support::Any => self.words.any,
            Support::NothingAssumed => self.words.nothing_assumed,
            Support::SomethingAssumed => self.words.something_assumed,
        }
    }

    /// The order, and the moment that cards show, for where there are no heads of columns to press.
    fn order(&self) -> Html {
        let words = self.words;
        let named = |of: Moment| moment(self.language(), of)[0];
        let sort = self.view.sort;
        let columns = Moment::ALL.map(|of| (named(of), Some(Column::Moment(of))));
        let columns =
            [(words.as_listed, None), (words.by_name, Some(Column::Name))].into_iter().chain(columns);
        let columns = columns
            .map(|(name, column)| (name, column == sort.column, Act::SortChosen(Sort { column, ..sort })));
        let moments = Moment::ALL.map(|of| (named(of), Some(of)));
        let moments = [(words.every_moment, None)].into_iter().chain(moments);
        let moments = moments.map(|(name, of)| (name, of == self.view.moment, Act::MomentChosen(of)));
        let off = sort.column.is_none().then_some("");
        let turned = Sort { is_descending: !sort.is_descending, ..sort };
        fill!(
            "<div class=ct-order>{}{}<button type=button class=act disabled={} aria-pressed={} @click={}>{}</button></div>",
            self.pick(words.show, moments.collect()),
            self.pick(words.sort, columns.collect()),
            off,
            sort.is_descending,
            self.on(Act::SortChosen(turned)),
            words.descending
        )
    }

    /// A list of choices: words, whether it is the one in force, and what it does.
    fn pick(&self, name: &'static str, choices: Vec<(&'static str, bool, Act)>) -> Html {
        let options = choices.iter().enumerate().map(|(n, (words, is_on, _))| {
            let chosen = is_on.then_some("");
            fill!("<option key={} value={} selected={}>{}</option>", n as u32, n as u32, chosen, *words)
        });
        let options: Vec<Html> = options.collect();
        let chosen = self.talk.with(move |event| {
            let chosen: usize = input::value(event)?.parse().ok()?;
            choices.get(chosen).map(|(_, _, act)| does(act.clone()))
        });
        fill!("<label class=set><span>{}</span><select @change={}>{}</select></label>", name, chosen, options)
    }

    /// No row is left: which filters left none, and the way back.
    fn nothing(&self) -> Html {
        let words = self.words;
        let query = self.view.query.trim();
        let query = (!query.is_empty()).then(|| self.talk.say_with(words.quoted, "text", query.to_owned()));
        let of_kind = self.view.kind.map(|of| kind(self.language(), of).to_owned());
        let support = Some(self.view.support).filter(|of| *of != Support::Any);
        let support = support.map(|of| self.support(of).to_owned());
        let filters: Vec<String> = [query, of_kind, support].into_iter().flatten().collect();
        let said = self.talk.say_with(words.empty, "filters", filters.join(words.and));
        let clear = self.talk.button("act", words.clear, does(Act::FiltersCleared));
        fill!("<div class=ct-none><p>{}</p><p>{}</p>{}</div>", said, words.empty_hint, clear)
    }

    // The table.

    fn table(&self, shown: &[&'static Row]) -> Html {
        let heads = Moment::ALL.map(|of| self.head(moment(self.language(), of)[0], Column::Moment(of)));
        let fixture = &table().rows[Preset::Fixture as usize];
        let rows = shown.iter().map(|row| self.row(row, fixture));
        let class = if self.view.only_differences { "ct-table is-compared" } else { "ct-table" };
        fill!(
            "<table class={} role=table aria-label={}><thead role=rowgroup><tr role=row>{}{}</tr></thead><tbody role=rowgroup>{}</tbody></table>",
            class,
            self.words.table,
            self.head(self.words.contract, Column::Name),
            Vec::from(heads),
            rows.collect::<Vec<_>>()
        )
    }

    /// The head of a column, which sorts by it.
    fn head(&self, name: &'static str, column: Column) -> Html {
        let sort = self.view.sort;
        let order = if sort.is_descending { "descending" } else { "ascending" };
        let order = (sort.column == Some(column)).then_some(order);
        let sign = order.map(|order| if order == "ascending" { " ↑" } else { " ↓" });
        fill!(
            "<th key={} role=columnheader scope=col aria-sort={}><button type=button @click={}>{}<span aria-hidden=true>{}</span></button></th>",
            name,
            order,
            self.on(Act::SortedBy(column)),
            name,
            sign
        )
    }

    fn row(&self, row: &'static Row, fixture: &'static Row) -> Html {
        let name = preset(self.language(), row.preset);
        let cells = Moment::ALL.map(|of| {
            let same = fixture.cells[of as usize].as_ref().filter(|_| row.preset != Preset::Fixture);
            self.cell(row, of, same)
        });
        fill!(
            "<tr key={} role=row class={}><th role=rowheader scope=row><button type=button id={} class=ct-name aria-haspopup=dialog @click={}>{}<span class=vh>{}{}</span></button><span class=ct-kind>{}</span></th>{}</tr>",
            row.preset.name(),
            (row.preset == Preset::Fixture).then_some("is-base"),
            name_id(row.preset),
            self.on(Act::SheetOpened(row.preset)),
            name,
            self.words.gap,
            self.words.see_knobs,
            kind(self.language(), Kind::of(row.preset)),
            Vec::from(cells)
        )
    }

    /// A cell: what its run came to, which is a press away, and what that rests on, likewise.
    fn cell(&self, row: &'static Row, of: Moment, fixture: Option<&Cell>) -> Html {
        let words = self.words;
        let name = moment(self.language(), of)[0];
        let Some(cell) = &row.cells[of as usize] else {
            return fill!("<td key={} role=cell data-l={}><p>{}</p></td>", name, name, words.beyond);
        };
        let is_same = self.view.only_differences && fixture.is_some_and(|fixture| cell.is_like(fixture));
        let is_other = self.view.moment.is_some_and(|only| only != of);
        let class = match (is_same, is_other) {
            (false, false) => None,
            (true, false) => Some("is-same"),
            (false, true) => Some("is-other"),
            (true, true) => Some("is-same is-other"),
        };
        let whose = [preset(self.language(), row.preset), words.colon, name, words.colon].concat();
        let own = cell.code.as_ref().or(cell.marker.as_ref());
        let own = own.map(|own| fill!("<code>{}</code>", breakable(own)));
        let when = cell.promised.map(|promised| {
            let template = if cell.is_from_end_of_order { words.after_order } else { words.after };
            let said = self.talk.say_with(template, "dur", names::duration(self.language(), promised));
            fill!("<span class=ct-when>{}</span>", said)
        });
        let same =
            is_same.then(|| fill!("<span class=ct-same>= <span class=vh>{}</span></span>", words.same));
        fill!(
            "<td key={} role=cell data-l={} class={}><button type=button class=ct-run @click={}><span class=vh>{}</span>{}{}{}{}<span class=vh>{}{}</span></button>{}</td>",
            name,
            name,
            class,
            self.on(Act::RunOpened(row.preset, of)),
            whose,
            when,
            self.said(cell, same),
            own,
            self.left(cell),
            words.gap,
            words.see_run,
            self.sure(row.preset, cell)
        )
    }

    /// The answer: its status, and what it means.
    fn said(&self, cell: &Cell, same: Option<Html>) -> Html {
        let status = cell.status.to_string();
        let said = &cell.said[self.language() as usize];
        let means = said.strip_prefix(&status).unwrap_or(said);
        let means = means.trim_start_matches([',', '，', ' ']).to_owned();
        let class = if cell.status >= 400 { "ct-st is-refusal" } else { "ct-st" };
        fill!("<span class=ct-said>{}<b class={}>{}</b> {}</span>", same, class, status, means)
    }

    /// What it leaves behind: effects, a replay, what the audit found.
    fn left(&self, cell: &Cell) -> Html {
        let words = self.words;
        let worst = WORST.into_iter().find(|of| cell.findings.contains(of));
        let worst = worst.or_else(|| cell.findings.first().copied());
        let bad = worst.map(|of| {
            let sign = raw("<svg class='ct-mark' viewBox='0 0 12 12' aria-hidden='true'><path class='m-bad' d='M6 .8 11.6 11H.4z'/><path class='m-paper' d='M6 4v3.4M6 8.6v1.2'/></svg>".to_owned());
            fill!("<span class=ct-bad>{}{}</span>", sign, finding(self.language(), of))
        });
        let replay = cell.is_replay.then(|| {
            let sign = raw("<svg class='ct-mark' viewBox='0 0 12 12' aria-hidden='true'><path class='m-line' d='M10 6a4 4 0 1 1-1.6-3.2'/><path class='m-ink' d='M10.6 .8v3.4H7.2z'/></svg>".to_owned());
            fill!("<span>{}{}</span>", sign, words.replayed)
        });
        fill!(
            "<span class=ct-left><span>{}{}</span>{}{}</span>",
            coins(cell.effects),
            self.talk.say(words.effects, &[("n", Value::Count(cell.effects))]),
            replay,
            bad
        )
    }

    /// What a cell rests on, each part a press from its source.
    fn sure(&self, of: Preset, cell: &Cell) -> Html {
        let words = self.words;
        if cell.assumed.is_empty() {
            let source = source_of(of, of.citation(cell.rests_on));
            let said = cited(self.talk, certainty(self.language(), cell.certainty).to_owned(), source);
            return fill!("<p class=ct-sure>{}{}</p>", mark(cell.certainty), said);
        }
        let is_partly = |citation: Citation| {
            citation.assumes && matches!(citation.certainty, Certainty::Verified | Certainty::Secondary)
        };
        let parts = cell.assumed.iter().map(|part: &Knob| (*part, of.citation(*part)));
        let all_partly = parts.clone().all(|(_, citation)| is_partly(citation));
        let links = parts.enumerate().map(|(n, (part, citation))| {
            let comma = if n + 1 < cell.assumed.len() { words.and } else { "" };
            let name = cited(self.talk, knob(self.language(), part).to_owned(), source_of(of, citation));
            fill!("<span key={}>{}{}</span>", part.name(), name, comma)
        });
        fill!(
            "<p class=ct-sure>{}{}{}{}</p>",
            mark(Certainty::NotDocumented),
            if all_partly { words.assumed_partly } else { words.assumed },
            words.colon,
            links.collect::<Vec<_>>()
        )
    }
}

/// Effects as coins; the second of one intent is ringed.
fn coins(effects: u32) -> Html {
    let coin = |n: u32| {
        let ring = if n > 0 { "<circle class='m-ring' cx='6' cy='6' r='5.4'/>" } else { "" };
        format!(
            "<svg class='ct-mark' viewBox='0 0 12 12' aria-hidden='true'>{ring}<circle class='m-line' cx='6' cy='6' r='3.4'/></svg>"
        )
    };
    let none =
        "<svg class='ct-mark' viewBox='0 0 12 12' aria-hidden='true'><path class='m-line' d='M3 6h6'/></svg>";
    raw(if effects == 0 { none.to_owned() } else { (0..effects.min(3)).map(coin).collect() })
}

/// A code that may break where its words do.
fn breakable(code: &str) -> Html {
    let mut parts = Vec::new();
    let mut start = 0;
    let letters: Vec<(usize, char)> = code.char_indices().collect();
    for pair in letters.windows(2) {
        let [(_, one), (at, other)] = *pair else { continue };
        if one == '_' || (one.is_ascii_lowercase() && other.is_ascii_uppercase()) {
            parts.push(text(code[start..at].to_owned()));
            parts.push(fill!("<wbr/>"));
            start = at;
        }
    }
    parts.push(text(code[start..].to_owned()));
    list(parts)
}

/// A name at the beginning of a line.
fn label(name: &str) -> String {
    capitalised(name)
}
