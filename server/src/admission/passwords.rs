//! Passwords of lobbies: hashing them for the journal, and checking them.
//!
//! Called by sessions. Law kept here: the clear text leaves this file only as a hash. Hashing is slow and takes much
//! memory on purpose; it is done on threads of its own, a few passwords at a time, and a request that would wait too
//! long is refused.

use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use dicehall_engine::lobby::PasswordHash;
use dicehall_protocol::Password;
use dicehall_protocol::limits::PASSWORD_SIZE_MAX;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::os::entropy::Entropy;
use crate::refusal::Refusal;

/// The most passwords that are hashed at the same time.
const PASSWORDS_AT_ONCE_MAX: usize = 2;
/// The most passwords that wait to be hashed.
const PASSWORDS_WAITING_MAX: usize = 16;
/// The memory that hashing a password takes, in KiB.
const MEMORY_KIB: u32 = 19 * 1024;
/// The number of passes over that memory.
const PASSES: u32 = 2;
/// The number of lanes (threads) for one password.
const LANES: u32 = 1;
/// The length of a salt, in bytes.
const SALT_SIZE: usize = 16;

/// The workers that hash and check passwords.
#[derive(Debug)]
pub(crate) struct Passwords {
    room: Arc<Semaphore>,
    slots: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        let room = Arc::new(Semaphore::new(
            PASSWORDS_AT_ONCE_MAX + PASSWORDS_WAITING_MAX,
        ));
        Self {
            room,
            slots: Arc::new(Semaphore::new(PASSWORDS_AT_ONCE_MAX)),
        }
    }

    /// The hash of a password, for the journal.
    pub(crate) async fn hash(
        &self,
        password: Password,
        entropy: &Entropy,
    ) -> Result<PasswordHash, Refusal> {
        check_size(&password)?;
        let salt = entropy.bytes::<SALT_SIZE>().map_err(|error| {
            tracing::error!(%error, "no salt can be drawn");
            Refusal::BUSY
        })?;
        self.work(move || hash(&password, salt))
            .await?
            .ok_or(Refusal::BAD_PASSWORD)
    }

    /// Whether a hash was made from this password.
    pub(crate) async fn is_right(
        &self,
        password: Password,
        hash: PasswordHash,
    ) -> Result<bool, Refusal> {
        check_size(&password)?;
        self.work(move || is_right(&password, &hash)).await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let room = Arc::clone(&self.room)
            .try_acquire_owned()
            .map_err(|_full| Refusal::BUSY)?;
        let slot = Arc::clone(&self.slots)
            .acquire_owned()
            .await
            .map_err(|_closed| Refusal::BUSY)?;
        let mut worker = JoinSet::new();
        worker.spawn_blocking(move || {
            let done = work();
            // The places are given back here and not by the future that waits, which may be dropped while the work goes
            // on.
            drop((slot, room));
            done
        });
        match worker.join_next().await {
            Some(Ok(done)) => Ok(done),
            Some(Err(error)) => {
                tracing::error!(%error, "a password could not be worked on");
                Err(Refusal::BUSY)
            }
            None => Err(Refusal::BUSY),
        }
    }
}

fn check_size(password: &Password) -> Result<(), Refusal> {
    let fits = (1..=PASSWORD_SIZE_MAX).contains(&password.0.len());
    if fits {
        Ok(())
    } else {
        Err(Refusal::BAD_PASSWORD)
    }
}

fn hash(password: &Password, salt: [u8; SALT_SIZE]) -> Option<PasswordHash> {
    let hashed = hasher()?
        .hash_password_with_salt(password.0.as_bytes(), &salt)
        .ok()?;
    Some(PasswordHash(hashed.to_string()))
}

/// Whether a hash was made from this password. The parameters are part of the hash, so that older hashes stay valid
/// when the costs are raised.
fn is_right(password: &Password, hash: &PasswordHash) -> bool {
    hasher().is_some_and(|it| {
        it.verify_password(password.0.as_bytes(), hash.0.as_str())
            .is_ok()
    })
}

fn hasher() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    fn password(text: &str) -> Password {
        Password(text.to_owned())
    }

    #[test]
    fn a_hash_says_how_it_was_made_and_nothing_else() {
        let hash = hash(&password("secret"), *b"saltsaltsalt1234").unwrap();
        let PasswordHash(text) = &hash;
        assert!(
            text.starts_with("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0MTIzNA$"),
            "{text}"
        );
        assert!(is_right(&password("secret"), &hash) && !is_right(&password("Secret"), &hash));
        assert!(!is_right(
            &password("secret"),
            &PasswordHash("secret".to_owned())
        ));
        assert!(!format!("{hash:?} {:?}", password("secret")).contains("secret"));
    }

    #[tokio::test]
    async fn a_password_has_a_size() {
        let passwords = Passwords::new();
        for text in [String::new(), "x".repeat(PASSWORD_SIZE_MAX + 1)] {
            let refused = passwords.hash(password(&text), &Entropy::System).await;
            assert_eq!(refused, Err(Refusal::BAD_PASSWORD), "{} bytes", text.len());
        }
        let longest = password(&"x".repeat(PASSWORD_SIZE_MAX));
        let hash = passwords
            .hash(longest.clone(), &Entropy::System)
            .await
            .unwrap();
        let other = passwords
            .hash(longest.clone(), &Entropy::System)
            .await
            .unwrap();
        assert_ne!(hash, other, "each has a salt of its own");
        assert_eq!(passwords.is_right(longest, hash).await, Ok(true));
    }

    #[tokio::test]
    async fn no_more_wait_than_there_is_room_for() {
        let passwords = Passwords::new();
        let slots = Arc::clone(&passwords.slots);
        let taken = slots
            .acquire_many(u32::try_from(PASSWORDS_AT_ONCE_MAX).unwrap())
            .await
            .unwrap();
        assert_eq!(
            slots.available_permits(),
            0,
            "no more are worked on at once"
        );
        let mut waiting: Vec<_> = (0..PASSWORDS_AT_ONCE_MAX + PASSWORDS_WAITING_MAX)
            .map(|_| Box::pin(passwords.work(|| ())))
            .collect();
        for one in &mut waiting {
            let mut context = Context::from_waker(Waker::noop());
            assert!(one.as_mut().poll(&mut context).is_pending());
        }
        assert_eq!(passwords.work(|| ()).await, Err(Refusal::BUSY));
        drop(taken);
        for one in waiting {
            one.await.unwrap();
        }
        passwords.work(|| ()).await.unwrap();
    }
}
