//! Between what is said and what is decided: client commands to requests, events and lobbies to what everyone may see.
//!
//! Pure. Texts of people are cleaned here on their way in; keys stay here on the way out. The session uses the way in, the
//! lobby's task the way out.

use dicehall_engine::game::Odds;
use dicehall_engine::lobby::{Event, Holder, Lobby, Phase, Player, PlayerId, Request, Revision, Settings};
use dicehall_engine::{Seat, State};
use dicehall_protocol::text::{clean_chat, clean_title};
use dicehall_protocol::{
    Choice, ClientCommand, EventView, HolderView, LobbyCode, LobbyLine, LobbyView, MatchView, PlayerView,
    SeatView, ServerMessage,
};

use crate::refusal::Refusal;

/// What a client's command wants, and of whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Of the directory: its list.
    List,
    /// Of the directory: another lobby.
    Create { title: String, settings: Settings },
    /// Of a lobby: to come in.
    Join(LobbyCode),
    /// Of the lobby that the person is in.
    Ask(Request),
}

/// Reads a command; refuses texts of which nothing visible is left.
pub(crate) fn wish(command: ClientCommand) -> Result<Wish, Refusal> {
    Ok(match command {
        ClientCommand::ListLobbies => Wish::List,
        ClientCommand::CreateLobby { title, settings } => {
            Wish::Create { title: clean_title(&title).ok_or(Refusal::BAD_TITLE)?, settings }
        }
        ClientCommand::JoinLobby { lobby } => Wish::Join(lobby),
        ClientCommand::TakeSeat { seat } => Wish::Ask(Request::TakeSeat { seat }),
        ClientCommand::Spectate => Wish::Ask(Request::Spectate),
        ClientCommand::Leave => Wish::Ask(Request::Leave),
        ClientCommand::SeatBot { seat, bot } => Wish::Ask(Request::SeatBot { seat, bot }),
        ClientCommand::OpenSeat { seat } => Wish::Ask(Request::OpenSeat { seat }),
        ClientCommand::CloseSeat { seat } => Wish::Ask(Request::CloseSeat { seat }),
        ClientCommand::Kick { player } => Wish::Ask(Request::Kick { player }),
        ClientCommand::HandOverHost { player } => Wish::Ask(Request::HandOverHost { player }),
        ClientCommand::ChangeSettings { settings } => Wish::Ask(Request::ChangeSettings { settings }),
        ClientCommand::Ready { ready } => Wish::Ask(Request::Ready { ready }),
        ClientCommand::Start { force } => Wish::Ask(Request::Start { force }),
        ClientCommand::Act { ply, action } => Wish::Ask(Request::Act { ply, action }),
        ClientCommand::Resign => Wish::Ask(Request::Resign),
        ClientCommand::Rematch => Wish::Ask(Request::Rematch),
        ClientCommand::Chat { text } => {
            Wish::Ask(Request::Chat { text: clean_chat(&text).ok_or(Refusal::EMPTY_CHAT)? })
        }
    })
}

/// A lobby as its task sees it: what is decided, and who is connected.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The lobby's code.
    pub(crate) code: LobbyCode,
    /// What is decided.
    pub(crate) lobby: &'a Lobby,
    /// Whether a person is connected.
    pub(crate) is_connected: &'a dyn Fn(PlayerId) -> bool,
}

impl Scene<'_> {
    /// What happened, for everyone. The phase before it tells whether the lobby has to be shown again.
    pub(crate) fn update(self, events: &[Event], before: Phase) -> ServerMessage {
        let lobby = self.lobby;
        let shows_lobby = lobby.phase() != before || events.iter().any(changes_lobby);
        let shows_match = events.iter().any(changes_match);
        ServerMessage::Update {
            revision: lobby.revision(),
            events: events.iter().map(event_view).collect(),
            lobby: if shows_lobby { self.lobby_view() } else { None },
            view: lobby.game_match().filter(|_| shows_match).map(|it| it.state.view()),
            ply: lobby.ply(),
            outcome: lobby.outcome(),
        }
    }

    /// Everything that `you` needs; `None` before the lobby is created.
    pub(crate) fn snapshot(self, you: PlayerId) -> Option<ServerMessage> {
        let lobby = self.lobby;
        let game_match = lobby.game_match().map(|it| MatchView {
            config: it.config.clone(),
            view: it.state.view(),
            ply: lobby.ply(),
            resigned: it.resigned,
            outcome: lobby.outcome(),
        });
        Some(ServerMessage::Snapshot {
            revision: lobby.revision(),
            you,
            lobby: self.lobby_view()?,
            game_match,
        })
    }

    fn lobby_view(self) -> Option<LobbyView> {
        let lobby = self.lobby;
        Some(LobbyView {
            lobby: self.code,
            title: lobby.title().to_owned(),
            settings: lobby.settings()?.clone(),
            phase: lobby.phase(),
            host: lobby.host(),
            seats: Seat::ALL.into_iter().map(|seat| seat_view(lobby, seat)).collect(),
            players: lobby.players().iter().map(|(id, it)| self.player_view(*id, it)).collect(),
        })
    }

    fn player_view(self, player: PlayerId, it: &Player) -> PlayerView {
        PlayerView { player, name: it.name.clone(), connected: (self.is_connected)(player) }
    }
}

/// What the seat to move may choose, and the person who is to choose; `None` if no person is.
pub(crate) fn chooser(lobby: &Lobby) -> Option<PlayerId> {
    let (seat, _) = lobby.to_move()?;
    if lobby.want().bot.is_some() {
        return None;
    }
    match lobby.seats()[seat.idx()] {
        Holder::Human { player, .. } => Some(player),
        Holder::Open | Holder::Closed | Holder::Bot(_) => None,
    }
}

/// What the seat to move may choose; nothing where nobody is to move.
pub(crate) fn choices(lobby: &Lobby) -> ServerMessage {
    let choices = lobby.to_move().map_or_else(Vec::new, |(_, state)| {
        let choice = |action| {
            let prospect = state.prospect(action);
            Choice { action, odds: prospect.odds.map(Odds::probability), link: prospect.link }
        };
        state.actions().into_iter().map(choice).collect()
    });
    ServerMessage::Choices { ply: lobby.ply(), choices }
}

/// The lobby in a list; `None` before it is created and after it has ended.
pub(crate) fn lobby_line(code: LobbyCode, lobby: &Lobby) -> Option<LobbyLine> {
    let phase = lobby.phase();
    if phase == Phase::Ended {
        return None;
    }
    let (mut humans, mut bots, mut open) = (0, 0, 0);
    for holder in lobby.seats() {
        match holder {
            Holder::Human { .. } => humans += 1,
            Holder::Bot(_) => bots += 1,
            Holder::Open => open += 1,
            Holder::Closed => {}
        }
    }
    let (title, game) = (lobby.title().to_owned(), lobby.game()?);
    Some(LobbyLine { lobby: code, title, game, phase, humans, bots, open })
}

/// The answer to a command that was carried out.
pub(crate) fn accepted(id: u64, revision: Revision) -> ServerMessage {
    ServerMessage::Accepted { id, revision: Some(revision), reply: None }
}

fn seat_view(lobby: &Lobby, seat: Seat) -> SeatView {
    let holder = match lobby.seats()[seat.idx()] {
        Holder::Open => HolderView::Open,
        Holder::Closed => HolderView::Closed,
        Holder::Human { player, ready, held_by_bot } => HolderView::Human { player, ready, held_by_bot },
        Holder::Bot(bot) => HolderView::Bot { bot },
    };
    SeatView { holder, resigned: lobby.game_match().is_some_and(|it| it.resigned.contains(seat)) }
}

/// The event without what is nobody else's business: the key of whoever enters.
fn event_view(event: &Event) -> EventView {
    match event {
        Event::Created { .. } => EventView::Created,
        Event::Entered { player, name, key: _ } => EventView::Entered { player: *player, name: name.clone() },
        Event::Left { player } => EventView::Left { player: *player },
        Event::Kicked { player } => EventView::Kicked { player: *player },
        Event::SeatTaken { seat, player } => EventView::SeatTaken { seat: *seat, player: *player },
        Event::SeatLeft { seat } => EventView::SeatLeft { seat: *seat },
        Event::BotSeated { seat, bot } => EventView::BotSeated { seat: *seat, bot: *bot },
        Event::SeatOpened { seat } => EventView::SeatOpened { seat: *seat },
        Event::SeatClosed { seat } => EventView::SeatClosed { seat: *seat },
        Event::HostChanged { player } => EventView::HostChanged { player: *player },
        Event::SettingsChanged { .. } => EventView::SettingsChanged,
        Event::ReadyChanged { seat, ready } => EventView::ReadyChanged { seat: *seat, ready: *ready },
        Event::MatchStarted { config } => EventView::MatchStarted { config: config.clone() },
        Event::Acted { seat, action } => EventView::Acted { seat: *seat, action: *action },
        Event::Rolled { chance } => EventView::Rolled { chance: *chance },
        Event::HandedToBot { seat } => EventView::HandedToBot { seat: *seat },
        Event::TakenBack { seat } => EventView::TakenBack { seat: *seat },
        Event::Resigned { seat } => EventView::Resigned { seat: *seat },
        Event::Said { player, text } => EventView::Said { player: *player, text: text.clone() },
        Event::Ended { reason } => EventView::Ended { reason: *reason },
    }
}

/// Whether the event changes who sits where, or what the lobby is set to.
fn changes_lobby(event: &Event) -> bool {
    match event {
        Event::Acted { .. } | Event::Rolled { .. } | Event::Said { .. } => false,
        Event::Created { .. }
        | Event::Entered { .. }
        | Event::Left { .. }
        | Event::Kicked { .. }
        | Event::SeatTaken { .. }
        | Event::SeatLeft { .. }
        | Event::BotSeated { .. }
        | Event::SeatOpened { .. }
        | Event::SeatClosed { .. }
        | Event::HostChanged { .. }
        | Event::SettingsChanged { .. }
        | Event::ReadyChanged { .. }
        | Event::MatchStarted { .. }
        | Event::HandedToBot { .. }
        | Event::TakenBack { .. }
        | Event::Resigned { .. }
        | Event::Ended { .. } => true,
    }
}

/// Whether the event begins a match or goes on with it.
fn changes_match(event: &Event) -> bool {
    match event {
        Event::MatchStarted { .. } | Event::Acted { .. } | Event::Rolled { .. } | Event::Resigned { .. } => {
            true
        }
        Event::Created { .. }
        | Event::Entered { .. }
        | Event::Left { .. }
        | Event::Kicked { .. }
        | Event::SeatTaken { .. }
        | Event::SeatLeft { .. }
        | Event::BotSeated { .. }
        | Event::SeatOpened { .. }
        | Event::SeatClosed { .. }
        | Event::HostChanged { .. }
        | Event::SettingsChanged { .. }
        | Event::ReadyChanged { .. }
        | Event::HandedToBot { .. }
        | Event::TakenBack { .. }
        | Event::Said { .. }
        | Event::Ended { .. } => false,
    }
}
