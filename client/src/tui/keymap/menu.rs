//! The menu of the home screen: what each row does and says.

use super::KeyAction;
use crate::tui::model::Model;
use crate::tui::model::nearby::{HomeChoice, home_choices};

/// A line of the home screen.
#[derive(Clone, Copy, Debug)]
pub struct HomeRow {
    /// What it does.
    pub action: KeyAction,
    /// What it says.
    pub label: &'static str,
    /// What that means.
    pub hint: &'static str,
    /// The key that does the same.
    pub key: &'static str,
}

/// The lines of the home screen; Enter on the first plays at once.
pub const HOME_ROWS: [HomeRow; 11] = [
    row(KeyAction::Play, "Play now", "", "p"),
    row(KeyAction::Game, "Game", "", "g"),
    row(KeyAction::NextRung, "Opponents", "", "1-5"),
    row(KeyAction::Host, "Host on the LAN", "open a table", "h"),
    row(KeyAction::Lan, "Games on the LAN", "join or watch", "l"),
    row(
        KeyAction::Address,
        "Join by address",
        "HOST or HOST:PORT",
        "a",
    ),
    row(KeyAction::Record, "My record", "wins, streaks, luck", "m"),
    row(KeyAction::Name, "Your name", "", "n"),
    row(KeyAction::Tutorial, "Tutorial", "in six steps", "t"),
    row(KeyAction::Help, "Help", "keys and rules", "?"),
    row(KeyAction::Quit, "Quit", "", "q"),
];

/// The lines that the screens show: the keys of the others stand below in any case.
pub const HOME_ROWS_SHOWN: usize = 8;

/// What Enter does on the chosen row, in one or two words.
pub fn hint(model: &Model) -> &'static str {
    let mut choices = home_choices(model, HOME_ROWS_SHOWN).into_iter();
    match choices.nth(model.home_row) {
        Some(HomeChoice::Back(_)) => "go back",
        Some(HomeChoice::Menu(0)) => "play",
        Some(HomeChoice::Table(it)) if it.has_room() => "sit down",
        Some(HomeChoice::Table(it)) if it.lobby().is_some() => "watch",
        Some(HomeChoice::Table(_)) => "connect",
        Some(HomeChoice::Menu(_)) | None => "choose",
    }
}

const fn row(
    action: KeyAction,
    label: &'static str,
    hint: &'static str,
    key: &'static str,
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
