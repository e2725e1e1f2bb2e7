//! The order of one person's connections: which of two is the newer one, whichever node they came through.
//!
//! Asked by the lobby's task before it lets somebody in who was in the lobby before. Laws kept here: a hello that comes
//! late, on a connection that its client has given up, does not replace the one that the client has opened since; and no
//! number that a client tells keeps anybody out for longer than [`LATE_MS_MAX`].
//!
//! The newest connection is the one that was made last, not the one that was heard last. A client numbers its
//! attempts to return by its clock, and among connections that show the same token the highest number wins,
//! whichever node they came through. The number is only a hint: a lower one is refused for 15 seconds, longer than a
//! late hello can take, and with a code on which clients come again. So neither a lie, nor a thief's number, nor a
//! clock that was set back keeps a person out. For clients that tell none, every connection draws a number when it
//! asks for its websocket, and a lobby remembers the number of each person's connection. Otherwise a late hello on a
//! connection that its client has already given up would replace the connection that the same client opened since.
//! The number is drawn with the request and not with the stream, because proxies keep streams for later use.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU64};
use std::time::Duration;

use dicehall_engine::lobby::{Key, PlayerId};
use tokio::time::Instant;

use crate::refusal::Refusal;

/// For how long a lower attempt is refused after a higher one was let in, in milliseconds. A late hello comes sooner: a
/// connection that says none is closed 10 seconds after its beginning, and a relay passes it on within 3 seconds.
const LATE_MS_MAX: u64 = 15_000;

/// The number of an attempt to return, as the client counts. It orders only connections that show the same token: whoever
/// shows a later one has heard of the connection before, and is newer without any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// The hash of the token that was shown.
    pub(crate) token: Key,
    /// The client's number, which may be anything.
    pub(crate) number: u64,
}

/// The place of a connection in the order of those of its person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    /// The number of the connection on this server, in the order of admission.
    pub(crate) number: u64,
    /// The client's own number, if it told one.
    pub(crate) attempt: Option<Attempt>,
}

/// The newest connection of each person, also of people who are gone.
#[derive(Debug)]
pub(in crate::lobby::task) struct Arrivals {
    newest: BTreeMap<PlayerId, (Arrival, Instant)>,
    /// The highest connection number of anybody before the task last failed. It is not known whose it was.
    floor: u64,
    /// The highest connection number of anybody, before or after a failure; shared, because it is kept when the task
    /// fails.
    highest: Arc<AtomicU64>,
}

impl Arrival {
    /// A connection whose client tells no number of its own.
    pub(crate) const fn numbered(number: u64) -> Self {
        Self {
            number,
            attempt: None,
        }
    }

    /// The order of two connections by their clients' numbers; `None` if these do not tell it.
    fn order(&self, other: &Self) -> Option<Ordering> {
        let (own, other) = self.attempt.zip(other.attempt)?;
        (own.token == other.token).then(|| own.number.cmp(&other.number))
    }
}

impl Arrivals {
    /// Nobody has come yet since the task began; before, people came through connections with numbers up to `highest`.
    pub(super) fn new(highest: Arc<AtomicU64>) -> Self {
        Self {
            newest: BTreeMap::new(),
            floor: highest.load(atomic::Ordering::Relaxed),
            highest,
        }
    }

    /// Records that a person was let in.
    pub(super) fn note(&mut self, player: PlayerId, arrival: Arrival, now: Instant) {
        self.newest.insert(player, (arrival, now));
        self.highest
            .fetch_max(arrival.number, atomic::Ordering::Relaxed);
    }

    /// Refuses a connection if the person has come through a newer one. If that cannot be known any more, or the client's
    /// own number may be wrong, the person must connect again, which succeeds in the end.
    pub(in crate::lobby::task) fn check(
        &self,
        player: PlayerId,
        arrival: Arrival,
        now: Instant,
    ) -> Result<(), Refusal> {
        let Some((newest, since)) = self.newest.get(&player) else {
            return if arrival.number <= self.floor {
                Err(Refusal::LOBBY_FAILED)
            } else {
                Ok(())
            };
        };
        let is_soon = now < *since + Duration::from_millis(LATE_MS_MAX);
        match arrival.order(newest) {
            Some(Ordering::Greater) => return Ok(()),
            Some(Ordering::Less) if is_soon => return Err(Refusal::LOBBY_GONE),
            Some(Ordering::Less | Ordering::Equal) | None => {}
        }
        if arrival.number < newest.number {
            return Err(Refusal::REPLACED);
        }
        Ok(())
    }

    /// Forgets a person who is no longer in the lobby.
    pub(super) fn forget(&mut self, player: PlayerId) {
        self.newest.remove(&player);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AKI: PlayerId = PlayerId(1);

    /// The arrival in a text such as `5`, or `5 token 1 attempt 9`.
    fn arrival(text: &str) -> Arrival {
        let words: Vec<&str> = text.split(' ').collect();
        let number = words[0].parse().unwrap();
        let attempt = words.get(4).map(|it| Attempt {
            token: Key([words[2].parse().unwrap(); 32]),
            number: it.parse().unwrap(),
        });
        Arrival { number, attempt }
    }

    /// Checks what becomes of the second connection, so many milliseconds after the first was let in.
    #[track_caller]
    fn check(first: &str, second: &str, after_ms: u64, expect: Option<&Refusal>) {
        let start = Instant::now();
        let mut arrivals = Arrivals::new(Arc::new(4.into()));
        arrivals.note(AKI, arrival(first), start);
        let now = start + Duration::from_millis(after_ms);
        let checked = arrivals.check(AKI, arrival(second), now);
        assert_eq!(checked.as_ref().err(), expect, "{second} after {first}");
    }

    #[test]
    fn the_highest_attempt_with_a_token_is_the_newest_in_whatever_order_they_come() {
        let first = "7 token 1 attempt 100";
        check(first, "6 token 1 attempt 101", 0, None);
        check(first, "8 token 1 attempt 101", 0, None);
        let late = Some(Refusal::LOBBY_GONE);
        check(first, "8 token 1 attempt 99", 0, late.as_ref());
        check(
            first,
            "8 token 1 attempt 99",
            LATE_MS_MAX - 1,
            late.as_ref(),
        );
    }

    #[test]
    fn without_comparable_attempts_the_number_of_the_connection_decides() {
        let late = Some(Refusal::REPLACED);
        for first in ["7", "7 token 1 attempt 100"] {
            for rest in ["", " token 2 attempt 1", " token 2 attempt 100"] {
                check(first, &format!("6{rest}"), 0, late.as_ref());
                check(first, &format!("8{rest}"), 0, None);
            }
        }
        check(
            "7 token 1 attempt 3",
            "6 token 1 attempt 3",
            0,
            late.as_ref(),
        );
        check("7 token 1 attempt 3", "8 token 1 attempt 3", 0, None);
    }

    #[test]
    fn no_number_keeps_anybody_out_for_long() {
        let most = format!("7 token 1 attempt {}", u64::MAX);
        let late = Some(Refusal::LOBBY_GONE);
        for again in ["8 token 1 attempt 0", "8 token 1 attempt 1800000000000"] {
            check(&most, again, LATE_MS_MAX - 1, late.as_ref());
            check(&most, again, LATE_MS_MAX, None);
            // With the token that came last a client need not wait.
            check(&most, &again.replace("token 1", "token 2"), 0, None);
        }
        check(&most, "8", 0, None);
        // A connection of an earlier time is not the newest because of that.
        let replaced = Some(Refusal::REPLACED);
        check(&most, "6 token 1 attempt 0", LATE_MS_MAX, replaced.as_ref());
    }

    #[test]
    fn the_newest_is_known_until_the_person_is_forgotten() {
        let now = Instant::now();
        let mut arrivals = Arrivals::new(Arc::new(4.into()));
        let failed = Some(Refusal::LOBBY_FAILED);
        let first = "4 token 1 attempt 9";
        let check = |arrivals: &Arrivals, text| arrivals.check(AKI, arrival(text), now).err();
        assert_eq!(
            check(&arrivals, first),
            failed,
            "whose number 4 was is not known"
        );
        assert_eq!(check(&arrivals, "5"), None);
        arrivals.note(AKI, arrival("7"), now);
        assert_eq!(check(&arrivals, "6"), Some(Refusal::REPLACED));
        assert_eq!(arrivals.check(PlayerId(2), arrival("5"), now), Ok(()));
        arrivals.forget(AKI);
        assert_eq!(check(&arrivals, "6"), None);
        assert_eq!(Arrivals::new(Arc::clone(&arrivals.highest)).floor, 7);
    }
}
