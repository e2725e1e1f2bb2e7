//! Three nodes that share the lobbies of a cluster of three servers of NATS: any of them is a relay, and when the owner of
//! a lobby dies, another one goes on.

use std::collections::BTreeSet;

use dicehall_engine::lobby::{Request, Settings};
use dicehall_protocol::{LobbyCode, SessionCommand};
use dicehall_tests::nats::{self, Servers};
use dicehall_tests::operators;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::ports;
use dicehall_tests::programs::{self, ServerProcess};
use dicehall_tests::proxy::Proxy;
use dicehall_tests::{bounded, table};
use futures_util::future::join_all;
use tempfile::TempDir;
use tokio::time::Instant;

use crate::recovery::record::{Record, check_events, play};
use crate::recovery::until_over;

/// Switches for a match of two seats that cannot end before the last kill.
const SMALL: &str = "preset=standard,size=8,rounds=12";
/// The names of the nodes.
pub(super) const NAMES: [&str; 3] = ["attic", "cellar", "garden"];
/// Letters of codes.
const LETTERS: &str = "ABCDEFGHJK";
/// The plies at which the owner is killed.
const KILLS: [u32; 2] = [5, 14];

/// An address at which nothing listens.
fn free_address() -> String {
    format!("127.0.0.1:{}", ports::free())
}

/// Three nodes and their cluster.
pub(super) struct Nodes {
    pub(super) nats: Servers,
    home: TempDir,
    homes: [TempDir; 3],
    /// The proxy to NATS of each node, if there are any.
    pub(super) proxies: Vec<Proxy>,
    /// The addresses for operators.
    operators: [String; 3],
    pub(super) running: [Option<ServerProcess>; 3],
}

impl Nodes {
    /// Starts everything; `None` if there is no `nats-server`.
    pub(super) async fn start() -> Option<Self> {
        Self::start_with(false).await
    }

    /// Starts everything, with a proxy between each node and NATS.
    pub(super) async fn start_behind_proxies() -> Option<Self> {
        Self::start_with(true).await
    }

    async fn start_with(has_proxies: bool) -> Option<Self> {
        let program = nats::program()?;
        let home = TempDir::new().unwrap();
        std::fs::write(home.path().join("secret"), "0123456789abcdef".repeat(2)).unwrap();
        let mut nodes = Self {
            nats: Servers::start(program).await,
            home,
            homes: std::array::from_fn(|_| TempDir::new().unwrap()),
            proxies: Vec::new(),
            operators: std::array::from_fn(|_| free_address()),
            running: [const { None }; 3],
        };
        if has_proxies {
            let ports = nodes.nats.ports();
            nodes.proxies = join_all(NAMES.map(|_| Proxy::start(ports))).await;
        }
        let started = join_all((0..3).map(|it| nodes.node(it))).await;
        for (place, node) in nodes.running.iter_mut().zip(started) {
            *place = Some(node);
        }
        Some(nodes)
    }

    /// The options of a node.
    fn options(&self, at: usize, admin: &str) -> Vec<String> {
        let proxy = self.proxies.get(at).map(|it| nats::addresses(it.ports()));
        let addresses = proxy.unwrap_or_else(|| self.nats.addresses());
        let secret = self.home.path().join("secret").display().to_string();
        let options = [
            "--cluster",
            &addresses,
            "--cluster-unsafe",
            "--node",
            NAMES[at],
            "--internal",
            "127.0.0.1:0",
            "--internal-secret",
            &secret,
            "--admin",
            admin,
            "--log",
            "info",
        ];
        options.map(str::to_owned).to_vec()
    }

    /// Starts a node that does not run, with its former data.
    pub(super) async fn node(&self, at: usize) -> ServerProcess {
        let options = self.options(at, &self.operators[at]);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        ServerProcess::start(&self.homes[at], "127.0.0.1:0", &options).await
    }

    /// The address of a node for clients, or of the next one that runs.
    pub(super) fn relay(&self, from: usize) -> &str {
        let mut relays = (from..from + 3).filter_map(|it| self.running[it % 3].as_ref());
        relays.next().unwrap().address()
    }

    /// The results of the matches of a lobby, as the nodes have written them; what several of them tell alike is there once.
    pub(super) async fn results(&self, lobby: LobbyCode) -> BTreeSet<String> {
        let mut results = BTreeSet::new();
        for at in 0..self.homes.len() {
            results.extend(self.results_at(at, lobby).await);
        }
        results
    }

    /// The results of the matches of a lobby that one node has in its folder.
    pub(super) async fn results_at(&self, at: usize, lobby: LobbyCode) -> Vec<String> {
        let of_lobby = format!("\"match_id\":\"{lobby}-");
        let data = self.homes[at].path().join("journal").display().to_string();
        let wanted = ["results", "export", "--json", "--data", &data];
        // A node that has none says so.
        let told = programs::run("dicehall-server", wanted, "").await;
        let lines = told.stdout.lines().filter(|it| it.contains(&of_lobby));
        lines.map(str::to_owned).collect()
    }

    /// The sums over all nodes of these metrics of the cluster.
    pub(super) async fn metrics<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        let mut sums = [0.0; N];
        for (address, home) in self.operators.iter().zip(&self.homes) {
            let token = std::fs::read_to_string(home.path().join("journal/admin-token")).unwrap();
            let text = operators::metrics(address, &token).await;
            for (sum, name) in sums.iter_mut().zip(names) {
                let value = operators::value(&text, &format!("cluster_{name}"));
                *sum += value.parse::<f64>().unwrap();
            }
        }
        sums
    }

    /// The address of a node for operators.
    pub(super) fn operators(&self, at: usize) -> &str {
        &self.operators[at]
    }

    /// The node that owns a lobby.
    pub(super) async fn owner(&self, lobby: LobbyCode) -> usize {
        let name = self
            .nats
            .owner(lobby)
            .await
            .expect("the lobby has an owner");
        NAMES.iter().position(|it| *it == name).unwrap()
    }

    /// The code of some lobby that this node owns, or would own; `None` if it owns hardly anything.
    pub(super) async fn code_of(&self, at: usize) -> Option<LobbyCode> {
        for (first, second) in LETTERS
            .chars()
            .flat_map(|a| LETTERS.chars().map(move |b| (a, b)))
        {
            let code = format!("{first}{second}AAA").parse().unwrap();
            if self
                .nats
                .owner(code)
                .await
                .is_some_and(|it| it == NAMES[at])
            {
                return Some(code);
            }
        }
        None
    }

    /// A host, a guest and a spectator in a lobby, each through another relay.
    pub(super) async fn lobby(&self) -> (Vec<Player>, LobbyCode) {
        let mut host = Player::connect(self.relay(0), "Hoshi").await;
        let lobby = create(&mut host, table::settings(SMALL)).await;
        let mut players = vec![host];
        for (at, name) in [(1, "Guest"), (2, "Watcher")] {
            let mut player = Player::connect(self.relay(at), name).await;
            player.join(lobby).await;
            players.push(player);
        }
        for player in &mut players[..2] {
            player.must(Request::TakeSeat { seat: None }).await;
        }
        (players, lobby)
    }

    /// The same people on new connections, each through another relay that runs.
    pub(super) async fn resume(&self, players: Vec<Player>) -> Vec<Player> {
        let absent = players.into_iter().map(Player::vanish).enumerate();
        let players = join_all(absent.map(|(at, it)| it.resume(self.relay(at)))).await;
        for player in &players {
            assert!(player.seen.resumed, "somebody is not known any more");
        }
        players
    }
}

/// Creates a lobby with these settings and enters it, as often as it takes while shards change hands.
pub(super) async fn create(host: &mut Player, settings: Settings) -> LobbyCode {
    let creation = SessionCommand::CreateLobby {
        title: "Test".to_owned(),
        settings,
        password: None,
        key: None,
    };
    let created = async {
        while let Err(refused) = host.ask(creation.clone()).await {
            let code = refused.code.as_str();
            assert!(["lobby_gone", "code_taken"].contains(&code), "{refused:?}");
            println!("a new lobby was refused: {code}");
        }
    };
    bounded("a node for a new lobby", created).await;
    host.until("a snapshot", |it| it.seen.lobby.is_some()).await;
    let joined = host.seen.joined.as_ref();
    joined.expect("whoever enters is told the token").lobby
}

/// The records of people, all of whom speak now and then.
pub(super) fn records() -> Vec<Record> {
    let mut records: Vec<Record> = ["Hoshi", "Guest", "Watcher"].map(Record::of).into();
    for record in &mut records {
        record.speaks_every = Some(9);
    }
    records
}

/// Lets everybody play until the connections break, because something happens at a ply, or until the match is over.
pub(super) async fn play_until(
    players: &mut [Player],
    records: &mut [Record],
    at_ply: Option<u32>,
    mut strike: impl FnMut(),
) {
    let mut has_struck = false;
    let mut people = players.iter_mut().zip(records);
    let (host, record) = people.next().unwrap();
    let host_plays = play(host, record, |seen: &Seen| {
        if !has_struck && at_ply.is_some_and(|it| seen.ply.0 >= it) {
            has_struck = true;
            strike();
        }
        until_over(seen)
    });
    let others = people.map(|(it, record)| play(it, record, until_over));
    tokio::join!(host_plays, join_all(others));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_to_its_end_through_three_relays_while_its_owner_is_killed_twice() {
    let Some(mut nodes) = Nodes::start().await else {
        return;
    };
    let (mut players, lobby) = nodes.lobby().await;
    let mut records = records();
    let [host, guest, _] = &mut players[..] else {
        unreachable!("there are three")
    };
    start_match(&mut [host, guest]).await;
    for kill_at in KILLS {
        let owner = nodes.owner(lobby).await;
        let mut process = nodes.running[owner].take().unwrap();
        let mut killed = Instant::now();
        play_until(&mut players, &mut records, Some(kill_at), || {
            process.kill_now();
            killed = Instant::now();
        })
        .await;
        process.kill().await;
        players = nodes.resume(players).await;
        println!("back {:?} after the owner was killed", killed.elapsed());
        assert_ne!(nodes.owner(lobby).await, owner, "another node went on");
        nodes.running[owner] = Some(nodes.node(owner).await);
    }
    let owners = end(&nodes, lobby, players, records).await;
    assert_eq!(owners, KILLS.len(), "each kill made one new owner");
}

/// Plays a match to its end, and checks all that people were told against the log; returns how often the lobby got another
/// owner.
pub(super) async fn end(
    nodes: &Nodes,
    lobby: LobbyCode,
    mut players: Vec<Player>,
    mut records: Vec<Record>,
) -> usize {
    play_until(&mut players, &mut records, None, || {}).await;
    let mut last = None;
    for (player, record) in players.iter_mut().zip(&mut records) {
        assert!(player.seen.outcome.is_some(), "the match is over");
        last = Some(record.last_word(player).await);
    }
    for player in &mut players {
        player
            .until("everybody's last word", |it| it.seen.revision >= last)
            .await;
    }
    let (events, owners) = nodes.nats.events(lobby).await;
    let acts = check_events(&events, lobby, &records, &players);
    assert!(acts > 16, "only {acts} actions: the test shows nothing");
    owners
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_that_is_stopped_is_replaced_and_writes_nothing_when_it_goes_on() {
    let Some(mut nodes) = Nodes::start().await else {
        return;
    };
    let (players, lobby) = nodes.lobby().await;
    let owner = nodes.owner(lobby).await;
    let process = nodes.running[owner].take().unwrap();
    // Nobody is connected to the owner itself, which will not even close its connections.
    let mut players = nodes.resume(players).await;
    let mut records = records();
    let [host, guest, _] = &mut players[..] else {
        unreachable!("there are three")
    };
    start_match(&mut [host, guest]).await;
    let mut stopped = Instant::now();
    play_until(&mut players, &mut records, Some(KILLS[0]), || {
        process.freeze();
        stopped = Instant::now();
    })
    .await;
    players = nodes.resume(players).await;
    println!("back {:?} after the owner was stopped", stopped.elapsed());
    assert_ne!(nodes.owner(lobby).await, owner, "another node went on");
    process.thaw();
    let owners = end(&nodes, lobby, players, records).await;
    assert_eq!(owners, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_with_one_name_and_one_without_a_secret_are_refused() {
    let Some(nodes) = Nodes::start().await else {
        return;
    };
    let home = TempDir::new().unwrap();
    let data = home.path().join("data").display().to_string();
    let refused = async |options: &[String]| {
        let place = ["--listen", "127.0.0.1:0", "--no-lan", "--data", &data];
        let place = place.map(str::to_owned);
        let arguments: Vec<&String> = place.iter().chain(options).collect();
        let ended = programs::run("dicehall-server", arguments, "").await;
        assert_eq!(ended.code, Some(1), "{ended:?}");
        ended.stderr
    };
    let said = refused(&nodes.options(1, &free_address())).await;
    assert!(said.contains("has the name cellar"), "{said}");
    let alone = ["--cluster", &nodes.nats.addresses(), "--cluster-unsafe"];
    let said = refused(&alone.map(str::to_owned)).await;
    assert!(said.contains("(attic, cellar, garden)"), "{said}");
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    assert!(server.terminate().await.0.success());
    let data = home.path().join("journal").display().to_string();
    for command in ["import-journal", "export-journal"] {
        let words = [
            command,
            "--data",
            &data,
            "--cluster",
            alone[1],
            "--cluster-unsafe",
        ];
        let ended = programs::run("dicehall-server", words, "").await;
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let said = ended.stderr;
        assert!(
            said.contains("(attic, cellar, garden): stop them all"),
            "{said}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lobbies_are_created_listed_and_joined_through_every_relay() {
    let Some(nodes) = Nodes::start().await else {
        return;
    };
    let (mut hosts, mut lobbies) = (Vec::new(), BTreeSet::new());
    for relay in 0..3 {
        let mut host = Player::connect(nodes.relay(relay), "Hoshi").await;
        lobbies.insert(host.create(SMALL).await);
        hosts.push(host);
    }
    for relay in 0..3 {
        let mut visitor = Player::connect(nodes.relay(relay), "Visitor").await;
        visitor.until_listed(&lobbies).await;
        for lobby in &lobbies {
            let mut guest = Player::connect(nodes.relay(relay), "Guest").await;
            guest.join(*lobby).await;
            guest.must(Request::TakeSeat { seat: None }).await;
            guest.must(Request::Leave).await;
        }
    }
    const METRICS: [&str; 6] = [
        "leases",
        "takeovers_total",
        "appends_total{kind=\"stored\"}",
        "appends_total{kind=\"fenced\"}",
        "relays_opened_total",
        "renewal_age_seconds",
    ];
    // While a lease goes from one node to another, neither has it.
    let held_by_one = async {
        loop {
            let told = nodes.metrics(METRICS).await;
            if (told[0] - 256.0).abs() < 0.5 {
                break told;
            }
        }
    };
    let [_, takeovers, stored, fenced, relays, age] = bounded("all 256 leases", held_by_one).await;
    assert!(takeovers >= 256.0, "{takeovers}");
    // Each lobby was created, and entered and left by three people who took a seat.
    assert!(
        stored >= 3.0 * (1.0 + 3.0 * 3.0) && fenced < 0.5,
        "{stored}, {fenced}"
    );
    assert!(
        relays >= 6.0,
        "{relays}: each lobby has two nodes that do not own it"
    );
    assert!(age < 30.0, "{age}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_another_secret_ends_before_its_first_lease() {
    let Some(nodes) = Nodes::start().await else {
        return;
    };
    let home = TempDir::new().unwrap();
    let (data, secret) = (home.path().join("data"), home.path().join("secret"));
    std::fs::write(&secret, "x".repeat(32)).unwrap();
    let mut options = nodes.options(0, &free_address());
    for (option, other) in [
        ("--node", "barn"),
        ("--internal-secret", secret.to_str().unwrap()),
    ] {
        let at = options.iter().position(|it| it == option).unwrap();
        options[at + 1] = other.to_owned();
    }
    let more = [
        "--listen",
        "127.0.0.1:0",
        "--no-lan",
        "--data",
        data.to_str().unwrap(),
    ];
    options.extend(more.map(str::to_owned));
    let done = programs::run("dicehall-server", options, "").await;
    assert!(
        done.code == Some(1)
            && done
                .stderr
                .contains("the secret of --internal-secret is not that of the other nodes"),
        "{done:?}"
    );
    let [leases] = nodes.metrics(["leases"]).await;
    assert!((leases - 256.0).abs() < 0.5, "{leases}");
}
