//! The dice of matches: the only place of the server that draws for a match.
//!
//! A lobby's task owns one [`LobbyDice`]. Bots never see it: they get dice of their own (see `bot_pool`). The stream is
//! SHA-256 of a secret key and a counter, and numbers are taken from it by rejection, so that every face is equally
//! likely and what has been rolled tells nothing about what comes.

use std::fmt;

use dicehall_engine::Dice;
use sha2::{Digest, Sha256};

use crate::entropy::{Entropy, NoEntropy};

/// The number of draws that one block of the stream gives.
const DRAWS_PER_BLOCK: usize = 4;

/// The dice of one lobby.
pub(crate) struct LobbyDice {
    key: [u8; 32],
    next_block: u64,
    draws: [u64; DRAWS_PER_BLOCK],
    used: usize,
}

impl LobbyDice {
    /// Dice with a key that nobody knows.
    pub(crate) fn draw(entropy: &Entropy) -> Result<Self, NoEntropy> {
        entropy.bytes().map(Self::from_key)
    }

    /// Dice that follow from a key.
    fn from_key(key: [u8; 32]) -> Self {
        Self { key, next_block: 0, draws: [0; DRAWS_PER_BLOCK], used: DRAWS_PER_BLOCK }
    }

    fn next(&mut self) -> u64 {
        if self.used == DRAWS_PER_BLOCK {
            self.refill();
        }
        let draw = self.draws[self.used];
        self.used += 1;
        draw
    }

    fn refill(&mut self) {
        let mut hash = Sha256::new();
        hash.update(b"dicehall-dice-stream");
        hash.update(self.key);
        hash.update(self.next_block.to_be_bytes());
        let block: [u8; 32] = hash.finalize().into();
        for (draw, bytes) in self.draws.iter_mut().zip(block.as_chunks::<8>().0) {
            *draw = u64::from_be_bytes(*bytes);
        }
        self.next_block += 1;
        self.used = 0;
    }
}

impl Dice for LobbyDice {
    /// Draws from a whole number of rounds of `0..bound`; what lies beyond them is drawn again.
    fn below(&mut self, bound: u64) -> u64 {
        let beyond = (u64::MAX % bound + 1) % bound;
        loop {
            let draw = self.next();
            if draw <= u64::MAX - beyond {
                return draw % bound;
            }
        }
    }
}

impl fmt::Debug for LobbyDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LobbyDice(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws many numbers below `bound` from a fixed key and checks chi-square against its 0.1 % quantile.
    #[track_caller]
    fn check_flat(key: u8, bound: u64, quantile: f64) {
        let mut dice = LobbyDice::from_key([key; 32]);
        let mut counts = vec![0_u32; usize::try_from(bound).unwrap()];
        let expected = 20_000.0;
        for _ in 0..20_000 * bound {
            counts[usize::try_from(dice.below(bound)).unwrap()] += 1;
        }
        let chi2: f64 = counts.iter().map(|it| (f64::from(*it) - expected).powi(2) / expected).sum();
        assert!(chi2 < quantile, "key {key}, bound {bound}: chi2 {chi2} of {counts:?}");
    }

    #[test]
    fn dice_are_flat() {
        check_flat(1, 2, 10.83);
        check_flat(2, 6, 20.52);
        check_flat(3, 7, 22.46);
        check_flat(4, 20, 43.82);
    }

    #[test]
    fn what_lies_beyond_the_last_whole_round_is_drawn_again() {
        let bound = u64::MAX / 2 + 2;
        let mut dice = LobbyDice::from_key([5; 32]);
        let mut raw = LobbyDice::from_key([5; 32]);
        let kept: Vec<u64> = (0..64).map(|_| raw.next()).filter(|it| *it < bound).take(8).collect();
        let drawn: Vec<u64> = (0..8).map(|_| dice.below(bound)).collect();
        assert_eq!(drawn, kept);
    }

    #[test]
    fn the_stream_is_the_published_function_of_its_key() {
        let mut hash = Sha256::new();
        hash.update(b"dicehall-dice-stream");
        hash.update([9; 32]);
        hash.update([0; 8]);
        let first = u64::from_be_bytes(hash.finalize()[..8].try_into().unwrap());
        assert_eq!(LobbyDice::from_key([9; 32]).next(), first);
    }

    #[test]
    fn two_lobbies_roll_differently_and_the_key_is_not_shown() {
        let mut one = LobbyDice::draw(&Entropy::System).unwrap();
        let mut two = LobbyDice::draw(&Entropy::System).unwrap();
        let draw = |dice: &mut LobbyDice| (0..8).map(|_| dice.next()).collect::<Vec<_>>();
        assert_ne!(draw(&mut one), draw(&mut two));
        assert_eq!(format!("{one:?}"), "LobbyDice(..)");
    }
}
