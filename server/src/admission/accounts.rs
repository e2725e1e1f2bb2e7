//! The accounts of people: who has a key, which name is kept for whom, and which connections have proved what.
//!
//! Called by sessions. Law kept here: what a person is told of an account is on the disk, or in a cluster on most of its disks; a key
//! that was taken away closes its connections at once, and lets nobody in any more. The work is done on threads that may wait
//! for the disk, one piece after the other; which names are kept is also known without it, because everybody who enters a lobby asks.

mod kept;
pub(crate) mod kinds;
pub(crate) mod moving;
pub(crate) mod names;
pub(crate) mod offline;
pub(crate) mod places;
mod proof;
pub(crate) mod store;
mod weak_keys;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use dicehall_engine::lobby::{AccountId, Looks};
use dicehall_protocol::account::ssh_door::fingerprint;
use dicehall_protocol::{AccountCode, AccountKey, AccountView, Challenge, Hex, LinkCodeView};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::admission::server_key::ServerKey;
use crate::cluster::link::ProvedAccount;
use crate::cluster::shared::SharedBucket;
use crate::os::entropy::Entropy;
use crate::refusal::Refusal;
use kept::Kept;
use kinds::DeviceKey;
use places::{Place, Places};
pub(crate) use proof::{Asked, Proof, SignedProof};
use store::links::{LINK_CODE_SECONDS, SaidLink};
use store::rescue::RESCUE_CODES;
use store::{Begun, Store, StoreError};

/// The most pieces of work that wait for the file; more are refused.
const ACCOUNT_JOBS_MAX: usize = 64;
/// The random bytes of which a code is made; more than it has characters, because some are not fair.
const CODE_DRAWS: usize = 64;
/// The purpose for which the server's public name is derived from its key.
const PURPOSE: u8 = 12;
/// The purpose for which a key is derived by which the hashes of link codes are made: a code is short, so its plain hash would tell it.
const LINK_PURPOSE: u8 = 13;

/// The SHA-256 of the certificate that the server shows now; `None` if it speaks in plain text.
type Certificate = Box<dyn Fn() -> Option<Hex<32>> + Send + Sync>;

/// Whether the word of the door for ssh with this fingerprint is taken.
type KnownDoor = Box<dyn Fn(&str) -> bool + Send + Sync>;

/// Takes a person out of what else is kept of people, before the account is removed; what is wrong if that fails. In a cluster the
/// number is given that stands for the person there.
type Forgetting = Arc<dyn Fn(AccountId, Option<u64>) -> Result<(), String> + Send + Sync>;

/// The accounts of a server.
pub(crate) struct Accounts {
    kept: Arc<Kept>,
    room: Arc<Semaphore>,
    /// The name by which programs know the server.
    server: Hex<32>,
    /// The key by which the hashes of link codes are made.
    link_key: ServerKey,
    means: Means,
}

/// The means of a server by which its accounts know what is around them.
pub(crate) struct Means {
    pub(crate) certificate: Certificate,
    pub(crate) forgetting: Forgetting,
    pub(crate) knows_door: KnownDoor,
    /// The source of the time.
    pub(crate) entropy: Entropy,
}

/// The place of the accounts of a server.
#[derive(Clone)]
pub(crate) enum Keeping<'a> {
    /// A file in this data folder.
    Folder(&'a Path),
    /// A bucket that all nodes of a cluster share.
    Cluster(Arc<dyn SharedBucket>),
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
    /// The accounts in a data folder, or in a cluster; of these none is known before they are read for the first time.
    pub(crate) fn open(
        keeping: Keeping<'_>,
        server_key: &ServerKey,
        means: Means,
    ) -> Result<Self, StoreError> {
        let entropy = means.entropy.clone();
        let kept = match keeping {
            Keeping::Folder(data) => Kept::in_store(Store::open(data)?, entropy),
            Keeping::Cluster(bucket) => Kept::in_bucket(bucket, entropy),
        };
        Ok(Self::of_kept(kept?, server_key, means))
    }

    /// Accounts that are forgotten with the server, for tests.
    #[cfg(test)]
    pub(crate) fn in_memory(server_key: &ServerKey, certificate: Option<Hex<32>>) -> Self {
        let kept = Kept::in_store(Store::in_memory().unwrap(), Entropy::System);
        let means = Means {
            certificate: Box::new(move || certificate),
            ..Means::of_tests()
        };
        Self::of_kept(kept.unwrap(), server_key, means)
    }

    /// The same accounts, which take the word of the door with this key.
    #[cfg(test)]
    pub(crate) fn with_door(mut self, door: AccountKey) -> Self {
        self.means.knows_door = Box::new(move |it: &str| it == fingerprint(&door));
        self
    }

    fn of_kept(kept: Kept, server_key: &ServerKey, means: Means) -> Self {
        Self {
            kept: Arc::new(kept),
            room: Arc::new(Semaphore::new(ACCOUNT_JOBS_MAX)),
            server: Hex(server_key.derive(PURPOSE, &[])),
            link_key: ServerKey::shared(server_key.derive(LINK_PURPOSE, &[])),
            means,
        }
    }

    /// Learns what other nodes of a cluster have written; called by a thread that may wait.
    pub(crate) fn catch_up(&self) -> Result<(), StoreError> {
        self.kept.catch_up()
    }

    /// The SHA-256 of the certificate that this server shows now; `None` in plain text.
    pub(crate) fn certificate(&self) -> Option<Hex<32>> {
        (self.means.certificate)()
    }

    /// The account that another node of the cluster has seen proved; `None` if it was forgotten since, or if that is not known.
    pub(crate) async fn proved(&self, proved: ProvedAccount) -> Option<Account> {
        let ProvedAccount { id, key } = proved;
        // If the key was taken away since, it is closed, and so is the connection.
        let place = Places::enter(self.kept.places(), key.account());
        let is_known = self.work(move |kept| {
            if kept.ask(|it| it.is_of(id, key))? {
                return Ok(true);
            }
            // The account may have begun there a moment ago.
            kept.catch_up()?;
            kept.ask(|it| it.is_of(id, key))
        });
        let account = Account { id, key, place };
        is_known.await.ok()?.then_some(account)
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
        asked: &Asked,
        proof: Proof,
        begun: Begun,
    ) -> Result<Signed, Refusal> {
        let key = self.key_of(asked, &proof)?;
        // The place is taken first: so a key that is taken away meanwhile either is refused below or closes the place.
        let place = Places::enter(self.kept.places(), key.key.account());
        let signing_in = move |kept: &Kept| kept.change(|store| store.sign_in(key, &begun));
        let (id, is_new) = self.work(signing_in).await?;
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
        asked: &Asked,
        proof: Proof,
        said: Said,
    ) -> Result<Signed, Refusal> {
        let key = self.key_of(asked, &proof)?;
        let place = Places::enter(self.kept.places(), key.key.account());
        let link = self.said_link(&said.code, said.at, said.now);
        // It is one change, so that no two can use the code.
        let add = move |store: &mut Store| {
            store.check_free(key.key)?;
            if said.code.is_rescue() {
                store.use_rescue_code(&said.code, key, said.now)
            } else {
                store.use_link(key, link)
            }
        };
        let id = self.work(move |kept| kept.change(add)).await?;
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

    fn said_link(&self, code: &AccountCode, at: Instant, now: u64) -> SaidLink {
        let hash = self.link_key.derive(LINK_PURPOSE, &code.hash());
        SaidLink { hash, at, now }
    }

    /// The key of a proof, if that is one for this challenge, and was made for this server's certificate.
    fn key_of(&self, asked: &Asked, proof: &Proof) -> Result<DeviceKey, Refusal> {
        let challenge = &asked.challenge;
        match proof {
            Proof::Signed(proof) => {
                let signed = challenge.signed_bytes(proof.certificate.as_ref());
                asked.check_signature(proof, &signed)?;
                Ok(DeviceKey::signing(proof.key))
            }
            Proof::Secret { secret, .. } => Ok(DeviceKey::of_secret(secret)),
            Proof::ByDoor { key, by, .. } => {
                if !(self.means.knows_door)(&fingerprint(&by.key)) {
                    return Err(Refusal::UNKNOWN_DOOR);
                }
                let signed = challenge.door_bytes(key, by.certificate.as_ref());
                asked.check_signature(by, &signed)?;
                Ok(DeviceKey::of_guest(*key))
            }
        }
    }

    /// A code by which another device may come to an account, in place of the one before.
    pub(crate) async fn new_link_code(
        &self,
        account: &Account,
        entropy: &Entropy,
        at: Instant,
    ) -> Result<LinkCodeView, Refusal> {
        let code = draw(entropy, AccountCode::link)?;
        let (id, key) = (account.id, account.key);
        let said = self.said_link(&code, at, entropy.unix_seconds());
        self.work(move |kept| kept.change(|store| store.make_link(id, key, said)))
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
        self.work(move |kept| kept.change(|store| store.keep_rescue_codes(id, key, &codes)))
            .await?;
        Ok(codes.to_vec())
    }

    /// All that is kept of an account.
    pub(crate) async fn view(&self, account: &Account) -> Result<AccountView, Refusal> {
        let (id, key) = (account.id, account.key);
        self.work(move |kept| kept.ask(|store| store.view(id, key)))
            .await
    }

    /// Keeps this name for an account, in place of the one before.
    pub(crate) async fn keep_name(&self, account: &Account, named: Named) -> Result<(), Refusal> {
        let id = account.id;
        self.work(move |kept| kept.change(|store| store.keep_name(id, &named)))
            .await
    }

    /// Takes a key away from an account, and closes its connections.
    pub(crate) async fn revoke(
        &self,
        account: &Account,
        key: AccountKey,
        now: u64,
    ) -> Result<(), Refusal> {
        let id = account.id;
        // The connections are closed by the work itself, which is done even if nobody waits for it any more.
        self.work(move |kept| kept.change(|store| store.revoke(id, key, now)))
            .await
    }

    /// Removes an account with what else is kept of the person, and closes the connections of all its keys.
    pub(crate) async fn forget(&self, account: &Account) -> Result<(), Refusal> {
        let (id, forgetting) = (account.id, Arc::clone(&self.means.forgetting));
        self.work(move |kept| {
            // First, so that a person whom a kill interrupts can ask again.
            let number = kept.change(|store| store.begin_leaving(id))?;
            forgetting(id, number).map_err(StoreError::Elsewhere)?;
            kept.change(|store| store.forget(id)).map(|_keys| ())
        })
        .await
    }

    /// The places of devices, by which lobbies know whom a seat does not wait for any more.
    pub(crate) fn places(&self) -> &Arc<Places> {
        self.kept.places()
    }

    /// Refuses a name that is kept for another account than this one.
    pub(crate) fn check_name(
        &self,
        looks: &Looks,
        account: Option<AccountId>,
    ) -> Result<(), Refusal> {
        match self.kept.names().holder(looks) {
            Some(holder) if Some(holder) != account => Err(Refusal::NAME_KEPT),
            Some(_) | None => Ok(()),
        }
    }

    /// The account for which a name that looks like this is kept.
    pub(crate) fn holder(&self, looks: &Looks) -> Option<AccountId> {
        self.kept.names().holder(looks)
    }

    /// Adds a key to an account.
    #[cfg(test)]
    pub(crate) fn add_key(&self, id: AccountId, key: AccountKey) {
        let key = DeviceKey::signing(key);
        let add = |store: &mut Store| store.add_key(id, key, 0);
        self.kept.change(add).unwrap();
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Kept) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let room = Arc::clone(&self.room);
        let place = room
            .try_acquire_owned()
            .map_err(|_full| Refusal::ACCOUNTS_BUSY)?;
        let kept = Arc::clone(&self.kept);
        let done = spawn_blocking(move || {
            let done = work(&kept);
            drop(place);
            done
        });
        match done.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(StoreError::Refused(refusal))) => Err(refusal),
            // It was told when the cluster went away.
            Ok(Err(StoreError::Away)) => Err(Refusal::NOT_SAVED),
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

#[cfg(test)]
impl Means {
    /// In plain text, with no doors, and with nothing else to forget.
    pub(crate) fn of_tests() -> Self {
        Self {
            certificate: Box::new(|| None),
            forgetting: Arc::new(|_, _| Ok(())),
            knows_door: Box::new(|_| false),
            entropy: Entropy::System,
        }
    }
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
