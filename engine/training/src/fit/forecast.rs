//! The forecast by the book's rules: positions in which a searcher is to choose, and its share of the win.
//!
//! Stage by stage a searcher meets three `paranoid:2`. First it is another of them; then it is the tree search, which judges by
//! what was fitted to the stage before. So the results come to tell what a position is worth to a seat that plays well.

mod learner;

use std::io::Write;
use std::sync::Arc;

use dicehall_engine::bots::mcts::Mcts;
use dicehall_engine::bots::paranoid::Paranoid;
use dicehall_engine::bots::spec::OddsKind;
use dicehall_engine::bots::{Bot, Nodes};
use dicehall_engine::dice::{Dice, SeededDice, pick};
use dicehall_engine::game::State;
use dicehall_engine::games::dice_of_doom::{DiceOfDoom, Position};
use dicehall_engine::games::territory::Action;
use dicehall_engine::knowledge::fitted;
use dicehall_engine::knowledge::territory::evaluate::StaticScore;
use dicehall_engine::knowledge::territory::forecast::inputs::inputs_of;
use dicehall_engine::knowledge::territory::forecast::{Forecast, HIDDEN, Inputs, PARTS, head};
use dicehall_engine::knowledge::territory::guide::TerritoryGuide;

use self::learner::{Learner, Sample};
use super::{origin, split, whole};
use crate::arguments::Fit;
use crate::matches::play_by;
use crate::model::{Deals, Model, any_seat, one_of};
use crate::number::narrow;
use crate::parallel::with_luck;

/// A stage: its matches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    /// The matches.
    pub(super) matches: u64,
    /// The nodes of the tree search for an action; the searcher of the first stage does not count them.
    pub(super) nodes: u64,
}

/// The stages; the searcher of the first is `paranoid:2`.
pub(super) const STAGES: [Stage; 3] = [
    Stage {
        matches: 30_000,
        nodes: 0,
    },
    Stage {
        matches: 20_000,
        nodes: 1_000,
    },
    Stage {
        matches: 40_000,
        nodes: 3_000,
    },
];

/// How often each sample is drawn, in the mean, while the network is fitted to those of a stage.
const DRAWN: usize = 20;
/// The seats.
const SEATS: u8 = 4;
/// The depth of the others' search, in choices.
const LEVEL: u8 = 2;
/// One of so many matches begins as usual; in the others the first actions are drawn at random.
const USUAL: u64 = 3;
/// The most such actions, those of all seats together.
const AT_RANDOM_MAX: u64 = 60;
/// The part of a share that is the result of the match, where the searcher expected something else: results are mostly luck.
const RESULT: f64 = 0.5;
/// The rates of the first and the last step of a fit.
const RATES: (f32, f32) = (0.002, 0.000_02);

/// The text of the file.
pub(super) fn fit(arguments: &Fit, out: &mut impl Write) -> anyhow::Result<String> {
    let rows = rows(arguments, &STAGES, out)?;
    Ok(fitted::write(&head(), &origin(arguments), &rows))
}

/// The rows of the file, after these stages.
pub(super) fn rows(
    arguments: &Fit,
    stages: &[Stage],
    out: &mut impl Write,
) -> anyhow::Result<Vec<Vec<i32>>> {
    let mut dice = SeededDice::new(arguments.seed);
    let mut learner = Learner::random(&mut dice);
    let mut forecast = None;
    for stage in stages {
        let luck = dice.below(u64::MAX);
        let played = with_luck(stage.matches, arguments.threads, luck, |dice| {
            noted(forecast.as_ref(), stage.nodes, dice)
        });
        let (kept, apart) = split(played);
        learner.fit(&kept, DRAWN * kept.len(), RATES, &mut dice);
        forecast = Some(Arc::new(learner.forecast()));
        writeln!(
            out,
            "{} matches, {} nodes: fitted to {} positions; cross entropy at {} others {:.4}",
            stage.matches,
            stage.nodes,
            kept.len(),
            apart.len(),
            learner.cross_entropy(&apart),
        )?;
    }
    let numbers: Vec<i32> = learner
        .weights()
        .iter()
        .map(|it| whole(f64::from(*it) * PARTS))
        .collect();
    Ok(numbers.chunks(HIDDEN).map(<[i32]>::to_vec).collect())
}

/// Plays a match, and returns the positions in which the searcher was to choose, with its share of the win. In most matches the
/// first actions are drawn at random, so that it also sees positions that no good player would reach; these are left out.
fn noted(forecast: Option<&Arc<Forecast>>, nodes: u64, mut dice: SeededDice) -> Vec<Sample> {
    let Ok(state) = DiceOfDoom::usual(Model::Book, &[], SEATS, &mut dice) else {
        unreachable!("the book's rules are possible");
    };
    let own = any_seat(SEATS, &mut dice);
    let mut at_random = at_random(&mut dice);
    let mut table = Table::new(forecast, nodes);
    let mut seen = Vec::new();
    let choose = |state: &Position, seat, dice: &mut SeededDice| {
        if at_random > 0 {
            at_random -= 1;
            return table.any(state, dice);
        }
        if seat != own {
            return table.of_other(state, dice);
        }
        let (action, worth) = table.of_searcher(state, dice);
        seen.push((inputs_of(state, own), worth));
        action
    };
    let result = play_by(state, choose, &mut dice, |_, _| ()).result[own.idx()];
    seen.iter()
        .map(|(inputs, worth)| sample(inputs, *worth, result))
        .collect()
}

/// A position, with a share that is mixed of the result of the match and of what the search expected.
fn sample(inputs: &Inputs, worth: Option<f64>, result: f64) -> Sample {
    let expected = worth.unwrap_or(result);
    Sample {
        inputs: inputs.map(narrow),
        share: narrow(RESULT * result + (1.0 - RESULT) * expected),
    }
}

/// The actions at the beginning of a match that are drawn at random.
fn at_random(dice: &mut SeededDice) -> u64 {
    if one_of(USUAL, dice) {
        return 0;
    }
    1 + dice.below(AT_RANDOM_MAX)
}

/// Who plays at a table.
struct Table {
    /// The tree search, with its nodes for an action; in the first stage there is none.
    tree: Option<(Mcts<Position, TerritoryGuide<Position>>, u64)>,
    other: Paranoid<Position, StaticScore>,
}

impl Table {
    /// With a searcher that judges by the forecast; without one it is another of the others.
    fn new(forecast: Option<&Arc<Forecast>>, nodes: u64) -> Self {
        let tree = |it: &Arc<_>| Mcts::new(TerritoryGuide::foreseen_by(Arc::clone(it)));
        let odds = OddsKind::Exact;
        Self {
            tree: forecast.map(|it| (tree(it), nodes)),
            other: Paranoid::new(LEVEL, StaticScore { odds }),
        }
    }

    /// The searcher's action, and the share that it expects if it searched.
    fn of_searcher(
        &mut self,
        state: &Position,
        dice: &mut SeededDice,
    ) -> (Option<Action>, Option<f64>) {
        let Some((tree, nodes)) = &mut self.tree else {
            return (self.of_other(state, dice), None);
        };
        let action = tree.choose(state, &mut Nodes::at_most(*nodes), dice);
        let searched = state.actions().len() > 1;
        (action, tree.worth().filter(|_| searched))
    }

    fn of_other(&mut self, state: &Position, dice: &mut SeededDice) -> Option<Action> {
        self.other.choose(state, &mut Nodes::unlimited(), dice)
    }

    /// As likely any action as one of the others' choice.
    fn any(&mut self, state: &Position, dice: &mut SeededDice) -> Option<Action> {
        if one_of(2, dice) {
            self.of_other(state, dice)
        } else {
            pick(&state.actions(), dice)
        }
    }
}
