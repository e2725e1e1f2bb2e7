//! The deal of Dice of Doom: who owns which hex at the start, and with how many dice.

use super::rules::{Deal, Rules};
use crate::dice::{Dice, index_below};
use crate::game::Seat;
use crate::games::territory::deal::{Holdings, one_die_each, place};
use crate::games::territory::text;

/// The first board, as text.
pub fn deal(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> String {
    let held = match rules.deal {
        Deal::Random => random(rules, seats, dice),
        Deal::Even => even(rules, seats, dice),
    };
    text::format_all(held)
}

/// Draws, for each hex in index order, the owner and then the dice.
fn random(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Holdings {
    let counts: Vec<u8> = (1..=rules.max_dice).collect();
    (0..rules.size * rules.size)
        .map(|_| {
            let owner = Seat::ALL[index_below(seats.into(), dice)];
            (owner, counts[index_below(counts.len(), dice)])
        })
        .collect()
}

/// Shuffles the hexes and deals them evenly, later seats getting one more; then gives each seat the same number of
/// dice.
fn even(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Holdings {
    let count = rules.size * rules.size;
    let in_turn = (0..seats).rev().cycle().filter_map(Seat::new);
    let mut held = one_die_each(in_turn.take(count.into()).collect(), dice);
    let (fewest, most) = (u16::from(count / seats), u16::from(count.div_ceil(seats)));
    let max_dice = u16::from(rules.max_dice);
    // The dice of each seat: on average half the limit a hex, at least one a hex, at most what the seat with the fewest
    // hexes can hold.
    let share = (fewest * (max_dice + 1) / 2).clamp(most, fewest * max_dice);
    for seat in Seat::first(seats) {
        place(&mut held, seat, share, rules.max_dice, dice);
    }
    held
}
