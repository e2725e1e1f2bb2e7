//! Staging: each piece of mail is decided, and its events and messages are added to the batch, to be delivered once it
//! is durable.
//!
//! Staging changes the lobby, the feed and the presence. If the append fails, the lobby freezes with all of it; only a
//! conflict or a damaged stream ends the task. Nothing leaves the task before [`Effect::carry_out`].

use dicehall_engine::State;
use dicehall_engine::lobby::{
    Command, DiceEvent, EarlyCommitment, Entered, Event, Key, MatchEvent, PeopleEvent, Phase,
    PlayerId, Reject, Request, Revision, Stamp,
};
use dicehall_protocol::{Code, ServerMessage};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::answers::Known;
use super::batch::Effect;
use super::mail::{ConnectionId, Entry, Mail, NewLobby, ReplyChannel, Return};
use super::presence::Due;
use super::{LobbyTask, encode, presence_frame};
use crate::admission::token::same_key;
use crate::archive::MatchStart;
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::translate;

impl LobbyTask {
    /// Decides about mail, and about everything that is due.
    pub(super) fn stage_all(&mut self, batch: &mut Vec<Mail>) {
        for mail in batch.drain(..) {
            self.stage_mail(mail);
            self.stage_dice();
            self.stop_clock_if_unattended(Instant::now());
        }
        self.stage_due(Instant::now());
    }

    /// Decides one piece of mail.
    pub(super) fn stage_mail(&mut self, mail: Mail) {
        match mail {
            Mail::Create(new_lobby) => self.stage_creation(*new_lobby),
            Mail::Enter(entry) => self.stage_entry(*entry),
            Mail::Return(returning) => self.stage_return(*returning),
            Mail::Ask {
                from,
                id,
                request,
                commits,
            } => self.stage_request(from, id, (*request, commits.map(|it| *it))),
            Mail::History { from, id, before } => self.stage_history(from, id, before),
            Mail::Listen { from, id, after } => self.stage_listening(from, id, after),
            Mail::Leave { from, id, done } => self.stage_leave(from, id, done),
            Mail::Disconnected { from } => self.stage_goodbye(from),
        }
    }

    /// Decides what is due by time: absences, the end of a lobby that nobody visits, a bot's action.
    pub(super) fn stage_due(&mut self, now: Instant) {
        while let Some(due) = self.take_due(now) {
            match due {
                Due::Absent(player) => {
                    self.stage_own(Command::Absent { player });
                }
                Due::Lost(player) => self.stage_lost(player),
                Due::Abandoned => {
                    self.stage_own(Command::Abandon);
                }
            }
        }
        self.stage_late_shares(now);
        self.stage_dice();
        self.stage_bot(now);
        self.stage_time_up(now);
        self.stage_dice();
    }

    fn stage_creation(&mut self, new_lobby: NewLobby) {
        let NewLobby {
            title,
            settings,
            password,
            entry,
        } = new_lobby;
        if self.lobby.revision() > Revision(0) {
            let is_made_by_it =
                self.lobby.phase() != Phase::Ended && self.owner(&entry.newcomer.key).is_some();
            return if is_made_by_it {
                self.stage_entry(entry);
            } else {
                self.refuse_entry(entry.reply, Refusal::CODE_TAKEN);
            };
        }
        if entry.reply.done.is_closed() {
            return;
        }
        match self.decide(Command::Create {
            title,
            settings,
            password,
        }) {
            Ok(_) => {
                tracing::info!(lobby = %self.code, "a lobby was made");
                self.stage_entry(entry);
            }
            Err(reject) => self.refuse_entry(entry.reply, reject.into()),
        }
    }

    fn stage_entry(&mut self, entry: Entry) {
        let Entry {
            newcomer,
            next,
            reply,
        } = entry;
        if reply.done.is_closed() {
            return;
        }
        if let Some(owner) = self.owner(&newcomer.key) {
            return self.readmit(owner, next, None, reply);
        }
        match self.decide(Command::Enter(newcomer)) {
            Ok(Decided {
                update,
                entered: Some(connection),
                ..
            }) => {
                self.batch.effects.extend(update.map(Effect::Publish));
                self.stage_own(Command::OfferKey {
                    player: connection.player,
                    confirms: false,
                    key: next,
                });
                let catch_up = self.snapshot(connection.player);
                self.admit(connection, catch_up, reply);
            }
            Ok(Decided { entered: None, .. }) => self.refuse_entry(reply, Refusal::LOBBY_GONE),
            Err(reject) => self.refuse_entry(reply, reject.into()),
        }
    }

    fn stage_return(&mut self, returning: Return) {
        let Return {
            key,
            next,
            seen,
            reply,
        } = returning;
        if reply.done.is_closed() {
            return;
        }
        if self.lobby.is_banned(key) {
            return self.refuse_entry(reply, Reject::Banned.into());
        }
        match self.owner(&key) {
            Some(owner) => self.readmit(owner, next, seen, reply),
            None => self.refuse_entry(reply, Refusal::NO_SUCH_TOKEN),
        }
    }

    /// Lets a connection in that has proved to be a person's: it takes the place of the earlier one, and gets another
    /// token. A request that comes through an earlier connection than the person's latest is too late, and changes
    /// nothing.
    fn readmit(&mut self, owner: KeyOwner, next: Key, seen: Option<Revision>, reply: ReplyChannel) {
        let player = owner.player;
        let arrivals = self.presence.arrivals();
        if let Err(refusal) = arrivals.check(player, reply.arrival, Instant::now()) {
            return self.refuse_entry(reply, refusal);
        }
        self.look_ahead(seen);
        self.stage_own(Command::OfferKey {
            player,
            confirms: owner.is_offered,
            key: next,
        });
        let was_connected = self.presence.is_connected(player);
        let connection = self.presence.connect(player, Instant::now());
        if !was_connected {
            self.batch
                .effects
                .push(Effect::Publish(presence_frame(player, true)));
        }
        self.stage_own(Command::Returned { player });
        let clocks = self.changed_clocks();
        self.batch.effects.extend(clocks.map(Effect::Publish));
        let version = reply.outbox.version();
        let missed = seen.and_then(|seen| self.missed(player, seen, version));
        let catch_up = missed.unwrap_or_else(|| self.snapshot(player));
        self.admit(connection, catch_up, reply);
    }

    /// The person with this key, and whether the key is the one that was offered last.
    fn owner(&self, key: &Key) -> Option<KeyOwner> {
        let mut owner = None;
        for (player, it) in self.lobby.players() {
            let is_offered = it.offered.is_some_and(|offered| same_key(&offered, key));
            if same_key(&it.key, key) || is_offered {
                owner = Some(KeyOwner {
                    player: *player,
                    is_offered,
                });
            }
        }
        owner
    }

    /// Decides a request of a person; the answer comes before the update. A request that was answered before is not
    /// carried out again.
    fn stage_request(&mut self, from: ConnectionId, id: u64, request: Asked) {
        if !self.presence.is_current(from) {
            // The connection was replaced or dismissed; its session has been told.
            return;
        }
        match self.answers.known(from.player, id) {
            Known::New => self.stage_new_request(from, id, request),
            Known::Answered(frame) => self.answer(from, id, frame),
            Known::TooOld => {
                let frame = self.rejection(id, Refusal::TOO_OLD);
                self.answer(from, id, frame);
            }
        }
    }

    fn stage_new_request(&mut self, from: ConnectionId, id: u64, asked: Asked) {
        let request = &asked.0;
        let kicked = if let Request::Kick { player } | Request::Ban { player } = request {
            Some(*player)
        } else {
            None
        };
        let may = self.check_hears(from.player, request);
        let decided = may.and_then(|()| Ok(self.decide(self.asked(from, id, asked))?));
        match decided {
            Ok(Decided { update, asides, .. }) => {
                self.answers.accept(from.player, id, self.lobby.shown());
                let frame = encode(&translate::accepted(id, self.lobby.shown()));
                self.answer(from, id, frame);
                self.batch.effects.extend(update.map(Effect::Publish));
                self.batch.effects.extend(kicked.map(Effect::Dismiss));
                self.stage_asides(asides);
            }
            Err(refusal) => {
                tracing::debug!(lobby = %self.code, player = from.player.0, code = %refusal.code, "refused");
                let is_stale = refusal.code == Code::Stale;
                let frame = self.rejection(id, refusal);
                self.answers.say(from.player, id, frame.clone());
                self.answer(from, id, frame);
                if is_stale {
                    self.show_anew(from);
                }
            }
        }
    }

    /// Lets a person leave: the person gets the answer and is dismissed, the update goes to those who stay.
    fn stage_leave(&mut self, from: ConnectionId, id: u64, done: oneshot::Sender<()>) {
        if !self.presence.is_current(from) {
            return;
        }
        match self.decide(self.asked(from, id, (Request::Leave, None))) {
            Ok(Decided { update, .. }) => {
                let frame = encode(&translate::accepted(id, self.lobby.shown()));
                self.answer(from, id, frame);
                self.batch.effects.push(Effect::Dismiss(from.player));
                self.batch.effects.extend(update.map(Effect::Publish));
            }
            Err(reject) => {
                let frame = self.rejection(id, reject.into());
                self.answer(from, id, frame);
            }
        }
        self.batch.effects.push(Effect::Signal(done));
    }

    /// Answers a command when the batch is durable.
    pub(super) fn answer(&mut self, to: ConnectionId, id: u64, frame: Frame) {
        self.batch.effects.push(Effect::Answer { to, id, frame });
    }

    fn asked(&self, from: ConnectionId, id: u64, (request, commits): Asked) -> Command {
        let stamp = Stamp {
            id: Some(id),
            spent_ms: self.spent_ms(Instant::now()),
        };
        Command::Ask {
            player: from.player,
            stamp,
            request,
            commits,
        }
    }

    fn stage_goodbye(&mut self, from: ConnectionId) {
        if self.presence.disconnect(from, Instant::now()) {
            self.batch
                .effects
                .push(Effect::Publish(presence_frame(from.player, false)));
        }
    }

    /// Lets a person leave who is away and has no seat; a seat is kept for its human.
    fn stage_lost(&mut self, player: PlayerId) {
        if self.lobby.seat_of(player).is_none() {
            self.stage_own(Command::Ask {
                player,
                stamp: Stamp::default(),
                request: Request::Leave,
                commits: None,
            });
        }
    }

    /// Stages a bot's action; if the bot has no answer, or one that is not legal, any legal action.
    pub(super) fn stage_bot(&mut self, now: Instant) {
        let (Some(want), Some((_, state))) = (self.lobby.want().bot, self.lobby.to_move()) else {
            return;
        };
        if !self.is_attended() {
            return;
        }
        let turn = self
            .agenda
            .bot_turn
            .take_if(|turn| turn.answers(want) && turn.next_due() <= now);
        let Some(turn) = turn else { return };
        let chosen = turn.chosen();
        let legal = chosen.filter(|it| state.is_legal(*it));
        if legal.is_none() {
            tracing::warn!(lobby = %self.code, bot = %want.bot, ?chosen, "a bot chose nothing that it may");
        }
        let Some(action) = legal.or_else(|| self.services.pool.any_action(state)) else {
            return;
        };
        self.stage_own(Command::BotActed {
            seat: want.seat,
            ply: want.ply,
            action,
        });
    }

    /// Stages that the time of the seat to move is up.
    pub(super) fn stage_time_up(&mut self, now: Instant) {
        if let Some(clock) = self
            .agenda
            .clock
            .take_if(|it| it.due().is_some_and(|due| due <= now))
        {
            self.stage_own(Command::TimeUp { ply: clock.ply() });
        }
    }

    /// Decides a command of the server's own, to which nobody waits for an answer; returns whether it was accepted.
    pub(super) fn stage_own(&mut self, command: Command) -> bool {
        match self.decide(command) {
            Ok(Decided { update, .. }) => {
                self.batch.effects.extend(update.map(Effect::Publish));
                true
            }
            Err(reject) => {
                tracing::debug!(lobby = %self.code, %reject, "the rules refused the shell");
                false
            }
        }
    }

    /// Decides a command, applies its events, and encodes the update for everybody.
    fn decide(&mut self, command: Command) -> Result<Decided, Reject> {
        let before = self.lobby.phase();
        self.agreeing.dice.follow(&self.lobby);
        let events = self.lobby.decide(command, &mut self.agreeing.dice)?;
        for event in &events {
            self.note_match(event);
            self.lobby.evolve(event.clone());
        }
        let entered = self.note(&events);
        let shown = self.lobby.shown();
        let asides = events
            .iter()
            .flat_map(|it| self.asides.follow(it, shown))
            .collect();
        let update = events
            .iter()
            .any(Event::is_shown)
            .then(|| self.tell(&events, before));
        self.batch.events.extend(events);
        Ok(Decided {
            update,
            entered,
            asides,
        })
    }

    /// Keeps what the file of a match needs, before the event changes the lobby.
    fn note_match(&mut self, event: &Event) {
        if matches!(event, Event::Dice(DiceEvent::DiceSealed { .. }))
            && self.services.archive.is_kept()
        {
            self.start = Some(MatchStart::new(&self.lobby));
        }
        if *event == Event::Dice(DiceEvent::DiceOpened) {
            self.batch.finished.extend(self.start.take());
        }
    }

    /// The update for everybody, which is also added to the feed and the past.
    fn tell(&mut self, events: &[Event], before: Phase) -> Frame {
        let message = self
            .context(&|player| self.presence.is_connected(player))
            .update(events, before);
        let frame = self.teller.frame(&message);
        self.feed.push(self.lobby.shown(), frame.clone());
        self.past.push(events, message, &frame);
        frame
    }

    /// Follows the events: people who entered are connected, people who left are forgotten, and at the start of a match
    /// and after a pause the choices are sent again.
    fn note(&mut self, events: &[Event]) -> Option<ConnectionId> {
        let mut entered = None;
        for event in events {
            if let Event::People(PeopleEvent::Entered(Entered { player, .. })) = event {
                entered = Some(self.presence.connect(*player, Instant::now()));
            }
            if let Some(player) = event.departed() {
                self.presence.forget(player, Instant::now());
                self.answers.forget(player);
            }
            if let Event::Match(MatchEvent::MatchStarted { .. } | MatchEvent::Continued) = event {
                self.announced.choices = None;
            }
            // A pause has charged the time that the clock had run. After it a new clock runs, even if nothing was
            // charged and it looks the same; the clock of another match may look the same too.
            if let Event::Match(MatchEvent::Paused { .. } | MatchEvent::MatchStarted { .. }) = event
            {
                self.agenda.clock = None;
            }
        }
        entered
    }
}

/// A request, with the commitment that came with it.
type Asked = (Request, Option<EarlyCommitment>);

/// The owner of a key that was shown.
#[derive(Clone, Copy)]
struct KeyOwner {
    player: PlayerId,
    /// Whether the key is the one that was offered last.
    is_offered: bool,
}

/// The result of a command.
struct Decided {
    /// The update for everybody; `None` if nothing happened.
    update: Option<Frame>,
    /// The connection of the person who entered, if anybody did.
    entered: Option<ConnectionId>,
    /// The messages that only some people are sent.
    asides: Vec<(PlayerId, ServerMessage)>,
}
