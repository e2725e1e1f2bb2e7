//! The reference lobby follows a stream of events: it finds the command that must have led to them, and carries it out.
//!
//! A durable batch holds the events of several commands. The events of each command begin with the one that was asked
//! for; the reference lobby must find the consequences (rolls, another host, the end of a pause) by itself. `Answered`
//! names the person who asked; without it the command was the server's own, or a bot's. This is the only file of the
//! reference lobby that knows the engine's events.

use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::{
    AheadEvent, AsideEvent, Command, DiceEvent, EarlyCommitment, EndReason, Entered, Event,
    LobbyEvent, MatchEvent, Newcomer, OriginEvent, PeopleEvent, PlayerId, PrivateEvent, Request,
    SeatEvent, Settings, Stamp, TalkEvent, VoteEvent,
};
use dicehall_engine::{Seat, SeatSet};

use super::{Answer, Luck, Reference, Stage};

/// The command that the first of some events belong to.
#[derive(Debug)]
pub struct Telling {
    /// The number of events that it led to.
    pub count: usize,
    /// The command; `None` for one that does not change the looks of a lobby.
    pub command: Option<Command>,
    /// The reference lobby's answer to the command.
    pub answer: Answer,
}

impl Luck {
    /// The luck in these events, which one command led to.
    pub fn of(events: &[Event]) -> Self {
        let mut luck = Self::default();
        for event in events {
            if let Event::Match(MatchEvent::MatchStarted { config }) = event {
                luck.config = Some(config.clone());
            }
            if let Event::Match(MatchEvent::Rolled { chance }) = event {
                luck.chances.push_back(*chance);
            }
        }
        luck
    }
}

impl Reference {
    /// Finds the command of the first of the events, and carries it out.
    pub fn follow(&mut self, events: &[Event]) -> Telling {
        let is_own = |event: &&Event| is_part(&events[0], event) || is_roll(event);
        let own = 1 + events.iter().skip(1).take_while(is_own).count();
        let (before, was_paused) = (self.host, self.is_paused);
        let mut luck = Luck::of(&events[..own]);
        let (command, mut answer) = match self.command_of(&events[0], &events[1..]) {
            Some(command) => (Some(command), Ok(())),
            None if is_about_keys(&events[0]) => (None, Ok(())),
            None => (None, Err("nobody can have asked for it")),
        };
        if let Some(command) = &command {
            answer = self.command(command, &mut luck);
        }
        if answer.is_ok() && !luck.is_spent() {
            answer = Err("something was rolled that nobody waits for");
        }
        let host = self.host.filter(|it| before != Some(*it));
        let ends = (self.stage == Stage::Ended).then_some(EndReason::Empty);
        let consequences = [
            host.map(|player| Event::People(PeopleEvent::HostChanged { player })),
            ends.map(|reason| Event::Lobby(LobbyEvent::Ended { reason })),
            (was_paused && !self.is_paused).then_some(Event::Match(MatchEvent::Continued)),
        ];
        let mut count = own;
        if let Event::Dice(DiceEvent::DiceSealed { .. }) = &events[0] {
            let committed = self.committed_at_seal();
            if answer.is_ok() && events[count..].get(..committed.len()) != Some(&committed[..]) {
                answer = Err("a commitment that came ahead does not count");
            }
            count += committed.len();
        }
        for event in consequences.iter().flatten() {
            count += usize::from(events.get(count) == Some(event));
        }
        count += usize::from(matches!(
            events.get(count),
            Some(Event::Private(PrivateEvent::Answered { .. }))
        ));
        Telling {
            count,
            command,
            answer,
        }
    }

    /// The command whose events begin with `head`; `rest` are the events after it.
    fn command_of(&self, head: &Event, rest: &[Event]) -> Option<Command> {
        let asker = asker(head, rest);
        let commits = self.commits_of(head);
        let Some(request) = self.request_of(head.clone(), rest, asker) else {
            return self.own_command(head.clone(), rest);
        };
        Some(Command::Ask {
            player: asker?,
            stamp: Stamp {
                id: None,
                spent_ms: spent_ms(head, rest),
                gone: self.gone(head, rest),
            },
            request,
            commits,
        })
    }

    /// The request that begins with `head`, if that is something that people ask for.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest are the server's own"
    )]
    fn request_of(&self, head: Event, rest: &[Event], asker: Option<PlayerId>) -> Option<Request> {
        if let Some(settings) = settings_among(&head, rest) {
            return Some(Request::ChangeSettings { settings });
        }
        let calls = rest.first() == Some(&Event::Match(MatchEvent::MatchCalled));
        let sits = matches!(
            rest.first(),
            Some(Event::Seats(SeatEvent::SeatTaken { .. }))
        );
        let (ply, match_id) = (self.ply, self.match_id());
        Some(match head {
            Event::People(PeopleEvent::Left { .. }) => Request::Leave,
            Event::People(PeopleEvent::Kicked { player }) => Request::Kick { player },
            Event::People(PeopleEvent::Banned { player }) => Request::Ban { player },
            Event::People(PeopleEvent::BanLifted { player }) => Request::LiftBan { player },
            Event::People(PeopleEvent::SilenceChanged { player, silenced }) => {
                Request::Silence { player, silenced }
            }
            Event::People(PeopleEvent::HostChanged { player }) if asker.is_some() => {
                Request::HandOverHost { player }
            }
            Event::Seats(SeatEvent::SeatTaken { seat, .. }) => {
                Request::TakeSeat { seat: Some(seat) }
            }
            Event::Seats(SeatEvent::SeatLeft { .. }) => Request::Spectate,
            Event::Seats(SeatEvent::BotSeated { seat, bot }) => Request::SeatBot { seat, bot },
            // A bot makes room for a person.
            Event::Seats(SeatEvent::SeatOpened { .. }) if sits => Request::TakeSeat { seat: None },
            Event::Seats(SeatEvent::SeatOpened { seat }) => Request::OpenSeat { seat },
            Event::Seats(SeatEvent::SeatClosed { seat }) => Request::CloseSeat { seat },
            Event::Ahead(AheadEvent::ShareCommittedAhead { .. }) => match rest.first() {
                Some(next @ (Event::Seats(_) | Event::Match(_))) => {
                    return self.request_of(next.clone(), &rest[1..], asker);
                }
                _ => Request::Ready { ready: true },
            },
            Event::Seats(SeatEvent::ReadyChanged { .. }) if calls => Request::Rematch,
            Event::Seats(SeatEvent::ReadyChanged { ready, .. }) => Request::Ready { ready },
            Event::Dice(DiceEvent::ShareCommitted { commitment, .. }) => Request::CommitShare {
                match_id,
                commitment,
            },
            Event::Dice(DiceEvent::ShareShown { share, .. }) => {
                Request::ShowShare { match_id, share }
            }
            Event::Origins(OriginEvent::OriginSet { origin }) => Request::SetOrigin { origin },
            Event::Origins(OriginEvent::OriginExtended { steps }) => {
                let at = self.origin.as_ref()?.steps.len();
                Request::ExtendOrigin { at, steps }
            }
            Event::Match(MatchEvent::MatchCalled) if asker == self.host => {
                Request::Start { force: true }
            }
            Event::Match(MatchEvent::MatchCalled) => Request::Rematch,
            Event::Match(MatchEvent::Acted { action, .. }) if asker.is_some() => {
                Request::Act { ply, action }
            }
            Event::Match(MatchEvent::Resigned { .. }) => Request::Resign,
            Event::Match(MatchEvent::PauseWanted { wanted, .. }) => Request::Pause { wanted },
            Event::Match(MatchEvent::Paused { .. }) => Request::Pause { wanted: true },
            Event::Match(MatchEvent::Continued) if asker.is_some() => {
                Request::Pause { wanted: false }
            }
            Event::Votes(vote) => voted(vote),
            _ => return said(head),
        })
    }

    /// A command of the server's own, or of a person outside.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else is the head of a command"
    )]
    fn own_command(&self, head: Event, rest: &[Event]) -> Option<Command> {
        let ply = self.ply;
        Some(match head {
            Event::Lobby(LobbyEvent::Created { title, settings }) => {
                let password = match rest.first() {
                    Some(Event::Lobby(LobbyEvent::PasswordChanged { password })) => {
                        password.clone()
                    }
                    _ => None,
                };
                Command::Create {
                    title,
                    settings,
                    password,
                }
            }
            Event::People(PeopleEvent::Entered(Entered { name, key, .. })) => {
                Command::Enter(Newcomer {
                    password: self.password.clone(),
                    ..Newcomer::plain(&name, key)
                })
            }
            // A host without a seat was found absent.
            Event::People(PeopleEvent::HostChanged { .. }) => {
                Command::Absent { player: self.host? }
            }
            Event::Seats(SeatEvent::HandedToBot { seat }) => Command::Absent {
                player: self.human_on(seat)?,
            },
            Event::Seats(SeatEvent::TakenBack { seat }) => Command::Returned {
                player: self.human_on(seat)?,
            },
            // A person was found absent whose absence changes nothing else.
            Event::Match(MatchEvent::Continued) => Command::Absent {
                player: self.unneeded()?,
            },
            Event::Ahead(AheadEvent::DiceAnnounced { match_id, secret }) => {
                Command::AnnounceDice { match_id, secret }
            }
            Event::Private(PrivateEvent::KeyOffered { player, key }) => Command::OfferKey {
                player,
                confirms: false,
                key,
            },
            Event::Dice(DiceEvent::DiceSealed {
                match_id,
                begun_at,
                secret,
                seats: connected,
            }) => Command::SealDice {
                match_id,
                begun_at,
                secret,
                connected,
            },
            Event::Dice(DiceEvent::ShareMissed { seat }) => Command::MissShares {
                seats: [seat].into_iter().collect(),
            },
            Event::Dice(DiceEvent::DiceOpened) => Command::OpenDice,
            Event::Match(MatchEvent::MatchStarted { .. }) => Command::Deal,
            Event::Match(MatchEvent::Acted { seat, action, .. }) => {
                Command::BotActed { seat, ply, action }
            }
            Event::Match(MatchEvent::TimedOut { .. }) => Command::TimeUp { ply },
            Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Abandoned,
            }) => Command::Abandon,
            _ => return None,
        })
    }

    /// The seats that must have been gone, if somebody wanted a bot: that which got one, and whoever has not asked for it.
    fn gone(&self, head: &Event, rest: &[Event]) -> SeatSet {
        let Event::Votes(VoteEvent::StandInWanted { player, seat, .. }) = head else {
            return SeatSet::EMPTY;
        };
        let is_handed = rest.first() == Some(&Event::Seats(SeatEvent::HandedToBot { seat: *seat }));
        let has_asked = |it: PlayerId| it == *player || self.wants_bot.contains(&(*seat, it));
        let must_be_gone = |it: &Seat| {
            it == seat || is_handed && self.human_on(*it).is_some_and(|it| !has_asked(it))
        };
        Seat::ALL.into_iter().filter(must_be_gone).collect()
    }

    /// The commitment that comes with the request.
    fn commits_of(&self, head: &Event) -> Option<EarlyCommitment> {
        let Event::Ahead(AheadEvent::ShareCommittedAhead { seat, commitment }) = head else {
            return None;
        };
        Some(EarlyCommitment {
            match_id: self.next_match.clone()?,
            seat: *seat,
            commitment: *commitment,
        })
    }

    /// The name of the match whose dice are being agreed on. No match is called `none`, because names have a number.
    fn match_id(&self) -> MatchId {
        let none = || MatchId::try_from("none".to_owned()).unwrap();
        self.dice
            .as_ref()
            .map_or_else(none, |it| it.match_id.clone())
    }

    /// A person who has no seat, or is away already.
    fn unneeded(&self) -> Option<PlayerId> {
        let people = self.people.keys().copied();
        let unneeded = people.filter(|it| self.seat_of(*it).is_none() || self.is_away(*it));
        unneeded.min_by_key(|it| Some(*it) == self.host)
    }

    fn human_on(&self, seat: Seat) -> Option<PlayerId> {
        self.seats[seat.idx()].human
    }
}

/// The person whose command begins with `head`: up to `Answered` there are only events that can follow from it.
fn asker(head: &Event, rest: &[Event]) -> Option<PlayerId> {
    if let Event::People(PeopleEvent::Left { player }) = head {
        return Some(*player);
    }
    let follows = |it: &&Event| {
        is_part(head, it)
            || is_roll(it)
            || **it == Event::Match(MatchEvent::Continued) && may_end_pause(head)
    };
    let answered = rest.iter().find(|it| !follows(it))?;
    if let Event::Private(PrivateEvent::Answered { player, .. }) = answered {
        return Some(*player);
    }
    None
}

/// Whether an event right after another belongs to the same command, whatever the state of the lobby.
fn is_part(head: &Event, next: &Event) -> bool {
    matches!(
        (head, next),
        (
            Event::Seats(SeatEvent::ReadyChanged { .. }),
            Event::Match(MatchEvent::MatchCalled)
        ) | (
            Event::Ahead(AheadEvent::ShareCommittedAhead { .. }),
            Event::Seats(SeatEvent::ReadyChanged { ready: true, .. })
                | Event::Match(MatchEvent::MatchCalled)
        ) | (
            Event::Aside(AsideEvent::HintsChanged { .. }),
            Event::Seats(SeatEvent::ReadyChanged { .. })
        ) | (
            Event::Match(MatchEvent::PauseWanted { .. }),
            Event::Match(MatchEvent::Paused { .. })
        ) | (
            Event::Votes(VoteEvent::StandInWanted { .. }),
            Event::Seats(SeatEvent::HandedToBot { .. })
                | Event::People(PeopleEvent::HostChanged { .. })
        ) | (
            Event::Lobby(LobbyEvent::Created { .. }),
            Event::Lobby(LobbyEvent::PasswordChanged { .. })
        ) | (
            // Whoever finds no place to watch sits down at once. Nobody else can ask for that so soon.
            Event::People(PeopleEvent::Entered(_)),
            Event::Seats(SeatEvent::SeatTaken { .. })
        ) | (
            // A game with fewer seats: bots go, and people move. Whatever somebody else asks for comes after `Answered`.
            Event::Lobby(LobbyEvent::SettingsChanged { .. })
                | Event::Seats(SeatEvent::SeatOpened { .. }),
            Event::Lobby(LobbyEvent::SettingsChanged { .. })
                | Event::Seats(
                    SeatEvent::SeatOpened { .. }
                        | SeatEvent::BotSeated { .. }
                        | SeatEvent::SeatTaken { .. }
                        | SeatEvent::SeatLeft { .. }
                        | SeatEvent::HandedToBot { .. }
                )
        )
    )
}

/// The settings that a command has changed whose events begin with `head`, if it has changed any.
fn settings_among(head: &Event, rest: &[Event]) -> Option<Settings> {
    let parts = rest.iter().take_while(|it| is_part(head, it));
    std::iter::once(head).chain(parts).find_map(|it| {
        if let Event::Lobby(LobbyEvent::SettingsChanged { settings }) = it {
            Some(settings.clone())
        } else {
            None
        }
    })
}

fn is_roll(event: &Event) -> bool {
    matches!(event, Event::Match(MatchEvent::Rolled { .. }))
}

fn may_end_pause(head: &Event) -> bool {
    matches!(
        head,
        Event::People(PeopleEvent::Kicked { .. } | PeopleEvent::Banned { .. })
            | Event::Seats(SeatEvent::SeatLeft { .. })
            | Event::Match(MatchEvent::Resigned { .. } | MatchEvent::PauseWanted { .. })
            | Event::Votes(VoteEvent::StandInWanted { .. })
    )
}

fn is_about_keys(event: &Event) -> bool {
    matches!(event, Event::Private(PrivateEvent::KeyConfirmed { .. }))
}

/// The measured time of the running clock, in the event or in later events of its command, in milliseconds.
fn spent_ms(head: &Event, rest: &[Event]) -> u32 {
    let part = rest.first().filter(|it| is_part(head, it));
    let measured = |it: &Event| {
        if let Event::Match(MatchEvent::Acted { spent_ms, .. } | MatchEvent::Paused { spent_ms }) =
            it
        {
            return Some(*spent_ms);
        }
        None
    };
    measured(head).or(part.and_then(measured)).unwrap_or(0)
}

/// The request behind a vote.
fn voted(vote: VoteEvent) -> Request {
    match vote {
        VoteEvent::SkipWanted { wanted, .. } => Request::Skip { wanted },
        VoteEvent::StandInWanted { seat, wanted, .. } => Request::StandIn { seat, wanted },
    }
}

/// The request of somebody who talks, or who says who may come in and be helped.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the rest are other requests, or the server's own"
)]
fn said(event: Event) -> Option<Request> {
    Some(match event {
        Event::Talk(TalkEvent::Said { text, .. }) => Request::Chat { text },
        Event::Talk(TalkEvent::Reacted { seat, reaction, .. }) => Request::React { seat, reaction },
        Event::Aside(AsideEvent::HintsChanged { allowed }) => Request::AllowHints { allowed },
        Event::Aside(AsideEvent::Whispered {
            to: player, text, ..
        }) => Request::Whisper { player, text },
        Event::Lobby(LobbyEvent::PasswordChanged { password }) => Request::SetPassword { password },
        Event::Lobby(LobbyEvent::LockChanged { locked }) => Request::Lock { locked },
        _ => return None,
    })
}
