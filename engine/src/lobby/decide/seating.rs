//! The commands about seats and settings. Called by `decide` alone.
//!
//! Held seats move together at a start. Games number seats from 0 without gaps, whatever seats were open or closed.
//!
//! A bot holds the seat of an absent human, after a grace time; the human can take it back at any moment. A human
//! who leaves for good is replaced for good. So a match never waits for somebody who will not come.

use crate::bots::spec::BotSpec;
use crate::game::Seat;
use crate::games::GameKind;
use crate::lobby::{Event, Holder, Lobby, LobbyEvent, PlayerId, Reject, SeatEvent, Settings};

use super::check_settings;

impl Lobby {
    pub(super) fn take_seat(
        &self,
        player: PlayerId,
        wanted: Option<Seat>,
    ) -> Result<Vec<Event>, Reject> {
        self.check_no_match()?;
        let current = self.seat_of(player);
        if current.is_some() && (wanted.is_none() || wanted == current) {
            return Ok(Vec::new());
        }
        let open = self.open_seats();
        let taken = |seat| Event::Seats(SeatEvent::SeatTaken { seat, player });
        let seat = wanted
            .or_else(|| open.iter().next())
            .filter(|seat| open.contains(*seat));
        if let Some(seat) = seat {
            return Ok(vec![taken(seat)]);
        }
        let of_bot = self.last_bot().filter(|_| wanted.is_none());
        let seat = of_bot.ok_or(Reject::SeatNotOpen { open })?;
        let opened = Event::Seats(SeatEvent::SeatOpened { seat });
        Ok(vec![opened, taken(seat)])
    }

    /// The last seat that a bot holds: it makes room for a person who finds no other.
    fn last_bot(&self) -> Option<Seat> {
        let bots = self.seats.which(|it| matches!(it, Holder::Bot(_)));
        bots.iter().filter(|it| self.has_seat(*it)).last()
    }

    pub(super) fn spectate(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        let address = self.people.get(player).and_then(|it| it.address);
        self.check_may_watch(address)?;
        Ok(vec![Event::Seats(SeatEvent::SeatLeft { seat })])
    }

    pub(super) fn seat_bot(
        &self,
        player: PlayerId,
        seat: Seat,
        bot: BotSpec,
    ) -> Result<Vec<Event>, Reject> {
        let holder = self.validate_setup(player, seat)?;
        self.check_has_seat(seat)?;
        bot.check_game(self.chosen()?.rules.kind())?;
        Ok(unless(
            holder == Holder::Bot(bot),
            Event::Seats(SeatEvent::BotSeated { seat, bot }),
        ))
    }

    pub(super) fn open_seat(&self, player: PlayerId, seat: Seat) -> Result<Vec<Event>, Reject> {
        let holder = self.validate_setup(player, seat)?;
        if holder == Holder::Closed {
            self.check_has_seat(seat)?;
        }
        Ok(unless(
            holder == Holder::Open,
            Event::Seats(SeatEvent::SeatOpened { seat }),
        ))
    }

    pub(super) fn close_seat(&self, player: PlayerId, seat: Seat) -> Result<Vec<Event>, Reject> {
        let holder = self.validate_setup(player, seat)?;
        Ok(unless(
            holder == Holder::Closed,
            Event::Seats(SeatEvent::SeatClosed { seat }),
        ))
    }

    pub(super) fn change_settings(
        &self,
        player: PlayerId,
        settings: Settings,
    ) -> Result<Vec<Event>, Reject> {
        self.check_host(player)?;
        if !self.changes_only_pace(&settings) {
            self.check_no_match()?;
        }
        check_settings(&settings)?;
        if *self.chosen()? == settings {
            return Ok(Vec::new());
        }
        let game = settings.rules.kind();
        let (gone, seated) = self.bots_exchanged(game);
        let changed = Event::Lobby(LobbyEvent::SettingsChanged { settings });
        let events = self.bots_beyond(game).into_iter().chain(gone);
        let events: Vec<Event> = events.chain([changed]).chain(seated).collect();
        let moved = self.after(&events).moved_together();
        Ok(events.into_iter().chain(moved).collect())
    }

    /// The events before and after a change to this game, by which other bots take the seats of those that do not go on in it.
    fn bots_exchanged(&self, game: GameKind) -> (Vec<Event>, Vec<Event>) {
        let exchanged = |seat: Seat| {
            let Holder::Bot(before) = self.seats.holder(seat) else {
                return None;
            };
            let bot = before.in_other_game(self.game()?, game);
            let goes_on = bot == before || seat.number() >= game.seats().1;
            let opened = Event::Seats(SeatEvent::SeatOpened { seat });
            let seated = Event::Seats(SeatEvent::BotSeated { seat, bot });
            (!goes_on).then_some((opened, seated))
        };
        Seat::ALL.into_iter().filter_map(exchanged).unzip()
    }

    pub(super) fn get_ready(&self, player: PlayerId, ready: bool) -> Result<Vec<Event>, Reject> {
        self.check_no_match()?;
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        Ok(unless(
            self.seats.is_ready(seat) == ready,
            Event::Seats(SeatEvent::ReadyChanged { seat, ready }),
        ))
    }

    /// Checks that every bot on a seat plays the game.
    pub(in crate::lobby) fn check_bots(&self, game: GameKind) -> Result<(), Reject> {
        for holder in self.seats.holders() {
            if let Holder::Bot(bot) = holder {
                bot.check_game(game)?;
            }
        }
        Ok(())
    }

    /// Checks that the host may put a bot on the seat, or open or close it; returns its holder.
    fn validate_setup(&self, player: PlayerId, seat: Seat) -> Result<Holder, Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        match self.seats()[seat.idx()] {
            Holder::Human { .. } => Err(Reject::SeatHeldByHuman),
            holder @ (Holder::Open | Holder::Closed | Holder::Bot(_)) => Ok(holder),
        }
    }

    fn check_has_seat(&self, seat: Seat) -> Result<(), Reject> {
        if self.has_seat(seat) {
            Ok(())
        } else {
            Err(Reject::NoSuchSeat)
        }
    }
}

/// The event, or none if it would change nothing.
fn unless(unchanged: bool, event: Event) -> Vec<Event> {
    if unchanged { Vec::new() } else { vec![event] }
}
