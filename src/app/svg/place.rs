//! Where the figure's words stand: beside their marks, inside their world, none on another.
//!
//! Shapes stand where the scene says; words give way. Worlds are fluid, so this reckons with the narrowest that a page of
//! 390 pixels or a desktop's three columns leave them, and with letters as wide as they come. Where nothing needs to move,
//! nothing moves: the lessons' figures are made so that nothing does, and the first program does without the search.

use super::Fill::{Markup, Number, Permille, Words as Said};
use super::put;
use crate::app::HAS_LAB;
use crate::app::scene::{Scene, Shape, WorldScene};

/// Words at a point: `x` in permille of the world, `dx` and `y` in pixels.
#[derive(Clone)]
pub(super) struct Words {
    pub(super) x: u32,
    pub(super) dx: i32,
    pub(super) y: i32,
    /// Its classes; `end` first where it ends at its point.
    pub(super) class: &'static str,
    /// Whether it stands on a plate.
    pub(super) is_plate: bool,
    /// How long it is, once it has been placed.
    pub(super) length: i32,
    pub(super) text: String,
}

/// Left, right, top, bottom.
type Area = [i32; 4];

/// How far words are moved up or down, nearest first.
const STEPS: [i32; 9] = [0, 13, -13, 26, -26, 39, -39, 52, -52];

/// How wide a world is reckoned, and how wide its letters: a Latin one, a Chinese one.
struct Room {
    width: i32,
    letters: [i32; 2],
}

impl Room {
    fn of(scene: &Scene) -> Room {
        let (width, letters) = match (scene.is_compact, scene.worlds.len() > 1) {
            (true, true) => (144, [5, 10]),
            (true, false) => (306, [6, 12]),
            (false, true) => (290, [6, 12]),
            (false, false) => (380, [6, 12]),
        };
        Room { width, letters }
    }

    /// How long a text is; on a plate it is bold.
    fn length(&self, text: &str, is_plate: bool) -> i32 {
        let [latin, chinese] = self.letters;
        let bold = i32::from(is_plate);
        text.chars().map(|c| if (c as u32) < 0x2000 { latin + 2 * bold } else { chinese + bold }).sum()
    }

    fn area(&self, words: &Words) -> Area {
        let (x, length) = (words.x as i32 * self.width / 1000 + words.dx, words.length);
        let left = if words.is_end() { x - length } else { x };
        if words.is_plate {
            return [left - 6, left + length + 10, words.y - 15, words.y + 7];
        }
        [left, left + length, words.y - 10, words.y + 3]
    }

    /// Moves words sideways into their world, into which half of the space between two belongs.
    fn keep_in(&self, words: &mut Words) {
        let [left, right, ..] = self.area(words);
        words.dx -= (right - self.width - 9).max(0);
        let left = left - (right - self.width - 9).max(0);
        words.dx += (-left).max(0);
    }
}

impl Words {
    fn is_end(&self) -> bool {
        self.class.starts_with("end")
    }

    /// Draws it.
    pub(super) fn draw(&self, out: &mut String) {
        put(out, "<svg x='{}' class='at'>", &[Permille(self.x)]);
        let (x, y) = (Number(self.dx.into()), Number(self.y.into()));
        if self.is_plate {
            let (left, top) = (Number((self.dx - 6).into()), Number((self.y - 15).into()));
            let wide = Number((self.length + 16).into());
            put(
                out,
                "<g class='plate {}'><rect x='{}' y='{}' width='{}' height='22' rx='2'/><text class='lab strong' x='{}' y='{}'>{}</text></g></svg>",
                &[Markup(self.class), left, top, wide, x, y, Said(&self.text)],
            );
        } else {
            let fills = [Markup(self.class), x, y, Said(&self.text)];
            put(out, "<text class='lab halo {}' x='{}' y='{}'>{}</text></svg>", &fills);
        }
    }
}

/// Moves words into their world, and off one another; says how many had to give way to others.
pub(super) fn place(labels: &mut [Words], scene: &Scene, picture: &WorldScene) -> u32 {
    let room = Room::of(scene);
    for label in labels.iter_mut() {
        label.length = room.length(&label.text, label.is_plate);
        room.keep_in(label);
    }
    if !HAS_LAB {
        return 0;
    }
    let mut given_way = 0;
    // What words may not come to stand on.
    let solid: Vec<Area> = picture.marks.iter().filter_map(|mark| solid(&mark.shape, room.width)).collect();
    let mut taken: Vec<Area> =
        labels.iter().filter(|label| label.is_plate).map(|label| room.area(label)).collect();
    for label in labels.iter_mut().filter(|label| !label.is_plate) {
        if !is_free(room.area(label), &taken) {
            let fits = |tried: &Words| {
                let area = room.area(tried);
                let is_inside = area[2] >= 0 && area[3] <= scene.height as i32;
                is_inside && is_free(area, &taken) && is_free(area, &solid)
            };
            let tries =
                STEPS.iter().flat_map(|dy| [label.moved(*dy, false, &room), label.moved(*dy, true, &room)]);
            let better = tries.into_iter().find(fits);
            given_way += 1;
            *label = better.unwrap_or_else(|| label.clone());
        }
        taken.push(room.area(label));
    }
    given_way
}

impl Words {
    /// The same words so much lower, on the other side of their mark if need be.
    fn moved(&self, dy: i32, over: bool, room: &Room) -> Words {
        let mut words = self.clone();
        words.y += dy;
        if over {
            words.dx = if self.is_end() { self.length - self.dx } else { -self.dx - self.length };
            // The class stays, since it also carries the look: only the point moves.
        }
        room.keep_in(&mut words);
        words
    }
}

fn is_free(area: Area, others: &[Area]) -> bool {
    !others.iter().any(|other| meet(area, *other))
}

fn meet(one: Area, two: Area) -> bool {
    one[0] < two[1] && two[0] < one[1] && one[2] < two[3] && two[2] < one[3]
}

/// The area of what may not be covered: coins, attempts' numbers, keys on their way.
fn solid(shape: &Shape, width: i32) -> Option<Area> {
    let (x, dx, y, r) = match *shape {
        Shape::Coin { x, y, .. } => (x, 0, y, 13),
        Shape::Node { x, dx, y, .. } => (x, dx, y, 9),
        Shape::Message { x1, y1, x2, y2, .. } => ((x1 + x2) / 2, 0, (y1 + y2) / 2, 9),
        _ => return None,
    };
    let (x, y) = (x as i32 * width / 1000 + dx, y as i32);
    Some([x - r, x + r, y - r, y + r])
}
