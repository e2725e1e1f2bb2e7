//! The games as the client shows them: board, words and moves of each, in a folder of its own.
//!
//! A game needs no line here: it has the described board and plain words. One with a [`GameBoard`] or
//! [`Words`] of its own has a folder, and a line at each place of this file that names games. This
//! module knows `graphics` and the engine's views, but not the screens around a board.

pub mod act;
pub mod animal_shogi;
pub mod board;
pub mod described;
pub mod dice_of_doom;
pub mod dice_wars;
pub mod draw;
pub mod luck;
pub mod place;
pub mod preview;
pub mod rolling;
pub mod sample;
pub mod territory;
pub mod tic_tac_toe;
pub mod words;

use dicehall_engine::{AnyConfig, AnyView, GameKind, Origin};

use crate::graphics::text::wrap;
use crate::lang::Language;
use board::GameBoard;
use described::Described;
use territory::Territories;
use words::Words;

/// The widest line of rules that have no line breaks made for the help, in columns; it fits a terminal of 80.
const RULES_WIDTH_MAX: usize = 76;

/// The board of any game.
pub type Board = Box<dyn GameBoard>;

/// The game that the tutorial teaches: its steps speak of hexes and attacks.
pub const TAUGHT: GameKind = GameKind::DiceOfDoom;

/// The start of the match in which it teaches that game.
pub fn taught() -> Option<Origin> {
    dice_of_doom::example::origin()
}

/// The board of a match.
pub fn board(config: &AnyConfig, view: &AnyView) -> Board {
    let layout = config.layout();
    match (config, view) {
        (AnyConfig::DiceOfDoom(_), AnyView::DiceOfDoom(view)) => {
            Box::new(Territories::of_hexes(&layout, view))
        }
        (AnyConfig::DiceWars(config), AnyView::DiceWars(view)) => {
            Box::new(Territories::of_map(&layout, &config.map.name, view))
        }
        (AnyConfig::AnimalShogi(_), AnyView::AnimalShogi(view)) => {
            Box::new(animal_shogi::Squares::new(&layout, view))
        }
        (AnyConfig::TicTacToe(_), AnyView::TicTacToe(view)) => {
            Box::new(tic_tac_toe::Cells::new(&layout, view))
        }
        _ => Box::new(Described::new(&layout, view)),
    }
}

/// The words that games have of their own.
const OWN_WORDS: [(GameKind, &Words); 4] = [
    (GameKind::DiceOfDoom, &dice_of_doom::words::WORDS),
    (GameKind::DiceWars, &dice_wars::words::WORDS),
    (GameKind::AnimalShogi, &animal_shogi::words::WORDS),
    (GameKind::TicTacToe, &tic_tac_toe::words::WORDS),
];

/// The words of a game.
pub fn words(game: GameKind) -> &'static Words {
    let own = OWN_WORDS.iter().find(|it| it.0 == game);
    match own {
        Some((_, words)) => words,
        None if game.pass().is_some() => &words::WITH_PASS,
        None => &words::PLAIN,
    }
}

/// The rules of a game in short, in lines; the first is the title.
pub fn rules(game: GameKind, language: Language) -> String {
    if let Some(rules) = words(game).rules {
        return rules(language);
    }
    let lines = wrap(game.rules_text(), RULES_WIDTH_MAX);
    format!("{}\n\n{}", game.title(), lines.join("\n"))
}

/// The number of the round; `None` in games that count none.
pub fn round(view: &AnyView) -> Option<u16> {
    view.on_territories().map(|it| it.round)
}

/// Whether the seat to move has not acted yet in its turn.
pub fn opens_turn(view: &AnyView) -> bool {
    view.on_territories().is_none_or(|it| it.opening)
}

/// A match to show a game with: its start, and a position in the middle of it. `None` for a game without one.
fn example(game: GameKind) -> Option<(AnyConfig, AnyView)> {
    type Example = fn() -> (AnyConfig, AnyView);
    const OWN: [(GameKind, Example); 4] = [
        (GameKind::DiceOfDoom, dice_of_doom::example::example),
        (GameKind::DiceWars, dice_wars::example::example),
        (GameKind::AnimalShogi, animal_shogi::example::example),
        (GameKind::TicTacToe, tic_tac_toe::example),
    ];
    let own = OWN.iter().find(|it| it.0 == game);
    own.map(|it| it.1())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let rules = rules(*game, Language::English);
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
