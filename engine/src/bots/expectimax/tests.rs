//! The deepening search against the definition on random trees, and where the right answer is known.

use super::*;
use crate::bots::guide::Unguided;
use crate::bots::perfect::Solver;
use crate::bots::testing::{Nim, RandomTree};
use crate::bots::{Nodes, exact_probabilities};
use crate::dice::SeededDice;
use crate::games::tic_tac_toe::{Cell, Position};

/// Estimates a [`RandomTree`] by a number that follows from the node, never certain; two seats share a whole.
struct Hashed;

impl Guide<RandomTree> for Hashed {
    fn priors(&mut self, state: &RandomTree, actions: &[u64], out: &mut Vec<f64>) {
        // With two seats any order must give the same payoffs; with more, the order decides between equals.
        let promise = |it: &u64| f64::from(u32::try_from((state.id ^ it) % 7).unwrap()) + 1.0;
        out.clear();
        out.extend(actions.iter().map(|it| if state.seats == 2 { promise(it) } else { 1.0 }));
    }

    fn estimate(&mut self, state: &RandomTree) -> Payoffs {
        let part = |shift: u32| f64::from(u32::try_from(state.id >> shift & 0xFF).unwrap() + 1) / 257.0;
        if state.seats == 2 { pair(part(0)) } else { [0, 8, 16, 24].map(part) }
    }
}

/// The definition: no pruning, no table, no order.
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
        Node::Chance => {
            let (mut sum, mut odds) = ([0.0; SEATS_MAX], Vec::new());
            let chances = state.chances();
            exact_probabilities(&chances, &mut odds);
            for (it, odds) in chances.iter().zip(odds) {
                let mut next = state.clone();
                next.resolve(it.chance);
                for (sum, payoff) in sum.iter_mut().zip(naive(&next, guide, depth)) {
                    *sum += odds * payoff;
                }
            }
            sum
        }
    }
}

fn check_random_trees(seats: u8) {
    let mut checked = 0;
    for seed in 0..400 {
        let tree = RandomTree { id: seed * 7919 + 1, seats, depth: 9 };
        let Node::Decision(me) = tree.node() else { continue };
        // One table for all depths, as when deepening.
        let mut bot = Expectimax::new(Hashed);
        for depth in 1..=5 {
            let Ok(ranked) = bot.rank(&tree, depth, None, &mut Nodes::unlimited()) else {
                panic!("no limit")
            };
            let mut next = tree.clone();
            next.act(tree.actions()[ranked.at]);
            let expected = naive(&tree, &mut Hashed, depth)[me.idx()];
            let (found, chosen) =
                (ranked.found.payoffs[me.idx()], naive(&next, &mut Hashed, depth - 1)[me.idx()]);
            let close = |it: f64| (it - expected).abs() < 1e-9;
            assert!(close(found), "seed {seed}, {seats} seats, depth {depth}: {found} is not {expected}");
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

/// Estimates a position of tic-tac-toe by a number that follows from it; positions have many paths to them.
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
    for board in [".........", "x........", "x...o....", "xo.......", "xo..x....", "x.o.x..o."] {
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
        Entry { key: 0, depth: 1, bound, payoff, best: 0 }.settles(alpha, beta)
    };
    let window = (0.4, 0.6);
    assert!([0.3, 0.5, 0.7].iter().all(|it| settles(Bound::Exact, *it, window)));
    assert_eq!(
        [0.3, 0.5, 0.6, 0.7].map(|it| settles(Bound::AtLeast, it, window)),
        [false, false, true, true]
    );
    assert_eq!([0.3, 0.4, 0.5, 0.7].map(|it| settles(Bound::AtMost, it, window)), [true, true, false, false]);
}

#[test]
fn nim_and_tic_tac_toe_are_played_as_they_are_solved() {
    for heap in (1..=20).filter(|it| it % 4 != 0) {
        let nim = Nim { heap, to_move: Seat::ALL[usize::from(heap) % 2] };
        assert_eq!(choose(&nim, 50_000), Some(heap % 4), "heap {heap}");
    }
    for board in [".........", "x........", "x...o....", "x...o...x", "xo.......", "xo..x..o."] {
        let state = Position::parse(board).unwrap();
        let solution = Solver::new().solve(&state, &mut Nodes::unlimited()).unwrap();
        let action = choose(&state, 200_000);
        let kept = solution.actions.iter().find(|it| Some(it.0) == action).and_then(|it| it.1).unwrap();
        assert_eq!(kept.rank().signum(), solution.value.rank().signum(), "{board}: {kept:?}");
    }
}

fn choose<S: State>(state: &S, nodes: u64) -> Option<S::Action> {
    Expectimax::new(Unguided::new()).choose(state, &mut Nodes::at_most(nodes), &mut SeededDice::new(0))
}

#[test]
fn a_win_is_taken_as_fast_as_it_can_be() {
    // x wins at c1 at once; b2 would win as well, later.
    let state = Position::parse("xx.o...o.").unwrap();
    let action = choose(&state, 100_000).unwrap();
    let mut next = state;
    next.act(action);
    assert!(matches!(next.node(), Node::Terminal(_)), "{action:?}");
}

#[test]
fn a_finished_search_spends_no_more_and_a_broken_one_keeps_the_last_look() {
    let mut budget = Nodes::at_most(u64::MAX);
    let mut bot = Expectimax::new(Unguided::new());
    bot.choose(&Position::default(), &mut budget, &mut SeededDice::new(0));
    assert!(budget.spent() < 100_000, "the whole game has {} nodes here", budget.spent());
    for nodes in [0, 1, 5, 50, 500] {
        let mut budget = Nodes::at_most(nodes);
        let action = bot.choose(&Position::default(), &mut budget, &mut SeededDice::new(0));
        assert!(action.is_some_and(|it| Position::default().is_legal(it)), "{nodes}");
        assert!(budget.spent() <= nodes + 1, "{} of {nodes}", budget.spent());
    }
}

#[test]
fn a_used_bot_chooses_like_a_fresh_one() {
    let mut used = Expectimax::new(Hashed);
    for seed in 0..100 {
        let tree = RandomTree { id: seed, seats: 2 + u8::try_from(seed % 2).unwrap(), depth: 8 };
        let play = |bot: &mut Expectimax<_, _>, nodes| {
            bot.choose(&tree, &mut Nodes::at_most(nodes), &mut SeededDice::new(0))
        };
        play(&mut used, 30);
        let (ours, fresh) = (play(&mut used, 500), play(&mut Expectimax::new(Hashed), 500));
        assert_eq!(ours, fresh, "seed {seed}");
    }
}
