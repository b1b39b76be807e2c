//! What the other modules share: a one-line notation for scenarios, and one line for what came of a run.
//!
//! A line has up to four parts, `service | script | faults | clients`, and goes through the real parser:
//!
//! - service: a write order and any of `lease=D effect=D network=D wait=D retention=D kept=D released provider
//!   forwarded` and `POINT=D` for another point's duration;
//! - script, split by `;`: `TIME [CLIENT] INTENT [BODY] [key=K]` or `TIME [CLIENT] reload|wait`. A body is a quantity
//!   (`2`), one with its fields swapped (`~2`) or raw text without blanks (`{…}`);
//! - faults, split by `;`: `lose response c1#1`, `delay request c1#1 D`, `duplicate c1#1 D`,
//!   `fail after-effect c1#1 [STATUS]`, `crash after-claim c1#1 D`;
//! - clients, split by `;`: `ID POLICY KEEP [timeout=D] [keys=a,b] [retry=ATTEMPTS,BACKOFF,FACTOR,ON+ON]`.
//!   Without this part there is one, `c1 per-intent durable`.

use std::rc::Rc;

use idempotency_explainer::sim::audit::Found;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::report::finding_names;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{Finding, Scenario};
use idempotency_explainer::sim::trace::{Answer, Belief, Event, EventKind, Meaning};

/// Runs a line of the notation.
pub(crate) fn run(line: &str) -> Run {
    Run::of(scenario(line))
}

/// The scenario that a line of the notation stands for.
pub(crate) fn scenario(line: &str) -> Rc<Scenario> {
    let text = text(line);
    Rc::new(parse(&text).unwrap_or_else(|problem| panic!("{line}\n{text}\n{problem}")))
}

/// The scenario file that a line of the notation stands for.
pub(crate) fn text(line: &str) -> String {
    let mut parts = line.split('|').map(str::trim);
    let service = service(parts.next().unwrap_or_default());
    let script = list(parts.next().unwrap_or_default(), step);
    let faults = list(parts.next().unwrap_or_default(), fault);
    let clients = parts.next().unwrap_or("c1 per-intent durable");
    let clients = list(clients, client);
    format!(
        "{{\"v\":1,\"service\":{service},\"clients\":{{{clients}}},\"script\":[{script}],\"faults\":[{faults}]}}"
    )
}

fn list(part: &str, item: fn(&str) -> String) -> String {
    let items = part.split(';').map(str::trim).filter(|text| !text.is_empty());
    items.map(item).collect::<Vec<_>>().join(",")
}

fn service(part: &str) -> String {
    let mut words = part.split_whitespace();
    let order = words.next().unwrap_or_default();
    let (mut top, mut overrides, mut takes) = (String::new(), Vec::new(), Vec::new());
    for word in words {
        match word.split_once('=') {
            Some(("lease", time)) => top += &format!(",\"lease\":\"{time}\""),
            Some(("wait", time)) => overrides.push(format!("\"in_flight\":{{\"wait\":\"{time}\"}}")),
            Some(("retention", time)) => overrides.push(format!("\"retention\":\"{time}\"")),
            Some(("kept", time)) => overrides.push(format!("\"kept_longer\":\"{time}\"")),
            Some((point, time)) => takes.push(format!("\"{point}\":\"{time}\"")),
            None if word == "released" => overrides.push("\"failures\":\"released\"".to_owned()),
            None if word == "provider" => top += ",\"effect\":{\"at\":\"provider\",\"key\":\"none\"}",
            None if word == "forwarded" => top += ",\"effect\":{\"at\":\"provider\",\"key\":\"forwarded\"}",
            None => panic!("unknown word {word} in {part}"),
        }
    }
    let (overrides, takes) = (overrides.join(","), takes.join(","));
    format!(
        "{{\"contract\":\"fixture\",\"write_order\":\"{order}\"{top},\"overrides\":{{{overrides}}},\"takes\":{{{takes}}}}}"
    )
}

fn step(part: &str) -> String {
    let mut words = part.split_whitespace().peekable();
    let at = words.next().map_or("", |at| if at == "0" { "0ms" } else { at });
    let client = words.next_if(|word| word.starts_with('c')).unwrap_or("c1");
    let head = format!("{{\"at\":\"{at}\",\"client\":\"{client}\"");
    let what = words.next().unwrap_or_default();
    if what == "reload" || what == "wait" {
        return format!("{head},\"do\":\"{what}\"}}");
    }
    let mut rest = String::new();
    for word in words {
        rest += &match (word.strip_prefix("key="), word.strip_prefix('~')) {
            (Some(key), _) => format!(",\"key\":\"{key}\""),
            (_, Some(n)) => format!(",\"body\":{{\"quantity\":{n},\"product\":\"notebook\"}}"),
            _ if word.starts_with('{') => format!(",\"body_text\":{}", serde_json::Value::from(word)),
            _ => format!(",\"body\":{{\"product\":\"notebook\",\"quantity\":{word}}}"),
        };
    }
    format!("{head},\"do\":\"send\",\"intent\":\"{what}\"{rest}}}")
}

fn fault(part: &str) -> String {
    let words: Vec<_> = part.split_whitespace().collect();
    match words[..] {
        ["lose", message, of] => format!("{{\"lose\":\"{message}\",\"of\":\"{of}\"}}"),
        ["delay", message, of, by] => format!("{{\"delay\":\"{message}\",\"of\":\"{of}\",\"by\":\"{by}\"}}"),
        ["duplicate", of, after] => {
            format!("{{\"duplicate\":\"request\",\"of\":\"{of}\",\"after\":\"{after}\"}}")
        }
        ["fail", at, of] => format!("{{\"fail\":\"{at}\",\"of\":\"{of}\"}}"),
        ["fail", at, of, status] => format!("{{\"fail\":\"{at}\",\"of\":\"{of}\",\"status\":{status}}}"),
        ["crash", after, of, restart] => {
            format!("{{\"crash\":\"{after}\",\"of\":\"{of}\",\"restart\":\"{restart}\"}}")
        }
        _ => panic!("unknown fault {part}"),
    }
}

fn client(part: &str) -> String {
    let mut words = part.split_whitespace();
    let mut word = || words.next().unwrap_or_default();
    let (id, key, keep) = (word(), word(), word());
    let mut rest = String::new();
    for word in words {
        rest += &match word.split_once('=') {
            Some(("timeout", time)) => format!(",\"timeout\":\"{time}\""),
            Some(("keys", keys)) => format!(",\"keys\":[\"{}\"]", keys.replace(',', "\",\"")),
            Some(("retry", retry)) => {
                let words: Vec<_> = retry.split(',').collect();
                let [attempts, backoff, factor, on] = words[..] else { panic!("retry: {retry}") };
                let on = on.replace('+', "\",\"");
                format!(
                    ",\"retry\":{{\"attempts\":{attempts},\"backoff\":\"{backoff}\",\"factor\":{factor},\"on\":[\"{on}\"]}}"
                )
            }
            _ => panic!("unknown word {word} in {part}"),
        };
    }
    format!("\"{id}\":{{\"key\":\"{key}\",\"keep\":\"{keep}\"{rest}}}")
}

/// What came of a run: `orders[+charges]  answers heard  beliefs  findings`.
pub(crate) fn outcome(run: &Run) -> String {
    let (orders, charges) = (run.end.orders.len(), run.end.charges.len());
    let effects = if charges > 0 { format!("{orders}+{charges}") } else { orders.to_string() };
    let beliefs = run.end.beliefs.iter().map(|((client, intent), belief)| {
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
/// progress, `other` other parameters, words of two more for the wider world's, else the status.
pub(crate) fn answer_word(answer: &Answer) -> String {
    match answer.meaning {
        Meaning::Created(order) => format!("#{order}"),
        Meaning::InProgress => "busy".to_owned(),
        Meaning::OtherParameters => "other".to_owned(),
        Meaning::InvalidParameters | Meaning::Failed => answer.status.to_string(),
        Meaning::Current(order, state) => format!("#{order}:{}", state.name()),
        Meaning::Pointer(order) => format!("->#{order}"),
        Meaning::Pending => "pending".to_owned(),
        Meaning::Declined => format!("declined:{}", answer.status),
        Meaning::RateLimited => "limited".to_owned(),
        Meaning::KeyMissing => format!("no-key:{}", answer.status),
        Meaning::KeyMalformed => format!("bad-key:{}", answer.status),
        Meaning::KeyExpired => format!("expired:{}", answer.status),
        Meaning::NotFound => "not-found".to_owned(),
        Meaning::Gateway => "gateway".to_owned(),
        Meaning::Parked => "parked".to_owned(),
    }
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
    let entries = std::fs::read_dir(folder).expect("the folder of scenarios");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
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
