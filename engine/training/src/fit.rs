//! Fits the weights of the judges without a value network to positions of matches: of the estimate and the forecast of positions on
//! territories, and of the judge of animal shogi.
//!
//! Called by the command `fit`. The players of these matches know nothing of the weights that are fitted, so the files can be made
//! from nothing. Every tenth match is kept apart: what is fitted to the others is tried on it, and the result is reported.

use std::io::Write;

use anyhow::Context;
use dicehall_engine::dice::{Dice, SeededDice};

use crate::arguments::{Fit, Fitted};
use crate::logit::{self, Choice};
use crate::parallel::with_luck;

mod forecast;
mod shogi;
mod territories;
#[cfg(test)]
mod tests;

/// One of so many matches is kept apart.
const APART: usize = 10;
/// The version of these recipes, named in the files that they make. It is raised whenever the same command would write other
/// numbers.
const VERSION: u32 = 1;

/// Fits what the arguments ask for and writes the file.
pub(crate) fn run(arguments: &Fit, out: &mut impl Write) -> anyhow::Result<()> {
    let text = match arguments.what {
        Fitted::Estimate => territories::fit(arguments, out)?,
        Fitted::Forecast => forecast::fit(arguments, out)?,
        Fitted::AnimalShogi => shogi::fit(arguments, out)?,
    };
    std::fs::write(&arguments.out, text).with_context(|| arguments.out.display().to_string())
}

/// Weights that are to be fitted.
struct FitRun<'a> {
    name: &'a str,
    arguments: &'a Fit,
    /// The number of matches to be played.
    matches: u64,
    /// The number of parts of one in which the weights are told.
    parts: f64,
}

/// Plays matches, fits weights to what is noted of them, and reports; the weights in whole parts of one.
fn fit_to_matches<const N: usize>(
    run: &FitRun<'_>,
    noted: impl Fn(SeededDice) -> Vec<Choice<N>> + Sync,
    out: &mut impl Write,
) -> anyhow::Result<Vec<i32>> {
    let FitRun {
        name,
        arguments,
        matches,
        parts,
    } = *run;
    let seed = SeededDice::new(arguments.seed).below(u64::MAX);
    let (kept, apart) = split(with_luck(matches, arguments.threads, seed, noted));
    let weights = logit::fit(&kept);
    let (found, even) = (
        logit::cross_entropy(&apart, &weights),
        logit::cross_entropy(&apart, &[0.0; N]),
    );
    writeln!(
        out,
        "{name}: fitted to {} positions; cross entropy at {} others {found:.4}, {even:.4} without weights",
        kept.len(),
        apart.len()
    )?;
    Ok(weights.iter().map(|it| whole(it * parts)).collect())
}

/// The notes of most matches, and those of the matches that are kept apart.
fn split<T>(matches: Vec<Vec<T>>) -> (Vec<T>, Vec<T>) {
    let (mut kept, mut apart) = (Vec::new(), Vec::new());
    for (number, noted) in matches.into_iter().enumerate() {
        let list = if number % APART == 0 {
            &mut apart
        } else {
            &mut kept
        };
        list.extend(noted);
    }
    (kept, apart)
}

/// The origin that a file names: the command, and the version of these recipes.
fn origin(arguments: &Fit) -> String {
    let Fit { what, seed, .. } = arguments;
    let name = what.name();
    format!("dicehall-training fit {name} --seed {seed}, recipes {VERSION}")
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounding is the purpose"
)]
fn whole(it: f64) -> i32 {
    it.round() as i32
}
