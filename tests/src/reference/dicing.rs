//! The obvious agreement on dice, as far as the shell brings it forward.

use dicehall_engine::lobby::{Command, Holder, Phase};
use dicehall_engine::{Dice, Seat};

use super::{Answer, Dicing, Reference, Said, refuse_if};

impl Reference {
    pub(super) fn dice_command(&mut self, command: &Command, dice: &mut dyn Dice) -> Answer {
        match command {
            Command::SealDice { match_id, connected, .. } => {
                refuse_if(self.phase != Phase::Starting || self.dice.is_some(), "dice_not_awaited")?;
                let there =
                    |seat: &Seat| matches!(self.seats[seat.idx()], Holder::Human { held_by_bot: false, .. });
                let asked = connected.iter().filter(there).map(|seat| (seat, Said::Nothing)).collect();
                self.dice = Some(Dicing { match_id: match_id.clone(), asked, opened: false });
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
                let agreed = self.dice.as_ref().is_some_and(|it| it.asked.iter().all(done));
                refuse_if(self.phase != Phase::Starting || !agreed, "dice_not_awaited")?;
                self.deal(dice)?;
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
}
