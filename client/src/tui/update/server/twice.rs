//! The second of two equal commands: it is not sent while the first has no answer, and a refusal that only says that the
//! thing is done already is no news.
//!
//! Called before commands are sent, and for refusals. Law kept here: a key that is pressed twice does what it does when it is
//! pressed once.

use dicehall_engine::lobby::{Phase, Request};
use dicehall_protocol::{ClientCommand, Code, SessionCommand};

use crate::tui::model::Model;

/// Whether the command is asked already and has no answer, if asking it twice would be refused or would do more than asking
/// it once.
pub(in crate::tui::update) fn is_asked(model: &Model, command: &ClientCommand) -> bool {
    let mut unanswered = model
        .asked
        .iter()
        .filter(|(id, _)| model.pending.contains_key(id));
    is_for_once(command) && unanswered.any(|(_, it)| it == command)
}

/// Whether the refusal of a command only says that what it wants is so already.
pub(in crate::tui::update) fn is_done(model: &Model, command: &ClientCommand, code: &Code) -> bool {
    let Some(lobby) = &model.lobby else {
        return false;
    };
    let begins = matches!(lobby.view.phase, Phase::Starting | Phase::Playing);
    match command {
        ClientCommand::Session(SessionCommand::JoinLobby { lobby: code_of, .. }) => {
            *code == Code::InLobby && *code_of == lobby.view.lobby
        }
        ClientCommand::Lobby(Request::Start { .. } | Request::Rematch) => {
            begins && matches!(code, Code::MatchRunning | Code::NoRematch)
        }
        ClientCommand::Lobby(Request::Spectate) => *code == Code::NotSeated,
        ClientCommand::Lobby(Request::Resign) => *code == Code::HasResigned,
        ClientCommand::Lobby(Request::Kick { .. } | Request::Ban { .. }) => {
            *code == Code::NoSuchPlayer
        }
        ClientCommand::Lobby(Request::LiftBan { .. }) => *code == Code::NoSuchBan,
        ClientCommand::Session(_) | ClientCommand::Lobby(_) | ClientCommand::Account(_) => false,
    }
}

/// Whether the server does not take the command a second time.
const fn is_for_once(command: &ClientCommand) -> bool {
    match command {
        ClientCommand::Session(command) => matches!(
            command,
            SessionCommand::JoinLobby { .. } | SessionCommand::CreateLobby { .. }
        ),
        ClientCommand::Account(_) => false,
        ClientCommand::Lobby(request) => matches!(
            request,
            Request::Leave
                | Request::Start { .. }
                | Request::Rematch
                | Request::Resign
                | Request::Spectate
                | Request::Kick { .. }
                | Request::Ban { .. }
                | Request::LiftBan { .. }
                | Request::HandOverHost { .. }
        ),
    }
}
