//! Ratings of bots by the results of their matches: the strengths under which these results are most likely.
//!
//! Called by the ladder. A match is won by a seat with a probability in proportion to its bot's strength: for two seats
//! the model of R. A. Bradley and M. E. Terry, *Rank analysis of incomplete block designs*, Biometrika 39, 1952,
//! <https://doi.org/10.2307/2334029>; for more seats that of R. D. Luce, *Individual choice behavior*, 1959. Where each of
//! two bots holds half of the seats, both say the same: the one wins a / (a + b) of the matches. A shared win counts as its
//! shares, a draw as half for each. The strengths are found as in D. R. Hunter, *MM algorithms for generalized
//! Bradley-Terry models*, The Annals of Statistics 32, 2004, <https://doi.org/10.1214/aos/1079120141>.

use crate::measure::{count, float};

/// The mean of all ratings.
const MEAN: f64 = 1500.0;
/// The points between two bots of which one wins ten times as many matches as the other.
const TENFOLD: f64 = 400.0;
/// Two bots that met count as having drawn one match more, so that one that wins them all is not infinitely strong.
const DRAWN_BESIDES: f64 = 1.0;
/// The steps after which the search for the strengths ends.
const STEPS_MAX: u32 = 100_000;
/// A step that changes no logarithm of a strength by more than this ends the search.
const CHANGE_MIN: f64 = 1e-11;
/// The two-sided 95 % point of the standard normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The matches of two bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    /// The places of both in the list of bots.
    pub(crate) bots: [usize; 2],
    /// The matches that the first of them won; half of each draw.
    pub(crate) score: f64,
    /// The number of matches.
    pub(crate) matches: f64,
}

/// The rating of a bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    /// The points; the mean of all bots is 1500.
    pub(crate) elo: f64,
    /// The interval that has the true rating in 95 of 100 runs.
    pub(crate) ci95: [f64; 2],
}

/// The ratings of so many bots that met, every one of them directly or through others.
pub(crate) fn rate(bots: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let meetings: Vec<Meeting> = meetings
        .iter()
        .map(|it| Meeting {
            score: it.score + DRAWN_BESIDES / 2.0,
            matches: it.matches + DRAWN_BESIDES,
            ..*it
        })
        .collect();
    let logarithms = likeliest(bots, &meetings);
    let points = TENFOLD / std::f64::consts::LN_10;
    let errors = standard_errors(&logarithms, &meetings);
    let rating = |(logarithm, error): (&f64, f64)| {
        let (elo, reach) = (MEAN + points * logarithm, Z95 * points * error);
        Rating {
            elo,
            ci95: [elo - reach, elo + reach],
        }
    };
    logarithms.iter().zip(errors).map(rating).collect()
}

/// The logarithms of the strengths under which the scores are most likely; their mean is 0.
fn likeliest(bots: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut logarithms = vec![0.0_f64; bots];
    for _ in 0..STEPS_MAX {
        let (mut won, mut due) = (vec![0.0; bots], vec![0.0; bots]);
        for it in meetings {
            let [a, b] = it.bots;
            let part = it.matches / (logarithms[a].exp() + logarithms[b].exp());
            won[a] += it.score;
            won[b] += it.matches - it.score;
            due[a] += part;
            due[b] += part;
        }
        let mut next: Vec<f64> = won
            .iter()
            .zip(due)
            .map(|(won, due)| (won / due).ln())
            .collect();
        let mean = next.iter().sum::<f64>() / float(count(bots));
        for it in &mut next {
            *it -= mean;
        }
        let changes = next.iter().zip(&logarithms).map(|(a, b)| (a - b).abs());
        let change = changes.fold(0.0, f64::max);
        logarithms = next;
        if change < CHANGE_MIN {
            break;
        }
    }
    logarithms
}

/// The standard error of each logarithm, as a difference from their mean: by the information that the matches give.
fn standard_errors(logarithms: &[f64], meetings: &[Meeting]) -> Vec<f64> {
    let bots = logarithms.len();
    // Only differences are known, so a constant is added to the matrix, which makes it one that has an inverse, and
    // its part is taken off again.
    let shift = 1.0 / float(count(bots));
    let mut information = vec![vec![shift; bots]; bots];
    for it in meetings {
        let [a, b] = it.bots;
        let wins = 1.0 / (1.0 + (logarithms[b] - logarithms[a]).exp());
        let known = it.matches * wins * (1.0 - wins);
        for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            information[row][column] += sign * known;
        }
    }
    let inverse = inverted(information);
    (0..bots)
        .map(|at| (inverse[at][at] - shift).max(0.0).sqrt())
        .collect()
}

/// The inverse of a positive definite matrix, by elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse = vec![vec![0.0; size]; size];
    for (at, row) in inverse.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for at in 0..size {
        let pivot = matrix[at][at];
        for it in matrix[at].iter_mut().chain(&mut inverse[at]) {
            *it /= pivot;
        }
        let (own, of_inverse) = (matrix[at].clone(), inverse[at].clone());
        for row in (0..size).filter(|it| *it != at) {
            let factor = matrix[row][at];
            for (it, by) in matrix[row].iter_mut().zip(&own) {
                *it -= factor * by;
            }
            for (it, by) in inverse[row].iter_mut().zip(&of_inverse) {
                *it -= factor * by;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::Dice;
    use dicehall_engine::dice::SeededDice;

    /// Every pair of bots with these ratings, and what each is expected to score.
    fn expected(elos: &[f64], matches: f64) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for a in 0..elos.len() {
            for b in 0..a {
                let wins = 1.0 / (1.0 + 10_f64.powf((elos[b] - elos[a]) / TENFOLD));
                meetings.push(Meeting {
                    bots: [a, b],
                    score: matches * wins,
                    matches,
                });
            }
        }
        meetings
    }

    #[test]
    fn two_bots_are_as_far_apart_as_their_score_says() {
        let meeting = Meeting {
            bots: [0, 1],
            score: 75.0,
            matches: 99.0,
        };
        let [first, second] = rate(2, &[meeting])[..] else {
            panic!("two ratings")
        };
        // With the drawn match besides 75.5 of 100.
        let apart = 400.0 * (75.5_f64 / 24.5).log10();
        assert!((first.elo - second.elo - apart).abs() < 1e-6, "{first:?}");
        assert!((first.elo + second.elo - 3000.0).abs() < 1e-6);
        // The error of the difference of logarithms is 1 / sqrt(n p q), and half of it is each one's.
        let reach = Z95 * 0.5 / (100.0_f64 * 0.755 * 0.245).sqrt() * 400.0 / 10_f64.ln();
        assert!(
            (first.ci95[1] - first.elo - reach).abs() < 1e-6,
            "{first:?}"
        );
        assert!((first.elo - first.ci95[0] - reach).abs() < 1e-6);
    }

    #[test]
    fn known_strengths_are_found_again_whoever_met() {
        let elos = [1000.0, 1280.0, 1490.0, 1610.0, 2120.0];
        let all = expected(&elos, 1e9);
        let chain: Vec<Meeting> = all
            .iter()
            .filter(|it| it.bots[0] == it.bots[1] + 1)
            .copied()
            .collect();
        for meetings in [all, chain] {
            for (rating, elo) in rate(5, &meetings).iter().zip(elos) {
                assert!((rating.elo - elo).abs() < 0.01, "{rating:?}, not {elo}");
            }
        }
    }

    #[test]
    fn one_that_wins_every_match_has_a_rating() {
        let meetings: Vec<Meeting> = expected(&[9000.0, 1500.0, 1500.0], 50.0);
        let ratings = rate(3, &meetings);
        assert!(ratings[0].elo.is_finite() && ratings[0].elo > ratings[1].elo + 500.0);
        assert!((ratings[1].elo - ratings[2].elo).abs() < 1e-6);
    }

    #[test]
    fn nineteen_of_twenty_intervals_have_the_true_rating() {
        let elos = [1250.0, 1400.0, 1500.0, 1600.0, 1750.0];
        let (mut inside, mut dice) = (0, SeededDice::new(4));
        for _ in 0..200 {
            let mut meetings = expected(&elos, 60.0);
            for it in &mut meetings {
                let wins = it.score / it.matches;
                let won = |dice: &mut SeededDice| float(dice.below(1_000_000)) / 1e6 < wins;
                it.score = float(count((0..60).filter(|_| won(&mut dice)).count()));
            }
            let ratings = rate(5, &meetings);
            let has = |it: &(&Rating, f64)| it.0.ci95[0] <= it.1 && it.1 <= it.0.ci95[1];
            inside += ratings.iter().zip(elos).filter(has).count();
        }
        assert!((920..=980).contains(&inside), "{inside} of 1000");
    }
}
