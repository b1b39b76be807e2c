//! Undo and redo.

use std::rc::Rc;

use super::{enter_lab, show_worlds, stage_mut};
use crate::app::HAS_LAB;
use crate::app::lab::Lab;
use crate::app::state::{AppState, History, Moment, Notice};

/// How many steps back an undo can go.
const HISTORY: usize = 50;

pub(super) fn remember(history: &mut History, moment: Moment) {
    history.past.push(moment);
    if history.past.len() > HISTORY {
        history.past.remove(0);
    }
    history.future.clear();
}

pub(super) fn travel(state: &mut AppState, back: bool) {
    let stage = stage_mut(state);
    let history = &mut stage.history;
    let Some(moment) = (if back { history.past.pop() } else { history.future.pop() }) else { return };
    let now = match &moment {
        Moment::Lab(_) => Moment::Lab(Rc::new(state.lab.clone())),
        Moment::Worlds(_) => Moment::Worlds(state.lesson_stage.scenarios()),
    };
    let history = &mut stage_mut(state).history;
    if back {
        history.future.push(now)
    } else {
        history.past.push(now)
    }
    let kept = history.clone();
    forget_link(state);
    match moment {
        Moment::Worlds(scenarios) => show_worlds(state, scenarios),
        Moment::Lab(lab) => {
            enter_lab(state, (*lab).clone());
            state.lab_stage.history = kept;
        }
    }
}

/// Brings a lab back: by undo or redo where one of them leads there, else as what is opened anew.
pub(crate) fn travel_to(state: &mut AppState, lab: &Rc<Lab>) {
    if state.lab == **lab {
        return;
    }
    let is_it = |moment: &Moment| matches!(moment, Moment::Lab(known) if **known == **lab);
    let History { past, future } = &state.lab_stage.history;
    let back = past.iter().rev().position(is_it);
    let forward = future.iter().rev().position(is_it);
    match (back, forward) {
        (Some(steps), _) => (0..=steps).for_each(|_| travel(state, true)),
        (None, Some(steps)) => (0..=steps).for_each(|_| travel(state, false)),
        (None, None) => enter_lab(state, (**lab).clone()),
    }
}

/// What was said of a link or of a cell's run is over where another scenario or place is on view.
pub(super) fn forget_link(state: &mut AppState) {
    let is_of_link = matches!(
        state.notice,
        Some(Notice::BadLink(_) | Notice::LinkDiffers(_) | Notice::LinkInPart | Notice::OfCell(..))
    );
    if HAS_LAB && is_of_link {
        state.notice = None;
    }
}
