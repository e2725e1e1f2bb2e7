//! The pieces of animal shogi as pictures: a tile that points at the enemy, with an animal on it.
//!
//! Called by the board of animal shogi. An animal is always upright. The tile's rim is darker in
//! the directions in which the piece can move, as the dots on the real pieces are.

use dicehall_engine::Seat;
use dicehall_engine::games::animal_shogi::board::Direction;
use dicehall_engine::games::animal_shogi::pieces::Kind;

use crate::games::draw::label::floor;
use crate::games::draw::square_picture::Point;
use crate::graphics::palette::{DIE, INK, Rgb};
use crate::graphics::raster::Paint;
use crate::graphics::theme::Look;

/// The width and height of a square, in pixels.
const SQUARE: (f32, f32) = (12.0, 10.0);
/// The width and height of a tile, in pixels.
const TILE: (i32, i32) = (10, 9);
/// The upper left corner of the animal on the tile, in pixels.
const ANIMAL: (i32, i32) = (2, 2);

/// A piece to be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure<'a> {
    /// The owner of the piece; the first seat plays upwards.
    pub owner: Seat,
    /// The kind of animal.
    pub kind: Kind,
    /// The directions in which the piece can move.
    pub dots: &'a [Direction],
}

impl Figure<'_> {
    /// The paint of the piece at a point of its square; `None` outside of the piece.
    pub(super) fn paint(&self, look: Look, point: Point) -> Option<Paint> {
        let (x, y) = (floor(point.x * SQUARE.0) - 1, floor(point.y * SQUARE.1));
        let rim = look.palette().owners[self.owner.idx()].fill;
        if !self.is_tile(x, y) {
            return self
                .is_tile(x, y - 1)
                .then(|| Paint::fill(rim.mix(INK, 52)));
        }
        let inside = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        if inside.iter().any(|(dx, dy)| !self.is_tile(x + dx, y + dy)) {
            let is_dot = self.dots.iter().any(|it| is_dot(*it, x, y));
            let color = if is_dot { rim.mix(INK, 55) } else { rim };
            return Some(Paint::line(color));
        }
        Some(animal(self.kind, x - ANIMAL.0, y - ANIMAL.1).map_or(Paint::fill(DIE), Paint::line))
    }

    /// The row of a pixel, counted as if the piece pointed up.
    fn turned(&self, y: i32) -> i32 {
        if self.owner.idx() == 0 {
            y
        } else {
            TILE.1 - 1 - y
        }
    }

    /// Whether a pixel is on the tile, which is narrow at the tip and has its full width from the
    /// third row on.
    fn is_tile(&self, x: i32, y: i32) -> bool {
        let cut = match self.turned(y) {
            0 => 3,
            1 => 1,
            2..9 => 0,
            _ => return false,
        };
        (cut..TILE.0 - cut).contains(&x)
    }
}

/// Whether a pixel of the rim is the dot of a direction.
fn is_dot(direction: Direction, x: i32, y: i32) -> bool {
    let (columns, rows) = match direction {
        Direction::NorthWest => (0..2, 0..3),
        Direction::North => (4..6, 0..2),
        Direction::NorthEast => (8..10, 0..3),
        Direction::West => (0..1, 4..6),
        Direction::East => (9..10, 4..6),
        Direction::SouthWest => (0..2, 7..9),
        Direction::South => (4..6, 7..9),
        Direction::SouthEast => (8..10, 7..9),
    };
    columns.contains(&x) && rows.contains(&y)
}

/// The color of an animal at a pixel; `None` outside of the animal.
fn animal(kind: Kind, x: i32, y: i32) -> Option<Rgb> {
    let rows: [&str; 5] = match kind {
        Kind::Lion => ["bbyybb", "bkyykb", "byooyb", "byyyyb", ".bbbb."],
        Kind::Elephant => ["gggggg", "gkggkg", "gggggg", "dgddgd", "..dd.."],
        Kind::Giraffe => ["b.yy.b", "yyyyyy", "ykyyky", ".ybby.", ".yyyy."],
        Kind::Chick => [".yyyy.", "ykyyky", "yyooyy", "yyyyyy", ".yyyy."],
        Kind::Hen => [".rrrr.", "wkwwkw", "wwooww", "wwrrww", ".wwww."],
    };
    let row = rows.get(usize::try_from(y).ok()?)?;
    match row.as_bytes().get(usize::try_from(x).ok()?)? {
        b'b' => Some(Rgb(0xB0, 0x66, 0x22)),
        b'd' => Some(Rgb(0x62, 0x6C, 0x82)),
        b'g' => Some(Rgb(0x8A, 0x95, 0xAA)),
        b'k' => Some(INK),
        b'o' => Some(Rgb(0xE8, 0x70, 0x38)),
        b'r' => Some(Rgb(0xD0, 0x3C, 0x30)),
        b'w' => Some(Rgb(0xC9, 0xC4, 0xB6)),
        b'y' => Some(Rgb(0xF5, 0xC2, 0x36)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(seat: usize, expect: &[&str]) {
        let figure = Figure {
            owner: Seat::ALL[seat],
            kind: Kind::Chick,
            dots: &[Direction::North],
        };
        let rows = (0..TILE.1).map(|y| {
            let row =
                (0..TILE.0).map(
                    |x| match (figure.is_tile(x, y), is_dot(Direction::North, x, y)) {
                        (false, _) => '.',
                        (true, false) => '#',
                        (true, true) => 'o',
                    },
                );
            row.collect::<String>()
        });
        assert_eq!(rows.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn a_tile_points_at_the_enemy_and_its_dots_do_not_turn() {
        let full = "##########";
        let (dots, point) = ("####oo####", "...####...");
        check(
            0,
            &[
                "...#oo#...",
                ".###oo###.",
                full,
                full,
                full,
                full,
                full,
                full,
                full,
            ],
        );
        check(
            1,
            &[
                dots,
                dots,
                full,
                full,
                full,
                full,
                full,
                ".########.",
                point,
            ],
        );
    }
}
