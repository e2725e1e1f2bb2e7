//! People who come while a lobby changes hands between the nodes of a cluster.

use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::SessionCommand;
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::super::{Session, SessionEnd};
use super::harness::{World, settings};
use super::pipe::pipe;
use crate::cluster::link::ClusterSecret;
use crate::cluster::routing::{Routes, Shard};
use crate::session::passing::OtherNodes;
use crate::watched;

/// A node that owns everything, or after it was told so, nothing that anybody owns.
async fn node() -> (World, watched::Sender<Routes>) {
    let mut world = World::new().await;
    let (sender, routes) = watched::channel(owned());
    let (_, lobbies) = watched::channel([].into());
    let context = Arc::get_mut(&mut world.context).unwrap();
    context.cluster = Some(OtherNodes {
        secret: ClusterSecret::new(&[b'x'; 32]).unwrap(),
        routes,
        lobbies,
        metrics: Arc::default(),
    });
    (world, sender)
}

fn owned() -> Routes {
    let alone = [("a".to_owned(), ([127, 0, 0, 1], 1).into())];
    Routes::fixed("a", alone.into())
}

#[tokio::test(start_paused = true)]
async fn whoever_returns_while_a_lobby_changes_hands_waits_for_a_moment() {
    let (mut world, routes) = node().await;
    let mut host = world.host("Aki").await;
    let gone = world.guest("Bo", &mut host).await;
    routes.send(Routes::default());
    let begun = Instant::now();
    let mut again = world.resume(&gone, None).await;
    sleep(Duration::from_millis(900)).await;
    routes.send(owned());
    again.hears(&["welcome back", "snapshot *"]).await;
    assert_eq!(begun.elapsed(), Duration::from_millis(900));
    // If nobody takes it, they are told to come again.
    routes.send(Routes::default());
    let begun = Instant::now();
    let mut again = world.resume(&gone, None).await;
    again.hears(&["closing lobby_gone"]).await;
    assert_eq!(begun.elapsed(), Duration::from_secs(1));
}

/// Another node owns every eighth shard, and nobody the rest, as when a node has just died.
#[tokio::test(start_paused = true)]
async fn a_node_that_owns_nothing_passes_whoever_creates_a_lobby_to_one_that_owns_something() {
    let (world, routes) = node().await;
    let owners = Shard::all().step_by(8).map(|it| (it, "b".to_owned()));
    let addresses = [("b".to_owned(), ([127, 0, 0, 1], 2).into())];
    routes.send(Routes::of(
        "a".to_owned(),
        addresses.into(),
        owners.collect(),
    ));
    let create = json!({"create_lobby": {"title": "Test", "settings": settings()}});
    let create: SessionCommand = serde_json::from_value(create).unwrap();
    for _ in 0..20 {
        let session = Session::new(pipe(1).0, Arc::clone(&world.context), world.pass());
        let end = session.check_command_route(&create, "").await;
        assert!(matches!(end, Err(SessionEnd::PassOn(_))), "{end:?}");
    }
}
