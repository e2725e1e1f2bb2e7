//! The messages about how well people play.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{AccountId, Phase, PlayerId, Revision};

use super::super::{lobby_view, sample};
use crate::standing::NotRated;
use crate::{
    ClientCommand, LeadersRow, LeadersView, LobbyView, PastMatch, PastOpponent, ProfileGame,
    ProfileView, RatingView, Reply, ServerMessage, SessionCommand, SkillView, WantedLeaders,
    WantedProfile,
};

/// The commands that ask.
pub(super) fn commands() -> Vec<(&'static str, ClientCommand)> {
    let leaders = |month: Option<&str>, limit| {
        SessionCommand::Leaders(WantedLeaders {
            game: GameKind::DiceWars,
            month: month.map(str::to_owned),
            limit,
        })
    };
    let profile = |name: Option<&str>, account| {
        SessionCommand::Profile(WantedProfile {
            name: name.map(str::to_owned),
            account,
        })
    };
    let account = AccountId([0, 0x11, 0x22, 0x33, 0xaa, 0xbb, 0xcc, 0xdd]);
    vec![
        sample("leaders", leaders(None, None)),
        sample("leaders_month", leaders(Some("2027-01"), Some(10))),
        sample("profile", profile(None, None)),
        sample("profile_name", profile(Some("Aki"), None)),
        sample("profile_account", profile(None, Some(account))),
    ]
}

/// The answers, and a table whose people are known.
pub(super) fn answers() -> Vec<(&'static str, ServerMessage)> {
    let yours = row(1, "Aki");
    let leaders = LeadersView {
        matches: 3,
        people: 2,
        rows: vec![yours.clone(), row(2, "Ben")],
        yours: Some(yours),
    };
    vec![
        ("accepted_leaders", accepted(Reply::Leaders(leaders))),
        ("accepted_profile", accepted(Reply::Profile(profile()))),
        (
            "accepted_leaders_skill",
            accepted(Reply::Leaders(of_skill())),
        ),
        (
            "accepted_profile_skill",
            accepted(Reply::Profile(profile_of_skill())),
        ),
        ("snapshot_rated", snapshot(None)),
        ("snapshot_unrated", snapshot(Some(NotRated::Guest))),
    ]
}

fn accepted(reply: Reply) -> ServerMessage {
    ServerMessage::Accepted {
        id: 3,
        revision: None,
        reply: Some(reply),
    }
}

fn row(place: u32, name: &str) -> LeadersRow {
    LeadersRow {
        place,
        name: name.to_owned(),
        mean: 1_564,
        margin: 421,
        matches: 3,
        won: 2,
        skill: None,
    }
}

/// Leaders, of one of whom it is known what luck was worth.
fn of_skill() -> LeadersView {
    LeadersView {
        matches: 30,
        people: 2,
        rows: vec![
            LeadersRow {
                skill: Some(skill()),
                ..row(1, "Aki")
            },
            row(2, "Ben"),
        ],
        yours: None,
    }
}

fn profile_of_skill() -> ProfileView {
    let mut profile = profile();
    for game in &mut profile.games {
        game.skill = Some(skill());
    }
    profile
}

const fn skill() -> SkillView {
    SkillView {
        mean: 1_640,
        margin: 60,
        luck: 1_424,
        matches: 28,
    }
}

fn profile() -> ProfileView {
    let opponent = |name: Option<&str>, rung, place| PastOpponent {
        name: name.map(str::to_owned),
        rung,
        place,
    };
    let last = PastMatch {
        begun_at: 1_800_000_000,
        place: 1,
        before: 1_541,
        after: 1_564,
        others: vec![opponent(Some("Ben"), None, 2), opponent(None, Some(5), 3)],
    };
    ProfileView {
        name: "Aki".to_owned(),
        games: vec![ProfileGame {
            game: GameKind::DiceWars,
            place: 1,
            mean: 1_564,
            margin: 421,
            matches: 3,
            won: 2,
            skill: None,
            course: vec![1_520, 1_541, 1_564],
            last: vec![last],
        }],
    }
}

/// A table after a match that was rated: of a person with a rating and a bot of the ladder.
fn snapshot(unrated: Option<NotRated>) -> ServerMessage {
    let mut lobby = LobbyView {
        rated: unrated.is_none(),
        unrated,
        ..lobby_view(Phase::Over)
    };
    let ratings = [
        RatingView {
            mean: 1_564,
            margin: Some(421),
            before: Some(1_541),
        },
        RatingView {
            mean: 1_700,
            margin: None,
            before: None,
        },
    ];
    for (seat, rating) in lobby.seats.iter_mut().zip(ratings) {
        seat.rating = Some(rating);
    }
    ServerMessage::Snapshot {
        revision: Revision(41),
        you: PlayerId(0),
        lobby,
        game_match: None,
        agreement: None,
    }
}
