//! Rendered texts as markup: key marks, links to events and runs, code.

use yew::prelude::*;

use super::shapes::key_in_text;
use crate::app::reduce::Action;
use crate::app::state::Selection;
use crate::app::text::Language;
use crate::app::text::names;
use crate::app::text::template::{Piece, lesson};
use crate::sim::run::Run;

/// Who is spoken to, and what a link does.
#[derive(Clone, PartialEq)]
pub struct Voice {
    /// The language.
    pub language: Language,
    /// The world that links to events mean.
    pub world: u8,
    /// What the reader does.
    pub act: Callback<Action>,
}

impl Voice {
    /// Pieces with their links.
    #[must_use]
    pub fn say(&self, pieces: &[Piece]) -> Html {
        html! { <>{ for pieces.iter().enumerate().map(|(n, piece)| self.piece(n, piece)) }</> }
    }

    /// A lesson's template; links point into the run on view.
    #[must_use]
    pub fn lesson(&self, template: &str, run: Option<&Run>) -> Html {
        self.say(&lesson(self.language, template, run))
    }

    fn piece(&self, n: usize, piece: &Piece) -> Html {
        let act = self.act.clone();
        match piece {
            Piece::Text(text) => html! { <span key={n}>{ text }</span> },
            Piece::Key(key) => html! { <span key={n}>{ key_in_text(*key, names::key(self.language, *key)) }</span> },
            Piece::Code(text) => html! { <code key={n}>{ text }</code> },
            Piece::Event { seq, text } => {
                let selection = Selection { world: self.world, event: *seq };
                let onclick = move |_| act.emit(Action::EventFollowed(selection));
                html! { <button key={n} type="button" class="link" {onclick}>{ text }</button> }
            }
            Piece::Run { file, text } => {
                let file = *file;
                let onclick = move |_| act.emit(Action::RunFollowed(file));
                html! { <button key={n} type="button" class="link" {onclick}>{ text }</button> }
            }
        }
    }
}
