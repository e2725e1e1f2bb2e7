//! The answer to a position: its legal actions, their odds, a bot's ratings, and the best of them.

use dicehall_engine::bots::paranoid::best;
use dicehall_engine::bots::perfect::{Solution, Value};
use dicehall_engine::bots::spec::OddsKind;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::OnTerritories;
use dicehall_engine::games::territory::{Action, odds};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyState, BotKind, BotSpec, GameKind, Node, State};
use serde::Serialize;

use super::position::{Asked, NotAPosition, read};
use super::solved::{self, End, Solved};
use crate::cli::tablebase::LazyTable;

/// The seed of bots that choose at random; each position starts with it anew, so that no answer
/// depends on another.
const LUCK_SEED: u64 = 0;

/// The answer to one position. The lists are parallel and in the game's order of actions.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    /// The answer in a game with luck.
    Rated {
        /// The legal actions.
        actions: Vec<ActionText>,
        /// The probability that each succeeds; `None` if it always does.
        odds: Vec<Option<f64>>,
        /// The bot's rating of each.
        ratings: Option<Vec<f64>>,
        /// The index of the action that the bot chooses; `None` if it is not known.
        best: Option<usize>,
    },
    /// The answer in a game without luck.
    Valued {
        /// The legal actions.
        actions: Vec<ActionText>,
        /// The result for the side to move under perfect play; `None` if it was not found.
        value: Option<End>,
        /// The number of plies to a win or loss; `None` for other values.
        plies: Option<u32>,
        /// The index of the action that the bot chooses; `None` if it is not known.
        best: Option<usize>,
        /// The plies to the win after each action, or to the loss below 0, or 0 for a draw; only
        /// where a tablebase was read.
        #[serde(skip_serializing_if = "Option::is_none")]
        scores: Option<Vec<i64>>,
    },
}

/// An action as JSON: `["pass"]`, `[from, to]`, or the game's own text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum ActionText {
    /// The end of a turn.
    Pass([&'static str; 1]),
    /// An attack.
    Attack([u8; 2]),
    /// An action of a game that writes actions as text.
    Text(String),
}

/// Answers positions with one bot.
#[derive(Debug)]
pub(crate) struct Answerer<'a> {
    bot: Option<&'a str>,
    tables: &'a LazyTable,
}

impl<'a> Answerer<'a> {
    /// An answerer with a bot as typed; `None` means each game's usual one.
    pub(crate) fn new(bot: Option<&'a str>, tables: &'a LazyTable) -> Self {
        Self { bot, tables }
    }

    /// Answers one line.
    pub(crate) fn answer(&mut self, line: &str) -> Result<Answer, NotAPosition> {
        let Asked { state, odds } = read(line)?;
        let game = state.kind();
        let mut spec = BotSpec::for_game(self.bot.unwrap_or(usual_bot(game)), game)?;
        spec.odds = odds.unwrap_or(spec.odds);
        let table = { spec.asks_table(game) }.then(|| self.tables.table());
        let table = table.flatten();
        let is_known = table.is_some();
        let mut bot = SeatBot::with_table(spec, game, table)?;
        let is_over = matches!(state.node(), Node::Terminal(_));
        if is_known
            && !is_over
            && let Some(solution) = bot.solution(&state, &mut bot.nodes())
        {
            return Ok(known(&mut bot, &state, &solution));
        }
        let is_exact = spec.kind == BotKind::Perfect;
        if let AnyState::AnimalShogi(position) = &state {
            let placement = position.placement();
            let solved = if is_exact || position.ending().is_some() {
                Solved::position(&placement, placement.to_move(), solver_nodes(spec))
            } else {
                Solved::default()
            };
            return Ok(valued(bot, &state, solved));
        }
        if let AnyState::TicTacToe(position) = &state {
            let solved = Solved::position(position, position.to_move(), solved::NODES_MAX);
            return Ok(valued(bot, &state, solved));
        }
        Ok(rated(bot, &state))
    }
}

fn rated(mut bot: SeatBot, state: &AnyState) -> Answer {
    let actions = state.actions();
    let ratings = bot.ratings(state);
    let best = match &ratings {
        Some(ratings) => best(ratings),
        None => chosen(&mut bot, state),
    };
    let kind = bot.spec().odds;
    Answer::Rated {
        odds: actions
            .iter()
            .map(|it| probability(state, *it, kind))
            .collect(),
        actions: actions.into_iter().map(ActionText::from).collect(),
        ratings,
        best,
    }
}

/// The answer with a proven value. The exact player's choice follows from that value; every other
/// bot is asked for its own.
fn valued(mut bot: SeatBot, state: &AnyState, solved: Solved) -> Answer {
    let proven = solved.best.filter(|_| bot.spec().kind == BotKind::Perfect);
    Answer::Valued {
        actions: state.actions().into_iter().map(ActionText::from).collect(),
        value: solved.end,
        plies: solved.plies,
        best: proven.or_else(|| chosen(&mut bot, state)),
        scores: None,
    }
}

/// The answer of a tablebase.
fn known(bot: &mut SeatBot, state: &AnyState, solution: &Solution<AnyAction>) -> Answer {
    let solved = Solved::value(solution.value);
    let score = |value| match value {
        Value::Win(plies) => i64::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -i64::from(plies),
    };
    let actions = solution.actions.iter();
    Answer::Valued {
        actions: actions.clone().map(|it| ActionText::from(it.0)).collect(),
        value: solved.end,
        plies: solved.plies,
        best: chosen(bot, state),
        scores: actions.map(|it| it.1.map(score)).collect(),
    }
}

fn solver_nodes(spec: BotSpec) -> u32 {
    spec.nodes.unwrap_or(solved::NODES_MAX)
}

impl From<AnyAction> for ActionText {
    fn from(action: AnyAction) -> Self {
        match action.on_territories() {
            Some(Action::Pass) => Self::Pass(["pass"]),
            Some(Action::Attack { from, to }) => Self::Attack([from.0, to.0]),
            None => Self::Text(action.to_string()),
        }
    }
}

/// The bot that rates a game's positions unless one is named.
fn usual_bot(game: GameKind) -> &'static str {
    if BotKind::Perfect.plays(game) {
        "perfect"
    } else {
        "paranoid:2"
    }
}

/// The index of the action that the bot chooses.
fn chosen(bot: &mut SeatBot, state: &AnyState) -> Option<usize> {
    let mut budget = bot.nodes();
    let action = bot.choose(state, &mut budget, &mut SeededDice::new(LUCK_SEED))?;
    state.actions().iter().position(|it| *it == action)
}

/// The success probability that the bot assumes for an action.
fn probability(state: &AnyState, action: AnyAction, kind: OddsKind) -> Option<f64> {
    let exact = state.preview(action).odds?.probability();
    match kind {
        OddsKind::Exact => Some(exact),
        OddsKind::Table => Some(from_table(state, action).unwrap_or(exact)),
    }
}

fn from_table(state: &AnyState, action: AnyAction) -> Option<f64> {
    let Some(Action::Attack { from, to }) = action.on_territories() else {
        return None;
    };
    let board = if let AnyState::DiceOfDoom(position) = state {
        position.board()
    } else if let AnyState::DiceWars(position) = state {
        OnTerritories::board(position)
    } else {
        return None;
    };
    odds::book_hundredths(board.dice(from), board.dice(to)).map(|it| f64::from(it) / 100.0)
}
