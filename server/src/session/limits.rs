//! The limits of rate: of one connection, and of one address over all its connections.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use dicehall_engine::lobby::Request;
use dicehall_protocol::{AccountCommand, ClientCommand, LobbyCode, SessionCommand};
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::time::Instant;

use super::Session;
use crate::admission::allowance::Allowance;
use crate::refusal::Refusal;
use crate::session::transport::Transport;

/// Chat lines, whispers and reactions in a row, and one more each second.
pub(crate) const CHAT_BURST: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Lists of lobbies, pieces of history, reviews and requests to listen, in a row.
pub(crate) const LISTS_BURST: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Lists of lobbies, pieces of history, reviews and requests to listen each second, after those in a row.
pub(crate) const LISTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(2).unwrap();
/// New lobbies in a row by one connection, and as many more each minute.
pub(crate) const CREATIONS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(6).unwrap();
/// New lobbies in a row from one address, and as many more each minute: enough for a class in which everybody creates
/// one at once.
pub(crate) const CREATIONS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(30).unwrap();
/// Passwords chosen or tried, and proofs of keys, in a row by one connection, and as many more each minute; few, because hashing each is
/// hard work.
pub(crate) const PASSWORDS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(6).unwrap();
/// Wrong passwords in a row from one address, and as many more each minute.
pub(crate) const WRONG_PASSWORDS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Wrong codes in a row by one connection, and as many more each minute.
pub(crate) const WRONG_CODES_PER_MINUTE: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Wrong codes in a row from one address, and as many more each minute: enough for a class of which half mistype a
/// code.
pub(crate) const WRONG_CODES_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(15).unwrap();
/// New accounts in a row from one address, and as many more each day: enough for a class.
pub(crate) const ACCOUNTS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(40).unwrap();
/// Wrong codes for devices in a row from one address, and as many more in each period: who mistypes one tries it again.
pub(crate) const DEVICE_CODES_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Wrong codes for devices in a row from all addresses, and as many more in each period: among 31^8 codes, of which some may be
/// good, nobody finds one by so many.
pub(crate) const DEVICE_CODES_IN_ALL: NonZeroU32 = NonZeroU32::new(1_000).unwrap();
/// The time in which the allowance of wrong codes for devices is whole again.
const DEVICE_CODES_PERIOD: Duration = Duration::from_secs(10 * 60);
/// The time in which the allowance of new accounts is whole again.
const ACCOUNTS_PERIOD: Duration = Duration::from_secs(24 * 60 * 60);
/// A connection is closed when the rate of its refused commands is this many times the allowed rate of commands.
const FLOOD_FACTOR: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// The limits of one address over all its connections. This machine is not limited as an address, because a proxy on it
/// speaks for many; only wrong passwords are counted for it, for each lobby by itself.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    accounts: Allowance<IpAddr>,
    creations: Allowance<IpAddr>,
    device_codes: Allowance<IpAddr>,
    all_device_codes: Allowance<()>,
    wrong_codes: Allowance<IpAddr>,
    wrong_passwords: Allowance<IpAddr>,
    wrong_passwords_from_here: Allowance<LobbyCode>,
}

type Limiter = RateLimiter<NotKeyed, InMemoryState, TokioClock, NoOpMiddleware<Nanos>>;

/// The limits of one connection.
#[derive(Debug)]
pub(super) struct Limits {
    commands: Limiter,
    lists: Limiter,
    chat: Limiter,
    creations: Limiter,
    passwords: Limiter,
    wrong_codes: Allowance<()>,
    refusals: Limiter,
}

impl Limits {
    /// Limits that allow `commands` each second, and twice as many in a row.
    pub(super) fn new(commands: NonZeroU32) -> Self {
        let clock = TokioClock {
            start: Instant::now(),
        };
        let limiter = |quota| RateLimiter::direct_with_clock(quota, clock);
        Self {
            commands: limiter(
                Quota::per_second(commands).allow_burst(commands.saturating_mul(TWO)),
            ),
            lists: limiter(Quota::per_second(LISTS_PER_SECOND).allow_burst(LISTS_BURST)),
            chat: limiter(Quota::per_second(NonZeroU32::MIN).allow_burst(CHAT_BURST)),
            creations: limiter(Quota::per_minute(CREATIONS_PER_MINUTE)),
            passwords: limiter(Quota::per_minute(PASSWORDS_PER_MINUTE)),
            wrong_codes: per_minute(WRONG_CODES_PER_MINUTE),
            refusals: limiter(
                Quota::per_second(commands).allow_burst(commands.saturating_mul(FLOOD_FACTOR)),
            ),
        }
    }

    /// Counts a command.
    pub(super) fn check_command(&self) -> Result<(), Refusal> {
        check(&self.commands)
    }

    /// Counts a refusal for exceeding a rate.
    pub(super) fn check_refusal(&self) -> Result<(), Refusal> {
        check(&self.refusals)
    }

    /// Whether the connection may try a code.
    pub(super) fn check_code(&self) -> Result<(), Refusal> {
        allowed(self.wrong_codes.has_room(()))
    }

    /// Counts a code that no lobby has.
    pub(super) fn count_wrong_code(&self) {
        self.wrong_codes.take(());
    }

    /// Counts a password that is to be hashed, or a proof that is to be checked.
    pub(super) fn check_password(&self) -> Result<(), Refusal> {
        check(&self.passwords)
    }

    /// Counts a command that has a limit of its own.
    pub(super) fn check(&self, command: &ClientCommand) -> Result<(), Refusal> {
        match command {
            ClientCommand::Session(SessionCommand::CreateLobby { .. }) => check(&self.creations),
            ClientCommand::Session(SessionCommand::SetPassword { .. })
            | ClientCommand::Account(
                AccountCommand::SignIn { .. }
                | AccountCommand::SignInBySecret { .. }
                | AccountCommand::SignInByDoor { .. },
            ) => self.check_password(),
            ClientCommand::Session(
                SessionCommand::ListLobbies
                | SessionCommand::FindLobbies(_)
                | SessionCommand::Leaders(_)
                | SessionCommand::Profile(_)
                | SessionCommand::Review(_)
                | SessionCommand::History { .. }
                | SessionCommand::Listen { .. },
            )
            | ClientCommand::Account(
                AccountCommand::MyAccount
                | AccountCommand::KeepName
                | AccountCommand::RevokeKey { .. }
                | AccountCommand::NewLinkCode
                | AccountCommand::NewRescueCodes
                | AccountCommand::ForgetAccount,
            ) => check(&self.lists),
            ClientCommand::Lobby(
                Request::Chat { .. } | Request::Whisper { .. } | Request::React { .. },
            ) => check(&self.chat),
            ClientCommand::Session(SessionCommand::JoinLobby { .. } | SessionCommand::Ping)
            | ClientCommand::Lobby(_) => Ok(()),
        }
    }
}

impl AddressLimits {
    /// Limits of which nothing is used up.
    pub(crate) fn new() -> Self {
        Self {
            accounts: Allowance::new(ACCOUNTS_PER_ADDRESS.get(), ACCOUNTS_PERIOD),
            creations: per_minute(CREATIONS_PER_ADDRESS),
            device_codes: Allowance::new(DEVICE_CODES_PER_ADDRESS.get(), DEVICE_CODES_PERIOD),
            all_device_codes: Allowance::new(DEVICE_CODES_IN_ALL.get(), DEVICE_CODES_PERIOD),
            wrong_codes: per_minute(WRONG_CODES_PER_ADDRESS),
            wrong_passwords: per_minute(WRONG_PASSWORDS_PER_MINUTE),
            wrong_passwords_from_here: per_minute(WRONG_PASSWORDS_PER_MINUTE),
        }
    }

    /// Counts a new lobby from this address.
    pub(super) fn check_creation(&self, network: Option<IpAddr>) -> Result<(), Refusal> {
        allowed(network.is_none_or(|it| self.creations.take(it)))
    }

    /// Whether an account may begin for somebody at this address.
    pub(super) fn may_begin_account(&self, network: Option<IpAddr>) -> bool {
        network.is_none_or(|it| self.accounts.has_room(it))
    }

    /// Counts an account that has begun.
    pub(super) fn count_account(&self, network: Option<IpAddr>) {
        if let Some(network) = network {
            self.accounts.take(network);
        }
    }

    /// Counts a code for a device as a wrong one before it is tried, so that trying many at once is no better.
    pub(super) fn take_device_code(&self, network: Option<IpAddr>) -> Result<(), Refusal> {
        if !network.is_none_or(|it| self.device_codes.take(it)) {
            return Err(Refusal::TOO_MANY_CODES);
        }
        // An address that has used up its own takes nothing from all.
        if self.all_device_codes.take(()) {
            Ok(())
        } else {
            Err(Refusal::TOO_MANY_CODES)
        }
    }

    /// Takes back the count of a code for a device that was not wrong.
    pub(super) fn give_device_code_back(&self, network: Option<IpAddr>) {
        if let Some(network) = network {
            self.device_codes.give_back(network);
        }
        self.all_device_codes.give_back(());
    }

    /// Whether a connection from this address may try a code.
    pub(super) fn check_code(&self, network: Option<IpAddr>) -> Result<(), Refusal> {
        allowed(network.is_none_or(|it| self.wrong_codes.has_room(it)))
    }

    /// Counts a code that no lobby has.
    pub(super) fn count_wrong_code(&self, network: Option<IpAddr>) {
        if let Some(network) = network {
            self.wrong_codes.take(network);
        }
    }

    /// Counts a password from this address as a wrong one before it is checked: so trying many at once is no better
    /// than trying them in a row. Other addresses are not affected.
    pub(super) fn take_attempt(
        &self,
        network: Option<IpAddr>,
        lobby: LobbyCode,
    ) -> Result<(), Refusal> {
        let is_allowed = match network {
            Some(network) => self.wrong_passwords.take(network),
            None => self.wrong_passwords_from_here.take(lobby),
        };
        if is_allowed {
            Ok(())
        } else {
            Err(Refusal::TOO_MANY_ATTEMPTS)
        }
    }

    /// Takes back the count of a password that was not wrong.
    pub(super) fn give_attempt_back(&self, network: Option<IpAddr>, lobby: LobbyCode) {
        match network {
            Some(network) => self.wrong_passwords.give_back(network),
            None => self.wrong_passwords_from_here.give_back(lobby),
        }
    }

    /// The number of addresses and lobbies that are remembered.
    pub(crate) fn len(&self) -> usize {
        let by_address = self.accounts.len()
            + self.creations.len()
            + self.device_codes.len()
            + self.wrong_codes.len()
            + self.wrong_passwords.len();
        by_address + self.wrong_passwords_from_here.len()
    }
}

fn per_minute<K: Copy + Ord>(count: NonZeroU32) -> Allowance<K> {
    Allowance::new(count.get(), Duration::from_secs(60))
}

fn allowed(is_allowed: bool) -> Result<(), Refusal> {
    if is_allowed {
        Ok(())
    } else {
        Err(Refusal::RATE_LIMITED)
    }
}

const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();

fn check(limiter: &Limiter) -> Result<(), Refusal> {
    limiter.check().map_err(|_too_soon| Refusal::RATE_LIMITED)
}

/// The runtime's clock, which tests can move.
#[derive(Clone, Copy, Debug)]
struct TokioClock {
    start: Instant,
}

impl Clock for TokioClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.start.elapsed().into()
    }
}

impl<T: Transport> Session<T> {
    /// Counts a new lobby against the limit of the connection's address.
    pub(super) fn check_creation(&self) -> Result<(), Refusal> {
        match &self.limits {
            Some(_) => self
                .context
                .address_limits
                .check_creation(self.pass.network()),
            None => Ok(()),
        }
    }
}
