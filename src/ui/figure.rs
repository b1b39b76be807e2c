//! One world of the figure as SVG: lanes, marks in ink, the same marks in pencil for what has not happened yet.
//!
//! Drawn once per scene: moving the cursor changes only the shared clip rectangle (see [`super::stage`]). It
//! deliberately computes no positions; the scene has them.

use std::rc::Rc;

use yew::prelude::*;

use super::labels::label_text;
use super::shapes::{key_class, key_tag, span_class};
use crate::app::scene::{CallKind, Label, LaneKind, Mark, MessageEnd, RecordLook, Scene, Shape, SpanEnd};
use crate::app::text::Language;
use crate::sim::run::Run;
use crate::sim::scenario::Direction;
use crate::sim::trace::{Belief, Meaning};

/// What a world's picture depends on.
#[derive(Clone, Properties)]
pub struct WorldProps {
    /// The scene.
    pub scene: Rc<Scene>,
    /// The world's run.
    pub run: Rc<Run>,
    /// Which world, from 0.
    pub world: u8,
    /// The words' language.
    pub language: Language,
    /// The figure's accessible name.
    pub name: AttrValue,
    /// Somebody pressed a mark: the event's number.
    pub on_select: Callback<u32>,
}

impl PartialEq for WorldProps {
    fn eq(&self, other: &WorldProps) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
            && Rc::ptr_eq(&self.run, &other.run)
            && (self.world, self.language) == (other.world, other.language)
            && self.name == other.name
    }
}

/// The picture of one world.
#[component]
pub fn World(props: &WorldProps) -> Html {
    let WorldProps { scene, run, world, language, name, on_select } = props;
    let Some(picture) = scene.worlds.get(usize::from(*world)) else { return Html::default() };
    let height = scene.height.to_string();
    let id = format!("world-{world}");
    let past = format!("#{id}");
    let on_select = on_select.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        if let Some(seq) = crate::platform::input::data(&event, "e").and_then(|text| text.parse().ok()) {
            on_select.emit(seq);
        }
    });
    let lanes = picture.lanes.iter().map(|lane| {
        let x = percent(lane.x);
        let key = format!("{:?}", lane.kind);
        html! { <line {key} class="lane" x1={x.clone()} x2={x} y1="0" y2={height.clone()} /> }
    });
    let api = picture.lanes.iter().find(|lane| lane.kind == LaneKind::Api).map_or(0, |lane| lane.x);
    let first = picture.lanes.first().map_or(0, |lane| lane.x);
    let marks = picture.marks.iter().enumerate().map(|(n, mark)| {
        let label = mark.label.as_ref().map(|label| label_text(*language, run, label));
        html! { <g key={n}>{ draw(mark, label, run) }</g> }
    });
    let hits = picture.marks.iter().enumerate().filter_map(|(n, mark)| hit(n, mark));
    html! {
        <svg class="lanes" width="100%" height={height.clone()} role="img" aria-label={name.clone()} {onclick}>
            <rect class="net" x={percent(first)} y="0" width={percent(api.saturating_sub(first))} height={height.clone()} />
            <g>{ for lanes }</g>
            <use class="pencil" href={past} />
            <g clip-path="url(#past)"><g {id}>{ for marks }</g></g>
            <g class="hits">{ for hits }</g>
        </svg>
    }
}

fn percent(permille: u32) -> String {
    format!("{}.{}%", permille / 10, permille % 10)
}

/// A nested SVG at a point, so that pixel offsets can be used inside.
fn at(x: u32, y: u32, inside: Html) -> Html {
    html! { <svg x={percent(x)} y={y.to_string()} class="at">{ inside }</svg> }
}

fn words(class: &'static str, x: i32, y: i32, label: Option<AttrValue>) -> Html {
    match label {
        Some(label) => html! { <text class={class} x={x.to_string()} y={y.to_string()}>{ label }</text> },
        None => Html::default(),
    }
}

/// A transparent target over a mark that can be pressed.
fn hit(n: usize, mark: &Mark) -> Option<Html> {
    let e = mark.event.to_string();
    Some(match &mark.shape {
        Shape::Message { x1, y1, x2, y2, .. } => html! {
            <line key={n} class="hit" data-e={e} x1={percent(*x1)} y1={y1.to_string()} x2={percent(*x2)} y2={y2.to_string()} />
        },
        Shape::Work { x, dx, y1, y2, .. } | Shape::Wait { x, dx, y1, y2, .. } | Shape::Record { x, dx, y1, y2, .. } => {
            let height = y2.saturating_sub(*y1).to_string();
            html! {
                <svg key={n} x={percent(*x)} class="at">
                    <rect class="hit-bar" data-e={e} x={(dx - 8).to_string()} y={y1.to_string()} width="16" {height} />
                </svg>
            }
        }
        Shape::Call { x1, x2, y, .. } => html! {
            <line key={n} class="hit" data-e={e} x1={percent(*x1)} y1={y.to_string()} x2={percent(*x2)} y2={y.to_string()} />
        },
        Shape::Coin { x, y, .. } | Shape::Node { x, y, .. } => html! {
            <circle key={n} class="hit-bar" data-e={e} cx={percent(*x)} cy={y.to_string()} r="16" />
        },
        Shape::Crash { x, y1, .. } => html! {
            <circle key={n} class="hit-bar" data-e={e} cx={percent(*x)} cy={y1.to_string()} r="18" />
        },
        _ => return None,
    })
}

fn draw(mark: &Mark, label: Option<AttrValue>, run: &Run) -> Html {
    match &mark.shape {
        Shape::Message { .. } => message(mark, label),
        Shape::Wait { x, dx, y1, y2, end } => at(*x, 0, wait(*dx, *y1, *y2, *end, label)),
        Shape::Unknown { x, y1, y2 } => at(*x, 0, html! {
            <>
                <path class="unknown" d={format!("M0 {}V{y2}", y1 + 2)} />
                { plate(*y1 as i32, label, "plate plate-unknown") }
            </>
        }),
        Shape::Node { x, dx, y, number } => at(*x, *y, html! {
            <>
                <circle class="node" cx={dx.to_string()} r="8.5" />
                <text class="node-n" x={dx.to_string()} y="4">{ number }</text>
                { words("lab halo", 14, -6, label) }
            </>
        }),
        Shape::Note { y, .. } if matches!(mark.label, Some(Label::Until(_))) => at(1000, *y, words("lab end quiet halo", -6, 0, label)),
        Shape::Note { x, y } => at(*x, *y, note(mark, label)),
        Shape::Work { x, dx, y1, y2, end } => at(*x, 0, html! {
            <>
                <rect class={classes!("work", span_class(*end))} x={(dx - 5).to_string()} y={y1.to_string()} width="10"
                    height={y2.saturating_sub(*y1).max(4).to_string()} />
            </>
        }),
        Shape::Hold { x, dx, y1, y2 } => at(*x, 0, html! {
            <rect class="hold" x={(dx - 3).to_string()} y={y1.to_string()} width="6" height={y2.saturating_sub(*y1).to_string()} />
        }),
        Shape::Call { .. } => call(mark, label),
        Shape::Record { .. } => record(mark, label),
        Shape::Coin { .. } => coin(mark, label, run),
        Shape::Crash { x, y1, y2 } => at(*x, 0, html! {
            <>
                <rect class="gap" x="-16" y={(y1 + 2).to_string()} width="32" height={y2.saturating_sub(y1 + 2).to_string()} />
                <path class="jag" d={format!("M-16 {}l6 -7 6 12 6 -12 6 12 6 -7", y1 + 3)} />
                { words("lab strong halo", 20, *y1 as i32 + 14, label) }
            </>
        }),
        Shape::Execution { x1, x2, y } => html! {
            <>
                <line class="execution" x1={percent(*x1)} x2={percent(*x2)} y1={y.to_string()} y2={y.to_string()} />
                { at(*x1, *y, words("lab end quiet halo", -12, 3, label)) }
            </>
        },
        Shape::Span { x, dx, y1, y2, is_broken } => at(*x, 0, html! {
            <>
                <path class={classes!("bracket", is_broken.then_some("is-open"))}
                    d={format!("M{} {y1}H{dx}V{y2}{}", dx - dx.signum() * 6, if *is_broken { String::new() } else { format!("H{}", dx - dx.signum() * 6) })} />
                <text class={if *dx < 0 { "lab end halo" } else { "lab halo" }} x={(dx + dx.signum() * 5).to_string()}
                    y={(y1 + 42).to_string()}>{ label }</text>
            </>
        }),
    }
}

fn plate(y: i32, label: Option<AttrValue>, class: &'static str) -> Html {
    let Some(label) = label else { return Html::default() };
    let width: u32 = label.chars().map(|c| if (c as u32) < 0x2000 { 7 } else { 12 }).sum::<u32>() + 12;
    html! {
        <g {class}>
            <rect x="12" y={(y - 11).to_string()} width={width.to_string()} height="22" rx="2" />
            <text class="lab strong" x="18" y={(y + 4).to_string()}>{ label }</text>
        </g>
    }
}

fn wait(dx: i32, y1: u32, y2: u32, end: SpanEnd, label: Option<AttrValue>) -> Html {
    let height = y2.saturating_sub(y1).to_string();
    let bracket = (end == SpanEnd::TimedOut).then(|| {
        let d = format!("M{0} {y1}H{1}V{y2}H{0}", dx - 9, dx - 15);
        let cap = format!("M{} {y2}H{}", dx - 8, dx + 8);
        html! {
            <>
                <path class="bracket" {d} />
                <path class="cap" d={cap} />
                { words("lab end halo", dx - 19, (y1 + y2) as i32 / 2 + 4, label) }
            </>
        }
    });
    html! {
        <>
            <rect class={classes!("wait", span_class(end))} x={(dx - 3).to_string()} y={y1.to_string()} width="6" {height} />
            { bracket }
        </>
    }
}

fn message(mark: &Mark, label: Option<AttrValue>) -> Html {
    let Shape::Message { message, x1, y1, x2, y2, end, is_replay, copy } = &mark.shape else {
        return Html::default();
    };
    let key = key_class(mark.key);
    let is_lost = *end == MessageEnd::Lost;
    let stop = if is_lost { (x1 + 2 * x2) / 3 } else { *x2 };
    let middle = ((x1 + stop) / 2, (y1 + y2) / 2);
    let class = classes!("msg", key, (*message == Direction::Response).then_some("reply"), copy.then_some("copy"));
    let tip = match (message, end) {
        (_, MessageEnd::Lost) => None,
        (_, MessageEnd::Unheard | MessageEnd::Down) => Some("url(#tip-none)"),
        (Direction::Request, _) => Some("url(#tip)"),
        (Direction::Response, _) => Some("url(#tip-open)"),
    };
    let sign = match (&mark.label, message) {
        (_, Direction::Request) => key_tag(mark.key),
        (_, Direction::Response) if *is_replay => html! { <g><circle class="loop-plate" r="9" /><use href="#loop" /></g> },
        (Some(Label::Answer(answer)), _) if !matches!(answer.meaning, Meaning::Created(_)) => html! {
            <g class="pill"><rect x="-17" y="-9" width="34" height="18" rx="9" /><text y="4">{ answer.status }</text></g>
        },
        _ => Html::default(),
    };
    let label_class = if *message == Direction::Response { "lab end halo" } else { "lab halo" };
    let (label_x, label_y) = if *message == Direction::Response { (-14, -5) } else { (16, 26) };
    html! {
        <>
            <line {class} x1={percent(*x1)} y1={y1.to_string()} x2={percent(stop)} y2={y2.to_string()} marker-end={tip} />
            if is_lost {
                <line class="stub" x1={percent(stop)} y1={y2.to_string()} x2={percent(*x2)} y2={(y2 + y2.saturating_sub(*y1) / 2).to_string()} />
                { at(stop, *y2, html! { <use href="#cross" /> }) }
            }
            { at(middle.0, middle.1, sign) }
            { at(*x1, *y1, words(label_class, label_x, label_y, label)) }
        </>
    }
}

fn note(mark: &Mark, label: Option<AttrValue>) -> Html {
    match &mark.label {
        Some(Label::Belief(Belief::Unknown)) | Some(Label::Belief(_)) => plate(0, label, "plate"),
        Some(Label::Lost(_)) => words("lab strong halo", 12, 14, label),
        Some(Label::Unheard) => html! { <><circle class="end-none" r="4.5" />{ words("lab halo", 12, 4, label) }</> },
        Some(Label::Down) => words("lab end halo", -12, 16, label),
        Some(Label::KeyMade) => html! { <><g>{ key_tag(mark.key) }</g>{ words("lab halo", 14, 4, label) }</> },
        Some(Label::Expired) => html! { <><path class={classes!("expiry", key_class(mark.key))} d="M-12 0H12" />{ words("lab halo", 16, 4, label) }</> },
        Some(Label::PromiseOver) => html! { <><path class={classes!("expiry", "thin", key_class(mark.key))} d="M-12 0H12" />{ words("lab halo", 16, 4, label) }</> },
        Some(Label::LeaseOver) => html! { <><path class={classes!("lease-end", key_class(mark.key))} d="M-11 0H11" />{ words("lab halo", 16, 4, label) }</> },
        Some(Label::RolledBack) => html! { <><use href="#cross" />{ words("lab end strong halo", -14, -7, label) }</> },
        Some(Label::Back(_)) => html! { <><path class="cap" d="M-9 0H9" />{ words("lab end halo", -14, 4, label) }</> },
        Some(Label::Failed(_)) | Some(Label::FencedOut) => words("lab end strong halo", -14, 4, label),
        _ => words("lab halo", 14, 4, label),
    }
}

fn call(mark: &Mark, label: Option<AttrValue>) -> Html {
    let Shape::Call { x1, dx1, x2, dx2, y, kind } = &mark.shape else { return Html::default() };
    let key = key_class(mark.key);
    let y = y.to_string();
    let (from, to) = (percent(*x1), percent(*x2));
    match kind {
        CallKind::Replay => html! {
            <>
                <line class={classes!("dbl-o", key)} x1={to.clone()} y1={y.clone()} x2={from.clone()} y2={y.clone()} />
                <line class="dbl-i" x1={to} y1={y.clone()} x2={from} y2={y.clone()} />
                <svg x={percent(*x1)} y={y} class="at"><path class={classes!("back-tip", key)} d={format!("M{} 0l9 -5v10z", dx1 + 6)} /></svg>
            </>
        },
        CallKind::LookNothing | CallKind::LookBlocked => {
            let blocked = *kind == CallKind::LookBlocked;
            html! {
                <>
                    <line class={classes!("look", key)} x1={from} y1={y.clone()} x2={to} y2={y.clone()} />
                    <svg x={percent(*x2)} y={y.clone()} class="at">
                        if blocked { <path class={classes!("stop", key)} d={format!("M{} -6v12", dx2 - 9)} /> }
                        else { <circle class="look-end" cx={dx2.to_string()} r="3.5" /> }
                    </svg>
                    { at(*x1, y.parse().unwrap_or(0), words("lab halo", 16, -5, label)) }
                </>
            }
        }
        CallKind::Claim | CallKind::Record => html! {
            <line class={classes!("call-key", key)} x1={from} y1={y.clone()} x2={to} y2={y} marker-end="url(#tip-record)" />
        },
        CallKind::Effect => html! { <line class="call" x1={from} y1={y.clone()} x2={to} y2={y} marker-end="url(#tip-coin)" /> },
        CallKind::Commit => html! { <line class="commit" x1={from} y1={y.clone()} x2={to} y2={y} /> },
    }
}

fn record(mark: &Mark, label: Option<AttrValue>) -> Html {
    let Shape::Record { x, dx, y1, y2, look, end, starts } = &mark.shape else { return Html::default() };
    let look_class = match look {
        RecordLook::Ghost => "rec-ghost",
        RecordLook::Claim => "rec-claim",
        RecordLook::ClaimOver => "rec-over",
        RecordLook::Completed => "rec-done",
        RecordLook::Failed => "rec-failed",
        RecordLook::PastPromise => "rec-past",
    };
    let key = key_class(mark.key);
    let height = y2.saturating_sub(*y1).max(2);
    let tail = (*end == SpanEnd::Open).then(|| {
        let d = format!("M{} {y2}l5 6 5 -6", dx - 5);
        html! { <path class={classes!("tail", key)} {d} /> }
    });
    at(*x, 0, html! {
        <>
            <rect class="rec-plate" x={(dx - 7).to_string()} y={y1.to_string()} width="14" height={height.to_string()} />
            <rect class={classes!("rec", look_class, key)} x={(dx - 5).to_string()} y={y1.to_string()} width="10"
                height={height.to_string()} />
            if matches!(look, RecordLook::Claim | RecordLook::Ghost) && height > 8 {
                <path class={classes!("hatch", key)} d={hatch(*dx, *y1, *y1 + height)} />
            }
            { tail }
            if *starts && matches!(look, RecordLook::Claim | RecordLook::Ghost) {
                <svg x={dx.to_string()} y={y1.to_string()} class="at">{ key_tag(mark.key) }</svg>
            }
            { words("lab halo", 11.max(dx + 11), *y1 as i32 + 29, label) }
        </>
    })
}

/// Slanted strokes inside a bar: drawn as one path, so that they take the bar's own colour.
fn hatch(dx: i32, y1: u32, y2: u32) -> String {
    // A bar over a folded day is no longer than any other; very tall ones get wider strokes.
    let step = if y2 - y1 > 1_200 { 12 } else { 6 };
    let mut d = String::new();
    let mut y = y1 + 7;
    while y < y2 {
        d.push_str(&format!("M{} {}l9 -7", dx - 4, y));
        y += step;
    }
    d
}

fn coin(mark: &Mark, label: Option<AttrValue>, _run: &Run) -> Html {
    let Shape::Coin { x, y, number, twice, struck } = &mark.shape else { return Html::default() };
    let face = match number {
        Some(number) => html! {
            <>
                if *twice { <circle class="ring" r="17" /> }
                <use href="#coin" />
                <text class="coin-n" y="4.5">{ number }</text>
            </>
        },
        None => html! { <><circle class="coin-none" r="12" />if *struck { <use href="#cross" /> }</> },
    };
    let words = match (twice, label) {
        (true, Some(label)) => html! {
            <g><use href="#tri" x="-30" y="-14" /><text class="lab end bad halo" x="-40" y="-9">{ label }</text></g>
        },
        (_, label) => words("lab end quiet halo", -17, -6, label),
    };
    at(*x, *y, html! { <>{ face }{ words }</> })
}
