//! The candidates of a search: what their rollouts say, and which of them are out.
//!
//! Called by the truncated rollouts. Source: A. W. Moore and M. S. Lee, *Efficient Algorithms for Minimizing Cross Validation
//! Error*, 1994, <https://www.ri.cmu.edu/publications/efficient-algorithms-for-minimizing-cross-validation-error/>, for races in which rivals are compared case by case. Law
//! kept here: all candidates that are left have equally many rollouts, with the same luck.

#[cfg(test)]
mod tests;

use crate::knowledge::territory::turn_search::Line;

/// The worth that the turn search found counts as much as so many rollouts.
const SEARCH_WEIGHT: f64 = 20.0;
/// A candidate is out when the best leads by more than so many standard errors.
const CLEAR: f64 = 3.5;
/// The fewest rollouts of which a standard error is taken.
const ROLLOUTS_MIN: usize = 8;

/// An action that may be the best, with the results of its rollouts.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The action.
    pub(super) line: Line,
    results: Vec<f64>,
    sum: f64,
}

impl Candidate {
    /// A candidate without rollouts.
    pub(super) fn new(line: Line) -> Self {
        Self {
            line,
            results: Vec::new(),
            sum: 0.0,
        }
    }

    /// Adds the result of a rollout.
    pub(super) fn add(&mut self, result: f64) {
        self.results.push(result);
        self.sum += result;
    }

    /// The worth by the turn search and the rollouts together.
    fn worth(&self) -> f64 {
        (SEARCH_WEIGHT * self.line.worth + self.sum) / (SEARCH_WEIGHT + self.count())
    }

    /// Whether it is behind another one so clearly that more rollouts would hardly change it.
    fn is_out(&self, best: &Self) -> bool {
        if self.results.len() < ROLLOUTS_MIN {
            return false;
        }
        best.worth() - self.worth() > CLEAR * best.error_over(self)
    }

    /// By how much this one leads another with the same luck, and the standard error of that; `None` with fewer than two rollouts.
    pub(super) fn lead_over(&self, other: &Self) -> Option<[f64; 2]> {
        if self.results.len() < 2 {
            return None;
        }
        Some([self.worth() - other.worth(), self.error_over(other)])
    }

    /// The standard error of the difference of both worths.
    fn error_over(&self, other: &Self) -> f64 {
        let count = other.count();
        let pairs = self.results.iter().zip(&other.results);
        let mean = (self.sum - other.sum) / count;
        let squares: f64 = pairs.map(|(a, b)| (a - b - mean).powi(2)).sum();
        // The standard error of the sum of all differences; the part of the turn search has none.
        (squares / (count - 1.0) * count).sqrt() / (SEARCH_WEIGHT + count)
    }

    fn count(&self) -> f64 {
        let count = u32::try_from(self.results.len());
        count.map_or(f64::INFINITY, f64::from)
    }
}

/// Puts the best first.
pub(super) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
}

/// Leaves out those that are clearly behind; the best stands first.
pub(super) fn leave_out(candidates: &mut Vec<Candidate>) {
    sort(candidates);
    let Some((best, others)) = candidates.split_first() else {
        return;
    };
    let is_left: Vec<bool> = others.iter().map(|it| !it.is_out(best)).collect();
    let mut is_left = std::iter::once(true).chain(is_left);
    candidates.retain(|_| is_left.next().unwrap_or(false));
}
