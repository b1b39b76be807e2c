//! Marks: what each event, and each stretch between two events, looks like.

mod wider;

use super::rows::{Row, row_of};
use super::{CallKind, Label, Lane, LaneKind, Mark, MessageEnd, RecordLook, Shape, SpanEnd};
use crate::app::{HAS_LAB, first_use};
use crate::sim::project::Standing;
use crate::sim::run::Run;
use crate::sim::scenario::{AttemptId, Direction};
use crate::sim::time::Millis;
use crate::sim::trace::{Belief, Event, EventKind, EventSeq, Found, RecordKey, Wider};

/// Width of a column of overlapping bars.
const COLUMN: i32 = 13;

pub(super) fn marks(run: &Run, lanes: &[Lane], rows: &[Row], world: usize, height: u32) -> Vec<Mark> {
    let heights = run.trace.events.iter();
    let y = heights.map(|e| row_of(rows, world, e.seq).map_or(0, |row| rows[row as usize].y)).collect();
    let bottom = height.saturating_sub(6);
    let mut drawing = Drawing { run, lanes, y, bottom, marks: Vec::new() };
    drawing.crashes();
    drawing.records();
    drawing.calls();
    drawing.work();
    drawing.messages();
    // No message crosses an attempt's number.
    drawing.waits();
    drawing.coins();
    drawing.notes();
    drawing.marks
}

struct Drawing<'a> {
    run: &'a Run,
    lanes: &'a [Lane],
    /// Height of each event.
    y: Vec<u32>,
    bottom: u32,
    marks: Vec<Mark>,
}

impl<'a> Drawing<'a> {
    fn x(&self, kind: LaneKind) -> u32 {
        self.lanes.iter().find(|lane| lane.kind == kind).map_or(0, |lane| lane.x)
    }

    fn events(&self) -> &'a [Event] {
        &self.run.trace.events
    }

    fn y(&self, seq: EventSeq) -> u32 {
        self.y.get(seq as usize).copied().unwrap_or(0)
    }

    fn put(&mut self, event: &Event, shape: Shape, label: Option<Label>) {
        self.marks.push(Mark { event: event.seq, key: event.key, shape, label });
    }

    fn client_x(&self, attempt: Option<AttemptId>) -> u32 {
        self.x(LaneKind::Client(attempt.map_or(0, |attempt| attempt.client)))
    }

    /// The first event after `seq` that fits.
    fn after(&self, seq: EventSeq, fits: impl Fn(&Event) -> bool) -> Option<&'a Event> {
        self.events()[seq as usize + 1..].iter().find(|event| fits(event))
    }

    fn crashes(&mut self) {
        for event in self.events() {
            if !matches!(event.kind, EventKind::Crashed { .. }) {
                continue;
            }
            let back = self.after(event.seq, |e| matches!(e.kind, EventKind::Restarted { .. }));
            let x = self.x(LaneKind::Api);
            let y2 = back.map_or(self.bottom, |back| self.y(back.seq));
            self.put(event, Shape::Crash { x, y1: self.y(event.seq), y2 }, Some(Label::Crash));
            if let Some(back) = back
                && let EventKind::Restarted { down } = back.kind
            {
                self.put(back, Shape::Note { x, y: self.y(back.seq) }, Some(Label::Back(down)));
            }
        }
    }

    /// What records there are, in the order in which they were first made.
    fn record_names(&self) -> Vec<RecordKey> {
        let mut names: Vec<RecordKey> = Vec::new();
        for event in self.events() {
            let makes = matches!(
                event.kind,
                EventKind::Claimed { .. } | EventKind::Recorded { .. } | EventKind::Committed { .. }
            );
            if let Some(name) = event.record().filter(|name| makes && !names.contains(name)) {
                names.push(name);
            }
        }
        names
    }

    /// Where a record stands beside its lane.
    fn record_dx(&self, name: Option<RecordKey>) -> i32 {
        let names = self.record_names();
        let index = names.iter().position(|known| Some(*known) == name).unwrap_or(0) as i32;
        (index * 2 - (names.len() as i32 - 1).max(0)) * 8
    }

    fn records(&mut self) {
        for name in self.record_names() {
            self.record(name);
        }
        self.due();
    }

    fn record(&mut self, name: RecordKey) {
        let (x, dx) = (self.x(LaneKind::Records), self.record_dx(Some(name)));
        let mut open: Option<(&Event, RecordLook, bool)> = None;
        // What an open transaction has taken over stands in the store all the while.
        let mut beneath = None;
        for event in self.events() {
            if event.record() != Some(name) && !wider::takes_records(event, open.as_ref().map(|one| one.0)) {
                continue;
            }
            let (end, next) = match &event.kind {
                EventKind::Claimed { in_transaction: true, .. } => {
                    beneath = open.map(|(_, look, _)| look).filter(|_| HAS_LAB);
                    (SpanEnd::Plain, Some(RecordLook::Ghost))
                }
                EventKind::Claimed { .. } => (SpanEnd::Plain, Some(RecordLook::Claim)),
                EventKind::Recorded { answer, .. } | EventKind::Committed { answer, .. } => {
                    let failed = answer.meaning.is_failure();
                    let look = if failed { RecordLook::Failed } else { RecordLook::Completed };
                    (SpanEnd::Plain, Some(look))
                }
                EventKind::LeaseEnded { .. } => (SpanEnd::LeaseOver, Some(RecordLook::ClaimOver)),
                EventKind::KeptLonger => (SpanEnd::PromiseOver, Some(RecordLook::PastPromise)),
                EventKind::Expired => (SpanEnd::Expired, None),
                EventKind::Released | EventKind::RolledBack { whole: true } => {
                    (SpanEnd::Removed, beneath.take())
                }
                EventKind::Wider(fact) if HAS_LAB => match wider::record_ends(fact) {
                    Some(next) => next,
                    None => continue,
                },
                _ => continue,
            };
            if let Some((from, look, starts)) = open.take() {
                let (y1, y2) = (self.y(from.seq), self.y(event.seq));
                // An open transaction's order says "uncommitted" already.
                let label = (look != RecordLook::Ghost).then_some(Label::Record(look));
                self.put(from, Shape::Record { x, dx, y1, y2, look, end, starts }, label);
                let label = match end {
                    SpanEnd::Expired => Some(Label::Expired),
                    SpanEnd::PromiseOver => Some(Label::PromiseOver),
                    SpanEnd::LeaseOver => Some(Label::LeaseOver),
                    _ => None,
                };
                if label.is_some() {
                    self.put(event, Shape::Note { x, y: y2 }, label);
                }
            }
            let starts = !matches!(
                event.kind,
                EventKind::LeaseEnded { .. } | EventKind::KeptLonger | EventKind::RolledBack { .. }
            );
            open = next.map(|look| (event, look, starts));
        }
        if let Some((from, look, starts)) = open {
            let (y1, y2, end) = (self.y(from.seq), self.bottom, SpanEnd::Open);
            self.put(from, Shape::Record { x, dx, y1, y2, look, end, starts }, Some(Label::Record(look)));
        }
    }

    /// When the newest record or claim that outlives the run is due to end.
    fn due(&mut self) {
        let due = self.run.end.records.values().filter_map(|record| {
            let due = match record.standing {
                Standing::InFlight { .. } => record.lease_until,
                Standing::Completed | Standing::Failed => record.gone_at,
                Standing::Expired | Standing::Open => None,
            };
            due.map(|due| (record.changed, due))
        });
        if let Some((changed, due)) = due.max()
            && let Some(event) = self.run.trace.event(changed)
        {
            let (x, y) = (self.x(LaneKind::Records), self.bottom.saturating_sub(2));
            self.put(event, Shape::Note { x, y }, Some(Label::Until(due)));
        }
    }

    /// The column of overlapping bars that a request stands in.
    fn request_dx(&self, request: Option<u32>) -> i32 {
        let mut columns: Vec<Option<u32>> = Vec::new();
        for event in self.events() {
            let Some(id) = event.request else {
                if matches!(event.kind, EventKind::Crashed { .. }) {
                    columns.clear();
                }
                continue;
            };
            match event.kind {
                EventKind::Arrived { .. } => {
                    let free = columns.iter().position(Option::is_none);
                    let column = free.unwrap_or(columns.len());
                    if column == columns.len() {
                        columns.push(None);
                    }
                    columns[column] = Some(id);
                    if Some(id) == request {
                        return column as i32 * COLUMN;
                    }
                }
                EventKind::Replied { .. } | EventKind::Wider(Wider::GatewayTooLate { .. }) => {
                    columns.iter_mut().filter(|c| **c == Some(id)).for_each(|column| *column = None);
                }
                EventKind::Crashed { .. } => columns.clear(),
                _ => {}
            }
        }
        0
    }

    fn calls(&mut self) {
        let (x1, records) = (self.x(LaneKind::Api), self.x(LaneKind::Records));
        let mut has_line = false;
        for event in self.events() {
            let y = self.y(event.seq);
            let (x2, kind, label) = match &event.kind {
                EventKind::LookedUp { found, .. } => match found {
                    Found::Finished => (records, CallKind::Replay, None),
                    Found::Nothing | Found::LeaseOver | Found::Interrupted => {
                        (records, CallKind::LookNothing, None)
                    }
                    Found::InFlight | Found::Locked | Found::OtherParameters => {
                        (records, CallKind::LookBlocked, None)
                    }
                },
                EventKind::Waiting { .. } => (records, CallKind::LookBlocked, Some(Label::Waits)),
                EventKind::Claimed { .. } => (records, CallKind::Claim, None),
                EventKind::EffectWritten { .. } | EventKind::EffectMade { .. } => {
                    (self.x(LaneKind::Ledger), CallKind::Effect, None)
                }
                EventKind::ProviderEffect { .. } | EventKind::ProviderKnewKey { .. } => {
                    (self.x(LaneKind::Provider), CallKind::Effect, None)
                }
                EventKind::Recorded { .. } | EventKind::RecordWritten => (records, CallKind::Record, None),
                EventKind::Committed { order, .. } => {
                    let x2 = if order.is_some() { self.x(LaneKind::Ledger) } else { records };
                    (x2, CallKind::Commit, None)
                }
                _ => continue,
            };
            let dx1 = self.request_dx(event.request);
            let dx2 = if x2 == records { self.record_dx(event.record()) } else { 0 };
            self.put(event, Shape::Call { x1, dx1, x2, dx2, y, kind }, label);
            if matches!(event.kind, EventKind::Claimed { .. }) {
                let label = (!has_line).then_some(Label::Execution);
                has_line = true;
                let x2 = self.lanes.last().map_or(1000, |lane| lane.x);
                self.put(event, Shape::Execution { x1, x2, y: y + 15 }, label);
            }
        }
    }

    fn work(&mut self) {
        let x = self.x(LaneKind::Api);
        for event in self.events() {
            if !matches!(event.kind, EventKind::Arrived { .. }) {
                continue;
            }
            let dx = self.request_dx(event.request);
            let last = self.after(event.seq, |e| {
                (e.request == event.request && ends_work(&e.kind))
                    || matches!(e.kind, EventKind::Crashed { .. })
            });
            let is_cut = last.is_some_and(|last| matches!(last.kind, EventKind::Crashed { .. }));
            let end = if is_cut { SpanEnd::Cut } else { SpanEnd::Plain };
            let y2 = last.map_or(self.bottom, |last| self.y(last.seq));
            self.put(event, Shape::Work { x, dx, y1: self.y(event.seq), y2, end }, None);
            let waits =
                |e: &&Event| e.request == event.request && matches!(e.kind, EventKind::Waiting { .. });
            for wait in self.events().iter().filter(waits) {
                let next = self.after(wait.seq, |e| {
                    e.request == event.request || matches!(e.kind, EventKind::Crashed { .. })
                });
                let (y1, y2) = (self.y(wait.seq), next.map_or(self.bottom, |next| self.y(next.seq)));
                self.put(wait, Shape::Hold { x, dx, y1, y2 }, None);
            }
        }
    }

    /// The end of a client's wait for an attempt, if it ends.
    fn end_of_wait(&self, sent: &Event) -> Option<&'a Event> {
        self.after(sent.seq, |event| match event.kind {
            EventKind::Heard { .. } | EventKind::TimedOut { .. } => event.attempt == sent.attempt,
            EventKind::Reloaded { client } => sent.attempt.is_some_and(|attempt| attempt.client == client),
            EventKind::Wider(Wider::ConnectionRefused) => event.attempt == sent.attempt,
            EventKind::Wider(Wider::ClientCrashed { client, .. }) => {
                sent.attempt.is_some_and(|attempt| attempt.client == client)
            }
            _ => false,
        })
    }

    /// The column of overlapping waits that an attempt stands in.
    fn wait_dx(&self, sent: &Event) -> i32 {
        let client = sent.attempt.map(|attempt| attempt.client);
        let overlaps = |other: &&Event| {
            matches!(other.kind, EventKind::Sent { .. })
                && other.attempt.map(|attempt| attempt.client) == client
                && other.seq < sent.seq
                && self.end_of_wait(other).is_none_or(|end| end.seq > sent.seq)
        };
        self.events().iter().filter(overlaps).count() as i32 * -COLUMN
    }

    fn waits(&mut self) {
        for event in self.events() {
            let EventKind::Sent { intent, body_text, .. } = &event.kind else { continue };
            let x = self.client_x(event.attempt);
            let dx = self.wait_dx(event);
            let ended = self.end_of_wait(event);
            let y2 = ended.map_or(self.bottom, |end| self.y(end.seq));
            let (end, label) = match ended.map(|end| &end.kind) {
                Some(EventKind::TimedOut { after }) => (SpanEnd::TimedOut, Some(Label::Timeout(*after))),
                Some(EventKind::Reloaded { .. } | EventKind::Wider(Wider::ClientCrashed { .. })) => {
                    (SpanEnd::Cut, None)
                }
                Some(_) => (SpanEnd::Plain, None),
                None => (SpanEnd::Open, None),
            };
            self.put(event, Shape::Wait { x, dx, y1: self.y(event.seq), y2, end }, label);
            let timed_out = ended.filter(|end| matches!(end.kind, EventKind::TimedOut { .. }));
            if let Some(timed_out) = timed_out.filter(|end| self.is_unknown_after(end.seq, event, *intent)) {
                let next = self.after(timed_out.seq, |e| {
                    let same = e.attempt.map(|a| a.client) == event.attempt.map(|a| a.client);
                    same && matches!(e.kind, EventKind::Sent { .. } | EventKind::Believed { .. })
                });
                let y2 = next.map_or(self.bottom, |next| self.y(next.seq));
                let y1 = self.y(timed_out.seq);
                self.put(timed_out, Shape::Unknown { x, y1, y2 }, Some(Label::Belief(Belief::Unknown)));
            }
            let other_body =
                event.key.is_some() && first_use::is_other(first_use::first_body(self.run, event), body_text);
            if let Some(id) = event.attempt {
                let shape = Shape::Node { x, dx, y: self.y(event.seq), number: id.number };
                // Beside another one's wait its number says its name, where its words would lie on the other's message.
                let is_said = dx == 0 || other_body;
                self.put(event, shape, is_said.then_some(Label::Attempt { id, other_body }));
            }
        }
    }

    fn is_unknown_after(&self, seq: EventSeq, sent: &Event, intent: u16) -> bool {
        let client = sent.attempt.map(|attempt| attempt.client);
        let last = self.events()[..seq as usize].iter().rev().find_map(|event| match &event.kind {
            EventKind::Believed { intent: of, belief }
                if *of == intent && event.attempt.map(|attempt| attempt.client) == client =>
            {
                Some(*belief)
            }
            _ => None,
        });
        last.is_none_or(|belief| belief == Belief::Unknown)
    }

    fn messages(&mut self) {
        for event in self.events() {
            match &event.kind {
                EventKind::Sent { .. } => self.request(event),
                EventKind::Replied { answer, replay_of, .. } => {
                    let label = match replay_of {
                        Some(of) => Label::ReplayOf(*of),
                        None => Label::Answer(answer.clone()),
                    };
                    let end = self.after(event.seq, |e| e.cause == Some(event.seq) && is_end(&e.kind));
                    let x2 = self.client_x(event.attempt);
                    let from = (self.x(LaneKind::Api), self.y(event.seq));
                    self.message(event, Direction::Response, from, x2, end, Some(label));
                }
                _ => {}
            }
        }
    }

    fn request(&mut self, sent: &Event) {
        let from = (self.client_x(sent.attempt), self.y(sent.seq));
        let x2 = self.x(LaneKind::Api);
        let ends: Vec<_> =
            self.events().iter().filter(|e| e.cause == Some(sent.seq) && is_end(&e.kind)).collect();
        for end in ends {
            self.message(sent, Direction::Request, from, x2, Some(end), None);
        }
    }

    fn message(
        &mut self,
        event: &Event,
        message: Direction,
        from: (u32, u32),
        x2: u32,
        ended: Option<&'a Event>,
        label: Option<Label>,
    ) {
        let Some(ended) = ended else { return };
        let y2 = self.y(ended.seq);
        let is_copy = matches!(
            ended.kind,
            EventKind::Arrived { second_copy: true } | EventKind::ArrivedWhileDown { second_copy: true }
        );
        let end = match ended.kind {
            EventKind::Lost { .. } => MessageEnd::Lost,
            EventKind::HeardTooLate { .. } => MessageEnd::Unheard,
            EventKind::ArrivedWhileDown { .. } => MessageEnd::Down,
            EventKind::Wider(Wider::ConnectionRefused) => MessageEnd::Down,
            _ => MessageEnd::Arrived,
        };
        let is_replay = matches!(event.kind, EventKind::Replied { replay_of: Some(_), .. });
        let (x1, y1) = from;
        let shape = Shape::Message { message, x1, y1, x2, y2, end, is_replay, copy: is_copy };
        let label = if is_copy { Some(Label::SecondCopy) } else { label };
        self.put(event, shape, label);
        let note = match end {
            MessageEnd::Lost => Some(Label::Lost(message)),
            MessageEnd::Unheard => Some(Label::Unheard),
            MessageEnd::Down => Some(Label::Down),
            MessageEnd::Arrived => None,
        };
        if note.is_some() {
            let x = if end == MessageEnd::Lost { (x1 + 2 * x2) / 3 } else { x2 };
            self.put(ended, Shape::Note { x, y: y2 }, note);
        }
    }

    fn coins(&mut self) {
        for event in self.events() {
            let y = self.y(event.seq);
            let (lane, number, nth) = match &event.kind {
                EventKind::EffectWritten { .. } => (LaneKind::Ledger, None, 0),
                EventKind::EffectMade { order, nth, .. } => (LaneKind::Ledger, Some(*order), *nth),
                EventKind::Committed { order: Some(order), nth, .. } => {
                    (LaneKind::Ledger, Some(*order), *nth)
                }
                EventKind::ProviderEffect { charge, nth, .. } => (LaneKind::Provider, Some(*charge), *nth),
                _ => continue,
            };
            let undone = self.after(event.seq, |e| {
                let undoes = matches!(e.kind, EventKind::RolledBack { .. } | EventKind::FencedOut { .. });
                e.request == event.request && (undoes || matches!(e.kind, EventKind::Committed { .. }))
            });
            let struck =
                number.is_none() && undone.is_some_and(|e| !matches!(e.kind, EventKind::Committed { .. }));
            let twice = nth > 1;
            let label = match (number, twice) {
                (None, _) => Some(Label::Uncommitted),
                (Some(_), true) => Some(Label::Twice),
                (Some(_), false) => None,
            };
            self.put(event, Shape::Coin { x: self.x(lane), y, number, twice, struck }, label);
        }
    }

    fn notes(&mut self) {
        for event in self.events() {
            let client = self.client_x(event.attempt);
            let api = self.x(LaneKind::Api);
            let (x, label) = match &event.kind {
                EventKind::Believed { belief, .. } => (client, Label::Belief(*belief)),
                EventKind::Delayed { message: Direction::Request, by } => (client, Label::Delayed(*by)),
                EventKind::Delayed { by, .. } => (api, Label::Delayed(*by)),
                EventKind::RolledBack { .. } => {
                    let is_order = |e: &Event| matches!(e.kind, EventKind::EffectWritten { .. });
                    let wrote = self.events().iter().any(|e| e.request == event.request && is_order(e));
                    let lane = if wrote { LaneKind::Ledger } else { LaneKind::Records };
                    (self.x(lane), Label::RolledBack)
                }
                EventKind::FencedOut { .. } => (api, Label::FencedOut),
                EventKind::Failed { status, .. } => (api, Label::Failed(*status)),
                EventKind::KeyMade { .. } => (client, Label::KeyMade),
                EventKind::Reloaded { client } => (self.x(LaneKind::Client(*client)), Label::Reload),
                _ => continue,
            };
            self.put(event, Shape::Note { x, y: self.y(event.seq) }, Some(label));
        }
        if HAS_LAB {
            self.wider();
        }
        self.windows();
    }

    /// The client's retry window against the promise, where a promise ended during the run or a retry came more than
    /// an hour after the first send.
    fn windows(&mut self) {
        for intent in 0..self.run.trace.intents.len() as u16 {
            let sends = || {
                let of_intent =
                    move |e: &&Event| matches!(&e.kind, EventKind::Sent { intent: of, .. } if *of == intent);
                self.events().iter().filter(of_intent)
            };
            let (Some(first), Some(last)) = (sends().next(), sends().next_back()) else { continue };
            let window = last.at.minus(first.at);
            if window < Millis(3_600_000) {
                continue;
            }
            let x = self.client_x(first.attempt);
            let (y1, y2) = (self.y(first.seq), self.y(last.seq));
            let shape = Shape::Span { x, dx: 30, y1, y2, is_broken: false };
            self.put(last, shape, Some(Label::RetryWindow(window)));
            let kept = self.events().iter().find(|e| {
                matches!(e.kind, EventKind::Recorded { .. } | EventKind::Committed { .. })
                    && e.key == first.key
            });
            let Some(kept) = kept else { continue };
            let ended = self.after(kept.seq, |e| {
                e.key == kept.key && matches!(e.kind, EventKind::Expired | EventKind::KeptLonger)
            });
            let y2 = ended.map_or(self.bottom, |ended| self.y(ended.seq));
            let promise = self.run.scenario.service.contract.promised();
            let x = self.x(LaneKind::Records);
            let shape = Shape::Span { x, dx: -30, y1: self.y(kept.seq), y2, is_broken: ended.is_none() };
            self.put(kept, shape, Some(Label::Promise(promise)));
        }
    }
}

fn is_end(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Arrived { .. }
            | EventKind::ArrivedWhileDown { .. }
            | EventKind::Lost { .. }
            | EventKind::Heard { .. }
            | EventKind::HeardTooLate { .. }
            | EventKind::Wider(Wider::ConnectionRefused)
    )
}

/// Whether a request is over with this.
fn ends_work(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Replied { .. } | EventKind::Wider(Wider::GatewayTooLate { .. }))
}
