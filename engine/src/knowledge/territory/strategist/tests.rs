//! Each stage and each of its checks, on maps of a few territories written as edges.

use super::*;
use crate::bots::Nodes;
use crate::dice::{SeededDice, pick};
use crate::game::{Game, State};
use crate::games::dice_of_doom::{self, DiceOfDoom};
use crate::games::dice_wars::{self, DiceWars};

/// The position on the map with these edges, seat a to move; `board` is a text of owners and dice, then a's stock.
fn position(edges: &str, max_dice: u8, board: &str) -> dice_wars::Position {
    let (board, stock) = board.split_once(' ').unwrap_or((board, "0"));
    let held = crate::games::territory::text::parse(board, 4, max_dice).unwrap();
    let mut neighbors: Vec<Vec<usize>> = vec![Vec::new(); held.len()];
    for (a, b) in edges.split(' ').map(|it| it.split_once('-').unwrap()) {
        let (a, b): (usize, usize) = (a.parse().unwrap(), b.parse().unwrap());
        neighbors[a].push(b);
        neighbors[b].push(a);
    }
    let owners: Vec<u8> = held.iter().map(|it| it.0.number()).collect();
    let dice: Vec<u8> = held.iter().map(|it| it.1).collect();
    let json = format!(
        r#"{{"map":{{"neighbors":{neighbors:?}}},"owners":{owners:?},"dice":{dice:?},"stock":[{stock},0,0,0],
            "to_move":0,"max_dice":{max_dice}}}"#
    );
    serde_json::from_str::<dice_wars::Setup>(&json)
        .unwrap()
        .position()
        .unwrap()
}

/// The strategist's choice: `0>1` attacks, `.` ends the turn.
#[track_caller]
fn check(edges: &str, max_dice: u8, board: &str, expect: &str) {
    assert_eq!(choice(&position(edges, max_dice, board)), expect, "{board}");
}

fn choice<S: OnTerritories>(state: &S) -> String {
    match Strategist.choose(state, &mut Nodes::at_most(0), &mut SeededDice::new(0)) {
        Some(Action::Pass) => ".".to_owned(),
        Some(Action::Attack { from, to }) => format!("{}>{}", from.0, to.0),
        None => "nothing".to_owned(),
    }
}

#[test]
fn stage_1_takes_an_only_neighbor_that_has_no_more_dice() {
    check("0-1", 8, "a3b3", "0>1");
    check("0-1", 8, "a3b4", ".");
    check("0-1", 8, "a1b1", ".");
}

#[test]
fn stage_1_needs_more_dice_where_territories_hold_more() {
    check("0-1", 9, "a8b8", ".");
    check("0-1", 9, "a8b7", "0>1");
    check("0-1", 15, "aEbE", ".");
    check("0-1", 15, "aEbD", "0>1");
    check("0-1", 16, "aFbE", ".");
    check("0-1", 16, "aFbD", "0>1");
    check("0-1", 9, "a9b9", "0>1");
    check("0-1", 16, "aGbG", "0>1");
}

#[test]
fn stage_1_takes_only_what_it_can_hold() {
    check("0-1 1-2", 8, "a5b4c4", "0>1");
    check("0-1 1-2", 8, "a4b4c4", ".");
    check("0-1 1-2", 4, "a4b4c4", "0>1");
    check("0-1 1-2 1-3", 8, "a5b1c1c5", ".");
    check("0-1 1-2", 16, "a9b3c8", "0>1");
    check("0-1 1-2", 16, "aAb3c9", ".");
    check("0-1 1-2", 16, "aBb3c9", "0>1");
}

#[test]
fn a_source_with_one_enemy_neighbor_tries_stage_1_only() {
    // Territory 1 links 0 with 2, for which stage 2 would need no guard.
    check("0-1 1-2 1-3 3-4", 8, "a4b2a1c5a1", ".");
    check("0-1 1-2 1-3 3-4", 8, "a4b2a1c3a1", "0>1");
}

#[test]
fn sources_go_by_enemy_neighbors_then_by_index() {
    let two_fronts = "0-2 1-3 2-3";
    check(two_fronts, 8, "a3a3b1b1", "0>2");
    check(two_fronts, 8, "a1a3b1b1", "1>3");
    check("0-2 0-3 1-3", 8, "a8a3b1b1", "1>3");
    check("0-2 0-3 1-3", 8, "a8a1b1b1", "0>3");
    check("0-1 1-2", 8, "a8a3b3", "1>2");
}

/// Territory 0 touches 1 and 2; 1 links it with 3; behind 3 is 4, an own territory.
const LINK: &str = "0-1 0-2 1-3 3-4";

#[test]
fn stage_2_links_own_land_without_looking_back() {
    check(LINK, 8, "a3b2c7a1a8", "0>1");
    check(LINK, 8, "a2b2c7a1a8", ".");
    check(LINK, 8, "a3b2c1a1a8", "0>1");
    check(LINK, 9, "a3b2c7a1a8", ".");
    check(LINK, 9, "a4b2c7a1a8", "0>1");
    check(LINK, 16, "a4b2c7a1a8", ".");
    check(LINK, 16, "a5b2c7a1a8", "0>1");
}

#[test]
fn stage_2_prefers_the_link_with_fewer_enemies_then_the_lower_index() {
    // 1 and 2 both link with 3; only 1 has an enemy neighbor, 4.
    check("0-1 0-2 1-3 2-3 1-4", 8, "a4b2b2a1c1", "0>2");
    check("0-1 0-2 1-3 2-3", 8, "a4b2b2a1", "0>1");
    check("0-1 0-2 1-3 2-3 1-4", 8, "a4b2b4a1c1", "0>1");
}

#[test]
fn stage_2_takes_the_source_for_no_link() {
    // 1 and 2 touch no territory of a's but the source, so stage 4 decides, and the reinforcement is less than the
    // threat.
    check("0-1 0-2 1-3", 8, "a3b1b2a1", "0>1");
    check("0-1 0-2", 8, "a3b2b2", ".");
}

#[test]
fn full_targets_come_last_and_only_if_first_in_line() {
    let both = "0-1 0-2 1-3 2-3 2-4";
    check(both, 4, "a4b4b3a1c1", "0>2");
    check(both, 4, "a4b4b4a1c1", "0>1");
    check(both, 5, "a4b5b4a1c1", ".");
    // The first candidate is spared because b has most of the dice; the second is full, so it comes after the others.
    let spared = "0-1 0-2 1-3 2-3 2-4 2-5 2-6";
    check(spared, 4, "a4c3b4a1b4b4b1", ".");
    check(spared, 4, "a4c3b3a1b4b4b1", "0>2");
}

/// Territory 0 touches 1 and 2; behind 1 is 3.
const BACK: &str = "0-1 0-2 1-3";

#[test]
fn stage_3_takes_a_covered_back_if_source_and_target_hold() {
    check(BACK, 8, "a4b2b3b3", "0>1");
    check(BACK, 8, "a3b3b1b1", ".");
    check(BACK, 8, "a4b2b4b3", ".");
    check(BACK, 8, "a4b2b3b4", ".");
    check(BACK, 4, "a4b2b4b4", "0>1");
    check(BACK, 8, "a2b1b1b1", "0>1");
}

#[test]
fn stage_3_fears_more_than_eight_dice_behind_and_less_ahead() {
    check(BACK, 16, "a9b1b8b1", "0>1");
    check(BACK, 16, "aAb1b9b1", ".");
    check(BACK, 16, "aBb1b9b1", "0>1");
    check(BACK, 16, "a9b1b1b8", "0>1");
    check(BACK, 16, "a8b2b2b8", ".");
    check(BACK, 16, "aAb2b2bA", "0>1");
    check(BACK, 16, "aAb2b2bB", ".");
}

#[test]
fn stage_3_looks_at_targets_with_one_or_two_enemies_fewer_first() {
    check("0-1 0-2 1-3 1-4", 8, "a5b2b4b1b1", "0>1");
    // With three enemies around it, 1 does not have a covered back, and stage 4 needs a reserve.
    check("0-1 0-2 1-3 1-4 1-5", 8, "a5b2b4b1b1b1", ".");
    check("0-1 0-2 1-3 1-4 1-5", 8, "a5b2b4b1b1b1 3", "0>2");
    check("0-1 0-2 1-3 1-4 2-5", 8, "a5b2b2b1b1b1", "0>2");
    check("0-1 0-2 1-3 2-4", 8, "a5b2b2b1b1", "0>1");
}

/// Territory 0 touches 1 and 2, which touch nothing else.
const ENDS: &str = "0-1 0-2";

#[test]
fn stage_4_waits_until_the_end_of_the_turn_outweighs_the_threat() {
    check(ENDS, 8, "a4b2b2", ".");
    check(ENDS, 8, "a4b2b2 1", "0>1");
    check(ENDS, 8, "a4b3b3 1", ".");
    check(ENDS, 8, "a4b3b3 2", "0>1");
    // Neither a full source nor any reserve replaces the other check.
    check(ENDS, 4, "a4b3b3 1", ".");
    check(ENDS, 4, "a4b3b3 2", "0>1");
    check(ENDS, 8, "a3b1b3 9", ".");
    // Only the territory that stays behind counts.
    check(ENDS, 8, "a4b1b2", "0>2");
}

#[test]
fn stage_4_counts_the_dice_that_own_land_has_room_for() {
    let with_hinterland = "0-1 0-2 0-3";
    check(with_hinterland, 8, "a4b2b2a8", "0>1");
    check(with_hinterland, 8, "a4b2b2a7", ".");
    check(with_hinterland, 8, "a4b2b2a7 1", "0>1");
    check(with_hinterland, 8, "a4b2b2a1 6", ".");
    check(with_hinterland, 8, "a4b2b2a1 7", "0>1");
}

#[test]
fn stage_4_counts_the_largest_region_and_not_all_own_land() {
    // 3 and 4 are the largest region, with room for seven dice; 0 is apart. Stage 3 is not possible, because all
    // neighbors behind 2 are enemies.
    let from_the_smaller = "0-1 0-2 2-5 2-6 2-7 7-3 3-4";
    check(from_the_smaller, 8, "a4b3b3a1a8b1b1b1 7", ".");
    check(from_the_smaller, 8, "a4b3b3a1a8b1b1b1 8", "0>1");
    let from_the_larger = "3-1 3-2 2-5 2-6 2-7 7-0 3-4";
    check(from_the_larger, 8, "a1b3b3a4a8b1b1b1 7", ".");
    check(from_the_larger, 8, "a1b3b3a4a8b1b1b1 8", "3>1");
}

#[test]
fn the_weak_unite_against_a_seat_with_more_than_half_of_all_dice() {
    let chain = "0-1 1-2 2-3";
    check(chain, 8, "a5c2b4b3", "0>1");
    check(chain, 8, "a5c1b4b3", ".");
    check("0-1 1-2 2-3", 8, "a5b2b3c1", "0>1");
    check("0-1 1-2 2-3", 8, "a5b4b4c1", "0>1");
    check("0-1 0-2 1-3 2-3", 8, "a5c1b4a1", "0>1");
    check("0-1 0-2 1-3 2-3 2-4", 8, "a5c1b4a1b8", "0>2");
    check("0-1 0-2 1-3 2-3", 8, "a8c1b1a8", "0>1");
}

#[test]
fn where_a_turn_must_begin_with_an_attack_it_makes_the_one_with_most_to_spare() {
    let book = |board: &str, opening| {
        let rules = dice_of_doom::Rules {
            size: 2,
            ..dice_of_doom::Rules::BOOK
        };
        let config = dice_of_doom::Config {
            rules,
            seats: 2,
            board: board.to_owned(),
            first: Seat::default(),
        };
        let setup = dice_of_doom::Setup {
            config,
            to_move: Seat::ALL[0],
            opening,
        };
        choice(&dice_of_doom::Position::from_setup(&setup).unwrap())
    };
    assert_eq!(book("a2a1b3b4", false), ".");
    assert_eq!(book("a2a1b3b4", true), "0>2");
    assert_eq!(book("a2a1b4b3", true), "0>3");
    assert_eq!(book("a2a1b3b3", true), "0>2", "the first of equal ones");
}

#[test]
fn it_reckons_with_the_reinforcement_and_the_combat_of_dice_of_doom() {
    let doom = |switches: &str, board: &str| {
        let mut rules = dice_of_doom::Rules {
            size: 3,
            ..dice_of_doom::Rules::STANDARD
        };
        for (switch, value) in switches.split(',').filter_map(|it| it.split_once('=')) {
            DiceOfDoom::set_switch(&mut rules, switch, value).unwrap();
        }
        let config = dice_of_doom::Config {
            rules,
            seats: 2,
            board: board.to_owned(),
            first: Seat::default(),
        };
        choice(&DiceOfDoom::start(&config).unwrap())
    };
    // Hex 0 touches 1, 3 and 4, and each of them has three or more enemies: stage 4.
    assert_eq!(doom("", "a5b1b1b1b1b1b1b1b1"), "0>1");
    assert_eq!(doom("", "a5b2b1b2b1b1b1b1b1"), ".");
    assert_eq!(
        doom(
            "combat=certain,reinforcement=captured",
            "a5b1b1b1b1b1b1b1b1"
        ),
        "."
    );
    // Under certain combat a full source cannot attack a full target.
    assert_eq!(doom("max_dice=2", "a2b2a1b2b2b2b2b2b2"), "0>1");
    assert_eq!(doom("max_dice=2,combat=certain", "a2b2a1b2b2b2b2b2b2"), ".");
}

#[test]
fn there_is_nothing_to_choose_where_nobody_moves() {
    let mut state = position("0-1", 8, "a3b3");
    state.act(Action::Attack {
        from: Territory(0),
        to: Territory(1),
    });
    assert_eq!(choice(&state), "nothing");
    assert_eq!(choice(&position("0-1", 8, "a3a3")), "nothing");
}

/// Plays one match and returns whether a seat of the strategist won.
fn strategist_wins<S: OnTerritories>(
    mut state: S,
    strategist: Seat,
    dice: &mut SeededDice,
) -> bool {
    for _ in 0..20_000 {
        match state.node() {
            Node::Terminal(outcome) => return outcome.winners.contains(strategist),
            Node::Chance => state.resolve(state.roll(dice).unwrap()),
            Node::Decision(seat) => {
                let action = if seat == strategist {
                    Strategist
                        .choose(&state, &mut Nodes::at_most(0), dice)
                        .unwrap()
                } else {
                    pick(&state.actions(), dice).unwrap()
                };
                assert!(state.is_legal(action), "{action:?} in {state:?}");
                state.act(action);
            }
        }
    }
    panic!("the match does not end: {state:?}");
}

#[test]
fn it_wins_more_than_twice_its_share_against_random_seats_in_both_dice_games() {
    let (mut doom, mut wars) = (0, 0);
    for seed in 0..40 {
        let (mut dice, seat) = (
            SeededDice::new(seed),
            Seat::ALL[usize::try_from(seed % 4).unwrap()],
        );
        let config = DiceOfDoom::generate(&dice_of_doom::Rules::STANDARD, 4, &mut dice).unwrap();
        doom += u32::from(strategist_wins(
            DiceOfDoom::start(&config).unwrap(),
            seat,
            &mut dice,
        ));
        let config = DiceWars::generate(&dice_wars::Rules::STANDARD, 4, &mut dice).unwrap();
        wars += u32::from(strategist_wins(
            DiceWars::start(&config).unwrap(),
            seat,
            &mut dice,
        ));
    }
    assert!(
        doom > 20 && wars > 20,
        "of 40 matches of four seats each it won {doom} and {wars}"
    );
}
