//! The answers to what is no message or no command; after a few of them the connection is closed.
//!
//! Called by the session with every frame that cannot be read, and when its connection has broken.

use dicehall_protocol::Code;

use super::transport::{Transport, TransportError};
use super::{MALFORMED_MAX, Session, SessionEnd};
use crate::lobby::task::encode;
use crate::refusal::Refusal;

impl<T: Transport> Session<T> {
    /// Answers a frame that was not a command.
    pub(super) async fn refuse_frame(&mut self, refusal: Refusal) -> Result<(), SessionEnd> {
        tracing::debug!(code = %refusal.code, "what came is no message");
        self.context.metrics.refused(&refusal.code);
        let error = encode(&refusal.error());
        self.feed(error).await?;
        self.count_malformed()
    }

    /// Refuses a command of which only the id could be read.
    pub(super) async fn reject_malformed(
        &mut self,
        id: u64,
        refusal: Refusal,
    ) -> Result<(), SessionEnd> {
        tracing::debug!(code = %refusal.code, id, "what came is no command");
        self.context.metrics.refused(&refusal.code);
        let answer = encode(&refusal.rejected(id));
        self.feed(answer).await?;
        self.count_malformed()
    }

    /// Tells the lobby that the connection is gone, and tells the peer why.
    pub(super) async fn part(mut self, end: SessionEnd) {
        if let Some(membership) = self.membership.take() {
            membership.say_goodbye().await;
        }
        if let SessionEnd::Closing(refusal) = end {
            tracing::debug!(code = %refusal.code, "closing");
            self.context.metrics.refused(&refusal.code);
            let code = refusal.code.close_code();
            let farewell = encode(&refusal.closing());
            self.count_out(&farewell);
            self.transport.close(Some(farewell), code).await;
        }
    }

    fn count_malformed(&mut self) -> Result<(), SessionEnd> {
        self.malformed += 1;
        if self.malformed >= MALFORMED_MAX {
            Err(SessionEnd::Closing(Refusal::MALFORMED))
        } else {
            Ok(())
        }
    }
}

impl From<TransportError> for SessionEnd {
    fn from(error: TransportError) -> Self {
        tracing::debug!(%error, "the connection ended");
        match error {
            TransportError::Gone(_) | TransportError::Stuck => Self::Gone,
            TransportError::TooLarge => Self::Closing(Refusal::TOO_LARGE),
            TransportError::Flooding => Self::Closing(Refusal::FLOODING),
            TransportError::Broken(what) => {
                Self::Closing(Refusal::not_a_message(Code::BrokenFrames, what))
            }
        }
    }
}
