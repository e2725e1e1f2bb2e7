//! A table as on a television: before, in and after a match, and that nothing on it can be pressed.

use dicehall_engine::lobby::Request;
use dicehall_protocol::{ClientCommand, LobbyView};

use super::*;
use crate::tui::message::Effect;
use crate::tui::model::{STAY_MS, Server};

const SIZES: [(&str, (u16, u16)); 2] = [("120x40", (120, 40)), ("160x50", (160, 50))];

/// A big screen to which this was told: that it watches, whoever the message is for.
fn television(told: ServerMessage) -> Model {
    let ServerMessage::Snapshot {
        revision,
        lobby,
        game_match,
        agreement,
        ..
    } = told
    else {
        panic!("a screen begins with a snapshot");
    };
    let mut model = connected();
    (model.is_big_screen, model.animation) = (true, true);
    hear(
        &mut model,
        ServerMessage::Snapshot {
            revision,
            you: MEI,
            lobby,
            game_match,
            agreement,
        },
    );
    model
}

fn check_large(name: &str, model: &mut Model) {
    for (size, columns_and_rows) in SIZES {
        model.size = columns_and_rows.into();
        check(&format!("big_{name}_{size}"), model, columns_and_rows);
    }
}

/// Lets time pass until the dice lie.
fn settle(model: &mut Model) {
    while let Some(elapsed_ms) = model.tick_ms().filter(|it| *it < STAY_MS) {
        update(model, Message::Tick { elapsed_ms });
    }
}

#[test]
fn a_table_before_its_match() {
    let mut model = television(entered(MEI));
    model.lobby.as_mut().unwrap().replace(LobbyView {
        evening: Some(evenings::two_matches()),
        ..lobby_view()
    });
    check_large("lobby", &mut model);
    let shown = screen(&mut model, 160, 50);
    assert!(shown.contains("http://192.0.2.7:4600/ATTJC"), "{shown}");
    // A telephone finds nothing at the name of the machine itself.
    model.server = Some(Server::Remote {
        address: "127.0.0.1:4600".to_owned(),
    });
    let shown = screen(&mut model, 160, 50);
    assert!(
        !shown.contains("127.0.0.1") && !shown.contains("██"),
        "{shown}"
    );
    assert!(shown.contains("Only programs on this machine"), "{shown}");
}

#[test]
fn a_match_with_the_dice_of_the_last_attack_and_its_luck() {
    let mut table = Table::dealt(5);
    let mut model = television(table.snapshot());
    model.size = Size::new(160, 50);
    while model.game_match().unwrap().trail.battle.is_none() {
        settle(&mut model);
        let action = table.some_action().unwrap();
        hear(&mut model, table.act(action));
    }
    assert!(model.game_match().unwrap().rolling.is_some());
    check_large("rolling", &mut model);
    let luck = |model: &mut Model| {
        let shown = screen(model, 160, 50);
        shown.contains("luck ") || shown.contains("sigma")
    };
    assert!(!luck(&mut model), "nothing is told before the dice lie");
    settle(&mut model);
    check_large("rolled", &mut model);
    assert!(luck(&mut model));
}

#[test]
fn the_ratings_of_people_stand_beside_their_names_and_a_person_sees_them_elsewhere() {
    let mut model = television(Table::dealt(5).snapshot());
    for seat in &mut model.lobby.as_mut().unwrap().view.seats {
        seat.rating = Some(dicehall_protocol::RatingView {
            mean: 1564,
            margin: Some(421),
            before: None,
        });
    }
    for (_, (width, height)) in SIZES {
        let shown = screen(&mut model, width, height);
        assert!(shown.contains("1564 ±421"), "{shown}");
    }
    model.is_big_screen = false;
    let shown = screen(&mut model, 120, 40);
    assert!(!shown.contains("1564"), "{shown}");
}

/// The first column and row in which this stands.
fn place_of(shown: &str, text: &str) -> (usize, usize) {
    let rows = shown.lines().zip(0..);
    let mut found = rows.filter_map(|(line, row)| Some((line.find(text)?, row)));
    let (bytes, row) = found.next().expect("it is shown");
    let line = shown.lines().nth(row).unwrap();
    (line[..bytes].chars().count(), row)
}

#[test]
fn what_stays_on_the_glass_moves_by_a_cell_every_three_minutes_and_comes_back() {
    let mut model = television(entered(MEI));
    let mut after = |minutes: u64| {
        let until = model.shown_ms + minutes * 60_000;
        while model.shown_ms < until {
            let elapsed_ms = model.tick_ms().expect("time passes where nothing happens");
            update(&mut model, Message::Tick { elapsed_ms });
        }
        place_of(&screen(&mut model, 160, 50), "SEATS")
    };
    let (column, row) = after(0);
    let minutes = [1, 2, 3, 3, 2, 1];
    let places = minutes.map(&mut after);
    let moved = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 1), (0, 0)];
    assert_eq!(
        places,
        moved.map(|(right, down)| (column + right, row + down))
    );
}

#[test]
fn a_match_that_is_over() {
    let mut table = Table::dealt(3);
    let mut model = television(table.snapshot());
    model.animation = false;
    while let Some(action) = table.some_action() {
        hear(&mut model, table.act(action));
    }
    check_large("over", &mut model);
}

#[test]
fn nothing_can_be_pressed_but_the_end_and_a_small_terminal_shows_what_watchers_see() {
    let mut model = television(Table::dealt(5).snapshot());
    let mut small = model.clone();
    small.is_big_screen = false;
    assert_eq!(screen(&mut model, 99, 40), screen(&mut small, 99, 40));
    let before = screen(&mut model, 120, 40);
    assert_ne!(before, screen(&mut small, 120, 40));
    keys(&mut model, "?tv+L<Enter><Tab><Esc>:lock<Enter>");
    assert_eq!(screen(&mut model, 120, 40), before);
    assert!(model.popups.is_empty() && model.prompt.is_none());
    let hidden = |it: &str| !before.contains(it);
    assert!(hidden("? help") && hidden("quit"), "{before}");
    let ended = keys(&mut model, "q");
    assert!(ended.contains(&Effect::Quit), "{ended:?}");
}

#[test]
fn a_screen_that_is_host_makes_somebody_else_host_at_once_and_asks_once() {
    let wishes = |model: &Model| {
        let asked = model.asked.values();
        asked
            .filter_map(|it| match it {
                ClientCommand::Lobby(Request::HandOverHost { player }) => Some(*player),
                ClientCommand::Lobby(_) | ClientCommand::Session(_) | ClientCommand::Account(_) => {
                    None
                }
            })
            .collect::<Vec<_>>()
    };
    let mut model = television(entered(MEI));
    assert_eq!(wishes(&model), []);
    let as_host = |model: &mut Model| {
        model.lobby.as_mut().unwrap().view.host = Some(MEI);
        hear(model, ServerMessage::Hints { allowed: true });
        hear(model, ServerMessage::Hints { allowed: false });
    };
    as_host(&mut model);
    assert_eq!(
        wishes(&model),
        [AKI],
        "whoever sits comes before whoever watches"
    );
    let mut alone = television(entered(MEI));
    let lobby = alone.lobby.as_mut().unwrap();
    lobby
        .view
        .players
        .iter_mut()
        .for_each(|it| it.connected = false);
    as_host(&mut alone);
    assert_eq!(wishes(&alone), []);
    let mut person = television(entered(MEI));
    person.is_big_screen = false;
    as_host(&mut person);
    assert_eq!(wishes(&person), [], "people stay host");
}
