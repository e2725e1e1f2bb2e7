//! The arguments of the tools without a server, which play, rate and count by the rules.

use std::num::NonZeroUsize;

use clap::Args;
use dicehall_client::Failure;
use dicehall_client::cli::args::common::{RulesArgs, TEMPLATE, game_parser};
use dicehall_engine::bots::rung::Rung;
use dicehall_engine::bots::spec::NoSuchBot;
use dicehall_engine::{AnyState, BotSpec, GameKind};

use super::review::REVIEW_NODES_MAX;
use crate::arena::Arena;
use crate::arena::ladder::Ladder;
use crate::arena::table::{CrossTable, usual_bots};
use crate::tablebase::TableArgs;
use crate::{analyse, perft};

/// Let bots play against bots, without a network
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall arena --game dice-of-doom --bots hard,normal --matches 1000 --seed 1
  dicehall arena --game dice-of-doom --bots paranoid:3,paranoid:2,random,random --matches 400 --seed 7 --json
  dicehall arena --game animal-shogi --bots mcts:nodes=2000,random --matches 20
  dicehall arena --table --matches 40
  dicehall arena --ladder --matches 1000 --json")]
#[command(after_help = "\
Seats rotate: after as many matches as there are bots, every bot has played every seat once. A shared win counts its
share; win_rate is wins / matches; ci95 is Wilson's interval. The same seed gives the same result (but for times),
whatever --jobs.

With --table all bots of a game play against all, in a game of four seats one against three of the other. Without --game
there is a table for each game, without --bots it has every bot at its usual level and those of the four strengths.

With --ladder the five rungs of each game, or of --game, meet each other; in a game of four seats each of a pair holds every
other seat. A draw is half a win. Elo: the most likely strengths by the model of Bradley and Terry; the mean is 1500. Each
pair is told on standard error when it is over.")]
pub struct ArenaArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), required_unless_present_any = ["table", "ladder"])]
    game: Option<GameKind>,
    /// The bots, as in `dicehall bots`; as many as the game has seats
    #[arg(
        long,
        value_name = "BOT,BOT[,...]",
        value_delimiter = ',',
        required_unless_present_any = ["table", "ladder"]
    )]
    #[arg(requires = "game")]
    bots: Vec<String>,
    /// Print a table of all bots against all, as Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) table: bool,
    /// Rate the bots on the five rungs of each game by matches of each against each
    #[arg(long, conflicts_with_all = ["table", "bots"])]
    pub(crate) ladder: bool,
    /// With --table: end a cell sooner, when its bots have visited this many nodes
    #[arg(
        long,
        value_name = "N",
        requires = "table",
        default_value_t = 20_000_000
    )]
    nodes: u64,
    /// How many matches are played; with --ladder by each pair
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) matches: u64,
    /// What all luck follows from
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    rules: RulesArgs,
    /// Also review every match: luck, and what choices cost with at most N nodes each; 0 for luck alone
    #[arg(long, value_name = "N", conflicts_with_all = ["table", "ladder"])]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=REVIEW_NODES_MAX))]
    review: Option<u64>,
    /// How many threads play; as many as there are processors unless told otherwise
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    tablebase: TableArgs,
}

/// Rate positions: JSON lines in, JSON lines out
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = r#"Examples:
  echo '{"game":"dice-of-doom","rules":"book","size":2,"players":2,"max_dice":5,"to_move":0,
         "start":false,"board":"a3b1b2a5"}' | tr -d '\n' | dicehall analyse --bot paranoid:3
  echo '{"game":"tic-tac-toe","board":"x...o...."}' | dicehall analyse"#)]
#[command(after_help = "\
One position a line, one answer a line, in order, each flushed at once; blank lines are skipped.

dice-of-doom
  in   rules book or standard; size; players; max_dice; to_move from 0; start: no attack was made in this turn;
       board: two characters a hex in index order, owner a to d and dice 1 to 9; optional odds exact or table
       (the book's two-digit odds, for odds and ratings), seed of the bot's luck (0), and effort: true
  out  actions: [\"pass\"] first where it is allowed, then [source, target]; odds of each; ratings of the bot or null;
       best: an index, or null when the match is over; with effort also nodes and ms

dice-wars
  in   map: {\"neighbours\":[[1],[0]]}, what each territory touches; owners from 0; dice; to_move; optional stock of each
       seat, max_dice (8), odds, seed and effort; transfers: where others' rules let a seat move dice between two of its
       territories that touch (all but one, or as many as there is room for), how many of these moves are left in this turn
  out  as for dice-of-doom; with transfers also [\"transfer\", source, target] after the attacks, and ratings are null

animal-shogi
  in   position: ranks from the top, capitals for sente, b or w to move, hands: gle/1c1/1C1/ELG b -
  out  actions: b3b2, b2b1+, C*b2; value for the side to move, win, draw or loss, and plies to it; null where the bot
       does not solve the position (only perfect does; nodes= bounds its search); best: an index; with a table also
       scores, of each action: 5 wins in five plies, -8 loses in eight, 0 draws

tic-tac-toe
  in   board: nine cells by rows from the top, x, o or . (empty); the count says who is to move
  out  actions: a1 to c3, column first; value and plies, always; best: an index

any other game
  in   config and view, as a server tells them (PROTOCOL.md)
  out  actions by their names; value and plies, or null where the bot does not solve the position; best: an index

A line that is no position gets {\"error\":{\"code\":...,\"message\":...}} in its place, and the run goes on.")]
pub struct AnalyseArgs {
    /// The bot that rates; unless told otherwise paranoid:2 for the dice games, perfect for the others
    #[arg(long, value_name = "BOT[:LEVEL]")]
    pub(crate) bot: Option<String>,
    #[command(flatten)]
    pub(crate) tablebase: TableArgs,
}

/// Count sequences of actions, to compare rules between programs
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = r#"Examples:
  dicehall perft --game dice-of-doom --depth 3
  dicehall perft --game dice-of-doom --depth 2 --position '{"game":"dice-of-doom","rules":"standard","size":2,
    "players":2,"max_dice":2,"to_move":0,"start":true,"board":"a2a1b1b1"}'
  dicehall perft --game animal-shogi --depth 6 --position 'gle/1c1/1C1/ELG b -'"#)]
#[command(after_help = "\
Chance costs no depth: after each action, the last one too, every distinguishable result counts once, whatever its odds.
A match that ends before the depth is reached counts nothing. In animal shogi no repetition ends it.
The position of animal-shogi and the board of tic-tac-toe may also be given bare, without the JSON around them.")]
pub struct PerftArgs {
    /// The game
    #[arg(long, value_parser = game_parser())]
    pub(crate) game: GameKind,
    /// A position as for `dicehall analyse`; without it the default rules with the fewest seats, dealt with seed 0
    #[arg(long, value_name = "JSON")]
    position: Option<String>,
    /// How many actions a sequence has
    #[arg(long, value_name = "D")]
    pub(crate) depth: u32,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl ArenaArgs {
    /// The arena that was asked for.
    pub(crate) fn arena(&self) -> Result<Arena, Failure> {
        let game = self
            .game
            .ok_or_else(|| Failure::usage("--game is missing"))?;
        let bots = self.bots_of(game)?;
        let (from, to) = game.seats();
        if !(usize::from(from)..=usize::from(to)).contains(&bots.len()) {
            let count = bots.len();
            let range = if from == to {
                from.to_string()
            } else {
                format!("{from} to {to}")
            };
            let why = format!("{} is played by {range} bots, not {count}", game.name());
            return Err(Failure::usage(why));
        }
        let rules = self.rules.of(game)?;
        let asks = self.review.is_some() || bots.iter().any(|it| it.1.asks_table(game));
        let asks = asks && game == GameKind::AnimalShogi;
        Ok(Arena {
            rules,
            matches: self.matches,
            seed: self.seed,
            jobs: self.jobs(),
            table: { asks }
                .then(|| self.tablebase.open())
                .transpose()?
                .flatten(),
            bots,
            review: self.review,
        })
    }

    /// The cross tables that were asked for: of one game, or of each.
    pub(crate) fn tables(&self) -> Result<Vec<CrossTable>, Failure> {
        let games = self
            .game
            .map_or_else(|| GameKind::ALL.to_vec(), |it| vec![it]);
        games.into_iter().map(|it| self.table_of(it)).collect()
    }

    /// The ladders that were asked for: of one game, or of each.
    pub(crate) fn ladders(&self) -> Result<Vec<Ladder>, Failure> {
        let games = self
            .game
            .map_or_else(|| GameKind::ALL.to_vec(), |it| vec![it]);
        games.into_iter().map(|it| self.ladder_of(it)).collect()
    }

    fn ladder_of(&self, game: GameKind) -> Result<Ladder, Failure> {
        let asks = |it: &Rung| BotSpec::on_rung(*it, game).asks_table(game);
        let asks = Rung::ALL.iter().any(asks);
        Ok(Ladder {
            rules: self.rules.of(game)?,
            matches: self.matches,
            seed: self.seed,
            jobs: self.jobs(),
            table: { asks }
                .then(|| self.tablebase.open())
                .transpose()?
                .flatten(),
        })
    }

    fn table_of(&self, game: GameKind) -> Result<CrossTable, Failure> {
        let rules = self.rules.of(game)?;
        let bots = if self.bots.is_empty() {
            usual_bots(&rules)
        } else {
            self.bots_of(game)?
        };
        if bots.len() < 2 {
            return Err(Failure::usage("a table has at least two bots"));
        }
        let Self {
            matches,
            nodes,
            seed,
            ..
        } = *self;
        Ok(CrossTable {
            rules,
            bots,
            matches,
            nodes,
            seed,
            jobs: self.jobs(),
        })
    }

    fn bots_of(&self, game: GameKind) -> Result<Vec<(String, BotSpec)>, Failure> {
        let bot = |name: &String| Ok((name.clone(), BotSpec::for_game(name.trim(), game)?));
        self.bots
            .iter()
            .map(bot)
            .collect::<Result<_, NoSuchBot>>()
            .map_err(Failure::usage)
    }

    fn jobs(&self) -> NonZeroUsize {
        let usual = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(usual)
    }
}

impl AnalyseArgs {
    /// Refuses a bot that plays none of the games.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let Some(bot) = &self.bot else { return Ok(()) };
        let meant = GameKind::ALL
            .iter()
            .map(|game| BotSpec::for_game(bot, *game));
        // If the bot plays no game, the error of the first is reported.
        let meant = meant.reduce(|one, other| if one.is_ok() { one } else { other.or(one) });
        match meant {
            Some(Err(fault)) => Err(Failure::usage(fault)),
            Some(Ok(_)) | None => Ok(()),
        }
    }
}

impl PerftArgs {
    /// The position from which to count.
    pub(crate) fn state(&self) -> Result<AnyState, Failure> {
        let Some(position) = &self.position else {
            return perft::first_position(self.game).map_err(Failure::failed);
        };
        let json = perft::as_json(self.game, position);
        let state = analyse::position::read(&json)
            .map_err(Failure::usage)?
            .state;
        if state.kind() == self.game {
            Ok(state)
        } else {
            Err(Failure::usage(format!(
                "the position is one of {}",
                state.kind().name()
            )))
        }
    }
}
