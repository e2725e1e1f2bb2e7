//! The actions that are possible at the moment. Hints show only these; keys and typed commands
//! carry out only these.
//!
//! This only spares people useless attempts; the server decides whether a command is allowed.

use dicehall_engine::lobby::Phase;
use dicehall_protocol::HolderView;

use super::{GoOn, KeyAction};
use crate::files::rights::Rights;
use crate::games::words;
use crate::tui::geometry::Tier;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::lobby::ladder;
use crate::tui::model::popup::Popup;
use crate::tui::model::{Connection, Model, Screen, Server};

/// Whether the person has the right to an action at all: a guest has none to what needs a machine of one's own, and only a
/// guest goes to the tables of the door.
pub fn has_right(model: &Model, action: KeyAction) -> bool {
    let needs_machine = matches!(
        action,
        KeyAction::Play
            | KeyAction::Rung(_)
            | KeyAction::NextRung
            | KeyAction::Host
            | KeyAction::Lan
            | KeyAction::Address
            | KeyAction::Tutorial
            | KeyAction::Record
            | KeyAction::WatchMatch
            | KeyAction::PlayOn
            | KeyAction::GoOn(GoOn::HarderBots | GoOn::SaveCard)
            | KeyAction::ShowLink
            | KeyAction::Suspend
    );
    match model.rights {
        Rights::Owner(_) => action != KeyAction::Tables,
        Rights::Guest { .. } => !needs_machine,
    }
}

/// Whether the person has the right to a typed command, by its name in the help.
pub fn may_type(model: &Model, name: &str) -> bool {
    name != "map save FILE" || model.rights.own_machine().is_some()
}

/// Whether an action makes sense at the moment.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "most keys can be pressed at any time"
)]
pub fn can(model: &Model, action: KeyAction) -> bool {
    let game_match = model.game_match();
    match action {
        _ if !has_right(model, action) => false,
        KeyAction::Ready => in_lobby(model, |it| {
            is_idle(it) && it.my_seat().is_some() && !it.is_host()
        }),
        KeyAction::Game if matches!(model.screen, Screen::Home | Screen::Lobbies) => true,
        KeyAction::Start | KeyAction::Settings | KeyAction::Game => can_change_table(model),
        KeyAction::AllowHints => may_allow_hints(model),
        KeyAction::ShowLink => model.page_link().is_some(),
        KeyAction::SeatBot => in_lobby(model, may_fill),
        KeyAction::Rung(_) if model.screen == Screen::Lobby => in_lobby(model, |it| {
            may_fill(it) && chosen(it) != Some(&HolderView::Closed)
        }),
        KeyAction::FillBots => can_change_table(model) && in_lobby(model, has_open_seat),
        KeyAction::OpenSeat => in_lobby(model, |it| {
            may_fill(it) && chosen(it) != Some(&HolderView::Open)
        }),
        KeyAction::CloseSeat => in_lobby(model, |it| {
            may_fill(it) && chosen(it) != Some(&HolderView::Closed)
        }),
        KeyAction::Sit => in_lobby(model, may_sit),
        KeyAction::Stand => in_lobby(model, |it| it.my_seat().is_some()),
        KeyAction::Kick | KeyAction::Ban | KeyAction::HandOver | KeyAction::Silence => {
            in_lobby(model, Lobby::is_host) && chooses_another(model)
        }
        KeyAction::Mute => chooses_another(model),
        KeyAction::People | KeyAction::Leave => model.lobby.is_some(),
        KeyAction::Leaders => model.is_connected(),
        KeyAction::React => in_lobby(model, |it| it.reacts_to().is_some()),
        KeyAction::Resign | KeyAction::Pause => model.is_playing(),
        KeyAction::Rematch => game_match.is_some_and(|it| it.outcome.is_some()) && seated(model),
        KeyAction::WatchMatch => model.keeps_match(),
        KeyAction::Review => model.replay.is_some() || may_review(model),
        KeyAction::GoOn(GoOn::HarderBots) => {
            plays_alone(model) && ladder::above(model.rung).is_some()
        }
        KeyAction::GoOn(GoOn::OtherGame) => {
            model.server == Some(Server::Private) || can_change_table(model)
        }
        KeyAction::ToLobby => game_match.is_some(),
        KeyAction::Seek(_)
        | KeyAction::PlayOrPause
        | KeyAction::PlayOn
        | KeyAction::Faster
        | KeyAction::Slower
        | KeyAction::Luck => model.replay.is_some(),
        KeyAction::FromHand(number) => {
            game_match.is_some_and(|it| it.board.places().in_hand(number).is_some())
        }
        _ => true,
    }
}

/// Whether the server can be asked for the review of the match that is over.
fn may_review(model: &Model) -> bool {
    let is_over = model.game_match().is_some_and(|it| it.outcome.is_some());
    is_over && model.is_connected() && in_lobby(model, |it| it.sealed.is_some())
}

/// Whether an action is worth a hint at the moment.
pub fn offered(model: &Model, action: KeyAction) -> bool {
    let in_match = model.screen == Screen::Match && model.popups.is_empty();
    // While the dice of the person's own attack roll, the hints stay as they are.
    let is_turn = |it: &GameMatch| it.may_choose() || it.fought.is_some();
    let turn = model.is_connected() && model.game_match().is_some_and(is_turn);
    let idle_home = model.screen == Screen::Home && model.connection == Connection::Idle;
    let source = model
        .game_match()
        .is_some_and(|it| it.source_shown().is_some());
    let over = model.game_match().is_some_and(|it| it.outcome.is_some());
    let for_my_turn = [
        KeyAction::EndTurn,
        KeyAction::Next,
        KeyAction::Choose,
        KeyAction::Jump,
    ]
    .contains(&action);
    let of_no_use = |it: &GameMatch| action.is_useless_in(words(it.game));
    let no_use_for_row = |it: &Lobby| action == KeyAction::Choose && it.usual_action().is_none();
    let in_lobby = model.screen == Screen::Lobby && model.popups.is_empty();
    let useless = (in_lobby && model.lobby.as_ref().is_some_and(no_use_for_row))
        || (in_match && model.game_match().is_some_and(of_no_use))
        || (in_match && for_my_turn && !turn)
        || (in_match && action == KeyAction::Skip && (turn || !waits_for_bots(model)))
        || (action == KeyAction::StandIn && !waits_for_absent(model))
        || (in_match && action == KeyAction::Back && !(source || over))
        || (in_match && action == KeyAction::Hint && !(turn && has_hints(model)))
        || (idle_home && model.popups.is_empty() && action == KeyAction::Back)
        || (model.popups.last() == Some(&Popup::Review)
            && action == KeyAction::Choose
            && model.replay.is_none())
        || (action == KeyAction::NextTab && Tier::of(model.size) >= Tier::Normal);
    !useless && can(model, action)
}

/// Whether an expert may be asked: on the person's turn, in a match that nobody else plays, or where the host allows it.
pub fn may_ask(model: &Model) -> bool {
    model.game_match().is_some_and(GameMatch::may_choose) && has_hints(model)
}

fn has_hints(model: &Model) -> bool {
    plays_alone(model) || host_allows(model)
}

/// Whether the table's host allows hints and the person has them switched on.
pub fn host_allows(model: &Model) -> bool {
    model.hints && in_lobby(model, |it| it.hints_allowed)
}

/// Whether the person may allow hints to whoever plays, or forbid them.
pub fn may_allow_hints(model: &Model) -> bool {
    knows_of_hints(model) && can_change_table(model)
}

/// Whether the host decides about hints: others may come to the table, and its server knows such
/// hints.
pub fn knows_of_hints(model: &Model) -> bool {
    model.server != Some(Server::Private) && !model.tells_no_asides
}

/// Whether nobody else is at the table.
pub fn plays_alone(model: &Model) -> bool {
    let private = model.server == Some(Server::Private);
    private && model.hints && in_lobby(model, Lobby::plays_alone)
}

/// Whether the person can ask to skip what bots do.
fn waits_for_bots(model: &Model) -> bool {
    in_lobby(model, Lobby::may_skip_bots)
}

/// Whether the person can ask for a bot in the place of somebody who is gone.
fn waits_for_absent(model: &Model) -> bool {
    in_lobby(model, |it| it.absent_seat().is_some())
}

/// Whether the person decides about the seats and the game of a table where no match runs.
pub fn can_change_table(model: &Model) -> bool {
    in_lobby(model, |it| is_idle(it) && it.is_host())
}

fn in_lobby(model: &Model, may: impl FnOnce(&Lobby) -> bool) -> bool {
    model.lobby.as_ref().is_some_and(may)
}

/// Whether seats and settings can change.
pub(super) fn is_idle(lobby: &Lobby) -> bool {
    matches!(lobby.view.phase, Phase::Waiting | Phase::Over)
}

/// Whether somebody else is chosen.
fn chooses_another(model: &Model) -> bool {
    let chosen = model.chosen_player();
    in_lobby(model, |it| {
        chosen.is_some_and(|player| player.player != it.you)
    })
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
