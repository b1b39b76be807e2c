//! A contract's sheet: what it is, its twelve knobs with what each rests on, and the way to an API of one's own.

use yew::Html;

use super::super::markup::{fill, list};
use super::super::talk::Talk;
use super::{cited, does, label, mark, source_of};
use crate::app::contracts::{Act, Kind};
use crate::app::text::contracts::{about, certainty, kind, preset};
use crate::app::text::knobs::{knob, value};
use crate::app::text::{Language, lab_texts};
use crate::platform::input;
use crate::sim::contract::Knob;
use crate::sim::presets::Preset;

/// The sheet as a dialog, which the page opens when it is there.
pub(super) fn view(talk: &Talk, of: Preset) -> Html {
    let language = talk.language;
    let words = &lab_texts(language).contracts;
    let outside = talk.with(|event| input::data(event, "inside").is_none().then(|| does(Act::SheetClosed)));
    let first = of.sources()[0];
    let source = (!first.url.is_empty()).then(|| {
        let link = cited(talk, first.title.to_owned(), first);
        fill!("<p class=ct-sure>{}</p>", link)
    });
    fill!(
        "<dialog id=sheet class=ct-sheet aria-labelledby=sheet-h @click={}><div data-inside=''><header><div><p class=ct-kind>{}</p><h2 id=sheet-h>{}</h2></div><button type=button id=sheet-close class=act @click={}>{}</button></header><p>{}</p>{}<button type=button class=primary id=start-api @click={}>{}</button><p class=ct-fine>{}</p><h3>{}</h3><dl class=ct-knobs>{}</dl></div></dialog>",
        outside,
        kind(language, Kind::of(of)),
        preset(language, of),
        talk.on(does(Act::SheetClosed)),
        words.close,
        about(language, of),
        source,
        talk.on(does(Act::ApiStarted(of))),
        words.start,
        words.start_hint,
        words.knobs,
        Knob::ALL.map(|knob| row(talk, of, knob)).into_iter().collect::<Vec<_>>()
    )
}

/// A knob: its value, how sure that is, where it stands, and what must be said with it.
fn row(talk: &Talk, of: Preset, which: Knob) -> Html {
    let language = talk.language;
    let contract = of.contract();
    let note = of.citation(which).note[usize::from(language == Language::En)];
    let note = (!note.is_empty()).then(|| fill!("<p class=ct-note>{}</p>", note));
    fill!(
        "<div key={}><dt>{}</dt><dd><p>{}</p>{}{}</dd></div>",
        which.name(),
        label(knob(language, which)),
        label(&value(language, &contract, which)),
        rests(talk, of, which),
        note
    )
}

/// What a knob of a preset rests on: in form, in words, and the page where it can be read.
pub(super) fn rests(talk: &Talk, of: Preset, which: Knob) -> Html {
    let words = &lab_texts(talk.language).contracts;
    let citation = of.citation(which);
    let source = source_of(of, citation);
    let partly =
        citation.assumes.then(|| list(vec![fill!("<span>{}{}</span>", words.dot, words.assumed_partly)]));
    let title = fill!("<span lang=en>{}</span>", cited(talk, source.title.to_owned(), source));
    fill!(
        "<p class=ct-sure>{}{}{}<span class=ct-src><span class=ct-dot>{}</span>{}</span></p>",
        mark(citation.certainty),
        certainty(talk.language, citation.certainty),
        partly,
        words.dot,
        title
    )
}
