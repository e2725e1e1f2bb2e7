//! Matches of one bot against another on all other seats, on every seat in turn.

use std::io::Write;
use std::time::Duration;

use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::game::ConfigError;
use dicehall_engine::games::dice_of_doom::DiceOfDoom;
use dicehall_engine::games::dice_wars::DiceWars;

use crate::arguments::Measure;
use crate::matches::{Finished, play};
use crate::model::{Deals, Model};
use crate::number::{double, size};
use crate::parallel::in_order;

/// The quantile of the normal distribution for an interval of 95 %.
const Z95: f64 = 1.959_964;
/// The seats of a match unless told otherwise.
const SEATS: u8 = 4;

/// Plays the matches and reports.
pub(crate) fn run(arguments: &Measure, out: &mut impl Write) -> anyhow::Result<()> {
    let measure = match arguments.model {
        Model::Scattered => one_match::<DiceWars>,
        Model::Book | Model::Standard => one_match::<DiceOfDoom>,
    };
    let played: Result<Vec<_>, ConfigError> =
        in_order(arguments.matches, arguments.threads, |number| {
            measure(arguments, number)
        })
        .into_iter()
        .collect();
    let figures = Figures::new(&played?, arguments.matches);
    let text = if arguments.table {
        figures.table(arguments)
    } else {
        figures.sentence(arguments)
    };
    Ok(writeln!(out, "{text}")?)
}

/// A match with the seat of the measured bot.
fn one_match<G: Deals>(arguments: &Measure, number: u64) -> Result<(usize, Finished), ConfigError> {
    let mut dice = SeededDice::new(SeededDice::new(arguments.seed).below(u64::MAX) ^ number);
    let Measure {
        model,
        rules,
        seats,
        ..
    } = arguments;
    let state = G::usual(*model, rules, *seats, &mut dice)?;
    let at = size(number % u64::from(arguments.seats));
    let seats = 0..usize::from(arguments.seats);
    let kind = |seat| {
        if seat == at {
            &arguments.bot
        } else {
            &arguments.others
        }
    };
    let mut players: Vec<_> = seats.map(|seat| kind(seat).player(&state)).collect();
    Ok((at, play(state, &mut players, &mut dice, |_, _| ())))
}

/// The figures of the matches.
struct Figures {
    /// The share of the matches that was won, and its interval.
    won: f64,
    interval: [f64; 2],
    rounds: u16,
    idle: u16,
    reached_last_round: usize,
    /// The mean milliseconds of an action, of the measured bot and of the others.
    ms: [f64; 2],
}

impl Figures {
    fn new(played: &[(usize, Finished)], matches: u64) -> Self {
        let won: f64 = played.iter().map(|(at, it)| it.result[*at]).sum();
        let matches = double(matches);
        let ms = |is_own: bool| {
            let seats = played.iter().flat_map(|(at, it)| {
                let seats = it.time.iter().zip(it.actions).enumerate();
                seats.filter(move |seat| (seat.0 == *at) == is_own)
            });
            let (time, actions) = seats.fold((Duration::ZERO, 0), |sum, (_, it)| {
                (sum.0 + *it.0, sum.1 + it.1)
            });
            1000.0 * time.as_secs_f64() / double(actions.max(1))
        };
        Self {
            won: won / matches,
            interval: wilson(won, matches),
            rounds: median(played.iter().map(|it| it.1.rounds)),
            idle: median(played.iter().map(|it| it.1.idle_rounds)),
            reached_last_round: played.iter().filter(|it| it.1.reached_last_round).count(),
            ms: [ms(true), ms(false)],
        }
    }

    /// A sentence.
    fn sentence(&self, of: &Measure) -> String {
        format!(
            "{} {:?} against {:?}: {:.1} % ({:.1}-{:.1}) of {} matches, seed {}; rounds {}, idle {}, reached the last round {}; ms {:.3} and {:.3}",
            of.model.name(),
            of.bot,
            of.others,
            100.0 * self.won,
            100.0 * self.interval[0],
            100.0 * self.interval[1],
            of.matches,
            of.seed,
            self.rounds,
            self.idle,
            self.reached_last_round,
            self.ms[0],
            self.ms[1],
        )
    }

    /// A table with one row, as Markdown.
    fn table(&self, of: &Measure) -> String {
        let mut rules = vec![of.model.name().to_owned()];
        rules.extend(of.rules.iter().map(|it| format!("`{it}`")));
        if of.seats < SEATS {
            rules.push(format!("{} seats", of.seats));
        }
        format!(
            "| rules | bot | against | won | 95 % | matches | seed | ms an action, its own and theirs |\n\
             | --- | --- | --- | --: | --- | --: | --: | --- |\n\
             | {} | `{:?}` | {} `{:?}` | {:.1} % | {:.1}–{:.1} | {} | {} | {:.2}, {:.2} |",
            rules.join(", "),
            of.bot,
            of.seats - 1,
            of.others,
            100.0 * self.won,
            100.0 * self.interval[0],
            100.0 * self.interval[1],
            of.matches,
            of.seed,
            self.ms[0],
            self.ms[1],
        )
    }
}

fn median(numbers: impl Iterator<Item = u16>) -> u16 {
    let mut numbers: Vec<u16> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

/// Wilson's score interval (E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, 1927,
/// <https://doi.org/10.1080/01621459.1927.10502953>).
fn wilson(won: f64, matches: f64) -> [f64; 2] {
    let (rate, z2) = (won / matches, Z95 * Z95 / matches);
    let middle = (rate + z2 / 2.0) / (1.0 + z2);
    let reach = Z95 / (1.0 + z2) * ((rate * (1.0 - rate) + z2 / 4.0) / matches).sqrt();
    [middle - reach, middle + reach]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_equals_a_published_value() {
        // From R. G. Newcombe, *Two-sided confidence intervals for the single proportion*, 1998, table I, method 3.
        let [low, high] = wilson(81.0, 263.0);
        assert!(
            (low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5,
            "{low} {high}"
        );
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median([5, 1, 9].into_iter()), 5);
        assert_eq!(median(std::iter::empty()), 0);
    }
}
