//! The ladder of each game: its five bots, each against each, and their ratings. Called by `dicehall arena --ladder`.
//!
//! In a game for two the bots of a pair play against each other; in a game for more, each of them holds every other of four
//! seats, so that equal bots win half of the matches. Except for times, the result depends on the seed only.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use dicehall_client::document::Document;
use dicehall_engine::bots::rung::Rung;
use dicehall_engine::game::ConfigError;
use dicehall_engine::solution::tablebase::probe::Scores;
use dicehall_engine::{AnyRules, BotSpec};
use serde::Serialize;

use super::elo::{Meeting, rate};
use super::report::wilson;
use super::{Arena, SHARES, Tally};
use crate::measure::{Durations, count, float, ratio};

/// The settings of the ladder of a game.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    /// The game and its switches.
    pub(crate) rules: AnyRules,
    /// The matches of each pair.
    pub(crate) matches: u64,
    /// The seed of all luck.
    pub(crate) seed: u64,
    /// The number of threads.
    pub(crate) jobs: NonZeroUsize,
    /// The tablebase, if a bot on a rung asks for one.
    pub(crate) table: Option<Arc<dyn Scores>>,
}

/// The ladders that were played; the fields are a contract with scripts.
#[derive(Debug, Serialize)]
pub(crate) struct Ladders {
    /// The matches of each pair.
    pub(crate) matches: u64,
    /// The seed of all luck.
    pub(crate) seed: u64,
    /// The ladder of each game.
    pub(crate) games: Vec<Played>,
}

/// The ladder of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Played {
    game: &'static str,
    /// The seats of a match.
    seats: u8,
    rungs: Vec<RungReport>,
    pairs: Vec<PairReport>,
}

/// A rung of the ladder.
#[derive(Debug, Serialize)]
struct RungReport {
    /// Its number, from 1.
    rung: usize,
    bot: String,
    elo: f64,
    elo_ci95: [f64; 2],
    actions: u64,
    ms_per_action_mean: f64,
    ms_per_action_p95: f64,
    /// Its matches against the rung below; null for the first.
    against_below: Option<PairReport>,
}

/// The matches of two rungs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PairReport {
    /// The number of the better rung.
    rung: usize,
    /// The number of the other.
    against: usize,
    matches: u64,
    /// The matches that the better rung won; half of each draw, and the share of a shared win.
    score: f64,
    rate: f64,
    ci95: [f64; 2],
    drawn: u64,
    unfinished: u64,
}

/// The effort of a bot for its actions in all of its matches.
struct Effort {
    actions: u64,
    seconds: f64,
    each: Durations,
}

impl Ladder {
    /// Plays every pair; tells `progress` the matches that are over in a pair, and `told` the result of each.
    pub(crate) fn play(
        &self,
        mut progress: impl FnMut([usize; 2], u64),
        mut told: impl FnMut(&PairReport),
    ) -> Result<Played, ConfigError> {
        let mut efforts: Vec<Effort> = Rung::ALL.iter().map(|_| Effort::new()).collect();
        let mut pairs = Vec::new();
        for better in 1..Rung::ALL.len() {
            for other in (0..better).rev() {
                let arena = self.arena([better, other]);
                let tally = arena.play(|over| progress([better + 1, other + 1], over))?;
                for (seat, bot) in tally.bots.iter().enumerate() {
                    efforts[[better, other][seat % 2]].add(bot);
                }
                let pair = self.pair([better, other], &tally);
                told(&pair);
                pairs.push(pair);
            }
        }
        Ok(self.report(&efforts, pairs))
    }

    /// The bot on a rung.
    fn bot(&self, rung: usize) -> BotSpec {
        BotSpec::on_rung(Rung::ALL[rung], self.rules.kind())
    }

    fn seats(&self) -> u8 {
        self.rules.kind().seats().1
    }

    /// The arena of a pair, in which each holds every other seat.
    fn arena(&self, pair: [usize; 2]) -> Arena {
        let bots = (0..usize::from(self.seats())).map(|seat| {
            let spec = self.bot(pair[seat % 2]);
            (spec.to_string(), spec)
        });
        Arena {
            rules: self.rules.clone(),
            bots: bots.collect(),
            matches: self.matches,
            seed: self.seed,
            jobs: self.jobs,
            table: self.table.clone(),
            review: None,
        }
    }

    fn pair(&self, [better, other]: [usize; 2], tally: &Tally) -> PairReport {
        let won = |first: usize| -> u64 {
            let own = tally.bots.iter().skip(first).step_by(2);
            own.map(|it| it.shares).sum()
        };
        let undecided = self.matches - (won(0) + won(1)) / SHARES;
        let (score, matches) = (
            float(won(0)) / float(SHARES) + float(undecided) / 2.0,
            float(self.matches),
        );
        PairReport {
            rung: better + 1,
            against: other + 1,
            matches: self.matches,
            score,
            rate: ratio(score, matches),
            ci95: wilson(score, matches),
            drawn: undecided - tally.unfinished,
            unfinished: tally.unfinished,
        }
    }

    fn report(&self, efforts: &[Effort], pairs: Vec<PairReport>) -> Played {
        let meeting = |it: &PairReport| Meeting {
            bots: [it.rung - 1, it.against - 1],
            score: it.score,
            matches: float(it.matches),
        };
        let meetings: Vec<Meeting> = pairs.iter().map(meeting).collect();
        let ratings = rate(Rung::ALL.len(), &meetings);
        let below = |at: usize| {
            pairs
                .iter()
                .find(|it| it.rung == at + 1 && it.against == at)
        };
        let rungs = (0..).zip(ratings.iter().zip(efforts));
        Played {
            game: self.rules.kind().name(),
            seats: self.seats(),
            rungs: rungs
                .map(|(at, (rating, effort))| RungReport {
                    rung: at + 1,
                    bot: self.bot(at).to_string(),
                    elo: rating.elo,
                    elo_ci95: rating.ci95,
                    actions: effort.actions,
                    ms_per_action_mean: ratio(effort.seconds * 1e3, float(effort.actions)),
                    ms_per_action_p95: effort.each.percentile_ms(95),
                    against_below: below(at).copied(),
                })
                .collect(),
            pairs,
        }
    }
}

impl Effort {
    fn new() -> Self {
        Self {
            actions: 0,
            seconds: 0.0,
            each: Durations::new(),
        }
    }

    fn add(&mut self, bot: &super::BotTally) {
        self.actions += bot.actions;
        self.seconds += bot.thinking.as_secs_f64();
        self.each.merge(&bot.each);
    }
}

impl PairReport {
    /// The result in a line.
    pub(crate) fn text(&self) -> String {
        let Self {
            rung,
            against,
            matches,
            ..
        } = self;
        format!(
            "rung {rung} against {against}: {} % of {matches} matches",
            self.percent()
        )
    }

    /// The percentage of the better rung and its 95 % interval.
    fn percent(&self) -> String {
        let [low, high] = self.ci95.map(|it| 100.0 * it);
        format!("{:.1} ({low:.1}–{high:.1})", 100.0 * self.rate)
    }
}

impl Document for Ladders {
    /// As Markdown.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for played in &self.games {
            played.write_text(self, out)?;
        }
        Ok(())
    }
}

impl Played {
    fn write_text(&self, of: &Ladders, out: &mut impl Write) -> io::Result<()> {
        let Self { game, seats, .. } = self;
        let Ladders { matches, seed, .. } = of;
        writeln!(
            out,
            "{game}: {matches} matches a pair at {seats} seats, seed {seed}\n"
        )?;
        let against = (1..count(self.rungs.len())).map(|it| format!(" against {it} |"));
        let against: String = against.collect();
        writeln!(out, "| rung | bot | Elo (95 %) |{against} ms p95 |")?;
        let right = " --: |".repeat(self.rungs.len() + 1);
        writeln!(out, "| --: | --- |{right}")?;
        for it in &self.rungs {
            let met = |against| {
                let mut pairs = self.pairs.iter();
                let pair = pairs.find(|of| of.rung == it.rung && of.against == against);
                pair.map_or_else(|| "–".to_owned(), PairReport::percent)
            };
            let cells: Vec<String> = (1..self.rungs.len()).map(met).collect();
            let [low, high] = it.elo_ci95;
            writeln!(
                out,
                "| {} | `{}` | {:.0} ({low:.0}–{high:.0}) | {} | {:.2} |",
                it.rung,
                it.bot,
                it.elo,
                cells.join(" | "),
                it.ms_per_action_p95
            )?;
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::GameKind;

    fn ladder(game: GameKind, switches: &str, matches: u64, jobs: usize) -> Ladder {
        let mut rules = game.default_rules();
        if !switches.is_empty() {
            rules.set_switches(switches).unwrap();
        }
        Ladder {
            rules,
            matches,
            seed: 3,
            jobs: jobs.try_into().unwrap(),
            table: None,
        }
    }

    /// The ladder without the times.
    fn played(ladder: &Ladder) -> Ladders {
        let mut of = ladder.play(|_, _| (), |_| ()).unwrap();
        for it in &mut of.rungs {
            (it.ms_per_action_mean, it.ms_per_action_p95) = (0.0, 0.0);
        }
        Ladders {
            matches: ladder.matches,
            seed: ladder.seed,
            games: vec![of],
        }
    }

    fn text(of: &Ladders) -> String {
        let mut out = Vec::new();
        of.write_text(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_ladder_for_two_rates_every_rung_whatever_the_threads() {
        let once = played(&ladder(GameKind::TicTacToe, "", 60, 1));
        insta::assert_snapshot!(text(&once));
        let json = |it: &Ladders| serde_json::to_value(it).unwrap();
        let again = played(&ladder(GameKind::TicTacToe, "", 60, 3));
        assert_eq!(json(&once), json(&again));
        let rungs = &json(&once)["games"][0]["rungs"];
        assert!(rungs[0]["against_below"].is_null());
        assert_eq!(rungs[4]["against_below"]["against"], 4);
    }

    #[test]
    fn at_four_seats_each_of_a_pair_holds_every_other() {
        let ladder = ladder(GameKind::DiceWars, "rounds=20", 4, 1);
        let arena = ladder.arena([2, 1]);
        let names: Vec<&str> = arena.bots.iter().map(|it| it.0.as_str()).collect();
        let [better, other] = ["strategist", "strategist:careless=50"];
        assert_eq!(names, [better, other, better, other]);
        let tally = arena.play(|_| ()).unwrap();
        let pair = ladder.pair([2, 1], &tally);
        let own = float(tally.bots[0].shares + tally.bots[2].shares) / float(SHARES);
        assert!(
            (pair.score - own - float(pair.drawn) / 2.0).abs() < 1e-9,
            "{pair:?}"
        );
        let all: u64 = tally.bots.iter().map(|it| it.shares).sum();
        assert_eq!(all / SHARES + pair.drawn, 4);
    }

    #[test]
    fn a_draw_is_half_a_match_for_each() {
        let ladder = ladder(GameKind::TicTacToe, "", 10, 1);
        let mut tally = ladder.arena([1, 0]).play(|_| ()).unwrap();
        (tally.bots[0].shares, tally.bots[1].shares) = (3 * SHARES, 2 * SHARES);
        tally.unfinished = 1;
        let pair = ladder.pair([1, 0], &tally);
        assert_eq!((pair.drawn, pair.unfinished), (4, 1));
        assert!((pair.score - 5.5).abs() < 1e-9 && (pair.rate - 0.55).abs() < 1e-9);
        assert!(
            pair.text().starts_with("rung 2 against 1: 55.0 ("),
            "{}",
            pair.text()
        );
    }

    #[test]
    fn every_pair_is_told_once() {
        let mut told = Vec::new();
        let ladder = ladder(GameKind::TicTacToe, "", 2, 1);
        ladder
            .play(|_, _| (), |it| told.push((it.rung, it.against)))
            .unwrap();
        let all = [(2, 1), (3, 2), (3, 1), (4, 3), (4, 2), (4, 1)];
        assert_eq!(told[..6], all);
        assert_eq!(told.len(), 10);
    }
}
