//! Tests of moves between a file and a model of a cluster: both ways, again after an interruption, and what is refused.

use std::collections::BTreeSet;

use tempfile::TempDir;

use super::*;
use crate::journal::jetstream::log::{Log, Published};
use crate::journal::offline_journal::OfflineJournal;
use crate::journal::transfer::{self, Beside, Fault as Refusal, MovedLobbies};
use crate::journal::{Journal, OfflineFile, SqliteJournal};

/// The number of appends to the longest lobby: more than are written at once.
const MANY: u64 = 600;

/// Nothing that goes with the lobbies.
struct Nothing;

impl Beside for Nothing {
    async fn check(&mut self) -> Result<(), String> {
        Ok(())
    }

    async fn copy(&mut self) -> Result<(), String> {
        Ok(())
    }

    async fn compare(&mut self) -> Result<(), String> {
        Ok(())
    }
}

async fn transfer(
    from: &impl OfflineJournal,
    to: &impl OfflineJournal,
    may_have_others: bool,
) -> Result<MovedLobbies, Refusal> {
    transfer::transfer(from, to, may_have_others, &mut Nothing).await
}

/// A file with three lobbies: a long one, one that has ended, and a short one.
async fn file() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(data.path()).unwrap();
    for at in 0..MANY {
        let event = said(&at.to_string());
        journal
            .append(code("AAAAA"), Revision(at), &[event])
            .await
            .unwrap();
    }
    let two = [said("one"), said("two")];
    journal
        .append(code("BBBBB"), Revision(0), &two)
        .await
        .unwrap();
    journal
        .append(code("BBBBB"), Revision(2), &[ENDED])
        .await
        .unwrap();
    journal
        .append(code("CCCCC"), Revision(0), &two)
        .await
        .unwrap();
    journal.close().await;
    data
}

fn offline(data: &TempDir) -> OfflineFile {
    OfflineFile::open(data.path()).unwrap()
}

fn all(known: usize) -> MovedLobbies {
    MovedLobbies {
        lobbies: 3,
        records: usize::try_from(MANY).unwrap() + 3,
        known,
    }
}

/// Every record of a side.
async fn records(side: &impl OfflineJournal) -> Vec<(LobbyCode, Vec<Record>)> {
    let mut records = Vec::new();
    for lobby in side.lobbies().await.unwrap() {
        records.push((lobby, side.records(lobby).await.unwrap()));
    }
    records
}

#[tokio::test]
async fn lobbies_move_into_a_cluster_and_back_record_by_record() {
    let (data, model) = (file().await, Model::new(1, 0));
    let (source, cluster) = (offline(&data), node(&model, "import"));
    assert_eq!(transfer(&source, &cluster, true).await, Ok(all(0)));
    assert_eq!(records(&cluster).await, records(&source).await);
    assert_eq!(cluster.lobbies(true).await, Ok(vec![code("BBBBB")]));
    let back = tempfile::tempdir().unwrap();
    let target = offline(&back);
    assert_eq!(transfer(&cluster, &target, false).await, Ok(all(0)));
    assert_eq!(records(&target).await, records(&source).await);
    drop(target);
    let journal = SqliteJournal::open(back.path()).unwrap();
    assert_eq!(
        journal.running().await,
        Ok(vec![code("AAAAA"), code("CCCCC")])
    );
    assert_eq!(journal.ended(), [code("BBBBB")]);
    let next = journal
        .append(code("CCCCC"), Revision(2), &[said("three")])
        .await;
    assert_eq!(next, Ok(Revision(3)));
}

#[tokio::test]
async fn messages_of_owners_stay_behind_and_their_epochs_never_fall() {
    let (data, model) = (file().await, Model::new(1, 0));
    let (source, cluster) = (offline(&data), node(&model, "import"));
    transfer(&source, &cluster, true).await.unwrap();
    let lobby = code("CCCCC");
    let last = model.messages(lobby).pop().unwrap();
    let head = Head::after_last(lobby, Some(&last.message.record)).unwrap();
    let owner = Message::owner_changed("a", 5, head);
    let published = model.publish(lobby, &owner, last.sequence).await;
    assert!(matches!(published, Published::Stored(_)));
    let back = tempfile::tempdir().unwrap();
    assert_eq!(transfer(&cluster, &offline(&back), false).await, Ok(all(0)));
    let journal = SqliteJournal::open(back.path()).unwrap();
    let three = [said("three")];
    journal.append(lobby, Revision(2), &three).await.unwrap();
    journal.close().await;
    let moved = transfer(&offline(&back), &cluster, true).await.unwrap();
    assert_eq!(moved.records, moved.known + 1);
    let last = model.messages(lobby).pop().unwrap();
    assert_eq!((last.message.record.seq, last.message.epoch), (3, 5));
}

#[tokio::test]
async fn an_interrupted_move_goes_on_where_it_was() {
    let (data, model) = (file().await, Model::new(1, 0));
    let (source, cluster) = (offline(&data), node(&model, "import"));
    // Three lobbies are checked first, by a question each. Then the cluster is silent for an append and the question after it.
    let silent = [Fault::LostRequest; ATTEMPTS_MAX + 1];
    model.plan(&[&[Fault::None; 3][..], &[Fault::None; 300], &silent].concat());
    let broken = transfer(&source, &cluster, true).await;
    let is_silent = matches!(broken, Err(Refusal::Target(JournalError::Io(_))));
    assert!(is_silent, "{broken:?}");
    model.heal();
    let known = model.messages(code("AAAAA")).len();
    assert!((100..600).contains(&known), "{known} records");
    let others = model.messages(code("BBBBB")).len() + model.messages(code("CCCCC")).len();
    let again = node(&model, "again");
    assert_eq!(
        transfer(&source, &again, true).await,
        Ok(all(known + others))
    );
    assert_eq!(
        transfer(&source, &again, true).await,
        Ok(all(usize::try_from(MANY).unwrap() + 3))
    );
    assert_eq!(records(&again).await, records(&source).await);
}

#[tokio::test]
async fn a_lobby_that_went_on_keeps_everything_where_it_is() {
    let lobby = code("CCCCC");
    let (data, model) = (file().await, Model::new(1, 0));
    let source = offline(&data);
    let moved = transfer(&source, &node(&model, "b"), true).await;
    assert_eq!(moved, Ok(all(0)));
    let cluster = node(&model, "c");
    let hello = [said("hello")];
    cluster.append(lobby, Revision(2), &hello).await.unwrap();
    let again = transfer(&source, &cluster, true).await;
    assert_eq!(again, Err(Refusal::Longer(lobby)));
    let three = [said("one"), said("two"), said("hello")];
    assert_eq!(cluster.replay(lobby).await, Ok(three.to_vec()));
}

#[tokio::test]
async fn a_lobby_that_is_another_one_keeps_everything_where_it_is() {
    let lobby = code("CCCCC");
    let (hello, one_two) = ([said("hello")], [said("one"), said("two")]);
    // The same events in other records have other hashes.
    for there in [&[&hello[..]][..], &[&one_two[..1], &one_two[1..]]] {
        let (data, model) = (file().await, Model::new(1, 0));
        let (source, cluster) = (offline(&data), node(&model, "b"));
        let mut before = Revision(0);
        for events in there {
            before = cluster.append(lobby, before, events).await.unwrap();
        }
        let moved = transfer(&source, &cluster, true).await;
        assert_eq!(moved, Err(Refusal::Different(lobby)));
        let lobbies = OfflineJournal::lobbies(&cluster).await;
        assert_eq!(
            lobbies,
            Ok(BTreeSet::from([lobby])),
            "something was written"
        );
    }
}

#[tokio::test]
async fn other_lobbies_may_be_in_a_cluster_but_not_in_a_file() {
    let (data, model) = (file().await, Model::new(1, 0));
    let cluster = node(&model, "b");
    let stranger = code("ZZZZZ");
    cluster
        .append(stranger, Revision(0), &[said("one")])
        .await
        .unwrap();
    let found = transfer(&cluster, &offline(&data), false).await;
    assert_eq!(found, Err(Refusal::Stranger(code("AAAAA"))));
    assert_eq!(transfer(&offline(&data), &cluster, true).await, Ok(all(0)));
    assert_eq!(cluster.replay(stranger).await, Ok(vec![said("one")]));
}

#[tokio::test]
async fn a_damaged_record_on_either_side_keeps_everything_where_it_is() {
    let (data, model) = (file().await, Model::new(1, 0));
    let (source, cluster) = (offline(&data), node(&model, "b"));
    transfer(&source, &cluster, true).await.unwrap();
    model.damage(code("AAAAA"), |it| it[7].1.message.record.text.push(' '));
    let empty = tempfile::tempdir().unwrap();
    let empty = offline(&empty);
    let corrupt = |found: &JournalError| matches!(found, JournalError::Corrupt { seq: 8, .. });
    let moved = transfer(&cluster, &empty, false).await;
    assert!(
        matches!(&moved, Err(Refusal::Source(it)) if corrupt(it)),
        "{moved:?}"
    );
    assert_eq!(records(&empty).await, []);
    let moved = transfer(&source, &cluster, true).await;
    assert!(
        matches!(&moved, Err(Refusal::Target(it)) if corrupt(it)),
        "{moved:?}"
    );
}

#[tokio::test]
async fn records_are_put_only_after_the_head_that_is_named() {
    let (data, model) = (file().await, Model::new(1, 0));
    let (source, lobby) = (offline(&data), code("AAAAA"));
    let read = source.records(lobby).await.unwrap();
    let (first, empty) = (&read[..1], Head::of_empty(lobby));
    let after = Head::after_last(lobby, Some(&read[0])).unwrap();
    let target = tempfile::tempdir().unwrap();
    let (file, cluster) = (offline(&target), node(&model, "b"));
    let conflict = |expected, found| {
        Err(JournalError::Conflict {
            lobby,
            expected,
            found,
        })
    };
    assert_eq!(file.put(lobby, after, &read[1..2]).await, conflict(1, 0));
    assert_eq!(cluster.put(lobby, after, &read[1..2]).await, conflict(1, 0));
    file.put(lobby, empty, first).await.unwrap();
    cluster.put(lobby, empty, first).await.unwrap();
    assert_eq!(file.put(lobby, empty, first).await, conflict(0, 1));
    assert_eq!(cluster.put(lobby, empty, first).await, conflict(0, 1));
    file.put(lobby, after, &read[1..2]).await.unwrap();
    assert_eq!(file.records(lobby).await.unwrap(), read[..2]);
}

#[tokio::test]
async fn a_side_that_changes_during_the_move_is_noticed() {
    /// A file that shows another lobby after it was read so many times.
    struct Changing {
        file: OfflineFile,
        reads: std::cell::Cell<usize>,
    }
    impl OfflineJournal for Changing {
        async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
            self.file.lobbies().await
        }

        async fn records(&self, lobby: LobbyCode) -> Result<Vec<Record>, JournalError> {
            let mut records = self.file.records(lobby).await?;
            self.reads.set(self.reads.get() + 1);
            // Three are read to check them, three to copy them.
            if self.reads.get() <= 6 {
                records.pop();
            }
            Ok(records)
        }

        async fn put(
            &self,
            lobby: LobbyCode,
            head: Head,
            records: &[Record],
        ) -> Result<(), JournalError> {
            self.file.put(lobby, head, records).await
        }
    }
    let (data, model) = (file().await, Model::new(1, 0));
    let source = Changing {
        file: offline(&data),
        reads: std::cell::Cell::new(0),
    };
    let moved = transfer(&source, &node(&model, "b"), true).await;
    assert!(matches!(moved, Err(Refusal::Changed(_))), "{moved:?}");
}

#[tokio::test]
async fn a_folder_that_a_server_uses_and_one_without_a_journal_are_refused() {
    let data = file().await;
    let server = SqliteJournal::open(data.path()).unwrap();
    let said = OfflineFile::open_existing(data.path())
        .unwrap_err()
        .to_string();
    assert!(said.contains("another server is using"), "{said}");
    server.close().await;
    OfflineFile::open_existing(data.path()).unwrap();
    let none = data.path().join("none");
    let said = OfflineFile::open_existing(&none).unwrap_err().to_string();
    assert!(said.contains("there is no journal"), "{said}");
    assert!(!none.exists(), "it was made");
}
