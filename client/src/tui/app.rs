//! The loop of the terminal interface: terminal events and link events become messages, effects are carried out, and
//! the screen is drawn when something has happened. Idle, it draws and writes nothing.

use std::collections::VecDeque;
use std::future::{pending, ready};
use std::io;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use futures_util::{Stream, StreamExt};
use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::layout::Size;
use tokio::time::{Instant, sleep_until};

use crate::files::map_file;
use crate::graphics::theme::Look;
use crate::net::link::{Connector, LanBrowse, LanEvent, Link, LinkControl, LinkEvent};
use crate::start::Start;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::model::passwords::Passwords;
use crate::tui::terminal::TermGuard;
use crate::tui::update::{begin, unsent, update};
use crate::tui::view::view;

/// The most messages that are applied before the next frame, so that a burst costs one frame and keys are not starved.
const MESSAGES_PER_FRAME_MAX: usize = 64;

/// How the person wants the program to behave.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the person is called until it is changed on the home screen.
    pub name: String,
    /// What is shown and asked at the doors of lobbies.
    pub passwords: Passwords,
    /// Colors and glyphs.
    pub look: Look,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Whether dice are shown to roll.
    pub animation: bool,
}

/// Why the interface ended otherwise than by the person's wish.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The terminal cannot be read or written.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The terminal is gone.
    #[error("the terminal is gone")]
    TerminalGone,
    /// Somebody ended the program by a signal.
    #[error("ended by {0}")]
    Signal(&'static str),
}

/// Runs the interface on the terminal until the person quits. The caller has made sure that stdout is a terminal.
pub async fn run(
    start: Start,
    options: Options,
    connector: Box<dyn Connector>,
) -> Result<(), AppError> {
    // Declared first, so that it is dropped last: nothing else reads or writes the terminal by then.
    let guard = TermGuard::enter(options.mouse)?;
    let mut signals = Signals::new()?;
    let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut app = App::new(terminal, EventStream::new(), options, connector)?;
    app.guard = Some(&guard);
    tokio::select! {
        biased;
        name = signals.next() => Err(AppError::Signal(name)),
        ended = app.run(start) => ended,
    }
}

/// When time is told next, and how much of it has passed then.
#[derive(Clone, Copy)]
struct Tick {
    at: Instant,
    elapsed_ms: u64,
}

/// The loop over some screen and some source of terminal events.
struct App<'a, B: Backend, E> {
    terminal: Terminal<B>,
    events: E,
    connector: Box<dyn Connector>,
    guard: Option<&'a TermGuard>,
    model: Model,
    link: Option<Link>,
    browse: Option<LanBrowse>,
    next_tick: Option<Tick>,
}

impl<B, E> App<'_, B, E>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
    E: Stream<Item = io::Result<Event>> + Unpin,
{
    fn new(
        terminal: Terminal<B>,
        events: E,
        options: Options,
        connector: Box<dyn Connector>,
    ) -> Result<Self, AppError> {
        let size = terminal.size().map_err(io::Error::other)?;
        let mut model = Model::new(options.name, options.look, size);
        model.passwords = options.passwords;
        model.animation = options.animation;
        Ok(Self {
            terminal,
            events,
            connector,
            guard: None,
            model,
            link: None,
            browse: None,
            next_tick: None,
        })
    }

    async fn run(&mut self, start: Start) -> Result<(), AppError> {
        let effects = begin(&mut self.model, start);
        self.go_on(effects).await
    }

    async fn go_on(&mut self, mut effects: Vec<Effect>) -> Result<(), AppError> {
        loop {
            let mut waiting = VecDeque::from(effects);
            while let Some(effect) = waiting.pop_front() {
                if effect == Effect::Quit {
                    return Ok(());
                }
                if let Some(told) = self.carry_out(effect)? {
                    waiting.extend(update(&mut self.model, told));
                }
            }
            self.draw()?;
            let message = self.next_message().await?;
            effects = update(&mut self.model, message);
            // What is there already belongs into the same frame, unless something is to be done first.
            for _ in 0..MESSAGES_PER_FRAME_MAX {
                if !effects.is_empty() {
                    break;
                }
                // Polled with the task's own waker: the terminal's event stream keeps the first that it sees.
                let message = tokio::select! {
                    biased;
                    message = self.next_message() => message?,
                    () = ready(()) => break,
                };
                effects = update(&mut self.model, message);
            }
        }
    }

    fn draw(&mut self) -> Result<(), AppError> {
        if let Some(guard) = self.guard.filter(|it| it.is_lost()) {
            guard.resume()?;
            self.terminal.clear().map_err(io::Error::other)?;
        }
        let mut hits = None;
        let model = &self.model;
        self.terminal
            .draw(|frame| hits = Some(view(model, frame)))
            .map_err(io::Error::other)?;
        if let Some(hits) = hits {
            update(&mut self.model, Message::Drawn(hits));
        }
        Ok(())
    }

    /// Keys first, so that a busy server cannot make the program deaf; then the link, discoveries, and the clock.
    async fn next_message(&mut self) -> Result<Message, AppError> {
        self.arm_clock();
        let tick = self.next_tick;
        tokio::select! {
            biased;
            event = self.events.next() => Ok(message(event.ok_or(AppError::TerminalGone)??)),
            event = next_event(&mut self.link) => Ok(Message::Link(event)),
            event = next_discovery(&mut self.browse) => Ok(Message::Lan(event)),
            elapsed_ms = tick_at(tick) => {
                self.next_tick = None;
                Ok(Message::Tick { elapsed_ms })
            }
        }
    }

    /// The clock runs only while something counts down, and as fast as that needs.
    fn arm_clock(&mut self) {
        let wanted = self.model.tick_ms();
        if self.next_tick.map(|it| it.elapsed_ms) != wanted {
            let now = Instant::now();
            let tick = |elapsed_ms| Tick {
                at: now + Duration::from_millis(elapsed_ms),
                elapsed_ms,
            };
            self.next_tick = wanted.map(tick);
        }
    }

    /// Does what is to be done; what that leads to at once, if anything.
    fn carry_out(&mut self, effect: Effect) -> Result<Option<Message>, AppError> {
        match effect {
            Effect::Connect(target) => {
                // The old connection ends before the other begins.
                self.link = None;
                self.link = Some(self.connector.connect(target));
            }
            Effect::HostLocal { hosting, name } => {
                self.link = None;
                self.link = Some(self.connector.host_local(hosting, name));
            }
            Effect::Disconnect => self.link = None,
            Effect::Send(command) => {
                let id = command.id;
                let sent = self
                    .link
                    .as_ref()
                    .is_some_and(|it| it.outgoing.try_send(command).is_ok());
                if !sent {
                    unsent(&mut self.model, id);
                }
            }
            Effect::RetryNow => {
                if let Some(link) = &self.link {
                    // A full queue holds the same request already.
                    link.control.try_send(LinkControl::RetryNow).ok();
                }
            }
            Effect::BrowseLan => self.browse = Some(self.connector.browse_lan()),
            Effect::StopBrowse => self.browse = None,
            Effect::ReadMap(text) => {
                return Ok(Some(Message::MapRead(
                    map_file::choice(&text).map_err(|it| it.to_string()),
                )));
            }
            Effect::WriteMap { path, map } => {
                let written = map_file::write(&path, &map)
                    .map(|()| path)
                    .map_err(|it| it.to_string());
                return Ok(Some(Message::MapWritten(written)));
            }
            Effect::Bell => {
                if self.guard.is_some() {
                    crossterm::execute!(io::stdout(), crossterm::style::Print('\u{7}'))?;
                }
            }
            Effect::Suspend => {
                if let Some(guard) = self.guard {
                    guard.suspend()?;
                    self.terminal.clear().map_err(io::Error::other)?;
                }
            }
            Effect::Quit => {}
        }
        Ok(None)
    }
}

fn message(event: Event) -> Message {
    match event {
        Event::Key(event) => Message::Key(event),
        Event::Mouse(event) => Message::Mouse(event),
        Event::Paste(text) => Message::Paste(text),
        Event::Resize(width, height) => Message::Resized(Size::new(width, height)),
        Event::FocusGained => Message::Focused(true),
        Event::FocusLost => Message::Focused(false),
    }
}

/// The next event of the link; a link that ends without a word is closed.
async fn next_event(link: &mut Option<Link>) -> LinkEvent {
    let Some(open) = link else {
        return pending().await;
    };
    if let Some(event) = open.incoming.recv().await {
        return event;
    }
    *link = None;
    LinkEvent::Closed {
        code: "unreachable".to_owned(),
        message: String::new(),
    }
}

async fn next_discovery(browse: &mut Option<LanBrowse>) -> LanEvent {
    let Some(open) = browse else {
        return pending().await;
    };
    if let Some(event) = open.incoming.recv().await {
        return event;
    }
    *browse = None;
    pending().await
}

async fn tick_at(tick: Option<Tick>) -> u64 {
    let Some(Tick { at, elapsed_ms }) = tick else {
        return pending().await;
    };
    sleep_until(at).await;
    elapsed_ms
}

#[cfg(test)]
mod tests;

/// The signals that end a program.
#[cfg(unix)]
struct Signals([(tokio::signal::unix::Signal, &'static str); 3]);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self([
            (signal(SignalKind::terminate())?, "SIGTERM"),
            (signal(SignalKind::hangup())?, "SIGHUP"),
            (signal(SignalKind::interrupt())?, "SIGINT"),
        ]))
    }

    async fn next(&mut self) -> &'static str {
        let [(terminate, first), (hangup, second), (interrupt, third)] = &mut self.0;
        tokio::select! {
            biased;
            _ = terminate.recv() => first,
            _ = hangup.recv() => second,
            _ = interrupt.recv() => third,
        }
    }
}

/// The signals that end a program.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> &'static str {
        match tokio::signal::ctrl_c().await {
            Ok(()) => "Ctrl-C",
            Err(_) => pending().await,
        }
    }
}
