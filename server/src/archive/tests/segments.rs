//! The segments of the archive: one append for several matches, what a kill or a crash of the machine leaves of them,
//! what the disk has, and what is removed.

use std::fs;
use std::path::PathBuf;

use dicehall_protocol::match_file::segment;

use super::super::segments::{Named, Segments};
use super::*;

/// The segment of the day of the test matches.
const DAY: &str = "20270115.matches";
/// The match files of the test matches.
const NAMES: [&str; 2] = [
    "20270115T080000-AAAAA-0.jsonl",
    "20270115T080001-AAAAA-1.jsonl",
];

fn segment_path(data: &Path) -> PathBuf {
    data.join(FOLDER).join(DAY)
}

/// The texts of the test matches.
fn texts() -> Vec<String> {
    files::of_stream(&stream(2))
        .map(|it| it.file.to_text())
        .collect()
}

/// Checks that the folder has both matches, each with its text, and nothing else.
#[track_caller]
fn check_both(data: &Path) {
    assert_eq!(written(data), NAMES);
    let found: Vec<String> = NAMES.iter().map(|it| text_of(data, it)).collect();
    assert!(found == texts());
}

#[tokio::test]
async fn the_matches_of_a_batch_are_one_append_to_the_segment_of_their_day() {
    let (data, mut store, missing, start) = store(Retention::default()).await;
    let finished = start.into_iter().map(|it| (code(), it)).collect();
    assert!(carry_out(
        &mut store,
        Job::Reported(Reports {
            finished,
            ..Reports::default()
        })
    ));
    check_both(data.path());
    let names: Vec<_> = fs::read_dir(data.path().join(FOLDER))
        .unwrap()
        .map(|it| it.unwrap().file_name())
        .collect();
    assert_eq!(names, [DAY]);
    let segment = fs::read_to_string(segment_path(data.path())).unwrap();
    let entries = named(&NAMES)
        .into_iter()
        .map(|it| segment::entry(&it.name, &it.file));
    assert!(segment == entries.collect::<String>());
    assert!(carry_out(&mut store, Job::Everything));
    let again = fs::read_to_string(segment_path(data.path())).unwrap();
    assert!(segment == again, "what is there is not written again");
    assert_eq!(missing.get(), 0);
}

#[tokio::test]
async fn what_a_kill_or_a_crash_leaves_of_a_segment_is_completed_at_the_next_start() {
    let (data, mut before, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut before, Job::Everything));
    let path = segment_path(data.path());
    let whole = fs::read(&path).unwrap();
    let second = whole.len() / 2;
    let mut zeros = whole.clone();
    zeros[second..].fill(0);
    let mut middle = whole.clone();
    middle[200..300].fill(0);
    let mut first_line = whole.clone();
    first_line[3] = b'?';
    let mut bit = whole.clone();
    bit[second / 2] ^= 1;
    for left in [
        Vec::new(),
        whole[..whole.len() - 1].to_vec(),
        whole[..second].to_vec(),
        whole[..100].to_vec(),
        zeros,
        middle,
        first_line,
        bit,
    ] {
        fs::write(&path, left).unwrap();
        // An archive of a new process, which has no index.
        let mut store = before.empty();
        assert!(carry_out(&mut store, Job::Everything));
        check_both(data.path());
    }
    fs::remove_file(&path).unwrap();
    assert!(
        carry_out(&mut before, Job::Everything),
        "an index of what is gone"
    );
    check_both(data.path());
}

#[tokio::test]
async fn the_file_of_an_earlier_release_stays_what_it_is_and_is_completed() {
    let (data, mut store, missing, _) = store(Retention::default()).await;
    let folder = data.path().join(FOLDER);
    fs::create_dir(&folder).unwrap();
    let texts = texts();
    for left in [texts[0].as_str(), &texts[0][..500], ""] {
        fs::write(folder.join(NAMES[0]), left).unwrap();
        assert!(carry_out(&mut store, Job::Everything));
        check_both(data.path());
        assert_eq!(fs::read_to_string(folder.join(NAMES[0])).unwrap(), texts[0]);
    }
    let segment = fs::read_to_string(segment_path(data.path())).unwrap();
    assert!(!segment.contains(NAMES[0]) && segment.contains(NAMES[1]));
    assert_eq!(missing.get(), 0);
}

/// Match files with these names and no sense.
fn named(names: &[&str]) -> Vec<Named> {
    let mut all = Vec::new();
    for (name, it) in names.iter().zip(files::of_stream(&stream(names.len()))) {
        all.push(Named {
            name: (*name).to_owned(),
            file: it.file.written(),
        });
    }
    all
}

#[test]
fn a_segment_that_cannot_be_synchronized_is_cut_and_nothing_in_it_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DAY);
    let all = named(&NAMES);
    let mut earlier = Segments::new(folder.path().to_owned());
    earlier.put(&all[..1]).unwrap();
    let first = fs::read(&path).unwrap();
    // The first may be in the system's cache only: its process was killed.
    let mut segments = Segments::new(folder.path().to_owned());
    segments.put(&all).unwrap();
    let both = fs::read(&path).unwrap();
    let aside = folder.path().join("aside");
    fs::rename(&path, &aside).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(segments.synchronize().is_err());
    fs::remove_dir(&path).unwrap();
    fs::rename(&aside, &path).unwrap();
    segments.put(&all).unwrap();
    let again = fs::read(&path).unwrap();
    assert!(
        again == [first, both].concat(),
        "both are written again after what was there"
    );
    segments.synchronize().unwrap();
    segments.put(&all).unwrap();
    assert!(fs::read(&path).unwrap() == again);
}

#[test]
fn whoever_stops_in_the_middle_of_an_append_leaves_what_the_next_one_cuts_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DAY);
    let all = named(&NAMES);
    let mut segments = Segments::new(folder.path().to_owned());
    segments.put(&all[..1]).unwrap();
    let first = fs::read(&path).unwrap();
    fs::write(&path, [&first[..], &first[..70]].concat()).unwrap();
    segments.put(&all[1..]).unwrap();
    let mut whole = Segments::new(folder.path().join("other"));
    whole.put(&all).unwrap();
    assert!(fs::read(&path).unwrap() == fs::read(folder.path().join("other").join(DAY)).unwrap());
}

#[test]
fn a_name_that_begins_like_another_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["20270115T080000-A-1.jsonl", "20270115T080000-A-11.jsonl"];
    let all = named(&names);
    Segments::new(folder.path().to_owned())
        .put(&all[1..])
        .unwrap();
    let finder = Finder::new(folder.path().to_owned());
    assert!(finder.find(names[0]).unwrap().is_none());
    Segments::new(folder.path().to_owned())
        .put(&all[..1])
        .unwrap();
    for it in &all {
        let Found { file, size } = finder.find(&it.name).unwrap().unwrap();
        let mut text = String::new();
        file.take(size).read_to_string(&mut text).unwrap();
        assert!(text == it.file.text, "{}", it.name);
    }
}

/// The text that a finder leads to.
fn found(finder: &Finder, name: &str) -> String {
    let Found { file, size } = finder.find(name).unwrap().unwrap();
    let mut text = String::new();
    file.take(size).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn another_file_of_the_same_name_is_appended_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = named(&NAMES);
    let mut segments = Segments::new(folder.path().to_owned());
    segments.put(&all).unwrap();
    all[0].file = all[1].file.clone();
    segments.put(&all).unwrap();
    let finder = Finder::new(folder.path().to_owned());
    for it in &all {
        assert!(found(&finder, &it.name) == it.file.text);
    }
    assert_eq!(retention::names(folder.path()).unwrap(), NAMES);
}

#[test]
fn a_segment_that_was_changed_in_place_is_looked_through_again() {
    let folder = tempfile::tempdir().unwrap();
    let names = [NAMES[0], NAMES[1], "20270115T080002-AAAAA-2.jsonl"];
    let all = named(&names);
    let entry = |at: usize| segment::entry(&all[at].name, &all[at].file);
    let finder = Finder::new(folder.path().to_owned());
    for order in [[0, 1, 2], [1, 0, 2]] {
        let text: String = order.into_iter().map(entry).collect();
        fs::write(folder.path().join(DAY), text).unwrap();
        for it in &all {
            assert!(found(&finder, &it.name) == it.file.text, "{order:?}");
        }
    }
}

/// Removes what comes before a name from a folder with these matches; checks which are left, and in which files.
#[track_caller]
fn check_removal(first_kept: &str, names: &[&str], files: &[&str]) {
    let all = [
        "20270114T230000-A-1.jsonl",
        "20270115T070000-A-2.jsonl",
        "20270115T080000-A-3.jsonl",
        "20270116T000000-A-4.jsonl",
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut segments = Segments::new(folder.path().to_owned());
    let texts = named(&all);
    // Not in the order of names: a match may be called before another and end after it.
    for at in [0, 2, 1, 3] {
        segments.put(&texts[at..=at]).unwrap();
    }
    segments.remove_before(first_kept).unwrap();
    assert_eq!(retention::names(folder.path()).unwrap(), names);
    let mut left: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, files);
    let finder = Finder::new(folder.path().to_owned());
    for it in texts {
        let found = finder.find(&it.name).unwrap();
        assert_eq!(found.is_some(), names.contains(&it.name.as_str()));
        let text = found.map(|Found { file, size }| {
            let mut text = String::new();
            file.take(size).read_to_string(&mut text).unwrap();
            text
        });
        assert!(text.is_none_or(|text| text == it.file.text));
    }
    segments.synchronize().unwrap();
    segments
        .put(&named(&["20270115T090000-A-5.jsonl"]))
        .unwrap();
    assert_eq!(
        retention::names(folder.path()).unwrap().len(),
        names.len() + 1
    );
}

#[test]
fn what_is_too_old_leaves_its_segment_and_a_segment_goes_with_its_last_match() {
    let [first, second, third, fourth] = [
        "20270114T230000-A-1.jsonl",
        "20270115T070000-A-2.jsonl",
        "20270115T080000-A-3.jsonl",
        "20270116T000000-A-4.jsonl",
    ];
    let [yesterday, today, tomorrow] = ["20270114.matches", DAY, "20270116.matches"];
    let everything = [first, second, third, fourth];
    check_removal("", &everything, &[yesterday, today, tomorrow]);
    check_removal(first, &everything, &[yesterday, today, tomorrow]);
    check_removal(second, &everything[1..], &[today, tomorrow]);
    check_removal("20270115T073000", &everything[2..], &[today, tomorrow]);
    check_removal(third, &everything[2..], &[today, tomorrow]);
    check_removal(fourth, &everything[3..], &[tomorrow]);
    check_removal("20270116", &everything[3..], &[tomorrow]);
    check_removal("~", &[], &[]);
}

#[tokio::test]
async fn a_damaged_match_is_a_fault_of_an_export_and_hides_no_other() {
    let (data, mut store, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, Job::Everything));
    let connection = rusqlite::Connection::open(data.path().join("journal.sqlite")).unwrap();
    connection
        .execute_batch("DELETE FROM events; DELETE FROM lobbies")
        .unwrap();
    let path = segment_path(data.path());
    let mut segment = fs::read(&path).unwrap();
    segment[400] ^= 1;
    fs::write(&path, &segment).unwrap();
    let out = tempfile::tempdir().unwrap();
    let report = export(data.path(), out.path(), &Selection::All).unwrap();
    assert_eq!(report.files, [out.path().join(NAMES[1])]);
    let [fault] = &report.faults[..] else {
        panic!("{:?}", report.faults);
    };
    assert!(
        fault.ends_with(&format!("{DAY}, {}: the entry is damaged", NAMES[0])),
        "{fault}"
    );
}
