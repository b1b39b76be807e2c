//! The page and the engine in a real browser: mounting, clicks, focus, what a step draws again and what it leaves alone,
//! digests equal to the native ones, storage. Run by wasm-bindgen-test in headless Chromium.
//!
//! Deliberately absent: what a person does with the whole page; tests/e2e walks through the built one.

#![cfg(target_arch = "wasm32")]

use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use idempotency_explainer::platform::storage;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::ui::app::App;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Document, Element, HtmlElement};
use yew::AppHandle;
use yew::platform::time::sleep;

wasm_bindgen_test_configure!(run_in_browser);

/// The page in an element of its own; the test's own page stays as it is. Gone when it is dropped.
struct Page {
    root: Element,
    app: Option<AppHandle<App>>,
}

impl Drop for Page {
    fn drop(&mut self) {
        self.app.take().expect("mounted once").destroy();
        self.root.remove();
    }
}

fn document() -> Document {
    web_sys::window().and_then(|window| window.document()).expect("a browser has a document")
}

/// What an expression of the browser's language comes to. For what this crate's web-sys features do not reach.
fn eval(code: &str) -> wasm_bindgen::JsValue {
    js_sys::eval(code).unwrap_or_else(|error| panic!("{code}: {error:?}"))
}

fn number(code: &str) -> f64 {
    eval(code).as_f64().unwrap_or_else(|| panic!("{code} is no number"))
}

fn words(code: &str) -> String {
    eval(code).as_string().unwrap_or_else(|| panic!("{code} is no text"))
}

/// Waits until a condition holds; the test fails where it never does.
async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..400 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
    panic!("never came true: {what}");
}

impl Page {
    /// Opens the page in English at a place, with nothing remembered.
    async fn open(place: &str) -> Page {
        eval(&format!("localStorage.clear(); history.replaceState(null, '', '?lang=en#{place}')"));
        // A test that panicked could not clean up.
        eval("document.querySelectorAll('.test-page').forEach(it => it.remove())");
        let root = document().create_element("div").expect("an element");
        root.set_attribute("class", "test-page").expect("a class");
        document().body().expect("a body").append_child(&root).expect("a child");
        let app = yew::Renderer::<App>::with_root(root.clone()).render();
        let page = Page { root, app: Some(app) };
        until("the figure is there", || page.find("#board").is_some()).await;
        page
    }

    fn find(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).expect("a valid selector")
    }

    fn get(&self, selector: &str) -> HtmlElement {
        let found = self.find(selector).unwrap_or_else(|| panic!("nothing is {selector}"));
        found.dyn_into().unwrap_or_else(|_| panic!("{selector} is no HTML"))
    }

    fn text(&self, selector: &str) -> String {
        self.get(selector).text_content().unwrap_or_default()
    }

    /// Where the cursor stands: `14 / 33`.
    fn position(&self) -> String {
        self.text(".transport .now b")
    }

    /// The counts of a world.
    fn tally(&self, world: u32) -> String {
        let cell = |n: u32| self.text(&format!("[data-tally='{world}'] td[data-l]:nth-last-child({n}) b"));
        (1..=5).rev().map(cell).collect::<Vec<_>>().join(" ")
    }

    /// The button of the transport with a name.
    fn button(&self, name: &str) -> HtmlElement {
        let found = eval(&format!(
            "[...document.querySelectorAll('.transport button')].find(it => it.textContent === '{name}')"
        ));
        found.dyn_into().unwrap_or_else(|_| panic!("no button {name}"))
    }

    async fn step(&self, name: &str, position: &str) {
        self.button(name).click();
        until(position, || self.position() == position).await;
    }
}

#[wasm_bindgen_test]
async fn the_page_mounts_where_it_is_told() {
    let page = Page::open("lesson-1").await;
    assert_eq!(page.text("h1"), "Retry without repeating");
    assert_eq!(page.position(), "14 / 33");
    assert_eq!([page.tally(0), page.tally(1)], ["1 1 0 0 0", "1 1 1 0 0"]);
    assert_eq!(document().title(), "The response is lost · Retry without repeating");
}

#[wasm_bindgen_test]
async fn a_click_is_heard_and_drawn() {
    let page = Page::open("lesson-2").await;
    page.get(".predict button").click();
    until("the answer", || page.tally(0) == "2 2 1 1 0").await;
    assert_eq!(page.get(".predict button").get_attribute("aria-pressed").as_deref(), Some("true"));
}

#[wasm_bindgen_test]
async fn another_program_can_take_the_place() {
    drop(Page::open("lesson-1").await);
    let page = Page::open("lesson-4").await;
    assert_eq!(page.tally(0), "1 2 2 0 0");
    assert_eq!(number("document.querySelectorAll('#board').length"), 1.0);
}

#[wasm_bindgen_test]
async fn the_focus_stays_on_a_button_over_an_update() {
    let page = Page::open("lesson-1").await;
    let back = page.button("Back");
    back.focus().expect("focus");
    page.step("Back", "13 / 33").await;
    assert!(back.is_connected(), "the button is still the same");
    assert_eq!(document().active_element().as_ref(), Some(back.unchecked_ref()));
    let guess = page.get(".predict button");
    guess.focus().expect("focus");
    guess.click();
    until("the answer", || guess.get_attribute("aria-pressed").as_deref() == Some("true")).await;
    assert_eq!(document().active_element().as_ref(), Some(guess.unchecked_ref()));
}

/// Watches what happens to the page's nodes inside `selector` from now on.
fn watch(selector: &str) {
    eval(&format!(
        "globalThis.seen = [];
         new MutationObserver(records => seen.push(...records)).observe(document.querySelector('{selector}'),
             {{ subtree: true, childList: true, attributes: true, characterData: true }})"
    ));
}

#[wasm_bindgen_test]
async fn a_step_leaves_the_picture_alone() {
    let page = Page::open("lesson-1").await;
    let pictures = [page.get("[data-world='0'] > div"), page.get("[data-world='1'] > div")];
    let before = pictures.each_ref().map(|it| it.first_element_child().expect("a picture"));
    watch(".worlds");
    page.step("Next", "15 / 33").await;
    page.step("Next", "16 / 33").await;
    page.step("Start", "0 / 33").await;
    page.step("End", "33 / 33").await;
    let after = pictures.each_ref().map(|it| it.first_element_child().expect("a picture"));
    assert_eq!(before, after, "the same nodes");
    // How far the ink reaches is its own style; no node comes or goes, no mark changes.
    let others = "seen.filter(it => it.target.className.baseVal !== 'ink' || it.attributeName !== 'style')";
    assert_eq!(
        words(&format!("{others}.map(it => it.type + ' ' + it.target.outerHTML.slice(0, 80)).join('\\n')")),
        ""
    );
}

#[wasm_bindgen_test]
async fn a_step_touches_only_the_sentences_at_the_cursor() {
    let page = Page::open("lesson-1").await;
    page.step("Back", "13 / 33").await;
    eval("globalThis.rows = [...document.querySelectorAll('ol.events li')]");
    watch("ol.events");
    page.step("Next", "14 / 33").await;
    assert_eq!(
        number("[...document.querySelectorAll('ol.events li')].filter((it, n) => it !== rows[n]).length"),
        0.0
    );
    let touched = words(
        "[...new Set(seen.map(it => rows.findIndex(row => row.contains(it.target))))].sort((a, b) => a - b).join(' ')",
    );
    assert_eq!(touched, "12 13", "the row that was current, and the one that is");
}

#[wasm_bindgen_test]
async fn another_run_draws_the_picture_anew() {
    let page = Page::open("lesson-2").await;
    let picture = || page.get("[data-world='0'] > div").first_element_child().expect("a picture");
    let before = picture();
    page.get(".predict button").click();
    until("the answer", || page.tally(0) == "2 2 1 1 0").await;
    assert_ne!(before, picture());
}

/// Scenarios whose digests the native test knows.
const FILES: [(&str, &str); 7] = [
    ("01", include_str!("../static/scenarios/01-response-lost-same-key.json")),
    ("06", include_str!("../static/scenarios/06-same-key-other-parameters.json")),
    ("09", include_str!("../static/scenarios/09-two-at-once-wait.json")),
    ("20", include_str!("../static/scenarios/20-automatic-retries.json")),
    ("23", include_str!("../static/scenarios/23-lease-shorter-than-work-unfenced.json")),
    ("34", include_str!("../static/scenarios/34-a-crash-takes-the-bystander-too.json")),
    ("41", include_str!("../static/scenarios/41-after-retention-still-there.json")),
];

/// The digest that the native test, tests/it/replay.rs, holds a scenario to.
fn native_digest(number: &str) -> &'static str {
    let table = include_str!("it/replay.rs");
    let row = format!("(\"{number}\", \"");
    let at = table.find(&row).unwrap_or_else(|| panic!("the native test has no {number}")) + row.len();
    &table[at..at + 16]
}

fn run_of(text: &str) -> Run {
    Run::of(Rc::new(parse(text).unwrap_or_else(|problem| panic!("{problem}"))))
}

#[wasm_bindgen_test]
fn digests_are_those_of_every_other_platform() {
    let got = FILES.map(|(number, text)| (number, format!("{:016x}", run_of(text).digest())));
    let wanted = FILES.map(|(number, _)| (number, native_digest(number).to_owned()));
    assert_eq!(got, wanted);
}

#[wasm_bindgen_test]
fn a_scenario_runs_alike_twice() {
    for (number, text) in FILES {
        let (one, other) = (run_of(text), run_of(text));
        assert_eq!(one.trace, other.trace, "{number}");
        assert_eq!(one.digest(), other.digest(), "{number}");
    }
}

#[wasm_bindgen_test]
fn storage_gives_back_what_it_was_given() {
    let name = "retry-without-repeating.test";
    let text = "{\"键\": \"A\"}\n\u{0}second line";
    storage::remove(name);
    assert_eq!(storage::read(name), None);
    assert!(storage::write(name, text));
    assert_eq!(storage::read(name).as_deref(), Some(text));
    storage::remove(name);
    assert_eq!(storage::read(name), None);
}

#[wasm_bindgen_test]
fn storage_that_is_denied_is_no_error() {
    eval(
        "globalThis.allowed = Object.getOwnPropertyDescriptor(window, 'localStorage');
         Object.defineProperty(window, 'localStorage', { configurable: true, get() { throw new Error('denied') } })",
    );
    let name = "retry-without-repeating.test";
    let (written, read) = (storage::write(name, "1"), storage::read(name));
    storage::remove(name);
    eval("delete window.localStorage; if (allowed) Object.defineProperty(window, 'localStorage', allowed)");
    assert_eq!((written, read), (false, None));
}

/// Prints runs per second, for scripts/wasm-rate.mjs; takes some seconds and asserts no figure.
#[wasm_bindgen_test]
#[ignore = "a measurement"]
fn rates() {
    let files =
        [("scenario 01", FILES[0].1), ("largest scenario", include_str!("scenarios-extra/largest.json"))];
    let now = || number("performance.now()");
    for (name, text) in files {
        let scenario = Rc::new(parse(text).unwrap_or_else(|problem| panic!("{problem}")));
        // Warm first: the browser compiles the code a second time while it runs.
        for length in [1_000.0, 3_000.0] {
            let (start, mut runs) = (now(), 0_u32);
            while now() - start < length {
                for _ in 0..8 {
                    black_box(Run::of(scenario.clone()));
                    runs += 1;
                }
            }
            let rate = f64::from(runs) * 1_000.0 / (now() - start);
            console_log!("rate of {name}: {rate:.0} runs per second");
        }
    }
}
