//! The way between the owner of a lobby and NATS is cut, while the other nodes keep theirs: the owner gives up, another
//! one goes on, and when the way is mended the old owner shows and writes nothing of its own.

use dicehall_tests::operators::until_health;
use dicehall_tests::player::start_match;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::nodes::{Nodes, end, play_until, records};

/// The ply at which the way is cut.
const CUT_AT_PLY: u32 = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_that_loses_nats_is_replaced_and_writes_nothing_when_it_is_back() {
    let Some(mut nodes) = Nodes::start_behind_proxies().await else {
        return;
    };
    let (mut players, lobby) = nodes.lobby().await;
    let mut records = records();
    let [host, guest, _] = &mut players[..] else {
        unreachable!("there are three")
    };
    start_match(&mut [host, guest]).await;
    let owner = nodes.owner(lobby).await;
    let strike = Notify::new();
    let cut = async {
        strike.notified().await;
        (nodes.proxies[owner].cut().await, Instant::now())
    };
    // The owner ends all connections to the lobby when its time is over, also those through other relays.
    let play = play_until(&mut players, &mut records, Some(CUT_AT_PLY), || {
        strike.notify_one();
    });
    let ((), (line, begun)) = tokio::join!(play, cut);
    println!("{:?} after the cut the owner gave up", begun.elapsed());
    for player in &players {
        assert!(
            player.seen.outcome.is_none(),
            "the match went on without NATS"
        );
        assert_eq!(
            player.seen.freezes, 1,
            "people are told that nothing can be saved"
        );
    }
    until_health(nodes.operators(owner), [200, 503]).await;
    // The old owner runs, and is no relay for now.
    let old = nodes.running[owner].take();
    players = nodes.resume(players).await;
    println!("{:?} after the cut everybody was back", begun.elapsed());
    assert_ne!(nodes.owner(lobby).await, owner, "another node went on");
    drop(line);
    until_health(nodes.operators(owner), [200, 200]).await;
    nodes.running[owner] = old;
    // One of them comes back through the old owner, which is only a relay now.
    players = nodes.resume(players).await;
    let owners = end(&nodes, lobby, players, records).await;
    assert_eq!(owners, 1);
}
