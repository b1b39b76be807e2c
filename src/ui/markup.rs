//! Markup with holes: `<button class=act @click={}>{}</button>` and what fills it, made into Yew's virtual DOM.
//!
//! Owns the one way in which views make elements. Yew's `html!` expands every element into code of its own; the page's
//! several hundred elements would be most of the download. A template is a few bytes of text, and the compiled code
//! is this one walk. It deliberately knows no page: a test renders every view, so that a bad template is found.
//!
//! Grammar: elements, text, `{}`; attributes `name=word`, `name='words'`, `name={}`; `key={}`; listeners `@click={}`,
//! `@input={}`, `@change={}`, `@keydown={}`; `</>` closes any element, `/>` an empty one.

use std::rc::Rc;

use yew::virtual_dom::{Key, Listener, ListenerKind, VList, VNode, VTag, VText};
use yew::{AttrValue, Event, Html};

/// What fills a hole.
pub(super) enum Hole {
    /// Nothing: an attribute is left out, a child's place is kept.
    Nothing,
    /// Words, or an attribute's value.
    Text(AttrValue),
    /// Nodes.
    Node(Html),
    /// What a listener does.
    Does(Rc<dyn Fn(&Event)>),
}

/// What can fill a hole. Each way of filling is compiled once and called, since templates are filled in hundreds of
/// places.
pub(super) trait Put {
    fn put(self, holes: &mut Vec<Hole>);
}

macro_rules! put {
    ($($kind:ty, $it:ident => $hole:expr;)+) => {$(
        impl Put for $kind {
            #[inline(never)]
            fn put(self, holes: &mut Vec<Hole>) {
                let $it = self;
                holes.push($hole);
            }
        }
    )+};
}

put! {
    Hole, hole => hole;
    &'static str, text => Hole::Text(AttrValue::Static(text));
    String, text => Hole::Text(text.into());
    Html, node => Hole::Node(node);
    Vec<Html>, nodes => Hole::Node(list(nodes));
    u32, number => Hole::Text(number.to_string().into());
    bool, truth => Hole::Text(AttrValue::Static(if truth { "true" } else { "false" }));
}

impl<T: Put> Put for Option<T> {
    fn put(self, holes: &mut Vec<Hole>) {
        match self {
            Some(it) => it.put(holes),
            None => holes.push(Hole::Nothing),
        }
    }
}

/// Fills a template with one root element: `fill!("<b>{}</b>", words)`.
macro_rules! fill {
    ($template:expr $(, $hole:expr)* $(,)?) => {{
        #[allow(unused_mut, reason = "a template may have no holes")]
        let mut holes = Vec::new();
        $( $crate::ui::markup::Put::put($hole, &mut holes); )*
        $crate::ui::markup::fill_holes($template, holes)
    }};
}
pub(super) use fill;

/// Several nodes in a row. Where all have keys, they are matched by key.
pub(super) fn list(nodes: Vec<Html>) -> Html {
    VNode::VList(Rc::new(VList::with_children(nodes, None)))
}

/// Markup as it stands, for pictures that are made as text.
pub(super) fn raw(markup: String) -> Html {
    Html::from_html_unchecked(markup.into())
}

/// Words alone.
pub(super) fn text(words: impl Into<AttrValue>) -> Html {
    VNode::VText(VText::new(words.into()))
}

/// Fills a template with one root element.
pub(super) fn fill_holes(template: &'static str, holes: Vec<Hole>) -> Html {
    let mut walk = Walk { rest: template, holes: holes.into_iter() };
    let mut nodes = walk.children();
    nodes.pop().unwrap_or_default()
}

struct Walk {
    rest: &'static str,
    holes: std::vec::IntoIter<Hole>,
}

impl Walk {
    fn eat(&mut self, prefix: &str) -> bool {
        let eaten = self.rest.strip_prefix(prefix);
        self.rest = eaten.unwrap_or(self.rest);
        eaten.is_some()
    }

    /// Takes the text up to the first of some characters.
    fn until(&mut self, ends: &[char]) -> &'static str {
        let (before, after) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = after;
        before
    }

    fn hole(&mut self) -> Hole {
        self.holes.next().unwrap_or(Hole::Nothing)
    }

    fn children(&mut self) -> Vec<Html> {
        let mut nodes = Vec::new();
        while !self.rest.is_empty() {
            if self.eat("</") {
                self.until(&['>']);
                self.eat(">");
                break;
            }
            if self.eat("<") {
                nodes.push(self.element());
            } else if self.eat("{}") {
                nodes.push(match self.hole() {
                    Hole::Text(words) => text(words),
                    Hole::Node(node) => node,
                    Hole::Nothing | Hole::Does(_) => Html::default(),
                });
            } else {
                nodes.push(text(self.until(&['<', '{'])));
            }
        }
        nodes
    }

    fn element(&mut self) -> Html {
        let mut tag = VTag::new(self.until(&[' ', '>', '/']));
        loop {
            self.rest = self.rest.trim_start();
            if self.eat("/>") {
                break;
            }
            if self.eat(">") || self.rest.is_empty() {
                for child in self.children() {
                    tag.add_child(child);
                }
                break;
            }
            let name = self.until(&['=', ' ', '>']);
            let value = if self.eat("={}") {
                self.hole()
            } else if self.eat("='") {
                let words = self.until(&['\'']);
                self.eat("'");
                Hole::Text(AttrValue::Static(words))
            } else if self.eat("=") {
                Hole::Text(AttrValue::Static(self.until(&[' ', '>', '/'])))
            } else {
                Hole::Text(AttrValue::Static(""))
            };
            set(&mut tag, name, value);
        }
        tag.into()
    }
}

fn set(tag: &mut VTag, name: &'static str, value: Hole) {
    match value {
        Hole::Does(does) => {
            tag.add_listener(Rc::new(On { name, does }));
        }
        Hole::Text(words) if name == "key" => tag.key = Some(Key::from(words.to_string())),
        Hole::Text(words) if name == "value" && tag.tag() != "option" => tag.set_value(words),
        // A style is set as a property in the browser: as an attribute the page's Content-Security-Policy forbids it.
        #[cfg(target_arch = "wasm32")]
        Hole::Text(words) if name == "style" => tag.add_property(name, words.to_string()),
        Hole::Text(words) => tag.add_attribute(name, words),
        Hole::Nothing | Hole::Node(_) => {}
    }
}

struct On {
    name: &'static str,
    does: Rc<dyn Fn(&Event)>,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        match self.name {
            "@input" => ListenerKind::oninput,
            "@change" => ListenerKind::onchange,
            "@keydown" => ListenerKind::onkeydown,
            _ => ListenerKind::onclick,
        }
    }

    fn handle(&self, event: Event) {
        (self.does)(&event);
    }

    fn passive(&self) -> bool {
        false
    }
}
