//! The lines of the chat: what was said, and what happened to people, the door and the settings. Called by `server` as it
//! happens, and by `earlier` for what happened before.

use dicehall_engine::lobby::{PeopleEvent, Settings, TalkEvent};
use dicehall_protocol::text::{clean_chat, clean_name};
use dicehall_protocol::{EnteredView, LobbyEventView};

use crate::tui::model::lobby::{ChatLine, Lobby};

/// Tells what the host changed; bots that hurry only because somebody skips are not worth a line.
pub(super) fn settings(lobby: &mut Lobby, before: &Settings) {
    let now = &lobby.view.settings;
    let pace_ms = now.bot_pace_ms;
    if (&now.rules, now.clock) != (&before.rules, before.clock) {
        lobby.note("the host changed the rules");
    } else if pace_ms > 0 && before.bot_pace_ms > 0 {
        lobby.note(format!("bots pause for {pace_ms} ms now"));
    }
}

/// Tells who came, went, or became what.
pub(super) fn person(lobby: &mut Lobby, event: &PeopleEvent<EnteredView>) {
    let line = match event {
        PeopleEvent::Entered(it) if it.player == lobby.you => return,
        PeopleEvent::Entered(it) => {
            format!("{} came in", clean_name(&it.name).unwrap_or_default())
        }
        PeopleEvent::Left { player } => format!("{} left", lobby.name(*player)),
        PeopleEvent::Kicked { player } => format!("the host sent {} away", lobby.name(*player)),
        PeopleEvent::Banned { player } => {
            format!("the host sent {} away for good", lobby.name(*player))
        }
        PeopleEvent::BanLifted { player } => {
            let ban = lobby.view.bans.iter().find(|it| it.player == *player);
            let name = ban.map_or("somebody", |it| it.name.as_str());
            format!("{name} may come in again")
        }
        PeopleEvent::SilenceChanged { player, silenced } => {
            let may = if *silenced {
                "may not speak"
            } else {
                "may speak again"
            };
            format!("{} {may}", lobby.name(*player))
        }
        PeopleEvent::HostChanged { player } => format!("{} is host", lobby.name(*player)),
    };
    lobby.note(line);
}

/// Tells what the host changed at the door.
pub(super) fn door(lobby: &mut Lobby, event: &LobbyEventView) {
    let line = match event {
        LobbyEventView::PasswordChanged { has_password: true } => "the lobby has a new password",
        LobbyEventView::PasswordChanged {
            has_password: false,
        } => "the lobby has no password",
        LobbyEventView::LockChanged { locked: true } => "the host lets nobody new in",
        LobbyEventView::LockChanged { locked: false } => "the host lets people in again",
        LobbyEventView::Created
        | LobbyEventView::SettingsChanged
        | LobbyEventView::Ended { .. } => return,
    };
    lobby.note(line);
}

/// Tells what somebody said, unless the person does not want to hear it.
pub(super) fn talk(lobby: &mut Lobby, event: &TalkEvent) {
    let TalkEvent::Said { player, text } = event;
    if lobby.is_muted(*player) {
        return;
    }
    if let Some(text) = clean_chat(text) {
        let name = lobby.name(*player).to_owned();
        lobby.chat.push(ChatLine::Said { name, text });
    }
}
