//! Animal shogi: squares with pieces, a hand above and below them, and moves told in words.

mod board;
pub(super) mod example;
mod figures;
mod picture;
pub mod words;

use std::sync::Arc;

use dicehall_engine::game::Layout;
use dicehall_engine::games::animal_shogi::board::{FILES, RANKS, SQUARES, Square};
use dicehall_engine::games::animal_shogi::pieces::{HandPiece, Kind};
use dicehall_engine::games::animal_shogi::{Action, Ending, PieceView, View};
use dicehall_engine::{AnyAction, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::board::{BoardContext, GameBoard, Labels, PlaceArea, PlaceContent};
use super::place::{Place, Places};
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::lang::Language;

/// The board of a match.
#[derive(Clone, Debug)]
pub struct Squares {
    view: Box<View>,
    places: Arc<Places>,
}

impl Squares {
    /// The board of a match.
    pub fn new(layout: &Layout, view: &View) -> Self {
        let hand = HandPiece::ALL.iter();
        let hand = hand.map(|it| format!("{}*", it.kind().letter()));
        Self {
            view: Box::new(view.clone()),
            places: Arc::new(Places {
                hand: hand.collect(),
                ..Places::of(layout)
            }),
        }
    }

    fn piece_at(&self, square: Square) -> Option<&PieceView> {
        self.view.pieces.iter().find(|it| it.square == square)
    }
}

impl GameBoard for Squares {
    fn places(&self) -> &Places {
        &self.places
    }

    fn show(&mut self, view: &AnyView) {
        if let AnyView::AnimalShogi(view) = view {
            self.view.as_mut().clone_from(view);
        }
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
                let name = self.piece_at(from).map_or_else(
                    || language.piece("piece"),
                    |it| kind_name(it.kind, language),
                );
                let takes = self.piece_at(to).map_or_else(String::new, |it| {
                    language.told_takes(kind_name(it.kind, language))
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

    fn held(&self, at: Place, language: Language) -> Option<PlaceContent> {
        let (owner, kind) = match held(at) {
            Some(piece) => (None, piece.kind()),
            None => self
                .piece_at(Square::new(at.0)?)
                .map(|it| (Some(it.owner), it.kind))?,
        };
        Some(PlaceContent::Piece {
            owner,
            name: kind_name(kind, language),
            count: None,
        })
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

    /// Beside the board: check, or an approaching repetition.
    fn labels(&self, look: Look) -> Labels {
        let View {
            check, occurrences, ..
        } = *self.view;
        let remark = match occurrences {
            _ if check => Line::styled(look.language.check(), look.bad()),
            0 | 1 => Line::default(),
            times => Line::from(look.language.occurs(times)),
        };
        Labels {
            remark,
            ..Labels::default()
        }
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        board::size(look, scale)
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        board::draw(&self.view, context, area, buffer)
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
        let name = |at: Place| match board.held(at, Language::English)? {
            PlaceContent::Piece { name, .. } => Some(name),
            PlaceContent::Dice(_) | PlaceContent::Pieces(_) => None,
        };
        let at = |square: &str| name(square_place(square.parse().unwrap()));
        assert_eq!(
            (at("a1"), at("b4"), at("a2")),
            (Some("giraffe".to_owned()), Some("lion".to_owned()), None)
        );
        assert_eq!(
            name(hand_place(HandPiece::Elephant)),
            Some("elephant".to_owned())
        );
    }
}
