//! Reviews that are asked for while nobody waits: the work is done by the test, when it says so.

use std::fs;
use std::path::Path;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::MatchFile;
use tempfile::TempDir;

use super::super::finder::REVIEW_FILE_SIZE_MAX;
use super::super::results::{ResultStore, each_luck};
use super::*;
use crate::archive::standings::Standings;

/// The match file of a picture, and what names it.
fn of_picture(game: &str) -> (String, WantedReview) {
    let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures/matches");
    let path = Path::new(pictures).join(format!("{game}.jsonl"));
    let text = fs::read_to_string(path).unwrap();
    let header = MatchFile::from_text(&text).unwrap().header;
    let wanted = WantedReview {
        match_id: header.match_id,
        begun_at: header.begun_at,
    };
    (text, wanted)
}

/// A folder with no file yet, and the reviews of it.
fn begin() -> (TempDir, Reviews, Receiver<String>) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let (reviews, jobs) = Reviews::asleep(place, TableStore::default());
    (folder, reviews, jobs)
}

fn put(folder: &TempDir, wanted: &WantedReview, text: &str) {
    let name = file_name(wanted.begun_at, &wanted.match_id);
    fs::write(folder.path().join(name), text).unwrap();
}

/// Does all the work that waits.
fn work(reviews: &Reviews, jobs: &Receiver<String>) {
    while let Ok(name) = jobs.try_recv() {
        reviews.queue.make(&name);
    }
}

/// The answer in short.
fn told(reviews: &Reviews, wanted: &WantedReview) -> String {
    match reviews.ask(wanted) {
        Ok(Reply::Reviewing(it)) => format!("{} of {}", it.done, it.steps),
        Ok(Reply::Review(it)) => format!("{} steps, {} costly", it.steps.len(), it.costliest.len()),
        Ok(other) => format!("{other:?}"),
        Err(refusal) => refusal.message.into_owned(),
    }
}

fn numbered(number: usize) -> WantedReview {
    WantedReview {
        match_id: MatchId::try_from(format!("K7WQ2-{number}-00c0ffee00c0ffee")).unwrap(),
        begun_at: 1_800_000_000,
    }
}

#[test]
fn a_review_is_made_once_however_often_it_is_asked_for() {
    let (folder, reviews, jobs) = begin();
    let (text, wanted) = of_picture("tic-tac-toe");
    put(&folder, &wanted, &text);
    assert_eq!(told(&reviews, &wanted), "0 of 0");
    assert_eq!(told(&reviews, &wanted), "0 of 0");
    assert_eq!(jobs.try_iter().count(), 1);
    reviews
        .queue
        .make(&file_name(wanted.begun_at, &wanted.match_id));
    for _ in 0..2 {
        assert_eq!(told(&reviews, &wanted), "7 steps, 1 costly");
    }
    assert_eq!(jobs.try_iter().count(), 0);
}

#[test]
fn the_dice_games_are_reviewed_too_within_a_frame() {
    let (folder, reviews, jobs) = begin();
    let (text, wanted) = of_picture("dice-of-doom");
    put(&folder, &wanted, &text);
    reviews.ask(&wanted).unwrap();
    work(&reviews, &jobs);
    let Ok(reply @ Reply::Review(_)) = reviews.ask(&wanted) else {
        panic!("no review")
    };
    let size = serde_json::to_string(&reply).unwrap().len();
    assert!(
        size < dicehall_protocol::limits::SERVER_FRAME_SIZE_MAX / 2,
        "{size}"
    );
}

#[test]
fn how_far_a_review_has_come_is_told() {
    let (_folder, reviews, _jobs) = begin();
    let wanted = numbered(1);
    reviews.ask(&wanted).unwrap();
    let (done, steps) = (31, 108);
    let name = file_name(wanted.begun_at, &wanted.match_id);
    reviews.queue.change(&name, |before| Entry::Coming {
        progress: ReviewProgress { done, steps },
        misses: before.misses(),
    });
    assert_eq!(told(&reviews, &wanted), "31 of 108");
}

#[test]
fn a_file_that_comes_a_moment_later_is_found_and_one_that_never_comes_is_not() {
    let (folder, reviews, jobs) = begin();
    let (text, late) = of_picture("tic-tac-toe");
    let never = numbered(1);
    for _ in 0..MISSES_MAX {
        assert_eq!([&late, &never].map(|it| told(&reviews, it)), ["0 of 0"; 2]);
        work(&reviews, &jobs);
    }
    let missing = "this table keeps no file of such a match";
    assert_eq!(told(&reviews, &never), missing);
    // Whoever asks again later begins anew.
    assert_eq!(told(&reviews, &late), missing);
    put(&folder, &late, &text);
    assert_eq!(told(&reviews, &late), "0 of 0");
    work(&reviews, &jobs);
    assert_eq!(told(&reviews, &late), "7 steps, 1 costly");
}

#[test]
fn a_file_that_is_damaged_or_too_large_is_refused_and_not_tried_again() {
    let (folder, reviews, jobs) = begin();
    let [damaged, large] = [1, 2].map(numbered);
    put(&folder, &damaged, "{}\n");
    let size = usize::try_from(REVIEW_FILE_SIZE_MAX).unwrap() + 1;
    put(&folder, &large, &"x".repeat(size));
    for wanted in [damaged, large] {
        reviews.ask(&wanted).unwrap();
        work(&reviews, &jobs);
        assert_eq!(
            told(&reviews, &wanted),
            "the file of this match cannot be reviewed"
        );
        assert_eq!(jobs.try_iter().count(), 0);
    }
}

#[test]
fn no_more_matches_wait_than_there_is_room_for() {
    let (_folder, reviews, jobs) = begin();
    for number in 0..REVIEWS_WAITING_MAX {
        assert_eq!(told(&reviews, &numbered(number)), "0 of 0");
    }
    let busy = "too many matches are being reviewed; try again";
    assert_eq!(told(&reviews, &numbered(1_000)), busy);
    work(&reviews, &jobs);
    assert_eq!(told(&reviews, &numbered(1_000)), "0 of 0");
}

#[test]
fn the_oldest_review_is_forgotten_when_there_are_too_many() {
    let (_folder, reviews, jobs) = begin();
    for number in 0..REVIEWS_KEPT_MAX + 3 {
        reviews.ask(&numbered(number)).unwrap();
        work(&reviews, &jobs);
        assert!(reviews.queue.known().len() <= REVIEWS_KEPT_MAX);
    }
    let kept = |number| {
        let name = file_name(1_800_000_000, &numbered(number).match_id);
        reviews.queue.known().iter().any(|it| it.0 == name)
    };
    assert_eq!([2, 3].map(kept), [false, true]);
}

#[test]
fn a_review_that_is_being_made_ends_with_the_server() {
    let (folder, reviews, jobs) = begin();
    let (text, wanted) = of_picture("dice-wars");
    put(&folder, &wanted, &text);
    reviews.ask(&wanted).unwrap();
    let queue = Arc::clone(&reviews.queue);
    drop(reviews);
    let name = jobs.recv().unwrap();
    assert!(matches!(queue.reviewed(&name), Ok(None)));
    queue.work(&jobs, None);
}

#[test]
fn a_review_that_is_asked_for_while_luck_is_made_comes_before_it() {
    let (folder, reviews, jobs) = begin();
    let (text, dice) = of_picture("dice-wars");
    let (other, wanted) = of_picture("tic-tac-toe");
    put(&folder, &dice, &text);
    put(&folder, &wanted, &other);
    let results = folder.path().join("results.sqlite");
    let result = format!(
        r#"{{"dicehall_result":1,"match_id":"{}","begun_at":{},"rules":{{"game":"dice-wars","rules":{{"map":"drawn","max_dice":8,"stock":64,"rounds":200}}}},"seats":[]}}"#,
        dice.match_id, dice.begun_at
    );
    ResultStore::new(results.clone())
        .add(&[serde_json::from_str(&result).unwrap()])
        .unwrap();
    let standings = Standings::new(results.clone());
    standings.read().unwrap();
    let mut luck = LuckMaker::new(standings, None);
    reviews.ask(&wanted).unwrap();
    let (mut steps, mut made_at) = (0, None);
    let mut step = || {
        steps += 1;
        let go_on = reviews.queue.make_waiting(&jobs);
        let is_made = told(&reviews, &wanted) == "7 steps, 1 costly";
        made_at = made_at.or(is_made.then_some(steps));
        go_on
    };
    assert!(luck.make_next(&reviews.queue.finder, &mut step));
    assert_eq!((steps > 500, made_at), (true, Some(1)));
    assert_eq!(lucky(&results), 1);
    reviews.queue.make_luck(&jobs, &mut luck);
}

/// Of how many matches the luck is in a file.
fn lucky(results: &Path) -> usize {
    let mut count = 0;
    each_luck(results, |_| count += 1).unwrap();
    count
}
