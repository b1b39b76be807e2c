//! `simulate [--json] FILE…`: runs scenario files natively. One line per event and the verdict, or one JSON object
//! per file. Exit 0 where every file is valid and holds, 1 where an `expect` does not hold, 2 where a file is not
//! valid or its run reaches a limit.

use std::io::Write;
use std::process::ExitCode;
use std::rc::Rc;

use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::report;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::trace::EventKind;

const USAGE: &str = "usage: simulate [--json] FILE…";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, files): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|word| word.starts_with("--"));
    let unknown = flags.iter().find(|flag| *flag != "--json" && *flag != "--help");
    if let Some(flag) = unknown {
        return say(&format!("simulate: unknown option {flag}\n{USAGE}"));
    }
    if flags.iter().any(|flag| flag == "--help") || files.is_empty() {
        return say(USAGE);
    }
    let as_json = flags.iter().any(|flag| flag == "--json");
    ExitCode::from(files.iter().map(|file| simulate(file, as_json)).max().unwrap_or(0))
}

fn say(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(2)
}

/// Runs one file and returns its exit code. A closed output is no reason to stop judging the files.
fn simulate(file: &str, as_json: bool) -> u8 {
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
    let printed = if as_json {
        writeln!(out, "{}", report::json(file, &run))
    } else {
        print(&mut out, file, &run, &unmet)
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
    writeln!(out, "  verdict: {found}; {} orders; digest {:016x}", run.end.orders.len(), run.digest())?;
    for line in unmet {
        writeln!(out, "  not as expected: {line}")?;
    }
    Ok(())
}
