//! The latest choices of a match, for bots that heed how the others play.
//!
//! Part of the match in the lobby's state: `evolve` notes each choice, so a replay finds the same ones. The server shows them to a
//! bot that is to act. Nothing is kept while no seat is held by such a bot. Law kept here: at most [`LATEST_CHOICES_MAX`] are kept.

use std::collections::VecDeque;

use crate::game::State;
use crate::games::{AnyAction, AnyState};
use crate::lobby::Holder;

/// The most choices of a match that are kept; a round of four seats has about ten.
pub const LATEST_CHOICES_MAX: usize = 24;

/// The latest choices, the oldest first: each a position and the action that was chosen there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LatestChoices(VecDeque<(AnyState, AnyAction)>);

impl LatestChoices {
    /// Notes a choice before it is made, if a bot on one of the seats heeds it.
    pub(super) fn note(&mut self, state: &AnyState, action: AnyAction, seats: &[Holder]) {
        let heeds = |it: &Holder| matches!(it, Holder::Bot(bot) if bot.watches_others(state));
        if seats.iter().any(heeds) && state.has_choice() {
            self.push(state.clone(), action);
        }
    }

    /// Adds a choice, and drops the oldest if there are too many.
    pub fn push(&mut self, state: AnyState, action: AnyAction) {
        if self.0.len() >= LATEST_CHOICES_MAX {
            self.0.pop_front();
        }
        self.0.push_back((state, action));
    }

    /// The choices, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &(AnyState, AnyAction)> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{SeededDice, pick};
    use crate::game::{Node, Seat};
    use crate::games::AnyRules;
    use crate::games::dice_of_doom::Rules;
    use crate::lobby::{Clock, Event, Lobby, LobbyEvent, MatchEvent, SeatEvent, Settings};

    /// A lobby in which such bots begin a match of Dice of Doom.
    fn lobby(bots: [&str; 4], rules: Rules) -> Lobby {
        let mut lobby = Lobby::default();
        let rules = AnyRules::DiceOfDoom(rules);
        let settings = Settings {
            rules: rules.clone(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let title = String::new();
        lobby.evolve(LobbyEvent::Created { title, settings }.into());
        for (seat, bot) in Seat::ALL.into_iter().zip(bots) {
            let bot = bot.parse().unwrap();
            lobby.evolve(SeatEvent::BotSeated { seat, bot }.into());
        }
        let config = rules.generate(4, &mut SeededDice::new(5)).unwrap();
        lobby.evolve(MatchEvent::MatchStarted { config }.into());
        lobby
    }

    /// Plays at random until there were so many choices; returns them.
    fn play(lobby: &mut Lobby, choices: usize) -> Vec<(AnyState, AnyAction)> {
        let mut dice = SeededDice::new(7);
        let mut made = Vec::new();
        while made.len() < choices {
            let state = lobby.table.running().unwrap().state.clone();
            let event: Event = match state.node() {
                Node::Terminal(_) => break,
                Node::Chance => {
                    let chance = state.roll(&mut dice).unwrap();
                    MatchEvent::Rolled { chance }.into()
                }
                Node::Decision(seat) => {
                    let action = pick(&state.actions(), &mut dice).unwrap();
                    if state.has_choice() {
                        made.push((state, action));
                    }
                    let spent_ms = 0;
                    MatchEvent::Acted {
                        seat,
                        action,
                        spent_ms,
                    }
                    .into()
                }
            };
            lobby.evolve(event);
        }
        made
    }

    fn kept(lobby: &Lobby) -> Vec<(AnyState, AnyAction)> {
        let choices = &lobby.game_match().unwrap().choices;
        choices.iter().cloned().collect()
    }

    const BOTS: [&str; 4] = ["value", "random", "random", "random"];

    #[test]
    fn the_choices_of_a_match_are_kept_for_a_bot_that_heeds_them() {
        let mut book = lobby(BOTS, Rules::BOOK);
        let made = play(&mut book, 5);
        assert_eq!(made.len(), 5);
        assert_eq!(kept(&book), made);
        let mut none_heeds = lobby(["mcts", "random", "random", "random"], Rules::BOOK);
        let mut none_matters = lobby(BOTS, Rules::STANDARD);
        for lobby in [&mut none_heeds, &mut none_matters] {
            assert_eq!(play(lobby, 5).len(), 5);
            assert_eq!(kept(lobby), []);
        }
    }

    #[test]
    fn only_the_latest_are_kept() {
        let mut lobby = lobby(BOTS, Rules::BOOK);
        let made = play(&mut lobby, LATEST_CHOICES_MAX + 3);
        assert_eq!(made.len(), LATEST_CHOICES_MAX + 3);
        assert_eq!(kept(&lobby), made[3..]);
    }
}
