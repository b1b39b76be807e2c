//! What things are called in a sentence: clients, attempts, orders, answers, states, times.
//!
//! Owns the rule that a run with one client says “attempt 2” and one with several says “c1#2”, and likewise for
//! clients and intents. It deliberately capitalises nothing that is not a label: [`super::template`] does where a
//! sentence begins.

use crate::app::HAS_LAB;
use crate::sim::contract::{InFlight, Store};
use crate::sim::project::{RecordState, Standing};
use crate::sim::run::Run;
use crate::sim::scenario::{
    AttemptId, Direction, EffectPlace, FailAt, Fault, FaultKind, Keep, KeyPolicy, Point, RetryOn, WriteOrder,
};
use crate::sim::time::Millis;
use crate::sim::trace::{Answer, Belief, EventSeq, IntentId, KeyId, Limit, Meaning};

use super::template::{Value, event_number, plain, render, render_both};
use super::{Language, lab_texts, texts, wider};

table! {
    /// Names of things in sentences.
    pub struct NameTexts {
        /// Between two sentences.
        between,
        /// The client, where there is one.
        client,
        /// One of several clients. `{id}`.
        client_id,
        /// An attempt of the only client. `{n}`.
        attempt,
        /// An attempt that nothing names.
        other_attempt,
        /// The intent, where there is one.
        intent,
        /// One of several intents. `{id}`.
        intent_id,
        /// An order. `{n}`.
        order,
        /// A charge. `{n}`.
        charge,
        /// A key. `{letter}`.
        key,
        /// A link to an event. `{n}`.
        event,
        /// A look-up that is not in the run.
        look_up,
        /// A link to a look-up. `{n}`.
        look_up_event,
        /// A link to a scenario. `{n}`.
        run,
        /// Between links.
        list_comma,
        /// In place of links left out of a long list.
        list_gap,
        /// Before events that a sentence rests on.
        bracket_open,
        /// After them.
        bracket_close,
        /// An answer. `{status}`, `{order}`.
        answer_created,
        /// An answer. `{status}`.
        answer_invalid,
        /// An answer. `{status}`.
        answer_in_progress,
        /// An answer. `{status}`.
        answer_other,
        /// An answer. `{status}`.
        answer_failed,
        /// A belief.
        unknown,
        /// A belief. `{order}`.
        done,
        /// A belief. `{status}`.
        refused,
        /// A record's state.
        no_record,
        /// A record's state.
        in_flight,
        /// A record's state.
        completed,
        /// A record's state.
        failed,
        /// A record's state.
        expired,
        /// A record's state.
        past_promise,
        /// A record's state.
        lease_over,
        /// A point.
        receive,
        /// A point.
        authenticate,
        /// A point.
        validate,
        /// A point.
        look_up_point,
        /// A point.
        claim,
        /// A point.
        effect,
        /// A point.
        record,
        /// A point.
        commit,
        /// A point.
        respond,
        /// A message, in a sentence.
        request,
        /// A message, in a sentence.
        response,
        /// A duration. `{n}`.
        milliseconds,
        /// A duration. `{n}`.
        seconds,
        /// A duration. `{n}`.
        minutes,
        /// A duration. `{n}`.
        hours,
        /// A duration. `{n}`.
        days,
        /// Between two units.
        unit_blank,
        /// A limit.
        limit_attempts,
        /// A limit.
        limit_events,
        /// A limit.
        limit_horizon,
    }
}

// The effect of a lesson is made in the ledger, under a claim without a lease; no fault meets the check of who asks;
// no run is as long as a limit.
beyond! {
    NameTexts: charge, lease_over, authenticate, limit_attempts, limit_events, limit_horizon
}

/// A template of words and numbers, filled.
fn words(language: Language, template: &str, slots: &[(&str, Value)]) -> String {
    plain(&render(language, template, slots), language)
}

/// A template with one number in it, filled.
fn numbered(language: Language, template: &str, number: impl ToString) -> String {
    words(language, template, &[("n", Value::Text(number.to_string()))])
}

/// The letter of a key: A to Z, then A2, B2 and so on.
#[must_use]
pub fn key_letter(key: KeyId) -> String {
    let letter = char::from(b'A' + (key % 26) as u8);
    match key / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

/// “key A”.
#[must_use]
pub fn key(language: Language, key: KeyId) -> String {
    words(language, texts(language).names.key, &[("letter", Value::Text(key_letter(key)))])
}

/// “the client”, or “client c2” where there are several.
#[must_use]
pub fn client(language: Language, run: &Run, client: u8) -> String {
    let names = &texts(language).names;
    if run.scenario.clients.len() == 1 {
        return names.client.to_owned();
    }
    words(language, names.client_id, &[("id", Value::Text(run.scenario.client_id(client).to_owned()))])
}

/// “attempt 2”, or “c1#2” where there are several clients.
#[must_use]
pub fn attempt(language: Language, run: &Run, attempt: AttemptId) -> String {
    if run.scenario.clients.len() == 1 {
        return numbered(language, texts(language).names.attempt, attempt.number);
    }
    run.scenario.attempt_name(attempt)
}

/// The attempt as it fills a slot: an identifier such as `c1#2` keeps its letters.
pub(super) fn attempt_value(language: Language, run: &Run, of: AttemptId) -> Value {
    let name = attempt(language, run, of);
    if run.scenario.clients.len() == 1 { Value::Text(name) } else { Value::Name(name) }
}

/// “the intent”, or “intent i2” where the script has several.
#[must_use]
pub fn intent(language: Language, run: &Run, intent: IntentId) -> String {
    let names = &texts(language).names;
    let id = run.trace.intents.get(usize::from(intent));
    match id {
        Some(id) if run.trace.intents.len() > 1 => {
            words(language, names.intent_id, &[("id", Value::Text(id.clone()))])
        }
        _ => names.intent.to_owned(),
    }
}

/// “order 1”, at a provider “charge 1”.
#[must_use]
pub fn order(language: Language, run: &Run, number: u32) -> String {
    let names = &texts(language).names;
    match run.scenario.service.effect {
        EffectPlace::Ledger | EffectPlace::Both(_) => numbered(language, names.order, number),
        EffectPlace::Provider(_) => numbered(language, names.charge, number),
    }
}

/// “201, order 1”; a refusal with its cause: “409, in progress”.
#[must_use]
pub fn answer(language: Language, run: &Run, answer: &Answer) -> String {
    let names = &texts(language).names;
    let status = ("status", Value::Text(answer.status.to_string()));
    match answer.meaning {
        Meaning::Created(number) => {
            let order = ("order", Value::Text(order(language, run, number)));
            words(language, names.answer_created, &[status, order])
        }
        Meaning::InvalidParameters => words(language, names.answer_invalid, &[status]),
        Meaning::InProgress => words(language, names.answer_in_progress, &[status]),
        Meaning::OtherParameters => words(language, names.answer_other, &[status]),
        Meaning::Failed => words(language, names.answer_failed, &[status]),
        meaning if HAS_LAB => {
            let mut slots = vec![status];
            if let Some(number) = meaning.order() {
                slots.push(("order", Value::Text(order(language, run, number))));
            }
            if let Meaning::Current(_, state) = meaning {
                slots.push(("state", Value::Text(wider::order_state(language, state).to_owned())));
            }
            words(language, wider::answer(language, meaning), &slots)
        }
        _ => String::new(),
    }
}

/// “Unknown”, “Done: order 1”, “Refused: 409”.
#[must_use]
pub fn belief(language: Language, run: &Run, belief: Belief) -> String {
    let names = &texts(language).names;
    match belief {
        Belief::Unknown => names.unknown.to_owned(),
        Belief::Done(number) => {
            words(language, names.done, &[("order", Value::Text(order(language, run, number)))])
        }
        Belief::Refused(status) => {
            words(language, names.refused, &[("status", Value::Text(status.to_string()))])
        }
    }
}

/// “In flight”, “Completed” and so on; “None” where there is no record.
#[must_use]
pub fn standing(language: Language, standing: Option<Standing>) -> &'static str {
    let names = &texts(language).names;
    match standing {
        None => names.no_record,
        Some(Standing::InFlight { .. }) => names.in_flight,
        Some(Standing::Completed) => names.completed,
        Some(Standing::Failed) => names.failed,
        Some(Standing::Expired) => names.expired,
        Some(Standing::Open) if HAS_LAB => lab_texts(language).wider.open,
        Some(Standing::Open) => names.failed,
    }
}

/// A record's state at a time, lease and promise considered: “Lease over”, “Past its promise”.
#[must_use]
pub fn record_state(language: Language, record: &RecordState, now: Millis) -> &'static str {
    let names = &texts(language).names;
    let is_over = |until: Option<Millis>| until.is_some_and(|until| until <= now);
    match record.standing {
        Standing::InFlight { .. } if is_over(record.lease_until) => names.lease_over,
        Standing::Completed | Standing::Failed if is_over(record.promised_until) => names.past_promise,
        other => standing(language, Some(other)),
    }
}

/// A point of the service.
#[must_use]
pub fn point(language: Language, point: Point) -> &'static str {
    let names = &texts(language).names;
    match point {
        Point::Receive => names.receive,
        Point::Authenticate => names.authenticate,
        Point::Validate => names.validate,
        Point::LookUp => names.look_up_point,
        Point::Claim => names.claim,
        Point::Effect => names.effect,
        Point::Record => names.record,
        Point::Commit => names.commit,
        Point::Respond => names.respond,
    }
}

/// “request” or “response”, in a sentence.
#[must_use]
pub fn message(language: Language, message: Direction) -> &'static str {
    let names = &texts(language).names;
    match message {
        Direction::Request => names.request,
        Direction::Response => names.response,
    }
}

/// “event 7”; see [`event_number`].
#[must_use]
pub fn event(language: Language, seq: EventSeq) -> String {
    numbered(language, texts(language).names.event, event_number(seq))
}

/// A write order's name.
#[must_use]
pub fn write_order(language: Language, order: WriteOrder) -> &'static str {
    let choices = &lab_texts(language).choices;
    match order {
        WriteOrder::Ignore => choices.ignore,
        WriteOrder::CheckThenAct => choices.check_then_act,
        WriteOrder::TransactionOnly => lab_texts(language).wider.transaction_only,
        WriteOrder::ClaimFirst => choices.claim_first,
        WriteOrder::ClaimThenCommit => choices.claim_then_commit,
        WriteOrder::OneTransaction => choices.one_transaction,
    }
}

/// What a write order means and what still breaks it.
#[must_use]
pub fn write_order_hint(language: Language, order: WriteOrder) -> &'static str {
    let hints = &lab_texts(language).hints;
    match order {
        WriteOrder::Ignore => hints.ignore,
        WriteOrder::CheckThenAct => hints.check_then_act,
        WriteOrder::TransactionOnly => lab_texts(language).wider.transaction_only_hint,
        WriteOrder::ClaimFirst => hints.claim_first,
        WriteOrder::ClaimThenCommit => hints.claim_then_commit,
        WriteOrder::OneTransaction => hints.one_transaction,
    }
}

/// A key policy's name.
#[must_use]
pub fn key_policy(language: Language, policy: KeyPolicy) -> &'static str {
    let choices = &lab_texts(language).choices;
    match policy {
        KeyPolicy::PerIntent => choices.per_intent,
        KeyPolicy::PerAttempt => choices.per_attempt,
        KeyPolicy::BodyHash => choices.body_hash,
        KeyPolicy::BusinessId => choices.business_id,
        KeyPolicy::PerCall => lab_texts(language).wider.per_call,
        KeyPolicy::Nothing => lab_texts(language).wider.no_key,
    }
}

/// What a key policy means.
#[must_use]
pub fn key_policy_hint(language: Language, policy: KeyPolicy) -> &'static str {
    let hints = &lab_texts(language).hints;
    match policy {
        KeyPolicy::PerIntent => hints.per_intent,
        KeyPolicy::PerAttempt => hints.per_attempt,
        KeyPolicy::BodyHash => hints.body_hash,
        KeyPolicy::BusinessId => hints.business_id,
        KeyPolicy::PerCall => lab_texts(language).wider.per_call_hint,
        KeyPolicy::Nothing => lab_texts(language).wider.no_key_hint,
    }
}

/// Where a client keeps its keys.
#[must_use]
pub fn keep(language: Language, keep: Keep) -> &'static str {
    let choices = &lab_texts(language).choices;
    match keep {
        Keep::Durable => choices.durable,
        Keep::Memory => choices.memory,
    }
}

/// What a duplicate meets: “Wait, up to 5 s”.
#[must_use]
pub fn in_flight(language: Language, in_flight: InFlight) -> String {
    let choices = &lab_texts(language).choices;
    match in_flight {
        InFlight::Reject => choices.reject.to_owned(),
        InFlight::Wait(most) => {
            words(language, choices.wait, &[("dur", Value::Text(duration(language, most)))])
        }
        InFlight::CurrentState => lab_texts(language).wider.current_state.to_owned(),
        InFlight::MayFail => lab_texts(language).wider.may_fail.to_owned(),
    }
}

/// What becomes of a failure, both kinds alike; of `None` that they differ.
#[must_use]
pub fn failures(language: Language, failures: Option<Store>) -> &'static str {
    let choices = &lab_texts(language).choices;
    match failures {
        Some(Store::Pin) => choices.stored,
        Some(Store::Drop) => choices.released,
        None => lab_texts(language).wider.failures_differ,
    }
}

/// Where the effect is.
#[must_use]
pub fn effect_place(language: Language, place: EffectPlace) -> &'static str {
    let choices = &lab_texts(language).choices;
    match place {
        EffectPlace::Ledger => choices.ledger,
        EffectPlace::Provider(_) => choices.provider,
        EffectPlace::Both(_) => lab_texts(language).wider.both,
    }
}

/// A lease's length: “30 s”, or “None”.
#[must_use]
pub fn lease(language: Language, lease: Option<Millis>) -> String {
    lease.map_or_else(|| lab_texts(language).choices.no_lease.to_owned(), |lease| duration(language, lease))
}

/// What a retry series retries.
#[must_use]
pub fn retry_on(language: Language, on: RetryOn) -> &'static str {
    let choices = &lab_texts(language).choices;
    match on {
        RetryOn::Timeout => choices.on_timeout,
        RetryOn::InFlight409 => choices.on_in_flight,
        RetryOn::ServerError => choices.on_server_error,
        RetryOn::Refused => lab_texts(language).wider.on_refused,
        RetryOn::RateLimited => lab_texts(language).wider.on_limited,
    }
}

/// A limit's name, in a sentence.
#[must_use]
pub fn limit(language: Language, limit: Limit) -> &'static str {
    let names = &texts(language).names;
    match limit {
        Limit::Attempts => names.limit_attempts,
        Limit::Events => names.limit_events,
        Limit::Horizon => names.limit_horizon,
    }
}

/// A fault: “lose attempt 1’s response”.
#[must_use]
pub fn fault(language: Language, run: &Run, fault: &Fault) -> String {
    let faults = &texts(language).faults;
    let said = |template: &str, more: &[(&str, Value)]| {
        let attempt = [("attempt", attempt_value(language, run, fault.of))];
        plain(&render_both(language, template, &attempt, more), language)
    };
    let dur = |length: Millis| ("dur", Value::Text(duration(language, length)));
    let of_message = |of: Direction| ("message", Value::Text(message(language, of).to_owned()));
    match fault.kind {
        FaultKind::Lose(of) => said(faults.lose_name, &[of_message(of)]),
        FaultKind::Delay { message: of, by } => said(faults.delay_name, &[of_message(of), dur(by)]),
        FaultKind::Duplicate { after } => said(faults.duplicate_name, &[dur(after)]),
        FaultKind::Fail { at, status, .. } => {
            let template = match at {
                FailAt::BeforeEffect => faults.fail_before_name,
                FailAt::AfterEffect => faults.fail_after_name,
            };
            said(template, &[("status", Value::Text(status.to_string()))])
        }
        FaultKind::Crash { after, restart, .. } => {
            let after = ("point", Value::Text(point(language, after).to_owned()));
            said(faults.crash_name, &[after, dur(restart)])
        }
        _ if !HAS_LAB => String::new(),
        FaultKind::Refuse => said(lab_texts(language).wider.refuse_name, &[]),
        FaultKind::Limit => said(lab_texts(language).wider.limit_name, &[]),
        FaultKind::Stall { after, length } => {
            let after = ("point", Value::Text(point(language, after).to_owned()));
            said(lab_texts(language).wider.stall_name, &[after, dur(length)])
        }
        FaultKind::LoseCommitAck => said(lab_texts(language).wider.commit_ack_name, &[]),
        FaultKind::ClientCrash(_) => said(lab_texts(language).wider.client_crash_name, &[]),
        FaultKind::Redeliver { after } => said(lab_texts(language).wider.redeliver_name, &[dur(after)]),
    }
}

/// A length of time: “30 ms”, “1.93 s”, “10 min”, “24 h”, “60 d”; the two largest units of a mixed one.
///
/// Seconds keep their thousandths, also beside minutes; what is smaller than the second unit is dropped. Days
/// begin at two of them, since retentions of one day are named in hours.
#[must_use]
pub fn duration(language: Language, length: Millis) -> String {
    let names = &texts(language).names;
    let milliseconds = length.0;
    if milliseconds < 1_000 {
        return numbered(language, names.milliseconds, milliseconds);
    }
    let (minutes, hours) = (milliseconds / 60_000, milliseconds / 3_600_000);
    let seconds = || with_thousandths(milliseconds % 60_000);
    let mut parts = Vec::new();
    if hours >= 48 {
        parts.push((names.days, (hours / 24).to_string()));
        parts.push((names.hours, (hours % 24).to_string()));
    } else if hours > 0 {
        parts.push((names.hours, hours.to_string()));
        parts.push((names.minutes, (minutes % 60).to_string()));
    } else {
        parts.push((names.minutes, minutes.to_string()));
        parts.push((names.seconds, seconds()));
    }
    let said = parts.into_iter().filter(|(_, number)| number != "0");
    let said: Vec<_> = said.map(|(template, number)| numbered(language, template, number)).collect();
    said.join(names.unit_blank)
}

/// Seconds with up to three decimals, none that is a trailing zero.
fn with_thousandths(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000);
    if rest == 0 {
        return seconds.to_string();
    }
    format!("{seconds}.{rest:03}").trim_end_matches('0').to_owned()
}

/// A time on the ruler: `32.040` in seconds, from one hour on `26:00:00.040`.
#[must_use]
pub fn clock(at: Millis) -> String {
    let (seconds, rest) = (at.0 / 1_000, at.0 % 1_000);
    if seconds < 3_600 {
        return format!("{seconds}.{rest:03}");
    }
    format!("{}:{:02}:{:02}.{rest:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// A time in a sentence: the clock, with its unit where it counts seconds.
#[must_use]
pub fn instant(language: Language, at: Millis) -> String {
    if at.0 < 3_600_000 { numbered(language, texts(language).names.seconds, clock(at)) } else { clock(at) }
}
