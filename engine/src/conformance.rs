//! The law book: checks that every game passes before it has tests of its own.
//!
//! Called by each game's tests and, through [`crate::AnyState`], by the tests of the whole program. A panic names the
//! seed of the match that breaks a law; the callers read `DICEHALL_SEED` from the environment of the test program.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::dice::{Dice, SeededDice, pick};
use crate::game::{Node, Odds, Seat, State};

/// The most actions of one match; a match that lasts longer is checked up to there.
const ACTIONS_MAX: u32 = 3_000;
/// The number of rolls of one chance node that are counted and compared with its weights.
const ROLLS: u32 = 600;
/// The plies that are played before a position is taken back.
const PLIES_ON: u32 = 3;
/// The chance nodes of one match whose rolls are counted.
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
    /// Every action seen in the match: those that are not legal now must be refused now.
    seen: BTreeSet<S::Action>,
    counted: u32,
}

impl<S: State> Check<S> {
    fn play(&mut self, mut state: S) {
        for _ in 0..ACTIONS_MAX {
            self.check_copies(&state);
            match state.node() {
                Node::Terminal(outcome) => {
                    let law = laws(self.seed, &state);
                    let is_last = state.actions().is_empty() && state.chances().is_empty();
                    law("an end has no successor", is_last);
                    let plays = |it: Seat| it.number() < state.seats();
                    law("seats win", outcome.winners.iter().all(plays));
                    return;
                }
                Node::Decision(seat) => {
                    let plays = seat.number() < state.seats();
                    laws(self.seed, &state)("the seat to move plays", plays);
                    state = self.decide(&state);
                }
                Node::Chance => state = self.roll(&state),
            }
        }
    }

    /// Equal states have equal hashes, views and answers; `clone_from` leaves nothing of the state that was there
    /// before.
    fn check_copies(&self, state: &S) {
        let law = laws(self.seed, state);
        let same = |it: &S| it == state && hash(it) == hash(state);
        law("a clone is equal", same(&state.clone()));
        let mut over = state.clone();
        if let Some(action) = state.actions().first() {
            over.act(*action);
            law("an action changes the state", over != *state);
        }
        over.clone_from(state);
        law("a copy over another state is equal", same(&over));
        let (view, again) = (format!("{:?}", state.view()), format!("{:?}", over.view()));
        law("equal states have equal views", view == again);
        law("two to four seats play", (2..=4).contains(&state.seats()));
    }

    fn decide(&mut self, state: &S) -> S {
        let actions = state.actions();
        let distinct: BTreeSet<S::Action> = actions.iter().copied().collect();
        self.seen.extend(&distinct);
        let law = laws(self.seed, state);
        law(
            "a choice has two actions",
            state.has_choice() == (actions.len() > 1),
        );
        law("a decision has an action", !actions.is_empty());
        law("actions are listed once", distinct.len() == actions.len());
        law("a decision has no chances", state.chances().is_empty());
        let roll = state.roll(&mut SeededDice::new(0));
        law("a decision has no roll", roll.is_none());
        for action in &self.seen {
            let agrees = state.is_legal(*action) == distinct.contains(action);
            law("legality agrees with the list of actions", agrees);
        }
        for action in &actions {
            let sound = |Odds { favorable, total }| favorable <= total && total > 0;
            let odds = state.preview(*action).odds;
            law("odds are a probability", odds.is_none_or(sound));
        }
        let mut next = state.clone();
        if let Some(action) = pick(&actions, &mut self.dice) {
            next.act(action);
            let mut again = state.clone();
            again.act(action);
            laws(self.seed, state)("an action always has the same effect", again == next);
            let same = again.fingerprint() == next.fingerprint();
            laws(self.seed, state)("equal states have equal fingerprints", same);
        }
        self.check_taken_back(state, &actions);
        next
    }

    /// Whatever was done since, a kept position comes back as it was.
    fn check_taken_back(&mut self, state: &S, actions: &[S::Action]) {
        let (mut moved, mut room) = (state.clone(), None);
        let mark = moved.keep(&mut room);
        for action in actions {
            moved.act(*action);
            let other = moved.fingerprint() != state.fingerprint();
            laws(self.seed, state)("an action changes the fingerprint", other);
            play_on(&mut moved, &mut self.dice);
            moved.take_back(&room, mark);
            let same = moved == *state && moved.fingerprint() == state.fingerprint();
            let same = same && format!("{:?}", moved.view()) == format!("{:?}", state.view());
            laws(self.seed, state)("a kept position comes back", same);
        }
    }

    fn roll(&mut self, state: &S) -> S {
        let chances = state.chances();
        let law = laws(self.seed, state);
        law("a chance node has no actions", state.actions().is_empty());
        law("a chance node has a chance", !chances.is_empty());
        law("no weight is zero", chances.iter().all(|it| it.weight > 0));
        let possible = chances.iter().all(|it| state.is_possible(it.chance));
        law("listed chances are possible", possible);
        let successors: Vec<S> = chances
            .iter()
            .map(|it| resolved(state, it.chance))
            .collect();
        let distinct = (0..successors.len()).all(|it| !successors[..it].contains(&successors[it]));
        law("each class of chances has its own successor", distinct);
        let weights: Vec<u128> = chances.iter().map(|it| it.weight).collect();
        if self.counted < COUNTED_NODES_MAX && chances.len() > 1 {
            self.counted += 1;
            self.count_rolls(state, &successors, &weights);
        }
        let rolled = state.roll(&mut self.dice);
        let law = laws(self.seed, state);
        law(
            "a roll is possible",
            rolled.is_some_and(|it| state.is_possible(it)),
        );
        let next = rolled.map_or_else(|| state.clone(), |it| resolved(state, it));
        law("a roll falls into one class", successors.contains(&next));
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
        laws(self.seed, state)("rolls follow their weights", statistic <= bound);
    }
}

/// A check of laws of a state: given the name of a law and whether it holds, it panics if the law is broken.
fn laws<S: State>(seed: u64, state: &S) -> impl Fn(&str, bool) {
    move |law, holds| assert!(holds, "law broken: {law}\nseed {seed}\n{state:?}")
}

/// Plays a few plies at random.
fn play_on<S: State>(state: &mut S, dice: &mut dyn Dice) {
    for _ in 0..PLIES_ON {
        if let Some(chance) = state.roll(dice) {
            state.resolve(chance);
        } else if let Some(action) = pick(&state.actions(), dice) {
            state.act(action);
        }
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
