//! The deepening search against a naive search on random trees, and in positions where the right answer is known.

use super::*;
use crate::bots::Nodes;
use crate::bots::guide::Unguided;
use crate::bots::perfect::{Solver, Value};
use crate::bots::testing::{Nim, RandomTree, Tree, mean_of_luck};
use crate::dice::{SeededDice, Weighted, pick};
use crate::game::{Outcome, SeatSet};
use crate::games::tic_tac_toe::{Cell, Position};

/// Estimates a [`RandomTree`] by a number that follows from the node, never a certain win or loss; the payoffs of two
/// seats sum to one.
struct Hashed;

impl Guide<RandomTree> for Hashed {
    fn priors(&mut self, state: &RandomTree, actions: &[u64], out: &mut Vec<f64>) {
        // With two seats any order must give the same payoffs; with more, the order decides between equals.
        let promise = |it: &u64| f64::from(u32::try_from((state.id ^ it) % 7).unwrap()) + 1.0;
        out.clear();
        out.extend(
            actions
                .iter()
                .map(|it| if state.seats == 2 { promise(it) } else { 1.0 }),
        );
    }

    fn estimate(&mut self, state: &RandomTree) -> Payoffs {
        let part =
            |shift: u32| f64::from(u32::try_from(state.id >> shift & 0xFF).unwrap() + 1) / 257.0;
        if state.seats == 2 {
            pair(part(0))
        } else {
            [0, 8, 16, 24].map(part)
        }
    }
}

/// The search by its definition: no pruning, no table, no order.
fn naive<S: State, G: Guide<S>>(state: &S, guide: &mut G, depth: u8) -> Payoffs {
    match state.node() {
        Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
        Node::Decision(_) if depth == 0 => guide.estimate(state),
        Node::Decision(seat) => {
            let mut best = [-1.0; SEATS_MAX];
            for action in state.actions() {
                let mut next = state.clone();
                next.act(action);
                let payoffs = naive(&next, guide, depth - 1);
                if payoffs[seat.idx()] > best[seat.idx()] {
                    best = payoffs;
                }
            }
            best
        }
        Node::Chance => mean_of_luck(state, |it| naive(it, guide, depth)),
    }
}

fn check_random_trees(seats: u8) {
    let mut checked = 0;
    for seed in 0..400 {
        let tree = RandomTree {
            id: seed * 7919 + 1,
            seats,
            depth: 9,
        };
        let Node::Decision(me) = tree.node() else {
            continue;
        };
        // One table for all depths, as when deepening.
        let mut bot = Expectimax::new(Hashed);
        for depth in 1..=5 {
            let Ok(ranked) = bot.rank(&tree, depth, None, &mut Nodes::unlimited()) else {
                panic!("no limit")
            };
            let mut next = tree.clone();
            next.act(tree.actions()[ranked.at]);
            let expected = naive(&tree, &mut Hashed, depth)[me.idx()];
            let (found, chosen) = (
                ranked.found.payoffs[me.idx()],
                naive(&next, &mut Hashed, depth - 1)[me.idx()],
            );
            let close = |it: f64| (it - expected).abs() < 1e-9;
            assert!(
                close(found),
                "seed {seed}, {seats} seats, depth {depth}: {found} is not {expected}"
            );
            assert!(
                close(chosen),
                "seed {seed}, {seats} seats, depth {depth}: chose {chosen}, not {expected}"
            );
            checked += 1;
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn two_seats_with_luck_get_the_payoffs_of_the_definition() {
    check_random_trees(2);
}

#[test]
fn more_seats_get_the_payoffs_of_the_definition() {
    check_random_trees(3);
    check_random_trees(4);
}

/// A random game of two seats with only [`Lattice::WIDTH`] positions at each depth, so that many ways lead to each of
/// them. Luck has depths of its own, so that all ways to a position have made equally many choices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lattice(RandomTree);

impl Lattice {
    /// The number of positions at each depth.
    const WIDTH: u64 = 7;

    fn new(seed: u64, depth: u8, at: u64) -> Self {
        Self(RandomTree {
            id: seed << 16 | u64::from(depth) << 8 | at,
            seats: 2,
            depth,
        })
    }

    fn step(&mut self, by: u64) {
        *self = Self::new(
            self.0.id >> 16,
            self.0.depth - 1,
            self.0.draw(20 + by, Self::WIDTH),
        );
    }
}

impl State for Lattice {
    type Action = u64;
    type Chance = u64;
    type View = ();

    fn seats(&self) -> u8 {
        2
    }

    fn node(&self) -> Node {
        let seat = Seat::ALL[usize::try_from(self.0.draw(1, 2)).unwrap()];
        let winners = SeatSet::EMPTY.with(seat);
        match self.0.depth {
            0 => Node::Terminal(Outcome { winners }),
            _ if self.0.draw(2, 12) == 0 => Node::Terminal(Outcome { winners }),
            3 | 6 => Node::Chance,
            _ => Node::Decision(seat),
        }
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<u64>) {
        out.clear();
        if let Node::Decision(_) = self.node() {
            out.extend(0..=1 + self.0.draw(3, 3));
        }
    }

    fn act(&mut self, action: u64) {
        self.step(action);
    }

    fn chances_into(&self, out: &mut Vec<Weighted<u64>>) {
        out.clear();
        if self.node() == Node::Chance {
            let weight = |it| 1 + u128::from(self.0.draw(10 + it, 5));
            out.extend((0..3).map(|chance| Weighted {
                chance,
                weight: weight(chance),
            }));
        }
    }

    fn resolve(&mut self, chance: u64) {
        self.step(chance);
    }
}

impl Guide<Lattice> for Hashed {
    fn priors(&mut self, state: &Lattice, actions: &[u64], out: &mut Vec<f64>) {
        self.priors(&state.0, actions, out);
    }

    fn estimate(&mut self, state: &Lattice) -> Payoffs {
        pair(f64::from(u32::try_from(state.0.draw(5, 99)).unwrap() + 1) / 100.0)
    }
}

#[test]
fn a_position_that_many_searches_come_to_is_worth_the_same_to_each() {
    let mut checked = 0;
    for seed in 0..150 {
        // One table for several roots and all depths, so that its entries are met with every kind of window.
        let mut bot = Expectimax::new(Hashed);
        for (depth, at) in (1..=7).flat_map(|depth| (0..Lattice::WIDTH).map(move |at| (depth, at)))
        {
            let root = Lattice::new(seed, 8, at);
            let Node::Decision(_) = root.node() else {
                continue;
            };
            let Ok(ranked) = bot.rank(&root, depth, None, &mut Nodes::unlimited()) else {
                panic!("no limit")
            };
            let (found, expected) = (ranked.found.payoffs[0], naive(&root, &mut Hashed, depth)[0]);
            let close = (found - expected).abs() < 1e-9;
            assert!(
                close,
                "seed {seed}, depth {depth}, at {at}: {found} is not {expected}"
            );
            checked += 1;
        }
    }
    assert!(checked > 5_000, "{checked}");
}

/// Estimates a position of tic-tac-toe by a number that follows from it; many orders of moves lead to the same
/// position.
struct HashedBoards;

impl Guide<Position> for HashedBoards {
    fn priors(&mut self, state: &Position, actions: &[Cell], out: &mut Vec<f64>) {
        Unguided::new().priors(state, actions, out);
    }

    fn estimate(&mut self, state: &Position) -> Payoffs {
        pair(f64::from(u8::try_from(self.key(state) % 251).unwrap()) / 252.0 + 0.002)
    }
}

#[test]
fn what_the_table_keeps_never_changes_a_payoff() {
    let mut bot = Expectimax::new(HashedBoards);
    for board in [
        ".........",
        "x........",
        "x...o....",
        "xo.......",
        "xo..x....",
        "x.o.x..o.",
    ] {
        let state = Position::parse(board).unwrap();
        for depth in 1..=6 {
            let Ok(ranked) = bot.rank(&state, depth, None, &mut Nodes::unlimited()) else {
                panic!("no limit")
            };
            let expected = naive(&state, &mut HashedBoards, depth);
            let found = ranked.found.payoffs;
            assert!(
                (found[0] - expected[0]).abs() < 1e-9,
                "{board}, depth {depth}: {found:?} is not {expected:?}"
            );
        }
        bot.table.clear();
    }
}

#[test]
fn what_is_only_a_bound_settles_a_search_that_it_falls_outside_of() {
    let settles = |bound, payoff, (alpha, beta)| {
        Entry {
            key: 0,
            depth: 1,
            bound,
            payoff,
            best: 0,
        }
        .settles(alpha, beta)
    };
    let window = (0.4, 0.6);
    assert!(
        [0.3, 0.5, 0.7]
            .iter()
            .all(|it| settles(Bound::Exact, *it, window))
    );
    assert_eq!(
        [0.3, 0.5, 0.6, 0.7].map(|it| settles(Bound::AtLeast, it, window)),
        [false, false, true, true]
    );
    assert_eq!(
        [0.3, 0.4, 0.5, 0.7].map(|it| settles(Bound::AtMost, it, window)),
        [true, true, false, false]
    );
}

#[test]
fn nim_and_tic_tac_toe_are_played_as_they_are_solved() {
    for heap in (1..=20).filter(|it| it % 4 != 0) {
        let nim = Nim {
            heap,
            to_move: Seat::ALL[usize::from(heap) % 2],
        };
        assert_eq!(choose(&nim, 50_000), Some(heap % 4), "heap {heap}");
    }
    for board in [
        ".........",
        "x........",
        "x...o....",
        "x...o...x",
        "xo.......",
        "xo..x..o.",
    ] {
        let state = Position::parse(board).unwrap();
        let solution = Solver::new()
            .solve(&state, &mut Nodes::unlimited())
            .unwrap();
        let action = choose(&state, 200_000);
        let kept = solution
            .actions
            .iter()
            .find(|it| Some(it.0) == action)
            .and_then(|it| it.1)
            .unwrap();
        assert_eq!(
            kept.rank().signum(),
            solution.value.rank().signum(),
            "{board}: {kept:?}"
        );
    }
}

fn choose<S: State>(state: &S, nodes: u64) -> Option<S::Action> {
    Expectimax::new(Unguided::new()).choose(
        state,
        &mut Nodes::at_most(nodes),
        &mut SeededDice::new(0),
    )
}

#[test]
fn wins_come_as_fast_and_losses_as_slowly_as_they_can() {
    let (mut dice, mut solver) = (SeededDice::new(2), Solver::new());
    let mut slow = [0, 0];
    for seed in 0..150 {
        let mut state = Position::default();
        while let Node::Decision(_) = state.node() {
            let solution = solver.solve(&state, &mut Nodes::unlimited()).unwrap();
            if solution.value != Value::Draw {
                let action = choose(&state, 200_000);
                let kept = solution
                    .actions
                    .iter()
                    .find(|it| Some(it.0) == action)
                    .and_then(|it| it.1);
                assert_eq!(
                    kept,
                    Some(solution.value),
                    "seed {seed}: {action:?} in {state:?}"
                );
            }
            slow[0] += u32::from(matches!(solution.value, Value::Win(3..)));
            slow[1] += u32::from(matches!(solution.value, Value::Loss(4..)));
            state.act(pick(&state.actions(), &mut dice).unwrap());
        }
    }
    assert!(slow[0] > 50 && slow[1] > 20, "{slow:?}");
}

#[test]
fn what_was_best_is_looked_at_first_and_then_what_looks_best() {
    /// Rates some actions as more promising than others.
    struct Promising;
    impl Guide<Nim> for Promising {
        fn priors(&mut self, _state: &Nim, _actions: &[u8], out: &mut Vec<f64>) {
            *out = vec![0.2, 0.4, 0.4];
        }
        fn estimate(&mut self, _state: &Nim) -> Payoffs {
            pair(0.5)
        }
    }
    let nim = Nim {
        heap: 9,
        to_move: Seat::ALL[0],
    };
    let mut bot = Expectimax::new(Promising);
    let mut order = |first| {
        let mut layer = Layer::default();
        bot.order(&nim, first, &mut layer);
        layer.order
    };
    assert_eq!(
        [None, Some(0), Some(2)].map(&mut order),
        [vec![1, 2, 0], vec![0, 1, 2], vec![2, 1, 0]]
    );
}

/// The number of nodes of a search without a limit.
fn effort<S: State, G: Guide<S>>(guide: G, state: &S) -> u64 {
    let mut budget = Nodes::at_most(1_000_000);
    Expectimax::new(guide).choose(state, &mut budget, &mut SeededDice::new(0));
    budget.spent()
}

#[test]
fn order_window_table_and_the_end_of_the_search_save_what_they_saved_before() {
    // These counts were made by this search, not by hand: each of its savings changes some of them. Fewer nodes are
    // welcome.
    let lattices = (1..40)
        .map(|it| effort(Hashed, &Lattice::new(it, 8, 0)))
        .sum::<u64>();
    let trees = |seats| -> u64 {
        (0..40)
            .map(|it| {
                effort(
                    Hashed,
                    &RandomTree {
                        id: it * 7919 + 1,
                        seats,
                        depth: 8,
                    },
                )
            })
            .sum()
    };
    let boards = [".........", "x...o....", "x........"].map(|it| Position::parse(it).unwrap());
    let boards = boards.map(|it| effort(Unguided::new(), &it));
    assert_eq!(
        (lattices, trees(2), trees(4), boards),
        (9_181, 7_432, 70_426, [7_192, 741, 1_647])
    );
}

#[test]
fn a_budget_is_kept_to_the_node_and_an_only_action_costs_nothing() {
    let mut bot = Expectimax::new(Unguided::new());
    for nodes in [0, 1, 5, 50, 500] {
        let mut budget = Nodes::at_most(nodes);
        let action = bot.choose(&Position::default(), &mut budget, &mut SeededDice::new(0));
        assert!(
            action.is_some_and(|it| Position::default().is_legal(it)),
            "{nodes}"
        );
        assert_eq!(
            budget.spent(),
            nodes + 1,
            "the node that is too many ends the search"
        );
    }
    assert_eq!(
        effort(
            Unguided::new(),
            &Nim {
                heap: 1,
                to_move: Seat::ALL[0]
            }
        ),
        0
    );
}

#[test]
fn what_an_unfinished_look_found_is_not_chosen() {
    // The search to depth one likes the second action best; depth two would have to see what comes after it, but the
    // budget ends when it has searched only the first action.
    struct Fooled;
    impl Guide<Tree> for Fooled {
        fn priors(&mut self, state: &Tree, actions: &[usize], out: &mut Vec<f64>) {
            Unguided::new().priors(state, actions, out);
        }
        fn estimate(&mut self, state: &Tree) -> Payoffs {
            let good = matches!(state, Tree::Choice(_, children) if children.len() == 3);
            [if good { 0.9 } else { 0.1 }, 0.0, 0.0, 0.0]
        }
    }
    let tree = Tree::parse("a[a[a[1 1] a[1 1]] a[b[1 1] b[1 1] b[1 1]]]");
    let choices: Vec<Option<usize>> = (0..20)
        .map(|nodes| {
            Expectimax::new(Fooled).choose(
                &tree,
                &mut Nodes::at_most(nodes),
                &mut SeededDice::new(0),
            )
        })
        .collect();
    assert_eq!(choices[..2], [Some(0), Some(0)], "no look is complete");
    assert!(choices[2..].iter().all(|it| *it == Some(1)), "{choices:?}");
}

#[test]
fn a_used_bot_chooses_like_a_fresh_one() {
    let mut used = Expectimax::new(Hashed);
    for seed in 0..100 {
        let tree = RandomTree {
            id: seed,
            seats: 2 + u8::try_from(seed % 2).unwrap(),
            depth: 8,
        };
        let play = |bot: &mut Expectimax<_, _>, nodes| {
            let mut budget = Nodes::at_most(nodes);
            (
                bot.choose(&tree, &mut budget, &mut SeededDice::new(0)),
                budget.spent(),
            )
        };
        play(&mut used, 30);
        let (ours, fresh) = (
            play(&mut used, 500),
            play(&mut Expectimax::new(Hashed), 500),
        );
        assert_eq!(ours, fresh, "seed {seed}: the action and what it cost");
    }
}
