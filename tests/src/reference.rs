//! The obvious lobby: no events, no replay, one state that each command changes or not. The real one must agree.
//!
//! It is written from the documents of the commands and shares with the real lobby only the vocabulary and the rules of
//! the games. Called by the random comparison in `it/reference.rs`, and by the simulation with every batch that is durable.

mod dicing;
mod likeness;
mod nature;
mod stream;
mod time;

use dicehall_engine::lobby::{
    BOT_PACE_MS_MAX, Clock, Command, Holder, Newcomer, PLAYERS_MAX, PasswordHash, Phase, PlayerId,
    Ply, Request, STAND_IN, Settings,
};
use dicehall_engine::{AnyAction, AnyState, Node, Seat, SeatSet, State, dice::SeededDice};

use dicing::Dicing;
pub use nature::{Dealt, Nature};
pub use stream::Telling;

/// Why the obvious lobby refuses: the code of the refusal.
type Answer = Result<(), &'static str>;

/// What a lobby looks like from outside.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names are those of the real lobby")]
pub struct Reference {
    pub phase: Phase,
    pub people: Vec<(PlayerId, String)>,
    pub host: Option<PlayerId>,
    pub seats: Vec<Holder>,
    pub ply: Ply,
    pub settings: Option<Settings>,
    pub position: Option<AnyState>,
    pub winners: Option<SeatSet>,
    pub paused: bool,
    pub left_ms: [u32; 4],
    clock: Clock,
    /// The seat whose time was up.
    late: Option<Seat>,
    /// Who wants a pause.
    wishes: SeatSet,
    /// What the shell has measured.
    spent_ms: u32,
    resigned: SeatSet,
    entered: u32,
    password: Option<PasswordHash>,
    locked: bool,
    /// Who may not come in, and who may not speak: numbers, and names in small letters.
    banned: Vec<(PlayerId, String)>,
    silenced: Vec<String>,
    dice: Option<Dicing>,
}

impl Default for Reference {
    fn default() -> Self {
        Self {
            phase: Phase::Waiting,
            people: Vec::new(),
            host: None,
            seats: vec![Holder::Open; 4],
            ply: Ply(0),
            settings: None,
            position: None,
            winners: None,
            paused: false,
            left_ms: [0; 4],
            clock: Clock::Off,
            late: None,
            wishes: SeatSet::EMPTY,
            spent_ms: 0,
            resigned: SeatSet::EMPTY,
            entered: 0,
            password: None,
            locked: false,
            banned: Vec::new(),
            silenced: Vec::new(),
            dice: None,
        }
    }
}

impl Reference {
    /// Carries the command out, or refuses it and stays as it is.
    pub fn command(&mut self, command: &Command, nature: &mut dyn Nature) -> Answer {
        let mut next = self.clone();
        next.carry_out(command, nature)?;
        next.end_match();
        next.end_pause(command);
        *self = next;
        Ok(())
    }

    fn carry_out(&mut self, command: &Command, nature: &mut dyn Nature) -> Answer {
        refuse_if(self.phase == Phase::Ended, "lobby_ended")?;
        let creates = matches!(command, Command::Create { .. });
        refuse_if(self.settings.is_none() && !creates, "not_created")?;
        match command {
            Command::Create {
                settings, password, ..
            } => {
                refuse_if(self.settings.is_some(), "already_created")?;
                self.settings = Some(playable(settings)?);
                self.password.clone_from(password);
            }
            Command::Enter(Newcomer { name, password, .. }) => {
                refuse_if(self.people.len() == PLAYERS_MAX, "lobby_full")?;
                let is_banned = self.banned.iter().any(|it| it.1 == name.to_lowercase());
                refuse_if(is_banned, "banned")?;
                refuse_if(self.locked, "lobby_locked")?;
                refuse_if(
                    self.password.is_some() && self.password != *password,
                    "wrong_password",
                )?;
                let same = |it: &(PlayerId, String)| it.1.to_lowercase() == name.to_lowercase();
                refuse_if(self.people.iter().any(same), "name_taken")?;
                self.people.push((PlayerId(self.entered), name.clone()));
                self.entered += 1;
                self.find_host(None);
            }
            Command::Absent { player } => {
                self.known(*player)?;
                self.set_away(*player, true);
                self.find_host(Some(*player));
            }
            Command::Returned { player } => {
                self.known(*player)?;
                self.come_back(*player);
            }
            Command::Ask {
                player,
                stamp,
                request,
            } => {
                self.known(*player)?;
                if self.is_away(*player) {
                    self.come_back(*player);
                }
                self.spent_ms = stamp.spent_ms;
                self.ask(*player, request, nature)?;
            }
            Command::OfferKey { player, .. } => self.known(*player)?,
            Command::TimeUp { ply } => {
                let seat = self
                    .clock_runs()
                    .filter(|_| *ply == self.ply)
                    .ok_or("stale")?;
                self.left_ms[seat.idx()] = 0;
                self.late = Some(seat);
            }
            Command::BotActed { seat, ply, action } => {
                let resigned = self.resigned.contains(*seat);
                let by_bot = match &self.seats[seat.idx()] {
                    Holder::Bot(_) => true,
                    Holder::Human { held_by_bot, .. } => {
                        *held_by_bot || resigned || self.late == Some(*seat)
                    }
                    Holder::Open | Holder::Closed => false,
                };
                let asked =
                    self.to_move() == Some(*seat) && *ply == self.ply && by_bot && !self.paused;
                refuse_if(!asked, "stale")?;
                self.spent_ms = 0;
                self.act(*action, nature)?;
            }
            Command::SealDice { .. }
            | Command::MissShares { .. }
            | Command::Deal
            | Command::OpenDice => {
                self.dice_command(command, nature)?;
            }
            Command::Abandon => self.phase = Phase::Ended,
        }
        Ok(())
    }

    fn ask(&mut self, me: PlayerId, request: &Request, nature: &mut dyn Nature) -> Answer {
        self.may_ask(me, request)?;
        let my_seat = self.seat_of(me).ok_or("not_seated");
        match request {
            Request::TakeSeat { seat } => self.take_seat(me, *seat)?,
            Request::Spectate => self.stand_up(my_seat?),
            Request::Leave => self.remove(me),
            Request::SeatBot { seat, bot } => {
                self.furnish(*seat, Holder::Bot(*bot))?;
                let game = self.settings.as_ref().map(|it| it.rules.kind());
                refuse_if(!game.is_some_and(|it| bot.kind.plays(it)), "bad_bot")?;
            }
            Request::OpenSeat { seat } => self.furnish(*seat, Holder::Open)?,
            Request::CloseSeat { seat } => self.furnish(*seat, Holder::Closed)?,
            Request::Kick { player } => self.remove(*player),
            Request::HandOverHost { player } => self.host = Some(*player),
            Request::ChangeSettings { settings } => self.change(playable(settings)?)?,
            Request::Ready { ready } => self.set_ready(my_seat?, *ready),
            Request::Start { force } => {
                self.enough_seats()?;
                refuse_if(!force && !self.all_agree(me), "not_ready")?;
                self.call();
            }
            Request::CommitShare {
                match_id,
                commitment,
            } => self.commit(my_seat?, match_id, commitment)?,
            Request::ShowShare { match_id, share } => self.show(my_seat?, match_id, share)?,
            Request::Act { action, .. } => {
                refuse_if(self.resigned.contains(my_seat?), "has_resigned")?;
                refuse_if(my_seat.ok() != self.to_move(), "not_your_turn")?;
                refuse_if(self.late == my_seat.ok(), "time_up")?;
                self.act(*action, nature)?;
            }
            Request::Resign => {
                refuse_if(self.resigned.contains(my_seat?), "has_resigned")?;
                self.resigned = self.resigned.with(my_seat?);
            }
            Request::Pause { wanted } => self.pause(my_seat?, *wanted)?,
            Request::Rematch => {
                self.set_ready(my_seat?, true);
                self.enough_seats()?;
                if self.all_agree(me) {
                    self.call();
                }
            }
            Request::Ban { player } => {
                self.banned.push((*player, self.small_name(*player)));
                self.remove(*player);
            }
            Request::LiftBan { player } => {
                refuse_if(!self.banned.iter().any(|it| it.0 == *player), "no_such_ban")?;
                self.banned.retain(|it| it.0 != *player);
            }
            Request::Silence { player, silenced } => {
                let name = self.small_name(*player);
                self.silenced.retain(|it| *it != name);
                self.silenced.extend(Some(name).filter(|_| *silenced));
            }
            Request::SetPassword { password } => self.password.clone_from(password),
            Request::Lock { locked } => self.locked = *locked,
            Request::Chat { .. } => refuse_if(self.is_silenced(me), "silenced")?,
        }
        Ok(())
    }

    /// Who may ask for what, and when.
    fn may_ask(&self, me: PlayerId, request: &Request) -> Answer {
        let not_host = self.host != Some(me);
        let playing = self.phase == Phase::Playing;
        let busy = playing || self.phase == Phase::Starting;
        match request {
            Request::TakeSeat { .. } | Request::Ready { .. } => refuse_if(busy, "match_running"),
            Request::SeatBot { .. }
            | Request::OpenSeat { .. }
            | Request::CloseSeat { .. }
            | Request::ChangeSettings { .. }
            | Request::Start { .. } => {
                refuse_if(not_host, "not_host")?;
                refuse_if(busy, "match_running")
            }
            Request::Kick { player }
            | Request::HandOverHost { player }
            | Request::Ban { player }
            | Request::Silence { player, .. } => {
                refuse_if(not_host, "not_host")?;
                refuse_if(*player == me, "yourself")?;
                self.known(*player)
            }
            Request::Act { ply, .. } => {
                refuse_if(!playing, "no_match")?;
                refuse_if(self.paused, "paused")?;
                refuse_if(*ply != self.ply, "stale")
            }
            Request::LiftBan { .. } | Request::SetPassword { .. } | Request::Lock { .. } => {
                refuse_if(not_host, "not_host")
            }
            Request::Resign | Request::Pause { .. } => refuse_if(!playing, "no_match"),
            Request::Rematch => refuse_if(self.phase != Phase::Over, "no_rematch"),
            Request::Spectate
            | Request::Leave
            | Request::Chat { .. }
            | Request::CommitShare { .. }
            | Request::ShowShare { .. } => Ok(()),
        }
    }

    /// Whether somebody may not speak.
    pub fn is_silenced(&self, player: PlayerId) -> bool {
        self.silenced.contains(&self.small_name(player))
    }

    fn small_name(&self, player: PlayerId) -> String {
        self.people
            .iter()
            .find(|it| it.0 == player)
            .map_or_else(String::new, |it| it.1.to_lowercase())
    }

    fn change(&mut self, settings: Settings) -> Answer {
        let game = settings.rules.kind();
        let misfit = |it: &Holder| matches!(it, Holder::Bot(bot) if !bot.kind.plays(game));
        refuse_if(self.seats.iter().any(misfit), "bad_bot")?;
        if self.settings.as_ref() != Some(&settings) {
            self.settings = Some(settings);
            self.clear_readiness();
        }
        Ok(())
    }

    fn take_seat(&mut self, me: PlayerId, wanted: Option<Seat>) -> Answer {
        let mine = self.seat_of(me);
        if mine.is_some() && (wanted.is_none() || wanted == mine) {
            return Ok(());
        }
        let is_open = |it: &Seat| self.seats[it.idx()] == Holder::Open;
        let seat = wanted
            .or_else(|| Seat::ALL.into_iter().find(is_open))
            .filter(is_open);
        let seat = seat.ok_or("seat_not_open")?;
        if let Some(mine) = mine {
            self.seats[mine.idx()] = Holder::Open;
        }
        self.seats[seat.idx()] = Holder::Human {
            player: me,
            ready: false,
            held_by_bot: false,
        };
        Ok(())
    }

    fn furnish(&mut self, seat: Seat, holder: Holder) -> Answer {
        refuse_if(
            matches!(self.seats[seat.idx()], Holder::Human { .. }),
            "seat_held_by_human",
        )?;
        self.seats[seat.idx()] = holder;
        Ok(())
    }

    fn stand_up(&mut self, seat: Seat) {
        self.wishes = self.wishes.without(seat);
        let playing = matches!(self.phase, Phase::Starting | Phase::Playing);
        self.seats[seat.idx()] = if playing {
            Holder::Bot(STAND_IN)
        } else {
            Holder::Open
        };
    }

    fn remove(&mut self, player: PlayerId) {
        if let Some(seat) = self.seat_of(player) {
            self.stand_up(seat);
        }
        self.people.retain(|it| it.0 != player);
        if self.host == Some(player) {
            self.find_host(None);
        }
    }

    fn call(&mut self) {
        let (held, rest): (Vec<Holder>, Vec<Holder>) =
            self.seats.iter().partition(|it| is_held(it));
        self.seats = [held, rest].concat();
        self.clear_readiness();
        self.dice = None;
        self.position = None;
        self.winners = None;
        self.phase = Phase::Starting;
    }

    fn deal(&mut self, nature: &mut dyn Nature) -> Answer {
        let rules = self
            .settings
            .as_ref()
            .map(|it| it.rules.clone())
            .ok_or("not_created")?;
        let count = self.seats.iter().filter(|it| is_held(it)).count();
        let count = u8::try_from(count).unwrap_or(0);
        let config = nature.deal(&rules, count).ok_or("bad_config")?;
        self.position = Some(config.start().ok().ok_or("bad_config")?);
        self.resigned = SeatSet::EMPTY;
        self.phase = Phase::Playing;
        self.wishes = SeatSet::EMPTY;
        (self.paused, self.late) = (false, None);
        self.clock = self.settings.as_ref().map_or(Clock::Off, |it| it.clock);
        self.left_ms = [self.whole_ms(); 4];
        self.roll(nature);
        Ok(())
    }

    fn act(&mut self, action: AnyAction, nature: &mut dyn Nature) -> Answer {
        let position = self.position.as_ref().ok_or("no_match")?;
        refuse_if(!position.actions().contains(&action), "illegal_action")?;
        let (mover, runs) = (self.to_move(), self.clock_runs());
        if let Some(position) = &mut self.position {
            position.act(action);
        }
        self.ply.0 += 1;
        self.roll(nature);
        if let Some(mover) = mover {
            let spent_ms = if runs.is_some() { self.spent_ms } else { 0 };
            self.keep_time(mover, spent_ms);
        }
        Ok(())
    }

    fn roll(&mut self, nature: &mut dyn Nature) {
        while let Some(position) = self
            .position
            .as_mut()
            .filter(|it| it.node() == Node::Chance)
        {
            let Some(chance) = nature.roll(position) else {
                return;
            };
            position.resolve(chance);
        }
    }

    /// A match is over by the rules; or if one seat is left; or if a human gave up and no human plays on.
    fn end_match(&mut self) {
        let Some(position) = self
            .position
            .as_ref()
            .filter(|_| self.phase == Phase::Playing)
        else {
            return;
        };
        let left: Vec<Seat> = Seat::first(position.seats())
            .filter(|it| !self.resigned.contains(*it))
            .collect();
        let human = |it: &Seat| matches!(self.seats[it.idx()], Holder::Human { .. });
        let given_up = !self.resigned.is_empty() && !left.iter().any(human);
        self.winners = match position.node() {
            Node::Terminal(outcome) => Some(outcome.winners),
            Node::Decision(_) | Node::Chance => {
                (left.len() == 1 || given_up).then(|| left.into_iter().collect())
            }
        };
        if self.winners.is_some() {
            self.phase = Phase::Over;
        }
    }

    /// The host is somebody who is there, if anybody is: on a seat rather than not, entered early rather than late.
    fn find_host(&mut self, absent: Option<PlayerId>) {
        if self.people.is_empty() {
            self.host = None;
            self.phase = Phase::Ended;
            return;
        }
        let is_there = |it: &PlayerId| Some(*it) != absent && !self.is_away(*it);
        let everyone: Vec<PlayerId> = self.people.iter().map(|it| it.0).collect();
        let (seated, watching): (Vec<PlayerId>, Vec<PlayerId>) =
            everyone.iter().partition(|it| self.seat_of(**it).is_some());
        let host = self.host.filter(|it| everyone.contains(it));
        let heirs = host.iter().chain(&seated).chain(&watching);
        self.host = heirs
            .clone()
            .find(|it| is_there(it))
            .or(heirs.clone().next())
            .copied();
    }

    fn come_back(&mut self, player: PlayerId) {
        self.set_away(player, false);
        self.find_host(None);
    }

    fn to_move(&self) -> Option<Seat> {
        match self
            .position
            .as_ref()
            .filter(|_| self.phase == Phase::Playing)?
            .node()
        {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        }
    }

    fn enough_seats(&self) -> Answer {
        let count = self.seats.iter().filter(|it| is_held(it)).count();
        let (from, to) = self
            .settings
            .as_ref()
            .map_or((0, 0), |it| it.rules.kind().seats());
        refuse_if(
            !(usize::from(from)..=usize::from(to)).contains(&count),
            "bad_config",
        )
    }

    fn all_agree(&self, but: PlayerId) -> bool {
        let disagrees = |it: &Holder| matches!(it, Holder::Human { player, ready: false, held_by_bot: false } if *player != but);
        !self.seats.iter().any(disagrees)
    }

    fn known(&self, player: PlayerId) -> Answer {
        refuse_if(
            !self.people.iter().any(|it| it.0 == player),
            "no_such_player",
        )
    }

    fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let mine = |it: &Holder| matches!(it, Holder::Human { player: of, .. } if *of == player);
        Seat::ALL
            .into_iter()
            .find(|seat| mine(&self.seats[seat.idx()]))
    }

    fn is_away(&self, player: PlayerId) -> bool {
        let away = |it: &Holder| matches!(it, Holder::Human { player: of, held_by_bot: true, .. } if *of == player);
        self.seats.iter().any(away)
    }

    fn set_away(&mut self, player: PlayerId, away: bool) {
        for holder in &mut self.seats {
            if let Holder::Human {
                player: of,
                held_by_bot,
                ..
            } = holder
                && *of == player
            {
                *held_by_bot = away;
            }
        }
    }

    fn set_ready(&mut self, seat: Seat, agrees: bool) {
        if let Holder::Human { ready, .. } = &mut self.seats[seat.idx()] {
            *ready = agrees;
        }
    }

    fn clear_readiness(&mut self) {
        for seat in Seat::ALL {
            self.set_ready(seat, false);
        }
    }
}

fn is_held(holder: &Holder) -> bool {
    matches!(holder, Holder::Human { .. } | Holder::Bot(_))
}

fn playable(settings: &Settings) -> Result<Settings, &'static str> {
    refuse_if(settings.bot_pace_ms > BOT_PACE_MS_MAX, "bad_pace")?;
    let trial = settings.rules.generate(2, &mut SeededDice::new(1));
    refuse_if(trial.is_err(), "bad_config")?;
    Ok(settings.clone())
}

fn refuse_if(refused: bool, code: &'static str) -> Answer {
    if refused { Err(code) } else { Ok(()) }
}
