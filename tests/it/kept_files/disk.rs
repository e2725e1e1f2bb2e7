//! Faults of a disk, and a person whose folders have one of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{Clock, Settings};
use dicehall_tests::line_client::{ENGLISH, LineClient};
use dicehall_tests::{bounded, programs, skipped};
use tempfile::TempDir;
use tokio::process::Command;

/// A fault of the disk on which a person's folders are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// No byte fits any more.
    Full,
    /// Files may have no byte, as over a quota.
    SizeLimit,
    /// Nothing can be written.
    ReadOnly,
    /// Everything belongs to somebody else.
    Foreign,
}

/// All faults.
pub(super) const FAULTS: [Fault; 4] = [
    Fault::Full,
    Fault::SizeLimit,
    Fault::ReadOnly,
    Fault::Foreign,
];

/// The files that a person had before, with their content.
const BEFORE: [(&str, &str); 3] = [
    (
        "state/dicehall/choices.toml",
        "name = \"Zoe\"\nrung = \"3\"\nwelcomed = true\nservers = [\"192.0.2.7:4600\"]\n",
    ),
    (
        "config/dicehall/known_servers",
        "# those that I know\n192.0.2.7:4600 sha256:0000000000000000000000000000000000000000000000000000000000000000\n",
    ),
    ("config/dicehall/config.toml", "mouse = false\n"),
];

impl Fault {
    /// The words in which the fault is told.
    pub(super) const fn why(self) -> &'static str {
        match self {
            Self::Full => "the disk is full",
            Self::SizeLimit => "files may not become that large here",
            Self::ReadOnly => "the disk is read-only",
            Self::Foreign => "permission denied",
        }
    }

    /// The script that makes the fault in the folder `$f`, and then runs the rest of its arguments.
    const fn script(self) -> &'static str {
        match self {
            // The folder is copied to a small disk, which takes its place and is then filled.
            Self::Full => {
                "mount -t tmpfs -o size=768k none /mnt && cp -a \"$f/.\" /mnt/ && mount --bind /mnt \"$f\" || exit 99
                 cat /dev/zero >\"$f/filler\" 2>/dev/null; exec \"$@\""
            }
            Self::SizeLimit => "ulimit -f 0; exec \"$@\"",
            Self::ReadOnly => {
                "mount --bind \"$f\" \"$f\" && mount -o remount,bind,ro \"$f\" || exit 99; exec \"$@\""
            }
            Self::Foreign => {
                "if [ \"$(id -u)\" = 0 ]; then exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"; fi
                 chmod -R a-w \"$f\"; exec \"$@\""
            }
        }
    }

    const fn needs_mounts(self) -> bool {
        matches!(self, Self::Full | Self::ReadOnly)
    }
}

/// A person whose folders have a fault.
pub(super) struct Person {
    fault: Fault,
    home: TempDir,
}

impl Person {
    /// A person with earlier files; `None`, and a word about it, where the fault cannot be made.
    pub(super) fn with(fault: Fault) -> Option<Self> {
        if fault.needs_mounts() && !can_mount() {
            skipped(&format!("{fault:?} needs a mount namespace"));
            return None;
        }
        let home = TempDir::new().unwrap();
        for (path, text) in BEFORE {
            put(&home.path().join(path), text);
        }
        fs::create_dir_all(home.path().join("data/dicehall")).unwrap();
        let anybody = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(home.path(), anybody).unwrap();
        Some(Self { fault, home })
    }

    /// The text of a match file that the program has written for a person without faults.
    pub(super) async fn played() -> String {
        let home = TempDir::new().unwrap();
        let mut client = super::healthy(home, &super::MATCH);
        client.play().await;
        client.types("quit").await;
        let (_, _, home) = client.ended_in().await;
        let folder = home.path().join("data/dicehall/play/matches");
        let file = fs::read_dir(folder).unwrap().next().unwrap().unwrap();
        fs::read_to_string(file.path()).unwrap()
    }

    /// A path in the person's folder.
    pub(super) fn path(&self, name: &str) -> String {
        self.home.path().join(name).to_str().unwrap().to_owned()
    }

    /// Puts a file into the person's folder.
    pub(super) fn put(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// The names of all files in the person's folder.
    pub(super) fn names(&self) -> Vec<String> {
        contents(self.home.path()).into_keys().collect()
    }

    fn command(&self) -> Command {
        let usual = programs::command("dicehall", &self.home);
        let shell = if self.fault.needs_mounts() {
            &["unshare", "--mount", "sh"][..]
        } else {
            &["sh"]
        };
        let mut command = Command::new(shell[0]);
        command.env_clear().kill_on_drop(true);
        for (variable, value) in programs::environment(&self.home) {
            command.env(variable, value);
        }
        command.env("EDITOR", "true");
        command.args(&shell[1..]);
        let script = format!("f=$1; shift; {}", self.fault.script());
        command.args(["-c", &script, "sh"]).arg(self.home.path());
        command.arg(usual.as_std().get_program());
        command
    }

    /// The client in its line mode.
    pub(super) fn line_client(&self, arguments: &[&str]) -> LineClient {
        let again = Self::with(self.fault).expect("it could be made before");
        let command = again.command();
        LineClient::of(ENGLISH, command, again.home, arguments)
    }

    /// Runs a command to its end; returns its exit code and its error output.
    pub(super) async fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::null());
        let output = bounded("the command", command.output()).await.unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), stderr)
    }
}

/// The settings of a table that people join.
pub(super) fn settings() -> Settings {
    Settings {
        rules: GameKind::TicTacToe.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    }
}

/// Checks that the person has the same files as before, and no half ones. What was written to a disk that has gone with
/// its program cannot be looked at any more.
pub(super) fn check_kept(home: &TempDir, fault: Fault) {
    let found = contents(home.path());
    for (path, text) in BEFORE {
        let kept = found
            .get(path)
            .map(|it| String::from_utf8_lossy(it).into_owned());
        assert_eq!(kept.as_deref(), Some(text), "{fault:?}: {path}");
    }
    let is_half = |(name, content): &(&String, &Vec<u8>)| {
        let is_before = BEFORE.iter().any(|it| it.0 == name.as_str());
        // A lock, or a database without tables, has no bytes and says nothing.
        !is_before && !content.is_empty()
    };
    let half: Vec<&String> = found.iter().filter(is_half).map(|it| it.0).collect();
    assert_eq!(half, [""; 0], "{fault:?}");
}

/// All files below a folder, with their content, by their paths from there.
pub(super) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                found.insert(name.to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Whether this process may mount something in a namespace of its own.
fn can_mount() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let tried = std::process::Command::new("unshare")
            .args(["--mount", "mount", "-t", "tmpfs", "none", "/mnt"])
            .stderr(Stdio::null())
            .status();
        tried.is_ok_and(|it| it.success())
    })
}

/// Writes a file, and the folders that lead to it.
fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
