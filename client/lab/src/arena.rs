//! Matches of bots against bots without a network, to compare their strength and thinking times.
//!
//! Called by `dicehall arena`. Law kept here: except for times, the result depends on the seed and
//! the bots' budgets only. Every match has its own dice, and the threads' counts are integers that
//! are added up.

mod elo;
pub(crate) mod ladder;
mod pace;
pub(crate) mod report;
mod reviewed;
pub(crate) mod table;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use dicehall_engine::advice::Expert;
use dicehall_engine::advice::review::Review;
use dicehall_engine::bots::Budget;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::game::ConfigError;
use dicehall_engine::roster::SeatBot;
use dicehall_engine::solution::tablebase::probe::Scores;
use dicehall_engine::{
    AnyAction, AnyConfig, AnyRules, AnyState, BotSpec, Dice, Node, OriginStep, Outcome, Seat, State,
};

use crate::measure::Durations;
use pace::Pace;
pub(crate) use pace::Paces;
use reviewed::MatchReview;

/// A match with more actions than this counts as unfinished.
pub(crate) const ACTIONS_MAX: u64 = 100_000;
/// The points of a whole win; divisible by each number of seats that may share one.
pub(crate) const SHARES: u64 = 12;
/// The time between two reports of progress, in milliseconds.
const PROGRESS_MS: u64 = 500;

/// The settings of an arena.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    /// The game and its switches.
    pub(crate) rules: AnyRules,
    /// The bots, as typed and as parsed.
    pub(crate) bots: Vec<(String, BotSpec)>,
    /// The number of matches.
    pub(crate) matches: u64,
    /// The seed of all luck.
    pub(crate) seed: u64,
    /// The number of threads.
    pub(crate) jobs: NonZeroUsize,
    /// The tablebase that `perfect` reads in animal shogi.
    pub(crate) table: Option<Arc<dyn Scores>>,
    /// The most nodes for each choice of a review of every match, 0 for one of luck alone; `None` for no review.
    pub(crate) review: Option<u64>,
}

/// The counts of all bots.
#[derive(Debug)]
pub(crate) struct Tally {
    /// The counts of each bot, in the given order.
    pub(crate) bots: Vec<BotTally>,
    /// The number of matches that were broken off.
    pub(crate) unfinished: u64,
    /// The lengths of the matches, in rounds.
    pub(crate) paces: Paces,
    /// The reviews of the finished matches, in any order.
    pub(crate) reviews: Vec<MatchReview>,
}

/// The counts of one bot.
#[derive(Debug)]
pub(crate) struct BotTally {
    /// The wins, in points of [`SHARES`] each.
    pub(crate) shares: u64,
    /// The number of actions.
    pub(crate) actions: u64,
    /// The number of nodes visited for these actions.
    pub(crate) nodes: u64,
    /// The time spent on these actions.
    pub(crate) thinking: Duration,
    /// The time of each action, as a histogram.
    pub(crate) each: Durations,
}

impl Arena {
    /// Plays all matches; reports the number of finished ones to `progress` now and then.
    pub(crate) fn play(&self, progress: impl FnMut(u64)) -> Result<Tally, ConfigError> {
        self.play_some(0..self.matches, progress)
    }

    /// Plays the matches with these numbers.
    fn play_some(
        &self,
        numbers: Range<u64>,
        mut progress: impl FnMut(u64),
    ) -> Result<Tally, ConfigError> {
        let next = AtomicU64::new(numbers.start);
        let (done, over) = sync_channel(64);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs.get())
                .map(|_| {
                    let done = done.clone();
                    let next = &next;
                    scope.spawn(move || self.work(next, numbers.end, &done))
                })
                .collect();
            drop(done);
            watch(&over, &mut progress);
            let mut tally = Tally::of(self.bots.len());
            for thread in threads {
                match thread.join() {
                    Ok(part) => tally.merge(part?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(tally)
        })
    }

    /// Plays matches until none before `end` is left.
    fn work(
        &self,
        next: &AtomicU64,
        end: u64,
        done: &SyncSender<()>,
    ) -> Result<Tally, ConfigError> {
        let mut tally = Tally::of(self.bots.len());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                return Ok(tally);
            }
            self.play_one(number, &mut tally)?;
            // Nobody listens only after the watching thread has ended; then the report is not
            // needed.
            done.send(()).ok();
        }
    }

    fn play_one(&self, number: u64, tally: &mut Tally) -> Result<(), ConfigError> {
        let mut table = derived(self.seed, number, 0);
        let mut luck = derived(self.seed, number, 1);
        let config = self.rules.generate(self.seats(), &mut table)?;
        let mut state = config.start()?;
        let mut players: Vec<SeatBot> = (0..self.bots.len())
            .map(|seat| self.bots[self.bot_of(number, seat)].1)
            .filter_map(|spec| {
                SeatBot::with_table(spec, self.rules.kind(), self.table.clone()).ok()
            })
            .collect();
        let mut actions = 0;
        let (mut pace, mut steps) = (Pace::default(), Vec::new());
        let outcome = loop {
            match state.node() {
                Node::Terminal(outcome) => break Some(outcome),
                Node::Chance => steps.extend(roll(&mut state, &mut table)),
                Node::Decision(_) if actions == ACTIONS_MAX => break None,
                Node::Decision(seat) => {
                    actions += 1;
                    let bot = &mut tally.bots[self.bot_of(number, seat.idx())];
                    let action = choose(&state, &mut players[seat.idx()], &mut luck, bot);
                    for it in &mut players {
                        it.watch(&state, action);
                    }
                    pace.acts(&state, action);
                    state.act(action);
                    steps.push(OriginStep::Acted(action));
                }
            }
        };
        pace.ends(&state);
        tally.paces.add(pace);
        match outcome {
            Some(Outcome { winners }) => {
                // A draw has no winners, so nobody gets points.
                let share = SHARES / u64::from(winners.len()).max(1);
                winners
                    .iter()
                    .map(Seat::idx)
                    .for_each(|seat| tally.bots[self.bot_of(number, seat)].shares += share);
                let reviewed = self.reviewed(number, &config, &steps)?;
                tally.reviews.extend(reviewed);
            }
            None => tally.unfinished += 1,
        }
        Ok(())
    }

    /// The review of a finished match, if reviews are wanted.
    fn reviewed(
        &self,
        number: u64,
        config: &AnyConfig,
        steps: &[OriginStep],
    ) -> Result<Option<MatchReview>, ConfigError> {
        let Some(nodes_max) = self.review else {
            return Ok(None);
        };
        let table = self.table.clone();
        let expert = Expert { nodes_max, table };
        let dice = derived(self.seed, number, 2);
        let bots = (0..self.bots.len()).map(|seat| self.bot_of(number, seat));
        let review = Review::new(config, steps, expert)?;
        Ok(Some(MatchReview::new(number, bots.collect(), review, dice)))
    }

    /// The bot on a seat in a match: from match to match everybody moves by one seat.
    #[expect(
        clippy::expect_used,
        reason = "a rest is less than what was divided by"
    )]
    fn bot_of(&self, number: u64, seat: usize) -> usize {
        let seats = u64::from(self.seats());
        let moved = u8::try_from(number % seats);
        (seat + usize::from(moved.expect("less than the number of seats"))) % self.bots.len()
    }

    #[expect(clippy::expect_used, reason = "a game has at most four seats")]
    fn seats(&self) -> u8 {
        u8::try_from(self.bots.len()).expect("a bot for each seat")
    }
}

impl Tally {
    fn of(bots: usize) -> Self {
        Self {
            bots: (0..bots).map(|_| BotTally::new()).collect(),
            unfinished: 0,
            paces: Paces::default(),
            reviews: Vec::new(),
        }
    }

    fn merge(&mut self, part: Self) {
        self.reviews.extend(part.reviews);
        self.unfinished += part.unfinished;
        self.paces.merge(&part.paces);
        for (bot, more) in self.bots.iter_mut().zip(&part.bots) {
            bot.shares += more.shares;
            bot.actions += more.actions;
            bot.nodes += more.nodes;
            bot.thinking += more.thinking;
            bot.each.merge(&more.each);
        }
    }
}

impl BotTally {
    fn new() -> Self {
        Self {
            shares: 0,
            actions: 0,
            nodes: 0,
            thinking: Duration::ZERO,
            each: Durations::new(),
        }
    }
}

/// Dice that depend on the seed, the match's number and their purpose only.
fn derived(seed: u64, number: u64, purpose: u64) -> SeededDice {
    let mixed = SeededDice::new(seed).below(u64::MAX) ^ number;
    let mixed = SeededDice::new(mixed).below(u64::MAX) ^ purpose;
    SeededDice::new(SeededDice::new(mixed).below(u64::MAX))
}

fn roll(state: &mut AnyState, dice: &mut SeededDice) -> Option<OriginStep> {
    let chance = state.roll(dice)?;
    state.resolve(chance);
    Some(OriginStep::Rolled(chance))
}

/// Lets a bot choose.
///
/// # Panics
/// If the bot chooses nothing or an illegal action: that is a bug, which must not be hidden in the
/// result.
#[expect(clippy::expect_used, reason = "a bot that breaks the rules is a bug")]
fn choose(
    state: &AnyState,
    player: &mut SeatBot,
    luck: &mut SeededDice,
    tally: &mut BotTally,
) -> AnyAction {
    let mut budget = player.nodes();
    let begun = Instant::now();
    let action = player
        .choose(state, &mut budget, luck)
        .expect("a bot chooses at every decision");
    let taken = begun.elapsed();
    assert!(
        state.is_legal(action),
        "{player:?} chose {action:?}, which is illegal in {state:?}"
    );
    tally.actions += 1;
    tally.nodes += budget.spent();
    tally.thinking += taken;
    tally.each.add(taken);
    action
}

/// Passes the number of finished matches on to `progress`, until all playing threads have ended.
fn watch(over: &std::sync::mpsc::Receiver<()>, progress: &mut impl FnMut(u64)) {
    let every = Duration::from_millis(PROGRESS_MS);
    let (mut count, mut told) = (0, Instant::now());
    loop {
        match over.recv_timeout(every) {
            Ok(()) => count += 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if told.elapsed() >= every {
            told = Instant::now();
            progress(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::GameKind;

    /// Everything except the times, as text.
    fn counts(bots: &[&str], matches: u64, seed: u64, jobs: usize) -> String {
        counts_under("preset=book,size=3,max_dice=3", bots, matches, seed, jobs)
    }

    fn counts_under(switches: &str, bots: &[&str], matches: u64, seed: u64, jobs: usize) -> String {
        let game = GameKind::DiceOfDoom;
        let mut rules = game.default_rules();
        rules.set_switches(switches).unwrap();
        let bots = bots
            .iter()
            .map(|it| ((*it).to_owned(), BotSpec::for_game(it, game).unwrap()))
            .collect::<Vec<_>>();
        let arena = Arena {
            rules,
            bots,
            matches,
            seed,
            jobs: jobs.try_into().unwrap(),
            table: None,
            review: None,
        };
        let Tally {
            bots, unfinished, ..
        } = arena.play(|_| ()).unwrap();
        let bots: Vec<_> = bots
            .iter()
            .map(|it| (it.shares, it.actions, it.nodes, it.each.count()))
            .collect();
        format!("{bots:?} {unfinished}")
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let once = counts(&["paranoid:2", "random", "paranoid:1"], 30, 7, 1);
        assert_eq!(
            once,
            counts(&["paranoid:2", "random", "paranoid:1"], 30, 7, 2)
        );
        assert_eq!(
            once,
            counts(&["paranoid:2", "random", "paranoid:1"], 30, 7, 5)
        );
        assert_ne!(
            once,
            counts(&["paranoid:2", "random", "paranoid:1"], 30, 8, 2)
        );
    }

    /// The nodes that `value` visits in the arena's first match of a seed, as a naive loop counts them.
    fn nodes_of_value(bots: &[&str], rules: &AnyRules, seed: u64, is_shown: bool) -> u64 {
        let (mut table, mut luck) = (derived(seed, 0, 0), derived(seed, 0, 1));
        let mut state = rules.generate(4, &mut table).unwrap().start().unwrap();
        let bot = |it: &&str| SeatBot::new(it.parse().unwrap(), rules.kind()).unwrap();
        let mut players: Vec<_> = bots.iter().map(bot).collect();
        let mut nodes = 0;
        loop {
            match state.node() {
                Node::Terminal(_) => return nodes,
                Node::Chance => drop(roll(&mut state, &mut table)),
                Node::Decision(seat) => {
                    let player = &mut players[seat.idx()];
                    let mut budget = player.nodes();
                    let action = player.choose(&state, &mut budget, &mut luck).unwrap();
                    nodes += if seat.idx() == 0 { budget.spent() } else { 0 };
                    if is_shown {
                        players[0].watch(&state, action);
                    }
                    state.act(action);
                }
            }
        }
    }

    #[test]
    fn a_bot_that_heeds_how_others_play_is_shown_what_they_do() {
        let bots = ["value:nodes=400", "paranoid:2", "paranoid:2", "paranoid:2"];
        let switches = "preset=book,size=4";
        let mut rules = GameKind::DiceOfDoom.default_rules();
        rules.set_switches(switches).unwrap();
        let mut differs = false;
        for seed in 0..4 {
            let [shown, blind] = [true, false].map(|it| nodes_of_value(&bots, &rules, seed, it));
            let counts = counts_under(switches, &bots, 1, seed, 1);
            assert!(
                counts.contains(&format!(", {shown}, ")),
                "{shown} in {counts}"
            );
            differs |= shown != blind;
        }
        assert!(differs, "what was watched changed nothing");
    }

    #[test]
    fn every_bot_sits_on_every_seat_equally_often() {
        let game = GameKind::DiceOfDoom;
        let bots = vec![(String::new(), BotSpec::for_game("random", game).unwrap()); 3];
        let arena = Arena {
            rules: game.default_rules(),
            bots,
            matches: 6,
            seed: 0,
            jobs: NonZeroUsize::MIN,
            table: None,
            review: None,
        };
        let mut times = [[0; 3]; 3];
        for number in 0..arena.matches {
            (0..3).for_each(|seat| times[seat][arena.bot_of(number, seat)] += 1);
        }
        assert_eq!(times, [[2; 3]; 3]);
    }

    #[test]
    fn every_match_has_its_own_deal_and_rolls() {
        let game = GameKind::DiceOfDoom;
        // These bots use no randomness, and matches 0, 2 and 4 have the same seats.
        let bots = vec![
            (
                String::new(),
                BotSpec::for_game("paranoid:1", game).unwrap()
            );
            2
        ];
        let arena = Arena {
            rules: game.default_rules(),
            bots,
            matches: 1,
            seed: 4,
            jobs: NonZeroUsize::MIN,
            table: None,
            review: None,
        };
        let mut seen = std::collections::BTreeSet::new();
        for number in [0, 2, 4] {
            let mut tally = Tally::of(2);
            arena.play_one(number, &mut tally).unwrap();
            seen.insert(
                tally
                    .bots
                    .iter()
                    .map(|it| (it.actions, it.nodes))
                    .collect::<Vec<_>>(),
            );
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
    }

    /// Everything except the times, in any game.
    fn counts_of(game: GameKind, bots: &[&str], matches: u64, jobs: usize) -> (Vec<u64>, String) {
        let bots = bots
            .iter()
            .map(|it| ((*it).to_owned(), BotSpec::for_game(it, game).unwrap()));
        let bots: Vec<_> = bots.collect();
        let arena = Arena {
            rules: game.default_rules(),
            bots,
            matches,
            seed: 9,
            jobs: jobs.try_into().unwrap(),
            table: None,
            review: None,
        };
        let Tally {
            bots, unfinished, ..
        } = arena.play(|_| ()).unwrap();
        assert_eq!(unfinished, 0, "{}", game.name());
        let counts: Vec<_> = bots
            .iter()
            .map(|it| (it.shares, it.actions, it.nodes))
            .collect();
        (
            bots.into_iter().map(|it| it.shares).collect(),
            format!("{counts:?}"),
        )
    }

    #[test]
    fn every_game_is_played_to_its_end_whatever_the_threads() {
        for game in GameKind::ALL {
            let (fewest, most) = game.seats();
            for seats in fewest..=most {
                let bots = vec!["random"; seats.into()];
                let (shares, once) = counts_of(*game, &bots, 8, 1);
                assert_eq!(once, counts_of(*game, &bots, 8, 3).1, "{}", game.name());
                assert!(
                    shares.iter().sum::<u64>() <= 8 * SHARES,
                    "{}: {once}",
                    game.name()
                );
                assert!(shares.iter().any(|it| *it > 0), "{}: {once}", game.name());
            }
        }
    }

    #[test]
    fn a_bot_that_thinks_beats_one_that_draws_in_every_game() {
        for (game, bot) in [
            (GameKind::DiceOfDoom, "paranoid:1"),
            (GameKind::DiceWars, "paranoid:1"),
            (GameKind::AnimalShogi, "expectimax:nodes=300"),
            (GameKind::TicTacToe, "perfect"),
        ] {
            let (shares, text) = counts_of(game, &[bot, "random"], 12, 2);
            assert!(
                shares[0] >= 9 * SHARES && shares[1] <= 3 * SHARES,
                "{}: {text}",
                game.name()
            );
        }
    }

    #[test]
    fn every_match_is_somebodys_or_shared() {
        let tally = counts(&["random", "random"], 25, 3, 2);
        let numbers: Vec<u64> = tally
            .split(|it: char| !it.is_ascii_digit())
            .filter_map(|it| it.parse().ok())
            .collect();
        assert_eq!(numbers[0] + numbers[4], 25 * SHARES, "{tally}");
        assert_eq!(
            (numbers[1], numbers[5]),
            (numbers[3], numbers[7]),
            "each action is timed: {tally}"
        );
    }

    #[test]
    fn a_bot_that_searches_beats_one_that_draws() {
        let tally = counts_under("size=4", &["paranoid:1", "random"], 40, 1, 2);
        let shares: u64 = tally[2..].split(',').next().unwrap().parse().unwrap();
        assert!(shares > 24 * SHARES, "{tally}");
    }

    #[test]
    fn equal_searchers_fight_until_somebody_has_won() {
        let game = GameKind::DiceOfDoom;
        let searcher = BotSpec::for_game("mcts:nodes=500", game).unwrap();
        let arena = Arena {
            rules: game.default_rules(),
            bots: vec![(String::new(), searcher); 4],
            matches: 8,
            seed: 1,
            jobs: NonZeroUsize::MIN,
            table: None,
            review: None,
        };
        let paces = arena.play(|_| ()).unwrap().paces;
        assert_eq!(paces.reached_last_round(), 0, "{paces:?}");
        assert!(paces.idle_rounds_median() <= Some(3.0), "{paces:?}");
    }

    #[test]
    fn dice_of_different_matches_and_purposes_differ() {
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..100 {
            for purpose in 0..2 {
                assert!(
                    seen.insert(derived(0, number, purpose).below(u64::MAX)),
                    "{number} {purpose}"
                );
            }
        }
    }
}
