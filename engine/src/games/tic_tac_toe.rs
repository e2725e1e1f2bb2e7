//! Tic-tac-toe: three in a line wins, a full board is a draw.
//!
//! The smallest game of the program; the exact player solves it completely.

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::game::ascii::ascii;
use crate::game::{
    self, ConfigError, Game, Layout, Mark, NoChance, Node, Outcome, Place, Seat, SeatSet, State,
    WholeStepOf,
};

/// A cell of the board, which a seat marks.
pub type Cell = game::Cell<3, 3>;

/// Cells of the board.
pub const CELLS: u8 = Cell::COUNT;

/// The rules of tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// Tic-tac-toe has no switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {}

/// The start of a match. Every match starts from the empty board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Config {
    /// The seat that moves first; absent means seat 0.
    #[serde(default, skip_serializing_if = "Seat::is_zero")]
    pub first: Seat,
}

/// What the table sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The cells by rows from the top: `x` is seat 0, `o` is seat 1, `.` is empty.
    #[serde(deserialize_with = "ascii")]
    pub board: String,
    /// Whose turn it is; absent when the match is over.
    pub to_move: Option<Seat>,
    /// The cells of the line that won, if one did.
    pub line: Vec<Cell>,
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
    /// The seat that wins with its next mark unless that is prevented, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_point: Option<Seat>,
}

/// A position: each seat's marks as a mask of cells, and who began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [u16; 2],
    first: Seat,
}

/// The marks of the first and the second seat.
const MARKS: [char; 2] = ['x', 'o'];
const FULL: u16 = 0b1_1111_1111;
/// The cells of each row, column and diagonal.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The mask of a cell.
const fn mask(cell: Cell) -> u16 {
    1 << cell.number()
}

impl Position {
    /// Reads the position of a board text of a match that seat 0 has begun; refuses one that no order of moves leads to.
    pub fn parse(board: &str) -> Result<Self, ConfigError> {
        Self::begun_by(board, Seat::default())
    }

    fn begun_by(board: &str, first: Seat) -> Result<Self, ConfigError> {
        let refused = |why: &str| Err(ConfigError::Position(why.to_owned()));
        if board.len() != usize::from(CELLS) {
            return refused("a board of tic-tac-toe has 9 cells");
        }
        let mut marks = [0; 2];
        for (cell, mark) in Cell::all().zip(board.bytes()) {
            match mark {
                b'x' => marks[0] |= mask(cell),
                b'o' => marks[1] |= mask(cell),
                b'.' => {}
                _ => return refused("a cell is x, o or . (empty)"),
            }
        }
        let position = Self { marks, first };
        let (begins, follows) = (first.idx(), 1 - first.idx());
        let (more, less) = (marks[begins].count_ones(), marks[follows].count_ones());
        let won = |seat: usize| position.line_of(seat).is_some();
        if more != less && more != less + 1 {
            return refused("x begins, so there are as many x as o, or one more");
        }
        if (won(begins) && (won(follows) || more == less)) || (won(follows) && more != less) {
            return refused("the match was over before the last mark");
        }
        Ok(position)
    }

    /// The seat whose turn it is, or would be if the match were not over.
    pub fn to_move(self) -> Seat {
        let [x, o] = self.marks.map(u16::count_ones);
        if x == o {
            self.first
        } else {
            Seat::ALL[usize::from(x > o)]
        }
    }

    fn line_of(self, seat: usize) -> Option<u16> {
        LINES
            .into_iter()
            .find(|line| self.marks[seat] & line == *line)
    }

    /// The seat that has two marks of a line whose third cell is empty: that to move, else the other.
    fn match_point(self) -> Option<Seat> {
        let mover = self.to_move();
        let other = Seat::ALL[1 - mover.idx()];
        let is_near = |seat: &Seat| {
            let left = LINES.map(|it| it & !self.marks[seat.idx()]);
            left.iter()
                .any(|it| it.is_power_of_two() && it & self.empty() == *it)
        };
        let running = self.outcome().is_none();
        [mover, other].into_iter().find(is_near).filter(|_| running)
    }

    fn empty(self) -> u16 {
        FULL & !self.marks[0] & !self.marks[1]
    }

    fn outcome(self) -> Option<Outcome> {
        let winner = Seat::first(2).find(|seat| self.line_of(seat.idx()).is_some());
        let over = winner.is_some() || self.empty() == 0;
        over.then(|| Outcome {
            winners: winner.into_iter().collect::<SeatSet>(),
        })
    }

    fn text(self) -> String {
        let mark = |cell: Cell| match self.marks.map(|it| it & mask(cell) != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            [false, false] => '.',
        };
        Cell::all().map(mark).collect()
    }
}

impl Game for TicTacToe {
    type Rules = Rules;
    type Config = Config;
    type State = Position;
    type Step = WholeStepOf<Self>;

    const NAME: &'static str = "tic-tac-toe";
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;
    const HAS_LUCK: bool = false;

    fn generate(_rules: &Rules, _seats: u8, _dice: &mut dyn Dice) -> Result<Config, ConfigError> {
        Ok(Config::default())
    }

    fn begun_by(_config: Config, first: Seat) -> Config {
        Config { first }
    }

    fn start(config: &Config) -> Result<Position, ConfigError> {
        if config.first.number() > 1 {
            return Err(Self::wrong_seats(2));
        }
        Ok(Position {
            first: config.first,
            ..Position::default()
        })
    }

    fn position(config: &Config, view: &View) -> Option<Position> {
        Position::begun_by(&view.board, config.first).ok()
    }

    fn layout(_config: &Config) -> Layout {
        Layout::squares(3, 3)
    }

    fn ends(cell: Cell) -> Option<(Place, Place)> {
        Some((cell.place(), cell.place()))
    }
}

impl game::View for View {
    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    fn match_point(&self) -> Option<Seat> {
        self.match_point
    }

    fn marks(&self) -> Vec<Mark> {
        let marked = Place::all().zip(self.board.chars());
        let mark = |(at, mark): (Place, char)| {
            let seat = MARKS.into_iter().position(|it| it == mark)?;
            Some(Mark::of(at, Seat::ALL[seat]).with_glyph(mark))
        };
        marked.filter_map(mark).collect()
    }
}

impl State for Position {
    type Action = Cell;
    type Chance = NoChance;
    type View = View;

    fn seats(&self) -> u8 {
        2
    }

    fn node(&self) -> Node {
        match self.outcome() {
            Some(outcome) => Node::Terminal(outcome),
            None => Node::Decision(self.to_move()),
        }
    }

    fn view(&self) -> View {
        let line = (0..2).find_map(|seat| self.line_of(seat)).unwrap_or(0);
        View {
            board: self.text(),
            to_move: self.outcome().is_none().then(|| self.to_move()),
            line: Cell::all().filter(|cell| line & mask(*cell) != 0).collect(),
            outcome: self.outcome(),
            match_point: self.match_point(),
        }
    }

    fn actions_into(&self, out: &mut Vec<Cell>) {
        out.clear();
        if self.outcome().is_none() {
            out.extend(Cell::all().filter(|cell| self.empty() & mask(*cell) != 0));
        }
    }

    fn is_legal(&self, action: Cell) -> bool {
        self.outcome().is_none() && self.empty() & mask(action) != 0
    }

    fn act(&mut self, action: Cell) {
        debug_assert!(self.is_legal(action), "{action:?} in {self:?}");
        self.marks[self.to_move().idx()] |= mask(action);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::conformance;
    use crate::game::perft::perft;

    #[track_caller]
    fn check(moves: &str, expect: &str) {
        let mut position = Position::default();
        for cell in moves.split_whitespace() {
            let cell: Cell = cell.parse().unwrap();
            assert!(position.is_legal(cell), "{cell} in {}", position.text());
            position.act(cell);
        }
        let stands = match position.node() {
            Node::Terminal(Outcome { winners }) => winners
                .iter()
                .next()
                .map_or("drawn", |it| ["x won", "o won"][it.idx()]),
            Node::Decision(seat) => ["x", "o"][seat.idx()],
            Node::Chance => "chance",
        };
        assert_eq!(format!("{} {stands}", position.text()), expect);
        assert_eq!(Position::parse(&position.text()), Ok(position));
    }

    #[test]
    fn a_match_point_is_told_of_whoever_moves_first_else_of_whoever_waits() {
        for (board, expect) in [
            (".........", None),
            ("x...o....", None),
            ("xx..o....", Some(0)),
            ("xx..oo...", Some(0)),
            ("xxo.o...x", Some(1)),
            ("xxx.oo...", None),
            ("xoxxoxoxo", None),
        ] {
            let view = Position::parse(board).unwrap().view();
            let found = view.match_point.map(Seat::number);
            assert_eq!(found, expect, "{board}");
            assert_eq!(game::View::match_point(&view), view.match_point);
        }
    }

    #[test]
    fn three_in_a_line_win_and_a_full_board_is_drawn() {
        check("", "......... x");
        check("a1 b2", "x...o.... x");
        check("a1 a2 b1 b2 c1", "xxxoo.... x won");
        check("a1 a2 b1 b2 c3 c2", "xx.ooo..x o won");
        check("a1 b1 a2 b2 c3 a3 c1 c2 b3", "xoxxoooxx drawn");
        check("c1 a1 b2 a2 a3", "o.xox.x.. x won");
    }

    #[test]
    fn impossible_boards_are_refused_with_the_reason() {
        let refused = |board: &str| Position::parse(board).unwrap_err().to_string();
        assert_eq!(refused("xo"), "a board of tic-tac-toe has 9 cells");
        assert_eq!(refused("xo......?"), "a cell is x, o or . (empty)");
        assert_eq!(
            refused("oo......."),
            "x begins, so there are as many x as o, or one more"
        );
        assert_eq!(
            refused("xxxooo..."),
            "the match was over before the last mark"
        );
        assert_eq!(
            refused("xxxoo...o"),
            "the match was over before the last mark"
        );
        assert_eq!(
            "d1".parse::<Cell>().unwrap_err().to_string(),
            "a cell is a letter a to c (the column) and a number 1 to 3 (the row from the top)"
        );
    }

    /// The counts are those of the rules page and of the reference data: exhaustive search by an independent program.
    #[test]
    fn the_whole_tree_has_the_known_counts() {
        let by_ply: Vec<u64> = (1..=9)
            .map(|depth| perft(&Position::default(), depth).unwrap())
            .collect();
        assert_eq!(
            by_ply,
            [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
        );
        assert_eq!(by_ply.iter().sum::<u64>() + 1, 549_946);
        let mut reachable = BTreeSet::new();
        let mut rest = vec![Position::default()];
        while let Some(position) = rest.pop() {
            if reachable.insert(position.marks) {
                rest.extend(position.actions().into_iter().map(|it| {
                    let mut next = position;
                    next.act(it);
                    next
                }));
            }
        }
        assert_eq!(reachable.len(), 5_478);
    }

    #[test]
    fn tic_tac_toe_obeys_the_law_book() {
        conformance::check(20, |_| Position::default());
    }
}
