//! What came out of a run against what the file expected, and the one JSON object that `simulate --json` prints.
//!
//! It deliberately judges nothing itself: findings are the audit's.

use super::json::write_text;
use super::run::Run;
use super::scenario::{ExpectedAnswer, ExpectedBelief, Finding};
use super::table::order_by;
use super::trace::Belief;

/// What of the file's `expect` does not hold, one sentence each; empty where all does.
#[must_use]
pub fn unmet(run: &Run) -> Vec<String> {
    let Some(expect) = &run.scenario.expect else {
        return Vec::new();
    };
    let mut unmet = Vec::new();
    let orders = run.end.orders_standing();
    if let Some(wanted) = expect.orders.filter(|wanted| *wanted != orders) {
        unmet.push(format!("orders: wanted {wanted}, got {orders}"));
    }
    for (intent, wanted) in &expect.effects {
        let known = run.trace.intents.iter().position(|name| name == intent);
        let got = known.map_or(0, |known| run.end.effects_of(known as u16));
        if got != *wanted {
            unmet.push(format!("effects.{intent}: wanted {wanted}, got {got}"));
        }
    }
    for (intent, wanted) in &expect.side_effects {
        let known = run.trace.intents.iter().position(|name| name == intent);
        let got = known.map_or(0, |known| run.end.side_effects_of(known as u16));
        if got != *wanted {
            unmet.push(format!("side_effects.{intent}: wanted {wanted}, got {got}"));
        }
    }
    for (attempt, wanted) in &expect.answers {
        let name = run.scenario.attempt_name(*attempt);
        match run.end.attempt(*attempt) {
            None => unmet.push(format!("answers.{name}: the attempt was never made")),
            Some(state) => unmet.extend(unmet_answer(&name, wanted, state.heard.as_ref())),
        }
    }
    for (client, intent, wanted) in &expect.beliefs {
        let known = run.trace.intents.iter().position(|name| name == intent);
        let got = known.and_then(|known| run.end.beliefs.get(&(*client, known as u16)));
        let holds = match (wanted, got) {
            (ExpectedBelief::Unknown, Some(Belief::Unknown)) => true,
            (ExpectedBelief::Done(wanted), Some(Belief::Done(got))) => wanted == got,
            (ExpectedBelief::Refused(wanted), Some(Belief::Refused(got))) => wanted == got,
            _ => false,
        };
        if !holds {
            let got = got.map_or_else(|| "no belief".to_owned(), |belief| json_belief(*belief));
            let client = run.scenario.client_id(*client);
            unmet.push(format!("beliefs.{client}/{intent}: wanted {wanted:?}, got {got}"));
        }
    }
    let found = finding_names(run);
    if let Some(wanted) = &expect.findings {
        let wanted: Vec<_> = wanted.iter().map(|finding| finding.name()).collect();
        if wanted != found {
            unmet.push(format!("findings: wanted [{}], got [{}]", wanted.join(", "), found.join(", ")));
        }
    }
    unmet
}

fn unmet_answer(
    name: &str,
    wanted: &ExpectedAnswer,
    heard: Option<&(super::trace::Answer, bool)>,
) -> Vec<String> {
    match (wanted, heard) {
        (ExpectedAnswer::None, None) => Vec::new(),
        (ExpectedAnswer::None, Some((answer, _))) => {
            vec![format!("answers.{name}: wanted none, got {answer}")]
        }
        (ExpectedAnswer::Some { .. }, None) => vec![format!("answers.{name}: wanted an answer, got none")],
        (ExpectedAnswer::Some { status, body_text, replayed }, Some((answer, was_replayed))) => {
            let mut unmet = Vec::new();
            if let Some(wanted) = status.filter(|wanted| *wanted != answer.status) {
                unmet.push(format!("answers.{name}.status: wanted {wanted}, got {}", answer.status));
            }
            if let Some(wanted) = body_text.as_ref().filter(|wanted| ***wanted != *answer.body_text) {
                unmet.push(format!("answers.{name}.body: wanted {wanted}, got {}", answer.body_text));
            }
            if let Some(wanted) = replayed.filter(|wanted| wanted != was_replayed) {
                unmet.push(format!("answers.{name}.replayed: wanted {wanted}, got {was_replayed}"));
            }
            unmet
        }
    }
}

/// The names of all findings, each once, sorted.
#[must_use]
pub fn finding_names(run: &Run) -> Vec<&'static str> {
    let mut findings: Vec<Finding> = run.found.iter().map(|found| found.finding).collect();
    order_by(&mut findings, |finding| *finding as u32);
    findings.dedup();
    findings.into_iter().map(Finding::name).collect()
}

fn json_belief(belief: Belief) -> String {
    match belief {
        Belief::Unknown => "\"unknown\"".to_owned(),
        Belief::Done(order) => format!("{{\"done\":{order}}}"),
        Belief::Refused(status) => format!("{{\"refused\":{status}}}"),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_text(text, &mut out);
    out
}

/// The object of `simulate --json` for one file, on one line.
#[must_use]
pub fn json(file: &str, run: &Run) -> String {
    let unmet = unmet(run);
    let intents = run.trace.intents.iter().enumerate();
    let effects = intents.map(|(n, name)| format!("{}:{}", quoted(name), run.end.effects_of(n as u16)));
    let answers = run.end.attempts.iter().map(|attempt| {
        let name = quoted(&run.scenario.attempt_name(attempt.id));
        match &attempt.heard {
            None => format!("{name}:\"none\""),
            Some((answer, replayed)) => format!(
                "{name}:{{\"status\":{},\"body_text\":{},\"replayed\":{replayed}}}",
                answer.status,
                quoted(&answer.body_text)
            ),
        }
    });
    let beliefs = run.end.beliefs.iter().map(|((client, intent), belief)| {
        let intent = &run.trace.intents[usize::from(*intent)];
        format!(
            "{}:{}",
            quoted(&format!("{}/{intent}", run.scenario.client_id(*client))),
            json_belief(*belief)
        )
    });
    let join = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
    format!(
        "{{\"file\":{},\"ok\":{},\"orders\":{},\"effects\":{{{}}},\"answers\":{{{}}},\"beliefs\":{{{}}},\"findings\":[{}],\
         \"digest\":\"{:016x}\",\"unmet\":[{}]}}",
        quoted(file),
        unmet.is_empty(),
        run.end.orders_standing(),
        join(&mut effects.into_iter()),
        join(&mut answers.into_iter()),
        join(&mut beliefs.into_iter()),
        join(&mut finding_names(run).iter().map(|name| quoted(name))),
        run.digest(),
        join(&mut unmet.iter().map(|text| quoted(text))),
    )
}
