//! The tree search in positions where the right answer is known: Nim, tic-tac-toe, and small trees with luck.

mod lots;

use std::collections::BTreeMap;

use super::decision::Count;
use super::*;
use crate::bots::guide::Unguided;
use crate::bots::testing::{Nim, RandomTree, Tree, check_falls_by_odds, mean_of_luck};
use crate::bots::{Nodes, perfect::Solver};
use crate::dice::SeededDice;
use crate::game::{Outcome, SEATS_MAX, SeatSet};
use crate::games::tic_tac_toe::Position;

fn choose<S: State>(state: &S, nodes: u64, seed: u64) -> (Option<S::Action>, Vec<u32>) {
    let mut bot = Mcts::new(Unguided::new());
    let action = bot.choose(
        state,
        &mut Nodes::at_most(nodes),
        &mut SeededDice::new(seed),
    );
    (action, bot.visits())
}

/// The payoffs when each seat maximizes its own and nature follows its odds.
fn naive<S: State>(state: &S) -> Payoffs {
    match state.node() {
        Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
        Node::Decision(seat) => {
            let all = state.actions().into_iter().map(|it| after(state, it));
            all.max_by(|a, b| a[seat.idx()].total_cmp(&b[seat.idx()]))
                .unwrap()
        }
        Node::Chance => mean_of_luck(state, naive),
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
        let nim = Nim {
            heap,
            to_move: Seat::ALL[usize::from(heap) % 2],
        };
        let (action, visits) = choose(&nim, 40_000, heap.into());
        assert_eq!(action, Some(heap % 4), "heap {heap}: {visits:?}");
        let all: u32 = visits.iter().sum();
        let best = visits[usize::from(heap % 4) - 1];
        assert!(4 * best > 3 * all, "heap {heap}: {visits:?}");
    }
}

#[test]
fn what_a_search_expects_is_near_to_what_the_position_is_worth() {
    let mut bot = Mcts::new(Unguided::new());
    assert_eq!(bot.worth(), None, "nothing was searched");
    for (heap, worth) in [(3, 1.0), (4, 0.0), (5, 1.0), (8, 0.0)] {
        let nim = Nim {
            heap,
            to_move: Seat::ALL[1],
        };
        let (mut budget, mut dice) = (Nodes::at_most(40_000), SeededDice::new(1));
        bot.choose(&nim, &mut budget, &mut dice);
        let found = bot.worth().unwrap();
        assert!((found - worth).abs() < 0.05, "heap {heap}: {found}");
    }
}

#[test]
fn tic_tac_toe_is_played_as_it_is_solved() {
    for board in [
        ".........",
        "x...o....",
        "x........",
        "xo.......",
        "x...o...x",
        "xx.oo....",
        "x.o.x.o..",
    ] {
        let state = Position::parse(board).unwrap();
        let solution = Solver::new()
            .solve(&state, &mut Nodes::unlimited())
            .unwrap();
        let (action, visits) = choose(&state, 30_000, 1);
        let kept = solution
            .actions
            .iter()
            .find(|it| Some(it.0) == action)
            .and_then(|it| it.1)
            .unwrap();
        let same = kept.rank().signum() == solution.value.rank().signum();
        assert!(
            same,
            "{board}: {kept:?} is not {:?}; {visits:?}",
            solution.value
        );
    }
}

#[test]
fn chance_is_descended_by_its_odds() {
    let luck = (0..100)
        .map(|id| RandomTree {
            id,
            seats: 2,
            depth: 3,
        })
        .find(|it| it.node() == Node::Chance && it.chances().len() == 3);
    let luck = luck.unwrap();
    let mut bot = Mcts::new(Unguided::new());
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    let mut dice = SeededDice::new(3);
    bot.tree.branch(Link::Root);
    for _ in 0..10_000 {
        bot.follow_chance(0, &mut luck.clone(), &mut dice);
        let chance = bot.tree.luck[0].drawn.unwrap();
        *counts.entry(chance).or_default() += 1;
    }
    let mut odds = Vec::new();
    crate::bots::exact_probabilities(&luck.chances(), &mut odds);
    for (it, odds) in luck.chances().iter().zip(odds) {
        let drawn = f64::from(counts[&it.chance]) / 10_000.0;
        assert!(
            (drawn - odds).abs() < 0.025,
            "{it:?}: {drawn} is not {odds}"
        );
    }
}

#[test]
fn each_way_that_luck_falls_is_one_child() {
    let tree = Tree::parse("a[~[1 2 3 4] 5]");
    let mut bot = Mcts::new(Unguided::new());
    bot.choose(&tree, &mut Nodes::at_most(400), &mut SeededDice::new(3));
    let luck = bot.tree.luck.iter();
    let children: Vec<usize> = luck.map(|it| it.children.len()).collect();
    assert_eq!(children, [4]);
}

#[test]
fn the_choice_on_random_trees_with_luck_is_nearly_always_the_best() {
    // With two seats it does not matter which of several equal actions is chosen. A win behind actions that all look
    // worse may need more visits than it gets, so a few misses are expected.
    let (mut checked, mut missed) = (0, Vec::new());
    for seed in 0..150 {
        let tree = RandomTree {
            id: seed,
            seats: 2,
            depth: 5,
        };
        let Node::Decision(me) = tree.node() else {
            continue;
        };
        let (action, _) = choose(&tree, 20_000, seed);
        let worth = |it: u64| after(&tree, it)[me.idx()];
        let best = tree.actions().into_iter().map(worth).fold(0.0, f64::max);
        let chosen = worth(action.unwrap());
        checked += 1;
        if best - chosen > 0.03 {
            missed.push((seed, best, chosen));
        }
    }
    assert!(
        checked > 50 && missed.len() * 25 <= checked,
        "{} of {checked}: {missed:?}",
        missed.len()
    );
}

/// A guide to which all actions and all positions are equally good, and that spends no nodes.
struct KnowsNothing;

impl<S: State> Guide<S> for KnowsNothing {
    fn priors(&mut self, state: &S, actions: &[S::Action], out: &mut Vec<f64>) {
        Unguided::new().priors(state, actions, out);
    }

    fn estimate(&mut self, state: &S) -> Payoffs {
        Unguided::new().estimate(state)
    }
}

#[test]
fn a_full_tree_takes_no_more_nodes_and_goes_on_to_learn() {
    let nodes = 2 * u64::try_from(TREE_NODES_MAX).unwrap();
    let mut bot = Mcts::new(KnowsNothing);
    let nim = Nim {
        heap: 250,
        to_move: Seat::ALL[0],
    };
    bot.choose(&nim, &mut Nodes::at_most(nodes), &mut SeededDice::new(1));
    assert_eq!(bot.tree.len(), TREE_NODES_MAX);
    let visits: u32 = bot.visits().iter().sum();
    assert_eq!(
        u64::from(visits),
        nodes,
        "each node of the budget was a walk from the root"
    );
}

#[test]
fn equal_dice_give_equal_searches_and_the_budget_is_kept() {
    let state = Position::default();
    assert_eq!(choose(&state, 5_000, 9), choose(&state, 5_000, 9));
    assert_ne!(
        choose(&state, 5_000, 9).1,
        choose(&state, 5_000, 10).1,
        "the dice matter"
    );
    for nodes in [0, 1, 10, 1_000] {
        let mut budget = Nodes::at_most(nodes);
        let action =
            Mcts::new(Unguided::new()).choose(&state, &mut budget, &mut SeededDice::new(0));
        assert!(
            action.is_some_and(|it| state.is_legal(it)),
            "with {nodes} nodes"
        );
        assert!(budget.spent() <= nodes + 2, "{} of {nodes}", budget.spent());
    }
}

/// A guide that expects every other seat to choose its last action.
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
        let all = bot.tree.decisions.iter();
        let of_seat = all.filter(|it| it.seat.number() == seat);
        let edges = of_seat.map(|it| it.visits_of_all(&bot.tree.edges).len());
        edges.collect()
    };
    assert_eq!((edges(0), edges(1)), (vec![3, 2], vec![1]));
}

/// Replies like [`LastReply`], and remembers the positions that it was asked to evaluate.
struct Witness(LastReply, Vec<Node>);

impl Guide<Tree> for Witness {
    fn priors(&mut self, state: &Tree, actions: &[usize], out: &mut Vec<f64>) {
        self.0.priors(state, actions, out);
    }

    fn estimate(&mut self, state: &Tree) -> Payoffs {
        self.0.estimate(state)
    }

    fn evaluate_leaf(
        &mut self,
        state: &mut Tree,
        _budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Payoffs {
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
    // One leaf for each choice of its own except the root's: the others' replies and the luck are played through at
    // once.
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

/// A guide in which every action costs so many hundredths, by its index.
struct Priced(Unguided<Tree>, [u8; 3]);

impl Guide<Tree> for Priced {
    fn priors(&mut self, state: &Tree, actions: &[usize], out: &mut Vec<f64>) {
        self.0.priors(state, actions, out);
    }

    fn estimate(&mut self, state: &Tree) -> Payoffs {
        self.0.estimate(state)
    }

    fn cost(&self, _state: &Tree, action: usize) -> f64 {
        f64::from(self.1[action]) / 100.0
    }
}

/// The payoff, in hundredths, that each action at the root leaves to the seat, in a tree whose ends are all draws (a
/// quarter each).
fn left(tree: &str, costs: [u8; 3]) -> Vec<f64> {
    let mut bot = Mcts::new(Priced(Unguided::new(), costs));
    let tree = Tree::parse(tree);
    bot.choose(&tree, &mut Nodes::at_most(500), &mut SeededDice::new(0));
    let mean = |it: &Count| (100.0 * it.total / f64::from(it.visits)).round();
    let mut counts = bot.tree.decisions[0].counts(&bot.tree.edges);
    counts.sort_by_key(|it| it.at);
    assert_eq!(counts.len(), bot.visits().len(), "all were tried");
    counts.iter().map(mean).collect()
}

#[test]
fn a_seat_bears_what_its_own_actions_cost_from_each_decision_on() {
    assert_eq!(left("a[0 0 0]", [0, 0, 0]), [25.0, 25.0, 25.0]);
    assert_eq!(left("a[0 0 0]", [10, 0, 5]), [15.0, 25.0, 20.0]);
    // The root's action also bears the cost of the seat's later actions, and of nobody else's.
    assert_eq!(left("a[a[0] 0]", [10, 0, 0]), [5.0, 25.0]);
    assert_eq!(left("a[b[0] 0]", [10, 0, 0]), [15.0, 25.0]);
    assert_eq!(left("a[b[a[0]] 0]", [10, 0, 0]), [5.0, 25.0]);
}

#[test]
fn every_decision_has_the_sum_of_what_its_actions_have_and_each_is_tried() {
    let mut bot = Mcts::new(Unguided::new());
    let trees = (0..100).map(|id| RandomTree {
        id,
        seats: 3,
        depth: 8,
    });
    let has_choice = |it: &RandomTree| it.actions().len() > 2;
    let tree = trees.into_iter().find(has_choice).unwrap();
    bot.choose(&tree, &mut Nodes::at_most(5_000), &mut SeededDice::new(1));
    let mut decisions = 0;
    for decision in &bot.tree.decisions {
        let (visits, total) = (decision.visits, decision.total);
        let counts = decision.counts(&bot.tree.edges);
        let (tries, sum): (u32, f64) = (
            counts.iter().map(|it| it.visits).sum(),
            counts.iter().map(|it| it.total).sum(),
        );
        assert!(
            tries == visits && (sum - total).abs() < 1e-6,
            "{tries} of {visits}, {sum} of {total}"
        );
        assert!(
            visits < 500 || counts.len() == decision.visits_of_all(&bot.tree.edges).len(),
            "an action was never tried"
        );
        decisions += u32::from(visits > 0);
    }
    assert!(decisions > 20, "{decisions}");
}

#[test]
fn what_was_tried_most_is_chosen_the_first_among_equals_whatever_its_mean() {
    let (mut better_mean, mut equals) = (0, 0);
    for nodes in 5..200 {
        let mut bot = Mcts::new(Unguided::new());
        let state = Position::parse("x...o....").unwrap();
        let action = bot
            .choose(
                &state,
                &mut Nodes::at_most(nodes),
                &mut SeededDice::new(nodes),
            )
            .unwrap();
        let chosen = state.actions().iter().position(|it| *it == action).unwrap();
        let visits = bot.visits();
        let most = *visits.iter().max().unwrap();
        assert_eq!(
            visits.iter().position(|it| *it == most),
            Some(chosen),
            "{nodes} nodes: {visits:?}"
        );
        let counts = bot.tree.decisions[0].counts(&bot.tree.edges);
        let mean = |it: &Count| it.total / f64::from(it.visits.max(1));
        let place = counts.iter().position(|it| usize::from(it.at) == chosen);
        let chosens = mean(&counts[place.unwrap()]);
        better_mean += u32::from(counts.iter().any(|it| mean(it) > chosens));
        equals += u32::from(visits.iter().filter(|it| **it == most).count() > 1);
    }
    assert!(
        better_mean > 5 && equals > 5,
        "{better_mean} and {equals} say too little"
    );
}

#[test]
fn an_only_action_costs_nothing_and_a_used_bot_searches_like_a_fresh_one() {
    let mut used = Mcts::new(Unguided::new());
    let search = |bot: &mut Mcts<_, _>, heap| {
        let mut budget = Nodes::at_most(300);
        let nim = Nim {
            heap,
            to_move: Seat::ALL[0],
        };
        let action = bot.choose(&nim, &mut budget, &mut SeededDice::new(1));
        (action, budget.spent(), bot.visits())
    };
    search(&mut used, 13);
    assert_eq!(
        search(&mut used, 10),
        search(&mut Mcts::new(Unguided::new()), 10)
    );
    let (action, spent, _) = search(&mut used, 1);
    assert_eq!((action, spent), (Some(1), 0));
}

#[test]
fn luck_on_the_way_beyond_a_full_tree_falls_by_its_odds() {
    let trees = (0..100).map(|id| RandomTree {
        id,
        seats: 2,
        depth: 1,
    });
    let is_lopsided = |it: &RandomTree| it.chances().iter().any(|it| it.weight == 1);
    let root = trees
        .into_iter()
        .find(|it| it.node() == Node::Chance && is_lopsided(it))
        .unwrap();
    let (mut bot, mut dice) = (Mcts::new(KnowsNothing), SeededDice::new(2));
    check_falls_by_odds(&root, |it| {
        bot.go_on(it, &mut Nodes::unlimited(), &mut dice);
    });
}

#[test]
fn a_leaf_is_where_somebody_has_a_choice_or_the_searcher_is_to_move() {
    /// Remembers the positions that it was asked to evaluate, and expects no replies.
    struct Judged(Vec<Tree>);
    impl Guide<Tree> for Judged {
        fn priors(&mut self, state: &Tree, actions: &[usize], out: &mut Vec<f64>) {
            Unguided::new().priors(state, actions, out);
        }
        fn estimate(&mut self, _state: &Tree) -> Payoffs {
            [0.25; SEATS_MAX]
        }
        fn evaluate_leaf(
            &mut self,
            state: &mut Tree,
            _budget: &mut dyn Budget,
            _dice: &mut dyn Dice,
        ) -> Payoffs {
            self.0.push(state.clone());
            self.estimate(state)
        }
    }
    let tree = Tree::parse("a[b[1 2] a[~[3 4]] b[c[5 6]]]");
    let mut bot = Mcts::new(Judged(Vec::new()));
    bot.choose(&tree, &mut Nodes::at_most(100), &mut SeededDice::new(0));
    let leaves = ["b[1 2]", "a[~[3 4]]", "c[5 6]"].map(Tree::parse);
    assert_eq!(bot.guide.0.len(), leaves.len());
    assert!(
        leaves.iter().all(|it| bot.guide.0.contains(it)),
        "{:?}",
        bot.guide.0
    );
}

#[test]
fn what_is_judged_beyond_a_full_tree_is_an_own_choice() {
    let mut bot = Mcts::new(Witness(LastReply(Unguided::new()), Vec::new()));
    bot.me = Some(Seat::ALL[0]);
    let root = Tree::parse("a[1 b[1 ~[c[2 a[3 4]] d[5 a[6 7]]]]]");
    let mut budget = Nodes::unlimited();
    bot.walk.start(&root);
    bot.grow(Link::Root, &root, &mut budget);
    bot.tree.len = TREE_NODES_MAX;
    for seed in 0..20 {
        bot.descend(&mut root.clone(), &mut budget, &mut SeededDice::new(seed));
        bot.tree.learn(bot.walk.path(), &[0.0, 1.0, 0.0, 0.0]);
        assert_eq!(bot.walk.path().len(), 1);
    }
    let own = Node::Decision(Seat::ALL[0]);
    let open = |it: &&Node| !matches!(it, Node::Terminal(_));
    assert!(
        bot.guide.1.iter().filter(open).count() > 3,
        "{:?}",
        bot.guide.1
    );
    assert!(
        bot.guide.1.iter().filter(open).all(|it| *it == own),
        "{:?}",
        bot.guide.1
    );
}
