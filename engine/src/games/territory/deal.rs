//! What the deals of both dice games are made of.

use super::TERRITORY_DICE_MAX;
use crate::dice::{Dice, pick};
use crate::game::Seat;

/// Places dice one by one on the seat's territories that have room, until it has `share` in all or no room is left.
pub fn place(held: &mut [(u8, u8)], seat: Seat, share: u16, max_dice: u8, dice: &mut dyn Dice) {
    let own = |owner: u8| owner == seat.number();
    let on_board: u16 = held
        .iter()
        .filter(|it| own(it.0))
        .map(|it| u16::from(it.1))
        .sum();
    for _ in on_board..share {
        let room: Vec<usize> = (0..held.len())
            .filter(|it| own(held[*it].0) && held[*it].1 < max_dice)
            .collect();
        if let Some(at) = pick(&room, dice) {
            held[at].1 += 1;
        }
    }
}

/// Fisher and Yates' shuffle.
pub fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice) {
    for last in (1..items.len()).rev() {
        let bound = u64::try_from(last).unwrap_or(u64::MAX) + 1;
        items.swap(last, usize::try_from(dice.below(bound)).unwrap_or(last));
    }
}

/// The text of a dealt board: each territory's owner and dice.
pub fn text(held: &[(u8, u8)]) -> String {
    let digit = |dice: u8| char::from_digit(dice.min(TERRITORY_DICE_MAX).into(), 17).unwrap_or('1');
    held.iter()
        .flat_map(|(owner, dice)| [char::from(b'a' + owner), digit(*dice).to_ascii_uppercase()])
        .collect()
}
