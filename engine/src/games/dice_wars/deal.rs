//! How owners and dice are dealt.

use crate::dice::Dice;
use crate::game::Seat;
use crate::games::territory::deal::{place, shuffle, text};

/// How many dice a territory has on average at the start, if it can hold as many.
pub const AVERAGE_DICE: u8 = 3;

/// The first board, as text: territories dealt evenly, where earlier seats get one more; then each seat's dice, one on each
/// territory and the rest at random on its own.
pub fn deal(territories: u8, seats: u8, max_dice: u8, dice: &mut dyn Dice) -> String {
    let mut owners: Vec<u8> = (0..territories).map(|index| index % seats).collect();
    shuffle(&mut owners, dice);
    let mut held: Vec<(u8, u8)> = owners.into_iter().map(|owner| (owner, 1)).collect();
    for seat in Seat::first(seats) {
        let own = held
            .iter()
            .filter(|it| it.0 == seat.number())
            .map(|_| u16::from(AVERAGE_DICE))
            .sum();
        place(&mut held, seat, own, max_dice, dice);
    }
    text(&held)
}
