//! Adds a match to the record once it is over for the person.
//!
//! Called by `server` after an update was applied. A match may be told several times, for example
//! when it ends after the person has resigned, or when a connection comes back; the record counts
//! it once.

use dicehall_engine::{GameKind, Outcome, Seat};
use dicehall_protocol::{HolderView, SeatView};

use crate::files::record::{MatchResult, PlayedMatch};
use crate::tui::message::{Effect, MachineEffect};
use crate::tui::model::game_match::Entry;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::continued::Continued;
use crate::tui::model::{Model, lobby::ladder};

/// Adds the match to the record if one of these entries ended it for the person.
pub(in crate::tui::update) fn note(model: &mut Model, entries: &[Entry]) {
    // A match that went on from a chosen position does not count.
    if model.continued == Continued::Now {
        return;
    }
    let Some(mine) = model.lobby.as_ref().and_then(Lobby::my_seat) else {
        return;
    };
    let resigned = entries.contains(&Entry::Resigned(mine));
    let ended = entries.iter().find_map(Entry::outcome);
    let result = if resigned {
        Some(MatchResult::Resigned)
    } else {
        ended.map(|it| result(it, mine))
    };
    let played = result.and_then(|it| played(model, mine, it));
    let record = played.map(|it| Effect::OnMachine(MachineEffect::Record(Box::new(it))));
    model.effects.extend(record);
}

fn result(Outcome { winners }: Outcome, mine: Seat) -> MatchResult {
    let is_mine = winners.iter().any(|it| it == mine);
    match winners.iter().count() {
        0 => MatchResult::Shared,
        1 if is_mine => MatchResult::Won,
        _ if is_mine => MatchResult::Shared,
        _ => MatchResult::Lost,
    }
}

fn played(model: &Model, mine: Seat, result: MatchResult) -> Option<PlayedMatch> {
    let lobby = model.lobby.as_ref()?;
    let game_match = lobby.game_match.as_ref()?;
    let others: Vec<(Seat, &SeatView)> = Seat::ALL
        .into_iter()
        .zip(&lobby.view.seats)
        .filter(|(seat, it)| *seat != mine && is_taken(it))
        .collect();
    let luck = game_match.course.luck(mine);
    Some(PlayedMatch {
        name: lobby.file_name.clone()?,
        game: game_match.game,
        others: others.iter().map(|it| lobby.seat_name(it.0)).collect(),
        bots: strength_of_all(game_match.game, others.iter().map(|it| it.1)),
        result,
        rounds: game_match.round(),
        dice: luck.dice,
        pips: luck.pips,
        file: model.kept_file(),
    })
}

const fn is_taken(seat: &SeatView) -> bool {
    !matches!(seat.holder, HolderView::Open | HolderView::Closed)
}

/// The common strength of these seats; `None` unless all are bots of one strength.
fn strength_of_all<'a>(
    game: GameKind,
    mut seats: impl Iterator<Item = &'a SeatView>,
) -> Option<String> {
    let strength = |it: &SeatView| {
        let HolderView::Bot { bot } = it.holder else {
            return None;
        };
        let known = ladder::known_as(bot, game);
        Some(known.map_or_else(|| bot.to_string(), str::to_owned))
    };
    let first = strength(seats.next()?)?;
    seats
        .all(|it| strength(it).as_ref() == Some(&first))
        .then_some(first)
}
