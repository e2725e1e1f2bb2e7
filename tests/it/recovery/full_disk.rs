//! A disk that has no room for the journal: the lobby stands still, and goes on when there is room again.
//!
//! A limit on the size of the server's files stands for a full disk.

use std::ops::ControlFlow;

use dicehall_engine::lobby::Revision;
use dicehall_tests::player::Seen;
use dicehall_tests::programs::ServerProcess;
use futures_util::future::join_all;
use tempfile::TempDir;

use super::record::{Record, check, play};
use super::{LONG, journal_folder, two_at_a_table};

/// The limit, in bytes: enough for some dozens of commits.
const BYTES: u64 = 400_000;
/// The number of revisions that must follow when there is room again.
const MORE: u64 = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_when_a_full_disk_has_room_again() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (mut players, lobby) = two_at_a_table(server.address(), LONG).await;
    let mut records = ["Hoshi", "Guest"].map(Record::of);
    for record in &mut records {
        record.speaks_every = Some(1);
    }
    server.limit_files(Some(BYTES));
    let until_frozen = |seen: &Seen| go_on(!seen.frozen);
    join_all(
        players
            .iter_mut()
            .zip(&mut records)
            .map(|(it, record)| play(it, record, until_frozen)),
    )
    .await;
    server.limit_files(None);
    for player in &mut players {
        player
            .until("the disk to have room", |it| !it.seen.frozen)
            .await;
    }
    let goal = players[0].seen.revision.map_or(0, |it| it.0) + MORE;
    let until_goal = |seen: &Seen| go_on(seen.revision < Some(Revision(goal)));
    join_all(
        players
            .iter_mut()
            .zip(&mut records)
            .map(|(it, record)| play(it, record, until_goal)),
    )
    .await;
    for (player, record) in players.iter_mut().zip(&mut records) {
        record.last_word(player).await;
        assert_eq!(player.seen.freezes, 1);
    }
    server.kill().await;
    check(&journal_folder(&home), lobby, &records, &players);
}

fn go_on(goes_on: bool) -> ControlFlow<()> {
    if goes_on {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}
