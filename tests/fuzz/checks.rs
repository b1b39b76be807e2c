//! What is done with a text from outside, as the page and the command line do it, and what must hold of it then.

use std::rc::Rc;

use idempotency_explainer::app::export::{Format, Values, export};
use idempotency_explainer::app::faults::chips;
use idempotency_explainer::app::knows;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::link;
use idempotency_explainer::app::open::{Restored, open, take_over};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::scene::Layout;
use idempotency_explainer::app::state::{AppState, Place};
use idempotency_explainer::app::svg;
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::project::State;
use idempotency_explainer::sim::report;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::write::write;

use crate::mutate::{Corpus, Random, garbled};

/// Texts that made something panic once. Each is tried as a file, as storage and as a handover.
pub(crate) const KNOWN: &[&str] = &[
    "",
    "{",
    "[]",
    "\u{feff}{}",
    "r1~",
    "r1~en~at0~c.c1.per-intent.durable~s.0.c1.send.i1.order.notebook.2",
    "0 1 1 1 1 1 257",
    "0 1 1 1 1 1 1 1 0 1 0 9999999999999",
];

const LAYOUT: Layout = Layout { compact: false, true_scale: false };

/// A language that depends on the text alone.
fn language(text: &str) -> Language {
    if text.len().is_multiple_of(2) { Language::Zh } else { Language::En }
}

/// Reads, runs, tells, draws, writes and opens a file. Says whether it was a scenario.
pub(crate) fn file(text: &str) -> bool {
    let scenario = match parse(text) {
        Ok(scenario) => scenario,
        Err(problem) => {
            let lines: Vec<_> = text.split('\n').collect();
            let line = lines.get((problem.line as usize).wrapping_sub(1)).expect("a line that the text has");
            assert!((1..=line.chars().count() + 1).contains(&(problem.column as usize)), "{problem}");
            return false;
        }
    };
    let written = write(&scenario);
    let run = Run::of(Rc::new(scenario));
    let again = parse(&written).map(|again| Run::of(Rc::new(again)).digest());
    assert_eq!(again, Ok(run.digest()), "what is written runs as what was read");
    let _ = (report::unmet(&run), report::finding_names(&run), report::json("file", &run));
    shared(&run, language(text));
    let mut state = page(language(text), Restored::default());
    state.place = Place::Lab;
    reduce(&mut state, Action::ScenarioOpened(text.to_owned()));
    assert_eq!(state.lab_stage.runs[0].digest(), run.digest(), "the lab runs what the file says");
    look(&state);
    true
}

/// Takes a run home in every form, and shares it as a link that opens the same run.
fn shared(run: &Run, language: Language) {
    // One form a case; a campaign has enough cases for all.
    let turn = run.trace.events.len() + run.scenario.script.len();
    let format = Format::ALL[turn % Format::ALL.len()];
    for values in [Values::Redacted, Values::Shown] {
        let exported = export(format, language, run, values);
        assert!(!exported.text.is_empty(), "{}", format.name());
        let is_markup = format == Format::Svg && exported.text.contains("<img");
        assert!(!is_markup, "text from outside is no markup");
    }
    let written = link::write_any(run, 0, language);
    let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    assert!(written.chars().all(is_unreserved), "{written}");
    let opened = link::read(&written).unwrap_or_else(|problem| panic!("{written}: {problem:?}"));
    assert_eq!(Run::of(Rc::new(opened.scenario)).digest(), run.digest(), "{written}");
}

/// Reads a link, and what is left of one that has faults; what opens is gone through as a file is. Says whether any opens.
pub(crate) fn link(text: &str) -> bool {
    let _ = link::is_link(text);
    let opened = match link::read(text) {
        Ok(opened) => Some(opened),
        Err(problem) => {
            assert!(!problem.faults.is_empty(), "what cannot be read is told");
            problem.rest.map(|rest| *rest)
        }
    };
    let Some(opened) = opened else { return false };
    let run = Run::of(Rc::new(opened.scenario));
    let _ = opened.made.differs(&run);
    let written = write(&run.scenario);
    assert!(parse(&written).is_ok(), "what a link opens is a scenario: {written}");
    // What a file meets, a link's scenario meets too: now and then.
    if text.len().is_multiple_of(16) {
        file(&written);
    }
    true
}

/// What storage and the window hold as the page starts.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    /// The first line of the world's entry.
    pub(crate) head: String,
    /// The rest of it.
    pub(crate) world: String,
    pub(crate) intents: Option<String>,
    pub(crate) handed_over: Option<String>,
}

impl Stored {
    pub(crate) fn random(corpus: &Corpus, random: &mut Random) -> Stored {
        const HEADS: [&str; 9] =
            ["0 1", "0 2", "1 1", "7 3", "", "255 4294967295", "256 4294967296", "-1 x", "0"];
        const RECORD: &str = "c1 i1 3f0c9a52 POST+/orders {}\ndrafted 3f0c9a52-7d6e-4b1a-9c2e-5a8b7d6e4f10";
        let head = random.pick(&HEADS);
        Stored {
            head: if random.chance(6) { garbled(head, random) } else { (*head).to_owned() },
            world: corpus.mutated(random),
            intents: (!random.chance(3)).then(|| garbled(RECORD, random)),
            handed_over: random.chance(2).then(|| handover(random)),
        }
    }
}

/// Numbers and what is none, in the places where the first visit's program leaves numbers.
fn handover(random: &mut Random) -> String {
    let words: Vec<String> = (0..random.below(24))
        .map(|_| match random.below(12) {
            0 => random.next().to_string(),
            1 => garbled("18446744073709551616", random),
            2 => (random.next() % 70_000).to_string(),
            3 => (random.next() % 300).to_string(),
            _ => random.below(6).to_string(),
        })
        .collect();
    words.join(" ")
}

/// Opens the page on what was stored, goes through its places, and does something in the lab. Says whether the world was
/// one.
pub(crate) fn storage(stored: &Stored) -> bool {
    let world = [&stored.head, "\n", &stored.world].concat();
    let restored = Restored::read(&world, stored.intents.as_deref());
    let mut state = page(language(&stored.world), restored);
    if let Some(text) = &stored.handed_over {
        take_over(&mut state, text);
    }
    // Drawing takes longer than all else; files are drawn each.
    if stored.world.len().is_multiple_of(8) {
        look(&state);
    }
    reduce(&mut state, Action::PlaceOpened(Place::Lab));
    // Two deeds a case; a campaign has enough cases for all pairs.
    let deeds =
        [Deed::RetrySameKey, Deed::NewIntent, Deed::Send, Deed::AddClient, Deed::Reload, Deed::PastRetention];
    for turn in [stored.world.len(), stored.world.len() / deeds.len()] {
        reduce(&mut state, Action::Did(deeds[turn % deeds.len()].clone()));
    }
    assert!(usize::from(state.lab.client) < state.lab.scenario.clients.len() && state.lab.intent > 0);
    let written = write(&state.lab.scenario);
    assert_eq!(parse(&written).as_ref(), Ok(&*state.lab.scenario), "what the lab stores is read again");
    reduce(&mut state, Action::Undone);
    parse(&stored.world).is_ok()
}

fn page(language: Language, restored: Restored) -> AppState {
    let keys = (1..=24).rev().map(|n| format!("key-{n}")).collect();
    open(language, LAYOUT, keys, restored)
}

/// Draws and tells all that the page shows of its runs.
fn look(state: &AppState) {
    let (stage, language) = (state.stage(), state.language);
    let runs: Vec<&Run> = stage.runs.iter().map(Rc::as_ref).collect();
    for (world, run) in runs.iter().enumerate() {
        let picture = svg::world(language, run, &stage.scene, world as u8, "name");
        assert!(!picture.contains("<img") && !picture.contains("<script"), "text from outside is no markup");
        let events = run.trace.events.len() as u32;
        for cursor in [0, events / 2, events] {
            let at_cursor = State::after(&run.trace, cursor);
            let _ = knows::lines(language, run, &at_cursor, cursor);
        }
        for event in 0..events.min(60) {
            let _ = chips(run, event);
        }
    }
    let list = svg::sentences(language, &stage.scene, &runs, ["a", "b"], true);
    assert!(!list.contains("<img") && !list.contains("<script"), "text from outside is no markup");
}
