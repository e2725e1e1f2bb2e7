//! Notes what a battle has changed beyond its place, and in other games who is about to win, to be told for a while.
//!
//! Called around the application of an update. Law kept here: no rules; it compares what the server told before and after.

use dicehall_engine::game::View;
use dicehall_engine::games::territory::Standing;

use crate::games::act::incident::Incident;
use crate::tui::model::FALL_MS;
use crate::tui::model::game_match::{Entry, GameMatch, ToldIncident};
use crate::tui::model::lobby::Lobby;

/// The standings before an update.
pub(in crate::tui::update) fn standings(game_match: Option<&GameMatch>) -> Vec<Standing> {
    game_match.map_or_else(Vec::new, |it| it.board.standings().to_vec())
}

/// Notes what the only battle of an update has changed; of other people's groups only for people who watch. The next
/// battle or the end of the match ends what was told before.
pub(in crate::tui::update) fn note_incident(
    lobby: &mut Lobby,
    entries: &[Entry],
    before: &[Standing],
) {
    let mine = lobby.my_seat();
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    if before.is_empty() && entries.iter().any(|it| it.told().is_some()) {
        let point = game_match.view.match_point();
        let point = point.filter(|_| game_match.outcome.is_none());
        game_match.incident = point.map(|seat| ToldIncident {
            what: Incident::NextWins { seat },
            left_ms: FALL_MS,
        });
        return;
    }
    let mut battles = entries.iter().filter_map(Entry::attack);
    let (Some(battle), None) = (battles.next(), battles.next()) else {
        return;
    };
    let found = Incident::of(battle, before, game_match.board.standings());
    let concerns = |it: &Incident| match it {
        Incident::MatchPoint { .. } | Incident::NextWins { .. } => true,
        Incident::Cut { .. } => {
            mine.is_none_or(|it| it == battle.attacker || it == battle.defender)
        }
        Incident::Joined { .. } => mine.is_none_or(|it| it == battle.attacker),
    };
    let goes_on = game_match.outcome.is_none();
    let told = found.filter(|it| goes_on && concerns(it));
    if told.is_some() || mine == Some(battle.attacker) || !goes_on {
        game_match.incident = told.map(|what| ToldIncident {
            what,
            left_ms: FALL_MS,
        });
    }
}
