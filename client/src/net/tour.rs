//! The tour of nearby servers: it finds out their tables without sitting down anywhere.
//!
//! Called by `network` while the screens show nearby tables. A visit sends a hello, asks for the
//! lobbies and leaves; it sends neither a token nor the person's name, so that it takes nobody's
//! seat and stays anonymous. Laws kept here: the number and duration of visits are limited, and
//! texts are cleaned.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use dicehall_protocol::{
    ClientMessage, LobbyLine, Reply, ServerMessage, SessionCommand, VERSION, decode_server,
    encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::net::addresses::Addresses;
use crate::net::dial::{Socket, open};
use crate::net::lan;
use crate::net::link::{Around, LAN_EVENTS_MAX, LanEvent, Visit};
use crate::net::seat_file::kept;
use crate::net::trust::Trust;

/// The most servers that are visited.
const SERVERS_MAX: usize = 16;
/// The time between two visits to a server, in milliseconds.
const VISIT_EACH_MS: u64 = 5_000;
/// The longest time that a visit may take, in milliseconds.
const VISIT_MS_MAX: u64 = 3_000;
/// The most lobbies of one server that are reported.
const LOBBIES_MAX: usize = 50;
/// The name under which a visitor says hello; the person's own name is not sent.
const VISITOR: &str = "visitor";
/// The number of the only command of a visit.
const COMMAND_ID: u64 = 1;

/// A tour, which goes on until nobody listens.
#[derive(Debug)]
pub(crate) struct Tour {
    tell: mpsc::Sender<LanEvent>,
    trust: Trust,
    addresses: BTreeSet<String>,
}

impl Tour {
    /// A tour before its first visit.
    pub(crate) fn new(tell: mpsc::Sender<LanEvent>, around: Around, trust: Trust) -> Self {
        let mut tour = Self {
            tell,
            trust,
            addresses: BTreeSet::new(),
        };
        for address in around.known {
            tour.add(address);
        }
        tour
    }

    /// Searches the LAN, and visits the known and the found servers in turn; `seats` is the folder
    /// of the seats of earlier runs.
    pub(crate) async fn run(mut self, seats: Option<PathBuf>) {
        self.tell_seats(seats).await;
        let (found, mut finds) = mpsc::channel(LAN_EVENTS_MAX);
        let mut tasks = JoinSet::new();
        tasks.spawn(lan::browse(found));
        let mut visits = JoinSet::new();
        let mut rounds = interval(Duration::from_millis(VISIT_EACH_MS));
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ended = self.tell.clone();
        loop {
            let event = tokio::select! {
                biased;
                () = ended.closed() => return,
                Some(done) = visits.join_next() => match done {
                    Ok((address, visit)) => LanEvent::Visited { address, visit },
                    // A visit that failed reports nothing.
                    Err(_) => continue,
                },
                Some(event) = finds.recv() => event,
                _ = rounds.tick() => {
                    if visits.is_empty() {
                        self.addresses.iter().for_each(|it| self.visit(it.clone(), &mut visits));
                    }
                    continue;
                }
            };
            if let LanEvent::Found(server) = &event
                && server.version == VERSION
                && self.add(server.address.clone())
            {
                self.visit(server.address.clone(), &mut visits);
            }
            if self.tell.send(event).await.is_err() {
                return;
            }
        }
    }

    /// Reports the seats of earlier runs; their servers are visited like the others.
    async fn tell_seats(&mut self, folder: Option<PathBuf>) {
        let Some(folder) = folder else { return };
        let read = spawn_blocking(move || kept(&folder, SystemTime::now()));
        let seats = read.await.unwrap_or_else(|error| {
            tracing::error!(%error, "the seats of earlier runs were not read");
            Vec::new()
        });
        for seat in &seats {
            self.add(seat.address.clone());
        }
        if !seats.is_empty() {
            // If nobody listens any more, the event is not needed.
            self.tell.send(LanEvent::Seats(seats)).await.ok();
        }
    }

    /// Adds an address; returns whether it is new and there was room for it.
    fn add(&mut self, address: String) -> bool {
        self.addresses.len() < SERVERS_MAX && self.addresses.insert(address)
    }

    fn visit(&self, address: String, visits: &mut JoinSet<(String, Option<Visit>)>) {
        let trust = self.trust.clone();
        visits.spawn(async move {
            let limit = Duration::from_millis(VISIT_MS_MAX);
            let told = timeout(limit, ask(&address, trust)).await;
            (address, told.ok().flatten())
        });
    }
}

/// Visits a server: hello, request for the lobbies, goodbye. `None` unless the server answers and
/// is trusted.
async fn ask(address: &str, trust: Trust) -> Option<Visit> {
    let addresses: Addresses = address.parse().ok()?;
    let address = addresses.first().clone();
    let mut socket = open(address, trust).await.ok()?;
    let hello = ClientMessage::Hello {
        version: VERSION,
        name: VISITOR.to_owned(),
        resume: None,
    };
    say(&mut socket, &hello).await?;
    hear(&mut socket, |it| {
        matches!(it, ServerMessage::Welcome { .. }).then_some(())
    })
    .await?;
    let asked = Instant::now();
    let list = ClientMessage::Command {
        id: COMMAND_ID,
        command: SessionCommand::ListLobbies.into(),
        commits: None,
    };
    say(&mut socket, &list).await?;
    let lobbies = hear(&mut socket, lobbies).await?;
    // A visit ends long before so many milliseconds are over.
    let ping_ms = u32::try_from(asked.elapsed().as_millis()).unwrap_or(u32::MAX);
    // The answer has come; a server that does not get the close frame notices the end by itself.
    socket.close(None).await.ok();
    Some(Visit { ping_ms, lobbies })
}

async fn say(socket: &mut Socket, message: &ClientMessage) -> Option<()> {
    socket
        .send(Message::text(encode_client(message)))
        .await
        .ok()
}

/// Reads messages until `wanted` accepts one.
async fn hear<T>(socket: &mut Socket, wanted: impl Fn(ServerMessage) -> Option<T>) -> Option<T> {
    loop {
        let Message::Text(text) = socket.next().await?.ok()? else {
            continue;
        };
        let message = decode_server(&text).ok()?.cleaned();
        if let Some(found) = wanted(message) {
            return Some(found);
        }
    }
}

fn lobbies(message: ServerMessage) -> Option<Vec<LobbyLine>> {
    if let ServerMessage::Accepted {
        id: COMMAND_ID,
        reply: Some(Reply::Lobbies(mut lines)),
        ..
    } = message
    {
        lines.truncate(LOBBIES_MAX);
        return Some(lines);
    }
    None
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;
    use dicehall_engine::lobby::{Clock, Settings};

    use super::*;
    use crate::net::host::{Host, Kept, TableStore};
    use crate::net::link::{Connector, Hosting, Link, LinkEvent, Target};
    use crate::net::network::Network;
    use crate::net::trust::Policy;
    use crate::net::trust::known_servers::KnownServers;

    /// The longest time that a test waits for anything.
    const TEST_WAIT: Duration = Duration::from_secs(20);

    fn trust() -> Trust {
        Trust::new(KnownServers::default(), Policy::Ask)
    }

    fn host() -> Host {
        let name = "visited".to_owned();
        Host::start(
            &Hosting::Private,
            name,
            Kept::Nothing,
            TableStore::default(),
            false,
        )
        .unwrap()
    }

    async fn hears(link: &mut Link, wanted: impl Fn(&LinkEvent) -> bool) {
        while !wanted(
            &timeout(TEST_WAIT, link.incoming.recv())
                .await
                .unwrap()
                .unwrap(),
        ) {}
    }

    /// A link of a person who makes a lobby and stays in it.
    async fn somebody_with_a_lobby(network: &mut Network, address: &str) -> Link {
        let mut link = network.connect(Target {
            address: address.to_owned(),
            name: "Hal".to_owned(),
            lobby: None,
            trust: None,
        });
        hears(&mut link, |it| matches!(it, LinkEvent::Connected { .. })).await;
        let command = SessionCommand::CreateLobby {
            title: "Hal's table".to_owned(),
            settings: Settings {
                rules: GameKind::DiceWars.default_rules(),
                bot_pace_ms: 0,
                clock: Clock::Off,
            },
            password: None,
            key: None,
        };
        let command = crate::net::link::ClientCommandWithId {
            id: 1,
            command: command.into(),
        };
        link.outgoing.send(command).await.unwrap();
        hears(&mut link, |it| {
            matches!(it, LinkEvent::Message(it) if matches!(**it, ServerMessage::Snapshot { .. }))
        })
        .await;
        link
    }

    #[tokio::test]
    async fn a_visit_tells_the_tables_and_takes_no_seat() {
        let host = host();
        let address = host.address().to_string();
        let empty = ask(&address, trust()).await.unwrap();
        assert_eq!(empty.lobbies, []);
        let mut network = Network::new(None, None);
        let hal = somebody_with_a_lobby(&mut network, &address).await;
        for _ in 0..2 {
            let visit = ask(&address, trust()).await.unwrap();
            let [line] = &visit.lobbies[..] else {
                panic!("{visit:?}")
            };
            let told = (line.title.as_str(), line.game.name(), line.open);
            assert_eq!(told, ("Hal's table", "dice-wars", 4));
        }
        drop(hal);
        host.stop().await;
        assert_eq!(ask(&address, trust()).await, None);
        assert_eq!(ask("no address", trust()).await, None);
    }

    #[tokio::test]
    async fn a_tour_tells_seats_first_and_then_visits_their_servers() {
        let host = host();
        let address = host.address().to_string();
        let folder = tempfile::tempdir().unwrap();
        let seat =
            format!(r#"{{"address":"{address}","name":"Aki","lobby":"ABCDE","token":"secret"}}"#);
        std::fs::write(folder.path().join("1-0.json"), seat).unwrap();
        let (tell, mut told) = mpsc::channel(LAN_EVENTS_MAX);
        let around = Around {
            known: vec!["127.0.0.1:1".to_owned()],
        };
        let mut tasks = JoinSet::new();
        tasks.spawn(Tour::new(tell, around, trust()).run(Some(folder.path().to_owned())));
        let mut seats = Vec::new();
        let mut visited = BTreeSet::new();
        while visited.len() < 2 {
            match timeout(TEST_WAIT, told.recv()).await.unwrap().unwrap() {
                LanEvent::Seats(found) => seats = found,
                LanEvent::Visited { address, visit } => {
                    assert_eq!(seats.len(), 1, "before any visit");
                    visited.insert((address, visit.is_some()));
                }
                LanEvent::Found(_) | LanEvent::Lost { .. } | LanEvent::Failed { .. } => {}
            }
        }
        let expect = [("127.0.0.1:1".to_owned(), false), (address.clone(), true)];
        assert_eq!(visited, BTreeSet::from(expect));
        assert_eq!(
            (seats[0].name.as_str(), &seats[0].address),
            ("Aki", &address)
        );
        drop(told);
        while tasks.join_next().await.is_some() {}
        host.stop().await;
    }

    #[test]
    fn a_tour_has_few_servers() {
        let known = (0..50).map(|it| format!("host-{it}")).collect();
        let around = Around { known };
        let tour = Tour::new(mpsc::channel(1).0, around, trust());
        assert_eq!(tour.addresses.len(), SERVERS_MAX);
    }
}
