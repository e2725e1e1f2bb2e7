//! Plays one match after another at any kind of table: as fast as the server answers, with pauses,
//! or at fixed moments.
//!
//! Called by the trials with tables of the real server and of the floor server.

use std::future::Future;
use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep, sleep_until};

use super::score::{MatchesLeft, Score, Traffic};

/// The moments at which actions are sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// As soon as everybody has seen the last action (a closed loop).
    AtOnce,
    /// At least this long after the last action was sent.
    Every(Duration),
    /// At fixed moments, whether or not the server keeps up (an open loop); the round trip of a
    /// late action counts from its due moment.
    Due {
        /// The first moment, from the start.
        first: Duration,
        /// The time between two moments.
        every: Duration,
    },
}

/// The people at a table.
pub(super) trait Seated: Send {
    /// Lets the one whose turn it is act, and waits until everybody has seen it; returns the moment
    /// of sending.
    fn act(&mut self) -> impl Future<Output = Result<Instant>> + Send;
    /// Whether the match is over for everybody.
    fn is_over(&self) -> bool;
    /// Agrees to another match.
    fn play_again(&mut self) -> impl Future<Output = Result<()>> + Send;
    /// The traffic so far.
    fn traffic(&self) -> Traffic;
}

/// Plays one match after another while any are left and `goes_on` allows it.
pub(super) async fn play<S: Seated>(
    mut table: S,
    matches: &MatchesLeft,
    pace: Pace,
    goes_on: impl Fn() -> bool + Send,
) -> Result<(S, Score)> {
    let mut score = Score::new();
    let before = table.traffic();
    let mut due = Instant::now();
    if let Pace::Due { first, .. } = pace {
        due += first;
    }
    while goes_on() && matches.take() {
        let mut is_over = false;
        while goes_on() && !is_over {
            if matches!(pace, Pace::Due { .. }) {
                sleep_until(due).await;
            }
            let sent = table.act().await?;
            let since = if matches!(pace, Pace::Due { .. }) {
                due
            } else {
                sent
            };
            score.round_trips.add(since.elapsed());
            score.actions += 1;
            is_over = table.is_over();
            if is_over {
                score.matches += 1;
                table.play_again().await?;
            }
            match pace {
                // No sleep is used here: even one of zero duration lasts until the next tick of the
                // timer.
                Pace::AtOnce => {}
                Pace::Every(pause) => sleep(pause.saturating_sub(sent.elapsed())).await,
                Pace::Due { every, .. } => due += every,
            }
        }
    }
    score.traffic = table.traffic() - before;
    Ok((table, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test table at which every third action ends a match, and each action takes this long.
    struct Slow {
        takes: Duration,
        acted: u64,
    }

    impl Seated for Slow {
        async fn act(&mut self) -> Result<Instant> {
            let sent = Instant::now();
            sleep(self.takes).await;
            self.acted += 1;
            Ok(sent)
        }

        fn is_over(&self) -> bool {
            self.acted.is_multiple_of(3)
        }

        async fn play_again(&mut self) -> Result<()> {
            Ok(())
        }

        fn traffic(&self) -> Traffic {
            Traffic::default()
        }
    }

    /// The shortest and the longest round trip of six actions, and the duration of all of them, in
    /// milliseconds.
    async fn six_actions(takes: u64, pace: Pace) -> (u128, u128, u128) {
        let takes = Duration::from_millis(takes);
        let begun = Instant::now();
        let matches = MatchesLeft::new(Some(2));
        let (_, score) = play(Slow { takes, acted: 0 }, &matches, pace, || true)
            .await
            .unwrap();
        assert_eq!((score.actions, score.matches), (6, 2));
        let millis =
            |quantile: f64| (score.round_trips.percentile(quantile).as_secs_f64() * 1e3).round();
        let whole = |it: f64| format!("{it}").parse().unwrap();
        (
            whole(millis(0.0)),
            whole(millis(100.0)),
            begun.elapsed().as_millis(),
        )
    }

    #[tokio::test(start_paused = true)]
    async fn a_closed_loop_waits_and_an_open_one_counts_from_when_it_was_due() {
        assert_eq!(six_actions(16, Pace::AtOnce).await, (16, 16, 96));
        let (_, longest, taken) = six_actions(16, Pace::Every(Duration::from_millis(64))).await;
        assert_eq!((longest, taken), (16, 6 * 64));
        let due = Pace::Due {
            first: Duration::ZERO,
            every: Duration::from_millis(8),
        };
        // Each action is late by the lateness of those before it: the sixth was due after 40 ms and
        // comes after 96.
        assert_eq!(six_actions(16, due).await, (16, 56, 96));
    }
}
