//! Rate limits for keys (an address, a lobby), over all connections.
//!
//! Sessions ask, and the client's door for ssh. Law kept here: the memory is bounded. Keys whose allowance is whole again
//! are removed each minute; keys for which there is no room share one allowance until then.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The most keys that are remembered.
pub(crate) const KEYS_MAX: usize = 16_384;
/// How often keys are removed whose allowance is whole again.
const PRUNE_EVERY: Duration = Duration::from_secs(60);

/// For each key: a number of uses in a row, and as many more in each period.
#[derive(Debug)]
pub struct Allowance<K> {
    burst: u32,
    /// The time after which one more use is allowed.
    each: Duration,
    keys_max: usize,
    used: Mutex<Used<K>>,
}

#[derive(Debug)]
struct Used<K> {
    /// For each key, when its allowance will be whole again.
    keys: BTreeMap<K, Instant>,
    /// The same for all keys together for which there is no room.
    others: Option<Instant>,
    pruned: Option<Instant>,
}

impl<K: Copy + Ord> Allowance<K> {
    /// Allows `burst` uses in a row, and as many more in each `period`.
    pub fn new(burst: u32, period: Duration) -> Self {
        Self::with_room(burst, period, KEYS_MAX)
    }

    fn with_room(burst: u32, period: Duration, keys_max: usize) -> Self {
        let used = Used {
            keys: BTreeMap::new(),
            others: None,
            pruned: None,
        };
        Self {
            burst,
            each: period / burst.max(1),
            keys_max,
            used: Mutex::new(used),
        }
    }

    /// Whether one more use is allowed.
    pub(crate) fn has_room(&self, key: K) -> bool {
        let now = Instant::now();
        let used = self.lock();
        let whole_at = used.keys.get(&key).copied();
        let is_crowded = used.keys.len() >= self.keys_max;
        self.fits(whole_at.or(used.others.filter(|_| is_crowded)), now)
    }

    /// Counts one use, if it is allowed; returns whether it is.
    pub fn take(&self, key: K) -> bool {
        let now = Instant::now();
        let mut used = self.lock();
        if used.pruned.is_none_or(|it| it + PRUNE_EVERY <= now) {
            used.keys.retain(|_, whole_at| *whole_at > now);
            used.pruned = Some(now);
        }
        let known = used.keys.get(&key).copied();
        if known.is_some() || used.keys.len() < self.keys_max {
            let fits = self.fits(known, now);
            if fits {
                used.keys
                    .insert(key, known.map_or(now, |it| it.max(now)) + self.each);
            }
            return fits;
        }
        let fits = self.fits(used.others, now);
        if fits {
            used.others = Some(used.others.map_or(now, |it| it.max(now)) + self.each);
        }
        fits
    }

    /// Takes back one use that turned out not to count.
    pub(crate) fn give_back(&self, key: K) {
        let mut used = self.lock();
        let whole_at = match used.keys.get_mut(&key) {
            Some(whole_at) => Some(whole_at),
            None => used.others.as_mut(),
        };
        if let Some(whole_at) = whole_at
            && let Some(earlier) = whole_at.checked_sub(self.each)
        {
            *whole_at = earlier;
        }
    }

    /// The number of keys that are remembered.
    pub(crate) fn len(&self) -> usize {
        self.lock().keys.len()
    }

    fn fits(&self, whole_at: Option<Instant>, now: Instant) -> bool {
        whole_at.is_none_or(|it| it + self.each <= now + self.each * self.burst)
    }

    /// Locks the counts. No thread panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Used<K>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// Takes one use for each of these keys, in order; a number lets so many seconds pass, a `<` takes back the last
    /// use of its key.
    async fn check(allowance: &Allowance<char>, takes: &str, expect: &str) {
        let mut shown = String::new();
        for word in takes.split(' ') {
            if let Ok(seconds) = word.parse() {
                advance(Duration::from_secs(seconds)).await;
                continue;
            }
            let key = word.chars().last().unwrap();
            if word.starts_with('<') {
                allowance.give_back(key);
                continue;
            }
            let (had_room, was_allowed) = (allowance.has_room(key), allowance.take(key));
            assert_eq!(had_room, was_allowed, "asking and taking agree about {key}");
            shown.push(if was_allowed { '+' } else { '-' });
        }
        assert_eq!(shown, expect, "{takes}");
    }

    #[tokio::test(start_paused = true)]
    async fn each_key_has_its_burst_and_gets_it_back_with_time() {
        let allowance = Allowance::new(3, MINUTE);
        check(&allowance, "a a a a b a", "+++-+-").await;
        check(&allowance, "19 a 1 a a b b b", "-+-+++").await;
        check(&allowance, "60 a a a a", "+++-").await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_can_be_taken_again_and_by_nobody_else() {
        let allowance = Allowance::new(2, MINUTE);
        check(&allowance, "a b a <a a a b b", "++++-+-").await;
        let crowded = Allowance::with_room(2, MINUTE, 1);
        check(&crowded, "a b c d <c d e", "+++-+-").await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_past_is_forgotten_each_minute() {
        let allowance = Allowance::new(3, MINUTE);
        check(&allowance, "a b c c c", "+++++").await;
        assert_eq!(allowance.len(), 3);
        check(&allowance, "61 d", "+").await;
        assert_eq!(
            allowance.len(),
            1,
            "whoever has the whole allowance needs no entry"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn keys_beyond_the_room_share_one_allowance() {
        let allowance = Allowance::with_room(2, MINUTE, 2);
        check(&allowance, "a b c d e f a", "++++--+").await;
        assert_eq!(allowance.len(), 2);
        check(&allowance, "61 c d e", "+++").await;
    }
}
