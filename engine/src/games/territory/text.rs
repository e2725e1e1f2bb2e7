//! Boards as text: two characters a territory in index order, owner `a` to `d`, then dice `1` to `9`, `A` (10) to `G` (16).
//!
//! `a3b1b2a5` is a 2 x 2 board of Dice of Doom. This is the form of positions on the wire and on the command line.

use super::TERRITORY_DICE_MAX;
use crate::game::{ConfigError, Seat};

/// The text of the owner and the dice of each territory.
pub fn format_all(held: impl IntoIterator<Item = (Seat, u8)>) -> String {
    let held = held.into_iter();
    let mut text = String::with_capacity(2 * held.size_hint().0);
    for (owner, dice) in held {
        text.push(char::from(b'a' + owner.number()));
        text.push(digit(dice));
    }
    text
}

fn digit(dice: u8) -> char {
    let digit = char::from_digit(dice.into(), 17);
    digit
        .unwrap_or_else(|| unreachable!("a territory holds at most 16 dice"))
        .to_ascii_uppercase()
}

/// Reads each territory's owner and dice from a text; refuses other owners than the first `seats` and dice over
/// `max_dice`.
pub fn parse(text: &str, seats: u8, max_dice: u8) -> Result<Vec<(Seat, u8)>, ConfigError> {
    let characters: Vec<char> = text.chars().collect();
    if !characters.len().is_multiple_of(2) {
        return Err(ConfigError::Position(
            "a board has two characters for each territory".to_owned(),
        ));
    }
    characters
        .chunks_exact(2)
        .map(|it| parse_one(it[0], it[1], seats, max_dice))
        .collect()
}

fn parse_one(owner: char, dice: char, seats: u8, max_dice: u8) -> Result<(Seat, u8), ConfigError> {
    let refused = || {
        let last = char::from(b'a' + seats - 1);
        ConfigError::Position(format!(
            "{owner}{dice} is no territory: owner a to {last}, then dice 1 to {max_dice}"
        ))
    };
    let seat = Seat::ALL
        .into_iter()
        .find(|it| char::from(b'a' + it.number()) == owner && it.number() < seats);
    let digit = if dice.is_ascii_lowercase() {
        None
    } else {
        dice.to_digit(17)
    };
    let count = digit
        .and_then(|it| u8::try_from(it).ok())
        .filter(|it| (1..=max_dice.min(TERRITORY_DICE_MAX)).contains(it));
    Ok((seat.ok_or_else(refused)?, count.ok_or_else(refused)?))
}
