//! Journals that are damaged as a bad disk, a misdirected write or a copy that was cut off leaves them: what was durable is
//! never gone in silence.
//!
//! `DICEHALL_SEED` repeats the random ones.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use dicehall_engine::Dice;
use dicehall_engine::dice::{SeededDice, index_below};

use super::*;

/// The number of journals that are damaged.
const JOURNALS: usize = 200;
/// The size of what a disk writes at once, in bytes.
const SECTOR_SIZE: usize = 512;

const JOURNAL: &str = "journal.sqlite";
const LOG: &str = "journal.sqlite-wal";

/// The events that were durable, by lobby.
type Durable = BTreeMap<LobbyCode, Vec<Event>>;

/// A journal of which a part is in the file and a part in the log, as a kill leaves it, and what it has acknowledged.
async fn killed() -> (tempfile::TempDir, Durable) {
    let (alive, left) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut durable = Durable::new();
    let codes = ["AAAAA", "BBBBB", "CCCCC", "DDDDD"].map(code);
    let mut player = 0;
    for run in 0..2 {
        let journal = SqliteJournal::open(alive.path()).unwrap();
        assert_eq!(journal.setbacks(), []);
        for at in 0..40 {
            let lobby = codes[at % codes.len()];
            let stream = durable.entry(lobby).or_default();
            player += 1;
            let mut events = vec![entered(player)];
            if stream.is_empty() {
                events.insert(0, created());
            }
            if run == 1 && at == 39 {
                events.push(ENDED);
            }
            let expected = Revision(u64::try_from(stream.len()).unwrap());
            journal.append(lobby, expected, &events).await.unwrap();
            stream.extend(events);
        }
        // The answer to this comes after everything that belongs to the last commit.
        journal.running().await.unwrap();
        if run == 0 {
            journal.close().await;
        } else {
            copy(alive.path(), left.path());
        }
    }
    (left, durable)
}

fn copy(from: &Path, to: &Path) {
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// The fate of a damaged journal.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// All is there.
    Whole,
    /// Something is lost, and that is told.
    Told,
    /// Something is lost, and nobody is told.
    Silent(String),
}

async fn fate(data: &Path, durable: &Durable) -> Fate {
    let Ok(journal) = SqliteJournal::open(data) else {
        return Fate::Told;
    };
    let mut lost = Vec::new();
    let Ok(running) = journal.running().await else {
        return Fate::Told;
    };
    for (lobby, events) in durable {
        match journal.replay(*lobby).await {
            Err(_) => return Fate::Told,
            Ok(found) if found != *events => {
                lost.push(format!(
                    "{lobby} has {} of {} events",
                    found.len(),
                    events.len()
                ));
            }
            Ok(_) if (events.last() != Some(&ENDED)) != running.contains(lobby) => {
                lost.push(format!(
                    "{lobby} is taken for one that has ended, or has not"
                ));
            }
            Ok(_) => {}
        }
    }
    let is_told = !journal.setbacks().is_empty();
    journal.close().await;
    match lost.first() {
        None => Fate::Whole,
        Some(_) if is_told => Fate::Told,
        Some(_) => Fate::Silent(lost.join(", ")),
    }
}

/// Damages the file or the log of a journal at a random place; says how.
fn damage(data: &Path, luck: &mut SeededDice) -> String {
    let name = if luck.below(3) == 0 { JOURNAL } else { LOG };
    let path: PathBuf = data.join(name);
    let mut bytes = fs::read(&path).unwrap();
    let at = index_below(bytes.len(), luck);
    let sector = at / SECTOR_SIZE * SECTOR_SIZE;
    let end = (sector + SECTOR_SIZE).min(bytes.len());
    let how = match luck.below(5) {
        0 => {
            bytes.truncate(at);
            "is cut off"
        }
        1 => {
            bytes[sector..end].fill(0);
            "has a sector of zeros"
        }
        2 => {
            let from = index_below(bytes.len() / SECTOR_SIZE, luck) * SECTOR_SIZE;
            let other = bytes[from..from + (end - sector)].to_vec();
            bytes[sector..end].copy_from_slice(&other);
            "has a sector of another place"
        }
        _ => {
            bytes[at] ^= 1 << luck.below(8);
            "has another bit"
        }
    };
    fs::write(&path, bytes).unwrap();
    format!("{name} {how} at {at}")
}

#[tokio::test]
async fn whatever_is_damaged_in_a_journal_nothing_is_lost_in_silence() {
    let given = std::env::var("DICEHALL_SEED").ok();
    let seed = given.map_or_else(
        || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap()
                .as_secs()
        },
        |it| it.parse().unwrap(),
    );
    println!("DICEHALL_SEED={seed}");
    let mut luck = SeededDice::new(seed);
    let (left, durable) = killed().await;
    let (mut whole, mut told, mut silent) = (0, 0, Vec::new());
    for _ in 0..JOURNALS {
        let data = tempfile::tempdir().unwrap();
        copy(left.path(), data.path());
        let how = damage(data.path(), &mut luck);
        match fate(data.path(), &durable).await {
            Fate::Whole => whole += 1,
            Fate::Told => told += 1,
            Fate::Silent(what) => silent.push(format!("{how}: {what}")),
        }
    }
    println!("{whole} are whole, of {told} it is told what they have lost");
    assert!(silent.is_empty(), "seed {seed}: {silent:#?}");
    assert!(told > JOURNALS / 4, "hardly anything was lost");
}

/// Checks what is told of a journal after a change of its folder.
async fn check(what: &str, change: impl FnOnce(&Path), expect: &[&str]) {
    let (left, _) = killed().await;
    change(left.path());
    let journal = SqliteJournal::open(left.path()).unwrap();
    let told: Vec<String> = journal.setbacks().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), expect.len(), "{what}: {told:?}");
    for (told, expect) in told.iter().zip(expect) {
        assert!(
            told.contains(expect),
            "{what}: {told} does not say {expect}"
        );
    }
    journal.close().await;
    // What was told once is the state of the journal from then on.
    let again = SqliteJournal::open(left.path()).unwrap();
    assert_eq!(again.setbacks(), [], "{what}");
}

#[tokio::test]
async fn a_log_that_is_gone_cut_off_or_damaged_is_told_with_what_it_costs() {
    let ends = "the journal ends with record 40, and had 80 before";
    check("it is whole", |_| {}, &[]).await;
    check(
        "it is gone",
        |it| fs::remove_file(it.join(LOG)).unwrap(),
        &[ends],
    )
    .await;
    check(
        "it is empty",
        |it| fs::write(it.join(LOG), "").unwrap(),
        &[ends],
    )
    .await;
    check(
        "its beginning is damaged",
        |it| {
            let mut log = fs::read(it.join(LOG)).unwrap();
            log[9] ^= 1;
            fs::write(it.join(LOG), &log).unwrap();
        },
        &["the journal's log is damaged at its beginning", ends],
    )
    .await;
    check(
        // The log has a commit of the second start as well.
        "its first frame is damaged",
        |it| {
            let mut log = fs::read(it.join(LOG)).unwrap();
            log[100] ^= 1;
            fs::write(it.join(LOG), &log).unwrap();
        },
        &["frame 1 of the journal's log is damaged: 41 commits", ends],
    )
    .await;
    check(
        "it comes from a backup, and the mark with it",
        |it| {
            fs::remove_file(it.join(LOG)).unwrap();
            fs::remove_file(it.join("journal.mark")).unwrap();
        },
        &[],
    )
    .await;
}

#[tokio::test]
async fn a_damaged_log_is_kept_beside_the_journal() {
    let (left, _) = killed().await;
    let mut log = fs::read(left.path().join(LOG)).unwrap();
    log[100] ^= 1;
    fs::write(left.path().join(LOG), &log).unwrap();
    SqliteJournal::open(left.path()).unwrap().close().await;
    let kept = fs::read(left.path().join("journal.sqlite-wal.damaged")).unwrap();
    assert!(kept == log);
}

#[tokio::test]
async fn lobbies_that_were_removed_are_no_setback() {
    let data = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(data.path()).unwrap();
    for (lobby, events) in [
        ("AAAAA", [created(), entered(0)]),
        ("BBBBB", [created(), ENDED]),
    ] {
        journal
            .append(code(lobby), Revision(0), &events)
            .await
            .unwrap();
    }
    let removing = journal.clone();
    let removed = tokio::task::spawn_blocking(move || removing.remove(vec![code("BBBBB")]));
    removed.await.unwrap().unwrap();
    // A lobby of the same code drives out what is left of the old one, whose record was the last.
    assert_eq!(journal.replay(code("BBBBB")).await, Ok(vec![]));
    let left = tempfile::tempdir().unwrap();
    copy(data.path(), left.path());
    assert_eq!(SqliteJournal::open(left.path()).unwrap().setbacks(), []);
}

/// Checks whether a journal is begun in a folder in which these files have content.
#[track_caller]
fn check_beginning(files: &[&str], may_begin: bool, expect: Option<&str>) {
    let data = tempfile::tempdir().unwrap();
    for file in files {
        let path = data.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, if *file == JOURNAL { "" } else { "x" }).unwrap();
    }
    let opened = SqliteJournal::open_or_begin(data.path(), may_begin);
    let refused = opened.err().map(|it| it.to_string());
    match (&refused, expect) {
        (None, None) => {}
        (Some(told), Some(trace)) => assert!(
            told.contains(&format!("is missing or empty, although {trace} is there"))
                && told.contains("--new-journal"),
            "{files:?}: {told}"
        ),
        _ => panic!("{files:?}: {refused:?}, not {expect:?}"),
    }
}

#[test]
fn a_journal_is_begun_beside_traces_of_another_one_only_if_somebody_says_so() {
    check_beginning(&[], false, None);
    check_beginning(
        &["lock", "certificate.pem", "animal-shogi-v1.table"],
        false,
        None,
    );
    for journal in [&[][..], &[JOURNAL]] {
        for (file, trace) in [
            ("address.key", "address.key"),
            ("node.json", "node.json"),
            ("matches/20270115.matches", "matches"),
            (LOG, "its log"),
        ] {
            let files: Vec<&str> = journal.iter().copied().chain([file]).collect();
            check_beginning(&files, false, Some(trace));
            check_beginning(&files, true, None);
        }
    }
}

#[tokio::test]
async fn a_journal_of_which_only_the_first_page_is_left_is_not_begun_anew() {
    let data = tempfile::tempdir().unwrap();
    let connection = Connection::open(data.path().join(JOURNAL)).unwrap();
    connection
        .execute_batch("PRAGMA user_version = 0; VACUUM")
        .unwrap();
    drop(connection);
    fs::write(data.path().join("address.key"), "x").unwrap();
    let refused = SqliteJournal::open(data.path()).unwrap_err().to_string();
    assert!(
        refused.contains("although address.key is there"),
        "{refused}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_journal_in_a_folder_that_everybody_may_read_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let journal = SqliteJournal::open(data.path()).unwrap();
    let appended = journal
        .append(code("AAAAA"), Revision(0), &[created()])
        .await;
    appended.unwrap();
    let modes = || -> BTreeMap<String, u32> {
        let files = fs::read_dir(data.path()).unwrap().map(|it| it.unwrap());
        files
            .map(|it| {
                let mode = it.metadata().unwrap().permissions().mode() & 0o777;
                (it.file_name().into_string().unwrap(), mode)
            })
            .collect()
    };
    let made = modes();
    assert!(
        made.contains_key(LOG) && made.contains_key("lock"),
        "{made:?}"
    );
    assert!(made.values().all(|it| *it == 0o600), "{made:?}");
    journal.close().await;
    // As an earlier release has left it.
    fs::set_permissions(data.path().join(JOURNAL), fs::Permissions::from_mode(0o644)).unwrap();
    SqliteJournal::open(data.path()).unwrap().close().await;
    assert!(modes().values().all(|it| *it == 0o600), "{:?}", modes());
}
