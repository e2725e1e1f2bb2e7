//! The obvious lobby told by a stream: what must have been wanted, if these events are what came of it.
//!
//! A durable batch holds what several commands led to. Each begins with what was wanted; what follows from it (rolls,
//! another host, the end of a pause) the obvious lobby must find by itself. `Answered` tells who wanted it; without one
//! it was the server's own doing, as are the acts of bots.

use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::{
    Command, DiceEvent, EndReason, Entered, Event, Holder, LobbyEvent, MatchEvent, Newcomer,
    PasswordHash, PeopleEvent, Phase, PlayerId, Ply, PrivateEvent, Request, SeatEvent, Stamp,
    TalkEvent,
};
use dicehall_engine::{AnyChance, Seat};

use super::nature::Told;
use super::{Answer, Reference};

/// What the first of some events tell.
#[derive(Debug)]
pub struct Telling {
    /// How many of the events the command led to.
    pub count: usize,
    /// What was wanted; `None` for what does not change how a lobby looks.
    pub command: Option<Command>,
    /// Whether the obvious lobby would have done it.
    pub answer: Answer,
}

/// Nobody is known who may have wanted it.
const NOBODY: &str = "nobody has asked for it";

impl Reference {
    /// Finds the command that the first of the events tell of, and carries it out.
    pub fn follow(&mut self, events: &[Event]) -> Telling {
        let Some((head, rest)) = events.split_first() else {
            return Telling {
                count: 0,
                command: None,
                answer: Ok(()),
            };
        };
        let mut told = Told::default();
        if let Event::Match(MatchEvent::MatchStarted { config }) = head {
            told.config = Some(config.clone());
        }
        told.chances.extend(rest.iter().map_while(rolled));
        let own =
            told.chances.len() + usize::from(rest.first().is_some_and(|it| is_part(head, it)));
        let (before, was_paused) = (self.host, self.paused);
        let (command, mut answer) = match self.command_of(head, rest) {
            Ok(command) => {
                let answer = command
                    .as_ref()
                    .map_or(Ok(()), |it| self.command(it, &mut told));
                (command, answer)
            }
            Err(why) => (None, Err(why)),
        };
        if answer.is_ok() && !told.is_spent() {
            answer = Err("something was rolled that nobody waits for");
        }
        let mut count = 1 + own;
        let mut take = |follows: &dyn Fn(&Event) -> bool| {
            count += usize::from(events.get(count).is_some_and(follows));
        };
        let (host, goes_on) = (self.host, was_paused && !self.paused);
        take(&|it| {
            host != before
                && matches!(it, Event::People(PeopleEvent::HostChanged { player }) if Some(*player) == host)
        });
        take(&|it| {
            self.phase == Phase::Ended
                && *it
                    == Event::Lobby(LobbyEvent::Ended {
                        reason: EndReason::Empty,
                    })
        });
        take(&|it| {
            goes_on
                && *head != Event::Match(MatchEvent::Continued)
                && *it == Event::Match(MatchEvent::Continued)
        });
        take(&|it| matches!(it, Event::Private(PrivateEvent::Answered { .. })));
        Telling {
            count,
            command,
            answer,
        }
    }

    /// The command that begins with an event, with what stands behind it.
    fn command_of(&self, head: &Event, rest: &[Event]) -> Result<Option<Command>, &'static str> {
        let ask = |player: Option<PlayerId>, request| {
            let stamp = Stamp {
                id: None,
                spent_ms: spent_ms(head, rest),
            };
            player
                .map(|player| {
                    Some(Command::Ask {
                        player,
                        stamp,
                        request,
                    })
                })
                .ok_or(NOBODY)
        };
        let asker = asker(head, rest);
        let holder = |seat: &Seat| self.holder(*seat);
        let ply: Ply = self.ply;
        match head.clone() {
            Event::Lobby(LobbyEvent::Created { title, settings }) => {
                let password = rest.first().and_then(chosen_password);
                Ok(Some(Command::Create {
                    title,
                    settings,
                    password,
                }))
            }
            Event::People(PeopleEvent::Entered(Entered { name, key, .. })) => {
                let password = self.password.clone();
                Ok(Some(Command::Enter(Newcomer {
                    password,
                    ..Newcomer::plain(&name, key)
                })))
            }
            Event::People(PeopleEvent::Left { player }) => ask(Some(player), Request::Leave),
            Event::People(PeopleEvent::Kicked { player }) => ask(asker, Request::Kick { player }),
            Event::People(PeopleEvent::Banned { player }) => ask(asker, Request::Ban { player }),
            Event::People(PeopleEvent::BanLifted { player }) => {
                ask(asker, Request::LiftBan { player })
            }
            Event::People(PeopleEvent::SilenceChanged { player, silenced }) => {
                ask(asker, Request::Silence { player, silenced })
            }
            Event::Lobby(LobbyEvent::PasswordChanged { password }) => {
                ask(asker, Request::SetPassword { password })
            }
            Event::Lobby(LobbyEvent::LockChanged { locked }) => {
                ask(asker, Request::Lock { locked })
            }
            Event::Seats(SeatEvent::SeatTaken { seat, player }) => {
                ask(Some(player), Request::TakeSeat { seat: Some(seat) })
            }
            Event::Seats(SeatEvent::SeatLeft { seat }) => ask(holder(&seat), Request::Spectate),
            Event::Seats(SeatEvent::BotSeated { seat, bot }) => {
                ask(asker, Request::SeatBot { seat, bot })
            }
            Event::Seats(SeatEvent::SeatOpened { seat }) => ask(asker, Request::OpenSeat { seat }),
            Event::Seats(SeatEvent::SeatClosed { seat }) => ask(asker, Request::CloseSeat { seat }),
            Event::People(PeopleEvent::HostChanged { player }) if asker.is_some() => {
                ask(asker, Request::HandOverHost { player })
            }
            // A host without a seat was found absent.
            Event::People(PeopleEvent::HostChanged { .. }) => self
                .host
                .map(|player| Some(Command::Absent { player }))
                .ok_or(NOBODY),
            Event::Lobby(LobbyEvent::SettingsChanged { settings }) => {
                ask(asker, Request::ChangeSettings { settings })
            }
            Event::Seats(SeatEvent::ReadyChanged { seat, .. })
                if rest.first() == Some(&Event::Match(MatchEvent::MatchCalled)) =>
            {
                ask(holder(&seat), Request::Rematch)
            }
            Event::Seats(SeatEvent::ReadyChanged { seat, ready }) => {
                ask(holder(&seat), Request::Ready { ready })
            }
            Event::Match(MatchEvent::MatchCalled) if asker == self.host => {
                ask(asker, Request::Start { force: true })
            }
            Event::Match(MatchEvent::MatchCalled) => ask(asker, Request::Rematch),
            Event::Dice(_) | Event::Match(MatchEvent::MatchStarted { .. }) => {
                self.dice_command_of(head).map(Some)
            }
            Event::Match(MatchEvent::Acted { action, .. }) if asker.is_some() => {
                ask(asker, Request::Act { ply, action })
            }
            Event::Match(MatchEvent::Acted { seat, action, .. }) => {
                Ok(Some(Command::BotActed { seat, ply, action }))
            }
            Event::Seats(SeatEvent::HandedToBot { seat }) => holder(&seat)
                .map(|player| Some(Command::Absent { player }))
                .ok_or(NOBODY),
            Event::Seats(SeatEvent::TakenBack { seat }) => holder(&seat)
                .map(|player| Some(Command::Returned { player }))
                .ok_or(NOBODY),
            Event::Match(MatchEvent::Resigned { seat }) => ask(holder(&seat), Request::Resign),
            Event::Match(MatchEvent::TimedOut { .. }) => Ok(Some(Command::TimeUp { ply })),
            Event::Match(MatchEvent::PauseWanted { seat, wanted }) => {
                ask(holder(&seat), Request::Pause { wanted })
            }
            Event::Match(MatchEvent::Paused { .. }) => ask(asker, Request::Pause { wanted: true }),
            Event::Match(MatchEvent::Continued) if asker.is_none() => self
                .unneeded()
                .map(|player| Some(Command::Absent { player }))
                .ok_or(NOBODY),
            Event::Match(MatchEvent::Continued) => ask(asker, Request::Pause { wanted: false }),
            Event::Talk(TalkEvent::Said { player, text }) => {
                ask(Some(player), Request::Chat { text })
            }
            Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Abandoned,
            }) => Ok(Some(Command::Abandon)),
            Event::Private(PrivateEvent::KeyOffered { .. } | PrivateEvent::KeyConfirmed { .. }) => {
                Ok(None)
            }
            Event::Match(MatchEvent::Rolled { .. })
            | Event::Private(PrivateEvent::Answered { .. })
            | Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Empty,
            }) => Err("nothing leads to it"),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller tells them apart"
    )]
    fn dice_command_of(&self, head: &Event) -> Result<Command, &'static str> {
        let match_id = self
            .dice
            .as_ref()
            .map_or_else(no_match, |it| it.match_id.clone());
        let (seat, request) = match head.clone() {
            Event::Dice(DiceEvent::ShareCommitted { seat, commitment }) => (
                seat,
                Request::CommitShare {
                    match_id,
                    commitment,
                },
            ),
            Event::Dice(DiceEvent::ShareShown { seat, share }) => {
                (seat, Request::ShowShare { match_id, share })
            }
            Event::Dice(DiceEvent::DiceSealed {
                match_id,
                begun_at,
                secret,
                seats: connected,
            }) => {
                return Ok(Command::SealDice {
                    match_id,
                    begun_at,
                    secret,
                    connected,
                });
            }
            Event::Dice(DiceEvent::ShareMissed { seat }) => {
                return Ok(Command::MissShares {
                    seats: [seat].into_iter().collect(),
                });
            }
            Event::Dice(DiceEvent::DiceOpened) => return Ok(Command::OpenDice),
            _ => return Ok(Command::Deal),
        };
        let player = self.holder(seat).ok_or(NOBODY)?;
        Ok(Command::Ask {
            player,
            stamp: Stamp::default(),
            request,
        })
    }

    /// Somebody who was found absent, and whom nobody missed.
    fn unneeded(&self) -> Option<PlayerId> {
        let people = self.people.iter().map(|it| it.0);
        let unneeded = people.filter(|it| self.seat_of(*it).is_none() || self.is_away(*it));
        unneeded.min_by_key(|it| Some(*it) == self.host)
    }

    fn holder(&self, seat: Seat) -> Option<PlayerId> {
        if let Holder::Human { player, .. } = self.seats[seat.idx()] {
            Some(player)
        } else {
            None
        }
    }
}

/// Who wanted what begins with `head`: nobody stands between but what can follow from it.
fn asker(head: &Event, rest: &[Event]) -> Option<PlayerId> {
    let mut behind = rest.iter().skip_while(|it| {
        is_part(head, it)
            || matches!(it, Event::Match(MatchEvent::Rolled { .. }))
            || (**it == Event::Match(MatchEvent::Continued) && may_end_pause(head))
    });
    if let Some(Event::Private(PrivateEvent::Answered { player, .. })) = behind.next() {
        Some(*player)
    } else {
        None
    }
}

/// Whether an event right behind another belongs to the same command whatever the lobby is like.
fn is_part(head: &Event, next: &Event) -> bool {
    matches!(
        (head, next),
        (
            Event::Seats(SeatEvent::ReadyChanged { .. }),
            Event::Match(MatchEvent::MatchCalled)
        ) | (
            Event::Match(MatchEvent::PauseWanted { .. }),
            Event::Match(MatchEvent::Paused { .. })
        ) | (
            Event::Lobby(LobbyEvent::Created { .. }),
            Event::Lobby(LobbyEvent::PasswordChanged { .. })
        )
    )
}

fn may_end_pause(head: &Event) -> bool {
    matches!(
        head,
        Event::People(PeopleEvent::Kicked { .. } | PeopleEvent::Banned { .. })
    )
}

fn chosen_password(event: &Event) -> Option<PasswordHash> {
    if let Event::Lobby(LobbyEvent::PasswordChanged { password }) = event {
        password.clone()
    } else {
        None
    }
}

fn rolled(event: &Event) -> Option<AnyChance> {
    if let Event::Match(MatchEvent::Rolled { chance }) = event {
        Some(*chance)
    } else {
        None
    }
}

/// What was measured of the clock that ran.
fn spent_ms(head: &Event, rest: &[Event]) -> u32 {
    let part = rest.first().filter(|it| is_part(head, it));
    let measured = |it: &Event| {
        if let Event::Match(MatchEvent::Acted { spent_ms, .. } | MatchEvent::Paused { spent_ms }) =
            it
        {
            Some(*spent_ms)
        } else {
            None
        }
    };
    measured(head).or(part.and_then(measured)).unwrap_or(0)
}

/// No match has this name, because names have a number.
fn no_match() -> MatchId {
    MatchId::try_from("none".to_owned()).unwrap()
}
