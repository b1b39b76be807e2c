//! What happens outside the state: timers, storage, the address, the document. Effects watch the state after a change
//! and bring the outside in step; they decide nothing.

use yew::Callback;
use yew::platform::spawn_local;

use super::attention::{self, Attention};
use super::trail::Trail;
use crate::app::address::{CASE, place_of};
use crate::app::cases;
use crate::app::contracts;
use crate::app::further;
use crate::app::lab::By;
use crate::app::lessons::{LESSONS, Part};
use crate::app::link;
use crate::app::open::{Restored, open, opened, take_over};
use crate::app::reduce::{Action, reduce};
use crate::app::scene::Layout;
use crate::app::share;
use crate::app::state::{AppState, LessonState, Notice, Place, Theme};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, texts};
use crate::app::{self, HAS_LAB};
use crate::platform::files::{Given, Refused};
use crate::platform::{
    clipboard, document, fetch, files, handover, keys, location, media, panic, storage, ticker,
};
use crate::sim::limits::FILE_BYTES;
use crate::sim::scenario::Keep;
use crate::sim::write::write;

/// The id of the file field.
const FIELD: &str = "file";
/// The id of the link's text.
const LINK: &str = "share-link";
/// The id of the text that is shown.
const TEXT: &str = "share-text";
/// Below this width sentences stand below the figure.
const COMPACT: &str = "(max-width: 859.98px)";
const WORLD: &str = "retry-without-repeating.world";
const INTENTS: &str = "retry-without-repeating.intents";
const CHOICES: &str = "retry-without-repeating.choices";
const PROBE: &str = "retry-without-repeating.probe";
/// How many keys are kept ready.
const POOL: usize = 24;

fn fresh_keys() -> Vec<String> {
    (0..POOL).map(|_| keys::fresh()).collect()
}

/// The language that the address, else the page itself, else the last visit, else the browser asks for, else Chinese.
fn language() -> Language {
    let asked = location::query("lang").and_then(|tag| Language::from_tag(&tag));
    let own = || location::own("language").and_then(|tag| Language::from_tag(&tag));
    let chosen = || choice("language").and_then(|tag| Language::from_tag(&tag));
    let spoken = || location::languages().iter().find_map(|tag| Language::from_tag(tag));
    asked.or_else(own).or_else(chosen).or_else(spoken).unwrap_or(Language::Zh)
}

fn choice(name: &str) -> Option<String> {
    let stored = storage::read(CHOICES)?;
    let mut pairs = stored.split(';').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// What storage holds of the last visit. The world and the intent record are apart, as a real client's would be.
fn restored() -> Restored {
    let Some(world) = storage::read(WORLD).filter(|_| HAS_LAB) else { return Restored::default() };
    Restored::read(&world, storage::read(INTENTS).as_deref())
}

/// Leaves for the lab's program where the address asks for a place that only that one has: nothing is drawn before it.
#[must_use]
pub fn leaves_at_once() -> bool {
    let asked =
        if HAS_LAB { None } else { place_of(&location::fragment()).filter(|place| place.is_further()) };
    asked.is_some_and(|place| {
        let unread = LessonState { guess: None, is_revealed: false, part: Part::Opening };
        handover::leave(&app::handover::write(place, &[unread; LESSONS as usize], 0, &[]))
    })
}

/// The state of the page as it opens: what the address, the browser and storage say; and whether the reader comes from the
/// first visit's program with a run to carry on.
pub(super) fn first_state() -> (AppState, bool) {
    let is_embedded = location::is_embedded();
    // An embedded figure has no column for the sentences.
    let layout = Layout { compact: is_embedded || media::matches(COMPACT), true_scale: false };
    let keys = if HAS_LAB { fresh_keys() } else { Vec::new() };
    let mut state = open(language(), layout, keys, restored());
    state.is_embedded = is_embedded;
    if HAS_LAB {
        state.share.page = location::page();
    }
    state.theme = match choice("theme").as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    };
    state.has_storage = storage::write(PROBE, "1");
    storage::remove(PROBE);
    // Where the first visit's program left for stands in what it handed over, whatever address it left from; unless the
    // reader has gone elsewhere since.
    let handed_over = if HAS_LAB { handover::take() } else { None };
    let stays = handed_over.is_some() && !handover::is_overtaken();
    let carries = |text: &String| !app::handover::read(text).carried.is_empty();
    let is_carried = HAS_LAB && stays && handed_over.as_ref().is_some_and(carries);
    let fragment = location::fragment();
    if let Some(text) = handed_over {
        take_over(&mut state, &text);
    }
    if let Some(place) = place_of(&fragment).filter(|_| !stays) {
        reduce(&mut state, Action::PlaceOpened(place));
    }
    if state.place != Place::Lab && !matches!(state.notice, Some(Notice::BadStorage(_))) {
        // What happened to the lab is said when the reader is there.
        state.notice = None;
    }
    if HAS_LAB
        && state.place == Place::Cases
        && let Some(id) = fragment.strip_prefix(CASE)
    {
        reduce(&mut state, of_cases(cases::Act::Opened(id.to_owned())));
    }
    if HAS_LAB && state.place == Place::Lab && link::is_link(&fragment) {
        let keeps_language = location::query("lang").is_some();
        reduce(&mut state, Action::LinkOpened { text: fragment, keeps_language });
    }
    opened(&mut state);
    (state, is_carried)
}

/// Hears of files that a reader gives.
fn watch_files(act: &Callback<Action>) {
    let act = act.clone();
    files::watch(FIELD, FILE_BYTES, move |given| {
        act.emit(Action::from(match given {
            Given::Dragged(is_dragged) => share::Act::Dragged(is_dragged),
            Given::Text { name, said } => {
                let said = said.map_err(|refused| match refused {
                    Refused::TooLarge(bytes) => share::Why::TooLarge(bytes),
                    Refused::NoText => share::Why::NoText,
                    Refused::Several => share::Why::Several,
                    Refused::NotRead => share::Why::NotRead,
                });
                share::Act::Came { name, said }
            }
        }));
    });
}

fn of_cases(act: cases::Act) -> Action {
    Action::Further(further::Act::Cases(act))
}

/// The outside as it was last brought in step.
pub(super) struct Effects {
    act: Callback<Action>,
    _width: Option<media::Watch>,
    interval: Option<ticker::Interval>,
    /// Milliseconds of the interval that runs.
    step_ms: Option<u32>,
    /// What the document says; the number is that of the incidents' turn.
    shown: Option<(Language, Place, Theme, u32)>,
    /// The address and the history's entry.
    trail: Trail,
    /// The incidents' newest turn whose files were asked for.
    asked: u32,
    /// The incidents' newest turn whose focus was set.
    focused: u32,
    /// The contracts' newest turn whose focus was set.
    turned: u32,
    /// The focus, where what had it goes away.
    attention: Attention,
    stored: Option<u32>,
    is_leaving: bool,
    /// The text field that is selected once it is drawn.
    selects: Option<&'static str>,
    /// The list's stamp, language, cursor and focus as they are marked.
    marked: Option<(u32, Language, u32, Option<u32>)>,
    /// What is brought into view once it is drawn, and whether only if it is about to leave the window.
    shows: Option<(&'static str, bool)>,
}

impl Effects {
    pub(super) fn start(state: &AppState, act: Callback<Action>, is_carried: bool) -> Effects {
        let on_width = act.clone();
        let watch = || media::watch(COMPACT, move |compact| on_width.emit(Action::WidthChanged { compact }));
        let width = if state.is_embedded { None } else { watch() };
        let mut effects = Effects {
            act: act.clone(),
            _width: width,
            interval: None,
            step_ms: None,
            shown: None,
            trail: Trail::watch(act, state),
            asked: 0,
            focused: state.further.cases.turn,
            turned: state.further.contracts.turn,
            attention: Attention::of(state, is_carried),
            stored: None,
            is_leaving: false,
            selects: None,
            marked: None,
            shows: None,
        };
        if HAS_LAB && !state.is_embedded {
            watch_files(&effects.act);
            document::reveal_what_opens("#groups");
        }
        effects.after(state);
        effects
    }

    /// What an action asks of the outside, whatever it makes of the state.
    pub(super) fn before(&mut self, action: &Action, state: &AppState) {
        self.trail.before(action);
        self.shows = attention::leads_to(action, state.layout.compact).filter(|_| !state.is_embedded);
        self.attention.before(action);
        if HAS_LAB && let Action::Share(act) = action {
            self.share(act, state);
        }
        if let Action::CopyAsked(text) = action
            && HAS_LAB
        {
            let (act, text) = (self.act.clone(), text.clone());
            spawn_local(async move { act.emit(Action::CopyEnded(clipboard::copy(&text).await)) });
        }
    }

    /// Copies and saves what is shared.
    fn share(&mut self, act: &share::Act, state: &AppState) {
        match act {
            share::Act::Copy(what) => {
                let text = match what {
                    share::What::Link => share::link(state).and_then(Result::ok),
                    share::What::File(format) => share::file(state, *format).map(|file| file.text),
                    share::What::Embed(snippet) => share::snippet(state, *snippet).and_then(Result::ok),
                };
                let (Some(text), act, what) = (text, self.act.clone(), *what) else { return };
                spawn_local(async move {
                    let is_copied = clipboard::copy(&text).await;
                    let ended = if is_copied { share::Ended::Copied } else { share::Ended::NotCopied };
                    act.emit(Action::from(share::Act::Done { what, ended }));
                });
            }
            share::Act::Save(format) => {
                let Some(file) = share::file(state, *format) else { return };
                let is_saved = files::save(&file.file_name, file.media_type, &file.text);
                let ended =
                    if is_saved { share::Ended::Saved(file.file_name) } else { share::Ended::NotSaved };
                let (act, what) = (self.act.clone(), share::What::File(*format));
                spawn_local(async move { act.emit(Action::from(share::Act::Done { what, ended })) });
            }
            share::Act::Done { what, ended: share::Ended::NotCopied | share::Ended::NotSaved } => {
                self.selects = Some(match what {
                    share::What::Link => LINK,
                    share::What::File(_) => TEXT,
                    share::What::Embed(snippet) => snippet.id(),
                });
            }
            _ => {}
        }
    }

    /// Brings the outside in step.
    pub(super) fn after(&mut self, state: &AppState) {
        self.play(state);
        let turn = if HAS_LAB { state.further.cases.turn } else { 0 };
        let shown = (state.language, state.place, state.theme, turn);
        if self.shown != Some(shown) {
            self.shown = Some(shown);
            show(state);
        }
        self.trail.after(state);
        if HAS_LAB {
            self.fetch(state);
        }
        if let Some(text) = &state.handover
            && !self.is_leaving
        {
            self.is_leaving = handover::leave(text);
        }
        if HAS_LAB && self.stored != Some(state.lab_stage.stamp) {
            self.stored = Some(state.lab_stage.stamp);
            store(state);
        }
        if HAS_LAB && state.pool.len() < POOL / 2 {
            self.act.emit(Action::KeysSupplied(fresh_keys()));
        }
    }

    /// Has the files come that the incidents wait for, each once.
    fn fetch(&mut self, state: &AppState) {
        let turn = state.further.cases.turn;
        if self.asked == turn {
            return;
        }
        let before = std::mem::replace(&mut self.asked, turn);
        for cases::Request { turn, file, path } in state.further.cases.requests() {
            if turn <= before {
                continue;
            }
            let act = self.act.clone();
            spawn_local(async move {
                let said = fetch::text(&path).await;
                act.emit(of_cases(cases::Act::Came { turn, file, said }));
            });
        }
    }

    /// Moves the focus where what had it is gone, once.
    fn focus(&mut self, state: &AppState) {
        let cases = &state.further.cases;
        if self.focused != cases.turn {
            self.focused = cases.turn;
            if let Some(id) = cases.focus.as_ref().filter(|_| state.place == Place::Cases) {
                document::focus(id);
            }
        }
    }

    /// Brings the focus where the last action among the contracts moved it, once that is there.
    fn focus_contract(&self, state: &AppState) {
        match state.further.contracts.focus {
            contracts::Focus::Sheet => document::open_dialog("sheet", "sheet-close"),
            contracts::Focus::Name(preset) => document::focus(&super::contracts::name_id(preset)),
            contracts::Focus::Run => {
                document::focus("board");
                document::to_top();
            }
        }
    }

    /// Marks the list's current row and what is still to come, once the list is there.
    pub(super) fn drawn(&mut self, state: &AppState) {
        self.attention.drawn(state);
        if HAS_LAB {
            self.focus(state);
            if let Some(id) = self.selects.take() {
                document::select(id);
            }
            if std::mem::replace(&mut self.turned, state.further.contracts.turn)
                != state.further.contracts.turn
            {
                self.focus_contract(state);
            }
        }
        self.mark(state);
        if let Some((selector, only_near)) = self.shows.take() {
            document::into_view(selector, only_near);
            if selector == attention::TITLE {
                document::focus(attention::TITLE_ID);
            }
        }
    }

    fn mark(&mut self, state: &AppState) {
        let stage = state.stage();
        let focus = stage.focus().and_then(|selection| stage.row(selection));
        let marked = (stage.stamp, state.language, stage.cursor, focus);
        if self.marked == Some(marked) {
            return;
        }
        let before = self.marked.filter(|(stamp, language, ..)| (*stamp, *language) == (marked.0, marked.1));
        let (from, was) = before.map_or((None, None), |(_, _, cursor, focus)| (Some(cursor), focus));
        document::mark_rows(from, stage.cursor, was, focus);
        let rest = stage.scene.height.saturating_sub(stage.scene.line(stage.cursor));
        (0..stage.runs.len()).for_each(|world| document::ink(world, rest));
        self.marked = Some(marked);
    }

    /// Nothing ticks unless the run plays; a hidden page pauses at its next tick.
    fn play(&mut self, state: &AppState) {
        let step_ms = state.is_playing.then(|| state.speed.step_ms());
        if self.step_ms == step_ms {
            return;
        }
        self.step_ms = step_ms;
        let act = self.act.clone();
        self.interval = step_ms.map(|step_ms| {
            ticker::Interval::new(step_ms, move || {
                act.emit(if document::is_hidden() { Action::Paused } else { Action::Ticked });
            })
        });
    }
}

/// What the place where the reader is is called.
pub(super) fn place_title(state: &AppState) -> &str {
    let words = texts(state.language);
    match state.place {
        Place::Lab => words.page.lab,
        Place::Gap => words.page.gap,
        Place::Failures => words.page.failures,
        Place::Contracts => words.page.contracts,
        Place::Cases if HAS_LAB => cases::title(state).unwrap_or(words.page.cases),
        Place::Cases => words.page.cases,
        Place::Lesson(lesson) => words.lessons[usize::from(lesson)].title,
    }
}

fn show(state: &AppState) {
    let words = texts(state.language);
    let slots = [("page", Value::Name(place_title(state).to_owned()))];
    let title = plain(&render(state.language, words.page.document_title, &slots), state.language);
    document::name(&title, state.language.tag());
    if state.is_embedded {
        // Address and colours are the embedding page's.
        return;
    }
    let theme = match state.theme {
        Theme::System => None,
        Theme::Light => Some("light"),
        Theme::Dark => Some("dark"),
    };
    document::theme(theme);
    let theme = theme.unwrap_or("system");
    storage::write(CHOICES, &format!("language={};theme={theme}", state.language.code()));
}

/// Keeps the lab's world and, apart from it, the clients' intent record.
fn store(state: &AppState) {
    let lab = &state.lab;
    let scenario = write(&lab.scenario);
    panic::remember_scenario(&scenario);
    if lab.by == By::Link {
        // What is only looked at does not take the place of the reader's own.
        return;
    }
    storage::write(WORLD, &format!("{} {}\n{scenario}", lab.client, lab.intent));
    let kept = lab.intents(&state.lab_stage.runs[0]);
    if kept.is_empty() {
        storage::remove(INTENTS);
        return;
    }
    let mut lines = String::new();
    for record in &kept {
        let target = record.target.replace(' ', "+");
        let line =
            format!("{} {} {} {target} {}\n", record.client, record.intent, record.key, record.parameters);
        lines.push_str(&line);
    }
    if let Some(drafted) = lab.drafted_key.as_ref().filter(|_| lab.acting().keep == Keep::Durable) {
        lines.push_str("drafted ");
        lines.push_str(drafted);
    }
    storage::write(INTENTS, &lines);
}
