//! The messages that change the screens (except those of the connection) and the effects that they
//! ask for.

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{KeyEvent, MouseEvent};
use dicehall_engine::advice::{Advice, Seen};
use dicehall_engine::fair::MatchId;
use dicehall_engine::games::dice_wars::{Map, MapChoice};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{GameKind, Origin, Rung};
use dicehall_files::Why;
use dicehall_protocol::{ReviewProgress, ReviewView};
use ratatui::layout::Size;

use crate::files::keep::NotKept;
use crate::files::record::{PlayedMatch, RecordedMatch, Sums};
use crate::net::link::{ClientCommandWithId, Hosting, LanEvent, SignInRequest, Target};
use crate::start::LobbyPlan;
use crate::tui::geometry::hits::HitMap;

/// An event for the model, except those of the connection.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A key was pressed, repeated or released.
    Key(KeyEvent),
    /// The same in a terminal that tells keys by their place.
    KeyOfLayout {
        /// The key with the character that it typed.
        event: KeyEvent,
        /// The character that it types on an American keyboard.
        base: char,
    },
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resized(Size),
    /// The terminal has gained or lost the focus.
    Focused(bool),
    /// A frame was drawn; this is its map of clickable areas.
    Drawn(HitMap),
    /// The search on the LAN found something.
    Lan(LanEvent),
    /// The match file could not be read; the text says why.
    NoMatch(String),
    /// A map file was read: its map, or why there is none.
    MapRead(Result<MapChoice, String>),
    /// A map was written, or not.
    MapWritten {
        /// The path of the file.
        path: String,
        /// Why it was not written; `None` if it was.
        fault: Option<Why>,
    },
    /// The picture of a result was written into a file, or not.
    CardWritten(Result<PathBuf, NotKept>),
    /// Something is not kept for the person.
    NotKept(NotKept),
    /// A match, by the name of its file, is not in the record.
    NotRecorded(Box<(String, NotKept)>),
    /// The counts of the record of matches.
    Counted(Sums),
    /// The record of matches, or why it could not be read.
    RecordRead(Result<Vec<RecordedMatch>, String>),
    /// An expert's advice on a position of the match.
    Advised {
        /// The number of actions before the position.
        ply: Ply,
        /// The advised action; `None` if there is nothing to choose.
        advice: Option<Advice>,
    },
    /// The review of a replayed match, as far as it has come.
    Reviewed {
        /// The match.
        match_id: MatchId,
        /// The review.
        told: ReviewTold,
    },
    /// Time has passed. Sent as often as [`tick_ms`](crate::tui::model::Model::tick_ms) asks.
    Tick {
        /// The milliseconds that have passed since the last tick.
        elapsed_ms: u64,
    },
}

/// A review, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewTold {
    /// It is being made.
    Coming(ReviewProgress),
    /// It is there.
    Made(Arc<ReviewView>),
    /// The match cannot be reviewed.
    Failed,
}

/// A task that the model asks for; `app` carries it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Connect to a server, dropping the present link.
    Connect(Target),
    /// Drop the link.
    Disconnect,
    /// Send a command.
    Send(ClientCommandWithId),
    /// Ask the link to try again at once.
    RetryNow,
    /// Connect once more, and want this of the person's account.
    SignIn(SignInRequest),
    /// Stop looking for servers on the LAN.
    StopBrowse,
    /// Play on from a replay, in a match of one's own against bots.
    PlayOn(Box<LobbyPlan>),
    /// Ask an expert for advice on a position; an earlier question is dropped.
    Advise {
        /// The number of actions before the position.
        ply: Ply,
        /// The match, as far as it was seen.
        seen: Box<Seen>,
    },
    /// Review a match, without any server; an earlier review is dropped.
    Review(Box<Origin>),
    /// Notify the person, whose terminal has no focus; the text says of what.
    Notify(String),
    /// Do something on the person's own machine; for a guest nothing happens.
    OnMachine(MachineEffect),
    /// End the program.
    Quit,
}

/// A task on the machine on which the program runs: its files, its programs, and the network around it.
#[derive(Clone, Debug, PartialEq)]
pub enum MachineEffect {
    /// Start the embedded server and connect to it, dropping the present link.
    HostLocal {
        /// Who can reach the server.
        hosting: Hosting,
        /// The person's name at the server.
        name: String,
    },
    /// Begin to look for servers on the LAN.
    BrowseLan,
    /// Show the replay of a match file.
    WatchMatch(PathBuf),
    /// Read a map from a file.
    ReadMap(String),
    /// Save a map in a new file.
    WriteMap {
        /// The path of the file.
        path: String,
        /// The map.
        map: Box<Map>,
    },
    /// Write a picture of the result of the match.
    WriteCard,
    /// Save a choice for the next run of the program.
    Remember(LastChoice),
    /// Add a match to the record.
    Record(Box<PlayedMatch>),
    /// Note in the record where the file of a match is.
    RecordFile {
        /// The name of the file.
        name: String,
        /// Its path.
        path: PathBuf,
    },
    /// Read the record of matches.
    ReadRecord,
    /// Count the matches of the record, for the home screen.
    CountRecord,
    /// Stop the program as the shell's job control does.
    Suspend,
}

/// A choice on the home screen that is saved for the next run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastChoice {
    /// The person's name.
    Name(String),
    /// The game to play or host.
    Game(GameKind),
    /// The person has been told that there is a tutorial.
    Welcomed,
    /// The person has played the tutorial to its end.
    Learned,
    /// The person has seen all that the coach says about a game.
    Coached(GameKind),
    /// Whether the person knows how to play, and wants no coach.
    Knows(bool),
    /// The rung of the ladder to play against.
    Rung(Rung),
    /// Whether the bots of the ladder say something now and then.
    Banter(bool),
    /// A server at whose table the person has sat down or watched.
    Server(String),
}
