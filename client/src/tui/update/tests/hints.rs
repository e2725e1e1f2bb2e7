//! Tests of hints: who may ask for advice, and how the advice is shown.

use dicehall_engine::advice::{Advice, Why};
use dicehall_protocol::Listening;

use super::*;

/// A match of one's own against bots, on the person's turn.
fn alone(table: &Table) -> Model {
    let mut model = joined(table);
    model.server = Some(Server::Private);
    let lobby = model.lobby.as_mut().unwrap();
    let bot = lobby.view.seats[1].holder.clone();
    lobby.view.seats[2].holder = bot;
    model
}

fn advice(model: &mut Model, ply: u32, action: Action) {
    let advice = Some(Advice {
        action: AnyAction::DiceOfDoom(action),
        why: Why::Judged,
        values: Vec::new(),
    });
    let ply = Ply(ply);
    update(model, Message::Advised { ply, advice });
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |it| it.text.as_str())
}

const ATTACK: Action = Action::Attack {
    from: Territory(13),
    to: Territory(20),
};

#[test]
fn an_expert_is_asked_where_nobody_else_plays_and_on_the_own_turn() {
    let table = Table::with_board(6, crate::testing::BOARD_6);
    check(&mut alone(&table), "i", &["think about 0"]);
    check(&mut alone(&table), ":hint<Enter>", &["think about 0"]);
    let mut with_bo = playing();
    with_bo.server = Some(Server::Private);
    check(&mut with_bo, "i", &[]);
    assert_eq!(
        notice(&with_bo),
        "there are hints only where you play alone or the host allows them"
    );
    let mut remote = alone(&table);
    remote.server = Some(Server::Remote {
        address: "192.0.2.7:4600".to_owned(),
    });
    check(&mut remote, "i", &[]);
    let mut waiting = alone(&table);
    waiting.game_match_mut().unwrap().forget_choices();
    check(&mut waiting, "i", &[]);
    assert_eq!(notice(&waiting), "there is a hint when it is your turn");
    let mut off = alone(&table);
    check(&mut off, ":hints off<Enter>i", &[]);
    check(&mut off, ":hints on<Enter>i", &["think about 0"]);
}

#[test]
fn what_is_advised_is_chosen_and_enter_does_it() {
    let table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = alone(&table);
    keys(&mut model, "i");
    advice(&mut model, 0, ATTACK);
    assert_eq!(at(&model), (20, Some(13)));
    assert!(
        notice(&model).starts_with("hint: b3→c4: "),
        "{}",
        notice(&model)
    );
    check(
        &mut model,
        "<Enter>",
        &[r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#],
    );
    let mut model = alone(&table);
    advice(&mut model, 0, Action::Pass);
    assert_eq!(at(&model).1, None);
    assert!(notice(&model).starts_with("hint: end the turn"));
}

#[test]
fn advice_on_another_position_is_forgotten() {
    let table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = alone(&table);
    keys(&mut model, "i");
    let before = at(&model);
    advice(&mut model, 1, ATTACK);
    assert_eq!(at(&model), before);
    // There is no advice once an action is sent.
    model
        .game_match_mut()
        .unwrap()
        .choices
        .as_mut()
        .unwrap()
        .sent = true;
    advice(&mut model, 0, ATTACK);
    assert_eq!(at(&model), before);
    assert_eq!(notice(&model), "the expert thinks");
}

#[test]
fn what_may_follow_is_known_on_the_own_turn_alone() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = alone(&table);
    let outlook_of = |model: &Model| model.game_match().unwrap().outlook().cloned();
    let outlook = outlook_of(&model).unwrap();
    assert!(!outlook.threats.is_empty() && outlook.gain.is_some());
    let told = table.act(AnyAction::DiceOfDoom(ATTACK));
    hear(&mut model, told);
    assert_eq!(outlook_of(&model), None);
    let choices = table.choices();
    hear(&mut model, choices);
    assert_ne!(outlook_of(&model), Some(outlook));
    let told = table.act(AnyAction::DiceOfDoom(Action::Pass));
    hear(&mut model, told);
    assert_eq!(outlook_of(&model), None);
}

#[test]
fn at_a_table_with_others_the_host_allows_it() {
    let mut model = playing();
    hear(&mut model, ServerMessage::Hints { allowed: true });
    check(&mut model, "i", &["think about 0"]);
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(screen.contains(" hints "), "{screen}");
    // A snapshot does not say whether hints are allowed, so what was known before stays.
    hear(
        &mut model,
        Table::with_board(6, crate::testing::BOARD_6).snapshot(),
    );
    assert!(model.lobby.as_ref().unwrap().hints_allowed);
    let mut waiting = playing();
    hear(&mut waiting, ServerMessage::Hints { allowed: true });
    waiting.game_match_mut().unwrap().forget_choices();
    check(&mut waiting, "i", &[]);
    assert_eq!(notice(&waiting), "there is a hint when it is your turn");
    hear(&mut model, ServerMessage::Hints { allowed: false });
    check(&mut model, "i", &[]);
    let mut off = playing();
    hear(&mut off, ServerMessage::Hints { allowed: true });
    check(&mut off, ":hints off<Enter>i", &[]);
}

#[test]
fn the_host_allows_hints_in_the_lobby_and_everybody_reads_it() {
    let mut model = in_lobby();
    model.tells_no_asides = false;
    let allow = r#"{"allow_hints":{"allowed":true}}"#;
    check(&mut model, ":hints allow<Enter>", &[allow]);
    check(&mut model, "i", &[allow]);
    check(
        &mut model,
        ":hints forbid<Enter>",
        &[r#"{"allow_hints":{"allowed":false}}"#],
    );
    let told = |model: &mut Model| {
        let screen = crate::testing::screen(model, 120, 40);
        screen.matches("hints are allowed").count()
    };
    assert_eq!(told(&mut model), 0);
    let listening = |hints| {
        let whispers = Vec::new();
        Some(Reply::Listening(Listening { whispers, hints }))
    };
    accept(&mut model, 900, listening(true));
    assert_eq!(told(&mut model), 1);
    let forbid = r#"{"allow_hints":{"allowed":false}}"#;
    check(&mut model, "i", &[forbid]);
    accept(&mut model, 901, listening(true));
    assert_eq!(told(&mut model), 1, "it is told once");
    accept(&mut model, 902, listening(false));
    let lobby = model.lobby.as_ref().unwrap();
    assert!(!lobby.hints_allowed);
    let mut older = in_lobby();
    check(&mut older, ":hints allow<Enter>", &[]);
    assert_eq!(
        notice(&older),
        "this server does not know hints that a host allows"
    );
    let mut alone = in_lobby();
    alone.server = Some(Server::Private);
    check(&mut alone, ":hints allow<Enter>", &[]);
    check(&mut older, "i", &[]);
    let mut guest = connected();
    hear(&mut guest, entered(BO));
    guest.tells_no_asides = false;
    check(&mut guest, "i", &[]);
}
