//! Skipping to the person's next turn: bots act without a pause until then, and a short digest
//! tells what they did.
//!
//! Called for the key and for the server's messages. Law kept here: the server sets the bots'
//! pause; this module only asks for it, and asks for the old pause again when the turn begins.

use dicehall_engine::Seat;
use dicehall_engine::lobby::Request;
use dicehall_protocol::ClientCommand;

use super::{send, try_send};
use crate::games::place::Place;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::{Model, PLAY_PACE_MS, Pending, Server};

/// The longest time that bots are watched in a match of one's own, in milliseconds, unless somebody
/// has chosen their pace.
const WATCH_MS_MAX: usize = 3_000;
/// The most places that the digest names.
const NAMED_MAX: usize = 4;

/// Lets bots act without a pause until the person's next turn; on that turn, shows the digest
/// again.
pub(super) fn skip(model: &mut Model) {
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
    match (lobby.pace_before_skip.is_some(), lobby.may_skip()) {
        (true, _) => {}
        (false, true) => hurry(model),
        (false, false) => {
            model.tell(model.look.language.host_skips());
        }
    }
}

/// Skips once bots have been watched for long enough, where nobody has chosen their pace.
pub(super) fn watched(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let usual = lobby.view.settings.bot_pace_ms == PLAY_PACE_MS;
    let hurries = lobby.pace_before_skip.is_some();
    let alone = model.server == Some(Server::Private) && lobby.is_playing() && lobby.may_skip();
    let seen = lobby.game_match.as_ref().map_or(0, |it| {
        since_own_turn(lobby, it).filter(|it| is_action(it)).count()
    });
    if usual && !hurries && alone && seen * usize::from(PLAY_PACE_MS) >= WATCH_MS_MAX {
        hurry(model);
    }
}

/// Ends the skipping when the person's turn begins or the match is over: restores the bots' pause
/// and shows the digest.
pub(super) fn arrive(model: &mut Model) {
    let Some(pace_ms) = model
        .lobby
        .as_mut()
        .and_then(|it| it.pace_before_skip.take())
    else {
        return;
    };
    if let Some(settings) = settings_with(model, pace_ms) {
        send(model, settings, Pending::Other);
    }
    let lobby = model.lobby.as_ref();
    let told = lobby.and_then(|it| digest(it, it.game_match.as_ref()?));
    if let Some(told) = told {
        model.tell(told);
    }
}

/// Ends the skipping, because the server does not allow it.
pub(super) fn refused(model: &mut Model) {
    if let Some(lobby) = &mut model.lobby {
        lobby.pace_before_skip = None;
    }
    model.warn(model.look.language.pace_fixed());
}

fn hurry(model: &mut Model) {
    let pace_ms = model.lobby.as_ref().map(|it| it.view.settings.bot_pace_ms);
    let sent = settings_with(model, 0).is_none_or(|it| try_send(model, it, Pending::Skip));
    if let (true, Some(lobby)) = (sent, &mut model.lobby) {
        lobby.pace_before_skip = pace_ms;
    }
}

/// The command that sets the bots' pause; `None` if it is set already.
fn settings_with(model: &Model, bot_pace_ms: u16) -> Option<ClientCommand> {
    let mut settings = model.lobby.as_ref()?.view.settings.clone();
    if settings.bot_pace_ms == bot_pace_ms {
        return None;
    }
    settings.bot_pace_ms = bot_pace_ms;
    Some(Request::ChangeSettings { settings }.into())
}

/// The digest of what happened since the person's last action, in some ten words: the losses and
/// what is left.
fn digest(lobby: &Lobby, game_match: &GameMatch) -> Option<String> {
    let mine = lobby.my_seat()?;
    let Some(dice) = game_match.board.dice() else {
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
    let left = dice.standings.get(mine.idx()).map_or(0, |it| it.dice);
    Some(language.dice_now(lost, left))
}

/// The place that a seat has lost in this entry, if it has.
fn place_lost(entry: &Entry, loser: Seat) -> Option<Place> {
    let Entry::Attacked(battle) = entry else {
        return None;
    };
    (battle.won && battle.defender == loser).then_some(battle.to)
}

/// The opponent's last move, in a game without dice.
fn last_move(lobby: &Lobby, game_match: &GameMatch) -> Option<String> {
    let newest = since_own_turn(lobby, game_match).next()?;
    if let Entry::Moved { seat, text } = newest {
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
    entries.take_while(move |it| actor(it).is_none_or(|seat| Some(seat) != mine))
}

fn is_action(entry: &Entry) -> bool {
    actor(entry).is_some()
}

/// The seat that acted in this entry, if one did.
fn actor(entry: &Entry) -> Option<Seat> {
    match entry {
        Entry::Attacked(battle) => Some(battle.attacker),
        Entry::Moved { seat, .. } | Entry::EndedTurn { seat, .. } => Some(*seat),
        Entry::Started
        | Entry::HandedToBot(_)
        | Entry::TakenBack(_)
        | Entry::Resigned(_)
        | Entry::TimedOut(_)
        | Entry::Paused
        | Entry::Continued
        | Entry::Ended(_)
        | Entry::Audited(_)
        | Entry::Earlier => None,
    }
}
