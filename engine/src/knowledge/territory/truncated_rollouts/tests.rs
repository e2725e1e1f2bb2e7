//! Truncated rollouts: their mean is what all luck together leads to, and the order of the turn search counts as long as the
//! nodes suffice for no more.

use std::collections::HashMap;
use std::sync::Arc;

use super::*;
use crate::bots::Nodes;
use crate::bots::paranoid::Paranoid;
use crate::bots::spec::OddsKind;
use crate::dice::SeededDice;
use crate::game::{Game, SEATS_MAX};
use crate::games::dice_of_doom::{self, DiceOfDoom};
use crate::games::dice_wars::{DiceWars, Position, Rules, Setup};
use crate::games::territory::Territory;
use crate::knowledge::territory::evaluate::StaticScore;
use crate::knowledge::territory::strategist::Strategist;
use crate::knowledge::territory::value::network::{Network, WEIGHTS};
use crate::knowledge::territory::waste::waste;

/// The rollouts of which the mean is taken.
const ROLLOUTS: u32 = 4_000;

fn valuer() -> Valuer {
    let mut dice = SeededDice::new(8);
    let mut one = || f32::from(i16::try_from(dice.below(2001)).unwrap() - 1000) / 4000.0;
    let weights: Vec<f32> = (0..WEIGHTS).map(|_| one()).collect();
    Valuer::new(Arc::new(Network::of(&weights).unwrap()), false)
}

fn position(owners: &str, dice: &str) -> Position {
    with_stock(owners, dice, "")
}

fn with_stock(owners: &str, dice: &str, stock: &str) -> Position {
    let json = format!(
        r#"{{"map":{{"neighbors":[[1,2],[0,3],[0,3],[1,2]]}},"owners":[{owners}],"dice":[{dice}],"stock":[{stock}],"to_move":0}}"#
    );
    serde_json::from_str::<Setup>(&json)
        .unwrap()
        .position()
        .unwrap()
}

fn by_the_book(seats: u8, board: &str) -> dice_of_doom::Position {
    let rules = dice_of_doom::Rules {
        size: 2,
        ..dice_of_doom::Rules::BOOK
    };
    dice_of_doom::Position::of(rules, seats, board, 0, false)
}

/// The worth of positions by the definition: all luck is followed, and each case is weighed by its odds.
struct Definition<S> {
    mover: Seat,
    play_styles: [PlayStyle; SEATS_MAX],
    /// Positions with the own turns that are left, and what they are worth.
    known: HashMap<(S, u8), f64>,
}

impl<S: OnTerritories> Definition<S> {
    fn new(mover: Seat, play_styles: [PlayStyle; SEATS_MAX]) -> Self {
        Self {
            mover,
            play_styles,
            known: HashMap::new(),
        }
    }

    fn of_action(&mut self, state: &S, action: Action, turns: u8) -> f64 {
        let mut after = state.clone();
        after.act(action);
        let is_own = state.to_move() == self.mover;
        let wasted = if is_own { waste(state, action) } else { 0.0 };
        let passes = u8::from(is_own && action == Action::Pass);
        self.of(&after, turns - passes) - wasted
    }

    fn of(&mut self, state: &S, turns: u8) -> f64 {
        if let Some(worth) = self.known.get(&(state.clone(), turns)) {
            return *worth;
        }
        let worth = match state.node() {
            Node::Terminal(_) => self.judged(state),
            Node::Decision(seat) if seat == self.mover && turns == 0 => self.judged(state),
            Node::Decision(seat) if seat == self.mover => {
                self.of_action(state, by_style(state, PlayStyle::Network), turns)
            }
            Node::Decision(seat) => {
                let play_style = self.play_styles[seat.idx()];
                self.of_action(state, by_style(state, play_style), turns)
            }
            Node::Chance => {
                let chances = state.chances();
                let all: u128 = chances.iter().map(|it| it.weight).sum();
                let cases = chances.iter().map(|it| {
                    let mut after = state.clone();
                    after.resolve(it.chance);
                    ratio(it.weight, all) * self.of(&after, turns)
                });
                cases.sum()
            }
        };
        self.known.insert((state.clone(), turns), worth);
        worth
    }

    fn judged(&self, state: &S) -> f64 {
        valuer().value(state)[self.mover.idx()]
    }
}

fn by_style<S: OnTerritories>(state: &S, play_style: PlayStyle) -> Action {
    let (mut nodes, mut none) = (Nodes::unlimited(), SeededDice::new(0));
    let odds = OddsKind::Exact;
    match play_style {
        PlayStyle::Network => {
            TurnSearch::new(valuer(), POLICY_REACH).choose(state, &mut nodes, &mut none)
        }
        PlayStyle::Strategist => Strategist.choose(state, &mut nodes, &mut none),
        PlayStyle::Paranoid => {
            Paranoid::new(2, StaticScore { odds }).choose(state, &mut nodes, &mut none)
        }
    }
    .unwrap()
}

/// The mean over all that the lots of the others can say.
fn expected_by_lot<S: OnTerritories>(state: &S, action: Action, turns: u8) -> f64 {
    let lots: Vec<_> = match state.course() {
        Course::StuckEnds => (0..1 << SEATS_MAX)
            .map(|lot: u32| {
                std::array::from_fn(|seat| match lot >> seat & 1 {
                    0 => PlayStyle::Paranoid,
                    _ => PlayStyle::Network,
                })
            })
            .collect(),
        Course::LastOwner | Course::Scattered => vec![[PlayStyle::Strategist; SEATS_MAX]],
    };
    let of = |play_styles: &_| {
        let mut definition = Definition::new(state.to_move(), *play_styles);
        definition.of_action(state, action, turns)
    };
    let sum: f64 = lots.iter().map(of).sum();
    sum / f64::from(u32::try_from(lots.len()).unwrap())
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "the odds of a few dice are exact enough as floats"
)]
fn ratio(part: u128, all: u128) -> f64 {
    part as f64 / all as f64
}

#[track_caller]
fn check_mean<S: OnTerritories>(state: &S, turns: u8) {
    let mut rollouts = TruncatedRollouts::new(valuer());
    rollouts.own_turns = turns;
    let mut search = TurnSearch::new(valuer(), CANDIDATES_REACH);
    let lines = search.lines(state, &mut Nodes::unlimited());
    assert_eq!(lines.len(), state.actions().len());
    let mut luck = SeededDice::new(6);
    for line in lines {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..ROLLOUTS {
            let luck = luck.below(u64::MAX);
            let worth = rollouts
                .roll_out(state, line, luck, &mut Nodes::unlimited())
                .unwrap();
            sum += worth;
            squares += worth * worth;
        }
        let count = f64::from(ROLLOUTS);
        let mean = sum / count;
        let error = ((squares / count - mean * mean).max(0.0) / count).sqrt();
        let expect = expected_by_lot(state, line.action, turns);
        assert!(
            (mean - expect).abs() < 4.0 * error + 1e-9,
            "{line:?}: {mean} in place of {expect}, with an error of {error}"
        );
    }
}

#[test]
fn the_mean_of_many_rollouts_is_what_all_luck_together_leads_to() {
    for turns in [1, 2] {
        check_mean(&position("0,0,1,1", "3,2,2,1"), turns);
        check_mean(&position("0,1,1,1", "4,1,2,2"), turns);
        check_mean(&position("0,0,0,1", "8,8,8,2"), turns);
        check_mean(&position("0,0,1,2", "2,3,2,3"), turns);
    }
}

#[test]
fn the_lead_of_the_best_action_is_the_difference_by_definition() {
    let state = position("0,1,1,1", "4,1,2,2");
    let mut rollouts = TruncatedRollouts::new(valuer());
    for chosen in state.actions() {
        let mut nodes = Nodes::at_most(1_000_000);
        let lead = rollouts
            .lead(&state, chosen, &mut nodes, &mut SeededDice::new(2))
            .unwrap();
        let mut search = TurnSearch::new(valuer(), CANDIDATES_REACH);
        let lines = search.lines(&state, &mut Nodes::unlimited());
        let line = |action| lines.iter().find(|it| it.action == action).unwrap();
        // The turn search counts as much as twenty of the 400 rollouts.
        let of = |action| {
            let defined = expected_by_lot(&state, action, rollouts.own_turns);
            (20.0 * line(action).worth + 400.0 * defined) / 420.0
        };
        let (expect, error) = (of(lead.best) - of(chosen), lead.error.unwrap());
        assert!(
            (lead.worth - expect).abs() < 4.0 * error + 1e-9,
            "{lead:?} in place of {expect}"
        );
        let best = state.actions().into_iter().map(of).fold(f64::MIN, f64::max);
        assert!(best - of(lead.best) < 0.01, "{lead:?}");
    }
}

#[test]
fn where_a_match_ends_with_a_stuck_seat_the_others_play_by_lot() {
    check_mean(&by_the_book(2, "a3b2a1b3"), 1);
    check_mean(&by_the_book(2, "a2b3b2a3"), 1);
    check_mean(&by_the_book(3, "a3b2c2a2"), 1);
}

#[test]
fn a_rollout_counts_the_dice_that_its_passes_lose() {
    check_mean(&with_stock("0,0,0,1", "8,8,8,2", "64,0"), 2);
}

#[test]
fn as_long_as_the_nodes_suffice_for_no_lap_the_turn_search_decides() {
    for seed in 0..20 {
        let config = DiceWars::generate(&Rules::STANDARD, 4, &mut SeededDice::new(seed)).unwrap();
        let state = DiceWars::start(&config).unwrap();
        let mut search = TurnSearch::new(valuer(), CANDIDATES_REACH);
        let mut nodes = Nodes::unlimited();
        let best = search.choose(&state, &mut nodes, &mut SeededDice::new(0));
        for more in [0, 1, 7] {
            let mut nodes = Nodes::at_most(nodes.spent() + more);
            let mut rollouts = TruncatedRollouts::new(valuer());
            let chosen = rollouts.choose(&state, &mut nodes, &mut SeededDice::new(seed));
            assert_eq!(chosen, best, "seed {seed}, {more} nodes more");
        }
    }
}

#[track_caller]
fn check_cost<S: OnTerritories>(state: &S) {
    let mut kept = TruncatedRollouts::new(valuer());
    let mut search = || {
        let mut nodes = Nodes::unlimited();
        let chosen = kept.choose(state, &mut nodes, &mut SeededDice::new(1));
        (chosen, nodes.spent())
    };
    assert_eq!(search(), search());
}

#[test]
fn a_search_costs_the_same_whatever_was_asked_before() {
    let config = DiceWars::generate(&Rules::STANDARD, 4, &mut SeededDice::new(3)).unwrap();
    check_cost(&DiceWars::start(&config).unwrap());
    let book = dice_of_doom::Rules {
        size: 3,
        ..dice_of_doom::Rules::BOOK
    };
    let config = DiceOfDoom::generate(&book, 3, &mut SeededDice::new(3)).unwrap();
    check_cost(&DiceOfDoom::start(&config).unwrap());
}

/// Dice that count how often they are asked: each lap asks once for its luck.
struct Counted {
    dice: SeededDice,
    asked: usize,
}

impl Dice for Counted {
    fn below(&mut self, bound: u64) -> u64 {
        self.asked += 1;
        self.dice.below(bound)
    }
}

/// Checks how many laps a race between these actions takes.
#[track_caller]
fn check_laps(state: &Position, actions: &[Action], laps: usize) {
    let all = TurnSearch::new(valuer(), POLICY_REACH).lines(state, &mut Nodes::unlimited());
    let line = |action: &Action| *all.iter().find(|it| it.action == *action).unwrap();
    let mut candidates: Vec<Candidate> =
        actions.iter().map(|it| Candidate::new(line(it))).collect();
    let mut dice = Counted {
        dice: SeededDice::new(4),
        asked: 0,
    };
    let mut rollouts = TruncatedRollouts::new(valuer());
    rollouts.race(state, &mut candidates, &mut Nodes::unlimited(), &mut dice);
    assert_eq!((candidates.len(), dice.asked), (1, laps));
}

#[test]
fn a_race_ends_when_all_but_one_are_clearly_behind_and_else_halves_them_stage_by_stage() {
    // The only attack takes the last territory, and then there is no luck left.
    let (from, to) = (Territory(1), Territory(3));
    let attack = Action::Attack { from, to };
    let state = position("0,0,0,1", "8,8,1,1");
    check_laps(&state, &[Action::Pass, attack], 2 * LAPS);
    // Rivals that do the same are equal after any number of rollouts.
    check_laps(
        &state,
        &[attack; 3],
        STAGE_ROLLOUTS / 3 + STAGE_ROLLOUTS / 2,
    );
}

#[test]
fn the_candidate_that_rollouts_like_best_is_chosen() {
    // A network that says nothing judges all positions alike, so what differs is who has won.
    let blind = Valuer::new(Arc::new(Network::of(&vec![0.0; WEIGHTS]).unwrap()), false);
    for seed in 0..12 {
        let state = position("0,0,0,1", "8,8,8,1");
        let chosen = TruncatedRollouts::new(blind.clone()).choose(
            &state,
            &mut Nodes::unlimited(),
            &mut SeededDice::new(seed),
        );
        // Both neighbors of the last enemy territory can take it at once; whoever passes has not won yet.
        assert_ne!(chosen, Some(Action::Pass));
    }
}

#[test]
fn a_lucky_attack_counts_no_more_than_its_mean() {
    // The attack takes the last territory, or fails. Whoever took it by luck is worth what the attack is worth.
    let state = position("0,0,0,1", "8,1,8,7");
    let mut search = TurnSearch::new(valuer(), CANDIDATES_REACH);
    let lines = search.lines(&state, &mut Nodes::unlimited());
    let mut rollouts = TruncatedRollouts::new(valuer());
    for line in lines.iter().filter(|it| it.action != Action::Pass) {
        let luck = (0..100).find(|luck| {
            let mut after = state.clone();
            act(&mut after, line.action, &mut TurnDice::new(*luck)).is_none()
        });
        let result = rollouts.roll_out(&state, *line, luck.unwrap(), &mut Nodes::unlimited());
        assert!((result.unwrap() - line.worth).abs() < 1e-9, "{line:?}");
        assert!(line.worth < 0.99, "{line:?}");
    }
}

#[test]
fn an_attack_on_the_mover_is_judged_by_both_results_and_no_other_attack_is() {
    let state = position("0,1,2,1", "8,3,8,2");
    let mut rollouts = TruncatedRollouts::new(valuer());
    let (from, to) = (Territory(0), Territory(1));
    let action = Action::Attack { from, to };
    let mut threat = |mover| {
        let mut nodes = Nodes::unlimited();
        let line = rollouts.threat(&state, mover, action, &mut nodes).unwrap();
        (line, nodes.spent())
    };
    let worth = |roll| {
        let mut after = state.clone();
        after.act(action);
        after.resolve(Chance::Battle(roll));
        valuer().value(&after)[1]
    };
    let odds = f64::from(valuer().success(8, 3));
    let expect = Line::attack(
        action,
        odds,
        worth(Roll::won(8, 3)),
        worth(Roll::lost(8, 3)),
    );
    assert_eq!(threat(Seat::ALL[1]), (expect, 2));
    assert_ne!(expect.luck(true).total_cmp(&0.0), std::cmp::Ordering::Equal);
    assert_eq!(threat(Seat::ALL[2]), (Line::sure(action, 0.0), 0));
}

/// The draws of a turn, the position after it, and the draws of the next turn.
fn turn(stock: &str, drawn: usize) -> (Vec<u64>, Position, Vec<u64>) {
    let draws = |dice: &mut TurnDice, count: usize| -> Vec<u64> {
        (0..count).map(|_| dice.below(1_000_000)).collect()
    };
    let mut state = with_stock("0,0,0,1", "1,1,1,1", stock);
    let mut dice = TurnDice::new(7);
    let first = draws(&mut dice, drawn);
    act(&mut state, Action::Pass, &mut dice);
    (first, state, draws(&mut dice, 5))
}

#[test]
fn what_happens_in_one_turn_does_not_shift_the_dice_of_the_next() {
    let (_, placed, next) = turn("", 0);
    let (first, placed_too, next_too) = turn("", 5);
    assert_eq!((placed, &next), (placed_too, &next_too));
    assert_ne!(first, next, "each turn has other dice");
    let (_, placed_more, next_too) = turn("9,0", 5);
    assert_eq!(next, next_too, "the dice that are placed shift nothing");
    assert_eq!(placed_more.board().dice_of(Seat::ALL[0]), 15);
}

#[test]
fn rollouts_go_on_for_two_own_turns_if_there_are_nodes_for_many() {
    assert_eq!(own_turns(Course::Scattered, 29_999), 1);
    assert_eq!(own_turns(Course::Scattered, 30_000), 2);
    assert_eq!(own_turns(Course::StuckEnds, u64::MAX), 1);
    let config = DiceWars::generate(&Rules::STANDARD, 4, &mut SeededDice::new(3)).unwrap();
    let state = DiceWars::start(&config).unwrap();
    let mut rollouts = TruncatedRollouts::new(valuer());
    let mut turns = |nodes| {
        let mut nodes = Nodes::at_most(nodes);
        rollouts.choose(&state, &mut nodes, &mut SeededDice::new(1));
        rollouts.own_turns
    };
    assert_eq!([30_000, 29_999, 30_000].map(&mut turns), [2, 1, 2]);
}
