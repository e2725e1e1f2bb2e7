//! The limits of messages. The server enforces them; a client is told of them in the welcome or in a refusal.

/// The largest frame that a client may send, in bytes.
pub const FRAME_SIZE_MAX: usize = 16 * 1024;
/// The largest frame that a server may send, in bytes.
pub const SERVER_FRAME_SIZE_MAX: usize = 64 * 1024;
/// The widest name of a person, in terminal columns.
pub const NAME_WIDTH_MAX: usize = 24;
/// The widest title of a lobby, in terminal columns.
pub const TITLE_WIDTH_MAX: usize = 32;
/// The longest chat line, in characters.
pub const CHAT_CHARS_MAX: usize = 280;
/// The longest password of a lobby, in bytes.
pub const PASSWORD_SIZE_MAX: usize = 128;
/// The length of a lobby's code, in characters.
pub const LOBBY_CODE_CHARS: usize = 5;
/// The length of a resume token, in characters (128 bits in hexadecimal).
pub const TOKEN_CHARS: usize = 32;
/// The most lobbies in one list.
pub const LOBBY_LIST_MAX: usize = 100;
/// The least number of a lobby's latest events that are kept as history, chat lines not counted; fewer only if fewer
/// have happened.
pub const HISTORY_EVENTS_MIN: usize = 256;
/// The number of a lobby's latest chat lines that are kept as history.
pub const HISTORY_CHAT_LINES: usize = 64;
/// The number of the latest whispers to and from one person that are kept for that person. All of them fit into one
/// frame.
pub const WHISPERS_KEPT: usize = 32;
/// The size, in bytes, from which an answer to `history` is full: after the first update another one is added only
/// below it.
pub const HISTORY_SIZE_MAX: usize = 48 * 1024;
