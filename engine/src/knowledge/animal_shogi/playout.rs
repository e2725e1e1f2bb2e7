//! The policy of the rollout player's playouts of animal shogi.
//!
//! Source: tarosa.y, *動物将棋 (14)* (Animal shogi, part 14), in the blog *コンピュータを楽しもう!!* (Enjoy computers).
//!
//! In this order: capture the lion; step with the own lion to a safe far rank; in check, flee to a safe square or
//! capture a checking piece (a coin decides where both are possible), and play any action where neither is possible;
//! out of check, draw a piece and then a move of it. The lion steps onto an attacked square only if there is no other
//! action. Captures of a checking piece by the lion obey this as well. Pieces in hand are drawn one by one like those
//! on the board.

#[cfg(test)]
mod tests;

use crate::bots::rollout::Policy;
use crate::dice::{Dice, pick};
use crate::game::{Seat, State};
use crate::games::animal_shogi::board::{Square, Squares};
use crate::games::animal_shogi::pieces::HandPiece;
use crate::games::animal_shogi::{Action, Placement, Position, other};

/// The score of a first action that gives check.
const CHECK_BONUS: f64 = 0.04;
/// The score of a first action for each square that the enemy lion can no longer reach after it.
const LION_SQUARE_BONUS: f64 = 0.03;

/// The policy and its scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShogiPolicy;

impl Policy<Position> for ShogiPolicy {
    fn draw(&mut self, state: &Position, dice: &mut dyn Dice) -> Option<Action> {
        policy(state, dice)
    }

    fn material(&self, state: &Position, seat: Seat) -> u32 {
        state.placement().material(seat)
    }

    fn bonus(&self, before: &Position, after: &Position) -> f64 {
        let (before, after) = (before.placement(), after.placement());
        let enemy = other(before.to_move());
        let check = if after.in_check(enemy) {
            CHECK_BONUS
        } else {
            0.0
        };
        let squares =
            f64::from(before.lion_mobility(enemy)) - f64::from(after.lion_mobility(enemy));
        check + LION_SQUARE_BONUS * squares
    }
}

/// Draws an action for the side to move; `None` only if the match is over.
pub fn policy(state: &Position, dice: &mut dyn Dice) -> Option<Action> {
    if state.ending().is_some() {
        return None;
    }
    let mover = Mover {
        placement: state.placement(),
        seat: state.placement().to_move(),
    };
    if let Some(enemy) = mover.placement.lion(other(mover.seat))
        && let Some(catch) = mover.capture(Squares::only(enemy), dice)
    {
        return Some(catch);
    }
    let escapes = mover.placement.lion_escapes(mover.seat);
    if let Some(safe_try) = mover.lion_step(escapes & Squares::far_rank(mover.seat), dice) {
        return Some(safe_try);
    }
    let checkers = mover.placement.checkers(mover.seat);
    let chosen = if checkers.is_empty() {
        mover.any_piece(escapes, dice)
    } else {
        mover.answer(escapes, checkers, dice)
    };
    chosen.or_else(|| pick(&state.actions(), dice))
}

/// The side to move, with what the policy asks about it.
struct Mover {
    placement: Placement,
    seat: Seat,
}

impl Mover {
    /// Answers a check: flees or captures the checking piece.
    fn answer(&self, escapes: Squares, checkers: Squares, dice: &mut dyn Dice) -> Option<Action> {
        let takers = self.takers(checkers, escapes);
        let flees = match (escapes.is_empty(), takers.is_empty()) {
            (false, false) => dice.below(2) == 0,
            (flight_barred, _) => !flight_barred,
        };
        if flees {
            self.lion_step(escapes, dice)
        } else {
            self.capture_with(takers, checkers, escapes, dice)
        }
    }

    /// A safe step of the lion, or any move of another piece; a piece without a move is not drawn.
    fn any_piece(&self, escapes: Squares, dice: &mut dyn Dice) -> Option<Action> {
        let hand = self.placement.hand(self.seat);
        let movable: Squares = self
            .own()
            .filter(|it| !self.reach(*it, escapes).is_empty())
            .collect();
        let on_board = u64::from(movable.len());
        let in_hand = HandPiece::ALL.map(|it| u64::from(hand.count(it)));
        let total = on_board + in_hand.iter().sum::<u64>();
        let mut drawn = if total > 0 {
            dice.below(total)
        } else {
            return None;
        };
        if drawn < on_board {
            let from = nth(movable, drawn)?;
            return Some(self.step(from, draw(self.reach(from, escapes), dice)?));
        }
        drawn -= on_board;
        for (piece, count) in HandPiece::ALL.into_iter().zip(in_hand) {
            if drawn < count {
                return Some(Action::Drop {
                    piece,
                    to: draw(self.placement.empty(), dice)?,
                });
            }
            drawn -= count;
        }
        None
    }

    /// Captures on one of the squares with a piece drawn from all that can, even if the lion is not safe after it.
    fn capture(&self, squares: Squares, dice: &mut dyn Dice) -> Option<Action> {
        self.capture_with(
            self.takers(squares, Squares::ALL),
            squares,
            Squares::ALL,
            dice,
        )
    }

    fn capture_with(
        &self,
        takers: Squares,
        squares: Squares,
        safe: Squares,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        let from = draw(takers, dice)?;
        Some(self.step(from, draw(self.reach(from, safe) & squares, dice)?))
    }

    /// The pieces that can capture on one of the squares; the lion only if it is safe there.
    fn takers(&self, squares: Squares, safe: Squares) -> Squares {
        self.own()
            .filter(|it| !(self.reach(*it, safe) & squares).is_empty())
            .collect()
    }

    fn lion_step(&self, squares: Squares, dice: &mut dyn Dice) -> Option<Action> {
        let lion = self.placement.lion(self.seat)?;
        Some(self.step(lion, draw(squares, dice)?))
    }

    /// The squares to which a piece may go if the lion keeps to safe squares.
    fn reach(&self, from: Square, safe: Squares) -> Squares {
        let targets = self.placement.targets(from, self.seat);
        if self.placement.lion(self.seat) == Some(from) {
            targets & safe
        } else {
            targets
        }
    }

    fn step(&self, from: Square, to: Square) -> Action {
        Action::Move {
            from,
            to,
            promotes: self.placement.promotes(from, to),
        }
    }

    fn own(&self) -> impl Iterator<Item = Square> {
        self.placement.pieces(self.seat).into_iter()
    }
}

/// Draws one square evenly.
fn draw(squares: Squares, dice: &mut dyn Dice) -> Option<Square> {
    if squares.len() < 2 {
        squares.first()
    } else {
        nth(squares, dice.below(squares.len().into()))
    }
}

fn nth(squares: Squares, number: u64) -> Option<Square> {
    { squares.into_iter() }
        .zip(0..)
        .find(|it| it.1 == number)
        .map(|it| it.0)
}
