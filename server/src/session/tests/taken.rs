//! Devices that are taken away while they have lost their connection: no token leads them back to a seat.

use serde_json::json;

use super::accounts::Device;
use super::harness::{Client, World};

/// Somebody with two devices: at a table by the second, with the first beside it.
struct Seated {
    world: World,
    table: Client,
    own: Client,
    other: Client,
    first: Device,
    second: Device,
}

async fn seated() -> Seated {
    let mut world = World::with_accounts(None).await;
    let (first, second) = (Device::new(1), Device::new(2));
    let own = world.signed_in("Aki", &first).await;
    let accounts = world.context.accounts.as_ref().unwrap();
    accounts.add_key(first.key().account(), second.key());
    let mut table = world.host("Bo").await;
    let mut other = world.greet("Aki").await;
    other.sign_in(&second).await;
    other.hears(&[&first.account(1, "Aki", 2)]).await;
    other
        .ask(2, json!({"join_lobby": {"lobby": table.code}}))
        .await;
    other.hears(&["accepted 2 joined", "snapshot *"]).await;
    table.hears(&["update * entered"]).await;
    Seated {
        world,
        table,
        own,
        other,
        first,
        second,
    }
}

impl Client {
    /// Takes a device away, as command 3.
    async fn takes_away(&mut self, device: &Device) {
        let command = json!({"revoke_key": {"key": device.key()}});
        self.ask(3, command).await;
        self.hears(&["accepted 3"]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_of_a_device_that_was_taken_away_is_refused_and_the_table_sees_nothing() {
    let mut at = seated().await;
    let gone = at.other.hang_up();
    at.table.hears(&["presence 1 gone"]).await;
    at.own.takes_away(&at.second).await;
    let mut back = at.world.resume(&gone, None).await;
    let told = back.last_words().await;
    assert!(told.contains(&"closing key_revoked".to_owned()), "{told:?}");
    at.table.hears(&["silence"]).await;
    // It may come as a guest, like anybody.
    let mut guest = at.world.greet("Guest").await;
    guest
        .ask(2, json!({"join_lobby": {"lobby": at.table.code}}))
        .await;
    guest.hears(&["accepted 2 joined", "snapshot *"]).await;
}

#[tokio::test(start_paused = true)]
async fn guests_and_devices_that_are_still_there_come_back_by_their_tokens() {
    let mut at = seated().await;
    let guest = at.world.guest("Cy", &mut at.table).await.hang_up();
    at.own.takes_away(&Device::new(2)).await;
    at.other.last_words().await;
    at.world
        .resume(&guest, None)
        .await
        .hears(&["welcome back", "snapshot *"])
        .await;
    // The first device comes in, is away and comes back.
    let mut first = at.world.greet("Aki").await;
    first.sign_in(&at.first).await;
    first.hears(&[&at.first.account(1, "Aki", 1)]).await;
    first
        .ask(2, json!({"join_lobby": {"lobby": at.table.code}}))
        .await;
    first.hears(&["accepted 2 joined", "snapshot *"]).await;
    let gone = first.hang_up();
    at.world
        .resume(&gone, None)
        .await
        .hears(&["welcome back", "snapshot *"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_came_back_by_a_token_alone_is_cut_when_its_device_is_taken_away() {
    let mut at = seated().await;
    let gone = at.other.hang_up();
    at.table.hears(&["presence 1 gone"]).await;
    let mut back = at.world.resume(&gone, None).await;
    back.hears(&["welcome back", "snapshot *"]).await;
    at.table.hears(&["presence 1 here"]).await;
    at.own.takes_away(&at.second).await;
    let told = back.last_words().await;
    assert!(told.contains(&"closing key_revoked".to_owned()), "{told:?}");
    at.table.hears(&["update * left"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_remembers_its_device_through_a_restart() {
    let Seated {
        world,
        table,
        own,
        other,
        first,
        second,
    } = seated().await;
    let (gone, host) = (other.hang_up(), table.hang_up());
    drop(own);
    let mut world = World::with(world.stop().await, None).await;
    world.keep_accounts(None);
    let mut own = world.signed_in("Aki", &first).await;
    let accounts = world.context.accounts.as_ref().unwrap();
    accounts.add_key(first.key().account(), second.key());
    own.takes_away(&second).await;
    let told = world.resume(&gone, None).await.last_words().await;
    assert!(told.contains(&"closing key_revoked".to_owned()), "{told:?}");
    let mut back = world.resume(&host, None).await;
    back.hears(&["welcome back", "snapshot *"]).await;
}
