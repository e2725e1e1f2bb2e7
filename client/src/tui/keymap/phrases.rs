//! What is said again and again at a table, so that a number says it.

/// The quick phrases, from number 1 on.
pub const PHRASES: [&str; 6] = [
    "Good luck, have fun!",
    "Well played!",
    "What a roll!",
    "One moment, please.",
    "Thanks, good game!",
    "Another match?",
];

/// The phrase of a number, as typed.
pub fn phrase(number: &str) -> Option<&'static str> {
    let at = number.parse::<usize>().ok()?.checked_sub(1)?;
    PHRASES.get(at).copied()
}
