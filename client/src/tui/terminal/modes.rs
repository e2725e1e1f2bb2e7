//! The modes that the screens need of a terminal, and the bytes that turn them on and off.
//!
//! Used for the terminal of this process (`terminal`) and for one behind a connection (`remote`). Pure. Law kept here:
//! whatever is turned on can be turned off.

use std::io::{self, Write};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use crossterm::queue;
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen};

pub(super) const RAW: u8 = 1;
pub(super) const ALTERNATE: u8 = 1 << 1;
pub(super) const MOUSE: u8 = 1 << 2;
pub(super) const PASTE: u8 = 1 << 3;
pub(super) const FOCUS: u8 = 1 << 4;
pub(super) const TITLE: u8 = 1 << 5;
pub(super) const KEYBOARD: u8 = 1 << 6;

/// Puts the title of the window on the terminal's stack (XTWINOPS 22).
const KEEP_TITLE: &str = "\u{1b}[22;2t";
/// Empties the title and takes the former one from the stack (XTWINOPS 23). A terminal without a
/// stack shows its usual title.
const TITLE_BACK: &str = "\u{1b}]2;\u{1b}\\\u{1b}[23;2t";

/// Puts the flags of kitty's keyboard on the terminal's stack: keys are told as numbers, also those
/// with a character, with what the same key is on an American keyboard and the text that it types.
const KEYBOARD_ON: &str = "\u{1b}[>29u";
/// Takes the former flags from the stack.
const KEYBOARD_BACK: &str = "\u{1b}[<u";

/// The modes for screens, with or without the mouse and a window title of our own.
pub(super) const fn wanted(mouse: bool, title: bool) -> u8 {
    let mouse = if mouse { MOUSE } else { 0 };
    let title = if title { TITLE } else { 0 };
    ALTERNATE | PASTE | FOCUS | mouse | title
}

/// Sets the modes.
pub(super) fn turn_on(modes: u8, out: &mut impl Write) -> io::Result<()> {
    if modes & ALTERNATE != 0 {
        queue!(out, EnterAlternateScreen)?;
    }
    if modes & TITLE != 0 {
        queue!(out, Print(KEEP_TITLE))?;
    }
    if modes & MOUSE != 0 {
        queue!(out, EnableMouseCapture)?;
    }
    if modes & PASTE != 0 {
        queue!(out, EnableBracketedPaste)?;
    }
    if modes & FOCUS != 0 {
        queue!(out, EnableFocusChange)?;
    }
    if modes & KEYBOARD != 0 {
        queue!(out, Print(KEYBOARD_ON))?;
    }
    Ok(())
}

/// Resets the modes: first those that make the terminal send reports, last the cursor, which every
/// frame hides.
pub(super) fn turn_off(modes: u8, out: &mut impl Write) -> io::Result<()> {
    // Each screen has a stack of keyboards of its own, so this comes before the other screen.
    if modes & KEYBOARD != 0 {
        queue!(out, Print(KEYBOARD_BACK))?;
    }
    if modes & FOCUS != 0 {
        queue!(out, DisableFocusChange)?;
    }
    if modes & PASTE != 0 {
        queue!(out, DisableBracketedPaste)?;
    }
    if modes & MOUSE != 0 {
        queue!(out, DisableMouseCapture)?;
    }
    if modes & TITLE != 0 {
        queue!(out, Print(TITLE_BACK))?;
    }
    queue!(out, ResetColor)?;
    if modes & ALTERNATE != 0 {
        queue!(out, LeaveAlternateScreen)?;
    }
    queue!(out, Show)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The private modes that are set (`h`) and reset (`l`), in order.
    fn modes(bytes: &[u8]) -> Vec<(String, char)> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let parts = text.split("\u{1b}[?").skip(1);
        parts
            .filter_map(|it| {
                let end = it.find(['h', 'l'])?;
                Some((it[..end].to_owned(), it[end..].chars().next()?))
            })
            .collect()
    }

    #[test]
    fn every_mode_that_is_turned_on_is_turned_off() {
        let (mut on, mut off) = (Vec::new(), Vec::new());
        turn_on(ALTERNATE | MOUSE | PASTE | FOCUS, &mut on).unwrap();
        turn_off(ALTERNATE | MOUSE | PASTE | FOCUS, &mut off).unwrap();
        let (on, off) = (modes(&on), modes(&off));
        assert!(on.len() >= 7, "{on:?}");
        for (mode, sign) in &on {
            assert_eq!(*sign, 'h');
            assert!(
                off.contains(&(mode.clone(), 'l')),
                "mode {mode} stays on: {off:?}"
            );
        }
        assert!(
            off.contains(&("25".to_owned(), 'h')),
            "the cursor stays hidden: {off:?}"
        );
    }

    #[test]
    fn the_window_has_its_title_back() {
        let (mut on, mut off, mut without) = (Vec::new(), Vec::new(), Vec::new());
        turn_on(TITLE, &mut on).unwrap();
        turn_off(TITLE, &mut off).unwrap();
        turn_off(ALTERNATE, &mut without).unwrap();
        assert_eq!(on, b"\x1b[22;2t");
        let has = |bytes: &[u8], part: &str| String::from_utf8_lossy(bytes).contains(part);
        assert!(has(&off, "\u{1b}]2;\u{1b}\\\u{1b}[23;2t"), "{off:?}");
        assert!(!has(&without, "]2;") && !has(&without, "t"), "{without:?}");
    }

    #[test]
    fn the_terminal_has_its_keyboard_back_before_its_screen() {
        let (mut on, mut off) = (Vec::new(), Vec::new());
        turn_on(ALTERNATE | KEYBOARD, &mut on).unwrap();
        turn_off(ALTERNATE | KEYBOARD, &mut off).unwrap();
        let place = |bytes: &[u8], part: &str| String::from_utf8_lossy(bytes).find(part);
        assert!(place(&on, "\u{1b}[?1049h") < place(&on, "\u{1b}[>29u"));
        assert!(place(&off, "\u{1b}[<u").unwrap() < place(&off, "\u{1b}[?1049l").unwrap());
    }

    #[test]
    fn only_what_was_turned_on_is_turned_off() {
        let mut off = Vec::new();
        turn_off(RAW | ALTERNATE, &mut off).unwrap();
        let off = modes(&off);
        assert!(
            !off.iter()
                .any(|(mode, _)| mode.starts_with("100") || mode == "2004"),
            "{off:?}"
        );
    }
}
