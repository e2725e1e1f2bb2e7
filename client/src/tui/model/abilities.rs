//! What can be done at the moment: what the hints offer, and what keys and typed commands are held against.
//!
//! This only spares people useless attempts: whether a command is allowed is the server's decision.

use dicehall_engine::lobby::Phase;
use dicehall_protocol::HolderView;

use super::game_match::GameMatch;
use super::lobby::Lobby;
use super::place::Board;
use super::words::words;
use super::{Connection, Model, Screen};
use crate::tui::keymap::Action;
use crate::tui::view::layout::Tier;

/// Whether an action makes sense at the moment.
pub fn can(model: &Model, action: Action) -> bool {
    let game_match = model.game_match();
    match action {
        Action::Ready => in_lobby(model, |it| {
            is_idle(it) && it.my_seat().is_some() && !it.is_host()
        }),
        Action::Game if model.screen == Screen::Home => true,
        Action::Start | Action::Settings | Action::Game => {
            in_lobby(model, |it| is_idle(it) && it.is_host())
        }
        Action::SeatBot => in_lobby(model, may_fill),
        Action::FillBots => in_lobby(model, |it| is_idle(it) && it.is_host() && has_open_seat(it)),
        Action::OpenSeat => in_lobby(model, |it| {
            may_fill(it) && chosen(it) != Some(&HolderView::Open)
        }),
        Action::CloseSeat => in_lobby(model, |it| {
            may_fill(it) && chosen(it) != Some(&HolderView::Closed)
        }),
        Action::Sit => in_lobby(model, may_sit),
        Action::Stand => in_lobby(model, |it| it.my_seat().is_some()),
        Action::Kick | Action::Ban | Action::HandOver => in_lobby(model, |it| {
            it.is_host()
                && it
                    .chosen_player()
                    .is_some_and(|player| player.player != it.you)
        }),
        Action::Mute => in_lobby(model, |it| {
            it.chosen_player()
                .is_some_and(|player| player.player != it.you)
        }),
        Action::Leave => model.lobby.is_some(),
        Action::Resign | Action::Pause => model.is_playing(),
        Action::Rematch => game_match.is_some_and(|it| it.outcome.is_some()) && seated(model),
        Action::ToLobby => game_match.is_some(),
        Action::Show(_) | Action::PlayOrPause => model.replay.is_some(),
        Action::FirstInHand | Action::SecondInHand | Action::ThirdInHand => {
            game_match.is_some_and(|it| matches!(it.board, Board::Shogi(_)))
        }
        Action::Up
        | Action::Down
        | Action::Left
        | Action::Right
        | Action::UpLeft
        | Action::UpRight
        | Action::DownLeft
        | Action::DownRight
        | Action::Choose
        | Action::EndTurn
        | Action::Next
        | Action::Previous
        | Action::Back
        | Action::Quit
        | Action::Suspend
        | Action::Help
        | Action::RetryNow
        | Action::Play
        | Action::Host
        | Action::Lan
        | Action::Address
        | Action::Name
        | Action::Watch
        | Action::Create
        | Action::Refresh
        | Action::Chat
        | Action::Typed
        | Action::Log
        | Action::NextTab
        | Action::ZoomIn
        | Action::ZoomOut
        | Action::Yes
        | Action::No
        | Action::PageUp
        | Action::PageDown => true,
    }
}

/// Whether an action is worth a hint at the moment.
pub fn offered(model: &Model, action: Action) -> bool {
    let in_match = model.screen == Screen::Match && model.popups.is_empty();
    let turn = model.is_connected() && model.game_match().is_some_and(GameMatch::may_choose);
    let idle_home = model.screen == Screen::Home && model.connection == Connection::Idle;
    let source = model.game_match().is_some_and(|it| it.source.is_some());
    let for_my_turn = [Action::EndTurn, Action::Next, Action::Choose].contains(&action);
    let of_no_use = |it: &GameMatch| words(it.game).useless.contains(&action);
    let no_deed = |it: &Lobby| action == Action::Choose && it.usual_deed().is_none();
    let in_lobby = model.screen == Screen::Lobby && model.popups.is_empty();
    let useless = (in_lobby && model.lobby.as_ref().is_some_and(no_deed))
        || (in_match && model.game_match().is_some_and(of_no_use))
        || (in_match && for_my_turn && !turn)
        || (in_match && action == Action::Back && !source)
        || (idle_home && model.popups.is_empty() && action == Action::Back)
        || (action == Action::NextTab && Tier::of(model.size) >= Tier::Normal);
    !useless && can(model, action)
}

fn in_lobby(model: &Model, may: impl FnOnce(&Lobby) -> bool) -> bool {
    model.lobby.as_ref().is_some_and(may)
}

/// Whether seats and settings can change.
fn is_idle(lobby: &Lobby) -> bool {
    matches!(lobby.view.phase, Phase::Waiting | Phase::Over)
}

fn chosen(lobby: &Lobby) -> Option<&HolderView> {
    lobby.chosen_seat().map(|(_, holder)| holder)
}

/// Whether the person may say who is to hold the chosen seat.
fn may_fill(lobby: &Lobby) -> bool {
    let free = chosen(lobby).is_some_and(|it| !matches!(it, HolderView::Human { .. }));
    free && is_idle(lobby) && lobby.is_host()
}

fn has_open_seat(lobby: &Lobby) -> bool {
    lobby
        .view
        .seats
        .iter()
        .any(|it| it.holder == HolderView::Open)
}

fn may_sit(lobby: &Lobby) -> bool {
    let here = chosen(lobby) == Some(&HolderView::Open);
    is_idle(lobby) && has_open_seat(lobby) && (lobby.my_seat().is_none() || here)
}

fn seated(model: &Model) -> bool {
    in_lobby(model, |it| it.my_seat().is_some())
}
