//! Shows the new dice at the end of a turn one by one.
//!
//! Called around the application of an update. Law kept here: the position after them is known already; only the moment at
//! which each die is shown is chosen here.

use crate::games::Board;
use crate::games::act::Told;
use crate::games::act::arriving::{
    ARRIVE_BOT_DIE_MS, ARRIVE_DIE_MS, ARRIVE_FRAME_MS, ARRIVE_MS_MAX, Arriving,
};
use crate::games::place::Place;
use crate::tui::model::game_match::Entry;
use crate::tui::model::lobby::Lobby;
use crate::tui::update::history::rolls::{is_person, pause_ms};

/// Lets the dice of a turn that has ended come to the board before it; whatever else happened ends what came before. The
/// dice of a bot come before its next action.
pub(in crate::tui::update) fn show_new_dice(
    lobby: &mut Lobby,
    entries: &[Entry],
    before: Option<&Board>,
) {
    let acted = entries.iter().rev().find_map(Entry::told);
    let is_over = entries.iter().any(|it| matches!(it, Entry::Ended(_)));
    let ended = acted.filter(|_| !is_over);
    let fresh = before
        .zip(ended)
        .and_then(|(board, it)| begin(lobby, it, board));
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    match (fresh, &mut game_match.arriving) {
        (Some(fresh), _) => game_match.arriving = Some(fresh),
        (None, Some(earlier)) if acted.is_some() => earlier.settle(),
        (None, _) => {}
    }
    game_match.arriving.take_if(|_| is_over);
}

/// The animation of the dice that the end of a turn has brought, if there is time for it.
fn begin(lobby: &Lobby, told: &Told, before: &Board) -> Option<Arriving> {
    let Told::EndedTurn { seat, added } = told else {
        return None;
    };
    let all = added
        .iter()
        .flat_map(|(at, count)| std::iter::repeat_n(*at, (*count).into()));
    let dice: Vec<Place> = all.collect();
    let count = u64::try_from(dice.len()).ok().filter(|it| *it > 0)?;
    let all_ms = if lobby.holder(*seat).is_some_and(is_person) {
        (count * ARRIVE_DIE_MS).min(ARRIVE_MS_MAX)
    } else {
        let wanted = (count * ARRIVE_BOT_DIE_MS).min(ARRIVE_MS_MAX / 2);
        wanted.min(pause_ms(lobby))
    };
    (all_ms >= ARRIVE_FRAME_MS).then(|| Arriving::begin(*seat, before, dice, all_ms))
}
