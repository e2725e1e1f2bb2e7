//! How many nodes a second each searcher visits, as the Markdown tables of `engine/training/RESULTS.md`.
//!
//! Run by `cargo bench --profile dist -p dicehall-engine --bench speed`, with `-- shogi` for the columns with this word in their heading
//! alone. A cell is the median of `RUNS` runs over the same positions
//! with the same luck, so that runs differ by the machine alone. Only the time in which the thread had a processor is
//! counted: other work on the machine makes caches colder but is not counted itself.

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use dicehall_engine::bots::Budget;
use dicehall_engine::build_profile::{self, BUILD_PROFILE};
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyState, BotKind, BotSpec, Dice, GameKind, Node, State};

/// How often each bot thinks about the same positions; odd, so that there is a median.
const RUNS: usize = 5;
/// How long a run takes, in milliseconds, unless `ACTIONS_MIN` actions take longer.
const RUN_MS: u64 = 100;
/// The fewest actions of a run.
const ACTIONS_MIN: usize = 4;
/// The most actions of a run: one that has chosen so many ends, however short it was.
const ACTIONS_MAX: usize = 10_000_000;
/// The number of positions that the bots think about.
const POSITIONS: usize = 60;
/// Every third choice of a match makes a position.
const EVERY: usize = 3;

/// A column of the table: its heading, the game, the game's switches, the number of seats.
type Column = (&'static str, GameKind, &'static str, u8);

/// The columns.
const COLUMNS: [Column; 7] = [
    ("Dice of Doom, 2", GameKind::DiceOfDoom, "", 2),
    ("Dice of Doom, 4", GameKind::DiceOfDoom, "", 4),
    ("book, 4", GameKind::DiceOfDoom, "preset=book", 4),
    ("Dice Wars, 2", GameKind::DiceWars, "", 2),
    ("Dice Wars, 4", GameKind::DiceWars, "", 4),
    ("animal shogi", GameKind::AnimalShogi, "", 2),
    ("tic-tac-toe", GameKind::TicTacToe, "", 2),
];

/// A row of the table: the bot, and its speed in each column where it plays.
type Row = (BotSpec, Vec<Option<Speed>>);

/// The speed of a bot: its figures over the same time.
#[derive(Clone, Copy, Debug)]
struct Speed {
    nodes_per_second: f64,
    micros_per_action: f64,
    /// The difference between the fastest and the slowest run, as a fraction of the median.
    spread: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo itself passes `--bench`.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| !it.starts_with("--"))
        .collect();
    let is_wanted = |it: &&Column| wanted.iter().all(|word| it.0.contains(word));
    let kept: Vec<Column> = COLUMNS.iter().filter(is_wanted).copied().collect();
    let columns: Vec<Vec<AnyState>> = kept
        .iter()
        .map(|it| positions(it.1, it.2, it.3))
        .collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for kind in BotKind::ALL {
        let spec = BotSpec::usual(*kind);
        let mut cells = Vec::new();
        for ((name, game, _, _), positions) in kept.iter().zip(&columns) {
            let speed = if kind.plays(*game) {
                Some(measure(spec, *game, positions)?)
            } else {
                None
            };
            if let Some(Speed {
                nodes_per_second,
                spread,
                ..
            }) = speed
            {
                let percent = 100.0 * spread;
                writeln!(
                    io::stderr(),
                    "{spec} {name}: {nodes_per_second:.0} nodes/s, runs {percent:.0} % apart"
                )?;
            }
            cells.push(speed);
        }
        rows.push((spec, cells));
    }
    if let Some(warning) = build_profile::warning(BUILD_PROFILE) {
        writeln!(io::stdout(), "{warning}\n")?;
    }
    let names: Vec<&str> = kept.iter().map(|it| it.0).collect();
    print(&names, &rows, "thousand nodes/s", |it| {
        (it.nodes_per_second > 0.0).then(|| format!("{:.0}", it.nodes_per_second / 1e3))
    })?;
    print(&names, &rows, "µs an action", |it| {
        let micros = it.micros_per_action;
        Some(if micros < 10.0 {
            format!("{micros:.2}")
        } else {
            format!("{micros:.0}")
        })
    })
}

/// Prints a table of one of the figures.
fn print(
    names: &[&str],
    rows: &[Row],
    what: &str,
    figure: impl Fn(&Speed) -> Option<String>,
) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    writeln!(out, "| {what} | {} |", names.join(" | "))?;
    writeln!(out, "| --- |{}", " --: |".repeat(names.len()))?;
    for (spec, cells) in rows {
        let figures: Vec<Option<String>> = cells
            .iter()
            .map(|it| it.as_ref().and_then(&figure))
            .collect();
        if figures.iter().any(Option::is_some) {
            let texts: Vec<String> = figures
                .into_iter()
                .map(|it| it.unwrap_or("–".to_owned()))
                .collect();
            writeln!(out, "| `{spec}` | {} |", texts.join(" | "))?;
        }
    }
    Ok(writeln!(out)?)
}

/// Positions in which there is something to choose, from matches of a bot that sometimes chooses a random action.
fn positions(game: GameKind, switches: &str, seats: u8) -> Result<Vec<AnyState>, Box<dyn Error>> {
    let mut rules = game.default_rules();
    if !switches.is_empty() {
        rules.set_switches(switches)?;
    }
    let mut dice = SeededDice::new(1);
    let mut bot = SeatBot::new(BotSpec::at_level(BotKind::Paranoid, 1), game)?;
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut state = rules.generate(seats, &mut dice)?.start()?;
        let mut choices = 0;
        while let Some(action) = next_action(&mut state, &mut bot, &mut dice) {
            if state.actions().len() > 1 {
                choices += 1;
                if choices % EVERY == 0 && found.len() < POSITIONS {
                    found.push(state.clone());
                }
            }
            state.act(action);
        }
    }
    Ok(found)
}

/// Rolls until a seat is to choose, and returns an action for it; `None` when the match is over.
fn next_action(
    state: &mut AnyState,
    bot: &mut SeatBot,
    dice: &mut SeededDice,
) -> Option<AnyAction> {
    while let Node::Chance = state.node() {
        let chance = state.roll(dice)?;
        state.resolve(chance);
    }
    if dice.below(4) == 0 {
        pick(&state.actions(), dice)
    } else {
        bot.choose(state, &mut bot.nodes(), dice)
    }
}

/// The median of the runs.
fn measure(spec: BotSpec, game: GameKind, positions: &[AnyState]) -> Result<Speed, Box<dyn Error>> {
    let mut actions = ACTIONS_MIN;
    while run(spec, game, positions, actions)?.0 < Duration::from_millis(RUN_MS)
        && actions < ACTIONS_MAX
    {
        actions *= 2;
    }
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        runs.push(run(spec, game, positions, actions)?);
    }
    runs.sort();
    let (median, nodes) = runs[RUNS / 2];
    let (seconds, range) = (
        median.as_secs_f64(),
        runs[RUNS - 1].0.saturating_sub(runs[0].0),
    );
    Ok(Speed {
        nodes_per_second: f64::from(u32::try_from(nodes)?) / seconds,
        micros_per_action: 1e6 * seconds / f64::from(u32::try_from(actions)?),
        spread: range.as_secs_f64() / seconds,
    })
}

/// Lets a bot choose `actions` actions, in one position after the other; returns the time it took and the nodes. Each
/// time that the positions begin anew a new bot is built, because what a bot remembers of a position costs no nodes.
fn run(
    spec: BotSpec,
    game: GameKind,
    positions: &[AnyState],
    actions: usize,
) -> Result<(Duration, u64), Box<dyn Error>> {
    let mut dice = SeededDice::new(2);
    let (mut left, mut nodes, mut taken) = (actions, 0, Duration::ZERO);
    while left > 0 {
        let mut bot = SeatBot::new(spec, game)?;
        let begun = cpu_time()?;
        for state in positions.iter().take(left) {
            let mut budget = bot.nodes();
            bot.choose(state, &mut budget, &mut dice)
                .ok_or("a bot chooses at every decision")?;
            nodes += budget.spent();
        }
        taken += cpu_time()?.saturating_sub(begun);
        left = left.saturating_sub(positions.len());
    }
    Ok((taken, nodes))
}

/// The processor time that this thread has used so far.
#[cfg(unix)]
fn cpu_time() -> Result<Duration, Box<dyn Error>> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Ok(Duration::new(
        u64::try_from(time.tv_sec)?,
        u32::try_from(time.tv_nsec)?,
    ))
}

/// An error: only Unix tells how much processor time a thread has used.
#[cfg(not(unix))]
fn cpu_time() -> Result<Duration, Box<dyn Error>> {
    Err("the speed is measured on Unix only".into())
}
