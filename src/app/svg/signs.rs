//! Small pictures: what the figures refer to, keys in running text, counted objects, marks over the scrubber, the
//! record's states, the legend.

use super::Fill::{Markup, Number, Permille, Words};
use super::{key_tag, put};
use crate::app::HAS_LAB;
use crate::app::scene::Scene;
use crate::app::sentences::of_row;
use crate::app::text::template::{Piece, plain};
use crate::app::text::{Language, names, texts};
use crate::sim::project::{Standing, State};
use crate::sim::run::Run;
use crate::sim::trace::{EventKind, KeyId};

/// What the pictures refer to by id.
pub const DEFS: &str = concat!(
    "<svg class='defs' aria-hidden='true' focusable='false'><defs>",
    "<marker id='tip' class='tip' viewBox='0 0 10 10' refX='15' refY='5' markerWidth='10' markerHeight='10' markerUnits='userSpaceOnUse' orient='auto'><path class='tip-solid' d='M0 .8 10 5 0 9.2Z'/></marker>",
    "<marker id='tip-record' class='tip' viewBox='0 0 10 10' refX='7' refY='5' markerWidth='10' markerHeight='10' markerUnits='userSpaceOnUse' orient='auto'><path class='tip-solid' d='M0 .8 10 5 0 9.2Z'/></marker>",
    "<marker id='tip-coin' class='tip' viewBox='0 0 10 10' refX='23' refY='5' markerWidth='10' markerHeight='10' markerUnits='userSpaceOnUse' orient='auto'><path class='tip-solid' d='M0 .8 10 5 0 9.2Z'/></marker>",
    "<marker id='tip-open' class='tip' viewBox='0 0 10 10' refX='13' refY='5' markerWidth='10' markerHeight='10' markerUnits='userSpaceOnUse' orient='auto'><path class='tip-line' d='M1 1 9 5 1 9'/></marker>",
    "<marker id='tip-none' class='tip' viewBox='0 0 10 10' refX='14' refY='5' markerWidth='10' markerHeight='10' markerUnits='userSpaceOnUse' orient='auto'><path class='tip-line' d='M5 1V9'/></marker>",
    "<g id='coin'><circle class='coin-face' r='12.5'/><circle class='coin-rim' r='9.5'/></g>",
    "<g id='coin-s'><circle class='coin-face' r='9.5'/><circle class='coin-rim' r='7'/></g>",
    "<g id='tri'><path class='fill-bad' d='M0-7.2 7.6 5.8H-7.6Z'/><path class='tri-bang' d='M0-3V1.6M0 3.4V4.4'/></g>",
    "<g id='loop'><path class='loop-arc' d='M3.1-4.3A5.3 5.3 0 1 0 5.3.3'/><path class='loop-tip' d='M.4-6.7 5.6-4.4 1.6-.6Z'/></g>",
    "<g id='cross'><path class='cross' d='M-5-5 5 5M5-5-5 5'/></g>",
    "<g id='intent'><circle class='intent-dot' r='3.2'/><circle class='intent-ring' r='8.6'/></g>",
    "</defs></svg>",
);

/// A key's mark in running text, with its name for those who hear it.
#[must_use]
pub fn key_in_text(language: Language, key: KeyId) -> String {
    let mut out = String::new();
    let name = names::key(language, key);
    put(&mut out, "<svg class='tag' viewBox='-9 -9 18 18' role='img' aria-label='{}'>", &[Words(&name)]);
    key_tag(&mut out, Some(key));
    out.push_str("</svg>");
    out
}

/// What a count is a count of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Intents.
    Meant,
    /// Attempts, by key.
    Attempts,
    /// Orders and charges, by number.
    Made,
    /// Replays.
    Replays,
    /// 400s and 409s.
    Refused,
}

/// Counted things in a row, the first few of them; a dashed circle where there are none.
#[must_use]
pub fn tally_objects(state: &State, counted: Counted, count: u32) -> String {
    let mut out = String::new();
    let shown = count.min(6);
    let step: u32 = match counted {
        Counted::Made => 26,
        Counted::Refused => 30,
        _ => 20,
    };
    let width = Number((shown.saturating_sub(1) * step + 26).into());
    put(&mut out, "<svg viewBox='-13 -13 {} 26' width='{}' height='26' aria-hidden='true'>", &[width, width]);
    if count == 0 {
        out.push_str("<circle class='coin-none' r='7'/>");
    }
    let shown = if counted == Counted::Refused { shown.min(1) } else { shown };
    for n in 0..shown {
        put(&mut out, "<g transform='translate({})'>", &[Number((n * step).into())]);
        match counted {
            Counted::Meant => out.push_str("<use href='#intent'/>"),
            Counted::Attempts => match state.attempts.get(n as usize).and_then(|attempt| attempt.key) {
                None if HAS_LAB => out.push_str("<g class='tag-mark'><circle class='coin-none' r='7'/></g>"),
                key => key_tag(&mut out, key),
            },
            Counted::Replays => out.push_str("<use href='#loop'/>"),
            Counted::Refused => {
                out.push_str("<g class='pill'><rect x='-13' y='-8' width='26' height='16' rx='8'/><text y='4'>4xx</text></g>");
            }
            Counted::Made => {
                if let Some(effect) = state.standing().nth(n as usize) {
                    if effect.nth > 1 {
                        out.push_str("<circle class='ring' r='12'/>");
                    }
                    let number = Number(effect.number.into());
                    put(
                        &mut out,
                        "<use href='#coin-s'/><text class='coin-n coin-n-s' y='4'>{}</text>",
                        &[number],
                    );
                }
            }
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out
}

/// The marks above the scrubber: what was sent, lost, made, made twice, replayed, not known.
#[must_use]
pub fn scrub_marks(scene: &Scene, runs: &[&Run]) -> String {
    let count = scene.rows.len().max(1) as u32;
    let mut out = "<svg class='scrub-marks' width='100%' height='18' aria-hidden='true'>".to_owned();
    for (n, row) in scene.rows.iter().enumerate() {
        let events = runs.iter().zip(&row.events).filter_map(|(run, seq)| run.trace.event((*seq)?));
        if let Some(sign) = events.filter_map(|event| scrub_mark(&event.kind)).next_back() {
            let x = Permille((n as u32 + 1) * 1_000 / count);
            put(&mut out, "<svg x='{}' class='at'>{}</svg>", &[x, Markup(sign)]);
        }
    }
    out.push_str("</svg>");
    out
}

const fn scrub_mark(kind: &EventKind) -> Option<&'static str> {
    Some(match kind {
        EventKind::EffectMade { nth, .. }
        | EventKind::ProviderEffect { nth, .. }
        | EventKind::Committed { order: Some(_), nth, .. } => {
            if *nth > 1 {
                "<circle class='tk-ring' cy='9' r='7'/><circle class='tk-coin' cy='9' r='4'/>"
            } else {
                "<circle class='tk-coin' cy='9' r='4'/>"
            }
        }
        EventKind::Lost { .. } => "<path class='tk-x' d='M-4 5 4 13M4 5-4 13'/>",
        EventKind::TimedOut { .. } => "<text class='tk-q' y='13'>?</text>",
        EventKind::Crashed { .. } => "<path class='tk-x' d='M-5 9l3 -5 3 9 3 -8'/>",
        EventKind::Replied { replay_of: Some(_), .. } => {
            "<use href='#loop' transform='translate(0 9) scale(.8)'/>"
        }
        EventKind::Sent { .. } => "<path class='tk' d='M0 10v8'/>",
        _ => return None,
    })
}

/// The rows' sentences as an ordered list; `sides` name the worlds where two differ. No row is marked as current.
#[must_use]
pub fn sentences(
    language: Language,
    scene: &Scene,
    runs: &[&Run],
    sides: [&str; 2],
    is_list: bool,
) -> String {
    let mut out = String::new();
    put(&mut out, "<ol class='events' aria-label='{}'>", &[Words(texts(language).figure.text_version)]);
    for (n, row) in scene.rows.iter().enumerate() {
        let n = n as i64;
        put(&mut out, "<li id='row-{}' data-row='{}'", &[Number(n), Number(n)]);
        if !is_list {
            let style = [Number(row.top.into()), Number(row.height.into())];
            put(&mut out, " data-style='top:{}px;height:{}px'", &style);
        }
        put(
            &mut out,
            "><span class='n' aria-hidden='true'>{}</span><button type='button' tabindex='-1'>",
            &[Number(n + 1)],
        );
        for told in of_row(language, runs, &row.events) {
            out.push_str("<span class='told'>");
            if let Some(side) = told.world {
                put(&mut out, "<span class='side'>{}</span>", &[Words(sides[usize::from(side.min(1))])]);
            }
            for piece in &told.pieces {
                match piece {
                    Piece::Key(key) => out.push_str(&key_in_text(language, *key)),
                    other => put(&mut out, "{}", &[Words(&plain(std::slice::from_ref(other), language))]),
                }
            }
            out.push_str("</span>");
        }
        put(
            &mut out,
            "<span class='vh'> {}</span></button></li>",
            &[Words(&names::instant(language, row.at))],
        );
    }
    out.push_str("</ol>");
    out
}

/// The times on the ruler.
#[must_use]
pub fn ruler(scene: &Scene) -> String {
    let mut out = String::new();
    for row in scene.rows.iter().filter(|row| row.has_tick) {
        let clock = names::clock(row.at);
        // A narrow ruler breaks hours and seconds from what is below a second.
        let (whole, rest) = clock.split_at(clock.find('.').unwrap_or(clock.len()));
        put(
            &mut out,
            "<span data-style='top:{}px'>{}<wbr>{}</span>",
            &[Number(row.y.into()), Words(whole), Words(rest)],
        );
    }
    out
}

/// A record's states with the current one lit.
#[must_use]
pub fn diagram(language: Language, standing: Option<Standing>, name: &str) -> String {
    let names = &texts(language).names;
    let current = match standing {
        None => 0,
        Some(Standing::InFlight { .. } | Standing::Open) => 1,
        Some(Standing::Completed) => 2,
        Some(Standing::Failed) => 3,
        Some(Standing::Expired) => 4,
    };
    let boxes = [
        (0, 34, names.no_record),
        (78, 34, names.in_flight),
        (156, 8, names.completed),
        (156, 60, names.failed),
        (234, 34, names.expired),
    ];
    let mut out = String::new();
    put(
        &mut out,
        "<svg class='diagram' viewBox='-1 0 300 92' role='img' aria-label='{}'><path d='M64 46h14M142 42l14 -18M142 50l14 18M220 20l14 18M220 72l14 -18'/>",
        &[Words(name)],
    );
    for (n, (x, y, state)) in boxes.into_iter().enumerate() {
        let class = if n == current { "is-on" } else { "" };
        put(
            &mut out,
            "<g class='{}' transform='translate({} {})'><rect width='64' height='24' rx='3'/><text x='32' y='16'>{}</text></g>",
            &[Markup(class), Number(x), Number(y), Words(state)],
        );
    }
    out.push_str("</svg>");
    out
}

/// What the marks of the figure mean.
#[must_use]
pub fn legend(language: Language) -> String {
    let words = &texts(language).legend;
    let entries = [
        (words.request, "<line class='msg key-a' y1='3' x2='30' y2='11' marker-end='url(#tip)'/>"),
        (
            words.response,
            "<line class='msg reply key-a' x1='34' y1='3' x2='6' y2='11' marker-end='url(#tip-open)'/>",
        ),
        (
            words.lost,
            "<line class='msg reply key-a' x1='34' y1='4' x2='12' y2='8'/><use href='#cross' transform='translate(10 8)'/>",
        ),
        (
            words.replay,
            "<line class='dbl-o key-a' y1='7' x2='30' y2='7'/><line class='dbl-i' y1='7' x2='30' y2='7'/>",
        ),
        (
            words.claim,
            "<g class='key-a'><rect class='rec rec-claim' x='2' y='2' width='28' height='10'/><path class='hatch' d='M4 12l8 -10M11 12l8 -10M18 12l8 -10'/></g>",
        ),
        (words.completed, "<rect class='rec rec-done key-a' x='2' y='2' width='28' height='10'/>"),
        (words.uncommitted, "<rect class='rec rec-ghost key-a' x='2' y='2' width='28' height='10'/>"),
        (words.order, "<g transform='translate(16 7) scale(.8)'><use href='#coin-s'/></g>"),
        (words.twice, "<g transform='translate(16 7)'><use href='#tri'/></g>"),
        (words.too_late, "<circle class='end-none' cx='16' cy='7' r='4.5'/>"),
        (words.crash, "<path class='jag' d='M2 8l6 -6 6 10 6 -10 6 6'/>"),
        (
            words.not_yet,
            "<rect class='work work-later' stroke-width='.8' x='2' y='2' width='28' height='10'/>",
        ),
    ];
    let mut out = String::new();
    for (name, picture) in entries {
        put(&mut out, "<span><svg aria-hidden='true'>{}</svg>{}</span>", &[Markup(picture), Words(name)]);
    }
    out
}
