//! The share of one address: how many of the server's connections or lobbies it may have.
//!
//! Called by the gate for connections, and by the directory for lobbies. Law kept here: however many addresses take all
//! that they may, the next address finds room, until there are so many that their least shares fill the server. A
//! school behind one router is one address, and has room for a school as long as nobody else needs it.

/// An address may have a quarter of the places that it leaves free.
const PART: usize = 4;

/// Whether an address that has `taken` places may take another when `free` are free; up to `least` places it always
/// may.
pub(crate) fn may_take(taken: usize, free: usize, least: usize) -> bool {
    taken < (free / PART).max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets addresses take places in turn until none may take another: how many places each has, and how many are free.
    fn taken_by_all(addresses: usize, room: usize, least: usize) -> (usize, usize) {
        let (mut taken, mut free) = (vec![0; addresses], room);
        loop {
            let before = free;
            for it in &mut taken {
                if free > 0 && may_take(*it, free, least) {
                    *it += 1;
                    free -= 1;
                }
            }
            if free == before {
                return (taken.first().copied().unwrap_or(0), free);
            }
        }
    }

    /// With `room` places, `addresses` leave about `room / (1 + addresses / PART)` free, as long as that is more than
    /// the least shares.
    #[test]
    fn a_school_has_room_and_a_crowd_leaves_some() {
        for (addresses, expect) in [
            (1, (200, 800)),
            (4, (125, 500)),
            (17, (48, 191)),
            (100, (10, 39)),
            (200, (5, 19)),
            (250, (4, 0)),
        ] {
            assert_eq!(taken_by_all(addresses, 1_000, 4), expect, "{addresses}");
        }
    }
}
