//! A lobby whose seats are all bots, and a connection beside it that times how soon the server answers while they think.
//!
//! It asks for the list of lobbies, which goes through the same limits and the same directory as every command.

use std::time::Duration;

use anyhow::Result;
use dicehall_engine::lobby::Request;
use dicehall_engine::{BotSpec, GameKind, Seat};
use dicehall_protocol::SessionCommand;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::player::{Player, Server};
use super::score::{MatchesLeft, Score};

/// How often the server is asked: well below what a session may.
const ASK_EVERY_MS: u64 = 100;

/// Which bots think, at which game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinkers {
    /// The game.
    pub(crate) game: GameKind,
    /// The bot of every seat.
    pub(crate) bot: BotSpec,
}

/// The lobby and who looks at it.
#[derive(Debug)]
pub(super) struct BotTable {
    /// Made the lobby, starts its matches and hears what happens.
    host: Player,
    /// Sits in no lobby.
    idle: Player,
}

impl BotTable {
    /// Connects both and starts the match.
    pub(super) async fn open(server: &Server, number: u16, thinkers: Thinkers) -> Result<Self> {
        let Thinkers { game, bot } = thinkers;
        let mut host = server.connect("looking on").await?;
        let idle = server.connect("asking").await?;
        host.create(&format!("bots {number}"), game).await?;
        for seat in Seat::ALL.into_iter().take(game.seats().1.into()) {
            host.ask(Request::SeatBot { seat, bot }).await?;
        }
        host.ask(Request::Start { force: true }).await?;
        Ok(Self { host, idle })
    }

    /// Looks on, one match after another, while there are any and it is to go on.
    pub(super) async fn look_on(
        mut self,
        matches: &MatchesLeft,
        goes_on: impl Fn() -> bool,
    ) -> Result<Score> {
        let mut score = Score::new();
        let mut asks = interval(Duration::from_millis(ASK_EVERY_MS));
        // An answer that comes late is one late answer, and not a reason for many questions at once.
        asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_match = matches.take();
        while has_match && goes_on() {
            tokio::select! {
                // A match that is over in no time has been asked beside once, because the first question is due at once.
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
                    // The answer comes before the update that tells of the start.
                    self.host.is_over = false;
                }
            }
        }
        Ok(score)
    }
}
