//! The menu of the home screen: what each row does and says.

use super::KeyAction;

/// A line of the home screen.
#[derive(Clone, Copy, Debug)]
pub struct HomeRow {
    /// What it does.
    pub action: KeyAction,
    /// What it says.
    pub label: &'static str,
    /// What that means.
    pub hint: &'static str,
}

/// The lines of the home screen; Enter on the first plays at once.
pub const HOME_ROWS: [HomeRow; 10] = [
    HomeRow {
        action: KeyAction::Play,
        label: "Play now",
        hint: "",
    },
    HomeRow {
        action: KeyAction::Game,
        label: "Game",
        hint: "",
    },
    HomeRow {
        action: KeyAction::Host,
        label: "Host on the LAN",
        hint: "others sit down at your lobby",
    },
    HomeRow {
        action: KeyAction::Lan,
        label: "Games on the LAN",
        hint: "join or watch what others host",
    },
    HomeRow {
        action: KeyAction::Address,
        label: "Join by address",
        hint: "such as 192.0.2.7:4600",
    },
    HomeRow {
        action: KeyAction::Tutorial,
        label: "Tutorial",
        hint: "Dice of Doom in six steps",
    },
    HomeRow {
        action: KeyAction::Record,
        label: "My record",
        hint: "wins, streaks, luck; watch again",
    },
    HomeRow {
        action: KeyAction::Name,
        label: "Your name",
        hint: "",
    },
    HomeRow {
        action: KeyAction::Help,
        label: "Help",
        hint: "keys and rules",
    },
    HomeRow {
        action: KeyAction::Quit,
        label: "Quit",
        hint: "",
    },
];
