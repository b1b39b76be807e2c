//! `prerender FOLDER`: writes each lesson's page as it stands before any program runs, in each language and for wide and
//! narrow windows, into files `lesson-N.LANGUAGE.wide.html` and `lesson-N.LANGUAGE.narrow.html`, and what the documents
//! around them need to know into `pages.json`. Exit 0, 1 where a file cannot be written, 2 for a wrong call.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use idempotency_explainer::ui::still;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        let _ = writeln!(std::io::stderr(), "usage: prerender FOLDER");
        return ExitCode::from(2);
    };
    match write_all(Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "prerender: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_all(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for still in still::all() {
        let width = if still.compact { "narrow" } else { "wide" };
        let name = format!("{}.{}.{width}.html", still.name(), still.language.code());
        std::fs::write(folder.join(name), futures::executor::block_on(still.markup()))?;
    }
    std::fs::write(folder.join("pages.json"), still::index())
}
