//! From a command to its events: may refuse, may draw dice, changes nothing.
//!
//! The server's lobby task calls [`Lobby::decide`] and nothing else here. It reads the whole lobby and asks its parts. One
//! function per command, in the file of what the command is about. A command that would change nothing is accepted with
//! no events, so that a repeated command is harmless.

mod access;
mod agreeing;
mod ordering;
mod origin;
mod pause;
mod people;
mod places;
mod playing;
mod seating;
mod talking;
mod voting;

use playing::Chosen;

use super::{
    BOT_PACE_MS_MAX, Command, EarlyCommitment, EndReason, Event, Lobby, LobbyEvent, PasswordHash,
    Phase, PlayerId, PrivateEvent, Reject, Request, Settings, Stamp,
};
use crate::dice::{Dice, SeededDice};

/// The person who asks for something.
#[derive(Clone, Copy)]
struct Asker {
    player: PlayerId,
    stamp: Stamp,
}

impl Lobby {
    /// Decides what happens and changes nothing. The events of one command are applied all or not at all.
    pub fn decide(&self, command: Command, dice: &mut dyn Dice) -> Result<Vec<Event>, Reject> {
        if self.phase() == Phase::Ended {
            return Err(Reject::LobbyEnded);
        }
        if self.created.is_none() && !matches!(command, Command::Create { .. }) {
            return Err(Reject::NotCreated);
        }
        match command {
            Command::Create {
                title,
                settings,
                password,
            } => self.create(title, settings, password),
            Command::Enter(newcomer) => self.enter(newcomer),
            Command::Ask {
                player,
                stamp,
                request,
                commits,
            } => self.ask(Asker { player, stamp }, request, commits, dice),
            Command::Absent { player } => self.absent(player),
            Command::Returned { player } => self.returned(player),
            Command::OfferKey {
                player,
                confirms,
                key,
            } => self.offer_key(player, confirms, key),
            Command::TimeUp { ply } => self.time_up(ply),
            Command::BotActed { seat, ply, action } => self.bot_acted(seat, ply, action, dice),
            Command::AnnounceDice { match_id, secret } => self.announce_dice(match_id, secret),
            Command::SealDice {
                match_id,
                begun_at,
                secret,
                connected,
            } => self.seal_dice(match_id, begun_at, secret, connected),
            Command::MissShares { seats } => self.miss_shares(seats),
            Command::Deal => self.deal(dice),
            Command::OpenDice => self.open_dice(),
            Command::Abandon => Ok(vec![Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Abandoned,
            })]),
            Command::Order(order) => self.follow_order(order),
        }
    }

    fn create(
        &self,
        title: String,
        settings: Settings,
        password: Option<PasswordHash>,
    ) -> Result<Vec<Event>, Reject> {
        if self.created.is_some() {
            return Err(Reject::AlreadyCreated);
        }
        check_settings(&settings)?;
        let mut events = vec![Event::Lobby(LobbyEvent::Created { title, settings })];
        if password.is_some() {
            events.push(Event::Lobby(LobbyEvent::PasswordChanged { password }));
        }
        Ok(events)
    }

    /// A person who asks for something is back: the seat is taken from the bot first, in the same batch. And the person
    /// has received the key that was offered last.
    fn ask(
        &self,
        by: Asker,
        request: Request,
        commits: Option<EarlyCommitment>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
        let player = by.player;
        self.check_known(player)?;
        let ahead = commits.and_then(|it| self.committed_ahead(player, &request, &it));
        let stays = request != Request::Leave;
        let events = if self.seats.is_away(player) {
            let mut events = self.returned(player)?;
            let asked = self.after(&events).request(by, request, dice)?;
            events.extend(ahead.into_iter().chain(asked));
            events
        } else {
            let asked = self.request(by, request, dice)?;
            ahead.into_iter().chain(asked).collect()
        };
        Ok(match by.stamp.id.filter(|_| stays) {
            Some(id) => self.answered(player, id, events),
            None => events,
        })
    }

    /// The events, followed by the record that they answer the person's command number `id`.
    fn answered(&self, player: PlayerId, id: u64, events: Vec<Event>) -> Vec<Event> {
        let person = self.people.get(player);
        let offered = person.is_some_and(|it| it.offered.is_some());
        let confirmed = offered.then_some(Event::Private(PrivateEvent::KeyConfirmed { player }));
        let answered =
            (!events.is_empty()).then_some(Event::Private(PrivateEvent::Answered { player, id }));
        confirmed
            .into_iter()
            .chain(events)
            .chain(answered)
            .collect()
    }

    fn request(
        &self,
        by: Asker,
        request: Request,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
        let Asker { player, stamp } = by;
        match request {
            Request::TakeSeat { seat } => self.take_seat(player, seat),
            Request::Spectate => self.spectate(player).map(|it| self.with_pause_ended(it)),
            Request::Leave => Ok(self.with_pause_ended(self.leave(player))),
            Request::SeatBot { seat, bot } => self.seat_bot(player, seat, bot),
            Request::OpenSeat { seat } => self.open_seat(player, seat),
            Request::CloseSeat { seat } => self.close_seat(player, seat),
            Request::Kick { player: whom } => {
                self.kick(player, whom).map(|it| self.with_pause_ended(it))
            }
            Request::HandOverHost { player: whom } => self.hand_over_host(player, whom),
            Request::ChangeSettings { settings } => self.change_settings(player, settings),
            Request::SetOrigin { origin } => self.set_origin(player, origin),
            Request::ExtendOrigin { at, steps } => self.extend_origin(player, at, steps),
            Request::Ready { ready } => self.get_ready(player, ready),
            Request::Start { force } => self.start(player, force),
            Request::CommitShare {
                match_id,
                commitment,
            } => self.commit_share(player, &match_id, commitment),
            Request::ShowShare { match_id, share } => self.show_share(player, &match_id, share),
            Request::Act { ply, action } => {
                let chosen = Chosen {
                    ply,
                    action,
                    spent_ms: stamp.spent_ms,
                };
                self.act(player, chosen, dice)
            }
            Request::Resign => self.resign(player).map(|it| self.with_pause_ended(it)),
            Request::Pause { wanted } => self.pause(player, wanted, stamp.spent_ms),
            Request::Skip { wanted } => self.skip(player, wanted),
            Request::StandIn { seat, wanted } => self.stand_in(by, seat, wanted),
            Request::Rematch => self.rematch(player),
            Request::Chat { text } => self.say(player, text),
            Request::Whisper { player: to, text } => self.whisper(player, to, text),
            Request::React { seat, reaction } => self.react(player, seat, reaction),
            Request::Ban { player: whom } => {
                self.ban(player, whom).map(|it| self.with_pause_ended(it))
            }
            Request::LiftBan { player: whom } => self.lift_ban(player, whom),
            Request::Silence {
                player: whom,
                silenced,
            } => self.silence(player, whom, silenced),
            Request::SetPassword { password } => self.set_password(player, password),
            Request::Lock { locked } => self.lock(player, locked),
            Request::AllowHints { allowed } => self.allow_hints(player, allowed),
        }
    }

    /// The lobby as it will be after the events.
    fn after(&self, events: &[Event]) -> Self {
        let mut after = self.clone();
        for event in events {
            after.evolve(event.clone());
        }
        after
    }

    /// The settings of the lobby, if it has been created.
    fn chosen(&self) -> Result<&Settings, Reject> {
        self.settings().ok_or(Reject::NotCreated)
    }

    fn check_known(&self, player: PlayerId) -> Result<(), Reject> {
        if self.people.has(player) {
            Ok(())
        } else {
            Err(Reject::NoSuchPlayer(player))
        }
    }

    fn check_host(&self, player: PlayerId) -> Result<(), Reject> {
        if self.host() == Some(player) {
            Ok(())
        } else {
            Err(Reject::NotHost)
        }
    }

    /// Checks that `whom` is a person in the lobby other than the host.
    fn check_somebody_else(&self, host: PlayerId, whom: PlayerId) -> Result<(), Reject> {
        self.check_host(host)?;
        if whom == host {
            return Err(Reject::Yourself);
        }
        self.check_known(whom)
    }

    fn check_no_match(&self) -> Result<(), Reject> {
        if self.table.is_idle() {
            Ok(())
        } else {
            Err(Reject::MatchRunning)
        }
    }
}

/// Checks that a match can start with these settings and the fewest seats.
///
/// The trial deal uses its own dice: those of the lobby are for matches alone.
pub(super) fn check_settings(settings: &Settings) -> Result<(), Reject> {
    if settings.bot_pace_ms > BOT_PACE_MS_MAX {
        return Err(Reject::BadPace);
    }
    let (fewest, _) = settings.rules.kind().seats();
    settings
        .rules
        .generate(fewest, &mut SeededDice::new(0))?
        .start()?;
    Ok(())
}
