//! Shows rolling dice before their result, and keeps the attack highlighted meanwhile.
//!
//! Called by `server` around the application of an update. Law kept here: the result is known
//! already; only the moment at which it is shown is chosen here.

use dicehall_engine::lobby::looked_at_ms;
use dicehall_protocol::HolderView;

use crate::games::act::Told;
use crate::games::act::battle::Battle;
use crate::games::board::Flip;
use crate::games::rolling::{ROLL_FRAME_MS, Rolling, flip_ms, roll_ms};
use crate::tui::model::FALL_MS;
use crate::tui::model::game_match::{Entry, Fall, GameMatch};
use crate::tui::model::lobby::Lobby;

/// The longest time that a bot's attack on the person is shown where the bots' pause is at least as
/// long, in milliseconds. In a match of one's own this is the whole pause, so that nothing is
/// delayed.
const OWN_WATCH_MS_MAX: u64 = 300;

/// The board before an update.
pub(in crate::tui::update) fn still(game_match: &GameMatch) -> Rolling {
    let choices = game_match.choices.as_ref();
    Rolling::still(
        &game_match.board,
        choices.and_then(|it| it.outlook.as_ref()),
    )
}

/// Shows the dice of an attack rolling before its result, and the captured territory flipping. The dice of a
/// bot roll for at most two thirds of the bots' pause, or for all of a short pause if the person is
/// attacked; the last attack of a match is not animated.
pub(in crate::tui::update) fn show_roll(
    lobby: &mut Lobby,
    entries: &[Entry],
    before: Option<Rolling>,
) {
    let attacks = entries.iter().rev().filter_map(Entry::attack);
    let first_or_last = |it: &Entry| matches!(it, Entry::Started | Entry::Ended(_));
    let goes_on = !entries.iter().any(first_or_last);
    let fallen = attacks.clone().find(|it| it.is_fall && goes_on);
    let rolled = attacks.clone().find(|it| it.faces.is_some() && goes_on);
    let began = before
        .zip(rolled)
        .and_then(|(before, battle)| roll(lobby, battle, before));
    let mine = lobby.my_seat();
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    game_match.watches = began.is_some() && rolled.is_some_and(|it| Some(it.attacker) != mine);
    // At the end of a match the result is shown instead.
    game_match.fall.take_if(|_| !goes_on);
    if let Some(battle) = fallen {
        game_match.fall = Some(Fall {
            seat: battle.defender,
            left_ms: FALL_MS,
        });
    }
    game_match.rolling = began;
}

/// The animation of an attack, if there is time for it; the captured territory flips on boards that
/// show that.
fn roll(lobby: &Lobby, battle: &Battle, before: Rolling) -> Option<Rolling> {
    let counts = battle.counts()?;
    let flips = battle.won && lobby.game_match.as_ref()?.board.places().flips;
    let flip = flips.then_some(Flip {
        at: battle.to,
        to: battle.attacker,
    });
    if lobby.holder(battle.attacker).is_some_and(is_person) {
        return Some(before.begin(counts, roll_ms(counts), flip));
    }
    let pause_ms = pause_ms(lobby);
    let is_mine = lobby.my_seat() == Some(battle.defender);
    let own_ms = if is_mine {
        pause_ms.min(OWN_WATCH_MS_MAX)
    } else {
        0
    };
    let watched_ms = own_ms.max(pause_ms * 2 / 3) / ROLL_FRAME_MS * ROLL_FRAME_MS;
    let fits = |ms: u64| Some(ms.min(roll_ms(counts))).filter(|it| *it >= 2 * ROLL_FRAME_MS);
    // The dice have priority; the captured territory flips only if there is time left.
    let with_flip = fits(watched_ms.saturating_sub(flip_ms(flips)));
    match (with_flip, fits(watched_ms)) {
        (Some(ms), _) => Some(before.begin(counts, ms, flip)),
        (None, Some(ms)) => Some(before.begin(counts, ms, None)),
        (None, None) => None,
    }
}

/// The time until the next action of a bot, in milliseconds: none once all have asked to skip, and less and less the
/// more of them act in a row.
pub(in crate::tui::update) fn pause_ms(lobby: &Lobby) -> u64 {
    let voted = lobby.skip_votes();
    if voted.all > 0 && voted.count == voted.all {
        return 0;
    }
    let acted = lobby.game_match.iter().flat_map(|it| it.log.newest());
    let seats = acted.filter_map(|it| it.entry.told().map(Told::seat));
    let bots = seats.take_while(|it| !lobby.holder(*it).is_some_and(is_person));
    let count = u32::try_from(bots.count()).unwrap_or(u32::MAX);
    looked_at_ms(lobby.view.settings.bot_pace_ms, count).into()
}

/// Whether somebody acts for a seat in person.
pub(in crate::tui::update) const fn is_person(holder: &HolderView) -> bool {
    matches!(
        holder,
        HolderView::Human {
            held_by_bot: false,
            ..
        }
    )
}

/// Ends the highlighting of the person's last attack once anything else happens.
pub(in crate::tui::update) fn leave_other_fights(lobby: &mut Lobby, entries: &[Entry]) {
    let mine = lobby.my_seat();
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    let goes_on = game_match.outcome.is_none() && game_match.to_move == mine;
    game_match.fought.take_if(|fought| {
        let attack = &fought.attack;
        let is_other = |it: &Entry| {
            it.attack()
                .is_none_or(|battle| (battle.from, battle.to) != (attack.from, attack.to))
        };
        !goes_on || entries.iter().any(is_other)
    });
}
