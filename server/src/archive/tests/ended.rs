//! Lobbies that have ended are removed from the journal when the files of all their matches are on the disk, not
//! before; all others stay.

use std::fs;

use super::*;
use crate::archive::standings::Standings;

/// The code of the lobby that has ended, in most tests.
const GONE: &str = "AAAAA";
/// The code of a lobby that has played as well, and is running.
const RUNS: &str = "BBBBB";

/// The folder of a server, with its journal and its archive.
struct Place {
    data: tempfile::TempDir,
    journal: SqliteJournal,
    store: MatchStore,
}

impl Place {
    /// A server's folder with these streams, before the server starts.
    fn of(streams: &[(&str, Vec<Event>)]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let journal = SqliteJournal::open(data.path()).unwrap();
        for (lobby, events) in streams {
            append(&journal, lobby, events);
        }
        wait(journal.close());
        Self::open(data)
    }

    fn open(data: tempfile::TempDir) -> Self {
        let journal = SqliteJournal::open(data.path()).unwrap();
        let settings = ArchiveSettings {
            source: Source::Open(journal.clone()),
            folder: data.path().join(FOLDER),
            standings: Some(Standings::new(data.path().join(RESULTS_NAME))),
            shared: None,
            retention: Retention::default(),
            reports: FileReports::default(),
        };
        let store = MatchStore::new(settings, Counter::default(), Counter::default());
        Self {
            data,
            journal,
            store,
        }
    }

    fn carry_out(&mut self, job: Job) -> bool {
        carry_out(&mut self.store, job)
    }

    /// The number of a lobby's events in the journal, and whether a reader of the journal finds the lobby.
    fn events(&self, lobby: &str) -> (usize, bool) {
        let lobby = lobby.parse().unwrap();
        let reader = self.journal.reader().unwrap();
        let is_found = reader.lobbies().any(|it| it == Ok(lobby));
        (reader.stream(lobby).unwrap().len(), is_found)
    }

    fn is_gone(&self, lobby: &str) -> bool {
        self.events(lobby) == (0, false)
    }

    fn files(&self) -> usize {
        written(self.data.path()).len()
    }
}

/// Waits for the journal. Nothing else runs meanwhile.
fn wait<T>(done: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(done)
}

fn append(journal: &SqliteJournal, lobby: &str, events: &[Event]) {
    let appended = journal.append(lobby.parse().unwrap(), Revision(0), events);
    wait(appended).unwrap();
}

/// The stream of a lobby that has played two matches.
fn played(lobby: &'static str) -> Vec<Event> {
    stream_of(lobby, 2)
}

/// The same, with the end of the lobby.
fn ended(lobby: &'static str) -> Vec<Event> {
    let mut events = played(lobby);
    events.push(Event::Lobby(LobbyEvent::Ended {
        reason: EndReason::Abandoned,
    }));
    events
}

fn end(lobby: &str, is_young: bool) -> Job {
    let lobby = lobby.parse().unwrap();
    Job::Reported(Reports {
        ended: vec![(lobby, is_young)],
        ..Reports::default()
    })
}

#[test]
fn what_had_ended_before_the_start_leaves_and_can_still_be_exported() {
    let mut place = Place::of(&[(GONE, ended(GONE)), (RUNS, played(RUNS))]);
    let before = export_texts(place.data.path(), &Selection::All);
    assert!(place.carry_out(Job::Everything));
    assert!(place.is_gone(GONE));
    assert_eq!(place.events(RUNS), (played(RUNS).len(), true));
    assert_eq!(place.files(), 4);
    let data = place.data.path();
    assert_eq!(export_texts(data, &Selection::All), before);
    let lobby = Selection::Lobby(GONE.parse().unwrap());
    let of_it = [before[0].clone(), before[2].clone()];
    assert_eq!(export_texts(data, &lobby), of_it);
    let one = MatchId::try_from(format!("{GONE}-1")).unwrap();
    assert_eq!(export_texts(data, &Selection::Match(one)), of_it[1..]);
    wait(place.journal.close());
    let place = Place::open(place.data);
    assert!(place.is_gone(GONE));
    let running = wait(place.journal.running());
    assert_eq!(running, Ok(vec![RUNS.parse().unwrap()]));
}

/// The texts of the files that an export writes, in the order of their names.
fn export_texts(data: &Path, selection: &Selection) -> Vec<String> {
    let out = tempfile::tempdir().unwrap();
    let mut exported = export(data, out.path(), selection).unwrap();
    assert_eq!(exported.faults, [""; 0]);
    exported.files.sort();
    let names = retention::names(out.path()).unwrap();
    let paths: Vec<_> = names.iter().map(|it| out.path().join(it)).collect();
    assert_eq!(exported.files, paths, "each is told once");
    paths
        .iter()
        .map(|it| fs::read_to_string(it).unwrap())
        .collect()
}

/// A server's folder where a lobby was created, has played and has ended while the archive was busy.
fn at_work() -> (Place, Vec<MatchStart>) {
    let mut place = Place::of(&[(RUNS, played(RUNS))]);
    assert!(place.carry_out(Job::Everything));
    append(&place.journal, GONE, &ended(GONE));
    (place, start(&ended(GONE)))
}

#[test]
fn what_ends_leaves_with_the_next_removal() {
    let (mut place, starts) = at_work();
    for start in starts {
        assert!(place.carry_out(one(GONE.parse().unwrap(), start)));
    }
    assert!(place.carry_out(end(GONE, true)));
    assert!(!place.is_gone(GONE), "several go together");
    assert!(place.carry_out(Job::Remove));
    assert!(place.is_gone(GONE) && !place.is_gone(RUNS));
    assert_eq!(place.files(), 4);
}

#[test]
fn many_that_have_ended_leave_at_once() {
    let mut place = Place::of(&[]);
    assert!(place.carry_out(Job::Everything));
    let codes = "ABCDEFGHJKMNPQRS".chars().map(|it| format!("{it}2222"));
    let codes: Vec<String> = codes.collect();
    for code in &codes {
        append(&place.journal, code, &ended(GONE)[..1]);
        edit(&place, "UPDATE lobbies SET ended = 1");
        assert!(codes.iter().all(|it| !place.is_gone(it) || it > code));
        assert!(place.carry_out(end(code, true)));
    }
    assert!(codes.iter().all(|it| place.is_gone(it)));
}

#[test]
fn a_match_of_which_nobody_has_told_is_looked_for_before_its_lobby_leaves() {
    let (mut place, _) = at_work();
    assert!(place.carry_out(end(GONE, false)));
    assert_eq!(place.files(), 4);
    assert!(place.carry_out(Job::Remove));
    assert!(place.is_gone(GONE));
}

#[test]
fn a_lobby_stays_until_all_of_its_files_could_be_written() {
    let (mut place, starts) = at_work();
    let lobby = GONE.parse().unwrap();
    let (folder, aside) = (
        place.data.path().join(FOLDER),
        place.data.path().join("aside"),
    );
    fs::rename(&folder, &aside).unwrap();
    fs::write(&folder, "in the way").unwrap();
    assert!(!place.carry_out(one(lobby, starts[0].clone())));
    fs::remove_file(&folder).unwrap();
    fs::rename(&aside, &folder).unwrap();
    assert!(place.carry_out(one(lobby, starts[1].clone())));
    assert!(place.carry_out(end(GONE, true)));
    place.carry_out(Job::Remove);
    assert!(!place.is_gone(GONE), "one of its files is missing");
    assert!(place.carry_out(Job::Everything));
    assert!(place.is_gone(GONE));
    assert_eq!(place.files(), 4);
}

#[test]
fn nothing_leaves_before_the_disk_has_the_files() {
    let (mut place, starts) = at_work();
    for start in starts {
        assert!(place.carry_out(one(GONE.parse().unwrap(), start)));
    }
    assert!(place.carry_out(end(GONE, true)));
    let (folder, aside) = (
        place.data.path().join(FOLDER),
        place.data.path().join("aside"),
    );
    fs::rename(&folder, &aside).unwrap();
    fs::write(&folder, "in the way").unwrap();
    assert!(!place.carry_out(Job::Remove));
    assert!(!place.is_gone(GONE), "its files cannot be synchronized");
    fs::remove_file(&folder).unwrap();
    fs::rename(&aside, &folder).unwrap();
    place.carry_out(Job::Remove);
    assert!(!place.is_gone(GONE), "nobody knows what the disk has");
    assert!(place.carry_out(Job::Everything));
    assert!(place.is_gone(GONE));
    assert_eq!(place.files(), 4);
}

#[test]
fn a_lobby_stays_until_all_of_its_results_could_be_written() {
    let (mut place, starts) = at_work();
    let lobby = GONE.parse().unwrap();
    let path = place.data.path().join(RESULTS_NAME);
    let aside = place.data.path().join("aside");
    place.store = place.store.empty();
    fs::rename(&path, &aside).unwrap();
    fs::create_dir(&path).unwrap();
    for start in starts {
        assert!(!place.carry_out(one(lobby, start)));
    }
    assert!(place.carry_out(end(GONE, true)));
    place.carry_out(Job::Remove);
    assert!(!place.is_gone(GONE), "its results are missing");
    fs::remove_dir(&path).unwrap();
    fs::rename(&aside, &path).unwrap();
    assert!(place.carry_out(Job::Everything));
    // What had ended before is forgotten by an archive that began anew, and is told again here.
    assert!(place.carry_out(end(GONE, true)) && place.carry_out(Job::Remove));
    assert!(place.is_gone(GONE));
    assert_eq!(read_results(place.data.path()).unwrap().len(), 4);
}

#[test]
fn a_lobby_with_a_damaged_record_stays_and_the_others_leave() {
    let data = Place::of(&[(GONE, ended(GONE)), (RUNS, ended(RUNS))]);
    edit(
        &data,
        "UPDATE events SET event = replace(event, 'T', 'U') WHERE lobby = 'AAAAA'",
    );
    wait(data.journal.close());
    let mut place = Place::open(data.data);
    assert!(!place.carry_out(Job::Everything));
    assert!(place.is_gone(RUNS));
    assert!(place.journal.reader().unwrap().stream(code()).is_err());
    assert_eq!(place.files(), 2);
}

#[test]
fn an_archive_that_is_to_stop_lets_nothing_go_that_it_has_not_looked_at() {
    let mut place = Place::of(&[(GONE, ended(GONE))]);
    assert!(place.store.carry_out(Job::Everything, &|| true));
    assert!(!place.is_gone(GONE) && place.files() < 2);
    let (mut place, _) = at_work();
    let (lobby, has_ended) = (GONE.parse().unwrap(), true);
    let behind = Job::Lobby { lobby, has_ended };
    assert!(place.store.carry_out(behind, &|| true));
    assert!(place.carry_out(Job::Remove));
    assert!(!place.is_gone(GONE) && place.files() < 4);
    let behind = Job::Lobby { lobby, has_ended };
    assert!(place.carry_out(behind));
    assert!(place.carry_out(Job::Remove));
    assert!(place.is_gone(GONE) && place.files() == 4);
}

#[test]
fn a_lobby_that_runs_stays_whatever_the_archive_believes() {
    let mut place = Place::of(&[(RUNS, played(RUNS))]);
    assert!(place.carry_out(Job::Everything));
    assert!(place.carry_out(end(RUNS, true)) && place.carry_out(Job::Remove));
    assert_eq!(place.events(RUNS), (played(RUNS).len(), true));
}

fn edit(place: &Place, sql: &str) {
    let connection = rusqlite::Connection::open(place.data.path().join("journal.sqlite")).unwrap();
    connection.execute_batch(sql).unwrap();
}
