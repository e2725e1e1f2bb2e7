//! The person's configuration: `config.toml` in the configuration directory.
//!
//! An unknown key leads to a warning, never to a failure; an invalid value leads to the default.

use std::path::Path;

use dicehall_files::{Readers, Why, text, write};
use serde::{Serialize, Serializer};
use toml::{Table, Value};

use crate::files::keep::make_folder_of;
use crate::files::paths::Paths;
use crate::lang::Language;
use crate::notify::Notify;

/// The most bytes of the file.
const FILE_SIZE_MAX: u64 = 256 * 1024;
/// The text of a new configuration file; every line is commented out.
pub(crate) const TEMPLATE: &str = "\
# Dicehall, what you chose once and for all. Every line is optional.

# What you are called; the login name unless you say otherwise.
# name = \"Aki\"

# The language: en, ja or zh; that of the environment unless you say otherwise.
# lang = \"en\"

# Whether the mouse is used.
# mouse = true

# Whether dice are shown to roll; false for a screen that moves as little as can be.
# animation = true

# Whether the bots of the ladder say something now and then.
# banter = true

# Whether it is told what may follow: what is in danger, what the end of the turn brings, and, with i, what an expert would do.
# hints = true

# How you are called while the window is not in focus: \"off\", \"bell\" (and the title of the window), or \"desktop\" (a
# notification as well).
# notify = \"desktop\"

# Other keys; `dicehall config keys` lists the actions and the places, `dicehall config check` tells what is wrong here.
# [keys]
# log = \"F2\"
# [keys.match]
# end-turn = [\"E\", \"F5\"]
";

/// The person's settings, or the defaults.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Config {
    /// The person's name; `None` means the login name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The language; `None` means that of the environment.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_code")]
    pub(crate) lang: Option<Language>,
    /// Whether the mouse is used.
    pub(crate) mouse: bool,
    /// Whether rolling dice are animated.
    pub(crate) animation: bool,
    /// Whether the bots of the ladder say something now and then.
    pub(crate) banter: bool,
    /// Whether the screen tells what may follow.
    pub(crate) hints: bool,
    /// The kind of notification while the window has no focus.
    pub(crate) notify: Notify,
    /// The keys with other actions, not yet parsed; `keymap` reads them.
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) keys: Table,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            name: None,
            lang: None,
            mouse: true,
            animation: true,
            banter: true,
            hints: true,
            notify: Notify::default(),
            keys: Table::new(),
        }
    }
}

impl Config {
    /// Reads the person's file; returns a warning for each mistake.
    pub(crate) fn of_user(paths: Option<&Paths>) -> (Self, Vec<String>) {
        let Some(path) = paths.map(Paths::config_file) else {
            return (Self::default(), Vec::new());
        };
        let (config, warnings) = match text::read(&path, FILE_SIZE_MAX) {
            Ok(text) => Self::parse(&text),
            Err(Why::Missing) => (Self::default(), Vec::new()),
            Err(why) => (Self::default(), vec![why.to_string()]),
        };
        (
            config,
            warnings
                .into_iter()
                .map(|it| format!("{}: {it}", path.display()))
                .collect(),
        )
    }

    /// The configuration of a text, and a warning for each mistake.
    fn parse(text: &str) -> (Self, Vec<String>) {
        let mut config = Self::default();
        let table: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                return (
                    config,
                    vec![format!("not TOML, so nothing of it counts: {error}")],
                );
            }
        };
        let mut warnings = Vec::new();
        for (key, value) in table {
            match (key.as_str(), value) {
                ("name", Value::String(name)) => config.name = Some(name),
                ("mouse", Value::Boolean(mouse)) => config.mouse = mouse,
                ("animation", Value::Boolean(animation)) => config.animation = animation,
                ("banter", Value::Boolean(banter)) => config.banter = banter,
                ("hints", Value::Boolean(hints)) => config.hints = hints,
                ("lang", Value::String(code)) => match code.parse() {
                    Ok(language) => config.lang = Some(language),
                    Err(error) => warnings.push(format!("lang: {error}")),
                },
                ("lang", _) => warnings.push("lang must be a text".to_owned()),
                ("keys", Value::Table(keys)) => config.keys = keys,
                ("keys", _) => warnings.push("keys must be a table: [keys]".to_owned()),
                ("notify", value) => match value.as_str().and_then(Notify::of_name) {
                    Some(notify) => config.notify = notify,
                    None => warnings.push("notify must be off, bell or desktop".to_owned()),
                },
                ("name", _) => warnings.push("name must be a text".to_owned()),
                (key @ ("mouse" | "animation" | "banter" | "hints"), _) => {
                    warnings.push(format!("{key} must be true or false"));
                }
                (other, _) => {
                    warnings.push(format!(
                        "there is no key {other:?}; possible: name, lang, mouse, animation, banter, hints, notify, keys"
                    ));
                }
            }
        }
        (config, warnings)
    }

    /// The configuration as the text of a file.
    #[expect(
        clippy::expect_used,
        reason = "a text and three switches always have a form"
    )]
    pub(crate) fn show(&self) -> String {
        toml::to_string(self).expect("a table of plain values")
    }
}

/// A language by its code.
#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde wants"
)]
fn as_code<S: Serializer>(language: &Option<Language>, to: S) -> Result<S::Ok, S::Error> {
    language.map(Language::code).serialize(to)
}

/// Writes the commented template, unless the file exists.
pub(crate) fn write_template(path: &Path) -> Result<(), Why> {
    if path.exists() {
        return Ok(());
    }
    make_folder_of(path)?;
    write::create(path, TEMPLATE.as_bytes(), Readers::Usual).map_err(Why::from)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str, warnings: &[&str]) {
        let (config, warned) = Config::parse(text);
        assert_eq!(config.show().trim().replace('\n', ", "), shown);
        assert_eq!(warned.len(), warnings.len(), "{warned:?}");
        for (warned, part) in warned.iter().zip(warnings) {
            assert!(warned.contains(part), "{warned}");
        }
    }

    #[test]
    fn what_is_chosen_counts() {
        let text = "name = \"Aki\"\nlang = \"ja\"\nmouse = false\nanimation = false\nbanter = false\nhints = false";
        check(
            text,
            "name = \"Aki\", lang = \"ja\", mouse = false, animation = false, banter = false, hints = false, notify = \"desktop\"",
            &[],
        );
        check(
            TEMPLATE,
            "mouse = true, animation = true, banter = true, hints = true, notify = \"desktop\"",
            &[],
        );
        let uncommented = [
            "name",
            "lang",
            "mouse",
            "animation",
            "banter",
            "hints",
            "notify",
        ]
        .iter()
        .fold(TEMPLATE.to_owned(), |text, key| {
            text.replace(&format!("# {key}"), key)
        });
        check(
            &uncommented,
            "name = \"Aki\", lang = \"en\", mouse = true, animation = true, banter = true, hints = true, notify = \"desktop\"",
            &[],
        );
    }

    #[test]
    fn what_makes_no_sense_is_a_warning() {
        let (quiet, usual) = (
            "mouse = false, animation = true, banter = true, hints = true, notify = \"desktop\"",
            "mouse = true, animation = true, banter = true, hints = true, notify = \"desktop\"",
        );
        check(
            "colour = 1\nmouse = false",
            quiet,
            &["no key \"colour\"; possible: name, lang, mouse"],
        );
        let all = "animation = 1\nbanter = 1\nlang = \"de\"\nnotify = \"loud\"\nmouse = \"yes\"\nname = 7";
        check(
            all,
            usual,
            &[
                "animation must be",
                "banter must be",
                "lang: no such language: de; there are en, ja and zh",
                "mouse must be",
                "name must be",
                "notify must be",
            ],
        );
        check("= 7", usual, &["not TOML"]);
    }

    #[test]
    fn a_file_that_is_there_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/config.toml");
        write_template(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), TEMPLATE);
        fs::write(&path, "mouse = false").unwrap();
        write_template(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mouse = false");
    }
}
