//! A lobby whose seats are all bots, and a connection beside it that times how soon the server answers while they think.
//!
//! What it asks for, the list of lobbies, goes through the same door and the same directory as everything else.

use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::{BotSpec, GameKind, Seat};
use dicehall_protocol::ClientCommand;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::player::Player;
use super::{Common, Count};
use crate::net::address::Address;
use crate::net::trust::Trust;

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
    pub(super) async fn open(
        address: &Address,
        trust: &Trust,
        number: u16,
        thinkers: Thinkers,
    ) -> Result<Self, String> {
        let mut host = Player::connect(address, trust, "looking on").await?;
        let idle = Player::connect(address, trust, "asking").await?;
        host.create(&format!("bots {number}"), thinkers.game)
            .await?;
        for seat in Seat::ALL.into_iter().take(thinkers.game.seats().1.into()) {
            host.ask(ClientCommand::SeatBot {
                seat,
                bot: thinkers.bot,
            })
            .await?;
        }
        host.ask(ClientCommand::Start { force: true }).await?;
        Ok(Self { host, idle })
    }

    /// Looks on, one match after another, until the time or the matches are used up.
    pub(super) async fn look_on(mut self, common: Arc<Common>) -> Result<Count, String> {
        let mut count = Count::new();
        common.begin.wait().await;
        let mut asks = interval(Duration::from_millis(ASK_EVERY_MS));
        // An answer that comes late is one late answer, and not a reason for many questions at once.
        asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let until = Instant::now() + common.limit;
        let mut goes_on = common.take_match();
        while goes_on && Instant::now() < until {
            tokio::select! {
                // A match that is over in no time has been asked beside once, because the first question is due at once.
                biased;
                _ = asks.tick() => {
                    let asked = Instant::now();
                    self.idle.ask(ClientCommand::ListLobbies).await?;
                    count.round_trips.add(asked.elapsed());
                }
                stepped = self.host.step() => stepped?,
            }
            count.actions = self.host.ply.0.into();
            if self.host.is_over {
                count.matches += 1;
                goes_on = common.take_match();
                if goes_on {
                    self.host.ask(ClientCommand::Start { force: true }).await?;
                    // The answer comes before the update that tells of the start.
                    self.host.is_over = false;
                }
            }
        }
        Ok(count)
    }
}
