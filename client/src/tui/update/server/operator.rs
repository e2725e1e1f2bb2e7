//! The words of whoever operates the server: to everybody who comes, to a lobby, and before the server ends. Called by
//! `server` for messages that have such a notice.
//!
//! Law kept here: every text is shown as the server's, and never as a person's.

use dicehall_protocol::Notice;
use dicehall_protocol::text::clean_chat;

use crate::lang::Language;
use crate::tui::model::Model;

/// The milliseconds of a minute.
const MINUTE_MS: u32 = 60_000;

/// Shows a notice: what is said in the talk of the lobby, or on the screen of somebody who is in none; how long it is until the
/// server ends on every screen. Returns what was said, in words.
pub(super) fn heard(model: &mut Model, notice: &Notice) -> Option<String> {
    let language = model.look.language;
    let said = notice.text.as_deref().and_then(clean_chat);
    let said = said.map(|it| language.operator_says(it));
    let ends = notice.ends_in_ms.map(|it| ends_in(language, it));
    if let Some(said) = &said {
        match &mut model.lobby {
            Some(lobby) => lobby.note(said.clone()),
            None => model.tell(said),
        }
    }
    // Whoever plays does not look at the talk.
    if let Some(ends) = ends {
        model.warn(ends);
    }
    said
}

/// How long it is until the server ends: in minutes, and in seconds within the last one.
fn ends_in(language: Language, ms: u32) -> String {
    if ms >= MINUTE_MS {
        language.server_ends_min(ms.div_ceil(MINUTE_MS))
    } else {
        language.server_ends_s(ms.div_ceil(1_000))
    }
}
