//! Counts of action sequences for `dicehall perft`: the quickest way to find out whether two
//! programs agree about the rules.

use dicehall_engine::dice::SeededDice;
use dicehall_engine::game::ConfigError;
use dicehall_engine::game::perft::perft;
use dicehall_engine::{AnyState, GameKind};

use super::analyse::position::text_field;

/// The seed of the position to count from, if none is given.
const FIRST_SEED: u64 = 0;

/// The position to count from, if none is given: the default rules with the fewest seats, dealt
/// with seed 0.
pub(crate) fn first_position(game: GameKind) -> Result<AnyState, ConfigError> {
    let (fewest, _) = game.seats();
    game.default_rules()
        .generate(fewest, &mut SeededDice::new(FIRST_SEED))?
        .start()
}

/// The number of action sequences of a length. In animal shogi the rule of repetition is left out,
/// as in published counts. `None` if the number is too large.
pub(crate) fn count(state: &AnyState, depth: u32) -> Option<u64> {
    if let AnyState::AnimalShogi(position) = state {
        return Some(position.placement().perft(depth));
    }
    perft(state, depth)
}

/// A position as JSON; it may be typed as JSON, or as the bare text of a game that writes positions
/// as one text.
pub(crate) fn as_json(game: GameKind, typed: &str) -> String {
    if typed.trim_start().starts_with('{') {
        return typed.to_owned();
    }
    let Some(field) = text_field(game) else {
        return typed.to_owned();
    };
    serde_json::json!({"game": game.name(), field: typed}).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::analyse::position;
    use super::*;
    use dicehall_engine::State;

    /// The most sequences that a test counts for one position and depth.
    const SEQUENCES_MAX: u64 = 80_000;

    #[track_caller]
    fn check(position: &str, expect: &[u64]) {
        let state = position::read(position).unwrap().state;
        let counts: Vec<u64> = (0..)
            .zip(expect)
            .map(|(depth, _)| count(&state, depth).unwrap())
            .collect();
        assert_eq!(counts, expect, "{position}");
    }

    #[test]
    fn counts_equal_those_by_hand() {
        // a2 a1 / b1 b1. The neighbors of 0 are 2, 1 and 3: two attacks, each won or lost, and a
        // pass. Lost: a1 a1 / b1 b1, a may only pass. Won on 2: a1 a1 / a1 b1; a may only pass.
        // Either way 1 action follows. Pass: a2 gets no more dice under max_dice 2, a1 gets one: a2
        // a2 / b1 b1; b has single dice and may only pass.
        check(
            r#"{"game":"dice-of-doom","rules":"standard","size":2,"players":2,"max_dice":2,"to_move":0,
                "start":true,"board":"a2a1b1b1"}"#,
            &[1, 5, 5],
        );
        // By the book's rules a turn begins with an attack, and the match ends when b, to move, has
        // only single dice. a attacks (4 results), then passes; in each b has one die a hex and
        // cannot attack. So depth 3 has none.
        check(
            r#"{"game":"dice-of-doom","rules":"book","size":2,"players":2,"max_dice":2,"to_move":0,
                "start":true,"board":"a2a1b1b1"}"#,
            &[1, 4, 4, 0],
        );
        // One die cannot attack one die: the match is over, so it has one empty sequence and no
        // others.
        check(
            r#"{"game":"dice-of-doom","rules":"book","size":2,"players":2,"max_dice":2,"to_move":0,
                "start":true,"board":"a1a1b1b1"}"#,
            &[1, 0, 0],
        );
    }

    #[derive(serde::Deserialize)]
    struct Counted {
        sfen: String,
        official: Vec<Level>,
    }

    #[derive(serde::Deserialize)]
    struct Level {
        depth: u32,
        nodes: u64,
    }

    #[test]
    fn counts_of_animal_shogi_equal_the_reference() {
        let text = include_str!("../../../tests/reference/shogi/perft.json");
        let all: Vec<Counted> = serde_json::from_str(text).unwrap();
        assert!(all.len() > 20, "{}", all.len());
        for it in all {
            let json = as_json(GameKind::AnimalShogi, &it.sfen);
            let state = position::read(&json).unwrap().state;
            for level in it
                .official
                .iter()
                .filter(|level| level.nodes <= SEQUENCES_MAX)
            {
                assert_eq!(
                    count(&state, level.depth),
                    Some(level.nodes),
                    "{} at {}",
                    it.sfen,
                    level.depth
                );
            }
        }
    }

    #[test]
    fn counts_of_tic_tac_toe_equal_the_reference() {
        let text = include_str!("../../../tests/reference/shogi/tictactoe.json");
        let reference: serde_json::Value = serde_json::from_str(text).unwrap();
        let by_ply: Vec<u64> =
            serde_json::from_value(reference["tree_nodes_by_ply"].clone()).unwrap();
        check(&as_json(GameKind::TicTacToe, "........."), &by_ply);
        assert_eq!(by_ply.len(), 10);
    }

    #[test]
    fn counts_of_dice_wars_equal_those_by_hand() {
        // a2 b1 in a row, a to move. An attack is won (b is out, the match is over) or lost; or a
        // passes and b, who has one single die, may only pass. A lost attack leaves a1 b1: pass. So
        // 3 results, then 1 action in two of them.
        check(
            r#"{"game":"dice-wars","map":{"neighbours":[[1],[0]]},"owners":[0,1],"dice":[2,1],"to_move":0,
                "max_dice":2}"#,
            &[1, 3, 2],
        );
    }

    #[test]
    fn without_a_position_a_fixed_one_is_counted() {
        let first = first_position(GameKind::DiceOfDoom).unwrap();
        let counts: Vec<u64> = (0..4).map(|depth| count(&first, depth).unwrap()).collect();
        insta::assert_debug_snapshot!((first.view(), counts));
    }
}
