//! Shows rolling dice before their result, and keeps the attack highlighted meanwhile.
//!
//! Called by `server` around the application of an update. Law kept here: the result is known
//! already; only the moment at which it is shown is chosen here.

use dicehall_protocol::HolderView;

use crate::games::territory::{Battle, ROLL_FRAME_MS, Rolling, flip_ms};
use crate::tui::model::FALL_MS;
use crate::tui::model::game_match::{Entry, Fall, GameMatch};
use crate::tui::model::lobby::Lobby;

/// The longest time that a bot's attack on the person is shown where the bots' pause is at least as
/// long, in milliseconds. In a match of one's own this is the whole pause, so that nothing is
/// delayed.
const OWN_WATCH_MS_MAX: u64 = 300;

/// The board before an update, in games with dice; `None` in others.
pub(super) fn still(game_match: &GameMatch) -> Option<Rolling> {
    Some(Rolling::still(game_match.board.dice()?))
}

/// Shows the dice of an attack rolling before its result, and the captured territory flipping. A
/// bot's attack is shown for at most half of the bots' pause, or for all of a short pause if the
/// person is attacked; the last attack of a match is not animated.
pub(super) fn show_roll(lobby: &mut Lobby, entries: &[Entry], before: Option<Rolling>) {
    let attacks = entries.iter().rev().filter_map(Entry::attack);
    let first_or_last = |it: &Entry| matches!(it, Entry::Started | Entry::Ended(_));
    let goes_on = !entries.iter().any(first_or_last);
    let fallen = attacks.clone().find(|it| it.is_fall && goes_on);
    let rolled = attacks.clone().find(|it| it.faces.is_some() && goes_on);
    let began = before
        .zip(rolled)
        .and_then(|(before, battle)| roll(lobby, battle, before));
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    // At the end of a match the result is shown instead.
    game_match.fall.take_if(|_| !goes_on);
    if let Some(battle) = fallen {
        game_match.fall = Some(Fall {
            seat: battle.defender,
            left_ms: FALL_MS,
        });
    }
    if let Some(dice) = game_match.board.dice_mut() {
        dice.rolling = began;
    }
}

/// The animation of an attack, if there is time for it; the captured territory flips on boards that
/// show that.
fn roll(lobby: &Lobby, battle: &Battle, before: Rolling) -> Option<Rolling> {
    let is_person = |holder: &HolderView| {
        matches!(
            holder,
            HolderView::Human {
                held_by_bot: false,
                ..
            }
        )
    };
    let flips = battle.won && lobby.game_match.as_ref()?.board.flips();
    let flip = flips.then_some((battle.to, battle.attacker));
    if lobby.holder(battle.attacker).is_some_and(is_person) {
        return Some(before.begin(battle.roll_ms(), flip));
    }
    let pause_ms = u64::from(lobby.view.settings.bot_pace_ms);
    let is_mine = lobby.my_seat() == Some(battle.defender);
    let own_ms = pause_ms.min(OWN_WATCH_MS_MAX) / ROLL_FRAME_MS * ROLL_FRAME_MS;
    let own_ms = if is_mine { own_ms } else { 0 };
    let watched_ms = own_ms.max(pause_ms / 2);
    let fits = |ms: u64| Some(ms.min(battle.roll_ms())).filter(|it| *it >= 2 * ROLL_FRAME_MS);
    // The dice have priority; the captured territory flips only if there is time left.
    let with_flip = fits(watched_ms.saturating_sub(flip_ms(flips)));
    match (with_flip, fits(watched_ms)) {
        (Some(roll_ms), _) => Some(before.begin(roll_ms, flip)),
        (None, Some(roll_ms)) if is_mine => Some(before.begin(roll_ms, None)),
        (None, _) => None,
    }
}

/// Ends the highlighting of the person's last attack once anything else happens.
pub(super) fn leave_other_fights(lobby: &mut Lobby, entries: &[Entry]) {
    let mine = lobby.my_seat();
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    let goes_on = game_match.outcome.is_none() && game_match.to_move == mine;
    game_match.fought.take_if(|fought| {
        let attack = &fought.attack;
        let is_other = |it: &Entry| {
            if let Entry::Attacked(battle) = it {
                (battle.from, battle.to) != (attack.from, attack.to)
            } else {
                true
            }
        };
        !goes_on || entries.iter().any(is_other)
    });
}
