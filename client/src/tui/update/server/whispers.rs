//! Whispers: texts for one person alone, and the reply to them. Called by `server` for whispers
//! received, by `link` after a reconnection, and by `typed` for whispers to send.
//!
//! Law kept here: each whisper is shown once, even if the server sends it again after a
//! reconnection; those of muted people are not shown. A server that does not know whispers is not
//! asked again.

use dicehall_engine::lobby::{PlayerId, Request};
use dicehall_protocol::text::clean_chat;
use dicehall_protocol::{Code, Listening, SessionCommand, Whisper};

use crate::tui::model::lobby::{ChatLine, Lobby};
use crate::tui::model::{Model, Pending, Server};
use crate::tui::update::{play::hint, send, talk, talk::calls};

/// Asks the server to send whispers, including those that were missed.
pub(in crate::tui::update) fn listen(model: &mut Model) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    // Nobody else can come to a table of one's own.
    let is_alone = model.server == Some(Server::Private);
    if is_alone || model.tells_no_asides || lobby.is_frozen {
        return;
    }
    let after = Some(lobby.whispers.heard).filter(|it| *it > 0);
    lobby.whispers.listens = true;
    send(model, SessionCommand::Listen { after }, Pending::Listen);
}

/// Asks again, if the lobby had refused because it stood still.
pub(in crate::tui::update) fn thawed(model: &mut Model) {
    if model.lobby.as_ref().is_some_and(|it| !it.whispers.listens) {
        listen(model);
    }
}

/// Notes that the server refused: it is of an older release, or cannot answer now.
pub(in crate::tui::update) fn refused(model: &mut Model, code: &Code) {
    model.tells_no_asides |= *code == Code::NotAMessage;
    if let Some(lobby) = &mut model.lobby {
        lobby.whispers.listens = false;
    }
}

/// Shows the whispers that were missed, and whether hints are allowed.
pub(in crate::tui::update) fn listening(model: &mut Model, told: &Listening) {
    for whisper in &told.whispers {
        heard(model, whisper);
    }
    hint::allowed(model, told.hints);
}

/// Shows a whisper of somebody, or the person's own once the server has accepted it.
pub(in crate::tui::update) fn heard(model: &mut Model, whisper: &Whisper) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    let is_mine = whisper.player == lobby.you;
    let is_of_me = is_mine || whisper.to == lobby.you;
    if !is_of_me || whisper.number <= lobby.whispers.heard {
        return;
    }
    lobby.whispers.heard = whisper.number;
    let Some(text) = clean_chat(&whisper.text).filter(|_| !lobby.is_muted(whisper.player)) else {
        return;
    };
    let with = if is_mine { whisper.to } else { whisper.player };
    let name = lobby.name(with).to_owned();
    if !is_mine {
        lobby.whispers.last_from = Some(with);
        calls::whispered(model, &name, &text);
    }
    if let Some(lobby) = &mut model.lobby {
        lobby.chat.push(ChatLine::Whispered {
            name,
            is_mine,
            text,
        });
    }
}

/// Whispers to somebody; `words` is `NAME TEXT`.
pub(in crate::tui::update) fn whisper(model: &mut Model, words: &str) {
    match addressed(model, words) {
        Ok((player, text)) => say(model, player, text),
        Err(why) => model.warn(why),
    }
}

/// Whispers to the person who has whispered last.
pub(in crate::tui::update) fn reply(model: &mut Model, text: &str) {
    let language = model.look.language;
    let Some(lobby) = &model.lobby else {
        return model.warn(language.in_no_lobby());
    };
    match lobby.whispers.last_from {
        None => model.warn(language.no_whisper_yet()),
        Some(player) if lobby.player(player).is_none() => model.warn(language.whisperer_gone()),
        Some(player) => say(model, player, text),
    }
}

fn say(model: &mut Model, player: PlayerId, text: &str) {
    let Some(text) = clean_chat(text) else {
        return model.warn(model.look.language.whisper_how());
    };
    if model.tells_no_asides {
        return model.warn(model.look.language.no_whispers_here());
    }
    talk::say(model, Request::Whisper { player, text });
}

/// The person whom the words address, and the text: the longest name that the words begin with
/// counts, or the only name that begins with their first word.
fn addressed<'a>(model: &Model, words: &'a str) -> Result<(PlayerId, &'a str), String> {
    let language = model.look.language;
    let lobby = model.lobby.as_ref().ok_or_else(|| language.in_no_lobby())?;
    let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    if first.is_empty() {
        return Err(language.whisper_how());
    }
    let players = || lobby.view.players.iter();
    let whole = players()
        .filter_map(|it| Some((it, after_name(words, &it.name)?)))
        .max_by_key(|(it, _)| it.name.len());
    let (player, text) = match whole {
        Some((it, text)) => (it.player, text),
        None => (one_like(lobby, first)?, rest),
    };
    if player == lobby.you {
        return Err(language.whisper_self());
    }
    Ok((player, text.trim()))
}

/// The rest of the words after a name with which they begin; `None` if they do not.
fn after_name<'a>(words: &'a str, name: &str) -> Option<&'a str> {
    let (head, rest) = words.split_at_checked(name.len())?;
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (ends && head.to_lowercase() == name.to_lowercase()).then_some(rest)
}

/// The only other person whose name begins with these letters; else an error.
fn one_like(lobby: &Lobby, beginning: &str) -> Result<PlayerId, String> {
    let beginning_small = beginning.to_lowercase();
    let others = lobby
        .view
        .players
        .iter()
        .filter(|it| it.player != lobby.you);
    let mut like = others.filter(|it| it.name.to_lowercase().starts_with(&beginning_small));
    let first = like
        .next()
        .ok_or_else(|| lobby.language.not_here(beginning))?;
    match like.next() {
        None => Ok(first.player),
        Some(second) => {
            let names = format!("{}, {}", first.name, second.name);
            Err(lobby.language.whisper_which(beginning, names))
        }
    }
}
