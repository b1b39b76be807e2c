//! What a finger can press: transparent targets over marks, each with its event in `data-e`. Drawn apart from the
//! marks, so that a thin line has a broad target. Deliberately absent: what a press does.

use super::Fill::{Number, Permille};
use super::put;
use crate::app::scene::{Mark, Shape};

/// A transparent target over a mark that can be pressed.
pub(super) fn hit(out: &mut String, mark: &Mark) {
    let e = Number(mark.event.into());
    let (x, dx, y1, y2) = match &mark.shape {
        Shape::Message { x1, y1, x2, y2, .. } => return hit_line(out, mark, (*x1, *y1), (*x2, *y2)),
        Shape::Call { x1, x2, y, .. } => return hit_line(out, mark, (*x1, *y), (*x2, *y)),
        Shape::Work { x, dx, y1, y2, .. }
        | Shape::Wait { x, dx, y1, y2, .. }
        | Shape::Record { x, dx, y1, y2, .. } => (*x, *dx, *y1, *y2),
        Shape::Coin { x, y, .. } | Shape::Node { x, y, .. } => (*x, 0, y.saturating_sub(14), y + 14),
        Shape::Crash { x, y1, .. } => (*x, 0, y1.saturating_sub(14), y1 + 14),
        _ => return,
    };
    put(
        out,
        "<svg x='{}' class='at'><rect class='hit-bar' data-e='{}' x='{}' y='{}' width='24' height='{}'/></svg>",
        &[
            Permille(x),
            e,
            Number(i64::from(dx) - 12),
            Number(y1.into()),
            Number(y2.saturating_sub(y1).into()),
        ],
    );
}

fn hit_line(out: &mut String, mark: &Mark, from: (u32, u32), to: (u32, u32)) {
    put(
        out,
        "<line class='hit' data-e='{}' x1='{}' y1='{}' x2='{}' y2='{}'/>",
        &[
            Number(mark.event.into()),
            Permille(from.0),
            Number(from.1.into()),
            Permille(to.0),
            Number(to.1.into()),
        ],
    );
}
