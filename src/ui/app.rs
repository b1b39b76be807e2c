//! The root: holds the state, has the page drawn, and runs the effects that a change asks for.

use yew::{Component, Context, Html};

use super::effects::{self, Effects};
use super::embed;
use super::talk::Talk;
use super::whole::page;
use crate::app::reduce::{Action, reduce};
use crate::app::state::AppState;

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
        let (state, is_carried) = effects::first_state();
        let act = context.link().callback(|action| action);
        let talk = Talk::new(&state, act.clone());
        let effects = Effects::start(&state, act, is_carried);
        App { talk, state, effects }
    }

    fn update(&mut self, _: &Context<Self>, action: Action) -> bool {
        self.effects.before(&action, &self.state);
        let is_changed = reduce(&mut self.state, action);
        self.talk.turn_to(&self.state);
        self.effects.after(&self.state);
        is_changed
    }

    fn rendered(&mut self, _: &Context<Self>, _is_first: bool) {
        self.effects.drawn(&self.state);
    }

    fn view(&self, _: &Context<Self>) -> Html {
        if self.state.is_embedded {
            return embed::view(&self.talk, &self.state);
        }
        page(&self.talk, &self.state)
    }
}
