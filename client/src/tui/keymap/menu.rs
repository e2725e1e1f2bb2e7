//! The menu of the home screen: each row's action and text.

use super::KeyAction;
use super::abilities::has_right;
use crate::lang::{Language, Sentence};
use crate::tui::model::Model;
use crate::tui::model::lobby_list::nearby::{HomeChoice, home_choices};

/// A row of the home screen's menu.
#[derive(Clone, Copy, Debug)]
pub struct HomeRow {
    /// The action of the row.
    pub action: KeyAction,
    /// The text of the row.
    pub label: Sentence,
    /// An explanation, where it does not depend on what was chosen; else `None`.
    pub hint: Option<Sentence>,
    /// The key with the same action.
    pub key: &'static str,
}

/// The rows of the menu; Enter on the first plays at once. The last is for guests.
pub const HOME_ROWS: [HomeRow; 12] = [
    row(KeyAction::Play, "p", Language::menu_play, None),
    row(KeyAction::Game, "g", Language::menu_game, None),
    row(KeyAction::NextRung, "1-5", Language::menu_opponents, None),
    row(
        KeyAction::Host,
        "h",
        Language::menu_host,
        Some(Language::menu_host_hint),
    ),
    row(
        KeyAction::Lan,
        "l",
        Language::menu_lan,
        Some(Language::menu_lan_hint),
    ),
    row(
        KeyAction::Address,
        "a",
        Language::menu_address,
        Some(Language::menu_address_hint),
    ),
    row(
        KeyAction::Tutorial,
        "t",
        Language::menu_tutorial,
        Some(Language::menu_tutorial_hint),
    ),
    row(
        KeyAction::Record,
        "m",
        Language::menu_record,
        Some(Language::menu_record_hint),
    ),
    row(KeyAction::Name, "n", Language::menu_name, None),
    row(
        KeyAction::Help,
        "?",
        Language::menu_help,
        Some(Language::menu_help_hint),
    ),
    row(KeyAction::Quit, "q", Language::menu_quit, None),
    row(
        KeyAction::Tables,
        "e",
        Language::menu_tables,
        Some(Language::menu_lan_hint),
    ),
];

/// The number of rows that the screen shows; the keys of the others stand in the line of hints.
pub const HOME_ROWS_SHOWN: usize = 9;

/// The rows of the menu in the order in which the screen shows them: whoever has played nothing yet finds the tutorial
/// first. A guest sees those to which guests have a right.
pub fn shown(model: &Model) -> Vec<usize> {
    let has_right = |it: &usize| has_right(model, HOME_ROWS[*it].action);
    let usual = (0..HOME_ROWS_SHOWN).filter(has_right);
    let mut rows: Vec<usize> = (HOME_ROWS.len() - 1..HOME_ROWS.len())
        .filter(has_right)
        .chain(usual)
        .collect();
    if model.home.is_new {
        rows.sort_by_key(|it| HOME_ROWS[*it].action != KeyAction::Tutorial);
    }
    rows
}

/// The hint for Enter on the chosen row, in one or two words.
pub fn hint(model: &Model) -> String {
    let language = model.look.language;
    let mut choices = home_choices(model, &shown(model)).into_iter();
    match choices.nth(model.home_row) {
        Some(HomeChoice::Back(_)) => language.key_go_back(),
        Some(HomeChoice::Menu(0)) => language.key_begin(),
        Some(HomeChoice::Table(it)) if it.has_room() => language.key_sit(),
        Some(HomeChoice::Table(it)) if it.lobby().is_some() => language.key_watch(),
        Some(HomeChoice::Table(_)) => language.key_connect(),
        Some(HomeChoice::Menu(_)) | None => language.key_choose(),
    }
}

const fn row(
    action: KeyAction,
    key: &'static str,
    label: Sentence,
    hint: Option<Sentence>,
) -> HomeRow {
    HomeRow {
        action,
        label,
        hint,
        key,
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;
    use crate::tui::keymap::{Context, find};

    #[test]
    fn the_keys_of_the_menu_do_what_its_rows_do() {
        for row in HOME_ROWS.iter().filter(|it| it.key.len() == 1) {
            let key = row.key.chars().next().unwrap();
            let event = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            assert_eq!(
                find(&Vec::new(), Context::Home, &event),
                Some(row.action),
                "{key}"
            );
        }
        for (at, key) in ('1'..='5').enumerate() {
            let event = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            let rung = u8::try_from(at).unwrap();
            assert_eq!(
                find(&Vec::new(), Context::Home, &event),
                Some(KeyAction::Rung(rung))
            );
        }
    }
}
