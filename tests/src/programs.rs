//! The programs as processes: built once, watched line by line, never left behind.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::OnceLock;

use dicehall_protocol::LobbyCode;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::JoinSet;

use crate::bounded;

/// The path of a program. The programs are built first, so that a test never runs an old one.
///
/// # Panics
/// If they cannot be built.
pub fn program(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER
        .get_or_init(build)
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// A command that runs a program without this person's settings: every folder that it may use is in `home`.
pub fn command(name: &str, home: &TempDir) -> Command {
    isolated(Command::new(program(name)), home)
}

fn isolated(mut command: Command, home: &TempDir) -> Command {
    command.env_clear().kill_on_drop(true).stdin(Stdio::null());
    for (variable, value) in environment(home) {
        command.env(variable, value);
    }
    command
}

/// The environment of a program under test.
pub fn environment(home: &TempDir) -> Vec<(&'static str, String)> {
    let folder = |name: &str| home.path().join(name).display().to_string();
    vec![
        ("HOME", folder("home")),
        ("XDG_CONFIG_HOME", folder("config")),
        ("XDG_DATA_HOME", folder("data")),
        ("XDG_STATE_HOME", folder("state")),
        ("XDG_CACHE_HOME", folder("cache")),
        ("XDG_RUNTIME_DIR", folder("runtime")),
        ("TMPDIR", home.path().display().to_string()),
        ("USER", "tester".to_owned()),
        ("LANG", "C.UTF-8".to_owned()),
        ("TERM", "xterm-256color".to_owned()),
        // What a terminal says that is not asked, or does not answer.
        ("COLORFGBG", "15;0".to_owned()),
        ("PATH", std::env::var("PATH").unwrap_or_default()),
    ]
}

/// The output of a program, and how it ended.
#[derive(Debug)]
pub struct Finished {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Runs a program to its end.
///
/// # Panics
/// If it cannot be started or does not end.
pub async fn run<I: AsRef<OsStr>>(
    name: &str,
    arguments: impl IntoIterator<Item = I>,
    input: &str,
) -> Finished {
    let home = TempDir::new().unwrap();
    let mut command = command(name, &home);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feed = async move {
        // A program that wants no input may have ended already.
        tokio::io::AsyncWriteExt::write_all(&mut stdin, input.as_bytes())
            .await
            .ok();
    };
    let (output, ()) = bounded("a program to end", async {
        tokio::join!(child.wait_with_output(), feed)
    })
    .await;
    let output = output.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Finished {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// A `dicehall-server` process that listens; it is killed when this is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    stdout: Lines<BufReader<ChildStdout>>,
    /// Its log, once it has ended. It is read all the time: a server drops lines while the pipe is full.
    log: JoinSet<String>,
    address: String,
}

impl ServerProcess {
    /// Starts the server on a data directory and waits until it listens.
    ///
    /// # Panics
    /// If the server does not.
    pub async fn start(home: &TempDir, listen: &str, more: &[&str]) -> Self {
        Self::run(command("dicehall-server", home), home, listen, more).await
    }

    /// Starts a server whose writes and synchronizations are listed in a file.
    ///
    /// # Panics
    /// If it does not start.
    pub async fn start_traced(home: &TempDir, list: &Path) -> Self {
        let mut command = isolated(Command::new("strace"), home);
        let calls = "trace=fdatasync,fsync,write,pwrite64,writev,sendto,sendmsg";
        // The tracer is not the parent of the server, so that signals reach the server.
        command
            .args(["-D", "-f", "-y", "-s", "70000", "-e", calls, "-o"])
            .arg(list);
        command.arg(program("dicehall-server"));
        Self::run(command, home, "127.0.0.1:0", &[]).await
    }

    /// Starts the server by a command that becomes it, without the person's settings.
    ///
    /// # Panics
    /// If it does not start.
    pub async fn start_by(command: Command, home: &TempDir, more: &[&str]) -> Self {
        Self::run(isolated(command, home), home, "127.0.0.1:0", more).await
    }

    async fn run(mut command: Command, home: &TempDir, listen: &str, more: &[&str]) -> Self {
        let data = home.path().join("journal");
        command
            .args(["--listen", listen, "--no-lan", "--rate", "0", "--data"])
            .arg(data)
            .args(more);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut stderr = child.stderr.take().unwrap();
        let mut log = JoinSet::new();
        log.spawn(async move {
            let mut log = String::new();
            stderr.read_to_string(&mut log).await.unwrap();
            log
        });
        let line = bounded("the server to listen", stdout.next_line())
            .await
            .unwrap();
        let Some(line) = line else {
            let told = log.join_all().await.concat();
            panic!("the server did not listen: {told}");
        };
        let address = line
            .strip_prefix("listening on ws://")
            .or_else(|| line.strip_prefix("listening on wss://"))
            .and_then(|it| it.strip_suffix("/ws"));
        let address = address
            .unwrap_or_else(|| panic!("unexpected first line: {line}"))
            .to_owned();
        Self {
            child,
            stdout,
            log,
            address,
        }
    }

    /// The address for clients, `HOST:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The number of its process.
    ///
    /// # Panics
    /// If it has ended.
    pub fn id(&self) -> u32 {
        self.child.id().expect("the server runs")
    }

    /// Limits the length of the server's files from now on, or lifts the limit.
    ///
    /// # Panics
    /// If the limit cannot be set.
    pub fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or_else(|| "unlimited".to_owned(), |it| it.to_string());
        let id = self.child.id().expect("the server runs").to_string();
        let mut command = std::process::Command::new("prlimit");
        let limited = command
            .args(["--pid", &id, &format!("--fsize={limit}:unlimited")])
            .status()
            .unwrap();
        assert!(limited.success(), "prlimit: {limited}");
    }

    /// Stops the server with SIGSTOP; it holds its connections and answers nothing.
    ///
    /// # Panics
    /// If it has ended.
    pub fn freeze(&self) {
        signal("-STOP", self.child.id().expect("the server runs"));
    }

    /// Lets a stopped server go on.
    ///
    /// # Panics
    /// If it has ended.
    pub fn thaw(&self) {
        signal("-CONT", self.child.id().expect("the server runs"));
    }

    /// Kills the server with SIGKILL and does not wait.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub fn kill_now(&mut self) {
        self.child.start_kill().unwrap();
    }

    /// Kills the server with SIGKILL, and waits until it is gone.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn kill(mut self) {
        bounded("the server to die", self.child.kill())
            .await
            .unwrap();
    }

    /// Asks it to read its certificate again, as a supervisor does whatever the options are.
    ///
    /// # Panics
    /// If it has ended.
    pub fn reload(&self) {
        signal("-HUP", self.child.id().expect("the server runs"));
    }

    /// Asks the server to end, and waits; returns also the lines that it printed after the first.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn terminate(self) -> (ExitStatus, Vec<String>) {
        let Ended { status, lines, .. } = self.end().await;
        (status, lines)
    }

    /// Asks the server to end, and waits; returns its log.
    ///
    /// # Panics
    /// If it does not end, or fails.
    pub async fn terminate_for_log(self) -> String {
        let Ended { status, log, .. } = self.end().await;
        assert!(status.success(), "the server ended with {status}: {log}");
        log
    }

    async fn end(mut self) -> Ended {
        terminate(&self.child);
        let status = bounded("the server to end", self.child.wait())
            .await
            .unwrap();
        let mut lines = Vec::new();
        while let Some(line) = bounded("its output to end", self.stdout.next_line())
            .await
            .unwrap()
        {
            lines.push(line);
        }
        let log = bounded("its log to end", self.log.join_all())
            .await
            .concat();
        Ended { status, lines, log }
    }
}

/// The end of a server process.
struct Ended {
    status: ExitStatus,
    /// The lines that it printed after the first.
    lines: Vec<String>,
    log: String,
}

/// A `dicehall bot` process that plays in a lobby; it is killed when this is dropped.
#[derive(Debug)]
pub struct BotProcess {
    child: Child,
}

impl BotProcess {
    /// Starts a bot that takes a seat of the lobby. Its settings and records are in `home`.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(home: &TempDir, address: &str, lobby: LobbyCode, bot: &str, name: &str) -> Self {
        let mut command = command("dicehall", home);
        command.args([
            "bot",
            "--join",
            address,
            "--lobby",
            lobby.as_str(),
            "--bot",
            bot,
            "--name",
            name,
        ]);
        Self {
            child: command.stdout(Stdio::null()).spawn().unwrap(),
        }
    }

    /// Kills the bot with SIGKILL, and waits until it is gone.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn kill(mut self) {
        bounded("the bot to die", self.child.kill()).await.unwrap();
    }

    /// Asks it to end, and waits.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn terminate(mut self) -> ExitStatus {
        terminate(&self.child);
        bounded("the bot to end", self.child.wait()).await.unwrap()
    }
}

/// Sends SIGTERM to a child of this process.
///
/// # Panics
/// If the child is gone already.
pub fn terminate(child: &Child) {
    let id = child.id().expect("the child runs");
    signal("-TERM", id);
}

/// Sends a signal to a process that this test has started.
///
/// # Panics
/// If it cannot be sent.
pub fn signal(signal: &str, process: u32) {
    let sent = std::process::Command::new("kill")
        .args([signal, &process.to_string()])
        .status()
        .unwrap();
    assert!(sent.success(), "kill {signal} {process}: {sent}");
}

/// Builds both programs with the profile of this test, and returns the folder that they are in.
fn build() -> PathBuf {
    // The test program is in the folder `deps`, beside which the programs are put. Building them from the whole
    // workspace uses the libraries that the tests were built with.
    let folder = std::env::current_exe()
        .unwrap()
        .parent()
        .and_then(|it| it.parent())
        .unwrap()
        .to_owned();
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--workspace", "--bins"]);
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    // The build scripts of some libraries look at what cargo tells its programs, and would run again for every change.
    for (variable, _) in std::env::vars_os() {
        let name = variable.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&variable);
        }
    }
    let target = folder
        .parent()
        .expect("the profile's folder lies in the target folder");
    let built = cargo.env("CARGO_TARGET_DIR", target).output().unwrap();
    assert!(
        built.status.success(),
        "the programs do not build:\n{}",
        String::from_utf8_lossy(&built.stderr)
    );
    folder
}
