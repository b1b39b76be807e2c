//! The incidents: the list as it is kept, what is wrong with a broken one, and what loading, failing, going elsewhere
//! and coming back make of the page.

use idempotency_explainer::app::cases::{
    Act, Case, Cases, Count, Evidence, HEADING, Index, Kind, Runs, Why, card, figure_title, read, title,
};
use idempotency_explainer::app::faults::chips;
use idempotency_explainer::app::further::Act as Further;
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::state::{AppState, Place};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::cases::{confidence, evidence, kind, worlds};
use idempotency_explainer::app::text::events::sentence;
use idempotency_explainer::app::text::template::plain;
use idempotency_explainer::app::text::verdict::verdict;
use idempotency_explainer::sim::parse::parse;

use crate::app_reduce::{LAB, at, page, scenarios};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/static/");
const CASES: Action = Action::PlaceOpened(Place::Cases);

fn file(path: &str) -> String {
    std::fs::read_to_string([FOLDER, path].concat()).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn kept() -> Vec<Case> {
    read(&file("incidents/index.json")).unwrap_or_else(|problem| panic!("{problem}"))
}

fn act(state: &mut AppState, act: Act) {
    reduce(state, Action::Further(Further::Cases(act)));
}

fn open(state: &mut AppState, id: &str) {
    act(state, Act::Opened(id.to_owned()));
}

fn cases(state: &AppState) -> &Cases {
    &state.further.cases
}

/// The addresses that are waited for.
fn wanted(state: &AppState) -> Vec<String> {
    cases(state).requests().into_iter().map(|request| request.path).collect()
}

/// Answers all that is waited for, until nothing is.
fn serve(state: &mut AppState) {
    for _ in 0..3 {
        for request in cases(state).requests() {
            let said = Ok(file(&request.path));
            act(state, Act::Came { turn: request.turn, file: request.file, said });
        }
    }
    assert_eq!(wanted(state), Vec::<String>::new());
}

/// Answers the n-th that is waited for.
fn answer(state: &mut AppState, n: usize, said: Result<&str, &str>) {
    let request = cases(state).requests().swap_remove(n);
    let said = said.map(str::to_owned).map_err(str::to_owned);
    act(state, Act::Came { turn: request.turn, file: request.file, said });
}

/// The page with an incident open and its figure there.
pub(crate) fn opened(id: &str) -> AppState {
    let mut state = page(&[CASES]);
    open(&mut state, id);
    serve(&mut state);
    assert!(cases(&state).has_figure(), "{id}");
    state
}

#[test]
fn the_list_names_every_file_and_no_other() {
    let all = kept();
    assert_eq!(all.len(), 24);
    let mut names: Vec<String> = vec!["index.json".to_owned()];
    names
        .extend(all.iter().flat_map(|case| {
            ["as-reported", "built-right"].map(|which| format!("{}-{which}.json", case.id))
        }));
    let mut there: Vec<String> = std::fs::read_dir([FOLDER, "incidents"].concat())
        .expect("the incidents are in the repository")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    there.sort();
    assert_eq!(names, there);
    let kinds: Vec<u32> = all.iter().map(|case| case.kind as u32).collect();
    assert!(kinds.is_sorted(), "in the order of kinds: {kinds:?}");
}

#[test]
fn every_incident_opens() {
    let mut state = page(&[CASES]);
    serve(&mut state);
    for case in kept() {
        open(&mut state, &case.id);
        serve(&mut state);
        let stage = &state.lesson_stage;
        assert_eq!((stage.runs.len(), stage.cursor), (2, stage.end()), "{}", case.id);
        assert_eq!(title(&state), Some(case.source.as_str()));
        for language in Language::ALL {
            let both = [&case.story, &case.fix].map(|text| text.of(language));
            assert!(both.iter().all(|text| text.ends_with(['.', '。'])), "{}: {both:?}", case.id);
            let titles = [0, 1].map(|world| figure_title(language, &stage.runs[world]));
            assert!(titles.iter().all(Option::is_some), "{}: {titles:?}", case.id);
        }
        assert_eq!(Count::of(&stage.runs[1]).found, 0, "{}: built right", case.id);
    }
    assert_eq!(cases(&state).seen.len(), 24);
}

#[test]
fn every_incident_is_told_to_the_end() {
    let mut state = page(&[CASES]);
    serve(&mut state);
    let mut untold = Vec::new();
    for case in kept() {
        open(&mut state, &case.id);
        serve(&mut state);
        for (run, language) in
            state.lesson_stage.runs.iter().flat_map(|run| Language::ALL.map(|of| (run, of)))
        {
            let told = run.trace.events.iter().map(|event| sentence(language, run, event));
            let lines = verdict(language, run).into_iter().map(|line| line.pieces);
            let said = told.chain(lines).map(|pieces| plain(&pieces, language));
            untold.extend(
                said.filter(|said| said.contains(['{', '}'])).map(|said| format!("{}: {said}", case.id)),
            );
        }
    }
    assert_eq!(untold, Vec::<String>::new());
}

#[test]
fn words_tell_what_happened_from_what_did_not() {
    for language in Language::ALL {
        let left = |of| worlds(language, of)[0];
        assert_eq!(left(Evidence::Incident), left(Evidence::Bug));
        assert_eq!(left(Evidence::Review), left(Evidence::Design));
        assert_ne!(left(Evidence::Bug), left(Evidence::Review), "a review finding did not happen");
        let distinct = |mut words: Vec<&str>| {
            let all = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), all, "{words:?}");
        };
        distinct(Evidence::ALL.iter().map(|of| evidence(language, *of).0).collect());
        distinct(Kind::ALL.iter().map(|of| kind(language, *of)).collect());
        distinct(kept().iter().map(|case| case.story.of(language)).collect());
        assert!(kept().iter().all(|case| !confidence(language, case.confidence).is_empty()));
    }
}

/// An entry of the list, with one member changed.
fn entry(name: &str, value: &str) -> String {
    let members = [
        ("id", "\"c01\""),
        ("kind", "\"race\""),
        ("evidence", "\"bug\""),
        ("confidence", "\"high\""),
        ("small", "false"),
        ("source", r#"{"text":"a/b issue 1","url":"https://example.org/1"}"#),
        ("story", r#"{"zh":"一。","en":"One."}"#),
        ("fix", r#"{"zh":"二。","en":"Two."}"#),
    ];
    let of =
        |(known, kept): (&str, &str)| format!("\"{known}\":{}", if known == name { value } else { kept });
    format!("{{{}}}", members.map(of).join(","))
}

#[test]
fn a_broken_list_says_where_and_what() {
    let plain = entry("", "");
    assert_eq!(read(&format!("[{plain}]")).expect("a valid list").len(), 1);
    let grown = plain.replacen('{', "{\"since\":[1,{\"a\":null}],", 1);
    assert_eq!(read(&format!("[{grown}]")).expect("unknown fields are left alone").len(), 1);
    let of = |name: &str, value: &str| format!("[{}]", entry(name, value));
    let rows = [
        (String::new(), "line 1, column 1, (file): found the end of the file, wanted JSON: a value"),
        ("{}".to_owned(), "line 1, column 1, (file): found an object, wanted an array"),
        ("[]".to_owned(), "line 1, column 1, (file): found 0 entries, wanted at least one entry"),
        ("<!doctype html>".to_owned(), "line 1, column 1, (file): found <, wanted JSON: a value"),
        ("[1]".to_owned(), "line 1, column 2, [0]: found 1, wanted an object"),
        ("[{}]".to_owned(), "line 1, column 2, [0]: found an object without it, wanted the field \"id\""),
        (
            of("id", "\"../x\""),
            "line 1, column 8, [0].id: found \"../x\", wanted an id of 1 to 32 letters, digits, \"-\" or \"_\"",
        ),
        (of("id", "7"), "line 1, column 8, [0].id: found 7, wanted a string"),
        (
            of("evidence", "\"bugs\""),
            "line 1, column 39, [0].evidence: found \"bugs\", wanted one of \"incident\", \"bug\", \"review\", \"design\" (did you mean \"bug\"?)",
        ),
        (of("small", "null"), "line 1, column 73, [0].small: found null, wanted true or false"),
        (
            of("story", r#"{"zh":"一。"}"#),
            "line 1, column 149, [0].story: found an object without it, wanted the field \"en\"",
        ),
        (
            of("source", r#"{"text":"x","url":"javascript:alert(1)"}"#),
            "line 1, column 106, [0].source.url: found \"javascript:alert(1)\", wanted one of \"https://…\"",
        ),
        (
            format!("[{plain},\n{plain}]"),
            "line 2, column 7, [1].id: found \"c01\" again, wanted each name once",
        ),
        (
            format!("[{}]", vec!["1"; 201].join(",")),
            "line 1, column 1, (file): found 201 entries, wanted at most 200 entries",
        ),
        (
            " ".repeat(262_145),
            "line 1, column 1, (file): found 262145 bytes, wanted a file of at most 262144 bytes",
        ),
    ];
    for (text, wanted) in rows {
        let shown: String = text.chars().take(80).collect();
        let problem = read(&text).err().unwrap_or_else(|| panic!("{shown} is read"));
        assert_eq!(problem.to_string(), wanted, "{shown}");
    }
}

#[test]
fn no_list_makes_the_reader_panic() {
    let text = file("incidents/index.json");
    let ends = (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(7);
    for end in ends {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
    for (n, old) in ["\"", "{", "}", "[", ":", ",", "true", "https", "zh", "high"].iter().enumerate() {
        for new in ["", "0", "{}", "[]", "\"", "\\", "\u{0}", "é", "null"] {
            let _ = read(&text.replacen(old, new, n + 3));
        }
    }
}

#[test]
fn the_list_is_asked_for_once_and_a_failure_again() {
    let mut state = page(&[]);
    assert_eq!(wanted(&state), Vec::<String>::new(), "not before it is wanted");
    reduce(&mut state, CASES);
    assert_eq!(wanted(&state), ["incidents/index.json"]);
    let turn = cases(&state).turn;
    reduce(&mut state, LAB);
    reduce(&mut state, CASES);
    assert_eq!(cases(&state).turn, turn, "it is on its way already");

    answer(&mut state, 0, Err("Failed to fetch"));
    let Index::Failed(failure) = &cases(&state).index else { panic!("{:?}", cases(&state).index) };
    assert_eq!(
        (failure.file.as_str(), &failure.why),
        ("incidents/index.json", &Why::NotCome("Failed to fetch".to_owned()))
    );
    assert_eq!(wanted(&state), Vec::<String>::new(), "nothing is asked for by itself");
    act(&mut state, Act::Retried);
    assert_eq!(wanted(&state), ["incidents/index.json"]);
    assert!(cases(&state).turn > turn);
    assert_eq!(cases(&state).focus.as_deref(), Some(HEADING), "the button is gone, the focus is not");

    answer(&mut state, 0, Ok("[{}]"));
    let Index::Failed(failure) = &cases(&state).index else { panic!("{:?}", cases(&state).index) };
    assert!(matches!(failure.why, Why::Unreadable(_)), "{failure:?}");
    reduce(&mut state, LAB);
    reduce(&mut state, CASES);
    assert_eq!(wanted(&state), ["incidents/index.json"], "opening the page asks again");
    serve(&mut state);
    assert_eq!(cases(&state).all().len(), 24);
}

#[test]
fn runs_come_in_any_order_and_the_first_failure_stands() {
    let mut state = page(&[CASES]);
    serve(&mut state);
    let before = state.lesson_stage.stamp;
    open(&mut state, "c05");
    let paths = ["incidents/c05-as-reported.json", "incidents/c05-built-right.json"];
    assert_eq!(wanted(&state), paths);
    let [left, right] = paths.map(file);
    answer(&mut state, 1, Ok(&right));
    assert!(!cases(&state).has_figure());
    assert_eq!(state.lesson_stage.stamp, before);
    answer(&mut state, 0, Ok(&left));
    assert!(cases(&state).has_figure());
    let wanted_runs = [left.as_str(), right.as_str()].map(|text| parse(text).expect("a valid file"));
    let runs = scenarios(&state.lesson_stage);
    assert!(runs.iter().map(|run| &**run).eq(&wanted_runs), "from left to right");

    open(&mut state, "c12");
    let late = cases(&state).requests();
    answer(&mut state, 1, Err("404"));
    let failed = |state: &AppState| match &cases(state).open.as_ref().expect("one is open").runs {
        Runs::Failed(failure) => failure.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(failed(&state).file, "incidents/c12-built-right.json");
    assert_eq!(failed(&state).why, Why::NotCome("404".to_owned()));
    act(&mut state, Act::Came { turn: late[0].turn, file: 0, said: Ok(left.clone()) });
    assert_eq!(failed(&state).why, Why::NotCome("404".to_owned()), "the other file does not hide it");
    act(&mut state, Act::Retried);
    answer(&mut state, 0, Ok("{\"v\":1,\"titel\":{}}"));
    let Why::Unreadable(problem) = failed(&state).why else { panic!("{:?}", failed(&state)) };
    assert_eq!((problem.line, problem.column), (1, 8));
    act(&mut state, Act::Retried);
    serve(&mut state);
    assert!(cases(&state).has_figure());
}

#[test]
fn answers_that_come_late_disturb_nothing() {
    let mut state = page(&[CASES]);
    serve(&mut state);
    open(&mut state, "c05");
    let late = cases(&state).requests();
    let come = |state: &mut AppState| {
        for request in &late {
            let said = Ok(file(&request.path));
            act(state, Act::Came { turn: request.turn, file: request.file, said });
        }
    };

    let mut other = state.clone();
    act(&mut other, Act::Turned("c12".to_owned()));
    come(&mut other);
    assert_eq!(wanted(&other), ["incidents/c12-as-reported.json", "incidents/c12-built-right.json"]);
    assert!(!cases(&other).has_figure() && cases(&other).seen.is_empty());

    let mut closed = state.clone();
    act(&mut closed, Act::Closed);
    come(&mut closed);
    assert!(cases(&closed).open.is_none());

    let mut lesson = state.clone();
    for action in [Action::PlaceOpened(Place::Lesson(1)), Action::CursorMoved(4), Action::Selected(at(0, 2))]
    {
        reduce(&mut lesson, action);
    }
    let before = lesson.clone();
    come(&mut lesson);
    let (old, new) = (&before.lesson_stage, &lesson.lesson_stage);
    assert_eq!((new.stamp, new.cursor, new.selection), (old.stamp, 4, Some(at(0, 2))));
    assert_eq!(scenarios(new), scenarios(old));
    reduce(&mut lesson, CASES);
    assert!(cases(&lesson).has_figure(), "what came meanwhile is there");
    assert_eq!(lesson.lesson_stage.runs.len(), 2);

    come(&mut state);
    let before = state.clone();
    come(&mut state);
    assert_eq!(state.lesson_stage.stamp, before.lesson_stage.stamp, "twice the same is once");
}

#[test]
fn an_address_opens_an_incident_before_the_list_is_there() {
    let mut state = page(&[CASES]);
    open(&mut state, "c27");
    assert_eq!(wanted(&state), ["incidents/index.json"]);
    assert_eq!(cases(&state).open.as_ref().expect("it waits").id, "c27");
    answer(&mut state, 0, Ok(&file("incidents/index.json")));
    assert_eq!(wanted(&state), ["incidents/c27-as-reported.json", "incidents/c27-built-right.json"]);
    serve(&mut state);
    assert!(cases(&state).has_figure());

    let mut state = page(&[CASES]);
    let long = "x".repeat(500);
    open(&mut state, &long);
    answer(&mut state, 0, Ok(&file("incidents/index.json")));
    assert_eq!(wanted(&state), Vec::<String>::new(), "nothing is asked for that the list does not name");
    assert!(cases(&state).open.is_none());
    assert_eq!(cases(&state).missing.as_ref().map(String::len), Some(40));
    open(&mut state, "c05");
    assert_eq!(cases(&state).missing, None);
    open(&mut state, "../c05");
    assert_eq!(cases(&state).missing.as_deref(), Some("../c05"));
    act(&mut state, Act::Filtered(None));
    assert_eq!(cases(&state).missing, None);
}

#[test]
fn the_figure_is_used_as_a_lessons_is() {
    let mut state = opened("c05");
    let own = scenarios(&state.lesson_stage);
    let chip = (0..).map(|seq| chips(&state.lesson_stage.runs[1], seq)).find(|chips| !chips.is_empty());
    let fault = chip.expect("something can be broken")[0].fault;
    reduce(&mut state, Action::FaultSwitched { world: 1, fault });
    let broken = scenarios(&state.lesson_stage);
    assert_eq!((broken[0] == own[0], broken[1] == own[1]), (true, false), "one world alone");
    reduce(&mut state, Action::Undone);
    assert_eq!(scenarios(&state.lesson_stage), own);
    reduce(&mut state, Action::Redone);
    assert_eq!(scenarios(&state.lesson_stage), broken);
    reduce(&mut state, Action::CursorMoved(3));
    assert_eq!(state.stage().cursor, 3);
    reduce(&mut state, Action::StartedOver);
    assert_eq!(scenarios(&state.lesson_stage), own);
    assert_eq!((state.stage().cursor, state.stage().history.past.len()), (state.stage().end(), 0));
    reduce(&mut state, Action::LanguageChosen(Language::En));
    assert_eq!(scenarios(&state.lesson_stage), own);
    reduce(&mut state, Action::PlaceOpened(Place::Lesson(0)));
    assert_ne!(scenarios(&state.lesson_stage), own);
    reduce(&mut state, CASES);
    assert_eq!(scenarios(&state.lesson_stage), own, "coming back finds the incident");
    reduce(&mut state, CASES);
    assert!(cases(&state).open.is_none(), "the page's own name leads to the list");
}

#[test]
fn either_run_is_carried_on_in_the_lab() {
    for world in [0, 1] {
        let mut state = opened("c26");
        let own = scenarios(&state.lesson_stage);
        act(&mut state, Act::CarriedOn(world));
        assert_eq!(state.place, Place::Lab);
        assert_eq!(state.lab.scenario.script, own[usize::from(world)].script);
        assert_eq!(state.lab.scenario.service, own[usize::from(world)].service);
        reduce(&mut state, CASES);
        assert_eq!(scenarios(&state.lesson_stage), own);
    }
    let mut state = opened("c26");
    act(&mut state, Act::CarriedOn(2));
    assert_eq!(state.place, Place::Cases, "there are two worlds");
    act(&mut state, Act::Closed);
    act(&mut state, Act::CarriedOn(0));
    assert_eq!(state.place, Place::Cases, "there is no figure");
}

#[test]
fn the_filter_lets_one_kind_through_and_turning_keeps_to_it() {
    let mut state = page(&[CASES]);
    serve(&mut state);
    let ids = |row: Vec<&Case>| row.iter().map(|case| case.id.clone()).collect::<Vec<_>>();
    act(&mut state, Act::Filtered(Some(Kind::Race)));
    let race = ids(cases(&state).shown().collect());
    assert!(race.len() > 1 && race.len() < 24, "{race:?}");
    open(&mut state, &race[0]);
    assert_eq!(ids(cases(&state).row()), race);
    act(&mut state, Act::Turned(race[1].clone()));
    assert_eq!(cases(&state).focus, None, "the focus stays on the button");
    act(&mut state, Act::Closed);
    assert_eq!(cases(&state).focus, Some(card(&race[1])), "back on the card");
    open(&mut state, "c05");
    assert_eq!(cases(&state).row().len(), 24, "one that the filter hides is turned over among all");
    act(&mut state, Act::Closed);
    act(&mut state, Act::Filtered(None));
    assert_eq!(cases(&state).shown().count(), 24);
}
