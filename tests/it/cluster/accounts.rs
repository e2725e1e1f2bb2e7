//! People and their results at three nodes: whoever is somebody at one node is the same at the others, and nobody else is.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{Clock, Request, Settings};
use dicehall_protocol::{AccountCommand, DeviceSecret, Hex};
use dicehall_tests::bounded;
use dicehall_tests::player::{Player, start_match};
use dicehall_tests::programs;
use serde_json::Value;
use tempfile::TempDir;

use super::nodes::{Nodes, create, play_until};
use crate::recovery::accounts::{account, data};
use crate::recovery::record::Record;

/// The name that is looked for in the buckets.
const NAME: &str = "Rumpelstilz";

/// The secret of a page.
fn secret(number: u8) -> DeviceSecret {
    DeviceSecret(Hex([number; 32]))
}

/// Somebody who has signed in at a node by the secret of a page; with a code the account is that of the code.
async fn signed_in(nodes: &Nodes, at: usize, name: &str, number: u8, code: Option<&str>) -> Player {
    let mut player = Player::connect(nodes.relay(at), name).await;
    player
        .must(AccountCommand::SignInBySecret {
            secret: secret(number),
            begins: code.is_none(),
            code: code.map(|it| it.parse().unwrap()),
        })
        .await;
    player
}

fn tic_tac_toe() -> Settings {
    Settings {
        rules: GameKind::TicTacToe.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    }
}

/// The best players, as a node tells them.
async fn leaders(nodes: &Nodes, at: usize) -> Value {
    let wanted = [
        "ratings",
        nodes.relay(at),
        "--game",
        "tic-tac-toe",
        "--json",
    ];
    let told = programs::run("dicehall", wanted, "").await;
    serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{told:?}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_the_same_at_every_node_until_every_node_has_forgotten_the_person() {
    let Some(nodes) = Nodes::start().await else {
        return;
    };
    let homes = [(); 3].map(|()| TempDir::new().unwrap());
    let [first, second, stranger] = &homes;
    let [attic, cellar, garden] = [0, 1, 2].map(|it| nodes.relay(it).to_owned());
    account(first, &["new"]).await.unwrap();
    account(stranger, &["new"]).await.unwrap();
    let told = data(first, &attic, NAME).await.unwrap();
    assert_eq!(data(first, &cellar, NAME).await.as_ref(), Ok(&told));
    let refused = data(stranger, &cellar, NAME).await.unwrap_err();
    assert!(refused.contains("kept"), "{refused}");
    // A code of one node is used at another, once.
    let told = account(first, &["link", &attic, "--name", NAME]).await;
    let code = told.unwrap().lines().next().unwrap().to_owned();
    let use_at = ["use-code", &cellar, &code, "--name", NAME];
    let told: Value = serde_json::from_str(&account(second, &use_at).await.unwrap()).unwrap();
    assert_eq!(told["keys"].as_array().unwrap().len(), 2);
    let again = ["use-code", &garden, &code, "--name", NAME];
    let refused = account(stranger, &again).await.unwrap_err();
    assert!(refused.contains("not good"), "{refused}");
    // A device is taken away at one node while it is connected to another, at a table of a third one.
    let told = account(first, &["link", &garden, "--name", NAME]).await;
    let code = told.unwrap().lines().next().unwrap().to_owned();
    let mut stolen = signed_in(&nodes, 1, NAME, 7, Some(&code)).await;
    let mut host = Player::connect(&garden, "Hoshi").await;
    let lobby = create(&mut host, tic_tac_toe()).await;
    stolen.join(lobby).await;
    let key = secret(7).key().to_string();
    account(first, &["revoke", &attic, &key, "--name", NAME])
        .await
        .unwrap();
    let closing = bounded("the end of a stolen device", stolen.until_closed()).await;
    assert_eq!(closing.as_deref(), Some("key_revoked"));
    // The person is forgotten at one node, and is gone at the others and in the bucket.
    account(second, &["forget", &attic, "--name", NAME])
        .await
        .unwrap();
    let of_stranger = data(stranger, &garden, NAME).await.unwrap();
    assert_eq!(of_stranger["name"], NAME);
    account(stranger, &["forget", &cellar, "--name", NAME])
        .await
        .unwrap();
    for text in nodes.nats.bucket("dicehall-accounts").await {
        assert!(!text.contains(NAME), "{text}");
    }
    let anew = data(first, &cellar, NAME).await.unwrap();
    assert_eq!(anew["keys"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_at_every_node_once_though_the_owner_is_killed_and_names_nobody_who_is_forgotten()
 {
    let Some(mut nodes) = Nodes::start().await else {
        return;
    };
    let mut host = signed_in(&nodes, 0, NAME, 1, None).await;
    let lobby = create(&mut host, tic_tac_toe()).await;
    let mut guest = signed_in(&nodes, 1, "Guest", 2, None).await;
    guest.join(lobby).await;
    for player in [&mut host, &mut guest] {
        player.must(Request::TakeSeat { seat: None }).await;
    }
    start_match(&mut [&mut host, &mut guest]).await;
    let mut records: Vec<Record> = [NAME, "Guest"].map(Record::of).into();
    let mut players = [host, guest];
    play_until(&mut players, &mut records, None, || {}).await;
    assert!(players[0].seen.outcome.is_some(), "the match is over");
    let owner = nodes.owner(lobby).await;
    let process = nodes.running[owner].take().unwrap();
    process.kill().await;
    drop(players);
    nodes.running[owner] = Some(nodes.node(owner).await);
    let everywhere = async {
        loop {
            let mut found = Vec::new();
            for at in 0..3 {
                found.push(nodes.results_at(at, lobby).await);
            }
            if found.iter().all(|it| !it.is_empty()) {
                break found;
            }
        }
    };
    let found = bounded("the result at every node", everywhere).await;
    assert!(
        found.iter().all(|it| *it == found[0] && it.len() == 1),
        "{found:?}"
    );
    assert!(!found[0][0].contains("unrated"), "{found:?}");
    let same = async {
        loop {
            let told = [
                leaders(&nodes, 0).await,
                leaders(&nodes, 1).await,
                leaders(&nodes, 2).await,
            ];
            if told[0][0]["matches"] == 1 && told[0] == told[1] && told[1] == told[2] {
                break told[0].clone();
            }
        }
    };
    let told = bounded("the same leaders at every node", same).await;
    assert!(told.to_string().contains(NAME), "{told}");
    let mut forgotten = signed_in(&nodes, (owner + 1) % 3, NAME, 1, None).await;
    forgotten.must(AccountCommand::ForgetAccount).await;
    for text in nodes.nats.bucket("dicehall-results").await {
        assert!(!text.contains(NAME) && text.contains("\"gone-"), "{text}");
    }
    let gone = async {
        for at in 0..3 {
            while leaders(&nodes, at).await.to_string().contains(NAME) {}
            let results = nodes.results_at(at, lobby).await;
            assert!(
                results.len() == 1 && !results[0].contains(NAME),
                "{results:?}"
            );
        }
    };
    bounded("the end of the name", gone).await;
}
