//! Several nodes in one process: a client is served by the node that owns its lobby, whichever node it has come to.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use dicehall_engine::lobby::Request;
use dicehall_protocol::{
    ClientMessage, Joined, LobbyCode, RequestKey, Resume, SessionCommand, VERSION, encode_client,
};
use dicehall_server::{Admin, ClusterSecret, Internal, Options, Routes, Server};
use dicehall_tests::bounded;
use dicehall_tests::operators;
use dicehall_tests::player::{Player, start_match};
use dicehall_tests::server::quick_options;
use dicehall_tests::table::{bot, settings};
use futures_util::future::join_all;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::SMALL;

/// The names of the nodes.
const NAMES: [&str; 3] = ["a", "b", "c"];

/// The token that operators show.
const TOKEN: &str = "0123456789abcdef";

/// A running node.
struct Node {
    address: String,
    /// The address and the token for operators.
    operators: (String, String),
    stop: Option<oneshot::Sender<()>>,
    task: JoinSet<()>,
}

impl Node {
    /// The values of these metrics of the cluster.
    async fn metrics<const N: usize>(&self, names: [&str; N]) -> [String; N] {
        let (address, token) = &self.operators;
        let text = operators::metrics(address, token).await;
        names.map(|it| operators::value(&text, &format!("cluster_{it}")).to_owned())
    }

    /// Stops it; its clients are told.
    async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        let ended = bounded("the node to stop", self.task.join_next()).await;
        ended.unwrap().unwrap();
    }
}

/// Starts nodes `a`, `b` and so on, each of which believes that all lobbies are owned by the node after it; the last
/// owns them.
async fn row<const N: usize>() -> [Node; N] {
    let next = |idx: usize, all: &[SocketAddr]| {
        let next = (idx + 1).min(N - 1);
        BTreeMap::from([(NAMES[next].to_owned(), all[next])])
    };
    nodes(next).await
}

/// Starts nodes `a`, `b` and so on, which know each other and share the lobbies.
async fn circle<const N: usize>() -> [Node; N] {
    let all = |_: usize, all: &[SocketAddr]| {
        let names = NAMES.map(str::to_owned).into_iter();
        names.zip(all.iter().copied()).collect()
    };
    nodes(all).await
}

/// Starts nodes, each of which believes that the nodes at certain addresses share the lobbies.
async fn nodes<const N: usize>(
    known: impl Fn(usize, &[SocketAddr]) -> BTreeMap<String, SocketAddr>,
) -> [Node; N] {
    let secret = ClusterSecret::new(&[b'x'; 32]).unwrap();
    let mut servers = Vec::new();
    let home = TempDir::new().unwrap();
    std::fs::write(home.path().join("token"), TOKEN).unwrap();
    for _ in 0..N {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let internal = Internal {
            listen: ([127, 0, 0, 1], 0).into(),
            secret: secret.clone(),
        };
        let token_file = home.path().join("token");
        let admin = Admin {
            listen: ([127, 0, 0, 1], 0).into(),
            token_file: Some(token_file),
        };
        let options = Options {
            admin: Some(admin),
            internal: Some(internal),
            ..quick_options()
        };
        servers.push((address, Server::open(listener, options).await.unwrap()));
    }
    let internal: Vec<_> = servers
        .iter()
        .map(|it| it.1.internal_address().unwrap())
        .collect();
    let nodes = servers
        .into_iter()
        .enumerate()
        .map(|(idx, (address, server))| {
            server.set_routes(Routes::fixed(NAMES[idx], known(idx, &internal)));
            let operators = server.admin_address().unwrap().to_string();
            let (stop, stopped) = oneshot::channel();
            let mut task = JoinSet::new();
            task.spawn(async move {
                let stopped = async {
                    stopped.await.ok();
                };
                server.serve(stopped).await.unwrap();
            });
            Node {
                address,
                operators: (operators, TOKEN.to_owned()),
                stop: Some(stop),
                task,
            }
        });
    let nodes: Vec<Node> = nodes.collect();
    nodes
        .try_into()
        .unwrap_or_else(|_| unreachable!("there are N"))
}

/// A person at one node and one at another sit in the same lobby.
async fn lobby_of_two(first: &Node, second: &Node) -> (Player, Player, LobbyCode) {
    let mut host = Player::connect(&first.address, "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let mut guest = Player::connect(&second.address, "Guest").await;
    guest.join(lobby).await;
    host.must(Request::TakeSeat { seat: None }).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    (host, guest, lobby)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_is_played_through_a_relay_and_the_owners_end_is_told() {
    let [relay, owner] = row().await;
    let (mut host, mut guest, _) = lobby_of_two(&relay, &owner).await;
    for number in 2..4 {
        let (seat, bot) = (dicehall_tests::table::seat(number), bot("random"));
        host.must(Request::SeatBot { seat, bot }).await;
    }
    start_match(&mut [&mut host, &mut guest]).await;
    let (told_host, told_guest) = tokio::join!(host.play(), guest.play());
    assert_eq!(told_host, told_guest);
    owner.stop().await;
    assert_eq!(host.until_closed().await.as_deref(), Some("shutting_down"));
    let mut late = Player::connect(&relay.address, "Late").await;
    late.send(SessionCommand::JoinLobby {
        lobby: guest.joined().lobby,
        password: None,
        key: None,
    })
    .await;
    assert_eq!(late.until_closed().await.as_deref(), Some("lobby_gone"));
    relay.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_resumes_through_another_relay_finds_the_seat_again() {
    let [relay, owner] = row().await;
    let (mut host, guest, _) = lobby_of_two(&owner, &relay).await;
    let joined = guest.joined();
    guest.close().await;
    let mut guest = Player::resume(&relay.address, "Guest", &joined).await;
    guest.must(Request::Spectate).await;
    let left = host.seen.revision;
    host.until("the seat to be free", |it| it.seen.revision > left)
        .await;
    // The relay stops: a code with which clients come again, and the lobby is still where it was.
    relay.stop().await;
    assert_eq!(guest.until_closed().await.as_deref(), Some("shutting_down"));
    let mut guest = Player::resume(&owner.address, "Guest", &guest.joined()).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    owner.stop().await;
}

/// Comes through a node with the proof of a person's place and the number of the attempt.
async fn come(node: &Node, joined: &Joined, attempt: u64) -> Player {
    let mut player = Player::silent(&node.address, "Guest").await;
    let resume = Resume {
        lobby: joined.lobby,
        token: joined.token.clone(),
        revision: None,
        attempt: Some(attempt),
    };
    let hello = ClientMessage::Hello {
        version: VERSION,
        name: "Guest".to_owned(),
        resume: Some(resume),
    };
    player.say(&encode_client(&hello)).await;
    player
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_attempt_wins_whatever_relay_it_came_through() {
    let [relay, owner] = row().await;
    let (host, guest, _) = lobby_of_two(&owner, &owner).await;
    let joined = guest.joined();
    let mut newest = come(&owner, &joined, 1_000).await;
    newest.until("a snapshot", |it| it.seen.snapshots > 0).await;
    // Two hellos that were sent before come late, one of them through the relay.
    for node in [&relay, &owner] {
        let mut late = come(node, &joined, 999).await;
        assert_eq!(late.until_closed().await.as_deref(), Some("lobby_gone"));
    }
    let mut last = come(&relay, &joined, 1_001).await;
    last.until("a snapshot", |it| it.seen.snapshots > 0).await;
    assert_eq!(newest.until_closed().await.as_deref(), Some("replaced"));
    drop(host);
    relay.stop().await;
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_does_not_own_the_lobby_sends_the_relay_on() {
    let [relay, between, owner] = row().await;
    let (mut host, guest, _) = lobby_of_two(&relay, &owner).await;
    drop(guest);
    between.stop().await;
    host.must(Request::Spectate).await;
    owner.stop().await;
    assert_eq!(host.until_closed().await.as_deref(), Some("shutting_down"));
    relay.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_tells_a_relay_with_fifty_spectators_each_update_once() {
    const NAMES: [&str; 2] = ["multiplex_frames_total", "multiplex_copies_total"];
    const SPECTATORS: usize = 50;
    const LINES: usize = 20;
    let [relay, owner] = row().await;
    let mut host = Player::connect(&owner.address, "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let enters = async |number: usize| {
        let mut spectator = Player::connect(&relay.address, &format!("Eve {number}")).await;
        spectator.join(lobby).await;
        spectator
    };
    let mut spectators = join_all((0..SPECTATORS).map(enters)).await;
    let before = counts(&owner, NAMES).await;
    let mut last = None;
    for line in 0..LINES {
        let text = format!("line {line}");
        last = host.must(Request::Chat { text }).await.revision;
    }
    for spectator in &mut spectators {
        spectator
            .until("the last line", |it| it.seen.revision >= last)
            .await;
    }
    let after = counts(&owner, NAMES).await;
    let [frames, copies] = [after[0] - before[0], after[1] - before[1]];
    println!("{frames} frames for {copies} copies");
    assert!(copies >= SPECTATORS * LINES, "{copies} copies");
    // Some are written in two parts, because a part of the spectators was told when the stream was written.
    assert!(frames <= copies / 10, "{frames} frames for {copies} copies");
    // They are no mere audience: what one of them asks for is answered to that one, and it plays like anybody else.
    let guest = &mut spectators[0];
    guest.must(Request::TakeSeat { seat: None }).await;
    host.must(Request::TakeSeat { seat: None }).await;
    start_match(&mut [&mut host, &mut spectators[0]]).await;
    let [guest, others @ ..] = &mut spectators[..] else {
        unreachable!("there are fifty")
    };
    let watch = join_all(others.iter_mut().map(Player::play));
    let (told_host, told_guest, told) = tokio::join!(host.play(), guest.play(), watch);
    assert_eq!(told_host, told_guest);
    assert!(told.iter().all(|it| *it == told_host));
    owner.stop().await;
    for spectator in &mut spectators {
        let told = spectator.until_closed().await;
        assert_eq!(told.as_deref(), Some("shutting_down"));
    }
    relay.stop().await;
}

/// The values of these metrics of a node, as numbers.
async fn counts<const N: usize>(node: &Node, names: [&str; N]) -> [usize; N] {
    node.metrics(names).await.map(|it| it.parse().unwrap())
}

/// Somebody has created a lobby through each node, with a request that has a key and with one that has none; returns
/// the people and the lobbies.
async fn created_everywhere(nodes: &[Node]) -> (Vec<Player>, BTreeSet<LobbyCode>) {
    let (mut people, mut lobbies) = (Vec::new(), BTreeSet::new());
    for (number, node) in nodes.iter().enumerate() {
        for key in [None, Some(RequestKey([u8::try_from(number).unwrap(); 16]))] {
            let mut host = Player::connect(&node.address, "Hoshi").await;
            let create = SessionCommand::CreateLobby {
                title: "Test".to_owned(),
                settings: settings(SMALL),
                password: None,
                key,
            };
            host.must(create).await;
            lobbies.insert(host.joined().lobby);
            people.push(host);
        }
    }
    (people, lobbies)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_relay_counts_the_connections_that_it_passes_on_and_those_that_it_loses() {
    const NAMES: [&str; 4] = [
        "relays",
        "relays_opened_total",
        "relay_failures_total{kind=\"broken\"}",
        "relay_failures_total{kind=\"unreachable\"}",
    ];
    let [relay, owner] = row().await;
    assert_eq!(relay.metrics(NAMES).await, ["0"; 4]);
    let (host, mut guest, lobby) = lobby_of_two(&relay, &owner).await;
    assert_eq!(relay.metrics(NAMES).await, ["1", "1", "0", "0"]);
    assert_eq!(owner.metrics(NAMES).await, ["0"; 4]);
    host.close().await;
    let left = guest.seen.revision;
    guest.must(Request::Spectate).await;
    guest
        .until("the seat to be free", |it| it.seen.revision > left)
        .await;
    owner.stop().await;
    let mut late = Player::connect(&relay.address, "Late").await;
    late.send(SessionCommand::JoinLobby {
        lobby,
        password: None,
        key: None,
    })
    .await;
    assert_eq!(late.until_closed().await.as_deref(), Some("lobby_gone"));
    let counted = async { while relay.metrics(NAMES).await != ["0", "1", "0", "1"] {} };
    bounded("the relays to be closed", counted).await;
    relay.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_lists_the_lobbies_of_all_and_lets_people_into_them() {
    let nodes: [Node; 3] = circle().await;
    let (people, lobbies) = created_everywhere(&nodes).await;
    assert_eq!(lobbies.len(), 6);
    for node in &nodes {
        let mut visitor = Player::connect(&node.address, "Visitor").await;
        visitor.until_listed(&lobbies).await;
        for lobby in &lobbies {
            let mut visitor = Player::connect(&node.address, "Visitor").await;
            visitor.join(*lobby).await;
            // The list is that of all nodes as well for somebody whose connection was passed on.
            visitor.until_listed(&lobbies).await;
            visitor.must(Request::Leave).await;
        }
    }
    drop(people);
    for node in nodes {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobbies_of_a_node_that_does_not_answer_are_not_listed() {
    let [stays, goes] = circle().await;
    let mut foreign = Player::connect(&goes.address, "Guest").await;
    let theirs = foreign.create(SMALL).await;
    let mut host = Player::connect(&stays.address, "Hoshi").await;
    let own = host.create(SMALL).await;
    host.until_listed(&[own, theirs].into()).await;
    goes.stop().await;
    host.until_listed(&[own].into()).await;
    stays.stop().await;
}
