//! The panel “Share and take home” and what is said of files: the link, the forms in which a run goes home, opening a file.
//! Also the lab's scenario as JSON, to copy, or to edit and open.

use yew::Html;

use super::markup::{fill, list};
use super::talk::Talk;
use crate::app::HAS_LAB;
use crate::app::export::Format;
use crate::app::link::{TooLong, VERSION};
use crate::app::reduce::Action;
use crate::app::share::{self, Act, BadFile, Line, Snippet, What, Why};
use crate::app::state::{AppState, Notice};
use crate::app::text::lab_texts;
use crate::app::text::problems::problem;
use crate::app::text::share::{ShareTexts, bad_file, ended, form, in_part, markup, open_file, too_long};
use crate::platform::input;
use crate::sim::write::write;

/// The panel, closed or open.
pub(super) fn panel(talk: &Talk, state: &AppState) -> Html {
    let toggle = talk.with(|event| {
        event.prevent_default();
        Some(Action::from(Act::Toggled))
    });
    // The first visit's program hands the lesson over, open panel and all.
    let body = (HAS_LAB && state.share.is_open).then(|| {
        let words = &lab_texts(talk.language).share;
        let parts = vec![
            which(talk, state).unwrap_or_default(),
            link(talk, state, words),
            files(talk, state, words),
            embedding(talk, state, words),
            opening(talk, state, words),
        ];
        fill!("<div class=share-body>{}</div>", parts)
    });
    let panel = fill!(
        "<details class=share id=share open={}><summary id=share-open class=plain @click={}>{}</summary>{}</details>",
        state.share.is_open.then_some(""),
        toggle,
        talk.all.page.share,
        body
    );
    if HAS_LAB && state.share.is_dragged {
        let hint = fill!("<p class=drop-here>{}</p>", lab_texts(talk.language).share.drop_here);
        return list(vec![panel, hint]);
    }
    panel
}

/// Which of two runs is meant.
fn which(talk: &Talk, state: &AppState) -> Option<Html> {
    let runs = state.stage().runs.len();
    let (chosen, _) = share::run(state)?;
    let figure = super::stage::Figure { talk, state, stage: state.stage() };
    let choice = |world: usize| {
        let choose = Action::from(Act::WorldChosen(world as u8));
        talk.choice(figure.name(world), world == usize::from(chosen), choose)
    };
    let name = lab_texts(talk.language).share.which_run;
    (runs > 1).then(|| {
        let template = "<div class=seg role=group aria-label={}>{}</div>";
        fill!(template, name, (0..runs).map(choice).collect::<Vec<_>>())
    })
}

/// What became of copying or saving, beside its buttons.
fn status(talk: &Talk, state: &AppState, what: What) -> Html {
    let said = state.share.ended.as_ref().filter(|(of, _)| *of == what);
    let said = said.map(|(_, came)| ended(talk.language, came));
    fill!("<span role=status class=quiet-line>{}</span>", said)
}

fn link(talk: &Talk, state: &AppState, words: &'static ShareTexts) -> Html {
    let body = match share::link(state) {
        Some(Ok(address)) => {
            let copy = talk.button("act act-1", words.copy_link, Action::from(Act::Copy(What::Link)));
            fill!(
                "<div><input id=share-link class=share-text readonly='' aria-label={} value={} /><div class=json-acts>{}{}</div><p class=grp-p>{}</p></div>",
                words.link,
                address,
                copy,
                status(talk, state, What::Link),
                words.link_holds
            )
        }
        Some(Err(length)) => long(talk, length, words),
        None => Html::default(),
    };
    fill!("<section aria-label={}><h3>{}</h3>{}</section>", words.link, words.link, body)
}

fn long(talk: &Talk, length: TooLong, words: &'static ShareTexts) -> Html {
    let save = Action::from(Act::Save(Format::Json));
    fill!(
        "<div><p class=grp-p data-version={} id=share-long>{}</p>{}</div>",
        VERSION,
        too_long(talk.language, length),
        talk.button("act act-1", words.save, save)
    )
}

fn files(talk: &Talk, state: &AppState, words: &'static ShareTexts) -> Html {
    let shown = state.share.shown(state.stage().stamp);
    let row = |format: Format| {
        let (name, hint) = form(talk.language, format, state.share.has_values);
        let is_shown = shown.is_some_and(|shown| shown.format == format);
        let act = |words: &'static str, act: Act| {
            let label = [name, " · ", words].concat();
            let template = "<button type=button class=act aria-label={} @click={}>{}</button>";
            fill!(template, label, talk.on(Action::from(act)), words)
        };
        let show = fill!(
            "<button type=button class=act aria-label={} aria-expanded={} @click={}>{}</button>",
            [name, " · ", words.show].concat(),
            is_shown,
            talk.on(Action::from(Act::Show(format))),
            words.show
        );
        let values = (format == Format::Markdown).then(|| {
            fill!(
                "<button type=button class=act aria-pressed={} title={} @click={}>{}</button>",
                state.share.has_values,
                words.show_values_hint,
                talk.on(Action::from(Act::ValuesSwitched)),
                words.show_values
            )
        });
        let text = shown.filter(|_| is_shown).map(|shown| {
            let image = shown.image.as_ref().map(|image| {
                let template = "<div class=share-image tabindex=0 role=group aria-label={}><img src={} alt={} /></div>";
                fill!(template, name, image.to_string(), words.svg_image)
            });
            fill!(
                "<div class=share-shown>{}<textarea id=share-text class=share-text readonly='' spellcheck=false aria-label={} value={} />{}</div>",
                image,
                name,
                shown.text.clone(),
                in_part(talk.language, shown).map(|said| fill!("<p class=grp-p>{}</p>", said))
            )
        });
        fill!(
            "<li key={} data-format={}><div class=share-row><div class=share-name><b>{}</b> <span>{}</span></div><div class=json-acts>{}{}{}{}</div></div>{}{}</li>",
            format.name(),
            format.name(),
            name,
            hint,
            show,
            act(words.copy, Act::Copy(What::File(format))),
            act(words.save, Act::Save(format)),
            values,
            status(talk, state, What::File(format)),
            text
        )
    };
    let rows: Vec<Html> = Format::ALL.iter().map(|format| row(*format)).collect();
    fill!(
        "<section aria-label={}><h3>{}</h3><ul class=share-files>{}</ul></section>",
        words.files,
        words.files,
        rows
    )
}

/// The markup that shows the same in another page.
fn embedding(talk: &Talk, state: &AppState, words: &'static ShareTexts) -> Html {
    let row = |snippet: Snippet| {
        let (name, hint) = markup(talk.language, snippet);
        let what = What::Embed(snippet);
        let code = share::snippet(state, snippet)?.ok()?;
        let label = [name, " · ", words.copy_code].concat();
        Some(fill!(
            "<li><div class=share-row><div class=share-name><b>{}</b> <span>{}</span></div><div class=json-acts><button type=button class=act aria-label={} @click={}>{}</button></div></div>{}<textarea id={} class='share-text share-code' readonly='' spellcheck=false aria-label={} value={} /></li>",
            name,
            hint,
            label,
            talk.on(Action::from(Act::Copy(what))),
            words.copy_code,
            status(talk, state, what),
            snippet.id(),
            name,
            code
        ))
    };
    let rows: Vec<Html> = Snippet::ALL.iter().filter_map(|snippet| row(*snippet)).collect();
    let told = if rows.is_empty() { words.embed_too_long } else { words.embed_holds };
    fill!(
        "<section aria-label={}><h3>{}</h3><p class=grp-p>{}</p><ul class=share-files>{}</ul></section>",
        words.embed,
        words.embed,
        told,
        rows
    )
}

fn opening(talk: &Talk, state: &AppState, words: &'static ShareTexts) -> Html {
    let name = state.lab.file.as_ref().filter(|_| state.place == crate::app::state::Place::Lab);
    let name =
        name.map(|name| fill!("<p class=quiet-line id=share-file>{}</p>", open_file(talk.language, name)));
    fill!(
        "<section aria-label={}><h3>{}</h3><div class=json-acts><label class='act file-act'><input type=file id=file class=vh accept='.json,application/json,text/plain' /><span>{}</span></label><span class=grp-note>{}</span></div>{}</section>",
        words.open_file,
        words.open_file,
        words.open_file,
        words.open_hint,
        name
    )
}

/// Why a file was not opened, with the line in question.
pub(super) fn not_opened(talk: &Talk, file: &BadFile) -> Html {
    let marked = match &file.why {
        Why::Problem { line, .. } => Some(marked(talk, line)),
        _ => None,
    };
    list(vec![fill!("<p>{}</p>", bad_file(talk.language, file)), marked.unwrap_or_default()])
}

/// A line with a mark where its problem is.
pub(super) fn marked(talk: &Talk, line: &Line) -> Html {
    let name = lab_texts(talk.language).share.line_shown;
    let template = "<pre class=marked aria-label={}>{}<mark>{}</mark></pre>";
    let at = if line.after.is_empty() { " ".to_owned() } else { line.after.clone() };
    fill!(template, name, line.before.clone(), at)
}

/// The scenario as text, to copy, or to edit and open.
pub(super) fn json_box(talk: &Talk, state: &AppState) -> Html {
    let words = &lab_texts(talk.language).lab;
    let shown = state.draft.clone().unwrap_or_else(|| write(&state.lab.scenario));
    let said = match state.copied {
        Some(true) => words.copied,
        Some(false) => words.cannot_copy,
        None => "",
    };
    let wrong = match &state.notice {
        Some(Notice::BadScenario(wrong)) => {
            let line = marked(talk, &share::line(&shown, wrong));
            Some(fill!("<div class=error role=alert><p>{}</p>{}</div>", problem(talk.language, wrong), line))
        }
        _ => None,
    };
    let is_unchanged = state.draft.is_none();
    let opened = Action::ScenarioOpened(shown.clone());
    let open = talk.with(move |_| (!is_unchanged).then(|| opened.clone()));
    fill!(
        "<details class=json-box open={}><summary>{}</summary><textarea id=json aria-label={} spellcheck=false value={} @input={}/><div class=json-acts><button type=button class='act act-1' @click={}>{}</button><button type=button class=act aria-disabled={} @click={}>{}</button><span role=status>{}</span></div>{}</details>",
        wrong.as_ref().map(|_| ""),
        words.scenario_json,
        words.scenario_json,
        shown.clone(),
        talk.with(|event| input::value(event).map(Action::DraftEdited)),
        talk.on(Action::CopyAsked(shown)),
        words.copy_json,
        is_unchanged,
        open,
        words.open_json,
        said,
        wrong
    )
}
