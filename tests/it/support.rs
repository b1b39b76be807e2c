//! What the other modules share: one line for what came of a run, and the files. Lines that stand for scenarios are
//! read by [`crate::notation`].

use std::rc::Rc;

use idempotency_explainer::sim::audit::Found;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::report::finding_names;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{Finding, Scenario};
use idempotency_explainer::sim::trace::{Answer, Belief, Event, EventKind, Meaning};

pub(crate) use crate::notation::text;

/// Runs a line of the notation.
pub(crate) fn run(line: &str) -> Run {
    Run::of(scenario(line))
}

/// The scenario that a line of the notation stands for.
pub(crate) fn scenario(line: &str) -> Rc<Scenario> {
    let text = text(line);
    Rc::new(parse(&text).unwrap_or_else(|problem| panic!("{line}\n{text}\n{problem}")))
}

/// What came of a run: `orders[+charges][~changes][-lost][m mails]  answers heard  beliefs  findings`. What stands in
/// brackets is left out where there is none.
pub(crate) fn outcome(run: &Run) -> String {
    let end = &run.end;
    let lost = end.orders.iter().filter(|order| order.is_lost).count();
    let counts = [('+', end.charges.len()), ('~', end.changes.len()), ('-', lost), ('m', end.mails.len())];
    let mut effects = end.orders.len().to_string();
    for (sign, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        effects += &format!("{sign}{count}");
    }
    let beliefs = end.beliefs.iter().map(|((client, intent), belief)| {
        let intent = &run.trace.intents[usize::from(*intent)];
        format!("{}/{intent}={}", run.scenario.client_id(*client), belief_word(*belief))
    });
    let found = finding_names(run).join(" ");
    let beliefs = beliefs.collect::<Vec<_>>().join(" ");
    let parts = [effects, answers(run).join(" "), beliefs, found];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
}

/// What each attempt heard, in send order, shortened.
pub(crate) fn answers(run: &Run) -> Vec<String> {
    let heard = run.end.attempts.iter().map(|attempt| match &attempt.heard {
        None => "-".to_owned(),
        Some((answer, replayed)) => format!("{}{}", answer_word(answer), if *replayed { "r" } else { "" }),
    });
    heard.collect()
}

/// An answer in one word: `#1` an order, `#1:confirmed` what it is like now, `->#1` a pointer to it, `busy` in
/// progress, `other` other parameters, else its meaning or its status. A status that is not the fixture's follows
/// after `@`.
pub(crate) fn answer_word(answer: &Answer) -> String {
    let (word, usual) = match answer.meaning {
        Meaning::Created(order) => (format!("#{order}"), 201),
        Meaning::InvalidParameters => ("400".to_owned(), 400),
        Meaning::Failed => (answer.status.to_string(), answer.status),
        Meaning::InProgress => ("busy".to_owned(), 409),
        Meaning::OtherParameters => ("other".to_owned(), 409),
        Meaning::Current(order, state) => (format!("#{order}:{}", state.name()), 200),
        Meaning::Pointer(order) => (format!("->#{order}"), 409),
        Meaning::Pending => ("pending".to_owned(), 202),
        Meaning::Declined => (format!("declined{}", answer.status), answer.status),
        Meaning::RateLimited => ("limited".to_owned(), 429),
        Meaning::KeyMissing => ("no-key".to_owned(), 400),
        Meaning::KeyMalformed => ("bad-key".to_owned(), 400),
        Meaning::KeyExpired => ("expired".to_owned(), 412),
        Meaning::NotFound => ("not-found".to_owned(), 404),
        Meaning::Gateway => ("gateway".to_owned(), 504),
        Meaning::Parked => ("parked".to_owned(), 409),
    };
    if answer.status == usual { word } else { format!("{word}@{}", answer.status) }
}

/// Rows of what it is about, a line, and what comes of it as [`outcome`] words it. All that differ are shown at once.
#[track_caller]
pub(crate) fn check_outcomes(rows: &[(&str, &str, &str)]) {
    check(rows, outcome);
}

/// Rows of what it is about, a line, and the [`facts`] of its run, joined by `; `.
#[track_caller]
pub(crate) fn check_facts(rows: &[(&str, &str, &str)]) {
    check(rows, |run| facts(run).join("; "));
}

#[track_caller]
pub(crate) fn check(rows: &[(&str, &str, &str)], came: impl Fn(&Run) -> String) {
    let wrong = rows.iter().filter_map(|(what, line, wanted)| {
        let came = came(&run(line));
        (came != *wanted).then(|| format!("{what}\n  {line}\n  wanted {wanted}\n  came   {came}\n"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.concat());
}

/// The facts of the wider world that a run came to, in order, as `simulate` words them.
pub(crate) fn facts(run: &Run) -> Vec<String> {
    let wider = run.trace.events.iter().filter_map(|event| match &event.kind {
        EventKind::Wider(wider) => Some(wider.to_string()),
        _ => None,
    });
    wider.collect()
}

/// A belief in one word.
pub(crate) fn belief_word(belief: Belief) -> String {
    match belief {
        Belief::Unknown => "?".to_owned(),
        Belief::Done(order) => format!("#{order}"),
        Belief::Refused(status) => format!("no:{status}"),
    }
}

/// The first event of a run that fits.
pub(crate) fn first_event(run: &Run, fits: impl Fn(&EventKind) -> bool) -> Option<&Event> {
    run.trace.events.iter().find(|event| fits(&event.kind))
}

/// How many events of a run fit.
pub(crate) fn count_events(run: &Run, fits: impl Fn(&EventKind) -> bool) -> usize {
    run.trace.events.iter().filter(|event| fits(&event.kind)).count()
}

/// The findings of one name.
pub(crate) fn found(run: &Run, finding: Finding) -> Vec<&Found> {
    run.found.iter().filter(|found| found.finding == finding).collect()
}

/// One line per row: its name, then what `say` makes of it, in columns.
pub(crate) fn table<T>(rows: &[(&str, T)], say: impl Fn(&T) -> String) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, row)| format!("{name:width$}  {}\n", say(row))).collect()
}

/// The normative scenario files with their texts, by name.
pub(crate) fn scenario_files() -> Vec<(String, String)> {
    files(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios"))
}

/// The incidents' files with their texts, by name.
pub(crate) fn incident_files() -> Vec<(String, String)> {
    files(concat!(env!("CARGO_MANIFEST_DIR"), "/static/incidents"))
}

fn files(folder: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).expect("a folder of scenarios");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| !path.ends_with("index.json"));
    files.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("readable"))
    };
    files.into_iter().map(read).collect()
}

/// The normative scenario whose file name starts with this number.
pub(crate) fn numbered(number: &str) -> Run {
    let files = scenario_files();
    let (_, text) = files.iter().find(|(name, _)| name.starts_with(number)).expect("a file of this number");
    Run::of(Rc::new(parse(text).expect("a valid file")))
}

/// A valid file in which every field of the format occurs.
pub(crate) const EVERY_FEATURE: &str = include_str!("every_feature.json");

/// A valid file in which every further field of the wider world occurs.
pub(crate) const EVERY_WIDER_FEATURE: &str = include_str!("every_feature_wider.json");
