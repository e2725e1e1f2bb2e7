//! The person's last choices on the home screen, kept from one run of the program to the next.
//!
//! Failures are ignored: without a readable file there are no last choices.

use std::fs;
use std::io;
use std::path::Path;

use dicehall_engine::{GameKind, Rung};
use toml::{Table, Value};

/// The most servers that are kept; the one visited longest ago is dropped.
pub(crate) const SERVERS_MAX: usize = 8;
/// The most bytes of an address that is kept; no real address is longer.
const ADDRESS_SIZE_MAX: usize = 300;

/// The last choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    /// The person's name.
    pub(crate) name: Option<String>,
    /// The game to play or host.
    pub(crate) game: Option<GameKind>,
    /// Whether the person has been told that there is a tutorial.
    pub(crate) welcomed: bool,
    /// The rung of the ladder to play against.
    pub(crate) rung: Option<Rung>,
    /// Whether the bots of the ladder say something now and then.
    pub(crate) banter: Option<bool>,
    /// The servers at whose tables the person has been, the most recent first.
    pub(crate) servers: Vec<String>,
}

/// Puts a server at the front of the list, and drops the last one if there are too many.
pub(crate) fn visited(servers: &mut Vec<String>, address: String) {
    servers.retain(|it| *it != address);
    servers.insert(0, address);
    servers.truncate(SERVERS_MAX);
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
            rung: text_of("rung").and_then(|it| it.parse().ok()),
            banter: table.get("banter").and_then(Value::as_bool),
            servers: servers(&table),
        }
    }

    /// Writes the file.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let name = self.name.clone().map(|it| ("name", it));
        let game = self.game.map(|it| ("game", it.name().to_owned()));
        let rung = self.rung.map(|it| ("rung", it.to_string()));
        let pairs = name.into_iter().chain(game).chain(rung);
        let mut table: Table = pairs
            .map(|(key, value)| (key.to_owned(), Value::String(value)))
            .collect();
        table.insert("welcomed".to_owned(), Value::Boolean(self.welcomed));
        if let Some(banter) = self.banter {
            table.insert("banter".to_owned(), Value::Boolean(banter));
        }
        let servers: Vec<Value> = self.servers.iter().cloned().map(Value::String).collect();
        if !servers.is_empty() {
            table.insert("servers".to_owned(), Value::Array(servers));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, table.to_string())
    }
}

/// The servers of a file, which people may have changed by hand: as many as are kept.
fn servers(table: &Table) -> Vec<String> {
    let listed = table.get("servers").and_then(Value::as_array);
    let texts = listed.into_iter().flatten().filter_map(Value::as_str);
    let short = texts.filter(|it| !it.is_empty() && it.len() <= ADDRESS_SIZE_MAX);
    short.take(SERVERS_MAX).map(str::to_owned).collect()
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
            rung: Some(Rung::Fourth),
            banter: Some(false),
            servers: vec!["192.0.2.7:4600".to_owned(), "wss://b".to_owned()],
        };
        choices.write(&path).unwrap();
        assert_eq!(Choices::read(&path), choices);
        let nonsense = "game = \"whist\"\nname = 7\nrung = \"6\"\nbanter = 1\nservers = [7, \"\"]";
        fs::write(&path, nonsense).unwrap();
        assert_eq!(Choices::read(&path), Choices::default());
    }

    #[test]
    fn servers_are_few_the_last_one_first_and_each_once() {
        let mut servers = Vec::new();
        for number in 0..=SERVERS_MAX {
            visited(&mut servers, format!("host-{number}"));
        }
        visited(&mut servers, "host-5".to_owned());
        assert_eq!(servers.len(), SERVERS_MAX);
        assert_eq!(servers[..3], ["host-5", "host-8", "host-7"]);
        assert!(!servers.contains(&"host-0".to_owned()), "{servers:?}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.toml");
        let many: Vec<String> = (0..50).map(|it| format!("\"host-{it}\"")).collect();
        fs::write(&path, format!("servers = [{}]", many.join(", "))).unwrap();
        assert_eq!(Choices::read(&path).servers.len(), SERVERS_MAX);
    }
}
