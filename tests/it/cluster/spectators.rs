//! Many spectators at a relay that does not own their lobby, while its owner is killed: the owner tells their relay everything
//! once, and all of them see the whole match.

use dicehall_tests::player::{Player, start_match};
use futures_util::future::join_all;

use super::nodes::{Nodes, records};
use crate::recovery::record::play;
use crate::recovery::until_over;

/// The number of spectators.
const SPECTATORS: usize = 50;
/// The ply at which the owner is killed.
const KILL_AT_PLY: u32 = 5;
/// The numbers of frames that owners have written to relays, and of the people for whom they were.
const METRICS: [&str; 2] = ["multiplex_frames_total", "multiplex_copies_total"];

/// Watches until the match is over or the connection breaks; returns whether it is over.
async fn watches(spectator: &mut Player) -> bool {
    while spectator.seen.outcome.is_none() {
        if spectator.next().await.is_none() {
            return false;
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_spectators_at_a_relay_see_the_whole_match_though_its_owner_is_killed() {
    let Some(mut nodes) = Nodes::start().await else {
        return;
    };
    let (mut players, lobby) = nodes.lobby().await;
    let owner = nodes.owner(lobby).await;
    let relay = (owner + 1) % 3;
    let mut spectators = Vec::new();
    for number in 0..SPECTATORS {
        let name = format!("Eve {number}");
        let address = nodes.running[relay].as_ref().unwrap().address();
        let mut spectator = Player::connect(address, &name).await;
        spectator.join(lobby).await;
        spectators.push(spectator);
    }
    let mut records = records();
    let [host, guest, _] = &mut players[..] else {
        unreachable!("there are three")
    };
    start_match(&mut [host, guest]).await;
    let mut process = nodes.running[owner].take();
    let mut before = [0.0; 2];
    // Until the kill, and then to the end.
    for kills in [true, false] {
        let mut struck = !kills;
        let mut people = players.iter_mut().zip(&mut records);
        let (host, record) = people.next().unwrap();
        let host_plays = play(host, record, |seen| {
            if !struck && seen.ply.0 >= KILL_AT_PLY {
                struck = true;
                process.as_mut().unwrap().kill_now();
            }
            until_over(seen)
        });
        let others = people.map(|(it, record)| play(it, record, until_over));
        let watching = spectators.iter_mut().map(watches);
        let ((), _, are_over) = tokio::join!(host_plays, join_all(others), join_all(watching));
        assert!(are_over.iter().all(|it| *it != kills), "{are_over:?}");
        if let Some(process) = process.take() {
            process.kill().await;
            players = nodes.resume(players).await;
            spectators = nodes.resume(spectators).await;
            assert_ne!(nodes.owner(lobby).await, owner, "another node went on");
            nodes.running[owner] = Some(nodes.node(owner).await);
            before = nodes.metrics(METRICS).await;
        }
    }
    let after = nodes.metrics(METRICS).await;
    let [frames, copies] = [after[0] - before[0], after[1] - before[1]];
    println!("{frames} frames for {copies} copies");
    let revision = players[0].seen.revision;
    for spectator in &mut spectators {
        spectator
            .until("the end", |it| it.seen.revision >= revision)
            .await;
        assert_eq!(spectator.seen.outcome, players[0].seen.outcome);
    }
    // Half of them are at the node that owns the lobby now, and half at another.
    assert!(
        copies > 100.0 && frames * 4.0 < copies,
        "{frames} frames for {copies} copies"
    );
}
