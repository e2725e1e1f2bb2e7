//! The guide: wins come first, no estimate is certain, one key a placement, and searches find mates.

use std::collections::BTreeSet;

use super::*;
use crate::bots::expectimax::Expectimax;
use crate::bots::mcts::Mcts;
use crate::bots::perfect::{Solver, Value};
use crate::bots::{Bot, Budget, Evaluate, Nodes};
use crate::dice::SeededDice;
use crate::game::{Node, State};
use crate::games::animal_shogi::Repetition;
use crate::knowledge::animal_shogi::evaluate::{LogOdds, WINS_NEXT};

fn position(text: &str) -> Position {
    Position::new(Placement::parse(text).unwrap(), Repetition::Third)
}

#[test]
fn the_catch_is_the_most_promising_action() {
    let state = position("gle/1C1/1c1/ELG b -");
    let (mut priors, actions) = (Vec::new(), state.actions());
    ShogiGuide.priors(&state, &actions, &mut priors);
    let best = (0..actions.len())
        .max_by(|a, b| priors[*a].total_cmp(&priors[*b]))
        .unwrap();
    assert_eq!(actions[best].to_string(), "b2b1+", "{priors:?}");
    assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-9 && priors.iter().all(|it| *it > 0.0));
}

#[test]
fn estimates_share_a_whole_and_are_never_certain() {
    for text in [Placement::START, "gle/1C1/1c1/ELG b -", "gle/1C1/3/ELG w C"] {
        let payoffs = ShogiGuide.estimate(&position(text));
        assert!((payoffs[0] + payoffs[1] - 1.0).abs() < 1e-9, "{payoffs:?}");
        assert!(
            payoffs[..2]
                .iter()
                .all(|it| (MARGIN * 0.99..=1.0 - MARGIN * 0.99).contains(it)),
            "{payoffs:?}"
        );
    }
    // The side to move captures the lion: first sente, then gote on the turned board.
    assert!(ShogiGuide.estimate(&position("gle/1C1/1c1/ELG b -"))[0] > 0.99);
    assert!(ShogiGuide.estimate(&position("gle/1C1/1c1/ELG w -"))[1] > 0.99);
    assert!(
        probability(WINS_NEXT) > probability(5.0),
        "a win at hand is more than any advantage"
    );
}

#[test]
fn an_estimate_is_the_logistic_of_the_log_odds_and_a_prior_their_softened_exponential() {
    // Two chicks in hand count something; after a win the estimate is 0.001 below one.
    let ahead = position("gle/3/3/ELG b 2C");
    let log_odds = LogOdds.payoff(&ahead, ahead.placement().to_move());
    let odds = ShogiGuide.estimate(&ahead);
    let expect = 0.001 + 0.998 / (1.0 + (-log_odds).exp());
    assert!(
        log_odds > 1.0 && (odds[0] - expect).abs() < 1e-6,
        "{odds:?}"
    );
    assert!((probability(2.0) - (0.001 + 0.998 * 0.880_797)).abs() < 1e-6);
    // After one ply the mover's log-odds are those of the other side with the sign changed.
    let (state, mut priors) = (position(Placement::START), Vec::new());
    let actions = state.actions();
    ShogiGuide.priors(&state, &actions, &mut priors);
    let log_odds = |at: usize| {
        let mut next = state.clone();
        next.act(actions[at]);
        -LogOdds.payoff(&next, next.placement().to_move())
    };
    for (one, other) in (0..actions.len()).flat_map(|it| (0..it).map(move |other| (it, other))) {
        let expect = (0.7 * (log_odds(one) - log_odds(other))).exp();
        assert!(
            (priors[one] / priors[other] - expect).abs() < 1e-9,
            "{} and {}",
            actions[one],
            actions[other]
        );
    }
    assert!((0..actions.len()).any(|it| (log_odds(it) - log_odds(0)).abs() > 0.1));
}

#[test]
fn no_two_placements_share_a_key() {
    let (mut keys, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..40 {
        let mut dice = SeededDice::new(seed);
        let mut state = position(Placement::START);
        while let Node::Decision(_) = state.node() {
            if state.occurrences() == 1 {
                keys.insert(ShogiGuide.key(&state));
                texts.insert(state.placement().to_string());
            }
            state.act(crate::dice::pick(&state.actions(), &mut dice).unwrap());
        }
    }
    assert!(
        keys.len() == texts.len() && keys.len() > 300,
        "{} keys of {}",
        keys.len(),
        texts.len()
    );
}

#[test]
fn a_key_tells_placements_and_occurrences_apart_and_nothing_else() {
    let keys = |moves: &[&str]| {
        let mut state = position(Placement::START);
        for it in moves {
            state.act(it.parse().unwrap());
        }
        ShogiGuide.key(&state)
    };
    let back_and_forth = ["c4c3", "a1a2", "c3c4", "a2a1"];
    assert_ne!(keys(&[]), keys(&back_and_forth), "the second occurrence");
    assert_ne!(keys(&[]), keys(&["c4c3"]));
}

#[test]
fn every_short_win_that_the_solver_finds_is_found_by_the_searches() {
    let mut dice = SeededDice::new(11);
    let mut wins = 0;
    for _ in 0..60 {
        let mut state = position(Placement::START);
        while let Node::Decision(_) = state.node() {
            let value = Solver::new().value(&state, &mut Nodes::at_most(300));
            if let Some(Value::Win(1 | 3)) = value {
                check_wins(&state);
                wins += 1;
                break;
            }
            state.act(crate::dice::pick(&state.actions(), &mut dice).unwrap());
        }
    }
    assert!(wins > 20, "{wins}");
}

/// Checks that both searches find a win in at most three plies.
fn check_wins(state: &Position) {
    let mut dice = SeededDice::new(5);
    let chosen = [
        Expectimax::new(ShogiGuide).choose(state, &mut Nodes::at_most(5_000), &mut dice),
        Mcts::new(ShogiGuide).choose(state, &mut Nodes::at_most(5_000), &mut dice),
    ];
    for action in chosen.into_iter().flatten() {
        let mut next = state.clone();
        next.act(action);
        let won = match next.node() {
            Node::Terminal(outcome) => outcome.winners.contains(state.placement().to_move()),
            Node::Decision(_) => {
                matches!(
                    Solver::new().value(&next, &mut Nodes::at_most(20_000)),
                    Some(Value::Loss(_))
                )
            }
            Node::Chance => false,
        };
        assert!(won, "{action} in {}", state.placement());
    }
}

/// A position that a search copies, because it keeps and takes back as any state does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Copied(Position);

impl State for Copied {
    type Action = Action;
    type Chance = crate::game::NoChance;
    type View = ();

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn node(&self) -> Node {
        self.0.node()
    }

    fn view(&self) {}

    fn actions_into(&self, out: &mut Vec<Action>) {
        self.0.actions_into(out);
    }

    fn act(&mut self, action: Action) {
        self.0.act(action);
    }

    fn fingerprint(&self) -> u128 {
        self.0.fingerprint()
    }

    fn chances_into(&self, out: &mut Vec<crate::dice::Weighted<crate::game::NoChance>>) {
        out.clear();
    }

    fn resolve(&mut self, chance: crate::game::NoChance) {
        match chance {}
    }
}

impl Guide<Copied> for ShogiGuide {
    fn priors(&mut self, state: &Copied, actions: &[Action], out: &mut Vec<f64>) {
        self.priors(&state.0, actions, out);
    }

    fn estimate(&mut self, state: &Copied) -> Payoffs {
        self.estimate(&state.0)
    }

    fn key(&self, state: &Copied) -> u64 {
        self.key(&state.0)
    }
}

/// The reference positions, and positions of matches in which placements have occurred before.
fn positions_with_a_past() -> Vec<Position> {
    let mut dice = SeededDice::new(77);
    let mut positions: Vec<Position> = crate::games::animal_shogi::tests::reference::scores()
        .iter()
        .map(|it| position(&it.0))
        .collect();
    for plies in 4..44 {
        let mut state = position(Placement::START);
        for _ in 0..plies {
            let mut actions = state.actions();
            let returns = |it: &Action| {
                let mut next = state.clone();
                next.act(*it);
                next.occurrences() > 1 && next.ending().is_none()
            };
            if let Some(back) = actions.iter().copied().find(returns) {
                actions.extend([back; 20]);
            }
            let mut next = state.clone();
            next.act(crate::dice::pick(&actions, &mut dice).unwrap());
            if next.ending().is_none() {
                state = next;
            }
        }
        positions.push(state);
    }
    positions
}

#[test]
fn what_is_taken_back_is_searched_like_what_is_copied() {
    let (mut solved, mut repeated) = (0, 0);
    for state in positions_with_a_past() {
        let copied = Copied(state.clone());
        repeated += u32::from(!state.spent().is_empty());
        let nodes = || Nodes::at_most(1_500);
        let (mut a, mut b) = (nodes(), nodes());
        let [first, second] = [
            Solver::new().solve(&state, &mut a),
            Solver::new().solve(&copied, &mut b),
        ];
        solved += u32::from(first.is_some());
        assert_eq!((first, a.spent()), (second, b.spent()), "{state:?}");
        let (mut a, mut b) = (nodes(), nodes());
        let [first, second] = [
            Expectimax::new(ShogiGuide).choose(&state, &mut a, &mut SeededDice::new(1)),
            Expectimax::new(ShogiGuide).choose(&copied, &mut b, &mut SeededDice::new(1)),
        ];
        assert_eq!((first, a.spent()), (second, b.spent()), "{state:?}");
        let (tree, copying) = (Mcts::new(ShogiGuide), Mcts::new(ShogiGuide));
        assert_eq!(visits(tree, &state), visits(copying, &copied), "{state:?}");
    }
    assert!(
        solved > 60 && repeated > 10,
        "{solved} solved, {repeated} repeated"
    );
}

fn visits<S: State<Action = Action>>(mut bot: Mcts<S, ShogiGuide>, state: &S) -> Vec<u32>
where
    ShogiGuide: Guide<S>,
{
    bot.choose(state, &mut Nodes::at_most(800), &mut SeededDice::new(1));
    bot.visits()
}
