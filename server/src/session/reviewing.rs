//! The answers of a session to who asks for the review of a match.
//!
//! Laws kept here: nobody waits, and only the matches of the lobby in which somebody is are told.

use dicehall_protocol::{ServerMessage, WantedReview};

use super::Session;
use super::standing::answer;
use crate::archive::is_of;
use crate::refusal::Refusal;
use crate::session::transport::Transport;

impl<T: Transport> Session<T> {
    /// Tells the review of a match, or how far it has come.
    pub(super) fn tell_review(
        &self,
        id: u64,
        wanted: &WantedReview,
    ) -> Result<ServerMessage, Refusal> {
        let membership = self.membership.as_ref().ok_or(Refusal::NOT_IN_LOBBY)?;
        if !is_of(&wanted.match_id, membership.code()) {
            return Err(Refusal::NO_MATCH_FILE);
        }
        let reviews = self.context.reviews.as_ref();
        let reviews = reviews.ok_or(Refusal::NO_MATCH_FILE)?;
        Ok(answer(id, reviews.ask(wanted)?))
    }
}
