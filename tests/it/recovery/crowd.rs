//! Fifty tables of four people, several games, and a server that is killed at random moments.
//!
//! `DICEHALL_KILLS` sets how often, `DICEHALL_SEED` chooses the moments. A moment is a number of revisions that people
//! have seen since the last kill, so that the kill comes while commands, commits and frames are on the way.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::lobby::{Clock, Request, Revision, Settings};
use dicehall_engine::{AnyRules, Dice, GameKind};
use dicehall_protocol::LobbyCode;
use dicehall_tests::player::{Absent, Player, Seen};
use dicehall_tests::programs::ServerProcess;
use dicehall_tests::table;
use futures_util::future::join_all;
use tempfile::TempDir;

use super::record::{Record, check, play};
use super::{given, journal_folder, seed};

/// The number of lobbies.
const TABLES: u32 = 50;
/// The number of people in each lobby; those who find no seat watch.
const PEOPLE: u32 = 4;
/// How often the server is killed, unless `DICEHALL_KILLS` is set.
const KILLS: u64 = 20;
/// The most revisions that people see before the next kill; one that several people see counts several times.
const REVISIONS_MAX: u64 = 8_000;
/// The number of revisions after which each person sends a chat line.
const SPEAKS_EVERY: u64 = 12;

/// Four people at a table.
struct Table {
    lobby: LobbyCode,
    players: Vec<Player>,
    records: Vec<Record>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_doubled_or_reordered_when_a_full_server_dies_again_and_again() {
    let (seed, kills) = (seed(), given("DICEHALL_KILLS").unwrap_or(KILLS));
    println!(
        "DICEHALL_SEED={seed} DICEHALL_KILLS={kills} cargo test -p dicehall-tests a_full_server_dies"
    );
    let mut luck = SeededDice::new(seed);
    let home = TempDir::new().unwrap();
    let mut server = start(&home).await;
    let mut tables = join_all((0..TABLES).map(|number| sit_down(server.address(), number))).await;
    for _ in 0..kills {
        let moment = 1 + luck.below(REVISIONS_MAX);
        server = play_until_killed(server, moment, &mut tables).await;
        server.kill().await;
        server = start(&home).await;
        tables = join_all(tables.into_iter().map(|it| it.resume(server.address()))).await;
    }
    join_all(tables.iter_mut().map(Table::end)).await;
    server.kill().await;
    let data = journal_folder(&home);
    let acts: usize = tables
        .iter()
        .map(|it| check(&data, it.lobby, &it.records, &it.players))
        .sum();
    println!("{acts} actions were accepted");
    assert!(
        u64::try_from(acts).unwrap() >= 20 * kills.saturating_sub(2),
        "hardly anything happened"
    );
}

async fn start(home: &TempDir) -> ServerProcess {
    ServerProcess::start(home, "127.0.0.1:0", &["--log", "error"]).await
}

/// Lets everybody play until the connections break, because the server is killed when this many revisions were seen.
async fn play_until_killed(
    server: ServerProcess,
    moment: u64,
    tables: &mut [Table],
) -> ServerProcess {
    let (server, count) = (RefCell::new(server), Cell::new(0));
    let everybody = tables
        .iter_mut()
        .flat_map(|it| it.players.iter_mut().zip(&mut it.records));
    let plays = everybody.map(|(player, record)| {
        let mut last = player.seen.revision;
        let (server, count) = (&server, &count);
        play(player, record, move |seen: &Seen| {
            let before = count.get();
            count.set(before + seen.revision.map_or(0, |it| it.0) - last.map_or(0, |it| it.0));
            last = seen.revision;
            if before < moment && count.get() >= moment {
                server.borrow_mut().kill_now();
            }
            ControlFlow::Continue(())
        })
    });
    join_all(plays).await;
    server.into_inner()
}

/// A table with all its people, the first of whom starts every match.
async fn sit_down(address: &str, number: u32) -> Table {
    let rules = rules(number);
    let seats = rules.kind().seats().1;
    let settings = Settings {
        rules,
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let names: Vec<String> = (0..PEOPLE)
        .map(|it| format!("P{}", number * PEOPLE + it))
        .collect();
    let mut host = Player::connect(address, &names[0]).await;
    let lobby = host.create_with(settings).await;
    let mut players = vec![host];
    for name in &names[1..] {
        let mut guest = Player::connect(address, name).await;
        guest.join(lobby).await;
        players.push(guest);
    }
    for player in players.iter_mut().take(seats.into()) {
        player.must(Request::TakeSeat { seat: None }).await;
    }
    let mut records: Vec<Record> = names.iter().map(|it| Record::of(it)).collect();
    for record in &mut records {
        record.speaks_every = Some(SPEAKS_EVERY);
    }
    records[0].starts = true;
    Table {
        lobby,
        players,
        records,
    }
}

fn rules(number: u32) -> AnyRules {
    match number % 5 {
        0 => table::rules("preset=standard,size=8,rounds=12"),
        1 => table::rules("size=2"),
        2 => GameKind::DiceWars.default_rules(),
        3 => GameKind::TicTacToe.default_rules(),
        _ => GameKind::AnimalShogi.default_rules(),
    }
}

impl Table {
    /// The same people on new connections.
    async fn resume(self, address: &str) -> Self {
        let absent: Vec<Absent> = self.players.into_iter().map(Player::vanish).collect();
        let players = join_all(absent.into_iter().map(|it| it.resume(address))).await;
        assert!(
            players.iter().all(|it| it.seen.resumed),
            "somebody is not known any more"
        );
        Self { players, ..self }
    }

    /// Lets everybody send a last chat line and read those of all others.
    async fn end(&mut self) {
        let mut last = Revision(0);
        for (player, record) in self.players.iter_mut().zip(&mut self.records) {
            last = last.max(record.last_word(player).await);
        }
        for player in &mut self.players {
            player
                .until("everybody's last word", |it| it.seen.revision >= Some(last))
                .await;
        }
    }
}
