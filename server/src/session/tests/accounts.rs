//! Accounts: proofs that are good and proofs that are not, names that are kept, and keys that are taken away.

use std::net::IpAddr;

use dicehall_protocol::{AccountKey, Challenge, Hex};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::harness::{Client, World, settings};
use crate::session::limits::ACCOUNTS_PER_ADDRESS;

/// A device with a key of its own.
pub(super) struct Device(Ed25519KeyPair);

impl Device {
    pub(super) fn new(seed: u8) -> Self {
        Self(Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap())
    }

    pub(super) fn key(&self) -> AccountKey {
        Hex(self.0.public_key().as_ref().try_into().unwrap())
    }

    /// The word of a door with this key for a guest, as the command that answers a challenge.
    pub(super) fn word(&self, challenge: &Challenge, guest: AccountKey) -> Value {
        let signed = challenge.door_bytes(&guest, None);
        let signature = Hex::<64>(self.0.sign(&signed).as_ref().try_into().unwrap());
        json!({"sign_in_by_door": {"key": guest, "door": self.key(), "signature": signature}})
    }

    /// The account that begins with its key.
    pub(super) fn account_id(&self) -> String {
        self.key().account().to_string()
    }

    /// The command that answers a challenge.
    pub(super) fn proof(&self, challenge: &Challenge, certificate: Option<Hex<32>>) -> Value {
        let signed = challenge.signed_bytes(certificate.as_ref());
        let signature = Hex::<64>(self.0.sign(&signed).as_ref().try_into().unwrap());
        json!({"sign_in": {"key": self.key(), "signature": signature, "certificate": certificate}})
    }

    /// The words that are heard of an account that has begun with this key.
    pub(super) fn account(&self, id: u64, name: &str, keys: usize) -> String {
        format!(
            "accepted {id} account={}:{name}:{keys}",
            self.key().account()
        )
    }
}

impl Client {
    pub(super) fn challenge(&self) -> Challenge {
        self.challenge.expect("the server keeps accounts")
    }

    /// Signs in by the key of a device, as command 1.
    pub(super) async fn sign_in(&mut self, device: &Device) {
        self.ask(1, device.proof(&self.challenge(), None)).await;
    }

    /// Asks for a lobby, as command 2.
    async fn found(&mut self) {
        self.ask(
            2,
            json!({"create_lobby": {"title": "T", "settings": settings()}}),
        )
        .await;
    }

    /// Reads everything up to the end of the connection.
    pub(super) async fn last_words(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.hear().await {
                line if line == "end" => return heard,
                line => heard.push(line),
            }
            assert!(heard.len() < 100, "the connection goes on: {heard:?}");
        }
    }
}

impl World {
    /// Somebody who has signed in.
    pub(super) async fn signed_in(&mut self, name: &str, device: &Device) -> Client {
        let mut client = self.greet(name).await;
        client.sign_in(device).await;
        client.hears(&[&device.account(1, name, 1)]).await;
        client
    }
}

/// Checks that the proof which `made` derives from the challenge of another connection, and its own, is refused.
async fn check_refused(world: &mut World, made: impl FnOnce(&Challenge, &Challenge) -> Value) {
    let other = world.greet("Aki").await;
    let mut client = world.greet("Aki").await;
    let proof = made(&other.challenge(), &client.challenge());
    client.ask(1, proof).await;
    client.hears(&["rejected 1 bad_signature"]).await;
    client.ask(2, json!("my_account")).await;
    client.hears(&["rejected 2 not_signed_in"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_key_begins_an_account_that_everybody_in_a_lobby_sees_and_that_is_known_again() {
    let mut world = World::with_accounts(None).await;
    let device = Device::new(1);
    let mut host = world.signed_in("Aki", &device).await;
    host.found().await;
    host.hears(&["accepted 2 joined", "snapshot 2"]).await;
    let guest = world.guest("Bo", &mut host).await;
    let told: Vec<_> = guest.people.iter().map(|it| it.account).collect();
    assert_eq!(told, [Some(device.key().account()), None]);
    // On another day, under another name.
    let mut again = world.greet("Cy").await;
    again.sign_in(&device).await;
    again.hears(&[&device.account(1, "Aki", 1)]).await;
    again.ask(3, json!("my_account")).await;
    again.hears(&[&device.account(3, "Aki", 1)]).await;
    // The account is at the table already.
    again
        .ask(4, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    again.hears(&["rejected 4 account_here"]).await;
}

#[tokio::test(start_paused = true)]
async fn guests_play_as_before_and_a_server_without_accounts_offers_none() {
    let mut world = World::with_accounts(None).await;
    let (host, _guest) = world.playing().await;
    assert!(host.challenge.is_some());
    let mut world = World::new().await;
    let mut client = world.greet("Aki").await;
    assert!(client.challenge.is_none());
    let elsewhere = Challenge {
        server: Hex([1; 32]),
        nonce: Hex([2; 32]),
    };
    client.ask(1, Device::new(1).proof(&elsewhere, None)).await;
    client.hears(&["rejected 1 no_accounts"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_proof_of_another_connection_is_refused_whether_it_was_used_or_not() {
    let (mut world, device) = (World::with_accounts(None).await, Device::new(1));
    check_refused(&mut world, |other, _| device.proof(other, None)).await;
    // Used on its own connection, and then shown again on another.
    let mut first = world.greet("Aki").await;
    let used = first.challenge();
    first.sign_in(&device).await;
    first.hears(&[&device.account(1, "Aki", 1)]).await;
    check_refused(&mut world, |_, _| device.proof(&used, None)).await;
}

#[tokio::test(start_paused = true)]
async fn a_proof_for_another_server_is_refused() {
    let (mut world, device) = (World::with_accounts(None).await, Device::new(1));
    let mut elsewhere = World::with_accounts(None).await;
    let there = elsewhere.greet("Aki").await.challenge().server;
    // Whoever runs the other server passes on this connection's number, and the name of the other server, which the person
    // knows.
    check_refused(&mut world, |_, own| {
        let relayed = Challenge {
            server: there,
            nonce: own.nonce,
        };
        device.proof(&relayed, None)
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn with_a_certificate_the_proof_names_it_and_without_one_it_does_not() {
    let (certificate, device) = (Hex([3; 32]), Device::new(1));
    let mut secure = World::with_accounts(Some(certificate)).await;
    check_refused(&mut secure, |_, own| device.proof(own, None)).await;
    check_refused(&mut secure, |_, own| device.proof(own, Some(Hex([4; 32])))).await;
    check_refused(&mut secure, |_, own| {
        let mut proof = device.proof(own, None);
        proof["sign_in"]["certificate"] = json!(certificate);
        proof
    })
    .await;
    let mut client = secure.greet("Aki").await;
    client
        .ask(1, device.proof(&client.challenge(), Some(certificate)))
        .await;
    client.hears(&[&device.account(1, "Aki", 1)]).await;
    let mut plain = World::with_accounts(None).await;
    check_refused(&mut plain, |_, own| device.proof(own, Some(certificate))).await;
}

#[tokio::test(start_paused = true)]
async fn a_challenge_is_good_for_one_attempt() {
    let (mut world, device) = (World::with_accounts(None).await, Device::new(1));
    let mut client = world.greet("Aki").await;
    let mut proof = device.proof(&client.challenge(), None);
    proof["sign_in"]["key"] = json!(Device::new(2).key());
    client.ask(1, proof).await;
    client.hears(&["rejected 1 bad_signature"]).await;
    client.sign_in(&device).await;
    client.hears(&["rejected 1 bad_signature"]).await;
    let mut other = world.signed_in("Aki", &device).await;
    other.sign_in(&device).await;
    other.hears(&["rejected 1 signed_in"]).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_no_key_and_no_signature_is_no_command() {
    let mut world = World::with_accounts(None).await;
    let (key, signature) = ("a".repeat(64), "b".repeat(128));
    for (key, signature) in [
        ("", signature.as_str()),
        (&key[1..], &signature),
        (&key.to_uppercase(), &signature),
        (&"g".repeat(64), &signature),
        (&key, &signature[2..]),
        (&key, ""),
    ] {
        let mut client = world.greet("Aki").await;
        let proof = json!({"sign_in": {"key": key, "signature": signature}});
        client.ask(1, proof).await;
        client.hears(&["rejected 1 not_a_message"]).await;
    }
    // Points that are on no curve, or that are known to everybody.
    for key in [Hex([0xff; 32]), Hex([0; 32]), Hex([1; 32])] {
        // The point 0 has the order 4: the signature would be good for one challenge in four.
        for _ in 0..16 {
            check_refused(
                &mut world,
                |_, _| json!({"sign_in": {"key": key, "signature": Hex([0; 64])}}),
            )
            .await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_name_is_kept_for_the_account_that_said_it_first() {
    let (mut world, device) = (World::with_accounts(None).await, Device::new(1));
    let mut table = world.host("Bo").await;
    drop(world.signed_in("Aki", &device).await);
    // Look-alikes, too: the second begins with a Cyrillic letter.
    for name in ["Aki", "\u{410}ki", "aKI"] {
        let mut guest = world.greet(name).await;
        guest.found().await;
        guest.hears(&["rejected 2 name_kept"]).await;
        guest
            .ask(3, json!({"join_lobby": {"lobby": table.code}}))
            .await;
        guest.hears(&["rejected 3 name_kept"]).await;
        let mut other = world.greet(name).await;
        other.sign_in(&Device::new(2)).await;
        other.hears(&["rejected 1 name_kept"]).await;
    }
    let mut own = world.signed_in("Aki", &device).await;
    own.ask(3, json!({"join_lobby": {"lobby": table.code}}))
        .await;
    own.hears(&["accepted 3 joined", "snapshot *"]).await;
    table.hears(&["update * entered"]).await;
    // Whoever asks for it keeps another name instead, unless that is somebody else's.
    let mut renamed = world.greet("Cy").await;
    renamed.sign_in(&device).await;
    renamed.hears(&[&device.account(1, "Aki", 1)]).await;
    let mut other = world.signed_in("Dee", &Device::new(3)).await;
    renamed.ask(3, json!("keep_name")).await;
    renamed.hears(&[&device.account(3, "Cy", 1)]).await;
    let mut thief = world.greet("cy").await;
    thief.sign_in(&Device::new(3)).await;
    thief.hears(&[&Device::new(3).account(1, "Dee", 1)]).await;
    for id in [3, 4] {
        thief.ask(id, json!("keep_name")).await;
        thief.hears(&[&format!("rejected {id} name_kept")]).await;
    }
    thief.found().await;
    thief.hears(&["rejected 2 name_kept"]).await;
    other.found().await;
    other.hears(&["accepted 2 joined", "snapshot 2"]).await;
    let mut guest = world.greet("aki").await;
    guest.found().await;
    guest.hears(&["accepted 2 joined", "snapshot 2"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_key_that_is_taken_away_closes_its_connections_at_once_and_lets_nobody_in() {
    let mut world = World::with_accounts(None).await;
    let (device, stolen) = (Device::new(1), Device::new(2));
    let mut own = world.signed_in("Aki", &device).await;
    let account = device.key().account();
    let add = |world: &World| {
        let accounts = world.context.accounts.as_ref().unwrap();
        accounts.add_key(account, stolen.key());
    };
    add(&world);
    let mut table = world.host("Bo").await;
    let mut thief = world.greet("Aki").await;
    thief.sign_in(&stolen).await;
    thief.hears(&[&device.account(1, "Aki", 2)]).await;
    thief
        .ask(2, json!({"join_lobby": {"lobby": table.code}}))
        .await;
    thief.hears(&["accepted 2 joined", "snapshot *"]).await;
    table.hears(&["update * entered"]).await;
    own.ask(3, json!({"revoke_key": {"key": stolen.key()}}))
        .await;
    own.hears(&["accepted 3"]).await;
    let told = thief.last_words().await;
    assert!(told.contains(&"closing key_revoked".to_owned()), "{told:?}");
    // The place at the table is gone as well: no token leads back to it.
    table.hears(&["update * left"]).await;
    let mut back = world.resume(&thief.hang_up(), None).await;
    back.hears(&["welcome"]).await;
    let mut again = world.greet("Aki").await;
    again.sign_in(&stolen).await;
    again.hears(&["rejected 1 key_revoked"]).await;
    own.ask(4, json!("my_account")).await;
    own.hears(&[&device.account(4, "Aki", 1)]).await;
}

#[tokio::test(start_paused = true)]
async fn only_ones_own_keys_are_taken_away_and_not_the_last() {
    let mut world = World::with_accounts(None).await;
    let (device, other) = (Device::new(1), Device::new(2));
    let mut own = world.signed_in("Aki", &device).await;
    let mut stranger = world.signed_in("Bo", &other).await;
    let revoke = |device: &Device| json!({"revoke_key": {"key": device.key()}});
    own.ask(3, revoke(&device)).await;
    own.hears(&["rejected 3 last_key"]).await;
    stranger.ask(3, revoke(&device)).await;
    stranger.hears(&["rejected 3 no_such_key"]).await;
    let mut guest = world.greet("Cy").await;
    for command in [
        revoke(&device),
        json!("my_account"),
        json!("forget_account"),
    ] {
        guest.ask(3, command).await;
        guest.hears(&["rejected 3 not_signed_in"]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_is_forgotten_leaves_nothing_and_may_begin_anew() {
    let (mut world, device) = (World::with_accounts(None).await, Device::new(1));
    let mut own = world.signed_in("Aki", &device).await;
    let mut elsewhere = world.signed_in("Aki", &device).await;
    own.ask(3, json!("forget_account")).await;
    own.hears(&["accepted 3"]).await;
    for client in [&mut own, &mut elsewhere] {
        let told = client.last_words().await;
        assert!(told.contains(&"closing key_revoked".to_owned()), "{told:?}");
    }
    let mut other = world.signed_in("aki", &Device::new(2)).await;
    other.found().await;
    other.hears(&["accepted 2 joined", "snapshot 2"]).await;
    drop(world.signed_in("Bo", &device).await);
}

#[tokio::test(start_paused = true)]
async fn an_address_begins_so_many_accounts_a_day_and_keeps_those_that_it_has() {
    let mut world = World::with_accounts(None).await;
    let class: IpAddr = "192.0.2.7".parse().unwrap();
    let devices: Vec<_> = (1..=u8::try_from(ACCOUNTS_PER_ADDRESS.get()).unwrap())
        .map(Device::new)
        .collect();
    world.from = class;
    for (number, device) in devices.iter().enumerate() {
        drop(world.signed_in(&format!("Pupil {number}"), device).await);
    }
    let late = Device::new(200);
    let mut client = world.greet("Late").await;
    client.sign_in(&late).await;
    client.hears(&["rejected 1 accounts_full"]).await;
    let mut known = world.greet("Pupil 0").await;
    known.sign_in(&devices[0]).await;
    known.hears(&[&devices[0].account(1, "Pupil 0", 1)]).await;
    world.from = "192.0.2.8".parse().unwrap();
    drop(world.signed_in("Late", &late).await);
}
