//! The estimate of positions on territories: matches of players without fitted numbers, and who won them.

use std::io::Write;

use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::game::SEATS_MAX;
use dicehall_engine::games::dice_of_doom::DiceOfDoom;
use dicehall_engine::games::dice_wars::DiceWars;
use dicehall_engine::knowledge::fitted;
use dicehall_engine::knowledge::territory::estimate::{
    FEATURES, Features, PARTS, features_of, head,
};

use super::{FitRun, fit_to_matches, origin};
use crate::arguments::Fit;
use crate::logit::Choice;
use crate::matches::play;
use crate::model::{Deals, Model};
use crate::samples::careless_lineup;

/// The matches for each way in which a match goes on.
const MATCHES: u64 = 20_000;
/// One of so many positions is noted: those of one match are much alike.
const NOTED: u64 = 8;

/// The text of the file: a row for each way in which a match goes on.
pub(super) fn fit(arguments: &Fit, out: &mut impl Write) -> anyhow::Result<String> {
    let rows = rows(arguments, MATCHES, out)?;
    Ok(fitted::write(&head(), &origin(arguments), &rows))
}

/// The rows of the file, each fitted to so many matches.
pub(super) fn rows(
    arguments: &Fit,
    matches: u64,
    out: &mut impl Write,
) -> anyhow::Result<Vec<Vec<i32>>> {
    let mut rows = Vec::new();
    // The estimate reads its rows in this order.
    for model in [Model::Book, Model::Standard, Model::Scattered] {
        let noted = match model {
            Model::Book | Model::Standard => noted::<DiceOfDoom>,
            Model::Scattered => noted::<DiceWars>,
        };
        let run = FitRun {
            name: model.name(),
            arguments,
            matches,
            parts: PARTS,
        };
        rows.push(fit_to_matches(&run, |dice| noted(model, dice), out)?);
    }
    Ok(rows)
}

/// Plays a match, and returns some of its positions with the shares of the win.
fn noted<G: Deals>(model: Model, mut dice: SeededDice) -> Vec<Choice<FEATURES>> {
    let Ok(state) = G::varied(model, &mut dice) else {
        unreachable!("the deals of a model are possible");
    };
    let mut players = careless_lineup(model, &state, &mut dice);
    let mut coin = SeededDice::new(dice.below(u64::MAX));
    let mut positions: Vec<[Option<Features>; SEATS_MAX]> = Vec::new();
    let finished = play(state, &mut players, &mut dice, |state, _| {
        if coin.below(NOTED) == 0 {
            positions.push(features_of(state));
        }
    });
    let choice = |features: [Option<Features>; SEATS_MAX]| {
        let options = features.into_iter().zip(finished.result);
        Choice {
            options: options
                .filter_map(|(it, share)| Some((it?, share)))
                .collect(),
        }
    };
    positions.into_iter().map(choice).collect()
}
