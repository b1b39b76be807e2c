//! A page as it stands before any program runs: the first picture of a lesson, drawn by the same views from the same
//! runs as in the browser.
//!
//! Owns how a state becomes markup at build time. Deliberately absent: the document around it, its style and its
//! policy, which `scripts/pages.mjs` adds.

use yew::{Component, Context, Html, Properties, ServerRenderer};

use super::talk::Talk;
use super::whole::page;
use crate::app::address::name_of;
use crate::app::lessons::LESSONS;
use crate::app::open::{Restored, open};
use crate::app::reduce::{Action, reduce};
use crate::app::scene::Layout;
use crate::app::state::{AppState, Place};
use crate::app::text::lessons::LessonTexts;
use crate::app::text::{Language, lab_texts, texts};
use crate::sim::json::write_text;

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Properties)]
pub struct Still {
    /// Where the reader is.
    pub place: Place,
    /// Chinese or English.
    pub language: Language,
    /// Whether sentences stand below the figure.
    pub compact: bool,
}

impl Still {
    /// The name of its lesson, as in an address.
    #[must_use]
    pub fn name(self) -> String {
        name_of(self.place)
    }

    /// The texts of its lesson.
    fn lesson(self) -> &'static LessonTexts {
        let further = lab_texts(self.language);
        match self.place {
            Place::Lesson(lesson) => &texts(self.language).lessons[usize::from(lesson.min(LESSONS - 1))],
            Place::Gap => &further.gap.lesson,
            _ => &further.failures.lesson,
        }
    }

    /// The state of the page as it opens there.
    #[must_use]
    pub fn state(self) -> AppState {
        let layout = Layout { compact: self.compact, true_scale: false };
        let mut state = open(self.language, layout, Vec::new(), Restored::default());
        reduce(&mut state, Action::PlaceOpened(self.place));
        state
    }

    /// Its markup. Styles stand in `style` and `data-style`.
    pub async fn markup(self) -> String {
        let drawn = ServerRenderer::<Page>::with_props(move || self).hydratable(false).render().await;
        self.marked(drawn)
    }

    /// The markup with what the browser's program marks after drawing: the current row, and how far the picture is inked.
    fn marked(self, mut drawn: String) -> String {
        let state = self.state();
        let stage = state.stage();
        let rest = stage.scene.height.saturating_sub(stage.scene.line(stage.cursor));
        for world in 0..stage.runs.len() {
            let ink = format!("id='ink-{world}'");
            let clip = format!("{ink} data-style='clip-path:inset(-40px -99em {rest}px) view-box'");
            drawn = drawn.replacen(&ink, &clip, 1);
        }
        match stage.cursor.checked_sub(1) {
            Some(row) => {
                drawn.replacen(&format!("id='row-{row}'"), &format!("id='row-{row}' class='is-now'"), 1)
            }
            None => drawn.replacen("class='events'", "class='events is-start'", 1),
        }
    }
}

/// Every page that is made: each lesson, in each language, for wide and for narrow windows.
pub fn all() -> impl Iterator<Item = Still> {
    let first = (0..LESSONS).map(Place::Lesson);
    let places = first.chain([Place::Gap, Place::Failures]);
    places.flat_map(|place| {
        Language::ALL
            .into_iter()
            .flat_map(move |language| [false, true].map(|compact| Still { place, language, compact }))
    })
}

/// What the documents around the pages say: an array of objects with `name`, `lang`, `tag`, `title` and `description`,
/// one a lesson and language.
#[must_use]
pub fn index() -> String {
    let mut out = "[".to_owned();
    for still in all().filter(|still| !still.compact) {
        let words = texts(still.language);
        let lesson = still.lesson();
        let said = [
            ("name", still.name()),
            ("lang", still.language.code().to_owned()),
            ("tag", still.language.tag().to_owned()),
            ("title", lesson.title.to_owned()),
            ("description", lesson.summary.to_owned()),
            ("site", words.page.title.to_owned()),
        ];
        out.push_str(if out.len() == 1 { "\n{" } else { ",\n{" });
        for (n, (name, value)) in said.into_iter().enumerate() {
            out.push_str(if n == 0 { "" } else { "," });
            write_text(name, &mut out);
            out.push(':');
            write_text(&value, &mut out);
        }
        out.push('}');
    }
    out.push_str("\n]\n");
    out
}

struct Page(AppState);

impl Component for Page {
    type Message = Action;
    type Properties = Still;

    fn create(context: &Context<Self>) -> Self {
        Page(context.props().state())
    }

    fn view(&self, context: &Context<Self>) -> Html {
        page(&Talk::new(&self.0, context.link().callback(|action| action)), &self.0)
    }
}
