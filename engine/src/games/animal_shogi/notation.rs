//! The notation of placements and actions: `gle/1c1/1C1/ELG b -`, and `b3b2`, `b2b1+`, `C*b2`.
//!
//! Ranks from the top, capital letters for sente, a digit for empty squares, `b` or `w` to move, hands in the order G E C.
//! A text has one meaning and a meaning has one text: a text that is written in another way is refused.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::action::Action;
use super::board::{FILES, RANKS, Square};
use super::pieces::{Hand, HandPiece, Kind, Piece};
use super::placement::Placement;
use crate::game::{ConfigError, Seat};

/// A text that is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an action is two squares (b3b2), with + if a chick becomes a hen (b2b1+), or a drop of C, E or G (C*b2)"
)]
pub struct NotAnAction;

impl Placement {
    /// The placement that a text describes; refuses what no match can lead to, with the reason.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let [board, to_move, hands] = text.split(' ').collect::<Vec<_>>()[..] else {
            return refused("a position is a board, b or w, and the hands, with one space between");
        };
        let pieces = board_pieces(board)?;
        let seat = match to_move {
            "b" => Seat::ALL[0],
            "w" => Seat::ALL[1],
            _ => return refused("the side to move is b (sente) or w (gote)"),
        };
        let hands = held_pieces(hands)?;
        check_complete(&pieces, hands)?;
        let placement = Self::build(pieces, hands, seat);
        let canonical = placement.to_string();
        if canonical != text {
            return refused(&format!("this position is written {canonical}"));
        }
        Ok(placement)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..RANKS {
            if rank > 0 {
                f.write_char('/')?;
            }
            format_rank(*self, rank, f)?;
        }
        f.write_str([" b ", " w "][self.to_move().idx()])?;
        let mut nothing = true;
        for owner in Seat::first(2) {
            for held in HAND_ORDER {
                let count = self.hand(owner).count(held);
                let kind = held.kind();
                if count > 1 {
                    write!(f, "{count}")?;
                }
                if count > 0 {
                    f.write_char(Piece { owner, kind }.letter())?;
                    nothing = false;
                }
            }
        }
        if nothing { f.write_char('-') } else { Ok(()) }
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The order of a hand's letters.
const HAND_ORDER: [HandPiece; 3] = [HandPiece::Giraffe, HandPiece::Elephant, HandPiece::Chick];

fn format_rank(placement: Placement, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut empty = 0;
    for file in 0..FILES {
        let piece = Square::new(file * RANKS + rank).and_then(|it| placement.piece(it));
        if piece.is_none() {
            empty += 1;
        }
        if empty > 0 && (piece.is_some() || file + 1 == FILES) {
            write!(f, "{empty}")?;
            empty = 0;
        }
        if let Some(piece) = piece {
            f.write_char(piece.letter())?;
        }
    }
    Ok(())
}

fn board_pieces(board: &str) -> Result<Vec<(Square, Piece)>, ConfigError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        return refused("a board has 4 ranks, with / between");
    }
    let mut pieces = Vec::new();
    for (rank, text) in (0..RANKS).zip(ranks) {
        rank_pieces(rank, text, &mut pieces)?;
    }
    Ok(pieces)
}

fn rank_pieces(rank: u8, text: &str, out: &mut Vec<(Square, Piece)>) -> Result<(), ConfigError> {
    let mut file: u8 = 0;
    for letter in text.chars() {
        let empty = letter
            .to_digit(10)
            .filter(|it| (1..=3).contains(it))
            .and_then(|it| u8::try_from(it).ok());
        if let Some(empty) = empty {
            file = file.saturating_add(empty);
            continue;
        }
        let Some(piece) = Piece::of_letter(letter) else {
            return refused(&format!("{letter:?} is no piece: L, E, G, C and H are"));
        };
        out.extend(square(file, rank).map(|it| (it, piece)));
        file = file.saturating_add(1);
    }
    if file == FILES {
        Ok(())
    } else {
        refused(&format!("rank {} does not have 3 squares", rank + 1))
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    if file < FILES {
        Square::new(file * RANKS + rank)
    } else {
        None
    }
}

fn held_pieces(text: &str) -> Result<[Hand; 2], ConfigError> {
    let mut hands = [Hand::default(); 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut count = 1;
    for letter in text.chars() {
        if letter == '2' && count == 1 {
            count = 2;
            continue;
        }
        let Some((owner, held)) =
            Piece::of_letter(letter).and_then(|it| Some((it.owner, held(it.kind)?)))
        else {
            return refused(&format!(
                "{letter:?} is nothing in hand: G, E and C are, and 2 before them"
            ));
        };
        let held = hands[owner.idx()].count_mut(held);
        *held = held.saturating_add(count);
        count = 1;
    }
    if count == 1 {
        Ok(hands)
    } else {
        refused("a count in hand needs a piece after it")
    }
}

/// A hen is a chick in hand, so its letter never stands for a piece there.
fn held(kind: Kind) -> Option<HandPiece> {
    if kind == Kind::Hen { None } else { kind.held() }
}

/// No piece ever leaves the game: one lion each, and two of every other kind, chicks and hens together.
fn check_complete(pieces: &[(Square, Piece)], hands: [Hand; 2]) -> Result<(), ConfigError> {
    for (owner, name) in Seat::first(2).zip(["sente", "gote"]) {
        let lion = Piece {
            owner,
            kind: Kind::Lion,
        };
        let count = pieces.iter().filter(|it| it.1 == lion).count();
        if count != 1 {
            return refused(&format!("{name} has one lion, not {count}"));
        }
    }
    for (held, name) in HandPiece::ALL
        .into_iter()
        .zip(["chicks and hens", "elephants", "giraffes"])
    {
        let on_board = pieces
            .iter()
            .filter(|it| it.1.kind.held() == Some(held))
            .count();
        let in_hand: usize = hands.iter().map(|it| usize::from(it.count(held))).sum();
        let count = on_board + in_hand;
        if count != 2 {
            return refused(&format!(
                "there are 2 {name} on the board and in hand, not {count}"
            ));
        }
    }
    Ok(())
}

fn refused<T>(why: &str) -> Result<T, ConfigError> {
    Err(ConfigError::Position(why.to_owned()))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Drop { piece, to } => write!(f, "{}*{to}", piece.kind().letter()),
            Self::Move { from, to, promotes } => {
                write!(f, "{from}{to}{}", if promotes { "+" } else { "" })
            }
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        let square = |text: Option<&str>| text.and_then(|it| it.parse().ok()).ok_or(NotAnAction);
        if let Some((piece, to)) = text.split_once('*') {
            let piece = HandPiece::ALL
                .into_iter()
                .find(|it| it.kind().letter().to_string() == piece);
            return Ok(Self::Drop {
                piece: piece.ok_or(NotAnAction)?,
                to: square(Some(to))?,
            });
        }
        let (squares, promotes) = text
            .strip_suffix('+')
            .map_or((text, false), |it| (it, true));
        let (from, to) = (square(squares.get(..2))?, square(squares.get(2..))?);
        if from == to {
            Err(NotAnAction)
        } else {
            Ok(Self::Move { from, to, promotes })
        }
    }
}

impl From<Action> for String {
    fn from(action: Action) -> Self {
        action.to_string()
    }
}

impl TryFrom<String> for Action {
    type Error = NotAnAction;

    fn try_from(text: String) -> Result<Self, NotAnAction> {
        text.parse()
    }
}
