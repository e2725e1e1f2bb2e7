//! A table of the floor server: two clients who mark cells in turn, and spectators.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use dicehall_client::net::dial::{Socket, open};
use dicehall_engine::dice::{SeededDice, pick};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::{Board, FloorCommand, FloorMessage};
use crate::load::player::Server;
use crate::load::playing::Seated;
use crate::load::score::Traffic;

/// The longest time that a client of the floor server waits for anything, in milliseconds.
const WAIT_MS_MAX: u64 = 30_000;

/// A room and its clients; the first two play.
#[derive(Debug)]
pub(crate) struct FloorTable {
    sockets: Vec<Socket>,
    board: Board,
    ply: u32,
    luck: SeededDice,
    traffic: Traffic,
}

impl FloorTable {
    /// Connects so many clients, and lets them enter the room with this number.
    pub(crate) async fn open(server: &Server, number: u16, clients: u16) -> Result<Self> {
        let mut table = Self {
            sockets: Vec::new(),
            board: Board::default(),
            ply: 0,
            luck: SeededDice::new(number.into()),
            traffic: Traffic::default(),
        };
        for client in 0..usize::from(clients) {
            let opened = open(server.address.clone(), server.trust.clone());
            table.sockets.push(timeout(wait(), opened).await??);
            let room = number.into();
            table.say(client, FloorCommand::Join { room }).await?;
            table.hear(client).await?;
        }
        Ok(table)
    }

    async fn say(&mut self, client: usize, said: FloorCommand) -> Result<()> {
        let text = serde_json::to_string(&said)?;
        self.traffic.up(text.len());
        Ok(self.sockets[client].send(Message::text(text)).await?)
    }

    /// Reads the next message of a client, which must agree with the client's own computation.
    async fn hear(&mut self, client: usize) -> Result<()> {
        let frame = timeout(wait(), self.sockets[client].next()).await;
        let frame = frame.map_err(|_elapsed| anyhow!("the floor says nothing"))?;
        let text = frame
            .context("the floor closed the connection")??
            .into_text()?;
        self.traffic.down(text.len());
        let mine = FloorMessage::State {
            ply: self.ply,
            board: self.board,
        };
        let told: FloorMessage = serde_json::from_str(&text)?;
        ensure!(told == mine, "the floor says {told:?} in place of {mine:?}");
        Ok(())
    }
}

impl Seated for FloorTable {
    async fn act(&mut self) -> Result<Instant> {
        let mut next = self.board;
        if next.is_over() {
            next = Board::default();
        }
        let free = next.free();
        let cell = pick(&free, &mut self.luck).context("a board without a free cell")?;
        let mover = usize::from(free.len().is_multiple_of(2));
        next.mark(cell);
        (self.board, self.ply) = (next, self.ply + 1);
        let sent = Instant::now();
        self.say(mover, FloorCommand::Move { cell }).await?;
        for client in 0..self.sockets.len() {
            self.hear(client).await?;
        }
        Ok(sent)
    }

    fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// Does nothing: the next mark begins the next match.
    async fn play_again(&mut self) -> Result<()> {
        Ok(())
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}

const fn wait() -> Duration {
    Duration::from_millis(WAIT_MS_MAX)
}

#[cfg(test)]
mod tests {
    use super::super::serve;
    use super::*;
    use crate::load::playing::{Pace, play};
    use crate::load::score::MatchesLeft;
    use dicehall_client::net::trust::known_servers::KnownServers;
    use dicehall_client::net::trust::{Policy, Trust};
    use tokio::net::TcpListener;
    use tokio::task::JoinSet;

    #[tokio::test]
    async fn a_room_of_the_floor_plays_one_match_after_another_before_a_spectator() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string().parse().unwrap();
        let mut floor = JoinSet::new();
        floor.spawn(serve(listener));
        let trust = Trust::new(KnownServers::default(), Policy::Refuse);
        let server = Server { address, trust };
        let table = FloorTable::open(&server, 1, 3).await.unwrap();
        let left = MatchesLeft::new(Some(4));
        let (_, score) = play(table, &left, Pace::AtOnce, || true).await.unwrap();
        assert_eq!(score.matches, 4);
        assert!((20..=36).contains(&score.actions), "{score:?}");
        assert_eq!(score.traffic.frames_up, score.actions);
        assert_eq!(score.traffic.frames_down, 3 * score.actions);
        assert_eq!(score.round_trips.count(), score.actions);
    }
}
