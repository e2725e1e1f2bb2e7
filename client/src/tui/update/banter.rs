//! What the bots of the ladder say now and then, to somebody who plays alone.
//!
//! Nobody sends it: a line follows from what was told of the match and from luck whose seed is what was told as well. So it
//! leaks nothing, delays nothing, and the same match has the same lines.

use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::{Dice, Outcome, Rung, Seat};
use dicehall_protocol::HolderView;

use crate::games::territory::Battle;
use crate::lang::Sentence;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::ladder::{self, Occasion};
use crate::tui::model::lobby::{ChatLine, Lobby};
use crate::tui::model::{Model, Server};

/// The fewest rounds between two lines about attacks.
const QUIET_ROUNDS: u16 = 3;
/// Of so many attacks that are worth a line, one gets it.
const ONE_IN: u64 = 3;
/// From how many dice on an attack or a defense is worth a line.
const MANY_DICE: usize = 3;

/// Lets a bot say something about what just happened, at most one.
pub(super) fn tell(model: &mut Model, entries: &[Entry]) {
    let is_alone = model.server == Some(Server::Private);
    let Some(lobby) = model.lobby.as_mut().filter(|_| model.banter && is_alone) else {
        return;
    };
    let mut luck = SeededDice::new(seed(lobby));
    let said = entries
        .iter()
        .rev()
        .find_map(|it| said_about(lobby, it, &mut luck));
    if let Some((seat, text)) = said {
        lobby.last_banter = lobby.game_match.as_ref().map(GameMatch::round);
        let name = lobby.seat_name(seat);
        lobby.chat.push(ChatLine::Said { name, text });
    }
}

/// Another one in every lobby and at every moment of it.
fn seed(lobby: &Lobby) -> u64 {
    let code = lobby.view.lobby.as_str().bytes();
    code.fold(lobby.revision.0, |seed, it| {
        seed.wrapping_mul(257).wrapping_add(it.into())
    })
}

fn said_about(lobby: &Lobby, entry: &Entry, luck: &mut SeededDice) -> Option<(Seat, String)> {
    let (seat, occasion) = match entry {
        Entry::Attacked(battle) => of_battle(lobby, battle, luck)?,
        Entry::Ended(outcome) => of_end(lobby, *outcome, luck)?,
        Entry::Started
        | Entry::Earlier
        | Entry::Moved { .. }
        | Entry::EndedTurn { .. }
        | Entry::HandedToBot(_)
        | Entry::TakenBack(_)
        | Entry::Resigned(_)
        | Entry::TimedOut(_)
        | Entry::Paused
        | Entry::Continued
        | Entry::Audited(_) => return None,
    };
    let lines = ladder::lines(rung_of(lobby, seat)?, occasion);
    let lines = lines.iter().copied();
    let fresh: Vec<Sentence> = lines
        .filter(|it| !was_last(lobby, &it(lobby.language)))
        .collect();
    pick(&fresh, luck).map(|it| (seat, it(lobby.language)))
}

/// Whether it is what was said last.
fn was_last(lobby: &Lobby, line: &str) -> bool {
    let last = lobby.chat.newest().next();
    matches!(last, Some(ChatLine::Said { text, .. }) if text == line)
}

/// A seat that lost its last place speaks always; else an attacker, if the battle was large and it was quiet for a while.
fn of_battle(lobby: &Lobby, battle: &Battle, luck: &mut SeededDice) -> Option<(Seat, Occasion)> {
    let game_match = lobby.game_match.as_ref()?;
    let standings = &game_match.board.dice()?.standings;
    let is_gone = standings
        .get(battle.defender.idx())
        .is_some_and(|it| it.territories == 0);
    if battle.won && is_gone && rung_of(lobby, battle.defender).is_some() {
        return Some((battle.defender, Occasion::Fell));
    }
    let is_quiet = lobby
        .last_banter
        .is_none_or(|it| game_match.round() >= it.saturating_add(QUIET_ROUNDS));
    rung_of(lobby, battle.attacker).filter(|_| is_quiet)?;
    let [attack, defense] = battle.faces?.map(|it| it.iter().count());
    let occasion = if battle.won && defense >= MANY_DICE && attack <= defense + 1 {
        Occasion::Took
    } else if !battle.won && attack >= MANY_DICE && attack > defense {
        Occasion::Failed
    } else {
        return None;
    };
    (luck.below(ONE_IN) == 0).then_some((battle.attacker, occasion))
}

/// The winner speaks; if that is the person, one of those who lost.
fn of_end(lobby: &Lobby, outcome: Outcome, luck: &mut SeededDice) -> Option<(Seat, Occasion)> {
    let bots = |won: bool| {
        let seats = Seat::ALL.into_iter();
        let of_ladder = seats.filter(|it| rung_of(lobby, *it).is_some());
        let side = of_ladder.filter(move |it| outcome.winners.contains(*it) == won);
        side.collect::<Vec<Seat>>()
    };
    if outcome.winners.is_empty() {
        return None;
    }
    let won = pick(&bots(true), luck).map(|it| (it, Occasion::Won));
    won.or_else(|| pick(&bots(false), luck).map(|it| (it, Occasion::Lost)))
}

/// The rung of the bot on a seat, if it stands on one.
fn rung_of(lobby: &Lobby, seat: Seat) -> Option<Rung> {
    match lobby.holder(seat)? {
        HolderView::Bot { bot } => bot.rung(lobby.view.settings.rules.kind()),
        HolderView::Open | HolderView::Closed | HolderView::Human { .. } => None,
    }
}
