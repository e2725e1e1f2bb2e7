//! The cross table of all bots against all, which `dicehall arena --table` prints as Markdown.
//!
//! In a game for two every pair plays; in a game for more, one of the row's bot plays against the
//! column's bot on all other seats. A cell ends after its number of matches, or earlier after the
//! lap in which its bots have visited its number of nodes. Both depend on the seed only, so that
//! runs differ only in their times.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use dicehall_engine::game::ConfigError;
use dicehall_engine::{AnyRules, BotKind, BotSpec};

use super::report::wilson;
use super::{Arena, SHARES, Tally};
use crate::measure::{count, float, ratio};

/// The strengths whose bots are in the table in addition to the usual ones.
const STRENGTHS: [&str; 4] = ["easy", "normal", "hard", "expert"];

/// The settings of a cross table.
#[derive(Clone, Debug)]
pub(crate) struct CrossTable {
    /// The game and its switches.
    pub(crate) rules: AnyRules,
    /// The bots, as typed and as parsed.
    pub(crate) bots: Vec<(String, BotSpec)>,
    /// The most matches of a cell.
    pub(crate) matches: u64,
    /// The nodes after which a cell ends.
    pub(crate) nodes: u64,
    /// The seed of all luck.
    pub(crate) seed: u64,
    /// The number of threads.
    pub(crate) jobs: NonZeroUsize,
}

/// A cross table with its results.
#[derive(Debug)]
pub(crate) struct Played<'a> {
    table: &'a CrossTable,
    /// The cells by row and column; `None` where a bot would meet itself.
    cells: Vec<Vec<Option<Cell>>>,
    speeds: Vec<Speed>,
}

/// The result of the row's bot against the column's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    wins: f64,
    matches: u64,
}

/// The effort of a bot for its actions in all of its cells.
#[derive(Clone, Copy, Debug, Default)]
struct Speed {
    actions: u64,
    nodes: u64,
    thinking: Duration,
}

/// Every bot that plays the game, at its usual level, and the bots of each strength.
pub(crate) fn usual_bots(rules: &AnyRules) -> Vec<(String, BotSpec)> {
    let game = rules.kind();
    let usual = BotKind::ALL
        .iter()
        .filter(|it| it.plays(game))
        .map(|it| BotSpec::usual(*it));
    let strengths = STRENGTHS
        .iter()
        .filter_map(|it| BotSpec::for_game(it, game).ok());
    let mut bots: Vec<BotSpec> = usual.chain(strengths).collect();
    bots.sort_by_key(|it| (BotKind::ALL.iter().position(|kind| *kind == it.kind), *it));
    bots.dedup();
    bots.into_iter().map(|it| (it.to_string(), it)).collect()
}

impl CrossTable {
    /// Plays every cell; reports the number of finished cells and of all cells to `progress`.
    pub(crate) fn play(
        &self,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Played<'_>, ConfigError> {
        let all = self.bots.len();
        let mut played = Played {
            table: self,
            cells: vec![vec![None; all]; all],
            speeds: vec![Speed::default(); all],
        };
        let pairs = self.pairs();
        for (over, (row, column)) in pairs.iter().enumerate() {
            progress(over, pairs.len());
            let (tally, matches) = self.play_cell(*row, *column)?;
            played.take(*row, *column, &tally, matches);
        }
        Ok(played)
    }

    /// The arena for some of the bots, under the table's conditions.
    fn arena(&self, bots: Vec<(String, BotSpec)>) -> Arena {
        Arena {
            rules: self.rules.clone(),
            bots,
            matches: self.matches,
            seed: self.seed,
            jobs: self.jobs,
            // A table of results must not depend on what is on the disk.
            table: None,
            review: None,
        }
    }

    /// The number of seats at a table.
    fn seats(&self) -> usize {
        self.rules.kind().seats().1.into()
    }

    /// The pairs of bots that play: for two seats every pair once, for more every pair in both
    /// orders.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let bots = 0..self.bots.len();
        let all = bots
            .clone()
            .flat_map(|row| bots.clone().map(move |column| (row, column)));
        all.filter(|(row, column)| {
            if self.seats() == 2 {
                row < column
            } else {
                row != column
            }
        })
        .collect()
    }

    /// Plays a cell; returns the counts and the number of matches.
    fn play_cell(&self, row: usize, column: usize) -> Result<(Tally, u64), ConfigError> {
        let mut bots = vec![self.bots[column].clone(); self.seats()];
        bots[0].clone_from(&self.bots[row]);
        let arena = self.arena(bots);
        let (matches, lap) = (self.matches, count(arena.bots.len()));
        let mut tally = Tally::of(arena.bots.len());
        let mut over = 0;
        while over < matches && tally.bots.iter().map(|it| it.nodes).sum::<u64>() < self.nodes {
            let end = matches.min(over + lap);
            tally.merge(arena.play_some(over..end, |_| ())?);
            over = end;
        }
        Ok((tally, over))
    }
}

impl Played<'_> {
    fn take(&mut self, row: usize, column: usize, tally: &Tally, matches: u64) {
        let cell = |shares: u64| {
            Some(Cell {
                wins: float(shares) / float(SHARES),
                matches,
            })
        };
        self.cells[row][column] = cell(tally.bots[0].shares);
        if let [_, other] = &tally.bots[..] {
            self.cells[column][row] = cell(other.shares);
        }
        for (seat, bot) in tally.bots.iter().enumerate() {
            let speed = &mut self.speeds[if seat == 0 { row } else { column }];
            speed.actions += bot.actions;
            speed.nodes += bot.nodes;
            speed.thinking += bot.thinking;
        }
    }

    /// Prints the table as Markdown.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let CrossTable {
            rules,
            bots,
            matches,
            seed,
            ..
        } = self.table;
        let others = self.table.seats() - 1;
        let game = rules.kind().name();
        writeln!(
            out,
            "{game}: percent of matches won by one of the row's bot against {others} of the column's, with 95 % intervals; up \
             to {matches} matches a cell, seed {seed}\n"
        )?;
        let names: Vec<String> = bots.iter().map(|it| format!("`{}`", it.0)).collect();
        writeln!(out, "| | {} | ms an action | nodes/s |", names.join(" | "))?;
        writeln!(out, "| --- |{} --: | --: |", " --: |".repeat(bots.len()))?;
        for ((name, cells), speed) in names.iter().zip(&self.cells).zip(&self.speeds) {
            let cells: Vec<String> = cells
                .iter()
                .map(|it| it.map_or("–".to_owned(), Cell::text))
                .collect();
            writeln!(out, "| {name} | {} | {} |", cells.join(" | "), speed.text())?;
        }
        writeln!(out)
    }
}

impl Cell {
    /// The percentage of wins and its 95 % interval.
    fn text(self) -> String {
        let rate = 100.0 * ratio(self.wins, float(self.matches));
        let [low, high] = wilson(self.wins, float(self.matches)).map(|it| 100.0 * it);
        format!("{rate:.0} ({low:.0}–{high:.0})")
    }
}

impl Speed {
    fn text(self) -> String {
        let seconds = self.thinking.as_secs_f64();
        let ms = ratio(seconds * 1e3, float(self.actions));
        format!("{ms:.3} | {:.0}", ratio(float(self.nodes), seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::GameKind;

    fn table(game: GameKind, bots: &[&str], matches: u64, jobs: usize) -> CrossTable {
        let bots = bots
            .iter()
            .map(|it| ((*it).to_owned(), BotSpec::for_game(it, game).unwrap()));
        let jobs = jobs.try_into().unwrap();
        CrossTable {
            rules: game.default_rules(),
            bots: bots.collect(),
            matches,
            nodes: u64::MAX,
            seed: 5,
            jobs,
        }
    }

    /// The table as text, without the parts that depend on the machine.
    fn text(table: &CrossTable) -> String {
        let mut out = Vec::new();
        let mut played = table.play(|_, _| ()).unwrap();
        played
            .speeds
            .iter_mut()
            .for_each(|it| *it = Speed::default());
        played.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_for_two_has_every_pair_once_and_both_sides_of_it() {
        let table = table(
            GameKind::TicTacToe,
            &["random", "rollout", "perfect"],
            40,
            2,
        );
        assert_eq!(table.pairs(), [(0, 1), (0, 2), (1, 2)]);
        insta::assert_snapshot!(text(&table));
        assert_eq!(
            text(&table),
            text(&CrossTable {
                jobs: NonZeroUsize::MIN,
                ..table.clone()
            })
        );
    }

    #[test]
    fn a_table_for_four_has_one_against_three_in_both_orders() {
        let table = table(GameKind::DiceWars, &["random", "strategist"], 40, 2);
        assert_eq!(table.pairs(), [(0, 1), (1, 0)]);
        insta::assert_snapshot!(text(&table));
    }

    #[test]
    fn a_cell_equals_the_arena_of_its_bots() {
        let table = table(GameKind::DiceWars, &["random", "strategist"], 50, 2);
        let played = table.play(|_, _| ()).unwrap();
        let bots = ["strategist", "random", "random", "random"].map(|it| {
            (
                it.to_owned(),
                BotSpec::for_game(it, GameKind::DiceWars).unwrap(),
            )
        });
        let tally = table.arena(bots.to_vec()).play(|_| ()).unwrap();
        let wins = float(tally.bots[0].shares) / float(SHARES);
        assert_eq!(played.cells[1][0], Some(Cell { wins, matches: 50 }));
    }

    #[test]
    fn a_cell_ends_with_the_lap_that_uses_up_its_nodes() {
        let table = table(GameKind::TicTacToe, &["perfect", "random"], 40, 1);
        let (whole, matches) = table.play_cell(0, 1).unwrap();
        let half = whole.bots[0].nodes / 2;
        let ended = CrossTable {
            nodes: half,
            ..table
        }
        .play_cell(0, 1)
        .unwrap();
        assert_eq!(matches, 40);
        assert!(
            ended.0.bots[0].nodes >= half && (2..40).contains(&ended.1),
            "{ended:?}"
        );
        assert_eq!(ended.1 % 2, 0, "every bot has had every seat equally often");
    }

    #[test]
    fn the_usual_bots_are_all_that_play_and_those_of_the_strengths_each_once() {
        for game in GameKind::ALL {
            let bots = usual_bots(&game.default_rules());
            for kind in BotKind::ALL {
                assert_eq!(
                    bots.iter().any(|it| it.1.kind == *kind),
                    kind.plays(*game),
                    "{kind:?}"
                );
            }
            let strengths = STRENGTHS.map(|it| BotSpec::for_game(it, *game).unwrap());
            assert!(
                strengths
                    .iter()
                    .all(|it| bots.iter().filter(|bot| bot.1 == *it).count() == 1)
            );
        }
    }
}
