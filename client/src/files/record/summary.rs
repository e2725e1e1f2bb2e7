//! The summary of the record: matches and wins by game and opponents, streaks, and luck.
//!
//! Pure; called by the screen of the record and by `dicehall record`.

use std::collections::BTreeMap;

use dicehall_engine::GameKind;

use super::{MatchResult, RecordedMatch};
use crate::games::luck::Luck;

/// The summary of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of matches.
    pub played: usize,
    /// The number of wins.
    pub won: usize,
    /// The present streak: the number of last matches won in a row; negative for a row of matches
    /// without a win.
    pub streak: i64,
    /// The longest row of wins.
    pub best: i64,
    /// All dice that the person was seen to roll.
    pub luck: Luck,
    /// The matches of each game by the strength of the bots; `None` for matches with people, and
    /// with bots of several strengths.
    pub games: BTreeMap<GameKind, BTreeMap<Option<String>, Sum>>,
}

/// The counts of a group of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The number of matches.
    pub played: usize,
    /// The number of wins.
    pub won: usize,
}

impl Summary {
    /// The summary of these matches; the most recent one comes first.
    pub fn of(matches: &[RecordedMatch]) -> Self {
        let mut summary = Self::default();
        for RecordedMatch { played, .. } in matches.iter().rev() {
            let is_won = played.result == MatchResult::Won;
            let game = summary.games.entry(played.game).or_default();
            let sum = game.entry(played.bots.clone()).or_default();
            sum.played += 1;
            sum.won += usize::from(is_won);
            summary.played += 1;
            summary.won += usize::from(is_won);
            summary.streak = streak_after(summary.streak, is_won);
            summary.best = summary.best.max(summary.streak);
            summary.luck.add(played.dice, played.pips);
        }
        summary
    }
}

/// The streak after another match.
const fn streak_after(streak: i64, is_won: bool) -> i64 {
    match (is_won, streak) {
        (true, 0..) => streak + 1,
        (true, _) => 1,
        (false, ..=0) => streak - 1,
        (false, _) => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::record::PlayedMatch;

    fn recorded((at, game, bots, result): (i64, GameKind, &str, MatchResult)) -> RecordedMatch {
        RecordedMatch {
            ended_at_ms: at,
            played: PlayedMatch {
                name: at.to_string(),
                game,
                others: Vec::new(),
                bots: (!bots.is_empty()).then(|| bots.to_owned()),
                result,
                rounds: 1,
                dice: 10,
                pips: 40,
                file: None,
            },
        }
    }

    #[test]
    fn wins_are_counted_by_game_and_opponents_and_streaks_from_the_first_match_on() {
        use GameKind::{DiceOfDoom, TicTacToe};
        use MatchResult::{Lost, Resigned, Shared, Won};
        let matches = [
            (7, DiceOfDoom, "hard", Lost),
            (6, TicTacToe, "", Resigned),
            (5, DiceOfDoom, "easy", Won),
            (4, DiceOfDoom, "easy", Won),
            (3, DiceOfDoom, "hard", Won),
            (2, TicTacToe, "", Shared),
            (1, TicTacToe, "", Won),
        ]
        .map(recorded);
        let summary = Summary::of(&matches);
        let sums: Vec<String> = summary
            .games
            .iter()
            .flat_map(|(game, groups)| {
                groups.iter().map(move |(bots, sum)| {
                    format!("{} {bots:?} {}/{}", game.name(), sum.won, sum.played)
                })
            })
            .collect();
        assert_eq!(
            sums,
            [
                "dice-of-doom Some(\"easy\") 2/2",
                "dice-of-doom Some(\"hard\") 1/2",
                "tic-tac-toe None 1/3"
            ]
        );
        assert_eq!((summary.won, summary.played), (4, 7));
        assert_eq!((summary.streak, summary.best), (-2, 3));
        let luck = Luck {
            dice: 70,
            pips: 280,
        };
        assert_eq!(summary.luck, luck);
        assert_eq!(Summary::of(&[]), Summary::default());
    }
}
