//! The address and the browser's history, kept in step with the state.
//!
//! One entry per visit ([`crate::app::address`]); its note is the number of the visit, with the name of this opening of the
//! page before it, so that entries of an earlier one are told by their address. What only changes the cursor replaces the
//! entry's address, and only when the cursor has come to rest: browsers count these calls.

use yew::Callback;

use crate::app::HAS_LAB;
use crate::app::address::{fragment, is_linked, place_of};
use crate::app::reduce::Action;
use crate::app::state::{AppState, Place};
use crate::app::text::Language;
use crate::platform::{handover, keys, location, ticker};

/// For how long the cursor rests before the address follows, in milliseconds.
const REST: u32 = 300;

/// What the address depends on, but for the cursor.
type Shown = (Language, Place, u32, u32, bool);

/// The address as it was last brought in step.
pub(super) struct Trail {
    act: Callback<Action>,
    /// Names this opening of the page.
    session: String,
    /// The visit, and what its address says.
    visit: u32,
    place: Place,
    shown: Option<Shown>,
    cursor: u32,
    /// Runs until the cursor has rested.
    rest: Option<ticker::Timeout>,
    /// The browser moved by itself: the entry is there.
    is_gone_to: bool,
    is_settled: bool,
}

impl Trail {
    pub(super) fn watch(act: Callback<Action>, state: &AppState) -> Trail {
        let session = if HAS_LAB { keys::fresh() } else { String::new() };
        if !state.is_embedded {
            let (act, session) = (act.clone(), session.clone());
            location::watch(move |note| {
                // The first visit's program hears of it still when the lab's has taken its place.
                if !HAS_LAB && handover::is_taken() {
                    return;
                }
                let number = |note: String| note.strip_prefix(&session)?.strip_prefix('.')?.parse().ok();
                let visit = if HAS_LAB { note.and_then(number) } else { None };
                act.emit(Action::Went { visit, fragment: location::fragment() });
            });
        }
        Trail {
            act,
            session,
            visit: state.trail.now(),
            place: state.place,
            shown: None,
            cursor: 0,
            rest: None,
            is_gone_to: false,
            is_settled: false,
        }
    }

    pub(super) fn before(&mut self, action: &Action) {
        match action {
            Action::Went { .. } => self.is_gone_to = true,
            Action::Settled if HAS_LAB => self.is_settled = true,
            _ => {}
        }
    }

    pub(super) fn after(&mut self, state: &AppState) {
        let is_gone_to = std::mem::take(&mut self.is_gone_to);
        let is_settled = std::mem::take(&mut self.is_settled);
        // The address is the embedding page's, or belongs to the program that comes.
        if state.is_embedded || state.handover.is_some() {
            return;
        }
        let is_linked = is_linked(state);
        let stamp = if is_linked { state.lab_stage.stamp } else { 0 };
        let turn = if HAS_LAB { state.further.cases.turn } else { 0 };
        let is_told = HAS_LAB && state.notice.is_some();
        let shown = (state.language, state.place, turn, stamp, is_told);
        let cursor = if is_linked { state.lab_stage.cursor } else { 0 };
        let is_new = if HAS_LAB { state.trail.now() != self.visit } else { state.place != self.place };
        // From the first visit's program to another place: the entry that is there is of where the reader was.
        let is_new = is_new || HAS_LAB && self.shown.is_none() && leads_elsewhere(state);
        if self.shown == Some(shown) && !is_new && !is_settled {
            if HAS_LAB && cursor != self.cursor {
                self.cursor = cursor;
                let act = self.act.clone();
                self.rest = Some(ticker::Timeout::new(REST, move || act.emit(Action::Settled)));
            }
            return;
        }
        self.rest = None;
        (self.shown, self.cursor) = (Some(shown), cursor);
        (self.visit, self.place) = (state.trail.now(), state.place);
        if let Some(fragment) = fragment(state) {
            let note = if HAS_LAB { format!("{}.{}", self.session, self.visit) } else { String::new() };
            location::show(state.language.code(), &fragment, &note, is_new && !is_gone_to);
        }
    }
}

/// Whether the address names another place than the one where the page has opened.
fn leads_elsewhere(state: &AppState) -> bool {
    place_of(&location::fragment()).is_some_and(|place| place != state.place)
}
