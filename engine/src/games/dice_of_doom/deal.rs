//! How owners and dice are dealt.

use super::rules::{Deal, Rules};
use crate::dice::Dice;
use crate::game::Seat;
use crate::games::territory::deal::{place, shuffle, text};

/// The first board, as text.
pub fn deal(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> String {
    let held = match rules.deal {
        Deal::Random => random(rules, seats, dice),
        Deal::Even => even(rules, seats, dice),
    };
    text(&held)
}

/// Owner, then dice, drawn for each hex in index order.
fn random(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Vec<(u8, u8)> {
    (0..rules.size * rules.size)
        .map(|_| {
            let owner = small(dice.below(seats.into()));
            (owner, 1 + small(dice.below(rules.max_dice.into())))
        })
        .collect()
}

/// Hexes shuffled and dealt evenly, later seats getting one more; then the same number of dice for each seat.
fn even(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Vec<(u8, u8)> {
    let count = rules.size * rules.size;
    let mut owners: Vec<u8> = (0..count).map(|index| seats - 1 - index % seats).collect();
    shuffle(&mut owners, dice);
    let mut held: Vec<(u8, u8)> = owners.into_iter().map(|owner| (owner, 1)).collect();
    let (fewest, most) = (count / seats, count.div_ceil(seats));
    // On average half the limit a hex, at least one a hex, at most what the seat with the fewest hexes can hold.
    let share = (u16::from(fewest) * u16::from(rules.max_dice + 1) / 2).clamp(
        u16::from(most),
        u16::from(fewest) * u16::from(rules.max_dice),
    );
    for seat in Seat::first(seats) {
        place(&mut held, seat, share, rules.max_dice, dice);
    }
    held
}

/// A draw below a small bound.
fn small(draw: u64) -> u8 {
    u8::try_from(draw).unwrap_or(u8::MAX)
}
