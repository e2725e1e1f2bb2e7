//! The reference lobby: no events, no replay, one state that each command changes or not. The real lobby must agree
//! with it.
//!
//! It is written from the documents of the commands and shares with the real lobby only the types and the rules of the
//! games. Its luck is given to it, not drawn. Used by the random comparison in `it/reference.rs`, and by the simulation
//! with every durable batch.

mod ahead;
mod luck;
mod matches;
mod origins;
mod people;
mod places;
mod seats;
mod stream;
mod votes;

use std::collections::BTreeMap;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::fair::{Commitment, MatchId, Secret};
use dicehall_engine::lobby::{
    BOT_PACE_MS_MAX, Clock, Command, Holder, Lobby, PasswordHash, Phase, PlayerId, Ply, Request,
    Settings,
};
use dicehall_engine::{AnyState, Origin, Seat, SeatSet};

pub use luck::Luck;
pub use stream::Telling;

/// The answer to a command: done, or the code of a refusal.
type Answer = Result<(), &'static str>;

/// The reference lobby: everything that its people see, and the facts on which later answers depend.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    settings: Option<Settings>,
    stage: Stage,
    people: BTreeMap<PlayerId, String>,
    host: Option<PlayerId>,
    entered: u32,
    seats: [Chair; 4],
    password: Option<PasswordHash>,
    is_locked: bool,
    has_hints: bool,
    /// The names of the banned people, in small letters.
    banned: BTreeMap<PlayerId, String>,
    /// The names of the silenced people, in small letters.
    silenced: Vec<String>,
    dice: Option<Dicing>,
    /// The next match, once it is announced.
    next_match: Option<MatchId>,
    position: Option<AnyState>,
    ply: Ply,
    /// The number of matches that were called.
    matches: usize,
    resigned: SeatSet,
    winners: Option<SeatSet>,
    clock: Clock,
    left_ms: [u32; 4],
    /// The seat whose time is up.
    late: Option<Seat>,
    is_paused: bool,
    wants_pause: SeatSet,
    /// Who wants to skip what bots do.
    wants_skip: Vec<PlayerId>,
    /// Who wants a bot on which seat whose human is gone.
    wants_bot: Vec<(Seat, PlayerId)>,
    /// The earlier match from which the next one goes on.
    origin: Option<Origin>,
    /// The number of origins so far.
    origins: u32,
}

/// The stages of a lobby that do not follow from its match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Stage {
    #[default]
    Usual,
    MatchCalled,
    Ended,
}

/// A seat and its holder.
#[derive(Clone, Copy, Debug, Default)]
struct Chair {
    human: Option<PlayerId>,
    /// The holder of the seat if no human has it.
    other: Holder,
    is_ready: bool,
    is_away: bool,
    /// The commitment to a share of the next match that came with the agreement to start.
    ahead: Option<Commitment>,
}

/// The agreement on the dice of a match: the seats that were asked for a share, and their answers.
#[derive(Clone, Debug)]
struct Dicing {
    match_id: MatchId,
    shares: BTreeMap<Seat, Share>,
    is_opened: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Share {
    Awaited,
    Committed(Commitment),
    Shown(Commitment, Secret),
    Missed,
}

impl Reference {
    /// Carries the command out, or refuses it and changes nothing.
    pub fn command(&mut self, command: &Command, luck: &mut Luck) -> Answer {
        let mut next = self.clone();
        next.carry_out(command, luck)?;
        next.end_match();
        next.end_skipping();
        *self = next;
        Ok(())
    }

    /// Checks that everything that can be seen of the real lobby is the same here.
    ///
    /// # Panics
    /// If something differs; the message begins with the context.
    #[track_caller]
    pub fn check_like(&self, lobby: &Lobby, context: &dyn Fn() -> String) {
        let people = lobby
            .players()
            .iter()
            .map(|(it, person)| (*it, &person.name));
        let silenced = lobby.players().keys().filter(|it| lobby.is_silenced(**it));
        let playing = lobby
            .game_match()
            .filter(|_| lobby.phase() == Phase::Playing);
        let real = (
            (lobby.phase(), lobby.host(), lobby.seats(), lobby.settings()),
            (
                people.collect(),
                silenced.collect(),
                lobby.are_hints_allowed(),
            ),
            lobby.game_match().map(|it| &it.state),
            (lobby.ply(), lobby.to_move().map(|it| it.0)),
            (
                lobby.outcome().map(|it| it.winners),
                lobby.next_dice().map(|it| &it.match_id),
            ),
            playing.map(|it| (it.is_paused, Seat::ALL.map(|seat| it.clocks.left_ms(seat)))),
            playing.map_or(0, |it| it.votes.to_skip().len()),
        );
        let people: Vec<_> = self.people.iter().map(|(it, name)| (*it, name)).collect();
        let silenced: Vec<_> = self
            .people
            .keys()
            .filter(|it| self.is_silenced(**it))
            .collect();
        let obvious = (
            (
                self.phase(),
                self.host,
                Seat::ALL.map(|it| self.holder(it)),
                self.settings.as_ref(),
            ),
            (people, silenced, self.has_hints),
            self.position.as_ref(),
            (self.ply, self.to_move()),
            (self.winners, self.next_match.as_ref()),
            (self.phase() == Phase::Playing).then_some((self.is_paused, self.left_ms)),
            if self.phase() == Phase::Playing {
                self.wants_skip.len()
            } else {
                0
            },
        );
        assert_eq!(real, obvious, "{}: the obvious lobby differs", context());
    }

    fn phase(&self) -> Phase {
        match &self.position {
            _ if self.stage == Stage::Ended => Phase::Ended,
            _ if self.stage == Stage::MatchCalled => Phase::Starting,
            Some(_) if self.winners.is_some() => Phase::Over,
            Some(_) => Phase::Playing,
            None => Phase::Waiting,
        }
    }

    fn carry_out(&mut self, command: &Command, luck: &mut Luck) -> Answer {
        ensure(self.stage != Stage::Ended, "lobby_ended")?;
        let creates = matches!(command, Command::Create { .. });
        ensure(self.settings.is_some() || creates, "not_created")?;
        match command {
            Command::Create {
                settings, password, ..
            } => {
                ensure(self.settings.is_none(), "already_created")?;
                self.settings = Some(playable(settings)?);
                self.password.clone_from(password);
            }
            Command::Enter(newcomer) => self.enter(newcomer)?,
            Command::Absent { player } => {
                self.check_known(*player)?;
                self.set_away(*player, true);
                self.find_host(Some(*player));
                self.end_pause();
            }
            Command::Returned { player } => self.come_back(*player)?,
            Command::Ask {
                player,
                stamp,
                request,
                commits,
            } => {
                self.check_known(*player)?;
                if self.is_away(*player) {
                    self.come_back(*player)?;
                    self.end_skipping();
                }
                if let Some(commits) = commits {
                    self.commit_ahead(*player, request, commits);
                }
                if let Request::StandIn { seat, wanted } = request {
                    self.vote_for_bot(*player, *seat, *wanted, stamp.gone)?;
                }
                self.ask(*player, request, stamp.spent_ms, luck)?;
            }
            Command::OfferKey { player, .. } => self.renew(*player)?,
            Command::AnnounceDice { match_id, .. } => self.announce(match_id)?,
            Command::TimeUp { ply } => {
                let seat = self
                    .clock_runs()
                    .filter(|_| *ply == self.ply)
                    .ok_or("stale")?;
                self.left_ms[seat.idx()] = 0;
                self.late = Some(seat);
            }
            Command::BotActed { seat, ply, action } => {
                let is_asked = self.to_move() == Some(*seat) && self.bot_acts_for(*seat);
                ensure(is_asked && *ply == self.ply && !self.is_paused, "stale")?;
                self.act(*seat, *action, 0, luck)?;
            }
            Command::SealDice {
                match_id,
                connected,
                ..
            } => self.seal(match_id, *connected)?,
            Command::MissShares { seats } => self.miss_shares(*seats)?,
            Command::Deal => self.deal(luck)?,
            Command::OpenDice => {
                check_dice(self.phase() == Phase::Over)?;
                let dice = self.dice.as_mut().filter(|it| !it.is_opened);
                dice.ok_or("dice_not_awaited")?.is_opened = true;
            }
            Command::Abandon => self.stage = Stage::Ended,
            Command::Order(order) => self.follow_order(order)?,
        }
        Ok(())
    }

    fn ask(&mut self, me: PlayerId, request: &Request, spent_ms: u32, luck: &mut Luck) -> Answer {
        self.check_may_ask(me, request)?;
        let my_seat = self.seat_of(me).ok_or("not_seated");
        match request {
            Request::TakeSeat { seat } => self.take_seat(me, *seat)?,
            Request::Spectate => {
                let seat = my_seat?;
                ensure(self.may_watch(), "lobby_full")?;
                self.stand_up(seat);
            }
            Request::Leave => self.remove(me),
            Request::SeatBot { seat, bot } => self.set_up(*seat, Holder::Bot(*bot))?,
            Request::OpenSeat { seat } => self.set_up(*seat, Holder::Open)?,
            Request::CloseSeat { seat } => self.set_up(*seat, Holder::Closed)?,
            Request::Kick { player } => self.remove(*player),
            Request::Ban { player } => {
                self.banned.insert(*player, self.small_name(*player));
                self.remove(*player);
            }
            Request::LiftBan { player } => drop(self.banned.remove(player).ok_or("no_such_ban")?),
            Request::Silence { player, silenced } => self.silence(*player, *silenced),
            Request::SetPassword { password } => self.password.clone_from(password),
            Request::Lock { locked } => self.is_locked = *locked,
            Request::AllowHints { allowed } => self.allow_hints(*allowed),
            Request::HandOverHost { player } => self.host = Some(*player),
            Request::ChangeSettings { settings } => self.change_settings(playable(settings)?),
            Request::SetOrigin { origin } => self.set_origin(origin)?,
            Request::ExtendOrigin { at, steps } => self.extend_origin(*at, steps)?,
            Request::Ready { ready } => self.seats[my_seat?.idx()].agree(*ready),
            Request::Start { force } => {
                self.check_count()?;
                ensure(*force || self.all_agree(me), "not_ready")?;
                self.call();
            }
            Request::Rematch => self.rematch(me, my_seat)?,
            Request::CommitShare {
                match_id,
                commitment,
            } => self.commit(my_seat?, match_id, *commitment)?,
            Request::ShowShare { match_id, share } => self.show(my_seat?, match_id, *share)?,
            Request::Act { ply, action } => {
                ensure(!self.is_paused, "paused")?;
                ensure(*ply == self.ply, "stale")?;
                let seat = self.playing(my_seat?)?;
                ensure(self.to_move() == Some(seat), "not_your_turn")?;
                ensure(self.late != Some(seat), "time_up")?;
                self.act(seat, *action, spent_ms, luck)?;
            }
            Request::Resign => {
                self.resigned = self.resigned.with(self.playing(my_seat?)?);
                self.end_pause();
            }
            Request::Pause { wanted } => self.pause(self.playing(my_seat?)?, *wanted, spent_ms),
            Request::Skip { wanted } => self.vote_to_skip(me, *wanted)?,
            Request::StandIn { .. } => {}
            Request::Whisper { player, .. } => {
                ensure(me != *player, "yourself")?;
                self.check_known(*player)?;
                ensure(!self.is_silenced(me), "silenced")?;
            }
            Request::Chat { .. } | Request::React { .. } => {
                ensure(!self.is_silenced(me), "silenced")?;
            }
        }
        Ok(())
    }

    fn rematch(&mut self, me: PlayerId, my_seat: Result<Seat, &'static str>) -> Answer {
        ensure(self.phase() == Phase::Over, "no_rematch")?;
        self.seats[my_seat?.idx()].is_ready = true;
        self.check_count()?;
        if self.all_agree(me) {
            self.call();
        }
        Ok(())
    }

    fn silence(&mut self, player: PlayerId, silenced: bool) {
        let name = self.small_name(player);
        self.silenced.retain(|it| *it != name);
        self.silenced.extend(silenced.then_some(name));
    }

    /// Checks that the person may make this request at all, and at this time.
    fn check_may_ask(&self, me: PlayerId, request: &Request) -> Answer {
        if let Request::Kick { player }
        | Request::Ban { player }
        | Request::Silence { player, .. }
        | Request::HandOverHost { player } = request
        {
            ensure(self.host == Some(me), "not_host")?;
            ensure(me != *player, "yourself")?;
            self.check_known(*player)?;
        }
        let is_of_door = matches!(
            request,
            Request::LiftBan { .. } | Request::SetPassword { .. } | Request::Lock { .. }
        );
        let is_of_pace = matches!(request, Request::ChangeSettings { settings } if self.changes_only_pace(settings));
        let is_of_seats = matches!(
            request,
            Request::SeatBot { .. }
                | Request::AllowHints { .. }
                | Request::OpenSeat { .. }
                | Request::CloseSeat { .. }
                | Request::ChangeSettings { .. }
                | Request::SetOrigin { .. }
                | Request::ExtendOrigin { .. }
                | Request::Start { .. }
        );
        let may = self.host == Some(me) || !is_of_door && !is_of_seats;
        ensure(may, "not_host")?;
        let sits = matches!(request, Request::TakeSeat { .. } | Request::Ready { .. });
        let is_at_rest = self.is_idle() || is_of_pace;
        ensure(is_at_rest || !is_of_seats && !sits, "match_running")?;
        let is_of_match = matches!(
            request,
            Request::Act { .. }
                | Request::Resign
                | Request::Pause { .. }
                | Request::Skip { .. }
                | Request::StandIn { .. }
        );
        ensure(self.phase() == Phase::Playing || !is_of_match, "no_match")
    }

    fn changes_only_pace(&self, settings: &Settings) -> bool {
        let played = |it: &Settings| (it.rules.clone(), it.clock);
        self.settings.as_ref().map(played) == Some(played(settings))
    }

    fn change_settings(&mut self, settings: Settings) {
        if self.settings.as_ref() != Some(&settings) {
            let before = self.settings.replace(settings);
            self.clear_readiness();
            if self.is_idle() {
                self.origin = None;
            }
            self.send_bots_away();
            self.replace_bots(before.map(|it| it.rules.kind()));
            self.move_people();
        }
    }

    fn check_known(&self, player: PlayerId) -> Answer {
        ensure(self.people.contains_key(&player), "no_such_player")
    }

    /// Whether no match is running or starting.
    fn is_idle(&self) -> bool {
        !matches!(self.phase(), Phase::Starting | Phase::Playing)
    }

    fn check_bots(&self) -> Answer {
        let game = self.settings.as_ref().ok_or("not_created")?.rules.kind();
        let misfit = |it: &Chair| matches!(it.other, Holder::Bot(bot) if !bot.kind.plays(game));
        ensure(!self.seats.iter().any(misfit), "bad_bot")
    }
}

impl Chair {
    fn is_human(&self) -> bool {
        self.human.is_some()
    }

    fn is_held(&self) -> bool {
        self.is_human() || matches!(self.other, Holder::Bot(_))
    }

    fn holder(self) -> Holder {
        let (ready, held_by_bot) = (self.is_ready, self.is_away);
        self.human.map_or(self.other, |player| Holder::Human {
            player,
            ready,
            held_by_bot,
        })
    }
}

fn playable(settings: &Settings) -> Result<Settings, &'static str> {
    ensure(settings.bot_pace_ms <= BOT_PACE_MS_MAX, "bad_pace")?;
    let trial = settings.rules.generate(2, &mut SeededDice::new(1));
    ensure(trial.is_ok(), "bad_config")?;
    Ok(settings.clone())
}

fn ensure(holds: bool, code: &'static str) -> Answer {
    if holds { Ok(()) } else { Err(code) }
}

fn check_dice(are_awaited: bool) -> Answer {
    ensure(are_awaited, "dice_not_awaited")
}
