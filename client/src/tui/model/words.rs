//! How each game is spoken of: what a place is called, what keys do in it, its rules in short, its switches.
//!
//! The hints, the help and the panels take their words from here, so that no game is told in those of another. Law kept
//! here: words only. Nothing in these tables decides what may be done.

mod animal_shogi;
mod dice_of_doom;
mod dice_wars;
mod tic_tac_toe;

use dicehall_engine::GameKind;

use crate::tui::keymap::Action;

/// How a game is spoken of.
#[derive(Debug)]
pub struct Words {
    /// A place on the board.
    pub place: &'static str,
    /// What Enter does once it is clear with what: attack, move, mark.
    pub verb: &'static str,
    /// Over the numbers of each seat, in a game with dice: places, dice, and the largest group.
    pub columns: &'static str,
    /// What the first and the second seat of a game for two play with; on a board of cells, what their marks look like.
    pub roles: [&'static str; 2],
    /// What keys do on the board, where the table of keys says it in general only.
    pub keys: &'static [(Action, &'static str)],
    /// The keys of the board that are of no use in this game.
    pub useless: &'static [Action],
    /// What can be typed on the board, with what it does.
    pub typed: &'static [(&'static str, &'static str)],
    /// The rules in short, a line each; the first is the title.
    pub rules: &'static [&'static str],
    /// The switches that a lobby can change.
    pub switches: &'static [Switch],
}

/// A switch of a lobby's settings.
#[derive(Debug)]
pub struct Switch {
    /// The name in `--rules`.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// The values to step through, as text.
    pub values: &'static [&'static str],
    /// What it changes, in at most two lines of the popup.
    pub help: &'static str,
}

/// The words of a game.
pub const fn words(game: GameKind) -> &'static Words {
    match game {
        GameKind::DiceOfDoom => &dice_of_doom::WORDS,
        GameKind::DiceWars => &dice_wars::WORDS,
        GameKind::AnimalShogi => &animal_shogi::WORDS,
        GameKind::TicTacToe => &tic_tac_toe::WORDS,
    }
}

impl Words {
    /// Whether the game is played with dice on territories.
    pub const fn has_dice(&self) -> bool {
        !self.columns.is_empty()
    }

    /// What a key does on this game's board, if the game has its own words for it.
    pub fn key(&self, action: Action) -> Option<&'static str> {
        self.keys
            .iter()
            .find(|(it, _)| *it == action)
            .map(|(_, help)| *help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_on_territories_speak_of_attacks_and_dice() {
        for game in GameKind::ALL {
            let words = words(*game);
            let told = words.keys.iter().chain(&[]).map(|(_, help)| *help);
            let all: Vec<&str> = told
                .chain(words.typed.iter().map(|it| it.1))
                .chain([words.verb])
                .collect();
            let speaks = |word: &str| all.iter().any(|it| it.contains(word));
            let with_dice = matches!(game, GameKind::DiceOfDoom | GameKind::DiceWars);
            assert_eq!(speaks("attack"), with_dice, "{game:?}");
            assert_eq!(speaks("hex"), *game == GameKind::DiceOfDoom, "{game:?}");
            assert_eq!(words.rules[0], game.title());
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
