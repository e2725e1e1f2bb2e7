//! The deal of Dice Wars: who owns which territory at the start, and with how many dice.

use crate::dice::Dice;
use crate::game::Seat;
use crate::games::territory::deal::{one_die_each, place};
use crate::games::territory::text;

/// The mean number of dice of a territory at the start, if the limit allows as many.
pub const AVERAGE_DICE: u8 = 3;

/// The first board, as text: territories dealt evenly, earlier seats getting one more; then each seat's dice, one on
/// each territory and the rest at random on the seat's own territories.
pub fn deal(territories: u8, seats: u8, max_dice: u8, dice: &mut dyn Dice) -> String {
    let in_turn = (0..seats).cycle().filter_map(Seat::new);
    let mut held = one_die_each(in_turn.take(territories.into()).collect(), dice);
    for seat in Seat::first(seats) {
        let owned = held.iter().filter(|it| it.0 == seat);
        let share = owned.map(|_| u16::from(AVERAGE_DICE)).sum();
        place(&mut held, seat, share, max_dice, dice);
    }
    text::format_all(held)
}
