//! A simulated person who plays, chats, errs, loses the connection and comes back, until the history is over.
//!
//! A person checks every frame, against earlier ones and against what is durable.

mod again;
mod answers;
mod commands;
mod entering;
mod hearing;

mod witness;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use dicehall_client::fair::audit::witness::Witness;
use dicehall_client::fair::sharer::Sharer;
use dicehall_engine::Dice;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::fair::Secret;
use dicehall_engine::lobby::{Ply, Request};
use dicehall_protocol::{
    ClientCommand, ClientMessage, Joined, LobbyCode, Renewed, ServerMessage, Shown, VERSION,
    encode_client,
};
use futures_util::SinkExt;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use super::socket::{self, Socket};
use super::steps::Who;
use super::world::{Season, World};
use crate::player::Seen;
use again::Kept;
use answers::Said;
use entering::Entering;
use witness::Dicing;

/// The longest wait for a connection and for the welcome, in milliseconds.
const GREETING_MS_MAX: u64 = 8_000;
/// The longest wait for an answer when nothing new breaks any more, in milliseconds: longer than a disk may still hang.
const ANSWER_MS_MAX: u64 = 45_000;
/// The most connections of one person that are neither closed nor read.
const OLDER_MAX: usize = 2;
/// The lengths of people's milliseconds, in percent of real ones; most clocks are right.
const PACES_PERCENT: [u64; 6] = [100, 100, 100, 60, 97, 250];

/// A simulated person.
#[derive(Debug)]
pub(super) struct Person {
    world: Arc<World>,
    luck: SeededDice,
    /// The number of the person among all.
    number: usize,
    /// The number of the table.
    table: usize,
    is_host: bool,
    /// The number of names that were used up.
    names: u32,
    next_id: u64,
    seen: Seen,
    joined: Option<Joined>,
    /// The last view that the server has shown, to which its short messages add.
    shown: Shown,
    /// The person's shares of the dice.
    sharer: Sharer,
    /// The commands of this connection that were not answered.
    open: BTreeMap<u64, ClientCommand>,
    /// The chat lines, where they were sent, and how they were answered.
    said: Vec<(LobbyCode, String, Said)>,
    /// The ply for which an action is on its way.
    acted: Option<Ply>,
    /// Whether the person no longer wants pauses, after the storm.
    goes_on: bool,
    kept: Kept,
    /// The request to enter that was not granted yet.
    entering: Option<Entering>,
    /// The client's own audit of the match.
    witness: Witness,
    dicing: Dicing,
    /// The length of the person's milliseconds, in percent.
    pace_percent: u64,
}

/// Why a connection is over.
enum Over {
    Lost,
    /// The person has closed it.
    Left,
    /// The person connects anew, and leaves this connection open.
    Raced,
    /// The history is over, and the server has closed it.
    Done,
}

impl Person {
    /// The person with this number, at this table.
    pub(super) fn new(world: Arc<World>, number: usize, table: usize, is_host: bool) -> Self {
        let mut luck = world.luck();
        let secret = std::array::from_fn(|_| u8::try_from(luck.below(256)).unwrap());
        let pace_percent = pick(&PACES_PERCENT, &mut luck).unwrap();
        if pace_percent != 100 {
            world.count(|it| it.sign("a clock drifts"));
        }
        Self {
            sharer: Sharer::new(Secret(secret)),
            world,
            luck,
            number,
            table,
            is_host,
            names: 0,
            next_id: 0,
            seen: Seen::default(),
            shown: Shown::default(),
            joined: None,
            open: BTreeMap::new(),
            said: Vec::new(),
            acted: None,
            goes_on: false,
            kept: Kept::default(),
            entering: None,
            witness: Witness::default(),
            dicing: Dicing::default(),
            pace_percent,
        }
    }

    /// Connects and disconnects until the history is over.
    pub(super) async fn live(mut self) {
        loop {
            let over = match timeout(self.lasts(GREETING_MS_MAX), self.connect()).await {
                Ok(Some(mut socket)) => {
                    let over = self.play(&mut socket).await;
                    self.keep_open_connection(&over, socket);
                    over
                }
                Ok(None) | Err(_) => Over::Lost,
            };
            if matches!(over, Over::Done) {
                break;
            }
            // Commands that were not answered may have been carried out or not.
            self.keep_open();
            (self.acted, self.goes_on) = (None, false);
            self.pause(100).await;
            self.try_an_old_token().await;
        }
        self.check_said();
    }

    /// Keeps a connection open for a while beside which another one is made.
    fn keep_open_connection(&mut self, over: &Over, socket: Socket) {
        let older = &mut self.kept.older;
        match over {
            Over::Raced => older.push(socket),
            Over::Lost | Over::Left | Over::Done => {}
        }
        if self.world.season() != Season::Storm || older.len() > OLDER_MAX {
            older.clear();
        }
    }

    async fn connect(&mut self) -> Option<Socket> {
        let mut socket = socket::open(&self.world, self.number, self.world.plan.room).await?;
        let resume = self.seen.resume(self.joined.as_ref());
        let is_back = resume.is_some();
        self.sharer.begin();
        self.seen.frozen = false;
        let hello = ClientMessage::Hello {
            version: VERSION,
            name: self.name(),
            resume,
        };
        socket::say(&mut socket, &hello).await.ok()?;
        loop {
            let message = self.hear(&mut socket).await?;
            if matches!(message, ServerMessage::Closing { .. }) {
                continue;
            }
            let ServerMessage::Welcome {
                resumed, renewed, ..
            } = message
            else {
                panic!("{}: a welcome was expected, not {message:?}", self.name());
            };
            if is_back && !resumed {
                self.forget();
            } else if let Some(Renewed { token, last_id }) = renewed {
                self.renew(token);
                self.next_id = self.next_id.max(last_id);
                self.ask_again(&mut socket).await.ok()?;
            }
            return Some(socket);
        }
    }

    /// Checks that the seat is gone, as the server says, and forgets it.
    fn forget(&mut self) {
        let joined = self
            .joined
            .take()
            .expect("there was a place to come back to");
        let is_known = self.world.oracle().knows(joined.lobby, joined.player);
        let (name, lobby) = (self.name(), joined.lobby);
        assert!(
            !is_known,
            "{name}: {lobby} does not know somebody who is in it"
        );
        self.seen = Seen::default();
        self.kept.lost.clear();
        self.kept.shown = None;
    }

    /// Plays until the connection or the history is over.
    async fn play(&mut self, socket: &mut Socket) -> Over {
        let mut is_settled = false;
        loop {
            let (began, quiet) = (self.world.season(), self.quiet_time());
            let frame = tokio::select! {
                biased;
                frame = self.hear(socket) => Some(frame),
                () = sleep(quiet) => None,
            };
            let season = self.world.season();
            match frame {
                Some(None) if season == Season::Over && is_settled => return Over::Done,
                Some(None) => return Over::Lost,
                Some(Some(_)) => {}
                None if season == Season::Over => {
                    let is_answered = self.open.is_empty() || began != Season::Over;
                    assert!(
                        is_settled || is_answered,
                        "{}: never answered: {:?}",
                        self.name(),
                        self.open
                    );
                }
                None => match self.do_something(socket, season).await {
                    Ok(None) => {}
                    Ok(Some(over)) => return over,
                    Err(_) => return Over::Lost,
                },
            }
            if season == Season::Over && !is_settled && self.open.is_empty() {
                is_settled = true;
                self.world.settle();
            }
        }
    }

    /// How long to wait for the next frame before the next action.
    fn quiet_time(&mut self) -> Duration {
        match self.world.season() {
            Season::Storm => self.lasts_some(5, 200),
            Season::Calm => self.lasts_some(5, 100),
            Season::Over => Duration::from_millis(ANSWER_MS_MAX),
        }
    }

    async fn pause(&mut self, milliseconds: u64) {
        sleep(self.lasts_some(10, milliseconds)).await;
    }

    fn lasts_some(&mut self, least: u64, more: u64) -> Duration {
        let milliseconds = least + self.luck.below(more);
        self.lasts(milliseconds)
    }

    /// How long this many milliseconds last by the person's clock.
    fn lasts(&self, milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds * self.pace_percent / 100)
    }

    /// Takes a random action of a person; `false` if it was to close the connection.
    async fn do_something(
        &mut self,
        socket: &mut Socket,
        season: Season,
    ) -> Result<Option<Over>, tungstenite::Error> {
        if season == Season::Storm {
            match self.luck.below(200) {
                0 => return Ok(Some(Over::Left)),
                1 => {
                    socket.get_ref().cut();
                    return Ok(Some(Over::Left));
                }
                2 => {
                    sleep(Duration::from_millis(
                        self.luck.below(self.world.plan.nap_ms_max + 1),
                    ))
                    .await;
                }
                3 => socket.send(Message::text("what?")).await?,
                4..=18 if self.world.network.is_held(self.number) => {
                    self.world
                        .count(|it| it.sign("somebody races on two connections"));
                    return Ok(Some(Over::Raced));
                }
                _ => {}
            }
        }
        let Some(command) = self.next_command(season) else {
            return Ok(None);
        };
        let is_twice = season == Season::Storm && self.luck.below(30) == 0;
        self.ask(socket, command.clone()).await?;
        if is_twice && matches!(command, ClientCommand::Lobby(Request::Act { .. })) {
            self.ask(socket, command).await?;
        } else if self.joined.is_none()
            && self.entering.is_some()
            && self.break_while_entering(socket).await
        {
            return Ok(Some(Over::Left));
        }
        Ok(None)
    }

    async fn ask(
        &mut self,
        socket: &mut Socket,
        command: impl Into<ClientCommand>,
    ) -> Result<(), tungstenite::Error> {
        self.next_id += 1;
        let (id, command) = (self.next_id, command.into());
        if let (ClientCommand::Lobby(Request::Chat { text }), Some(joined)) =
            (&command, &self.joined)
        {
            self.said.push((joined.lobby, text.clone(), Said::Unknown));
        }
        self.ask_as(id, socket, command).await
    }

    /// Sends a command with this id.
    async fn ask_as(
        &mut self,
        id: u64,
        socket: &mut Socket,
        command: ClientCommand,
    ) -> Result<(), tungstenite::Error> {
        self.open.insert(id, command.clone());
        let commits = self.commits(&command);
        let message = ClientMessage::Command {
            id,
            command,
            commits,
        };
        let told = format!("says {}", encode_client(&message));
        self.world.tell(Who::Person(self.number), told);
        let sending = socket::say(socket, &message);
        let sent = timeout(Duration::from_millis(ANSWER_MS_MAX), sending).await;
        sent.unwrap_or(Err(tungstenite::Error::ConnectionClosed))
    }

    fn is_seated(&self) -> bool {
        self.seen.seat().is_some()
    }

    fn name(&self) -> String {
        format!("p{}-{}", self.number, self.names)
    }
}
