//! The solver against the plain definition, on Nim and on every position of tic-tac-toe.

use std::collections::BTreeMap;

use super::*;
use crate::bots::Nodes;
use crate::bots::testing::{Nim, RandomTree};
use crate::dice::Weighted;
use crate::game::{NoChance, SeatSet};
use crate::games::tic_tac_toe::Position;

/// The value by its definition: searches the whole tree, without a table or deepening.
fn naive<S: State>(state: &S) -> Value {
    let Node::Decision(me) = state.node() else {
        unreachable!("only decisions are asked for")
    };
    let values = state.actions().into_iter().map(|action| {
        let mut next = state.clone();
        next.act(action);
        match next.node() {
            Node::Terminal(outcome) if outcome.winners == SeatSet::EMPTY.with(me) => Value::Win(1),
            Node::Terminal(outcome) if outcome.winners.len() != 1 => Value::Draw,
            Node::Terminal(_) => Value::Loss(1),
            Node::Decision(_) => match naive(&next) {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Win(plies + 1),
            },
            Node::Chance => unreachable!("no luck"),
        }
    });
    values
        .max_by_key(|it| it.rank())
        .expect("a decision has an action")
}

/// A random tree of two seats that move in turn, without luck; an end is won by one seat, by both or by none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Duel(RandomTree);

impl State for Duel {
    type Action = u64;
    type Chance = NoChance;
    type View = ();

    fn seats(&self) -> u8 {
        2
    }

    fn node(&self) -> Node {
        let [first, second] = [Seat::ALL[0], Seat::ALL[1]];
        let winners = match self.0.draw(1, 8) {
            0..=2 => SeatSet::EMPTY.with(first),
            3..=5 => SeatSet::EMPTY.with(second),
            6 => SeatSet::EMPTY.with(first).with(second),
            _ => SeatSet::EMPTY,
        };
        if self.0.depth == 0 || self.0.draw(2, 4) == 0 {
            Node::Terminal(Outcome { winners })
        } else {
            Node::Decision(Seat::ALL[usize::from(self.0.depth % 2)])
        }
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<u64>) {
        out.clear();
        if let Node::Decision(_) = self.node() {
            out.extend(0..=self.0.draw(3, 3));
        }
    }

    fn act(&mut self, action: u64) {
        self.0.child(action);
    }

    fn chances_into(&self, out: &mut Vec<Weighted<NoChance>>) {
        out.clear();
    }

    fn resolve(&mut self, chance: NoChance) {
        match chance {}
    }
}

#[test]
fn random_trees_have_the_value_and_distance_of_the_definition_and_so_has_every_action() {
    let mut kinds = [0; 3];
    for seed in 0..600 {
        let tree = Duel(RandomTree {
            id: seed * 104_729 + 1,
            seats: 2,
            depth: 7,
        });
        let Node::Decision(me) = tree.node() else {
            continue;
        };
        let solution = Solver::new()
            .solve(&tree, &mut Nodes::unlimited())
            .expect("no limit");
        assert_eq!(solution.value, naive(&tree), "seed {seed}");
        for (action, value) in &solution.actions {
            let mut next = tree.clone();
            next.act(*action);
            let expected = match next.node() {
                Node::Terminal(outcome) => ended(outcome, me),
                Node::Decision(_) | Node::Chance => naive(&next).of_mover_before(),
            };
            assert_eq!(*value, Some(expected), "seed {seed}, action {action}");
        }
        kinds[match solution.value {
            Value::Win(_) => 0,
            Value::Draw => 1,
            Value::Loss(_) => 2,
        }] += 1;
    }
    assert!(
        kinds.into_iter().all(|it| it > 20),
        "wins, draws and losses: {kinds:?}"
    );
}

#[test]
fn what_has_luck_or_more_seats_is_not_solved() {
    for seats in 2..=4 {
        let solved = |id| {
            Solver::new().value(
                &RandomTree {
                    id,
                    seats,
                    depth: 6,
                },
                &mut Nodes::at_most(1_000),
            )
        };
        // Luck at once, or after every first action.
        let is_lucky = |id: &u64| {
            let root = RandomTree {
                id: *id,
                seats,
                depth: 6,
            };
            let after = |it: u64| {
                let mut next = root.clone();
                next.act(it);
                next.node()
            };
            match root.node() {
                Node::Chance => true,
                Node::Decision(_) => root
                    .actions()
                    .into_iter()
                    .all(|it| after(it) == Node::Chance),
                Node::Terminal(_) => false,
            }
        };
        let ids: Vec<u64> = (0..200).filter(|id| seats > 2 || is_lucky(id)).collect();
        assert!(
            ids.len() > 20 && ids.into_iter().all(|id| solved(id).is_none()),
            "{seats} seats"
        );
    }
}

/// Every position in which a seat is to choose, by the number of plies before it.
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
    seen.into_values()
        .filter(|it| matches!(it.node(), Node::Decision(_)))
        .collect()
}

#[test]
fn every_position_of_tic_tac_toe_has_its_value_and_distance() {
    let all = decisions(Position::default());
    assert_eq!(
        all.len(),
        5_478 - 958,
        "reachable positions that are not over"
    );
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
        let solution = Solver::new()
            .solve(&position, &mut Nodes::unlimited())
            .expect("it fits");
        let best = solution
            .actions
            .iter()
            .filter_map(|it| it.1)
            .max_by_key(|it| it.rank());
        assert_eq!(best, Some(solution.value), "{position:?}");
    }
}

#[test]
fn nim_is_won_unless_the_heap_is_a_multiple_of_four() {
    for heap in 1..=20 {
        let nim = Nim {
            heap,
            to_move: Seat::ALL[0],
        };
        let value = Solver::new().value(&nim, &mut Nodes::unlimited());
        assert_eq!(
            matches!(value, Some(Value::Loss(_))),
            heap % 4 == 0,
            "heap {heap}: {value:?}"
        );
        assert_eq!(value, Some(naive(&nim)));
    }
}

#[test]
fn what_does_not_fit_is_not_known() {
    let solve = |nodes| Solver::new().value(&Position::default(), &mut Nodes::at_most(nodes));
    assert_eq!(solve(500), None);
    assert_eq!(solve(100_000), Some(Value::Draw));
}

#[test]
fn luck_is_given_up_as_soon_as_it_is_seen() {
    // Luck after every first action: a second search finds no more than the first.
    let lucky = |it: &RandomTree| {
        let after = |action| {
            let mut next = it.clone();
            next.act(action);
            next.node()
        };
        it.actions().len() > 1 && it.actions().into_iter().all(|it| after(it) == Node::Chance)
    };
    let root = (0..10_000)
        .map(|id| RandomTree {
            id,
            seats: 2,
            depth: 6,
        })
        .find(lucky)
        .unwrap();
    let mut budget = Nodes::at_most(1_000);
    assert_eq!(Solver::new().value(&root, &mut budget), None);
    assert!(budget.spent() <= 2, "{}", budget.spent());
}

#[test]
fn what_was_solved_is_remembered_until_there_is_too_much_of_it() {
    let mut solver = Solver::new();
    let cost = |solver: &mut Solver<Duel>, root: &Duel| {
        let mut budget = Nodes::unlimited();
        solver.solve(root, &mut budget);
        budget.spent()
    };
    let root = (1..100)
        .map(|id| {
            Duel(RandomTree {
                id,
                seats: 2,
                depth: 7,
            })
        })
        .find(|it| it.actions().len() > 1);
    let root = root.unwrap();
    let first = cost(&mut solver, &root);
    assert!(first > 3 && cost(&mut solver, &root) == 0, "{first}");
    for id in 0..=POSITIONS_MAX {
        let other = RandomTree {
            id: u64::try_from(id).unwrap(),
            seats: 2,
            depth: 200,
        };
        solver
            .table
            .insert(Duel(other).fingerprint(), Known::OpenAt(0));
    }
    assert_eq!(cost(&mut solver, &root), first, "everything was forgotten");
    assert!(solver.table.len() < 1_000);
}

#[test]
fn a_solution_takes_the_nodes_that_it_took_before() {
    // The nodes of a search. The expected counts were made by this solver, not by hand: they depend on what it
    // remembers and on where a win ends a search. Fewer are welcome.
    fn cost<S: State>(state: &S) -> u64 {
        let mut budget = Nodes::unlimited();
        Solver::new().value(state, &mut budget);
        budget.spent()
    }
    let boards =
        [".........", "x...o...."].map(|it| cost(&Position::parse(it).expect("a position")));
    let duels: u64 = (0..50)
        .map(|id| {
            cost(&Duel(RandomTree {
                id,
                seats: 2,
                depth: 7,
            }))
        })
        .sum();
    assert_eq!(
        (
            boards,
            duels,
            cost(&Nim {
                heap: 20,
                to_move: Seat::ALL[0]
            })
        ),
        ([18_634, 1_225], 1_614, 273)
    );
}
