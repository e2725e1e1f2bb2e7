//! Matches that the journal has lost and the folder still has, and folders without a journal.

use super::*;
use crate::archive::standings::Standings;

/// Writes the files of a lobby with `before` matches, and looks again beside a journal that has only the first `after`.
/// Returns how many matches were counted as lost.
async fn lost(before: usize, after: usize, code: &'static str) -> u64 {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let lobby: LobbyCode = code.parse().unwrap();
    let mut lost = 0;
    for (data, matches) in [(data.path(), before), (other.path(), after)] {
        let journal = SqliteJournal::open(data).unwrap();
        let events = stream_of(code, matches);
        journal.append(lobby, Revision(0), &events).await.unwrap();
        let counter = Counter::default();
        let settings = ArchiveSettings {
            source: Source::Directory(data.to_owned()),
            folder: folder.path().to_owned(),
            standings: Some(Standings::new(data.join(RESULTS_NAME))),
            shared: None,
            retention: Retention::default(),
            reports: FileReports::default(),
        };
        let mut store = MatchStore::new(settings, Counter::default(), counter.clone());
        assert!(carry_out(&mut store, Job::Everything));
        lost = counter.get();
    }
    lost
}

#[tokio::test]
async fn matches_that_have_files_and_are_later_than_the_journal_are_counted() {
    assert_eq!(lost(3, 3, "AAAAA").await, 0);
    assert_eq!(lost(1, 3, "AAAAA").await, 0);
    assert_eq!(lost(3, 2, "AAAAA").await, 1);
    assert_eq!(lost(4, 1, "AAAAA").await, 3);
    // Whether a lobby without a match has lost one, or has the code of an earlier one, nobody can tell.
    assert_eq!(lost(2, 0, "AAAAA").await, 0);
}

#[tokio::test]
async fn a_folder_without_a_journal_gives_what_is_in_its_archive() {
    let (data, mut store, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, Job::Everything));
    std::fs::remove_file(data.path().join("journal.sqlite")).unwrap();
    let out = tempfile::tempdir().unwrap();
    let exported = export(data.path(), out.path(), &Selection::All).unwrap();
    assert_eq!(
        (exported.files.len(), exported.is_without_journal),
        (2, true)
    );
    assert!(exported.faults.is_empty());
    let nothing = export(out.path(), out.path(), &Selection::All).unwrap_err();
    let nothing = nothing.to_string();
    assert!(
        nothing.ends_with(
            "there is no journal and no match; --data names the data folder of a server"
        )
    );
}

#[tokio::test]
async fn a_match_that_cannot_be_written_is_one_fault() {
    let (data, mut store, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, Job::Everything));
    let out = data.path().join("out");
    std::fs::write(&out, "in the way").unwrap();
    let exported = export(data.path(), &out, &Selection::All).unwrap();
    assert_eq!((exported.files.len(), exported.faults.len()), (0, 2));
}

#[cfg(unix)]
#[tokio::test]
async fn the_folder_of_matches_and_its_segments_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (data, mut store, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, Job::Everything));
    let folder = data.path().join(FOLDER);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let segments = std::fs::read_dir(&folder).unwrap();
    let modes: Vec<u32> = segments.map(|it| mode(&it.unwrap().path())).collect();
    assert_eq!(modes, [0o600]);
}
