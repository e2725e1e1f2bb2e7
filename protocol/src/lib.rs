//! The messages between client and server: types, codec, version, limits, and clean text.
//!
//! The crate holds no state, knows no sockets, and calls no rule. Messages are named after the party that sends them.
//! `PROTOCOL.md` explains a whole match frame by frame; `schema.json` is generated from these types.

pub mod brief;
pub mod change;
pub mod cleaning;
pub mod client_message;
pub mod code;
pub mod codec;
mod finding;
#[cfg(feature = "schema")]
mod flat_choice;
pub mod lan;
pub mod limits;
mod lobby_line;
pub mod looks;
pub mod match_file;
mod offer;
pub mod request_key;
pub mod reserved;
pub mod server_message;
pub mod shown;
pub mod text;
pub mod version;
pub mod wording;

pub use client_message::{
    ClientCommand, ClientMessage, LobbyCode, Password, Resume, SessionCommand,
};
pub use code::Code;
pub use codec::{CodecError, decode_client, decode_server, encode_client, encode_server};
pub use finding::Wanted;
pub use lobby_line::{Found, LobbyLine};
pub use request_key::RequestKey;
pub use server_message::{
    AgreementView, BanView, Choice, DiceEventView, EnteredView, EventView, History, HolderView,
    Joined, Listening, LobbyEventView, LobbyView, MatchEventView, MatchView, PastUpdate,
    PlayerView, Renewed, Reply, SeatView, ServerMessage, ShareView, Whisper,
};
pub use shown::{OutOfStep, Shown, brief, unfolded_after};
pub use version::{OLDEST_VERSION, VERSION};

#[cfg(test)]
mod golden;
