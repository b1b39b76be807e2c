//! The whole page of a state: its landmarks, and in them what the place shows.
//!
//! Pure drawing: the browser's program and the pages that are made at build time draw with the same functions. It
//! deliberately holds no state and starts no effect.

use yew::Html;

use super::deck::{Deck, session};
use super::inspector::inspector;
use super::lesson::Lesson;
use super::markup::{fill, list, raw};
use super::stage::Figure;
use super::talk::Talk;
use super::{cases, contracts, failures, frame, gap, share};
use crate::app::HAS_LAB;
use crate::app::share::has_panel;
use crate::app::state::{AppState, Place};
use crate::app::svg::DEFS;
use crate::app::text::lab_texts;

/// The page.
pub(super) fn page(talk: &Talk, state: &AppState) -> Html {
    if HAS_LAB && let Some(main) = further(talk, state) {
        return whole(talk, state, main);
    }
    let page = if state.place == Place::Lab { "page lab" } else { "page" };
    let main = fill!(
        "<main class={}>{}{}{}</main>",
        page,
        side(talk, state),
        stage(talk, state),
        inspected(talk, state)
    );
    whole(talk, state, main)
}

/// The page around its main part.
fn whole(talk: &Talk, state: &AppState, main: Html) -> Html {
    let is_list = HAS_LAB && state.place == Place::Cases && !state.further.cases.has_figure();
    let skip = if HAS_LAB && state.place == Place::Contracts {
        Some(contracts::skip(talk))
    } else {
        (!is_list).then(|| fill!("<a class=skip href='#board'>{}</a>", talk.all.page.skip_to_figure))
    };
    let defs = raw(DEFS.to_owned());
    let notice = frame::notice(talk, state);
    list(vec![
        skip.unwrap_or_default(),
        defs,
        frame::header(talk, state),
        notice,
        main,
        frame::footer(talk, state),
    ])
}

/// The main part of a page beyond the first lessons.
fn further(talk: &Talk, state: &AppState) -> Option<Html> {
    match state.place {
        Place::Lesson(_) | Place::Lab => None,
        Place::Gap => Some(gap::view(talk, state)),
        Place::Failures => Some(failures::view(talk, state)),
        Place::Contracts => Some(contracts::view(talk, state)),
        Place::Cases => Some(cases::view(talk, state)),
    }
}

/// A figure with what stands beside it, and the inspector: the main part of a page that shows a run.
pub(super) fn with_figure(talk: &Talk, state: &AppState, side: Html) -> Html {
    fill!("<main class=page>{}{}{}</main>", side, stage(talk, state), inspected(talk, state))
}

/// What the inspector says of the selection, or of the row at the cursor.
pub(super) fn inspected(talk: &Talk, state: &AppState) -> Html {
    let figure = Figure { talk, state, stage: state.stage() };
    inspector(talk, figure.stage, &|world| figure.name(world))
}

/// What stands beside the figure.
fn side(talk: &Talk, state: &AppState) -> Html {
    let Some((number, memory)) = state.lesson() else {
        return if HAS_LAB {
            Deck { talk, state, words: lab_texts(talk.language) }.view()
        } else {
            Html::default()
        };
    };
    Lesson { talk, number, memory, runs: &state.lesson_stage.runs }.view()
}

pub(super) fn stage(talk: &Talk, state: &AppState) -> Html {
    let stage = state.stage();
    let is_lab = state.place == Place::Lab;
    let has_history = !(stage.history.past.is_empty() && stage.history.future.is_empty());
    let tools = if is_lab || has_history { session(talk, &stage.history) } else { Vec::new() };
    let json = (HAS_LAB && is_lab).then(|| share::json_box(talk, state));
    let panel = has_panel(state).then(|| share::panel(talk, state));
    let figure = Figure { talk, state, stage };
    fill!("<div class=stage-column>{}{}{}</div>", figure.view(tools), json, panel)
}
