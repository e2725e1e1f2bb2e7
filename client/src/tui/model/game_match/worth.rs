//! The order in which attacks are offered: the best first, by the odds that the server sent.
//!
//! Called by `update` for Tab and for the cursor's place at the start of a turn. Law kept here: no
//! rules. Odds and regions are the server's, dice are those on the board.

use crate::games::place::{Move, Place};
use crate::lang::Language;
use crate::tui::model::game_match::GameMatch;

impl GameMatch {
    /// The legal moves, the best first; equal ones in the order of the board.
    pub fn best_first(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.moves().collect();
        moves.sort_by_key(|it| (it.from, it.to));
        moves.sort_by(|one, other| self.worth(other).total_cmp(&self.worth(one)));
        moves
    }

    /// The legal moves from one place, the best first.
    pub fn best_from(&self, from: Place) -> Vec<Move> {
        let mut moves = self.best_first();
        moves.retain(|it| it.from == from);
        moves
    }

    /// The expected gain of a move: on success a territory and the growth of the largest region,
    /// else the loss of dice.
    fn worth(&self, it: &Move) -> f64 {
        let odds = it.odds.unwrap_or(1.0);
        let held = self.board.held(it.from, Language::default());
        let (Some(link), Some(cell)) = (it.link, held.and_then(|it| it.cell())) else {
            return odds;
        };
        let standing = self.board.standings().get(cell.owner.idx());
        let gain = link.saturating_sub(standing.map_or(0, |it| it.link));
        // One die always stays.
        let risked = cell.dice.saturating_sub(1);
        odds * (1.0 + f64::from(gain)) - (1.0 - odds) * f64::from(risked)
    }
}
