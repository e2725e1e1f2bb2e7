//! The line mode: the same model and update as the screens, printed as sentences and driven by
//! typed lines, for screen readers, dumb terminals and pipes.
//!
//! Laws kept here: the output is whole, cleaned lines without escape sequences; nothing is
//! overwritten. A line is carried out only after the lines before it were answered, so that a
//! script needs no pauses.

mod answers;
mod board;
mod commands;
mod happened;
mod input;
mod narrator;
mod people;
mod review;
mod standing;
#[cfg(test)]
mod tests;
mod words;

use std::collections::VecDeque;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dicehall_engine::lobby::{Phase, Revision};
use dicehall_protocol::text::clean;
use dicehall_protocol::{HolderView, ServerMessage};
use ratatui::layout::Size;
use tokio::time::{Instant, sleep_until, timeout};

use crate::Failure;
use crate::files::rights::{OwnMachine, Rights};
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::lang::encoding::legible::Legible;
use crate::net::link::{Connector, LinkEvent};
use crate::start::Start;
use crate::tui::app::Remember;
use crate::tui::keymap::KeyAction;
use crate::tui::links::{Links, Outside};
use crate::tui::message::{Effect, MachineEffect, Message};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::lobby_list::passwords::Passwords;
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{Connection, Model, Screen, Server};
use crate::tui::update::{act_on, begin, told, update};
pub(crate) use input::Input;
use narrator::Narrator;

/// The size of an imaginary screen, large enough that no key is refused for its size.
const SIZE: Size = Size::new(80, 24);
/// The pause after a line that sent something to the server, in milliseconds; it keeps scripts
/// under the server's rate limit.
const PAUSE_MS: u64 = 60;
/// The longest time that a farewell waits for its answer, in milliseconds.
const FAREWELL_MS_MAX: u64 = 2_000;

/// The settings of the line mode.
#[derive(Debug)]
pub(crate) struct Options {
    /// All that the session may do on this machine.
    pub(crate) rights: Rights,
    /// The person's name until it is changed.
    pub(crate) name: String,
    /// The passwords shown to enter lobbies and asked of those who enter ours.
    pub(crate) passwords: Passwords,
    /// Saves a choice for the next run.
    pub(crate) remember: Remember,
    /// The path of the record of matches; `None` if none is kept.
    pub(crate) record: Option<PathBuf>,
    /// Whether the line mode tells what may follow.
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
    let streams = Streams {
        input: Input::standard(),
        out: Legible::new(std::io::stdout()),
    };
    tokio::select! {
        biased;
        () = stop => Ok(()),
        ended = talk(start, options, connector, streams) => ended,
    }
}

/// Where lines come from and where sentences go.
pub(crate) struct Streams<W> {
    pub(crate) input: Input,
    pub(crate) out: W,
}

/// Runs the line mode until the person quits or the input ends.
pub(crate) async fn talk<W: Write>(
    start: Start,
    options: Options,
    connector: Box<dyn Connector>,
    streams: Streams<W>,
) -> Result<(), Failure> {
    let look = Look {
        language: options.language,
        ..Look::default()
    };
    let rights = options.rights;
    let mut model = Model::new(options.name, look, SIZE, rights.clone());
    model.passwords = options.passwords;
    model.hints = options.hints;
    let mut plain = Plain {
        begins_at_home: matches!(start, Start::Home | Start::Lan),
        model,
        links: Links::new(connector, rights, options.record.clone())
            .with_tables(options.record.as_deref().and_then(Path::parent)),
        remember: options.remember,
        input: streams.input,
        narrator: Narrator::default(),
        not_before: Instant::now(),
        accepted: Revision(0),
        waits: false,
        out: streams.out,
    };
    plain.run(start).await
}

/// The loop over any input and any output.
struct Plain<W> {
    model: Model,
    links: Links,
    /// Saves a choice for the next run.
    remember: Remember,
    input: Input,
    narrator: Narrator,
    /// Whether leaving leads back to the home screen; else the program ends then.
    begins_at_home: bool,
    /// The moment before which the next line must not be carried out.
    not_before: Instant,
    /// The revision that the lobby has once the effects of all accepted commands were received.
    accepted: Revision,
    /// Whether the next line must wait for the person's next turn.
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

    /// The next thing to do: a typed line that can be carried out, or an event.
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

    /// Notes the revision that must be received before the next line.
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

    /// Whether earlier lines are not answered yet, so that the next line must wait.
    fn is_busy(&self) -> bool {
        let Model {
            lobby,
            pending,
            connection,
            talk,
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
                let says = !talk.waiting.is_empty();
                let is_behind = says || !pending.is_empty() || lobby.revision < self.accepted;
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

    /// Carries out effects; returns whether the program is to end.
    fn carry_out(&mut self, effects: Vec<Effect>) -> bool {
        let mut waiting = VecDeque::from(effects);
        while let Some(effect) = waiting.pop_front() {
            if effect == Effect::Quit {
                return true;
            }
            let Effect::OnMachine(effect) = effect else {
                self.links.carry_out(effect, &mut self.model);
                continue;
            };
            let own = self.links.own_machine();
            if let Some(led_to) = own.and_then(|own| self.on_machine(effect, own)) {
                waiting.extend(update(&mut self.model, led_to));
            }
        }
        false
    }

    /// Carries out an effect on the person's own machine; returns the message that follows from it at once, if any.
    fn on_machine(&mut self, effect: MachineEffect, own: OwnMachine) -> Option<Message> {
        if let MachineEffect::Remember(chosen) = &effect {
            return (self.remember)(chosen).err().map(Message::NotKept);
        }
        self.links.on_machine(effect, own, &self.model)
    }

    /// The result of the program if it cannot go on: the connection is over for good, or the person
    /// has left.
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

    /// Leaves the lobby, so that nobody waits for the person, and ends.
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
        // If there is no answer, the server notices that the connection has ended.
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

/// The next thing that the loop handles.
enum Next {
    Line(String),
    Outside(Box<Outside>),
    EndOfInput,
}

/// Whether it is the turn of others in a match in which the person plays.
fn is_of_others(lobby: &Lobby) -> bool {
    let game_match = lobby.game_match.as_ref();
    lobby.is_playing() && game_match.is_some_and(|it| it.outcome.is_none() && !it.may_choose())
}

/// Whether it is the person's turn and their choices have not come yet.
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
