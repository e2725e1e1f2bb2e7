//! The commitments that come with the agreement to start: what clients are told and may send.

use dicehall_engine::Seat;
use dicehall_engine::fair::{MatchId, Party, Secret, commitment};
use serde_json::{Value, json};

use super::harness::{Client, World};
use crate::journal::AnyJournal;
use crate::journal::faulty::FaultyJournal;

/// The commitment to a share in which every byte is seven, as [`Client::give_share`] shows it.
fn commits(match_id: &str, seat: usize) -> Value {
    let match_id = MatchId::try_from(match_id.to_owned()).unwrap();
    let party = Party::Seat(Seat::ALL[seat]);
    let bound = commitment(&match_id, party, &Secret([7; 32]));
    json!({"match_id": match_id, "seat": seat, "commitment": bound})
}

impl Client {
    /// Sends a command with a commitment for the next match.
    async fn ask_committing(&mut self, id: u64, command: Value, commits: &Value) {
        let command = json!({"type": "command", "id": id, "command": command, "commits": commits});
        self.say(&command.to_string()).await;
    }
}

/// Aki on seat 0 and Bo on seat 1.
async fn pair(world: &mut World) -> (Client, Client) {
    let rules = json!({"game": "tic-tac-toe", "rules": {}});
    pair_at(world, rules).await
}

/// The same with other rules.
pub(super) async fn pair_at(world: &mut World, rules: Value) -> (Client, Client) {
    let mut aki = world.connect();
    aki.hears_forms = true;
    aki.greet("Aki").await;
    let settings = json!({"rules": rules, "bot_pace_ms": 0});
    let lobby = json!({"create_lobby": {"title": "Test", "settings": settings}});
    aki.ask(1, lobby).await;
    aki.hears(&["accepted 1 joined", "snapshot 2"]).await;
    let mut bo = world.connect();
    bo.hears_forms = true;
    bo.greet("Bo").await;
    bo.ask(1, json!({"join_lobby": {"lobby": aki.code}})).await;
    bo.hears(&["accepted 1 joined", "snapshot *"]).await;
    aki.hears(&["update * entered"]).await;
    aki.ask(2, json!({"take_seat": {}})).await;
    aki.hears(&["accepted 2", "update * seat_taken", "next"])
        .await;
    bo.hears(&["update * seat_taken"]).await;
    bo.ask(2, json!({"take_seat": {}})).await;
    bo.hears(&["accepted 2", "update * seat_taken", "next"])
        .await;
    aki.hears(&["update * seat_taken"]).await;
    (aki, bo)
}

fn ready() -> Value {
    json!({"ready": {"ready": true}})
}

fn start() -> Value {
    json!({"start": {"force": false}})
}

/// Lets both show their shares until the match starts.
async fn show(aki: &mut Client, bo: &mut Client) {
    aki.give_share("show_share", 0).await;
    aki.hears(&["accepted *", "update * share_shown"]).await;
    bo.hears(&["update * share_shown"]).await;
    bo.give_share("show_share", 1).await;
    bo.hears(&[
        "accepted *",
        "update * share_shown",
        "update * match_started",
    ])
    .await;
    aki.hears(&["update * share_shown", "update * match_started"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_players_have_committed_goes_at_once_to_the_shares() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let (mut aki, mut bo) = pair(&mut world).await;
    assert_eq!(aki.next, bo.next);
    let before = journal.count();
    let (first, second) = (commits(&aki.next, 0), commits(&bo.next, 1));
    bo.ask_committing(3, ready(), &second).await;
    bo.hears(&["accepted 3", "update * ready_changed"]).await;
    aki.hears(&["update * ready_changed"]).await;
    aki.ask_committing(3, start(), &first).await;
    let sealed = "update * dice_sealed+share_committed+share_committed";
    aki.hears(&["accepted 3", "update * match_called", sealed])
        .await;
    bo.hears(&["update * match_called", sealed]).await;
    assert_eq!(aki.match_id, aki.next, "it is the match that was announced");
    show(&mut aki, &mut bo).await;
    assert_eq!(journal.count() - before, 4, "two agreements, two shares");
    aki.hears(&["offered 0", "next"]).await;
    bo.hears(&["next"]).await;
    assert_ne!(aki.match_id, aki.next, "the rematch is another match");
    bo.ask(30, json!("resign")).await;
    bo.hears(&["accepted 30", "update * resigned", "update * dice_opened"])
        .await;
    aki.hears(&["update * resigned", "update * dice_opened"])
        .await;
    let (first, second) = (commits(&aki.next, 0), commits(&bo.next, 1));
    aki.ask_committing(31, json!("rematch"), &first).await;
    aki.hears(&["accepted 31", "update * ready_changed"]).await;
    bo.hears(&["update * ready_changed"]).await;
    bo.ask_committing(31, json!("rematch"), &second).await;
    let called = "update * ready_changed+match_called";
    bo.hears(&["accepted 31", called, sealed]).await;
    aki.hears(&[called, sealed]).await;
    show(&mut aki, &mut bo).await;
}

#[tokio::test(start_paused = true)]
async fn a_commitment_is_taken_with_an_agreement_to_start_alone() {
    let mut world = World::new().await;
    let (mut aki, _bo) = pair(&mut world).await;
    let first = commits(&aki.next, 0);
    for (id, command) in [
        (4, json!("resign")),
        (5, json!("list_lobbies")),
        (6, json!({"ready": {"ready": false}})),
    ] {
        aki.ask_committing(id, command, &first).await;
        aki.hears(&[&format!("rejected {id} not_a_message")]).await;
    }
    aki.ask_committing(7, ready(), &first).await;
    aki.hears(&["accepted 7", "update * ready_changed"]).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_returns_is_told_the_next_match_again_and_is_asked_for_the_commitment() {
    let mut world = World::new().await;
    let (mut aki, mut bo) = pair(&mut world).await;
    let second = commits(&bo.next, 1);
    bo.ask_committing(3, ready(), &second).await;
    bo.hears(&["accepted 3", "update * ready_changed"]).await;
    aki.hears(&["update * ready_changed"]).await;
    let mut again = world.connect();
    again.hears_forms = true;
    again.say_hello_as(&bo, None).await;
    again.hears(&["welcome back", "snapshot *", "next"]).await;
    assert_eq!(again.next, bo.next);
    let first = commits(&aki.next, 0);
    aki.ask_committing(3, start(), &first).await;
    let sealed = "update * dice_sealed+share_committed";
    aki.hears(&["accepted 3", "update * match_called", sealed])
        .await;
    again.hears(&["update * match_called", sealed]).await;
    again.give_share("commit_share", 1).await;
    again
        .hears(&["accepted *", "update * share_committed"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_between_the_agreement_and_the_start_keeps_the_announced_match() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let (aki, mut bo) = pair(&mut world).await;
    let second = commits(&bo.next, 1);
    bo.ask_committing(3, ready(), &second).await;
    bo.hears(&["accepted 3", "update * ready_changed"]).await;
    world.stop().await;
    let mut world = World::with(AnyJournal::Faulty(journal), None).await;
    let mut back = Vec::new();
    for client in [&aki, &bo] {
        let mut again = world.connect();
        again.hears_forms = true;
        again.say_hello_as(client, None).await;
        again.hears(&["welcome back", "snapshot *"]).await;
        if back.is_empty() {
            again.hears(&["presence 1 gone"]).await;
        }
        again.hears(&["next"]).await;
        assert_eq!(again.next, bo.next, "the server is bound to its secret");
        back.push(again);
    }
    let [mut host, mut guest] = <[Client; 2]>::try_from(back).ok().unwrap();
    host.hears(&["presence 1 here"]).await;
    let (first, second) = (commits(&bo.next, 0), commits(&bo.next, 1));
    guest.ask_committing(10, ready(), &second).await;
    guest.hears(&["accepted 10"]).await;
    host.ask_committing(10, start(), &first).await;
    let sealed = "update * dice_sealed+share_committed+share_committed";
    host.hears(&["accepted 10", "update * match_called", sealed])
        .await;
    guest.hears(&["update * match_called", sealed]).await;
    show(&mut host, &mut guest).await;
}
