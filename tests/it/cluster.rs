//! Servers whose journal is in a cluster: the cluster goes away and comes back, and another node goes on.
//!
//! Needs `nats-server`, named by `NATS_SERVER` in the environment or found in `PATH`; says so where there is none.

mod accounts;
mod moving;
mod nodes;
mod partition;
mod rounds;
mod spectators;
#[cfg(target_os = "linux")]
mod stopped;

use std::path::PathBuf;
use std::process::Stdio;

use dicehall_engine::lobby::Request;
use dicehall_tests::bounded;
use dicehall_tests::nats;
use dicehall_tests::operators::until_health;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::ports;
use dicehall_tests::programs::{self, ServerProcess};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Switches for a match that does not end within a test.
const LONG: &str = "preset=standard,size=8,rounds=1000";

/// A server of NATS that is alone; it is killed when this is dropped.
struct Nats {
    program: PathBuf,
    folder: TempDir,
    port: u16,
    child: Child,
}

impl Nats {
    async fn start(program: PathBuf) -> Self {
        let folder = TempDir::new().unwrap();
        let port = ports::free();
        let store = folder.path().join("store");
        let config = format!(
            "listen: 127.0.0.1:{port}\njetstream {{ store_dir: {store:?}, sync_interval: always }}\n"
        );
        std::fs::write(folder.path().join("nats.conf"), config).unwrap();
        let child = Self::spawn(&program, &folder).await;
        Self {
            program,
            folder,
            port,
            child,
        }
    }

    /// Starts the process, and waits until it listens.
    async fn spawn(program: &PathBuf, folder: &TempDir) -> Child {
        let mut child = Command::new(program)
            .arg("-c")
            .arg(folder.path().join("nats.conf"))
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        loop {
            let line = bounded("NATS to listen", log.next_line()).await.unwrap();
            if line.expect("NATS starts").contains("Server is ready") {
                // The pipe is kept open; what is logged from here on fits into it.
                child.stderr = Some(log.into_inner().into_inner());
                return child;
            }
        }
    }

    async fn kill(&mut self) {
        bounded("NATS to die", self.child.kill()).await.unwrap();
    }

    async fn start_again(&mut self) {
        self.child = Self::spawn(&self.program, &self.folder).await;
    }

    /// The options of a server that keeps its lobbies here.
    fn options(&self) -> Vec<String> {
        let address = format!("nats://127.0.0.1:{}", self.port);
        let options = ["--cluster", &address, "--cluster-copies", "1"].map(str::to_owned);
        [&options[..], &["--cluster-unsafe".to_owned()]].concat()
    }

    /// A server with a data folder of its own.
    async fn node(&self, home: &TempDir) -> ServerProcess {
        self.node_with(home, &[]).await
    }

    /// The same with more options.
    async fn node_with(&self, home: &TempDir, more: &[&str]) -> ServerProcess {
        let more = more.iter().map(|it| (*it).to_owned());
        let options: Vec<String> = self.options().into_iter().chain(more).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        ServerProcess::start(home, "127.0.0.1:0", &options).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_when_the_cluster_is_back_and_on_another_node() {
    let Some(program) = nats::program() else {
        return;
    };
    let mut nats = Nats::start(program).await;
    let (home, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let admin = format!("127.0.0.1:{}", ports::free());
    let server = nats.node_with(&home, &["--admin", &admin]).await;
    until_health(&admin, [200, 200]).await;
    let mut host = Player::connect(server.address(), "Hoshi").await;
    let lobby = host.create(LONG).await;
    let mut guest = Player::connect(server.address(), "Guest").await;
    guest.join(lobby).await;
    for player in [&mut host, &mut guest] {
        player.must(Request::TakeSeat { seat: None }).await;
    }
    start_match(&mut [&mut host, &mut guest]).await;
    tokio::join!(
        host.play_while(|it| it.ply.0 < 6),
        guest.play_while(|it| it.ply.0 < 6)
    );
    nats.kill().await;
    let text = "is anybody there".to_owned();
    let waits = guest.send(Request::Chat { text }).await;
    for player in [&mut host, &mut guest] {
        player.until("the freeze", |it| it.seen.frozen).await;
    }
    until_health(&admin, [200, 503]).await;
    nats.start_again().await;
    for player in [&mut host, &mut guest] {
        player.until("the thaw", |it| !it.seen.frozen).await;
        assert_eq!(player.seen.freezes, 1);
    }
    until_health(&admin, [200, 200]).await;
    let answered = guest.answer(waits).await;
    assert!(answered.is_ok(), "{answered:?}");
    let goes_on = |it: &Seen| it.ply.0 < 14;
    tokio::join!(host.play_while(goes_on), guest.play_while(goes_on));
    let (ply, revision) = (host.seen.ply, host.seen.revision);
    server.kill().await;

    let server = nats.node(&other).await;
    let mut host = host.vanish().resume(server.address()).await;
    let mut guest = guest.vanish().resume(server.address()).await;
    assert!(host.seen.resumed && guest.seen.resumed);
    assert!(host.seen.revision >= revision);
    let goes_on = |it: &Seen| it.ply.0 < ply.0 + 6;
    tokio::join!(host.play_while(goes_on), guest.play_while(goes_on));
    let (status, _) = server.terminate().await;
    assert!(status.success());
    let kept = other.path().join("journal").join("journal.sqlite");
    assert!(!kept.exists(), "there is a file with a journal as well");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cluster_that_may_forget_is_refused_with_the_line_to_change() {
    let Some(program) = nats::program() else {
        return;
    };
    let nats = Nats::start(program).await;
    let home = TempDir::new().unwrap();
    let data = home.path().join("data").display().to_string();
    let address = format!("nats://127.0.0.1:{}", nats.port);
    let ended = programs::run(
        "dicehall-server",
        [
            "--listen",
            "127.0.0.1:0",
            "--data",
            &data,
            "--cluster",
            &address,
        ],
        "",
    )
    .await;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("--cluster-monitor"), "{ended:?}");
    assert!(ended.stdout.is_empty());
}
