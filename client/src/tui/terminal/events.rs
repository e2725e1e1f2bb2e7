//! The events of the terminal as a stream, and its size.
//!
//! Called by the loop of the screens.

use std::io;

use crossterm::event::Event;
use futures_util::Stream;
use futures_util::stream::poll_fn;
use ratatui::layout::Size;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;
use tokio::sync::mpsc;

use super::decode::Input;
use super::input;

/// The most events that wait to be handled; faster typing is read later.
const EVENTS_MAX: usize = 256;
/// The most columns that are drawn: more than any screen shows. A terminal may tell any
/// size, and the library keeps memory for each cell.
const COLUMNS_MAX: u16 = 640;
/// The same for rows.
const ROWS_MAX: u16 = 320;

/// The events of the terminal: keys, mouse, size. They are read by a thread of their own, because
/// reading a terminal that is gone never ends and must not keep the program from ending.
pub fn events() -> io::Result<impl Stream<Item = io::Result<Input>> + Unpin> {
    let (tell, mut told) = mpsc::channel(EVENTS_MAX);
    let read = move || {
        loop {
            let read = input::next_events();
            let is_last = read.is_err();
            let events = match read {
                Ok(events) => events.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            };
            let mut unsent = events.into_iter().map(|it| tell.blocking_send(it));
            if unsent.any(|it| it.is_err()) || is_last {
                return;
            }
        }
    };
    let reading = std::thread::Builder::new().name("events".to_owned());
    // Without the thread there are no events: the stream ends at once, as if the terminal were
    // gone.
    reading.spawn(read).ok();
    let mut resized = Resized::new()?;
    Ok(poll_fn(move |context| {
        if resized.poll(context) {
            let sized = size().map(|it| Event::Resize(it.width, it.height).into());
            return std::task::Poll::Ready(Some(sized));
        }
        told.poll_recv(context)
    }))
}

/// The size of the terminal, at most what is drawn.
pub fn size() -> io::Result<Size> {
    let (columns, rows) = crossterm::terminal::size()?;
    Ok(Size::new(columns.min(COLUMNS_MAX), rows.min(ROWS_MAX)))
}

/// Tells when the size has changed: the system sends a signal.
#[cfg(unix)]
struct Resized(tokio::signal::unix::Signal);

#[cfg(unix)]
impl Resized {
    fn new() -> io::Result<Self> {
        let kind = tokio::signal::unix::SignalKind::window_change();
        Ok(Self(tokio::signal::unix::signal(kind)?))
    }

    fn poll(&mut self, context: &mut std::task::Context<'_>) -> bool {
        self.0.poll_recv(context).is_ready()
    }
}

/// On this system the size comes among the other events.
#[cfg(not(unix))]
struct Resized;

#[cfg(not(unix))]
impl Resized {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    fn poll(&mut self, _context: &mut std::task::Context<'_>) -> bool {
        false
    }
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
