//! What came out of a run, in sentences whose events are links.
//!
//! Words what the audit found and judges nothing itself. “All is well” speaks of the run at hand only; every
//! finding links all the events that prove it.

use crate::app::HAS_LAB;
use crate::sim::audit::{Found, Why, evidence};
use crate::sim::run::Run;
use crate::sim::scenario::{Endpoint, Finding};
use crate::sim::table::order_by;
use crate::sim::trace::{Answer, Belief, Event, EventKind, EventSeq, Meaning};

use super::template::{Piece, Value, render, render_both};
use super::{Language, lab_texts, names, texts, wider};

table! {
    /// What came out.
    pub struct VerdictTexts {
        /// `{intent}`, `{n}`, `{@effects}`.
        effect_twice,
        /// Why. `{@look-up}`.
        new_key,
        /// Why. `{@look-up}`.
        own_keys,
        /// Why. `{@look-ups}`.
        race,
        /// Why. `{@crash}`.
        crash,
        /// Why. `{@lease}`.
        lease,
        /// Why. `{@released}`.
        released,
        /// Why. `{@effect}`.
        provider,
        /// Why.
        ignored,
        /// Why. `{key}`, `{@expired}`.
        expiry,
        /// `{key}`, `{@a}`, `{@b}`.
        two_final_outcomes,
        /// `{attempt}`, `{key}`, `{@a}`, `{@b}`.
        replay_differs,
        /// `{client}`, `{intent}`, `{order}`, `{@heard}`.
        false_belief,
        /// `{client}`, `{intent}`, `{@heard}`, `{@effect}`.
        false_refusal,
        /// `{key}`, `{owner}`, `{client}`, `{@claim}`, `{@crash}`.
        stuck,
        /// `{client}`, `{@heard}`, `{@lost}`.
        effect_lost,
        /// `{attempt}`, `{@replayed}`.
        foreign_answer,
        /// `{i}`, `{e}`, `{@effects}`.
        nothing_found,
        /// The script is empty.
        nothing_sent,
        /// `{r}`, `{@replays}`.
        replays,
        /// `{r}`, `{@replays}`. The key lived more than once.
        replays_of_record,
        /// Every belief is so.
        all_settled,
        /// `{u}`.
        some_unknown,
        /// `{fault}`, `{attempt}`.
        fault_idle,
        /// `{fault}`, `{attempt}`.
        fault_unsent,
        /// The run stopped at a limit. `{@limit}`.
        cut_short,
    }
}

beyond! {
    VerdictTexts: lease, released, provider, effect_lost, foreign_answer, cut_short
}

/// One line of the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictLine {
    /// Whether it says that something went wrong.
    pub is_bad: bool,
    /// Its sentences, full stops included.
    pub pieces: Vec<Piece>,
}

/// What came out: the findings, or that there were none; faults that never struck; a run cut short.
#[must_use]
pub fn verdict(language: Language, run: &Run) -> Vec<VerdictLine> {
    let judge = Judge { language, run, words: &texts(language).verdict };
    let mut lines: Vec<_> = run.found.iter().map(|found| line(true, judge.finding(found))).collect();
    if run.found.is_empty() {
        lines.extend(judge.all_is_well().into_iter().map(|pieces| line(false, pieces)));
    }
    lines.extend(judge.idle_faults().into_iter().map(|pieces| line(false, pieces)));
    if run.cut_short().is_some() {
        let last = run.trace.events.last().map(|event| event.seq);
        let proof = Value::Proof(last.into_iter().collect());
        lines.push(line(false, render(language, judge.words.cut_short, &[("limit", proof)])));
    }
    lines
}

const fn line(is_bad: bool, pieces: Vec<Piece>) -> VerdictLine {
    VerdictLine { is_bad, pieces }
}

struct Judge<'a> {
    language: Language,
    run: &'a Run,
    words: &'static VerdictTexts,
}

impl Judge<'_> {
    fn finding(&self, found: &Found) -> Vec<Piece> {
        let words = self.words;
        let (first, second) = (found.proof.first().copied(), found.proof.get(1).copied());
        let proof = |seq: Option<EventSeq>| Value::Proof(seq.into_iter().collect());
        let mut slots = self.subject(found);
        let template = match found.finding {
            Finding::EffectTwice => return self.effect_twice(found, &slots),
            Finding::TwoFinalOutcomes => {
                slots.extend([("a", self.answer_link(first)), ("b", self.answer_link(second))]);
                words.two_final_outcomes
            }
            Finding::ReplayDiffers => {
                slots.extend([("a", self.answer_link(first)), ("b", self.answer_link(second))]);
                words.replay_differs
            }
            Finding::FalseBelief => {
                slots.extend([("heard", proof(first)), ("effect", proof(second))]);
                let belief = found.client.zip(found.intent).and_then(|of| self.run.end.beliefs.get(&of));
                match belief {
                    Some(Belief::Done(order)) => {
                        let order = names::order(self.language, self.run, *order);
                        slots.push(("order", Value::Text(order)));
                        words.false_belief
                    }
                    _ => words.false_refusal,
                }
            }
            Finding::Stuck => {
                slots.extend([("claim", proof(first)), ("crash", proof(second))]);
                words.stuck
            }
            Finding::EffectLost => {
                slots.extend([("heard", proof(first)), ("lost", proof(second))]);
                words.effect_lost
            }
            Finding::ForeignAnswer => {
                slots.push(("replayed", Value::Proof(found.proof.clone())));
                words.foreign_answer
            }
            _ if !HAS_LAB => "",
            Finding::NeverFinishes => {
                slots.push(("last", Value::Proof(found.proof.clone())));
                lab_texts(self.language).wider.never_finishes
            }
            Finding::SideEffectTwice => {
                slots.push(("n", Value::Count(found.proof.len() as u32)));
                slots.push(("mails", Value::Proof(found.proof.clone())));
                lab_texts(self.language).wider.side_effect_twice
            }
            Finding::WrongOperation => {
                slots.push(("answer", Value::Proof(found.proof.clone())));
                lab_texts(self.language).wider.wrong_operation
            }
        };
        render(self.language, template, &slots)
    }

    /// Whom and what a finding is about. The attempt is the last proof's, the owner the first one's.
    fn subject(&self, found: &Found) -> Vec<(&'static str, Value)> {
        let (language, run) = (self.language, self.run);
        let attempt_of = |seq: Option<&EventSeq>| {
            let attempt = seq.and_then(|seq| run.trace.event(*seq)).and_then(|event| event.attempt);
            attempt.map(|attempt| names::attempt_value(language, run, attempt))
        };
        let mut slots = Vec::new();
        slots.extend(found.intent.map(|of| ("intent", Value::Text(names::intent(language, run, of)))));
        slots.extend(found.key.map(|of| ("key", Value::Key(of))));
        slots.extend(found.client.map(|of| ("client", Value::Text(names::client(language, run, of)))));
        slots.extend(attempt_of(found.proof.last()).map(|attempt| ("attempt", attempt)));
        slots.extend(attempt_of(found.proof.first()).map(|owner| ("owner", owner)));
        slots
    }

    fn effect_twice(&self, found: &Found, subject: &[(&'static str, Value)]) -> Vec<Piece> {
        let words = self.words;
        let effects =
            [("n", Value::Count(found.proof.len() as u32)), ("effects", self.effect_links(&found.proof))];
        let mut pieces = render_both(self.language, words.effect_twice, subject, &effects);
        let template = match found.why {
            None => return pieces,
            Some(Why::Ignored) => words.ignored,
            Some(Why::NewKey) => words.new_key,
            Some(Why::OwnKeys) => words.own_keys,
            Some(Why::Expiry) => words.expiry,
            Some(Why::Released) => words.released,
            Some(Why::Crash) => words.crash,
            Some(Why::Provider) => words.provider,
            Some(Why::Lease) => words.lease,
            Some(Why::Race) => words.race,
            Some(why) if HAS_LAB => wider::why(self.language, why),
            Some(_) => return pieces,
        };
        let key = found.proof.get(1).and_then(|seq| self.run.trace.event(*seq)).and_then(|event| event.key);
        let mut slots: Vec<_> =
            ["look-up", "look-ups", "crash", "lease", "released", "effect", "expired", "decided"]
                .map(|slot| (slot, Value::Proof(found.deciding.clone())))
                .into();
        slots.extend(key.map(|key| ("key", Value::Key(key))));
        pieces.push(Piece::Text(texts(self.language).names.between.to_owned()));
        pieces.extend(render(self.language, template, &slots));
        pieces
    }

    fn answer_link(&self, seq: Option<EventSeq>) -> Value {
        let answer = seq.and_then(|seq| Some((seq, self.replied(seq)?)));
        let link = answer.map(|(seq, answer)| (seq, names::answer(self.language, self.run, answer)));
        Value::Links(link.into_iter().collect())
    }

    fn replied(&self, seq: EventSeq) -> Option<&Answer> {
        match &self.run.trace.event(seq)?.kind {
            EventKind::Replied { answer, .. } => Some(answer),
            _ => None,
        }
    }

    fn effect_links(&self, effects: &[EventSeq]) -> Value {
        let number =
            |seq: EventSeq| self.run.end.made().find(|effect| effect.made == seq).map(|effect| effect.number);
        let link =
            |seq: &EventSeq| number(*seq).map(|number| (*seq, names::order(self.language, self.run, number)));
        Value::Links(effects.iter().filter_map(link).collect())
    }

    fn all_is_well(&self) -> Vec<Vec<Piece>> {
        let (run, words) = (self.run, self.words);
        let mut intents: Vec<_> = run.end.attempts.iter().map(|attempt| attempt.intent).collect();
        order_by(&mut intents, |intent| u32::from(*intent));
        intents.dedup();
        if intents.is_empty() {
            return vec![render(self.language, words.nothing_sent, &[])];
        }
        let (effects, replays) = evidence(&run.trace, &run.end);
        let counts = [
            ("i", Value::Count(intents.len() as u32)),
            ("e", Value::Count(effects.len() as u32)),
            ("effects", Value::Proof(effects)),
        ];
        let mut lines = vec![render(self.language, words.nothing_found, &counts)];
        if !replays.is_empty() {
            let is_first = replays.iter().all(|replay| self.repeats_first_answer(*replay));
            let template = if is_first { words.replays } else { words.replays_of_record };
            let counts = [("r", Value::Count(replays.len() as u32)), ("replays", Value::Proof(replays))];
            lines.push(render(self.language, template, &counts));
        }
        let beliefs = run.end.beliefs.iter();
        let mut unknown: Vec<_> = beliefs
            .filter(|(_, belief)| **belief == Belief::Unknown)
            .map(|((_, intent), _)| *intent)
            .collect();
        order_by(&mut unknown, |intent| u32::from(*intent));
        unknown.dedup();
        if !unknown.is_empty() {
            let count = [("u", Value::Count(unknown.len() as u32))];
            lines.push(render(self.language, words.some_unknown, &count));
        } else if !run.end.beliefs.is_empty() {
            lines.push(render(self.language, words.all_settled, &[]));
        }
        lines
    }

    /// Whether a replay has the bytes of the first final answer sent under its key, in a key's only life.
    fn repeats_first_answer(&self, replay: EventSeq) -> bool {
        let events = &self.run.trace.events;
        let key = events[replay as usize].key;
        let is_question = |event: &Event| {
            let attempt = event.attempt.and_then(|attempt| self.run.end.attempt(attempt));
            HAS_LAB && attempt.is_some_and(|attempt| attempt.to == Endpoint::Ask)
        };
        let mut of_key =
            events[..=replay as usize].iter().filter(|event| event.key == key && !is_question(event));
        let is_final =
            |answer: &Answer| answer.meaning.order().is_some() || answer.meaning == Meaning::Failed;
        let first = of_key.clone().find_map(|event| match &event.kind {
            EventKind::Replied { answer, .. } if is_final(answer) => Some(answer),
            _ => None,
        });
        let lived_once = !of_key.any(|event| matches!(event.kind, EventKind::Expired));
        let same = first.zip(self.replied(replay)).is_some_and(|(first, replay)| first.same_bytes(replay));
        lived_once && same
    }

    fn idle_faults(&self) -> Vec<Vec<Piece>> {
        let (language, run, words) = (self.language, self.run, self.words);
        let faults = run.scenario.faults.iter().zip(&run.struck);
        let idle = faults.filter(|(_, struck)| !**struck).map(|(fault, _)| {
            let was_sent = run.end.attempt(fault.of).is_some();
            let template = if was_sent { words.fault_idle } else { words.fault_unsent };
            let slots = [
                ("fault", Value::Name(names::fault(language, run, fault))),
                ("attempt", names::attempt_value(language, run, fault.of)),
            ];
            render(language, template, &slots)
        });
        idle.collect()
    }
}
