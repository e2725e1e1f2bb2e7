//! Tries the exact player of animal shogi with a real table, which is too dear for the tests: `.ci/run` makes one and runs this.
//!
//! `cargo run -p dicehall-engine --example perfect TABLE`. It ends with an error at the first thing that is not so.

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use dicehall_engine::bots::perfect::Value;
use dicehall_engine::dice::{SeededDice, index_below, pick};
use dicehall_engine::games::animal_shogi::{Placement, Position, Repetition};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::solution::tablebase::Tablebase;
use dicehall_engine::solution::tablebase::probe::Scores;
use dicehall_engine::{AnyAction, AnyState, BotKind, BotSpec, GameKind, Node, Seat, State};

/// Random positions whose values are kept.
const RANDOM_POSITIONS: usize = 10_000;
/// Damaged tables that are refused.
const DAMAGED: usize = 12;
/// Matches against a player that repeats positions whenever it can.
const MATCHES: u64 = 200;
/// The seed of everything that is drawn.
const SEED: u64 = 20_261_123;

type Outcome = Result<(), Box<dyn Error>>;

#[expect(
    clippy::disallowed_methods,
    reason = "the engine reads no files, this example does"
)]
fn main() -> Outcome {
    let path = std::env::args().nth(1).ok_or("the table is missing")?;
    let bytes = std::fs::read(path)?;
    let table: Arc<dyn Scores> = Arc::new(Tablebase::open(bytes.clone())?);
    tell(&format!("seed {SEED}"))?;
    let references = reference_positions(&table)?;
    tell(&format!("{references} reference positions agree"))?;
    let kept = random_positions(&table)?;
    tell(&format!(
        "{kept} random positions: value and distance are kept"
    ))?;
    let plies = best_play(&table)?;
    tell(&format!(
        "two perfect players: the second wins after {plies} plies"
    ))?;
    let longest = repeaters(&table)?;
    tell(&format!(
        "{MATCHES} matches against a player that repeats positions are won, the longest after {longest} plies"
    ))?;
    damage(bytes)?;
    tell(&format!("{DAMAGED} damaged tables are refused"))
}

fn tell(text: &str) -> Outcome {
    Ok(writeln!(io::stdout(), "{text}")?)
}

fn require(holds: bool, what: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(what().into()) }
}

fn perfect(table: &Arc<dyn Scores>) -> Result<SeatBot, Box<dyn Error>> {
    let spec = BotSpec::usual(BotKind::Perfect);
    Ok(SeatBot::with_table(
        spec,
        GameKind::AnimalShogi,
        Some(Arc::clone(table)),
    )?)
}

/// The choice of the bot.
fn choose(bot: &mut SeatBot, state: &AnyState) -> Result<AnyAction, Box<dyn Error>> {
    let mut nodes = bot.nodes();
    let chosen = bot.choose(state, &mut nodes, &mut SeededDice::new(SEED));
    Ok(chosen.ok_or("no action")?)
}

fn score(value: Option<Value>) -> Option<i64> {
    Some(match value? {
        Value::Win(plies) => plies.into(),
        Value::Draw => 0,
        Value::Loss(plies) => -i64::from(plies),
    })
}

/// The reference data were computed by another program: every action's score agrees, and the choice is one of the best.
fn reference_positions(table: &Arc<dyn Scores>) -> Result<usize, Box<dyn Error>> {
    let text = include_str!("../../tests/reference/shogi/values.json");
    let all: Vec<serde_json::Value> = serde_json::from_str(text)?;
    let mut bot = perfect(table)?;
    for it in &all {
        let position = it["sfen"].as_str().unwrap_or_default();
        let state = Position::new(Placement::parse(position)?, Repetition::Third);
        let state = AnyState::AnimalShogi(state);
        let solution = bot
            .solution(&state, &mut bot.nodes())
            .ok_or("no solution")?;
        require(score(Some(solution.value)) == it["score"].as_i64(), || {
            format!("{position}: {:?}", solution.value)
        })?;
        for (action, value) in &solution.actions {
            require(
                score(*value) == it["moves"][action.to_string()].as_i64(),
                || format!("{position}: {action} {value:?}"),
            )?;
        }
        let chosen = choose(&mut bot, &state)?.to_string();
        let best = it["best"].as_array().ok_or("no best")?;
        require(best.iter().any(|it| it.as_str() == Some(&chosen)), || {
            format!("{position}: {chosen} is not one of {best:?}")
        })?;
    }
    Ok(all.len())
}

/// Positions of random matches: the choice keeps value and distance, and no position has been there before.
fn random_positions(table: &Arc<dyn Scores>) -> Result<usize, Box<dyn Error>> {
    let mut dice = SeededDice::new(SEED);
    let mut bot = perfect(table)?;
    let mut kept = 0;
    while kept < RANDOM_POSITIONS {
        let mut state = Position::new(Placement::parse(Placement::START)?, Repetition::Third);
        while let (Node::Decision(_), true) = (state.node(), kept < RANDOM_POSITIONS) {
            let here = state.placement();
            let alone = AnyState::AnimalShogi(Position::new(here, Repetition::Third));
            let mut after = alone.clone();
            after.act(choose(&mut bot, &alone)?);
            let AnyState::AnimalShogi(after) = after else {
                return Err("another game".into());
            };
            let reached = table.score_after(after.placement());
            require(reached == table.score(here), || {
                format!("{here}: {} becomes {reached}", table.score(here))
            })?;
            kept += 1;
            state.act(pick(&state.actions(), &mut dice).ok_or("no action")?);
        }
    }
    Ok(kept)
}

/// The number of plies of a match between two perfect players.
fn best_play(table: &Arc<dyn Scores>) -> Result<u32, Box<dyn Error>> {
    let mut bot = perfect(table)?;
    let start = Position::new(Placement::parse(Placement::START)?, Repetition::Third);
    let mut state = AnyState::AnimalShogi(start);
    let mut plies = 0;
    loop {
        match state.node() {
            Node::Terminal(outcome) => {
                let is_second = outcome.winners.contains(Seat::ALL[1]);
                require(is_second && plies == 78, || {
                    format!("{outcome:?} after {plies}")
                })?;
                return Ok(plies);
            }
            Node::Decision(_) | Node::Chance => state.act(choose(&mut bot, &state)?),
        }
        plies += 1;
    }
}

/// Matches that begin with both sides going out and back, so that a repetition is near; then the second player is perfect,
/// and the first goes where the match has been before if it can.
fn repeaters(table: &Arc<dyn Scores>) -> Result<usize, Box<dyn Error>> {
    let mut longest = 0;
    for number in 0..MATCHES {
        let mut dice = SeededDice::new(SEED ^ number);
        let mut bot = perfect(table)?;
        let rule = [Repetition::Third, Repetition::Fourth][index_below(2, &mut dice)];
        let mut state = Position::new(Placement::parse(Placement::START)?, rule);
        for text in ["c4c3", "a1a2", "c3c4", "a2a1"] {
            act(&mut state, |it| it.to_string() == text)?;
        }
        let mut plies = 4;
        let outcome = loop {
            let before = state.times(state.placement());
            match state.node() {
                Node::Terminal(outcome) => break outcome,
                Node::Decision(seat) if seat.idx() == 0 => {
                    let again: Vec<_> = { state.actions().into_iter() }
                        .filter(|it| {
                            let mut next = state.placement();
                            next.act(*it);
                            state.times(next) > 0
                        })
                        .collect();
                    let all = state.actions();
                    let from = if again.is_empty() { &all } else { &again };
                    state.act(pick(from, &mut dice).ok_or("no action")?);
                }
                Node::Decision(_) | Node::Chance => {
                    let chosen = choose(&mut bot, &AnyState::AnimalShogi(state.clone()))?;
                    act(&mut state, |it| it.to_string() == chosen.to_string())?;
                }
            }
            require(before < 4, || "a fourth time".to_owned())?;
            plies += 1;
        };
        require(outcome.winners.contains(Seat::ALL[1]), || {
            format!("match {number} under {rule:?}: {outcome:?} after {plies}")
        })?;
        longest = longest.max(plies);
    }
    Ok(longest)
}

fn act(state: &mut Position, wanted: impl Fn(&<Position as State>::Action) -> bool) -> Outcome {
    let found = state.actions().into_iter().find(wanted);
    state.act(found.ok_or("no such action")?);
    Ok(())
}

/// Single bits are turned over at random places, of the header too, and the end is cut off.
fn damage(mut bytes: Vec<u8>) -> Outcome {
    let mut dice = SeededDice::new(SEED);
    for number in 0..DAMAGED - 2 {
        let at = match number {
            0 => 17,
            1..=3 => index_below(10_000, &mut dice),
            _ => index_below(bytes.len(), &mut dice),
        };
        let bit = 1 << index_below(8, &mut dice);
        bytes[at] ^= bit;
        let opened = Tablebase::open(bytes.clone());
        require(opened.is_err(), || {
            format!("bit {bit} of byte {at} was not noticed")
        })?;
        bytes[at] ^= bit;
    }
    for left in [bytes.len() - 1, bytes.len() / 2] {
        let opened = Tablebase::open(bytes[..left].to_vec());
        require(opened.is_err(), || format!("{left} bytes were accepted"))?;
    }
    Ok(())
}
