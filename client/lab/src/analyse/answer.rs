//! The answer to a position: its legal actions, their odds, a bot's ratings, and the best of them.

use std::time::Instant;

use crate::tablebase::LazyTable;
use dicehall_engine::bots::paranoid::best;
use dicehall_engine::bots::perfect::{Solution, Value};
use dicehall_engine::bots::spec::OddsKind;
use dicehall_engine::bots::{Budget, Nodes};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::OnTerritories;
use dicehall_engine::games::territory::{Action, odds};
use dicehall_engine::knowledge::territory::transfers::{Transfer, Transfers, legal};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyState, BotKind, BotSpec, GameKind, Node, State};
use serde::Serialize;

use super::position::{AnalyseRequest, Extras, NotAPosition, read};
use super::solved::{self, End, Solved};

/// The seed of bots that choose at random, unless a line has its own; each position starts with it
/// anew, so that no answer depends on another.
const LUCK_SEED: u64 = 0;
/// The most nodes of a search of transfers.
const TRANSFER_NODES: u64 = 30_000;

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
        /// The effort, where the line asks for it.
        #[serde(flatten)]
        effort: Option<Effort>,
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

/// The effort of an answer.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Effort {
    /// The visited nodes.
    nodes: u64,
    /// The time in milliseconds.
    ms: f64,
}

/// An action as JSON: `["pass"]`, `[from, to]`, `["transfer", from, to]`, or the game's own text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum ActionText {
    /// The end of a turn.
    Pass([&'static str; 1]),
    /// An attack.
    Attack([u8; 2]),
    /// A transfer of dice, by the rules of others.
    Transfer((&'static str, u8, u8)),
    /// An action of a game that writes actions as text.
    Text(String),
}

/// Answers positions with one bot.
#[derive(Debug)]
pub(crate) struct Answerer<'a> {
    bot: Option<&'a str>,
    tables: &'a LazyTable,
    /// The bot of the line before, with what it has built; its answers do not depend on what it was asked before.
    kept: Option<(BotSpec, GameKind, SeatBot)>,
    /// The search of transfers, built when a line first needs it.
    transfers: Option<Transfers>,
}

impl<'a> Answerer<'a> {
    /// An answerer with a bot as typed; `None` means each game's usual one.
    pub(crate) fn new(bot: Option<&'a str>, tables: &'a LazyTable) -> Self {
        Self {
            bot,
            tables,
            kept: None,
            transfers: None,
        }
    }

    /// Answers one line.
    pub(crate) fn answer(&mut self, line: &str) -> Result<Answer, NotAPosition> {
        let AnalyseRequest {
            state,
            odds,
            extras,
        } = read(line)?;
        let game = state.kind();
        let mut spec = BotSpec::for_game(self.bot.unwrap_or(usual_bot(game)), game)?;
        spec.odds = odds.unwrap_or(spec.odds);
        if let AnyState::DiceOfDoom(_) | AnyState::DiceWars(_) = &state {
            return self.rated(spec, &state, extras);
        }
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
        Ok(valued(bot, &state, Solved::default()))
    }

    /// The answer in a dice game.
    fn rated(
        &mut self,
        spec: BotSpec,
        state: &AnyState,
        extras: Extras,
    ) -> Result<Answer, NotAPosition> {
        let game = state.kind();
        let kept = { self.kept.take() }.filter(|it| (it.0, it.1) == (spec, game));
        let mut bot = match kept {
            Some((_, _, bot)) => bot,
            None => SeatBot::new(spec, game)?,
        };
        let (actions, begun) = (state.actions(), Instant::now());
        let (transfers, mut nodes) = (transfers(state, extras), Nodes::at_most(TRANSFER_NODES));
        let found = self.transfer(state, extras, &mut nodes);
        let transfer = found.and_then(|it| transfers.iter().position(|of| *of == it));
        // The ratings are of attacks alone, and say nothing where dice may be moved before.
        let ratings = if transfers.is_empty() {
            bot.ratings(state)
        } else {
            None
        };
        let mut budget = bot.nodes();
        let best = match (transfer, &ratings) {
            (Some(at), _) => Some(actions.len() + at),
            (None, Some(ratings)) => best(ratings),
            (None, None) => chosen(&mut bot, state, &mut budget, extras.seed),
        };
        let effort = extras.effort.then(|| Effort {
            nodes: nodes.spent() + budget.spent(),
            ms: begun.elapsed().as_secs_f64() * 1e3,
        });
        self.kept = Some((spec, game, bot));
        let odds = actions.iter().map(|it| probability(state, *it, spec.odds));
        let none = transfers.iter().map(|_| None);
        Ok(Answer::Rated {
            odds: odds.chain(none).collect(),
            actions: actions
                .iter()
                .map(|it| ActionText::from(*it))
                .chain(transfers.iter().map(ActionText::from))
                .collect(),
            ratings,
            best,
            effort,
        })
    }

    /// The transfer that gains the most, where the line allows any.
    fn transfer(
        &mut self,
        state: &AnyState,
        extras: Extras,
        nodes: &mut Nodes,
    ) -> Option<Transfer> {
        let AnyState::DiceWars(position) = state else {
            return None;
        };
        if extras.transfers == 0 {
            return None;
        }
        let search = self.transfers.get_or_insert_with(Transfers::new);
        search.best(position, extras.transfers, nodes)
    }
}

/// The legal transfers, where the line allows any.
fn transfers(state: &AnyState, extras: Extras) -> Vec<Transfer> {
    if let AnyState::DiceWars(position) = state
        && extras.transfers > 0
    {
        legal(position)
    } else {
        Vec::new()
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
        best: proven.or_else(|| chosen_anew(&mut bot, state)),
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
        best: chosen_anew(bot, state),
        scores: actions.map(|it| it.1.map(score)).collect(),
    }
}

fn solver_nodes(spec: BotSpec) -> u32 {
    spec.nodes.unwrap_or(solved::NODES_MAX)
}

impl From<&Transfer> for ActionText {
    fn from(transfer: &Transfer) -> Self {
        Self::Transfer(("transfer", transfer.from.0, transfer.to.0))
    }
}

impl From<AnyAction> for ActionText {
    fn from(action: AnyAction) -> Self {
        match dice_action(action) {
            Some(Action::Pass) => Self::Pass(["pass"]),
            Some(Action::Attack { from, to }) => Self::Attack([from.0, to.0]),
            None => Self::Text(action.to_string()),
        }
    }
}

/// The action as the dice games have it; `None` in other games.
const fn dice_action(action: AnyAction) -> Option<Action> {
    if let AnyAction::DiceOfDoom(action) | AnyAction::DiceWars(action) = action {
        Some(action)
    } else {
        None
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

/// The index of the action that the bot chooses with its usual nodes and luck.
fn chosen_anew(bot: &mut SeatBot, state: &AnyState) -> Option<usize> {
    let mut budget = bot.nodes();
    chosen(bot, state, &mut budget, LUCK_SEED)
}

/// The index of the action that the bot chooses.
fn chosen(bot: &mut SeatBot, state: &AnyState, budget: &mut Nodes, seed: u64) -> Option<usize> {
    let action = bot.choose(state, budget, &mut SeededDice::new(seed))?;
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
    let Some(Action::Attack { from, to }) = dice_action(action) else {
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
