//! Translation between the engine and messages: events and lobbies become what everyone may see.
//!
//! Pure functions. Texts of people are cleaned here on their way in; keys stay here on the way out. Sessions use the
//! way in, lobbies' tasks the way out.

mod evening;
pub(crate) mod rated;
#[cfg(test)]
mod tests;

use dicehall_engine::fair::{Party, commitment};
use dicehall_engine::game::Odds;
use dicehall_engine::lobby::{
    Agreement, AsideEvent, DiceEvent, Event, GameMatch, Holder, Lobby, LobbyEvent, MatchEvent,
    Phase, Player, PlayerId, Request, Revision, Share,
};
use dicehall_engine::{Seat, SeatSet, State};
use dicehall_protocol::text::{clean_chat, clean_title};
use dicehall_protocol::{
    AgreementView, BanView, Choice, ClientCommand, DiceEventView, EnteredView, EventView,
    HolderView, LobbyCode, LobbyEventView, LobbyLine, LobbyView, MatchEventView, MatchView, Notice,
    PlayerView, SeatView, ServerMessage, SessionCommand, ShareView,
};

use crate::refusal::Refusal;
use evening::evening_view;
use rated::RateTable;

/// The command with its texts made safe; refused if nothing visible is left of a text that must not be empty.
pub(crate) fn cleaned(mut command: ClientCommand) -> Result<ClientCommand, Refusal> {
    match &mut command {
        ClientCommand::Session(SessionCommand::CreateLobby { title, .. }) => {
            *title = clean_title(title).ok_or(Refusal::BAD_TITLE)?;
        }
        ClientCommand::Lobby(Request::Chat { text } | Request::Whisper { text, .. }) => {
            *text = clean_chat(text).ok_or(Refusal::EMPTY_CHAT)?;
        }
        ClientCommand::Session(_) | ClientCommand::Lobby(_) | ClientCommand::Account(_) => {}
    }
    Ok(command)
}

/// A lobby as its task sees it: its state, and who is connected.
#[derive(Clone, Copy)]
pub(crate) struct ViewContext<'a> {
    /// The lobby's code.
    pub(crate) code: LobbyCode,
    /// The state of the lobby.
    pub(crate) lobby: &'a Lobby,
    /// Whether a person is connected.
    pub(crate) is_connected: &'a dyn Fn(PlayerId) -> bool,
    /// Who knows how well the people at the table play.
    pub(crate) rates: &'a dyn RateTable,
}

impl ViewContext<'_> {
    /// The update of these events, for everyone. The phase before them decides whether the lobby has to be sent again.
    pub(crate) fn update(self, events: &[Event], before: Phase) -> ServerMessage {
        let lobby = self.lobby;
        let shows_lobby = lobby.phase() != before || events.iter().any(changes_lobby);
        let shows_match = events.iter().any(changes_match);
        let begins = events.iter().any(begins_match);
        let game_match = lobby.game_match();
        ServerMessage::Update {
            revision: lobby.shown(),
            layout: game_match.filter(|_| begins).map(|it| it.config.layout()),
            events: events
                .iter()
                .filter_map(|it| event_view(lobby, it))
                .collect(),
            lobby: if shows_lobby { self.lobby_view() } else { None },
            view: game_match.filter(|_| shows_match).map(|it| it.state.view()),
            ply: lobby.ply(),
            outcome: lobby.outcome(),
            notice: events.iter().find_map(notice),
        }
    }

    /// The snapshot for `you`; `None` before the lobby is created.
    pub(crate) fn snapshot(self, you: PlayerId) -> Option<ServerMessage> {
        let lobby = self.lobby;
        let game_match = lobby.game_match().map(|it| MatchView {
            config: it.config.clone(),
            layout: Some(it.config.layout()),
            view: it.state.view(),
            ply: lobby.ply(),
            resigned: it.resigned,
            outcome: lobby.outcome(),
        });
        Some(ServerMessage::Snapshot {
            revision: lobby.shown(),
            you,
            lobby: self.lobby_view()?,
            game_match,
            agreement: lobby
                .agreement()
                .map(|it| Box::new(agreement_view(lobby, it))),
        })
    }

    /// The update of a lobby in which nothing has happened, but people are known better, or the next match is rated or not.
    pub(crate) fn refreshed(self) -> ServerMessage {
        let lobby = self.lobby;
        ServerMessage::Update {
            revision: lobby.shown(),
            events: Vec::new(),
            lobby: self.lobby_view(),
            layout: None,
            view: None,
            ply: lobby.ply(),
            outcome: lobby.outcome(),
            notice: None,
        }
    }

    fn lobby_view(self) -> Option<LobbyView> {
        let mut view = self.plain_view()?;
        if let Some(ratings) = self.rates.rate(self.lobby) {
            ratings.put(&mut view);
        }
        Some(view)
    }

    /// The view without what is known of how well people play.
    fn plain_view(self) -> Option<LobbyView> {
        let lobby = self.lobby;
        Some(LobbyView {
            lobby: self.code,
            title: lobby.title().to_owned(),
            settings: lobby.settings()?.clone(),
            phase: lobby.phase(),
            paused: lobby.is_paused(),
            host: lobby.host(),
            seats: Seat::ALL
                .into_iter()
                .map(|seat| seat_view(lobby, seat))
                .collect(),
            players: lobby
                .players()
                .iter()
                .map(|(id, it)| self.player_view(*id, it))
                .collect(),
            has_password: lobby.password().is_some(),
            locked: lobby.is_locked(),
            bans: lobby
                .banned()
                .iter()
                .map(|it| ban_view(*it.0, it.1))
                .collect(),
            evening: evening_view(lobby.evening()),
            rated: false,
            unrated: None,
        })
    }

    fn player_view(self, player: PlayerId, it: &Player) -> PlayerView {
        let (connected, silenced) = ((self.is_connected)(player), self.lobby.is_silenced(player));
        PlayerView {
            player,
            name: it.name.clone(),
            connected,
            silenced,
            account: it.account,
        }
    }
}

/// The words of whoever operates the server in an event, if it has any.
fn notice(event: &Event) -> Option<Notice> {
    if let Event::Aside(AsideEvent::Announced { text }) = event {
        Some(Notice {
            text: Some(text.clone()),
            ends_in_ms: None,
        })
    } else {
        None
    }
}

fn ban_view(player: PlayerId, it: &Player) -> BanView {
    BanView {
        player,
        name: it.name.clone(),
    }
}

/// The person who is to choose; `None` if no person is.
pub(crate) fn chooser(lobby: &Lobby) -> Option<PlayerId> {
    let (seat, _) = lobby.to_move()?;
    if lobby.is_paused() || lobby.want().bot.is_some() {
        return None;
    }
    match lobby.seats()[seat.idx()] {
        Holder::Human { player, .. } => Some(player),
        Holder::Open | Holder::Closed | Holder::Bot(_) => None,
    }
}

/// The message with the choices of the seat to move; `None` if no seat is to move.
pub(crate) fn offered(lobby: &Lobby) -> Option<ServerMessage> {
    let (_, state) = lobby.to_move()?;
    let choice = |action| {
        let prospect = state.preview(action);
        Choice {
            action,
            odds: prospect.odds.map(Odds::probability),
            link: prospect.link,
        }
    };
    let choices: Vec<Choice> = state.actions().into_iter().map(choice).collect();
    dicehall_protocol::offered(lobby.ply(), &choices)
}

/// The message with the clocks; `None` if the match has none. The clock of the seat to move has run for `spent_ms`, and
/// runs on while the match is attended.
pub(crate) fn clocks(lobby: &Lobby, spent_ms: u32, is_attended: bool) -> Option<ServerMessage> {
    let game_match = lobby
        .game_match()
        .filter(|_| lobby.phase() == Phase::Playing)?;
    if game_match.clocks.clock().is_off() {
        return None;
    }
    let to_move = lobby.want().clock.map(|it| it.seat);
    let left = |seat: Seat| {
        let spent_ms = if to_move == Some(seat) { spent_ms } else { 0 };
        game_match.clocks.left_ms(seat).saturating_sub(spent_ms)
    };
    let left_ms = Seat::first(game_match.state.seats()).map(left).collect();
    Some(ServerMessage::Clocks {
        ply: lobby.ply(),
        left_ms,
        running: to_move.filter(|_| is_attended),
    })
}

/// The lobby's line in lists; `None` before it is created and after it has ended.
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
    let (has_password, locked) = (lobby.password().is_some(), lobby.is_locked());
    Some(LobbyLine {
        lobby: code,
        title,
        game,
        phase,
        humans,
        bots,
        open,
        has_password,
        locked,
        rating: None,
    })
}

/// The answer to a command that was carried out.
pub(crate) fn accepted(id: u64, revision: Revision) -> ServerMessage {
    ServerMessage::Accepted {
        id,
        revision: Some(revision),
        reply: None,
    }
}

fn seat_view(lobby: &Lobby, seat: Seat) -> SeatView {
    let holder = match lobby.seats()[seat.idx()] {
        Holder::Open => HolderView::Open,
        Holder::Closed => HolderView::Closed,
        Holder::Human {
            player,
            ready,
            held_by_bot,
        } => HolderView::Human {
            player,
            ready,
            held_by_bot,
        },
        Holder::Bot(bot) => HolderView::Bot { bot },
    };
    let votes = lobby.game_match().map(|it| &it.votes);
    let human = match lobby.seats()[seat.idx()] {
        Holder::Human { player, .. } => Some(player),
        Holder::Open | Holder::Closed | Holder::Bot(_) => None,
    };
    let is_in = |set: fn(&GameMatch) -> SeatSet| {
        lobby.game_match().is_some_and(|it| set(it).contains(seat))
    };
    SeatView {
        holder,
        resigned: is_in(|it| it.resigned),
        wants_pause: is_in(|it| it.wants_pause),
        wants_skip: votes
            .is_some_and(|it| human.is_some_and(|human| it.to_skip().contains(&human))),
        bot_wanted_by: votes
            .map(|it| it.for_stand_in(seat).iter().copied().collect())
            .unwrap_or_default(),
        rating: None,
    }
}

/// The agreement as everybody may see it: with the secret only once it has been shown.
fn agreement_view(lobby: &Lobby, agreement: &Agreement) -> AgreementView {
    AgreementView {
        match_id: agreement.match_id.clone(),
        begun_at: agreement.begun_at,
        commitment: agreement.commitment(),
        shares: agreement
            .shares()
            .map(|(seat, share)| share_view(seat, share))
            .collect(),
        secret: agreement.is_opened.then_some(agreement.secret),
        actions: unseen_actions(lobby),
    }
}

/// The number of actions since the match began. Nobody has seen the beginning of a match that went on from an earlier
/// one: all earlier actions count as one.
fn unseen_actions(lobby: &Lobby) -> u32 {
    let is_continued = match lobby.phase() {
        Phase::Starting => lobby.origin().is_some(),
        Phase::Waiting | Phase::Playing | Phase::Over | Phase::Ended => {
            lobby.game_match().is_some_and(|it| it.is_continued)
        }
    };
    let actions = lobby.game_match().map_or(0, |it| it.actions);
    actions.saturating_add(u32::from(is_continued))
}

fn share_view(seat: Seat, share: Share) -> ShareView {
    let (commitment, share, missed) = match share {
        Share::Awaited => (None, None, false),
        Share::Committed(commitment) => (Some(commitment), None, false),
        Share::Shown(commitment, share) => (Some(commitment), Some(share), false),
        Share::Missed(commitment) => (commitment, None, true),
    };
    ShareView {
        seat,
        commitment,
        share,
        missed,
    }
}

/// The event as everybody may see it: without the key and the address of a person who enters, passwords, and the secret
/// of the dice before the end. `None` if nothing of it may be seen.
pub(crate) fn event_view(lobby: &Lobby, event: &Event) -> Option<EventView> {
    Some(match event.clone() {
        Event::Lobby(event) => EventView::Lobby(lobby_event(event)),
        Event::People(event) => EventView::People(event.map_entered(|it| EnteredView {
            player: it.player,
            name: it.name,
        })),
        Event::Seats(event) => EventView::Seats(event),
        Event::Dice(event) => EventView::Dice(dice_event(lobby, event)),
        Event::Match(event) => EventView::Match(match_event(event)),
        Event::Votes(event) => EventView::Votes(event),
        Event::Talk(event) => EventView::Talk(event),
        Event::Ahead(_) | Event::Origins(_) | Event::Aside(_) | Event::Private(_) => return None,
    })
}

fn lobby_event(event: LobbyEvent) -> LobbyEventView {
    match event {
        LobbyEvent::Created { .. } => LobbyEventView::Created,
        LobbyEvent::SettingsChanged { .. } => LobbyEventView::SettingsChanged,
        LobbyEvent::PasswordChanged { password } => LobbyEventView::PasswordChanged {
            has_password: password.is_some(),
        },
        LobbyEvent::LockChanged { locked } => LobbyEventView::LockChanged { locked },
        LobbyEvent::Ended { reason } => LobbyEventView::Ended { reason },
    }
}

fn dice_event(lobby: &Lobby, event: DiceEvent) -> DiceEventView {
    match event {
        DiceEvent::DiceSealed {
            match_id,
            begun_at,
            secret,
            seats,
        } => DiceEventView::DiceSealed {
            commitment: commitment(&match_id, Party::Server, &secret),
            match_id,
            begun_at,
            seats,
        },
        DiceEvent::ShareCommitted { seat, commitment } => {
            DiceEventView::ShareCommitted { seat, commitment }
        }
        DiceEvent::ShareShown { seat, share } => DiceEventView::ShareShown { seat, share },
        DiceEvent::ShareMissed { seat } => DiceEventView::ShareMissed { seat },
        DiceEvent::DiceOpened => match lobby.agreement() {
            Some(it) => DiceEventView::DiceOpened { secret: it.secret },
            None => unreachable!("dice were opened on which nobody has agreed"),
        },
    }
}

fn match_event(event: MatchEvent) -> MatchEventView {
    match event {
        MatchEvent::MatchCalled => MatchEventView::MatchCalled,
        MatchEvent::MatchStarted { config } => MatchEventView::MatchStarted { config },
        MatchEvent::Acted { seat, action, .. } => MatchEventView::Acted { seat, action },
        MatchEvent::Rolled { chance } => MatchEventView::Rolled { chance },
        MatchEvent::Resigned { seat } => MatchEventView::Resigned { seat },
        MatchEvent::TimedOut { seat } => MatchEventView::TimedOut { seat },
        MatchEvent::PauseWanted { seat, wanted } => MatchEventView::PauseWanted { seat, wanted },
        MatchEvent::Paused { .. } => MatchEventView::Paused,
        MatchEvent::Continued => MatchEventView::Continued,
    }
}

/// Whether the event changes the seats, the people or the settings.
fn changes_lobby(event: &Event) -> bool {
    match event {
        Event::Lobby(_) | Event::People(_) | Event::Seats(_) | Event::Votes(_) => true,
        Event::Match(event) => !matches!(
            event,
            MatchEvent::Acted { .. } | MatchEvent::Rolled { .. } | MatchEvent::TimedOut { .. }
        ),
        Event::Dice(_)
        | Event::Ahead(_)
        | Event::Origins(_)
        | Event::Talk(_)
        | Event::Aside(_)
        | Event::Private(_) => false,
    }
}

fn begins_match(event: &Event) -> bool {
    matches!(event, Event::Match(MatchEvent::MatchStarted { .. }))
}

/// Whether the event begins a match or changes its position.
fn changes_match(event: &Event) -> bool {
    matches!(
        event,
        Event::Match(
            MatchEvent::MatchStarted { .. }
                | MatchEvent::Acted { .. }
                | MatchEvent::Rolled { .. }
                | MatchEvent::Resigned { .. }
        )
    )
}
