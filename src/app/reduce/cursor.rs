//! Moving the cursor: by row, by attempt, to an event.

use std::rc::Rc;

use super::Action;
use crate::app::state::Stage;
use crate::sim::run::Run;
use crate::sim::trace::{EventKind, EventSeq};

pub(super) fn move_cursor(stage: &mut Stage, action: Action) {
    match action {
        Action::CursorMoved(cursor) => {
            stage.cursor = cursor.min(stage.end());
            stage.selection = None;
        }
        Action::Stepped { forward, by_attempt } => {
            stage.cursor = stepped(stage, forward, by_attempt);
            stage.selection = None;
        }
        Action::Selected(selection) => stage.selection = Some(selection),
        Action::EventFollowed(selection) => {
            if let Some(row) = stage.row(selection) {
                stage.cursor = row + 1;
                stage.selection = Some(selection);
            }
        }
        Action::VerdictAsked => (stage.cursor, stage.selection) = (stage.end(), None),
        _ => stage.selection = None,
    }
}

/// The cursor one row, or one attempt's send, on or back.
fn stepped(stage: &Stage, forward: bool, by_attempt: bool) -> u32 {
    let (cursor, end) = (stage.cursor, stage.end());
    let sends = |row: u32| {
        let row = &stage.scene.rows[row as usize];
        let sent = |(run, seq): (&Rc<Run>, &Option<EventSeq>)| {
            let event = seq.and_then(|seq| run.trace.event(seq));
            event.is_some_and(|event| matches!(event.kind, EventKind::Sent { .. }))
        };
        stage.runs.iter().zip(&row.events).any(sent)
    };
    match (forward, by_attempt) {
        (true, false) => (cursor + 1).min(end),
        (false, false) => cursor.saturating_sub(1),
        (true, true) => (cursor..end).find(|row| sends(*row)).map_or(end, |row| row + 1),
        (false, true) => (0..cursor.saturating_sub(1)).rev().find(|row| sends(*row)).map_or(0, |row| row + 1),
    }
}
