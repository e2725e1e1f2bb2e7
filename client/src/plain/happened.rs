//! What happened in a match, a sentence for each entry of its log.

use dicehall_engine::games::territory::Faces;
use dicehall_engine::{Outcome, Seat};
use dicehall_protocol::HolderView;

use super::people::{playing, who};
use super::words::{self, Attack, Numbers};
use crate::games;
use crate::games::territory::Battle;
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::lobby::Lobby;

/// What happened, as a sentence.
pub(super) fn sentence(lobby: &Lobby, game_match: &GameMatch, entry: &Entry) -> String {
    match entry {
        Entry::Started => begun(lobby, game_match),
        Entry::Attacked(battle) => attacked(lobby, game_match, battle),
        Entry::Moved { seat, text } => words::moves(&who(lobby, *seat), text),
        Entry::EndedTurn { seat, added } => {
            let added: Vec<(String, u8)> = added
                .iter()
                .map(|(at, dice)| (game_match.name(*at), *dice))
                .collect();
            words::ends_turn(&who(lobby, *seat), &added)
        }
        Entry::HandedToBot(seat) => words::bot_takes_over(&who(lobby, *seat)),
        Entry::TakenBack(seat) => words::is_back(&who(lobby, *seat)),
        Entry::Resigned(seat) => words::resigns(&who(lobby, *seat)),
        Entry::TimedOut(seat) => words::out_of_time(&who(lobby, *seat)),
        Entry::Paused => words::pauses(false),
        Entry::Continued => words::pauses(true),
        Entry::Ended(outcome) => ended(lobby, game_match, *outcome),
        Entry::Audited(verdict) => words::sentence(&verdict.to_string()),
        Entry::Earlier => words::earlier(),
    }
}

/// What the last attack of a seat has changed: how much it holds now, and whom it has driven out.
pub(super) fn conquered(lobby: &Lobby, game_match: &GameMatch, battle: &Battle) -> Vec<String> {
    let place = games::words(game_match.game).place;
    let left = |seat: Seat| {
        let standings = &game_match.board.dice()?.standings;
        standings.get(seat.idx()).map(|it| it.territories)
    };
    let Some(has) = left(battle.attacker).filter(|_| battle.won) else {
        return Vec::new();
    };
    let is_out = left(battle.defender) == Some(0);
    let out = is_out.then(|| words::is_out(&who(lobby, battle.defender), place));
    let has = words::has_places(&who(lobby, battle.attacker), has, place);
    std::iter::once(has).chain(out).collect()
}

/// How everybody stands in a game with dice.
pub(super) fn standings(lobby: &Lobby, game_match: &GameMatch) -> Vec<String> {
    let Some(dice) = game_match.board.dice() else {
        return Vec::new();
    };
    let place = games::words(game_match.game).place;
    let standings = Seat::ALL.into_iter().zip(&dice.standings);
    let told = standings.map(|(seat, it)| {
        let numbers = Numbers {
            places: it.territories,
            dice: it.dice,
            link: it.link,
            reserve: it.reserve,
        };
        words::sentence(&words::stands(&who(lobby, seat), &numbers, place))
    });
    told.collect()
}

/// The game with what tells this match from others of it.
pub(super) fn title(game_match: &GameMatch) -> String {
    let look = Look {
        glyphs: Glyphs::Ascii,
        ..Look::default()
    };
    let variant = game_match.board.variant(look);
    format!("{}{variant}", game_match.game.title())
}

fn begun(lobby: &Lobby, game_match: &GameMatch) -> String {
    let roles = games::words(game_match.game).roles();
    let told = |seat: Seat| {
        let name = lobby.seat_name(seat);
        let is_bot = matches!(lobby.holder(seat), Some(HolderView::Bot { .. }));
        let strength = is_bot.then(|| name.strip_prefix("bot ").unwrap_or(&name));
        let role = roles.as_ref().and_then(|it| it.get(seat.idx()).copied());
        let marks: Vec<&str> = strength.into_iter().chain(role).collect();
        words::with_marks(&who(lobby, seat), &marks)
    };
    let mine = lobby.my_seat();
    let others: Vec<String> = playing(lobby)
        .filter(|it| Some(*it) != mine)
        .map(told)
        .collect();
    let you = mine.map(told);
    words::match_begins(&title(game_match), you.as_deref(), &others)
}

fn attacked(lobby: &Lobby, game_match: &GameMatch, battle: &Battle) -> String {
    words::attacks(&Attack {
        who: &who(lobby, battle.attacker),
        from: &game_match.name(battle.from),
        to: &game_match.name(battle.to),
        defender: &who(lobby, battle.defender),
        pips: battle.faces.map(|it| it.map(Faces::pips)),
        won: battle.won,
    })
}

fn ended(lobby: &Lobby, game_match: &GameMatch, outcome: Outcome) -> String {
    let winners: Vec<words::Who> = outcome.winners.iter().map(|it| who(lobby, it)).collect();
    words::match_over(&winners, game_match.board.ending())
}
