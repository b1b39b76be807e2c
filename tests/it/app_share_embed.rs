//! Sharing a run with another page, and as a picture: the markup's address opens the same run, and captions say what is so.

use idempotency_explainer::app::address::place_of;
use idempotency_explainer::app::cases;
use idempotency_explainer::app::export::Format;
use idempotency_explainer::app::further;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::lessons::LESSONS;
use idempotency_explainer::app::link;
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::share::{Act, Snippet, data_address, file, run, snippet};
use idempotency_explainer::app::state::{AppState, Place};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::share::form;
use idempotency_explainer::sim::scenario::{AttemptId, Direction, Fault, FaultKind};
use idempotency_explainer::sim::time::Millis;

use crate::app_cases::opened;
use crate::app_reduce::{LAB, page};

/// The value of an attribute, as another page reads it.
fn value<'a>(markup: &'a str, attribute: &str) -> &'a str {
    let (_, rest) = markup
        .split_once(&format!(" {attribute}=\""))
        .or_else(|| markup.split_once(&format!("{attribute}=\"")))
        .expect(attribute);
    rest.split('"').next().expect("an end")
}

/// What names the run in each of the two snippets.
fn named(state: &AppState) -> [String; 2] {
    let markup = |of| snippet(state, of).expect("a run").expect("short");
    let frame = markup(Snippet::Frame);
    let address = value(&frame, "src").replace("&amp;", "&");
    let language = state.language.code();
    let fragment = address.strip_prefix(&format!("https://example.org/x/?embed=1&lang={language}#"));
    let element = markup(Snippet::Element);
    assert_eq!(value(&element, "src"), "https://example.org/x/embed.js");
    assert_eq!(value(&element, "lang"), language);
    [fragment.expect(&address).to_owned(), value(&element, "lesson").to_owned()]
}

#[test]
fn the_address_for_another_page_opens_the_same_run() {
    let further = [Action::PlaceOpened(Place::Gap), Action::PlaceOpened(Place::Failures)];
    let lab = [LAB, Action::Did(Deed::RetryNewKey), Action::CursorMoved(7)];
    for actions in [&further[..1], &further[1..], &lab[..]] {
        for (language, page_of) in [(Language::En, ""), (Language::Zh, "lesson-3.zh.html")] {
            let mut state = page(actions);
            reduce(&mut state, Action::LanguageChosen(language));
            state.share.page = format!("https://example.org/x/{page_of}");
            for fragment in named(&state) {
                let opened = link::read(&fragment).expect("a link");
                let (_, wanted) = run(&state).expect("a run");
                assert_eq!(opened.made.differs(&wanted), None);
                assert_eq!(opened.scenario.script, wanted.scenario.script);
            }
        }
    }
}

#[test]
fn a_lesson_is_named_while_its_own_figure_is_on_view() {
    for number in 0..LESSONS {
        let mut state = page(&[Action::PlaceOpened(Place::Lesson(number))]);
        state.share.page = "https://example.org/x/".to_owned();
        let own = format!("lesson-{}", number + 1);
        assert_eq!(named(&state), [own.clone(), own.clone()]);
        assert_eq!(place_of(&own), Some(Place::Lesson(number)));
        let fault = Fault {
            of: AttemptId { client: 0, number: 1 },
            kind: FaultKind::Delay { message: Direction::Response, by: Millis(7) },
        };
        reduce(&mut state, Action::FaultSwitched { world: 0, fault });
        let link = named(&state);
        assert!(link.iter().all(|named| link::read(named).is_ok()), "{link:?}");
    }
}

#[test]
fn an_incident_is_named_until_it_is_changed() {
    let mut state = opened("c05");
    state.share.page = "https://example.org/x/".to_owned();
    assert_eq!(named(&state), ["case-c05"; 2]);
    assert_eq!(place_of("case-c05"), Some(Place::Cases));
    let fault = crate::app_lab::fault(
        1,
        idempotency_explainer::sim::scenario::FaultKind::Lose(
            idempotency_explainer::sim::scenario::Direction::Request,
        ),
    );
    reduce(&mut state, Action::FaultSwitched { world: 1, fault });
    let (_, wanted) = run(&state).expect("a run");
    for fragment in named(&state) {
        assert_eq!(link::read(&fragment).expect("a link").made.differs(&wanted), None);
    }
    let carried = further::Act::Cases(cases::Act::CarriedOn(1));
    reduce(&mut state, Action::Further(carried));
    assert!(named(&state)[0].starts_with("r1"), "in the lab it is a run like any other");
}

#[test]
fn a_picture_is_shown_whole_and_its_source_beside_it() {
    let mut state = page(&[LAB]);
    (0..60).for_each(|_| _ = reduce(&mut state, Action::Did(Deed::RetryNewKey)));
    for format in Format::ALL.iter().copied() {
        reduce(&mut state, Action::from(Act::Show(format)));
        let image = state.share.shown.as_ref().and_then(|shown| shown.image.clone());
        let wanted =
            (format == Format::Svg).then(|| data_address(&file(&state, format).expect("a run").text));
        assert_eq!(image.as_deref(), wanted.as_deref(), "{format:?}");
    }
    assert_eq!(data_address("<a b=\"#é%\">\n"), "data:image/svg+xml,%3Ca b=%22%23%C3%A9%25%22%3E%0A");
}

#[test]
fn a_report_s_caption_says_whether_it_has_values() {
    for language in Language::ALL {
        for format in Format::ALL.iter().copied() {
            let captions = [false, true].map(|has_values| form(language, format, has_values));
            assert_eq!(captions[0] == captions[1], format != Format::Markdown, "{captions:?}");
        }
    }
    assert_eq!(form(Language::En, Format::Markdown, true).1, "Markdown, with values");
}
