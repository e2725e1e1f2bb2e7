//! A whole message of a server, made safe to show: called by the client on everything that it hears, before anything else
//! sees it.
//!
//! The server may be anybody's. The law kept here: no text of a cleaned message can move a cursor, change direction or
//! hide, wherever it is printed. Every message, every field and every group of events is named, so that a new one cannot be
//! forgotten; a test plants harm in every text of every event.

use dicehall_engine::games::dice_wars::map::NAME_CHARS_MAX;
use dicehall_engine::games::{animal_shogi, dice_of_doom, dice_wars};
use dicehall_engine::lobby::{PlayerId, Settings, TalkEvent};
use dicehall_engine::{AnyConfig, AnyRules, AnyView};

use crate::server_message::{
    BanView, EnteredView, EventView, Joined, LobbyLine, LobbyView, MatchEventView, MatchView,
    PlayerView, Renewed, Reply, ServerMessage,
};
use crate::text::{clean, clean_chat, clean_code, clean_name, clean_title, cut};

/// The longest sentence of a server that is shown, in characters.
const SENTENCE_CHARS_MAX: usize = 1_000;
/// What is shown in place of a text of which nothing can be shown.
const NOTHING: &str = "?";

impl ServerMessage {
    /// The message with nothing in it that does harm where it is shown.
    #[must_use]
    pub fn cleaned(self) -> Self {
        match self {
            Self::Welcome {
                version,
                server,
                resumed,
                renewed,
            } => {
                let renewed = renewed.map(|it| Renewed {
                    token: clean_code(&it.token),
                    ..it
                });
                Self::Welcome {
                    version,
                    server: sentence(&server),
                    resumed,
                    renewed,
                }
            }
            Self::Accepted {
                id,
                revision,
                reply,
            } => Self::Accepted {
                id,
                revision,
                reply: reply.map(Reply::cleaned),
            },
            Self::Rejected {
                id,
                code,
                message,
                legal,
            } => Self::Rejected {
                id,
                code: clean_code(&code),
                message: sentence(&message),
                legal,
            },
            Self::Snapshot {
                revision,
                you,
                lobby,
                game_match,
                agreement,
            } => Self::Snapshot {
                revision,
                you,
                lobby: lobby.cleaned(),
                game_match: game_match.map(MatchView::cleaned),
                agreement,
            },
            Self::Update {
                revision,
                events,
                lobby,
                view,
                ply,
                outcome,
            } => Self::Update {
                revision,
                events: events.into_iter().map(EventView::cleaned).collect(),
                lobby: lobby.map(LobbyView::cleaned),
                view: view.map(position),
                ply,
                outcome,
            },
            Self::Error { code, message } => Self::Error {
                code: clean_code(&code),
                message: sentence(&message),
            },
            Self::Closing { code, message } => Self::Closing {
                code: clean_code(&code),
                message: sentence(&message),
            },
            said @ (Self::Choices { .. }
            | Self::Clocks { .. }
            | Self::Presence { .. }
            | Self::Frozen { .. }) => said,
        }
    }
}

/// Settings whose texts can be shown: a map may have a name, and is drawn.
#[must_use]
pub fn clean_settings(settings: Settings) -> Settings {
    let Settings {
        rules,
        bot_pace_ms,
        clock,
    } = settings;
    let rules = match rules {
        AnyRules::DiceWars(rules) => {
            let choice = match rules.map {
                dice_wars::MapChoice::Inline(it) => dice_wars::MapChoice::Inline(map(it)),
                choice @ (dice_wars::MapChoice::Drawn
                | dice_wars::MapChoice::Number(_)
                | dice_wars::MapChoice::Shipped(_)) => choice,
            };
            AnyRules::DiceWars(dice_wars::Rules {
                map: choice,
                ..rules
            })
        }
        rules @ (AnyRules::DiceOfDoom(_) | AnyRules::AnimalShogi(_) | AnyRules::TicTacToe(_)) => {
            rules
        }
    };
    Settings {
        rules,
        bot_pace_ms,
        clock,
    }
}

impl Reply {
    fn cleaned(self) -> Self {
        match self {
            Self::Lobbies(lines) => {
                Self::Lobbies(lines.into_iter().map(LobbyLine::cleaned).collect())
            }
            Self::Joined(Joined {
                lobby,
                player,
                token,
            }) => Self::Joined(Joined {
                lobby,
                player,
                token: clean_code(&token),
            }),
        }
    }
}

impl LobbyLine {
    fn cleaned(self) -> Self {
        let Self {
            lobby,
            title: text,
            game,
            phase,
            humans,
            bots,
            open,
            has_password,
            locked,
        } = self;
        Self {
            lobby,
            title: title(&text),
            game,
            phase,
            humans,
            bots,
            open,
            has_password,
            locked,
        }
    }
}

impl LobbyView {
    fn cleaned(self) -> Self {
        let Self {
            lobby,
            title: text,
            settings,
            phase,
            paused,
            host,
            seats,
            players,
            has_password,
            locked,
            bans,
        } = self;
        let players = players.into_iter().map(|it| {
            let PlayerView {
                player,
                name: text,
                connected,
                silenced,
            } = it;
            PlayerView {
                player,
                name: name(player, &text),
                connected,
                silenced,
            }
        });
        let bans = bans.into_iter().map(|BanView { player, name: text }| {
            let name = name(player, &text);
            BanView { player, name }
        });
        Self {
            lobby,
            title: title(&text),
            settings: clean_settings(settings),
            phase,
            paused,
            host,
            seats,
            players: players.collect(),
            has_password,
            locked,
            bans: bans.collect(),
        }
    }
}

impl MatchView {
    fn cleaned(self) -> Self {
        let Self {
            config,
            view,
            ply,
            resigned,
            outcome,
        } = self;
        Self {
            config: start(config),
            view: position(view),
            ply,
            resigned,
            outcome,
        }
    }
}

impl EventView {
    fn cleaned(self) -> Self {
        match self {
            Self::People(it) => {
                Self::People(it.map_entered(|EnteredView { player, name: text }| {
                    let name = name(player, &text);
                    EnteredView { player, name }
                }))
            }
            Self::Match(MatchEventView::MatchStarted { config }) => {
                let config = start(config);
                Self::Match(MatchEventView::MatchStarted { config })
            }
            Self::Talk(TalkEvent::Said { player, text }) => {
                let text = clean_chat(&text).unwrap_or_else(|| NOTHING.to_owned());
                Self::Talk(TalkEvent::Said { player, text })
            }
            event @ (Self::Lobby(_) | Self::Seats(_) | Self::Dice(_) | Self::Match(_)) => event,
        }
    }
}

fn sentence(text: &str) -> String {
    cut(&clean(text), SENTENCE_CHARS_MAX)
}

fn title(text: &str) -> String {
    clean_title(text).unwrap_or_else(|| NOTHING.to_owned())
}

fn name(player: PlayerId, text: &str) -> String {
    clean_name(text).unwrap_or_else(|| format!("player {}", player.0))
}

fn start(config: AnyConfig) -> AnyConfig {
    match config {
        AnyConfig::DiceOfDoom(it) => AnyConfig::DiceOfDoom(dice_of_doom::Config {
            board: clean_code(&it.board),
            ..it
        }),
        AnyConfig::DiceWars(it) => AnyConfig::DiceWars(dice_wars::Config {
            board: clean_code(&it.board),
            map: map(it.map),
            ..it
        }),
        AnyConfig::AnimalShogi(it) => AnyConfig::AnimalShogi(animal_shogi::Config {
            position: clean_code(&it.position),
            ..it
        }),
        config @ AnyConfig::TicTacToe(_) => config,
    }
}

fn position(mut view: AnyView) -> AnyView {
    match &mut view {
        AnyView::DiceOfDoom(it) | AnyView::DiceWars(it) => it.board = clean_code(&it.board),
        AnyView::AnimalShogi(it) => it.position = clean_code(&it.position),
        AnyView::TicTacToe(it) => it.board = clean_code(&it.board),
    }
    view
}

fn map(it: dice_wars::Map) -> dice_wars::Map {
    let rows = it.rows.iter().map(|row| clean_code(row)).collect();
    dice_wars::Map {
        name: cut(&clean(&it.name), NAME_CHARS_MAX),
        rows,
        ..it
    }
}
