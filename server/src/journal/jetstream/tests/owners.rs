//! Owners of a lobby with terms: who may append, and what becomes of the appends of earlier owners.

use std::sync::Arc;

use dicehall_engine::lobby::Revision;
use dicehall_protocol::LobbyCode;
use tokio::time::Instant;

use super::{ENDED, code, node, said};
use crate::cluster::clock::Clock;
use crate::cluster::ownership::{LeaseTerm, Ownership};
use crate::cluster::routing::Shard;
use crate::journal::JournalError;
use crate::journal::jetstream::model::{Fault, Model};
use crate::journal::jetstream::streams::Streams;
use crate::metrics::cluster::check_text;

/// A node that owns the lobby in an epoch, until it is told otherwise.
fn owner(
    model: &Model,
    name: &str,
    lobby: LobbyCode,
    epoch: u64,
) -> (Streams<Model>, Arc<Ownership>) {
    let ownership = Arc::new(Ownership::new(Clock::Runtime(Instant::now())));
    own(&ownership, lobby, Some(epoch));
    let streams = node(model, name).shared(Some(Arc::clone(&ownership)));
    (streams, ownership)
}

fn own(ownership: &Ownership, lobby: LobbyCode, epoch: Option<u64>) {
    let term = epoch.map(|epoch| LeaseTerm {
        epoch,
        until_ms: u64::MAX,
    });
    ownership.set(Shard::of(lobby), term);
}

#[tokio::test]
async fn an_owner_that_was_replaced_writes_nothing_more_and_learns_it() {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let (old, old_owns) = owner(&model, "old", lobby, 5);
    old.append(lobby, Revision(0), &[said("one")])
        .await
        .unwrap();
    let (new, _) = owner(&model, "new", lobby, 8);
    assert_eq!(new.open(lobby).await, Ok(vec![said("one")]));
    assert_eq!(
        model.messages(lobby).len(),
        2,
        "the new owner has left a mark"
    );
    // The old owner still believes, and nothing else has been written.
    let late = old.append(lobby, Revision(1), &[said("late")]).await;
    assert!(
        matches!(late, Err(JournalError::Conflict { .. })),
        "{late:?}"
    );
    assert_eq!(old_owns.epoch(lobby), None, "it has learnt the truth");
    assert_eq!(old_owns.take_doubted().len(), 1);
    let counted = [
        "appends_total{kind=\"stored\"} 1",
        "appends_total{kind=\"fenced\"} 1",
        "append_retries_total 0",
        "replays_total 0",
    ];
    check_text(old_owns.metrics(), &counted);
    check_text(
        new.metrics(),
        &["replays_total 1", "appends_total{kind=\"stored\"} 1"],
    );
    own(&old_owns, lobby, Some(5));
    for attempt in [
        old.append(lobby, Revision(1), &[said("late")])
            .await
            .map(|_| ()),
        old.open(lobby).await.map(|_| ()),
    ] {
        assert_eq!(attempt, Err(JournalError::NotOwner { lobby }));
        own(&old_owns, lobby, Some(5));
    }
    new.append(lobby, Revision(1), &[said("two")])
        .await
        .unwrap();
    assert_eq!(new.replay(lobby).await, Ok(vec![said("one"), said("two")]));
    assert_eq!(model.messages(lobby).len(), 3);
}

#[tokio::test]
async fn a_node_without_a_term_does_nothing_and_tells_no_success_after_it() {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let (streams, owns) = owner(&model, "a", lobby, 5);
    own(&owns, lobby, None);
    let refused = Err(JournalError::NotOwner { lobby });
    assert_eq!(
        streams.append(lobby, Revision(0), &[said("one")]).await,
        refused
    );
    assert_eq!(
        streams.open(lobby).await.map(|_| ()),
        Err(JournalError::NotOwner { lobby })
    );
    assert!(model.messages(lobby).is_empty());
    // The term ends, or is another one, while the append is on its way.
    for (revision, after) in [(0, None), (1, Some(9))] {
        own(&owns, lobby, Some(5));
        let events = [said("one")];
        let append = streams.append(lobby, Revision(revision), &events);
        let end = async { own(&owns, lobby, after) };
        let (appended, ()) = tokio::join!(append, end);
        assert_eq!(appended, refused, "{after:?}");
    }
    assert_eq!(
        model.messages(lobby).len(),
        2,
        "both are durable, and were shown to nobody"
    );
}

#[tokio::test]
async fn becoming_an_owner_is_no_event_and_is_repeated_like_an_append() {
    for faults in [
        &[][..],
        &[Fault::LostAnswer],
        &[Fault::LostRequest, Fault::LostAnswer],
    ] {
        let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
        let (first, _) = owner(&model, "a", lobby, 5);
        assert_eq!(first.open(lobby).await, Ok(vec![]));
        assert!(model.messages(lobby).is_empty(), "there is nothing to own");
        first
            .append(lobby, Revision(0), &[said("one")])
            .await
            .unwrap();
        assert_eq!(first.open(lobby).await, Ok(vec![said("one")]));
        assert_eq!(model.messages(lobby).len(), 1, "it is the owner already");
        let (second, _) = owner(&model, "b", lobby, 8);
        model.plan(&[&[Fault::None, Fault::None][..], faults].concat());
        assert_eq!(
            second.open(lobby).await,
            Ok(vec![said("one")]),
            "{faults:?}"
        );
        assert_eq!(model.messages(lobby).len(), 2, "{faults:?}");
        second
            .append(lobby, Revision(1), &[said("two")])
            .await
            .unwrap();
        assert_eq!(second.replay(lobby).await.map(|it| it.len()), Ok(2));
    }
}

#[tokio::test]
async fn a_lobby_that_has_ended_gets_no_owner_and_is_removed_by_the_owner_of_its_shard() {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let (first, owns) = owner(&model, "a", lobby, 5);
    first
        .append(lobby, Revision(0), &[said("one"), ENDED])
        .await
        .unwrap();
    let (second, _) = owner(&model, "b", lobby, 8);
    assert_eq!(second.open(lobby).await.map(|it| it.len()), Ok(2));
    assert_eq!(model.messages(lobby).len(), 1);
    let all = Shard::all().collect();
    let holdings = second.within(&all).await.unwrap();
    assert_eq!((holdings.running, holdings.ended), (vec![], vec![lobby]));
    let none = second
        .within(&[Shard::of(code("ABCDE"))].into())
        .await
        .unwrap();
    assert_eq!((none.running, none.ended), (vec![], vec![]));
    own(&owns, lobby, None);
    first.remove(&[lobby]).await.unwrap();
    assert_eq!(
        model.messages(lobby).len(),
        1,
        "it is not its own to remove"
    );
    second.remove(&[lobby]).await.unwrap();
    assert!(model.messages(lobby).is_empty());
}
