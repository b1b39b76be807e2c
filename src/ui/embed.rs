//! The page as one figure in another page's frame (`embed=1`): its name, the way to the whole page, the figure.
//!
//! Deliberately absent: story, inspector, switches, the frame's height and its messages. Those are
//! `static/embed-page.js`, which also styles the figure and presses the language switch that stands here hidden.

use yew::Html;

use super::markup::{fill, list, raw};
use super::stage::Figure;
use super::talk::Talk;
use super::{cases, contracts, effects, frame, whole};
use crate::app::HAS_LAB;
use crate::app::address::fragment;
use crate::app::state::{AppState, Place};
use crate::app::svg::DEFS;
use crate::platform::location;

/// The whole of an embedded page.
pub(super) fn view(talk: &Talk, state: &AppState) -> Html {
    let page = &talk.all.page;
    // A link leads to its run at this cursor; one that cannot be read is told there as it is here.
    let place = fragment(state).unwrap_or_else(location::fragment);
    let bar = fill!(
        "<header class=em-bar><h1>{}<b>{}</b><span>{}</span></h1><div hidden id=em-languages>{}</div><a href={} target=_blank rel=noopener id=open-full>{}</a></header>",
        frame::mark(),
        page.title,
        effects::place_title(state).to_owned(),
        frame::languages(talk, state),
        ["?lang=", state.language.code(), "#", &place].concat(),
        page.open_full
    );
    list(vec![raw(DEFS.to_owned()), bar, frame::notice(talk, state), main(talk, state)])
}

fn main(talk: &Talk, state: &AppState) -> Html {
    if HAS_LAB && state.place == Place::Contracts {
        return contracts::view(talk, state);
    }
    if HAS_LAB && state.place == Place::Cases && !state.further.cases.has_figure() {
        return cases::view(talk, state);
    }
    fill!("<main class=em>{}{}</main>", which(talk, state), whole::stage(talk, state))
}

/// On a narrow screen, which of two runs is on view: the style sheet goes by which button is checked.
fn which(talk: &Talk, state: &AppState) -> Option<Html> {
    let stage = state.stage();
    let figure = Figure { talk, state, stage };
    (stage.runs.len() > 1).then(|| {
        fill!(
            "<fieldset class=which><legend class=vh>{}</legend><label><input type=radio name=em id=em-0 /><span>{}</span></label><label><input type=radio name=em id=em-1 checked='' /><span>{}</span></label></fieldset>",
            talk.all.page.which_world,
            figure.name(0),
            figure.name(1)
        )
    })
}
