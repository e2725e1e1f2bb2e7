//! The parts of a lobby that stay when it is told anew, because the connection was lost and has come back.
//!
//! Called with a snapshot. Law kept here: everything that the server tells is as it tells it; kept is what only this program knows.

use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;

/// Keeps of a lobby what its snapshot does not tell.
pub(super) fn keep_known(entered: &mut Lobby, before: Lobby) {
    entered.row = before.row;
    entered.chat = before.chat;
    entered.unread = before.unread;
    entered.muted = before.muted;
    entered.whispers = before.whispers;
    entered.hints_allowed = before.hints_allowed;
    entered.skipped = before.skipped;
    entered.last_banter = before.last_banter;
    if let (Some(fresh), Some(old)) = (entered.game_match.as_mut(), before.game_match) {
        if is_same_end(fresh, &old) {
            entered.called = before.called;
        }
        keep_history(fresh, old);
    }
}

/// Whether both are over, and are one and the same match.
fn is_same_end(one: &GameMatch, other: &GameMatch) -> bool {
    let end = |it: &GameMatch| (it.ply, it.outcome);
    one.outcome.is_some() && end(one) == end(other) && one.config == other.config
}

fn keep_history(fresh: &mut GameMatch, old: GameMatch) {
    let is_like = fresh.board.places().count() == old.board.places().count();
    if is_like && fresh.game == old.game {
        fresh.trail.recall(&old.trail);
        if fresh.acts == 0 {
            fresh.acts = old.acts;
        }
        fresh.log = old.log;
        fresh.earlier = old.earlier;
        fresh.course = old.course;
        fresh.log_scroll = old.log_scroll;
        fresh.cursor = old.cursor;
        fresh.verdict = old.verdict.filter(|_| fresh.outcome.is_some());
    }
}
