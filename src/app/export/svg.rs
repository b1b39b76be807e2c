//! The figure as a picture of its own: one SVG file with its style, a title, a description, lane heads, times, and the
//! sentences beside the marks.
//!
//! Drawn from the scene that the page draws, by the same hand ([`crate::app::svg`]). Its style is the page's: the rules of
//! the figure and the tokens that they use are taken from the page's style sheets when this is compiled, the light
//! values first and the dark ones where the reader prefers them. The file refers to nothing outside itself.

use super::{one_line, title};
use crate::app::scene::{LaneKind, Layout, Scene, lanes};
use crate::app::svg::{DEFS, Fill, put, still};
use crate::app::text::events::sentence;
use crate::app::text::export::ExportTexts;
use crate::app::text::template::{Value, event_number, plain, render};
use crate::app::text::verdict::verdict;
use crate::app::text::{Language, lab_texts, names, texts};
use crate::sim::run::Run;
use crate::sim::trace::EventSeq;

const TOKENS: &str = include_str!("../../../static/css/tokens.css");
const RULES: &str = include_str!("../../../static/css/figure.css");

/// Widths of the columns, in pixels: times, the world, sentences.
const RULER: u32 = 84;
const WORLD: u32 = 620;
/// What each client beyond the second adds.
const MORE: u32 = 90;
const TOLD: u32 = 380;
/// Where the figure begins.
const TOP: u32 = 76;
const MARGIN: u32 = 24;
/// Width of a line of a sentence, in units of half a CJK character.
const LINE: u32 = 46;
/// Height of a line.
const HEIGHT: u32 = 18;

/// The run as an SVG file.
pub(super) fn write(language: Language, run: &Run) -> String {
    let words = &lab_texts(language).export;
    let lines = |events: &[Option<EventSeq>]| {
        let event = events.first().copied().flatten().and_then(|seq| run.trace.event(seq));
        event.map_or(1, |event| told(language, run, event.seq).len() as u32)
    };
    let scene = Scene::of(&[run], Layout { compact: false, true_scale: false }, &lines);
    let more = (run.scenario.clients.len() as u32).saturating_sub(2) * MORE;
    let mut picture = Picture { language, run, words, scene, world: WORLD + more, out: String::new() };
    picture.draw();
    picture.out
}

struct Picture<'a> {
    language: Language,
    run: &'a Run,
    words: &'static ExportTexts,
    scene: Scene,
    world: u32,
    out: String,
}

impl Picture<'_> {
    fn put(&mut self, template: &str, fills: &[Fill<'_>]) {
        put(&mut self.out, template, fills);
    }

    fn draw(&mut self) {
        let width = RULER + self.world + TOLD + MARGIN;
        let height = TOP + self.scene.height + MARGIN;
        let (name, desc) = (self.name(), self.description());
        let size = [Fill::Number(width.into()), Fill::Number(height.into())];
        let lang = Fill::Markup(self.language.tag());
        self.put(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}' viewBox='0 0 {} {}' xml:lang='{}' role='img' aria-labelledby='run-title run-desc'>\n",
            &[size[0], size[1], size[0], size[1], lang],
        );
        self.put("<title id='run-title'>{}</title>\n", &[Fill::Words(&name)]);
        self.put("<desc id='run-desc'>{}</desc>\n", &[Fill::Words(&desc)]);
        self.put("<style>{}</style>\n", &[Fill::Markup(&style())]);
        self.out.push_str(DEFS);
        self.put("<rect class='paper' width='{}' height='{}'/>\n", &size);
        self.put(
            "<text class='run-name' x='{}' y='30'>{}</text>\n",
            &[Fill::Number(MARGIN.into()), Fill::Words(&name)],
        );
        self.heads();
        self.times();
        let marks = still(self.language, self.run, &self.scene, 0);
        let place = [RULER, TOP, self.world, self.scene.height].map(|n| Fill::Number(n.into()));
        self.put("<svg class='at' x='{}' y='{}' width='{}' height='{}'>", &place);
        self.out.push_str(&marks);
        self.out.push_str("</svg>\n");
        self.folds();
        self.sentences();
        self.out.push_str("</svg>\n");
    }

    fn name(&self) -> String {
        title(self.language, self.run).unwrap_or_else(|| self.words.untitled.to_owned())
    }

    /// The counts and what was found, as sentences: the picture's text twin in short.
    fn description(&self) -> String {
        let end = &self.run.end;
        let slots = [
            ("meant", Value::Count(end.meant())),
            ("attempts", Value::Count(end.attempts.len() as u32)),
            ("made", Value::Count(end.standing().count() as u32)),
            ("replays", Value::Count(end.replays)),
            ("refused", Value::Count(end.refusals)),
        ];
        let mut said = plain(&render(self.language, self.words.counts, &slots), self.language);
        for line in verdict(self.language, self.run) {
            said.push_str(texts(self.language).names.between);
            said.push_str(&plain(&line.pieces, self.language));
        }
        one_line(&said)
    }

    fn heads(&mut self) {
        let figure = &texts(self.language).figure;
        let y = Fill::Number((TOP - 12).into());
        self.put(
            "<text class='head end' x='{}' y='{}'>{}</text>",
            &[Fill::Number((RULER - 14).into()), y, Fill::Words(figure.seconds)],
        );
        let run = self.run;
        let is_alone = run.scenario.clients.len() == 1;
        for lane in lanes(run) {
            let words = match lane.kind {
                LaneKind::Client(_) if is_alone => figure.client,
                LaneKind::Client(client) => run.scenario.client_id(client),
                LaneKind::Api => figure.api,
                LaneKind::Records => figure.key_records,
                LaneKind::Ledger => figure.ledger,
                LaneKind::Provider => figure.provider,
            };
            let x = Fill::Number((RULER + lane.x * self.world / 1_000).into());
            self.put("<text class='head middle' x='{}' y='{}'>{}</text>", &[x, y, Fill::Words(words)]);
        }
        let told = Fill::Number((RULER + self.world + 44).into());
        self.put("<text class='head' x='{}' y='{}'>{}</text>", &[told, y, Fill::Words(figure.events)]);
        let right = Fill::Number((RULER + self.world + TOLD).into());
        let line = Fill::Number((TOP - 2).into());
        self.put("<path class='rule' d='M{} {}H{}'/>\n", &[Fill::Number(MARGIN.into()), line, right]);
    }

    /// Over the marks: what goes on through a long wait is not drawn there.
    fn folds(&mut self) {
        let right = RULER + self.world + TOLD;
        for fold in self.scene.folds.clone() {
            let length = [("dur", Value::Name(names::duration(self.language, fold.wait)))];
            let folded = texts(self.language).figure.folded;
            let said = plain(&render(self.language, folded, &length), self.language);
            let top = TOP + fold.top;
            let place = [MARGIN, top, right - MARGIN, fold.height].map(|n| Fill::Number(n.into()));
            self.put("<rect class='fold' x='{}' y='{}' width='{}' height='{}'/>", &place);
            let (x, y) = (RULER + self.world / 4, top + fold.height / 2 + 4);
            self.put(
                "<text class='head middle' x='{}' y='{}'>{}</text>\n",
                &[Fill::Number(x.into()), Fill::Number(y.into()), Fill::Words(&said)],
            );
        }
    }

    fn times(&mut self) {
        let ticks: Vec<_> = self
            .scene
            .rows
            .iter()
            .filter(|row| row.has_tick)
            .map(|row| (row.y, names::clock(row.at)))
            .collect();
        for (y, clock) in ticks {
            let place = [RULER - 14, TOP + y + 4].map(|n| Fill::Number(n.into()));
            self.put(
                "<text class='time' x='{}' y='{}'>{}</text>\n",
                &[place[0], place[1], Fill::Words(&clock)],
            );
        }
    }

    fn sentences(&mut self) {
        let rows: Vec<(u32, Option<EventSeq>)> =
            self.scene.rows.iter().map(|row| (row.top, row.events.first().copied().flatten())).collect();
        let x = RULER + self.world + 44;
        for (top, seq) in rows {
            let Some(seq) = seq else { continue };
            let mut y = TOP + top + 21;
            self.put(
                "<text class='n' x='{}' y='{}'>{}</text>",
                &[
                    Fill::Number((x - 10).into()),
                    Fill::Number(y.into()),
                    Fill::Number(event_number(seq).into()),
                ],
            );
            self.out.push_str("<text class='told'>");
            for line in told(self.language, self.run, seq) {
                self.put(
                    "<tspan x='{}' y='{}'>{}</tspan>",
                    &[Fill::Number(x.into()), Fill::Number(y.into()), Fill::Words(&line)],
                );
                y += HEIGHT;
            }
            self.out.push_str("</text>\n");
        }
    }
}

/// An event's sentence in lines.
fn told(language: Language, run: &Run, seq: EventSeq) -> Vec<String> {
    let Some(event) = run.trace.event(seq) else { return Vec::new() };
    super::wrapped(&plain(&sentence(language, run, event), language), LINE)
}

/// The style: the page's tokens in light and dark, the figure's rules, and what only this file has.
fn style() -> String {
    let mut out = "svg{color-scheme:light dark;".to_owned();
    out.push_str(&tokens(0));
    out.push_str("--sans:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans','PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif;--mono:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;--t-xs:11px;--t-s:12px;--t-m:13px}\n");
    out.push_str("@media (prefers-color-scheme:dark){svg{");
    out.push_str(&tokens(1));
    out.push_str("}}\n");
    for line in rules() {
        out.push_str(line);
        out.push('\n');
    }
    out.push_str(".paper{fill:var(--paper)}.rule{stroke:var(--ink)}.fold{fill:var(--surface);stroke:var(--rule);stroke-dasharray:3 3}\n");
    out.push_str(".run-name{fill:var(--ink);font:700 18px/1 var(--sans)}.head{fill:var(--ink-2);font:12px/1 var(--sans)}.head.end,.time,.n{text-anchor:end}.middle{text-anchor:middle}\n");
    out.push_str(".time{fill:var(--ink-2);font:11px/1 var(--mono)}.n{fill:var(--ink-3);font:12px/1 var(--sans)}.told{fill:var(--ink);font:13px/1 var(--sans)}\n");
    out
}

/// The tokens that are colours, light (0) or dark (1), as declarations.
fn tokens(which: usize) -> String {
    let mut out = String::new();
    for part in TOKENS.split("--").skip(1) {
        let Some((name, rest)) = part.split_once(':') else { continue };
        let pair = rest.trim_start().strip_prefix("light-dark(").and_then(|rest| rest.split_once(')'));
        let colour = pair.and_then(|(pair, _)| pair.split(',').nth(which));
        if let Some(colour) = colour {
            out.push_str(&format!("--{name}:{};", colour.trim()));
        }
    }
    out
}

/// The rules of the figure's marks, line by line.
fn rules() -> impl Iterator<Item = &'static str> {
    let is_end = |line: &&str| line.starts_with(".true-scale");
    RULES
        .lines()
        .skip_while(|line| !line.starts_with(".at "))
        .take_while(move |line| !is_end(line))
        .filter(|line| !line.starts_with(".pencil"))
}
