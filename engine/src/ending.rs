//! The end of a match that its rules have not ended: who has resigned, and which humans are left.
//!
//! The lobby asks while a match runs, the audit afterwards.

use crate::game::{Node, Outcome, Seat, SeatSet, State};

/// The outcome of a match with the position, the resignations and the seats that humans hold; `None` if it goes on.
///
/// It ends by its rules; when one seat is left that has not resigned; and when a human has resigned and no human is left who
/// has not. All seats that have not resigned share the win.
pub(crate) fn ending(state: &impl State, resigned: SeatSet, humans: SeatSet) -> Option<Outcome> {
    if let Node::Terminal(outcome) = state.node() {
        return Some(outcome);
    }
    let standing: SeatSet = Seat::first(state.seats())
        .filter(|seat| !resigned.contains(*seat))
        .collect();
    let given_up = !resigned.is_empty() && !standing.iter().any(|seat| humans.contains(seat));
    (standing.len() < 2 || given_up).then_some(Outcome { winners: standing })
}
