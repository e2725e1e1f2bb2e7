//! Skipping to the person's next turn: the person asks that bots act without a pause until then, and a short digest
//! tells what they did.
//!
//! Called for the key and for the server's messages. Law kept here: the server paces the bots, once all who play ask for
//! it; this module only asks.

use dicehall_engine::Seat;
use dicehall_engine::lobby::Request;

use crate::games::act::Told;
use crate::games::place::Place;
use crate::tui::model::Model;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::lobby::Lobby;
use crate::tui::update::lobby::command;

/// The most places that the digest names.
const NAMED_MAX: usize = 4;

/// Asks to skip what bots do, or takes that back; on the person's turn, shows the digest again.
pub(in crate::tui::update) fn skip(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let Some(game_match) = lobby.game_match.as_ref().filter(|it| it.outcome.is_none()) else {
        return;
    };
    if game_match.may_choose() {
        let told = digest(lobby, game_match).unwrap_or_else(|| lobby.language.my_turn_now());
        return model.tell(told);
    }
    if lobby.may_skip_bots() {
        let wanted = !lobby.skip_votes().by_me;
        command(model, Request::Skip { wanted });
    } else {
        model.tell(model.look.language.nothing_to_skip());
    }
}

/// Shows the digest when the person's turn begins or the match is over, if bots were skipped.
pub(in crate::tui::update) fn arrive(model: &mut Model) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    if !std::mem::take(&mut lobby.skipped) {
        return;
    }
    let told = lobby.game_match.as_ref().and_then(|it| digest(lobby, it));
    if let Some(told) = told {
        model.tell(told);
    }
}

/// The digest of what happened since the person's last action, in some ten words: the losses and
/// what is left.
fn digest(lobby: &Lobby, game_match: &GameMatch) -> Option<String> {
    let mine = lobby.my_seat()?;
    let Some(standing) = game_match.board.standings().get(mine.idx()) else {
        return last_move(lobby, game_match);
    };
    let mut lost: Vec<_> = since_own_turn(lobby, game_match)
        .filter_map(|it| place_lost(it, mine))
        .collect();
    lost.sort_unstable();
    let names: Vec<String> = lost
        .iter()
        .take(NAMED_MAX)
        .map(|it| game_match.name(*it))
        .collect();
    let more = lost.len().saturating_sub(NAMED_MAX);
    let (language, names) = (lobby.language, names.join(", "));
    let lost = match (names.is_empty(), more) {
        (true, _) => language.lost_nothing(),
        (false, 0) => language.lost_places(names),
        (false, more) => language.lost_more(names, more),
    };
    Some(language.dice_now(lost, standing.dice))
}

/// The place that a seat has lost in this entry, if it has.
fn place_lost(entry: &Entry, loser: Seat) -> Option<Place> {
    let battle = entry.attack()?;
    (battle.won && battle.defender == loser).then_some(battle.to)
}

/// The last action of somebody else.
fn last_move(lobby: &Lobby, game_match: &GameMatch) -> Option<String> {
    let newest = since_own_turn(lobby, game_match).next()?;
    if let Entry::Acted(Told::Action { seat, text }) = newest {
        return Some(format!("{}: {text}", lobby.seat_name(*seat)));
    }
    None
}

/// The entries since the person's own last action, the newest first.
fn since_own_turn<'a>(
    lobby: &Lobby,
    game_match: &'a GameMatch,
) -> impl Iterator<Item = &'a Entry> + use<'a> {
    let mine = lobby.my_seat();
    let entries = game_match.log.newest().map(|it| &it.entry);
    let is_mine = move |it: &Told| Some(it.seat()) == mine;
    entries.take_while(move |it| !it.told().is_some_and(is_mine))
}
