//! The agent of a bot that plays over the network: one of the engine's bots, or another program.

use dicehall_engine::bots::spec::NoSuchBot;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::LatestChoices;
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyConfig, AnyState, AnyView, BotSpec, GameKind};
use dicehall_protocol::Choice;
use tokio::task::spawn_blocking;

use super::program::Program;
use crate::tablebase::LazyTable;

/// The part that chooses actions.
#[derive(Debug)]
pub(crate) enum Agent {
    /// One of the engine's bots; `None` while it thinks.
    Engine(Option<Box<Engine>>),
    /// Another program.
    Program(Box<Program>),
}

/// One of the engine's bots, by its name as typed; the bot behind the name depends on the game.
#[derive(Debug)]
pub(crate) struct Engine {
    /// The name as typed.
    name: String,
    /// The bot's random numbers.
    luck: SeededDice,
    /// The bot, built for the game being played.
    bot: Option<(GameKind, Box<SeatBot>)>,
    /// The tablebase, which is read when the bot first needs it.
    tables: LazyTable,
    /// Whether the bot has a table, which was not told yet.
    has_new_table: bool,
}

/// A match as the bot knows it: its configuration, the last view, and the latest choices.
#[derive(Debug, Default)]
pub(crate) struct KnownMatch {
    config: Option<AnyConfig>,
    view: Option<AnyView>,
    choices: LatestChoices,
}

impl KnownMatch {
    /// Notes that a match began.
    pub(crate) fn begun(&mut self, config: AnyConfig) {
        self.config = Some(config);
        self.view = None;
        self.choices = LatestChoices::default();
    }

    /// Notes an action in the position of the last view.
    pub(crate) fn acted(&mut self, action: AnyAction) {
        if let Some(state) = self.position() {
            self.choices.push(state, action);
        }
    }

    /// Notes a view of the position.
    pub(crate) fn seen(&mut self, view: AnyView) {
        self.view = Some(view);
    }

    /// The position as far as the view shows it; `None` if the view is no valid position.
    pub(crate) fn position(&self) -> Option<AnyState> {
        self.config.as_ref()?.position(self.view.as_ref()?)
    }
}

impl Agent {
    /// An agent with one of the engine's bots; an error if no game has a bot of that name.
    pub(crate) fn engine(
        name: String,
        luck_seed: u64,
        tables: LazyTable,
    ) -> Result<Self, NoSuchBot> {
        let fits = |game: &GameKind| BotSpec::for_game(&name, *game);
        if let Some(Err(error)) = GameKind::ALL.iter().map(fits).reduce(Result::or) {
            return Err(error);
        }
        Ok(Self::Engine(Some(Box::new(Engine {
            name,
            luck: SeededDice::new(luck_seed),
            bot: None,
            tables,
            has_new_table: false,
        }))))
    }

    /// Whether it is a program, which receives all messages.
    pub(crate) fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
    }

    /// Passes the server's messages on to the program.
    pub(crate) async fn tell(&mut self, lines: Vec<String>) -> Result<(), String> {
        match self {
            Self::Program(program) => program.tell(&lines).await,
            Self::Engine(_) => Ok(()),
        }
    }

    /// Chooses one of the choices; `None` only if there are none.
    pub(crate) async fn choose(
        &mut self,
        known: &KnownMatch,
        choices: &[Choice],
    ) -> Result<Option<Choice>, String> {
        let engine = match self {
            Self::Program(program) => return program.choose(choices).await.map(Some),
            Self::Engine(engine) => engine,
        };
        let Some(mut thinking) = engine.take() else {
            return Err("the bot thinks already".to_owned());
        };
        let (position, earlier) = (known.position(), known.choices.clone());
        // On a thread of its own, which is left behind if the program is asked to end meanwhile.
        let thought = spawn_blocking(move || {
            let wanted = position.map(|it| thinking.think(&it, &earlier)).transpose();
            (thinking, wanted)
        });
        let (mut back, wanted) = thought.await.map_err(|it| it.to_string())?;
        let wanted = wanted?.flatten();
        let found = wanted.and_then(|it| choices.iter().find(|of| of.action == it));
        let indexes: Vec<usize> = (0..choices.len()).collect();
        let mut drawn = || pick(&indexes, &mut back.luck).map(|it| choices[it].clone());
        let chosen = found.cloned().or_else(&mut drawn);
        *engine = Some(back);
        Ok(chosen)
    }

    /// News about the bot since the last call, if there are any.
    pub(crate) fn news(&mut self) -> Option<String> {
        let Self::Engine(Some(engine)) = self else {
            return None;
        };
        let is_new = std::mem::take(&mut engine.has_new_table);
        is_new.then(|| "perfect plays by the table of animal shogi".to_owned())
    }

    /// Ends the program, if it is one.
    pub(crate) async fn end(&mut self) {
        if let Self::Program(program) = self {
            program.end().await;
        }
    }
}

impl Engine {
    /// The bot's choice in a position, after these choices. The bot is built anew when another game is played, and if it heeds
    /// how others play: it was shown the choices before.
    fn think(
        &mut self,
        state: &AnyState,
        choices: &LatestChoices,
    ) -> Result<Option<AnyAction>, String> {
        let game = state.kind();
        let serves = |it: &SeatBot, of| of == game && !it.spec().watches_others(state);
        if self.bot.as_ref().is_none_or(|(of, it)| !serves(it, *of)) {
            let spec = BotSpec::for_game(&self.name, game).map_err(|error| error.to_string())?;
            let asks = spec.asks_table(game);
            let table = asks.then(|| self.tables.table()).flatten();
            self.has_new_table |= table.is_some();
            let built =
                SeatBot::with_table(spec, game, table).map_err(|error| error.to_string())?;
            self.bot = Some((game, Box::new(built)));
        }
        let Some((_, bot)) = &mut self.bot else {
            return Ok(None);
        };
        for (state, action) in choices.iter() {
            bot.watch(state, *action);
        }
        let mut budget = bot.nodes();
        Ok(bot.choose(state, &mut budget, &mut self.luck))
    }
}
