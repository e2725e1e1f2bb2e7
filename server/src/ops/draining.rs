//! The end of a server that drains: tells every lobby how long it is, and says when the server is to end.
//!
//! `server` waits for it while it serves. Laws kept here: whoever plays plays on until the match is over or the time is;
//! everybody is told at once, and again when little time is left.

use std::time::Duration;

use tokio::time::sleep;

use crate::lobby::task::mail::{Mail, OperatorMail};
use crate::session::ServerContext;

/// The time between two looks at whether anybody plays, in milliseconds.
const LOOK_EVERY_MS: u64 = 500;
/// The times before the end, in seconds, at which everybody is told again.
const TOLD_AT_S: [u64; 7] = [1_800, 600, 300, 120, 60, 30, 10];

/// Waits until the server is to end, because it drains and nobody plays any more, or because the time is over.
pub(crate) async fn until_drained(context: &ServerContext) {
    let drain = context.door.drain();
    loop {
        drain.begun().await;
        tracing::info!("the server drains");
        let mut told = None;
        while let Some(left) = drain.left() {
            // Where nobody plays there is no time left that people could be told.
            if left.is_zero() || is_idle(context).await {
                return tracing::info!("the server has drained");
            }
            if told != Some(times_told(left)) {
                told = Some(times_told(left));
                tell(context).await;
            }
            sleep(Duration::from_millis(LOOK_EVERY_MS)).await;
        }
        tracing::info!("the server drains no more");
    }
}

/// How many of the times are past at which everybody is told.
fn times_told(left: Duration) -> usize {
    let past = |it: &&u64| left <= Duration::from_secs(**it);
    TOLD_AT_S.iter().filter(past).count()
}

async fn is_idle(context: &ServerContext) -> bool {
    let counted = context.directory.counts().await;
    counted.is_ok_and(|it| it.playing == 0)
}

/// Tells everybody in a lobby how long it is. A lobby whose mailbox is full has worse troubles.
async fn tell(context: &ServerContext) {
    let Some(notice) = context.door.drain().notice() else {
        return;
    };
    let lobbies = context.directory.all().await.unwrap_or_default();
    for lobby in lobbies.into_iter().filter_map(|it| it.lobby) {
        let notice = notice.clone();
        let mail = Mail::Operator(Box::new(OperatorMail::Tell { notice }));
        lobby.mailbox.try_send(mail).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_again_when_little_time_is_left() {
        let told = |s| times_told(Duration::from_secs(s));
        assert_eq!(
            [told(3_600), told(600), told(599), told(300), told(0)],
            [0, 2, 2, 3, 7]
        );
    }
}
