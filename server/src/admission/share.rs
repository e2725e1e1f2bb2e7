//! The share of one address: how many of the server's connections or lobbies it may have.
//!
//! Called by the gate for connections, and by the directory for lobbies. Laws kept here: what an address has counts for
//! its share, so nobody gets more by asking again; the share falls faster than what is free, so `k` addresses that take
//! all that they may, one after the other, leave about `1 / (1 + k / 16)` of the places, until least shares fill the
//! server. A school behind one router is one address, and has room for a school as long as nobody else needs it.

/// An address may have this part of the free places of an empty server; of a server that is half full, half that part.
const PART: usize = 16;

/// The places of a server, and those of them that are free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    pub(crate) all: usize,
    pub(crate) free: usize,
}

/// Whether an address that has `taken` places may take another; up to `least` places it always may.
pub(crate) fn may_take(taken: usize, room: Capacity, least: usize) -> bool {
    taken < share(room).max(least)
}

/// The share of an address, if all places that are not free belong to others or to it.
fn share(Capacity { all, free }: Capacity) -> usize {
    free * free / (all * PART).max(1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Lets addresses take all that they may, one after the other: how many places the first has, and how many are left.
    pub(crate) fn one_after_the_other(
        addresses: usize,
        all: usize,
        least: usize,
    ) -> (usize, usize) {
        let (mut first, mut free) = (0, all);
        for address in 0..addresses {
            let mut taken = 0;
            while free > 0 && may_take(taken, Capacity { all, free }, least) {
                taken += 1;
                free -= 1;
            }
            if address == 0 {
                first = taken;
            }
        }
        (first, free)
    }

    /// Lets addresses take places in turn until none may take another: how many are left.
    fn in_turn(addresses: usize, all: usize, least: usize) -> usize {
        let (mut taken, mut free) = (vec![0; addresses], all);
        loop {
            let before = free;
            for it in &mut taken {
                if free > 0 && may_take(*it, Capacity { all, free }, least) {
                    *it += 1;
                    free -= 1;
                }
            }
            if free == before {
                return free;
            }
        }
    }

    /// How many addresses fill a server, one after the other.
    pub(crate) fn fill_all(all: usize, least: usize) -> usize {
        let fills = |it: &usize| one_after_the_other(*it, all, least).1 == 0;
        (1..=all).find(fills).expect("least shares fill it")
    }

    /// The expected numbers are the law's, with a tenth of the places for what rounding and least shares change.
    #[test]
    fn addresses_that_take_all_one_after_the_other_leave_room_for_the_next() {
        for addresses in [1, 4, 17, 23] {
            let (_, free) = one_after_the_other(addresses, 1_000, 4);
            let law = 1_000 * 16 / (16 + addresses);
            assert!(free.abs_diff(law) < 100, "{addresses}: {free}, {law}");
            assert!(in_turn(addresses, 1_000, 4) >= free, "{addresses}");
        }
        for (all, least) in [(1_000, 4), (4_096, 32)] {
            let (_, free) = one_after_the_other(40, all, least);
            assert!(free > all / 5, "forty addresses leave {free} of {all}");
        }
    }

    #[test]
    fn nobody_gets_more_by_asking_again_and_a_class_always_has_room() {
        let room = Capacity {
            all: 1_000,
            free: 900,
        };
        assert!(may_take(49, room, 4) && !may_take(51, room, 4));
        let full = Capacity {
            all: 1_000,
            free: 1,
        };
        assert!(may_take(3, full, 4) && !may_take(4, full, 4));
        let over = Capacity { all: 0, free: 0 };
        assert!(!may_take(4, over, 4));
    }
}
