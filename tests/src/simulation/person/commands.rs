//! What a person asks for next: to play, mostly; in a storm anything.

use dicehall_engine::dice::pick;
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::lobby::{Phase, PlayerId, Ply};
use dicehall_engine::{AnyAction, Dice, Seat};
use dicehall_protocol::{ClientCommand, HolderView};

use super::{Person, Season};

impl Person {
    /// What the person asks for next.
    pub(super) fn next_command(&mut self, season: Season) -> Option<ClientCommand> {
        if self.joined.is_none() {
            return self.command_outside();
        }
        self.seen.you?;
        if self.world.is_full() && self.luck.below(3) == 0 {
            self.world
                .count(|it| it.sign("people talk while the disk is full"));
            return Some(self.remark());
        }
        if season == Season::Storm && self.luck.below(12) == 0 {
            return self.stormy_command();
        }
        if season != Season::Storm && !self.goes_on && self.is_seated() {
            self.goes_on = true;
            return Some(ClientCommand::Pause { wanted: false });
        }
        if let Some(act) = self.act() {
            return Some(act);
        }
        let lobby = self.seen.lobby.as_ref()?;
        if matches!(lobby.phase, Phase::Playing | Phase::Starting) || !self.open.is_empty() {
            return None;
        }
        let is_open = |it: &Seat| lobby.seats[it.idx()].holder == HolderView::Open;
        let open = Seat::ALL.into_iter().find(is_open);
        let held = lobby
            .seats
            .iter()
            .filter(|it| matches!(it.holder, HolderView::Human { .. } | HolderView::Bot { .. }));
        let held = held.count();
        let is_host = lobby.host == self.seen.you;
        match (self.is_seated(), open) {
            (false, Some(_)) if held < self.world.plan.seats() && self.luck.below(4) > 0 => {
                Some(ClientCommand::TakeSeat { seat: None })
            }
            (_, Some(seat))
                if is_host && held < self.world.plan.seats() && self.luck.below(4) == 0 =>
            {
                Some(ClientCommand::SeatBot {
                    seat,
                    bot: self.world.plan.bot,
                })
            }
            _ if is_host && held >= 2 && self.luck.below(3) == 0 => {
                Some(ClientCommand::Start { force: true })
            }
            (true, _) if lobby.phase == Phase::Over && self.luck.below(6) == 0 => {
                Some(ClientCommand::Rematch)
            }
            _ => None,
        }
    }

    /// One of the choices, once a ply.
    fn act(&mut self) -> Option<ClientCommand> {
        let choices = self.seen.choices.as_ref()?;
        let ply = self.seen.ply;
        if self.acted == Some(ply) {
            return None;
        }
        let actions: Vec<AnyAction> = choices.iter().map(|it| it.action).collect();
        let action = pick(&actions, &mut self.luck)?;
        self.acted = Some(ply);
        Some(ClientCommand::Act { ply, action })
    }

    /// Anything that somebody may ask for, in place or not.
    fn stormy_command(&mut self) -> Option<ClientCommand> {
        Some(match self.luck.below(34) {
            0..=9 => self.remark(),
            10 => ClientCommand::Spectate,
            11 => ClientCommand::Leave,
            12 => ClientCommand::Resign,
            13..=15 => ClientCommand::Ready {
                ready: self.luck.below(2) == 0,
            },
            16 => ClientCommand::ListLobbies,
            17 => ClientCommand::ChangeSettings {
                settings: self.world.plan.settings.clone(),
            },
            18 => ClientCommand::Kick {
                player: self.somebody()?,
            },
            19 => ClientCommand::OpenSeat {
                seat: pick(&Seat::ALL, &mut self.luck)?,
            },
            20 => ClientCommand::CloseSeat {
                seat: pick(&Seat::ALL, &mut self.luck)?,
            },
            21 => {
                let nowhere = Action::Attack {
                    from: Territory(0),
                    to: Territory(0),
                };
                self.seen.choices.as_ref()?;
                ClientCommand::Act {
                    ply: self.seen.ply,
                    action: AnyAction::DiceOfDoom(nowhere),
                }
            }
            22..=25 => ClientCommand::Pause {
                wanted: self.luck.below(3) > 0,
            },
            26 => ClientCommand::Lock {
                locked: self.luck.below(3) == 0,
            },
            27 | 28 => {
                let player = self.somebody()?;
                match self.luck.below(4) {
                    0 => ClientCommand::HandOverHost { player },
                    1 => ClientCommand::Ban { player },
                    2 => ClientCommand::LiftBan { player },
                    _ => ClientCommand::Silence {
                        player,
                        silenced: self.luck.below(2) == 0,
                    },
                }
            }
            // Too late or too early.
            _ => {
                let ply =
                    Ply((self.seen.ply.0 + u32::try_from(self.luck.below(3)).ok()?)
                        .saturating_sub(1));
                let choice = self.seen.choices.as_ref().and_then(|it| it.first())?;
                ClientCommand::Act {
                    ply,
                    action: choice.action,
                }
            }
        })
    }

    /// A line that nobody has said before.
    fn remark(&self) -> ClientCommand {
        ClientCommand::Chat {
            text: format!("{} says {}", self.number, self.next_id),
        }
    }

    /// Somebody in the lobby.
    fn somebody(&mut self) -> Option<PlayerId> {
        let players = &self.seen.lobby.as_ref()?.players;
        let numbers: Vec<PlayerId> = players.iter().map(|it| it.player).collect();
        pick(&numbers, &mut self.luck)
    }
}
