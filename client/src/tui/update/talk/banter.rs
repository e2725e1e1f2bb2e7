//! The lines that bots of the ladder say now and then to somebody who plays alone.
//!
//! The client makes them itself, from the events of the match and from luck whose seed comes from
//! the match. So they leak nothing, delay nothing, and are the same whenever the same match is
//! shown.

use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::{Dice, Outcome, Rung, Seat};
use dicehall_protocol::HolderView;

use crate::games::act::Told;
use crate::games::act::battle::Battle;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::lobby::ladder::{self, Occasion};
use crate::tui::model::lobby::{ChatLine, Lobby};
use crate::tui::model::{Model, Server};

/// The least number of rounds between two lines about attacks.
const QUIET_ROUNDS: u16 = 3;
/// One in so many attacks that are worth a line gets one.
const ONE_IN: u64 = 3;
/// The number of dice from which on an attack or defense is worth a line.
const MANY_DICE: usize = 3;

/// Lets at most one bot say something about the last events.
pub(in crate::tui::update) fn tell(model: &mut Model, entries: &[Entry]) {
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

/// The seed of the luck: different for each lobby and each of its revisions.
fn seed(lobby: &Lobby) -> u64 {
    let code = lobby.view.lobby.as_str().bytes();
    code.fold(lobby.revision.0, |seed, it| {
        seed.wrapping_mul(257).wrapping_add(it.into())
    })
}

fn said_about(lobby: &Lobby, entry: &Entry, luck: &mut SeededDice) -> Option<(Seat, String)> {
    let (seat, occasion) = match entry {
        Entry::Acted(Told::Attacked(battle)) => of_battle(lobby, battle, luck)?,
        Entry::Ended(outcome) => of_end(lobby, *outcome, luck)?,
        Entry::Started
        | Entry::Earlier
        | Entry::Acted(Told::Action { .. } | Told::EndedTurn { .. })
        | Entry::HandedToBot(_)
        | Entry::TakenBack(_)
        | Entry::Resigned(_)
        | Entry::TimedOut(_)
        | Entry::Paused
        | Entry::Continued
        | Entry::Audited(_) => return None,
    };
    let lines = ladder::lines(rung_of(lobby, seat)?, occasion)(lobby.language);
    let fresh: Vec<&str> = lines.lines().filter(|it| !was_last(lobby, it)).collect();
    pick(&fresh, luck).map(|it| (seat, it.to_owned()))
}

/// Whether a line is the one that was said last.
fn was_last(lobby: &Lobby, line: &str) -> bool {
    let last = lobby.chat.newest().next();
    matches!(last, Some(ChatLine::Said { text, .. }) if text == line)
}

/// The bot that speaks after a battle: a defender who lost the last place always; else the
/// attacker, if many dice were involved and no bot spoke in the last rounds.
fn of_battle(lobby: &Lobby, battle: &Battle, luck: &mut SeededDice) -> Option<(Seat, Occasion)> {
    let game_match = lobby.game_match.as_ref()?;
    let is_gone = game_match.is_out(battle.defender);
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

/// The bot that speaks at the end: the winner; if the person won, one of the losers.
fn of_end(lobby: &Lobby, outcome: Outcome, luck: &mut SeededDice) -> Option<(Seat, Occasion)> {
    if outcome.winners.is_empty() {
        return None;
    }
    let seats = Seat::ALL.into_iter();
    let of_ladder = seats.filter(|it| rung_of(lobby, *it).is_some());
    let (winners, others): (Vec<Seat>, Vec<Seat>) =
        of_ladder.partition(|it| outcome.winners.contains(*it));
    let won = pick(&winners, luck).map(|it| (it, Occasion::Won));
    won.or_else(|| pick(&others, luck).map(|it| (it, Occasion::Lost)))
}

/// The rung of the bot on a seat; `None` if no bot of the ladder sits there.
fn rung_of(lobby: &Lobby, seat: Seat) -> Option<Rung> {
    match lobby.holder(seat)? {
        HolderView::Bot { bot } => bot.rung(lobby.view.settings.rules.kind()),
        HolderView::Open | HolderView::Closed | HolderView::Human { .. } => None,
    }
}
