//! A match that was reviewed to its end, for whoever shows it: all steps, where it began, and the choices that cost the most.
//!
//! Called by servers for the people at a table, by replays, and by `dicehall review`.

use std::ops::ControlFlow;

use super::{Review, ReviewedStep};
use crate::advice::Expert;
use crate::bots::Payoffs;
use crate::dice::SeededDice;
use crate::game::{ConfigError, State};
use crate::games::{AnyConfig, AnyView};
use crate::origin::OriginStep;

/// The seed of the rollouts, so that a review says the same each time.
pub const LUCK_SEED: u64 = 0;
/// The choices that are told first.
const COSTLIEST: usize = 3;
/// The most nodes for a choice, however short the match.
const CHOICE_NODES_MAX: u64 = 50_000;
/// The least nodes for a choice: with fewer the errors say nothing.
const CHOICE_NODES_MIN: u64 = 3_000;

/// A match that was reviewed to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeReview {
    /// The name and version of whatever judged; `None` for a game without an expert.
    pub judged_by: Option<String>,
    /// The most nodes for each choice.
    pub nodes_max: u64,
    /// The seats that play.
    pub playing: u8,
    /// Each seat's chance to win at the start; `None` where nobody can tell.
    pub start: Option<Payoffs>,
    /// All steps.
    pub steps: Vec<ReviewedStep>,
    /// The choices that cost the most, the costliest first.
    pub costliest: Vec<LostChoice>,
}

/// A choice that cost much.
#[derive(Clone, Debug, PartialEq)]
pub struct LostChoice {
    /// The index of its step.
    pub at: usize,
    /// The position in which it was made.
    pub view: AnyView,
}

impl WholeReview {
    /// Reviews a match; `told` hears of each step that is done, and stops the review by breaking: then there is none.
    pub fn of(
        config: &AnyConfig,
        steps: &[OriginStep],
        expert: Expert,
        told: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Self>, ConfigError> {
        let (nodes_max, mut dice) = (expert.nodes_max, SeededDice::new(LUCK_SEED));
        let mut review = Review::new(config, steps, expert)?;
        let start = review.chances(&mut dice);
        let (judged_by, playing) = (review.judged_by(), review.state().seats());
        let mut all = Vec::new();
        while let Some(step) = review.next(&mut dice) {
            all.push(step);
            if told(all.len()).is_break() {
                return Ok(None);
            }
        }
        Ok(Some(Self {
            judged_by,
            nodes_max,
            playing,
            start,
            costliest: seen(config, &all, &greatest_costs(&all))?,
            steps: all,
        }))
    }
}

/// The most nodes for each choice of a match, given about how many there are for all of them.
pub fn nodes_for_choice(steps: &[OriginStep], of_match: u64) -> u64 {
    let choices = steps.iter().filter(|it| matches!(it, OriginStep::Acted(_)));
    let choices = u64::try_from(choices.count()).unwrap_or(u64::MAX);
    (of_match / choices.max(1)).clamp(CHOICE_NODES_MIN, CHOICE_NODES_MAX)
}

/// The indices of the choices that cost the most, the costliest first.
fn greatest_costs(steps: &[ReviewedStep]) -> Vec<usize> {
    let worth = |at: &usize| steps[*at].lead.map_or(0.0, |it| it.worth);
    let mut costly: Vec<usize> = (0..steps.len())
        .filter(|at| steps[*at].why.is_some())
        .collect();
    costly.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    costly.truncate(COSTLIEST);
    costly
}

/// The choices with the positions in which they were made.
fn seen(
    config: &AnyConfig,
    steps: &[ReviewedStep],
    wanted: &[usize],
) -> Result<Vec<LostChoice>, ConfigError> {
    let (mut state, mut found) = (config.start()?, Vec::new());
    for (at, it) in steps.iter().enumerate() {
        if wanted.contains(&at) {
            let view = state.view();
            found.push(LostChoice { at, view });
        }
        match it.step {
            OriginStep::Acted(action) => state.act(action),
            OriginStep::Rolled(chance) => state.resolve(chance),
        }
    }
    found.sort_by_key(|it| wanted.iter().position(|at| *at == it.at));
    Ok(found)
}
