//! The task of a lobby, the only writer of its stream: batch, decide, append, answer and publish, arrange.
//!
//! Law kept here: nothing is shown to anyone before it is durable, and every command is answered exactly once. One
//! batch is all mail that is waiting; its events are one append. What is decided is staged, and delivered after the
//! append, in the order that `staged` tells. If the append fails the lobby freezes until it can be written.

mod agenda;
mod agreeing;
mod announced;
mod deciding;
mod entering;
mod freeze;
pub(crate) mod mail;
mod ordering;
mod outboxes;
pub(crate) mod presence;
mod rebuilding;
mod requesting;
mod staged;
mod staging;
#[cfg(test)]
mod tests;
mod updates;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use dicehall_engine::lobby::{Lobby, PasswordHash, PlayerId, Revision};
use dicehall_protocol::{LobbyCode, LobbyLine, ServerMessage, encode_server};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::archive::standings::Standings;
use crate::archive::{ArchiveWriter, MatchStart};
use crate::frame::Frame;
use crate::journal::{AnyJournal, Journal, JournalError};
use crate::lobby::bot_pool::BotPool;
use crate::lobby::dice::LobbyDice;
use crate::lobby::rated::{level, table_ratings};
use crate::metrics::Metrics;
use crate::metrics::count;
use crate::os::entropy::Entropy;
use crate::refusal::Refusal;
use crate::refusal::translate::rated::{RateTable, TableRatings};
use crate::refusal::translate::{self, ViewContext};
use crate::watched;
use agenda::Agenda;
use agreeing::DiceAgreeing;
use announced::{Announced, Moment};
use mail::{ConnectionId, Mail};
use outboxes::Outboxes;
use presence::{GracePeriods, Presence};
pub(crate) use rebuilding::{Look, look};
use rebuilding::{Replayed, replay};
use requesting::answers::Answers;
use requesting::asides::Asides;
use staged::Staged;
use updates::Updates;

/// The most mail in one batch.
const BATCH_MAX: usize = 32;

/// The services that all lobbies of a server share.
#[derive(Debug)]
pub(crate) struct LobbyServices {
    /// The journal of the streams.
    pub(crate) journal: AnyJournal,
    /// The threads on which bots think.
    pub(crate) pool: BotPool,
    /// The source of the keys of dice and the names of matches.
    pub(crate) entropy: Entropy,
    /// The times after which absent people lose their seats, and lobbies end.
    pub(crate) grace_periods: GracePeriods,
    /// How long a spectator may read nothing while the outbox is full.
    pub(crate) spectator_timeout: Duration,
    /// The server's metrics.
    pub(crate) metrics: Arc<Metrics>,
    /// The archive, which is asked for the files of matches.
    pub(crate) archive: ArchiveWriter,
    /// Who is how good at which game; `None` for a server that keeps no accounts.
    pub(crate) standings: Option<Standings>,
}

impl RateTable for LobbyServices {
    fn rate(&self, lobby: &Lobby) -> Option<TableRatings> {
        table_ratings(self.standings.as_ref()?, lobby)
    }
}

/// The parts that a lobby's task is built from.
#[derive(Debug)]
pub(crate) struct TaskSetup {
    /// The lobby's code.
    pub(crate) code: LobbyCode,
    /// The lobby's mailbox.
    pub(crate) mailbox: mpsc::Receiver<Mail>,
    /// The sender of the lobby's status.
    pub(crate) status: watched::Sender<Status>,
    /// The services that all lobbies share.
    pub(crate) services: Arc<LobbyServices>,
    /// The highest number of a connection that was let in; it is kept when the task fails.
    pub(crate) latest: Arc<AtomicU64>,
    /// The time since which nobody is in it; `None` if that is now.
    pub(crate) empty_since: Option<Instant>,
    /// How long to wait before the lobby is opened, after a failure.
    pub(crate) delay: Duration,
}

/// The status of a lobby, for the directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    /// The lobby's line in lists; `None` before the lobby is created and after it has ended.
    pub(crate) line: Option<LobbyLine>,
    /// The hash of the password that newcomers must know, if there is one.
    pub(crate) password: Option<PasswordHash>,
    /// The number of durable events that people are shown. It does not count a mere return: otherwise a lobby that
    /// fails at every command would never seem to fail at the same revision twice.
    pub(crate) revision: Revision,
}

impl Status {
    fn of(code: LobbyCode, lobby: &Lobby) -> Self {
        Self {
            line: translate::lobby_line(code, lobby),
            password: lobby.password().cloned(),
            revision: lobby.shown(),
        }
    }
}

/// Why a lobby's task ended, other than by a panic.
#[derive(Debug)]
pub(crate) enum TaskEnd {
    /// The lobby has ended, or was never created.
    Ended,
    /// All handles are dropped: the server stops.
    Stopped,
    /// The journal failed, or holds a stream that contradicts the rules.
    Failed(JournalError),
}

/// The task of one lobby.
#[derive(Debug)]
pub(crate) struct LobbyTask {
    code: LobbyCode,
    services: Arc<LobbyServices>,
    mailbox: mpsc::Receiver<Mail>,
    status: watched::Sender<Status>,
    lobby: Lobby,
    agreeing: DiceAgreeing,
    presence: Presence,
    outboxes: Outboxes,
    /// The updates, for people who return and people who come late.
    updates: Updates,
    /// The answers to people's latest commands.
    answers: Answers,
    /// The whispers, and who listens.
    asides: Asides,
    agenda: Agenda,
    announced: Announced,
    /// The copy of the lobby at the start of the running match, for the match's file.
    start: Option<MatchStart>,
    /// Where it is heard that the result of the last match is there; `None` if nothing is to be heard.
    recorded: Option<oneshot::Receiver<()>>,
    staged: Staged,
    /// Whether this task has created the lobby.
    is_young: bool,
    /// Since when it has a task.
    opened: Instant,
}

/// Why the task woke up.
enum Woken {
    Mail,
    Time,
    /// The result of the last match is there.
    Recorded,
    Unreachable,
}

/// Rebuilds a lobby from its stream and runs it until it ends.
pub(crate) async fn run(setup: TaskSetup) -> TaskEnd {
    if !setup.delay.is_zero() {
        tokio::time::sleep(setup.delay).await;
    }
    match Box::pin(LobbyTask::open(setup)).await {
        Ok(mut task) => task.run().await,
        Err(exit) => exit,
    }
}

impl LobbyTask {
    async fn open(setup: TaskSetup) -> Result<Box<Self>, TaskEnd> {
        let TaskSetup {
            code,
            mailbox,
            status,
            services,
            latest,
            empty_since,
            delay: _,
        } = setup;
        let Replayed {
            lobby,
            history,
            answers,
            asides,
            start,
        } = replay(&services.journal, code)
            .await
            .map_err(TaskEnd::Failed)?;
        let dice = LobbyDice::draw(&services.entropy)
            .map_err(|error| TaskEnd::Failed(JournalError::Io(error.to_string())))?;
        let known = lobby.players().keys().copied();
        let empty_since = empty_since.unwrap_or_else(Instant::now);
        let is_young = lobby.revision() == Revision(0);
        let mut task = Box::new(Self {
            code,
            presence: Presence::new(services.grace_periods, known, latest, empty_since),
            outboxes: Outboxes::new(Arc::clone(&services.metrics), services.spectator_timeout),
            updates: Updates::new(lobby.shown(), history),
            services,
            mailbox,
            status,
            announced: Announced::of(&lobby),
            agreeing: DiceAgreeing::new(dice, &lobby, Instant::now()),
            lobby,
            answers,
            asides,
            start,
            recorded: None,
            agenda: Agenda::default(),
            staged: Staged::default(),
            is_young,
            opened: Instant::now(),
        });
        task.show_status();
        Ok(task)
    }

    async fn run(&mut self) -> TaskEnd {
        let mut batch = Vec::new();
        loop {
            self.arrange();
            match self.wait(&mut batch).await {
                Woken::Mail | Woken::Time => {}
                Woken::Recorded => self.refresh(),
                Woken::Unreachable => return TaskEnd::Stopped,
            }
            self.stage_all(&mut batch);
            if !self.services.journal.serves(self.code) {
                let lobby = self.code;
                return self.fail(JournalError::NotOwner { lobby });
            }
            if let Err(exit) = self.commit().await {
                return exit;
            }
            self.deliver();
            if self.is_over() {
                self.outboxes.dismiss_all();
                self.refuse_waiting(&Refusal::NO_SUCH_LOBBY);
                return TaskEnd::Ended;
            }
        }
    }

    /// Waits for something to do. Deadlines and bots come before mail, because mail may never cease.
    async fn wait(&mut self, batch: &mut Vec<Mail>) -> Woken {
        tokio::select! {
            biased;
            () = self.agenda.reached() => Woken::Time,
            () = recorded(&mut self.recorded) => Woken::Recorded,
            count = self.mailbox.recv_many(batch, BATCH_MAX) => {
                if count == 0 { Woken::Unreachable } else { Woken::Mail }
            }
        }
    }

    /// Makes the batch durable, however long that takes.
    async fn commit(&mut self) -> Result<(), TaskEnd> {
        if self.staged.events().is_empty() {
            return Ok(());
        }
        match self.append().await {
            Ok(()) => {
                self.note_durable();
                Ok(())
            }
            Err(error @ JournalError::Io(_)) => self.freeze(error).await,
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Writes the batch once, and measures how long that takes.
    async fn append(&self) -> Result<(), JournalError> {
        let LobbyServices {
            journal, metrics, ..
        } = self.services.as_ref();
        let begun = std::time::Instant::now();
        metrics.appends_waiting.inc();
        let appended = journal
            .append(self.code, self.durable(), self.staged.events())
            .await;
        metrics.appends_waiting.dec();
        metrics.appended(begun.elapsed());
        debug_assert_eq!(
            appended.clone().unwrap_or(self.lobby.revision()),
            self.lobby.revision()
        );
        appended.map(|_| ())
    }

    /// The revision before the batch.
    #[expect(
        clippy::expect_used,
        reason = "every event of the batch has raised the lobby's revision"
    )]
    fn durable(&self) -> Revision {
        let count = count::to_u64(self.staged.events().len());
        let durable = self.lobby.revision().0.checked_sub(count);
        Revision(durable.expect("the lobby is ahead by the batch"))
    }

    /// Called when the batch is durable. If it ends the lobby, people who are told so can no longer find it.
    fn note_durable(&mut self) {
        for start in self.staged.take_durable() {
            let told = self.services.standings.as_ref().map(|_| {
                let (told, recorded) = oneshot::channel();
                self.recorded = Some(recorded);
                told
            });
            self.services.archive.file(self.code, start, told);
        }
        self.show_status();
        if self.is_over() {
            self.mailbox.close();
            self.services.archive.end(self.code, self.is_young);
        }
    }

    /// Sends what the batch has made durable.
    fn deliver(&mut self) {
        self.outboxes
            .note_seats(|player| self.lobby.seat_of(player).is_some());
        let now = moment(&self.lobby, &self.presence, &self.agenda);
        self.staged
            .deliver(&mut self.outboxes, &mut self.announced, now);
        for connection in self.outboxes.take_caught_up() {
            for frame in self.snapshot(connection.player) {
                self.outboxes.send(connection, &frame);
            }
        }
        self.outboxes.tell_due();
        while let Some(connection) = self.outboxes.take_lost() {
            tracing::debug!(lobby = %self.code, player = connection.player.0, "a connection was lost");
            self.say_goodbye(connection);
        }
        self.outboxes.write_out();
    }

    /// Handles the end of a connection: everybody else is told that the person is gone.
    fn say_goodbye(&mut self, connection: ConnectionId) {
        self.outboxes.remove(connection);
        if self.presence.disconnect(connection, Instant::now()) {
            let frame = self.presence_of(connection.player);
            self.outboxes.publish(&frame);
            let now = moment(&self.lobby, &self.presence, &self.agenda);
            self.announced.tell_clocks(now, &mut self.outboxes);
        }
    }

    /// Arranges what the lobby wants next, and one deadline for all of it.
    fn arrange(&mut self) {
        let now = Instant::now();
        let is_attended = self.is_attended();
        self.agenda
            .arrange(&self.lobby, is_attended, &self.services.pool);
        let is_seated = |player| self.lobby.seat_of(player).is_some();
        let gone_due = self.presence.next_due(is_seated);
        let others = [
            self.arrange_dice(now),
            gone_due,
            self.outboxes.next_due(now),
        ];
        self.agenda.set_deadline(others.into_iter().flatten());
    }

    /// Whether somebody is connected for whom the match goes on.
    fn is_attended(&self) -> bool {
        self.lobby
            .is_attended(|player| self.presence.is_connected(player))
    }

    /// The frame that tells whether a person is connected, and if not, when a bot acts for the person.
    fn presence_of(&self, player: PlayerId) -> Frame {
        let is_seated = self.lobby.seat_of(player).is_some();
        let bot_in_ms = self.presence.bot_in_ms(player, Instant::now());
        encode(&ServerMessage::Presence {
            player,
            connected: self.presence.is_connected(player),
            bot_in_ms: bot_in_ms.filter(|_| is_seated),
        })
    }

    fn moment(&self) -> Moment<'_> {
        moment(&self.lobby, &self.presence, &self.agenda)
    }

    /// The clocks, if they have to be announced.
    fn changed_clocks(&mut self) -> Option<Frame> {
        let now = moment(&self.lobby, &self.presence, &self.agenda);
        self.announced.changed_clocks(now)
    }

    /// Drops the batch, of which nothing has happened: everybody is told, and may resume once the lobby is open again.
    /// If another node owns the lobby by now, the batch may have happened, so nobody is told that it has not.
    fn fail(&mut self, error: JournalError) -> TaskEnd {
        if matches!(error, JournalError::NotOwner { .. }) {
            self.staged.forget();
        }
        self.staged.call_off(&mut self.outboxes);
        self.refuse_waiting(&Refusal::NOT_SAVED);
        self.outboxes.close_all(&Refusal::LOBBY_FAILED);
        TaskEnd::Failed(error)
    }

    /// Refuses the mail that will no longer be read.
    fn refuse_waiting(&mut self, refusal: &Refusal) {
        self.mailbox.close();
        while let Ok(mail) = self.mailbox.try_recv() {
            mail.refuse(refusal, &mut self.outboxes);
        }
    }

    /// Whether there is nothing left to do: the lobby has ended, or was not created.
    fn is_over(&self) -> bool {
        self.status.borrow().line.is_none()
    }

    fn show_status(&mut self) {
        let mut status = Status::of(self.code, &self.lobby);
        if let (Some(line), Some(standings)) = (&mut status.line, &self.services.standings) {
            line.rating = level(standings, &self.lobby);
        }
        if *self.status.borrow() != status {
            self.status.send(status);
        }
    }

    fn context<'a>(&'a self, is_connected: &'a dyn Fn(PlayerId) -> bool) -> ViewContext<'a> {
        ViewContext {
            code: self.code,
            lobby: &self.lobby,
            is_connected,
            rates: self.services.as_ref(),
        }
    }

    /// Tells everybody the lobby again, if people are known better by the result that is there now.
    fn refresh(&mut self) {
        let ratings = self.services.rate(&self.lobby);
        if !ratings.is_some_and(|it| it.has_changes()) {
            return;
        }
        let refreshed = self
            .context(&|player| self.presence.is_connected(player))
            .refreshed();
        self.staged.publish(encode(&refreshed));
    }
}

/// Waits until the result of the last match is there; for ever if that is not to be told.
async fn recorded(told: &mut Option<oneshot::Receiver<()>>) {
    while let Some(waiting) = told {
        let is_there = waiting.await.is_ok();
        *told = None;
        if is_there {
            return;
        }
    }
    std::future::pending::<()>().await;
}

/// The lobby now, with what follows from who is there and from how long the clock has run.
fn moment<'a>(lobby: &'a Lobby, presence: &Presence, agenda: &Agenda) -> Moment<'a> {
    Moment {
        lobby,
        is_attended: lobby.is_attended(|player| presence.is_connected(player)),
        spent_ms: agenda.spent_ms(lobby),
    }
}

/// The frame of a message, to be shared by all receivers.
pub(crate) fn encode(message: &ServerMessage) -> Frame {
    Frame::new(&encode_server(message))
}
