//! Matches of Dice Wars under the rules of others, who allow transfers: the search of transfers against a rule of thumb.
//!
//! Run by `cargo run --release -p dicehall-engine --example transfers -- MATCHES TRANSFERS`. At each of four seats sits the same bot for
//! attacks. One seat in turn moves its dice by the search, the others by the rule of thumb: before anything else the
//! largest stack inside goes one step towards the border, while that is allowed.

use std::error::Error;
use std::io::{self, Write};

use dicehall_engine::bots::Nodes;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::game::Game;
use dicehall_engine::games::dice_wars::{self, DiceWars};
use dicehall_engine::games::territory::{Action, OnTerritories, Territory, TerritorySet};
use dicehall_engine::knowledge::territory::transfers::{Transfer, Transfers, border, legal};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyState, BotSpec, Dice, GameKind, Node, Seat, State};

/// The bot that attacks.
const BOT: &str = "value:nodes=300";
/// The nodes of a search of transfers.
const NODES: u64 = 6_000;
/// The seats of a match.
const SEATS: u8 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|it| it.parse::<u64>());
    let matches = numbers.next().unwrap_or(Ok(40))?;
    let allowed = u8::try_from(numbers.next().unwrap_or(Ok(6))?)?;
    let mut out = io::stdout().lock();
    let mut won = 0;
    for number in 0..matches {
        let seat = Seat::ALL[usize::try_from(number % u64::from(SEATS))?];
        won += u64::from(play(number, seat, allowed)?);
        writeln!(out, "{won} of {} won by the search", number + 1)?;
    }
    Ok(())
}

/// Plays a match in which one seat searches its transfers; returns whether it wins.
fn play(seed: u64, searching: Seat, allowed: u8) -> Result<bool, Box<dyn Error>> {
    let mut dice = SeededDice::new(seed);
    let config = DiceWars::generate(&dice_wars::Rules::STANDARD, SEATS, &mut dice)?;
    let mut state = DiceWars::start(&config)?;
    let spec: BotSpec = BOT.parse()?;
    let mut bot = SeatBot::new(spec, GameKind::DiceWars)?;
    let mut search = Transfers::new();
    let mut left = allowed;
    loop {
        match state.node() {
            Node::Terminal(outcome) => return Ok(outcome.winners.contains(searching)),
            Node::Chance => {
                let chance = state.roll(&mut dice).ok_or("luck falls")?;
                state.resolve(chance);
            }
            Node::Decision(seat) => {
                let transfer = if left == 0 {
                    None
                } else if seat == searching {
                    search.best(&state, left, &mut Nodes::at_most(NODES))
                } else {
                    towards_border(&state, seat)
                };
                if let Some(Transfer { from, to }) = transfer {
                    state.transfer(from, to);
                    left -= 1;
                    continue;
                }
                let action = attack(&mut bot, &state, &mut dice).ok_or("a bot chooses")?;
                state.act(action);
                if action == Action::Pass {
                    left = allowed;
                }
            }
        }
    }
}

fn attack(bot: &mut SeatBot, state: &dice_wars::Position, dice: &mut dyn Dice) -> Option<Action> {
    let state = AnyState::DiceWars(state.clone());
    let action = bot.choose(&state, &mut bot.nodes(), dice)?;
    action.on_territories()
}

/// The rule of thumb: the largest stack inside goes one step towards the border.
fn towards_border(state: &dice_wars::Position, seat: Seat) -> Option<Transfer> {
    let board = state.board();
    let mut near = border(board, seat);
    let mut steps: Vec<(u8, Transfer)> = Vec::new();
    let all = legal(state);
    loop {
        let touches = |it: &Territory| !board.graph().touching(*it).and(near).is_empty();
        let own = board.owned(seat).minus(near).into_iter();
        let next: TerritorySet = own.filter(touches).collect();
        if next.is_empty() {
            break;
        }
        for it in all
            .iter()
            .filter(|it| next.contains(it.from) && near.contains(it.to))
        {
            steps.push((board.dice(it.from), *it));
        }
        near = near.or(next);
    }
    steps.sort_by_key(|it| std::cmp::Reverse(it.0));
    steps.first().map(|it| it.1)
}
