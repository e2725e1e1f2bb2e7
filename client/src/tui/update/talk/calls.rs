//! Notifications to a person who looks elsewhere: it is their turn, a match of theirs begins,
//! somebody says their name or whispers to them; and the mark for words that nobody could see.
//!
//! Called by `server` and `whispers`, and after each frame. Nobody is notified while their terminal has the focus.

use dicehall_engine::lobby::TalkEvent;
use dicehall_protocol::EventView;
use dicehall_protocol::text::clean_chat;

use crate::tui::geometry::hits::Hit;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;

/// Notifies the person that it is their turn.
pub(in crate::tui::update) fn turn(model: &mut Model) {
    call(model, model.look.language.window_your_turn());
}

/// Notifies the person that a match has begun, unless they are told that it is their turn.
pub(in crate::tui::update) fn started(model: &mut Model) {
    let Some(mine) = model.lobby.as_ref().and_then(Lobby::my_seat) else {
        return;
    };
    if model.game_match().and_then(|it| it.to_move) != Some(mine) {
        call(model, model.look.language.call_begins());
    }
}

/// Notifies the person that somebody said their name.
pub(in crate::tui::update) fn mentioned(model: &mut Model, events: &[EventView]) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let said = events
        .iter()
        .filter_map(|it| mention(lobby, it))
        .next_back();
    if let Some(said) = said {
        call(model, said);
    }
}

/// Notifies the person that somebody whispered to them.
pub(in crate::tui::update) fn whispered(model: &mut Model, name: &str, text: &str) {
    note_unread(model, 1);
    call(model, model.look.language.whispers_to_you(name, text));
}

/// Counts the lines of others that came while the chat was not on the screen.
pub(in crate::tui::update) fn unread(model: &mut Model, events: &[EventView]) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let is_news = |event: &&EventView| {
        matches!(event, EventView::Talk(TalkEvent::Said { player, .. })
            if *player != lobby.you && !lobby.is_muted(*player))
    };
    let count = events.iter().filter(is_news).count();
    note_unread(model, count);
}

/// Notes that the chat is on the screen, if it is.
pub(in crate::tui::update) fn note_read(model: &mut Model) {
    if model.hits.shows(Hit::Chat)
        && let Some(lobby) = &mut model.lobby
    {
        lobby.unread = 0;
    }
}

fn note_unread(model: &mut Model, count: usize) {
    if !model.hits.shows(Hit::Chat)
        && let Some(lobby) = &mut model.lobby
    {
        lobby.unread += count;
    }
}

fn call(model: &mut Model, what_for: String) {
    if !model.focused {
        model.effects.push(Effect::Notify(what_for));
    }
}

/// The speaker and the text, if somebody who is not muted said the person's name; else `None`.
fn mention(lobby: &Lobby, event: &EventView) -> Option<String> {
    let EventView::Talk(TalkEvent::Said { player, text }) = event else {
        return None;
    };
    if *player == lobby.you || lobby.is_muted(*player) {
        return None;
    }
    let text = clean_chat(text)?;
    let mine = lobby.name(lobby.you);
    names(&text, mine).then(|| format!("{}: {text}", lobby.name(*player)))
}

/// Whether a text has a name in it as a word of its own, whatever its capitals.
fn names(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    let is_edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric() || !it.is_ascii());
    let mut found = text.match_indices(&name);
    !name.is_empty()
        && found.any(|(at, name)| {
            let (before, after) = (text.get(..at), text.get(at + name.len()..));
            is_edge(before.and_then(|it| it.chars().next_back()))
                && is_edge(after.and_then(|it| it.chars().next()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word_of_its_own() {
        for (text, named) in [
            ("aki, your turn", true),
            ("is that AKI?", true),
            ("@aki", true),
            ("takio", false),
            ("akihabara, aki", true),
            ("Akiさん、どうぞ", true),
            ("nobody", false),
        ] {
            assert_eq!(names(text, "Aki"), named, "{text}");
        }
        assert!(!names("anything", ""));
    }
}
