//! How often one connection may want something.

use std::num::NonZeroU32;

use dicehall_engine::lobby::Request;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::time::Instant;

use super::translate::Wish;
use crate::refusal::Refusal;

/// Chat lines in a row, and one more each second.
const CHAT_BURST: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Passwords chosen in a row, and as many more each minute.
const PASSWORDS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(6).unwrap();
/// Lobbies made in a row, and as many more each minute.
const CREATIONS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(6).unwrap();

type Limiter = RateLimiter<NotKeyed, InMemoryState, TokioClock, NoOpMiddleware<Nanos>>;

/// The limits of one connection.
#[derive(Debug)]
pub(super) struct Limits {
    commands: Limiter,
    chat: Limiter,
    creations: Limiter,
    passwords: Limiter,
}

impl Limits {
    /// Limits that allow `commands` each second, and twice as many in a row.
    pub(super) fn new(commands: NonZeroU32) -> Self {
        let clock = TokioClock::begin();
        let limiter = |quota| RateLimiter::direct_with_clock(quota, clock);
        Self {
            commands: limiter(Quota::per_second(commands).allow_burst(commands.saturating_mul(TWO))),
            chat: limiter(Quota::per_second(NonZeroU32::MIN).allow_burst(CHAT_BURST)),
            creations: limiter(Quota::per_minute(CREATIONS_PER_MINUTE)),
            passwords: limiter(Quota::per_minute(PASSWORDS_PER_MINUTE)),
        }
    }

    /// Counts a command.
    pub(super) fn check_command(&self) -> Result<(), Refusal> {
        check(&self.commands)
    }

    /// Counts what has a limit of its own.
    pub(super) fn check_wish(&self, wish: &Wish) -> Result<(), Refusal> {
        match wish {
            Wish::Create { .. } => check(&self.creations),
            Wish::Ask(Request::Chat { .. }) => check(&self.chat),
            Wish::SetPassword { .. } => check(&self.passwords),
            // Passwords that are tried are counted for all connections together.
            Wish::List | Wish::Join { .. } | Wish::Ask(_) => Ok(()),
        }
    }
}

const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();

fn check(limiter: &Limiter) -> Result<(), Refusal> {
    limiter.check().map_err(|_too_soon| Refusal::RATE_LIMITED)
}

/// The runtime's clock, which tests can move.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokioClock {
    start: Instant,
}

impl TokioClock {
    /// A clock that begins now.
    pub(super) fn begin() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for TokioClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.start.elapsed().into()
    }
}
