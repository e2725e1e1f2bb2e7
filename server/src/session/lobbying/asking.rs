//! The commands of a session to the lobby that it is in. The lobby answers into the outbox.

use std::time::Duration;

use dicehall_engine::lobby::{EarlyCommitment, Request, Revision};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{LOBBY_WAIT_MS_MAX, post};
use crate::lobby::task::mail::{ConnectionId, Mail};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::session::transport::Transport;

/// The number of the last command of a person who has to leave: above all that the person may have used.
const LAST_ID: u64 = u64::MAX;

impl<T: Transport> Session<T> {
    /// Sends a request to the lobby, which answers into the outbox.
    pub(in crate::session) async fn ask(
        &mut self,
        id: u64,
        request: Box<Request>,
        commits: Option<Box<EarlyCommitment>>,
    ) -> Result<(), Refusal> {
        if matches!(*request, Request::Start { .. } | Request::Rematch) {
            self.context.door.check_beginning()?;
        }
        if *request != Request::Leave {
            let mail = |from| Mail::Ask {
                from,
                id,
                request,
                commits,
            };
            return self.ask_by(id, mail).await;
        }
        Box::pin(self.ask_to_leave(id)).await
    }

    async fn ask_to_leave(&mut self, id: u64) -> Result<(), Refusal> {
        let (done, left) = oneshot::channel();
        self.ask_by(id, |from| Mail::Leave { from, id, done })
            .await?;
        // The next command is read after the dismissal, which is in the outbox by then.
        timeout(Duration::from_millis(LOBBY_WAIT_MS_MAX), left)
            .await
            .ok();
        Ok(())
    }

    /// Leaves the lobby, if the person is in one, so that no token leads back.
    pub(in crate::session) async fn leave_for_good(&mut self) {
        if self.membership.is_some() {
            // The lobby is gone, or it lets the person go.
            self.ask_to_leave(LAST_ID).await.ok();
        }
    }

    /// Asks the lobby for history; the lobby answers into the outbox.
    pub(in crate::session) async fn ask_history(
        &mut self,
        id: u64,
        before: Option<Revision>,
    ) -> Result<(), Refusal> {
        let mail = |from| Mail::History { from, id, before };
        self.ask_by(id, mail).await
    }

    /// Asks the lobby for asides; the lobby answers into the outbox.
    pub(in crate::session) async fn ask_to_listen(
        &mut self,
        id: u64,
        after: Option<u64>,
    ) -> Result<(), Refusal> {
        let mail = |from| Mail::Listen { from, id, after };
        self.ask_by(id, mail).await
    }

    async fn ask_by(
        &mut self,
        id: u64,
        mail: impl FnOnce(ConnectionId) -> Mail,
    ) -> Result<(), Refusal> {
        let membership = self.membership.as_mut().ok_or(Refusal::NOT_IN_LOBBY)?;
        // Recorded first: the lobby may answer before this task runs again.
        membership.inbox.expect_answer(id);
        let posted = post(&membership.lobby, mail(membership.admitted.connection)).await;
        posted.inspect_err(|_refusal| membership.inbox.expect_no_answer(id))
    }
}
