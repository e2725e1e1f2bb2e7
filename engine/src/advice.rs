//! Advice: what a position means for the seat to move, what an expert would do there, and why.
//!
//! Called by interfaces that show a match and know no rules: they have its configuration and the view of the position,
//! and get what they may show. Everything in here follows from the rules and the bots, and from nothing that the table
//! does not see. The nodes of the search and the luck are arguments.

pub mod review;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bots::Nodes;
use crate::bots::spec::{BotKind, BotSpec};
use crate::dice::Dice;
use crate::game::{Node, Odds, Preview, Seat, State};
use crate::games::territory::{Action, Standing, Territory, View};
use crate::games::{AnyAction, AnyConfig, AnyState, AnyView, GameKind, dice_of_doom};
use crate::roster::SeatBot;
use crate::solution::tablebase::probe::Scores;

pub use crate::bots::perfect::Value;

/// The meaning of a position for the seat to move, in games with territories.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The dice that the seat gets if it ends its turn now; `None` if it may not, or if the view does not tell.
    pub gain: Option<Gain>,
    /// The seat's territories that others could attack at once, each with the attack that is most likely to succeed.
    pub threats: Vec<Threat>,
}

/// The dice that the end of a turn brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gain {
    /// The dice that are added to the board.
    pub placed: u16,
    /// The dice that find no room and are kept.
    pub kept: u8,
}

/// A territory that could be attacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// The territory.
    pub at: Territory,
    /// The territory from which it could be attacked.
    pub from: Territory,
    /// The probability that it falls.
    pub chance: f64,
}

/// As much as the table has seen of a match: how it began, and every position as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The configuration with which the match began.
    pub config: AnyConfig,
    /// The positions before the present one, in any order: with them, what repetition changes is in the advice.
    pub earlier: Vec<AnyView>,
    /// The present position.
    pub view: AnyView,
}

/// The action that an expert would choose, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The action.
    pub action: AnyAction,
    /// The reason, short enough to be told in a line.
    pub why: Why,
    /// The value of every legal action in the game's order, where a tablebase tells it; empty elsewhere.
    pub values: Vec<(AnyAction, Value)>,
}

/// Whom to ask for advice.
#[derive(Clone, Default)]
pub struct Expert {
    /// The most nodes that it visits.
    pub nodes_max: u64,
    /// The tablebase of animal shogi, where there is one.
    pub table: Option<Arc<dyn Scores>>,
}

/// Why an expert would choose an action: the first of these reasons that is true.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Why {
    /// It is the only legal action.
    Only,
    /// It wins at once.
    Wins,
    /// The action prevents a loss: after `losing` of the other actions the next seat wins at once. Not told of an
    /// action that wins for certain.
    Prevents {
        /// The number of other actions after which the next seat wins at once.
        losing: usize,
        /// The number of other actions.
        others: usize,
    },
    /// It ends the match in a draw.
    Draws,
    /// The search followed every line to its end, or the table knows: how the match ends, and after how many actions.
    Solved(Value),
    /// It attacks.
    Attacks(Attack),
    /// It ends the turn.
    Stops {
        /// The dice that the end of the turn brings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gain: Option<Gain>,
        /// The probability of success of the most promising attack that is left; `None` if no attack is left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        best: Option<f64>,
    },
    /// The search rates it highest, and there is no more to tell.
    Judged,
}

/// The reasons for an attack.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attack {
    /// The probability that it succeeds.
    pub chance: f64,
    /// The size of the seat's largest region: now, and if the attack succeeds.
    pub link: [u8; 2],
    /// The seat that loses its last territory if the attack succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Seat>,
    /// Whether the attacked territory could itself attack the seat.
    pub threatens: bool,
}

/// The meaning of a position with territories for the seat to move; `None` for other games and where no seat is to
/// move.
pub fn outlook(config: &AnyConfig, view: &AnyView) -> Option<Outlook> {
    let board = view.on_territories()?;
    let state = config.position(view)?;
    let Node::Decision(mine) = state.node() else {
        return None;
    };
    Some(Outlook {
        gain: gain(config, board, &state, mine),
        threats: threats(config, view, mine),
    })
}

/// The action that an expert would choose within its nodes, and why; `None` where there is nothing to choose.
pub fn advise(seen: &Seen, expert: &Expert, dice: &mut dyn Dice) -> Option<Advice> {
    let (config, view) = (&seen.config, &seen.view);
    let mut state = config.position(view)?;
    for earlier in &seen.earlier {
        state.recall(earlier);
    }
    let Node::Decision(_) = state.node() else {
        return None;
    };
    let game = state.kind();
    let is_known = expert.knows(game);
    let mut bot = expert.bot(game)?;
    let action = bot.choose(&state, &mut Nodes::at_most(expert.nodes_max), dice)?;
    let why = why(config, view, &state, action, expert);
    let known = is_known.then(|| bot.solution(&state, &mut Nodes::at_most(expert.nodes_max)));
    let known = known.flatten().map_or_else(Vec::new, |it| it.actions);
    let values = known.into_iter().filter_map(|it| Some((it.0, it.1?)));
    Some(Advice {
        action,
        why,
        values: values.collect(),
    })
}

impl Expert {
    /// Whether the tablebase tells everything about a game.
    pub fn knows(&self, game: GameKind) -> bool {
        self.table.is_some() && BotSpec::usual(BotKind::Perfect).asks_table(game)
    }

    /// The bot that answers for the expert in a game.
    fn bot(&self, game: GameKind) -> Option<SeatBot> {
        let spec = if self.knows(game) {
            BotSpec::usual(BotKind::Perfect)
        } else {
            BotSpec::for_game("expert", game).ok()?
        };
        SeatBot::with_table(spec, game, self.table.clone()).ok()
    }
}

impl fmt::Debug for Expert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expert")
            .field("nodes_max", &self.nodes_max)
            .finish_non_exhaustive()
    }
}

fn why(
    config: &AnyConfig,
    view: &AnyView,
    state: &AnyState,
    chosen: AnyAction,
    expert: &Expert,
) -> Why {
    let actions = state.actions();
    if wins_at_once(state, chosen) {
        return Why::Wins;
    }
    if actions.len() == 1 {
        return Why::Only;
    }
    if draws_at_once(state, chosen) {
        return Why::Draws;
    }
    let as_seen = view.on_territories().zip(chosen.on_territories());
    if let Some((board, action)) = as_seen {
        let outlook = outlook(config, view);
        return match action {
            Action::Pass => Why::Stops {
                gain: outlook.and_then(|it| it.gain),
                best: best_chance(state, &actions),
            },
            Action::Attack { to, .. } => {
                let preview = state.preview(chosen);
                Why::Attacks(attack(board, preview, to, outlook))
            }
        };
    }
    let solved = solved(state, chosen, expert);
    if let Some(value @ Value::Win(_)) = solved {
        return Why::Solved(value);
    }
    let others = actions.iter().filter(|it| **it != chosen);
    let losing = others.filter(|it| loses_at_once(state, **it)).count();
    if losing > 0 && !loses_at_once(state, chosen) {
        let others = actions.len() - 1;
        return Why::Prevents { losing, others };
    }
    solved.map_or(Why::Judged, Why::Solved)
}

/// The reasons for an attack on a territory.
fn attack(board: &View, preview: Preview, to: Territory, outlook: Option<Outlook>) -> Attack {
    // A view may be of a server that leaves standings out.
    let mine = board.to_move.and_then(|it| board.standings.get(it.idx()));
    let now = mine.map_or(0, |it| it.link);
    let owner = owners(board).get(to.idx()).copied();
    let is_last = |seat: &Seat| {
        let standing = board.standings.get(seat.idx());
        standing.is_some_and(|it| it.territories == 1)
    };
    let threats = outlook.map(|it| it.threats).unwrap_or_default();
    Attack {
        chance: preview.odds.map_or(1.0, Odds::probability),
        link: [now, preview.link.unwrap_or(now)],
        ends: owner.filter(is_last),
        threatens: threats.iter().any(|it| it.from == to),
    }
}

/// The dice that the seat to move gets if it ends its turn: ends the turn on a copy and compares what the seat has.
fn gain(config: &AnyConfig, board: &View, state: &AnyState, mine: Seat) -> Option<Gain> {
    // The dice captured in this turn are in no view.
    let is_hidden = matches!(config, AnyConfig::DiceOfDoom(it)
        if it.rules.reinforcement == dice_of_doom::Reinforcement::Captured && !board.opening);
    if is_hidden {
        return None;
    }
    let mut actions = state.actions().into_iter();
    let pass = actions.find(|it| it.on_territories() == Some(Action::Pass))?;
    let mut after = state.clone();
    after.act(pass);
    // The number of dice does not depend on where each one is placed.
    while let Some(first) = after.chances().first().copied() {
        after.resolve(first.chance);
    }
    let after = after.view();
    let standing = |it: &View| it.standings.get(mine.idx()).copied();
    let [before, after]: [Standing; 2] = [standing(board)?, standing(after.on_territories()?)?];
    Some(Gain {
        placed: after.dice.saturating_sub(before.dice),
        kept: after.reserve.saturating_sub(before.reserve),
    })
}

/// For each territory of a seat that others could attack if it were their turn, the attack that is most likely to
/// succeed.
fn threats(config: &AnyConfig, view: &AnyView, mine: Seat) -> Vec<Threat> {
    let mut threats: Vec<Threat> = Vec::new();
    let owners = view.on_territories().map(owners).unwrap_or_default();
    let is_mine = |it: &Threat| owners.get(it.at.idx()) == Some(&mine);
    let others = Seat::ALL.into_iter().filter(|it| *it != mine);
    let attacks = others.flat_map(|other| attacks_of(config, view, other));
    for threat in attacks.filter(is_mine) {
        match threats.iter_mut().find(|it| it.at == threat.at) {
            Some(known) if known.chance < threat.chance => *known = threat,
            Some(_) => {}
            None => threats.push(threat),
        }
    }
    threats.sort_by_key(|it| it.at);
    threats
}

/// The attacks that a seat could make if it were its turn.
fn attacks_of(config: &AnyConfig, view: &AnyView, seat: Seat) -> Vec<Threat> {
    let mut view = view.clone();
    if let AnyView::DiceOfDoom(board) | AnyView::DiceWars(board) = &mut view {
        board.to_move = Some(seat);
        board.opening = false;
    }
    let Some(state) = config.position(&view) else {
        return Vec::new();
    };
    let attack = |action: AnyAction| {
        let Some(Action::Attack { from, to }) = action.on_territories() else {
            return None;
        };
        let chance = state.preview(action).odds.map_or(1.0, Odds::probability);
        Some(Threat {
            at: to,
            from,
            chance,
        })
    };
    state.actions().into_iter().filter_map(attack).collect()
}

/// How the match ends after an action, if every line after it fits the expert's nodes or is in its table, and no other
/// action ends better.
fn solved(state: &AnyState, action: AnyAction, expert: &Expert) -> Option<Value> {
    let perfect = BotSpec::usual(BotKind::Perfect);
    let mut bot = SeatBot::with_table(perfect, state.kind(), expert.table.clone()).ok()?;
    let solution = bot.solution(state, &mut Nodes::at_most(expert.nodes_max))?;
    let mut actions = solution.actions.iter();
    let of_action = actions.find(|it| it.0 == action)?.1?;
    (of_action == solution.value).then_some(of_action)
}

/// Whether the seat to move wins by this action.
fn wins_at_once(state: &AnyState, action: AnyAction) -> bool {
    let Node::Decision(mine) = state.node() else {
        return false;
    };
    let mut after = state.clone();
    after.act(action);
    matches!(after.node(), Node::Terminal(outcome) if outcome.winners.contains(mine))
}

/// Whether the match ends by this action and nobody wins.
fn draws_at_once(state: &AnyState, action: AnyAction) -> bool {
    let mut after = state.clone();
    after.act(action);
    matches!(after.node(), Node::Terminal(outcome) if outcome.winners.is_empty())
}

/// Whether the next seat can win by its next action.
fn loses_at_once(state: &AnyState, action: AnyAction) -> bool {
    let mut after = state.clone();
    after.act(action);
    let mut replies = after.actions().into_iter();
    replies.any(|it| wins_at_once(&after, it))
}

fn best_chance(state: &AnyState, actions: &[AnyAction]) -> Option<f64> {
    let attacks = actions
        .iter()
        .filter(|it| it.on_territories() != Some(Action::Pass));
    let chances = attacks.map(|it| state.preview(*it).odds.map_or(1.0, Odds::probability));
    chances.reduce(f64::max)
}

fn owners(board: &View) -> Vec<Seat> {
    board.board.iter().map(|it| it.owner).collect()
}
