//! Tic-tac-toe: three rows of three cells.

mod mark_picture;
pub mod words;

use dicehall_engine::games::tic_tac_toe::{CELLS, Cell, Config, View};
use dicehall_engine::{AnyAction, AnyConfig, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;

use super::board::{BoardContext, GameBoard, Moves, PlaceArea};
use super::grid::{Grid, Square, grid_size};
use super::place::{Direction, Place, Typed};
use super::square_picture::{self, SquareMark, SquarePicture};
use crate::graphics::Scale;
use crate::graphics::canvas::cells;
use crate::graphics::parts::Parts;
use crate::graphics::theme::{EdgeRank, Look};
use crate::lang::Language;

use mark_picture::CellPaint;

const COLUMNS: u8 = 3;
/// The marks of the first and the second seat: in the server's text, and on the screen.
const MARKS: [(char, &str); 2] = [('x', "X"), ('o', "O")];

/// The board of a match.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The owner of the mark in each cell, row by row; `None` for an empty cell.
    marks: Vec<Option<Seat>>,
    /// The cells of the winning line; empty before the end.
    line: Vec<Place>,
    is_over: bool,
    moves: Moves,
}

/// The example that the home screen shows: marks in mid-match.
pub(super) fn example() -> (AnyConfig, AnyView) {
    let view = View {
        board: "xo..x.o..".to_owned(),
        to_move: None,
        line: Vec::new(),
        outcome: None,
    };
    (AnyConfig::TicTacToe(Config {}), AnyView::TicTacToe(view))
}

/// The place of a cell.
pub fn place(cell: Cell) -> Place {
    let at = (0..CELLS).find(|it| Cell::new(*it) == Some(cell));
    Place(at.unwrap_or(0))
}

impl Cells {
    /// The board of a match.
    pub fn new(view: &View) -> Self {
        let seat = |mark| {
            let at = MARKS.iter().position(|it| it.0 == mark)?;
            Seat::ALL.get(at).copied()
        };
        let line: Vec<Place> = view.line.iter().map(|it| place(*it)).collect();
        Self {
            marks: view.board.chars().map(seat).collect(),
            line,
            is_over: view.outcome.is_some(),
            moves: Moves::default(),
        }
    }

    fn picture(
        &self,
        (context, parts): (&BoardContext<'_>, Parts),
        area: Rect,
        buffer: &mut Buffer,
    ) -> Vec<PlaceArea> {
        let places: Vec<Place> = Place::all().take(self.places()).collect();
        let picture = SquarePicture {
            look: context.look,
            parts,
            scale: context.scale,
            columns: COLUMNS.into(),
            places: &places,
            focus: context.cursor,
        };
        let cells: Vec<CellPaint> = places
            .iter()
            .map(|at| {
                let mark = SquareMark::of(context, *at, self.moves.last);
                let is_decided = !self.line.is_empty();
                let owner = self.marks.get(at.idx()).copied().flatten();
                let may_mark = context.moves.iter().any(|it| it.to == *at);
                let ghost = context
                    .my_seat
                    .filter(|_| may_mark && mark == SquareMark::Cursor);
                let is_bright = owner.is_some() && (!is_decided || self.line.contains(at));
                CellPaint::new(context.look, mark, (owner.or(ghost), is_bright))
            })
            .collect();
        picture.draw(area, buffer, |index, point| cells[index].paint(point))
    }

    fn square(&self, context: &BoardContext<'_>, at: Place, owner: Option<Seat>) -> Square {
        let mut square = Square::new(context, at, self.moves.last);
        if let Some(seat) = owner {
            MARKS[seat.idx() % 2].1.clone_into(&mut square.text);
            square.fill = context.look.fill(seat);
        }
        if self.line.contains(&at) {
            square.brackets = Some(["(", ")"]);
            square.rank = EdgeRank::Target;
        }
        square
    }
}

impl GameBoard for Cells {
    fn show(&mut self, view: &AnyView) {
        if let AnyView::TicTacToe(view) = view {
            *self = Self {
                moves: self.moves,
                ..Self::new(view)
            };
        }
    }

    fn places(&self) -> usize {
        self.marks.len()
    }

    fn first_cursor(&self) -> Place {
        Place(u8::try_from(self.marks.len() / 2).unwrap_or(0))
    }

    fn name(&self, at: Place) -> String {
        at.name(COLUMNS)
    }

    fn beside(&self, at: Place, direction: Direction) -> Option<Place> {
        let spot = |at: Place| (i32::from(at.0 % COLUMNS), i32::from(at.0 / COLUMNS));
        let others = Place::all().take(self.places()).filter(|it| *it != at);
        direction.nearest(spot(at), others.map(|it| (it, spot(it))))
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        let rows = self.marks.len().div_ceil(COLUMNS.into());
        if look.parts().is_some() {
            let rows = u8::try_from(rows).unwrap_or(u8::MAX);
            return square_picture::size(scale, COLUMNS, rows);
        }
        grid_size(scale.lines(), COLUMNS.into(), cells(rows))
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        if let Some(parts) = context.look.parts() {
            return self.picture((context, parts), area, buffer);
        }
        let marked = Place::all().zip(&self.marks);
        let squares: Vec<Square> = marked
            .map(|(at, owner)| self.square(context, at, *owner))
            .collect();
        let grid = Grid {
            look: context.look,
            scale: context.scale.lines(),
            columns: COLUMNS.into(),
            squares: &squares,
            focus: context.cursor,
        };
        (&grid).render(area, buffer);
        grid.places(area)
    }

    /// The meaning of a cell's name: it is marked.
    fn typed(&self, text: &str) -> Option<Typed> {
        let named = |it: &Place| self.name(*it).eq_ignore_ascii_case(text);
        let found = Place::all().take(self.places()).find(named);
        found.map(|it| Typed::Move(it, it))
    }

    fn moves(&self) -> Option<&Moves> {
        Some(&self.moves)
    }

    fn moves_mut(&mut self) -> Option<&mut Moves> {
        Some(&mut self.moves)
    }

    fn told(&self, action: AnyAction, language: Language) -> String {
        let AnyAction::TicTacToe(cell) = action else {
            return String::new();
        };
        language.told_mark(cell.to_string())
    }

    fn rows(&self) -> Vec<Vec<Place>> {
        let places: Vec<Place> = Place::all().take(self.places()).collect();
        places
            .chunks(COLUMNS.into())
            .map(<[Place]>::to_vec)
            .collect()
    }

    fn owner(&self, at: Place) -> Option<Seat> {
        self.marks.get(at.idx()).copied()?
    }

    fn piece(&self, at: Place, language: Language) -> Option<String> {
        let kind = |seat: Seat| ["x", "o"][seat.idx() % 2];
        self.owner(at).map(|seat| language.piece(kind(seat)))
    }

    fn ending(&self, language: Language) -> Option<String> {
        self.is_over.then(|| {
            if self.line.is_empty() {
                language.end_full()
            } else {
                language.end_line()
            }
        })
    }
}
