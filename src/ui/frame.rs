//! The page's frame: its head with the switches, notices, and its foot with what the model leaves out.

use yew::Html;

use super::markup::{Hole, fill, raw};
use super::share;
use super::talk::Talk;
use crate::app::HAS_LAB;
use crate::app::lessons::LESSONS;
use crate::app::reduce::Action;
use crate::app::state::{AppState, Notice, Place, Theme};
use crate::app::text::Language;
use crate::app::text::contracts::of_cell;
use crate::app::text::lab_texts;
use crate::app::text::problems::problem;
use crate::app::text::share::{difference, link_problem};
use crate::platform::input;

const MARK: &str = "<svg class='mark' viewBox='0 0 28 24' aria-hidden='true'><path d='M2 4 17 12M2 20 17 12'/><circle cx='21.5' cy='12' r='4.75'/></svg>";

/// The page's sign.
pub(super) fn mark() -> Html {
    raw(MARK.to_owned())
}

/// The language switch's buttons.
pub(super) fn languages(talk: &Talk, state: &AppState) -> Vec<Html> {
    let languages = Language::ALL.map(|language| {
        fill!(
            "<button type=button key={} lang={} aria-pressed={} @click={}>{}</button>",
            language.code(),
            language.tag(),
            language == state.language,
            talk.on(Action::LanguageChosen(language)),
            language.own_name(),
        )
    });
    Vec::from(languages)
}

pub(super) fn header(talk: &Talk, state: &AppState) -> Html {
    let words = &talk.all.page;
    let depth = |name: &'static str, place: Place, is_here: bool| {
        let here = is_here.then_some("page");
        let template = "<button type=button aria-current={} @click={}>{}</>";
        fill!(template, here, talk.on(Action::PlaceOpened(place)), name)
    };
    let at = |name: &'static str, place: Place| depth(name, place, state.place == place);
    let lesson = match state.place {
        Place::Lesson(lesson) => lesson,
        _ => state.last_lesson.min(LESSONS - 1),
    };
    let themes = [(Theme::System, words.as_system), (Theme::Light, words.light), (Theme::Dark, words.dark)];
    let themes = themes
        .map(|(theme, name)| talk.choice(name.to_owned(), theme == state.theme, Action::ThemeChosen(theme)));
    fill!(
        "<header class=top><div class=brand>{}<h1>{}</h1></div><nav class=depths aria-label={}>{}{}{}{}</nav><div class=top-tools><div class=seg role=group aria-label={}>{}</div><div class=seg role=group aria-label={}>{}</div></div></header>",
        mark(),
        words.title,
        words.pages,
        depth(
            words.lessons,
            Place::Lesson(lesson),
            matches!(state.place, Place::Lesson(_) | Place::Gap | Place::Failures)
        ),
        at(words.contracts, Place::Contracts),
        at(words.cases, Place::Cases),
        at(words.lab, Place::Lab),
        words.language,
        languages(talk, state),
        words.colours,
        Vec::from(themes)
    )
}

pub(super) fn notice(talk: &Talk, state: &AppState) -> Html {
    let words = &talk.all.notices;
    let said = match &state.notice {
        Some(Notice::ReloadedDurable) if HAS_LAB => lab_texts(talk.language).lab.reloaded_durable.to_owned(),
        Some(Notice::ReloadedMemory) if HAS_LAB => lab_texts(talk.language).lab.reloaded_memory.to_owned(),
        Some(Notice::BadStorage(wrong)) if HAS_LAB => problem(talk.language, wrong),
        Some(Notice::BadLink(wrong)) if HAS_LAB => link_problem(talk.language, wrong),
        Some(Notice::LinkDiffers(how)) if HAS_LAB => difference(talk.language, how),
        Some(Notice::LinkInPart) if HAS_LAB => lab_texts(talk.language).share.in_part.to_owned(),
        Some(Notice::OfCell(preset, column)) if HAS_LAB => of_cell(talk.language, *preset, *column),
        Some(Notice::BadFile(file)) if HAS_LAB => {
            let close = talk.button("plain", words.dismiss, Action::NoticeClosed);
            let template = "<div class=notice role=alert id=notice><div>{}</div>{}</div>";
            return fill!(template, share::not_opened(talk, file), close);
        }
        _ => return Html::default(),
    };
    let has_rest = matches!(&state.notice, Some(Notice::BadLink(wrong)) if HAS_LAB && wrong.rest.is_some());
    let rest = || talk.button("act", lab_texts(talk.language).share.open_rest, Action::RestOpened);
    let close = talk.button("plain", words.dismiss, Action::NoticeClosed);
    let rest = if HAS_LAB && has_rest { Some(rest()) } else { None };
    fill!("<div class=notice role=status id=notice><p>{}</p>{}{}</div>", said, rest, close)
}

/// The keys that close the list of keys while it has the focus.
fn closes(talk: &Talk, is_open: bool) -> Hole {
    talk.with(move |event| {
        let (key, _) = input::key(event)?;
        (is_open && matches!(key.as_str(), "?" | "Escape")).then_some(Action::HelpToggled)
    })
}

pub(super) fn footer(talk: &Talk, state: &AppState) -> Html {
    let all = talk.all;
    let help = &all.help;
    let rows = [
        (help.space_key, help.space),
        (help.arrows_key, help.arrows),
        (help.shift_arrows_key, help.shift_arrows),
        (help.home_end_key, help.home_end),
        (help.enter_key, help.enter),
        (help.escape_key, help.escape),
        (help.help_key, help.help),
    ];
    let rows = rows.map(|(key, does)| {
        fill!("<tr key={}><th scope=row><kbd>{}</kbd></th><td>{}</td></tr>", key, key, does)
    });
    let limits = all.limits.iter().chain([&all.notices.order_numbers]);
    let limits: Vec<Html> = limits.map(|line| fill!("<li key={}>{}</li>", *line, *line)).collect();
    let glossary = HAS_LAB.then(|| {
        let terms = lab_texts(talk.language).glossary.iter();
        let terms = terms.map(|term| {
            fill!("<div key={}><dt>{}</dt><dd>{}</dd></div>", term.word, term.word, term.meaning)
        });
        fill!(
            "<details><summary>{}</summary><dl class=glossary>{}</dl></details>",
            all.page.glossary,
            terms.collect::<Vec<_>>()
        )
    });
    let denied = (!state.has_storage).then_some(all.notices.storage_denied);
    let toggle = talk.with(|event| {
        event.prevent_default();
        Some(Action::HelpToggled)
    });
    let open = state.is_help_open.then_some("");
    let rows = Vec::from(rows);
    let closes = closes(talk, state.is_help_open);
    let keys = fill!(
        "<details id=keyboard open={} @keydown={}><summary id=help @click={}>{}</summary><div><p>{}</p><table class=keys-help><tbody>{}</tbody></table></div></details>",
        open,
        closes,
        toggle,
        help.heading,
        help.note,
        rows
    );
    fill!(
        "<footer class=foot><div class=foot-row><p>{}</p><p class=quiet-line id=storage>{}</p><details><summary>{}</summary><ul>{}</ul></details>{}{}</div></footer>",
        all.page.footer,
        denied,
        all.page.not_shown,
        limits,
        glossary,
        keys
    )
}
