//! Tokens: renewed with every return, valid for one person, shown to nobody else.

use serde_json::json;

use super::harness::{Client, World};
use crate::journal::{AnyJournal, Journal, SqliteJournal};

/// Whether this token of `client` still opens the lobby; the connection that tries leaves again.
async fn is_good(world: &mut World, client: &Client, token: &str) -> bool {
    let known = Client {
        token: token.to_owned(),
        code: client.code.clone(),
        ..world.connect()
    };
    let mut again = world.resume(&known, None).await;
    again.hear().await == "welcome back"
}

#[tokio::test(start_paused = true)]
async fn a_return_brings_another_token_and_its_use_ends_the_first() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    let first = guest.token.clone();
    let mut back = world.resume(&guest.hang_up(), None).await;
    back.hears(&["welcome back"]).await;
    let second = back.token.clone();
    assert_ne!(first, second);
    let mut back = world.resume(&back.hang_up(), None).await;
    back.hears(&["welcome back"]).await;
    let third = back.token.clone();
    assert!(
        !is_good(&mut world, &back, &first).await,
        "the first died when the second was used"
    );
    assert!(
        is_good(&mut world, &back, &second).await,
        "the third was not used: its welcome may be lost"
    );
    assert!(
        !is_good(&mut world, &back, &third).await,
        "the return before has replaced it"
    );
}

#[tokio::test(start_paused = true)]
async fn a_lost_welcome_locks_nobody_out() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    for _ in 0..3 {
        // The welcome is never read, so the token in it stays unknown.
        let lost = world.resume(&guest, None).await;
        host.heard().await;
        drop(lost);
    }
    let journal = world.stop().await;
    let mut world = World::with(journal, None).await;
    let mut back = world.resume(&guest, None).await;
    back.hears(&["welcome back", "snapshot 3"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_command_after_the_return_ends_the_old_token() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    let first = guest.token.clone();
    for (id, confirmed) in [(2, false), (3, true)] {
        // A command through a connection that was never sent the new token does not confirm it.
        guest.ask(id, json!({"chat": {"text": "x"}})).await;
        guest.hears(&["accepted *", "update * said"]).await;
        assert_eq!(!is_good(&mut world, &guest, &first).await, confirmed);
        guest = world
            .resume(
                &Client {
                    token: first.clone(),
                    ..guest.hang_up()
                },
                None,
            )
            .await;
        guest
            .hears(&[if confirmed { "welcome" } else { "welcome back" }])
            .await;
        guest.heard().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_is_worth_nothing_once_the_lobby_has_ended() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let token = host.token.clone();
    host.ask(2, json!("leave")).await;
    host.hears(&["accepted 2"]).await;
    assert!(!is_good(&mut world, &host, &token).await);
}

#[tokio::test]
async fn no_file_has_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let journal = AnyJournal::Sqlite(SqliteJournal::open(folder.path()).unwrap());
    let mut world = World::with(journal, None).await;
    let mut host = world.host("Aki").await;
    let mut tokens = vec![host.token.clone()];
    for id in 2..5 {
        host = world.resume(&host, None).await;
        host.hears(&["welcome back"]).await;
        tokens.push(host.token.clone());
        host.ask(id, json!({"chat": {"text": "findable"}})).await;
        while !host.hear().await.starts_with("update") {}
    }
    world.stop().await.close().await;
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let contains = |needle: &[u8]| bytes.windows(needle.len()).any(|it| it == needle);
    assert!(contains(b"findable"), "the search finds what there is");
    for token in tokens {
        assert_eq!(token.len(), 32);
        let raw = base16ct::lower::decode_vec(&token).unwrap();
        assert!(
            !contains(token.as_bytes()) && !contains(&raw),
            "a token is in the journal"
        );
    }
}
