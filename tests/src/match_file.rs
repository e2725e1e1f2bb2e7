//! The files of matches under test: made by a real server, and forged line by line without the server's code.

use std::fs;
use std::path::Path;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{Clock, Request, Settings};
use dicehall_protocol::SessionCommand;
use dicehall_server::Options;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::player::{Player, start_match};
use crate::server::{TestServer, quick_options};
use crate::table::{bot, seat};

/// The beginning of a line after the first in a match file, up to the hash of the line before.
const BEFORE: &str = r#"{"before":""#;
/// The number of digits of a hash.
const HASH_CHARS: usize = 64;

/// The beginning of the line of an entry in a segment.
const ENTRY: &str = "{\"file\":\"";

/// The match files of a data directory by their names, the oldest first, from the segments of their days.
///
/// # Panics
/// If the folder cannot be read, or has anything but segments.
pub fn files(data: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for file in fs::read_dir(data.join("matches")).unwrap() {
        let path = file.unwrap().path();
        assert!(
            path.extension().is_some_and(|it| it == "matches"),
            "{}",
            path.display()
        );
        let segment = fs::read_to_string(path).unwrap();
        for line in segment.split_inclusive('\n') {
            match line.strip_prefix(ENTRY) {
                Some(rest) => {
                    files.push((rest.split('"').next().unwrap().to_owned(), String::new()));
                }
                None => files.last_mut().unwrap().1.push_str(line),
            }
        }
    }
    files.sort();
    files
}

/// The text of the file of a match that was played on a server to its end: by random bots, with Aki on the first seat
/// if a human is wanted.
///
/// # Panics
/// If the match cannot be played, or the server has not written exactly one file.
pub async fn played(game: GameKind, switches: &str, has_human: bool) -> String {
    let data = TempDir::new().unwrap();
    play(data.path(), game, switches, has_human).await;
    let mut files = files(data.path());
    assert_eq!(files.len(), 1, "{files:?}");
    files.pop().unwrap().1
}

/// Plays one match on a server with this data directory; its lobby stays.
///
/// # Panics
/// If the match cannot be played.
pub async fn play(data: &Path, game: GameKind, switches: &str, has_human: bool) {
    let options = Options {
        data: Some(data.to_owned()),
        ..quick_options()
    };
    let server = TestServer::start(options).await;
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let settings = Settings {
        rules,
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let mut aki = Player::connect(&server.address(), "Aki").await;
    aki.must(SessionCommand::CreateLobby {
        title: "Test".to_owned(),
        settings,
        password: None,
        key: None,
    })
    .await;
    let seats = game.seats().1;
    for number in 0..seats {
        if number == 0 && has_human {
            aki.must(Request::TakeSeat {
                seat: Some(seat(0)),
            })
            .await;
        } else {
            aki.must(Request::SeatBot {
                seat: seat(number),
                bot: bot("random"),
            })
            .await;
        }
    }
    start_match(&mut [&mut aki]).await;
    aki.play().await;
    aki.until_opened().await;
    server.stop().await;
}

/// A file that is being forged, by its lines.
#[derive(Clone, Debug)]
pub struct Forgery {
    lines: Vec<String>,
}

impl Forgery {
    /// Begins with the honest file.
    pub fn of(text: &str) -> Self {
        Self {
            lines: text.lines().map(str::to_owned).collect(),
        }
    }

    /// The indices of the lines that contain a word.
    pub fn with(&self, word: &str) -> Vec<usize> {
        (0..self.lines.len())
            .filter(|at| self.lines[*at].contains(word))
            .collect()
    }

    /// The line with this index.
    pub fn line(&self, at: usize) -> &str {
        &self.lines[at]
    }

    /// Replaces a word everywhere.
    ///
    /// # Panics
    /// If the word is nowhere.
    #[must_use]
    pub fn replace(mut self, from: &str, to: &str) -> Self {
        assert!(
            !self.with(from).is_empty() && from != to,
            "{from:?} cannot be replaced by {to:?}"
        );
        self.lines
            .iter_mut()
            .for_each(|it| *it = it.replace(from, to));
        self
    }

    /// Swaps the events of two lines; the revisions stay.
    #[must_use]
    pub fn swap(mut self, one: usize, two: usize) -> Self {
        let (of_one, of_two) = (event(&self.lines[one]), event(&self.lines[two]));
        self.lines[one] = self.lines[one].replace(&of_one, &of_two);
        self.lines[two] = self.lines[two].replace(&of_two, &of_one);
        self
    }

    /// Removes a line, and renumbers the events.
    #[must_use]
    pub fn remove(mut self, at: usize) -> Self {
        let count = |lines: &[String]| format!(r#""events":{},"#, lines.len() - 2);
        let (before, _) = (count(&self.lines), self.lines.remove(at));
        let after = count(&self.lines);
        self.replace(&before, &after)
    }

    /// Keeps only the first lines.
    #[must_use]
    pub fn cut(mut self, lines: usize) -> Self {
        self.lines.truncate(lines);
        self
    }

    /// The file, with the hashes unchanged.
    pub fn text(&self) -> String {
        self.lines
            .iter()
            .fold(String::new(), |all, line| all + line + "\n")
    }

    /// The file, with every hash made to fit.
    pub fn repaired(mut self) -> String {
        for at in 1..self.lines.len() {
            let hash = hash(&self.lines[at - 1]);
            self.lines[at].replace_range(BEFORE.len()..BEFORE.len() + HASH_CHARS, &hash);
        }
        self.text()
    }
}

/// The hash of a line, as the next line has it.
fn hash(line: &str) -> String {
    let digits = "0123456789abcdef".as_bytes();
    let digit = |it: u8| char::from(digits[usize::from(it)]);
    Sha256::digest(line)
        .iter()
        .flat_map(|it| [digit(it >> 4), digit(it & 15)])
        .collect()
}

/// The event in a line, as it is written.
fn event(line: &str) -> String {
    line.split_once(r#""event":"#)
        .map(|it| it.1.to_owned())
        .unwrap_or_default()
}
