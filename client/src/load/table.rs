//! A table of the load generator: two clients who play Dice of Doom against each other.

use std::time::Duration;

use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{GameKind, Seat};
use dicehall_protocol::{Choice, ClientCommand};
use tokio::time::Instant;

use super::player::Player;
use crate::net::address::Address;
use crate::net::trust::Trust;

/// Two clients in a lobby, with a match running.
#[derive(Debug)]
pub(super) struct Table {
    players: [Player; 2],
    luck: SeededDice,
}

impl Table {
    /// Connects both, makes the lobby and starts the match.
    pub(super) async fn open(
        address: &Address,
        trust: &Trust,
        number: u16,
    ) -> Result<Self, String> {
        let mut host = Player::connect(address, trust, "first").await?;
        let mut guest = Player::connect(address, trust, "second").await?;
        let lobby = host
            .create(&format!("table {number}"), GameKind::DiceOfDoom)
            .await?;
        guest.join(lobby).await?;
        host.sit().await?;
        guest.sit().await?;
        for seat in &Seat::ALL[2..] {
            host.ask(ClientCommand::CloseSeat { seat: *seat }).await?;
        }
        guest.ask(ClientCommand::Ready { ready: true }).await?;
        host.ask(ClientCommand::Start { force: false }).await?;
        Ok(Self {
            players: [host, guest],
            luck: SeededDice::new(number.into()),
        })
    }

    /// Lets the one whose turn it is act; returns how long it took until both had seen it.
    pub(super) async fn act(&mut self) -> Result<Duration, String> {
        let (mover, ply, choices) = self.choices().await?;
        let Some(choice) = choose(&choices, &mut self.luck) else {
            return Err("the server asked for a choice and offered none".to_owned());
        };
        let sent = Instant::now();
        self.players[mover]
            .send(ClientCommand::Act {
                ply,
                action: choice.action,
            })
            .await?;
        for player in &mut self.players {
            while player.ply <= ply {
                player.step().await?;
            }
        }
        Ok(sent.elapsed())
    }

    /// Whether the match is over for both.
    pub(super) fn is_over(&self) -> bool {
        self.players.iter().all(|it| it.is_over)
    }

    /// Both agree to another match.
    pub(super) async fn play_again(&mut self) -> Result<(), String> {
        for player in &mut self.players {
            player.ask(ClientCommand::Rematch).await?;
        }
        Ok(())
    }

    /// Waits until one of both is asked to choose.
    async fn choices(&mut self) -> Result<(usize, Ply, Vec<Choice>), String> {
        loop {
            for (number, player) in self.players.iter_mut().enumerate() {
                if let Some((ply, choices)) = player.take_choices() {
                    return Ok((number, ply, choices));
                }
            }
            let [first, second] = &mut self.players;
            tokio::select! {
                biased;
                stepped = first.step() => stepped?,
                stepped = second.step() => stepped?,
            }
        }
    }
}

/// Any attack, or whatever there is: matches that go on and on would measure nothing else.
fn choose(choices: &[Choice], luck: &mut SeededDice) -> Option<Choice> {
    let attacks: Vec<&Choice> = choices.iter().filter(|it| it.odds.is_some()).collect();
    pick(&attacks, luck).or_else(|| choices.first()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::AnyAction;
    use dicehall_engine::games::territory::{Action, Territory};

    #[test]
    fn an_attack_is_preferred() {
        let pass = Choice {
            action: AnyAction::DiceOfDoom(Action::Pass),
            odds: None,
            link: None,
        };
        let attack = Action::Attack {
            from: Territory(1),
            to: Territory(2),
        };
        let attack = Choice {
            action: AnyAction::DiceOfDoom(attack),
            odds: Some(0.5),
            link: Some(1),
        };
        let mut luck = SeededDice::new(1);
        assert_eq!(
            choose(&[pass.clone(), attack.clone()], &mut luck),
            Some(attack)
        );
        assert_eq!(choose(std::slice::from_ref(&pass), &mut luck), Some(pass));
        assert_eq!(choose(&[], &mut luck), None);
    }
}
