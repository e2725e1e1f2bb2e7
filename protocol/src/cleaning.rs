//! The cleaning of a server's messages: called by the client on every message that it receives, before anything else
//! uses it.
//!
//! The server may be anybody's. Law kept here: no text of a cleaned message can move a cursor, change direction or
//! hide, wherever it is printed. Every message, every field and every group of events is listed here by name, so that a
//! new one cannot be forgotten; a test plants harmful text in every text of every event.

use dicehall_engine::games::dice_wars;
use dicehall_engine::games::dice_wars::map::NAME_CHARS_MAX;
use dicehall_engine::lobby::{PeopleEvent, PlayerId, Settings, TalkEvent};
use dicehall_engine::{AnyConfig, AnyRules, AnyView};

use crate::brief::AnyStep;
use crate::code::Code;
use crate::lobby_line::LobbyLine;
use crate::server_message::{
    BanView, EnteredView, EventView, History, Joined, Listening, LobbyView, MatchEventView,
    MatchView, PastUpdate, PlayerView, Renewed, Reply, ServerMessage, Whisper,
};
use crate::text::{clean, clean_chat, clean_code, clean_name, clean_title, cut};

/// The longest sentence of a server that is shown, in characters.
const SENTENCE_CHARS_MAX: usize = 1_000;
/// The text shown in place of one that has nothing that can be shown.
const NOTHING: &str = "?";

impl ServerMessage {
    /// The same message with all texts made safe to show.
    #[must_use]
    pub fn cleaned(mut self) -> Self {
        self.clean();
        self
    }

    fn clean(&mut self) {
        match self {
            Self::Welcome {
                version: _,
                server,
                resumed: _,
                renewed,
            } => {
                *server = sentence(server);
                if let Some(Renewed { token, last_id: _ }) = renewed {
                    *token = clean_code(token);
                }
            }
            Self::Accepted {
                id: _,
                revision: _,
                reply,
            } => reply.iter_mut().for_each(Reply::clean),
            Self::Rejected {
                id: _,
                code,
                message,
                legal: _,
            }
            | Self::Error { code, message }
            | Self::Closing { code, message } => {
                code.clean();
                *message = sentence(message);
            }
            Self::Snapshot {
                revision: _,
                you: _,
                lobby,
                game_match,
                agreement: _,
            } => {
                lobby.clean();
                game_match.iter_mut().for_each(MatchView::clean);
            }
            Self::Update {
                revision: _,
                events,
                lobby,
                view,
                ply: _,
                outcome: _,
            } => {
                events.iter_mut().for_each(EventView::clean);
                lobby.iter_mut().for_each(LobbyView::clean);
                view.iter_mut().for_each(clean_position);
            }
            Self::Whispered { whisper } => whisper.clean(),
            Self::Played {
                revision: _,
                ply: _,
                seat: _,
                step,
            } => clean_step(step),
            Self::Hints { .. }
            | Self::Offered { .. }
            | Self::NextMatch { .. }
            | Self::Choices { .. }
            | Self::Clocks { .. }
            | Self::Presence { .. }
            | Self::Frozen { .. } => {}
        }
    }
}

/// Makes the texts of settings safe: a map may have a name and rows.
pub fn clean_settings(settings: &mut Settings) {
    match &mut settings.rules {
        AnyRules::DiceWars(rules) => match &mut rules.map {
            dice_wars::MapChoice::Inline(map) => clean_map(map),
            dice_wars::MapChoice::Drawn
            | dice_wars::MapChoice::Number(_)
            | dice_wars::MapChoice::Shipped(_) => {}
        },
        AnyRules::DiceOfDoom(_) | AnyRules::AnimalShogi(_) | AnyRules::TicTacToe(_) => {}
    }
}

impl Code {
    fn clean(&mut self) {
        if let Self::Unknown(text) = self {
            *self = Self::from(clean_code(text));
        }
    }
}

impl Reply {
    fn clean(&mut self) {
        match self {
            Self::Lobbies(lines) => lines.iter_mut().for_each(LobbyLine::clean),
            Self::Found(found) => found.lobbies.iter_mut().for_each(LobbyLine::clean),
            Self::Joined(Joined {
                lobby: _,
                player: _,
                token,
            }) => *token = clean_code(token),
            Self::History(History {
                updates,
                has_earlier: _,
            }) => updates.iter_mut().for_each(PastUpdate::clean),
            Self::Listening(Listening { whispers, hints: _ }) => {
                whispers.iter_mut().for_each(Whisper::clean);
            }
        }
    }
}

impl Whisper {
    fn clean(&mut self) {
        let Self {
            number: _,
            revision: _,
            player: _,
            to: _,
            text,
        } = self;
        *text = line(text);
    }
}

impl PastUpdate {
    fn clean(&mut self) {
        let Self {
            revision: _,
            events,
            view,
            outcome: _,
        } = self;
        events.iter_mut().for_each(EventView::clean);
        view.iter_mut().for_each(clean_position);
    }
}

impl LobbyLine {
    fn clean(&mut self) {
        let Self {
            lobby: _,
            title: text,
            game: _,
            phase: _,
            humans: _,
            bots: _,
            open: _,
            has_password: _,
            locked: _,
        } = self;
        *text = title(text);
    }
}

impl LobbyView {
    fn clean(&mut self) {
        let Self {
            lobby: _,
            title: text,
            settings,
            phase: _,
            paused: _,
            host: _,
            seats: _,
            players,
            has_password: _,
            locked: _,
            bans,
        } = self;
        *text = title(text);
        clean_settings(settings);
        for PlayerView {
            player,
            name: text,
            connected: _,
            silenced: _,
        } in players
        {
            *text = name(*player, text);
        }
        for BanView { player, name: text } in bans {
            *text = name(*player, text);
        }
    }
}

impl MatchView {
    fn clean(&mut self) {
        let Self {
            config,
            view,
            ply: _,
            resigned: _,
            outcome: _,
        } = self;
        clean_start(config);
        clean_position(view);
    }
}

impl EventView {
    fn clean(&mut self) {
        match self {
            Self::People(PeopleEvent::Entered(EnteredView { player, name: text })) => {
                *text = name(*player, text);
            }
            Self::Match(MatchEventView::MatchStarted { config }) => clean_start(config),
            Self::Talk(TalkEvent::Said { player: _, text }) => {
                *text = line(text);
            }
            Self::Lobby(_) | Self::People(_) | Self::Seats(_) | Self::Dice(_) | Self::Match(_) => {}
        }
    }
}

fn sentence(text: &str) -> String {
    cut(&clean(text), SENTENCE_CHARS_MAX)
}

/// A chat line, made safe to show.
fn line(text: &str) -> String {
    clean_chat(text).unwrap_or_else(|| NOTHING.to_owned())
}

fn title(text: &str) -> String {
    clean_title(text).unwrap_or_else(|| NOTHING.to_owned())
}

fn name(player: PlayerId, text: &str) -> String {
    clean_name(text).unwrap_or_else(|| format!("player {}", player.0))
}

/// Makes the texts of the start of a match safe: a map may have a name and rows.
pub fn clean_start(config: &mut AnyConfig) {
    match config {
        AnyConfig::DiceOfDoom(it) => it.board = clean_code(&it.board),
        AnyConfig::DiceWars(it) => {
            it.board = clean_code(&it.board);
            clean_map(&mut it.map);
        }
        AnyConfig::AnimalShogi(it) => it.position = clean_code(&it.position),
        AnyConfig::TicTacToe(_) => {}
    }
}

fn clean_position(view: &mut AnyView) {
    match view {
        AnyView::DiceOfDoom(it) | AnyView::DiceWars(it) => it.board = clean_code(&it.board),
        AnyView::AnimalShogi(it) => it.position = clean_code(&it.position),
        AnyView::TicTacToe(it) => it.board = clean_code(&it.board),
    }
}

/// Makes the texts of a step safe. The texts of a change can only be owners and dice.
fn clean_step(step: &mut AnyStep) {
    match step {
        AnyStep::AnimalShogi { action: _, view } => view.position = clean_code(&view.position),
        AnyStep::TicTacToe { action: _, view } => view.board = clean_code(&view.board),
        AnyStep::DiceOfDoom(_) | AnyStep::DiceWars(_) => {}
    }
}

fn clean_map(map: &mut dice_wars::Map) {
    map.name = cut(&clean(&map.name), NAME_CHARS_MAX);
    for row in &mut map.rows {
        *row = clean_code(row);
    }
}
