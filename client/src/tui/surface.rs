//! The place where screens are shown: a terminal whose modes are set, with what is known of it.
//!
//! Called by the command line for the terminal of this process, and by the door for those of its guests. Law kept here:
//! many surfaces live in one process, and none knows of another.

mod signals;

use std::io::{self, Write};

use futures_util::Stream;
use ratatui::Terminal;

use crate::graphics::theme::Glyphs;
use crate::lang::encoding::legible::Legible;
use crate::net::link::Connector;
use crate::start::Start;
use crate::tui::app::{App, AppError, Options};
use crate::tui::frugal::FrugalBackend;
use crate::tui::terminal::window::Window;
use crate::tui::terminal::{Abilities, Input, TermGuard, events, gone};
use signals::Signals;

/// A terminal whose modes are set.
pub(crate) struct Surface<'a, W, E> {
    /// The terminal itself.
    pub(crate) window: &'a dyn Window,
    /// The abilities that it has told.
    pub(crate) abilities: Abilities,
    /// Where frames are written.
    pub(crate) out: W,
    /// Keys, mouse and size.
    pub(crate) events: E,
}

/// Runs the interface on the terminal of this process until the person quits. The caller has made sure that stdout is a
/// terminal.
pub async fn run(
    start: Start,
    options: Options,
    connector: Box<dyn Connector>,
) -> Result<(), AppError> {
    // Declared first, so that it is dropped last: by then nothing else reads or writes the
    // terminal.
    let guard = TermGuard::enter(options.mouse, options.notifier.has_title())?;
    let mut signals = Signals::new()?;
    let surface = Surface {
        window: &guard,
        abilities: guard.ask(options.look.glyphs != Glyphs::Ascii)?,
        out: Legible::new(io::stdout()),
        events: events()?,
    };
    let shown = Box::pin(show(surface, start, options, connector));
    tokio::select! {
        biased;
        name = signals.next() => Err(AppError::Signal(name)),
        () = gone() => Err(AppError::TerminalGone),
        ended = shown => ended,
    }
}

/// Runs the interface in a terminal until the person quits. Nothing of this process is asked or changed.
pub(crate) async fn show<W, E>(
    surface: Surface<'_, W, E>,
    start: Start,
    mut options: Options,
    connector: Box<dyn Connector>,
) -> Result<(), AppError>
where
    W: Write,
    E: Stream<Item = io::Result<Input>> + Unpin,
{
    let Surface {
        window,
        abilities,
        out,
        events,
    } = surface;
    options.look = options.look.refined(&abilities.told, options.look_choice);
    let backend = FrugalBackend::new(out, abilities.synchronizes, Box::new(|| window.size()));
    let app = App::new(Terminal::new(backend)?, events, options, connector)?;
    app.in_window(window).run(start).await
}
