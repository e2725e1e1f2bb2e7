//! The exact player with a small table that was made up, and matches whose history was made up.

use std::collections::HashMap;

use super::*;
use crate::bots::Nodes;
use crate::dice::SeededDice;
use crate::game::State;
use crate::games::animal_shogi::Repetition;
use crate::solution::tablebase::probe::earlier;

/// Scores of some placements; every other one is drawn, even if the rules say that it is over.
#[derive(Clone, Debug, Default)]
struct MadeUp(HashMap<Placement, i16>);

impl Scores for MadeUp {
    fn score(&self, placement: Placement) -> i16 {
        self.0.get(&placement).copied().unwrap_or(0)
    }

    fn score_after(&self, next: Placement) -> i16 {
        earlier(self.score(next))
    }
}

impl MadeUp {
    /// The score of whoever has moved, after these actions from the start.
    fn set(&mut self, actions: &str, score: i16) {
        let before = match score {
            0 => 0,
            1.. => 1 - score,
            _ => -1 - score,
        };
        let at = after(Repetition::Third, actions);
        self.0.insert(at.placement(), before);
    }
}

/// A match from the start.
fn after(repetition: Repetition, actions: &str) -> Position {
    let start = Placement::parse(Placement::START).unwrap();
    let mut state = Position::new(start, repetition);
    for text in actions.split_whitespace() {
        let action = state.actions().into_iter();
        let action = action.into_iter().find(|it| it.to_string() == text);
        state.act(action.unwrap_or_else(|| panic!("{text} in {}", state.placement())));
    }
    state
}

fn choose(scores: &MadeUp, state: &Position, nodes: u64) -> String {
    let mut bot = ByTable::new(Arc::new(scores.clone()));
    let mut budget = Nodes::at_most(nodes);
    let action = bot.choose(state, &mut budget, &mut SeededDice::new(0));
    action.unwrap().to_string()
}

/// The choice at the start, where each action has a score: b3b2, b4a3, b4c3 and c4c3.
#[track_caller]
fn check(scores: [i16; 4], expect: &str) {
    let mut table = MadeUp::default();
    for (action, score) in ["b3b2", "b4a3", "b4c3", "c4c3"].into_iter().zip(scores) {
        table.set(action, score);
    }
    let start = after(Repetition::Third, "");
    assert_eq!(choose(&table, &start, 10_000), expect, "{scores:?}");
}

#[test]
fn the_value_is_kept_and_the_distance_too() {
    check([5, 3, 0, 7], "b4a3");
    check([-4, -8, -6, -2], "b4a3");
    check([-4, 0, -6, -80], "b4a3");
    check([-4, 0, 0, 75], "c4c3");
    check([3, 3, 5, 3], "b3b2");
}

/// The replies to an action that lose, out of all of them.
fn losing(table: &mut MadeUp, action: &str, count: usize) {
    let state = after(Repetition::Third, action);
    for reply in state.actions().into_iter().take(count) {
        table.set(&format!("{action} {reply}"), -6);
    }
}

#[test]
fn among_draws_the_opponent_gets_the_greatest_room_to_err() {
    let mut table = MadeUp::default();
    let start = after(Repetition::Third, "");
    let replies = |action: &str| after(Repetition::Third, action).actions().len();
    // Lion and giraffe leave four replies each, so the share decides and not the number.
    assert_eq!(
        ["b3b2", "b4a3", "b4c3", "c4c3"].map(replies),
        [5, 4, 4, 4],
        "the replies that the rules allow"
    );
    losing(&mut table, "b3b2", 2);
    losing(&mut table, "b4c3", 2);
    assert_eq!(choose(&table, &start, 10_000), "b4c3");
    losing(&mut table, "b3b2", 3);
    assert_eq!(choose(&table, &start, 10_000), "b3b2");
    // Whoever loses by two actions at the same time chooses in the same way.
    table.set("b3b2", -10);
    table.set("b4a3", -10);
    table.set("b4c3", -8);
    table.set("c4c3", -10);
    let state = after(Repetition::Third, "c4c3");
    for reply in state.actions() {
        table.set(&format!("c4c3 {reply}"), 9);
    }
    let state = after(Repetition::Third, "b4a3");
    for reply in state.actions().into_iter().take(3) {
        table.set(&format!("b4a3 {reply}"), 9);
    }
    for reply in after(Repetition::Third, "b3b2").actions() {
        table.set(&format!("b3b2 {reply}"), 9);
    }
    assert_eq!(choose(&table, &start, 10_000), "b4a3");
}

#[test]
fn with_equal_room_that_after_the_best_replies_decides_if_the_nodes_suffice() {
    let mut table = MadeUp::default();
    let start = after(Repetition::Third, "");
    assert_eq!(choose(&table, &start, 1_000_000), "b3b2", "the first");
    losing(&mut table, "c4c3 a1a2 c3c2", 1);
    assert_eq!(choose(&table, &start, 1_000_000), "c4c3");
    assert_eq!(choose(&table, &start, 10), "b3b2");
}

/// Both giraffes went out and back twice, but for the last step home: one more makes the start occur for the third time.
const SHUFFLE: &str = "c4c3 a1a2 c3c4 a2a1 c4c3 a1a2 c3c4";

#[test]
fn the_placements_that_draw_once_more_follow_the_rule() {
    let spent = |repetition| after(repetition, SHUFFLE).spent().len();
    assert_eq!(spent(Repetition::Third), 4);
    assert_eq!(spent(Repetition::Fourth), 0);
    let state = after(Repetition::Third, SHUFFLE);
    let times = |actions| state.times(after(Repetition::Third, actions).placement());
    assert_eq!([times(""), times("c4c3"), times("b3b2")], [2, 2, 0]);
}

#[test]
fn a_lost_side_repeats_and_a_won_side_does_not() {
    let mut table = MadeUp::default();
    let state = |repetition| after(repetition, SHUFFLE);
    let home = format!("{SHUFFLE} a2a1");
    for action in state(Repetition::Fourth).actions() {
        table.set(&format!("{SHUFFLE} {action}"), -20);
    }
    table.0.insert(after(Repetition::Third, "").placement(), 3);
    assert_eq!(choose(&table, &state(Repetition::Third), 10_000), "a2a1");
    assert_ne!(choose(&table, &state(Repetition::Fourth), 10_000), "a2a1");
    // Now that action is the fastest win by the table, and another one wins later.
    let mut table = MadeUp::default();
    table.0.insert(after(Repetition::Third, "").placement(), -2);
    assert_eq!(choose(&table, &state(Repetition::Fourth), 10_000), "a2a1");
    assert_ne!(choose(&table, &state(Repetition::Third), 10_000), "a2a1");
    table.set(&format!("{SHUFFLE} a2a3"), 0);
    table.set(&format!("{SHUFFLE} b2b3"), 31);
    assert_eq!(choose(&table, &state(Repetition::Third), 10_000), "b2b3");
    assert!(after(Repetition::Third, &home).ending().is_some());
}

#[test]
fn a_win_that_the_other_side_can_turn_into_a_repetition_is_passed_over() {
    let before = "c4c3 a1a2 c3c4 a2a1 c4c3 a1a2";
    let state = after(Repetition::Third, before);
    let mut table = MadeUp::default();
    // After the giraffe's way home gote can step home too, and the start occurs for the third time.
    table.set(&format!("{before} c3c4"), 5);
    table.0.insert(after(Repetition::Third, "").placement(), 3);
    for reply in after(Repetition::Fourth, SHUFFLE).actions() {
        let reply = format!("{SHUFFLE} {reply}");
        let next = after(Repetition::Fourth, &reply).placement();
        table.0.entry(next).or_insert(3);
    }
    // The slow win: every reply is answered by a win at once, by the table.
    let slow = format!("{before} b3b2");
    table.set(&slow, 7);
    for reply in after(Repetition::Fourth, &slow).actions() {
        table.set(&format!("{slow} {reply}"), -4);
    }
    assert_eq!(choose(&table, &state, 10_000), "b3b2");
    let once = after(Repetition::Third, "c4c3 a1a2");
    assert_eq!(once.placement(), state.placement());
    assert_eq!(choose(&table, &once, 10_000), "c3c4");
    let later = after(Repetition::Fourth, before);
    assert_eq!(choose(&table, &later, 10_000), "c3c4");
}

#[test]
fn without_nodes_the_distance_of_the_table_counts_but_no_repetition_is_played() {
    let mut table = MadeUp::default();
    table.0.insert(after(Repetition::Third, "").placement(), -2);
    table.set(&format!("{SHUFFLE} b2b3"), 31);
    let state = after(Repetition::Third, SHUFFLE);
    assert_eq!(choose(&table, &state, 0), "b2b3");
}

#[test]
fn the_solution_is_the_tables() {
    let mut table = MadeUp::default();
    table.0.insert(after(Repetition::Third, "").placement(), 5);
    table.set("b3b2", -8);
    table.set("b4c3", 5);
    let mut none = Nodes::at_most(0);
    let start = after(Repetition::Third, "");
    let solution = ByTable::new(Arc::new(table)).solution(&start, &mut none);
    assert_eq!(solution.value, Value::Win(5));
    let values: Vec<Option<Value>> = solution.actions.iter().map(|it| it.1).collect();
    let expected = [Value::Loss(8), Value::Draw, Value::Win(5), Value::Draw];
    assert_eq!(values, expected.map(Some));
    assert_eq!(
        solution.best().map(|it| it.to_string()).as_deref(),
        Some("b4c3")
    );
}
