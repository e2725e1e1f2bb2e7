//! What may happen next: guards replay against streams that contradict the rules.
//!
//! Law kept here: whatever `decide` decides is possible, event by event. Events that change nothing (an open seat is
//! opened) are no contradiction, so that later releases may decide them or not.

use super::access::{BANS_MAX, SILENCED_MAX};
use super::decide::check_settings;
use super::{EndReason, Event, Holder, Lobby, Looks, PLAYERS_MAX, Phase, PlayerId};
use crate::game::{Node, Seat, State};
use crate::games::{AnyChance, AnyConfig, AnyState};

/// What must follow within the batch that is being applied.
enum Awaited {
    Chance,
    Host,
    End,
}

impl Lobby {
    /// Whether no batch is cut off here: no chance is open, there is a host if anybody is there, and the lobby has ended
    /// if the last person left.
    pub fn is_whole(&self) -> bool {
        self.awaited().is_none()
    }

    /// Whether the event may happen here.
    pub(super) fn is_possible(&self, event: &Event) -> bool {
        if self.ended.is_some() {
            return false;
        }
        match self.awaited() {
            None => self.may_follow(event),
            Some(Awaited::Chance) => {
                matches!(event, Event::Rolled { chance } if self.may_roll(*chance))
            }
            Some(Awaited::Host) => {
                matches!(event, Event::HostChanged { player } if self.is_known(*player))
            }
            Some(Awaited::End) => matches!(
                event,
                Event::Ended {
                    reason: EndReason::Empty
                }
            ),
        }
    }

    fn awaited(&self) -> Option<Awaited> {
        let node = self.game_match.as_ref().map(|it| it.state.node());
        if node == Some(Node::Chance) && self.phase() == Phase::Playing {
            return Some(Awaited::Chance);
        }
        if !self.players.is_empty() {
            return self.host.is_none().then_some(Awaited::Host);
        }
        (self.next_player > 0 && self.ended.is_none()).then_some(Awaited::End)
    }

    fn may_follow(&self, event: &Event) -> bool {
        let (idle, playing) = (self.is_idle(), self.phase() == Phase::Playing);
        match event {
            Event::Created { settings, .. } => {
                self.created.is_none() && check_settings(settings).is_ok()
            }
            _ if self.created.is_none() => false,
            Event::Entered {
                player,
                name,
                looks,
                address,
                ..
            } => {
                let looks = looks.clone().unwrap_or_else(|| Looks::plain(name));
                self.may_enter(*player, &looks)
                    && !self.keeps_out(&looks, *address)
                    && !self.is_locked()
            }
            Event::Banned { player } => {
                self.is_known(*player)
                    && self.host != Some(*player)
                    && self.banned().len() < BANS_MAX
            }
            Event::BanLifted { player } => self.banned().contains_key(player),
            Event::SilenceChanged { player, .. } => {
                self.is_known(*player) && self.access.silenced.len() <= SILENCED_MAX
            }
            Event::PasswordChanged { .. } | Event::LockChanged { .. } => true,
            Event::Left { player }
            | Event::Said { player, .. }
            | Event::HostChanged { player }
            | Event::KeyOffered { player, .. }
            | Event::Answered { player, .. } => self.is_known(*player),
            Event::Kicked { player } => self.is_known(*player) && self.host != Some(*player),
            Event::SeatTaken { seat, player } => {
                idle && self.is_known(*player) && self.seats[seat.idx()] == Holder::Open
            }
            Event::SeatLeft { seat } => self.is_human(*seat),
            Event::BotSeated { seat, bot } => {
                let plays = self.game().is_some_and(|game| bot.check_game(game).is_ok());
                idle && !self.is_human(*seat) && plays
            }
            Event::SeatOpened { seat } | Event::SeatClosed { seat } => {
                idle && !self.is_human(*seat)
            }
            Event::SettingsChanged { settings } => {
                idle && check_settings(settings).is_ok()
                    && self.check_bots(settings.rules.kind()).is_ok()
            }
            Event::ReadyChanged { seat, .. } => idle && self.is_human(*seat),
            Event::MatchCalled => idle && self.check_table().is_ok(),
            Event::DiceSealed { seats, .. } => {
                self.is_called
                    && self.agreement.is_none()
                    && seats.iter().all(|it| self.is_there(it))
            }
            Event::ShareCommitted { seat, .. } => self
                .agreeing()
                .is_some_and(|it| !it.is_revealing() && it.awaited().contains(*seat)),
            Event::ShareShown { seat, share } => self
                .agreeing()
                .is_some_and(|it| it.is_revealing() && it.is_committed(*seat, share)),
            Event::ShareMissed { seat } => self
                .agreeing()
                .is_some_and(|it| it.awaited().contains(*seat)),
            Event::DiceOpened => {
                self.phase() == Phase::Over
                    && self.agreement.as_ref().is_some_and(|it| !it.is_opened)
            }
            Event::MatchStarted { config } => {
                // Early releases agreed on no dice.
                let is_agreed = self.agreeing().is_some_and(|it| it.awaited().is_empty());
                (idle || is_agreed) && self.may_start(config)
            }
            Event::Acted { seat, action, .. } => {
                let may = |(to_move, state): (Seat, &AnyState)| {
                    to_move == *seat && state.is_legal(*action)
                };
                !self.is_paused() && self.to_move().is_some_and(may)
            }
            Event::Rolled { .. } => false,
            Event::HandedToBot { seat } => self.is_human(*seat) && !self.is_handed(*seat),
            Event::TakenBack { seat } => self.is_handed(*seat),
            Event::TimedOut { seat } => self.want().clock.is_some_and(|it| it.seat == *seat),
            Event::Resigned { seat } | Event::PauseWanted { seat, .. } => {
                playing && self.is_human(*seat) && !self.has_resigned(*seat)
            }
            Event::Paused { .. } => playing && !self.is_paused(),
            Event::Continued => self.is_paused(),
            Event::KeyConfirmed { player } => self
                .players
                .get(player)
                .is_some_and(|it| it.offered.is_some()),
            Event::Ended { reason } => *reason == EndReason::Abandoned,
        }
    }

    fn may_enter(&self, player: PlayerId, looks: &Looks) -> bool {
        player.0 == self.next_player
            && self.players.len() < PLAYERS_MAX
            && self.namesake(looks).is_none()
    }

    fn may_start(&self, config: &AnyConfig) -> bool {
        let fits = |seats| seats == self.held();
        self.game() == Some(config.kind()) && config.start().is_ok_and(|it| fits(it.seats()))
    }

    fn may_roll(&self, chance: AnyChance) -> bool {
        self.game_match
            .as_ref()
            .is_some_and(|it| it.state.is_possible(chance))
    }

    fn is_known(&self, player: PlayerId) -> bool {
        self.players.contains_key(&player)
    }

    fn is_human(&self, seat: Seat) -> bool {
        matches!(self.seats[seat.idx()], Holder::Human { .. })
    }

    fn is_handed(&self, seat: Seat) -> bool {
        matches!(
            self.seats[seat.idx()],
            Holder::Human {
                held_by_bot: true,
                ..
            }
        )
    }
}
