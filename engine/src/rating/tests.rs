//! The model against figures that others have published, the fold, and what luck that is known is worth.

mod pairs;
mod places;
mod simulated;
mod skill;

use super::model::{Model, Rated};
use super::*;

/// The parameters with which openskill's figures were computed.
const OPENSKILL: Model = Model {
    beta: 25.0 / 6.0,
    deviation: 25.0 / 3.0,
    tau: 0.0,
};

/// A seat with the rating of a beginner of openskill.
fn beginner(place: u8) -> Rated {
    let rating = Rating {
        mean: 25.0,
        deviation: 25.0 / 3.0,
    };
    Rated {
        rating,
        place,
        reach: 0.0,
        is_fixed: false,
    }
}

/// Checks that a number is another one, but for the last digits.
#[track_caller]
fn check(found: f64, expect: f64, difference_max: f64) {
    let difference = (found - expect).abs();
    assert!(difference <= difference_max, "{found} is not {expect}");
}

/// Checks the ratings of beginners after a match that they end in order.
#[track_caller]
fn check_first_match(expect: &[[f64; 2]]) {
    let mut seats: Vec<Rated> = (1..)
        .zip(expect)
        .map(|(place, _)| beginner(place))
        .collect();
    OPENSKILL.rate(&mut seats, 1.0);
    for (seat, [mean, deviation]) in seats.iter().zip(expect) {
        check(seat.rating.mean, *mean, 1e-12);
        check(seat.rating.deviation, *deviation, 1e-12);
    }
}

/// The figures of openskill.js (<https://github.com/philihp/openskill.js>, `plackett-luce.test.ts`, MIT) for two to five
/// who play for themselves.
#[test]
fn first_matches_give_the_published_ratings() {
    check_first_match(&[
        [27.635_231_383_473_65, 8.065_506_316_323_548],
        [22.364_768_616_526_35, 8.065_506_316_323_548],
    ]);
    check_first_match(&[
        [27.868_876_552_746_237, 8.204_837_030_780_652],
        [25.717_219_138_186_557, 8.057_829_747_583_874],
        [21.413_904_309_067_206, 8.057_829_747_583_874],
    ]);
    check_first_match(&[
        [27.795_084_971_874_736, 8.263_160_757_613_477],
        [26.552_824_984_374_855, 8.179_213_704_945_203],
        [24.689_435_003_125_03, 8.083_731_307_186_588],
        [20.962_655_040_625_38, 8.083_731_307_186_588],
    ]);
    check_first_match(&[
        [27.666_666_666_666_668, 8.290_556_877_154_474],
        [26.833_333_333_333_332, 8.240_145_629_781_066],
        [25.722_222_222_222_22, 8.179_996_679_645_559],
        [24.055_555_555_555_557, 8.111_796_013_701_358],
        [20.722_222_222_222_22, 8.111_796_013_701_358],
    ]);
}

/// Rates a match of some of five players, each given with the place.
fn play(players: &mut [Rated; 5], places: &[(usize, u8)]) {
    let seat = |(of, place): &(usize, u8)| Rated {
        place: *place,
        ..players[*of]
    };
    let mut seats: Vec<Rated> = places.iter().map(seat).collect();
    OPENSKILL.rate(&mut seats, 1.0);
    for ((of, _), seat) in places.iter().zip(seats) {
        players[*of] = seat;
    }
}

/// The figures of `plackett-luce-series.test.ts` of openskill.js: three matches, with ties.
#[test]
fn a_series_with_ties_gives_the_published_ratings() {
    let mut players = [beginner(1); 5];
    play(&mut players, &[(0, 1), (1, 2), (2, 2), (3, 4), (4, 4)]);
    play(&mut players, &[(4, 1), (2, 2), (1, 2)]);
    play(&mut players, &[(3, 1), (1, 1), (2, 3), (0, 3)]);
    let expect = [
        [26.353_761_103, 8.111_027_06],
        [24.618_479_789, 7.905_335_51],
        [23.065_819_512, 7.822_005_595],
        [24.476_332_403, 8.106_111_471],
        [26.385_499_685, 8.054_090_809],
    ];
    for (player, [mean, deviation]) in players.iter().zip(expect) {
        check(player.rating.mean, mean, 1e-8);
        check(player.rating.deviation, deviation, 1e-8);
    }
}

/// A match of people and bots, from the first place on; a number is a rung.
fn result(players: &[&str]) -> Vec<RatedSeat> {
    let player = |text: &&str| match text.parse() {
        Ok(rung) => RatedPlayer::Rung(rung),
        Err(_) => RatedPlayer::Person((*text).to_owned()),
    };
    (1..)
        .zip(players.iter().map(player))
        .map(|(place, player)| RatedSeat { player, place })
        .collect()
}

/// The ratings after these matches of Dice Wars, each on a day of its own.
fn ratings(matches: &[&[&str]]) -> Ratings {
    let mut ratings = Ratings::new(GameKind::DiceWars);
    for (day, players) in (0..).zip(matches) {
        ratings.add(day, &result(players));
    }
    ratings
}

#[test]
fn four_hundred_points_are_ten_wins_for_a_loss_among_seats_of_known_strength() {
    for seats in [2_u8, 4] {
        let model = Model::of_ladder(seats);
        let c = model.beta * f64::from(seats).sqrt();
        check((400.0 / c).exp(), 10.0, 1e-9);
    }
}

#[test]
fn whoever_wins_gains_and_everybody_is_known_better() {
    let after = ratings(&[&["a", "b", "c", "d"]]);
    let rated: Vec<RatedPerson> = after.people().map(|it| it.1).collect();
    assert!(rated.is_sorted_by(|one, other| one.rating.mean > other.rating.mean));
    let beginner = after.of("nobody");
    assert_eq!((beginner.rating.mean, beginner.matches), (MEAN, 0));
    assert!(
        rated
            .iter()
            .all(|it| it.rating.deviation < beginner.rating.deviation)
    );
    assert_eq!(
        rated.iter().map(|it| it.won).collect::<Vec<_>>(),
        [1, 0, 0, 0]
    );
    let order: Vec<&str> = after.leaders().into_iter().map(|it| it.0).collect();
    assert_eq!(order, ["a", "b", "c", "d"]);
}

#[test]
fn a_bot_of_the_ladder_keeps_its_rating_and_draws_people_to_it() {
    // Half of the matches against the fifth rung are won by somebody who is as strong.
    let matches: Vec<&[&str]> = (0..400)
        .map(|at| {
            if at % 2 == 0 {
                &["a", "5"][..]
            } else {
                &["5", "a"]
            }
        })
        .collect();
    let person = ratings(&matches).of("a");
    let fifth = f64::from(BotSpec::rating_on(Rung::Fifth, GameKind::DiceWars).unwrap());
    check(person.rating.mean, fifth, 30.0);
    let [low, high] = person.rating.range();
    assert!(low < fifth && fifth < high, "{person:?}");
    assert_eq!((person.matches, person.won), (400, 200));
}

#[test]
fn a_match_of_fewer_than_two_changes_nothing() {
    assert_eq!(ratings(&[&["a"], &[]]), ratings(&[]));
}

/// The bytes of ratings as JSON, which writes every digit that matters.
fn bytes(ratings: &Ratings) -> String {
    let people: BTreeMap<&str, RatedPerson> = ratings.people().collect();
    serde_json::to_string(&people).unwrap()
}

#[test]
fn results_one_by_one_and_all_again_give_the_same_bytes_and_those_of_every_machine() {
    let matches: Vec<Vec<RatedSeat>> = simulated::matches(7, 300);
    let mut kept = Ratings::new(GameKind::DiceWars);
    let mut seen = Vec::new();
    for (day, seats) in (0..).zip(&matches) {
        kept.add(day, seats);
        seen.push(seats);
        if day % 50 == 0 {
            let mut again = Ratings::new(GameKind::DiceWars);
            for (day, it) in (0..).zip(&seen) {
                again.add(day, it);
            }
            assert_eq!(bytes(&kept), bytes(&again));
        }
    }
    let digest = <sha2::Sha256 as sha2::Digest>::digest(bytes(&kept));
    let frozen = "adc5364085eb976054a75e5c65abba7e88c522007b12aa043074d0c903084302";
    assert_eq!(base16ct::lower::encode_string(&digest), frozen);
}
