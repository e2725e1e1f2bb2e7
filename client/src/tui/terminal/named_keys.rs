//! The keys by the letters and numbers with which terminals name them.
//!
//! Called by the decoder.

use crossterm::event::{KeyCode, KeyModifiers};

/// The key that ends a sequence of its own, as `ESC [ A` or `ESC O A`.
pub(super) fn of_letter(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'E' => KeyCode::KeypadBegin,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'M' => KeyCode::Enter,
        b'P'..=b'S' => KeyCode::F(1 + letter - b'P'),
        _ => return None,
    })
}

/// The function key of the console of Linux.
pub(super) fn of_console(letter: u8) -> Option<KeyCode> {
    (b'A'..=b'E')
        .contains(&letter)
        .then(|| KeyCode::F(1 + letter - b'A'))
}

/// The key with a number, as in `ESC [ 5 ~`.
pub(super) fn of_number(number: u32) -> Option<KeyCode> {
    let function = |before: u32| u8::try_from(number - before).ok().map(KeyCode::F);
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => function(10),
        17..=21 => function(11),
        23..=26 => function(12),
        28..=29 => function(15),
        31..=34 => function(17),
        _ => None,
    }
}

/// The key of a character that is told as a number.
pub(super) fn of_character(character: char, modifiers: KeyModifiers) -> KeyCode {
    match character {
        '\u{1b}' => KeyCode::Esc,
        '\r' => KeyCode::Enter,
        '\t' if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        '\t' => KeyCode::Tab,
        '\u{8}' | '\u{7f}' => KeyCode::Backspace,
        _ => KeyCode::Char(character),
    }
}

/// Whether a number of kitty's stands for a key without a character (a private area of Unicode).
pub(super) fn is_kittys_own(number: u32) -> bool {
    (57_344..63_744).contains(&number)
}

/// The key with a number of kitty's own; `None` for those that mean nothing here, such as Shift
/// alone.
pub(super) fn of_kitty(number: u32) -> Option<KeyCode> {
    /// The characters of the keypad, from the number 57399 on.
    const KEYPAD: &[u8] = b"0123456789./*-+\r=,";
    /// The other keys of the keypad, from the number 57417 on.
    const MOVES: [KeyCode; 11] = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Insert,
        KeyCode::Delete,
        KeyCode::KeypadBegin,
    ];
    let nth = |first: u32| usize::try_from(number.checked_sub(first)?).ok();
    let typed = nth(57_399).and_then(|it| KEYPAD.get(it));
    let moved = nth(57_417).and_then(|it| MOVES.get(it));
    let of_keypad = typed.map(|it| of_character(char::from(*it), KeyModifiers::NONE));
    of_keypad.or(moved.copied())
}

/// The character that a key of an American keyboard types with Shift.
pub(super) fn with_shift(base: char) -> char {
    const PLAIN: &str = "`1234567890-=[]\\;',./";
    const SHIFTED: &str = "~!@#$%^&*()_+{}|:\"<>?";
    let mut pairs = PLAIN.chars().zip(SHIFTED.chars());
    let found = pairs.find(|(plain, _)| *plain == base);
    found.map_or(base.to_ascii_uppercase(), |(_, shifted)| shifted)
}
