//! The tree search where the right answer is known: Nim, tic-tac-toe, and small trees with luck.

use std::collections::BTreeMap;

use super::*;
use crate::bots::guide::Unguided;
use crate::bots::testing::{Nim, RandomTree, Tree};
use crate::bots::{Nodes, perfect::Solver};
use crate::dice::SeededDice;
use crate::game::{Outcome, SEATS_MAX, SeatSet};
use crate::games::tic_tac_toe::Position;

fn choose<S: State>(state: &S, nodes: u64, seed: u64) -> (Option<S::Action>, Vec<u32>) {
    let mut bot = Mcts::new(Unguided::new());
    let action = bot.choose(state, &mut Nodes::at_most(nodes), &mut SeededDice::new(seed));
    (action, bot.visits())
}

/// What play leads to in which each seat maximizes its own payoff and nature keeps its odds.
fn naive<S: State>(state: &S) -> Payoffs {
    match state.node() {
        Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
        Node::Decision(seat) => {
            let all = state.actions().into_iter().map(|it| after(state, it));
            all.max_by(|a, b| a[seat.idx()].total_cmp(&b[seat.idx()])).unwrap()
        }
        Node::Chance => {
            let mut mean = [0.0; SEATS_MAX];
            let chances = state.chances();
            let mut odds = Vec::new();
            crate::bots::exact_probabilities(&chances, &mut odds);
            for (it, odds) in chances.iter().zip(odds) {
                let mut next = state.clone();
                next.resolve(it.chance);
                for (mean, payoff) in mean.iter_mut().zip(naive(&next)) {
                    *mean += odds * payoff;
                }
            }
            mean
        }
    }
}

fn after<S: State>(state: &S, action: S::Action) -> Payoffs {
    let mut next = state.clone();
    next.act(action);
    naive(&next)
}

#[test]
fn nim_is_played_perfectly_and_the_visits_gather_on_the_win() {
    for heap in (2..=11).filter(|it| it % 4 != 0) {
        let nim = Nim { heap, to_move: Seat::ALL[usize::from(heap) % 2] };
        let (action, visits) = choose(&nim, 40_000, heap.into());
        assert_eq!(action, Some(heap % 4), "heap {heap}: {visits:?}");
        let all: u32 = visits.iter().sum();
        let best = visits[usize::from(heap % 4) - 1];
        assert!(4 * best > 3 * all, "heap {heap}: {visits:?}");
    }
}

#[test]
fn tic_tac_toe_is_played_as_it_is_solved() {
    for board in [".........", "x...o....", "x........", "xo.......", "x...o...x", "xx.oo....", "x.o.x.o.."] {
        let state = Position::parse(board).unwrap();
        let solution = Solver::new().solve(&state, &mut Nodes::unlimited()).unwrap();
        let (action, visits) = choose(&state, 30_000, 1);
        let kept = solution.actions.iter().find(|it| Some(it.0) == action).and_then(|it| it.1).unwrap();
        let same = kept.rank().signum() == solution.value.rank().signum();
        assert!(same, "{board}: {kept:?} is not {:?}; {visits:?}", solution.value);
    }
}

#[test]
fn chance_is_descended_by_its_odds() {
    let luck = (0..100)
        .map(|id| RandomTree { id, seats: 2, depth: 3 })
        .find(|it| it.node() == Node::Chance && it.chances().len() == 3);
    let luck = luck.unwrap();
    let mut bot = Mcts::new(Unguided::new());
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    let mut dice = SeededDice::new(3);
    bot.tree.push(Branch::Chance { children: Vec::new(), drawn: None });
    for _ in 0..10_000 {
        bot.follow_chance(0, &mut luck.clone(), &mut dice);
        if let Branch::Chance { drawn: Some(chance), .. } = bot.tree[0] {
            *counts.entry(chance).or_default() += 1;
        }
    }
    let mut odds = Vec::new();
    crate::bots::exact_probabilities(&luck.chances(), &mut odds);
    for (it, odds) in luck.chances().iter().zip(odds) {
        let drawn = f64::from(counts[&it.chance]) / 10_000.0;
        assert!((drawn - odds).abs() < 0.025, "{it:?}: {drawn} is not {odds}");
    }
}

#[test]
fn each_way_that_luck_falls_is_one_child() {
    let tree = Tree::parse("a[~[1 2 3 4] 5]");
    let mut bot = Mcts::new(Unguided::new());
    bot.choose(&tree, &mut Nodes::at_most(400), &mut SeededDice::new(3));
    let children: Vec<usize> = bot
        .tree
        .iter()
        .filter_map(|it| match it {
            Branch::Chance { children, .. } => Some(children.len()),
            Branch::Decision { .. } | Branch::Terminal(_) => None,
        })
        .collect();
    assert_eq!(children, [4]);
}

#[test]
fn the_choice_on_random_trees_with_luck_is_nearly_always_the_best() {
    // With two seats it does not matter which of equal actions somebody chooses. A win behind actions that all look worse
    // may need more visits than it gets, so a few misses are in the nature of the search.
    let (mut checked, mut missed) = (0, Vec::new());
    for seed in 0..150 {
        let tree = RandomTree { id: seed, seats: 2, depth: 5 };
        let Node::Decision(me) = tree.node() else { continue };
        let (action, _) = choose(&tree, 20_000, seed);
        let worth = |it: u64| after(&tree, it)[me.idx()];
        let best = tree.actions().into_iter().map(worth).fold(0.0, f64::max);
        let chosen = worth(action.unwrap());
        checked += 1;
        if best - chosen > 0.03 {
            missed.push((seed, best, chosen));
        }
    }
    assert!(checked > 50 && missed.len() * 25 <= checked, "{} of {checked}: {missed:?}", missed.len());
}

/// A random tree whose ends draw lots among the seats, with odds of their own: no two ends are worth the same to
/// anybody, so that the right choice is unique also where more than two play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lots {
    tree: RandomTree,
    winner: Option<u64>,
}

impl Lots {
    fn is_end(&self) -> bool {
        matches!(self.tree.node(), Node::Terminal(_))
    }
}

impl State for Lots {
    type Action = u64;
    type Chance = u64;
    type View = ();

    fn seats(&self) -> u8 {
        self.tree.seats
    }

    fn node(&self) -> Node {
        match (self.winner, self.tree.node()) {
            (Some(winner), _) => {
                let winner = Seat::ALL[usize::try_from(winner).unwrap()];
                Node::Terminal(Outcome { winners: SeatSet::EMPTY.with(winner) })
            }
            (None, Node::Terminal(_)) => Node::Chance,
            (None, other @ (Node::Decision(_) | Node::Chance)) => other,
        }
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<u64>) {
        self.tree.actions_into(out);
    }

    fn act(&mut self, action: u64) {
        self.tree.act(action);
    }

    fn chances_into(&self, out: &mut Vec<Weighted<u64>>) {
        self.tree.chances_into(out);
        if self.is_end() {
            let weight = |seat| u128::from(1 + self.tree.draw(60 + seat, 1_000));
            out.extend((0..self.seats().into()).map(|it| Weighted { chance: it, weight: weight(it) }));
        }
    }

    fn resolve(&mut self, chance: u64) {
        if self.is_end() {
            self.winner = Some(chance);
        } else {
            self.tree.resolve(chance);
        }
    }
}

/// Finds all actions and all positions equally good, and spends nothing on it.
struct KnowsNothing;

impl<S: State> Guide<S> for KnowsNothing {
    fn priors(&mut self, state: &S, actions: &[S::Action], out: &mut Vec<f64>) {
        Unguided::new().priors(state, actions, out);
    }

    fn estimate(&mut self, state: &S) -> Payoffs {
        Unguided::new().estimate(state)
    }
}

/// Whether at each decision the best action is better than the next by enough to be found in a short search. What others
/// choose between near equals may mean much to the seat that searches.
fn is_clear(state: &Lots) -> bool {
    let next = |apply: &dyn Fn(&mut Lots)| {
        let mut next = state.clone();
        apply(&mut next);
        is_clear(&next)
    };
    match state.node() {
        Node::Terminal(_) => true,
        Node::Chance => state.chances().iter().all(|it| next(&|next| next.resolve(it.chance))),
        Node::Decision(seat) => {
            let mut worth: Vec<f64> =
                state.actions().into_iter().map(|it| after(state, it)[seat.idx()]).collect();
            worth.sort_by(f64::total_cmp);
            let gap = worth.iter().rev().nth(1).map_or(1.0, |it| worth[worth.len() - 1] - it);
            gap > 0.05 && state.actions().into_iter().all(|it| next(&|next| next.act(it)))
        }
    }
}

fn check_lots(seats: u8) {
    let (mut checked, mut missed) = (0, Vec::new());
    for seed in 0..1_500 {
        let tree = Lots { tree: RandomTree { id: seed * 7919 + 1, seats, depth: 4 }, winner: None };
        let (Node::Decision(me), 2..) = (tree.node(), tree.actions().len()) else { continue };
        if !is_clear(&tree) {
            continue;
        }
        let mut bot = Mcts::new(KnowsNothing);
        let action = bot.choose(&tree, &mut Nodes::at_most(20_000), &mut SeededDice::new(seed)).unwrap();
        let worth = |it: u64| after(&tree, it)[me.idx()];
        let best = tree.actions().into_iter().map(worth).fold(0.0, f64::max);
        checked += 1;
        if worth(action) < best {
            missed.push((seed, best, worth(action)));
        }
    }
    let enough = checked > 50 && missed.len() * 20 <= checked;
    assert!(enough, "{} of {checked} with {seats} seats: {missed:?}", missed.len());
}

#[test]
fn three_and_four_seats_each_maximize_their_own_payoff_on_random_trees_with_luck() {
    check_lots(3);
    check_lots(4);
}

#[test]
fn a_full_tree_takes_no_more_nodes_and_goes_on_to_learn() {
    let nodes = 2 * u64::try_from(TREE_NODES_MAX).unwrap();
    let mut bot = Mcts::new(KnowsNothing);
    let nim = Nim { heap: 250, to_move: Seat::ALL[0] };
    bot.choose(&nim, &mut Nodes::at_most(nodes), &mut SeededDice::new(1));
    assert_eq!(bot.tree.len(), TREE_NODES_MAX);
    let visits: u32 = bot.visits().iter().sum();
    assert_eq!(u64::from(visits), nodes, "each node of the budget was a walk from the root");
}

#[test]
fn equal_dice_give_equal_searches_and_the_budget_is_kept() {
    let state = Position::default();
    assert_eq!(choose(&state, 5_000, 9), choose(&state, 5_000, 9));
    assert_ne!(choose(&state, 5_000, 9).1, choose(&state, 5_000, 10).1, "the dice matter");
    for nodes in [0, 1, 10, 1_000] {
        let mut budget = Nodes::at_most(nodes);
        let action = Mcts::new(Unguided::new()).choose(&state, &mut budget, &mut SeededDice::new(0));
        assert!(action.is_some_and(|it| state.is_legal(it)), "with {nodes} nodes");
        assert!(budget.spent() <= nodes + 2, "{} of {nodes}", budget.spent());
    }
}

/// Takes everybody else to choose the last action there is.
struct LastReply(Unguided<Tree>);

impl Guide<Tree> for LastReply {
    fn priors(&mut self, state: &Tree, actions: &[usize], out: &mut Vec<f64>) {
        self.0.priors(state, actions, out);
    }

    fn estimate(&mut self, state: &Tree) -> Payoffs {
        self.0.estimate(state)
    }

    fn reply(&mut self, state: &Tree, _budget: &mut dyn Budget) -> Option<usize> {
        state.actions().last().copied()
    }
}

#[test]
fn only_the_others_are_taken_to_reply_as_the_guide_says() {
    let tree = Tree::parse("a[b[1 2 3] a[4 5] 6]");
    let mut bot = Mcts::new(LastReply(Unguided::new()));
    bot.choose(&tree, &mut Nodes::at_most(500), &mut SeededDice::new(0));
    let edges = |seat: u8| -> Vec<usize> {
        let of_seat = bot.tree.iter().filter_map(|it| match it {
            Branch::Decision { seat: it, edges, .. } if it.number() == seat => Some(edges.len()),
            Branch::Decision { .. } | Branch::Chance { .. } | Branch::Terminal(_) => None,
        });
        of_seat.collect()
    };
    assert_eq!((edges(0), edges(1)), (vec![3, 2], vec![1]));
}

/// Replies like [`LastReply`], and remembers where it was asked to judge.
struct Witness(LastReply, Vec<Node>);

impl Guide<Tree> for Witness {
    fn priors(&mut self, state: &Tree, actions: &[usize], out: &mut Vec<f64>) {
        self.0.priors(state, actions, out);
    }

    fn estimate(&mut self, state: &Tree) -> Payoffs {
        self.0.estimate(state)
    }

    fn judge(&mut self, state: &mut Tree, _budget: &mut dyn Budget, _dice: &mut dyn Dice) -> Payoffs {
        self.1.push(state.node());
        self.0.estimate(state)
    }

    fn reply(&mut self, state: &Tree, budget: &mut dyn Budget) -> Option<usize> {
        self.0.reply(state, budget)
    }
}

#[test]
fn luck_and_expected_replies_are_no_leaves() {
    let tree = Tree::parse("a[b[1 ~[c[2 a[3 4]] d[5 a[6 7]]]] a[8 9]]");
    let mut bot = Mcts::new(Witness(LastReply(Unguided::new()), Vec::new()));
    bot.choose(&tree, &mut Nodes::at_most(200), &mut SeededDice::new(0));
    let mine = Node::Decision(Seat::ALL[0]);
    // One leaf for each own choice but the root's: the others' answers and the luck are gone through at once.
    assert_eq!(bot.guide.1, vec![mine; 3]);
}

#[test]
fn a_walk_beyond_a_full_tree_ends_at_the_next_own_choice() {
    let mut bot = Mcts::new(LastReply(Unguided::new()));
    bot.me = Some(Seat::ALL[0]);
    let mut state = Tree::parse("b[1 ~[c[2 a[3 4]] c[5 a[3 4]]]]");
    bot.go_on(&mut state, &mut Nodes::unlimited(), &mut SeededDice::new(0));
    assert_eq!(state, Tree::parse("a[3 4]"));
}
