//! Saying something: each line is kept until the server has accepted it. Called for chat lines and whispers, for the answers
//! to them, and when something changes that a line waits for.
//!
//! Laws kept here: lines are said in the order in which they were typed, one after the other; a line that the server does
//! not take now is sent again, and one that it will never take comes back to the person.

pub(super) mod banter;
pub(super) mod calls;
pub(super) mod mute;
pub(super) mod notes;

use dicehall_engine::lobby::Request;
use dicehall_protocol::Code;

use super::try_send;
use crate::tui::model::talk::{TALK_PAUSE_MS, TALK_WAITING_MAX};
use crate::tui::model::{Model, Pending};

/// Says a line, after those that wait.
pub(super) fn say(model: &mut Model, request: Request) {
    let language = model.look.language;
    if model.lobby.is_none() {
        return model.warn(language.in_no_lobby());
    }
    let words = words_of(model, &request);
    if !model.is_connected() {
        model.warn(language.not_said(words.clone(), language.not_sent_offline()));
        model.talk.back = Some(words);
    } else if model.talk.waiting.len() >= TALK_WAITING_MAX {
        model.warn(language.not_said(words.clone(), language.talk_full()));
        model.talk.back = Some(words);
    } else {
        model.talk.waiting.push_back(request);
        go_on(model);
        if model.talk.pause_ms.is_some() {
            model.tell(language.talk_waits(model.talk.waiting.len()));
        }
    }
}

/// Sends the first line that waits, unless something keeps it.
pub(super) fn go_on(model: &mut Model) {
    let is_frozen = model.lobby.as_ref().is_none_or(|it| it.is_frozen);
    let talk = &model.talk;
    if is_frozen || talk.sent.is_some() || talk.pause_ms.is_some() || !model.is_connected() {
        return;
    }
    let Some(request) = talk.waiting.front().cloned() else {
        return;
    };
    let id = model.next_id;
    if try_send(model, request, Pending::Talk) {
        model.talk.sent = Some(id);
    }
}

/// The server has accepted the first line.
pub(super) fn accepted(model: &mut Model) {
    model.talk.waiting.pop_front();
    model.talk.unsend();
    go_on(model);
}

/// The server has refused the first line, for now or for good.
pub(super) fn refused(model: &mut Model, code: &Code, why: String) {
    let language = model.look.language;
    model.talk.unsend();
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other code is final")]
    match code {
        Code::RateLimited | Code::NotSaved | Code::LobbyGone => {
            model.talk.pause_ms = Some(TALK_PAUSE_MS);
            model.tell(language.talk_waits(model.talk.waiting.len()));
        }
        // It is sent when the lobby goes on.
        Code::Frozen => model.tell(language.talk_frozen()),
        _ => {
            if let Some(request) = model.talk.waiting.pop_front() {
                let words = words_of(model, &request);
                model.warn(language.not_said(words.clone(), why));
                model.talk.back = Some(words);
            }
            go_on(model);
        }
    }
}

/// Gives the words back that nobody can hear any more, because the person is in no lobby.
pub(super) fn give_back(model: &mut Model) {
    model.talk.unsend();
    let waiting = std::mem::take(&mut model.talk.waiting);
    if let Some(last) = waiting.back() {
        model.talk.back = Some(words_of(model, last));
    }
}

/// The words as they are typed.
fn words_of(model: &Model, request: &Request) -> String {
    if let Request::Chat { text } = request {
        return text.clone();
    }
    let Request::Whisper { player, text } = request else {
        return String::new();
    };
    let name = model.lobby.as_ref().map(|it| it.name(*player));
    format!(":w {} {text}", name.unwrap_or_default())
}
