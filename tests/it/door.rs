//! The door of the real program, tried with the `ssh` of this machine: matches, what is refused, and who comes back.

mod lines;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use dicehall_tests::terminal::Terminal;
use dicehall_tests::{WAIT_MAX, ports, programs, skipped};
use tempfile::TempDir;

/// The most connections at the door that have said nothing.
const STRANGERS_MAX: usize = 32;
/// The size of the windows.
const USUAL: (u16, u16) = (80, 24);

/// A host with a door, and a guest's key.
struct Table {
    host: Child,
    port: u16,
    home: TempDir,
}

/// A folder with a guest's key; `None` if there is no `ssh` here.
fn home_with_key() -> Option<TempDir> {
    let home = TempDir::new().unwrap();
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(home.path().join("id"))
        .status();
    if !made.is_ok_and(|it| it.success()) {
        skipped("there is no ssh-keygen");
        return None;
    }
    Some(home)
}

/// The words behind `ssh` of a guest whose key and known hosts are in this folder.
fn ssh_arguments(home: &TempDir, port: u16, more: &[&str]) -> Vec<String> {
    let file = |name: &str| home.path().join(name).display().to_string();
    let known = format!("UserKnownHostsFile={}", file("known"));
    let (key, port) = (file("id"), port.to_string());
    let mut words = vec!["-F", "none", "-i", &key, "-p", &port];
    for option in [
        "IdentitiesOnly=yes",
        "StrictHostKeyChecking=no",
        "LogLevel=ERROR",
        &known,
    ] {
        words.extend(["-o", option]);
    }
    words.extend(more);
    words.into_iter().map(str::to_owned).collect()
}

impl Table {
    /// Opens a table with an open seat; `None` if there is no `ssh` here.
    fn open() -> Option<Self> {
        home_with_key().map(Self::in_home)
    }

    /// The same for guests whose key and known hosts are in this folder.
    fn in_home(home: TempDir) -> Self {
        let (listen, port) = (format!("127.0.0.1:{}", ports::free()), ports::free());
        let mut host = Command::new(programs::program("dicehall"));
        host.args([
            "host",
            "--no-lan",
            "--game",
            "tic-tac-toe",
            "--bot-pace",
            "0",
        ])
        .args(["--seats", "open,easy", "--listen", &listen])
        .args(["--ssh", &format!("127.0.0.1:{port}")])
        .env_clear()
        .envs(programs::environment(&home))
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
        let mut host = host.spawn().unwrap();
        let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        assert!(line.starts_with("dicehall join"), "{line}");
        let line = lines.next().unwrap().unwrap();
        assert_eq!(line, format!("ssh -p {port} 127.0.0.1"));
        Self { host, port, home }
    }

    /// The words a guest types behind `ssh`.
    fn arguments(&self, more: &[&str]) -> Vec<String> {
        ssh_arguments(&self.home, self.port, more)
    }

    /// A guest in a terminal.
    fn guest(&self) -> Terminal {
        let arguments = self.arguments(&["Aki@127.0.0.1"]);
        Terminal::start_file_with(&ssh(), &arguments, USUAL)
    }

    /// A guest without one: the exit code, the output and the errors.
    fn lines(&self, more: &[&str], input: &str) -> (Option<i32>, String, String) {
        let mut client = Command::new(ssh())
            .args(self.arguments(more))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // One that was refused reads nothing.
        client
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .ok();
        let output = client.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    /// Connects without a word.
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(WAIT_MAX)).unwrap();
        stream
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.host.kill().ok();
        self.host.wait().ok();
    }
}

fn ssh() -> PathBuf {
    Path::new("/usr/bin/ssh").to_owned()
}

/// Comes to the table, and says that one is ready.
fn sit(guest: &mut Terminal) {
    guest.until_text("tester's table");
    guest.keys("\r");
    guest.until_text("not ready");
    guest.keys("r");
    guest.until_text("YOUR TURN");
}

#[test]
fn a_match_is_played_by_ssh_in_a_window_that_grows() {
    let Some(table) = Table::open() else { return };
    let mut guest = table.guest();
    sit(&mut guest);
    guest.resize((100, 30));
    let is_large = |it: &str| it.lines().nth(29).is_some_and(|it| it.contains("help"));
    guest.until("the larger screen", is_large);
    let last_move = |it: &str| {
        let lines = it.lines().skip_while(|it| !it.contains("LAST MOVE"));
        lines.skip(1).take(2).collect::<String>()
    };
    let mut screen = guest.screen();
    while !screen.contains("RESULT") {
        let before = last_move(&screen);
        guest.keys("\r");
        screen = guest.until("the next turn or the end", |it| {
            it.contains("RESULT") || it.contains("YOUR TURN") && last_move(it) != before
        });
    }
    guest.keys("\u{3}");
    let left = guest.ended();
    assert_eq!(left.status.exit_code(), 0, "{left:?}");
    assert!(left.changed.is_empty(), "{left:?}");
    assert!(left.screen.contains("Goodbye"), "{left:?}");
}

#[test]
fn the_same_key_leads_back_to_the_seat() {
    let Some(table) = Table::open() else { return };
    let mut guest = table.guest();
    sit(&mut guest);
    guest.kill();
    let mut again = table.guest();
    let screen = again.until_text("YOUR TURN");
    assert!(screen.contains("Aki (you)"), "{screen}");
}

#[test]
fn a_guest_by_ssh_sees_and_writes_no_file_of_the_host() {
    let Some(table) = Table::open() else { return };
    let folder = table.home.path().join("home");
    std::fs::create_dir_all(&folder).unwrap();
    let planted = folder.join("planted.map");
    std::fs::write(&planted, "PLANTED-WORDS").unwrap();
    let before = names(table.home.path());
    let path = planted.display();
    let input = format!("map {path}\nmap save {path}2\nreplay {path}\nrecord\ncard\nquit\n");
    let (_, output, errors) = table.lines(&["-T", "Aki@127.0.0.1"], &input);
    assert!(!output.contains("PLANTED"), "{output}{errors}");
    let mut guest = table.guest();
    guest.until_text("tester's table");
    for line in input.lines().filter(|it| *it != "quit") {
        guest.keys(&format!(":{line}\r"));
        let screen = guest.quiet();
        assert!(!screen.contains("PLANTED"), "{screen}");
        guest.keys("\u{1b}");
        guest.quiet();
    }
    drop(guest);
    assert_eq!(names(table.home.path()), before);
}

/// The names of all files below a folder, but those of the host's own server and of the client's known hosts.
fn names(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("data") || path.ends_with("known") {
            continue;
        }
        if path.is_dir() {
            found.extend(names(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn without_a_terminal_there_are_sentences() {
    let Some(table) = Table::open() else { return };
    let (code, output, errors) = table.lines(&["-T", "Aki@127.0.0.1"], "help\nquit\n");
    assert_eq!(code, Some(0), "{output}{errors}");
    assert!(
        output.contains("look: the whole board in words"),
        "{output}"
    );
    assert!(output.contains("Goodbye"), "{output}");
    assert!(!output.contains('\u{1b}'), "{output}");
}

#[test]
fn commands_files_and_forwarding_are_refused() {
    let Some(table) = Table::open() else { return };
    for more in [
        &["Aki@127.0.0.1", "cat /etc/passwd"][..],
        &["-s", "Aki@127.0.0.1", "sftp"],
    ] {
        let (code, output, errors) = table.lines(more, "");
        assert_eq!((code, output.as_str()), (Some(2), ""), "{more:?}: {errors}");
        assert!(errors.contains("Only games are played here"), "{errors}");
    }
    let behind = format!("127.0.0.1:{}", table.port);
    for more in [
        &["-W", &behind, "Aki@127.0.0.1"][..],
        &[
            "-N",
            "-o",
            "ExitOnForwardFailure=yes",
            "-R",
            "0:127.0.0.1:22",
            "Aki@127.0.0.1",
        ],
    ] {
        let (code, output, errors) = table.lines(more, "");
        assert_eq!(
            (code, output.as_str()),
            (Some(255), ""),
            "{more:?}: {errors}"
        );
    }
}

#[test]
fn who_says_nothing_takes_one_of_few_places_and_gives_it_back() {
    let Some(table) = Table::open() else { return };
    let version = |stream: &mut TcpStream| {
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).ok();
        line
    };
    let mut strangers: Vec<TcpStream> = (0..STRANGERS_MAX).map(|_| table.connect()).collect();
    for stranger in &mut strangers {
        assert_eq!(version(stranger), "SSH-2.0-Dicehall\r\n");
    }
    assert_eq!(version(&mut table.connect()), "", "one more was let in");
    drop(strangers);
    // The places are given back as soon as the door hears that they are gone.
    let back = (0..).map(|_| version(&mut table.connect())).take(10_000);
    assert!(back.into_iter().any(|it| !it.is_empty()));
}

#[test]
fn the_door_ends_with_its_host_however_that_ends() {
    let Some(mut table) = Table::open() else {
        return;
    };
    let mut stream = table.connect();
    let mut version = [0; 18];
    stream.read_exact(&mut version).unwrap();
    table.host.kill().unwrap();
    let mut rest = Vec::new();
    // A connection that is reset has ended as well; only one that goes on is a failure.
    let ended = stream.read_to_end(&mut rest);
    assert!(
        !ended.is_err_and(|it| it.kind() == std::io::ErrorKind::WouldBlock),
        "the door is still open"
    );
}
