//! Places on a board and moves between them, in the same terms for every game.

pub mod lands;
pub mod map_layout;
mod places;

use dicehall_engine::AnyAction;

pub use dicehall_engine::game::Place;
pub use places::Places;

/// A legal move: an attack, a step, a drop, or a mark (which has its cell as source and target).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// The place it starts from.
    pub from: Place,
    /// The place it goes to.
    pub to: Place,
    /// The probability that it succeeds; `None` if it always does.
    pub odds: Option<f64>,
    /// The size of the seat's largest region if it succeeds; `None` in games without regions.
    pub link: Option<u8>,
    /// The action to send for it.
    pub action: AnyAction,
}

/// An attack that was made, with the other targets of the same source: all stay highlighted as they
/// were.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// The attack.
    pub attack: Move,
    /// The attack and the other possible ones from the same place.
    pub targets: Vec<Move>,
}

/// The meaning of a typed text on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Moves the cursor to a place.
    Point(Place),
    /// Makes a move from one place to another.
    Move(Place, Place),
    /// Makes a choice that has no place.
    Action(AnyAction),
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

impl Move {
    /// Whether it is an attack: a move that changes the region of its seat if it succeeds.
    pub const fn is_attack(&self) -> bool {
        self.link.is_some()
    }
}

impl Fought {
    /// Whether a place was a target.
    pub fn is_target(&self, at: Place) -> bool {
        self.targets.iter().any(|it| it.to == at)
    }
}

impl Direction {
    /// All directions.
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

    /// The step to the right and down, each -1, 0 or 1.
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

    /// The nearest place ahead, among places with these columns and rows.
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
