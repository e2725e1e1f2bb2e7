//! The answers that operators get of a server while a part of it fails, row by row of the table in `docs/operations.md`.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::*;
use crate::journal::faulty::{Fault, FaultyJournal};
use crate::ops::admin::Admin;

/// The longest wait for something that must come.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The answers that the document promises: to `/healthz` and to `/readyz`, as their status.
fn promised(fault: &str) -> [u16; 2] {
    let document = include_str!("../../../docs/operations.md");
    let (_, table) = document.split_once("| What has happened |").unwrap();
    let row = table
        .lines()
        .find_map(|it| {
            it.strip_prefix("| ")?
                .strip_prefix(fault)?
                .strip_prefix(" | ")
        })
        .unwrap_or_else(|| panic!("the document has no row {fault:?}"));
    let mut answers = row.split(" | ").map(|it| match it {
        "`ok`" | "`ready`" => 200,
        "503" => 503,
        "no answer" => 0,
        other => panic!("{fault}: {other}"),
    });
    [answers.next().unwrap(), answers.next().unwrap()]
}

/// A server that runs, with a port for operators.
struct Running {
    admin: SocketAddr,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinSet<Result<(), ServerError>>,
    data: tempfile::TempDir,
}

/// Starts a server whose directory, or whose archive, panics when it is told.
async fn start(journal: AnyJournal, told: Option<(Part, Arc<Notify>)>) -> Running {
    let data = tempfile::tempdir().unwrap();
    let options = Options {
        data: Some(data.path().to_owned()),
        admin: Some(Admin {
            listen: ([127, 0, 0, 1], 0).into(),
            token_file: None,
        }),
        ..Options::default()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut server = Server::start(journal, None, listener, options)
        .await
        .unwrap();
    if let Some((part, told)) = told {
        let tasks = match part {
            Part::Directory => &mut server.directory,
            Part::Archive => &mut server.archive,
        };
        let mut inner = std::mem::take(tasks);
        tasks.spawn(async move {
            tokio::select! {
                _ended = inner.join_next() => {}
                () = told.notified() => panic!("a bug, as the test wants it"),
            }
        });
    }
    let admin = server.admin_address().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let mut task = JoinSet::new();
    task.spawn(server.serve(async { stopped.await.unwrap_or_default() }));
    Running {
        admin,
        address,
        stop,
        task,
        data,
    }
}

#[derive(Clone, Copy)]
enum Part {
    Directory,
    Archive,
}

/// The status of an answer, 0 if there is none, and its text.
async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let asked = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.ok()?;
        let status = answer.split(' ').nth(1)?.parse().ok()?;
        let (_, text) = answer.split_once("\r\n\r\n")?;
        Some((status, text.to_owned()))
    };
    let asked = timeout(TEST_TIMEOUT, asked).await;
    asked.expect("an answer or an end").unwrap_or_default()
}

impl Running {
    /// The answers to `/healthz` and `/readyz`.
    async fn health(&self) -> [u16; 2] {
        [
            get(self.admin, "/healthz").await.0,
            get(self.admin, "/readyz").await.0,
        ]
    }

    /// Waits until the answers are those of the document.
    async fn until(&self, fault: &str) {
        let promised = promised(fault);
        let asking = async { while self.health().await != promised {} };
        let came = timeout(TEST_TIMEOUT, asking).await;
        assert!(
            came.is_ok(),
            "{fault}: {:?}, not {promised:?}",
            self.health().await
        );
    }

    /// The end of the server.
    async fn end(mut self) -> Result<(), ServerError> {
        drop(self.stop);
        let ended = timeout(TEST_TIMEOUT, self.task.join_next()).await;
        ended.expect("the server ends").unwrap().unwrap()
    }
}

fn sqlite(folder: &tempfile::TempDir) -> SqliteJournal {
    SqliteJournal::open(folder.path()).unwrap()
}

/// A connection that says nothing keeps the server from ending at once, so that it can be asked meanwhile.
async fn mute(server: &Running) -> TcpStream {
    let mute = TcpStream::connect(server.address).await.unwrap();
    // Connections are accepted in order: when this one is answered, the mute one was accepted.
    assert_eq!(
        get(server.address, "/healthz").await,
        (200, "ok".to_owned())
    );
    mute
}

/// Checks what is answered when a part has ended, and how the server ends then.
async fn check_end(
    fault: &str,
    journal: AnyJournal,
    part: Option<Part>,
    break_it: impl AsyncFnOnce(),
) {
    let told = Arc::new(Notify::new());
    let server = start(journal, part.map(|it| (it, Arc::clone(&told)))).await;
    server.until("all is well").await;
    let mute = mute(&server).await;
    told.notify_one();
    break_it().await;
    server.until(&format!("{fault} has ended")).await;
    drop(mute);
    let ended = server.end().await.unwrap_err().to_string();
    assert_eq!(
        ended,
        format!("{fault} has ended, so the server has ended as well")
    );
}

#[tokio::test]
async fn a_server_that_has_lost_a_part_says_so_and_ends() {
    let memory = || AnyJournal::Memory(MemoryJournal::default());
    let nothing = async || ();
    check_end(
        "the directory of lobbies",
        memory(),
        Some(Part::Directory),
        nothing,
    )
    .await;
    check_end(
        "the writer of match files",
        memory(),
        Some(Part::Archive),
        nothing,
    )
    .await;
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(&folder);
    let breaking = journal.clone();
    let fail = async move || breaking.fail().await;
    check_end(
        "the writer of the journal",
        AnyJournal::Sqlite(journal),
        None,
        fail,
    )
    .await;
}

#[tokio::test]
async fn a_server_that_was_told_to_stop_is_alive_and_not_ready() {
    let server = start(AnyJournal::Memory(MemoryJournal::default()), None).await;
    server.until("all is well").await;
    let mute = mute(&server).await;
    let Running {
        admin,
        address,
        stop,
        task,
        data,
    } = server;
    drop(stop);
    let (again, _stopped) = oneshot::channel();
    let server = Running {
        admin,
        address,
        stop: again,
        task,
        data,
    };
    server.until("the server was told to stop").await;
    drop(mute);
    server.end().await.unwrap();
}

#[tokio::test]
async fn a_full_disk_is_told_until_there_is_room_whether_anybody_plays_or_not() {
    let journal = FaultyJournal::new();
    let server = start(AnyJournal::Faulty(journal.clone()), None).await;
    server.until("all is well").await;
    journal.set(Fault::Io);
    server.until("the disk of the journal is full").await;
    journal.set(Fault::None);
    server.until("all is well").await;
    server.end().await.unwrap();
}

/// A listener that panics when somebody comes.
struct Broken(TcpListener);

impl Accept for Broken {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, IpAddr)> {
        self.0.accept().await?;
        panic!("a bug, as the test wants it")
    }

    fn address(&self) -> Option<SocketAddr> {
        None
    }
}

#[tokio::test]
async fn a_server_whose_listener_has_ended_ends() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Server::open(Broken(listener), Options::default())
        .await
        .unwrap();
    let mut task = JoinSet::new();
    task.spawn(server.serve(std::future::pending()));
    let _came = TcpStream::connect(address).await.unwrap();
    let ended = timeout(TEST_TIMEOUT, task.join_next()).await;
    let ended = ended.expect("it ends").unwrap().unwrap();
    let why = ended.unwrap_err().to_string();
    assert_eq!(
        why,
        "the listener has ended, so the server has ended as well"
    );
}
