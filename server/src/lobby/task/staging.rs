//! Staging: each piece of mail is decided, and then everything that is due by time; what follows is staged, to be
//! delivered once it is durable.
//!
//! Staging changes the lobby, the updates that are kept and the presence. If the append fails, the lobby freezes with all
//! of it; only a conflict or a damaged stream ends the task.

use dicehall_engine::State;
use dicehall_engine::lobby::{Command, PlayerId, Request, Stamp};
use tokio::time::Instant;

use super::LobbyTask;
use super::mail::{ConnectionId, Mail};
use super::presence::Due;
use super::requesting::ClientRequest;

impl LobbyTask {
    /// Decides about mail, and about everything that is due.
    pub(super) fn stage_all(&mut self, batch: &mut Vec<Mail>) {
        for mail in batch.drain(..) {
            self.stage_mail(mail);
            self.stage_dice();
            let is_attended = self.is_attended();
            self.agenda
                .stop_clock_if_unattended(&self.lobby, is_attended);
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
            } => self.stage_request(ClientRequest {
                from,
                id,
                request: *request,
                commits: commits.map(|it| *it),
            }),
            Mail::History { from, id, before } => self.stage_history(from, id, before),
            Mail::Listen { from, id, after } => self.stage_listening(from, id, after),
            Mail::Leave { from, id, done } => self.stage_leave(from, id, done),
            Mail::Disconnected { from } => self.stage_goodbye(from),
            Mail::Operator(mail) => self.stage_operator(*mail),
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

    /// Takes one change that is due because somebody is gone; `None` if there are no more.
    fn take_due(&mut self, now: Instant) -> Option<Due> {
        let is_seated = |player| self.lobby.seat_of(player).is_some();
        self.presence.take_due(now, is_seated)
    }

    fn stage_goodbye(&mut self, from: ConnectionId) {
        if self.presence.disconnect(from, Instant::now()) {
            let frame = self.presence_of(from.player);
            self.staged.publish(frame);
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
        let Some(turn) = self.agenda.take_bot_turn(want, now) else {
            return;
        };
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
        if let Some(ply) = self.agenda.take_time_up(now) {
            self.stage_own(Command::TimeUp { ply });
        }
    }
}
