//! Dice that roll before what they did is shown, and the attack that stays in the light meanwhile.
//!
//! Called by `server` around what an update changes. Law kept here: the result is known already; only when it is shown is
//! chosen here.

use dicehall_protocol::HolderView;

use crate::games::territory::{ROLL_FRAME_MS, Rolling};
use crate::tui::model::FALL_MS;
use crate::tui::model::game_match::{Entry, Fall, GameMatch};
use crate::tui::model::lobby::Lobby;

/// The position before an update, if dice are to roll.
pub(super) fn still(game_match: &GameMatch) -> Option<Rolling> {
    Some(Rolling::begin(0, game_match.board.dice()?))
}

/// Lets the dice of an attack roll before what they did is shown; a bot's for half of its pause at most, and the last
/// ones of a match not at all.
pub(super) fn show_roll(lobby: &mut Lobby, entries: &[Entry], before: Option<Rolling>) {
    let attacks = entries.iter().rev().filter_map(Entry::attack);
    let rolled = attacks.clone().find(|it| it.faces.is_some());
    let is_person = |holder: &HolderView| {
        matches!(
            holder,
            HolderView::Human {
                held_by_bot: false,
                ..
            }
        )
    };
    let half = u64::from(lobby.view.settings.bot_pace_ms / 2);
    let all_ms = match rolled {
        Some(battle) if lobby.holder(battle.attacker).is_some_and(is_person) => battle.roll_ms(),
        Some(battle) => half.min(battle.roll_ms()),
        None => 0,
    };
    let first_or_last = |it: &Entry| matches!(it, Entry::Started | Entry::Ended(_));
    let goes_on = !entries.iter().any(first_or_last);
    let worth_it = all_ms >= 2 * ROLL_FRAME_MS && goes_on;
    let fallen = attacks.clone().find(|it| it.is_fall && goes_on);
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
        let left_ms = all_ms;
        dice.rolling = before.filter(|_| worth_it).map(|it| Rolling {
            all_ms,
            left_ms,
            ..it
        });
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
