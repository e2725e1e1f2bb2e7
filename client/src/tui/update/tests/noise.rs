//! Tests of messages that come late, twice, or unexpectedly.

use super::*;
use dicehall_engine::lobby::{PeopleEvent, SeatEvent};
use dicehall_protocol::MatchEventView;

#[test]
fn late_and_unknown_messages_are_harmless() {
    let seed = std::env::var("DICEHALL_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(20_261_121);
    println!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    for _ in 0..60 {
        let mut model = any_model(&mut dice);
        for _ in 0..60 {
            anything(&mut model, &mut dice);
            draw(&mut model);
        }
    }
}

#[test]
fn an_update_that_was_seen_already_changes_nothing() {
    let mut table = Table::dealt(4);
    let mut model = joined(&table);
    let action = table.some_action().unwrap();
    let told = table.act(action);
    hear(&mut model, told.clone());
    let lines = model.game_match().unwrap().log.len();
    hear(&mut model, told);
    assert_eq!(model.game_match().unwrap().log.len(), lines);
}

#[test]
fn choices_of_an_earlier_ply_are_not_offered() {
    let table = Table::dealt(4);
    let mut model = joined(&table);
    model.game_match_mut().unwrap().choices = None;
    model.game_match_mut().unwrap().ply = Ply(7);
    hear(&mut model, table.choices());
    assert!(model.game_match().unwrap().choices.is_none());
}

#[test]
fn a_stale_action_is_not_called_an_error() {
    let mut model = playing();
    keys(&mut model, ":b3c4<Enter>");
    reject(&mut model, 2, "stale");
    assert!(model.notice.is_none() && model.game_match().unwrap().may_choose());
    keys(&mut model, ":b3c4<Enter>");
    reject(&mut model, 3, "illegal_action");
    assert!(model.notice.as_ref().is_some_and(|it| it.bad));
}

#[test]
fn a_command_that_could_not_be_sent_is_told() {
    let mut model = playing();
    keys(&mut model, ":b3c4<Enter>");
    unsent(&mut model, 2);
    assert!(
        model.pending.is_empty()
            && model.notice.is_some()
            && model.game_match().unwrap().may_choose()
    );
}

#[test]
fn pasted_text_goes_into_the_line_alone() {
    let mut model = playing();
    update(&mut model, Message::Paste("eqR".to_owned()));
    assert!(model.popups.is_empty());
    keys(&mut model, "t");
    update(&mut model, Message::Paste("one\ntwo\u{1b}[0m".to_owned()));
    check(
        &mut model,
        "<Enter>",
        &[r#"{"chat":{"text":"one two[0m"}}"#],
    );
    keys(&mut model, "t");
    update(&mut model, Message::Paste("x".repeat(1_000)));
    assert_eq!(model.prompt.as_ref().unwrap().input.value().len(), 280);
}

fn pick(dice: &mut SeededDice, count: usize) -> usize {
    usize::try_from(dice.below(u64::try_from(count).unwrap())).unwrap()
}

fn any_model(dice: &mut SeededDice) -> Model {
    match pick(dice, 5) {
        0 => home(),
        1 => connected(),
        2 => in_lobby(),
        3 => played(pick(dice, 40)).0,
        _ => playing(),
    }
}

/// Applies any event of a server, a link or a person, in any order.
fn anything(model: &mut Model, dice: &mut SeededDice) -> Vec<Effect> {
    let mut table = Table::dealt(u8::try_from(2 + pick(dice, 7)).unwrap());
    table.revision = dice.below(1_000);
    table.ply = u32::try_from(dice.below(10)).unwrap();
    let action = table.some_action().unwrap();
    let id = dice.below(8);
    let seat = Seat::ALL[pick(dice, 4)];
    let player = PlayerId(u32::try_from(dice.below(6)).unwrap());
    let server = match pick(dice, 16) {
        0 if id == 0 => without_a_board(table.snapshot()),
        0 => table.snapshot(),
        1 => table.choices(),
        2 => table.act(action),
        kind @ 3..=8 => any_answer(kind, id, player),
        9 => table.update(vec![
            EventView::Seats(SeatEvent::HandedToBot { seat }),
            EventView::Match(MatchEventView::Resigned { seat }),
            EventView::Seats(SeatEvent::TakenBack { seat }),
            EventView::Match(MatchEventView::Acted { seat, action }),
            EventView::Match(MatchEventView::Acted {
                seat,
                action: AnyAction::DiceOfDoom(Action::Pass),
            }),
        ]),
        10 => news(
            dice.below(1_000),
            vec![EventView::People(PeopleEvent::Kicked { player })],
        ),
        11 => ServerMessage::Update {
            notice: None,
            layout: None,
            revision: Revision(dice.below(1_000)),
            events: Vec::new(),
            lobby: Some(lobby_view()),
            view: None,
            ply: Ply(3),
            outcome: Some(Outcome {
                winners: SeatSet::EMPTY.with(seat),
            }),
        },
        12 => return update(model, any_key(dice)),
        13 => ServerMessage::Frozen { frozen: id > 3 },
        14 => {
            let why = crate::net::loss::Loss::Cut;
            return heard(model, LinkEvent::Waiting { retry_ms: id, why });
        }
        _ => return heard(model, LinkEvent::Connected { resumed: id > 3 }),
    };
    hear(model, server)
}

/// A random answer or notice of a server.
fn any_answer(kind: usize, id: u64, player: PlayerId) -> ServerMessage {
    match kind {
        3 => ServerMessage::Accepted {
            id,
            revision: None,
            reply: Some(Reply::Lobbies(vec![lobby_line("ATTJC")])),
        },
        4 => ServerMessage::Accepted {
            id,
            revision: None,
            reply: Some(Reply::Joined(proof())),
        },
        5 => ServerMessage::Rejected {
            id,
            code: "x".into(),
            message: "y".to_owned(),
            legal: None,
        },
        6 => ServerMessage::Presence {
            player,
            connected: id > 3,
            bot_in_ms: None,
        },
        7 => ServerMessage::Error {
            code: "x".into(),
            message: "y".to_owned(),
        },
        _ => ServerMessage::Closing {
            code: "shutting_down".into(),
            message: "y".to_owned(),
        },
    }
}

/// A snapshot whose board is invalid.
fn without_a_board(snapshot: ServerMessage) -> ServerMessage {
    let ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        game_match: Some(mut shown),
        agreement,
    } = snapshot
    else {
        panic!("no match in {snapshot:?}")
    };
    let dicehall_engine::AnyView::DiceOfDoom(view) = &mut shown.view else {
        panic!("another game")
    };
    view.board.truncate(5);
    view.standings.clear();
    ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        game_match: Some(shown),
        agreement,
    }
}

fn any_key(dice: &mut SeededDice) -> Message {
    let codes = "hjklyubnqretcosxgwmpaKHRBLv+-? :b3c4zi"
        .chars()
        .map(KeyCode::Char);
    let others = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Backspace,
    ];
    let all: Vec<KeyCode> = codes.chain(others).collect();
    Message::Key(KeyEvent::new(
        all[pick(dice, all.len())],
        KeyModifiers::NONE,
    ))
}
