//! Terminals, and the one of this process: its modes (raw input, alternate screen, mouse, keyboard, title) are set at
//! the start, and reset at every kind of end.
//!
//! A terminal is a [`Window`] with events and a writer; screens know no more of it. That of the process is
//! a [`TermGuard`]. For it alone one process-wide value tells which modes are on, so that the panic hook and a signal can
//! restore it without the guard. Restoring twice does no harm: each mode is reset once. What the
//! terminal sends is read in `input`, and understood in the files beside it.

mod answer;
mod decode;
#[cfg(not(unix))]
mod elsewhere;
mod events;
#[cfg(unix)]
mod input;
mod modes;
mod named_keys;
mod pieces;
mod pointer;
pub mod remote;
mod stage;
pub mod window;

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use ratatui::layout::Size;

use crate::graphics::detect::Told;
use crate::lang::encoding::legible::Legible;

#[cfg(not(unix))]
use elsewhere as input;
use modes::{KEYBOARD, RAW, turn_off, turn_on, wanted};
use window::Window;

pub use decode::Input;
pub use events::{events, gone, size};

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
}

impl Window for TermGuard {
    fn size(&self) -> io::Result<Size> {
        size()
    }

    fn tell(&self, text: &str) -> io::Result<()> {
        let mut out = Legible::new(io::stdout());
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn resume(&self) -> io::Result<()> {
        let mut out = io::stdout();
        // A mode is noted before it is set, so that a failure half-way is undone as well.
        MODES.fetch_or(RAW, Ordering::SeqCst);
        enable_raw_mode()?;
        let wanted = wanted(self.mouse, self.title) | ABILITIES.load(Ordering::SeqCst);
        MODES.fetch_or(wanted, Ordering::SeqCst);
        turn_on(wanted, &mut out)?;
        out.flush()?;
        input::go_on();
        Ok(())
    }

    /// Whether the panic hook has restored it, for a panic that was caught.
    fn is_lost(&self) -> bool {
        MODES.load(Ordering::SeqCst) == 0
    }

    /// Restores the terminal, stops the program as the shell's job control does, and sets the modes
    /// again when it continues.
    #[cfg(unix)]
    fn suspend(&self) -> io::Result<()> {
        restore();
        // This is the signal that a terminal sends for Ctrl-Z.
        std::process::Command::new("kill")
            .args(["-TSTP", &std::process::id().to_string()])
            .status()?;
        self.resume()
    }

    /// This system has no job control.
    #[cfg(not(unix))]
    fn suspend(&self) -> io::Result<()> {
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
