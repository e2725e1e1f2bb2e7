//! The main loop of the terminal interface. It applies terminal and link events to the model,
//! carries out the effects and draws a frame after each change. While nothing happens it draws and
//! writes nothing.

use std::collections::VecDeque;
use std::future::{poll_fn, ready};
use std::io;
use std::path::{Path, PathBuf};
use std::task::Poll;

use crossterm::event::Event;
use dicehall_engine::{GameKind, Rung};
use futures_util::{Stream, StreamExt};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Size;

use frames::NextFrame;

use crate::files::keep::NotKept;
use crate::files::rights::Rights;
use crate::graphics::detect::LookChoice;
use crate::graphics::theme::Look;
use crate::net::link::Connector;
use crate::notify::Notifier;
use crate::start::{LobbyPlan, ReplayFrames, Start};
use crate::tui::links::{Links, Outside};
use crate::tui::message::{Effect, LastChoice, Message};
use crate::tui::model::keys::KeyChanges;
use crate::tui::model::lesson::Welcome;
use crate::tui::model::lesson::coach::Coach;
use crate::tui::model::lobby_list::passwords::Passwords;
use crate::tui::model::{Connection, Model, Screen, Server};
use crate::tui::terminal::Input;
use crate::tui::terminal::window::Window;
use crate::tui::update::{begin, leave, update};

/// The most messages that are applied before the next frame, so that a burst costs one frame and keys are not starved.
const MESSAGES_PER_FRAME_MAX: usize = 64;

/// The settings of the screens, from the command line, the configuration and the last choices.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// All that the session may do on this machine.
    pub rights: Rights,
    /// The person's name until it is changed on the home screen.
    pub name: String,
    /// The passwords shown to enter lobbies and asked of those who enter ours.
    pub passwords: Passwords,
    /// The game to play or host until another is chosen on the home screen.
    pub game: GameKind,
    /// The rung of the ladder to play against until another is chosen.
    pub rung: Rung,
    /// Whether the bots of the ladder say something now and then.
    pub banter: bool,
    /// The servers at whose tables the person has been, the most recent first.
    pub recent: Vec<String>,
    /// Saves a choice of the home screen for the next run.
    pub remember: Remember,
    /// Colors and glyphs, as the environment says; refined by what the terminal tells.
    pub look: Look,
    /// The part of the look that the person has chosen.
    pub look_choice: LookChoice,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Whether rolling dice are animated.
    pub animation: bool,
    /// Whether the screen tells what may follow (dangers, reinforcements, an expert's advice).
    pub hints: bool,
    /// Calls the person while the window is not in focus.
    pub notifier: Notifier,
    /// The keys that the person has changed.
    pub keys: KeyChanges,
    /// The problem found in the configuration, told on the first screen; `None` if there is none.
    pub complaint: Option<String>,
    /// Reads the match file of a replay.
    pub read_match: ReadMatch,
    /// The path of the record of matches; `None` if no record is kept.
    pub record: Option<PathBuf>,
    /// Whether the person was told that there is a tutorial.
    pub welcome: Welcome,
    /// The coach, with what the person knows already.
    pub coach: Coach,
}

/// Saves a choice for the next run of the program; the error is told to the person.
pub type Remember = fn(&LastChoice) -> Result<(), NotKept>;

/// Makes the replay frames of a match from its file; the error is a sentence for the person.
pub type ReadMatch = fn(&Path) -> Result<ReplayFrames, String>;

/// The reason why the interface ended although the person did not quit.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The terminal cannot be read or written.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The terminal is gone.
    #[error("the terminal is gone")]
    TerminalGone,
    /// A signal with this name ended the program.
    #[error("ended by {0}")]
    Signal(&'static str),
}

/// The loop over any screen and any source of terminal events.
pub(super) struct App<'a, B: Backend, E> {
    terminal: Terminal<B>,
    events: E,
    links: Links,
    window: Option<&'a dyn Window>,
    model: Model,
    /// The model of the connection while a replay is shown in front of it.
    behind: Option<Model>,
    /// The replay that waits behind the match played on from it.
    replayed: Option<Box<Replayed>>,
    /// Whether rolling dice are animated in matches that are played (never in replays).
    animation: bool,
    read_match: ReadMatch,
    remember: Remember,
    notifier: Notifier,
    /// The window title that was set last.
    title: String,
    next_frame: NextFrame,
    /// Whether the last event came from the terminal, so that the outside is polled first next
    /// time.
    is_outside_next: bool,
}

/// A replay and the screens behind it.
struct Replayed {
    front: Model,
    behind: Option<Model>,
}

/// The next event of the loop.
enum Next {
    /// A terminal event; `None` if the terminal is gone.
    Terminal(Option<io::Result<Input>>),
    /// An event of the link, the LAN search, an expert or the clock.
    Outside(Outside),
    /// The terminal has taken the last frame, and another waits.
    Ready,
}

impl<'a, B, E> App<'a, B, E>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
    E: Stream<Item = io::Result<Input>> + Unpin,
{
    /// The loop before its first frame. Nothing but frames is written to the terminal.
    pub(super) fn new(
        terminal: Terminal<B>,
        events: E,
        options: Options,
        connector: Box<dyn Connector>,
    ) -> Result<Self, AppError> {
        let size = terminal.size().map_err(io::Error::other)?;
        let rights = options.rights;
        let mut model = Model::new(options.name, options.look, size, rights.clone());
        model.passwords = options.passwords;
        model.animation = options.animation;
        model.hints = options.hints;
        model.game = options.game;
        model.welcome = options.welcome;
        model.coach = options.coach;
        model.rung = options.rung;
        model.banter = options.banter;
        model.home.recent = options.recent;
        model.home.looks_around = rights.own_machine().is_some();
        model.keys = options.keys;
        if let Some(complaint) = options.complaint {
            model.warn(complaint);
        }
        Ok(Self {
            terminal,
            events,
            links: Links::new(connector, rights, options.record.clone())
                .with_tables(options.record.as_deref().and_then(Path::parent)),
            window: None,
            next_frame: NextFrame::Wanted,
            model,
            behind: None,
            replayed: None,
            animation: options.animation,
            read_match: options.read_match,
            remember: options.remember,
            notifier: options.notifier,
            title: String::new(),
            is_outside_next: false,
        })
    }

    /// The loop, which also sets titles, rings bells and waits for the terminal.
    pub(super) fn in_window(self, window: &'a dyn Window) -> Self {
        Self {
            window: Some(window),
            ..self
        }
    }

    /// Runs until the person quits.
    pub(super) async fn run(&mut self, start: Start) -> Result<(), AppError> {
        let effects = begin(&mut self.model, start);
        self.go_on(effects).await
    }

    async fn go_on(&mut self, mut effects: Vec<Effect>) -> Result<(), AppError> {
        self.next_frame = NextFrame::Wanted;
        loop {
            let mut waiting = VecDeque::from(effects);
            while let Some(effect) = waiting.pop_front() {
                if effect == Effect::Quit {
                    self.next_frame = NextFrame::Wanted;
                    let Some(effects) = self.come_back() else {
                        return Ok(());
                    };
                    waiting.extend(effects);
                    continue;
                }
                if let Effect::PlayOn(plan) = effect {
                    self.next_frame = NextFrame::Wanted;
                    waiting.extend(self.play_on(*plan));
                    continue;
                }
                if let Some(told) = self.carry_out(effect)? {
                    self.next_frame = NextFrame::Wanted;
                    waiting.extend(update(&mut self.model, told));
                }
            }
            if self.has_played_on() {
                self.next_frame = NextFrame::Wanted;
                effects = self.come_back().unwrap_or_default();
                continue;
            }
            self.draw_if_ready()?;
            effects = self.step().await?;
            // Messages that wait already belong into the same frame, unless an effect is to be
            // carried out first.
            for _ in 0..MESSAGES_PER_FRAME_MAX {
                if !effects.is_empty() {
                    break;
                }
                effects = tokio::select! {
                    biased;
                    effects = self.step() => effects?,
                    () = ready(()) => break,
                };
            }
        }
    }

    /// The model of the connection, whatever is shown in front of it.
    fn connected(&mut self) -> &mut Model {
        self.behind.as_mut().unwrap_or(&mut self.model)
    }

    /// Plays on from a replay, in front of it. The server of a match of one's own makes room for
    /// the new match; a table with others is kept.
    fn play_on(&mut self, plan: LobbyPlan) -> Vec<Effect> {
        let connected = self.connected();
        let is_alone = connected.connection == Connection::Idle
            || matches!(connected.server, Some(Server::Private));
        if !is_alone {
            self.model.warn(self.model.look.language.play_on_at_table());
            return Vec::new();
        }
        let mut front = self.played_model();
        let effects = begin(&mut front, Start::Play(plan));
        let front = std::mem::replace(&mut self.model, front);
        // Playing on from a match that was itself played on leaves the first one for good.
        let behind = match self.replayed.take() {
            Some(before) => before.behind,
            None => self.behind.take(),
        };
        self.behind = None;
        self.replayed = Some(Box::new(Replayed { front, behind }));
        effects
    }

    /// The model for a match to be played, with the person's choices (name, game, keys).
    fn played_model(&mut self) -> Model {
        let animation = self.animation;
        let chosen = self.connected();
        let rights = chosen.rights.clone();
        let mut model = Model::new(chosen.name.clone(), chosen.look, chosen.size, rights);
        model.animation = animation;
        model.hints = chosen.hints;
        model.game = chosen.game;
        model.rung = chosen.rung;
        model.banter = chosen.banter;
        model.zoom = chosen.zoom;
        model.keys.clone_from(&chosen.keys);
        model.size = self.model.size;
        model.focused = self.model.focused;
        model
    }

    /// Whether the match that was played on from a replay has been left.
    fn has_played_on(&self) -> bool {
        let is_left = self.model.screen == Screen::Home
            && self.model.connection == Connection::Idle
            && self.model.popups.is_empty()
            && self.model.prompt.is_none();
        is_left && self.behind.is_none() && self.replayed.is_some()
    }

    /// Returns to the screens behind those in front: from a replay to the connection, from a match
    /// that was played on to its replay. Returns the effects to carry out then; `None` if nothing
    /// is behind.
    fn come_back(&mut self) -> Option<Vec<Effect>> {
        let (size, focused) = (self.model.size, self.model.focused);
        if let Some(behind) = self.behind.take() {
            self.model = behind;
            (self.model.size, self.model.focused) = (size, focused);
            return Some(Vec::new());
        }
        let Replayed { front, behind } = *self.replayed.take()?;
        // The reason why the match could not be played on is told on the screen that is shown next.
        let notice = self.model.notice.take();
        self.model = front;
        (self.model.size, self.model.focused) = (size, focused);
        self.model.notice = notice;
        self.behind = behind;
        // The match in front had the link; the server behind it ended when that match began.
        let is_connected = |it: &&mut Model| it.connection != Connection::Idle;
        let left = self.behind.as_mut().filter(is_connected).map(leave);
        Some(left.unwrap_or_else(|| vec![Effect::Disconnect]))
    }

    /// Waits for the next event and applies it; cancelling the wait loses nothing. Network events
    /// go to the model of the connection.
    async fn step(&mut self) -> Result<Vec<Effect>, AppError> {
        Ok(match self.next().await {
            Next::Terminal(event) => {
                self.next_frame = NextFrame::Wanted;
                let message = message(event.ok_or(AppError::TerminalGone)??);
                update(&mut self.model, message)
            }
            Next::Outside(outside) => self.apply(outside),
            Next::Ready => Vec::new(),
        })
    }

    /// Applies an outside event to the model that it is for.
    fn apply(&mut self, outside: Outside) -> Vec<Effect> {
        let model = match &outside {
            Outside::Time(_) | Outside::Review(..) => &mut self.model,
            Outside::Link(_) | Outside::Lan(_) | Outside::Advice(..) => self.connected(),
        };
        let effects = outside.apply(model);
        if !model.is_as_shown {
            self.next_frame = NextFrame::Wanted;
        }
        effects
    }

    /// Waits for the terminal and for outside events. While both always have events they take
    /// turns, so that neither a busy server nor a key that is held down starves the other.
    async fn next(&mut self) -> Next {
        let tick_ms = self.model.tick_ms();
        let (terminal, outside) = (self.events.next(), self.links.next(tick_ms));
        let is_due = self.next_frame == NextFrame::Due;
        let window = self.window.filter(|_| is_due);
        if is_due {
            // Told once: until it waits again.
            self.next_frame = NextFrame::Wanted;
        }
        let ready = poll_fn(|context| match window {
            Some(it) => it.poll_ready(context),
            None => Poll::Pending,
        });
        let next = if self.is_outside_next {
            tokio::select! {
                biased;
                () = ready => Next::Ready,
                it = outside => Next::Outside(it),
                it = terminal => Next::Terminal(it),
            }
        } else {
            tokio::select! {
                biased;
                () = ready => Next::Ready,
                it = terminal => Next::Terminal(it),
                it = outside => Next::Outside(it),
            }
        };
        self.is_outside_next = matches!(next, Next::Terminal(_));
        next
    }

    /// Carries out an effect; returns the message that follows from it at once, if any.
    fn carry_out(&mut self, effect: Effect) -> Result<Option<Message>, AppError> {
        match (effect, self.window) {
            (Effect::OnMachine(effect), _) => {
                let own = self.links.own_machine();
                return own.map_or(Ok(None), |own| self.on_machine(effect, own));
            }
            (Effect::Notify(what_for), Some(it)) => tell(it, &self.notifier.call(&what_for))?,
            (effect, _) => {
                let connected = self.behind.as_mut().unwrap_or(&mut self.model);
                self.links.carry_out(effect, connected);
                if !connected.is_as_shown {
                    self.next_frame = NextFrame::Wanted;
                }
            }
        }
        Ok(None)
    }
}

/// Writes bytes to the terminal that are not part of a frame.
fn tell(window: &dyn Window, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    window.tell(text)
}

fn message(input: Input) -> Message {
    match input.event {
        Event::Key(event) => match input.base {
            Some(base) => Message::KeyOfLayout { event, base },
            None => Message::Key(event),
        },
        Event::Mouse(event) => Message::Mouse(event),
        Event::Paste(text) => Message::Paste(text),
        Event::Resize(width, height) => Message::Resized(Size::new(width, height)),
        Event::FocusGained => Message::Focused(true),
        Event::FocusLost => Message::Focused(false),
    }
}

mod frames;
mod machine;
mod spare_buffer;
#[cfg(test)]
mod tests;
