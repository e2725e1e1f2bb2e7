//! Switches of rules from their text, as in `--rules size=6`; a refusal lists what there is.

use crate::game::ConfigError;

/// The number that `value` writes, if it is one from `from` to `to`.
pub(crate) fn number<T: TryFrom<u64>>(
    switch: &'static str,
    value: &str,
    possible: &'static str,
    from: u64,
    to: u64,
) -> Result<T, ConfigError> {
    let parsed = value
        .parse()
        .ok()
        .filter(|it| (from..=to).contains(it))
        .and_then(|it: u64| T::try_from(it).ok());
    parsed.ok_or_else(|| ConfigError::Switch {
        switch,
        value: value.to_owned(),
        possible,
    })
}

/// What `value` names.
pub(crate) fn choose<T: Clone>(
    switch: &'static str,
    value: &str,
    possible: &'static str,
    named: &[(&str, T)],
) -> Result<T, ConfigError> {
    let found = named
        .iter()
        .find(|(name, _)| *name == value)
        .map(|(_, it)| it.clone());
    found.ok_or_else(|| ConfigError::Switch {
        switch,
        value: value.to_owned(),
        possible,
    })
}
