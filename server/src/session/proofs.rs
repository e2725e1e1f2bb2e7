//! What proves who somebody is who comes into a lobby. Drawn by `lobbying`.

use dicehall_engine::lobby::Key;
use dicehall_protocol::RequestKey;

use crate::admission::token::Token;
use crate::entropy::Entropy;
use crate::refusal::Refusal;

/// The proofs of who a newcomer is: the request's key, until the token has been used that the answer tells.
pub(super) struct Proofs {
    /// The hash of what the request is known by.
    pub(super) key: Key,
    /// What is told in the answer.
    pub(super) token: Token,
}

impl Proofs {
    /// A request without a key has one that nobody knows.
    pub(super) fn draw(key: Option<RequestKey>, entropy: &Entropy) -> Result<Self, Refusal> {
        let token = draw_token(entropy)?;
        let request = match key {
            Some(RequestKey(bytes)) => Token::from_bytes(bytes),
            None => draw_token(entropy)?,
        };
        Ok(Self {
            key: request.key(),
            token,
        })
    }
}

/// A token that nobody can guess; refused if the system has no luck to draw from.
pub(super) fn draw_token(entropy: &Entropy) -> Result<Token, Refusal> {
    Token::draw(entropy).map_err(|error| {
        tracing::error!(%error, "no token can be drawn");
        Refusal::LOBBY_GONE
    })
}
