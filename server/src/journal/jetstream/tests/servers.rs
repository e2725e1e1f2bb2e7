//! Processes of `nats-server` on loopback addresses, alone or three together, for the tests with real servers.
//!
//! The program is found by `NATS_SERVER` in the environment, or in `PATH`. Every process is killed when it is dropped.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use tempfile::TempDir;

/// The longest wait for a server that starts.
const START_MAX: Duration = Duration::from_secs(60);

/// The program, if there is one on this machine.
pub(super) fn program() -> Option<PathBuf> {
    let named = std::env::var_os("NATS_SERVER").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).map(|it| it.join("nats-server"));
    let found = named.or_else(|| folders.find(|it| it.is_file()));
    if found.is_none() {
        skipped("there is no nats-server: tests/nats/run.sh gets one");
    }
    found
}

/// Says why the running test is skipped, past the harness, and in the list of `.ci/run` if there is one.
fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("SKIPPED: {}: {why}\n", thread.name().unwrap_or("a test"));
    io::stderr().write_all(line.as_bytes()).ok();
    if let Some(list) = std::env::var_os("DICEHALL_SKIPPED") {
        let list = OpenOptions::new().create(true).append(true).open(list);
        list.unwrap().write_all(line.as_bytes()).unwrap();
    }
}

/// Some servers that form a cluster; one is alone.
pub(super) struct Servers {
    program: PathBuf,
    folder: TempDir,
    /// The port of each server for clients, and its port for monitoring.
    ports: Vec<(u16, u16)>,
    running: Vec<Option<Child>>,
}

impl Servers {
    /// Starts so many servers; `storage` is added to the block `jetstream` of their configuration.
    pub(super) fn start(program: PathBuf, count: usize, storage: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listeners: Vec<_> = (0..count * 3)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let port = |it: &TcpListener| it.local_addr().unwrap().port();
        let free: Vec<u16> = listeners.iter().map(port).collect();
        drop(listeners);
        let routes: Vec<_> = free
            .chunks(3)
            .map(|it| format!("nats://127.0.0.1:{}", it[2]))
            .collect();
        let routes = routes.join(", ");
        for (at, ports) in free.chunks(3).enumerate() {
            let store = folder.path().join(format!("store-{at}"));
            let cluster = if count > 1 {
                let listen = format!("127.0.0.1:{}", ports[2]);
                format!("cluster {{ name: test, listen: {listen}, routes: [{routes}] }}")
            } else {
                String::new()
            };
            let config = format!(
                "listen: 127.0.0.1:{}\nhttp: 127.0.0.1:{}\nserver_name: n{at}\njetstream {{ store_dir: {store:?}\n\
                 max_mem: 64M\nmax_file: 1G\n{storage}\n}}\n{cluster}\n",
                ports[0], ports[1]
            );
            std::fs::write(folder.path().join(format!("n{at}.conf")), config).unwrap();
        }
        let mut servers = Self {
            program,
            folder,
            ports: free.chunks(3).map(|it| (it[0], it[1])).collect(),
            running: (0..count).map(|_| None).collect(),
        };
        for at in 0..count {
            servers.start_again(at);
        }
        servers
    }

    /// Starts a server that does not run, and waits until it listens.
    pub(super) fn start_again(&mut self, at: usize) {
        let mut child = Command::new(&self.program)
            .arg("-c")
            .arg(self.folder.path().join(format!("n{at}.conf")))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap());
        let (ready, is_ready) = mpsc::sync_channel(1);
        // The thread reads the log to its end, so that the server is never held up by it.
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                if line.contains("Server is ready") {
                    ready.send(()).ok();
                }
            }
        });
        self.running[at] = Some(child);
        is_ready
            .recv_timeout(START_MAX)
            .expect("the server does not start");
    }

    /// Kills a server with SIGKILL, and waits until it is gone.
    pub(super) fn kill(&mut self, at: usize) {
        let mut child = self.running[at].take().expect("it runs");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// The folder in which they keep everything.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The port of a server for clients.
    pub(super) fn port(&self, at: usize) -> u16 {
        self.ports[at].0
    }

    /// The addresses of all servers.
    pub(super) fn addresses(&self) -> String {
        let all = self.ports.iter().map(|it| format!("127.0.0.1:{}", it.0));
        all.collect::<Vec<_>>().join(",")
    }

    /// The addresses at which they tell how they are configured.
    pub(super) fn monitors(&self) -> Vec<String> {
        let all = self.ports.iter().map(|it| format!("127.0.0.1:{}", it.1));
        all.collect()
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for child in self.running.iter_mut().flatten() {
            child.kill().ok();
            child.wait().ok();
        }
    }
}
