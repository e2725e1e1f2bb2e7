//! The one deadline of a lobby's task, armed only when something is due.
//!
//! An unarmed deadline costs nothing; a session and a lobby have one each and no other timer.

use std::future;
use std::pin::Pin;

use tokio::time::{Instant, Sleep, sleep_until};

/// The next moment at which something is due, if anything is.
#[derive(Debug, Default)]
pub(crate) struct Deadline {
    armed: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    /// Arms the deadline for `at`, or disarms it.
    pub(crate) fn set(&mut self, at: Option<Instant>) {
        match (&mut self.armed, at) {
            (None, None) => {}
            (Some(_), None) => self.armed = None,
            (None, Some(at)) => self.armed = Some(Box::pin(sleep_until(at))),
            (Some(sleep), Some(at)) => {
                if sleep.deadline() != at {
                    sleep.as_mut().reset(at);
                }
            }
        }
    }

    /// Waits for the deadline; for ever if it is not armed. May be dropped and called again.
    pub(crate) async fn reached(&mut self) {
        match &mut self.armed {
            Some(sleep) => {
                sleep.as_mut().await;
                self.armed = None;
            }
            None => future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_deadline_is_reached_once_when_it_is_due() {
        let start = Instant::now();
        let mut deadline = Deadline::default();
        deadline.set(Some(start + Duration::from_secs(9)));
        deadline.set(Some(start + Duration::from_secs(5)));
        deadline.reached().await;
        assert_eq!(start.elapsed().as_secs(), 5);
        assert!(
            timeout(Duration::from_secs(60), deadline.reached())
                .await
                .is_err()
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_disarmed_deadline_is_never_reached() {
        let mut deadline = Deadline::default();
        deadline.set(Some(Instant::now() + Duration::from_secs(1)));
        deadline.set(None);
        assert!(
            timeout(Duration::from_secs(60), deadline.reached())
                .await
                .is_err()
        );
    }
}
