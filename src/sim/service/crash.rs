//! How a request stands still, and how the service dies and comes back (`rules.md` §5), and what it loses.
//!
//! Decided here where `rules.md` leaves it open:
//!
//! - A crash with `loses` is a fail-over to a copy that lagged behind: what was committed after that moment is gone, and what was committed at it
//!   stays. An
//!   order goes, a change of state stays (it is not told apart), a record or claim that was written since, or its recovery point, goes whole.
//!   Numbers of lost orders are not given again.
//! - Where records live in memory, a crash takes all of them; the ledger stays.

use crate::sim::IS_WHOLE;
use crate::sim::chooser::Chooser;
use crate::sim::scenario::Point;
use crate::sim::time::Millis;
use crate::sim::trace::{EventKind, EventSeq, Meaning, Wider};
use crate::sim::world::{About, Task, World};

use super::Failure;

/// What a request does at once, or when it goes on after it has stood still.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    /// Its handler ends in an error; `raised` as the second says.
    Fail(Failure, bool),
    /// It was turned back at the commit, and looks again.
    LookAgain,
    /// It was turned back, and answers with an error.
    GiveUp,
}

impl<C: Chooser> World<'_, C> {
    /// Asks whether the service dies after this point of this request, and lets it die; else whether the request
    /// stands still.
    pub(super) fn crash_after(&mut self, id: u32, after: Point) -> bool {
        let attempt = self.requests[id as usize].attempt;
        if IS_WHOLE && let Some(length) = self.chooser.stall(attempt, after) {
            self.tell_wider(id, Wider::Stalled { after, length });
            let stall = self.requests[id as usize].stall.plus(length);
            let until = self.now.plus(stall);
            let request = self.request(id);
            (request.stall, request.stands_until) = (stall, Some(until));
            self.queue.schedule(until, Task::GoOn { request: id });
        }
        let Some((restart, loses)) = self.chooser.crash(attempt, after) else {
            return false;
        };
        let about = About { from: None, ..self.requests[id as usize].about };
        let requests = self.requests.iter().filter(|request| request.alive).count() as u32;
        let until = self.now.plus(restart);
        let crash = self.emit(about, EventKind::Crashed { after, requests, until });
        for dying in 0..self.requests.len() as u32 {
            if !self.requests[dying as usize].alive {
                continue;
            }
            let key = self.record_key(dying);
            let whole = self.service.locks.get(&key) == Some(&dying);
            let request = self.request(dying);
            request.alive = false;
            request.is_waiting = false;
            if request.roll_back() || whole {
                request.about.cause = Some(crash);
                self.tell(dying, None, EventKind::RolledBack { whole });
            }
        }
        self.service.locks.clear();
        self.service.is_down = true;
        if IS_WHOLE {
            self.lose(crash, loses);
        }
        self.queue.schedule(until, Task::Restart { crash, down: restart });
        true
    }

    /// What a crash takes beside the requests in process.
    fn lose(&mut self, crash: EventSeq, loses: Millis) {
        let about = About { cause: Some(crash), ..About::default() };
        if self.scenario.service.build.volatile {
            let records = self.service.records.len() as u32;
            self.service.records.clear();
            self.emit(about, EventKind::Wider(Wider::Forgotten { records }));
        }
        if loses == Millis::ZERO {
            return;
        }
        let since = self.now.minus(loses);
        let records = self.service.records.retain(|record| record.changed <= since);
        let mut orders = 0;
        for row in self.service.ledger.iter_mut().filter(|row| row.at > since && !row.is_lost) {
            row.is_lost = true;
            orders += 1;
        }
        self.emit(about, EventKind::Wider(Wider::LostInFailover { orders, records, since }));
    }

    /// A request that stood still goes on, unless it has been told to stand longer.
    pub(crate) fn go_on(&mut self, id: u32) {
        let request = &self.requests[id as usize];
        if !request.alive || request.stands_until != Some(self.now) {
            return;
        }
        self.tell_wider(id, Wider::GoesOn);
        let request = self.request(id);
        request.stands_until = None;
        if let Some(then) = request.then.take() {
            request.stall = Millis::ZERO;
            self.act(id, then);
        }
    }

    /// Does what comes after a point at once, unless the request stands still there.
    pub(super) fn act_once_it_goes_on(&mut self, id: u32, then: Then) {
        if IS_WHOLE && self.requests[id as usize].stall > Millis::ZERO {
            self.request(id).then = Some(then);
        } else {
            self.act(id, then);
        }
    }

    fn act(&mut self, id: u32, then: Then) {
        match then {
            Then::Fail(failure, raised) => {
                if IS_WHOLE && failure.meaning == Meaning::RateLimited {
                    self.tell_wider(id, Wider::RateLimited { behind: true });
                }
                self.fail(id, failure, raised);
            }
            Then::LookAgain => self.look_up(id, Point::Commit, true),
            Then::GiveUp if IS_WHOLE => {
                self.tell(id, None, EventKind::Failed { status: 500, stored: false });
                self.answer(id, Meaning::Failed, 500);
                self.enter(id, Point::Respond);
            }
            Then::GiveUp => {}
        }
    }

    pub(crate) fn restart(&mut self, crash: EventSeq, down: Millis) {
        self.service.is_down = false;
        self.emit(About { cause: Some(crash), ..About::default() }, EventKind::Restarted { down });
    }
}
