//! Rounds of trouble: in each, people play at several tables through three nodes while one of the six processes, chosen
//! by luck, is killed or told to end, and started again. What everybody was told is compared with the log, and how long
//! each table stood still is printed.
//!
//! `DICEHALL_ROUNDS` sets the number of rounds (usually 2, with nodes only), `DICEHALL_TABLES` that of the tables (usually 2), and
//! `DICEHALL_SEED` the luck. See docs/cluster.md for a long run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_protocol::LobbyCode;
use dicehall_tests::player::{Player, Seen, start_match};
use futures_util::future::join_all;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::nodes::{Nodes, records};
use crate::recovery::record::{Record, check_events, play};
use crate::recovery::until_over;

/// The ply of the first table at which something is killed.
const KILL_AT_PLY: u32 = 5;

/// The addresses of the nodes that run.
#[derive(Clone, Default)]
struct Doors(Arc<Mutex<[Option<String>; 3]>>);

impl Doors {
    fn set(&self, at: usize, address: Option<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[at] = address;
    }

    /// The address of a node, or of the next one that runs.
    fn from(&self, at: usize) -> String {
        let doors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut doors = (at..at + 3).filter_map(|it| doors[it % 3].clone());
        doors.next().expect("two nodes run")
    }
}

/// The people of a table, each through another door, and what they did.
struct Table {
    lobby: LobbyCode,
    players: Vec<Player>,
    records: Vec<Record>,
}

/// A table when its match is over, and the moments at which its host saw something new.
struct Played {
    table: Table,
    moments: Vec<Instant>,
}

impl Table {
    async fn open(nodes: &Nodes) -> Self {
        let (mut players, lobby) = nodes.lobby().await;
        let [host, guest, _] = &mut players[..] else {
            unreachable!("there are three")
        };
        start_match(&mut [host, guest]).await;
        Self {
            lobby,
            players,
            records: records(),
        }
    }

    /// Plays the match to its end; whoever loses the connection comes back through a door that runs.
    async fn play(self, doors: &Doors, strike: &Notify) -> Played {
        let moments = Mutex::new(Vec::new());
        let people = self.players.into_iter().zip(self.records).enumerate();
        let all = people.map(|(at, (player, record))| {
            let moments = &moments;
            let see = move |seen: &Seen| {
                if at > 0 {
                    return;
                }
                if seen.ply.0 >= KILL_AT_PLY {
                    strike.notify_one();
                }
                let mut moments = moments.lock().unwrap_or_else(PoisonError::into_inner);
                moments.push(Instant::now());
            };
            play_through(player, record, doors, at, see)
        });
        let (players, records) = join_all(all).await.into_iter().unzip();
        Played {
            table: Self {
                lobby: self.lobby,
                players,
                records,
            },
            moments: moments.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

impl Played {
    /// The longest time after a moment in which the host saw nothing new.
    fn stall(&self, since: Instant) -> Duration {
        let pairs = self.moments.windows(2).filter(|it| it[1] > since);
        let gaps = pairs.map(|it| it[1] - it[0].max(since));
        gaps.max().unwrap_or_default()
    }

    /// Compares all that people were told with the log.
    async fn check(self, nodes: &Nodes) {
        let Table {
            lobby,
            mut players,
            mut records,
        } = self.table;
        let mut last = None;
        for (player, record) in players.iter_mut().zip(&mut records) {
            last = Some(record.last_word(player).await);
        }
        for player in &mut players {
            player
                .until("everybody's last word", |it| it.seen.revision >= last)
                .await;
        }
        let (events, _) = nodes.nats.events(lobby).await;
        let acts = check_events(&events, lobby, &records, &players);
        assert!(acts > 16, "only {acts} actions: the test shows nothing");
    }
}

/// Plays until the match is over, over as many connections as it takes.
async fn play_through(
    mut player: Player,
    mut record: Record,
    doors: &Doors,
    from: usize,
    see: impl Fn(&Seen),
) -> (Player, Record) {
    let mut shown = None;
    loop {
        play(&mut player, &mut record, |seen| {
            if seen.revision > shown {
                shown = seen.revision;
                see(seen);
            }
            until_over(seen)
        })
        .await;
        if player.seen.outcome.is_some() {
            return (player, record);
        }
        player = player.vanish().resume(&doors.from(from)).await;
        assert!(player.seen.resumed, "somebody is not known any more");
    }
}

/// A process, by its number, and what happens to it.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    NodeKilled(usize),
    NatsKilled(usize),
    NodeToldToEnd(usize),
}

impl Trouble {
    /// The trouble of a round: each kind in turn, to a process chosen by luck.
    fn of(round: u64, luck: &mut SeededDice) -> Self {
        let at = usize::try_from(luck.below(3)).unwrap();
        match round % 3 {
            0 => Self::NatsKilled(at),
            1 => Self::NodeToldToEnd(at),
            _ => Self::NodeKilled(at),
        }
    }

    /// The trouble as a lobby with this owner has it, when this server of NATS leads the stream.
    fn told(self, owner: usize, leader: usize) -> &'static str {
        match self {
            Self::NodeKilled(at) if at == owner => "its owner was killed",
            Self::NodeKilled(_) => "another node was killed",
            Self::NodeToldToEnd(at) if at == owner => "its owner was told to end",
            Self::NodeToldToEnd(_) => "another node was told to end",
            Self::NatsKilled(at) if at == leader => "the stream's leader was killed",
            Self::NatsKilled(_) => "another server of NATS was killed",
        }
    }

    /// Makes it happen, and starts the process again at once.
    async fn strike(self, nodes: &mut Nodes, doors: &Doors) {
        let (Self::NodeKilled(at) | Self::NatsKilled(at) | Self::NodeToldToEnd(at)) = self;
        if let Self::NatsKilled(at) = self {
            return nodes.nats.restart(at).await;
        }
        doors.set(at, None);
        let process = nodes.running[at].take().expect("it runs");
        if let Self::NodeToldToEnd(_) = self {
            let (status, _) = process.terminate().await;
            assert!(status.success(), "a node ended with {status}");
        } else {
            process.kill().await;
        }
        let node = nodes.node(at).await;
        doors.set(at, Some(node.address().to_owned()));
        nodes.running[at] = Some(node);
    }
}

/// One round; adds how long each table stood still, by the trouble that it had.
async fn round(
    nodes: &mut Nodes,
    tables: usize,
    trouble: Trouble,
    stalls: &mut BTreeMap<&'static str, Vec<Duration>>,
) {
    let doors = Doors::default();
    for (at, node) in nodes.running.iter().enumerate() {
        doors.set(at, node.as_ref().map(|it| it.address().to_owned()));
    }
    let (mut open, mut troubles) = (Vec::new(), Vec::new());
    let leader = nodes.nats.leader().await;
    for _ in 0..tables {
        let table = Table::open(nodes).await;
        troubles.push(trouble.told(nodes.owner(table.lobby).await, leader));
        open.push(table);
    }
    let strike = Notify::new();
    let play = join_all(open.into_iter().map(|it| it.play(&doors, &strike)));
    let struck = async {
        strike.notified().await;
        let begun = Instant::now();
        trouble.strike(nodes, &doors).await;
        begun
    };
    let (played, begun) = tokio::join!(play, struck);
    for (table, told) in played.into_iter().zip(troubles) {
        stalls.entry(told).or_default().push(table.stall(begun));
        table.check(nodes).await;
    }
}

fn given(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(usual, |it| it.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_rounds_of_trouble_nothing_is_lost_and_every_match_is_played_to_its_end() {
    let Some(mut nodes) = Nodes::start().await else {
        return;
    };
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let seed = given("DICEHALL_SEED", now);
    println!("DICEHALL_SEED={seed}");
    let mut luck = SeededDice::new(seed);
    let tables = usize::try_from(given("DICEHALL_TABLES", 2)).unwrap();
    let mut stalls = BTreeMap::new();
    for number in 1..=given("DICEHALL_ROUNDS", 2) {
        let trouble = Trouble::of(number, &mut luck);
        println!("round {number}: {trouble:?}");
        round(&mut nodes, tables, trouble, &mut stalls).await;
    }
    for (told, mut stalls) in stalls {
        stalls.sort_unstable();
        let (median, longest) = (stalls[stalls.len() / 2], stalls[stalls.len() - 1]);
        println!(
            "{told}: {} tables stood still for {median:.1?} in the median, {longest:.1?} at most",
            stalls.len()
        );
    }
}
