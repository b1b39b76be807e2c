//! Where the reader's eye is led by an action, and where the focus goes when what had it goes away: to the figure that
//! shows what became of a press, to the lab or the panel that was opened, to the list of keys and back. Where the pressed
//! control stays, it keeps the focus; that is the views' affair.

use crate::app::HAS_LAB;
use crate::app::lab::Deed;
use crate::app::lessons::Part;
use crate::app::reduce::Action;
use crate::app::state::{AppState, Place};
use crate::app::{failures, further, gap};
use crate::platform::document;

/// The id of the figure.
const FIGURE: &str = "board";
/// The row where the cursor is, in the figure.
const HERE: &str = ".here";
/// What is said of the change that was made.
const TOLD: &str = ".primary[aria-pressed=true] + p";
/// What can be done to the selected mark.
const CHIPS: &str = ".chips";
/// The id of what opens the panel that takes a run home.
const SHARE: &str = "share-open";
/// The id of a lesson's heading.
pub(super) const TITLE_ID: &str = "title";
/// The same as a selector.
pub(super) const TITLE: &str = "#title";

/// What an action leads the reader's eye to, and whether only if that is near. The frame of an embedded figure is as high
/// as the figure, and its host's scrolling is the host's.
pub(super) fn leads_to(action: &Action, is_narrow: bool) -> Option<(&'static str, bool)> {
    match action {
        // What it led to stands below what was there before.
        Action::Did(Deed::Send | Deed::RetrySameKey | Deed::RetryNewKey | Deed::SendTwice)
            if HAS_LAB && is_narrow =>
        {
            Some((HERE, false))
        }
        Action::Ticked => Some((HERE, true)),
        Action::Stepped { .. } | Action::CursorMoved(_) | Action::EventFollowed(_) | Action::PlayToggled => {
            Some((HERE, false))
        }
        Action::PlaceOpened(_) => Some((TITLE, false)),
        Action::PartOpened(Part::Change(_)) => Some((TOLD, false)),
        Action::Selected(_) => Some((CHIPS, true)),
        _ => None,
    }
}

/// What it has to know of the page as it was last drawn.
pub(super) struct Attention {
    /// Where the reader was; nowhere yet where another program had the page, and a run to carry on.
    at: Option<Place>,
    /// Whether the browser itself goes back or forward: it has the page where it was then.
    is_gone_to: bool,
    /// Whether the list of keys was open.
    has_help: bool,
    /// Whether it was opened from the figure, which has the focus again when it is closed.
    helps_figure: bool,
}

impl Attention {
    pub(super) fn of(state: &AppState, is_carried: bool) -> Attention {
        let at = (!is_carried).then_some(state.place);
        Attention { at, is_gone_to: false, has_help: state.is_help_open, helps_figure: false }
    }

    /// Before what an action changes is drawn.
    pub(super) fn before(&mut self, action: &Action) {
        match action {
            // The chip, the button and the link go away with what they do.
            Action::FaultSwitched { .. }
            | Action::AnswerAsked
            | Action::VerdictAsked
            | Action::Further(
                further::Act::Gap(gap::Act::AnswerAsked) | further::Act::Failures(failures::Act::AnswerAsked),
            ) => document::focus_still(FIGURE),
            Action::HelpToggled if !self.has_help => self.helps_figure = document::has_focus("#board"),
            Action::Went { .. } => self.is_gone_to = true,
            _ => {}
        }
    }

    /// Once it is drawn.
    pub(super) fn drawn(&mut self, state: &AppState) {
        let is_gone_to = std::mem::take(&mut self.is_gone_to);
        let was_at = self.at.replace(state.place);
        let is_new = was_at != Some(state.place);
        if HAS_LAB && was_at.is_none() && state.place != Place::Lab {
            document::focus(SHARE);
            document::reveal(SHARE);
        }
        if is_new && state.place == Place::Lab && !is_gone_to && document::has_focus("body") {
            document::focus_still(FIGURE);
            document::to_top();
        }
        let had_help = std::mem::replace(&mut self.has_help, state.is_help_open);
        if had_help == state.is_help_open || !self.helps_figure {
            return;
        }
        if state.is_help_open {
            document::focus("help");
            document::reveal("keyboard");
        } else {
            document::focus(FIGURE);
        }
    }
}
