//! The exact player against the plain definition, on Nim and on every position of tic-tac-toe.

use std::collections::BTreeMap;

use super::*;
use crate::bots::Nodes;
use crate::bots::testing::Nim;
use crate::games::tic_tac_toe::Position;

/// The definition: the whole tree, no table, no deepening.
fn naive<S: State>(state: &S) -> Value {
    let Node::Decision(me) = state.node() else { unreachable!("only decisions are asked for") };
    let values = state.actions().into_iter().map(|action| {
        let mut next = state.clone();
        next.act(action);
        match next.node() {
            Node::Terminal(outcome) if outcome.winners.contains(me) => Value::Win(1),
            Node::Terminal(outcome) if outcome.winners.is_empty() => Value::Draw,
            Node::Terminal(_) => Value::Loss(1),
            Node::Decision(_) => match naive(&next) {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Win(plies + 1),
            },
            Node::Chance => unreachable!("no luck"),
        }
    });
    values.max_by_key(|it| it.rank()).expect("a decision has an action")
}

/// Every position that is a decision, by the number of plies before it.
fn decisions(from: Position) -> Vec<Position> {
    let mut seen: BTreeMap<String, Position> = BTreeMap::new();
    let mut rest = vec![from];
    while let Some(position) = rest.pop() {
        if seen.insert(format!("{position:?}"), position).is_none() {
            rest.extend(position.actions().into_iter().map(|action| {
                let mut next = position;
                next.act(action);
                next
            }));
        }
    }
    seen.into_values().filter(|it| matches!(it.node(), Node::Decision(_))).collect()
}

#[test]
fn every_position_of_tic_tac_toe_has_its_value_and_distance() {
    let all = decisions(Position::default());
    assert_eq!(all.len(), 5_478 - 958, "reachable positions that are not over");
    let mut solver = Solver::new();
    for position in &all {
        let fresh = Solver::new().value(position, &mut Nodes::unlimited());
        let expected = Some(naive(position));
        assert_eq!(fresh, expected, "{position:?}");
        assert_eq!(
            solver.value(position, &mut Nodes::unlimited()),
            expected,
            "with a used table: {position:?}"
        );
    }
    assert_eq!(naive(&Position::default()), Value::Draw);
}

#[test]
fn every_action_is_valued_and_the_best_keeps_the_value() {
    for position in decisions(Position::parse("x...o....").expect("a position")) {
        let solution = Solver::new().solve(&position, &mut Nodes::unlimited()).expect("it fits");
        let best = solution.actions.iter().filter_map(|it| it.1).max_by_key(|it| it.rank());
        assert_eq!(best, Some(solution.value), "{position:?}");
    }
}

#[test]
fn nim_is_won_unless_the_heap_is_a_multiple_of_four() {
    for heap in 1..=20 {
        let nim = Nim { heap, to_move: Seat::ALL[0] };
        let value = Solver::new().value(&nim, &mut Nodes::unlimited());
        assert_eq!(matches!(value, Some(Value::Loss(_))), heap % 4 == 0, "heap {heap}: {value:?}");
        assert_eq!(value, Some(naive(&nim)));
    }
}

#[test]
fn what_does_not_fit_is_not_known() {
    let solve = |nodes| Solver::new().value(&Position::default(), &mut Nodes::at_most(nodes));
    assert_eq!(solve(500), None);
    assert_eq!(solve(100_000), Some(Value::Draw));
}
