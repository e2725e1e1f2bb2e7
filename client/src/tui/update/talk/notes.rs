//! The lines of the chat: messages, and notices about people, the door and the settings. Called by
//! `server` for current events and by `earlier` for the past.

use dicehall_engine::lobby::{PeopleEvent, Settings, TalkEvent, VoteEvent};
use dicehall_protocol::text::{clean_chat, clean_name};
use dicehall_protocol::{EnteredView, LobbyEventView};

use crate::tui::model::lobby::{ChatLine, Lobby};

/// Notes the settings that the host changed.
pub(in crate::tui::update) fn settings(lobby: &mut Lobby, before: &Settings) {
    let now = &lobby.view.settings;
    let pace_ms = now.bot_pace_ms;
    let is_of_match = (&now.rules, now.clock) != (&before.rules, before.clock);
    let line = if is_of_match {
        lobby.language.rules_changed()
    } else {
        lobby.language.pace_changed(pace_ms)
    };
    lobby.note(line);
}

/// Notes who moves first in a match that another seat than the first begins.
pub(in crate::tui::update) fn begins(lobby: &mut Lobby) {
    let first = lobby.game_match.as_ref().and_then(|it| it.to_move);
    if let Some(seat) = first.filter(|it| !it.is_zero()) {
        lobby.note(lobby.language.begins_now(lobby.seat_name(seat)));
    }
}

/// Notes what somebody else asks for; the status line says how many do.
pub(in crate::tui::update) fn vote(lobby: &mut Lobby, event: VoteEvent) {
    let language = lobby.language;
    let line = match event {
        VoteEvent::SkipWanted { player, wanted } if wanted && player != lobby.you => {
            language.asks_skip(lobby.name(player))
        }
        VoteEvent::StandInWanted {
            player,
            seat,
            wanted: true,
        } if player != lobby.you => {
            language.asks_stand_in(lobby.name(player), lobby.seat_name(seat))
        }
        VoteEvent::SkipWanted { .. } | VoteEvent::StandInWanted { .. } => return,
    };
    lobby.note(line);
}

/// Notes who came, left or changed role.
pub(in crate::tui::update) fn person(lobby: &mut Lobby, event: &PeopleEvent<EnteredView>) {
    let language = lobby.language;
    let line = match event {
        PeopleEvent::Entered(it) if it.player == lobby.you => return,
        PeopleEvent::Entered(it) => {
            let name = clean_name(&it.name).unwrap_or_else(|| language.somebody());
            language.came_in(name)
        }
        PeopleEvent::Left { player } => language.went(lobby.name(*player)),
        PeopleEvent::Kicked { player } => language.was_kicked(lobby.name(*player)),
        PeopleEvent::Banned { player } => language.was_banned(lobby.name(*player)),
        PeopleEvent::BanLifted { player } => {
            let ban = lobby.view.bans.iter().find(|it| it.player == *player);
            let name = ban.map_or_else(|| language.somebody(), |it| it.name.clone());
            language.may_return(name)
        }
        PeopleEvent::SilenceChanged { player, silenced } => {
            let name = lobby.name(*player);
            if *silenced {
                language.may_not_speak(name)
            } else {
                language.may_speak(name)
            }
        }
        PeopleEvent::HostChanged { player } => language.is_host_now(lobby.name(*player)),
    };
    lobby.note(line);
}

/// Notes how the host changed the lobby's door (password, lock).
pub(in crate::tui::update) fn door(lobby: &mut Lobby, event: &LobbyEventView) {
    let language = lobby.language;
    let line = match event {
        LobbyEventView::PasswordChanged { has_password: true } => language.password_new(),
        LobbyEventView::PasswordChanged {
            has_password: false,
        } => language.password_none(),
        LobbyEventView::LockChanged { locked: true } => language.door_locked(),
        LobbyEventView::LockChanged { locked: false } => language.door_open(),
        LobbyEventView::Created
        | LobbyEventView::SettingsChanged
        | LobbyEventView::Ended { .. } => return,
    };
    lobby.note(line);
}

/// Adds what somebody said, unless the person has muted them.
pub(in crate::tui::update) fn talk(lobby: &mut Lobby, event: &TalkEvent) {
    let TalkEvent::Said { player, text } = event else {
        return;
    };
    if lobby.is_muted(*player) {
        return;
    }
    if let Some(text) = clean_chat(text) {
        let name = lobby.name(*player).to_owned();
        lobby.chat.push(ChatLine::Said { name, text });
    }
}
