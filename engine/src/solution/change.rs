//! The effect of one move on the pair that moves: steps, drops, and captures within the pair.
//!
//! A capture of a piece of another family is a step for the pair that moves; what it does to the other pair is told by
//! [`captured`] and, backwards, by [`released`].

use super::frame::Frame;
use super::geometry::{far_rank, reach};
use super::pair::{Family, Man};
use super::threat::kind;

/// One move of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The pair before.
    pub before: usize,
    /// The pair after.
    pub after: usize,
    /// The slot that it leaves; `None` for a drop.
    pub from: Option<usize>,
    /// The slot where it arrives.
    pub to: usize,
    /// Whether it takes the other piece of the pair.
    pub takes: bool,
}

/// Every move of a family's pairs for a side, as if no other pieces stood on the slots.
pub fn changes(frame: &Frame, family: Family, side: usize) -> Vec<Change> {
    let mut found = Vec::new();
    for pair in (0..family.pairs()).filter(|it| family.slots(*it).is_some()) {
        let [one, other] = family.men(pair);
        let orders = [[one, other], [other, one]];
        for order in &orders[..if one == other { 1 } else { 2 }] {
            if order[0].side == side {
                changes_of_man(frame, family, *order, &mut found);
            }
        }
    }
    found
}

/// The pair after its piece on a slot was captured by the other side; `None` if no such piece stands there.
pub fn captured(family: Family, pair: usize, slot: usize, by: usize) -> Option<usize> {
    let mut men = family.men(pair);
    let taken = men
        .iter_mut()
        .find(|it| it.slot == Some(slot) && it.side != by)?;
    *taken = hand(by);
    Some(family.pair(men))
}

/// The pairs that become this one when their piece on a slot is captured by a side. Precondition: nobody stands there.
pub fn released(family: Family, pair: usize, slot: usize, by: usize) -> Vec<usize> {
    let mut men = family.men(pair);
    let Some(held) = men.iter().position(|it| *it == hand(by)) else {
        return Vec::new();
    };
    let kinds: &[bool] = match family {
        Family::Chicks => &[false, true],
        Family::Giraffes | Family::Elephants => &[false],
    };
    let mut before = |is_hen| {
        men[held] = Man {
            side: 1 - by,
            slot: Some(slot),
            is_hen,
        };
        family.pair(men)
    };
    kinds.iter().map(|it| before(*it)).collect()
}

const fn hand(side: usize) -> Man {
    Man {
        side,
        slot: None,
        is_hen: false,
    }
}

fn changes_of_man(frame: &Frame, family: Family, [man, other]: [Man; 2], found: &mut Vec<Change>) {
    let reach = match man.slot {
        Some(slot) => reach(kind(family, man.is_hen), man.side, frame.squares[slot]),
        None => !0,
    };
    for (to, square) in frame.squares.into_iter().enumerate() {
        let meets = other.slot == Some(to);
        let takes = meets && other.side != man.side && man.slot.is_some();
        if reach >> square & 1 == 0 || meets && !takes {
            continue;
        }
        let promotes =
            family == Family::Chicks && man.slot.is_some() && far_rank(man.side) >> square & 1 == 1;
        let moved = Man {
            slot: Some(to),
            is_hen: man.is_hen || promotes,
            ..man
        };
        let other_after = if takes { hand(man.side) } else { other };
        found.push(Change {
            before: family.pair([man, other]),
            after: family.pair([moved, other_after]),
            from: man.slot,
            to,
            takes,
        });
    }
}
