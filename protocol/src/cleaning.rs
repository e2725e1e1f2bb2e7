//! The cleaning of a server's messages: called by the client on every message that it receives, before anything else
//! uses it.
//!
//! The server may be anybody's. Law kept here: no text of a cleaned message can move a cursor, change direction or
//! hide, wherever it is printed. Every message, every field and every group of events is listed here by name, so that a
//! new one cannot be forgotten; a test plants harmful text in every text of every event. The texts of games (boards,
//! positions, maps) are not cleaned: what could do harm there is not read at all.

use dicehall_engine::lobby::{PeopleEvent, PlayerId, TalkEvent};

use crate::account::{AccountView, LinkCodeView};
use crate::code::Code;
use crate::server_message::LobbyLine;
use crate::server_message::{
    BanView, EnteredView, EveningHolderView, EveningRowView, EventView, History, Joined, Listening,
    LobbyView, Notice, PastUpdate, PlayerView, Renewed, Reply, ServerMessage, Whisper,
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
                notice,
                challenge: _,
            } => {
                *server = sentence(server);
                if let Some(Renewed { token, last_id: _ }) = renewed {
                    *token = clean_code(token);
                }
                notice.iter_mut().for_each(Notice::clean);
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
                game_match: _,
                agreement: _,
            } => lobby.clean(),
            Self::Update {
                layout: _,
                revision: _,
                events,
                lobby,
                view: _,
                ply: _,
                outcome: _,
                notice,
            } => {
                notice.iter_mut().for_each(Notice::clean);
                events.iter_mut().for_each(EventView::clean);
                lobby.iter_mut().for_each(LobbyView::clean);
            }
            Self::Whispered { whisper } => whisper.clean(),
            Self::Played { .. }
            | Self::Hints { .. }
            | Self::Offered { .. }
            | Self::NextMatch { .. }
            | Self::Clocks { .. }
            | Self::Presence { .. }
            | Self::Frozen { .. } => {}
        }
    }
}

impl Code {
    fn clean(&mut self) {
        if let Self::Unknown(text) = self {
            *self = Self::from(clean_code(text));
        }
    }
}

impl Notice {
    fn clean(&mut self) {
        let Self {
            text,
            ends_in_ms: _,
        } = self;
        for it in text.iter_mut() {
            *it = sentence(it);
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
            Self::Account(AccountView {
                account: _,
                name: text,
                created_at: _,
                keys: _,
                rescue_codes: _,
            }) => *text = other_name(text),
            Self::Review(review) => review.judged_by.iter_mut().for_each(|it| *it = line(it)),
            Self::LinkCode(LinkCodeView {
                code: _,
                seconds: _,
            })
            | Self::RescueCodes(_)
            | Self::Reviewing(_) => {}
            Self::Leaders(leaders) => leaders.names().for_each(|it| *it = other_name(it)),
            Self::Profile(profile) => profile.names().for_each(|it| *it = other_name(it)),
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
            view: _,
            outcome: _,
        } = self;
        events.iter_mut().for_each(EventView::clean);
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
            rating: _,
        } = self;
        *text = title(text);
    }
}

impl LobbyView {
    fn clean(&mut self) {
        let Self {
            lobby: _,
            title: text,
            settings: _,
            phase: _,
            paused: _,
            host: _,
            seats: _,
            players,
            has_password: _,
            locked: _,
            bans,
            evening,
            rated: _,
            unrated: _,
        } = self;
        *text = title(text);
        for PlayerView {
            player,
            name: text,
            connected: _,
            silenced: _,
            account: _,
        } in players
        {
            *text = name(*player, text);
        }
        for BanView { player, name: text } in bans {
            *text = name(*player, text);
        }
        let rows = evening.iter_mut().flat_map(|it| &mut it.rows);
        rows.for_each(EveningRowView::clean);
    }
}

impl EveningRowView {
    fn clean(&mut self) {
        let Self {
            who,
            played: _,
            won: _,
            drawn: _,
        } = self;
        match who {
            EveningHolderView::Human { name: text } => {
                *text = other_name(text);
            }
            EveningHolderView::Rung { .. } | EveningHolderView::Bot { .. } => {}
        }
    }
}

impl EventView {
    fn clean(&mut self) {
        match self {
            Self::People(PeopleEvent::Entered(EnteredView { player, name: text })) => {
                *text = name(*player, text);
            }
            Self::Talk(TalkEvent::Said { player: _, text }) => {
                *text = line(text);
            }
            Self::Lobby(_)
            | Self::Talk(TalkEvent::Reacted { .. })
            | Self::People(_)
            | Self::Seats(_)
            | Self::Dice(_)
            | Self::Match(_)
            | Self::Votes(_) => {}
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

/// The name of somebody who may not be in the lobby.
fn other_name(text: &str) -> String {
    clean_name(text).unwrap_or_else(|| NOTHING.to_owned())
}

fn name(player: PlayerId, text: &str) -> String {
    clean_name(text).unwrap_or_else(|| format!("player {}", player.0))
}
