//! Several devices of one person: codes that are good and codes that are not, and what becomes of them.

use std::time::Duration;

use dicehall_protocol::{DeviceSecret, Hex};
use serde_json::json;
use tokio::time::advance;

use super::accounts::Device;
use super::harness::{Client, World};
use crate::admission::accounts::store::KEYS_MAX;
use crate::admission::accounts::store::links::LINK_CODE_SECONDS;
use crate::session::limits::{DEVICE_CODES_IN_ALL, DEVICE_CODES_PER_ADDRESS};

/// A code that nobody was told.
const MADE_UP: &str = "AAAA-2222";

impl Client {
    /// Asks for a code for another device, as this command.
    async fn link(&mut self, id: u64) -> String {
        self.ask(id, json!("new_link_code")).await;
        self.hears(&[&format!("accepted {id} link_code={LINK_CODE_SECONDS}")])
            .await;
        self.device_code.clone()
    }

    /// Signs in by the key of a device with a code, as command 1.
    async fn use_code(&mut self, device: &Device, code: &str) {
        let mut proof = device.proof(&self.challenge(), None);
        proof["sign_in"]["code"] = json!(code);
        self.ask(1, proof).await;
    }
}

impl World {
    /// Whatever is heard after a device has said a code on a new connection.
    async fn hears_of_code(&mut self, device: &Device, code: &str, expect: &str) {
        let mut client = self.greet("Cy").await;
        client.use_code(device, code).await;
        client.hears(&[expect]).await;
    }

    /// The same for somebody at this address, which is numbered.
    async fn hears_of_code_at(&mut self, address: u16, code: &str, expect: &str) {
        let [high, low] = address.to_be_bytes();
        self.from = [10, 0, high, low].into();
        self.hears_of_code(&Device::new(9), code, expect).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_device_comes_to_the_account_by_a_code_once_and_under_its_name() {
    let mut world = World::with_accounts(None).await;
    let (first, second) = (Device::new(1), Device::new(2));
    let mut own = world.signed_in("Aki", &first).await;
    let code = own.link(2).await;
    // As somebody types it.
    let typed = code.to_lowercase().replace('-', " ");
    let mut other = world.greet("aki").await;
    other.use_code(&second, &typed).await;
    other.hears(&[&first.account(1, "Aki", 2)]).await;
    world
        .hears_of_code(&Device::new(3), &code, "rejected 1 bad_code")
        .await;
    // From now on it needs no code, and nobody else has the name.
    let mut again = world.greet("\u{410}ki").await;
    again.sign_in(&second).await;
    again.hears(&[&first.account(1, "Aki", 2)]).await;
    let table = world.host("Bo").await;
    again
        .ask(4, json!({"join_lobby": {"lobby": table.code}}))
        .await;
    again.hears(&["accepted 4 joined", "snapshot *"]).await;
    let mut stranger = world.greet("aki").await;
    stranger.sign_in(&Device::new(3)).await;
    stranger.hears(&["rejected 1 name_kept"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_code_that_is_old_replaced_or_made_up_is_refused_and_nobody_is_told_which() {
    let mut world = World::with_accounts(None).await;
    let first = Device::new(1);
    let mut own = world.signed_in("Aki", &first).await;
    let replaced = own.link(2).await;
    let old = own.link(3).await;
    assert_ne!(replaced, old);
    for code in [&replaced, MADE_UP] {
        world
            .hears_of_code(&Device::new(2), code, "rejected 1 bad_code")
            .await;
    }
    advance(Duration::from_secs(LINK_CODE_SECONDS.into())).await;
    world
        .hears_of_code(&Device::new(2), &old, "rejected 1 bad_code")
        .await;
    // Whoever was refused is a guest: no account began either.
    let mut guest = world.greet("Cy").await;
    guest.use_code(&Device::new(2), &old).await;
    guest.hears(&["rejected 1 bad_code"]).await;
    guest.ask(2, json!("my_account")).await;
    guest.hears(&["rejected 2 not_signed_in"]).await;
    guest.ask(3, json!("new_link_code")).await;
    guest.hears(&["rejected 3 not_signed_in"]).await;
}

#[tokio::test(start_paused = true)]
async fn the_code_of_a_device_that_is_taken_away_or_of_an_account_that_is_forgotten_ends() {
    let mut world = World::with_accounts(None).await;
    let (first, stolen) = (Device::new(1), Device::new(2));
    let mut own = world.signed_in("Aki", &first).await;
    let code = own.link(2).await;
    let mut thief = world.greet("Aki").await;
    thief.use_code(&stolen, &code).await;
    thief.hears(&[&first.account(1, "Aki", 2)]).await;
    let code = thief.link(2).await;
    own.ask(3, json!({"revoke_key": {"key": stolen.key()}}))
        .await;
    own.hears(&["accepted 3"]).await;
    thief.last_words().await;
    world
        .hears_of_code(&Device::new(3), &code, "rejected 1 bad_code")
        .await;
    // The device that was taken away does not come back by another code.
    let code = own.link(4).await;
    world
        .hears_of_code(&stolen, &code, "rejected 1 key_revoked")
        .await;
    own.ask(5, json!("forget_account")).await;
    own.hears(&["accepted 5"]).await;
    world
        .hears_of_code(&Device::new(3), &code, "rejected 1 bad_code")
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_device_with_an_account_of_its_own_keeps_it_until_that_is_forgotten() {
    let mut world = World::with_accounts(None).await;
    let (first, second) = (Device::new(1), Device::new(2));
    let mut own = world.signed_in("Aki", &first).await;
    let mut other = world.signed_in("Bo", &second).await;
    let code = own.link(2).await;
    for code in [code.as_str(), MADE_UP] {
        world
            .hears_of_code(&second, code, "rejected 1 has_account")
            .await;
    }
    other.ask(2, json!("forget_account")).await;
    other.hears(&["accepted 2"]).await;
    world
        .hears_of_code(&second, &code, &first.account(1, "Aki", 2))
        .await;
}

#[tokio::test(start_paused = true)]
async fn an_account_has_so_many_devices_and_room_again_when_one_is_taken_away() {
    let mut world = World::with_accounts(None).await;
    let first = Device::new(1);
    let mut own = world.signed_in("Aki", &first).await;
    let keys = u8::try_from(KEYS_MAX).unwrap();
    for number in 2..=keys {
        let code = own.link(number.into()).await;
        let expect = first.account(1, "Aki", number.into());
        world
            .hears_of_code(&Device::new(number), &code, &expect)
            .await;
        advance(Duration::from_secs(1)).await;
    }
    let code = own.link(50).await;
    let late = Device::new(keys + 1);
    world
        .hears_of_code(&late, &code, "rejected 1 keys_full")
        .await;
    own.ask(51, json!({"revoke_key": {"key": Device::new(2).key()}}))
        .await;
    own.hears(&["accepted 51"]).await;
    let code = own.link(52).await;
    let expect = first.account(1, "Aki", keys.into());
    world.hears_of_code(&late, &code, &expect).await;
}

#[tokio::test(start_paused = true)]
async fn an_address_guesses_so_many_codes_and_all_addresses_together_so_many() {
    let mut world = World::with_accounts(None).await;
    let first = Device::new(1);
    let mut own = world.signed_in("Aki", &first).await;
    for _ in 0..DEVICE_CODES_PER_ADDRESS.get() {
        world
            .hears_of_code_at(1, MADE_UP, "rejected 1 bad_code")
            .await;
    }
    let code = own.link(2).await;
    let refused = "rejected 1 too_many_attempts";
    world.hears_of_code_at(1, &code, refused).await;
    let addresses = DEVICE_CODES_IN_ALL.get() / DEVICE_CODES_PER_ADDRESS.get();
    for address in 2..=addresses {
        let address = u16::try_from(address).unwrap();
        for _ in 0..DEVICE_CODES_PER_ADDRESS.get() {
            world
                .hears_of_code_at(address, MADE_UP, "rejected 1 bad_code")
                .await;
        }
    }
    world.hears_of_code_at(u16::MAX, &code, refused).await;
    // It lasts for a while only, and right codes count for nothing.
    advance(Duration::from_secs(600)).await;
    let mut own = world.greet("Aki").await;
    own.sign_in(&first).await;
    own.hears(&[&first.account(1, "Aki", 1)]).await;
    let code = own.link(3).await;
    world
        .hears_of_code_at(1, &code, &first.account(1, "Aki", 2))
        .await;
    for _ in 0..DEVICE_CODES_PER_ADDRESS.get() {
        world
            .hears_of_code_at(1, MADE_UP, "rejected 1 has_account")
            .await;
    }
    world.from = [10, 0, 0, 1].into();
    world
        .hears_of_code(&Device::new(8), MADE_UP, "rejected 1 bad_code")
        .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_has_lost_every_device_comes_back_by_a_code_on_paper_once() {
    let mut world = World::with_accounts(None).await;
    let (first, second) = (Device::new(1), Device::new(2));
    let mut own = world.signed_in("Aki", &first).await;
    own.ask(2, json!("new_rescue_codes")).await;
    own.hears(&["accepted 2 rescue_codes=3"]).await;
    let codes = own.rescue_codes.clone();
    drop(own);
    advance(Duration::from_secs(365 * 24 * 60 * 60)).await;
    world
        .hears_of_code(&second, &codes[0], &first.account(1, "Aki", 2))
        .await;
    let bad = "rejected 1 bad_code";
    world.hears_of_code(&Device::new(3), &codes[0], bad).await;
    // Others end when there are new ones, and a guest has none.
    let mut own = world.greet("Aki").await;
    own.sign_in(&second).await;
    own.hears(&[&first.account(1, "Aki", 2)]).await;
    own.ask(2, json!("new_rescue_codes")).await;
    own.hears(&["accepted 2 rescue_codes=3"]).await;
    world.hears_of_code(&Device::new(3), &codes[1], bad).await;
    let mut guest = world.greet("Cy").await;
    guest.ask(2, json!("new_rescue_codes")).await;
    guest.hears(&["rejected 2 not_signed_in"]).await;
    // They are those of the account, and so end with it.
    let codes = own.rescue_codes.clone();
    own.ask(3, json!("forget_account")).await;
    own.hears(&["accepted 3"]).await;
    world.hears_of_code(&Device::new(3), &codes[0], bad).await;
}

#[tokio::test(start_paused = true)]
async fn a_page_signs_in_by_a_secret_and_is_a_device_like_any_other() {
    let mut world = World::with_accounts(None).await;
    let (first, secret) = (Device::new(1), Hex([7; 32]));
    let by = |secret: Hex<32>, code: Option<&str>| {
        let mut command = json!({"sign_in_by_secret": {"secret": secret, "begins": true}});
        if let Some(code) = code {
            command["sign_in_by_secret"]["code"] = json!(code);
        }
        command
    };
    let key = DeviceSecret(secret).key();
    let told = format!("accepted 1 account={}:Page:1", key.account());
    for _ in 0..2 {
        let mut page = world.greet("Page").await;
        page.ask(1, by(secret, None)).await;
        page.hears(&[&told]).await;
    }
    // What is shown of the key lets nobody in, and one attempt is all that a connection has.
    let mut thief = world.greet("Thief").await;
    let forged = json!({"sign_in": {"key": key, "signature": Hex([0; 64])}});
    thief.ask(1, forged).await;
    thief.hears(&["rejected 1 bad_signature"]).await;
    thief.ask(2, by(secret, None)).await;
    thief.hears(&["rejected 2 bad_signature"]).await;
    let mut thief = world.greet("Thief").await;
    thief.ask(1, by(key, None)).await;
    let other = DeviceSecret(key).key().account();
    thief
        .hears(&[&format!("accepted 1 account={other}:Thief:1")])
        .await;
    // A page comes to an account by a code, and is taken away.
    let mut own = world.signed_in("Aki", &first).await;
    let code = own.link(2).await;
    let mut page = world.greet("Aki").await;
    page.ask(1, by(Hex([8; 32]), Some(&code))).await;
    page.hears(&[&first.account(1, "Aki", 2)]).await;
    let key = DeviceSecret(Hex([8; 32])).key();
    own.ask(3, json!({"revoke_key": {"key": key}})).await;
    own.hears(&["accepted 3"]).await;
    page.last_words().await;
    let mut again = world.greet("Aki").await;
    again.ask(1, by(Hex([8; 32]), None)).await;
    again.hears(&["rejected 1 key_revoked"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_page_whose_person_was_forgotten_elsewhere_becomes_nobody_unasked() {
    let mut world = World::with_accounts(None).await;
    let mut own = world.signed_in("Aki", &Device::new(1)).await;
    let code = own.link(2).await;
    let mut page = world.greet("Aki").await;
    let by = json!({"sign_in_by_secret": {"secret": Hex([7; 32]), "code": code}});
    page.ask(1, by).await;
    page.hears(&[&Device::new(1).account(1, "Aki", 2)]).await;
    own.ask(3, json!("forget_account")).await;
    own.hears(&["accepted 3"]).await;
    page.last_words().await;
    let again = json!({"sign_in_by_secret": {"secret": Hex([7; 32])}});
    let mut page = world.greet("Aki").await;
    page.ask(1, again).await;
    page.hears(&["rejected 1 no_such_key"]).await;
}
