//! Rounds of trouble: in each, people play at several tables through three nodes while one of the six processes, chosen
//! by luck, is killed, told to end or stopped, or all servers of NATS are killed at once. What everybody was told is
//! compared with the log, and how long each table stood still is printed.
//!
//! `DICEHALL_ROUNDS` sets the number of rounds (usually 2, with nodes only), `DICEHALL_TABLES` that of the tables (usually 2), and
//! `DICEHALL_SEED` the luck. See docs/cluster.md for a long run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_protocol::LobbyCode;
use dicehall_tests::bounded;
use dicehall_tests::player::{Player, Seen, start_match};
use futures_util::future::join_all;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::nodes::{self, Nodes, records};
use crate::recovery::record::{Record, check_events, play};
use crate::recovery::until_over;

/// The ply of the first table at which something is killed.
const KILL_AT_PLY: u32 = 5;

/// Whose relay each node is, if it does not own the lobby.
const RELAYS: [&str; 3] = ["host's relay", "guest's relay", "spectator's relay"];
/// The number of kinds of trouble.
const KINDS: u64 = 5;
/// The most tables that are opened at once.
const OPENED_AT_ONCE: usize = 8;

/// The addresses of the nodes that run.
#[derive(Clone, Default)]
struct Relays(Arc<Mutex<[Option<String>; 3]>>);

impl Relays {
    fn set(&self, at: usize, address: Option<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[at] = address;
    }

    /// The address of a node, or of the next one that runs.
    fn from(&self, at: usize) -> String {
        let relays = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut relays = (at..at + 3).filter_map(|it| relays[it % 3].clone());
        relays.next().expect("two nodes run")
    }
}

/// The people of a table, each through another relay, and what they did.
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

    /// Plays the match to its end; whoever loses the connection comes back through a relay that runs.
    async fn play(self, relays: &Relays, strike: &Notify) -> Played {
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
            play_through(player, record, relays, at, see)
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

    /// Lets everybody come in once more, because the lobby may have failed when the match was just over, and say a last
    /// word, which all of them hear.
    async fn end(mut self, relays: &Relays) -> Self {
        let Table {
            players, records, ..
        } = &mut self.table;
        let absent = players.drain(..).map(Player::vanish).enumerate();
        let back = absent.map(|(at, it)| it.resume_through(move || relays.from(at)));
        *players = join_all(back).await;
        let mut last = None;
        for (player, record) in players.iter_mut().zip(records) {
            last = Some(record.last_word(player).await);
        }
        for player in players {
            player
                .until("everybody's last word", |it| it.seen.revision >= last)
                .await;
        }
        self
    }

    /// Compares all that people were told with the log.
    async fn check(self, nodes: &Nodes) {
        let Table {
            lobby,
            players,
            records,
        } = self.table;
        let (events, _) = nodes.nats.events(lobby).await;
        let acts = check_events(&events, lobby, &records, &players);
        assert!(acts > 16, "only {acts} actions: the test shows nothing");
        bounded("the result of the match", async {
            while nodes.results(lobby).await.is_empty() {
                tokio::task::yield_now().await;
            }
        })
        .await;
        let results = nodes.results(lobby).await;
        assert_eq!(results.len(), 1, "nodes tell it differently: {results:?}");
    }
}

/// Plays until the match is over, over as many connections as it takes.
async fn play_through(
    mut player: Player,
    mut record: Record,
    relays: &Relays,
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
        player = player.vanish().resume_through(|| relays.from(from)).await;
        assert!(player.seen.resumed, "somebody is not known any more");
    }
}

/// The trouble of a process, which is named by its number, or of all servers of NATS.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    NodeKilled(usize),
    /// It is stopped until another node has its lobbies, and goes on after that.
    NodeStopped(usize),
    NodeToldToEnd(usize),
    NatsKilled(usize),
    NatsAllKilled,
}

impl Trouble {
    /// The trouble of a round: each kind in turn, to a process chosen by luck.
    fn of(round: u64, luck: &mut SeededDice) -> Self {
        let at = usize::try_from(luck.below(3)).unwrap();
        match round % KINDS {
            0 => Self::NodeStopped(at),
            1 => Self::NodeToldToEnd(at),
            2 => Self::NodeKilled(at),
            3 => Self::NatsKilled(at),
            _ => Self::NatsAllKilled,
        }
    }

    /// The trouble as a table with this owner has it, when this server of NATS leads the stream.
    fn told(self, owner: usize, leader: usize) -> String {
        let who = |at: usize| if at == owner { "owner" } else { RELAYS[at] };
        match self {
            Self::NodeKilled(at) => format!("its {} was killed", who(at)),
            Self::NodeStopped(at) => format!("its {} was stopped", who(at)),
            Self::NodeToldToEnd(at) => format!("its {} was told to end", who(at)),
            Self::NatsKilled(at) if at == leader => "the stream's leader was killed".to_owned(),
            Self::NatsKilled(_) => "another server of NATS was killed".to_owned(),
            Self::NatsAllKilled => "all servers of NATS were killed".to_owned(),
        }
    }

    /// Makes it happen, and starts what was ended again at once.
    async fn strike(self, nodes: &mut Nodes, relays: &Relays) {
        match self {
            Self::NatsKilled(at) => nodes.nats.restart(at).await,
            Self::NatsAllKilled => nodes.nats.restart_all().await,
            Self::NodeStopped(at) => stop(nodes, relays, at).await,
            Self::NodeKilled(at) | Self::NodeToldToEnd(at) => {
                relays.set(at, None);
                let process = nodes.running[at].take().expect("it runs");
                if let Self::NodeToldToEnd(_) = self {
                    let (status, _) = process.terminate().await;
                    assert!(status.success(), "a node ended with {status}");
                } else {
                    process.kill().await;
                }
                let node = nodes.node(at).await;
                relays.set(at, Some(node.address().to_owned()));
                nodes.running[at] = Some(node);
            }
        }
    }
}

/// Stops a node until another one owns what it owned.
async fn stop(nodes: &Nodes, relays: &Relays, at: usize) {
    let code = nodes.code_of(at).await;
    let process = nodes.running[at].as_ref().expect("it runs");
    let address = process.address().to_owned();
    relays.set(at, None);
    process.freeze();
    let taken = async {
        let Some(code) = code else { return };
        while nodes
            .nats
            .owner(code)
            .await
            .is_none_or(|it| nodes::NAMES[at] == it)
        {}
    };
    bounded("another owner", taken).await;
    process.thaw();
    relays.set(at, Some(address));
}

/// One round; adds how long each table stood still, by the trouble that it had.
async fn round(
    nodes: &mut Nodes,
    tables: usize,
    trouble: Trouble,
    stalls: &mut BTreeMap<String, Vec<Duration>>,
) {
    let relays = Relays::default();
    for (at, node) in nodes.running.iter().enumerate() {
        relays.set(at, node.as_ref().map(|it| it.address().to_owned()));
    }
    let (mut open, mut troubles) = (Vec::new(), Vec::new());
    let leader = nodes.nats.leader().await;
    while open.len() < tables {
        let some = (tables - open.len()).min(OPENED_AT_ONCE);
        let opened = join_all((0..some).map(|_| Table::open(nodes))).await;
        for table in &opened {
            troubles.push(trouble.told(nodes.owner(table.lobby).await, leader));
        }
        open.extend(opened);
    }
    let strike = Notify::new();
    let play = join_all(open.into_iter().map(|it| it.play(&relays, &strike)));
    let struck = async {
        strike.notified().await;
        let begun = Instant::now();
        trouble.strike(nodes, &relays).await;
        begun
    };
    let (played, begun) = tokio::join!(play, struck);
    for (table, told) in played.iter().zip(troubles) {
        let stall = table.stall(begun);
        println!("{told}: {:.1} s", stall.as_secs_f64());
        stalls.entry(told).or_default().push(stall);
    }
    for table in join_all(played.into_iter().map(|it| it.end(&relays))).await {
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
