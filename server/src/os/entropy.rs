//! The source of secrets (keys of dice, tokens, codes): in production the operating system's generator, and nothing
//! else.
//!
//! It is an argument of the server. A simulation passes a seed instead, from which everything follows, so that a
//! history can be repeated.

#[cfg(feature = "simulation")]
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

#[cfg(feature = "simulation")]
use dicehall_engine::Dice;
#[cfg(feature = "simulation")]
use dicehall_engine::dice::SeededDice;
use rand::TryRng;
use rand::rngs::SysRng;

/// A source of bytes that nobody can guess.
#[derive(Clone, Debug, Default)]
pub enum Entropy {
    /// The operating system's generator.
    #[default]
    System,
    /// Bytes that follow from a seed: for simulations, where nothing is secret.
    #[cfg(feature = "simulation")]
    Seeded(Arc<Mutex<SeededDice>>),
}

/// The error that the operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random bytes: {0}")]
pub(crate) struct NoEntropy(#[source] rand::rngs::SysError);

impl Entropy {
    /// Bytes that follow from a seed. Clones draw from the same source.
    #[cfg(feature = "simulation")]
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Arc::new(Mutex::new(SeededDice::new(seed))))
    }

    /// The time, in seconds since 1970, by which matches are filed; in a simulation it stands still.
    pub(crate) fn unix_seconds(&self) -> u64 {
        match self {
            Self::System => SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(0, |it| it.as_secs()),
            #[cfg(feature = "simulation")]
            Self::Seeded(_) => 0,
        }
    }

    /// Bytes that nobody can guess.
    pub(crate) fn bytes<const N: usize>(&self) -> Result<[u8; N], NoEntropy> {
        let mut bytes = [0; N];
        match self {
            Self::System => SysRng.try_fill_bytes(&mut bytes).map_err(NoEntropy)?,
            #[cfg(feature = "simulation")]
            Self::Seeded(dice) => {
                // No thread panics while it holds the lock.
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.fill_with(|| byte(&mut dice));
            }
        }
        Ok(bytes)
    }
}

#[cfg(feature = "simulation")]
#[expect(clippy::expect_used, reason = "what is below 256 is a byte")]
fn byte(dice: &mut SeededDice) -> u8 {
    dice.below(256).try_into().expect("a byte")
}
