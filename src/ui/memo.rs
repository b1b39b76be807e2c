//! A piece of the page that is drawn again only when its key changes.
//!
//! One component for all such pieces: what it draws is a function it is given. Everything the drawing depends on has
//! to be in the key; that is the caller's promise.

use yew::{Callback, Component, Context, Html, Properties, html};

/// What a piece's drawing depends on, as numbers.
pub(super) type MemoKey = [u32; 6];

#[derive(Clone, Properties)]
pub(super) struct MemoProps {
    pub(super) id: MemoKey,
    pub(super) draw: Callback<(), Html>,
}

impl PartialEq for MemoProps {
    fn eq(&self, other: &MemoProps) -> bool {
        self.id == other.id
    }
}

pub(super) struct Memo;

impl Component for Memo {
    type Message = ();
    type Properties = MemoProps;

    fn create(_: &Context<Self>) -> Self {
        Memo
    }

    fn view(&self, context: &Context<Self>) -> Html {
        context.props().draw.emit(())
    }
}

/// A piece that is drawn again only when `id` changes; `place` keeps it apart from its neighbours.
pub(super) fn memo(place: &'static str, id: MemoKey, draw: impl Fn() -> Html + 'static) -> Html {
    let draw = Callback::from(move |()| draw());
    html! { <Memo key={place} {id} {draw} /> }
}

/// The same for the `n`-th piece of a list.
pub(super) fn memo_nth(n: u32, id: MemoKey, draw: impl Fn() -> Html + 'static) -> Html {
    let draw = Callback::from(move |()| draw());
    html! { <Memo key={n} {id} {draw} /> }
}
