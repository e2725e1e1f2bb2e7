//! Dice that roll before what they did is shown, and the attack that stays in the light meanwhile.
//!
//! Called by `server` around what an update changes. Law kept here: the result is known already; only when it is shown is
//! chosen here.

use dicehall_protocol::HolderView;

use crate::games::territory::{Battle, ROLL_FRAME_MS, Rolling, flip_ms};
use crate::tui::model::FALL_MS;
use crate::tui::model::game_match::{Entry, Fall, GameMatch};
use crate::tui::model::lobby::Lobby;

/// How long an attack of a bot on the person's own is watched where bots pause for at least as long, in milliseconds: at the pace of
/// a match of one's own all of the pause, so that nothing waits for it.
const OWN_WATCH_MS_MAX: u64 = 300;

/// The position before an update, if dice are to roll.
pub(super) fn still(game_match: &GameMatch) -> Option<Rolling> {
    Some(Rolling::still(game_match.board.dice()?))
}

/// Lets the dice of an attack roll before what they did is shown, and what was taken flip; a bot's for half of its pause at
/// most, or for all of a short one if they attack the person, and the last ones of a match not at all.
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
    // The end tells more.
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

/// The roll of an attack, if there is time for it. What it takes flips on boards where that is seen.
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
    // The dice come first; what they took may flip where there is time left.
    let with_flip = fits(watched_ms.saturating_sub(flip_ms(flips)));
    match (with_flip, fits(watched_ms)) {
        (Some(roll_ms), _) => Some(before.begin(roll_ms, flip)),
        (None, Some(roll_ms)) if is_mine => Some(before.begin(roll_ms, None)),
        (None, _) => None,
    }
}

/// The attack that the person made stays in the light while nobody else does anything.
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
