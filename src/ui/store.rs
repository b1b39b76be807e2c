//! The state as Yew's reducer wants it.

use std::rc::Rc;

use yew::Reducible;

use crate::app::reduce::{Action, reduce};
use crate::app::state::AppState;

/// The page's state; equal where it is the same value.
#[derive(Clone, PartialEq)]
pub struct Store(pub Rc<AppState>);

impl Reducible for Store {
    type Action = Action;

    /// Returns itself where nothing changed, so that nothing is drawn again.
    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let next = reduce(self.0.clone(), action);
        if Rc::ptr_eq(&next, &self.0) { self } else { Rc::new(Store(next)) }
    }
}
