//! The law book that every game passes before it has a test of its own.
//!
//! Called by each game's tests and, through [`crate::AnyState`], by the tests of the whole program. Prints the seed of a match
//! that breaks a law; `DICEHALL_SEED` in the environment of the test program is read by those who call it.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::dice::{Dice, SeededDice, pick};
use crate::game::{Node, Odds, State};

/// The most actions of one match; a game that may last longer is checked up to here.
const ACTIONS_MAX: u32 = 3_000;
/// How many rolls of one chance node are counted against its weights.
const ROLLS: u32 = 600;
/// How many chance nodes of one match have their rolls counted.
const COUNTED_NODES_MAX: u32 = 2;

/// Plays `matches` random matches from `start` and checks every law at every state.
///
/// # Panics
/// If a law is broken; the message names the law, the seed and the state.
pub fn check<S: State>(matches: u64, start: impl Fn(&mut dyn Dice) -> S) {
    for seed in 0..matches {
        let mut dice = SeededDice::new(seed);
        let state = start(&mut dice);
        Check {
            seed,
            dice,
            seen: BTreeSet::new(),
            counted: 0,
        }
        .play(state);
    }
}

struct Check<S: State> {
    seed: u64,
    dice: SeededDice,
    /// Every action seen in the match: the ones that are not legal now must be refused now.
    seen: BTreeSet<S::Action>,
    counted: u32,
}

impl<S: State> Check<S> {
    fn play(&mut self, mut state: S) {
        for _ in 0..ACTIONS_MAX {
            self.check_copies(&state);
            match state.node() {
                Node::Terminal(outcome) => {
                    self.law(
                        state.actions().is_empty() && state.chances().is_empty(),
                        "an end has no successor",
                        &state,
                    );
                    self.law(
                        outcome.winners.iter().all(|it| it.number() < state.seats()),
                        "seats win",
                        &state,
                    );
                    return;
                }
                Node::Decision(seat) => {
                    self.law(
                        seat.number() < state.seats(),
                        "the seat to move plays",
                        &state,
                    );
                    state = self.decide(&state);
                }
                Node::Chance => state = self.roll(&state),
            }
        }
    }

    /// Equal states have equal hashes, views and answers; copying over another state leaves nothing of it.
    fn check_copies(&mut self, state: &S) {
        let copy = state.clone();
        self.law(
            copy == *state && hash(&copy) == hash(state),
            "a clone is equal",
            state,
        );
        let mut over = state.clone();
        if let Some(action) = state.actions().first() {
            over.act(*action);
            self.law(over != *state, "an action changes the state", state);
        }
        over.clone_from(state);
        self.law(
            over == *state && hash(&over) == hash(state),
            "a copy over another state is equal",
            state,
        );
        let (view, again) = (format!("{:?}", state.view()), format!("{:?}", over.view()));
        self.law(view == again, "equal states have equal views", state);
        self.law(
            (2..=4).contains(&state.seats()),
            "two to four seats play",
            state,
        );
    }

    fn decide(&mut self, state: &S) -> S {
        let actions = state.actions();
        let distinct: BTreeSet<S::Action> = actions.iter().copied().collect();
        self.law(!actions.is_empty(), "a decision has an action", state);
        self.law(
            distinct.len() == actions.len(),
            "actions are listed once",
            state,
        );
        self.law(
            state.chances().is_empty(),
            "a decision has no chances",
            state,
        );
        self.law(
            state.roll(&mut SeededDice::new(0)).is_none(),
            "a decision has no roll",
            state,
        );
        self.seen.extend(&distinct);
        for action in self.seen.clone() {
            let agrees = state.is_legal(action) == distinct.contains(&action);
            self.law(agrees, "legality agrees with the list of actions", state);
        }
        for action in &actions {
            let sound = |Odds { favorable, total }| favorable <= total && total > 0;
            self.law(
                state.preview(*action).odds.is_none_or(sound),
                "odds are a probability",
                state,
            );
        }
        let mut next = state.clone();
        if let Some(action) = pick(&actions, &mut self.dice) {
            next.act(action);
            let mut again = state.clone();
            again.act(action);
            self.law(again == next, "an action always has the same effect", state);
        }
        next
    }

    fn roll(&mut self, state: &S) -> S {
        let chances = state.chances();
        self.law(
            state.actions().is_empty(),
            "a chance node has no actions",
            state,
        );
        self.law(!chances.is_empty(), "a chance node has a chance", state);
        self.law(
            chances.iter().all(|it| it.weight > 0),
            "no weight is zero",
            state,
        );
        self.law(
            chances.iter().all(|it| state.is_possible(it.chance)),
            "listed chances are possible",
            state,
        );
        let successors: Vec<S> = chances
            .iter()
            .map(|it| resolved(state, it.chance))
            .collect();
        let distinct = (0..successors.len()).all(|it| !successors[..it].contains(&successors[it]));
        self.law(
            distinct,
            "each class of chances has its own successor",
            state,
        );
        let weights: Vec<u128> = chances.iter().map(|it| it.weight).collect();
        if self.counted < COUNTED_NODES_MAX && chances.len() > 1 {
            self.counted += 1;
            self.count_rolls(state, &successors, &weights);
        }
        let rolled = state.roll(&mut self.dice);
        self.law(
            rolled.is_some_and(|it| state.is_possible(it)),
            "a roll is possible",
            state,
        );
        let next = rolled.map_or_else(|| state.clone(), |it| resolved(state, it));
        self.law(
            successors.contains(&next),
            "a roll falls into one class",
            state,
        );
        next
    }

    /// Rolls fall into the classes in proportion to the weights: Pearson's statistic stays below its mean plus six
    /// standard deviations, over the classes that are expected at least five times.
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "statistics of small numbers"
    )]
    fn count_rolls(&mut self, state: &S, successors: &[S], weights: &[u128]) {
        let mut counts = vec![0_u32; successors.len()];
        for _ in 0..ROLLS {
            let next = state.roll(&mut self.dice).map(|it| resolved(state, it));
            if let Some(class) = successors.iter().position(|it| Some(it) == next.as_ref()) {
                counts[class] += 1;
            }
        }
        let total: f64 = weights.iter().map(|it| *it as f64).sum();
        let expected = weights
            .iter()
            .map(|it| *it as f64 / total * f64::from(ROLLS));
        let counted: Vec<(u32, f64)> = counts
            .iter()
            .copied()
            .zip(expected)
            .filter(|it| it.1 >= 5.0)
            .collect();
        let statistic: f64 = counted
            .iter()
            .map(|(count, mean)| (f64::from(*count) - mean).powi(2) / mean)
            .sum();
        let freedom = counted.len() as f64;
        let bound = freedom + 6.0 * (2.0 * freedom).sqrt();
        self.law(statistic <= bound, "rolls follow their weights", state);
    }

    fn law(&self, holds: bool, law: &str, state: &S) {
        assert!(holds, "law broken: {law}\nseed {}\n{state:?}", self.seed);
    }
}

fn resolved<S: State>(state: &S, chance: S::Chance) -> S {
    let mut next = state.clone();
    next.resolve(chance);
    next
}

fn hash(state: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}
