//! One world of the figure: lanes, marks in ink, the same marks in pencil for what has not happened yet, and what a
//! finger can press.

use super::Fill::{Markup, Number, Permille, Words as Said};
use super::hits::hit;
use super::place::{Words, place};
use super::{key_class, key_tag, label_text, put};
use crate::app::scene::{
    CallKind, Label, LaneKind, Mark, MessageEnd, RecordLook, Scene, Shape, SpanEnd, WorldScene,
};
use crate::app::text::Language;
use crate::sim::run::Run;
use crate::sim::scenario::Direction;
use crate::sim::trace::Meaning;

/// The picture of one world, named for those who cannot see it. What is pressed carries its event in `data-e`.
#[must_use]
pub fn world(language: Language, run: &Run, scene: &Scene, world: u8, name: &str) -> String {
    let Some(picture) = scene.worlds.get(usize::from(world)) else { return String::new() };
    let mut out = String::new();
    put(
        &mut out,
        "<svg class='lanes' width='100%' height='{}' role='img' aria-label='{}'>",
        &[Number(scene.height.into()), Said(name)],
    );
    ground(&mut out, scene, picture);
    let id = Number(world.into());
    put(
        &mut out,
        "<use class='pencil' href='#world-{}'/><g class='ink' id='ink-{}'><g id='world-{}'>",
        &[id, id, id],
    );
    marks(&mut out, language, run, scene, picture);
    out.push_str("</g></g><g class='hits'>");
    picture.marks.iter().for_each(|mark| hit(&mut out, mark));
    out.push_str("</g></svg>");
    out
}

/// The same picture as it stands when all has happened, to be put into another: no pencil, nothing to press.
#[must_use]
pub fn still(language: Language, run: &Run, scene: &Scene, world: u8) -> String {
    let Some(picture) = scene.worlds.get(usize::from(world)) else { return String::new() };
    let mut out = String::new();
    ground(&mut out, scene, picture);
    marks(&mut out, language, run, scene, picture);
    out
}

/// The network's area and the lanes.
fn ground(out: &mut String, scene: &Scene, picture: &WorldScene) {
    let height = Number(scene.height.into());
    let api = picture.lanes.iter().find(|lane| lane.kind == LaneKind::Api).map_or(0, |lane| lane.x);
    let first = picture.lanes.first().map_or(0, |lane| lane.x);
    put(
        out,
        "<rect class='net' x='{}' width='{}' height='{}'/>",
        &[Permille(first), Permille(api.saturating_sub(first)), height],
    );
    for lane in &picture.lanes {
        put(
            out,
            "<line class='lane' x1='{}' x2='{}' y2='{}'/>",
            &[Permille(lane.x), Permille(lane.x), height],
        );
    }
}

/// How many words of a world had to give way to others. The first program does without that search: its own figures must
/// come out at none.
#[must_use]
pub fn given_way(language: Language, run: &Run, scene: &Scene, world: u8) -> u32 {
    scene
        .worlds
        .get(usize::from(world))
        .map_or(0, |picture| marks(&mut String::new(), language, run, scene, picture))
}

/// The shapes, and over them the words: no line of a later mark crosses a label. Says how many words gave way.
fn marks(out: &mut String, language: Language, run: &Run, scene: &Scene, picture: &WorldScene) -> u32 {
    let mut labels = Vec::new();
    for mark in &picture.marks {
        let label = mark.label.as_ref().map(|label| label_text(language, run, label)).unwrap_or_default();
        Pen { out, mark, label: &label, labels: &mut labels, origin: (0, 0) }.draw();
    }
    let given_way = place(&mut labels, scene, picture);
    labels.iter().for_each(|label| label.draw(out));
    given_way
}

const CALL_KEY: &str = "<line class='call-key {}' x1='-{}' x2='{}' marker-end='url(#tip-record)'/>";

/// Draws one mark.
struct Pen<'a> {
    out: &'a mut String,
    mark: &'a Mark,
    label: &'a str,
    labels: &'a mut Vec<Words>,
    /// Where pixel offsets count from.
    origin: (u32, u32),
}

impl Pen<'_> {
    fn put(&mut self, template: &str, fills: &[super::Fill<'_>]) {
        put(self.out, template, fills);
    }

    /// Opens a nested picture at a point, so that pixel offsets can be used inside; [`Pen::end`] closes it.
    fn at(&mut self, x: u32, y: u32) {
        self.origin = (x, y);
        self.put("<svg x='{}' y='{}' class='at'>", &[Permille(x), Number(y.into())]);
    }

    fn end(&mut self) {
        self.out.push_str("</svg>");
    }

    fn key(&self) -> super::Fill<'static> {
        Markup(key_class(self.mark.key))
    }

    /// The label at an offset, with more classes.
    fn words(&mut self, class: &'static str, x: i32, y: i32) {
        self.words_at(self.origin, class, x, y);
    }

    fn words_at(&mut self, (from, top): (u32, u32), class: &'static str, dx: i32, y: i32) {
        if !self.label.is_empty() {
            let text = self.label.to_owned();
            self.labels.push(Words {
                x: from,
                dx,
                y: top as i32 + y,
                class,
                is_plate: false,
                length: 0,
                text,
            });
        }
    }

    fn draw(&mut self) {
        match &self.mark.shape {
            Shape::Message { .. } => self.message(),
            Shape::Call { .. } => self.call(),
            Shape::Record { .. } => self.record(),
            Shape::Execution { x1, x2, y } => {
                self.at(*x1, *y);
                self.put("<line class='execution' x2='{}'/>", &[Permille(x2.saturating_sub(*x1))]);
                self.words("end quiet", -12, 3);
                self.end();
            }
            Shape::Note { y, .. } if matches!(self.mark.label, Some(Label::Until(_))) => {
                self.words_at((1000, *y), "end quiet", -6, 0);
            }
            Shape::Note { x, y } => {
                self.at(*x, *y);
                self.note();
                self.end();
            }
            Shape::Coin { x, y, number, twice, struck } => {
                self.at(*x, *y);
                self.coin(*number, *twice, *struck);
                self.end();
            }
            Shape::Node { x, dx, y, number } => {
                self.at(*x, *y);
                let dx = Number((*dx).into());
                self.put(
                    "<circle class='node' cx='{}' r='8.5'/><text class='node-n' x='{}' y='4'>{}</text>",
                    &[dx, dx, Number((*number).into())],
                );
                self.words("", 14, -6);
                self.end();
            }
            Shape::Wait { x, .. }
            | Shape::Unknown { x, .. }
            | Shape::Work { x, .. }
            | Shape::Hold { x, .. }
            | Shape::Crash { x, .. }
            | Shape::Span { x, .. } => {
                self.at(*x, 0);
                self.bar();
                self.end();
            }
        }
    }

    /// What stretches along a lane.
    fn bar(&mut self) {
        match &self.mark.shape {
            Shape::Wait { dx, y1: from, y2: to, end, .. } => {
                let cut = if *end == SpanEnd::Cut { "wait is-cut" } else { "wait" };
                self.rect(cut, dx - 3, *from, 6, to.saturating_sub(*from));
                if *end == SpanEnd::TimedOut {
                    let (near, far) = (Number((dx - 9).into()), Number((dx - 15).into()));
                    let (y1, y2) = (Number((*from).into()), Number((*to).into()));
                    let (left, right) = (Number((dx - 8).into()), Number((dx + 8).into()));
                    self.put(
                        "<path class='bracket' d='M{} {}H{}V{}H{}'/><path class='cap' d='M{} {}H{}'/>",
                        &[near, y1, far, y2, near, left, y2, right],
                    );
                    // Between two ticks of a ruler that stands close by.
                    self.words("end", dx - 19, *from as i32 + 17);
                }
            }
            Shape::Unknown { y1, y2, .. } => {
                let fills = [Number((*y1 + 2).into()), Number((*y2).into())];
                self.put("<path class='unknown' d='M0 {}V{}'/>", &fills);
                self.plate("plate-unknown", *y1 as i32);
            }
            Shape::Work { dx, y1, y2, end, .. } => {
                let class = if *end == SpanEnd::Cut { "work is-cut" } else { "work" };
                self.rect(class, dx - 5, *y1, 10, y2.saturating_sub(*y1).max(4));
            }
            Shape::Hold { dx, y1, y2, .. } => self.rect("hold", dx - 3, *y1, 6, y2.saturating_sub(*y1)),
            Shape::Crash { y1, y2, .. } => {
                self.rect("gap", -16, y1 + 2, 32, y2.saturating_sub(y1 + 2));
                let y = Number((*y1 + 3).into());
                self.put("<path class='jag' d='M-16 {}l6 -7 6 12 6 -12 6 12 6 -7'/>", &[y]);
                self.words("strong", 20, *y1 as i32 + 14);
            }
            Shape::Span { dx, y1, y2, is_broken, .. } => {
                let side = dx.signum();
                let inner = Number((dx - side * 6).into());
                let (y1_fill, y2_fill, x) =
                    (Number((*y1).into()), Number((*y2).into()), Number((*dx).into()));
                self.put("<path class='bracket' d='M{} {}H{}V{}", &[inner, y1_fill, x, y2_fill]);
                if *is_broken {
                    self.put("' stroke-dasharray='3 3'/>", &[]);
                } else {
                    self.put("H{}'/>", &[inner]);
                }
                // Beside its end, where nothing else is said; a window ends at an attempt, which says its name.
                let y = if side < 0 && !is_broken { *y2 as i32 - 12 } else { *y1 as i32 + 56 };
                self.words(if side < 0 { "end" } else { "" }, dx + side * 5, y);
            }
            _ => {}
        }
    }

    fn rect(&mut self, class: &str, x: i32, y: u32, width: u32, height: u32) {
        self.put(
            "<rect class='{}' x='{}' y='{}' width='{}' height='{}'/>",
            &[Markup(class), Number(x.into()), Number(y.into()), Number(width.into()), Number(height.into())],
        );
    }

    /// The label on a plate, right of a lane.
    fn plate(&mut self, class: &'static str, y: i32) {
        let known = self.labels.len();
        self.words(class, 18, y + 4);
        self.labels[known..].iter_mut().for_each(|label| label.is_plate = true);
    }

    fn message(&mut self) {
        let Shape::Message { message, x1, y1, x2, y2, end, is_replay, copy } = &self.mark.shape else {
            return;
        };
        let is_lost = *end == MessageEnd::Lost;
        let is_reply = *message == Direction::Response;
        let stop = if is_lost { (x1 + 2 * x2) / 3 } else { *x2 };
        let tip = match (is_reply, end) {
            (_, MessageEnd::Lost) => "",
            (_, MessageEnd::Unheard | MessageEnd::Down) => "marker-end='url(#tip-none)'",
            (false, _) => "marker-end='url(#tip)'",
            (true, _) => "marker-end='url(#tip-open)'",
        };
        let class = match (is_reply, copy) {
            (true, _) => "reply",
            (false, true) => "copy",
            (false, false) => "",
        };
        let (y1_fill, y2_fill) = (Number((*y1).into()), Number((*y2).into()));
        let key = self.key();
        self.put(
            "<line class='msg {} {}' x1='{}' y1='{}' x2='{}' y2='{}' {}/>",
            &[key, Markup(class), Permille(*x1), y1_fill, Permille(stop), y2_fill, Markup(tip)],
        );
        if is_lost {
            let beyond = Number((y2 + y2.saturating_sub(*y1) / 2).into());
            self.put(
                "<line class='stub' x1='{}' y1='{}' x2='{}' y2='{}'/><svg x='{}' y='{}' class='at'><use href='#cross'/></svg>",
                &[Permille(stop), y2_fill, Permille(*x2), beyond, Permille(stop), y2_fill],
            );
        }
        self.at((x1 + stop) / 2, (y1 + y2) / 2);
        match &self.mark.label {
            _ if !is_reply => key_tag(self.out, self.mark.key),
            _ if *is_replay => self.out.push_str("<circle class='loop-plate' r='9'/><use href='#loop'/>"),
            Some(Label::Answer(answer)) if !matches!(answer.meaning, Meaning::Created(_)) => {
                put(
                    self.out,
                    "<g class='pill'><rect x='-17' y='-9' width='34' height='18' rx='9'/><text y='4'>{}</text></g>",
                    &[Number(answer.status.into())],
                );
            }
            _ => {}
        }
        self.end();
        let (class, dx, dy) = if is_reply { ("end", -14, -5) } else { ("", 16, 26) };
        self.words_at((*x1, *y1), class, dx, dy);
    }

    fn note(&mut self) {
        let key = self.key();
        match &self.mark.label {
            Some(Label::Belief(_)) => self.plate("", 0),
            Some(Label::Lost(_)) => self.words("strong", 12, 14),
            Some(Label::Unheard) => {
                self.put("<circle class='end-none' r='4.5'/>", &[]);
                self.words("", 12, 4);
            }
            Some(Label::Down) => self.words("end", -12, 16),
            Some(Label::KeyMade) => {
                key_tag(self.out, self.mark.key);
                self.words("", 14, 4);
            }
            Some(Label::Expired) => {
                self.put("<path class='expiry {}' d='M-12 0H12'/>", &[key]);
                self.words("", 16, 4);
            }
            Some(Label::PromiseOver | Label::LeaseOver) => {
                self.put("<path class='lease-end {}' d='M-12 0H12'/>", &[key]);
                self.words("", 16, 4);
            }
            Some(Label::RolledBack) => {
                self.put("<use href='#cross'/>", &[]);
                self.words("end strong", -14, -7);
            }
            Some(Label::Back(_)) => {
                self.put("<path class='cap' d='M-9 0H9'/>", &[]);
                self.words("end", -14, 4);
            }
            // Beside the lanes on the right there is no room but on their left.
            Some(Label::Named(_)) if matches!(self.mark.shape, Shape::Note { x: 560.., .. }) => {
                self.words("end", -14, 4);
            }
            Some(Label::Failed(_) | Label::FencedOut) => self.words("end strong", -14, 4),
            _ => self.words("", 14, 4),
        }
    }

    /// A line that ends beside the record's own bar, of several under one lane as well.
    fn call(&mut self) {
        let Shape::Call { x1, dx1, x2, dx2, y, kind } = &self.mark.shape else { return };
        let (key, length) = (self.key(), Permille(x2.saturating_sub(*x1)));
        let to = |end: i32| [key, length, Number(end.into())];
        self.at(*x2, *y);
        match kind {
            CallKind::Replay => {
                self.put("<line class='dbl-o {}' x1='-{}' x2='{}'/>", &to(*dx2));
                self.put("<line class='dbl-i {}' x1='-{}' x2='{}'/>", &to(*dx2));
            }
            CallKind::LookNothing | CallKind::LookBlocked => {
                self.put("<line class='look {}' x1='-{}' x2='{}'/>", &to(*dx2));
                match kind {
                    CallKind::LookNothing => {
                        self.put("<circle class='look-end' cx='{}' r='3.5'/>", &to(*dx2)[2..])
                    }
                    _ => self.put("<path class='stop {}' d='M{} -6v12'/>", &[key, Number((dx2 - 9).into())]),
                }
                self.words_at((*x1, *y), "", 16, -5);
            }
            // A claim's bar begins with the key's sign.
            CallKind::Claim => self.put(CALL_KEY, &to(dx2 - 12)),
            CallKind::Record => self.put(CALL_KEY, &to(dx2 - 9)),
            CallKind::Effect => {
                self.put("<line class='call {}' x1='-{}' x2='{}' marker-end='url(#tip-coin)'/>", &to(*dx2));
            }
            CallKind::Commit => self.put("<line class='commit {}' x1='-{}' x2='{}'/>", &to(*dx2)),
        }
        self.end();
        if *kind == CallKind::Replay {
            self.at(*x1, *y);
            self.put("<path class='back-tip {}' d='M{} 0l9 -5v10z'/>", &[key, Number((dx1 + 6).into())]);
            self.end();
        }
    }

    fn record(&mut self) {
        let Shape::Record { x, dx, y1, y2, look, end, starts } = &self.mark.shape else { return };
        let look_class = match look {
            RecordLook::Ghost => "rec rec-ghost ",
            RecordLook::Claim => "rec rec-claim ",
            RecordLook::ClaimOver | RecordLook::Open => "rec rec-over ",
            RecordLook::Completed => "rec rec-done ",
            RecordLook::Failed => "rec rec-failed ",
            RecordLook::PastPromise => "rec rec-past ",
        };
        let is_claim = matches!(look, RecordLook::Claim | RecordLook::Ghost);
        let height = y2.saturating_sub(*y1).max(2);
        let key = key_class(self.mark.key);
        self.at(*x, 0);
        self.rect("rec-plate", dx - 7, *y1, 14, height);
        self.rect(&(look_class.to_owned() + key), dx - 5, *y1, 10, height);
        if is_claim {
            self.hatch(*dx, *y1, *y1 + height);
        }
        if *end == SpanEnd::Open {
            let fills = [Markup(key), Number((dx - 5).into()), Number((*y2).into())];
            self.put("<path class='tail {}' d='M{} {}l5 6 5 -6'/>", &fills);
        }
        let class = if *look == RecordLook::Completed { "kept" } else { "" };
        self.words(class, 11.max(dx + 11), *y1 as i32 + 29);
        if *starts && is_claim {
            self.put("<svg x='{}' y='{}' class='at'>", &[Number((*dx).into()), Number((*y1).into())]);
            key_tag(self.out, self.mark.key);
            self.end();
        }
        self.end();
    }

    /// Slanted strokes inside a bar: drawn as one path, so that they take the bar's own colour.
    fn hatch(&mut self, dx: i32, y1: u32, y2: u32) {
        let key = self.key();
        self.put("<path class='hatch {}' d='", &[key]);
        // Very tall bars get wider strokes, so that no picture grows without bound.
        let step = if y2 - y1 > 1_200 { 12 } else { 6 };
        let mut y = y1 + 7;
        while y < y2 {
            self.put("M{} {}l9 -7", &[Number((dx - 4).into()), Number(y.into())]);
            y += step;
        }
        self.put("'/>", &[]);
    }

    fn coin(&mut self, number: Option<u32>, twice: bool, struck: bool) {
        if twice {
            self.put("<circle class='ring' r='17'/>", &[]);
        }
        match number {
            Some(number) => {
                let number = Number(number.into());
                self.put("<use href='#coin'/><text class='coin-n' y='4.5'>{}</text>", &[number]);
            }
            None => self.put("<circle class='coin-none' r='12'/>", &[]),
        }
        if struck {
            self.put("<use href='#cross'/>", &[]);
        }
        if twice {
            self.put("<use href='#tri' x='-30' y='-14'/>", &[]);
            self.words("end bad", -40, -9);
        } else {
            self.words("end quiet", -17, -6);
        }
    }
}
