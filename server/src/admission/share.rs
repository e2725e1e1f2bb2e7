//! How many connections or lobbies one address may have, of as many as the server has room for.
//!
//! The gate asks for connections, the directory for lobbies. The law kept here: however many addresses take all that they
//! may, the next one finds room, until they are so many that their least shares fill the server. A school behind one router
//! is one address, and has the room of a school as long as nobody else needs it.

/// An address may have this part of what it leaves free.
const PART: usize = 4;

/// Whether an address that has `taken` places may take another while so many are `free`; up to `least` it always may.
pub(crate) fn may_take(taken: usize, free: usize, least: usize) -> bool {
    taken < (free / PART).max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses take turns and take what they may, until none may: how many places each has, and how many are free.
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

    /// Of `room` places `addresses` leave about `room / (1 + addresses / PART)`, as long as that is more than the least shares.
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
