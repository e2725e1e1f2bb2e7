//! People who begin on a server with a file are the same people in a cluster, and on a server with a file again: with their names,
//! their devices, those that were taken away, their codes on paper, their results and the luck of these.

use std::path::Path;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{Clock, Request, Settings};
use dicehall_protocol::{AccountCommand, DeviceSecret, Hex};
use dicehall_server::archive::{read_luck, read_results};
use dicehall_tests::player::Refused;
use serde_json::Value;

use super::*;
use crate::recovery::accounts;

/// The name that is kept.
const NAME: &str = "Rumpelstilz";
/// The numbers of the devices.
const HOST: u8 = 1;
const GUEST: u8 = 2;
const FORGOTTEN: u8 = 3;
const STOLEN: u8 = 7;

/// The secret of a page.
fn secret(number: u8) -> DeviceSecret {
    DeviceSecret(Hex([number; 32]))
}

/// Signs in by the secret of a page; with a code the account is that of the code.
async fn sign_in(
    player: &mut Player,
    number: u8,
    begins: bool,
    code: Option<&str>,
) -> Result<(), Refused> {
    let command = AccountCommand::SignInBySecret {
        secret: secret(number),
        begins,
        code: code.map(|it| it.parse().unwrap()),
    };
    player.ask(command).await.map(|_accepted| ())
}

/// Somebody whose account begins with this.
async fn somebody(server: &ServerProcess, name: &str, number: u8) -> Player {
    let mut player = Player::connect(server.address(), name).await;
    sign_in(&mut player, number, true, None).await.unwrap();
    player
}

/// A code for another device of the person.
async fn link(person: &TempDir, server: &ServerProcess) -> String {
    let asked = ["link", server.address(), "--name", NAME];
    let told = accounts::account(person, &asked).await.unwrap();
    told.lines().next().unwrap().to_owned()
}

/// A rated match that the guest gives up after some plies; returns when its result is there.
async fn rated_match(host: &mut Player, guest: &mut Player, data: &Path) {
    let before = read_results(data).map_or(0, |it| it.len());
    let settings = Settings {
        rules: GameKind::DiceWars.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let lobby = host.create_with(settings).await;
    guest.join(lobby).await;
    for player in [&mut *host, &mut *guest] {
        player.must(Request::TakeSeat { seat: None }).await;
    }
    start_match(&mut [&mut *host, &mut *guest]).await;
    let goes_on = |seen: &Seen| seen.ply.0 < 6;
    tokio::join!(host.play_while(goes_on), guest.play_while(goes_on));
    guest.must(Request::Resign).await;
    let written = async { while read_results(data).map_or(0, |it| it.len()) == before {} };
    bounded("the result", written).await;
}

/// A person's account begins, with another device, one that is taken away again, and codes on paper; returns the other device and
/// two of the codes.
async fn begin(person: &TempDir, server: &ServerProcess) -> (Player, Vec<String>) {
    accounts::account(person, &["new"]).await.unwrap();
    accounts::data(person, server.address(), NAME)
        .await
        .unwrap();
    let mut host = Player::connect(server.address(), NAME).await;
    let code = link(person, server).await;
    sign_in(&mut host, HOST, false, Some(&code)).await.unwrap();
    let mut stolen = Player::connect(server.address(), NAME).await;
    let code = link(person, server).await;
    sign_in(&mut stolen, STOLEN, false, Some(&code))
        .await
        .unwrap();
    let asked = ["rescue", server.address(), "--name", NAME];
    let codes = accounts::account(person, &asked).await.unwrap();
    let codes = codes.lines().take(2).map(str::to_owned).collect();
    let key = secret(STOLEN).key().to_string();
    let revoked = ["revoke", server.address(), &key, "--name", NAME];
    accounts::account(person, &revoked).await.unwrap();
    (host, codes)
}

/// Waits until a folder has all results and their luck.
async fn until_known(data: &Path) {
    let known = async {
        while read_results(data).map_or(0, |it| it.len()) < 2
            || read_luck(data).map_or(0, |it| it.len()) < 2
        {}
    };
    bounded("results and luck", known).await;
}

/// The bytes of the ratings that follow from a folder.
async fn ratings(data: &Path) -> Vec<u8> {
    let folder = data.display().to_string();
    let wanted = ["ratings", "rebuild", "--data", &folder];
    let told = programs::run("dicehall-server", wanted, "").await;
    assert_eq!(told.code, Some(0), "{told:?}");
    std::fs::read(data.join("ratings.json")).unwrap()
}

/// Checks that everybody is at a server who they were; a code on paper brings a new device there.
async fn check_people(server: &ServerProcess, person: &TempDir, told: &Value, code: &str) {
    let address = server.address();
    let now = accounts::data(person, address, NAME).await.unwrap();
    assert_eq!(now, *told);
    let mut guest = Player::connect(address, "Guest").await;
    sign_in(&mut guest, GUEST, false, None).await.unwrap();
    let mut thief = Player::connect(address, "Thief").await;
    let refused = sign_in(&mut thief, STOLEN, true, None).await.unwrap_err();
    assert_eq!(refused.code, "key_revoked");
    let homes = [(); 2].map(|()| TempDir::new().unwrap());
    let [stranger, device] = &homes;
    accounts::account(stranger, &["new"]).await.unwrap();
    let refused = accounts::data(stranger, address, NAME).await.unwrap_err();
    assert!(refused.contains("kept"), "{refused}");
    let asked = ["use-code", address, code, "--name", NAME];
    let of_device = accounts::account(device, &asked).await.unwrap();
    let of_device: Value = serde_json::from_str(&of_device).unwrap();
    assert_eq!(of_device["account"], told["account"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_move_into_a_cluster_and_back_and_so_do_their_results() {
    let Some(program) = nats::program() else {
        return;
    };
    let nats = Nats::start(program).await;
    let homes: [TempDir; 6] = std::array::from_fn(|_| TempDir::new().unwrap());
    let [first, middle, last, other, person, namesake] = &homes;
    let server = ServerProcess::start(first, "127.0.0.1:0", &[]).await;
    let (mut host, codes) = begin(person, &server).await;
    let mut guest = somebody(&server, "Guest", GUEST).await;
    let mut forgotten = somebody(&server, "Zed", FORGOTTEN).await;
    rated_match(&mut host, &mut forgotten, &data(first)).await;
    drop((host, forgotten));
    let mut forgotten = Player::connect(server.address(), "Zed").await;
    sign_in(&mut forgotten, FORGOTTEN, false, None)
        .await
        .unwrap();
    forgotten.must(AccountCommand::ForgetAccount).await;
    let mut host = Player::connect(server.address(), NAME).await;
    sign_in(&mut host, HOST, false, None).await.unwrap();
    rated_match(&mut host, &mut guest, &data(first)).await;
    until_known(&data(first)).await;
    let address = server.address().to_owned();
    let told = accounts::data(person, &address, NAME).await.unwrap();
    server.kill().await;
    let before = ratings(&data(first)).await;
    let text = String::from_utf8_lossy(&before);
    assert!(text.contains(NAME) && text.contains("gone-1"), "{text}");

    let ended = run("import-journal", &data(first), &nats).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let moved = ", 2 accounts and 2 results are on both sides; 0 of the records, 0 of the accounts and 0 of the results were";
    assert!(ended.stdout.contains(moved), "{ended:?}");
    // Run again it finds everything there.
    let ended = run("import-journal", &data(first), &nats).await;
    let moved = ", 2 of the accounts and 2 of the results were there already\n";
    assert!(ended.stdout.ends_with(moved), "{ended:?}");
    // Somebody else on another server has the name.
    let server = ServerProcess::start(other, "127.0.0.1:0", &[]).await;
    accounts::account(namesake, &["new"]).await.unwrap();
    let of_namesake = accounts::data(namesake, server.address(), NAME).await;
    let id = of_namesake.unwrap()["account"].as_str().unwrap().to_owned();
    server.kill().await;
    let words = format!("account {id} has a name that the cluster keeps for account");
    refused("import-journal", &data(other), &nats, &words).await;

    let server = nats.node(middle).await;
    until_known(&data(middle)).await;
    assert_eq!(ratings(&data(middle)).await, before);
    check_people(&server, person, &told, &codes[0]).await;
    let told = accounts::data(person, server.address(), NAME)
        .await
        .unwrap();
    assert!(server.terminate().await.0.success());
    let ended = run("export-journal", &data(last), &nats).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let moved = ", 2 accounts and 2 results are on both sides; 0 of the records, ";
    assert!(ended.stdout.contains(moved), "{ended:?}");
    assert_eq!(ratings(&data(last)).await, before);
    let server = ServerProcess::start(last, "127.0.0.1:0", &[]).await;
    check_people(&server, person, &told, &codes[1]).await;
    assert!(server.terminate().await.0.success());
    // The folder where everything began is out of date.
    refused("export-journal", &data(first), &nats, "nothing was written").await;
}
