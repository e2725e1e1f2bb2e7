//! Fifty people at twenty-five tables, who play and speak until their server is killed, and how far each table has come.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use dicehall_engine::lobby::Request;
use dicehall_protocol::LobbyCode;
use dicehall_tests::bounded;
use dicehall_tests::player::{Player, Seen, start_match};
use futures_util::future::join_all;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::recovery::record::{Record, check, play};

/// Switches for a match that ends seldom within a test.
const LONG: &str = "preset=standard,size=8,rounds=1000";
/// The number of tables, each with two people.
pub(crate) const TABLES: usize = 25;
/// The number of revisions after which each person sends a chat line.
const SPEAKS_EVERY: u64 = 12;
/// The number of revisions that each table must gain to count as playing.
const MORE: u64 = 6;

/// How far each table has come.
#[derive(Default)]
pub(crate) struct Progress {
    revisions: RefCell<Vec<u64>>,
    changed: Notify,
    is_over: Cell<bool>,
}

/// The people of a table, and what they did.
pub(crate) struct Table {
    pub(crate) lobby: LobbyCode,
    pub(crate) players: Vec<Player>,
    pub(crate) records: Vec<Record>,
}

impl Progress {
    pub(crate) fn of(tables: usize) -> Self {
        Self {
            revisions: RefCell::new(vec![0; tables]),
            ..Self::default()
        }
    }

    fn note(&self, table: usize, seen: &Seen) -> ControlFlow<()> {
        let seen = seen.revision.map_or(0, |it| it.0);
        let known = &mut self.revisions.borrow_mut()[table];
        if *known < seen {
            *known = seen;
            self.changed.notify_waiters();
        }
        ControlFlow::Continue(())
    }

    /// Waits until every table has gone on; returns how long that took.
    pub(crate) async fn all_go_on(&self) -> Duration {
        let begun = Instant::now();
        let mut goal = self.revisions.borrow().clone();
        for revision in &mut goal {
            *revision += MORE;
        }
        let going = async {
            loop {
                let changed = self.changed.notified();
                let reached = self
                    .revisions
                    .borrow()
                    .iter()
                    .zip(&goal)
                    .all(|(a, b)| a >= b);
                if reached {
                    return;
                }
                changed.await;
            }
        };
        bounded("all tables to go on", going).await;
        begun.elapsed()
    }

    /// From now on nobody comes back whose connection ends.
    pub(crate) fn end(&self) {
        self.is_over.set(true);
    }
}

/// Two people at each of the tables, in running matches.
pub(crate) async fn sit_down(address: &str) -> Vec<Table> {
    join_all((0..TABLES).map(|number| Table::open(address, number))).await
}

/// Everybody plays until the connections end after the end of the progress.
pub(crate) async fn play_on(
    tables: Vec<Table>,
    progress: &Progress,
    relay: impl Fn(usize) -> String + Copy,
) -> Vec<Table> {
    let tables = tables.into_iter().enumerate();
    join_all(tables.map(|(at, table)| table.play_on(at, progress, relay))).await
}

/// Compares what everybody was told with the journal; returns the number of accepted actions.
pub(crate) fn check_all(data: &Path, tables: &[Table]) -> usize {
    let acts = tables
        .iter()
        .map(|it| check(data, it.lobby, &it.records, &it.players));
    acts.sum()
}

impl Table {
    async fn open(address: &str, number: usize) -> Self {
        let names = ["A", "B"].map(|it| format!("{it}{number}"));
        let mut host = Player::connect(address, &names[0]).await;
        let lobby = host.create(LONG).await;
        let mut guest = Player::connect(address, &names[1]).await;
        guest.join(lobby).await;
        for player in [&mut host, &mut guest] {
            player.must(Request::TakeSeat { seat: None }).await;
        }
        start_match(&mut [&mut host, &mut guest]).await;
        let mut records = names.map(|it| Record::of(&it));
        for record in &mut records {
            record.speaks_every = Some(SPEAKS_EVERY);
        }
        // A match that is over is followed by the next.
        records[0].starts = true;
        Self {
            lobby,
            players: vec![host, guest],
            records: records.into(),
        }
    }

    async fn play_on(
        self,
        at: usize,
        progress: &Progress,
        relay: impl Fn(usize) -> String + Copy,
    ) -> Self {
        let people = self.players.into_iter().zip(self.records).enumerate();
        let all = people.map(|(place, (mut player, mut record))| async move {
            loop {
                play(&mut player, &mut record, |seen| progress.note(at, seen)).await;
                if progress.is_over.get() {
                    return (player, record);
                }
                player = player.vanish().resume_through(|| relay(place)).await;
                assert!(player.seen.resumed, "somebody is not known any more");
            }
        });
        let (players, records) = join_all(all).await.into_iter().unzip();
        Self {
            lobby: self.lobby,
            players,
            records,
        }
    }
}
