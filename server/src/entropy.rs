//! The operating system's generator: the only source of secrets (keys of dice, tokens, codes).

use rand::TryRng;
use rand::rngs::SysRng;

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random bytes: {0}")]
pub(crate) struct NoEntropy(#[source] rand::rngs::SysError);

/// Bytes that nobody can guess.
pub(crate) fn os_bytes<const N: usize>() -> Result<[u8; N], NoEntropy> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).map_err(NoEntropy)?;
    Ok(bytes)
}
