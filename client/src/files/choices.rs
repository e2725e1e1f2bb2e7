//! What the person chose last on the home screen, kept from one run of the program to the next.
//!
//! Nothing here is worth a failure: a file that cannot be read is as if nothing had been chosen.

use std::fs;
use std::io;
use std::path::Path;

use dicehall_engine::GameKind;
use toml::{Table, Value};

/// The last choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    /// The person's name.
    pub(crate) name: Option<String>,
    /// The game that is played or hosted.
    pub(crate) game: Option<GameKind>,
    /// Whether the person was told that there is a tutorial.
    pub(crate) welcomed: bool,
}

impl Choices {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let table: Table = text.parse().unwrap_or_default();
        let text_of = |key: &str| table.get(key).and_then(Value::as_str);
        Self {
            name: text_of("name").map(str::to_owned),
            game: text_of("game").and_then(|it| it.parse().ok()),
            welcomed: table.get("welcomed").and_then(Value::as_bool) == Some(true),
        }
    }

    /// Writes the file.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let name = self.name.clone().map(|it| ("name", it));
        let game = self.game.map(|it| ("game", it.name().to_owned()));
        let pairs = name.into_iter().chain(game);
        let mut table: Table = pairs
            .map(|(key, value)| (key.to_owned(), Value::String(value)))
            .collect();
        table.insert("welcomed".to_owned(), Value::Boolean(self.welcomed));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, table.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_anything_else_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/choices.toml");
        assert_eq!(Choices::read(&path), Choices::default());
        let choices = Choices {
            name: Some("A\"ki".to_owned()),
            game: Some(GameKind::DiceWars),
            welcomed: true,
        };
        choices.write(&path).unwrap();
        assert_eq!(Choices::read(&path), choices);
        fs::write(&path, "game = \"whist\"\nname = 7").unwrap();
        assert_eq!(Choices::read(&path), Choices::default());
    }
}
