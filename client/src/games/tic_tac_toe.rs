//! Tic-tac-toe: three rows of three cells.

mod mark_picture;
pub mod words;

use std::sync::Arc;

use dicehall_engine::game::Layout;
use dicehall_engine::games::tic_tac_toe::{Config, View};
use dicehall_engine::{AnyAction, AnyConfig, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;

use super::board::{BoardContext, GameBoard, PlaceArea, PlaceContent};
use super::draw::grid::{Grid, Square, grid_size};
use super::draw::square_picture::{self, SquareMark, SquarePicture};
use super::place::{Place, Places};
use crate::graphics::Scale;
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
    places: Arc<Places>,
}

/// The example that the home screen shows: marks in mid-match.
pub(super) fn example() -> (AnyConfig, AnyView) {
    let view = View {
        board: "xo..x.o..".to_owned(),
        to_move: None,
        line: Vec::new(),
        outcome: None,
        match_point: None,
    };
    (
        AnyConfig::TicTacToe(Config::default()),
        AnyView::TicTacToe(view),
    )
}

impl Cells {
    /// The board of a match.
    pub fn new(layout: &Layout, view: &View) -> Self {
        Self::with(
            Arc::new(Places {
                is_marked_by_name: true,
                ..Places::of(layout)
            }),
            view,
        )
    }

    fn with(places: Arc<Places>, view: &View) -> Self {
        let seat = |mark| {
            let at = MARKS.iter().position(|it| it.0 == mark)?;
            Seat::ALL.get(at).copied()
        };
        let line: Vec<Place> = view
            .line
            .iter()
            .filter_map(|it| Some(AnyAction::TicTacToe(*it).ends()?.1))
            .collect();
        Self {
            marks: view.board.chars().map(seat).collect(),
            line,
            is_over: view.outcome.is_some(),
            places,
        }
    }

    fn picture(
        &self,
        context: &BoardContext<'_>,
        parts: Parts,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Vec<PlaceArea> {
        let places: Vec<Place> = self.places.all().collect();
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
                let mark = SquareMark::of(context, *at);
                let is_decided = !self.line.is_empty();
                let owner = self.marks.get(at.idx()).copied().flatten();
                let may_mark = context.moves.iter().any(|it| it.to == *at);
                let ghost = context
                    .my_seat
                    .filter(|_| may_mark && mark == SquareMark::Cursor);
                let is_bright = owner.is_some() && (!is_decided || self.line.contains(at));
                CellPaint::new(context.look, mark, owner.or(ghost), is_bright)
            })
            .collect();
        picture.draw(area, buffer, |index, point| cells[index].paint(point))
    }

    fn square(&self, context: &BoardContext<'_>, at: Place, owner: Option<Seat>) -> Square {
        let mut square = Square::new(context, at);
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
    fn places(&self) -> &Places {
        &self.places
    }

    fn show(&mut self, view: &AnyView) {
        if let AnyView::TicTacToe(view) = view {
            *self = Self::with(Arc::clone(&self.places), view);
        }
    }

    fn told(&self, action: AnyAction, language: Language) -> String {
        let AnyAction::TicTacToe(cell) = action else {
            return String::new();
        };
        language.told_mark(cell.to_string())
    }

    fn held(&self, at: Place, language: Language) -> Option<PlaceContent> {
        let seat = self.marks.get(at.idx()).copied()??;
        let kind = ["x", "o"][seat.idx() % 2];
        Some(PlaceContent::Piece {
            owner: Some(seat),
            name: language.piece(kind),
            count: None,
        })
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

    fn size(&self, look: Look, scale: Scale) -> Size {
        if look.parts().is_some() {
            return square_picture::size(scale, COLUMNS, COLUMNS);
        }
        grid_size(scale.lines(), COLUMNS.into(), COLUMNS.into())
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        if let Some(parts) = context.look.parts() {
            return self.picture(context, parts, area, buffer);
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
}
