//! The tree search with more than two seats: random trees on which the right choice is unique, and clear enough to be
//! found.

use super::*;

/// A random tree whose ends draw lots among the seats, each with its own odds: no two ends are worth the same to any
/// seat, so that the right choice is unique also with more than two seats.
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
                Node::Terminal(Outcome {
                    winners: SeatSet::EMPTY.with(winner),
                })
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
            out.extend((0..self.seats().into()).map(|it| Weighted {
                chance: it,
                weight: weight(it),
            }));
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

/// Whether at each decision the best action is better than the second by enough to be found in a short search. What
/// other seats choose between near equals may matter much to the seat that searches.
fn is_clear(state: &Lots) -> bool {
    let next = |apply: &dyn Fn(&mut Lots)| {
        let mut next = state.clone();
        apply(&mut next);
        is_clear(&next)
    };
    match state.node() {
        Node::Terminal(_) => true,
        Node::Chance => state
            .chances()
            .iter()
            .all(|it| next(&|next| next.resolve(it.chance))),
        Node::Decision(seat) => {
            let mut worth: Vec<f64> = state
                .actions()
                .into_iter()
                .map(|it| after(state, it)[seat.idx()])
                .collect();
            worth.sort_by(f64::total_cmp);
            let gap = worth
                .iter()
                .rev()
                .nth(1)
                .map_or(1.0, |it| worth[worth.len() - 1] - it);
            gap > 0.05
                && state
                    .actions()
                    .into_iter()
                    .all(|it| next(&|next| next.act(it)))
        }
    }
}

fn check_lots(seats: u8) {
    let (mut checked, mut missed) = (0, Vec::new());
    for seed in 0..1_500 {
        let tree = Lots {
            tree: RandomTree {
                id: seed * 7919 + 1,
                seats,
                depth: 4,
            },
            winner: None,
        };
        let (Node::Decision(me), 2..) = (tree.node(), tree.actions().len()) else {
            continue;
        };
        if !is_clear(&tree) {
            continue;
        }
        let mut bot = Mcts::new(KnowsNothing);
        let action = bot
            .choose(
                &tree,
                &mut Nodes::at_most(20_000),
                &mut SeededDice::new(seed),
            )
            .unwrap();
        let worth = |it: u64| after(&tree, it)[me.idx()];
        let best = tree.actions().into_iter().map(worth).fold(0.0, f64::max);
        checked += 1;
        if worth(action) < best {
            missed.push((seed, best, worth(action)));
        }
    }
    let enough = checked > 50 && missed.len() * 20 <= checked;
    assert!(
        enough,
        "{} of {checked} with {seats} seats: {missed:?}",
        missed.len()
    );
}

#[test]
fn three_and_four_seats_each_maximize_their_own_payoff_on_random_trees_with_luck() {
    check_lots(3);
    check_lots(4);
}
