//! Faults from outside while fifty people play: a disk of the log or of the journal that is full, a clock that is set
//! back, a server, a relay or NATS that stands still. Each is printed with the time until all tables went on after it was
//! mended; what operators were told has to be true all the time, and nothing may be lost.
//!
//! `DICEHALL_FAULTS=long cargo test -p dicehall-tests --test it faults -- --nocapture` also stops processes for half a
//! minute each, and holds the time to heal against its limit.

pub(crate) mod crowd;

use std::path::{Path, PathBuf};
use std::time::Duration;

use dicehall_tests::operators::{health, until_health};
use dicehall_tests::player::Player;
use dicehall_tests::programs::{self, ServerProcess};
use dicehall_tests::small_disk::{self, Disk};
use dicehall_tests::{bounded, operators, ports, skipped};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::timeout;

use crowd::{Progress, check_all, play_on, sit_down};

/// How long a process is stopped.
const STOPPED: Duration = Duration::from_secs(30);
/// The longest time until all tables go on, in a long run.
const HEALED_MAX: Duration = Duration::from_secs(12);
/// The statuses of `/healthz` and `/readyz` when all is well, and when nothing can be saved.
const WELL: [u16; 2] = [200, 200];
const UNREADY: [u16; 2] = [200, 503];
/// The lines that are logged while the disk of the log is full: about 100 bytes each.
const LINES: usize = 80;
/// Where libfaketime is, unless `LIBFAKETIME` names it.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// Whether the long run was asked for.
pub(crate) fn is_long() -> bool {
    std::env::var("DICEHALL_FAULTS").is_ok_and(|it| it == "long")
}

/// Prints how long all tables took to go on.
pub(crate) fn tell(fault: &str, healed: Duration) {
    println!(
        "{fault}: all tables went on {:.1} s after it was mended",
        healed.as_secs_f64()
    );
    assert!(!is_long() || healed <= HEALED_MAX, "{fault}: {healed:?}");
}

/// Lets half a minute pass in which a process stands still.
pub(crate) async fn half_a_minute() {
    timeout(STOPPED, std::future::pending::<()>()).await.ok();
}

/// A server, the address of its operators' port, and its folders.
struct Trial {
    home: TempDir,
    server: ServerProcess,
    admin: String,
}

impl Trial {
    /// Starts a server by a command, which is made for the folders of the journal and of the log.
    async fn start(command: impl FnOnce(&Path, &Path) -> Command, level: &str) -> Self {
        let home = TempDir::new().unwrap();
        let admin = format!("127.0.0.1:{}", ports::free());
        let command = command(&journal(&home), &home.path().join("log"));
        let more = ["--admin", &admin, "--log", level];
        let server = ServerProcess::start_by(command, &home, &more).await;
        Self {
            home,
            server,
            admin,
        }
    }

    /// Lets everybody play while the fault happens, which returns how long it took until all went on; then compares what
    /// everybody was told with the journal.
    async fn run(
        self,
        fault: &str,
        happens: impl AsyncFnOnce(&Progress, &ServerProcess, &str) -> Duration,
    ) {
        let Self {
            home,
            mut server,
            admin,
        } = self;
        let address = server.address().to_owned();
        let tables = sit_down(&address).await;
        let progress = Progress::of(tables.len());
        let data = Disk::of(server.id(), &journal(&home));
        let trouble = async {
            progress.all_go_on().await;
            assert_eq!(health(&admin).await, WELL.map(Some), "{fault}");
            let healed = happens(&progress, &server, &admin).await;
            until_health(&admin, WELL).await;
            progress.all_go_on().await;
            progress.end();
            server.kill_now();
            healed
        };
        let relay = |_place| address.clone();
        let (tables, healed) = tokio::join!(play_on(tables, &progress, &relay), trouble);
        server.kill().await;
        let copy = home.path().join("copy");
        data.take_journal(&copy);
        let acts = check_all(&copy, &tables);
        assert!(acts > 100, "only {acts} actions: the trial shows nothing");
        tell(fault, healed);
    }
}

fn journal(home: &TempDir) -> PathBuf {
    home.path().join("journal")
}

/// A server with its log on a small disk.
fn with_log_disk(_journal: &Path, log: &Path) -> Command {
    small_disk::command(
        &programs::program("dicehall-server"),
        log,
        &log.join("server"),
    )
}

/// A server with its journal on a small disk, and its log there too if it is named so.
fn with_journal_disk(journal: &Path, log: &Path) -> Command {
    small_disk::command(&programs::program("dicehall-server"), journal, log)
}

#[tokio::test]
async fn a_full_disk_of_the_log_holds_up_nobody() {
    if !small_disk::can_be_made() {
        return;
    }
    let trial = Trial::start(with_log_disk, "info").await;
    let log = Disk::of(trial.server.id(), &trial.home.path().join("log"));
    let token = trial.home.path().join("journal/admin-token");
    let token = std::fs::read_to_string(token).unwrap();
    let fault = "the disk of the log was full";
    let run = trial.run(fault, async |progress, server, admin| {
        log.fill();
        // More lines than the rest of the log's last page has room for.
        for _ in 0..LINES {
            make_a_lobby(server).await;
        }
        assert_eq!(health(admin).await, WELL.map(Some));
        let text = operators::metrics(admin, &token).await;
        let dropped: u64 = operators::value(&text, "log_lines_dropped_total")
            .parse()
            .unwrap();
        assert!(dropped > 0, "nothing was logged while the disk was full");
        log.empty();
        let healed = progress.all_go_on().await;
        let told = async {
            while !log.read("server").contains("log lines were dropped") {
                make_a_lobby(server).await;
            }
        };
        let waited = bounded("the line about those that are missing", told);
        Box::pin(waited).await;
        healed
    });
    Box::pin(run).await;
}

/// Makes a lobby, which is a line in the log.
async fn make_a_lobby(server: &ServerProcess) {
    let mut host = Player::connect(server.address(), "Late").await;
    host.create("size=2").await;
}

/// The events around a full disk of the journal.
async fn fills_the_journal(
    progress: &Progress,
    server: &ServerProcess,
    (admin, folder): (&str, &Path),
) -> Duration {
    let disk = Disk::of(server.id(), folder);
    disk.fill();
    until_health(admin, UNREADY).await;
    disk.empty();
    progress.all_go_on().await
}

#[tokio::test]
async fn a_full_disk_of_the_journal_is_told_to_operators_until_there_is_room() {
    if !small_disk::can_be_made() {
        return;
    }
    let trial = Trial::start(with_journal_disk, "info").await;
    let folder = journal(&trial.home);
    trial
        .run(
            "the disk of the journal was full",
            async |progress, server, admin| {
                fills_the_journal(progress, server, (admin, &folder)).await
            },
        )
        .await;
}

#[tokio::test]
async fn log_and_journal_on_one_full_disk_go_on_when_there_is_room() {
    if !small_disk::can_be_made() {
        return;
    }
    let on_one_disk =
        |journal: &Path, _log: &Path| with_journal_disk(journal, &journal.join("log"));
    let trial = Trial::start(on_one_disk, "info").await;
    let folder = journal(&trial.home);
    trial
        .run(
            "the disk of journal and log was full",
            async |progress, server, admin| {
                fills_the_journal(progress, server, (admin, &folder)).await
            },
        )
        .await;
}

#[tokio::test]
async fn a_clock_that_is_set_back_by_an_hour_changes_nothing() {
    let library = std::env::var("LIBFAKETIME").unwrap_or_else(|_| FAKETIME.to_owned());
    if !Path::new(&library).exists() {
        skipped("there is no libfaketime, which Debian has in its package faketime");
        return;
    }
    let clock = TempDir::new().unwrap();
    let clock = clock.path().join("clock");
    std::fs::write(&clock, "+0").unwrap();
    let under_it = |_journal: &Path, _log: &Path| {
        let mut command = Command::new("env");
        command.arg(format!("LD_PRELOAD={library}"));
        command.arg(format!("FAKETIME_TIMESTAMP_FILE={}", clock.display()));
        command.args(["FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]);
        command.arg(programs::program("dicehall-server"));
        command
    };
    let trial = Trial::start(under_it, "info").await;
    trial
        .run(
            "the clock was set back by an hour",
            async |progress, _server, _admin| {
                std::fs::write(&clock, "-3600").unwrap();
                progress.all_go_on().await
            },
        )
        .await;
}

#[tokio::test]
async fn a_server_that_stood_still_goes_on() {
    if !is_long() {
        skipped("it takes half a minute; DICEHALL_FAULTS=long");
        return;
    }
    let plain = |_journal: &Path, _log: &Path| Command::new(programs::program("dicehall-server"));
    let trial = Trial::start(plain, "info").await;
    trial
        .run(
            "the server was stopped for 30 s",
            async |progress, server, admin| {
                server.freeze();
                assert_eq!(health(admin).await, [None, None]);
                half_a_minute().await;
                server.thaw();
                progress.all_go_on().await
            },
        )
        .await;
}
