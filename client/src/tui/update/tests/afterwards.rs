//! The ways on from a match: one press leads to the next rung, two to another game, one home, and one writes a card.

use dicehall_engine::{GameKind, Rung};

use super::*;
use crate::tui::message::LastChoice;
use crate::tui::view::card;

/// A match that is over, at a server for this person alone or at another one.
fn over(server: Option<Server>) -> Model {
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = connected();
    if let Some(server) = server {
        model.server = Some(server);
        table.lobby.players.truncate(1);
    }
    hear(&mut model, table.snapshot());
    while let Some(action) = table.some_action() {
        hear(&mut model, table.act(action));
    }
    assert_eq!(model.popups, [Popup::Outcome]);
    model
}

#[test]
fn the_next_rung_is_one_press_away_until_there_is_none() {
    let mut model = over(Some(Server::Private));
    (model.rung, model.game) = (Rung::Fourth, GameKind::DiceOfDoom);
    let effects = keys(&mut model, "n");
    let remembered = Effect::OnMachine(MachineEffect::Remember(LastChoice::Rung(Rung::Fifth)));
    assert_eq!(
        effects.get(..2),
        Some(&[remembered, Effect::Disconnect][..])
    );
    assert!(matches!(
        effects.last(),
        Some(Effect::OnMachine(MachineEffect::HostLocal { .. }))
    ));
    assert!(model.rung == Rung::Fifth && model.lobby.is_none());
    assert_eq!(model.game, GameKind::TicTacToe, "the game that was played");
    let mut highest = over(Some(Server::Private));
    highest.rung = Rung::Fifth;
    check(&mut highest, "n", &[]);
    check(&mut over(None), "n", &[]);
}

#[test]
fn another_game_is_chosen_at_home_or_by_the_host_in_the_lobby() {
    let mut alone = over(Some(Server::Private));
    alone.game = GameKind::DiceOfDoom;
    let effects = keys(&mut alone, "g");
    assert_eq!(effects.first(), Some(&Effect::Disconnect));
    assert_eq!((alone.screen, alone.game), (Screen::Home, GameKind::ALL[1]));
    let mut host = over(None);
    check(&mut host, "g", &[]);
    assert_eq!(host.screen, Screen::Lobby);
    let Some(Popup::Settings { settings, .. }) = host.popups.last() else {
        panic!("{:?}", host.popups);
    };
    assert_ne!(settings.rules.kind(), GameKind::TicTacToe);
}

#[test]
fn q_leads_one_level_up_and_escape_to_the_board_and_back() {
    check(&mut over(None), "q", &[r#""leave""#]);
    let mut model = over(Some(Server::Private));
    check(&mut model, "<Esc>", &[]);
    assert_eq!((model.popups.len(), model.screen), (0, Screen::Match));
    check(&mut model, "<Esc>", &[]);
    assert_eq!(model.popups, [Popup::Outcome]);
    check(&mut model, "<Esc>q", &[r#""leave""#]);
    let mut lost = over(Some(Server::Private));
    lost.connection = Connection::Idle;
    check(&mut lost, "q", &["Disconnect"]);
    assert_eq!(lost.screen, Screen::Home);
}

#[test]
fn a_card_has_the_winner_and_no_path() {
    check(&mut over(None), "s", &["write a card"]);
    let mut model = over(Some(Server::Private));
    model.kept.match_folder = Some("/secret/folder".into());
    let (name, picture) = card::picture(&model).unwrap();
    assert!(name.starts_with("dicehall-"), "{name}");
    assert!(picture.starts_with("<svg"), "{picture:.80}");
    assert!(!picture.contains("secret") && !picture.contains("rematch"));
    let again = card::picture(&model).unwrap();
    assert_eq!(again, (name, picture), "the same match has the same card");
    assert_eq!(card::picture(&playing()), None);
}
