//! The cost of ending a turn when the reinforcement finds no room.
//!
//! Called by the guide of searches. The estimate counts what is on the board: for a seat whose territories are full a
//! pass changes nothing there, while an attack at even odds risks dice. So all seats would wait for the last round,
//! even one that owns every territory but one. The cost added here says that each pass throws dice away. It grows in a match that
//! takes long: two seats with full territories can wait for each other, each because attacking looks a little worse than
//! waiting, and the last round then decides for the one that owns more.

#[cfg(test)]
mod tests;

use crate::games::territory::{Action, Course, OnTerritories};

/// The payoff that a seat gives up by a pass whose reinforcement finds no room at all; a part of it if some of the dice
/// find room. With half of it four equal searchers wait for the last round in 4 of 60 matches of Dice of Doom, with
/// this value in none of 200; with more they win no more against others.
const NOTHING_BROUGHT: f64 = 0.1;
/// The round until which the cost stays the same; from then on it is in proportion to the round. A match of `value`
/// against three `strategist` takes about so many rounds. Without this `value` waited for the last round in 25 of 400
/// matches of Dice of Doom against three `paranoid:2`, and lost 14 of them; with it in 2, and with the same network it
/// won 94.5 % in place of 91.2.
const USUAL_ROUNDS: u16 = 20;

/// The payoff that the seat to move gives up by an action. Zero where a match ends as soon as a seat is stuck: there no
/// seat can wait for long, and the forecast was fitted without this cost.
pub fn waste<S: OnTerritories>(state: &S, action: Action) -> f64 {
    match (action, state.course()) {
        (Action::Attack { .. }, _) | (Action::Pass, Course::StuckEnds) => 0.0,
        (Action::Pass, Course::LastOwner | Course::Scattered) => {
            NOTHING_BROUGHT * share_without_room(state) * growth(state.turn().round)
        }
    }
}

/// The factor by which the cost has grown in a round.
fn growth(round: u16) -> f64 {
    f64::from(round.max(USUAL_ROUNDS)) / f64::from(USUAL_ROUNDS)
}

/// The share of a pass's reinforcement that would find no room; 1 if there is no reinforcement.
fn share_without_room<S: OnTerritories>(state: &S) -> f64 {
    let brought = u16::from(state.reinforcement(state.to_move()));
    let kept = brought.min(room(state));
    1.0 - f64::from(kept) / f64::from(brought.max(1))
}

/// The number of dice for which the seat to move has room at the end of its turn.
fn room<S: OnTerritories>(state: &S) -> u16 {
    let (board, seat) = (state.board(), state.to_move());
    let with_room = board.with_room(seat);
    if !state.places_at_random() {
        return with_room.len().into();
    }
    let missing = with_room
        .into_iter()
        .map(|it| u16::from(board.max_dice() - board.dice(it)));
    let reserve = state.reserve_max().saturating_sub(state.reserve(seat));
    missing.sum::<u16>() + u16::from(reserve)
}
