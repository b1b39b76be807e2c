//! The stage: the figure with its rows, sentences and cursor, what can be done to a tapped thing, and below it the
//! transport, the counts, the verdict and the legend.

use std::rc::Rc;

use yew::prelude::*;

use super::figure::World;
use super::pieces::Voice;
use super::tally::{Row as TallyRow, tally};
use super::transport::Transport;
use super::verdict::Verdict;
use crate::app::faults::{Chip, chips};
use crate::app::reduce::Action;
use crate::app::scene::{Lane, LaneKind, Layout, Scene};
use crate::app::sentences::{self, RowSentence};
use crate::app::state::{Selection, Speed, Stage as StageState};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, names, texts};
use crate::platform::input;
use crate::sim::project::State;
use crate::sim::run::Run;
use crate::sim::scenario::{FailAt, FaultKind};

/// How many sentences are drawn as one piece: moving the cursor redraws the piece it is in.
const CHUNK: usize = 16;

/// What the stage shows.
#[derive(Clone, PartialEq, Properties)]
pub struct StageProps {
    /// The language.
    pub language: Language,
    /// The figure and its cursor.
    pub stage: StageState,
    /// How it is laid out.
    pub layout: Layout,
    /// Whether it plays.
    pub is_playing: bool,
    /// How fast.
    pub speed: Speed,
    /// The figure's heading.
    pub title: AttrValue,
    /// Names of two worlds, where there are two.
    pub names: Vec<AttrValue>,
    /// The reader's guess, shown beside what was made.
    pub guess: Option<AttrValue>,
    /// More tools beside the heading.
    #[prop_or_default]
    pub tools: Html,
    /// What the reader does.
    pub act: Callback<Action>,
    /// The reader asked for the list of keys.
    pub on_help: Callback<()>,
}

/// The stage.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let StageProps { language, stage, layout, act, .. } = props;
    let all = texts(*language);
    let states: Vec<State> = stage
        .runs
        .iter()
        .enumerate()
        .map(|(world, run)| State::after(&run.trace, stage.scene.events_before(world as u8, stage.cursor)))
        .collect();
    let rows: Vec<TallyRow<'_>> = states
        .iter()
        .enumerate()
        .map(|(n, state)| TallyRow { name: props.names.get(n).map(AttrValue::as_str).filter(|_| states.len() > 1), state })
        .collect();
    let scale = {
        let act = act.clone();
        move |_| act.emit(Action::ScaleSwitched)
    };
    html! {
        <section class="stage" id="stage" aria-labelledby="stage-title">
            <div class="stage-head">
                <h2 id="stage-title">{ &props.title }</h2>
                <div class="stage-tools">
                    { props.tools.clone() }
                    <button type="button" class="act" aria-pressed={layout.true_scale.to_string()} onclick={scale}>{ all.transport.true_scale }</button>
                </div>
            </div>
            <Board language={*language} stage={stage.clone()} layout={*layout} names={props.names.clone()} title={props.title.clone()}
                act={act.clone()} on_help={props.on_help.clone()} />
            <Transport language={*language} stage={stage.clone()} is_playing={props.is_playing} speed={props.speed} act={act.clone()} />
            { tally(*language, &rows, props.guess.as_deref()) }
            <Verdict language={*language} runs={stage.runs.clone()} names={props.names.clone()} is_end={stage.cursor == stage.end()} act={act.clone()} />
            <Legend language={*language} />
        </section>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct BoardProps {
    language: Language,
    stage: StageState,
    layout: Layout,
    names: Vec<AttrValue>,
    title: AttrValue,
    act: Callback<Action>,
    on_help: Callback<()>,
}

#[component]
fn Board(props: &BoardProps) -> Html {
    let BoardProps { language, stage, layout, act, .. } = props;
    let all = texts(*language);
    let scene = &stage.scene;
    let is_list = layout.compact || layout.true_scale;
    let class = classes!(
        "board",
        (stage.runs.len() > 1).then_some("two"),
        is_list.then_some("compact"),
        layout.true_scale.then_some("true-scale"),
    );
    let worlds = stage.runs.iter().enumerate().map(|(n, run)| {
        let world = n as u8;
        let act = act.clone();
        let on_select = Callback::from(move |event: u32| act.emit(Action::Selected(Selection { world, event })));
        let title = props.names.get(n).unwrap_or(&props.title).clone();
        let name = plain(&render(*language, all.figure.timeline_of, &[("title", Value::Name(title.to_string()))]), *language);
        html! {
            <div key={n} class="world">
                <World scene={scene.clone()} run={run.clone()} {world} language={*language} {name} {on_select} />
                { chips_of(props, world) }
            </div>
        }
    });
    let line = scene.line(stage.cursor);
    let focus = stage.focus().and_then(|selection| stage.row(selection));
    let band = focus.and_then(|row| scene.rows.get(row as usize)).map(|row| {
        html! { <div class="band" style={format!("top:{}px;height:{}px", row.top, row.height.max(4))}></div> }
    });
    let at = (stage.cursor as usize).checked_sub(1).and_then(|row| scene.rows.get(row)).map(|row| row.at);
    let sentences = html! { <Sentences language={*language} scene={scene.clone()} runs={stage.runs.clone()} cursor={stage.cursor}
        focus={focus} {is_list} act={act.clone()} /> };
    html! {
        <div {class} id="board" role="group" tabindex="0" aria-label={all.figure.scroll_hint} onkeydown={keys(props)}>
            { heads(props) }
            if scene.rows.is_empty() { <p class="empty">{ all.inspector.no_events }</p> }
            <div class="body">
                { band }
                { for scene.folds.iter().map(|fold| html! {
                    <div key={fold.top} class="fold" style={format!("top:{}px;height:{}px", fold.top, fold.height)}>
                        { plain(&render(*language, all.figure.folded, &[("dur", Value::Name(names::duration(*language, fold.wait)))]), *language) }
                    </div>
                }) }
                <Ruler scene={scene.clone()} />
                <div class="worlds">{ for worlds }</div>
                if !is_list { { sentences.clone() } }
                <svg class="defs" aria-hidden="true" focusable="false"><defs><clipPath id="past">
                    <rect class="past-rect" x="-200" y="-40" width="4000" style={format!("height:{}px", line + 40)} />
                </clipPath></defs></svg>
                <div class="playhead" style={format!("top:{line}px")}>
                    <b>{ at.map(names::clock).unwrap_or_default() }</b>
                </div>
            </div>
            if is_list { { sentences } }
        </div>
    }
}

/// The keys that work while the figure has the focus.
fn keys(props: &BoardProps) -> Callback<KeyboardEvent> {
    let (act, on_help) = (props.act.clone(), props.on_help.clone());
    let end = props.stage.end();
    let focus = props.stage.focus();
    Callback::from(move |event: KeyboardEvent| {
        let Some((key, shift)) = input::key(&event) else { return };
        let step = |forward: bool| Action::Stepped { forward, by_attempt: shift };
        let action = match key.as_str() {
            " " => Action::PlayToggled,
            "ArrowLeft" => step(false),
            "ArrowRight" => step(true),
            "Home" => Action::CursorMoved(0),
            "End" => Action::CursorMoved(end),
            "Enter" => match focus {
                Some(selection) => Action::Selected(selection),
                None => return,
            },
            "Escape" => Action::Unselected,
            "?" => {
                event.prevent_default();
                on_help.emit(());
                return;
            }
            _ => return,
        };
        event.prevent_default();
        act.emit(action);
    })
}



fn heads(props: &BoardProps) -> Html {
    let all = texts(props.language);
    let worlds = props.stage.scene.worlds.iter().enumerate().map(|(n, world)| {
        let title = props.names.get(n).filter(|_| props.stage.runs.len() > 1);
        html! {
            <div key={n}>
                if let Some(title) = title { <p class="head-title">{ title }</p> }
                <p class="head-lanes" aria-hidden="true">{ for world.lanes.iter().map(|lane| lane_head(props, n, lane)) }</p>
            </div>
        }
    });
    let is_list = props.layout.compact || props.layout.true_scale;
    html! {
        <div class="heads">
            <div class="head-sec" aria-hidden="true">{ all.figure.seconds }</div>
            <div class="head-worlds">{ for worlds }</div>
            if !is_list { <div class="head-events">{ all.figure.events }</div> }
        </div>
    }
}

fn lane_head(props: &BoardProps, world: usize, lane: &Lane) -> Html {
    let words = &texts(props.language).figure;
    let run = &props.stage.runs[world];
    let name = match lane.kind {
        LaneKind::Client(client) if run.scenario.clients.len() > 1 => run.scenario.client_id(client).to_owned(),
        LaneKind::Client(_) => words.client.to_owned(),
        LaneKind::Api => words.api.to_owned(),
        LaneKind::Records => words.key_records.to_owned(),
        LaneKind::Ledger => words.ledger.to_owned(),
        LaneKind::Provider => words.provider.to_owned(),
    };
    html! { <span key={format!("{:?}", lane.kind)} style={format!("left:{}.{}%", lane.x / 10, lane.x % 10)}>{ name }</span> }
}

/// What can be done to the selected thing, beside it.
fn chips_of(props: &BoardProps, world: u8) -> Html {
    let stage = &props.stage;
    let Some(selection) = stage.selection.filter(|selection| selection.world == world) else { return Html::default() };
    let Some(run) = stage.runs.get(usize::from(world)) else { return Html::default() };
    let found = chips(run, selection.event);
    let (Some(row), false) = (stage.row(selection), found.is_empty()) else { return Html::default() };
    let words = &texts(props.language).faults;
    let Some(row) = stage.scene.rows.get(row as usize) else { return Html::default() };
    let buttons = found.into_iter().map(|Chip { fault, is_on }| {
        let act = props.act.clone();
        let onclick = move |_| act.emit(Action::FaultSwitched { world, fault });
        let name = match fault.kind {
            FaultKind::Lose(_) => words.lose.to_owned(),
            FaultKind::Delay { by, .. } => {
                let dur = Value::Name(names::duration(props.language, by));
                plain(&render(props.language, words.delay_by, &[("dur", dur)]), props.language)
            }
            FaultKind::Duplicate { .. } => words.duplicate.to_owned(),
            FaultKind::Fail { at: FailAt::BeforeEffect, .. } => words.fail_before.to_owned(),
            FaultKind::Fail { at: FailAt::AfterEffect, .. } => words.fail_after.to_owned(),
            FaultKind::Crash { .. } => words.crash_here.to_owned(),
        };
        html! { <button key={name.clone()} type="button" aria-pressed={is_on.to_string()} {onclick}>{ name }</button> }
    });
    let name = run.trace.event(selection.event).map(|event| crate::app::text::events::name(props.language, event));
    let what = Value::Text(name.unwrap_or_default().to_owned());
    let group = plain(&render(props.language, texts(props.language).figure.chips_of, &[("what", what)]), props.language);
    let style = format!("top:{}px", row.top + row.height.min(34) + 2);
    html! { <div class="chips" role="group" aria-label={group} {style}>{ for buttons }</div> }
}

#[derive(Clone, Properties)]
struct RulerProps {
    scene: Rc<Scene>,
}

impl PartialEq for RulerProps {
    fn eq(&self, other: &RulerProps) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
    }
}

#[component]
fn Ruler(props: &RulerProps) -> Html {
    let ticks = props.scene.rows.iter().enumerate().filter(|(_, row)| row.has_tick);
    let ticks = ticks.map(|(n, row)| {
        html! { <span key={n} style={format!("top:{}px", row.y)}>{ names::clock(row.at) }</span> }
    });
    html! { <div class="ruler" aria-hidden="true">{ for ticks }</div> }
}

#[derive(Clone, Properties)]
struct SentencesProps {
    language: Language,
    scene: Rc<Scene>,
    runs: Vec<Rc<Run>>,
    cursor: u32,
    focus: Option<u32>,
    is_list: bool,
    act: Callback<Action>,
}

impl PartialEq for SentencesProps {
    fn eq(&self, other: &SentencesProps) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
            && self.language == other.language
            && (self.cursor, self.focus, self.is_list) == (other.cursor, other.focus, other.is_list)
    }
}

/// The same rows as an ordered list: what a screen reader walks, and what stands beside the picture.
#[component]
fn Sentences(props: &SentencesProps) -> Html {
    let all = texts(props.language);
    let rows = props.scene.rows.len();
    let chunks = (0..rows.div_ceil(CHUNK)).map(|n| {
        let first = n * CHUNK;
        let within = |row: u32| (row as usize).clamp(first, first + CHUNK + 1) as u32;
        let focus = props.focus.filter(|row| (first..first + CHUNK).contains(&(*row as usize)));
        html! {
            <Chunk key={n} language={props.language} scene={props.scene.clone()} runs={props.runs.clone()} first={first as u32}
                cursor={within(props.cursor)} {focus} is_list={props.is_list} act={props.act.clone()} />
        }
    });
    html! { <ol class="events" aria-label={all.figure.text_version}>{ for chunks }</ol> }
}

#[derive(Clone, Properties)]
struct ChunkProps {
    language: Language,
    scene: Rc<Scene>,
    runs: Vec<Rc<Run>>,
    first: u32,
    cursor: u32,
    focus: Option<u32>,
    is_list: bool,
    act: Callback<Action>,
}

impl PartialEq for ChunkProps {
    fn eq(&self, other: &ChunkProps) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
            && self.language == other.language
            && (self.first, self.cursor, self.focus, self.is_list)
                == (other.first, other.cursor, other.focus, other.is_list)
    }
}

#[component]
fn Chunk(props: &ChunkProps) -> Html {
    let runs: Vec<&Run> = props.runs.iter().map(Rc::as_ref).collect();
    let first = props.first as usize;
    let rows = props.scene.rows.iter().enumerate().skip(first).take(CHUNK);
    let rows = rows.map(|(n, row)| {
        let told = sentences::of_row(props.language, &runs, &row.events);
        let n = n as u32;
        let is_current = n + 1 == props.cursor;
        let class = if n >= props.cursor { "is-later" } else { "" };
        let style = (!props.is_list).then(|| format!("top:{}px;height:{}px", row.top, row.height));
        let tabindex = if props.focus.map_or(is_current, |focus| focus == n) { "0" } else { "-1" };
        let act = props.act.clone();
        let select = told.last().map(|last| {
            let world = last.world.unwrap_or(props.runs.len().saturating_sub(1) as u8);
            Selection { world, event: last.event }
        });
        let onclick = move |_| {
            if let Some(selection) = select {
                act.emit(Action::EventFollowed(selection));
            }
        };
        html! {
            <li key={n} {class} {style}>
                <span class="n" aria-hidden="true">{ n + 1 }</span>
                <button type="button" {tabindex} aria-current={is_current.then_some("step")} {onclick}>
                    { for told.iter().map(|told| sentence(props, told)) }
                    <span class="vh">{ format!(" {}", names::instant(props.language, row.at)) }</span>
                </button>
            </li>
        }
    });
    html! { <>{ for rows }</> }
}

fn sentence(props: &ChunkProps, told: &RowSentence) -> Html {
    let words = &texts(props.language).figure;
    let side = told.world.map(|world| if world == 0 { words.left } else { words.right });
    let voice = Voice { language: props.language, world: told.world.unwrap_or(0), act: Callback::noop() };
    html! {
        <span key={told.world.map_or(9, usize::from)} style="display:block">
            if let Some(side) = side { <span class="side">{ side }</span> }
            { voice.say(&told.pieces) }
        </span>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct LegendProps {
    language: Language,
}

#[component]
fn Legend(props: &LegendProps) -> Html {
    let all = texts(props.language);
    let words = &all.legend;
    let entries = [
        (words.request, html! { <line class="msg key-a" x1="0" y1="3" x2="30" y2="11" marker-end="url(#tip)" /> }),
        (words.response, html! { <line class="msg reply key-a" x1="34" y1="3" x2="6" y2="11" marker-end="url(#tip-open)" /> }),
        (words.lost, html! { <><line class="msg reply key-a" x1="34" y1="4" x2="12" y2="8" /><use href="#cross" transform="translate(10 8)" /></> }),
        (words.replay, html! { <><line class="dbl-o key-a" x1="0" y1="7" x2="30" y2="7" /><line class="dbl-i" x1="0" y1="7" x2="30" y2="7" /></> }),
        (words.claim, html! { <g class="key-a"><rect class="rec rec-claim" x="2" y="2" width="28" height="10" /><path class="hatch" d="M4 12l8 -10M11 12l8 -10M18 12l8 -10" /></g> }),
        (words.completed, html! { <rect class="rec rec-done key-a" x="2" y="2" width="28" height="10" /> }),
        (words.uncommitted, html! { <rect class="rec rec-ghost key-a" x="2" y="2" width="28" height="10" /> }),
        (words.order, html! { <g transform="translate(16 7) scale(.8)"><use href="#coin-s" /></g> }),
        (words.twice, html! { <g transform="translate(16 7)"><use href="#tri" /></g> }),
        (words.crash, html! { <path class="jag" d="M2 8l6 -6 6 10 6 -10 6 6" /> }),
    ];
    let entries = entries.into_iter().map(|(name, picture)| {
        html! { <span key={name}><svg aria-hidden="true">{ picture }</svg>{ name }</span> }
    });
    html! { <p class="legend" aria-label={words_name(all)}>{ for entries }</p> }
}

const fn words_name(all: &'static crate::app::text::Texts) -> &'static str {
    all.figure.legend
}
