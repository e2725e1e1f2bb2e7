//! From a command to its events: may refuse, may draw dice, changes nothing.
//!
//! The server's lobby task calls [`Lobby::decide`] and nothing else here. One function per command: those about people
//! in this file, those about seats in `seating`, those about matches in `playing`. A command that would change nothing
//! is accepted with no events, so that a repeated command is harmless.

mod agreeing;
mod playing;
mod seating;

use std::iter;

use playing::Chosen;

use super::{
    AsideEvent, BOT_PACE_MS_MAX, Command, EarlyCommitment, EndReason, Entered, Event, Holder, Key,
    Lobby, LobbyEvent, Looks, Newcomer, PasswordHash, PeopleEvent, Phase, Player, PlayerId,
    PrivateEvent, Reject, Request, SeatEvent, Settings, Stamp,
};
use crate::dice::{Dice, SeededDice};
use crate::game::Seat;
use crate::games::GameKind;

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
            } => self.ask(player, stamp, (request, commits), dice),
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
            } => self.seal_dice((match_id, secret), begun_at, connected),
            Command::MissShares { seats } => self.miss_shares(seats),
            Command::Deal => self.deal(dice),
            Command::OpenDice => self.open_dice(),
            Command::Abandon => Ok(vec![Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Abandoned,
            })]),
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

    fn enter(&self, newcomer: Newcomer) -> Result<Vec<Event>, Reject> {
        let seat = self.place_for(newcomer.address)?;
        self.check_door(&newcomer)?;
        let Newcomer {
            name,
            looks,
            key,
            address,
            password: _,
        } = newcomer;
        if let Some(namesake) = self.namesake(&looks) {
            return Err(Reject::NameTaken {
                like: namesake.name.clone(),
            });
        }
        let player = PlayerId(self.next_player);
        let entered = Event::People(PeopleEvent::Entered(Entered {
            player,
            name,
            key,
            looks: Some(looks),
            address,
        }));
        let seated = seat.map(|seat| Event::Seats(SeatEvent::SeatTaken { seat, player }));
        Ok(self.with_successor(iter::once(entered).chain(seated).collect(), None))
    }

    /// A person who asks for something is back: the seat is taken from the bot first, in the same batch. And the person
    /// has received the key that was offered last.
    fn ask(
        &self,
        player: PlayerId,
        stamp: Stamp,
        (request, commits): (Request, Option<EarlyCommitment>),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let ahead = commits.and_then(|it| self.committed_ahead(player, &request, &it));
        let stays = request != Request::Leave;
        let events = if self.is_away(player) {
            let mut events = self.returned(player)?;
            let asked = self.after(&events).request(player, stamp, request, dice)?;
            events.extend(ahead.into_iter().chain(asked));
            events
        } else {
            let asked = self.request(player, stamp, request, dice)?;
            ahead.into_iter().chain(asked).collect()
        };
        Ok(match stamp.id.filter(|_| stays) {
            Some(id) => self.answered(player, id, events),
            None => events,
        })
    }

    /// The events, followed by the record that they answer the person's command number `id`.
    fn answered(&self, player: PlayerId, id: u64, events: Vec<Event>) -> Vec<Event> {
        let offered = self
            .players
            .get(&player)
            .is_some_and(|it| it.offered.is_some());
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
        player: PlayerId,
        stamp: Stamp,
        request: Request,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
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
            Request::Rematch => self.rematch(player),
            Request::Chat { text } => self.say(player, text),
            Request::Whisper { player: to, text } => self.whisper(player, to, text),
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

    fn leave(&self, player: PlayerId) -> Vec<Event> {
        let left = vec![Event::People(PeopleEvent::Left { player })];
        if self.host == Some(player) {
            self.with_successor(left, None)
        } else {
            left
        }
    }

    fn kick(&self, player: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(player, whom)?;
        Ok(vec![Event::People(PeopleEvent::Kicked { player: whom })])
    }

    fn hand_over_host(&self, player: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(player, whom)?;
        Ok(vec![Event::People(PeopleEvent::HostChanged {
            player: whom,
        })])
    }

    /// Allows or forbids hints. The people who had agreed to start agreed to other conditions, and must agree again.
    fn allow_hints(&self, player: PlayerId, allowed: bool) -> Result<Vec<Event>, Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        if self.hints_allowed == allowed {
            return Ok(Vec::new());
        }
        let is_ready =
            |seat: &Seat| matches!(self.seats[seat.idx()], Holder::Human { ready: true, .. });
        let unready = Seat::ALL.into_iter().filter(is_ready).map(|seat| {
            let ready = false;
            Event::Seats(SeatEvent::ReadyChanged { seat, ready })
        });
        let changed = Event::Aside(AsideEvent::HintsChanged { allowed });
        Ok([changed].into_iter().chain(unready).collect())
    }

    fn absent(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let seat = self.seat_of(player).filter(|_| !self.is_away(player));
        let handed = seat.map(|seat| Event::Seats(SeatEvent::HandedToBot { seat }));
        Ok(self.with_pause_ended(self.with_successor(handed.into_iter().collect(), Some(player))))
    }

    fn returned(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let seat = self.seat_of(player).filter(|_| self.is_away(player));
        let taken_back = seat.map(|seat| Event::Seats(SeatEvent::TakenBack { seat }));
        Ok(self.with_successor(taken_back.into_iter().collect(), None))
    }

    fn offer_key(&self, player: PlayerId, confirms: bool, key: Key) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let offered = self.players.get(&player).and_then(|it| it.offered);
        let confirmed = offered
            .filter(|_| confirms)
            .map(|_| Event::Private(PrivateEvent::KeyConfirmed { player }));
        Ok(confirmed
            .into_iter()
            .chain([Event::Private(PrivateEvent::KeyOffered { player, key })])
            .collect())
    }

    /// The events, followed by those that are needed if they leave the lobby empty or with a host who is not there.
    fn with_successor(&self, mut events: Vec<Event>, absent: Option<PlayerId>) -> Vec<Event> {
        let after = self.after(&events);
        if after.players.is_empty() {
            events.push(Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Empty,
            }));
        } else if let Some(player) = after.successor(absent) {
            events.push(Event::People(PeopleEvent::HostChanged { player }));
        }
        events
    }

    /// The person who must become host; `None` while the host is there, or while everyone else is away as well.
    ///
    /// The seated people who are there come first, then the spectators, then the seated people who are away; among
    /// equals the one who entered first. Only the shell knows that a spectator is away, so it names the person that it
    /// found `absent`.
    fn successor(&self, absent: Option<PlayerId>) -> Option<PlayerId> {
        let away = |player| Some(player) == absent || self.is_away(player);
        if self.host.is_some_and(|host| !away(host)) {
            return None;
        }
        let players = self.players.keys().copied();
        let next = players.min_by_key(|it| (away(*it), self.seat_of(*it).is_none(), *it));
        next.filter(|next| self.host.is_none() || !away(*next))
    }

    /// The lobby as it will be after the events.
    pub(super) fn after(&self, events: &[Event]) -> Self {
        let mut after = self.clone();
        for event in events {
            after.evolve(event.clone());
        }
        after
    }

    /// Whether the person was found absent, so that a bot acts.
    fn is_away(&self, player: PlayerId) -> bool {
        self.seats.iter().any(
            |it| matches!(it, Holder::Human { player: of, held_by_bot: true, .. } if *of == player),
        )
    }

    /// A person in the lobby whose name looks the same.
    pub(super) fn namesake(&self, looks: &Looks) -> Option<&Player> {
        self.players.values().find(|it| it.looks.is_like(looks))
    }

    pub(super) fn check_known(&self, player: PlayerId) -> Result<(), Reject> {
        if self.players.contains_key(&player) {
            Ok(())
        } else {
            Err(Reject::NoSuchPlayer(player))
        }
    }

    pub(super) fn check_host(&self, player: PlayerId) -> Result<(), Reject> {
        if self.host == Some(player) {
            Ok(())
        } else {
            Err(Reject::NotHost)
        }
    }

    /// Checks that `whom` is a person in the lobby other than the host.
    pub(super) fn check_somebody_else(&self, host: PlayerId, whom: PlayerId) -> Result<(), Reject> {
        self.check_host(host)?;
        if whom == host {
            return Err(Reject::Yourself);
        }
        self.check_known(whom)
    }

    pub(super) fn check_no_match(&self) -> Result<(), Reject> {
        if self.is_idle() {
            Ok(())
        } else {
            Err(Reject::MatchRunning)
        }
    }

    /// Whether no match is running or starting.
    pub(super) fn is_idle(&self) -> bool {
        match self.phase() {
            Phase::Waiting | Phase::Over | Phase::Ended => true,
            Phase::Starting | Phase::Playing => false,
        }
    }

    /// Checks that every bot on a seat plays the game.
    pub(super) fn check_bots(&self, game: GameKind) -> Result<(), Reject> {
        for holder in &self.seats {
            if let Holder::Bot(bot) = holder {
                bot.check_game(game)?;
            }
        }
        Ok(())
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
