//! The accounts of people: who has a key, which name is kept for whom, and which connections have proved what.
//!
//! Called by sessions. Law kept here: what a person is told of an account is on the disk; a key that was taken away closes its
//! connections at once, and lets nobody in any more. The work on the file is done on threads that may wait for the disk, one
//! piece after the other; which names are kept is also known without the file, because everybody who enters a lobby asks.

pub(crate) mod kinds;
pub(crate) mod links;
pub(crate) mod names;
pub(crate) mod places;
mod proof;
pub(crate) mod store;
mod weak_keys;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use dicehall_engine::lobby::{AccountId, Looks};
use dicehall_protocol::account::ssh_door::fingerprint;
use dicehall_protocol::{AccountCode, AccountKey, AccountView, Challenge, Hex, LinkCodeView};
use ring::signature::{ED25519, UnparsedPublicKey};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::admission::server_key::ServerKey;
use crate::os::entropy::Entropy;
use crate::refusal::Refusal;
use kinds::DeviceKey;
use links::{LINK_CODE_SECONDS, Links};
use names::Names;
use places::{Place, Places};
pub(crate) use proof::{Proof, SignedProof};
use store::rescue::RESCUE_CODES;
use store::{Begun, Store, StoreError};
use weak_keys::is_weak;

/// The most pieces of work that wait for the file; more are refused.
const ACCOUNT_JOBS_MAX: usize = 64;
/// The random bytes of which a code is made; more than it has characters, because some are not fair.
const CODE_DRAWS: usize = 64;
/// The purpose for which the server's public name is derived from its key.
const PURPOSE: u8 = 12;

/// The SHA-256 of the certificate that the server shows now; `None` if it speaks in plain text.
type Certificate = Box<dyn Fn() -> Option<Hex<32>> + Send + Sync>;

/// Whether the word of the door for ssh with this fingerprint is taken.
type KnownDoor = Box<dyn Fn(&str) -> bool + Send + Sync>;

/// Takes a person out of what else is kept of people, before the account is removed; what is wrong if that fails.
type Forgetting = Arc<dyn Fn(AccountId) -> Result<(), String> + Send + Sync>;

/// The accounts of a server.
pub(crate) struct Accounts {
    store: Arc<Mutex<Store>>,
    room: Arc<Semaphore>,
    names: Arc<Names>,
    places: Arc<Places>,
    links: Arc<Links>,
    /// The name by which programs know the server.
    server: Hex<32>,
    certificate: Certificate,
    forgetting: Forgetting,
    knows_door: KnownDoor,
}

/// The code that a person has said on another device, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    /// The code.
    pub(crate) code: AccountCode,
    /// The moment, by the clock that codes grow old by.
    pub(crate) at: Instant,
    /// The same moment, in seconds since 1970.
    pub(crate) now: u64,
}

/// The name that a person has said.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The name.
    pub(crate) name: String,
    /// Its looks.
    pub(crate) looks: Looks,
}

/// The account of a connection, as long as it lasts.
#[derive(Debug)]
pub(crate) struct Account {
    /// The account.
    pub(crate) id: AccountId,
    /// The key by which that was proved.
    pub(crate) key: AccountKey,
    /// The place among those who have signed in.
    pub(crate) place: Place,
}

impl Accounts {
    /// The accounts in a data folder.
    pub(crate) fn open(
        data: &Path,
        server_key: &ServerKey,
        certificate: Certificate,
        forgetting: Forgetting,
        knows_door: KnownDoor,
    ) -> Result<Self, StoreError> {
        let store = Store::open(data)?;
        Self::of_store(store, server_key, certificate, forgetting, knows_door)
    }

    /// Accounts that are forgotten with the server, for tests.
    #[cfg(test)]
    pub(crate) fn in_memory(server_key: &ServerKey, certificate: Option<Hex<32>>) -> Self {
        let store = Store::in_memory().unwrap();
        let certificate = Box::new(move || certificate);
        let (forgetting, knows_door) = (Arc::new(|_| Ok(())), Box::new(|_: &str| false));
        Self::of_store(store, server_key, certificate, forgetting, knows_door).unwrap()
    }

    /// The same accounts, which take the word of the door with this key.
    #[cfg(test)]
    pub(crate) fn with_door(self, door: AccountKey) -> Self {
        let knows_door = Box::new(move |it: &str| it == fingerprint(&door));
        Self { knows_door, ..self }
    }

    fn of_store(
        store: Store,
        server_key: &ServerKey,
        certificate: Certificate,
        forgetting: Forgetting,
        knows_door: KnownDoor,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            names: Arc::new(Names::new(store.names()?)),
            places: Arc::new(Places::without(store.taken_away()?)),
            store: Arc::new(Mutex::new(store)),
            room: Arc::new(Semaphore::new(ACCOUNT_JOBS_MAX)),
            links: Arc::default(),
            server: Hex(server_key.derive(PURPOSE, &[])),
            certificate,
            forgetting,
            knows_door,
        })
    }

    /// The challenge of a connection; `None` if no number can be drawn that nobody can guess.
    pub(crate) fn challenge(&self, entropy: &Entropy) -> Option<Challenge> {
        let nonce = entropy.bytes().inspect_err(|error| {
            tracing::error!(%error, "no challenge can be drawn");
        });
        Some(Challenge {
            server: self.server,
            nonce: Hex(nonce.ok()?),
        })
    }

    /// Checks a proof, and finds or begins the account of its key; `begins` says whether it may begin one.
    pub(crate) async fn sign_in(
        &self,
        challenge: &Challenge,
        proof: Proof,
        begun: Begun,
    ) -> Result<Signed, Refusal> {
        let key = self.key_of(challenge, &proof)?;
        // The place is taken first: so a key that is taken away meanwhile either is refused below or closes the place.
        let place = Places::enter(&self.places, key.key.account());
        let names = Arc::clone(&self.names);
        let (id, is_new) = self
            .work(move |store| {
                let (id, is_new) = store.sign_in(key, &begun)?;
                if is_new {
                    names.keep(id, begun.named.looks);
                }
                Ok((id, is_new))
            })
            .await?;
        let account = Account {
            id,
            key: key.key,
            place,
        };
        Ok(Signed { account, is_new })
    }

    /// Checks a proof, and adds its key to the account for which a code was made.
    pub(crate) async fn add_device(
        &self,
        challenge: &Challenge,
        proof: Proof,
        said: Said,
    ) -> Result<Signed, Refusal> {
        let key = self.key_of(challenge, &proof)?;
        let place = Places::enter(&self.places, key.key.account());
        let links = Arc::clone(&self.links);
        // The work on the file is done by one at a time, so that no two can use the code.
        let id = self
            .work(move |store| {
                store.check_free(key.key)?;
                if said.code.is_rescue() {
                    return store.use_rescue_code(&said.code, key, said.now);
                }
                let id = links.account(&said.code, said.at);
                let id = id.ok_or(StoreError::Refused(Refusal::BAD_CODE))?;
                store.add_key(id, key, said.now)?;
                links.end(id);
                Ok(id)
            })
            .await?;
        let account = Account {
            id,
            key: key.key,
            place,
        };
        Ok(Signed {
            account,
            is_new: false,
        })
    }

    /// The key of a proof, if that is one for this challenge, and was made for this server's certificate.
    fn key_of(&self, challenge: &Challenge, proof: &Proof) -> Result<DeviceKey, Refusal> {
        match proof {
            Proof::Signed(proof) => {
                let signed = challenge.signed_bytes(proof.certificate.as_ref());
                self.check_signature(proof, &signed)?;
                Ok(DeviceKey::signing(proof.key))
            }
            Proof::Secret { secret, .. } => Ok(DeviceKey::of_secret(secret)),
            Proof::ByDoor { key, by, .. } => {
                if !(self.knows_door)(&fingerprint(&by.key)) {
                    return Err(Refusal::UNKNOWN_DOOR);
                }
                let signed = challenge.door_bytes(key, by.certificate.as_ref());
                self.check_signature(by, &signed)?;
                Ok(DeviceKey::of_guest(*key))
            }
        }
    }

    /// Refuses a signature that is not of these bytes, or was made for another server's certificate.
    fn check_signature(&self, proof: &SignedProof, signed: &[u8]) -> Result<(), Refusal> {
        if proof.certificate != (self.certificate)() || is_weak(&proof.key) {
            return Err(Refusal::BAD_SIGNATURE);
        }
        UnparsedPublicKey::new(&ED25519, proof.key.0)
            .verify(signed, &proof.signature.0)
            .map_err(|_unspecified| Refusal::BAD_SIGNATURE)
    }

    /// A code by which another device may come to an account, in place of the one before.
    pub(crate) async fn new_link_code(
        &self,
        account: &Account,
        entropy: &Entropy,
        at: Instant,
    ) -> Result<LinkCodeView, Refusal> {
        let code = draw(entropy, AccountCode::link)?;
        let (id, key, links) = (account.id, account.key, Arc::clone(&self.links));
        // In the work, so that a key that is taken away meanwhile leaves no code behind.
        self.work(move |store| {
            store.check_good(id, key)?;
            links.make(id, &code, at).map_err(StoreError::Refused)
        })
        .await?;
        Ok(LinkCodeView {
            code,
            seconds: LINK_CODE_SECONDS,
        })
    }

    /// Codes for paper by which a device may come to an account, in place of those before.
    pub(crate) async fn new_rescue_codes(
        &self,
        account: &Account,
        entropy: &Entropy,
    ) -> Result<Vec<AccountCode>, Refusal> {
        let draw = || draw(entropy, AccountCode::rescue);
        let codes: [AccountCode; RESCUE_CODES] = [draw()?, draw()?, draw()?];
        let (id, key) = (account.id, account.key);
        self.work(move |store| store.keep_rescue_codes(id, key, &codes))
            .await?;
        Ok(codes.to_vec())
    }

    /// All that is kept of an account.
    pub(crate) async fn view(&self, account: &Account) -> Result<AccountView, Refusal> {
        let (id, key) = (account.id, account.key);
        self.work(move |store| store.view(id, key)).await
    }

    /// Keeps this name for an account, in place of the one before.
    pub(crate) async fn keep_name(&self, account: &Account, named: Named) -> Result<(), Refusal> {
        let (id, names) = (account.id, Arc::clone(&self.names));
        self.work(move |store| {
            store.keep_name(id, &named)?;
            names.keep(id, named.looks);
            Ok(())
        })
        .await
    }

    /// Takes a key away from an account, and closes its connections.
    pub(crate) async fn revoke(
        &self,
        account: &Account,
        key: AccountKey,
        now: u64,
    ) -> Result<(), Refusal> {
        let (id, places) = (account.id, Arc::clone(&self.places));
        let links = Arc::clone(&self.links);
        // The connections are closed by the work itself, which is done even if nobody waits for it any more.
        self.work(move |store| {
            store.revoke(id, key, now)?;
            links.end(id);
            places.take_away(key.account());
            Ok(())
        })
        .await
    }

    /// Removes an account with what else is kept of the person, and closes the connections of all its keys.
    pub(crate) async fn forget(&self, account: &Account) -> Result<(), Refusal> {
        let (id, places) = (account.id, Arc::clone(&self.places));
        let (names, links) = (Arc::clone(&self.names), Arc::clone(&self.links));
        let forgetting = Arc::clone(&self.forgetting);
        self.work(move |store| {
            // First, so that a person whom a kill interrupts can ask again.
            forgetting(id).map_err(StoreError::Elsewhere)?;
            let keys = store.forget(id)?;
            names.free(id);
            links.end(id);
            for key in keys {
                places.forget(key.account());
            }
            Ok(())
        })
        .await
    }

    /// The places of devices, by which lobbies know whom a seat does not wait for any more.
    pub(crate) fn places(&self) -> &Arc<Places> {
        &self.places
    }

    /// Refuses a name that is kept for another account than this one.
    pub(crate) fn check_name(
        &self,
        looks: &Looks,
        account: Option<AccountId>,
    ) -> Result<(), Refusal> {
        match self.names.holder(looks) {
            Some(holder) if Some(holder) != account => Err(Refusal::NAME_KEPT),
            Some(_) | None => Ok(()),
        }
    }

    /// The account for which a name that looks like this is kept.
    pub(crate) fn holder(&self, looks: &Looks) -> Option<AccountId> {
        self.names.holder(looks)
    }

    /// Adds a key to an account.
    #[cfg(test)]
    pub(crate) fn add_key(&self, id: AccountId, key: AccountKey) {
        let key = DeviceKey::signing(key);
        self.store.lock().unwrap().add_key(id, key, 0).unwrap();
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let room = Arc::clone(&self.room);
        let place = room
            .try_acquire_owned()
            .map_err(|_full| Refusal::ACCOUNTS_BUSY)?;
        let store = Arc::clone(&self.store);
        let done = spawn_blocking(move || {
            // A panic in the middle of a change has changed nothing: its transaction was dropped.
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            let done = work(&mut store);
            drop(place);
            done
        });
        match done.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(StoreError::Refused(refusal))) => Err(refusal),
            Ok(Err(error)) => {
                tracing::error!(%error, "the file of accounts cannot be used");
                Err(Refusal::NOT_SAVED)
            }
            Err(error) => {
                tracing::error!(%error, "the work on an account has failed");
                Err(Refusal::NOT_SAVED)
            }
        }
    }
}

/// A code of this kind that nobody can guess.
fn draw(
    entropy: &Entropy,
    of_draws: impl Fn(&[u8]) -> Option<AccountCode>,
) -> Result<AccountCode, Refusal> {
    let draws = entropy.bytes::<CODE_DRAWS>().inspect_err(|error| {
        tracing::error!(%error, "no code can be drawn");
    });
    let code = draws.ok().and_then(|it| of_draws(&it));
    code.ok_or(Refusal::NOT_SAVED)
}

/// The account to which a connection has proved to belong.
#[derive(Debug)]
pub(crate) struct Signed {
    /// The account.
    pub(crate) account: Account,
    /// Whether it has begun with this.
    pub(crate) is_new: bool,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accounts").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_asks_when_too_many_wait_is_refused() {
        let server_key = ServerKey::open(None, &Entropy::System).unwrap();
        let accounts = Accounts::in_memory(&server_key, None);
        let room = u32::try_from(ACCOUNT_JOBS_MAX).unwrap();
        let waiting = accounts.room.try_acquire_many(room).unwrap();
        assert_eq!(accounts.work(|_| Ok(())).await, Err(Refusal::ACCOUNTS_BUSY));
        drop(waiting);
        assert_eq!(accounts.work(|_| Ok(())).await, Ok(()));
    }
}
