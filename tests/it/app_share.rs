//! Sharing: what the panel makes when it is asked, and files that come in.

use std::rc::Rc;

use idempotency_explainer::app::export::Format;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::link;
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::share::{Act, Ended, SHOWN, What, Why, file, has_panel, link, run};
use idempotency_explainer::app::state::{AppState, Notice, Place};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::share::{bad_file, in_part};
use idempotency_explainer::sim::write::write;

use crate::app_reduce::{LAB, page};
use crate::support::numbered;

fn act(state: &mut AppState, act: Act) {
    reduce(state, Action::from(act));
}

fn give(state: &mut AppState, name: Option<&str>, text: &str) {
    act(state, Act::Came { name: name.map(str::to_owned), said: Ok(text.to_owned()) });
}

#[test]
fn every_page_with_a_run_has_the_panel() {
    for (place, has) in [
        (Place::Lesson(0), true),
        (Place::Lesson(4), true),
        (Place::Gap, true),
        (Place::Failures, true),
        (Place::Contracts, false),
        (Place::Cases, false),
        (Place::Lab, true),
    ] {
        let mut state = page(&[Action::PlaceOpened(place)]);
        assert_eq!(has_panel(&state), has, "{place:?}");
        state.is_embedded = true;
        assert!(!has_panel(&state));
    }
}

#[test]
fn the_link_is_of_the_chosen_run_at_the_cursor() {
    let mut state = page(&[Action::PlaceOpened(Place::Failures), Action::CursorMoved(9)]);
    state.share.page = "https://example.org/x/".to_owned();
    let worlds = state.stage().runs.len();
    for world in 0..worlds {
        act(&mut state, Act::WorldChosen(world as u8));
        let address = link(&state).expect("a run").expect("short");
        let fragment = address.strip_prefix("https://example.org/x/#").expect("the page");
        let opened = link::read(fragment).expect("a link");
        let (_, wanted) = run(&state).expect("a run");
        assert_eq!(opened.made.differs(&wanted), None);
        assert!(opened.scenario.title.is_empty() && opened.scenario.expect.is_none());
        let at = opened.cursor.unwrap_or(wanted.trace.events.len() as u32);
        assert_eq!(at, state.stage().scene.events_before(world as u8, 9));
    }
}

#[test]
fn a_text_is_made_when_it_is_asked_for_and_is_of_what_is_on_view() {
    let mut state = page(&[LAB, Action::LanguageChosen(Language::En)]);
    for format in Format::ALL.iter().copied() {
        act(&mut state, Act::Show(format));
        let stamp = state.stage().stamp;
        let shown = state.share.shown(stamp).expect("shown").clone();
        assert_eq!(file(&state, format).expect("a run").text, shown.text);
        assert_eq!(in_part(Language::En, &shown), None);
        act(&mut state, Act::Show(format));
        assert_eq!(state.share.shown, None, "a second press");
    }
    act(&mut state, Act::Show(Format::Http));
    reduce(&mut state, Action::Did(Deed::RetryNewKey));
    assert_eq!(state.share.shown(state.stage().stamp), None, "the run is another");
    act(&mut state, Act::Done { what: What::File(Format::Svg), ended: Ended::NotCopied });
    assert!(state.share.shown(state.stage().stamp).is_some(), "what cannot be copied is shown");
}

#[test]
fn of_a_long_text_the_beginning_is_shown() {
    let mut state = page(&[LAB, Action::LanguageChosen(Language::En)]);
    (0..60).for_each(|_| _ = reduce(&mut state, Action::Did(Deed::RetryNewKey)));
    act(&mut state, Act::Show(Format::Svg));
    let shown = state.share.shown.clone().expect("shown");
    let whole = file(&state, Format::Svg).expect("a run").text;
    assert!(whole.len() > SHOWN && shown.text.len() <= SHOWN && whole.starts_with(&shown.text));
}

#[test]
fn file_names_are_in_the_page_s_language() {
    for (language, run, scenario) in [(Language::En, "run-", "scenario-"), (Language::Zh, "运行-", "场景-")]
    {
        let state = page(&[LAB, Action::LanguageChosen(language)]);
        for format in Format::ALL.iter().copied() {
            let name = file(&state, format).expect("a run").file_name;
            let wanted = if format == Format::Json { scenario } else { run };
            assert!(name.starts_with(wanted) && name.ends_with(format.extension()), "{name}");
        }
    }
}

#[test]
fn a_good_file_is_opened_and_undone() {
    let before = page(&[LAB]);
    let text = write(&numbered("10").scenario);
    for place in [Place::Lab, Place::Gap] {
        let mut state = before.clone();
        reduce(&mut state, Action::PlaceOpened(place));
        give(&mut state, Some("race.json"), &format!("\u{feff}{text}"));
        assert_eq!((state.place, state.lab.file.as_deref()), (Place::Lab, Some("race.json")));
        assert_eq!(state.lab.scenario.script, numbered("10").scenario.script);
        reduce(&mut state, Action::Undone);
        assert_eq!(state.lab, before.lab);
    }
}

#[test]
fn a_bad_file_changes_nothing_and_is_told_with_its_line() {
    let before = page(&[LAB, Action::Did(Deed::RetryNewKey)]);
    for (name, said, told) in [
        (
            Some("x.json"),
            Ok("{\n  \"v\": 1,\n  oops\n}"),
            "x.json was not opened. Line 3, column 3, the file: found “oops”, wanted valid JSON (a name in quotes). Your scenario is unchanged.",
        ),
        (
            None,
            Ok("{"),
            "The pasted text was not opened. Line 1, column 2, the file: found the end of the file, wanted valid JSON (a name in quotes). Your scenario is unchanged.",
        ),
        (
            Some("b.json"),
            Err(Why::TooLarge(70_000)),
            "b.json was not opened. It has 70000 bytes; a scenario file has at most 65536. Your scenario is unchanged.",
        ),
        (Some("c"), Err(Why::NoText), "c was not opened. It is no text. Your scenario is unchanged."),
    ] {
        let mut state = before.clone();
        let said = said.map(str::to_owned);
        act(&mut state, Act::Came { name: name.map(str::to_owned), said });
        assert_eq!((&state.lab, state.place), (&before.lab, before.place));
        let Some(Notice::BadFile(file)) = &state.notice else { panic!("{:?}", state.notice) };
        assert_eq!(bad_file(Language::En, file), told);
        if let Why::Problem { line, .. } = &file.why {
            assert!(["oops", ""].contains(&line.after.as_str()), "{line:?}");
        }
        give(&mut state, Some("good.json"), &write(&numbered("10").scenario));
        assert_eq!(state.notice, None);
    }
}

#[test]
fn what_is_pasted_for_something_else_is_left_alone() {
    let before = page(&[LAB]);
    for text in ["hello", "#lesson-2", "", "https://example.org/#top"] {
        let mut state = before.clone();
        give(&mut state, None, text);
        assert_eq!((&state.lab, &state.notice), (&before.lab, &None), "{text}");
    }
    let mut state = before.clone();
    let text = link::write_any(&numbered("10"), 1, Language::En);
    give(&mut state, None, &format!(" https://example.org/?lang=zh#{text}\n"));
    assert_eq!(state.lab.scenario.script, numbered("10").scenario.script);
    assert_eq!(Rc::strong_count(&state.lab.scenario) > 0, state.notice.is_none());
}
