//! The proofs of a newcomer's identity. Drawn by `lobbying`.

use dicehall_engine::lobby::Key;
use dicehall_protocol::RequestKey;

use crate::admission::token::Token;
use crate::os::entropy::Entropy;
use crate::refusal::Refusal;

/// The proofs of a newcomer's identity: the request's key is one until the token in the answer has been used.
pub(super) struct Proofs {
    /// The hash of the request's key.
    pub(super) key: Key,
    /// The token, which is sent with the answer.
    pub(super) token: Token,
}

impl Proofs {
    /// Draws them; a request without a key gets one that nobody knows.
    pub(super) fn draw(key: Option<RequestKey>, entropy: &Entropy) -> Result<Self, Refusal> {
        let token = draw_token(entropy)?;
        let key = match key {
            Some(key) => request_key(key),
            None => draw_token(entropy)?.key(),
        };
        Ok(Self { key, token })
    }
}

/// The hash of a request's key.
pub(super) fn request_key(RequestKey(bytes): RequestKey) -> Key {
    Token::from_bytes(bytes).key()
}

/// Draws a token that nobody can guess; refused if the system gives no random bytes.
pub(super) fn draw_token(entropy: &Entropy) -> Result<Token, Refusal> {
    Token::draw(entropy).map_err(|error| {
        tracing::error!(%error, "no token can be drawn");
        Refusal::LOBBY_GONE
    })
}
