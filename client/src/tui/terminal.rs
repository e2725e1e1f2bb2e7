//! The modes of the terminal (raw input, alternate screen, mouse, title): set at the start, and
//! reset at every kind of end.
//!
//! One process-wide value tells which modes are on, so that the panic hook and a signal can restore
//! the terminal without the guard. Restoring twice does no harm: each mode is reset once.

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture, Event,
};
use crossterm::queue;
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use futures_util::Stream;
use futures_util::stream::poll_fn;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
use tokio::sync::mpsc;

use crate::graphics::theme::Ground;

const RAW: u8 = 1;
const ALTERNATE: u8 = 1 << 1;
const MOUSE: u8 = 1 << 2;
const PASTE: u8 = 1 << 3;
const FOCUS: u8 = 1 << 4;
const TITLE: u8 = 1 << 5;

/// Puts the title of the window on the terminal's stack (XTWINOPS 22).
const KEEP_TITLE: &str = "\u{1b}[22;2t";
/// Empties the title and takes the former one from the stack (XTWINOPS 23). A terminal without a
/// stack shows its usual title.
const TITLE_BACK: &str = "\u{1b}]2;\u{1b}\\\u{1b}[23;2t";

/// The most events that wait to be handled; faster typing is read later.
const EVENTS_MAX: usize = 256;
/// How long the terminal may take to answer the question for its colors: long enough for a slow
/// link, since a later answer would be taken for keys. Nearly all terminals answer at once.
const GROUND_TIMEOUT_MS: u64 = 400;
/// How long to wait for reports that are under way after the modes that cause them have been reset.
const LATE_INPUT_MS: u64 = 20;

/// The modes that are on.
static MODES: AtomicU8 = AtomicU8::new(0);
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
        let wanted = ALTERNATE | PASTE | FOCUS | mouse | title;
        MODES.fetch_or(wanted, Ordering::SeqCst);
        turn_on(wanted, &mut out)?;
        out.flush()
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

/// The background (dark or light) that the terminal reports; `None` if it does not answer in time.
/// To be called before [`TermGuard::enter`].
pub fn ground() -> Option<Ground> {
    let mut options = QueryOptions::default();
    options.timeout = Duration::from_millis(GROUND_TIMEOUT_MS);
    match theme_mode(options) {
        Ok(ThemeMode::Light) => Some(Ground::Light),
        Ok(ThemeMode::Dark) => Some(Ground::Dark),
        Err(_) => None,
    }
}

/// The events of the terminal: keys, mouse, size. They are read by a thread of their own, because
/// reading a terminal that is gone never ends and must not keep the program from ending.
pub fn events() -> impl Stream<Item = io::Result<Event>> + Unpin {
    let (tell, mut told) = mpsc::channel(EVENTS_MAX);
    let read = move || {
        loop {
            let event = crossterm::event::read();
            let is_last = event.is_err();
            if tell.blocking_send(event).is_err() || is_last {
                return;
            }
        }
    };
    let reading = std::thread::Builder::new().name("events".to_owned());
    // Without the thread there are no events: the stream ends at once, as if the terminal were
    // gone.
    reading.spawn(read).ok();
    poll_fn(move |context| told.poll_recv(context))
}

/// Resolves when the terminal is gone without a signal, as happens to a program in a session of its
/// own. Reading the terminal would then neither wait nor yield anything.
#[cfg(unix)]
pub async fn gone() {
    let (tell, told) = tokio::sync::oneshot::channel();
    let watch = move || {
        let input = io::stdin();
        // No events are requested, so that only an error or a hang-up is reported.
        let mut watched = [PollFd::new(&input, PollFlags::empty())];
        while poll(&mut watched, None) == Err(Errno::INTR) {}
        tell.send(()).ok();
    };
    let watching = std::thread::Builder::new().name("terminal".to_owned());
    if watching.spawn(watch).is_err() || told.await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Never resolves: this system tells by the end of the input.
#[cfg(not(unix))]
pub async fn gone() {
    std::future::pending::<()>().await;
}

/// Restores the terminal as it was. Does nothing if that has been done.
pub fn restore() {
    let modes = MODES.swap(0, Ordering::SeqCst);
    if modes == 0 {
        return;
    }
    let mut out = io::stdout();
    // The terminal may be gone; then there is nothing to restore.
    turn_off(modes, &mut out).and_then(|()| out.flush()).ok();
    if modes & RAW != 0 {
        throw_away_late_input();
        disable_raw_mode().ok();
    }
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
    Ok(())
}

/// Resets the modes: first those that make the terminal send reports, last the cursor, which every
/// frame hides.
fn turn_off(modes: u8, out: &mut impl Write) -> io::Result<()> {
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

/// Discards mouse reports that were under way, which must not end up on the shell's command line.
/// It waits for them and drops what the reading thread has not taken by then.
fn throw_away_late_input() {
    std::thread::park_timeout(Duration::from_millis(LATE_INPUT_MS));
    #[cfg(unix)]
    rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush).ok();
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
