//! The short forms of updates and choices: what clients are told of one match, live, after a return and as history.

use dicehall_engine::GameKind;
use serde_json::json;

use super::ahead::pair_at;
use super::harness::{Client, World};
use crate::journal::{AnyJournal, MemoryJournal};
use crate::metrics::count;

/// Aki and Bo in a match of Dice of Doom that has begun.
async fn begun(world: &mut World) -> (Client, Client) {
    let rules = json!(GameKind::DiceOfDoom.default_rules());
    let (mut aki, mut bo) = pair_at(world, rules).await;
    bo.ask(3, json!({"ready": {"ready": true}})).await;
    settle(&mut aki, &mut bo).await;
    aki.ask(3, json!({"start": {"force": false}})).await;
    settle(&mut aki, &mut bo).await;
    for step in ["commit_share", "show_share"] {
        aki.give_share(step, 0).await;
        bo.give_share(step, 1).await;
        settle(&mut aki, &mut bo).await;
    }
    (aki, bo)
}

/// Lets both read what has come for them.
async fn settle(aki: &mut Client, bo: &mut Client) {
    aki.catch_up().await;
    bo.catch_up().await;
}

/// Whoever is to move attacks, or passes; nothing is read.
async fn attack(id: u64, aki: &mut Client, bo: &mut Client) {
    let mover = if aki.attack.is_some() { aki } else { bo };
    let (ply, action) = mover.attack.take().expect("somebody is to move");
    mover
        .ask(id, json!({"act": {"ply": ply, "action": action}}))
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_whole_match_is_told_in_the_short_forms() {
    let journal = AnyJournal::Memory(MemoryJournal::default());
    let mut world = World::with(journal, None).await;
    let (mut aki, mut bo) = begun(&mut world).await;
    attack(1_000, &mut aki, &mut bo).await;
    aki.hears(&["accepted 1000", "played * acted+rolled", "offered 1"])
        .await;
    bo.hears(&["played * acted+rolled"]).await;
    // Both see the whole match, and its last update ends it.
    let mut lines = Vec::new();
    for id in 1_001..3_000 {
        if aki.attack.is_none() && bo.attack.is_none() {
            break;
        }
        attack(id, &mut aki, &mut bo).await;
        lines.extend(aki.catch_up().await);
        bo.catch_up().await;
    }
    let begin = |word: &str| lines.iter().filter(|it| it.starts_with(word)).count();
    assert_eq!(begin("update"), 2, "{lines:?}");
    assert!(begin("played") > 10 && begin("offered") > 5);
    let (told, other) = (&aki.told, &bo.told);
    assert_eq!(told[told.len() - other.len()..], other[..]);
    assert!(told.last().unwrap().outcome.is_some());
}

#[tokio::test(start_paused = true)]
async fn whoever_returns_gets_what_was_missed_in_the_form_in_which_it_was_told() {
    let mut world = World::new().await;
    let (mut aki, mut bo) = begun(&mut world).await;
    attack(1_000, &mut aki, &mut bo).await;
    settle(&mut aki, &mut bo).await;
    let seen = bo.told.last().unwrap().revision.0;
    let away = bo.hang_up();
    aki.hears(&["presence 1 gone"]).await;
    for id in 1_001..1_004 {
        attack(id, &mut aki, &mut world.connect()).await;
        aki.catch_up().await;
    }
    let mut back = world.connect();
    back.hears_forms = true;
    back.say_hello_as(&away, Some(seen)).await;
    let heard = back.heard().await;
    assert!(
        heard[1..4].iter().all(|it| it.starts_with("played ")),
        "{heard:?}"
    );
    let missed = aki.told.iter().filter(|it| it.revision.0 > seen);
    assert_eq!(back.told, missed.cloned().collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn a_step_after_updates_that_were_left_out_is_never_applied() {
    let mut world = World::new().await;
    let (mut aki, mut bo) = begun(&mut world).await;
    let before = bo.shown.clone();
    attack(1_000, &mut aki, &mut bo).await;
    settle(&mut aki, &mut bo).await;
    bo.shown = before;
    let told = bo.told.len();
    attack(1_001, &mut aki, &mut bo).await;
    aki.catch_up().await;
    let heard = bo.catch_up().await;
    let expect = "does not follow from what was shown";
    assert!(heard.iter().any(|it| it.contains(expect)), "{heard:?}");
    assert_eq!(bo.told.len(), told);
    // A return without a revision is the way out of it.
    let mut back = world.connect();
    back.hears_forms = true;
    back.say_hello_as(&bo, None).await;
    back.catch_up().await;
    attack(1_002, &mut aki, &mut back).await;
    settle(&mut aki, &mut back).await;
    assert_eq!(back.told.last(), aki.told.last());
    assert!(back.told.last().unwrap().view.is_some());
}

#[tokio::test(start_paused = true)]
async fn the_history_of_a_match_has_whole_views() {
    let mut world = World::new().await;
    let (mut aki, mut bo) = begun(&mut world).await;
    let mut attacks = 0;
    // The dice may end the match sooner.
    while attacks < 40 && (aki.attack.is_some() || bo.attack.is_some()) {
        attack(1_000 + attacks, &mut aki, &mut bo).await;
        settle(&mut aki, &mut bo).await;
        attacks += 1;
    }
    bo.ask(2_000, json!({"history": {"before": null}})).await;
    bo.catch_up().await;
    let history = bo.history.take().unwrap().updates;
    let shown = history.iter().filter(|it| it.view.is_some()).count();
    assert!(count::to_u64(shown) > attacks, "{shown} of {attacks}");
    for update in &history {
        let told = bo.told.iter().find(|it| it.revision == update.revision);
        assert!(
            told.is_none_or(|it| it == update),
            "{update:?} for {told:?}"
        );
    }
}
