//! A person's next command: mostly a move; in a storm anything.

use dicehall_engine::dice::pick;
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::lobby::{Phase, PlayerId, Ply, Request, Revision};
use dicehall_engine::{AnyAction, Dice, Seat};
use dicehall_protocol::{ClientCommand, HolderView, SessionCommand};

use super::{Person, Season};

impl Person {
    /// The person's next command.
    pub(super) fn next_command(&mut self, season: Season) -> Option<ClientCommand> {
        if self.joined.is_none() {
            return self.command_outside();
        }
        self.seen.you?;
        if self.world.is_full() && self.luck.below(3) == 0 {
            self.world
                .count(|it| it.sign("people talk while the disk is full"));
            return Some(self.remark().into());
        }
        if season == Season::Storm && self.luck.below(8) == 0 {
            return self.aside();
        }
        if season == Season::Storm && self.luck.below(12) == 0 {
            return self.stormy_command();
        }
        self.peaceful_request(season).map(ClientCommand::Lobby)
    }

    /// A request that helps the match on.
    fn peaceful_request(&mut self, season: Season) -> Option<Request> {
        if season != Season::Storm && !self.goes_on && self.is_seated() {
            self.goes_on = true;
            return Some(Request::Pause { wanted: false });
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
        let seats = usize::from(lobby.settings.rules.kind().seats().1);
        match (self.is_seated(), open) {
            (false, Some(_)) if held < seats && self.luck.below(4) > 0 => {
                Some(Request::TakeSeat { seat: None })
            }
            (_, Some(seat)) if is_host && held < seats && self.luck.below(4) == 0 => {
                Some(Request::SeatBot {
                    seat,
                    bot: self.world.plan.bot,
                })
            }
            _ if is_host && held >= 2 && self.luck.below(3) == 0 => {
                Some(Request::Start { force: true })
            }
            (true, _) if lobby.phase == Phase::Over && self.luck.below(6) == 0 => {
                Some(Request::Rematch)
            }
            _ => None,
        }
    }

    /// An action: one of the choices, once for each ply.
    fn act(&mut self) -> Option<Request> {
        let choices = self.seen.choices.as_ref()?;
        let ply = self.seen.ply;
        if self.acted == Some(ply) {
            return None;
        }
        let actions: Vec<AnyAction> = choices.iter().map(|it| it.action).collect();
        let action = pick(&actions, &mut self.luck)?;
        self.acted = Some(ply);
        Some(Request::Act { ply, action })
    }

    /// A command that changes nothing: a list of lobbies, or a piece of history.
    fn question(&mut self) -> SessionCommand {
        let newest = self.seen.revision.map_or(0, |it| it.0);
        match self.luck.below(4) {
            0 => SessionCommand::ListLobbies,
            1 => SessionCommand::History {
                before: Some(Revision(self.luck.below(newest + 2))),
            },
            _ => SessionCommand::History { before: None },
        }
    }

    /// A whisper, or the request to listen: people who do not listen are sent none.
    fn aside(&mut self) -> Option<ClientCommand> {
        if self.luck.below(2) == 0 {
            let after = Some(self.luck.below(4)).filter(|it| *it > 0);
            return Some(SessionCommand::Listen { after }.into());
        }
        let whisper = Request::Whisper {
            player: self.somebody()?,
            text: format!("{} whispers {}", self.number, self.next_id),
        };
        Some(whisper.into())
    }

    /// Any command that a person may send, at the right time or not.
    fn stormy_command(&mut self) -> Option<ClientCommand> {
        let request = match self.luck.below(34) {
            0..=9 => self.remark(),
            10 => Request::Spectate,
            11 => Request::Leave,
            12 => Request::Resign,
            13..=15 => Request::Ready {
                ready: self.luck.below(2) == 0,
            },
            16 => return Some(self.question().into()),
            17 => Request::ChangeSettings {
                settings: if self.luck.below(2) == 0 {
                    self.world.plan.settings.clone()
                } else {
                    self.world.plan.others.clone()
                },
            },
            18 => Request::Kick {
                player: self.somebody()?,
            },
            19 => Request::OpenSeat {
                seat: pick(&Seat::ALL, &mut self.luck)?,
            },
            20 => Request::CloseSeat {
                seat: pick(&Seat::ALL, &mut self.luck)?,
            },
            21 => {
                let nowhere = Action::Attack {
                    from: Territory(0),
                    to: Territory(0),
                };
                self.seen.choices.as_ref()?;
                Request::Act {
                    ply: self.seen.ply,
                    action: AnyAction::DiceOfDoom(nowhere),
                }
            }
            22..=25 => Request::Pause {
                wanted: self.luck.below(3) > 0,
            },
            26 if self.luck.below(2) == 0 => Request::AllowHints {
                allowed: self.luck.below(2) == 0,
            },
            26 => Request::Lock {
                locked: self.luck.below(3) == 0,
            },
            27 | 28 => {
                let player = self.somebody()?;
                match self.luck.below(4) {
                    0 => Request::HandOverHost { player },
                    1 => Request::Ban { player },
                    2 => Request::LiftBan { player },
                    _ => Request::Silence {
                        player,
                        silenced: self.luck.below(2) == 0,
                    },
                }
            }
            // A command that comes too late or too early.
            _ => {
                let ply =
                    Ply((self.seen.ply.0 + u32::try_from(self.luck.below(3)).ok()?)
                        .saturating_sub(1));
                let choice = self.seen.choices.as_ref().and_then(|it| it.first())?;
                Request::Act {
                    ply,
                    action: choice.action,
                }
            }
        };
        Some(request.into())
    }

    /// A chat line that nobody has sent before.
    fn remark(&self) -> Request {
        Request::Chat {
            text: format!("{} says {}", self.number, self.next_id),
        }
    }

    /// A random person in the lobby.
    fn somebody(&mut self) -> Option<PlayerId> {
        let players = &self.seen.lobby.as_ref()?.players;
        let numbers: Vec<PlayerId> = players.iter().map(|it| it.player).collect();
        pick(&numbers, &mut self.luck)
    }
}
