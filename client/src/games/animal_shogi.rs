//! Animal shogi: squares with pieces, a hand above and below them, and moves told in words.

mod board;
pub(super) mod example;
mod figures;
mod picture;
pub mod words;

use dicehall_engine::games::animal_shogi::board::{FILES, RANKS, SQUARES, Square};
use dicehall_engine::games::animal_shogi::pieces::{HandPiece, Kind};
use dicehall_engine::games::animal_shogi::{Action, Ending, View};
use dicehall_engine::{AnyAction, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::board::{BoardContext, GameBoard, Moves, PlaceArea};
use super::place::{Direction, Place, Typed};
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::lang::Language;

/// The board of a match.
#[derive(Clone, Debug)]
pub struct Squares {
    view: Box<View>,
    moves: Moves,
}

/// The source and target of an action; a drop comes from the hand.
pub fn ends(action: Action) -> (Place, Place) {
    match action {
        Action::Drop { piece, to } => (hand_place(piece), square_place(to)),
        Action::Move { from, to, .. } => (square_place(from), square_place(to)),
    }
}

impl Squares {
    /// The board of a match.
    pub fn new(view: &View) -> Self {
        Self {
            view: Box::new(view.clone()),
            moves: Moves::default(),
        }
    }

    fn kind_at(&self, square: Square) -> Option<Kind> {
        let mut pieces = self.view.pieces.iter();
        pieces.find(|it| it.square == square).map(|it| it.kind)
    }
}

impl GameBoard for Squares {
    fn show(&mut self, view: &AnyView) {
        if let AnyView::AnimalShogi(view) = view {
            self.view.as_mut().clone_from(view);
        }
    }

    fn places(&self) -> usize {
        SQUARES.into()
    }

    fn first_cursor(&self) -> Place {
        Place(RANKS + 2)
    }

    fn name(&self, at: Place) -> String {
        match held(at) {
            Some(piece) => format!("{}*", piece.kind().letter()),
            None => Square::new(at.0).map_or_else(String::new, |it| it.to_string()),
        }
    }

    fn beside(&self, at: Place, direction: Direction) -> Option<Place> {
        let spot = |at: Place| (i32::from(at.0 / RANKS), i32::from(at.0 % RANKS));
        let others = Place::all().take(self.places()).filter(|it| *it != at);
        let on_board = at.idx() < self.places();
        on_board.then(|| direction.nearest(spot(at), others.map(|it| (it, spot(it)))))?
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        board::size(look, scale)
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        board::draw(&self.view, self.moves.last, context, area, buffer)
    }

    /// The meaning of a square, a step or a drop: `b3`, `b3b2`, `b2b1+` (the sign may be left out),
    /// `C*b2`.
    fn typed(&self, text: &str) -> Option<Typed> {
        if let Ok(square) = text.to_ascii_lowercase().parse::<Square>() {
            return Some(Typed::Point(square_place(square)));
        }
        let written = match text.split_once('*') {
            Some((piece, to)) => {
                format!("{}*{}", piece.to_ascii_uppercase(), to.to_ascii_lowercase())
            }
            None => text.to_ascii_lowercase().replace([' ', '-', '>'], ""),
        };
        let (from, to) = ends(written.parse().ok()?);
        Some(Typed::Move(from, to))
    }

    fn moves(&self) -> Option<&Moves> {
        Some(&self.moves)
    }

    fn moves_mut(&mut self) -> Option<&mut Moves> {
        Some(&mut self.moves)
    }

    /// The move in words: the piece, the squares, the captured piece, and the promotion.
    fn told(&self, action: AnyAction, language: Language) -> String {
        let AnyAction::AnimalShogi(action) = action else {
            return String::new();
        };
        match action {
            Action::Drop { piece, to } => {
                language.told_drop(kind_name(piece.kind(), language), to.to_string())
            }
            Action::Move { from, to, promotes } => {
                let name = self
                    .kind_at(from)
                    .map_or_else(|| language.piece("piece"), |it| kind_name(it, language));
                let takes = self.kind_at(to).map_or_else(String::new, |it| {
                    language.told_takes(kind_name(it, language))
                });
                let becomes = if promotes {
                    language.told_becomes()
                } else {
                    String::new()
                };
                language.told_move(name, from.to_string(), to.to_string(), takes, becomes)
            }
        }
    }

    fn piece(&self, at: Place, language: Language) -> Option<String> {
        let kind = match held(at) {
            Some(piece) => Some(piece.kind()),
            None => self.kind_at(Square::new(at.0)?),
        };
        kind.map(|it| kind_name(it, language))
    }

    fn rows(&self) -> Vec<Vec<Place>> {
        let places: Vec<Place> = by_rows().collect();
        places.chunks(FILES.into()).map(<[Place]>::to_vec).collect()
    }

    fn owner(&self, at: Place) -> Option<Seat> {
        let square = Square::new(at.0)?;
        let mut pieces = self.view.pieces.iter();
        pieces.find(|it| it.square == square).map(|it| it.owner)
    }

    fn hand(&self, seat: Seat, language: Language) -> Vec<(String, u8)> {
        let Some(hand) = self.view.hands.get(seat.idx()) else {
            return Vec::new();
        };
        let held = [
            (Kind::Chick, hand.chick),
            (Kind::Elephant, hand.elephant),
            (Kind::Giraffe, hand.giraffe),
        ];
        let some = held.into_iter().filter(|(_, count)| *count > 0);
        some.map(|(kind, count)| (kind_name(kind, language), count))
            .collect()
    }

    fn in_hand(&self, number: u8) -> Option<Place> {
        HandPiece::ALL
            .get(usize::from(number))
            .map(|it| hand_place(*it))
    }

    fn ending(&self, language: Language) -> Option<String> {
        let words = match self.view.ending? {
            Ending::Catch => language.end_catch(),
            Ending::Try => language.end_try(),
            Ending::LateTry => language.end_late_try(),
            Ending::NoMove => language.end_no_move(),
            Ending::Repetition => language.end_repetition(),
        };
        Some(words)
    }

    /// A remark on the position: check, or an approaching repetition.
    fn remark(&self, look: Look) -> Line<'static> {
        let View {
            check, occurrences, ..
        } = *self.view;
        match occurrences {
            _ if check => Line::styled(look.language.check(), look.bad()),
            0 | 1 => Line::default(),
            times => Line::from(look.language.occurs(times)),
        }
    }
}

/// The place of a kind of piece in hand; these places come after the squares.
fn hand_place(piece: HandPiece) -> Place {
    let before = HandPiece::ALL.iter().take_while(|it| **it != piece);
    before.fold(Place(SQUARES), |at, _| Place(at.0 + 1))
}

/// The kind of piece in hand at a place; `None` for a square.
fn held(at: Place) -> Option<HandPiece> {
    let number = at.0.checked_sub(SQUARES)?;
    HandPiece::ALL.get(usize::from(number)).copied()
}

/// The place of a square.
const fn square_place(square: Square) -> Place {
    Place(square.file() * RANKS + square.rank())
}

/// The squares in drawing order: row by row from the top.
fn by_rows() -> impl Iterator<Item = Place> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| Place(file * RANKS + rank)))
}

fn kind_name(kind: Kind, language: Language) -> String {
    language.piece(match kind {
        Kind::Lion => "lion",
        Kind::Elephant => "elephant",
        Kind::Giraffe => "giraffe",
        Kind::Chick => "chick",
        Kind::Hen => "hen",
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{Table, joined};

    use super::*;

    #[track_caller]
    fn check(position: &str, action: &str, expect: &str) {
        let model = joined(&Table::shogi(position));
        let action = AnyAction::AnimalShogi(action.parse().unwrap());
        assert_eq!(
            model
                .game_match()
                .unwrap()
                .board
                .told(action, Language::English),
            expect
        );
    }

    #[test]
    fn an_action_of_animal_shogi_is_told_in_words() {
        // The initial position: the chicks face each other on b2 and b3.
        check("gle/1c1/1C1/ELG b -", "b3b2", "chick b3-b2, takes chick");
        check("gle/1c1/1C1/ELG b -", "c4c3", "giraffe c4-c3");
        check("gle/3/1C1/ELG b C", "C*b2", "drops chick on b2");
        check(
            "gle/C2/3/ELG b C",
            "a2a1+",
            "chick a2-a1, takes giraffe, becomes a hen",
        );
        check("g1l/H2/3/ELG b EC", "a2a1", "hen a2-a1, takes giraffe");
    }

    #[test]
    fn a_place_is_called_by_what_lies_on_it() {
        let model = joined(&Table::shogi("gle/1c1/1C1/ELG b -"));
        let board = &model.game_match().unwrap().board;
        let at = |name: &str| board.piece(square_place(name.parse().unwrap()), Language::English);
        assert_eq!(
            (at("a1"), at("b4"), at("a2")),
            (Some("giraffe".to_owned()), Some("lion".to_owned()), None)
        );
        assert_eq!(
            board.piece(hand_place(HandPiece::Elephant), Language::English),
            Some("elephant".to_owned())
        );
    }
}
