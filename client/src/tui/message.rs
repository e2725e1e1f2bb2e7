//! Everything that can happen to the screens but what the connection tells, and everything that they can have done.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};
use dicehall_engine::advice::Advice;
use dicehall_engine::games::dice_wars::{Map, MapChoice};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyConfig, AnyView, GameKind, Rung};
use ratatui::layout::Size;

use crate::files::record::{PlayedMatch, RecordedMatch, Sums};
use crate::net::link::{ClientCommandWithId, Hosting, LanEvent, Target};
use crate::start::LobbyPlan;
use crate::tui::geometry::hits::HitMap;

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A key was pressed, repeated or released.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resized(Size),
    /// The terminal has, or no longer has, the person's attention.
    Focused(bool),
    /// A frame was drawn: where things are that can be clicked.
    Drawn(HitMap),
    /// The search on the LAN found something.
    Lan(LanEvent),
    /// The file of a match could not be read, and why.
    NoMatch(String),
    /// A file was read: the map in it, or why there is none.
    MapRead(Result<MapChoice, String>),
    /// A file was written, or why not.
    MapWritten(Result<String, String>),
    /// The matches of the record were counted.
    Counted(Sums),
    /// The record of matches was read, or why not.
    RecordRead(Result<Vec<RecordedMatch>, String>),
    /// An expert has thought about a position of the match.
    Advised {
        /// The number of actions before it.
        ply: Ply,
        /// What the expert would do; `None` if there is nothing to choose.
        advice: Option<Advice>,
    },
    /// Time has passed. Sent as often as [`tick_ms`](crate::tui::model::Model::tick_ms) asks.
    Tick {
        /// How much.
        elapsed_ms: u64,
    },
}

/// What is to be done; carried out by `app`.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Connect to a server, dropping any other link.
    Connect(Target),
    /// Start the embedded server and connect to it, dropping any other link.
    HostLocal {
        /// Who can reach it.
        hosting: Hosting,
        /// What the person wants to be called.
        name: String,
    },
    /// Drop the link.
    Disconnect,
    /// Send a command.
    Send(ClientCommandWithId),
    /// Ask the link to try again at once.
    RetryNow,
    /// Begin to look for servers on the LAN.
    BrowseLan,
    /// Stop looking.
    StopBrowse,
    /// Show a match again that is over, from its file.
    WatchMatch(PathBuf),
    /// Let a match that is shown again go on, in a match of its own against bots.
    PlayOn(Box<LobbyPlan>),
    /// Find the map of a name, a number or a file.
    ReadMap(String),
    /// Keep a map in a new file.
    WriteMap {
        /// Where.
        path: String,
        /// What.
        map: Box<Map>,
    },
    /// Let an expert think about a position; what an earlier question leads to is no longer wanted.
    Advise {
        /// The number of actions before it.
        ply: Ply,
        /// The position.
        position: Box<Position>,
    },
    /// Keep a choice for the next run of the program.
    Remember(LastChoice),
    /// Add a match to the record.
    Record(Box<PlayedMatch>),
    /// Read the record of matches.
    ReadRecord,
    /// Count the matches of the record, for the home screen.
    CountRecord,
    /// Call the person, who looks elsewhere, and say what for.
    Notify(String),
    /// Stop the program as the shell's job control does.
    Suspend,
    /// End the program.
    Quit,
}

/// A position of a match, as the server shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// How the match began.
    pub config: AnyConfig,
    /// What the table sees.
    pub view: AnyView,
}

/// A choice on the home screen that lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastChoice {
    /// What the person is called.
    Name(String),
    /// Which game is played or hosted.
    Game(GameKind),
    /// That there is a tutorial was told.
    Welcomed,
    /// Against which rung of the ladder.
    Rung(Rung),
    /// Whether its bots say something now and then.
    Banter(bool),
    /// A server at whose table the person has sat down or watched.
    Server(String),
}
