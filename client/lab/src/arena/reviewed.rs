//! The matches of an arena as the expert reviews them: how much of the results was luck, and what each bot's choices have cost.
//!
//! Called by `dicehall arena --review`. Law kept here: the sums follow from the matches in their order, whatever thread has
//! played which.

use std::io::{self, Write};

use dicehall_engine::advice::review::{Review, SeatSums};
use dicehall_engine::bots::{Payoffs, payoffs_of};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::{Node, State};
use serde::Serialize;

use super::Arena;
use crate::measure::{count, float, ratio};

/// The review of a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchReview {
    /// The number of the match.
    number: u64,
    /// Of each bot, in the order in which they were given: its seat in this match.
    seats: Vec<SeatReview>,
}

/// A bot's seat in a match.
#[derive(Clone, Copy, Debug)]
struct SeatReview {
    bot: usize,
    /// The seat's share of the win.
    result: f64,
    /// How much more than an equal share of the win the start has promised.
    deal: f64,
    sums: SeatSums,
}

/// The reviews of all matches of a bot; the fields are a contract with scripts. Luck and errors are in chances to win.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReviewReport {
    /// The bot; `all` for the matches of all bots.
    name: String,
    /// The mean luck of all rolls, and its standard error.
    luck: Estimate,
    /// The mean of the result.
    result: Estimate,
    /// The mean of the result without the luck of all rolls and of the deal.
    without_luck: Estimate,
    /// The share of the variance of the result that the luck of battles takes off; null if all results were the same.
    battles: Option<f64>,
    /// The share that the luck of battles and of where new dice were placed takes off.
    rolls: Option<f64>,
    /// The share that the luck of the deal takes off besides.
    deal: Option<f64>,
    /// The mean cost of a choice; null where no choice was judged.
    error: Option<Estimate>,
    /// The choices that were judged.
    decisions: u64,
}

/// A mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Estimate {
    mean: f64,
    /// Its standard error.
    error: f64,
}

impl MatchReview {
    /// Goes through a match to its end. `bots` has the bot of each seat.
    pub(super) fn new(
        number: u64,
        bots: Vec<usize>,
        mut review: Review<'_>,
        mut dice: SeededDice,
    ) -> Self {
        let start = review.chances(&mut dice).unwrap_or_default();
        let mut sums = [SeatSums::default(); 4];
        while let Some(step) = review.next(&mut dice) {
            SeatSums::count(&mut sums, &step);
        }
        let results = results(&review);
        let equal = ratio(1.0, float(count(bots.len())));
        let seats = bots.into_iter().enumerate().map(|(seat, bot)| SeatReview {
            bot,
            result: results[seat],
            deal: start[seat] - equal,
            sums: sums[seat],
        });
        let mut seats: Vec<SeatReview> = seats.collect();
        seats.sort_by_key(|it| it.bot);
        Self { number, seats }
    }
}

/// The shares of the win at the end; nobody has any in a match that is not over.
fn results(review: &Review<'_>) -> Payoffs {
    match review.state().node() {
        Node::Terminal(outcome) => payoffs_of(outcome, review.state().seats()),
        Node::Decision(_) | Node::Chance => Payoffs::default(),
    }
}

/// The reports of the reviews: one for each bot, and last one for all. Empty without reviews.
pub(super) fn reports(arena: &Arena, reviews: &[MatchReview]) -> Vec<ReviewReport> {
    let mut reviews: Vec<&MatchReview> = reviews.iter().collect();
    if reviews.is_empty() {
        return Vec::new();
    }
    reviews.sort_by_key(|it| it.number);
    let of = |bot: usize| -> Vec<SeatReview> { reviews.iter().map(|it| it.seats[bot]).collect() };
    let each: Vec<Vec<SeatReview>> = (0..arena.bots.len()).map(of).collect();
    let own = arena.bots.iter().zip(&each);
    let own = own.map(|((name, _), seats)| ReviewReport::new(name, std::slice::from_ref(seats)));
    own.chain([ReviewReport::new("all", &each)]).collect()
}

impl ReviewReport {
    /// The report of some bots, each with its seats in all matches. The variances are around the mean of each bot.
    fn new(name: &str, bots: &[Vec<SeatReview>]) -> Self {
        let all = || bots.iter().flatten();
        let without = |it: &SeatReview| it.result - it.sums.luck - it.deal;
        let whole = squares(bots, |it| it.result);
        let off = |left: f64| (whole > 0.0).then(|| 1.0 - left / whole);
        let battles = |it: &SeatReview| it.result - (it.sums.luck - it.sums.placed);
        let decisions = all().map(|it| u64::from(it.sums.decisions)).sum();
        Self {
            name: name.to_owned(),
            luck: Estimate::of(all().map(|it| it.sums.luck)),
            result: Estimate::of(all().map(|it| it.result)),
            without_luck: Estimate::of(all().map(without)),
            battles: off(squares(bots, battles)),
            rolls: off(squares(bots, |it| it.result - it.sums.luck)),
            deal: off(squares(bots, without)),
            error: (decisions > 0).then(|| Estimate::per_choice(bots)),
            decisions,
        }
    }
}

impl Estimate {
    /// The mean of numbers that do not depend on each other.
    fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let many = float(count(numbers.clone().count()));
        let mean = ratio(numbers.clone().sum(), many);
        let squares: f64 = numbers.map(|it| (it - mean).powi(2)).sum();
        let error = ratio(ratio(squares, many - 1.0), many).sqrt();
        Self { mean, error }
    }

    /// The mean cost of a choice: a ratio of two sums over matches, whose standard error is that of what is left in each match.
    fn per_choice(bots: &[Vec<SeatReview>]) -> Self {
        let all = || bots.iter().flatten().map(|it| it.sums);
        let decisions: f64 = all().map(|it| f64::from(it.decisions)).sum();
        let mean = ratio(all().map(|it| it.error).sum(), decisions);
        let rest = |it: SeatSums| (it.error - mean * f64::from(it.decisions)).powi(2);
        let squares: f64 = all().map(rest).sum();
        let error = ratio(squares.sqrt(), decisions);
        Self { mean, error }
    }
}

/// The sum of the squares of what is left of a number without its mean over the matches of a bot.
fn squares(bots: &[Vec<SeatReview>], number: impl Fn(&SeatReview) -> f64) -> f64 {
    let of_bot = |seats: &Vec<SeatReview>| {
        let mean = Estimate::of(seats.iter().map(&number)).mean;
        let each = seats.iter().map(|it| (number(it) - mean).powi(2));
        each.sum::<f64>()
    };
    bots.iter().map(of_bot).sum()
}

/// Writes the reports as a table, in points of a hundred.
pub(super) fn write(reports: &[ReviewReport], out: &mut impl Write) -> io::Result<()> {
    let Some(longest) = reports.iter().map(|it| it.name.chars().count()).max() else {
        return Ok(());
    };
    let width = longest.max(3);
    writeln!(
        out,
        "{:width$}  {:>14}  {:>14}  {:>14}  {:>8}  {:>8}  {:>8}  {:>16}  {:>9}",
        "bot",
        "luck",
        "result",
        "without luck",
        "battles",
        "rolls",
        "and deal",
        "a choice cost",
        "choices"
    )?;
    for it in reports {
        writeln!(
            out,
            "{:width$}  {:>14}  {:>14}  {:>14}  {:>8}  {:>8}  {:>8}  {:>16}  {:>9}",
            it.name,
            points(it.luck),
            points(it.result),
            points(it.without_luck),
            percent(it.battles),
            percent(it.rolls),
            percent(it.deal),
            it.error.map_or("-".to_owned(), |it| format!(
                "{:.3} ±{:.3}",
                100.0 * it.mean,
                100.0 * it.error
            )),
            it.decisions
        )?;
    }
    Ok(())
}

fn points(it: Estimate) -> String {
    format!("{:.2} ±{:.2}", 100.0 * it.mean, 100.0 * it.error)
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |it| format!("{:.1} %", 100.0 * it))
}

#[cfg(test)]
mod tests;
