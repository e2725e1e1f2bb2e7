//! Replay: rebuilds a lobby from its stream, and refuses a stream that contradicts the rules.
//!
//! Law kept here: whatever `decide` decides is possible, event by event. Events that change nothing (opening an open
//! seat) are no contradiction, so that later releases may decide them or not.

use super::decide::check_settings;
use super::{
    AheadEvent, AsideEvent, DiceEvent, EndReason, Entered, Event, Holder, Lobby, LobbyEvent, Looks,
    MatchEvent, OriginEvent, PLAYERS_MAX, PeopleEvent, Phase, PrivateEvent, SeatEvent, TalkEvent,
    VoteEvent, WantDice,
};
use super::{BANS_MAX, SILENCED_MAX};
use crate::game::{Node, Seat, State};
use crate::games::{AnyChance, AnyConfig, AnyState};

/// The error of a stream that contradicts the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {revision} contradicts the rules: {event}")]
pub struct ReplayError {
    /// The revision before the wrong event.
    pub revision: u64,
    /// The wrong event, as text for operators.
    pub event: String,
}

/// The event that must follow next within the batch.
enum Awaited {
    Chance,
    Host,
    End,
}

impl Lobby {
    /// Rebuilds a lobby from a stream, checking each event against the rules before applying it.
    ///
    /// A stream that ends within a batch is no error; [`Lobby::is_whole`] tells whether it does.
    pub fn replay(mut self, events: impl IntoIterator<Item = Event>) -> Result<Self, ReplayError> {
        for event in events {
            if !self.is_possible(&event) {
                return Err(ReplayError {
                    revision: self.revision.0,
                    event: format!("{event:?}"),
                });
            }
            self.evolve(event);
        }
        Ok(self)
    }

    /// Whether a batch may end here: no chance is open, there is a host if anybody is in the lobby, and the lobby has
    /// ended if nobody is.
    pub fn is_whole(&self) -> bool {
        self.awaited().is_none()
    }

    /// Whether the event is possible here.
    fn is_possible(&self, event: &Event) -> bool {
        if self.phase() == Phase::Ended {
            return false;
        }
        match self.awaited() {
            None => self.may_follow(event),
            Some(Awaited::Chance) => {
                matches!(event, Event::Match(MatchEvent::Rolled { chance }) if self.may_roll(*chance))
            }
            Some(Awaited::Host) => {
                matches!(event, Event::People(PeopleEvent::HostChanged { player }) if self.people.has(*player))
            }
            Some(Awaited::End) => matches!(
                event,
                Event::Lobby(LobbyEvent::Ended {
                    reason: EndReason::Empty
                })
            ),
        }
    }

    fn awaited(&self) -> Option<Awaited> {
        if self
            .table
            .running()
            .is_some_and(|it| it.state.node() == Node::Chance)
        {
            return Some(Awaited::Chance);
        }
        if !self.players().is_empty() {
            return self.host().is_none().then_some(Awaited::Host);
        }
        (self.people.are_gone() && self.phase() != Phase::Ended).then_some(Awaited::End)
    }

    fn may_follow(&self, event: &Event) -> bool {
        if let Event::Lobby(LobbyEvent::Created { settings, .. }) = event {
            return self.created.is_none() && check_settings(settings).is_ok();
        }
        self.created.is_some()
            && match event {
                Event::Lobby(event) => self.may_happen_to_lobby(event),
                Event::People(event) => self.may_happen_to_people(event),
                Event::Seats(event) => self.may_happen_to_seats(event),
                Event::Dice(event) => self.may_happen_to_dice(event),
                Event::Ahead(event) => self.may_happen_ahead(event),
                Event::Origins(event) => self.may_happen_to_origin(event),
                Event::Match(event) => self.may_happen_to_match(event),
                Event::Votes(event) => self.may_happen_to_votes(*event),
                Event::Talk(TalkEvent::Said { player, .. } | TalkEvent::Reacted { player, .. }) => {
                    self.people.has(*player)
                }
                Event::Aside(AsideEvent::HintsChanged { .. }) => self.table.is_idle(),
                Event::Aside(AsideEvent::Whispered { player, to, .. }) => {
                    player != to && self.people.has(*player) && self.people.has(*to)
                }
                Event::Aside(AsideEvent::Announced { .. }) => true,
                Event::Private(event) => self.may_happen_to_keys(event),
            }
    }

    fn may_happen_to_lobby(&self, event: &LobbyEvent) -> bool {
        match event {
            LobbyEvent::Created { .. } => false,
            LobbyEvent::SettingsChanged { settings } => {
                (self.table.is_idle() || self.changes_only_pace(settings))
                    && check_settings(settings).is_ok()
                    && self.check_bots(settings.rules.kind()).is_ok()
            }
            LobbyEvent::PasswordChanged { .. } | LobbyEvent::LockChanged { .. } => true,
            LobbyEvent::Ended { reason } => *reason == EndReason::Abandoned,
        }
    }

    fn may_happen_to_people(&self, event: &PeopleEvent) -> bool {
        let is_guest = |player| self.people.has(player) && self.host() != Some(player);
        match event {
            PeopleEvent::Entered(it) => self.may_enter(it),
            // Whoever operates the server may send a host away.
            PeopleEvent::Left { player }
            | PeopleEvent::Kicked { player }
            | PeopleEvent::HostChanged { player } => self.people.has(*player),
            PeopleEvent::Banned { player } => is_guest(*player) && self.banned().len() < BANS_MAX,
            PeopleEvent::BanLifted { player } => self.banned().contains_key(player),
            PeopleEvent::SilenceChanged { player, .. } => {
                self.people.has(*player) && self.access.silenced() <= SILENCED_MAX
            }
        }
    }

    fn may_happen_to_seats(&self, event: &SeatEvent) -> bool {
        let idle = self.table.is_idle();
        match event {
            SeatEvent::SeatTaken { seat, player } => {
                idle && self.people.has(*player) && self.seats.holder(*seat) == Holder::Open
            }
            SeatEvent::SeatLeft { seat } => self.seats.is_human(*seat),
            SeatEvent::BotSeated { seat, bot } => {
                let plays = self.game().is_some_and(|game| bot.check_game(game).is_ok());
                idle && !self.seats.is_human(*seat) && plays
            }
            SeatEvent::SeatOpened { seat } | SeatEvent::SeatClosed { seat } => {
                idle && !self.seats.is_human(*seat)
            }
            SeatEvent::ReadyChanged { seat, .. } => idle && self.seats.is_human(*seat),
            SeatEvent::HandedToBot { seat } => {
                self.seats.is_human(*seat) && !self.seats.is_handed(*seat)
            }
            SeatEvent::TakenBack { seat } => self.seats.is_handed(*seat),
        }
    }

    fn may_happen_to_dice(&self, event: &DiceEvent) -> bool {
        let agreeing = self.table.agreeing();
        match event {
            DiceEvent::DiceSealed {
                match_id,
                secret,
                seats,
                ..
            } => {
                let announced = self.next_dice.as_ref();
                self.want().dice == Some(WantDice::Seal)
                    && announced.is_none_or(|it| (&it.match_id, &it.secret) == (match_id, secret))
                    && seats.iter().all(|it| self.seats.is_there(it))
            }
            DiceEvent::ShareCommitted { seat, .. } => {
                agreeing.is_some_and(|it| !it.is_revealing() && it.awaited().contains(*seat))
            }
            DiceEvent::ShareShown { seat, share } => {
                agreeing.is_some_and(|it| it.is_revealing() && it.is_committed(*seat, share))
            }
            DiceEvent::ShareMissed { seat } => {
                agreeing.is_some_and(|it| it.awaited().contains(*seat))
            }
            DiceEvent::DiceOpened => self.want().dice == Some(WantDice::Open),
        }
    }

    fn may_happen_ahead(&self, event: &AheadEvent) -> bool {
        match event {
            AheadEvent::DiceAnnounced { .. } => self.lacks_next_dice(),
            AheadEvent::ShareCommittedAhead { seat, .. } => {
                self.table.is_idle() && self.next_dice.is_some() && self.seats.is_human(*seat)
            }
        }
    }

    fn may_happen_to_origin(&self, event: &OriginEvent) -> bool {
        let fits = match event {
            OriginEvent::OriginSet { origin } => self.origin.check_new(origin, self.game()),
            OriginEvent::OriginExtended { steps } => self.origin.check_more(steps),
        };
        self.table.is_idle() && self.check_alone().is_ok() && fits.is_ok()
    }

    fn may_happen_to_match(&self, event: &MatchEvent) -> bool {
        let (idle, playing) = (self.table.is_idle(), self.phase() == Phase::Playing);
        match event {
            MatchEvent::MatchCalled => idle && self.check_table().is_ok(),
            MatchEvent::MatchStarted { config } => {
                // Early releases made no agreement on dice.
                let is_agreed = self
                    .table
                    .agreeing()
                    .is_some_and(|it| it.awaited().is_empty());
                (idle || is_agreed) && self.may_start(config)
            }
            MatchEvent::Acted { seat, action, .. } => {
                let may = |(to_move, state): (Seat, &AnyState)| {
                    to_move == *seat && state.is_legal(*action)
                };
                !self.is_paused() && self.to_move().is_some_and(may)
            }
            MatchEvent::Rolled { .. } => false,
            MatchEvent::TimedOut { seat } => self.want().clock.is_some_and(|it| it.seat == *seat),
            MatchEvent::Resigned { seat } | MatchEvent::PauseWanted { seat, .. } => {
                playing && self.seats.is_human(*seat) && !self.has_resigned(*seat)
            }
            MatchEvent::Paused { .. } => playing && !self.is_paused(),
            MatchEvent::Continued => self.is_paused(),
        }
    }

    fn may_happen_to_votes(&self, event: VoteEvent) -> bool {
        let may_vote = |player| self.phase() == Phase::Playing && self.people.has(player);
        match event {
            VoteEvent::SkipWanted { player, .. } => may_vote(player),
            VoteEvent::StandInWanted { player, seat, .. } => {
                may_vote(player) && self.seats.is_human(seat)
            }
        }
    }

    fn may_happen_to_keys(&self, event: &PrivateEvent) -> bool {
        match event {
            PrivateEvent::KeyOffered { player, .. } | PrivateEvent::Answered { player, .. } => {
                self.people.has(*player)
            }
            PrivateEvent::KeyConfirmed { player } => {
                let person = self.people.get(*player);
                person.is_some_and(|it| it.offered.is_some())
            }
        }
    }

    fn may_enter(&self, entered: &Entered) -> bool {
        let plain = || Looks::plain(&entered.name);
        let looks = entered.looks.clone().unwrap_or_else(plain);
        entered.player == self.people.next()
            && self.players().len() < PLAYERS_MAX
            && self.people.namesake(&looks).is_none()
            && self.people.holder(entered.account).is_none()
            && !self
                .access
                .keeps_out(&looks, entered.address, entered.account)
            && !self.is_locked()
    }

    fn may_start(&self, config: &AnyConfig) -> bool {
        if self.origin().is_some_and(|it| it.config != *config) {
            return false;
        }
        let fits = |seats| seats == self.seats.held();
        self.game() == Some(config.kind()) && config.start().is_ok_and(|it| fits(it.seats()))
    }

    fn may_roll(&self, chance: AnyChance) -> bool {
        self.game_match()
            .is_some_and(|it| it.state.is_possible(chance))
    }
}
