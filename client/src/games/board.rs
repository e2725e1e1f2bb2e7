//! The board of every game, as the screens use it.
//!
//! Each game implements this trait once, in its own folder. Law kept here: no rules. A board shows
//! the server's view; the legal moves come from the server as well.

use dicehall_engine::games::dice_wars::Map;
use dicehall_engine::{AnyAction, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::place::{Direction, Fought, Move, Place, Typed};
use super::territory::Territories;
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::lang::Language;

/// The board of a game: positions and names of the places, and the pieces or dice on them.
pub trait GameBoard {
    /// Shows another position of the same match.
    fn show(&mut self, view: &AnyView);

    /// The number of places that the cursor can be on.
    fn places(&self) -> usize;

    /// The cursor's first place: near the middle.
    fn first_cursor(&self) -> Place;

    /// The name of a place.
    fn name(&self, at: Place) -> String;

    /// The name of a place, for texts in which the bare name could mean something else.
    fn full_name(&self, at: Place) -> String {
        self.name(at)
    }

    /// The next place in a direction; `None` at the edge.
    fn beside(&self, at: Place, direction: Direction) -> Option<Place>;

    /// The size of the board in columns and rows.
    fn size(&self, look: Look, scale: Scale) -> Size;

    /// Whether letters can stand over the columns, in an additional row.
    fn has_letters(&self) -> bool {
        false
    }

    /// Draws the board; returns the areas of the places.
    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea>;

    /// The meaning of a typed text on this board; `None` if it has none.
    fn typed(&self, text: &str) -> Option<Typed>;

    /// The places row by row from the top, in the order in which they are read out; empty on a
    /// board without rows.
    fn rows(&self) -> Vec<Vec<Place>> {
        Vec::new()
    }

    /// The places beside another.
    fn neighbors(&self, _at: Place) -> Vec<Place> {
        Vec::new()
    }

    /// The owner of a place, or of the piece on it.
    fn owner(&self, at: Place) -> Option<Seat> {
        Some(self.dice()?.cell(at)?.owner)
    }

    /// The pieces in a seat's hand, with the number of each; empty in games without hands.
    fn hand(&self, _seat: Seat, _language: Language) -> Vec<(String, u8)> {
        Vec::new()
    }

    /// The feature that distinguishes matches of this game: the size of the board, or the name of
    /// the map.
    fn variant(&self, _look: Look) -> String {
        String::new()
    }

    /// The map that is played on, in a game with maps that can be kept.
    fn map(&self) -> Option<&Map> {
        None
    }

    /// Owners and dice; `None` in games without dice.
    fn dice(&self) -> Option<&Territories> {
        None
    }

    /// Whether a captured territory is animated as a tile that turns over.
    fn flips(&self) -> bool {
        false
    }

    /// Owners and dice, to change them.
    fn dice_mut(&mut self) -> Option<&mut Territories> {
        None
    }

    /// The moves seen so far; `None` in games with dice.
    fn moves(&self) -> Option<&Moves> {
        None
    }

    /// The moves that were seen, to add to them.
    fn moves_mut(&mut self) -> Option<&mut Moves> {
        None
    }

    /// An action of a game without dice, in words.
    fn told(&self, _action: AnyAction, _language: Language) -> String {
        String::new()
    }

    /// The name of the piece on a place or in the hand, in a word.
    fn piece(&self, _at: Place, _language: Language) -> Option<String> {
        None
    }

    /// The place of a kind of piece in one's own hand, by its index.
    fn in_hand(&self, _number: u8) -> Option<Place> {
        None
    }

    /// The reason why a match without dice ended, as a sentence.
    fn ending(&self, _language: Language) -> Option<String> {
        None
    }

    /// A remark on the position of a game without dice.
    fn remark(&self, _look: Look) -> Line<'static> {
        Line::default()
    }
}

/// The state of the screen from which a board is drawn, besides the board itself.
#[derive(Clone, Copy, Debug)]
pub struct BoardContext<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The size of the board's places.
    pub scale: Scale,
    /// Whether there is room for the letters of the columns.
    pub letters: bool,
    /// The place under the cursor.
    pub cursor: Place,
    /// The place from which a move is to be made, once chosen.
    pub source: Option<Place>,
    /// The legal moves from the source, or else from the place under the cursor.
    pub moves: &'a [Move],
    /// The attack that was made from the source; its former targets stay highlighted with it.
    pub fought: Option<&'a Fought>,
    /// The person's own seat.
    pub my_seat: Option<Seat>,
    /// Whether the last move is highlighted, because there is nothing to choose.
    pub shows_last: bool,
}

/// A part of the screen that belongs to a place, to be clicked.
pub type PlaceArea = (Rect, Place);

/// The parts of a picture that belong to places, row by row. `at` tells the place at the middle of
/// each cell; its point is in columns and half rows from the corner of the area.
pub fn place_areas(
    (area, part): (Rect, Rect),
    at: impl Fn(f32, f32) -> Option<Place>,
) -> Vec<PlaceArea> {
    let mut places: Vec<PlaceArea> = Vec::new();
    for cell in part.intersection(area).positions() {
        let x = f32::from(cell.x - area.x) + 0.5;
        let y = 2.0 * f32::from(cell.y - area.y) + 1.0;
        let Some(at) = at(x, y) else { continue };
        match places.last_mut() {
            Some((run, last)) if *last == at && run.y == cell.y && run.right() == cell.x => {
                run.width += 1;
            }
            _ => places.push((Rect::new(cell.x, cell.y, 1, 1), at)),
        }
    }
    places
}

/// The moves seen of a match without dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The source and target of the last move; a mark or a drop has its target as both. `None`
    /// before the first.
    pub last: Option<(Place, Place)>,
    /// The number of moves.
    pub count: u16,
}

impl BoardContext<'_> {
    /// The brackets around the text of a place: of the source, or of the cursor; `None` for other
    /// places.
    pub fn brackets(&self, at: Place) -> Option<[&'static str; 2]> {
        if self.source == Some(at) {
            Some(self.look.symbols().source)
        } else {
            (self.cursor == at).then_some(["[", "]"])
        }
    }
}

/// The board of a game that this program does not know.
#[derive(Clone, Copy, Debug)]
pub struct UnknownBoard;

impl GameBoard for UnknownBoard {
    fn show(&mut self, _view: &AnyView) {}

    fn places(&self) -> usize {
        0
    }

    fn first_cursor(&self) -> Place {
        Place(0)
    }

    fn name(&self, _at: Place) -> String {
        String::new()
    }

    fn beside(&self, _at: Place, _direction: Direction) -> Option<Place> {
        None
    }

    fn size(&self, _look: Look, _scale: Scale) -> Size {
        Size::new(1, 1)
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        let told = context.look.language.board_unknown();
        Line::from(format!(" {told}")).render(area, buffer);
        Vec::new()
    }

    fn typed(&self, _text: &str) -> Option<Typed> {
        None
    }
}
