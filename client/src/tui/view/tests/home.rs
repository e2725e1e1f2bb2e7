//! Tests of the home screen: with a table to return to, with tables nearby, for every game, look
//! and size.

use dicehall_engine::{GameKind, Rung};

use super::*;
use crate::files::record::Sum;
use crate::games::sample::sample;
use crate::net::link::{KeptSeat, Visit};
use crate::tui::model::Server;

const LARGE: (u16, u16) = (120, 40);

fn line(code: &str, title: &str, game: GameKind, (humans, open): (u8, u8)) -> LobbyLine {
    LobbyLine {
        lobby: code.parse().unwrap(),
        title: title.to_owned(),
        game,
        phase: if open > 0 {
            Phase::Waiting
        } else {
            Phase::Playing
        },
        humans,
        bots: 0,
        open,
        has_password: false,
        locked: false,
        rating: None,
    }
}

fn visited(model: &mut Model, address: &str, ping_ms: u32, lobbies: Vec<LobbyLine>) {
    let visit = Some(Visit { ping_ms, lobbies });
    let address = address.to_owned();
    update(model, Message::Lan(LanEvent::Visited { address, visit }));
}

/// A home screen with every kind of table nearby.
fn with_tables() -> Model {
    let mut model = home();
    model.rung = Rung::Third;
    model.home.recent = vec![
        "198.51.100.4:4600".to_owned(),
        "far.example:4600".to_owned(),
    ];
    for found in [
        server("a", "Hal's hall", VERSION),
        server("b", "old one", 99),
    ] {
        update(&mut model, Message::Lan(LanEvent::Found(found)));
    }
    let wars = line("BBBBB", "hal's table", GameKind::DiceWars, (2, 2));
    let secret = LobbyLine {
        has_password: true,
        ..line(
            "CCCCC",
            "a table with a long name",
            GameKind::DiceOfDoom,
            (1, 3),
        )
    };
    visited(&mut model, "192.0.2.7:4600", 12, vec![wars, secret]);
    let shogi = line("DDDDD", "mei's table", GameKind::AnimalShogi, (2, 0));
    visited(&mut model, "198.51.100.4:4600", 140, vec![shogi]);
    let address = "far.example:4600".to_owned();
    let nobody = LanEvent::Visited {
        address,
        visit: None,
    };
    update(&mut model, Message::Lan(nobody));
    model
}

/// The same, with a seat at hal's table from an earlier run.
fn with_a_seat() -> Model {
    let mut model = with_tables();
    let seat = |name: &str, lobby: &str| KeptSeat {
        address: "192.0.2.7:4600".to_owned(),
        name: name.to_owned(),
        lobby: lobby.parse().unwrap(),
        age_s: 200,
    };
    let seats = vec![
        seat("Ben", "CCCCC"),
        seat("Aki", "ZZZZZ"),
        seat("Aki", "BBBBB"),
    ];
    update(&mut model, Message::Lan(LanEvent::Seats(seats)));
    model
}

fn in_look(look: Look) -> Model {
    let mut model = with_a_seat();
    model.look = look;
    model
}

#[test]
pub(super) fn a_bare_start_in_each_size() {
    check("home_120x40", &mut home(), LARGE);
    check("home_60x20", &mut home(), (60, 20));
    check("home_200x60", &mut home(), (200, 60));
}

#[test]
pub(super) fn tables_nearby_and_one_to_go_back_to() {
    check("home_tables", &mut with_tables(), USUAL);
    check_with_styles("home_back", &mut with_a_seat(), USUAL);
    check("home_back_120x40", &mut with_a_seat(), LARGE);
    check("home_back_40x12", &mut with_a_seat(), (40, 12));
    let mut chosen = with_tables();
    keys(&mut chosen, "<Up><Up><Up>");
    check("home_table_chosen", &mut chosen, USUAL);
}

#[test]
pub(super) fn each_rung_tells_how_often_it_was_beaten() {
    let mut model = home();
    let sums = |all: &[(&str, usize, usize)]| {
        let all = all.iter();
        all.map(|(bots, won, played)| {
            let [won, played] = [*won, *played];
            ((*bots).to_owned(), Sum { played, won })
        })
        .collect()
    };
    let doom = sums(&[("Pebble", 9, 11), ("Fox", 3, 7), ("Doom", 0, 120)]);
    let counted = [
        (GameKind::DiceOfDoom, doom),
        (GameKind::TicTacToe, sums(&[("normal", 1, 1)])),
    ];
    update(&mut model, Message::Counted(counted.into()));
    check("home_beaten", &mut model, USUAL);
    check("home_beaten_120x40", &mut model, LARGE);
    check("home_beaten_200x60", &mut model, (200, 60));
    // Other games have no numbers yet, and matches against bots outside the ladder are not counted
    // here.
    for game in [GameKind::DiceWars, GameKind::TicTacToe] {
        let mut bare = home();
        (model.game, bare.game) = (game, game);
        assert_eq!(screen(&mut model, 80, 24), screen(&mut bare, 80, 24));
    }
}

#[test]
pub(super) fn the_list_of_the_lan_tells_what_visits_have_found() {
    let mut model = home();
    keys(&mut model, "l");
    for (key, address) in [("a", "192.0.2.7:4600"), ("b", "192.0.2.8:4600")] {
        let found = LanServer {
            address: address.to_owned(),
            ..server(key, "a hall", VERSION)
        };
        update(&mut model, Message::Lan(LanEvent::Found(found)));
    }
    let first = line("BBBBB", "first", GameKind::DiceWars, (1, 3));
    let announced = line("ATTJC", "attic", GameKind::AnimalShogi, (2, 0));
    visited(&mut model, "192.0.2.7:4600", 7, vec![first, announced]);
    visited(&mut model, "192.0.2.8:4600", 31, Vec::new());
    check("lan_live", &mut model, USUAL);
}

#[test]
pub(super) fn each_game_and_each_rung_is_shown() {
    for game in GameKind::ALL.iter().filter(|it| sample(**it).is_some()) {
        let mut model = home();
        model.game = *game;
        check(&format!("home_{}", game.name()), &mut model, USUAL);
        check(&format!("home_{}_120x40", game.name()), &mut model, LARGE);
    }
    let mut model = home();
    keys(&mut model, "<Down><Down><Right><Right><Right>");
    check("home_last_rung", &mut model, USUAL);
}

#[test]
pub(super) fn the_home_screen_in_each_look() {
    for (name, colors, glyphs, ground) in [
        ("light", ColorLevel::True, Glyphs::Quadrants, Ground::Light),
        ("256", ColorLevel::Indexed, Glyphs::HalfBlocks, Ground::Dark),
        ("16", ColorLevel::Sixteen, Glyphs::Quadrants, Ground::Dark),
        ("none", ColorLevel::None, Glyphs::Quadrants, Ground::Dark),
        ("ascii", ColorLevel::None, Glyphs::Ascii, Ground::Dark),
    ] {
        let look = Look {
            language: Language::English,
            colors,
            glyphs,
            ground,
        };
        check_with_styles(&format!("home_back_{name}"), &mut in_look(look), USUAL);
        check(
            &format!("home_back_{name}_120x40"),
            &mut in_look(look),
            LARGE,
        );
    }
}

#[test]
pub(super) fn every_row_that_is_shown_can_be_clicked_and_does_what_enter_does() {
    let mut model = with_a_seat();
    screen(&mut model, 120, 40);
    let rows = 1 + 9 + 4;
    for row in 0..rows {
        let at = model.hits.middle(Hit::Row(row));
        assert!(at.is_some(), "row {row}");
    }
    assert_eq!(model.hits.middle(Hit::Row(rows)), None);
    for rung in '1'..='5' {
        assert!(model.hits.middle(Hit::Key(rung)).is_some(), "rung {rung}");
    }
}

#[test]
pub(super) fn whatever_the_size_the_chosen_row_can_be_seen() {
    for (width, height) in [(40, 12), (60, 16), (80, 20), (80, 24), (120, 40)] {
        let mut model = with_a_seat();
        for row in 0..12 {
            let text = screen(&mut model, width, height);
            let is_shown = model.hits.middle(Hit::Row(model.home_row)).is_some();
            assert!(is_shown, "row {row} at {width}x{height}\n{text}");
            keys(&mut model, "<Down>");
        }
    }
}

#[test]
pub(super) fn a_seat_whose_table_is_gone_is_not_offered() {
    let mut model = with_a_seat();
    assert!(screen(&mut model, 80, 24).contains("Back to hal's table"));
    visited(&mut model, "192.0.2.7:4600", 12, Vec::new());
    assert!(!screen(&mut model, 80, 24).contains("Back to"));
    assert_eq!(model.server, None::<Server>);
}
