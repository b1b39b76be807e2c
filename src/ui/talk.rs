//! How a view speaks and is answered: the language, the callback, rendered texts with their links.

use std::cell::RefCell;
use std::rc::Rc;

use yew::{AttrValue, Callback, Event, Html};

use super::markup::{Hole, fill, list, raw, text};
use crate::app::reduce::Action;
use crate::app::scene::{Scene, row_of};
use crate::app::state::{AppState, Selection};
use crate::app::svg::key_in_text;
use crate::app::text::template::{Piece, Value, lesson, plain, render};
use crate::app::text::{Language, Texts, names, texts};
use crate::sim::run::Run;
use crate::sim::trace::EventSeq;

/// Who is spoken to, and what hears the answers.
#[derive(Clone)]
pub(super) struct Talk {
    pub(super) language: Language,
    pub(super) all: &'static Texts,
    pub(super) act: Callback<Action>,
    /// The figure on view, whose rows give events their numbers.
    scene: Rc<Scene>,
    pictures: Rc<RefCell<Vec<Picture>>>,
}

/// Markup that was made once: its name, what it was made for, and the markup.
type Picture = (u32, [u32; 2], AttrValue);

impl Talk {
    pub(super) fn new(state: &AppState, act: Callback<Action>) -> Talk {
        let (language, scene) = (state.language, state.stage().scene.clone());
        Talk { language, all: texts(language), act, scene, pictures: Rc::default() }
    }

    /// The same talk of what is on view now: pictures are kept.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn turn_to(&mut self, state: &AppState) {
        self.language = state.language;
        self.all = texts(state.language);
        self.scene = state.stage().scene.clone();
    }

    /// Markup as it stands, made again only when the stamp or the language is another. The browser's nodes stay as
    /// long as the markup does.
    pub(super) fn picture(&self, name: u32, stamp: u32, draw: &dyn Fn() -> String) -> Html {
        let made_for = [stamp, self.language as u32];
        let mut pictures = self.pictures.borrow_mut();
        if let Some((_, _, markup)) = pictures.iter().find(|(known, of, _)| *known == name && *of == made_for)
        {
            return Html::from_html_unchecked(markup.clone());
        }
        pictures.retain(|(known, _, _)| *known != name);
        let markup = AttrValue::from(draw());
        pictures.push((name, made_for, markup.clone()));
        Html::from_html_unchecked(markup)
    }

    /// What a press does.
    pub(super) fn on(&self, action: Action) -> Hole {
        let act = self.act.clone();
        Hole::Does(Rc::new(move |_: &Event| act.emit(action.clone())))
    }

    /// What any event does, if it does something.
    pub(super) fn with(&self, what: impl Fn(&Event) -> Option<Action> + 'static) -> Hole {
        let act = self.act.clone();
        Hole::Does(Rc::new(move |event: &Event| {
            if let Some(action) = what(event) {
                act.emit(action);
            }
        }))
    }

    /// A template of the text tables, filled.
    pub(super) fn say(&self, template: &str, slots: &[(&str, Value)]) -> String {
        plain(&render(self.language, template, slots), self.language)
    }

    /// The same with one slot of words.
    pub(super) fn say_with(&self, template: &str, slot: &str, words: String) -> String {
        self.say(template, &[(slot, Value::Name(words))])
    }

    /// Rendered pieces; links to events mean the given world.
    pub(super) fn pieces(&self, world: u8, pieces: &[Piece]) -> Html {
        list(pieces.iter().map(|piece| self.piece(world, piece)).collect())
    }

    /// A lesson's template; links point into the run on view.
    pub(super) fn lesson(&self, template: &str, world: u8, run: Option<&Run>) -> Html {
        let row = |seq| row_of(&self.scene.rows, usize::from(world), seq).unwrap_or(seq);
        self.pieces(world, &lesson(self.language, template, run, &row))
    }

    fn piece(&self, world: u8, piece: &Piece) -> Html {
        let (words, action) = match piece {
            Piece::Text(words) => return text(words.clone()),
            Piece::Key(key) => return raw(key_in_text(self.language, *key)),
            Piece::Code(words) => return fill!("<code>{}</>", words.clone()),
            Piece::Event { seq, text } => {
                let words = if *text == names::event(self.language, *seq) {
                    self.event_name(world, *seq)
                } else {
                    text.clone()
                };
                (words, Action::EventFollowed(Selection { world, event: *seq }))
            }
            Piece::Run { file, text } => (text.clone(), Action::RunFollowed(*file)),
        };
        fill!("<button type=button class=link @click={}>{}</>", self.on(action), words)
    }

    /// “event 7”: numbered as the list and the scrubber count, over all worlds of the figure.
    fn event_name(&self, world: u8, seq: EventSeq) -> String {
        let row = row_of(&self.scene.rows, usize::from(world), seq);
        names::event(self.language, row.unwrap_or(seq))
    }

    /// A button with words.
    pub(super) fn button(&self, class: &'static str, words: &'static str, action: Action) -> Html {
        fill!("<button type=button class={} @click={}>{}</>", class, self.on(action), words)
    }

    /// One of several buttons of which one is pressed.
    pub(super) fn choice(&self, words: String, is_on: bool, action: Action) -> Html {
        let template = "<button type=button key={} aria-pressed={} @click={}>{}</>";
        fill!(template, words.clone(), is_on, self.on(action), words)
    }
}
