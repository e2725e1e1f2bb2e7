//! Places on a board and moves between them, in the same words for every game.

use dicehall_engine::AnyAction;
use dicehall_engine::games::territory::Territory;

/// A territory, a square, a cell, or (after the squares of animal shogi) a kind of piece in one's own hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub u8);

/// A move that may be chosen: an attack, a step, a drop, or a mark (which goes from its cell to itself).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// The probability that it succeeds; absent if it always does.
    pub odds: Option<f64>,
    /// The size of the largest region if it succeeds.
    pub link: Option<u8>,
    /// What is sent to make it.
    pub action: AnyAction,
}

/// An attack that was made, with what could be attacked from the same place: all of it stays as it was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// The attack.
    pub attack: Move,
    /// It and the others from the same place.
    pub targets: Vec<Move>,
}

/// What a typed text means on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The cursor goes there.
    Point(Place),
    /// A move from one place to another.
    Move(Place, Place),
}

/// A step of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Place {
    /// The index, for lists of places.
    pub fn idx(self) -> usize {
        self.0.into()
    }

    /// Every place that there can be.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }

    /// What people call a place in rows of so many columns: the letter of its column, the number of its row.
    pub fn name(self, columns: u8) -> String {
        let columns = columns.max(1);
        let column = char::from(b'a'.saturating_add(self.0 % columns));
        format!("{column}{}", self.0 / columns + 1)
    }
}

impl Fought {
    /// Whether a place could be attacked.
    pub fn is_target(&self, at: Place) -> bool {
        self.targets.iter().any(|it| it.to == at)
    }
}

impl From<Territory> for Place {
    fn from(territory: Territory) -> Self {
        Self(territory.0)
    }
}

impl Direction {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Left,
        Self::Right,
        Self::Up,
        Self::Down,
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
    ];

    /// How far it goes to the right and down, each -1, 0 or 1.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
            Self::Up => (0, -1),
            Self::Down => (0, 1),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (1, -1),
            Self::DownLeft => (-1, 1),
            Self::DownRight => (1, 1),
        }
    }

    /// Of places with these columns and rows, the nearest one ahead.
    pub fn nearest(
        self,
        (x, y): (i32, i32),
        others: impl Iterator<Item = (Place, (i32, i32))>,
    ) -> Option<Place> {
        let (right, down) = self.step();
        let ahead = others.filter_map(|(place, (to_x, to_y))| {
            let (dx, dy) = (to_x - x, to_y - y);
            let along = dx * right + dy * down;
            let across = (dx * down - dy * right).abs();
            (along > 0 && across <= 2 * along).then_some((along + 2 * across, place))
        });
        ahead.min().map(|(_, place)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_by_column_and_row() {
        assert_eq!(
            [0, 5, 13, 35].map(|it| Place(it).name(6)),
            ["a1", "f1", "b3", "f6"]
        );
    }
}
