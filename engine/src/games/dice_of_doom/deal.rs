//! How owners and dice are dealt.

use super::rules::{Deal, Rules};
use crate::dice::{Dice, pick};
use crate::game::Seat;

/// The first board, as text.
pub fn deal(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> String {
    let held = match rules.deal {
        Deal::Random => random(rules, seats, dice),
        Deal::Even => even(rules, seats, dice),
    };
    let mut text = String::with_capacity(2 * held.len());
    for (owner, count) in held {
        text.push(char::from(b'a' + owner));
        text.push(char::from(b'0' + count));
    }
    text
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
    let share = (u16::from(fewest) * u16::from(rules.max_dice + 1) / 2)
        .clamp(u16::from(most), u16::from(fewest) * u16::from(rules.max_dice));
    for seat in Seat::first(seats) {
        place(&mut held, seat.number(), share, rules.max_dice, dice);
    }
    held
}

/// Places dice one by one on the seat's hexes that have room, until it has `share` in all.
fn place(held: &mut [(u8, u8)], seat: u8, share: u16, max_dice: u8, dice: &mut dyn Dice) {
    let on_board: u16 =
        held.iter().filter(|(owner, _)| *owner == seat).map(|(_, count)| u16::from(*count)).sum();
    for _ in on_board..share {
        let room: Vec<usize> =
            (0..held.len()).filter(|it| held[*it].0 == seat && held[*it].1 < max_dice).collect();
        if let Some(hex) = pick(&room, dice) {
            held[hex].1 += 1;
        }
    }
}

/// Fisher and Yates' shuffle.
fn shuffle(items: &mut [u8], dice: &mut dyn Dice) {
    for last in (1..items.len()).rev() {
        let bound = u64::try_from(last).unwrap_or(u64::MAX) + 1;
        items.swap(last, usize::try_from(dice.below(bound)).unwrap_or(last));
    }
}

/// A draw below a small bound.
fn small(draw: u64) -> u8 {
    u8::try_from(draw).unwrap_or(u8::MAX)
}
