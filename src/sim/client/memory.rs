//! What a client remembers of its intents, what of it is persisted, and what a reload or a death leaves.
//!
//! Decided here where `rules.md` §2.6 leaves it open:
//!
//! - A client that lost its memory also forgot its earlier attempts: they no longer hold a refusal open.
//! - A durable client that persists after the send, or after the answer, recovers what it had persisted last: key,
//!   body and the time of its first send; its belief is open again, and an intent that was never persisted is
//!   forgotten. One that persists before the send keeps its beliefs too.
//! - A death is a reload at the worst moment: it ends what a reload ends.
//! - Retries that survive belong to a job queue: a planned one stays, and an attempt that was waiting for its answer is
//!   taken for one that timed out; key, body and the time of its first send are the job's own, whatever the client kept.
//!   A job without a try left is over, and leaves its client nothing.

use super::*;
use crate::sim::scenario::RetryOn;

/// What a client remembers of an intent.
#[derive(Clone, Debug)]
pub(super) struct IntentMemory {
    pub(super) own_key: Option<KeyId>,
    /// Key and body of the last send.
    pub(super) last: Option<(Option<KeyId>, Rc<str>)>,
    pub(super) body_text: Option<Rc<str>>,
    pub(super) belief: Belief,
    /// Numbers of its attempts and whether an answer settled them.
    pub(super) attempts: Vec<(u32, bool)>,
    /// The client's clock at the first send under the last key.
    pub(super) first_sent: Reading,
    /// What was persisted, where that is not before every send.
    pub(super) persisted: Option<Persisted>,
}

/// What a durable client persisted of an intent.
#[derive(Clone, Debug)]
pub(super) struct Persisted {
    own_key: Option<KeyId>,
    last: Option<(Option<KeyId>, Rc<str>)>,
    first_sent: Reading,
}

impl IntentMemory {
    /// Marks an attempt as settled.
    pub(super) fn settle(&mut self, number: u32) {
        for (known, settled) in &mut self.attempts {
            *settled |= *known == number;
        }
    }
}

impl Default for IntentMemory {
    fn default() -> IntentMemory {
        IntentMemory {
            own_key: None,
            last: None,
            body_text: None,
            belief: Belief::Unknown,
            attempts: Vec::new(),
            first_sent: Reading::default(),
            persisted: None,
        }
    }
}

impl ClientState {
    /// What it remembers of an intent; room is made for one it does not know.
    pub(super) fn memory(&mut self, intent: IntentId) -> &mut IntentMemory {
        if !self.intents.contains_key(&intent) {
            self.intents.insert(intent, IntentMemory::default());
        }
        match self.intents.get_mut(&intent) {
            Some(memory) => memory,
            None => unreachable!("room was made above"),
        }
    }
}

impl<C: Chooser> World<'_, C> {
    /// Persists an attempt's intent, if its client does so at this moment and has not persisted the same before.
    pub(super) fn persist_if(&mut self, moment: Persists, attempt: AttemptId, cause: Option<EventSeq>) {
        let client = usize::from(attempt.client);
        let habits = &self.scenario.clients[client];
        if habits.keep != Keep::Durable || habits.persists != moment {
            return;
        }
        let Some(sending) = self.attempt(attempt).map(|attempt| attempt.sending.clone()) else {
            return;
        };
        if sending.to == Endpoint::Ask {
            return;
        }
        let intent = sending.intent;
        let memory = self.clients[client].memory(intent);
        let is_news = memory.persisted.as_ref().is_none_or(|persisted| persisted.last != memory.last);
        memory.persisted = Some(Persisted {
            own_key: memory.own_key,
            last: memory.last.clone(),
            first_sent: memory.first_sent,
        });
        if is_news {
            let key = sending.key;
            let about = About { cause, attempt: Some(attempt), key, ..About::default() };
            self.emit(about, EventKind::KeyStored { intent });
        }
    }

    /// Lets a client's program die if it is to die now.
    pub(super) fn client_dies(&mut self, attempt: AttemptId, moment: ClientMoment) -> bool {
        if !self.chooser.client_crash(attempt, moment) {
            return false;
        }
        let client = attempt.client;
        let key = self.attempt_key(attempt);
        let about = About { attempt: Some(attempt), key, ..About::default() };
        let cause = Some(self.emit(about, EventKind::Wider(Wider::ClientCrashed { client, moment })));
        self.lose_memory(client, cause);
        true
    }

    pub(super) fn reload(&mut self, client: u8) {
        let cause = Some(self.emit(About::default(), EventKind::Reloaded { client }));
        self.lose_memory(client, cause);
    }

    /// Ends a client's connections and planned retries, and leaves it what it keeps.
    fn lose_memory(&mut self, client: u8, cause: Option<EventSeq>) {
        let habits = &self.scenario.clients[usize::from(client)];
        let (keep, persists) = (habits.keep, habits.persists);
        let has_queue = IS_WHOLE && habits.retry.as_ref().is_some_and(|retry| retry.survives_reload);
        for series in self.series.iter_mut().filter(|series| series.client == client && !has_queue) {
            series.dropped = true;
        }
        let mut cut = Vec::new();
        for (n, attempt) in self.clients[usize::from(client)].attempts.iter_mut().enumerate() {
            if std::mem::take(&mut attempt.listening) {
                cut.push(AttemptId { client, number: n as u32 + 1 });
            }
        }
        if IS_WHOLE {
            cut.iter().for_each(|attempt| self.close_connection(*attempt));
        }
        let state = &mut self.clients[usize::from(client)];
        let known: Vec<_> = state.intents.iter().map(|(intent, m)| (*intent, m.own_key)).collect();
        let known_results = state.intents.iter().filter(|(_, memory)| memory.belief != Belief::Unknown);
        let before: Vec<IntentId> = known_results.map(|(intent, _)| *intent).collect();
        let keeps_all = keep == Keep::Durable && (!IS_WHOLE || persists == Persists::BeforeSend);
        if keep == Keep::Memory {
            state.intents.clear();
        }
        for (intent, key) in known {
            let is_kept = keeps_all || self.recover(client, intent, keep);
            let kind = if is_kept {
                EventKind::IntentRecovered { client, intent }
            } else {
                EventKind::IntentForgotten { client, intent }
            };
            self.emit(About { cause, key, ..About::default() }, kind);
            let was_known = before.contains(&intent);
            if IS_WHOLE && is_kept && !keeps_all && was_known {
                let wider = Wider::BeliefForgotten { client, intent };
                self.emit(About { cause, key, ..About::default() }, EventKind::Wider(wider));
            }
        }
        if has_queue {
            self.remember_planned(client);
            self.requeue(&cut, cause);
        }
    }

    /// Gives the intents of planned retries back to a client that has lost them: the jobs know them.
    fn remember_planned(&mut self, client: u8) {
        for series in 0..self.series.len() as u32 {
            let is_planned = self.queue.any(|task| {
                matches!(task, Task::Retry { series: of, .. } | Task::Series { series: of, .. } if *of == series)
            });
            if is_planned && self.series[series as usize].client == client {
                let sent =
                    self.clients[usize::from(client)].attempts.iter().rfind(|open| open.series == series);
                if let Some(sending) = sent.map(|open| open.sending.clone()) {
                    self.remember_job(series, &sending);
                }
            }
        }
    }

    /// Puts what a job knows from its last send where its client would have it.
    fn remember_job(&mut self, series: u32, sent: &Sending) {
        let line = self.series[series as usize].clone();
        let memory = self.clients[usize::from(line.client)].memory(line.intent);
        memory.own_key = memory.own_key.or(sent.key.filter(|_| line.literal_key.is_none()));
        memory.body_text.get_or_insert(line.body_text.clone());
        if memory.last.is_none() {
            memory.last = Some((sent.key, line.body_text));
            memory.first_sent = sent.first_sent;
        }
    }

    /// Reads back what was persisted of an intent, if anything was.
    fn recover(&mut self, client: u8, intent: IntentId, keep: Keep) -> bool {
        if keep == Keep::Memory {
            return false;
        }
        let state = &mut self.clients[usize::from(client)];
        let Some(persisted) = state.intents.get(&intent).and_then(|memory| memory.persisted.clone()) else {
            state.intents.remove(&intent);
            return false;
        };
        let memory = IntentMemory {
            own_key: persisted.own_key,
            body_text: persisted.last.as_ref().map(|(_, text)| text.clone()),
            last: persisted.last.clone(),
            first_sent: persisted.first_sent,
            persisted: Some(persisted),
            ..IntentMemory::default()
        };
        state.intents.insert(intent, memory);
        true
    }

    /// Has a job queue try again what was cut off. A job that has no try left is over, and what it knew with it.
    fn requeue(&mut self, cut: &[AttemptId], cause: Option<EventSeq>) {
        for attempt in cut {
            let Some(open) = self.attempt(*attempt).cloned() else {
                continue;
            };
            let (client, intent) = (usize::from(attempt.client), open.sending.intent);
            let before = self.clients[client].intents.get(&intent).cloned();
            self.remember_job(open.series, &open.sending);
            let about = About { cause, ..open.about(*attempt) };
            if self.plan_retry(open.series, about, Some(RetryOn::Timeout)) {
                continue;
            }
            match before {
                Some(memory) => self.clients[client].intents.insert(intent, memory),
                None => drop(self.clients[client].intents.remove(&intent)),
            }
        }
    }
}
