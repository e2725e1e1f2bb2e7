//! Somebody who plays, chats, errs, loses the connection and comes back, until the history is over.
//!
//! A person checks every frame: against what was heard before, and against what is durable.

mod again;
mod answers;
mod entering;
mod wishes;
mod witness;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use dicehall_client::fair::audit::witness::Witness;
use dicehall_client::fair::sharer::Sharer;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::fair::Secret;
use dicehall_engine::lobby::Ply;
use dicehall_engine::{Dice, Seat};
use dicehall_protocol::{
    ClientCommand, ClientMessage, HolderView, Joined, LobbyCode, Renewed, Reply, Resume,
    ServerMessage, VERSION, decode_server, encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::network::End;
use super::story::Who;
use super::world::{Season, World};
use crate::player::Seen;
use again::Keepsakes;
use answers::Said;
use entering::Entering;
use witness::Dicing;

/// The longest wait for a connection and for a greeting.
const GREETING_MS_MAX: u64 = 8_000;
/// The longest wait for an answer, when nothing is broken any more.
const ANSWER_MS_MAX: u64 = 30_000;
/// The most connections of one person that are neither closed nor read.
const OLDER_MAX: usize = 2;
/// How fast people's clocks run, in percent; most are right.
const PACES_PERCENT: [u64; 6] = [100, 100, 100, 60, 97, 250];

/// Somebody who plays.
#[derive(Debug)]
pub(super) struct Person {
    world: Arc<World>,
    luck: SeededDice,
    /// Who among all people.
    number: usize,
    /// Which of the tables.
    table: usize,
    is_host: bool,
    /// How many names were used up.
    names: u32,
    next_id: u64,
    seen: Seen,
    joined: Option<Joined>,
    /// The person's part in the dice.
    sharer: Sharer,
    /// What was asked for through this connection and is not answered.
    open: BTreeMap<u64, ClientCommand>,
    /// What was said, where, and whether the answer came.
    said: Vec<(LobbyCode, String, Said)>,
    /// The ply for which an action is on its way.
    acted: Option<Ply>,
    /// Whether the person has given up on pauses, after the storm.
    goes_on: bool,
    keepsakes: Keepsakes,
    /// The request to come in that is not granted.
    entering: Option<Entering>,
    /// What the client's own audit knows of the match.
    witness: Witness,
    dicing: Dicing,
    /// How long the person's milliseconds are, in percent.
    pace_percent: u64,
}

/// Why a connection is over.
enum Over {
    Lost,
    /// The person has hung up.
    Left,
    /// The person connects anew, and the connection stays.
    Raced,
    /// The history is over, and the server has closed the connection.
    Done,
}

type Socket = WebSocketStream<End>;

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
            joined: None,
            open: BTreeMap::new(),
            said: Vec::new(),
            acted: None,
            goes_on: false,
            keepsakes: Keepsakes::default(),
            entering: None,
            witness: Witness::default(),
            dicing: Dicing::default(),
            pace_percent,
        }
    }

    /// Comes and goes until the history is over.
    pub(super) async fn live(mut self) {
        loop {
            let over = match timeout(self.lasts(GREETING_MS_MAX), self.connect()).await {
                Ok(Some(mut socket)) => {
                    let over = self.stay(&mut socket).await;
                    self.keep_open_connection(&over, socket);
                    over
                }
                Ok(None) | Err(_) => Over::Lost,
            };
            if matches!(over, Over::Done) {
                break;
            }
            // Whatever was open may have happened or not.
            self.keep_open();
            (self.acted, self.goes_on) = (None, false);
            self.pause(100).await;
            self.try_an_old_token().await;
        }
        self.check_said();
    }

    /// A connection beside which another is made stays for a while.
    fn keep_open_connection(&mut self, over: &Over, socket: Socket) {
        let older = &mut self.keepsakes.older;
        match over {
            Over::Raced => older.push(socket),
            Over::Lost | Over::Left | Over::Done => {}
        }
        if self.world.season() != Season::Storm || older.len() > OLDER_MAX {
            older.clear();
        }
    }

    async fn connect(&mut self) -> Option<Socket> {
        let room = self.world.plan.room;
        let end = self.world.network.connect(self.number, room).ok()?;
        let limits = WebSocketConfig::default()
            .read_buffer_size(4_096)
            .write_buffer_size(0);
        let (mut socket, _) = client_async_with_config("ws://dicehall/ws", end, Some(limits))
            .await
            .ok()?;
        let resume = self.joined.as_ref().map(|it| Resume {
            lobby: it.lobby,
            token: it.token.clone(),
            revision: self.seen.revision,
        });
        let is_back = resume.is_some();
        self.sharer.begin();
        self.seen.frozen = false;
        let hello = ClientMessage::Hello {
            version: VERSION,
            name: self.name(),
            resume,
        };
        socket
            .send(Message::text(encode_client(&hello)))
            .await
            .ok()?;
        loop {
            match self.hear(&mut socket).await? {
                ServerMessage::Welcome { resumed, .. } if is_back && !resumed => {
                    self.forget();
                    return Some(socket);
                }
                ServerMessage::Welcome { renewed, .. } => {
                    if let Some(Renewed { token, last_id }) = renewed {
                        self.renew(token);
                        self.next_id = self.next_id.max(last_id);
                        self.ask_again(&mut socket).await.ok()?;
                    }
                    return Some(socket);
                }
                ServerMessage::Closing { .. } => {}
                other @ (ServerMessage::Accepted { .. }
                | ServerMessage::Rejected { .. }
                | ServerMessage::Snapshot { .. }
                | ServerMessage::Update { .. }
                | ServerMessage::Choices { .. }
                | ServerMessage::Clocks { .. }
                | ServerMessage::Presence { .. }
                | ServerMessage::Frozen { .. }
                | ServerMessage::Error { .. }) => {
                    panic!("{}: a welcome was expected, not {other:?}", self.name())
                }
            }
        }
    }

    /// The seat is not kept: that must be true.
    fn forget(&mut self) {
        let joined = self
            .joined
            .take()
            .expect("there was a place to come back to");
        let is_known = self.world.oracle().knows(joined.lobby, joined.player);
        assert!(
            !is_known,
            "{}: {} does not know somebody who is in it",
            self.name(),
            joined.lobby
        );
        self.seen = Seen::default();
        self.keepsakes.lost.clear();
        self.keepsakes.shown = None;
    }

    /// Plays until the connection or the history is over.
    async fn stay(&mut self, socket: &mut Socket) -> Over {
        let mut is_settled = false;
        loop {
            let (began, patience) = (self.world.season(), self.patience());
            let frame = tokio::select! {
                biased;
                frame = self.hear(socket) => Some(frame),
                () = sleep(patience) => None,
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

    /// How long to wait for the next frame before doing something.
    fn patience(&mut self) -> Duration {
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

    /// How long so many milliseconds last by the person's clock.
    fn lasts(&self, milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds * self.pace_percent / 100)
    }

    /// The next message, checked; `None` at the end of the connection.
    async fn hear(&mut self, socket: &mut Socket) -> Option<ServerMessage> {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message =
                        decode_server(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                    self.world.hears(self.number, &text);
                    self.note(&text, &message, socket.get_ref().stamp());
                    let share = self.sharer.heard(&message);
                    self.witness(&message);
                    if let Some(share) = share {
                        for part in self.rashly(share) {
                            // Whoever is gone will be found out by the next read.
                            self.ask(socket, part).await.ok();
                        }
                    }
                    return Some(message);
                }
                Some(Ok(Message::Binary(_))) => panic!("{}: the server sent bytes", self.name()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    fn note(&mut self, text: &str, message: &ServerMessage, stamp: usize) {
        let name = self.name();
        match message {
            ServerMessage::Accepted {
                id,
                revision,
                reply,
            } => {
                let asked = self.open.remove(id);
                let asked = asked
                    .unwrap_or_else(|| panic!("{name}: {id} is answered, but not open: {text}"));
                if let Some(Reply::Joined(joined)) = reply {
                    self.seen = Seen {
                        joined: Some(joined.clone()),
                        ..Seen::default()
                    };
                    self.joined = Some(joined.clone());
                    self.world.found(self.table, joined.lobby);
                    self.note_entered(joined, &asked);
                }
                assert_eq!(
                    revision.is_some(),
                    asked != ClientCommand::ListLobbies,
                    "{name}: {text}"
                );
                self.check(text, message, stamp);
                self.note_heard(*id, &asked);
                self.note_accepted(asked);
            }
            ServerMessage::Rejected { id, code, .. } => {
                let asked = self.open.remove(id);
                let asked = asked
                    .unwrap_or_else(|| panic!("{name}: {id} is answered, but not open: {text}"));
                self.note_not_entered(&asked, code);
                self.note_rejected(*id, &asked, code);
            }
            ServerMessage::Welcome { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Update { .. }
            | ServerMessage::Choices { .. }
            | ServerMessage::Clocks { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Frozen { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Closing { .. } => {
                self.check(text, message, stamp);
                self.seen.note(&name, message);
            }
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else tells of anything that happened"
    )]
    fn check(&self, text: &str, message: &ServerMessage, stamp: usize) {
        let happened = match message {
            ServerMessage::Update { .. } => true,
            // What happened before is answered again at any time.
            ServerMessage::Accepted { id, revision, .. } => {
                revision.is_some() && !self.keepsakes.was_repeated(*id)
            }
            _ => false,
        };
        assert!(
            !(happened && self.seen.frozen),
            "{}: a lobby goes on that stands still: {text}",
            self.name()
        );
        if let Some(joined) = &self.joined {
            self.world
                .oracle()
                .check(joined.lobby, (text, message), self.seen.revision, stamp);
        }
    }

    /// Does something that a person may do; `false` if it was to hang up.
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
        let Some(command) = self.wish(season) else {
            return Ok(None);
        };
        let is_twice = season == Season::Storm && self.luck.below(30) == 0;
        self.ask(socket, command.clone()).await?;
        if is_twice && matches!(command, ClientCommand::Act { .. }) {
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
        command: ClientCommand,
    ) -> Result<(), tungstenite::Error> {
        self.next_id += 1;
        let id = self.next_id;
        if let (ClientCommand::Chat { text }, Some(joined)) = (&command, &self.joined) {
            self.said.push((joined.lobby, text.clone(), Said::Unknown));
        }
        self.ask_as(id, socket, command).await
    }

    /// Asks for something under a number.
    async fn ask_as(
        &mut self,
        id: u64,
        socket: &mut Socket,
        command: ClientCommand,
    ) -> Result<(), tungstenite::Error> {
        self.open.insert(id, command.clone());
        let frame = encode_client(&ClientMessage::Command { id, command });
        self.world
            .tell(Who::Person(self.number), format!("says {frame}"));
        let sending = timeout(
            Duration::from_millis(ANSWER_MS_MAX),
            socket.send(Message::text(frame)),
        );
        sending
            .await
            .unwrap_or(Err(tungstenite::Error::ConnectionClosed))
    }

    fn is_seated(&self) -> bool {
        self.seat().is_some()
    }

    fn seat(&self) -> Option<Seat> {
        let (lobby, you) = (self.seen.lobby.as_ref()?, self.seen.you?);
        let is_mine =
            |it: &HolderView| matches!(it, HolderView::Human { player, .. } if *player == you);
        Seat::ALL
            .into_iter()
            .zip(&lobby.seats)
            .find(|(_, it)| is_mine(&it.holder))
            .map(|(seat, _)| seat)
    }

    fn name(&self) -> String {
        format!("p{}-{}", self.number, self.names)
    }
}
