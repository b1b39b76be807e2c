//! `simulate [--json] FILE…`: runs scenario files natively. One line per event and the verdict, or one JSON object
//! per file. `simulate --export FORMAT [--lang zh|en] [--show-values] FILE` prints one run in a form to take home, the
//! bytes that the page saves. Exit 0 where every file is valid and holds, 1 where an `expect` does not hold, 2 where a
//! file is not valid or its run reaches a limit.

use std::io::Write;
use std::process::ExitCode;
use std::rc::Rc;

use idempotency_explainer::app::export::{Format, Values, export};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::report;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::trace::EventKind;

const USAGE: &str = "usage: simulate [--json] FILE…
       simulate --export http|hurl|markdown|mermaid|svg|json [--lang zh|en] [--show-values] FILE";

/// What is printed of each file.
#[derive(Clone, Copy)]
enum Printed {
    /// A line per event, and the verdict.
    Lines,
    /// One JSON object.
    Object,
    /// A form to take home.
    Exported(Format, Language, Values),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match read(&arguments) {
        Ok((printed, files)) => {
            ExitCode::from(files.iter().map(|file| simulate(file, printed)).max().unwrap_or(0))
        }
        Err(message) => say(&message),
    }
}

/// What is asked for, or what is wrong with the question.
fn read(arguments: &[String]) -> Result<(Printed, Vec<&str>), String> {
    let wrong = |what: &str| Err(format!("simulate: {what}\n{USAGE}"));
    let (mut is_json, mut format, mut language, mut values) = (false, None, None, None);
    let mut files = Vec::new();
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--help" => return Err(USAGE.to_owned()),
            "--json" => is_json = true,
            "--show-values" => values = Some(Values::Shown),
            "--export" => {
                let name = words.next().unwrap_or_default();
                format = Format::named(name);
                if format.is_none() {
                    return wrong(&format!(
                        "--export: found \"{name}\", wanted one of {}",
                        Format::NAMES.join(", ")
                    ));
                }
            }
            "--lang" => {
                let tag = words.next().unwrap_or_default();
                language = Language::ALL.into_iter().find(|language| language.code() == tag);
                if language.is_none() {
                    return wrong(&format!("--lang: found \"{tag}\", wanted zh or en"));
                }
            }
            flag if flag.starts_with("--") => return wrong(&format!("unknown option {flag}")),
            file => files.push(file),
        }
    }
    if files.is_empty() {
        return Err(USAGE.to_owned());
    }
    let printed = match format {
        Some(_) if is_json => return wrong("--json and --export exclude each other"),
        Some(_) if files.len() > 1 => return wrong("--export takes one file"),
        Some(format) => {
            Printed::Exported(format, language.unwrap_or(Language::En), values.unwrap_or_default())
        }
        None if language.is_some() || values.is_some() => {
            return wrong("--lang and --show-values belong to --export");
        }
        None if is_json => Printed::Object,
        None => Printed::Lines,
    };
    Ok((printed, files))
}

fn say(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(2)
}

/// Runs one file and returns its exit code. A closed output is no reason to stop judging the files.
fn simulate(file: &str, how: Printed) -> u8 {
    let mut out = std::io::stdout();
    let mut err = std::io::stderr();
    let text = match std::fs::read(file).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => {
            let at = error.utf8_error().valid_up_to();
            let _ =
                writeln!(err, "{file}: byte {at}: found a byte that is not UTF-8, wanted a UTF-8 text file");
            return 2;
        }
        Err(error) => {
            let _ = writeln!(err, "{file}: cannot be read: {error}");
            return 2;
        }
    };
    let run = match parse(&text) {
        Ok(scenario) => Run::of(Rc::new(scenario)),
        Err(problem) => {
            let _ = writeln!(err, "{file}: {problem}");
            return 2;
        }
    };
    let unmet = report::unmet(&run);
    if let Some(EventKind::LimitReached { limit, step }) = run.cut_short() {
        let event = run.trace.events.len() - 1;
        let step = step.map_or_else(|| "no step".to_owned(), |step| format!("script[{step}]"));
        let _ = writeln!(err, "{file}: limit reached: {limit:?} at event {event}, {step}");
    }
    let printed = match how {
        Printed::Lines => print(&mut out, file, &run, &unmet),
        Printed::Object => writeln!(out, "{}", report::json(file, &run)),
        Printed::Exported(format, language, values) => {
            out.write_all(export(format, language, &run, values).text.as_bytes())
        }
    };
    if let Err(error) = printed {
        let _ = writeln!(err, "{file}: cannot be printed: {error}");
    }
    match (run.cut_short(), unmet.is_empty()) {
        (Some(_), _) => 2,
        (None, true) => 0,
        (None, false) => 1,
    }
}

fn print(out: &mut impl Write, file: &str, run: &Run, unmet: &[String]) -> std::io::Result<()> {
    writeln!(out, "{file}")?;
    let names = run.trace.keys.iter().enumerate();
    for (n, key) in names {
        writeln!(out, "  key @{n} = {key}")?;
    }
    for event in &run.trace.events {
        writeln!(out, "  {event}")?;
    }
    let found = report::finding_names(run);
    let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
    writeln!(out, "  verdict: {found}; {} orders; digest {:016x}", run.end.orders_standing(), run.digest())?;
    for line in unmet {
        writeln!(out, "  not as expected: {line}")?;
    }
    Ok(())
}
