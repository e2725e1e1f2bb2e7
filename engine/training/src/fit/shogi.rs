//! The judge of animal shogi: positions of matches, and what they are worth exactly.
//!
//! Of the actions in these matches half are drawn by the policy of playouts, which knows no fitted numbers, and half from those that keep
//! what the position is worth: so most positions are neither won nor lost by far.

use std::io::Write;

use anyhow::Context;
use dicehall_engine::dice::{Dice, SeededDice, pick};
use dicehall_engine::game::{Node, State};
use dicehall_engine::games::animal_shogi::{Action, Placement, Position, Repetition};
use dicehall_engine::knowledge::animal_shogi::evaluate::{FEATURES, PARTS, features, head};
use dicehall_engine::knowledge::animal_shogi::playout::policy;
use dicehall_engine::knowledge::fitted;
use dicehall_engine::solution::solver::InTurn;
use dicehall_engine::solution::tablebase::Tablebase;
use dicehall_engine::solution::tablebase::probe::Scores;

use super::{FitRun, fit_to_matches, origin};
use crate::arguments::Fit;
use crate::logit::Choice;

/// The matches.
const MATCHES: u64 = 6_000;
/// The part of the fitted log-odds that is kept: between searchers that err, odds are nearer to even than exact values are. With
/// 20,000 nodes `mcts` keeps the worth of 903 of 1,000 positions with all of it, of 954 with 0.7, of 919 with 0.5.
const KEPT: f64 = 0.7;

/// The text of the file.
pub(super) fn fit(arguments: &Fit, out: &mut impl Write) -> anyhow::Result<String> {
    let table = Tablebase::open(Tablebase::make(&InTurn)?).context("a table that was just made")?;
    let start = Placement::parse(Placement::START).context("the start")?;
    let noted = |dice| noted(Position::new(start, Repetition::Third), &table, dice);
    let run = FitRun {
        name: "animal-shogi",
        arguments,
        matches: MATCHES,
        parts: KEPT * f64::from(PARTS),
    };
    let row = fit_to_matches(&run, noted, out)?;
    Ok(fitted::write(&head(), &origin(arguments), &[row]))
}

/// Plays a match, and returns its open positions with what they are worth to the side to move; to the other side, all features
/// count nothing.
fn noted(
    mut position: Position,
    scores: &dyn Scores,
    mut dice: SeededDice,
) -> Vec<Choice<FEATURES>> {
    let mut choices = Vec::new();
    while let Node::Decision(_) = position.node() {
        let placement = position.placement();
        if let Some(features) = features(placement) {
            let share = 0.5 + 0.5 * f64::from(scores.score(placement).signum());
            let features = features.map(f64::from);
            let options = vec![(features, share), ([0.0; FEATURES], 1.0 - share)];
            choices.push(Choice { options });
        }
        let action = match dice.below(2) {
            0 => policy(&position, &mut dice),
            _ => pick(&best(scores, placement), &mut dice),
        };
        let Some(action) = action else {
            break;
        };
        position.act(action);
    }
    choices
}

/// The actions that keep what a placement is worth, however long a win or loss takes.
fn best(scores: &dyn Scores, placement: Placement) -> Vec<Action> {
    let actions = scores.actions(placement);
    let worth = actions.iter().map(|it| it.1.signum()).max();
    let best = actions
        .into_iter()
        .filter(|it| Some(it.1.signum()) == worth);
    best.map(|it| it.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever has more pieces wins.
    #[derive(Debug)]
    struct Material;

    impl Scores for Material {
        fn score(&self, placement: Placement) -> i16 {
            let mover = placement.to_move();
            let own = placement.material(mover);
            let more = i16::try_from(2 * own).unwrap() - 8;
            9 * more.signum()
        }
    }

    #[test]
    fn positions_are_noted_with_what_they_are_worth_to_the_side_to_move() {
        let position = |text| Position::new(Placement::parse(text).unwrap(), Repetition::Third);
        let noted = |text| noted(position(text), &Material, SeededDice::new(4));
        let even = &noted(Placement::START)[0];
        let mut turn = [0.0; FEATURES];
        turn[7] = 1.0;
        assert_eq!(even.options, [(turn, 0.5), ([0.0; FEATURES], 0.5)]);
        let ahead = &noted("gle/3/3/ELG b 2C")[0];
        assert_eq!((ahead.options[0].1, ahead.options[1].1), (1.0, 0.0));
        let behind = &noted("gle/3/3/ELG w 2C")[0];
        assert_eq!((behind.options[0].1, behind.options[1].1), (0.0, 1.0));
        assert_eq!((ahead.options[0].0[6], behind.options[0].0[6]), (2.0, -2.0));
    }

    #[test]
    fn the_best_actions_keep_the_worth() {
        // The capture alone wins a piece.
        let placement = Placement::parse("gle/1c1/1C1/ELG b -").unwrap();
        let best: Vec<String> = best(&Material, placement)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(best, ["b3b2"]);
    }
}
