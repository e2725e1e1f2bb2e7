//! Guests for whom a door for ssh speaks: whose word is taken, and what becomes of those whom it names.

use std::net::IpAddr;

use dicehall_protocol::{AccountKey, Hex};
use serde_json::{Value, json};

use super::accounts::Device;
use super::harness::{Client, World};
use crate::session::limits::ACCOUNTS_PER_ADDRESS;

/// The key of ssh of a guest.
const GUEST: AccountKey = Hex([0x66; 32]);

/// A server that takes the word of one door, and that door.
async fn beside_door() -> (World, Device) {
    let (mut world, door) = (World::with_accounts(None).await, Device::new(40));
    world.takes_word_of(door.key());
    (world, door)
}

/// The word of a door that lets an account begin.
fn beginning(mut word: Value) -> Value {
    word["sign_in_by_door"]["begins"] = json!(true);
    word
}

/// The same for a guest who has typed a code.
fn with_code(mut word: Value, code: &str) -> Value {
    word["sign_in_by_door"]["code"] = json!(code);
    word
}

impl World {
    /// A guest whom a door has greeted and vouches for; `change` is done to its word.
    async fn vouched(
        &mut self,
        name: &str,
        (door, guest): (&Device, AccountKey),
        change: impl FnOnce(Value) -> Value,
    ) -> Client {
        let mut client = self.greet(name).await;
        let word = door.word(&client.challenge(), guest);
        client.ask(1, change(word)).await;
        client
    }

    /// Checks what somebody hears whom a door vouches for.
    async fn hears_word(
        &mut self,
        of: (&Device, AccountKey),
        change: impl FnOnce(Value) -> Value,
        expect: &str,
    ) {
        let mut client = self.vouched("Cy", of, change).await;
        client.hears(&[expect]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_guest_is_nobody_until_asked_for_and_then_the_same_person_each_time() {
    let (mut world, door) = beside_door().await;
    let of = (&door, GUEST);
    world
        .hears_word(of, |it| it, "rejected 1 no_such_key")
        .await;
    let told = format!("accepted 1 account={}:Aki:1", GUEST.account());
    let mut own = world.vouched("Aki", of, beginning).await;
    own.hears(&[&told]).await;
    world.hears_word(of, |it| it, &told).await;
    // The name is kept: not even another guest of the same door may have it.
    let other = (&door, Hex([0x67; 32]));
    let mut thief = world.vouched("aki", other, beginning).await;
    thief.hears(&["rejected 1 name_kept"]).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_but_a_door_that_is_known_is_believed_and_only_about_this_guest_and_connection() {
    let (mut world, door) = beside_door().await;
    let told = format!("accepted 1 account={}:Cy:1", GUEST.account());
    world.hears_word((&door, GUEST), beginning, &told).await;
    let bad = "rejected 1 bad_signature";
    // Another key, even one by which somebody has signed in.
    let stranger = Device::new(41);
    drop(world.signed_in("Bo", &stranger).await);
    world.hears_word((&stranger, GUEST), |it| it, bad).await;
    // The door's name under a signature that is not its own.
    let forged = |mut it: Value| {
        it["sign_in_by_door"]["door"] = json!(door.key());
        it
    };
    world.hears_word((&stranger, GUEST), forged, bad).await;
    // The word for one guest, said of another.
    let swapped = |mut it: Value| {
        it["sign_in_by_door"]["key"] = json!(GUEST);
        it
    };
    world.hears_word((&door, Hex([7; 32])), swapped, bad).await;
    // The word for another connection.
    let (other, mut client) = (world.greet("Cy").await, world.greet("Cy").await);
    client.ask(1, door.word(&other.challenge(), GUEST)).await;
    client.hears(&[bad]).await;
    // The signature by which somebody signs in is not one for a door.
    let mut client = world.greet("Cy").await;
    let proof = door.proof(&client.challenge(), None);
    let signature = proof["sign_in"]["signature"].clone();
    let replaced =
        json!({"sign_in_by_door": {"key": GUEST, "door": door.key(), "signature": signature}});
    client.ask(1, replaced).await;
    client.hears(&[bad]).await;
    // And one for a door is not one by which somebody signs in.
    let mut client = world.greet("Cy").await;
    let word = door.word(&client.challenge(), GUEST);
    let signature = word["sign_in_by_door"]["signature"].clone();
    let signed = json!({"sign_in": {"key": door.key(), "signature": signature}});
    client.ask(1, signed).await;
    client.hears(&[bad]).await;
}

#[tokio::test(start_paused = true)]
async fn a_guests_key_is_a_device_that_is_linked_taken_away_and_forgotten() {
    let (mut world, door) = beside_door().await;
    let (of, first) = ((&door, GUEST), Device::new(1));
    let mut own = world.signed_in("Aki", &first).await;
    own.ask(2, json!("new_link_code")).await;
    own.heard().await;
    let code = own.device_code.clone();
    let mut guest = world.vouched("Aki", of, |it| with_code(it, &code)).await;
    guest.hears(&[&first.account(1, "Aki", 2)]).await;
    own.ask(3, json!({"revoke_key": {"key": GUEST}})).await;
    own.hears(&["accepted 3"]).await;
    let told = guest.last_words().await;
    assert!(told.contains(&"closing key_revoked".to_owned()), "{told:?}");
    world
        .hears_word(of, beginning, "rejected 1 key_revoked")
        .await;
    own.ask(4, json!("forget_account")).await;
    own.hears(&["accepted 4"]).await;
    let told = format!("accepted 1 account={}:Cy:1", GUEST.account());
    world.hears_word(of, beginning, &told).await;
}

#[tokio::test(start_paused = true)]
async fn the_guests_of_a_door_that_tells_no_addresses_begin_so_many_accounts_together() {
    let (mut world, door) = beside_door().await;
    let guests: Vec<AccountKey> = (1..=u8::try_from(ACCOUNTS_PER_ADDRESS.get()).unwrap())
        .map(|it| Hex([it; 32]))
        .collect();
    world.from = IpAddr::from([127, 0, 0, 1]);
    for (number, guest) in guests.iter().enumerate() {
        let name = format!("Pupil {number}");
        let mut client = world.vouched(&name, (&door, *guest), beginning).await;
        let told = format!("accepted 1 account={}:{name}:1", guest.account());
        client.hears(&[&told]).await;
    }
    let late = (&door, Hex([0xEE; 32]));
    world
        .hears_word(late, beginning, "rejected 1 accounts_full")
        .await;
    // Of a guest whose address it tells only that counts.
    world.from = "192.0.2.8".parse().unwrap();
    let told = format!("accepted 1 account={}:Cy:1", late.1.account());
    world.hears_word(late, beginning, &told).await;
}
