//! The review of a match, as a server tells it to the people at the table: chances to win step by step, luck, what choices have cost.
//!
//! Asked by clients, computed by servers; a client that replays a file makes the same of its own computation. Law kept here: every
//! number is a share of a win from 0 to 1, rounded; an answer fits into a frame however long the match was. `docs/review.md` says
//! what the numbers mean.

use dicehall_engine::advice::Why;
use dicehall_engine::advice::review::grade::Grade;
use dicehall_engine::advice::review::whole::{LostChoice, WholeReview};
use dicehall_engine::advice::review::{ReviewedStep, SeatSums};
use dicehall_engine::fair::MatchId;
use dicehall_engine::game::SEATS_MAX;
use dicehall_engine::{AnyAction, AnyView, OriginStep, Seat};
use serde::{Deserialize, Serialize};

use crate::limits::{REVIEW_ROLLS_MAX, REVIEW_STEPS_MAX};

/// The parts of a win to which numbers are rounded: a hundredth of a point.
const PARTS: f64 = 10_000.0;

/// Which match is to be reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WantedReview {
    /// The name of the match.
    pub match_id: MatchId,
    /// When it was called, in seconds since 1970.
    pub begun_at: u64,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewProgress {
    /// How many steps have been looked at.
    pub done: u32,
    /// How many steps the match has; 0 until the review begins.
    pub steps: u32,
}

/// The review of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewView {
    /// The name and version of whatever told the chances; absent for a game without an expert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// The most nodes for each choice.
    pub nodes: u64,
    /// Each seat's chance to win at the start; absent where nobody can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Vec<f64>>,
    /// The seats that played.
    pub seats: Vec<ReviewedSeat>,
    /// The steps; of a long match each stands for several.
    pub steps: Vec<ReviewStep>,
    /// The choices that cost the most, the costliest first.
    pub costliest: Vec<LostStep>,
    /// The rolls that moved the chance of whoever rolled the most, the first of them before the others; absent without luck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<RollStep>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedSeat {
    /// The luck of all rolls.
    pub luck: f64,
    /// The cost of all choices.
    pub error: f64,
    /// The standard error of that, as far as it is known.
    pub error_se: f64,
    /// The choices that were judged.
    pub decisions: u32,
    /// The grade; absent where no choice was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
}

/// A step, or the last of several that it stands for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewStep {
    /// Its number, from 1.
    pub step: u32,
    /// The seat that chose or rolled; of several steps that of the costliest choice.
    pub seat: Seat,
    /// Each seat's chance to win after it; absent where nobody can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<f64>>,
    /// The luck of each seat; absent without a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<f64>>,
    /// The cost of the choice, of several that of the costliest; absent where none was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// A roll with much luck, good or bad.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollStep {
    /// The number of the step, from 1.
    pub step: u32,
    /// The seat that rolled.
    pub seat: Seat,
    /// Its luck.
    pub luck: f64,
}

/// A choice that cost much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostStep {
    /// The number of the step, from 1.
    pub step: u32,
    /// The seat that chose.
    pub seat: Seat,
    /// The position in which it was chosen.
    pub view: AnyView,
    /// The chosen action.
    pub action: AnyAction,
    /// The action that was best.
    pub best: AnyAction,
    /// The reason for that.
    pub why: Why,
    /// The cost.
    pub error: f64,
    /// The standard error of that; absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_se: Option<f64>,
}

impl ReviewView {
    /// A review as it is told.
    pub fn of(review: &WholeReview) -> Self {
        let playing = usize::from(review.playing);
        let mut sums = [SeatSums::default(); SEATS_MAX];
        for it in &review.steps {
            SeatSums::count(&mut sums, it);
        }
        let together = review.steps.len().div_ceil(REVIEW_STEPS_MAX).max(1);
        let groups = (0..).zip(review.steps.chunks(together));
        let steps = groups.map(|(at, it)| step(at * together, it, playing));
        Self {
            judged_by: review.judged_by.clone(),
            nodes: review.nodes_max,
            start: review.start.map(|it| numbers(it, playing)),
            seats: sums.iter().take(playing).map(seat).collect(),
            steps: steps.collect(),
            costliest: review
                .costliest
                .iter()
                .filter_map(|it| lost(it, review.steps.get(it.at)?))
                .collect(),
            rolls: most_luck(&review.steps),
        }
    }
}

fn seat(sums: &SeatSums) -> ReviewedSeat {
    ReviewedSeat {
        luck: rounded(sums.luck),
        error: rounded(sums.error),
        error_se: rounded(sums.variance.sqrt()),
        decisions: sums.decisions,
        grade: Grade::of(sums.error_per_choice(), sums.decisions),
    }
}

/// The steps of a group, of which `before` are earlier ones, as one.
fn step(before: usize, group: &[ReviewedStep], playing: usize) -> ReviewStep {
    let worth = |it: &ReviewedStep| it.lead.map(|it| it.worth);
    let judged = group.iter().filter(|it| it.lead.is_some());
    let costliest = judged.max_by(|one, other| {
        worth(one)
            .unwrap_or(0.0)
            .total_cmp(&worth(other).unwrap_or(0.0))
    });
    let last = group.last();
    let luck = group.iter().filter_map(|it| it.luck);
    let luck = luck.reduce(|mut sum, it| {
        sum.iter_mut().zip(it).for_each(|(sum, it)| *sum += it);
        sum
    });
    ReviewStep {
        step: number(before + group.len()),
        seat: costliest.or(last).map(|it| it.seat).unwrap_or_default(),
        after: last.and_then(|it| it.after).map(|it| numbers(it, playing)),
        luck: luck.map(|it| numbers(it, playing)),
        error: costliest.and_then(worth).map(rounded),
    }
}

fn lost(choice: &LostChoice, it: &ReviewedStep) -> Option<LostStep> {
    let OriginStep::Acted(action) = it.step else {
        return None;
    };
    let lead = it.lead?;
    Some(LostStep {
        step: number(choice.at + 1),
        seat: it.seat,
        view: choice.view.clone(),
        action,
        best: lead.best,
        why: it.why?,
        error: rounded(lead.worth),
        error_se: lead.error.map(rounded),
    })
}

/// The rolls with the most luck for whoever rolled; of equal ones the first.
fn most_luck(steps: &[ReviewedStep]) -> Vec<RollStep> {
    let rolls = (1..).zip(steps).filter_map(|(step, it)| {
        Some(RollStep {
            step,
            seat: it.seat,
            luck: rounded(it.luck?[it.seat.idx()]),
        })
    });
    let mut rolls: Vec<RollStep> = rolls.filter(|it| it.luck != 0.0).collect();
    rolls.sort_by(|one, other| other.luck.abs().total_cmp(&one.luck.abs()));
    rolls.truncate(REVIEW_ROLLS_MAX);
    rolls
}

fn number(it: usize) -> u32 {
    u32::try_from(it).unwrap_or(u32::MAX)
}

fn numbers(it: [f64; SEATS_MAX], playing: usize) -> Vec<f64> {
    it.into_iter().take(playing).map(rounded).collect()
}

/// A number that is short as text; never a zero with a sign.
fn rounded(it: f64) -> f64 {
    (it * PARTS).round() / PARTS + 0.0
}

#[cfg(test)]
mod tests;
