//! The modes of the terminal (raw input, alternate screen, mouse, keyboard, title): set at the
//! start, and reset at every kind of end.
//!
//! One process-wide value tells which modes are on, so that the panic hook and a signal can restore
//! the terminal without the guard. Restoring twice does no harm: each mode is reset once. What the
//! terminal sends is read in `input`, and understood in the files beside it.

mod answer;
mod decode;
#[cfg(not(unix))]
mod elsewhere;
mod events;
#[cfg(unix)]
mod input;
mod named_keys;
mod pieces;
mod pointer;
mod stage;

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use crossterm::queue;
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::graphics::detect::Told;

#[cfg(not(unix))]
use elsewhere as input;

pub use decode::Input;
pub use events::{events, gone, size};

const RAW: u8 = 1;
const ALTERNATE: u8 = 1 << 1;
const MOUSE: u8 = 1 << 2;
const PASTE: u8 = 1 << 3;
const FOCUS: u8 = 1 << 4;
const TITLE: u8 = 1 << 5;
const KEYBOARD: u8 = 1 << 6;

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

/// The modes that are on.
static MODES: AtomicU8 = AtomicU8::new(0);
/// The modes that this terminal has, as it told.
static ABILITIES: AtomicU8 = AtomicU8::new(0);
static PANIC_HOOK: Once = Once::new();

/// The terminal in our modes; dropping the guard restores it.
#[derive(Debug)]
pub struct TermGuard {
    mouse: bool,
    title: bool,
}

impl TermGuard {
    /// Sets the modes, with or without the mouse and a window title of our own.
    pub fn enter(mouse: bool, title: bool) -> io::Result<Self> {
        PANIC_HOOK.call_once(|| {
            let previous = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                restore();
                previous(info);
            }));
        });
        let guard = Self { mouse, title };
        guard.resume()?;
        Ok(guard)
    }

    /// Sets the modes again after [`restore`].
    pub fn resume(&self) -> io::Result<()> {
        let mut out = io::stdout();
        // A mode is noted before it is set, so that a failure half-way is undone as well.
        MODES.fetch_or(RAW, Ordering::SeqCst);
        enable_raw_mode()?;
        let mouse = if self.mouse { MOUSE } else { 0 };
        let title = if self.title { TITLE } else { 0 };
        let keyboard = ABILITIES.load(Ordering::SeqCst);
        let wanted = ALTERNATE | PASTE | FOCUS | mouse | title | keyboard;
        MODES.fetch_or(wanted, Ordering::SeqCst);
        turn_on(wanted, &mut out)?;
        out.flush()?;
        input::go_on();
        Ok(())
    }

    /// Asks the terminal what it can do, and takes its keyboard if it has one that tells more.
    /// Widths can only be tried where characters are written in UTF-8.
    pub fn ask(&self, tries_widths: bool) -> io::Result<Abilities> {
        let answers = input::ask(tries_widths)?;
        if answers.has_keyboard {
            ABILITIES.store(KEYBOARD, Ordering::SeqCst);
            MODES.fetch_or(KEYBOARD, Ordering::SeqCst);
            let mut out = io::stdout();
            turn_on(KEYBOARD, &mut out)?;
            out.flush()?;
        }
        Ok(Abilities::of(&answers))
    }

    /// Whether the terminal was restored without the guard: by the panic hook, for a panic that was
    /// caught.
    pub fn is_lost(&self) -> bool {
        MODES.load(Ordering::SeqCst) == 0
    }

    /// Restores the terminal, stops the program as the shell's job control does, and sets the modes
    /// again when it continues.
    #[cfg(unix)]
    pub fn suspend(&self) -> io::Result<()> {
        restore();
        // This is the signal that a terminal sends for Ctrl-Z.
        std::process::Command::new("kill")
            .args(["-TSTP", &std::process::id().to_string()])
            .status()?;
        self.resume()
    }

    /// Does nothing: this system has no job control.
    #[cfg(not(unix))]
    pub fn suspend(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for TermGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// The abilities that the terminal has told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// The answers that matter for the look.
    pub told: Told,
    /// Whether it can show a frame at once (mode 2026).
    pub synchronizes: bool,
    /// Whether it tells keys by their place (kitty's keyboard).
    pub has_keyboard: bool,
    /// Whether it has answered everything in time.
    pub has_answered: bool,
}

impl Abilities {
    fn of(answers: &answer::Answers) -> Self {
        Self {
            told: answers.told(),
            synchronizes: answers.synchronizes,
            has_keyboard: answers.has_keyboard,
            has_answered: answers.are_complete,
        }
    }
}

/// Asks the terminal what it can do, outside of the screens; leaves nothing in it.
pub fn ask_briefly(tries_widths: bool) -> io::Result<Abilities> {
    enable_raw_mode()?;
    let answers = input::ask(tries_widths);
    disable_raw_mode()?;
    Ok(Abilities::of(&answers?))
}

/// Restores the terminal as it was. Does nothing if that has been done.
pub fn restore() {
    let modes = MODES.swap(0, Ordering::SeqCst);
    if modes == 0 {
        return;
    }
    let mut last = Vec::new();
    // Writing to memory does not fail.
    turn_off(modes, &mut last).ok();
    if modes & RAW == 0 {
        // The terminal may be gone; then there is nothing to restore.
        let mut out = io::stdout();
        out.write_all(&last).and_then(|()| out.flush()).ok();
        return;
    }
    input::end(&last);
    disable_raw_mode().ok();
}

fn turn_on(modes: u8, out: &mut impl Write) -> io::Result<()> {
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
fn turn_off(modes: u8, out: &mut impl Write) -> io::Result<()> {
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
