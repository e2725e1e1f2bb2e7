//! Dice of Doom: hexes in a rhombus, each row shifted half a hex to the left of the one above.

pub(super) mod example;
pub mod hex_picture;
pub mod hexagons;
pub mod words;

use dicehall_engine::AnyView;
use dicehall_engine::games::dice_of_doom::Config;
use dicehall_engine::games::dice_of_doom::hexagon::SIZE_MAX;
use dicehall_engine::games::territory::View;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;

use super::board::{BoardContext, GameBoard, PlaceArea, UnknownBoard};
use super::place::{Direction, Place, Typed};
use super::territory::Territories;
use super::tile::{Marked, tiles};
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use hex_picture::HexPicture;
use hexagons::HexBoard;

/// The board of a match: as many rows as columns.
#[derive(Clone, Debug)]
pub struct Hexes {
    columns: u8,
    dice: Territories,
}

impl Hexes {
    /// The board of a match.
    pub fn new(config: &Config, view: &View) -> Self {
        let columns = config.rules.size.clamp(1, SIZE_MAX);
        let places = usize::from(columns) * usize::from(columns);
        Self {
            columns,
            dice: Territories::new(view, places),
        }
    }

    /// The number of hexes in a row.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    fn coordinate(&self, column: char, row: char) -> Option<Place> {
        let letter = u8::try_from(column.to_ascii_lowercase()).ok()?;
        let column = letter.checked_sub(b'a')?;
        let row = u8::try_from(row.to_digit(10)?).ok()?.checked_sub(1)?;
        let on_board = column < self.columns && row < self.columns;
        on_board.then(|| Place(row * self.columns + column))
    }
}

impl GameBoard for Hexes {
    fn show(&mut self, view: &AnyView) {
        let places = self.places();
        if let AnyView::DiceOfDoom(view) = view {
            self.dice.show(view, places);
        }
    }

    fn places(&self) -> usize {
        usize::from(self.columns) * usize::from(self.columns)
    }

    fn first_cursor(&self) -> Place {
        Place(self.columns / 2 * self.columns + self.columns / 2)
    }

    fn name(&self, at: Place) -> String {
        at.name(self.columns)
    }

    /// Moving up or down goes to the right and to the left by turns, so that the cursor stays in
    /// its column.
    fn beside(&self, at: Place, direction: Direction) -> Option<Place> {
        let (row, column) = (at.0 / self.columns, at.0 % self.columns);
        let ways: &[(i8, i8)] = match direction {
            Direction::Left => &[(0, -1)],
            Direction::Right => &[(0, 1)],
            Direction::UpLeft => &[(-1, -1)],
            Direction::UpRight => &[(-1, 0)],
            Direction::DownLeft => &[(1, 0)],
            Direction::DownRight => &[(1, 1)],
            Direction::Up if row % 2 == 0 => &[(-1, 0), (-1, -1)],
            Direction::Up => &[(-1, -1), (-1, 0)],
            Direction::Down if row % 2 == 0 => &[(1, 1), (1, 0)],
            Direction::Down => &[(1, 0), (1, 1)],
        };
        let on_board = |at: u8, by: i8| at.checked_add_signed(by).filter(|it| *it < self.columns);
        ways.iter().find_map(|(down, right)| {
            let (row, column) = (on_board(row, *down)?, on_board(column, *right)?);
            Some(Place(row * self.columns + column))
        })
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        match look.parts() {
            Some(_) => hex_picture::size(scale, self.columns),
            None => hexagons::size(scale.lines(), self.columns),
        }
    }

    fn has_letters(&self) -> bool {
        true
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        let tiles = tiles(&self.dice, context);
        if self.dice.cells.is_empty() {
            return UnknownBoard.draw(context, area, buffer);
        }
        if let Some(parts) = context.look.parts() {
            let board = HexPicture {
                look: context.look,
                parts,
                scale: context.scale,
                columns: self.columns.into(),
                hexes: &tiles,
                marked: Marked::new(&self.dice, context),
                has_letters: context.letters,
            };
            return board.draw(area, buffer);
        }
        let board = HexBoard {
            look: context.look,
            scale: context.scale.lines(),
            columns: self.columns.into(),
            hexes: &tiles,
            focus: context.cursor.idx(),
            has_letters: context.letters,
        };
        (&board).render(area, buffer);
        board.places(area)
    }

    /// The meaning of one or two hexes such as `b3`, `b3c4`, `b3 c4`, `b3-c4`.
    fn typed(&self, text: &str) -> Option<Typed> {
        let separators = [' ', '-', '>', ','];
        let plain: Vec<char> = text.chars().filter(|it| !separators.contains(it)).collect();
        match plain.as_slice() {
            [column, row] => self.coordinate(*column, *row).map(Typed::Point),
            [column, row, to_column, to_row] => Some(Typed::Move(
                self.coordinate(*column, *row)?,
                self.coordinate(*to_column, *to_row)?,
            )),
            _ => None,
        }
    }

    fn rows(&self) -> Vec<Vec<Place>> {
        let row = |row| (0..self.columns).map(move |column| Place(row * self.columns + column));
        (0..self.columns).map(|it| row(it).collect()).collect()
    }

    fn neighbors(&self, at: Place) -> Vec<Place> {
        const AROUND: [Direction; 6] = [
            Direction::UpLeft,
            Direction::UpRight,
            Direction::Left,
            Direction::Right,
            Direction::DownLeft,
            Direction::DownRight,
        ];
        let beside = AROUND.iter().filter_map(|it| self.beside(at, *it));
        beside.collect()
    }

    fn variant(&self, look: Look) -> String {
        let times = look.symbols().times;
        format!(" {}{times}{}", self.columns, self.columns)
    }

    fn dice(&self) -> Option<&Territories> {
        Some(&self.dice)
    }

    fn flips(&self) -> bool {
        true
    }

    fn dice_mut(&mut self) -> Option<&mut Territories> {
        Some(&mut self.dice)
    }
}
