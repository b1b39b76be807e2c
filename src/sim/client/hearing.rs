//! What a client makes of answers and of silence (`rules.md` §3), and when it tries again (§2.5).
//!
//! Decided here for the wider world:
//!
//! - A pointer and a current state name an order, and so make `done`, as a 201 does; so does a replay to which the
//!   contract gives another status, a 4xx too: a client that knows its contract reads what the answer names. 429, 504,
//!   "still at work" and an outcome that is left for a person settle nothing. A question that finds nothing settles
//!   nothing either: the original may still be on its way.
//! - A key is thrown away when what the client does so on has happened, after its belief has changed; a key that
//!   follows from the intent or the body comes back all the same.
//! - A layer above begins the series again when the series is at its end, its reason is one that is retried, and the
//!   belief is open.
//! - A client that has been told to die when it hears does so before it believes anything.

use super::*;
use crate::sim::scenario::{DropOn, RetryOn};
use crate::sim::trace::{Answer, Meaning};

impl<C: Chooser> World<'_, C> {
    /// Stops listening for an attempt, and hands it out if anybody did.
    pub(super) fn end_listening(&mut self, attempt: AttemptId) -> Option<Attempt> {
        let index = (attempt.number as usize).checked_sub(1)?;
        let open = self.clients[usize::from(attempt.client)].attempts.get_mut(index)?;
        std::mem::take(&mut open.listening).then(|| open.clone())
    }

    pub(crate) fn timed_out(&mut self, attempt: AttemptId) {
        let Some(open) = self.end_listening(attempt) else {
            return;
        };
        let after = self.scenario.clients[usize::from(attempt.client)].timeout;
        let about = open.about(attempt);
        let timed_out = self.emit(about, EventKind::TimedOut { after });
        let about = About { cause: Some(timed_out), ..about };
        if IS_WHOLE {
            self.close_connection(attempt);
            self.drop_key_on(DropOn::Timeout, about, attempt);
        }
        self.plan_retry(open.series, about, Some(RetryOn::Timeout));
    }

    /// Tells a service that was built to care that nobody listens any more.
    pub(super) fn close_connection(&mut self, attempt: AttemptId) {
        if self.scenario.service.build.record_needs_client {
            let due = self.now.plus(self.scenario.service.takes.network);
            self.queue.schedule(due, Task::HangUp(attempt));
        }
    }

    pub(crate) fn response_arrives(
        &mut self,
        attempt: AttemptId,
        answer: Answer,
        replayed: bool,
        sent: EventSeq,
    ) {
        let Some(open) = self.end_listening(attempt) else {
            let key = self.attempt_key(attempt);
            let about = About { cause: Some(sent), attempt: Some(attempt), key, ..About::default() };
            self.emit(about, EventKind::HeardTooLate { answer });
            return;
        };
        let mut about = About { cause: Some(sent), ..open.about(attempt) };
        about.cause = Some(self.emit(about, EventKind::Heard { answer: answer.clone(), replayed }));
        if IS_WHOLE && self.client_dies(attempt, ClientMoment::AfterAnswer) {
            return;
        }
        self.believe(about, attempt, &open.sending, &answer);
        if IS_WHOLE {
            self.persist_if(Persists::AfterAnswer, attempt, about.cause);
            if let Some(reason) = drop_reason(&answer) {
                self.drop_key_on(reason, about, attempt);
            }
        }
        let reason = match answer.meaning {
            Meaning::InProgress => Some(RetryOn::InFlight409),
            Meaning::Failed | Meaning::Gateway => Some(RetryOn::ServerError),
            Meaning::RateLimited => Some(RetryOn::RateLimited),
            _ => None,
        };
        if open.sending.to != Endpoint::Ask {
            self.plan_retry(open.series, about, reason);
        }
    }

    /// Draws the client's conclusion from an answer.
    fn believe(&mut self, about: About, attempt: AttemptId, sending: &Sending, answer: &Answer) {
        let intent = sending.intent;
        let is_question = sending.to == Endpoint::Ask;
        let memory = self.clients[usize::from(attempt.client)].memory(intent);
        let refuses = answer.meaning.refuses() && !is_question;
        if refuses || answer.meaning.order().is_some() {
            memory.settle(attempt.number);
        }
        let earlier_open =
            memory.attempts.iter().any(|(number, settled)| *number < attempt.number && !settled);
        let next = match answer.meaning.order() {
            Some(order) => Belief::Done(order),
            None if refuses && !earlier_open && !matches!(memory.belief, Belief::Done(_)) => {
                Belief::Refused(answer.status)
            }
            None => {
                if memory.belief == Belief::Unknown {
                    self.emit(about, EventKind::NotSettled { intent, answer: answer.clone() });
                }
                return;
            }
        };
        if memory.belief != next {
            memory.belief = next;
            self.emit(about, EventKind::Believed { intent, belief: next });
        }
    }

    /// Throws the intent's own key away where the client does so on this.
    fn drop_key_on(&mut self, reason: DropOn, about: About, attempt: AttemptId) {
        let client = usize::from(attempt.client);
        if !self.scenario.clients[client].drops_key_on.contains(&reason) {
            return;
        }
        let Some(intent) = self.attempt(attempt).map(|attempt| attempt.sending.intent) else {
            return;
        };
        let memory = self.clients[client].memory(intent);
        if let Some(key) = memory.own_key.take() {
            self.emit(About { key: Some(key), ..about }, EventKind::Wider(Wider::KeyDropped { intent }));
        }
    }

    /// Plans the next attempt of a series, or the next series of the layer above. Says whether there is one.
    pub(super) fn plan_retry(&mut self, series: u32, about: About, reason: Option<RetryOn>) -> bool {
        if !IS_WHOLE {
            return false;
        }
        let line = &self.series[series as usize];
        let client = usize::from(line.client);
        let (Some(retry), Some(reason)) = (&self.scenario.clients[client].retry, reason) else {
            return false;
        };
        let step = self.scenario.script.get(line.step as usize).map(|step| &step.action);
        if matches!(step, Some(Action::Ask { .. })) || !self.may_retry(series) || !retry.on.contains(&reason)
        {
            return false;
        }
        let about = About { request: None, ..about };
        let (intent, sends, number) = (line.intent, line.sends, line.number);
        if sends >= retry.attempts {
            let Some(outer) = retry.outer.filter(|outer| number < outer.attempts) else {
                return false;
            };
            let (pause, most) = (outer.backoff, outer.attempts);
            let wider = Wider::SeriesPlanned { intent, pause, number: number + 1, most };
            let cause = self.emit(about, EventKind::Wider(wider));
            self.queue.schedule(self.now.plus(pause), Task::Series { series, cause });
            return true;
        }
        let mut pause = retry.backoff;
        for _ in 1..sends {
            pause = pause.times(retry.factor);
        }
        if retry.jitter > Millis::ZERO {
            pause = pause.plus(self.chooser.jitter(retry.seed, series * 64 + sends, retry.jitter));
        }
        let kind = EventKind::RetryPlanned { intent, pause, number: sends + 1, most: retry.attempts };
        let cause = self.emit(about, kind);
        self.queue.schedule(self.now.plus(pause), Task::Retry { series, cause });
        true
    }
}

/// What an answer is to those who throw keys away.
fn drop_reason(answer: &Answer) -> Option<DropOn> {
    match answer.meaning {
        Meaning::InProgress => Some(DropOn::InFlight409),
        _ if answer.meaning.order().is_some() => Some(DropOn::Success),
        _ if answer.status >= 500 => Some(DropOn::ServerError),
        _ if answer.status >= 400 => Some(DropOn::Refusal),
        _ => None,
    }
}
