//! The dice of the obvious lobby: who was asked for a share, and what each has said.

use dicehall_engine::Seat;
use dicehall_engine::fair::{Commitment, MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::{Command, Holder, Phase};

use super::{Answer, Nature, Reference, refuse_if};

/// How the dice of a match stand: who was asked, and what each has said.
#[derive(Clone, Debug)]
pub(super) struct Dicing {
    pub(super) match_id: MatchId,
    pub(super) asked: Vec<(Seat, Said)>,
    pub(super) opened: bool,
}

/// What somebody has said about a share of the dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Said {
    Nothing,
    Bound(Commitment),
    All(Commitment, Secret),
    TooLate,
}

impl Reference {
    pub(super) fn dice_command(&mut self, command: &Command, nature: &mut dyn Nature) -> Answer {
        match command {
            Command::SealDice {
                match_id,
                connected,
                ..
            } => {
                refuse_if(
                    self.phase != Phase::Starting || self.dice.is_some(),
                    "dice_not_awaited",
                )?;
                let there = |seat: &Seat| {
                    matches!(
                        self.seats[seat.idx()],
                        Holder::Human {
                            held_by_bot: false,
                            ..
                        }
                    )
                };
                let asked = connected
                    .iter()
                    .filter(there)
                    .map(|seat| (seat, Said::Nothing))
                    .collect();
                self.dice = Some(Dicing {
                    match_id: match_id.clone(),
                    asked,
                    opened: false,
                });
            }
            Command::MissShares { seats } => {
                refuse_if(self.phase != Phase::Starting, "dice_not_awaited")?;
                let dice = self.dice.as_mut().ok_or("dice_not_awaited")?;
                let shows = dice.shows();
                for (seat, said) in &mut dice.asked {
                    let waits = *said == Said::Nothing || (shows && matches!(said, Said::Bound(_)));
                    if waits && seats.contains(*seat) {
                        *said = Said::TooLate;
                    }
                }
            }
            Command::Deal => {
                let done = |it: &(Seat, Said)| matches!(it.1, Said::All(..) | Said::TooLate);
                let agreed = self
                    .dice
                    .as_ref()
                    .is_some_and(|it| it.asked.iter().all(done));
                refuse_if(self.phase != Phase::Starting || !agreed, "dice_not_awaited")?;
                self.deal(nature)?;
            }
            Command::OpenDice => {
                refuse_if(self.phase != Phase::Over, "dice_not_awaited")?;
                let dice = self.dice.as_mut().ok_or("dice_not_awaited")?;
                refuse_if(dice.opened, "dice_not_awaited")?;
                dice.opened = true;
            }
            Command::Create { .. }
            | Command::Enter(_)
            | Command::Ask { .. }
            | Command::Absent { .. }
            | Command::Returned { .. }
            | Command::BotActed { .. }
            | Command::OfferKey { .. }
            | Command::TimeUp { .. }
            | Command::Abandon => {}
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, seat: Seat, match_id: &MatchId, bound: &Commitment) -> Answer {
        let said = self.share_of(seat, match_id)?;
        match *said {
            Said::Nothing => *said = Said::Bound(*bound),
            Said::Bound(known) | Said::All(known, _) => {
                refuse_if(known != *bound, "dice_not_awaited")?;
            }
            Said::TooLate => return Err("dice_not_awaited"),
        }
        Ok(())
    }

    pub(super) fn show(&mut self, seat: Seat, match_id: &MatchId, share: &Secret) -> Answer {
        let shows = self.dice.as_ref().is_some_and(Dicing::shows);
        let said = self.share_of(seat, match_id)?;
        match *said {
            Said::Bound(known) => {
                refuse_if(!shows, "dice_not_awaited")?;
                refuse_if(
                    known != commitment(match_id, Party::Seat(seat), share),
                    "wrong_share",
                )?;
                *said = Said::All(known, *share);
            }
            Said::All(_, known) => refuse_if(known != *share, "dice_not_awaited")?,
            Said::Nothing | Said::TooLate => return Err("dice_not_awaited"),
        }
        Ok(())
    }

    fn share_of(&mut self, seat: Seat, match_id: &MatchId) -> Result<&mut Said, &'static str> {
        let dice = self.dice.as_mut().filter(|it| it.match_id == *match_id);
        let said = dice.and_then(|it| it.asked.iter_mut().find(|it| it.0 == seat));
        said.map(|it| &mut it.1).ok_or("dice_not_awaited")
    }
}

impl Dicing {
    /// Whether everybody has bound itself who will.
    pub(super) fn shows(&self) -> bool {
        self.asked.iter().all(|it| it.1 != Said::Nothing)
    }
}
