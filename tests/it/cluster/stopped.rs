//! A node, and then all of NATS, stands still for half a minute while 51 people play through three relays; afterwards all
//! tables go on, and nothing is lost.

use dicehall_tests::operators::until_health;
use dicehall_tests::player::start_match;
use dicehall_tests::skipped;

use super::nodes::{Nodes, records};
use crate::faults::crowd::{Progress, Table, play_on};
use crate::faults::{half_a_minute, is_long, tell};
use crate::recovery::record::check_events;

/// The number of tables, each with three people.
const TABLES: usize = 17;

#[tokio::test]
async fn everybody_goes_on_after_a_relay_or_nats_stood_still() {
    if !is_long() {
        skipped("it takes minutes; DICEHALL_FAULTS=long");
        return;
    }
    let Some(mut nodes) = Nodes::start().await else {
        return;
    };
    let mut tables = Vec::new();
    while tables.len() < TABLES {
        tables.push(open(&nodes).await);
    }
    let progress = Progress::of(TABLES);
    let relays = [0, 1, 2].map(|at| nodes.running[at].as_ref().map(|it| it.address().to_owned()));
    let relay = |place: usize| relays[place].clone().expect("all nodes run");
    let trouble = async {
        progress.all_go_on().await;
        let node = nodes.running[1].as_ref().expect("it runs");
        node.freeze();
        half_a_minute().await;
        node.thaw();
        tell(
            "a relay, which owned a third of the tables, was stopped for 30 s",
            progress.all_go_on().await,
        );
        well(&nodes).await;
        nodes.nats.freeze_all();
        for at in 0..3 {
            until_health(nodes.operators(at), [200, 503]).await;
        }
        half_a_minute().await;
        nodes.nats.thaw_all();
        tell("NATS was stopped for 30 s", progress.all_go_on().await);
        well(&nodes).await;
        progress.all_go_on().await;
        progress.end();
        for node in nodes.running.iter_mut().flatten() {
            node.kill_now();
        }
    };
    let (tables, ()) = tokio::join!(play_on(tables, &progress, &relay), trouble);
    for table in tables {
        let (events, _) = nodes.nats.events(table.lobby).await;
        check_events(&events, table.lobby, &table.records, &table.players);
    }
}

/// A table whose first person begins match after match.
async fn open(nodes: &Nodes) -> Table {
    let (mut players, lobby) = nodes.lobby().await;
    let [host, guest, _] = &mut players[..] else {
        unreachable!("there are three")
    };
    start_match(&mut [host, guest]).await;
    let mut records = records();
    records[0].starts = true;
    Table {
        lobby,
        players,
        records,
    }
}

async fn well(nodes: &Nodes) {
    for at in 0..3 {
        until_health(nodes.operators(at), [200, 200]).await;
    }
}
