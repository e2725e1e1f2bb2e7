//! The games as the client shows them: board, words and moves of each, in a folder of its own.
//!
//! A new game is a folder with a [`GameBoard`] and its [`Words`], and one line at each place of
//! this file that names all games; the compiler finds these places. This module knows `graphics`
//! and the engine's views, but not the screens around a board.

pub mod animal_shogi;
pub mod board;
pub mod dice_of_doom;
pub mod dice_wars;
pub mod grid;
pub mod hints;
pub mod label;
pub mod luck;
pub mod place;
pub mod sample;
pub mod shades;
pub mod square_picture;
pub mod territory;
pub mod tic_tac_toe;
pub mod tile;
pub mod words;

use std::mem::discriminant;
use std::ops::{Deref, DerefMut};

use dicehall_engine::games::territory::{Action, Chance};
use dicehall_engine::{AnyAction, AnyChance, AnyConfig, AnyView, GameKind, Seat};

use board::{GameBoard, UnknownBoard};
use place::Place;
use words::Words;

/// The game that the tutorial teaches: its steps speak of hexes and attacks.
pub const TAUGHT: GameKind = GameKind::DiceOfDoom;

/// The board of any game; used through [`GameBoard`].
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the games are explained in their folders")]
pub enum Board {
    DiceOfDoom(dice_of_doom::Hexes),
    DiceWars(dice_wars::MapOfTerritories),
    AnimalShogi(animal_shogi::Squares),
    TicTacToe(tic_tac_toe::Cells),
    /// The server's view belongs to another game than the configuration.
    Unknown(UnknownBoard),
}

impl Board {
    /// The board of a match.
    pub fn new(config: &AnyConfig, view: &AnyView) -> Self {
        match (config, view) {
            (AnyConfig::DiceOfDoom(config), AnyView::DiceOfDoom(view)) => {
                Self::DiceOfDoom(dice_of_doom::Hexes::new(config, view))
            }
            (AnyConfig::DiceWars(config), AnyView::DiceWars(view)) => {
                Self::DiceWars(dice_wars::MapOfTerritories::new(config, view))
            }
            (AnyConfig::AnimalShogi(_), AnyView::AnimalShogi(view)) => {
                Self::AnimalShogi(animal_shogi::Squares::new(view))
            }
            (AnyConfig::TicTacToe(_), AnyView::TicTacToe(view)) => {
                Self::TicTacToe(tic_tac_toe::Cells::new(view))
            }
            (
                AnyConfig::DiceOfDoom(_)
                | AnyConfig::DiceWars(_)
                | AnyConfig::AnimalShogi(_)
                | AnyConfig::TicTacToe(_),
                _,
            ) => Self::Unknown(UnknownBoard),
        }
    }

    /// Whether this and another board can belong to the same match.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::DiceOfDoom(one), Self::DiceOfDoom(other)) => one.columns() == other.columns(),
            (one, other) => discriminant(one) == discriminant(other),
        }
    }

    /// Takes over the moves seen so far from an earlier board of the match.
    pub fn remember(&mut self, before: &Self) {
        if let (Some(dice), Some(before)) = (self.dice_mut(), before.dice()) {
            dice.battle = before.battle;
        }
        if let (Some(moves), Some(before)) = (self.moves_mut(), before.moves()) {
            moves.last = before.last;
            if moves.count == 0 {
                moves.count = before.count;
            }
        }
    }
}

impl Deref for Board {
    type Target = dyn GameBoard;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::DiceOfDoom(board) => board,
            Self::DiceWars(board) => board,
            Self::AnimalShogi(board) => board,
            Self::TicTacToe(board) => board,
            Self::Unknown(board) => board,
        }
    }
}

impl DerefMut for Board {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::DiceOfDoom(board) => board,
            Self::DiceWars(board) => board,
            Self::AnimalShogi(board) => board,
            Self::TicTacToe(board) => board,
            Self::Unknown(board) => board,
        }
    }
}

/// The words of a game.
pub const fn words(game: GameKind) -> &'static Words {
    match game {
        GameKind::DiceOfDoom => &dice_of_doom::words::WORDS,
        GameKind::DiceWars => &dice_wars::words::WORDS,
        GameKind::AnimalShogi => &animal_shogi::words::WORDS,
        GameKind::TicTacToe => &tic_tac_toe::words::WORDS,
    }
}

/// The source and target of an action. A mark has its cell as both; a drop comes from the hand.
/// `None` for an action without a place.
pub fn ends(action: AnyAction) -> Option<(Place, Place)> {
    match action {
        AnyAction::DiceOfDoom(action) | AnyAction::DiceWars(action) => territory::ends(action),
        AnyAction::AnimalShogi(action) => Some(animal_shogi::ends(action)),
        AnyAction::TicTacToe(cell) => Some((tic_tac_toe::place(cell), tic_tac_toe::place(cell))),
    }
}

/// The seat to move; `None` when the match is over.
pub const fn to_move(view: &AnyView) -> Option<Seat> {
    match view {
        AnyView::DiceOfDoom(view) | AnyView::DiceWars(view) => view.to_move,
        AnyView::AnimalShogi(view) => view.to_move,
        AnyView::TicTacToe(view) => view.to_move,
    }
}

/// The number of the round; `None` in games that count none.
pub const fn round(view: &AnyView) -> Option<u16> {
    match view {
        AnyView::DiceOfDoom(view) | AnyView::DiceWars(view) => Some(view.round),
        AnyView::AnimalShogi(_) | AnyView::TicTacToe(_) => None,
    }
}

/// A match to show the game with: its start, and a position in the middle of it.
fn example(game: GameKind) -> (AnyConfig, AnyView) {
    match game {
        GameKind::DiceOfDoom => dice_of_doom::example::example(),
        GameKind::DiceWars => dice_wars::example::example(),
        GameKind::AnimalShogi => animal_shogi::example::example(),
        GameKind::TicTacToe => tic_tac_toe::example(),
    }
}

/// The action that ends a turn; `None` in games without such an action.
pub const fn pass_action(game: GameKind) -> Option<AnyAction> {
    match game {
        GameKind::DiceOfDoom => Some(AnyAction::DiceOfDoom(Action::Pass)),
        GameKind::DiceWars => Some(AnyAction::DiceWars(Action::Pass)),
        GameKind::AnimalShogi | GameKind::TicTacToe => None,
    }
}

/// The outcome of dice, in the terms that the games with territories share.
pub const fn dice_chance(chance: AnyChance) -> Chance {
    match chance {
        AnyChance::DiceOfDoom(chance) | AnyChance::DiceWars(chance) => chance,
        AnyChance::AnimalShogi(none) | AnyChance::TicTacToe(none) => match none {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[test]
    fn only_games_on_territories_speak_of_attacks_and_dice() {
        for game in GameKind::ALL {
            let words = words(*game);
            let told = words.keys.iter().map(|it| it.1(Language::English));
            let all: Vec<String> = told
                .chain(words.typed.iter().map(|it| it.1(Language::English)))
                .chain([(words.verb)(Language::English)])
                .collect();
            let speaks = |word: &str| all.iter().any(|it| it.contains(word));
            let with_dice = matches!(game, GameKind::DiceOfDoom | GameKind::DiceWars);
            assert_eq!(speaks("attack"), with_dice, "{game:?}");
            assert_eq!(speaks("hex"), *game == GameKind::DiceOfDoom, "{game:?}");
            let rules = (words.rules)(Language::English);
            assert_eq!(rules.lines().next(), Some(game.title()));
        }
    }

    #[test]
    fn no_key_is_explained_that_is_of_no_use() {
        for game in GameKind::ALL {
            let words = words(*game);
            let both = words.useless.iter().find(|it| words.key(**it).is_some());
            assert_eq!(both, None, "{game:?}");
        }
    }
}
