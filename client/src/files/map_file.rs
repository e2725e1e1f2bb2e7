//! Maps of Dice Wars as JSON files: chosen by name, number or file, read, checked, and written.
//!
//! Used by `--rules map=`, `dicehall map` and `:map`. Law kept here: every map is checked before it
//! is used, and no file is overwritten.

use std::path::Path;

use dicehall_engine::AnyRules;
use dicehall_engine::game::ConfigError;
use dicehall_engine::games::dice_wars::{Map, MapChoice};
use dicehall_files::{Readers, Why, content, text, write};
use dicehall_protocol::wording::in_words;

/// The largest file that is read, in bytes: several times the largest map.
pub(crate) const MAP_FILE_BYTES_MAX: u64 = 64 * 1024;

/// The reason why a file is no map, or was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MapFileError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    File { path: String, error: Why },
    /// The file is of another kind.
    #[error("{path}: it is {kind}, and no map")]
    Kind { path: String, kind: &'static str },
    /// The file is no JSON, or no map.
    #[error("{path}, {error}")]
    Json { path: String, error: String },
    /// The map cannot be played on.
    #[error("{path}: {error}")]
    Map { path: String, error: ConfigError },
    /// The text is neither the name of a map, nor a number, nor a file.
    #[error("{error}, or the path of a file; {path:?} is none")]
    Neither { path: String, error: ConfigError },
}

/// Why switches cannot be set.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadSwitches {
    /// The map.
    #[error(transparent)]
    Map(#[from] MapFileError),
    /// Another switch.
    #[error(transparent)]
    Rules(#[from] ConfigError),
}

impl MapFileError {
    /// Whether the command line is right and the file is wrong.
    pub(crate) const fn is_of_file(&self) -> bool {
        match self {
            Self::File { .. } | Self::Kind { .. } | Self::Json { .. } | Self::Map { .. } => true,
            Self::Neither { .. } => false,
        }
    }
}

/// A map by its name, its number or its file.
pub(crate) fn choice(text: &str) -> Result<MapChoice, MapFileError> {
    match MapChoice::parse(text) {
        Ok(choice) => Ok(choice),
        Err(_) if Path::new(text).exists() => read(text).map(MapChoice::Inline),
        Err(error) => Err(MapFileError::Neither {
            path: text.to_owned(),
            error,
        }),
    }
}

/// Sets switches from a list separated by commas; the map of Dice Wars may also be a file.
pub(crate) fn set_switches(rules: &mut AnyRules, list: &str) -> Result<(), BadSwitches> {
    for item in list.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let map = item
            .split_once('=')
            .filter(|(switch, _)| switch.trim() == "map");
        match (&mut *rules, map) {
            (AnyRules::DiceWars(rules), Some((_, value))) => {
                rules.map = choice(value.trim())?;
            }
            (rules, _) => rules.set_switches(item)?,
        }
    }
    Ok(())
}

/// Reads and checks a map.
pub(crate) fn read(file: &str) -> Result<Map, MapFileError> {
    let path = || file.to_owned();
    let text = text::read(Path::new(file), MAP_FILE_BYTES_MAX);
    let text = text.map_err(|error| MapFileError::File {
        path: path(),
        error,
    })?;
    if let Some(kind) = content::kind(text.as_bytes()) {
        return Err(MapFileError::Kind { path: path(), kind });
    }
    let map: Map = serde_json::from_str(&text).map_err(|error| MapFileError::Json {
        path: path(),
        error: text::with_line_ends(
            &text,
            &format!("line {}: {}", error.line(), in_words(&error)),
        ),
    })?;
    map.check().map_err(|error| MapFileError::Map {
        path: path(),
        error,
    })?;
    Ok(map)
}

/// Writes a map into a new file.
pub(crate) fn write(path: &str, map: &Map) -> Result<(), Why> {
    let json = json(map);
    write::create(Path::new(path), json.as_bytes(), Readers::Usual).map_err(Why::from)
}

/// A map as JSON, with a line for each row, so that people can read and change it.
pub(crate) fn json(map: &Map) -> String {
    format!(
        "{{\n  \"name\": {},\n  \"rows\": [\n{}\n  ],\n  \"neighbors\": [\n{}\n  ]\n}}\n",
        written(&map.name),
        lines(&map.rows),
        lines(&map.neighbors)
    )
}

fn lines(items: &[impl serde::Serialize]) -> String {
    let lines: Vec<String> = items
        .iter()
        .map(|it| format!("    {}", written(it)))
        .collect();
    lines.join(",\n")
}

#[expect(
    clippy::expect_used,
    reason = "texts and lists of numbers always have a form"
)]
fn written(it: &impl serde::Serialize) -> String {
    serde_json::to_string(it).expect("a text or a list of numbers")
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::*;

    /// A map of two territories with six blocks each, written by hand.
    const TWO: &str = r#"{"name":"two","neighbors":[[1],[0]],"rows":["AAABBB","AAABBB"]}"#;

    fn file(text: &str) -> (tempfile::TempDir, String) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("map.json").to_str().unwrap().to_owned();
        std::fs::write(&path, text).unwrap();
        (dir, path)
    }

    #[track_caller]
    fn check_refused(text: &str, part: &str) {
        let (_dir, path) = file(text);
        let why = read(&path).unwrap_err().to_string();
        assert!(why.starts_with(&path) && why.contains(part), "{why}");
    }

    #[test]
    fn a_map_of_a_file_is_played_on() {
        let (_dir, path) = file(TWO);
        let mut rules = GameKind::DiceWars.default_rules();
        set_switches(&mut rules, &format!("max_dice=5, map={path} ,stock=0")).unwrap();
        let AnyRules::DiceWars(rules) = rules else {
            panic!("another game")
        };
        let MapChoice::Inline(map) = rules.map else {
            panic!("no file: {:?}", rules.map)
        };
        assert_eq!(
            (map.rows.concat().as_str(), rules.max_dice, rules.stock),
            ("AAABBBAAABBB", 5, 0)
        );
    }

    #[test]
    fn names_and_numbers_come_before_files() {
        let words = |text: &str| format!("{:?}", choice(text).unwrap());
        assert_eq!(
            (words("atoll"), words("17"), words("drawn")),
            ("Shipped(Atoll)".into(), "Number(17)".into(), "Drawn".into())
        );
        let why = choice("no/such/map").unwrap_err().to_string();
        assert!(
            why.contains("heartland") && why.contains("or the path of a file"),
            "{why}"
        );
    }

    #[test]
    fn what_is_no_map_is_refused_with_the_reason() {
        check_refused("", "it ends in the middle");
        check_refused("[]", "too few or too many parts");
        check_refused(
            r#"{"neighbors":[[1],[0]],"rows":["AAA~BBB"]}"#,
            "neighbors, but do not touch",
        );
        check_refused(r#"{"neighbors":[[1],[0]]}"#, "rows");
        check_refused(&" ".repeat(70_000), "longer than 65536 bytes");
        check_refused("<svg xmlns=\"\">", "it is a picture (SVG), and no map");
        check_refused("{\r\n", "Windows line ends");
        check_refused("{\0\"\0n\0a\0", "UTF-16");
        assert!(
            read("no/such/file")
                .unwrap_err()
                .to_string()
                .contains("no/such/file")
        );
    }

    #[test]
    fn a_map_that_is_written_can_be_read_and_replaces_nothing() {
        let dir = tempfile::tempdir().unwrap();
        for number in [0, 1, 4711] {
            let (map, path) = (Map::generated(number), dir.path().join(number.to_string()));
            let path = path.to_str().unwrap();
            write(path, &map).unwrap();
            assert_eq!(read(path).unwrap(), map);
            assert!(write(path, &Map::generated(9)).is_err());
            assert_eq!(read(path).unwrap(), map);
        }
    }
}
