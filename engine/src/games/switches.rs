//! Reads switches of rules from text, as in `--rules size=6`; a refusal lists the possible values.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::game::ConfigError;

/// The number in `value`, if it is in the range.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    switch: &'static str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, ConfigError> {
    let parsed = value.parse().ok().filter(|it| range.contains(it));
    parsed.ok_or_else(|| {
        refused(
            switch,
            value,
            format!("{} to {}", range.start(), range.end()),
        )
    })
}

/// The last round in `value`; 0 means no limit.
pub(crate) fn rounds(value: &str, most: u16) -> Result<u16, ConfigError> {
    number("rounds", value, 0..=most)
        .map_err(|_no_round| refused("rounds", value, format!("0 (no limit) to {most}")))
}

/// The choice that `value` names.
pub(crate) fn choose<T: Clone>(
    switch: &'static str,
    value: &str,
    named: &[(&str, T)],
) -> Result<T, ConfigError> {
    let found = named.iter().find(|(name, _)| *name == value);
    found.map(|(_, it)| it.clone()).ok_or_else(|| {
        let names: Vec<&str> = named.iter().map(|it| it.0).collect();
        refused(switch, value, names.join(", "))
    })
}

/// The refusal of a value that is not possible for a switch.
pub(crate) fn refused(switch: &'static str, value: &str, possible: String) -> ConfigError {
    ConfigError::Switch {
        switch,
        value: value.to_owned(),
        possible,
    }
}

/// The refusal of a switch that the game does not have.
pub(crate) fn no_such_switch(switch: &str, possible: &'static str) -> ConfigError {
    ConfigError::NoSuchSwitch {
        switch: switch.to_owned(),
        possible,
    }
}
