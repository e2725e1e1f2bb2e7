//! A table of the load generator: two clients who play Dice of Doom against each other.

use std::time::Duration;

use anyhow::{Context, Result};
use dicehall_engine::GameKind;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::{Ply, Request};
use dicehall_protocol::Choice;
use tokio::time::{Instant, sleep};

use super::player::{Player, Server};
use super::score::{MatchesLeft, Score};

/// Two clients in a lobby, with a match running.
#[derive(Debug)]
pub(super) struct Table {
    players: [Player; 2],
    luck: SeededDice,
}

impl Table {
    /// Connects both, makes the lobby and starts the match.
    pub(super) async fn open(server: &Server, number: u16) -> Result<Self> {
        let mut host = server.connect("first").await?;
        let mut guest = server.connect("second").await?;
        let title = format!("table {number}");
        let lobby = host.create(&title, GameKind::DiceOfDoom).await?;
        guest.join(lobby).await?;
        host.sit().await?;
        guest.sit().await?;
        host.close_others().await?;
        guest.ask(Request::Ready { ready: true }).await?;
        host.ask(Request::Start { force: false }).await?;
        Ok(Self {
            players: [host, guest],
            luck: SeededDice::new(number.into()),
        })
    }

    /// Plays one match after another while there are any and it is to go on, with a pause between two actions.
    pub(super) async fn play(
        mut self,
        matches: &MatchesLeft,
        pace: Duration,
        goes_on: impl Fn() -> bool,
    ) -> Result<(Self, Score)> {
        let mut score = Score::new();
        while goes_on() && matches.take() {
            let mut is_over = false;
            while goes_on() && !is_over {
                let begun = Instant::now();
                score.round_trips.add(self.act().await?);
                score.actions += 1;
                is_over = self.is_over();
                if is_over {
                    score.matches += 1;
                    self.play_again().await?;
                }
                // Even a sleep of no time at all lasts until the next tick of the timer.
                if !pace.is_zero() {
                    sleep(pace.saturating_sub(begun.elapsed())).await;
                }
            }
        }
        Ok((self, score))
    }

    /// Lets the one whose turn it is act; returns how long it took until both had seen it.
    pub(super) async fn act(&mut self) -> Result<Duration> {
        let (mover, ply, choices) = self.choices().await?;
        let choice = choose(&choices, &mut self.luck)
            .context("the server asked for a choice and offered none")?;
        let sent = Instant::now();
        self.players[mover]
            .send(Request::Act {
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
    async fn play_again(&mut self) -> Result<()> {
        for player in &mut self.players {
            player.ask(Request::Rematch).await?;
        }
        Ok(())
    }

    /// Waits until one of both is asked to choose.
    async fn choices(&mut self) -> Result<(usize, Ply, Vec<Choice>)> {
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
