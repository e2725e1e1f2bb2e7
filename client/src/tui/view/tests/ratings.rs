//! How well people play: beside the seats, at the end of a match, and on pages of its own.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::AccountId;
use dicehall_protocol::standing::NotRated;
use dicehall_protocol::standing::{LeadersRow, LeadersView};
use dicehall_protocol::{
    LobbyView, PastMatch, PastOpponent, ProfileGame, ProfileView, RatingView, SkillView,
};

use super::*;
use crate::tui::model::popup::Popup;
use crate::tui::model::popup::ratings::{Ratings, RatingsPage, RatingsTold};

/// A lobby whose seats have ratings.
fn rated(view: LobbyView, before: Option<u32>) -> LobbyView {
    let mut view = view;
    let known = [(1564, Some(421)), (1700, None), (1436, Some(310))];
    for (seat, (mean, margin)) in view.seats.iter_mut().zip(known) {
        seat.rating = Some(RatingView {
            mean,
            margin,
            before: before.filter(|_| margin.is_some()),
        });
    }
    view
}

fn lobby(rated_next: bool) -> Model {
    let mut model = in_lobby();
    let view = LobbyView {
        rated: rated_next,
        unrated: (!rated_next).then_some(NotRated::Guest),
        ..lobby_view()
    };
    model.lobby.as_mut().unwrap().replace(rated(view, None));
    model
}

fn row(place: u32, name: &str, mean: u32) -> LeadersRow {
    LeadersRow {
        place,
        name: name.to_owned(),
        mean,
        margin: 421,
        matches: 3,
        won: 2,
        skill: None,
    }
}

/// A lobby with a page over it.
fn with_page(page: RatingsPage, told: RatingsTold) -> Model {
    let mut model = lobby(true);
    let scroll = 0;
    let shown = Ratings { page, told, scroll };
    model.popups.push(Popup::Ratings(Box::new(shown)));
    model
}

fn leaders(rows: Vec<LeadersRow>, yours: Option<LeadersRow>) -> Model {
    let page = RatingsPage::Leaders {
        game: GameKind::DiceOfDoom,
        month: None,
    };
    let leaders = LeadersView {
        matches: 3,
        people: 30,
        rows,
        yours,
    };
    with_page(page, RatingsTold::Leaders(leaders))
}

fn profile() -> Model {
    let opponent = |name: Option<&str>, rung, place| PastOpponent {
        name: name.map(str::to_owned),
        rung,
        place,
    };
    let last = PastMatch {
        begun_at: 1_800_000_000,
        place: 1,
        before: 1541,
        after: 1564,
        others: vec![opponent(Some("Ben"), None, 2), opponent(None, Some(3), 3)],
    };
    let game = ProfileGame {
        game: GameKind::DiceOfDoom,
        place: 1,
        mean: 1564,
        margin: 421,
        matches: 3,
        won: 2,
        skill: None,
        course: vec![1520, 1541, 1564],
        last: vec![last],
    };
    let profile = ProfileView {
        name: "Aki".to_owned(),
        games: vec![game],
    };
    with_page(RatingsPage::Profile(None), RatingsTold::Profile(profile))
}

#[test]
fn ratings_stand_beside_the_seats_and_whether_the_next_match_is_rated() {
    check("lobby_rated", &mut lobby(true), USUAL);
    check("lobby_rated_120x40", &mut lobby(true), (120, 40));
    let shown = screen(&mut lobby(true), 120, 40);
    assert!(
        shown.contains("1564 ±421") && shown.contains("1700"),
        "{shown}"
    );
    let mut guests = lobby(false);
    assert!(
        !screen(&mut guests, 80, 24).contains("not rated"),
        "nobody has asked for it"
    );
    let lobby = guests.lobby.as_mut().unwrap();
    let mut view = lobby.view.clone();
    view.players[0].account = Some(AccountId([1; 8]));
    lobby.replace(view);
    let shown = screen(&mut guests, 80, 24);
    assert!(shown.contains("not rated: a guest"), "{shown}");
    assert!(!screen(&mut in_lobby(), 80, 24).contains("rated"));
}

#[test]
fn the_end_tells_what_the_match_has_changed_once_the_result_is_there() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    while let Some(action) = table.some_action() {
        table.act(action);
    }
    let mut model = joined(&table);
    model.screen = Screen::Match;
    model.popups = vec![Popup::Outcome];
    let shown = screen(&mut model, 80, 24);
    assert!(!shown.contains("rating"), "{shown}");
    let lobby = model.lobby.as_mut().unwrap();
    let (revision, view) = (lobby.revision, rated(lobby.view.clone(), Some(1541)));
    hear(
        &mut model,
        ServerMessage::Update {
            revision,
            events: Vec::new(),
            lobby: Some(view),
            layout: None,
            view: None,
            ply: dicehall_engine::lobby::Ply(0),
            outcome: None,
            notice: None,
        },
    );
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("rating 1541 to 1564"), "{shown}");
    check("outcome_rated", &mut model, USUAL);
}

#[test]
fn leaders_and_profiles_are_told_with_the_own_row_marked() {
    let mine = row(2, "Aki", 1436);
    let two = || vec![row(1, "Ben", 1564), row(2, "Aki", 1436)];
    check("leaders", &mut leaders(two(), Some(mine.clone())), USUAL);
    check("leaders_120x40", &mut leaders(two(), Some(mine)), (120, 40));
    check("profile", &mut profile(), USUAL);
    let far = screen(&mut leaders(two(), Some(row(17, "Cy", 1300))), 80, 24);
    assert!(far.contains("17 Cy"), "{far}");
    let none = screen(&mut leaders(Vec::new(), None), 80, 24);
    assert!(none.contains("Nobody has played a rated match"), "{none}");
}

const SKILL: SkillView = SkillView {
    mean: 1640,
    margin: 60,
    luck: 1424,
    matches: 28,
};

#[test]
fn whoever_has_a_skill_index_is_shown_with_it_among_the_leaders_and_in_the_profile() {
    let lucky = || {
        let known = LeadersRow {
            skill: Some(SKILL),
            ..row(1, "Ben", 1564)
        };
        leaders(vec![known, row(2, "Aki", 1436)], None)
    };
    check("leaders_skill", &mut lucky(), USUAL);
    check("leaders_skill_120x40", &mut lucky(), (120, 40));
    let told = || {
        let mut model = profile();
        if let Some(Popup::Ratings(shown)) = model.popups.last_mut()
            && let RatingsTold::Profile(told) = &mut shown.told
        {
            told.games[0].skill = Some(SKILL);
        }
        model
    };
    check("profile_skill", &mut told(), USUAL);
    let shown = screen(&mut told(), 80, 24);
    let expect = "Played like 1640 ±60, with the luck of 1424.";
    assert!(shown.contains(expect), "{shown}");
}
