//! The standings against a fold of the same results in order, in which nothing is clever.

use std::path::Path;

use dicehall_engine::dice::{SeededDice, index_below};
use dicehall_engine::fair::MatchId;
use dicehall_engine::rating::Ratings;
use dicehall_engine::rating::skill::PeopleLuck;
use dicehall_protocol::match_file::luck::{LUCK_FORMAT, SeatLuck};
use dicehall_protocol::match_file::result::{RESULT_FORMAT, SeatResult};

use super::super::results::{RESULTS_NAME, ResultStore};
use super::*;

const GAME: GameKind = GameKind::TicTacToe;
/// A moment on January 31 of 2027, an hour before the next month.
const JANUARY: u64 = 1_801_436_400;

/// A match of tic-tac-toe that the first of these has won; a number is a rung, anything else an account.
fn result(number: u32, begun_at: u64, players: [&str; 2]) -> MatchResult {
    let holder = |player: &str| match player.parse() {
        Ok(rung) => ResultHolder::Bot {
            bot: "perfect:careless=15".parse().unwrap(),
            rung: Some(rung),
        },
        Err(_) => ResultHolder::Person {
            name: format!("{player}{number}"),
            account: Some(player.to_owned()),
        },
    };
    let seat = |(place, player)| SeatResult {
        holder: holder(player),
        place,
        given_up: None,
    };
    MatchResult {
        dicehall_result: RESULT_FORMAT,
        match_id: MatchId::try_from(format!("K7WQ2-{number}")).unwrap(),
        begun_at,
        rules: GAME.default_rules(),
        seats: (1..).zip(players).map(seat).collect(),
        unrated: None,
    }
}

/// Results of four people and a bot, in order, one each minute.
fn results(count: u32, dice: &mut SeededDice) -> Vec<MatchResult> {
    let names = ["aa", "bb", "cc", "dd", "5"];
    let mut draw = |bound| index_below(bound, dice);
    let mut pair = || {
        let first = draw(4);
        let second = (first + 1 + draw(4)) % 5;
        if draw(2) == 0 {
            [first, second]
        } else {
            [second, first]
        }
    };
    (0..count)
        .map(|it| result(it, JANUARY + u64::from(it) * 60, pair().map(|at| names[at])))
        .collect()
}

/// The fold of results in order, without anything of the standings.
fn plain(results: &[MatchResult]) -> Ratings {
    let mut ratings = Ratings::new(GAME);
    for it in results {
        ratings.add(it.day(), &it.rated_seats().unwrap());
    }
    ratings
}

/// Checks that a table is the fold of these results.
#[track_caller]
fn check(found: &Leaders<'_>, results: &[MatchResult]) {
    let expect = plain(results);
    let found_people: Vec<_> = found
        .people
        .iter()
        .map(|it| (it.account, it.person))
        .collect();
    assert_eq!(found_people, expect.leaders());
    assert_eq!(usize::try_from(found.matches).unwrap(), results.len());
}

/// Adds results in this order, and checks the standings against the fold of them in the right one.
#[track_caller]
fn check_arrival(arriving: &[MatchResult]) {
    let mut folded = Folded::default();
    for it in arriving {
        folded.add(it).unwrap();
        // Told again, it changes nothing.
        folded.add(it).unwrap();
    }
    let mut ordered = arriving.to_vec();
    ordered.sort_by_key(|it| (it.begun_at, it.match_id.clone()));
    check(&folded.leaders(GAME, None).unwrap(), &ordered);
    for month in ["2027-01", "2027-02"] {
        let of_month: Vec<_> = ordered
            .iter()
            .filter(|it| it.month() == month)
            .cloned()
            .collect();
        check(&folded.leaders(GAME, Some(month)).unwrap(), &of_month);
    }
    let mut mean = Ratings::new(GAME).of("aa").rating.mean;
    let mut course: Vec<PastResult<'_>> = folded.matches(GAME, "aa").collect();
    course.reverse();
    for it in &course {
        assert_eq!(it.change.before.to_bits(), mean.to_bits());
        mean = it.change.after;
    }
    assert_eq!(
        mean.to_bits(),
        plain(&ordered).of("aa").rating.mean.to_bits()
    );
}

#[test]
fn in_whatever_order_results_come_they_are_folded_in_their_own() {
    let seed = std::env::var("DICEHALL_SEED")
        .ok()
        .and_then(|it| it.parse().ok());
    let seed = seed.unwrap_or(7);
    eprintln!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    for count in [70, 300] {
        let mut arriving = results(count, &mut dice);
        check_arrival(&arriving);
        for at in (1..arriving.len()).rev() {
            let behind = index_below(at.min(40), &mut dice);
            arriving.swap(at, at - behind);
        }
        check_arrival(&arriving);
    }
}

#[test]
fn a_result_that_comes_later_than_others_can_be_moved_is_told_so() {
    let all = results(1_100, &mut SeededDice::new(1));
    let mut folded = Folded::default();
    for it in &all[1..] {
        folded.add(it).unwrap();
    }
    assert_eq!(folded.add(&all[0]), Err(ComesTooLate));
    check(&folded.leaders(GAME, None).unwrap(), &all[1..]);
}

#[test]
fn as_many_results_are_kept_as_there_is_room_for_and_the_ratings_are_those_of_all() {
    let mut folded = Folded::default();
    let mut expect = Ratings::new(GAME);
    let count = u32::try_from(table::TABLE_RESULTS_MAX).unwrap() + 2_000;
    for it in 0..count {
        let winner = if it % 3 == 0 {
            ["bb", "aa"]
        } else {
            ["aa", "bb"]
        };
        let result = result(it, JANUARY + u64::from(it) * 40_000, winner);
        expect.add(result.day(), &result.rated_seats().unwrap());
        folded.add(&result).unwrap();
    }
    let found = folded.leaders(GAME, None).unwrap();
    assert_eq!(found.matches, count);
    assert_eq!(found.people[0].person, expect.of("aa"));
    let kept = folded.matches(GAME, "aa").count();
    assert!(kept <= table::TABLE_RESULTS_MAX, "{kept}");
    assert!(kept > table::TABLE_RESULTS_MAX / 2, "{kept}");
    let months = folded.games[&GAME].months.len();
    assert_eq!(months, MONTHS_MAX);
}

/// Standings with a file of these results.
fn with_file(data: &Path, results: &[MatchResult]) -> Standings {
    let standings = Standings::new(data.join(RESULTS_NAME));
    ResultStore::new(data.join(RESULTS_NAME))
        .add(results)
        .unwrap();
    standings
}

#[test]
fn the_file_is_read_once_and_each_result_is_added_when_it_is_written() {
    let data = tempfile::tempdir().unwrap();
    let all = results(1_200, &mut SeededDice::new(2));
    let standings = with_file(data.path(), &all[5..1_190]);
    assert!(
        standings.ask(|_| ()).is_none(),
        "nothing is told before it is read"
    );
    standings.read().unwrap();
    let mut store = ResultStore::new(data.path().join(RESULTS_NAME));
    for it in &all[1_190..] {
        let one = std::slice::from_ref(it);
        standings.add(one, || store.add(one)).unwrap();
    }
    let is_right = |all: &[MatchResult]| {
        standings.ask(|it| check(&it.leaders(GAME, None).unwrap(), all));
    };
    is_right(&all[5..]);
    // One that could not be written is in neither.
    let failed = || Err(ResultsError::Nothing(data.path().to_owned()));
    standings.add(&all[..1], failed).unwrap_err();
    is_right(&all[5..]);
    // So late a result is put in its place by reading the file.
    standings.add(&all[..5], || store.add(&all[..5])).unwrap();
    is_right(&all);
}

#[test]
fn whoever_is_forgotten_is_gone_at_once() {
    let data = tempfile::tempdir().unwrap();
    let all = [
        result(1, JANUARY, ["aa", "bb"]),
        result(2, JANUARY + 9, ["bb", "aa"]),
        result(3, JANUARY + 10, ["aa", "5"]),
    ];
    let standings = with_file(data.path(), &all);
    standings.read().unwrap();
    let before = standings.ask(|it| it.rating(GAME, "aa")).unwrap();
    standings.forget("aa").unwrap();
    standings
        .ask(|it| {
            assert_eq!(it.rating(GAME, "aa"), None);
            assert_eq!(it.rating(GAME, "gone-1"), before);
            let leaders = it.leaders(GAME, None).unwrap();
            let mut names: Vec<&str> = leaders.people.iter().map(|it| it.name).collect();
            names.sort_unstable();
            assert_eq!(names, ["bb2", "gone-1"]);
            let opponents: Vec<_> = it.matches(GAME, "bb").flat_map(|it| it.others).collect();
            assert_eq!(
                opponents,
                [(Who::Person("gone-1"), 2), (Who::Person("gone-1"), 1)]
            );
            let opponents: Vec<_> = it
                .matches(GAME, "gone-1")
                .flat_map(|it| it.others)
                .collect();
            assert_eq!(opponents[0], (Who::Rung(5), 2));
        })
        .unwrap();
}

#[test]
fn what_is_not_rated_is_in_no_table() {
    let mut folded = Folded::default();
    let unrated = MatchResult {
        unrated: Some(dicehall_protocol::standing::NotRated::Hints),
        ..result(1, JANUARY, ["aa", "bb"])
    };
    folded.add(&unrated).unwrap();
    assert!(folded.leaders(GAME, None).is_none());
    assert_eq!(folded.rating(GAME, "aa"), None);
}

#[test]
fn a_name_is_found_until_its_person_plays_under_another() {
    let mut folded = Folded::default();
    folded.add(&result(1, JANUARY, ["aa", "bb"])).unwrap();
    assert_eq!(folded.account_of("aa1"), Some("aa"));
    folded.add(&result(2, JANUARY + 9, ["aa", "5"])).unwrap();
    let found = ["aa1", "aa2", "bb1", "cc1"].map(|it| folded.account_of(it));
    assert_eq!(found, [None, Some("aa"), Some("bb"), None]);
    assert_eq!(folded.accounts.len(), 2, "nothing is kept of other names");
    // A name that two have had is that of the account that comes first, whoever came to it last.
    let mut named = result(3, JANUARY + 10, ["bb", "5"]);
    if let ResultHolder::Person { name, .. } = &mut named.seats[0].holder {
        *name = "aa2".to_owned();
    }
    folded.add(&named).unwrap();
    assert_eq!(folded.account_of("aa2"), Some("aa"));
    assert_eq!(folded.account_of("bb1"), None);
}

#[test]
fn a_file_that_is_damaged_where_no_row_lies_is_told_when_it_is_read() {
    let data = tempfile::tempdir().unwrap();
    let standings = with_file(data.path(), &[result(1, JANUARY, ["aa", "bb"])]);
    standings.read().unwrap();
    let path = data.path().join(RESULTS_NAME);
    let mut bytes = std::fs::read(&path).unwrap();
    // How many pages are free, in the head of the file.
    bytes[36..40].copy_from_slice(&7_u32.to_be_bytes());
    std::fs::write(&path, bytes).unwrap();
    let told = standings.read().unwrap_err().to_string();
    assert!(told.contains("damaged"), "{told}");
}

/// The luck of a match of two, of which the first seat had this, in parts of a win.
fn luck_of(result: &MatchResult, first: i32) -> MatchLuck {
    let seats = [first, -first].map(|rolls| SeatLuck { deal: 0, rolls });
    MatchLuck {
        dicehall_luck: LUCK_FORMAT,
        match_id: result.match_id.clone(),
        judged_by: "a network of some day".to_owned(),
        seats: seats.to_vec(),
    }
}

#[test]
fn luck_is_folded_in_whatever_order_it_comes_and_whenever_the_file_is_read() {
    let data = tempfile::tempdir().unwrap();
    let mut dice = SeededDice::new(4);
    let all = results(1_100, &mut dice);
    let standings = with_file(data.path(), &all[..1_000]);
    standings.read().unwrap();
    let mut store = ResultStore::new(data.path().join(RESULTS_NAME));
    let mut plain = PeopleLuck::default();
    // Luck of results of which some are settled, some come late, and of every third none is known.
    for it in all[..1_000].iter().rev().step_by(3) {
        let luck = luck_of(
            it,
            700 - i32::try_from(index_below(1_500, &mut dice)).unwrap(),
        );
        standings.add_luck(&luck, || store.add_luck(&luck)).unwrap();
        // Told again, it changes nothing.
        standings.add_luck(&luck, || store.add_luck(&luck)).unwrap();
        plain.add(&it.rated_seats().unwrap(), &luck.by_seat());
    }
    let mut late = all[1_000..].to_vec();
    late.reverse();
    for it in &late {
        let one = std::slice::from_ref(it);
        standings.add(one, || store.add(one)).unwrap();
    }
    let ratings = self::plain(&all);
    let found = |standings: &Standings| {
        let told = standings.ask(|it| {
            let people = it.leaders(GAME, None).unwrap().people;
            let skills = people.iter().map(|it| (it.account.to_owned(), it.skill));
            skills.collect::<Vec<_>>()
        });
        told.unwrap()
    };
    let before = found(&standings);
    for (account, skill) in &before {
        assert!(skill.is_some(), "{account}");
        assert_eq!(*skill, plain.index(account, &ratings.of(account)));
    }
    let again = Standings::new(data.path().join(RESULTS_NAME));
    again.read().unwrap();
    assert_eq!(found(&again), before);
}

#[test]
fn as_many_matches_without_luck_are_remembered_as_there_is_room_for_the_latest_first() {
    let standings = Standings::new("/nowhere/results.sqlite".into());
    standings.read().unwrap();
    let of_dice = |number: u32| MatchResult {
        rules: GameKind::DiceWars.default_rules(),
        ..result(number, JANUARY + u64::from(number), ["aa", "bb"])
    };
    let count = u32::try_from(LUCK_MISSING_MAX).unwrap() + 5;
    for number in 0..count {
        standings.add(&[of_dice(number)], || Ok(())).unwrap();
    }
    let told = std::iter::from_fn(|| standings.next_without_luck());
    let told: Vec<u64> = told.map(|it| it.begun_at - JANUARY).collect();
    let expect: Vec<u64> = (5..u64::from(count)).rev().collect();
    assert_eq!(told, expect);
}
