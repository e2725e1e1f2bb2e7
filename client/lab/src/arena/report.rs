//! The report of `dicehall arena`: one JSON document, or a table.

use std::io::{self, Write};
use std::time::Duration;

use dicehall_client::document::Document;
use serde::Serialize;

use super::reviewed::{self, ReviewReport};
use super::{Arena, SHARES, Tally};
use crate::measure::{float, ratio};

/// The two-sided 95 % point of the standard normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The result of an arena; the fields are a contract with scripts.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    game: &'static str,
    matches: u64,
    seed: u64,
    unfinished: u64,
    /// The median number of rounds; null in games without rounds, as is the next field.
    rounds_median: Option<f64>,
    /// The median number of rounds without an attack.
    idle_rounds_median: Option<f64>,
    /// The number of matches that ended because the last round was over.
    reached_last_round: u64,
    seconds: f64,
    bots: Vec<BotReport>,
    /// The reviews of the matches, for each bot and for all; only where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reviews: Vec<ReviewReport>,
}

/// The result of one bot.
#[derive(Debug, Serialize)]
struct BotReport {
    name: String,
    /// The number of wins; a shared win counts as its share.
    wins: f64,
    win_rate: f64,
    ci95: [f64; 2],
    actions: u64,
    ms_per_action_mean: f64,
    ms_per_action_median: f64,
    ms_per_action_p95: f64,
    nodes_per_second: f64,
}

impl Report {
    /// Makes the report from the settings and the counts.
    pub(crate) fn new(arena: &Arena, tally: &Tally, taken: Duration) -> Self {
        let bots = arena.bots.iter().zip(&tally.bots).map(|((name, _), it)| {
            let wins = float(it.shares) / float(SHARES);
            BotReport {
                name: name.clone(),
                wins,
                win_rate: ratio(wins, float(arena.matches)),
                ci95: wilson(wins, float(arena.matches)),
                actions: it.actions,
                ms_per_action_mean: ratio(it.thinking.as_secs_f64() * 1e3, float(it.actions)),
                ms_per_action_median: it.each.percentile_ms(50),
                ms_per_action_p95: it.each.percentile_ms(95),
                nodes_per_second: ratio(float(it.nodes), it.thinking.as_secs_f64()),
            }
        });
        Self {
            game: arena.rules.kind().name(),
            matches: arena.matches,
            seed: arena.seed,
            unfinished: tally.unfinished,
            rounds_median: tally.paces.rounds_median(),
            idle_rounds_median: tally.paces.idle_rounds_median(),
            reached_last_round: tally.paces.reached_last_round(),
            seconds: taken.as_secs_f64(),
            bots: bots.collect(),
            reviews: reviewed::reports(arena, &tally.reviews),
        }
    }
}

impl Document for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self {
            game,
            matches,
            seed,
            unfinished,
            seconds,
            bots,
            ..
        } = self;
        writeln!(
            out,
            "{game}: {matches} matches, seed {seed}, {unfinished} unfinished, {seconds:.1} s"
        )?;
        let names = bots.iter().map(|it| it.name.chars().count());
        let width = names.fold(3, usize::max);
        writeln!(
            out,
            "{:width$}  {:>9}  {:>7}  {:>15}  {:>9}  {:>9}  {:>9}  {:>9}  {:>11}",
            "bot", "wins", "rate", "95 %", "actions", "ms mean", "median", "p95", "nodes/s"
        )?;
        for it in bots {
            writeln!(
                out,
                "{:width$}  {:>9.2}  {:>6.2}%  {:>15}  {:>9}  {:>9.4}  {:>9.4}  {:>9.4}  {:>11.0}",
                it.name,
                it.wins,
                100.0 * it.win_rate,
                format!("{:.2}-{:.2}%", 100.0 * it.ci95[0], 100.0 * it.ci95[1]),
                it.actions,
                it.ms_per_action_mean,
                it.ms_per_action_median,
                it.ms_per_action_p95,
                it.nodes_per_second
            )?;
        }
        reviewed::write(&self.reviews, out)
    }
}

/// Wilson's score interval at 95 % for a number of wins that need not be whole (Edwin B. Wilson:
/// "Probable inference, the law of succession, and statistical inference", 1927,
/// <https://doi.org/10.1080/01621459.1927.10502953>).
pub(super) fn wilson(wins: f64, matches: f64) -> [f64; 2] {
    if matches <= 0.0 {
        return [0.0, 1.0];
    }
    let (rate, z2) = (wins / matches, Z95 * Z95 / matches);
    let middle = (rate + z2 / 2.0) / (1.0 + z2);
    let reach = Z95 / (1.0 + z2) * ((rate * (1.0 - rate) + z2 / 4.0) / matches).sqrt();
    [(middle - reach).max(0.0), (middle + reach).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::super::{BotTally, Paces, Tally};
    use super::*;
    use dicehall_client::document::write_json;
    use dicehall_engine::{BotSpec, GameKind};

    #[track_caller]
    fn check_wilson(wins: f64, matches: f64, expect: [f64; 2]) {
        let [low, high] = wilson(wins, matches);
        assert!(
            (low - expect[0]).abs() < 5e-5 && (high - expect[1]).abs() < 5e-5,
            "{low} {high}"
        );
    }

    #[test]
    fn the_interval_equals_published_values() {
        // From Robert G. Newcombe: "Two-sided confidence intervals for the single proportion",
        // 1998,
        // <https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8%3C857::AID-SIM777%3E3.0.CO;2-E>,
        // table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        check_wilson(81.0, 263.0, [0.2553, 0.3662]);
        check_wilson(15.0, 148.0, [0.0624, 0.1605]);
        check_wilson(0.0, 20.0, [0.0, 0.1611]);
        check_wilson(1.0, 29.0, [0.0061, 0.1718]);
        check_wilson(0.0, 0.0, [0.0, 1.0]);
    }

    fn report() -> Report {
        let game = GameKind::DiceOfDoom;
        let random = BotSpec::for_game("random", game).unwrap();
        let arena = Arena {
            rules: game.default_rules(),
            bots: vec![("easy".to_owned(), random), ("easy".to_owned(), random)],
            matches: 4,
            seed: 9,
            jobs: std::num::NonZeroUsize::MIN,
            table: None,
            review: None,
        };
        let bot = |shares, actions| {
            let mut bot = BotTally {
                shares,
                actions,
                nodes: 3_000,
                ..BotTally::new()
            };
            bot.thinking = Duration::from_millis(2 * actions);
            // The histogram keeps durations of this size exactly.
            for it in 1..=actions {
                let nanos = if it == actions { 8_978_432 } else { 2_007_040 };
                bot.each.add(Duration::from_nanos(nanos));
            }
            bot
        };
        let tally = Tally {
            bots: vec![bot(30, 10), bot(6, 0)],
            unfinished: 1,
            paces: Paces::default(),
            reviews: Vec::new(),
        };
        Report::new(&arena, &tally, Duration::from_millis(1500))
    }

    #[test]
    fn the_json_document_has_the_fields_of_the_contract() {
        let mut out = Vec::new();
        write_json(&report(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn the_table_says_the_same() {
        let mut out = Vec::new();
        report().write_text(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }
}
