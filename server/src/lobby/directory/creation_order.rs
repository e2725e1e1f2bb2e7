//! The order in which this server has made its lobbies, for lists with the newest first.
//!
//! Kept by the directory. Law kept here: it remembers no more than twice the lobbies that there are.

use std::collections::HashMap;

use dicehall_protocol::LobbyCode;

/// The number of remembered lobbies up to which nothing is forgotten.
const BIRTHS_KEPT_MIN: usize = 64;

/// The order in which lobbies were made; those of before the server's start are the oldest.
#[derive(Debug, Default)]
pub(super) struct CreationOrder {
    numbers: HashMap<LobbyCode, u64>,
    last: u64,
    /// The number of remembered lobbies at which those that have ended are forgotten.
    full_at: usize,
}

impl CreationOrder {
    /// Notes that a lobby is made; `lives` tells which of the others still exist.
    pub(super) fn note(&mut self, code: LobbyCode, lives: impl Fn(&LobbyCode) -> bool) {
        if self.numbers.len() >= self.full_at.max(BIRTHS_KEPT_MIN) {
            self.numbers.retain(|it, _| lives(it));
            self.full_at = 2 * self.numbers.len();
        }
        self.last += 1;
        self.numbers.insert(code, self.last);
    }

    /// The number of a lobby: the higher, the newer.
    pub(super) fn of(&self, code: LobbyCode) -> u64 {
        self.numbers.get(&code).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lobbies_that_have_ended_are_forgotten() {
        let mut creation_order = CreationOrder::default();
        let code = |it: u8| LobbyCode::from_draws([it / 31, it % 31, 0, 0, 0]);
        for number in 0..=u8::MAX {
            creation_order.note(code(number), |it| *it == code(0));
        }
        assert!(creation_order.numbers.len() <= BIRTHS_KEPT_MIN);
        assert_eq!(
            (creation_order.of(code(0)), creation_order.of(code(255))),
            (1, 256)
        );
        assert_eq!(creation_order.of(code(10)), 0);
    }
}
