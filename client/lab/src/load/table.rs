//! A table of the load generator: clients who play a game against each other, and spectators.

use anyhow::{Context, Result};
use dicehall_engine::GameKind;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::{Ply, Request};
use dicehall_protocol::Choice;
use futures_util::future::select_all;
use tokio::time::Instant;

use super::player::{Player, Server, without_pace};
use super::playing::Seated;
use super::score::Traffic;

/// The people at a table, and their game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    /// The game.
    pub(crate) game: GameKind,
    /// The number of players.
    pub(crate) seats: u8,
    /// The number of spectators.
    pub(crate) spectators: u16,
}

/// Connected clients at a table; those on the first seats play.
#[derive(Debug)]
pub(super) struct Table {
    seating: Seating,
    players: Vec<Player>,
    luck: SeededDice,
}

impl Seating {
    /// Two players of Dice of Doom, without spectators.
    pub(crate) const TWO: Self = Self {
        game: GameKind::DiceOfDoom,
        seats: 2,
        spectators: 0,
    };

    /// The number of clients.
    pub(super) fn clients(self) -> u16 {
        u16::from(self.seats) + self.spectators
    }
}

impl Table {
    /// Connects all clients, makes the lobby and starts the match.
    pub(super) async fn open(server: &Server, number: u16, seating: Seating) -> Result<Self> {
        let mut table = Self::connect(server, number, seating).await?;
        table.sit(number).await?;
        table.start().await?;
        Ok(table)
    }

    /// Connects all clients, without a lobby.
    pub(super) async fn connect(server: &Server, number: u16, seating: Seating) -> Result<Self> {
        let mut players = Vec::new();
        for client in 0..seating.clients() {
            players.push(server.connect(&format!("client {client}")).await?);
        }
        let luck = SeededDice::new(number.into());
        Ok(Self {
            seating,
            players,
            luck,
        })
    }

    /// Makes the lobby; all clients enter it, and the players sit down.
    pub(super) async fn sit(&mut self, number: u16) -> Result<()> {
        let Seating { game, seats, .. } = self.seating;
        let (host, guests) = self.players.split_first_mut().context("nobody plays")?;
        let lobby = host
            .create(&format!("table {number}"), without_pace(game))
            .await?;
        host.sit().await?;
        for guest in &mut *guests {
            guest.join(lobby).await?;
        }
        for guest in guests.iter_mut().take(usize::from(seats) - 1) {
            guest.sit().await?;
        }
        host.close_others(seats).await
    }

    /// Starts the first match.
    pub(super) async fn start(&mut self) -> Result<()> {
        let seats = usize::from(self.seating.seats);
        for guest in &mut self.players[1..seats] {
            guest.ask(Request::Ready { ready: true }).await?;
        }
        self.players[0].ask(Request::Start { force: false }).await?;
        Ok(())
    }

    /// Lets everybody leave the lobby.
    pub(super) async fn leave(mut self) -> Result<()> {
        for player in &mut self.players {
            player.ask(Request::Leave).await?;
        }
        Ok(())
    }

    /// Waits until a player gets choices.
    async fn choices(&mut self) -> Result<(usize, Ply, Vec<Choice>)> {
        let seats = usize::from(self.seating.seats);
        loop {
            for (number, player) in self.players[..seats].iter_mut().enumerate() {
                if let Some((ply, choices)) = player.take_choices() {
                    return Ok((number, ply, choices));
                }
            }
            let steps = self.players.iter_mut().map(|it| Box::pin(it.step()));
            select_all(steps).await.0?;
        }
    }
}

impl Seated for Table {
    async fn act(&mut self) -> Result<Instant> {
        let (mover, ply, choices) = self.choices().await?;
        let action = choose(&choices, &mut self.luck)
            .context("the server asked for a choice and offered none")?
            .action;
        let sent = Instant::now();
        self.players[mover]
            .send(Request::Act { ply, action })
            .await?;
        for player in &mut self.players {
            while player.ply <= ply {
                player.step().await?;
            }
        }
        Ok(sent)
    }

    fn is_over(&self) -> bool {
        self.players.iter().all(|it| it.is_over)
    }

    /// Lets the players agree to another match.
    async fn play_again(&mut self) -> Result<()> {
        for player in &mut self.players[..usize::from(self.seating.seats)] {
            player.ask(Request::Rematch).await?;
        }
        Ok(())
    }

    fn traffic(&self) -> Traffic {
        let mut sum = Traffic::default();
        self.players.iter().for_each(|it| sum += it.traffic);
        sum
    }
}

/// Chooses an attack if there is one, so that matches do not go on without end.
fn choose(choices: &[Choice], luck: &mut SeededDice) -> Option<Choice> {
    let attacks: Vec<&Choice> = choices.iter().filter(|it| it.odds.is_some()).collect();
    let all: Vec<&Choice> = choices.iter().collect();
    pick(&attacks, luck).or_else(|| pick(&all, luck)).cloned()
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
