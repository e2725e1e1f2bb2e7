//! The board of every game, as the screens use it.
//!
//! Each game implements this trait once, in its own folder. Law kept here: no rules. A board shows
//! the server's view; the legal moves come from the server as well.

use std::fmt::Debug;

pub use dicehall_engine::games::territory::Cell;
use dicehall_engine::games::territory::Standing;
use dicehall_engine::{AnyAction, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::act::{Act, Told, Trail};
use super::place::{Fought, Move, Place, Places};
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::lang::Language;

/// The board of a game: its places, what lies on them, and the words for what happens there.
pub trait GameBoard: CloneBoard + Debug + Send + Sync {
    /// The places, which stay the same for a whole match.
    fn places(&self) -> &Places;

    /// Shows another position of the same match.
    fn show(&mut self, view: &AnyView);

    /// Shows one die more on a place; on a board without dice nothing.
    fn add_die(&mut self, _at: Place) {}

    /// Shows the position after some actions, if it was told; tells what each of them did.
    fn follow(&mut self, acts: &[Act], view: Option<&AnyView>, language: Language) -> Vec<Told> {
        let told = acts.iter().map(|it| Told::Action {
            seat: it.seat,
            text: self.told(it.action, language),
        });
        let told = told.collect();
        if let Some(view) = view {
            self.show(view);
        }
        told
    }

    /// An action in words.
    fn told(&self, action: AnyAction, _language: Language) -> String {
        action.to_string()
    }

    /// The piece, mark or dice on a place, or that can be taken from there; `None` for an empty one.
    fn held(&self, at: Place, language: Language) -> Option<PlaceContent>;

    /// The pieces in a seat's hand, with the number of each; empty in games without hands.
    fn hand(&self, _seat: Seat, _language: Language) -> Vec<(String, u8)> {
        Vec::new()
    }

    /// The standing of each seat; empty in games without territories.
    fn standings(&self) -> &[Standing] {
        &[]
    }

    /// The words around the board.
    fn labels(&self, _look: Look) -> Labels {
        Labels::default()
    }

    /// The reason why the match ended, as a sentence; `None` if that need not be said.
    fn ending(&self, _language: Language) -> Option<String> {
        None
    }

    /// The size of the board in columns and rows.
    fn size(&self, look: Look, scale: Scale) -> Size;

    /// Draws the board; returns the areas of the places.
    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea>;
}

/// Copies a board whose type is not known. Every board that can be cloned has this.
pub trait CloneBoard {
    /// A copy.
    fn boxed(&self) -> Box<dyn GameBoard>;
}

impl<B: GameBoard + Clone + 'static> CloneBoard for B {
    fn boxed(&self) -> Box<dyn GameBoard> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn GameBoard> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

/// The piece, mark or dice on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceContent {
    /// A territory with its dice.
    Dice(Cell),
    /// A piece or mark.
    Piece {
        /// The owner; `None` for a kind of piece in one's own hand.
        owner: Option<Seat>,
        /// The name.
        name: String,
        /// How many there are; `None` where they are not counted.
        count: Option<u8>,
    },
    /// Several pieces or marks.
    Pieces(Vec<Self>),
}

impl PlaceContent {
    /// The owner; of several things that of the first.
    pub fn owner(&self) -> Option<Seat> {
        match self {
            Self::Dice(cell) => Some(cell.owner),
            Self::Piece { owner, .. } => *owner,
            Self::Pieces(all) => all.first()?.owner(),
        }
    }

    /// The name, of several things that of the first; `None` for a territory.
    pub fn name(self) -> Option<String> {
        match self {
            Self::Dice(_) => None,
            Self::Piece { name, .. } => Some(name),
            Self::Pieces(all) => all.into_iter().next()?.name(),
        }
    }

    /// The name with the number, where they are counted; `None` for a territory.
    pub fn counted(self, language: Language) -> Option<String> {
        match self {
            Self::Piece {
                name,
                count: Some(count),
                ..
            } => Some(language.pieces(count, name)),
            other @ (Self::Dice(_) | Self::Piece { .. } | Self::Pieces(_)) => other.name(),
        }
    }

    /// Each thing by itself.
    pub fn each(self) -> Vec<Self> {
        match self {
            Self::Pieces(all) => all,
            one @ (Self::Dice(_) | Self::Piece { .. }) => vec![one],
        }
    }

    /// The territory; `None` for a piece.
    pub const fn cell(&self) -> Option<Cell> {
        match self {
            Self::Dice(cell) => Some(*cell),
            Self::Piece { .. } | Self::Pieces(_) => None,
        }
    }
}

/// The words around a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// The feature that distinguishes matches of this game: the size of the board, or the name of the map.
    pub variant: String,
    /// A remark on the position.
    pub remark: Line<'static>,
}

/// A captured place that turns over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The place.
    pub at: Place,
    /// The new owner.
    pub to: Seat,
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
    /// How the last battle is lit, if it is somebody else's.
    pub watched: Watched,
    /// The traces of the last actions.
    pub trail: &'a Trail,
    /// The place that is shown from its edge, because it turns over.
    pub flip: Option<Flip>,
    /// The person's places that are marked as endangered.
    pub endangered: &'a [Place],
    /// The place of each new die that has just come.
    pub fresh: &'a [Place],
    /// The place where a match that is over turned.
    pub turning: Option<Turning<'a>>,
    /// Whether the result is shown, so that nothing is marked but the turning point.
    pub is_over: bool,
}

/// How the places of somebody else's attack are lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// As all others.
    Off,
    /// They alone, with the odds, while the dice roll.
    Odds,
    /// They alone, after the dice lie.
    Result,
}

/// The place where a match turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning<'a> {
    /// The place.
    pub at: Place,
    /// The words on it.
    pub words: &'a str,
}

/// A part of the screen that belongs to a place, to be clicked.
pub type PlaceArea = (Rect, Place);

/// The parts of a picture that belong to places, row by row. `at` tells the place at the middle of
/// each cell; its point is in columns and half rows from the corner of the area.
pub fn place_areas(
    area: Rect,
    part: Rect,
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

impl BoardContext<'_> {
    /// A board that is only looked at.
    pub const fn picture(look: Look, scale: Scale, cursor: Place) -> Self {
        Self {
            look,
            scale,
            letters: false,
            cursor,
            source: None,
            moves: &[],
            fought: None,
            my_seat: None,
            shows_last: false,
            watched: Watched::Off,
            trail: Trail::NONE,
            flip: None,
            endangered: &[],
            fresh: &[],
            turning: None,
            is_over: false,
        }
    }
}

impl BoardContext<'_> {
    /// The brackets around the text of a place: of the source, or of the cursor; `None` for other
    /// places.
    pub fn brackets(&self, at: Place) -> Option<[&'static str; 2]> {
        if self.source == Some(at) {
            Some(self.look.symbols().source)
        } else {
            (self.cursor == at && !self.is_over).then_some(["[", "]"])
        }
    }
}

/// Draws, in place of a board that cannot be read, that it is unknown.
pub fn draw_unknown(look: Look, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
    let told = look.language.board_unknown();
    Line::from(format!(" {told}")).render(area, buffer);
    Vec::new()
}
