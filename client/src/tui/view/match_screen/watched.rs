//! How the board shows the attacks of others while they are watched. Asked by `match_screen`; it only reads the model.

use dicehall_protocol::HolderView;

use super::Shown;
use crate::games::board::Watched;

/// How somebody else's attack is lit: a bot's until it acts again, so that the board does not change between light and dark
/// with each of its attacks.
pub(super) fn watched(shown: &Shown<'_>) -> Watched {
    let game_match = shown.game_match;
    let watched = game_match.trail.battle.as_ref();
    let watched = watched.filter(|_| game_match.watches && !game_match.may_choose());
    let attacker = watched.and_then(|it| shown.lobby.holder(it.attacker));
    let is_bot = attacker.is_some_and(|it| matches!(it, HolderView::Bot { .. }));
    if watched.is_none() {
        Watched::Off
    } else if game_match.rolling.is_some() {
        Watched::Odds
    } else if is_bot {
        Watched::Result
    } else {
        Watched::Off
    }
}
