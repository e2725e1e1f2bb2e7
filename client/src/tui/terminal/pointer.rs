//! Reports of the mouse.
//!
//! Called by the decoder.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// A report in the oldest form: each number is one byte, 32 above its value.
pub(super) fn oldest([what, column, row]: [u8; 3]) -> Option<MouseEvent> {
    let what = what.checked_sub(32)?;
    let numbers = [what, column.saturating_sub(32), row.saturating_sub(32)];
    numbered(numbers.map(u32::from), false)
}

/// A report of three numbers: the buttons with modifiers, the column and the row, from 1 on.
pub(super) fn numbered([what, column, row]: [u32; 3], is_release: bool) -> Option<MouseEvent> {
    let place = |it: u32| u16::try_from(it.saturating_sub(1)).ok();
    Some(MouseEvent {
        kind: kind(what, is_release)?,
        column: place(column)?,
        row: place(row)?,
        modifiers: modifiers(what),
    })
}

fn kind(what: u32, is_release: bool) -> Option<MouseEventKind> {
    const MOVES: u32 = 0b10_0000;
    let button = match (what & 0b11, what & 0b1100_0000) {
        (0, 0) => MouseButton::Left,
        (1, 0) => MouseButton::Middle,
        (2, 0) => MouseButton::Right,
        (3, 0) if what & MOVES == 0 => return Some(MouseEventKind::Up(MouseButton::Left)),
        (_, 0) => return Some(MouseEventKind::Moved),
        (0, 64) if what & MOVES == 0 => return Some(MouseEventKind::ScrollUp),
        (1, 64) if what & MOVES == 0 => return Some(MouseEventKind::ScrollDown),
        (2, 64) => return Some(MouseEventKind::ScrollLeft),
        (3, 64) => return Some(MouseEventKind::ScrollRight),
        // Nothing is done with further buttons.
        _ => return None,
    };
    Some(match (is_release, what & MOVES == 0) {
        (true, _) => MouseEventKind::Up(button),
        (false, true) => MouseEventKind::Down(button),
        (false, false) => MouseEventKind::Drag(button),
    })
}

fn modifiers(what: u32) -> KeyModifiers {
    const BITS: [(u32, KeyModifiers); 3] = [
        (0b100, KeyModifiers::SHIFT),
        (0b1000, KeyModifiers::ALT),
        (0b1_0000, KeyModifiers::CONTROL),
    ];
    let set = BITS.iter().filter(|(bit, _)| what & bit != 0);
    set.fold(KeyModifiers::NONE, |all, (_, it)| all | *it)
}
