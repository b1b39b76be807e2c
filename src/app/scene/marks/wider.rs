//! Marks of the wider world: each of its facts has its word where it happened, and ends what it ends.

use super::Drawing;
use crate::app::HAS_LAB;
use crate::app::scene::{Label, LaneKind, RecordLook, Shape, SpanEnd};
use crate::sim::trace::{Event, EventKind, Wider};

/// Whether an event that is not a record's own takes it away: a crash that takes memory, or a fail-over that takes what
/// was written since.
pub(super) fn takes_records(event: &Event, open: Option<&Event>) -> bool {
    match &event.kind {
        EventKind::Wider(Wider::Forgotten { .. }) if HAS_LAB => open.is_some(),
        EventKind::Wider(Wider::LostInFailover { since, .. }) if HAS_LAB => {
            open.is_some_and(|open| open.at > *since)
        }
        _ => false,
    }
}

/// How a fact ends a record's stretch, and what it is like from then on.
pub(super) fn record_ends(fact: &Wider) -> Option<(SpanEnd, Option<RecordLook>)> {
    match fact {
        Wider::Evicted | Wider::Swept { .. } | Wider::Forgotten { .. } | Wider::LostInFailover { .. } => {
            Some((SpanEnd::Removed, None))
        }
        Wider::PhaseDone { is_open: true, .. } => Some((SpanEnd::Plain, Some(RecordLook::Open))),
        _ => None,
    }
}

impl Drawing<'_> {
    /// A word for each fact of the wider world, on the lane where it happened.
    pub(super) fn wider(&mut self) {
        for event in self.events() {
            let EventKind::Wider(fact) = &event.kind else { continue };
            let (api, records, ledger) =
                (self.x(LaneKind::Api), self.x(LaneKind::Records), self.x(LaneKind::Ledger));
            let x = match fact {
                Wider::KeyDropped { .. } | Wider::SeriesPlanned { .. } | Wider::ConnectionRefused => {
                    self.client_x(event.attempt)
                }
                Wider::ClientCrashed { client, .. } | Wider::BeliefForgotten { client, .. } => {
                    self.x(LaneKind::Client(*client))
                }
                Wider::Evicted
                | Wider::Swept { .. }
                | Wider::Forgotten { .. }
                | Wider::PhaseDone { .. }
                | Wider::Spent
                | Wider::RecordCancelled => records,
                Wider::StateChanged { .. }
                | Wider::NothingToChange { .. }
                | Wider::NoSuchOrder { .. }
                | Wider::LostInFailover { .. }
                | Wider::OutboxWritten
                | Wider::Relayed { .. }
                | Wider::Mailed { .. }
                | Wider::InboxKnew => ledger,
                Wider::ProviderAsked { .. } | Wider::ProviderFenced { .. } => self.x(LaneKind::Provider),
                _ => api,
            };
            self.put(event, Shape::Note { x, y: self.y(event.seq) }, Some(Label::Named(event.seq)));
        }
    }
}
