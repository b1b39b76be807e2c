//! The root: holds the state, draws the page's landmarks, and runs the effects that a change asks for.

use yew::{Component, Context, Html};

use super::deck::{Deck, json_box, session};
use super::effects::Effects;
use super::inspector::inspector;
use super::lesson::Lesson;
use super::markup::{fill, list, raw};
use super::memo::memo;
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
    state: AppState,
    effects: Effects,
}

impl Component for App {
    type Message = Action;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let state = effects::first_state();
        let act = context.link().callback(|action| action);
        let effects = Effects::start(&state, act);
        App { state, effects }
    }

    fn update(&mut self, _: &Context<Self>, action: Action) -> bool {
        self.effects.before(&action);
        let is_changed = reduce(&mut self.state, action);
        self.effects.after(&self.state);
        is_changed
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let state = &self.state;
        let talk = Talk::new(state.language, context.link().callback(|action| action));
        let page = if state.place == Place::Lab { "page lab" } else { "page" };
        let skip = fill!("<a class=skip href='#board'>{}</a>", talk.all.page.skip_to_figure);
        let defs = memo("defs", [0; 6], || raw(DEFS.to_owned()));
        let main = fill!(
            "<main class={}>{}{}{}</main>",
            page,
            side(&talk, state),
            stage(&talk, state),
            inspector(&talk, state.stage())
        );
        let notice = frame::notice(&talk, state);
        list(vec![skip, defs, frame::header(&talk, state), notice, main, frame::footer(&talk, state)])
    }
}

/// What stands beside the figure. A lesson does not depend on the cursor and is not drawn again for it.
fn side(talk: &Talk, state: &AppState) -> Html {
    let Some((number, memory)) = state.lesson() else {
        return if HAS_LAB {
            Deck { talk, state, words: lab_texts(talk.language) }.view()
        } else {
            Html::default()
        };
    };
    let lesson = Lesson { talk: talk.clone(), number, memory, runs: state.lesson_stage.runs.clone() };
    let id = [
        state.lesson_stage.stamp,
        talk.language as u32,
        number.into(),
        memory.guess.map_or(99, u32::from),
        0,
        0,
    ];
    memo("lesson", id, move || lesson.view())
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
