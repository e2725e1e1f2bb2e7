//! The line mode: the same model and the same update as the screens, told in sentences and driven by typed lines, for screen
//! readers, dumb terminals and pipes.
//!
//! Laws kept here: what is printed are whole lines, cleaned, without any escape sequence; nothing is drawn over. A line is
//! carried out when what was typed before it has been answered, so that a script needs no pauses.

mod answers;
mod board;
mod commands;
mod happened;
mod input;
mod narrator;
mod people;
#[cfg(test)]
mod tests;
mod words;

use std::collections::VecDeque;
use std::future::Future;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use dicehall_engine::lobby::{Phase, Revision};
use dicehall_protocol::text::clean;
use dicehall_protocol::{HolderView, ServerMessage};
use ratatui::layout::Size;
use tokio::time::{Instant, sleep_until, timeout};

use crate::Failure;
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::net::link::{Connector, LinkEvent};
use crate::start::Start;
use crate::tui::keymap::KeyAction;
use crate::tui::links::{Links, Outside};
use crate::tui::message::{Effect, LastChoice};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::passwords::Passwords;
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{Connection, Model, Screen, Server};
use crate::tui::update::{act_on, begin, told, update};
use input::Input;
use narrator::Narrator;

/// The size of the screen that there is not: no key is refused for want of room.
const SIZE: Size = Size::new(80, 24);
/// The pause after a line that was sent somewhere: no script is faster than a server allows.
const PAUSE_MS: u64 = 60;
/// The longest that a farewell waits for its answer.
const FAREWELL_MS_MAX: u64 = 2_000;

/// How the person wants the line mode to behave.
#[derive(Debug)]
pub(crate) struct Options {
    /// What the person is called until it is changed.
    pub(crate) name: String,
    /// What is shown and asked at the doors of lobbies.
    pub(crate) passwords: Passwords,
    /// Keeps what is chosen for the next start.
    pub(crate) remember: fn(&LastChoice),
    /// Where the record of matches is kept, if it is kept.
    pub(crate) record: Option<PathBuf>,
    /// Whether it is told what may follow.
    pub(crate) hints: bool,
    /// The language of the sentences.
    pub(crate) language: Language,
}

/// Runs the line mode on standard input and output until the person quits, the input ends, or the program is asked to end.
pub(crate) async fn run(
    start: Start,
    options: Options,
    connector: Box<dyn Connector>,
    stop: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let look = Look {
        language: options.language,
        ..Look::default()
    };
    let mut model = Model::new(options.name, look, SIZE);
    model.passwords = options.passwords;
    model.hints = options.hints;
    let mut plain = Plain {
        begins_at_home: matches!(start, Start::Home | Start::Lan),
        model,
        links: Links::new(connector, options.record),
        remember: options.remember,
        input: Input::standard(),
        narrator: Narrator::default(),
        not_before: Instant::now(),
        accepted: Revision(0),
        waits: false,
        out: std::io::stdout(),
    };
    tokio::select! {
        biased;
        () = stop => Ok(()),
        ended = plain.run(start) => ended,
    }
}

/// The loop over some input and some output.
struct Plain<W> {
    model: Model,
    links: Links,
    /// Keeps what was chosen for the next start.
    remember: fn(&LastChoice),
    input: Input,
    narrator: Narrator,
    /// Whether the home screen is where one comes back to; else the program ends there.
    begins_at_home: bool,
    /// When the next line may be carried out.
    not_before: Instant,
    /// What the lobby has seen once everything is told that was accepted.
    accepted: Revision,
    /// Whether the next line is for the person's next turn.
    waits: bool,
    out: W,
}

impl<W: Write> Plain<W> {
    async fn run(&mut self, start: Start) -> Result<(), Failure> {
        let mut effects = begin(&mut self.model, start);
        loop {
            if self.carry_out(effects) {
                return Ok(());
            }
            if self.model.lobby.is_none() {
                self.accepted = Revision(0);
            }
            if let Some(end) = self.end() {
                return end;
            }
            let lines = self.narrator.tell(&self.model);
            self.print(&lines)?;
            told(&mut self.model);
            effects = match self.next().await? {
                Next::Line(line) => self.typed(&line)?,
                Next::Outside(outside) => {
                    self.note(&outside);
                    outside.apply(&mut self.model)
                }
                Next::EndOfInput => return self.farewell().await,
            };
        }
    }

    /// What is typed, once it can be carried out, or what happens.
    async fn next(&mut self) -> Result<Next, Failure> {
        let tick_ms = self.model.tick_ms();
        let is_busy = self.is_busy();
        let not_before = self.not_before;
        let input = &mut self.input;
        let line = async {
            sleep_until(not_before).await;
            input.next().await
        };
        tokio::select! {
            biased;
            line = line, if !is_busy => Ok(line?.map_or(Next::EndOfInput, Next::Line)),
            outside = self.links.next(tick_ms) => Ok(Next::Outside(Box::new(outside))),
        }
    }

    /// Remembers what will have been told before the next line.
    fn note(&mut self, outside: &Outside) {
        if let Outside::Link(LinkEvent::Message(message)) = outside
            && let ServerMessage::Accepted {
                revision: Some(revision),
                ..
            } = **message
        {
            self.accepted = revision;
        }
    }

    /// Whether what was typed before is still on its way: the next line would be too early.
    fn is_busy(&self) -> bool {
        let Model {
            lobby,
            pending,
            connection,
            ..
        } = &self.model;
        let is_asked = matches!(self.model.popups.last(), Some(Popup::Confirm(_)));
        if is_asked || self.model.prompt.is_some() {
            return false;
        }
        match (connection, lobby) {
            (Connection::Idle | Connection::Waiting { .. }, _) => false,
            (Connection::Connecting { .. }, _) => true,
            (Connection::Connected { .. }, None) => {
                !pending.is_empty() || self.model.screen == Screen::Home
            }
            (Connection::Connected { .. }, Some(lobby)) => {
                let is_behind = !pending.is_empty() || lobby.revision < self.accepted;
                let waits = self.waits && is_of_others(lobby);
                !lobby.is_frozen && (is_behind || waits || is_about_to_ask(lobby))
            }
        }
    }

    fn typed(&mut self, line: &str) -> Result<Vec<Effect>, Failure> {
        let reply = commands::run(&mut self.model, line);
        if reply.list_again {
            self.narrator.forget_lists();
        }
        if let Some(is_on) = reply.brief {
            self.narrator.be_brief(is_on);
        }
        self.waits = reply.waits;
        if !reply.effects.is_empty() {
            self.not_before = Instant::now() + Duration::from_millis(PAUSE_MS);
        }
        self.print(&reply.lines)?;
        Ok(reply.effects)
    }

    /// Does what is to be done; whether the program is to end.
    fn carry_out(&mut self, effects: Vec<Effect>) -> bool {
        let mut waiting = VecDeque::from(effects);
        while let Some(effect) = waiting.pop_front() {
            if effect == Effect::Quit {
                return true;
            }
            if let Effect::Remember(chosen) = &effect {
                (self.remember)(chosen);
            }
            if let Some(led_to) = self.links.carry_out(effect, &mut self.model) {
                waiting.extend(update(&mut self.model, led_to));
            }
        }
        false
    }

    /// Whether there is nowhere to go on to: the connection is over for good, or the person has left.
    fn end(&self) -> Option<Result<(), Failure>> {
        let Model {
            screen,
            connection,
            popups,
            ..
        } = &self.model;
        let is_asked = popups.contains(&Popup::Confirm(Question::Trust));
        let is_over = *screen == Screen::Home && *connection == Connection::Idle && !is_asked;
        if !is_over || self.begins_at_home {
            return None;
        }
        let why = popups.iter().find_map(|it| {
            if let Popup::Card { text, .. } = it {
                Some(clean(text))
            } else {
                None
            }
        });
        Some(why.map_or(Ok(()), |it| Err(Failure::Failed(it))))
    }

    /// Leaves the lobby, so that nobody waits for somebody who will not come back, and ends.
    async fn farewell(&mut self) -> Result<(), Failure> {
        self.print(&[self.model.look.language.farewell()])?;
        if let (Connection::Waiting { why, .. }, None) = (&self.model.connection, &self.model.lobby)
        {
            return Err(Failure::failed(why));
        }
        if self.model.server == Some(Server::Private) || self.model.lobby.is_none() {
            return Ok(());
        }
        self.model.popups.clear();
        for action in [KeyAction::Leave, KeyAction::Yes] {
            let effects = act_on(&mut self.model, action);
            self.carry_out(effects);
        }
        let answered = async {
            while self.model.lobby.is_some() {
                let effects = self.links.next(None).await.apply(&mut self.model);
                self.carry_out(effects);
            }
        };
        // Whoever does not answer will notice that the connection has ended.
        timeout(Duration::from_millis(FAREWELL_MS_MAX), answered)
            .await
            .ok();
        Ok(())
    }

    fn print(&mut self, lines: &[String]) -> Result<(), Failure> {
        for line in lines {
            writeln!(self.out, "{}", clean(line))?;
        }
        Ok(self.out.flush()?)
    }
}

/// What the loop goes on with.
enum Next {
    Line(String),
    Outside(Box<Outside>),
    EndOfInput,
}

/// Whether others are to move in a match in which the person plays.
fn is_of_others(lobby: &Lobby) -> bool {
    let game_match = lobby.game_match.as_ref();
    lobby.is_playing() && game_match.is_some_and(|it| it.outcome.is_none() && !it.may_choose())
}

/// Whether the server is about to ask the person to choose.
fn is_about_to_ask(lobby: &Lobby) -> bool {
    let holder = lobby.my_seat().and_then(|it| lobby.holder(it));
    let is_here = matches!(
        holder,
        Some(HolderView::Human {
            held_by_bot: false,
            ..
        })
    );
    let waits_for_me = lobby.game_match.as_ref().is_some_and(|it| {
        it.outcome.is_none() && it.to_move == lobby.my_seat() && !it.may_choose()
    });
    lobby.view.phase == Phase::Starting
        || lobby.is_playing() && is_here && !lobby.view.paused && waits_for_me
}
