//! The recipes: how many matches a model learns from, in which phases, and what each fitting does.
//!
//! First players without a network play, so that the network learns what leads and threats are worth; then the network
//! plays against itself and others, and is fitted to the newest matches again and again. The later phases trust the results of
//! whole matches less and the network's own next judgements more: a result is mostly luck, and what decides between two actions is
//! a small difference.

#[cfg(test)]
mod tests;

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context;
use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::games::dice_of_doom::DiceOfDoom;
use dicehall_engine::games::dice_wars::DiceWars;
use dicehall_engine::knowledge::territory::value::weights;

use crate::arguments::Train;
use crate::learner::{Learner, Sample};
use crate::model::{Deals, Model};
use crate::number::{double, float, size};
use crate::parallel::with_luck;
use crate::players::read;
use crate::samples::{Teaching, from_match};

/// A phase of a recipe.
#[derive(Clone, Copy, Debug)]
struct Phase {
    /// The matches.
    matches: u64,
    /// The fittings, each after an equal part of the matches.
    fittings: u64,
    /// The rate of the first fitting; it falls evenly.
    rate: f32,
    /// The newest samples that are kept for a fitting.
    kept: usize,
    /// As in [`Teaching`].
    later: f64,
}

/// The version of the recipes, named in the files that they make. It is raised whenever the same command would write other
/// weights: because a recipe changed, or the players, the rules, the inputs or the fitting. A test notices that. The commit
/// is not named, because a commit that changes hands gets another name.
const VERSION: u32 = 3;

/// How a model is made.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    /// The matches of players without a network.
    first: Phase,
    /// The matches of the network, phase by phase.
    then: [Phase; 3],
    /// As in [`Teaching`].
    against_others: u64,
    /// As in [`Teaching`].
    left_by_round: f64,
}

/// How often a sample is drawn in the fitting after its match.
const DRAWN: usize = 2;
/// The rate at the end of a phase.
const LAST_RATE: f32 = 0.000_03;
/// The reports of progress in a phase.
const REPORTS: u64 = 10;

fn recipe(model: Model) -> Recipe {
    let first = Phase {
        matches: 30_000,
        fittings: 2,
        rate: 0.002,
        kept: 2_000_000,
        later: 1.0,
    };
    let then = |later| Phase {
        matches: 60_000,
        fittings: 120,
        rate: 0.001,
        kept: 600_000,
        later,
    };
    Recipe {
        first,
        then: [0.95, 0.6, 0.3].map(then),
        against_others: match model {
            Model::Book => 75,
            Model::Standard | Model::Scattered => 50,
        },
        left_by_round: 0.995,
    }
}

/// Makes the weights that the arguments ask for; the file is written with each report.
pub(crate) fn run(arguments: &Train, out: &mut impl Write) -> anyhow::Result<()> {
    let from = arguments.from.as_deref().map(read).transpose()?;
    let recipe = recipe(arguments.model);
    let mut training = Training::new(arguments, &recipe, from);
    let mut report = |line: &str, learner: &Learner| {
        writeln!(out, "{line}")?;
        let text = weights::write(learner.weights(), &origin(arguments));
        std::fs::write(&arguments.out, text).with_context(|| arguments.out.display().to_string())
    };
    match arguments.model {
        Model::Scattered => training.follow::<DiceWars>(&recipe, &mut report),
        Model::Book | Model::Standard => training.follow::<DiceOfDoom>(&recipe, &mut report),
    }
}

/// A training that is going on.
struct Training {
    teaching: Teaching,
    learner: Learner,
    dice: SeededDice,
    /// Percent of the matches that are played.
    scale: u64,
    threads: NonZeroUsize,
}

impl Training {
    /// A training that begins with the weights `from`, or else with random ones.
    fn new(arguments: &Train, recipe: &Recipe, from: Option<Vec<f32>>) -> Self {
        let mut dice = SeededDice::new(arguments.seed);
        let begun = from.is_some();
        let learner = match from {
            Some(weights) => Learner::of(weights),
            None => Learner::random(&mut dice),
        };
        Self {
            teaching: Teaching {
                model: arguments.model,
                network: begun.then(|| Arc::new(learner.network())),
                against_others: recipe.against_others,
                later: recipe.first.later,
                left_by_round: recipe.left_by_round,
            },
            learner,
            dice,
            scale: arguments.scale,
            threads: arguments.threads,
        }
    }

    /// Goes through the phases; the first is left out if there is a network already.
    fn follow<G: Deals>(
        &mut self,
        recipe: &Recipe,
        report: &mut impl FnMut(&str, &Learner) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if self.teaching.network.is_none() {
            self.go_through::<G>(recipe.first, report)?;
        }
        for phase in recipe.then {
            self.teaching.network = Some(Arc::new(self.learner.network()));
            self.go_through::<G>(phase, report)?;
        }
        Ok(())
    }

    /// Plays and fits one phase.
    fn go_through<G: Deals>(
        &mut self,
        phase: Phase,
        report: &mut impl FnMut(&str, &Learner) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let matches = (phase.matches * self.scale / 100 / phase.fittings).max(1);
        self.teaching.later = phase.later;
        let mut kept = Vec::new();
        let (mut losses, mut fitted) = (0.0, 0);
        for fitting in 1..=phase.fittings {
            let new = self.play::<G>(matches);
            let count = new.len() * DRAWN;
            kept.extend(new);
            kept.drain(..kept.len().saturating_sub(phase.kept));
            let rates = (rate(phase, fitting - 1), rate(phase, fitting));
            losses += self.learner.fit(&kept, count, rates, &mut self.dice);
            fitted += 1;
            if self.teaching.network.is_some() {
                self.teaching.network = Some(Arc::new(self.learner.network()));
            }
            if fitting % phase.fittings.div_ceil(REPORTS) == 0 || fitting == phase.fittings {
                let (played, loss) = (fitting * matches, losses / double(fitted));
                let samples = kept.len();
                let line = format!("{played} matches, {samples} samples kept, loss {loss:.4}");
                report(&line, &self.learner)?;
                (losses, fitted) = (0.0, 0);
            }
        }
        Ok(())
    }

    fn play<G: Deals>(&mut self, matches: u64) -> Vec<Sample> {
        let seed = self.dice.below(u64::MAX);
        let (threads, teaching) = (self.threads, &self.teaching);
        let new = with_luck(matches, threads, seed, |dice| {
            from_match::<G>(teaching, dice)
        });
        new.into_iter().flatten().collect()
    }
}

fn rate(phase: Phase, fitting: u64) -> f32 {
    let done = float(size(fitting)) / float(size(phase.fittings));
    phase.rate + (LAST_RATE - phase.rate) * done
}

/// The origin that a file names: the command, and the version of the recipes.
fn origin(arguments: &Train) -> String {
    let Train {
        model, seed, scale, ..
    } = arguments;
    let scale = match scale {
        100 => String::new(),
        scale => format!(" --scale {scale}"),
    };
    let from = arguments
        .from
        .as_ref()
        .map_or_else(String::new, |it| format!(" --from {}", it.display()));
    let name = model.name();
    format!("dicehall-training train {name} --seed {seed}{scale}{from}, recipes {VERSION}")
}
