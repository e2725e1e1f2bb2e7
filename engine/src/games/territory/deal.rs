//! The steps of which the deals of both games consist.

use crate::dice::{Dice, index_below, pick};
use crate::game::Seat;

/// The owner and the dice of each territory, in index order.
pub type Holdings = Vec<(Seat, u8)>;

/// One die on each territory; the owners are dealt in an order that the dice shuffle.
pub fn one_die_each(mut owners: Vec<Seat>, dice: &mut dyn Dice) -> Holdings {
    // The shuffle of R. A. Fisher and F. Yates (*Statistical tables*, 1938), from the last to the first.
    for last in (1..owners.len()).rev() {
        owners.swap(last, index_below(last + 1, dice));
    }
    owners.into_iter().map(|owner| (owner, 1)).collect()
}

/// Places dice one by one on the seat's territories that have room, until it has `share` in all or no room is left.
pub fn place(held: &mut Holdings, seat: Seat, share: u16, max_dice: u8, dice: &mut dyn Dice) {
    let own = held.iter().filter(|it| it.0 == seat);
    let on_board: u16 = own.map(|it| u16::from(it.1)).sum();
    for _ in on_board..share {
        let room: Vec<usize> = (0..held.len())
            .filter(|it| held[*it].0 == seat && held[*it].1 < max_dice)
            .collect();
        if let Some(at) = pick(&room, dice) {
            held[at].1 += 1;
        }
    }
}
