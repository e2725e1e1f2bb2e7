//! Collects the facts of `doctor`: examines the environment, the terminal, tmux, the network and
//! the folders. Everything that it makes for this is removed again.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dicehall_files::Why;
use dicehall_protocol::match_file::MatchFile;

use super::{Facts, Tmux, WrittenPath};
use crate::cli::console::variable;
use crate::files::choices::Choices;
use crate::files::config::Config;
use crate::files::matches;
use crate::files::paths::Paths;
use crate::files::record::Record;
use crate::graphics::detect::LookChoice;
use crate::graphics::theme::{Glyphs, Look};
use crate::lang::encoding::Encoding;
use crate::net::host::FOLDER;
use crate::net::trust::known_servers::KnownServers;
use crate::notify::Sequences;
use crate::tui::keymap::remap;
use crate::tui::terminal;

/// The environment variables that matter.
const VARIABLES: [&str; 13] = [
    "TERM",
    "TERM_PROGRAM",
    "LC_TERMINAL",
    "COLORTERM",
    "COLORFGBG",
    "NO_COLOR",
    "CLICOLOR_FORCE",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
    "TMUX",
    "SSH_TTY",
    "DICEHALL_LOG",
];
/// The multicast group in which servers on a LAN are announced (Stuart Cheshire and Marc Krochmal:
/// "Multicast DNS", RFC 6762, 2013, <https://www.rfc-editor.org/rfc/rfc6762>).
const ANNOUNCEMENTS: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);

/// Collects all facts.
pub(super) fn facts(paths: Option<&Paths>) -> Facts {
    let (config, mut warnings) = Config::of_user(paths);
    warnings.extend(remap::read(&config.keys).1);
    let set = |name: &str| variable(name).filter(|it| !it.is_empty());
    let terminal = (io::stdin().is_terminal(), io::stdout().is_terminal());
    let look = Look::from_environment(variable);
    // A terminal that moves no cursor would show the questions.
    let asked = (terminal == (true, true) && set("TERM").is_some_and(|it| it != "dumb"))
        .then(|| terminal::ask_briefly(look.glyphs != Glyphs::Ascii).ok())
        .flatten();
    let shown = asked.as_ref().map(|it| it.told.clone()).unwrap_or_default();
    Facts {
        variables: VARIABLES
            .into_iter()
            .filter_map(|it| Some((it, set(it)?)))
            .collect(),
        terminal,
        size: crossterm::terminal::size().ok().filter(|_| terminal.1),
        look: look.refined(&shown, LookChoice::default()),
        encoding: Encoding::of_environment(variable),
        asked,
        notify: (config.notify, Sequences::of_environment(&set)),
        tmux: set("TMUX").map(|_| tmux()),
        warnings,
        loopback: told(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map(drop)),
        multicast: told(hears_announcements()),
        places: paths.map(places).unwrap_or_default(),
    }
}

fn told(result: io::Result<()>) -> Result<(), String> {
    result.map_err(|it| it.to_string())
}

fn hears_announcements() -> io::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.join_multicast_v4(&ANNOUNCEMENTS, &Ipv4Addr::UNSPECIFIED)
}

fn tmux() -> Tmux {
    let option = |name: &str| {
        let mut command = Command::new("tmux");
        command.args(["show-options", "-gv", name]);
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
        let text = String::from_utf8(output.ok()?.stdout).ok()?;
        Some(text.trim().to_owned()).filter(|it| !it.is_empty())
    };
    Tmux {
        focus_events: option("focus-events"),
        allow_passthrough: option("allow-passthrough"),
        set_clipboard: option("set-clipboard"),
    }
}

fn places(paths: &Paths) -> Vec<WrittenPath> {
    let folder = |what, path: &Path| place(what, path, try_folder(path));
    let file = |what, path: &Path, damage: Option<String>| WrittenPath {
        damage,
        ..place(what, path, try_file(path))
    };
    let (record, choices, trust) = (paths.record(), paths.choices(), paths.known_servers());
    let matches = paths.data.join("play").join(FOLDER);
    let mut places = vec![
        folder("config folder", &paths.config),
        folder("data", &paths.data),
        file("record", &record, damage(Record::examine(&record))),
        folder("state", &paths.state),
    ];
    // Nobody misses these while they are not there.
    let others = [
        file("choices", &choices, damage(Choices::read(&choices))),
        file("trust", &trust, damage(KnownServers::read(&trust))),
        WrittenPath {
            damage: damaged_matches(&matches),
            ..folder("matches", &matches)
        },
    ];
    places.extend(others.into_iter().filter(|it| it.is_there));
    places
}

/// The words for a content that is of no use; one that may not be read is told as one that may not be written.
fn damage<T>(read: Result<T, Why>) -> Option<String> {
    read.err()
        .filter(|it| !matches!(it, Why::Denied | Why::Busy))
        .map(|it| it.to_string())
}

/// The words for match files that are not as they were written; `None` if there are none.
fn damaged_matches(folder: &Path) -> Option<String> {
    let names = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let is_match = |it: &fs::DirEntry| it.path().extension().is_some_and(|it| it == "jsonl");
    let is_damaged = |path: &PathBuf| match matches::read(path, None) {
        Ok(text) => MatchFile::from_text(&text).is_err(),
        Err(_) => true,
    };
    let paths = names.filter(is_match).map(|it| it.path());
    let damaged: Vec<PathBuf> = paths.filter(is_damaged).collect();
    let first = damaged.first()?.file_name()?.to_string_lossy().into_owned();
    Some(match damaged.len() {
        1 => format!("{first} in it is damaged"),
        more => format!("{more} files in it are damaged, such as {first}"),
    })
}

fn place(what: &'static str, path: &Path, tried: io::Result<()>) -> WrittenPath {
    WrittenPath {
        what,
        path: path.display().to_string(),
        is_there: path.exists(),
        writable: told(tried),
        damage: None,
    }
}

/// Opens the file to write to it, or tries the folder in which it would be.
fn try_file(path: &Path) -> io::Result<()> {
    if path.exists() {
        return OpenOptions::new().append(true).open(path).map(drop);
    }
    try_folder(path)
}

/// Tries to make a file in the folder, or in the nearest existing folder above it, and removes it
/// again.
fn try_folder(path: &Path) -> io::Result<()> {
    let found = path.ancestors().find(|it| it.exists());
    let folder = found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let file = folder.join(format!(".dicehall-doctor-{}", std::process::id()));
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&file)?;
    fs::remove_file(&file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_tried_and_left_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        try_folder(&home.path().join("not/there/yet")).unwrap();
        try_folder(home.path()).unwrap();
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
        let file = home.path().join("file");
        fs::write(&file, "").unwrap();
        try_folder(&file.join("below")).unwrap_err();
    }

    #[test]
    fn what_is_written_is_tried_where_it_is() {
        let home = tempfile::tempdir().unwrap();
        let paths = Paths {
            config: home.path().join("c"),
            data: home.path().join("d"),
            pictures: home.path().join("p"),
            state: home.path().join("s"),
        };
        fs::create_dir(&paths.data).unwrap();
        fs::write(paths.record(), "kept, but by another program than this one").unwrap();
        let seen: Vec<(&str, bool, bool)> = places(&paths)
            .iter()
            .map(|it| (it.what, it.is_there, it.writable.is_ok()))
            .collect();
        let expect = [
            ("config folder", false, true),
            ("data", true, true),
            ("record", true, true),
            ("state", false, true),
        ];
        assert_eq!(seen, expect);
        let damaged = places(&paths).swap_remove(2).damage;
        assert_eq!(damaged.as_deref(), Some("it is damaged"));
        let text = fs::read_to_string(paths.record()).unwrap();
        assert!(text.starts_with("kept"), "{text}");
    }
}
