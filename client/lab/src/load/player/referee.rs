//! The referee: the load generator checks every match itself, by applying the rules to the events
//! that the server sends.
//!
//! Called by every table with every update, so that a server that is fast but wrong fails the
//! trial.

use anyhow::{Context, Result, ensure};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyState, AnyView, Node, Outcome, Seat, State};
use dicehall_protocol::{EventView, MatchEventView};

/// The referee of one table.
#[derive(Debug, Default)]
pub(super) struct Referee {
    state: Option<AnyState>,
    /// The number of actions since the lobby was made.
    ply: Ply,
}

impl Referee {
    /// Checks that the events of an update are legal, and that they lead to the position that the
    /// update shows.
    pub(super) fn check(
        &mut self,
        events: &[EventView],
        view: Option<&AnyView>,
        ply: Ply,
        outcome: Option<Outcome>,
    ) -> Result<()> {
        for event in events {
            if let EventView::Match(event) = event {
                self.follow(event)
                    .with_context(|| format!("the server broke the rules: {event:?}"))?;
            }
        }
        let mine = self.state.as_ref().map(State::view);
        ensure!(
            view.is_none() || view == mine.as_ref(),
            "the server shows {view:?}, and the rules lead to {mine:?}"
        );
        ensure!(
            (ply, outcome) == (self.ply, self.outcome()),
            "the server tells {outcome:?} after {ply:?}, and the rules lead to {:?} after {:?}",
            self.outcome(),
            self.ply
        );
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.state.as_ref()?.node() {
            Node::Terminal(outcome) => Some(outcome),
            Node::Decision(_) | Node::Chance => None,
        }
    }

    fn follow(&mut self, event: &MatchEventView) -> Result<()> {
        match event {
            MatchEventView::MatchCalled => self.state = None,
            MatchEventView::MatchStarted { config } => self.state = Some(config.start()?),
            MatchEventView::Acted { seat, action } => {
                self.ply.0 += 1;
                let state = self.state.as_mut().context("no match has begun")?;
                ensure!(is_to_move(state, *seat), "it was not that seat's turn");
                ensure!(state.is_legal(*action), "that is not legal");
                state.act(*action);
            }
            MatchEventView::Rolled { chance } => {
                let state = self.state.as_mut().context("no match has begun")?;
                ensure!(state.is_possible(*chance), "that cannot be rolled");
                state.resolve(*chance);
            }
            // Nobody at a table of the load generator does any of these.
            MatchEventView::Resigned { .. }
            | MatchEventView::TimedOut { .. }
            | MatchEventView::PauseWanted { .. }
            | MatchEventView::Paused
            | MatchEventView::Continued => {}
        }
        Ok(())
    }
}

fn is_to_move(state: &AnyState, seat: Seat) -> bool {
    state.node() == Node::Decision(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::GameKind;
    use dicehall_engine::dice::SeededDice;

    /// A match of tic-tac-toe that has begun, with its first state.
    fn begun() -> (Referee, AnyState) {
        let rules = GameKind::TicTacToe.default_rules();
        let config = rules.generate(2, &mut SeededDice::new(1)).unwrap();
        let state = config.start().unwrap();
        let mut referee = Referee::default();
        let started = EventView::Match(MatchEventView::MatchStarted { config });
        referee
            .check(&[started], Some(&state.view()), Ply(0), None)
            .unwrap();
        (referee, state)
    }

    fn acted(seat: usize, action: dicehall_engine::AnyAction) -> [EventView; 1] {
        let seat = Seat::ALL[seat];
        [EventView::Match(MatchEventView::Acted { seat, action })]
    }

    #[test]
    fn what_follows_from_the_rules_passes() {
        let (mut referee, mut state) = begun();
        let action = state.actions()[4];
        state.act(action);
        let shown = state.view();
        referee
            .check(&acted(0, action), Some(&shown), Ply(1), None)
            .unwrap();
    }

    #[test]
    fn a_server_that_is_wrong_is_told_apart() {
        let (_, state) = begun();
        let first = state.actions()[0];
        let mut after = state.clone();
        after.act(first);
        let check = |seat, ply, shown: &AnyState, expect: &str| {
            let (mut referee, _) = begun();
            let told = shown.view();
            let error = referee
                .check(&acted(seat, first), Some(&told), Ply(ply), None)
                .unwrap_err();
            let error = format!("{error:#}");
            assert!(error.contains(expect), "{error}");
        };
        check(1, 1, &after, "not that seat's turn");
        check(0, 1, &state, "the rules lead to");
        check(0, 2, &after, "the rules lead to");
        let (mut referee, _) = begun();
        let told = after.view();
        let mut check = |seat| referee.check(&acted(seat, first), Some(&told), Ply(1), None);
        check(0).unwrap();
        let error = check(1).unwrap_err();
        assert!(format!("{error:#}").contains("not legal"), "{error:#}");
    }
}
