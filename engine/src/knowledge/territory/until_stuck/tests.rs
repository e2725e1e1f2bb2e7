//! Which of its two searches the player makes after what it has watched. Who plays as `paranoid:2` is told by that bot itself.

use super::*;
use crate::bots::Nodes;
use crate::bots::paranoid::Paranoid;
use crate::bots::spec::OddsKind;
use crate::dice::{LoadedDice, SeededDice};
use crate::game::{Game, Node};
use crate::games::dice_of_doom::{DiceOfDoom, Position, Rules};
use crate::knowledge::territory::evaluate::StaticScore;
use crate::knowledge::territory::value::networks::network;

/// The nodes of a choice here.
const NODES: u64 = 600;

/// How the seats choose before the player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    Paranoid,
    /// Another action than `paranoid:2` would choose.
    Other,
}

use Habit::{Other, Paranoid as AsParanoid};

fn valuer(state: &Position) -> Valuer {
    Valuer::new(network(state.course()), state.attacks_are_certain())
}

/// The start of a match by the book's rules.
fn start(seed: u64) -> Position {
    let config = DiceOfDoom::generate(&Rules::BOOK, 4, &mut SeededDice::new(seed)).unwrap();
    DiceOfDoom::start(&config).unwrap()
}

/// Plays on until another seat than `seat` is to choose; whether it is: `false` at the end of the match. `seen` gets each choice.
fn play_turn(
    state: &mut Position,
    habit: Habit,
    dice: &mut SeededDice,
    mut seen: impl FnMut(&Position, Action),
) -> bool {
    let seat = state.to_move();
    let odds = OddsKind::Exact;
    let mut paranoid = Paranoid::new(2, StaticScore { odds });
    loop {
        match state.node() {
            Node::Terminal(_) => return false,
            Node::Chance => state.resolve(state.roll(dice).unwrap()),
            Node::Decision(it) if it != seat => return true,
            Node::Decision(_) => {
                let usual =
                    paranoid.choose(state, &mut Nodes::unlimited(), &mut LoadedDice::new([]));
                let mut others = state.actions().into_iter().filter(|it| Some(*it) != usual);
                let other = others.next_back().filter(|_| habit == Other);
                let action = other.or(usual).unwrap();
                seen(state, action);
                state.act(action);
            }
        }
    }
}

/// The choice of a bot and the nodes that it took.
fn asked(bot: &mut dyn Bot<Position>, state: &Position, seed: u64) -> (Option<Action>, u64) {
    let mut budget = Nodes::at_most(NODES);
    let chosen = bot.choose(state, &mut budget, &mut SeededDice::new(seed));
    (chosen, budget.spent())
}

/// In how many of 12 matches the player searches as the tree, and in how many by rollouts, after these turns, of which it watches
/// those of some seats.
fn searches(habits: &[Habit], watches: fn(Seat) -> bool) -> (u32, u32) {
    let (mut by_tree, mut by_rollouts) = (0, 0);
    for seed in 0..12 {
        let (mut state, mut dice) = (start(seed), SeededDice::new(seed));
        let mut player = UntilStuck::new(valuer(&state));
        let goes_on = habits.iter().all(|habit| {
            play_turn(&mut state, *habit, &mut dice, |state, action| {
                if watches(state.to_move()) {
                    player.watch(state, action);
                }
            })
        });
        if !goes_on || !state.has_choice() {
            continue;
        }
        let found = asked(&mut player, &state, seed);
        let tree = asked(&mut Mcts::new(TerritoryGuide::new()), &state, seed);
        let rollouts = asked(&mut TruncatedRollouts::new(valuer(&state)), &state, seed);
        by_tree += u32::from(found == tree);
        by_rollouts += u32::from(found == rollouts);
    }
    (by_tree, by_rollouts)
}

fn check(habits: &[Habit], is_tree: bool) {
    check_watching(habits, |_| true, is_tree);
}

fn check_watching(habits: &[Habit], watches: fn(Seat) -> bool, is_tree: bool) {
    let (by_tree, by_rollouts) = searches(habits, watches);
    let (most, least) = if is_tree {
        (by_tree, by_rollouts)
    } else {
        (by_rollouts, by_tree)
    };
    assert!(
        most >= 6 && least < most,
        "{habits:?}: {by_tree} {by_rollouts}"
    );
}

#[test]
fn it_expects_paranoid_replies_while_all_others_have_chosen_so() {
    check(&[], false);
    check(&[AsParanoid], true);
    check(&[AsParanoid, AsParanoid, AsParanoid], true);
    check(&[Other], false);
    check(&[Other, AsParanoid, AsParanoid], false);
    check(&[AsParanoid, AsParanoid, Other], false);
}

/// After four turns the first seat is to choose again.
#[test]
fn its_own_choices_tell_it_nothing() {
    check(&[Other, AsParanoid, AsParanoid, AsParanoid], true);
    check_watching(&[AsParanoid; 4], |it| it == Seat::ALL[0], false);
}

#[test]
fn an_action_without_a_choice_tells_nothing() {
    let mut state = start(3);
    let mut dice = SeededDice::new(3);
    let mut player = UntilStuck::new(valuer(&state));
    let mut forced = 0;
    for _ in 0..12 {
        let goes_on = play_turn(&mut state, AsParanoid, &mut dice, |state, action| {
            if state.actions().len() == 1 {
                forced += 1;
                player.watch(state, action);
            }
        });
        if !goes_on {
            break;
        }
    }
    assert!(forced > 0);
    assert!(player.watched.is_empty());
}
