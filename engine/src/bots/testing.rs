//! Games for testing searchers: a tree written as text, random trees with chance, and Nim, whose perfect play is known;
//! and the mean payoffs of a chance node, by the definition.

use std::collections::BTreeMap;

use super::{Evaluate, Payoffs, exact_probabilities};
use crate::dice::Weighted;
use crate::game::{NoChance, Node, Outcome, SEATS_MAX, Seat, SeatSet, State};

/// A node of a game tree written as text.
///
/// `a[..]` to `d[..]` choose among the children, `~[..]` draws evenly among them, a number is an end and its payoff for
/// seat a; everybody else gets the negative. Children are separated by spaces: `a[1 ~[4 0] b[2 3]]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    Choice(Seat, Vec<Self>),
    Luck(Vec<Self>),
    End(i32),
}

impl Tree {
    /// Reads a tree.
    pub(crate) fn parse(text: &str) -> Self {
        let mut rest = text;
        let tree = Self::parse_node(&mut rest);
        assert!(rest.is_empty(), "left over: {rest}");
        tree
    }

    fn parse_node(rest: &mut &str) -> Self {
        let end = rest.find([' ', ']', '[']).unwrap_or(rest.len());
        let (head, tail) = rest.split_at(end);
        let Some(mut inside) = tail.strip_prefix('[') else {
            *rest = tail;
            return Self::End(head.parse().expect("a number ends a branch"));
        };
        let mut children = Vec::new();
        while !inside.starts_with(']') {
            inside = inside.trim_start_matches(' ');
            children.push(Self::parse_node(&mut inside));
        }
        *rest = &inside[1..];
        match head {
            "~" => Self::Luck(children),
            seat => Self::Choice(
                Seat::new(seat.as_bytes()[0] - b'a').expect("a seat is a to d"),
                children,
            ),
        }
    }

    fn children(&self) -> &[Self] {
        match self {
            Self::Choice(_, children) | Self::Luck(children) => children,
            Self::End(_) => &[],
        }
    }
}

impl State for Tree {
    type Action = usize;
    type Chance = usize;
    type View = ();

    fn seats(&self) -> u8 {
        4
    }

    fn node(&self) -> Node {
        match self {
            Self::Choice(seat, _) => Node::Decision(*seat),
            Self::Luck(_) => Node::Chance,
            Self::End(_) => Node::Terminal(Outcome {
                winners: SeatSet::EMPTY,
            }),
        }
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<usize>) {
        out.clear();
        if let Self::Choice(_, children) = self {
            out.extend(0..children.len());
        }
    }

    fn act(&mut self, action: usize) {
        *self = self.children()[action].clone();
    }

    fn chances_into(&self, out: &mut Vec<Weighted<usize>>) {
        out.clear();
        if let Self::Luck(children) = self {
            out.extend((0..children.len()).map(|chance| Weighted { chance, weight: 1 }));
        }
    }

    fn resolve(&mut self, chance: usize) {
        *self = self.children()[chance].clone();
    }
}

/// Judges a [`Tree`]'s ends by their payoff, and everything else as zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends;

impl Evaluate<Tree> for Ends {
    fn payoff(&self, state: &Tree, seat: Seat) -> f64 {
        let Tree::End(payoff) = state else { return 0.0 };
        f64::from(if seat.number() == 0 {
            *payoff
        } else {
            -*payoff
        })
    }
}

/// A random tree: every node is computed from its number alone, so nothing is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RandomTree {
    pub(crate) id: u64,
    pub(crate) seats: u8,
    pub(crate) depth: u8,
}

impl RandomTree {
    /// A number below `bound` that follows from the node and from `what`, its purpose.
    pub(crate) fn draw(&self, what: u64, bound: u64) -> u64 {
        mix(self.id ^ mix(what)) % bound
    }

    /// Becomes one of its children.
    pub(crate) fn child(&mut self, index: u64) {
        self.id = mix(self.id.wrapping_mul(31).wrapping_add(index + 1));
        self.depth -= 1;
    }
}

impl State for RandomTree {
    type Action = u64;
    type Chance = u64;
    type View = ();

    fn seats(&self) -> u8 {
        self.seats
    }

    fn node(&self) -> Node {
        let seat = Seat::try_from(u8::try_from(self.draw(1, self.seats.into())).unwrap()).unwrap();
        match self.draw(2, 10) {
            _ if self.depth == 0 => Node::Terminal(Outcome {
                winners: SeatSet::EMPTY,
            }),
            0 => Node::Terminal(Outcome {
                winners: SeatSet::EMPTY.with(seat),
            }),
            1..=3 => Node::Chance,
            _ => Node::Decision(seat),
        }
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<u64>) {
        out.clear();
        if let Node::Decision(_) = self.node() {
            out.extend(0..=self.draw(3, 4));
        }
    }

    fn act(&mut self, action: u64) {
        self.child(action);
    }

    fn chances_into(&self, out: &mut Vec<Weighted<u64>>) {
        out.clear();
        if self.node() == Node::Chance {
            let weight = |chance| 1 + u128::from(self.draw(10 + chance, 5));
            out.extend((0..=self.draw(3, 3)).map(|chance| Weighted {
                chance,
                weight: weight(chance),
            }));
        }
    }

    fn resolve(&mut self, chance: u64) {
        self.child(chance + 100);
    }
}

/// Judges a [`RandomTree`] by a number from -10 to 10 that follows from the node and the seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashed;

impl Evaluate<RandomTree> for Hashed {
    fn payoff(&self, state: &RandomTree, seat: Seat) -> f64 {
        let draw = state.draw(50 + u64::from(seat.number()), 21);
        f64::from(u32::try_from(draw).unwrap()) - 10.0
    }
}

/// Nim with one heap: two seats take 1 to 3 in turn, who takes the last wins. The mover wins unless the heap is a
/// multiple of four, by taking the heap modulo four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Nim {
    pub(crate) heap: u8,
    pub(crate) to_move: Seat,
}

impl State for Nim {
    type Action = u8;
    type Chance = NoChance;
    type View = ();

    fn seats(&self) -> u8 {
        2
    }

    fn node(&self) -> Node {
        let other = Seat::ALL[1 - self.to_move.idx()];
        if self.heap == 0 {
            Node::Terminal(Outcome {
                winners: SeatSet::EMPTY.with(other),
            })
        } else {
            Node::Decision(self.to_move)
        }
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=self.heap.min(3));
    }

    fn act(&mut self, action: u8) {
        self.heap -= action;
        self.to_move = Seat::ALL[1 - self.to_move.idx()];
    }

    fn chances_into(&self, out: &mut Vec<Weighted<NoChance>>) {
        out.clear();
    }

    fn resolve(&mut self, chance: NoChance) {
        match chance {}
    }
}

/// Judges a state by its outcome: 1 for the winners, 0 for everybody else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winners;

impl<S: State> Evaluate<S> for Winners {
    fn payoff(&self, state: &S, seat: Seat) -> f64 {
        match state.node() {
            Node::Terminal(outcome) => f64::from(u8::from(outcome.winners.contains(seat))),
            Node::Decision(_) | Node::Chance => 0.0,
        }
    }
}

/// The mean payoffs of a chance node, by the exact odds.
pub(crate) fn mean_of_luck<S: State>(state: &S, mut worth: impl FnMut(&S) -> Payoffs) -> Payoffs {
    let (mut mean, mut odds) = ([0.0; SEATS_MAX], Vec::new());
    let chances = state.chances();
    exact_probabilities(&chances, &mut odds);
    for (it, odds) in chances.iter().zip(odds) {
        let mut next = state.clone();
        next.resolve(it.chance);
        for (mean, payoff) in mean.iter_mut().zip(worth(&next)) {
            *mean += odds * payoff;
        }
    }
    mean
}

/// Lets luck fall from the root some thousand times, and checks that each chance comes as often as its odds say.
#[track_caller]
pub(crate) fn check_falls_by_odds(root: &RandomTree, mut fall: impl FnMut(&mut RandomTree)) {
    let mut counts: BTreeMap<u64, f64> = BTreeMap::new();
    for _ in 0..4_000 {
        let mut state = root.clone();
        fall(&mut state);
        *counts.entry(state.id).or_default() += 1.0;
    }
    let (chances, mut odds) = (root.chances(), Vec::new());
    exact_probabilities(&chances, &mut odds);
    for (it, odds) in chances.iter().zip(odds) {
        let mut next = root.clone();
        next.resolve(it.chance);
        let share = counts.get(&next.id).unwrap_or(&0.0) / 4_000.0;
        assert!((share - odds).abs() < 0.04, "{it:?}: {share} is not {odds}");
    }
}

/// The finalizer of `SplitMix64`: mixes the bits of a number.
fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
