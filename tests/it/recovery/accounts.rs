//! Accounts outlive every kill: what a person was told of an account is there after it, once.

use std::process::Stdio;

use dicehall_tests::bounded;
use dicehall_tests::programs::{self, ServerProcess};
use serde_json::Value;
use tempfile::TempDir;

/// The number of people, of whom each begins an account just before the server is killed.
const PEOPLE: usize = 4;

/// Runs `dicehall account` in a person's folders; returns what it prints, or what is wrong.
pub(crate) async fn account(home: &TempDir, arguments: &[&str]) -> Result<String, String> {
    let mut command = programs::command("dicehall", home);
    command.arg("account").args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = bounded("a command", command.output()).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

/// All that a server keeps of a person's account.
pub(crate) async fn data(home: &TempDir, address: &str, name: &str) -> Result<Value, String> {
    let told = account(home, &["data", address, "--name", name]).await?;
    Ok(serde_json::from_str(&told).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_of_an_account_survives_every_kill() {
    let server_home = TempDir::new().unwrap();
    let people: Vec<TempDir> = (0..PEOPLE).map(|_| TempDir::new().unwrap()).collect();
    let mut told: Vec<Value> = Vec::new();
    for (number, home) in people.iter().enumerate() {
        account(home, &["new"]).await.unwrap();
        let mut server = ServerProcess::start(&server_home, "127.0.0.1:0", &[]).await;
        for (before, (home, told)) in people.iter().zip(&told).enumerate() {
            let name = format!("Somebody {before}");
            assert_eq!(data(home, server.address(), &name).await.as_ref(), Ok(told));
        }
        let address = server.address().to_owned();
        told.push(
            data(home, &address, &format!("Person {number}"))
                .await
                .unwrap(),
        );
        server.kill_now();
        server.kill().await;
    }
    // The last is forgotten, and stays so.
    let mut server = ServerProcess::start(&server_home, "127.0.0.1:0", &[]).await;
    let (last, name) = (people.last().unwrap(), format!("Person {}", PEOPLE - 1));
    account(last, &["forget", server.address(), "--name", &name])
        .await
        .unwrap();
    server.kill_now();
    server.kill().await;
    let server = ServerProcess::start(&server_home, "127.0.0.1:0", &[]).await;
    let stranger = TempDir::new().unwrap();
    account(&stranger, &["new"]).await.unwrap();
    let first = data(&stranger, server.address(), "Person 0").await;
    let refused = first.unwrap_err();
    assert!(
        refused.contains("kept") && refused.lines().count() == 1,
        "the name is Person 0's: {refused}"
    );
    let taken = data(&stranger, server.address(), &name).await.unwrap();
    assert_eq!(taken["name"], name.as_str());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_used_by_tls_too_and_a_device_without_a_key_has_none() {
    let (server_home, home) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let server = ServerProcess::start(&server_home, "127.0.0.1:0", &["--tls-self-signed"]).await;
    let address = format!("wss://{}", server.address());
    let arguments = ["data", &address, "--name", "Aki", "--trust-first"];
    let none = account(&home, &arguments).await.unwrap_err();
    assert!(none.contains("account new"), "{none}");
    assert!(!home.path().join("state/dicehall/account.key").exists());
    account(&home, &["new"]).await.unwrap();
    let shown: Value =
        serde_json::from_str(&account(&home, &["show", "--json"]).await.unwrap()).unwrap();
    let told: Value = serde_json::from_str(&account(&home, &arguments).await.unwrap()).unwrap();
    assert_eq!(told["account"], shown["account"]);
    assert_eq!(told["keys"][0]["key"], shown["key"]);
    let again = account(&home, &["new"]).await.unwrap_err();
    assert!(again.contains("one already"), "{again}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_device_comes_by_a_code_which_a_restart_ends_and_stays_after_every_kill() {
    let homes = [(); 4].map(|()| TempDir::new().unwrap());
    let [server_home, first, second, late] = &homes;
    account(first, &["new"]).await.unwrap();
    let mut server = ServerProcess::start(server_home, "127.0.0.1:0", &[]).await;
    let address = server.address().to_owned();
    data(first, &address, "Aki").await.unwrap();
    let code = link_code(first, &address).await;
    let arguments = ["use-code", &address, &code, "--name", "Aki"];
    let told: Value = serde_json::from_str(&account(second, &arguments).await.unwrap()).unwrap();
    assert_eq!(told["keys"].as_array().unwrap().len(), 2);
    let of_the_past = link_code(first, &address).await;
    server.kill_now();
    server.kill().await;
    let server = ServerProcess::start(server_home, "127.0.0.1:0", &[]).await;
    let address = server.address().to_owned();
    assert_eq!(data(second, &address, "Aki").await, Ok(told.clone()));
    // The code is forgotten, and so is the key that was made to try it.
    let arguments = ["use-code", &address, &of_the_past, "--name", "Aki"];
    let refused = account(late, &arguments).await.unwrap_err();
    assert!(refused.contains("not good"), "{refused}");
    assert!(!late.path().join("state/dicehall/account.key").exists());
    // The first device is lost: its key is taken away.
    let lost = told["keys"][0]["key"].as_str().unwrap();
    account(second, &["revoke", &address, lost, "--name", "Aki"])
        .await
        .unwrap();
    let refused = data(first, &address, "Aki").await.unwrap_err();
    assert!(refused.contains("taken away"), "{refused}");
    let left = data(second, &address, "Aki").await.unwrap();
    assert_eq!(left["account"], told["account"]);
    assert_eq!(left["keys"].as_array().unwrap().len(), 1);
}

/// A code for another device, as a person reads it.
async fn link_code(home: &TempDir, address: &str) -> String {
    let told = account(home, &["link", address, "--name", "Aki"])
        .await
        .unwrap();
    let code = told.lines().next().unwrap().to_owned();
    assert!(
        told.contains(&format!("use-code {address} {code}")),
        "{told}"
    );
    code
}

/// The server is killed the moment its file changes, which is before, while or after it answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_on_paper_is_used_once_through_a_kill_while_it_is_used() {
    let homes = [(); 3].map(|()| TempDir::new().unwrap());
    let [server_home, first, second] = &homes;
    account(first, &["new"]).await.unwrap();
    let mut server = ServerProcess::start(server_home, "127.0.0.1:0", &[]).await;
    let address = server.address().to_owned();
    let told = account(first, &["rescue", &address, "--name", "Aki"])
        .await
        .unwrap();
    let codes: Vec<&str> = told.lines().take(3).collect();
    // It is told only once it is on the disk.
    server.kill_now();
    server.kill().await;
    let mut server = ServerProcess::start(server_home, "127.0.0.1:0", &[]).await;
    let address = server.address().to_owned();
    assert_eq!(
        data(first, &address, "Aki").await.unwrap()["rescue_codes"],
        3
    );
    let log = server_home.path().join("journal/accounts.sqlite-wal");
    let before = std::fs::read(&log).unwrap_or_default();
    let arguments = ["use-code", &address, codes[0], "--name", "Aki"];
    let changed = async {
        while std::fs::read(&log).unwrap_or_default() == before {
            tokio::task::yield_now().await;
        }
    };
    let mut using = Box::pin(account(second, &arguments));
    tokio::select! {
        () = bounded("the file changes", changed) => {}
        _done = &mut using => {}
    }
    server.kill_now();
    server.kill().await;
    drop(using);
    let server = ServerProcess::start(server_home, "127.0.0.1:0", &[]).await;
    let address = server.address().to_owned();
    // Said again it is either carried out now, or was before.
    let arguments = ["use-code", &address, codes[0], "--name", "Aki"];
    if let Err(refused) = account(second, &arguments).await {
        assert!(refused.contains("has an account here already"), "{refused}");
    }
    let [of_first, of_second] = [
        data(first, &address, "Aki").await.unwrap(),
        data(second, &address, "Aki").await.unwrap(),
    ];
    assert_eq!(of_first["account"], of_second["account"]);
    assert_eq!(of_second["keys"].as_array().unwrap().len(), 2);
    assert_eq!(of_second["rescue_codes"], 2);
}
