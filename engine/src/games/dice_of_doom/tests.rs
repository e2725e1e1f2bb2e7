//! Dice of Doom against the reference data (computed by two independent programs) and the rule book.

use serde::Deserialize;

use super::*;
use crate::conformance;
use crate::dice::{LoadedDice, SeededDice};
use crate::game::{Node, Outcome, SeatSet, State};
use crate::games::territory::testing::{play, stands};
use crate::games::territory::{Action, Chance, Faces, Roll, Territory};
use crate::knowledge::territory::evaluate::static_score;

/// A position of `boards.json`; its README explains the fields.
#[derive(Deserialize)]
struct Reference {
    id: u32,
    size: u8,
    players: u8,
    max_dice: u8,
    to_move: u8,
    board: String,
    moves: Vec<(u8, u8)>,
    win: Vec<String>,
    lose: Vec<String>,
    after_pass: String,
    next_player: u8,
    cluster: Vec<u8>,
    reinforced: Vec<String>,
    threatened: String,
    score: Vec<i32>,
    leaders: SeatSet,
    stuck: Vec<u8>,
}

/// A whole match of `games.json`.
#[derive(Deserialize)]
struct Played {
    id: u32,
    size: u8,
    players: u8,
    max_dice: u8,
    start: String,
    log: Vec<Entry>,
    end: String,
    stopped_player: u8,
    winners: SeatSet,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Attack(u8, u8, u8, u8),
    Pass(String),
}

fn boards() -> Vec<Reference> {
    serde_json::from_str(include_str!("../../../../tests/reference/dice/boards.json")).unwrap()
}

fn book(size: u8, max_dice: u8) -> Rules {
    Rules {
        size,
        max_dice,
        ..Rules::BOOK
    }
}

fn reference_position(it: &Reference, to_move: u8, opening: bool) -> Position {
    Position::of(
        book(it.size, it.max_dice),
        it.players,
        &it.board,
        to_move,
        opening,
    )
}

fn board_of(position: &Position) -> String {
    position.board().cells().to_string()
}

/// Faces of `count` dice with this sum; any will do.
fn faces(count: u8, sum: u8) -> Faces {
    let (mut rest, mut left) = (sum, count);
    let dice = std::iter::from_fn(|| {
        left = left.checked_sub(1)?;
        let face = (rest - left).min(6);
        rest -= face;
        Some(face)
    });
    let faces = Faces::try_from(dice.collect::<Vec<u8>>()).unwrap();
    assert_eq!(
        (faces.pips(), rest),
        (sum, 0),
        "{count} dice cannot show {sum}"
    );
    faces
}

#[test]
fn attacks_and_both_their_results_equal_the_reference() {
    for it in boards() {
        let before = reference_position(&it, it.to_move, false);
        let attacks = it.moves.iter().map(|(from, to)| Action::Attack {
            from: Territory(*from),
            to: Territory(*to),
        });
        let expected: Vec<Action> = std::iter::once(Action::Pass)
            .chain(attacks.clone())
            .collect();
        assert_eq!(before.actions(), expected, "board {}", it.id);
        for (at, attack) in attacks.enumerate() {
            for (weighted, expected) in [(true, &it.win[at]), (false, &it.lose[at])] {
                let mut after = before.clone();
                after.act(attack);
                let chances = after.chances();
                let chance = chances.iter().find(
                    |it| matches!(it.chance, Chance::Battle(roll) if roll.captures() == weighted),
                );
                let Some(chance) = chance else { continue };
                after.resolve(chance.chance);
                assert_eq!(board_of(&after), *expected, "board {}, {attack:?}", it.id);
            }
        }
    }
}

#[test]
fn passes_regions_and_reinforcement_equal_the_reference() {
    for it in boards() {
        for seat in 0..it.players {
            let mut passed = reference_position(&it, seat, false);
            let standing = passed.board().standing(Seat::new(seat).unwrap());
            assert_eq!(
                standing.link,
                it.cluster[usize::from(seat)],
                "board {}, seat {seat}",
                it.id
            );
            let can_attack = passed.board().can_attack(Seat::new(seat).unwrap());
            assert_eq!(
                can_attack,
                it.stuck[usize::from(seat)] == 0,
                "board {}, seat {seat}",
                it.id
            );
            passed.act(Action::Pass);
            assert_eq!(
                board_of(&passed),
                it.reinforced[usize::from(seat)],
                "board {}, seat {seat}",
                it.id
            );
            if seat == it.to_move {
                assert_eq!(board_of(&passed), it.after_pass);
                assert_eq!(passed.to_move().number(), it.next_player, "board {}", it.id);
            }
        }
    }
}

#[test]
fn scores_and_leaders_equal_the_reference() {
    for it in boards() {
        let position = reference_position(&it, it.to_move, false);
        for (seat, score) in Seat::ALL.into_iter().zip(&it.score) {
            assert_eq!(
                static_score(position.board(), seat),
                *score,
                "board {}, {seat:?}",
                it.id
            );
        }
        assert_eq!(
            position::outcome(&position).winners,
            it.leaders,
            "board {}",
            it.id
        );
        let lost: u8 = it.threatened.bytes().map(|it| it - b'0').sum();
        let both: i32 = Seat::first(it.players)
            .map(|seat| {
                let own = i32::from(position.board().owned(seat).len());
                2 * own
                    - i32::from(position.board().enemies(seat).len())
                    - static_score(position.board(), seat)
            })
            .sum();
        assert_eq!(both, i32::from(lost), "board {}: threatened hexes", it.id);
    }
}

#[test]
fn whole_matches_equal_the_reference() {
    let text = include_str!("../../../../tests/reference/dice/games.json");
    for it in serde_json::from_str::<Vec<Played>>(text).unwrap() {
        let config = Config {
            rules: book(it.size, it.max_dice),
            seats: it.players,
            board: it.start,
            first: Seat::default(),
        };
        let mut position = DiceOfDoom::start(&config).unwrap();
        for entry in it.log {
            match entry {
                Entry::Pass(after) => {
                    assert!(position.is_legal(Action::Pass), "match {}", it.id);
                    position.act(Action::Pass);
                    assert_eq!(board_of(&position), after, "match {}", it.id);
                }
                Entry::Attack(from, to, attack, defense) => {
                    let (from, to) = (Territory(from), Territory(to));
                    assert!(
                        position.is_legal(Action::Attack { from, to }),
                        "match {}",
                        it.id
                    );
                    let (a, d) = (position.board().dice(from), position.board().dice(to));
                    position.act(Action::Attack { from, to });
                    position.resolve(Chance::Battle(Roll {
                        attack: faces(a, attack),
                        defense: faces(d, defense),
                    }));
                }
            }
        }
        assert_eq!(board_of(&position), it.end, "match {}", it.id);
        assert_eq!(
            position.to_move().number(),
            it.stopped_player,
            "match {}",
            it.id
        );
        assert_eq!(
            position.node(),
            Node::Terminal(Outcome {
                winners: it.winners
            }),
            "match {}",
            it.id
        );
    }
}

/// Plays `script` (`0>1 56/4` attacks and shows these faces, `0>1` attacks without a roll, `+5` places a die, `.`
/// passes) and compares the board, the seat to move and the status: `a`, `open a` at the start of a turn, `won ab`.
#[track_caller]
fn check(switches: &str, seats: u8, board: &str, script: &str, expect: &str) {
    let mut rules = Rules::STANDARD;
    for (switch, value) in switches.split(',').filter_map(|it| it.split_once('=')) {
        DiceOfDoom::set_switch(&mut rules, switch, value).unwrap();
    }
    let config = Config {
        rules,
        seats,
        board: board.to_owned(),
        first: Seat::default(),
    };
    let mut position = DiceOfDoom::start(&config).unwrap();
    play(&mut position, script);
    let board = board_of(&position);
    assert_eq!(format!("{board} {}", stands(&position)), expect);
}

#[test]
fn a_capture_moves_all_dice_but_one_and_a_repel_loses_them() {
    check("size=2", 2, "a3a2b1b4", "0>2 222/5", "a1a2a2b4 a");
    check("size=2", 2, "a3a2b1b4", "0>2 122/5", "a1a2b1b4 a");
    check("size=2", 2, "a3a2b1b4", "0>2", "a3a2b1b4 chance");
}

#[test]
fn a_pass_reinforces_by_the_largest_region_in_index_order() {
    check("size=2", 2, "a3a2b1b4", ".", "a4a3b1b4 open b");
    check("size=2", 2, "a5a2b1b4", ".", "a5a3b1b4 open b");
    check(
        "size=3",
        2,
        "a1b1a1a1b1a1b1b1b1",
        ".",
        "a2b1a2a1b1a1b1b1b1 open b",
    );
}

#[test]
fn standard_rules_let_a_stuck_seat_pass_and_skip_one_that_is_out() {
    check("size=2", 2, "a1a1b2b2", "", "a1a1b2b2 open a");
    check("size=2", 3, "a5b1c1c2", "0>1 11111/1; .", "a2a5c1c2 open c");
}

#[test]
fn standard_rules_end_with_one_owner_or_after_the_last_round() {
    check("size=2", 2, "a5a1a1b1", "0>3 61111/6", "a1a1a1a4 won a");
    check("size=2,rounds=1", 2, "a5a1b1b1", ".; .", "a5a2b2b2 won a");
    check("size=2,rounds=1", 2, "a1a1b1b1", ".; .", "a2a2b2b2 won ab");
    check("size=2,rounds=2", 2, "a1a1b1b1", ".; .", "a2a2b2b2 open a");
}

#[test]
fn book_rules_make_an_attack_compulsory_and_end_at_a_stuck_seat() {
    let book = Position::of(book(2, 5), 2, "a3a2b1b4", 0, true);
    assert!(!book.is_legal(Action::Pass) && !book.actions().contains(&Action::Pass));
    check("preset=book,size=2", 2, "a1a1b2b2", "", "a1a1b2b2 won ab");
    check(
        "preset=book,size=2",
        2,
        "a3a1b1b1",
        "0>2 666/1; .",
        "a2a2a3b1 won a",
    );
}

#[test]
fn an_owner_of_everything_still_passes_under_book_rules() {
    check(
        "preset=book,size=2",
        2,
        "a5a1a1b1",
        "0>3 61111/6",
        "a1a1a1a4 a",
    );
    check(
        "preset=book,size=2",
        2,
        "a5a1a1b1",
        "0>3 61111/6; .",
        "a2a2a2a5 won a",
    );
}

#[test]
fn certain_combat_needs_more_dice_and_never_rolls() {
    check("size=2,combat=certain", 2, "a3a2b1b4", "0>2", "a1a2a2b4 a");
    let position = Position::of(
        Rules {
            size: 2,
            combat: Combat::Certain,
            ..Rules::STANDARD
        },
        2,
        "a3a2b1b4",
        0,
        true,
    );
    assert!(!position.is_legal(Action::Attack {
        from: Territory(0),
        to: Territory(3)
    }));
    assert_eq!(
        position.actions().len(),
        2,
        "pass and 0 to 2: {:?}",
        position.actions()
    );
}

#[test]
fn captured_reinforcement_is_the_dice_captured_but_one() {
    check(
        "size=2,combat=certain,reinforcement=captured",
        2,
        "a5a1b3b1",
        "0>2; .",
        "a2a2a4b1 open b",
    );
    check(
        "size=2,combat=certain,reinforcement=captured",
        2,
        "a5a1b3b1",
        ".",
        "a5a1b3b1 open b",
    );
    check(
        "size=2,reinforcement=captured",
        2,
        "a5a1b3b1",
        "0>2 11111/666; .",
        "a1a1b3b1 open b",
    );
    let twice = "0>2; .; .; .";
    check(
        "size=2,combat=certain,reinforcement=captured",
        2,
        "a5a1b3b1",
        twice,
        "a2a2a4b1 open b",
    );
}

#[test]
fn random_reinforcement_places_one_die_at_a_time_where_there_is_room() {
    check(
        "size=2,reinforcement=random",
        2,
        "a5a4b3b1",
        ".; +1",
        "a5a5b3b1 open b",
    );
    check(
        "size=2,reinforcement=random",
        2,
        "a1a1b3b1",
        ".; +1; +1",
        "a1a3b3b1 open b",
    );
    check(
        "size=2,reinforcement=random",
        2,
        "a5a5b3b1",
        ".",
        "a5a5b3b1 open b",
    );
}

#[test]
fn the_even_deal_is_fair() {
    for seats in 2..=4 {
        for size in hexagon::SIZE_MIN..=hexagon::SIZE_MAX {
            for max_dice in 2..=9 {
                let rules = Rules {
                    size,
                    max_dice,
                    ..Rules::STANDARD
                };
                let config =
                    DiceOfDoom::generate(&rules, seats, &mut SeededDice::new(u64::from(size)))
                        .unwrap();
                let position = DiceOfDoom::start(&config).unwrap();
                let standings: Vec<_> = Seat::first(seats)
                    .map(|it| position.board().standing(it))
                    .collect();
                let last = standings.last().unwrap();
                for it in &standings {
                    assert_eq!(it.dice, last.dice, "{config:?}");
                    assert!(last.territories - it.territories <= 1, "{config:?}");
                }
                assert!(
                    standings.is_sorted_by_key(|it| it.territories),
                    "later seats get one more: {config:?}"
                );
            }
        }
    }
}

#[test]
fn the_books_deal_draws_owner_and_dice_of_each_hex() {
    let rules = book(2, 5);
    let mut dice = LoadedDice::new([0, 4, 1, 0, 1, 1, 0, 2]);
    assert_eq!(
        DiceOfDoom::generate(&rules, 2, &mut dice).unwrap().board,
        "a5b1b2a3"
    );
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let refused = |board: &str, seats: u8, max_dice: u8| {
        let config = Config {
            rules: book(2, max_dice),
            seats,
            board: board.to_owned(),
            first: Seat::default(),
        };
        DiceOfDoom::start(&config).unwrap_err().to_string()
    };
    assert_eq!(
        refused("a1b1a1", 2, 5),
        "a board of size 2 has 4 hexes, not 3"
    );
    assert_eq!(
        refused("a1b1a1c1", 2, 5),
        "c1 is no territory: owner a to b, then dice 1 to 5"
    );
    assert_eq!(
        refused("a1b1a1b6", 2, 5),
        "b6 is no territory: owner a to b, then dice 1 to 5"
    );
    assert_eq!(
        refused("a1b1a1b0", 2, 5),
        "b0 is no territory: owner a to b, then dice 1 to 5"
    );
    assert_eq!(
        refused("a1b1a1b", 2, 5),
        "a board has two characters for each territory"
    );
    assert_eq!(
        refused("a1b1a1b1", 5, 5),
        "dice-of-doom is played by 2 to 4 seats, not 5"
    );
    assert_eq!(
        refused("a1b1a1b1", 2, 10),
        "max_dice cannot be 10; possible: 2 to 9"
    );
}

#[test]
fn an_unknown_switch_or_value_lists_what_there_is() {
    let set = |switch: &str, value: &str| {
        let mut rules = Rules::STANDARD;
        DiceOfDoom::set_switch(&mut rules, switch, value).map_err(|it| it.to_string())
    };
    assert_eq!(
        set("size", "9"),
        Err("size cannot be 9; possible: 2 to 8".to_owned())
    );
    assert_eq!(
        set("deal", "odd"),
        Err("deal cannot be odd; possible: random, even".to_owned())
    );
    assert_eq!(
        set("sise", "5"),
        Err("there is no switch \"sise\"; possible: preset, size, max_dice, deal, opening, stuck, combat, \
             reinforcement, rounds"
            .to_owned())
    );
}

#[test]
fn every_rule_set_obeys_the_law_book() {
    for switches in [
        "preset=standard",
        "preset=book",
        "preset=book,deal=even,rounds=9",
        "opening=compulsory,max_dice=9",
        "combat=certain,rounds=20",
        "combat=certain,reinforcement=captured,rounds=20",
        "reinforcement=random,max_dice=3",
        "stuck=ends",
    ] {
        for (seats, size) in [(2, 2), (3, 4), (4, 5)] {
            let mut rules = Rules::STANDARD;
            for (switch, value) in switches.split(',').filter_map(|it| it.split_once('=')) {
                DiceOfDoom::set_switch(&mut rules, switch, value).unwrap();
            }
            rules.size = size;
            conformance::check(3, |dice| {
                DiceOfDoom::start(&DiceOfDoom::generate(&rules, seats, dice).unwrap()).unwrap()
            });
        }
    }
}

#[test]
fn territories_that_the_board_has_not_are_no_action_and_no_chance() {
    let mut position = Position::of(
        Rules {
            size: 2,
            ..Rules::STANDARD
        },
        2,
        "a3a2b1b4",
        0,
        true,
    );
    let beyond = |from: u8, to: u8| Action::Attack {
        from: Territory(from),
        to: Territory(to),
    };
    for action in [
        beyond(64, 2),
        beyond(0, 66),
        beyond(200, 2),
        beyond(4, 2),
        beyond(255, 255),
    ] {
        assert!(!position.is_legal(action), "{action:?}");
    }
    position.act(beyond(0, 2));
    assert!(!position.is_possible(Chance::Reinforce(Territory(64))));
}
