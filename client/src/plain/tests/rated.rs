//! Tests of the sentence that says whether the next match is rated.

use dicehall_protocol::standing::NotRated;

use super::*;

#[test]
fn whether_the_next_match_is_rated_is_told_when_it_changes_and_not_after_every_match() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    table.lobby.phase = Phase::Waiting;
    let mut reader = Reader::of(connected());
    for (rated, unrated, told) in [
        (true, None, Some("The next match will be rated.")),
        // While a match is played neither is known.
        (false, None, None),
        (true, None, None),
        (false, Some(NotRated::Guest), Some("will not be rated")),
        (false, None, None),
        (true, None, Some("The next match will be rated.")),
    ] {
        (table.lobby.rated, table.lobby.unrated) = (rated, unrated);
        let said = reader.is_told(ServerMessage::Snapshot {
            revision: Revision(table.revision),
            you: AKI,
            lobby: table.lobby.clone(),
            game_match: None,
            agreement: None,
        });
        let is_said = told.map_or(said.is_empty(), |it| said.contains(it));
        assert!(is_said, "{rated} {unrated:?}: {said:?}");
    }
}
