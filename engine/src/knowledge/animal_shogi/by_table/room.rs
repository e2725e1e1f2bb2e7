//! The room to err: which part of a side's actions make its result worse.

use super::history::children;
use crate::bots::Budget;
use crate::games::animal_shogi::Placement;
use crate::solution::tablebase::probe::Scores;

/// The share of all actions, in whole numbers.
const ALL: u64 = 1 << 32;

/// Measures the room to err.
pub(super) struct ErrorMargin<'a> {
    scores: &'a dyn Scores,
}

impl<'a> ErrorMargin<'a> {
    pub(super) const fn new(scores: &'a dyn Scores) -> Self {
        Self { scores }
    }

    /// The share of the actions of the side to move that make its result worse.
    pub(super) fn after(&self, placement: Placement) -> u64 {
        let [kept, worse] = self.replies(placement).map(|it| it.len());
        share(worse, kept + worse)
    }

    /// The greatest share that the other side can leave after its best action, on average over the replies that make
    /// nothing worse; `None` if the budget breaks.
    pub(super) fn later(&self, placement: Placement, budget: &mut dyn Budget) -> Option<u64> {
        let [kept, _] = self.replies(placement);
        let mut sum = 0;
        for reply in &kept {
            let mut greatest = 0;
            let [answers, _] = self.replies(*reply);
            for answer in answers {
                let looked_up = u32::try_from(children(answer).count()).unwrap_or(u32::MAX);
                if budget.spend(looked_up).is_break() {
                    return None;
                }
                greatest = greatest.max(self.after(answer));
            }
            sum += greatest;
        }
        Some(share_of(sum, kept.len()))
    }

    /// The placements after the actions of the side to move that keep its result, and after those that make it worse.
    fn replies(&self, placement: Placement) -> [Vec<Placement>; 2] {
        let after = |next| (next, self.scores.score_after(next).signum());
        let all: Vec<(Placement, i16)> = children(placement).map(after).collect();
        let best = all.iter().map(|it| it.1).max();
        let (kept, worse): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| Some(it.1) == best);
        [kept, worse].map(|it| it.into_iter().map(|it| it.0).collect())
    }
}

fn share(part: usize, whole: usize) -> u64 {
    let part = u64::try_from(part).unwrap_or(u64::MAX);
    share_of(part.saturating_mul(ALL), whole)
}

fn share_of(sum: u64, count: usize) -> u64 {
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    sum / count.max(1)
}
