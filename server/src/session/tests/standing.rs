//! Leaders and profiles: what a client hears of how well people play.

use std::sync::Arc;

use dicehall_protocol::limits::LEADERS_MAX;
use dicehall_protocol::match_file::result::MatchResult;
use serde_json::{Value, json};

use super::accounts::Device;
use super::harness::World;
use crate::archive::standings::Standings;
use crate::session::limits::LISTS_BURST;

/// A match of tic-tac-toe that the account `winner` has won against `loser`, on January 15 of 2027.
fn result(number: u64, winner: &str, loser: &str) -> MatchResult {
    let seat = |place: u8, account: &str| {
        let name = format!("P{account}").chars().take(5).collect::<String>();
        json!({"holder": {"person": {"name": name, "account": account}}, "place": place})
    };
    let result = json!({
        "dicehall_result": 1, "match_id": format!("K7WQ2-{number}"), "begun_at": 1_800_000_000 + number,
        "rules": {"game": "tic-tac-toe", "rules": {}}, "seats": [seat(1, winner), seat(2, loser)],
    });
    serde_json::from_value(result).unwrap()
}

/// A server with accounts that knows these results.
async fn world(results: &[MatchResult]) -> World {
    let mut world = World::with_accounts(None).await;
    let standings = Standings::new("/nowhere/results.sqlite".into());
    standings.read().unwrap();
    standings.add(results, || Ok(())).unwrap();
    let context = Arc::get_mut(&mut world.context).expect("nobody has connected");
    context.standings = Some(standings);
    world
}

fn leaders(more: &Value) -> Value {
    let mut wanted = json!({"game": "tic-tac-toe"});
    if let (Some(wanted), Some(more)) = (wanted.as_object_mut(), more.as_object()) {
        wanted.extend(more.clone());
    }
    json!({"leaders": wanted})
}

#[tokio::test(start_paused = true)]
async fn the_leaders_of_a_game_are_told_with_the_place_of_whoever_asks() {
    let device = Device::new(1);
    let own = device.account_id();
    let mut world = world(&[result(1, "00aa", &own), result(2, "00aa", "00bb")]).await;
    let mut aki = world.signed_in("Aki", &device).await;
    aki.ask(2, leaders(&json!({}))).await;
    let all = aki.hear().await;
    // A first win against a beginner leads to 1578 (openskill's 27.635 of 25 ± 8.333).
    let own_name = format!("P{own}").chars().take(5).collect::<String>();
    assert!(all.contains(&format!("{own_name}=1422")), "{all}");
    assert!(all.starts_with("accepted 2 leaders=P00aa=16"), "{all}");
    assert!(
        all.ends_with("yours=2") || all.ends_with("yours=3"),
        "{all}"
    );
    aki.ask(3, leaders(&json!({"limit": 1, "month": "2027-01"})))
        .await;
    let first = aki.hear().await;
    assert_eq!(first.matches('+').count(), 0, "{first}");
    aki.ask(4, leaders(&json!({"month": "2027-02"}))).await;
    aki.hears(&["accepted 4 leaders= yours=0"]).await;
    // It is later than that by the clock of the machine.
    aki.ask(5, leaders(&json!({"month": "this"}))).await;
    aki.hears(&["accepted 5 leaders= yours=0"]).await;
    let mut guest = world.greet("Bo").await;
    guest.ask(1, leaders(&json!({}))).await;
    let told = guest.hear().await;
    assert!(told.ends_with("yours=0"), "{told}");
    assert!(!told.contains(&own), "an account was told: {told}");
}

#[tokio::test(start_paused = true)]
async fn a_profile_is_found_by_name_by_account_and_as_ones_own() {
    let device = Device::new(1);
    let own = device.account_id();
    let mut world = world(&[result(1, &own, "00000000000000bb")]).await;
    let mut guest = world.greet("Bo").await;
    guest.ask(1, json!({"profile": {}})).await;
    guest.hears(&["rejected 1 not_signed_in"]).await;
    guest.ask(2, json!({"profile": {"name": "Aki"}})).await;
    guest.hears(&["rejected 2 no_such_player"]).await;
    let mut aki = world.signed_in("Aki", &device).await;
    let short: String = format!("P{own}").chars().take(5).collect();
    let expect = |id: u64| format!("accepted {id} profile={short} 1578:[1578]:1");
    for (id, wanted) in [
        (2, json!({})),
        (3, json!({"name": "aKI"})),
        (4, json!({"account": own})),
    ] {
        aki.ask(id, json!({"profile": wanted})).await;
        aki.hears(&[&expect(id)]).await;
    }
    guest.ask(3, json!({"profile": {"name": "Aki"}})).await;
    guest.hears(&[&expect(3)]).await;
    // Nobody keeps this name, but somebody has played under it.
    guest.ask(5, json!({"profile": {"name": "P0000"}})).await;
    guest
        .hears(&["accepted 5 profile=P0000 1422:[1422]:1"])
        .await;
    // An account that nobody has is no person.
    guest
        .ask(4, json!({"profile": {"account": "00000000000000cc"}}))
        .await;
    guest.hears(&["rejected 4 no_such_player"]).await;
    let mut cy = world.signed_in("Cy", &Device::new(2)).await;
    cy.ask(2, json!({"profile": {}})).await;
    cy.hears(&["accepted 2 profile=Cy"]).await;
}

#[tokio::test(start_paused = true)]
async fn no_more_rows_are_told_than_there_is_room_for() {
    let results: Vec<MatchResult> = (0..100)
        .map(|it| result(it, &format!("{it:04x}"), &format!("{:04x}", it + 100)))
        .collect();
    let mut world = world(&results).await;
    let mut guest = world.greet("Bo").await;
    guest.ask(1, leaders(&json!({"limit": 1_000_000}))).await;
    let told = guest.hear().await;
    assert_eq!(told.matches('+').count(), LEADERS_MAX - 1, "{told}");
}

#[tokio::test(start_paused = true)]
async fn who_asks_too_often_or_where_nobody_is_rated_is_refused() {
    let mut rated = world(&[]).await;
    let mut guest = rated.greet("Bo").await;
    let burst = u64::from(LISTS_BURST.get());
    for id in 1..=burst {
        guest.ask(id, leaders(&json!({}))).await;
        guest.hears(&["accepted * leaders= yours=0"]).await;
    }
    guest.ask(burst + 1, leaders(&json!({}))).await;
    guest.hears(&["rejected * rate_limited"]).await;
    let mut unrated = World::new().await;
    let mut guest = unrated.greet("Bo").await;
    guest.ask(1, leaders(&json!({}))).await;
    guest.ask(2, json!({"profile": {"name": "Aki"}})).await;
    guest
        .hears(&["rejected 1 no_accounts", "rejected 2 no_accounts"])
        .await;
    let mut unread = world(&[]).await;
    let context = Arc::get_mut(&mut unread.context).expect("nobody has connected");
    context.standings = Some(Standings::new("/nowhere/results.sqlite".into()));
    let mut guest = unread.greet("Bo").await;
    guest.ask(1, leaders(&json!({}))).await;
    guest.hears(&["rejected 1 server_busy"]).await;
}
