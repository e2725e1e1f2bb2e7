//! The seats of a game: which are shown, what another game asks for, and whoever has none any more.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::Phase;
use dicehall_protocol::HolderView;

use super::*;

#[test]
fn another_game_is_one_command_whoever_sits_there() {
    let effects = keys(&mut in_lobby(), ":game tic-tac-toe<Enter>");
    let sent: Vec<String> = effects.iter().map(short).collect();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains("change_settings"), "{sent:?}");
}

#[test]
fn enter_puts_the_usual_bot_on_an_open_seat() {
    let mut model = in_lobby();
    let lobby = model.lobby.as_mut().unwrap();
    lobby.view.seats[3].holder = HolderView::Open;
    lobby.row = 3;
    check(
        &mut model,
        "<Enter>",
        &[r#"{"seat_bot":{"seat":3,"bot":"strategist"}}"#],
    );
}

#[test]
fn a_lobby_shows_the_seats_of_its_game_and_whoever_sits_elsewhere() {
    let model_of = |seats: &[HolderView]| {
        let mut table = Table::of(GameKind::TicTacToe, "");
        table.lobby.phase = Phase::Waiting;
        for (seat, holder) in table.lobby.seats.iter_mut().zip(seats) {
            seat.holder = holder.clone();
        }
        let mut model = in_lobby();
        hear(&mut model, table.snapshot());
        model
    };
    let rows = |model: &Model| model.lobby.as_ref().unwrap().view.seats.len();
    let sits = |player| HolderView::Human {
        player,
        ready: false,
        held_by_bot: false,
    };
    let (closed, open) = (HolderView::Closed, HolderView::Open);
    let two = [sits(AKI), open.clone(), closed.clone(), closed.clone()];
    assert_eq!(rows(&model_of(&two)), 2);
    // An earlier release let people sit there; the host can choose the row and remove them.
    let three = [sits(AKI), open, sits(BO), closed];
    let mut model = model_of(&three);
    assert_eq!(rows(&model), 3);
    model.lobby.as_mut().unwrap().row = 2;
    let chosen = model.lobby.as_ref().unwrap().chosen_player();
    assert_eq!(chosen.map(|it| it.player), Some(BO));
}

#[test]
fn whoever_watched_and_has_left_meanwhile_comes_in_to_watch_again() {
    for (seat, purpose) in [(None, "Watch"), (Some(0), "Sit")] {
        let mut model = in_lobby();
        let lobby = model.lobby.as_mut().unwrap();
        if seat.is_none() {
            lobby.view.seats[0].holder = HolderView::Open;
        }
        heard(&mut model, LinkEvent::Connected { resumed: false });
        let pending = model.pending.values().map(|it| format!("{it:?}"));
        let pending: Vec<String> = pending.filter(|it| it.contains("Enter")).collect();
        assert_eq!(pending.len(), 1, "{pending:?}");
        assert!(pending[0].contains(purpose), "{pending:?}");
    }
}
