//! A lobby with bots on all seats, and a session beside it that times the server's answers while
//! they think.
//!
//! The session asks for the list of lobbies, which passes through the same limits and the same
//! directory as every command.

use std::time::Duration;

use anyhow::Result;
use dicehall_engine::lobby::Request;
use dicehall_engine::{BotSpec, GameKind, Seat};
use dicehall_protocol::SessionCommand;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::player::{Player, Server, without_pace};
use super::score::{MatchesLeft, Score};

/// The time between two questions, in milliseconds; well below the rate limit of a session.
const ASK_EVERY_MS: u64 = 100;

/// The bots that think, and their game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinkers {
    /// The game.
    pub(crate) game: GameKind,
    /// The bot on every seat.
    pub(crate) bot: BotSpec,
}

/// The lobby of bots, and the sessions beside it.
#[derive(Debug)]
pub(super) struct BotTable {
    /// The session that made the lobby, starts its matches and receives their updates.
    host: Player,
    /// The session in no lobby, which asks.
    idle: Player,
}

impl BotTable {
    /// Connects both sessions and starts the match.
    pub(super) async fn open(server: &Server, number: u16, thinkers: Thinkers) -> Result<Self> {
        let Thinkers { game, bot } = thinkers;
        let mut host = server.connect("looking on").await?;
        let idle = server.connect("asking").await?;
        host.create(&format!("bots {number}"), without_pace(game))
            .await?;
        for seat in Seat::ALL.into_iter().take(game.seats().1.into()) {
            host.ask(Request::SeatBot { seat, bot }).await?;
        }
        host.ask(Request::Start { force: true }).await?;
        Ok(Self { host, idle })
    }

    /// Watches one match after another, while any are left and `goes_on` allows it.
    pub(super) async fn look_on(
        mut self,
        matches: &MatchesLeft,
        goes_on: impl Fn() -> bool,
    ) -> Result<Score> {
        let mut score = Score::new();
        let mut asks = interval(Duration::from_millis(ASK_EVERY_MS));
        // A late answer must not lead to many questions at once.
        asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_match = matches.take();
        while has_match && goes_on() {
            tokio::select! {
                // Even a match that ends at once has one question beside it, because the first
                // question is due at once.
                biased;
                _ = asks.tick() => {
                    let asked = Instant::now();
                    self.idle.ask(SessionCommand::ListLobbies).await?;
                    score.round_trips.add(asked.elapsed());
                }
                stepped = self.host.step() => stepped?,
            }
            score.actions = self.host.ply.0.into();
            if self.host.is_over {
                score.matches += 1;
                has_match = matches.take();
                if has_match {
                    self.host.ask(Request::Start { force: true }).await?;
                    // The answer comes before the update about the start of the match.
                    self.host.is_over = false;
                }
            }
        }
        Ok(score)
    }
}
