//! How a player of the tests plays a match to its end.

use dicehall_engine::Outcome;
use dicehall_engine::lobby::{Request, Revision};
use dicehall_protocol::{Choice, DiceEventView, EventView};

use super::{Player, Seen};

impl Player {
    /// Plays until the match is over: the attack with the best odds if they are at least even, else the first choice.
    ///
    /// # Panics
    /// If an action is refused, or the match does not end.
    pub async fn play(&mut self) -> Outcome {
        self.play_while(|_| true).await;
        self.seen.outcome.expect("the match is over")
    }

    /// Waits until the secret of the last match's dice has been shown, which is the last event of a match.
    pub async fn until_opened(&mut self) {
        let opened = |it: &(Revision, EventView)| {
            matches!(it.1, EventView::Dice(DiceEventView::DiceOpened { .. }))
        };
        self.until("the dice to be opened", |it| {
            it.seen.events.iter().any(opened)
        })
        .await;
    }

    /// Plays as long as `goes_on` holds and the match is not over.
    pub async fn play_while(&mut self, goes_on: impl Fn(&Seen) -> bool) {
        while self.seen.outcome.is_none() && goes_on(&self.seen) {
            match self.seen.choices.take() {
                Some(choices) => self.act(&choices).await,
                None => {
                    self.until("the next frame", |it| {
                        it.seen.choices.is_some() || it.seen.outcome.is_some() || !goes_on(&it.seen)
                    })
                    .await;
                }
            }
        }
    }

    async fn act(&mut self, choices: &[Choice]) {
        let best = choices
            .iter()
            .filter(|it| it.odds.is_some_and(|odds| odds >= 0.5));
        let best = best
            .max_by(|a, b| a.odds.partial_cmp(&b.odds).unwrap())
            .unwrap_or(&choices[0]);
        self.must(Request::Act {
            ply: self.seen.ply,
            action: best.action,
        })
        .await;
    }
}
