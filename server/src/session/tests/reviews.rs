//! Reviews: what a client hears that asks for one.

use std::sync::Arc;

use serde_json::{Value, json};

use super::harness::World;
use crate::archive::reviews::Reviews;
use crate::session::limits::LISTS_BURST;
use crate::tablebase::TableStore;

fn review(lobby: &str) -> Value {
    let match_id = format!("{lobby}-1-00c0ffee00c0ffee");
    json!({"review": {"match_id": match_id, "begun_at": 1_800_000_000}})
}

/// A server that keeps files of matches, and nobody who reviews them.
async fn world() -> (World, impl Sized) {
    let mut world = World::new().await;
    let context = Arc::get_mut(&mut world.context).expect("nobody has connected");
    let (reviews, jobs) = Reviews::asleep("/nowhere".into(), TableStore::default());
    context.reviews = Some(reviews);
    (world, jobs)
}

#[tokio::test(start_paused = true)]
async fn only_who_is_in_the_lobby_of_a_match_is_told_its_review() {
    let (mut world, _jobs) = world().await;
    let mut aki = world.host("Aki").await;
    let code = aki.code.clone();
    aki.ask(3, review("K7WQ2")).await;
    aki.hears(&["rejected 3 no_match"]).await;
    aki.ask(4, review(&code)).await;
    aki.hears(&["accepted 4 reviewing=0:0"]).await;
    let mut bo = world.greet("Bo").await;
    bo.ask(1, review(&code)).await;
    bo.hears(&["rejected 1 not_in_lobby"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_without_files_of_matches_refuses_and_too_many_questions_too() {
    let mut world = World::new().await;
    let mut aki = world.host("Aki").await;
    let wanted = review(&aki.code);
    for id in 2..2 + u64::from(LISTS_BURST.get()) {
        aki.ask(id, wanted.clone()).await;
        aki.hears(&[&format!("rejected {id} no_match")]).await;
    }
    aki.ask(100, wanted).await;
    aki.hears(&["rejected 100 rate_limited"]).await;
}
