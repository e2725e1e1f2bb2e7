//! Several nodes in one process: a client is served by the node that owns its lobby, whichever node it has come to.

use std::collections::BTreeMap;

use dicehall_engine::lobby::Request;
use dicehall_protocol::{LobbyCode, SessionCommand};
use dicehall_server::{ClusterSecret, Internal, Options, Routes, Server};
use dicehall_tests::bounded;
use dicehall_tests::player::{Player, start_match};
use dicehall_tests::server::quick_options;
use dicehall_tests::table::bot;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::SMALL;

/// A running node.
struct Node {
    address: String,
    stop: Option<oneshot::Sender<()>>,
    task: JoinSet<()>,
}

impl Node {
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
    let secret = ClusterSecret::new(&[b'x'; 32]).unwrap();
    let names = ["a", "b", "c"];
    let mut servers = Vec::new();
    for _ in 0..N {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let internal = Internal {
            listen: ([127, 0, 0, 1], 0).into(),
            secret: secret.clone(),
        };
        let options = Options {
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
            let next = (idx + 1).min(N - 1);
            let owner = BTreeMap::from([(names[next].to_owned(), internal[next])]);
            server.set_routes(Routes::fixed(names[idx], owner));
            let (stop, stopped) = oneshot::channel();
            let mut task = JoinSet::new();
            task.spawn(async move {
                let stopped = async {
                    stopped.await.ok();
                };
                server.serve(stopped).await;
            });
            Node {
                address,
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
async fn a_whole_match_is_played_through_a_door_and_the_owners_end_is_told() {
    let [door, owner] = row().await;
    let (mut host, mut guest, _) = lobby_of_two(&door, &owner).await;
    for number in 2..4 {
        let (seat, bot) = (dicehall_tests::table::seat(number), bot("random"));
        host.must(Request::SeatBot { seat, bot }).await;
    }
    start_match(&mut [&mut host, &mut guest]).await;
    let (told_host, told_guest) = tokio::join!(host.play(), guest.play());
    assert_eq!(told_host, told_guest);
    owner.stop().await;
    assert_eq!(host.until_closed().await.as_deref(), Some("shutting_down"));
    let mut late = Player::connect(&door.address, "Late").await;
    late.send(SessionCommand::JoinLobby {
        lobby: guest.joined().lobby,
        password: None,
        key: None,
    })
    .await;
    assert_eq!(late.until_closed().await.as_deref(), Some("lobby_gone"));
    door.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_resumes_through_another_door_finds_the_seat_again() {
    let [door, owner] = row().await;
    let (mut host, guest, _) = lobby_of_two(&owner, &door).await;
    let joined = guest.joined();
    guest.close().await;
    let mut guest = Player::resume(&door.address, "Guest", &joined).await;
    guest.must(Request::Spectate).await;
    let left = host.seen.revision;
    host.until("the seat to be free", |it| it.seen.revision > left)
        .await;
    // The door stops: a code with which clients come again, and the lobby is still where it was.
    door.stop().await;
    assert_eq!(guest.until_closed().await.as_deref(), Some("shutting_down"));
    let mut guest = Player::resume(&owner.address, "Guest", &guest.joined()).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_does_not_own_the_lobby_sends_the_door_on() {
    let [door, between, owner] = row().await;
    let (mut host, guest, _) = lobby_of_two(&door, &owner).await;
    drop(guest);
    between.stop().await;
    host.must(Request::Spectate).await;
    owner.stop().await;
    assert_eq!(host.until_closed().await.as_deref(), Some("shutting_down"));
    door.stop().await;
}
