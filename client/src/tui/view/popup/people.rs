//! Draws the list of people: everybody in the lobby, whoever is banned, and the door.

use ratatui::Frame;

use crate::graphics::text::pad;
use crate::tui::geometry::hits::HitMap;
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::lobby::people::{Row, rows};
use crate::tui::view::lobby::person_words;

/// The columns of a name: the widest name, and a gap.
const NAME_WIDTH: usize = 26;

/// Draws the list.
pub(super) fn draw(model: &Model, row: usize, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let rows = rows(lobby);
    let chosen = row.min(rows.len().saturating_sub(1));
    let lines = rows.iter().map(|it| line(model, lobby, *it)).collect();
    let language = model.look.language;
    let help = rows
        .get(chosen)
        .map_or_else(String::new, |it| help(model, lobby, *it));
    let title = language.people_heading();
    super::list(model, frame, (&title, &help), (lines, chosen), hits);
}

fn line(model: &Model, lobby: &Lobby, row: Row) -> String {
    let (look, language) = (model.look, model.look.language);
    let (name, words) = match row {
        Row::Person(player) => {
            let words = lobby.player(player);
            let words = words.map(|it| person_words(language, lobby, it));
            let name = lobby.name(player).to_owned();
            let name = if player == lobby.you {
                language.name_you(name)
            } else {
                name
            };
            (name, words.unwrap_or_default())
        }
        Row::Banned(player) => {
            let mut bans = lobby.view.bans.iter();
            let banned = bans.find(|it| it.player == player);
            let name = banned.map_or_else(String::new, |it| it.name.clone());
            (name, language.is_banned())
        }
        Row::Lock if lobby.view.locked => (language.row_lock(), language.lock_closed()),
        Row::Lock => (language.row_lock(), language.lock_open()),
        Row::Password if lobby.view.has_password => {
            (language.row_password(), language.password_is_set())
        }
        Row::Password => (language.row_password(), language.password_is_none()),
    };
    format!("{}{words}", pad(look, &name, NAME_WIDTH))
}

/// The keys for the chosen row.
fn help(model: &Model, lobby: &Lobby, row: Row) -> String {
    let language = model.look.language;
    let key = |action| key_name(model, Context::People, action);
    let enter = || key(KeyAction::Choose);
    match row {
        Row::Person(player) if player == lobby.you => String::new(),
        Row::Person(_) if lobby.is_host() => language.people_keys(
            key(KeyAction::Kick),
            key(KeyAction::Ban),
            key(KeyAction::Silence),
            key(KeyAction::HandOver),
            key(KeyAction::Mute),
        ),
        Row::Person(_) => language.people_mute(key(KeyAction::Mute)),
        Row::Banned(_) => language.people_unban(enter()),
        Row::Lock => language.people_lock(enter()),
        Row::Password => language.people_password(enter()),
    }
}
