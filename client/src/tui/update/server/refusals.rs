//! Applies the server's refusals to the model. Called by `server`.

use dicehall_protocol::Code;

use crate::tui::model::popup::{Prompt, PromptKind};
use crate::tui::model::{Model, Pending};
use crate::tui::update::connection::{enter_renamed, go_home};
use crate::tui::update::{
    history::earlier, lobby, popups::account, popups::review, server::twice, server::whispers, talk,
};

/// Applies the refusal of a command.
pub(in crate::tui::update) fn rejected(model: &mut Model, id: u64, code: &Code, message: &str) {
    let message = model.look.language.refused(code.as_str(), message);
    let pending = model.pending.remove(&id);
    let asked = model.asked.remove(&id);
    if asked.is_some_and(|it| twice::is_done(model, &it, code)) {
        return;
    }
    match pending {
        Some(Pending::SitAnywhere) => model.tell(model.look.language.no_seat()),
        Some(Pending::Leave) => lobby::left(model),
        Some(Pending::Talk) => talk::refused(model, code, message),
        // The server refused the earlier match; a new match must not begin in its place.
        Some(Pending::Origin { .. }) => {
            go_home(model);
            model.warn(message);
        }
        Some(Pending::Earlier) => earlier::tell(model),
        Some(Pending::Listen) => whispers::refused(model, code),
        Some(Pending::Enter {
            lobby,
            purpose,
            shown,
        }) if *code != Code::InLobby => {
            model.lobby = None;
            if matches!(code, Code::NameTaken | Code::NameKept)
                && enter_renamed(model, lobby, purpose)
            {
                return;
            }
            lobby::list(model, purpose);
            model.warn(message);
            if *code == Code::WrongPassword {
                model.prompt = Some(Prompt::new(PromptKind::LobbyPassword {
                    lobby,
                    purpose,
                    again: shown,
                }));
            }
        }
        Some(Pending::Act) => {
            if let Some(game_match) = model.game_match_mut() {
                game_match.fought = None;
                if let Some(choices) = &mut game_match.choices {
                    choices.sent = false;
                }
            }
            // A stale action was overtaken by a newer position, which is already on the screen.
            if *code != Code::Stale {
                model.warn(message);
            }
        }
        // A server that knows no such command, or keeps none of it.
        Some(Pending::Account(_) | Pending::Ratings(_))
            if matches!(code, Code::NotAMessage | Code::NoAccounts) =>
        {
            model.tell(model.look.language.keeps_no_accounts());
        }
        Some(Pending::Account(wish)) => account::refused(model, &wish, code, message),
        Some(Pending::Review) => review::refused(model, message),
        Some(Pending::List) if *code == Code::NotAMessage && !model.lobbies.cannot_search => {
            model.lobbies.cannot_search = true;
            lobby::list(model, model.lobbies.purpose);
        }
        Some(
            Pending::Open { .. }
            | Pending::Enter { .. }
            | Pending::List
            | Pending::Ratings(_)
            | Pending::Other,
        )
        | None => model.warn(message),
    }
}
