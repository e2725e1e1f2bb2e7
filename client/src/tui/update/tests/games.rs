//! Tests of keys, clicks and typed commands in Dice Wars, animal shogi and tic-tac-toe.

use dicehall_engine::lobby::Request;
use dicehall_engine::{AnyAction, GameKind};
use dicehall_protocol::ClientCommand;

use crate::games::described::Described;
use crate::games::place::Direction;
use crate::lang::Language;
use crate::net::link::ClientCommandWithId;
use crate::testing::{Table, home, joined, keys};
use crate::tui::message::{Effect, MachineEffect};
use crate::tui::model::Model;

/// Checks the commands that keys send, as JSON, or the notice shown instead.
#[track_caller]
fn check(model: &mut Model, typed: &str, expect: &str) {
    let effects = keys(model, typed);
    let sent: Vec<String> = effects.iter().map(sent).collect();
    let told = model
        .notice
        .as_ref()
        .map(|it| it.text.clone())
        .unwrap_or_default();
    assert_eq!(
        if sent.is_empty() {
            told
        } else {
            sent.join(" ")
        },
        expect,
        "{typed}"
    );
}

fn sent(effect: &Effect) -> String {
    let Effect::Send(ClientCommandWithId {
        command: ClientCommand::Lobby(Request::Act { action, .. }),
        ..
    }) = effect
    else {
        return format!("{effect:?}");
    };
    if let AnyAction::DiceWars(action) = action {
        return format!("{action:?}");
    }
    action.to_string()
}

fn shogi() -> Model {
    joined(&Table::shogi("1l1/2e/1L1/E1G b GCc"))
}

fn marks() -> Model {
    joined(&Table::of(GameKind::TicTacToe, ""))
}

#[test]
fn a_cell_is_marked_by_enter_or_by_its_name() {
    check(&mut marks(), "<Enter>", "b2");
    check(&mut marks(), "<Up><Left><Enter>", "a1");
    check(&mut marks(), ":c3<Enter>", "c3");
    check(&mut marks(), ":C1<Enter>", "c1");
    check(&mut marks(), "e", "in this game every action ends the turn");
}

#[test]
fn pieces_move_and_are_dropped_by_keys_or_by_notation() {
    check(&mut shogi(), ":b3b2<Enter>", "b3b2");
    check(&mut shogi(), ":b3-b2<Enter>", "b3b2");
    check(&mut shogi(), ":c*a1<Enter>", "C*a1");
    check(&mut shogi(), ":G*a2<Enter>", "G*a2");
    check(&mut shogi(), ":a4a1<Enter>", "that move is not possible");
    check(&mut shogi(), ":E*a1<Enter>", "that move is not possible");
    // The cursor begins on b3, the lion's place.
    check(&mut shogi(), "<Enter><Left><Enter>", "b3a3");
    check(&mut shogi(), "1<Left><Enter>", "C*a3");
    check(&mut shogi(), "3<Left><Enter>", "G*a3");
    check(&mut shogi(), "2", "you have none of that in hand");
}

#[test]
fn territories_of_a_map_are_chosen_by_number() {
    let table = Table::of(GameKind::DiceWars, "map=atoll");
    let model = joined(&table);
    let attack = model.game_match().unwrap().moves().next().unwrap();
    let (from, to) = (attack.from.0, attack.to.0);
    let expect = format!("Attack {{ from: Territory({from}), to: Territory({to}) }}");
    for sign in [">", "-", " ", ","] {
        check(
            &mut joined(&table),
            &format!(":{from}{sign}{to}<Enter>"),
            &expect,
        );
    }
    let mut pointing = joined(&table);
    check(&mut pointing, &format!(":{to}<Enter>"), "");
    assert_eq!(pointing.game_match().unwrap().cursor, attack.to);
    check(
        &mut joined(&table),
        ":0>0<Enter>",
        "that attack is not possible",
    );
    check(&mut joined(&table), ":end<Enter>", "Pass");
}

#[test]
fn the_cursor_reaches_every_territory_of_a_map() {
    for map in [
        "atoll",
        "isthmus",
        "crescent",
        "lakeland",
        "heartland",
        "1",
        "2",
        "3",
    ] {
        let model = joined(&Table::of(GameKind::DiceWars, &format!("map={map}")));
        let board = &model.game_match().unwrap().board;
        let mut reached = vec![board.places().first];
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            for direction in Direction::ALL {
                let beside = board
                    .places()
                    .beside(at, direction)
                    .filter(|it| !reached.contains(it));
                reached.extend(beside);
            }
            next += 1;
        }
        assert_eq!(reached.len(), board.places().count(), "{map}");
    }
}

#[test]
fn the_home_screen_plays_the_game_that_is_chosen() {
    let seats = |model: &mut Model| match keys(model, "p").as_slice() {
        [Effect::OnMachine(MachineEffect::HostLocal { .. })] => match &model.plan {
            Some(crate::tui::model::Plan::Open {
                table,
                then: crate::tui::model::Then::Start,
            }) => (table.settings.rules.kind(), table.seats.len()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let mut model = home();
    assert_eq!(seats(&mut model), (GameKind::DiceOfDoom, 4));
    let mut model = home();
    keys(&mut model, "gg");
    assert_eq!(seats(&mut model), (GameKind::AnimalShogi, 2));
    let mut model = home();
    keys(&mut model, "<Left>");
    let last = *GameKind::ALL.last().unwrap();
    assert_eq!(seats(&mut model), (last, last.seats().1.into()));
}

/// The same match on the board of a game that has none of its own.
fn described(mut model: Model) -> Model {
    let game_match = model.game_match_mut().unwrap();
    let board = Described::new(&game_match.config.layout(), &game_match.view);
    game_match.board = Box::new(board);
    model
}

#[test]
fn a_described_board_is_played_by_cursor_and_by_names() {
    check(&mut described(marks()), "<Enter>", "b2");
    check(&mut described(marks()), ":c3<Enter>", "c3");
    check(&mut described(shogi()), ":b3b2<Enter>", "b3b2");
    check(&mut described(shogi()), ":c*a1<Enter>", "C*a1");
    check(&mut described(shogi()), "<Enter><Left><Enter>", "b3a3");
    check(&mut described(shogi()), "1<Left><Enter>", "C*a3");
    check(
        &mut described(shogi()),
        ":a4a1<Enter>",
        "that move is not possible",
    );
}

#[test]
fn actions_on_a_described_board_are_told_by_their_places() {
    let told = |model: Model, action: AnyAction| {
        let model = described(model);
        let board = &model.game_match().unwrap().board;
        board.told(action, Language::English)
    };
    let step = |text: &str| told(shogi(), AnyAction::AnimalShogi(text.parse().unwrap()));
    assert_eq!(step("b3b2"), "L b3-b2");
    assert_eq!(step("C*a1"), "drops C on a1");
    let mark = AnyAction::TicTacToe("b2".parse().unwrap());
    assert_eq!(told(marks(), mark), "marks b2");
}
