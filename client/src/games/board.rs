//! The board of every game, as the screens ask for it.
//!
//! A game implements this trait once, in its own folder. Law kept here: no rules. A board tells what the server's view
//! says; what may be chosen comes from the server's choices.

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

/// The board of a game: where places are, what they are called, and what lies on them.
pub trait GameBoard {
    /// Shows another position of the same match.
    fn show(&mut self, view: &AnyView);

    /// How many places the cursor can be on.
    fn places(&self) -> usize;

    /// Where the cursor is at first: near the middle.
    fn first_cursor(&self) -> Place;

    /// What people call a place.
    fn name(&self, at: Place) -> String;

    /// The name of a place where a bare name could be anything.
    fn full_name(&self, at: Place) -> String {
        self.name(at)
    }

    /// The place beside another in a direction.
    fn beside(&self, at: Place, direction: Direction) -> Option<Place>;

    /// The columns and rows that the board takes.
    fn size(&self, look: Look, scale: Scale) -> Size;

    /// Whether letters can stand over the columns, in one more row.
    fn has_letters(&self) -> bool {
        false
    }

    /// Draws the board, and tells where each place is.
    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea>;

    /// What a typed text means on this board, if it means anything.
    fn typed(&self, text: &str) -> Option<Typed>;

    /// The places row by row from the top, as they are told one after the other; none on a board without rows.
    fn rows(&self) -> Vec<Vec<Place>> {
        Vec::new()
    }

    /// The places beside another.
    fn neighbors(&self, _at: Place) -> Vec<Place> {
        Vec::new()
    }

    /// Whose a place is, or what lies on it.
    fn owner(&self, at: Place) -> Option<Seat> {
        Some(self.dice()?.cell(at)?.owner)
    }

    /// The pieces that a seat has in hand, with how many of each; none in a game without hands.
    fn hand(&self, _seat: Seat, _language: Language) -> Vec<(String, u8)> {
        Vec::new()
    }

    /// What tells this match from others of its game: the size of the board, or the name of the map.
    fn variant(&self, _look: Look) -> String {
        String::new()
    }

    /// Owners and dice, in a game with dice.
    fn dice(&self) -> Option<&Territories> {
        None
    }

    /// Whether what an attack takes is seen to turn over, as tiles do.
    fn flips(&self) -> bool {
        false
    }

    /// Owners and dice, to change them.
    fn dice_mut(&mut self) -> Option<&mut Territories> {
        None
    }

    /// The moves that were seen, in a game without dice.
    fn moves(&self) -> Option<&Moves> {
        None
    }

    /// The moves that were seen, to add to them.
    fn moves_mut(&mut self) -> Option<&mut Moves> {
        None
    }

    /// What an action without dice does on this board, in words.
    fn told(&self, _action: AnyAction, _language: Language) -> String {
        String::new()
    }

    /// What lies on a place or in the hand, in a word.
    fn piece(&self, _at: Place, _language: Language) -> Option<String> {
        None
    }

    /// The place of a kind of piece in one's own hand, by its number from 0 on.
    fn in_hand(&self, _number: u8) -> Option<Place> {
        None
    }

    /// Why a match without dice ended, as a sentence.
    fn ending(&self, _language: Language) -> Option<String> {
        None
    }

    /// What is to be known about the position of a game without dice.
    fn remark(&self, _look: Look) -> Line<'static> {
        Line::default()
    }
}

/// What a board is drawn from beside itself.
#[derive(Clone, Copy, Debug)]
pub struct BoardContext<'a> {
    /// What the terminal can show.
    pub look: Look,
    /// How large the board is.
    pub scale: Scale,
    /// Whether there is room for the letters of the columns.
    pub letters: bool,
    /// The place under the cursor.
    pub cursor: Place,
    /// The place from which something is to go.
    pub source: Option<Place>,
    /// What may be chosen from the source, or else from the place under the cursor.
    pub moves: &'a [Move],
    /// The attack that was made from the source; what could be attacked is in the light with it.
    pub fought: Option<&'a Fought>,
    /// The person's own seat.
    pub my_seat: Option<Seat>,
    /// Whether the last move is shown, since there is nothing to choose.
    pub shows_last: bool,
}

/// A part of the screen that belongs to a place.
pub type PlaceArea = (Rect, Place);

/// The parts of a picture that belong to places, row by row, as the picture tells of the middle of each cell; the point is
/// in columns and half rows from the corner of the area.
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

/// What was seen of a match without dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The last one: from where (itself for a mark or a drop) and to where.
    pub last: Option<(Place, Place)>,
    /// How many there were.
    pub count: u16,
}

impl BoardContext<'_> {
    /// What stands around the text of a place: the source, or the cursor.
    pub fn brackets(&self, at: Place) -> Option<[&'static str; 2]> {
        if self.source == Some(at) {
            Some(self.look.symbols().source)
        } else {
            (self.cursor == at).then_some(["[", "]"])
        }
    }
}

/// A board that this program does not know.
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
