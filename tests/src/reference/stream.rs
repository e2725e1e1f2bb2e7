//! The obvious lobby told by a stream: what must have been wanted, if these events are what came of it.
//!
//! A durable batch holds what several commands led to. Each begins with what was wanted; what follows from it (rolls,
//! another host, the end of a pause) the obvious lobby must find by itself. `Answered` tells who wanted it; without one
//! it was the server's own doing, as are the acts of bots.

use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::{
    Command, EndReason, Event, Holder, Newcomer, PasswordHash, Phase, PlayerId, Ply, Request, Stamp,
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
        if let Event::MatchStarted { config } = head {
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
            host != before && matches!(it, Event::HostChanged { player } if Some(*player) == host)
        });
        take(&|it| {
            self.phase == Phase::Ended
                && *it
                    == Event::Ended {
                        reason: EndReason::Empty,
                    }
        });
        take(&|it| goes_on && *head != Event::Continued && *it == Event::Continued);
        take(&|it| matches!(it, Event::Answered { .. }));
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
            Event::Created { title, settings } => {
                let password = rest.first().and_then(chosen_password);
                Ok(Some(Command::Create {
                    title,
                    settings,
                    password,
                }))
            }
            Event::Entered { name, key, .. } => {
                let password = self.password.clone();
                Ok(Some(Command::Enter(Newcomer {
                    password,
                    ..Newcomer::plain(&name, key)
                })))
            }
            Event::Left { player } => ask(Some(player), Request::Leave),
            Event::Kicked { player } => ask(asker, Request::Kick { player }),
            Event::Banned { player } => ask(asker, Request::Ban { player }),
            Event::BanLifted { player } => ask(asker, Request::LiftBan { player }),
            Event::SilenceChanged { player, silenced } => {
                ask(asker, Request::Silence { player, silenced })
            }
            Event::PasswordChanged { password } => ask(asker, Request::SetPassword { password }),
            Event::LockChanged { locked } => ask(asker, Request::Lock { locked }),
            Event::SeatTaken { seat, player } => {
                ask(Some(player), Request::TakeSeat { seat: Some(seat) })
            }
            Event::SeatLeft { seat } => ask(holder(&seat), Request::Spectate),
            Event::BotSeated { seat, bot } => ask(asker, Request::SeatBot { seat, bot }),
            Event::SeatOpened { seat } => ask(asker, Request::OpenSeat { seat }),
            Event::SeatClosed { seat } => ask(asker, Request::CloseSeat { seat }),
            Event::HostChanged { player } if asker.is_some() => {
                ask(asker, Request::HandOverHost { player })
            }
            // A host without a seat was found absent.
            Event::HostChanged { .. } => self
                .host
                .map(|player| Some(Command::Absent { player }))
                .ok_or(NOBODY),
            Event::SettingsChanged { settings } => ask(asker, Request::ChangeSettings { settings }),
            Event::ReadyChanged { seat, .. } if rest.first() == Some(&Event::MatchCalled) => {
                ask(holder(&seat), Request::Rematch)
            }
            Event::ReadyChanged { seat, ready } => ask(holder(&seat), Request::Ready { ready }),
            Event::MatchCalled if asker == self.host => ask(asker, Request::Start { force: true }),
            Event::MatchCalled => ask(asker, Request::Rematch),
            Event::DiceSealed { .. }
            | Event::ShareCommitted { .. }
            | Event::ShareShown { .. }
            | Event::ShareMissed { .. }
            | Event::DiceOpened
            | Event::MatchStarted { .. } => self.dice_command_of(head).map(Some),
            Event::Acted { action, .. } if asker.is_some() => {
                ask(asker, Request::Act { ply, action })
            }
            Event::Acted { seat, action, .. } => Ok(Some(Command::BotActed { seat, ply, action })),
            Event::HandedToBot { seat } => holder(&seat)
                .map(|player| Some(Command::Absent { player }))
                .ok_or(NOBODY),
            Event::TakenBack { seat } => holder(&seat)
                .map(|player| Some(Command::Returned { player }))
                .ok_or(NOBODY),
            Event::Resigned { seat } => ask(holder(&seat), Request::Resign),
            Event::TimedOut { .. } => Ok(Some(Command::TimeUp { ply })),
            Event::PauseWanted { seat, wanted } => ask(holder(&seat), Request::Pause { wanted }),
            Event::Paused { .. } => ask(asker, Request::Pause { wanted: true }),
            Event::Continued if asker.is_none() => self
                .unneeded()
                .map(|player| Some(Command::Absent { player }))
                .ok_or(NOBODY),
            Event::Continued => ask(asker, Request::Pause { wanted: false }),
            Event::Said { player, text } => ask(Some(player), Request::Chat { text }),
            Event::Ended {
                reason: EndReason::Abandoned,
            } => Ok(Some(Command::Abandon)),
            Event::KeyOffered { .. } | Event::KeyConfirmed { .. } => Ok(None),
            Event::Rolled { .. }
            | Event::Answered { .. }
            | Event::Ended {
                reason: EndReason::Empty,
            } => Err("nothing leads to it"),
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
            Event::ShareCommitted { seat, commitment } => (
                seat,
                Request::CommitShare {
                    match_id,
                    commitment,
                },
            ),
            Event::ShareShown { seat, share } => (seat, Request::ShowShare { match_id, share }),
            Event::DiceSealed {
                match_id,
                begun_at,
                secret,
                seats: connected,
            } => {
                return Ok(Command::SealDice {
                    match_id,
                    begun_at,
                    secret,
                    connected,
                });
            }
            Event::ShareMissed { seat } => {
                return Ok(Command::MissShares {
                    seats: [seat].into_iter().collect(),
                });
            }
            Event::DiceOpened => return Ok(Command::OpenDice),
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
            || matches!(it, Event::Rolled { .. })
            || (**it == Event::Continued && may_end_pause(head))
    });
    if let Some(Event::Answered { player, .. }) = behind.next() {
        Some(*player)
    } else {
        None
    }
}

/// Whether an event right behind another belongs to the same command whatever the lobby is like.
fn is_part(head: &Event, next: &Event) -> bool {
    matches!(
        (head, next),
        (Event::ReadyChanged { .. }, Event::MatchCalled)
            | (Event::PauseWanted { .. }, Event::Paused { .. })
            | (Event::Created { .. }, Event::PasswordChanged { .. })
    )
}

fn may_end_pause(head: &Event) -> bool {
    matches!(head, Event::Kicked { .. } | Event::Banned { .. })
}

fn chosen_password(event: &Event) -> Option<PasswordHash> {
    if let Event::PasswordChanged { password } = event {
        password.clone()
    } else {
        None
    }
}

fn rolled(event: &Event) -> Option<AnyChance> {
    if let Event::Rolled { chance } = event {
        Some(*chance)
    } else {
        None
    }
}

/// What was measured of the clock that ran.
fn spent_ms(head: &Event, rest: &[Event]) -> u32 {
    let part = rest.first().filter(|it| is_part(head, it));
    let measured = |it: &Event| {
        if let Event::Acted { spent_ms, .. } | Event::Paused { spent_ms } = it {
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
