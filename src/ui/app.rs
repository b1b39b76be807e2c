//! The root: holds the state, draws the page's landmarks, and runs the effects that a change asks for.

use yew::{Component, Context, Html};

use super::deck::{Deck, json_box, session};
use super::effects::Effects;
use super::inspector::inspector;
use super::lesson::Lesson;
use super::markup::{fill, list, raw};
use super::stage::Figure;
use super::talk::Talk;
use super::{effects, frame};
use crate::app::HAS_LAB;
use crate::app::reduce::{Action, reduce};
use crate::app::state::{AppState, Place};
use crate::app::svg::DEFS;
use crate::app::text::lab_texts;

/// The page.
pub struct App {
    talk: Talk,
    state: AppState,
    effects: Effects,
}

impl Component for App {
    type Message = Action;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let state = effects::first_state();
        let act = context.link().callback(|action| action);
        let talk = Talk::new(&state, act.clone());
        let effects = Effects::start(&state, act);
        App { talk, state, effects }
    }

    fn update(&mut self, _: &Context<Self>, action: Action) -> bool {
        self.effects.before(&action);
        let is_changed = reduce(&mut self.state, action);
        self.talk.turn_to(&self.state);
        self.effects.after(&self.state);
        is_changed
    }

    fn rendered(&mut self, _: &Context<Self>, _is_first: bool) {
        self.effects.drawn(&self.state);
    }

    fn view(&self, _: &Context<Self>) -> Html {
        let (talk, state) = (&self.talk, &self.state);
        let page = if state.place == Place::Lab { "page lab" } else { "page" };
        let skip = fill!("<a class=skip href='#board'>{}</a>", talk.all.page.skip_to_figure);
        let defs = raw(DEFS.to_owned());
        let main = fill!(
            "<main class={}>{}{}{}</main>",
            page,
            side(talk, state),
            stage(talk, state),
            inspector(talk, state.stage())
        );
        let notice = frame::notice(talk, state);
        list(vec![skip, defs, frame::header(talk, state), notice, main, frame::footer(talk, state)])
    }
}

/// What stands beside the figure.
fn side(talk: &Talk, state: &AppState) -> Html {
    let Some((number, memory)) = state.lesson() else {
        return if HAS_LAB {
            Deck { talk, state, words: lab_texts(talk.language) }.view()
        } else {
            Html::default()
        };
    };
    Lesson { talk, number, memory, runs: &state.lesson_stage.runs }.view()
}

fn stage(talk: &Talk, state: &AppState) -> Html {
    let stage = state.stage();
    let is_lab = state.place == Place::Lab;
    let has_history = !(stage.history.past.is_empty() && stage.history.future.is_empty());
    let tools = if is_lab || has_history { session(talk, &stage.history) } else { Vec::new() };
    let json = (HAS_LAB && is_lab).then(|| json_box(talk, state));
    let figure = Figure { talk, state, stage };
    fill!("<div class=stage-column>{}{}</div>", figure.view(tools), json)
}
