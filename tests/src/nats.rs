//! Processes of `nats-server` on loopback addresses, and the streams in them, read without the server's code.
//!
//! The program is named by `NATS_SERVER` in the environment or found in `PATH`; tests say so where there is none.

use std::path::PathBuf;
use std::process::Stdio;

use async_nats::jetstream;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use dicehall_engine::lobby::Event;
use dicehall_protocol::LobbyCode;
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use crate::bounded;
use crate::journal::restore;
use crate::ports;
use crate::programs::signal;
use crate::skipped;

/// The program, if there is one on this machine; a test without it is skipped.
pub fn program() -> Option<PathBuf> {
    let named = std::env::var_os("NATS_SERVER").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).map(|it| it.join("nats-server"));
    let found = named.or_else(|| folders.find(|it| it.is_file()));
    if found.is_none() {
        skipped("there is no nats-server: tests/nats/run.sh gets one");
    }
    found
}

/// Three servers of NATS that form a cluster; they are killed when this is dropped.
#[derive(Debug)]
pub struct Servers {
    program: PathBuf,
    folder: TempDir,
    ports: Vec<u16>,
    running: Vec<Child>,
    /// The tasks that read the logs, so that no server is held up by its own.
    logs: JoinSet<()>,
}

impl Servers {
    /// Starts all of them.
    ///
    /// # Panics
    /// If one does not start.
    pub async fn start(program: PathBuf) -> Self {
        let folder = TempDir::new().unwrap();
        let free: Vec<u16> = (0..6).map(|_| ports::free()).collect();
        let routes: Vec<_> = free[3..]
            .iter()
            .map(|it| format!("nats://127.0.0.1:{it}"))
            .collect();
        let routes = routes.join(", ");
        // Nobody learns the addresses of the other servers from one, so that a relay is not bypassed.
        for at in 0..3 {
            let (client, cluster) = (free[at], free[at + 3]);
            let store = folder.path().join(format!("store-{at}"));
            let store = store.display();
            let config = format!(
                "server_name: n{at}\nlisten: 127.0.0.1:{client}\n\
                 jetstream {{ store_dir: \"{store}\", sync_interval: always, max_mem: 64M, max_file: 1G }}\n\
                 cluster {{ name: test, listen: 127.0.0.1:{cluster}, routes: [{routes}], no_advertise: true }}\n"
            );
            std::fs::write(folder.path().join(format!("n{at}.conf")), config).unwrap();
        }
        let mut servers = Self {
            program,
            folder,
            ports: free[..3].to_vec(),
            running: Vec::new(),
            logs: JoinSet::new(),
        };
        for at in 0..3 {
            let child = servers.spawn(at).await;
            servers.running.push(child);
        }
        servers
    }

    async fn spawn(&mut self, at: usize) -> Child {
        let mut child = Command::new(&self.program)
            .arg("-c")
            .arg(self.folder.path().join(format!("n{at}.conf")))
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        loop {
            let line = bounded("NATS to listen", log.next_line()).await.unwrap();
            if line.expect("NATS starts").contains("Server is ready") {
                break;
            }
        }
        self.logs
            .spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
        child
    }

    /// Kills a server with SIGKILL, and starts it again.
    ///
    /// # Panics
    /// If it does not start.
    pub async fn restart(&mut self, at: usize) {
        bounded("NATS to die", self.running[at].kill())
            .await
            .unwrap();
        self.running[at] = self.spawn(at).await;
    }

    /// Kills all servers with SIGKILL, and starts them again.
    ///
    /// # Panics
    /// If one does not start.
    pub async fn restart_all(&mut self) {
        for server in &mut self.running {
            server.start_kill().unwrap();
        }
        for at in 0..self.running.len() {
            self.restart(at).await;
        }
    }

    /// Stops all servers with SIGSTOP; they hold their connections and answer nothing.
    ///
    /// # Panics
    /// If one has ended.
    pub fn freeze_all(&self) {
        self.signal_all("-STOP");
    }

    /// Lets servers that were stopped go on.
    ///
    /// # Panics
    /// If one has ended.
    pub fn thaw_all(&self) {
        self.signal_all("-CONT");
    }

    fn signal_all(&self, name: &str) {
        for server in &self.running {
            signal(name, server.id().expect("it runs"));
        }
    }

    /// The port of each server for clients.
    pub fn ports(&self) -> &[u16] {
        &self.ports
    }

    /// The addresses of all servers, for `--cluster`.
    pub fn addresses(&self) -> String {
        addresses(&self.ports)
    }

    async fn connect(&self) -> async_nats::Client {
        let addresses = self.addresses();
        let addresses = addresses.split(',').map(|it| it.parse().unwrap());
        let addresses: Vec<async_nats::ServerAddr> = addresses.collect();
        async_nats::connect(addresses).await.unwrap()
    }

    /// A stream, once it has a leader that answers: after the death of a server that takes some seconds.
    async fn stream(&self, name: &str) -> jetstream::stream::Stream {
        let context = jetstream::new(self.connect().await);
        let asking = async {
            loop {
                if let Ok(stream) = context.get_stream(name).await
                    && stream
                        .cached_info()
                        .cluster
                        .as_ref()
                        .is_some_and(|it| it.leader.is_some())
                {
                    return stream;
                }
            }
        };
        bounded("the stream to answer", asking).await
    }

    /// The server that leads the stream of the lobbies.
    ///
    /// # Panics
    /// If the cluster does not tell.
    pub async fn leader(&self) -> usize {
        let stream = self.stream("DICEHALL_0").await;
        let cluster = stream.cached_info().cluster.clone();
        let leader = cluster.and_then(|it| it.leader).unwrap();
        leader.trim_start_matches('n').parse().unwrap()
    }

    /// The name of the node that holds the lease of a lobby's shard; `None` if none does.
    ///
    /// # Panics
    /// If the leases cannot be read.
    pub async fn owner(&self, lobby: LobbyCode) -> Option<String> {
        let bucket = self.stream("KV_dicehall-owners").await;
        let shard = Sha256::digest(lobby.as_str())[0];
        let key = format!("$KV.dicehall-owners.shards.{shard}");
        let last = bucket.get_last_raw_message_by_subject(&key).await;
        let lease: serde_json::Value = serde_json::from_slice(&last.ok()?.payload).ok()?;
        let holder = lease["holder"]["node"].as_str()?;
        Some(holder.split('/').next()?.to_owned())
    }

    /// All that is in a bucket, by message.
    ///
    /// # Panics
    /// If it cannot be read.
    pub async fn bucket(&self, name: &str) -> Vec<String> {
        let stream = self.stream(&format!("KV_{name}")).await;
        let mut texts = Vec::new();
        for number in 1..=stream.cached_info().state.last_sequence {
            if let Ok(message) = stream.get_raw_message(number).await {
                let value = String::from_utf8_lossy(&message.payload).into_owned();
                texts.push(format!("{} {value}", message.subject));
            }
        }
        texts
    }

    /// Every event of a lobby in the cluster, in order, and how often it got an owner.
    ///
    /// # Panics
    /// If it cannot be read, a record does not follow the one before, or an earlier owner has written after a later one.
    pub async fn events(&self, lobby: LobbyCode) -> (Vec<Event>, usize) {
        let stream = self.stream("DICEHALL_0").await;
        let config = OrderedConfig {
            filter_subject: format!("dicehall.0.{lobby}"),
            ..OrderedConfig::default()
        };
        let making = async {
            loop {
                if let Ok(consumer) = stream.create_consumer(config.clone()).await {
                    return consumer;
                }
            }
        };
        let consumer = bounded("a reader of the stream", making).await;
        let mut messages = consumer.messages().await.unwrap();
        let mut read = Read::of(lobby);
        loop {
            let next = bounded("the next message of the stream", messages.next()).await;
            let message = next.unwrap().unwrap();
            read.take(&message);
            if message.info().unwrap().pending == 0 {
                return (read.events, read.owners);
            }
        }
    }
}

/// The addresses of servers at these ports, for `--cluster`.
pub fn addresses(ports: &[u16]) -> String {
    let all = ports.iter().map(|it| format!("nats://127.0.0.1:{it}"));
    all.collect::<Vec<_>>().join(",")
}

/// A stream that is being read.
struct Read {
    events: Vec<Event>,
    hash: Vec<u8>,
    epoch: u64,
    owners: usize,
}

impl Read {
    fn of(lobby: LobbyCode) -> Self {
        let hash = Sha256::new()
            .chain_update(b"dicehall-journal")
            .chain_update(lobby.as_str());
        Self {
            events: Vec::new(),
            hash: hash.finalize().to_vec(),
            epoch: 0,
            owners: 0,
        }
    }

    fn take(&mut self, message: &jetstream::Message) {
        let headers = message.headers.as_ref().unwrap();
        let header = |name: &str| headers.get(name).unwrap().as_str();
        let number = |name: &str| header(name).parse::<u64>().unwrap();
        let (seq, format) = (number("Dicehall-Revision"), number("Dicehall-Format"));
        let epoch = number("Dicehall-Epoch");
        assert!(
            epoch >= self.epoch,
            "an earlier owner wrote after a later one"
        );
        let is_new_owner = epoch > self.epoch;
        self.epoch = epoch;
        if format == 0 {
            assert!(is_new_owner, "an owner became one twice");
            self.owners += 1;
        } else {
            let is_first = self.events.is_empty();
            assert!(
                !is_new_owner || is_first,
                "an owner wrote before it was one"
            );
            let hash = Sha256::new()
                .chain_update(&self.hash)
                .chain_update(seq.to_be_bytes())
                .chain_update(format.to_be_bytes())
                .chain_update(&message.payload);
            self.hash = hash.finalize().to_vec();
            // Records that were moved out of a file have the short form.
            let text = std::str::from_utf8(&message.payload).unwrap();
            let text = if format == 3 {
                restore(text)
            } else {
                text.to_owned()
            };
            let events: Vec<Event> = serde_json::from_str(&text).unwrap();
            self.events.extend(events);
        }
        assert_eq!(u64::try_from(self.events.len()).unwrap(), seq, "a gap");
        let hash = base16ct::lower::encode_string(&self.hash);
        assert_eq!(header("Dicehall-Hash"), hash, "the chain is broken");
    }
}
