//! Tests of the sentences about ratings: whether the next match is rated, and how well people play.

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::standing::NotRated;
use dicehall_protocol::{LeadersRow, LeadersView, ProfileGame, ProfileView, SkillView};

use super::*;
use crate::tui::model::popup::Popup;
use crate::tui::model::popup::ratings::{Ratings, RatingsPage, RatingsTold};

#[test]
fn whether_the_next_match_is_rated_is_told_when_it_changes_and_not_after_every_match() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    table.lobby.phase = Phase::Waiting;
    let mut reader = Reader::of(connected());
    let guest = (false, Some(NotRated::Guest));
    let entered = said(&mut table, &mut reader, guest);
    assert!(
        !entered.contains("rated"),
        "at a table of guests: {entered}"
    );
    table.lobby.players[0].account = Some(AccountId([1; 8]));
    for (rated, unrated, told) in [
        (true, None, Some("The next match will be rated.")),
        // While a match is played neither is known.
        (false, None, None),
        (true, None, None),
        (false, Some(NotRated::Guest), Some("will not be rated")),
        (false, None, None),
        (true, None, Some("The next match will be rated.")),
    ] {
        let said = said(&mut table, &mut reader, (rated, unrated));
        let is_said = told.map_or(said.is_empty(), |it| said.contains(it));
        assert!(is_said, "{rated} {unrated:?}: {said:?}");
    }
}

/// The sentences that follow on a lobby whose next match is rated, or not for a reason.
fn said(table: &mut Table, reader: &mut Reader, rated: (bool, Option<NotRated>)) -> String {
    (table.lobby.rated, table.lobby.unrated) = rated;
    reader.is_told(ServerMessage::Snapshot {
        revision: Revision(table.revision),
        you: AKI,
        lobby: table.lobby.clone(),
        game_match: None,
        agreement: None,
    })
}

/// The answers of a server that knows how somebody has played without luck.
fn answers() -> [(RatingsPage, RatingsTold); 2] {
    let skill = Some(SkillView {
        mean: 1_640,
        margin: 60,
        luck: 1_424,
        matches: 28,
    });
    let game = GameKind::DiceWars;
    let row = LeadersRow {
        place: 1,
        name: "Aki".to_owned(),
        mean: 1_564,
        margin: 72,
        matches: 30,
        won: 9,
        skill,
    };
    let leaders = LeadersView {
        matches: 30,
        people: 1,
        rows: vec![row],
        yours: None,
    };
    let of_game = ProfileGame {
        game,
        place: 1,
        mean: 1_564,
        margin: 72,
        matches: 30,
        won: 9,
        skill,
        course: vec![1_564],
        last: Vec::new(),
    };
    let profile = ProfileView {
        name: "Aki".to_owned(),
        games: vec![of_game],
    };
    [
        (
            RatingsPage::Leaders { game, month: None },
            RatingsTold::Leaders(leaders),
        ),
        (RatingsPage::Profile(None), RatingsTold::Profile(profile)),
    ]
}

#[test]
fn how_somebody_has_played_without_luck_is_told_among_the_leaders_and_in_the_profile() {
    let [leaders, profile] = answers().map(|(page, told)| {
        let mut reader = Reader::of(connected());
        let scroll = 0;
        let shown = Ratings { page, told, scroll };
        let popup = Popup::Ratings(Box::new(shown));
        reader.model.popups.push(popup);
        reader.hears()
    });
    let skill = "Played like 1640 ±60, with the luck of 1424.";
    let expect = format!("Dice Wars: leaders.\n1. Aki: 1564 ±72; 30 matches, 9 won. {skill}");
    assert_eq!(leaders, expect);
    let expect =
        format!("Profile of Aki.\nDice Wars: 1564 ±72, place 1; 30 matches, 9 won.\n{skill}");
    assert_eq!(profile, expect);
}
