//! Transfers: which there are, what they move, and that plans bring dice to where they are worth most.

use super::*;
use crate::bots::Bot;
use crate::bots::Nodes;
use crate::bots::random::Random;
use crate::dice::SeededDice;
use crate::game::Game;
use crate::games::dice_wars::{DiceWars, Map, Rules, Setup};

/// The nodes of a search in a test.
const NODES: u64 = 20_000;

/// A position on a grid, whose rows are written with a letter for the owner and a digit for the dice: `a8 b1`.
fn grid(rows: &[&str]) -> Position {
    let cells: Vec<Vec<&str>> = rows.iter().map(|it| it.split(' ').collect()).collect();
    let (height, width) = (cells.len(), cells[0].len());
    let number = |row: usize, column: usize| u8::try_from(row * width + column).unwrap();
    let mut neighbors = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let mut own = Vec::new();
            own.extend((row > 0).then(|| number(row - 1, column)));
            own.extend((column > 0).then(|| number(row, column - 1)));
            own.extend((column + 1 < width).then(|| number(row, column + 1)));
            own.extend((row + 1 < height).then(|| number(row + 1, column)));
            neighbors.push(own);
        }
    }
    let map: Map = serde_json::from_value(serde_json::json!({"neighbours": neighbors})).unwrap();
    let cells: Vec<&[u8]> = cells.iter().flatten().map(|it| it.as_bytes()).collect();
    let setup = Setup {
        map,
        owners: cells
            .iter()
            .map(|it| Seat::new(it[0] - b'a').unwrap())
            .collect(),
        dice: cells.iter().map(|it| it[1] - b'0').collect(),
        stock: Vec::new(),
        to_move: Seat::ALL[0],
        max_dice: 8,
    };
    setup.position().unwrap()
}

fn dice(position: &Position) -> Vec<u8> {
    let territories = position.board().graph().territories();
    territories.map(|it| position.board().dice(it)).collect()
}

fn search() -> Transfers {
    Transfers::new()
}

fn best(position: &Position, left: u8) -> Option<[u8; 2]> {
    let best = search().best(position, left, &mut Nodes::at_most(NODES));
    best.map(|it| [it.from.0, it.to.0])
}

#[test]
fn dice_move_between_own_territories_that_touch_as_far_as_there_is_room() {
    let position = grid(&["a5 a1 a8 b3", "b1 a7 b1 b1"]);
    let texts: Vec<[u8; 2]> = legal(&position)
        .iter()
        .map(|it| [it.from.0, it.to.0])
        .collect();
    assert_eq!(texts, [[0, 1], [2, 1], [5, 1]]);
    let moved = |from: u8, to: u8| {
        let mut after = position.clone();
        let done = after.transfer(Territory(from), Territory(to));
        done.then(|| dice(&after))
    };
    assert_eq!(moved(0, 1), Some(vec![1, 5, 8, 3, 1, 7, 1, 1]));
    let full = grid(&["a5 a6 b1 b1"]);
    let mut after = full.clone();
    assert!(after.transfer(Territory(0), Territory(1)));
    assert_eq!(dice(&after), [3, 8, 1, 1], "there is room for two");
    // No dice to spare, no room, an enemy, no neighbor, itself, off the board.
    for (from, to) in [(1, 0), (1, 2), (2, 3), (0, 5), (0, 0), (0, 64)] {
        assert_eq!(moved(from, to), None, "{from} to {to}");
    }
}

const DEEP: [&str; 4] = [
    "a8 a1 a1 b2 b2 b2",
    "a8 a1 a1 b2 b2 b2",
    "a8 a1 a1 b2 b2 b2",
    "a8 a1 a1 b2 b2 b2",
];

#[test]
fn dice_from_far_behind_are_brought_to_the_border_in_several_steps() {
    let mut position = grid(&DEEP);
    let border = |of: &Position| -> u16 {
        let territories = border(of.board(), Seat::ALL[0]).into_iter();
        territories.map(|it| u16::from(of.board().dice(it))).sum()
    };
    let (before, all) = (border(&position), position.board().dice_of(Seat::ALL[0]));
    let mut made = 0;
    for left in (1..=6).rev() {
        let Some([from, to]) = best(&position, left) else {
            break;
        };
        assert!(position.transfer(Territory(from), Territory(to)));
        made += 1;
    }
    assert!(made >= 2, "{made}");
    assert_eq!(position.board().dice_of(Seat::ALL[0]), all);
    assert!(border(&position) >= before + 7, "{:?}", dice(&position));
}

#[test]
fn nothing_is_moved_where_nothing_is_gained_and_never_more_than_is_allowed() {
    let strong = grid(&[
        "a1 a1 a8 b1 b1 b1",
        "a1 a1 a8 b1 b1 b1",
        "a1 a1 a8 b1 b1 b1",
        "a1 a1 a8 b1 b1 b1",
    ]);
    assert_eq!(best(&strong, 6), None);
    assert_eq!(best(&grid(&DEEP), 0), None);
    let without_nodes = search().best(&grid(&DEEP), 6, &mut Nodes::at_most(0));
    assert_eq!(without_nodes, None);
}

#[test]
fn a_plan_is_a_shortest_way_through_own_territories() {
    let position = grid(&["a5 b1 a4", "a2 a1 a1"]);
    let ways = |steps_max| -> Vec<Vec<[u8; 2]>> {
        let ways = ways_to(position.board(), Seat::ALL[0], Territory(2), steps_max);
        let text = |way: &Vec<Transfer>| way.iter().map(|it| [it.from.0, it.to.0]).collect();
        ways.iter().map(text).collect()
    };
    assert_eq!(ways(2), Vec::<Vec<[u8; 2]>>::new());
    assert_eq!(ways(3), [[[3, 4], [4, 5], [5, 2]]]);
    assert_eq!(
        ways(6),
        [
            vec![[3, 4], [4, 5], [5, 2]],
            vec![[0, 3], [3, 4], [4, 5], [5, 2]]
        ]
    );
}

/// Whatever the position, what is found is one of the transfers that there are, and the same is found again.
#[test]
fn every_transfer_that_is_found_is_legal() {
    let mut transfers = search();
    let (mut found, mut asked) = (0, 0);
    for seed in 0..4 {
        let mut luck = SeededDice::new(seed);
        let config = DiceWars::generate(&Rules::STANDARD, 4, &mut luck).unwrap();
        let mut state = DiceWars::start(&config).unwrap();
        for ply in 0..120 {
            if let Some(chance) = state.roll(&mut luck) {
                state.resolve(chance);
                continue;
            }
            if state.actions().is_empty() {
                break;
            }
            if ply % 10 == 0 {
                asked += 1;
                let mut find = || transfers.best(&state, 3, &mut Nodes::at_most(2_000));
                let (first, again) = (find(), find());
                assert_eq!(first, again, "seed {seed}, ply {ply}");
                let is_legal = first.is_none_or(|it| legal(&state).contains(&it));
                assert!(is_legal, "seed {seed}, ply {ply}: {first:?}");
                found += u32::from(first.is_some());
            }
            let action = Random.choose(&state, &mut Nodes::unlimited(), &mut luck);
            state.act(action.unwrap());
        }
    }
    assert!(found > 5 && found <= asked, "{found} of {asked}");
}
