//! The people of the reference lobby: entering, sitting down, leaving, and the host.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Holder, Newcomer, Order, PLAYERS_MAX, PlayerId, STAND_IN};

use super::{Answer, Chair, Reference, Stage, ensure};

impl Reference {
    pub(super) fn enter(&mut self, newcomer: &Newcomer) -> Answer {
        let name = newcomer.name.to_lowercase();
        let may_sit = self.is_idle() && self.open_seats().next().is_some();
        ensure(self.people.len() < PLAYERS_MAX, "lobby_full")?;
        ensure(self.may_watch() || may_sit, "lobby_full")?;
        ensure(!self.banned.values().any(|it| *it == name), "banned")?;
        ensure(!self.is_locked, "lobby_locked")?;
        let fits = self.password.is_none() || self.password == newcomer.password;
        ensure(fits, "wrong_password")?;
        let is_taken = self.people.values().any(|it| it.to_lowercase() == name);
        ensure(!is_taken, "name_taken")?;
        let player = PlayerId(self.entered);
        let may_watch = self.may_watch();
        self.people.insert(player, newcomer.name.clone());
        self.entered += 1;
        if !may_watch {
            self.take_seat(player, None)?;
        }
        self.find_host(None);
        Ok(())
    }

    /// Carries out an order of whoever operates the server.
    pub(super) fn follow_order(&mut self, order: &Order) -> Answer {
        match order {
            Order::Close { .. } => self.stage = Stage::Ended,
            Order::Kick { player, .. } => {
                self.check_known(*player)?;
                self.remove(*player);
            }
            Order::Announce { .. } => {}
        }
        Ok(())
    }

    pub(super) fn allow_hints(&mut self, allowed: bool) {
        if self.has_hints != allowed {
            self.has_hints = allowed;
            self.clear_readiness();
        }
    }

    pub(super) fn take_seat(&mut self, me: PlayerId, wanted: Option<Seat>) -> Answer {
        let mine = self.seat_of(me);
        if mine.is_some() && (wanted.is_none() || wanted == mine) {
            return Ok(());
        }
        let seat = self
            .open_seats()
            .find(|it| wanted.is_none_or(|wanted| wanted == *it));
        let of_bot = || self.last_bot().filter(|_| wanted.is_none());
        let seat = seat.or_else(of_bot).ok_or("seat_not_open")?;
        if let Some(mine) = mine {
            self.seats[mine.idx()] = Chair::default();
        }
        self.seats[seat.idx()] = Chair {
            human: Some(me),
            ..Chair::default()
        };
        Ok(())
    }

    pub(super) fn set_up(&mut self, seat: Seat, holder: Holder) -> Answer {
        ensure(!self.seats[seat.idx()].is_human(), "seat_held_by_human")?;
        if !self.exists(seat) && holder == Holder::Closed {
            return Ok(());
        }
        ensure(self.exists(seat), "no_such_seat")?;
        self.seats[seat.idx()].other = holder;
        self.check_bots()
    }

    /// Lets a person stand up; during a match, and while one is starting, a bot takes the seat for good.
    pub(super) fn stand_up(&mut self, seat: Seat) {
        self.wants_pause = self.wants_pause.without(seat);
        let mut chair = Chair::default();
        if !self.is_idle() {
            chair.other = Holder::Bot(STAND_IN);
        }
        self.seats[seat.idx()] = chair;
        self.end_pause();
    }

    pub(super) fn remove(&mut self, player: PlayerId) {
        if let Some(seat) = self.seat_of(player) {
            self.stand_up(seat);
        }
        self.people.remove(&player);
        if self.host == Some(player) {
            self.find_host(None);
        }
        self.end_pause();
    }

    /// Chooses the host among the people who are there: the present host, else the first who entered of those on seats,
    /// else of all.
    pub(super) fn find_host(&mut self, absent: Option<PlayerId>) {
        let rank = |it: &PlayerId| {
            let is_away = Some(*it) == absent || self.is_away(*it);
            (
                is_away,
                self.host != Some(*it),
                self.seat_of(*it).is_none(),
                *it,
            )
        };
        self.host = self.people.keys().copied().min_by_key(rank);
        if self.host.is_none() {
            self.stage = Stage::Ended;
        }
    }

    pub(super) fn come_back(&mut self, player: PlayerId) -> Answer {
        self.check_known(player)?;
        self.set_away(player, false);
        self.find_host(None);
        Ok(())
    }

    pub(super) fn set_away(&mut self, me: PlayerId, away: bool) {
        for chair in self.seats.iter_mut().filter(|it| it.human == Some(me)) {
            chair.is_away = away;
            chair.ahead = chair.ahead.filter(|_| !away);
        }
    }

    pub(super) fn is_silenced(&self, player: PlayerId) -> bool {
        self.silenced.contains(&self.small_name(player))
    }

    pub(super) fn small_name(&self, player: PlayerId) -> String {
        self.people
            .get(&player)
            .map_or_else(String::new, |it| it.to_lowercase())
    }
}
