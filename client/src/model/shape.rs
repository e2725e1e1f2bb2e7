//! What a board is made of: which places it has, what people call them, and which lies beside which.
//!
//! Called by the cursor, by typed commands, and by every view that names a place. Law kept here: it is geometry for the
//! screen alone; what may be done on a place is what the server offers.

use std::cmp::Reverse;

use dicehall_engine::AnyConfig;
use dicehall_engine::games::animal_shogi::board::{FILES, RANKS};
use dicehall_engine::games::dice_of_doom::hex::SIZE_MAX;
use dicehall_engine::games::dice_wars::Raster;
use dicehall_engine::games::territory::Territory;

/// The cells of a side of tic-tac-toe.
const SIDE: u8 = 3;
/// The pieces that can be in hand, in the order of their keys.
pub const HAND: [char; 3] = ['C', 'E', 'G'];

/// What a board is made of. Every place is a [`Territory`]; on squares they are numbered by rows, the hand follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Rows of hexes, as many as each has.
    Hexes {
        /// Hexes a side.
        size: u8,
    },
    /// Uneven territories on a lattice.
    Map(Box<MapShape>),
    /// Rows of squares.
    Squares(Grid),
}

/// Uneven territories on a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapShape {
    /// Blocks in a row.
    pub columns: usize,
    /// Whose each block is, by rows; `None` is sea.
    pub blocks: Vec<Option<Territory>>,
    /// For each territory the left one of the two blocks that its label is on.
    pub labels: Vec<usize>,
}

/// Rows of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Squares in a row.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// Whether pieces come from the hand only, and there is but one kind of them.
    pub marks: bool,
}

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up and left.
    UpLeft,
    /// Up and right.
    UpRight,
    /// Down and left.
    DownLeft,
    /// Down and right.
    DownRight,
}

impl Way {
    /// Every way.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
    ];

    /// Rows down, columns to the right.
    const fn offset(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (-1, 1),
            Self::DownLeft => (1, -1),
            Self::DownRight => (1, 1),
        }
    }
}

impl Shape {
    /// The board of a match.
    pub fn of(config: &AnyConfig) -> Self {
        match config {
            AnyConfig::DiceOfDoom(config) => Self::Hexes { size: config.rules.size.clamp(1, SIZE_MAX) },
            AnyConfig::DiceWars(config) => Self::Map(Box::new(MapShape::read(&config.map.rows))),
            AnyConfig::AnimalShogi(_) => Self::Squares(Grid { columns: FILES, rows: RANKS, marks: false }),
            AnyConfig::TicTacToe(_) => Self::Squares(Grid { columns: SIDE, rows: SIDE, marks: true }),
        }
    }

    /// How many places there are, the hand left out.
    pub fn len(&self) -> usize {
        match self {
            Self::Hexes { size } => usize::from(*size) * usize::from(*size),
            Self::Map(map) => map.labels.len(),
            Self::Squares(grid) => usize::from(grid.columns) * usize::from(grid.rows),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the cursor begins.
    pub fn middle(&self) -> Territory {
        match self {
            Self::Hexes { size } => Territory(size / 2 * size + size / 2),
            Self::Map(map) => map.nearest_to_middle(),
            Self::Squares(grid) => Territory(grid.rows / 2 * grid.columns + grid.columns / 2),
        }
    }

    /// The one source that there is, where nobody chooses one.
    pub fn only_source(&self) -> Option<Territory> {
        match self {
            Self::Squares(grid) if grid.marks => Some(grid.hand(0)),
            Self::Squares(_) | Self::Hexes { .. } | Self::Map(_) => None,
        }
    }

    /// What people call a place: the letter of its column and the number of its row; a piece in hand has its letter.
    pub fn name(&self, at: Territory) -> String {
        match self {
            Self::Hexes { size } => cell_name(at.idx(), usize::from(*size)),
            Self::Map(map) => cell_name(map.labels.get(at.idx()).copied().unwrap_or(0), map.columns),
            Self::Squares(grid) => match grid.held(at) {
                Some(held) => format!("{held}*"),
                None => cell_name(at.idx(), usize::from(grid.columns)),
            },
        }
    }

    /// The places that a text names, such as `b3`, `b3c4`, `b3-c4`, `C*b2`, `b2b1+`; `None` if it is anything else.
    pub fn read(&self, text: &str) -> Option<Vec<Territory>> {
        let separators = [' ', '-', '>', ',', '+'];
        let mut rest = text.chars().filter(|it| !separators.contains(it)).peekable();
        let mut places = Vec::new();
        while let Some(letter) = rest.next() {
            if rest.next_if_eq(&'*').is_some() {
                places.push(self.in_hand(letter)?);
                continue;
            }
            let mut row = rest.next_if(char::is_ascii_digit)?.to_string();
            row.extend(rest.next_if(char::is_ascii_digit));
            places.push(self.at(letter, row.parse().ok()?)?);
        }
        (1..=2).contains(&places.len()).then_some(places)
    }

    /// The place beside another, if there is one.
    pub fn beside(&self, at: Territory, way: Way) -> Option<Territory> {
        match self {
            Self::Hexes { size } => beside_hex(*size, at, way),
            Self::Map(map) => map.beside(at, way),
            Self::Squares(grid) if grid.held(at).is_some() => Some(self.middle()),
            Self::Squares(grid) => step((grid.columns, grid.rows), at, way.offset()),
        }
    }

    /// A piece in hand, by its number from 0.
    pub fn hand(&self, number: u8) -> Option<Territory> {
        match self {
            Self::Squares(grid) if !grid.marks && usize::from(number) < HAND.len() => Some(grid.hand(number)),
            Self::Squares(_) | Self::Hexes { .. } | Self::Map(_) => None,
        }
    }

    fn in_hand(&self, letter: char) -> Option<Territory> {
        let number = HAND.iter().position(|it| *it == letter.to_ascii_uppercase())?;
        self.hand(u8::try_from(number).ok()?)
    }

    fn at(&self, letter: char, row: usize) -> Option<Territory> {
        let column = u8::try_from(letter.to_ascii_lowercase()).ok()?.checked_sub(b'a').map(usize::from)?;
        let row = row.checked_sub(1)?;
        let columns = match self {
            Self::Hexes { size } => usize::from(*size),
            Self::Map(map) => map.columns,
            Self::Squares(grid) => usize::from(grid.columns),
        };
        let index = row * columns + column;
        match self {
            _ if column >= columns => None,
            Self::Map(map) => map.blocks.get(index).copied().flatten(),
            Self::Hexes { .. } | Self::Squares(_) if index < self.len() => {
                u8::try_from(index).ok().map(Territory)
            }
            Self::Hexes { .. } | Self::Squares(_) => None,
        }
    }
}

impl Grid {
    /// The place of a piece in hand.
    pub const fn hand(&self, number: u8) -> Territory {
        Territory(self.columns * self.rows + number)
    }

    /// The letter of a piece in hand, if that is the place.
    pub fn held(&self, at: Territory) -> Option<char> {
        let number = at.0.checked_sub(self.columns * self.rows)?;
        HAND.get(usize::from(number)).copied()
    }
}

impl MapShape {
    /// Reads a map as it is drawn; one that cannot be read has no territories.
    pub fn read(rows: &[String]) -> Self {
        let Ok(raster) = Raster::parse(rows) else {
            return Self { columns: 1, blocks: Vec::new(), labels: Vec::new() };
        };
        let columns = rows.first().map_or(1, |it| it.chars().count()).max(1);
        let blocks: Vec<Option<Territory>> = (0..raster.len()).map(|at| raster.get(at)).collect();
        let count = raster.territories();
        let labels = (0..=u8::MAX).map(Territory).take(count).map(|it| label(&raster, columns, it)).collect();
        Self { columns, blocks, labels }
    }

    /// Rows of blocks.
    pub fn rows(&self) -> usize {
        self.blocks.len().div_ceil(self.columns)
    }

    /// Whose block it is, if it is on the map and not sea.
    pub fn block(&self, row: i32, column: i32) -> Option<Territory> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        if column >= self.columns {
            return None;
        }
        self.blocks.get(row * self.columns + column).copied().flatten()
    }

    /// A block of a territory where odds can stand: none that its label is on, the nearest to it.
    pub fn odds_block(&self, at: Territory) -> Option<usize> {
        let label = *self.labels.get(at.idx())?;
        let own = (0..self.blocks.len()).filter(|it| self.blocks[*it] == Some(at));
        own.filter(|it| *it != label && *it != label + 1).min_by_key(|it| {
            let (row, column) = self.cell(*it);
            let (label_row, label_column) = self.cell(label);
            (row.abs_diff(label_row) * 2 + column.abs_diff(label_column), Reverse(*it))
        })
    }

    fn cell(&self, block: usize) -> (i32, i32) {
        let number = |it: usize| i32::try_from(it).unwrap_or(i32::MAX);
        (number(block / self.columns), number(block % self.columns))
    }

    /// Where the label of a territory is, in columns and rows of the smallest blocks.
    fn point(&self, at: Territory) -> (i32, i32) {
        let (row, column) = self.cell(self.labels.get(at.idx()).copied().unwrap_or(0));
        (row * 2, column * 3)
    }

    fn nearest_to_middle(&self) -> Territory {
        let middle = self.cell(self.blocks.len() / 2 + self.columns / 2);
        let distance = |at: &Territory| {
            let (row, column) = self.cell(self.labels[at.idx()]);
            row.abs_diff(middle.0) + column.abs_diff(middle.1)
        };
        self.territories().min_by_key(distance).unwrap_or(Territory(0))
    }

    fn territories(&self) -> impl Iterator<Item = Territory> {
        (0..=u8::MAX).map(Territory).take(self.labels.len())
    }

    /// The nearest label in a direction: within a right angle of it, else anywhere on that side.
    fn beside(&self, at: Territory, way: Way) -> Option<Territory> {
        let (down, right) = way.offset();
        let (here_y, here_x) = self.point(at);
        let reach = |to: Territory| {
            let (y, x) = self.point(to);
            let (y, x) = ((y - here_y) * 3, (x - here_x) * 2);
            let along = y * i32::from(down) + x * i32::from(right);
            let across = (y * i32::from(right) - x * i32::from(down)).abs();
            (along > 0).then_some((across > along, along + 2 * across, to))
        };
        self.territories().filter(|it| *it != at).filter_map(reach).min().map(|(_, _, to)| to)
    }
}

fn cell_name(index: usize, columns: usize) -> String {
    let columns = columns.max(1);
    let column = u8::try_from(index % columns).unwrap_or(u8::MAX);
    format!("{}{}", char::from(b'a'.saturating_add(column)), index / columns + 1)
}

/// A step on rows and columns, if it stays there.
fn step((columns, rows): (u8, u8), at: Territory, (down, right): (i8, i8)) -> Option<Territory> {
    let row = (at.0 / columns).checked_add_signed(down).filter(|it| *it < rows)?;
    let column = (at.0 % columns).checked_add_signed(right).filter(|it| *it < columns)?;
    Some(Territory(row * columns + column))
}

/// Hexes lean: up and down go to the right and to the left by turns, so that the cursor stays below where it came from.
fn beside_hex(size: u8, at: Territory, way: Way) -> Option<Territory> {
    let even = at.0 / size % 2 == 0;
    let ways: &[(i8, i8)] = match (way, even) {
        (Way::Up, true) => &[(-1, 0), (-1, -1)],
        (Way::Up, false) => &[(-1, -1), (-1, 0)],
        (Way::Down, true) => &[(1, 1), (1, 0)],
        (Way::Down, false) => &[(1, 0), (1, 1)],
        (Way::UpRight, _) => &[(-1, 0)],
        (Way::DownLeft, _) => &[(1, 0)],
        (Way::Left, _) => &[(0, -1)],
        (Way::Right, _) => &[(0, 1)],
        (Way::UpLeft, _) => &[(-1, -1)],
        (Way::DownRight, _) => &[(1, 1)],
    };
    ways.iter().find_map(|it| step((size, size), at, *it))
}

/// The left one of two blocks side by side, as near to all others of the territory as can be.
fn label(raster: &Raster, columns: usize, territory: Territory) -> usize {
    let blocks = raster.blocks_of(territory);
    let far = |at: usize| -> usize {
        let distance =
            |it: &usize| (it / columns).abs_diff(at / columns) * 2 + (it % columns).abs_diff(at % columns);
        blocks.iter().map(distance).sum()
    };
    let pair = |at: &usize| !(at + 1).is_multiple_of(columns) && blocks.contains(&(at + 1));
    let pairs = blocks.iter().copied().filter(pair);
    pairs.min_by_key(|at| far(*at) + far(at + 1)).or(blocks.first().copied()).unwrap_or(0)
}
