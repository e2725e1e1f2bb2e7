//! The person's last choices on the home screen, kept from one run of the program to the next.
//!
//! Laws kept here: a file that cannot be read is never written over; what another release has written beside these
//! choices stays.

use std::path::Path;

use dicehall_files::{Readers, Why, text};

use dicehall_engine::{GameKind, Rung};
use toml::{Table, Value};

use super::keep::keep;

/// The most servers that are kept; the one visited longest ago is dropped.
pub(crate) const SERVERS_MAX: usize = 8;
/// The most bytes of an address that is kept; no real address is longer.
const ADDRESS_SIZE_MAX: usize = 300;
/// The most bytes of the file.
const FILE_SIZE_MAX: u64 = 64 * 1024;

/// The last choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    /// The person's name.
    pub(crate) name: Option<String>,
    /// The game to play or host.
    pub(crate) game: Option<GameKind>,
    /// Whether the person has been told that there is a tutorial.
    pub(crate) welcomed: bool,
    /// Whether the person has played the tutorial to its end.
    pub(crate) learned: bool,
    /// Whether the person wants no coach.
    pub(crate) knows: bool,
    /// The games of which the coach has said all.
    pub(crate) coached: Vec<GameKind>,
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
    /// Reads the file; one that is not there has no choices.
    pub(crate) fn read(path: &Path) -> Result<Self, Why> {
        Ok(Self::of(&table(path)?))
    }

    fn of(table: &Table) -> Self {
        let text_of = |key: &str| table.get(key).and_then(Value::as_str);
        let is_true = |key: &str| table.get(key).and_then(Value::as_bool) == Some(true);
        Self {
            name: text_of("name").map(str::to_owned),
            game: text_of("game").and_then(|it| it.parse().ok()),
            welcomed: is_true("welcomed"),
            learned: is_true("learned"),
            knows: is_true("knows"),
            coached: games(table),
            rung: text_of("rung").and_then(|it| it.parse().ok()),
            banter: table.get("banter").and_then(Value::as_bool),
            servers: servers(table),
        }
    }

    /// Changes the choices in the file.
    pub(crate) fn change(path: &Path, change: impl FnOnce(&mut Self)) -> Result<(), Why> {
        let before = table(path)?;
        let mut choices = Self::of(&before);
        change(&mut choices);
        choices.write(path, before)
    }

    /// Writes the file, with everything else that was in it.
    fn write(&self, path: &Path, mut table: Table) -> Result<(), Why> {
        let name = self.name.clone().map(|it| ("name", it));
        let game = self.game.map(|it| ("game", it.name().to_owned()));
        let rung = self.rung.map(|it| ("rung", it.to_string()));
        let pairs = name.into_iter().chain(game).chain(rung);
        table.extend(pairs.map(|(key, value)| (key.to_owned(), Value::String(value))));
        table.insert("welcomed".to_owned(), Value::Boolean(self.welcomed));
        for (key, is) in [("learned", self.learned), ("knows", self.knows)] {
            if is || table.contains_key(key) {
                table.insert(key.to_owned(), Value::Boolean(is));
            }
        }
        let coached = self.coached.iter().map(|it| it.name().to_owned());
        let coached: Vec<Value> = coached.map(Value::String).collect();
        if !coached.is_empty() {
            table.insert("coached".to_owned(), Value::Array(coached));
        }
        if let Some(banter) = self.banter {
            table.insert("banter".to_owned(), Value::Boolean(banter));
        }
        let servers: Vec<Value> = self.servers.iter().cloned().map(Value::String).collect();
        if !servers.is_empty() {
            table.insert("servers".to_owned(), Value::Array(servers));
        }
        keep(path, table.to_string().as_bytes(), Readers::Usual)
    }
}

/// The content of the file; nothing if it is not there.
fn table(path: &Path) -> Result<Table, Why> {
    let text = match text::read(path, FILE_SIZE_MAX) {
        Err(Why::Missing) => return Ok(Table::new()),
        read => read?,
    };
    let first_line = |it: toml::de::Error| it.message().to_owned();
    text.parse()
        .map_err(|it| Why::NotUnderstood(format!("it is not TOML: {}", first_line(it))))
}

/// The games of which the coach has said all, each once.
fn games(table: &Table) -> Vec<GameKind> {
    let listed = table.get("coached").and_then(Value::as_array);
    let names: Vec<&str> = listed
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let all = GameKind::ALL.iter().copied();
    all.filter(|it| names.contains(&it.name())).collect()
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
    use std::fs;

    use super::*;

    #[test]
    fn what_was_written_is_read_and_anything_else_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/choices.toml");
        assert_eq!(Choices::read(&path), Ok(Choices::default()));
        let choices = Choices {
            name: Some("A\"ki".to_owned()),
            game: Some(GameKind::DiceWars),
            welcomed: true,
            learned: true,
            knows: true,
            coached: vec![GameKind::DiceWars, GameKind::TicTacToe],
            rung: Some(Rung::Fourth),
            banter: Some(false),
            servers: vec!["192.0.2.7:4600".to_owned(), "wss://b".to_owned()],
        };
        Choices::change(&path, |it| *it = choices.clone()).unwrap();
        assert_eq!(Choices::read(&path), Ok(choices));
        let nonsense = "game = \"whist\"\nname = 7\nrung = \"6\"\nbanter = 1\nservers = [7, \"\"]";
        fs::write(&path, nonsense).unwrap();
        assert_eq!(Choices::read(&path), Ok(Choices::default()));
    }

    #[test]
    fn what_cannot_be_read_is_not_written_over_and_what_is_not_known_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.toml");
        let name = |it: &mut Choices| it.name = Some("Zoe".to_owned());
        for (text, why) in [
            (&b"name = \"Aki"[..], "it is not TOML"),
            (b"\xff\xfen\0a\0", "UTF-16"),
        ] {
            fs::write(&path, text).unwrap();
            let refused = Choices::change(&path, name).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
        fs::write(&path, "\u{feff}name = \"Aki\"\r\nfuture = [1]\r\n").unwrap();
        Choices::change(&path, name).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("future = [1]") && text.contains("Zoe"),
            "{text}"
        );
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
        assert_eq!(Choices::read(&path).unwrap().servers.len(), SERVERS_MAX);
    }
}
