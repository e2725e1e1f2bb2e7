//! The life of one guest's session, from the first screen to the exit code.
//!
//! A task of its own. Laws kept here: every end has a sentence and an exit code; the terminal is given back, even after a
//! bug; and a session that is over is gone soon, whatever its client does.

use std::sync::Arc;
use std::time::Duration;

use russh::server::{Handle, Msg};
use russh::{ChannelWriteHalf, Disconnect};
use tokio::time::{sleep, timeout};

use super::guest::{Guest, play};
use super::shared::Shared;
use crate::Failure;
use crate::lang::Language;
use crate::tui::terminal::remote::Remote;

/// The longest time that the last bytes may take.
const FAREWELL_MS_MAX: u64 = 2_000;
/// The longest time that a client may take to hang up by itself after that.
const HANG_UP_MS_MAX: u64 = 5_000;

/// A session.
pub(super) struct Visit {
    pub(super) guest: Guest,
    pub(super) shared: Arc<Shared>,
    pub(super) channel: ChannelWriteHalf<Msg>,
    pub(super) connection: Handle,
}

/// Why a session is over.
enum Over {
    /// The guest has left, or is gone.
    Left,
    /// The door closes.
    Closing,
    /// It cannot go on, for this reason.
    Failed(Failure),
    /// There was a bug.
    Broken,
}

/// Plays with a guest until that is over, and says goodbye.
#[expect(
    clippy::disallowed_methods,
    reason = "the task ends with the box that it empties"
)]
pub(super) async fn visit(it: Visit) {
    let Visit {
        guest,
        shared,
        channel,
        connection,
    } = it;
    let outbox = Arc::clone(&guest.outbox);
    let (language, is_plain) = (guest.environment.language(), guest.is_plain());
    let sending = {
        let (outbox, window) = (Arc::clone(&outbox), channel.make_writer());
        tokio::spawn(async move { outbox.send_to(window).await })
    };
    let over = until_over(guest, shared).await;
    if !is_plain && matches!(over, Over::Closing | Over::Broken) {
        outbox.push(&Remote::restored()).ok();
    }
    let text = language.goodbye_at_door(&over) + "\r\n";
    outbox.push(text.as_bytes()).ok();
    outbox.close();
    let farewell = async {
        sending.await.ok();
        channel.exit_status(over.exit_code()).await.ok();
        channel.eof().await.ok();
        channel.close().await.ok();
    };
    let is_said = timeout(Duration::from_millis(FAREWELL_MS_MAX), farewell).await;
    if is_said.is_ok() {
        sleep(Duration::from_millis(HANG_UP_MS_MAX)).await;
    }
    let end = connection.disconnect(Disconnect::ByApplication, String::new(), String::new());
    timeout(Duration::from_millis(FAREWELL_MS_MAX), end)
        .await
        .ok();
}

#[expect(
    clippy::disallowed_methods,
    reason = "it is waited for, or ended, right here"
)]
/// Plays in a task of its own, so that a bug ends nothing else.
async fn until_over(guest: Guest, shared: Arc<Shared>) -> Over {
    let played = {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { play(guest, &shared).await })
    };
    let abort = played.abort_handle();
    tokio::select! {
        biased;
        ended = played => match ended {
            Ok(Ok(())) => Over::Left,
            Ok(Err(failure)) => Over::Failed(failure),
            Err(_) => Over::Broken,
        },
        () = shared.closing() => {
            abort.abort();
            Over::Closing
        }
    }
}

impl Over {
    const fn exit_code(&self) -> u32 {
        match self {
            Self::Left | Self::Closing => 0,
            Self::Failed(_) | Self::Broken => 1,
        }
    }
}

impl Language {
    fn goodbye_at_door(self, over: &Over) -> String {
        match over {
            Over::Left => self.door_goodbye(),
            Over::Closing => self.door_closes(),
            Over::Failed(why) => why.to_string(),
            Over::Broken => self.door_broken(),
        }
    }
}
