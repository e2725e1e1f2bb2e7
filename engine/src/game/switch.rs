//! A switch of a game's rules: its name, its values, and how it is set.
//!
//! Listed once by each game, in [`Game::SWITCHES`](super::Game::SWITCHES); the lobby, the page, the command line and the
//! help read it there. Values are read from text, as in `--rules size=6`; a refusal lists the possible ones.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::ConfigError;

/// A switch of these rules.
#[derive(Debug)]
pub struct Switch<R: 'static> {
    /// How it is shown.
    pub shown: SwitchShown,
    /// Sets it from a text; the error lists the possible values.
    pub set: fn(&mut R, &str) -> Result<(), String>,
}

/// A switch as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchShown {
    /// The name, as in `--rules`.
    pub name: &'static str,
    /// The values to step through; others may be possible.
    pub values: &'static [&'static str],
    /// The effect in an English sentence. Empty if the catalogue has it.
    pub help: &'static str,
}

impl<R: 'static> Switch<R> {
    /// A switch that the catalogue explains.
    pub const fn new(
        name: &'static str,
        values: &'static [&'static str],
        set: fn(&mut R, &str) -> Result<(), String>,
    ) -> Self {
        let help = "";
        Self {
            shown: SwitchShown { name, values, help },
            set,
        }
    }

    /// The same, explained by an English sentence.
    #[must_use]
    pub const fn explained(mut self, help: &'static str) -> Self {
        self.shown.help = help;
        self
    }
}

/// Sets the switch that has this name.
pub(super) fn set<R: 'static>(
    switches: &[Switch<R>],
    rules: &mut R,
    name: &str,
    value: &str,
) -> Result<(), ConfigError> {
    let Some(switch) = switches.iter().find(|it| it.shown.name == name) else {
        let names: Vec<&str> = switches.iter().map(|it| it.shown.name).collect();
        return Err(ConfigError::NoSuchSwitch {
            switch: name.to_owned(),
            possible: if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            },
        });
    };
    (switch.set)(rules, value).map_err(|possible| ConfigError::Switch {
        switch: switch.shown.name,
        value: value.to_owned(),
        possible,
    })
}

/// The number in `value`, if it is in the range.
pub fn number<T: FromStr + PartialOrd + Display>(
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let parsed = value.parse().ok().filter(|it| range.contains(it));
    parsed.ok_or_else(|| format!("{} to {}", range.start(), range.end()))
}

/// The last round in `value`; 0 means no limit.
pub fn rounds(value: &str, most: u16) -> Result<u16, String> {
    number(value, 0..=most).map_err(|_no_round| format!("0 (no limit) to {most}"))
}

/// The choice that `value` names.
pub fn choose<T: Clone>(value: &str, named: &[(&str, T)]) -> Result<T, String> {
    let found = named.iter().find(|(name, _)| *name == value);
    found.map(|(_, it)| it.clone()).ok_or_else(|| {
        let names: Vec<&str> = named.iter().map(|it| it.0).collect();
        names.join(", ")
    })
}
