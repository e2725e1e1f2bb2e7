//! Endings by resignation: whether a match is over that its rules have not ended.
//!
//! Called by the lobby while a match runs, and by the audit afterwards.

use crate::game::{Node, Outcome, Seat, SeatSet, State};

/// The outcome of a match, given its position, the resignations and the seats that humans hold; `None` if it goes on.
///
/// A match ends by its rules; when only one seat is left that has not resigned; and when a human has resigned and every
/// other human has too. All seats that have not resigned share the win.
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
