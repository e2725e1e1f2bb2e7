//! Everything besides the board that matters for the value of a position, such as whose turn it is and what is in stock.
//!
//! Called by `value` and by the training; `inputs` turns it into numbers.

use crate::game::{SEATS_MAX, Seat};
use crate::games::territory::position::OnTerritories;

/// Everything besides the board that matters for its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The living seats in the order of turns, from the one that chooses next; the rest is filled up with any seats.
    pub order: [Seat; SEATS_MAX],
    /// How many seats own a territory.
    pub living: u8,
    /// The dice that the last living seat is about to place at random.
    pub to_place: u8,
    /// The dice in stock of each seat, in `order`.
    pub reserve: [u8; SEATS_MAX],
    /// The dice that the first seat would get if it ended its turn.
    pub brings: u8,
    /// Whether the first seat has yet to make the first attack of its turn.
    pub opening: bool,
    /// Whether the first seat may not end its turn yet.
    pub must_attack: bool,
    /// The rounds that are left, this one included; `None` without a limit.
    pub rounds_left: Option<u16>,
}

impl Situation {
    /// The situation of a state that is not over; `None` if the last round ends before anybody chooses again.
    pub fn of<S: OnTerritories>(state: &S) -> Option<Self> {
        let (board, mut turn) = (state.board(), *state.turn());
        let passer = turn.to_move;
        let to_place = turn.to_place();
        if to_place > 0 {
            turn.advance();
            while board.owned(turn.to_move).is_empty() {
                turn.advance();
            }
        }
        let rounds_left = match state.rounds() {
            0 => None,
            last => Some((last + 1).checked_sub(turn.round).filter(|it| *it > 0)?),
        };
        let mut order = [turn.to_move; SEATS_MAX];
        let mut living = 0;
        let mut at = turn;
        for _ in 0..turn.seats {
            if !board.owned(at.to_move).is_empty() {
                order[usize::from(living)] = at.to_move;
                living += 1;
            }
            at.advance();
        }
        let reserve = order.map(|seat| {
            if to_place > 0 && seat == passer {
                0
            } else {
                state.reserve(seat)
            }
        });
        let choosing = to_place == 0;
        Some(Self {
            order,
            living,
            to_place,
            reserve,
            brings: state.reinforcement(turn.to_move),
            opening: !choosing || turn.opening,
            must_attack: choosing && state.must_attack(),
            rounds_left,
        })
    }
}
