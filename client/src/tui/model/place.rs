//! Places on a board: where they are, how they are named, which lies beside which, and what lies on them.
//!
//! A place is a territory, a square, a cell, or (in animal shogi) a kind of piece in one's own hand. Law kept here: no
//! rules. Geometry is for the cursor and the drawing alone.

use dicehall_engine::games::animal_shogi::board::{FILES, RANKS, SQUARES, Square};
use dicehall_engine::games::animal_shogi::pieces::HandPiece;
use dicehall_engine::games::dice_of_doom::hexagon::SIZE_MAX;
use dicehall_engine::games::dice_wars::{Map, Raster};
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::games::tic_tac_toe::{CELLS, Cell};
use dicehall_engine::games::{animal_shogi, tic_tac_toe};
use dicehall_engine::{AnyAction, AnyConfig, AnyView, Seat};

/// What is drawn in the middle of the screen.
#[derive(Clone, Debug)]
pub enum Board {
    /// Hexes, so many a side.
    Hexes(u8),
    /// A map of uneven territories.
    Map(Box<MapBoard>),
    /// Squares and hands.
    Shogi(Box<animal_shogi::View>),
    /// Cells with marks in them.
    Grid(GridBoard),
    /// Something that this program does not know.
    Unknown,
}

/// Cells in rows and columns, each empty or marked by a seat; named by the letter of its column and the number of its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridBoard {
    /// Cells a row.
    pub columns: u8,
    /// Whose mark is in each cell, row by row.
    pub marks: Vec<Option<Seat>>,
    /// The cells that decided the match.
    pub line: Vec<Territory>,
    /// Why it is over, as a sentence.
    pub ending: Option<&'static str>,
}

/// A map with where labels go.
#[derive(Clone, Debug)]
pub struct MapBoard {
    /// The map itself, to be kept.
    pub map: Map,
    /// Blocks a row.
    pub columns: usize,
    /// Which territory each block is of, row by row.
    pub blocks: Vec<Option<Territory>>,
    /// The left one of the two blocks of each territory's label.
    pub labels: Vec<usize>,
}

impl Board {
    /// The board of a match.
    pub fn new(config: &AnyConfig, view: &AnyView) -> Self {
        match (config, view) {
            (AnyConfig::DiceOfDoom(config), _) => Self::Hexes(config.rules.size.clamp(1, SIZE_MAX)),
            (AnyConfig::DiceWars(config), _) => {
                MapBoard::new(&config.map).map_or(Self::Unknown, |it| Self::Map(Box::new(it)))
            }
            (_, AnyView::AnimalShogi(view)) => Self::Shogi(Box::new(view.clone())),
            (_, AnyView::TicTacToe(view)) => Self::Grid(GridBoard::tic_tac_toe(view)),
            (_, AnyView::DiceOfDoom(_) | AnyView::DiceWars(_)) => Self::Unknown,
        }
    }

    /// Shows another position of the same match.
    pub fn show(&mut self, view: &AnyView) {
        match (self, view) {
            (Self::Shogi(shown), AnyView::AnimalShogi(view)) => shown.as_mut().clone_from(view),
            (Self::Grid(shown), AnyView::TicTacToe(view)) => *shown = GridBoard::tic_tac_toe(view),
            (Self::Hexes(_) | Self::Map(_) | Self::Shogi(_) | Self::Grid(_) | Self::Unknown, _) => {
            }
        }
    }

    /// How many places the cursor can be on.
    pub fn places(&self) -> usize {
        match self {
            Self::Hexes(size) => usize::from(*size) * usize::from(*size),
            Self::Map(map) => map.labels.len(),
            Self::Shogi(_) => SQUARES.into(),
            Self::Grid(grid) => grid.marks.len(),
            Self::Unknown => 0,
        }
    }

    /// Where the cursor is at first: near the middle.
    pub fn first_cursor(&self) -> Territory {
        match self {
            Self::Hexes(size) => Territory(size / 2 * size + size / 2),
            Self::Map(map) => map.middle(),
            Self::Shogi(_) => square_place(Square::new(RANKS + 2)),
            Self::Grid(grid) => Territory(u8::try_from(grid.marks.len() / 2).unwrap_or(0)),
            Self::Unknown => Territory(0),
        }
    }

    /// What people call a place; on a map, the number of the territory.
    pub fn name(&self, at: Territory) -> String {
        match self {
            Self::Hexes(size) => crate::tui::view::text::place(*size, at),
            Self::Map(_) => at.0.to_string(),
            Self::Shogi(_) => match held(at) {
                Some(piece) => format!("{}*", piece.kind().letter()),
                None => Square::new(at.0).map_or_else(String::new, |it| it.to_string()),
            },
            Self::Grid(grid) => crate::tui::view::text::place(grid.columns, at),
            Self::Unknown => String::new(),
        }
    }

    /// The place beside another in a direction: to the right and down, each -1, 0 or 1. Hexes have their own way.
    pub fn beside(&self, at: Territory, (right, down): (i32, i32)) -> Option<Territory> {
        let (x, y) = self.spot(at)?;
        let places = (0..=u8::MAX).take(self.places()).map(Territory);
        let others = places
            .filter(|it| *it != at)
            .filter_map(|it| self.spot(it).map(|spot| (it, spot)));
        let ahead = others.filter_map(|(it, (to_x, to_y))| {
            let (dx, dy) = (to_x - x, to_y - y);
            let along = dx * right + dy * down;
            let across = (dx * down - dy * right).abs();
            (along > 0 && across <= 2 * along).then_some((along + 2 * across, it))
        });
        ahead.min().map(|(_, it)| it)
    }

    /// Where a place is, in units in which a row is about as high as a column is wide.
    fn spot(&self, at: Territory) -> Option<(i32, i32)> {
        let of = |column: u8, row: u8| Some((i32::from(column), i32::from(row)));
        match self {
            Self::Hexes(size) => of(at.0 % size, at.0 / size),
            Self::Map(map) => map.spot(at),
            Self::Shogi(_) if at.0 < SQUARES => of(at.0 / RANKS, at.0 % RANKS),
            Self::Grid(grid) if at.idx() < grid.marks.len() => {
                of(at.0 % grid.columns, at.0 / grid.columns)
            }
            Self::Shogi(_) | Self::Grid(_) | Self::Unknown => None,
        }
    }
}

impl GridBoard {
    /// Cells from a text by rows from the top: `x` is the first seat, `o` the second.
    pub fn new(columns: u8, text: &str, line: Vec<Territory>) -> Self {
        let seat = |mark| {
            ['x', 'o']
                .iter()
                .position(|it| *it == mark)
                .and_then(|it| Seat::ALL.get(it).copied())
        };
        Self {
            columns: columns.max(1),
            marks: text.chars().map(seat).collect(),
            line,
            ending: None,
        }
    }

    /// The rows of cells.
    pub fn rows(&self) -> usize {
        self.marks.len().div_ceil(usize::from(self.columns))
    }

    fn tic_tac_toe(view: &tic_tac_toe::View) -> Self {
        let line: Vec<Territory> = view.line.iter().map(|it| cell_place(*it)).collect();
        let why = if line.is_empty() {
            "The board is full"
        } else {
            "Three in a line"
        };
        Self {
            ending: view.outcome.map(|_| why),
            ..Self::new(3, &view.board, line)
        }
    }
}

impl MapBoard {
    /// A map with its labels; `None` if it cannot be drawn.
    pub fn new(map: &Map) -> Option<Self> {
        let raster = Raster::parse(&map.rows).ok()?;
        let columns = map.rows.first().map_or(1, |it| it.chars().count()).max(1);
        let blocks: Vec<Option<Territory>> = (0..raster.len()).map(|it| raster.get(it)).collect();
        let territories = (0..=u8::MAX).take(raster.territories()).map(Territory);
        let labels = territories
            .map(|it| label(&raster.blocks_of(it), columns))
            .collect();
        Some(Self {
            map: map.clone(),
            columns,
            blocks,
            labels,
        })
    }

    /// The row and the column of a block.
    pub fn place(&self, block: usize) -> (usize, usize) {
        (block / self.columns, block % self.columns)
    }

    fn middle(&self) -> Territory {
        let (rows, columns) = (self.blocks.len() / self.columns, self.columns);
        let off = |block: usize| {
            let (row, column) = self.place(block);
            (2 * row + 1).abs_diff(rows) + (2 * column + 2).abs_diff(columns)
        };
        let labels = (0..=u8::MAX).map(Territory).zip(&self.labels);
        labels
            .min_by_key(|(_, block)| off(**block))
            .map_or(Territory(0), |(at, _)| at)
    }

    fn spot(&self, at: Territory) -> Option<(i32, i32)> {
        let (row, column) = self.place(*self.labels.get(at.idx())?);
        let (row, column) = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
        // A block is 3 columns by 2 rows, and a character is about twice as high as wide.
        Some((3 * column, 4 * row))
    }
}

/// The two blocks side by side that are nearest to the middle of a territory; the left one of them.
fn label(blocks: &[usize], columns: usize) -> usize {
    let pairs = blocks
        .iter()
        .filter(|it| (*it + 1) % columns != 0 && blocks.contains(&(*it + 1)));
    let count = blocks.len().max(1);
    let (rows, wide): (usize, usize) = (
        blocks.iter().map(|it| it / columns).sum(),
        blocks.iter().map(|it| it % columns).sum(),
    );
    // Distances from the middle, times the number of blocks, so that no fraction is lost.
    let off = |at: &&usize| {
        let (row, column) = (*at / columns * count, (*at % columns * 2 + 1) * count);
        2 * row.abs_diff(rows) + column.abs_diff(2 * wide)
    };
    pairs
        .min_by_key(off)
        .or(blocks.first())
        .copied()
        .unwrap_or(0)
}

/// From where to where an action goes; a mark goes from its cell to itself, a drop comes from the hand. `None` for an
/// action without a place.
pub fn ends(action: AnyAction) -> Option<(Territory, Territory)> {
    match action {
        AnyAction::DiceOfDoom(action) | AnyAction::DiceWars(action) => match action {
            Action::Pass => None,
            Action::Attack { from, to } => Some((from, to)),
        },
        AnyAction::AnimalShogi(animal_shogi::Action::Drop { piece, to }) => {
            Some((hand_place(piece), square_place(Some(to))))
        }
        AnyAction::AnimalShogi(animal_shogi::Action::Move {
            from,
            to,
            promotes: _,
        }) => Some((square_place(Some(from)), square_place(Some(to)))),
        AnyAction::TicTacToe(cell) => {
            let at = cell_place(cell);
            Some((at, at))
        }
    }
}

/// The place of a kind of piece in hand: after the squares.
pub fn hand_place(piece: HandPiece) -> Territory {
    let at = HandPiece::ALL
        .iter()
        .position(|it| *it == piece)
        .and_then(|it| u8::try_from(it).ok());
    Territory(SQUARES + at.unwrap_or(0))
}

/// The kind of piece in hand that is at a place.
pub fn held(at: Territory) -> Option<HandPiece> {
    HandPiece::ALL
        .get(usize::from(at.0.checked_sub(SQUARES)?))
        .copied()
}

/// The place of a square.
pub fn square_place(square: Option<Square>) -> Territory {
    Territory(square.map_or(0, |it| it.file() * RANKS + it.rank()))
}

/// The place of a cell.
pub fn cell_place(cell: Cell) -> Territory {
    let at = (0..CELLS).find(|it| Cell::new(*it) == Some(cell));
    Territory(at.unwrap_or(0))
}

/// The squares in the order in which they are drawn: by rows from the top.
pub fn squares_by_rows() -> impl Iterator<Item = Territory> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| Territory(file * RANKS + rank)))
}
