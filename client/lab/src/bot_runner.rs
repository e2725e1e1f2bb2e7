//! A bot that plays over the network like a person: joins, sits down, says that it is ready, acts,
//! and agrees to rematches.
//!
//! Called by `dicehall bot`. The script is pure; only choosing an action takes time, and the
//! [`Agent`] does that. The bot sits on a human's seat: the server does not run it and does not
//! know that it is a bot.

pub(crate) mod agent;
pub(crate) mod program;

use dicehall_client::cli::headless::script::{Script, ScriptStep};
use dicehall_client::lang::Language;
use dicehall_client::net::link::LinkEvent;
use dicehall_client::net::link_code::LinkCode;
use dicehall_client::tui::model::lobby_list::nearby::free_seats;
use dicehall_engine::lobby::{PeopleEvent, Phase, PlayerId, Request};
use dicehall_protocol::{
    Choice, Code, EventView, HolderView, LobbyCode, LobbyEventView, LobbyLine, LobbyView,
    MatchEventView, Password, Reply, ServerMessage, SessionCommand, choices_of,
};

use agent::{Agent, KnownMatch};

/// The script of a bot.
#[derive(Debug)]
pub(crate) struct BotRunner {
    agent: Agent,
    /// The lobby; `None` until one with an open seat is found.
    lobby: Option<LobbyCode>,
    /// The password to give when entering.
    password: Option<Password>,
    me: Option<PlayerId>,
    seated: bool,
    /// Whether it has agreed to a start whose effect it has not seen yet.
    agreed: bool,
    known: KnownMatch,
    /// The messages that the program has not received yet.
    unsaid: Vec<String>,
}

impl BotRunner {
    /// A bot for a lobby, or for the first lobby with an open seat.
    pub(crate) fn new(agent: Agent, lobby: Option<LobbyCode>, password: Option<Password>) -> Self {
        Self {
            agent,
            lobby,
            password,
            me: None,
            seated: false,
            agreed: false,
            known: KnownMatch::default(),
            unsaid: Vec::new(),
        }
    }

    fn message(&mut self, message: ServerMessage) -> Vec<ScriptStep> {
        match message {
            ServerMessage::Accepted {
                reply: Some(Reply::Lobbies(lobbies)),
                ..
            } => self.find(&lobbies),
            ServerMessage::Accepted {
                reply: Some(Reply::Joined(joined)),
                ..
            } => {
                self.lobby = Some(joined.lobby);
                self.me = Some(joined.player);
                Vec::new()
            }
            ServerMessage::Snapshot {
                you,
                lobby,
                game_match,
                ..
            } => {
                self.me = Some(you);
                self.agreed = false;
                if let Some(game_match) = game_match {
                    self.known.begun(game_match.config);
                    self.known.seen(game_match.view);
                }
                self.look(&lobby)
            }
            ServerMessage::Update {
                events,
                lobby,
                view,
                ..
            } => self.update(events, lobby, view),
            ServerMessage::Offered { ply, offer, .. } => vec![ScriptStep::Choose(ply, choices_of(offer))],
            ServerMessage::Rejected { code, message, .. } => self.rejected(&code, &message),
            ServerMessage::Accepted {
                reply: Some(Reply::Found(_) | Reply::History(_) | Reply::Listening(_) | Reply::Account(_) | Reply::LinkCode(_) | Reply::RescueCodes(_) | Reply::Leaders(_) | Reply::Profile(_) | Reply::Reviewing(_) | Reply::Review(_)) | None,
                ..
            }
            | ServerMessage::Welcome { .. }
            | ServerMessage::Clocks { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Whispered { .. }
            | ServerMessage::Hints { .. }
            | ServerMessage::NextMatch { .. }
            // The link tells these as events of its own.
            | ServerMessage::Played { .. }
            | ServerMessage::Frozen { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Closing { .. } => Vec::new(),
        }
    }

    fn update(
        &mut self,
        events: Vec<EventView>,
        lobby: Option<LobbyView>,
        view: Option<dicehall_engine::AnyView>,
    ) -> Vec<ScriptStep> {
        let mut steps = Vec::new();
        for event in events {
            match event {
                EventView::Match(MatchEventView::MatchStarted { config }) => {
                    self.agreed = false;
                    self.known.begun(config);
                }
                EventView::Match(MatchEventView::Acted { action, .. }) => self.known.acted(action),
                // After a change of the settings everybody must agree anew.
                EventView::Lobby(LobbyEventView::SettingsChanged) => {
                    self.agreed = true;
                    steps.push(ScriptStep::Ask(Request::Ready { ready: true }.into()));
                }
                EventView::Lobby(LobbyEventView::Ended { .. }) => return vec![ScriptStep::Done],
                EventView::People(
                    PeopleEvent::Kicked { player } | PeopleEvent::Banned { player },
                ) if Some(player) == self.me => {
                    return vec![ScriptStep::Fail(
                        "the host has sent this bot away".to_owned(),
                    )];
                }
                EventView::Match(_)
                | EventView::Lobby(_)
                | EventView::People(_)
                | EventView::Seats(_)
                | EventView::Dice(_)
                | EventView::Votes(_)
                | EventView::Talk(_) => {}
            }
        }
        if let Some(view) = view {
            self.known.seen(view);
        }
        if let Some(lobby) = lobby {
            steps.extend(self.look(&lobby));
        }
        steps
    }

    /// Looks at the seats; sits down or agrees to a start if that is missing.
    fn look(&mut self, lobby: &LobbyView) -> Vec<ScriptStep> {
        let humans = lobby.seats.iter().filter_map(|it| match it.holder {
            HolderView::Human { player, ready, .. } => Some((player, ready)),
            HolderView::Open | HolderView::Closed | HolderView::Bot { .. } => None,
        });
        let (mine, others): (Vec<_>, Vec<_>) =
            humans.partition(|(player, _)| Some(*player) == self.me);
        let Some((_, ready)) = mine.first() else {
            self.seated = false;
            return vec![ScriptStep::Ask(Request::TakeSeat { seat: None }.into())];
        };
        self.seated = true;
        let command = match lobby.phase {
            Phase::Waiting => Some(Request::Ready { ready: true }),
            // A rematch is only agreed to when somebody has asked for one; otherwise two bots would
            // play for ever.
            Phase::Over if others.iter().any(|(_, ready)| *ready) => Some(Request::Rematch),
            Phase::Over | Phase::Starting | Phase::Playing => None,
            Phase::Ended => return vec![ScriptStep::Done],
        };
        match command {
            Some(command) if !ready && !self.agreed => {
                self.agreed = true;
                vec![ScriptStep::Ask(command.into())]
            }
            Some(_) | None => {
                self.agreed &= !ready;
                Vec::new()
            }
        }
    }

    /// Enters the first lobby that has an open seat and is not locked.
    fn find(&self, lobbies: &[LobbyLine]) -> Vec<ScriptStep> {
        let is_open = |it: &&LobbyLine| !it.locked && (!it.has_password || self.password.is_some());
        let is_idle = |it: &&LobbyLine| {
            free_seats(it) > 0 && matches!(it.phase, Phase::Waiting | Phase::Over)
        };
        vec![match lobbies.iter().filter(is_open).find(is_idle) {
            Some(line) => ScriptStep::Ask(self.join(line.lobby).into()),
            None => ScriptStep::Fail("no lobby on that server has an open seat".to_owned()),
        }]
    }

    fn join(&self, lobby: LobbyCode) -> SessionCommand {
        SessionCommand::JoinLobby {
            lobby,
            password: self.password.clone(),
            key: None,
        }
    }

    /// Handles a refusal. On a seat it means that something else came first; without a seat the bot
    /// cannot go on.
    fn rejected(&mut self, code: &Code, message: &str) -> Vec<ScriptStep> {
        self.agreed = false;
        if self.seated && *code != Code::IllegalAction {
            return Vec::new();
        }
        vec![ScriptStep::Fail(format!("{message} ({code})"))]
    }
}

impl Script for BotRunner {
    fn heard(&mut self, event: LinkEvent) -> Vec<ScriptStep> {
        match event {
            LinkEvent::Connected { resumed: false } => {
                self.seated = false;
                vec![ScriptStep::Ask(match self.lobby {
                    Some(lobby) => self.join(lobby).into(),
                    None => SessionCommand::ListLobbies.into(),
                })]
            }
            LinkEvent::Message(message) => {
                if self.agent.is_program() {
                    match program::line_of(&message) {
                        Ok(line) => self.unsaid.push(line),
                        Err(why) => return vec![ScriptStep::Fail(why)],
                    }
                }
                self.message(*message)
            }
            LinkEvent::Played(played) => self.heard(LinkEvent::Message(Box::new((*played).into()))),
            LinkEvent::Closed { code, message } => {
                vec![ScriptStep::Fail(format!("{message} ({code})"))]
            }
            LinkEvent::Stranger { address, .. } => {
                vec![ScriptStep::Fail(format!(
                    "nobody vouches for {address} ({})",
                    LinkCode::UnknownCertificate
                ))]
            }
            // The bot does not play again with a server whose dice were wrong.
            LinkEvent::Audited(verdict) if verdict.is_alarming() => {
                vec![ScriptStep::Withdraw(verdict.to_string())]
            }
            LinkEvent::Audited(verdict) => vec![ScriptStep::Tell(verdict.to_string())],
            LinkEvent::NotKept(it) => vec![ScriptStep::Tell(it.told(Language::English))],
            LinkEvent::Connected { resumed: true }
            | LinkEvent::Connecting { .. }
            | LinkEvent::Waiting { .. }
            | LinkEvent::Listening { .. }
            | LinkEvent::Program(_)
            | LinkEvent::SignedIn(_)
            | LinkEvent::NoKey
            | LinkEvent::MatchWritten { .. }
            | LinkEvent::Late { .. }
            | LinkEvent::Latency { .. } => Vec::new(),
        }
    }

    fn farewell(&mut self) -> Option<Request> {
        self.me.map(|_| Request::Leave)
    }

    async fn after(&mut self) -> Result<(), String> {
        self.agent.tell(std::mem::take(&mut self.unsaid)).await
    }

    async fn choose(&mut self, choices: &[Choice]) -> Result<Option<Choice>, String> {
        self.agent.choose(&self.known, choices).await
    }

    fn news(&mut self) -> Option<String> {
        self.agent.news()
    }

    async fn end(&mut self) {
        self.agent.end().await;
    }
}

#[cfg(test)]
mod tests;
