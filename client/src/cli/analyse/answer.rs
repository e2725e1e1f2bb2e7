//! What is answered to a position: its legal actions, their odds, a bot's ratings, and the best of them.

use dicehall_engine::bot_spec::OddsKind;
use dicehall_engine::bots::paranoid::best;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::{Action, odds};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyState, BotSpec, GameKind, State};
use serde::Serialize;

use super::position::{Asked, NotAPosition, read};

/// What a bot that chooses by lot draws from; each position anew, so that no line depends on another.
const LUCK_SEED: u64 = 0;

/// The answer to one position. The lists are parallel and in the game's order of actions.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    actions: Vec<ActionText>,
    odds: Vec<Option<f64>>,
    ratings: Option<Vec<f64>>,
    best: Option<usize>,
}

/// `["pass"]` or `[from, to]`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ActionText {
    Pass([&'static str; 1]),
    Attack([u8; 2]),
}

/// Answers positions with one bot.
#[derive(Debug)]
pub(crate) struct Answerer<'a> {
    bot: Option<&'a str>,
}

impl<'a> Answerer<'a> {
    /// With a bot as it is typed; `None` means each game's usual one.
    pub(crate) fn new(bot: Option<&'a str>) -> Self {
        Self { bot }
    }

    /// Answers one line.
    pub(crate) fn answer(&mut self, line: &str) -> Result<Answer, NotAPosition> {
        let Asked { state, odds } = read(line)?;
        let game = state.kind();
        let mut spec = BotSpec::for_game(self.bot.unwrap_or(usual_bot(game)), game)?;
        spec.odds = odds.unwrap_or(spec.odds);
        let mut bot = SeatBot::new(spec, game)?;
        let actions = state.actions();
        let ratings = bot.ratings(&state);
        let best = match &ratings {
            Some(ratings) => best(ratings),
            None => chosen(&mut bot, &state).and_then(|it| actions.iter().position(|other| *other == it)),
        };
        Ok(Answer {
            odds: actions.iter().map(|it| probability(&state, *it, spec.odds)).collect(),
            actions: actions.into_iter().map(ActionText::from).collect(),
            ratings,
            best,
        })
    }
}

impl From<AnyAction> for ActionText {
    fn from(action: AnyAction) -> Self {
        match action {
            AnyAction::DiceOfDoom(Action::Pass) => Self::Pass(["pass"]),
            AnyAction::DiceOfDoom(Action::Attack { from, to }) => Self::Attack([from.0, to.0]),
        }
    }
}

/// The bot that rates a game's positions unless another is named.
const fn usual_bot(game: GameKind) -> &'static str {
    match game {
        GameKind::DiceOfDoom => "paranoid:2",
    }
}

fn chosen(bot: &mut SeatBot, state: &AnyState) -> Option<AnyAction> {
    let mut budget = bot.nodes();
    bot.choose(state, &mut budget, &mut SeededDice::new(LUCK_SEED))
}

/// The odds with which the bot reckons.
fn probability(state: &AnyState, action: AnyAction, kind: OddsKind) -> Option<f64> {
    let exact = state.prospect(action).odds?.probability();
    match kind {
        OddsKind::Exact => Some(exact),
        OddsKind::Table => Some(from_table(state, action).unwrap_or(exact)),
    }
}

fn from_table(state: &AnyState, action: AnyAction) -> Option<f64> {
    match (state, action) {
        (AnyState::DiceOfDoom(position), AnyAction::DiceOfDoom(Action::Attack { from, to })) => {
            let board = position.board();
            odds::book_hundredths(board.dice(from), board.dice(to)).map(|it| f64::from(it) / 100.0)
        }
        (AnyState::DiceOfDoom(_), AnyAction::DiceOfDoom(Action::Pass)) => None,
    }
}
