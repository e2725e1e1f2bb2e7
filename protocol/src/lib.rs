//! The messages between client and server: types, codec, version, limits, and clean text.
//!
//! The crate holds no state, knows no sockets, and calls no rule. Messages are named after the party that sends them.
//! `PROTOCOL.md` explains a whole match frame by frame; `schema.json` is generated from these types.

pub mod account;
pub mod cleaning;
pub mod client_message;
pub mod code;
pub mod codec;
#[cfg(feature = "schema")]
mod flat_choice;
pub mod lan;
pub mod limits;
pub mod match_file;
pub mod review;
pub mod server_message;
pub mod standing;
pub mod text;
pub mod version;

pub use account::{
    AccountCode, AccountCommand, AccountKey, AccountKeyView, AccountView, Challenge, DeviceSecret,
    Hex, KeyKind, LinkCodeView, NotAnAccountCode, Signature,
};
pub use client_message::{
    ClientCommand, ClientMessage, LobbyCode, Password, RequestKey, Resume, SessionCommand, Wanted,
};
pub use code::Code;
pub use codec::{CodecError, decode_client, decode_server, encode_client, encode_server};
pub use review::{
    LostStep, ReviewProgress, ReviewStep, ReviewView, ReviewedSeat, RollStep, WantedReview,
};
pub use server_message::shown::{Heard, OutOfStep, Played, Shown};
pub use server_message::{
    AgreementView, BanView, Choice, DiceEventView, EnteredView, EveningHolderView, EveningRowView,
    EveningView, EventView, Found, History, HolderView, Joined, Listening, LobbyEventView,
    LobbyLine, LobbyView, MatchEventView, MatchView, Notice, PastUpdate, PlayerView, Renewed,
    Reply, SeatView, ServerMessage, ShareView, Whisper, choices_of, offered,
};
pub use standing::{
    LeadersRow, LeadersView, PastMatch, PastOpponent, ProfileGame, ProfileView, RatingView,
    SkillView, WantedLeaders, WantedProfile,
};
pub use text::{looks, reserved, wording};
pub use version::VERSION;

#[cfg(test)]
mod golden;
